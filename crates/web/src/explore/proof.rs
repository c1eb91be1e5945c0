//! Certificates: found, and checked by code that knows only the rules.

use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use calc::Calculator;
use positions::{Detail, Searching};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::Unproved;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use values::{Arena, Budget};

use super::super::api::Parameters;
use super::super::client::Client;
use super::super::fault::Fault;
use super::super::server::Site;
use super::super::table::{reply, within};
use super::super::task::{Lane, Task};
use super::subject::{Subject, convention};
use ask::{Bounded, CheckAnswer};

/// The longest certificate that goes over the wire, in bytes.
pub const LONGEST_PROOF: usize = 4 << 20;
/// How long one is checked.
const CHECKING: Duration = Duration::from_secs(60);

/// `GET /api/v1/proof?game=&position=`, or with `expression=`: a certificate of
/// who wins, as `legatus outcome --proof` writes it.
pub async fn prove(
    State(site): State<Arc<Site>>,
    client: Client,
    uri: Uri,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position", "expression", "misere", "seconds", "watch"])?;
    let request = parameters.request(client, "seconds")?;
    let task = Prove {
        subject: Subject::read(&parameters)?,
        misere: parameters.flag("misere")?,
    };
    let text = site.workers.run(request, task).await?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, text).into_response())
}

/// A certificate to find.
#[derive(Serialize, Deserialize)]
pub struct Prove {
    subject: Subject,
    misere: bool,
}

impl Task for Prove {
    const NAME: &'static str = "prove";
    const LANE: Lane = Lane::Questions;
    /// The certificate.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        let mut calculator = Calculator::new(budget.clone());
        let sum = self.subject.sum(&mut calculator)?;
        sum.provable()?;
        sum.finite()?;
        let mut arena = Arena::with_budget(budget.clone());
        let mut how = Searching::new(convention(self.misere));
        let mut out = Bounded::new(LONGEST_PROOF);
        match sum.prove(&mut arena, &mut how, Detail::Winner, &mut out) {
            Ok(_) => String::from_utf8(out.text).map_err(|_| Fault::broken("no text")),
            Err(Unproved::Stopped(error)) => Err(error.into()),
            Err(_) if out.full => Err(Fault::new(
                axum::http::StatusCode::UNPROCESSABLE_ENTITY,
                format!("the certificate has more than {} MB", LONGEST_PROOF >> 20),
                "legatus outcome --proof writes larger ones into a file",
            )),
            Err(error) => Err(Fault::broken(error.to_string())),
        }
    }
}

/// `POST /api/v1/check`: whether the body is a certificate, and of what.
pub async fn check(
    State(site): State<Arc<Site>>,
    client: Client,
    body: String,
) -> Result<Response, Fault> {
    let task = Check { text: body };
    Ok(reply(&site.workers.run(within(CHECKING, client), task).await?))
}

/// A certificate to check.
#[derive(Serialize, Deserialize)]
pub struct Check {
    text: String,
}

impl Task for Check {
    const NAME: &'static str = "check";
    const LANE: Lane = Lane::Questions;
    /// What `legatus check --json` prints.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let checked = ::check::check(io::Cursor::new(self.text), budget);
        match checked {
            Ok(proved) => Ok(json!(CheckAnswer::from(&proved))),
            Err(why) => match why.stopped() {
                Some(error) => Err(error.clone().into()),
                None => Ok(json!({"accepted": false, "reason": why.to_string()})),
            },
        }
    }
}
