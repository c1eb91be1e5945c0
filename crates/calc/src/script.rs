//! Statements with control: `if`, `while`, `for`, and definitions of functions.
//!
//! Expressions are left to the parser; what stands between them becomes jumps
//! in the same flat list of steps. Every statement leaves one object.

use std::sync::Arc;

use super::failure::Problem;
use super::lexer::{Lexer, Located, Token};
use super::parser::{self, KEYWORDS, Scope};
use super::syntax::{Definition, Operation, Range, Step};

/// Blocks in blocks: bounds the recursion over them.
const MAX_BLOCKS: usize = 100;

type Result<T> = std::result::Result<T, (usize, Problem)>;

/// Words that begin a statement that no expression can be.
const OPENERS: [&str; 4] = ["def", "for", "if", "while"];
/// Words before which an expression ends.
const CLOSERS: [&str; 9] = [
    "then", "do", "else", "elseif", "end", "from", "to", "by", "in",
];

/// The steps of a text with control or definitions; `None` if it is an
/// expression, or some of them.
pub fn compile(source: &str, scope: Scope) -> Option<Result<Vec<Step>>> {
    is_script(source).then(|| {
        let mut script = Script {
            source,
            lexer: Lexer::new(source),
            next: end_of(source),
            depth: 0,
            scope,
        };
        script.advance()?;
        let steps = script.block()?;
        match script.next.token {
            Token::End => Ok(steps),
            _ => script.fail("this closes nothing"),
        }
    })
}

fn end_of(source: &str) -> Located {
    Located {
        token: Token::End,
        at: source.len(),
        end: source.len(),
    }
}

/// Whether a statement begins with a word of control, or defines a function.
fn is_script(source: &str) -> bool {
    let mut lexer = Lexer::new(source);
    let (mut depth, mut begins) = (0i64, true);
    while let Ok(Located { token, at, .. }) = lexer.next() {
        match &token {
            Token::End => return false,
            Token::Open(_) => depth += 1,
            Token::Close(_) => depth -= 1,
            Token::Name(name) if depth == 0 && begins && OPENERS.contains(&name.as_str()) => {
                return true;
            }
            Token::Name(_) if depth == 0 && begins && header(source, at).is_some() => return true,
            _ => {}
        }
        begins = token == Token::Semicolon;
    }
    false
}

/// `f(x,y) :=` at a byte: the name, the parameters, and the byte behind.
fn header(source: &str, at: usize) -> Option<(Arc<str>, Vec<Arc<str>>, usize)> {
    let mut lexer = Lexer::new(source);
    lexer.skip_to(at);
    let mut token = || lexer.next().ok();
    let Token::Name(name) = token()?.token else {
        return None;
    };
    let open = token()?.token;
    if open != Token::Open(super::lexer::Bracket::Round) {
        return None;
    }
    let mut parameters: Vec<Arc<str>> = Vec::new();
    loop {
        match token()?.token {
            Token::Name(parameter) => parameters.push(parameter.into()),
            Token::Close(_) if parameters.is_empty() => break,
            _ => return None,
        }
        match token()?.token {
            Token::Comma => {}
            Token::Close(_) => break,
            _ => return None,
        }
    }
    let assign = token()?;
    (assign.token == Token::Assign).then_some((name.into(), parameters, assign.end))
}

struct Script<'a> {
    source: &'a str,
    lexer: Lexer<'a>,
    next: Located,
    depth: usize,
    scope: Scope,
}

