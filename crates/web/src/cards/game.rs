//! A game beside cards: its turns and bids, and how it is kept.

use axum::http::StatusCode;
use play::{AFTER, CARD, COST, CardGame, CardPlayer, Ply, Session};
use rules::Random;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::{Duration, Instant};
use values::{Budget, Dyadic, Player};

use super::super::fault::Fault;
use super::super::parameters::LONGEST_TEXT;
use super::super::reply::Answer;
use super::super::seat::Side;
use super::super::shelf::{Opening, from_json, to_json, turns};
use super::super::table::{Asked, Kind, Step, Table};
use super::Reply;
use super::accountants::accountants;
use super::auction::{Auction, Outcome, Question, Said};
use super::begin::{Begin, Claim, Place, note_board, sum};
use super::stack::{Rule, number};
use super::strength::{clock, player};

/// A cost that takes too much to find.
pub const UNKNOWN: &str = "unknown";
/// What is said of a turn that a simpler player made.
const IN_TIME: &str = "the best found in time";
/// How long a simple player may take when the move is due.
const MOMENT: Duration = Duration::from_millis(150);

/// Games beside cards.
#[derive(Clone)]
pub struct Cards {
    /// The boards as they were at the start.
    pub boards: Vec<Place>,
    /// What the second player was given.
    pub komi: Dyadic,
    /// Whether a referee skips cards that both would take.
    pub referee: bool,
    pub claim: Option<Claim>,
    /// The bids before the first turn.
    pub auction: Option<Auction>,
    /// The sealed bids for the referee, Left's and Right's.
    pub sealed: [Option<Dyadic>; 2],
}

/// A game beside cards.
pub type Game = Table<Cards>;

/// A game as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    changed: u64,
    game: String,
    #[serde(flatten)]
    opening: Opening,
    /// The boards beside the first one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    boards: Vec<Place>,
    stack: Rule,
    komi: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    referee: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claim: Option<Claim>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    auction: Option<Auction>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sealed: Option<[Option<String>; 2]>,
    /// The turns, those that were taken back last.
    turns: Vec<Made>,
    /// How many of them stand.
    ply: usize,
    resigned: Option<Side>,
}

/// A turn that was made, the board after it, and what it cost, once that was
/// asked; [`UNKNOWN`] if it takes too much to find.
#[derive(Serialize, Deserialize)]
struct Made {
    text: String,
    after: String,
    cost: Option<String>,
    /// The sealed bids before it, if the referee came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bids: Option<String>,
}

/// The note of a turn before which a referee skipped ahead.
const BIDS: &str = "bids";

/// What is done to a game beside cards.
#[derive(Debug, Deserialize)]
#[serde(from = "Fields")]
pub struct CardStep {
    common: Step,
    said: Said,
}

/// The same as it is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    ply: usize,
    #[serde(rename = "move")]
    text: Option<String>,
    side: Option<Side>,
    seconds: Option<u64>,
    step: Option<String>,
    ones: Option<usize>,
    komi: Option<String>,
    temperature: Option<String>,
}

impl From<Fields> for CardStep {
    fn from(fields: Fields) -> Self {
        CardStep {
            common: Step {
                ply: fields.ply,
                text: fields.text,
                side: fields.side,
                seconds: fields.seconds,
            },
            said: Said {
                side: fields.side,
                step: fields.step,
                ones: fields.ones,
                komi: fields.komi,
                temperature: fields.temperature,
            },
        }
    }
}

impl Asked for CardStep {
    fn common(&self) -> &Step {
        &self.common
    }
}

impl Game {
    /// The name of the game on the first board.
    pub fn name(&self) -> String {
        self.session.start().state().names()[0].to_string()
    }

    /// Who is asked for a bid before the next turn, and for which. People are
    /// asked before computers.
    pub fn asks(&self) -> Option<(Question, Player)> {
        let session = &self.session;
        if session.resigned.is_some() {
            return None;
        }
        let people = session.seats.each_ref().map(play::Seat::is_human);
        if session.ply() == 0
            && let Some(asked) = self.kind.auction.as_ref().and_then(|all| all.asks(people))
        {
            return Some(asked);
        }
        if !self.kind.referee || !session.now().may_skip() {
            return None;
        }
        let mut both = Player::BOTH;
        both.sort_by_key(|player| !people[*player as usize]);
        let mut missing = both.into_iter();
        let missing = missing.find(|player| self.kind.sealed[*player as usize].is_none());
        missing.map(|player| (Question::Temperature, player))
    }

