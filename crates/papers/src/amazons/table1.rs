//! Table 1: values of five types of positions near the centre.

use super::{Field, Figure, boards, cells, mast, thermographer, value};
use crate::{Agreement, Context, Known, Printed, Table, Trouble};
use draw::array;
use rules::Position;
use values::{Dyadic, Outcome, Player, Relation, Thermograph, Value};

const TYPES: [&str; 5] = ["A", "B", "C", "D", "E"];
const INDICES: [i64; 4] = [-1, 0, 1, 2];

/// The largest n by default, and with `--full`.
const LARGEST: [i64; 2] = [8, 10];

/// Boards with at most this number of empty squares are evaluated exactly; of larger
/// ones thermographs are found, and how infinitesimals compare with ↑∗.
const EXACT: [u64; 2] = [11, 14];

/// Boards with more empty squares are left out even with `--full`.
const MOST: u64 = 19;

/// What was found out about a position.
struct Found {
    graph: Thermograph,
    value: Option<Value>,
    /// The name of an infinitesimal.
    small: Option<String>,
}

/// Infinitesimals with a name of their own.
const SMALL: [&str; 5] = ["*", "^", "v", "^*", "v*"];

/// Names an infinitesimal by comparing it.
fn small(context: &mut Context<'_>, position: &Field) -> Result<Option<String>, Trouble> {
    for name in SMALL {
        if beside(context, position, name)? == Outcome::P {
            return Ok(Some(name.into()));
        }
    }
    // u is a little more than ↑.
    for (sign, low, high) in [("", "^*", "^^*"), ("-", "vv*", "v*")] {
        let above = beside(context, position, low)? == Outcome::L;
        if above && beside(context, position, high)? == Outcome::R {
            return Ok(Some(format!("{sign}u*")));
        }
    }
    Ok(None)
}

/// Who wins a position less a value.
fn beside(context: &mut Context<'_>, position: &Field, value: &str) -> Result<Outcome, Trouble> {
    let value = context.arena.read(value)?;
    let budget = context.arena.budget().clone();
    let solver = context
        .solvers
        .memory(|| solve::Thermographer::with_budget(budget));
    Ok(solver.outcome_beside(&mut context.arena, position, -value)?)
}

impl Found {
    fn find(context: &mut Context<'_>, name: &str, position: &Field) -> Result<Found, Trouble> {
        let graph = thermographer(context).thermograph(position)?;
        let exact = EXACT[usize::from(context.full)];
        let value = match position.rank() <= exact {
            true => Some(value(context, name)?),
            false => None,
        };
        let zero = Dyadic::zero();
        let infinitesimal = [&graph.left, &graph.right]
            .iter()
            .all(|wall| wall.at(&zero).is_zero());
        let small = match infinitesimal && graph.temperature().is_zero() {
            true => small(context, position)?,
            false => None,
        };
        Ok(Found {
            graph,
            value,
            small,
        })
    }

    fn is_number(&self) -> bool {
        self.graph.temperature().signum() < 0
    }

    /// Whether a cell says what was found, and whether it says only what the
    /// thermograph is.
    fn says(&self, context: &mut Context<'_>, cell: &str) -> Result<Option<Says>, Trouble> {
        if self.small.as_deref() == Some(cell) {
            return Ok(Some(Says::All));
        }
        // Thermographs know u∗ only as ∗; what is like it is told by `small`.
        let shadow = cell.replace("u*", "*").replace("bigs,", "");
        let Ok(printed) = context.arena.read(&shadow) else {
            return Ok(None);
        };
        let walls = context.arena.thermograph(printed)?;
        let infinitesimal = context.arena.is_infinitesimal(printed) && walls.mean().is_zero();
        let hot = !infinitesimal && !context.arena.is_number(printed);
        if walls != self.graph {
            return Ok(None);
        }
        Ok(match self.value {
            _ if self.is_number() => Some(Says::All),
            Some(value) if value == printed && shadow == cell => Some(Says::All),
            Some(value) if shadow != cell && hot => self.like(context, value, cell)?,
            _ if hot => Some(Says::Walls),
            _ => None,
        })
    }

