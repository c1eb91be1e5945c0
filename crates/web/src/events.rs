//! Who looks at a game now, and how they hear that it has changed: by
//! server-sent events, one connection for each page.

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Interval, interval};
use values::Player;

use super::fault::Fault;

/// A line without meaning comes so often, so that a connection that is gone is
/// found to be.
const PULSE: Duration = Duration::from_secs(15);
/// How long a browser waits before it connects again, in milliseconds.
const RETRY: u32 = 1000;
/// How many pages can look at one game.
const MOST_PAGES: usize = 100;
/// A page that is behind by so many events is told to come again.
const BEHIND: usize = 16;

/// The pages that look at games.
#[derive(Default)]
pub struct Hub(Mutex<Pages>);

#[derive(Default)]
struct Pages {
    games: HashMap<String, Vec<Page>>,
    /// How many there have been.
    count: u64,
    closed: bool,
}

struct Page {
    number: u64,
    seat: Option<Player>,
    inbox: mpsc::Sender<Bytes>,
}

impl Hub {
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A page looks at a game from now on, from a seat or as a watcher.
    pub fn listen(self: &Arc<Self>, id: &str, seat: Option<Player>) -> Result<Response, Fault> {
        let (inbox, events) = mpsc::channel(BEHIND);
        let mut pages = self.pages();
        pages.count += 1;
        let number = pages.count;
        let closed = pages.closed;
        let looking = pages.games.entry(id.to_owned()).or_default();
        if closed || looking.len() >= MOST_PAGES {
            return Err(Fault::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many pages look at this game",
                "load the page again later",
            ));
        }
        let hello = Bytes::from(format!("retry: {RETRY}\n\n"));
        // There is room for the first event.
        let _ = inbox.try_send(hello);
        looking.push(Page {
            number,
            seat,
            inbox,
        });
        spread(looking, false);
        drop(pages);
        let leaving = Leaving {
            hub: Arc::clone(self),
            id: id.to_owned(),
            number,
        };
        let events = Events {
            events,
            pulse: interval(PULSE),
            _leaving: leaving,
        };
        let kind = [(header::CONTENT_TYPE, "text/event-stream")];
        Ok((kind, Body::new(events)).into_response())
    }

    /// Tells all who look at a game that it has changed.
    pub fn tell(&self, id: &str) {
        if let Some(looking) = self.pages().games.get_mut(id) {
            spread(looking, true);
        }
    }

    /// Which seats look at a game.
    pub fn there(&self, id: &str) -> Value {
        let pages = self.pages();
        there(pages.games.get(id).map_or(&[], Vec::as_slice))
    }

    /// Ends all connections, so that the server can stop.
    pub fn close(&self) {
        let mut pages = self.pages();
        pages.closed = true;
        pages.games.clear();
    }

    fn leave(&self, id: &str, number: u64) {
        let mut pages = self.pages();
        let Some(looking) = pages.games.get_mut(id) else {
            return;
        };
        looking.retain(|page| page.number != number);
        match looking.is_empty() {
            true => drop(pages.games.remove(id)),
            false => spread(looking, false),
        }
    }
}

fn there(looking: &[Page]) -> Value {
    let is = |player| looking.iter().any(|page| page.seat == Some(player));
    json!({"left": is(Player::Left), "right": is(Player::Right)})
}

/// Sends an event to all pages; who cannot follow is cut off, and comes again.
fn spread(looking: &mut Vec<Page>, changed: bool) {
    let event = json!({"changed": changed, "there": there(looking)});
    let event = Bytes::from(format!("data: {event}\n\n"));
    looking.retain(|page| page.inbox.try_send(event.clone()).is_ok());
}

/// The events of one page, as the body of an answer that has no end.
struct Events {
    events: mpsc::Receiver<Bytes>,
    pulse: Interval,
    _leaving: Leaving,
}

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Poll::Ready(event) = self.events.poll_recv(context) {
            return Poll::Ready(event.map(|event| Ok(Frame::data(event))));
        }
        self.pulse
            .poll_tick(context)
            .map(|_| Some(Ok(Frame::data(Bytes::from_static(b":\n\n")))))
    }
}

/// A page no longer looks when its connection is gone.
struct Leaving {
    hub: Arc<Hub>,
    id: String,
    number: u64,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.hub.leave(&self.id, self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::body::Body as _;
    use std::future::poll_fn;

    async fn next(body: &mut Body) -> String {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        let bytes = frame.unwrap().unwrap().into_data().unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Past the lines without meaning.
    async fn event(body: &mut Body) -> Value {
        loop {
            if let Some(data) = next(body).await.strip_prefix("data: ") {
                return serde_json::from_str(data.trim_end()).unwrap();
            }
        }
    }

    #[tokio::test]
    async fn pages_hear_of_changes_and_of_each_other() {
        let hub = Arc::new(Hub::default());
        let mut left = hub
            .listen("a", Some(Player::Left))
            .ok()
            .unwrap()
            .into_body();
        assert_eq!(next(&mut left).await, "retry: 1000\n\n");
        let both = |right| json!({"left": true, "right": right});
        assert_eq!(event(&mut left).await["there"], both(false));
        let right = hub
            .listen("a", Some(Player::Right))
            .ok()
            .unwrap()
            .into_body();
        let told = event(&mut left).await;
        assert_eq!(told, json!({"changed": false, "there": both(true)}));
        hub.tell("b");
        hub.tell("a");
        assert_eq!(event(&mut left).await["changed"], true);
        drop(right);
        assert_eq!(event(&mut left).await["there"], both(false));
        assert_eq!(hub.there("a"), both(false));
        drop(left);
        assert!(hub.pages().games.is_empty());
    }

    /// Who reads nothing is cut off, and no longer there.
    #[tokio::test]
    async fn who_does_not_read_is_cut_off() {
        let hub = Arc::new(Hub::default());
        let _deaf = hub.listen("a", None).ok().unwrap();
        for _ in 0..2 * BEHIND {
            hub.tell("a");
        }
        assert!(hub.pages().games["a"].is_empty());
        hub.close();
        assert!(hub.listen("a", None).is_err());
    }
}
