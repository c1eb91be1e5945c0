//! Reading value text: what we print, what CGSuite prints, what papers write.
//!
//! Juxtaposition means sum: `3^4` is 3 + 4·↑ and `1*2` is 1 + ∗2. The reader
//! is linear in the length of the text and keeps only the open brackets.

use super::source::{Source, SourceError};
use super::style::{superscript_digit, vulgar_fraction};
use crate::arena::Arena;
use crate::closed::MAX_NIMBER;
use crate::dyadic::Dyadic;
use crate::error::Error;
use crate::value::Value;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::fmt;
use std::io::Read;

/// Why a text is not a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text is wrong at a place.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What is wrong and what was expected.
        message: String,
        /// The line around the place.
        excerpt: String,
        /// The column of the excerpt's first character.
        excerpt_column: usize,
    },
    /// The text could not be read.
    Input(String),
    /// The work stopped.
    Stopped(Error),
}

impl ReadError {
    /// The line with a caret under the place, if there is a place.
    ///
    /// ```
    /// use values::Arena;
    /// let error = Arena::new().read("{1|2|3}").unwrap_err();
    /// assert_eq!(error.caret().unwrap(), "{1|2|3}\n    ^");
    /// ```
    #[must_use]
    pub fn caret(&self) -> Option<String> {
        let ReadError::Syntax {
            column,
            excerpt,
            excerpt_column,
            ..
        } = self
        else {
            return None;
        };
        let indent = " ".repeat(column.saturating_sub(*excerpt_column));
        Some(format!("{excerpt}\n{indent}^"))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Syntax {
                line: 1,
                column,
                message,
                ..
            } => write!(f, "column {column}: {message}"),
            ReadError::Syntax {
                line,
                column,
                message,
                ..
            } => write!(f, "line {line}, column {column}: {message}"),
            ReadError::Input(why) => write!(f, "cannot read the text: {why}"),
            ReadError::Stopped(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        ReadError::Stopped(error)
    }
}

impl Arena {
    /// Reads a value in ASCII, Unicode or LaTeX, or in the compressed form
    /// with definitions.
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
            source: Source::new(input),
            names: FxHashMap::default(),
            levels: Vec::new(),
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

/// Signs in front of an operand, applied when it is complete.
#[derive(Clone, Copy, Default)]
struct Signs {
    negate: bool,
    plus_minus: bool,
}

/// An open bracket.
struct Level {
    bracket: Bracket,
    signs: Signs,
    /// Added to the content: the number in front of a tiny.
    number: Option<Dyadic>,
    /// Left sides that wait for their right sides, with their slashes.
    waiting: Vec<(Vec<Value>, usize)>,
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

/// More digits than anybody needs, and few enough to convert quickly.
const MAX_DIGITS: usize = 20_000;
const MAX_UP_POWER: u64 = 10_000;

struct Reader<'a, R> {
    arena: &'a mut Arena,
    source: Source<R>,
    names: FxHashMap<String, Value>,
    levels: Vec<Level>,
    /// Emptied lists, to be used again.
    spare: Vec<Vec<Value>>,
}

type Outcome<T> = Result<T, ReadError>;

impl<R: Read> Reader<'_, R> {
    fn file(mut self) -> Outcome<Value> {
        loop {
            self.skip_separators()?;
            let name = self.definition()?;
            let value = self.statement()?;
            match name {
                Some(name) => {
                    self.names.insert(name, value);
                }
                None => {
                    self.skip_separators()?;
                    return match self.peek()? {
                        None => Ok(value),
                        Some(c) => {
                            self.fail(format!("expected the end of the text, found {}", shown(c)))
                        }
                    };
                }
            }
        }
    }

    fn skip_separators(&mut self) -> Outcome<()> {
        loop {
            self.blanks(true)?;
            match self.peek()? {
                Some(';') => self.source.advance(';'),
                _ => return Ok(()),
            }
        }
    }

