//! The description of the API, made from the questions themselves.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::super::api::{LONGEST_TEXT, QUESTIONS, Question};
use super::super::play::SECONDS;
use super::described;

/// `GET /api/v1/openapi.json`.
pub async fn openapi() -> Response {
    let mut paths = serde_json::Map::new();
    for question in &QUESTIONS {
        paths.insert(
            format!("/api/v1/{}", question.name),
            json!({"get": operation(question)}),
        );
    }
    let subject = || vec![text("game", true), text("position", true)];
    let picture = json!({"200": {"description": "the picture", "content": {"image/svg+xml": {}}}, "4XX": fault()});
    let others = [
        (
            "/api/v1/games",
            "get",
            "every game, its rules, variants and starting positions",
            Vec::new(),
            answers(),
        ),
        (
            "/api/v1/position",
            "get",
            "a picture of a position, its moves and what to click for them",
            subject(),
            answers(),
        ),
        (
            "/api/v1/board.svg",
            "get",
            "a picture of a position",
            subject(),
            picture.clone(),
        ),
        (
            "/api/v1/thermograph.svg",
            "get",
            "a thermograph of a position or an expression",
            vec![
                text("game", false),
                text("position", false),
                text("expression", false),
            ],
            picture,
        ),
        (
            "/api/v1/replay",
            "get",
            "a game that is in its address: its position, moves, and what to click for them",
            vec![
                text("game", true),
                text("position", true),
                json!({"name": "moves", "in": "query", "schema": {"type": "string"},
                    "description": "the moves, parted by semicolons"}),
                text("first", false),
                text("misere", false),
                text("ply", false),
            ],
            answers(),
        ),
        (
            "/api/v1/progress",
            "get",
            "how many positions the question has looked at that was asked with this watch",
            vec![text("watch", true)],
            answers(),
        ),
    ];
    for (path, method, about, parameters, responses) in others {
        let operation = json!({"summary": about, "parameters": parameters, "responses": responses});
        paths.insert(path.to_owned(), json!({method: operation}));
    }
    paths.insert(
        "/api/v1/play".into(),
        json!({"post": {
            "summary": "begins a game that is kept",
            "requestBody": body(&json!({
                "type": "object",
                "required": ["game", "position"],
                "properties": {
                    "game": {"type": "string"},
                    "position": {"type": "string"},
                    "misere": {"type": "boolean"},
                    "first": {"enum": ["left", "right"], "description": "who moves first; as the rules say if left out"},
                    "left": seat(),
                    "right": seat(),
                    "moves": {"type": "array", "items": {"type": "string"}},
                },
            })),
            "responses": answers(),
        }}),
    );
    paths.insert(
        "/api/v1/play/{id}".into(),
        json!({"get": {
            "summary": "a game: its position, moves, and what to click for them; of heaps, who wins, by which moves, and the nim sum in binary",
            "parameters": [id(), text("ply", false)],
            "responses": answers(),
        }}),
    );
    paths.insert(
        "/api/v1/play/{id}/record".into(),
        json!({"get": {
            "summary": "a game as a text that other programs read",
            "parameters": [id()],
            "responses": {
                "200": {"description": "the record", "content": {"text/plain": {}}},
                "4XX": fault(),
            },
        }}),
    );
    paths.insert(
        "/api/v1/positions".into(),
        json!({
            "get": {"summary": "the positions that are kept, by name", "responses": answers()},
            "post": {
                "summary": "keeps a position under a name",
                "requestBody": body(&json!({
                    "type": "object",
                    "required": ["name", "game", "position"],
                    "properties": {
                        "name": {"type": "string", "maxLength": 80},
                        "game": {"type": "string"},
                        "position": {"type": "string"},
                    },
                })),
                "responses": answers(),
            },
        }),
    );
    paths.insert(
        "/api/v1/positions/{id}".into(),
        json!({"delete": {
            "summary": "keeps a position no longer",
            "parameters": [id()],
            "responses": answers(),
        }}),
    );
    let step = json!({"name": "step", "in": "path", "required": true,
        "schema": {"enum": ["move", "reply", "undo", "redo", "resign", "hint", "delete"]}});
    paths.insert("/api/v1/play/{id}/{step}".into(), json!({"post": {
        "summary": "makes a move, lets the computer reply, takes moves back; when it answers, the change is on the disk",
        "parameters": [id(), step],
        "requestBody": body(&json!({
            "type": "object",
            "required": ["ply"],
            "properties": {
                "ply": {"type": "integer", "description": "how many moves the client knows of"},
                "move": {"type": "string"},
                "side": {"enum": ["left", "right"]},
                "seconds": seconds(),
            },
        })),
        "responses": answers(),
    }}));
    described::describe(&mut paths);
    let description = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Legatus",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Questions about combinatorial games. A bad request is answered with an object of error and hint.",
        },
        "paths": paths,
    });
    (
        [(header::CONTENT_TYPE, "application/json")],
        description.to_string(),
    )
        .into_response()
}

fn operation(question: &Question) -> Value {
    let mut parameters = Vec::new();
    let either = question.positions && question.expressions;
    if question.positions {
        parameters.push(text("game", !either));
        parameters.push(text("position", !either));
    }
    if question.expressions {
        parameters.push(text("expression", !either));
    }
    for flag in question.flags {
        parameters.push(json!({"name": flag, "in": "query", "schema": {"type": "boolean"}}));
    }
    for value in question.values {
        parameters.push(text(value, false));
    }
    parameters.push(
        json!({"name": "seconds", "in": "query", "schema": {"type": "integer"},
        "description": "how long the question may take"}),
    );
    parameters.push(
        json!({"name": "watch", "in": "query", "schema": {"type": "string"},
        "description": "a name under which its progress can be asked for"}),
    );
    json!({"summary": question.about, "parameters": parameters, "responses": answers()})
}

/// How long a computer player may think.
pub fn seconds() -> Value {
    json!({"type": "integer", "minimum": 1, "maximum": SECONDS})
}

pub fn text(name: &str, required: bool) -> Value {
    json!({"name": name, "in": "query", "required": required,
        "schema": {"type": "string", "maxLength": LONGEST_TEXT}})
}

pub fn id() -> Value {
    json!({"name": "id", "in": "path", "required": true, "schema": {"type": "string"}})
}

pub fn body(schema: &Value) -> Value {
    json!({"required": true, "content": {"application/json": {"schema": schema}}})
}

pub fn seat() -> Value {
    json!({"type": "object", "required": ["player"], "properties": {
        "player": {"type": "string", "description": "human, or the name of a player"},
        "level": {"type": "integer", "minimum": 1, "maximum": 10},
    }})
}

pub fn answers() -> Value {
    json!({
        "200": {"description": "the answer", "content": {"application/json": {}}},
        "4XX": fault(),
        "503": fault(),
    })
}

fn fault() -> Value {
    json!({"description": "why there is no answer", "content": {"application/json": {"schema": {
        "type": "object",
        "required": ["error", "hint"],
        "properties": {
            "error": {"type": "string"},
            "hint": {"type": "string"},
            "column": {"type": "integer"},
        },
    }}}})
}
