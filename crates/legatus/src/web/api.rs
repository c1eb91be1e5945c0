//! The questions of the command line over HTTP.

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
use crate::calc::Calculator;
use crate::cli::{self, Exit};

/// The longest text of a position or an expression.
pub const LONGEST_TEXT: usize = 4096;
/// The longest text of the moves of a game.
const LONGEST_GAME: usize = 32 << 10;
/// The longest answer.
const LONGEST_ANSWER: usize = 8 << 20;
/// How long a question may take, and how long one may ask for.
const SECONDS: u64 = 10;
const MOST_SECONDS: u64 = 120;

/// A question: the command that answers it and what may be asked with it.
pub struct Question {
    pub name: &'static str,
    pub about: &'static str,
    /// Always given.
    options: &'static [&'static str],
    /// Parameters that are `true` or `false`.
    pub flags: &'static [&'static str],
    /// Parameters with a value.
    pub values: &'static [&'static str],
    /// The query of an example.
    pub example: &'static str,
    /// Whether it can be asked of a game's position, of an expression.
    pub positions: bool,
    pub expressions: bool,
}

/// All questions.
pub const QUESTIONS: [Question; 9] = [
    Question {
        name: "value",
        about: "the canonical form, outcome, mean, temperature and atomic weight",
        options: &["--json"],
        flags: &["compress"],
        values: &["notation"],
        example: "game=nim&position=3,4,5",
        positions: true,
        expressions: true,
    },
    Question {
        name: "outcome",
        about: "who wins, for each starter, with a winning move and a line of play",
        // Other questions have the other processors.
        options: &["--json", "--threads=1"],
        flags: &["misere", "all", "brief"],
        values: &[],
        example: "game=nim&position=3,4,5",
        positions: true,
        expressions: true,
    },
    Question {
        name: "moves",
        about: "every move with its outcome and value, best moves first",
        options: &["--json", "--best-first"],
        flags: &["misere", "incentives", "no-values", "plain", "count"],
        // What the die shows is for Latrunculus.
        values: &["notation", "at", "player", "roll"],
        example: "game=nim&position=3,4,5",
        positions: true,
        expressions: true,
    },
    Question {
        name: "thermograph",
        about: "mean, temperature and the corners of both walls",
        options: &["--json"],
        flags: &[],
        values: &[],
        example: "game=nim&position=3,4,5",
        positions: true,
        expressions: true,
    },
    Question {
        name: "grundy",
        about: "the nim value of a position of an impartial game",
        options: &["--json"],
        flags: &[],
        values: &[],
        example: "game=nim&position=3,4,5",
        positions: true,
        expressions: false,
    },
    Question {
        name: "calc",
        about: "the answer of the calculator",
        options: &["--json"],
        flags: &[],
        values: &["notation"],
        example: "expression=%7B1%7C-1%7D",
        positions: false,
        expressions: true,
    },
    Question {
        name: "environment",
        about: "best play beside a stack of cards, for each starter",
        options: &["--json"],
        flags: &[],
        values: &["top", "step", "ones", "terminal"],
        example: "game=amazons&position=R..L...R&top=4&step=1/4",
        positions: true,
        expressions: true,
    },
    Question {
        name: "threats",
        about: "in Latrunculus: the pips that it would cost to kill each piece now",
        options: &["--json"],
        flags: &[],
        values: &[],
        example: "game=latrunculus&position=start",
        positions: true,
        expressions: false,
    },
    Question {
        name: "analyse",
        about: "in Latrunculus: the best turns for each throw or for roll, the expected result, \
                and for each piece the chance that one turn of the enemy kills it",
        options: &["--json"],
        flags: &[],
        values: &["player", "roll", "turns", "level"],
        example: "game=latrunculus&position=start&player=white&roll=4",
        positions: true,
        expressions: false,
    },
];

/// `GET /api/v1/value?game=&position=` and its like.
pub async fn question(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    uri: Uri,
    client: Client,
) -> Result<Response, Fault> {
    let Some(question) = QUESTIONS.iter().find(|question| question.name == name) else {
        return Err(super::server::nothing(&uri));
    };
    let parameters = Parameters::read(&uri)?;
    let words = question.words(&parameters)?;
    if name == "calc"
        && let Some(topic) = parameters
            .get("expression")
            .and_then(Calculator::help_request)
    {
        return help(topic);
    }
    let request = parameters.request(client, "seconds")?;
    let answer = site.workers.run(request, Ask { words }).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
}

/// A question in the words of the command line.
#[derive(Serialize, Deserialize)]
pub struct Ask {
    words: Vec<String>,
}

impl Task for Ask {
    const NAME: &'static str = "ask";
    const LANE: Lane = Lane::Questions;
    /// The object that the command prints.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let (exit, answer) = cli::ask(&words, budget.clone(), LONGEST_ANSWER);
        match exit {
            Exit::Answered | Exit::Negative => {
                String::from_utf8(answer).map_err(|error| Fault::broken(error.to_string()))
            }
            _ => Err(Fault::unanswered(exit, &answer)),
        }
    }
}

/// What the calculator explains, as an object that has only text.
fn help(topic: Option<&str>) -> Result<Response, Fault> {
    let calculator = Calculator::new(Budget::new(None));
    let text = calculator.help(topic).map_err(|failure| {
        let object = cli::json::failure(&failure);
        Fault::unanswered(Exit::of(&failure), object.as_bytes())
    })?;
    let body = format!("{{\"text\":{}}}", cli::json::string(&text));
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// How far a question is that was asked with `watch=NAME`.
pub async fn progress(State(site): State<Arc<Site>>, uri: Uri) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["watch"])?;
    let watch = parameters.need("watch")?;
    let positions = match site.workers.progress(watch) {
        Some(positions) => positions.to_string(),
        None => "null".to_owned(),
    };
    let body = format!("{{\"positions\":{positions}}}");
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

impl Question {
    /// The words of the command. What the client wrote comes after `--`, so
    /// that nothing of it can be an option.
    fn words(&self, parameters: &Parameters) -> Result<Vec<String>, Fault> {
        let subject: &[&str] = match (self.positions, self.expressions) {
            (true, true) => &["game", "position", "expression"],
            (true, false) => &["game", "position"],
            _ => &["expression"],
        };
        let known = [subject, self.flags, self.values, &["seconds", "watch"]].concat();
        parameters.only(&known)?;
        let mut words = vec![self.name.to_owned()];
        words.extend(self.options.iter().map(ToString::to_string));
        for flag in self.flags {
            if parameters.flag(flag)? {
                words.push(format!("--{flag}"));
            }
        }
        for value in self.values {
            if let Some(text) = parameters.get(value) {
                words.push(format!("--{value}={text}"));
            }
        }
        words.push("--".to_owned());
        match parameters.get("expression") {
            Some(text) => words.push(text.to_owned()),
            None if !self.positions => words.push(parameters.need("expression")?.to_owned()),
            None => {
                words.push(parameters.need("game")?.to_owned());
                words.push(parameters.need("position")?.to_owned());
            }
        }
        // A dash would be standard input.
        match words.iter().rev().take(2).any(|word| word == "-") {
            true => Err(Fault::bad(
                "`-` is no position",
                "write the position itself",
            )),
            false => Ok(words),
        }
    }
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
