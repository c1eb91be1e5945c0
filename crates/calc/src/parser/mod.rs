//! From tokens to steps, by operator precedence with a stack of its own.
//!
//! The precedences are CGSuite's, from loose to tight: `or`, `and`, `not`,
//! comparisons, infix names, `+ - +-`, `:`, `* / %`, `^`, methods, and the
//! symbols `^n*m` themselves.

mod brackets;
mod comprehension;
mod juxtaposition;
mod lambda;
mod operands;
mod operators;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::failure::Problem;
use super::functions;
use super::lexer::{Lexer, Located, Token};
use super::loops::NAMES;
use super::syntax::{Operation, Step};
use brackets::{Frame, FrameKind};
use juxtaposition::Literal;

/// Words that can name nothing else.
pub const KEYWORDS: [&str; 22] = [
    "and", "by", "def", "do", "else", "elseif", "end", "false", "for", "from", "help", "if", "in",
    "not", "or", "pass", "then", "to", "true", "var", "where", "while",
];

type Result<T> = std::result::Result<T, (usize, Problem)>;

/// What a text means.
#[derive(Debug)]
pub struct Parsed {
    pub steps: Vec<Step>,
    /// That a part of the text has another meaning as the text of a value.
    pub note: Option<String>,
}

/// The steps of the statements in `source`; an error comes with its byte.
#[cfg(test)]
pub fn parse(source: &str) -> Result<Parsed> {
    parse_part(source, 0, &Scope::default())
}

/// The names that a text may use.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Functions that were defined: they go before everything else.
    pub functions: Vec<Arc<str>>,
    /// Other variables: each may be a game, which takes a position.
    pub variables: Vec<Arc<str>>,
}

/// The steps of the statements from a byte of `source` on.
pub fn parse_part(source: &str, start: usize, scope: &Scope) -> Result<Parsed> {
    let mut lexer = Lexer::new(source);
    lexer.skip_to(start);
    let next = lexer.next()?;
    let mut parser = Parser {
        source,
        lexer,
        next,
        steps: Vec::new(),
        pending: Vec::new(),
        frames: Vec::new(),
        loops: 0,
        literal: None,
        numerator: None,
        note: None,
        scope,
        parameters: Vec::new(),
    };
    parser.statements()?;
    let Parser { steps, note, .. } = parser;
    Ok(Parsed { steps, note })
}

/// Whether a name may stand for a variable or a function.
pub fn check_name(name: &str) -> std::result::Result<(), Problem> {
    let refuse = |reason: String| Err(Problem::syntax(reason));
    if KEYWORDS.contains(&name) {
        return refuse(format!(
            "`{name}` is a word of the language; choose another name"
        ));
    }
    if functions::constant(name).is_some() || NAMES.contains(&name) {
        return refuse(format!("`{name}` is a constant; choose another name"));
    }
    match functions::find(name) {
        Some(function) => refuse(format!(
            "`{name}` is a function ({}); choose another name",
            function.signature()
        )),
        None => Ok(()),
    }
}

mod strength {
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const NOT: u8 = 3;
    pub const COMPARE: u8 = 4;
    pub const NAME: u8 = 5;
    pub const ADD: u8 = 6;
    pub const ORDINAL: u8 = 7;
    pub const MULTIPLY: u8 = 8;
    pub const POWER: u8 = 9;
    /// The symbols: `^n` and `*n` take the next operand, whatever follows it.
    pub const SYMBOL: u8 = 10;
}

/// An operator whose right operand is being read.
struct Pending {
    operation: Operation,
    strength: u8,
    at: usize,
}

/// What the parser may meet next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// An operand, or the end of an empty bracket or side.
    Start,
    /// An operand.
    Operand,
    /// An operator, a separator or a closing bracket.
    Operator,
    /// Nothing more.
    Done,
}

struct Parser<'a> {
    source: &'a str,
    lexer: Lexer<'a>,
    next: Located,
    steps: Vec<Step>,
    pending: Vec<Pending>,
    frames: Vec<Frame>,
    loops: usize,
    /// The number that was just read, if ups or a star may be added to it.
    literal: Option<Literal>,
    /// The number that is being divided by another, and the place of the `/`.
    numerator: Option<(Literal, usize)>,
    note: Option<String>,
    scope: &'a Scope,
    /// Those of the functions `x -> …` that are being read.
    parameters: Vec<Arc<str>>,
}

impl Parser<'_> {
    fn statements(&mut self) -> Result<()> {
        self.begin_statement()?;
        let mut state = State::Start;
        while state != State::Done {
            state = match state {
                State::Start => self.operand(true)?,
                State::Operand => self.operand(false)?,
                State::Operator => self.operator()?,
                State::Done => State::Done,
            };
        }
        Ok(())
    }

    fn advance(&mut self) -> Result<Located> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    fn emit(&mut self, at: usize, operation: Operation) {
        self.steps.push(Step { operation, at });
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err((self.next.at, Problem::syntax(message)))
    }

    fn open(&mut self, kind: FrameKind, at: usize) {
        self.frames.push(Frame {
            kind,
            at,
            pending_base: self.pending.len(),
            first_step: self.steps.len(),
            items: 0,
            slashes: Vec::new(),
            has_slash: false,
            comprehension: None,
            name: None,
        });
    }

    fn frame(&mut self) -> Result<&mut Frame> {
        let at = self.next.at;
        self.frames
            .last_mut()
            .ok_or_else(|| (at, Problem::syntax("nothing is open here")))
    }

    fn begin_statement(&mut self) -> Result<()> {
        let at = self.next.at;
        let mut name = None;
        if matches!(self.next.token, Token::Name(_) | Token::Ups(_)) {
            let assigned = matches!(self.lexer.clone().next(), Ok(l) if l.token == Token::Assign);
            if assigned {
                name = Some((self.assignable()?, at));
                self.advance()?;
            }
        }
        self.open(FrameKind::Statement(name), at);
        Ok(())
    }

    /// A name that may stand for a variable.
    fn assignable(&mut self) -> Result<Arc<str>> {
        let Located { token, at, .. } = self.advance()?;
        let refuse = |reason: &str| Err((at, Problem::syntax(reason)));
        match token {
            Token::Name(name) => match check_name(&name) {
                Ok(()) => Ok(name.into()),
                Err(problem) => Err((at, problem)),
            },
            Token::Ups(count) if count < 0 => refuse("`v` means down; choose another name"),
            _ => refuse("expected the name of a variable"),
        }
    }

    fn end_statement(&mut self, frame: Frame) -> Result<State> {
        if frame.items > 1 {
            return self.fail("several values; a list is written [a,b]");
        }
        if let FrameKind::Statement(Some((name, at))) = frame.kind {
            self.emit(at, Operation::Store(name));
        }
        if self.next.token == Token::End {
            return Ok(State::Done);
        }
        let at = self.advance()?.at;
        if self.next.token == Token::End {
            return Ok(State::Done);
        }
        self.emit(at, Operation::Discard);
        self.begin_statement()?;
        Ok(State::Start)
    }
}