    /// Whether a value is `{1|-u*}`, or 1 and bigs over −1.
    fn like(
        &self,
        context: &mut Context<'_>,
        value: Value,
        cell: &str,
    ) -> Result<Option<Says>, Trouble> {
        let one = context.arena.integer(1)?;
        let left = context.arena.options(value, Player::Left)?;
        let right = context.arena.options(value, Player::Right)?;
        let all = match cell {
            "{bigs,1|-1}" => left.contains(&one) && right == [-one],
            _ => {
                let up_star = context.arena.read("^*")?;
                let mut like = left == [one] && right.len() == 1;
                for option in right {
                    let relation = context.arena.compare(-option, up_star)?;
                    like &= relation == Relation::Greater;
                }
                like
            }
        };
        Ok(Some(if all { Says::All } else { Says::Walls }))
    }

    fn text(&self, context: &mut Context<'_>, shown: Option<&str>) -> Result<String, Trouble> {
        if self.is_number() {
            return Ok(self.graph.mean().to_string());
        }
        if let Some(value) = self.value {
            let text = context.text(value)?;
            return Ok(match self.small.as_deref() {
                Some("u*") => format!("u* = {text}"),
                _ => text,
            });
        }
        if let Some(small) = &self.small {
            return Ok(small.clone());
        }
        Ok(match shown {
            Some(cell) => format!("walls of {cell}"),
            None => mast(&self.graph),
        })
    }
}

/// What a cell gets right.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    All,
    Walls,
}

const SAME_WALLS: &str = "The same thermograph, which is what most entries of the table mean (section 6); the canonical \
     form has further options that attain no more at any temperature.";

/// What is printed about a position: the entry of its column, or the
/// exception for its n, or for its jagged edges.
fn printed(kind: &str, m: i64, n: i64, jag: &str) -> Result<Printed<'static>, Trouble> {
    let cells = cells()?;
    let parity = if n % 2 == 0 { "v" } else { "d" };
    let jag = if jag.is_empty() { "smooth" } else { jag };
    let mut printed = Printed::blank();
    for about in [
        format!("{kind} {m} {n} {jag}"),
        format!("{kind} {m} {n}"),
        format!("{kind} {m} {parity}"),
    ] {
        let cell = cells.get("table-1", &about);
        printed.cell = printed.cell.or(cell.cell);
        printed.known = printed.known.or(cell.known);
    }
    Ok(printed)
}

fn judge(
    context: &mut Context<'_>,
    found: &Found,
    printed: &Printed<'_>,
) -> Result<(String, Agreement), Trouble> {
    let mut says = None;
    if let Some(cell) = printed.cell {
        says = found.says(context, cell)?;
    }
    let shown = printed.cell.filter(|_| says.is_some());
    let text = found.text(context, shown)?;
    let known = match printed.known {
        Some(Known {
            computed: Some(computed),
            ..
        }) => {
            let like = found.says(context, computed)? == Some(Says::All);
            like || text == computed || mast(&found.graph) == computed
        }
        Some(_) => true,
        None => false,
    };
    let agreement = match says {
        Some(Says::All) => Agreement::Agrees,
        Some(Says::Walls) if found.value.is_none() => Agreement::Agrees,
        Some(Says::Walls) if printed.known.is_none() => Agreement::Explained(SAME_WALLS.into()),
        _ => printed.judge(|cell| Some(cell) != printed.cell && known),
    };
    Ok((text, agreement))
}

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["cell", "edges"]);
    let largest = LARGEST[usize::from(context.full)];
    for kind in TYPES {
        for m in INDICES {
            for n in 0..=largest {
                let mut rows: Vec<(Vec<&str>, Printed<'static>, String, Agreement)> = Vec::new();
                let boards = boards(kind, m, n);
                let count = boards.len();
                for (jag, name, position) in boards {
                    if position.rank() > MOST {
                        continue;
                    }
                    let found = Found::find(context, &name, &position)?;
                    context.step(1);
                    let printed = printed(kind, m, n, jag)?;
                    let (text, agreement) = judge(context, &found, &printed)?;
                    match rows
                        .iter_mut()
                        .find(|row| row.2 == text && row.3 == agreement)
                    {
                        Some(row) => row.0.push(jag),
                        None => rows.push((vec![jag], printed, text, agreement)),
                    }
                }
                for (jags, printed, text, agreement) in rows {
                    let edges = match jags.len() {
                        all if all == count => String::new(),
                        _ => jags.join(" "),
                    };
                    let cell = format!("{kind}[{m},{n}]");
                    table.push(&[&cell, &edges], &printed, Some(text), agreement);
                }
            }
        }
    }
    bounds(context, &mut table)?;
    let exact = EXACT[usize::from(context.full)];
    table.note(format!(
        "n runs up to {largest}{}. tl, tr, bl, br: the free square of a jagged top or bottom row; \
         nothing: any edges. Boards with up to {exact} empty squares are evaluated exactly; of \
         larger ones the thermograph is shown as the walls of what is printed, and infinitesimals \
         are told by playing them against *, ^, v, ^* and v*. u* lies between ^* and ^^*.",
        if context.full { "" } else { " (--full: to 10)" },
    ));
    Ok(table)
}

