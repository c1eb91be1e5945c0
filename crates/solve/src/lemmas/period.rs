//! Certificates of periods.

use super::LemmaProof;
use crate::Unproved;
use check::lemmas::{HeapTable, MOST_HEAPS, Octal};
use check::{About, HeapPeriod, Theorem, Writer};
use std::io::Write;
use values::{Budget, Error};

/// Writes a certificate that the nim values of an octal game's heaps are
/// periodic: the table of heaps that the theorem of Guy and Smith needs.
/// `values` are those of heaps 0, 1, …; `None` if the game is no octal game.
pub fn prove_period(
    found: &HeapPeriod,
    values: &[u64],
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<Option<LemmaProof>, Unproved> {
    let Some(octal) = Octal::named(&found.game) else {
        return Ok(None);
    };
    let last = octal.needed(found.period, found.start);
    let last = last.filter(|&last| last < MOST_HEAPS && last < values.len() as u64);
    let last = last.ok_or(Unproved::Stopped(Error::TooLarge {
        what: "heaps in the table of a period",
        bound: MOST_HEAPS,
    }))?;
    let values = &values[..=last as usize];
    let mask = sparse_mask(values);
    let mut table = HeapTable::new(octal, mask);
    for (heap, &value) in values.iter().enumerate() {
        budget.look()?;
        if !table.push(value)? {
            return Err(Unproved::Contradiction(format!("heap {heap}")));
        }
    }
    let theorem = Theorem {
        rules: Vec::new(),
        about: About::Period(found.clone()),
    };
    let mut writer = Writer::new(out, &theorem)?;
    writer.number(mask)?;
    for &value in values {
        writer.number(value)?;
    }
    Ok(Some(LemmaProof {
        bytes: writer.finish()?,
        theorem,
        lemmas: values.len() as u64,
        steps: 0,
    }))
}

/// The bits whose parity is even in the fewest heaps.
fn sparse_mask(values: &[u64]) -> u64 {
    let largest = values.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0u64; largest as usize + 1];
    for &value in values {
        counts[value as usize] += 1;
    }
    // More bits than these are of no use in practice.
    let masks = 1..(largest + 1).next_power_of_two().min(1 << 10);
    let even = |mask: u64| -> u64 {
        let values = counts.iter().zip(0u64..);
        let even = values.filter(|(_, value)| (value & mask).count_ones() % 2 == 0);
        even.map(|(count, _)| count).sum()
    };
    masks.min_by_key(|&mask| even(mask)).unwrap_or(1)
}
