//! What a game has to tell so that it can be in progress.

use crate::record::{BadRecord, Ply, Record};
use rules::BadInput;
use values::{Player, Result};

/// A kind of game that is played turn by turn: a position with whose turn it
/// is. Steps, taking back, resignation, endings and records stand once, in
/// [`Session`](super::Session) and [`replay`]; a kind of game says how its
/// turns are made and written.
pub trait Contestable: Clone {
    /// What a player does when it is his turn.
    type Turn;

    /// What the players are called.
    const NAMES: [&'static str; 2] = ["Left", "Right"];

    /// What is said of a turn that was written down after the end.
    const ENDED: &'static str = "the game has ended before";

    /// Whose turn it is.
    fn mover(&self) -> Player;

    /// How the game has ended, if it has.
    fn finish(&self) -> Option<Finish>;

    /// Makes a turn, which is a legal one.
    fn make(&mut self, turn: &Self::Turn);

    /// What a turn is in a record: its notes and its text.
    fn written(&self, turn: &Self::Turn) -> Result<(Vec<(String, String)>, String)>;

    /// The turn that was written down, or why it is none.
    fn read_turn(&self, ply: &Ply) -> std::result::Result<Self::Turn, String>;

    /// The headers of a game that starts here.
    fn headers(&self) -> Record;

    /// Where a recorded game starts.
    fn start(record: &Record) -> std::result::Result<Self, BadInput>;

    /// What came before a turn that was written down, such as a referee's
    /// decision.
    fn prelude(&mut self, _ply: &Ply) -> std::result::Result<(), String> {
        Ok(())
    }

    /// A turn that was written down here, so that it is known to be legal and
    /// its [`AFTER`](super::AFTER) can be trusted.
    fn recall(&self, ply: &Ply) -> std::result::Result<Self::Turn, String> {
        self.read_turn(ply)
    }

    /// The position after the last of some turns that were written down here,
    /// if this start and that turn tell it.
    fn leap(&self, _last: &Ply) -> Option<std::result::Result<Self, String>> {
        None
    }
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// Who wins; nobody in a draw.
    pub winner: Option<Player>,
    /// Why, in words.
    pub reason: String,
}

/// Plays a recorded game again and checks every turn; `each` gets the position
/// before a turn, and the turn. Gives the last position.
pub fn replay<G: Contestable>(
    record: &Record,
    mut each: impl FnMut(&G, G::Turn),
) -> std::result::Result<G, BadRecord> {
    let mut position = G::start(record).map_err(|bad| BadRecord::at(1, bad))?;
    for ply in &record.plies {
        let turn = next(&mut position, ply);
        let turn = turn.map_err(|reason| BadRecord::at(ply.line, reason))?;
        let before = position.clone();
        position.make(&turn);
        each(&before, turn);
    }
    Ok(position)
}

/// The next turn of a record, and what came before it.
fn next<G: Contestable>(position: &mut G, ply: &Ply) -> std::result::Result<G::Turn, String> {
    if ply.player != position.mover() {
        return Err(format!("it is {}'s turn", position.mover()));
    }
    if position.finish().is_some() {
        return Err(G::ENDED.to_owned());
    }
    position.prelude(ply)?;
    position.read_turn(ply)
}
