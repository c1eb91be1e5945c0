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
    let mut table = HeapTable::new(octal);
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
