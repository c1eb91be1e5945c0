//! Reading value text: what we print, what CGSuite prints, what papers write.
//!
//! Juxtaposition means sum: `3^4` is 3 + 4·↑ and `1*2` is 1 + ∗2.

use super::error::ReadError;
use super::meaning::{Looping, Meaning};
use super::scan::{Outcome, Scanner, shown};
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Error;
use crate::loopy::{Draft, Knot, Knots, Loopy, Stoppers};
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
        Reader::new(self, input).file()
    }
}

impl Stoppers {
    /// Reads a game that may not end, as it is printed: `a{0||0|a}`, `{0|pass}`,
    /// `5over`, `^[on]*`, `on & v`; and every text of a value.
    ///
    /// ```
    /// use values::{Arena, Notation, Stoppers};
    /// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    /// for (text, printed) in [("a{0|a}", "over"), ("{0||0|0,pass}", "^<on>"), ("0 & off", "0 & off")] {
    ///     let game = stoppers.read(&mut arena, text).unwrap();
    ///     assert_eq!(stoppers.text(&mut arena, &game, Notation::Ascii).unwrap(), printed);
    /// }
    /// assert!(stoppers.read(&mut arena, "a{0|b}").is_err());
    /// ```
    pub fn read(&mut self, arena: &mut Arena, text: &str) -> Result<Loopy, ReadError> {
        let meaning = Looping::new(arena, self, Knots::default());
        match Reader::new(meaning, text.as_bytes()).file()? {
            Knot::Game(game) => Ok(game),
            Knot::Pass | Knot::Vertex(_) => Err(unclosed().into()),
        }
    }

    /// Reads a game with loops as the graph as which it is written, nothing
    /// simplified but what has no loops; and its vertex.
    pub fn read_graph(&mut self, arena: &mut Arena, text: &str) -> Result<(Draft, u32), ReadError> {
        let meaning = Looping::new(arena, self, Knots::kept());
        let mut reader = Reader::new(meaning, text.as_bytes());
        let game = reader.whole()?;
        Ok(reader.meaning.graph(game))
    }
}

fn unclosed() -> Error {
    Error::Undefined("`pass` is an option of a game, as in {0|pass}".to_owned())
}

/// What is done with a bracket's content when it closes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
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
pub(super) struct Signs {
    pub negate: bool,
    /// How many ± there are.
    pub switches: usize,
}

/// An open bracket.
pub(super) struct Level<G> {
    bracket: Bracket,
    /// Whether the game in it has a name there.
    pub named: bool,
    signs: Signs,
    /// Added to the content: the number in front of a tiny.
    number: Option<Dyadic>,
    /// Where this bracket's left sides begin in [`Reader::waiting`].
    waiting_from: usize,
    current: Vec<G>,
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

pub(super) struct Reader<M: Meaning, R> {
    pub meaning: M,
    pub scan: Scanner<R>,
    pub names: FxHashMap<String, M::Game>,
    pub levels: Vec<Level<M::Game>>,
    /// Left sides that wait for their right sides, with their slashes.
    waiting: Vec<(Vec<M::Game>, usize)>,
    /// Emptied lists, to be used again.
    spare: Vec<Vec<M::Game>>,
}

impl<M: Meaning, R: Read> Reader<M, R> {
    fn new(meaning: M, input: R) -> Self {
        Reader {
            meaning,
            scan: Scanner::new(input),
            names: FxHashMap::default(),
            levels: Vec::new(),
            waiting: Vec::new(),
            spare: Vec::new(),
        }
    }

    fn file(mut self) -> Outcome<M::Game> {
        self.whole()
    }

