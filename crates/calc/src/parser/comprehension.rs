//! `[body for n from a to b by c where d]`, turned into a loop.

use std::sync::Arc;

use super::super::failure::Problem;
use super::super::lexer::Token;
use super::super::syntax::{Operation, Range};
use super::brackets::FrameKind;
use super::{Parser, Result, State};

/// Comprehensions in one input: each may move all the steps before it.
const MAX_LOOPS: usize = 100;

pub(super) struct Comprehension {
    variable: Arc<str>,
    at: usize,
    body_end: usize,
    clauses: Vec<Clause>,
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
            && frame.comprehension.is_none();
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
        let body_end = self.steps.len();
        self.frame()?.comprehension = Some(Comprehension {
            variable,
            at,
            body_end,
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
        let Some(comprehension) = self.frame()?.comprehension.as_mut() else {
            return self.fail("this word belongs after `for`: [n^2 for n from 1 to 5]");
        };
        let before = comprehension.clauses.last().map(|clause| clause.word);
        if !word.follows(before) {
            return Err((
                at,
                Problem::syntax(
                    "expected: for n from a to b by c where d, or: for x in list where d",
                ),
            ));
        }
        comprehension.clauses.push(Clause { word, first_step });
        self.advance()?;
        Ok(State::Operand)
    }

    /// Puts the clauses before the body and makes a loop of them.
    pub(super) fn end_comprehension(
        &mut self,
        first_step: usize,
        set: bool,
        comprehension: Comprehension,
    ) -> Result<()> {
        let Comprehension {
            variable,
            at,
            body_end,
            clauses,
        } = comprehension;
        let start_of = |word| {
            clauses
                .iter()
                .find(|clause: &&Clause| clause.word == word)
                .map(|clause| clause.first_step)
        };
        let range = if start_of(Word::In).is_some() {
            Range::Items
        } else if start_of(Word::To).is_none() {
            return self.fail("expected `to` and the last number");
        } else if start_of(Word::By).is_some() {
            Range::FromToBy
        } else {
            Range::FromTo
        };
        let filter_start = start_of(Word::Where).unwrap_or(self.steps.len());
        let filter = self.steps.split_off(filter_start);
        let bounds = self.steps.split_off(body_end);
        let body = self.steps.split_off(first_step);

        self.steps.extend(bounds);
        self.emit(at, Operation::LoopBegin { variable, range });
        let next = self.steps.len();
        let filter_len = if filter.is_empty() {
            0
        } else {
            filter.len() + 1
        };
        let length = 1 + filter_len + body.len() + 1;
        self.emit(at, Operation::LoopNext { set, skip: length });
        if !filter.is_empty() {
            self.steps.extend(filter);
            let back = self.steps.len() - next;
            self.emit(at, Operation::LoopFilter { back });
        }
        self.steps.extend(body);
        let back = self.steps.len() - next;
        self.emit(at, Operation::LoopAppend { back });
        Ok(())
    }
}
