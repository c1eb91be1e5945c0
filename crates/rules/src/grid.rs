//! Rectangular boards: squares, coordinates, symmetries, text.

use crate::bad_input::BadInput;
use crate::bits::Bits;
pub(crate) use crate::size::plain_size;
pub use crate::size::{MAX_SQUARES, MAX_STRIP, blank, read_size};
use crate::size::{check_size, too_big};
use std::sync::OnceLock;

/// What stands on a square of a board as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// `.`
    Empty,
    /// `#`: burned, blocked, or not on the board.
    Blocked,
    /// `B b L l X x`
    Left,
    /// `W w R r O o`
    Right,
}

/// A position whose text is a board.
pub(crate) trait OnBoard {
    /// The board.
    fn geometry(&self) -> &'static Geometry;

    /// The character of a square.
    fn symbol(&self, square: usize) -> char;

    /// The rows from the top.
    fn written(&self) -> String {
        let Geometry { rows, cols, .. } = *self.geometry();
        Board::write(rows, cols, |square| self.symbol(square))
    }

    /// The rows with the names of rows and columns.
    fn drawn(&self) -> String {
        let Geometry { rows, cols, .. } = *self.geometry();
        Board::draw(rows, cols, |square| self.symbol(square))
    }
}

/// The characters of squares with stones, and what they stand for.
pub(crate) const STONES: &[(char, &str)] = &[
    ('.', "empty"),
    ('B', "stone of Black (Left)"),
    ('W', "stone of White (Right)"),
    ('#', "not on the board"),
];

/// The character of a square on which a stone of either player may stand.
pub(crate) fn stone([left, right]: [bool; 2]) -> char {
    match [left, right] {
        [true, _] => 'B',
        [_, true] => 'W',
        _ => '.',
    }
}

/// A board as it is written: rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// Row by row from the top.
    pub cells: Vec<Cell>,
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn empty(rows: usize, cols: usize) -> Self {
        Board {
            rows,
            cols,
            cells: vec![Cell::Empty; rows * cols],
        }
    }

    /// Reads rows from the top, parted by `/`, `|` or line breaks, or `4x5`
    /// for an empty board of 4 rows and 5 columns.
    ///
    /// ```
    /// use rules::{Board, Cell};
    /// let board = Board::read("W.W/.../B.B").unwrap();
    /// assert_eq!((board.rows, board.cols), (3, 3));
    /// assert_eq!(board.cells[0], Cell::Right);
    /// assert!(Board::read("W.W/..").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Board, BadInput> {
        Board::read_up_to(text, MAX_SQUARES)
    }

    /// [`read`](Self::read) for games in which a single row or column may have
    /// up to [`MAX_STRIP`] squares.
    ///
    /// ```
    /// use rules::Board;
    /// assert_eq!(Board::read_strip("1x600").unwrap().cols, 600);
    /// assert!(Board::read_strip("1x601").is_err());
    /// assert!(Board::read_strip("2x65").is_err());
    /// assert!(Board::read("1x600").is_err());
    /// ```
    pub fn read_strip(text: &str) -> Result<Board, BadInput> {
        Board::read_up_to(text, MAX_STRIP)
    }

    /// `strip` is how many squares a single row or column may have.
    fn read_up_to(text: &str, strip: usize) -> Result<Board, BadInput> {
        if let Some((rows, cols)) = read_size(text) {
            check_size(rows, cols, strip)?;
            return Ok(Board::empty(rows, cols));
        }
        let mut cells = Vec::new();
        let (mut rows, mut cols, mut col) = (0, None, 0);
        let text = text.trim_matches(['\n', '\r', ' ']);
        let end = text.chars().count() + 1;
        for (i, c) in text.chars().chain(['/']).enumerate() {
            let cell = match c {
                '/' | '|' | '\n' => {
                    end_row(&mut cols, rows, col, "squares")
                        .map_err(|bad| bad.at((i + 1).min(end)))?;
                    (rows, col) = (rows + 1, 0);
                    continue;
                }
                ' ' | '\r' => continue,
                '.' => Cell::Empty,
                '#' => Cell::Blocked,
                'B' | 'b' | 'L' | 'l' | 'X' | 'x' => Cell::Left,
                'W' | 'w' | 'R' | 'r' | 'O' | 'o' => Cell::Right,
                c => {
                    return Err(BadInput::new(
                        format!("`{}` is no square", c.escape_debug()),
                        "use `.` empty, `#` blocked, `B L X` Left, `W R O` Right, `/` between rows",
                    )
                    .at(i + 1));
                }
            };
            cells.push(cell);
            col += 1;
            if cells.len() > strip {
                return Err(too_big(rows + 1, cols.unwrap_or(col), strip));
            }
        }
        let cols = cols.unwrap_or(0);
        check_size(rows, cols, strip)?;
        Ok(Board { rows, cols, cells })
    }

    /// The set of squares where `cell` stands.
    pub fn set<B: Bits>(&self, cell: Cell) -> B {
        let mut set = B::default();
        for (square, _) in self.cells.iter().enumerate().filter(|(_, c)| **c == cell) {
            set |= B::one(square);
        }
        set
    }

    /// The text form: `symbol` gives the character of a square.
    pub fn write(rows: usize, cols: usize, symbol: impl Fn(usize) -> char) -> String {
        let mut text = String::with_capacity(rows * (cols + 1));
        for row in 0..rows {
            if row > 0 {
                text.push('/');
            }
            text.extend((0..cols).map(|col| symbol(row * cols + col)));
        }
        text
    }

    /// A picture with coordinates.
    pub fn draw(rows: usize, cols: usize, symbol: impl Fn(usize) -> char) -> String {
        let width = rows.to_string().len();
        let mut text = String::new();
        for row in 0..rows {
            let rank = rows - row;
            text.push_str(&format!("{rank:>width$} "));
            for col in 0..cols {
                text.push(' ');
                text.push(symbol(row * cols + col));
            }
            text.push('\n');
        }
        text.push_str(&" ".repeat(width + 1));
        for col in 0..cols {
            let name = file_name(col);
            // Two letters still fit between the columns.
            text.push_str(&format!("{name:>2}"));
        }
        text.push('\n');
        text
    }
}

