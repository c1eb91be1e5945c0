//! Connections: how many there are, and how long one may take to say what it
//! wants and to read the answer.

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::client::Peer;
use super::patient::Patient;

/// How many connections there may be.
const MOST: usize = 1024;
/// How many of them from one address.
const PER_ADDRESS: usize = 512;
/// Files beside connections, such as the store.
const OTHER_FILES: usize = 64;
/// How long a client may take to say what it wants, also after an answer.
const HEADERS: Duration = Duration::from_secs(10);
/// How long a client may take none of an answer.
const READING: Duration = Duration::from_secs(20);
/// How long to wait when the system has no room for a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until `stop`, then until all that was asked is answered.
///
/// `pipes` is how many more files are open to workers.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    pipes: usize,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(room(OTHER_FILES + pipes)));
    let addresses: Addresses = Arc::default();
    let (stopping, stopped) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, peer, place)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let Some(seat) = Seat::take(&addresses, peer.ip()) else {
            continue;
        };
        let connection = converse(stream, peer, router.clone(), stopped.clone());
        tokio::spawn(async move {
            connection.await;
            drop((seat, place));
        });
    }
    drop((listener, stopped));
    let _ = stopping.send(());
    stopping.closed().await;
}

/// How many connections the system lets this process have beside other files.
fn room(others: usize) -> usize {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let wanted = (MOST + others) as u64;
        let wanted = maximum.map_or(wanted, |most| most.min(wanted));
        let current = match current {
            Some(current) if current < wanted => {
                let more = Rlimit {
                    current: Some(wanted),
                    maximum,
                };
                match setrlimit(Resource::Nofile, more) {
                    Ok(()) => wanted,
                    Err(_) => current,
                }
            }
            _ => wanted,
        };
        let files = usize::try_from(current).unwrap_or(usize::MAX);
        files.saturating_sub(others).clamp(1, MOST)
    }
    #[cfg(not(target_os = "linux"))]
    {
        256_usize.saturating_sub(others).clamp(1, MOST)
    }
}

/// The next connection, when there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await;
    let place = place.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    // Answers are written whole.
    stream.set_nodelay(true)?;
    Ok((stream, peer, place))
}

/// Answers what is asked over a connection.
async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut stopped: watch::Receiver<()>,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        TowerToHyperService::new(router.clone()).call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .serve_connection(TokioIo::new(Patient::new(stream, READING)), service);
    let mut connection = pin!(connection);
    // How a connection ends is the client's affair.
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = stopped.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

type Addresses = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// A connection of an address.
struct Seat {
    addresses: Addresses,
    address: IpAddr,
}

impl Seat {
    /// One more, unless it has too many.
    fn take(addresses: &Addresses, address: IpAddr) -> Option<Self> {
        let mut counts = addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= PER_ADDRESS {
            return None;
        }
        *count += 1;
        Some(Seat {
            addresses: Arc::clone(addresses),
            address,
        })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut counts = self
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}
