//! Reading forms as they are printed: `*[2[2]321]`.

use super::{MisereArena, MisereForm};
use crate::budget::Budget;
use crate::notation::ReadError;

type Outcome<T> = std::result::Result<T, ReadError>;

impl MisereArena {
    /// Reads what [`MisereArena::text`] writes. Inside `*[…]` every digit is a
    /// heap of its own: `*[42]` has the options ∗4 and ∗2.
    ///
    /// ```
    /// use values::{Budget, MisereArena};
    /// let (mut arena, budget) = (MisereArena::new(), Budget::unlimited());
    /// let g = arena.read("*[(2#1)2##]", &budget).unwrap();
    /// assert_eq!(arena.text(g, &budget).unwrap(), "*[(2#1)2##]");
    /// assert!(arena.read("*[2[3]", &budget).is_err());
    /// ```
    pub fn read(&mut self, text: &str, budget: &Budget) -> Outcome<MisereForm> {
        let mut reader = Reader {
            arena: self,
            budget,
            text,
            at: 0,
        };
        reader.whole()
    }
}

struct Reader<'a> {
    arena: &'a mut MisereArena,
    budget: &'a Budget,
    text: &'a str,
    /// The byte that comes next.
    at: usize,
}

impl Reader<'_> {
    fn whole(&mut self) -> Outcome<MisereForm> {
        if !self.eat("*[") {
            return self.fail("expected `*[`");
        }
        // The options of the games whose brackets are open.
        let mut open: Vec<Vec<MisereForm>> = vec![Vec::new()];
        loop {
            self.budget.look()?;
            if self.eat("(") {
                open.push(Vec::new());
                continue;
            }
            let game = match self.size()? {
                Some(heap) => self.arena.nim_heap(heap, self.budget)?,
                None => {
                    let last = if open.len() > 1 { ")" } else { "]" };
                    if !self.eat(last) {
                        return self.fail(&format!("expected a size, `(` or `{last}`"));
                    }
                    let game = self.closed(open.pop().unwrap_or_default())?;
                    if open.is_empty() {
                        return self.end(game);
                    }
                    game
                }
            };
            let game = self.subscripts(game)?;
            if let Some(options) = open.last_mut() {
                options.push(game);
            }
        }
    }

    /// One game in brackets is itself; several are options.
    fn closed(&mut self, options: Vec<MisereForm>) -> Outcome<MisereForm> {
        match options[..] {
            [] => self.fail("expected a size"),
            [only] => Ok(only),
            _ => Ok(self.arena.game(options, self.budget)?),
        }
    }

    fn end(&mut self, game: MisereForm) -> Outcome<MisereForm> {
        match self.rest().trim().is_empty() {
            true => Ok(game),
            false => self.fail("expected the end of the form"),
        }
    }

    /// `#`s, or a list in brackets of `#`, heaps and heaps that are taken away.
    fn subscripts(&mut self, mut game: MisereForm) -> Outcome<MisereForm> {
        while self.eat("#") {
            game = self.arena.game(vec![game], self.budget)?;
        }
        if !self.eat("[") {
            return Ok(game);
        }
        while !self.eat("]") {
            if self.eat("#") {
                game = self.arena.game(vec![game], self.budget)?;
                continue;
            }
            let minus = self.eat("-");
            let Some(heap) = self.size()? else {
                return self.fail("expected a size, `#`, `-` or `]`");
            };
            let heap = self.arena.nim_heap(heap, self.budget)?;
            game = match minus {
                false => self.arena.add(game, heap, self.budget)?,
                true => match self.arena.difference(game, heap, self.budget)? {
                    Some(rest) => rest,
                    None => return self.fail("a heap is taken away that is no part of the game"),
                },
            };
        }
        Ok(game)
    }

    /// A digit, or `&12;`.
    fn size(&mut self) -> Outcome<Option<u64>> {
        if self.eat("&") {
            let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
            let size = self.rest()[..digits].parse().ok();
            self.at += digits;
            return match (size, self.eat(";")) {
                (Some(size), true) => Ok(Some(size)),
                _ => self.fail("expected a size such as `&12;`"),
            };
        }
        let digit = self.rest().chars().next().and_then(|c| c.to_digit(10));
        self.at += usize::from(digit.is_some());
        Ok(digit.map(u64::from))
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn fail<T>(&self, message: &str) -> Outcome<T> {
        Err(ReadError::Syntax {
            line: 1,
            column: self.text[..self.at].chars().count() + 1,
            message: message.to_owned(),
            excerpt: self.text.chars().take(80).collect(),
            excerpt_column: 1,
        })
    }
}
