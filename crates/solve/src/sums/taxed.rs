//! What a sum is worth to a player who pays a tax for each move.

use super::bag::{Bag, Signed};
use super::parts::Parts;
use rustc_hash::FxHashMap;
use values::{Arena, Budget, Dyadic, Error, Result};

/// Numbers are counted in units of 2⁻²⁴.
const FRACTION: u32 = 24;

/// Deeper play than this would take too much of the machine's stack.
const MOST_DEPTH: u64 = 1 << 11;

/// Guesses at a number before its interval is halved instead.
const FEW_TRIES: u32 = 16;

/// Where a number lies, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// It is not less.
    pub low: Dyadic,
    /// It is not more.
    pub high: Dyadic,
}

impl Interval {
    /// The number, if only one is left.
    #[must_use]
    pub fn exact(&self) -> Option<&Dyadic> {
        (self.low == self.high).then_some(&self.low)
    }
}

/// Play in a sum where a move costs the mover a tax, and the tax falls from
/// one level to the next when a player passes.
///
/// With taxes s₀ ≥ s₁ ≥ … ≥ sₙ, what Left gets who begins at level i is
///
/// Q(G, i) = max { −Q(−G, i + 1), −Q(−Gᴸ, i) − sᵢ }
///
/// and at the last level a pass gives the mean of G. With one level that is
/// Left's wall at s₀: where scaffolds cross, a wall is the scaffold or the
/// mast, whichever the player prefers, at every temperature. With the levels
/// of a stack of cards it is what the board adds to the payoff.
///
/// Walls bound Q, since a wall at sᵢ changes with the level by passing only:
/// the one who defends the bound answers with an orthodox move while the tax
/// is below the temperature τ of the sum, passes while the next tax is not
/// below it either, and loses at most min(τ − sᵢ₊₁, sᵢ − τ) when it lies
/// between them, by passing or by moving, once for each position. So
///
/// |Q(G, i) − LW(G, sᵢ)| ≤ N·max (sⱼ − sⱼ₊₁)/2 over j ≥ i
///
/// if no more than N moves can be made before G is an integer, in which
/// nobody need move. Alpha-beta search with null windows closes in on the
/// number; the interval is right whenever it stops.
pub struct Taxed<'p> {
    parts: &'p mut Parts,
    arena: &'p mut Arena,
    budget: Budget,
    taxes: Vec<Dyadic>,
    levels: Vec<Level>,
    /// What is known of bags at levels, without their integers.
    table: FxHashMap<(u32, Box<[Signed]>), [i64; 2]>,
    /// All numbers looked for are multiples of this.
    grain: i64,
    bytes: usize,
    /// How many bags were looked into.
    pub nodes: u64,
}

struct Level {
    tax: i64,
    /// What each move may put the bounds out by.
    slack: i64,
    /// What parts are worth at the tax.
    facts: Vec<Option<Fact>>,
}

/// The bytes of a level and of its tax, here and where it came from.
const LEVEL: usize = size_of::<Level>() + 2 * size_of::<Dyadic>() + size_of::<i64>();

/// A part at a level.
#[derive(Clone, Copy)]
struct Fact {
    /// The walls.
    left: i64,
    right: i64,
    mean: i64,
    length: i64,
}

/// What parts come to together, for bounds.
#[derive(Clone, Copy, Default)]
struct Total {
    left: i64,
    right: i64,
    /// The largest difference of walls.
    widest: i64,
    length: i64,
}

impl Total {
    fn with(mut self, fact: Fact) -> Self {
        self.left += fact.left;
        self.right += fact.right;
        self.widest = self.widest.max(fact.left - fact.right);
        self.length += fact.length;
        self
    }
}

/// What a player can do.
#[derive(Clone, Copy)]
enum Way {
    Pass,
    /// In the part at this place, to the option at that one.
    Move(usize, usize),
}

/// A way, with bounds on what it brings.
struct Choice {
    way: Way,
    low: i64,
    high: i64,
}

