//! What the page that explores positions asks beside the questions of the
//! command line: a sum as boards side by side, why a move wins or loses, what a
//! search sees while nothing is solved, studies, trees and certificates.

mod estimate;
mod proof;
pub mod study;
mod subject;
mod tree;
mod view;
mod why;

pub use estimate::{Estimate, estimate};
pub use proof::{Check, LONGEST_PROOF, Prove, check, prove};
pub use study::{Resolve, resolve};
pub use subject::Subject;
pub use tree::{DrawTree, tree};
pub use view::{View, view};
pub use why::{Why, why};
