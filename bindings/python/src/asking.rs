//! Every question that the command line answers, by its name.

use ask::{Asked, Exit, QUESTIONS, Takes};
use pyo3::prelude::*;

use crate::budget::Limits;
use crate::errors::Fault;
use crate::positions::Position;
use crate::shelf::at_desk;

/// The answer to a question as the command line prints it with `--json`, and
/// whether it is a finding.
#[pyfunction]
#[pyo3(signature = (question, words, settings, position=None, budget=None))]
pub fn _ask(
    py: Python<'_>,
    question: &str,
    words: Vec<String>,
    settings: Vec<(String, Vec<String>)>,
    position: Option<PyRef<'_, Position>>,
    budget: Option<Limits>,
) -> PyResult<(String, bool)> {
    let Some(found) = ask::question(question) else {
        let names: Vec<&str> = QUESTIONS.iter().map(|question| question.name).collect();
        let why = format!(
            "there is no question `{question}`; there are {}",
            names.join(", ")
        );
        return Err(Fault::syntax(why).into());
    };
    let mut asked = Asked::about(words);
    for (name, texts) in settings {
        if !found.settings.iter().any(|setting| setting.name == name) {
            let names: Vec<&str> = found.settings.iter().map(|setting| setting.name).collect();
            let why = format!(
                "{question} has no setting `{name}`; it has {}",
                names.join(", ")
            );
            return Err(Fault::syntax(why).into());
        }
        asked.settings.insert(name, texts);
    }
    if let Some(position) = &position {
        position.explore(py, budget.as_ref())?;
    }
    drop(position);
    at_desk(py, budget.as_ref(), |desk| {
        let mut out = Vec::new();
        let exit = found.ask(desk, &asked, &mut out)?;
        let text = String::from_utf8_lossy(&out).into_owned();
        match exit {
            Exit::Answered => Ok((text, true)),
            Exit::Negative => Ok((text, false)),
            Exit::Interrupted => Err(Fault::interrupted()),
            Exit::BadInput | Exit::Limit => Err(Fault::domain(text)),
        }
    })
}

/// A question and its settings.
type Asking = (&'static str, &'static str, Vec<Told>);
/// A setting, whether something follows it, and what it means.
type Told = (&'static str, bool, &'static str);

/// The questions: name, what they do, and their settings with what these take
/// and mean.
#[pyfunction]
pub fn _questions() -> Vec<Asking> {
    let settings = |question: &'static ask::Question| {
        let all = question.settings.iter();
        all.map(|setting| {
            let takes = !matches!(setting.takes, Takes::Nothing);
            (setting.name, takes, setting.about)
        })
    };
    QUESTIONS
        .iter()
        .map(|question| (question.name, question.about, settings(question).collect()))
        .collect()
}
