//! A number that every move lowers, found from the rules.
//!
//! Measures are tried: how many cells have one of some letters, how far they
//! are, added up, from a side of the board, and the number of which they are
//! the binary digits, the farther from a side the higher. Where each of some measures
//! is lowered or kept by all rules, and every rule lowers one of them, their
//! sum is the rank. Rules that none lowers are left to a second sum, which
//! counts for less, and so on: a termination proof by lexicographic order.
//! Every measure that can be used is, so the rank has the symmetries of the
//! rules.

use super::direction::{Edge, Vector};
use super::field::{Field, Size};
use super::symmetry::expansion;
use super::syntax::{Class, Item, Leg, MOST_LETTERS, Piece, Rule, Syntax, letters};

/// What falls with every move: sums of weights of cells, the first of which
/// counts most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    layers: Vec<Layer>,
    /// Every rule lowers it.
    pub falls: bool,
}

/// Weights of the letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Layer {
    /// For each cell.
    plain: [u64; MOST_LETTERS],
    /// For each step between the cell and the north, south, east and west
    /// edge.
    distant: [[u64; MOST_LETTERS]; 4],
    /// Twice as much with each step from the edge.
    digits: [[u64; MOST_LETTERS]; 4],
}

const EDGES: [Edge; 4] = [Edge::North, Edge::South, Edge::East, Edge::West];

/// The layers at most.
const MOST_LAYERS: usize = 3;

/// What a rule does to a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Lowers,
    Keeps,
    /// Or it may.
    Raises,
}

#[derive(Clone, Copy)]
enum Measure {
    Count(Class),
    Distance(Class, usize),
    Digits(Class, usize),
}

impl Rank {
    pub fn of(syntax: &Syntax, letters: usize, ring: bool) -> Rank {
        let [left, right] = &syntax.rules;
        let all = left.iter().chain(right).cloned().collect::<Vec<_>>();
        let mut rest: Vec<Case> = Vec::new();
        for rule in expansion(&all) {
            rest.extend(Case::all(&rule));
        }
        let counts: Vec<Measure> = classes(letters).into_iter().map(Measure::Count).collect();
        let by_edge = |measure: fn(Class, usize) -> Measure| {
            let along = move |class| (0..4).map(move |edge| measure(class, edge));
            classes(letters).into_iter().flat_map(along)
        };
        let both: Vec<Measure> = counts
            .iter()
            .copied()
            .chain(by_edge(Measure::Distance))
            .collect();
        let digits: Vec<Measure> = by_edge(Measure::Digits).collect();
        let mut layers = Vec::new();
        while !rest.is_empty() && layers.len() < MOST_LAYERS {
            let mut tried = layer(&counts, &rest);
            if !ring && !tried.1.is_empty() {
                let wider = layer(&both, &rest);
                if wider.1.len() < tried.1.len() {
                    tried = wider;
                }
            }
            // Large numbers, which few boards leave room for.
            if !ring && tried.1.len() == rest.len() {
                tried = layer(&digits, &rest);
            }
            let (found, left_over) = tried;
            if left_over.len() == rest.len() {
                break;
            }
            layers.push(found);
            rest = left_over;
        }
        Rank {
            layers,
            falls: rest.is_empty(),
        }
    }

    /// The rank of a position.
    pub fn rank(&self, field: &Field) -> u64 {
        if !self.falls {
            return 0;
        }
        let mut rank: u64 = 0;
        for layer in &self.layers {
            let sum = layer.sum(field);
            rank = rank
                .saturating_mul(layer.most(field.size).saturating_add(1))
                .saturating_add(sum);
        }
        rank
    }

    /// Whether the rank of every position on a board of a size fits.
    pub fn fits(&self, size: Size) -> bool {
        let bounds = self.layers.iter().map(|layer| layer.most(size));
        let product = bounds.fold(1u128, |product, bound| {
            product.saturating_mul(u128::from(bound) + 1)
        });
        product < 1 << 63
    }

    /// The weights of letters, if where they are does not matter.
    pub fn plain_weights(&self) -> Option<[u64; MOST_LETTERS]> {
        match &self.layers[..] {
            [layer] if self.falls && !layer.is_placed() => Some(layer.plain),
            _ => None,
        }
    }

