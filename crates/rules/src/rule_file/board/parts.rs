//! Which cells of a board have to do with each other.

use super::direction::Vector;
use super::field::Size;
use super::machine::needs;
use super::stencil::{MOST_CLASSES, Planes, Stencils};
use super::syntax::{Class, Condition, Item, Leg, Pattern, Place, Rule, Syntax, Test};
use crate::bits::Bits;

/// How independent parts of a position are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Separation {
    /// By all moves that could ever be made.
    ByMoves,
    /// By steps from cell to cell, on cells with letters of a class.
    BySteps { class: Class, vectors: Vec<Vector> },
    /// The rules look at the whole board.
    Never,
}

impl Separation {
    pub fn of(syntax: &Syntax, stencils: bool, ring: bool) -> Separation {
        let rules = || syntax.rules.iter().flatten();
        let near = |condition: &Condition| match &condition.test {
            Test::Seen { from, .. } => *from != Place::Somewhere,
            _ => false,
        };
        let local = rules().all(|rule| rule.conditions.iter().all(near));
        if ring || !local || !syntax.endings.is_empty() {
            return Separation::Never;
        }
        let slides = rules().flat_map(|rule| &rule.legs).any(slides);
        if stencils && !slides {
            return Separation::ByMoves;
        }
        by_steps(syntax)
    }

    pub fn words(&self) -> &'static str {
        match self {
            Separation::ByMoves => "cells that no line of play ever connects",
            Separation::BySteps { .. } => "cells that no steps connect",
            Separation::Never => "none: the rules look at the whole board",
        }
    }
}

/// Whether something goes over cells without changing them.
fn slides(leg: &Leg) -> bool {
    leg.pattern.items.iter().any(|item| match item {
        Item::One(_) => false,
        Item::Many { cells, .. } => cells.iter().any(super::syntax::Cell::keeps),
    })
}

fn by_steps(syntax: &Syntax) -> Separation {
    let mut class: Class = 0;
    let mut vectors: Vec<Vector> = Vec::new();
    let mut ends_only = true;
    let mut look = |pattern: &Pattern, along: &[Vector]| {
        let count = pattern.items.len();
        for (number, item) in pattern.items.iter().enumerate() {
            for cell in item.cells() {
                class |= cell.class;
                // Something beyond the board at the end of a line stays
                // beyond it; in its middle it would connect two parts.
                let at_end = pattern.shape.is_empty() && (number == 0 || number + 1 == count);
                ends_only &= cell.class & 1 == 0 || at_end && matches!(item, Item::One(_));
            }
        }
        // In a line each cell is a step from the one before, in a shape all
        // are as far from the first as they lie.
        for &along in along {
            for cell in 1..pattern.shape.len().max(2) {
                let (down, right) = pattern.offset(cell, along);
                vectors.extend([(down, right), (-down, -right)]);
            }
        }
    };
    for rule in syntax.rules.iter().flatten() {
        for leg in rule.legs.iter().chain(&rule.also) {
            look(&leg.pattern, &leg.vectors);
        }
        for condition in &rule.conditions {
            if let Test::Seen {
                pattern, vectors, ..
            } = &condition.test
            {
                look(pattern, vectors);
            }
        }
    }
    vectors.sort_unstable();
    vectors.dedup();
    if !ends_only {
        return Separation::Never;
    }
    // Where `#` matters, nothing else may become it by being cut off.
    let class = if class & 1 == 1 {
        Class::MAX & !1
    } else {
        class
    };
    Separation::BySteps { class, vectors }
}

/// The regions that steps connect. Those in which nobody can ever move are
/// left out.
pub(crate) fn by_steps_of<B: Bits>(
    letter_sets: &[B; 16],
    class: Class,
    near: &[B],
    rules: &[Needs],
    each: &mut impl FnMut(B),
) {
    let letters = letter_sets.iter().enumerate();
    let mut rest = letters
        .filter(|(letter, _)| class >> letter & 1 == 1)
        .fold(B::default(), |set, (_, squares)| set | *squares);
    while !rest.is_empty() {
        let mut region = B::one(rest.first());
        let mut frontier = region;
        while !frontier.is_empty() {
            let reached = frontier
                .squares()
                .fold(B::default(), |set, square| set | near[square]);
            frontier = reached & rest & !region;
            region |= frontier;
        }
        rest &= !region;
        let letters = letter_sets.iter().enumerate();
        let present = letters.fold(0, |present: Class, (letter, squares)| {
            present | Class::from(!(*squares & region).is_empty()) << letter
        });
        if rules.iter().any(|rule| rule.met_by(present)) {
            each(region);
        }
    }
}

