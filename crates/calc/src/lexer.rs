//! From characters to tokens, one at a time, so that a text of megabytes needs no token list.

use num_bigint::BigInt;

use super::failure::Problem;
use super::rational::{MAX_BITS, Rational};
use super::syntax::{Comparison, HigherUp};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `17`, `½` or `2½`.
    Number(Rational),
    Text(String),
    Name(String),
    /// `^`, `^^`, `⇑`, `v`, `vv`: a signed number of ups.
    Ups(i64),
    /// `^<n>`, `v<n>`, `^[n]` or `v[n]`.
    HigherUp(HigherUp),
    Plus,
    Minus,
    PlusMinus,
    Star,
    Divide,
    Percent,
    /// `&`, between the sides of a loopy game.
    And,
    Colon,
    Comparison(Comparison),
    Assign,
    /// `=>`, between the name of an argument and its value.
    Arrow,
    /// `->`, between the parameters of a function and what it gives.
    Maps,
    Comma,
    Dot,
    Semicolon,
    /// A run of that many vertical bars.
    Slashes(usize),
    Quote,
    Open(Bracket),
    Close(Bracket),
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    Round,
    Square,
    Curly,
}

impl Bracket {
    pub fn closing(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Square => ']',
            Bracket::Curly => '}',
        }
    }
}

/// A token, the byte where it begins and the byte behind its end.
pub struct Located {
    pub token: Token,
    pub at: usize,
    pub end: usize,
}