/// Refuses the end of a row that has not as many columns as the first row;
/// `unit` is what rows are made of.
pub(crate) fn end_row(
    cols: &mut Option<usize>,
    rows: usize,
    col: usize,
    unit: &str,
) -> Result<(), BadInput> {
    let expected = *cols.get_or_insert(col);
    match col == expected {
        true => Ok(()),
        false => Err(BadInput::new(
            format!("row {} has {col} {unit}, row 1 has {expected}", rows + 1),
            format!("write all rows with the same number of {unit}"),
        )),
    }
}

/// The name of a square of a board, `a1` at the bottom left.
pub(crate) fn square_name(rows: usize, cols: usize, square: usize) -> String {
    format!("{}{}", file_name(square % cols), rows - square / cols)
}

/// a, b, …, z, aa, ab, …
fn file_name(col: usize) -> String {
    let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
    if col < 26 {
        letter(col).to_string()
    } else {
        format!("{}{}", letter(col / 26 - 1), letter(col))
    }
}

/// What is the same for all positions on boards of one size: names,
/// neighbours, rays, symmetries. Each size exists once, so positions carry a
/// reference.
#[derive(Debug)]
pub struct Geometry {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// The squares next to each square, in eight directions.
    pub around: Vec<u128>,
    /// The squares that share an edge with each square.
    pub beside: Vec<u128>,
    /// The squares from each square on, nearest first, in the directions of
    /// [`DIRECTIONS`].
    pub rays: Vec<[Vec<u8>; 8]>,
    /// The [rays](Self::rays) as sets.
    pub ray_sets: Vec<[u128; 8]>,
    /// The squares of the first column.
    pub first_column: u128,
    /// Where each square goes under the first four symmetries, as sets.
    pub images: Vec<[u128; 4]>,
    /// The symmetries of the board: where each square goes. The first is the
    /// identity; a rotation by 90° only if the board is square.
    pub symmetries: Vec<Vec<u8>>,
}

/// (down, right) of each direction: four orthogonal ones, then four diagonal.
pub const DIRECTIONS: [(isize, isize); 8] = [
    (-1, 0),
    (1, 0),
    (0, -1),
    (0, 1),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
];

/// A set with its lines in reverse order; `line` gives each line and where it
/// begins.
#[inline]
fn swapped<B: Bits>(set: B, lines: usize, line: impl Fn(usize) -> (B, usize)) -> B {
    let mut image = B::default();
    for one in 0..lines / 2 {
        let ((near, start), (_, end)) = (line(one), line(lines - 1 - one));
        let distance = end - start;
        image |= (set & near).later(distance) | (set.earlier(distance) & near);
    }
    match lines % 2 {
        1 => image | (set & line(lines / 2).0),
        _ => image,
    }
}

impl PartialEq for Geometry {
    fn eq(&self, other: &Geometry) -> bool {
        (self.rows, self.cols) == (other.rows, other.cols)
    }
}

impl Eq for Geometry {}