    /// Definitions and a value, up to the end of the text.
    fn whole(&mut self) -> Outcome<M::Game> {
        loop {
            self.skip_separators()?;
            let name = self.scan.definition()?;
            let mut value = self.statement()?;
            if M::LOOPS && self.and()? {
                let off = self.statement()?;
                value = self.sides(value, off)?;
            }
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

    /// Moves past the sign between onside and offside.
    fn and(&mut self) -> Outcome<bool> {
        Ok(self.scan.eat("&")? || self.scan.eat("\\&")?)
    }

    fn sides(&mut self, on: M::Game, off: M::Game) -> Outcome<M::Game> {
        match self.meaning.sides([on, off])? {
            Some(game) => Ok(game),
            None => self
                .scan
                .fail("the sides of a & b must be stoppers, and the onside at least the offside"),
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
    fn statement(&mut self) -> Outcome<M::Game> {
        self.open(Bracket::Top, Signs::default(), None);
        loop {
            let top = self.levels.len() == 1;
            let level = self.levels.last().expect("an open level");
            let done = top && level.want == Want::Separator;
            self.scan.blanks(!done)?;
            let next = self.scan.peek()?;
            let ends = matches!(next, None | Some(';' | '\n'))
                || (M::LOOPS
                    && self
                        .scan
                        .lift(|s| Ok(s.starts_with("&")? || s.starts_with("\\&")?))?);
            if top && ends {
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
            let game = self.meaning.join(&mut sides)?;
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
    fn close(&mut self) -> Outcome<M::Game> {
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
        match level.named {
            true => Ok(self.meaning.end(result?)?),
            false => result,
        }
    }

    fn content(
        &mut self,
        level: &Level<M::Game>,
        was_game: bool,
        list: &[M::Game],
    ) -> Outcome<M::Game> {
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
            (_, [value]) => value.clone(),
            (_, []) => return self.scan.fail("expected a value"),
            (_, [_, ..]) => {
                return self
                    .scan
                    .fail("expected `|` between Left's and Right's options");
            }
        };
        let value = match level.bracket {
            Bracket::Tiny { miny, .. } => self.tiny(&value, miny, level.number.as_ref())?,
            _ => value,
        };
        self.signed(value, signs)
    }

    pub fn signed(&mut self, value: M::Game, signs: Signs) -> Outcome<M::Game> {
        if signs.switches > 0 {
            return self.plus_minus(&[value], signs);
        }
        Ok(match signs.negate {
            true => self.meaning.negative(&value)?,
            false => value,
        })
    }

    /// ±{a,b} = {a,b|−a,−b}; with a minus in between, {−a,−b|a,b}. Each further
    /// ± makes {G|−G} of the value so far.
    fn plus_minus(&mut self, options: &[M::Game], signs: Signs) -> Outcome<M::Game> {
        let mut negatives = Vec::with_capacity(options.len());
        for option in options {
            negatives.push(self.meaning.negative(option)?);
        }
        let mut sides = [options.to_vec(), negatives];
        if signs.negate {
            sides.swap(0, 1);
        }
        let mut value = self.meaning.join(&mut sides)?;
        for _ in 1..signs.switches {
            self.meaning.arena().tick()?;
            let negative = self.meaning.negative(&value)?;
            value = self.meaning.join(&mut [vec![value], vec![negative]])?;
        }
        Ok(value)
    }

    /// number + Tiny(g) = number + {0‖0|−g}.
    fn tiny(&mut self, g: &M::Game, miny: bool, number: Option<&Dyadic>) -> Outcome<M::Game> {
        let zero = self.meaning.closed_form(Value::ZERO);
        let negative = self.meaning.negative(g)?;
        let threat = self
            .meaning
            .join(&mut [vec![zero.clone()], vec![negative]])?;
        let tiny = self.meaning.join(&mut [vec![zero], vec![threat]])?;
        let value = match miny {
            true => self.meaning.negative(&tiny)?,
            false => tiny,
        };
        Ok(match number {
            None => value,
            Some(x) => self.meaning.shifted(x, &value)?,
        })
    }

    /// A game is read, behind its signs.
    pub fn deliver_signed(&mut self, value: M::Game, signs: Signs) -> Outcome<()> {
        let value = self.signed(value, signs)?;
        self.deliver(value);
        Ok(())
    }

    pub fn deliver(&mut self, value: M::Game) {
        let level = self.levels.last_mut().expect("an open level");
        level.current.push(value);
        level.want = Want::Separator;
    }

    pub fn open(&mut self, bracket: Bracket, signs: Signs, number: Option<Dyadic>) {
        let current = self.spare.pop().unwrap_or_default();
        self.levels.push(Level {
            bracket,
            named: false,
            signs,
            number,
            waiting_from: self.waiting.len(),
            current,
            want: Want::OperandOrNothing,
        });
    }
}
