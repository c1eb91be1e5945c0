//! Thermographs of regions and of sums of regions, as far as they come within
//! bounds.

use super::estimate::{estimate, share};
use rules::{Component, Position};
use solve::Thermographer;
use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;
use values::{Budget, Dyadic, Error, Player, Result, Thermograph};

/// A part in normal form, or its negative.
pub(super) type Part = (Component, bool);

/// What is known of a region.
#[derive(Clone)]
pub(super) struct Heat {
    pub mean: Dyadic,
    pub temperature: Dyadic,
    /// `None`: mean and temperature are estimates.
    pub graph: Option<Thermograph>,
}

impl Heat {
    fn known(graph: Thermograph) -> Self {
        Heat {
            mean: graph.mean().clone(),
            temperature: graph.temperature().clone(),
            graph: Some(graph),
        }
    }

    /// A player's wall; that of an estimate is a slope up to the mast.
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

    pub fn is_known(&self) -> bool {
        self.graph.is_some()
    }
}

/// What is known of a sum of regions at one temperature.
pub(crate) struct Sight {
    pub mean: Dyadic,
    /// Whether that is the mean, not an estimate of it.
    pub mean_is_known: bool,
    pub temperature: Dyadic,
    /// Whether that is the temperature, not a bound or an estimate.
    pub temperature_is_known: bool,
    /// Left's wall and Right's.
    pub walls: [Dyadic; 2],
    /// Whether those are the walls, not estimates of them.
    pub is_known: bool,
}

/// The time in which a position on a ground is solved is that of looking at
/// one option of a component, divided by this.
const DUELS_PER_OPTION: u64 = 16;

/// The bytes of memory that are filled in about the time that it takes to look
/// at one option.
pub(crate) const BYTES_PER_OPTION: u64 = 16;

/// With fewer positions than this it is not worth to begin.
pub(crate) const FEW_POSITIONS: u64 = 1024;

const MOST_STEPS: u64 = 1 << 60;

/// Finds thermographs and remembers them.
pub(super) struct Graphs {
    thermographer: Thermographer<Component>,
    /// Its count of steps is set so far below the limit as may be done.
    budget: Budget,
    /// The budget of who asks, whose deadline and flag every thermograph
    /// heeds.
    asker: Budget,
    /// How many options may be looked at for the thermograph of one region,
    /// and for the sums of one question.
    most_options: u64,
    /// How many of those are left to the sums of the question at hand.
    options_left: u64,
    /// What took more.
    too_big: HashSet<Vec<Part>>,
}

impl Graphs {
    pub fn new(budget: &Budget, bytes: u64, most_options: u64) -> Self {
        let asker = budget.clone();
        let budget = budget.clone().with_bytes(bytes).with_steps(MOST_STEPS);
        Graphs {
            asker,
            thermographer: Thermographer::with_budget(budget.clone()),
            budget,
            most_options,
            options_left: most_options,
            too_big: HashSet::new(),
        }
    }

    /// Answers somebody else from now on.
    pub fn answer_to(&mut self, asker: &Budget) {
        self.asker = asker.clone();
        // What has no thermograph by then is estimated in the rest of the time.
        let budget = asker.clone().with_time(Duration::MAX);
        let budget = budget.with_steps(MOST_STEPS);
        self.budget = match self.budget.bytes() {
            Some(bytes) => budget.with_bytes(bytes),
            None => budget,
        };
        self.thermographer.set_budget(self.budget.clone());
    }

    /// The budget of who asks.
    pub fn asker(&self) -> &Budget {
        &self.asker
    }

    /// Begins another question.
    pub fn renew(&mut self) {
        self.options_left = self.most_options;
    }

    /// What is known of a region, or an estimate.
    pub fn heat(&mut self, part: &Part) -> Result<Heat> {
        if let Some(graph) = self.region(part)? {
            return Ok(Heat::known(graph));
        }
        let (mean, temperature) = estimate(&part.0, &self.asker)?;
        Ok(Heat {
            mean: if part.1 { -mean } else { mean },
            temperature,
            graph: None,
        })
    }

    /// What is known of a region that a move made of others. What a
    /// thermograph is too big for has many options that are as big: where
    /// those were estimated, so is this.
    pub fn heat_after(&mut self, part: &Part, known: bool) -> Result<Heat> {
        if known {
            return self.heat(part);
        }
        let share = share(&part.0);
        Ok(Heat {
            mean: if part.1 { -share } else { share },
            temperature: (-1).into(),
            graph: None,
        })
    }

    /// The thermograph of a region, if it comes within the bounds.
    fn region(&mut self, part: &Part) -> Result<Option<Thermograph>> {
        if part.0.is_loopy() || self.too_big.contains(std::slice::from_ref(part)) {
            return Ok(None);
        }
        let place = part.0.duel_place();
        let options = mobility(&part.0);
        let positions = match place {
            Some(place) if place.ranks.iter().all(Option::is_some) => {
                self.most_options.saturating_mul(DUELS_PER_OPTION)
            }
            // Each position has about half as many options as the first one.
            _ => self.most_options.saturating_mul(2) / (options + 1),
        };
        if positions < FEW_POSITIONS && options > 0 {
            return Ok(None);
        }
        self.within(std::slice::from_ref(part), positions)
    }

