//! What a search sees of a sum that is not solved yet.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use calc::Calculator;
use play::Effort;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use values::Budget;

use super::super::api::Parameters;
use super::super::client::Client;
use super::super::fault::Fault;
use super::super::seat::Side;
use super::super::server::Site;
use super::super::table::reply;
use super::super::task::{Lane, Task};
use super::subject::{Subject, convention, summands};
use super::why::side;

/// How many moves a page shows.
const LINES: usize = 3;
/// The part of the time in which nothing more is looked at.
const CLOSING: u32 = 8;

/// `GET /api/v1/estimate?game=&position=&player=`, or with `expression=`: the
/// best moves of a player as far as a search sees in `seconds=`.
pub async fn estimate(
    State(site): State<Arc<Site>>,
    client: Client,
    uri: Uri,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&[
        "game", "position", "expression", "player", "misere", "seconds", "watch",
    ])?;
    let request = parameters.request(client, "seconds")?;
    let task = Estimate {
        subject: Subject::read(&parameters)?,
        player: side(&parameters)?,
        misere: parameters.flag("misere")?,
        millis: request.time.as_millis() as u64,
    };
    Ok(reply(&site.workers.run(request, task).await?))
}

/// What a search sees in a time.
#[derive(Serialize, Deserialize)]
pub struct Estimate {
    subject: Subject,
    player: Side,
    misere: bool,
    millis: u64,
}

impl Task for Estimate {
    const NAME: &'static str = "estimate";
    const LANE: Lane = Lane::Questions;
    /// `depth`, `nodes`, and `lines`, each with its moves and an `estimate`
    /// in moves for the player, or with `wins` and `distance` where the end was
    /// seen.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let mut calculator = Calculator::new(budget.clone());
        let sum = self.subject.sum(&mut calculator)?;
        let Some(parts) = summands(&sum) else {
            return Err(Fault::bad(
                "estimates are made of boards, and the sum has a value in it",
                "write nim(2) for *2, or wait for the exact answer",
            ));
        };
        let state = play::State::new(parts, convention(self.misere));
        let state = state.with_turn(self.player.player());
        let time = Duration::from_millis(self.millis);
        let begun = Instant::now();
        let effort = Effort::time(time)
            .with_budget(budget.clone())
            .until(begun + time - time / CLOSING);
        let before = budget.steps().load(Ordering::Relaxed);
        let look = play::look(&state, &effort, LINES)?;
        let nodes = budget.steps().load(Ordering::Relaxed) - before;
        let lines = look.lines.iter().map(|line| {
            let (wins, distance) = line.ends.unzip();
            let estimate = match line.ends {
                Some(_) => None,
                None => Some(f64::from(line.estimate) / 10.0),
            };
            json!({"moves": line.moves, "estimate": estimate, "wins": wins, "distance": distance})
        });
        Ok(json!({
            "depth": look.depth,
            "nodes": nodes,
            "millis": begun.elapsed().as_millis() as u64,
            "lines": lines.collect::<Vec<_>>(),
        }))
    }
}
