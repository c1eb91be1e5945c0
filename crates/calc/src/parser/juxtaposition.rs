//! A number with ups, a star or a tiny behind it, as values are printed.
//!
//! CGSuite prints 3 + ↑ + ∗ as `3^*` and reads `3^4` as a power. Here `*` and
//! `^` behind a number are a product and a power where they can be, and a sum
//! where nothing else makes sense: `3^*`, `1/2*`, `{5*|3}`, `2Tiny(1)`. The
//! symbols ∗ ↑ ↓ are always values. Where both readings make sense, as in
//! `5*2`, a note says so.

use super::super::lexer::{Bracket, Lexer, Located, Token};
use super::super::syntax::{Binary, Operation, Prefix};
use super::brackets::FrameKind;
use super::operands::names_a_value;
use super::{Parser, Pending, Result, State, strength};
use values::Arena;

/// A number as it stands in the text, a term of its own: `5`, `3/4`.
#[derive(Clone, Copy)]
pub(super) struct Literal {
    /// The first byte, and the byte behind the last.
    start: usize,
    end: usize,
    fraction: bool,
}

/// How a symbol behind a number is read.
enum Reading {
    Arithmetic,
    Sum,
}

impl Parser<'_> {
    /// The number from `at` to `end`, with its numerator if it is the
    /// denominator of a fraction; none if a factor or an exponent.
    pub(super) fn literal_number(&mut self, at: usize, end: usize) -> Result<Option<Literal>> {
        let numerator = self.numerator.take();
        let base = self.frame()?.pending_base;
        let Some(top) = self.pending.get(base..).and_then(|own| own.last()) else {
            return Ok(Some(Literal::integer(at, end)));
        };
        if top.strength <= strength::ADD {
            return Ok(Some(Literal::integer(at, end)));
        }
        Ok(match numerator {
            Some((numerator, slash))
                if top.at == slash && numerator.end == slash && at == slash + 1 =>
            {
                let start = numerator.start;
                let fraction = true;
                (!numerator.fraction).then_some(Literal {
                    start,
                    end,
                    fraction,
                })
            }
            _ => None,
        })
    }

    /// Reads what stands directly behind the number as a term of a sum, if
    /// that is how it is to be read.
    pub(super) fn juxtaposed(&mut self, literal: Option<Literal>) -> Result<Option<State>> {
        let Some(literal) = literal.filter(|literal| literal.end == self.next.at) else {
            return Ok(None);
        };
        match self.reading() {
            None => return Ok(None),
            Some(Reading::Arithmetic) => {
                self.note(literal)?;
                return Ok(None);
            }
            Some(Reading::Sum) => {}
        }
        if literal.fraction {
            self.emit_top();
        }
        // −1∗ is −1 + ∗: a minus directly before a number belongs to it.
        if self.minus_before(literal)?.is_some() {
            self.emit_top();
        }
        self.pending.push(Pending {
            operation: Operation::Binary(Binary::Add),
            strength: strength::SYMBOL,
            at: self.next.at,
        });
        self.operand(false).map(Some)
    }

    fn emit_top(&mut self) {
        if let Some(top) = self.pending.pop() {
            self.emit(top.at, top.operation);
        }
    }

    /// Where the sign begins that stands directly before the number.
    fn minus_before(&mut self, literal: Literal) -> Result<Option<usize>> {
        let base = self.frame()?.pending_base;
        let own = self.pending.get(base..).unwrap_or_default();
        // The slash of a fraction that is still waiting lies above the sign.
        let above = usize::from(matches!(
            own.last().map(|top| &top.operation),
            Some(Operation::Binary(Binary::Divide))
        ));
        let sign = own.len().checked_sub(1 + above).map(|place| &own[place]);
        Ok(sign
            .filter(|sign| matches!(sign.operation, Operation::Prefix(Prefix::Negate)))
            .map(|sign| sign.at)
            .filter(|&at| matches!(&self.source[at..literal.start], "-" | "−")))
    }

    /// How the symbol behind a number is read; none if it is no such symbol.
    fn reading(&self) -> Option<Reading> {
        let mut ahead = self.lexer.clone();
        let symbol = &self.source[self.next.at..];
        match &self.next.token {
            Token::Star if symbol.starts_with('*') => {
                Some(match begins_a_value(&next(&mut ahead)) {
                    true => Reading::Arithmetic,
                    false => Reading::Sum,
                })
            }
            Token::Ups(1) if symbol.starts_with('^') => Some(power_or_ups(&mut ahead)),
            Token::Star | Token::Ups(_) | Token::HigherUp(_) => Some(Reading::Sum),
            Token::Name(name) if matches!(name.as_str(), "over" | "under") => Some(Reading::Sum),
            Token::Name(name) if matches!(name.as_str(), "Tiny" | "tiny" | "Miny" | "miny") => {
                (next(&mut ahead) == Token::Open(Bracket::Round)).then_some(Reading::Sum)
            }
            _ => None,
        }
    }

    /// Notes that a product or a power is also the text of a value, if it is
    /// written as one, without blanks, and is a whole term.
    fn note(&mut self, literal: Literal) -> Result<()> {
        if self.note.is_some() || !self.takes_values()? {
            return Ok(());
        }
        let mut ahead = Lexer::new(self.source);
        ahead.skip_to(self.next.at);
        let mut end = self.next.at;
        let mut following = located(&mut ahead);
        let mut parts = vec![self.source[literal.start..end].to_owned()];
        for symbol in ['^', '*'] {
            let Some(found) = &following else {
                return Ok(());
            };
            if found.at != end || !self.source[end..].starts_with(symbol) {
                continue;
            }
            let digits = located(&mut ahead)
                .filter(|digits| matches!(digits.token, Token::Number(_)) && digits.at == end + 1);
            let Some(digits) = digits else { return Ok(()) };
            parts.push(self.source[end..digits.end].to_owned());
            end = digits.end;
            following = located(&mut ahead);
        }
        if !following.is_some_and(|following| ends_a_term(&following.token)) {
            return Ok(());
        }
        let start = self.minus_before(literal)?.unwrap_or(literal.start);
        let text = &self.source[start..end];
        parts[0].insert_str(0, &self.source[start..literal.start]);
        // Not all that looks like a value is one: 1/3*2, 5*(2^64).
        if Arena::new().read(text).is_ok() {
            self.note = Some(format!(
                "{text} is read as arithmetic; the value {} is written value(\"{text}\")",
                parts.join(" + ")
            ));
        }
        Ok(())
    }

    /// Whether the expression that is being read may be any value, not only
    /// a number such as the size of a nimber or a place in a list.
    fn takes_values(&mut self) -> Result<bool> {
        let frame = self.frame()?;
        let base = frame.pending_base;
        let in_brackets = matches!(frame.kind, FrameKind::Paren);
        let takes_numbers = frame.comprehension.is_some()
            || matches!(
                frame.kind,
                FrameKind::Index | FrameKind::Position { .. } | FrameKind::Apply
            );
        let before = base.checked_sub(1).and_then(|i| self.pending.get(i));
        let of_a_symbol = before.is_some_and(|pending| pending.strength == strength::SYMBOL);
        Ok(!(takes_numbers || in_brackets && of_a_symbol))
    }
}

