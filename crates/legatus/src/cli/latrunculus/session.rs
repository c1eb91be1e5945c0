//! `legatus play latrunculus`: a game with a die in the terminal.

use play::latrunculus::{Commander, begin, best_turns, replay};
use play::{Effort, Ply, Record};
use rules::latrunculus::{Action, State, Turn, colour, write_actions};
use rules::{BadInput, Random};
use std::path::Path;
use values::{Budget, Error, Player};

use super::super::play::{KEPT, Keep, game_rules, numbered, read_games, split, write_game};
use super::super::players::Thinking;
use super::super::talk::{Talk, leaves};
use super::super::{Exit, Stop, json, reason};
use super::view;

/// Who plays a side.
#[derive(Clone)]
pub enum Side {
    Human,
    Computer {
        player: &'static Commander,
        effort: Effort,
        /// As it was typed, with its level.
        name: String,
    },
}

impl Side {
    /// A player by name, the strongest if there is none; `human` is a person.
    pub fn find(
        name: Option<&str>,
        thinking: &Thinking,
        budget: &Budget,
    ) -> Result<Side, BadInput> {
        if name.is_some_and(|name| name.eq_ignore_ascii_case("human")) {
            return Ok(Side::Human);
        }
        let (player, effort) = super::commander(name, thinking, budget)?;
        let name = name.unwrap_or(player.name).to_owned();
        Ok(Side::Computer {
            player,
            effort,
            name,
        })
    }

    fn is_human(&self) -> bool {
        matches!(self, Side::Human)
    }

    fn name(&self) -> &str {
        match self {
            Side::Human => "human",
            Side::Computer { name, .. } => name,
        }
    }
}

/// A game under way.
pub struct Session<'o> {
    /// The states before each turn, and now.
    states: Vec<State>,
    /// The turns.
    plies: Vec<Ply>,
    sides: [Side; 2],
    resigned: Option<Player>,
    /// What the die depends on.
    seed: u64,
    /// Whether throws are typed.
    own_die: bool,
    talk: Talk<'o>,
    keep: Keep,
    budget: Budget,
}

/// What comes after a turn, or instead of it.
enum Next {
    /// The turn is over.
    Ended(Box<Turn>),
    /// Something else has changed: whose turn it is now throws.
    Changed,
    Leave,
}

const HELP: &str = "  e3-e4-f5 x g6   steps and kills, all at once or one by one; the King's way
                  over his Soldiers with every square
  end             end the turn; an empty line does it, too
  undo            take back the last action; before the first, your last turn
  moves           what can be done now, numbered; a number does it
  threats         the pips that kills cost as the pieces stand
  hint            the turn that the computer would play
  why             what that is worth, and which pieces the next throws can kill
  board           the position again
  rules           the rules of the game
  roll N          a die of your own shows N
  save FILE       write the game to a file
  load FILE       go on with the game of a file
  swap            change sides with the opponent
  resign          give up
  quit            leave; the game is kept";

const COMMANDS: &[&str] = &[
    "end", "undo", "moves", "threats", "hint", "why", "board", "rules", "roll ", "save ", "load ",
    "swap", "resign", "quit", "help",
];
const AFTER_THE_END: &[&str] = &["undo", "save ", "load ", "board", "quit"];

impl<'o> Session<'o> {
    /// A new game. The seed decides what the die shows, unless throws are
    /// typed.
    pub fn new(
        start: State,
        sides: [Side; 2],
        seed: u64,
        own_die: bool,
        talk: Talk<'o>,
        keep: Keep,
        budget: &Budget,
    ) -> Self {
        Session {
            states: vec![start],
            plies: Vec::new(),
            sides,
            resigned: None,
            seed,
            own_die,
            talk,
            keep,
            budget: budget.clone(),
        }
    }

    /// Goes on with a game that was left, with the die it was played with.
    pub fn resume(&mut self, record: Record, states: Vec<State>) {
        if let Some(seed) = record.header("seed").and_then(|seed| seed.parse().ok()) {
            self.seed = seed;
        }
        self.states = states;
        self.plies = record.plies;
        self.resigned = None;
    }

