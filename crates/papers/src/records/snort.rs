//! How hot Snort is, against the degree of the graph.

use super::graphs::{Graph, more_connected, more_trees};
use super::line::SLOW;
use crate::{Context, Printed, Table, Trouble};
use std::cmp::Ordering;
use values::{Budget, Dyadic};

const GAME: &str = "snort";

/// The most vertices, by default and with --full.
const GRAPHS: (usize, usize) = (8, 9);
const TREES: (usize, usize) = (13, 15);

/// The largest n of stars, and of caterpillars by default and with --full.
const STARS: usize = 12;
const CATERPILLARS: (usize, usize) = (8, 10);

/// A graph without colours and how hot it is.
#[derive(Clone)]
pub struct Heat {
    /// The graph as a position.
    pub text: String,
    pub temperature: Dyadic,
    degree: u32,
}

impl Heat {
    pub fn of(context: &mut Context<'_>, graph: &Graph) -> Result<Self, Trouble> {
        let board = context.position(GAME, &graph.text())?;
        let budget = context.budget().clone();
        let thermograph = board.thermograph(&mut context.solvers, &budget)?;
        context.step(1);
        Ok(Heat {
            text: board.text(),
            temperature: thermograph.temperature().clone(),
            degree: graph.degree(),
        })
    }

    fn says(&self) -> String {
        format!("{} at degree {}", self.temperature, self.degree)
    }

    /// By the difference of temperature and degree.
    fn by_difference(&self, other: &Heat) -> Ordering {
        let above = |heat: &Heat| &heat.temperature - &i64::from(heat.degree).into();
        above(self).cmp(&above(other))
    }

    /// By how many times the degree the temperature is.
    fn by_ratio(&self, other: &Heat) -> Ordering {
        let times = |heat: &Heat, degree: u32| &heat.temperature * &i64::from(degree).into();
        times(self, other.degree).cmp(&times(other, self.degree))
    }
}

/// The ways in which a temperature can be far above the degree.
type Order = fn(&Heat, &Heat) -> Ordering;
const ORDERS: [(&str, Order); 2] = [
    ("largest temperature - degree", Heat::by_difference),
    ("largest temperature / degree", Heat::by_ratio),
];

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = Table::new(&["graphs", "vertices", "what", "command"]);
    all(context, &mut table, "connected", GRAPHS, more_connected)?;
    all(context, &mut table, "trees", TREES, more_trees)?;
    for n in 1..=STARS {
        let star = Graph::point().with_leaves(0, n);
        let printed = format!("{n} at degree {n}");
        let name = format!("star K(1,{n})");
        family(context, &mut table, &name, &star, &Printed::cell(&printed))?;
    }
    let (last, most) = CATERPILLARS;
    for n in 1..=most {
        let name = caterpillar_name(n);
        if n > last && !context.full {
            let graph = caterpillar(n);
            let text = context.position(GAME, &graph.text())?.text();
            let keys = [
                &*name,
                &graph.len().to_string(),
                TEMPERATURE,
                &command(&text),
            ];
            table.skip(&keys, &Printed::blank(), SLOW);
            continue;
        }
        family(
            context,
            &mut table,
            &name,
            &caterpillar(n),
            &Printed::blank(),
        )?;
    }
    table.note(NOTE);
    Ok(table)
}

const TEMPERATURE: &str = "temperature";

/// The command that gives rows that are left out.
const FULL: &str = "legatus tables records snort-degree --full";

fn command(text: &str) -> String {
    format!("legatus thermograph {GAME} '{text}'")
}

/// A path of three vertices with n leaves more in the middle and n + 1 at the
/// ends.
pub fn caterpillar(n: usize) -> Graph {
    let path = Graph::point().with_leaves(0, 2);
    path.with_leaves(0, n)
        .with_leaves(1, n + 1)
        .with_leaves(2, n + 1)
}

fn caterpillar_name(n: usize) -> String {
    format!("caterpillar C({},{n},{})", n + 1, n + 1)
}

/// Rows about one graph.
fn family(
    context: &mut Context<'_>,
    table: &mut Table,
    name: &str,
    graph: &Graph,
    printed: &Printed<'_>,
) -> Result<(), Trouble> {
    let text = context.position(GAME, &graph.text())?.text();
    let command = command(&text);
    let [heat] = context.answer(&format!("{command}: temperature and degree"), |context| {
        Ok([Heat::of(context, graph)?.says()])
    })?;
    let vertices = graph.len().to_string();
    table.text(&[name, &vertices, TEMPERATURE, &command], printed, heat);
    table.about(GAME, &text);
    Ok(())
}

