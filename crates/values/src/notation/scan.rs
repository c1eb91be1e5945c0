//! The words of value text: numbers, ups, stars, slashes, names, in all
//! three notations.

use super::error::ReadError;
use super::meaning::Word;
use super::source::{Source, SourceError};
use super::style::{superscript_digit, vulgar_fraction};
use crate::dyadic::Dyadic;
use crate::up_star::MAX_NIMBER;
use num_bigint::BigInt;
use std::io::Read;

/// Looks at the text ahead and moves past what it recognises.
pub(super) struct Scanner<R> {
    source: Source<R>,
    /// The column of the digits read last.
    digits_at: usize,
}

pub(super) type Outcome<T> = Result<T, ReadError>;

/// More digits than anybody needs, and few enough to convert quickly.
const MAX_DIGITS: usize = 20_000;
const MAX_UP_POWER: u64 = 10_000;
const FRACTIONS: [&str; 3] = ["\\frac{", "\\tfrac{", "\\dfrac{"];

/// The words for loopy values.
const WORDS: [(Word, [&str; 2]); 7] = [
    (Word::On, ["on", "\\textbf{on}"]),
    (Word::Off, ["off", "\\textbf{off}"]),
    (Word::Beside(1), ["over", "\\textbf{over}"]),
    (Word::Beside(-1), ["under", "\\textbf{under}"]),
    (Word::Upon, ["upon", "\\textbf{upon}"]),
    (Word::Dud, ["dud", "\\textbf{dud}"]),
    (Word::Pass, ["pass", "\\textbf{pass}"]),
];

/// An up part as it is written.
pub(super) enum Ups {
    /// n·↑.
    Count(i64),
    /// ↑ⁿ, or the sum ↑[n].
    Power { n: usize, sum: bool, negative: bool },
}

impl<R: Read> Scanner<R> {
    pub fn new(input: R) -> Self {
        Scanner {
            source: Source::new(input),
            digits_at: 1,
        }
    }

    /// Moves past `c`, which was peeked.
    pub fn advance(&mut self, c: char) {
        self.source.advance(c);
    }

    /// Moves past `text`, which was seen ahead.
    pub fn skip(&mut self, text: &str) {
        self.source.skip(text);
    }

