//! The description of what is no question: games that are kept, pictures, and
//! positions with a name.

use serde_json::{Map, Value, json};

use super::super::play::SECONDS;
use super::openapi::{answers, fault, text};

/// Adds the paths.
pub fn describe(paths: &mut Map<String, Value>) {
    for described in [looked_at(), games(), latrunculus(), cards(), positions()] {
        if let Value::Object(more) = described {
            paths.extend(more);
        }
    }
}

fn looked_at() -> Value {
    let subject = || vec![text("game", true), text("position", true)];
    let either = ["game", "position", "expression"].map(|name| text(name, false));
    let moves = json!({"name": "moves", "in": "query", "schema": {"type": "string"},
        "description": "the moves, parted by semicolons"});
    let mut replay = subject();
    replay.push(moves);
    replay.extend(["first", "misere", "ply"].map(|name| text(name, false)));
    json!({
        "/api/v1/games": get("every game, its rules, variants and starting positions", &[]),
        "/api/v1/position": get(
            "a picture of a position, its moves and what to click for them",
            &subject(),
        ),
        "/api/v1/board.svg": picture("a picture of a position", &subject()),
        "/api/v1/thermograph.svg": picture("a thermograph of a position or an expression", &either),
        "/api/v1/replay": get(
            "a game that is in its address: its position, moves, and what to click for them",
            &replay,
        ),
        "/api/v1/progress": get(
            "how many positions the question has looked at that was asked with this watch",
            &[text("watch", true)],
        ),
    })
}

fn games() -> Value {
    let mut first = side();
    first["description"] = json!("who moves first; as the rules say if left out");
    json!({
        "/api/v1/play": post("begins a game that is kept", &["game"], json!({
            "game": string(),
            "position": meant("string", "where it starts; the game's usual start if left out"),
            "misere": {"type": "boolean"},
            "first": first,
            "left": strong_seat(),
            "right": strong_seat(),
            "opponent": {
                "enum": STRENGTHS,
                "description": "in place of left and right: a person plays against such a computer",
            },
            "side": {
                "enum": ["left", "right", "best"],
                "description": "the person's side; best, the one that can win, if left out",
            },
            "moves": {"type": "array", "items": string()},
        })),
        "/api/v1/play/{id}": get(
            "a game: its position, moves, and what to click for them; you, the side of the only \
             person; clock, how many seconds the computer may think that is to move; of heaps, \
             who wins, by which moves, and the nim sum in binary",
            &[id(), text("ply", false)],
        ),
        "/api/v1/play/{id}/record": record(),
        "/api/v1/play/{id}/{step}": step(
            "makes a move, lets the computer reply (remark says what it thinks of its game), has \
             it move now with the best found so far, gives a hint (wins is whether it wins, null \
             if that is not certain), takes moves back",
            &["move", "reply", "now", "undo", "redo", "resign", "hint", "delete"],
            "moves",
            json!({"move": string()}),
        ),
    })
}

fn latrunculus() -> Value {
    json!({
        "/api/v1/latrunculus": post("begins a game of Latrunculus that is kept", &[], json!({
            "rules": meant("string", "such as behind,lead=8,stall=off,revisit=free"),
            "position": meant("string", "a board, or the name of a start"),
            "first": side(),
            "left": seat(),
            "right": seat(),
            "own_die": meant("boolean", "the players throw and say what the die shows"),
        })),
        "/api/v1/latrunculus/{id}": get(
            "a game: the board, the throw, the pips left, what may be done and what to click for it",
            &[id(), text("ply", false)],
        ),
        "/api/v1/latrunculus/{id}/record": record(),
        "/api/v1/latrunculus/{id}/{step}": step(
            "throws the die, spends pips, ends the turn, lets the computer play its turn, takes \
             actions and turns back",
            &["roll", "move", "end", "reply", "undo", "redo", "resign", "hint", "delete"],
            "turns",
            json!({
                "spent": meant("integer", "and how many actions of the turn under way"),
                "move": meant("string", "steps and kills, such as e3-e4-f5 x g6"),
                "end": meant("boolean", "the turn ends with the move"),
                "roll": {"type": "integer", "minimum": 1, "maximum": 6, "description": "what one's own die shows"},
            }),
        ),
    })
}