impl Literal {
    fn integer(start: usize, end: usize) -> Self {
        let fraction = false;
        Literal {
            start,
            end,
            fraction,
        }
    }
}

fn located(lexer: &mut Lexer<'_>) -> Option<Located> {
    lexer.next().ok()
}

/// The next token; the end where there is none, which is told later.
fn next(lexer: &mut Lexer<'_>) -> Token {
    located(lexer).map_or(Token::End, |located| located.token)
}

/// Behind a number and `^`: `5^3` is a power; in `5^`, `5^*2` and `5^3*` there
/// is nothing that could be the exponent or the second factor.
fn power_or_ups(ahead: &mut Lexer<'_>) -> Reading {
    let Some(first) = located(ahead) else {
        return Reading::Arithmetic;
    };
    let value = match first.token {
        Token::Star => true,
        Token::Number(_) => {
            let star =
                located(ahead).filter(|star| star.token == Token::Star && star.at == first.end);
            star.is_some_and(|star| star.end - star.at > 1 || !begins_a_value(&next(ahead)))
        }
        other => !begins_a_value(&other),
    };
    match value {
        true => Reading::Sum,
        false => Reading::Arithmetic,
    }
}

/// Whether a token can be the first of an operand.
fn begins_a_value(token: &Token) -> bool {
    match token {
        Token::Name(name) => names_a_value(name) || matches!(name.as_str(), "true" | "false"),
        Token::Number(_)
        | Token::Text(_)
        | Token::Ups(_)
        | Token::Plus
        | Token::Minus
        | Token::PlusMinus
        | Token::Star
        | Token::HigherUp(_)
        | Token::Quote
        | Token::Open(_) => true,
        _ => false,
    }
}

/// Whether a term of a sum ends before this token.
fn ends_a_term(token: &Token) -> bool {
    matches!(
        token,
        Token::End
            | Token::Semicolon
            | Token::Comma
            | Token::Slashes(_)
            | Token::Close(_)
            | Token::Comparison(_)
            | Token::Plus
            | Token::Minus
            | Token::PlusMinus
    )
}
