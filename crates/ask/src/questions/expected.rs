//! Outcomes that somebody expects, one at the end of each line, to be compared
//! with those that are found.

use serde::Serialize;
use std::io::Write;
use values::Player;

use super::outcome::{OutcomeAnswer, OutcomeOptions, outcome};
use crate::{Asked, Desk, Exit, Stop, Trouble, joined, json};

/// Who is expected to win.
pub struct Expected {
    text: String,
    claim: Claim,
}

enum Claim {
    /// An outcome class, as `legatus outcome` prints it.
    Class(String),
    /// Whether the starter wins, for Left and for Right.
    Starters([Option<bool>; 2]),
}

impl Expected {
    /// Splits a line at its last tab: what is asked, and what is expected.
    pub fn split(line: &str) -> Result<(&str, Expected), Trouble> {
        let Some((question, expected)) = line.rsplit_once('\t') else {
            return Err(bad("there is no tab with the expected outcome behind it"));
        };
        Ok((question.trim(), Expected::read(expected.trim())?))
    }

    /// Reads an outcome class, or who wins when he starts, in the words of
    /// MCGS: `{B win, W loss}`.
    fn read(text: &str) -> Result<Expected, Trouble> {
        const CLASSES: [&str; 9] = ["P", "N", "L", "R", "D", "N^", "P^", "Nv", "Pv"];
        if text.is_empty() {
            return Err(bad("nothing stands behind the tab; write P, N, L or R"));
        }
        let claim = if CLASSES.contains(&text) {
            Claim::Class(text.to_owned())
        } else {
            let mut starters = [None; 2];
            let claims = text.split([',', '}', '{']).map(str::trim);
            for words in claims.filter(|words| !words.is_empty()) {
                let (player, wins) = starter(words).ok_or_else(|| {
                    bad(&format!(
                        "`{text}` is no outcome; write P, N, L or R, or {{B win, W loss}}"
                    ))
                })?;
                starters[player as usize] = Some(wins);
            }
            Claim::Starters(starters)
        };
        let text = text.to_owned();
        Ok(Expected { text, claim })
    }

    /// What was expected, as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is what was found: the class, and who wins for each starter.
    pub fn agrees(&self, class: &str, winners: [Option<Player>; 2]) -> bool {
        match &self.claim {
            Claim::Class(expected) => expected == class,
            Claim::Starters(starters) => Player::BOTH.into_iter().zip(starters).zip(winners).all(
                |((player, wins), winner)| wins.is_none_or(|wins| wins == (winner == Some(player))),
            ),
        }
    }
}

/// `B win`, `W loss`, `Left win`, …
fn starter(words: &str) -> Option<(Player, bool)> {
    let (player, result) = words.split_once(char::is_whitespace)?;
    let player = match player.to_ascii_lowercase().as_str() {
        "b" | "black" | "l" | "left" => Player::Left,
        "w" | "white" | "r" | "right" => Player::Right,
        _ => return None,
    };
    match result.trim().to_ascii_lowercase().as_str() {
        "win" | "wins" => Some((player, true)),
        "loss" | "loses" => Some((player, false)),
        _ => None,
    }
}

fn bad(message: &str) -> Trouble {
    Trouble::syntax(message)
}

/// How many lines were as expected.
#[derive(Default)]
pub struct Tally {
    pub agree: u64,
    pub disagree: u64,
    pub undecided: u64,
}

impl Tally {
    pub fn line(&self) -> String {
        let (agree, disagree, undecided) = (self.agree, self.disagree, self.undecided);
        format!("{agree} agree, {disagree} disagree, {undecided} not decided")
    }
}

/// What was found beside what was expected.
#[derive(Serialize)]
struct Compared<'a> {
    #[serde(flatten)]
    found: &'a OutcomeAnswer,
    expected: &'a str,
    agrees: bool,
}

/// Compares each line of the input with what it expects.
pub fn compare(
    desk: &mut Desk,
    asked: &Asked,
    options: &OutcomeOptions,
    out: &mut dyn Write,
) -> Result<Exit, Trouble> {
    let words = joined(&asked.words);
    let game = match words.as_slice() {
        [only] if only == "-" => None,
        [game, dash] if dash == "-" => Some(game.as_str()),
        _ => {
            let why = "--expected compares lines of standard input; write `-` in place of the \
                       position or the expression";
            return Err(Stop::new(Exit::BadInput, why).into());
        }
    };
    let mut tally = Tally::default();
    let exit = desk.lines(out, &mut |desk, line, out| {
        let (question, expected) = Expected::split(line)?;
        let sum = match game {
            Some(game) => positions::read(game, question)?.into(),
            None => desk.sum(question)?,
        };
        let found = outcome(desk, &sum, options);
        let found = found.inspect_err(|_| tally.undecided += 1)?;
        let agrees = expected.agrees(&found.outcome, found.winners());
        let (class, text) = (&found.outcome, expected.text());
        if desk.json() {
            let compared = Compared {
                found: &found,
                expected: text,
                agrees,
            };
            json::line(out, &compared)?;
        } else if agrees {
            writeln!(out, "{class}\tagrees")?;
        } else {
            writeln!(out, "{class}\texpected {text}")?;
        }
        Ok(match agrees {
            true => {
                tally.agree += 1;
                Exit::Answered
            }
            false => {
                tally.disagree += 1;
                Exit::Negative
            }
        })
    })?;
    // The lines are the answer; this is for a person.
    desk.host().say(&tally.line());
    Ok(exit)
}
