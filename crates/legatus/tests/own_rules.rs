//! Rules of somebody's own over HTTP: what is said of a text, and that its game
//! is one like the others.

use serde_json::{Value, json};

use crate::requests::{begin, get, post};
use crate::web::request::request;
use crate::web::server::{Directory, Server};

pub const BACKWARDS: &str = "game clobber
title <b>Backwards</b>
rules Men stay, and <script>alert(1)</script> what they take goes.
cells . B W
left side: B W -> B .
mirror B W
start five BWBWB
example BWB/WB.
";

fn json(answer: (u16, String)) -> Value {
    assert_eq!(answer.0, 200, "{}", answer.1);
    serde_json::from_str(&answer.1).unwrap()
}

fn check(server: &Server, text: &str) -> Value {
    let body = json!({ "text": text }).to_string();
    json(post(server, "/api/v1/rules/check", &body))
}

fn keep(server: &Server, text: &str) -> String {
    let body = json!({ "text": text }).to_string();
    let kept = json(post(server, "/api/v1/rules", &body));
    kept["game"].as_str().unwrap().to_owned()
}

#[test]
fn a_game_of_ones_own_is_asked_about_and_stays() {
    let data = Directory::new();
    let server = Server::start(&data);
    let found = check(&server, BACKWARDS);
    assert_eq!(found["wrong"], Value::Null, "{found}");
    assert_eq!(
        (&found["impartial"], &found["loopy"]),
        (&json!(false), &json!(false))
    );
    assert_eq!((&found["left"], &found["right"]), (&json!(2), &json!(3)));
    assert_eq!(found["position"], "BWBWB");
    // Nothing is kept by looking.
    assert_eq!(json(get(&server, "/api/v1/rules")), json!([]));
    let game = keep(&server, BACKWARDS);
    assert!(game.starts_with("clobber@"), "{game}");
    assert_eq!(keep(&server, BACKWARDS), game);
    let listed = json(get(&server, "/api/v1/rules"));
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    let asked = |server: &Server, question: &str, game: &str| {
        json(get(
            server,
            &format!("/api/v1/{question}?game={game}&position=BWB"),
        ))
    };
    // Here it is ↑, and in Clobber *.
    let own = asked(&server, "value", &game);
    let built_in = asked(&server, "value", "clobber");
    assert_ne!(own["value"], built_in["value"], "{own}");
    for question in [
        "outcome",
        "thermograph",
        "moves",
        "explore",
        "position",
        "proof",
    ] {
        let path = format!("/api/v1/{question}?game={game}&position=BWB");
        let (status, body) = get(&server, &path);
        assert_eq!(status, 200, "{question}: {body}");
    }
    let sum = format!("/api/v1/value?expression={game}(%22BWB%22)%2Bnim(2)");
    assert!(json(get(&server, &sum))["value"].is_string());
    let played = begin(
        &server,
        &json!({"game": game, "right": {"player": "human"}}),
    );
    assert_eq!(
        (&played["game"], &played["start"]),
        (&json!(game), &json!("BWBWB"))
    );
    let path = format!("/api/v1/play/{}", played["id"].as_str().unwrap());
    let text = &played["legal"][0]["move"];
    let moved = json!({"ply": 0, "move": text}).to_string();
    json(post(&server, &format!("{path}/move"), &moved));
    let (port, _) = (server.port, server.kill());
    let server = Server::again(&data, port);
    let again = json(get(&server, &path));
    assert_eq!((&again["game"], &again["plies"]), (&json!(game), &json!(1)));
    assert_eq!(asked(&server, "value", &game)["value"], own["value"]);
    // What the author wrote is text on every page.
    for page in [
        format!("/game/{game}"),
        format!("/rules?game={game}"),
        "/saved".to_owned(),
    ] {
        let (status, body) = get(&server, &page);
        assert_eq!(status, 200, "{page}: {body}");
        assert!(body.contains("&lt;b&gt;Backwards"), "{page}");
        assert!(
            !body.contains("<b>Backwards") && !body.contains("<script>alert"),
            "{page}"
        );
    }
    let svg = json(get(
        &server,
        &format!("/api/v1/position?game={game}&position=BWB"),
    ));
    assert!(!svg["svg"].as_str().unwrap().contains("<b>"), "{svg}");
    // The built-in game is what it was, and lists have only that.
    assert_eq!(
        asked(&server, "value", "clobber")["value"],
        built_in["value"]
    );
    assert!(!get(&server, "/api/v1/games").1.contains(&game));
    let id = game.split('@').nth(1).unwrap();
    let (status, _) = request(
        server.port,
        "DELETE",
        &format!("/api/v1/rules/{id}"),
        "",
        "",
    );
    assert_eq!(status, 200);
    assert_eq!(json(get(&server, "/api/v1/rules")), json!([]));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let data = Directory::new();
    let server = Server::start(&data);
    let wrong = check(&server, &BACKWARDS.replace("side: B W", "side: B Q"))["wrong"].take();
    assert_eq!(
        (&wrong["line"], &wrong["column"]),
        (&json!(5), &json!(14)),
        "{wrong}"
    );
    assert!(wrong["error"].as_str().unwrap().contains('Q'), "{wrong}");
    for (text, said) in [
        ("", "empty"),
        ("game ../../etc/passwd", "not expected"),
        ("include /etc/passwd", "begins with the name"),
        ("game x\ncells . B\nleft . -> B\n", "no position"),
    ] {
        let wrong = check(&server, text)["wrong"].take();
        assert!(
            wrong["error"].as_str().unwrap().contains(said),
            "{text}: {wrong}"
        );
        let (status, body) = post(
            &server,
            "/api/v1/rules",
            &json!({ "text": text }).to_string(),
        );
        assert_eq!(status, 400, "{body}");
    }
    let long = format!("game x\n// {}", "x".repeat(20_000));
    let (status, body) = post(
        &server,
        "/api/v1/rules/check",
        &json!({ "text": long }).to_string(),
    );
    assert!(
        status == 400 && body.contains("at most 16384"),
        "{status} {body}"
    );
    for game in [
        "clobber@0123456789abcdef",
        "clobber@",
        "@",
        "../x@0123456789abcdef",
    ] {
        let (status, body) = get(&server, &format!("/api/v1/value?game={game}&position=BW"));
        assert_eq!(status, 400, "{game}: {body}");
    }
    let (status, _) = get(&server, "/rules?game=clobber@0123456789abcdef");
    assert_eq!(status, 404);
}

/// Rules that are slow end at a limit, and the server goes on.
#[test]
fn hostile_rules_end_at_limits() {
    let data = Directory::new();
    let server = Server::start(&data);
    let heap = "game slow\nheaps (a, b, c, d)\nboth (a, b, c, d) -> (e, f, g, h) where \
                e + f + g + h < a + b + c + d, e * f * g * h = a * b - 1\n\
                start big (9999,9999,9999,9999)\nexample (1,1,1,1)\n";
    let wide = format!(
        "game wide\ncells . B W\nleft any: B (W .)* (. W)* .* B -> . (. .)* (. .)* .* B\n\
                mirror B W\nexample {}\n",
        ["BWBWBWBWBWBWBWBWBWBW"; 20].join("/")
    );
    for text in [heap, &wide] {
        let body = json!({ "text": text }).to_string();
        let (status, body) = post(&server, "/api/v1/rules/check", &body);
        assert!(matches!(status, 200 | 400 | 422), "{status} {body}");
        assert!(!body.contains("made a mistake"), "{body}");
    }
    assert_eq!(check(&server, BACKWARDS)["wrong"], Value::Null);
}
