//! `legatus play latrunculus`: a game with a die in the terminal.

use play::latrunculus::{COMMANDERS, Commander, begin, replay};
use play::{Effort, Record};
use rules::latrunculus::{Square, State, THROWS, Turn, colour, write_actions};
use rules::{BadInput, Random};
use values::Player;

use super::super::play::{Keep, Talk, read_games, write_game};
use super::super::{Exit, Interrupts, Stop};

/// Who plays a side.
#[derive(Clone)]
pub enum Side {
    Human,
    Computer(&'static Commander, Effort),
}

/// A game under way.
pub struct Session<'o> {
    /// The states before each turn, and now.
    pub states: Vec<State>,
    pub record: Record,
    pub sides: [Side; 2],
    pub random: Random,
    pub talk: Talk<'o>,
    pub keep: Keep,
}

/// What a person wants next.
enum Next {
    /// The turn is over and leads here.
    Ended(Box<Turn>),
    /// Something else has changed: begin again with the turn of the player
    /// whose it is now.
    Changed,
    Left,
}

const HELP: &str = "\
steps and kills   e3-e4-f5 x g6, all at once or one by one; the King's way over
                  his Soldiers with every square
end               ends the turn (an empty line, too, when something was done)
undo              takes the last action back; before the first, the last turns
moves             what can be done now        threats   what kills cost
hint              the turn that `dice` would play
board             draws the board             roll N    a die of your own shows N
swap              exchanges the sides' players
save FILE, load FILE                          resign, quit (the game is kept)";

impl Session<'_> {
    pub fn run(mut self, interrupts: &Interrupts) -> Result<Exit, Stop> {
        loop {
            let state = self.now();
            if let Some(verdict) = state.verdict {
                self.draw(&state)?;
                self.talk.say(&verdict.words())?;
                self.keep.forget();
                return Ok(Exit::Answered);
            }
            let throw = self.random.below(6) as u8 + 1;
            match self.sides[state.player as usize].clone() {
                Side::Computer(player, effort) => {
                    let random = &mut self.random;
                    let chosen =
                        interrupts.during(|| player.choose(&state, throw, &effort, random));
                    let Ok(chosen) = chosen else {
                        self.talk.say("the game is kept")?;
                        return Ok(Exit::Interrupted);
                    };
                    let text = chosen.text();
                    let who = colour(state.player);
                    self.talk
                        .say(&format!("{who} ({}) throws {throw}: {text}", player.name))?;
                    self.push(throw, &text, state.after(&chosen.board));
                }
                Side::Human => match self.human(&state, throw)? {
                    Next::Changed => {}
                    Next::Left => return Ok(Exit::Answered),
                    Next::Ended(turn) => {
                        let throw = turn.throw();
                        // It was found to have an end.
                        if let Ok(board) = turn.end() {
                            self.push(throw, &turn.text(), state.after(&board));
                        }
                    }
                },
            }
        }
    }

    fn now(&self) -> State {
        self.states[self.states.len() - 1]
    }

    fn push(&mut self, throw: u8, text: &str, after: State) {
        let player = self.now().player;
        let notes = vec![("roll".to_owned(), throw.to_string())];
        self.record.push(player, notes, text);
        self.states.push(after);
        self.keep.save(&self.record);
    }

    fn draw(&mut self, state: &State) -> Result<(), Stop> {
        self.talk.say(&picture(state))
    }

    /// The turn of a person, pip by pip.
    fn human(&mut self, state: &State, throw: u8) -> Result<Next, Stop> {
        self.draw(state)?;
        let mut turn = state.turn(throw);
        loop {
            let who = colour(state.player);
            if let Some(stuck) = turn.stuck() {
                let throw = turn.throw();
                let text = stuck.text();
                self.talk
                    .say(&format!("{who} throws {throw} and can do nothing: {text}"))?;
                return Ok(Next::Ended(Box::new(turn)));
            }
            let done = write_actions(turn.done());
            let done = if done.is_empty() {
                done
            } else {
                format!(", {done}")
            };
            let question = format!(
                "{who} has thrown {}{done}; {} left >",
                turn.throw(),
                turn.pips()
            );
            let Some(line) = self.talk.ask(&question)? else {
                self.talk.say("the game is kept")?;
                return Ok(Next::Left);
            };
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let said = match (word, rest.trim()) {
                ("help" | "?", _) => HELP.to_owned(),
                ("quit" | "exit", _) => {
                    self.talk.say("the game is kept")?;
                    return Ok(Next::Left);
                }
                ("resign", _) => {
                    self.talk
                        .say(&format!("{} wins: {who} resigns", colour(-state.player)))?;
                    self.keep.forget();
                    return Ok(Next::Left);
                }
                ("end", _) | ("", _) => match turn.end() {
                    Ok(_) => return Ok(Next::Ended(Box::new(turn))),
                    Err(bad) => bad.to_string(),
                },
                ("undo", _) => match turn.undo() {
                    Some(_) => format!("{} pips left", turn.pips()),
                    None if self.states.len() > 1 => {
                        self.take_back();
                        return Ok(Next::Changed);
                    }
                    None => "nothing to undo".to_owned(),
                },
                ("board", _) => {
                    let shown = State {
                        board: *turn.board(),
                        ..*state
                    };
                    picture(&shown)
                }
                ("moves", _) => {
                    let mut list: Vec<String> = Vec::new();
                    for action in turn.actions() {
                        list.push(write_actions(&[action]));
                    }
                    list.dedup();
                    list.join("  ")
                }
                ("threats", _) => threats(turn.board()),
                ("hint", _) => self.hint(state, turn.throw()),
                ("roll", number) => match super::throw(number) {
                    Ok(throw) if turn.done().is_empty() => {
                        turn = state.turn(throw);
                        continue;
                    }
                    Ok(_) => "undo what was done before you throw again".to_owned(),
                    Err(reason) => reason,
                },
                ("swap", _) => {
                    self.sides.reverse();
                    return Ok(Next::Changed);
                }
                ("save", file) => match write_game(file.as_ref(), &self.record) {
                    Ok(()) => format!("saved to {file}"),
                    Err(error) => format!("{file}: {}", super::super::reason(&error)),
                },
                ("load", file) => match self.load(file) {
                    Ok(()) => return Ok(Next::Changed),
                    Err(reason) => reason,
                },
                _ => match turn.read(line) {
                    Ok(()) if turn.pips() == 0 || turn.actions().is_empty() => {
                        return Ok(Next::Ended(Box::new(turn)));
                    }
                    Ok(()) => continue,
                    Err(bad) => format!("{bad} (`help` tells what can be typed)"),
                },
            };
            self.talk.say(&said)?;
        }
    }

    fn hint(&self, state: &State, throw: u8) -> String {
        let mut random = self.random.clone();
        match COMMANDERS[0].choose(state, throw, &Effort::default(), &mut random) {
            Ok(chosen) => chosen.text(),
            Err(error) => error.to_string(),
        }
    }

    /// Takes turns back until a person is to throw.
    fn take_back(&mut self) {
        while self.states.len() > 1 {
            self.states.pop();
            self.record.plies.pop();
            if matches!(self.sides[self.now().player as usize], Side::Human) {
                break;
            }
        }
        self.keep.save(&self.record);
    }

    fn load(&mut self, file: &str) -> Result<(), String> {
        let games = read_games(file.as_ref())
            .map_err(|error| format!("{file}: {}", super::super::reason(&error)))?;
        let games = games.map_err(|bad| format!("{file}: {bad}"))?;
        let record = games.into_iter().next().ok_or("no game in the file")?;
        self.states = replay(&record).map_err(|bad| format!("{file}: {bad}"))?;
        self.record = record;
        Ok(())
    }
}

