//! Games in progress over HTTP: begun, continued, kept in the store, shared.

mod game;

pub use super::table::SECONDS;
pub use game::{Begin, Plain, only, sides};

use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use values::Budget;

use super::fault::Fault;
use super::inquiry::Inquiry;
use super::picture::listed;
use super::reply;
use super::seat::Side;
use super::table::{self, Kind, ply};
use super::task::{Lane, Task};

/// How long a game may take that is begun with many moves, or shown.
const REPLAYING: Duration = Duration::from_secs(10);

/// What workers are asked of such games.
pub type BeginGame = reply::BeginGame<Plain>;
pub type Reply = reply::Reply<Plain>;

/// `GET /api/v1/replay?game=&position=&moves=`: a game that is in its address
/// and nowhere else.
pub async fn replay(inquiry: Inquiry) -> Result<Response, Fault> {
    Ok(table::reply(&replayed(&inquiry).await?))
}

/// A replayed game as a view.
pub async fn replayed(inquiry: &Inquiry) -> Result<Value, Fault> {
    let parameters = inquiry.only(&["game", "position", "first", "misere", "moves", "ply"])?;
    let first = match parameters.get("first") {
        None => Side::Left,
        Some(_) => parameters.side("first")?,
    };
    let begin = Begin {
        game: parameters.need("game")?.to_owned(),
        position: Some(parameters.need("position")?.to_owned()),
        misere: parameters.flag("misere")?,
        first: Some(first),
        left: None,
        right: None,
        opponent: None,
        side: None,
        moves: listed(parameters.get("moves")).map(str::to_owned).collect(),
    };
    let task = Replay {
        begin,
        ply: parameters.get("ply").map(str::to_owned),
    };
    inquiry.run_within(REPLAYING, task).await
}

/// A game to look at after `ply` moves.
#[derive(Serialize, Deserialize)]
pub struct Replay {
    begin: Begin,
    ply: Option<String>,
}

impl Task for Replay {
    const LANE: Lane = Lane::Games;
    /// What the page sees.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let game = Plain::begin(self.begin, budget)?;
        let ply = ply(self.ply.as_deref(), &game)?;
        Plain::view(&game, None, ply, budget)
    }
}