impl<'p> Taxed<'p> {
    /// Play with these taxes, the first one the highest, none below −1.
    /// `grain`: every number that is looked for is a multiple of this;
    /// `None`: nothing is known.
    pub fn new(
        parts: &'p mut Parts,
        arena: &'p mut Arena,
        budget: Budget,
        taxes: &[Dyadic],
        grain: Option<&Dyadic>,
    ) -> Result<Self> {
        let grain = grain.map_or(Ok(1), units)?;
        let bytes = taxes.len() * LEVEL;
        budget.check_bytes(arena.bytes() + parts.bytes() + bytes as u64)?;
        let scaled = taxes.iter().map(units).collect::<Result<Vec<i64>>>()?;
        let mut slack = 0;
        let mut levels: Vec<Level> = Vec::with_capacity(taxes.len());
        for (i, &tax) in scaled.iter().enumerate().rev() {
            if let Some(&next) = scaled.get(i + 1) {
                slack = slack.max((tax - next + 1) / 2);
            }
            levels.push(Level {
                tax,
                slack,
                facts: Vec::new(),
            });
        }
        levels.reverse();
        Ok(Taxed {
            parts,
            arena,
            budget,
            taxes: taxes.to_vec(),
            levels,
            table: FxHashMap::default(),
            grain,
            bytes,
            nodes: 0,
        })
    }

    /// Where Q of a bag at a level lies; with the reason, if it was stopped
    /// before there was only one number left.
    pub fn find(&mut self, bag: &Bag, level: usize) -> Result<(Interval, Option<Error>)> {
        let depth = self.parts.longest(bag) + (self.levels.len() - level) as u64;
        let [mut low, mut high] = self.known(bag, level)?;
        let interval = |low: i64, high: i64| Interval {
            low: Dyadic::new(low, FRACTION),
            high: Dyadic::new(high, FRACTION),
        };
        if low < high && depth > MOST_DEPTH {
            let error = Error::TooLarge {
                what: "too many moves and cards to search",
                bound: MOST_DEPTH,
            };
            return Ok((interval(low, high), Some(error)));
        }
        let mut guesses = self.guesses(low, high);
        let mut tries = 0;
        while low < high {
            tries += 1;
            let middle = low + (high - low) / 2;
            let guess = match guesses.pop() {
                Some(guess) if guess <= low || guess > high => continue,
                Some(guess) => guess,
                None => middle,
            };
            let wanted = self.rounded(guess, guess)[0].clamp(low + self.grain, high);
            let searched = self
                .budget
                .check()
                .and_then(|()| self.search(bag, level, wanted));
            let found = match searched {
                Ok(found) => found,
                Err(error) if error.is_limit() || error == Error::Interrupted => {
                    return Ok((interval(low, high), Some(error)));
                }
                Err(error) => return Err(error),
            };
            // The last answer is likely, but not to be tried for ever.
            let next = match found >= wanted {
                true => {
                    low = found;
                    found + self.grain
                }
                false => {
                    high = found;
                    found
                }
            };
            if guesses.is_empty() && tries < FEW_TRIES {
                guesses.push(next);
            }
        }
        Ok((interval(low, high), None))
    }

    /// What to try, the last one first: the middle, after some that are
    /// easily answered, so that the interval gets smaller soon.
    fn guesses(&self, low: i64, high: i64) -> Vec<i64> {
        let middle = low + (high - low) / 2;
        let mut guesses = vec![middle];
        if !self.is_last(0) {
            for share in [16, 8, 4] {
                let away = (high - low) / share;
                if away > self.grain {
                    guesses.extend([middle - away, middle + away]);
                }
            }
        }
        guesses
    }

    /// What further searches may take.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// How many levels there are.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// What is known of Q without searching.
    pub fn bounds(&mut self, bag: &Bag, level: usize) -> Result<Interval> {
        let [low, high] = self.known(bag, level)?;
        Ok(Interval {
            low: Dyadic::new(low, FRACTION),
            high: Dyadic::new(high, FRACTION),
        })
    }

    /// The larger multiple of the grain, and the smaller one.
    fn rounded(&self, low: i64, high: i64) -> [i64; 2] {
        let up = low.div_euclid(self.grain) + i64::from(low.rem_euclid(self.grain) != 0);
        [up * self.grain, high.div_euclid(self.grain) * self.grain]
    }