/// The bottom line: which positions of a column are at least 0, or at least ∗.
fn bounds(context: &mut Context<'_>, table: &mut Table) -> Result<(), Trouble> {
    let largest = if context.full { LARGEST[0] } else { 6 };
    for m in INDICES {
        let bound = if m % 2 == 0 { "*" } else { "0" };
        let mut reach = Vec::new();
        for kind in TYPES {
            for n in 0..=largest {
                for (_, name, position) in boards(kind, m, n) {
                    let outcome = beside(context, &position, bound)?;
                    if matches!(outcome, Outcome::L | Outcome::P) {
                        reach.push(((kind, n), name));
                    }
                }
            }
        }
        let printed = cells()?.get("table-1", &format!("bound {m}"));
        let allowed = |kind: &str, n: i64| match m {
            -1 | 1 => (m == 1 && (kind == "A" || kind == "C")) || [3, 7].contains(&(2 * n - m)),
            0 => (kind == "A" && n % 2 == 1) || (kind == "B" && n % 2 == 0) || kind == "C",
            _ => kind == "A" || kind == "C" || (kind == "E" && n == 5),
        };
        let outside: Vec<&str> = reach
            .iter()
            .filter(|((kind, n), _)| !allowed(kind, *n))
            .map(|(_, name)| name.as_str())
            .collect();
        let computed = match outside.as_slice() {
            [] => format!("no other >= {bound}"),
            _ => format!("also {}", outside.join(" ")),
        };
        let agreement = printed.judge(|cell| match printed.known {
            Some(Known {
                computed: Some(known),
                ..
            }) if cell == known => cell == computed,
            _ => outside.is_empty(),
        });
        let cell = format!("m = {m}, n up to {largest}");
        table.push(&[&cell, ""], &printed, Some(computed), agreement);
    }
    Ok(())
}

/// The largest n that is quickly computed, of both parities.
const DRAWN: [i64; 2] = [6, 7];

/// Figs. 9 and 10: arrays of thermographs, a row for each type and parity of
/// n, a column for each m.
pub fn figures(context: &mut Context<'_>) -> Result<Vec<Figure>, Trouble> {
    let arrays: [(&str, &[&str], std::ops::RangeInclusive<i64>); 2] = [
        ("9", &["A", "B"], -1..=3),
        ("10", &["C", "D", "E", "F"], -3..=3),
    ];
    let mut figures = Vec::new();
    for (number, kinds, indices) in arrays {
        let mut graphs: Vec<(String, Thermograph)> = Vec::new();
        for kind in kinds {
            for n in DRAWN {
                for m in indices.clone() {
                    let boards = boards(kind, m, n);
                    let Some((_, name, position)) = boards.first() else {
                        return Err(Trouble::Data(format!("no board is {kind}[{m},{n}]")));
                    };
                    let graph = thermographer(context).thermograph(position)?;
                    context.step(1);
                    graphs.push((name.clone(), graph));
                }
            }
        }
        figures.push(Figure {
            file: format!("amazons-{number}.svg"),
            svg: array(&graphs, indices.count()),
        });
    }
    Ok(figures)
}
