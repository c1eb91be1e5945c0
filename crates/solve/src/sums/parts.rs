//! The parts of sums: positions of any games and canonical forms, each met
//! once.

use super::bag::{Bag, Signed};
use crate::thermograph::Thermographer;
use crate::value::Evaluator;
use rules::{MOST_MOVES, Position, TOO_MANY_MOVES};
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::ops::ControlFlow;
use std::sync::Arc;
use values::{Arena, Birthday, Budget, Dyadic, Error, Player, Result, Thermograph, Value};

/// The parts of sums that were met, with their thermographs and options.
///
/// ```
/// use rules::{Amazons, Game};
/// use solve::Parts;
/// use values::{Arena, Budget};
/// let game = Amazons::<u64>::with_variant(None).unwrap();
/// let mut arena = Arena::new();
/// let mut parts = Parts::new(Budget::unlimited());
/// let position = game.read("R..L...R").unwrap();
/// let bag = parts.position(&mut arena, &position).unwrap();
/// let negative = -&bag;
/// assert_eq!(parts.sum(&mut arena, &[bag, negative]).unwrap().len(), 0);
/// ```
pub struct Parts {
    list: Vec<Part>,
    /// Canonical forms by value; each stands for its negative and for its
    /// sums with integers as well.
    values: FxHashMap<Value, u32>,
    kinds: Vec<Box<dyn Kind>>,
    types: FxHashMap<TypeId, usize>,
    /// What each position of each kind comes to.
    positions: FxHashMap<(usize, u32), Bag>,
    /// How many moves can be made before a canonical form is an integer.
    lengths: FxHashMap<Value, u64>,
    budget: Budget,
    /// More new positions or values than this a canonical form is not worth.
    effort: usize,
    bytes: usize,
}

/// Where a part comes from.
#[derive(Clone, Copy)]
enum Source {
    Value(Value),
    Position(usize, u32),
}

struct Part {
    source: Source,
    graph: Thermograph,
    /// The value, if it is a number.
    number: Option<Dyadic>,
    /// At least as many moves as can be made in it before it is an integer.
    length: u64,
    own_negative: bool,
    /// Left's options in it and in its negative.
    options: [Option<Arc<[Bag]>>; 2],
}

/// Positions of one type.
trait Kind: Send {
    fn as_any(&mut self) -> &mut dyn Any;
    /// The parts of each option of a position, in normal form.
    fn options(&mut self, position: u32, player: Player) -> Result<Vec<Vec<(u32, bool)>>>;
    fn thermograph(&mut self, position: u32) -> Result<Thermograph>;
    /// The value, if it takes no more new positions or values than this.
    fn value(&mut self, arena: &mut Arena, position: u32, effort: usize) -> Result<Option<Value>>;
    fn rank(&self, position: u32) -> u64;
    fn bytes(&self) -> u64;
}

struct Positions<P: Position> {
    list: Vec<P>,
    places: FxHashMap<P, u32>,
    thermographer: Thermographer<P>,
    evaluator: Evaluator<P>,
    /// Positions of this rank and above have values that take too long.
    too_much: u64,
}

/// What a canonical form is worth, in new positions or values.
const EFFORT: usize = 1 << 12;

impl<P: Position> Positions<P> {
    fn place(&mut self, position: P) -> u32 {
        if let Some(&place) = self.places.get(&position) {
            return place;
        }
        let place = self.list.len() as u32;
        self.list.push(position.clone());
        self.places.insert(position, place);
        place
    }

    fn places(&mut self, position: &P) -> Vec<(u32, bool)> {
        let mut parts = Vec::new();
        position.parts(&mut |part| parts.push(part.normal_form()));
        let place = |(part, negated)| (self.place(part), negated);
        parts.into_iter().map(place).collect()
    }
}

impl<P: Position> Kind for Positions<P> {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn options(&mut self, position: u32, player: Player) -> Result<Vec<Vec<(u32, bool)>>> {
        let mut options = Vec::new();
        let position = self.list[position as usize].clone();
        let all = position.options(player, &mut |option| {
            if options.len() == MOST_MOVES {
                return ControlFlow::Break(());
            }
            options.push(self.places(&option));
            ControlFlow::Continue(())
        });
        match all {
            ControlFlow::Continue(()) => Ok(options),
            ControlFlow::Break(()) => Err(TOO_MANY_MOVES),
        }
    }

    fn thermograph(&mut self, position: u32) -> Result<Thermograph> {
        let position = &self.list[position as usize];
        self.thermographer.thermograph(position)
    }

