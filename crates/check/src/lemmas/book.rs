//! Values as explicit forms, and what was proved of them.

use super::notes::Notes;
use super::number::Number;
use crate::Rejection;
use rustc_hash::{FxHashMap, FxHashSet};
use values::Player;

/// A value of the book, or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref(u32);

impl Ref {
    /// The game without moves.
    pub const ZERO: Ref = Ref(0);

    /// As a certificate writes it: twice the number of the value, and one more
    /// for its negative.
    #[must_use]
    pub fn code(self) -> u64 {
        u64::from(self.0)
    }

    /// What a certificate writes.
    pub fn from_code(code: u64) -> Result<Self, Rejection> {
        let code = u32::try_from(code).map_err(|_| unknown(code / 2))?;
        Ok(Ref(code))
    }

    /// The number of the value.
    #[must_use]
    pub fn id(self) -> u32 {
        self.0 >> 1
    }

    fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

fn unknown(id: u64) -> Rejection {
    Rejection::new(format!("value {id} is not there"))
}

struct Entry {
    options: [Box<[Ref]>; 2],
    number: Option<Number>,
    /// Whether its form is its own negative.
    own_negative: bool,
}

/// Values, each a form whose options came before it; which of them are at most
/// which; and sums. What is in it is true: the only ways in are
/// [`declare`](Self::declare), [`compare`](Self::compare) and
/// [`add`](Self::add).
pub struct Book {
    values: FxHashMap<u32, Entry>,
    next: u32,
    facts: FxHashSet<(Ref, Ref)>,
    sums: FxHashMap<(Ref, Ref), Ref>,
    bytes: u64,
    /// What was looked up.
    pub used: Notes<Used>,
}

/// What was looked up in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Used {
    /// A value, by its number.
    Value(u32),
    /// That one value is at most another.
    Fact(Ref, Ref),
    /// A sum.
    Sum(Ref, Ref),
}

/// A value has no more options of a player.
pub const MOST_OPTIONS: usize = 1 << 16;

impl Default for Book {
    fn default() -> Self {
        Self::new()
    }
}

impl Book {
    /// Nothing but 0.
    #[must_use]
    pub fn new() -> Self {
        let zero = Entry {
            options: [[].into(), [].into()],
            number: Some(Number::ZERO),
            own_negative: true,
        };
        Book {
            values: [(0, zero)].into_iter().collect(),
            next: 1,
            facts: FxHashSet::default(),
            sums: FxHashMap::default(),
            bytes: 0,
            used: Notes::default(),
        }
    }