/// The letters that a rule needs at all.
#[derive(Clone, Debug)]
pub(crate) struct Needs(Vec<Class>);

impl Needs {
    pub fn all(syntax: &Syntax) -> Vec<Needs> {
        let rules = syntax.rules.iter().flatten();
        rules.map(|rule: &Rule| Needs(needs(rule))).collect()
    }

    /// Whether a region with some letters has what the rule needs now: if no
    /// rule can be used, none ever will.
    fn met_by(&self, present: Class) -> bool {
        // `#` is everywhere around a region.
        self.0.iter().all(|class| class & (present | 1) != 0)
    }
}

/// The squares near each square.
pub(crate) fn near<B: Bits>(vectors: &[Vector], size: Size) -> Vec<B> {
    let near = |square: usize| {
        let (row, col) = size.point(square);
        let reached = vectors
            .iter()
            .filter_map(|(down, right)| size.square((row + down, col + right)));
        reached.fold(B::default(), |set, square| set | B::one(square))
    };
    (0..size.squares()).map(near).collect()
}

/// The regions that moves connect, when every move is taken to be possible
/// that could be if any cell had any letter that it may ever get: more than
/// ever happens, so regions may be too large but never too small.
pub(crate) fn by_moves<B: Bits>(
    stencils: &Stencils<B>,
    planes: &Planes<B>,
    places: &mut Vec<B>,
    each: &mut impl FnMut(B),
) {
    let mut possible = stencils.letter_sets(planes);
    let classes = loop {
        let classes = stencils.class_sets(&possible);
        places.clear();
        let mut changed = false;
        for stencil in &stencils.all {
            let at = stencil.places(&classes);
            places.push(at);
            if at.is_empty() {
                continue;
            }
            for &(distance, letter) in &stencil.writes {
                let set = &mut possible[usize::from(letter)];
                let wider = *set | at.later(usize::from(distance));
                changed |= wider != *set;
                *set = wider;
            }
        }
        if !changed {
            break classes;
        }
    };
    let covered = |stencil: usize, at: B| {
        let reads = stencils.all[stencil].reads.iter();
        reads.fold(B::default(), |set, (distance, _)| {
            set | at.later(usize::from(*distance))
        })
    };
    let mut rest = (0..places.len()).fold(B::default(), |rest, stencil| {
        rest | covered(stencil, places[stencil])
    });
    while !rest.is_empty() {
        let region = grown(stencils, &classes, places, B::one(rest.first()));
        rest &= !region;
        each(region);
    }
}

/// A square, and all that moves connect with it.
fn grown<B: Bits>(
    stencils: &Stencils<B>,
    classes: &[B; MOST_CLASSES],
    places: &[B],
    start: B,
) -> B {
    let mut region = start;
    loop {
        let before = region;
        for (stencil, &at) in stencils.all.iter().zip(places) {
            if at.is_empty() {
                continue;
            }
            let mut near = B::default();
            for &(distance, _) in &stencil.reads {
                near |= region.earlier(usize::from(distance));
            }
            for way in stencil.conditions.iter().flat_map(|looks| &looks.ways) {
                let seen = way.places(classes) & at;
                for &(distance, _) in &way.reads {
                    near |= super::stencil::back(region, distance) & seen;
                }
            }
            let meeting = near & at;
            if meeting.is_empty() {
                continue;
            }
            for &(distance, _) in &stencil.reads {
                region |= meeting.later(usize::from(distance));
            }
            for way in stencil.conditions.iter().flat_map(|looks| &looks.ways) {
                let seen = way.places(classes) & meeting;
                for &(distance, _) in &way.reads {
                    region |= super::stencil::back(seen, -distance);
                }
            }
        }
        if region == before {
            return region;
        }
    }
}
