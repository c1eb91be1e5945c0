//! The page on which puzzles are solved.

use axum::extract::Path;
use axum::response::Html;
use maud::{Markup, html};
use play::KeptPuzzle;
use serde_json::json;

use super::super::fault::PageFault;
use super::super::parameters::Parameters;
use super::super::puzzles::kept;
use super::{Page, data, form, title};

/// How hard, in words: the name, and the lowest and the highest rating.
const LEVELS: [(&str, &str, u32, u32); 4] = [
    ("easy", "Easy", 0, 1199),
    ("medium", "Medium", 1200, 1599),
    ("hard", "Hard", 1600, 9999),
    ("any", "Any", 0, 9999),
];

/// `GET /learn/puzzles?game=&level=&seed=`, or `?game=&position=&turn=&misere=`
/// for a position of one's own.
pub async fn puzzles(parameters: Parameters) -> Result<Html<String>, PageFault> {
    parameters.only(&["game", "level", "seed", "position", "turn", "misere"])?;
    page(None, parameters.get("game"))
}

/// `GET /learn/puzzles/N`.
pub async fn puzzle(
    Path(number): Path<String>,
    parameters: Parameters,
) -> Result<Html<String>, PageFault> {
    parameters.only(&[])?;
    let (number, _) = kept(&number)?;
    page(Some(number), None)
}

/// The games that have puzzles, in the order of their titles, and how many.
fn games() -> Vec<(&'static str, usize)> {
    let mut games: Vec<(&str, usize)> = Vec::new();
    for kept in KeptPuzzle::all() {
        match games.iter_mut().find(|(game, _)| *game == kept.puzzle.game) {
            Some((_, count)) => *count += 1,
            None => games.push((&kept.puzzle.game, 1)),
        }
    }
    games.sort_by_key(|(game, _)| title(game));
    games
}

fn page(number: Option<usize>, game: Option<&str>) -> Result<Html<String>, PageFault> {
    let levels = LEVELS.map(|(name, _, least, most)| (name, [least, most]));
    let state = json!({
        "number": number,
        "levels": levels.iter().map(|(name, range)| ((*name).to_owned(), json!(range)))
            .collect::<serde_json::Map<_, _>>(),
    });
    let body = html! {
        h1 { "Puzzles" }
        div.columns.table {
            section.stage {
                p.task id="task" { span id="badges" {} " " span id="status" role="status" aria-live="polite" {} }
                div id="board" {}
                (form::message())
                div.buttons {
                    button id="again" hidden { "Try again" }
                    button id="show" disabled { "Show the answer" }
                    button.main id="next" { "Next puzzle" }
                }
                section.why id="why" aria-live="polite" {}
                (form::rules_at_hand("", None))
            }
            aside.panel {
                (standing())
                (filters(game))
                h2 { "Your own" }
                p id="own" { "A turning point of a game that you review becomes a puzzle here." }
                ul.kept id="mine" {}
            }
        }
        (data("state", &state))
    };
    let page = Page::new("Puzzles", body).at("/learn");
    Ok(page.style("learn-puzzles.css").script("puzzles.js").html())
}

/// What the browser remembers of who solves.
fn standing() -> Markup {
    html! {
        h2 { "Your rating" }
        dl.standing {
            div { dt { "Rating" } dd id="rating" { "–" } }
            div { dt { "Streak" } dd id="streak" { "–" } }
            div { dt { "Best streak" } dd id="longest" { "–" } }
            div { dt { "Solved at once" } dd id="solved" { "–" } }
        }
    }
}

fn filters(game: Option<&str>) -> Markup {
    html! {
        form.row id="filters" {
            label.wide {
                "Game "
                select name="game" {
                    (form::option("", &format!("All games ({})", KeptPuzzle::all().len()), game.is_none()))
                    @for (name, count) in games() {
                        (form::option(name, &format!("{} ({count})", title(name)), game == Some(name)))
                    }
                }
            }
            label.wide {
                "Difficulty "
                select name="level" {
                    (form::option("near", "Near my rating", true))
                    @for (name, about, _, _) in LEVELS { (form::option(name, about, false)) }
                }
            }
        }
        form.row id="fresh" {
            label.wide {
                "New set, by number "
                input type="number" name="seed" min="0" max="999999999" value="1";
            }
            button type="submit" { "Make it" }
        }
        p.soft id="set" {}
    }
}
