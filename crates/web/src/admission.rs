//! Who may ask what.
//!
//! A server for this machine answers its own pages and this machine's
//! programs. A server for others also asks for a token, except for what
//! concerns one game whose address somebody was given.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

use super::client::{self, cookie};
use super::fault::Fault;
use super::server::{LONGEST_BODY, Site, lost};

/// The cookie of a browser that has shown the token.
const TOKEN: &str = "legatus_token";
/// How long a body may take to come.
const BODY: Duration = Duration::from_secs(20);

/// Who may ask.
pub struct Admission {
    /// The names under which the server may be asked, with the port.
    hosts: Vec<String>,
    /// What those show who may do everything; nothing if everybody may.
    token: Option<String>,
}

/// Whether a request may see and do everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trusted(pub bool);

impl Admission {
    /// For a server at an address that others know by these names. A page of
    /// another site that has its name lead here is refused.
    pub fn new(address: SocketAddr, names: &[String], token: Option<String>) -> Self {
        let port = address.port();
        let mut hosts = Vec::new();
        for name in names {
            hosts.push(format!("{name}:{port}"));
            // Behind a proxy, or at the usual port, the name is enough.
            hosts.push(name.clone());
        }
        if !address.ip().is_unspecified() {
            hosts.push(address.to_string());
        }
        for name in ["localhost", "127.0.0.1", "[::1]"] {
            hosts.push(format!("{name}:{port}"));
            if port == 80 {
                hosts.push(name.to_owned());
            }
        }
        Admission { hosts, token }
    }

    /// Whether others than this machine may ask.
    pub fn is_for_others(&self) -> bool {
        self.token.is_some()
    }

    /// A path of this server as others reach it; on a server for this machine
    /// the path alone, whatever name its pages go by.
    pub fn link(&self, path: &str) -> String {
        match (&self.token, self.hosts.first()) {
            (Some(_), Some(host)) => format!("http://{host}{path}"),
            _ => path.to_owned(),
        }
    }

    /// Where the server is, for people.
    pub fn address(&self) -> String {
        let host = self.hosts.first().map_or("", String::as_str);
        match &self.token {
            None => format!("http://{host}/"),
            Some(token) => format!("http://{host}/?token={token}"),
        }
    }

    /// Lets a request in, or says why not.
    fn admit(&self, request: &Request) -> Result<Trusted, Fault> {
        let headers = request.headers();
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        let host = host.or_else(|| request.uri().authority().map(|a| a.as_str()));
        if !host.is_some_and(|host| self.is_ours(host)) {
            let known = self.hosts.first().map_or("", String::as_str);
            return Err(Fault::bad(
                "this server does not go by that name",
                format!("ask http://{known}/, or start it with --host NAME"),
            ));
        }
        if self.is_foreign(request) {
            return Err(Fault::new(
                StatusCode::FORBIDDEN,
                "the request comes from a page of another site",
                "open this server's own page",
            ));
        }
        let trusted = self.trusts(headers);
        if !trusted.0 && needs_token(request.method(), request.uri().path()) {
            return Err(Fault::new(
                StatusCode::UNAUTHORIZED,
                "this needs the token of the server",
                "open the address with ?token= that the server printed when it started",
            ));
        }
        Ok(trusted)
    }

    fn is_ours(&self, host: &str) -> bool {
        self.hosts
            .iter()
            .any(|name| name.eq_ignore_ascii_case(host))
    }

    /// Whether a page of another site sends it. Browsers say so; a link that
    /// somebody follows to a page is fine.
    fn is_foreign(&self, request: &Request) -> bool {
        let headers = request.headers();
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        let ours = |origin: &str| {
            let name = origin
                .strip_prefix("http://")
                .or_else(|| origin.strip_prefix("https://"));
            name.is_some_and(|name| self.is_ours(name))
        };
        if text("origin").is_some_and(|origin| !ours(origin)) {
            return true;
        }
        if matches!(text("sec-fetch-site"), None | Some("same-origin" | "none")) {
            return false;
        }
        let link = is_safe(request.method())
            && text("sec-fetch-mode") == Some("navigate")
            && text("sec-fetch-dest") == Some("document");
        !link || request.uri().path().starts_with("/api/")
    }

    fn trusts(&self, headers: &HeaderMap) -> Trusted {
        let Some(token) = &self.token else {
            return Trusted(true);
        };
        let bearer = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let shown = cookie(headers, TOKEN);
        let mut shown = bearer.into_iter().chain(shown.as_deref());
        Trusted(shown.any(|shown| is_equal(shown, token)))
    }

    /// Where a browser goes on that has shown the token in an address, with
    /// the cookie that it gets.
    fn welcome(&self, method: &Method, uri: &Uri) -> Option<Response> {
        let token = self.token.as_ref()?;
        let query = uri.query()?;
        let shown = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="))?;
        if !is_safe(method) || !is_equal(shown, token) || uri.path().starts_with("/api/") {
            return None;
        }
        let rest: Vec<&str> = query
            .split('&')
            .filter(|pair| !pair.starts_with("token="))
            .collect();
        // One slash: two would be another server's name.
        let path = format!("/{}", uri.path().trim_start_matches('/'));
        let there = match rest.is_empty() {
            true => path,
            false => format!("{path}?{}", rest.join("&")),
        };
        let mut response = Redirect::to(&there).into_response();
        set_cookie(&mut response, TOKEN, token, "Lax");
        Some(response)
    }
}

