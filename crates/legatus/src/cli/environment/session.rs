//! A game beside cards in the terminal.

use play::{
    Accountant, Best, CardChoice, CardGame, Challenge, Forecast, Move, Record, Session, Turn,
};
use values::{Dyadic, Player};

use super::super::play::{Kind, Last, Sitting, Unread, board_of, numbered, rules_of};
use super::super::talk::leaves;
use super::super::{Exit, Stop};
use super::bidding::{Side, number};

/// A game beside cards.
pub struct Cards {
    pub sides: [Side; 2],
    pub referee: bool,
    pub challenge: Option<Challenge>,
    /// Its thermographs and values serve the players too.
    pub accountant: Accountant,
    /// What each turn cost, if that is known, and whose it was.
    pub costs: Vec<(Player, Option<Dyadic>)>,
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

impl Kind for Cards {
    type Game = CardGame;

    const PREFIX: &'static str = "cards-";
    const KEEPS_EMPTY: bool = true;

    /// The stack; the rest is shown before every turn.
    fn show(sitting: &mut Sitting<'_, Self>) -> Result<(), Stop> {
        let stack = sitting.session.now().stack().to_string();
        sitting.say(&format!("stack: {stack}"))
    }

    fn record(&self, session: &Session<CardGame>) -> values::Result<Record> {
        session.turns_record()
    }

    fn adopt(&mut self, _: &Record, _: &Session<CardGame>) -> Result<(), String> {
        self.costs.clear();
        Ok(())
    }

    fn unwritten(file: &str, why: &str) -> String {
        format!("cannot write {file}: {why}")
    }

    fn unread(file: &str, why: Unread) -> String {
        match why {
            Unread::File(why) => format!("cannot read {file}: {why}"),
            Unread::Game(why) => format!("{file}: {why}"),
            Unread::Empty => format!("{file}: no games"),
        }
    }
}

impl Sitting<'_, Cards> {
    /// Plays to the end, or until somebody leaves.
    pub fn run(mut self) -> Result<Exit, Stop> {
        Cards::show(&mut self)?;
        if self.session.ply() == 0 {
            let second = -self.game().turn();
            let komi = self.game().stack().komi();
            let words = format!("{second} is given the komi {komi}");
            self.say(&words)?;
        }
        if let Some(challenge) = &self.kind.challenge {
            let words = challenge.to_string();
            self.say(&words)?;
        }
        while !self.game().is_over() {
            if self.kind.referee && self.game().may_skip() && !self.skip()? {
                return self.break_off();
            }
            self.show_turn()?;
            let player = self.game().turn();
            let game = self.session.now();
            let turn = match &mut self.kind.sides[player as usize] {
                Side::Computer(computer) => {
                    let accountant = &mut self.kind.accountant;
                    let choice = self.talk.thinking(|| computer.choose(game, accountant));
                    let CardChoice { turn, remark } = choice.map_err(stopped)?;
                    if !remark.is_empty() {
                        self.say(&format!("{player}: {remark}"))?;
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
                        self.say(&format!("{player} resigns"))?;
                        return Ok(Exit::Answered);
                    }
                    Wish::Quit => return self.break_off(),
                },
            };
            self.make(&turn)?;
        }
        self.keep.forget();
        self.end()
    }

    fn game(&self) -> &CardGame {
        self.session.now()
    }

    /// The end of the input, or of somebody's patience.
    fn break_off(&mut self) -> Result<Exit, Stop> {
        let net = self.game().net();
        self.say(&format!("left unfinished at net {net}"))?;
        self.tell_kept()?;
        Ok(Exit::Answered)
    }

    /// What the accountant says of the game as it stands.
    fn account<T>(
        &mut self,
        question: impl FnOnce(&mut Accountant, &CardGame) -> values::Result<T>,
    ) -> Result<T, Stop> {
        let (game, accountant) = (self.session.now(), &mut self.kind.accountant);
        let answer = self.talk.thinking(|| question(accountant, game));
        answer.map_err(stopped)
    }

    fn forecast(&mut self) -> Result<Forecast, Stop> {
        self.account(Accountant::forecast)
    }

    fn best(&mut self) -> Result<Option<Best>, Stop> {
        self.account(Accountant::best)
    }

    /// Plays a turn and does the accounts.
    fn make(&mut self, turn: &Turn) -> Result<(), Stop> {
        let player = self.game().turn();
        let cost = self.account(|accountant, game| accountant.cost(game, turn))?;
        let what = match turn {
            Turn::Card => format!("takes {}", self.game().top_card()),
            Turn::Board(_) => format!("plays {}", self.words(turn)?),
        };
        self.session.play(turn);
        self.keep()?;
        let price = match &cost {
            None => "at a cost that takes too much to find".to_owned(),
            Some(cost) if cost.is_zero() => "orthodox".to_owned(),
            Some(cost) => format!("which costs {cost}"),
        };
        self.kind.costs.push((player, cost));
        self.say(&format!("{player} {what}, {price}"))
    }

    fn words(&self, turn: &Turn) -> Result<String, Stop> {
        self.game().words(turn).map_err(stopped)
    }

