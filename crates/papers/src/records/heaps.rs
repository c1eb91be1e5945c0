//! Octal games.

use crate::{Context, Printed, Table, Trouble};
use check::lemmas::Octal;
use check::{HeapPeriod, Verdict};
use rules::HeapRules;
use solve::NimSequence;

/// Periods in print: E. Berlekamp, J. Conway and R. Guy, Winning Ways, chapter
/// 4; and A. Gangolli and T. Plambeck, A note on periodicity in some octal games
/// (1989).
const PRINTED: [(&str, u64); 9] = [
    ("0.07", 34),
    ("0.77", 12),
    ("0.137", 34),
    ("0.45", 20),
    ("0.055", 148),
    ("0.156", 349),
    ("0.165", 1550),
    ("0.356", 142),
    ("0.644", 442),
];
/// So many heaps are looked at.
const HEAPS: u64 = 16_384;

/// Codes whose values repeat.
pub fn periods(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["code", "command", "certificate"]);
    for (code, period) in PRINTED {
        let printed = format!("period {period}");
        row(context, &mut table, code, &Printed::cell(&printed))?;
    }
    for first in 0..8 {
        for second in 1..8 {
            let code = format!("0.{first}{second}");
            if PRINTED.iter().any(|(known, ..)| *known == code) {
                continue;
            }
            row(context, &mut table, &code, &Printed::blank())?;
        }
    }
    table.note(
        "Printed periods: Winning Ways, chapter 4; A. Gangolli and T. Plambeck, A note on \
         periodicity in some octal games (1989). A certificate has the table of heaps that the \
         theorem of Guy and Smith needs; those whose lengths are given were written and checked. \
         A code without a period has none that heaps to 16384 prove.",
    );
    Ok(table)
}

fn row(
    context: &mut Context<'_>,
    table: &mut Table,
    code: &str,
    printed: &Printed<'_>,
) -> Result<(), Trouble> {
    let command = format!("legatus grundy octal:{code} --sequence {HEAPS}");
    let [period, certificate] = context.answer(&format!("{command}: period"), |context| {
        period(context, code)
    })?;
    table.text(&[code, &command, &certificate], printed, period);
    Ok(())
}

/// The period, and what proves it.
fn period(context: &mut Context<'_>, code: &str) -> Result<[String; 2], Trouble> {
    let rules = HeapRules::code(code)?;
    let mut sequence = NimSequence::new(&rules);
    let found = sequence.periodicity(HEAPS, context.budget())?;
    context.step(1);
    let without = |text: String| [text, "-".to_owned()];
    let Some(found) = found.filter(|found| found.is_proved()) else {
        return Ok(without("none yet".to_owned()));
    };
    if found.saltus > 0 {
        let text = format!("period {}, each adds {}", found.period, found.saltus);
        return Ok(without(text));
    }
    let certificate = certified(context, code, &mut sequence, found.period, found.preperiod)?;
    Ok([format!("period {}", found.period), certificate])
}

/// A certificate that was checked: its length.
fn certified(
    context: &mut Context<'_>,
    code: &str,
    sequence: &mut NimSequence,
    period: u64,
    preperiod: u64,
) -> Result<String, Trouble> {
    let found = HeapPeriod {
        game: format!("octal:{code}"),
        period,
        start: preperiod.max(1),
    };
    let wrong = |why: String| Trouble::Data(format!("octal:{code}: {why}"));
    let Some(octal) = Octal::named(&found.game) else {
        return Ok("-".to_owned());
    };
    let heaps = octal.needed(period, found.start).unwrap_or(u64::MAX);
    let mut values = vec![0];
    values.extend(sequence.values(heaps, context.budget())?);
    let mut file = Vec::new();
    solve::prove_period(&found, &values, context.budget(), &mut file)
        .map_err(|why| wrong(why.to_string()))?;
    match check::verdict(&file[..], context.budget()) {
        Ok(Verdict::Lemmas(_)) => Ok(format!("{} bytes", file.len())),
        Ok(Verdict::Winner(_)) => Err(wrong("a certificate of another kind".into())),
        Err(why) => Err(wrong(why.to_string())),
    }
}

/// 0.161 and 0.36 have the same nim values for long.
pub fn twins(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["codes", "command"]);
    let command =
        "legatus grundy octal:0.161 --sequence 600; legatus grundy octal:0.36 --sequence 600";
    let [computed] = context.answer(&format!("{command}: first difference"), |context| {
        let mut sequences = ["0.161", "0.36"].map(|code| (code, Vec::new()));
        for (code, values) in &mut sequences {
            let rules = HeapRules::code(code)?;
            *values = NimSequence::new(&rules).values(600, context.budget())?;
        }
        let [(_, one), (_, other)] = &sequences;
        // The values are those of heaps from 1 on.
        let first = one.iter().zip(other).position(|(a, b)| a != b);
        Ok([first.map_or("agree".to_owned(), |at| (at + 1).to_string())])
    })?;
    let printed = Printed::cell("519");
    table.text(&["0.161, 0.36", command], &printed, computed);
    table.note("The heap at which the nim values differ first.");
    Ok(table)
}