    /// `name =`, if the statement is a definition.
    fn definition(&mut self) -> Outcome<Option<String>> {
        // Names are short, so the look-ahead suffices to see the `=`.
        let Some(length) = self.name_length()? else {
            return Ok(None);
        };
        let mut text = String::new();
        for i in 0.. {
            let Some(c) = self.nth(i)? else {
                return Ok(None);
            };
            if i < length {
                text.push(c);
            } else if c == '=' {
                (0..=i).try_for_each(|_| self.bump())?;
                return Ok(Some(text));
            } else if c != ' ' {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The i-th ASCII character ahead.
    fn nth(&mut self, i: usize) -> Outcome<Option<char>> {
        let byte = self.lift(|s| s.byte(i))?;
        Ok(byte.map(char::from).filter(char::is_ascii))
    }

    /// The length of the name ahead; `v`, `vv`, `v3` … are downs, not names.
    fn name_length(&mut self) -> Outcome<Option<usize>> {
        let mut length = 0;
        let mut downs = true;
        while let Some(c) = self.nth(length)? {
            if !(c.is_ascii_alphabetic() || c == '_' || (length > 0 && c.is_ascii_digit())) {
                break;
            }
            downs &= c == 'v' || (length > 0 && c.is_ascii_digit());
            length += 1;
        }
        let word = |reader: &mut Self, text: &str| reader.lift(|s| s.starts_with(text));
        let tiny = length == 4
            && (word(self, "Tiny")?
                || word(self, "Miny")?
                || word(self, "tiny")?
                || word(self, "miny")?);
        Ok((length > 0 && !downs && !tiny).then_some(length))
    }

    /// A value at the top: it ends with the line, a `;` or the text.
    fn statement(&mut self) -> Outcome<Value> {
        self.open(Bracket::Top, Signs::default(), None);
        loop {
            let top = self.levels.len() == 1;
            let level = self.levels.last().expect("an open level");
            let done = top && level.want == Want::Separator;
            self.blanks(!done)?;
            let next = self.peek()?;
            if top && matches!(next, None | Some(';' | '\n')) {
                return self.close();
            }
            let Some(c) = next else {
                let open = match self.levels.last().expect("an open level").bracket {
                    Bracket::Paren | Bracket::Tiny { latex: false, .. } => ')',
                    _ => '}',
                };
                return self.fail(format!("expected `{open}`, found the end of the text"));
            };
            self.step(c)?;
        }
    }

    fn step(&mut self, c: char) -> Outcome<()> {
        if let Some(slashes) = self.slashes()? {
            return self.slash(slashes);
        }
        let latex_close = c == '\\' && self.lift(|s| s.starts_with("\\}"))?;
        let level = self.levels.last_mut().expect("an open level");
        match c {
            ',' => {
                if level.want != Want::Separator {
                    return self.fail("expected a value, found `,`");
                }
                level.want = Want::Operand;
                self.bump()
            }
            '}' | ')' => self.closing(c),
            _ if latex_close => self.closing(c),
            _ if level.want == Want::Separator => {
                let expected = if self.levels.len() == 1 {
                    "expected `,`, `|` or the end"
                } else {
                    "expected `,`, `|` or the closing bracket"
                };
                self.fail(format!("{expected}, found {}", shown(c)))
            }
            _ => self.operand(),
        }
    }

    /// Counts the slashes ahead and moves past them: `|`, `||`, `‖`, `\mid`.
    fn slashes(&mut self) -> Outcome<Option<usize>> {
        let mut count = 0;
        loop {
            let found = match self.peek()? {
                Some('|' | '∣') => 1,
                Some('‖' | '∥') => 2,
                Some('\\') => {
                    let commands = [
                        ("\\mid", 1),
                        ("\\|", 2),
                        ("\\Vert", 2),
                        ("\\parallel", 2),
                        ("\\vert", 1),
                    ];
                    let mut found = 0;
                    for (command, n) in commands {
                        if self.lift(|s| s.starts_with(command))? {
                            self.source.skip(&command[1..]);
                            found = n;
                            break;
                        }
                    }
                    found
                }
                _ => 0,
            };
            if found == 0 {
                return Ok((count > 0).then_some(count));
            }
            self.bump()?;
            count += found;
        }
    }

    /// Everything to the left that binds closer becomes one option.
    fn slash(&mut self, slashes: usize) -> Outcome<()> {
        let level = self.levels.last().expect("an open level");
        if level.want == Want::Operand {
            return self.fail("expected a value behind `,`");
        }
        self.reduce(|n| n < slashes)?;
        let level = self.levels.last_mut().expect("an open level");
        if level.waiting.last().is_some_and(|(_, n)| *n == slashes) {
            return self.fail_back(
                slashes,
                format!(
                    "`{0}` already parts these options; write `{0}|` for the outer slash",
                    "|".repeat(slashes.min(4))
                ),
            );
        }
        let next = self.spare.pop().unwrap_or_default();
        let left = std::mem::replace(&mut level.current, next);
        level.waiting.push((left, slashes));
        level.want = Want::OperandOrNothing;
        Ok(())
    }

    /// Builds the games whose slashes satisfy `binds`.
    fn reduce(&mut self, binds: impl Fn(usize) -> bool) -> Outcome<()> {
        loop {
            let level = self.levels.last_mut().expect("an open level");
            if !level.waiting.last().is_some_and(|(_, n)| binds(*n)) {
                return Ok(());
            }
            let (left, _) = level.waiting.pop().expect("a waiting side");
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
            return self.fail(format!("{} closes no bracket that is open here", shown(c)));
        }
        let value = self.close()?;
        if c == '\\' {
            self.source.advance('\\');
        }
        self.bump()?;
        self.deliver(value);
        Ok(())
    }

    /// Ends the innermost level and gives its value.
    fn close(&mut self) -> Outcome<Value> {
        let level = self.levels.last().expect("an open level");
        if level.want == Want::Operand {
            return self.fail("expected a value behind `,`");
        }
        let was_game = !level.waiting.is_empty();
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
                if signs.plus_minus && !was_game && !list.is_empty() =>
            {
                return self.plus_minus(list, signs.negate);
            }
            (Bracket::Brace { .. }, _) if !was_game => {
                return self.fail("expected `|` between Left's and Right's options");
            }
            (_, [value]) => *value,
            (_, []) => return self.fail("expected a value"),
            (_, [_, ..]) => return self.fail("expected `|` between Left's and Right's options"),
        };
        let value = match level.bracket {
            Bracket::Tiny { miny, .. } => self.tiny(value, miny, level.number.as_ref())?,
            _ => value,
        };
        self.signed(value, signs)
    }

    fn signed(&mut self, value: Value, signs: Signs) -> Outcome<Value> {
        if signs.plus_minus {
            return self.plus_minus(&[value], signs.negate);
        }
        Ok(if signs.negate { -value } else { value })
    }

    /// ±{a,b} = {a,b|−a,−b}; with a minus in between, {−a,−b|a,b}.
    fn plus_minus(&mut self, options: &[Value], negate: bool) -> Outcome<Value> {
        let negatives: Vec<Value> = options.iter().map(|&v| -v).collect();
        Ok(if negate {
            self.arena.game(&negatives, options)?
        } else {
            self.arena.game(options, &negatives)?
        })
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
            waiting: Vec::new(),
            current,
            want: Want::OperandOrNothing,
        });
    }

