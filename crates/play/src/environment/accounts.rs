//! The accounting of the paper: what the score will probably be, and what
//! each turn cost.

use super::game::CardGame;
use super::payoff::Payoffs;
use crate::thermal::{BYTES_PER_OPTION, FEW_POSITIONS, Sight, Thermal, Turn, cost, mobility};
use rules::Component;
use solve::Evaluator;
use std::collections::HashSet;
use std::time::Instant;
use values::{Arena, Budget, Dyadic, Error, Player, Result, Value};

/// What Left's net score will be if both play orthodox moves from here: what
/// it is, the mean of the board, and half the ambient temperature for the
/// player to move.
///
/// While the board is hotter than the stack, the wall of the thermograph at
/// the ambient temperature takes the place of the mean; with nothing hotter
/// they are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The net score so far.
    pub net: Dyadic,
    /// The mean of the board.
    pub mean: Dyadic,
    /// Whether that is an estimate.
    pub mean_is_estimated: bool,
    /// The temperature of the board.
    pub temperature: Dyadic,
    /// Whether that is only known to be no more than this, or an estimate.
    pub temperature_is_bound: bool,
    /// The temperature of the stack.
    pub ambient: Dyadic,
    /// The wall of the player to move, at the ambient temperature.
    pub wall: Dyadic,
    /// The net score at the end.
    pub forecast: Dyadic,
    /// Whether the wall, and with it the forecast, is an estimate.
    pub estimated: bool,
}

/// How hot one board of a sum is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warmth {
    /// Its mean.
    pub mean: Dyadic,
    /// Whether that is an estimate.
    pub mean_is_estimated: bool,
    /// Its temperature.
    pub temperature: Dyadic,
    /// Whether that is only known to be no more than this, or an estimate.
    pub temperature_is_bound: bool,
}

/// Keeps the accounts of a game. Who plays it shares the thermographs and the
/// values that it remembers.
pub struct Accountant {
    thermal: Thermal,
    arena: Arena,
    evaluator: Evaluator<Component>,
    most_options: u64,
}

/// The best turns by exact play, and what they and the others bring.
#[derive(Clone, Debug)]
pub struct Best {
    /// Left's net score at the end with best play.
    pub net: Dyadic,
    /// The turns that reach it.
    pub turns: Vec<Turn>,
}

/// However many bytes there are, no more options than this are looked at for
/// one region: a few seconds.
const MOST_OPTIONS: u64 = 1 << 22;

impl Accountant {
    /// One that uses at most `bytes` for thermographs, and as much again for
    /// values; what needs more, or takes as long as filling them, is estimated
    /// or left out.
    #[must_use]
    pub fn new(budget: &Budget, bytes: u64) -> Self {
        let most_options = (bytes / BYTES_PER_OPTION).min(MOST_OPTIONS);
        Accountant {
            thermal: Thermal::with_options(budget, bytes, most_options),
            arena: Arena::with_budget(budget.clone().with_bytes(bytes)),
            evaluator: Evaluator::new(),
            most_options,
        }
    }

    /// Answers somebody with another budget from now on, who waits until the
    /// deadline.
    pub fn answer_to(&mut self, asker: &Budget, deadline: Option<Instant>) {
        self.thermal.answer_to(asker);
        self.arena.set_deadline(deadline);
    }

    /// The strategies that share its thermographs.
    pub fn thermal(&mut self) -> &mut Thermal {
        &mut self.thermal
    }

    /// What the score will probably be.
    pub fn forecast(&mut self, game: &CardGame) -> Result<Forecast> {
        let ambient = game.temperature();
        let sight = self.thermal.sight(game.board(), &ambient)?;
        let net = game.net();
        let (wall, forecast) = if game.is_over() {
            (Dyadic::zero(), net.clone())
        } else {
            let wall = sight.walls[game.turn() as usize].clone();
            let forecast = &(&net + &wall) + &signed(game.turn(), ambient.halve());
            (wall, forecast)
        };
        let Sight {
            mean, temperature, ..
        } = sight;
        Ok(Forecast {
            net,
            mean,
            mean_is_estimated: !sight.mean_is_known,
            temperature,
            temperature_is_bound: !sight.temperature_is_known,
            ambient,
            wall,
            forecast,
            estimated: !sight.is_known && !game.is_over(),
        })
    }

    /// How hot each board is.
    pub fn warmths(&mut self, game: &CardGame) -> Result<Vec<Warmth>> {
        let ambient = game.temperature();
        let mut warmths = Vec::with_capacity(game.board().len());
        for board in game.board() {
            let sight = self.thermal.sight(std::slice::from_ref(board), &ambient)?;
            warmths.push(Warmth {
                mean: sight.mean,
                mean_is_estimated: !sight.mean_is_known,
                temperature: sight.temperature,
                temperature_is_bound: !sight.temperature_is_known,
            });
        }
        Ok(warmths)
    }

    /// What the second player has to be given so that with best play nobody
    /// gains by beginning: half of what it brings to begin. `None`: it takes
    /// too much memory.
    pub fn fair_komi(&mut self, game: &CardGame) -> Result<Option<Dyadic>> {
        let mut nets = Vec::with_capacity(2);
        for player in Player::BOTH {
            match self.best(&game.begun_by(player))? {
                Some(best) => nets.push(best.net),
                None => return Ok(None),
            }
        }
        Ok(Some((&nets[0] - &nets[1]).halve()))
    }

    /// The same by the forecasts.
    pub fn likely_komi(&mut self, game: &CardGame) -> Result<Dyadic> {
        let left = self.forecast(&game.begun_by(Player::Left))?.forecast;
        let right = self.forecast(&game.begun_by(Player::Right))?.forecast;
        Ok((&left - &right).halve())
    }

