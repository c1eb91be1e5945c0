//! A game in the terminal: the board, what is typed, what is answered.

use play::{Effort, Ending, Listed, Move, Record, State, Typed, default_player};
use rules::Random;
use std::path::Path;
use values::{Budget, Error, Player};

use super::super::players::Thinking;
use super::super::talk::{Talk, leaves};
use super::super::{Exit, Stop, json, reason};
use super::keep::{self, KEPT, Keep};
use super::list::numbered;
use super::view::{self, Last};
use super::{rulebook, why};

const COMMANDS: &[&str] = &[
    "moves", "board", "hint", "why", "rules", "undo", "save ", "load ", "swap", "resign", "quit",
    "help",
];
const AFTER_THE_END: &[&str] = &["undo", "save ", "load ", "board", "quit"];

const HELP: &str = "  MOVE         a move as `moves` lists it, or its number there
  moves        all moves, numbered; `moves e6` those that begin with e6
  board        the position again
  hint         what the computer would play
  why          who wins, the value, the nim sum, the temperature
  rules        the rules of the game
  undo         take back your last move
  save FILE    write the game to a file
  load FILE    go on with the game of a file
  swap         change sides with the opponent
  resign       give up
  quit         leave; the game is kept";

/// Who plays a side.
pub enum Side {
    Human,
    Computer {
        listed: &'static Listed,
        player: Box<dyn play::Player>,
        effort: Effort,
        level: Option<u32>,
    },
}

impl Side {
    pub fn computer(
        listed: &'static Listed,
        level: Option<u32>,
        thinking: &Thinking,
        budget: &Budget,
    ) -> Self {
        Side::Computer {
            listed,
            player: (listed.fresh)(),
            effort: thinking.effort(level, budget),
            level,
        }
    }

    fn is_human(&self) -> bool {
        matches!(self, Side::Human)
    }

    fn name(&self) -> String {
        match self {
            Side::Human => "human".to_owned(),
            Side::Computer { listed, level, .. } => match level {
                Some(level) => format!("{}:{level}", listed.name),
                None => listed.name.to_owned(),
            },
        }
    }
}

/// A game under way.
pub struct Session<'o> {
    start: State,
    moves: Vec<Move>,
    /// The last move.
    last: Option<Last>,
    state: State,
    sides: [Side; 2],
    resigned: Option<Player>,
    pub random: Random,
    /// Whether the clock decides how the computer plays.
    pub timed: bool,
    talk: Talk<'o>,
    keep: Keep,
    budget: Budget,
}

/// What comes after a line.
enum Next {
    Go,
    Leave,
}

impl<'o> Session<'o> {
    pub fn new(
        start: State,
        moves: Vec<Move>,
        sides: [Side; 2],
        talk: Talk<'o>,
        keep: Keep,
        budget: &Budget,
    ) -> Self {
        let mut session = Session {
            state: start.clone(),
            start,
            moves: Vec::new(),
            last: None,
            sides,
            resigned: None,
            random: Random::new(0),
            timed: false,
            talk,
            keep,
            budget: budget.clone(),
        };
        for mv in &moves {
            session.make(mv);
        }
        session
    }

    /// Plays to the end, or until nobody answers.
    pub fn run(mut self) -> Result<Exit, Stop> {
        self.introduce()?;
        self.show()?;
        loop {
            if let Some(said) = self.over() {
                self.talk.say(&said)?;
                let human = self.sides.iter().any(Side::is_human);
                if !human || !self.after_the_end()? {
                    self.keep.forget();
                    return Ok(Exit::Answered);
                }
                continue;
            }
            let turn = self.state.turn();
            if self.sides[turn as usize].is_human() {
                match self.person()? {
                    Next::Go => {}
                    Next::Leave => return self.leave(),
                }
            } else if !self.computer()? {
                return self.leave();
            }
        }
    }

    fn leave(&mut self) -> Result<Exit, Stop> {
        self.keep()?;
        if self.keep.is_kept() {
            self.talk.say(KEPT)?;
        }
        Ok(Exit::Answered)
    }

