//! Certificates of who wins.

use crate::outcome::{Convention, Search, Term};
use check::{Cancel, Claim, Gap, Header, Oracle, State, Walk, Writer};
use rules::{Game, Position};
use rustc_hash::FxHashSet;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use values::{Arena, Error, Player};

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins when either player starts.
    pub claims: Vec<Claim>,
    /// How many states have all their moves answered.
    pub states: usize,
    /// How many moves that are.
    pub answers: u64,
    /// The length of the certificate.
    pub bytes: u64,
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum Unproved {
    /// The search stopped.
    Stopped(Error),
    /// The certificate could not be written.
    Io(io::Error),
    /// The search takes a position for won that has no winning move.
    Contradiction(String),
}

impl From<Error> for Unproved {
    fn from(error: Error) -> Self {
        Unproved::Stopped(error)
    }
}

impl From<io::Error> for Unproved {
    fn from(error: io::Error) -> Self {
        Unproved::Io(error)
    }
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Stopped(error) => error.fmt(f),
            Unproved::Io(error) => error.fmt(f),
            Unproved::Contradiction(state) => {
                write!(f, "the search is wrong about {state}: please report this")
            }
        }
    }
}

impl std::error::Error for Unproved {}

/// Finds out who wins a position and writes a certificate of it.
///
/// The search may know who wins by any means; the certificate has moves only,
/// so that [`check`](check::check()) can verify it from the rules.
///
/// ```
/// use rules::{Game, Legionnaires};
/// use solve::{Convention, prove};
/// use values::{Arena, Player};
/// let game = Legionnaires::<u64>::with_variant(None).unwrap();
/// let position = game.read("4x4").unwrap();
/// let mut file = Vec::new();
/// let mut arena = Arena::new();
/// let name = "legionnaires";
/// prove(&game, name, &position, Convention::Normal, &mut arena, &mut file).unwrap();
/// let proved = check::check(&file[..]).unwrap();
/// assert_eq!(proved.header.claims[0].winner, Player::Left);
/// ```
pub fn prove<G: Game>(
    game: &G,
    name: &str,
    position: &G::Position,
    convention: Convention,
    arena: &mut Arena,
    out: &mut dyn Write,
) -> Result<Proof, Unproved> {
    let mut search = Search::new(convention);
    let sum = [Term::Position(position.clone())];
    let mut claims = Vec::new();
    for starter in Player::BOTH {
        let wins = search.wins(arena, &sum, starter)?;
        let winner = if wins { starter } else { -starter };
        claims.push(Claim { starter, winner });
    }
    let header = Header {
        game: name.to_owned(),
        position: game.write(position),
        misere: convention == Convention::Misere,
        claims,
    };
    let mut walk = Walk::new(header.misere);
    let mut prover = Prover {
        cancel: if header.misere {
            Cancel::Nothing
        } else {
            Cancel::Pairs
        },
        search: &mut search,
        arena,
        writer: Writer::new(out, &header)?,
    };
    for claim in &header.claims {
        let state = walk.state(position, claim.starter);
        let result = if claim.winner == claim.starter {
            walk.wins(&state, &mut prover)
        } else {
            walk.loses(state, &mut prover)
        };
        result.map_err(|gap| match gap {
            Gap::Oracle(error) => error,
            Gap::NoSuchMove(state, _)
            | Gap::NoAnswer(state)
            | Gap::Stuck(state)
            | Gap::Rank(state) => Unproved::Contradiction(state.describe(game)),
        })?;
    }
    Ok(Proof {
        bytes: prover.writer.finish()?,
        states: walk.len(),
        answers: walk.answers,
        claims: header.claims,
    })
}

/// Answers moves by search, and writes the answers down.
struct Prover<'a, P, W> {
    search: &'a mut Search<P>,
    arena: &'a mut Arena,
    writer: Writer<W>,
    cancel: Cancel,
}

impl<P: Position, W: Write> Oracle<P> for Prover<'_, P, W> {
    type Error = Unproved;

    fn moves(&mut self, count: usize) -> Result<(), Unproved> {
        Ok(self.writer.number(count as u64)?)
    }

    fn answer(
        &mut self,
        state: &State<P>,
        known: &FxHashSet<State<P>>,
    ) -> Result<Option<usize>, Unproved> {
        let answer = self.find(state, known)?;
        self.writer.number(answer.map_or(0, |n| n as u64 + 1))?;
        Ok(answer)
    }
}

impl<P: Position, W> Prover<'_, P, W> {
    /// A move into the set if there is one, else one that the search knows to
    /// win, the one that leaves the fewest moves to answer; else one that it
    /// finds.
    fn find(
        &mut self,
        state: &State<P>,
        known: &FxHashSet<State<P>>,
    ) -> Result<Option<usize>, Unproved> {
        let mut options = Vec::new();
        let mut in_set = None;
        state.moves(&mut |number, mv| {
            let next = state.after(&mv, self.cancel);
            if known.contains(&next) {
                in_set = Some(number);
                return ControlFlow::Break(());
            }
            options.push((mobility(&next), number, next));
            ControlFlow::Continue(())
        });
        if in_set.is_some() {
            return Ok(in_set);
        }
        options.sort_by_key(|(mobility, number, _)| (*mobility, *number));
        for (_, number, next) in &options {
            if self.search.glance_at(self.arena, next.parts())? == Some(false) {
                return Ok(Some(*number));
            }
        }
        for (_, number, next) in &options {
            if !self.search.mover_wins(self.arena, next.parts())? {
                return Ok(Some(*number));
            }
        }
        Ok(None)
    }
}

/// How many moves the player to move has.
fn mobility<P: Position>(state: &State<P>) -> usize {
    let moves = state.parts().map(|(position, negated)| {
        position.mobility(if negated { Player::Right } else { Player::Left })
    });
    moves.sum()
}
