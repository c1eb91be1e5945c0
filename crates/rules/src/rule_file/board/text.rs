//! Boards as they are written.

use super::super::super::grid::{end_row, read_size};
use super::super::cursor::Statement;
use super::alphabet::Alphabet;
use super::field::{Field, Size};
use crate::bad_input::BadInput;

/// The most squares of a board.
pub(crate) const MOST_SQUARES: usize = 400;

/// The most rows and columns: a size has a byte for each.
const MOST_ROWS: usize = 250;

/// What a board of a given size is filled with.
#[derive(Clone, Debug)]
pub(crate) enum Sizes {
    /// One letter.
    Fill(u8),
    /// Two letters in turn.
    Checker([u8; 2]),
    /// Rows of letters from the top; the one that is repeated fills the rest.
    Rows { rows: Vec<u8>, repeated: usize },
}

impl Sizes {
    /// Reads `size .`, `size checker B W` or `size rows W W .* B B`.
    pub fn read(statement: &Statement, alphabet: &Alphabet) -> Result<Sizes, BadInput> {
        let mut cursor = statement.cursor();
        let hint = "write `size .`, `size checker B W` or `size rows W .* B`";
        let kind = ["checker", "rows"]
            .into_iter()
            .find(|word| cursor.take_word(word));
        let (mut rows, mut repeated) = (Vec::new(), None);
        while let Some(next) = cursor.peek() {
            let Some(number) = alphabet.number(next) else {
                return Err(cursor.expected(hint));
            };
            let _ = cursor.next();
            if cursor.take("*") {
                if repeated.is_some() {
                    return Err(cursor.wrong("two rows are repeated", hint));
                }
                repeated = Some(rows.len());
            }
            rows.push(number);
        }
        match (kind, &rows[..], repeated) {
            (None, &[letter], None) => Ok(Sizes::Fill(letter)),
            (Some("checker"), &[one, other], None) => Ok(Sizes::Checker([one, other])),
            (Some("rows"), _, Some(repeated)) => Ok(Sizes::Rows { rows, repeated }),
            _ => Err(cursor.expected(hint)),
        }
    }

    fn fill(&self, size: Size) -> Option<Field> {
        let letter = |row: usize, col: usize| match self {
            Sizes::Fill(letter) => Some(*letter),
            Sizes::Checker(pair) => Some(pair[(row + col) % 2]),
            Sizes::Rows { rows, repeated } => {
                let more = usize::from(size.rows).checked_sub(rows.len() - 1)?;
                let place = match row {
                    row if row < *repeated => row,
                    row if row < repeated + more => *repeated,
                    row => row + 1 - more,
                };
                rows.get(place).copied()
            }
        };
        let cols = usize::from(size.cols);
        let cells = (0..size.squares()).map(|square| letter(square / cols, square % cols));
        Some(Field {
            size,
            cells: cells.collect::<Option<Vec<u8>>>()?,
        })
    }
}

/// How positions of a game are written.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub alphabet: Alphabet,
    pub sizes: Option<Sizes>,
    /// The board has one row.
    pub strip: bool,
    pub ring: bool,
}

impl Text {
    /// Reads rows from the top, parted by `/`, `|` or line breaks, or a size.
    pub fn read(&self, text: &str) -> Result<Field, BadInput> {
        if let Some((rows, cols)) = read_size(text) {
            return self.sized(rows, cols);
        }
        let mut cells = Vec::new();
        let (mut rows, mut cols, mut col) = (0, None, 0);
        let text = text.trim_matches(['\n', '\r', ' ']);
        for (place, symbol) in text.chars().chain(['/']).enumerate() {
            match symbol {
                '/' | '|' | '\n' => {
                    end_row(&mut cols, rows, col, "cells").map_err(|bad| bad.at(place + 1))?;
                    (rows, col) = (rows + 1, 0);
                }
                ' ' | '\r' => (),
                symbol => {
                    let Some(number) = self.alphabet.understood(symbol) else {
                        return Err(BadInput::new(
                            format!("`{}` is no cell", symbol.escape_debug()),
                            format!("cells are {}", self.alphabet.words()),
                        )
                        .at(place + 1));
                    };
                    cells.push(number);
                    col += 1;
                    if cells.len() > MOST_SQUARES {
                        return Err(too_big());
                    }
                }
            }
        }
        let size = self.size(rows, cols.unwrap_or(0))?;
        Ok(Field { size, cells })
    }

    fn size(&self, rows: usize, cols: usize) -> Result<Size, BadInput> {
        if rows * cols == 0 {
            return Err(BadInput::new(
                "the board has no cells",
                format!("cells are {}", self.alphabet.words()),
            ));
        }
        if self.strip && rows > 1 {
            return Err(BadInput::new(
                format!("the board has {rows} rows"),
                "this game is played on one row",
            ));
        }
        if rows > MOST_ROWS || cols > MOST_ROWS {
            return Err(too_big());
        }
        Ok(Size {
            rows: rows as u16,
            cols: cols as u16,
            ring: self.ring,
        })
    }

    fn sized(&self, rows: usize, cols: usize) -> Result<Field, BadInput> {
        if rows.saturating_mul(cols) > MOST_SQUARES {
            return Err(too_big());
        }
        let size = self.size(rows, cols)?;
        let filled = self.sizes.as_ref().and_then(|sizes| sizes.fill(size));
        filled.ok_or_else(|| {
            BadInput::new(
                format!("{rows}x{cols} is no start of this game"),
                "write the board out, row by row from the top, parted by `/`",
            )
        })
    }

    /// The rows from the top, parted by `/`.
    pub fn write(&self, field: &Field) -> String {
        let cols = usize::from(field.size.cols);
        let mut text = String::with_capacity(field.cells.len() + usize::from(field.size.rows));
        for (square, &letter) in field.cells.iter().enumerate() {
            if square > 0 && square % cols == 0 {
                text.push('/');
            }
            text.push(self.alphabet.letter(letter));
        }
        text
    }

    /// The name of a square: `a1` at the bottom left, or its number on a
    /// strip.
    pub fn name(&self, size: Size, square: usize) -> String {
        if self.strip {
            return (square + 1).to_string();
        }
        let (row, col) = size.point(square);
        let letter = |i: i16| char::from(b'a' + (i % 26) as u8);
        let file = match col {
            ..26 => letter(col).to_string(),
            col => format!("{}{}", letter(col / 26 - 1), letter(col)),
        };
        format!("{file}{}", size.rows as i16 - row)
    }
}

fn too_big() -> BadInput {
    BadInput::new(
        format!("the board has more than {MOST_SQUARES} cells, or {MOST_ROWS} rows or columns"),
        "ask for a smaller one",
    )
}
