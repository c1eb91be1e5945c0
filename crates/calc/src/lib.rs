//! The calculator: a language of expressions over values.
//!
//! It reads as CGSuite's calculator does and answers as it prints. Nothing is
//! printed here, and no file is read but rules of games, where the program
//! [allows](rules::allow_files) it: a terminal and a web page use the same
//! [`Calculator`].
//!
//! The flow is `lexer` → `parser` → `syntax` (steps) → `evaluate` → `object`;
//! `functions` is the one table of what can be called.

mod answer;
mod arithmetic;
mod closure;
mod directions;
mod evaluate;
mod failure;
mod functions;
mod games;
mod help;
mod json;
mod lexer;
mod loops;
mod nim_ordinal;
mod object;
mod ordinal;
mod parser;
mod placing;
mod plain;
mod rational;
mod script;
mod suggest;
mod syntax;
mod tabulated;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use failure::{Failure, FailureKind};
pub use json::Escaped;
pub use plain::Plain;
pub use suggest::nearest;

use std::sync::Arc;

use failure::Problem;
use games::Games;
use object::Object;
use parser::Scope;
use positions::{Solvers, Sum};
use solve::{Patience, SumGraph};
use values::{Arena, Budget, Notation, ReadError, Thermograph};

/// What an input is that something is asked about.
pub enum Summed {
    /// Positions and values.
    Sum(Sum),
    /// A value with loops, as it is written; and what is said where only sums
    /// are understood.
    Loopy(String, Failure),
}

/// A calculator: an arena of values and the variables that name some of them.
///
/// ```
/// use calc::Calculator;
/// use values::{Budget, Notation};
/// let mut calculator = Calculator::new(Budget::unlimited());
/// calculator.evaluate("x = {3||2|1}").unwrap();
/// let mut answer = calculator.evaluate("x.Cool(1/2) + *").unwrap();
/// assert_eq!(answer.text(Notation::Ascii).unwrap(), "{5/2*|2}");
/// ```
pub struct Calculator {
    games: Games,
    note: Option<String>,
}

/// What people are told about a function.
#[derive(Clone, Debug)]
pub struct Described {
    /// The heading under which it stands.
    pub group: &'static str,
    /// How it is called, with what may be left out in brackets: `options(g, [player])`.
    pub call: String,
    /// Every name it answers to, our own first.
    pub names: Vec<String>,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// An input and its exact answer.
    pub example: (&'static str, &'static str),
}

impl Calculator {
    /// A calculator without variables.
    pub fn new(budget: Budget) -> Self {
        Self {
            games: Games::new(Arena::with_budget(budget)),
            note: None,
        }
    }

