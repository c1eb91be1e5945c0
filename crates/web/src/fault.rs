//! Requests that cannot be answered: a reason and a hint, for a program or a
//! person.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::page;
use super::store::Unstored;
use super::work::Refusal;
use ask::{Exit, json};
use calc::Failure;
use rules::BadInput;

/// Why there is no answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fault {
    #[serde(with = "code")]
    pub status: StatusCode,
    pub error: String,
    pub hint: String,
    /// The place in the text, in characters from 1.
    pub column: Option<u64>,
}

impl Fault {
    pub fn new(status: StatusCode, error: impl Into<String>, hint: impl Into<String>) -> Self {
        Fault {
            status,
            error: error.into(),
            hint: hint.into(),
            column: None,
        }
    }

    /// Something wrong with the request.
    pub fn bad(error: impl Into<String>, hint: impl Into<String>) -> Self {
        Fault::new(StatusCode::BAD_REQUEST, error, hint)
    }

    /// A mistake of the program.
    pub fn broken(error: impl Into<String>) -> Self {
        Fault {
            error: error.into(),
            ..Refusal::Broken.into()
        }
    }

    /// Nothing is there.
    pub fn missing(error: impl Into<String>) -> Self {
        Fault::new(StatusCode::NOT_FOUND, error, "start at /")
    }

    /// This fault with another hint.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// What a question answered when it did not answer: messages say what is
    /// wrong, then what would be right.
    pub fn unanswered(failure: &Failure) -> Self {
        let exit = Exit::of(failure);
        let status = match exit {
            Exit::Limit => StatusCode::UNPROCESSABLE_ENTITY,
            Exit::Interrupted => StatusCode::REQUEST_TIMEOUT,
            _ => StatusCode::BAD_REQUEST,
        };
        let (error, hint) = split(&failure.message, exit);
        Fault {
            column: failure.column.map(|column| column as u64),
            ..Fault::new(status, error, without_commands(hint))
        }
    }

    /// The fault as a JSON object.
    pub fn object(&self) -> String {
        #[derive(Serialize)]
        struct Object<'a> {
            error: &'a str,
            hint: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            column: Option<u64>,
        }
        json::text(&Object {
            error: &self.error,
            hint: &self.hint,
            column: self.column,
        })
    }
}

/// A status as its number.
mod code {
    use super::{Deserialize, StatusCode};
    use serde::{Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(status: &StatusCode, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u16(status.as_u16())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StatusCode, D::Error> {
        StatusCode::from_u16(u16::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// A hint without commands of the command line: what they tell is at `/help`.
fn without_commands(hint: &str) -> String {
    let mut said = String::new();
    for (number, piece) in hint.split('`').enumerate() {
        match (number % 2, piece.starts_with("legatus ")) {
            (0, _) => said.push_str(piece),
            (_, true) => said.push_str("/help"),
            (_, false) => said.extend(["`", piece, "`"]),
        }
    }
    said
}

fn split(message: &str, exit: Exit) -> (&str, &str) {
    let general = match exit {
        Exit::Limit => "ask for something smaller, or use the command line, which has more time",
        _ => "/help explains games, positions and expressions",
    };
    message.split_once("; ").unwrap_or((message, general))
}

impl From<BadInput> for Fault {
    fn from(bad: BadInput) -> Self {
        Fault {
            column: bad.column.map(|column| column as u64),
            ..Fault::bad(bad.message, without_commands(&bad.hint))
        }
    }
}

impl From<values::Error> for Fault {
    fn from(error: values::Error) -> Self {
        let exit = match error.is_limit() {
            true => Exit::Limit,
            false => Exit::BadInput,
        };
        let status = match error.is_limit() {
            true => StatusCode::UNPROCESSABLE_ENTITY,
            false => StatusCode::BAD_REQUEST,
        };
        let message = error.to_string();
        let (error, hint) = split(&message, exit);
        Fault::new(status, error, hint)
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Busy => Fault::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many questions are waiting",
                "try again in a moment",
            ),
            Refusal::Impatient => Fault::new(
                StatusCode::TOO_MANY_REQUESTS,
                "you have asked too many questions at once",
                "wait for an answer, or cancel a question",
            ),
            Refusal::Late => values::Error::Deadline.into(),
            Refusal::Starved(limit) => values::Error::Memory { limit }.into(),
            Refusal::Broken => Fault::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the program made a mistake",
                "please report what you asked",
            ),
        }
    }
}

impl From<Unstored> for Fault {
    fn from(unstored: Unstored) -> Self {
        Fault::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("the store: {unstored}"),
            "is there room on the disk?",
        )
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let body = self.object();
        (
            self.status,
            [(header::CONTENT_TYPE, "application/json")],
            body,
        )
            .into_response()
    }
}

/// A fault that is shown as a page.
pub struct PageFault(pub Fault);

impl<F: Into<Fault>> From<F> for PageFault {
    fn from(fault: F) -> Self {
        PageFault(fault.into())
    }
}

impl IntoResponse for PageFault {
    fn into_response(self) -> Response {
        let Fault {
            status,
            error,
            hint,
            ..
        } = self.0;
        (status, page::fault(status, &error, &hint)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_hint_cites_a_command() {
        let hint = "did you mean `nim`? `legatus games` lists them";
        let fault = Fault::from(BadInput::new("no game", hint));
        assert_eq!(fault.hint, "did you mean `nim`? /help lists them");
        for (name, position) in [("nymph", "3"), ("latrunculus", "start"), ("nim", "x")] {
            let fault: Fault = positions::read(name, position).err().unwrap().into();
            assert!(!fault.hint.contains("legatus "), "{}", fault.hint);
        }
    }
}
