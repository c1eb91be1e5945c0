//! Conjectures about starting positions of Toads and Frogs.

use super::line::{conjectured, proved};
use crate::{Context, Table, Trouble};
use values::Value;

const GAME: &str = "toads_and_frogs";
const SOURCE: &str = "Conjectured by J. Erickson, New Toads and Frogs Results (1996); taken up by T. \
                      Thanatipanonda, Further Hopping with Toads and Frogs, Electronic Journal of \
                      Combinatorics 18(1) (2011).";

fn strip(toads: usize, places: usize, frogs: usize) -> String {
    ["B".repeat(toads), ".".repeat(places), "W".repeat(frogs)].concat()
}

fn command(strip: &str) -> String {
    let strip = strip.replace('B', "T").replace('W', "F");
    format!("legatus value {GAME} {strip}")
}

/// The value of a start.
fn value(context: &mut Context<'_>, text: &str) -> Result<Value, Trouble> {
    let value = context.value(GAME, text)?;
    context.step(1);
    Ok(value)
}

/// What it takes to prove it.
fn certificate(context: &mut Context<'_>, command: &str, text: &str) -> Result<String, Trouble> {
    match text.len() <= 9 || context.full {
        true => proved(context, command, GAME, text),
        false => Ok("--proof".to_owned()),
    }
}

/// An infinitesimal but for a = 3, b = 2.
pub fn equal(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["a", "b", "command", "certificate"]);
    let longest = if context.full { 18 } else { 15 };
    for a in 1..=longest / 2 {
        for b in 1..=longest - 2 * a {
            let text = strip(a, b, a);
            let command = command(&text);
            // The values themselves may be too long to be kept.
            let [computed] = context.answer(&format!("{command}: infinitesimal"), |context| {
                let value = value(context, &text)?;
                let is_infinitesimal = context.arena.is_infinitesimal(value);
                Ok([if is_infinitesimal { "yes" } else { "no" }.to_owned()])
            })?;
            let certificate = certificate(context, &command, &text)?;
            let expected = if (a, b) == (3, 2) { "no" } else { "yes" };
            let keys = [a.to_string(), b.to_string(), command, certificate];
            let keys = keys.each_ref().map(String::as_str);
            // Proved in print: one place, two places.
            conjectured(&mut table, &keys, expected, b <= 2, computed);
        }
    }
    table.note(format!(
        "Whether the value is an infinitesimal: it is, says the conjecture, unless a = 3 and b = \
         2. {SOURCE} For two places it is proved there; from three on every row is beyond it."
    ));
    Ok(table)
}

/// a − 7/2 from a = 5 on.
pub fn three(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["a", "command", "certificate"]);
    let most = if context.full { 24 } else { 16 };
    for a in 5..=most {
        let text = strip(a, 3, 3);
        let command = command(&text);
        let value = context.answered_value(&command, |context| value(context, &text))?;
        let certificate = certificate(context, &command, &text)?;
        let expected = context.arena.read(&format!("{}/2", 2 * a as i64 - 7))?;
        let expected = context.text(expected)?;
        let computed = context.text(value)?;
        let keys = [a.to_string(), command, certificate];
        let keys = keys.each_ref().map(String::as_str);
        conjectured(&mut table, &keys, &expected, false, computed);
    }
    table.note(format!(
        "The conjecture says a - 7/2 for a at least 5. {SOURCE}"
    ));
    Ok(table)
}

/// 1 or 1∗.
pub fn fewer(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["a", "command", "certificate"]);
    let most = if context.full { 6 } else { 5 };
    for a in 1..=most {
        let text = strip(a, a, a - 1);
        let command = command(&text);
        let value = context.answered_value(&command, |context| value(context, &text))?;
        let certificate = certificate(context, &command, &text)?;
        let computed = context.text(value)?;
        let expected = match computed.as_str() {
            "1" | "1*" => computed.clone(),
            _ => "1 or 1*".to_owned(),
        };
        let keys = [a.to_string(), command, certificate];
        let keys = keys.each_ref().map(String::as_str);
        conjectured(&mut table, &keys, &expected, false, computed);
    }
    table.note(format!("The conjecture says 1 or 1*. {SOURCE}"));
    Ok(table)
}