    /// The answer to `source`, one or several lines that are read as one input.
    ///
    /// Statements are separated by semicolons and the last one answers.
    /// A statement `name = expression` or `name := expression` keeps its value
    /// under a name; `name(x) := statement` defines a function, and `if`,
    /// `while` and `for` control what is done. Blank input has a blank answer.
    ///
    /// Input that is no expression but the text of a value, in any notation, is
    /// that value.
    pub fn evaluate(&mut self, source: &str) -> Result<Answer<'_>, Failure> {
        let object = self.object(source)?;
        Ok(Answer::new(object, self.note.as_deref(), &mut self.games))
    }

    /// That a part of the last input has another meaning as the text of a
    /// value, as `5*2` has.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// The thermograph that `source` evaluates to, or that of the value it evaluates to.
    pub fn thermograph(&mut self, source: &str) -> Result<Thermograph, Failure> {
        let SumGraph { graph, stopped, .. } = self.graph(source, None)?;
        graph.ok_or_else(|| {
            let error = stopped.expect("a reason");
            Failure::new(source, 0, error.into())
        })
    }

    /// The mean and the thermograph of an input, as far as they are found in time.
    pub fn graph(&mut self, source: &str, patience: Option<Patience>) -> Result<SumGraph, Failure> {
        let fail = |problem| Failure::new(source, 0, problem);
        match self.object(source)? {
            Object::Thermograph(thermograph) => Ok(Arc::unwrap_or_clone(thermograph).into()),
            Object::Sum(sum) if sum.finite().is_ok() => {
                let Games { arena, solvers, .. } = &mut self.games;
                let graph = sum.graph(solvers, arena, patience);
                graph.map_err(|error| fail(error.into()))
            }
            object => {
                let graph = functions::loopy::thermograph(&mut self.games, &object);
                graph.map(SumGraph::from).map_err(fail)
            }
        }
    }

    /// The positions and values that `source` is the sum of.
    pub fn sum(&mut self, source: &str) -> Result<Sum, Failure> {
        match self.summed(source)? {
            Summed::Sum(sum) => Ok(sum),
            Summed::Loopy(_, refused) => Err(refused),
        }
    }

    /// The sum that `source` is, or the value with loops.
    pub fn summed(&mut self, source: &str) -> Result<Summed, Failure> {
        let fail = |problem| Failure::new(source, 0, problem);
        let object = self.object(source)?;
        if let Some(sum) = self.games.as_sum(&object).map_err(fail)? {
            return Ok(Summed::Sum(sum));
        }
        let described = object.described(&mut self.games);
        let expected = format!("expected a game, not {described}");
        let refused = fail(Problem::domain(expected));
        match object {
            Object::Loopy(value) => {
                let Games {
                    arena, stoppers, ..
                } = &mut self.games;
                let text = stoppers.text(arena, &value, Notation::Ascii);
                let text = text.map_err(|error| fail(error.into()))?;
                Ok(Summed::Loopy(text, refused))
            }
            _ => Err(refused),
        }
    }

    /// What answers questions about sums.
    pub fn workbench(&mut self) -> (&mut Solvers, &mut Arena) {
        (&mut self.games.solvers, &mut self.games.arena)
    }

    /// What the input `help` or `help TOPIC` asks about.
    pub fn help_request(source: &str) -> Option<Option<&str>> {
        help::request(source)
    }

    /// The page of help on a function or a topic, or the first page.
    pub fn help(&self, topic: Option<&str>) -> Result<String, Failure> {
        help::page(topic).map_err(|problem| Failure::plain(problem.kind, problem.message))
    }

    /// Every name that can be typed: functions in our and in CGSuite's spelling,
    /// constants, words of the language and variables.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = functions::all()
            .flat_map(functions::Function::names)
            .chain(functions::CONSTANTS.map(str::to_owned))
            .chain(rules::names().into_iter().map(str::to_owned))
            .chain(parser::KEYWORDS.map(str::to_owned))
            .chain(self.games.variables.keys().map(|name| name.to_string()))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Every function, group by group, as people are told about it.
    pub fn functions() -> impl Iterator<Item = Described> {
        functions::GROUPS.iter().flat_map(|group| {
            group.functions.iter().map(|function| Described {
                group: group.title,
                call: function.signature(),
                names: function.names().collect(),
                summary: function.summary,
                example: function.example,
            })
        })
    }

    /// Whether brackets, a text or a quoted form are still open at the end of `source`.
    pub fn is_incomplete(source: &str) -> bool {
        lexer::is_incomplete(source)
    }

    /// The arena of all values so far.
    pub fn arena(&mut self) -> &mut Arena {
        &mut self.games.arena
    }

    fn object(&mut self, source: &str) -> Result<Object, Failure> {
        self.note = None;
        if lexer::is_blank(source) {
            return Ok(Object::Nothing);
        }
        if let Some(topic) = help::request(source) {
            let summary = help::line(topic);
            return summary
                .map(Object::prose)
                .map_err(|problem| Failure::new(source, topic_start(source), problem));
        }
        self.games.begin();
        let parsed = match script::compile(source, self.scope()) {
            Some(steps) => steps,
            None => parser::parse_part(source, 0, &self.scope()).map(|parsed| {
                self.note = parsed.note;
                parsed.steps
            }),
        };
        let expression = parsed.and_then(|steps| evaluate::run(&mut self.games, steps.into()));
        let (at, problem) = match expression {
            Ok(object) => return Ok(object),
            Err(failed) => failed,
        };
        self.note = None;
        let failure = Failure::new(source, at, problem);
        match failure.kind {
            FailureKind::Syntax | FailureKind::Domain => self.value_text(source, failure),
            _ => Err(failure),
        }
    }

    /// The names that an input may use.
    fn scope(&self) -> Scope {
        let mut scope = Scope::default();
        for (name, object) in &self.games.variables {
            let names = match object {
                Object::Function(_) => &mut scope.functions,
                _ => &mut scope.variables,
            };
            names.push(Arc::clone(name));
        }
        scope
    }

    /// The value that `source` is the text of, or else the failure.
    fn value_text(&mut self, source: &str, failure: Failure) -> Result<Object, Failure> {
        match self.games.arena.read(source) {
            Ok(value) => Ok(self.games.object(value)),
            Err(ReadError::Stopped(error)) => Err(Failure::new(source, 0, Problem::from(error))),
            // LaTeX is value text or nothing, so the reader of values knows better.
            Err(ReadError::Syntax {
                line,
                column,
                message,
                ..
            }) if failure.kind == FailureKind::Syntax && lexer::has_backslash(source) => {
                Err(Failure {
                    line,
                    column: Some(column),
                    message,
                    kind: FailureKind::Syntax,
                })
            }
            Err(_) => Err(failure),
        }
    }
}

/// Where the topic of `help TOPIC` begins.
fn topic_start(source: &str) -> usize {
    let word = source.len() - source.trim_start().len() + "help".len();
    let rest = source.get(word..).unwrap_or_default();
    word + rest.len() - rest.trim_start().len()
}