    /// Signs and the beginning of an operand: either all of it, or a bracket
    /// that opens a level.
    fn operand(&mut self) -> Outcome<()> {
        let mut signs = Signs::default();
        loop {
            if self.eat("+-")? || self.eat("±")? || self.eat("\\pm")? {
                // A minus in front of ± changes nothing.
                signs = Signs {
                    plus_minus: true,
                    negate: false,
                };
            } else if self.minus_of_a_number()? {
                break;
            } else if self.eat("-")? || self.eat("−")? {
                signs.negate = !signs.negate;
            } else {
                break;
            }
            self.blanks(true)?;
        }
        if let Some(miny) = self.tiny_opening()? {
            return self.open_tiny(miny, signs, None);
        }
        match self.peek()? {
            Some('{') if !self.latex_group()? => {
                self.bump()?;
                self.open(Bracket::Brace { latex: false }, signs, None);
                Ok(())
            }
            Some('\\') if self.eat("\\{")? => {
                self.open(Bracket::Brace { latex: true }, signs, None);
                Ok(())
            }
            Some('(') => {
                self.bump()?;
                self.open(Bracket::Paren, signs, None);
                Ok(())
            }
            Some(c) if c.is_ascii_alphabetic() && self.name_length()?.is_some() => {
                self.named(signs)
            }
            _ => self.closed_form(signs),
        }
    }

