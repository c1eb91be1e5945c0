//! The search for one nim value, which asks no more of an option than it must.
//!
//! G has the value n if some option has each smaller value and none has n. So
//! G is asked "are you n?", and looks for an option that is n first: one
//! excludes n. If there is none, it looks for options of the smaller values,
//! the least first; a value that no option has is its own. An option is a sum
//! of parts: all but the largest are evaluated, and their nim sum says which
//! question remains for the largest (Lemoine and Viennot: G is n if G + ∗n is
//! lost, and what was found of ∗n excludes it for ever). What no question
//! needs is never found out, as in Beling and Rogalski's pruning: a part that
//! is known not to be n stays without a value, and a part that has fewer
//! options than n is not asked.
//!
//! Options are tried by the rank and the moves of their largest part, least
//! first; two for every excluded value are taken off, for what is not much else
//! may well be n. Options whose parts are known come for nothing, and one of
//! them that is n ends the look at the others.
//!
//! # Complexity
//!
//! At most as for the values of all parts, which a wrong order of questions
//! may need: each part is opened again at most once for each of its values.
//!
//! # What it saves
//!
//! Parts opened for empty boards of Cram, each line with those above:
//!
//! | way | 3×11 | 4×7 | 5×6 | 4×9 | 5×7 |
//! |---|---|---|---|---|---|
//! | smaller values first, by squares | 51 905 | 52 959 | | | |
//! | then by moves | 27 801 | 44 821 | | 646 926 | 887 681 |
//! | the value asked for first | 25 548 | 22 443 | 69 155 | 304 554 | 647 697 |
//! | excluded values count | 26 120 | 20 663 | 55 194 | 290 752 | 567 751 |
//! | stop at a known option that decides | 28 679 | 23 238 | 63 052 | 325 879 | 644 231 |
//! | squares and moves added up | 27 537 | | 63 379 | 303 510 | 632 122 |
//!
//! The last but one opens more and takes about half of the time, for it
//! leaves half of the options alone. Without ties broken by moves, 4×9 opens
//! 685 934. To probe all options one move deep before the first is searched
//! opened half as many again, and a bound by the longest play changed nothing;
//! neither is done.

use super::dense::Words;
use super::knowledge::{Fact, Knowledge, MANY};
use crate::position_table::position_at;
use rules::{Normal, Position};
use std::ops::{ControlFlow, Range};
use values::{Budget, Player, Result};

/// A part in normal form that is asked something. What belongs to it lies on
/// the common stacks, from these places on.
struct Frame<P> {
    part: P,
    /// The value that it is asked about; `None`: which one is it?
    asked: Option<u64>,
    /// The numbers below `MANY` that it is known not to be.
    excluded: u64,
    /// What is looked for among the options; `None`: all their values.
    wanted: Option<u64>,
    /// Whether no option is what it is asked about.
    is_absent: bool,
    moves: usize,
    parts: usize,
    large: usize,
    /// The option that is looked at.
    at: usize,
}

/// An option: the nim sum of its evaluated parts, and where the others lie,
/// the largest last.
#[derive(Clone)]
struct Move {
    sum: u64,
    parts: Range<usize>,
    /// Rank and moves of the largest part.
    size: i64,
    /// What the largest part was last known not to be.
    excluded: u64,
    /// What it costs to try it now.
    cost: i64,
}

/// The search, between two questions.
pub(super) struct Search<P> {
    frames: Vec<Frame<P>>,
    /// The options whose value is not known.
    moves: Vec<Move>,
    parts: Vec<P>,
    /// Values of options from `MANY` on.
    large: Vec<u64>,
    /// Options whose parts are to be looked up, all at once.
    batch: Batch<P>,
    opened: u64,
}

/// Parts of some options, and where those of each option end.
struct Batch<P> {
    /// As many as there are words; those behind are of earlier batches.
    parts: Vec<P>,
    words: Vec<Option<Words>>,
    ends: Vec<usize>,
}

/// So many options are looked up at once where facts are far. Few, for one of
/// them may answer, and spare those after it.
const BATCH: usize = 8;

impl<P: Position> Search<P> {
    pub fn new() -> Self {
        Search {
            frames: Vec::new(),
            moves: Vec::new(),
            parts: Vec::new(),
            large: Vec::new(),
            batch: Batch::empty(),
            opened: 0,
        }
    }

    /// How often a part was opened to look at its options.
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// The value of a sum of parts in normal form.
    pub fn value(&mut self, parts: &[P], known: &mut Knowledge<P>, budget: &Budget) -> Result<u64> {
        let mut sum = 0;
        for part in parts {
            sum ^= match self.answer(part, None, known, budget)? {
                Fact::Is(value) => value,
                Fact::IsNot(_) => unreachable!("a value was asked for"),
            };
        }
        Ok(sum)
    }

