//! `[body for n from a to b by c where d for x in list]`, turned into loops.

use std::sync::Arc;

use super::super::failure::Problem;
use super::super::lexer::Token;
use super::super::syntax::{Operation, Range, Step};
use super::brackets::FrameKind;
use super::{Parser, Result, State};

/// Comprehensions in one input: each may move all the steps before it.
const MAX_LOOPS: usize = 100;

pub(super) struct Comprehension {
    at: usize,
    /// The outermost first.
    loops: Vec<Round>,
}

/// One `for` of a comprehension.
struct Round {
    variable: Arc<str>,
    clauses: Vec<Clause>,
}

impl Round {
    fn has(&self, word: Word) -> bool {
        self.clauses.iter().any(|clause| clause.word == word)
    }

    /// Whether it is said what it runs over.
    fn is_complete(&self) -> bool {
        self.has(Word::To) || self.has(Word::In)
    }

    fn range(&self) -> Range {
        match (self.has(Word::In), self.has(Word::By)) {
            (true, _) => Range::Items,
            (false, true) => Range::FromToBy,
            (false, false) => Range::FromTo,
        }
    }
}

pub(super) struct Clause {
    word: Word,
    first_step: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    From,
    To,
    By,
    In,
    Where,
}

impl Word {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "from" => Word::From,
            "to" => Word::To,
            "by" => Word::By,
            "in" => Word::In,
            "where" => Word::Where,
            _ => return None,
        })
    }

    /// Whether the clause can follow `before` (nothing at first).
    pub(super) fn follows(self, before: Option<Word>) -> bool {
        matches!(
            (before, self),
            (None, Word::From | Word::In)
                | (Some(Word::From), Word::To)
                | (Some(Word::To), Word::By | Word::Where)
                | (Some(Word::By | Word::In), Word::Where)
        )
    }
}

impl Parser<'_> {
    /// `for n` after the body of a list or a set.
    pub(super) fn begin_comprehension(&mut self) -> Result<State> {
        self.reduce(0)?;
        let at = self.next.at;
        let frame = self.frame()?;
        let suitable = matches!(
            frame.kind,
            FrameKind::List | FrameKind::Brace { explicit: false }
        ) && frame.items == 0
            && frame.slashes.is_empty()
            && frame
                .comprehension
                .as_ref()
                .is_none_or(|before| before.loops.last().is_some_and(Round::is_complete));
        if !suitable {
            return self.fail("`for` belongs in a list: [n^2 for n from 1 to 5]");
        }
        self.loops += 1;
        if self.loops > MAX_LOOPS {
            let message = format!("more than {MAX_LOOPS} comprehensions in one input");
            return Err((at, Problem::limit(message)));
        }
        self.advance()?;
        let variable = self.assignable()?;
        let comprehension = self.frame()?.comprehension.get_or_insert(Comprehension {
            at,
            loops: Vec::new(),
        });
        comprehension.loops.push(Round {
            variable,
            clauses: Vec::new(),
        });
        match &self.next.token {
            Token::Name(name) => match Word::of(name) {
                Some(word) => self.clause(word),
                None => self.fail("expected `from` or `in`"),
            },
            _ => self.fail("expected `from` or `in`"),
        }
    }

    pub(super) fn clause(&mut self, word: Word) -> Result<State> {
        self.reduce(0)?;
        let first_step = self.steps.len();
        let at = self.next.at;
        let comprehension = self.frame()?.comprehension.as_mut();
        let Some(round) = comprehension.and_then(|all| all.loops.last_mut()) else {
            return self.fail("this word belongs after `for`: [n^2 for n from 1 to 5]");
        };
        let before = round.clauses.last().map(|clause| clause.word);
        if !word.follows(before) {
            return Err((
                at,
                Problem::syntax(
                    "expected: for n from a to b by c where d, or: for x in list where d",
                ),
            ));
        }
        round.clauses.push(Clause { word, first_step });
        self.advance()?;
        Ok(State::Operand)
    }

    /// Puts the clauses before the body and makes loops of them.
    pub(super) fn end_comprehension(
        &mut self,
        first_step: usize,
        set: bool,
        comprehension: Comprehension,
    ) -> Result<()> {
        let Comprehension { at, loops } = comprehension;
        if !loops.last().is_some_and(Round::is_complete) {
            return self.fail("expected `to` and the last number");
        }
        // The clauses stand behind the body, in order.
        let mut parts = Vec::with_capacity(loops.len());
        for round in loops.into_iter().rev() {
            let mut take = |clause: Option<&Clause>| {
                let first = clause.map_or(self.steps.len(), |clause| clause.first_step);
                self.steps.split_off(first)
            };
            let filter = take(round.clauses.iter().find(|c| c.word == Word::Where));
            let bounds = take(round.clauses.first());
            parts.push((round, bounds, filter));
        }
        let out = parts.len() - 1;
        let mut body = Body::Item(self.steps.split_off(first_step), out);
        let outermost = parts.pop();
        for (round, bounds, filter) in parts {
            body = Body::Loop(one_loop(at, &round, bounds, filter, Head::Further, body));
        }
        if let Some((round, bounds, filter)) = outermost {
            let steps = one_loop(at, &round, bounds, filter, Head::List { set }, body);
            self.steps.extend(steps);
        }
        Ok(())
    }
}

/// Where a loop begins its rounds.
enum Head {
    /// That which makes the list or the set.
    List { set: bool },
    /// A loop within it.
    Further,
}

/// What every round of a loop does.
enum Body {
    /// Adds what these steps make to a list that is so many loops further out.
    Item(Vec<Step>, usize),
    Loop(Vec<Step>),
}

fn one_loop(
    at: usize,
    round: &Round,
    bounds: Vec<Step>,
    filter: Vec<Step>,
    head: Head,
    body: Body,
) -> Vec<Step> {
    let step = |operation| Step { operation, at };
    let mut steps = bounds;
    steps.push(step(Operation::LoopBegin {
        variable: Arc::clone(&round.variable),
        range: round.range(),
    }));
    let filter_len = match filter.is_empty() {
        true => 0,
        false => filter.len() + 1,
    };
    let (body, last) = match body {
        Body::Item(body, out) => {
            let back = 1 + filter_len + body.len();
            (body, Operation::LoopAppend { back, out })
        }
        Body::Loop(mut inner) => {
            inner.push(step(Operation::Discard));
            let back = 1 + filter_len + inner.len();
            (inner, Operation::Back(back))
        }
    };
    let skip = 1 + filter_len + body.len() + 1;
    steps.push(step(match head {
        Head::List { set } => Operation::LoopNext { set, skip },
        Head::Further => Operation::ForNext { skip },
    }));
    if !filter.is_empty() {
        let back = 1 + filter.len();
        steps.extend(filter);
        steps.push(step(Operation::LoopFilter { back }));
    }
    steps.extend(body);
    steps.push(step(last));
    steps
}
