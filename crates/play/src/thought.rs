//! What a player thinks of the move that it has chosen, and how that is said.

use crate::session::Session;
use crate::state::State;
use std::fmt::Write;
use values::Player;

/// What a player knows or thinks of its move. What it knows is exact; what it
/// only thinks is said to be an estimate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Whether the player who makes the move wins with best play, where that is
    /// certain.
    pub wins: Option<bool>,
    /// How it came to that.
    pub ground: Ground,
    /// Whether the time ended before it had done what it was to do.
    pub cut_short: bool,
}

/// What a choice stands on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ground {
    /// It does not say.
    #[default]
    Silent,
    /// The position is solved.
    Solved,
    /// Nim values: their sum before the move.
    NimSum(u64),
    /// The misère quotient of the heaps of the game.
    Quotient,
    /// The end is seen within so many moves of both players.
    Seen(u32),
    /// A search so many moves ahead, and by how many tenths of a move the
    /// player then seems to be ahead, if it is positive.
    Searched {
        /// The moves of both players that were looked ahead.
        moves: u32,
        /// Tenths of a move.
        ahead: i32,
    },
    /// A tree of lines, and how many of a hundred such games it expects to win.
    Tried {
        /// How often the move was tried.
        lines: u32,
        /// A part of a hundred.
        percent: u32,
    },
    /// Thermographs: the temperature of the move.
    Temperature {
        /// As text.
        degrees: String,
        /// Whether it is an estimate.
        estimated: bool,
    },
    /// There was no time to think: the move leaves the opponent few moves.
    Haste,
}

/// Those of whom something is said: how they are called at the beginning of a
/// sentence, and within one.
#[derive(Clone, Copy, Debug)]
pub struct Voice<'n> {
    /// Who has moved, such as "The computer" or "White".
    pub mover: &'n str,
    /// His opponent within a sentence, such as "you" or "Black".
    pub other: &'n str,
}

impl Voice<'static> {
    /// The computer, which plays against the person who is told.
    pub const COMPUTER: Self = Voice {
        mover: "The computer",
        other: YOU,
    };

    /// The person who is told, and plays against the computer.
    pub const PERSON: Self = Voice {
        mover: "You",
        other: "the computer",
    };

    /// What a player at a table and the opponent are called: a person against
    /// the computer is told of the two, else it is the sides' names.
    #[must_use]
    pub fn of(session: &Session<State>, mover: Player) -> Self {
        match session.only_person() {
            Some(person) if person == mover => Voice::PERSON,
            Some(_) => Voice::COMPUTER,
            None => Voice::of_side(session.start(), mover),
        }
    }

    /// What the sides of a game that began so are called: by the names that
    /// its games agree on, else Left and Right, or first and second player
    /// where both have the same moves.
    #[must_use]
    pub fn of_side(start: &State, mover: Player) -> Self {
        match (start.is_impartial(), mover == start.turn()) {
            (true, true) => Voice {
                mover: "The first player",
                other: "the second player",
            },
            (true, false) => Voice {
                mover: "The second player",
                other: "the first player",
            },
            (false, _) => Voice {
                mover: side_name(start, mover),
                other: side_name(start, -mover),
            },
        }
    }

    /// The mover within a sentence.
    #[must_use]
    pub fn mover_within(self) -> &'static str {
        lower(self.mover)
    }

    /// A verb of the mover: he wins, you win.
    #[must_use]
    pub fn does<'w>(self, you: &'w str, he: &'w str) -> &'w str {
        if self.mover_within() == YOU { you } else { he }
    }
}

/// The person who is told.
const YOU: &str = "you";

impl Thought {
    /// What follows from the end that is seen within so many moves.
    pub(crate) fn sees(win: bool, moves: u32) -> Self {
        Thought::certain(win, Ground::Seen(moves))
    }

    /// Something that is certain.
    pub(crate) fn certain(wins: bool, ground: Ground) -> Self {
        Thought {
            wins: Some(wins),
            ground,
            cut_short: false,
        }
    }

