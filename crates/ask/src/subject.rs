//! What people type for a game and a position.

use rules::{BadInput, is_rule_file};

/// A game and a position that the shell split, `nim 3 4 5`, as two words; what
/// does not begin with a name as it was typed.
#[must_use]
pub fn joined(words: &[String]) -> Vec<String> {
    match words {
        [game, position @ ..] if position.len() > 1 && is_name(game) => {
            vec![game.clone(), position.join(" ")]
        }
        words => words.to_vec(),
    }
}

/// `nim 3,4,5` in one text: no expression begins with a game and a blank.
pub(crate) fn game_and_position(text: &str) -> Option<(&str, &str)> {
    let (game, position) = text.trim().split_once(char::is_whitespace)?;
    is_game(game).then(|| (game, position.trim()))
}

/// Whether a word is the name of a game or the path of a rule file, which need
/// not be a good one, perhaps with a variant.
#[must_use]
pub fn is_game(word: &str) -> bool {
    is_rule_file(base(word)) || is_name(word) && rules::find(base(word)).is_ok()
}

/// Whether a word could be the name of a game.
fn is_name(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '@');
    let base = base(word);
    is_rule_file(base)
        || base.starts_with(|c: char| c.is_ascii_alphabetic()) && base.chars().all(plain)
}

/// A name without its variant.
fn base(word: &str) -> &str {
    rules::name_and_variant(word).0
}

/// Asks for the position if a text is only the name of a game.
pub(crate) fn with_position(text: &str) -> Result<(), BadInput> {
    let game = text.trim();
    if !is_game(game) {
        return Ok(());
    }
    let info = rules::find(base(game))?;
    let name = match positions::needs_variant(info) && !game.contains(':') {
        true => rules::example_name(info),
        false => game.to_owned(),
    };
    let message = format!("which position? for example {name} '{}'", info.example);
    Err(BadInput::new(message, ""))
}
