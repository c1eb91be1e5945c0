//! `legatus play latrunculus`: a game with a die in the terminal.

use play::latrunculus::{Commander, Thrown, best_turns};
use play::{Effort, Record, Seat, Session, levelled};
use rules::latrunculus::{Action, State, Turn, colour, write_actions};
use rules::{BadInput, Random};
use values::{Budget, Error};

use super::super::editor::split;
use super::super::play::{Kind, Sitting, game_rules, numbered};
use super::super::players::Thinking;
use super::super::talk::leaves;
use super::super::{Exit, Stop};
use super::view;

/// A game with a die.
pub struct Dice {
    /// The computer players of Black and White, and how much they think.
    pub computers: [Option<Computer>; 2],
    /// What the die depends on.
    pub seed: u64,
    /// Whether throws are typed.
    pub own_die: bool,
}

/// A computer player, and how much it thinks.
pub type Computer = (&'static Commander, Effort);

/// Who plays a side: a person, or a player by name, the strongest if there is
/// none.
pub fn seat(
    name: Option<&str>,
    thinking: &Thinking,
    budget: &Budget,
) -> Result<(Seat, Option<Computer>), BadInput> {
    if name.is_some_and(|name| name.eq_ignore_ascii_case("human")) {
        return Ok((Seat::human(), None));
    }
    let computer = super::commander(name, thinking, budget)?;
    let (name, level) = levelled(name.unwrap_or(computer.0.name))?;
    Ok((thinking.seat(name, level), Some(computer)))
}

/// What the die of a game depends on.
pub fn seed(record: &Record) -> Option<u64> {
    record.header("seed")?.parse().ok()
}

/// What comes after a turn, or instead of it.
enum Next {
    /// The turn is over.
    Ended(Thrown),
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

impl Kind for Dice {
    type Game = State;

    /// The board, the squares of the last turn marked.
    fn show(sitting: &mut Sitting<'_, Self>) -> Result<(), Stop> {
        let last = sitting.session.plies().last();
        let last = last.map_or("", |ply| ply.text.as_str());
        let picture = view::picture(sitting.session.now(), last, sitting.talk.colour());
        sitting.say(&format!("\n{picture}"))
    }

    fn record(&self, session: &Session<State>) -> values::Result<Record> {
        let mut record = session.record()?;
        let result = record.headers.pop();
        record.set("Seed", self.seed.to_string());
        record.headers.extend(result);
        Ok(record)
    }

    /// A game goes on with the die it was played with.
    fn adopt(&mut self, record: &Record, _: &Session<State>) -> Result<(), String> {
        self.seed = seed(record).unwrap_or(self.seed);
        Ok(())
    }

    fn reopen(sitting: &mut Sitting<'_, Self>) -> Result<(), Stop> {
        match sitting.session.resigned.take() {
            Some(_) => Self::show(sitting),
            None => sitting.undo(),
        }
    }
}

impl Sitting<'_, Dice> {
    /// Plays to the end, or until nobody answers.
    pub fn run(mut self) -> Result<Exit, Stop> {
        let [left, right] = self.names();
        self.say(&format!(
            "latrunculus: Black (Left) {left}, White (Right) {right}"
        ))?;
        if self.session.has_people() {
            self.say("type a turn, or `help`")?;
        }
        Dice::show(&mut self)?;
        loop {
            if let Some(finish) = self.session.finish() {
                self.say(&finish.reason)?;
                if !self.session.has_people() || !self.after_the_end()? {
                    self.keep.forget();
                    return Ok(Exit::Answered);
                }
                continue;
            }
            let mut chance = self.chance();
            let thrown = chance.below(6) as u8 + 1;
            let throw = match self.kind.own_die {
                false => thrown,
                true => match self.ask_throw()? {
                    Some(Some(throw)) => throw,
                    Some(None) => continue,
                    None => return self.leave(),
                },
            };
            let next = match self.kind.computers[self.session.mover() as usize].clone() {
                None => self.person(throw)?,
                Some(computer) => self.computer(&computer, throw, &mut chance)?,
            };
            match next {
                Next::Changed => {}
                Next::Leave => return self.leave(),
                Next::Ended(turn) => self.make(&turn)?,
            }
        }
    }

    /// What a computer player makes of its throw.
    fn computer(
        &mut self,
        (player, effort): &Computer,
        throw: u8,
        chance: &mut Random,
    ) -> Result<Next, Stop> {
        let state = self.session.now();
        let choose = || player.choose(state, throw, effort, chance);
        match self.talk.thinking(choose) {
            Ok(chosen) => Ok(Next::Ended(Thrown::chosen(throw, &chosen))),
            Err(Error::Interrupted) => {
                self.budget.clear_stop();
                Ok(Next::Leave)
            }
            Err(error) => Err(Stop::new(Exit::Limit, error)),
        }
    }

    /// Chance for the turn at hand: the same when the turn is taken back, and
    /// when the game is gone on with.
    fn chance(&self) -> Random {
        Random::new(self.kind.seed).fork(self.session.ply() as u64)
    }

    /// A throw that is typed; nothing if another thing was, and nothing at all
    /// if nobody answers.
    fn ask_throw(&mut self) -> Result<Option<Option<u8>>, Stop> {
        let who = colour(self.session.mover());
        let question = format!("{}. {who} throws>", self.session.ply() + 1);
        let Some(line) = self.talk.ask(&question)? else {
            return Ok(None);
        };
        match line.to_lowercase().as_str() {
            word if leaves(word) => Ok(None),
            "undo" | "u" => {
                self.undo()?;
                Ok(Some(None))
            }
            word => match super::throw(word) {
                Ok(throw) => Ok(Some(Some(throw))),
                Err(reason) => {
                    self.say(&format!("{reason}; or undo, quit"))?;
                    Ok(Some(None))
                }
            },
        }
    }

    /// Makes a turn and shows where it leads.
    fn make(&mut self, turn: &Thrown) -> Result<(), Stop> {
        let player = self.session.mover();
        self.session.play(turn);
        self.keep()?;
        let (number, who) = (self.session.ply(), colour(player));
        let name = match self.session.seat(player) {
            seat if seat.is_human() => String::new(),
            seat => format!(", {seat}"),
        };
        let Thrown { throw, text, .. } = turn;
        self.say(&format!("{number}. {who}{name} throws {throw}: {text}"))?;
        Dice::show(self)
    }

    /// Back to where the person at the keyboard had thrown last.
    fn undo(&mut self) -> Result<(), Stop> {
        match self.take_back_to_person()? {
            true => Dice::show(self),
            false => Ok(()),
        }
    }

    /// The board in the middle of a turn.
    fn draw_turn(&mut self, turn: &Turn) -> Result<(), Stop> {
        let shown = State {
            board: *turn.board(),
            ..*self.session.now()
        };
        let picture = view::picture(&shown, &write_actions(turn.done()), self.talk.colour());
        self.say(&format!("\n{picture}"))
    }

    /// The turn of a person, pip by pip.
    fn person(&mut self, throw: u8) -> Result<Next, Stop> {
        let mut turn = self.session.now().turn(throw);
        loop {
            if let Some(stuck) = turn.stuck() {
                let (throw, text) = (turn.throw(), stuck.text());
                self.say(&format!("a {throw}, and nothing can be done: {text}"))?;
                return Ok(ended(&turn));
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
                ("help" | "h" | "?", "") => self.say(HELP)?,
                ("moves" | "m", wanted) => {
                    let list = listed(&turn);
                    let list: Vec<&str> = list.iter().map(String::as_str).collect();
                    self.say(&numbered(&list, wanted))?;
                }
                ("board" | "b", "") => self.draw_turn(&turn)?,
                ("threats" | "t", "") => self.say(&view::threats(&turn))?,
                ("hint", "") => self.explain(&turn, false)?,
                ("why", "") => self.explain(&turn, true)?,
                ("rules", "") => self.say(game_rules("latrunculus").trim_end())?,
                ("end" | "e" | "", "") => match Thrown::of(&turn) {
                    Ok(whole) => return Ok(Next::Ended(whole)),
                    Err(bad) => self.say(&bad.to_string())?,
                },
                ("undo" | "u", "") => match turn.undo() {
                    Some(_) => self.draw_turn(&turn)?,
                    None => {
                        self.undo()?;
                        return Ok(Next::Changed);
                    }
                },
                ("roll" | "r", number) => match super::throw(number) {
                    Ok(throw) if turn.done().is_empty() => {
                        turn = self.session.now().turn(throw);
                    }
                    Ok(_) => self.say("undo what was done before you throw again")?,
                    Err(reason) => self.say(&reason)?,
                },
                ("swap", "") => {
                    self.session.seats.swap(0, 1);
                    self.kind.computers.swap(0, 1);
                    let [left, right] = self.names();
                    self.say(&format!("Black is now {left}, White is now {right}"))?;
                    return Ok(Next::Changed);
                }
                ("save", file) => self.save(file)?,
                ("load", file) => {
                    if self.load(file)? {
                        return Ok(Next::Changed);
                    }
                }
                ("resign", "") => {
                    self.session.resigned = Some(turn.player());
                    return Ok(Next::Changed);
                }
                _ => match act(&mut turn, line.trim()) {
                    Ok(()) if actions(&turn).is_empty() => return Ok(ended(&turn)),
                    Ok(()) => self.draw_turn(&turn)?,
                    Err(bad) => self.say(&bad.to_string())?,
                },
            }
        }
    }

    fn prompt(&self, turn: &Turn) -> String {
        let (number, who) = (self.session.ply() + 1, colour(turn.player()));
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
    fn explain(&mut self, turn: &Turn, why: bool) -> Result<(), Stop> {
        let (state, throw) = (self.session.now(), turn.throw());
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
            Ok(said) => self.say(&said),
            Err(error) => self.say(&format!("no hint: {error}")),
        }
    }
}

/// The end of a turn in which nothing more can be done, and which so has one.
fn ended(turn: &Turn) -> Next {
    Thrown::of(turn).map_or(Next::Changed, Next::Ended)
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

/// What can be done next in a turn, in notation.
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
