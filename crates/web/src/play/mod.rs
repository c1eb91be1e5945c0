//! Games in progress over HTTP: begun, continued, kept in the store, shared.

mod game;

pub use super::table::SECONDS;
pub use game::{Begin, Plain, only, sides};

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use values::Budget;

use super::api::Parameters;
use super::client::Client;
use super::fault::Fault;
use super::reply;
use super::seat::Side;
use super::server::Site;
use super::table::{self, Kind, ply, within};
use super::task::{Lane, Task};

/// How many seconds a game may take that is begun with many moves, or shown.
const REPLAYING: u64 = 10;

/// What workers are asked of such games.
pub type BeginGame = reply::BeginGame<Plain>;
pub type Reply = reply::Reply<Plain>;

/// `GET /api/v1/replay?game=&position=&moves=`: a game that is in its address
/// and nowhere else.
pub async fn replay(
    State(site): State<Arc<Site>>,
    client: Client,
    uri: Uri,
) -> Result<Response, Fault> {
    Ok(table::reply(&replayed(&site, client, uri).await?))
}

/// A replayed game as a view.
pub async fn replayed(site: &Site, client: Client, uri: Uri) -> Result<Value, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["game", "position", "first", "misere", "moves", "ply"])?;
    let first = match parameters.get("first") {
        None | Some("left") => Some(Side::Left),
        Some("right") => Some(Side::Right),
        Some(_) => {
            return Err(Fault::bad(
                "first is left or right",
                "leave it out for left",
            ));
        }
    };
    let moves = parameters.get("moves").unwrap_or("").split(';');
    let begin = Begin {
        game: parameters.need("game")?.to_owned(),
        position: Some(parameters.need("position")?.to_owned()),
        misere: parameters.flag("misere")?,
        first,
        left: None,
        right: None,
        opponent: None,
        side: None,
        moves: moves
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
            .collect(),
    };
    let task = Replay {
        begin,
        ply: parameters.get("ply").map(str::to_owned),
    };
    let time = Duration::from_secs(REPLAYING);
    site.workers.run(within(time, client), task).await
}

/// A game to look at after `ply` moves.
#[derive(Serialize, Deserialize)]
pub struct Replay {
    begin: Begin,
    ply: Option<String>,
}

impl Task for Replay {
    const NAME: &'static str = "replay";
    const LANE: Lane = Lane::Games;
    /// What the page sees.
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let game = Plain::begin(self.begin, budget)?;
        let ply = ply(self.ply.as_deref(), &game)?;
        Plain::view(&game, None, ply, budget)
    }
}
