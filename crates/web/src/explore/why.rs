//! Why a move wins or loses: the answer to every reply, or the refutation and
//! the line that it begins.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use calc::Calculator;
use positions::Sum;
use rules::Component;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::{Convention, Fate, Loopy, Search};
use std::sync::Arc;
use values::{Arena, Budget, Player};

use super::super::api::Parameters;
use super::super::client::Client;
use super::super::fault::Fault;
use super::super::seat::Side;
use super::super::server::Site;
use super::super::table::reply;
use super::super::task::{Lane, Task};
use super::subject::{Made, Subject, convention, moves, terms};

/// A page lists no more replies.
const MOST_REPLIES: usize = 200;
/// A line is told no further.
const LONGEST_LINE: usize = 60;

/// `GET /api/v1/why?game=&position=&player=&move=`, or with `expression=`.
pub async fn why(
    State(site): State<Arc<Site>>,
    client: Client,
    uri: Uri,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&[
        "game", "position", "expression", "player", "move", "misere", "seconds", "watch",
    ])?;
    let request = parameters.request(client, "seconds")?;
    let task = Why {
        subject: Subject::read(&parameters)?,
        player: side(&parameters)?,
        made: parameters.need("move")?.to_owned(),
        misere: parameters.flag("misere")?,
    };
    Ok(reply(&site.workers.run(request, task).await?))
}

/// Who moves.
pub fn side(parameters: &Parameters) -> Result<Side, Fault> {
    let player = play::read_side(parameters.need("player")?);
    let player = player.ok_or_else(|| Fault::bad("player is left or right", "write one of them"))?;
    Ok(Side::of(player))
}

/// Why a move of a player wins or loses.
#[derive(Serialize, Deserialize)]
pub struct Why {
    pub subject: Subject,
    pub player: Side,
    /// The move in notation.
    #[serde(rename = "move")]
    pub made: String,
    pub misere: bool,
}

impl Task for Why {
    const NAME: &'static str = "why";
    const LANE: Lane = Lane::Questions;
    /// `verdict` (wins, loses or draws); `over` if no reply is left; `replies`
    /// with the answer to each where the move wins; else `line`, which begins
    /// with the refutation.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let mut calculator = Calculator::new(budget.clone());
        let sum = self.subject.sum(&mut calculator)?;
        let (_, arena) = calculator.workbench();
        let player = self.player.player();
        let mut made = moves(&sum, arena, player)?;
        let Some(found) = made.iter().position(|made| made.text == self.made) else {
            return Err(Fault::bad(
                format!("there is no move `{}`", self.made.escape_debug()),
                "the moves are those that /api/v1/explore lists",
            ));
        };
        let made = made.swap_remove(found);
        let after = Deciding {
            player,
            convention: convention(self.misere),
        };
        if let Some(position) = sum.loopy() {
            let loopy = Loopy::analyse(&position, after.convention, budget)?;
            return after.loopy(&made, &loopy, arena);
        }
        sum.finite()?;
        after.finite(&made, arena)
    }
}

/// Who made the move, and who wins at the end.
struct Deciding {
    player: Player,
    convention: Convention,
}

impl Deciding {
    fn finite(&self, made: &Made, arena: &mut Arena) -> Result<Value, Fault> {
        let mut search = Search::new(self.convention);
        let other = -self.player;
        let replies = moves(&made.after, arena, other)?;
        if search.wins(arena, &terms(&made.after), other)? {
            let line = line(&mut search, &made.after, other, arena)?;
            return Ok(json!({"verdict": "loses", "over": replies.is_empty(), "line": line}));
        }
        let count = replies.len();
        let mut answered = Vec::with_capacity(count.min(MOST_REPLIES));
        for reply in replies.into_iter().take(MOST_REPLIES) {
            let answer = self.answer(&mut search, &reply, arena)?;
            answered.push(json!({
                "move": reply.text,
                "position": reply.after.text(arena)?,
                "answer": answer,
            }));
        }
        Ok(json!({"verdict": "wins", "over": count == 0, "count": count, "replies": answered}))
    }

    /// A winning answer; nothing if the reply ends the game, which the player
    /// without a move wins then.
    fn answer(
        &self,
        search: &mut Search<Component>,
        reply: &Made,
        arena: &mut Arena,
    ) -> Result<Value, Fault> {
        let Some(step) = search.winning_move(arena, &terms(&reply.after), self.player)? else {
            return Ok(Value::Null);
        };
        let made = spoken(&reply.after, self.player, &step, arena)?;
        told(&made, self.player, arena)
    }

    fn loopy(&self, made: &Made, loopy: &Loopy, arena: &mut Arena) -> Result<Value, Fault> {
        let unreached = || Fault::broken("a position that cannot be reached");
        let here = component(&made.after).ok_or_else(unreached)?;
        let other = -self.player;
        let fate = loopy.fate(&here, other).ok_or_else(unreached)?;
        let verdict = match fate {
            Fate::Wins(_) => "loses",
            Fate::Loses(_) => "wins",
            Fate::Draws => "draws",
        };
        let played = loopy.line(&here, other).ok_or_else(unreached)?;
        let (mut sum, mut line) = (made.after.clone(), Vec::new());
        for (player, mv) in played.moves.iter().take(LONGEST_LINE) {
            let text = mv.to_string();
            let next = moves(&sum, arena, *player)?.into_iter();
            let next = next.into_iter().find(|made| made.text == text);
            let next = next.ok_or_else(unreached)?;
            line.push(told(&next, *player, arena)?);
            sum = next.after;
        }
        Ok(json!({"verdict": verdict, "over": line.is_empty(), "line": line,
            "repeats": played.repeats, "distance": fate.moves()}))
    }
}

/// The position that a sum is.
fn component(sum: &Sum) -> Option<Component> {
    match terms(sum).as_slice() {
        [solve::Term::Position(component)] => Some(component.clone()),
        _ => None,
    }
}

/// A step of the search as a move.
fn spoken(
    sum: &Sum,
    player: Player,
    step: &solve::Step<Component>,
    arena: &mut Arena,
) -> Result<Made, Fault> {
    let wanted = step.after();
    let listed = moves(sum, arena, player)?.into_iter();
    let mut same = listed.filter(|made| {
        made.place == step.term && terms(&made.after)[made.place] == wanted
    });
    same.next().ok_or_else(|| Fault::broken("a move that nobody can make"))
}

fn told(made: &Made, player: Player, arena: &mut Arena) -> Result<Value, Fault> {
    Ok(json!({"player": player.name(), "move": made.text, "position": made.after.text(arena)?}))
}

/// Best play for the starter, who wins, to the end.
fn line(
    search: &mut Search<Component>,
    start: &Sum,
    starter: Player,
    arena: &mut Arena,
) -> Result<Vec<Value>, Fault> {
    let steps = search.line(arena, &terms(start), starter, u64::MAX)?;
    let (mut sum, mut line) = (start.clone(), Vec::new());
    for step in steps.unwrap_or_default().iter().take(LONGEST_LINE) {
        let made = spoken(&sum, step.player, step, arena)?;
        line.push(told(&made, step.player, arena)?);
        sum = made.after;
    }
    Ok(line)
}

#[cfg(test)]
#[path = "why_tests.rs"]
mod tests;
