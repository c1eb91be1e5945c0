//! The questions of the command line over HTTP.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use values::Budget;

use super::client::Client;
use super::fault::Fault;
use super::server::Site;
use super::task::{Lane, Task};
use super::work::Request;
use ask::{Asked, QUESTIONS, Question, Subject, Takes, Web};
use calc::Calculator;
use serde_json::json;

/// The longest text of a position or an expression.
pub const LONGEST_TEXT: usize = 4096;
/// The longest text of the moves of a game.
const LONGEST_GAME: usize = 32 << 10;
/// The longest answer.
const LONGEST_ANSWER: usize = 8 << 20;
/// How long a question may take, and how long one may ask for.
const SECONDS: u64 = 10;
const MOST_SECONDS: u64 = 120;

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
    let request = parameters.request(client, "seconds")?;
    let question = name;
    let answer = site.workers.run(request, Ask { question, asked }).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
}

/// A question, as data.
#[derive(Serialize, Deserialize)]
pub struct Ask {
    question: String,
    asked: Asked,
}

impl Task for Ask {
    const NAME: &'static str = "ask";
    const LANE: Lane = Lane::Questions;
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
pub async fn progress(State(site): State<Arc<Site>>, uri: Uri) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["watch"])?;
    let watch = parameters.need("watch")?;
    let positions = site.workers.progress(watch);
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

/// The parameters of a request.
pub struct Parameters(BTreeMap<String, String>);

impl Parameters {
    pub fn read(uri: &Uri) -> Result<Self, Fault> {
        let query = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(uri);
        let pairs = query.map_err(|_| {
            Fault::bad(
                "the query cannot be read",
                "write name=value pairs, percent-encoded in UTF-8",
            )
        })?;
        let mut parameters = BTreeMap::new();
        for (name, value) in pairs.0 {
            let longest = match &*name {
                "moves" => LONGEST_GAME,
                _ => LONGEST_TEXT,
            };
            if value.len() > longest {
                return Err(Fault::bad(
                    format!("{} has {} bytes", cut(&name), value.len()),
                    format!("at most {longest} are read"),
                ));
            }
            if value.contains('\0') {
                return Err(Fault::bad(
                    format!("{} contains a zero byte", cut(&name)),
                    "leave it out",
                ));
            }
            if parameters.insert(name.clone(), value).is_some() {
                return Err(Fault::bad(
                    format!("{} is given twice", cut(&name)),
                    "give it once",
                ));
            }
        }
        Ok(Parameters(parameters))
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub fn need(&self, name: &str) -> Result<&str, Fault> {
        let missing = || {
            Fault::bad(
                format!("{name} is missing"),
                format!("add {name}= to the query"),
            )
        };
        self.get(name).ok_or_else(missing)
    }

    /// One that is true or false.
    pub fn flag(&self, name: &str) -> Result<bool, Fault> {
        match self.get(name) {
            None | Some("false") => Ok(false),
            Some("true" | "") => Ok(true),
            Some(_) => Err(Fault::bad(
                format!("{name} is true or false"),
                "leave it out for false",
            )),
        }
    }

    /// Refuses other names than these.
    pub fn only(&self, known: &[&str]) -> Result<(), Fault> {
        match self.0.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(Fault::bad(
                format!("there is no parameter `{}`", cut(name)),
                format!("there are {}", known.join(", ")),
            )),
        }
    }

    /// Who asks, and for how long.
    pub fn request(&self, client: Client, seconds: &str) -> Result<Request, Fault> {
        let seconds = match self.get(seconds) {
            None => SECONDS,
            Some(text) => match text.parse() {
                Ok(seconds @ 1..=MOST_SECONDS) => seconds,
                _ => {
                    let hint = format!("ask for 1 to {MOST_SECONDS}");
                    return Err(Fault::bad(
                        format!("{} is no number of seconds", cut(text)),
                        hint,
                    ));
                }
            },
        };
        Ok(Request {
            client,
            time: Duration::from_secs(seconds),
            watch: self
                .get("watch")
                .map(|watch| watch.chars().take(64).collect()),
        })
    }
}

/// The beginning of a text that may be long.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(60) {
        None => text.escape_debug().to_string(),
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
    }
}