/// Rows about all graphs of a kind with 2 vertices, 3 and so on.
fn all(
    context: &mut Context<'_>,
    table: &mut Table,
    name: &str,
    (last, most): (usize, usize),
    more: fn(&[Graph], &Budget) -> values::Result<Vec<Graph>>,
) -> Result<(), Trouble> {
    let mut graphs = vec![Graph::point()];
    for vertices in 2..=most {
        let key = vertices.to_string();
        if vertices > last && !context.full {
            for (what, _) in ORDERS {
                table.skip(&[name, &key, what, FULL], &Printed::blank(), SLOW);
            }
            continue;
        }
        let sweep = format!("{FULL}: {name}, {vertices} vertices");
        let found: [String; 4] = context.answer(&sweep, |context| {
            // Smaller ones are missing if they were kept.
            while graphs[0].len() < vertices {
                graphs = more(&graphs, context.budget())?;
            }
            hottest(context, &graphs)
        })?;
        let (rows, _) = found.as_chunks::<2>();
        for ([text, heat], (what, _)) in rows.iter().zip(ORDERS) {
            let keys = [name, &key, what, &command(text)];
            table.text(&keys, &Printed::blank(), heat);
            table.about(GAME, text);
        }
    }
    Ok(())
}

/// The graph that is first in each order, as a position, and how hot it is.
fn hottest(context: &mut Context<'_>, graphs: &[Graph]) -> Result<[String; 4], Trouble> {
    let mut hottest = ORDERS.map(|_| None);
    for graph in graphs {
        let heat = Heat::of(context, graph)?;
        for (most, (_, order)) in hottest.iter_mut().zip(ORDERS) {
            // The first of equals, in the order in which graphs come.
            if most.as_ref().is_none_or(|most| order(&heat, most).is_gt()) {
                *most = Some(heat.clone());
            }
        }
    }
    let [difference, ratio] = hottest.map(|heat: Option<Heat>| heat.expect("some graph"));
    let [first, second] = [difference.says(), ratio.says()];
    Ok([difference.text, first, ratio.text, second])
}

const NOTE: &str = "Graphs without colours, one of each up to isomorphism; the degree is the largest \
                    of a vertex. Print: S. Huntemann and T. Maciosowski, Degrees are Useless in Snort \
                    When Measuring Temperature (arXiv:2406.02107, 2024), whose abstract has the \
                    temperature n of a star and tells of a family in which the temperature grows \
                    twice as fast as the degree. Its tables are not at hand here, so the other rows \
                    fill blanks. C(n+1,n,n+1), which Maciosowski's program cgt-tools has, is a path \
                    of three vertices with so many leaves more at each.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::goes_on;
    use values::Notation;

    #[test]
    fn rows_come_again_from_what_is_kept() {
        goes_on(|context| {
            let mut table = Table::new(&["graphs", "vertices", "what", "command"]);
            all(context, &mut table, "connected", (5, 5), more_connected)?;
            family(context, &mut table, "", &caterpillar(1), &Printed::blank())?;
            Ok(table)
        });
    }

    /// By canonical forms.
    #[test]
    fn small_graphs_are_as_hot_as_their_values() {
        let budget = Budget::unlimited();
        let mut context = Context::new(&budget, false, Notation::Ascii);
        let mut graphs = vec![Graph::point()];
        for _ in 2..=5 {
            graphs = more_connected(&graphs, &budget).unwrap();
            for graph in &graphs {
                let heat = Heat::of(&mut context, graph).unwrap();
                let value = context.value(GAME, &heat.text).unwrap();
                let temperature = context.arena.temperature(value).unwrap();
                assert_eq!(heat.temperature, temperature, "{}", heat.text);
            }
        }
    }

    /// The degree grows by 1, the temperature by 2.
    #[test]
    fn temperatures_of_caterpillars_grow_twice_as_fast_as_their_degrees() {
        let budget = Budget::unlimited();
        let mut context = Context::new(&budget, false, Notation::Ascii);
        for n in 1..=3 {
            let heat = Heat::of(&mut context, &caterpillar(n)).unwrap();
            let temperature = Dyadic::from(2 * n as i64 + 1);
            assert_eq!(
                (heat.temperature, heat.degree as usize),
                (temperature, n + 2)
            );
        }
    }
}
