//! A game in progress, between two turns.

use super::board::{Board, colour};
use super::options::Options;
use super::turn::Turn;
use crate::bad_input::BadInput;
use values::Player;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A King is dead.
    King(Player),
    /// A lead in Soldiers was reached.
    Lead(Player),
    /// Nobody was killed for long; the leader, if there is one, wins.
    Stalled(Option<Player>),
}

impl Verdict {
    /// Who has won; `None` is a draw.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self {
            Verdict::King(player) | Verdict::Lead(player) => Some(player),
            Verdict::Stalled(leader) => leader,
        }
    }

    /// The verdict in words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Verdict::King(winner) => {
                format!(
                    "{} wins: {}'s King is dead",
                    colour(winner),
                    colour(-winner)
                )
            }
            Verdict::Lead(winner) => format!("{} wins by the lead in Soldiers", colour(winner)),
            Verdict::Stalled(Some(winner)) => format!(
                "nobody was killed for too long: {} leads in Soldiers and wins",
                colour(winner)
            ),
            Verdict::Stalled(None) => {
                "nobody was killed for too long, and neither side leads: a draw".to_owned()
            }
        }
    }
}

/// A game between two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The agreed rules.
    pub options: Options,
    /// The pieces.
    pub board: Board,
    /// Who throws next.
    pub player: Player,
    /// Turns since the last kill.
    pub quiet: u32,
    /// How it ended, if it has.
    pub verdict: Option<Verdict>,
}

impl State {
    /// The beginning of a game, which needs both Kings.
    pub fn new(options: Options, board: Board, player: Player) -> Result<State, BadInput> {
        for player in Player::BOTH {
            if board.king(player).is_none() {
                return Err(BadInput::new(
                    format!("{} has no King", colour(player)),
                    "a game needs both Kings: W and B on the board",
                ));
            }
        }
        Ok(State {
            options,
            board,
            player,
            quiet: 0,
            verdict: None,
        })
    }

    /// The turn that begins with this throw.
    #[must_use]
    pub fn turn(&self, throw: u8) -> Turn {
        Turn::new(&self.board, self.player, throw, &self.options)
    }

    /// The state after a turn that led to this board.
    #[must_use]
    pub fn after(&self, board: &Board) -> State {
        let mover = self.player;
        let killed = board.occupied().count_ones() < self.board.occupied().count_ones();
        let quiet = if killed { 0 } else { self.quiet + 1 };
        let winner = self.options.winner(&self.board, board, mover);
        let kings = Player::BOTH.iter().all(|&p| board.king(p).is_some());
        let verdict = match winner {
            Some(winner) if kings => Some(Verdict::Lead(winner)),
            Some(winner) => Some(Verdict::King(winner)),
            None if self.options.stall.is_some_and(|most| quiet >= most) => {
                let [left, right] = Player::BOTH.map(|p| board.strength(p));
                Some(Verdict::Stalled(match left.cmp(&right) {
                    std::cmp::Ordering::Greater => Some(Player::Left),
                    std::cmp::Ordering::Less => Some(Player::Right),
                    std::cmp::Ordering::Equal => None,
                }))
            }
            None => None,
        };
        State {
            board: *board,
            player: -mover,
            quiet,
            verdict,
            ..*self
        }
    }
}
