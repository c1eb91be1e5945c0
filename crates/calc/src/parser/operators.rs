//! What can stand after a value.

use super::super::failure::Problem;
use super::super::functions;
use super::super::lexer::{Bracket, Token};
use super::super::syntax::{Binary, Operation};
use super::comprehension::Word;
use super::{Parser, Pending, Result, State, strength};

impl Parser<'_> {
    pub(super) fn operator(&mut self) -> Result<State> {
        // Methods and indices bind to what has just been completed.
        if matches!(self.next.token, Token::Dot | Token::Open(Bracket::Square)) {
            return self.postfix();
        }
        let literal = self.literal.take();
        if let Some(state) = self.juxtaposed(literal)? {
            return Ok(state);
        }
        if self.ends_lambda()? {
            return self.end_lambda();
        }
        let at = self.next.at;
        let (operation, strength) = match &self.next.token {
            Token::Plus => (Operation::Binary(Binary::Add), strength::ADD),
            Token::Minus => (Operation::Binary(Binary::Subtract), strength::ADD),
            Token::PlusMinus => {
                // `+-1+-2` is a sum: the sign is read again as a prefix.
                self.push_binary(Operation::Binary(Binary::Add), strength::ADD, at)?;
                return Ok(State::Operand);
            }
            Token::Star if self.source[at..].starts_with('*') => {
                (Operation::Binary(Binary::Multiply), strength::MULTIPLY)
            }
            Token::Star => {
                return self.fail("expected an operator; a product is written with *");
            }
            Token::Divide => {
                self.numerator = literal.map(|literal| (literal, at));
                (Operation::Binary(Binary::Divide), strength::MULTIPLY)
            }
            Token::Percent => (Operation::Binary(Binary::Remainder), strength::MULTIPLY),
            Token::Colon => (Operation::Binary(Binary::OrdinalSum), strength::ORDINAL),
            Token::And => (Operation::Binary(Binary::Sides), strength::NAME),
            Token::Ups(1) if self.source[at..].starts_with('^') => {
                (Operation::Binary(Binary::Power), strength::POWER)
            }
            Token::Comparison(comparison) => (
                Operation::Binary(Binary::Compare(*comparison)),
                strength::COMPARE,
            ),
            Token::Name(_) => return self.word(),
            Token::Comma | Token::Slashes(_) => return self.separator(),
            Token::Close(_) | Token::Quote | Token::End | Token::Semicolon => {
                return self.close(true);
            }
            Token::Assign => {
                return self.fail("an assignment starts with a name; to compare write ==");
            }
            Token::Ups(_) | Token::HigherUp(_) => {
                return self.fail("expected an operator; 3 plus up is written 3+^");
            }
            _ => return self.fail(format!("expected an operator, found {}", self.found())),
        };
        self.advance()?;
        self.push_binary(operation, strength, at)?;
        Ok(State::Operand)
    }

    /// Reduces what binds tighter on the left, then waits for the right operand.
    pub(super) fn push_binary(
        &mut self,
        operation: Operation,
        strength: u8,
        at: usize,
    ) -> Result<()> {
        // Only the power associates to the right.
        let keep = if strength == strength::POWER {
            strength + 1
        } else {
            strength
        };
        let base = self.frame()?.pending_base;
        if strength == strength::COMPARE {
            self.reduce(strength + 1)?;
            let chained = self.pending.get(base..).and_then(|own| own.last());
            if chained.is_some_and(|pending| pending.strength == strength::COMPARE) {
                return Err((
                    at,
                    Problem::syntax("comparisons do not chain; write a < b and b < c"),
                ));
            }
        }
        self.reduce(keep)?;
        self.pending.push(Pending {
            operation,
            strength,
            at,
        });
        Ok(())
    }

    /// Emits the waiting operators of the frame that are at least so strong.
    pub(super) fn reduce(&mut self, strength: u8) -> Result<()> {
        let base = self.frame()?.pending_base;
        while self.pending.len() > base {
            match self.pending.last() {
                Some(top) if top.strength >= strength => {}
                _ => break,
            }
            let Some(top) = self.pending.pop() else { break };
            if let Operation::ShortCircuit { decided_by, skip } = top.operation {
                self.emit(top.at, Operation::Truth);
                let end = self.steps.len();
                if let Some(step) = self.steps.get_mut(skip) {
                    step.operation = Operation::ShortCircuit {
                        decided_by,
                        skip: end - skip,
                    };
                }
            } else {
                self.emit(top.at, top.operation);
            }
        }
        Ok(())
    }

    /// A word between operands: `and`, `or`, an infix function, or a clause of a comprehension.
    pub(super) fn word(&mut self) -> Result<State> {
        let at = self.next.at;
        let Token::Name(name) = &self.next.token else {
            return self.fail("expected an operator");
        };
        let name = name.clone();
        match name.as_str() {
            "and" | "or" => {
                let (strength, decided_by) = if name == "and" {
                    (strength::AND, false)
                } else {
                    (strength::OR, true)
                };
                self.advance()?;
                self.reduce(strength)?;
                // Until the right operand is read `skip` holds the place of the jump.
                let skip = self.steps.len();
                let jump = Operation::ShortCircuit { decided_by, skip };
                self.emit(at, jump.clone());
                self.pending.push(Pending {
                    operation: jump,
                    strength,
                    at,
                });
                return Ok(State::Operand);
            }
            "for" => return self.begin_comprehension(),
            _ => {}
        }
        if let Some(word) = Word::of(&name) {
            return self.clause(word);
        }
        match functions::find(&name) {
            Some(function) if function.infix => {
                self.advance()?;
                let call = Operation::Call {
                    function,
                    arguments: 2,
                };
                self.push_binary(call, strength::NAME, at)?;
                Ok(State::Operand)
            }
            Some(function) => self.fail(format!(
                "`{name}` is not an operator; write {}",
                function.signature()
            )),
            None => self.fail(format!("expected an operator, found `{name}`")),
        }
    }
}
