//! Lines of cells as rules write them.

use super::super::cursor::{Cursor, suggestion};
use super::read::Reader;
use super::syntax::{Cell, Class, Item, KEEP, Moved, Pattern, Piece};
use crate::bad_input::BadInput;

/// A pattern has at most so many cells, each repeated one counted once.
const MOST_CELLS: usize = 32;

/// A line or a shape as it is written.
pub(crate) struct Line<'s> {
    items: Vec<Written>,
    /// Where each of them is written.
    places: Vec<Cursor<'s>>,
    /// How many of them are in each row.
    rows: Vec<usize>,
    everything: Class,
}

enum Written {
    One(Symbol),
    Many {
        symbols: Vec<Symbol>,
        least: u16,
        most: u16,
    },
    Block(Box<Written>),
    /// `~`: a place in a shape that is no part of it.
    Gap,
}

/// A cell as it is written.
enum Symbol {
    /// `_`: anything on the board, or as it was.
    Any,
    /// A letter, or some in an order.
    Letters(Vec<u8>),
}

/// Words that end a pattern.
const KEYWORDS: [&str; 6] = ["then", "also", "if", "unless", "again", "and"];

impl<'s> Line<'s> {
    /// Reads cells until something else comes: of a shape, in rows that are
    /// parted by `/`.
    pub fn read(
        reader: &Reader<'_>,
        cursor: &mut Cursor<'s>,
        shape: bool,
    ) -> Result<Line<'s>, BadInput> {
        let mut line = Line {
            items: Vec::new(),
            places: Vec::new(),
            rows: vec![0],
            everything: reader.alphabet.on_board(),
        };
        let mut cells = 0;
        loop {
            let _ = cursor.peek();
            let place = cursor.clone();
            if cursor.take("/") {
                line.check_row(shape, &place)?;
                line.rows.push(0);
                continue;
            }
            let Some(item) = Written::read(reader, cursor)? else {
                break;
            };
            cells += item.symbols().len().max(1);
            if cells > MOST_CELLS {
                return Err(place.clone().wrong(
                    format!("the pattern has more than {MOST_CELLS} cells"),
                    "make it shorter, or repeat cells with `*`",
                ));
            }
            let single = matches!(item, Written::One(_) | Written::Gap);
            if single != shape && (shape || matches!(item, Written::Gap)) {
                let hint = match shape {
                    true => "write its cells one by one",
                    false => "a shape has `drawn`, `turned` or `mirrored` before its colon",
                };
                let message = match shape {
                    true => "a shape repeats nothing and has no blocks",
                    false => "only a shape has places that are no part of it",
                };
                return Err(place.clone().wrong(message, hint));
            }
            line.items.push(item);
            line.places.push(place);
            *line.rows.last_mut().expect("one is begun") += 1;
        }
        let whole = line.items.iter().all(|item| matches!(item, Written::Gap));
        if line.items.is_empty() || whole {
            return Err(cursor.expected(&format!(
                "write a pattern of cells; letters are {}",
                reader.alphabet.words()
            )));
        }
        line.check_row(shape || line.rows.len() == 1, cursor)?;
        Ok(line)
    }

    /// The complaint about the last row of a shape, or about a line that has
    /// several.
    fn check_row(&self, shape: bool, place: &Cursor<'s>) -> Result<(), BadInput> {
        let (count, last) = (self.rows.len(), *self.rows.last().unwrap_or(&0));
        if !shape {
            return Err(place.clone().wrong(
                "only a shape has several rows",
                "write `drawn:`, `turned:` or `turned mirrored:` before it",
            ));
        }
        match last == self.rows[0] {
            true => Ok(()),
            false => Err(place.clone().wrong(
                format!(
                    "in row {count} the number of cells is {last}, in row 1 it is {}",
                    self.rows[0]
                ),
                "write all rows with the same number of cells, with `~` for what is no part of \
                 the shape",
            )),
        }
    }

    /// The pattern to look for.
    pub fn seen(&self, shape: bool) -> Result<Pattern, BadInput> {
        let mut items = Vec::new();
        for (item, place) in self.items.iter().zip(&self.places) {
            match item {
                Written::Gap => (),
                Written::Block(_) => {
                    return Err(place
                        .clone()
                        .wrong("nothing moves here", "leave the brackets out"));
                }
                item => items.push(self.kept(item)),
            }
        }
        Ok(self.laid(items, shape))
    }

    /// An item that stays as it is.
    fn kept(&self, item: &Written) -> Item {
        let keep = |symbol: &Symbol| Cell {
            class: self.class(symbol),
            becomes: KEEP,
        };
        match item {
            Written::Many {
                symbols,
                least,
                most,
            } => Item::Many {
                cells: symbols.iter().map(keep).collect(),
                least: *least,
                most: *most,
            },
            item => Item::One(keep(&item.symbols()[0])),
        }
    }

    /// A pattern of items in a line, or where they are drawn.
    fn laid(&self, items: Vec<Item>, shape: bool) -> Pattern {
        let cols = self.rows[0];
        let drawn = self.items.iter().enumerate();
        let mut places = drawn
            .filter(|(_, item)| shape && !matches!(item, Written::Gap))
            .map(|(place, _)| ((place / cols) as i16, (place % cols) as i16))
            .peekable();
        let (row, col) = *places.peek().unwrap_or(&(0, 0));
        Pattern {
            shape: places.map(|at| (at.0 - row, at.1 - col)).collect(),
            items,
            moved: None,
        }
    }

    /// The pattern of which `after` says what it becomes.
    pub fn becoming(&self, after: &Line<'_>, shape: bool) -> Result<Pattern, BadInput> {
        let has_block = |line: &Line| line.items.iter().any(|i| matches!(i, Written::Block(_)));
        if has_block(self) || has_block(after) {
            return self.moving(after);
        }
        if self.rows != after.rows {
            return Err(self.uneven(after));
        }
        let mut items = Vec::new();
        for (number, (before, after_item)) in self.items.iter().zip(&after.items).enumerate() {
            let mut place = after.places[number].clone();
            match (before, after_item) {
                (Written::Gap, Written::Gap) => (),
                _ => items.push(self.paired(before, after_item, &mut place)?),
            }
        }
        Ok(self.laid(items, shape))
    }

    fn uneven(&self, after: &Line<'_>) -> BadInput {
        let message = match self.items.len() == after.items.len() {
            true => format!("{} rows become {}", self.rows.len(), after.rows.len()),
            false => format!("{} cells become {}", self.items.len(), after.items.len()),
        };
        after.places[0].clone().wrong(
            message,
            "write as many on both sides of `->`, with `_` for a cell that stays; where a block \
             of cells moves, put it in brackets on both sides",
        )
    }

    /// An item and what becomes of it in its place.
    fn paired(
        &self,
        before: &Written,
        after: &Written,
        place: &mut Cursor<'_>,
    ) -> Result<Item, BadInput> {
        match (before, after) {
            (Written::One(before), Written::One(after)) => {
                Ok(Item::One(self.cell(before, after, place)?))
            }
            (
                Written::Many {
                    symbols,
                    least,
                    most,
                },
                Written::Many { symbols: after, .. },
            ) if symbols.len() == after.len() => {
                let mut cells = Vec::new();
                for (before, after) in symbols.iter().zip(after) {
                    cells.push(self.cell(before, after, place)?);
                }
                Ok(Item::Many {
                    cells,
                    least: *least,
                    most: *most,
                })
            }
            (Written::Gap, _) | (_, Written::Gap) => Err(place.wrong(
                "what is no part of the shape before `->` is one behind it, or the other way",
                "write `~` in the same places on both sides",
            )),
            _ => Err(place.wrong(
                "what is repeated before `->` is not what is repeated behind it",
                "repeat the same number of cells in the same places on both sides",
            )),
        }
    }

    fn cell(
        &self,
        before: &Symbol,
        after: &Symbol,
        place: &mut Cursor<'_>,
    ) -> Result<Cell, BadInput> {
        let class = self.class(before);
        let mut becomes = KEEP;
        match (before, after) {
            (_, Symbol::Any) => (),
            (_, Symbol::Letters(letters)) if letters.len() == 1 => {
                for letter in super::syntax::letters(class) {
                    becomes[usize::from(letter)] = letters[0];
                }
            }
            (Symbol::Letters(from), Symbol::Letters(to)) if from.len() == to.len() => {
                for (from, to) in from.iter().zip(to) {
                    becomes[usize::from(*from)] = *to;
                }
            }
            _ => {
                return Err(place.wrong(
                    "it is not clear what the letters in braces become",
                    "write as many in braces on both sides of `->`, in the same order",
                ));
            }
        }
        Ok(Cell { class, becomes })
    }

    /// A line in which blocks move.
    fn moving(&self, after: &Line<'_>) -> Result<Pattern, BadInput> {
        let mut items = Vec::new();
        let mut blocks = Vec::new();
        for (number, item) in self.items.iter().enumerate() {
            let item = match item {
                Written::Block(inside) => {
                    blocks.push(number);
                    &**inside
                }
                Written::Many { .. } => {
                    return Err(self.places[number].clone().wrong(
                        "where blocks move, only they may be repeated",
                        "put what is repeated in brackets",
                    ));
                }
                item => item,
            };
            items.push(self.kept(item));
        }
        let mut line = Vec::new();
        let mut used = 0;
        for (item, place) in after.items.iter().zip(&after.places) {
            let mut place = place.clone();
            match item {
                Written::Block(inside) => {
                    let block = blocks.get(used).map(|&block| &self.items[block]);
                    let Some(Written::Block(before)) = block else {
                        return Err(self.uneven(after));
                    };
                    let item = self.paired(before, inside, &mut place)?;
                    let [cell] = item.cells() else {
                        return Err(place.wrong(
                            "a block is one cell, or one cell repeated",
                            "write it as `[_*]` or `[{L R}*]`",
                        ));
                    };
                    line.push(Piece::Block(used, cell.becomes));
                    used += 1;
                }
                Written::One(Symbol::Letters(letters)) if letters.len() == 1 => {
                    line.push(Piece::Letter(letters[0]));
                }
                _ => {
                    return Err(place.wrong(
                        "where blocks move, every other cell gets a letter",
                        "write one letter for each cell outside the brackets",
                    ));
                }
            }
        }
        if used != blocks.len() || line.len() != items.len() {
            return Err(self.uneven(after));
        }
        Ok(Pattern {
            items,
            moved: Some(Moved { blocks, line }),
            shape: Vec::new(),
        })
    }

    fn class(&self, symbol: &Symbol) -> Class {
        match symbol {
            Symbol::Any => self.everything,
            Symbol::Letters(letters) => letters.iter().fold(0, |class, n| class | 1 << n),
        }
    }
}

