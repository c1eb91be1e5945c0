//! Games beside a stack of cards in the browser.

mod accountants;
mod accounts;
mod auction;
mod begin;
mod game;
mod stack;
mod strength;
mod view;

pub use accountants::GAMES;
pub use accounts::{FindAccounts, FindHint, accounts, hint};
pub use begin::STANDARD;
pub use game::{Cards, Game};

use std::time::Duration;
use values::Budget;

use super::fault::Fault;
use super::reply;
use super::table::{Kind, SECONDS};

/// What an accountant may keep of thermographs, and of values: enough for a
/// board of 12x2.
const MOST_BYTES: u64 = 1 << 28;

/// What workers are asked of such games.
pub type BeginGame = reply::BeginGame<Cards>;
pub type Reply = reply::Reply<Cards>;

/// How long a worker may think about such a game.
const THINKING: Duration = Duration::from_secs(SECONDS);

/// A kept game that is not over.
fn going_on(kept: &str) -> Result<Game, Fault> {
    let game = Cards::read(kept.as_bytes())?;
    game.going_on()?;
    Ok(game)
}

/// What an accountant may keep of a budget, of thermographs and again of
/// values; there are a few of them.
fn bytes(budget: &Budget) -> u64 {
    (budget.bytes().unwrap_or(u64::MAX) / 8).min(MOST_BYTES)
}

/// What play with these games on the boards is called.
pub fn title(games: &[&str]) -> String {
    let name = |game: &str| {
        let game = game.split(':').next().unwrap_or("");
        rules::find(game).map_or(game.to_owned(), |info| info.title.to_owned())
    };
    let mut names: Vec<String> = Vec::new();
    for game in games {
        let name = name(game);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [one] if one == "Amazons" => "Environmental Amazons".to_owned(),
        all => format!("{} beside cards", all.join(" + ")),
    }
}