    /// `name =`, if the statement is a definition.
    pub fn definition(&mut self) -> Outcome<Option<String>> {
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
    pub fn nth(&mut self, i: usize) -> Outcome<Option<char>> {
        let byte = self.lift(|s| s.byte(i))?;
        Ok(byte.map(char::from).filter(char::is_ascii))
    }

    /// The length of the name ahead; `v`, `vv`, `v3` … are downs, not names.
    pub fn name_length(&mut self) -> Outcome<Option<usize>> {
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

    /// Counts the slashes ahead and moves past them: `|`, `||`, `‖`, `\mid`.
    pub fn slashes(&mut self) -> Outcome<Option<usize>> {
        if !matches!(self.peek()?, Some('|' | '∣' | '‖' | '∥' | '⦀' | '\\')) {
            return Ok(None);
        }
        const COMMANDS: [(&str, usize); 6] = [
            ("\\middle|", 1),
            ("\\mid", 1),
            ("\\vert", 1),
            ("\\Vert", 2),
            ("\\parallel", 2),
            ("\\|", 2),
        ];
        let mut count = 0;
        loop {
            count += match self.peek()? {
                Some(c @ ('|' | '∣')) => {
                    self.advance(c);
                    1
                }
                Some(c @ ('‖' | '∥')) => {
                    self.advance(c);
                    2
                }
                Some(c @ '⦀') => {
                    self.advance(c);
                    3
                }
                Some('\\') => {
                    let mut found = 0;
                    for (command, n) in COMMANDS {
                        if found == 0 && self.eat_command(command)? {
                            found = n;
                        }
                    }
                    found
                }
                _ => 0,
            };
            if !matches!(self.peek()?, Some('|' | '∣' | '‖' | '∥' | '⦀'))
                && !self.lift(|s| s.starts_with("\\|"))?
            {
                return Ok((count > 0).then_some(count));
            }
        }
    }

    /// Moves past a LaTeX command, if it is ahead and its name ends there.
    pub fn eat_command(&mut self, command: &str) -> Outcome<bool> {
        let letters = command.ends_with(|c: char| c.is_ascii_alphabetic());
        let continues = letters
            && self
                .nth(command.len())?
                .is_some_and(|c| c.is_ascii_alphabetic());
        Ok(!continues && self.eat(command)?)
    }

    /// The column of what comes next.
    pub fn column(&self) -> usize {
        self.source.column
    }

    /// A minus that belongs to the number behind it: −1∗ is −1 + ∗.
    pub fn minus_of_a_number(&mut self) -> Outcome<bool> {
        let Some(minus @ ('-' | '−')) = self.peek()? else {
            return Ok(false);
        };
        let next = self.lift(|s| s.char_at(minus.len_utf8()))?;
        Ok(match next {
            Some('\\') => {
                let ahead = |minus: char, command: &str| format!("{minus}{command}");
                let mut fraction = false;
                for command in FRACTIONS {
                    let text = ahead(minus, command);
                    fraction |= self.lift(|s| s.starts_with(&text))?;
                }
                fraction
            }
            Some(c) => c.is_ascii_digit() || vulgar_fraction(c).is_some(),
            None => false,
        })
    }

    /// `{\uparrow}` and the like are groups, not games.
    pub fn latex_group(&mut self) -> Outcome<bool> {
        Ok(self.lift(|s| s.starts_with("{\\"))? && !self.lift(|s| s.starts_with("{\\{"))?)
    }

    pub fn tiny_opening(&mut self) -> Outcome<Option<bool>> {
        if !matches!(self.peek()?, Some('T' | 't' | 'M' | 'm' | '⧾' | '⧿' | '{')) {
            return Ok(None);
        }
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

    pub fn number(&mut self) -> Outcome<Option<Dyadic>> {
        let negative = match self.peek()? {
            Some(c @ ('-' | '−')) => {
                self.advance(c);
                true
            }
            _ => false,
        };
        let whole = self.digits()?;
        let sign = |x: Dyadic| if negative { -x } else { x };
        let next = self.peek()?;
        if whole.is_some() && next.is_none_or(|c| c.is_ascii() && c != '/' && c != '\\') {
            return Ok(whole.map(sign));
        }
        if let Some((num, exp)) = next.and_then(vulgar_fraction) {
            self.bump()?;
            let whole = whole.unwrap_or_else(Dyadic::zero);
            return Ok(Some(sign(&whole + &Dyadic::new(num, exp))));
        }
        let mut fraction = false;
        for command in FRACTIONS {
            fraction = fraction || self.eat(command)?;
        }
        if fraction {
            let num = self.required_digits()?;
            self.require("}{")?;
            let den = self.required_digits()?;
            let x = self.fraction(&num, &den)?;
            self.require("}")?;
            let whole = whole.unwrap_or_else(Dyadic::zero);
            return Ok(Some(sign(&whole + &x)));
        }
        let Some(whole) = whole else { return Ok(None) };
        if self.eat("/")? {
            let den = self.required_digits()?;
            return Ok(Some(sign(self.fraction(&whole, &den)?)));
        }
        Ok(Some(sign(whole)))
    }

    pub fn fraction(&mut self, num: &Dyadic, den: &Dyadic) -> Outcome<Dyadic> {
        match den.power_of_two() {
            Some(exp) => Ok(num.halved(exp)),
            None => self.fail_at(self.digits_at, "the denominator must be a power of two"),
        }
    }

    pub fn required_digits(&mut self) -> Outcome<Dyadic> {
        match self.digits()? {
            Some(n) => Ok(n),
            None => self.fail("expected digits"),
        }
    }

    /// A natural number.
    pub fn digits(&mut self) -> Outcome<Option<Dyadic>> {
        self.digits_at = self.column();
        let mut small = 0i64;
        let mut length = 0;
        let mut text = String::new();
        while let Some(c) = self.peek()?.filter(char::is_ascii_digit) {
            self.source.advance(c);
            length += 1;
            match length {
                1..=18 => small = small * 10 + (i64::from(u32::from(c)) - i64::from(b'0')),
                19 => text = format!("{small:018}{c}"),
                _ => text.push(c),
            }
            if length > MAX_DIGITS {
                let message = format!("a number of more than {MAX_DIGITS} digits");
                return self.fail_at(self.digits_at, message);
            }
        }
        Ok(match length {
            0 => None,
            1..=18 => Some(Dyadic::from(small)),
            _ => text.parse::<BigInt>().ok().map(Dyadic::from),
        })
    }

    pub fn count(&mut self, bound: u64, what: &str) -> Outcome<Option<u64>> {
        let Some(n) = self.digits()? else {
            return Ok(None);
        };
        match u64::try_from(n.numerator()) {
            Ok(n) if n <= bound => Ok(Some(n)),
            _ => self.fail_at(self.digits_at, format!("{what}: the bound is {bound}")),
        }
    }

    /// The ups: how many, or a value for ↑ⁿ and ↑[n].
    pub fn ups(&mut self) -> Outcome<Option<Ups>> {
        if !matches!(
            self.peek()?,
            Some('^' | 'v' | '↑' | '↓' | '⇑' | '⇓' | '{' | '\\')
        ) {
            return Ok(None);
        }
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
            return Ok(None);
        };
        let step = total;
        while self.eat(symbol)? {
            match i64::checked_add(total, step) {
                Some(sum) => total = sum,
                None => return self.fail("too many ups"),
            }
        }
        if total.abs() > 1 {
            return Ok(Some(Ups::Count(total)));
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
                return self.power(n, sum, total < 0);
            }
        }
        if let Some(n) = self.superscript()? {
            return self.power(Some(n), false, total < 0);
        }
        let n = self.count(i64::MAX as u64, "too many ups")?.unwrap_or(1);
        Ok(Some(Ups::Count(total * n as i64)))
    }

    /// A word for a loopy value ahead, and its text.
    pub fn word(&mut self) -> Outcome<Option<(Word, &'static str)>> {
        for (word, texts) in WORDS {
            for text in texts {
                if self.lift(|s| s.starts_with(text))? {
                    let after = self.nth(text.len())?;
                    let goes_on = after.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
                    if !goes_on && after != Some('{') {
                        return Ok(Some((word, text)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// ↑[on] or ↑^on: whether it is negative, and whether it is the sum.
    pub fn endless_up(&mut self) -> Outcome<Option<(bool, bool)>> {
        const UPS: [(&str, bool); 8] = [
            ("^", false),
            ("v", true),
            ("↑", false),
            ("↓", true),
            ("{\\uparrow}", false),
            ("{\\downarrow}", true),
            ("\\uparrow", false),
            ("\\downarrow", true),
        ];
        const POWERS: [(&str, bool); 4] = [
            ("[on]", true),
            ("<on>", false),
            ("^{[\\textbf{on}]}", true),
            ("^{\\textbf{on}}", false),
        ];
        for (up, negative) in UPS {
            if !self.lift(|s| s.starts_with(up))? {
                continue;
            }
            for (power, sum) in POWERS {
                if self.eat(&format!("{up}{power}"))? {
                    return Ok(Some((negative, sum)));
                }
            }
        }
        Ok(None)
    }

    pub fn superscript(&mut self) -> Outcome<Option<u64>> {
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

    pub fn nimber(&mut self) -> Outcome<Option<u64>> {
        if !matches!(self.peek()?, Some('*' | '∗' | '⋆' | '★' | '{' | '\\')) {
            return Ok(None);
        }
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

    pub fn lift<T>(
        &mut self,
        f: impl FnOnce(&mut Source<R>) -> Result<T, SourceError>,
    ) -> Outcome<T> {
        match f(&mut self.source) {
            Ok(t) => Ok(t),
            Err(SourceError::Io(e)) => Err(ReadError::Input(e.to_string())),
            Err(SourceError::NotUtf8) => self.fail("expected UTF-8 text"),
        }
    }

    pub fn peek(&mut self) -> Outcome<Option<char>> {
        self.lift(Source::peek)
    }

    pub fn bump(&mut self) -> Outcome<()> {
        match self.peek()? {
            Some(c) => {
                self.source.advance(c);
                Ok(())
            }
            None => self.fail("unexpected end of the text"),
        }
    }

    pub fn eat(&mut self, text: &str) -> Outcome<bool> {
        let found = self.lift(|s| s.starts_with(text))?;
        if found {
            self.source.skip(text);
        }
        Ok(found)
    }

    pub fn require(&mut self, text: &str) -> Outcome<()> {
        if self.eat(text)? {
            return Ok(());
        }
        self.fail(format!("expected `{text}`"))
    }

    /// Blanks, and LaTeX's spacing commands.
    pub fn blanks(&mut self, line_breaks: bool) -> Outcome<()> {
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

    pub fn fail<T>(&mut self, message: impl Into<String>) -> Outcome<T> {
        self.fail_at(self.column(), message)
    }

    /// Fails at an earlier column of the line.
    pub fn fail_at<T>(&mut self, column: usize, message: impl Into<String>) -> Outcome<T> {
        let (excerpt, excerpt_column) = self.source.excerpt();
        Err(ReadError::Syntax {
            line: self.source.line,
            column,
            message: message.into(),
            excerpt,
            excerpt_column,
        })
    }

    fn power(&mut self, n: Option<u64>, sum: bool, negative: bool) -> Outcome<Option<Ups>> {
        match n.filter(|&n| n > 0) {
            Some(n) => Ok(Some(Ups::Power {
                n: n as usize,
                sum,
                negative,
            })),
            None => self.fail("expected a positive integer"),
        }
    }
}

/// A character as messages show it.
pub(super) fn shown(c: char) -> String {
    format!("`{}`", c.escape_debug())
}
