//! Games in which play may not end: who wins, or that nobody does.

mod layer;
mod position_graph;
mod retrograde;

use crate::outcome::Convention;
use layer::Layer;
pub use position_graph::loopy_value;
use rules::{Component, ComponentMove, Key, Position};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use values::{Budget, Error, Player, Result};

/// All positions that can be reached from one, whoever moves at any turn, with
/// what becomes of each when both players play best: who can win does so in
/// as few moves as possible, who must lose puts it off as long as possible,
/// and play that does not end is a draw.
///
/// Found by retrograde analysis, as endgame tables of chess are: from the ends
/// of play backwards, by distance. A move never raises the rank, so ranks are
/// done one after the other, the lowest first.
///
/// # Complexity
///
/// Linear in the moves of all positions that can be reached, in time; in
/// memory linear in the positions and in the moves within one rank. Positions
/// that a symmetry makes equal are one.
///
/// # Literature
///
/// K. Thompson, "Retrograde Analysis of Certain Endgames" (ICCA Journal 9,
/// 1986); for the theory of play without end, *Winning Ways*, chapter 12.
///
/// ```
/// use rules::Component;
/// use solve::{Convention, Fate, Loopy};
/// use values::{Budget, Player};
/// let start = Component::read("legionnaires:centurion", "W./B.").unwrap();
/// let loopy = Loopy::analyse(&start, Convention::Normal, &Budget::unlimited()).unwrap();
/// // Left takes, and Right has no pawn left to move.
/// assert_eq!(loopy.fate(&start, Player::Left), Some(Fate::Wins(1)));
/// let (mv, _) = loopy.best(&start, Player::Left).unwrap();
/// assert_eq!(mv.to_string(), "a1xa2");
/// ```
pub struct Loopy {
    layers: BTreeMap<u64, Layer>,
}

/// What becomes of the player who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// He wins; after how many moves, when he hurries and the other puts it
    /// off.
    Wins(u32),
    /// He loses; after how many moves, when he puts it off.
    Loses(u32),
    /// Play does not end.
    Draws,
}

impl Fate {
    /// What becomes of a player whose move leaves the opponent this fate.
    #[must_use]
    pub fn before(self) -> Fate {
        match self {
            Fate::Wins(moves) => Fate::Loses(moves + 1),
            Fate::Loses(moves) => Fate::Wins(moves + 1),
            Fate::Draws => Fate::Draws,
        }
    }

    /// What a player prefers has more of it: to win soon, to draw, to lose
    /// late.
    #[must_use]
    pub fn merit(self) -> (u8, i64) {
        match self {
            Fate::Loses(moves) => (0, i64::from(moves)),
            Fate::Draws => (1, 0),
            Fate::Wins(moves) => (2, -i64::from(moves)),
        }
    }

    /// Who wins when `player` is to move; `None`: nobody does.
    #[must_use]
    pub fn winner(self, player: Player) -> Option<Player> {
        match self {
            Fate::Wins(_) => Some(player),
            Fate::Loses(_) => Some(-player),
            Fate::Draws => None,
        }
    }

    /// How many moves are left; `None`: no end to them.
    #[must_use]
    pub fn moves(self) -> Option<u32> {
        match self {
            Fate::Wins(moves) | Fate::Loses(moves) => Some(moves),
            Fate::Draws => None,
        }
    }
}

/// The outcome of a game whose play may not end, by what happens when Left
/// starts and when Right does.
///
/// It is written `P`, `N`, `L`, `R` as ever, and `D` if both are draws. If one
/// is, it is `N` or `P` with `^` if Left can be the winner and `v` if Right
/// can: in `N^` Left wins when she starts and Right draws when he does, in
/// `P^` Left draws when she starts and wins when Right does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopyOutcome {
    /// The winner when Left starts, and when Right does.
    pub winners: [Option<Player>; 2],
}

impl fmt::Display for LoopyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Player::{Left, Right};
        f.write_str(match self.winners {
            [Some(Left), Some(Left)] => "L",
            [Some(Right), Some(Right)] => "R",
            [Some(Left), Some(Right)] => "N",
            [Some(Right), Some(Left)] => "P",
            [None, None] => "D",
            [Some(Left), None] => "N^",
            [None, Some(Right)] => "Nv",
            [None, Some(Left)] => "P^",
            [Some(Right), None] => "Pv",
        })
    }
}

/// Play with best moves.
pub struct LoopyLine {
    /// Who moves, and the moves.
    pub moves: Vec<(Player, ComponentMove)>,
    /// Whether the last move leads to a position that was there before, with
    /// the same player to move, so that play goes round.
    pub repeats: bool,
}

impl Loopy {
    /// Analyses all that can be reached from a position, within a budget whose
    /// steps are positions.
    pub fn analyse(start: &Component, convention: Convention, budget: &Budget) -> Result<Self> {
        let mut layers = layer::explore(start, budget)?;
        retrograde::solve(start, &mut layers, convention, budget)?;
        Ok(Loopy { layers })
    }