    fn introduce(&mut self) -> Result<(), Stop> {
        let [left, right] = [&self.sides[0], &self.sides[1]].map(Side::name);
        let names = self.start.names().join(" + ");
        self.talk.say(&format!(
            "{names}: Left (Black) {left}, Right (White) {right}"
        ))?;
        if self.timed {
            self.talk
                .say("played by the clock: the same game may go differently another time")?;
        }
        let (state, budget) = (&self.start, &self.budget);
        let prediction = self.talk.thinking(|| why::prediction(state, budget));
        if let Some(prediction) = prediction {
            self.talk.say(&format!("prediction: {prediction}"))?;
        }
        self.budget.clear_stop();
        if self.sides.iter().any(Side::is_human) {
            self.talk.say("type a move, or `help`")?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), Stop> {
        let board = view::board(&self.state, self.last.as_ref(), self.talk.colour());
        self.talk.say(&format!("\n{board}"))
    }

    fn make(&mut self, mv: &Move) {
        self.last = Some(Last {
            place: mv.place,
            before: self.state.components()[mv.place].clone(),
            // A move that was found has a notation.
            text: self.state.text(mv).unwrap_or_else(|_| "?".to_owned()),
        });
        self.moves.push(mv.clone());
        self.state.play(mv);
    }

    /// How the game has ended, in words.
    fn over(&self) -> Option<String> {
        if let Some(loser) = self.resigned {
            return Some(format!("{loser} resigns: {} wins", -loser));
        }
        let ending = self.state.ending()?;
        Some(match ending {
            Ending::Win(winner) => {
                let stuck = self.state.turn();
                format!(
                    "{stuck} cannot move: {winner} wins after {} moves",
                    self.moves.len()
                )
            }
            draw => draw.to_string(),
        })
    }

    /// A game that is over can be looked at, saved and taken back; false when
    /// nothing of it is wanted.
    fn after_the_end(&mut self) -> Result<bool, Stop> {
        self.keep.forget();
        loop {
            let question = "over (undo, save FILE, quit)>";
            let line = self.talk.ask_among(question, AFTER_THE_END, Vec::new)?;
            let Some(line) = line else {
                return Ok(false);
            };
            let (word, rest) = split(&line);
            match word.to_lowercase().as_str() {
                "" => {}
                word if leaves(word) => return Ok(false),
                "undo" | "u" => {
                    self.resigned = None;
                    self.undo()?;
                    self.show()?;
                    return Ok(true);
                }
                "save" => self.save(rest)?,
                "load" => {
                    if self.load(rest)? {
                        return Ok(true);
                    }
                }
                "board" => self.show()?,
                _ => {
                    self.talk
                        .say("the game is over: undo, save FILE, load FILE, board or quit")?;
                }
            }
        }
    }

    fn computer(&mut self) -> Result<bool, Stop> {
        let turn = self.state.turn();
        let (state, random, talk) = (&self.state, &mut self.random, &self.talk);
        let Side::Computer {
            listed,
            player,
            effort,
            ..
        } = &mut self.sides[turn as usize]
        else {
            return Ok(true);
        };
        let choice = match talk.thinking(|| player.choose(state, effort, random)) {
            Ok(choice) => choice,
            Err(Error::Interrupted) => {
                self.budget.clear_stop();
                return Ok(false);
            }
            Err(error) => return Err(Stop::new(Exit::Limit, error)),
        };
        let name = listed.name;
        self.make(&choice.mv);
        self.keep()?;
        let remark = match choice.remark.as_str() {
            "" => String::new(),
            remark => format!(" ({remark})"),
        };
        let text = self.last.as_ref().map_or("", |last| &last.text);
        self.talk.say(&format!(
            "{}. {turn}, {name}: {text}{remark}",
            self.moves.len()
        ))?;
        self.show()?;
        Ok(true)
    }

    /// Keeps the game at hand, for when the terminal is closed.
    fn keep(&mut self) -> Result<(), Stop> {
        if self.moves.is_empty() || !self.sides.iter().any(Side::is_human) {
            return Ok(());
        }
        let failed = match self.record() {
            Ok(record) => self.keep.save(&record),
            Err(error) => Some(error.to_string()),
        };
        match failed {
            Some(why) => self.talk.say(&format!("this game is not kept: {why}")),
            None => Ok(()),
        }
    }

    fn record(&self) -> values::Result<Record> {
        let mut record = Record::of(&self.start, &self.moves)?;
        record.set("Left", self.sides[0].name());
        record.set("Right", self.sides[1].name());
        let winner = match self.resigned {
            Some(loser) => Some(Some(-loser)),
            None => self.state.ending().map(Ending::winner),
        };
        record.set(
            "Result",
            match winner {
                None => "*",
                Some(None) => "draw",
                Some(Some(winner)) => json::player(winner),
            },
        );
        Ok(record)
    }

    fn person(&mut self) -> Result<Next, Stop> {
        let turn = self.state.turn();
        let prompt = format!("{}. {turn}>", self.moves.len() + 1);
        let state = &self.state;
        // Moves that cannot be listed are not completed.
        let moves = || state.spoken_moves().unwrap_or_default();
        let moves = || moves().into_iter().map(|(text, _)| text).collect();
        let Some(line) = self.talk.ask_among(&prompt, COMMANDS, moves)? else {
            return Ok(Next::Leave);
        };
        // A Ctrl-C before this line was not meant for it.
        self.budget.clear_stop();
        let (word, rest) = split(&line);
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => {}
            (word, "") if leaves(word) => return Ok(Next::Leave),
            ("help" | "h" | "?", "") => self.talk.say(HELP)?,
            ("moves" | "m", wanted) => self.list(wanted)?,
            ("board" | "b", "") => self.show()?,
            ("hint", "") => self.hint()?,
            ("why", "") => {
                let (state, budget) = (&self.state, &self.budget);
                let lines = self.talk.thinking(|| why::explanation(state, budget));
                self.budget.clear_stop();
                self.talk.say(&lines.join("\n"))?;
            }
            ("rules", "") => self.talk.say(&rulebook::rules(&self.state))?,
            ("undo" | "u", "") => {
                self.undo()?;
                self.show()?;
            }
            ("save", file) => self.save(file)?,
            ("load", file) => {
                self.load(file)?;
            }
            ("swap", "") => {
                self.sides.swap(0, 1);
                let [left, right] = [&self.sides[0], &self.sides[1]].map(Side::name);
                self.talk
                    .say(&format!("Left is now {left}, Right is now {right}"))?;
            }
            ("resign", "") => self.resigned = Some(turn),
            _ => self.typed(line.trim())?,
        }
        Ok(Next::Go)
    }

