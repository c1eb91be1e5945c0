//! Playing by thermographs: hotstrat, sentestrat and orthodox moves.
//!
//! A sum is looked at region by region: a region is a part of a component
//! that is independent of the others. Each has a thermograph of its own, or,
//! where that takes too much memory, an estimate of its mean and temperature
//! from how free the players are in it.

use crate::state::Move;
use rules::{Component, Position};
use solve::Thermographer;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use values::{Budget, Dyadic, Error, Player, Result, Thermograph};

/// How to choose a move from thermographs (Berlekamp, "Sums of N × 2
/// Amazons", section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Plays where it is hottest.
    Hotstrat,
    /// Answers where the opponent has just moved, if that left a temperature
    /// above the ambient one; otherwise hotstrat.
    Sentestrat,
    /// Plays the move, in any region, that gains most at the ambient
    /// temperature over leaving the region to the opponent.
    Orthodox,
}

/// What a player who is to move sees.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'s> {
    /// The board.
    pub sum: &'s [Component],
    /// Who is to move.
    pub player: Player,
    /// The component in which the opponent has just moved, and what it was
    /// before; `None` after a card and at the start.
    pub last: Option<(usize, &'s Component)>,
    /// The ambient temperature that a stack of cards has: its top card.
    /// `None`: there are no cards.
    pub card: Option<&'s Dyadic>,
}

/// What to do with a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Take the top card.
    Card,
    /// Move on the board.
    Board(Move),
}

/// What to do, and on what grounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What to do.
    pub turn: Turn,
    /// The ambient temperature that it was made at.
    pub ambient: Dyadic,
    /// The temperature of the region moved in; for a card, of the hottest.
    pub temperature: Dyadic,
    /// Whether an estimate took the place of a thermograph.
    pub estimated: bool,
}

/// Chooses moves from thermographs, which it remembers.
///
/// ```
/// use play::{Situation, Strategy, Thermal, Turn};
/// use rules::Component;
/// use values::{Budget, Dyadic, Player};
/// let sum = [
///     Component::read("amazons", ".L..R").unwrap(),
///     Component::read("amazons", "R..L...R").unwrap(),
/// ];
/// let mut thermal = Thermal::new(&Budget::unlimited(), 1 << 24);
/// let situation = |card| Situation { sum: &sum, player: Player::Left, last: None, card };
/// let decision = thermal.decide(Strategy::Hotstrat, &situation(None)).unwrap().unwrap();
/// assert!(matches!(decision.turn, Turn::Board(mv) if mv.place == 1));
/// // The temperatures are 1 and 3: a card of 4 is worth more.
/// let card = Dyadic::from(4);
/// let decision = thermal.decide(Strategy::Hotstrat, &situation(Some(&card))).unwrap().unwrap();
/// assert_eq!(decision.turn, Turn::Card);
/// ```
pub struct Thermal {
    thermographer: Thermographer<Component>,
    /// Its count of steps is set so far below the limit as may be done.
    budget: Budget,
    /// How many options may be looked at for one thermograph.
    most_options: u64,
    /// Parts whose thermographs did not fit.
    too_big: HashSet<Component>,
}

/// What is known of a region, or of a sum of regions.
pub(crate) struct Sight {
    pub mean: Dyadic,
    pub temperature: Dyadic,
    /// `None`: mean and temperature are estimates.
    pub graph: Option<Thermograph>,
}

impl Sight {
    pub fn wall(&self, player: Player, t: &Dyadic) -> Dyadic {
        match &self.graph {
            Some(graph) => graph.wall(player).at(t),
            None if *t >= self.temperature => self.mean.clone(),
            None => {
                let width = &self.temperature - t;
                match player {
                    Player::Left => &self.mean + &width,
                    Player::Right => &self.mean - &width,
                }
            }
        }
    }
}

/// A part in normal form, or its negative.
type Part = (Component, bool);

struct Region {
    component: usize,
    part: Part,
    sight: Sight,
}

struct Candidate {
    mv: Move,
    /// The regions that it changes: one, unless the game counts dead parts
    /// together or leaves them out.
    gone: Vec<usize>,
    /// What became of them.
    after: Vec<Part>,
}

/// As many bytes as a position takes to remember are filled in about the time
/// that so many options take to look at.
pub(crate) const BYTES_PER_OPTION: u64 = 16;

/// With fewer positions than this it is not worth to begin.
pub(crate) const FEW_POSITIONS: u64 = 1024;

const MOST_STEPS: u64 = 1 << 60;

/// More moves than this are not looked at one by one.
const MOST_MOVES: usize = 1 << 16;

const TOO_MANY_MOVES: Error = Error::TooLarge {
    what: "too many moves to choose from",
    bound: MOST_MOVES as u64,
};