    /// Whether the value of a sum of parts in normal form is 0.
    pub fn is_zero(
        &mut self,
        mut parts: Vec<P>,
        known: &mut Knowledge<P>,
        budget: &Budget,
    ) -> Result<bool> {
        parts.sort_by_cached_key(Position::rank);
        let Some(largest) = parts.pop() else {
            return Ok(true);
        };
        let rest = self.value(&parts, known, budget)?;
        let asked = Some(rest).filter(|&value| value < MANY);
        let fact = self.answer(&largest, asked, known, budget)?;
        Ok(matches!(fact, Fact::Is(value) if value == rest))
    }

    /// A fact that answers a question.
    fn answer(
        &mut self,
        part: &P,
        asked: Option<u64>,
        known: &mut Knowledge<P>,
        budget: &Budget,
    ) -> Result<Fact> {
        // What an error left behind.
        self.frames.clear();
        self.moves.clear();
        self.parts.clear();
        self.large.clear();
        self.batch.clear();
        loop {
            match known.of(part) {
                fact @ Fact::Is(_) => return Ok(fact),
                Fact::IsNot(some) if asked.is_some_and(|n| some >> n & 1 == 1) => {
                    return Ok(Fact::IsNot(some));
                }
                Fact::IsNot(excluded) => {
                    self.open(part.clone(), asked, excluded, known, budget)?;
                }
            }
            while let Some(mut frame) = self.frames.pop() {
                match self.look(&mut frame, known) {
                    Next::Done(fact) => {
                        self.moves.truncate(frame.moves);
                        self.parts.truncate(frame.parts);
                        self.large.truncate(frame.large);
                        known.learn(frame.part, fact, budget)?;
                    }
                    Next::Ask(part, asked, excluded) => {
                        self.frames.push(frame);
                        self.open(part, asked, excluded, known, budget)?;
                    }
                }
            }
        }
    }

    /// Puts a part on the stack, and its options on theirs, unless one of
    /// them answers.
    fn open(
        &mut self,
        part: P,
        asked: Option<u64>,
        excluded: u64,
        known: &Knowledge<P>,
        budget: &Budget,
    ) -> Result<()> {
        self.opened += 1;
        let mut frame = Frame {
            asked,
            excluded,
            wanted: None,
            is_absent: false,
            moves: self.moves.len(),
            parts: self.parts.len(),
            large: self.large.len(),
            at: self.moves.len(),
            part: part.clone(),
        };
        let (mut options, mut looked) = (0u64, Ok(()));
        let all = part.normal_options(Player::Left, &mut |option| {
            options += 1;
            self.add_option(&mut frame, &option, known);
            match frame.is_answered() {
                true => ControlFlow::Break(()),
                false => budget.go_on(&mut looked),
            }
        });
        looked?;
        self.look_up(&mut frame, known);
        // No value exceeds the number of options.
        if all.is_continue()
            && let Some(asked) = asked.filter(|&asked| asked > options)
        {
            frame.excluded |= 1 << asked;
        }
        self.want(&mut frame);
        self.frames.push(frame);
        Ok(())
    }

    /// Adds an option, now or with others.
    fn add_option(&mut self, frame: &mut Frame<P>, option: &Normal<'_, P>, known: &Knowledge<P>) {
        if known.is_near()
            && let Normal::Parts(parts) = option
        {
            let parts = parts.iter().map(|(part, _)| (part, known.words(part)));
            return self.push_option(frame, parts, known);
        }
        self.batch.push(option, known);
        if self.batch.ends.len() == BATCH {
            self.look_up(frame, known);
        }
    }

    /// Adds the options of the batch.
    fn look_up(&mut self, frame: &mut Frame<P>, known: &Knowledge<P>) {
        let batch = std::mem::replace(&mut self.batch, Batch::empty());
        known.touch(&batch.words);
        let mut start = 0;
        for &end in &batch.ends {
            let parts = &batch.parts[start..end];
            let words = batch.words[start..end].iter().copied();
            self.push_option(frame, parts.iter().zip(words), known);
            start = end;
        }
        self.batch = batch;
        self.batch.clear();
    }

    /// Adds an option: its value, if all its parts are known.
    fn push_option<'p>(
        &mut self,
        frame: &mut Frame<P>,
        option: impl Iterator<Item = (&'p P, Option<Words>)>,
        known: &Knowledge<P>,
    ) {
        let start = self.parts.len();
        let (mut sum, mut excluded) = (0, 0);
        for (part, words) in option {
            match known.at(part, words) {
                Fact::Is(value) => sum ^= value,
                Fact::IsNot(some) => match self.parts[start..].iter().position(|p| p == part) {
                    // Two equal parts are 0.
                    Some(other) => drop(self.parts.swap_remove(start + other)),
                    None => {
                        self.parts.push(part.clone());
                        excluded = some;
                    }
                },
            }
        }
        let parts = start..self.parts.len();
        if parts.is_empty() {
            return self.note(frame, sum);
        }
        if parts.len() > 1 {
            self.parts[start..].sort_by_key(Position::rank);
            excluded = 0;
        }
        let largest = &self.parts[parts.end - 1];
        let rank = i64::try_from(largest.rank()).unwrap_or(i64::MAX);
        let moves = largest.mobility(Player::Left);
        self.moves.push(Move {
            sum,
            parts,
            size: rank.saturating_add(i64::try_from(moves).unwrap_or(i64::MAX)),
            excluded,
            cost: 0,
        });
    }

