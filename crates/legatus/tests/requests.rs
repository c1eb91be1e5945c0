//! The server as programs see it: the answers, what is refused, and that
//! nothing is lost.

use rules::Random;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

use crate::common::legatus;
use crate::web::request::request;
use crate::web::server::{Directory, Server};

/// Whether the tests take the time they need.
pub fn full() -> bool {
    std::env::var_os("LEGATUS_FULL").is_some()
}

/// The time within which something must have happened: as promised where the
/// machine is known to be idle, ten times that where other tests, or other
/// machines on the same processor, may slow it down.
pub fn patience(promised: Duration) -> Duration {
    promised * if full() { 1 } else { 10 }
}

pub fn get(server: &Server, path: &str) -> (u16, String) {
    request(server.port, "GET", path, "", "")
}

pub fn post(server: &Server, path: &str, body: &str) -> (u16, String) {
    request(
        server.port,
        "POST",
        path,
        "Content-Type: application/json\r\n",
        body,
    )
}

/// A game that begins as the body asks.
pub fn begin(server: &Server, body: &Value) -> Value {
    let (status, game) = post(server, "/api/v1/play", &body.to_string());
    assert_eq!(status, 200, "{game}");
    serde_json::from_str(&game).unwrap()
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
            "moves?game=latrunculus&position=start&player=white&roll=2",
            vec![
                "moves",
                "latrunculus",
                "start",
                "--player=white",
                "--roll=2",
                "--json",
            ],
        ),
        (
            "threats?game=latrunculus&position=start",
            vec!["threats", "latrunculus", "start", "--json"],
        ),
        (
            "environment?game=amazons&position=R..L...R&top=4",
            vec!["environment", "amazons", "R..L...R", "--top=4", "--json"],
        ),
        (
            "moves?game=amazons&position=L..R",
            vec!["moves", "amazons", "L..R", "--json", "--best-first"],
        ),
    ] {
        let (status, body) = get(&server, &format!("/api/v1/{path}"));
        let output = legatus(&arguments).output().unwrap();
        assert_eq!(status, 200, "{path}: {body}");
        assert_eq!(body, String::from_utf8_lossy(&output.stdout), "{path}");
    }
}

/// An answer that nobody can use is not even written.
#[test]
fn long_answers_are_refused() {
    let data = Directory::new();
    let server = Server::start(&data);
    let path = "/api/v1/moves?game=latrunculus&position=start&player=white&roll=5";
    let (status, body) = get(&server, path);
    assert_eq!(status, 422, "{}", body.get(..200).unwrap_or(&body));
    assert!(body.contains("count=true"), "{body}");
    let (status, body) = get(&server, &format!("{path}&count=true"));
    assert_eq!((status, body.trim()), (200, r#"{"count":162323}"#));
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
    let tries = if full() { 10_000 } else { 600 };
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
        "play/0123456789abcdef/move",
        "play/0123456789abcdef/record",
        "replay",
        "positions",
        "positions/0",
        "latrunculus",
        "latrunculus/0123456789abcdef",
        "latrunculus/0123456789abcdef/roll",
        "cards",
        "cards/0123456789abcdef",
        "cards/0123456789abcdef/accounts",
        "threats",
        "analyse",
        "environment",
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
        "moves=a1xb1;;",
        "ply=-1",
        "first=nobody",
        "{\"game\":\"nim\",\"position\":\"3\",\"left\":{\"player\":\"nobody\"}}",
        "{\"game\":\"amazons\",\"position\":\"99x99\"}",
        "{\"name\":\"\",\"game\":\"nim\",\"position\":\"-1\"}",
        "latrunculus:lead=0",
        "b......B",
        "roll=7",
        "top=1/0",
        "{\"left\":{\"player\":\"human\"}}",
    ];
    // A long text, and one that is not.
    let long = "9".repeat(70_000);
    for attempt in 0..tries {
        let mut text = String::new();
        for _ in 0..random.below(6) {
            text.push_str(pieces[random.below(pieces.len() as u64) as usize]);
        }
        let question = questions[random.below(questions.len() as u64) as usize];
        let method = ["GET", "POST", "PUT", "DELETE"][random.below(4) as usize];
        // A space would end the request line.
        let text = text.replace(' ', "%20");
        let body = match random.below(100) {
            0 => &long,
            _ => &text,
        };
        let path = match random.below(4) {
            0 => format!("/{text}"),
            1 => format!("/api/v1/{question}/{text}"),
            2 => format!("/api/v1/{question}?{text}"),
            _ => format!("/api/v1/{question}?game={text}&position={text}"),
        };
        let begun = Instant::now();
        let (status, body) = request(server.port, method, &path, "", body);
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "{method} {path} hangs"
        );
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

/// Random games are played and the server is killed at any moment; what it had
/// acknowledged is there again.
#[test]
fn a_crash_loses_no_acknowledged_move() {
    let data = Directory::new();
    let mut random = Random::new(11);
    let rounds = if full() { 100 } else { 4 };
    let mut server = Server::start(&data);
    let mut all: Vec<Game> = Vec::new();
    let mut acknowledged = 0;
    for _ in 0..rounds {
        let port = server.port;
        let mut games: Vec<Game> = std::thread::scope(|scope| {
            let seeds: Vec<u64> = (0..4).map(|_| random.bits()).collect();
            let players: Vec<_> = seeds
                .into_iter()
                .map(|seed| scope.spawn(move || play_on(port, seed)))
                .collect();
            std::thread::sleep(Duration::from_millis(20 + random.below(500)));
            server.kill();
            let games = players
                .into_iter()
                .flat_map(|player| player.join().unwrap());
            games.collect()
        });
        server = Server::start(&data);
        for game in &mut games {
            acknowledged += game.moves.len();
            game.verify(&server);
        }
        all.extend(games);
    }
    // Nor do later crashes.
    for game in &mut all {
        game.verify(&server);
    }
    println!("{} games, {acknowledged} moves acknowledged", all.len());
    assert!(acknowledged > 4 * rounds);
}

/// A game as far as the server acknowledged it.
struct Game {
    id: String,
    moves: Vec<String>,
}

impl Game {
    /// Everything acknowledged is there, and at most one move more: its
    /// acknowledgement may have been lost.
    fn verify(&mut self, server: &Server) {
        let (status, game) = get(server, &format!("/api/v1/play/{}", self.id));
        assert_eq!(status, 200, "{game}");
        let game: Value = serde_json::from_str(&game).unwrap();
        let kept: Vec<String> = serde_json::from_value(game["moves"].clone()).unwrap();
        assert!(
            kept.starts_with(&self.moves) && kept.len() <= self.moves.len() + 1,
            "{:?} were acknowledged, {kept:?} are kept",
            self.moves
        );
        self.moves = kept;
    }
}

/// Random moves in random games until the server dies.
fn play_on(port: u16, seed: u64) -> Vec<Game> {
    const STARTS: [(&str, &str); 6] = [
        ("nim", "7,8,9"),
        ("legionnaires", "6x6-12"),
        ("amazons", "L.../..../..../...R"),
        ("domineering", "6x6"),
        ("hackenbush", "(lrle;rlr;ee)"),
        ("kayles", "9,9"),
    ];
    let mut random = Random::new(seed);
    let mut games = Vec::new();
    let send = |path: &str, body: Value| -> Option<Value> {
        let headers = "Content-Type: application/json\r\n";
        let (status, answer) = request(port, "POST", path, headers, &body.to_string());
        // Half an answer acknowledges nothing.
        (status == 200).then(|| serde_json::from_str(&answer).ok())?
    };
    loop {
        let (game, position) = STARTS[random.below(STARTS.len() as u64) as usize];
        let begun = send("/api/v1/play", json!({"game": game, "position": position}));
        let Some(mut view) = begun else { return games };
        games.push(Game {
            id: view["id"].as_str().unwrap().to_owned(),
            moves: Vec::new(),
        });
        let game = games.last_mut().unwrap();
        loop {
            let legal = view["legal"].as_array().unwrap();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len() as u64) as usize]["move"].clone();
            let path = format!("/api/v1/play/{}/move", game.id);
            let Some(next) = send(&path, json!({"ply": game.moves.len(), "move": mv})) else {
                return games;
            };
            let kept = next["moves"].as_array().and_then(|moves| moves.last());
            game.moves.push(kept.unwrap().as_str().unwrap().to_owned());
            view = next;
        }
    }
}