impl Thermal {
    /// One that remembers thermographs in at most so many bytes; a region
    /// that needs more, or takes as long as filling them, is estimated. What
    /// it chooses depends on the bytes, and on the budget only if that stops
    /// it.
    #[must_use]
    pub fn new(budget: &Budget, bytes: u64) -> Self {
        let budget = budget.clone().with_bytes(bytes).with_steps(MOST_STEPS);
        Thermal {
            thermographer: Thermographer::with_budget(budget.clone()),
            budget,
            most_options: bytes / BYTES_PER_OPTION,
            too_big: HashSet::new(),
        }
    }

    /// What a strategy does; `None` if there is neither a move nor a card.
    pub fn decide(
        &mut self,
        strategy: Strategy,
        situation: &Situation<'_>,
    ) -> Result<Option<Decision>> {
        let regions = self.regions(situation.sum)?;
        let candidates = candidates(situation, &regions, &self.budget)?;
        if candidates.is_empty() {
            return Ok(situation.card.map(|card| Decision {
                turn: Turn::Card,
                ambient: card.clone(),
                temperature: (-1).into(),
                estimated: false,
            }));
        }
        let rest = |place: usize| match situation.card {
            Some(card) => card.clone(),
            None => hottest_of_the_rest(&regions, place),
        };
        let playable = || candidates.iter().flat_map(|c| c.gone.iter().copied());
        let hot = hottest(&regions, playable());
        let urgent = match strategy {
            Strategy::Sentestrat => {
                let fresh = fresh(situation, &regions);
                let answer = hottest(&regions, playable().filter(|place| fresh.contains(place)));
                answer.filter(|&place| regions[place].sight.temperature > rest(place))
            }
            _ => None,
        };
        // At −1 a move costs no more than a card of −1, and what is not moved
        // before the cards are gone is lost.
        let ground = situation.card.is_some_and(|card| *card <= Dyadic::from(-1));
        // Where to play, if the strategy says so, and at what temperature.
        let place = match strategy {
            Strategy::Orthodox => None,
            _ if ground => None,
            _ => urgent.or(hot),
        };
        let ambient = match (place, situation.card) {
            (_, Some(card)) => card.clone(),
            (Some(place), None) => rest(place),
            (None, None) => thermostrat(&regions, situation.player),
        };
        let mut best: Option<((Dyadic, Dyadic), &Candidate)> = None;
        for candidate in &candidates {
            if place.is_some_and(|place| !candidate.gone.contains(&place)) {
                continue;
            }
            let gain = self.gain(situation.player, &regions, candidate, &ambient)?;
            let merit = (gain, temperature(&regions, candidate));
            if best.as_ref().is_none_or(|(most, _)| merit > *most) {
                best = Some((merit, candidate));
            }
        }
        let Some(((gain, heat), candidate)) = best else {
            unreachable!("there is a move where it is hottest");
        };
        let warm = match place {
            Some(_) => heat > ambient,
            None if ground => gain.signum() >= 0,
            None => gain.signum() > 0,
        };
        let estimated = regions.iter().any(|region| region.sight.graph.is_none());
        if situation.card.is_some() && !warm {
            return Ok(Some(Decision {
                turn: Turn::Card,
                ambient,
                temperature: hot.map_or(heat, |hot| regions[hot].sight.temperature.clone()),
                estimated,
            }));
        }
        Ok(Some(Decision {
            turn: Turn::Board(candidate.mv.clone()),
            ambient,
            temperature: heat,
            estimated,
        }))
    }

    /// What is known of a whole sum.
    pub(crate) fn sight(&mut self, sum: &[Component]) -> Result<Sight> {
        let parts: Vec<Part> = sum.iter().flat_map(parts).collect();
        self.look(&parts)
    }

    /// The same after a move. What a thermograph is too big for has many
    /// options that are as big: where the sum was estimated, so are they.
    pub(crate) fn sight_after(&mut self, before: &Sight, sum: &[Component]) -> Result<Sight> {
        let parts: Vec<Part> = sum.iter().flat_map(parts).collect();
        match before.graph {
            Some(_) => self.look(&parts),
            None => Ok(estimates(&parts)),
        }
    }

    /// The temperature of the hottest region.
    pub(crate) fn hottest(&mut self, sum: &[Component]) -> Result<Dyadic> {
        let regions = self.regions(sum)?;
        let hottest = hottest(&regions, 0..regions.len());
        Ok(hottest.map_or((-1).into(), |place| {
            regions[place].sight.temperature.clone()
        }))
    }