/// In a time that does not depend on where they differ.
pub fn is_equal(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// What is not about one game whose address somebody was given, and not for
/// everybody: all that is kept, all that makes more, and questions.
fn needs_token(method: &Method, path: &str) -> bool {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let safe = is_safe(method);
    let open = match parts.as_slice() {
        ["api", "v1", rest @ ..] => match rest {
            ["openapi.json" | "games" | "glossary" | "replay" | "board.svg" | "position"] => safe,
            ["play" | "latrunculus" | "cards", _] => safe,
            ["lessons", _, _] => safe,
            ["puzzles"] => safe,
            ["puzzles", number] => safe && *number != "new",
            ["play" | "latrunculus" | "cards", _, step] => !matches!(*step, "delete" | "invite"),
            _ => false,
        },
        ["" | "help" | "learn" | "papers" | "replay"] => safe,
        [
            "game" | "learn" | "assets" | "play" | "latrunculus" | "cards",
            _,
        ] => safe,
        ["play", _, "review"] | ["learn", "puzzles", _] => safe,
        _ => false,
    };
    !open
}

/// Lets in who may ask, and tells browsers what pages may do: nothing that
/// does not come from here.
pub async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let mut response = match admitted(&site, request, next).await {
        Ok(response) => explained(&uri, response),
        Err(fault) => lost(&uri, fault),
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

async fn admitted(site: &Site, mut request: Request, next: Next) -> Result<Response, Fault> {
    let stranger = cookie(request.headers(), client::NAME).is_none();
    if let Some(welcome) = site.admission.welcome(request.method(), request.uri()) {
        return Ok(welcome);
    }
    let trusted = site.admission.admit(&request)?;
    request.extensions_mut().insert(trusted);
    let mut response = next.run(received(request).await?).await;
    let html = response.headers().get(header::CONTENT_TYPE);
    if stranger && html.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        set_cookie(&mut response, client::NAME, &site.new_id(), "Strict");
    }
    Ok(response)
}

fn set_cookie(response: &mut Response, name: &str, value: &str, same_site: &str) {
    let text = format!("{name}={value}; HttpOnly; SameSite={same_site}; Path=/");
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// The request with all of its body, if that comes in time.
async fn received(request: Request) -> Result<Request, Fault> {
    if is_safe(request.method()) {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let bytes = timeout(BODY, axum::body::to_bytes(body, LONGEST_BODY)).await;
    let bytes = bytes.map_err(|_| {
        Fault::new(
            StatusCode::REQUEST_TIMEOUT,
            "the body did not come in time",
            "send it at once",
        )
    })?;
    let bytes = bytes.map_err(|_| too_long())?;
    Ok(Request::from_parts(parts, Body::from(bytes)))
}

fn too_long() -> Fault {
    Fault::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("the body has more than {LONGEST_BODY} bytes"),
        "/help explains what can be asked",
    )
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
    let fault = match status {
        StatusCode::PAYLOAD_TOO_LARGE => too_long(),
        _ => Fault::new(
            status,
            "the request cannot be read",
            "/help explains what can be asked",
        ),
    };
    lost(uri, fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_needs_no_token_and_the_rest_does() {
        let open = [
            ("GET", "/"),
            ("GET", "/play/0123456789abcdef"),
            ("POST", "/api/v1/play/0123456789abcdef/move"),
            ("POST", "/api/v1/cards/0123456789abcdef/reply"),
            ("GET", "/api/v1/cards/0123456789abcdef/accounts"),
            ("GET", "/api/v1/latrunculus/0123456789abcdef/record"),
            ("GET", "/api/v1/play/0123456789abcdef/events"),
            ("POST", "/api/v1/play/0123456789abcdef/rematch"),
            ("GET", "/assets/style.css"),
            ("GET", "/replay"),
            ("GET", "/learn/nim-sum"),
            ("GET", "/api/v1/lessons/nim-sum/1"),
            ("GET", "/play/0123456789abcdef/review"),
            ("GET", "/api/v1/play/0123456789abcdef/review"),
            ("GET", "/learn/puzzles"),
            ("GET", "/learn/puzzles/7"),
            ("GET", "/api/v1/puzzles/7"),
        ];
        let closed = [
            ("GET", "/saved"),
            ("GET", "/papers/nim/1"),
            ("GET", "/analyse"),
            ("GET", "/api/v1/puzzles/new"),
            ("GET", "/api/v1/puzzle"),
            ("GET", "/api/v1/value"),
            ("GET", "/api/v1/positions"),
            ("POST", "/api/v1/play"),
            ("POST", "/api/v1/positions"),
            ("DELETE", "/api/v1/positions/1"),
            ("POST", "/api/v1/play/0123456789abcdef/delete"),
            ("POST", "/api/v1/lessons/nim-sum/1"),
            ("POST", "/api/v1/play/0123456789abcdef/invite"),
            ("PUT", "/"),
        ];
        for (asked, needs) in [(&open[..], false), (&closed[..], true)] {
            for (method, path) in asked {
                let method: Method = method.parse().unwrap();
                assert_eq!(needs_token(&method, path), needs, "{method} {path}");
            }
        }
    }
}
