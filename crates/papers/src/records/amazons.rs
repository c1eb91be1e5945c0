//! Amazons with one amazon each, from starts that have a name.

use super::line::{SLOW, outcome};
use crate::{Context, Printed, Table, Trouble};

const GAME: &str = "amazons";

/// Where the amazons stand on a board of so many rows and columns: Left's and
/// Right's column and row, from 0 at the bottom left.
type Places = fn(usize, usize) -> [(usize, usize); 2];

/// A start that a reader finds on boards of any size.
struct Start {
    name: &'static str,
    places: Places,
    /// To this n there are outcomes, and with --full.
    outcomes: (usize, usize),
}

/// Boards of one width.
struct Starts {
    starts: &'static [Start],
    /// The rows and columns of board n.
    size: fn(usize) -> (usize, usize),
    /// From this n on.
    first: usize,
    /// To this one there are thermographs, and with --full.
    thermographs: (usize, usize),
}

const NX2: Starts = Starts {
    starts: &[
        Start {
            name: "opposite corners",
            places: |rows, _| [(0, 0), (1, rows - 1)],
            outcomes: (25, 25),
        },
        Start {
            name: "ends of a file",
            places: |rows, _| [(0, 0), (0, rows - 1)],
            outcomes: (25, 25),
        },
        Start {
            name: "side by side in the middle",
            places: |rows, _| [(0, (rows - 1) / 2), (1, (rows - 1) / 2)],
            outcomes: (20, 25),
        },
        Start {
            name: "corner and middle",
            places: |rows, _| [(0, 0), (1, rows / 2)],
            outcomes: (20, 25),
        },
    ],
    size: |n| (n, 2),
    first: 2,
    thermographs: (13, 14),
};

const THREE_XN: Starts = Starts {
    starts: &[
        Start {
            name: "opposite corners",
            places: |_, cols| [(0, 0), (cols - 1, 2)],
            outcomes: (20, 20),
        },
        Start {
            name: "ends of a side",
            places: |_, cols| [(0, 0), (cols - 1, 0)],
            outcomes: (20, 20),
        },
        Start {
            name: "ends of the middle row",
            places: |_, cols| [(0, 1), (cols - 1, 1)],
            outcomes: (20, 20),
        },
        Start {
            name: "corner and middle",
            places: |_, cols| [(0, 0), (cols / 2, 1)],
            outcomes: (9, 10),
        },
    ],
    size: |n| (3, n),
    first: 3,
    thermographs: (7, 8),
};

impl Starts {
    fn text(&self, start: &Start, n: usize) -> String {
        let (rows, cols) = (self.size)(n);
        let [left, right] = (start.places)(rows, cols).map(|(col, row)| {
            let file = char::from(b'a' + col as u8);
            format!("{file}{}", row + 1)
        });
        format!("{rows}x{cols}:{left},{right}")
    }

    fn table(&self, context: &mut Context<'_>) -> Result<Table, Trouble> {
        let mut table = Table::new(&["n", "start", "command"]);
        let longest = self.starts.iter().map(|start| start.outcomes.1).max();
        for n in self.first..=longest.unwrap_or(0) {
            for start in self.starts {
                let text = self.text(start, n);
                let questions: [(&str, &str, (usize, usize), Answer); 2] = [
                    ("outcome", " --brief", start.outcomes, winner),
                    ("thermograph", "", self.thermographs, mast),
                ];
                for (question, option, (last, most), answer) in questions {
                    let command = format!("legatus {question} {GAME} {text}{option}");
                    let keys = [&*n.to_string(), start.name, &command];
                    if n > most {
                        continue;
                    }
                    if n > last && !context.full {
                        table.skip(&keys, &Printed::blank(), SLOW);
                        continue;
                    }
                    let computed = answer(context, &command, &text)?;
                    table.text(&keys, &Printed::blank(), computed);
                    table.about(GAME, &text);
                }
            }
        }
        Ok(table)
    }
}

