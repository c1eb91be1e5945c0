//! Games beside cards in progress: their turns, and how they are written.

use super::game::CardGame;
use super::stack::Stack;
use crate::record::{Ply, Record};
use crate::session::{AFTER, Contestable, Finish};
use crate::state::{Move, State};
use crate::thermal::Turn;
use crate::typed::Typed;
use rules::{BadInput, Component};
use values::Player;

/// The record is that of the board, with the stack, and turns of which `card`
/// takes the top card. Sealed bids are notes of the turn after them.
impl Contestable for CardGame {
    type Turn = Turn;

    const ENDED: &'static str = "the last card was taken before";

    fn mover(&self) -> Player {
        self.turn()
    }

    fn finish(&self) -> Option<Finish> {
        let winner = match self.net().signum() {
            0 => None,
            1 => Some(Player::Left),
            _ => Some(Player::Right),
        };
        let [left, right] = Player::BOTH.map(|player| self.score(player));
        let reason = format!("Left has {left}, Right {right}: {}", self.payment());
        self.is_over().then_some(Finish { winner, reason })
    }

    fn make(&mut self, turn: &Turn) {
        self.play(turn);
    }

    fn written(&self, turn: &Turn) -> values::Result<(Vec<(String, String)>, String)> {
        let bids = self.bids().map(|[left, right]| {
            let bids = format!("{left} {right}");
            ("bids".to_owned(), bids)
        });
        Ok((bids.into_iter().collect(), self.words(turn)?))
    }

    fn read_turn(&self, ply: &Ply) -> Result<Turn, String> {
        match self.understand(&ply.text) {
            Ok(Ok((_, turn))) => Ok(turn),
            Ok(Err(reason)) => Err(reason),
            Err(error) => Err(error.to_string()),
        }
    }

    fn headers(&self) -> Record {
        let mut record = self.state().headers();
        let stack = self.stack();
        record.set("Top", stack.top().to_string());
        record.set("Step", stack.step().to_string());
        record.set("Ones", stack.ones().to_string());
        record.set("Terminal", stack.terminal().to_string());
        record
    }

    fn start(record: &Record) -> Result<Self, BadInput> {
        let stack = stack(record)?;
        Ok(CardGame::new(State::start(record)?, stack))
    }

    fn prelude(&mut self, ply: &Ply) -> Result<(), String> {
        for (name, value) in &ply.notes {
            if name == AFTER || name == COST {
                continue;
            }
            let bids = value.split_once(' ').filter(|_| name == "bids");
            let bids = bids.and_then(|(left, right)| {
                Some([left.trim().parse().ok()?, right.trim().parse().ok()?])
            });
            let Some(bids) = bids else {
                return Err(format!("[{name} {value}] is not [bids LEFT RIGHT]"));
            };
            self.skip(bids);
        }
        Ok(())
    }

    fn recall(&self, ply: &Ply) -> Result<Turn, String> {
        if ply.text == CARD {
            return Ok(Turn::Card);
        }
        match self.recalled(ply) {
            Some(mv) => mv.map(Turn::Board),
            None => self.state().recall(ply).map(Turn::Board),
        }
    }
}

impl CardGame {
    /// The move in a sum that tells what became of its board.
    fn recalled(&self, ply: &Ply) -> Option<Result<Move, String>> {
        let (number, _) = ply.text.split_once(": ")?;
        let place = number.parse::<usize>().ok()?.checked_sub(1)?;
        let (name, before) = (self.state().names().get(place)?, self.board().get(place)?);
        let after = Component::read(name, ply.note(AFTER)?);
        Some(after.map_err(|bad| bad.to_string()).map(|after| Move {
            place,
            after: match before.is_negated() {
                true => after.negated(),
                false => after,
            },
        }))
    }

    /// A turn of the player to move in words: `card`, or a move.
    pub fn words(&self, turn: &Turn) -> values::Result<String> {
        match turn {
            Turn::Card => Ok(CARD.to_owned()),
            Turn::Board(mv) => self.state().text(mv),
        }
    }

