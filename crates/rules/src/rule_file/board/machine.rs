//! Finds moves by looking at one cell after the other: for every rule, and
//! for boards of any size.

use super::direction::Vector;
use super::field::{Field, Look, Point};
use super::syntax::{Condition, Item, Leg, Pattern, Piece, Place, Rule, Test};
use crate::Flow;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// No square: a place that is not on the board.
pub(crate) const OFF: u16 = u16::MAX;

/// The cells of a match, in the order of the line, and the items that they
/// belong to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The squares; [`OFF`] for a place that is not on the board.
    pub path: Vec<u16>,
    /// For each cell the item, and the cell in the item.
    pub items: Vec<(u8, u8)>,
}

/// Several matches, one behind the other.
#[derive(Debug, Default)]
struct Matches {
    all: Found,
    /// Where each ends.
    ends: Vec<usize>,
}

/// One of several matches.
#[derive(Clone, Copy)]
struct Match<'m> {
    path: &'m [u16],
    items: &'m [(u8, u8)],
}

impl Matches {
    fn clear(&mut self) {
        self.all.path.clear();
        self.all.items.clear();
        self.ends.clear();
    }

    fn add(&mut self, found: &Found) {
        self.all.path.extend_from_slice(&found.path);
        self.all.items.extend_from_slice(&found.items);
        self.ends.push(self.all.path.len());
    }

    /// The last square of a match, by its number.
    fn last_square(&self, number: usize) -> Option<u16> {
        self.all
            .path
            .get(self.ends.get(number)?.checked_sub(1)?)
            .copied()
    }

    fn each(&self) -> impl Iterator<Item = Match<'_>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| Match {
            path: &self.all.path[start..end],
            items: &self.all.items[start..end],
        })
    }
}

/// Calls `each` with every match of a pattern that begins at a square.
pub(crate) fn matches<L: Look>(
    look: &L,
    pattern: &Pattern,
    start: usize,
    vector: Vector,
    found: &mut Found,
    each: &mut impl FnMut(&L, &mut Found) -> Flow,
) -> Flow {
    found.path.clear();
    found.items.clear();
    if !pattern.shape.is_empty() {
        return match lies(look, pattern, start, vector, found) {
            true => each(look, found),
            false => ControlFlow::Continue(()),
        };
    }
    Search {
        look,
        items: &pattern.items,
        vector,
        start,
    }
    .from(0, look.size().point(start), found, each)
}

/// Whether a shape lies where its first cell is on a square.
fn lies<L: Look>(
    look: &L,
    pattern: &Pattern,
    start: usize,
    vector: Vector,
    found: &mut Found,
) -> bool {
    let size = look.size();
    let (row, col) = size.point(start);
    pattern.items.iter().enumerate().all(|(number, item)| {
        let (down, right) = pattern.offset(number, vector);
        let at = (row + down, col + right);
        let square = size.square(at).map_or(OFF, |square| square as u16);
        found.path.push(square);
        found.items.push((number as u8, 0));
        item.cells()
            .iter()
            .all(|cell| look.at_point(at) & cell.class != 0)
    })
}

struct Search<'s, L> {
    look: &'s L,
    items: &'s [Item],
    vector: Vector,
    start: usize,
}