    /// Hears a bid.
    fn hear(&mut self, said: &Said, person: bool) -> Result<(), Fault> {
        self.going_on()?;
        let Some((question, player)) = self.asks() else {
            return Err(Fault::bad("no bid is asked for now", "make a move"));
        };
        let meant = said.side.is_none_or(|side| side.player() == player);
        if !meant || self.session.seat(player).is_human() != person {
            let hint = "wait until it is your turn to bid";
            return Err(Fault::bad(format!("{player} is asked for a bid"), hint));
        }
        if question == Question::Temperature {
            let hint = "bid the temperature at which you next move on the board";
            let bid = said.temperature.as_ref();
            let bid = bid.ok_or_else(|| Fault::bad("no temperature is bid", hint))?;
            return self.seal(player, number("temperature", bid)?);
        }
        let Some(auction) = &mut self.kind.auction else {
            return Err(Fault::broken("there is nothing to bid for"));
        };
        let outcome = auction.hear(question, player, said)?;
        let start = self.session.start();
        match outcome {
            Outcome::Open => {}
            Outcome::Stack(stack) => {
                self.kind.komi = stack.komi();
                self.begin_again(CardGame::new(start.state().clone(), stack));
            }
            Outcome::First(player, komi) => {
                let start = start.begun_by(player).with_komi(komi.clone());
                self.kind.komi = komi;
                self.begin_again(start);
            }
        }
        Ok(())
    }

    /// What the bids decided takes the place of what stood there.
    fn begin_again(&mut self, start: CardGame) {
        let seats = self.session.seats.clone();
        self.session = Session::new(start, seats);
    }

    /// A sealed bid; on the second one the referee skips ahead.
    fn seal(&mut self, player: Player, bid: Dyadic) -> Result<(), Fault> {
        self.session.forget_taken_back();
        self.kind.sealed[player as usize] = Some(bid);
        self.skip();
        Ok(())
    }

    /// The referee skips ahead if both bids are made.
    fn skip(&mut self) {
        if let [Some(left), Some(right)] = &self.kind.sealed
            && self.session.now().may_skip()
        {
            let bids = [left.clone(), right.clone()];
            self.session.prepare(|game| game.skip(bids));
        }
    }

    fn turn(&mut self, text: &str) -> Result<(), Fault> {
        self.going_on()?;
        if text.len() > LONGEST_TEXT {
            return Err(Fault::bad("no move is as long", "type a move, or card"));
        }
        if self.asks().is_some() {
            return Err(Fault::bad("the bids come first", "bid, then move"));
        }
        let (text, turn) = match self.session.now().understand(text)? {
            Ok(understood) => understood,
            Err(reason) => return Err(Fault::bad(reason, "type a move, or card")),
        };
        let bids = self.session.now().bids();
        let bids = bids.map(|[left, right]| (BIDS.to_owned(), format!("{left} {right}")));
        self.session
            .play_as(&turn, bids.into_iter().collect(), text);
        self.kind.sealed = [None, None];
        note_board(self);
        Ok(())
    }

    /// What a computer player bids.
    fn bid_of(
        &self,
        (question, side): (Question, Player),
        player: &mut CardPlayer,
        asked: (&str, &Budget),
    ) -> Result<Said, Fault> {
        let mut said = Said {
            side: Some(Side::of(side)),
            ..Said::default()
        };
        let game = self.session.now();
        let auction = self.kind.auction.as_ref();
        let bidding = auction.and_then(Auction::bidding);
        let (id, budget) = asked;
        match (question, bidding) {
            (Question::Stack, _) => {
                let bid = player.bid(auction.map_or(1, Auction::run));
                said.step = Some(bid.delta.to_string());
                said.ones = Some(bid.ones);
            }
            (Question::Step, Some(bidding)) => {
                said.step = Some(player.name_delta(&bidding).to_string());
            }
            (Question::Ones, Some(bidding)) => said.ones = Some(player.name_ones(&bidding)),
            (Question::Komi, _) => {
                let komi = accountants().with(id, budget, |it| player.komi(game, it))?;
                said.komi = Some(komi.to_string());
            }
            (Question::Temperature, _) => {
                let bid = accountants().with(id, budget, |it| player.sealed_bid(game, side, it))?;
                said.temperature = Some(bid.to_string());
            }
            (Question::Step | Question::Ones, None) => {
                return Err(Fault::broken("the bids are not made"));
            }
        }
        Ok(said)
    }