    /// Plays to the end, or until nobody answers.
    pub fn run(mut self) -> Result<Exit, Stop> {
        let [left, right] = [0, 1].map(|side| self.sides[side].name().to_owned());
        self.talk.say(&format!(
            "latrunculus: Black (Left) {left}, White (Right) {right}"
        ))?;
        if self.has_people() {
            self.talk.say("type a turn, or `help`")?;
        }
        self.draw()?;
        loop {
            let state = self.now();
            if let Some(said) = self.over() {
                self.talk.say(&said)?;
                if !self.has_people() || !self.after_the_end()? {
                    self.keep.forget();
                    return Ok(Exit::Answered);
                }
                continue;
            }
            let mut chance = self.chance();
            let thrown = chance.below(6) as u8 + 1;
            let throw = match self.own_die {
                false => thrown,
                true => match self.ask_throw()? {
                    Some(Some(throw)) => throw,
                    Some(None) => continue,
                    None => return self.leave(),
                },
            };
            let next = match self.sides[state.player as usize].clone() {
                Side::Human => self.person(&state, throw)?,
                Side::Computer { player, effort, .. } => {
                    let choose = || player.choose(&state, throw, &effort, &mut chance);
                    match self.talk.thinking(choose) {
                        Ok(chosen) => {
                            self.push(throw, &chosen.text(), state.after(&chosen.board))?;
                            continue;
                        }
                        Err(Error::Interrupted) => {
                            self.budget.clear_stop();
                            Next::Leave
                        }
                        Err(error) => return Err(Stop::new(Exit::Limit, error)),
                    }
                }
            };
            match next {
                Next::Changed => {}
                Next::Leave => return self.leave(),
                Next::Ended(turn) => {
                    // It was found to have an end.
                    if let Ok(board) = turn.end() {
                        self.push(turn.throw(), &turn.text(), state.after(&board))?;
                    }
                }
            }
        }
    }

    fn now(&self) -> State {
        self.states[self.states.len() - 1]
    }

    fn has_people(&self) -> bool {
        self.sides.iter().any(Side::is_human)
    }

    /// Chance for the turn at hand: the same when the turn is taken back, and
    /// when the game is gone on with.
    fn chance(&self) -> Random {
        Random::new(self.seed).fork(self.plies.len() as u64)
    }

    /// A throw that is typed; nothing if another thing was, and nothing at all
    /// if nobody answers.
    fn ask_throw(&mut self) -> Result<Option<Option<u8>>, Stop> {
        let who = colour(self.now().player);
        let question = format!("{}. {who} throws>", self.plies.len() + 1);
        let Some(line) = self.talk.ask(&question)? else {
            return Ok(None);
        };
        match line.to_lowercase().as_str() {
            word if leaves(word) => Ok(None),
            "undo" | "u" => {
                self.take_back()?;
                Ok(Some(None))
            }
            word => match super::throw(word) {
                Ok(throw) => Ok(Some(Some(throw))),
                Err(reason) => {
                    self.talk.say(&format!("{reason}; or undo, quit"))?;
                    Ok(Some(None))
                }
            },
        }
    }

    /// Adds a turn and shows where it leads.
    fn push(&mut self, throw: u8, text: &str, after: State) -> Result<(), Stop> {
        let player = self.now().player;
        let mut turn = Record::default();
        let notes = vec![("roll".to_owned(), throw.to_string())];
        turn.push(player, notes, text);
        self.plies.append(&mut turn.plies);
        self.states.push(after);
        self.keep_game()?;
        let (number, who) = (self.plies.len(), colour(player));
        let name = match &self.sides[player as usize] {
            Side::Human => String::new(),
            side => format!(", {}", side.name()),
        };
        self.talk
            .say(&format!("{number}. {who}{name} throws {throw}: {text}"))?;
        self.draw()
    }

    /// The board, the squares of the last turn marked.
    fn draw(&mut self) -> Result<(), Stop> {
        let last = self.plies.last().map_or("", |ply| ply.text.as_str());
        let picture = view::picture(&self.now(), last, self.talk.colour());
        self.talk.say(&format!("\n{picture}"))
    }

    /// The board in the middle of a turn.
    fn draw_turn(&mut self, state: &State, turn: &Turn) -> Result<(), Stop> {
        let shown = State {
            board: *turn.board(),
            ..*state
        };
        let picture = view::picture(&shown, &write_actions(turn.done()), self.talk.colour());
        self.talk.say(&format!("\n{picture}"))
    }

