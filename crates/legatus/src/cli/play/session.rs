//! A game in the terminal: the board, what is typed, what is answered.

use play::{Effort, Ending, Listed, Move, Record, State, Typed, default_player};
use rules::Random;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use values::{Budget, Error, Player};

use super::super::players::Thinking;
use super::super::{Exit, Interrupts, Stop, json, reason};
use super::keep::{self, Keep};
use super::list::numbered;
use super::{view, why};

const HELP: &str = "  MOVE         a move as `moves` lists it, or its number there
  moves        all moves, numbered; `moves e6` those that begin with e6
  board        the position again
  hint         what the computer would play
  why          who wins, the value, the nim sum, the temperature
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

/// What people type and read.
pub struct Talk<'o> {
    out: &'o mut dyn Write,
    /// In a terminal lines can be edited.
    editor: Option<DefaultEditor>,
    colour: bool,
}

impl<'o> Talk<'o> {
    pub fn new(out: &'o mut dyn Write) -> Result<Self, Stop> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = match terminal {
            true => Some(DefaultEditor::new().map_err(unusable)?),
            false => None,
        };
        let plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Ok(Talk {
            out,
            editor,
            colour: io::stdout().is_terminal() && !plain,
        })
    }

    /// Whether the terminal shows colours.
    pub fn colour(&self) -> bool {
        self.colour
    }

    pub fn say(&mut self, text: &str) -> Result<(), Stop> {
        writeln!(self.out, "{text}")?;
        self.out.flush()?;
        Ok(())
    }

    /// What somebody answers; nothing at the end of the input and on Ctrl-C.
    pub fn ask(&mut self, question: &str) -> Result<Option<String>, Stop> {
        self.out.flush()?;
        if let Some(editor) = &mut self.editor {
            return match editor.readline(&format!("{question} ")) {
                Ok(line) => {
                    // A game goes on without its history.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Interrupted | ReadlineError::Eof) => Ok(None),
                Err(error) => Err(unusable(error)),
            };
        }
        write!(self.out, "{question} ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        let mut input = io::Read::take(io::stdin().lock(), 1 << 16);
        io::BufRead::read_until(&mut input, b'\n', &mut line)
            .map_err(|error| Stop::file("standard input", &error))?;
        writeln!(self.out)?;
        let text = String::from_utf8_lossy(&line).into_owned();
        Ok((!line.is_empty()).then_some(text))
    }
}

fn unusable(error: ReadlineError) -> Stop {
    Stop::new(Exit::BadInput, format!("terminal: {error}"))
}

/// A game under way.
pub struct Session<'o> {
    start: State,
    moves: Vec<Move>,
    /// The moves in notation.
    texts: Vec<String>,
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
            texts: Vec::new(),
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
    pub fn run(mut self, interrupts: &Interrupts) -> Result<Exit, Stop> {
        self.introduce(interrupts)?;
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
                match self.person(interrupts)? {
                    Next::Go => {}
                    Next::Leave => return self.leave(),
                }
            } else if !self.computer(interrupts)? {
                return self.leave();
            }
        }
    }

    fn leave(&mut self) -> Result<Exit, Stop> {
        if !self.moves.is_empty() && self.sides.iter().any(Side::is_human) {
            self.keep();
            self.talk
                .say("the game is kept; the same command goes on with it")?;
        }
        Ok(Exit::Answered)
    }

    fn introduce(&mut self, interrupts: &Interrupts) -> Result<(), Stop> {
        let [left, right] = [&self.sides[0], &self.sides[1]].map(Side::name);
        let names = self.start.names().join(" + ");
        self.talk.say(&format!(
            "{names}: Left (Black) {left}, Right (White) {right}"
        ))?;
        if self.timed {
            self.talk
                .say("played by the clock: the same game may go differently another time")?;
        }
        let state = &self.start;
        let budget = &self.budget;
        if let Some(prediction) = interrupts.during(|| why::prediction(state, budget)) {
            self.talk.say(&format!("prediction: {prediction}"))?;
        }
        budget.clear_stop();
        if self.sides.iter().any(Side::is_human) {
            self.talk.say("type a move, or `help`")?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), Stop> {
        let last = self.moves.last().map(|mv| mv.place);
        let last = last.zip(self.texts.last().cloned());
        let board = view::board(&self.state, last.as_ref(), self.talk.colour);
        self.talk.say(&format!("\n{board}"))
    }

    fn make(&mut self, mv: &Move) {
        // A move that was found has a notation.
        let text = self.state.text(mv).unwrap_or_else(|_| "?".to_owned());
        self.texts.push(text);
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
            let Some(line) = self.talk.ask("over (undo, save FILE, quit)>")? else {
                return Ok(false);
            };
            let (word, rest) = split(&line);
            match word.to_lowercase().as_str() {
                "" => {}
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
                "quit" | "q" | "exit" => return Ok(false),
                _ => {
                    self.talk
                        .say("the game is over: undo, save FILE, load FILE, board or quit")?;
                }
            }
        }
    }

    fn computer(&mut self, interrupts: &Interrupts) -> Result<bool, Stop> {
        let turn = self.state.turn();
        let (state, random) = (&self.state, &mut self.random);
        let Side::Computer {
            listed,
            player,
            effort,
            ..
        } = &mut self.sides[turn as usize]
        else {
            return Ok(true);
        };
        let choice = match interrupts.during(|| player.choose(state, effort, random)) {
            Ok(choice) => choice,
            Err(Error::Interrupted) => {
                self.budget.clear_stop();
                return Ok(false);
            }
            Err(error) => return Err(Stop::new(Exit::Limit, error)),
        };
        let name = listed.name;
        self.make(&choice.mv);
        self.keep();
        let remark = match choice.remark.as_str() {
            "" => String::new(),
            remark => format!(" ({remark})"),
        };
        let text = self.texts.last().cloned().unwrap_or_default();
        self.talk.say(&format!(
            "{}. {turn}, {name}: {text}{remark}",
            self.moves.len()
        ))?;
        self.show()?;
        Ok(true)
    }

    /// Keeps the game at hand, for when the terminal is closed.
    fn keep(&self) {
        if self.sides.iter().any(Side::is_human)
            && let Ok(record) = self.record()
        {
            self.keep.save(&record);
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

    fn person(&mut self, interrupts: &Interrupts) -> Result<Next, Stop> {
        let turn = self.state.turn();
        let prompt = format!("{}. {turn}>", self.moves.len() + 1);
        let Some(line) = self.talk.ask(&prompt)? else {
            return Ok(Next::Leave);
        };
        // A Ctrl-C before this line was not meant for it.
        self.budget.clear_stop();
        let (word, rest) = split(&line);
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => {}
            ("help" | "h" | "?", "") => self.talk.say(HELP)?,
            ("moves" | "m", wanted) => self.list(wanted)?,
            ("board" | "b", "") => self.show()?,
            ("hint", "") => self.hint(interrupts)?,
            ("why", "") => {
                let (state, budget) = (&self.state, &self.budget);
                let lines = interrupts.during(|| why::explanation(state, budget));
                self.budget.clear_stop();
                self.talk.say(&lines.join("\n"))?;
            }
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
            ("quit" | "q" | "exit", "") => return Ok(Next::Leave),
            _ => self.typed(line.trim())?,
        }
        Ok(Next::Go)
    }

    fn typed(&mut self, line: &str) -> Result<(), Stop> {
        match self.state.understand(line) {
            Ok(Typed::Move(_, mv)) => {
                self.make(&mv);
                self.keep();
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

    fn hint(&mut self, interrupts: &Interrupts) -> Result<(), Stop> {
        let listed = default_player(&self.state);
        let effort = Effort::default().with_budget(self.budget.clone());
        let state = &self.state;
        // Chance for a hint is not that of the game.
        let mut random = self.random.fork(self.moves.len() as u64);
        let choice = interrupts.during(|| (listed.fresh)().choose(state, &effort, &mut random));
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
        self.texts.clear();
        self.state = self.start.clone();
        for mv in &moves[..kept] {
            self.make(mv);
        }
        self.keep();
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
        self.keep = Keep::new(&start);
        self.state = start.clone();
        self.start = start;
        self.resigned = None;
        self.moves.clear();
        self.texts.clear();
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
