//! The players, one in each file.

mod blocker;
mod exact;
mod judge;
mod mcts;
mod mobility;
mod nim;
mod novice;
mod random;
mod search;
mod solver;
mod thermal;

use crate::player::Listed;
pub(crate) use mobility::{MOBILITY, fewest_by};
pub(crate) use novice::NOVICE;

/// In the order of the list that people see.
pub(crate) const ALL: &[&Listed] = &[
    &random::RANDOM,
    &NOVICE,
    &MOBILITY,
    &blocker::BLOCKER,
    &blocker::BACK_BLOCKER,
    &nim::NIM,
    &exact::EXACT,
    &search::SEARCH,
    &mcts::MCTS,
    &thermal::HOTSTRAT,
    &thermal::SENTESTRAT,
    &thermal::ORTHODOX,
];

/// Of those that make sense for a sum, the first is the strongest.
pub(crate) const STRONGEST: &[&Listed] = &[&nim::NIM, &exact::EXACT, &search::SEARCH];
