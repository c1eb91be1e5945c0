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

/// A single row or column: whose piece stands on each square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    squares: Box<[Option<Player>]>,
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

/// A piece of the other player.
fn exchanged(square: &Option<Player>) -> Option<Player> {
    square.map(Player::opposite)
}

impl Strip {
    /// The rows and columns.
    fn size(&self) -> [usize; 2] {
        match self.upright {
            true => [self.squares.len(), 1],
            false => [1, self.squares.len()],
        }
    }

    fn lying(squares: impl Iterator<Item = Option<Player>>) -> Self {
        Strip {
            squares: squares.collect(),
            upright: false,
        }
    }

    /// The strip in machine words, if it is short enough.
    fn short(&self) -> Option<Crowd<u128>> {
        if self.squares.len() > MAX_SQUARES {
            return None;
        }
        let [rows, cols] = self.size();
        let mut sets = [0; 2];
        for (square, piece) in self.squares.iter().enumerate() {
            if let Some(player) = piece {
                sets[*player as usize] |= u128::one(square);
            }
        }
        let geometry = Geometry::of(rows, cols);
        Some(Crowd(Layout { sets, geometry }))
    }

    fn from_short(Crowd(short): &Crowd<u128>) -> Self {
        let piece = |square| {
            let here = |player: &Player| short.sets[*player as usize].has(square);
            Player::BOTH.into_iter().find(here)
        };
        Strip {
            squares: (0..short.geometry.squares()).map(piece).collect(),
            upright: short.geometry.rows > 1,
        }
    }

    /// The strip as it lies or turned round, with the players exchanged.
    fn negative_seen(&self, turned: bool) -> Self {
        let mut squares: Box<[_]> = self.squares.iter().map(exchanged).collect();
        if turned {
            squares.reverse();
        }
        Strip { squares, ..*self }
    }
}

impl Position for Strip {
    type Move = Step;

    fn moves(&self, player: Player, each: &mut impl FnMut(Step) -> Flow) -> Flow {
        let size = self.size();
        for (first, pair) in self.squares.windows(2).enumerate() {
            let (from, to) = match pair {
                [Some(one), Some(other)] if one == other => continue,
                [Some(one), Some(_)] if *one == player => (first, first + 1),
                [Some(_), Some(_)] => (first + 1, first),
                _ => continue,
            };
            each(Step { from, to, size })?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, _: Player, mv: &Step) -> Self {
        let mut after = self.clone();
        after.squares[mv.to] = after.squares[mv.from].take();
        after
    }

    /// As of a [`Crowd`]: groups that do not touch never meet, and a group of
    /// one colour is nothing.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        for group in self.squares.split(Option::is_none) {
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
        let there = || self.squares.iter().copied();
        let forms = [
            (Strip::lying(there()), false),
            (Strip::lying(there().rev()), false),
            (Strip::lying(self.squares.iter().map(exchanged)), true),
            (Strip::lying(self.squares.iter().rev().map(exchanged)), true),
        ];
        let least = forms
            .into_iter()
            .min_by(|(a, _), (b, _)| a.squares.cmp(&b.squares));
        least.expect("there are four")
    }

    fn is_own_negative(&self) -> bool {
        [false, true]
            .iter()
            .any(|&turned| self.negative_seen(turned) == *self)
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
        (symmetry < 4).then(|| self.negative_seen(symmetry & turn != 0))
    }

    fn rank(&self) -> u64 {
        self.squares.iter().flatten().count() as u64
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
        let piece = |cell: &Cell| match cell {
            Cell::Left => Some(Player::Left),
            Cell::Right => Some(Player::Right),
            Cell::Empty | Cell::Blocked => None,
        };
        Ok(Strip {
            squares: board.cells.iter().map(piece).collect(),
            upright: board.rows > 1,
        })
    }

    fn write(&self, position: &Strip) -> String {
        let [rows, cols] = position.size();
        Board::write(rows, cols, |square| symbol(position.squares[square]))
    }

    fn draw(&self, position: &Strip) -> String {
        let [rows, cols] = position.size();
        Board::draw(rows, cols, |square| symbol(position.squares[square]))
    }

    fn scatter(&self, like: &Strip, random: &mut dyn FnMut(u64) -> u64) -> Strip {
        let piece = |_: &_| Player::BOTH.get(random(3) as usize).copied();
        Strip {
            squares: like.squares.iter().map(piece).collect(),
            ..*like
        }
    }
}

fn symbol(piece: Option<Player>) -> char {
    stone(Player::BOTH.map(|player| piece == Some(player)))
}
