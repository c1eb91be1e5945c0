//! A crowd at one server: whatever the game and the strength, the computer
//! moves in its time, and what it says of who wins is so.

use rules::{Component, Random};
use serde_json::{Value, json};
use solve::{Convention, Search, Term};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use values::{Arena, Budget, Player};

use crate::requests::{full, patience};
use crate::web::request::request;
use crate::web::server::{Directory, Server};

/// The games that the first page lists, each from its usual start, with a
/// variant that plays differently; misère play comes in turn.
fn games() -> Vec<Value> {
    let listed = rules::games().into_iter().map(|info| {
        let needed = |_: &&rules::Variant| rules::Rules::find(info.name).is_err();
        let variant = info.variants.first().filter(needed);
        match variant {
            Some(variant) => format!("{}:{}", info.name, variant.name),
            None => info.name.to_owned(),
        }
    });
    let plain = listed.chain(["legionnaires:centurion", "hackenbush:childish"].map(str::to_owned));
    let plain = plain.map(|game| json!({"path": "/play", "body": {"game": game}}));
    let others = ["/latrunculus", "/cards"].map(|path| json!({"path": path, "body": {}}));
    plain.chain(others).collect()
}

/// A client with a cookie of its own.
struct Client<'s> {
    server: &'s Server,
    number: usize,
}

impl Client<'_> {
    fn first(server: &Server) -> Client<'_> {
        Client { server, number: 0 }
    }

    /// Sends something about games without dice and cards.
    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send(&format!("/play{path}"), body)
    }

    fn send(&self, path: &str, body: &Value) -> (u16, Value) {
        let headers = format!(
            "Content-Type: application/json\r\nCookie: legatus_client=crowd{}\r\n",
            self.number
        );
        let path = format!("/api/v1{path}");
        let (status, body) = request(self.server.port, "POST", &path, &headers, &body.to_string());
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }
}

/// A game that a client plays.
struct Seen {
    path: String,
    view: Value,
    random: Random,
    /// The number of times that the computer moved.
    replies: usize,
    /// The number of replies after which the client resigns.
    enough: usize,
}

/// How long a reply took beyond its clock.
type Lateness = (Duration, String);

impl Seen {
    /// The game with this number: all games meet all strengths, both sides and,
    /// where there is one, misère play.
    fn begin(client: &Client<'_>, number: usize) -> Seen {
        let games = games();
        let game = &games[number % games.len()];
        let strengths = [("easy", 60), ("medium", 60), ("hard", 60), ("perfect", 6)];
        let (strength, enough) = strengths[(number / games.len() + number) % strengths.len()];
        let mut body = game["body"].clone();
        body["opponent"] = strength.into();
        body["side"] = ["left", "right"][number % 2].into();
        if game["path"] == "/play" {
            body["misere"] = (number % 5 == 4).into();
        }
        let path = game["path"].as_str().unwrap().to_owned();
        let (status, view) = client.send(&path, &body);
        assert_eq!(status, 200, "{body}: {view}");
        // Who has no time does not wait for one who thinks long.
        let enough = match (full(), strength) {
            (true, _) => enough,
            (false, "perfect") => 0,
            (false, "hard") => 1,
            (false, _) => 4,
        };
        Seen {
            path,
            view,
            random: Random::new(number as u64),
            replies: 0,
            enough,
        }
    }

    fn is_over(&self) -> bool {
        !self.view["over"].is_null()
    }

    /// Has the server do something in the game as it stands.
    fn step(&mut self, client: &Client<'_>, what: &str, mut body: Value) {
        body["ply"] = self.view["ply"].clone();
        if let Some(spent) = self.view.get("spent") {
            body["spent"] = spent.clone();
        }
        let id = self.view["id"].as_str().unwrap();
        let (status, next) = client.send(&format!("{}/{id}/{what}", self.path), &body);
        assert_eq!(status, 200, "{} {what} {body}: {next}", self.view["game"]);
        self.view = next;
    }

    /// The computer's turn: how late it was.
    fn reply(&mut self, client: &Client<'_>) -> Lateness {
        let view = &self.view;
        let clock = Duration::from_secs_f64(view["clock"].as_f64().unwrap());
        let ply = view["ply"].as_u64().unwrap();
        let about = format!("{} {}", view["title"], view[other(view)]["strength"]);
        let begun = Instant::now();
        self.step(client, "reply", json!({}));
        let late = begun.elapsed().saturating_sub(clock);
        assert_eq!(self.view["ply"], json!(ply + 1), "{about}");
        self.replies += 1;
        (late, about)
    }

