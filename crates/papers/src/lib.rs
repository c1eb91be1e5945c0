//! The papers' tables, computed anew and compared with what was printed.
//!
//! Only the printed cells are data, and the known differences with their
//! reasons. A paper is a list of exhibits; an exhibit computes its table and
//! draws its figures.

mod amazons;
mod cells;
mod comparison;
mod context;
mod kept;
pub mod kinds;
mod latrunculus;
mod legionnaires;
mod loopy;
mod misere;
pub mod museum;
mod nim;
mod records;
pub mod render;
mod shape;

pub use comparison::{Agreement, Known, Printed};
pub use context::{Context, Trouble};
pub use kept::Answers;
pub use shape::{Diagram, Draw, Exhibit, Figure, Paper, Row, Table};

/// Every paper that has tables here, and the records, which take minutes.
pub const PAPERS: [&Paper; 7] = [
    &legionnaires::PAPER,
    &amazons::PAPER,
    &latrunculus::PAPER,
    &nim::PAPER,
    &loopy::PAPER,
    &misere::PAPER,
    &records::PAPER,
];