    /// How the game has ended, in words.
    fn over(&self) -> Option<String> {
        if let Some(loser) = self.resigned {
            let winner = colour(-loser);
            return Some(format!("{} resigns: {winner} wins", colour(loser)));
        }
        Some(self.now().verdict?.words())
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
                    match self.resigned.take() {
                        Some(_) => self.draw()?,
                        None => self.take_back()?,
                    }
                    return Ok(true);
                }
                "save" => self.save(rest)?,
                "load" => {
                    if self.load(rest)? {
                        return Ok(true);
                    }
                }
                "board" | "b" => self.draw()?,
                _ => {
                    self.talk
                        .say("the game is over: undo, save FILE, load FILE, board or quit")?;
                }
            }
        }
    }

    fn leave(&mut self) -> Result<Exit, Stop> {
        self.keep_game()?;
        if self.keep.is_kept() {
            self.talk.say(KEPT)?;
        }
        Ok(Exit::Answered)
    }

    /// Keeps the game at hand, for when the terminal is closed.
    fn keep_game(&mut self) -> Result<(), Stop> {
        if self.plies.is_empty() || !self.has_people() {
            return Ok(());
        }
        match self.keep.save(&self.record()) {
            Some(why) => self.talk.say(&format!("this game is not kept: {why}")),
            None => Ok(()),
        }
    }

    fn record(&self) -> Record {
        let mut record = begin(&self.states[0]);
        record.set("Left", self.sides[0].name());
        record.set("Right", self.sides[1].name());
        record.set("Seed", self.seed.to_string());
        let winner = match (self.resigned, self.now().verdict) {
            (Some(loser), _) => Some(Some(-loser)),
            (None, verdict) => verdict.map(|verdict| verdict.winner()),
        };
        record.set(
            "Result",
            match winner {
                None => "*",
                Some(None) => "draw",
                Some(Some(winner)) => json::player(winner),
            },
        );
        record.plies.clone_from(&self.plies);
        record
    }

    /// The turn of a person, pip by pip.
    fn person(&mut self, state: &State, throw: u8) -> Result<Next, Stop> {
        let mut turn = state.turn(throw);
        loop {
            if let Some(stuck) = turn.stuck() {
                let (throw, text) = (turn.throw(), stuck.text());
                self.talk
                    .say(&format!("a {throw}, and nothing can be done: {text}"))?;
                return Ok(Next::Ended(Box::new(turn)));
            }
            let prompt = self.prompt(&turn);
            let line = self.talk.ask_among(&prompt, COMMANDS, || listed(&turn))?;
            let Some(line) = line else {
                return Ok(Next::Leave);
            };
            // A Ctrl-C before this line was not meant for it.
            self.budget.clear_stop();
            let (word, rest) = split(&line);
            match (word.to_lowercase().as_str(), rest) {
                (word, "") if leaves(word) => return Ok(Next::Leave),
                ("help" | "h" | "?", "") => self.talk.say(HELP)?,
                ("moves" | "m", wanted) => {
                    let list = listed(&turn);
                    let list: Vec<&str> = list.iter().map(String::as_str).collect();
                    self.talk.say(&numbered(&list, wanted))?;
                }
                ("board" | "b", "") => self.draw_turn(state, &turn)?,
                ("threats" | "t", "") => self.talk.say(&view::threats(&turn))?,
                ("hint", "") => self.explain(state, &turn, false)?,
                ("why", "") => self.explain(state, &turn, true)?,
                ("rules", "") => self.talk.say(game_rules("latrunculus").trim_end())?,
                ("end" | "e" | "", "") => match turn.end() {
                    Ok(_) => return Ok(Next::Ended(Box::new(turn))),
                    Err(bad) => self.talk.say(&bad.to_string())?,
                },
                ("undo" | "u", "") => match turn.undo() {
                    Some(_) => self.draw_turn(state, &turn)?,
                    None => {
                        self.take_back()?;
                        return Ok(Next::Changed);
                    }
                },
                ("roll" | "r", number) => match super::throw(number) {
                    Ok(throw) if turn.done().is_empty() => turn = state.turn(throw),
                    Ok(_) => self.talk.say("undo what was done before you throw again")?,
                    Err(reason) => self.talk.say(&reason)?,
                },
                ("swap", "") => {
                    self.sides.swap(0, 1);
                    let [left, right] = [0, 1].map(|side| self.sides[side].name().to_owned());
                    self.talk
                        .say(&format!("Black is now {left}, White is now {right}"))?;
                    return Ok(Next::Changed);
                }
                ("save", file) => self.save(file)?,
                ("load", file) => {
                    if self.load(file)? {
                        return Ok(Next::Changed);
                    }
                }
                ("resign", "") => {
                    self.resigned = Some(state.player);
                    return Ok(Next::Changed);
                }
                _ => match act(&mut turn, line.trim()) {
                    Ok(()) if actions(&turn).is_empty() => {
                        return Ok(Next::Ended(Box::new(turn)));
                    }
                    Ok(()) => self.draw_turn(state, &turn)?,
                    Err(bad) => self.talk.say(&bad.to_string())?,
                },
            }
        }
    }

    fn prompt(&self, turn: &Turn) -> String {
        let (number, who) = (self.plies.len() + 1, colour(turn.player()));
        let throw = turn.throw();
        match turn.done() {
            [] => format!("{number}. {who} throws {throw}>"),
            done => {
                let (done, left) = (write_actions(done), turn.pips());
                format!("{number}. {who} {throw}: {done}, {left} left>")
            }
        }
    }

    /// The turn that the computer would play from its beginning, and perhaps
    /// why.
    fn explain(&mut self, state: &State, turn: &Turn, why: bool) -> Result<(), Stop> {
        let throw = turn.throw();
        let effort = Effort::default().with_budget(self.budget.clone());
        let budget = &self.budget;
        let said = self.talk.thinking(|| {
            let best = best_turns(state, throw, &effort, 1)?;
            let best = best.first();
            let mut text = best.map_or_else(String::new, |turn| turn.text());
            let mut whole = state.turn(throw);
            if whole.read(&text).is_ok() && !whole.actions().is_empty() {
                text.push_str(", then `end`");
            }
            if !turn.done().is_empty() {
                text.push_str(" (from the beginning of the turn)");
            }
            match why {
                false => Ok(text),
                true => view::reasons(state, &text, best.and_then(|turn| turn.value), budget),
            }
        });
        self.budget.clear_stop();
        match said {
            Ok(said) => self.talk.say(&said),
            Err(error) => self.talk.say(&format!("no hint: {error}")),
        }
    }

    /// Back to where the person at the keyboard had thrown last.
    fn take_back(&mut self) -> Result<(), Stop> {
        let people = |state: &State| self.sides[state.player as usize].is_human();
        let earlier = &self.states[..self.states.len() - 1];
        let Some(last) = earlier.iter().rposition(people) else {
            return self.talk.say("there is nothing to take back");
        };
        self.states.truncate(last + 1);
        self.plies.truncate(last);
        match last {
            0 => self.keep.forget(),
            _ => self.keep_game()?,
        }
        self.draw()
    }

    fn save(&mut self, file: &str) -> Result<(), Stop> {
        if file.is_empty() {
            return self.talk.say("write `save FILE`");
        }
        match write_game(Path::new(file), &self.record()) {
            Ok(()) => self.talk.say(&format!("wrote {file}")),
            Err(error) => self.talk.say(&format!("error: {file}: {}", reason(&error))),
        }
    }

    /// Goes on with the first game of a file. Whether there is one.
    fn load(&mut self, file: &str) -> Result<bool, Stop> {
        if file.is_empty() {
            self.talk.say("write `load FILE`")?;
            return Ok(false);
        }
        let read = match read_games(Path::new(file)) {
            Err(error) => Err(reason(&error)),
            Ok(Err(bad)) => Err(bad.to_string()),
            Ok(Ok(records)) => match records.into_iter().next() {
                None => Err("there is no game in it".to_owned()),
                Some(record) => match replay(&record) {
                    Ok(states) => Ok((record, states)),
                    Err(bad) => Err(bad.to_string()),
                },
            },
        };
        match read {
            Ok((record, states)) => {
                let keep = Keep::of("", &begin(&states[0]));
                if !keep.is_place_of(&self.keep) {
                    self.keep = keep;
                }
                self.resume(record, states);
                self.draw()?;
                Ok(true)
            }
            Err(why) => {
                self.talk.say(&format!("error: {file}: {why}"))?;
                Ok(false)
            }
        }
    }
}

