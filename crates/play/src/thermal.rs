//! Playing by thermographs: hotstrat, sentestrat and orthodox moves.
//!
//! A sum is looked at region by region: a region is a part of a component
//! that is independent of the others. Each has a thermograph of its own, or,
//! where that takes too much, an estimate of its mean and temperature from how
//! free the players are in it.

mod estimate;
mod graphs;

use crate::state::Move;
use graphs::{Graphs, Heat, Part};
use rules::{Component, Position};
use std::ops::ControlFlow;
use values::{Budget, Dyadic, Error, Player, Result};

pub(crate) use graphs::{BYTES_PER_OPTION, FEW_POSITIONS, Sight, mobility};

/// How to choose a move from thermographs.
///
/// # Complexity
/// A thermograph, or an estimate, for every region and for what every move
/// leaves of it; each is remembered. Orthodox turns beside cards also take the
/// thermographs of the sums of regions.
///
/// # Literature
/// E. R. Berlekamp, "Sums of N × 2 Amazons", section 3; E. R. Berlekamp,
/// J. H. Conway and R. K. Guy, *Winning Ways*, chapter 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Plays where it is hottest.
    Hotstrat,
    /// Answers where the opponent has just moved, if that left a temperature
    /// above the ambient one; otherwise hotstrat.
    Sentestrat,
    /// Plays a turn that attains the wall of the whole sum at the ambient
    /// temperature, so that it costs nothing there. Where the thermograph of
    /// the sum takes too much, and without cards, the move that gains most,
    /// in any region, over leaving the region to the opponent.
    Orthodox,
    /// Plays where the thermograph is widest at the temperature at which what
    /// the player is sure of is most, which is not below that of the cards.
    Thermostrat,
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
    graphs: Graphs,
}

struct Region {
    component: usize,
    part: Part,
    heat: Heat,
}

struct Candidate {
    mv: Move,
    /// The regions that it changes: one, unless the game counts dead parts
    /// together or leaves them out.
    gone: Vec<usize>,
    /// What became of them.
    after: Vec<Part>,
}

/// More moves than this are not looked at one by one.
const MOST_MOVES: usize = 1 << 16;

const TOO_MANY_MOVES: Error = Error::TooLarge {
    what: "too many moves to choose from",
    bound: MOST_MOVES as u64,
};

impl Thermal {
    /// One that remembers thermographs in at most `bytes`; a region that
    /// needs more, or takes as long as filling them, is estimated. What
    /// it chooses depends on the bytes, and on the budget only if that stops
    /// it.
    #[must_use]
    pub fn new(budget: &Budget, bytes: u64) -> Self {
        Self::with_options(budget, bytes, bytes / BYTES_PER_OPTION)
    }

    /// [`new`](Self::new) with a limit of its own to the options that may be
    /// looked at for the thermograph of one region, whatever the bytes.
    #[must_use]
    pub fn with_options(budget: &Budget, bytes: u64, most_options: u64) -> Self {
        Thermal {
            graphs: Graphs::new(budget, bytes, most_options),
        }
    }

    /// Answers somebody with another budget from now on, whose deadline and
    /// flag end every thermograph: what has none then is estimated.
    pub fn answer_to(&mut self, asker: &Budget) {
        self.graphs.answer_to(asker);
    }

