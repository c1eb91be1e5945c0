//! What kinds of games there are: the lecture notes' table, for the games that
//! are played here and for the notes' other examples.

use rules::{Info, PUZZLES, PuzzleInfo};

/// What kind of game a game is, by the notes' questions.
#[derive(serde::Serialize)]
pub struct Taxon {
    /// The name here, or the name people say.
    pub name: &'static str,
    /// Whether Legatus plays it.
    pub played: bool,
    /// How many play.
    pub players: &'static str,
    /// Whether they move in turns.
    pub turns: bool,
    /// Whether dice, cards or the like decide something.
    pub chance: bool,
    /// Whether everybody sees everything.
    pub perfect_information: bool,
    /// Whether there is a bound on the number of moves: `yes`, `no`, or `by
    /// rule` where positions can repeat and a rule about that ends the game.
    pub finite: &'static str,
    /// Whether all have the same moves.
    pub impartial: bool,
    /// How it ends: `normal` if who cannot move loses, `misere` if he wins,
    /// else what is counted.
    pub end: &'static str,
}

/// The headings of [`Taxon::cells`].
pub const HEADINGS: [&str; 9] = [
    "game",
    "here",
    "players",
    "turns",
    "chance",
    "information",
    "finite",
    "impartial",
    "normal/misere",
];

impl Taxon {
    /// A game that is played here.
    #[must_use]
    pub fn of(info: &'static Info) -> Taxon {
        let kind = info.kind;
        Taxon {
            name: info.name,
            played: true,
            players: "2",
            turns: true,
            chance: kind.chance,
            perfect_information: kind.perfect_information,
            finite: yes(kind.finite),
            impartial: kind.impartial,
            // All others have both conventions.
            end: if kind.chance {
                CAPTURE
            } else {
                "normal or misere"
            },
        }
    }

    /// A puzzle that is solved here.
    #[must_use]
    pub fn puzzle(info: &'static PuzzleInfo) -> Taxon {
        Taxon {
            name: info.name,
            played: true,
            players: "1",
            finite: "yes",
            impartial: true,
            end: "solved or not",
            ..BOARD_GAME
        }
    }

    /// A row of a table for people.
    #[must_use]
    pub fn cells(&self) -> [&'static str; 9] {
        [
            self.name,
            if self.played { "played" } else { "not played" },
            self.players,
            if self.turns { "in turn" } else { "at once" },
            if self.chance { "chance" } else { "none" },
            match self.perfect_information {
                true => "perfect",
                false => "hidden",
            },
            self.finite,
            yes(self.impartial),
            self.end,
        ]
    }
}

/// How Latrunculus ends.
const CAPTURE: &str = "a King dies, or a lead";

/// `yes` or `no`.
#[must_use]
pub fn yes(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

/// A game without chance that two play in turns, with everything in sight, and
/// that positions can repeat in.
const BOARD_GAME: Taxon = Taxon {
    name: "Chess",
    played: false,
    players: "2",
    turns: true,
    chance: false,
    perfect_information: true,
    finite: "by rule",
    impartial: false,
    end: "checkmate",
};

/// The notes' examples that are not played here.
pub const ELSEWHERE: [Taxon; 8] = [
    BOARD_GAME,
    Taxon {
        name: "Checkers",
        end: "normal",
        ..BOARD_GAME
    },
    Taxon {
        name: "Go",
        end: "territory",
        ..BOARD_GAME
    },
    Taxon {
        name: "Backgammon",
        chance: true,
        finite: "no",
        end: "a race",
        ..BOARD_GAME
    },
    Taxon {
        name: "Yahtzee",
        players: "1 or more",
        chance: true,
        finite: "yes",
        end: "points",
        ..BOARD_GAME
    },
    Taxon {
        name: "Poker",
        players: "2 or more",
        chance: true,
        perfect_information: false,
        finite: "yes",
        end: "the best hand",
        ..BOARD_GAME
    },
    Taxon {
        name: "Roshambo",
        turns: false,
        perfect_information: false,
        finite: "yes",
        impartial: true,
        end: "the hands shown",
        ..BOARD_GAME
    },
    Taxon {
        name: "Starcraft",
        players: "2 or more",
        turns: false,
        chance: true,
        perfect_information: false,
        finite: "no",
        end: "destruction",
        ..BOARD_GAME
    },
];

/// Every game that is played here, the puzzles, then the notes' others.
pub fn taxonomy() -> impl Iterator<Item = Taxon> {
    let here = rules::games().into_iter().chain(rules::chance_games());
    let puzzles = PUZZLES.into_iter().map(Taxon::puzzle);
    here.map(Taxon::of).chain(puzzles).chain(ELSEWHERE)
}
