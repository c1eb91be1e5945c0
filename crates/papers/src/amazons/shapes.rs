//! The types of positions that an opening leads to.

use rules::AMAZONS_TYPES;
use std::fmt;

fn holds(rows: &[String], core: &str) -> bool {
    let core: Vec<&str> = core.split('/').collect();
    rows.windows(core.len()).any(|window| window == core)
}

/// A type with its indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    /// Whether the colours are exchanged: A', B', C' and G', with the indices
    /// as White sees them.
    pub primed: bool,
    pub letter: char,
    /// n − k: empty squares in Left's row or higher, less those in Right's
    /// row or lower.
    pub m: i64,
    pub n: i64,
    /// Whether the arrow fell short of the edge.
    pub toss: bool,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let toss = if self.toss { " tossed" } else { "" };
        let prime = if self.primed { "'" } else { "" };
        write!(f, "{}{prime}[{},{}]{toss}", self.letter, self.m, self.n)
    }
}

impl Shape {
    /// The type of a board with one burned square, seen upright, upside down
    /// and mirrored; `None` if the paper has no letter for it. An arrow beside
    /// the amazons decides.
    pub fn of(board: &str) -> Option<Shape> {
        let upright = images(board);
        let exchanged = images(&board.replace('L', "?").replace('R', "L").replace('?', "R"));
        let near = |(_, core): &(char, &str)| core.contains('#');
        Shape::among(&upright, false, near)
            .or_else(|| Shape::among(&exchanged, true, near))
            .or_else(|| Shape::among(&upright, false, |kind| !near(kind)))
    }

    fn among(
        images: &[Vec<String>; 4],
        primed: bool,
        wanted: impl Fn(&(char, &str)) -> bool,
    ) -> Option<Shape> {
        for (i, image) in images.iter().enumerate() {
            // After one move there is one arrow, so that none is of type Z.
            for (letter, core) in AMAZONS_TYPES.iter().filter(|kind| wanted(kind)) {
                // Two amazons in a row with the arrow far away look the same
                // upside down: the board is taken as it is.
                if holds(image, core) && (*letter != 'D' || i < 2) {
                    return Shape::seen(*letter, primed, image, !core.contains('#'));
                }
            }
        }
        None
    }

    fn seen(letter: char, primed: bool, rows: &[String], far: bool) -> Option<Shape> {
        let row_of = |piece: char| rows.iter().position(|row| row.contains(piece));
        let free = |rows: &[String]| rows.concat().matches('.').count() as i64;
        let n = free(&rows[..=row_of('L')?]);
        let k = free(&rows[row_of('R')?..]);
        let burned = row_of('#')?;
        Some(Shape {
            primed,
            letter,
            m: n - k,
            n,
            toss: far && burned != 0 && burned + 1 != rows.len(),
        })
    }
}

/// A board as it is, mirrored, upside down, and both.
fn images(board: &str) -> [Vec<String>; 4] {
    let rows: Vec<String> = board.split('/').map(str::to_owned).collect();
    let mirrored = |rows: &[String]| -> Vec<String> {
        let turn = |row: &String| row.chars().rev().collect();
        rows.iter().map(turn).collect()
    };
    let upside_down: Vec<String> = rows.iter().rev().cloned().collect();
    let both = mirrored(&upside_down);
    [rows.clone(), mirrored(&rows), upside_down, both]
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn shapes_have_the_letters_of_the_paper() {
        let name = |board: &str| Shape::of(board).map_or("none".into(), |shape| shape.to_string());
        let cases = [
            ("../L#/.R/..", "A[-1,2]"),
            ("../R./#L/..", "A[-1,2]"),
            (".#/LR/..", "B[-1,1]"),
            ("../#L/.R", "C[1,2]"),
            ("../../LR/.#", "B[-3,1]"),
            ("../../LR/../.#", "D[1,4]"),
            ("#./.L/.R/..", "F[-1,2]"),
            ("../#./../.L/.R/..", "F[3,6] tossed"),
            ("../L./.#/.R", "G[2,3]"),
            ("../L./#R", "A'[-3,0]"),
            ("../#./LR", "B'[3,3]"),
            ("L./../.R/.#", "none"),
        ];
        for (board, expected) in cases {
            assert_eq!(name(board), expected, "{board}");
        }
    }
}