    /// A minus that belongs to the number behind it: −1∗ is −1 + ∗.
    fn minus_of_a_number(&mut self) -> Outcome<bool> {
        match self.peek()? {
            Some('-') => Ok(self
                .lift(Source::peek_second)?
                .is_some_and(|c| c.is_ascii_digit() || vulgar_fraction(c).is_some())
                || self.lift(|s| s.starts_with("-\\frac"))?),
            _ => Ok(false),
        }
    }

    /// `{\uparrow}` and the like are groups, not games.
    fn latex_group(&mut self) -> Outcome<bool> {
        Ok(self.lift(|s| s.starts_with("{\\"))? && !self.lift(|s| s.starts_with("{\\{"))?)
    }

    fn tiny_opening(&mut self) -> Outcome<Option<bool>> {
        let openings = [
            ("Tiny(", false),
            ("tiny(", false),
            ("⧾(", false),
            ("{+}_{", false),
            ("Miny(", true),
            ("miny(", true),
            ("⧿(", true),
            ("{-}_{", true),
        ];
        for (text, miny) in openings {
            if self.lift(|s| s.starts_with(text))? {
                return Ok(Some(miny));
            }
        }
        Ok(None)
    }

    fn open_tiny(&mut self, miny: bool, signs: Signs, number: Option<Dyadic>) -> Outcome<()> {
        let latex = self.peek()? == Some('{');
        let last = if latex { "_{" } else { "(" };
        while !self.eat(last)? {
            self.bump()?;
        }
        self.open(Bracket::Tiny { miny, latex }, signs, number);
        Ok(())
    }

    fn named(&mut self, signs: Signs) -> Outcome<()> {
        let length = self.name_length()?.unwrap_or(0);
        let mut name = String::new();
        for i in 0..length {
            name.extend(self.nth(i)?);
        }
        let Some(&value) = self.names.get(&name) else {
            return self.fail(format!("`{name}` is not defined"));
        };
        self.source.skip(&name);
        let value = self.signed(value, signs)?;
        self.deliver(value);
        Ok(())
    }

    /// number, ups and nimber in this order, at least one of them.
    fn closed_form(&mut self, signs: Signs) -> Outcome<()> {
        let number = self.number()?;
        if number.is_some() {
            if let Some(miny) = self.tiny_opening()? {
                return self.open_tiny(miny, signs, number);
            }
        }
        let (ups, power) = self.ups()?;
        let nimber = self.nimber()?;
        if number.is_none() && ups.is_none() && nimber.is_none() {
            let found = self.peek()?.map_or("the end of the text".into(), shown);
            return self.fail(format!("expected a value, found {found}"));
        }
        let number = number.unwrap_or_else(Dyadic::zero);
        let mut value = self
            .arena
            .up_star(&number, ups.unwrap_or(0), nimber.unwrap_or(0))?;
        if let Some(power) = power {
            value = self.arena.add(value, power)?;
        }
        let value = self.signed(value, signs)?;
        self.deliver(value);
        Ok(())
    }

