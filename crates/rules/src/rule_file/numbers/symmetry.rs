//! Orders of the numbers of a heap under which the rules stay, or in which
//! the players exchange them.

use super::heap::Heap;
use super::rule::{Rule, permutations};
use std::collections::BTreeSet;

/// The numbers of all heaps in another order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// Where each number goes; twice is nothing.
    pub order: Vec<usize>,
    /// It exchanges the players.
    pub negates: bool,
}

impl Symmetry {
    /// The heaps with their numbers in this order, sorted.
    pub fn of(&self, heaps: &[Heap]) -> Vec<Heap> {
        let mut moved: Vec<Heap> = heaps
            .iter()
            .map(|heap| {
                let mut moved = *heap;
                for (place, &to) in self.order.iter().enumerate() {
                    moved[to] = heap[place];
                }
                moved
            })
            .collect();
        moved.sort_unstable();
        moved
    }
}

/// All that are seen: both players' rules are compared as they are written.
pub(super) fn symmetries(rules: [&[Rule]; 2], numbers: usize) -> Vec<Symmetry> {
    let spelled =
        |rules: &[Rule]| -> BTreeSet<String> { rules.iter().map(Rule::spelled).collect() };
    let plain = rules.map(spelled);
    let mut found = Vec::new();
    for order in permutations(numbers) {
        if (0..numbers).any(|place| order[order[place]] != place) {
            continue;
        }
        let moved = rules.map(|rules| {
            let moved: Vec<Rule> = rules.iter().map(|rule| rule.permuted(&order)).collect();
            spelled(&moved)
        });
        for negates in [false, true] {
            let [left, right] = &moved;
            let same = match negates {
                false => [left, right] == [&plain[0], &plain[1]],
                true => [right, left] == [&plain[0], &plain[1]],
            };
            if same {
                let order = order.clone();
                found.push(Symmetry { order, negates });
            }
        }
    }
    found
}
