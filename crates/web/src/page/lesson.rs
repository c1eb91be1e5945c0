//! The page of a lesson.

use ask::{ThermographAnswer, json};
use axum::extract::Path;
use axum::http::Uri;
use axum::response::Html;
use maud::{Markup, PreEscaped, html};
use values::{Budget, Player};

use super::super::fault::{Fault, PageFault};
use super::super::glossary;
use super::super::lessons::{
    Block, Claim, Engine, Exercise, Figure, Lesson, Shown, Span, Start, Task, all, find, picture,
};
use super::super::server::nothing;
use super::super::work::aside;
use super::Page;

/// `GET /learn/NAME`.
pub async fn lesson(Path(name): Path<String>, uri: Uri) -> Result<Html<String>, PageFault> {
    let place = find(&name).ok_or_else(|| PageFault(nothing(&uri)))?;
    let body = aside(move |budget| lesson_body(place, budget)).await?;
    Ok(Page::new(&all()[place].title, body)
        .at("/learn")
        .style("learn.css")
        .script("lesson.js")
        .html())
}

/// All of a lesson.
pub fn lesson_body(place: usize, budget: &Budget) -> Result<Markup, Fault> {
    let lesson = &all()[place];
    let mut engine = Engine::new(budget);
    let blocks: Vec<Markup> = lesson
        .blocks
        .iter()
        .map(|block| self::block(block, &mut engine))
        .collect::<Result<_, _>>()?;
    Ok(html! {
        article.lesson data-lesson=(lesson.name) data-questions=(lesson.questions()) {
            p.crumb {
                a href="/learn" { "Lessons" } " · " (place + 1) " of " (all().len())
                span.progress aria-live="polite" {}
            }
            h1 { (lesson.title) }
            @for block in blocks { (block) }
            (words(lesson))
            (onward(place))
        }
    })
}

/// The words that the lesson explains.
fn words(lesson: &Lesson) -> Markup {
    let entries = lesson.words.iter().filter_map(|key| glossary::find(key));
    let entries: Vec<_> = entries.collect();
    html! {
        @if !entries.is_empty() {
            p.lexicon {
                "In the glossary: "
                @for (place, entry) in entries.iter().enumerate() {
                    @if place > 0 { ", " }
                    a href={ "/learn/glossary#" (entry.key) } { (entry.term) }
                }
                "."
            }
        }
    }
}

/// Where to go from here.
fn onward(place: usize) -> Markup {
    let before = place.checked_sub(1).map(|before| &all()[before]);
    let next: Option<&Lesson> = all().get(place + 1);
    html! {
        nav.onward aria-label="Lessons" {
            p.finished hidden { "You have answered every question of this lesson." }
            @match next {
                Some(next) => a.button.main href={ "/learn/" (next.name) } { "Next: " (next.title) },
                None => a.button.main href="/learn/puzzles" { "Now try the puzzles" },
            }
            @if let Some(before) = before {
                a.button href={ "/learn/" (before.name) } { "Before: " (before.title) }
            }
            a.button href="/learn" { "All lessons" }
        }
    }
}

fn block(block: &Block, engine: &mut Engine) -> Result<Markup, Fault> {
    Ok(match block {
        Block::Heading(text) => html! { h2 { (text) } },
        Block::Paragraph(spans) => html! { p { (text(spans)) } },
        Block::List(items) => html! { ul { @for item in items { li { (text(item)) } } } },
        Block::Figure(Figure::Boards(boards), caption) => figure(boards, caption)?,
        Block::Figure(Figure::Graph(expression), caption) => {
            graph(expression, &engine.graph(expression)?, caption)
        }
        Block::Exercise(exercise) => self::exercise(exercise)?,
    })
}

fn figure(boards: &[Start], caption: &[Span]) -> Result<Markup, Fault> {
    let boards: Vec<String> = boards.iter().map(picture).collect::<Result<_, _>>()?;
    Ok(html! {
        figure.boards {
            div { @for board in &boards { (PreEscaped(board)) } }
            figcaption { (text(caption)) }
        }
    })
}

