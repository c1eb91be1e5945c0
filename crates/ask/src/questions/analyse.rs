//! What a position of Latrunculus promises.

use play::latrunculus::{Chosen, best_turns, describe, hundredths};
use play::{DEFAULT_LEVEL, Effort, LEVELS};
use rules::latrunculus::{Piece, Square, State, THROWS, colour, shots};
use serde::Serialize;
use serde_json::value::RawValue;
use std::io::{self, Write};
use values::{Budget, Player};

use super::threats::name;
use crate::json::{self, as_player, as_text};
use crate::latrunculus::{self, roll, throw};
use crate::settings::{self, seconds, side};
use crate::{
    Asked, Desk, Exit, Layout, Question, SUBJECT, Setting, Subject, Takes, Trouble, Web, table,
};

/// `legatus analyse`.
pub static QUESTION: Question = Question {
    name: "analyse",
    about: "Say what a turn is worth, and which pieces are in danger",
    help: "For the player who throws next: what the best turn for each throw is worth, in \
           Soldiers, and what that comes to on average; the best turns for a throw with --roll. \
           These are judgements of the player `dice`, which looks at the other's best replies to \
           all six throws. For every piece: how many of the six throws of its enemy can kill it in \
           one turn. That is exact.",
    words: &[SUBJECT],
    settings: &[
        Setting::new(
            "player",
            Takes::Readable("PLAYER", |text| side(text).map(drop)),
            "Who throws next: black (left) or white (right)",
        )
        .or("black")
        .on_the_web(),
        roll("What the die shows: the best turns for this throw"),
        Setting::new(
            "turns",
            Takes::Number("N", 1, 100),
            "How many of the best turns",
        )
        .or("5")
        .on_the_web(),
        Setting::new(
            "level",
            Takes::Number("LEVEL", *LEVELS.start() as u64, *LEVELS.end() as u64),
            "How strong players are, from 1 to 10: how many positions they look at, four times as \
             many at each level",
        )
        .or("7")
        .on_the_web(),
        Setting::new(
            "time",
            Takes::Readable("SECONDS", |text| seconds(text).map(drop)),
            "Let players think for so many seconds a move instead; such games cannot be repeated",
        )
        .not_with(&["level"]),
        settings::json(
            "Print a JSON object: player, expected, throws (roll, turns: move, position, value), \
             pieces (square, player, piece, pips, chance)",
        ),
    ],
    examples: &[
        "legatus analyse latrunculus start --player white",
        "legatus analyse latrunculus start --player white --roll 5",
        "legatus analyse latrunculus behind --json",
    ],
    web: Some(Web {
        about: "in Latrunculus: the best turns for each throw or for roll, the expected result, \
                and for each piece the chance that one turn of the enemy kills it",
        subject: Subject::Position,
        given: &[],
        example: "game=latrunculus&position=start&player=white&roll=4",
    }),
    answer,
};

/// What is asked of each position.
struct Asking {
    player: Player,
    roll: Option<u8>,
    turns: usize,
    effort: Effort,
}

/// What was found.
#[derive(Serialize)]
pub struct AnalyseAnswer {
    #[serde(serialize_with = "as_player")]
    player: Player,
    /// The mean over the six throws, if all were looked at.
    expected: Option<Box<RawValue>>,
    throws: Vec<ThrowAnswer>,
    pieces: Vec<PieceAnswer>,
    #[serde(skip)]
    mean: Option<i32>,
}

/// The best turns for a throw.
#[derive(Serialize)]
struct ThrowAnswer {
    roll: u8,
    turns: Vec<TurnAnswer>,
}

#[derive(Serialize)]
struct TurnAnswer {
    #[serde(rename = "move")]
    text: String,
    position: String,
    value: Option<Box<RawValue>>,
    #[serde(skip)]
    worth: Option<i32>,
}

/// A piece, and the fewest pips that kill it if six suffice.
#[derive(Serialize)]
struct PieceAnswer {
    #[serde(serialize_with = "as_text")]
    square: Square,
    #[serde(serialize_with = "as_player")]
    player: Player,
    piece: &'static str,
    pips: Option<u8>,
    chance: &'static str,
    #[serde(skip)]
    kind: Piece,
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let effort = match asked.read("time", seconds)? {
        Some(time) => Effort::time(time),
        None => Effort::level(asked.number("level")?.unwrap_or(DEFAULT_LEVEL)),
    };
    let asking = Asking {
        player: asked.read("player", side)?.unwrap_or(Player::Left),
        roll: asked.read("roll", throw)?,
        turns: asked.number("turns")?.unwrap_or(5),
        effort,
    };
    let hint = "write `legatus analyse latrunculus POSITION`; `legatus value` and `legatus moves` \
                answer for other games";
    let mut print = |desk: &mut Desk, options: &_, board: &_, layout, out: &mut dyn Write| {
        let state = State::new(*options, *board, asking.player)?;
        let answer = desk.working(|_, arena| asking.find(&state, arena.budget()))?;
        match (desk.json(), layout) {
            (true, _) => json::line(out, &answer)?,
            (false, Layout::Page) => answer.page(out)?,
            (false, Layout::Line) => answer.line(out)?,
        }
        Ok(())
    };
    latrunculus::ask(desk, &asked.words, hint, out, &mut print)
}

