//! The record of a puzzle's proof.

use super::Puzzle;
use crate::state::State;
use check::Summand;
use solve::{Search, Statement, Unproved, prove};
use values::{Arena, Budget, Player};

/// What is kept of the proof that a puzzle has one winning move: how many
/// certificates there are, one for the position after every move; how much is
/// in them; and a digest of all.
///
/// The certificates themselves are many times as large as the puzzles. They
/// are made again when somebody asks, always the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleProof {
    /// How many certificates.
    pub certificates: u32,
    /// How many states have all their moves answered, in all of them.
    pub states: u64,
    /// How many moves that are.
    pub answers: u64,
    /// The first 16 bytes of the BLAKE3 checksum of the certificates one
    /// after the other, in hexadecimal digits.
    pub digest: String,
}

/// Why a puzzle is not proved.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// The search found no certificate.
    #[error(transparent)]
    Unproved(#[from] Unproved),
    /// The checker rejects a certificate, or it says something else: there is
    /// another winning move, or none.
    #[error("{0}")]
    Refused(String),
}

impl From<values::Error> for NoProof {
    fn from(error: values::Error) -> Self {
        NoProof::Unproved(error.into())
    }
}

impl PuzzleProof {
    /// Proves a puzzle, and has every certificate checked.
    pub fn find(puzzle: &Puzzle, budget: &Budget) -> Result<Self, NoProof> {
        let refused = |why: String| NoProof::Refused(why);
        let state = puzzle.state().map_err(|bad| refused(bad.message))?;
        let mut arena = Arena::with_budget(budget.clone());
        let mut search = Search::new(state.convention());
        let mut proof = PuzzleProof {
            certificates: 0,
            states: 0,
            answers: 0,
            digest: String::new(),
        };
        let mut hash = blake3::Hasher::new();
        let mut seen = Vec::new();
        for (text, mv) in state.spoken_moves()? {
            if seen.contains(&mv) {
                continue;
            }
            let bytes = certificate(&state, &mv, &mut search, &mut arena)?;
            seen.push(mv.clone());
            let proved = check::check(&bytes[..], budget).map_err(|no| refused(no.to_string()))?;
            let right = [Summand {
                game: puzzle.game.clone(),
                position: mv.after.text(),
                negated: false,
            }];
            let winner = match text == puzzle.answer {
                true => state.turn(),
                false => -state.turn(),
            };
            let said = proved.winner(-state.turn());
            let about = proved.header.summands == right && proved.header.misere == puzzle.misere;
            if said != Some(winner) || !about {
                let said = said.map_or("nobody", Player::name);
                return Err(refused(format!("after {text} the winner is {said}")));
            }
            hash.update(&bytes);
            proof.certificates += 1;
            proof.states += proved.states as u64;
            proof.answers += proved.answers;
        }
        proof.digest = hash.finalize().to_hex()[..32].to_owned();
        Ok(proof)
    }
}

/// A certificate of who wins after a move.
fn certificate(
    state: &State,
    mv: &crate::state::Move,
    search: &mut Search<rules::Component>,
    arena: &mut Arena,
) -> Result<Vec<u8>, NoProof> {
    let summand = Summand {
        game: state.names()[0].to_string(),
        position: mv.after.text(),
        negated: false,
    };
    let statement = Statement {
        positions: std::slice::from_ref(&mv.after),
        summands: vec![summand],
        write: &|position| format!("{position:?}"),
    };
    let mut bytes = Vec::new();
    prove(search, arena, statement, &mut bytes)?;
    Ok(bytes)
}
