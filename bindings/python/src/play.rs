//! Players and matches.

use ask::questions::cards::{Length, Rule};
use ask::{Asked, Desk};
use play::{
    CardContest, Contest, DEFAULT_LEVEL, Effort, First, LEVELS, Listed, Results, Seat, State,
    Tally, Terms, default_player, players,
};
use positions::Sum;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rules::BadInput;
use solve::Convention;
use std::sync::Arc;
use std::time::Duration;
use values::{Budget, Dyadic};

use crate::budget::{Limits, work};
use crate::errors::Fault;
use crate::numbers;
use crate::positions::Position;
use crate::shelf::at_desk;
use crate::things::{Part, put_sum};

/// How a match is played.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Wanted {
    left: Option<String>,
    right: Option<String>,
    games: u64,
    seed: u64,
    level: Option<u32>,
    seconds: Option<f64>,
    first: String,
    opening: usize,
    misere: bool,
    threads: Option<usize>,
    keep: bool,
    /// What is said about the cards, if there are any.
    cards: Option<Vec<(String, String)>>,
}

impl Wanted {
    fn terms(&self, efforts: [Effort; 2], budget: &Budget) -> Result<Terms, Fault> {
        let first = match self.first.to_lowercase().as_str() {
            "alternate" => First::Alternate,
            other => First::Always(ask::settings::side(other).map_err(Fault::syntax)?),
        };
        if self
            .threads
            .is_some_and(|threads| !(1..=1024).contains(&threads))
        {
            return Err(Fault::syntax("threads are 1 to 1024"));
        }
        Ok(Terms {
            efforts,
            games: self.games,
            seed: self.seed,
            first,
            threads: self.threads,
            keep: self.keep,
            done: budget.steps(),
        })
    }

    fn level(&self) -> Result<u32, Fault> {
        let level = self.level.unwrap_or(DEFAULT_LEVEL);
        match LEVELS.contains(&level) {
            true => Ok(level),
            false => Err(Fault::syntax(format!(
                "levels are {} to {}",
                LEVELS.start(),
                LEVELS.end()
            ))),
        }
    }

    fn clock(&self) -> Result<Option<Duration>, Fault> {
        let read = |seconds: f64| ask::settings::seconds(&seconds.to_string());
        self.seconds.map(read).transpose().map_err(Fault::syntax)
    }

    fn player(
        &self,
        name: Option<&str>,
        start: &State,
        budget: &Budget,
    ) -> Result<(&'static Listed, Effort), Fault> {
        let mut seat = Seat::read(name.unwrap_or(default_player(start).name))?;
        seat.clock = self
            .clock()?
            .or(seat.strength.map(|strength| strength.clock()));
        let (listed, level) = seat.who(start, start)?;
        let effort = Seat { level, ..seat }.effort(self.level()?, budget);
        Ok((listed, effort))
    }
}

/// A game that was played: its number, whether colours were exchanged, who
/// won, the moves, and beside cards Left's score less Right's.
type Game = (u64, bool, Option<String>, Vec<String>, Option<Dyadic>);

/// What a match came to.
struct Score {
    players: [String; 2],
    tally: Tally,
    games: Vec<Game>,
}

/// The start of play.
fn start(position: &Position, misere: bool) -> Result<State, Fault> {
    let mut summands = Vec::with_capacity(position.parts.len());
    let mut first = None;
    for part in &position.parts {
        let Part::Board(board, negated) = part else {
            let bad = BadInput::new("players play positions, not values", "write nim(2) for *2");
            return Err(bad.into());
        };
        let begins = board.info().first_at(&board.text());
        first.get_or_insert(if *negated { -begins } else { begins });
        let component = board.component();
        let component = if *negated {
            component.negated()
        } else {
            component
        };
        summands.push((Arc::clone(board.game()), component));
    }
    let Some(first) = first else {
        return Err(Fault::domain(
            "there is nothing to play: the sum has no positions",
        ));
    };
    let convention = if misere {
        Convention::Misere
    } else {
        Convention::Normal
    };
    Ok(State::new(summands, convention).with_turn(first))
}

