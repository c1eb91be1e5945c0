//! The numbers for the unknowns of a rule under which its conditions hold.

use super::expression::{Expression, Linear, PLACES, Places, Values};
use super::heap::{Heap, Sum};
use super::rule::Rule;
use std::ops::ControlFlow;

/// The most numbers that are tried for the unknowns of one heap without a
/// result between them.
const MOST_TRIES: u64 = 1 << 24;

/// The most equal heaps that a move makes, apart from those in which nobody
/// can move.
pub(super) const MOST_COPIES: i128 = 1 << 16;

/// Why not all solutions were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Nobody wants more.
    Asked,
    /// Nothing bounds the unknown with this number.
    Unbounded(usize),
    /// Too many numbers were tried.
    TooLong,
    /// A number is too large for a heap.
    TooLarge,
}

/// Calls `each` with every sum that a rule makes of a heap, equal ones
/// perhaps several times, until it says stop, and counts the numbers that are
/// tried.
pub(super) fn solutions(
    rule: &Rule,
    heap: &Heap,
    tries: &mut u64,
    each: &mut dyn FnMut(Sum) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let mut values = [0; PLACES];
    for (value, number) in values.iter_mut().zip(&heap[..rule.numbers]) {
        *value = i128::from(*number);
    }
    let open = rule.open();
    let mut search = Search {
        rule,
        values,
        fruitless: 0,
        tries,
        each,
    };
    // Those that hold for no unknowns, or the rule is for other heaps.
    match search.holds(open, None) {
        true => search.step(open, &Ranges::new()),
        false => Ok(()),
    }
}

/// The least and the most that each place can be.
#[derive(Clone)]
struct Ranges {
    least: Values,
    most: [Option<i128>; PLACES],
}

impl Ranges {
    fn new() -> Self {
        Ranges {
            least: [0; PLACES],
            most: [None; PLACES],
        }
    }

    /// The least that a multiple of a place can be.
    fn least_multiple(&self, place: usize, factor: i128) -> Option<i128> {
        match factor {
            0 => Some(0),
            1.. => factor.checked_mul(self.least[place]),
            _ => factor.checked_mul(self.most[place]?),
        }
    }

    /// Narrows the places in a form that is at most 0; whether something
    /// changed.
    fn narrow(&mut self, form: &Linear) -> bool {
        let mut changed = false;
        for place in 0..PLACES {
            let factor = form.coefficients[place];
            if factor == 0 {
                continue;
            }
            let others = (0..PLACES).filter(|&other| other != place);
            let rest = others
                .map(|other| self.least_multiple(other, form.coefficients[other]))
                .try_fold(form.constant, |sum, least| sum.checked_add(least?));
            let Some(room) = rest.and_then(i128::checked_neg) else {
                continue;
            };
            if factor > 0 {
                let most = room.div_euclid(factor);
                if self.most[place].is_none_or(|old| most < old) {
                    self.most[place] = Some(most);
                    changed = true;
                }
            } else {
                // factor · x <= room: x is at least room / factor, rounded up.
                let least = -room.div_euclid(-factor);
                if least > self.least[place] {
                    self.least[place] = least;
                    changed = true;
                }
            }
        }
        changed
    }

    fn is_empty(&self, open: Places) -> bool {
        (0..PLACES)
            .filter(|place| open >> place & 1 == 1)
            .any(|place| self.most[place].is_some_and(|most| most < self.least[place]))
    }
}

struct Search<'a> {
    rule: &'a Rule,
    values: Values,
    /// The numbers that were tried since the last solution.
    fruitless: u64,
    tries: &'a mut u64,
    each: &'a mut dyn FnMut(Sum) -> ControlFlow<()>,
}

impl Search<'_> {
    /// Whether those conditions hold that need nothing open, and that need
    /// the place that was chosen last.
    fn holds(&self, open: Places, chosen: Option<usize>) -> bool {
        self.rule
            .all()
            .filter(|&(_, places)| {
                places & open == 0 && chosen.is_none_or(|place| places >> place & 1 == 1)
            })
            .all(|(condition, _)| condition.holds(&self.values) == Some(true))
    }

    fn step(&mut self, open: Places, ranges: &Ranges) -> Result<(), Stop> {
        if open == 0 {
            return self.found();
        }
        let ranges = self.narrowed(open, ranges.clone());
        if ranges.is_empty(open) {
            return Ok(());
        }
        let places = (0..PLACES).filter(|place| open >> place & 1 == 1);
        let width = |place: &usize| ranges.most[*place].map(|most| most - ranges.least[*place]);
        let place = places
            .min_by_key(|place| width(place).unwrap_or(i128::MAX))
            .expect("a place is open");
        let Some(most) = ranges.most[place] else {
            return Err(Stop::Unbounded(place - self.rule.numbers));
        };
        let least = ranges.least[place];
        let choices = self
            .rule
            .all()
            .find_map(|(condition, _)| condition.choices(place, &self.values, open));
        match choices {
            Some(choices) => choices
                .into_iter()
                .filter(|choice| (least..=most).contains(choice))
                .try_for_each(|choice| self.choose(place, choice, open, &ranges)),
            None => (least..=most).try_for_each(|choice| self.choose(place, choice, open, &ranges)),
        }
    }

    fn choose(
        &mut self,
        place: usize,
        choice: i128,
        open: Places,
        ranges: &Ranges,
    ) -> Result<(), Stop> {
        *self.tries += 1;
        self.fruitless += 1;
        if self.fruitless > MOST_TRIES {
            return Err(Stop::TooLong);
        }
        self.values[place] = choice;
        let open = open & !(1 << place);
        match self.holds(open, Some(place)) {
            true => self.step(open, ranges),
            false => Ok(()),
        }
    }

    /// Narrower ranges, as far as a few rounds get.
    fn narrowed(&self, open: Places, mut ranges: Ranges) -> Ranges {
        let mut forms = Vec::new();
        for (condition, needs) in self.rule.all() {
            if needs & open != 0 {
                condition.bounds(&self.values, open, &mut forms);
            }
        }
        for _ in 0..8 {
            let mut changed = false;
            for form in &forms {
                changed |= ranges.narrow(form);
            }
            if !changed || ranges.is_empty(open) {
                break;
            }
        }
        ranges
    }

    fn found(&mut self) -> Result<(), Stop> {
        let mut sum: Sum = Vec::with_capacity(self.rule.sum.len());
        for made in &self.rule.sum {
            let value = |number: &Expression| number.value(&self.values);
            let Some(count) = value(&made.count) else {
                return Ok(());
            };
            let mut heap = [0; _];
            for (number, made) in heap.iter_mut().zip(&made.heap) {
                // A number that does not exist makes no move.
                let Some(value) = value(made) else {
                    return Ok(());
                };
                *number = u32::try_from(value).map_err(|_| Stop::TooLarge)?;
            }
            let count = u32::try_from(count).map_err(|_| Stop::TooLarge)?;
            if count > 0 {
                sum.push((heap, count));
            }
        }
        sum.sort_unstable();
        sum.dedup_by(|next, before| {
            let same = next.0 == before.0;
            if same {
                before.1 = before.1.saturating_add(next.1);
            }
            same
        });
        self.fruitless = 0;
        match (self.each)(sum) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Asked),
        }
    }
}
