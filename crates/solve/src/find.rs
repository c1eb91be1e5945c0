//! A position with a given property: the museum of values.

use crate::value::Evaluator;
use rules::{AllPositions, Flow, Game, Position, Random};
use rustc_hash::FxHashMap;
use values::{Arena, Dyadic, Error, Outcome, Result, Value};

/// A property of values.
pub type Predicate = fn(&mut Arena, Value) -> Result<bool>;

/// What the position is to have.
#[derive(Clone, Debug)]
pub enum Property {
    /// This value.
    Value(Value),
    /// This outcome.
    Outcome(Outcome),
    /// This mean.
    Mean(Dyadic),
    /// This temperature.
    Temperature(Dyadic),
    /// This atomic weight.
    AtomicWeight(Value),
    /// A value of which this is true.
    Predicate(Predicate),
}

impl Property {
    fn holds(&self, arena: &mut Arena, value: Value) -> Result<bool> {
        match self {
            Property::Value(wanted) => Ok(value == *wanted),
            Property::Outcome(wanted) => Ok(arena.outcome(value)? == *wanted),
            Property::Mean(wanted) => Ok(arena.mean(value)? == *wanted),
            Property::Temperature(wanted) => Ok(arena.temperature(value)? == *wanted),
            Property::AtomicWeight(wanted) => match arena.atomic_weight(value) {
                Ok(weight) => Ok(weight == *wanted),
                Err(Error::NotAtomic(_)) => Ok(false),
                Err(error) => Err(error),
            },
            Property::Predicate(predicate) => predicate(arena, value),
        }
    }
}

/// Where to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// At all positions of the board, the smallest first (by rank; boards
    /// with more than 2²⁶ positions are taken in pieces of that size).
    All,
    /// At random positions.
    Random {
        /// Where the random numbers start.
        seed: u64,
        /// How many positions.
        tries: u64,
    },
}

/// What a search gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<P> {
    /// The first position with the properties, and its value.
    pub found: Option<(P, Value)>,
    /// How many positions were looked at.
    pub searched: u64,
    /// Whether these were all there are.
    pub complete: bool,
}

/// How many positions are sorted by size at a time.
const WINDOW: u128 = 1 << 26;

/// Looks on the board of `like` for a position that has all `properties`.
///
/// Positions that differ by a symmetry share their evaluation through the
/// evaluator's memory. `progress` is told now and then how many positions
/// have been searched.
///
/// ```
/// use rules::{Game, Legionnaires};
/// use solve::{Evaluator, Order, Property};
/// use values::{Arena, Notation};
/// let game = Legionnaires::<u64>::with_variant(None).unwrap();
/// let board = game.read("2x3").unwrap();
/// let mut arena = Arena::new();
/// let two = [Property::Value(arena.integer(2).unwrap())];
/// let mut evaluator = Evaluator::new();
/// let finding = solve::find(
///     &game, &board, &two, Order::All, &mut evaluator, &mut arena, &mut |_| {},
/// );
/// let (position, _) = finding.unwrap().found.unwrap();
/// assert_eq!(game.write(&position), "WBW/BB.");
/// ```
pub fn find<G: Game>(
    game: &G,
    like: &G::Position,
    properties: &[Property],
    order: Order,
    evaluator: &mut Evaluator<G::Position>,
    arena: &mut Arena,
    progress: &mut dyn FnMut(u64),
) -> Result<Finding<G::Position>> {
    let mut finder = Finder {
        properties,
        evaluator,
        arena,
        progress,
        verdicts: FxHashMap::default(),
        searched: 0,
    };
    let mut found = None;
    match order {
        Order::All => {
            let all = game.all(like).ok_or(UNNUMBERED)?;
            let mut start = 0;
            while found.is_none() && start < all.count {
                found = finder.window(&all, start)?;
                start += WINDOW;
            }
            let complete = all.count == u128::from(finder.searched);
            Ok(finder.finding(found, complete))
        }
        Order::Random { seed, tries } => {
            let mut random = Random::new(seed);
            while found.is_none() && finder.searched < tries {
                let position = game.scatter(like, &mut |n| random.below(n));
                found = finder.look_at(position)?;
            }
            Ok(finder.finding(found, false))
        }
    }
}

/// What is called with each position and its value; it says whether to go on.
pub type Told<'a, P> = dyn FnMut(&mut Arena, &P, Value) -> Result<Flow> + 'a;

