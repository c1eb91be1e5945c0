//! Exercises over HTTP: the position after some moves, which moves are right,
//! and what a perfect player answers.

use axum::Json;
use axum::extract::Path;
use play::{State, Typed};
use rules::latrunculus::Board;
use rules::{Component, Scene};
use serde_json::{Value, json};
use solve::Convention;
use values::{Budget, Player};

use super::super::clicks::legal;
use super::super::fault::Fault;
use super::super::latrunculus;
use super::super::parameters::{Parameters, cut};
use super::super::picture::listed;
use super::super::play::{only, sides};
use super::super::seat::Side;
use super::super::work::aside;
use super::exercise::Choices;
use super::{Engine, Exercise, Start, Task, all, find};

/// `GET /api/v1/lessons/NAME/NUMBER?moves=`: an exercise after these moves.
pub async fn exercise(
    Path((name, number)): Path<(String, String)>,
    parameters: Parameters,
) -> Result<Json<Value>, Fault> {
    parameters.only(&["moves"])?;
    let missing = || {
        let error = format!("there is no exercise {} of {}", cut(&number), cut(&name));
        Fault::missing(error)
    };
    let lesson = find(&name).ok_or_else(missing)?;
    let exercise = all()[lesson]
        .exercises()
        .find(|exercise| exercise.number.to_string() == number)
        .ok_or_else(missing)?;
    let seen = aside(move |budget| {
        let moves: Vec<&str> = listed(parameters.get("moves")).collect();
        seen(exercise, &moves, budget)
    });
    Ok(Json(seen.await?))
}

/// What the page is told of an exercise after some moves.
pub fn seen(exercise: &Exercise, moves: &[&str], budget: &Budget) -> Result<Value, Fault> {
    let mut engine = Engine::new(budget);
    match (&exercise.task, &exercise.board) {
        (Task::Choose(choices), _) => Ok(json!({"right": choices.right(&mut engine)?})),
        (Task::Who, Some(start)) => Ok(json!({"right": who(start, &mut engine)?})),
        (Task::Kill(pips), Some(start)) => {
            let board = latrunculus::board(&start.game, &start.position);
            let board = board.ok_or_else(|| Fault::broken("this game has no kills"))??;
            Ok(kills(start, &board, *pips))
        }
        (task, Some(start)) => played(task, start, moves, &mut engine, budget),
        (_, None) => Err(Fault::broken("an exercise without a position")),
    }
}

impl Choices {
    /// Which of them are right, from 0.
    pub fn right(&self, engine: &mut Engine) -> Result<Vec<usize>, Fault> {
        let answer = engine.meaning(&self.asked).map_err(Fault::broken)?;
        let mut right = Vec::new();
        for (place, (_, choice)) in self.choices.iter().enumerate() {
            let meant = engine.meaning(choice).map_err(Fault::broken)?;
            if meant == answer {
                right.push(place);
            }
        }
        Ok(right)
    }
}

/// The choices of `@who`, by the outcomes that they stand for.
pub const OUTCOMES: [&str; 4] = ["N", "P", "L", "R"];

fn who(start: &Start, engine: &mut Engine) -> Result<Vec<usize>, Fault> {
    let wins = |engine: &mut Engine, side| {
        let start = Start {
            side,
            ..start.clone()
        };
        let moves = engine.moves(&start, None)?;
        // Nobody can move: whoever is to move has lost, or won in misère play.
        let won = moves.is_empty() && start.misere;
        Ok::<_, Fault>(won || moves.iter().any(|mv| mv.winning == Some(true)))
    };
    let outcome = match (wins(engine, Player::Left)?, wins(engine, Player::Right)?) {
        (true, true) => "N",
        (false, false) => "P",
        (true, false) => "L",
        (false, true) => "R",
    };
    let place = OUTCOMES.iter().position(|other| *other == outcome);
    Ok(place.into_iter().collect())
}

/// A picture of a position.
pub fn picture(start: &Start) -> Result<String, Fault> {
    if let Some(board) = latrunculus::board(&start.game, &start.position) {
        let title = rules::latrunculus::INFO.title;
        return Ok(draw::board(&latrunculus::scene(&board?), title, &[]));
    }
    let board = positions::read(&start.game, &start.position)?;
    Ok(draw::board(&board.scene(), board.info().title, &[]))
}