/// A position in the text; cheap to clone, which is how the parser looks ahead.
#[derive(Clone)]
pub struct Lexer<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(source: &'a str) -> Self {
        Self { source, at: 0 }
    }

    /// The next token, or the byte and the reason why there is none.
    pub fn next(&mut self) -> Result<Located, (usize, Problem)> {
        self.skip_blanks();
        let at = self.at;
        let token = self.token().map_err(|problem| (at, problem))?;
        let end = self.at;
        Ok(Located { token, at, end })
    }

    /// Goes on from this byte.
    pub fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(|c| c.is_whitespace() || c == '\u{feff}');
            if !self.rest().starts_with("//") {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn token(&mut self) -> Result<Token, Problem> {
        let Some(first) = self.peek() else {
            return Ok(Token::End);
        };
        if first.is_ascii_digit() {
            return self.number();
        }
        if first.is_alphabetic() || first == '_' {
            return Ok(self.name());
        }
        if let Some(fraction) = self.vulgar_fraction() {
            return Ok(Token::Number(fraction?));
        }
        if let '⧾' | '⧿' = first {
            self.at += first.len_utf8();
            let name = if first == '⧾' { "Tiny" } else { "Miny" };
            return Ok(Token::Name(name.to_owned()));
        }
        if matches!(first, '^' | '↑' | '⇑' | '↓' | '⇓') {
            return Ok(self.ups());
        }
        if matches!(first, '|' | '∣' | '‖' | '∥' | '⦀') {
            return Ok(self.slashes());
        }
        self.at += first.len_utf8();
        Ok(match first {
            '"' => return self.text(),
            '\'' => Token::Quote,
            '+' if self.eat('-') || self.eat('−') => Token::PlusMinus,
            '±' => Token::PlusMinus,
            '+' => Token::Plus,
            '-' if self.eat('>') => Token::Maps,
            '-' | '−' => Token::Minus,
            '*' | '∗' | '⋆' | '★' => Token::Star,
            '/' => Token::Divide,
            '%' => Token::Percent,
            '&' => Token::And,
            ':' if self.eat('=') => Token::Assign,
            ':' => Token::Colon,
            '=' if self.eat('=') => Token::Comparison(Comparison::Equal),
            '=' if self.eat('>') => Token::Arrow,
            '=' => Token::Assign,
            '!' if self.eat('=') => Token::Comparison(Comparison::Different),
            '≠' => Token::Comparison(Comparison::Different),
            '<' if self.eat('=') => Token::Comparison(Comparison::LessOrEqual),
            '<' if self.eat('>') => Token::Comparison(Comparison::Confused),
            '<' if self.eat('|') => Token::Comparison(Comparison::LessOrConfused),
            '<' => Token::Comparison(Comparison::Less),
            '>' if self.eat('=') => Token::Comparison(Comparison::GreaterOrEqual),
            '>' => Token::Comparison(Comparison::Greater),
            '≤' => Token::Comparison(Comparison::LessOrEqual),
            '≥' => Token::Comparison(Comparison::GreaterOrEqual),
            '⧏' => Token::Comparison(Comparison::LessOrConfused),
            '⧐' => Token::Comparison(Comparison::GreaterOrConfused),
            ',' => Token::Comma,
            '.' => Token::Dot,
            ';' => Token::Semicolon,
            '(' => Token::Open(Bracket::Round),
            '[' => Token::Open(Bracket::Square),
            '{' => Token::Open(Bracket::Curly),
            ')' => Token::Close(Bracket::Round),
            ']' => Token::Close(Bracket::Square),
            '}' => Token::Close(Bracket::Curly),
            other => {
                return Err(Problem::syntax(format!(
                    "the character {} has no meaning here",
                    other.escape_debug()
                )));
            }
        })
    }

    fn number(&mut self) -> Result<Token, Problem> {
        let digits = self.take_while(|c| c.is_ascii_digit());
        // One decimal digit is worth more than three binary ones.
        if digits.len() as u64 > MAX_BITS / 4 {
            return Err(Problem::limit(format!(
                "an integer of {} digits; the bound is {}",
                digits.len(),
                MAX_BITS / 4
            )));
        }
        let decimals = self.rest().strip_prefix('.');
        if decimals.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            return Err(Problem::syntax(
                "numbers are written as fractions: 1/2, not 0.5",
            ));
        }
        let integer: BigInt = digits
            .parse()
            .map_err(|_| Problem::syntax("expected an integer"))?;
        let integer = Rational::from(integer);
        match self.vulgar_fraction() {
            Some(fraction) => integer.add(&fraction?),
            None => Ok(integer),
        }
        .map(Token::Number)
    }

    fn vulgar_fraction(&mut self) -> Option<Result<Rational, Problem>> {
        let c = self.peek()?;
        let (numerator, denominator) = vulgar_fraction(c)?;
        self.at += c.len_utf8();
        Some(Rational::new(numerator.into(), denominator.into()))
    }

    /// A name, or a run of `v`s: `v` is a letter only where another letter follows.
    fn name(&mut self) -> Token {
        let rest = self.rest();
        let downs = rest.len() - rest.trim_start_matches('v').len();
        let continues = rest[downs..].starts_with(|c: char| c.is_alphabetic() || c == '_');
        if downs > 0 && !continues {
            self.at += downs;
            return self.up_suffix(-(downs as i64));
        }
        // A game of kept rules has their digest in its name.
        Token::Name(
            self.take_while(|c| {
                c.is_alphanumeric() && vulgar_fraction(c).is_none() || matches!(c, '_' | '@')
            })
            .to_owned(),
        )
    }

    fn ups(&mut self) -> Token {
        let mut count: i64 = 0;
        while let Some(c) = self.peek() {
            let step = match c {
                '^' | '↑' if count >= 0 => 1,
                '⇑' if count >= 0 => 2,
                '↓' if count <= 0 => -1,
                '⇓' if count <= 0 => -2,
                _ => break,
            };
            count += step;
            self.at += c.len_utf8();
        }
        self.up_suffix(count)
    }

    /// `^<n>`, `↑ⁿ` and `^[n]`, written without blanks, are one symbol.
    fn up_suffix(&mut self, count: i64) -> Token {
        if count.abs() != 1 {
            return Token::Ups(count);
        }
        let power = self.bracketed('<', '>').or_else(|| self.superscript());
        let series = power.is_none();
        match power.or_else(|| self.bracketed('[', ']')) {
            Some(n) => Token::HigherUp(HigherUp {
                negative: count < 0,
                series,
                n,
            }),
            None => Token::Ups(count),
        }
    }

    fn bracketed(&mut self, open: char, close: char) -> Option<u64> {
        let inner = self.rest().strip_prefix(open)?;
        if inner
            .strip_prefix("on")
            .is_some_and(|rest| rest.starts_with(close))
        {
            self.at += 4;
            return Some(HigherUp::ON);
        }
        let end = inner.find(|c: char| !c.is_ascii_digit())?;
        if !inner[end..].starts_with(close) {
            return None;
        }
        let number = inner[..end].parse().ok()?;
        self.at += end + 2;
        Some(number)
    }

    fn superscript(&mut self) -> Option<u64> {
        const DIGITS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
        let digit = |c| DIGITS.chars().position(|d| d == c);
        let rest = self.rest();
        let end = rest.find(|c| digit(c).is_none()).unwrap_or(rest.len());
        let mut number: u64 = 0;
        for c in rest[..end].chars() {
            number = number.checked_mul(10)?.checked_add(digit(c)? as u64)?;
        }
        self.at += end;
        (end > 0).then_some(number)
    }

    fn slashes(&mut self) -> Token {
        let start = self.at;
        let mut count = 0;
        while let Some(c) = self.peek() {
            count += match c {
                '|' | '∣' => 1,
                '‖' | '∥' => 2,
                '⦀' => 3,
                _ => break,
            };
            self.at += c.len_utf8();
        }
        if &self.source[start..self.at] == "|" && self.eat('>') {
            return Token::Comparison(Comparison::GreaterOrConfused);
        }
        Token::Slashes(count)
    }

    fn text(&mut self) -> Result<Token, Problem> {
        let mut text = String::new();
        loop {
            let plain = self.take_while(|c| !matches!(c, '"' | '\\'));
            text.push_str(plain);
            if self.eat('"') {
                return Ok(Token::Text(text));
            }
            self.eat('\\');
            match self.peek() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(c @ ('"' | '\\')) => text.push(c),
                // A lone backslash stands for itself: LaTeX is full of them.
                Some(_) => {
                    text.push('\\');
                    continue;
                }
                None => return Err(Problem::syntax("this text has no closing \"")),
            }
            self.at += 1;
        }
    }
}

