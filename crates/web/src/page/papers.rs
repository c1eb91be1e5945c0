//! The papers' tables as pages.

use axum::extract::Path;
use axum::http::Uri;
use axum::response::Html;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use values::{Budget, Notation};

use super::super::fault::{Fault, PageFault};
use super::super::inquiry::Visitor;
use super::super::server::nothing;
use super::super::task::Task;
use super::{Page, analysis, encode};
use papers::{Context, Exhibit, PAPERS, Paper, Row, Table, Trouble};

/// How long a table may take.
const TIME: Duration = Duration::from_secs(120);

/// `GET /papers`.
pub async fn papers() -> Html<String> {
    let body = html! {
        h1 { "The papers" }
        p.lead { "Every table is computed anew and compared with the print." }
        @for paper in PAPERS {
            h2 { (paper.title) }
            ul {
                @for exhibit in paper.exhibits {
                    li { a href=(address(paper, exhibit)) { (exhibit.id) } " " (exhibit.title) }
                }
            }
        }
    };
    Page::new("Papers", body).at("/papers").html()
}

fn address(paper: &Paper, exhibit: &Exhibit) -> String {
    format!("/papers/{}/{}", encode(paper.name), encode(exhibit.id))
}

/// `GET /papers/PAPER/TABLE`.
pub async fn paper(
    visitor: Visitor,
    Path((name, table)): Path<(String, String)>,
    uri: Uri,
) -> Result<Html<String>, PageFault> {
    let (paper, exhibit) = find(&name, &table).ok_or_else(|| nothing(&uri))?;
    let task = PaperTable(name, table);
    let computed = visitor.run(TIME, task).await?;
    let body = html! {
        p { a href="/papers" { "The papers" } }
        h1 { (exhibit.id) " " (exhibit.title) }
        p.lead { (paper.title) }
        (PreEscaped(computed))
    };
    Ok(Page::new(exhibit.title, body).at("/papers").html())
}

/// The exhibit of a paper, by their names.
fn find(name: &str, table: &str) -> Option<(&'static Paper, &'static Exhibit)> {
    let paper = PAPERS.into_iter().find(|paper| paper.name == name)?;
    let exhibit = paper.exhibits.iter().find(|exhibit| exhibit.id == table)?;
    Some((paper, exhibit))
}

/// A table with its figures: the names of the paper and of the table.
#[derive(Serialize, Deserialize)]
pub struct PaperTable(String, String);

impl Task for PaperTable {
    /// HTML.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        let found = find(&self.0, &self.1);
        let (paper, exhibit) = found.ok_or_else(|| Fault::missing("there is no such table"))?;
        let (table, figures) = compute(exhibit, budget)?;
        let body = html! {
            (rows(paper, &table))
            @for note in &table.notes { p { (note) } }
            (diagrams(&table))
            @for picture in figures {
                // As an image it is a document of its own and keeps its styles.
                img.figure alt={ "A figure of " (exhibit.id) }
                    src={ "data:image/svg+xml," (encode(&picture)) };
            }
        };
        Ok(body.into_string())
    }
}

fn compute(exhibit: &Exhibit, budget: &Budget) -> Result<(Table, Vec<String>), Fault> {
    let mut context = Context::new(budget, false, Notation::Unicode);
    let fault = |trouble: Trouble| match trouble {
        Trouble::Stopped(error) => Fault::from(error),
        other => Fault::bad(other.to_string(), "legatus tables computes it too"),
    };
    let table = (exhibit.table)(&mut context).map_err(fault)?;
    let figures = match exhibit.figures {
        Some(draw) => draw(&mut context).map_err(fault)?,
        None => Vec::new(),
    };
    Ok((
        table,
        figures.into_iter().map(|figure| figure.svg).collect(),
    ))
}

/// The edges of N x 2 Amazons boards, as the names of its positions end.
const EDGES: [&str; 8] = ["tl", "tr", "bl", "br", "tlbl", "tlbr", "trbl", "trbr"];

/// The address of what a row is about: the position that it says, or one in its
/// keys, if that is a position of the paper's game, or the value in a key.
fn subject(paper: &Paper, row: &Row) -> Option<String> {
    if let Some((game, position)) = &row.position {
        return Some(analysis(game, position));
    }
    let game = rules::find(paper.name).ok()?.name;
    let is_position = |word: &str| {
        // A number alone counts something.
        let plain = word.chars().all(char::is_alphanumeric) && !word.contains('x');
        !plain && positions::read(game, word).is_ok()
    };
    let words = || row.keys.iter().flat_map(|key| key.split_whitespace());
    let position = words().find_map(|word| {
        // A cell stands for all edges of its board, or for some: it leads to
        // the first.
        let edges = match word.ends_with(']') {
            true => words().chain(EDGES).collect(),
            false => Vec::new(),
        };
        let all = edges.into_iter().map(|edge| format!("{word}{edge}"));
        let mut all = std::iter::once(word.to_owned()).chain(all);
        all.find(|text| is_position(text))
    });
    let mut keys = row.keys.iter();
    let value = keys.find(|key| key.starts_with('{') && key.ends_with('}'));
    match (position, value) {
        (Some(position), _) => Some(analysis(game, &position)),
        (None, Some(value)) => Some(format!("/calculator?expression={}", encode(value))),
        (None, None) => None,
    }
}

/// Pictures of the positions that the rows name by a letter.
fn diagrams(table: &Table) -> Markup {
    html! {
        @if !table.diagrams.is_empty() {
            div.diagrams {
                @for diagram in &table.diagrams {
                    @let (game, position) = (encode(diagram.game), encode(&diagram.position));
                    figure {
                        img alt=(diagram.position)
                            src={ "/api/v1/board.svg?game=" (game) "&position=" (position) };
                        figcaption { (diagram.letter) }
                    }
                }
            }
        }
    }
}

/// The most characters of a key that is not broken within a word.
const SHORT: usize = 20;

fn rows(paper: &Paper, table: &Table) -> Markup {
    let heads = table.keys.iter().copied();
    let heads = heads.chain(["in the paper", "computed", "verdict"]);
    html! {
        @if !table.rows.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Table" {
                table {
                    thead { tr { @for head in heads { th scope="col" { (head) } } } }
                    tbody { @for row in &table.rows { (cells(paper, row)) } }
                }
            }
        }
    }
}

fn cells(paper: &Paper, row: &Row) -> Markup {
    let computed = row.computed.as_deref().unwrap_or("");
    let word = row.agreement.word();
    html! {
        tr {
            @for key in &row.keys {
                td class=[(key.chars().count() <= SHORT).then_some("whole")] { (key) }
            }
            td { (row.paper.as_deref().unwrap_or("")) }
            td {
                @match subject(paper, row) {
                    Some(address) if !computed.is_empty() => a href=(address) { (computed) },
                    _ => (computed),
                }
            }
            td class={ "verdict " (word.split(' ').next().unwrap_or("")) } {
                (word)
                @if let Some(reason) = row.agreement.reason() { ": " (reason) }
            }
        }
    }
}
