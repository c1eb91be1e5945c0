//! Two people at one game on two devices, as the server sees them.

use serde_json::{Value, json};

use crate::requests::{begin, get, post};
use crate::web::request::request;
use crate::web::server::{Directory, Server};

/// The steps of a game by link.
struct Link {
    server: Server,
    data: Directory,
    id: String,
    /// The queries of the two seats, the host's first.
    keys: [String; 2],
}

impl Link {
    /// Two heaps of one stone and of two; Left is the host and begins.
    fn new() -> Link {
        let data = Directory::new();
        let server = Server::start(&data);
        let game = begin(&server, &json!({"game": "nim", "position": "1,2"}));
        let id = game["id"].as_str().unwrap().to_owned();
        let (status, made) = post(&server, &format!("/api/v1/play/{id}/invite"), "{}");
        assert_eq!(status, 200, "{made}");
        let made: Value = serde_json::from_str(&made).unwrap();
        let key = |field: &str| {
            let address = made[field].as_str().unwrap();
            format!("?{}", address.split_once('?').unwrap().1)
        };
        let keys = [key("page"), key("invitation")];
        assert_ne!(keys[0], keys[1]);
        Link {
            server,
            data,
            id,
            keys,
        }
    }

    fn step(&self, what: &str, key: &str, body: &Value) -> (u16, Value) {
        let path = format!("/api/v1/play/{}/{what}{key}", self.id);
        let (status, answer) = post(&self.server, &path, &body.to_string());
        (status, serde_json::from_str(&answer).unwrap())
    }

    fn seen(&self, key: &str) -> Value {
        let (status, view) = get(&self.server, &format!("/api/v1/play/{}{key}", self.id));
        assert_eq!(status, 200, "{view}");
        serde_json::from_str(&view).unwrap()
    }
}

#[test]
fn each_seat_has_its_key_and_others_look_on() {
    let mut link = Link::new();
    let [left, right] = link.keys.clone();
    let first = json!({"ply": 0, "move": "take 1 from heap 2"});
    // Nobody moves without a key, with a wrong one, or out of turn.
    for key in ["", "?seat=0123456789abcdef0123456789abcdef", &right] {
        assert_eq!(link.step("move", key, &first).0, 403, "{key}");
    }
    assert_eq!(
        get(&link.server, &format!("/play/{}?seat=x", link.id)).0,
        403
    );
    let (status, view) = link.step("move", &left, &first);
    assert_eq!((status, &view["you"]), (200, &json!("left")));
    // Neither advice nor another player is to be had.
    for what in ["hint", "redo"] {
        assert_eq!(link.step(what, &right, &json!({"ply": 1})).0, 403, "{what}");
    }
    let seat = json!({"ply": 1, "side": "right", "seat": {"player": "nim"}});
    assert_eq!(link.step("seat", &right, &seat).0, 400);
    // Only the host sees the other's key, and no record tells one.
    let secret = right.split_once('=').unwrap().1;
    assert!(
        link.seen(&left)["link"]["invitation"]
            .to_string()
            .contains(secret)
    );
    for key in ["", &right] {
        let view = link.seen(key);
        assert!(view["link"].is_object());
        assert!(!view.to_string().contains(secret), "{view}");
    }
    let record = get(&link.server, &format!("/api/v1/play/{}/record", link.id)).1;
    assert!(
        record.contains("take 1 from heap 2") && !record.contains(secret),
        "{record}"
    );
    // All of that is kept when the server is killed.
    let port = link.server.port;
    link.server.kill();
    link.server = Server::again(&link.data, port);
    let (status, view) = link.step("resign", &left, &json!({"ply": 1, "side": "right"}));
    assert_eq!(status, 200, "{view}");
    // Who resigns is who has the key.
    assert_eq!(view["over"]["winner"], "right");
    assert_eq!(view["over"]["how"], "resigned");
}

#[test]
fn both_agree_to_go_back_and_to_play_again() {
    let link = Link::new();
    let [left, right] = link.keys.clone();
    let ply = |ply: u32| json!({"ply": ply});
    assert_eq!(
        link.step("undo", &left, &ply(0)).0,
        400,
        "nothing to take back"
    );
    link.step(
        "move",
        &left,
        &json!({"ply": 0, "move": "take 2 from heap 2"}),
    );
    let (status, view) = link.step("undo", &left, &ply(1));
    assert_eq!((status, &view["current"]), (200, &json!(1)));
    assert_eq!(view["link"]["wish"], "left");
    // It is refused, asked for again, and granted.
    assert_eq!(link.step("refuse", &right, &json!({})).0, 200);
    assert_eq!(link.seen(&right)["link"]["wish"], Value::Null);
    link.step("undo", &left, &ply(1));
    let (_, view) = link.step("undo", &right, &ply(1));
    assert_eq!(
        (&view["current"], &view["link"]["wish"]),
        (&json!(0), &Value::Null)
    );
    // A game that is not over is not played again.
    assert_eq!(link.step("rematch", &left, &json!({})).0, 400);
    link.step("resign", &right, &ply(0));
    let (status, next) = link.step("rematch", &left, &json!({"swap": true}));
    assert_eq!(status, 200, "{next}");
    // The other comes to the same game, and both have changed sides.
    assert_eq!(link.seen(&right)["link"]["next"], next["id"]);
    let (_, same) = link.step("rematch", &right, &json!({}));
    assert_eq!(same["id"], next["id"]);
    for (answer, you) in [(&next, "right"), (&same, "left")] {
        let page = answer["page"].as_str().unwrap();
        let (status, view) = get(&link.server, &format!("/api/v1{page}"));
        let view: Value = serde_json::from_str(&view).unwrap();
        assert_eq!((status, &view["you"]), (200, &json!(you)));
        assert_eq!(view["position"], "1,2");
    }
}

/// Whoever has only the address of a game cannot lock others out of it.
#[cfg(unix)]
#[test]
fn only_the_host_of_a_server_for_others_makes_links() {
    let data = Directory::new();
    let command = env!("CARGO_BIN_EXE_legatus");
    let server = Server::start_with(&data, command, &["--host", "games.example"]);
    let token = server.said.split_once("?token=").unwrap().1;
    let token = token.split_whitespace().next().unwrap();
    let send = |path: &str, headers: &str, body: &str| {
        let (status, text) = request(server.port, "POST", path, headers, body);
        (status, serde_json::from_str::<Value>(&text).unwrap())
    };
    let known = format!("Authorization: Bearer {token}\r\n");
    let (_, game) = send("/api/v1/play", &known, r#"{"game":"nim","position":"3"}"#);
    let invite = format!("/api/v1/play/{}/invite", game["id"].as_str().unwrap());
    assert_eq!(send(&invite, "", "{}").0, 401);
    let (status, made) = send(&invite, &known, r#"{"side":"right"}"#);
    assert_eq!(status, 200, "{made}");
    // The link goes by the name that others know.
    let invitation = made["invitation"].as_str().unwrap();
    assert!(
        invitation.starts_with("http://games.example"),
        "{invitation}"
    );
    // And it is enough to move, without the token.
    let path = invitation.split_once("/play/").unwrap().1;
    let (id, key) = path.split_once('?').unwrap();
    let step = r#"{"ply":0,"move":"take 3 from heap 3"}"#;
    let (status, view) = send(&format!("/api/v1/play/{id}/move?{key}"), "", step);
    assert_eq!((status, &view["over"]["winner"]), (200, &json!("left")));
}
