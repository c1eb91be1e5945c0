//! The server: how it starts and ends, and which route leads where.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{delete, get, post};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, MutexGuard};
use tower_http::compression::CompressionLayer;

use super::admission::{Admission, guard};
use super::events::Hub;
use super::explore::study::Kept;
use super::fault::{Fault, PageFault};
use super::notebooks::Notebook;
use super::own_rules::OwnRules;
use super::parameters::cut;
use super::running::Running;
use super::saved::Saved;
use super::store::Store;
use super::table::{self, Kind, begin, record, step};
use super::work::Workers;
use super::{
    api, cards, connections, explore, glossary, keys, latrunculus, lessons, named, notebooks,
    own_rules, page, picture, play, puzzles, review, saved, seating,
};
use ask::{Exit, Stop};

/// The port unless told otherwise.
const PORT: u16 = 8642;
/// No page sends more than this.
pub const LONGEST_BODY: usize = 64 << 10;
/// The pipes of the workers that a processor has: two of them, three each.
const PIPES: usize = 6;
/// How many games can change at the same time.
const LOCKS: usize = 64;
/// How long requests may take to finish when the server stops.
const PATIENCE: Duration = Duration::from_secs(2);

/// How the server is started.
pub struct Options {
    /// Where it listens.
    pub address: IpAddr,
    /// The names by which others know this machine.
    pub hosts: Vec<String>,
    /// The port; otherwise the usual one or a free one.
    pub port: Option<u16>,
    /// Where games are kept.
    pub data: PathBuf,
    /// How many bytes all questions together may use.
    pub memory: u64,
    /// Whether to show the page in a browser.
    pub open: bool,
}

/// What all requests share.
pub struct Site {
    pub workers: Arc<Workers>,
    pub store: Arc<Store>,
    pub admission: Admission,
    pub hub: Arc<Hub>,
    locks: Vec<Mutex<()>>,
    chance: RandomState,
    drawn: AtomicU64,
}

impl Site {
    /// A name that nobody guesses.
    pub fn new_id(&self) -> String {
        let drawn = self.drawn.fetch_add(1, Ordering::Relaxed);
        format!("{:016x}", self.chance.hash_one(drawn))
    }

    /// Waits until nobody else changes the game.
    pub async fn alone(&self, id: &str) -> MutexGuard<'_, ()> {
        let lock = self.chance.hash_one(id) as usize % LOCKS;
        self.locks[lock].lock().await
    }
}

impl Options {
    /// Whether others than this machine's own pages and programs may ask.
    fn is_for_others(&self) -> bool {
        !self.address.is_loopback() || !self.hosts.is_empty()
    }

    /// A server that listens everywhere has no name of its own.
    fn check(&self) -> Result<(), Stop> {
        if self.address.is_unspecified() && self.hosts.is_empty() {
            let message = format!(
                "{} is no name that others can ask for; add --host NAME, the name or address of \
                 this machine",
                self.address
            );
            return Err(Stop::new(Exit::BadInput, message));
        }
        Ok(())
    }
}

/// The key of the token in the store.
const TOKEN: &str = "token";

/// What those show who may do everything; it is kept, so that they need not be
/// told again after a new start.
fn token(store: &Store, runtime: &tokio::runtime::Runtime) -> Result<String, Stop> {
    let bad = |error| Stop::new(Exit::BadInput, format!("the store: {error}"));
    if let Some(kept) = store.get(TOKEN).map_err(bad)? {
        return Ok(String::from_utf8_lossy(&kept).into_owned());
    }
    let chance = RandomState::new();
    let token = format!("{:016x}{:016x}", chance.hash_one(0), chance.hash_one(1));
    let put = store.put(TOKEN, Some(token.clone().into_bytes()));
    runtime.block_on(put).map_err(bad)?;
    Ok(token)
}

