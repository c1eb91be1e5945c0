//! The description of the API, made from the questions themselves.

use ask::{Question, Subject, Takes, Web};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::super::api::questions;
use super::super::parameters::LONGEST_TEXT;
use super::described;

/// `GET /api/v1/openapi.json`.
pub async fn openapi() -> Response {
    let mut paths = serde_json::Map::new();
    for (question, web) in questions() {
        paths.insert(
            format!("/api/v1/{}", question.name),
            json!({"get": operation(question, web)}),
        );
    }
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

fn operation(question: &Question, web: &Web) -> Value {
    let required = web.subject != Subject::Either;
    let subject = web.subject.parameters().iter();
    let mut parameters: Vec<Value> = subject.map(|name| text(name, required)).collect();
    parameters.extend(question.web_settings().map(|setting| match setting.takes {
        Takes::Nothing => {
            json!({"name": setting.name, "in": "query", "schema": {"type": "boolean"}})
        }
        _ => text(setting.name, false),
    }));
    parameters.push(
        json!({"name": "seconds", "in": "query", "schema": {"type": "integer"},
        "description": "how long the question may take"}),
    );
    parameters.push(
        json!({"name": "watch", "in": "query", "schema": {"type": "string"},
        "description": "a name under which its progress can be asked for"}),
    );
    json!({"summary": web.about, "parameters": parameters, "responses": answers()})
}

pub fn text(name: &str, required: bool) -> Value {
    json!({"name": name, "in": "query", "required": required,
        "schema": {"type": "string", "maxLength": LONGEST_TEXT}})
}

pub fn answers() -> Value {
    json!({
        "200": {"description": "the answer", "content": {"application/json": {}}},
        "4XX": fault(),
        "503": fault(),
    })
}

pub fn fault() -> Value {
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
