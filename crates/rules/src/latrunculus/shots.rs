//! How soon a piece can be killed.

use super::board::{Board, LEAST_COST};
use super::options::Options;
use super::results::Results;
use super::square::Square;
use super::turn::THROWS;
use values::{Budget, Player, Result};

/// For each square with an enemy of `attacker` the fewest pips with which he
/// can be killed in one turn, moves and other kills before it included;
/// `None`: a six does not suffice.
///
/// The last kill takes two pips at least, so only boards that four pips lead
/// to are looked at, and those are all looked at: it is exact.
pub fn shots(
    board: &Board,
    attacker: Player,
    options: &Options,
    budget: &Budget,
) -> Result<[Option<u8>; 64]> {
    let most = *THROWS.end();
    let before = Results::find(board, attacker, most - LEAST_COST, options, budget)?;
    let mut shots = [None; 64];
    let mut look = |pips: u8, now: &Board| {
        if board.king(-attacker).is_some() && now.king(-attacker).is_none() {
            return;
        }
        for victim in Square::all().filter(|s| now.pieces(-attacker) & s.bit() != 0) {
            let Some(cost) = now.kill_cost(victim, options.attack) else {
                continue;
            };
            let all = pips + cost;
            let known = &mut shots[victim.index()];
            if all <= most && known.is_none_or(|known| all < known) {
                *known = Some(all);
            }
        }
    };
    look(0, board);
    for i in 0..before.len() {
        look(before.pips(i), &before.board(i));
    }
    Ok(shots)
}