    /// Something that is not.
    pub(crate) fn guess(ground: Ground) -> Self {
        Thought {
            ground,
            ..Thought::default()
        }
    }

    /// What is said of the player who has made the move, in whole sentences;
    /// nothing if there is nothing to say.
    ///
    /// ```
    /// use play::{Ground, Thought, Voice};
    /// let thought = Thought { wins: Some(false), ground: Ground::Solved, cut_short: false };
    /// let said = thought.of_mover(Voice::COMPUTER);
    /// assert_eq!(said, "The computer has solved the game: it loses if you play right.");
    /// ```
    #[must_use]
    pub fn of_mover(&self, voice: Voice<'_>) -> String {
        let Voice { mover, other } = voice;
        let right = match other {
            YOU => "if you play right".to_owned(),
            _ => format!("if {other} plays right"),
        };
        let mut said = match (&self.ground, self.wins) {
            (Ground::Seen(moves), Some(true)) => {
                format!("{mover} sees a win in {}.", count(*moves))
            }
            (Ground::Seen(moves), Some(false)) => {
                format!("{mover} sees a loss in {} {right}.", count(*moves))
            }
            (Ground::NimSum(_), Some(true)) => {
                format!("{mover} has moved to nim sum 0: it wins with best play.")
            }
            (Ground::NimSum(_), Some(false)) => {
                format!("The nim sum was 0: {} loses {right}.", lower(mover))
            }
            (Ground::Quotient, Some(true)) => {
                format!("{mover} has moved into the P-portion: it wins with best play.")
            }
            (Ground::Quotient, Some(false)) => {
                format!(
                    "The heaps were in the P-portion: {} loses {right}.",
                    lower(mover)
                )
            }
            (_, Some(true)) => format!("{mover} has solved the game: it wins with best play."),
            (_, Some(false)) => format!("{mover} has solved the game: it loses {right}."),
            (Ground::Searched { moves, ahead }, None) => {
                let ahead = leading(*ahead, lower(mover), other);
                format!("{mover} looked {} ahead. Estimate: {ahead}.", count(*moves))
            }
            (Ground::Tried { lines, percent }, None) => format!(
                "{mover} tried {lines} {}. Estimate: it wins {percent} % of such games.",
                if *lines == 1 { "line" } else { "lines" }
            ),
            (Ground::Temperature { degrees, estimated }, None) => {
                let about = if *estimated { "about " } else { "" };
                format!("{mover} played at temperature {about}{degrees}.")
            }
            (Ground::Haste, None) => {
                format!("{mover} had no time to look ahead, and left {other} few moves.")
            }
            // The others are silent about what is not certain.
            (_, None) => String::new(),
        };
        if self.cut_short && self.wins.is_none() && self.ground != Ground::Haste {
            let gap = if said.is_empty() { "" } else { " " };
            let _ = write!(said, "{gap}Its time was over: the best move found so far.");
        }
        said
    }

    /// Why the move is advised to the player who is to move, in words that go
    /// on after the move.
    ///
    /// ```
    /// use play::{Ground, Thought, Voice};
    /// let thought = Thought { wins: Some(false), ground: Ground::Solved, cut_short: false };
    /// let said = thought.of_advice(Voice { mover: "You", other: "the computer" });
    /// assert_eq!(said, "no move wins; this one makes it hardest for the computer");
    /// ```
    #[must_use]
    pub fn of_advice(&self, voice: Voice<'_>) -> String {
        let Voice { mover, other } = voice;
        match (&self.ground, self.wins) {
            (Ground::Seen(moves), Some(true)) => format!("wins in {}", count(*moves)),
            (Ground::NimSum(_), Some(true)) => "wins: it leaves nim sum 0".to_owned(),
            (Ground::Quotient, Some(true)) => "wins: it leaves the P-portion of the misère \
                                               quotient"
                .to_owned(),
            (_, Some(true)) => "wins".to_owned(),
            (Ground::NimSum(_), Some(false)) => {
                format!("no move wins, for the nim sum is 0; this one makes it hardest for {other}")
            }
            (Ground::Quotient, Some(false)) => format!(
                "no move wins, for the heaps are in the P-portion of the misère quotient; this one \
                 makes it hardest for {other}"
            ),
            (_, Some(false)) => format!("no move wins; this one makes it hardest for {other}"),
            (Ground::Searched { moves, ahead }, None) => {
                let ahead = leading(*ahead, lower(mover), other);
                format!("an estimate, {} ahead: {ahead}", count(*moves))
            }
            (Ground::Tried { percent, .. }, None) => {
                let wins = match lower(mover) {
                    YOU => "you win".to_owned(),
                    name => format!("{name} wins"),
                };
                format!("an estimate: {wins} {percent} % of such games")
            }
            (Ground::Temperature { degrees, estimated }, None) => {
                let about = if *estimated { "about " } else { "" };
                format!("the move of temperature {about}{degrees}")
            }
            (Ground::Haste, None) => format!("a guess: it leaves {other} few moves"),
            (_, None) => "a guess".to_owned(),
        }
    }
}

