//! The text of a rule file, statement by statement and character by
//! character, with the place of each for complaints.

use crate::bad_input::BadInput;
use strsim::osa_distance;

/// A file may have at most so many characters.
pub(crate) const MOST_CHARACTERS: usize = 1 << 16;

/// A statement: a line, and the lines behind it that begin with a blank.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// Its first word.
    pub keyword: String,
    /// The line of the keyword, from 1.
    pub line: usize,
    /// The column of the keyword, from 1.
    pub column: usize,
    body: Vec<Glyph>,
    /// Where the statement ends: its line and the column behind it.
    end: (usize, usize),
}

/// A character and its place.
#[derive(Clone, Copy, Debug)]
struct Glyph {
    symbol: char,
    line: usize,
    column: usize,
}

impl Statement {
    /// The statements of a file. `//` begins a comment.
    pub fn all(text: &str) -> Result<Vec<Statement>, BadInput> {
        if text.chars().nth(MOST_CHARACTERS).is_some() {
            return Err(BadInput::new(
                format!("the file has more than {MOST_CHARACTERS} characters"),
                "rules that long are better written in Rust",
            ));
        }
        let mut statements: Vec<Statement> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split("//").next().unwrap_or_default().trim_end();
            let number = number + 1;
            let glyphs = line.chars().enumerate().map(|(i, symbol)| Glyph {
                symbol: if symbol == '\t' { ' ' } else { symbol },
                line: number,
                column: i + 1,
            });
            let mut glyphs: Vec<Glyph> = glyphs.collect();
            let Some(first) = glyphs.iter().position(|glyph| glyph.symbol != ' ') else {
                continue;
            };
            if let Some(control) = glyphs.iter().find(|glyph| glyph.symbol.is_control()) {
                let message = format!("{} is no character", control.symbol.escape_debug());
                return Err(BadInput::new(message, "write plain text")
                    .at(control.column)
                    .on_line(number));
            }
            let end = (number, glyphs.len() + 1);
            if first > 0 {
                let Some(before) = statements.last_mut() else {
                    return Err(BadInput::new(
                        "the first line begins with a blank",
                        "begin with `game NAME`; a line that begins with a blank goes on with \
                         the statement before it",
                    )
                    .at(1)
                    .on_line(number));
                };
                before.body.append(&mut glyphs);
                before.end = end;
                continue;
            }
            let word = |glyph: &Glyph| glyph.symbol.is_alphanumeric() || glyph.symbol == '_';
            let length = glyphs.iter().take_while(|glyph| word(glyph)).count();
            let body = glyphs.split_off(length);
            statements.push(Statement {
                keyword: glyphs.iter().map(|glyph| glyph.symbol).collect(),
                line: number,
                column: 1,
                body,
                end,
            });
        }
        Ok(statements)
    }

    /// What stands behind the keyword.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor {
            statement: self,
            place: 0,
        }
    }

    /// What stands behind the keyword, as words parted by single blanks.
    pub fn words(&self) -> String {
        let text: String = self.body.iter().map(|glyph| glyph.symbol).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A complaint about the keyword.
    pub fn wrong(&self, message: impl Into<String>, hint: impl Into<String>) -> BadInput {
        BadInput::new(message, hint)
            .at(self.column)
            .on_line(self.line)
    }
}

/// A place in a statement.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'s> {
    statement: &'s Statement,
    place: usize,
}

