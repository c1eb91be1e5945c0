//! A game of Latrunculus: the throws, the turns, and the actions of the turn
//! under way; and how it is kept.

use play::latrunculus::{COMMANDERS, Thrown, find_commander};
use play::{AFTER, Session};
use rules::Random;
use rules::latrunculus::{Board, INFO, Options, State, THROWS, Turn, colour, write_actions};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use values::{Budget, Player};

use super::super::fault::Fault;
use super::super::opponent::{against, named, wanted};
use super::super::reply::{Answer, effort};
use super::super::seat::{Chosen, Seat, Side};
use super::super::shelf::{Opening, from_json, to_json, turns};
use super::super::table::{Asked, Kind, LONGEST_GAME, Step, Table, conflict, fits};
use super::Reply;
use super::strength::{clock, player};

/// How long is looked for a hint.
const HINT: Duration = Duration::from_secs(5);

/// A game to begin.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The agreed rules, such as `behind,lead=8`.
    #[serde(default)]
    rules: String,
    #[serde(default = "start")]
    position: String,
    #[serde(default = "Side::left")]
    first: Side,
    left: Option<Seat>,
    right: Option<Seat>,
    /// A strength, in place of players.
    opponent: Option<String>,
    /// The side of the person who plays against it.
    side: Option<Chosen>,
    /// Whether the players throw a die of their own and say what it shows.
    #[serde(default)]
    own_die: bool,
}

fn start() -> String {
    "start".into()
}

impl Begin {
    /// Who plays. Both sides are alike, so that the best one is the one that
    /// begins.
    fn seats(&self) -> Result<[play::Seat; 2], Fault> {
        if let Some(strength) = &self.opponent {
            let side = wanted(self.side).unwrap_or(self.first.player());
            return against(strength, side);
        }
        for seat in [&self.left, &self.right].into_iter().flatten() {
            if !seat.taken().is_human() {
                find_commander(player(&seat.taken()).0)?;
            }
            seat.check_level()?;
        }
        Ok(named([&self.left, &self.right]))
    }
}

/// Games with a die: the throws, and the turn under way.
#[derive(Clone)]
pub struct Die {
    /// Whether the players throw a die of their own.
    pub own: bool,
    /// The throws, one for each turn and perhaps for the turn under way. Who
    /// takes turns back does not throw again.
    throws: Vec<u8>,
    /// The actions of the turn under way, those that were taken back last.
    pub done: Vec<String>,
    /// How many of them stand.
    pub spent: usize,
}

/// A game with a die.
pub type Game = Table<Die>;

/// A game as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    changed: u64,
    rules: String,
    #[serde(flatten)]
    opening: Opening,
    own_die: bool,
    /// The throws, one for each turn and perhaps for the turn under way. Who
    /// takes turns back does not throw again.
    throws: Vec<u8>,
    /// The turns, those that were taken back last.
    turns: Vec<Made>,
    /// How many of them stand.
    ply: usize,
    /// The actions of the turn under way, those that were taken back last.
    done: Vec<String>,
    /// How many of them stand.
    spent: usize,
    resigned: Option<Side>,
}

/// A turn that was made, and the board after it.
#[derive(Serialize, Deserialize)]
struct Made {
    text: String,
    after: String,
}

/// What is done to a game with a die.
#[derive(Debug, Deserialize)]
#[serde(from = "Fields")]
pub struct DieStep {
    common: Step,
    /// How many actions of the turn under way the page knew of.
    spent: usize,
    /// Whether the turn ends with the move.
    end: bool,
    /// What a die of one's own shows.
    roll: Option<u8>,
}

/// The same as it is sent; a move is steps and kills, all of a turn or a part
/// of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    ply: usize,
    #[serde(default)]
    spent: usize,
    #[serde(rename = "move")]
    text: Option<String>,
    #[serde(default)]
    end: bool,
    roll: Option<u8>,
    side: Option<Side>,
    seconds: Option<u64>,
}

impl From<Fields> for DieStep {
    fn from(fields: Fields) -> Self {
        DieStep {
            common: Step {
                ply: fields.ply,
                text: fields.text,
                side: fields.side,
                seconds: fields.seconds,
            },
            spent: fields.spent,
            end: fields.end,
            roll: fields.roll,
        }
    }
}

impl Asked for DieStep {
    fn common(&self) -> &Step {
        &self.common
    }
}

