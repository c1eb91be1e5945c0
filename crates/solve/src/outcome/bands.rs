//! Bounds from bands: what a player can reach who gives up moves.

use super::search::Search;
use super::sum::{Part, Sum};
use rules::{Lines, Position};
use rustc_hash::FxHashMap;
use values::{Arena, Dyadic, Player, Result, Value};

/// What a part is worth to a player at least: a number and some values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// At most the mean of all of it, in units.
    mean: i32,
    /// At least the temperature of each value, in units.
    heat: i32,
    /// In units.
    number: i32,
    /// Zero where there are fewer.
    values: [Value; Bound::MOST],
}

impl Bound {
    const MOST: usize = Lines::MOST / 2;
}

/// The bounds of a part for the player to move and for the other one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bounds {
    Unasked,
    Both([Option<Bound>; 2]),
}

impl Bounds {
    /// As the other player sees them.
    pub fn turned(self) -> Self {
        match self {
            Bounds::Both([mine, theirs]) => Bounds::Both([theirs, mine]),
            Bounds::Unasked => Bounds::Unasked,
        }
    }
}

/// A number is so many to the unit here; others are left in values.
const UNIT: i64 = 1 << 10;
/// More is left in values, too.
const MOST_UNITS: i64 = 1 << 24;
/// New positions and values that evaluating a band may take.
const BAND_EFFORT: usize = 200_000;
/// Sums of more values are left undecided.
const MOST_VALUES: usize = 8;

/// What is known of a band: a number and a value.
#[derive(Clone, Copy)]
struct Band {
    mean: i32,
    heat: i32,
    number: i32,
    value: Value,
}

/// Where a sum of values stops, and who wins there.
#[derive(Clone, Copy)]
struct Ends {
    /// In units, for each starter.
    stops: [i64; 2],
    /// Whether Left wins the sum less this stop.
    wins: [bool; 2],
}

/// What is known of bands and of sums of their values.
pub(super) struct BandValues {
    bands: FxHashMap<u64, Option<Band>>,
    sums: FxHashMap<Box<[Value]>, Option<Ends>>,
    /// A list to use again.
    list: Vec<Value>,
}

/// A bound on a sum.
struct Total {
    mean: i64,
    heat: i64,
    number: i64,
}

fn units(number: &Dyadic) -> Option<i64> {
    let (numerator, exponent) = number.as_small()?;
    let unit = UNIT.checked_shr(exponent)?;
    let fits = unit > 0 && numerator.abs() <= MOST_UNITS / unit;
    fits.then(|| numerator * unit)
}

/// A number in units, rounded down.
fn floor(number: &Dyadic) -> Option<i64> {
    let (numerator, exponent) = number.as_small()?;
    (exponent < 32 && numerator.abs() < MOST_UNITS).then(|| (numerator * UNIT) >> exponent)
}

impl BandValues {
    pub fn new() -> Self {
        BandValues {
            bands: FxHashMap::default(),
            sums: FxHashMap::default(),
            list: Vec::new(),
        }
    }

    pub fn bytes(&self) -> u64 {
        let sum = size_of::<(Box<[Value]>, Option<Ends>)>() + 4 * size_of::<Value>();
        let band = size_of::<(u64, Option<Band>)>();
        (self.bands.capacity() * band + self.sums.capacity() * sum) as u64
    }
}

impl<P: Position> Search<P> {
    /// Whether the player to move wins, if bounds on the parts tell.
    pub(super) fn decide_by_bands(
        &mut self,
        arena: &mut Arena,
        sum: &mut Sum<P>,
    ) -> Result<Option<bool>> {
        if P::CAPABILITIES.bands.is_none() {
            return Ok(None);
        }
        for i in 0..sum.parts.len() {
            if let Bounds::Unasked = sum.parts[i].bounds {
                let bounds = self.bounds(arena, &sum.parts[i])?;
                sum.parts[i].bounds = Bounds::Both(bounds);
            }
        }
        if self.bound_wins(arena, sum, Player::Left)? {
            return Ok(Some(true));
        }
        if self.bound_wins(arena, sum, Player::Right)? {
            return Ok(Some(false));
        }
        Ok(None)
    }

