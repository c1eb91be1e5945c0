//! Clobber on single rows and columns that are too long for machine words.
//!
//! A move in the middle of a strip breaks it in two, and a part that fits is
//! known by the same key as a [`Crowd`]. So only positions near the start of
//! a game are kept here, square by square.

use super::{Crowd, INFO, read_board};
use crate::Flow;
use crate::bad_input::BadInput;
use crate::bits::Bits;
use crate::game::{Game, one_ruleset};
use crate::grid::{Board, Cell, Geometry, MAX_SQUARES, square_name, stone};
use crate::key::Key;
use crate::layout::Layout;
use crate::position::{Position, allocated};
use std::fmt;
use std::ops::ControlFlow;
use values::Player;

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct LongStrips;

/// A single row or column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    /// What stands on each square, as it is written: bytes are hashed and
    /// compared many at a time.
    squares: Box<[u8]>,
    /// Whether it is a column, from the top.
    upright: bool,
}

/// A step onto the square before or behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    from: usize,
    to: usize,
    /// The rows and columns of the board.
    size: [usize; 2],
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rows, cols] = self.size;
        let name = |square| square_name(rows, cols, square);
        write!(f, "{}x{}", name(self.from), name(self.to))
    }
}

/// A player's piece.
fn piece(player: Player) -> u8 {
    symbol(Some(player)) as u8
}

fn symbol(holder: Option<Player>) -> char {
    stone(Player::BOTH.map(|player| holder == Some(player)))
}

const EMPTY: u8 = b'.';

impl Strip {
    /// The rows and columns.
    fn size(&self) -> [usize; 2] {
        match self.upright {
            true => [self.squares.len(), 1],
            false => [1, self.squares.len()],
        }
    }

    /// The strip in machine words, if it is short enough.
    fn short(&self) -> Option<Crowd<u128>> {
        if self.squares.len() > MAX_SQUARES {
            return None;
        }
        let [rows, cols] = self.size();
        let mut sets = [0; 2];
        for (set, player) in sets.iter_mut().zip(Player::BOTH) {
            let own = piece(player);
            for (square, &here) in self.squares.iter().enumerate() {
                *set |= u128::from(here == own) << square;
            }
        }
        let geometry = Geometry::of(rows, cols);
        Some(Crowd(Layout { sets, geometry }))
    }

    fn from_short(Crowd(short): &Crowd<u128>) -> Self {
        let here = |square| stone(short.sets.map(|set| set.has(square))) as u8;
        Strip {
            squares: (0..short.geometry.squares()).map(here).collect(),
            upright: short.geometry.rows > 1,
        }
    }

    /// The squares, turned round and with the players exchanged where said.
    fn image(&self, turned: bool, exchanged: bool) -> Box<[u8]> {
        let mut squares = self.squares.clone();
        if turned {
            squares.reverse();
        }
        if exchanged {
            let [left, right] = Player::BOTH.map(piece);
            for square in &mut squares {
                *square = match *square {
                    EMPTY => EMPTY,
                    here => left ^ right ^ here,
                };
            }
        }
        squares
    }
}

impl Position for Strip {
    type Move = Step;

    fn moves(&self, player: Player, each: &mut impl FnMut(Step) -> Flow) -> Flow {
        let size = self.size();
        let [own, enemy] = [player, player.opposite()].map(piece);
        for (first, pair) in self.squares.windows(2).enumerate() {
            let (from, to) = match *pair {
                [one, other] if [one, other] == [own, enemy] => (first, first + 1),
                [one, other] if [one, other] == [enemy, own] => (first + 1, first),
                _ => continue,
            };
            each(Step { from, to, size })?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, _: Player, mv: &Step) -> Self {
        let mut after = self.clone();
        after.squares[mv.to] = after.squares[mv.from];
        after.squares[mv.from] = EMPTY;
        after
    }

    /// As of a [`Crowd`]: groups that do not touch never meet, and a group of
    /// one colour is nothing.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        for group in self.squares.split(|&here| here == EMPTY) {
            if group.windows(2).any(|pair| pair[0] != pair[1]) {
                each(Strip {
                    squares: group.into(),
                    ..*self
                });
            }
        }
    }

    /// That of a [`Crowd`] if it is short enough, so that both are found in
    /// the same table.
    fn normal_form(&self) -> (Self, bool) {
        if let Some(short) = self.short() {
            let (normal, negated) = short.normal_form();
            return (Strip::from_short(&normal), negated);
        }
        let ways = [(false, false), (true, false), (false, true), (true, true)];
        let images = ways.map(|(turned, negated)| (self.image(turned, negated), negated));
        let (squares, negated) = images.into_iter().min().expect("there are four");
        let upright = false;
        (Strip { squares, upright }, negated)
    }

    fn is_own_negative(&self) -> bool {
        [false, true]
            .iter()
            .any(|&turned| self.image(turned, true) == self.squares)
    }

    fn outside_bytes(&self) -> usize {
        allocated(self.squares.len())
    }

    fn pack(&self) -> Option<Key> {
        self.short()?.pack()
    }

    /// The symmetries are those of a [`Crowd`], where they turn the rows round
    /// or the columns or both, though one of these changes nothing here.
    fn negative(&self, symmetry: usize) -> Option<Self> {
        let turn = if self.upright { 2 } else { 1 };
        (symmetry < 4).then(|| Strip {
            squares: self.image(symmetry & turn != 0, true),
            ..*self
        })
    }

    fn rank(&self) -> u64 {
        self.squares.iter().filter(|&&here| here != EMPTY).count() as u64
    }
}

impl Game for LongStrips {
    type Position = Strip;

    one_ruleset!(INFO);

    fn unpack(&self, key: &Key) -> Option<Strip> {
        let (sets, geometry) = (key.planes(), key.geometry()?);
        let short = Crowd(Layout { sets, geometry });
        (geometry.rows.min(geometry.cols) == 1).then(|| Strip::from_short(&short))
    }

    fn read(&self, text: &str) -> Result<Strip, BadInput> {
        let board = read_board(text)?;
        if board.rows.min(board.cols) > 1 {
            return Err(BadInput::new(
                format!("{}x{} is no strip", board.rows, board.cols),
                "write one row or one column",
            ));
        }
        let here = |cell: &Cell| match cell {
            Cell::Left => piece(Player::Left),
            Cell::Right => piece(Player::Right),
            Cell::Empty | Cell::Blocked => EMPTY,
        };
        Ok(Strip {
            squares: board.cells.iter().map(here).collect(),
            upright: board.rows > 1,
        })
    }

    fn write(&self, position: &Strip) -> String {
        let [rows, cols] = position.size();
        Board::write(rows, cols, |square| char::from(position.squares[square]))
    }

    fn draw(&self, position: &Strip) -> String {
        let [rows, cols] = position.size();
        Board::draw(rows, cols, |square| char::from(position.squares[square]))
    }

    fn scatter(&self, like: &Strip, random: &mut dyn FnMut(u64) -> u64) -> Strip {
        let mut here = |_: &_| symbol(Player::BOTH.get(random(3) as usize).copied()) as u8;
        Strip {
            squares: like.squares.iter().map(&mut here).collect(),
            ..*like
        }
    }
}