    /// The regions of a sum.
    fn regions(&mut self, sum: &[Component]) -> Result<Vec<Region>> {
        let mut regions = Vec::new();
        for (component, position) in sum.iter().enumerate() {
            for part in parts(position) {
                let sight = self.look(std::slice::from_ref(&part))?;
                regions.push(Region {
                    component,
                    part,
                    sight,
                });
            }
        }
        Ok(regions)
    }

    /// The thermograph of a sum of parts, or an estimate.
    fn look(&mut self, parts: &[Part]) -> Result<Sight> {
        if let Some(graph) = self.graph(parts)? {
            return Ok(Sight {
                mean: graph.mean().clone(),
                temperature: graph.temperature().clone(),
                graph: Some(graph),
            });
        }
        let mut sight = Sight {
            mean: Dyadic::zero(),
            temperature: (-1).into(),
            graph: None,
        };
        for (part, negated) in parts {
            let (mean, temperature) = match self.graph(&[(part.clone(), *negated)])? {
                Some(graph) => (graph.mean().clone(), graph.temperature().clone()),
                None => {
                    let (mean, temperature) = estimate(part, &self.budget)?;
                    (if *negated { -mean } else { mean }, temperature)
                }
            };
            sight.mean = &sight.mean + &mean;
            sight.temperature = sight.temperature.max(temperature);
        }
        Ok(sight)
    }

