//! How good a board is, without looking ahead.

use super::beam::{Judgement, lead};
use rules::latrunculus::{Attack, Board, LEAST_COST, Options, State};
use values::Player;

/// A won game, in hundredths of a Soldier.
pub const WON: i32 = 100_000;
const SOLDIER: i32 = 100;

/// What counts for how much, in hundredths of a Soldier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The own King within reach of the other, for each of the six throws
    /// that kill him.
    pub danger: i32,
    /// The King of the other, who throws before, within the own reach, for
    /// each of the six throws that kill him.
    pub attack: i32,
    /// A Soldier that a throw of the other kills, for each of the six.
    pub loss: i32,
    /// A Soldier that the throw after that kills.
    pub gain: i32,
    /// A Soldier within two steps of the other's Soldiers.
    pub contact: i32,
    /// To be in the lead when the game is about to stall.
    pub stall: i32,
}

impl Weights {
    /// Soldiers and shots alone.
    pub const SHOTS: Weights = Weights {
        danger: 45,
        attack: 15,
        loss: 15,
        gain: 5,
        contact: 0,
        stall: 0,
    };
    /// After a logistic regression on who won, over the boards at the end of
    /// the turns of 400 games that [`SHOTS`](Self::SHOTS) played against itself
    /// with some noise; rounded. What was learnt from games between unlike
    /// players told the players apart, and played worse.
    pub const LEARNT: Weights = Weights {
        danger: 120,
        attack: 25,
        loss: 20,
        gain: 10,
        contact: 3,
        stall: 350,
    };
}

/// The lead, in hundredths of a Soldier, that makes the odds e to one: learnt
/// with the weights.
const SCALE: f64 = 230.0;

/// The chance to win that a value stands for.
pub fn chance(value: i32) -> f64 {
    match value {
        WON.. => 1.0,
        ..=LOST => 0.0,
        value => 1.0 / (1.0 + (-f64::from(value) / SCALE).exp()),
    }
}

const LOST: i32 = -WON;

/// The value that stands for a chance to win.
pub fn value(chance: f64) -> i32 {
    if chance >= 1.0 {
        return WON;
    }
    if chance <= 0.0 {
        return LOST;
    }
    let odds = (chance / (1.0 - chance)).ln() * SCALE;
    (odds.round() as i32).clamp(LOST + 1, WON - 1)
}

fn spread(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = set | ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    row | (row << 8) | (row >> 8)
}

/// What a player can probably kill in one turn.
#[derive(Clone, Copy, Debug)]
struct Prospects {
    /// The pips that kill the enemy's King.
    king: u8,
    /// The pips that kill the three Soldiers that are the easiest to kill.
    soldiers: [u8; 3],
}

/// More pips than a die shows.
const NEVER: u8 = 7;

impl Prospects {
    /// For each enemy the pips that kill it as it stands, or after the nearest
    /// attacker has come. Unlike [`rules::latrunculus::shots`] it looks at
    /// each attacker and each victim alone and at no kills before, and takes no
    /// time.
    fn of(board: &Board, attacker: Player, options: &Options) -> Prospects {
        /// The least kill takes two of the six pips.
        const STEPS: usize = 5;
        let king_of = |player| board.king(player).map_or(0, |king| 1u64 << king.index());
        let (soldiers, king) = (board.soldiers(attacker), king_of(attacker));
        let (enemies, enemy_king) = (board.soldiers(-attacker), king_of(-attacker));
        let empty = !board.occupied();
        // Where a Soldier, and where the King, can be after i steps; the
        // King steps over his own Soldiers.
        let mut march = [soldiers; STEPS];
        let mut ends = [0; STEPS];
        let mut walk = king;
        for steps in 1..STEPS {
            march[steps] = march[steps - 1] | spread(march[steps - 1]) & empty;
            walk |= spread(walk) & (empty | soldiers);
            ends[steps] = walk & empty;
        }
        let mut prospects = Prospects {
            king: NEVER,
            soldiers: [NEVER; 3],
        };
        let near = spread(march[STEPS - 1] | ends[STEPS - 1] | king);
        let far = options.attack == Attack::Far;
        let mut set = (enemies | enemy_king) & if far { u64::MAX } else { near };
        while set != 0 {
            let victim = set & set.wrapping_neg();
            set ^= victim;
            let around = spread(victim) ^ victim;
            let force = |soldiers: u64, king: u64, squares: u64| {
                (soldiers & squares).count_ones() + 3 * u32::from(king & squares != 0)
            };
            let defence = force(enemies, enemy_king, around | victim);
            let attack = force(soldiers, king, around);
            let cost = |attack: u32| {
                let cost = (4 + defence).saturating_sub(attack);
                (cost as u8).max(LEAST_COST)
            };
            let steps_to = |reach: &[u64; STEPS]| (1..STEPS).find(|&n| reach[n] & around != 0);
            // A Soldier that comes costs as much as it brings, but one may be
            // needed.
            let mut pips = match attack {
                0 if !far => steps_to(&march).map_or(NEVER, |steps| steps as u8 + cost(1)),
                _ => cost(attack),
            };
            if king & around == 0
                && let Some(steps) = steps_to(&ends)
            {
                pips = pips.min(steps as u8 + cost(attack + 3));
            }
            if victim == enemy_king {
                prospects.king = pips.min(NEVER);
            } else if pips < prospects.soldiers[2] {
                prospects.soldiers[2] = pips;
                prospects.soldiers.sort_unstable();
            }
        }
        prospects
    }

