//! The server as programs see it: the answers, what is refused, and that
//! nothing is lost.

#[path = "web/request.rs"]
mod request;
#[path = "web/server.rs"]
mod server;

use rules::Random;
use serde_json::Value;

use request::request;
use server::{Directory, Server};

fn get(server: &Server, path: &str) -> (u16, String) {
    request(server.port, "GET", path, "", "")
}

fn post(server: &Server, path: &str, body: &str) -> (u16, String) {
    request(
        server.port,
        "POST",
        path,
        "Content-Type: application/json\r\n",
        body,
    )
}

#[test]
fn questions_answer_as_the_command_line_does() {
    let data = Directory::new();
    let server = Server::start(&data);
    for (path, arguments) in [
        (
            "value?game=clobber&position=XXO",
            vec!["value", "clobber", "XXO", "--json"],
        ),
        (
            "outcome?game=nim&position=3,4,5",
            vec!["outcome", "nim", "3,4,5", "--json"],
        ),
        (
            "thermograph?expression=%7B1%7C-1%7D",
            vec!["thermograph", "{1|-1}", "--json"],
        ),
        ("calc?expression=%5E%2B%2A", vec!["calc", "^+*", "--json"]),
        (
            "moves?game=amazons&position=L..R",
            vec!["moves", "amazons", "L..R", "--json", "--best-first"],
        ),
    ] {
        let (status, body) = get(&server, &format!("/api/v1/{path}"));
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_legatus"))
            .args(&arguments)
            .output()
            .unwrap();
        assert_eq!(status, 200, "{path}: {body}");
        assert_eq!(body, String::from_utf8_lossy(&output.stdout), "{path}");
    }
}