    /// Notes the value of an option.
    fn note(&mut self, frame: &mut Frame<P>, value: u64) {
        match value < MANY {
            true => frame.excluded |= 1 << value,
            false => self.large.push(value),
        }
    }

    /// Chooses what to look for, and orders the options.
    fn want(&mut self, frame: &mut Frame<P>) {
        let least = Some(frame.least()).filter(|&least| least < MANY);
        frame.wanted = frame.asked.filter(|_| !frame.is_absent).or(least);
        frame.at = frame.moves;
        if let Some(wanted) = frame.wanted {
            let moves = &mut self.moves[frame.moves..];
            moves.iter_mut().for_each(|mv| mv.cost = mv.cost(wanted));
            moves.sort_by_key(|mv| mv.cost);
        }
    }

    /// Looks at the options until a part has to be asked or the frame is done.
    fn look(&mut self, frame: &mut Frame<P>, known: &Knowledge<P>) -> Next<P> {
        loop {
            if frame.is_answered() {
                return Next::Done(Fact::IsNot(frame.excluded));
            }
            let Some(mv) = self.moves.get_mut(frame.at) else {
                // No option has what was wanted.
                match frame.wanted {
                    None => return Next::Done(Fact::Is(self.least_large(frame))),
                    Some(wanted) if wanted == frame.least() => {
                        return Next::Done(Fact::Is(wanted));
                    }
                    Some(_) => {
                        frame.is_absent = true;
                        self.want(frame);
                        continue;
                    }
                }
            };
            let part = &self.parts[mv.parts.start];
            let excluded = match known.of(part) {
                Fact::Is(value) => {
                    mv.sum ^= value;
                    mv.parts.start += 1;
                    if mv.parts.is_empty() {
                        let value = mv.sum;
                        self.moves.remove(frame.at);
                        self.note(frame, value);
                        if frame.wanted == Some(value) {
                            self.want(frame);
                        }
                    }
                    continue;
                }
                Fact::IsNot(excluded) => excluded,
            };
            if mv.parts.len() == 1 {
                mv.excluded = excluded;
            }
            let asked = match mv.parts.len() {
                1 => frame.wanted.map(|wanted| wanted ^ mv.sum),
                _ => None,
            };
            let asked = asked.filter(|&asked| asked < MANY);
            if asked.is_some_and(|asked| excluded >> asked & 1 == 1) {
                frame.at += 1;
                continue;
            }
            return Next::Ask(part.clone(), asked, excluded);
        }
    }

    /// The least number from `MANY` on that no option has.
    fn least_large(&mut self, frame: &Frame<P>) -> u64 {
        let values = &mut self.large[frame.large..];
        values.sort_unstable();
        values
            .iter()
            .fold(MANY, |least, &value| least + u64::from(value == least))
    }
}

impl<P: Position> Batch<P> {
    fn empty() -> Self {
        Batch {
            parts: Vec::new(),
            words: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
    }

    fn push(&mut self, option: &Normal<'_, P>, known: &Knowledge<P>) {
        let mut add = |part: &P| {
            match self.parts.get_mut(self.words.len()) {
                Some(place) => place.clone_from(part),
                None => self.parts.push(part.clone()),
            }
            self.words.push(known.words(part));
        };
        let place = |place| position_at(place).expect("a place names its position");
        match option {
            Normal::Placed(at, _) => add(&place(at)),
            Normal::Split(both) => both.iter().for_each(|(at, _)| add(&place(at))),
            Normal::Parts(parts) => parts.iter().for_each(|(part, _)| add(part)),
        }
        self.ends.push(self.words.len());
    }
}

impl Move {
    /// Those options are tried first that cost least when `wanted` is looked
    /// for.
    fn cost(&self, wanted: u64) -> i64 {
        let others = match wanted ^ self.sum {
            asked if asked < MANY => self.excluded & !(1 << asked),
            _ => self.excluded,
        };
        self.size - 2 * i64::from(others.count_ones())
    }
}

impl<P> Frame<P> {
    /// Whether it is known not to be what it is asked about.
    fn is_answered(&self) -> bool {
        self.asked.is_some_and(|n| self.excluded >> n & 1 == 1)
    }

    /// The least number that it may be.
    fn least(&self) -> u64 {
        self.excluded.trailing_ones().into()
    }
}

/// What a frame does next.
enum Next<P> {
    /// It has an answer.
    Done(Fact),
    /// A part, of which some values are excluded, is asked about a value.
    Ask(P, Option<u64>, u64),
}