impl Written {
    fn read(reader: &Reader<'_>, cursor: &mut Cursor<'_>) -> Result<Option<Written>, BadInput> {
        let Some(next) = cursor.peek() else {
            return Ok(None);
        };
        let keyword = cursor.peek_word();
        if keyword.is_some_and(|word| KEYWORDS.contains(&word.as_str())) {
            return Ok(None);
        }
        match next {
            '~' if cursor.take("~") => Ok(Some(Written::Gap)),
            '[' if cursor.take("[") => {
                let Some(inside) = Written::read(reader, cursor)? else {
                    return Err(cursor.expected("write what moves between the brackets"));
                };
                if matches!(inside, Written::Block(_)) || !cursor.take("]") {
                    return Err(cursor.expected("a block is one cell or a repeated one, then `]`"));
                }
                Ok(Some(Written::Block(Box::new(inside))))
            }
            '(' if cursor.take("(") => {
                let mut symbols = Vec::new();
                while let Some(symbol) = Symbol::read(reader, cursor)? {
                    symbols.push(symbol);
                }
                if symbols.is_empty() || !cursor.take(")") {
                    return Err(cursor.expected("write cells and then `)`"));
                }
                match repetition(reader, cursor)? {
                    Some((least, most)) => Ok(Some(Written::Many {
                        symbols,
                        least,
                        most,
                    })),
                    None => Err(cursor.expected("write `*` or `+` behind the parentheses")),
                }
            }
            _ => {
                let Some(symbol) = Symbol::read(reader, cursor)? else {
                    return Ok(None);
                };
                Ok(Some(match repetition(reader, cursor)? {
                    Some((least, most)) => Written::Many {
                        symbols: vec![symbol],
                        least,
                        most,
                    },
                    None => Written::One(symbol),
                }))
            }
        }
    }