    /// Whether the bounds for a player are enough for him, when Left is to
    /// move.
    fn bound_wins(&mut self, arena: &mut Arena, sum: &Sum<P>, player: Player) -> Result<bool> {
        let mut list = std::mem::take(&mut self.bands.list);
        list.clear();
        let wins = match self.total(arena, sum, player, &mut list)? {
            Some(total) => self.total_wins(arena, &total, &mut list, player == Player::Left)?,
            None => false,
        };
        self.bands.list = list;
        Ok(wins)
    }

    /// What a player has at least, with its values in a list.
    fn total(
        &mut self,
        arena: &mut Arena,
        sum: &Sum<P>,
        player: Player,
        list: &mut Vec<Value>,
    ) -> Result<Option<Total>> {
        let mut total = Total {
            mean: 0,
            heat: 0,
            number: 0,
        };
        for part in &sum.parts {
            let Bounds::Both(bounds) = &part.bounds else {
                return Ok(None);
            };
            let Some(bound) = &bounds[player as usize] else {
                return Ok(None);
            };
            total.mean += i64::from(bound.mean);
            total.heat = total.heat.max(i64::from(bound.heat));
            total.number += i64::from(bound.number);
            let values = bound.values.iter().copied();
            list.extend(values.filter(|&value| value != Value::ZERO));
        }
        for &value in sum.values.iter().chain([&sum.folded]) {
            if value == Value::ZERO {
                continue;
            }
            let value = if player == Player::Left { value } else { -value };
            let Some(band) = split(arena, value)? else {
                return Ok(None);
            };
            total.mean += i64::from(band.mean);
            total.heat = total.heat.max(i64::from(band.heat));
            total.number += i64::from(band.number);
            list.extend((band.value != Value::ZERO).then_some(band.value));
        }
        Ok(Some(total))
    }

    /// Whether Left wins a sum as the first or as the second player.
    fn total_wins(
        &mut self,
        arena: &mut Arena,
        total: &Total,
        list: &mut Vec<Value>,
        first: bool,
    ) -> Result<bool> {
        // The stops of a sum are on both sides of its mean, no farther off
        // than its temperature.
        let least = total.mean - if first { 0 } else { total.heat };
        let most = total.mean + if first { total.heat } else { 0 };
        if least > 0 {
            return Ok(true);
        }
        // The mean may be one unit more for each value.
        if most + (list.len() as i64) < 0 || list.len() > MOST_VALUES {
            return Ok(false);
        }
        cancel(list);
        let Some(ends) = self.ends(arena, list)? else {
            return Ok(false);
        };
        let starter = usize::from(!first);
        let stop = total.number + ends.stops[starter];
        Ok(stop > 0 || stop == 0 && ends.wins[starter])
    }

    /// Where a sum of values stops.
    fn ends(&mut self, arena: &mut Arena, list: &[Value]) -> Result<Option<Ends>> {
        if let Some(ends) = self.bands.sums.get(list) {
            return Ok(*ends);
        }
        if !self.evaluates {
            return Ok(None);
        }
        let mut sum = Value::ZERO;
        for &value in list {
            sum = arena.add(sum, value)?;
        }
        let stops = Player::BOTH.map(|player| arena.adorned_stop(sum, player));
        let known = stops.each_ref().map(|stop| units(&stop.number));
        let ends = match known {
            [Some(left), Some(right)] => Some(Ends {
                stops: [left, right],
                wins: stops.map(|stop| stop.next == Player::Right),
            }),
            _ => None,
        };
        self.bands.sums.insert(list.into(), ends);
        Ok(ends)
    }

