//! How good a board is, without looking ahead.

use super::beam::{Judgement, lead};
use rules::latrunculus::{Board, LEAST_COST, Options, Square};
use values::Player;

/// A won game, in hundredths of a Soldier.
pub const WON: i32 = 100_000;
const SOLDIER: i32 = 100;

/// What counts for how much, in hundredths of a Soldier. Tuned by matches of
/// players that differ in one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The enemy's King within reach, for each of the six throws that kill him.
    pub king_shot: i32,
    /// Of what the player who throws next may gain, so much counts per cent.
    pub next: i32,
    /// Of what the other may gain after that.
    pub later: i32,
    /// Two Soldiers beside each other.
    pub pair: i32,
}

impl Weights {
    /// Soldiers and shots alone.
    pub const SHOTS: Weights = Weights {
        king_shot: 300,
        next: 90,
        later: 30,
        pair: 0,
    };
    /// Soldiers that keep together may come near the enemy.
    pub const TOGETHER: Weights = Weights {
        pair: 8,
        ..Weights::SHOTS
    };
}

/// The fewest pips with which the piece on a square can probably be killed in
/// one turn: as it stands, or after the nearest attackers have come. Unlike
/// [`rules::latrunculus::shots`] it looks at each attacker alone and at no
/// kills before, and takes no time.
fn pips_to_kill(board: &Board, victim: Square, attacker: Player) -> u8 {
    const NEVER: u8 = 7;
    let around = victim.around();
    let here = around | 1 << victim.index();
    let defence = board.force(-attacker, here);
    let attack = board.force(attacker, around);
    // A Soldier that comes costs as much as it brings; the first is needed.
    let soldiers = board.soldiers(attacker);
    let king = board.king(attacker);
    let cost = |attack: u8| (4 + defence).saturating_sub(attack).max(LEAST_COST);
    let mut fewest = if attack > 0 { cost(attack) } else { NEVER };
    let far_king = king.filter(|king| around >> king.index() & 1 == 0);
    if fewest == LEAST_COST || (attack > 0 && far_king.is_none()) {
        return fewest;
    }
    let empty = !board.occupied();
    let mut ring = around & empty;
    let mut walk = ring;
    for distance in 1..=4 {
        let near = spread(walk);
        if attack == 0 && spread(ring) & soldiers != 0 {
            fewest = fewest.min(distance + cost(1));
        }
        if let Some(king) = far_king
            && near >> king.index() & 1 == 1
        {
            return fewest.min(distance + cost(attack + 3));
        }
        ring = spread(ring) & empty;
        // The King steps over his own Soldiers.
        walk = near & (empty | soldiers);
        if distance + LEAST_COST >= fewest {
            break;
        }
    }
    fewest
}

fn spread(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    row | (row << 8) | (row >> 8)
}

/// What a player can kill soon.
#[derive(Clone, Copy, Debug)]
struct Prospects {
    /// The pips that kill the enemy's King; 7: too many.
    king: u8,
    /// The pips that kill the three Soldiers that are the easiest to kill.
    soldiers: [u8; 3],
}

impl Prospects {
    /// What is gained with six throws together, in hundredths of a Soldier:
    /// for each throw the King, if he can be killed, or as many Soldiers as
    /// the pips pay for.
    fn gain(&self, weights: &Weights) -> i32 {
        let mut gain = 0;
        for throw in 1..=6 {
            if self.king <= throw {
                gain += weights.king_shot;
                continue;
            }
            let mut left = throw;
            for pips in self.soldiers {
                match left.checked_sub(pips) {
                    Some(rest) => left = rest,
                    None => break,
                }
                gain += SOLDIER;
            }
        }
        gain
    }

    /// What is gained with so many pips left, in hundredths of a Soldier.
    fn with(&self, left: u8) -> i32 {
        if self.king <= left {
            return WON / 2;
        }
        match left {
            left if self.soldiers[0] <= left => SOLDIER * 9 / 10,
            _ => 0,
        }
    }
}

fn prospects(board: &Board, attacker: Player) -> Prospects {
    let mut cheapest = [7u8; 3];
    let mut king = 7;
    let targets = board.pieces(-attacker);
    let near = spread(spread(spread(board.pieces(attacker))));
    let mut set = targets & near;
    let king_at = board.king(-attacker);
    while set != 0 {
        let index = set.trailing_zeros() as usize;
        set &= set - 1;
        let Some(square) = Square::at(index % 8, index / 8) else {
            continue;
        };
        let pips = pips_to_kill(board, square, attacker);
        if Some(square) == king_at {
            king = pips;
        } else if pips < cheapest[2] {
            cheapest[2] = pips;
            cheapest.sort_unstable();
        }
    }
    Prospects {
        king,
        soldiers: cheapest,
    }
}

/// A board in the middle or at the end of a player's turn, with so many pips
/// left.
pub fn judge(
    board: &Board,
    player: Player,
    left: u8,
    options: &Options,
    weights: &Weights,
) -> Judgement {
    if let Some(won) = decided(board, player, options) {
        return Judgement {
            score: won,
            promise: won,
        };
    }
    let own = prospects(board, player);
    let threats =
        prospects(board, -player).gain(weights) * weights.next - own.gain(weights) * weights.later;
    let pairs = pairs(board.soldiers(player)) - pairs(board.soldiers(-player));
    let score = lead(board, player) * SOLDIER + pairs * weights.pair - threats / 600;
    Judgement {
        score,
        promise: score + own.with(left),
    }
}

/// The value of a game that is over.
pub fn decided(board: &Board, player: Player, options: &Options) -> Option<i32> {
    if board.king(-player).is_none() {
        return Some(WON);
    }
    if board.king(player).is_none() {
        return Some(-WON);
    }
    let lead = lead(board, player);
    let enough = i32::try_from(options.lead?).ok()?;
    (lead.abs() >= enough).then_some(lead.signum() * WON)
}

/// How many pairs of neighbours are in a set: beside, and in the three
/// directions upwards.
fn pairs(set: u64) -> i32 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let neighbours = [
        (set << 1) & NOT_A,
        set << 8,
        (set << 9) & NOT_A,
        (set << 7) & NOT_H,
    ];
    let pairs = neighbours.map(|moved| (set & moved).count_ones() as i32);
    pairs.into_iter().sum()
}
