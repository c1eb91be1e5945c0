//! Games with a die and beside cards while the server is killed.

use rules::Random;
use serde_json::{Value, json};
use std::time::Duration;

use super::request::request;
use super::server::{Directory, Server};
use crate::requests::{full, get, post};

/// A step of a game: what is done, and what is sent with it.
type Step = (&'static str, Value);

/// What may be done next in a game.
fn next(game: &Value, random: &mut Random) -> Option<Step> {
    if !game["over"].is_null() {
        return None;
    }
    let legal = game["legal"].as_array()?;
    let any =
        |random: &mut Random| legal[random.below(legal.len() as u64) as usize]["move"].clone();
    if game.get("cards").is_some() {
        let card = legal.is_empty() || random.below(2) == 0;
        let mv = if card { json!("card") } else { any(random) };
        return Some(("move", json!({"ply": game["current"], "move": mv})));
    }
    let known = |more: (&str, Value)| {
        let mut body = json!({"ply": game["current"], "spent": game["spent"]});
        body[more.0] = more.1;
        body
    };
    Some(match game["roll"].is_null() {
        true => ("roll", known(("roll", json!(1 + random.below(6))))),
        false if legal.is_empty() => ("end", known(("end", json!(false)))),
        false => ("move", known(("move", any(random)))),
    })
}

/// What was acknowledged of a game, and must be there again.
fn kept(game: &Value) -> Value {
    json!([
        game["turns"].as_array().map(Vec::len),
        game["current"],
        game["spent"],
        game["roll"],
        game["done"],
        game["position"],
        game["scores"],
        game["cards_left"]
    ])
}

/// Random steps until the server dies or the game ends: the last state that
/// was acknowledged.
fn play_on(port: u16, path: &str, mut game: Value, seed: u64) -> Value {
    let mut random = Random::new(seed);
    while let Some((what, body)) = next(&game, &mut random) {
        let path = format!("/api/v1/{path}/{what}");
        let headers = "Content-Type: application/json\r\n";
        let (status, answer) = request(port, "POST", &path, headers, &body.to_string());
        match serde_json::from_str(&answer) {
            Ok(next) if status == 200 => game = next,
            // An answer of which the end is missing was not heard.
            _ => {
                assert!(
                    status == 0 || status == 200,
                    "{path} {body}: {status} {answer}"
                );
                break;
            }
        }
    }
    game
}

#[test]
fn a_crash_loses_no_acknowledged_action() {
    let data = Directory::new();
    let mut random = Random::new(3);
    let (games, crashes) = if full() { (100, 20) } else { (8, 3) };
    let mut server = Server::start(&data);
    let mut known: Vec<(String, Value)> = Vec::new();
    for number in 0..games {
        let (shelf, body) = match number % 2 {
            0 => ("latrunculus", json!({"own_die": true})),
            _ => ("cards", json!({"game": "domineering", "position": "5x5"})),
        };
        let path = format!("/api/v1/{shelf}");
        let (status, game) = post(&server, &path, &body.to_string());
        assert_eq!(status, 200, "{game}");
        let game: Value = serde_json::from_str(&game).unwrap();
        known.push((format!("{shelf}/{}", game["id"].as_str().unwrap()), game));
    }
    for _ in 0..crashes {
        let port = server.port;
        let acknowledged: Vec<Value> = std::thread::scope(|scope| {
            let mut players = Vec::new();
            for (path, game) in &known {
                let seed = random.bits();
                players.push(scope.spawn(move || play_on(port, path, game.clone(), seed)));
            }
            std::thread::sleep(Duration::from_millis(50 + random.below(400)));
            server.kill();
            players
                .into_iter()
                .map(|player| player.join().unwrap())
                .collect()
        });
        server = Server::start(&data);
        for ((path, game), last) in known.iter_mut().zip(acknowledged) {
            let (status, now) = get(&server, &format!("/api/v1/{path}"));
            assert_eq!(status, 200, "{now}");
            let now: Value = serde_json::from_str(&now).unwrap();
            // One step may have been kept whose acknowledgement was lost.
            let steps = |game: &Value| {
                let number = |name: &str| game[name].as_u64().unwrap_or(0);
                // Every end of a turn, throw and action is one.
                (number("current"), !game["roll"].is_null(), number("spent"))
            };
            assert!(
                kept(&now) == kept(&last) || steps(&now) > steps(&last),
                "{path}: {} was acknowledged, {} is kept",
                kept(&last),
                kept(&now)
            );
            *game = now;
        }
    }
    let done = known
        .iter()
        .filter(|(_, game)| game["current"] != 0)
        .count();
    assert!(done > 0, "nothing was played");
}
