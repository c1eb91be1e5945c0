//! Certificates of who wins, and the code that verifies them.
//!
//! That the player to move loses is shown by a set of states in which every
//! move has an answer that leads back into the set; that he wins, by a move
//! into such a set. A certificate holds the answers; the set follows from
//! them. Nothing here knows how a solver found them: it shares the rules with
//! the solver and nothing else.

mod certificate;
mod state;
mod walk;

pub use certificate::{Claim, Header, Reader, Writer};
pub use state::{Cancel, Move, State};
pub use walk::{Gap, Oracle, Walk};

use rules::{Game, Position, Visitor};
use rustc_hash::FxHashSet;
use std::fmt;
use std::io::{self, Read};

/// Why a certificate is not accepted.
#[derive(Debug)]
pub struct Rejection {
    reason: String,
    /// Whether the file could not be read, so that nothing is known of it.
    pub unreadable: bool,
}

impl Rejection {
    /// For this reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Rejection {
            reason: reason.into(),
            unreadable: false,
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Rejection {}

impl From<io::Error> for Rejection {
    fn from(error: io::Error) -> Self {
        Rejection {
            reason: error.to_string(),
            unreadable: true,
        }
    }
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The game, the position and the claims.
    pub header: Header,
    /// How many states were closed.
    pub states: usize,
    /// How many moves were answered.
    pub answers: u64,
}

/// Verifies a certificate.
///
/// ```
/// assert!(check::check(&b"anything else"[..]).is_err());
/// ```
pub fn check(input: impl Read) -> Result<Proved, Rejection> {
    let (reader, header) = Reader::new(input)?;
    let (game, position) = (header.game.clone(), header.position.clone());
    let checker = Checker { reader, header };
    rules::visit(&game, &position, checker).map_err(|bad| Rejection::new(bad.message))?
}

struct Checker<R> {
    reader: Reader<R>,
    header: Header,
}

impl<R: Read> Visitor for Checker<R> {
    type Output = Result<Proved, Rejection>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Checker { reader, header } = self;
        if game.is_loopy() {
            return Err(Rejection::new("play may not end, so answers prove nothing"));
        }
        let position = game.read(&header.position);
        let position = position.map_err(|bad| Rejection::new(bad.message))?;
        let mut answers = Answers { reader };
        let mut walk = Walk::new(header.misere);
        for claim in &header.claims {
            let state = walk.state(&position, claim.starter);
            let result = if claim.winner == claim.starter {
                walk.wins(&state, &mut answers)
            } else {
                walk.loses(state, &mut answers)
            };
            result.map_err(|gap| rejection(&game, gap))?;
        }
        answers.reader.finish()?;
        Ok(Proved {
            header,
            states: walk.len(),
            answers: walk.answers,
        })
    }
}

fn rejection<G: Game>(game: &G, gap: Gap<G::Position, Rejection>) -> Rejection {
    let at = |state: &State<G::Position>| state.describe(game);
    Rejection::new(match gap {
        Gap::Oracle(rejection) => return rejection,
        Gap::NoSuchMove(state, number) => {
            format!("move {} does not exist in {}", number + 1, at(&state))
        }
        Gap::NoAnswer(state) => format!("no answer is given in {}", at(&state)),
        Gap::Stuck(state) => format!("who has no move wins in {}", at(&state)),
        Gap::Rank(state) => format!("a move leads on for ever in {}", at(&state)),
    })
}

/// The answers that a certificate gives.
struct Answers<R> {
    reader: Reader<R>,
}

impl<P: Position, R: Read> Oracle<P> for Answers<R> {
    type Error = Rejection;

    fn moves(&mut self, count: usize) -> Result<(), Rejection> {
        let stated = self.reader.number()?;
        if stated == count as u64 {
            return Ok(());
        }
        Err(Rejection::new(format!(
            "a position with {count} moves is said to have {stated}"
        )))
    }

    fn answer(
        &mut self,
        _state: &State<P>,
        _known: &FxHashSet<State<P>>,
    ) -> Result<Option<usize>, Rejection> {
        let number = self.reader.number()?;
        Ok(number.checked_sub(1).map(|n| n as usize))
    }
}