    /// The thermograph of a sum of regions whose thermographs are known, if it
    /// comes within the bounds.
    fn sum(&mut self, parts: &[Part]) -> Result<Option<Thermograph>> {
        let options: u64 = parts.iter().map(|(part, _)| mobility(part)).sum();
        let positions = self.options_left.saturating_mul(2) / (options + 1);
        if positions < FEW_POSITIONS && options > 0 {
            return Ok(None);
        }
        if self.too_big.contains(parts) {
            return Ok(None);
        }
        let graph = self.within(parts, positions);
        let steps = self.budget.steps().load(Ordering::Relaxed);
        let used = steps.saturating_sub(MOST_STEPS.saturating_sub(positions));
        let options = used.saturating_mul(options + 1) / 2;
        self.options_left = self.options_left.saturating_sub(options);
        graph
    }

    /// The thermograph of a sum, if no more positions are looked at.
    fn within(&mut self, parts: &[Part], positions: u64) -> Result<Option<Thermograph>> {
        let steps = self.budget.steps();
        steps.store(MOST_STEPS.saturating_sub(positions), Ordering::Relaxed);
        let found = self.asker.check();
        match found.and_then(|()| self.thermographer.sum(parts)) {
            Ok(graph) => return Ok(Some(graph)),
            // What was found before the time was up is of use later.
            Err(Error::TooLarge { .. }) => {}
            Err(Error::Memory { .. }) => {
                self.thermographer = Thermographer::with_budget(self.budget.clone());
            }
            Err(Error::Deadline) => return Ok(None),
            Err(error) => return Err(error),
        }
        self.too_big.insert(parts.to_vec());
        Ok(None)
    }

    /// What is known of a sum at temperature `t`; without sums of hot regions
    /// unless said.
    ///
    /// Regions at or below `t` only add their means to the walls: if H is one,
    /// RW(G, t) + RW(H, t) ≤ RW(G + H, t) ≤ RW(G, t) + LW(H, t), and both
    /// walls of H are its mean. So the regions above `t` are all that has to be
    /// looked at together.
    pub fn sight(&mut self, sum: &[(&Part, &Heat)], t: &Dyadic, sums: bool) -> Result<Sight> {
        let is_known = sum.iter().all(|(_, heat)| heat.is_known());
        let total = |heats: &mut dyn Iterator<Item = &Heat>| {
            heats.fold(Dyadic::zero(), |total, heat| &total + &heat.mean)
        };
        let mean = total(&mut sum.iter().map(|(_, heat)| *heat));
        let is_hot = |heat: &Heat| heat.temperature > *t;
        let (hot, cool): (Vec<_>, Vec<_>) = sum.iter().copied().partition(|(_, h)| is_hot(h));
        let rest = total(&mut cool.iter().map(|(_, heat)| *heat));
        let temperatures = sum.iter().map(|(_, heat)| &heat.temperature);
        let hottest = temperatures.clone().max().cloned();
        let hottest = hottest.unwrap_or((-1).into());
        let mut sight = Sight {
            mean,
            mean_is_known: is_known,
            // Alone at the top nothing can cool it.
            temperature_is_known: is_known && temperatures.filter(|t| **t == hottest).count() <= 1,
            temperature: hottest,
            walls: estimated_walls(&hot, t),
            is_known: is_known && hot.len() <= 1,
        };
        if is_known
            && sums
            && hot.len() > 1
            && let Some(graph) = self.sum(&parts(&hot))?
        {
            sight.walls = Player::BOTH.map(|player| graph.wall(player).at(t));
            sight.is_known = true;
            // Below `t` the cool regions have a say.
            sight.temperature_is_known = graph.temperature() > t;
            if sight.temperature_is_known {
                sight.temperature = graph.temperature().clone();
            }
        }
        sight.walls = sight.walls.map(|wall| &wall + &rest);
        Ok(sight)
    }

    /// Finds the temperature of a sum where two regions are as hot as any, so
    /// that they may cool one another.
    pub fn settle(&mut self, sum: &[(&Part, &Heat)], sight: &mut Sight) -> Result<()> {
        if sight.is_known
            && !sight.temperature_is_known
            && let Some(graph) = self.sum(&parts(sum))?
        {
            sight.temperature = graph.temperature().clone();
            sight.temperature_is_known = true;
        }
        Ok(())
    }
}

fn parts(sum: &[(&Part, &Heat)]) -> Vec<Part> {
    sum.iter().map(|(part, _)| (*part).clone()).collect()
}

/// The walls of a sum of hot regions if the players take turns to move in the
/// widest one and nothing comes of what they leave there. With one region they
/// are its walls.
fn estimated_walls(hot: &[(&Part, &Heat)], t: &Dyadic) -> [Dyadic; 2] {
    let mut right = Dyadic::zero();
    let mut widths = Vec::with_capacity(hot.len());
    for (_, heat) in hot {
        let walls = Player::BOTH.map(|player| heat.wall(player, t));
        right = &right + &walls[1];
        widths.push(&walls[0] - &walls[1]);
    }
    widths.sort_by(|a, b| b.cmp(a));
    // Who begins takes the first, the third and so on.
    let taken = |first: usize| {
        let mine = widths.iter().skip(first).step_by(2);
        mine.fold(right.clone(), |total, width| &total + width)
    };
    [taken(0), taken(1)]
}

/// How many options both players have, or very many.
pub(crate) fn mobility(position: &Component) -> u64 {
    let [left, right] = Player::BOTH.map(|player| position.mobility(player) as u64);
    left.saturating_add(right).min(1 << 40)
}
