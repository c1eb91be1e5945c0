//! Positions of games as the calculator's functions: `nim(3,4,5)`,
//! `octal("0.137", 40)`, `legionnaires("mace", "W.W/.../B.B")`,
//! `subtraction([2,3,7], allbut => true)`.

use std::sync::Arc;

use super::failure::Problem;
use super::games::Games;
use super::object::{self, Object};
use positions::{self, Sum};

/// The position of `game` that the arguments describe, some of which have
/// names; the game itself with its variant, if it needs one and there is no
/// more.
pub fn place(
    games: &mut Games,
    game: &str,
    arguments: &[Object],
    names: &[(usize, Arc<str>)],
) -> Result<Object, Problem> {
    let named = game.contains(':');
    if !named && let Some(file) = rules::rule_file(rules::find(game)?) {
        let parameters = file.parameters();
        let list = matches!(arguments.first(), Some(Object::List(_) | Object::Set(_)));
        // Numbers are a position if they can be one.
        let words: Result<Vec<_>, _> = arguments.iter().map(|a| word(games, game, a)).collect();
        let numbers = arguments.iter().all(|a| matches!(a, Object::Number(_)))
            && arguments.len() == parameters.len()
            && words.is_ok_and(|words| positions::read(game, &words.join(",")).is_err());
        if !parameters.is_empty() && (list || numbers || !names.is_empty()) {
            return with_parameters(games, game, &parameters, arguments, names);
        }
    }
    let mut words = Vec::with_capacity(arguments.len());
    let mut flags = String::new();
    // A variant stands before the position, as a text or a list.
    let mut texts = false;
    for (place, argument) in arguments.iter().enumerate() {
        match names.iter().find(|(named, _)| *named == place) {
            Some((_, name)) => flags.push_str(&flag(games, game, name, argument)?),
            None => {
                let text = matches!(
                    argument,
                    Object::Text(_) | Object::List(_) | Object::Ruleset(_)
                );
                texts |= text && words.is_empty();
                words.push(word(games, game, argument)?);
            }
        }
    }
    match words.as_slice() {
        [] => Err(Problem::domain(format!(
            "{game} needs a position in brackets; see `help {game}`"
        ))),
        [variant] if !named && positions::needs_variant(rules::find(game)?) => {
            let game = format!("{game}:{flags}{variant}");
            positions::heap_rules(&game)?;
            Ok(Object::Ruleset(game.into()))
        }
        [variant, position @ ..] if !named && texts && !position.is_empty() => {
            read(&format!("{game}:{flags}{variant}"), &position.join(","))
        }
        _ if !flags.is_empty() => Err(Problem::domain(format!(
            "`{}` needs a variant of {game} before it; see `help {game}`",
            flags.trim_end_matches(':')
        ))),
        words => read(game, &words.join(",")),
    }
}

/// A game whose rules are in a file, with values for its parameters, by name or
/// in order; a text and what comes after the parameters is the position, if
/// there is one. Values that are not given are those of the first variant.
fn with_parameters(
    games: &mut Games,
    game: &str,
    parameters: &[String],
    arguments: &[Object],
    names: &[(usize, Arc<str>)],
) -> Result<Object, Problem> {
    let plain = |name: &str| name.to_lowercase().replace('_', "");
    let mut values: Vec<Option<String>> = vec![None; parameters.len()];
    let mut words = Vec::new();
    for (place, argument) in arguments.iter().enumerate() {
        let name = names.iter().find(|(named, _)| *named == place);
        let parameter = match name {
            Some((_, name)) => {
                let mut known = parameters.iter();
                let found = known.position(|known| plain(known) == plain(name));
                Some(found.ok_or_else(|| {
                    Problem::missing(format!(
                        "{game} has no parameter `{name}`; it has {}",
                        parameters.join(", ")
                    ))
                })?)
            }
            None if matches!(argument, Object::Text(_)) => None,
            None => values.iter().position(Option::is_none),
        };
        let text = match argument {
            Object::Boolean(flag) if parameter.is_some() => u8::from(*flag).to_string(),
            argument => word(games, game, argument)?,
        };
        match parameter {
            Some(parameter) => values[parameter] = Some(text),
            None => words.push(text),
        }
    }
    let first = rules::find(game)?.variants.first();
    let usual: Vec<&str> = first.map_or_else(Vec::new, |first| first.name.split(';').collect());
    let values = values.into_iter().enumerate().map(|(place, value)| {
        value.unwrap_or_else(|| usual.get(place).copied().unwrap_or_default().to_owned())
    });
    let game = format!("{game}:{}", values.collect::<Vec<_>>().join(";"));
    if words.is_empty() {
        rules::Rules::find(&game)?;
        return Ok(Object::Ruleset(game.into()));
    }
    read(&game, &words.join(","))
}

/// What a named argument puts before the variant: `allbut => true` makes
/// `2,3,7` the variant `allbut:2,3,7`.
fn flag(games: &mut Games, game: &str, name: &str, value: &Object) -> Result<String, Problem> {
    let variants = rules::find(game)?.variants.iter();
    let known: Vec<&str> = variants
        .filter_map(|variant| variant.name.split_once(':'))
        .map(|(flag, _)| flag)
        .collect();
    match value {
        _ if !known.contains(&name) => Err(Problem::missing(match known.as_slice() {
            [] => format!("{game} has no argument `{name}`: its arguments have no names"),
            _ => format!(
                "{game} has no argument `{name}`; those with a name are: {}",
                known.join(", ")
            ),
        })),
        Object::Boolean(true) => Ok(format!("{name}:")),
        Object::Boolean(false) => Ok(String::new()),
        _ => Err(Problem::domain(format!(
            "`{name}` is true or false, not {}",
            value.described(games)
        ))),
    }
}

fn read(game: &str, text: &str) -> Result<Object, Problem> {
    Ok(Object::Sum(Arc::new(Sum::from(positions::read(
        game, text,
    )?))))
}

/// An argument as the command line would have it.
pub fn word(games: &mut Games, game: &str, argument: &Object) -> Result<String, Problem> {
    match argument {
        Object::Text(text) | Object::Ruleset(text) => Ok(text.to_string()),
        Object::Coordinates(numbers) => Ok(object::coordinates(numbers)),
        Object::Number(number) if number.to_integer().is_some() => Ok(number.to_string()),
        Object::List(items) | Object::Set(items) => {
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