    fn number(&mut self) -> Outcome<Option<Dyadic>> {
        let negative = self.eat("-")?;
        let whole = self.digits()?;
        let sign = |x: Dyadic| if negative { -x } else { x };
        if let Some((num, exp)) = self.peek()?.and_then(vulgar_fraction) {
            self.bump()?;
            let whole = Dyadic::from(whole.unwrap_or_default());
            return Ok(Some(sign(&whole + &Dyadic::new(num, exp))));
        }
        let latex = ["\\frac{", "\\tfrac{", "\\dfrac{"];
        let mut fraction = false;
        for command in latex {
            fraction = fraction || self.eat(command)?;
        }
        if fraction {
            let num = self.required_digits()?;
            self.require("}{")?;
            let den = self.required_digits()?;
            let x = self.fraction(num, den)?;
            self.require("}")?;
            return Ok(Some(sign(&Dyadic::from(whole.unwrap_or_default()) + &x)));
        }
        let Some(whole) = whole else { return Ok(None) };
        if self.eat("/")? {
            let den = self.required_digits()?;
            return Ok(Some(sign(self.fraction(whole, den)?)));
        }
        Ok(Some(sign(whole.into())))
    }

    fn fraction(&mut self, num: BigInt, den: BigInt) -> Outcome<Dyadic> {
        let exp = den.bits().saturating_sub(1);
        if den.trailing_zeros() != Some(exp) {
            return self.fail("the denominator must be a power of two");
        }
        Ok(Dyadic::new(num, exp as u32))
    }

    fn required_digits(&mut self) -> Outcome<BigInt> {
        match self.digits()? {
            Some(n) => Ok(n),
            None => self.fail("expected digits"),
        }
    }

    fn digits(&mut self) -> Outcome<Option<BigInt>> {
        let mut text = String::new();
        while let Some(c) = self.peek()?.filter(char::is_ascii_digit) {
            text.push(c);
            if text.len() > MAX_DIGITS {
                return self.fail(format!("a number of more than {MAX_DIGITS} digits"));
            }
            self.source.advance(c);
        }
        if text.len() <= 18 {
            return Ok(text.parse::<i64>().ok().map(BigInt::from));
        }
        Ok(text.parse().ok())
    }

    fn count(&mut self, bound: u64, what: &str) -> Outcome<Option<u64>> {
        let Some(n) = self.digits()? else {
            return Ok(None);
        };
        match u64::try_from(n) {
            Ok(n) if n <= bound => Ok(Some(n)),
            _ => self.fail(format!("{what}: the bound is {bound}")),
        }
    }

    /// The ups: how many, or a value for ↑ⁿ and ↑[n].
    fn ups(&mut self) -> Outcome<(Option<i64>, Option<Value>)> {
        let symbols = [
            ("^", 1),
            ("v", -1),
            ("↑", 1),
            ("↓", -1),
            ("⇑", 2),
            ("⇓", -2),
            ("{\\uparrow}", 1),
            ("{\\downarrow}", -1),
            ("{\\Uparrow}", 2),
            ("{\\Downarrow}", -2),
            ("\\uparrow", 1),
            ("\\downarrow", -1),
            ("\\Uparrow", 2),
            ("\\Downarrow", -2),
        ];
        let mut found: Option<(&str, i64)> = None;
        for (symbol, n) in symbols {
            if self.eat(symbol)? {
                found = Some((symbol, n));
                break;
            }
        }
        let Some((symbol, mut total)) = found else {
            return Ok((None, None));
        };
        let step = total;
        while self.eat(symbol)? {
            match i64::checked_add(total, step) {
                Some(sum) => total = sum,
                None => return self.fail("too many ups"),
            }
        }
        if total.abs() > 1 {
            return Ok((Some(total), None));
        }
        let closings = [
            ("<", ">", false),
            ("[", "]", true),
            ("^{[", "]}", true),
            ("^{", "}", false),
        ];
        for (open, close, sum) in closings {
            if self.eat(open)? {
                let n = self.count(MAX_UP_POWER, "the power of up is too large")?;
                self.require(close)?;
                return self.up_power(n, sum, total);
            }
        }
        if let Some(n) = self.superscript()? {
            return self.up_power(Some(n), false, total);
        }
        let n = self.count(i64::MAX as u64, "too many ups")?.unwrap_or(1);
        Ok((Some(total * n as i64), None))
    }

