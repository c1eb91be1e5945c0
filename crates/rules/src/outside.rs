//! Games that other programs bring along: known at run time only, and from
//! then on like those in the registry.

use crate::bad_input::BadInput;
use crate::game::{Game, Info};
use crate::impartial::Impartial;
use crate::native::Native;
use crate::registry::find;
use crate::rule_file::RuleFile;
use crate::rule_file::library;
use crate::rulebook::Rules;
use crate::ruleset::Ruleset;
use std::sync::{Arc, PoisonError, RwLock};

/// Makes rules from outside, with a variant; both players' moves open to both
/// (`true`).
pub(crate) type Make = Arc<dyn Fn(Option<&str>, bool) -> Made + Send + Sync>;
pub(crate) type Made = Result<Box<dyn Ruleset>, BadInput>;

struct Outside {
    info: &'static Info,
    make: Make,
    /// The rule file that it comes from.
    file: Option<RuleFile>,
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
    add(
        G::info(),
        Arc::new(|variant, impartial| {
            let game = Native::new(G::with_variant(variant)?);
            Ok(open(G::info(), Box::new(game), impartial))
        }),
    )
}

/// Adds rules that have no type of their own, such as those in a file, to the
/// registry: `make` gives them, with a variant.
///
/// # Errors
///
/// Those of [`register`].
pub fn register_ruleset(
    info: &'static Info,
    make: impl Fn(Option<&str>) -> Result<Box<dyn Ruleset>, BadInput> + Send + Sync + 'static,
) -> Result<(), BadInput> {
    let make = move |variant: Option<&str>, both| Ok(open(info, make(variant)?, both));
    add(info, Arc::new(make))
}

/// Adds the game of a rule file to the registry, in place of any game that has
/// its name.
pub(crate) fn replace(file: &RuleFile) {
    let (info, making) = (file.info(), file.clone());
    let make: Make = Arc::new(move |variant, impartial| making.make(variant, impartial));
    let mut games = OUTSIDE.write().unwrap_or_else(PoisonError::into_inner);
    games.retain(|game| game.info.name != info.name);
    games.push(Outside {
        info,
        make,
        file: Some(file.clone()),
    });
}

/// The rule file that a game from outside comes from.
pub(crate) fn file(info: &Info) -> Option<RuleFile> {
    let games = OUTSIDE.read().unwrap_or_else(PoisonError::into_inner);
    let game = games.iter().find(|game| std::ptr::eq(game.info, info))?;
    game.file.clone()
}

/// Rules as they are, or with both players' moves open to both.
pub(crate) fn open(info: &'static Info, ruleset: Box<dyn Ruleset>, both: bool) -> Box<dyn Ruleset> {
    match both {
        true => Box::new(Impartial::new(Rules::new(info.name, ruleset))),
        false => ruleset,
    }
}

fn add(info: &'static Info, make: Make) -> Result<(), BadInput> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if info.name.is_empty() || !info.name.chars().all(plain) {
        return Err(BadInput::new(
            format!("`{}` is no name for a game", info.name),
            "use small letters, digits and `_`",
        ));
    }
    // One that comes as a rule file gives way.
    if find(info.name).is_ok_and(|known| library::file(known).is_none()) {
        return Err(BadInput::new(
            format!("there is a game `{}` already", info.name),
            "give yours another name",
        ));
    }
    let mut games = OUTSIDE.write().unwrap_or_else(PoisonError::into_inner);
    games.push(Outside {
        info,
        make,
        file: None,
    });
    Ok(())
}

/// What the games from outside say about themselves.
pub(crate) fn infos() -> Vec<&'static Info> {
    let games = OUTSIDE.read().unwrap_or_else(PoisonError::into_inner);
    games.iter().map(|game| game.info).collect()
}

/// Whether a game is from outside.
pub(crate) fn has(info: &'static Info) -> bool {
    infos().iter().any(|known| std::ptr::eq(*known, info))
}

/// The rules of a game from outside; `None`: it is none of them.
pub(crate) fn make(info: &'static Info, variant: Option<&str>, impartial: bool) -> Option<Made> {
    let games = OUTSIDE.read().unwrap_or_else(PoisonError::into_inner);
    let game = games.iter().find(|game| std::ptr::eq(game.info, info))?;
    let make = Arc::clone(&game.make);
    // They may ask for other games.
    drop(games);
    Some(make(variant, impartial))
}
