//! Puzzles and reviews, as programs ask for them.

use serde_json::{Value, json};

use crate::common::legatus;
use crate::requests::{begin, get, post};
use crate::web::server::{Directory, Server};

fn parsed(server: &Server, path: &str) -> Value {
    let (status, body) = get(server, path);
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap()
}

/// What the command prints, and its exit code.
fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = legatus(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

#[test]
fn puzzles_of_a_seed_are_the_same_again() {
    let asked = ["puzzles", "--game", "nim", "--count", "3", "--seed", "7"];
    let (text, _, code) = run(&asked);
    assert_eq!(code, Some(0));
    assert_eq!(run(&asked).0, text);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 10, "{text}");
    assert_eq!(lines[6], "Answers");
    let json = run(&[&asked[..], &["--json", "--proof"]].concat()).0;
    for (line, number) in json.lines().zip(1..) {
        let puzzle: Value = serde_json::from_str(line).unwrap();
        // Bouton: the answer leaves the nim sum 0, as no other move does.
        let heaps: Vec<u64> = puzzle["position"]
            .as_str()
            .unwrap()
            .split(',')
            .map(|heap| heap.parse().unwrap())
            .collect();
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let winning: Vec<String> = heaps
            .iter()
            .filter(|heap| *heap ^ sum < **heap)
            .map(|heap| format!("take {} from heap {heap}", heap - (heap ^ sum)))
            .collect();
        assert_eq!(winning, [puzzle["answer"].as_str().unwrap()]);
        assert_eq!(puzzle["proof"]["certificates"], puzzle["moves"]);
        let place = puzzle["position"].as_str().unwrap();
        assert!(text.contains(&format!("{number}. nim {place}\n")), "{text}");
    }
}