    /// The bounds of a part for the player to move and for the other one.
    fn bounds(&mut self, arena: &mut Arena, part: &Part<P>) -> Result<[Option<Bound>; 2]> {
        let mover = part.mover();
        let mine = self.bound(arena, &part.position, mover)?;
        let theirs = self.bound(arena, &part.position, -mover)?;
        Ok([mine, theirs])
    }

    /// The bands that together have the largest mean.
    fn bound(&mut self, arena: &mut Arena, position: &P, player: Player) -> Result<Option<Bound>> {
        let mut lines = Lines::default();
        let bands = P::CAPABILITIES.bands.as_ref().expect("it has bands");
        if !(bands.cut)(position, player, &mut lines) {
            return Ok(None);
        }
        // For the lines before each: the best mean, and how high the last band
        // is.
        let mut best = [(i32::MIN, 0); Lines::MOST + 1];
        best[0].0 = 0;
        for end in 1..=lines.count() {
            for height in 1..=Lines::HIGHEST.min(end) {
                let before = best[end - height].0;
                if before == i32::MIN {
                    continue;
                }
                let name = lines.name(end - height, height);
                if let Some(band) = self.band(arena, position, name)?
                    && before + band.mean > best[end].0
                {
                    best[end] = (before + band.mean, height);
                }
            }
        }
        let mut bound = Bound {
            mean: best[lines.count()].0,
            heat: 0,
            number: 0,
            values: [Value::ZERO; Bound::MOST],
        };
        if bound.mean == i32::MIN {
            return Ok(None);
        }
        let (mut end, mut count) = (lines.count(), 0);
        while end > 0 {
            let height = best[end].1;
            end -= height;
            let band = self.band(arena, position, lines.name(end, height))?;
            let band = band.expect("it was chosen");
            bound.heat = bound.heat.max(band.heat);
            bound.number += band.number;
            if band.value != Value::ZERO {
                if count == Bound::MOST {
                    return Ok(None);
                }
                bound.values[count] = band.value;
                count += 1;
            }
        }
        Ok(Some(bound))
    }

    fn band(&mut self, arena: &mut Arena, position: &P, name: u64) -> Result<Option<Band>> {
        if let Some(band) = self.bands.bands.get(&name) {
            return Ok(*band);
        }
        if !self.evaluates {
            return Ok(None);
        }
        let bands = P::CAPABILITIES.bands.as_ref().expect("it has bands");
        let position = (bands.band)(position, name);
        let band = match self.small.value_within(arena, &position, BAND_EFFORT)? {
            Some(value) => split(arena, value)?,
            None => None,
        };
        self.bands.bands.insert(name, band);
        Ok(band)
    }
}

/// A value as a number and a value.
fn split(arena: &mut Arena, value: Value) -> Result<Option<Band>> {
    let mean = floor(&arena.mean(value)?);
    let heat = floor(&arena.temperature(value)?);
    let (Some(mean), Some(heat)) = (mean, heat) else {
        return Ok(None);
    };
    let number = match arena.as_up_star(value) {
        Some((number, ..)) => number,
        None => arena.stop(value, Player::Right),
    };
    let (number, value) = match units(&number) {
        Some(units) => {
            let number = arena.number(&-&number)?;
            (units, arena.add(value, number)?)
        }
        None => (0, value),
    };
    Ok(Some(Band {
        mean: mean as i32,
        heat: if value == Value::ZERO { 0 } else { heat.max(0) as i32 + 1 },
        number: number as i32,
        value,
    }))
}

/// Sorts values, and removes pairs G − G.
fn cancel(list: &mut Vec<Value>) {
    let mut i = 0;
    while i < list.len() {
        match (i + 1..list.len()).find(|&j| list[i] == -list[j]) {
            Some(j) => {
                list.swap_remove(j);
                list.swap_remove(i);
            }
            None => i += 1,
        }
    }
    list.sort_unstable();
}