/// What may be done now; the King's ways to a square that differ in what he
/// steps over are listed once, the shortest.
fn actions(turn: &Turn) -> Vec<Action> {
    let mut list: Vec<Action> = Vec::new();
    for action in turn.actions() {
        let same = list.iter_mut().find(|known| match (&**known, &action) {
            (Action::Walk(a), Action::Walk(b)) => a.from() == b.from() && a.to() == b.to(),
            _ => false,
        });
        match (same, action) {
            (None, action) => list.push(action),
            (Some(Action::Walk(known)), Action::Walk(walk)) if walk.pips() < known.pips() => {
                *known = walk;
            }
            _ => {}
        }
    }
    list
}

/// The same in notation.
fn listed(turn: &Turn) -> Vec<String> {
    let actions = actions(turn).into_iter();
    actions.map(|action| write_actions(&[action])).collect()
}

/// Does what was typed: actions, or the number of one in the list.
fn act(turn: &mut Turn, line: &str) -> Result<(), BadInput> {
    let Ok(number) = line.parse::<usize>() else {
        return turn.read(line);
    };
    let list = actions(turn);
    let action = number.checked_sub(1).and_then(|i| list.get(i));
    let action = action.ok_or_else(|| {
        let message = format!("there is no action {number}");
        BadInput::new(message, format!("`moves` lists {}", list.len()))
    })?;
    turn.act(*action)
}
