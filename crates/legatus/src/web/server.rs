//! The server: who may ask, and which route leads where.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
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

use super::fault::{Fault, PageFault};
use super::running::Running;
use super::store::Store;
use super::work::Workers;
use super::{api, cards, latrunculus, page, picture, play, saved};
use crate::cli::{Exit, Stop};

/// The port unless told otherwise.
const PORT: u16 = 8642;
/// No page sends more than this.
const LONGEST_BODY: usize = 64 << 10;
/// How many games can change at the same time.
const LOCKS: usize = 64;
/// How long requests may take to finish when the server stops.
const PATIENCE: Duration = Duration::from_secs(2);

/// How the server is started.
pub struct Options {
    /// Where it listens.
    pub address: IpAddr,
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
    pub store: Store,
    pub accountants: cards::Accountants,
    hosts: Vec<String>,
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

/// Serves until Ctrl-C.
pub fn serve(options: &Options, out: &mut dyn Write) -> Result<Exit, Stop> {
    let bad = |error: io::Error| Stop::new(Exit::BadInput, crate::cli::reason(&error));
    let directory = &options.data;
    let unmade = |error: io::Error| Stop::file(&directory.display().to_string(), &error);
    fs::create_dir_all(directory).map_err(unmade)?;
    let file = directory.join("workbench.redb");
    let store = Store::open(&file).map_err(|error| {
        let other = || Stop::new(Exit::BadInput, format!("{}: {error}", file.display()));
        Running::elsewhere(directory).unwrap_or_else(other)
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(bad)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = Workers::start(cores, options.memory).map_err(bad)?;
    runtime.block_on(async {
        let listener = listen(options).await?;
        let address = listener.local_addr().map_err(bad)?;
        let site = Arc::new(Site {
            workers,
            store,
            accountants: cards::Accountants::default(),
            hosts: hosts(address),
            locks: (0..LOCKS).map(|_| Mutex::default()).collect(),
            chance: RandomState::new(),
            drawn: AtomicU64::new(0),
        });
        writeln!(out, "Legatus is at http://{address}/ (Ctrl-C stops it)")?;
        writeln!(out, "games are kept in {}", directory.display())?;
        // Noted before anybody reads where.
        let _running = Running::note(directory, address);
        out.flush()?;
        if options.open {
            show(&format!("http://{address}/"));
        }
        let (stopping, stopped) = tokio::sync::oneshot::channel();
        let serving = axum::serve(listener, routes(site)).with_graceful_shutdown(async {
            // Without the signal the server runs on.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
            let _ = stopping.send(());
        });
        let patience = async {
            let _ = stopped.await;
            tokio::time::sleep(PATIENCE).await;
        };
        tokio::select! {
            served = serving => served.map_err(bad)?,
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
            let reason = crate::cli::reason(&error);
            let message = format!("port {port}: {reason}; choose another, or leave --port out");
            Err(Stop::new(Exit::BadInput, message))
        }
        Err(_) => TcpListener::bind(at(0)).await.map_err(|error| {
            Stop::new(
                Exit::BadInput,
                format!("{}: {}", options.address, crate::cli::reason(&error)),
            )
        }),
    }
}

/// The names under which the server may be asked: a page of another site that
/// has its name lead here is refused.
fn hosts(address: SocketAddr) -> Vec<String> {
    let port = address.port();
    let mut names = vec![address.to_string()];
    for name in ["localhost", "127.0.0.1", "[::1]"] {
        names.push(format!("{name}:{port}"));
        if port == 80 {
            names.push(name.to_owned());
        }
    }
    names
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

fn routes(site: Arc<Site>) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(page::openapi))
        .route("/games", get(page::games))
        .route("/progress", get(api::progress))
        .route("/board.svg", get(picture::board))
        .route("/thermograph.svg", get(picture::thermograph))
        .route("/position", get(picture::position))
        .route("/play", post(play::begin))
        .route("/play/{id}", get(play::show))
        .route("/play/{id}/record", get(play::record))
        .route("/play/{id}/{step}", post(play::step))
        .route("/replay", get(play::replay))
        .route("/positions", get(saved::list).post(saved::save))
        .route("/positions/{id}", delete(saved::delete))
        .route("/latrunculus", post(latrunculus::begin))
        .route("/latrunculus/{id}", get(latrunculus::show))
        .route("/latrunculus/{id}/record", get(latrunculus::record))
        .route("/latrunculus/{id}/{step}", post(latrunculus::step))
        .route("/cards", post(cards::begin))
        .route("/cards/{id}", get(cards::show))
        .route("/cards/{id}/accounts", get(cards::accounts))
        .route("/cards/{id}/hint", get(cards::hint))
        .route("/cards/{id}/{step}", post(cards::step))
        .route("/{question}", get(api::question));
    Router::new()
        .nest("/api/v1", api)
        .route("/", get(page::home))
        .route("/game/{name}", get(page::game))
        .route("/play/{id}", get(page::play))
        .route("/replay", get(page::replay))
        .route("/latrunculus/{id}", get(page::latrunculus))
        .route("/cards", get(page::begin_cards))
        .route("/cards/{id}", get(page::cards))
        .route("/analyse", get(page::analyse))
        .route("/calculator", get(page::calculator))
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
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), guard))
        .with_state(site)
}