    fn fact(&mut self, level: usize, signed: Signed) -> Result<Fact> {
        let part = signed as usize / 2;
        let here = &mut self.levels[level];
        if here.facts.len() <= part {
            here.facts.resize(part + 1, None);
            self.bytes += size_of::<Fact>();
        }
        let fact = match here.facts[part] {
            Some(fact) => fact,
            None => {
                let (graph, _) = self.parts.graph(2 * part as u32);
                let tax = &self.taxes[level];
                let fact = Fact {
                    left: units(&graph.left.at(tax))?,
                    right: units(&graph.right.at(tax))?,
                    mean: units(graph.mean())?,
                    length: i64::try_from(self.parts.length_of(signed))
                        .unwrap_or(i64::MAX)
                        .min(1 << 40),
                };
                here.facts[part] = Some(fact);
                fact
            }
        };
        Ok(match signed % 2 == 1 {
            false => fact,
            true => Fact {
                left: -fact.right,
                right: -fact.left,
                mean: -fact.mean,
                length: fact.length,
            },
        })
    }

    fn is_last(&self, level: usize) -> bool {
        level + 1 == self.levels.len()
    }

    /// At the last level nobody moves in a part that is no hotter than the
    /// tax: it is worth its mean. What is left of the bag, and what the rest
    /// comes to.
    fn thawed(&mut self, bag: &Bag, level: usize) -> Result<(Option<Bag>, i64)> {
        let mut shift = bag.integer << FRACTION;
        if !self.is_last(level) {
            return Ok((None, shift));
        }
        let mut hot = Vec::with_capacity(bag.parts.len());
        for (place, &signed) in bag.parts.iter().enumerate() {
            let fact = self.fact(level, signed)?;
            if fact.left == fact.right {
                shift += fact.mean;
            } else {
                hot.push(place);
            }
        }
        if hot.len() == bag.parts.len() {
            return Ok((None, shift));
        }
        let kept = Bag {
            parts: hot.iter().map(|&place| bag.parts[place]).collect(),
            own: hot.iter().map(|&place| bag.own[place]).collect(),
            integer: 0,
        };
        Ok((Some(kept), shift))
    }

    fn known(&mut self, bag: &Bag, level: usize) -> Result<[i64; 2]> {
        let (thawed, shift) = self.thawed(bag, level)?;
        let bag = thawed.as_ref().unwrap_or(bag);
        let [low, high] = self.known_of_parts(&bag.parts, level)?;
        Ok([low + shift, high + shift])
    }

    /// The bounds by the table, else by the parts' walls.
    fn known_of_parts(&mut self, parts: &[Signed], level: usize) -> Result<[i64; 2]> {
        // A key would have to be made to ask with parts that are borrowed.
        let key: (u32, Box<[Signed]>) = (level as u32, parts.into());
        if let Some(&known) = self.table.get(&key) {
            return Ok(known);
        }
        let total = self.total(parts, level)?;
        Ok(self.first_bounds(&total, parts.len(), level))
    }

    fn total(&mut self, parts: &[Signed], level: usize) -> Result<Total> {
        let mut total = Total::default();
        for &signed in parts {
            total = total.with(self.fact(level, signed)?);
        }
        Ok(total)
    }

    /// Left is to move.
    fn first_bounds(&self, total: &Total, parts: usize, level: usize) -> [i64; 2] {
        if parts == 0 {
            return [0, 0];
        }
        let slack = self.slack(total, level);
        self.rounded(total.right + total.widest - slack, total.left + slack)
    }

    fn slack(&self, total: &Total, level: usize) -> i64 {
        let slack = total.length.saturating_mul(self.levels[level].slack);
        slack.min(1 << 60)
    }