    /// The client's turn, by chance, or its resignation.
    fn turn(&mut self, client: &Client<'_>) {
        if self.replies >= self.enough {
            let side = self.view["you"].clone();
            return self.step(client, "resign", json!({"side": side}));
        }
        let view = &self.view;
        let boards = view["boards"].as_array().cloned();
        let boards = boards.unwrap_or_else(|| vec![view.clone()]);
        let rows = boards
            .iter()
            .flat_map(|board| board["legal"].as_array().unwrap());
        let mut moves: Vec<Value> = rows.map(|row| row["move"].clone()).collect();
        let what = match &*self.path {
            "/latrunculus" if view["roll"].is_null() => "roll",
            "/latrunculus" if view["may_end"] == true => "end",
            _ => "move",
        };
        if self.path == "/cards" {
            moves.push("card".into());
        }
        let body = match what {
            "move" => json!({"move": self.random.pick(&moves)}),
            _ => json!({}),
        };
        self.step(client, what, body);
    }
}

/// The side of the computer.
fn other(view: &Value) -> &'static str {
    if view["you"] == "left" {
        "right"
    } else {
        "left"
    }
}

/// Asks heavy questions until nobody plays.
fn keep_busy(server: &Server, playing: &AtomicUsize) {
    while playing.load(Ordering::Relaxed) > 0 {
        let question = "/api/v1/value?game=amazons&position=6x6&seconds=5";
        let (status, answer) = request(server.port, "GET", question, "", "");
        assert_ne!(status, 0, "{answer}");
    }
}

/// Two hundred games over all games and strengths, started at once by twenty
/// clients, which play all of theirs at the same time while others ask heavy
/// questions: every reply comes within its clock and a second, none fails, and
/// every game ends, by the rules or because the client resigns after many
/// replies.
#[test]
fn a_crowd_is_answered_in_time() {
    let (clients, each) = if full() { (20, 10) } else { (8, 2) };
    let data = Directory::new();
    let server = Server::start(&data);
    let lateness = Mutex::new(Vec::new());
    let (resigned, playing) = (AtomicUsize::new(0), AtomicUsize::new(clients * each));
    let begun = Instant::now();
    thread::scope(|scope| {
        for number in 0..clients * each {
            let (server, lateness) = (&server, &lateness);
            let (resigned, playing) = (&resigned, &playing);
            scope.spawn(move || {
                let _here = Leaves(playing);
                let client = Client {
                    server,
                    number: number % clients,
                };
                let mut game = Seen::begin(&client, number);
                while !game.is_over() {
                    if game.view["turn"] == game.view["you"] {
                        game.turn(&client);
                    } else {
                        let late = game.reply(&client);
                        lateness.lock().unwrap().push(late);
                    }
                }
                let gave_up = game.view["over"]["how"] == "resigned";
                resigned.fetch_add(usize::from(gave_up), Ordering::Relaxed);
            });
        }
        for _ in 0..2 {
            scope.spawn(|| keep_busy(&server, &playing));
        }
    });
    assert_eq!(playing.into_inner(), 0);
    let mut lateness = lateness.into_inner().unwrap();
    lateness.sort();
    let late = lateness.iter().filter(|(late, _)| !late.is_zero()).count();
    println!(
        "{} games ended, {} of them resigned, in {:.0?}; {} replies, {late} after their clock",
        clients * each,
        resigned.into_inner(),
        begun.elapsed(),
        lateness.len(),
    );
    println!("the latest: {:?}", lateness.last_chunk::<5>());
    let (worst, about) = lateness.last().unwrap();
    assert!(
        *worst < patience(Duration::from_secs(1)),
        "{about}: {worst:?} late"
    );
    assert!(lateness.len() >= clients, "{}", lateness.len());
}

/// One who plays no more when this is dropped, also by a failure.
struct Leaves<'a>(&'a AtomicUsize);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether the player to move wins, by the solver alone.
fn wins(game: &str, position: &str, misere: bool, turn: Player) -> Option<bool> {
    let component = Component::read(game, position).unwrap();
    if component.is_loopy() {
        return None;
    }
    let convention = match misere {
        true => Convention::Misere,
        false => Convention::Normal,
    };
    let budget = Budget::unlimited().with_deadline(Instant::now() + Duration::from_secs(1));
    let mut arena = Arena::with_budget(budget);
    let sum = [Term::Position(component)];
    Search::new(convention).wins(&mut arena, &sum, turn).ok()
}

fn player(name: &Value) -> Player {
    match name.as_str() {
        Some("left") => Player::Left,
        _ => Player::Right,
    }
}

