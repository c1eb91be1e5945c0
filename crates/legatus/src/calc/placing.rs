//! Positions of games as the calculator's functions: `nim(3,4,5)`,
//! `octal("0.137", 40)`, `legionnaires("mace", "W.W/.../B.B")`.

use std::sync::Arc;

use super::failure::Problem;
use super::games::Games;
use super::object::Object;
use positions::{self, Sum};

/// The position of `game` that the arguments describe; the game itself with
/// its variant, if it needs one and there is no more.
pub fn place(games: &mut Games, game: &str, arguments: &[Object]) -> Result<Object, Problem> {
    let mut words = Vec::with_capacity(arguments.len());
    for argument in arguments {
        words.push(word(games, game, argument)?);
    }
    let named = game.contains(':');
    let texts = matches!(arguments.first(), Some(Object::Text(_) | Object::List(_)));
    match words.as_slice() {
        [] => Err(Problem::domain(format!(
            "{game} needs a position in brackets; see `help {game}`"
        ))),
        [variant] if !named && positions::needs_variant(rules::find(game)?) => {
            let game = format!("{game}:{variant}");
            positions::heap_rules(&game)?;
            Ok(Object::Ruleset(game.into()))
        }
        [variant, position @ ..] if !named && texts && !position.is_empty() => {
            read(&format!("{game}:{variant}"), &position.join(","))
        }
        words => read(game, &words.join(",")),
    }
}

fn read(game: &str, text: &str) -> Result<Object, Problem> {
    Ok(Object::Sum(Arc::new(Sum::from(positions::read(
        game, text,
    )?))))
}

/// An argument as the command line would have it.
fn word(games: &mut Games, game: &str, argument: &Object) -> Result<String, Problem> {
    match argument {
        Object::Text(text) => Ok(text.to_string()),
        Object::Number(number) if number.to_integer().is_some() => Ok(number.to_string()),
        Object::List(items) => {
            let mut words = Vec::with_capacity(items.len());
            for item in items.iter() {
                words.push(word(games, game, item)?);
            }
            Ok(words.join(","))
        }
        _ => Err(Problem::domain(format!(
            "{game} takes a position as a text or as whole numbers, not {}",
            argument.described(games)
        ))),
    }
}
