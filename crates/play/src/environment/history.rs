//! A game beside cards from its start, turn by turn, and its record.

use super::game::CardGame;
use super::stack::Stack;
use crate::record::{BadRecord, Record};
use crate::thermal::Turn;
use crate::typed::Typed;
use rules::BadInput;
use values::{Dyadic, Result};

/// A game beside cards and how it came about.
#[derive(Clone, Debug)]
pub struct CardHistory {
    /// The games before each turn, and the turns.
    past: Vec<(CardGame, Option<[Dyadic; 2]>, Turn)>,
    /// The game now.
    now: CardGame,
    /// The sealed bids on which the referee skipped ahead before this turn.
    bids: Option<[Dyadic; 2]>,
}

impl CardHistory {
    /// Nothing was played yet.
    #[must_use]
    pub fn new(start: CardGame) -> Self {
        CardHistory {
            past: Vec::new(),
            now: start,
            bids: None,
        }
    }

    /// The game now.
    #[must_use]
    pub fn game(&self) -> &CardGame {
        &self.now
    }

    /// How many turns were played.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.past.len()
    }

    /// The last turn, and the game before it.
    #[must_use]
    pub fn last(&self) -> Option<(&CardGame, &Turn)> {
        self.past.last().map(|(game, _, turn)| (game, turn))
    }

    /// Plays a turn: a card while there is one, or a legal move.
    pub fn play(&mut self, turn: Turn) {
        let before = self.now.clone();
        self.now.play(&turn);
        self.past.push((before, self.bids.take(), turn));
    }

    /// The referee skips ahead on two sealed bids. Gives how many cards were
    /// removed.
    pub fn skip(&mut self, bids: [Dyadic; 2]) -> usize {
        let removed = self.now.skip(&bids);
        self.bids = Some(bids);
        removed
    }

    /// Takes back the last turn of the player to move and what came after
    /// it, if there is one; says how many turns are left.
    pub fn undo(&mut self) -> Option<usize> {
        let player = self.now.turn();
        let mine = |(game, _, _): &(CardGame, _, _)| game.turn() == player;
        let place = self.past.iter().rposition(mine)?;
        self.past.truncate(place + 1);
        let (game, bids, _) = self.past.pop()?;
        (self.now, self.bids) = (game, bids);
        Some(place)
    }

    /// The record: that of the board, the stack, and turns of which `card`
    /// takes the top card. Bids are notes of the turn after them.
    pub fn record(&self) -> Result<Record> {
        let start = self.past.first().map_or(&self.now, |(game, _, _)| game);
        let mut record = Record::of(start.state(), &[])?;
        let stack = start.stack();
        record.set("Top", stack.top().to_string());
        record.set("Step", stack.step().to_string());
        record.set("Ones", stack.ones().to_string());
        record.set("Terminal", stack.terminal().to_string());
        for (game, bids, turn) in &self.past {
            let notes = bids.iter().map(|[left, right]| {
                let bids = format!("{left} {right}");
                ("bids".to_owned(), bids)
            });
            let text = match turn {
                Turn::Card => CARD.to_owned(),
                Turn::Board(mv) => game.state().text(mv)?,
            };
            record.push(game.turn(), notes.collect(), text);
        }
        Ok(record)
    }

    /// Plays a recorded game again.
    pub fn replay(record: &Record) -> std::result::Result<Self, BadRecord> {
        let wrong = |bad: BadInput| BadRecord {
            line: 1,
            reason: bad.to_string(),
        };
        let stack = stack(record).map_err(wrong)?;
        let state = record.start().map_err(wrong)?;
        let mut history = CardHistory::new(CardGame::new(state, stack));
        for ply in &record.plies {
            let wrong = |reason: String| BadRecord {
                line: ply.line,
                reason,
            };
            let game = history.game();
            if game.is_over() {
                return Err(wrong("the last card was taken before".to_owned()));
            }
            if ply.player != game.turn() {
                return Err(wrong(format!("it is {}'s turn", game.turn())));
            }
            for (name, value) in &ply.notes {
                let bids = value.split_once(' ').filter(|_| name == "bids");
                let bids = bids.and_then(|(left, right)| {
                    Some([left.trim().parse().ok()?, right.trim().parse().ok()?])
                });
                let Some(bids) = bids else {
                    return Err(wrong(format!("[{name} {value}] is not [bids LEFT RIGHT]")));
                };
                history.skip(bids);
            }
            let turn = if ply.text == CARD {
                Turn::Card
            } else {
                let state = history.game().state();
                match state.understand(&ply.text) {
                    Ok(Typed::Move(_, mv)) => Turn::Board(mv),
                    Ok(Typed::Illegal(reason)) => return Err(wrong(reason)),
                    Err(error) => return Err(wrong(error.to_string())),
                }
            };
            history.play(turn);
        }
        Ok(history)
    }
}

/// How the turn is written that takes the top card.
const CARD: &str = "card";

/// The stack that the headers tell of.
fn stack(record: &Record) -> std::result::Result<Stack, BadInput> {
    fn value<T: std::str::FromStr>(
        record: &Record,
        name: &str,
    ) -> std::result::Result<T, BadInput> {
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
    use crate::state::State;
    use rules::Random;
    use solve::Convention;

    /// Random games, with a referee who comes now and then, are read as they
    /// were written, and undone to their start.
    #[test]
    fn records_are_read_as_they_were_written() {
        let mut random = Random::new(3);
        for number in 0..30 {
            let state = State::read("amazons", "L../.../..R", Convention::Normal).unwrap();
            let stack = Stack::new(&3.into(), &Dyadic::new(1, 1), 6).unwrap();
            let mut history = CardHistory::new(CardGame::new(state, stack));
            let length = random.below(20);
            while history.turns() < length as usize && !history.game().is_over() {
                if history.game().may_skip() && random.below(2) == 0 {
                    history.skip([2.into(), Dyadic::new(1, 2)]);
                }
                let mut moves = history.game().state().moves().unwrap();
                let choice = random.below(1 + 2 * moves.len() as u64) as usize;
                let turn = match choice < moves.len() {
                    true => Turn::Board(moves.swap_remove(choice)),
                    false => Turn::Card,
                };
                history.play(turn);
            }
            let record = history.record().unwrap();
            let text = record.to_string();
            let read = &Record::read_all(&text).unwrap()[0];
            let mut again = CardHistory::replay(read).unwrap();
            assert_eq!(again.turns(), history.turns(), "{number}: {text}");
            assert_eq!(again.game().net(), history.game().net());
            assert_eq!(again.game().cards(), history.game().cards());
            assert_eq!(again.game().board(), history.game().board());
            assert_eq!(again.record().unwrap().to_string(), text);
            while let Some(left) = again.undo() {
                assert!(left < history.turns());
            }
            assert!(again.turns() <= 1);
        }
    }

    #[test]
    fn bad_records_are_refused_with_the_line() {
        let good = "[Legatus \"1\"]\n[Game \"nim\"]\n[Position \"2\"]\n[First \"left\"]\n\
                    [Top \"1\"]\n[Step \"1\"]\n[Ones \"1\"]\n[Terminal \"-1/2\"]\n\n1. left card\n";
        let read = |text: &str| CardHistory::replay(&Record::read_all(text).unwrap()[0]);
        assert_eq!(read(good).unwrap().turns(), 1);
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