    /// At least `wanted`, and then a number that Q is not below; else one
    /// that Q is not above.
    fn search(&mut self, bag: &Bag, level: usize, wanted: i64) -> Result<i64> {
        let (thawed, shift) = self.thawed(bag, level)?;
        let bag = thawed.as_ref().unwrap_or(bag);
        let wanted = wanted - shift;
        let [low, high] = self.known_of_parts(&bag.parts, level)?;
        if low >= wanted {
            return Ok(low + shift);
        }
        if high < wanted {
            return Ok(high + shift);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.budget.advance(256);
            self.budget.check()?;
            self.budget
                .check_bytes(self.bytes as u64 + self.parts.bytes() + self.arena.bytes())?;
        }
        let found = self.look(bag, level, wanted)?;
        let known = match found >= wanted {
            true => [low.max(found), high],
            false => [low, high.min(found)],
        };
        let key = (level as u32, bag.parts.clone());
        if self.table.insert(key, known).is_none() {
            self.bytes += 64 + 4 * bag.parts.len();
        }
        Ok(found + shift)
    }

    /// Looks at what Left can do in a bag, whose integer does not count.
    fn look(&mut self, bag: &Bag, level: usize, wanted: i64) -> Result<i64> {
        let bag = &Bag {
            integer: 0,
            ..bag.clone()
        };
        let (mut choices, mut best) = self.choices(bag, level, wanted)?;
        if !self.is_last(level) && best < wanted {
            let [low, high] = self.known(&-bag, level + 1)?.map(|q| -q);
            choices.push(Choice {
                way: Way::Pass,
                low: high,
                high: low,
            });
        }
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.low + choice.high));
        for choice in &choices {
            if best >= wanted {
                break;
            }
            best = best.max(self.after(bag, level, choice.way, wanted)?);
        }
        Ok(best)
    }

    /// What Left has afterwards.
    fn after(&mut self, bag: &Bag, level: usize, way: Way, wanted: i64) -> Result<i64> {
        match way {
            Way::Pass => Ok(-self.search(&-bag, level + 1, self.grain - wanted)?),
            Way::Move(place, option) => {
                let options = self.parts.options(self.arena, bag.parts[place])?;
                let option = &options[option];
                let after = self.parts.replaced(self.arena, bag, place, option)?;
                let tax = self.levels[level].tax;
                let wanted = self.grain - wanted - tax;
                Ok(-self.search(&-&after, level, wanted)? - tax)
            }
        }
    }

    /// The moves that may bring as much as is wanted, and what the others and
    /// a pass at the last level bring at most.
    fn choices(&mut self, bag: &Bag, level: usize, wanted: i64) -> Result<(Vec<Choice>, i64)> {
        let tax = self.levels[level].tax;
        let mut best = i64::MIN / 2;
        if self.is_last(level) {
            let mut mean = 0;
            for &signed in &bag.parts {
                mean += self.fact(level, signed)?.mean;
            }
            best = self.rounded(mean, mean)[0];
        }
        let mut choices = Vec::new();
        for (place, &signed) in bag.parts.iter().enumerate() {
            if best >= wanted {
                break;
            }
            if place > 0 && bag.parts[place - 1] == signed {
                continue;
            }
            let mut others = Total::default();
            for (other, &signed) in bag.parts.iter().enumerate() {
                if other != place {
                    others = others.with(self.fact(level, signed)?);
                }
            }
            let options = self.parts.options(self.arena, signed)?;
            for (option, after) in options.iter().enumerate() {
                let mut total = others;
                for &part in &after.parts {
                    total = total.with(self.fact(level, part)?);
                }
                let slack = self.slack(&total, level);
                let shift = (after.integer << FRACTION) - tax;
                // Right is to move.
                let low = total.right - slack + shift;
                let high = total.left - total.widest + slack + shift;
                let [low, high] = self.rounded(low, high);
                if low >= wanted {
                    return Ok((Vec::new(), low));
                }
                if high < wanted {
                    best = best.max(high);
                } else {
                    let way = Way::Move(place, option);
                    choices.push(Choice { way, low, high });
                }
            }
        }
        Ok((choices, best))
    }
}

/// A number in units.
fn units(x: &Dyadic) -> Result<i64> {
    let fits = x.as_small().and_then(|(numerator, exponent)| {
        let shift = FRACTION.checked_sub(exponent)?;
        numerator.checked_mul(1 << shift)
    });
    let fits = fits.filter(|n| n.unsigned_abs() < 1 << 58);
    fits.ok_or(Error::TooLarge {
        what: "a wall is too fine or too far out to search with",
        bound: 1 << FRACTION,
    })
}
