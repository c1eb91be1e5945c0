//! Why a move wins or loses: the answer to every reply, or the refutation and
//! the line that it begins.

use axum::response::Response;
use calc::Calculator;
use positions::{Sum, SumMove};
use rules::Component;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::{Convention, Fate, Loopy, Search};
use values::{Arena, Budget, Player};

use super::super::fault::Fault;
use super::super::inquiry::Inquiry;
use super::super::seat::Side;
use super::super::table::reply;
use super::super::task::Task;
use super::subject::{Explored, moves};

/// A page lists no more replies.
const MOST_REPLIES: usize = 200;
/// A line is told no further.
const LONGEST_LINE: usize = 60;

/// `GET /api/v1/why?game=&position=&player=&move=`, or with `expression=`.
pub async fn why(inquiry: Inquiry) -> Result<Response, Fault> {
    let parameters = inquiry.about(&["player", "move", "misere"])?;
    let task = Why {
        explored: Explored::read(parameters)?,
        player: parameters.side("player")?,
        made: parameters.need("move")?.to_owned(),
    };
    Ok(reply(&inquiry.run(task).await?))
}

/// Why a move of a player wins or loses.
#[derive(Serialize, Deserialize)]
pub struct Why {
    pub explored: Explored,
    pub player: Side,
    /// The move in notation.
    #[serde(rename = "move")]
    pub made: String,
}

impl Task for Why {
    /// `verdict` (wins, loses or draws); `over` if no reply is left; `replies`
    /// with the answer to each where the move wins; else `line`, which begins
    /// with the refutation.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let mut calculator = Calculator::new(budget.clone());
        let sum = self.explored.subject.sum(&mut calculator)?;
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
            convention: self.explored.convention(),
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
    fn finite(&self, made: &SumMove, arena: &mut Arena) -> Result<Value, Fault> {
        let mut search = Search::new(self.convention);
        let other = -self.player;
        let replies = moves(&made.after, arena, other)?;
        if search.wins(arena, &made.after.search_terms(), other)? {
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
        reply: &SumMove,
        arena: &mut Arena,
    ) -> Result<Value, Fault> {
        let Some(step) = search.winning_move(arena, &reply.after.search_terms(), self.player)?
        else {
            return Ok(Value::Null);
        };
        let made = spoken(&reply.after, self.player, &step, arena)?;
        told(&made, self.player, arena)
    }

    fn loopy(&self, made: &SumMove, loopy: &Loopy, arena: &mut Arena) -> Result<Value, Fault> {
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
        Ok(
            json!({"verdict": verdict, "over": line.is_empty(), "line": line,
            "repeats": played.repeats, "distance": fate.moves()}),
        )
    }
}

/// The position that a sum is.
fn component(sum: &Sum) -> Option<Component> {
    match sum.search_terms().as_slice() {
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
) -> Result<SumMove, Fault> {
    let wanted = step.after();
    let listed = moves(sum, arena, player)?.into_iter();
    let mut same = listed
        .filter(|made| made.place == step.term && made.after.search_terms()[made.place] == wanted);
    same.next()
        .ok_or_else(|| Fault::broken("a move that nobody can make"))
}

fn told(made: &SumMove, player: Player, arena: &mut Arena) -> Result<Value, Fault> {
    Ok(json!({"player": player.name(), "move": made.text, "position": made.after.text(arena)?}))
}

/// Best play for the starter, who wins, to the end.
fn line(
    search: &mut Search<Component>,
    start: &Sum,
    starter: Player,
    arena: &mut Arena,
) -> Result<Vec<Value>, Fault> {
    let steps = search.line(arena, &start.search_terms(), starter, u64::MAX)?;
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