fn cards() -> Value {
    let stack = json!({
        "type": ["object", "null"],
        "description": "the stack; the 52 cards of the paper if left out",
        "required": ["top", "step"],
        "properties": {
            "top": string(),
            "step": string(),
            "ones": {"type": ["integer", "null"], "description": "how many cards of -1; as many as moves can be made if left out"},
            "terminal": {"type": ["string", "null"]},
        },
    });
    json!({
        "/api/v1/cards": post(
            "begins a game beside a stack of cards that is kept",
            &["game", "position"],
            json!({
                "game": string(),
                "position": string(),
                "first": side(),
                "left": seat(),
                "right": seat(),
                "stack": stack,
                "komi": {"type": ["string", "null"], "description": "of the second player; what the cards alone come to if left out"},
            }),
        ),
        "/api/v1/cards/{id}": get(
            "a game: the board, the cards, the scores, and what to click for moves",
            &[id(), text("ply", false)],
        ),
        "/api/v1/cards/{id}/accounts": get(
            "the forecast, and what each turn has cost",
            &[id(), text("ply", false)],
        ),
        "/api/v1/cards/{id}/hint": get(
            "the orthodox turn, the best ones where they can be found, and what each turn costs",
            &[id()],
        ),
        "/api/v1/cards/{id}/{step}": step(
            "makes a move or takes the card, lets the computer play, takes turns back",
            &["move", "reply", "undo", "redo", "resign", "delete"],
            "turns",
            json!({"move": meant("string", "a move, or card")}),
        ),
    })
}

fn positions() -> Value {
    let keeping = json!({
        "name": {"type": "string", "maxLength": 80},
        "game": string(),
        "position": string(),
    });
    let required = ["name", "game", "position"];
    let mut all = post("keeps a position under a name", &required, keeping);
    all["get"] = json!({"summary": "the positions that are kept, by name", "responses": answers()});
    let mut one = get("keeps a position no longer", &[id()]);
    json!({
        "/api/v1/positions": all,
        "/api/v1/positions/{id}": {"delete": one["get"].take()},
    })
}

fn get(about: &str, parameters: &[Value]) -> Value {
    json!({"get": {"summary": about, "parameters": parameters, "responses": answers()}})
}

fn picture(about: &str, parameters: &[Value]) -> Value {
    let found = json!({"description": "the picture", "content": {"image/svg+xml": {}}});
    let responses = json!({"200": found, "4XX": fault()});
    json!({"get": {"summary": about, "parameters": parameters, "responses": responses}})
}

fn record() -> Value {
    let found = json!({"description": "the record", "content": {"text/plain": {}}});
    json!({"get": {
        "summary": "a game as a text that other programs read",
        "parameters": [id()],
        "responses": {"200": found, "4XX": fault()},
    }})
}

/// A request whose body has these properties.
fn post(about: &str, required: &[&str], properties: Value) -> Value {
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    let body = json!({"required": true, "content": {"application/json": {"schema": schema}}});
    json!({"post": {"summary": about, "requestBody": body, "responses": answers()}})
}

/// A step of a game; its body has these properties and those of every step.
fn step(about: &str, names: &[&str], plies: &str, mut properties: Value) -> Value {
    properties["ply"] = meant("integer", &format!("how many {plies} the client knows of"));
    properties["side"] = side();
    properties["seconds"] = json!({"type": "integer", "minimum": 1, "maximum": SECONDS});
    let about = format!("{about}; when it answers, the change is on the disk");
    let mut described = post(&about, &["ply"], properties);
    let step = json!({"name": "step", "in": "path", "required": true, "schema": {"enum": names}});
    described["post"]["parameters"] = json!([id(), step]);
    described
}

fn string() -> Value {
    json!({"type": "string"})
}

/// A property of this type, and what it means.
fn meant(kind: &str, about: &str) -> Value {
    json!({"type": kind, "description": about})
}

fn side() -> Value {
    json!({"enum": ["left", "right"]})
}

fn id() -> Value {
    json!({"name": "id", "in": "path", "required": true, "schema": {"type": "string"}})
}

/// How strong an opponent can be.
const STRENGTHS: [&str; 4] = ["easy", "medium", "hard", "perfect"];

/// A seat whose player may be named by how strong it is.
fn strong_seat() -> Value {
    let mut seat = seat();
    seat["required"] = json!([]);
    seat["properties"]["strength"] = json!({
        "enum": STRENGTHS,
        "description": "in place of player and level: whoever plays so, with its clock",
    });
    seat
}

fn seat() -> Value {
    json!({"type": "object", "required": ["player"], "properties": {
        "player": meant("string", "human, or the name of a player"),
        "level": {"type": "integer", "minimum": 1, "maximum": 10},
    }})
}
