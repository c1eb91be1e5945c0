//! What becomes of one heap, and how long play in it can last.

use super::expression::{PLACES, Values};
use super::falling::Falling;
use super::heap::{Heap, Sum, write_heap};
use super::pairs::{MAX_PAIR, PairRules};
use super::rule::Rule;
use super::solutions::{MOST_COPIES, Stop, solutions};
use crate::bad_input::BadInput;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{PoisonError, RwLock};
use values::Player;

/// The most moves that are looked at when a position is read.
const MOST_MOVES: u64 = 1 << 22;
/// The most numbers that are tried for unknowns then.
const MOST_TRIES: u64 = 1 << 24;
/// The longest play from one heap: that of all heaps of a position is a number
/// of 64 bits.
const LONGEST: u64 = 1 << 51;

/// The moves from heaps, and what was found out about heaps.
pub(super) struct Moves {
    pub numbers: usize,
    /// Left's rules and Right's.
    pub rules: [Vec<Rule>; 2],
    /// What the moves are if no rules are written for them.
    pairs: Option<PairRules>,
    /// Both players have the same.
    pub same_for_both: bool,
    /// Play may return to a heap.
    pub loopy: bool,
    /// What falls with every move, if that is known without looking.
    pub falling: Option<Falling>,
    known: RwLock<HashMap<Heap, Known>>,
}

/// How much was done to look at heaps.
#[derive(Debug, Default)]
pub(super) struct Work {
    moves: u64,
    tries: u64,
}

/// What is known about a heap.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Somebody can move in it.
    alive: bool,
    /// How many moves can be made in it by both players; 0 where play may not
    /// end.
    longest: u64,
}

/// Why a heap cannot be played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Play may come back to this heap.
    Returns(Heap),
    /// This heap has a move that changes nothing.
    Stays(Heap, usize),
    /// For this heap nothing bounds an unknown in a rule.
    Unbounded(Heap, String, usize),
    /// A number in what becomes of this heap is too large, too many heaps come
    /// of it, or play in it is too long.
    TooLarge(Heap),
    /// There is too much to look at.
    TooLong,
    /// Play may not end, and this heap breaks in several.
    Breaks(Heap),
    /// No table says what may become of this heap.
    Unknown(Heap),
}

impl Moves {
    pub fn new(numbers: usize, rules: [Vec<Rule>; 2]) -> Self {
        let spelled =
            |rules: &Vec<Rule>| -> BTreeSet<String> { rules.iter().map(Rule::spelled).collect() };
        Moves {
            numbers,
            same_for_both: spelled(&rules[0]) == spelled(&rules[1]),
            rules,
            pairs: None,
            loopy: false,
            falling: None,
            known: RwLock::default(),
        }
    }

    /// The moves of rules that nobody wrote, and what falls with all of them.
    pub fn of_pairs(pairs: PairRules, falling: Option<Falling>) -> Self {
        Moves {
            same_for_both: pairs.is_impartial(),
            pairs: Some(pairs),
            falling,
            ..Moves::new(2, [Vec::new(), Vec::new()])
        }
    }

