//! How a game beside cards is begun.

use play::{
    AFTER, Accountant, CardGame, CardPlayer, Challenge, Seat as Seated, Session, Stack, State,
};
use rules::Random;
use serde::{Deserialize, Serialize};
use solve::Convention;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use values::{Budget, Dyadic, Player};

use super::super::clicks::clickable;
use super::super::fault::Fault;
use super::super::opponent::{against, named, wanted};
use super::super::seat::{Chosen, Seat, Side};
use super::super::table::{Table, fits};
use super::auction::{self, Auction};
use super::game::{Cards, Game};
use super::strength::player;
use super::stack::{Name, Wanted, enough, fitting_top, number};

/// No more boards than this lie side by side.
const MOST_BOARDS: usize = 6;
/// How long is looked for the side that does better.
const CHOOSING: Duration = Duration::from_secs(5);

/// The game of one click: two boards of Amazons, as hot as 3 and ⅝. Beside the
/// fitting stack only one first turn is best.
pub const STANDARD: [(&str, &str); 2] = [("amazons", "4x2:a1,b4"), ("amazons", "3x2:a2,b3")];

/// A game to begin. Nothing has to be said.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Begin {
    /// One board.
    game: Option<String>,
    position: Option<String>,
    /// Several boards.
    boards: Vec<Place>,
    first: Option<Side>,
    left: Option<Seat>,
    right: Option<Seat>,
    /// A strength, in place of players.
    opponent: Option<String>,
    /// The side of the person who plays against it.
    side: Option<Chosen>,
    /// The stack; beside the standard boards a fitting one, beside others the
    /// one of the paper unless said.
    stack: Option<Wanted>,
    /// What the second player is given; what cards alone come to unless said.
    komi: Option<String>,
    /// What is bid for.
    bid: auction::Wanted,
    /// Whether a referee skips cards that both players would take.
    referee: bool,
    challenge: Option<Claim>,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub game: String,
    pub position: String,
}

impl Place {
    fn of(&(game, position): &(&str, &str)) -> Place {
        Place {
            game: game.to_owned(),
            position: position.to_owned(),
        }
    }
}

/// A claim about the net score that somebody challenges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub challenger: Side,
    pub appraisal: String,
    pub epsilon: String,
}

impl Claim {
    pub fn challenge(&self) -> Result<Challenge, Fault> {
        Ok(Challenge::new(
            number("appraisal", &self.appraisal)?,
            self.challenger.player(),
            number("epsilon", &self.epsilon)?,
        )?)
    }
}

/// The sum of some boards.
pub fn sum(boards: &[Place]) -> Result<State, Fault> {
    let mut summands = Vec::with_capacity(boards.len());
    for board in boards {
        fits(&board.position, "the position is too long")?;
        let state = State::read(&board.game, &board.position, Convention::Normal)?;
        let name = Arc::clone(&state.names()[0]);
        summands.push((name, state.components()[0].clone()));
    }
    Ok(State::new(summands, Convention::Normal))
}

impl Begin {
    fn boards(&mut self) -> Result<(Vec<Place>, bool), Fault> {
        let mut boards = std::mem::take(&mut self.boards);
        match (self.game.take(), self.position.take()) {
            (Some(game), Some(position)) => boards.insert(0, Place { game, position }),
            (None, None) => {}
            _ => {
                let hint = "name a game and its position, or neither";
                return Err(Fault::bad("half a board is named", hint));
            }
        }
        if boards.len() > MOST_BOARDS {
            let hint = format!("play on at most {MOST_BOARDS}");
            return Err(Fault::bad("too many boards", hint));
        }
        Ok(match boards.is_empty() {
            true => (STANDARD.iter().map(Place::of).collect(), true),
            false => (boards, false),
        })
    }

