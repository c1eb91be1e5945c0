//! The lecture notes "Combinatorial Games", and G. Cheng, "Briefly Explore
//! the Combinatorial Game": Nim, 1-2-3 Nim and Kayles.

use super::cells::Cells;
use super::kinds::{Taxon, taxonomy, yes};
use super::{Agreement, Context, Exhibit, Paper, Printed, Table, Trouble};
use positions::heap_rules;
use rules::HeapRules;
use solve::{NimSequence, explain};
use std::sync::Arc;
use values::{Outcome, nim_sum};

pub(super) const PAPER: Paper = Paper {
    name: "nim",
    title: "Combinatorial Games (lecture notes); G. Cheng, Briefly Explore the Combinatorial Game",
    exhibits: &[
        Exhibit {
            id: "kinds",
            title: "what kinds of games there are",
            table: kinds,
            figures: None,
        },
        Exhibit {
            id: "nim-sum",
            title: "the nim sum of 3, 4, 5, and the theorem about it",
            table: nim,
            figures: None,
        },
        Exhibit {
            id: "1-2-3",
            title: "P- and N-positions of 1-2-3 Nim",
            table: one_two_three,
            figures: None,
        },
        Exhibit {
            id: "kayles",
            title: "nim values of Kayles",
            table: kayles,
            figures: None,
        },
    ],
};

fn cells() -> Result<Cells, Trouble> {
    Cells::read(include_str!("../data/nim.tsv"))
}

/// The questions of the notes' table, with our answers.
fn answer(taxon: &Taxon, what: &str) -> Option<String> {
    let answer = match what {
        "players" => return Some(taxon.players.to_owned()),
        "finite" => taxon.finite,
        "turns" => yes(taxon.turns),
        "no_chance" => yes(!taxon.chance),
        "perfect_information" => yes(taxon.perfect_information),
        "impartial" => yes(taxon.impartial),
        "normal" => yes(taxon.end.starts_with("normal")),
        "misere" => yes(taxon.end.ends_with("misere")),
        _ => return None,
    };
    Some(answer.to_owned())
}

/// The notes' table of kinds of games: every example, every question.
fn kinds(_: &mut Context<'_>) -> Result<Table, Trouble> {
    const QUESTIONS: [&str; 8] = [
        "players",
        "turns",
        "no_chance",
        "perfect_information",
        "normal",
        "misere",
        "finite",
        "impartial",
    ];
    let mut table = Table::new(&["game", "what"]);
    let examples = taxonomy().filter(|taxon| !taxon.played || EXAMPLES.contains(&taxon.name));
    let cells = cells()?;
    for taxon in examples {
        for what in QUESTIONS {
            let printed = cells.get("kinds", &format!("{} {what}", taxon.name));
            let computed = answer(&taxon, what);
            let computed = computed.ok_or_else(|| Trouble::Data(format!("what is `{what}`?")))?;
            table.text(&[taxon.name, &what.replace('_', " ")], &printed, computed);
        }
    }
    table.note(
        "A column of the notes is about several games; here each has its rows. Of these only \
         Nim and Kayles are played here, in normal and in misere play; what is said of the others \
         is known of them and not computed. By rule: positions can repeat, and a rule about that \
         ends the game. legatus games --kinds has all games that are played here.",
    );
    Ok(table)
}

/// The notes' examples that are played here.
const EXAMPLES: [&str; 2] = ["nim", "kayles"];

/// The rules of a heap game that is registered.
fn rules_of(game: &str) -> Result<Arc<HeapRules>, Trouble> {
    heap_rules(game)?.ok_or_else(|| Trouble::Data(format!("{game} is no heap game")))
}

/// The example of both papers, and Bouton's theorem on small positions.
fn nim(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["heaps", "what"]);
    for (about, printed) in cells()?.of("nim-sum") {
        let [heaps, what] = about[..] else {
            return Err(Trouble::Data(format!("no heaps and question: {about:?}")));
        };
        let board = context.position("nim", heaps)?;
        let position = board.heaps().ok_or_else(|| Trouble::Data(heaps.into()))?;
        let mut sequence = NimSequence::new(position.rules());
        let why = explain(&position, &mut sequence, context.budget())?;
        let computed = match what {
            "nim_sum" => why.nim_sum.to_string(),
            "outcome" => outcome(why.nim_sum == 0).to_string(),
            _ => {
                let moves = why.winning.iter().map(|winning| winning.mv.to_string());
                moves.collect::<Vec<_>>().join("; ")
            }
        };
        table.text(&[heaps, &what.replace('_', " ")], &printed, computed);
    }
    theorem(
        &mut table,
        ["three, each up to 15", "P-positions"],
        "P if and only if xor is 0",
        &labels(15, u64::MAX),
        |heaps| nim_sum(nim_sum(heaps[0], heaps[1]), heaps[2]) == 0,
    );
    table.note("N: the next player wins. The labels are those of the definition, from the end.");
    Ok(table)
}