impl<L: Look> Search<'_, L> {
    /// Goes on with the item of a number at a place. The depth is the number
    /// of items.
    fn from(
        &self,
        number: usize,
        at: Point,
        found: &mut Found,
        each: &mut impl FnMut(&L, &mut Found) -> Flow,
    ) -> Flow {
        let Some(item) = self.items.get(number) else {
            return each(self.look, found);
        };
        let length = found.path.len();
        let flow = match item {
            Item::One(_) => match self.pass(item, number, at, found) {
                Some(next) => self.from(number + 1, next, found, each),
                None => ControlFlow::Continue(()),
            },
            Item::Many { least, most, .. } => self.repeat(number, (*least, *most), at, found, each),
        };
        found.path.truncate(length);
        found.items.truncate(length);
        flow
    }

    fn repeat(
        &self,
        number: usize,
        (least, most): (u16, u16),
        mut at: Point,
        found: &mut Found,
        each: &mut impl FnMut(&L, &mut Found) -> Flow,
    ) -> Flow {
        for times in 0..=most {
            if times >= least {
                self.from(number + 1, at, found, each)?;
            }
            // Nothing is on the board any more after a place that is not.
            if found.path.last() == Some(&OFF) && times > 0 {
                break;
            }
            match self.pass(&self.items[number], number, at, found) {
                Some(next) => at = next,
                None => break,
            }
        }
        ControlFlow::Continue(())
    }

    /// Passes the cells of an item once; the place behind them.
    #[inline]
    fn pass(&self, item: &Item, number: usize, at: Point, found: &mut Found) -> Option<Point> {
        let size = self.look.size();
        let mut at = at;
        for (cell_number, cell) in item.cells().iter().enumerate() {
            if self.look.at_point(at) & cell.class == 0 {
                return None;
            }
            let square = size.square(at);
            // Round a ring a line ends where it began.
            if size.ring && square == Some(self.start) && !found.path.is_empty() {
                return None;
            }
            found.path.push(square.map_or(OFF, |square| square as u16));
            found.items.push((number as u8, cell_number as u8));
            at = size.step(at, self.vector);
        }
        Some(at)
    }
}

/// A board on which moves are made and taken back.
pub(crate) struct Machine {
    field: Field,
    /// What was changed: the square, and its letter before.
    changes: Vec<(u16, u8)>,
    /// The first cell of the move, and the last of each leg.
    trace: Vec<u16>,
    /// Memory to use again.
    spare: Vec<Matches>,
    scratch: Found,
}

impl Machine {
    pub fn new(field: Field) -> Self {
        Machine {
            field,
            changes: Vec::new(),
            trace: Vec::new(),
            spare: Vec::new(),
            scratch: Found::default(),
        }
    }

    /// The board as it is now.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// What the move changed: squares, and their letters before. A square may
    /// be there twice.
    pub fn changes(&self) -> &[(u16, u8)] {
        &self.changes
    }

    /// The first square of the move, and the last one of each leg.
    pub fn trace(&self) -> &[u16] {
        &self.trace
    }

