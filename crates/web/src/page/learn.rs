//! The page from which people learn.

use axum::response::Html;
use maud::html;

use super::Page;

/// `GET /learn`.
pub async fn learn() -> Html<String> {
    let body = html! {
        h1 { "Learn" }
        ul {
            li { a href="/learn/puzzles" { "Puzzles" } ": find the only winning move." }
            li { a href="/papers" { "The papers" } ": their tables, computed beside the print." }
            li { a href="/help" { "Help" } ": what the pages, the keys and the program do." }
        }
    };
    Page::new("Learn", body).at("/learn").html()
}