/// What a text claims of the player whom it is about.
fn claimed(said: &str) -> Option<bool> {
    let loses = ["loses if", "sees a loss", "no move wins"];
    let wins = ["wins with best play", "sees a win", "wins in", "wins:"];
    if loses.iter().any(|words| said.contains(words)) {
        return Some(false);
    }
    (said == "wins" || wins.iter().any(|words| said.contains(words))).then_some(true)
}

/// What is shown of who wins in random games, in views, remarks and hints, is
/// so, for both sides and both conventions.
#[test]
fn what_is_shown_of_who_wins_is_so() {
    let data = Directory::new();
    let server = Server::start(&data);
    let client = Client::first(&server);
    let mut random = Random::new(21);
    let (mut claims, mut checked) = (0, 0);
    let tables = [
        ("legionnaires", "4x4"),
        ("legionnaires:mace", "3x3"),
        ("legionnaires:centurion", "3x3"),
        ("amazons", "L../.../..R"),
        ("domineering", "4x4"),
        ("cram", "3x4"),
        ("clobber", "BWB/WBW"),
        ("konane", "BWBW/W.BW/WBWB/BWBW"),
        ("toads_and_frogs", "3-2-3"),
        ("toppling_dominoes", "BWW#B"),
        ("hackenbush", "lr(le;l)"),
        ("col", ".../..."),
        ("snort", ".../..."),
        ("nim", "3,4,5"),
        ("one_two_three_nim", "3,4,5"),
        ("subtraction:1,4", "9,7"),
        ("kayles", "12"),
        ("dawsons_kayles", "12"),
        ("grundys_game", "12"),
        ("octal:0.137", "12"),
    ];
    let rounds = if full() { 20 } else { 1 };
    for number in 0..tables.len() * 2 * rounds {
        let (game, position) = tables[number % tables.len()];
        let misere = number / tables.len() % 2 == 1;
        let strength = ["easy", "medium", "hard", "perfect"][random.below(4) as usize];
        let side = ["left", "right"][random.below(2) as usize];
        let body = json!({
            "game": game, "position": position, "opponent": strength, "side": side, "misere": misere,
        });
        let (status, mut view) = client.post("", &body);
        assert_eq!(status, 200, "{view}");
        while view["over"].is_null() {
            let (id, ply) = (view["id"].as_str().unwrap().to_owned(), view["ply"].clone());
            let (turn, text) = (player(&view["turn"]), view["position"].as_str().unwrap());
            let truth = wins(game, text, misere, turn);
            let about = || format!("{game} {text}, misère {misere}, {turn} to move");
            let mut check = |claim: Option<bool>, said: &str| {
                if let (Some(claim), Some(truth)) = (claim, truth) {
                    assert_eq!(claim, truth, "{}: {said}", about());
                    claims += 1;
                }
                checked += 1;
            };
            check(view["nim"]["wins"].as_bool(), "the nim sum");
            if view["turn"] == view["you"] {
                let (status, hint) = client.post(&format!("/{id}/hint"), &json!({"ply": ply}));
                assert_eq!(status, 200, "{hint}");
                let said = hint["remark"].as_str().unwrap();
                assert_eq!(claimed(said), hint["wins"].as_bool(), "{}: {said}", about());
                check(hint["wins"].as_bool(), said);
                let legal = view["legal"].as_array().unwrap();
                let any = &legal[random.below(legal.len() as u64) as usize]["move"];
                let mv = if random.below(2) == 0 {
                    &hint["move"]
                } else {
                    any
                };
                let body = json!({"ply": ply, "move": mv});
                view = client.post(&format!("/{id}/move"), &body).1;
            } else {
                let (status, next) = client.post(&format!("/{id}/reply"), &json!({"ply": ply}));
                assert_eq!(status, 200, "{next}");
                let said = next["remark"].as_str().unwrap();
                check(claimed(said), said);
                assert!(!said.contains("Left") && !said.contains("Right"), "{said}");
                view = next;
            }
        }
        // Who made the last move, or could not, has won by the rules.
        let mover = player(&view["turn"]);
        let winner = if misere { mover } else { -mover };
        let over = &view["over"];
        if over["winner"] != Value::Null {
            assert_eq!(player(&over["winner"]), winner, "{view}");
            let said = over["said"].as_str().unwrap();
            let words = match over["winner"] == view["you"] {
                true => ": you win after",
                false => ": the computer wins after",
            };
            assert!(said.contains(words), "{said}");
        }
    }
    assert!(claims * 3 > checked, "{claims} of {checked}");
}

