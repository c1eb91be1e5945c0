//! The thermograph of a sum.

use super::bag::Bag;
use super::parts::Parts;
use super::taxed::{Interval, Taxed};
use values::{Arena, Budget, Corner, Dyadic, Error, Player, Result, Thermograph, Trajectory};

/// The thermograph of a sum, as far as it was found.
///
/// The mean is the sum of the parts' means (Berlekamp, "Sums of N × 2
/// Amazons", section 3), the temperature at most that of the hottest part.
/// Walls are found from there down: at each temperature by a search in which
/// only parts count that are hotter, between them by where walls with slopes
/// 0 and ∓1 can bend. Below 0 the rest follows from whether the wall is
/// vertical there (same section).
#[derive(Clone, Debug)]
pub struct SumGraph {
    /// The mean, which is exact.
    pub mean: Dyadic,
    /// Where the temperature lies.
    pub temperature: Interval,
    /// The thermograph, if it was found.
    pub graph: Option<Thermograph>,
    /// From this temperature up the walls are found.
    pub from: Dyadic,
    /// The corners of Left's wall and Right's from there up.
    pub above: [Vec<Corner>; 2],
    /// Why the walls below were not.
    pub stopped: Option<Error>,
}

/// One wall from the top down.
struct Descent {
    bag: Bag,
    mean: Dyadic,
    /// From the lowest temperature up.
    corners: Vec<Corner>,
    /// At least the temperature of the sum.
    warmest: Dyadic,
}

impl SumGraph {
    /// Finds the thermograph of a bag. The budget of `parts` bounds the
    /// thermographs of new parts, `budget` the search.
    pub fn find(
        parts: &mut Parts,
        arena: &mut Arena,
        budget: &Budget,
        bag: &Bag,
    ) -> Result<SumGraph> {
        let mean = parts.mean(bag);
        let mut steps = parts.temperatures(bag);
        if let [] | [_] = bag.parts[..] {
            return Ok(Self::of_one(parts, bag));
        }
        let top = steps.first().cloned().unwrap_or(Dyadic::zero());
        let zero = Dyadic::zero();
        steps.retain(|t| *t > zero);
        steps.push(zero);
        let mut walls = Player::BOTH.map(|player| {
            let bag = match player {
                Player::Left => bag.clone(),
                Player::Right => -bag,
            };
            let mean = match player {
                Player::Left => mean.clone(),
                Player::Right => -&mean,
            };
            Descent {
                bag,
                corners: vec![(top.clone(), mean.clone())],
                mean,
                warmest: (-1).into(),
            }
        });
        let mut from = top.clone();
        let mut stopped = None;
        'down: for t in steps.iter().skip(usize::from(steps[0] == top)) {
            let mut found = Vec::with_capacity(2);
            for wall in &mut walls {
                match wall.down_to(parts, arena, budget, t)? {
                    Ok(corners) => found.push(corners),
                    Err(error) => {
                        stopped = Some(error);
                        break 'down;
                    }
                }
            }
            for (wall, corners) in walls.iter_mut().zip(found) {
                wall.corners = corners;
            }
            from = t.clone();
        }
        let mut graph = None;
        if stopped.is_none() {
            let mut whole = Vec::with_capacity(2);
            for wall in &mut walls {
                match wall.down_to_ground(parts, arena, budget)? {
                    Ok(corners) => whole.push(Trajectory::new(corners, 0)),
                    Err(error) => stopped = Some(error),
                }
            }
            if let [left, right] = &whole[..] {
                graph = Some(Thermograph::from_walls(left.clone(), right.negated()));
            }
        }
        Ok(Self::of_walls(mean, walls, graph, from, stopped))
    }

    /// At most one part: its walls moved by the integer.
    fn of_one(parts: &Parts, bag: &Bag) -> SumGraph {
        let graph = match bag.parts.first() {
            None => Thermograph::integer(bag.integer()),
            Some(&part) => {
                let graph = match parts.graph(part) {
                    (graph, false) => graph.clone(),
                    (graph, true) => graph.negated(),
                };
                Thermograph {
                    left: graph.left.shifted(&bag.integer()),
                    right: graph.right.shifted(&bag.integer()),
                }
            }
        };
        SumGraph::from(graph)
    }

    fn of_walls(
        mean: Dyadic,
        walls: [Descent; 2],
        graph: Option<Thermograph>,
        from: Dyadic,
        stopped: Option<Error>,
    ) -> SumGraph {
        if let Some(graph) = graph {
            return SumGraph::from(graph);
        }
        // A number with denominator 2ᵏ has the temperature −2⁻ᵏ; what is no
        // number has at least 0.
        let number = match mean.exponent() {
            0 => Dyadic::from(-1),
            k => -Dyadic::new(1, k),
        };
        let bases = walls.each_ref().map(Descent::base);
        let high = (&bases[0]).max(&bases[1]).clone();
        let low = match high > from {
            true => high.clone(),
            false => {
                let low = number.max(walls[0].warmest.clone());
                low.max(walls[1].warmest.clone())
            }
        };
        let [left, right] = walls.map(|wall| bends(wall.corners));
        let right = right.into_iter().map(|(t, v)| (t, -v)).collect();
        SumGraph {
            mean,
            temperature: Interval { low, high },
            graph: None,
            from,
            above: [left, right],
            stopped,
        }
    }
}

