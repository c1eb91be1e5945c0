//! A board as characters: what the second opinions on moves work on.

use values::Player;

/// The rows of a position as written.
#[derive(Clone)]
pub(crate) struct Picture(Vec<Vec<char>>);

/// Row and column from the top left; may lie outside.
pub(crate) type Place = (isize, isize);

/// The four orthogonal steps.
pub(crate) const STEPS: [Place; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl Picture {
    pub(crate) fn new(text: &str) -> Self {
        Picture(text.split('/').map(|row| row.chars().collect()).collect())
    }

    /// The rows and columns, if all rows are as long and not empty.
    pub(crate) fn size(&self) -> Option<(usize, usize)> {
        let cols = self.0.first()?.len();
        let even = cols > 0 && self.0.iter().all(|row| row.len() == cols);
        even.then_some((self.0.len(), cols))
    }

    /// What stands there; nothing outside the board.
    pub(crate) fn at(&self, (row, col): Place) -> Option<char> {
        let row = self.0.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(col).ok()?).copied()
    }

    /// All places.
    pub(crate) fn places(&self) -> Vec<Place> {
        let row = |(r, row): (usize, &Vec<char>)| {
            (0..row.len())
                .map(|c| (r as isize, c as isize))
                .collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(row).collect()
    }

    /// The places where this stands.
    pub(crate) fn places_of(&self, symbol: char) -> Vec<Place> {
        let mut places = self.places();
        places.retain(|&place| self.at(place) == Some(symbol));
        places
    }

    /// The texts after a domino covered a free place and the one a step on.
    pub(crate) fn dominoes(&self, steps: &[Place]) -> Vec<String> {
        let mut options = Vec::new();
        for place in self.places() {
            for &step in steps {
                let next = on(place, step, 1);
                if self.at(place) == Some('.') && self.at(next) == Some('.') {
                    options.push(self.with(&[(place, '#'), (next, '#')]));
                }
            }
        }
        options
    }

    /// The text after some places changed.
    pub(crate) fn with(&self, changes: &[(Place, char)]) -> String {
        let mut rows = self.0.clone();
        for &((row, col), symbol) in changes {
            rows[row as usize][col as usize] = symbol;
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        rows.join("/")
    }
}

/// The letters of the player's stones and of the opponent's.
pub(crate) fn stones(player: Player) -> [char; 2] {
    match player {
        Player::Left => ['B', 'W'],
        Player::Right => ['W', 'B'],
    }
}

/// The place `n` steps on.
pub(crate) fn on((row, col): Place, (down, right): Place, n: isize) -> Place {
    (row + n * down, col + n * right)
}
