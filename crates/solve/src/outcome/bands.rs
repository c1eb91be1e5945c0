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

/// The bound of a part for a player.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    Unasked,
    None,
    Some(Bound),
}

/// A number is so many to the unit here; others are left in values.
const UNIT: i64 = 1 << 10;
/// More is left in values, too: sums of a few bands fit 32 bits.
const MOST_UNITS: i64 = 1 << 24;
/// New positions and values that evaluating a band may take, unless more have
/// been spared.
const BAND_EFFORT: usize = 2000;
/// After how many nodes large bands are worth their time, and which are large,
/// by rank.
const LONG: u64 = 20_000;
const LARGE: u64 = 18;
/// The share of what was spared that one band may take.
const SHARE: u64 = 4;
/// Positions in bands that are evaluated before any search, and for each node
/// of it.
const AT_FIRST: u64 = 50_000;
const EACH_NODE: u64 = 5;
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
    bands: Vec<Band>,
    /// What became of each band, by its name.
    places: FxHashMap<u64, Found>,
    /// The bands that were asked for last, each in a slot by its name: they
    /// stay near in memory.
    near: Vec<Near>,
    /// After how many nodes bands that are nowhere may be tried again.
    again: u64,
    /// Positions that were evaluated for their sake.
    positions: u64,
    sums: FxHashMap<Box<[Value]>, Option<Ends>>,
    /// A list to use again.
    list: Vec<Value>,
}

/// What became of a band.
#[derive(Clone, Copy)]
enum Found {
    /// It is here in the list, and this is its mean.
    At(u32, i32),
    /// Its value took too much. What was found of it is remembered, so it is
    /// tried again after so many nodes.
    Later(u64),
    /// Its value is no use.
    Never,
}

/// Where a band is, and its mean.
#[derive(Clone, Copy, Default)]
struct Near {
    name: u64,
    /// Or [`NOWHERE`].
    place: u32,
    mean: i32,
}

/// The place of a band whose value is not known.
const NOWHERE: u32 = u32::MAX;
/// The binary logarithm of the number of slots for near bands, in short
/// searches and in long ones: most bands were asked for shortly before, and all
/// that a long search asks for do not fit in the caches of a processor.
const NEAR_BITS: (u32, u32) = (14, 17);
/// After at least so many nodes bands that are nowhere are tried again.
const AGAIN: u64 = 10_000;

/// A bound on a sum.
struct Total {
    mean: i64,
    heat: i64,
    number: i64,
}

fn units(number: &Dyadic) -> Option<i64> {
    let (numerator, exponent) = number.as_small()?;
    let unit = UNIT.checked_shr(exponent).filter(|&unit| unit > 0)?;
    bounded(numerator.checked_mul(unit)?)
}

/// A number in units, rounded down.
fn floor(number: &Dyadic) -> Option<i64> {
    let (numerator, exponent) = number.as_small()?;
    bounded(numerator.checked_mul(UNIT)?.checked_shr(exponent)?)
}

fn bounded(units: i64) -> Option<i64> {
    (-MOST_UNITS..=MOST_UNITS).contains(&units).then_some(units)
}

impl BandValues {
    pub fn new() -> Self {
        BandValues {
            bands: Vec::new(),
            places: FxHashMap::default(),
            near: Vec::new(),
            again: 0,
            positions: 0,
            sums: FxHashMap::default(),
            list: Vec::new(),
        }
    }