    /// Whatever a player would do, done in time: who does not find it in half
    /// of the time leaves the rest to simpler players. Nothing if none of them
    /// finds it.
    fn in_time<T>(
        &self,
        players: &[&str],
        asked: &Reply,
        budget: &Budget,
        mut work: impl FnMut(&mut CardPlayer, &Budget) -> Result<T, Fault>,
    ) -> Result<Option<(T, bool)>, Fault> {
        let mut time = Duration::from_millis(asked.millis);
        let mut simpler = asked.hasty;
        for name in players {
            time /= 2;
            // Who was told to move has a moment left for what is found at once.
            let (budget, time) = match budget.is_hurried() {
                true => (budget.clone().calmed(), time.min(MOMENT)),
                false => (budget.clone(), time),
            };
            let budget = budget.with_deadline(Instant::now() + time);
            let mut player = CardPlayer::find(name, Random::new(asked.seed))?;
            match work(&mut player, &budget) {
                Ok(done) => return Ok(Some((done, simpler))),
                Err(fault) if fault.status == StatusCode::UNPROCESSABLE_ENTITY => simpler = true,
                Err(fault) => return Err(fault),
            }
        }
        Ok(None)
    }
}

/// What a turn cost, if that is known.
pub fn known_cost(ply: &Ply) -> Option<&str> {
    ply.note(COST).filter(|cost| *cost != UNKNOWN)
}