    /// What falls, in words.
    pub fn words(&self) -> String {
        if !self.falls {
            return "nothing was found that every move lowers".to_owned();
        }
        let placed = self.layers.iter().any(Layer::is_placed);
        let digits = |layer: &Layer| layer.digits != Layer::default().digits;
        match (placed, self.layers.len()) {
            (false, 1) => "the numbers of letters on the board".to_owned(),
            (true, 1) if self.layers.iter().any(digits) => {
                "the number whose binary digits are the letters".to_owned()
            }
            (true, 1) => "the numbers of letters and their distances from the edges".to_owned(),
            (_, layers) => format!("{layers} sums of letters and distances, one after the other"),
        }
    }
}

impl Layer {
    fn sum(&self, field: &Field) -> u64 {
        let cells = field.cells.iter().enumerate();
        cells
            .map(|(square, &letter)| self.weight(field.size, square, usize::from(letter)))
            .sum()
    }

    /// Whether it matters where the letters are.
    fn is_placed(&self) -> bool {
        let Layer {
            distant, digits, ..
        } = Layer::default();
        self.distant != distant || self.digits != digits
    }

    fn weight(&self, size: Size, square: usize, letter: usize) -> u64 {
        let (row, col) = size.point(square);
        let distances = [
            row,
            size.rows as i16 - 1 - row,
            size.cols as i16 - 1 - col,
            col,
        ];
        self.weighed(letter, distances.map(|distance| distance as u64))
    }

    /// The weight of a letter at distances from the edges; as much as there
    /// can be of it where that is too much.
    fn weighed(&self, letter: usize, distances: [u64; 4]) -> u64 {
        let mut weight = self.plain[letter];
        for (edge, distance) in distances.into_iter().enumerate() {
            let far = distance.saturating_mul(self.distant[edge][letter]);
            let digit = match self.digits[edge][letter] {
                0 => 0,
                times => 1u64
                    .checked_shl(distance as u32)
                    .map_or(u64::MAX, |digit| digit.saturating_mul(times)),
            };
            weight = weight.saturating_add(far).saturating_add(digit);
        }
        weight
    }

    /// A bound of the sum on boards of a size.
    fn most(&self, size: Size) -> u64 {
        let longest = u64::from(size.rows.max(size.cols));
        let weight = |letter: usize| self.weighed(letter, [longest; 4]);
        let heaviest = (0..MOST_LETTERS).map(weight).max().unwrap_or(0);
        heaviest.saturating_mul(size.squares() as u64)
    }
}

/// The sum of all measures that no rule raises, and the rules that lower none
/// of them.
fn layer(measures: &[Measure], rules: &[Case]) -> (Layer, Vec<Case>) {
    let mut layer = Layer::default();
    let mut lowered = vec![false; rules.len()];
    for &measure in measures {
        let effects: Vec<Effect> = rules.iter().map(|rule| rule.effect(measure)).collect();
        if effects.contains(&Effect::Raises) || !effects.contains(&Effect::Lowers) {
            continue;
        }
        for (lowered, effect) in lowered.iter_mut().zip(effects) {
            *lowered |= effect == Effect::Lowers;
        }
        let (class, weights) = match measure {
            Measure::Count(class) => (class, &mut layer.plain),
            Measure::Distance(class, edge) => (class, &mut layer.distant[edge]),
            Measure::Digits(class, edge) => (class, &mut layer.digits[edge]),
        };
        letters(class).for_each(|letter| weights[usize::from(letter)] += 1);
    }
    let rest = rules.iter().zip(lowered).filter(|(_, lowered)| !lowered);
    (layer, rest.map(|(rule, _)| rule.clone()).collect())
}

