//! Who wins, the winning moves, and a line of best play, in words.

use rules::Position;
use solve::{Convention, Proof, Search, Statistics, Step, Term};
use values::{Arena, Outcome, Player, Result};

/// The answer to the question who wins.
pub struct Play {
    /// Who wins.
    pub outcome: Outcome,
    /// What happens when Left starts, and when Right does.
    pub starts: [Started; 2],
    /// The certificate, if one was written.
    pub proof: Option<Proof>,
}

/// What happens when one of the players starts.
pub struct Started {
    /// Who starts.
    pub starter: Player,
    /// Who wins.
    pub winner: Player,
    /// Moves with which the starter wins: none, one or all, as was asked.
    pub winning: Vec<PlayMove>,
    /// Best play to the end; `None` if it was not asked for or takes more
    /// search than it is worth.
    pub line: Option<Vec<PlayMove>>,
}

/// How much to tell beside who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    Winner,
    /// A winning move for who has one, and a line of play if it is cheap.
    OneMove,
    /// All winning moves, and a line of play if it is cheap.
    AllMoves,
    /// A winning move and a line of play, however much search it takes.
    Line,
}

/// How to find who wins; and what is known when that was stopped.
#[derive(Clone, Copy, Debug)]
pub struct Searching {
    /// Who wins when there is no move left.
    pub convention: Convention,
    /// How many threads work at it.
    pub threads: usize,
    /// What the search has done.
    pub done: Option<Statistics>,
    /// Who wins when Left starts and when Right does, if that was found out.
    pub winners: [Option<Player>; 2],
}

impl Searching {
    /// With one thread.
    #[must_use]
    pub fn new(convention: Convention) -> Self {
        Searching {
            convention,
            threads: 1,
            done: None,
            winners: [None; 2],
        }
    }

    pub(crate) fn search<P: Position>(&self) -> Search<P> {
        Search::new(self.convention).with_threads(self.threads)
    }
}

/// How many sums may be looked at for a line of play, beside those that the
/// search remembers.
const LINE_NODES: u64 = 10_000;

/// A move in words.
#[derive(Clone)]
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
    pub(crate) fn find<P: Position>(
        how: &mut Searching,
        search: &mut Search<P>,
        arena: &mut Arena,
        sum: &[Term<P>],
        detail: Detail,
        name: &mut Name<'_, P>,
    ) -> Result<Play> {
        let mut look = || {
            let mut starts = Vec::with_capacity(2);
            for starter in Player::BOTH {
                let wins = search.wins(arena, sum, starter)?;
                let winner = if wins { starter } else { starter.opposite() };
                how.winners[starter as usize] = Some(winner);
                starts.push(Started {
                    starter,
                    winner,
                    winning: Vec::new(),
                    line: None,
                });
            }
            if detail != Detail::Winner {
                for start in &mut starts {
                    start.explain(search, arena, sum, detail, name)?;
                }
            }
            let outcome = match (starts[0].winner, starts[1].winner) {
                (Player::Left, Player::Left) => Outcome::L,
                (Player::Right, Player::Right) => Outcome::R,
                (Player::Left, Player::Right) => Outcome::N,
                (Player::Right, Player::Left) => Outcome::P,
            };
            let starts = starts.try_into().ok().expect("two players");
            Ok(Play {
                outcome,
                starts,
                proof: None,
            })
        };
        let play = look();
        how.done = Some(search.statistics());
        play
    }
}

impl Started {
    fn explain<P: Position>(
        &mut self,
        search: &mut Search<P>,
        arena: &mut Arena,
        sum: &[Term<P>],
        detail: Detail,
        name: &mut Name<'_, P>,
    ) -> Result<()> {
        let mut words = |arena: &mut Arena, steps: &[Step<P>]| {
            let mut moves = Vec::with_capacity(steps.len());
            for step in steps {
                let (text, after) = name(arena, step)?;
                moves.push(PlayMove {
                    player: step.player,
                    text,
                    after,
                });
            }
            Ok(moves)
        };
        let wins = self.winner == self.starter;
        if wins && detail == Detail::AllMoves {
            let steps = search.winning_moves(arena, sum, self.starter)?;
            self.winning = words(arena, &steps)?;
        }
        let nodes = match detail {
            Detail::Line => u64::MAX,
            _ => LINE_NODES,
        };
        if let Some(steps) = search.line(arena, sum, self.starter, nodes)? {
            self.line = Some(words(arena, &steps)?);
        }
        if wins && detail != Detail::AllMoves {
            self.winning = match &self.line {
                Some(line) => line[..line.len().min(1)].to_vec(),
                None => {
                    let step = search.winning_move(arena, sum, self.starter)?;
                    words(arena, step.as_slice())?
                }
            };
        }
        Ok(())
    }
}
