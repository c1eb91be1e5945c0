//! What the players of Domineering can be sure of.

use crate::bitboard8::Bitboard8;
use crate::plan::Plan;

/// A plan for Left, who places vertical dominoes.
///
/// Places that no domino of Right's can touch are hers whenever she likes.
/// The stakes are areas of two rows, chosen so that no domino of Right's
/// touches two of them; she takes one by placing a domino in its column, or in
/// one that makes the others safe. When she has no move left, Right has had
/// at most the dominoes that fit into what she did not take.
///
/// The areas are chosen greedily from the top and from the bottom; the better
/// choice counts.
pub(super) fn plan(free: Bitboard8) -> Plan {
    let [down, up] = [free.0, free.0.swap_bytes()].map(|free| plan_downwards(Bitboard8(free)));
    let promise = |plan: &Plan| (plan.answering(), plan.beginning());
    if promise(&up) > promise(&down) {
        up
    } else {
        down
    }
}

/// How many dominoes more than Right's Left has place for; those that the
/// other cannot touch count twice.
pub(super) fn places(free: Bitboard8) -> i32 {
    let own = |free: Bitboard8| {
        let (safe, _) = upright_dominoes(free.0 & !(free.moved_right().0 | free.moved_left().0));
        (upright_dominoes(free.0).0 + safe) as i32
    };
    own(free) - own(free.transposed())
}

fn plan_downwards(free: Bitboard8) -> Plan {
    let beside_left = free.0 & free.moved_right().0;
    let beside_right = free.0 & free.moved_left().0;
    let (safe, used) = upright_dominoes(free.0 & !(beside_left | beside_right));
    let areas = Areas::choose(free.0 & !used, beside_left, beside_right);
    let mut plan = Plan {
        sure: 2 * (safe as i32 - level_dominoes(free.0) as i32),
        ..Plan::default()
    };
    for &(at, width) in &areas.list[..areas.count] {
        let mut worth = 2 * width;
        for at in [at, at + 8] {
            // How far Right's squares go on both sides, in this row.
            let (row, others, column) = (row(free.0, at), row(areas.all, at), at % 8);
            let left = ((row << (8 - column)) as u8).leading_ones();
            let right = (row >> (column + width)).trailing_ones();
            let run = left + width + right;
            let mine = ((1 << width) - 1) << column;
            let others = others & (((1 << run) - 1) << (column - left)) & !mine;
            if others == 0 {
                worth += 2 * (run / 2 - left / 2 - right / 2);
                continue;
            }
            // Together, areas in one run take their own squares from Right,
            // and those that then stand alone; but an odd one no longer is
            // one too many.
            worth += width + u32::from(left == 1) + u32::from(right == 1);
            let is_first = others & (mine - 1) == 0;
            plan.sure -= i32::from(is_first && run % 2 == 1);
        }
        plan.stakes[worth as usize] += 1;
    }
    plan
}

/// The row of a square, from its first column on.
fn row(set: u64, at: u32) -> u32 {
    u32::from((set >> (at & !7)) as u8)
}

/// Areas that no horizontal domino joins.
struct Areas {
    /// The upper left square and the width of each.
    list: [(u32, u32); 16],
    count: usize,
    /// Their squares.
    all: u64,
}

impl Areas {
    /// The widest first: one column beside an edge on one side or both is
    /// safe when the next one is taken.
    fn choose(open: u64, beside_left: u64, beside_right: u64) -> Self {
        let mut areas = Areas {
            list: [(0, 0); 16],
            count: 0,
            all: 0,
        };
        let upright = |near: u64| !(near | near >> 8);
        let (edge_left, edge_right) = (upright(beside_left), upright(beside_right));
        let mut tops = open & open >> 8;
        for width in [3, 2, 1] {
            loop {
                let next = Bitboard8(tops).moved_left().0;
                let by_right_edge = Bitboard8(tops & edge_right).moved_left();
                let found = match width {
                    3 => tops & edge_left & next & by_right_edge.moved_left().0,
                    2 => tops & (edge_left & next | by_right_edge.0),
                    _ => tops,
                };
                if found == 0 {
                    break;
                }
                let at = found.trailing_zeros();
                let area = (0x0101 * ((1 << width) - 1)) << at;
                areas.list[areas.count] = (at, width);
                areas.count += 1;
                areas.all |= area;
                let near = area | Bitboard8(area).moved_right().0 | Bitboard8(area).moved_left().0;
                tops &= !(near | near >> 8);
            }
        }
        areas
    }
}

/// How many vertical dominoes fit into a set of squares, and which squares
/// they cover.
fn upright_dominoes(mut set: u64) -> (u32, u64) {
    let (mut count, mut covered) = (0, 0);
    while set != 0 {
        let first = set & !(set << 8);
        let second = set & first << 8;
        count += second.count_ones();
        covered |= second | second >> 8;
        set &= !(first | second);
    }
    (count, covered)
}

/// How many horizontal dominoes fit into a set of squares.
fn level_dominoes(mut set: u64) -> u32 {
    let mut count = 0;
    while set != 0 {
        let first = set & !Bitboard8(set).moved_right().0;
        let second = set & Bitboard8(first).moved_right().0;
        count += second.count_ones();
        set &= !(first | second);
    }
    count
}
