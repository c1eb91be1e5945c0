//! Certificates: found, and checked by code that knows only the rules.

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use calc::Calculator;
use positions::{Detail, Searching};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::Unproved;
use std::time::Duration;
use values::{Arena, Budget};

use super::super::fault::Fault;
use super::super::inquiry::{Inquiry, Visitor};
use super::super::table::reply;
use super::super::task::Task;
use super::subject::Explored;
use ask::Bounded;

/// The longest certificate that goes over the wire, in bytes.
pub const LONGEST_PROOF: usize = 4 << 20;
/// How long one is checked.
const CHECKING: Duration = Duration::from_secs(60);

/// Bytes as two hexadecimal digits each: workers are told everything as text.
fn digits(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        for half in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(u32::from(half), 16));
        }
    }
    text
}

/// The bytes that such digits stand for.
fn bytes(digits: &str) -> Result<Vec<u8>, Fault> {
    let half = |digit: u8| char::from(digit).to_digit(16);
    let pairs = digits.as_bytes().chunks(2).map(|pair| match *pair {
        [high, low] => Some((half(high)? << 4 | half(low)?) as u8),
        _ => None,
    });
    let bytes: Option<Vec<u8>> = pairs.collect();
    bytes.ok_or_else(|| Fault::broken("no bytes"))
}

/// `GET /api/v1/proof?game=&position=`, or with `expression=`: a certificate of
/// who wins, as `legatus outcome --proof` writes it.
pub async fn prove(inquiry: Inquiry) -> Result<Response, Fault> {
    let parameters = inquiry.about(&["misere"])?;
    let task = Prove(Explored::read(parameters)?);
    let bytes = bytes(&inquiry.run(task).await?)?;
    let kind = [(header::CONTENT_TYPE, "application/octet-stream")];
    Ok((kind, bytes).into_response())
}

/// A certificate to find.
#[derive(Serialize, Deserialize)]
pub struct Prove(Explored);

impl Task for Prove {
    /// The certificate, its bytes as digits.
    type Answer = String;

    fn run(self, budget: &Budget) -> Result<String, Fault> {
        let mut calculator = Calculator::new(budget.clone());
        let sum = self.0.subject.sum(&mut calculator)?;
        sum.provable()?;
        sum.finite()?;
        let mut arena = Arena::with_budget(budget.clone());
        let mut how = Searching::new(self.0.convention());
        let mut out = Bounded::new(LONGEST_PROOF);
        match sum.prove(&mut arena, &mut how, Detail::Winner, &mut out) {
            Ok(_) => Ok(digits(&out.text)),
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
pub async fn check(visitor: Visitor, body: Bytes) -> Result<Response, Fault> {
    Ok(reply(&visitor.run(CHECKING, Check(digits(&body))).await?))
}

/// A certificate to check, its bytes as digits.
#[derive(Serialize, Deserialize)]
pub struct Check(String);

impl Task for Check {
    /// What `legatus check --json` prints.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let mut arena = Arena::with_budget(budget.clone());
        match ask::checked(&*bytes(&self.0)?, &mut arena) {
            Ok(answer) => Ok(json!(answer)),
            Err(why) => match why.stopped() {
                Some(error) => Err(error.clone().into()),
                None => Ok(json!({"accepted": false, "reason": why.to_string()})),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Subject;
    use super::*;

    #[test]
    fn what_is_proved_is_accepted_and_what_is_changed_is_not() {
        for misere in [false, true] {
            let subject = Subject::Expression {
                expression: "nim(1,2) - clobber(\"XXO\")".to_owned(),
            };
            let proof = Prove(Explored { subject, misere })
                .run(&Budget::unlimited())
                .unwrap();
            let checked = Check(proof.clone()).run(&Budget::unlimited()).unwrap();
            assert_eq!(checked["accepted"], true, "{checked}");
            assert_eq!(checked["misere"], misere);
            let digits = proof[..proof.len() - 2].to_owned();
            let checked = Check(digits).run(&Budget::unlimited()).unwrap();
            assert_eq!(checked["accepted"], false);
            assert!(
                checked["reason"]
                    .as_str()
                    .is_some_and(|reason| !reason.is_empty())
            );
        }
        let value = Subject::Expression {
            expression: "*2".to_owned(),
        };
        let refused = Prove(Explored {
            subject: value,
            misere: false,
        })
        .run(&Budget::unlimited());
        assert!(refused.unwrap_err().error.contains("about positions"));
    }

    #[test]
    fn bytes_are_what_they_were() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(bytes(&digits(&all)).unwrap(), all);
        assert!(bytes("0").is_err() && bytes("0g").is_err());
    }
}
