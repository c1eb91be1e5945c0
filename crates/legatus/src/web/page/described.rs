//! The description of games with a die and of games beside cards.

use serde_json::{Map, Value, json};

use super::openapi::{answers, body, id, seat, seconds, text};

fn side() -> Value {
    json!({"enum": ["left", "right"]})
}

fn step(names: &[&str]) -> Value {
    json!({"name": "step", "in": "path", "required": true, "schema": {"enum": names}})
}

/// Adds the paths of both.
pub fn describe(paths: &mut Map<String, Value>) {
    latrunculus(paths);
    cards(paths);
}

fn latrunculus(paths: &mut Map<String, Value>) {
    paths.insert(
        "/api/v1/latrunculus".into(),
        json!({"post": {
            "summary": "begins a game of Latrunculus that is kept",
            "requestBody": body(&json!({
                "type": "object",
                "properties": {
                    "rules": {"type": "string", "description": "such as behind,lead=8,stall=off,revisit=free"},
                    "position": {"type": "string", "description": "a board, or the name of a start"},
                    "first": side(),
                    "left": seat(),
                    "right": seat(),
                    "own_die": {"type": "boolean", "description": "the players throw and say what the die shows"},
                },
            })),
            "responses": answers(),
        }}),
    );
    paths.insert(
        "/api/v1/latrunculus/{id}".into(),
        json!({"get": {
            "summary": "a game: the board, the throw, the pips left, what may be done and what to click for it",
            "parameters": [id(), text("ply", false)],
            "responses": answers(),
        }}),
    );
    paths.insert(
        "/api/v1/latrunculus/{id}/record".into(),
        json!({"get": {
            "summary": "a game as a text that other programs read",
            "parameters": [id()],
            "responses": {"200": {"description": "the record", "content": {"text/plain": {}}}},
        }}),
    );
    let steps = [
        "roll", "move", "end", "reply", "undo", "redo", "resign", "hint", "delete",
    ];
    paths.insert(
        "/api/v1/latrunculus/{id}/{step}".into(),
        json!({"post": {
            "summary": "throws the die, spends pips, ends the turn, lets the computer play its turn, takes actions and turns back; when it answers, the change is on the disk",
            "parameters": [id(), step(&steps)],
            "requestBody": body(&json!({
                "type": "object",
                "required": ["ply"],
                "properties": {
                    "ply": {"type": "integer", "description": "how many turns the client knows of"},
                    "spent": {"type": "integer", "description": "and how many actions of the turn under way"},
                    "move": {"type": "string", "description": "steps and kills, such as e3-e4-f5 x g6"},
                    "end": {"type": "boolean", "description": "the turn ends with the move"},
                    "roll": {"type": "integer", "minimum": 1, "maximum": 6, "description": "what one's own die shows"},
                    "side": side(),
                    "seconds": seconds(),
                },
            })),
            "responses": answers(),
        }}),
    );
}

fn cards(paths: &mut Map<String, Value>) {
    paths.insert(
        "/api/v1/cards".into(),
        json!({"post": {
            "summary": "begins a game beside a stack of cards that is kept",
            "requestBody": body(&json!({
                "type": "object",
                "required": ["game", "position"],
                "properties": {
                    "game": {"type": "string"},
                    "position": {"type": "string"},
                    "first": side(),
                    "left": seat(),
                    "right": seat(),
                    "stack": {
                        "type": ["object", "null"],
                        "description": "the stack; the 52 cards of the paper if left out",
                        "required": ["top", "step"],
                        "properties": {
                            "top": {"type": "string"},
                            "step": {"type": "string"},
                            "ones": {"type": ["integer", "null"], "description": "how many cards of -1; as many as moves can be made if left out"},
                            "terminal": {"type": ["string", "null"]},
                        },
                    },
                    "komi": {"type": ["string", "null"], "description": "of the second player; what the cards alone come to if left out"},
                },
            })),
            "responses": answers(),
        }}),
    );
    for (path, about, parameters) in [
        (
            "/api/v1/cards/{id}",
            "a game: the board, the cards, the scores, and what to click for moves",
            json!([id(), text("ply", false)]),
        ),
        (
            "/api/v1/cards/{id}/accounts",
            "the forecast, and what each turn has cost",
            json!([id(), text("ply", false)]),
        ),
        (
            "/api/v1/cards/{id}/hint",
            "the orthodox turn, the best ones where they can be found, and what each turn costs",
            json!([id()]),
        ),
    ] {
        let operation = json!({"summary": about, "parameters": parameters, "responses": answers()});
        paths.insert(path.into(), json!({"get": operation}));
    }
    let steps = ["move", "reply", "undo", "redo", "resign", "delete"];
    paths.insert(
        "/api/v1/cards/{id}/{step}".into(),
        json!({"post": {
            "summary": "makes a move or takes the card, lets the computer play, takes turns back; when it answers, the change is on the disk",
            "parameters": [id(), step(&steps)],
            "requestBody": body(&json!({
                "type": "object",
                "required": ["ply"],
                "properties": {
                    "ply": {"type": "integer", "description": "how many turns the client knows of"},
                    "move": {"type": "string", "description": "a move, or card"},
                    "side": side(),
                    "seconds": seconds(),
                },
            })),
            "responses": answers(),
        }}),
    );
}