    fn symbols(&self) -> &[Symbol] {
        match self {
            Written::One(symbol) => std::slice::from_ref(symbol),
            Written::Many { symbols, .. } => symbols,
            Written::Block(inside) => inside.symbols(),
            Written::Gap => &[],
        }
    }
}

/// Any number of times, as far as a board goes.
const UNBOUNDED: u16 = u16::MAX;

/// `*`, `+`, or `*{1..3}`, right behind what is repeated.
fn repetition(
    reader: &Reader<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Option<(u16, u16)>, BadInput> {
    let least = match cursor.raw() {
        Some('*') => 0,
        Some('+') => 1,
        _ => return Ok(None),
    };
    let _ = cursor.next();
    if cursor.raw() != Some('{') {
        return Ok(Some((least, UNBOUNDED)));
    }
    let _ = cursor.next();
    let from = bound(reader, cursor)?;
    let to = match cursor.take("..") {
        true => bound(reader, cursor)?,
        false => from,
    };
    if from > to {
        return Err(cursor.wrong(
            format!("at least {from} times is more than at most {to}"),
            "write the smaller number first, such as `*{1..3}`",
        ));
    }
    if !cursor.take("}") {
        return Err(cursor.expected("write how often it is repeated, such as `*{1..3}`"));
    }
    Ok(Some((from, to)))
}

/// A number, or a parameter that is one.
fn bound(reader: &Reader<'_>, cursor: &mut Cursor<'_>) -> Result<u16, BadInput> {
    let word = cursor.peek_word();
    let named = reader
        .parameters
        .iter()
        .find(|(name, _)| Some(name) == word.as_ref());
    if let (Some(word), None) = (&word, named) {
        return Err(cursor.wrong(
            format!("`{word}` is no parameter"),
            "write a number, or name it in a line `parameters` and give it one in a line `variant`",
        ));
    }
    let mut number = match named {
        Some((_, numbers)) => match numbers[..] {
            [number] => {
                let _ = cursor.word();
                Some(number)
            }
            _ => None,
        },
        None => cursor.number(),
    };
    for sign in ["-", "+"] {
        if number.is_some() && cursor.take(sign) {
            let by = cursor.number();
            number = number.zip(by).and_then(|(number, by)| match sign {
                "-" => number.checked_sub(by),
                _ => number.checked_add(by),
            });
        }
    }
    match number.and_then(|number| u16::try_from(number).ok()) {
        Some(number) if number < UNBOUNDED => Ok(number),
        _ => Err(cursor.expected("write a number from 0 on, such as `2`, `n` or `n - 1`")),
    }
}

impl Symbol {
    fn read(reader: &Reader<'_>, cursor: &mut Cursor<'_>) -> Result<Option<Symbol>, BadInput> {
        let Some(next) = cursor.peek() else {
            return Ok(None);
        };
        let alphabet = reader.alphabet;
        match next {
            '_' if cursor.take("_") => Ok(Some(Symbol::Any)),
            '{' if cursor.take("{") => {
                let mut letters = Vec::new();
                while !cursor.take("}") {
                    let found = cursor.peek().and_then(|letter| alphabet.number(letter));
                    let Some(number) = found else {
                        return Err(cursor
                            .expected(&format!("letters are {}; then `}}`", alphabet.words())));
                    };
                    letters.push(number);
                    let _ = cursor.next();
                }
                match letters.is_empty() {
                    true => Err(cursor.expected("write letters between the braces")),
                    false => Ok(Some(Symbol::Letters(letters))),
                }
            }
            '-' | ')' | ']' | '}' | ',' | '/' => Ok(None),
            letter => match alphabet.number(letter) {
                Some(number) => {
                    let _ = cursor.next();
                    Ok(Some(Symbol::Letters(vec![number])))
                }
                None => Err(no_cell(reader, cursor, letter)),
            },
        }
    }
}

/// The complaint about what is no cell: perhaps a word was meant.
fn no_cell(reader: &Reader<'_>, cursor: &mut Cursor<'_>, letter: char) -> BadInput {
    let word = cursor.peek_word().filter(|word| word.chars().count() > 1);
    let near = word
        .as_ref()
        .map(|word| suggestion(word, &KEYWORDS))
        .filter(|hint| hint.starts_with("did you mean"));
    let found = word.unwrap_or_else(|| letter.to_string());
    let letters = || format!("letters are {}", reader.alphabet.words());
    cursor.wrong(
        format!("`{found}` is no cell"),
        near.unwrap_or_else(letters),
    )
}

/// Reads a letter, or some in braces: the class that they are.
pub(crate) fn read_class(reader: &Reader<'_>, cursor: &mut Cursor<'_>) -> Result<Class, BadInput> {
    match Symbol::read(reader, cursor)? {
        Some(Symbol::Any) => Ok(reader.alphabet.on_board()),
        Some(Symbol::Letters(letters)) => Ok(letters.iter().fold(0, |class, n| class | 1 << n)),
        None => Err(cursor.expected("write one letter, or several in braces")),
    }
}
