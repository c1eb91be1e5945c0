//! The page from which people learn.

use axum::response::Html;
use maud::{Markup, PreEscaped, html};

use super::super::lessons::{Block, Figure, Lesson, Start, all, picture};
use super::Page;

/// What else there is to learn from.
const MORE: [(&str, &str, &str); 4] = [
    (
        "/learn/puzzles",
        "Puzzles",
        "One move wins. Find it, and see why the others lose.",
    ),
    (
        "/learn/museum",
        "Museum",
        "Positions by their values, with pictures.",
    ),
    (
        "/learn/glossary",
        "Glossary",
        "Every word of the field in a sentence or two.",
    ),
    (
        "/papers",
        "Papers",
        "The tables of the papers, computed beside the print.",
    ),
];

/// `GET /learn`.
pub async fn learn() -> Html<String> {
    let body = html! {
        h1 { "Learn" }
        p.lead {
            "Short lessons with boards in the text. You answer by moving; the computer knows \
             every answer exactly, shows you what is wrong with a wrong one, and plays on with \
             you as long as you like."
        }
        p { a.button.main id="continue" href={ "/learn/" (all()[0].name) } { "Begin the first lesson" } }
        h2 { "Lessons" }
        ol.lessons {
            @for (number, lesson) in all().iter().enumerate() { (card(number, lesson)) }
        }
        h2 { "And then" }
        ul.further {
            @for (address, name, about) in MORE {
                li { a href=(address) { strong { (name) } span { (about) } } }
            }
        }
    };
    Page::new("Learn", body)
        .at("/learn")
        .style("learn.css")
        .script("learn.js")
        .html()
}

fn card(number: usize, lesson: &Lesson) -> Markup {
    html! {
        li {
            a href={ "/learn/" (lesson.name) } data-lesson=(lesson.name)
                data-questions=(lesson.questions()) {
                span.thumb aria-hidden="true" { (thumb(lesson)) }
                span.words {
                    strong { (number + 1) ". " (lesson.title) }
                    span { (lesson.about) }
                    span.progress { (questions(lesson.questions())) }
                }
            }
        }
    }
}

fn questions(count: usize) -> String {
    match count {
        1 => "1 question".to_owned(),
        _ => format!("{count} questions"),
    }
}

/// The first position of a lesson.
fn thumb(lesson: &Lesson) -> Markup {
    let position = |block: &'static Block| -> Option<&'static Start> {
        match block {
            Block::Exercise(exercise) => exercise.board.as_ref(),
            Block::Figure(Figure::Boards(boards), _) => boards.first(),
            _ => None,
        }
    };
    let lesson = all().iter().find(|other| other.name == lesson.name);
    let start = lesson.and_then(|lesson| lesson.blocks.iter().find_map(position));
    let svg = start.and_then(|start| picture(start).ok());
    html! { (PreEscaped(svg.unwrap_or_default())) }
}