/// The enemies that can be clicked, and those that these pips kill.
fn kills(start: &Start, board: &Board, pips: u8) -> Value {
    let scene = latrunculus::scene(board);
    let attack = rules::latrunculus::Options::default().attack;
    let enemies = board.squares().filter(|&square| {
        let piece = board.piece(square);
        piece.is_some_and(|(_, player)| player != start.side)
    });
    let (mut legal, mut good) = (Vec::new(), Vec::new());
    for square in enemies {
        let name = square.to_string();
        let paths: Vec<Vec<usize>> = scene
            .spot(&name)
            .map(|spot| vec![spot])
            .into_iter()
            .collect();
        legal.push(json!({"move": name, "paths": paths}));
        if board
            .kill_cost(square, attack)
            .is_some_and(|cost| cost <= pips)
        {
            good.push(name);
        }
    }
    json!({
        "svg": draw::board(&scene, rules::latrunculus::INFO.title, &[]),
        "turn": Side::of(start.side),
        "sides": {"left": "Black", "right": "White"},
        "legal": legal,
        "good": good,
        "over": null,
        "reply": null,
    })
}

/// A line of play: the position where it began and the one where it is, what
/// was there before the last move, and the moves as the reader said them.
struct Line {
    start: Component,
    before: Option<Component>,
    now: State,
    said: Vec<String>,
}

impl Line {
    fn play(start: &Start, moves: &[&str], budget: &Budget) -> Result<Line, Fault> {
        let convention = match start.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let state = State::read(&start.game, &start.position, convention)?;
        let mut line = Line {
            start: only(&state).clone(),
            before: None,
            now: state.with_turn(start.side),
            said: Vec::new(),
        };
        for typed in moves {
            budget.check()?;
            let Typed::Move(text, mv) = line.now.understand(typed)? else {
                let error = format!("{} is no move here", cut(typed));
                return Err(Fault::bad(error, "begin again"));
            };
            let before = only(&line.now).clone();
            let turned = before.turned(&text).filter(|turned| turned == typed);
            line.said.push(turned.unwrap_or(text));
            line.before = Some(before);
            line.now.play(&mv);
        }
        Ok(line)
    }

    /// What a position of the line looks like after so many moves.
    fn scene(&self, position: &Component, moves: usize) -> Scene {
        let said: Vec<&str> = self.said[..moves].iter().map(String::as_str).collect();
        position.traced(&self.start, &said)
    }

    /// A picture of where it is, with the last move marked.
    fn picture(&self, scene: &Scene) -> String {
        let title = self.start.game().title;
        let bottom = self.start.scene().bottom();
        let (Some(before), Some(text)) = (&self.before, self.said.last()) else {
            return draw::played(scene, title, None, bottom);
        };
        let seen = self.scene(before, self.said.len() - 1);
        let paths = before.paths(&seen, text);
        let last = draw::Last {
            before: &seen,
            path: paths.first().map_or(&[], Vec::as_slice),
        };
        draw::played(scene, title, Some(&last), bottom)
    }
}

/// The position after some moves.
fn played(
    task: &Task,
    start: &Start,
    moves: &[&str],
    engine: &mut Engine,
    budget: &Budget,
) -> Result<Value, Fault> {
    let line = Line::play(start, moves, budget)?;
    let (component, turn) = (only(&line.now), line.now.turn());
    let scene = line.scene(component, line.said.len());
    let now = Start {
        position: component.text(),
        side: turn,
        ..start.clone()
    };
    let over = line.now.ending().and_then(play::Ending::winner);
    let orthodox = match task {
        Task::Orthodox(at) if moves.is_empty() => Some(at),
        _ => None,
    };
    let listed = engine.moves(&now, orthodox)?;
    let good = listed.iter().filter(|mv| match orthodox {
        Some(_) => mv.orthodox == Some(true),
        None => mv.winning == Some(true),
    });
    Ok(json!({
        "position": now.position,
        "svg": line.picture(&scene),
        "turn": Side::of(turn),
        "sides": sides(component.game()),
        "legal": legal(component, turn, &scene, false, budget)?,
        "good": good.map(|mv| mv.text.as_str()).collect::<Vec<_>>(),
        "over": over.map(Side::of),
        "reply": match moves.is_empty() && task.asks() {
            // The reader is to answer.
            true => None,
            false => engine.reply(&now)?,
        },
    }))
}
