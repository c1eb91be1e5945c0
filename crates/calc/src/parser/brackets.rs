//! Brackets, statements, and the slashes of games.

use std::sync::Arc;

use super::super::failure::Problem;
use super::super::functions::Function;
use super::super::lexer::{Bracket, Located, Token};
use super::super::syntax::Operation;
use super::comprehension::Comprehension;
use super::{Parser, Result, State};

pub(super) enum FrameKind {
    /// A whole statement; its name, if it is an assignment.
    Statement(Option<(Arc<str>, usize)>),
    Paren,
    /// `+-(a,b)`: the papers' way to write a switch with several options.
    Options,
    List,
    Brace {
        explicit: bool,
    },
    /// Between `'` and `'`.
    Quote,
    Call {
        function: &'static Function,
        /// 1 when the receiver of a method is already on the stack.
        receiver: usize,
    },
    /// A position of a game.
    Position {
        game: Arc<str>,
        /// The arguments that have names, by their place.
        names: Vec<(usize, Arc<str>)>,
    },
    /// A position of the game on the stack.
    Apply,
    Index,
    /// What a function `x -> …` gives.
    Lambda {
        parameters: Vec<Arc<str>>,
    },
}

/// What encloses the expression being read.
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) at: usize,
    /// Operators of the frame lie above this mark.
    pub(super) pending_base: usize,
    /// Where the steps of the frame begin.
    pub(super) first_step: usize,
    /// Expressions since the last slash.
    pub(super) items: usize,
    /// Slashes still waiting for their right side: their number and the left options before.
    pub(super) slashes: Vec<(usize, usize)>,
    pub(super) has_slash: bool,
    pub(super) comprehension: Option<Comprehension>,
    /// The name of a game in braces among its own options.
    pub(super) name: Option<Arc<str>>,
}

