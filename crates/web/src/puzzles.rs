//! Puzzles over HTTP: the kept ones, new ones, and any position as one.

use ::play::{Adjudicator, Explained, Explanation, KeptPuzzle, Puzzle, PuzzleMaker, Verdict};
use axum::extract::Path;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::Convention;
use std::time::Duration;
use values::{Budget, Player};

use super::clicks::legal;
use super::fault::Fault;
use super::inquiry::Inquiry;
use super::page;
use super::parameters::{Parameters, cut};
use super::play::{only, sides};
use super::seat::Side;
use super::table::{fits, reply};
use super::task::Task;

/// How many new puzzles a request may ask for, and gets.
const MOST: u64 = 30;
const COUNT: u64 = 10;
/// How long it may take to make them.
const MAKING: u64 = 60;

/// A position to be solved, as it is asked for.
#[derive(Clone, Serialize, Deserialize)]
pub struct Subject {
    pub game: String,
    pub position: String,
    pub turn: Side,
    pub misere: bool,
}

impl Subject {
    fn of(puzzle: &Puzzle) -> Self {
        Subject {
            game: puzzle.game.clone(),
            position: puzzle.position.clone(),
            turn: Side::of(puzzle.turn),
            misere: puzzle.misere,
        }
    }

    fn read(parameters: &Parameters) -> Result<Self, Fault> {
        let position = parameters.need("position")?;
        fits(position, "the position is too long")?;
        Ok(Subject {
            game: parameters.need("game")?.to_owned(),
            position: position.to_owned(),
            turn: parameters.side("turn")?,
            misere: parameters.flag("misere")?,
        })
    }

    fn state(&self) -> Result<::play::State, Fault> {
        let convention = match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let state = ::play::State::read(&self.game, &self.position, convention)?;
        Ok(state.with_turn(self.turn.player()))
    }
}

/// The kept puzzle with a number, from 1.
pub fn kept(number: &str) -> Result<(usize, &'static KeptPuzzle), Fault> {
    let all = KeptPuzzle::all();
    let place = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let found = place.and_then(|place| Some((place + 1, all.get(place)?)));
    found.ok_or_else(|| {
        let error = format!("there is no puzzle {}", cut(number));
        Fault::missing(error).with_hint(format!("they have numbers from 1 to {}", all.len()))
    })
}

/// `GET /api/v1/puzzles`: the kept puzzles, without what gives them away.
pub async fn list(parameters: Parameters) -> Result<Response, Fault> {
    parameters.only(&["game"])?;
    let game = parameters.get("game");
    let numbered = KeptPuzzle::all().iter().zip(1..);
    let wanted = numbered.filter(|(kept, _)| game.is_none_or(|game| kept.puzzle.game == game));
    let lines = wanted.map(|(kept, number)| line(&kept.puzzle, Some(number)));
    Ok(reply(&lines.collect()))
}

/// A puzzle in a list.
fn line(puzzle: &Puzzle, number: Option<usize>) -> Value {
    json!({
        "number": number,
        "game": puzzle.game,
        "title": page::title(&puzzle.game),
        "position": puzzle.position,
        "turn": Side::of(puzzle.turn),
        "misere": puzzle.misere,
        "rating": puzzle.rating,
    })
}

/// `GET /api/v1/puzzles/N`: a kept puzzle, and why its moves win and lose.
pub async fn show(Path(number): Path<String>, inquiry: Inquiry) -> Result<Response, Fault> {
    inquiry.only(&[])?;
    let (number, kept) = kept(&number)?;
    let task = Explain(Subject::of(&kept.puzzle));
    let mut view = inquiry.run(task).await?;
    view["number"] = number.into();
    view["rating"] = kept.puzzle.rating.into();
    view["depth"] = kept.puzzle.depth.into();
    Ok(reply(&view))
}

/// `GET /api/v1/puzzle?game=&position=&turn=&misere=`: any position, and why
/// its moves win and lose.
pub async fn any(inquiry: Inquiry) -> Result<Response, Fault> {
    let parameters = inquiry.only(&["game", "position", "turn", "misere", "seconds", "watch"])?;
    let task = Explain(Subject::read(parameters)?);
    Ok(reply(&inquiry.run(task).await?))
}

