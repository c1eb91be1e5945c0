//! The moves of heap games once more, slowly, straight from the definitions.

use super::{Code, HeapRules, Shape, Spawning};

/// The texts of the positions after every move, with repetitions.
pub(super) fn options(rules: &HeapRules, text: &str) -> Option<Vec<String>> {
    let heaps: Vec<u64> = text
        .split(',')
        .map(str::parse)
        .collect::<Result<_, _>>()
        .ok()?;
    let mut found = Vec::new();
    for (place, &heap) in heaps.iter().enumerate() {
        for left in replacements(rules, heap)? {
            let mut words: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let mut left = left;
            left.sort_unstable();
            words[place] = match left.is_empty() {
                true => "0".to_owned(),
                false => left
                    .iter()
                    .map(u64::to_string)
                    .collect::<Vec<_>>()
                    .join(","),
            };
            found.push(words.join(","));
        }
    }
    Some(found)
}

fn replacements(rules: &HeapRules, heap: u64) -> Option<Vec<Vec<u64>>> {
    let taking = |allowed: &dyn Fn(u64) -> bool| {
        let taken = (1..=heap).filter(|&t| allowed(t));
        taken.map(|t| vec![heap - t]).collect()
    };
    match rules {
        HeapRules::Nim => Some(taking(&|_| true)),
        HeapRules::Subtraction(set) => Some(taking(&|t| set.as_slice().contains(&t))),
        HeapRules::AllBut(set) => Some(taking(&|t| !set.as_slice().contains(&t))),
        HeapRules::TakeAndBreak(code) => splits(code, heap),
        HeapRules::Spawning(code) => spawned(code, heap),
        // The list is the definition.
        HeapRules::Listed(_) => None,
    }
}

/// Every set of smaller heaps that the code allows.
fn spawned(code: &Spawning, heap: u64) -> Option<Vec<Vec<u64>>> {
    let below = heap.checked_sub(1).filter(|below| *below < 16);
    let sets = match below {
        Some(below) => 0..1u32 << below,
        None if heap == 0 => 0..0,
        None => return None,
    };
    let set = |bits: u32| (1..heap).filter(|h| bits >> (h - 1) & 1 == 1).collect();
    Some(
        sets.map(set)
            .filter(|left: &Vec<u64>| code.allows(heap, left))
            .collect(),
    )
}

/// Up to three heaps, zeros standing for heaps that are not there.
fn splits(code: &Code, heap: u64) -> Option<Vec<Vec<u64>>> {
    let mut found = Vec::new();
    for a in 0..=heap {
        for b in 0..=a.min(heap - a) {
            for c in 0..=b.min(heap - a - b) {
                let taken = usize::try_from(heap - a - b - c).ok()?;
                let Some(digit) = code.digit(taken).filter(|_| heap > 0) else {
                    continue;
                };
                if digit.most().is_none_or(|most| most > 3) {
                    return None;
                }
                let left: Vec<u64> = [a, b, c].into_iter().filter(|&h| h > 0).collect();
                let fits = match digit.shape(left.len()) {
                    None => false,
                    Some(Shape::Any) => true,
                    Some(Shape::Unlike) => left.len() < 2 || left.iter().any(|&h| h != left[0]),
                    Some(Shape::Equal) => left.iter().all(|&h| h == left[0]),
                    Some(Shape::Distinct) => (1..left.len()).all(|i| !left[..i].contains(&left[i])),
                };
                if fits {
                    found.push(left);
                }
            }
        }
    }
    Some(found)
}
