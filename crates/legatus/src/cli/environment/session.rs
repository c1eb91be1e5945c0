//! A game beside cards in the terminal.

use play::{
    Accountant, Best, CardChoice, CardGame, CardHistory, Challenge, Forecast, Move, Turn, Typed,
};
use std::path::Path;
use values::{Dyadic, Player};

use super::super::play::{KEPT, Keep, Last, board_of, numbered, read_games, rules_of, write_game};
use super::super::talk::{Talk, leaves};
use super::super::{Exit, Stop, reason};
use super::bidding::{Side, number};
use super::contest::KIND;

/// Play in progress.
pub struct Session<'o> {
    history: CardHistory,
    pub sides: [Side; 2],
    pub referee: bool,
    pub challenge: Option<Challenge>,
    /// Its thermographs and values serve the players too.
    accountant: Accountant,
    /// What each turn cost, if that is known, and whose it was.
    costs: Vec<(Player, Option<Dyadic>)>,
    keep: Keep,
    talk: Talk<'o>,
}

/// What a line of a person means.
enum Wish {
    Turn(Turn),
    Undo,
    Save(String),
    Load(String),
    Resign,
    Quit,
}

const COMMANDS: &[&str] = &[
    "card", "moves", "hint", "why", "rules", "undo", "save ", "load ", "resign", "quit", "help",
];

const CARDS: &str = "\
Cards
  At each turn a player moves on the board or takes the top card, which scores
  its value. Taking the bottom card ends the game; the higher score wins.";

const HELP: &str = "  card       take the top card
  MOVE       a move as `moves` lists it, or its number there
  moves      the moves on the board, numbered; `moves e6` those from e6
  hint       what orthodox and best play would do
  why        the temperatures, the forecast and the cost of each turn
  rules      the rules of the game
  undo       take back your last turn
  save FILE  write the game to a file
  load FILE  go on with the game of a file
  resign     give up
  quit       leave; the game is kept";

impl<'o> Session<'o> {
    pub fn new(
        history: CardHistory,
        sides: [Side; 2],
        accountant: Accountant,
        keep: Keep,
        talk: Talk<'o>,
    ) -> Self {
        Session {
            history,
            sides,
            referee: false,
            challenge: None,
            accountant,
            costs: Vec::new(),
            keep,
            talk,
        }
    }

    /// Plays to the end, or until somebody leaves.
    pub fn run(mut self) -> Result<Exit, Stop> {
        let stack = self.game().stack().to_string();
        self.talk.say(&format!("stack: {stack}"))?;
        if self.history.turns() == 0 {
            let second = -self.game().turn();
            let komi = self.game().stack().komi();
            let words = format!("{second} is given the komi {komi}");
            self.talk.say(&words)?;
        }
        if let Some(challenge) = &self.challenge {
            let words = challenge.to_string();
            self.talk.say(&words)?;
        }
        while !self.game().is_over() {
            if self.referee && self.game().may_skip() && !self.skip()? {
                return self.leave();
            }
            self.show()?;
            let player = self.game().turn();
            let game = self.history.game();
            let turn = match &mut self.sides[player as usize] {
                Side::Computer(computer) => {
                    let accountant = &mut self.accountant;
                    let choice = self.talk.thinking(|| computer.choose(game, accountant));
                    let CardChoice { turn, remark } = choice.map_err(stopped)?;
                    if !remark.is_empty() {
                        self.talk.say(&format!("{player}: {remark}"))?;
                    }
                    turn
                }
                Side::Human => match self.wish(player)? {
                    Wish::Turn(turn) => turn,
                    Wish::Undo => {
                        self.undo()?;
                        continue;
                    }
                    Wish::Save(file) => {
                        self.save(&file)?;
                        continue;
                    }
                    Wish::Load(file) => {
                        self.load(&file)?;
                        continue;
                    }
                    Wish::Resign => {
                        self.keep.forget();
                        self.talk.say(&format!("{player} resigns"))?;
                        return Ok(Exit::Answered);
                    }
                    Wish::Quit => return self.leave(),
                },
            };
            self.play(turn)?;
        }
        self.keep.forget();
        self.end()
    }

    fn game(&self) -> &CardGame {
        self.history.game()
    }

    /// The end of the input, or of somebody's patience.
    fn leave(&mut self) -> Result<Exit, Stop> {
        let net = self.game().net();
        self.talk.say(&format!("left unfinished at net {net}"))?;
        if self.keep.is_kept() {
            self.talk.say(KEPT)?;
        }
        Ok(Exit::Answered)
    }