/// `GET /api/v1/puzzles/new?seed=&game=&count=`: new puzzles of a seed.
pub async fn new(inquiry: Inquiry) -> Result<Response, Fault> {
    let parameters = inquiry.only(&["seed", "game", "count", "watch"])?;
    let number = |name, usual: u64, most: u64| match parameters.get(name) {
        None => Ok(usual),
        Some(text) => {
            let number = text.parse().ok().filter(|&n: &u64| n <= most);
            let wrong = || {
                Fault::bad(
                    format!("{name} is no such number"),
                    format!("at most {most}"),
                )
            };
            number.ok_or_else(wrong)
        }
    };
    let task = Make {
        seed: number("seed", 1, u64::MAX)?,
        game: parameters.get("game").map(str::to_owned),
        count: number("count", COUNT, MOST)?,
    };
    let time = Duration::from_secs(MAKING);
    Ok(reply(&inquiry.run_within(time, task).await?))
}

/// New puzzles to make.
#[derive(Serialize, Deserialize)]
pub struct Make {
    seed: u64,
    game: Option<String>,
    count: u64,
}

impl Task for Make {
    /// A list.
    type Answer = Value;

    /// As many as there is time for.
    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let mut maker = PuzzleMaker::new(self.game.as_deref(), self.seed)?;
        let budget = budget.clone().with_time(Duration::from_secs(MAKING));
        let mut made = Vec::new();
        while (made.len() as u64) < self.count {
            match maker.make(&budget) {
                Ok(Some(puzzle)) => made.push(line(&puzzle, None)),
                Err(error) if !error.is_limit() => return Err(error.into()),
                _ => break,
            }
        }
        Ok(made.into())
    }
}

/// A position to explain.
#[derive(Serialize, Deserialize)]
pub struct Explain(Subject);

impl Task for Explain {
    /// What the page sees.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let state = self.0.state()?;
        let component = only(&state);
        let (info, turn) = (component.game(), state.turn());
        let scene = component.scene();
        let legal = legal(component, turn, &scene, false, budget)?;
        let time = budget.clone().with_time(Duration::from_secs(MAKING));
        let mut adjudicator = Adjudicator::new(state.convention(), time);
        let explanation = Explanation::of(&state, &mut adjudicator)?;
        let mut winning: Vec<&str> = explanation.winning().map(|one| &*one.text).collect();
        winning.dedup();
        // What only looks like another move is none.
        let mut ends: Vec<&str> = explanation.winning().map(|one| &*one.after).collect();
        ends.sort_unstable();
        ends.dedup();
        let title = format!("{}, {turn} to move", info.title);
        Ok(json!({
            "number": null,
            "rating": null,
            "depth": explanation.verdict.and_then(|verdict| verdict.plies),
            "game": &*state.names()[0],
            "title": page::title(&state.names()[0]),
            "sides": sides(info),
            "impartial": component.rules().is_impartial(),
            "position": component.text(),
            "turn": Side::of(turn),
            "misere": self.0.misere,
            "svg": draw::board(&scene, &title, &[]),
            "legal": legal,
            "verdict": explanation.verdict.map(|verdict| said(verdict, turn)),
            "complete": explanation.complete,
            "only": explanation.complete && ends.len() == 1,
            "winning": winning,
            "moves": explanation.moves.iter().map(|one| explained(one, turn)).collect::<Vec<_>>(),
        }))
    }
}

/// A verdict in a word, for a player.
pub fn said(verdict: Verdict, player: Player) -> &'static str {
    match verdict.winner {
        None => "draw",
        Some(winner) if winner == player => "win",
        Some(_) => "lose",
    }
}

fn explained(one: &Explained, turn: Player) -> Value {
    json!({
        "move": one.text,
        "verdict": one.verdict.map(|verdict| said(verdict, turn)),
        "plies": one.verdict.and_then(|verdict| verdict.plies),
        "line": one.line,
        "answers": one.answers,
    })
}