    /// What a strategy does; `None` if there is neither a move nor a card.
    pub fn decide(
        &mut self,
        strategy: Strategy,
        situation: &Situation<'_>,
    ) -> Result<Option<Decision>> {
        self.graphs.renew();
        let regions = self.regions(situation.sum)?;
        let candidates = candidates(situation, &regions, self.graphs.asker())?;
        if candidates.is_empty() {
            return Ok(situation.card.map(|card| Decision {
                turn: Turn::Card,
                ambient: card.clone(),
                temperature: (-1).into(),
                estimated: false,
            }));
        }
        if let (Strategy::Orthodox, Some(card)) = (strategy, situation.card)
            && let Some(decision) = self.free_of_cost(situation, &regions, &candidates, card)?
        {
            return Ok(Some(decision));
        }
        // At −1 a move costs no more than a card of −1, and what is not moved
        // before the cards are gone is lost.
        let ground = situation.card.is_some_and(is_ground);
        let playable = || candidates.iter().flat_map(|c| c.gone.iter().copied());
        let hot = hottest(&regions, playable());
        // Where to play, if the strategy says so, and at what temperature.
        let place = match strategy {
            _ if ground => None,
            Strategy::Orthodox | Strategy::Thermostrat => None,
            Strategy::Hotstrat => hot,
            Strategy::Sentestrat => {
                let fresh = fresh(situation, &regions);
                let answer = hottest(&regions, playable().filter(|place| fresh.contains(place)));
                let urgent = answer.filter(|&place| {
                    let rest = rest(situation, &regions, place);
                    regions[place].heat.temperature > rest
                });
                urgent.or(hot)
            }
        };
        let ambient = match (place, situation.card) {
            (Some(place), _) => rest(situation, &regions, place),
            (None, Some(card)) if strategy == Strategy::Orthodox || ground => card.clone(),
            (None, card) => thermostrat(&regions, situation.player, card),
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
            // At its own temperature nothing seems to be gained.
            None if situation.card.is_some_and(|card| ambient > *card) => true,
            None => gain.signum() > 0,
        };
        // With cards orthodox turns are those of the whole sum.
        let estimated = (strategy == Strategy::Orthodox && situation.card.is_some())
            || regions.iter().any(|region| !region.heat.is_known());
        if situation.card.is_some() && !warm {
            return Ok(Some(Decision {
                turn: Turn::Card,
                ambient,
                temperature: hot.map_or(heat, |hot| regions[hot].heat.temperature.clone()),
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

    /// A turn that attains the wall of the sum at the temperature `t` of the
    /// cards; of several the one where it is hottest. `None`: the thermographs
    /// take too much.
    fn free_of_cost(
        &mut self,
        situation: &Situation<'_>,
        regions: &[Region],
        candidates: &[Candidate],
        t: &Dyadic,
    ) -> Result<Option<Decision>> {
        let player = situation.player;
        let all: Vec<(&Part, &Heat)> = regions.iter().map(|r| (&r.part, &r.heat)).collect();
        let before = self.graphs.sight(&all, t, true)?;
        if !before.is_known {
            return Ok(None);
        }
        let decision = |turn: Turn, temperature: Dyadic| Decision {
            turn,
            ambient: t.clone(),
            temperature,
            estimated: false,
        };
        let ground = is_ground(t);
        let [left, right] = &before.walls;
        if left == right && !ground {
            return Ok(Some(decision(Turn::Card, before.temperature)));
        }
        let mut best: Option<(Dyadic, &Candidate)> = None;
        for candidate in candidates {
            let heat = temperature(regions, candidate);
            if best.as_ref().is_some_and(|(most, _)| heat <= *most) {
                continue;
            }
            let after = self.sight_of(regions, candidate, t)?;
            let cost = cost(player, &before, &after, t);
            if after.is_known && cost.is_zero() {
                best = Some((heat, candidate));
            }
        }
        Ok(match best {
            Some((heat, candidate)) => Some(decision(Turn::Board(candidate.mv.clone()), heat)),
            None if left == right => Some(decision(Turn::Card, before.temperature)),
            None => None,
        })
    }

    /// What is known of a sum after a move.
    fn sight_of(&mut self, regions: &[Region], candidate: &Candidate, t: &Dyadic) -> Result<Sight> {
        let mut heats = Vec::with_capacity(candidate.after.len());
        for part in &candidate.after {
            heats.push(self.graphs.heat(part)?);
        }
        let gone = &candidate.gone;
        let still = (0..regions.len()).filter(|region| !gone.contains(region));
        let still = still.map(|region| (&regions[region].part, &regions[region].heat));
        let sum: Vec<(&Part, &Heat)> = still.chain(candidate.after.iter().zip(&heats)).collect();
        self.graphs.sight(&sum, t, true)
    }

    /// What is known of a whole sum at temperature `t`.
    pub(crate) fn sight(&mut self, sum: &[Component], t: &Dyadic) -> Result<Sight> {
        self.graphs.renew();
        let regions = self.regions(sum)?;
        let sum: Vec<(&Part, &Heat)> = regions.iter().map(|r| (&r.part, &r.heat)).collect();
        let mut sight = self.graphs.sight(&sum, t, true)?;
        self.graphs.settle(&sum, &mut sight)?;
        Ok(sight)
    }

    /// What is known of a sum after a move from one that is known or
    /// estimated.
    pub(crate) fn sight_after(
        &mut self,
        before: &Sight,
        sum: &[Component],
        t: &Dyadic,
    ) -> Result<Sight> {
        let parts: Vec<Part> = sum.iter().flat_map(parts).collect();
        let mut heats = Vec::with_capacity(parts.len());
        for part in &parts {
            heats.push(self.graphs.heat_after(part, before.mean_is_known)?);
        }
        let sum: Vec<(&Part, &Heat)> = parts.iter().zip(&heats).collect();
        self.graphs.sight(&sum, t, before.is_known)
    }

    /// The temperature of the hottest region.
    pub(crate) fn hottest(&mut self, sum: &[Component]) -> Result<Dyadic> {
        let regions = self.regions(sum)?;
        let hottest = hottest(&regions, 0..regions.len());
        Ok(hottest.map_or((-1).into(), |place| regions[place].heat.temperature.clone()))
    }

    /// The regions of a sum.
    fn regions(&mut self, sum: &[Component]) -> Result<Vec<Region>> {
        let mut regions = Vec::new();
        for (component, position) in sum.iter().enumerate() {
            for part in parts(position) {
                let heat = self.graphs.heat(&part)?;
                regions.push(Region {
                    component,
                    part,
                    heat,
                });
            }
        }
        Ok(regions)
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
        let before: Vec<&Heat> = candidate.gone.iter().map(|&g| &regions[g].heat).collect();
        let known = before.iter().all(|heat| heat.is_known());
        let mut heats = Vec::with_capacity(candidate.after.len());
        for part in &candidate.after {
            heats.push(self.graphs.heat_after(part, known)?);
        }
        let after: Vec<(&Part, &Heat)> = candidate.after.iter().zip(&heats).collect();
        let after = self.graphs.sight(&after, t, known)?;
        let other = player.opposite();
        let mut gain = after.walls[other as usize].clone();
        for heat in before {
            gain = &gain - &heat.wall(other, t);
        }
        Ok(match player {
            Player::Left => &gain - t,
            Player::Right => -&(&gain + t),
        })
    }
}

/// What it costs `player` at temperature `t` to move from a sum to another:
/// for Left LW(G, t) − (RW(G′, t) − t).
pub(crate) fn cost(player: Player, before: &Sight, after: &Sight, t: &Dyadic) -> Dyadic {
    let lost = &before.walls[player as usize] - &after.walls[player.opposite() as usize];
    match player {
        Player::Left => &lost + t,
        Player::Right => t - &lost,
    }
}

/// Whether only cards of −1 and the last one are left.
fn is_ground(card: &Dyadic) -> bool {
    *card <= Dyadic::from(-1)
}

/// How hot it is where a move is made.
fn temperature(regions: &[Region], candidate: &Candidate) -> Dyadic {
    let place = hottest(regions, candidate.gone.iter().copied());
    place.map_or((-1).into(), |place| regions[place].heat.temperature.clone())
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
        let cooler = regions[a].heat.temperature < regions[b].heat.temperature;
        if cooler { b } else { a }
    })
}

/// The temperature of the environment that the cards are for a region, or,
/// without cards, the other regions; −1 if there are none.
fn rest(situation: &Situation<'_>, regions: &[Region], place: usize) -> Dyadic {
    if let Some(card) = situation.card {
        return card.clone();
    }
    let others = (0..regions.len()).filter(|&other| other != place);
    let hottest = hottest(regions, others);
    hottest.map_or((-1).into(), |other| regions[other].heat.temperature.clone())
}

/// The ambient temperature of thermostrat: the lowest one, not below the top
/// card, at which what the player is sure of is most, that is the opponent's
/// walls of all regions and the width of the widest one (Berlekamp, Conway and
/// Guy, "Winning Ways", chapter 6).
fn thermostrat(regions: &[Region], player: Player, card: Option<&Dyadic>) -> Dyadic {
    let least = card.cloned().unwrap_or((-1).into());
    let mut temperatures = vec![least.clone()];
    for Region { heat, .. } in regions {
        temperatures.push(heat.temperature.clone());
        let walls = heat
            .graph
            .iter()
            .flat_map(|graph| [&graph.left, &graph.right]);
        let corners = walls.flat_map(|wall| wall.corners());
        temperatures.extend(corners.map(|(t, _)| t.clone()));
    }
    temperatures.retain(|t| *t >= least);
    temperatures.sort();
    temperatures.dedup();
    let sure = |t: &Dyadic| {
        let mut total = Dyadic::zero();
        let mut widest = Dyadic::zero();
        for Region { heat, .. } in regions {
            let [left, right] = Player::BOTH.map(|side| heat.wall(side, t));
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
    at.cloned().unwrap_or(least)
}

#[cfg(test)]
mod tests;
