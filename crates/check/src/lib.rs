//! Certificates of who wins, and the code that verifies them.
//!
//! That the player to move loses is shown by a set of states in which every
//! move has an answer that leads back into the set; that he wins, by a move
//! into such a set. A certificate holds the answers; the set follows from
//! them. Nothing here knows how a solver found them: it shares the rules with
//! the solver and nothing else.

mod carried;
mod certificate;
pub mod lemmas;
mod state;
mod walk;

pub use carried::{carried, digest};
pub use certificate::{Claim, Header, Reader, Summand, Writer};
pub use lemmas::{About, Established, HeapPeriod, Theorem};
pub use state::{Cancel, Move, State};
pub use walk::{Gap, Oracle, Walk};

use rules::{Component, Game, MOST_MOVES, Position};
use rustc_hash::FxHashSet;
use std::fmt;
use std::io::{self, Read};
use values::{Budget, Error, Player};

/// Why a certificate is not accepted.
#[derive(Debug)]
pub struct Rejection {
    reason: String,
    unreadable: Option<io::Error>,
    stopped: Option<Error>,
}

impl Rejection {
    /// For this reason. What a file says must not move a cursor.
    pub fn new(reason: impl Into<String>) -> Self {
        Rejection {
            reason: reason.into().replace(char::is_control, " "),
            unreadable: None,
            stopped: None,
        }
    }

    /// What stopped the checker before it knew, in which case nothing is known
    /// of the certificate.
    #[must_use]
    pub fn stopped(&self) -> Option<&Error> {
        self.stopped.as_ref()
    }

    /// Why the file could not be read, in which case nothing is known of it.
    #[must_use]
    pub fn unreadable(&self) -> Option<&io::Error> {
        self.unreadable.as_ref()
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
            unreadable: Some(error),
            stopped: None,
        }
    }
}

impl From<Error> for Rejection {
    /// A certificate that asks for too much is wrong; one that was too much
    /// for the memory or the time at hand may be right.
    fn from(error: Error) -> Self {
        let rejection = Rejection::new(error.to_string());
        match error {
            Error::TooLarge { .. } => rejection,
            _ => Rejection {
                stopped: Some(error),
                ..rejection
            },
        }
    }
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The positions as their games write them, whatever the file calls them,
    /// and what is said of them.
    pub header: Header,
    /// How many states were closed.
    pub states: usize,
    /// How many moves were answered.
    pub answers: u64,
}

impl Proved {
    /// Who wins when a player starts, if that was proved.
    #[must_use]
    pub fn winner(&self, starter: Player) -> Option<Player> {
        let claims = self.header.claims.iter().copied();
        // Exchanging the players changes nothing but their names.
        let mirrored = claims.clone().filter(|_| self.header.own_negative);
        let mut all = claims.chain(mirrored.map(|claim| -claim));
        Some(all.find(|claim| claim.starter == starter)?.winner)
    }
}

/// What a certificate of any kind proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Who wins, by answers to all moves.
    Winner(Proved),
    /// A value, a nim value, a period or who wins, by lemmas.
    Lemmas(Established),
}

/// Verifies a certificate of any kind.
///
/// ```
/// use values::Budget;
/// assert!(check::verdict(&b"anything else"[..], &Budget::unlimited()).is_err());
/// ```
pub fn verdict(input: impl Read, budget: &Budget) -> Result<Verdict, Rejection> {
    let (reader, text) = Reader::open(input)?;
    match text.lines().next() {
        Some(lemmas::MAGIC) => {
            let theorem = text.parse()?;
            lemmas::verify(reader, theorem, budget).map(Verdict::Lemmas)
        }
        Some(certificate::MAGIC) => {
            check_answers(reader, text.parse()?, budget).map(Verdict::Winner)
        }
        _ => Err(Rejection::new(format!(
            "this is no certificate: the first line is neither `{}` nor `{}`",
            certificate::MAGIC,
            lemmas::MAGIC
        ))),
    }
}

/// Verifies a certificate of who wins, in time linear in its length: about the time of a
/// thousand moves on a small board for each answer in it.
///
/// ```
/// use values::Budget;
/// assert!(check::check(&b"anything else"[..], &Budget::unlimited()).is_err());
/// ```
pub fn check(input: impl Read, budget: &Budget) -> Result<Proved, Rejection> {
    let (reader, header) = Reader::new(input)?;
    check_answers(reader, header, budget)
}

fn check_answers<R: Read>(
    reader: Reader<R>,
    mut header: Header,
    budget: &Budget,
) -> Result<Proved, Rejection> {
    let positions = carried::positions(&header.rules, &mut header.summands)?;
    // One position is looked at in the type of its game.
    if let [position] = &positions[..]
        && !position.is_negated()
    {
        return rules::in_its_type!(position, |game, position| {
            verify(
                reader,
                header,
                &[position],
                &|part| game.write(part),
                budget,
            )
        });
    }
    let write = |part: &Component| format!("{}(\"{}\")", part.game().name, part.text());
    verify(reader, header, &positions, &write, budget)
}

fn verify<P: Position, R: Read>(
    reader: Reader<R>,
    header: Header,
    positions: &[P],
    write: &dyn Fn(&P) -> String,
    budget: &Budget,
) -> Result<Proved, Rejection> {
    let mut walk = Walk::new(header.misere, budget.clone());
    if header.own_negative && !walk.own_negative(positions) {
        return Err(Rejection::new("the position is not its own negative"));
    }
    let mut answers = Answers { reader };
    for &claim in &header.claims {
        walk.prove(positions, claim, &mut answers)
            .map_err(|gap| rejection(gap, write))?;
    }
    let totals = [
        ("positions", walk.states() as u64),
        ("answers", walk.answers),
    ];
    for (what, found) in totals {
        let stated = answers.reader.number()?;
        if stated != found {
            let reason = format!("{found} {what} are given where {stated} are stated");
            return Err(Rejection::new(reason));
        }
    }
    answers.reader.finish()?;
    Ok(Proved {
        header,
        states: walk.states(),
        answers: walk.answers,
    })
}

fn rejection<P: Position>(gap: Gap<P, Rejection>, write: &dyn Fn(&P) -> String) -> Rejection {
    let at = |state: &State<P>| state.describe(write);
    Rejection::new(match gap {
        Gap::Oracle(rejection) => return rejection,
        Gap::Stopped(error) => return error.into(),
        Gap::Count(state, stated) => {
            format!("it is not {stated} moves that there are in {}", at(&state))
        }
        Gap::NoSuchMove(state, number) => {
            format!(
                "move {} does not exist in {}",
                number as u64 + 1,
                at(&state)
            )
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

    fn moves(&mut self, _state: &State<P>) -> Result<usize, Rejection> {
        let stated = self.reader.number()?;
        let stated = usize::try_from(stated).ok().filter(|&n| n <= MOST_MOVES);
        stated.ok_or_else(|| Rejection::new("a position is said to have too many moves"))
    }

    fn answer(
        &mut self,
        _state: &State<P>,
        _known: &FxHashSet<State<P>>,
    ) -> Result<Option<usize>, Rejection> {
        let number = self.reader.number()?;
        Ok(number
            .checked_sub(1)
            .map(|n| usize::try_from(n).unwrap_or(usize::MAX)))
    }
}