#[test]
fn bad_wishes_for_puzzles_are_refused() {
    for (arguments, reason) in [
        (["--game", "chess"], "there is no game `chess`"),
        (["--game", "legionnaires:centurion"], "may not end"),
        (["--game", "latrunculus"], "die"),
        (["--count", "0"], "0 is not in 1..=10000"),
        (["--seed", "x"], "invalid"),
    ] {
        let (out, error, code) = run(&["puzzles", arguments[0], arguments[1]]);
        assert_eq!(code, Some(2), "{arguments:?}: {out}{error}");
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn puzzles_are_served_and_explained() {
    let data = Directory::new();
    let server = Server::start(&data);
    let all = parsed(&server, "/api/v1/puzzles");
    assert!(all.as_array().unwrap().len() >= 1000);
    assert_eq!(all[0]["number"], 1);
    // Nobody is told the answer before.
    assert!(all[0].get("answer").is_none());
    let clobber = parsed(&server, "/api/v1/puzzles?game=clobber");
    for line in clobber.as_array().unwrap() {
        assert_eq!(line["game"], "clobber");
    }
    let kept = &play::KeptPuzzle::all()[0].puzzle;
    let puzzle = parsed(&server, "/api/v1/puzzles/1");
    assert_eq!(puzzle["winning"], json!([kept.answer]));
    assert_eq!(
        (&puzzle["only"], &puzzle["verdict"]),
        (&json!(true), &json!("win"))
    );
    for explained in puzzle["moves"].as_array().unwrap() {
        let right = explained["move"] == json!(kept.answer);
        assert_eq!(explained["verdict"], if right { "win" } else { "lose" });
    }
    // Heaps of 1 and 1 are lost, and in misère play one heap of 1 is.
    let lost = parsed(&server, "/api/v1/puzzle?game=nim&position=1,1&turn=left");
    assert_eq!(
        (&lost["verdict"], &lost["winning"]),
        (&json!("lose"), &json!([]))
    );
    let lost = "/api/v1/puzzle?game=nim&position=1&turn=right&misere=true";
    assert_eq!(parsed(&server, lost)["verdict"], "lose");
    let fresh = parsed(&server, "/api/v1/puzzles/new?seed=7&game=nim&count=3");
    let printed = run(&[
        "puzzles", "--game", "nim", "--count", "3", "--seed", "7", "--json",
    ]);
    for (line, fresh) in printed.0.lines().zip(fresh.as_array().unwrap()) {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["position"], fresh["position"]);
    }
    for (path, status) in [
        ("puzzles/0", 404),
        ("puzzles/100000", 404),
        ("puzzles/x", 404),
        ("puzzles/1?answer=true", 400),
        ("puzzle?game=nim&position=1", 400),
        ("puzzle?game=nim&position=1&turn=up", 400),
        ("puzzle?game=nim&position=x&turn=left", 400),
        ("puzzles/new?seed=-1", 400),
        ("puzzles/new?count=31", 400),
        ("puzzles/new?game=chess", 400),
    ] {
        let (found, body) = get(&server, &format!("/api/v1/{path}"));
        assert_eq!(found, status, "{path}: {body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_ne!(body["error"], "", "{path}");
        assert_ne!(body["hint"], "", "{path}");
    }
    assert_eq!(get(&server, "/learn/puzzles").0, 200);
    assert_eq!(get(&server, "/learn/puzzles/1").0, 200);
    assert_eq!(get(&server, "/learn/puzzles/100000").0, 404);
}

/// Whether who is to move wins Nim: by the nim sum, in misère play the other
/// way round when there are only heaps of 1.
fn wins(heaps: &[u64], misere: bool) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let small = heaps.iter().all(|&heap| heap < 2);
    (sum != 0) != (misere && small)
}

#[test]
fn a_review_says_what_bouton_says() {
    let data = Directory::new();
    let server = Server::start(&data);
    // The heaps after each of the moves.
    let moves = [
        ("take 1 from heap 5", vec![3, 4, 4]),
        ("take 3 from heap 3", vec![0, 4, 4]),
        ("take 4 from heap 4", vec![0, 0, 4]),
        ("take 2 from heap 4", vec![0, 0, 2]),
        ("take 1 from heap 2", vec![0, 0, 1]),
    ];
    for misere in [false, true] {
        let texts: Vec<&str> = moves.iter().map(|(text, _)| *text).collect();
        let game = begin(
            &server,
            &json!({"game": "nim", "position": "3,4,5", "misere": misere, "moves": texts,
                "right": {"player": "nim"}}),
        );
        let path = format!("/api/v1/play/{}/review", game["id"].as_str().unwrap());
        let review = parsed(&server, &path);
        let (mut heaps, mut mover) = (vec![3, 4, 5], "left");
        let mut expected = Vec::new();
        let winner = |heaps: &[u64], mover: &'static str| {
            let other = if mover == "left" { "right" } else { "left" };
            if wins(heaps, misere) { mover } else { other }
        };
        assert_eq!(review["verdicts"].as_array().unwrap().len(), 6);
        for (ply, (text, after)) in moves.iter().enumerate() {
            let next = if mover == "left" { "right" } else { "left" };
            let now = winner(&heaps, mover);
            assert_eq!(review["verdicts"][ply]["winner"], now);
            if now == mover && winner(after, next) == next {
                expected.push((ply, *text));
            }
            (heaps, mover) = (after.clone(), next);
        }
        assert_eq!(review["verdicts"][5]["winner"], winner(&heaps, mover));
        let points = review["turning_points"].as_array().unwrap();
        let found: Vec<(usize, &str)> = points
            .iter()
            .map(|p| {
                (
                    p["ply"].as_u64().unwrap() as usize,
                    p["played"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(found, expected, "misère: {misere}");
        // The only winning move at the start.
        assert_eq!(points[0]["better"], json!(["take 2 from heap 3"]));
        assert_eq!(points[0]["puzzle"], true);
    }
}

#[test]
fn resigning_a_won_game_is_a_turning_point() {
    let data = Directory::new();
    let server = Server::start(&data);
    let game = begin(&server, &json!({"game": "nim", "position": "3,4,5"}));
    let id = game["id"].as_str().unwrap();
    let (status, _) = post(
        &server,
        &format!("/api/v1/play/{id}/resign"),
        r#"{"ply":0,"side":"left"}"#,
    );
    assert_eq!(status, 200);
    let review = parsed(&server, &format!("/api/v1/play/{id}/review"));
    let point = &review["turning_points"][0];
    assert_eq!(
        (&point["played"], &point["player"], &point["was"]),
        (&Value::Null, &json!("left"), &json!("win"))
    );
    assert_eq!(point["better"], json!(["take 2 from heap 3"]));
}

#[test]
fn games_with_dice_and_cards_are_not_reviewed_and_why() {
    let data = Directory::new();
    let server = Server::start(&data);
    for (path, reason) in [
        ("cards/0123456789abcdef/review", "how much is won"),
        ("latrunculus/0123456789abcdef/review", "throws to come"),
    ] {
        let (status, body) = get(&server, &format!("/api/v1/{path}"));
        assert_eq!(status, 422);
        assert!(body.contains(reason), "{body}");
    }
    let (status, _) = get(&server, "/api/v1/play/0123456789abcdef/review");
    assert_eq!(status, 404);
    assert_eq!(get(&server, "/play/0123456789abcdef/review").0, 404);
}