    /// Back to this player's turn before.
    fn undo(&mut self) -> Result<(), Stop> {
        let (before, player) = (self.session.ply(), self.session.mover());
        let back = self.session.last_turn_of(|mover| mover == player);
        if self.take_back(back)? {
            // Turns of a game that was loaded have no costs.
            let taken_back = before - self.session.ply();
            let known = self.kind.costs.len().saturating_sub(taken_back);
            self.kind.costs.truncate(known);
        }
        Ok(())
    }

    /// The board, the stack, the score and the forecast.
    fn show_turn(&mut self) -> Result<(), Stop> {
        let board = board_of(
            self.game().state(),
            self.last().as_ref(),
            self.talk.colour(),
        );
        let mut text = format!("\n{board}\n");
        let [left, right] = Player::BOTH.map(|player| self.game().score(player));
        text.push_str(&format!(
            "top card {}, {} below it; Left has {left}, Right {right}\n",
            self.game().top_card(),
            self.game().cards().len() - 1,
        ));
        let forecast = self.forecast()?;
        text.push_str(&words_of(&forecast, self.game().turn()));
        self.say(&text)
    }

    /// The last turn, if it was played on the board.
    fn last(&self) -> Option<Last> {
        let (place, before) = self.game().last()?;
        Some(Last {
            place,
            before: before.clone(),
            text: self.session.plies().last()?.text.clone(),
        })
    }

    /// The two sealed bids, and the referee's decision. Whether there were
    /// two.
    fn skip(&mut self) -> Result<bool, Stop> {
        let mut bids = Vec::new();
        for player in Player::BOTH {
            let game = self.session.now();
            bids.push(match &mut self.kind.sides[player as usize] {
                Side::Computer(computer) => {
                    let accountant = &mut self.kind.accountant;
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
        let bids = [left.clone(), right.clone()];
        let removed = self.session.prepare(|game| game.skip(bids));
        let player = self.game().turn();
        let award = (&self.game().net() - &before).abs();
        if removed > 0 {
            let now = self.game().top_card();
            let words =
                format!("Referee: on to {now}; {removed} cards go, {player} is given {award}");
            self.say(&words)?;
        }
        Ok(true)
    }

    /// What the person who is to move wants.
    fn wish(&mut self, player: Player) -> Result<Wish, Stop> {
        loop {
            let state = self.session.now().state();
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
                "help" | "?" => self.say(HELP)?,
                "rules" => {
                    let games = rules_of(self.game().state());
                    self.say(&format!("{games}{CARDS}"))?;
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
                    match self.game().understand(&line).map_err(stopped)? {
                        Ok((_, turn)) => return Ok(Wish::Turn(turn)),
                        Err(reason) => self.say(&reason)?,
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
        let card = self.game().top_card();
        self.say(&format!("card: {card}\n{list}"))
    }

    /// The cheapest turn of all and why it is that, and what best play does.
    fn hint(&mut self) -> Result<(), Stop> {
        let advice = self.account(Accountant::advice)?;
        let words = self.words(&advice.turn)?;
        let about = if advice.estimated {
            ", by an estimate"
        } else {
            ""
        };
        self.say(&format!("orthodox{about}: {words}, as {}", advice.reason))?;
        if let Some(best) = self.best()? {
            let mut names = Vec::new();
            for turn in best.turns.iter().take(5) {
                names.push(self.words(turn)?);
            }
            let names = names.join(", ");
            self.say(&format!(
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
        let costs = self.account(|accountant, game| accountant.costs(game, &turns))?;
        let costs = costs.into_iter().zip(words);
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
        self.say(&text)
    }

    fn end(&mut self) -> Result<Exit, Stop> {
        let net = self.game().net();
        let [left, right] = Player::BOTH.map(|player| self.game().score(player).clone());
        let paid = self.game().payment();
        self.say(&format!("\nLeft {left}, Right {right}: {paid}"))?;
        let [left, right] = Player::BOTH.map(|player| {
            let mine = self.kind.costs.iter().filter(|(who, _)| *who == player);
            let known = mine.filter_map(|(_, cost)| cost.as_ref());
            known.fold(Dyadic::zero(), |total, cost| &total + cost)
        });
        let since = match self.kind.costs.len() < self.session.ply() {
            true => " since the game was taken up again",
            false => "",
        };
        let unknown = self
            .kind
            .costs
            .iter()
            .filter(|(_, cost)| cost.is_none())
            .count();
        let without = match unknown {
            0 => String::new(),
            1 => ", without one whose cost is not known".to_owned(),
            _ => format!(", without {unknown} whose cost is not known"),
        };
        let costs = format!("unorthodox moves cost Left {left}, Right {right}{since}{without}");
        self.say(&costs)?;
        if let Some(challenge) = &self.kind.challenge {
            let verdict = match challenge.succeeds(&net) {
                true => "the challenge succeeds",
                false => "the challenge fails",
            };
            let needed = challenge.needed();
            self.say(&format!("{verdict}: net {net}, needed {needed}"))?;
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