    /// How many of the six throws kill the King, and how many Soldiers the
    /// others kill together.
    fn shots(&self) -> (i32, i32) {
        let mut soldiers = 0;
        for throw in 1..self.king.min(NEVER) {
            let mut left = throw;
            for pips in self.soldiers {
                let Some(rest) = left.checked_sub(pips) else {
                    break;
                };
                left = rest;
                soldiers += 1;
            }
        }
        (i32::from(NEVER - self.king), soldiers)
    }

    /// What is gained with `left` more pips, in hundredths of a Soldier.
    fn with(&self, left: u8) -> i32 {
        if self.king <= left {
            return WON / 2;
        }
        match self.soldiers[0] <= left {
            true => SOLDIER * 9 / 10,
            false => 0,
        }
    }
}

/// How good boards are in a turn of a player.
pub struct Judge<'s> {
    player: Player,
    options: &'s Options,
    weights: &'s Weights,
    /// How many pieces there were.
    pieces: u32,
    /// What the lead is worth if nobody is killed.
    stall: i32,
}

impl<'s> Judge<'s> {
    /// For the turn of the player whose throw it is.
    pub fn new(state: &'s State, weights: &'s Weights) -> Self {
        let stall = state.options.stall.map_or(0, |most| {
            // It counts when it is near.
            let near = f64::from(state.quiet + 1) / f64::from(most);
            (f64::from(weights.stall) * near * near) as i32
        });
        Judge {
            player: state.player,
            options: &state.options,
            weights,
            pieces: state.board.occupied().count_ones(),
            stall,
        }
    }

    /// A board in the middle or at the end of the turn, with `left` more
    /// pips.
    pub fn judge(&self, board: &Board, left: u8) -> Judgement {
        let (player, weights) = (self.player, self.weights);
        if let Some(won) = decided(board, player, self.options) {
            return Judgement {
                score: won,
                promise: won,
            };
        }
        let own = Prospects::of(board, player, self.options);
        let (attack, gain) = own.shots();
        let (danger, loss) = Prospects::of(board, -player, self.options).shots();
        let lead = lead(board, player);
        let mut score = lead * SOLDIER + attack * weights.attack + gain * weights.gain
            - danger * weights.danger
            - loss * weights.loss;
        if board.occupied().count_ones() == self.pieces {
            score += lead.signum() * self.stall;
        }
        if weights.contact != 0 {
            score += (contact(board, player) - contact(board, -player)) * weights.contact;
        }
        Judgement {
            score,
            promise: score + own.with(left),
        }
    }
}

/// How many of a player's Soldiers are within two steps of the other's.
fn contact(board: &Board, player: Player) -> i32 {
    let near = spread(spread(board.soldiers(-player)));
    (board.soldiers(player) & near).count_ones() as i32
}

/// The value of a game that is over.
fn decided(board: &Board, player: Player, options: &Options) -> Option<i32> {
    if board.king(-player).is_none() {
        return Some(WON);
    }
    if board.king(player).is_none() {
        return Some(LOST);
    }
    let lead = lead(board, player);
    let enough = i32::try_from(options.lead?).ok()?;
    (lead.abs() >= enough).then_some(lead.signum() * WON)
}
