//! Rules of somebody's own: a worker reads them, and the store keeps those with
//! which somebody plays, by the digest of their text.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use rules::{BadInput, RuleFile};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use values::Budget;

use super::fault::Fault;
use super::inquiry::Visitor;
use super::named::{self, named};
use super::picture::seen;
use super::server::Site;
use super::store::Store;
use super::table::{read_body, reply};
use super::task::Task;
use super::work::aside;

/// The longest text of rules, in bytes.
pub const LONGEST_RULES: usize = 16 << 10;
/// How many texts are kept.
const MOST_KEPT: usize = 500;
/// How long a worker may take to read a text and to draw its start.
const READING: Duration = Duration::from_secs(5);
/// And how long where the game is to be played: what is shown of it is found
/// again and again.
const PLAYABLE: Duration = Duration::from_secs(1);

/// Rules that are kept. Their id is their digest.
#[derive(Debug, Serialize, Deserialize)]
pub struct OwnRules {
    /// The name of the game, with the digest.
    pub game: String,
    pub title: String,
    pub text: String,
}

named!(OwnRules, "rules", "rules", title, [game, title]);

/// Lets games be found whose rules are in the store.
pub fn open_library(store: &Arc<Store>) {
    let store: Weak<Store> = Arc::downgrade(store);
    RuleFile::set_library(move |digest| {
        let key = named::key::<OwnRules>(digest);
        let bytes = store.upgrade()?.get(&key).ok()??;
        let kept: OwnRules = serde_json::from_slice(&bytes).ok()?;
        Some(kept.text)
    });
}

/// What is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    text: String,
}

/// The text in a body.
fn sent(body: &str) -> Result<String, Fault> {
    let Sent { text } = read_body(body)?;
    match text.len() > LONGEST_RULES {
        true => Err(Fault::bad(
            format!("the rules have {} bytes", text.len()),
            format!("at most {LONGEST_RULES} are read"),
        )),
        false => Ok(text),
    }
}

/// A text of rules to read.
#[derive(Serialize, Deserialize)]
pub struct ReadRules {
    text: String,
}

/// What a worker finds in a text.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reading {
    Right {
        /// The name of the game, with the digest.
        game: String,
        /// What was found, and the start as pages show positions.
        about: Value,
        /// How long it took, in milliseconds.
        millis: u64,
    },
    Wrong {
        line: Option<usize>,
        column: Option<usize>,
        error: String,
        hint: String,
    },
}

impl Reading {
    fn wrong(bad: BadInput) -> Self {
        Reading::Wrong {
            line: bad.line,
            column: bad.column,
            error: bad.message,
            hint: bad.hint,
        }
    }
}

impl Task for ReadRules {
    type Answer = Reading;

    fn run(self, budget: &Budget) -> Result<Reading, Fault> {
        let begun = Instant::now();
        let kept = match RuleFile::read(&self.text) {
            Ok(file) => file.keep()?,
            Err(bad) => return Ok(Reading::wrong(bad)),
        };
        let (info, findings) = (kept.info(), kept.findings(None)?);
        let board = positions::read(info.name, info.standard())?;
        let others = findings.others.iter();
        let others = others.map(|(about, found)| json!({"about": about, "found": found}));
        let position = seen(&board, info.standard(), &board.scene(), budget)?;
        let count = |side: &str| position[side].as_array().map_or(0, Vec::len);
        let about = json!({
            "title": info.title,
            "rules": info.rules,
            "notation": info.notation,
            "impartial": findings.impartial,
            "loopy": findings.loopy,
            "others": others.collect::<Vec<_>>(),
            "position": position["position"],
            "svg": position["svg"],
            "parts": position["parts"].as_array().map_or(0, Vec::len),
            "left": count("left"),
            "right": count("right"),
            "sides": position["sides"],
        });
        let millis = begun.elapsed().as_millis();
        Ok(Reading::Right {
            game: info.name.to_owned(),
            about,
            millis: u64::try_from(millis).unwrap_or(u64::MAX),
        })
    }
}

/// What a worker says to a text.
async fn reading(visitor: &Visitor, text: String) -> Result<Reading, Fault> {
    let read = visitor.run(READING, ReadRules { text }).await;
    read.map_err(|fault| match fault.status {
        StatusCode::UNPROCESSABLE_ENTITY => {
            let hint = "give a smaller start, or simpler patterns";
            let error = format!("reading these rules takes too much: {}", fault.error);
            Fault::new(fault.status, error, hint)
        }
        _ => fault,
    })
}

/// `POST /api/v1/rules/check`: whether a text is right; nothing is kept.
pub async fn check(visitor: Visitor, body: String) -> Result<Response, Fault> {
    Ok(reply(&match reading(&visitor, sent(&body)?).await? {
        Reading::Right { mut about, .. } => {
            about["wrong"] = Value::Null;
            about
        }
        Reading::Wrong {
            line,
            column,
            error,
            hint,
        } => json!({
            "wrong": {"line": line, "column": column, "error": error, "hint": hint},
        }),
    }))
}

/// `POST /api/v1/rules`: keeps a text, so that its game can be played by its
/// name.
pub async fn save(visitor: Visitor, body: String) -> Result<Response, Fault> {
    let text = sent(&body)?;
    let (game, about) = match reading(&visitor, text.clone()).await? {
        Reading::Right {
            game,
            about,
            millis,
        } if u128::from(millis) <= PLAYABLE.as_millis() => (game, about),
        Reading::Right { millis, .. } => {
            return Err(Fault::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                format!("reading these rules takes {millis} ms, which is too slow to play"),
                "give a smaller start, or simpler patterns",
            ));
        }
        Reading::Wrong {
            line,
            column,
            error,
            hint,
        } => {
            let bad = BadInput {
                line,
                column,
                message: error,
                hint: String::new(),
            };
            return Err(Fault::bad(bad.to_string(), hint));
        }
    };
    let here = Arc::clone(&visitor.site);
    let kept = aside(move |_| {
        let file = RuleFile::read(&text)?.keep()?;
        let digest = file.digest();
        let key = named::key::<OwnRules>(&digest);
        // What is kept already is kept once.
        if here.store.get(&key)?.is_some() {
            return Ok(None);
        }
        let mut count = 0;
        here.store
            .each(&named::key::<OwnRules>(""), |_, _| count += 1)?;
        if count >= MOST_KEPT {
            return Err(Fault::new(
                StatusCode::CONFLICT,
                format!("rules of {MOST_KEPT} games are kept"),
                "delete some of them at /saved",
            ));
        }
        super::shelf::room(&here)?;
        let info = file.info();
        let rules = OwnRules {
            game: info.name.to_owned(),
            title: info.title.to_owned(),
            text,
        };
        Ok(Some((digest, rules)))
    });
    if let Some((digest, rules)) = kept.await? {
        named::put(&visitor.site, &digest, &rules).await?;
    }
    Ok(reply(&json!({
        "game": game,
        "title": about["title"],
        "position": about["position"],
    })))
}

/// `GET /api/v1/rules/ID`: a text that is kept.
pub async fn show(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let shown = aside(move |_| {
        let kept: OwnRules = named::find(&site, &id)?;
        let example = rules::find(&kept.game)?.example;
        Ok(json!({
            "game": kept.game,
            "title": kept.title,
            "text": kept.text,
            "example": example,
        }))
    });
    Ok(reply(&shown.await?))
}
