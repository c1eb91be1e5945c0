//! What falls with every move, proved from the rules.
//!
//! Whether Σ wᵢ·xᵢ + c of the heaps that a move makes is less than that of
//! the heap it is made of follows, for most games, from the linear conditions
//! of its rule. It is decided by Fourier's and Motzkin's elimination: the
//! conditions together with the opposite of the claim have no solution.

use super::condition::Condition;
use super::expression::{Linear, PLACES, Places};
use super::heap::Heap;
use super::rule::Rule;

/// Σ wᵢ·xᵢ + c, which every move lowers by 1 or more; 0 where it is negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Falling {
    pub weights: Vec<u32>,
    pub constant: i64,
    /// How many unknowns of a rule no equation determines, at most.
    free: usize,
}

/// Systems with more inequalities are given up.
const MOST_INEQUALITIES: usize = 200;
/// Rules with more free unknowns are not looked at.
const MOST_FREE: usize = 4;
/// An unknown is bounded well enough by a number of the heap, or by this.
const SMALL: i128 = 64;

impl Falling {
    /// A measure that moves lower which no rules are written for.
    pub fn given(weights: Vec<u32>) -> Falling {
        Falling {
            weights,
            constant: 0,
            free: 2,
        }
    }

    /// The first of a few simple measures that all rules lower.
    pub fn find(rules: [&[Rule]; 2], numbers: usize) -> Option<Falling> {
        let mut weights = vec![vec![1; numbers], vec![2; numbers]];
        for place in 0..numbers {
            let mut one = vec![0; numbers];
            one[place] = 1;
            weights.push(one);
        }
        let rules: Vec<&Rule> = rules.into_iter().flatten().collect();
        let free = |rule: &&Rule| rule.free();
        let free = rules.iter().map(free).max().unwrap_or(0);
        if free > MOST_FREE {
            return None;
        }
        let candidates = weights.into_iter().flat_map(|weights| {
            [0, -1].map(|constant| Falling {
                weights: weights.clone(),
                constant,
                free,
            })
        });
        candidates
            .into_iter()
            .find(|falling| rules.iter().all(|rule| falling.is_lowered_by(rule)))
    }

    /// The measure of a heap.
    pub fn of(&self, heap: &Heap) -> u64 {
        let numbers = self.weights.iter().zip(heap);
        let sum = numbers.map(|(&weight, &number)| i64::from(weight) * i64::from(number));
        u64::try_from(sum.sum::<i64>() + self.constant).unwrap_or(0)
    }

    /// The largest number of a heap with which play is quick enough: so that
    /// all numbers for the free unknowns can be tried.
    pub fn largest(&self) -> u32 {
        match self.free {
            0 | 1 => 1 << 24,
            2 => 1 << 12,
            3 => 1 << 8,
            // At most MOST_FREE.
            _ => 1 << 6,
        }
    }

    /// Whether another order of the numbers leaves it as it is.
    pub fn is_kept_by(&self, order: &[usize]) -> bool {
        order
            .iter()
            .enumerate()
            .all(|(place, &to)| self.weights[place] == self.weights[to])
    }

