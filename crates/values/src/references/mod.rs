//! Reference games: how a value compares with each of them is kept as bit
//! masks, which decide most comparisons without a search.
//!
//! G ≤ H fails when some reference R has H ≤ R but not G ≤ R, or R ≤ G but
//! not R ≤ H, and it holds when some R lies between. 64 references are
//! `fixed`; as many are `learnt` from the comparisons that these leave open.
//! A set of references holds the options of its games, so a value's masks
//! follow from the masks of its options in time linear in their number.

mod fixed;
mod learnt;

pub(crate) use fixed::{FixedMasks, FixedReferences};
pub(crate) use learnt::LearntReferences;
