//! Latrunculus in the browser: games with a die, kept action by action.

mod game;
mod strength;
mod view;

pub use game::Die;
pub use view::{board, position, scene};

use super::reply;

/// What workers are asked of such games.
pub type BeginGame = reply::BeginGame<Die>;
pub type Reply = reply::Reply<Die>;
