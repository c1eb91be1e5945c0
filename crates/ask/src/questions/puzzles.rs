//! Puzzles to solve: find the only winning move.

use play::{KeptPuzzle, NoProof, Puzzle, PuzzleMaker, PuzzleProof};
use serde::Serialize;
use std::io::{self, Write};
use values::Player;

use crate::{Asked, Desk, Exit, Question, Setting, Takes, Trouble, json, settings};
use calc::{Failure, FailureKind};

/// `legatus puzzles`.
pub static QUESTION: Question = Question {
    name: "puzzles",
    about: "Make puzzles: find the only winning move",
    help: "Each is a position in which the player to move has exactly one winning move, and in \
           which nothing gives it away: it is not the only one that leaves the opponent the fewest \
           moves, does not take most, is not one of few of its kind, and at least three other moves are refuted \
           only later. The same seed makes the same puzzles. The answers come last.\n\n\
           The rating is about that of a chess player: it grows with the number of moves that \
           one has to look ahead, with the number of moves that there are, and with how many of \
           the weaker players of this program go wrong.",
    words: &[],
    settings: &[
        Setting::new(
            "game",
            Takes::Text("GAME"),
            "Of this game, with its variant; otherwise of all whose play ends, in turns",
        ),
        Setting::new("count", Takes::Number("N", 1, 10_000), "So many").or("10"),
        Setting::new(
            "seed",
            Takes::Number("S", 0, u64::MAX),
            "Where the random numbers start",
        )
        .or("1"),
        Setting::flag(
            "proof",
            "Prove each by certificates for every move, and print it as a line of the file in \
             which puzzles are kept",
        ),
        settings::json(
            "Print a JSON object for each: game, position, turn, misere, answer, moves, depth, \
             refutation and rating, and with --proof the proof",
        ),
    ],
    examples: &[
        "legatus puzzles",
        "legatus puzzles --game clobber --count 3 --seed 7",
        "legatus puzzles --game nim --count 20 --json > puzzles.jsonl",
    ],
    web: None,
    answer,
};

/// A puzzle as it is printed.
#[derive(Serialize)]
struct PuzzleAnswer<'p> {
    game: &'p str,
    position: &'p str,
    #[serde(serialize_with = "json::as_player")]
    turn: Player,
    misere: bool,
    answer: &'p str,
    moves: u32,
    depth: u32,
    refutation: u32,
    rating: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofAnswer>,
}

/// The record of a proof.
#[derive(Serialize)]
struct ProofAnswer {
    certificates: u32,
    states: u64,
    answers: u64,
    digest: String,
}

impl<'p> PuzzleAnswer<'p> {
    fn new(puzzle: &'p Puzzle, proof: Option<PuzzleProof>) -> Self {
        PuzzleAnswer {
            game: &puzzle.game,
            position: &puzzle.position,
            turn: puzzle.turn,
            misere: puzzle.misere,
            answer: &puzzle.answer,
            moves: puzzle.moves,
            depth: puzzle.depth,
            refutation: puzzle.refutation,
            rating: puzzle.rating,
            proof: proof.map(|proof| ProofAnswer {
                certificates: proof.certificates,
                states: proof.states,
                answers: proof.answers,
                digest: proof.digest,
            }),
        }
    }
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let count: u32 = asked.number("count")?.unwrap_or(10);
    let seed: u64 = asked.number("seed")?.unwrap_or(1);
    let mut maker = PuzzleMaker::new(asked.text("game"), seed)?;
    let proves = asked.has("proof");
    if proves && !desk.json() {
        writeln!(out, "{}", KeptPuzzle::head())?;
    }
    let mut answers = Vec::new();
    for number in 1..=count {
        let made = desk.working(|_, arena| maker.make(arena.budget()))?;
        let Some(puzzle) = made else {
            let message = format!("{} puzzles were found, and no more", number - 1);
            return Err(Failure::plain(FailureKind::Domain, message).into());
        };
        let proof = match proves {
            true => Some(proved(desk, &puzzle)?),
            false => None,
        };
        match (desk.json(), proof) {
            (true, proof) => json::line(out, &PuzzleAnswer::new(&puzzle, proof))?,
            (false, Some(proof)) => writeln!(out, "{}", KeptPuzzle { puzzle, proof })?,
            (false, None) => {
                print(number, &puzzle, out)?;
                answers.push(puzzle.answer);
            }
        }
        out.flush()?;
    }
    if !answers.is_empty() {
        writeln!(out, "Answers")?;
        for (number, answer) in (1..).zip(&answers) {
            writeln!(out, "{number:>3}. {answer}")?;
        }
    }
    Ok(Exit::Answered)
}

fn proved(desk: &mut Desk, puzzle: &Puzzle) -> Result<PuzzleProof, Trouble> {
    let proof = desk.working(|_, arena| PuzzleProof::find(puzzle, arena.budget()));
    proof.map_err(|error| match error {
        NoProof::Unproved(solve::Unproved::Stopped(stopped)) => stopped.into(),
        other => {
            let message = format!("{}: {other}", puzzle.position);
            Failure::plain(FailureKind::Domain, message).into()
        }
    })
}

/// A puzzle for a person, without its answer.
fn print(number: u32, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
    let Puzzle {
        game,
        position,
        turn,
        moves,
        rating,
        ..
    } = puzzle;
    let misere = if puzzle.misere {
        " (who cannot move wins)"
    } else {
        ""
    };
    writeln!(out, "{number:>3}. {game} {position}")?;
    writeln!(
        out,
        "     {turn} to move{misere}: one of {moves} moves wins; rating {rating}"
    )
}
