//! Outcomes that somebody expects, one at the end of each line, to be compared
//! with those that are found.

use values::Player;

use super::question::{Trouble, plain};
use crate::calc::FailureKind;

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
    plain(FailureKind::Syntax, message.to_owned()).into()
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
        let Tally {
            agree,
            disagree,
            undecided,
        } = self;
        format!("{agree} agree, {disagree} disagree, {undecided} not decided")
    }
}