    /// Calls `each` with the board after every move by a rule.
    pub fn moves(&mut self, rule: &Rule, each: &mut dyn FnMut(&Machine) -> Flow) -> Flow {
        let first = match &rule.legs[0].pattern.items[0] {
            Item::One(cell) => cell.class,
            // It may be skipped.
            Item::Many { .. } => u16::MAX,
        };
        for square in 0..self.field.cells.len() {
            if self.field.at(square) & first != 0 && self.may_begin(rule, square) {
                self.trace.clear();
                self.trace.push(square as u16);
                self.leg(rule, 0, square, &mut HashSet::new(), each)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes a leg from a square in all ways, and goes on from there. `been`
    /// are the boards on which a leg that may be repeated was begun.
    fn leg(
        &mut self,
        rule: &Rule,
        number: usize,
        start: usize,
        been: &mut HashSet<(usize, Vec<u8>)>,
        each: &mut dyn FnMut(&Machine) -> Flow,
    ) -> Flow {
        let Some(leg) = rule.legs.get(number) else {
            return self.finish(rule, each);
        };
        if leg.again && !been.insert((start, self.field.cells.clone())) {
            return ControlFlow::Continue(());
        }
        let matches = self.found(leg, start);
        let mut flow = ControlFlow::Continue(());
        for found in matches.each() {
            let mark = self.changes.len();
            if self.apply(&leg.pattern, found)
                && let Some(&last) = found.path.iter().rev().find(|square| **square != OFF)
            {
                self.trace.push(last);
                let last = usize::from(last);
                flow = self.leg(rule, number + 1, last, been, each);
                if leg.again && flow.is_continue() {
                    flow = self.leg(rule, number, last, been, each);
                }
                self.trace.pop();
            }
            self.undo(mark);
            if flow.is_break() {
                break;
            }
        }
        self.spare.push(matches);
        flow
    }

    /// All matches of a leg that begin at a square.
    fn found(&mut self, leg: &Leg, start: usize) -> Matches {
        let mut all = self.spare.pop().unwrap_or_default();
        all.clear();
        self.find(leg, start, &mut all);
        all
    }

    /// Adds all matches of a leg that begin at a square.
    fn find(&mut self, leg: &Leg, start: usize, all: &mut Matches) {
        for &vector in &leg.vectors {
            let _ = matches(
                &self.field,
                &leg.pattern,
                start,
                vector,
                &mut self.scratch,
                &mut |_, found| {
                    all.add(found);
                    ControlFlow::Continue(())
                },
            );
        }
    }

    /// What happens beside a move that ended on a square; where it happens
    /// again, from where that ended, as far as it goes.
    fn beside(&mut self, also: &Leg, last: usize) -> Matches {
        let mut all = self.found(also, last);
        if !also.again {
            return all;
        }
        let mut begun = vec![false; self.field.cells.len()];
        begun[last] = true;
        let mut done = 0;
        while let Some(end) = all.last_square(done) {
            done += 1;
            if let Some(begun) = begun.get_mut(usize::from(end))
                && !std::mem::replace(begun, true)
            {
                self.find(also, usize::from(end), &mut all);
            }
        }
        all
    }

    /// The move is made: what happens beside it, and its conditions.
    fn finish(&mut self, rule: &Rule, each: &mut dyn FnMut(&Machine) -> Flow) -> Flow {
        let mark = self.changes.len();
        let last = self.trace.last().copied().unwrap_or_default();
        for also in &rule.also {
            // Everything is seen before any of it changes.
            let matches = self.beside(also, usize::from(last));
            for found in matches.each() {
                self.apply(&also.pattern, found);
            }
            self.spare.push(matches);
        }
        let changed = self
            .changes
            .iter()
            .any(|(square, before)| self.field.cells[usize::from(*square)] != *before);
        let flow = match changed && self.allowed(rule) {
            true => each(self),
            false => ControlFlow::Continue(()),
        };
        self.undo(mark);
        flow
    }

    /// Whether the conditions hold that can be asked before the move is known.
    fn may_begin(&self, rule: &Rule, square: usize) -> bool {
        let mut early = rule.conditions.iter().filter(|c| is_early(c));
        early.all(|condition| holds(condition, &self.field, [square, square]))
    }

    fn allowed(&self, rule: &Rule) -> bool {
        let [first, .., last] = self.trace[..] else {
            return false;
        };
        let ends = [first, last].map(usize::from);
        let mut rest = rule.conditions.iter().filter(|c| !is_early(c)).peekable();
        let earlier = rest.peek().is_some().then(|| self.earlier());
        rest.all(|condition| {
            let field = match (&earlier, condition.after) {
                (Some(earlier), false) => earlier,
                _ => &self.field,
            };
            holds(condition, field, ends)
        })
    }

    /// The board before the move.
    fn earlier(&self) -> Field {
        let mut field = self.field.clone();
        for &(square, letter) in self.changes.iter().rev() {
            field.cells[usize::from(square)] = letter;
        }
        field
    }

    /// Changes the cells of a match; `false`: something that is not on the
    /// board would change.
    fn apply(&mut self, pattern: &Pattern, found: Match<'_>) -> bool {
        let Some(moved) = &pattern.moved else {
            for (&square, &(item, cell)) in found.path.iter().zip(found.items) {
                let cell = &pattern.items[usize::from(item)].cells()[usize::from(cell)];
                let before = match square {
                    OFF => 0,
                    square => self.field.cells[usize::from(square)],
                };
                let letter = cell.becomes[usize::from(before)];
                if letter != before && !self.set(square, letter) {
                    return false;
                }
            }
            return true;
        };
        let mut line = Vec::with_capacity(found.path.len());
        for piece in &moved.line {
            match piece {
                Piece::Letter(letter) => line.push(*letter),
                Piece::Block(block, becomes) => {
                    let item = moved.blocks[*block] as u8;
                    let inside = found.path.iter().zip(found.items);
                    let inside = inside.filter(|(_, (of, _))| *of == item);
                    line.extend(inside.map(|(&square, _)| {
                        let letter = match square {
                            OFF => 0,
                            square => self.field.cells[usize::from(square)],
                        };
                        becomes[usize::from(letter)]
                    }));
                }
            }
        }
        let mut changes = found.path.iter().zip(line);
        changes.all(|(&square, letter)| match square {
            OFF => letter == 0,
            square => self.set(square, letter),
        })
    }

    fn set(&mut self, square: u16, letter: u8) -> bool {
        if square == OFF {
            return false;
        }
        let cell = &mut self.field.cells[usize::from(square)];
        if *cell != letter {
            self.changes.push((square, *cell));
            *cell = letter;
        }
        true
    }

    fn undo(&mut self, mark: usize) {
        for (square, letter) in self.changes.drain(mark..).rev() {
            self.field.cells[usize::from(square)] = letter;
        }
    }
}

/// Whether a condition asks for nothing but the board and the first square.
fn is_early(condition: &Condition) -> bool {
    let there = match &condition.test {
        Test::Seen { from, .. } | Test::OnEdge { from, .. } => *from == Place::There,
        Test::Connected { .. } | Test::Enclosed { .. } => false,
    };
    !condition.after && !there
}

/// Whether a condition holds on a board, for a move from one square to
/// another.
pub(crate) fn holds(condition: &Condition, field: &Field, [first, last]: [usize; 2]) -> bool {
    let squares = |from: Place| match from {
        Place::Here => first..first + 1,
        Place::There => last..last + 1,
        Place::Somewhere => 0..field.cells.len(),
    };
    let true_now = match &condition.test {
        Test::Seen {
            from,
            vectors,
            pattern,
        } => squares(*from).any(|square| seen(field, pattern, square, vectors)),
        Test::OnEdge { from, edge } => {
            squares(*from).any(|square| field.size.on_edge(square, *edge))
        }
        Test::Connected {
            class,
            edges: [one, other],
            vectors,
        } => (0..field.cells.len()).any(|square| {
            field.at(square) & class != 0 && field.size.on_edge(square, *one) && {
                let group = field.group(square, *class, vectors);
                group
                    .iter()
                    .any(|&square| field.size.on_edge(square, *other))
            }
        }),
        Test::Enclosed {
            class,
            free,
            vectors,
        } => enclosed(field, *class, *free, vectors),
    };
    true_now != condition.negated
}

fn seen(field: &Field, pattern: &Pattern, square: usize, vectors: &[Vector]) -> bool {
    vectors.iter().any(|&vector| {
        let mut found = Found::default();
        matches(field, pattern, square, vector, &mut found, &mut |_, _| {
            ControlFlow::Break(())
        })
        .is_break()
    })
}

fn enclosed(field: &Field, class: u16, free: u16, vectors: &[Vector]) -> bool {
    let mut seen = vec![false; field.cells.len()];
    (0..field.cells.len()).any(|square| {
        let letter = field.at(square);
        if letter & class == 0 || seen[square] {
            return false;
        }
        let group = field.group(square, letter, vectors);
        for &square in &group {
            seen[square] = true;
        }
        !group.iter().any(|&square| {
            let mut near = vectors.iter();
            near.any(|&v| {
                let point = field.size.step(field.size.point(square), v);
                field.at_point(point) & free != 0
            })
        })
    })
}

/// The letters that a rule needs somewhere: one of each class.
pub(crate) fn needs(rule: &Rule) -> Vec<u16> {
    let first = &rule.legs[0].pattern.items;
    let needed = first.iter().filter_map(|item| match item {
        Item::One(cell) => Some(cell.class),
        Item::Many { cells, least, .. } if *least > 0 => cells.first().map(|cell| cell.class),
        Item::Many { .. } => None,
    });
    needed.collect()
}
