//! Games that other programs bring along: known at run time only, and from
//! then on like those in the registry.

use crate::any::AnyGame;
use crate::bad::BadInput;
use crate::game::{Game, Info};
use crate::impartial::Impartial;
use crate::registry::find;
use std::sync::{PoisonError, RwLock};

/// A ruleset from outside, made with a variant.
type Make = fn(Option<&str>) -> Result<AnyGame, BadInput>;

struct Outside {
    info: &'static Info,
    plain: Make,
    impartial: Make,
}

static OUTSIDE: RwLock<Vec<Outside>> = RwLock::new(Vec::new());

/// Adds a game of your own to the registry of this process: every question,
/// the calculator, the command line and the checker of certificates know it
/// by its name.
///
/// # Errors
///
/// The name is taken, or no name: letters, digits and `_`.
pub fn register<G: Game>() -> Result<(), BadInput> {
    let info = G::info();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if info.name.is_empty() || !info.name.chars().all(plain) {
        return Err(BadInput::new(
            format!("`{}` is no name for a game", info.name),
            "use small letters, digits and `_`",
        ));
    }
    if find(info.name).is_ok() {
        return Err(BadInput::new(
            format!("there is a game `{}` already", info.name),
            "give yours another name",
        ));
    }
    let mut games = OUTSIDE.write().unwrap_or_else(PoisonError::into_inner);
    games.push(Outside {
        info,
        plain: |variant| Ok(AnyGame::new(G::with_variant(variant)?)),
        impartial: |variant| Ok(AnyGame::new(Impartial::new(G::with_variant(variant)?))),
    });
    Ok(())
}

/// What the games from outside say about themselves.
pub(crate) fn infos() -> Vec<&'static Info> {
    let games = OUTSIDE.read().unwrap_or_else(PoisonError::into_inner);
    games.iter().map(|game| game.info).collect()
}

/// The ruleset of a game from outside; `None`: it is none of them.
pub(crate) fn make(
    info: &'static Info,
    variant: Option<&str>,
    impartial: bool,
) -> Option<Result<AnyGame, BadInput>> {
    let games = OUTSIDE.read().unwrap_or_else(PoisonError::into_inner);
    let game = games.iter().find(|game| std::ptr::eq(game.info, info))?;
    Some(match impartial {
        true => (game.impartial)(variant),
        false => (game.plain)(variant),
    })
}
