//! What can be asked about Latrunculus, which has a die and so none of the
//! exact answers.

pub mod analyse;
pub mod moves;
pub mod session;
pub mod threats;
pub mod view;

use play::Effort;
use play::latrunculus::{COMMANDERS, Commander, find_commander};
use rules::BadInput;
use rules::latrunculus::{Board, INFO, Options, THROWS};
use std::io::Write;
use values::Budget;

use super::players::{Thinking, levelled};
use super::question::{Desk, Layout, Trouble, is_game};
use super::{Exit, Stop};

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
    let (rules, position) = named(words)?;
    Some(position_of(rules, position))
}

/// The rules behind the game's name, and the position, if it is this game.
fn named(words: &[String]) -> Option<(Option<&str>, &str)> {
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
    here.then_some((rules, position))
}

fn position_of(rules: Option<&str>, position: &str) -> Result<(Options, Board), BadInput> {
    let options = Options::read(rules)?;
    let board = options.position(position)?;
    Ok((options, board))
}

/// Whether words on the command line ask about this game.
pub fn is_meant(words: &[String]) -> bool {
    named(words).is_some()
}

/// A question about the pieces on a board: how to lay the answer out, and
/// where.
pub type Question<'q> =
    dyn FnMut(&mut Desk, &Options, &Board, Layout, &mut dyn Write) -> Result<(), Trouble> + 'q;

/// Answers a question about a position, or about every line of the input. What
/// is no position of this game gets the hint.
pub fn ask(
    desk: Desk,
    words: &[String],
    hint: &str,
    out: &mut dyn Write,
    question: &mut Question<'_>,
) -> Result<Exit, Stop> {
    let mut ask = |desk: &mut Desk, asked, layout, out: &mut dyn Write| {
        let (options, board) = asked?;
        question(desk, &options, &board, layout, out)?;
        Ok(Exit::Answered)
    };
    let other = || BadInput::new("this is no position of latrunculus", hint);
    match (words, named(words)) {
        ([only], None) if only == "-" => desk.lines(out, &mut |desk, text, out| {
            let words = [text.to_owned()];
            let asked = asked(&words).unwrap_or_else(|| Err(other()));
            ask(desk, asked, Layout::Line, out)
        }),
        (_, Some((rules, "-"))) => desk.lines(out, &mut |desk, text, out| {
            ask(desk, position_of(rules, text), Layout::Line, out)
        }),
        _ => {
            let mut desk = desk;
            let asked = asked(words).unwrap_or_else(|| Err(other()));
            let answer = ask(&mut desk, asked, Layout::Page, out);
            desk.finish(answer, out)
        }
    }
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
