//! The papers' tables as pages.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Html;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use values::{Budget, Notation};

use super::super::client::Client;
use super::super::fault::{Fault, PageFault};
use super::super::server::{Site, nothing};
use super::super::task::{Lane, Task};
use super::super::work::Request;
use super::{Page, encode, escape};
use crate::tables::{Context, Exhibit, PAPERS, Paper, Row, Table, Trouble};

/// How long a table may take.
const TIME: Duration = Duration::from_secs(120);

/// `GET /papers`.
pub async fn papers() -> Html<String> {
    let mut body = String::from(
        "<h1>The papers</h1>\n<p class=\"lead\">Every table is computed anew and compared with \
         the print.</p>\n",
    );
    for paper in PAPERS {
        body.push_str(&format!("<h2>{}</h2>\n<ul>\n", escape(paper.title)));
        for exhibit in paper.exhibits {
            body.push_str(&format!(
                "<li><a href=\"{}\">{}</a> {}</li>\n",
                address(paper, exhibit),
                escape(exhibit.id),
                escape(exhibit.title),
            ));
        }
        body.push_str("</ul>\n");
    }
    let page = Page {
        title: "Papers",
        here: "/papers",
        body: &body,
        script: None,
    };
    page.html()
}

fn address(paper: &Paper, exhibit: &Exhibit) -> String {
    format!("/papers/{}/{}", encode(paper.name), encode(exhibit.id))
}

/// `GET /papers/PAPER/TABLE`.
pub async fn paper(
    State(site): State<Arc<Site>>,
    Path((name, table)): Path<(String, String)>,
    uri: Uri,
    client: Client,
) -> Result<Html<String>, PageFault> {
    let (paper, exhibit) = find(&name, &table).ok_or_else(|| nothing(&uri))?;
    let request = Request {
        client,
        time: TIME,
        watch: None,
    };
    let task = PaperTable { paper: name, table };
    let computed = site.workers.run(request, task).await?;
    let mut body = format!(
        "<p><a href=\"/papers\">The papers</a></p>\n<h1>{} {}</h1>\n<p class=\"lead\">{}</p>\n",
        escape(exhibit.id),
        escape(exhibit.title),
        escape(paper.title),
    );
    body.push_str(&computed);
    let page = Page {
        title: exhibit.title,
        here: "/papers",
        body: &body,
        script: None,
    };
    Ok(page.html())
}

/// The exhibit of a paper, by their names.
fn find(name: &str, table: &str) -> Option<(&'static Paper, &'static Exhibit)> {
    let paper = PAPERS.into_iter().find(|paper| paper.name == name)?;
    let exhibit = paper.exhibits.iter().find(|exhibit| exhibit.id == table)?;
    Some((paper, exhibit))
}

/// A table of a paper with its figures.
#[derive(Serialize, Deserialize)]
pub struct PaperTable {
    paper: String,
    table: String,
}

impl Task for PaperTable {
    const NAME: &'static str = "table";
    const LANE: Lane = Lane::Questions;
    /// HTML.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        let found = find(&self.paper, &self.table);
        let (paper, exhibit) = found.ok_or_else(|| Fault::missing("there is no such table"))?;
        let (table, figures) = compute(exhibit, budget)?;
        let mut body = rows(paper, &table);
        for note in &table.notes {
            body.push_str(&format!("<p>{}</p>\n", escape(note)));
        }
        body.push_str(&diagrams(&table));
        for picture in figures {
            // As an image it is a document of its own and keeps its styles.
            body.push_str(&format!(
                "<img class=\"figure\" alt=\"A figure of {}\" src=\"data:image/svg+xml,{}\">\n",
                escape(exhibit.id),
                encode(&picture),
            ));
        }
        Ok(body)
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
    let analyse = |game: &str, position: &str| {
        let (game, position) = (encode(game), encode(position));
        format!("/analyse?game={game}&amp;position={position}")
    };
    if let Some((game, position)) = &row.position {
        return Some(analyse(game, position));
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
        (Some(position), _) => Some(analyse(game, &position)),
        (None, Some(value)) => Some(format!("/calculator?expression={}", encode(value))),
        (None, None) => None,
    }
}

/// Pictures of the positions that the rows name by a letter.
fn diagrams(table: &Table) -> String {
    if table.diagrams.is_empty() {
        return String::new();
    }
    let figures = table.diagrams.iter().map(|diagram| {
        format!(
            "<figure><img alt=\"{position}\" src=\"/api/v1/board.svg?game={}&amp;position={}\">\
             <figcaption>{}</figcaption></figure>\n",
            encode(diagram.game),
            encode(&diagram.position),
            escape(diagram.letter),
            position = escape(&diagram.position),
        )
    });
    let figures: String = figures.collect();
    format!("<div class=\"diagrams\">\n{figures}</div>\n")
}

/// Keys of at most so many characters are not broken within a word.
const SHORT: usize = 20;

fn rows(paper: &Paper, table: &Table) -> String {
    if table.rows.is_empty() {
        return String::new();
    }
    let heads = table.keys.iter().copied();
    let heads = heads.chain(["in the paper", "computed", "verdict"]);
    let heads: String = heads
        .map(|head| format!("<th scope=\"col\">{}</th>", escape(head)))
        .collect();
    let mut html =
        format!("<div class=\"scroll\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        for key in &row.keys {
            let class = match key.chars().count() <= SHORT {
                true => " class=\"whole\"",
                false => "",
            };
            html.push_str(&format!("<td{class}>{}</td>", escape(key)));
        }
        let computed = escape(row.computed.as_deref().unwrap_or(""));
        let computed = match subject(paper, row) {
            Some(address) => format!("<a href=\"{address}\">{computed}</a>"),
            None => computed,
        };
        let reason = match row.agreement.reason() {
            Some(reason) => format!(": {}", escape(reason)),
            None => String::new(),
        };
        html.push_str(&format!(
            "<td>{}</td><td>{computed}</td><td class=\"verdict {}\">{}{reason}</td></tr>\n",
            escape(row.paper.as_deref().unwrap_or("")),
            escape(row.agreement.word().split(' ').next().unwrap_or("")),
            escape(row.agreement.word()),
        ));
    }
    html.push_str("</tbody></table></div>\n");
    html
}
