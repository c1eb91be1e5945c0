//! What the forms that begin a game, and the tables on which games are played,
//! have in common.

use maud::{Markup, html};
use rules::Info;
use values::Player;

use super::data;

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

/// Who begins, this player unless another is chosen.
pub fn begins(first: Player) -> Markup {
    html! {
        label {
            "Who begins "
            select name="first" {
                @for player in Player::BOTH {
                    (option(side(player).0, side(player).1, player == first))
                }
            }
        }
    }
}

/// A seat on each side, for a person or one of these players, who may have
/// levels. A person sits on the left, and this player on the right.
pub fn seats(players: &[(&str, &str)], right: Option<&str>, levels: bool) -> Markup {
    html! {
        @for player in Player::BOTH {
            @let (side, name) = side(player);
            fieldset {
                legend { (name) }
                label {
                    "Player "
                    select name=(side) {
                        (option("human", "a person", false))
                        @for (name, about) in players {
                            @let chosen = player == Player::Right && right == Some(*name);
                            (option(name, &format!("{name}: {about}"), chosen))
                        }
                    }
                }
                @if levels { " " (level(side)) }
            }
        }
    }
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

/// The page on which a game is begun: a form, and what is said beside it.
pub fn begin(
    title: &str,
    game: Option<&str>,
    fields: &Markup,
    buttons: &Markup,
    about: &Markup,
) -> Markup {
    html! {
        h1 { (title) }
        div.columns {
            form.panel id="begin" data-game=[game] {
                (fields)
                div.buttons {
                    button.main type="submit" { "Play" }
                    (buttons)
                }
                (message())
            }
            section.panel {
                div id="preview" {}
                (about)
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

/// Text with `code` in it.
pub fn code(text: &str) -> Markup {
    html! {
        @for (number, piece) in text.split('`').enumerate() {
            @if number % 2 == 0 { (piece) } @else { code { (piece) } }
        }
    }
}

/// The page on which a game is played: the board with what is around it, a
/// panel beside it, and the game as its script knows it.
pub fn table(title: &str, stage: &Markup, panel: &Markup, state: &serde_json::Value) -> Markup {
    html! {
        h1 { (title) }
        div.columns.table {
            section.stage {
                p id="status" role="status" aria-live="polite" {}
                (stage)
                (message())
            }
            aside.panel { (panel) }
        }
        (data("state", state))
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

/// Buttons of a page, by id.
pub fn buttons(all: &[(&str, &str)]) -> Markup {
    html! { @for (id, name) in all { button id=(id) { (name) } } }
}

/// What can be done in a game of turns.
pub fn turn_buttons() -> Markup {
    let all = [
        ("undo", "Undo"),
        ("redo", "Redo"),
        ("hint", "Hint"),
        ("flip", "Flip"),
        ("resign", "Resign"),
    ];
    html! { div.buttons { (buttons(&all)) } }
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