    /// Keeps the game at hand, for when the terminal is closed.
    fn keep(&mut self) -> Result<(), Stop> {
        if !self.sides.iter().any(|side| matches!(side, Side::Human)) {
            return Ok(());
        }
        let record = self.history.record().map_err(stopped)?;
        match self.keep.save(&record) {
            Some(why) => self.talk.say(&format!("this game is not kept: {why}")),
            None => Ok(()),
        }
    }

    /// Writes the game to a file.
    fn save(&mut self, file: &str) -> Result<(), Stop> {
        let record = self.history.record().map_err(stopped)?;
        let said = match write_game(Path::new(file), &record) {
            Ok(()) => format!("wrote {file}"),
            Err(error) => format!("cannot write {file}: {}", reason(&error)),
        };
        self.talk.say(&said)
    }

    /// Goes on with the first game of a file.
    fn load(&mut self, file: &str) -> Result<(), Stop> {
        let games = match read_games(Path::new(file)) {
            Err(error) => {
                let why = reason(&error);
                return self.talk.say(&format!("cannot read {file}: {why}"));
            }
            Ok(Err(bad)) => return self.talk.say(&format!("{file}: {bad}")),
            Ok(Ok(games)) => games,
        };
        let history = match games.first().map(CardHistory::replay) {
            None => return self.talk.say(&format!("{file}: no games")),
            Some(Err(bad)) => return self.talk.say(&format!("{file}: {bad}")),
            Some(Ok(history)) => history,
        };
        let keep = Keep::of(KIND, &history.record().map_err(stopped)?);
        if !keep.is_place_of(&self.keep) {
            self.keep = keep;
        }
        self.history = history;
        self.costs.clear();
        let stack = self.game().stack().to_string();
        self.talk.say(&format!("stack: {stack}"))
    }

    fn forecast(&mut self) -> Result<Forecast, Stop> {
        let Session {
            talk,
            accountant,
            history,
            ..
        } = self;
        let game = history.game();
        let forecast = talk.thinking(|| accountant.forecast(game));
        forecast.map_err(stopped)
    }

    fn best(&mut self) -> Result<Option<Best>, Stop> {
        let Session {
            talk,
            accountant,
            history,
            ..
        } = self;
        let game = history.game();
        let best = talk.thinking(|| accountant.best(game));
        best.map_err(stopped)
    }

    fn cost(&mut self, turn: &Turn) -> Result<Option<Dyadic>, Stop> {
        let Session {
            talk,
            accountant,
            history,
            ..
        } = self;
        let game = history.game();
        let cost = talk.thinking(|| accountant.cost(game, turn));
        cost.map_err(stopped)
    }

    /// Plays a turn and does the accounts.
    fn play(&mut self, turn: Turn) -> Result<(), Stop> {
        let player = self.game().turn();
        let cost = self.cost(&turn)?;
        let what = match turn {
            Turn::Card => format!("takes {}", self.game().cards()[0]),
            Turn::Board(_) => format!("plays {}", self.words(&turn)?),
        };
        self.history.play(turn);
        self.keep()?;
        let price = match &cost {
            None => "at a cost that takes too much to find".to_owned(),
            Some(cost) if cost.is_zero() => "orthodox".to_owned(),
            Some(cost) => format!("which costs {cost}"),
        };
        self.costs.push((player, cost));
        self.talk.say(&format!("{player} {what}, {price}"))
    }

    fn words(&self, turn: &Turn) -> Result<String, Stop> {
        match turn {
            Turn::Card => Ok("card".to_owned()),
            Turn::Board(mv) => self.game().state().text(mv).map_err(stopped),
        }
    }

    /// Back to this player's turn before.
    fn undo(&mut self) -> Result<(), Stop> {
        let before = self.history.turns();
        let Some(left) = self.history.undo() else {
            return self.talk.say("there is nothing to take back");
        };
        // Turns of a game that was loaded have no costs.
        let known = self.costs.len().saturating_sub(before - left);
        self.costs.truncate(known);
        self.keep()
    }

    /// The board, the stack, the score and the forecast.
    fn show(&mut self) -> Result<(), Stop> {
        let board = board_of(
            self.game().state(),
            self.last().as_ref(),
            self.talk.colour(),
        );
        let mut text = format!("\n{board}\n");
        let cards = self.game().cards();
        let [left, right] = Player::BOTH.map(|player| self.game().score(player));
        text.push_str(&format!(
            "top card {}, {} below it; Left has {left}, Right {right}\n",
            cards[0],
            cards.len() - 1,
        ));
        let forecast = self.forecast()?;
        text.push_str(&words_of(&forecast, self.game().turn()));
        self.talk.say(&text)
    }