/// Positions with names, and games in addresses.
#[test]
fn positions_are_saved_and_games_are_shared() {
    let data = Directory::new();
    let server = Server::start(&data);
    let object = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let body = r#"{"name":"mine","game":"clobber","position":"XO"}"#;
    let (status, saved) = post(&server, "/api/v1/positions", body);
    assert_eq!(status, 200, "{saved}");
    let id = object(&saved)["id"].as_str().unwrap().to_owned();
    let (_, list) = get(&server, "/api/v1/positions");
    assert_eq!(object(&list)[0]["name"], "mine");
    assert_eq!(object(&list)[0]["position"], "BW");
    let gone = |path: &str| request(server.port, "DELETE", path, "", "").0;
    assert_eq!(gone(&format!("/api/v1/positions/{id}")), 200);
    assert_eq!(gone(&format!("/api/v1/positions/{id}")), 404);
    let (status, why) = post(
        &server,
        "/api/v1/positions",
        r#"{"name":" ","game":"nim","position":"1"}"#,
    );
    assert_eq!(status, 400, "{why}");

    let path = "/api/v1/replay?game=clobber&position=BWBW&moves=a1xb1;%20d1xc1";
    let (status, game) = get(&server, path);
    assert_eq!(status, 200, "{game}");
    assert_eq!(object(&game)["position"], ".BW.");
    assert_eq!(object(&game)["moves"], json!(["a1xb1", "d1xc1"]));
    let (status, why) = get(
        &server,
        "/api/v1/replay?game=clobber&position=BW&moves=b1xa1",
    );
    assert_eq!(status, 400, "{why}");
    let body = r#"{"game":"clobber","position":"BWBW","moves":["a1 b1"]}"#;
    let (status, begun) = post(&server, "/api/v1/play", body);
    assert_eq!(status, 200, "{begun}");
    let id = object(&begun)["id"].as_str().unwrap().to_owned();
    let (_, record) = get(&server, &format!("/api/v1/play/{id}/record"));
    assert_eq!(
        record,
        "[Legatus \"1\"]\n[Game \"clobber\"]\n[Position \"BWBW\"]\n[First \"left\"]\n\
         [Left \"human\"]\n[Right \"human\"]\n[Result \"*\"]\n\n1. left a1xb1\n"
    );
}
