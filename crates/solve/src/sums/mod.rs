//! Sums as bags of parts, and what a player gets in them who pays to move.
//!
//! A part is a canonical form where that is small, else a position. Integers
//! are added up, the other numbers too, and G and −G cancel. Every part has a
//! thermograph of its own, and those bound what a bag is worth: at each
//! temperature RW(G) + RW(H) ≤ RW(G + H) ≤ LW(G) + RW(H) ≤ LW(G + H) ≤
//! LW(G) + LW(H). So most of a sum's play is never looked at.

mod bag;
mod parts;
mod patience;
mod taxed;
mod walls;

pub use bag::Bag;
pub use parts::Parts;
pub use patience::Patience;
pub use taxed::{Interval, Taxed};
pub use walls::SumGraph;