impl Game {
    /// The agreed rules, if they are not the usual ones.
    pub fn rules(&self) -> String {
        self.session.start().options.write().unwrap_or_default()
    }

    /// The throw of a turn.
    pub fn throw_of(&self, ply: usize) -> Option<u8> {
        self.kind.throws.get(ply).copied()
    }

    /// The throw of the turn under way.
    pub fn thrown(&self) -> Option<u8> {
        self.throw_of(self.session.ply())
    }

    /// The turn under way, if the die is thrown.
    pub fn turn(&self) -> Result<Option<Turn>, Fault> {
        let Some(throw) = self.thrown() else {
            return Ok(None);
        };
        let mut turn = self.session.now().turn(throw);
        for text in self.kind.done.iter().take(self.kind.spent) {
            turn.read(text)?;
        }
        Ok(Some(turn))
    }

    /// The turn under way, in which something may be done.
    fn under_way(&self) -> Result<Turn, Fault> {
        self.going_on()?;
        self.turn()?.ok_or_else(|| {
            let hint = match self.kind.own {
                true => "say what your die shows",
                false => "throw the die first",
            };
            Fault::bad("the die is not thrown yet", hint)
        })
    }

    /// Throws the die; a die of one's own has been thrown already.
    pub fn throw(&mut self, shown: Option<u8>, random: &mut Random) -> Result<(), Fault> {
        self.going_on()?;
        let throw = match (shown, self.kind.own) {
            (None, true) => {
                let hint = "send what it shows as roll, 1 to 6";
                return Err(Fault::bad("you throw a die of your own", hint));
            }
            (Some(_), false) => {
                let hint = "begin a game with own_die to choose the throws";
                return Err(Fault::bad("the die is thrown here", hint));
            }
            (Some(shown), true) if THROWS.contains(&shown) => shown,
            (Some(shown), true) => {
                return Err(Fault::bad(
                    format!("no die shows {shown}"),
                    "it shows 1 to 6",
                ));
            }
            (None, false) => random.below(6) as u8 + 1,
        };
        if self.thrown().is_some() {
            // Who throws himself may correct what he said.
            if !self.kind.own || self.kind.spent > 0 {
                let hint = "spend the pips, or end the turn";
                return Err(Fault::bad("the die is thrown already", hint));
            }
            self.session.forget_taken_back();
            self.kind.done.clear();
        }
        self.kind.throws.truncate(self.session.ply());
        self.kind.throws.push(throw);
        Ok(())
    }

    /// Does what a text says.
    fn act(&mut self, text: &str) -> Result<(), Fault> {
        let mut turn = self.under_way()?;
        turn.read(text)?;
        self.forget_what_was_taken_back();
        let more = turn.done().iter().skip(self.kind.spent);
        self.kind
            .done
            .extend(more.map(|&action| write_actions(&[action])));
        self.kind.spent = self.kind.done.len();
        Ok(())
    }

    /// Ends the turn.
    fn end(&mut self) -> Result<(), Fault> {
        let turn = Thrown::of(&self.under_way()?)?;
        self.forget_what_was_taken_back();
        self.kind.done.clear();
        self.kind.spent = 0;
        self.session.play(&turn);
        let last = self.session.ply() - 1;
        self.session.note(last, AFTER, turn.board.write());
        Ok(())
    }

    fn forget_what_was_taken_back(&mut self) {
        self.kind.done.truncate(self.kind.spent);
        self.session.forget_taken_back();
        if self.kind.own {
            self.kind.throws.truncate(self.session.ply() + 1);
        }
    }
}

