//! Places for dominoes on boards with at most eight rows and columns.

use crate::bitboard8::Bitboard8;

/// How many dominoes more than Right's Left has place for; those that the
/// other cannot touch count twice.
pub(super) fn places(free: Bitboard8) -> i32 {
    let own = |free: Bitboard8| {
        let safe = upright_dominoes(free.0 & !(free.moved_right().0 | free.moved_left().0));
        (upright_dominoes(free.0) + safe) as i32
    };
    own(free) - own(free.transposed())
}

/// How many vertical dominoes fit into a set of squares.
fn upright_dominoes(mut set: u64) -> u32 {
    let mut count = 0;
    while set != 0 {
        let first = set & !(set << 8);
        let second = set & first << 8;
        count += second.count_ones();
        set &= !(first | second);
    }
    count
}