fn contest(position: &Position, wanted: &Wanted, budget: &Budget) -> Result<Score, Fault> {
    let start = start(position, wanted.misere)?;
    let (left, left_effort) = wanted.player(wanted.left.as_deref(), &start, budget)?;
    let (right, right_effort) = wanted.player(wanted.right.as_deref(), &start, budget)?;
    let contest = Contest {
        terms: wanted.terms([left_effort, right_effort], budget)?,
        opening: wanted.opening,
        ..Contest::new(start, [left, right])
    };
    let told = |game: play::Played| {
        let mut state = game.start.clone();
        let mut moves = Vec::with_capacity(game.moves.len());
        for mv in &game.moves {
            moves.push(state.text(mv)?);
            state.play(mv);
        }
        let winner = game.winner.map(|player| player.to_string());
        Ok((game.number, game.exchanged, winner, moves, None))
    };
    score([left.name, right.name], contest.run(), told)
}

/// What a match came to that was not stopped.
fn score<G>(
    players: [&str; 2],
    results: Results<G>,
    told: impl Fn(G) -> Result<Game, Fault>,
) -> Result<Score, Fault> {
    if let Some(error) = results.stopped {
        return Err(error.into());
    }
    Ok(Score {
        players: players.map(str::to_owned),
        tally: results.tally,
        games: results
            .games
            .into_iter()
            .map(told)
            .collect::<Result<_, _>>()?,
    })
}

/// A match of Latrunculus, by the words for its rules and board.
fn dice(words: &[String], wanted: &Wanted, budget: &Budget) -> Result<Score, Fault> {
    let Some(asked) = ask::latrunculus::asked(words) else {
        return Err(Fault::syntax("expected latrunculus and perhaps a board"));
    };
    let (options, board) = asked?;
    let level = wanted.level()?;
    let clock = wanted.clock()?;
    let player = |name: &Option<String>| {
        let usual = play::latrunculus::COMMANDERS[0].name;
        let (name, own) = play::levelled(name.as_deref().unwrap_or(usual))?;
        let commander = play::latrunculus::find_commander(name)?;
        let seat = Seat {
            clock,
            ..Seat::computer(name, own)
        };
        Ok::<_, Fault>((commander, seat.effort(level, budget)))
    };
    let ((left, left_effort), (right, right_effort)) =
        (player(&wanted.left)?, player(&wanted.right)?);
    let contest = play::latrunculus::Contest {
        start: rules::latrunculus::State::new(options, board, values::Player::Left)?,
        players: [left, right],
        terms: wanted.terms([left_effort, right_effort], budget)?,
    };
    let told = |game: play::latrunculus::Played| {
        let winner = game.verdict.and_then(rules::latrunculus::Verdict::winner);
        let record = game.record();
        let moves = record.plies.iter().map(|ply| ply.text.clone()).collect();
        let winner = winner.map(|player| player.to_string());
        Ok((game.number, false, winner, moves, None))
    };
    score([left.name, right.name], contest.run(), told)
}

