//! What the pages of games beside cards and with a die have in common.

use maud::{Markup, html};
use rules::Info;
use values::Player;

use super::form::{self, option};
use super::players::{segmented, side_name};

/// How strong the computer is to be in a game that nobody plays perfectly.
pub fn strengths_with_die() -> Markup {
    let choices = [
        ("easy", "Easy", "kills what it can, else anything"),
        ("medium", "Medium", "looks at what can be killed next"),
        ("hard", "Hard", "weighs all six throws of the reply"),
        ("perfect", "Strongest", "the same, as widely as it can"),
    ];
    segmented("opponent", "Computer", &choices, "medium")
}

/// Two people at one screen.
pub fn friends() -> Markup {
    html! {
        div.friends {
            span { "Two people:" }
            button type="button" id="here" { "On this screen" }
        }
    }
}

/// Who begins, this player unless another is chosen.
pub fn begins(info: &Info, first: Player) -> Markup {
    html! {
        label {
            "Who begins "
            select name="first" {
                @for player in Player::BOTH {
                    (option(form::side(player).0, side_name(info, player), player == first))
                }
            }
        }
    }
}

/// A page on which a game is begun with one click: the choices that matter,
/// then the others, and what is said beside them.
pub fn begin(title: &str, choices: &Markup, more: (&str, bool, &Markup), about: &Markup) -> Markup {
    let (summary, open, more) = more;
    html! {
        h1 { (title) }
        div.columns.begin {
            form.panel id="begin" {
                (choices)
                button.main.large type="submit" { "Play now" }
                (form::message())
                (friends())
                details id="more" open[open] {
                    summary { (summary) }
                    (more)
                }
            }
            section.panel {
                div id="preview" {}
                (about)
            }
        }
    }
}

/// The board and what is around it: one line that says whose turn it is, one
/// player above the board, the other below. Nothing above the board changes its
/// height.
pub fn stage(title: &str, tags: &[String], before: &Markup, board: &Markup) -> Markup {
    html! {
        section.stage {
            h1 { (title) " " @for tag in tags { span.tag { (tag) } " " } }
            div.turn {
                p id="status" tabindex="0" role="status" aria-live="polite" {}
                span id="clock" aria-hidden="true" {}
                button id="now" hidden { "Move now" }
            }
            (before)
            div.player id="above" {}
            (board)
            div.player id="below" {}
            p id="remark" aria-live="polite" {}
            (form::message())
            div.buttons id="rescue" hidden {}
        }
    }
}

/// What can be done in a game of turns, and how it ended.
pub fn steps() -> Markup {
    html! {
        section.end id="end" role="status" tabindex="-1" hidden {}
        (form::steps())
        div id="advice" aria-live="polite" {}
    }
}
