//! A game without cards or dice in the terminal.

use play::{Effort, Listed, Move, Record, Seat, Session, State, Typed, Voice, default_player};
use rules::Random;
use values::{Error, Player};

use super::super::editor::split;
use super::super::talk::leaves;
use super::super::{Exit, Stop};
use super::list::numbered;
use super::sitting::{Kind, Sitting};
use super::view::{self, Last};
use super::{rulebook, why};

const COMMANDS: &[&str] = &[
    "moves", "board", "hint", "why", "rules", "undo", "save ", "load ", "swap", "resign", "quit",
    "help",
];

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

/// A game without cards or dice.
pub struct Plain {
    /// The computer players of Left and Right.
    pub computers: [Option<Computer>; 2],
    pub random: Random,
    /// The level of players that have none of their own.
    pub level: u32,
    /// Whether the clock decides how the computer plays.
    pub timed: bool,
}

/// A computer player, and what it remembers.
pub struct Computer {
    pub listed: &'static Listed,
    pub player: Box<dyn play::Engine>,
}

impl Kind for Plain {
    type Game = State;

    fn show(sitting: &mut Sitting<'_, Self>) -> Result<(), Stop> {
        let board = view::board(
            sitting.session.now(),
            sitting.last().as_ref(),
            sitting.talk.colour(),
        );
        sitting.say(&format!("\n{board}"))
    }

    fn adopt(&mut self, _: &Record, session: &Session<State>) -> Result<(), String> {
        let computers = || self.computers.iter().flatten();
        let mut unsuited = computers().filter(|known| !(known.listed.is_for)(session.start()));
        if let Some(Computer { listed, .. }) = unsuited.next() {
            return Err(format!("{} plays {} only", listed.name, listed.suits));
        }
        for computer in self.computers.iter_mut().flatten() {
            // What players remember belongs to another game.
            computer.player = (computer.listed.fresh)();
        }
        Ok(())
    }
}

