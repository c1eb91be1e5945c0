//! What can stand where a value is expected.

use super::super::failure::Problem;
use super::super::functions::{self, Function};
use super::super::lexer::{Bracket, Located, Token};
use super::super::loops::NAMES;
use super::super::syntax::{Binary, Operation, Prefix, Step};
use super::brackets::{Frame, FrameKind};
use std::sync::Arc;

use super::{KEYWORDS, Parser, Pending, Result, State, strength};

/// Whether a name stands for a value, a function or a game, and not between
/// two of them.
pub(super) fn names_a_value(name: &str) -> bool {
    !KEYWORDS.contains(&name) && !functions::find(name).is_some_and(|function| function.infix)
}

impl Parser<'_> {
    pub(super) fn operand(&mut self, may_be_empty: bool) -> Result<State> {
        if may_be_empty && let Some(state) = self.empty()? {
            return Ok(state);
        }
        let at = self.next.at;
        match &self.next.token {
            Token::Plus => self.prefix(Prefix::Plus, strength::ADD),
            Token::Minus => self.prefix(Prefix::Negate, strength::ADD),
            Token::PlusMinus => {
                self.prefix(Prefix::PlusMinus, strength::ADD)?;
                if self.next.token == Token::Open(Bracket::Round) {
                    let at = self.advance()?.at;
                    self.open(FrameKind::Options, at);
                }
                Ok(State::Operand)
            }
            Token::Name(name) if name == "not" => self.prefix(Prefix::Not, strength::NOT),
            Token::Ups(_) => self.ups(),
            &Token::HigherUp(up) => {
                self.advance()?;
                self.emit(at, Operation::HigherUp(up));
                self.star_after_ups(at)
            }
            Token::Star => self.star(),
            _ => self.primary(),
        }
    }

    pub(super) fn prefix(&mut self, prefix: Prefix, strength: u8) -> Result<State> {
        let at = self.advance()?.at;
        let base = self.frame()?.pending_base;
        // In `2^-1*4` the sign belongs to the exponent alone.
        let outer = match self.pending.get(base..).and_then(|own| own.last()) {
            Some(operator) => operator.strength,
            None => 0,
        };
        self.pending.push(Pending {
            operation: Operation::Prefix(prefix),
            strength: strength.max(outer),
            at,
        });
        Ok(State::Operand)
    }

    /// `^`, `^^`, `^n`, each perhaps with a star.
    pub(super) fn ups(&mut self) -> Result<State> {
        let Located { token, at, .. } = self.advance()?;
        let Token::Ups(count) = token else {
            return self.fail("expected ups");
        };
        if count.abs() == 1 && self.primary_follows() {
            self.pending.push(Pending {
                operation: Operation::UpsOf {
                    negative: count < 0,
                },
                strength: strength::SYMBOL,
                at,
            });
            return self.primary();
        }
        // As in CGSuite, a word behind one arrow is what it is multiplied by.
        if let Token::Name(name) = &self.next.token
            && count.abs() == 1
            && functions::find(name).is_some_and(|function| function.infix)
        {
            let arrow = if count < 0 { 'v' } else { '^' };
            let reason = format!("`{arrow} {name}` has no meaning; write ({arrow}) {name} …");
            return self.fail(reason);
        }
        self.emit(at, Operation::Ups(count));
        self.star_after_ups(at)
    }

    /// After ups a star belongs to them: `^*2` is ↑ + *2.
    pub(super) fn star_after_ups(&mut self, at: usize) -> Result<State> {
        if self.next.token != Token::Star {
            return self.primary_done();
        }
        self.pending.push(Pending {
            operation: Operation::Binary(Binary::Add),
            strength: strength::SYMBOL,
            at,
        });
        self.star()
    }

    pub(super) fn star(&mut self) -> Result<State> {
        let at = self.advance()?.at;
        if let Some(end) = self.printed_form() {
            let form = format!("*{}", &self.source[self.next.at..end]);
            self.emit(at, Operation::Text(form.into()));
            let function = self.function("misere_canonical_form", at)?;
            let arguments = 1;
            self.emit(
                at,
                Operation::Call {
                    function,
                    arguments,
                },
            );
            self.lexer.skip_to(end);
            self.next = self.lexer.next()?;
            return self.primary_done();
        }
        if self.primary_follows() {
            self.pending.push(Pending {
                operation: Operation::StarOf,
                strength: strength::SYMBOL,
                at,
            });
            return self.primary();
        }
        self.emit(at, Operation::Star);
        self.primary_done()
    }

    /// The end of a misère form as it is printed, such as `*[2[2]321]`, after
    /// the star: where no list can be meant, for it has subscripts or games in
    /// brackets side by side.
    fn printed_form(&self) -> Option<usize> {
        if self.next.token != Token::Open(Bracket::Square) {
            return None;
        }
        let from = self.next.at;
        let mut depth = 0usize;
        let end = self.source[from..].bytes().position(|c| {
            match c {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        let inside = &self.source[from + 1..from + end];
        let pairs = inside.as_bytes().windows(2);
        let side_by_side = |pair: &[u8]| {
            let [a, b] = [pair[0], pair[1]];
            (a.is_ascii_digit() && matches!(b, b'[' | b'('))
                || (a == b')' && (b.is_ascii_digit() || matches!(b, b'[' | b'(')))
                || (a == b']' && (b.is_ascii_digit() || b == b'('))
        };
        let allowed = |c: u8| c.is_ascii_digit() || b"#&;[]()-".contains(&c);
        let printed = inside.contains(['#', '&']) || pairs.into_iter().any(side_by_side);
        (printed && inside.bytes().all(allowed)).then_some(from + end + 1)
    }

    /// Whether the next token can be the number after `^` or `*`.
    pub(super) fn primary_follows(&self) -> bool {
        match &self.next.token {
            Token::Number(_) | Token::Open(Bracket::Round | Bracket::Square) => true,
            Token::Name(name) => names_a_value(name),
            _ => false,
        }
    }

    pub(super) fn primary(&mut self) -> Result<State> {
        let at = self.next.at;
        if self.next.token == Token::Open(Bracket::Round)
            && let Some(parameters) = self.parameter_list()
        {
            self.skip_parameters()?;
            return self.begin_lambda(parameters, at);
        }
        match &self.next.token {
            Token::Number(_) | Token::Text(_) => {
                let Located { token, end, .. } = self.advance()?;
                let operation = match token {
                    Token::Number(number) => {
                        self.literal = self.literal_number(at, end)?;
                        Operation::Number(Box::new(number))
                    }
                    Token::Text(text) => Operation::Text(text.into()),
                    _ => return self.fail("expected a value"),
                };
                self.emit(at, operation);
                self.primary_done()
            }
            Token::Name(_) => self.name(),
            Token::Open(bracket) => {
                let kind = match bracket {
                    Bracket::Round => FrameKind::Paren,
                    Bracket::Square => FrameKind::List,
                    Bracket::Curly => FrameKind::Brace {
                        explicit: self.is_explicit(),
                    },
                };
                let state = match bracket {
                    Bracket::Round => State::Operand,
                    Bracket::Square | Bracket::Curly => State::Start,
                };
                self.advance()?;
                self.open(kind, at);
                Ok(state)
            }
            Token::Quote => {
                self.advance()?;
                self.open(FrameKind::Quote, at);
                if self.next.token != Token::Open(Bracket::Curly) {
                    return self.fail("expected {: a form is written '{a,b|c}'");
                }
                self.primary()
            }
            _ => self.fail(self.expected_operand()),
        }
    }

    /// Whether a brace opened here is part of a quoted form.
    pub(super) fn is_explicit(&self) -> bool {
        let in_form = |frame: &Frame| {
            matches!(
                frame.kind,
                FrameKind::Quote | FrameKind::Brace { explicit: true }
            )
        };
        self.frames.last().is_some_and(in_form)
    }

    pub(super) fn expected_operand(&self) -> String {
        let after_star = self.pending.last().is_some_and(|pending| {
            matches!(pending.operation, Operation::Binary(Binary::Multiply))
        });
        if after_star {
            return "expected a value after `*`; 1 plus star is written 1+*".to_owned();
        }
        match &self.next.token {
            Token::End => "expected a value, found the end".to_owned(),
            _ => format!("expected a value, found {}", self.found()),
        }
    }

    /// The next token as it is written.
    pub(super) fn found(&self) -> String {
        let from = self.next.at;
        let mut end = self.lexer.clone();
        let to = match &self.next.token {
            Token::End => return "the end".to_owned(),
            Token::Text(_) => return "a text".to_owned(),
            _ => end.next().map_or(self.source.len(), |located| located.at),
        };
        let text = self.source.get(from..to).unwrap_or_default().trim();
        format!("`{}`", text.chars().take(20).collect::<String>())
    }

    pub(super) fn name(&mut self) -> Result<State> {
        let Located { token, at, end } = self.advance()?;
        let Token::Name(name) = token else {
            return self.fail("expected a name");
        };
        if name == "pass" {
            return self.pass(at);
        }
        if KEYWORDS.contains(&name.as_str()) && !matches!(name.as_str(), "true" | "false") {
            let message = format!("expected a value, found `{name}`");
            return Err((at, Problem::syntax(message)));
        }
        if self.next.token == Token::Arrow {
            return self.argument(name, at);
        }
        if self.next.token == Token::Maps {
            return self.begin_lambda(vec![name.into()], at);
        }
        if self.next.token == Token::Dot && matches!(name.as_str(), "game" | "Grid" | "Coordinates")
        {
            return self.qualified(name, at);
        }
        if self.next.token == Token::Open(Bracket::Curly) && self.next.at == end {
            return self.loop_begins(name, at);
        }
        let open = self
            .frames
            .iter()
            .any(|frame| frame.name.as_deref() == Some(&*name));
        if open {
            self.emit(at, Operation::InLoop(name.into()));
            return self.primary_done();
        }
        if self.next.token == Token::Open(Bracket::Round) {
            let mut known = self.parameters.iter().chain(&self.scope.functions);
            if known.any(|known| **known == *name) {
                return self.apply(name, at);
            }
            if functions::find(&name).is_none() {
                match rules::find(&name) {
                    Ok(game) => return self.position(game.name, at),
                    Err(_) if self.is_variable(&name) => return self.apply(name, at),
                    // It may be in the file that is read by then.
                    Err(_) if self.reads_game() => return self.position(&name, at),
                    Err(_) => {}
                }
            }
            let function = self.function(&name, at)?;
            self.advance()?;
            self.open(
                FrameKind::Call {
                    function,
                    receiver: 0,
                },
                at,
            );
            return Ok(State::Start);
        }
        self.emit(at, Operation::Load(name.into()));
        self.primary_done()
    }

    /// A call of what a variable stands for.
    fn apply(&mut self, name: String, at: usize) -> Result<State> {
        self.emit(at, Operation::Load(name.into()));
        self.advance()?;
        self.open(FrameKind::Apply, at);
        Ok(State::Start)
    }

    /// Whether a name was given to something, before or in this text.
    fn is_variable(&self, name: &str) -> bool {
        let stored = |step: &Step| matches!(&step.operation, Operation::Store(s) if **s == *name);
        self.scope.variables.iter().any(|known| **known == *name) || self.steps.iter().any(stored)
    }

    /// `pass`, which stands alone among the options of a game.
    fn pass(&mut self, at: usize) -> Result<State> {
        let waiting = self.pending.len();
        let frame = self.frame()?;
        let among_options = match frame.kind {
            FrameKind::Brace { explicit } => !explicit,
            FrameKind::Statement(_) => frame.has_slash,
            _ => false,
        };
        if !among_options || frame.pending_base != waiting {
            let message = "unexpected `pass`: it is an option of a game, as in {0|pass}";
            return Err((at, Problem::syntax(message)));
        }
        self.emit(at, Operation::Pass);
        Ok(State::Operator)
    }

    /// `a{0|a}`: a game that is called `a` among its own options.
    fn loop_begins(&mut self, name: String, at: usize) -> Result<State> {
        let taken = functions::find(&name).is_some()
            || functions::constant(&name).is_some()
            || NAMES.contains(&name.as_str());
        if taken || self.is_explicit() {
            let message = match taken {
                true => format!("`{name}` has a meaning already; choose another name for the loop"),
                false => "a form in quotes has no loops".to_owned(),
            };
            return Err((at, Problem::syntax(message)));
        }
        let name: Arc<str> = name.into();
        self.emit(at, Operation::OpenLoop(Arc::clone(&name)));
        self.advance()?;
        self.open(FrameKind::Brace { explicit: false }, at);
        self.frame()?.name = Some(name);
        Ok(State::Start)
    }

    /// CGSuite's `game.grid.Clobber` and `Grid.Empty`.
    fn qualified(&mut self, mut name: String, at: usize) -> Result<State> {
        while self.next.token == Token::Dot {
            self.advance()?;
            let Token::Name(part) = self.advance()?.token else {
                return self.fail("expected the rest of a name");
            };
            name.push('.');
            name.push_str(&part);
            let function = functions::find(&name);
            if let (Some(function), Token::Open(Bracket::Round)) = (function, &self.next.token) {
                self.advance()?;
                let receiver = 0;
                self.open(FrameKind::Call { function, receiver }, at);
                return Ok(State::Start);
            }
            if functions::constant(&name).is_some() {
                self.emit(at, Operation::Load(name.into()));
                return self.primary_done();
            }
            if let Ok(game) = rules::find(&name) {
                if self.next.token == Token::Open(Bracket::Round) {
                    return self.position(game.name, at);
                }
                self.emit(at, Operation::Ruleset(game.name.into()));
                return self.primary_done();
            }
        }
        let message = match rules::find(&name) {
            Err(bad) => bad.to_string(),
            Ok(_) => format!("there is no `{name}`"),
        };
        Err((at, Problem::missing(message)))
    }

    /// The arguments of a game: a position, or its variant and a position.
    fn position(&mut self, game: &str, at: usize) -> Result<State> {
        self.advance()?;
        let kind = FrameKind::Position {
            game: game.into(),
            names: Vec::new(),
        };
        self.open(kind, at);
        Ok(State::Start)
    }

    /// `name => value` among the arguments of a game or of a function.
    fn argument(&mut self, name: String, at: usize) -> Result<State> {
        let waiting = self.pending.len();
        let frame = self.frame()?;
        let first = frame.pending_base == waiting;
        let place = frame.items;
        match &mut frame.kind {
            FrameKind::Position { names, .. } if first => names.push((place, name.into())),
            FrameKind::Call { function, receiver } if first => {
                let (function, place) = (*function, place + *receiver);
                if function.parameters.get(place) != Some(&name.as_str()) {
                    let message =
                        format!("`{name} =>` is out of place in {}", function.signature());
                    return Err((at, Problem::syntax(message)));
                }
            }
            _ => {
                let message = "`name => value` belongs among the arguments of a call";
                return Err((at, Problem::syntax(message)));
            }
        }
        self.advance()?;
        Ok(State::Operand)
    }

    pub(super) fn function(&self, name: &str, at: usize) -> Result<&'static Function> {
        functions::find(name).ok_or_else(|| (at, functions::unknown(name, "function", Vec::new())))
    }

    /// A primary is complete: the symbols `^n` and `*n` that waited for it are too.
    pub(super) fn primary_done(&mut self) -> Result<State> {
        let base = self.frame()?.pending_base;
        while self.pending.len() > base {
            match self.pending.last() {
                Some(top) if top.strength == strength::SYMBOL => {}
                _ => break,
            }
            let Some(top) = self.pending.pop() else { break };
            let ups = matches!(top.operation, Operation::UpsOf { .. });
            self.emit(top.at, top.operation);
            if ups && self.next.token == Token::Star {
                return self.star_after_ups(top.at);
            }
        }
        self.postfix()
    }

    /// Whether a game stands here, which takes a position in brackets.
    fn game_is_complete(&self) -> bool {
        self.steps.last().is_some_and(|step| match &step.operation {
            Operation::Position { .. } | Operation::Ruleset(_) | Operation::Apply(_) => true,
            Operation::Call { function, .. } => function.gives_game,
            _ => false,
        })
    }

    /// Whether a step before makes a game known.
    fn reads_game(&self) -> bool {
        let is_game = |function: &Function| function.name == "game";
        self.steps.iter().any(
            |step| matches!(&step.operation, Operation::Call { function, .. } if is_game(function)),
        )
    }

    pub(super) fn postfix(&mut self) -> Result<State> {
        let at = self.next.at;
        match self.next.token {
            Token::Dot => {
                self.advance()?;
                let Located { token, at, .. } = self.advance()?;
                let Token::Name(name) = token else {
                    return Err((at, Problem::syntax("expected the name of a method")));
                };
                let function = self.function(&name, at)?;
                if self.next.token == Token::Open(Bracket::Round) {
                    self.advance()?;
                    self.open(
                        FrameKind::Call {
                            function,
                            receiver: 1,
                        },
                        at,
                    );
                    return Ok(State::Start);
                }
                self.emit(
                    at,
                    Operation::Call {
                        function,
                        arguments: 1,
                    },
                );
                Ok(State::Operator)
            }
            Token::Open(Bracket::Round) if self.game_is_complete() => {
                self.advance()?;
                self.open(FrameKind::Apply, at);
                Ok(State::Start)
            }
            Token::Open(Bracket::Square) => {
                self.advance()?;
                self.open(FrameKind::Index, at);
                Ok(State::Operand)
            }
            _ => Ok(State::Operator),
        }
    }
}
