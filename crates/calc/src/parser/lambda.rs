//! Functions without a name: `x -> x + 2`, `(a,b) -> a != b`.

use std::sync::Arc;

use super::super::failure::Problem;
use super::super::lexer::{Bracket, Token};
use super::super::syntax::{Definition, Operation};
use super::brackets::FrameKind;
use super::comprehension::Word;
use super::{Parser, Result, State, check_name};

/// Functions in functions: bounds the recursion over them.
const MAX_LAMBDAS: usize = 50;
/// A longer text of a function is cut when it is shown.
const SHOWN: usize = 60;

impl Parser<'_> {
    /// The names in `(a,b) ->`, which begins here; `None` if something else does.
    pub(super) fn parameter_list(&self) -> Option<Vec<Arc<str>>> {
        let mut ahead = self.lexer.clone();
        let mut names: Vec<Arc<str>> = Vec::new();
        loop {
            match ahead.next().ok()?.token {
                Token::Name(name) => names.push(name.into()),
                Token::Close(Bracket::Round) if names.is_empty() => break,
                _ => return None,
            }
            match ahead.next().ok()?.token {
                Token::Comma => {}
                Token::Close(Bracket::Round) => break,
                _ => return None,
            }
        }
        (ahead.next().ok()?.token == Token::Maps).then_some(names)
    }

    /// Goes on at the arrow behind a list of parameters.
    pub(super) fn skip_parameters(&mut self) -> Result<()> {
        while self.next.token != Token::Maps {
            self.advance()?;
        }
        Ok(())
    }

    /// The arrow is next.
    pub(super) fn begin_lambda(&mut self, parameters: Vec<Arc<str>>, at: usize) -> Result<State> {
        for name in &parameters {
            check_name(name).map_err(|problem| (at, problem))?;
        }
        let around = self.frames.iter();
        let around = around.filter(|frame| matches!(frame.kind, FrameKind::Lambda { .. }));
        if around.count() >= MAX_LAMBDAS {
            let message = format!("functions in functions: the bound is {MAX_LAMBDAS}");
            return Err((at, Problem::limit(message)));
        }
        self.advance()?;
        self.parameters.extend(parameters.iter().cloned());
        self.open(FrameKind::Lambda { parameters }, at);
        Ok(State::Operand)
    }

    /// Whether a function is being read that ends before the next token.
    pub(super) fn ends_lambda(&mut self) -> Result<bool> {
        let lambda = matches!(self.frame()?.kind, FrameKind::Lambda { .. });
        Ok(lambda
            && match &self.next.token {
                Token::Comma
                | Token::Slashes(_)
                | Token::Close(_)
                | Token::Quote
                | Token::End
                | Token::Semicolon => true,
                Token::Name(name) => name == "for" || Word::of(name).is_some(),
                _ => false,
            })
    }

    pub(super) fn end_lambda(&mut self) -> Result<State> {
        self.reduce(0)?;
        let Some(frame) = self.frames.pop() else {
            return self.fail("nothing is open here");
        };
        let FrameKind::Lambda { parameters } = frame.kind else {
            return self.fail("no function ends here");
        };
        let outer = self.parameters.len() - parameters.len();
        self.parameters.truncate(outer);
        let steps = self.steps.split_off(frame.first_step);
        let text = self.source.get(frame.at..self.next.at).unwrap_or_default();
        let mut shown = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if shown.chars().count() > SHOWN {
            shown = shown.chars().take(SHOWN).chain("...".chars()).collect();
        }
        let definition = Definition::new(shown, parameters, steps);
        self.emit(frame.at, Operation::Define(Arc::new(definition)));
        Ok(State::Operator)
    }
}
