//! Who plays a side from now on: somebody else than before, when the computer
//! cannot move or a person would rather do it.

use axum::extract::{Path, State};
use axum::response::Response;
use serde::Deserialize;
use std::sync::Arc;

use super::fault::Fault;
use super::keys::Place;
use super::play::Plain;
use super::seat::{Seat, Side};
use super::server::Site;
use super::table::{Kind, Step, Table, change, read_body, reply};

/// Somebody who takes a seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// How many moves the page knew of.
    ply: usize,
    side: Side,
    seat: Seat,
}

/// `POST /api/v1/play/ID/seat`: another player takes a seat. In a game by link
/// the two seats are taken.
pub async fn take(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    body: String,
) -> Result<Response, Fault> {
    let Taken { ply, side, seat } = read_body(&body)?;
    if Place::find(&site, &id, None)?.is_locked() {
        let hint = "the two players stay as they are";
        return Err(Fault::bad("this is a game by link", hint));
    }
    let view = change(&site, &id, move |table: &mut Table<Plain>| {
        let known = Step {
            ply,
            ..Step::default()
        };
        Plain::is_at(table, &known)?;
        seat.check_level()?;
        let taken = seat.taken();
        if !taken.is_human() {
            taken.who(table.session.start(), table.session.now())?;
        }
        table.session.seats[side.player() as usize] = taken;
        Ok(())
    });
    Ok(reply(&view.await?))
}
