//! What a player may make of a heap.

use super::condition::{Condition, in_lists};
use super::expression::{Expression, PLACES, Places};
use std::collections::HashMap;

/// What a player may make of a heap.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// How many numbers a heap has.
    pub numbers: usize,
    /// The names of the unknowns, which have the places behind the numbers.
    pub unknowns: Vec<String>,
    /// The heaps that are made: how many, and of which numbers.
    pub sum: Vec<Made>,
    /// All of these hold, as the author wrote them.
    pub conditions: Vec<Condition>,
    /// What follows from the sum: no number in it is negative, and what is
    /// taken from a list is in it.
    pub implied: Vec<Condition>,
    /// The places that each of the conditions needs, and of what follows.
    needs: Vec<Places>,
    /// The line of the statement.
    pub line: usize,
}

/// A number of equal heaps.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub count: Expression,
    pub heap: Vec<Expression>,
}

impl Rule {
    /// Finds out what follows from the rule.
    pub fn new(
        numbers: usize,
        unknowns: Vec<String>,
        sum: Vec<Made>,
        conditions: Vec<Condition>,
        line: usize,
    ) -> Rule {
        let mut implied = Vec::new();
        for condition in &conditions {
            condition.indices(&mut implied);
        }
        let zero = Expression::Number(0);
        for made in &sum {
            for number in made.heap.iter().chain([&made.count]) {
                in_lists(number, &mut implied);
                if !matches!(number, Expression::Number(_) | Expression::At(_)) {
                    implied.push(Condition::AtMost(zero.clone(), number.clone()));
                }
            }
        }
        Rule {
            numbers,
            unknowns,
            sum,
            needs: conditions
                .iter()
                .chain(&implied)
                .map(Condition::places)
                .collect(),
            conditions,
            implied,
            line,
        }
    }

    /// The places of the unknowns.
    pub fn open(&self) -> Places {
        (((1u32 << self.unknowns.len()) - 1) << self.numbers) as Places
    }

    /// All that holds, with the places that it needs.
    pub fn all(&self) -> impl Iterator<Item = (&Condition, Places)> {
        let all = self.conditions.iter().chain(&self.implied);
        all.zip(self.needs.iter().copied())
    }

    /// How many unknowns no linear equation determines, at most: an equation
    /// counts if it has an unknown that those before it have not.
    pub fn free(&self) -> usize {
        let all = self.open() | ((1 << self.numbers) - 1);
        let mut seen: Places = 0;
        let mut determined = 0;
        for condition in &self.conditions {
            let mut forms = Vec::new();
            if matches!(condition, Condition::Equal(..)) {
                condition.bounds(&[0; PLACES], all, &mut forms);
            }
            let Some(form) = forms.first() else {
                continue;
            };
            let places = (0..PLACES).filter(|&place| form.coefficients[place] != 0);
            let places = places.fold(0, |set: Places, place| set | 1 << place) & self.open();
            determined += usize::from(places & !seen != 0);
            seen |= places;
        }
        self.unknowns.len() - determined
    }

    /// The largest number that is written in it.
    pub fn largest(&self) -> i128 {
        let conditions = self.conditions.iter().map(Condition::largest);
        let made = self.sum.iter().flat_map(|made| made.heap.iter());
        conditions
            .chain(made.map(Expression::largest))
            .max()
            .unwrap_or(0)
    }

    /// The rule for heaps with their numbers in another order: number i
    /// becomes number `to[i]`.
    pub fn permuted(&self, to: &[usize]) -> Rule {
        let place = |place: usize| to.get(place).copied().unwrap_or(place);
        let made = |made: &Made| {
            let mut heap = made.heap.clone();
            for (i, number) in made.heap.iter().enumerate() {
                heap[to[i]] = number.moved(&place);
            }
            Made {
                count: made.count.moved(&place),
                heap,
            }
        };
        let conditions = self.conditions.iter();
        Rule::new(
            self.numbers,
            self.unknowns.clone(),
            self.sum.iter().map(made).collect(),
            conditions
                .map(|condition| condition.moved(&place))
                .collect(),
            self.line,
        )
    }

    /// A text that two rules share only if they are the same, whatever their
    /// unknowns are called and in whatever order conditions are written.
    pub fn spelled(&self) -> String {
        let mut names: HashMap<usize, usize> = HashMap::new();
        let mut name = |place: usize| match place < self.numbers {
            true => format!("#{place}"),
            false => {
                let next = names.len();
                format!("?{}", names.entry(place).or_insert(next))
            }
        };
        let sum: Vec<String> = self
            .sum
            .iter()
            .map(|made| {
                let numbers = made.heap.iter().map(|number| number.spelled(&mut name));
                let numbers: Vec<String> = numbers.collect();
                format!("{} of {}", made.count.spelled(&mut name), numbers.join(","))
            })
            .collect();
        let conditions = self.conditions.iter();
        let mut conditions: Vec<String> = conditions
            .map(|condition| condition.spelled(&mut name))
            .collect();
        conditions.sort();
        conditions.dedup();
        format!("{} where {}", sum.join(" + "), conditions.join(", "))
    }
}

/// All ways to put a number of things in order.
pub(super) fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for next in 0..count {
        found = found
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=order.len()).rev().map(move |place| {
                    let mut order = order.clone();
                    order.insert(place, next);
                    order
                })
            })
            .collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::permutations;

    #[test]
    fn the_first_order_is_the_one_at_hand() {
        assert_eq!(permutations(1), [[0]]);
        assert_eq!(permutations(2), [[0, 1], [1, 0]]);
        assert_eq!(permutations(4).len(), 24);
        assert_eq!(permutations(4)[0], [0, 1, 2, 3]);
    }
}