    fn is_lowered_by(&self, rule: &Rule) -> bool {
        let all: Places = (1 << (rule.numbers + rule.unknowns.len())) - 1;
        let values = [0; PLACES];
        let mut facts = Vec::new();
        for condition in rule.conditions.iter().chain(&rule.implied) {
            condition.bounds(&values, all, &mut facts);
        }
        for place in 0..rule.numbers + rule.unknowns.len() {
            let mut natural = zero();
            natural.coefficients[place] = -1;
            facts.push(natural);
        }
        // There are not more numbers to try than the bound on heaps allows.
        let bounded = |place: usize| {
            let no_more_than = |bound: Linear| follows(&facts, bound.plus(-1, &one(place)));
            let mut small = zero();
            small.constant = SMALL;
            let lists = |condition: &Condition| condition.lists(place);
            rule.conditions.iter().any(lists)
                || no_more_than(small)
                || (0..rule.numbers).any(|number| no_more_than(one(number)))
        };
        let unknowns = rule.numbers..rule.numbers + rule.unknowns.len();
        if !unknowns.into_iter().all(bounded) {
            return false;
        }
        let mut before = zero();
        before.constant = i128::from(self.constant);
        for (place, &weight) in self.weights.iter().enumerate() {
            before.coefficients[place] = i128::from(weight);
        }
        let mut after = Some(zero());
        for made in &rule.sum {
            let Some(count) = made.count.linear(&values, all).filter(Linear::is_constant) else {
                return false;
            };
            let mut measure = Some(zero());
            for (number, &weight) in made.heap.iter().zip(&self.weights) {
                let Some(number) = number.linear(&values, all) else {
                    return false;
                };
                measure = measure.and_then(|sum| sum.plus(i128::from(weight), &number));
                // No number grows beyond all that were there.
                let grows =
                    (0..rule.numbers).all(|place| !follows(&facts, one(place).plus(-1, &number)));
                if grows {
                    return false;
                }
            }
            let Some(mut measure) = measure else {
                return false;
            };
            measure.constant += i128::from(self.constant);
            // Where it may be negative it is counted as 0.
            if self.constant < 0 && !follows(&facts, Some(measure.clone())) {
                return false;
            }
            after = after.and_then(|sum| sum.plus(count.constant, &measure));
        }
        let fall = after.and_then(|after| before.plus(-1, &after));
        let fall = fall.map(|mut fall| {
            fall.constant -= 1;
            fall
        });
        follows(&facts, fall)
    }
}

fn zero() -> Linear {
    Linear {
        constant: 0,
        coefficients: [0; PLACES],
    }
}

/// The number or unknown at a place.
fn one(place: usize) -> Linear {
    let mut form = zero();
    form.coefficients[place] = 1;
    form
}

/// Whether a form is at least 0 wherever all facts are at most 0; false also
/// where it is not found out.
fn follows(facts: &[Linear], claim: Option<Linear>) -> bool {
    let Some(claim) = claim else {
        return false;
    };
    let mut system = facts.to_vec();
    // The opposite: claim <= -1.
    let mut opposite = claim;
    opposite.constant = match opposite.constant.checked_add(1) {
        Some(constant) => constant,
        None => return false,
    };
    system.push(opposite);
    is_impossible(system)
}

/// Whether no numbers make all forms at most 0.
fn is_impossible(mut system: Vec<Linear>) -> bool {
    loop {
        if system
            .iter()
            .any(|form| form.is_constant() && form.constant > 0)
        {
            return true;
        }
        system.retain(|form| !form.is_constant());
        // The place whose elimination makes the fewest inequalities.
        let count = |place: usize| {
            let signs = system.iter().map(|form| form.coefficients[place].signum());
            let (mut less, mut more) = (0, 0);
            signs.for_each(|sign| match sign {
                1 => more += 1,
                -1 => less += 1,
                _ => {}
            });
            (less, more)
        };
        let place = (0..PLACES)
            .filter(|&place| count(place) != (0, 0))
            .min_by_key(|&place| {
                let (less, more) = count(place);
                less * more
            });
        let Some(place) = place else {
            return false;
        };
        let mut next: Vec<Linear> = Vec::new();
        let (with, without): (Vec<Linear>, Vec<Linear>) = system
            .into_iter()
            .partition(|form| form.coefficients[place] != 0);
        next.extend(without);
        for up in with.iter().filter(|form| form.coefficients[place] > 0) {
            for down in with.iter().filter(|form| form.coefficients[place] < 0) {
                let (a, b) = (-down.coefficients[place], up.coefficients[place]);
                let sum = zero().plus(a, up).and_then(|sum| sum.plus(b, down));
                let Some(sum) = sum else {
                    return false;
                };
                let sum = reduced(sum);
                if !next.contains(&sum) {
                    next.push(sum);
                }
                if next.len() > MOST_INEQUALITIES {
                    return false;
                }
            }
        }
        system = next;
    }
}

/// Divided by what divides all coefficients; whole numbers round the rest.
fn reduced(mut form: Linear) -> Linear {
    let divisor = form.coefficients.iter().fold(0i128, |divisor, &next| {
        let (mut a, mut b) = (divisor, next.saturating_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    if divisor > 1 {
        for coefficient in &mut form.coefficients {
            *coefficient /= divisor;
        }
        // constant + divisor · x <= 0 is constant / divisor, rounded up.
        form.constant = -(-form.constant).div_euclid(divisor);
    }
    form
}