    fn typed(&mut self, line: &str) -> Result<(), Stop> {
        match self.state.understand(line) {
            Ok(Typed::Move(_, mv)) => {
                self.make(&mv);
                self.keep()?;
                self.show()
            }
            Ok(Typed::Illegal(reason)) => self.talk.say(&reason),
            Err(error) => self.talk.say(&format!("error: {error}")),
        }
    }

    fn list(&mut self, wanted: &str) -> Result<(), Stop> {
        let moves = match self.state.spoken_moves() {
            Ok(moves) => moves,
            Err(error) => return self.talk.say(&format!("error: {error}")),
        };
        let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        self.talk.say(&numbered(&texts, wanted))
    }

    fn hint(&mut self) -> Result<(), Stop> {
        let listed = default_player(&self.state);
        let effort = Effort::default().with_budget(self.budget.clone());
        let state = &self.state;
        // Chance for a hint is not that of the game.
        let mut random = self.random.fork(self.moves.len() as u64);
        let choice = || (listed.fresh)().choose(state, &effort, &mut random);
        let choice = self.talk.thinking(choice);
        self.budget.clear_stop();
        let said = match choice.and_then(|choice| Ok((state.text(&choice.mv)?, choice.remark))) {
            Ok((text, remark)) if remark.is_empty() => text,
            Ok((text, remark)) => format!("{text} ({remark})"),
            Err(error) => format!("no hint: {error}"),
        };
        self.talk.say(&said)
    }

    /// Back to where the person at the keyboard moved last.
    fn undo(&mut self) -> Result<(), Stop> {
        let humans = [0, 1].map(|side| self.sides[side].is_human());
        let mut kept = self.moves.len();
        let mut turn = self.state.turn();
        loop {
            if kept == 0 {
                break;
            }
            kept -= 1;
            turn = -turn;
            if humans[turn as usize] {
                break;
            }
        }
        if !humans[turn as usize] || kept == self.moves.len() {
            return self.talk.say("there is nothing to take back");
        }
        let moves = std::mem::take(&mut self.moves);
        self.last = None;
        self.state = self.start.clone();
        for mv in &moves[..kept] {
            self.make(mv);
        }
        match kept {
            0 => self.keep.forget(),
            _ => self.keep()?,
        }
        Ok(())
    }

    fn save(&mut self, file: &str) -> Result<(), Stop> {
        if file.is_empty() {
            return self.talk.say("write `save FILE`");
        }
        let record = match self.record() {
            Ok(record) => record,
            Err(error) => return self.talk.say(&format!("error: {error}")),
        };
        match keep::write(Path::new(file), &record) {
            Ok(()) => self.talk.say(&format!("wrote {file}")),
            Err(error) => self.talk.say(&format!("error: {file}: {}", reason(&error))),
        }
    }

    /// Goes on with the first game of a file. Whether there is one.
    fn load(&mut self, file: &str) -> Result<bool, Stop> {
        let refuse = |why: String| format!("error: {file}: {why}");
        if file.is_empty() {
            self.talk.say("write `load FILE`")?;
            return Ok(false);
        }
        let replayed = match keep::read(Path::new(file)) {
            Err(error) => Err(refuse(reason(&error))),
            Ok(Err(bad)) => Err(refuse(bad.to_string())),
            Ok(Ok(records)) => match records.first() {
                None => Err(refuse("there is no game in it".to_owned())),
                Some(record) => record.replay().map_err(|bad| refuse(bad.to_string())),
            },
        };
        let (start, moves) = match replayed {
            Ok(replayed) => replayed,
            Err(said) => {
                self.talk.say(&said)?;
                return Ok(false);
            }
        };
        let unsuited = self.sides.iter().find_map(|side| match side {
            Side::Computer { listed, .. } if !(listed.is_for)(&start) => Some(listed),
            _ => None,
        });
        if let Some(listed) = unsuited {
            let said = format!("{} plays {} only", listed.name, listed.suits);
            self.talk.say(&refuse(said))?;
            return Ok(false);
        }
        for side in &mut self.sides {
            // What players remember belongs to another game.
            if let Side::Computer { listed, player, .. } = side {
                *player = (listed.fresh)();
            }
        }
        let keep = Keep::new(&start);
        if !keep.is_place_of(&self.keep) {
            self.keep = keep;
        }
        self.state = start.clone();
        self.start = start;
        self.resigned = None;
        self.moves.clear();
        self.last = None;
        for mv in &moves {
            self.make(mv);
        }
        self.show()?;
        Ok(true)
    }
}

/// The first word and what follows it.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}