/// A match beside a stack of cards.
fn beside(
    position: &Position,
    cards: &[(String, String)],
    wanted: &Wanted,
    desk: &mut Desk,
) -> Result<Score, Fault> {
    let unfit = match wanted {
        Wanted { misere: true, .. } => Some("misere"),
        Wanted { opening: 1.., .. } => Some("opening"),
        Wanted { level: Some(_), .. } => Some("level"),
        Wanted {
            seconds: Some(_), ..
        } => Some("seconds"),
        _ => None,
    };
    if let Some(unfit) = unfit {
        return Err(Fault::syntax(format!("beside cards there is no {unfit}")));
    }
    let state = start(position, false)?;
    let mut asked = Asked::about::<String>([]);
    for (name, text) in cards {
        if !["top", "step", "ones", "terminal"].contains(&name.as_str()) {
            return Err(Fault::syntax(format!(
                "cards have no `{name}`; they have top, step, ones and terminal"
            )));
        }
        asked.set(name, text);
    }
    let rule = Rule::read(&asked)?;
    let (_, arena) = desk.workbench();
    let sum: Sum = put_sum(arena, &position.parts)?;
    sum.finite()?;
    let budget = arena.budget().clone();
    // What is left open depends on how long play can last.
    const MOST_OPTIONS: u64 = 1 << 20;
    let brief = budget.clone().with_steps(MOST_OPTIONS);
    let stack = rule.stack(Length::of(&sum, arena, &brief)?.most())?;
    let effort = Effort::default().with_budget(budget.clone());
    let terms = wanted.terms([effort.clone(), effort], &budget)?;
    let names = [&wanted.left, &wanted.right].map(|name| name.as_deref().unwrap_or("exact"));
    let contest = CardContest::new(state, stack, names, terms)?;
    let [left, right] = contest.players().each_ref().map(String::as_str);
    score([left, right], contest.run(), |game| {
        let winner = match game.net.signum() {
            0 => None,
            1 => Some("Left".to_owned()),
            _ => Some("Right".to_owned()),
        };
        Ok((game.number, false, winner, game.turns, Some(game.net)))
    })
}

/// Lets two players play many games.
#[pyfunction]
#[pyo3(signature = (subject, wanted, budget=None))]
pub fn _match<'py>(
    py: Python<'py>,
    subject: &Bound<'py, PyAny>,
    wanted: &Bound<'py, PyDict>,
    budget: Option<Limits>,
) -> PyResult<Bound<'py, PyDict>> {
    let wanted: Wanted = wanted.extract()?;
    let score = match subject.cast::<Position>() {
        Ok(position) => {
            let position = position.get();
            position.explore(py, budget.as_ref())?;
            match &wanted.cards {
                Some(cards) => at_desk(py, budget.as_ref(), |desk| {
                    beside(position, cards, &wanted, desk)
                })?,
                None => work(py, budget.as_ref(), |mode| {
                    contest(position, &wanted, mode.budget)
                })?,
            }
        }
        Err(_) if wanted.cards.is_some() => {
            let why = "beside cards a position is played, such as amazons(\"R..L\")";
            return Err(Fault::syntax(why).into());
        }
        Err(_) => {
            let words: Vec<String> = subject.extract()?;
            work(py, budget.as_ref(), |mode| {
                dice(&words, &wanted, mode.budget)
            })?
        }
    };
    let Score {
        players,
        tally,
        games,
    } = score;
    let told = PyDict::new(py);
    told.set_item("left", &players[0])?;
    told.set_item("right", &players[1])?;
    told.set_item("games", tally.games())?;
    told.set_item("left_wins", tally.left_wins)?;
    told.set_item("right_wins", tally.right_wins)?;
    told.set_item("draws", tally.draws)?;
    told.set_item("rate", tally.rate())?;
    told.set_item("interval", tally.interval().to_vec())?;
    told.set_item("mean_length", tally.mean_length())?;
    let played = games
        .into_iter()
        .map(|(number, exchanged, winner, moves, net)| {
            let net = net.map(|net| numbers::dyadic(py, &net)).transpose()?;
            Ok((number, exchanged, winner, moves, net))
        });
    told.set_item("played", played.collect::<PyResult<Vec<_>>>()?)?;
    Ok(told)
}

/// The players and what they do; those of Latrunculus, and those with cards.
#[pyfunction]
pub fn _players() -> Vec<(&'static str, &'static str, &'static str)> {
    let boards = players()
        .iter()
        .map(|player| ("boards", player.name, player.about));
    let dice = play::latrunculus::COMMANDERS.iter();
    let dice = dice.map(|player| ("latrunculus", player.name, player.about));
    let cards = play::CARD_PLAYERS
        .iter()
        .map(|(name, about)| ("cards", *name, *about));
    boards.chain(dice).chain(cards).collect()
}