fn vulgar_fraction(c: char) -> Option<(i64, i64)> {
    Some(match c {
        '½' => (1, 2),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        _ => return None,
    })
}

/// Whether there is nothing but blanks and comments.
pub fn is_blank(source: &str) -> bool {
    matches!(Lexer::new(source).next(), Ok(located) if located.token == Token::End)
}

/// Whether a backslash stands outside texts in quotes.
pub fn has_backslash(source: &str) -> bool {
    let mut lexer = Lexer::new(source);
    loop {
        match lexer.next() {
            Ok(located) if located.token == Token::End => return false,
            Ok(_) => {}
            Err((at, _)) => return source[at..].starts_with('\\'),
        }
    }
}

/// Whether brackets, a text or a quoted form are still open at the end of `source`.
pub fn is_incomplete(source: &str) -> bool {
    let mut lexer = Lexer::new(source);
    let mut depth: usize = 0;
    let mut quoted = false;
    loop {
        match lexer.next() {
            Ok(located) => match located.token {
                Token::Open(_) => depth += 1,
                Token::Close(_) if depth == 0 => return false,
                Token::Close(_) => depth -= 1,
                Token::Quote => quoted = !quoted,
                Token::End => return depth > 0 || quoted,
                _ => {}
            },
            // Only a text that ran into the end of the input leaves the lexer there.
            Err((at, _)) => return source[at..].starts_with('"'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(source);
        let mut tokens = Vec::new();
        loop {
            match lexer.next().unwrap().token {
                Token::End => return tokens,
                token => tokens.push(token),
            }
        }
    }

    #[test]
    fn downs_are_not_names() {
        assert_eq!(tokens("v9"), [Token::Ups(-1), Token::Number(9.into())]);
        assert_eq!(tokens("vv*"), [Token::Ups(-2), Token::Star]);
        assert_eq!(tokens("value"), [Token::Name("value".into())]);
        assert_eq!(tokens("vvx1"), [Token::Name("vvx1".into())]);
        assert_eq!(tokens("⇓∗"), [Token::Ups(-2), Token::Star]);
    }

    #[test]
    fn higher_ups_need_no_blank() {
        for (text, negative, series, n) in [("^<3>", false, false, 3), ("v[4]", true, true, 4)] {
            let up = HigherUp {
                negative,
                series,
                n,
            };
            assert_eq!(tokens(text), [Token::HigherUp(up)]);
        }
        assert_eq!(tokens("^<3")[1], Token::Comparison(Comparison::Less));
    }

    #[test]
    fn methods_of_integers() {
        assert_eq!(
            tokens("17.Div"),
            [
                Token::Number(17.into()),
                Token::Dot,
                Token::Name("Div".into())
            ]
        );
        assert!(Lexer::new("0.5").next().is_err());
    }

    #[test]
    fn mixed_numerals() {
        let expected = Rational::new(5.into(), 2.into()).unwrap();
        assert_eq!(tokens("2½"), [Token::Number(expected)]);
    }

    #[test]
    fn bars() {
        assert_eq!(tokens("|||"), [Token::Slashes(3)]);
        assert_eq!(tokens("‖|"), [Token::Slashes(3)]);
        assert_eq!(
            tokens("|>"),
            [Token::Comparison(Comparison::GreaterOrConfused)]
        );
        assert_eq!(
            tokens("<|"),
            [Token::Comparison(Comparison::LessOrConfused)]
        );
    }

    #[test]
    fn incomplete_input() {
        for source in ["{1|", "mean(", "[1,\n2", "value(\"1", "'{1|0}", "'{1|"] {
            assert!(is_incomplete(source), "{source}");
        }
        for source in ["", "1+", "{1|2}", "1)", "}{", "'{1|0}'", "0.5 + (", "\"a\""] {
            assert!(!is_incomplete(source), "{source}");
        }
    }
}