    /// How many values were declared, 0 among them.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.next
    }

    /// About the bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let facts = self.facts.capacity() * 2 * size_of::<(Ref, Ref)>();
        let sums = self.sums.capacity() * 2 * size_of::<(Ref, Ref, Ref)>();
        let values = self.values.capacity() * 2 * size_of::<(u32, Entry)>();
        self.bytes + (facts + sums + values) as u64
    }

    fn entry(&self, x: Ref) -> Result<&Entry, Rejection> {
        self.used.add(|| Used::Value(x.id()));
        let entry = self.values.get(&x.id());
        entry.ok_or_else(|| unknown(u64::from(x.id())))
    }

    /// The negative. A form that is its own negative has one name.
    pub fn negative(&self, x: Ref) -> Result<Ref, Rejection> {
        Ok(match self.entry(x)?.own_negative {
            true => Ref(x.0 & !1),
            false => Ref(x.0 ^ 1),
        })
    }

    /// The name by which a value is known here.
    pub fn known(&self, x: Ref) -> Result<Ref, Rejection> {
        match self.entry(x)?.own_negative {
            true => Ok(Ref(x.0 & !1)),
            false => Ok(x),
        }
    }

    /// The options of a player, ascending for values that are not negated.
    pub fn options(&self, x: Ref, player: Player) -> Result<Vec<Ref>, Rejection> {
        let entry = self.entry(x)?;
        if !x.is_negated() {
            return Ok(entry.options[player as usize].to_vec());
        }
        let options = entry.options[-player as usize].iter();
        options.map(|&option| self.negative(option)).collect()
    }

    /// One of the options of a player.
    fn option(&self, x: Ref, player: Player, place: usize) -> Result<Option<Ref>, Rejection> {
        let entry = self.entry(x)?;
        let inside = if x.is_negated() { -player } else { player };
        match entry.options[inside as usize].get(place) {
            Some(&option) if x.is_negated() => self.negative(option).map(Some),
            option => Ok(option.copied()),
        }
    }

    /// How many options a player has.
    pub fn width(&self, x: Ref, player: Player) -> Result<usize, Rejection> {
        let inside = if x.is_negated() { -player } else { player };
        Ok(self.entry(x)?.options[inside as usize].len())
    }

    /// The number that the form of a value shows it to be: at most one option
    /// on either side, both numbers, Left's smaller.
    pub fn number(&self, x: Ref) -> Result<Option<Number>, Rejection> {
        let number = self.entry(x)?.number;
        Ok(number.map(|n| if x.is_negated() { -n } else { n }))
    }

    /// A new value with these options, ascending. Names are for the book to
    /// choose: `known` ones.
    pub fn declare(&mut self, options: [Vec<Ref>; 2]) -> Result<Ref, Rejection> {
        for &option in options.iter().flatten() {
            if self.known(option)? != option {
                return Err(Rejection::new(format!(
                    "value {} has an option by another name",
                    self.next
                )));
            }
        }
        if options
            .iter()
            .any(|side| side.windows(2).any(|pair| pair[0] >= pair[1]))
        {
            return Err(Rejection::new(format!(
                "the options of value {} are not ascending",
                self.next
            )));
        }
        if options.iter().any(|side| side.len() > MOST_OPTIONS) {
            return Err(Rejection::new("a value has too many options"));
        }
        let mut mirrored = Vec::with_capacity(options[1].len());
        for &option in &options[1] {
            mirrored.push(self.negative(option)?);
        }
        mirrored.sort_unstable();
        let entry = Entry {
            number: self.simplest(&options)?,
            own_negative: mirrored == options[0],
            options: options.map(Vec::into_boxed_slice),
        };
        let id = self.next;
        if id > u32::MAX / 2 - 1 {
            return Err(Rejection::new("there are too many values"));
        }
        self.next += 1;
        self.bytes += entry.bytes();
        self.values.insert(id, entry);
        Ok(Ref(2 * id))
    }

    fn simplest(&self, options: &[Vec<Ref>; 2]) -> Result<Option<Number>, Rejection> {
        let mut ends = [None, None];
        for (end, side) in ends.iter_mut().zip(options) {
            *end = match side[..] {
                [] => None,
                [option] => match self.number(option)? {
                    None => return Ok(None),
                    number => number,
                },
                _ => return Ok(None),
            };
        }
        Ok(Number::between(ends[0], ends[1]))
    }

    /// Whether x ≤ y is known: as they are the same, by their numbers, or
    /// because it was proved.
    pub fn le(&self, x: Ref, y: Ref) -> Result<bool, Rejection> {
        if x == y {
            return Ok(true);
        }
        match (self.number(x)?, self.number(y)?) {
            (Some(x), Some(y)) => Ok(x <= y),
            _ => {
                let fact = self.fact(x, y)?;
                let known = self.facts.contains(&fact);
                if known {
                    self.used.add(|| Used::Fact(fact.0, fact.1));
                }
                Ok(known)
            }
        }
    }

    /// x ≤ y and −y ≤ −x are one fact.
    pub fn fact(&self, x: Ref, y: Ref) -> Result<(Ref, Ref), Rejection> {
        let mirrored = (self.negative(y)?, self.negative(x)?);
        Ok(mirrored.min((x, y)))
    }

    /// Proves x ≤ y from what is known: no Left option x′ of x is at least y,
    /// as a Left option of y is at least x′ or a Right option of x′ is at most
    /// y; and no Right option y′ of y is at most x, as a Right option of x is
    /// at most y′ or a Left option of y′ is at least x (Conway). Gives the
    /// number of pairs that were looked at, which may not be more than `most`.
    pub fn compare(&mut self, x: Ref, y: Ref, most: u64) -> Result<u64, Rejection> {
        let mut looked = 0;
        // The Right options of y are the Left options of −y.
        for (here, there) in [(x, y), (self.negative(y)?, self.negative(x)?)] {
            for option in self.options(here, Player::Left)? {
                if !self.is_answered(option, there, &mut looked)? || looked > most {
                    return Err(Rejection::new(format!(
                        "{} ≤ {} is not proved",
                        x.code(),
                        y.code()
                    )));
                }
            }
        }
        let fact = self.fact(x, y)?;
        self.facts.insert(fact);
        Ok(looked)
    }

    /// Whether x ≥ y is known to be false: Right, to move in x − y, can move
    /// to what is at most 0.
    pub fn is_answered(&self, x: Ref, y: Ref, looked: &mut u64) -> Result<bool, Rejection> {
        for place in 0..self.width(y, Player::Left)? {
            *looked += 1;
            let option = self.option(y, Player::Left, place)?;
            if option.map_or(Ok(false), |option| self.le(x, option))? {
                return Ok(true);
            }
        }
        for place in 0..self.width(x, Player::Right)? {
            *looked += 1;
            let option = self.option(x, Player::Right, place)?;
            if option.map_or(Ok(false), |option| self.le(option, y))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether two values are known to be equal.
    pub fn equal(&self, x: Ref, y: Ref) -> Result<bool, Rejection> {
        Ok(self.le(x, y)? && self.le(y, x)?)
    }

    /// The sum of two values, if it is known.
    pub fn sum(&self, a: Ref, b: Ref) -> Result<Option<Ref>, Rejection> {
        if a == Ref::ZERO {
            return Ok(Some(b));
        }
        if b == Ref::ZERO {
            return Ok(Some(a));
        }
        if self.negative(a)? == b {
            return Ok(Some(Ref::ZERO));
        }
        let (key, mirrored) = self.pair(a, b)?;
        let sum = self.sums.get(&key).copied();
        if sum.is_some() {
            self.used.add(|| Used::Sum(key.0, key.1));
        }
        sum.map(|sum| match mirrored {
            true => self.negative(sum),
            false => Ok(sum),
        })
        .transpose()
    }

    /// a + b and −a − b are one entry; whether it is the one with the signs
    /// changed.
    pub fn pair(&self, a: Ref, b: Ref) -> Result<((Ref, Ref), bool), Rejection> {
        let ascending = |a: Ref, b: Ref| (a.min(b), a.max(b));
        let plain = ascending(a, b);
        let mirrored = ascending(self.negative(a)?, self.negative(b)?);
        Ok((plain.min(mirrored), mirrored < plain))
    }

    /// The sum of several values, zeros and pairs of negatives left out, the
    /// others added in ascending order of their names.
    pub fn total(&self, mut terms: Vec<Ref>) -> Result<Ref, Rejection> {
        self.cancel(&mut terms)?;
        let mut total = Ref::ZERO;
        for term in terms {
            total = self
                .sum(total, term)?
                .ok_or_else(|| missing_sum(total, term))?;
        }
        Ok(total)
    }

    /// Sorts terms and leaves out zeros and pairs of negatives.
    pub fn cancel(&self, terms: &mut Vec<Ref>) -> Result<(), Rejection> {
        terms.retain(|&term| term != Ref::ZERO);
        terms.sort_unstable();
        // A name and that of its negative are the same or neighbours.
        let mut kept: Vec<Ref> = Vec::with_capacity(terms.len());
        for &term in terms.iter() {
            match kept.last() {
                Some(&last) if self.negative(last)? == term => {
                    kept.pop();
                }
                _ => kept.push(term),
            }
        }
        *terms = kept;
        Ok(())
    }

    /// The options of a + b, whose sums must be known.
    pub fn sum_options(&self, a: Ref, b: Ref) -> Result<[Vec<Ref>; 2], Rejection> {
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for (moved, other) in [(a, b), (b, a)] {
                for option in self.options(moved, player)? {
                    let sum = self.sum(option, other)?;
                    let sum = sum.ok_or_else(|| missing_sum(option, other))?;
                    sides[player as usize].push(sum);
                }
            }
        }
        sides.iter_mut().for_each(ascending);
        Ok(sides)
    }

    /// Proves a + b = sum: both are numbers; or `form` has the options of
    /// a + b and is equal to the sum.
    pub fn add(&mut self, a: Ref, b: Ref, form: Ref, sum: Ref) -> Result<(), Rejection> {
        let proved = match (self.number(a)?, self.number(b)?) {
            (Some(x), Some(y)) => self.number(sum)?.is_some_and(|sum| x.plus(y) == Some(sum)),
            _ => self.is_form(form, &self.sum_options(a, b)?)? && self.equal(form, sum)?,
        };
        if !proved {
            let (a, b) = (a.code(), b.code());
            return Err(Rejection::new(format!("the sum {a} + {b} is not proved")));
        }
        let (key, mirrored) = self.pair(a, b)?;
        let sum = if mirrored { self.negative(sum)? } else { sum };
        self.sums.insert(key, sum);
        Ok(())
    }

    /// Whether a value has these options, ascending.
    pub fn is_form(&self, x: Ref, options: &[Vec<Ref>; 2]) -> Result<bool, Rejection> {
        for player in Player::BOTH {
            let mut own = self.options(x, player)?;
            own.sort_unstable();
            if own != options[player as usize] {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A value is not needed any more.
    pub fn forget_value(&mut self, id: u32) -> Result<(), Rejection> {
        let gone = self.values.remove(&id).filter(|_| id != 0);
        let gone = gone.ok_or_else(|| unknown(u64::from(id)))?;
        self.bytes -= gone.bytes();
        Ok(())
    }

    /// That x ≤ y is not needed any more.
    pub fn forget_fact(&mut self, x: Ref, y: Ref) -> Result<(), Rejection> {
        let fact = self.fact(x, y)?;
        match self.facts.remove(&fact) {
            true => Ok(()),
            false => Err(Rejection::new(
                "a comparison is forgotten that is not there",
            )),
        }
    }

    /// That a + b is known is not needed any more.
    pub fn forget_sum(&mut self, a: Ref, b: Ref) -> Result<(), Rejection> {
        let (key, _) = self.pair(a, b)?;
        match self.sums.remove(&key) {
            Some(_) => Ok(()),
            None => Err(missing_sum(a, b)),
        }
    }
}

impl Entry {
    fn bytes(&self) -> u64 {
        let options: usize = self.options.iter().map(|side| size_of_val(&**side)).sum();
        options as u64
    }
}

/// Each once, in order.
pub fn ascending(names: &mut Vec<Ref>) {
    names.sort_unstable();
    names.dedup();
}

fn missing_sum(a: Ref, b: Ref) -> Rejection {
    Rejection::new(format!("the sum {} + {} is not there", a.code(), b.code()))
}