#[test]
fn strangers_are_refused() {
    let data = Directory::new();
    let server = Server::start(&data);
    let raw = |head: &str| {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let other = raw("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(other.starts_with("HTTP/1.1 400"), "{other}");
    let headers = "Origin: http://evil.example\r\nContent-Type: application/json\r\n";
    let (status, _) = request(server.port, "POST", "/api/v1/play", headers, "{}");
    assert_eq!(status, 403);
    let (_, page) = get(&server, "/");
    assert!(page.starts_with("<!doctype html>"));
}

/// Whatever is sent, the answer says what is wrong.
#[test]
fn malformed_requests_are_refused_with_a_reason() {
    let data = Directory::new();
    let server = Server::start(&data);
    let mut random = Random::new(5);
    let full = std::env::var_os("LEGATUS_FULL").is_some();
    let tries = if full { 10_000 } else { 600 };
    let questions = [
        "value",
        "outcome",
        "moves",
        "thermograph",
        "calc",
        "grundy",
        "position",
        "board.svg",
        "thermograph.svg",
        "progress",
        "play",
        "play/0",
        "play/0123456789abcdef",
        "nothing",
        "",
    ];
    let pieces = [
        "legionnaires",
        "nim",
        "%00",
        "%ff",
        "<script>",
        "4x4",
        "B..W",
        "99999999x9",
        "3,4,5",
        "-",
        "--",
        "--all",
        "{1|",
        "&",
        "=",
        "/",
        "..",
        "%2e%2e",
        "game=",
        "position=",
        "expression=",
        "\\u0000",
        "€",
        "%E2%82",
        "((((((((",
        "18446744073709551616",
        "amazons",
        "A[1,8]",
        "legionnaires:none",
        "{}",
        "[",
        "\"ply\":",
        "{\"ply\":0}",
        "true",
        ";",
        "%",
        "seconds=0",
        "misere=2",
    ];
    for attempt in 0..tries {
        let mut text = String::new();
        for _ in 0..random.below(6) {
            text.push_str(pieces[random.below(pieces.len() as u64) as usize]);
        }
        let question = questions[random.below(questions.len() as u64) as usize];
        let method = ["GET", "POST", "PUT", "DELETE"][random.below(4) as usize];
        // A space would end the request line.
        let text = text.replace(' ', "%20");
        let path = match random.below(4) {
            0 => format!("/{text}"),
            1 => format!("/api/v1/{question}/{text}"),
            2 => format!("/api/v1/{question}?{text}"),
            _ => format!("/api/v1/{question}?game={text}&position={text}"),
        };
        let (status, body) = request(server.port, method, &path, "", &text);
        let fine = status == 200 && method == "GET";
        assert!(
            fine || (400..500).contains(&status),
            "{attempt}: {method} {path}: {status} {body}"
        );
        if !fine && path.starts_with("/api/") {
            // What is not HTTP at all is refused before it comes to us.
            if body.is_empty() && status == 400 {
                continue;
            }
            let object: Value = serde_json::from_str(&body)
                .unwrap_or_else(|_| panic!("{method} {path}: {status} {body}"));
            assert!(
                object["error"].is_string() && object["hint"].is_string(),
                "{path}: {body}"
            );
        }
    }
}

/// Games are played and the server is killed at any moment; what it had
/// acknowledged is there again.
#[test]
fn a_crash_loses_no_acknowledged_move() {
    let data = Directory::new();
    let mut random = Random::new(11);
    let full = std::env::var_os("LEGATUS_FULL").is_some();
    let (games, crashes) = if full { (100, 20) } else { (12, 3) };
    let mut server = Server::start(&data);
    let mut known: Vec<(String, Vec<String>)> = Vec::new();
    for _ in 0..games {
        let body = r#"{"game":"nim","position":"7,8,9","left":{"player":"human"},"right":{"player":"human"}}"#;
        let (status, game) = post(&server, "/api/v1/play", body);
        assert_eq!(status, 200, "{game}");
        let game: Value = serde_json::from_str(&game).unwrap();
        known.push((game["id"].as_str().unwrap().to_owned(), Vec::new()));
    }
    for _ in 0..crashes {
        let port = server.port;
        let acknowledged = std::thread::scope(|scope| {
            let mut players = Vec::new();
            for (id, moves) in &known {
                let seed = random.bits();
                players.push(scope.spawn(move || play_on(port, id, moves.len(), seed)));
            }
            std::thread::sleep(std::time::Duration::from_millis(50 + random.below(400)));
            server.kill();
            let moves = players.into_iter().map(|player| player.join().unwrap());
            moves.collect::<Vec<_>>()
        });
        for ((_, moves), more) in known.iter_mut().zip(acknowledged) {
            moves.extend(more);
        }
        server = Server::start(&data);
        for (id, moves) in &mut known {
            let (status, game) = get(&server, &format!("/api/v1/play/{id}"));
            assert_eq!(status, 200, "{game}");
            let game: Value = serde_json::from_str(&game).unwrap();
            let kept: Vec<String> = serde_json::from_value(game["moves"].clone()).unwrap();
            assert!(
                kept.starts_with(moves),
                "{moves:?} were acknowledged, {kept:?} are kept"
            );
            // A move may have been kept whose acknowledgement was lost.
            assert!(kept.len() <= moves.len() + 1);
            *moves = kept;
        }
    }
}

/// Random moves until the server dies or the game ends: those acknowledged.
fn play_on(port: u16, id: &str, mut ply: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut acknowledged = Vec::new();
    loop {
        let (_, game) = request(port, "GET", &format!("/api/v1/play/{id}"), "", "");
        let Ok(game) = serde_json::from_str::<Value>(&game) else {
            return acknowledged;
        };
        let legal = game["legal"].as_array().cloned().unwrap_or_default();
        if legal.is_empty() {
            return acknowledged;
        }
        let mv = &legal[random.below(legal.len() as u64) as usize]["move"];
        let body = serde_json::json!({"ply": ply, "move": mv}).to_string();
        let path = format!("/api/v1/play/{id}/move");
        let headers = "Content-Type: application/json\r\n";
        match request(port, "POST", &path, headers, &body) {
            (200, answer) if serde_json::from_str::<Value>(&answer).is_ok() => {
                acknowledged.push(mv.as_str().unwrap().to_owned());
                ply += 1;
            }
            _ => return acknowledged,
        }
    }
}
