//! What can be asked about Latrunculus, which has a die and so none of the
//! exact answers.

pub mod analyse;
pub mod moves;
pub mod session;
pub mod threats;

use play::Effort;
use play::latrunculus::{COMMANDERS, Commander, find_commander};
use rules::BadInput;
use rules::latrunculus::{Board, INFO, Options, THROWS};
use std::io::Write;
use values::Budget;

use super::players::{Thinking, levelled};
use super::question::{Trouble, is_game};
use super::{Exit, Stop, json};

/// The commands that `legatus games latrunculus` shows.
pub const EXAMPLES: [&str; 5] = [
    "legatus moves latrunculus start --player white --roll 1",
    "legatus moves latrunculus:behind start --player black --roll 3 --count",
    "legatus threats latrunculus start --json",
    "legatus analyse latrunculus start --player white --roll 3 --level 2",
    "legatus match latrunculus --left shots --right random --games 2",
];

/// The agreed rules and the board that words on the command line mean, if the
/// first names the game: `latrunculus:behind start`, in one word or two.
pub fn asked(words: &[String]) -> Option<Result<(Options, Board), BadInput>> {
    let (name, position) = match words {
        [one] => match one.trim().split_once(char::is_whitespace) {
            Some((name, position)) => (name, position),
            None => (one.trim(), "start"),
        },
        [name, position] => (name.as_str(), position.as_str()),
        _ => return None,
    };
    let (base, rules) = match name.split_once(':') {
        Some((base, rules)) => (base, Some(rules)),
        None => (name, None),
    };
    let here = is_game(base) && rules::find(base).is_ok_and(|info| info.name == INFO.name);
    here.then(|| {
        let options = Options::read(rules)?;
        let board = options.position(position)?;
        Ok((options, board))
    })
}

/// A computer player by name, the strongest if there is none, and how much it
/// thinks; `dice:3` has a level of its own.
pub fn commander(
    name: Option<&str>,
    thinking: &Thinking,
    budget: &Budget,
) -> Result<(&'static Commander, Effort), BadInput> {
    let (base, level) = levelled(name.unwrap_or(COMMANDERS[0].name))?;
    Ok((find_commander(base)?, thinking.effort(level, budget)))
}

/// A throw as an argument.
pub fn throw(argument: &str) -> Result<u8, String> {
    let throw = argument.parse().ok();
    throw
        .filter(|throw| THROWS.contains(throw))
        .ok_or_else(|| "expected what a die shows, 1 to 6".to_owned())
}

/// The end of a question: an answer, or the reason why there is none.
pub fn finish(answer: Result<(), Trouble>, json: bool, out: &mut dyn Write) -> Result<Exit, Stop> {
    let failure = match answer {
        Ok(()) => return Ok(Exit::Answered),
        Err(Trouble::Stop(stop)) => return Err(stop),
        Err(Trouble::Failure(failure)) => failure,
    };
    match Exit::of(&failure) {
        exit if json => {
            writeln!(out, "{}", json::failure(&failure))?;
            Ok(exit)
        }
        Exit::Interrupted => Err(Stop::failure(&failure, "")),
        exit => Err(Stop::new(exit, failure)),
    }
}