impl Kind for Die {
    const SHELF: &'static str = "latrunculus";
    const KEYS: &'static str = "latrunculus/";
    const STEPS: &'static [&'static str] = &["roll", "end", "hint"];
    const REMARKS: bool = false;

    type Game = State;
    type Begin = Begin;
    type Step = DieStep;

    fn begin(begin: Begin, _: &Budget) -> Result<Game, Fault> {
        for text in [&begin.rules, &begin.position] {
            fits(text, "the position or the rules are too long")?;
        }
        let options = read_rules(&begin.rules)?;
        let board = options.position(&begin.position)?;
        let start = State::new(options, board, begin.first.player())?;
        let seats = begin.seats()?;
        let mut session = Session::new(start, seats);
        session.longest = LONGEST_GAME;
        let kind = Die {
            own: begin.own_die,
            throws: Vec::new(),
            done: Vec::new(),
            spent: 0,
        };
        Ok(Table::new(session, kind))
    }

    fn read(bytes: &[u8]) -> Result<Game, Fault> {
        let kept: Kept = from_json(bytes)?;
        let options = read_rules(&kept.rules)?;
        let first = kept.opening.first.player();
        let start = State::new(options, Board::read(&kept.opening.start)?, first)?;
        let plies = kept.turns.into_iter().enumerate().map(|(ply, made)| {
            let roll = kept
                .throws
                .get(ply)
                .map(|throw| ("roll", throw.to_string()));
            let notes = roll.into_iter().chain([(AFTER, made.after)]);
            (notes.collect(), made.text)
        });
        let (seats, plies) = (kept.opening.seats(), turns(first, plies));
        let mut session = Session::recall(start, seats, plies, kept.ply)?;
        session.longest = LONGEST_GAME;
        session.resigned = kept.resigned.map(Side::player);
        Ok(Table {
            session,
            changed: kept.changed,
            kind: Die {
                own: kept.own_die,
                throws: kept.throws,
                done: kept.done,
                spent: kept.spent,
            },
        })
    }

    fn write(game: &Game) -> Result<Vec<u8>, Fault> {
        let (session, die) = (&game.session, &game.kind);
        let turns = session.all_plies().iter().map(|ply| Made {
            text: ply.text.clone(),
            after: ply.note(AFTER).unwrap_or_default().to_owned(),
        });
        to_json(&Kept {
            changed: game.changed,
            rules: game.rules(),
            opening: Opening::of(session, session.start().board.write()),
            own_die: die.own,
            throws: die.throws.clone(),
            turns: turns.collect(),
            ply: session.ply(),
            done: die.done.clone(),
            spent: die.spent,
            resigned: session.resigned.map(Side::of),
        })
    }

    fn label(bytes: &[u8]) -> Option<(String, String)> {
        let kept: Kept = from_json(bytes).ok()?;
        Some((INFO.title.to_owned(), kept.opening.about(kept.ply)))
    }

    fn view(game: &Game, id: Option<&str>, ply: usize, _: &Budget) -> Result<Value, Fault> {
        super::view::view(game, id, ply)
    }

    fn make(game: &mut Game, what: &str, step: &DieStep, chance: &mut Random) -> Result<(), Fault> {
        match what {
            "roll" => game.throw(step.roll, chance),
            "end" => game.end(),
            _ => {
                game.act(step.common.needed("e3-e4")?)?;
                match step.end {
                    true => game.end(),
                    false => Ok(()),
                }
            }
        }
    }

    fn answer(game: &mut Game, text: &str) -> Result<(), Fault> {
        game.kind.spent = 0;
        game.act(text)?;
        game.end()
    }

    fn think(game: &Game, asked: &Reply, budget: &Budget) -> Result<Answer, Fault> {
        let (commander, level) = match asked.player(game, "spend the pips")? {
            // It counts Soldiers only, which takes no time.
            _ if asked.hasty => (find_commander("material")?, 1),
            None => (&COMMANDERS[0], play::DEFAULT_LEVEL),
            Some(_) => {
                let seat = game.session.seat(game.session.mover());
                let (name, level) = player(seat);
                (find_commander(name)?, level)
            }
        };
        let Some(throw) = game.thrown() else {
            return Err(Fault::bad(
                "the die is not thrown yet",
                "throw it, then ask",
            ));
        };
        let effort = effort(level, asked.millis, budget);
        let mut random = Random::new(asked.seed);
        let chosen = commander.choose(game.session.now(), throw, &effort, &mut random)?;
        let remark = match asked.hasty || effort.is_cut_short() {
            true => "the best found so far",
            false => "",
        };
        Ok(Answer::saying(chosen.text(), remark.to_owned()))
    }

    fn clock(game: &Game, hint: bool) -> Duration {
        match hint {
            true => HINT,
            false => clock(game.session.seat(game.session.mover())),
        }
    }

    /// Throws the die for a computer player.
    fn ready(game: &mut Game, hint: bool, chance: &mut Random) -> Result<bool, Fault> {
        let person = game.session.seat(game.session.mover()).is_human();
        if hint || person || game.thrown().is_some() {
            return Ok(false);
        }
        game.throw(None, chance)?;
        Ok(true)
    }

    fn is_at(game: &Game, step: &DieStep) -> Result<(), Fault> {
        let (ply, spent) = (game.session.ply(), game.kind.spent);
        match (step.common.ply, step.spent) == (ply, spent) {
            true => Ok(()),
            false => Err(conflict(format!(
                "this page is behind: the game has {ply} turns and {spent} actions of the next, not {} and {}",
                step.common.ply, step.spent
            ))),
        }
    }

    fn stands_as(game: &Game, then: &Game) -> bool {
        game.thrown() == then.thrown()
            && game.kind.done[..game.kind.spent] == then.kind.done[..then.kind.spent]
    }

    fn resigned(loser: Player, _: String) -> String {
        format!("{} wins: {} resigns", colour(-loser), colour(loser))
    }

    /// Takes the last action back; before the first one the last turns, until
    /// a person is to move again.
    fn undo(game: &mut Game) -> Result<(), Fault> {
        if game.kind.spent > 0 {
            game.kind.spent -= 1;
            return Ok(());
        }
        if game.session.ply() == 0 {
            return Err(Fault::bad("nothing was done yet", "throw the die"));
        }
        game.kind.done.clear();
        game.take_back()
    }

    /// Does again what was taken back.
    fn redo(game: &mut Game) -> Result<(), Fault> {
        if game.kind.spent < game.kind.done.len() {
            game.kind.spent += 1;
            return Ok(());
        }
        match game.kind.spent == 0 && game.session.redo()? {
            true => Ok(()),
            false => Err(Fault::bad("nothing was taken back", "go on")),
        }
    }
}

