//! The calculator's page: a notebook of cells, and help on every function.

use axum::extract::State;
use axum::response::Html;
use calc::{Calculator, Described};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

use super::super::fault::{Fault, PageFault};
use super::super::named;
use super::super::notebooks::{LONGEST, Notebook};
use super::super::parameters::Parameters;
use super::super::server::Site;
use super::form::{code, message};
use super::{Page, data, encode};

/// Notebooks to begin with: the cells of each are parted by blank lines.
const EXAMPLES: [(&str, &str); 4] = [
    (
        "Cooling",
        "// Move the slider: the game is cooled by t.\n\n\
         g = {{5|3}|{0|-4}}\n\nt := 1/2 // slider 0 3 1/4\n\ncool(g, t) // graph\n\ng // graph",
    ),
    (
        "Domineering",
        "// Two boards and their sum.\n\n\
         a = domineering(\"2x2\")\n\nb = domineering(\"2x3\")\n\na + b\n\n\
         [a.temperature, b.temperature, (a + b).temperature]",
    ),
    (
        "Ups and stars",
        "// Who wins up plus star, and double up plus star?\n\n\
         ^ + *\n\noutcome(^ + *)\n\n^^ + *\n\noutcome(^^ + *)\n\natomic_weight(^^ + *)",
    ),
    (
        "Kayles",
        "// Rows of pins are nimbers.\n\n\
         nim_value_sequence(kayles, 24)\n\nkayles(5) + kayles(3)\n\ncheck_periodicity(kayles, 1000)",
    ),
];

/// What is done by keys.
const KEYS: [(&str, &str); 7] = [
    ("Enter", "evaluates; the last cell goes on to a new one"),
    ("Shift+Enter", "evaluates and goes on to the next cell"),
    ("Ctrl+Enter", "begins a new line in the cell"),
    ("Tab", "completes a name, again the next; Escape ends that"),
    ("↑ ↓", "what you typed before"),
    ("Ctrl+↑ ↓", "go to the cell above or below"),
    ("Alt+↑ ↓", "move the cell up or down"),
];

/// `GET /calculator`, `?expression=`, `?cells=` or `?notebook=ID`.
pub async fn calculator(
    State(site): State<Arc<Site>>,
    parameters: Parameters,
) -> Result<Html<String>, PageFault> {
    parameters.only(&["expression", "cells", "notebook"])?;
    let state = state(&site, &parameters)?;
    let body = html! {
        h1 { "Calculate" }
        div.sheets {
            section.sheet aria-label="Notebook" {
                (tools())
                (message())
                ol.cells id="cells" {}
                div.buttons {
                    button id="add" { "Add a cell" }
                    p.status id="status" role="status" {}
                }
                section id="examples" hidden {
                    h2 { "Examples" }
                    div.buttons {
                        @for (title, text) in EXAMPLES {
                            a.button href={ "/calculator?cells=" (encode(text)) } { (title) }
                        }
                    }
                }
            }
            aside.panel { (help()) }
        }
        (data("state", &state))
    };
    let page = Page::new("Calculate", body).at("/calculator");
    Ok(page.style("notebook.css").script("notebook.js").html())
}

/// What the script begins with.
fn state(site: &Site, parameters: &Parameters) -> Result<Value, Fault> {
    let text = parameters
        .get("cells")
        .or_else(|| parameters.get("expression"));
    let mut state = json!({"id": null, "name": null, "text": text, "longest": LONGEST});
    if let Some(id) = parameters.get("notebook") {
        let notebook: Notebook = named::find(site, id)?;
        state["id"] = id.into();
        state["name"] = notebook.name.into();
        state["text"] = notebook.text.into();
    }
    Ok(state)
}

/// What can be done with the whole notebook.
fn tools() -> Markup {
    html! {
        div.tools role="toolbar" aria-label="Notebook" {
            button id="new" { "New" }
            details.drop {
                summary { "Open" }
                div {
                    h2 { "Examples" }
                    @for (title, text) in EXAMPLES {
                        a href={ "/calculator?cells=" (encode(text)) } { (title) }
                    }
                    h2 { "Saved" }
                    div id="kept" {}
                    label.button.import {
                        "Text file…"
                        input id="import" type="file" accept=".txt,text/plain";
                    }
                }
            }
            button id="save" { "Save" }
            button id="link" { "Copy link" }
            button id="export" { "As text" }
        }
    }
}

/// An expression that a click evaluates.
fn attempt(expression: &str) -> Markup {
    html! { button.link data-try=(expression) { (expression) } }
}

/// The panel of help.
fn help() -> Markup {
    html! {
        h2 { "Help" }
        p {
            "Type a value or an expression. A name keeps a value: "
            (attempt("g = {3||1|-1}")) " then " (attempt("temperature(g)")) "."
        }
        details {
            summary { "Keys" }
            table.keys { @for (key, about) in KEYS { tr { th scope="row" { (key) } td { (about) } } } }
        }
        @for topic in ["notation", "operators", "lists", "variables", "forms"] { (topic_page(topic)) }
        h3 id="functions-title" { "Functions and games" }
        label { "Search " input id="search" type="search" autocomplete="off" aria-controls="functions"; }
        div.functions id="functions" { (functions()) (games()) }
    }
}

/// A page of the calculator's own help.
fn topic_page(topic: &'static str) -> Markup {
    let calculator = Calculator::new(values::Budget::new(None));
    let text = calculator.help(Some(topic)).unwrap_or_default();
    let mut letters = topic.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    html! {
        details {
            summary { (first.unwrap_or_default()) (letters.as_str()) }
            pre { (text.trim_end()) }
        }
    }
}

/// Something that can be typed: its names, how it is called, what it does, and
/// an example to try.
fn entry(names: &str, call: &str, about: &str, example: &str, answer: &str) -> Markup {
    html! {
        details.entry data-names=(names) data-call=(call) {
            summary { code { (call) } " " span.about { (code(about)) } }
            p { (attempt(example)) @if !answer.is_empty() { " gives " code { (answer) } } }
        }
    }
}

/// The help on every function, group by group.
fn functions() -> &'static Markup {
    static FUNCTIONS: OnceLock<Markup> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        let all: Vec<Described> = Calculator::functions().collect();
        html! {
            @for group in all.chunk_by(|one, other| one.group == other.group) {
                details.group {
                    summary { (group[0].group) }
                    @for function in group {
                        @let (input, answer) = function.example;
                        (entry(&function.names.join(" "), &function.call, function.summary, input, answer))
                    }
                }
            }
        }
    })
}

/// Every game is a function of its positions.
fn games() -> Markup {
    html! {
        details.group {
            summary { "Games" }
            @for info in rules::games() {
                @let call = positions::example_call(info);
                (entry(info.name, &call, info.rules, &call, ""))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use values::{Budget, Notation};

    #[test]
    fn every_function_and_game_is_in_the_panel() {
        let panel = help().0;
        for function in Calculator::functions() {
            let names = format!("data-names=\"{}\"", function.names.join(" "));
            assert!(panel.contains(&names), "{names}");
        }
        for info in rules::games() {
            assert!(panel.contains(&format!("data-names=\"{}\"", info.name)));
        }
    }

    #[test]
    fn examples_can_be_evaluated() {
        for (title, text) in EXAMPLES {
            let mut calculator = Calculator::new(Budget::unlimited());
            for cell in text.split("\n\n") {
                let answer = calculator
                    .evaluate(cell)
                    .and_then(|mut answer| answer.text(Notation::Ascii));
                assert!(answer.is_ok(), "{title}: {cell}: {answer:?}");
            }
        }
    }
}
