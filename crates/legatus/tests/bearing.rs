//! What the server bears: questions that are too big, games in which somebody
//! thinks, connections that say nothing, a disk without room.

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::requests::{full, get, patience, post};
use crate::web::request::request;
use crate::web::server::{Directory, Server};

const LEGATUS: &str = env!("CARGO_BIN_EXE_legatus");

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

/// The processes that a process has started.
fn children(id: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let mut all: Vec<u32> = list.split(' ').filter_map(|id| id.parse().ok()).collect();
    // Threads start processes, too.
    for thread in fs::read_dir(format!("/proc/{id}/task"))
        .into_iter()
        .flatten()
    {
        let list = fs::read_to_string(thread.unwrap().path().join("children"));
        all.extend(
            list.unwrap_or_default()
                .split(' ')
                .filter_map(|id| id.parse::<u32>().ok()),
        );
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Waits until something is so.
fn until(what: &str, mut is: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is() {
        assert!(
            begun.elapsed() < patience(Duration::from_secs(30)),
            "not {what}"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn no_question_takes_the_server_down() {
    let data = Directory::new();
    let server = Server::start_with(&data, LEGATUS, &["--memory", "200M"]);
    let question = "outcome?game=grundys_game&position=5000&misere=true&seconds=60";
    let (status, body) = get(&server, &format!("/api/v1/{question}"));
    assert_eq!(status, 422, "{body}");
    let error = object(&body)["error"].as_str().unwrap().to_owned();
    assert!(error.contains("memory limit"), "{error}");
    let (status, body) = get(&server, "/api/v1/value?game=clobber&position=XXO");
    assert_eq!((status, &object(&body)["value"]), (200, &json!("^")));
    let table = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let peak = table.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak: u64 = peak.unwrap().trim_end_matches("kB").trim().parse().unwrap();
    assert!(peak < 64 << 10, "the server itself took {peak} KiB");
}

/// Workers end with the server, however it ends.
#[test]
fn nothing_is_left_of_a_server_that_was_killed() {
    let data = Directory::new();
    let server = Server::start(&data);
    let workers = children(server.id());
    assert!(workers.len() >= 2, "{workers:?}");
    let path = "/api/v1/value?game=amazons&position=6x6&seconds=100";
    let port = server.port;
    let asked = thread::spawn(move || request(port, "GET", path, "", ""));
    thread::sleep(Duration::from_millis(300));
    server.kill();
    assert_eq!(asked.join().unwrap().0, 0);
    let gone = |id: &u32| !fs::exists(format!("/proc/{id}")).unwrap();
    until("gone", || workers.iter().all(gone));
}

/// A client can see how far a question is; when it leaves, the question ends.
#[test]
fn a_question_is_watched_and_ends_when_its_client_leaves() {
    let data = Directory::new();
    let server = Server::start(&data);
    let positions = || object(&get(&server, "/api/v1/progress?watch=w").1)["positions"].as_u64();
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let head = format!(
        "GET /api/v1/outcome?game=domineering&position=9x9&seconds=100&watch=w HTTP/1.1\r\n\
         Host: 127.0.0.1:{}\r\n\r\n",
        server.port
    );
    stream.write_all(head.as_bytes()).unwrap();
    until("under way", || positions().is_some_and(|count| count > 0));
    let before = positions();
    until("going on", || positions() > before);
    drop(stream);
    until("over", || positions().is_none());
    // Each worker answers again.
    for _ in 0..8 {
        let begun = Instant::now();
        assert_eq!(get(&server, "/api/v1/value?game=nim&position=3").0, 200);
        assert!(begun.elapsed() < patience(Duration::from_secs(5)));
    }
}

fn begin(server: &Server, body: &Value) -> String {
    let (status, game) = post(server, "/api/v1/play", &body.to_string());
    assert_eq!(status, 200, "{game}");
    object(&game)["id"].as_str().unwrap().to_owned()
}

/// While a computer thinks, other games go on, and so does its own.
#[test]
fn no_game_waits_for_a_player_who_thinks() {
    let data = Directory::new();
    let server = Server::start(&data);
    let thinker = json!({"player": "search", "level": 10});
    let hard = json!({"game": "amazons", "position": "10x10", "first": "left", "right": thinker});
    let hard = begin(&server, &hard);
    let step = |what: &str, body: Value| {
        let begun = Instant::now();
        let path = format!("/api/v1/play/{hard}/{what}");
        let (status, answer) = post(&server, &path, &body.to_string());
        (status, object(&answer), begun.elapsed())
    };
    let easy: Vec<String> = (0..8)
        .map(|_| begin(&server, &json!({"game": "nim", "position": "3,4,5"})))
        .collect();
    let (status, ..) = step("move", json!({"ply": 0, "move": "d10-d9/d10"}));
    assert_eq!(status, 200);
    thread::scope(|scope| {
        let reply = scope.spawn(|| step("reply", json!({"ply": 1, "seconds": 4})));
        thread::sleep(Duration::from_millis(500));
        for id in &easy {
            let begun = Instant::now();
            let body = r#"{"ply":0,"move":"take 1 from heap 3"}"#;
            assert_eq!(
                post(&server, &format!("/api/v1/play/{id}/move"), body).0,
                200
            );
            assert!(begun.elapsed() < patience(Duration::from_secs(1)));
        }
        let (status, _, time) = step("undo", json!({"ply": 1}));
        assert_eq!(status, 200);
        assert!(time < patience(Duration::from_secs(1)), "{time:?}");
        // What was thought about is no longer there.
        let (status, answer, _) = reply.join().unwrap();
        assert_eq!(status, 409, "{answer}");
    });
    let (_, game) = get(&server, &format!("/api/v1/play/{hard}"));
    assert_eq!(object(&game)["ply"], 0);
}

/// Every level that a page offers moves, with the best that it found in time.
#[test]
fn offered_levels_move() {
    let data = Directory::new();
    let server = Server::start(&data);
    for (game, position, player) in [
        ("amazons", "10x10", "search"),
        ("clobber", "5x6", "search"),
        ("konane", "8x8", "exact"),
    ] {
        let seat = json!({"player": player, "level": 10});
        let id = begin(
            &server,
            &json!({"game": game, "position": position, "first": "left", "left": seat}),
        );
        let body = r#"{"ply":0,"seconds":1}"#;
        let begun = Instant::now();
        let (status, answer) = post(&server, &format!("/api/v1/play/{id}/reply"), body);
        assert_eq!(status, 200, "{game}: {answer}");
        assert!(begun.elapsed() < patience(Duration::from_secs(6)), "{game}");
        let answer = object(&answer);
        assert_eq!(answer["ply"], 1);
        let remark = answer["remark"].as_str().unwrap();
        assert!(
            remark.ends_with("the best move found so far."),
            "{game}: {remark}"
        );
    }
    let turn = json!({"left": {"player": "dice", "level": 10}});
    let (_, game) = post(&server, "/api/v1/latrunculus", &turn.to_string());
    let path = format!(
        "/api/v1/latrunculus/{}/reply",
        object(&game)["id"].as_str().unwrap()
    );
    let (status, answer) = post(&server, &path, r#"{"ply":0,"seconds":1}"#);
    assert_eq!(
        (status, &object(&answer)["ply"]),
        (200, &json!(1)),
        "{answer}"
    );
}

/// A game is begun with as many moves as one may have, and no more, and in a
/// time.
#[test]
fn long_games_are_refused() {
    let data = Directory::new();
    let server = Server::start(&data);
    let game = |heap: usize, count: usize| {
        let take = |number| format!("take 1 from heap {}", heap - number);
        let moves: Vec<String> = (0..count).map(take).collect();
        json!({"game": "nim", "position": heap.to_string(), "moves": moves}).to_string()
    };
    let (status, why) = post(&server, "/api/v1/play", &game(4000, 2001));
    assert_eq!(status, 400, "{why}");
    assert!(why.contains("at most 2000"), "{why}");
    let moves = vec!["take+1"; 2001].join(";");
    let path = format!("/api/v1/replay?game=nim&position=4000&moves={moves}");
    let (status, why) = get(&server, &path);
    assert_eq!(status, 400, "{why}");
    assert!(why.contains("at most 2000"), "{why}");
    let (status, view) = post(&server, "/api/v1/play", &game(400, 300));
    assert_eq!(
        (status, &object(&view)["ply"]),
        (200, &json!(300)),
        "{view}"
    );
    if full() {
        let begun = Instant::now();
        post(&server, "/api/v1/play", &game(4900, 2000));
        assert!(begun.elapsed() < patience(Duration::from_secs(14)));
    }
}

/// Those who connect and say nothing do not keep others out, and are sent away.
#[test]
fn silent_connections_keep_nobody_out() {
    let data = Directory::new();
    let server = Server::start_with(
        &data,
        &format!("sh -c 'ulimit -S -n 200; exec {LEGATUS} \"$@\"' x"),
        &[],
    );
    let mut silent: Vec<TcpStream> = Vec::new();
    for _ in 0..300 {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
        silent.push(stream);
    }
    let begun = Instant::now();
    assert_eq!(get(&server, "/api/v1/value?game=nim&position=3").0, 200);
    assert!(begun.elapsed() < patience(Duration::from_secs(5)));
    let first = &mut silent[0];
    first
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let mut answer = Vec::new();
    let ended = first.read_to_end(&mut answer);
    assert!(ended.is_ok(), "still open: {ended:?}");
}

/// Who asks for much and reads nothing of it is sent away, and keeps nobody
/// waiting.
#[test]
fn who_does_not_read_is_sent_away() {
    if !full() {
        return;
    }
    let data = Directory::new();
    let server = Server::start(&data);
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let head = format!(
        "GET /learn/museum HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n",
        server.port
    );
    stream.write_all(head.repeat(400).as_bytes()).unwrap();
    let begun = Instant::now();
    // What comes after the end of a connection is answered by its reset.
    while stream.write_all(b"\r\n").is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(60), "still open");
        thread::sleep(Duration::from_millis(500));
    }
    assert!(begun.elapsed() > Duration::from_secs(10));
    assert_eq!(get(&server, "/api/v1/value?game=nim&position=3").0, 200);
}

/// Lets a server write files of at most `bytes`.
fn allow(server: &Server, bytes: Option<u64>) {
    let limit = Rlimit {
        current: bytes,
        maximum: None,
    };
    let id = Pid::from_raw(server.id() as i32);
    prlimit(id, Resource::Fsize, limit).unwrap();
}

/// A command that is told when a file cannot grow, rather than killed.
fn bounded() -> String {
    format!("sh -c 'trap \"\" XFSZ; exec {LEGATUS} \"$@\"' x")
}

#[test]
fn saving_goes_on_when_there_is_room_again() {
    let data = Directory::new();
    let server = Server::start_with(&data, &bounded(), &[]);
    let save = || {
        let body = r#"{"name":"mine","game":"clobber","position":"XO"}"#;
        post(&server, "/api/v1/positions", body)
    };
    assert_eq!(save().0, 200);
    allow(&server, Some(4096));
    let (status, why) = save();
    assert_eq!(status, 500, "{why}");
    assert!(why.contains("room on the disk"), "{why}");
    allow(&server, None);
    assert_eq!(save().0, 200);
    server.kill();
    let server = Server::start(&data);
    let (_, list) = get(&server, "/api/v1/positions");
    let kept = object(&list).as_array().unwrap().len();
    // The one that was refused may be there.
    assert!((2..=3).contains(&kept), "{list}");
}

/// Whatever happens while the store is made, the next start works.
#[test]
fn a_first_start_that_fails_is_no_harm() {
    let starts = if full() { 60 } else { 12 };
    for number in 0..starts {
        let data = Directory::new();
        let mut child = Command::new(LEGATUS)
            .args(["serve", "--port", "0", "--data"])
            .arg(&data.0)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_micros(4000 * number % 50_000));
        child.kill().unwrap();
        child.wait().unwrap();
        drop(Server::start(&data));
    }
    for blocks in [0, 1, 8, 64, 2048] {
        let data = Directory::new();
        let output = Command::new("/bin/sh")
            .args([
                "-c",
                "trap '' XFSZ; ulimit -f $1; exec \"$2\" serve --port 0 --data \"$3\"",
                "sh",
            ])
            .args([&blocks.to_string(), LEGATUS])
            .arg(&data.0)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut child = output;
        until("ended or serving", || {
            child.try_wait().unwrap().is_some() || is_there(&data.0)
        });
        let _ = child.kill();
        child.wait().unwrap();
        drop(Server::start(&data));
    }
}

fn is_there(data: &Path) -> bool {
    fs::exists(data.join("workbench.redb")).unwrap()
}