/// The board with coordinates, and the score.
fn picture(state: &State) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        text.push_str(&format!("{} ", rank + 1));
        for square in (0..8).filter_map(|file| Square::at(file, rank)) {
            text.push(' ');
            text.push(state.board.symbol(square));
        }
        text.push('\n');
    }
    let [black, white] = Player::BOTH.map(|player| state.board.strength(player));
    text.push_str("   a b c d e f g h\n");
    text.push_str(&format!(
        "Black {black} Soldiers, White {white}; {} turns without a kill",
        state.quiet
    ));
    text
}

fn threats(board: &rules::latrunculus::Board) -> String {
    let costs = board.squares().filter_map(|square| {
        let cost = board
            .kill_cost(square)
            .filter(|cost| THROWS.contains(cost))?;
        Some(format!("{square} {cost}"))
    });
    let costs: Vec<String> = costs.collect();
    match costs.is_empty() {
        true => "nobody can be killed as the pieces stand".to_owned(),
        false => costs.join("  "),
    }
}

/// A new game, or the one that was left.
pub fn resume(record: Option<Record>, start: State, names: [&str; 2]) -> (Vec<State>, Record) {
    let kept = record.and_then(|record| Some((replay(&record).ok()?, record)));
    kept.unwrap_or_else(|| {
        let mut record = begin(&start);
        record.set("Left", names[0]);
        record.set("Right", names[1]);
        (vec![start], record)
    })
}

/// A player by name; `human` is a person.
pub fn side(
    name: Option<&str>,
    thinking: &super::super::players::Thinking,
    budget: &values::Budget,
) -> Result<Side, BadInput> {
    match name {
        Some(name) if name.eq_ignore_ascii_case("human") => Ok(Side::Human),
        name => {
            let (player, effort) = super::commander(name, thinking, budget)?;
            Ok(Side::Computer(player, effort))
        }
    }
}