impl Cursor<'_> {
    /// The next character, blanks included.
    pub fn raw(&self) -> Option<char> {
        Some(self.statement.body.get(self.place)?.symbol)
    }

    /// The next character that is no blank.
    pub fn peek(&mut self) -> Option<char> {
        while self.raw() == Some(' ') {
            self.place += 1;
        }
        self.raw()
    }

    /// The next character that is no blank, which is passed.
    pub fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.place += 1;
        Some(next)
    }

    /// Whether nothing but blanks is left.
    pub fn at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Passes a text if it is next, behind blanks.
    pub fn take(&mut self, text: &str) -> bool {
        self.peek();
        let ahead = self.statement.body[self.place..].iter();
        let mut wanted = text.chars();
        let same = ahead.zip(&mut wanted).all(|(a, b)| a.symbol == b);
        let found = same && wanted.next().is_none() && self.holds(text);
        if found {
            self.place += text.chars().count();
        }
        found
    }

    fn holds(&self, text: &str) -> bool {
        let rest = &self.statement.body[self.place..];
        rest.len() >= text.chars().count()
            && rest.iter().zip(text.chars()).all(|(a, b)| a.symbol == b)
    }

    /// The word that is next, a letter and then letters, digits and `_`, or
    /// nothing.
    pub fn peek_word(&mut self) -> Option<String> {
        if !self.peek()?.is_ascii_alphabetic() {
            return None;
        }
        let rest = self.statement.body[self.place..].iter();
        let word = rest
            .map(|glyph| glyph.symbol)
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_');
        Some(word.collect())
    }

    /// The word that is next, which is passed.
    pub fn word(&mut self) -> Option<String> {
        let word = self.peek_word()?;
        self.place += word.chars().count();
        Some(word)
    }

    /// Passes a word if it is next as a whole.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek_word().is_some_and(|next| next == word);
        if found {
            self.place += word.chars().count();
        }
        found
    }

    /// The number that is next, which is passed; `None` also where it does not
    /// fit in 63 bits.
    pub fn number(&mut self) -> Option<u64> {
        self.peek();
        let rest = self.statement.body[self.place..].iter();
        let digits: String = rest
            .map(|glyph| glyph.symbol)
            .take_while(char::is_ascii_digit)
            .collect();
        let number = digits.parse().ok().filter(|&n| n <= 1 << 63)?;
        self.place += digits.len();
        Some(number)
    }

    /// All characters up to the next blank, which are passed.
    pub fn run(&mut self) -> Option<String> {
        self.peek()?;
        let rest = self.statement.body[self.place..].iter();
        let run: String = rest
            .map(|glyph| glyph.symbol)
            .take_while(|c| *c != ' ')
            .collect();
        self.place += run.chars().count();
        Some(run)
    }

    /// What is left, with single blanks.
    pub fn rest(&mut self) -> String {
        let rest = self.statement.body[self.place..].iter();
        let text: String = rest.map(|glyph| glyph.symbol).collect();
        self.place = self.statement.body.len();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A complaint about what is next.
    pub fn wrong(&mut self, message: impl Into<String>, hint: impl Into<String>) -> BadInput {
        self.peek();
        let (line, column) = match self.statement.body.get(self.place) {
            Some(glyph) => (glyph.line, glyph.column),
            None => self.statement.end,
        };
        BadInput::new(message, hint).at(column).on_line(line)
    }

    /// The complaint that something else was expected here.
    pub fn expected(&mut self, what: &str) -> BadInput {
        let found = match (self.peek_word(), self.peek()) {
            (Some(word), _) => format!("`{word}`"),
            (None, Some(symbol)) => format!("`{symbol}`"),
            (None, None) => "the end of the statement".to_owned(),
        };
        self.wrong(format!("{found} is not expected here"), what)
    }

    /// The complaint if something is left.
    pub fn end(&mut self) -> Result<(), BadInput> {
        match self.at_end() {
            true => Ok(()),
            false => Err(self.expected("the statement should end here")),
        }
    }
}

/// `did you mean …?`, if a known word is near, and the known words.
pub(crate) fn suggestion(word: &str, known: &[&str]) -> String {
    let bound = (word.chars().count() / 3).max(1);
    let near = known
        .iter()
        .map(|known| (osa_distance(word, known), known))
        .filter(|(edits, _)| *edits <= bound)
        .min();
    match near {
        Some((_, near)) => format!("did you mean `{near}`?"),
        None => format!("known are {}", known.join(", ")),
    }
}
