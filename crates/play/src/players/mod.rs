//! The players, one in each file.

mod mobility;
mod random;

use crate::player::Listed;
pub(crate) use mobility::MOBILITY;

/// In the order of the list that people see.
pub(crate) const ALL: &[&Listed] = &[&random::RANDOM, &MOBILITY];

/// Of those that make sense for a sum, the first is the strongest.
pub(crate) const STRONGEST: &[&Listed] = &[&MOBILITY];
