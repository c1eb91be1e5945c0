//! Who may ask the server for what.

use serde_json::Value;
use std::process::Command;

use crate::requests::{get, post};
use crate::web::request::request;
use crate::web::server::{Directory, Server};

const LEGATUS: &str = env!("CARGO_BIN_EXE_legatus");

/// Browsers say for which site they ask. A page of another one may lead to a
/// page here, and neither ask questions nor show what is here.
#[test]
fn other_sites_are_refused() {
    let data = Directory::new();
    let server = Server::start(&data);
    let value = "/api/v1/value?game=nim&position=3";
    let link = "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    let picture = "Sec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n";
    for (path, site, more, expected) in [
        (value, "same-origin", "", 200),
        (value, "none", link, 200),
        (value, "cross-site", picture, 403),
        (value, "same-site", picture, 403),
        (value, "cross-site", link, 403),
        ("/", "cross-site", link, 200),
        ("/replay?game=nim&position=3", "cross-site", link, 200),
        ("/", "cross-site", picture, 403),
        (
            "/api/v1/board.svg?game=nim&position=3",
            "cross-site",
            picture,
            403,
        ),
        ("/assets/style.css", "same-origin", "", 200),
    ] {
        let headers = format!("Sec-Fetch-Site: {site}\r\n{more}");
        let (status, body) = request(server.port, "GET", path, &headers, "");
        assert_eq!(status, expected, "{path} from {site}: {body}");
    }
    let origin = "Origin: http://evil.example\r\n";
    assert_eq!(request(server.port, "GET", value, origin, "").0, 403);
    let headers = "Sec-Fetch-Site: cross-site\r\nContent-Type: application/json\r\n";
    let begin = r#"{"game":"nim","position":"3"}"#;
    let (status, _) = request(server.port, "POST", "/api/v1/play", headers, begin);
    assert_eq!(status, 403);
}

#[test]
fn a_server_for_others_needs_a_name() {
    let data = Directory::new();
    let output = Command::new(LEGATUS)
        .args(["serve", "--address", "0.0.0.0", "--data"])
        .arg(&data.0)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--host NAME"), "{said}");
}

/// Who has a game's address plays it; for the rest a token is needed.
#[test]
fn a_server_for_others_asks_for_its_token() {
    let data = Directory::new();
    let options = ["--address", "0.0.0.0", "--host", "games.example"];
    let server = Server::start_with(&data, LEGATUS, &options);
    let port = server.port;
    let here = format!("http://games.example:{port}/?token=");
    let (_, said) = server.said.split_once(&here).expect(&server.said);
    let token = said.split_whitespace().next().unwrap().to_owned();
    assert_eq!(token.len(), 32);
    let value = "/api/v1/value?game=nim&position=3";
    let bearer = format!("Authorization: Bearer {token}\r\nContent-Type: application/json\r\n");
    let wrong = format!("Authorization: Bearer {}\r\n", "0".repeat(32));
    assert_eq!(get(&server, value).0, 401);
    assert_eq!(request(port, "GET", value, &wrong, "").0, 401);
    assert_eq!(request(port, "GET", value, &bearer, "").0, 200);
    let begin = r#"{"game":"nim","position":"3,4"}"#;
    assert_eq!(post(&server, "/api/v1/play", begin).0, 401);
    let (status, game) = request(port, "POST", "/api/v1/play", &bearer, begin);
    assert_eq!(status, 200, "{game}");
    let game: Value = serde_json::from_str(&game).unwrap();
    let id = game["id"].as_str().unwrap();
    let play = format!("/api/v1/play/{id}");
    assert_eq!(get(&server, &format!("/play/{id}")).0, 200);
    let mv = r#"{"ply":0,"move":"take 1 from heap 3"}"#;
    assert_eq!(post(&server, &format!("{play}/move"), mv).0, 200);
    assert_eq!(
        post(&server, &format!("{play}/hint"), r#"{"ply":1}"#).0,
        200
    );
    assert_eq!(
        post(&server, &format!("{play}/delete"), r#"{"ply":1}"#).0,
        401
    );
    for path in [
        "/saved",
        "/analyse?game=nim&position=3",
        "/api/v1/positions",
    ] {
        assert_eq!(get(&server, path).0, 401, "{path}");
        assert_eq!(request(port, "GET", path, &bearer, "").0, 200, "{path}");
    }
    // The games of all are not for everybody.
    assert!(!get(&server, "/").1.contains(id));
    let cookie = format!("Cookie: legatus_token={token}\r\n");
    assert!(request(port, "GET", "/", &cookie, "").1.contains(id));
    assert_eq!(get(&server, &format!("/?token={token}&x=1")).0, 303);
    // The token is the same after a new start.
    server.kill();
    let server = Server::start_with(&data, LEGATUS, &options);
    assert!(server.said.contains(&token), "{}", server.said);
}

#[test]
fn other_machines_ask_by_the_name() {
    let data = Directory::new();
    let options = ["--address", "0.0.0.0", "--host", "games.example"];
    let server = Server::start_with(&data, LEGATUS, &options);
    let ask = |host: &str| {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        let head = format!("GET /help HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.get(9..12).map(str::to_owned)
    };
    let port = server.port;
    for (host, status) in [
        (format!("games.example:{port}"), "200"),
        ("Games.Example".to_owned(), "200"),
        (format!("127.0.0.1:{port}"), "200"),
        (format!("evil.example:{port}"), "400"),
        ("games.example:1".to_owned(), "400"),
    ] {
        assert_eq!(ask(&host).as_deref(), Some(status), "{host}");
    }
}
