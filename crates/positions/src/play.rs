//! Who wins, the winning moves, and a line of best play, in words.

use rules::Position;
use solve::{Search, Step, Term};
use values::{Arena, Outcome, Player, Result};

/// The answer to the question who wins.
pub struct Play {
    /// Who wins.
    pub outcome: Outcome,
    /// What happens when Left starts, and when Right does.
    pub starts: [Started; 2],
}

/// What happens when one of the players starts.
pub struct Started {
    /// Who starts.
    pub starter: Player,
    /// Who wins.
    pub winner: Player,
    /// The moves with which the starter wins.
    pub winning: Vec<PlayMove>,
    /// Best play to the end.
    pub line: Vec<PlayMove>,
}

/// A move in words.
pub struct PlayMove {
    /// Who moves.
    pub player: Player,
    /// The move.
    pub text: String,
    /// The summand after it.
    pub after: String,
}

/// Gives the words for a move and for the summand after it.
type Name<'a, P> = dyn FnMut(&mut Arena, &Step<P>) -> Result<(String, String)> + 'a;

impl Play {
    /// Searches; `name` gives the words for a move and for what it leaves.
    pub fn find<P: Position>(
        search: &mut Search<P>,
        arena: &mut Arena,
        sum: &[Term<P>],
        details: bool,
        name: &mut Name<'_, P>,
    ) -> Result<Play> {
        let mut starts = Vec::with_capacity(2);
        for starter in Player::BOTH {
            let wins = search.wins(arena, sum, starter)?;
            starts.push(Started {
                starter,
                winner: if wins { starter } else { starter.opposite() },
                winning: Vec::new(),
                line: Vec::new(),
            });
        }
        if details {
            for start in &mut starts {
                let mut words = |arena: &mut Arena, steps: Vec<Step<P>>| {
                    let mut moves = Vec::with_capacity(steps.len());
                    for step in &steps {
                        let (text, after) = name(arena, step)?;
                        let player = step.player;
                        moves.push(PlayMove {
                            player,
                            text,
                            after,
                        });
                    }
                    Ok(moves)
                };
                if start.winner == start.starter {
                    let steps = search.winning_moves(arena, sum, start.starter)?;
                    start.winning = words(arena, steps)?;
                }
                let steps = search.line(arena, sum, start.starter)?;
                start.line = words(arena, steps)?;
            }
        }
        let outcome = match (starts[0].winner, starts[1].winner) {
            (Player::Left, Player::Left) => Outcome::L,
            (Player::Right, Player::Right) => Outcome::R,
            (Player::Left, Player::Right) => Outcome::N,
            (Player::Right, Player::Left) => Outcome::P,
        };
        let starts = starts.try_into().ok().expect("two players");
        Ok(Play { outcome, starts })
    }
}
