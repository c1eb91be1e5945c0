//! Reading value text: what we print, what CGSuite prints, what papers write.
//!
//! Juxtaposition means sum: `3^4` is 3 + 4·↑ and `1*2` is 1 + ∗2.

use super::error::ReadError;
use super::scan::{Outcome, Scanner, Ups, shown};
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::uptimal::Expansion;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::io::Read;

impl Arena {
    /// Reads a value in ASCII, Unicode or LaTeX, or in the compressed form
    /// with definitions.
    ///
    /// # Complexity
    /// Linear in the length of the text, but for the canonical forms of the
    /// games in it. Only the open brackets are kept: a text may be longer than
    /// memory, and nested as deep as it likes.
    ///
    /// # Literature
    /// The notation is that of *Winning Ways* as A. N. Siegel's CGSuite
    /// writes it.
    ///
    /// ```
    /// use values::{Arena, Notation};
    /// let mut arena = Arena::new();
    /// for text in ["±(∗, ↑)", "+-{*,^}", r"\pm\{{\ast},{\uparrow}\}", "a = *; {a,^|a,v}"] {
    ///     let g = arena.read(text).unwrap();
    ///     assert_eq!(arena.text(g, Notation::Ascii).unwrap(), "+-{*,^}");
    /// }
    /// assert!(arena.read("{3|2|1}").is_err());
    /// ```
    pub fn read(&mut self, text: &str) -> Result<Value, ReadError> {
        self.read_from(text.as_bytes())
    }

    /// Reads a value from a stream, a buffer at a time.
    pub fn read_from(&mut self, input: impl Read) -> Result<Value, ReadError> {
        Reader {
            arena: self,
            scan: Scanner::new(input),
            names: FxHashMap::default(),
            levels: Vec::new(),
            waiting: Vec::new(),
            spare: Vec::new(),
        }
        .file()
    }
}

/// What is done with a bracket's content when it closes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// The text as a whole.
    Top,
    /// `{…}`, closed by `}`, or `\{…\}`.
    Brace { latex: bool },
    /// `(…)`.
    Paren,
    /// `Tiny(…)` or `{+}_{…}`.
    Tiny { miny: bool, latex: bool },
}

/// Signs in front of an operand, applied when it is complete: first the minus,
/// then each ±. Since −(±G) = ±G, a minus in front of a ± is forgotten.
#[derive(Clone, Copy, Default)]
struct Signs {
    negate: bool,
    /// How many ± there are.
    switches: usize,
}

/// An open bracket.
struct Level {
    bracket: Bracket,
    signs: Signs,
    /// Added to the content: the number in front of a tiny.
    number: Option<Dyadic>,
    /// Where this bracket's left sides begin in [`Reader::waiting`].
    waiting_from: usize,
    current: Vec<Value>,
    /// An operand, or nothing at all, may stand here.
    want: Want,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    /// At the start of a side: an operand or nothing.
    OperandOrNothing,
    /// Behind a comma.
    Operand,
    /// Behind an operand.
    Separator,
}

struct Reader<'a, R> {
    arena: &'a mut Arena,
    scan: Scanner<R>,
    names: FxHashMap<String, Value>,
    levels: Vec<Level>,
    /// Left sides that wait for their right sides, with their slashes.
    waiting: Vec<(Vec<Value>, usize)>,
    /// Emptied lists, to be used again.
    spare: Vec<Vec<Value>>,
}