/// So many moves.
fn count(moves: u32) -> String {
    match moves {
        1 => "1 move".to_owned(),
        _ => format!("{moves} moves"),
    }
}

/// A name within a sentence: names of sides keep their capital.
fn lower(name: &str) -> &str {
    match name {
        "You" => YOU,
        "The computer" => "the computer",
        "The first player" => "the first player",
        "The second player" => "the second player",
        name => name,
    }
}

/// Who is ahead and by how much, by an estimate in tenths of a move.
fn leading(estimate: i32, mover: &str, other: &str) -> String {
    let tenths = estimate.unsigned_abs();
    let who = match estimate.signum() {
        0 => return "nobody is ahead".to_owned(),
        1 => mover,
        _ => other,
    };
    let is = if who == YOU { "are" } else { "is" };
    let unit = if tenths == 10 { "move" } else { "moves" };
    format!("{who} {is} ahead by {}.{} {unit}", tenths / 10, tenths % 10)
}

/// What a side is called: by the name that the games of a sum agree on, else
/// Left or Right.
#[must_use]
pub fn side_name(state: &State, player: Player) -> &'static str {
    let names = state.components().iter().map(|component| {
        let inside = if component.is_negated() {
            -player
        } else {
            player
        };
        component.game().side(inside)
    });
    let mut names = names.collect::<Vec<_>>().into_iter();
    match names.next().flatten() {
        Some(first) if !state.is_impartial() && names.all(|name| name == Some(first)) => first,
        _ => match player {
            Player::Left => "Left",
            Player::Right => "Right",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_says_for_whom() {
        let said =
            |ahead, voice| Thought::guess(Ground::Searched { moves: 1, ahead }).of_mover(voice);
        let white = Voice {
            mover: "White",
            other: "Black",
        };
        assert_eq!(
            said(13, Voice::COMPUTER),
            "The computer looked 1 move ahead. Estimate: the computer is ahead by 1.3 moves."
        );
        assert_eq!(
            said(-10, Voice::COMPUTER),
            "The computer looked 1 move ahead. Estimate: you are ahead by 1.0 move."
        );
        assert_eq!(
            said(-5, white),
            "White looked 1 move ahead. Estimate: Black is ahead by 0.5 moves."
        );
        assert_eq!(
            said(0, white),
            "White looked 1 move ahead. Estimate: nobody is ahead."
        );
    }

    #[test]
    fn what_is_certain_is_said_of_the_mover() {
        let nim = |wins| Thought::certain(wins, Ground::NimSum(1)).of_mover(Voice::COMPUTER);
        assert_eq!(
            nim(true),
            "The computer has moved to nim sum 0: it wins with best play."
        );
        assert_eq!(
            nim(false),
            "The nim sum was 0: the computer loses if you play right."
        );
        assert_eq!(
            Thought::sees(true, 1).of_mover(Voice::COMPUTER),
            "The computer sees a win in 1 move."
        );
    }
}