/// What is asked of a start: of the command that answers it and its text.
type Answer = fn(&mut Context<'_>, &str, &str) -> Result<String, Trouble>;

fn winner(context: &mut Context<'_>, command: &str, text: &str) -> Result<String, Trouble> {
    outcome(context, command, GAME, text)
}

/// Mean and temperature.
fn mast(context: &mut Context<'_>, command: &str, text: &str) -> Result<String, Trouble> {
    let [mast] = context.answer(&format!("{command}: mast"), |context| {
        let board = context.position(GAME, text)?;
        let budget = context.budget().clone();
        let graph = board.thermograph(&mut context.solvers, &budget)?;
        context.step(1);
        Ok([format!(
            "mean {}, temperature {}",
            graph.mean(),
            graph.temperature()
        )])
    })?;
    Ok(mast)
}

pub fn two_columns(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = NX2.table(context)?;
    table.note(format!(
        "{STARTS} In the middle is the middle row, of two the lower one for those side by side \
         and the upper one against a corner. Print: E. R. Berlekamp, Sums of N x 2 Amazons (2000), \
         whose figures of openings are lost here; G. Snatzke, Exhaustive Search in the Game \
         Amazons (2002), evaluates all positions within 11x2. Neither has a table at hand here, so \
         every row fills a blank; from 13 rows on they are beyond both."
    ));
    Ok(table)
}

pub fn three_rows(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = THREE_XN.table(context)?;
    table.note(format!(
        "{STARTS} In the middle is the middle row, and its middle square, of two the right one. \
         Nothing in print on these boards is known here: Berlekamp (2000) and Snatzke (2002) have \
         two columns. So every row fills a blank."
    ));
    Ok(table)
}

/// What a reader of either table should know.
const STARTS: &str = "One amazon each, Left's square first, a corner being a1. All starts but that \
                      of a corner against the middle are their own negatives: P means the value 0, \
                      and their mean is 0. Mean and temperature are those of the thermograph.";

#[cfg(test)]
mod tests {
    use super::*;
    use values::{Budget, Notation, Outcome};

    #[test]
    fn starts_stand_where_their_names_say() {
        let texts = |starts: &Starts, n| {
            let texts = starts.starts.iter().map(|start| starts.text(start, n));
            texts.collect::<Vec<_>>().join(" ")
        };
        let known = "5x2:a1,b5 5x2:a1,a5 5x2:a3,b3 5x2:a1,b3";
        assert_eq!(texts(&NX2, 5), known);
        let known = "6x2:a1,b6 6x2:a1,a6 6x2:a3,b3 6x2:a1,b4";
        assert_eq!(texts(&NX2, 6), known);
        let known = "3x5:a1,e3 3x5:a1,e1 3x5:a2,e2 3x5:a1,c2";
        assert_eq!(texts(&THREE_XN, 5), known);
    }

    /// By canonical forms.
    #[test]
    fn small_boards_have_the_values_that_the_tables_tell_of() {
        let budget = Budget::unlimited();
        let mut context = Context::new(&budget, false, Notation::Ascii);
        for (starts, most) in [(&NX2, 5), (&THREE_XN, 3)] {
            for (n, start) in
                (starts.first..=most).flat_map(|n| starts.starts.iter().map(move |s| (n, s)))
            {
                let text = starts.text(start, n);
                let value = context.value(GAME, &text).unwrap();
                let mean = context.arena.mean(value).unwrap();
                let temperature = context.arena.temperature(value).unwrap();
                let known = format!("mean {mean}, temperature {temperature}");
                // A search and a canonical form agree on a number's walls, not
                // on its temperature below 0.
                if !context.arena.is_number(value) {
                    assert_eq!(mast(&mut context, "", &text).unwrap(), known, "{text}");
                }
                let known = context.arena.outcome(value).unwrap();
                assert_eq!(winner(&mut context, "", &text).unwrap(), known.to_string());
                if start.name != "corner and middle" {
                    assert!(matches!(known, Outcome::N | Outcome::P), "{text}");
                    assert!(mean.is_zero(), "{text}");
                }
            }
        }
    }
}