/// The classes of letters that are measured.
fn classes(letters: usize) -> Vec<Class> {
    if letters <= 6 {
        return (1..1u16 << (letters - 1)).map(|set| set << 1).collect();
    }
    let single = (1..letters).map(|letter| 1 << letter);
    let all = ((1u32 << letters) - 2) as Class;
    let all_but = (1..letters).map(|letter| all & !(1 << letter));
    // Letters may be numbers in their order.
    let later = (2..letters).map(|letter| all & (Class::MAX << letter));
    let mut classes: Vec<Class> = single.chain(all_but).chain([all]).chain(later).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// A rule with one direction for each leg and, where that does not make too
/// many, one letter for each cell.
#[derive(Clone, Debug)]
struct Case {
    legs: Vec<Leg>,
    /// What happens beside the move.
    also: Vec<Leg>,
}

/// The most cases into which a rule is split.
const MOST_CASES: usize = 256;

impl Case {
    fn all(rule: &Rule) -> Vec<Case> {
        let mut cases = vec![Case {
            legs: rule.legs.clone(),
            also: rule.also.clone(),
        }];
        for leg in 0..rule.legs.len() {
            for item in 0..rule.legs[leg].pattern.items.len() {
                let Item::One(cell) = rule.legs[leg].pattern.items[item] else {
                    continue;
                };
                let ways = letters(cell.class).count();
                if ways < 2 || cases.len() * ways > MOST_CASES {
                    continue;
                }
                let split = cases.into_iter().flat_map(|case| {
                    letters(cell.class).map(move |letter| {
                        let mut case = case.clone();
                        let mut only = cell;
                        only.class = 1 << letter;
                        case.legs[leg].pattern.items[item] = Item::One(only);
                        case
                    })
                });
                cases = split.collect();
            }
        }
        cases
    }

    fn effect(&self, measure: Measure) -> Effect {
        let legs = self.legs.iter().map(|leg| match measure {
            Measure::Count(class) => count(leg, class),
            Measure::Distance(class, edge) => distance(leg, class, edge),
            Measure::Digits(class, edge) => digits(leg, class, edge),
        });
        // Beside a move the same may happen any number of times.
        let also = self.also.iter().map(|leg| {
            let effect = match measure {
                Measure::Count(class) => count(leg, class),
                Measure::Distance(class, _) | Measure::Digits(class, _) => {
                    match untouched(leg, class) {
                        true => Effect::Keeps,
                        false => Effect::Raises,
                    }
                }
            };
            match effect {
                Effect::Raises => Effect::Raises,
                _ => Effect::Keeps,
            }
        });
        let mut all = legs.chain(also);
        let mut total = Effect::Keeps;
        all.try_for_each(|effect| {
            match effect {
                Effect::Raises => return Err(()),
                Effect::Lowers => total = Effect::Lowers,
                Effect::Keeps => (),
            }
            Ok(())
        })
        .map_or(Effect::Raises, |()| total)
    }
}

/// By how much cells of a class become more when a cell is changed: the least
/// and the most.
fn change(cell: &super::syntax::Cell, class: Class) -> [i64; 2] {
    let has = |letter: u8| i64::from(class >> letter & 1);
    let by = |letter: u8| has(cell.becomes[usize::from(letter)]) - has(letter);
    let changes = letters(cell.class).map(by);
    let (least, most) = (changes.clone().min(), changes.max());
    [least.unwrap_or(0), most.unwrap_or(0)]
}

fn count(leg: &Leg, class: Class) -> Effect {
    let mut total = 0;
    if let Some(moved) = &leg.pattern.moved {
        for (number, item) in leg.pattern.items.iter().enumerate() {
            if !moved.blocks.contains(&number) {
                let gone = item.cells().iter().map(|cell| {
                    let kept = letters(cell.class).filter(|l| class >> l & 1 == 1).count();
                    i64::from(kept == letters(cell.class).count())
                });
                total -= gone.sum::<i64>();
            }
        }
        for piece in &moved.line {
            match piece {
                Piece::Letter(letter) => total += i64::from(class >> letter & 1),
                Piece::Block(block, becomes) => {
                    let item = &leg.pattern.items[moved.blocks[*block]];
                    let (becomes, cells) = (*becomes, item.cells().iter());
                    let most: i64 = cells
                        .map(|cell| change(&super::syntax::Cell { becomes, ..*cell }, class)[1])
                        .sum();
                    match item {
                        Item::One(_) => total += most,
                        Item::Many { .. } if most > 0 => return Effect::Raises,
                        Item::Many { least, .. } => total += most * i64::from(*least),
                    }
                }
            }
        }
    } else {
        for item in &leg.pattern.items {
            let most: i64 = item.cells().iter().map(|cell| change(cell, class)[1]).sum();
            match item {
                Item::One(_) => total += most,
                Item::Many { .. } if most > 0 => return Effect::Raises,
                Item::Many { least, .. } => total += most * i64::from(*least),
            }
        }
    }
    verdict(total)
}

fn verdict(change: i64) -> Effect {
    match change {
        ..0 => Effect::Lowers,
        0 => Effect::Keeps,
        1.. => Effect::Raises,
    }
}

/// Whether no cell of a leg comes to a class or leaves it.
fn untouched(leg: &Leg, class: Class) -> bool {
    leg.pattern.moved.is_none()
        && leg
            .pattern
            .cells()
            .all(|cell| change(cell, class) == [0, 0])
}

/// The way of one step of a leg from an edge.
fn step_from(leg: &Leg, edge: usize) -> i64 {
    let (down, right): Vector = leg.vectors[0];
    i64::from(match EDGES[edge] {
        Edge::North => down,
        Edge::South => -down,
        Edge::East => -right,
        Edge::West => right,
    })
}

/// The change of the number whose digits are the cells of a class, the
/// farther from an edge the higher: that of the highest digit decides.
fn digits(leg: &Leg, class: Class, edge: usize) -> Effect {
    if untouched(leg, class) {
        return Effect::Keeps;
    }
    if leg.pattern.moved.is_some() || !leg.pattern.shape.is_empty() {
        return Effect::Raises;
    }
    let items = &leg.pattern.items;
    let highest = match step_from(leg, edge) {
        // All digits are equally high.
        0 => return count(leg, class),
        1.. => items.last(),
        ..0 => items.first(),
    };
    match highest {
        Some(Item::One(cell)) if change(cell, class) == [-1, -1] => Effect::Lowers,
        _ => Effect::Raises,
    }
}

/// The change of the distances of a class from an edge, added up.
fn distance(leg: &Leg, class: Class, edge: usize) -> Effect {
    if !leg.pattern.shape.is_empty() {
        return match untouched(leg, class) {
            true => Effect::Keeps,
            false => Effect::Raises,
        };
    }
    let step = step_from(leg, edge);
    let has = |letter: u8| i64::from(class >> letter & 1);
    // What comes and goes: by how much, at how many fixed cells from the
    // start, behind how many repeated items.
    let mut events: Vec<(i64, i64, usize)> = Vec::new();
    let mut repeated: Vec<(i64, i64)> = Vec::new();
    let mut fixed = 0;
    let mut starts = Vec::new();
    for (number, item) in leg.pattern.items.iter().enumerate() {
        starts.push((fixed, repeated.len()));
        let block = leg
            .pattern
            .moved
            .as_ref()
            .is_some_and(|m| m.blocks.contains(&number));
        match item {
            Item::One(cell) => {
                match &leg.pattern.moved {
                    None => {
                        let [least, most] = change(cell, class);
                        if least != most {
                            return Effect::Raises;
                        }
                        events.push((most, fixed, repeated.len()));
                    }
                    Some(_) if block => (),
                    Some(_) => {
                        let mut letters = letters(cell.class);
                        match (letters.next(), letters.next()) {
                            (Some(letter), None) => {
                                events.push((-has(letter), fixed, repeated.len()));
                            }
                            _ => return Effect::Raises,
                        }
                    }
                }
                fixed += 1;
            }
            Item::Many { cells, least, .. } => {
                if leg.pattern.moved.is_none()
                    && cells.iter().any(|cell| change(cell, class)[1] > 0)
                {
                    return Effect::Raises;
                }
                repeated.push((cells.len() as i64, i64::from(*least)));
            }
        }
    }
    if let Some(moved) = &leg.pattern.moved {
        let (mut fixed, mut passed) = (0, 0);
        for piece in &moved.line {
            match piece {
                Piece::Letter(letter) => {
                    events.push((has(*letter), fixed, passed));
                    fixed += 1;
                }
                Piece::Block(block, becomes) => {
                    let item = &leg.pattern.items[moved.blocks[*block]];
                    let (start, behind) = starts[moved.blocks[*block]];
                    let becomes = *becomes;
                    let kept = item.cells().iter().all(|cell| {
                        change(&super::syntax::Cell { becomes, ..*cell }, class) == [0, 0]
                    });
                    if behind != passed || !kept || (fixed - start) * step > 0 {
                        return Effect::Raises;
                    }
                    match item {
                        Item::One(_) => fixed += 1,
                        Item::Many { .. } => passed += 1,
                    }
                }
            }
        }
    }
    let total: i64 = events.iter().map(|(by, ..)| by).sum();
    if total != 0 {
        return match events.iter().all(|(by, ..)| *by <= 0) {
            true => Effect::Keeps,
            false => Effect::Raises,
        };
    }
    let mut change: i64 = events.iter().map(|(by, fixed, _)| by * fixed * step).sum();
    for (number, (length, least)) in repeated.iter().enumerate() {
        let behind = events.iter().filter(|(.., passed)| *passed > number);
        let slope: i64 = behind.map(|(by, ..)| by * length * step).sum();
        if slope > 0 {
            return Effect::Raises;
        }
        change += slope * least;
    }
    verdict(change)
}
