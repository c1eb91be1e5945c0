//! Who plays: how strong the computer is, which side a person takes, and
//! every player by name for those who want one.

use maud::{Markup, html};
use rules::Info;
use solve::Convention;
use values::Player;

use super::form::{self, option};

/// How strong the computer can be: its name in requests, what a person reads,
/// and what that means.
pub const STRENGTHS: [(&str, &str, &str); 4] = [
    ("easy", "Easy", "makes mistakes"),
    ("medium", "Medium", "looks ahead a little"),
    ("hard", "Hard", "thinks for up to five seconds"),
    ("perfect", "Perfect", "plays exactly where it can"),
];

/// A choice of one among a few that are all in sight. The script remembers it
/// under the name.
pub fn segmented(name: &str, legend: &str, choices: &[(&str, &str, &str)], chosen: &str) -> Markup {
    html! {
        fieldset.segmented data-choice=(name) {
            legend { (legend) }
            div {
                @for (value, words, about) in choices {
                    label title=(about) {
                        input type="radio" name=(name) value=(value) checked[*value == chosen];
                        span { (words) }
                    }
                }
            }
        }
    }
}

/// How strong the computer is to be.
pub fn strengths() -> Markup {
    segmented("opponent", "Computer", &STRENGTHS, "medium")
}

/// What a side is called where two people play: by its colour, or by who
/// begins where both have the same moves.
pub fn side_name(info: &Info, player: Player) -> &'static str {
    info.side(player).unwrap_or(match player {
        Player::Left => "First player",
        Player::Right => "Second player",
    })
}

/// Which side a person takes. Where both have the same moves, Left begins; in a
/// game that has `begun` it is the first player.
pub fn sides(info: &Info, begun: bool) -> Markup {
    let best = (
        "best",
        "Best",
        "the side that can win, as far as that is found",
    );
    let named = |value, player, impartial| {
        let name = match begun {
            true => side_name(info, player),
            false => info.side(player).unwrap_or(impartial),
        };
        (value, name, name)
    };
    let choices = [
        best,
        named("left", Player::Left, "You begin"),
        named("right", Player::Right, "Computer begins"),
    ];
    segmented("side", "Your side", &choices, "best")
}

/// Two people, on one screen or on two devices.
pub fn friends() -> Markup {
    html! {
        div.friends {
            span { "Two people:" }
            (form::buttons(&[("here", "On this screen"), ("link", "By a link")]))
        }
    }
}

/// Every player of a game by name, for each side.
pub fn named(info: &Info) -> Markup {
    let example = play::State::read(&rules::example_name(info), info.example, Convention::Normal);
    let players: Vec<(&str, &str)> = match &example {
        Err(_) => Vec::new(),
        Ok(state) => {
            let players = play::players().iter();
            let players = players.filter(|listed| (listed.is_for)(state));
            players.map(|listed| (listed.name, listed.about)).collect()
        }
    };
    seats(info, &players, true)
}

/// A choice among these players for each side; nobody is chosen at first.
pub fn seats(info: &Info, players: &[(&str, &str)], levels: bool) -> Markup {
    html! {
        @for player in Player::BOTH {
            @let side = form::side(player).0;
            fieldset {
                legend { (side_name(info, player)) }
                label {
                    "Player "
                    select name=(side) {
                        (option("", "as chosen above", true))
                        (option("human", "a person", false))
                        @for (name, about) in players {
                            (option(name, &format!("{name}: {about}"), false))
                        }
                    }
                }
                @if levels { " " (form::level(side)) }
            }
        }
    }
}

/// Who begins, as the rules say unless another is chosen.
pub fn begins(info: &Info) -> Markup {
    html! {
        label {
            "Who begins "
            select name="first" {
                (option("", "as the rules say", true))
                @for player in Player::BOTH {
                    (option(form::side(player).0, side_name(info, player), false))
                }
            }
        }
    }
}
