//! What the forms that begin a game, and the tables on which games are played,
//! have in common.

use maud::{Markup, html};
use rules::Info;
use values::Player;

/// How a side is called in requests, and by people.
pub const fn side(player: Player) -> (&'static str, &'static str) {
    match player {
        Player::Left => ("left", "Left (Black)"),
        Player::Right => ("right", "Right (White)"),
    }
}

/// A choice in a list.
pub fn option(value: &str, about: &str, chosen: bool) -> Markup {
    html! { option value=(value) selected[chosen] { (about) } }
}

/// Where a text is written that no browser should correct.
pub fn written(name: &str, value: Option<&str>, example: Option<&str>) -> Markup {
    html! {
        input name=(name) value=[value] autocomplete="off" spellcheck="false" autocapitalize="off"
            placeholder=[example];
    }
}

/// Where a position is written.
pub fn position(value: &str) -> Markup {
    html! { label { "Position " (written("position", Some(value), None)) } }
}

/// The place where a page says why something did not work.
pub fn message() -> Markup {
    html! { p id="message" role="alert" class="error" {} }
}

/// How well a named player on a side plays.
pub fn level(side: &str) -> Markup {
    html! {
        label {
            "Level "
            select name={ (side) "_level" } {
                @for level in play::LEVELS {
                    option selected[level == play::DEFAULT_LEVEL] { (level) }
                }
            }
        }
    }
}

/// Leads from a position that is to be played to its analysis.
pub fn analyse() -> Markup {
    html! { button type="button" id="analyse" { "Analyse this position" } }
}

/// The rules of a game, and how its positions are written.
pub fn rules(info: &Info) -> Markup {
    html! {
        h2 { "Rules" }
        p { (info.rules) }
        h2 { "Notation" }
        p { (code(info.notation)) }
    }
}

/// The rules at hand while one plays, with what is said of a variant.
pub fn rules_at_hand(rules: &str, variant: Option<&str>) -> Markup {
    html! {
        details id="rules" {
            summary { "Rules" }
            p { (rules) }
            @if let Some(variant) = variant { p { (variant) } }
        }
    }
}

/// Text with `code` in it.
pub fn code(text: &str) -> Markup {
    html! {
        @for (number, piece) in text.split('`').enumerate() {
            @if number % 2 == 0 { (piece) } @else { code { (piece) } }
        }
    }
}

/// Where a move is typed.
pub fn typed(label: &str, wide: bool, example: Option<&str>, button: &str) -> Markup {
    html! {
        form.row id="typed" {
            label class=[wide.then_some("wide")] { (label) " " (written("move", None, example)) }
            button type="submit" { (button) }
        }
    }
}

/// What can be done in a game that is kept here.
pub fn steps() -> Markup {
    let steps = [
        ("undo", "Undo"),
        ("redo", "Redo"),
        ("hint", "Hint"),
        ("flip", "Flip"),
        ("resign", "Resign"),
    ];
    html! { div.buttons id="steps" { (buttons(&steps)) } }
}

/// Buttons of a page, by id.
pub fn buttons(all: &[(&str, &str)]) -> Markup {
    html! { @for (id, name) in all { button id=(id) { (name) } } }
}

/// The list of moves or turns, and the way through it.
pub fn history(heading: &str, one: &str, more: &Markup) -> Markup {
    let ways = [
        ("first", "|◀", "First position".to_owned()),
        ("back", "◀", format!("One {one} back")),
        ("forward", "▶", format!("One {one} on")),
        ("last", "▶|", "Last position".to_owned()),
    ];
    html! {
        h2 { (heading) }
        ol.moves id="moves" {}
        div.buttons {
            @for (id, sign, label) in ways { button id=(id) aria-label=(label) { (sign) } }
            (more)
        }
    }
}

/// What is found out about the position, when somebody wants to know.
pub fn facts() -> Markup {
    html! { details id="analysis" { summary { "Analysis" } div id="facts" {} } }
}

/// The way from a game to the next one, and to the editor.
pub fn onward(again: &str, more: &Markup) -> Markup {
    html! {
        div.buttons {
            a.button id="again" href=(again) { "New game" }
            a.button id="edit" href="/analyse" { "Edit this position" }
            (more)
        }
    }
}

/// The record of a game, to be saved as a file.
pub fn record(shelf: &str, id: &str, name: &str) -> Markup {
    let address = format!("/api/v1/{shelf}/{}/record", super::encode(id));
    html! { a.button href=(address) download={ (name) ".txt" } { "Game as text" } }
}