    /// The last turn, if it was played on the board.
    fn last(&self) -> Option<Last> {
        let (game, turn) = self.history.last()?;
        let Turn::Board(mv) = turn else {
            return None;
        };
        Some(Last {
            place: mv.place,
            before: game.board()[mv.place].clone(),
            text: game.state().text(mv).ok()?,
        })
    }

    /// The two sealed bids, and the referee's decision. Whether there were
    /// two.
    fn skip(&mut self) -> Result<bool, Stop> {
        let mut bids = Vec::new();
        for player in Player::BOTH {
            let game = self.history.game();
            bids.push(match &mut self.sides[player as usize] {
                Side::Computer(computer) => {
                    let accountant = &mut self.accountant;
                    let bid = self
                        .talk
                        .thinking(|| computer.sealed_bid(game, player, accountant));
                    bid.map_err(stopped)?
                }
                Side::Human => {
                    let question = format!(
                        "Referee: {player}, at what temperature do you next play on the board, if \
                         the opponent takes cards till then?"
                    );
                    match self.talk.insist(&question, number)? {
                        Some(bid) => bid,
                        None => return Ok(false),
                    }
                }
            });
        }
        let [left, right] = &bids[..] else {
            return Ok(false);
        };
        let before = self.game().net();
        let removed = self.history.skip([left.clone(), right.clone()]);
        let player = self.game().turn();
        let award = (&self.game().net() - &before).abs();
        if removed > 0 {
            let now = &self.game().cards()[0];
            let words =
                format!("Referee: on to {now}; {removed} cards go, {player} is given {award}");
            self.talk.say(&words)?;
        }
        Ok(true)
    }

    /// What the person who is to move wants.
    fn wish(&mut self, player: Player) -> Result<Wish, Stop> {
        loop {
            let state = self.history.game().state();
            // Moves that cannot be listed are not completed.
            let moves = || state.spoken_moves().unwrap_or_default();
            let moves = || moves().into_iter().map(|(text, _)| text).collect();
            let question = format!("{player}>");
            let Some(line) = self.talk.ask_among(&question, COMMANDS, moves)? else {
                return Ok(Wish::Quit);
            };
            let lower = line.to_lowercase();
            match lower.as_str() {
                "" => {}
                "card" | "c" | "take" => return Ok(Wish::Turn(Turn::Card)),
                "undo" => return Ok(Wish::Undo),
                "resign" => return Ok(Wish::Resign),
                word if leaves(word) => return Ok(Wish::Quit),
                "help" | "?" => self.talk.say(HELP)?,
                "rules" => {
                    let games = rules_of(self.game().state());
                    self.talk.say(&format!("{games}{CARDS}"))?;
                }
                "moves" => self.list("")?,
                "hint" => self.hint()?,
                "why" => self.why()?,
                _ => {
                    match line.split_once(char::is_whitespace) {
                        Some(("moves", wanted)) => {
                            self.list(wanted.trim())?;
                            continue;
                        }
                        Some(("save", file)) => return Ok(Wish::Save(file.trim().to_owned())),
                        Some(("load", file)) => return Ok(Wish::Load(file.trim().to_owned())),
                        _ => {}
                    }
                    match self.game().state().understand(&line).map_err(stopped)? {
                        Typed::Move(_, mv) => return Ok(Wish::Turn(Turn::Board(mv))),
                        Typed::Illegal(reason) => self.talk.say(&reason)?,
                    }
                }
            }
        }
    }

    fn spoken(&self) -> Result<Vec<(String, Move)>, Stop> {
        self.game().state().spoken_moves().map_err(stopped)
    }

    fn list(&mut self, wanted: &str) -> Result<(), Stop> {
        let moves = self.spoken()?;
        let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        let list = match moves.is_empty() {
            true => "there are none on the board".to_owned(),
            false => numbered(&texts, wanted),
        };
        let card = &self.game().cards()[0];
        self.talk.say(&format!("card: {card}\n{list}"))
    }

    /// The cheapest turn of all, and what best play does.
    fn hint(&mut self) -> Result<(), Stop> {
        let ambient = self.game().temperature();
        let Session {
            talk,
            accountant,
            history,
            ..
        } = self;
        let game = history.game();
        let decided = talk.thinking(|| {
            let situation = game.situation(&ambient);
            accountant
                .thermal()
                .decide(play::Strategy::Orthodox, &situation)
        });
        let decision = decided.map_err(stopped)?;
        let estimated = decision.as_ref().is_some_and(|found| found.estimated);
        let turn = decision.map_or(Turn::Card, |decision| decision.turn);
        let words = self.words(&turn)?;
        let about = if estimated { ", by an estimate" } else { "" };
        self.talk.say(&format!("orthodox{about}: {words}"))?;
        if let Some(best) = self.best()? {
            let mut names = Vec::new();
            for turn in best.turns.iter().take(5) {
                names.push(self.words(turn)?);
            }
            let names = names.join(", ");
            self.talk.say(&format!(
                "best play: {names}, for a net score of {}",
                best.net
            ))?;
        }
        Ok(())
    }

