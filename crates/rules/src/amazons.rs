//! The Game of the Amazons (W. Zamkauskas, 1988).

mod clusters;
mod duels;
mod field;
mod objection;
mod standing;
mod territory;
mod types;

use crate::bad_input::BadInput;
use crate::bits::Bits;
use crate::game::{AllPositions, Game, Info, Start, one_ruleset, text_of_board};
use crate::grid::{Board, Cell, DIRECTIONS, Geometry, OnBoard, read_size};
use crate::key::Key;
use crate::objection::TypedSquares;
use crate::scene::{Figure, Scene};
pub use field::Field;
use std::marker::PhantomData;
pub use types::TYPES;
use values::Player;

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amazons<B>(PhantomData<B>);

/// The board that a text describes.
fn board(text: &str) -> Result<Board, BadInput> {
    let text = text.trim();
    if let Some(board) = types::named(text) {
        return board;
    }
    if let Some(start) = INFO.start(text) {
        return Board::read(start);
    }
    let board = Board::read(text)?;
    match read_size(text) {
        // Without amazons there is no game.
        Some((rows, cols)) => Err(INFO.no_start(rows, cols, &[])),
        None => Ok(board),
    }
}

impl<B: Bits> Game for Amazons<B> {
    type Position = Field<B>;

    one_ruleset!(INFO);

    fn unpack(&self, key: &Key) -> Option<Field<B>> {
        Field::unpacked(key)
    }

    fn read(&self, text: &str) -> Result<Field<B>, BadInput> {
        let board = board(text)?;
        if board.cells.len() > B::MAX {
            return Err(BadInput::new(
                format!("the board has more than {} squares", B::MAX),
                "ask for a smaller one",
            ));
        }
        let geometry = Geometry::of(board.rows, board.cols);
        Ok(Field::new(geometry, board.cells.into_iter()))
    }

    text_of_board!();

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        Some(slow_options(text, player))
    }

    fn objection(&self, typed: &TypedSquares) -> Option<String> {
        objection::objection(typed)
    }

    fn scene(&self, position: &Field<B>) -> Scene {
        Scene::board(&self.write(position), Figure::Amazon)
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        &[
            ('.', "empty"),
            ('L', "amazon of Black (Left)"),
            ('R', "amazon of White (Right)"),
            ('#', "burned"),
        ]
    }

    /// Mostly free squares, some burned, few amazons.
    fn scatter(&self, like: &Field<B>, random: &mut dyn FnMut(u64) -> u64) -> Field<B> {
        let geometry = like.geometry;
        let size = geometry.squares() as u64;
        let cells = (0..size).map(|_| match random(2 * size.max(8)) {
            0..4 => Cell::Left,
            4..8 => Cell::Right,
            n if n % 3 == 0 => Cell::Blocked,
            _ => Cell::Empty,
        });
        Field::new(geometry, cells)
    }

    fn all(&self, like: &Field<B>) -> Option<AllPositions<Field<B>>> {
        let like = *like;
        let squares = like.geometry.squares();
        let open = (0..squares).filter(|&s| like.cell(s) != Cell::Blocked);
        AllPositions::ternary(open.count(), move |digits| {
            let cells = (0..squares).map(|square| match like.cell(square) {
                Cell::Blocked => Cell::Blocked,
                _ => match digits.next() {
                    Some(1) => Cell::Left,
                    Some(2) => Cell::Right,
                    _ => Cell::Empty,
                },
            });
            Field::new(like.geometry, cells)
        })
    }
}

/// Walks over the characters, one step at a time.
fn slow_options(text: &str, player: Player) -> Vec<String> {
    let board: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let walk = |board: &Vec<Vec<char>>, from: (usize, usize)| {
        let mut reached = Vec::new();
        for (down, right) in DIRECTIONS {
            let mut at = from;
            while let (Some(row), Some(col)) = (
                at.0.checked_add_signed(down),
                at.1.checked_add_signed(right),
            ) {
                if board.get(row).and_then(|r| r.get(col)) != Some(&'.') {
                    break;
                }
                at = (row, col);
                reached.push(at);
            }
        }
        reached
    };
    let amazon = match player {
        Player::Left => 'L',
        Player::Right => 'R',
    };
    let mut options = Vec::new();
    for row in 0..board.len() {
        for col in (0..board[row].len()).filter(|&col| board[row][col] == amazon) {
            for to in walk(&board, (row, col)) {
                let mut moved = board.clone();
                moved[row][col] = '.';
                moved[to.0][to.1] = amazon;
                for arrow in walk(&moved, to) {
                    let mut after = moved.clone();
                    after[arrow.0][arrow.1] = '#';
                    let rows: Vec<String> = after.iter().map(|r| r.iter().collect()).collect();
                    options.push(rows.join("/"));
                }
            }
        }
    }
    options
}

static INFO: Info = Info {
    name: "amazons",
    title: "Amazons",
    cgsuite: &["game.grid.Amazons", "Amazons"],
    rules: "An amazon moves like a chess queen over free squares and then shoots an arrow that \
            flies like a queen from where she stands; the square where it lands is burned. \
            Nobody moves or shoots over amazons or burned squares. White begins. Who cannot move \
            loses.",
    notation: "Rows from the top, parted by `/`: `L` an amazon of Left (Black), `R` one of Right \
               (White), `#` burned, `.` free. `10x2:a3,b7` is an empty board of 10 rows and 2 \
               columns with Left's amazon on a3 and Right's on b7 (several: `a1+d1`). `A[1,8]`, \
               `D[2,7]trbr`, `-E[0,3]` are the types A to G and Z of Berlekamp's Sums of N x 2 \
               Amazons; `tl tr bl br` say which square of a jagged top or bottom row is free. A \
               move is written a1-a3/b2: from a1 to a3, the arrow lands on b2.",
    first: Player::Right,
    starts: &[
        Start::new(
            "10x10",
            "...L..L.../........../........../L........L/........../........../\
                   R........R/........../........../...R..R...",
            "the game as it is usually played",
        ),
        Start::new(
            "8x8",
            "..L..L../......../L......L/......../......../R......R/......../..R..R..",
            "four amazons each, two squares from the corners",
        ),
        Start::new(
            "6x6",
            ".L..L./L....L/....../....../R....R/.R..R.",
            "four amazons each, one square from the corners",
        ),
        Start::new("figure-2a", "..LR", "Berlekamp, Fig. 2(a)"),
        Start::new("figure-2b", ".L..R", "Berlekamp, Fig. 2(b)"),
        Start::new("figure-2c", "R..L...R", "Berlekamp, Fig. 2(c)"),
    ],
    example: "../L./.R/..",
    ..Info::BLANK
};