/// One row as the notes print it, and several rows.
fn one_two_three(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["rows of stones", "what"]);
    let mut sequence = NimSequence::new(&*rules_of("one_two_three_nim")?);
    let printed = cells()?.get("1-2-3", "0-13 outcomes");
    let outcomes = sequence.outcomes(13, context.budget())?;
    table.text(&["0 to 13", "outcomes"], &printed, joined(&outcomes));
    let period = sequence.periodicity(100, context.budget())?;
    let proved = period.is_some_and(|p| p.is_proved() && p.period == 4 && p.preperiod == 0);
    let fourth = sequence.outcomes(3, context.budget())?;
    let multiples = proved && fourth[0] == Outcome::P && !fourth[1..].contains(&Outcome::P);
    let theorem_cell = Printed::cell("P if and only if n is a multiple of 4");
    judged(&mut table, ["n", "theorem"], &theorem_cell, multiples);

    let labels = labels(7, 3);
    for first in 0..=7u64 {
        let row: Vec<Outcome> = (0..=7)
            .map(|second| outcome(labels.is_lost([first, second, 0])))
            .collect();
        let key = format!("{first} and 0 to 7");
        table.text(&[&key, "outcomes"], &Printed::blank(), joined(&row));
    }
    let values: Vec<u64> = (0..=7)
        .map(|n| sequence.value(n, context.budget()))
        .collect::<Result<_, _>>()?;
    let predicted = |heaps: [u64; 3]| {
        let sum = heaps.iter().fold(0, |sum, &n| sum ^ values[n as usize]);
        sum == 0
    };
    let holds = labels.all(predicted);
    let computed = if holds {
        "P if and only if the xor of n mod 4 is 0"
    } else {
        "the nim values do not tell"
    };
    let agreement = if holds && (0..=7).all(|n| values[n] == n as u64 % 4) {
        Agreement::Fills
    } else {
        Agreement::Disagrees
    };
    let keys = ["three, each up to 7", "P-positions"];
    table.push(&keys, &Printed::blank(), Some(computed.into()), agreement);
    Ok(table)
}

/// Twelve nim values to a row, and the period.
fn kayles(context: &mut Context<'_>) -> Result<Table, Trouble> {
    const SHOWN: u64 = 96;
    let mut table = Table::new(&["pins", "what"]);
    let mut sequence = NimSequence::new(&*rules_of("kayles")?);
    let values = sequence.values(SHOWN, context.budget())?;
    for (row, twelve) in values.chunks(12).enumerate() {
        let numbers: Vec<String> = twelve.iter().map(u64::to_string).collect();
        let key = format!("{} to {}", 12 * row + 1, 12 * row + 12);
        table.text(&[&key, "nim values"], &Printed::blank(), numbers.join(" "));
    }
    let period = sequence.periodicity(1000, context.budget())?;
    let answers = period.map_or_else(Vec::new, |period| {
        vec![
            ("period", period.period.to_string()),
            ("pre-period", period.preperiod.to_string()),
            ("the period is", period.basis.to_string()),
        ]
    });
    for (what, answer) in answers {
        table.text(&["all", what], &Printed::blank(), answer);
    }
    table.note("The notes name Kayles as an example and print no values.");
    Ok(table)
}

fn outcome(lost: bool) -> Outcome {
    if lost { Outcome::P } else { Outcome::N }
}

fn joined(outcomes: &[Outcome]) -> String {
    let words: Vec<String> = outcomes.iter().map(Outcome::to_string).collect();
    words.join(" ")
}

/// Adds a row about a theorem that holds or does not.
fn judged(table: &mut Table, keys: [&str; 2], printed: &Printed<'_>, holds: bool) {
    let (word, agreement) = match holds {
        true => ("holds", Agreement::Agrees),
        false => ("fails", Agreement::Disagrees),
    };
    table.push(&keys, printed, Some(word.into()), agreement);
}

/// Adds a row about a theorem, checked on all positions that are labelled.
fn theorem(
    table: &mut Table,
    keys: [&str; 2],
    statement: &str,
    labels: &Labels,
    predicted: impl Fn([u64; 3]) -> bool,
) {
    judged(
        table,
        keys,
        &Printed::cell(statement),
        labels.all(predicted),
    );
}

/// The P-positions of three heaps, labelled as the papers define them: from
/// every N-position there is a move to a P-position, from no P-position.
struct Labels {
    largest: u64,
    lost: Vec<bool>,
}

/// Labels three heaps up to `largest`, of which `most` stones may be taken.
fn labels(largest: u64, most: u64) -> Labels {
    let mut labels = Labels {
        largest,
        lost: Vec::new(),
    };
    let heaps = || 0..=largest;
    for position in heaps().flat_map(|a| heaps().flat_map(move |b| heaps().map(move |c| [a, b, c])))
    {
        let mut options = (0..3).flat_map(|i| {
            (1..=position[i].min(most)).map(move |taken| {
                let mut option = position;
                option[i] -= taken;
                option
            })
        });
        // Options come before their position.
        let won = options.any(|option| labels.is_lost(option));
        labels.lost.push(!won);
    }
    labels
}

impl Labels {
    fn is_lost(&self, heaps: [u64; 3]) -> bool {
        let index = heaps
            .iter()
            .fold(0, |n, heap| n * (self.largest + 1) + heap);
        self.lost[index as usize]
    }

    /// Whether a prediction is right for all positions.
    fn all(&self, predicted: impl Fn([u64; 3]) -> bool) -> bool {
        let heaps = || 0..=self.largest;
        heaps().all(|a| {
            heaps().all(|b| heaps().all(|c| self.is_lost([a, b, c]) == predicted([a, b, c])))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_follow_the_definition() {
        let labels = labels(4, 3);
        assert!(labels.is_lost([0, 0, 0]) && labels.is_lost([4, 0, 0]));
        assert!(labels.is_lost([1, 2, 3]) && !labels.is_lost([1, 2, 4]));
        assert!(!labels.all(|heaps| heaps[0] == 0));
    }
}