/// Serves until Ctrl-C.
pub fn serve(options: &Options, out: &mut dyn Write) -> Result<Exit, Stop> {
    options.check()?;
    let bad = |error: io::Error| Stop::new(Exit::BadInput, ask::reason(&error));
    let directory = &options.data;
    let unmade = |error: io::Error| Stop::file(&directory.display().to_string(), &error);
    fs::create_dir_all(directory).map_err(unmade)?;
    let file = directory.join("workbench.redb");
    let waits = || Running::elsewhere(directory).is_none();
    let store = Store::open(&file, waits).map_err(|error| {
        let other = || Stop::new(Exit::BadInput, format!("{}: {error}", file.display()));
        Running::elsewhere(directory).unwrap_or_else(other)
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(bad)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let token = match options.is_for_others() {
        true => Some(token(&store, &runtime)?),
        false => None,
    };
    runtime.block_on(async {
        let listener = listen(options).await?;
        let address = listener.local_addr().map_err(bad)?;
        let workers = Workers::start(cores, options.memory).map_err(bad)?;
        let admission = Admission::new(address, &options.hosts, token);
        let here = admission.address();
        let hub = Arc::new(Hub::default());
        let store = Arc::new(store);
        own_rules::open_library(&store);
        let site = Arc::new(Site {
            workers,
            store,
            admission,
            hub: Arc::clone(&hub),
            locks: (0..LOCKS).map(|_| Mutex::default()).collect(),
            chance: RandomState::new(),
            drawn: AtomicU64::new(0),
        });
        writeln!(out, "Legatus is at {here} (Ctrl-C stops it)")?;
        writeln!(out, "games are kept in {}", directory.display())?;
        // Noted before anybody reads where.
        let _running = Running::note(directory, address);
        out.flush()?;
        // Before the first page is asked for, if there is time.
        tokio::task::spawn_blocking(page::drawn_games);
        if options.open {
            show(&here);
        }
        let (stopping, stopped) = tokio::sync::oneshot::channel();
        let stop = async {
            // Without the signal the server runs on.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
            hub.close();
            let _ = stopping.send(());
        };
        let serving = connections::serve(listener, routes(site), cores * PIPES, stop);
        let patience = async {
            let _ = stopped.await;
            tokio::time::sleep(PATIENCE).await;
        };
        tokio::select! {
            () = serving => {}
            () = patience => {}
        }
        Ok(Exit::Answered)
    })
}

/// Listens at the port that was asked for, or at the usual or a free one.
async fn listen(options: &Options) -> Result<TcpListener, Stop> {
    let at = |port| SocketAddr::new(options.address, port);
    let port = options.port.unwrap_or(PORT);
    match TcpListener::bind(at(port)).await {
        Ok(listener) => Ok(listener),
        Err(error) if options.port.is_some() => {
            let reason = ask::reason(&error);
            let message = format!("port {port}: {reason}; choose another, or leave --port out");
            Err(Stop::new(Exit::BadInput, message))
        }
        Err(_) => TcpListener::bind(at(0)).await.map_err(|error| {
            Stop::new(
                Exit::BadInput,
                format!("{}: {}", options.address, ask::reason(&error)),
            )
        }),
    }
}

/// Shows the page; whoever has no browser reads the address.
fn show(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let _ = std::process::Command::new(opener).arg(address).spawn();
}

/// How games of a kind are begun, shown and continued.
fn games<K: Kind>() -> Router<Arc<Site>> {
    let one = format!("/{}/{{id}}", K::SHELF);
    Router::new()
        .route(&format!("/{}", K::SHELF), post(begin::<K>))
        .route(&one, get(table::show::<K>))
        .route(&format!("{one}/{{step}}"), post(step::<K>))
}

fn routes(site: Arc<Site>) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(page::openapi))
        .route("/games", get(page::games))
        .route("/progress", get(api::progress))
        .route("/board.svg", get(picture::board))
        .route("/thermograph.svg", get(picture::thermograph))
        .route("/position", get(picture::position))
        .merge(games::<play::Plain>())
        .route("/play/{id}/record", get(record::<play::Plain>))
        .route("/play/{id}/events", get(keys::events::<play::Plain>))
        .route("/play/{id}/invite", post(keys::invite::<play::Plain>))
        .route("/play/{id}/seat", post(seating::take))
        .route("/play/{id}/refuse", post(keys::refuse::<play::Plain>))
        .route("/play/{id}/rematch", post(keys::rematch::<play::Plain>))
        .route("/play/{id}/review", get(review::review))
        .route("/replay", get(play::replay))
        .route("/explore", get(explore::view))
        .route("/why", get(explore::why))
        .route("/estimate", get(explore::estimate))
        .route("/tree.svg", get(explore::tree))
        .route("/proof", get(explore::prove))
        .route(
            "/check",
            post(explore::check).layer(DefaultBodyLimit::max(explore::LONGEST_PROOF)),
        )
        .route("/study", post(explore::resolve))
        .route(
            "/studies",
            get(named::list::<Kept>).post(explore::study::save),
        )
        .route(
            "/studies/{id}",
            get(explore::study::show).delete(named::delete::<Kept>),
        )
        .route("/glossary", get(glossary::list))
        .route("/lessons/{name}/{number}", get(lessons::exercise))
        .route("/positions", get(named::list::<Saved>).post(saved::save))
        .route("/positions/{id}", delete(named::delete::<Saved>))
        .route(
            "/notebooks",
            get(named::list::<Notebook>).post(notebooks::save),
        )
        .route(
            "/notebooks/{id}",
            get(notebooks::show)
                .put(notebooks::replace)
                .delete(named::delete::<Notebook>),
        )
        .route("/rules", get(named::list::<OwnRules>).post(own_rules::save))
        .route("/rules/check", post(own_rules::check))
        .route(
            "/rules/{id}",
            get(own_rules::show).delete(named::delete::<OwnRules>),
        )
        .merge(games::<latrunculus::Die>())
        .route("/latrunculus/{id}/record", get(record::<latrunculus::Die>))
        .route("/latrunculus/{id}/review", get(review::unreviewed))
        .merge(games::<cards::Cards>())
        .route("/cards/{id}/accounts", get(cards::accounts))
        .route("/cards/{id}/hint", get(cards::hint))
        .route("/cards/{id}/review", get(review::unreviewed))
        .route("/puzzles", get(puzzles::list))
        .route("/puzzles/new", get(puzzles::new))
        .route("/puzzles/{number}", get(puzzles::show))
        .route("/puzzle", get(puzzles::any))
        .route("/{question}", get(api::question));
    Router::new()
        .nest("/api/v1", api)
        .route("/", get(page::home))
        .route("/game/{name}", get(page::game))
        .route("/play/{id}", get(page::play))
        .route("/play/{id}/review", get(page::review))
        .route("/replay", get(page::replay))
        .route("/latrunculus/{id}", get(page::latrunculus))
        .route("/cards", get(page::begin_cards))
        .route("/cards/{id}", get(page::cards))
        .route("/analyse", get(page::analyse))
        .route("/explore", get(explored))
        .route("/analyze", get(explored))
        .route("/rules", get(page::own_rules))
        .route("/calculator", get(page::calculator))
        .route("/learn", get(page::learn))
        .route("/learn/glossary", get(page::glossary))
        .route("/learn/{name}", get(page::lesson))
        .route("/learn/museum", get(page::museum))
        .route("/learn/puzzles", get(page::puzzles))
        .route("/learn/puzzles/{number}", get(page::puzzle))
        .route("/papers", get(page::papers))
        .route("/papers/{paper}/{table}", get(page::paper))
        .route("/saved", get(page::saved))
        .route("/help", get(page::help))
        .route("/assets/{name}", get(page::asset))
        .fallback(|uri: Uri| async move { lost(&uri, nothing(&uri)) })
        .method_not_allowed_fallback(|method: Method, uri: Uri| async move {
            let error = format!("{method} is not possible here");
            let fault = Fault::new(StatusCode::METHOD_NOT_ALLOWED, error, "/help lists what is");
            lost(&uri, fault)
        })
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), guard))
        .with_state(site)
}

/// The page that is called Explore, under its other names.
async fn explored(uri: Uri) -> Redirect {
    let query = uri
        .query()
        .map_or_else(String::new, |query| format!("?{query}"));
    Redirect::permanent(&format!("/analyse{query}"))
}

/// Nothing is at this path.
pub fn nothing(uri: &Uri) -> Fault {
    Fault::missing(format!("there is nothing at {}", cut(uri.path())))
}

/// A fault as a program or as a person wants it.
pub fn lost(uri: &Uri, fault: Fault) -> Response {
    match uri.path().starts_with("/api/") {
        true => fault.into_response(),
        false => PageFault(fault).into_response(),
    }
}
