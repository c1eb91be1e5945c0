//! Forms as CGSuite prints them: `*[2[2]321]`.
//!
//! Inside `*[…]` the options stand side by side, the last in order first. A
//! heap of Nim is its size. Subscripts, in brackets behind what they change,
//! are read from left to right: a number adds that heap, a number with a minus
//! takes it away, and `#` makes the game whose only option it is; a single run
//! of `#` needs no brackets.

use super::{MisereArena, MisereForm};
use crate::budget::Budget;
use crate::error::{Error, Result};

/// Bound on the characters of a form: each option is written out.
const MAX_TEXT: usize = 1 << 20;

/// A piece of a text: what it stands on, and the subscripts.
struct Piece {
    base: String,
    subscripts: String,
    /// Whether a heap was added or taken away: then brackets are needed.
    bracketed: bool,
}

impl Piece {
    fn plain(base: String) -> Self {
        Piece {
            base,
            subscripts: String::new(),
            bracketed: false,
        }
    }

    fn text(self) -> String {
        match self.bracketed {
            true => format!("{}[{}]", self.base, self.subscripts),
            false => self.base + &self.subscripts,
        }
    }

    fn with_heap(mut self, sign: &str, heap: u32) -> Self {
        self.bracketed = true;
        self.subscripts.push_str(sign);
        self.subscripts.push_str(&digit(heap));
        self
    }
}

/// Sizes of two digits are marked, since options stand side by side.
fn digit(heap: u32) -> String {
    match heap < 10 {
        true => heap.to_string(),
        false => format!("&{heap};"),
    }
}

impl MisereArena {
    /// The text of a form.
    pub fn text(&mut self, g: MisereForm, budget: &Budget) -> Result<String> {
        let piece = self.piece(g, false, budget)?;
        Ok(format!("*[{}]", piece.text()))
    }

    fn piece(&mut self, g: MisereForm, enclosed: bool, budget: &Budget) -> Result<Piece> {
        budget.look()?;
        let birthday = self.birthday(g);
        if self.is_nim_heap(g, budget)? {
            return Ok(Piece::plain(digit(birthday)));
        }
        let (even, odd) = self.even_part(g, budget)?;
        for size in (2 + u32::from(odd)..birthday).step_by(2) {
            let heap = self.nim_heap(size.into(), budget)?;
            let rest = self.difference(g, heap, budget)?;
            if let Some(rest) = rest.filter(|&rest| self.birthday(rest) < birthday) {
                return Ok(self.piece(rest, true, budget)?.with_heap("", size));
            }
            let sum = self.add(g, heap, budget)?;
            if self.birthday(sum) < birthday {
                return Ok(self.piece(sum, true, budget)?.with_heap("-", size));
            }
        }
        if odd {
            return Ok(self.piece(even, true, budget)?.with_heap("", 1));
        }
        let options = self.options(g, budget)?;
        if let [only] = options[..] {
            let mut piece = self.piece(only, true, budget)?;
            piece.subscripts.push('#');
            return Ok(piece);
        }
        let mut text = String::new();
        for &option in options.iter().rev() {
            text += &self.piece(option, true, budget)?.text();
            if text.len() > MAX_TEXT {
                return Err(Error::TooLarge {
                    what: "a misère form of more characters",
                    bound: MAX_TEXT as u64,
                });
            }
        }
        Ok(Piece::plain(match enclosed {
            true => format!("({text})"),
            false => text,
        }))
    }
}