    fn superscript(&mut self) -> Outcome<Option<u64>> {
        let mut n: Option<u64> = None;
        while let Some(digit) = self.peek()?.and_then(superscript_digit) {
            let digit = u64::from(digit) - u64::from('0');
            n = Some(n.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            self.bump()?;
        }
        if n.is_some_and(|n| n > MAX_UP_POWER) {
            return self.fail(format!(
                "the power of up is too large: the bound is {MAX_UP_POWER}"
            ));
        }
        Ok(n)
    }

    fn up_power(
        &mut self,
        n: Option<u64>,
        sum: bool,
        sign: i64,
    ) -> Outcome<(Option<i64>, Option<Value>)> {
        let Some(n) = n.filter(|&n| n > 0) else {
            return self.fail("expected a positive integer");
        };
        let up = self.arena.up_power(n, sum)?;
        Ok((Some(0), Some(if sign < 0 { -up } else { up })))
    }

    fn nimber(&mut self) -> Outcome<Option<u64>> {
        let stars = [
            "*", "∗", "⋆", "★", "{\\ast}", "\\ast", "{*}", "\\star", "{\\star}",
        ];
        for star in stars {
            if self.eat(star)? {
                let k = self.count(MAX_NIMBER, "the nimber is too large")?;
                return Ok(Some(k.unwrap_or(1)));
            }
        }
        Ok(None)
    }

    // ---- the source ----

    fn lift<T>(&mut self, f: impl FnOnce(&mut Source<R>) -> Result<T, SourceError>) -> Outcome<T> {
        match f(&mut self.source) {
            Ok(t) => Ok(t),
            Err(SourceError::Io(e)) => Err(ReadError::Input(e.to_string())),
            Err(SourceError::NotUtf8) => self.fail("expected UTF-8 text"),
        }
    }

    fn peek(&mut self) -> Outcome<Option<char>> {
        self.lift(Source::peek)
    }

    fn bump(&mut self) -> Outcome<()> {
        match self.peek()? {
            Some(c) => {
                self.source.advance(c);
                Ok(())
            }
            None => self.fail("unexpected end of the text"),
        }
    }

    fn eat(&mut self, text: &str) -> Outcome<bool> {
        let found = self.lift(|s| s.starts_with(text))?;
        if found {
            self.source.skip(text);
        }
        Ok(found)
    }

    fn require(&mut self, text: &str) -> Outcome<()> {
        if self.eat(text)? {
            return Ok(());
        }
        self.fail(format!("expected `{text}`"))
    }

    /// Blanks, and LaTeX's spacing commands.
    fn blanks(&mut self, line_breaks: bool) -> Outcome<()> {
        loop {
            self.lift(|s| s.skip_blanks(line_breaks))?;
            if self.peek()? != Some('\\') {
                return Ok(());
            }
            let mut moved = false;
            for command in [
                "\\,", "\\;", "\\:", "\\!", "\\ ", "\\left", "\\right", "\\quad",
            ] {
                // `\left` is not the beginning of `\leftarrow`.
                if self.lift(|s| s.starts_with(command))?
                    && !self.lift(|s| s.starts_with("\\leftarrow"))?
                {
                    self.source.skip(command);
                    moved = true;
                    break;
                }
            }
            if !moved {
                return Ok(());
            }
        }
    }

    fn fail<T>(&mut self, message: impl Into<String>) -> Outcome<T> {
        self.fail_back(0, message)
    }

    /// Fails at a place that lies `back` columns before the current one.
    fn fail_back<T>(&mut self, back: usize, message: impl Into<String>) -> Outcome<T> {
        let (excerpt, excerpt_column) = self.source.excerpt();
        Err(ReadError::Syntax {
            line: self.source.line,
            column: self.source.column.saturating_sub(back),
            message: message.into(),
            excerpt,
            excerpt_column,
        })
    }
}

fn shown(c: char) -> String {
    format!("`{}`", c.escape_debug())
}
