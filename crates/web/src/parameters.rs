//! The parameters of a request.

use axum::extract::{FromRequestParts, OriginalUri};
use axum::http::Uri;
use axum::http::request::Parts;
use axum::response::Response;
use std::collections::BTreeMap;
use std::time::Duration;

use super::fault::Fault;
use super::seat::Side;
use super::server::lost;

/// The longest text of a position or an expression.
pub const LONGEST_TEXT: usize = 4096;
/// The longest text of the moves of a game.
const LONGEST_GAME: usize = 32 << 10;
/// How long a question may take, and how long one may ask for.
const SECONDS: u64 = 10;
const MOST_SECONDS: u64 = 120;

/// The parameters of a request.
pub struct Parameters(BTreeMap<String, String>);

impl<S: Sync> FromRequestParts<S> for Parameters {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        // The path without what all addresses of programs begin with is in `uri`.
        let original = parts.extensions.get::<OriginalUri>();
        let uri = original.map_or(&parts.uri, |original| &original.0);
        Parameters::read(uri).map_err(|fault| lost(uri, fault))
    }
}

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

    /// How long the answer may take: `seconds=`, or the usual time.
    pub fn time(&self) -> Result<Duration, Fault> {
        let Some(text) = self.get("seconds") else {
            return Ok(Duration::from_secs(SECONDS));
        };
        match text.parse() {
            Ok(seconds @ 1..=MOST_SECONDS) => Ok(Duration::from_secs(seconds)),
            _ => Err(Fault::bad(
                format!("{} is no number of seconds", cut(text)),
                format!("ask for 1 to {MOST_SECONDS}"),
            )),
        }
    }

    /// The player that `name=` tells.
    pub fn side(&self, name: &str) -> Result<Side, Fault> {
        let player = play::read_side(self.need(name)?);
        let wrong = || Fault::bad(format!("{name} is left or right"), "write one of them");
        Ok(Side::of(player.ok_or_else(wrong)?))
    }
}

/// The beginning of a text that may be long.
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(60) {
        None => text.escape_debug().to_string(),
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
    }
}