impl Parser<'_> {
    pub(super) fn separator(&mut self) -> Result<State> {
        self.reduce(0)?;
        let Located { token, at, .. } = self.advance()?;
        let frame = self.frame()?;
        if frame.comprehension.is_some() {
            return Err((at, Problem::syntax("expected the end of the comprehension")));
        }
        match token {
            Token::Comma => match frame.kind {
                // In a statement: a game whose outer braces were left out.
                FrameKind::List
                | FrameKind::Paren
                | FrameKind::Brace { .. }
                | FrameKind::Options
                | FrameKind::Call { .. }
                | FrameKind::Position { .. }
                | FrameKind::Apply
                | FrameKind::Statement(_) => {
                    frame.items += 1;
                    Ok(State::Operand)
                }
                _ => Err((
                    at,
                    Problem::syntax(
                        "a comma separates items of a list [a,b], a set {a,b} or a call f(a,b)",
                    ),
                )),
            },
            Token::Slashes(count) => {
                frame.items += 1;
                self.slashes(count, at)
            }
            _ => Err((at, Problem::syntax("expected a separator"))),
        }
    }

    /// More slashes bind looser; equal ones side by side say nothing.
    pub(super) fn slashes(&mut self, count: usize, at: usize) -> Result<State> {
        if !matches!(
            self.frame()?.kind,
            FrameKind::Brace { .. } | FrameKind::Statement(_)
        ) {
            return Err((at, Problem::syntax("a slash | belongs in a game {a|b}")));
        }
        self.close_slashes(count)?;
        let frame = self.frame()?;
        if frame.slashes.last().is_some_and(|(open, _)| *open == count) {
            let message = format!(
                "a second {0} in one game; write {{a{0}b}} with more or fewer slashes around it",
                "|".repeat(count.min(8))
            );
            return Err((at, Problem::syntax(message)));
        }
        let left = std::mem::take(&mut frame.items);
        frame.slashes.push((count, left));
        frame.has_slash = true;
        Ok(State::Start)
    }

    /// Makes games of the sides that fewer than `count` slashes separate.
    pub(super) fn close_slashes(&mut self, count: usize) -> Result<()> {
        loop {
            let frame = self.frame()?;
            let at = frame.at;
            let explicit = matches!(frame.kind, FrameKind::Brace { explicit: true });
            let Some(&(open, left)) = frame.slashes.last() else {
                return Ok(());
            };
            if open >= count {
                return Ok(());
            }
            frame.slashes.pop();
            let right = std::mem::replace(&mut frame.items, 1);
            let operation = if explicit {
                Operation::Form { left, right }
            } else {
                Operation::Game { left, right }
            };
            self.emit(at, operation);
        }
    }

    /// In place of an operand: the end of an empty bracket, or an empty side of a game.
    pub(super) fn empty(&mut self) -> Result<Option<State>> {
        let Some(frame) = self.frames.last() else {
            return Ok(None);
        };
        let sided = !frame.slashes.is_empty();
        let closes = match frame.kind {
            FrameKind::List => self.next.token == Token::Close(Bracket::Square),
            FrameKind::Call { .. } | FrameKind::Position { .. } | FrameKind::Apply => {
                self.next.token == Token::Close(Bracket::Round)
            }
            FrameKind::Brace { .. } => self.next.token == Token::Close(Bracket::Curly),
            FrameKind::Statement(_) => {
                sided && matches!(self.next.token, Token::End | Token::Semicolon)
            }
            _ => false,
        };
        if closes {
            return self.close(false).map(Some);
        }
        if let Token::Slashes(count) = self.next.token {
            let at = self.advance()?.at;
            return self.slashes(count, at).map(Some);
        }
        Ok(None)
    }

    /// The end of the innermost bracket or statement, `with_item` or empty.
    pub(super) fn close(&mut self, with_item: bool) -> Result<State> {
        self.reduce(0)?;
        let frame = self.frame()?;
        frame.items += usize::from(with_item);
        let expected = match frame.kind {
            FrameKind::Statement(_) | FrameKind::Lambda { .. } => None,
            FrameKind::Paren
            | FrameKind::Options
            | FrameKind::Call { .. }
            | FrameKind::Position { .. }
            | FrameKind::Apply => Some(Bracket::Round),
            FrameKind::List | FrameKind::Index => Some(Bracket::Square),
            FrameKind::Brace { .. } | FrameKind::Quote => Some(Bracket::Curly),
        };
        match (&self.next.token, expected) {
            (Token::Close(found), Some(expected)) if *found == expected => {}
            (Token::End | Token::Semicolon, None) => {}
            (_, Some(expected)) => {
                let found = self.found();
                return self.fail(format!("expected `{}`, found {found}", expected.closing()));
            }
            (_, None) => return self.fail(format!("{} closes nothing", self.found())),
        }
        self.close_slashes(usize::MAX)?;
        let Some(frame) = self.frames.pop() else {
            return self.fail("nothing is open here");
        };
        match frame.kind {
            FrameKind::Statement(_) => return self.end_statement(frame),
            // It ends before what closes the bracket around it.
            FrameKind::Lambda { .. } => return self.fail("nothing is open here"),
            FrameKind::Call { function, receiver } => {
                let arguments = frame.items + receiver;
                self.emit(
                    frame.at,
                    Operation::Call {
                        function,
                        arguments,
                    },
                );
            }
            FrameKind::Position { game, names } => {
                let operation = Operation::Position {
                    game,
                    arguments: frame.items,
                    names: names.into(),
                };
                self.emit(frame.at, operation);
            }
            FrameKind::Apply => self.emit(frame.at, Operation::Apply(frame.items)),
            FrameKind::Index => self.emit(frame.at, Operation::Index),
            FrameKind::Options if frame.items > 1 => {
                self.emit(frame.at, Operation::List(frame.items));
            }
            FrameKind::Paren if frame.items > 1 => {
                self.emit(frame.at, Operation::Coordinates(frame.items));
            }
            FrameKind::Options | FrameKind::Paren | FrameKind::Quote => {}
            FrameKind::List => match frame.comprehension {
                Some(comprehension) => {
                    self.end_comprehension(frame.first_step, false, comprehension)?;
                }
                None => self.emit(frame.at, Operation::List(frame.items)),
            },
            FrameKind::Brace { .. } if frame.name.is_some() => {
                if !frame.has_slash || frame.comprehension.is_some() {
                    return self.fail("expected `|`: a game with a loop is written a{0|a}");
                }
                self.emit(frame.at, Operation::CloseLoop);
            }
            FrameKind::Brace { explicit } => match frame.comprehension {
                Some(comprehension) => {
                    self.end_comprehension(frame.first_step, true, comprehension)?;
                }
                None if frame.has_slash => {}
                None if explicit => return self.fail("expected `|`: a form has two sides"),
                None => self.emit(frame.at, Operation::Set(frame.items)),
            },
        }
        self.advance()?;
        if matches!(self.frames.last(), Some(frame) if matches!(frame.kind, FrameKind::Quote)) {
            if self.next.token != Token::Quote {
                return self.fail("expected ' after the form");
            }
            self.advance()?;
            self.frames.pop();
        }
        self.primary_done()
    }
}