impl From<Thermograph> for SumGraph {
    fn from(graph: Thermograph) -> Self {
        let t = graph.temperature().clone();
        SumGraph {
            mean: graph.mean().clone(),
            temperature: Interval {
                low: t.clone(),
                high: t,
            },
            from: (-1).into(),
            above: [&graph.left, &graph.right].map(|wall| wall.corners().to_vec()),
            graph: Some(graph),
            stopped: None,
        }
    }
}

/// The corners where a wall bends, and its ends.
fn bends(corners: Vec<Corner>) -> Vec<Corner> {
    let mut kept: Vec<Corner> = Vec::with_capacity(corners.len());
    for corner in corners {
        // A wall that is not vertical has one slope only.
        if let [.., (_, v), (_, w)] = &kept[..]
            && (v == w) == (*w == corner.1)
        {
            kept.pop();
        }
        kept.push(corner);
    }
    kept
}

/// An answer, or why the search was stopped.
type Stoppable<T> = Result<std::result::Result<T, Error>>;

impl Descent {
    /// The height at a temperature.
    fn at(
        &mut self,
        parts: &mut Parts,
        arena: &mut Arena,
        budget: &Budget,
        t: &Dyadic,
    ) -> Stoppable<Dyadic> {
        let taxes = std::slice::from_ref(t);
        let mut search = Taxed::new(parts, arena, budget.clone(), taxes, None)?;
        let (found, stopped) = search.find(&self.bag, 0)?;
        // Walls fall by at most 1 a degree.
        let above = &found.low - &self.mean;
        if above.signum() > 0 {
            self.warmest = self.warmest.clone().max(t + &above);
        }
        Ok(match stopped {
            Some(error) => Err(error),
            None => Ok(found.low),
        })
    }

    /// The corners from a lower temperature up.
    fn down_to(
        &mut self,
        parts: &mut Parts,
        arena: &mut Arena,
        budget: &Budget,
        t: &Dyadic,
    ) -> Stoppable<Vec<Corner>> {
        let mut corners = self.corners.clone();
        let height = match self.at(parts, arena, budget, t)? {
            Ok(height) => height,
            Err(error) => return Ok(Err(error)),
        };
        // Segments to look at, the highest one last; they go down from the
        // lowest corner.
        let mut lower = vec![(t.clone(), height)];
        while let Some((t, height)) = lower.pop() {
            let (above, end) = corners[0].clone();
            let fall = &height - &end;
            let length = &above - &t;
            if fall.is_zero() || fall == length {
                corners.insert(0, (t, height));
                continue;
            }
            // One bend: first steep and then vertical, or the other way.
            let bends = [&t + &fall, &above - &fall];
            lower.push((t, height));
            let mut between = Vec::new();
            for bend in bends {
                let height = match self.at(parts, arena, budget, &bend)? {
                    Ok(height) => height,
                    Err(error) => return Ok(Err(error)),
                };
                between.push((bend, height));
            }
            between.sort();
            between.dedup();
            lower.extend(between);
        }
        Ok(Ok(corners))
    }

    /// The corners from −1 up, when they are known from 0 up.
    fn down_to_ground(
        &mut self,
        parts: &mut Parts,
        arena: &mut Arena,
        budget: &Budget,
    ) -> Stoppable<Vec<Corner>> {
        let at_zero = self.corners[0].1.clone();
        let exponent = at_zero.exponent();
        let t = -Dyadic::new(1, exponent);
        let mut height = match self.at(parts, arena, budget, &t)? {
            Ok(height) => height,
            Err(error) => return Ok(Err(error)),
        };
        let mut corners = self.corners.clone();
        corners.insert(0, (t, height.clone()));
        // At −2⁻ᵏ walls are multiples of 2⁻ᵏ: an odd one has to go on to an
        // even one.
        for k in (1..=exponent).rev() {
            let step = Dyadic::new(1, k);
            if height.exponent() == k {
                height = &height + &step;
            }
            corners.insert(0, (-Dyadic::new(1, k - 1), height.clone()));
        }
        Ok(Ok(corners))
    }

    /// The lowest temperature from which on the wall is the mast, as far as
    /// it is found.
    fn base(&self) -> Dyadic {
        let mut corners = self.corners.iter();
        let base = corners.find(|(_, height)| *height == self.mean);
        base.expect("the mast").0.clone()
    }
}
