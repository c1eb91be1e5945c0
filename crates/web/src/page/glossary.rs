//! The page that explains the words of the theory.

use axum::response::Html;
use maud::html;

use super::super::glossary::ENTRIES;
use super::Page;

/// `GET /learn/glossary`.
pub async fn glossary() -> Html<String> {
    let body = html! {
        h1 { "Glossary" }
        p.lead { "The words of the theory, in the order of the alphabet." }
        dl.glossary {
            @for entry in ENTRIES {
                dt id=(entry.key) { (entry.term) }
                dd { (entry.about) }
            }
        }
    };
    Page::new("Glossary", body).at("/learn").style("explore.css").html()
}
