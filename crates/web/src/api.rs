//! The questions of the command line over HTTP.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use values::Budget;

use super::client::Client;
use super::fault::Fault;
use super::inquiry::Inquiry;
use super::parameters::Parameters;
use super::server::Site;
use super::task::Task;
use ask::{Asked, QUESTIONS, Question, Subject, Takes, Web};
use calc::Calculator;
use serde_json::json;

/// The longest answer.
const LONGEST_ANSWER: usize = 8 << 20;

/// The questions that are answered here.
pub fn questions() -> impl Iterator<Item = (&'static Question, &'static Web)> {
    let questions = QUESTIONS.iter().copied();
    questions.filter_map(|question| Some((question, question.web.as_ref()?)))
}

/// `GET /api/v1/value?game=&position=` and its like.
pub async fn question(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    uri: Uri,
    client: Client,
) -> Result<Response, Fault> {
    let Some((question, web)) = questions().find(|(question, _)| question.name == name) else {
        return Err(super::server::nothing(&uri));
    };
    let parameters = Parameters::read(&uri)?;
    let asked = asked(question, web, &parameters)?;
    if name == "calc"
        && let Some(topic) = parameters
            .get("expression")
            .and_then(Calculator::help_request)
    {
        return help(topic);
    }
    let question = name;
    let inquiry = Inquiry::new(site, client, parameters);
    let answer = inquiry.run(Ask { question, asked }).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
}

/// A question, as data.
#[derive(Serialize, Deserialize)]
pub struct Ask {
    question: String,
    asked: Asked,
}

impl Task for Ask {
    /// The object that the command prints.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        let Some(question) = ask::question(&self.question) else {
            return Err(Fault::broken(format!("nobody asks `{}`", self.question)));
        };
        let answer = ask::request(question, &self.asked, budget.clone(), LONGEST_ANSWER);
        answer.map_err(|failure| Fault::unanswered(&failure))
    }
}

/// What the calculator explains, as an object that has only text.
fn help(topic: Option<&str>) -> Result<Response, Fault> {
    let calculator = Calculator::new(Budget::new(None));
    let text = calculator.help(topic);
    let text = text.map_err(|failure| Fault::unanswered(&failure))?;
    Ok(Json(json!({"text": text})).into_response())
}

/// How far a question is that was asked with `watch=NAME`.
pub async fn progress(inquiry: Inquiry) -> Result<Response, Fault> {
    let watch = inquiry.only(&["watch"])?.need("watch")?;
    let positions = inquiry.site.workers.progress(watch);
    Ok(Json(json!({"positions": positions})).into_response())
}

/// What a request asks.
fn asked(question: &Question, web: &Web, parameters: &Parameters) -> Result<Asked, Fault> {
    let subject = web.subject.parameters();
    let settings = question.web_settings().map(|setting| setting.name);
    let settings: Vec<&str> = settings.collect();
    parameters.only(&[subject, &settings, &["seconds", "watch"]].concat())?;
    let words = match parameters.get("expression") {
        Some(text) => vec![text],
        None if web.subject == Subject::Expression => vec![parameters.need("expression")?],
        None => vec![parameters.need("game")?, parameters.need("position")?],
    };
    // A dash would be standard input.
    if words.contains(&"-") {
        return Err(Fault::bad(
            "`-` is no position",
            "write the position itself",
        ));
    }
    let mut asked = Asked::about(words);
    for (name, text) in web.given {
        match *text {
            "" => asked = asked.with(name),
            text => asked.set(name, text),
        }
    }
    for setting in question.web_settings() {
        match (setting.takes, parameters.get(setting.name)) {
            (Takes::Nothing, _) if parameters.flag(setting.name)? => {
                asked = asked.with(setting.name);
            }
            (Takes::Nothing, _) | (_, None) => {}
            (_, Some(text)) => asked.set(setting.name, text),
        }
    }
    Ok(asked)
}