impl Asking {
    fn find(&self, state: &State, budget: &Budget) -> values::Result<AnalyseAnswer> {
        let effort = self.effort.clone().with_budget(budget.clone());
        let mut throws = Vec::new();
        for roll in self.roll.map_or(THROWS, |roll| roll..=roll) {
            let most = if self.roll.is_some() { self.turns } else { 1 };
            let turns = best_turns(state, roll, &effort, most)?;
            let turns = turns.iter().map(TurnAnswer::of).collect();
            throws.push(ThrowAnswer { roll, turns });
        }
        let mut pieces = Vec::new();
        let [left, right] = [
            shots(&state.board, Player::Left, &state.options, budget)?,
            shots(&state.board, Player::Right, &state.options, budget)?,
        ];
        for square in state.board.squares() {
            let Some((kind, player)) = state.board.piece(square) else {
                continue;
            };
            let shots = if player == Player::Left {
                &right
            } else {
                &left
            };
            let pips = shots[square.index()];
            pieces.push(PieceAnswer {
                square,
                player,
                piece: match kind {
                    Piece::Soldier => "soldier",
                    Piece::King => "king",
                },
                pips,
                chance: chance(pips),
                kind,
            });
        }
        let best = throws.iter().map(|throw| throw.turns.first()?.worth);
        let values: Option<Vec<i32>> = best.collect();
        let values = values.filter(|values| values.len() == 6);
        let mean = values.map(|values| values.iter().sum::<i32>() / 6);
        Ok(AnalyseAnswer {
            player: self.player,
            expected: mean.and_then(decimal),
            throws,
            pieces,
            mean,
        })
    }
}

/// Hundredths as a JSON number with two digits behind the point.
fn decimal(value: i32) -> Option<Box<RawValue>> {
    RawValue::from_string(hundredths(value)).ok()
}

impl TurnAnswer {
    fn of(turn: &Chosen) -> Self {
        TurnAnswer {
            text: turn.text(),
            position: turn.board.write(),
            value: turn.value.and_then(decimal),
            worth: turn.value,
        }
    }

    fn words(&self) -> String {
        self.worth.map_or("-".to_owned(), describe)
    }
}

impl AnalyseAnswer {
    /// Every turn with its throw.
    fn turns(&self) -> impl Iterator<Item = (u8, &TurnAnswer)> {
        let throws = self.throws.iter();
        throws.flat_map(|throw| throw.turns.iter().map(|turn| (throw.roll, turn)))
    }

    fn line(&self, out: &mut dyn Write) -> io::Result<()> {
        let expected = self.mean.map(|mean| format!("expected {}", describe(mean)));
        let turns = self
            .turns()
            .map(|(roll, turn)| format!("{roll}: {} ({})", turn.text, turn.words()));
        let parts: Vec<String> = expected.into_iter().chain(turns).collect();
        writeln!(out, "{}", parts.join("; "))
    }

    fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(mean) = self.mean {
            writeln!(
                out,
                "{} throws next; expected after the turn and the reply: {}\n",
                colour(self.player),
                describe(mean)
            )?;
        }
        let heading = ["throw", "worth", "best turn"].map(String::from).to_vec();
        let turns = self
            .turns()
            .map(|(roll, turn)| vec![roll.to_string(), turn.words(), turn.text.clone()]);
        let rows: Vec<Vec<String>> = [heading].into_iter().chain(turns).collect();
        out.write_all(table(&rows).as_bytes())?;
        let rows = self.pieces.iter().filter_map(|piece| {
            let pips = piece.pips?;
            Some(vec![
                piece.square.to_string(),
                format!("{} {}", colour(piece.player), name(piece.kind)),
                format!("{pips} pips"),
                format!("{} of 6 throws", 7 - pips),
            ])
        });
        let rows: Vec<Vec<String>> = rows.collect();
        match rows.is_empty() {
            true => writeln!(out, "\nno piece can be killed in one turn"),
            false => {
                writeln!(out, "\npieces that one turn of the enemy can kill")?;
                out.write_all(table(&rows).as_bytes())
            }
        }
    }
}

/// The chance of a throw that kills, as a fraction.
fn chance(pips: Option<u8>) -> &'static str {
    match pips.map_or(0, |pips| 7u8.saturating_sub(pips)) {
        0 => "0",
        1 => "1/6",
        2 => "1/3",
        3 => "1/2",
        4 => "2/3",
        5 => "5/6",
        _ => "1",
    }
}