    /// The cost of each turn.
    fn why(&mut self) -> Result<(), Stop> {
        let mut turns = vec![("card".to_owned(), Turn::Card)];
        let moves = self.spoken()?;
        let on_board = moves.into_iter();
        turns.extend(on_board.map(|(text, mv)| (text, Turn::Board(mv))));
        let (words, turns): (Vec<String>, Vec<Turn>) = turns.into_iter().unzip();
        let Session {
            talk,
            accountant,
            history,
            ..
        } = self;
        let game = history.game();
        let costs = talk.thinking(|| accountant.costs(game, &turns));
        let costs = costs.map_err(stopped)?.into_iter().zip(words);
        let mut priced: Vec<_> = costs
            .filter_map(|(cost, words)| Some((cost?, words)))
            .collect();
        priced.sort();
        let unknown = turns.len() - priced.len();
        let forecast = self.forecast()?;
        let mut text = words_of(&forecast, self.game().turn());
        let bound = match forecast.temperature_is_bound {
            true if forecast.mean_is_estimated => "about ",
            true => "at most ",
            false => "",
        };
        let temperature = &forecast.temperature;
        text.push_str(&format!("\nthe board has temperature {bound}{temperature}"));
        for (cost, words) in priced.iter().take(12) {
            text.push_str(&format!("\n  {words} costs {cost}"));
        }
        if priced.len() > 12 {
            let more = priced.len() - 12;
            text.push_str(&format!("\n  {more} more cost at least as much"));
        }
        match unknown {
            0 => {}
            _ if priced.is_empty() => {
                text.push_str("\n  what turns cost takes too much to find; `hint` has an estimate");
            }
            _ => text.push_str(&format!(
                "\n  what {unknown} more cost takes too much to find"
            )),
        }
        self.talk.say(&text)
    }

    fn end(&mut self) -> Result<Exit, Stop> {
        let net = self.game().net();
        let [left, right] = Player::BOTH.map(|player| self.game().score(player).clone());
        let paid = match net.signum() {
            0 => "a tie".to_owned(),
            1 => format!("Right pays Left {net}"),
            _ => format!("Left pays Right {}", net.abs()),
        };
        self.talk
            .say(&format!("\nLeft {left}, Right {right}: {paid}"))?;
        let [left, right] = Player::BOTH.map(|player| {
            let mine = self.costs.iter().filter(|(who, _)| *who == player);
            let known = mine.filter_map(|(_, cost)| cost.as_ref());
            known.fold(Dyadic::zero(), |total, cost| &total + cost)
        });
        let since = match self.costs.len() < self.history.turns() {
            true => " since the game was taken up again",
            false => "",
        };
        let unknown = self.costs.iter().filter(|(_, cost)| cost.is_none()).count();
        let without = match unknown {
            0 => String::new(),
            1 => ", without one whose cost is not known".to_owned(),
            _ => format!(", without {unknown} whose cost is not known"),
        };
        let costs = format!("unorthodox moves cost Left {left}, Right {right}{since}{without}");
        self.talk.say(&costs)?;
        if let Some(challenge) = &self.challenge {
            let verdict = match challenge.succeeds(&net) {
                true => "the challenge succeeds",
                false => "the challenge fails",
            };
            let needed = challenge.needed();
            self.talk
                .say(&format!("{verdict}: net {net}, needed {needed}"))?;
        }
        Ok(Exit::Answered)
    }
}

/// Left's net score to come, in words.
fn words_of(forecast: &Forecast, turn: Player) -> String {
    let Forecast {
        net,
        mean,
        ambient,
        wall,
        forecast,
        estimated,
        mean_is_estimated,
        ..
    } = forecast;
    let about = |estimated: &bool| if *estimated { "about " } else { "" };
    let mean_words = format!("mean {}{mean}", about(mean_is_estimated));
    let about = about(estimated);
    let board = match wall == mean {
        true => mean_words,
        false => format!("wall {about}{wall}, {mean_words}"),
    };
    let sign = match turn {
        Player::Left => "+",
        Player::Right => "-",
    };
    format!("forecast for Left: {about}{forecast} (net {net}, {board}, {sign} half of {ambient})")
}

fn stopped(error: values::Error) -> Stop {
    match error {
        values::Error::Interrupted => Stop::verbatim(Exit::Interrupted, "interrupted".to_owned()),
        error => Stop::new(Exit::Limit, error),
    }
}