impl<R: Read> Reader<'_, R> {
    fn file(mut self) -> Outcome<Value> {
        loop {
            self.skip_separators()?;
            let name = self.scan.definition()?;
            let value = self.statement()?;
            match name {
                Some(name) => {
                    self.names.insert(name, value);
                }
                None => {
                    self.skip_separators()?;
                    return match self.scan.peek()? {
                        None => Ok(value),
                        Some(c) => self
                            .scan
                            .fail(format!("expected the end of the text, found {}", shown(c))),
                    };
                }
            }
        }
    }

    fn skip_separators(&mut self) -> Outcome<()> {
        loop {
            self.scan.blanks(true)?;
            match self.scan.peek()? {
                Some(';') => self.scan.advance(';'),
                _ => return Ok(()),
            }
        }
    }

    /// A value at the top: it ends with the line, a `;` or the text.
    fn statement(&mut self) -> Outcome<Value> {
        self.open(Bracket::Top, Signs::default(), None);
        loop {
            let top = self.levels.len() == 1;
            let level = self.levels.last().expect("an open level");
            let done = top && level.want == Want::Separator;
            self.scan.blanks(!done)?;
            let next = self.scan.peek()?;
            if top && matches!(next, None | Some(';' | '\n')) {
                return self.close();
            }
            let Some(c) = next else {
                let open = match self.levels.last().expect("an open level").bracket {
                    Bracket::Paren | Bracket::Tiny { latex: false, .. } => ')',
                    _ => '}',
                };
                return self
                    .scan
                    .fail(format!("expected `{open}`, found the end of the text"));
            };
            self.step(c)?;
        }
    }

    fn step(&mut self, c: char) -> Outcome<()> {
        let column = self.scan.column();
        if let Some(slashes) = self.scan.slashes()? {
            return self.slash(slashes, column);
        }
        let latex_close = c == '\\' && self.scan.lift(|s| s.starts_with("\\}"))?;
        let level = self.levels.last_mut().expect("an open level");
        match c {
            ',' => {
                if level.want != Want::Separator {
                    return self.scan.fail("expected a value, found `,`");
                }
                level.want = Want::Operand;
                self.scan.bump()
            }
            '}' | ')' => self.closing(c),
            _ if latex_close => self.closing(c),
            _ if level.want == Want::Separator => {
                let expected = if self.levels.len() == 1 {
                    "expected `,`, `|` or the end"
                } else {
                    "expected `,`, `|` or the closing bracket"
                };
                self.scan.fail(format!("{expected}, found {}", shown(c)))
            }
            _ => self.operand(),
        }
    }

    /// Everything to the left that binds closer becomes one option.
    fn slash(&mut self, slashes: usize, column: usize) -> Outcome<()> {
        let level = self.levels.last().expect("an open level");
        if level.want == Want::Operand {
            return self.scan.fail_at(column, "expected a value behind `,`");
        }
        self.reduce(|n| n < slashes)?;
        let level = self.levels.last_mut().expect("an open level");
        let waiting = &self.waiting[level.waiting_from..];
        if waiting.last().is_some_and(|(_, n)| *n == slashes) {
            return self.scan.fail_at(
                column,
                format!(
                    "`{0}` already parts these options; write `{0}|` for the outer slash",
                    "|".repeat(slashes.min(4))
                ),
            );
        }
        let next = self.spare.pop().unwrap_or_default();
        let left = std::mem::replace(&mut level.current, next);
        self.waiting.push((left, slashes));
        level.want = Want::OperandOrNothing;
        Ok(())
    }

    /// Builds the games whose slashes satisfy `binds`.
    fn reduce(&mut self, binds: impl Fn(usize) -> bool) -> Outcome<()> {
        loop {
            let level = self.levels.last_mut().expect("an open level");
            let waiting = &self.waiting[level.waiting_from..];
            if !waiting.last().is_some_and(|(_, n)| binds(*n)) {
                return Ok(());
            }
            let (left, _) = self.waiting.pop().expect("a waiting side");
            let right = std::mem::take(&mut level.current);
            let mut sides = [left, right];
            let game = self.arena.canonicalise(&mut sides)?;
            let [mut left, mut right] = sides;
            left.clear();
            right.clear();
            self.spare.push(left);
            right.push(game);
            self.levels.last_mut().expect("an open level").current = right;
        }
    }

    fn closing(&mut self, c: char) -> Outcome<()> {
        let level = self.levels.last().expect("an open level");
        let fits = match level.bracket {
            Bracket::Top => false,
            Bracket::Brace { latex } => c == if latex { '\\' } else { '}' },
            Bracket::Paren => c == ')',
            Bracket::Tiny { latex, .. } => c == if latex { '}' } else { ')' },
        };
        if !fits {
            return self
                .scan
                .fail(format!("{} closes no bracket that is open here", shown(c)));
        }
        let value = self.close()?;
        if c == '\\' {
            self.scan.advance('\\');
        }
        self.scan.bump()?;
        self.deliver(value);
        Ok(())
    }

    /// Ends the innermost level and gives its value.
    fn close(&mut self) -> Outcome<Value> {
        let level = self.levels.last().expect("an open level");
        if level.want == Want::Operand {
            return self.scan.fail("expected a value behind `,`");
        }
        let was_game = self.waiting.len() > level.waiting_from;
        self.reduce(|_| true)?;
        let mut level = self.levels.pop().expect("an open level");
        let list = std::mem::take(&mut level.current);
        let result = self.content(&level, was_game, &list);
        let mut list = list;
        list.clear();
        self.spare.push(list);
        result
    }

    fn content(&mut self, level: &Level, was_game: bool, list: &[Value]) -> Outcome<Value> {
        let signs = level.signs;
        let value = match (level.bracket, list) {
            (Bracket::Brace { .. } | Bracket::Paren, list)
                if signs.switches > 0 && !was_game && !list.is_empty() =>
            {
                return self.plus_minus(list, signs);
            }
            (Bracket::Brace { .. }, _) if !was_game => {
                return self
                    .scan
                    .fail("expected `|` between Left's and Right's options");
            }
            (_, [value]) => *value,
            (_, []) => return self.scan.fail("expected a value"),
            (_, [_, ..]) => {
                return self
                    .scan
                    .fail("expected `|` between Left's and Right's options");
            }
        };
        let value = match level.bracket {
            Bracket::Tiny { miny, .. } => self.tiny(value, miny, level.number.as_ref())?,
            _ => value,
        };
        self.signed(value, signs)
    }

    fn signed(&mut self, value: Value, signs: Signs) -> Outcome<Value> {
        if signs.switches > 0 {
            return self.plus_minus(&[value], signs);
        }
        Ok(if signs.negate { -value } else { value })
    }

    /// ±{a,b} = {a,b|−a,−b}; with a minus in between, {−a,−b|a,b}. Each further
    /// ± makes {G|−G} of the value so far.
    fn plus_minus(&mut self, options: &[Value], signs: Signs) -> Outcome<Value> {
        let negatives: Vec<Value> = options.iter().map(|&v| -v).collect();
        let mut value = if signs.negate {
            self.arena.game(&negatives, options)?
        } else {
            self.arena.game(options, &negatives)?
        };
        for _ in 1..signs.switches {
            self.arena.tick()?;
            value = self.arena.game(&[value], &[-value])?;
        }
        Ok(value)
    }

    /// number + Tiny(g) = number + {0‖0|−g}.
    fn tiny(&mut self, g: Value, miny: bool, number: Option<&Dyadic>) -> Outcome<Value> {
        let zero = [Value::ZERO];
        let threat = self.arena.game(&zero, &[-g])?;
        let tiny = self.arena.game(&zero, &[threat])?;
        let value = if miny { -tiny } else { tiny };
        match number {
            None => Ok(value),
            Some(x) => {
                let x = self.arena.number(x)?;
                Ok(self.arena.add(x, value)?)
            }
        }
    }

    fn deliver(&mut self, value: Value) {
        let level = self.levels.last_mut().expect("an open level");
        level.current.push(value);
        level.want = Want::Separator;
    }

    fn open(&mut self, bracket: Bracket, signs: Signs, number: Option<Dyadic>) {
        let current = self.spare.pop().unwrap_or_default();
        self.levels.push(Level {
            bracket,
            signs,
            number,
            waiting_from: self.waiting.len(),
            current,
            want: Want::OperandOrNothing,
        });
    }

    fn signs(&mut self) -> Outcome<Signs> {
        let mut signs = Signs::default();
        while let Some('+' | '±' | '-' | '−' | '\\') = self.scan.peek()? {
            if self.scan.minus_of_a_number()? {
                break;
            } else if self.scan.eat("+-")?
                || self.scan.eat("+−")?
                || self.scan.eat("±")?
                || self.scan.eat_command("\\pm")?
            {
                signs.switches += 1;
                signs.negate = false;
            } else if self.scan.eat("-")? || self.scan.eat("−")? {
                signs.negate = !signs.negate;
            } else if !self.scan.eat("+")? {
                break;
            }
            self.scan.blanks(true)?;
        }
        Ok(signs)
    }

    /// Signs and the beginning of an operand: either all of it, or a bracket
    /// that opens a level.
    fn operand(&mut self) -> Outcome<()> {
        let signs = self.signs()?;
        if let Some(miny) = self.scan.tiny_opening()? {
            return self.open_tiny(miny, signs, None);
        }
        match self.scan.peek()? {
            Some('{') if !self.scan.latex_group()? => {
                self.scan.bump()?;
                self.open(Bracket::Brace { latex: false }, signs, None);
                Ok(())
            }
            Some('\\') if self.scan.eat("\\{")? => {
                self.open(Bracket::Brace { latex: true }, signs, None);
                Ok(())
            }
            Some('(') => {
                self.scan.bump()?;
                self.open(Bracket::Paren, signs, None);
                Ok(())
            }
            Some(c) if c.is_ascii_alphabetic() && self.scan.name_length()?.is_some() => {
                self.named(signs)
            }
            _ => self.closed_form(signs),
        }
    }

    fn open_tiny(&mut self, miny: bool, signs: Signs, number: Option<Dyadic>) -> Outcome<()> {
        let latex = self.scan.peek()? == Some('{');
        let last = if latex { "_{" } else { "(" };
        while !self.scan.eat(last)? {
            self.scan.bump()?;
        }
        self.open(Bracket::Tiny { miny, latex }, signs, number);
        Ok(())
    }

    fn named(&mut self, signs: Signs) -> Outcome<()> {
        let length = self.scan.name_length()?.unwrap_or(0);
        let mut name = String::new();
        for i in 0..length {
            name.extend(self.scan.nth(i)?);
        }
        let Some(&value) = self.names.get(&name) else {
            return self.scan.fail(format!("`{name}` is not defined"));
        };
        self.scan.skip(&name);
        let value = self.signed(value, signs)?;
        self.deliver(value);
        Ok(())
    }

    /// number, ups and nimber in this order, at least one of them.
    fn closed_form(&mut self, signs: Signs) -> Outcome<()> {
        let number = self.scan.number()?;
        if number.is_some()
            && let Some(miny) = self.scan.tiny_opening()?
        {
            return self.open_tiny(miny, signs, number);
        }
        let ups = self.scan.ups()?;
        let nimber = self.scan.nimber()?;
        if number.is_none() && ups.is_none() && nimber.is_none() {
            let found = self
                .scan
                .peek()?
                .map_or("the end of the text".into(), shown);
            return self.scan.fail(format!("expected a value, found {found}"));
        }
        let number = number.unwrap_or_else(Dyadic::zero);
        let nimber = nimber.unwrap_or(0);
        let value = match ups {
            None => self.arena.up_star(&number, 0, nimber)?,
            Some(Ups::Count(n)) => self.arena.up_star(&number, n, nimber)?,
            Some(Ups::Power { n, sum, negative }) => {
                let expansion = Expansion::power(number, n, sum, negative, nimber);
                self.arena.uptimal(&expansion)?
            }
        };
        let value = self.signed(value, signs)?;
        self.deliver(value);
        Ok(())
    }
}