    /// The turn that a text means, with its notation: `card`, or a move as
    /// people type it; or why it is none.
    pub fn understand(&self, text: &str) -> values::Result<Result<(String, Turn), String>> {
        if text.trim().eq_ignore_ascii_case(CARD) {
            return Ok(Ok((CARD.to_owned(), Turn::Card)));
        }
        Ok(match self.state().understand(text)? {
            Typed::Move(text, mv) => Ok((text, Turn::Board(mv))),
            Typed::Illegal(reason) => Err(reason),
        })
    }
}

/// The note of a turn that tells what it cost.
pub const COST: &str = "cost";

/// How the turn is written that takes the top card.
pub const CARD: &str = "card";

/// The stack that the headers tell of.
fn stack(record: &Record) -> Result<Stack, BadInput> {
    fn value<T: std::str::FromStr>(record: &Record, name: &str) -> Result<T, BadInput> {
        let text = record.header(name).unwrap_or_default();
        text.parse().map_err(|_| {
            let text = text.escape_debug();
            let hint = "games beside cards have the headers Top, Step, Ones and Terminal";
            BadInput::new(format!("`{text}` is no {name} of a stack"), hint)
        })
    }
    Stack::with_terminal(
        &value(record, "Top")?,
        &value(record, "Step")?,
        value(record, "Ones")?,
        &value(record, "Terminal")?,
    )
    .map_err(|bad| BadInput::new(bad.to_string(), "see `legatus environment --help`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Seat, Session};
    use rules::Random;
    use solve::Convention;
    use values::Dyadic;

    /// Random games, with a referee who comes now and then, are read as they
    /// were written, and undone to their start.
    #[test]
    fn records_are_read_as_they_were_written() {
        let mut random = Random::new(3);
        for number in 0..30 {
            let state = State::read("amazons", "L../.../..R", Convention::Normal).unwrap();
            let stack = Stack::new(&3.into(), &Dyadic::new(1, 1), 6).unwrap();
            let seats = || [Seat::human(), Seat::human()];
            let mut session = Session::new(CardGame::new(state, stack), seats());
            let length = random.below(20);
            while session.ply() < length as usize && !session.now().is_over() {
                if session.now().may_skip() && random.below(2) == 0 {
                    session.prepare(|game| game.skip([2.into(), Dyadic::new(1, 2)]));
                }
                let mut moves = session.now().state().moves().unwrap();
                let choice = random.below(1 + 2 * moves.len() as u64) as usize;
                let turn = match choice < moves.len() {
                    true => Turn::Board(moves.swap_remove(choice)),
                    false => Turn::Card,
                };
                session.play(&turn);
            }
            let text = session.turns_record().unwrap().to_string();
            let read = &Record::read_all(&text).unwrap()[0];
            let mut again = Session::<CardGame>::read(read, seats()).unwrap();
            assert_eq!(again.ply(), session.ply(), "{number}: {text}");
            assert_eq!(again.now().net(), session.now().net());
            assert!(again.now().cards().eq(session.now().cards()));
            assert_eq!(again.now().board(), session.now().board());
            assert_eq!(again.turns_record().unwrap().to_string(), text);
            while again.undo().unwrap() {
                assert!(again.ply() < session.ply());
            }
            assert_eq!(again.ply(), 0);
            // What was taken back is made again, the referee's part included.
            again.go_to(session.ply()).unwrap();
            assert!(again.now().cards().eq(session.now().cards()));
            assert_eq!(again.turns_record().unwrap().to_string(), text);
        }
    }

    #[test]
    fn bad_records_are_refused_with_the_line() {
        let good = "[Legatus \"1\"]\n[Game \"nim\"]\n[Position \"2\"]\n[First \"left\"]\n\
                    [Top \"1\"]\n[Step \"1\"]\n[Ones \"1\"]\n[Terminal \"-1/2\"]\n\n1. left card\n";
        let read = |text: &str| {
            let seats = [Seat::human(), Seat::human()];
            Session::<CardGame>::read(&Record::read_all(text).unwrap()[0], seats)
        };
        assert_eq!(read(good).unwrap().ply(), 1);
        for (from, to) in [
            ("[Step \"1\"]", "[Step \"0\"]"),
            ("[Step \"1\"]", "[Step \"x\"]"),
            ("[Ones \"1\"]\n", ""),
            ("left card", "right card"),
            ("left card", "left take 3 from heap 2"),
            ("left card", "left [bids 1] card"),
        ] {
            assert!(read(&good.replace(from, to)).is_err(), "{to}");
        }
    }
}
