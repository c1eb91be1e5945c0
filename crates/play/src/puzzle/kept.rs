//! Puzzles that are kept with the records of their proofs.

use super::{Puzzle, PuzzleProof};
use crate::record::read_side;
use rules::BadInput;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A puzzle and the record of its proof: a line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The record of its proof.
    pub proof: PuzzleProof,
}

/// The first line of the file: what is in the columns.
const HEAD: &str = "game\tposition\tturn\trules\tanswer\tmoves\tdepth\trefutation\trating\
                    \tcertificates\tstates\tanswers\tdigest";

static KEPT: LazyLock<Vec<KeptPuzzle>> = LazyLock::new(|| {
    let text = include_str!("../../data/puzzles.tsv");
    // A test reads every line.
    let lines = text.lines().skip(1);
    lines.filter_map(|line| line.parse().ok()).collect()
});

impl KeptPuzzle {
    /// All that are kept, each at its place from now on.
    #[must_use]
    pub fn all() -> &'static [KeptPuzzle] {
        &KEPT
    }

    /// What the columns of the file are called.
    #[must_use]
    pub fn head() -> &'static str {
        HEAD
    }
}

impl fmt::Display for KeptPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KeptPuzzle { puzzle, proof } = self;
        let rules = if puzzle.misere { "misere" } else { "normal" };
        let side = puzzle.turn.name().to_lowercase();
        write!(f, "{}\t{}\t{side}\t{rules}", puzzle.game, puzzle.position)?;
        write!(f, "\t{}\t{}", puzzle.answer, puzzle.moves)?;
        let numbers = [puzzle.depth, puzzle.refutation, puzzle.rating];
        for number in numbers {
            write!(f, "\t{number}")?;
        }
        write!(f, "\t{}\t{}", proof.certificates, proof.states)?;
        write!(f, "\t{}\t{}", proof.answers, proof.digest)
    }
}

impl FromStr for KeptPuzzle {
    type Err = BadInput;

    fn from_str(line: &str) -> Result<Self, BadInput> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [
            game,
            position,
            turn,
            rules,
            answer,
            moves,
            depth,
            refutation,
            rating,
            certificates,
            states,
            answers,
            digest,
        ] = columns[..]
        else {
            let message = format!("a puzzle has 13 columns, not {}", columns.len());
            return Err(BadInput::new(message, HEAD));
        };
        let small = |text: &str| number::<u32>(text);
        let turn = read_side(turn).ok_or_else(|| wrong(turn, "left or right"))?;
        let misere = match rules {
            "misere" => true,
            "normal" => false,
            other => return Err(wrong(other, "normal or misere")),
        };
        Ok(KeptPuzzle {
            puzzle: Puzzle {
                game: game.to_owned(),
                position: position.to_owned(),
                turn,
                misere,
                answer: answer.to_owned(),
                moves: small(moves)?,
                depth: small(depth)?,
                refutation: small(refutation)?,
                rating: small(rating)?,
            },
            proof: PuzzleProof {
                certificates: small(certificates)?,
                states: number(states)?,
                answers: number(answers)?,
                digest: digest.to_owned(),
            },
        })
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, BadInput> {
    text.parse().map_err(|_| wrong(text, "a number"))
}

fn wrong(text: &str, right: &str) -> BadInput {
    BadInput::new(format!("`{}` is not {right}", text.escape_debug()), HEAD)
}