impl Script<'_> {
    fn advance(&mut self) -> Result<Located> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err((self.next.at, Problem::syntax(message)))
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(&self.next.token, Token::Name(name) if name == word)
    }

    /// Takes a word that must come.
    fn expect(&mut self, word: &str, opener: &str, from: usize) -> Result<()> {
        if self.at_word(word) {
            return self.advance().map(drop);
        }
        let line = self.source[..from].matches('\n').count() + 1;
        self.fail(format!(
            "expected `{word}` for the `{opener}` in line {line}"
        ))
    }

    fn closes(&self) -> bool {
        match &self.next.token {
            Token::End => true,
            Token::Name(name) => CLOSERS.contains(&name.as_str()),
            _ => false,
        }
    }

    /// Statements up to a word that closes them; the last one answers.
    fn block(&mut self) -> Result<Vec<Step>> {
        self.depth += 1;
        if self.depth > MAX_BLOCKS {
            let message = format!("blocks in blocks: the bound is {MAX_BLOCKS}");
            return Err((self.next.at, Problem::limit(message)));
        }
        let mut steps = Vec::new();
        loop {
            while self.next.token == Token::Semicolon {
                self.advance()?;
            }
            if self.closes() {
                break;
            }
            if !steps.is_empty() {
                steps.push(step(self.next.at, Operation::Discard));
            }
            steps.extend(self.statement()?);
        }
        if steps.is_empty() {
            steps.push(step(self.next.at, Operation::Nothing));
        }
        self.depth -= 1;
        Ok(steps)
    }

    fn statement(&mut self) -> Result<Vec<Step>> {
        let at = self.next.at;
        let word = match &self.next.token {
            Token::Name(name) => name.clone(),
            _ => String::new(),
        };
        match word.as_str() {
            "if" => self.branches(at),
            "while" => self.while_loop(at),
            "for" => self.for_loop(at),
            "def" => {
                self.advance()?;
                match header(self.source, self.next.at) {
                    Some(header) => self.definition(at, header),
                    None => self.fail("expected a definition such as: def f(x) := x^2"),
                }
            }
            "var" => {
                self.advance()?;
                self.expression()
            }
            _ => match header(self.source, at) {
                Some(header) => self.definition(at, header),
                None => self.expression(),
            },
        }
    }

    /// An expression or an assignment, up to a semicolon or a closing word.
    fn expression(&mut self) -> Result<Vec<Step>> {
        let start = self.next.at;
        let mut open = 0i64;
        loop {
            let inside = open > 0 && self.next.token != Token::End;
            if !inside && (self.closes() || self.next.token == Token::Semicolon) {
                break;
            }
            match self.next.token {
                Token::Open(_) => open += 1,
                Token::Close(_) => open -= 1,
                _ => {}
            }
            self.advance()?;
        }
        if self.next.at == start {
            return self.fail("expected an expression");
        }
        let part = &self.source[..self.next.at];
        let mut parsed = parser::parse_part(part, start, &self.scope)?;
        if parsed.steps.is_empty() {
            parsed.steps.push(step(start, Operation::Nothing));
        }
        for step in &parsed.steps {
            if let Operation::Store(name) = &step.operation {
                self.scope.variables.push(Arc::clone(name));
            }
        }
        Ok(parsed.steps)
    }

    /// `if c then a elseif d then b else e end`
    fn branches(&mut self, at: usize) -> Result<Vec<Step>> {
        self.advance()?;
        let condition = self.expression()?;
        self.expect("then", "if", at)?;
        let yes = self.block()?;
        let no = if self.at_word("elseif") {
            let at = self.next.at;
            self.depth += 1;
            let rest = self.branches(at)?;
            self.depth -= 1;
            rest
        } else if self.at_word("else") {
            self.advance()?;
            let no = self.block()?;
            self.expect("end", "if", at)?;
            no
        } else {
            self.expect("end", "if", at)?;
            vec![step(at, Operation::Nothing)]
        };
        let mut steps = condition;
        steps.push(step(
            at,
            Operation::Unless {
                skip: yes.len() + 2,
            },
        ));
        steps.extend(yes);
        steps.push(step(at, Operation::Skip(no.len() + 1)));
        steps.extend(no);
        Ok(steps)
    }

    fn while_loop(&mut self, at: usize) -> Result<Vec<Step>> {
        self.advance()?;
        let mut steps = self.expression()?;
        self.expect("do", "while", at)?;
        let body = self.block()?;
        self.expect("end", "while", at)?;
        steps.push(step(
            at,
            Operation::Unless {
                skip: body.len() + 3,
            },
        ));
        steps.extend(body);
        steps.push(step(at, Operation::Discard));
        steps.push(step(at, Operation::Back(steps.len())));
        steps.push(step(at, Operation::Nothing));
        Ok(steps)
    }

    /// `for n from a to b by c do body end`, `for x in list do body end`
    fn for_loop(&mut self, at: usize) -> Result<Vec<Step>> {
        self.advance()?;
        let place = self.next.at;
        let Token::Name(variable) = self.advance()?.token else {
            return Err((place, Problem::syntax("expected the name of a variable")));
        };
        if KEYWORDS.contains(&variable.as_str()) {
            let message = format!("`{variable}` is a word of the language; choose another name");
            return Err((place, Problem::syntax(message)));
        }
        let mut steps = Vec::new();
        let range = if self.at_word("in") {
            self.advance()?;
            steps.extend(self.expression()?);
            Range::Items
        } else {
            self.expect("from", "for", at)?;
            steps.extend(self.expression()?);
            self.expect("to", "for", at)?;
            steps.extend(self.expression()?);
            match self.at_word("by") {
                true => {
                    self.advance()?;
                    steps.extend(self.expression()?);
                    Range::FromToBy
                }
                false => Range::FromTo,
            }
        };
        self.expect("do", "for", at)?;
        let body = self.block()?;
        self.expect("end", "for", at)?;
        let variable = variable.into();
        steps.push(step(at, Operation::LoopBegin { variable, range }));
        let round = body.len() + 3;
        steps.push(step(at, Operation::ForNext { skip: round }));
        steps.extend(body);
        steps.push(step(at, Operation::Discard));
        steps.push(step(at, Operation::Back(round - 1)));
        Ok(steps)
    }

    /// `f(x) := body`
    fn definition(
        &mut self,
        at: usize,
        (name, parameters, end): (Arc<str>, Vec<Arc<str>>, usize),
    ) -> Result<Vec<Step>> {
        for name in std::iter::once(&name).chain(&parameters) {
            parser::check_name(name).map_err(|problem| (at, problem))?;
        }
        self.lexer.skip_to(end);
        self.advance()?;
        let known = &mut self.scope.functions;
        known.push(Arc::clone(&name));
        let outer = known.len();
        known.extend(parameters.iter().cloned());
        let steps = self.statement()?;
        self.scope.functions.truncate(outer);
        let signature = format!("{name}({})", parameters.join(", "));
        let definition = Definition::new(signature, parameters, steps);
        Ok(vec![
            step(at, Operation::Define(Arc::new(definition))),
            step(at, Operation::Store(name)),
        ])
    }
}

fn step(at: usize, operation: Operation) -> Step {
    Step { operation, at }
}
