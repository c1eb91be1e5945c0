//! Moves in heap games.

use crate::state::State;
use rules::{HeapRules, Position};
use std::ops::ControlFlow;

/// The words of a text, lower case, numbers apart.
fn words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ':'));
    words.filter(|word| !word.is_empty()).collect()
}

/// What is wanted of which heap: its size, and how many to take.
struct Wanted {
    heap: std::result::Result<u64, String>,
    taken: u64,
}

/// `heap 2 take 3` (the second heap), `take 3 from heap 5` (the heap of 5),
/// `3 from 5`, and `take 3` where there is one heap.
fn wanted(heaps: &[u64], typed: &str) -> Option<Wanted> {
    let number = |word: &&str| word.parse::<u64>().ok();
    let words: Vec<&str> = words(typed);
    let words: Vec<&str> = words.into_iter().filter(|word| *word != "the").collect();
    let by_size = |size: u64| match heaps.contains(&size) {
        true => Ok(size),
        false => Err(format!("there is no heap of {size}")),
    };
    let by_place = |place: u64| {
        let size = usize::try_from(place)
            .ok()
            .and_then(|p| heaps.get(p.checked_sub(1)?));
        size.copied()
            .ok_or_else(|| format!("there is no heap {place}: there are {}", heaps.len()))
    };
    match words.as_slice() {
        ["heap", place, "take", taken] => Some(Wanted {
            heap: by_place(number(place)?),
            taken: number(taken)?,
        }),
        ["take", taken, "from", "heap", size]
        | ["take", taken, "from", size]
        | [taken, "from", "heap", size]
        | [taken, "from", size] => Some(Wanted {
            heap: by_size(number(size)?),
            taken: number(taken)?,
        }),
        ["take", taken] => Some(Wanted {
            heap: match heaps {
                [one] => Ok(*one),
                _ => Err(format!(
                    "which heap? write `take {taken} from heap SIZE` or `heap NUMBER take {taken}`"
                )),
            },
            taken: number(taken)?,
        }),
        _ => None,
    }
}

/// The notation of what was typed.
pub(super) fn read(state: &State, place: usize, typed: &str) -> Option<String> {
    let heaps = state.components()[place].heap_sum()?;
    let Wanted { heap, taken } = wanted(heaps.heaps(), typed)?;
    Some(format!("take {taken} from heap {}", heap.ok()?))
}

/// Why it is no move.
pub(super) fn reason(state: &State, place: usize, typed: &str) -> Option<String> {
    let heaps = state.components()[place].heap_sum()?;
    let Some(Wanted { heap, taken }) = wanted(heaps.heaps(), typed) else {
        return Some(format!(
            "`{}` is no move; write `heap 2 take 3` for the second heap, `take 3 from heap 5` for \
             a heap of 5, or a number from `moves`",
            typed.escape_debug()
        ));
    };
    let heap = match heap {
        Ok(heap) => heap,
        Err(reason) => return Some(reason),
    };
    if taken == 0 && matches!(**heaps.rules(), HeapRules::Nim) {
        return Some("a move takes at least one".to_owned());
    }
    if taken > heap {
        return Some(format!("a heap of {heap} has no {taken} to take"));
    }
    let mut allowed = Vec::new();
    let _ = heaps.rules().each_option(heap, &mut |into| {
        if into.len() < 2 {
            allowed.push((heap - into.iter().sum::<u64>()).to_string());
        }
        match allowed.len() < 10 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    Some(match allowed.is_empty() {
        true => format!("the rules allow nothing to be taken from a heap of {heap}; see `moves`"),
        false => format!(
            "the rules do not allow to take {taken} from a heap of {heap}; allowed: {}",
            allowed.join(", ")
        ),
    })
}
