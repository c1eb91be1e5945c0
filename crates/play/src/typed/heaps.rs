//! Moves in heap games.

use crate::state::State;
use rules::HeapRules;
use std::ops::ControlFlow;

/// The words of a text; heaps are also called piles and rows.
fn words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ':'));
    let words = words.filter(|word| !matches!(*word, "" | "the"));
    let words = words.map(|word| match word {
        "pile" | "row" => "heap",
        word => word,
    });
    words.collect()
}

/// What is wanted of which heap: its place from 0, and how many to take.
struct Wanted {
    heap: std::result::Result<usize, String>,
    taken: u64,
}

/// `heap 2 take 3` (the second heap), `take 3 from heap 5` (the heap of 5),
/// `3 from 5`, and `take 3` where there is one heap.
fn wanted(heaps: &[u64], typed: &str) -> Option<Wanted> {
    let number = |word: &&str| word.parse::<u64>().ok();
    let by_size = |size: u64| {
        let place = heaps.iter().position(|&heap| heap == size && heap > 0);
        place.ok_or_else(|| format!("there is no heap of {size}"))
    };
    let by_place = |place: u64| {
        let index = place.checked_sub(1).and_then(|p| usize::try_from(p).ok());
        match index.and_then(|index| Some((index, *heaps.get(index)?))) {
            None => Err(format!(
                "there is no heap {place}: there are {}",
                heaps.len()
            )),
            Some((_, 0)) => Err(format!("heap {place} is empty")),
            Some((index, _)) => Ok(index),
        }
    };
    match words(typed).as_slice() {
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
                [_] => Ok(0),
                _ => Err(format!(
                    "which heap? write `take {taken} from heap SIZE` or `heap NUMBER take {taken}`"
                )),
            },
            taken: number(taken)?,
        }),
        _ => None,
    }
}

/// `split 7 into 4+2 taking 1` and `split 2nd 7 into 0+6 taking 1`: the place of
/// the heap from 0, and what is left of it, in ascending order.
fn split(heaps: &[u64], typed: &str) -> Option<(usize, Vec<u64>)> {
    let words = words(typed);
    let (heap, into, taken, nth) = match words.as_slice() {
        ["split", heap, "into", into, rest @ ..] => (heap, into, rest, 1),
        ["split", nth, heap, "into", into, rest @ ..] => {
            let digits = nth.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            (heap, into, rest, digits.parse::<usize>().ok()?)
        }
        _ => return None,
    };
    let taken = match taken {
        [] => 0,
        ["taking", taken] => taken.parse::<u64>().ok()?,
        _ => return None,
    };
    let heap: u64 = heap.parse().ok()?;
    let mut same = heaps.iter().enumerate().filter(|(_, h)| **h == heap);
    let (place, _) = same.nth(nth.checked_sub(1)?)?;
    let into: Option<Vec<u64>> = into.split('+').map(|part| part.parse().ok()).collect();
    let mut into = into?;
    let whole = into
        .iter()
        .try_fold(taken, |sum: u64, part| sum.checked_add(*part));
    into.retain(|part| *part > 0);
    into.sort_unstable();
    (whole == Some(heap)).then_some((place, into))
}

/// The notation of what was typed.
pub(super) fn read(state: &State, place: usize, typed: &str) -> Option<String> {
    let heaps = state.components()[place].heap_sum()?;
    if let Some((place, into)) = split(heaps.heaps(), typed) {
        return Some(heaps.move_at(place, &into).to_string());
    }
    let Wanted { heap, taken } = wanted(heaps.heaps(), typed)?;
    let place = heap.ok()?;
    let rest = heaps.heaps()[place].checked_sub(taken)?;
    let left: &[u64] = if rest == 0 { &[] } else { &[rest] };
    Some(heaps.move_at(place, left).to_string())
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
        Ok(place) => heaps.heaps()[place],
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
