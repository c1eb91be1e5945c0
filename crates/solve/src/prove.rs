//! Certificates of who wins.

use crate::outcome::{Convention, Search, Term};
use check::{Cancel, Claim, Gap, Header, Oracle, State, Summand, Walk, Writer};
use rules::{Heaps, MOST_MOVES, Position, TOO_MANY_MOVES};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::ops::ControlFlow;
use values::{Arena, Error, Player};

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What it says.
    pub header: Header,
    /// How many states have all their moves answered.
    pub states: usize,
    /// How many moves that are.
    pub answers: u64,
    /// The length of the certificate.
    pub bytes: u64,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum Unproved {
    /// The search stopped.
    #[error(transparent)]
    Stopped(#[from] Error),
    /// The certificate could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The search takes a position for won that has no winning move.
    #[error(
        "the search is wrong about {0}: a value that its rules claim may be false, which \
         `legatus games NAME --check` finds out; if they claim none, please report this"
    )]
    Contradiction(String),
}

/// What a certificate is about.
pub struct Statement<'a, P> {
    /// The positions whose sum it is.
    pub positions: &'a [P],
    /// The positions as the header of the certificate names them.
    pub summands: Vec<Summand>,
    /// How to write a position in a message.
    pub write: &'a dyn Fn(&P) -> String,
}

/// Finds out who wins a sum and writes a certificate of it.
///
/// The search may know who wins by any means; the certificate has moves only,
/// so that [`check`](check::check()) can verify it from the rules. If the sum
/// is its own negative, one starter is enough.
///
/// ```
/// use rules::{Game, Legionnaires};
/// use solve::{Convention, Search, Statement, prove};
/// use values::{Arena, Player};
/// let game = Legionnaires::<u64>::with_variant(None).unwrap();
/// let position = game.read("4x4").unwrap();
/// let summand = check::Summand {
///     game: "legionnaires".into(),
///     position: game.write(&position),
///     negated: false,
/// };
/// let statement = Statement {
///     positions: &[position],
///     summands: vec![summand],
///     write: &|position| game.write(position),
/// };
/// let mut file = Vec::new();
/// let (mut search, mut arena) = (Search::new(Convention::Normal), Arena::new());
/// prove(&mut search, &mut arena, statement, &mut file).unwrap();
/// let proved = check::check(&file[..], arena.budget()).unwrap();
/// assert_eq!(proved.winner(Player::Left), Some(Player::Left));
/// ```
pub fn prove<P: Position>(
    search: &mut Search<P>,
    arena: &mut Arena,
    statement: Statement<'_, P>,
    out: &mut dyn Write,
) -> Result<Proof, Unproved> {
    let positions = statement.positions;
    let misere = search.convention() == Convention::Misere;
    let mut walk = Walk::new(misere, arena.budget().clone());
    let own_negative = walk.own_negative(positions);
    let sum: Vec<Term<P>> = positions.iter().cloned().map(Term::Position).collect();
    let starters = if own_negative { 1 } else { 2 };
    let mut claims = Vec::new();
    for &starter in &Player::BOTH[..starters] {
        let wins = search.wins(arena, &sum, starter)?;
        let winner = if wins { starter } else { -starter };
        claims.push(Claim { starter, winner });
    }
    let header = Header {
        rules: check::carried(&statement.summands),
        summands: statement.summands,
        misere,
        own_negative,
        claims,
    };
    let mut prover = Prover {
        cancel: if misere {
            Cancel::Nothing
        } else {
            Cancel::Pairs
        },
        search,
        arena,
        writer: Writer::new(out, &header)?,
        seen: Seen(vec![0; Seen::WORDS]),
        options: Vec::new(),
        order: Vec::new(),
    };
    for &claim in &header.claims {
        let result = walk.prove(positions, claim, &mut prover);
        result.map_err(|gap| match gap {
            Gap::Oracle(error) => error,
            Gap::Stopped(error) => Unproved::Stopped(error),
            Gap::Count(state, _)
            | Gap::NoSuchMove(state, _)
            | Gap::NoAnswer(state)
            | Gap::Stuck(state)
            | Gap::Rank(state) => Unproved::Contradiction(state.describe(statement.write)),
        })?;
    }
    prover.writer.number(walk.states() as u64)?;
    prover.writer.number(walk.answers)?;
    Ok(Proof {
        bytes: prover.writer.finish()?,
        states: walk.states(),
        answers: walk.answers,
        header,
    })
}