    fn value(&mut self, arena: &mut Arena, position: u32, effort: usize) -> Result<Option<Value>> {
        let position = &self.list[position as usize];
        let rank = position.rank();
        if rank >= self.too_much && position.known_value().is_none() {
            return Ok(None);
        }
        let value = self.evaluator.value_within(arena, position, effort)?;
        if value.is_none() {
            self.too_much = rank;
        }
        Ok(value)
    }

    fn rank(&self, position: u32) -> u64 {
        self.list[position as usize].rank()
    }

    fn bytes(&self) -> u64 {
        let positions = self.list.capacity() * 3 * size_of::<P>();
        positions as u64 + self.thermographer.bytes() + self.evaluator.bytes()
    }
}

impl Parts {
    /// None yet. Thermographs of positions are found within the budget.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self::with_effort(budget, EFFORT)
    }

    /// None yet; a canonical form may take at most `effort` new positions or
    /// values. Positions that take more are looked at themselves.
    #[must_use]
    pub fn with_effort(budget: Budget, effort: usize) -> Self {
        Parts {
            list: Vec::new(),
            values: FxHashMap::default(),
            kinds: Vec::new(),
            types: FxHashMap::default(),
            positions: FxHashMap::default(),
            lengths: FxHashMap::default(),
            budget,
            effort,
            bytes: 0,
        }
    }

    /// About how many bytes are in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let kinds: u64 = self.kinds.iter().map(|kind| kind.bytes()).sum();
        self.bytes as u64 + kinds
    }

    /// A position as a bag.
    pub fn position<P: Position>(&mut self, arena: &mut Arena, position: &P) -> Result<Bag> {
        let budget = &self.budget;
        let kinds = &mut self.kinds;
        let kind = *self.types.entry(TypeId::of::<P>()).or_insert_with(|| {
            kinds.push(Box::new(Positions::<P> {
                list: Vec::new(),
                places: FxHashMap::default(),
                thermographer: Thermographer::with_budget(budget.clone()),
                evaluator: Evaluator::new(),
                too_much: u64::MAX,
            }));
            kinds.len() - 1
        });
        let positions = self.kinds[kind].as_any().downcast_mut::<Positions<P>>();
        let places = positions.expect("kept by its type").places(position);
        self.of_places(arena, kind, &places)
    }

    fn of_places(&mut self, arena: &mut Arena, kind: usize, places: &[(u32, bool)]) -> Result<Bag> {
        let mut bags = Vec::with_capacity(places.len());
        for &(place, negated) in places {
            let bag = self.of_place(arena, kind, place)?;
            bags.push(if negated { -&bag } else { bag });
        }
        self.sum(arena, &bags)
    }

    fn of_place(&mut self, arena: &mut Arena, kind: usize, place: u32) -> Result<Bag> {
        if let Some(bag) = self.positions.get(&(kind, place)) {
            return Ok(bag.clone());
        }
        let bag = match self.kinds[kind].value(arena, place, self.effort)? {
            Some(value) => self.value(arena, value)?,
            None => {
                let graph = self.kinds[kind].thermograph(place)?;
                let number = (graph.temperature().signum() < 0).then(|| graph.mean().clone());
                match number {
                    Some(x) => {
                        let x = arena.number(&x)?;
                        self.value(arena, x)?
                    }
                    None => {
                        let length = self.kinds[kind].rank(place);
                        let source = Source::Position(kind, place);
                        let part = self.push(source, graph, length, false);
                        self.gather(arena, vec![2 * part], Dyadic::zero())?
                    }
                }
            }
        };
        self.bytes += 2 * size_of::<Bag>() + 24;
        self.positions.insert((kind, place), bag.clone());
        self.budget.check()?;
        Ok(bag)
    }

    /// A value as a bag.
    pub fn value(&mut self, arena: &mut Arena, value: Value) -> Result<Bag> {
        if let Some(x) = arena.as_number(value) {
            let part = match x.is_integer() {
                true => None,
                false => Some(self.fraction(arena, &x)?),
            };
            return self.gather(arena, part.into_iter().collect(), floor(&x));
        }
        let mean = arena.mean(value)?;
        let below = floor(&mean);
        let shift = arena.number(&-&below)?;
        let value = arena.add(value, shift)?;
        if let Some(&part) = self.values.get(&value) {
            return self.gather(arena, vec![2 * part], below);
        }
        // With the mean between 0 and 1 its negative is one less than that.
        let more = Dyadic::from(i64::from(!mean.is_integer()));
        let shift = arena.number(&more)?;
        let negative = arena.add(-value, shift)?;
        if let Some(&part) = self.values.get(&negative) {
            return self.gather(arena, vec![2 * part + 1], &below + &more);
        }
        let graph = arena.thermograph(value)?;
        let length = self.length(arena, value)?;
        let part = self.push(Source::Value(value), graph, length, value == -value);
        self.values.insert(value, part);
        self.gather(arena, vec![2 * part], below)
    }

    /// The part for what a number is above the integer below it.
    fn fraction(&mut self, arena: &mut Arena, x: &Dyadic) -> Result<Signed> {
        let value = arena.number(&(x - &floor(x)))?;
        if let Some(&part) = self.values.get(&value) {
            return Ok(2 * part);
        }
        let graph = arena.thermograph(value)?;
        let length = u64::from(x.exponent()) + 1;
        let part = self.push(Source::Value(value), graph, length, false);
        self.list[part as usize].number = arena.as_number(value);
        self.values.insert(value, part);
        Ok(2 * part)
    }

    fn push(&mut self, source: Source, graph: Thermograph, length: u64, own: bool) -> u32 {
        let corners = graph.left.corners().len() + graph.right.corners().len();
        self.bytes += 2 * size_of::<Part>() + corners * 2 * size_of::<Dyadic>();
        self.list.push(Part {
            source,
            graph,
            number: None,
            length,
            own_negative: own,
            options: [None, None],
        });
        self.list.len() as u32 - 1
    }

    /// How many moves can be made in a canonical form before it is an integer.
    fn length(&mut self, arena: &mut Arena, value: Value) -> Result<u64> {
        let mut stack = vec![value];
        while let Some(&value) = stack.last() {
            let known = |lengths: &FxHashMap<Value, u64>, value: Value| {
                let found = lengths.get(&value).or_else(|| lengths.get(&-value));
                found.copied()
            };
            if known(&self.lengths, value).is_some() {
                stack.pop();
                continue;
            }
            if let Some(x) = arena.as_number(value) {
                let length = match x.exponent() {
                    0 => 0,
                    exponent => u64::from(exponent) + 1,
                };
                self.lengths.insert(value, length);
                continue;
            }
            // A nimber may have more options than are worth listing.
            if arena.is_number_up_star(value) {
                let shift = -floor(&arena.mean(value)?);
                let shift = arena.number(&shift)?;
                let near = arena.add(value, shift)?;
                let days = arena.birthday(near, Birthday::default())?;
                let length = u64::try_from(days).unwrap_or(u64::MAX);
                self.lengths.insert(value, length);
                continue;
            }
            let mut longest = 0;
            let waiting = stack.len();
            for player in Player::BOTH {
                for option in arena.options(value, player)? {
                    match known(&self.lengths, option) {
                        Some(length) => longest = length.max(longest),
                        None => stack.push(option),
                    }
                }
            }
            if stack.len() == waiting {
                self.lengths.insert(value, longest + 1);
                self.bytes += 32;
            }
        }
        let found = self.lengths.get(&value);
        Ok(*found.or(self.lengths.get(&-value)).expect("just found"))
    }

    /// A sum of bags as one bag.
    pub fn sum(&mut self, arena: &mut Arena, bags: &[Bag]) -> Result<Bag> {
        let parts = bags.iter().flat_map(|bag| bag.parts.iter().copied());
        let integers = bags.iter().map(Bag::integer);
        let integer = integers.fold(Dyadic::zero(), |sum, n| &sum + &n);
        self.gather(arena, parts.collect(), integer)
    }

    /// The bag with one part replaced.
    pub(super) fn replaced(
        &mut self,
        arena: &mut Arena,
        bag: &Bag,
        place: usize,
        by: &Bag,
    ) -> Result<Bag> {
        let mut parts = Vec::with_capacity(bag.parts.len() + by.parts.len());
        parts.extend_from_slice(&bag.parts[..place]);
        parts.extend_from_slice(&bag.parts[place + 1..]);
        parts.extend_from_slice(&by.parts);
        let integer = &bag.integer() + &by.integer();
        self.gather(arena, parts, integer)
    }

    /// Adds up the numbers, and takes away what cancels: G + (−G) = 0.
    fn gather(
        &mut self,
        arena: &mut Arena,
        mut parts: Vec<Signed>,
        mut integer: Dyadic,
    ) -> Result<Bag> {
        let mut fractions = 0;
        let mut fraction = Dyadic::zero();
        for &signed in &parts {
            if let Some(x) = &self.list[signed as usize / 2].number {
                fractions += 1;
                let x = if signed % 2 == 1 { -x } else { x.clone() };
                fraction = &fraction + &x;
            }
        }
        if fractions > 0 {
            parts.retain(|&signed| self.list[signed as usize / 2].number.is_none());
            integer = &integer + &floor(&fraction);
            if !fraction.is_integer() {
                parts.push(self.fraction(arena, &fraction)?);
            }
        }
        parts.sort_unstable();
        let mut kept: Vec<Signed> = Vec::with_capacity(parts.len());
        // Copies of one part stand together, those not negated first.
        for signed in parts {
            let own = self.list[signed as usize / 2].own_negative;
            let signed = if own { signed & !1 } else { signed };
            let opposite = if own { signed } else { signed ^ 1 };
            match kept.last() {
                Some(&last) if last == opposite => {
                    kept.pop();
                }
                _ => kept.push(signed),
            }
        }
        let own = |&signed: &Signed| self.list[signed as usize / 2].own_negative;
        Ok(Bag {
            own: kept.iter().map(own).collect(),
            parts: kept.into(),
            integer: integer
                .to_i64()
                .filter(|n| n.unsigned_abs() < MOST_POINTS)
                .ok_or(Error::TooLarge {
                    what: "an integer of a sum",
                    bound: MOST_POINTS,
                })?,
        })
    }

    /// Left's options in a part; those in its negative are the negatives of
    /// Right's in the part.
    pub(super) fn options(&mut self, arena: &mut Arena, signed: Signed) -> Result<Arc<[Bag]>> {
        let (part, negated) = (signed as usize / 2, signed % 2 == 1);
        if let Some(options) = &self.list[part].options[usize::from(negated)] {
            return Ok(Arc::clone(options));
        }
        let mover = if negated { Player::Right } else { Player::Left };
        let mut bags: Vec<Bag> = Vec::new();
        match self.list[part].source {
            Source::Value(value) => {
                for option in arena.options(value, mover)? {
                    bags.push(self.value(arena, option)?);
                }
            }
            Source::Position(kind, place) => {
                let mut options = self.kinds[kind].options(place, mover)?;
                options.sort_unstable();
                options.dedup();
                for places in options {
                    self.budget.look()?;
                    bags.push(self.of_places(arena, kind, &places)?);
                }
                bags.sort_unstable_by(|a, b| (&a.parts, a.integer).cmp(&(&b.parts, b.integer)));
                bags.dedup();
            }
        }
        if negated {
            bags.iter_mut().for_each(|bag| *bag = -&*bag);
        }
        self.bytes += bags.len() * (size_of::<Bag>() + 8);
        let options: Arc<[Bag]> = bags.into();
        self.list[part].options[usize::from(negated)] = Some(Arc::clone(&options));
        Ok(options)
    }

    /// The thermograph of a part, and whether it is that of its negative.
    pub(super) fn graph(&self, signed: Signed) -> (&Thermograph, bool) {
        (&self.list[signed as usize / 2].graph, signed % 2 == 1)
    }

    pub(super) fn length_of(&self, signed: Signed) -> u64 {
        self.list[signed as usize / 2].length
    }

    /// At least as many moves as can be made before the bag is an integer.
    #[must_use]
    pub fn longest(&self, bag: &Bag) -> u64 {
        let lengths = bag.parts.iter().map(|&part| self.length_of(part));
        lengths.fold(0, u64::saturating_add)
    }

    /// The different temperatures of the parts, the highest first.
    pub(super) fn temperatures(&self, bag: &Bag) -> Vec<Dyadic> {
        let graphs = bag.parts.iter().map(|&signed| self.graph(signed).0);
        let mut all: Vec<Dyadic> = graphs.map(|graph| graph.temperature().clone()).collect();
        all.sort();
        all.reverse();
        all.dedup();
        all
    }

    /// The mean, which is the sum of the parts' means.
    #[must_use]
    pub fn mean(&self, bag: &Bag) -> Dyadic {
        let means = bag.parts.iter().map(|&signed| match self.graph(signed) {
            (graph, false) => graph.mean().clone(),
            (graph, true) => -graph.mean(),
        });
        means.fold(bag.integer(), |sum, mean| &sum + &mean)
    }
}

fn floor(x: &Dyadic) -> Dyadic {
    Dyadic::new(x.floor(), 0)
}

/// No larger integers, so that sums of a few fit.
const MOST_POINTS: u64 = 1 << 32;