    /// Calls `each` with every sum that a player can make of a heap, equal
    /// ones perhaps several times.
    pub fn each(
        &self,
        heap: &Heap,
        player: Player,
        each: &mut dyn FnMut(Sum) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        if let Some(pairs) = &self.pairs {
            return match pairs.each(heap, player, each) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(Stop::Asked),
            };
        }
        self.rules[player as usize]
            .iter()
            .try_for_each(|rule| solutions(rule, heap, &mut 0, each))
    }

    /// The sum without heaps in which nobody can move, in ascending order.
    pub fn alive_parts(&self, sum: &Sum) -> Vec<Heap> {
        let alive = sum.iter().filter(|(heap, _)| self.is_alive(heap));
        alive
            .flat_map(|&(heap, count)| std::iter::repeat_n(heap, count as usize))
            .collect()
    }

    /// Whether somebody can move in a heap.
    pub fn is_alive(&self, heap: &Heap) -> bool {
        if let Some(known) = self.known(heap) {
            return known.alive;
        }
        let mut alive = false;
        for player in Player::BOTH {
            let _ = self.each(heap, player, &mut |_| {
                alive = true;
                ControlFlow::Break(())
            });
        }
        // What falls is known of every heap, and the others are kept.
        if self.falling.is_some() {
            self.keep(*heap, Known { alive, longest: 0 });
        }
        alive
    }

    /// A number that every move in a heap lowers.
    pub fn rank(&self, heap: &Heap) -> u64 {
        match &self.falling {
            _ if self.loopy => 0,
            Some(falling) => falling.of(heap),
            None => self.known(heap).map_or(0, |known| known.longest),
        }
    }

    fn known(&self, heap: &Heap) -> Option<Known> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.get(heap).copied()
    }

    fn keep(&self, heap: Heap, found: Known) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        // Where nothing has to be remembered, memory is not filled with it.
        if self.falling.is_none() || known.len() < 1 << 20 {
            known.insert(heap, found);
        }
    }

    /// Looks at everything that can become of a heap, as far as it has to be
    /// looked at before anything is asked.
    pub fn explore(&self, heap: &Heap, work: &mut Work) -> Result<(), Trouble> {
        if self.pairs.as_ref().is_some_and(|pairs| !pairs.covers(heap)) {
            return Err(Trouble::Unknown(*heap));
        }
        if let Some(falling) = &self.falling {
            let largest = heap.iter().max().copied().unwrap_or(0);
            return match largest <= falling.largest() {
                true => Ok(()),
                false => Err(Trouble::TooLong),
            };
        }
        if self.known(heap).is_some() {
            return Ok(());
        }
        if self.loopy {
            return self.reach(heap, work);
        }
        let mut path: HashSet<Heap> = HashSet::from([*heap]);
        let mut frames = vec![(*heap, self.open_parts(heap, work)?)];
        while let Some((heap, open)) = frames.last_mut() {
            let heap = *heap;
            if let Some(next) = open.pop() {
                if self.known(&next).is_some() {
                    continue;
                }
                if !path.insert(next) {
                    return Err(Trouble::Returns(next));
                }
                let open = self.open_parts(&next, work)?;
                frames.push((next, open));
                continue;
            }
            let known = self.measure(&heap, work)?;
            self.keep(heap, known);
            path.remove(&heap);
            frames.pop();
        }
        Ok(())
    }

    /// Every sum that somebody can make of a heap.
    fn sums(
        &self,
        heap: &Heap,
        work: &mut Work,
        each: &mut dyn FnMut(&Sum) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        for player in Player::BOTH {
            // Rules of both are looked at once.
            if player == Player::Right && self.same_for_both {
                continue;
            }
            let mut trouble = Ok(());
            if let Some(pairs) = &self.pairs {
                let _ = pairs.each(heap, player, &mut |sum| {
                    work.moves += 1;
                    trouble = match work.moves > MOST_MOVES {
                        true => Err(Trouble::TooLong),
                        false => each(&sum),
                    };
                    match trouble.is_ok() {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                });
                trouble?;
                continue;
            }
            for rule in &self.rules[player as usize] {
                let Work { moves, tries } = work;
                let done = solutions(rule, heap, tries, &mut |sum| {
                    *moves += 1;
                    trouble = match sum[..] {
                        _ if *moves > MOST_MOVES => Err(Trouble::TooLong),
                        [(only, 1)] if only == *heap => Err(Trouble::Stays(*heap, rule.line)),
                        _ => each(&sum),
                    };
                    match trouble.is_ok() {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                });
                match done {
                    _ if work.tries > MOST_TRIES => return Err(Trouble::TooLong),
                    Ok(()) => {}
                    Err(Stop::Asked) => return trouble,
                    Err(Stop::TooLong) => return Err(Trouble::TooLong),
                    Err(Stop::TooLarge) => return Err(Trouble::TooLarge(*heap)),
                    Err(Stop::Unbounded(unknown)) => {
                        let name = rule.unknowns[unknown].clone();
                        return Err(Trouble::Unbounded(*heap, name, rule.line));
                    }
                }
            }
        }
        Ok(())
    }

    /// The parts of what can become of a heap that nothing is known about,
    /// the smallest last.
    fn open_parts(&self, heap: &Heap, work: &mut Work) -> Result<Vec<Heap>, Trouble> {
        let mut found: HashSet<Heap> = HashSet::new();
        self.sums(heap, work, &mut |sum| {
            found.extend(sum.iter().map(|(part, _)| *part));
            Ok(())
        })?;
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut open: Vec<Heap> = found
            .into_iter()
            .filter(|part| !known.contains_key(part))
            .collect();
        let size = |heap: &Heap| heap.iter().map(|&number| u64::from(number)).sum::<u64>();
        open.sort_unstable_by_key(|heap| std::cmp::Reverse((size(heap), *heap)));
        Ok(open)
    }

    /// The longest play in a heap, when that in its parts is known.
    fn measure(&self, heap: &Heap, work: &mut Work) -> Result<Known, Trouble> {
        let mut known = Known {
            alive: false,
            longest: 0,
        };
        self.sums(heap, work, &mut |sum| {
            let mut longest: u64 = 1;
            for (part, count) in sum {
                let part = self.known(part).map_or(0, |known| known.longest);
                let all = part.checked_mul(u64::from(*count));
                let many = part > 0 && i128::from(*count) > MOST_COPIES;
                longest = all
                    .and_then(|all| longest.checked_add(all))
                    .filter(|longest| *longest <= LONGEST && !many)
                    .ok_or(Trouble::TooLarge(*heap))?;
            }
            known.alive = true;
            known.longest = known.longest.max(longest);
            Ok(())
        })?;
        Ok(known)
    }

    /// Looks at everything that can become of a heap if play may not end.
    fn reach(&self, heap: &Heap, work: &mut Work) -> Result<(), Trouble> {
        let mut seen: HashSet<Heap> = HashSet::from([*heap]);
        let mut open = vec![*heap];
        let mut found: Vec<(Heap, Vec<Sum>)> = Vec::new();
        while let Some(heap) = open.pop() {
            if self.known(&heap).is_some() {
                continue;
            }
            let mut sums = Vec::new();
            self.sums(&heap, work, &mut |sum| {
                let new = sum.iter().map(|(part, _)| *part);
                open.extend(new.filter(|part| seen.insert(*part)));
                sums.push(sum.clone());
                Ok(())
            })?;
            found.push((heap, sums));
        }
        let alive: HashMap<Heap, bool> = found
            .iter()
            .map(|(heap, sums)| (*heap, !sums.is_empty()))
            .collect();
        for (heap, sums) in &found {
            for sum in sums {
                let living = sum.iter().filter(|(part, _)| {
                    let here = alive.get(part).copied();
                    here.unwrap_or_else(|| self.known(part).is_some_and(|known| known.alive))
                });
                if living.map(|(_, count)| u64::from(*count)).sum::<u64>() > 1 {
                    return Err(Trouble::Breaks(*heap));
                }
            }
        }
        for (heap, alive) in alive {
            self.keep(heap, Known { alive, longest: 0 });
        }
        Ok(())
    }

    /// Every sum that a player can make of a heap once more, by trying all
    /// numbers up to a bound for the unknowns; nothing if they are too many.
    pub fn slowly(&self, heap: &Heap, player: Player) -> Option<Vec<Sum>> {
        if self.pairs.is_some() {
            return None;
        }
        let mut found = Vec::new();
        for rule in &self.rules[player as usize] {
            let largest = heap.iter().max().copied().unwrap_or(0);
            let bound = u64::try_from(rule.largest()).ok()?.max(largest.into()) + 2;
            let tries = bound.checked_pow(rule.unknowns.len() as u32)?;
            if tries > 1 << 16 {
                return None;
            }
            for number in 0..tries {
                let mut values: Values = [0; PLACES];
                for (value, number) in values.iter_mut().zip(heap) {
                    *value = i128::from(*number);
                }
                let mut rest = number;
                for place in 0..rule.unknowns.len() {
                    values[self.numbers + place] = i128::from(rest % bound);
                    rest /= bound;
                }
                let holds = |condition: &super::condition::Condition| {
                    condition.holds(&values) == Some(true)
                };
                if rule.conditions.iter().all(holds) {
                    found.extend(made(rule, &values));
                }
            }
        }
        Some(found)
    }

    /// Why a heap cannot be read.
    pub fn refusal(&self, asked: &Heap, trouble: &Trouble) -> BadInput {
        let write = |heap: &Heap| write_heap(heap, self.numbers);
        let asked = write(asked);
        match trouble {
            Trouble::Returns(heap) => BadInput::new(
                format!("play from {asked} may come back to {}", write(heap)),
                "on small heaps play ends under these rules; ask about smaller ones",
            ),
            Trouble::Stays(heap, line) => BadInput::new(
                format!(
                    "line {line} has a move from {} that changes nothing",
                    write(heap)
                ),
                "add a condition that forbids it",
            ),
            Trouble::Unbounded(heap, name, line) => BadInput::new(
                format!("nothing bounds `{name}` for the heap {}", write(heap)),
                format!("add a condition such as `{name} <= 10` in line {line}"),
            ),
            Trouble::TooLarge(heap) => BadInput::new(
                format!("the heap {asked} is too large"),
                format!(
                    "a move from {} makes a number above {}, too many heaps, or play of more \
                     than 2^51 moves",
                    write(heap),
                    u32::MAX
                ),
            ),
            Trouble::TooLong => BadInput::new(
                format!("the heap {asked} is too large"),
                match &self.falling {
                    Some(falling) => format!("numbers go up to {}", falling.largest()),
                    None => {
                        "there is too much to look at to see how play ends; use smaller numbers"
                            .to_owned()
                    }
                },
            ),
            Trouble::Unknown(heap) => BadInput::new(
                format!("the moves from {} are not known", write(heap)),
                format!("numbers go up to {MAX_PAIR}, or as far as a table has them"),
            ),
            Trouble::Breaks(heap) => BadInput::new(
                format!(
                    "play may not end, and {} breaks in several heaps",
                    write(heap)
                ),
                "games that may not end have one heap at a time",
            ),
        }
    }
}

/// What a rule makes under some values, if all numbers exist.
fn made(rule: &Rule, values: &Values) -> Option<Sum> {
    let number = |value: i128| u32::try_from(value).ok();
    rule.sum
        .iter()
        .map(|made| {
            let mut heap: Heap = [0; _];
            for (place, expression) in heap.iter_mut().zip(&made.heap) {
                *place = number(expression.value(values)?)?;
            }
            Some((heap, number(made.count.value(values)?)?))
        })
        .collect()
}