/// Answers moves by search, and writes the answers down.
struct Prover<'a, P, W> {
    search: &'a mut Search<P>,
    arena: &'a mut Arena,
    writer: Writer<W>,
    cancel: Cancel,
    /// The states that answers lead to.
    seen: Seen,
    /// Lists to use again.
    options: Vec<State<P>>,
    order: Vec<(usize, usize)>,
}

/// Hashes that may have come up: a look here is quicker than one into the
/// set itself, and most states are in neither.
struct Seen(Vec<u64>);

impl Seen {
    /// 256 KiB, which fit into a near cache.
    const WORDS: usize = 1 << 15;

    fn place<P>(state: &State<P>) -> (usize, u64) {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        let hash = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (hash as usize / 64 % Self::WORDS, 1 << (hash % 64))
    }

    fn has<P>(&self, state: &State<P>) -> bool {
        let (word, bit) = Self::place(state);
        self.0[word] & bit != 0
    }

    fn add<P>(&mut self, state: &State<P>) {
        let (word, bit) = Self::place(state);
        self.0[word] |= bit;
    }
}

impl<P: Position, W: Write> Oracle<P> for Prover<'_, P, W> {
    type Error = Unproved;

    fn moves(&mut self, state: &State<P>) -> Result<usize, Unproved> {
        self.arena.budget().advance(1);
        self.arena.budget().check()?;
        let mut count = 0;
        let mut looked = Ok(());
        state.moves(&mut |_, _| {
            count += 1;
            match count > MOST_MOVES {
                true => ControlFlow::Break(()),
                false => self.arena.budget().go_on(&mut looked),
            }
        });
        looked?;
        if count > MOST_MOVES {
            return Err(Unproved::Stopped(TOO_MANY_MOVES));
        }
        self.writer.number(count as u64)?;
        Ok(count)
    }

    fn answer(
        &mut self,
        state: &State<P>,
        known: &FxHashSet<State<P>>,
    ) -> Result<Option<usize>, Unproved> {
        if known.len().is_multiple_of(1024) {
            // A state with its only part, twice, and the table that finds it.
            let bytes = known.len() * 4 * (size_of::<State<P>>() + 2 * size_of::<P>());
            let table = self.search.statistics().table_bytes;
            let used = self.arena.bytes() + table + bytes as u64;
            self.arena.budget().check_bytes(used)?;
        }
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
        let Prover {
            search,
            arena,
            cancel,
            seen,
            options,
            order,
            ..
        } = self;
        options.clear();
        let mut in_set = None;
        let mut looked = Ok(());
        state.moves(&mut |number, mv| {
            let next = state.after(&mv, *cancel);
            if seen.has(&next) && known.contains(&next) {
                in_set = Some(number);
                return ControlFlow::Break(());
            }
            options.push(next);
            match options.len() > MOST_MOVES {
                true => ControlFlow::Break(()),
                false => arena.budget().go_on(&mut looked),
            }
        });
        looked?;
        if in_set.is_some() {
            return Ok(in_set);
        }
        if options.len() > MOST_MOVES {
            return Err(Unproved::Stopped(TOO_MANY_MOVES));
        }
        order.clear();
        order.extend(options.iter().map(mobility).zip(0..));
        order.sort_unstable();
        let mut found = None;
        for &(_, number) in order.iter() {
            if search.glance_at(arena, options[number].parts())? == Some(false) {
                found = Some(number);
                break;
            }
        }
        if found.is_none() {
            for &(_, number) in order.iter() {
                if !search.mover_wins(arena, options[number].parts())? {
                    found = Some(number);
                    break;
                }
            }
        }
        if let Some(number) = found {
            seen.add(&options[number]);
        }
        Ok(found)
    }
}

/// How many moves the player to move has, or about so: counting the moves of
/// a heap takes as long as it is large.
fn mobility<P: Position>(state: &State<P>) -> usize {
    let moves = state.parts().map(|(position, negated)| {
        if Heaps::of(position).is_some() {
            return usize::try_from(position.rank()).unwrap_or(usize::MAX);
        }
        position.mobility(if negated { Player::Right } else { Player::Left })
    });
    moves.fold(0, usize::saturating_add)
}