impl Sitting<'_, Plain> {
    /// Plays to the end, or until nobody answers.
    pub fn run(mut self) -> Result<Exit, Stop> {
        self.introduce()?;
        Plain::show(&mut self)?;
        loop {
            if let Some(said) = self.session.said_at_end(self.session.ply()) {
                self.say(&said)?;
                if !self.session.has_people() || !self.after_the_end()? {
                    self.keep.forget();
                    return Ok(Exit::Answered);
                }
                continue;
            }
            let person = self.session.seat(self.session.mover()).is_human();
            let goes_on = match person {
                true => self.person()?,
                false => self.computer()?,
            };
            if !goes_on {
                return self.leave();
            }
        }
    }

    /// The last move, for its marks on the board.
    fn last(&self) -> Option<Last> {
        let (place, before) = self.session.now().last()?;
        Some(Last {
            place,
            before: before.clone(),
            text: self.session.plies().last()?.text.clone(),
        })
    }

    /// Who plays which side.
    fn players(&self) -> String {
        let session = &self.session;
        let start = session.start();
        let sides = Player::BOTH.map(|player| play::side_name(start, player));
        let Some(person) = session.only_person() else {
            let called = Player::BOTH.map(|player| Voice::of_side(start, player).mover_within());
            let [left, right] = self.names();
            return format!("{} {left}, {} {right}", called[0], called[1]);
        };
        let computer = &session.seats[-person as usize];
        match start.is_impartial() {
            true if person == start.turn() => {
                format!("you move first, the computer ({computer}) second")
            }
            true => format!("the computer ({computer}) moves first, you second"),
            false => format!(
                "you are {}, the computer ({computer}) is {}",
                sides[person as usize], sides[-person as usize]
            ),
        }
    }

    /// What a player is called, with the side: `You (Black)`.
    fn titled(&self, player: Player) -> String {
        let session = &self.session;
        let seat = session.seat(player);
        let side = match session.start().is_impartial() {
            true => None,
            false => Some(play::side_name(session.start(), player)),
        };
        let who = match (session.only_person(), side) {
            (Some(person), _) if person == player => "You",
            (Some(_), _) => "Computer",
            (None, None) => Voice::of(session, player).mover,
            (None, Some(side)) if seat.is_human() => return side.to_owned(),
            (None, Some(side)) => return format!("{side} ({seat})"),
        };
        match side {
            Some(side) => format!("{who} ({side})"),
            None => who.to_owned(),
        }
    }

    fn introduce(&mut self) -> Result<(), Stop> {
        let names = self.session.start().names().join(" + ");
        self.say(&format!("{names}: {}", self.players()))?;
        if self.kind.timed {
            self.say("played by the clock: the same game may go differently another time")?;
        }
        let (session, budget) = (&self.session, &self.budget);
        let prediction = self.talk.thinking(|| why::prediction(session, budget));
        if let Some(prediction) = prediction {
            self.say(&format!("prediction: {prediction}"))?;
        }
        self.budget.clear_stop();
        if self.session.has_people() {
            self.say("type a move, or `help`")?;
        }
        Ok(())
    }

    /// A computer's move; false if somebody has interrupted it.
    fn computer(&mut self) -> Result<bool, Stop> {
        let turn = self.session.mover();
        let (session, talk) = (&self.session, &self.talk);
        let (state, seat) = (session.now(), session.seat(turn));
        let Plain {
            computers,
            random,
            level,
            ..
        } = &mut self.kind;
        let Some(computer) = &mut computers[turn as usize] else {
            return Ok(true);
        };
        let who = seat.who(session.start(), state);
        let (listed, own) = who.map_err(|bad| Stop::new(Exit::BadInput, bad))?;
        if listed.name != computer.listed.name {
            // Who plays at a strength depends on what is left of the game.
            *computer = Computer {
                listed,
                player: (listed.fresh)(),
            };
        }
        let seat = Seat {
            level: own,
            ..seat.clone()
        };
        let effort = seat.effort(*level, &self.budget);
        let choice = talk.thinking(|| computer.player.reply(state, &effort, random));
        let choice = match choice {
            Ok(choice) => choice,
            Err(Error::Interrupted) => {
                self.budget.clear_stop();
                return Ok(false);
            }
            Err(error) => return Err(Stop::new(Exit::Limit, error)),
        };
        self.make(&choice.mv)?;
        let remark = match choice.thought.of_mover(Voice::of(&self.session, turn)) {
            said if said.is_empty() => said,
            said => format!(". {said}"),
        };
        let moves = self.session.plies();
        let text = moves.last().map_or("", |ply| &ply.text);
        let said = format!("{}. {}: {text}{remark}", moves.len(), self.titled(turn));
        self.say(&said)?;
        Plain::show(self)?;
        Ok(true)
    }

    fn make(&mut self, mv: &Move) -> Result<(), Stop> {
        self.session.play(mv);
        self.keep()
    }

    /// What a person does; false when nobody answers.
    fn person(&mut self) -> Result<bool, Stop> {
        let turn = self.session.mover();
        let prompt = format!("{}. {}>", self.session.ply() + 1, self.titled(turn));
        let state = self.session.now();
        // Moves that cannot be listed are not completed.
        let moves = || state.spoken_moves().unwrap_or_default();
        let moves = || moves().into_iter().map(|(text, _)| text).collect();
        let Some(line) = self.talk.ask_among(&prompt, COMMANDS, moves)? else {
            return Ok(false);
        };
        // A Ctrl-C before this line was not meant for it.
        self.budget.clear_stop();
        let (word, rest) = split(&line);
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => {}
            (word, "") if leaves(word) => return Ok(false),
            ("help" | "h" | "?", "") => self.say(HELP)?,
            ("moves" | "m", wanted) => self.list(wanted)?,
            ("board" | "b", "") => Plain::show(self)?,
            ("hint", "") => self.hint()?,
            ("why", "") => {
                let (session, budget) = (&self.session, &self.budget);
                let lines = self.talk.thinking(|| why::explanation(session, budget));
                self.budget.clear_stop();
                self.say(&lines.join("\n"))?;
            }
            ("rules", "") => self.say(&rulebook::rules(self.session.now()))?,
            ("undo" | "u", "") => {
                self.take_back_to_person()?;
                Plain::show(self)?;
            }
            ("save", file) => self.save(file)?,
            ("load", file) => {
                self.load(file)?;
            }
            ("swap", "") => {
                self.session.seats.swap(0, 1);
                self.kind.computers.swap(0, 1);
                self.say(&format!("now {}", self.players()))?;
            }
            ("resign", "") => self.session.resigned = Some(turn),
            _ => self.typed(line.trim())?,
        }
        Ok(true)
    }

    fn typed(&mut self, line: &str) -> Result<(), Stop> {
        match self.session.now().understand(line) {
            Ok(Typed::Move(_, mv)) => {
                self.make(&mv)?;
                Plain::show(self)
            }
            Ok(Typed::Illegal(reason)) => self.say(&reason),
            Err(error) => self.say(&format!("error: {error}")),
        }
    }

    fn list(&mut self, wanted: &str) -> Result<(), Stop> {
        let moves = match self.session.now().spoken_moves() {
            Ok(moves) => moves,
            Err(error) => return self.say(&format!("error: {error}")),
        };
        let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        self.say(&numbered(&texts, wanted))
    }

    fn hint(&mut self) -> Result<(), Stop> {
        let state = self.session.now();
        let listed = default_player(state);
        let effort = Effort::default().with_budget(self.budget.clone());
        // Chance for a hint is not that of the game.
        let mut random = self.kind.random.fork(self.session.ply() as u64);
        let choice = || listed.reply(state, &effort, &mut random);
        let choice = self.talk.thinking(choice);
        self.budget.clear_stop();
        let voice = Voice::of(&self.session, state.turn());
        let advice =
            |choice: play::Choice| Ok((state.text(&choice.mv)?, choice.thought.of_advice(voice)));
        let said = match choice.and_then(advice) {
            Ok((text, remark)) => format!("{text}: {remark}"),
            Err(error) => format!("no hint: {error}"),
        };
        self.say(&said)
    }
}
