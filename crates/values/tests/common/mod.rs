//! What the tests share.

mod cases;
mod games;
mod trees;

pub use cases::{Draws, cases};
pub use games::*;
pub use trees::*;

use std::collections::HashSet;
use values::{Arena, Dyadic, Notation, Relation, Value};

pub fn read(arena: &mut Arena, text: &str) -> Value {
    arena.read(text).unwrap()
}

pub fn ascii(arena: &mut Arena, v: Value) -> String {
    arena.text(v, Notation::Ascii).unwrap()
}

pub fn d(text: &str) -> Dyadic {
    text.parse().unwrap()
}

/// An arena and the values of the pool, to check random cases in.
pub fn arena_and_pool() -> (Arena, Vec<Value>) {
    let mut arena = Arena::new();
    let pool = pool_values(&mut arena);
    (arena, pool)
}

/// The values that are born on the day after those of `born`, and before, in
/// listing order.
pub fn next_day(arena: &mut Arena, born: &[Value]) -> Vec<Value> {
    let sides = antichains(arena, born);
    let mut next = HashSet::new();
    for left in &sides {
        for right in &sides {
            next.insert(arena.game(left, right).unwrap());
        }
    }
    let mut next: Vec<Value> = next.into_iter().collect();
    arena.sort(&mut next).unwrap();
    next
}

/// All antichains of the order, the empty one included.
fn antichains(arena: &mut Arena, values: &[Value]) -> Vec<Vec<Value>> {
    let mut found: Vec<Vec<Value>> = vec![vec![]];
    for &v in values {
        for i in 0..found.len() {
            let mut apart = |w: &Value| arena.compare(v, *w).unwrap() == Relation::Confused;
            if found[i].iter().all(&mut apart) {
                let longer = [&found[i][..], &[v]].concat();
                found.push(longer);
            }
        }
    }
    found
}
