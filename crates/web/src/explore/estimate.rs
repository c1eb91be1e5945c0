//! What a search sees of a sum that is not solved yet.

use axum::response::Response;
use calc::Calculator;
use play::Effort;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use values::Budget;

use super::super::fault::Fault;
use super::super::inquiry::Inquiry;
use super::super::seat::Side;
use super::super::table::reply;
use super::super::task::Task;
use super::subject::{Explored, summands};

/// How many moves a page shows.
const LINES: usize = 3;
/// The part of the time in which nothing more is looked at.
const CLOSING: u32 = 8;

/// `GET /api/v1/estimate?game=&position=&player=`, or with `expression=`: the
/// best moves of a player as far as a search sees in `seconds=`.
pub async fn estimate(inquiry: Inquiry) -> Result<Response, Fault> {
    let parameters = inquiry.about(&["player", "misere"])?;
    let task = Estimate {
        explored: Explored::read(parameters)?,
        player: parameters.side("player")?,
        millis: parameters.time()?.as_millis() as u64,
    };
    Ok(reply(&inquiry.run(task).await?))
}

/// What a search sees in a time.
#[derive(Serialize, Deserialize)]
pub struct Estimate {
    explored: Explored,
    player: Side,
    millis: u64,
}

impl Task for Estimate {
    /// `depth`, `nodes`, and `lines`, each with its moves and an `estimate`
    /// in moves for the player, or with `wins` and `distance` where the end was
    /// seen.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let mut calculator = Calculator::new(budget.clone());
        let sum = self.explored.subject.sum(&mut calculator)?;
        let Some(parts) = summands(&sum) else {
            return Err(Fault::bad(
                "estimates are made of boards, and the sum has a value in it",
                "write nim(2) for *2, or wait for the exact answer",
            ));
        };
        let state = play::State::new(parts, self.explored.convention());
        let state = state.with_turn(self.player.player());
        let time = Duration::from_millis(self.millis);
        let begun = Instant::now();
        let effort = Effort::time(time)
            .with_budget(budget.clone())
            .until(begun + time - time / CLOSING);
        let look = play::look(&state, &effort, LINES)?;
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
            "nodes": look.nodes,
            "millis": begun.elapsed().as_millis() as u64,
            "lines": lines.collect::<Vec<_>>(),
        }))
    }
}
