//! The papers' tables and the museum of values.

use papers::museum::{Piece, pieces};
use papers::{Context, PAPERS, render};
use pyo3::prelude::*;
use values::Notation;

use crate::budget::{Limits, work};
use crate::errors::Fault;

/// A paper and its tables.
type Listed = (&'static str, &'static str, Vec<Titled>);
/// The id of a table, and what it shows.
type Titled = (&'static str, &'static str);

/// The papers: name, title, and the ids and titles of their tables.
#[pyfunction]
pub fn _papers() -> Vec<Listed> {
    let exhibits = |paper: &papers::Paper| {
        let exhibits = paper.exhibits.iter();
        exhibits
            .map(|exhibit| (exhibit.id, exhibit.title))
            .collect()
    };
    PAPERS
        .iter()
        .map(|paper| (paper.name, paper.title, exhibits(paper)))
        .collect()
}

/// A table of a paper, computed: its JSON, and its figures by the names of
/// their files.
#[pyfunction]
#[pyo3(signature = (paper, table, full=false, figures=false, budget=None))]
pub fn _paper_table(
    py: Python<'_>,
    paper: &str,
    table: &str,
    full: bool,
    figures: bool,
    budget: Option<Limits>,
) -> PyResult<(String, Vec<(String, String)>)> {
    let Some(found) = PAPERS.iter().find(|known| known.name == paper) else {
        let names: Vec<&str> = PAPERS.iter().map(|paper| paper.name).collect();
        let why = format!(
            "there is no paper `{paper}`; there are {}",
            names.join(", ")
        );
        return Err(Fault::syntax(why).into());
    };
    let Some(exhibit) = found.exhibits.iter().find(|exhibit| exhibit.id == table) else {
        let ids: Vec<&str> = found.exhibits.iter().map(|exhibit| exhibit.id).collect();
        let why = format!("{paper} has no table `{table}`; it has {}", ids.join(", "));
        return Err(Fault::syntax(why).into());
    };
    work(py, budget.as_ref(), |mode| {
        let mut context = Context::new(mode.budget, full, Notation::Ascii);
        let computed = (exhibit.table)(&mut context)?;
        let text = serde_json::to_string(&render::object(exhibit, &computed))
            .map_err(|error| Fault::domain(error.to_string()))?;
        let drawn = match exhibit.figures {
            Some(draw) if figures => draw(&mut context)?,
            _ => Vec::new(),
        };
        let drawn = drawn.into_iter().map(|figure| (figure.file, figure.svg));
        Ok((text, drawn.collect()))
    })
}

/// The museum: game, value and position of every piece.
#[pyfunction]
pub fn _museum() -> Vec<(&'static str, &'static str, &'static str)> {
    let piece = |piece: &Piece| (piece.game, piece.value, piece.position);
    pieces().iter().map(piece).collect()
}
