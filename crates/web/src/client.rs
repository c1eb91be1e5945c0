//! Who asks: a browser by its cookie, at an address.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The cookie by which a browser is told from others at its address.
pub const NAME: &str = "legatus_client";

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Who asks, for limits. A cookie can be forged, an address hardly.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    pub address: IpAddr,
    /// Empty for programs that have none.
    pub browser: String,
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>();
        Ok(Client {
            address: peer.map_or(Ipv4Addr::LOCALHOST.into(), |peer| peer.0.ip()),
            browser: cookie(&parts.headers, NAME).unwrap_or_default(),
        })
    }
}

/// The value of a cookie.
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let mut pairs = cookies
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(known, _)| *known == name)?;
    (value.len() <= 64).then(|| value.to_owned())
}
