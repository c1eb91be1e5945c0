//! The letters of the cells of a board.

use super::super::cursor::{Cursor, Statement};
use super::syntax::{Class, MOST_LETTERS};
use crate::bad_input::BadInput;
use crate::scene::Holds;

/// The letters of cells; the first is `#`, what is not on the board.
#[derive(Clone, Debug)]
pub(crate) struct Alphabet {
    letters: Vec<char>,
    holds: Vec<Holds>,
}

/// Characters that patterns and positions need themselves.
const RESERVED: &str = "#_~{}()[]*+:/|-><=,;\"'`\\";

/// What a letter may be said to show.
fn meaning(word: &str) -> Option<Holds> {
    Some(match word {
        "empty" => Holds::Nothing,
        "left" => Holds::Left,
        "right" => Holds::Right,
        "both" => Holds::Both,
        "blocked" => Holds::Blocked,
        "king" | "leftking" => Holds::LeftKing,
        "rightking" => Holds::RightKing,
        _ => return None,
    })
}

impl Alphabet {
    /// Reads `cells . B W`, or with meanings `cells . T=left F=right`.
    pub fn read(statement: &Statement) -> Result<Alphabet, BadInput> {
        let mut alphabet = Alphabet {
            letters: vec!['#'],
            holds: vec![Holds::Blocked],
        };
        let mut cursor = statement.cursor();
        while let Some(letter) = cursor.peek() {
            alphabet.check(letter, &mut cursor)?;
            let _ = cursor.next();
            let holds = match cursor.take("=") {
                false => Alphabet::usual(letter),
                true => {
                    let word = cursor.peek_word().unwrap_or_default();
                    let Some(holds) = meaning(&word) else {
                        return Err(cursor.expected(
                            "write `empty`, `left`, `right`, `both`, `blocked`, `leftking` or \
                             `rightking`",
                        ));
                    };
                    let _ = cursor.word();
                    holds
                }
            };
            alphabet.letters.push(letter);
            alphabet.holds.push(holds);
        }
        match alphabet.letters.len() {
            1 => Err(cursor.expected("write the letters of the cells, such as `cells . B W`")),
            _ => Ok(alphabet),
        }
    }

    fn check(&self, letter: char, cursor: &mut Cursor<'_>) -> Result<(), BadInput> {
        if letter == '#' {
            return Err(cursor.wrong(
                "`#` is always what is not on the board",
                "leave it out: rules may use it without",
            ));
        }
        if RESERVED.contains(letter) || !letter.is_ascii_graphic() {
            let hint = "take a letter, a digit, `.` or another sign that patterns do not use";
            return Err(cursor.wrong(format!("`{letter}` cannot be a cell"), hint));
        }
        if self.letters.contains(&letter) {
            return Err(cursor.wrong(format!("`{letter}` is there twice"), "leave one out"));
        }
        if self.letters.len() == MOST_LETTERS {
            return Err(cursor.wrong(
                format!("there are more than {} letters", MOST_LETTERS - 1),
                "take fewer",
            ));
        }
        Ok(())
    }

    /// What a letter usually stands for.
    fn usual(letter: char) -> Holds {
        match letter {
            'T' | 't' => Holds::Left,
            'F' | 'f' => Holds::Right,
            '.' => Holds::Nothing,
            _ => match Holds::of(letter) {
                Holds::Nothing => Holds::Both,
                holds => holds,
            },
        }
    }

    /// How many there are, `#` included.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// The letter of a number.
    pub fn letter(&self, number: u8) -> char {
        self.letters[usize::from(number)]
    }

    /// What a cell with this letter shows.
    pub fn holds(&self, number: u8) -> Holds {
        self.holds[usize::from(number)]
    }

    /// The number of a letter as patterns write it.
    pub fn number(&self, letter: char) -> Option<u8> {
        let found = self.letters.iter().position(|&known| known == letter)?;
        Some(found as u8)
    }

    /// The number of a letter as positions write it: in the other case too,
    /// and with the usual letters of the two players, where that is clear.
    pub fn understood(&self, letter: char) -> Option<u8> {
        let other_case = match letter.is_ascii_lowercase() {
            true => letter.to_ascii_uppercase(),
            false => letter.to_ascii_lowercase(),
        };
        let exact = self.number(letter).or_else(|| self.number(other_case));
        exact.or_else(|| {
            let meant = Alphabet::usual(letter);
            let mut found = (1..self.len() as u8).filter(|&number| self.holds(number) == meant);
            let number = found.next()?;
            let only = found.next().is_none();
            (only && matches!(meant, Holds::Left | Holds::Right)).then_some(number)
        })
    }

    /// All letters, `#` included.
    pub fn everything(&self) -> Class {
        (1u32 << self.len()).wrapping_sub(1) as Class
    }

    /// All letters of cells on the board.
    pub fn on_board(&self) -> Class {
        self.everything() & !1
    }

    /// The letters, in words for people.
    pub fn words(&self) -> String {
        let words: Vec<String> = (1..self.len() as u8)
            .map(|number| {
                let meaning = match self.holds(number) {
                    Holds::Nothing => " empty",
                    Holds::Left | Holds::LeftKing => " Left's",
                    Holds::Right | Holds::RightKing => " Right's",
                    Holds::Blocked => " blocked",
                    _ => "",
                };
                format!("`{}`{meaning}", self.letter(number))
            })
            .collect();
        format!("{}, `#` not on the board", words.join(", "))
    }
}
