//! Why squares that a person typed are no move.

use crate::picture::{Picture, Place, on};
use values::Player;

/// Squares that a person typed as a move on a board.
pub struct TypedSquares {
    picture: Picture,
    /// At least one.
    named: Vec<(String, Place)>,
    mover: Player,
    owner: Player,
}

impl TypedSquares {
    /// The squares with these names on the board of a text. `owner` is whose
    /// pieces the mover has there: the opponent's in a negative. `None`: no
    /// board, or no square is named; the error says what is not on the board.
    #[must_use]
    pub fn read(
        text: &str,
        names: &[String],
        mover: Player,
        owner: Player,
    ) -> Option<Result<Self, String>> {
        let picture = Picture::new(text);
        let (rows, cols) = picture.size()?;
        let mut named = Vec::with_capacity(names.len());
        for name in names {
            let Some(place) = place(name, rows, cols) else {
                return Some(Err(format!(
                    "{name} is not on the board, which goes from a1 to {}",
                    square(0, cols - 1, rows)
                )));
            };
            named.push((name.clone(), place));
        }
        (!named.is_empty()).then_some(Ok(TypedSquares {
            picture,
            named,
            mover,
            owner,
        }))
    }

    /// Who moves.
    pub(crate) fn mover(&self) -> Player {
        self.mover
    }

    /// The symbols of the mover's pieces and of the opponent's, given Left's
    /// and Right's.
    pub(crate) fn pieces(&self, symbols: [char; 2]) -> [char; 2] {
        [self.owner, -self.owner].map(|player| symbols[player as usize])
    }

    /// The squares that were typed, with their names.
    pub(crate) fn named(&self) -> &[(String, Place)] {
        &self.named
    }

    /// What stands on a square of the board.
    pub(crate) fn at(&self, place: Place) -> Option<char> {
        self.picture.at(place)
    }

    pub(crate) fn name(&self, (row, col): Place) -> String {
        let rows = self.picture.size().map_or(0, |(rows, _)| rows);
        square(row as usize, col as usize, rows)
    }

    /// What stands on the first square, if it is no piece of the mover.
    pub(crate) fn not_mine(&self, [mine, theirs]: [char; 2], piece: &str) -> Option<String> {
        let (name, place) = &self.named[0];
        match self.at(*place)? {
            c if c == mine => None,
            c if c == theirs => Some(format!(
                "the {piece} on {name} is {}'s, and it is {}'s turn",
                -self.mover, self.mover
            )),
            '#' => Some(format!("{name} is burned")),
            _ => Some(format!("there is no {piece} on {name}")),
        }
    }

    /// The squares on a line from one to another, the last included, if a
    /// line in one of the directions joins them.
    pub(crate) fn line(&self, from: Place, to: Place, directions: &[Place]) -> Option<Vec<Place>> {
        directions.iter().find_map(|&direction| {
            let ray = (1..).map(|n| on(from, direction, n));
            let ray = ray.take_while(|&place| self.at(place).is_some());
            let line: Vec<Place> = ray.collect();
            let end = line.iter().position(|&place| place == to)?;
            Some(line[..=end].to_vec())
        })
    }
}

/// Where the square with a name such as c12 is.
fn place(name: &str, rows: usize, cols: usize) -> Option<Place> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = name.split_at(digits);
    let file = match letters.as_bytes() {
        [one] => usize::from(one - b'a'),
        [one, two] => 26 * (usize::from(one - b'a') + 1) + usize::from(two - b'a'),
        _ => return None,
    };
    let rank: usize = digits.parse().ok()?;
    let row = rows.checked_sub(rank)?;
    (rank > 0 && file < cols).then_some((row as isize, file as isize))
}

/// The name of the square in a row from the top and a column.
fn square(row: usize, col: usize, rows: usize) -> String {
    let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
    match col {
        0..26 => format!("{}{}", letter(col), rows - row),
        _ => format!("{}{}{}", letter(col / 26 - 1), letter(col), rows - row),
    }
}
