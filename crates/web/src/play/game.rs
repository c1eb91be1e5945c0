//! A game in progress without cards or dice: what the page shows of it, and
//! how it is kept, as a [`Record`].

use play::{
    AFTER, Adjudicator, DEFAULT_LEVEL, Ply, Record, Session, State, Strength, Typed, Voice,
};
use rules::{Component, Info, Position, Random, Scene};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::Convention;
use std::time::Duration;
use values::{Budget, Player};

use super::super::clicks::{clickable, legal};
use super::super::fault::Fault;
use super::super::parameters::LONGEST_TEXT;
use super::super::reply::{Answer, effort};
use super::super::seat::{Chosen, Seat, Side, strength};
use super::super::table::{Kind, LONGEST_GAME, SECONDS, Step, Table};
use super::super::{nim, page};
use super::{REPLAYING, Reply};

/// A game to begin.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    pub game: String,
    /// Where it starts; nowhere: the game's usual start.
    pub position: Option<String>,
    #[serde(default)]
    pub misere: bool,
    /// Who moves first; nobody: as the rules say.
    pub first: Option<Side>,
    /// Who plays Left, and who Right: people, unless told.
    pub left: Option<Seat>,
    pub right: Option<Seat>,
    /// In place of the two: a person plays against a computer of this strength.
    #[serde(default, with = "strength")]
    pub opponent: Option<Strength>,
    /// And on this side, the one that can win unless told.
    pub side: Option<Chosen>,
    /// Moves that were made already.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Begin {
    /// The seats that were named; nothing if a person wants an opponent.
    fn seats(&self) -> Result<Option<[Seat; 2]>, Fault> {
        let named = self.left.is_some() || self.right.is_some();
        let wanted = self.opponent.is_some() || self.side.is_some();
        if named && wanted {
            let hint = "send left and right, or opponent and side";
            return Err(Fault::bad("who plays is said twice", hint));
        }
        let seat = |seat: &Option<Seat>| seat.clone().unwrap_or_else(Seat::human);
        Ok((!wanted).then(|| [seat(&self.left), seat(&self.right)]))
    }

    /// The seats of a person and an opponent in a game that stands so.
    fn against_computer(&self, now: &State, budget: &Budget) -> [play::Seat; 2] {
        let person = match self.side.unwrap_or(Chosen::Best) {
            Chosen::Left => Player::Left,
            Chosen::Right => Player::Right,
            Chosen::Best => {
                let budget = budget.clone().with_time(LOOKING);
                let mut adjudicator = Adjudicator::new(now.convention(), budget);
                adjudicator.winner(now).unwrap_or(now.turn())
            }
        };
        let opponent = self.opponent.unwrap_or(Strength::Medium);
        Player::BOTH.map(|player| match player == person {
            true => play::Seat::human(),
            false => play::Seat::strong(opponent),
        })
    }
}

/// How long the computer on a seat may think about a move.
fn clock(seat: &play::Seat) -> Duration {
    seat.clock.unwrap_or(Duration::from_secs(SECONDS))
}

/// How long is thought about a hint.
const HINT: Duration = Duration::from_secs(5);

/// How long is looked for who can win.
const LOOKING: Duration = Duration::from_millis(500);

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
    /// How many seconds the computer may think that is to move after `ply`
    /// moves.
    fn clock(&self, ply: usize) -> Result<Option<f64>, Fault> {
        let seat = self.session.seat(self.session.position(ply)?.turn());
        let thinks = !seat.is_human() && self.ending(ply)?.is_none();
        Ok(thinks.then(|| clock(seat).as_secs_f64()))
    }

    /// What the position after `ply` moves looks like, everything where it was
    /// in the beginning.
    pub fn scene(&self, ply: usize) -> Result<Scene, Fault> {
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
    const STEPS: &'static [&'static str] = &["hint"];
    const BEGINNING: Duration = REPLAYING;
    const UNIT: &'static str = "move";
    const RESIGNED: bool = true;

    type Game = State;
    type Begin = Begin;
    type Step = Step;

    fn clock(game: &Game, hint: bool) -> Duration {
        match hint {
            true => HINT,
            false => clock(game.session.seat(game.session.mover())),
        }
    }

    /// To make many moves takes time, which the budget bounds.
    fn begin(begin: Begin, budget: &Budget) -> Result<Game, Fault> {
        let usual = || -> Result<String, Fault> {
            let base = begin.game.split(':').next().unwrap_or_default();
            Ok(rules::find(base)?.standard().to_owned())
        };
        let position = begin.position.clone().map_or_else(usual, Ok)?;
        if position.len() > LONGEST_TEXT {
            let hint = format!("at most {LONGEST_TEXT} are read");
            return Err(Fault::bad("the position is too long", hint));
        }
        let convention = match begin.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let start = State::read(&begin.game, &position, convention)?;
        let component = only(&start);
        let first = match begin.first {
            Some(side) => side.player(),
            None => component.game().first_at(&position),
        };
        for player in Player::BOTH {
            clickable(component, player, budget)?;
        }
        let seats = begin.seats()?;
        for seat in seats.iter().flatten() {
            seat.check_level()?;
            let taken = seat.taken();
            if !taken.is_human() {
                taken.who(&start, &start)?;
            }
        }
        if begin.moves.len() > LONGEST_GAME {
            let error = format!("the game has {} moves", begin.moves.len());
            let hint = format!("at most {LONGEST_GAME} are played");
            return Err(Fault::bad(error, hint));
        }
        let people = [play::Seat::human(), play::Seat::human()];
        let mut session = Session::new(start.with_turn(first), people);
        session.longest = LONGEST_GAME;
        let mut game = Table::new(session, Plain);
        for text in &begin.moves {
            budget.check()?;
            Plain::answer(&mut game, text)?;
        }
        game.session.seats = match seats {
            Some(seats) => seats.map(|seat| seat.taken()),
            None => begin.against_computer(game.session.now(), budget),
        };
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
        let mut over = game.over(ply)?;
        if let Some(said) = session.said_at_end(ply) {
            over["said"] = said.into();
        }
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
            "left": Seat::seen(&session.seats[0], start, state),
            "right": Seat::seen(&session.seats[1], start, state),
            "you": session.only_person().map(Side::of),
            "clock": game.clock(ply)?,
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

    fn think(game: &Game, asked: &Reply, budget: &Budget) -> Result<Answer, Fault> {
        let (start, state) = (game.session.start(), game.session.now());
        let seat = game.session.seat(state.turn());
        let (listed, level) = match asked.hint {
            true => (play::default_player(state), None),
            false if seat.is_human() => {
                return Err(Fault::bad("a person is to move", "make a move"));
            }
            false => seat.who(start, state)?,
        };
        let effort = effort(level.unwrap_or(DEFAULT_LEVEL), asked.millis, budget);
        let mut random = Random::new(game.changed ^ game.session.ply() as u64);
        let choice = match asked.hasty {
            true => play::hasty(state, &effort, &mut random)?,
            false => listed.reply(state, &effort, &mut random)?,
        };
        let thought = &choice.thought;
        let voice = Voice::of(&game.session, state.turn());
        let remark = match asked.hint {
            true => thought.of_advice(voice),
            false => thought.of_mover(voice),
        };
        Ok(Answer {
            text: state.text(&choice.mv)?,
            remark,
            wins: thought.wins,
        })
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
        let Answer { text, .. } = task.run(&budget).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(30));
        Plain::answer(&mut game, &text).unwrap();
        assert_eq!(game.session.ply(), 1);
    }
}
