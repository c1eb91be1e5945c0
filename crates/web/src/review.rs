//! The review of a game over HTTP.

use ::play::{NoReview, Review, TurningPoint, Verdict};
use axum::extract::Path;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;
use values::Budget;

use super::fault::Fault;
use super::inquiry::Inquiry;
use super::play::{Plain, only};
use super::puzzles::said;
use super::seat::Side;
use super::table::{Kind, Table, at_table, reply};
use super::task::Task;

/// More than anybody may ask for.
const LONG: Duration = Duration::from_secs(3600);

/// `GET /api/v1/play/ID/review`: who could have won when, and where that
/// changed.
pub async fn review(Path(id): Path<String>, inquiry: Inquiry) -> Result<Response, Fault> {
    inquiry.only(&["seconds", "watch"])?;
    let game = at_table(&inquiry.site, &id, |table: Table<Plain>, _, _| table.text()).await?;
    let mut found = inquiry.run(ReviewGame(game)).await?;
    found["id"] = id.into();
    Ok(reply(&found))
}

/// `GET /api/v1/cards/ID/review` and that of Latrunculus: why there is none.
pub async fn unreviewed(uri: Uri) -> Fault {
    let why = match uri.path().contains("/cards/") {
        true => "a game beside cards is not reviewed: it is about how much is won, not who wins",
        false => "a game with a die is not reviewed: who wins depends on throws to come",
    };
    let hint = match uri.path().contains("/cards/") {
        true => "the accounts of the game tell what each move gave away",
        false => "ask for a hint during the game",
    };
    Fault::new(StatusCode::UNPROCESSABLE_ENTITY, why, hint)
}

/// A game to look at again, as it is kept.
#[derive(Serialize, Deserialize)]
pub struct ReviewGame(String);

impl Task for ReviewGame {
    /// What the page sees.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let table = Plain::read(self.0.as_bytes())?;
        let session = &table.session;
        let review = Review::of(session, &budget.clone().with_time(LONG));
        let review = review.map_err(|error| match error {
            NoReview::Record(bad) => Fault::from(bad),
            NoReview::Stopped(error) => Fault::from(error),
        })?;
        let mut points = Vec::with_capacity(review.turning_points.len());
        for point in &review.turning_points {
            let state = session.position(point.ply)?;
            points.push(turning_point(point, &only(state).text()));
        }
        let solved = review.verdicts.iter().flatten().count();
        Ok(json!({
            "verdicts": review.verdicts.iter().map(verdict).collect::<Vec<_>>(),
            "solved": solved,
            "turning_points": points,
        }))
    }
}

/// Who wins, and after how many moves; nothing where it was not solved.
fn verdict(verdict: &Option<Verdict>) -> Value {
    match verdict {
        None => Value::Null,
        Some(verdict) => json!({
            "winner": verdict.winner.map(Side::of),
            "plies": verdict.plies,
        }),
    }
}

fn turning_point(point: &TurningPoint, position: &str) -> Value {
    json!({
        "ply": point.ply,
        "player": Side::of(point.player),
        "played": point.played,
        "was": said(point.before, point.player),
        "became": said(point.after, point.player),
        "better": point.better,
        "complete": point.complete,
        "line": point.line,
        "punished": point.punished,
        "position": position,
        "puzzle": point.is_puzzle(),
    })
}
