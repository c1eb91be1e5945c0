//! A row of a table of records.

use crate::{Agreement, Context, Printed, Table, Trouble};
use check::{Summand, Verdict};
use positions::{Detail, Searching};
use rules::Component;
use solve::Convention;

/// Why a row is left out.
pub const SLOW: &str = "minutes to hours: --full";

/// Who wins, by search: what the command answers.
pub fn outcome(
    context: &mut Context<'_>,
    command: &str,
    game: &str,
    text: &str,
) -> Result<String, Trouble> {
    let [outcome] = context.answer(command, |context| {
        let board = context.position(game, text)?;
        let how = &mut Searching::new(Convention::Normal);
        how.threads = context.threads();
        let play = board.play(&mut context.arena, how, Detail::Winner)?;
        context.step(1);
        Ok([play.outcome.to_string()])
    })?;
    Ok(outcome)
}

/// The outcomes of boards with so many rows and n columns, printed as far as
/// `printed` tells.
pub struct Boards {
    pub game: &'static str,
    pub rows: usize,
    /// From this n on, to this n, and to this one with --full.
    pub range: (usize, usize, usize),
    pub printed: fn(usize) -> Option<&'static str>,
}

impl Boards {
    pub fn table(&self, context: &mut Context<'_>) -> Result<Table, Trouble> {
        let mut table = Table::new(&["n", "command"]);
        let (first, last, most) = self.range;
        for n in first..=most {
            let text = format!("{}x{n}", self.rows);
            let command = format!("legatus outcome {} {text} --brief", self.game);
            let number = n.to_string();
            let keys = [&*number, &*command];
            let printed = (self.printed)(n).map_or(Printed::blank(), Printed::cell);
            if n > last && !context.full {
                table.skip(&keys, &printed, SLOW);
                continue;
            }
            let outcome = outcome(context, &command, self.game, &text)?;
            table.text(&keys, &printed, outcome);
            table.about(self.game, &text);
        }
        Ok(table)
    }
}

/// The value of a position, which a command answers, with a certificate that
/// was checked: its length.
pub fn proved(
    context: &mut Context<'_>,
    command: &str,
    game: &str,
    text: &str,
) -> Result<String, Trouble> {
    let [length] = context.answer(&format!("{command} --proof"), |context| {
        Ok([certified(context, game, text)?])
    })?;
    Ok(length)
}

fn certified(context: &mut Context<'_>, game: &str, text: &str) -> Result<String, Trouble> {
    // Known to the solvers, unless an earlier run found it.
    let value = context.value(game, text)?;
    let position = Component::read(game, text)?;
    let summand = Summand {
        game: game.to_owned(),
        position: position.text(),
        negated: false,
    };
    let mut file = Vec::new();
    let wrong = |why: String| Trouble::Data(format!("{game} {text}: {why}"));
    let (found, _) = solve::prove_value(&mut context.arena, &[position], vec![summand], &mut file)
        .map_err(|why| match why {
            solve::Unproved::Stopped(error) => Trouble::Stopped(error),
            other => wrong(other.to_string()),
        })?;
    if found != value {
        return Err(wrong("the certificate is of another value".into()));
    }
    match check::verdict(&file[..], context.budget()) {
        Ok(Verdict::Lemmas(_)) => Ok(format!("{} bytes", file.len())),
        Ok(Verdict::Winner(_)) => Err(wrong("the certificate is of another kind".into())),
        Err(why) => Err(match why.stopped() {
            Some(error) => Trouble::Stopped(error.clone()),
            None => wrong(why.to_string()),
        }),
    }
}

/// Adds a row about a value that a conjecture tells: `printed` if the print
/// has it; beyond the print the conjecture must hold too, or it is refuted.
pub fn conjectured(
    table: &mut Table,
    keys: &[&str],
    expected: &str,
    is_printed: bool,
    computed: String,
) {
    let printed = match is_printed {
        true => Printed::cell(expected),
        false => Printed::blank(),
    };
    let agreement = match (is_printed, computed == expected) {
        (true, _) => printed.against(&computed),
        (false, true) => Agreement::Fills,
        (false, false) => Agreement::Explained(format!(
            "the conjecture says {expected}: this is a counterexample"
        )),
    };
    table.push(keys, &printed, Some(computed), agreement);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::goes_on;

    #[test]
    fn rows_come_again_from_what_is_kept() {
        let boards = Boards {
            game: "clobber",
            rows: 2,
            range: (1, 3, 4),
            printed: |_| None,
        };
        goes_on(|context| {
            let mut table = boards.table(context)?;
            let command = "legatus value clobber BBW";
            let value = context.answered_value(command, |c| c.value("clobber", "BBW"))?;
            let length = proved(context, command, "clobber", "BBW")?;
            conjectured(&mut table, &["", &length], "^", true, context.text(value)?);
            Ok(table)
        });
    }
}