/// A computer that thinks long moves at once when it is told to, and gives no
/// hint meanwhile.
#[test]
fn a_computer_moves_now() {
    let data = Directory::new();
    let server = Server::start(&data);
    let client = Client::first(&server);
    let body = json!({"game": "amazons", "opponent": "perfect", "side": "left"});
    let (_, view) = client.post("", &body);
    assert_eq!(
        (view["clock"].as_f64(), &view["turn"]),
        (Some(60.0), &json!("right"))
    );
    let id = view["id"].as_str().unwrap();
    let begun = Instant::now();
    thread::scope(|scope| {
        let thinking = scope.spawn(|| client.post(&format!("/{id}/reply"), &json!({"ply": 0})));
        let (status, refused) = client.post(&format!("/{id}/hint"), &json!({"ply": 0}));
        assert_eq!(status, 409, "{refused}");
        assert_eq!(refused["error"], "the computer is to move");
        // Until it has begun to think there is nobody to be told.
        while client.post(&format!("/{id}/now"), &json!({"ply": 0})).1["hurried"] != json!(true) {
            assert!(!thinking.is_finished());
            thread::sleep(Duration::from_millis(10));
        }
        let (status, next) = thinking.join().unwrap();
        assert_eq!((status, &next["ply"]), (200, &json!(1)), "{next}");
    });
    assert!(begun.elapsed() < patience(Duration::from_secs(3)));
    // Nobody thinks now, and a page that is behind is told so.
    let (_, nobody) = client.post(&format!("/{id}/now"), &json!({"ply": 1}));
    assert_eq!(nobody["hurried"], json!(false));
    assert_eq!(
        client.post(&format!("/{id}/now"), &json!({"ply": 0})).0,
        409
    );
}

/// The processes that work for a server.
#[cfg(target_os = "linux")]
fn workers(server: &Server) -> Vec<String> {
    let parent = format!("PPid:\t{}", server.id());
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let names = processes.filter_map(|entry| entry.file_name().into_string().ok());
    let works = |name: &String| {
        let status = std::fs::read_to_string(format!("/proc/{name}/status"));
        status.is_ok_and(|status| status.lines().any(|line| line == parent))
    };
    names.filter(works).collect()
}

/// A move is made also when the process dies that thinks about it.
#[cfg(target_os = "linux")]
#[test]
fn a_move_is_made_when_the_thinker_dies() {
    let data = Directory::new();
    let server = Server::start(&data);
    let client = Client::first(&server);
    let body =
        json!({"game": "domineering", "position": "9x9", "opponent": "perfect", "side": "right"});
    let (_, view) = client.post("", &body);
    let id = view["id"].as_str().unwrap();
    thread::scope(|scope| {
        let thinking = scope.spawn(|| client.post(&format!("/{id}/reply"), &json!({"ply": 0})));
        thread::sleep(Duration::from_millis(300));
        assert!(!thinking.is_finished());
        for worker in workers(&server) {
            let killed = std::process::Command::new("kill")
                .args(["-9", &worker])
                .status();
            assert!(killed.unwrap().success());
        }
        let (status, next) = thinking.join().unwrap();
        assert_eq!((status, &next["ply"]), (200, &json!(1)), "{next}");
    });
    // Others work in their place.
    let body = json!({"game": "nim", "opponent": "hard", "side": "right"});
    let (status, view) = client.post("", &body);
    assert_eq!(status, 200, "{view}");
}

/// The side that can win is the one offered: the second player's in
/// Legionnaires, the first player's in Nim with 3, 4, 5, the other one's in
/// Marienbad.
#[test]
fn the_side_that_can_win_is_offered() {
    let data = Directory::new();
    let server = Server::start(&data);
    let client = Client::first(&server);
    let you = |body: Value| {
        let (status, view) = client.post("", &body);
        assert_eq!(status, 200, "{view}");
        view["you"] == view["first"]
    };
    let medium = |game: &str, position: &str| json!({"game": game, "position": position, "opponent": "medium"});
    assert!(!you(
        json!({"game": "legionnaires", "opponent": "medium", "side": "best"})
    ));
    assert!(!you(
        json!({"game": "legionnaires", "opponent": "medium", "first": "left"})
    ));
    assert!(!you(json!({"game": "konane", "opponent": "medium"})));
    assert!(you(medium("nim", "3,4,5")));
    assert!(!you(medium("nim", "marienbad")));
    assert!(you(
        json!({"game": "kayles", "position": "12", "side": "best"})
    ));
    let misere = json!({"game": "kayles", "position": "12", "side": "best", "misere": true});
    assert!(!you(misere));
    // Where play may not end nobody is sure to win.
    assert!(you(medium("legionnaires:centurion", "8x8")));
}