    /// The thermograph of a sum of parts, if it fits.
    fn graph(&mut self, parts: &[Part]) -> Result<Option<Thermograph>> {
        let too_big = |(part, _): &Part| part.is_loopy() || self.too_big.contains(part);
        if parts.iter().any(too_big) {
            return Ok(None);
        }
        // Each position has about half as many options as the first ones.
        let options: u64 = parts.iter().map(|(part, _)| mobility(part)).sum();
        let positions = self.most_options.saturating_mul(2) / (options + 1);
        if positions < FEW_POSITIONS && options > 0 {
            return Ok(None);
        }
        let steps = self.budget.steps();
        steps.store(MOST_STEPS.saturating_sub(positions), Ordering::Relaxed);
        match self.thermographer.sum(parts) {
            Ok(graph) => Ok(Some(graph)),
            Err(error) if error.is_limit() => {
                self.thermographer = Thermographer::with_budget(self.budget.clone());
                if let [(part, _)] = parts {
                    self.too_big.insert(part.clone());
                }
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// What `player` gains at temperature `t` by a move, over leaving the
    /// region to the opponent.
    fn gain(
        &mut self,
        player: Player,
        regions: &[Region],
        candidate: &Candidate,
        t: &Dyadic,
    ) -> Result<Dyadic> {
        let before: Vec<&Sight> = candidate.gone.iter().map(|&g| &regions[g].sight).collect();
        // As in `sight_after`.
        let after = if before.iter().all(|sight| sight.graph.is_some()) {
            self.look(&candidate.after)?
        } else {
            estimates(&candidate.after)
        };
        let other = player.opposite();
        let mut gain = after.wall(other, t);
        for sight in before {
            gain = &gain - &sight.wall(other, t);
        }
        Ok(match player {
            Player::Left => &gain - t,
            Player::Right => -&(&gain + t),
        })
    }
}

/// How hot it is where a move is made.
fn temperature(regions: &[Region], candidate: &Candidate) -> Dyadic {
    let place = hottest(regions, candidate.gone.iter().copied());
    place.map_or((-1).into(), |place| {
        regions[place].sight.temperature.clone()
    })
}

/// How many options both players have, or very many.
pub(crate) fn mobility(position: &Component) -> u64 {
    let [left, right] = Player::BOTH.map(|player| position.mobility(player) as u64);
    left.saturating_add(right).min(1 << 40)
}

/// The parts of a position in normal form.
fn parts(position: &Component) -> Vec<Part> {
    let mut parts = Vec::new();
    position.parts(&mut |part| parts.push(part.normal_form()));
    parts
}

/// The moves in all components, each with the region that it changes.
fn candidates(
    situation: &Situation<'_>,
    regions: &[Region],
    budget: &Budget,
) -> Result<Vec<Candidate>> {
    let mut candidates = Vec::new();
    let mut looked = Ok(());
    for (place, position) in situation.sum.iter().enumerate() {
        let mine: Vec<usize> = (0..regions.len())
            .filter(|&region| regions[region].component == place)
            .collect();
        let all = position.options(situation.player, &mut |option| {
            if candidates.len() == MOST_MOVES {
                return ControlFlow::Break(());
            }
            let mut after = parts(&option);
            // What is still there has not been moved in.
            let gone = mine.iter().copied().filter(|&region| {
                let still = after.iter().position(|part| *part == regions[region].part);
                still.map(|still| after.swap_remove(still)).is_none()
            });
            let gone = gone.collect();
            let mv = Move {
                place,
                after: option,
            };
            candidates.push(Candidate { mv, gone, after });
            budget.go_on(&mut looked)
        });
        if all.is_break() {
            looked?;
            return Err(TOO_MANY_MOVES);
        }
    }
    Ok(candidates)
}

/// The regions that the opponent's last move made.
fn fresh(situation: &Situation<'_>, regions: &[Region]) -> Vec<usize> {
    let Some((component, before)) = situation.last else {
        return Vec::new();
    };
    let mut before = parts(before);
    let mine = (0..regions.len()).filter(|&place| regions[place].component == component);
    mine.filter(|&place| {
        let was = before.iter().position(|part| *part == regions[place].part);
        was.map(|was| before.swap_remove(was)).is_none()
    })
    .collect()
}

/// The hottest region among some.
fn hottest(regions: &[Region], among: impl Iterator<Item = usize>) -> Option<usize> {
    among.reduce(|a, b| {
        let cooler = regions[a].sight.temperature < regions[b].sight.temperature;
        if cooler { b } else { a }
    })
}

/// The temperature of the other regions, −1 if there are none: the
/// environment that they are for this one.
fn hottest_of_the_rest(regions: &[Region], place: usize) -> Dyadic {
    let others = (0..regions.len()).filter(|&other| other != place);
    let hottest = hottest(regions, others);
    hottest.map_or((-1).into(), |other| {
        regions[other].sight.temperature.clone()
    })
}

/// The ambient temperature of a sum without cards: the lowest one at which
/// what the player is sure of is most, that is the opponent's walls of all
/// regions and the width of the widest one (Berlekamp, Conway and Guy,
/// "Winning Ways", chapter 6).
fn thermostrat(regions: &[Region], player: Player) -> Dyadic {
    let mut temperatures = vec![Dyadic::from(-1)];
    for Region { sight, .. } in regions {
        temperatures.push(sight.temperature.clone());
        let walls = sight
            .graph
            .iter()
            .flat_map(|graph| [&graph.left, &graph.right]);
        let corners = walls.flat_map(|wall| wall.corners());
        temperatures.extend(corners.map(|(t, _)| t.clone()));
    }
    temperatures.sort();
    temperatures.dedup();
    let sure = |t: &Dyadic| {
        let mut total = Dyadic::zero();
        let mut widest = Dyadic::zero();
        for Region { sight, .. } in regions {
            let [left, right] = Player::BOTH.map(|side| sight.wall(side, t));
            widest = widest.max(&left - &right);
            total = match player {
                Player::Left => &total + &right,
                Player::Right => &total - &left,
            };
        }
        &total + &widest
    };
    let most = temperatures.iter().map(sure).max();
    let at = temperatures.iter().find(|t| Some(sure(t)) == most);
    at.cloned().unwrap_or((-1).into())
}

/// Estimates of a sum of parts.
fn estimates(parts: &[Part]) -> Sight {
    let mut mean = Dyadic::zero();
    for (part, negated) in parts {
        let share = share(part);
        mean = if *negated {
            &mean - &share
        } else {
            &mean + &share
        };
    }
    Sight {
        mean,
        temperature: (-1).into(),
        graph: None,
    }
}

/// A mean and a temperature for a part that is too big: half of the
/// difference that the first move makes to the share.
fn estimate(part: &Component, budget: &Budget) -> Result<(Dyadic, Dyadic)> {
    let mut looked = Ok(());
    let mut best = |player: Player| {
        let mut best: Option<Dyadic> = None;
        let mut seen = 0;
        let _ = part.options(player, &mut |option| {
            let share = share(&option);
            best = Some(match best.take() {
                None => share,
                Some(best) if player == Player::Left => best.max(share),
                Some(best) => best.min(share),
            });
            seen += 1;
            if seen == MOST_MOVES {
                return ControlFlow::Break(());
            }
            budget.go_on(&mut looked)
        });
        best
    };
    let both = Player::BOTH.map(&mut best);
    looked?;
    Ok(match both {
        [Some(left), Some(right)] => {
            let temperature = (&left - &right).halve().max((-1).into());
            ((&left + &right).halve(), temperature)
        }
        _ => (share(part), (-1).into()),
    })
}

/// How many moves Left will probably have more than Right: the moves that are
/// left at most, divided as the players' freedom is.
fn share(position: &Component) -> Dyadic {
    let [left, right] = Player::BOTH.map(|player| position.freedom(player) as i128);
    let moves = i128::from(position.rank().min(1 << 32));
    if left + right == 0 {
        return Dyadic::zero();
    }
    // In sixteenths, of half of the moves.
    let sixteenths = moves.saturating_mul(8 * (left - right)) / (left + right);
    Dyadic::new(sixteenths, 4)
}

#[cfg(test)]
mod tests;