/// Calls `each` with every position of the board of `like`, the smallest first
/// as [`Order::All`] has it, and its value, until it breaks.
///
/// ```
/// use rules::{Clobber, Game};
/// use solve::Evaluator;
/// use std::ops::ControlFlow::Continue;
/// use values::Arena;
/// let game = Clobber::<u64>::with_variant(None).unwrap();
/// let board = game.read("1x3").unwrap();
/// let (mut arena, mut stars) = (Arena::new(), 0);
/// solve::survey(&game, &board, &mut Evaluator::new(), &mut arena, &mut |arena, _, value| {
///     stars += u32::from(arena.as_nimber(value) == Some(1));
///     Ok(Continue(()))
/// })
/// .unwrap();
/// // BW and WB at either end, BWB and WBW.
/// assert_eq!(stars, 6);
/// ```
pub fn survey<G: Game>(
    game: &G,
    like: &G::Position,
    evaluator: &mut Evaluator<G::Position>,
    arena: &mut Arena,
    each: &mut Told<'_, G::Position>,
) -> Result<()> {
    let all = game.all(like).ok_or(UNNUMBERED)?;
    let mut start = 0;
    while start < all.count {
        let budget = arena.budget().clone();
        let bytes = arena.bytes();
        let by_rank = by_rank(&all, start, &mut |more| {
            budget.check()?;
            budget.check_bytes(bytes + more)
        })?;
        for offset in by_rank.into_iter().flatten() {
            arena.budget().look()?;
            let position = (all.get)(start + u128::from(offset));
            let value = evaluator.value(arena, &position)?;
            if each(arena, &position, value)?.is_break() {
                return Ok(());
            }
        }
        start += WINDOW;
    }
    Ok(())
}

/// The offsets from `start` of the positions of a window, by their rank.
/// `check` is told now and then how many bytes that takes.
fn by_rank<P: Position>(
    all: &AllPositions<P>,
    start: u128,
    check: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<Vec<Vec<u32>>> {
    let size = WINDOW.min(all.count - start) as u32;
    let mut by_rank: Vec<Vec<u32>> = Vec::new();
    for offset in 0..size {
        if offset.is_multiple_of(1 << 16) {
            check(u64::from(offset) * 4)?;
        }
        let rank = (all.get)(start + u128::from(offset)).rank();
        // Where ranks are huge, what is beyond counts as one.
        let rank = rank.min(1 << 12) as usize;
        if rank >= by_rank.len() {
            by_rank.resize(rank + 1, Vec::new());
        }
        by_rank[rank].push(offset);
    }
    Ok(by_rank)
}

const UNNUMBERED: Error = Error::TooLarge {
    what: "the positions of this board cannot be numbered",
    bound: u64::MAX,
};

struct Finder<'a, P> {
    properties: &'a [Property],
    evaluator: &'a mut Evaluator<P>,
    arena: &'a mut Arena,
    progress: &'a mut dyn FnMut(u64),
    /// What is known about values.
    verdicts: FxHashMap<Value, bool>,
    searched: u64,
}

impl<P: Position> Finder<'_, P> {
    fn finding(self, found: Option<(P, Value)>, complete: bool) -> Finding<P> {
        Finding {
            found,
            searched: self.searched,
            complete,
        }
    }

    /// Looks at the positions with the numbers from `start` on, sorted by
    /// rank.
    fn window(&mut self, all: &AllPositions<P>, start: u128) -> Result<Option<(P, Value)>> {
        let by_rank = by_rank(all, start, &mut |bytes| self.check(bytes))?;
        for offset in by_rank.into_iter().flatten() {
            let position = (all.get)(start + u128::from(offset));
            let found = self.look_at(position)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn look_at(&mut self, position: P) -> Result<Option<(P, Value)>> {
        self.arena.budget().look()?;
        if self.searched.is_multiple_of(1 << 10) {
            self.check(0)?;
            (self.progress)(self.searched);
        }
        self.searched += 1;
        let value = self.evaluator.value(self.arena, &position)?;
        let holds = match self.verdicts.get(&value) {
            Some(&holds) => holds,
            None => {
                let holds = self.holds(value)?;
                self.verdicts.insert(value, holds);
                holds
            }
        };
        Ok(holds.then_some((position, value)))
    }

    fn holds(&mut self, value: Value) -> Result<bool> {
        for property in self.properties {
            if !property.holds(self.arena, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn check(&self, more: u64) -> Result<()> {
        let budget = self.arena.budget();
        budget.check()?;
        let verdicts = self.verdicts.capacity() as u64 * 9;
        budget.check_bytes(self.arena.bytes() + self.evaluator.bytes() + verdicts + more)
    }
}