/// A thermograph, which a script draws, so that it can be read off at every
/// temperature.
fn graph(expression: &str, answer: &ThermographAnswer, caption: &[Span]) -> Markup {
    html! {
        figure.graph-figure {
            div.walls data-name=(expression) data-graph=(json::text(answer)) {}
            figcaption { (text(caption)) }
        }
    }
}

fn exercise(exercise: &Exercise) -> Result<Markup, Fault> {
    let task = &exercise.task;
    let number = exercise.number;
    let still = match &exercise.board {
        Some(start) if !task.is_on_board() => Some(picture(start)?),
        _ => None,
    };
    let id = format!("exercise-{number}");
    Ok(html! {
        section.exercise.(task.name()) id=(id) data-number=(number) data-task=(task.name())
            data-side=[exercise.board.as_ref().map(|start| start.side.name())]
            aria-labelledby={ (id) "-question" } {
            p.kind { (kind(exercise)) }
            p.question id={ (id) "-question" } { (text(&exercise.question)) }
            @if let Some(still) = still { div.still { (PreEscaped(still)) } }
            @if task.is_on_board() { div.place { } }
            (choices(exercise))
            p.said role="status" {}
            @if !exercise.hint.is_empty() { p.hint hidden { (text(&exercise.hint)) } }
            @if !exercise.why.is_empty() { div.why hidden { p { (text(&exercise.why)) } } }
            div.buttons {}
        }
    })
}

/// What kind of exercise it is, in words.
fn kind(exercise: &Exercise) -> &'static str {
    match exercise.task {
        Task::Try => "Try it",
        _ => "Question",
    }
}

fn choices(exercise: &Exercise) -> Markup {
    let shown: Vec<Markup> = match (&exercise.task, &exercise.board) {
        (Task::Choose(choices), _) => {
            let choices = choices.choices.iter();
            choices.map(|(shown, _)| text(shown)).collect()
        }
        (Task::Who, Some(start)) => outcomes(start)
            .iter()
            .map(|words| html! { (words) })
            .collect(),
        _ => return html! {},
    };
    html! {
        div.choices role="group" aria-label="Answers" {
            @for (place, words) in shown.iter().enumerate() {
                button type="button" data-place=(place) { (words) }
            }
        }
    }
}

/// The outcomes N, P, L and R in words; the last two only where sides differ.
fn outcomes(start: &Start) -> Vec<String> {
    let base = start.game.split(':').next().unwrap_or("");
    let info = rules::find(base).ok();
    let side = |player| info.and_then(|info| info.side(player));
    let mut words = vec![
        "Whoever moves first".to_owned(),
        "Whoever moves second".to_owned(),
    ];
    let always = Player::BOTH.into_iter().filter_map(side);
    words.extend(always.map(|name| format!("{name}, whoever moves first")));
    words
}

/// Text with its marks.
fn text(spans: &[Span]) -> Markup {
    html! { @for span in spans { (self::span(span)) } }
}

fn span(span: &Span) -> Markup {
    match span {
        Span::Text(text) => html! { (text) },
        Span::Emphasis(text) => html! { em { (text) } },
        Span::Code(text) => html! { code { (text) } },
        Span::Value(text) => value(text),
        Span::Link(words, address) => html! { a href=(address) { (words) } },
        Span::Claim(claim) => self::claim(claim),
    }
}

fn claim(claim: &Claim) -> Markup {
    let computed = format!("Computed: {} = {}", claim.asked, claim.result);
    html! {
        span.claim title=(computed) {
            @match claim.shown() {
                Shown::Text(spans) => (text(spans)),
                Shown::Words(words) => (words),
                Shown::Value(text) => (value(text)),
            }
        }
    }
}

/// A value, which a script typesets.
fn value(text: &str) -> Markup {
    html! { game-value { (text) } }
}