    /// Begins it, within a budget.
    pub fn game(mut self, budget: &Budget) -> Result<Game, Fault> {
        let (boards, standard) = self.boards()?;
        let state = playable(&boards, budget)?;
        let first = self.first.map_or(Player::Left, Side::player);
        let wanted = self.stack.take().unwrap_or(Wanted::Named(match standard {
            true => Name::Fitting,
            false => Name::Paper,
        }));
        let claim = self.challenge.take();
        if let Some(claim) = &claim {
            claim.challenge()?;
        }
        let (stack, auction) = self.environment(wanted, &state, budget)?;
        let komi = match self.komi.as_deref().map(str::trim) {
            None | Some("") => stack.komi(),
            Some(text) => number("komi", text)?,
        };
        let start = CardGame::new(state.with_turn(first), stack).with_komi(komi.clone());
        let challenger = claim.as_ref().map(|claim| claim.challenger.player());
        let seats = self.seats(&start, challenger, budget)?;
        let kind = Cards {
            boards,
            komi,
            referee: self.referee,
            claim,
            auction,
            sealed: [None, None],
        };
        Ok(Table::new(Session::new(start, seats), kind))
    }

    /// The stack, or one in its place as long as it is bid for.
    fn environment(
        &self,
        wanted: Wanted,
        state: &State,
        budget: &Budget,
    ) -> Result<(Stack, Option<Auction>), Fault> {
        if !self.bid.stack && !self.bid.komi {
            return Ok((wanted.stack(state, budget)?, None));
        }
        let seed = SystemTime::now().duration_since(UNIX_EPOCH);
        let seed = seed.map_or(0, |now| now.as_nanos() as u64);
        if !self.bid.stack {
            let stack = wanted.stack(state, budget)?;
            let auction = Auction::new(self.bid, stack.top(), 1, seed)?;
            return Ok((stack, Some(auction)));
        }
        let top = match &wanted {
            Wanted::Rule(wish) => number("top", &wish.top)?,
            Wanted::Named(_) => fitting_top(state, budget)?.clamp(1.into(), 10.into()),
        };
        let auction = Auction::new(self.bid, &top, enough(state, budget)?, seed)?;
        let some = Stack::new(&top, &1.into(), 1);
        let some = some.map_err(|bad| Fault::bad(bad.to_string(), "choose at least -1"))?;
        Ok((some, Some(auction)))
    }

    fn seats(
        &self,
        start: &CardGame,
        challenger: Option<Player>,
        budget: &Budget,
    ) -> Result<[Seated; 2], Fault> {
        if let Some(strength) = &self.opponent {
            let side = match wanted(self.side).or(challenger) {
                Some(side) => side,
                None => better_side(start, budget)?,
            };
            return against(strength, side);
        }
        let seats = named([&self.left, &self.right]);
        for seat in seats.iter().filter(|seat| !seat.is_human()) {
            CardPlayer::find(player(seat), Random::new(0))?;
        }
        Ok(seats)
    }
}

/// The boards, if they can be played on here.
fn playable(boards: &[Place], budget: &Budget) -> Result<State, Fault> {
    let state = sum(boards)?;
    for (component, name) in state.components().iter().zip(state.names()) {
        if component.is_loopy() {
            return Err(Fault::bad(
                format!("play in {name} may not end"),
                "choose a game that ends",
            ));
        }
        for player in Player::BOTH {
            clickable(component, player, budget)?;
        }
    }
    Ok(state)
}

/// The side that does better with best play, or seems to where that takes too
/// much; who begins if it is all the same.
fn better_side(start: &CardGame, budget: &Budget) -> Result<Player, Fault> {
    let brief = budget.clone().with_deadline(Instant::now() + CHOOSING);
    let mut accountant = Accountant::new(&brief, super::bytes(budget));
    let net = match accountant.best(start) {
        Ok(Some(best)) => best.net,
        Ok(None) => accountant.forecast(start)?.forecast,
        Err(error) if error.is_limit() => Dyadic::zero(),
        Err(error) => return Err(error.into()),
    };
    Ok(match net.signum() {
        0 => start.turn(),
        1 => Player::Left,
        _ => Player::Right,
    })
}

/// Notes the board that a turn has changed.
pub fn note_board(game: &mut Game) {
    let session = &mut game.session;
    let now = session.now();
    let place = now.last().map_or(0, |(place, _)| place);
    let after = now.board()[place].text();
    session.note(session.ply() - 1, AFTER, after);
}
