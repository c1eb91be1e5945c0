//! A game in progress without cards or dice: what the page shows of it, and
//! how it is kept, as a [`Record`].

use play::{AFTER, Ply, Record, Session, State, Typed, find_player};
use rules::{Component, Info, Position, Random, Scene};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::Convention;
use values::{Budget, Player};

use super::super::api::LONGEST_TEXT;
use super::super::clicks::{clickable, legal};
use super::super::fault::Fault;
use super::super::reply::effort;
use super::super::seat::{Seat, Side};
use super::super::table::{Kind, LONGEST_GAME, Step, Table};
use super::super::{nim, page};
use super::{REPLAYING, Reply};

/// A game to begin.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    pub game: String,
    pub position: String,
    #[serde(default)]
    pub misere: bool,
    /// Who moves first; nobody: as the rules say.
    pub first: Option<Side>,
    #[serde(default = "Seat::human")]
    pub left: Seat,
    #[serde(default = "Seat::human")]
    pub right: Seat,
    /// Moves that were made already.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Games of one position, without cards or dice.
#[derive(Clone)]
pub struct Plain;

/// A game of one position.
pub type Game = Table<Plain>;

/// The first header of a kept game: when it was last changed.
const CHANGED: &str = "Changed";

/// The note of a move that was made from the other side: as it was said.
const TURNED: &str = "turned";

impl Game {
    /// What the position after `ply` moves looks like, everything where it was
    /// in the beginning.
    fn scene(&self, ply: usize) -> Result<Scene, Fault> {
        let plies = &self.session.all_plies()[..ply];
        let texts: Vec<&str> = plies.iter().map(said).collect();
        let start = only(self.session.start());
        Ok(only(self.session.position(ply)?).traced(start, &texts))
    }

    /// The picture of a scene, which is that after `ply` moves.
    fn picture(&self, scene: &Scene, title: &str, ply: usize) -> Result<String, Fault> {
        let bottom = only(self.session.start()).scene().bottom();
        let Some(last) = ply.checked_sub(1) else {
            return Ok(draw::played(scene, title, None, bottom));
        };
        let before = self.scene(last)?;
        let text = said(&self.session.all_plies()[last]);
        let paths = only(self.session.position(last)?).paths(&before, text);
        let last = draw::Last {
            before: &before,
            path: paths.first().map_or(&[], Vec::as_slice),
        };
        Ok(draw::played(scene, title, Some(&last), bottom))
    }
}

/// A move as the person said it who made it.
fn said(ply: &Ply) -> &str {
    ply.note(TURNED).unwrap_or(&ply.text)
}

/// What a page calls the two sides of a game, if they differ.
pub fn sides(info: &Info) -> Value {
    json!({"left": info.side(Player::Left), "right": info.side(Player::Right)})
}

/// The only summand.
pub fn only(state: &State) -> &Component {
    &state.components()[0]
}