impl Geometry {
    /// A random set of about two thirds of the squares.
    pub(crate) fn scattered<B: Bits>(&self, random: &mut dyn FnMut(u64) -> u64) -> B {
        let squares = (0..self.squares()).filter(|_| random(3) > 0);
        squares.fold(B::default(), |set, square| set | B::one(square))
    }

    /// Squares thrown into sets: `kind` draws the number of a square's set, or
    /// a larger number.
    pub(crate) fn thrown<B: Bits, const N: usize>(&self, mut kind: impl FnMut() -> u64) -> [B; N] {
        let mut sets = [B::default(); N];
        for square in 0..self.squares() {
            if let Some(set) = sets.get_mut(kind() as usize) {
                *set |= B::one(square);
            }
        }
        sets
    }

    /// The squares of a set and those next to them.
    #[inline]
    pub(crate) fn neighbourhood<B: Bits>(&self, set: B) -> B {
        let first = B::narrow(self.first_column);
        let last = first.later(self.cols - 1);
        let wide = set | (set & !last).later(1) | (set & !first).earlier(1);
        match self.cols < B::MAX {
            true => wide | wide.later(self.cols) | wide.earlier(self.cols),
            false => wide,
        }
    }

    /// The squares that share an edge with a square of the set.
    #[inline]
    pub(crate) fn beside_set<B: Bits>(&self, set: B) -> B {
        let Geometry { rows, cols, .. } = *self;
        let first = B::narrow(self.first_column);
        let last = first.later(cols - 1);
        let sides = (set & !last).later(1) | (set & !first).earlier(1);
        if rows == 1 {
            return sides;
        }
        let board = (!B::default()).earlier(B::MAX - rows * cols);
        sides | set.earlier(cols) | (set.later(cols) & board)
    }

    /// Calls `each` with the regions of a set: squares connected by edges.
    pub(crate) fn regions<B: Bits>(&self, mut set: B, each: &mut impl FnMut(B)) {
        while !set.is_empty() {
            let mut region = B::one(set.first());
            let mut frontier = region;
            while !frontier.is_empty() {
                frontier = self.beside_set(frontier) & set & !region;
                region |= frontier;
            }
            set &= !region;
            each(region);
        }
    }

    /// Sets with rows and columns exchanged, and the board on which they lie.
    pub(crate) fn transposed<B: Bits, const N: usize>(
        &self,
        sets: [B; N],
    ) -> ([B; N], &'static Geometry) {
        let turned = Geometry::of(self.cols, self.rows);
        let mut images = [B::default(); N];
        for (image, set) in images.iter_mut().zip(sets) {
            for square in set.squares() {
                let (row, col) = (square / self.cols, square % self.cols);
                *image |= B::one(col * turned.cols + row);
            }
        }
        (images, turned)
    }

    /// The first row.
    #[inline]
    fn first_row<B: Bits>(&self) -> B {
        (!B::default()).earlier(B::MAX - self.cols)
    }

    /// The set after each of the first four symmetries.
    #[inline]
    pub(crate) fn reflections<B: Bits>(&self, set: B) -> [B; 4] {
        let turned = set.reversed().earlier(B::MAX - self.squares());
        // A reflection is half a turn and then the other reflection.
        let (mirrored, upside_down) = match self.cols <= self.rows {
            true => (self.mirrored(set), self.mirrored(turned)),
            false => (self.upside_down(turned), self.upside_down(set)),
        };
        [set, mirrored, upside_down, turned]
    }

    /// The set mirrored left to right.
    #[inline]
    fn mirrored<B: Bits>(&self, set: B) -> B {
        let cols = self.cols;
        let first = B::narrow(self.first_column);
        if cols == 2 {
            return (set & first).later(1) | (set.earlier(1) & first);
        }
        swapped(set, cols, |col| (first.later(col), col))
    }

    /// The set mirrored top to bottom.
    #[inline]
    fn upside_down<B: Bits>(&self, set: B) -> B {
        let first = self.first_row::<B>();
        swapped(set, self.rows, |row| {
            (first.later(row * self.cols), row * self.cols)
        })
    }

    /// The smallest board that holds a set that is not empty: the first of its
    /// rows and columns here, and how many there are.
    pub(crate) fn frame<B: Bits>(&self, set: B) -> ([usize; 2], &'static Geometry) {
        let (top, bottom) = (set.first() / self.cols, set.last() / self.cols);
        let row = self.first_row::<B>();
        let columns = (top..=bottom).fold(B::default(), |columns, r| {
            columns | (set.earlier(r * self.cols) & row)
        });
        let (left, right) = (columns.first(), columns.last());
        let geometry = Geometry::of(bottom - top + 1, right - left + 1);
        ([top, left], geometry)
    }

