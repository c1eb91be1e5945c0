//! What a lesson asserts about a game, for people and for the engine.

#[cfg(test)]
use super::Engine;
use super::text::{Span, spans};

/// An assertion: the engine's answer to `asked` is `result`.
///
/// It is written `[[ASKED => RESULT]]`, and the result is shown in words or as a
/// value; or `[[WORDS :: ASKED => RESULT]]`, and the words are shown. What can be
/// asked is what [`Engine::answer`] knows.
#[derive(Debug)]
pub struct Claim {
    pub asked: String,
    pub result: String,
    /// Whether the engine needs long to answer; written `slow` before the question.
    #[cfg(test)]
    slow: bool,
    words: Option<Vec<Span>>,
}

/// What is written before questions that take long.
const SLOW: &str = "slow ";

/// How a claim is shown.
pub enum Shown<'a> {
    Text(&'a [Span]),
    Words(String),
    /// A value, to be typeset.
    Value(&'a str),
}

impl Claim {
    pub fn read(text: &str) -> Result<Claim, String> {
        let (words, claim) = match text.split_once(" :: ") {
            Some((words, claim)) => (Some(spans(words.trim())?), claim),
            None => (None, text),
        };
        let sides = claim.split_once(" => ");
        let (asked, result) = sides.ok_or_else(|| format!("[[{text}]] has no =>"))?;
        let asked = asked.trim();
        Ok(Claim {
            asked: asked.trim_start_matches(SLOW).to_owned(),
            #[cfg(test)]
            slow: asked.starts_with(SLOW),
            result: result.trim().to_owned(),
            words,
        })
    }

    /// What the reader sees.
    pub fn shown(&self) -> Shown<'_> {
        if let Some(words) = &self.words {
            return Shown::Text(words);
        }
        let outcome = self.asked.split('(').next();
        if matches!(outcome, Some("outcome" | "misere_outcome")) {
            return Shown::Words(winner(&self.asked, &self.result));
        }
        match self.result.parse::<i64>() {
            Ok(0..) => Shown::Words(self.result.clone()),
            _ => Shown::Value(&self.result),
        }
    }

    #[cfg(test)]
    pub fn is_slow(&self) -> bool {
        self.slow
    }

    /// Whether the engine says so, too; otherwise what it says.
    #[cfg(test)]
    pub fn check(&self, engine: &mut Engine) -> Result<(), String> {
        let found = engine.answer(&self.asked)?;
        match found == self.result || engine.meaning(&self.result).as_ref() == Ok(&found) {
            true => Ok(()),
            false => Err(format!("{} is {found}, not {}", self.asked, self.result)),
        }
    }
}

/// Who wins, in words; the sides have the names of the game that is asked about.
fn winner(asked: &str, outcome: &str) -> String {
    let info = asked
        .split(|c: char| !(c.is_ascii_lowercase() || c == '_'))
        .find_map(|word| rules::find(word).ok());
    let side = |player, name: &str| {
        let side = info.and_then(|info| info.side(player));
        format!("{} wins", side.unwrap_or(name))
    };
    match outcome {
        "N" => "the first player wins".to_owned(),
        "P" => "the second player wins".to_owned(),
        "L" => side(values::Player::Left, "Left"),
        _ => side(values::Player::Right, "Right"),
    }
}