impl Kind for Cards {
    const SHELF: &'static str = "cards";
    const KEYS: &'static str = "cards/";
    const STEPS: &'static [&'static str] = &["bid"];
    const REMEMBERED: bool = true;

    type Game = CardGame;
    type Begin = Begin;
    type Step = CardStep;

    fn begin(begin: Begin, budget: &Budget) -> Result<Game, Fault> {
        begin.game(budget)
    }

    fn read(bytes: &[u8]) -> Result<Game, Fault> {
        let kept: Kept = from_json(bytes)?;
        let first = kept.opening.first.player();
        let mut boards = vec![Place {
            game: kept.game,
            position: kept.opening.start.clone(),
        }];
        boards.extend(kept.boards);
        let state = sum(&boards)?;
        let komi = number("komi", &kept.komi)?;
        let start = CardGame::new(state.with_turn(first), kept.stack.stack()?);
        let start = start.with_komi(komi.clone());
        let plies = kept.turns.into_iter().map(|made| {
            let cost = made.cost.map(|cost| (COST, cost));
            let bids = made.bids.map(|bids| (BIDS, bids));
            let notes = [(AFTER, made.after)].into_iter().chain(cost).chain(bids);
            (notes.collect(), made.text)
        });
        let (seats, plies) = (kept.opening.seats(), turns(first, plies));
        let mut session = Session::recall(start, seats, plies, kept.ply)?;
        session.resigned = kept.resigned.map(Side::player);
        let mut sealed = [None, None];
        for (bid, text) in sealed.iter_mut().zip(kept.sealed.into_iter().flatten()) {
            *bid = text.map(|text| number("bid", &text)).transpose()?;
        }
        let mut game = Table {
            session,
            changed: kept.changed,
            kind: Cards {
                boards,
                komi,
                referee: kept.referee,
                claim: kept.claim,
                auction: kept.auction,
                sealed,
            },
        };
        game.skip();
        Ok(game)
    }

    fn write(game: &Game) -> Result<Vec<u8>, Fault> {
        let (session, start) = (&game.session, game.session.start());
        let note = |ply: &Ply, name| ply.note(name).map(str::to_owned);
        let turns = session.all_plies().iter().map(|ply| Made {
            text: ply.text.clone(),
            after: note(ply, AFTER).unwrap_or_default(),
            cost: note(ply, COST),
            bids: note(ply, BIDS),
        });
        let kind = &game.kind;
        let names = start.state().names().iter().zip(start.board());
        let mut boards = names.map(|(name, board)| Place {
            game: name.to_string(),
            position: board.text(),
        });
        let first = boards
            .next()
            .ok_or_else(|| Fault::broken("a game without a board"))?;
        let sealed = kind.sealed.iter().any(Option::is_some);
        let text = |bid: &Option<Dyadic>| bid.as_ref().map(Dyadic::to_string);
        to_json(&Kept {
            changed: game.changed,
            game: first.game,
            opening: Opening::of(session, first.position),
            boards: boards.collect(),
            stack: Rule::of(start.stack()),
            komi: kind.komi.to_string(),
            referee: kind.referee,
            claim: kind.claim.clone(),
            auction: kind.auction.clone(),
            sealed: sealed.then(|| kind.sealed.each_ref().map(text)),
            turns: turns.collect(),
            ply: session.ply(),
            resigned: session.resigned.map(Side::of),
        })
    }

    fn label(bytes: &[u8]) -> Option<(String, String)> {
        let kept: Kept = from_json(bytes).ok()?;
        let others = kept.boards.iter().map(|board| &*board.game);
        let games: Vec<&str> = [&*kept.game].into_iter().chain(others).collect();
        let about = kept.opening.about(kept.ply);
        Some((super::title(&games), about))
    }

    fn view(table: &Game, id: Option<&str>, ply: usize, budget: &Budget) -> Result<Value, Fault> {
        super::view::view(table, id, ply, budget)
    }

    fn make(game: &mut Game, what: &str, step: &CardStep, _: &mut Random) -> Result<(), Fault> {
        match what {
            "bid" => game.hear(&step.said, true),
            _ => game.turn(step.common.needed("card")?),
        }
    }

    /// A computer says its bids in JSON.
    fn answer(game: &mut Game, text: &str) -> Result<(), Fault> {
        match text.starts_with('{') {
            true => game.hear(&from_json(text.as_bytes())?, false),
            false => game.turn(text),
        }
    }

    fn think(table: &Game, asked: &Reply, budget: &Budget) -> Result<Answer, Fault> {
        if let Some((question, side)) = table.asks() {
            let seat = table.session.seat(side);
            if seat.is_human() {
                return Err(Fault::bad("a person is asked for a bid", "bid"));
            }
            // Who plays by chance need not think about a bid.
            let players = [player(seat), "hotstrat", "random"];
            let players = &players[if asked.hasty { 2 } else { 0 }..];
            let said = table.in_time(players, asked, budget, |player, budget| {
                table.bid_of((question, side), player, (&asked.id, budget))
            })?;
            let said = said.ok_or(values::Error::Deadline)?.0;
            let text = serde_json::to_string(&said);
            let text = text.map_err(|error| Fault::broken(error.to_string()))?;
            return Ok(Answer::saying(text, String::new()));
        }
        let game = table.session.now();
        asked.player(table, "make a move")?;
        let name = player(table.session.seat(table.session.mover()));
        let players = [name, "hotstrat"];
        let players = &players[if asked.hasty { 2 } else { 0 }..];
        let choice = table.in_time(players, asked, budget, |player, budget| {
            let choose = |it: &mut play::Accountant| player.choose(game, it);
            Ok(accountants().with(&asked.id, budget, choose)?)
        })?;
        // A card can always be taken.
        Ok(match choice {
            None => Answer::saying(CARD.to_owned(), IN_TIME.to_owned()),
            Some((choice, simpler)) => {
                let text = game.words(&choice.turn)?;
                let remark = match simpler {
                    true => IN_TIME.to_owned(),
                    false => choice.remark,
                };
                Answer::saying(text, remark)
            }
        })
    }

    /// Who is asked for a bid has as long as for a turn.
    fn clock(table: &Game, _: bool) -> Duration {
        let asked = table.asks().map(|(_, player)| player);
        clock(table.session.seat(asked.unwrap_or(table.session.mover())))
    }

    fn stands_as(now: &Game, then: &Game) -> bool {
        now.kind.auction == then.kind.auction && now.kind.sealed == then.kind.sealed
    }

    fn undo(game: &mut Game) -> Result<(), Fault> {
        match game.session.ply() {
            0 => Err(Fault::bad("no turn was made yet", "make one")),
            _ => {
                game.kind.sealed = [None, None];
                game.take_back()
            }
        }
    }
}

#[cfg(test)]
mod tests;