    /// What is left of a set in a frame.
    pub(crate) fn framed<B: Bits>(
        &self,
        set: B,
        ([top, left], frame): ([usize; 2], &Geometry),
    ) -> B {
        let set = set.earlier(top * self.cols + left);
        let row = frame.first_row::<B>();
        (0..frame.rows).fold(B::default(), |image, r| {
            image | (set.earlier(r * self.cols) & row).later(r * frame.cols)
        })
    }

    /// The geometry of a size, at most [`MAX_SQUARES`] squares.
    #[must_use]
    pub fn of(rows: usize, cols: usize) -> &'static Geometry {
        // There are fewer than a thousand sizes, so they may stay forever.
        // Solvers crop boards in their inner loops: finding one takes no lock.
        static ALL: [OnceLock<Box<Geometry>>; (MAX_SQUARES + 1) * (MAX_SQUARES + 1)] =
            [const { OnceLock::new() }; (MAX_SQUARES + 1) * (MAX_SQUARES + 1)];
        assert!(
            rows * cols <= MAX_SQUARES,
            "checked when the board was read"
        );
        ALL[rows * (MAX_SQUARES + 1) + cols].get_or_init(|| Box::new(Geometry::new(rows, cols)))
    }

    fn new(rows: usize, cols: usize) -> Geometry {
        let step = |square: usize, (down, right): (isize, isize)| {
            let row = (square / cols).checked_add_signed(down)?;
            let col = (square % cols).checked_add_signed(right)?;
            (row < rows && col < cols).then_some(row * cols + col)
        };
        let squares = 0..rows * cols;
        let rays: Vec<[Vec<u8>; 8]> = squares
            .clone()
            .map(|square| {
                DIRECTIONS.map(|direction| {
                    std::iter::successors(step(square, direction), |&s| step(s, direction))
                        .map(|s| s as u8)
                        .collect()
                })
            })
            .collect();
        let ray_sets = rays
            .iter()
            .map(|rays| std::array::from_fn(|d| rays[d].iter().fold(0, |set, &s| set | 1u128 << s)))
            .collect();
        let near = |directions: std::ops::Range<usize>| {
            rays.iter()
                .map(|rays| {
                    rays[directions.clone()]
                        .iter()
                        .filter_map(|ray| ray.first())
                        .fold(0, |set, &s| set | 1u128 << s)
                })
                .collect()
        };
        let (around, beside) = (near(0..8), near(0..4));
        let mut symmetries: Vec<Vec<u8>> = Vec::new();
        for transpose in [false, true] {
            if transpose && rows != cols {
                continue;
            }
            for (flip_rows, flip_cols) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let image = |square: usize| {
                    let (row, col) = (square / cols, square % cols);
                    let row = if flip_rows { rows - 1 - row } else { row };
                    let col = if flip_cols { cols - 1 - col } else { col };
                    if transpose {
                        (col * cols + row) as u8
                    } else {
                        (row * cols + col) as u8
                    }
                };
                symmetries.push(squares.clone().map(image).collect());
            }
        }
        let images = squares
            .map(|square| std::array::from_fn(|i| 1u128 << symmetries[i][square]))
            .collect();
        Geometry {
            rows,
            cols,
            images,
            around,
            beside,
            rays,
            ray_sets,
            first_column: (0..rows).fold(0, |set, row| set | 1u128 << (row * cols)),
            symmetries,
        }
    }

    /// The number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.rows * self.cols
    }

    /// The name of a square, `a1` at the bottom left.
    #[must_use]
    pub fn name(&self, square: usize) -> String {
        square_name(self.rows, self.cols, square)
    }

    /// Whether a symmetry exchanges the two sets.
    #[must_use]
    pub fn exchanges<B: Bits>(&self, [one, other]: [B; 2]) -> bool {
        let mut symmetries = self.symmetries.iter();
        one.len() == other.len()
            && symmetries.any(|symmetry| {
                self.image(one, symmetry) == other && self.image(other, symmetry) == one
            })
    }

    /// The symmetries that are their own inverses; the first is the identity.
    pub fn involutions(&self) -> impl Iterator<Item = &[u8]> {
        let is_involution = |symmetry: &&[u8]| {
            let mut images = symmetry.iter().map(|&image| symmetry[usize::from(image)]);
            (0..symmetry.len()).all(|square| images.next() == Some(square as u8))
        };
        let symmetries = self.symmetries.iter().map(Vec::as_slice);
        symmetries.filter(is_involution)
    }

    /// The set moved by a symmetry.
    #[must_use]
    pub fn image<B: Bits>(&self, set: B, symmetry: &[u8]) -> B {
        set.squares().fold(B::default(), |image, s| {
            image | B::one(usize::from(symmetry[s]))
        })
    }
}