    /// How many positions there are, those that are mirror images or negatives
    /// of each other counted once.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let sizes = self.layers.values().map(|layer| layer.len() as u64);
        sizes.sum()
    }

    /// In how many of them, with either player to move, who is to move wins,
    /// loses, draws.
    #[must_use]
    pub fn census(&self) -> [u64; 3] {
        let mut census = [0; 3];
        for fate in self.layers.values().flat_map(Layer::fates) {
            let place = match fate {
                Fate::Wins(_) => 0,
                Fate::Loses(_) => 1,
                Fate::Draws => 2,
            };
            census[place] += 1;
        }
        census
    }

    /// The most moves that any win takes.
    #[must_use]
    pub fn longest(&self) -> u32 {
        let fates = self.layers.values().flat_map(Layer::fates);
        fates.filter_map(Fate::moves).max().unwrap_or(0)
    }

    /// What becomes of `player` when he is to move; `None`: the position
    /// cannot be reached from the one that was analysed.
    #[must_use]
    pub fn fate(&self, position: &Component, player: Player) -> Option<Fate> {
        let normal = Normal::of(position);
        let layer = self.layers.get(&normal.rank)?;
        Some(layer.fate(layer.find(&normal.key)?, normal.mover(player)))
    }

    /// Who wins.
    #[must_use]
    pub fn outcome(&self, position: &Component) -> Option<LoopyOutcome> {
        let [left, right] = Player::BOTH.map(|player| self.fate(position, player));
        Some(LoopyOutcome {
            winners: [left?.winner(Player::Left), right?.winner(Player::Right)],
        })
    }

    /// The moves of `player` and what becomes of him with each; `None`: the
    /// position cannot be reached.
    #[must_use]
    pub fn moves(
        &self,
        position: &Component,
        player: Player,
    ) -> Option<Vec<(ComponentMove, Fate)>> {
        self.fate(position, player)?;
        let mut moves = Vec::new();
        let all = position.moves(player, &mut |mv| match self
            .fate(&position.play(player, &mv), -player)
        {
            Some(fate) => {
                moves.push((mv, fate.before()));
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        });
        all.is_continue().then_some(moves)
    }

    /// The best move of `player`, the first of equals, and what becomes of
    /// him; `None`: there is no move, or the position cannot be reached.
    #[must_use]
    pub fn best(&self, position: &Component, player: Player) -> Option<(ComponentMove, Fate)> {
        let moves = self.moves(position, player)?;
        // The first of the best.
        moves.into_iter().rev().max_by_key(|(_, fate)| fate.merit())
    }

    /// Best play: to the end, or until a position comes back; `None`: the
    /// position cannot be reached.
    #[must_use]
    pub fn line(&self, position: &Component, starter: Player) -> Option<LoopyLine> {
        self.fate(position, starter)?;
        let (mut here, mut player) = (position.clone(), starter);
        let mut seen = HashSet::from([(here.clone(), player)]);
        let mut line = LoopyLine {
            moves: Vec::new(),
            repeats: false,
        };
        while let Some((mv, _)) = self.best(&here, player) {
            here = here.play(player, &mv);
            line.moves.push((player, mv));
            player = -player;
            if !seen.insert((here.clone(), player)) {
                line.repeats = true;
                break;
            }
        }
        Some(line)
    }
}

/// A position in normal form.
struct Normal {
    key: Key,
    rank: u64,
    /// Whether it is that of the negative.
    negated: bool,
}

impl Normal {
    fn of(position: &Component) -> Self {
        let rules = position.rules();
        let (key, negated) = rules.normal_form(position.key());
        Normal {
            key,
            rank: rules.rank(&key),
            negated: negated != position.is_negated(),
        }
    }

    /// Who moves in the normal form when `player` moves in the position.
    fn mover(&self, player: Player) -> Player {
        if self.negated { -player } else { player }
    }
}

/// Calls `each` with the options of the position that has a key, by the rules
/// of another; the sign of that one plays no part.
fn each_option(like: &Component, key: Key, player: Player, each: &mut impl FnMut(Normal)) {
    let position = Component::new(like.rules().clone(), key);
    let _ = position.options(player, &mut |option| {
        each(Normal::of(&option));
        ControlFlow::Continue(())
    });
}

/// Looks at the budget now and then.
struct Watch<'b> {
    budget: &'b Budget,
    steps: u64,
}

impl Watch<'_> {
    /// A position is done; `bytes` tells how much memory is in use.
    fn step(&mut self, bytes: impl FnOnce() -> usize) -> Result<()> {
        const INTERVAL: u64 = 1024;
        self.budget.look()?;
        self.steps += 1;
        if self.steps.is_multiple_of(INTERVAL) {
            self.budget.advance(INTERVAL);
            self.check(bytes())?;
        }
        Ok(())
    }

    fn check(&self, bytes: usize) -> Result<()> {
        self.budget.check()?;
        self.budget.check_bytes(bytes as u64)
    }
}

/// Positions are numbered, and distances are at most as large.
const MOST_POSITIONS: usize = 1 << 29;

fn too_many_positions() -> Error {
    Error::TooLarge {
        what: "too many positions can be reached",
        bound: MOST_POSITIONS as u64,
    }
}