impl Kind for Plain {
    const SHELF: &'static str = "play";
    const KEYS: &'static str = "game/";
    const STEPS: &'static [&'static str] =
        &["move", "reply", "undo", "redo", "resign", "hint", "delete"];
    const BEGIN: &'static str = "begin";
    const REPLY: &'static str = "reply";
    const BEGINNING: u64 = REPLAYING;
    const UNIT: &'static str = "move";
    const RESIGNED: bool = true;
    const HASTE: bool = true;

    type Game = State;
    type Begin = Begin;
    type Step = Step;

    /// To make many moves takes time, which the budget bounds.
    fn begin(begin: Begin, budget: &Budget) -> Result<Game, Fault> {
        if begin.position.len() > LONGEST_TEXT {
            let hint = format!("at most {LONGEST_TEXT} are read");
            return Err(Fault::bad("the position is too long", hint));
        }
        let convention = match begin.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let start = State::read(&begin.game, &begin.position, convention)?;
        let component = only(&start);
        let first = match begin.first {
            Some(side) => side.player(),
            None => component.game().first_at(&begin.position),
        };
        for (player, seat) in Player::BOTH.into_iter().zip([&begin.left, &begin.right]) {
            clickable(component, player, budget)?;
            if !seat.taken().is_human() {
                find_player(&seat.player, &start)?;
            }
            seat.check_level()?;
        }
        if begin.moves.len() > LONGEST_GAME {
            let error = format!("the game has {} moves", begin.moves.len());
            let hint = format!("at most {LONGEST_GAME} are played");
            return Err(Fault::bad(error, hint));
        }
        let seats = [begin.left.taken(), begin.right.taken()];
        let mut session = Session::new(start.with_turn(first), seats);
        session.longest = LONGEST_GAME;
        let mut game = Table::new(session, Plain);
        for text in &begin.moves {
            budget.check()?;
            Plain::answer(&mut game, text)?;
        }
        Ok(game)
    }

    fn read(bytes: &[u8]) -> Result<Game, Fault> {
        let mut records = Record::read_all(&String::from_utf8_lossy(bytes))?;
        if records.len() != 1 {
            let error = format!("the text has {} games, not one", records.len());
            return Err(Fault::bad(error, "a game begins with [Legatus \"1\"]"));
        }
        let record = records.remove(0);
        let changed = record.header(CHANGED).and_then(|time| time.parse().ok());
        let mut session = Session::recall_record(record)?;
        session.longest = LONGEST_GAME;
        Ok(Table {
            session,
            changed: changed.unwrap_or(0),
            kind: Plain,
        })
    }

    fn write(game: &Game) -> Result<Vec<u8>, Fault> {
        let mut record = game.session.whole_record()?;
        let changed = (CHANGED.to_owned(), game.changed.to_string());
        record.headers.insert(0, changed);
        Ok(record.to_string().into_bytes())
    }

    fn label(bytes: &[u8]) -> Option<(String, String)> {
        let records = Record::read_all(&String::from_utf8_lossy(bytes)).ok()?;
        let record = records.first()?;
        let standing = record.header("Ply").and_then(|ply| ply.parse().ok());
        let moves = match standing.unwrap_or(record.plies.len()) {
            1 => "1 move".to_owned(),
            ply => format!("{ply} moves"),
        };
        let seat = |name| play::Seat::read(record.header(name).unwrap_or("human"));
        let [left, right] = [seat("Left").ok()?.player, seat("Right").ok()?.player];
        let about = format!("{moves}; {left} against {right}");
        Some((page::title(record.header("Game")?), about))
    }

    fn view(game: &Game, id: Option<&str>, ply: usize, budget: &Budget) -> Result<Value, Fault> {
        let session = &game.session;
        let (start, state) = (session.start(), session.position(ply)?);
        let (component, turn) = (only(state), state.turn());
        let info = component.game();
        let scene = game.scene(ply)?;
        let over = game.over(ply)?;
        let legal = match over.is_null() {
            false => Vec::new(),
            true => legal(component, turn, &scene, false, budget)?,
        };
        let title = format!("{}, {turn} to move", info.title);
        let moves = session.all_plies().iter().map(|ply| ply.text.as_str());
        let misere = start.convention() == Convention::Misere;
        Ok(json!({
            "id": id,
            "game": &*start.names()[0],
            "title": info.title,
            "sides": sides(info),
            "start": only(start).text(),
            "misere": misere,
            "first": Side::of(start.turn()),
            "left": Seat::of(&session.seats[0]),
            "right": Seat::of(&session.seats[1]),
            "moves": moves.collect::<Vec<_>>(),
            "ply": ply,
            "plies": session.all_plies().len(),
            "current": session.ply(),
            "turn": Side::of(turn),
            "impartial": component.rules().is_impartial() || component.is_impartial(),
            "loopy": component.is_loopy(),
            "over": over,
            "position": component.text(),
            "svg": game.picture(&scene, &title, ply)?,
            "legal": legal,
            "nim": nim::prediction(component.heap_sum().as_deref(), misere),
        }))
    }

    fn make(game: &mut Game, _: &str, step: &Step, _: &mut Random) -> Result<(), Fault> {
        Plain::answer(game, step.needed("a1-a2")?)
    }

    fn answer(game: &mut Game, typed: &str) -> Result<(), Fault> {
        game.going_on()?;
        match game.session.now().understand(typed)? {
            Typed::Move(text, mv) => {
                let mut notes = vec![(AFTER.to_owned(), mv.after.text())];
                let turned = only(game.session.now()).turned(&text);
                notes.extend(
                    turned
                        .filter(|turned| turned == typed)
                        .map(|turned| (TURNED.to_owned(), turned)),
                );
                game.session.play_as(&mv, notes, text);
                Ok(())
            }
            Typed::Illegal(reason) => {
                // What the terminal lists is on the board here.
                let mut said = reason
                    .split("; ")
                    .filter(|part| !part.starts_with("`moves`"));
                let error = said.next().unwrap_or("that is no move");
                let hint = said.next().unwrap_or("what can be clicked is marked");
                Err(Fault::bad(error, hint))
            }
        }
    }

    fn think(game: &Game, asked: &Reply, budget: &Budget) -> Result<(String, String), Fault> {
        let state = game.session.now();
        let (mut listed, mut level) = match asked.player(game, "make a move")? {
            None => (play::default_player(state), play::DEFAULT_LEVEL),
            Some(seat) => (find_player(&seat.player, state)?, seat.level),
        };
        if asked.hasty {
            (listed, level) = (find_player("mobility", state)?, 1);
        }
        let effort = effort(level, asked.millis, budget);
        let mut random = Random::new(game.changed ^ game.session.ply() as u64);
        let choice = listed.reply(state, &effort, &mut random)?;
        Ok((state.text(&choice.mv)?, choice.remark))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::task::Task;
    use super::*;
    use std::sync::atomic::Ordering;
    use std::time::{Duration, Instant};

    fn begin(moves: &[&str], budget: &Budget) -> Result<Game, Fault> {
        let begin = json!({"game": "nim", "position": "3,4", "moves": moves});
        Plain::begin(serde_json::from_value(begin).unwrap(), budget)
    }

    #[test]
    fn a_game_is_begun_in_its_time_or_not_at_all() {
        let moves = ["take 1 from heap 3", "take 4 from heap 4"];
        let game = begin(&moves, &Budget::unlimited()).unwrap();
        assert_eq!(game.session.ply(), 2);
        assert_eq!(only(game.session.now()).text(), "2,0");
        let late = Budget::unlimited().with_deadline(Instant::now());
        let fault = begin(&moves, &late).err().unwrap();
        assert_eq!(fault.status.as_u16(), 422);
    }

    #[test]
    fn a_position_is_shown_in_its_time_or_not_at_all() {
        let budget = Budget::unlimited();
        let game = begin(&[], &budget).unwrap();
        assert!(Plain::view(&game, None, 0, &budget).is_ok());
        budget.stop_flag().store(true, Ordering::Relaxed);
        assert!(Plain::view(&game, None, 0, &budget).is_err());
    }

    /// Pins fall where they were clicked, also when the game was kept, and are
    /// the same move to everybody else.
    #[test]
    fn a_move_is_shown_from_the_side_it_was_made_from() {
        let begin = json!({"game": "kayles", "position": "7"});
        let budget = Budget::unlimited();
        let mut game = Plain::begin(serde_json::from_value(begin).unwrap(), &budget).unwrap();
        Plain::answer(&mut game, "split 7 into 4+2 taking 1").unwrap();
        let game = Plain::read(&Plain::write(&game).unwrap()).unwrap();
        let view = Plain::view(&game, None, 1, &budget).unwrap();
        assert_eq!(view["moves"], json!(["split 7 into 2+4 taking 1"]));
        assert_eq!(view["position"], "2,4");
        // The fifth of seven.
        let svg = view["svg"].as_str().unwrap();
        assert_eq!(svg.matches("class=\"gone").count(), 1);
        let gone = svg.split("class=\"gone last\"").nth(1).unwrap();
        assert!(gone.contains("translate(270 60)"), "{gone}");
        // Each way of making a move is offered, and which move that is.
        let legal = view["legal"].as_array().unwrap();
        let ways = |name: &str| legal.iter().filter(|row| !row[name].is_null()).count();
        assert_eq!((ways("move"), ways("as")), (10, 4));
    }

    /// What a computer thought about counts only for the game that it saw.
    #[test]
    fn a_game_that_went_on_is_another() {
        let moves = ["take 1 from heap 3"];
        let then = begin(&moves, &Budget::unlimited()).unwrap();
        let mut now = Plain::read(&Plain::write(&then).unwrap()).unwrap();
        assert!(now.stands_as(&then));
        now.undo().unwrap();
        Plain::answer(&mut now, "take 2 from heap 3").unwrap();
        assert_eq!(now.session.ply(), then.session.ply());
        assert!(!now.stands_as(&then));
    }

    /// Games as the version before this one kept them, one taken back and
    /// resigned, one that may not end, are read and written as they were.
    #[test]
    fn games_from_before_are_read_and_written_as_they_were() {
        let resigned = &include_bytes!("../../tests/data/kept-game.txt")[..];
        let loopy = &include_bytes!("../../tests/data/kept-loopy.txt")[..];
        for (bytes, ply, plies) in [(resigned, 4, 5), (loopy, 7, 8)] {
            let game = Plain::read(bytes).unwrap();
            assert_eq!(game.session.ply(), ply);
            assert_eq!(game.session.all_plies().len(), plies);
            assert_eq!(Plain::write(&game).unwrap(), bytes);
        }
        let game = Plain::read(resigned).unwrap();
        for (ply, text) in ["3,4,5", "2,4,5", "2,0,5", "2,0,2"].iter().enumerate() {
            assert_eq!(only(game.session.position(ply).unwrap()).text(), *text);
        }
    }

    /// A move is made even where a player's thinking ended its process.
    #[test]
    fn haste_finds_a_move() {
        let seat = json!({"player": "exact", "level": 10});
        let begin = json!({"game": "amazons", "position": "10x10", "right": seat});
        let budget = Budget::unlimited();
        let mut game = Plain::begin(serde_json::from_value(begin).unwrap(), &budget).unwrap();
        let mut task = Reply::at(&game, "", false, Duration::from_secs(10), 0).unwrap();
        task.hasty = true;
        let begun = Instant::now();
        let (text, _) = task.run(&budget).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(30));
        Plain::answer(&mut game, &text).unwrap();
        assert_eq!(game.session.ply(), 1);
    }
}
