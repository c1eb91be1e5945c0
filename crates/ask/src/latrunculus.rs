//! What can be asked about Latrunculus, which has a die and so none of the
//! exact answers.

use rules::BadInput;
use rules::latrunculus::{Board, INFO, Options, THROWS};
use std::io::Write;

use crate::subject::is_game;
use crate::{Desk, Exit, Layout, Setting, Takes, Trouble, joined};

/// What the die shows.
pub(crate) const fn roll(about: &'static str) -> Setting {
    let takes = Takes::Readable("PIPS", |text| throw(text).map(drop));
    Setting::new("roll", takes, about).on_the_web()
}

/// The agreed rules and the board that words mean, if the first names the
/// game: `latrunculus:behind start`, in one word or two.
#[must_use]
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
    let (base, rules) = rules::name_and_variant(name);
    let here = is_game(base) && rules::find(base).is_ok_and(|info| info.name == INFO.name);
    here.then_some((rules, position))
}

fn position_of(rules: Option<&str>, position: &str) -> Result<(Options, Board), BadInput> {
    let options = Options::read(rules)?;
    let board = options.position(position)?;
    Ok((options, board))
}

/// Whether words ask about this game.
pub(crate) fn is_meant(words: &[String]) -> bool {
    named(&joined(words)).is_some()
}

/// The answer for a board: how to lay it out, and where.
pub(crate) type ForBoard<'a> =
    dyn FnMut(&mut Desk, &Options, &Board, Layout, &mut dyn Write) -> Result<(), Trouble> + 'a;

/// Answers a question about a position, or about every line of the input. What
/// is no position of this game gets the hint.
pub(crate) fn ask(
    desk: &mut Desk,
    words: &[String],
    hint: &str,
    out: &mut dyn Write,
    answer: &mut ForBoard<'_>,
) -> Result<Exit, Trouble> {
    let words = joined(words);
    let mut ask = |desk: &mut Desk, asked, layout, out: &mut dyn Write| {
        let (options, board) = asked?;
        answer(desk, &options, &board, layout, out)?;
        Ok(Exit::Answered)
    };
    let other = || BadInput::new("this is no position of latrunculus", hint);
    match (words.as_slice(), named(&words)) {
        ([only], None) if only == "-" => desk.lines(out, &mut |desk, text, out| {
            let words = [text.to_owned()];
            let asked = asked(&words).unwrap_or_else(|| Err(other()));
            ask(desk, asked, Layout::Line, out)
        }),
        (_, Some((rules, "-"))) => desk.lines(out, &mut |desk, text, out| {
            ask(desk, position_of(rules, text), Layout::Line, out)
        }),
        _ => {
            let asked = asked(&words).unwrap_or_else(|| Err(other()));
            ask(desk, asked, Layout::Page, out)
        }
    }
}

/// Reads a throw.
pub fn throw(text: &str) -> Result<u8, String> {
    let throw = text.parse().ok();
    throw
        .filter(|throw| THROWS.contains(throw))
        .ok_or_else(|| "expected what a die shows, 1 to 6".to_owned())
}