    /// What a turn costs the player to move, in a fully enriched environment
    /// of the ambient temperature t: nothing if it is orthodox. For a move of
    /// Left's from G to G′ that is LW(G, t) − (RW(G′, t) − t), for a card
    /// LW(G, t) − RW(G, t). It is never negative. `None`: the thermographs
    /// take too much, so that it is not known.
    pub fn cost(&mut self, game: &CardGame, turn: &Turn) -> Result<Option<Dyadic>> {
        let mut costs = self.costs(game, std::slice::from_ref(turn))?;
        Ok(costs.swap_remove(0))
    }

    /// What each of several turns costs.
    pub fn costs(&mut self, game: &CardGame, turns: &[Turn]) -> Result<Vec<Option<Dyadic>>> {
        let (player, t) = (game.turn(), game.temperature());
        let before = self.thermal.sight(game.board(), &t)?;
        if !before.is_known {
            return Ok(vec![None; turns.len()]);
        }
        let mut costs = Vec::with_capacity(turns.len());
        for turn in turns {
            costs.push(match turn {
                Turn::Card => {
                    let [left, right] = &before.walls;
                    Some(left - right)
                }
                Turn::Board(_) => {
                    let board = game.board_after(turn);
                    let after = self.thermal.sight_after(&before, &board, &t)?;
                    after.is_known.then(|| cost(player, &before, &after, &t))
                }
            });
        }
        Ok(costs)
    }

    /// The best turns against the very cards that are left. `None`: it takes
    /// too much memory.
    pub fn best(&mut self, game: &CardGame) -> Result<Option<Best>> {
        let found = self.try_best(game);
        self.unless_too_much(found)
    }

    /// What was found; where it took too much memory, what was remembered is
    /// forgotten.
    fn unless_too_much<T>(&mut self, found: Result<T>) -> Result<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.is_limit() => {
                self.arena = Arena::with_budget(self.arena.budget().clone());
                self.evaluator = Evaluator::new();
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn try_best(&mut self, game: &CardGame) -> Result<Best> {
        let (board, turns) = self.table(game)?;
        let player = game.turn();
        let net = game.net();
        if game.is_over() {
            return Ok(Best {
                net,
                turns: Vec::new(),
            });
        }
        let mut games = vec![board];
        games.extend(turns.iter().map(|(_, value)| *value));
        let payoffs = Payoffs::new(&mut self.arena, &games, game.stack(), game.taken())?;
        let best = payoffs.payoff(0, 0).of(player).clone();
        let card = signed(player, game.top_card());
        let mut found = Vec::new();
        if &card + payoffs.payoff(0, 1).of(-player) == best {
            found.push(Turn::Card);
        }
        for (place, (turn, _)) in turns.into_iter().enumerate() {
            if *payoffs.payoff(place + 1, 0).of(-player) == best {
                found.push(turn);
            }
        }
        Ok(Best {
            net: &net + &best,
            turns: found,
        })
    }

    /// The temperature of the next card, now or later, before which the
    /// player to move rather moves on the board, if the opponent takes cards
    /// in the meantime; −1 if there is none. `None`: it takes too much memory.
    pub fn next_temperature(&mut self, game: &CardGame) -> Result<Option<Dyadic>> {
        let found = self.try_next_temperature(game);
        self.unless_too_much(found)
    }

    fn try_next_temperature(&mut self, game: &CardGame) -> Result<Dyadic> {
        let (board, _) = self.table(game)?;
        let payoffs = Payoffs::new(&mut self.arena, &[board], game.stack(), game.taken())?;
        let player = game.turn();
        for (taken, card) in game.cards().enumerate().step_by(2) {
            let with_card = &signed(player, card) + payoffs.payoff(0, taken + 1).of(-player);
            if *payoffs.payoff(0, taken).of(player) != with_card {
                return Ok(game.stack().temperature(game.taken() + taken));
            }
        }
        Ok((-1).into())
    }

    /// The value of the board, and of the board after each move, each value
    /// once.
    fn table(&mut self, game: &CardGame) -> Result<(Value, Vec<(Turn, Value)>)> {
        let mut values = Vec::new();
        for component in game.board() {
            values.push(self.value(component)?);
        }
        let mut total = Value::ZERO;
        for &value in &values {
            total = self.arena.add(total, value)?;
        }
        let mut turns = Vec::new();
        let mut seen = HashSet::new();
        for mv in game.state().moves_within(self.arena.budget())? {
            let after = self.value(&mv.after)?;
            let rest = self.arena.add(total, -values[mv.place])?;
            let value = self.arena.add(rest, after)?;
            if seen.insert(value) {
                turns.push((Turn::Board(mv), value));
            }
        }
        let bytes = self.arena.bytes() + self.evaluator.bytes();
        self.arena.budget().check_bytes(bytes)?;
        Ok((total, turns))
    }

    fn value(&mut self, component: &Component) -> Result<Value> {
        // Each position has about half as many options as the first one.
        let positions = self.most_options.saturating_mul(2) / (mobility(component) + 1);
        let too_large = Error::TooLarge {
            what: "too many positions to play best",
            bound: positions,
        };
        if positions < FEW_POSITIONS {
            return Err(too_large);
        }
        let effort = usize::try_from(positions).unwrap_or(usize::MAX);
        let value = self
            .evaluator
            .value_within(&mut self.arena, component, effort)?;
        value.ok_or(too_large)
    }
}

/// A gain of a player as Left's.
fn signed(player: Player, gain: Dyadic) -> Dyadic {
    match player {
        Player::Left => gain,
        Player::Right => -gain,
    }
}