/// Nothing is at this path.
pub fn nothing(uri: &Uri) -> Fault {
    Fault::missing(format!("there is nothing at {}", api::cut(uri.path())))
}

/// A fault as a program or as a person wants it.
fn lost(uri: &Uri, fault: Fault) -> Response {
    match uri.path().starts_with("/api/") {
        true => fault.into_response(),
        false => PageFault(fault).into_response(),
    }
}

/// Lets in who may ask, and tells browsers what pages may do: nothing that
/// does not come from here.
async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let mut response = match admit(&site, &request) {
        Err(fault) => lost(&uri, fault),
        Ok(()) => {
            let stranger = cookie(request.headers()).is_none();
            let response = next.run(request).await;
            let mut response = explained(&uri, response);
            let html = response.headers().get(header::CONTENT_TYPE);
            if stranger && html.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
                let name = format!(
                    "{CLIENT}={}; HttpOnly; SameSite=Strict; Path=/",
                    site.new_id()
                );
                if let Ok(value) = HeaderValue::from_str(&name) {
                    response.headers_mut().insert(header::SET_COOKIE, value);
                }
            }
            response
        }
    };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    for (name, value) in fixed {
        let value = HeaderValue::from_static(value);
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// Refusals of the framework have no reason that a page or a program can
/// show; these have.
fn explained(uri: &Uri, response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let plain = kind.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !(plain && status.is_client_error()) {
        return response;
    }
    let error = match status {
        StatusCode::PAYLOAD_TOO_LARGE => format!("the body has more than {LONGEST_BODY} bytes"),
        _ => "the request cannot be read".to_owned(),
    };
    lost(
        uri,
        Fault::new(status, error, "/help explains what can be asked"),
    )
}

fn admit(site: &Site, request: &Request) -> Result<(), Fault> {
    let headers = request.headers();
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host.or_else(|| request.uri().authority().map(|a| a.as_str()));
    if !host.is_some_and(|host| site.hosts.iter().any(|name| name == host)) {
        return Err(Fault::bad(
            "this server does not go by that name",
            format!("ask http://{}/", site.hosts[0]),
        ));
    }
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    let origin = headers.get(header::ORIGIN);
    let ours = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default();
        let name = origin.strip_prefix("http://").unwrap_or_default();
        site.hosts.iter().any(|host| host == name)
    };
    if !safe && origin.is_some_and(|origin| !ours(origin)) {
        return Err(Fault::new(
            StatusCode::FORBIDDEN,
            "the request comes from a page of another site",
            "open this server's own page",
        ));
    }
    Ok(())
}

const CLIENT: &str = "legatus_client";

fn cookie(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut pairs = cookies
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == CLIENT)?;
    (value.len() <= 32).then(|| value.to_owned())
}

/// Who asks, for limits: a browser, or anybody else.
pub fn client(headers: &HeaderMap) -> String {
    cookie(headers).unwrap_or_default()
}