fn read_rules(text: &str) -> Result<Options, Fault> {
    let text = text.trim();
    Ok(Options::read((!text.is_empty()).then_some(text))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::replay;

    #[test]
    fn a_kept_game_is_a_record_that_can_be_replayed() {
        let begin = serde_json::from_str(r#"{"rules":"behind,lead=8","own_die":true}"#).unwrap();
        let mut game = Die::begin(begin, &Budget::unlimited()).unwrap();
        let mut random = Random::new(1);
        for (throw, text) in [(2, "a6-a5-b4"), (1, "a3-a4"), (3, "h6-h5 g6-g5")] {
            game.throw(Some(throw), &mut random).unwrap();
            assert!(game.end().is_err());
            game.act(text).unwrap();
            game.end().unwrap();
        }
        game.undo().unwrap();
        assert_eq!((game.session.ply(), game.thrown()), (2, Some(3)));
        Die::redo(&mut game).unwrap();
        let record = game.session.record().unwrap();
        assert!(record.to_string().contains("3. left [roll 3] h6-h5 g6-g5"));
        let end = replay(&record, |_: &State, _| ()).unwrap();
        assert_eq!(&end, game.session.now());
    }

    #[test]
    fn a_throw_stands() {
        let mut game =
            Die::begin(serde_json::from_str("{}").unwrap(), &Budget::unlimited()).unwrap();
        let mut random = Random::new(1);
        assert!(game.act("d6-d5").is_err());
        game.throw(None, &mut random).unwrap();
        assert!(game.throw(None, &mut random).is_err());
        assert!(game.throw(Some(6), &mut random).is_err());
        let throw = game.thrown();
        game.act("d6-d5").unwrap();
        game.end().unwrap();
        game.throw(None, &mut random).unwrap();
        let next = game.thrown();
        // Who takes a turn back meets the same throws again.
        game.undo().unwrap();
        assert_eq!(game.thrown(), throw);
        game.act("d6-e5").unwrap();
        game.end().unwrap();
        assert_eq!(game.thrown(), next);
    }

    /// Games as the version before this one kept them, in the middle of a turn
    /// and with a turn that was taken back, are read and written as they were.
    #[test]
    fn games_from_before_are_read_and_written_as_they_were() {
        for (text, ply, thrown) in [
            (include_str!("../../tests/data/kept-die.json"), 1, 3),
            (include_str!("../../tests/data/kept-die-undone.json"), 2, 1),
        ] {
            let game = Die::read(text.as_bytes()).unwrap();
            assert_eq!((game.session.ply(), game.thrown()), (ply, Some(thrown)));
            assert_eq!(Die::write(&game).unwrap(), text.as_bytes());
        }
    }
}