    pub fn bytes(&self) -> u64 {
        let sum = size_of::<(Box<[Value]>, Option<Ends>)>() + 4 * size_of::<Value>();
        let place = size_of::<(u64, Found)>();
        let lists = self.bands.capacity() * size_of::<Band>() + size_of_val(&self.near[..]);
        (lists + self.places.capacity() * place + self.sums.capacity() * sum) as u64
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
    fn bound_wins(&mut self, arena: &mut Arena, sum: &mut Sum<P>, player: Player) -> Result<bool> {
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
        sum: &mut Sum<P>,
        player: Player,
        list: &mut Vec<Value>,
    ) -> Result<Option<Total>> {
        let mut total = Total {
            mean: 0,
            heat: 0,
            number: 0,
        };
        for part in &mut sum.parts {
            if let Side::Unasked = part.bounds[player as usize] {
                part.bounds[player as usize] = self.side(arena, part, player)?;
            }
            let Side::Some(bound) = &part.bounds[player as usize] else {
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
            let value = if player == Player::Left {
                value
            } else {
                -value
            };
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

    /// The bound of a part for the player to move, who is Left, or for the
    /// other one.
    fn side(&mut self, arena: &mut Arena, part: &Part<P>, player: Player) -> Result<Side> {
        let mover = part.mover();
        let player = if player == Player::Left {
            mover
        } else {
            -mover
        };
        let bound = self.bound(arena, &part.position, player)?;
        Ok(bound.map_or(Side::None, Side::Some))
    }

    /// The bands that together have the largest mean.
    fn bound(&mut self, arena: &mut Arena, position: &P, player: Player) -> Result<Option<Bound>> {
        let mut lines = Lines::default();
        let bands = P::CAPABILITIES.bands.as_ref().expect("it has bands");
        if !(bands.cut)(position, player, &mut lines) {
            return Ok(None);
        }
        // For the lines before each: the best mean, how high the last band is,
        // and which.
        let mut best = [(i32::MIN, 0, 0); Lines::MOST + 1];
        best[0].0 = 0;
        for end in 1..=lines.count() {
            for height in 1..=Lines::HIGHEST.min(end) {
                let before = best[end - height].0;
                if before > i32::MIN
                    && let Some(name) = lines.name(end - height, height)
                    && let Some((place, mean)) = self.band(arena, position, name)?
                    && before + mean > best[end].0
                {
                    best[end] = (before + mean, height, place);
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
            let (_, height, place) = best[end];
            end -= height;
            let band = &self.bands.bands[place as usize];
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

    /// Where the band with a name is in the list, and its mean, if its value
    /// is known or can be found.
    fn band(&mut self, arena: &mut Arena, position: &P, name: u64) -> Result<Option<(u32, i32)>> {
        if self.nodes >= self.bands.again {
            let (few, many) = NEAR_BITS;
            let bits = if self.nodes < LONG { few } else { many };
            self.bands.near.clear();
            self.bands.near.resize(1 << bits, Near::default());
            self.bands.again = self.nodes + (self.nodes / 4).max(AGAIN);
        }
        let mixed = name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> u32::BITS;
        let slot = mixed as usize & (self.bands.near.len() - 1);
        let near = &self.bands.near[slot];
        if near.name == name {
            return Ok((near.place != NOWHERE).then_some((near.place, near.mean)));
        }
        let found = match self.bands.places.get(&name) {
            Some(&found @ Found::At(..)) => Some(found),
            Some(&Found::Later(node)) if self.nodes < node => None,
            Some(Found::Never) => None,
            _ => {
                let most = AT_FIRST + EACH_NODE * self.nodes;
                match self.evaluates && self.bands.positions <= most {
                    true => Some(self.new_band(arena, position, name, most)?),
                    false => None,
                }
            }
        };
        let (place, mean) = match found {
            Some(Found::At(place, mean)) => (place, mean),
            _ => (NOWHERE, 0),
        };
        self.bands.near[slot] = Near { name, place, mean };
        Ok((place != NOWHERE).then_some((place, mean)))
    }

    /// Evaluates a band, if that is not too much: all bands together may take
    /// `most` positions.
    fn new_band(&mut self, arena: &mut Arena, position: &P, name: u64, most: u64) -> Result<Found> {
        let bands = P::CAPABILITIES.bands.as_ref().expect("it has bands");
        let position = (bands.band)(position, name);
        let found = match self.nodes < LONG && position.rank() > LARGE {
            true => Found::Later(LONG),
            false => {
                let spared = (most - self.bands.positions) / SHARE;
                let effort = usize::try_from(spared).unwrap_or(usize::MAX);
                let before = self.small.len();
                let effort = effort.max(BAND_EFFORT);
                let value = self.small.value_within(arena, &position, effort)?;
                self.bands.positions += (self.small.len() - before) as u64;
                self.found(arena, value)?
            }
        };
        self.bands.places.insert(name, found);
        Ok(found)
    }

    /// Puts the value of a band on the list, if it is of use.
    fn found(&mut self, arena: &mut Arena, value: Option<Value>) -> Result<Found> {
        let Some(value) = value else {
            return Ok(Found::Later(2 * self.nodes + 1));
        };
        let Some(band) = split(arena, value)? else {
            return Ok(Found::Never);
        };
        let place = u32::try_from(self.bands.bands.len()).unwrap_or(NOWHERE);
        if place == NOWHERE {
            return Ok(Found::Never);
        }
        self.bands.bands.push(band);
        Ok(Found::At(place, band.mean))
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
        heat: if value == Value::ZERO {
            0
        } else {
            heat.max(0) as i32 + 1
        },
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
