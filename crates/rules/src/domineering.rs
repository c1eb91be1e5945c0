//! Domineering: Left places vertical dominoes, Right horizontal ones.

mod packed;
mod places;

use crate::Flow;
use crate::bad_input::BadInput;
use crate::bands::{Bands, Lines};
use crate::bitboard8::Bitboard8;
use crate::bits::Bits;
use crate::capabilities::{Capabilities, Judgement};
use crate::game::{AllPositions, Game, Info, Start, one_ruleset, text_of_board};
use crate::grid::{Board, Cell, Geometry, OnBoard};
use crate::key::Key;
use crate::layout::{Pair, covering};
use crate::picture::Picture;
use crate::position::{Normal, Position, normal_parts_of_options};
use packed::Packed;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use values::Player;

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering<B>(PhantomData<B>);

/// A position: the squares that are free.
#[derive(Clone, Copy, Debug)]
pub struct Floor<B> {
    free: B,
    geometry: &'static Geometry,
}

impl<B: Bits> PartialEq for Floor<B> {
    fn eq(&self, other: &Self) -> bool {
        // There is one geometry of each size.
        self.free == other.free && std::ptr::eq(self.geometry, other.geometry)
    }
}

impl<B: Bits> Eq for Floor<B> {}

impl<B: Bits> Hash for Floor<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.free.hash(state);
        (self.geometry.rows as u8).hash(state);
    }
}

impl<B: Bits> Floor<B> {
    fn each_domino(&self, player: Player, each: &mut impl FnMut(usize, usize) -> Flow) -> Flow {
        let cols = self.geometry.cols;
        let apart = match player {
            Player::Left => cols,
            Player::Right => 1,
        };
        for square in self.dominoes(player).squares() {
            each(square, square + apart)?;
        }
        ControlFlow::Continue(())
    }

    /// The first squares of the dominoes that a player may place.
    fn dominoes(&self, player: Player) -> B {
        let Geometry {
            rows,
            cols,
            first_column,
            ..
        } = *self.geometry;
        match player {
            Player::Left if rows == 1 => B::default(),
            Player::Left => self.free & self.free.earlier(cols),
            Player::Right => self.free & (self.free & !B::narrow(first_column)).earlier(1),
        }
    }

    fn without(&self, first: usize, second: usize) -> Self {
        Floor {
            free: self.free & !(B::one(first) | B::one(second)),
            ..*self
        }
    }

    /// How much `player` likes the place of the domino that leads to an option:
    /// less than 1. A domino in the second column makes places in the first
    /// one safe, and so on with every second one; from the corners on, so that
    /// different orders of moves lead to the same positions.
    fn preference(&self, option: &Self, player: Player) -> f32 {
        let domino = self.free & !option.free;
        if domino.is_empty() {
            return 0.0;
        }
        let Geometry { rows, cols, .. } = *self.geometry;
        let (row, col) = (domino.first() / cols, domino.first() % cols);
        let (line, lines, along, length) = match player {
            Player::Left => (col, cols, row, rows),
            Player::Right => (row, rows, col, cols),
        };
        let line = line.min(lines - 1 - line);
        let along = along.min(length - 2 - along);
        let second = if line % 2 == 1 { 0.5 } else { 0.0 };
        second - line as f32 / 32.0 - along as f32 / 1024.0
    }

    /// The free squares of a small board.
    fn bitboard8(&self) -> Option<Bitboard8> {
        let Geometry { rows, cols, .. } = *self.geometry;
        let fits = Bitboard8::fit(rows, cols);
        fits.then(|| Bitboard8::unpack(self.free.widen() as u64, cols))
    }

    /// The free squares of a larger one.
    fn packed(&self) -> Option<Packed<B>> {
        let (free, &Geometry { rows, cols, .. }) = (self.free, self.geometry);
        Packed::<B>::fit(rows, cols).then_some(Packed { free, rows, cols })
    }

    fn from_packed(board: Packed<B>) -> Self {
        Floor {
            free: board.free,
            geometry: Geometry::of(board.rows, board.cols),
        }
    }

    fn from_bitboard8(free: Bitboard8, rows: usize, cols: usize) -> Self {
        Floor {
            free: B::narrow(u128::from(free.pack(cols))),
            geometry: Geometry::of(rows, cols),
        }
    }

    /// The normal form of a small board.
    fn least(free: Bitboard8, rows: usize, cols: usize) -> (Self, bool) {
        if rows < cols {
            let least = free.least_reflection(rows, cols);
            return (Floor::from_bitboard8(least, rows, cols), false);
        }
        let transposed = free.transposed().least_reflection(cols, rows);
        if rows == cols {
            let upright = free.least_reflection(rows, cols);
            if upright <= transposed {
                return (Floor::from_bitboard8(upright, rows, cols), false);
            }
        }
        (Floor::from_bitboard8(transposed, cols, rows), true)
    }

    /// The free squares on the smallest board that holds them.
    fn cropped(&self) -> Self {
        let frame = self.geometry.frame(self.free);
        Floor {
            free: self.geometry.framed(self.free, frame),
            geometry: frame.1,
        }
    }

    /// The board with rows and columns exchanged.
    fn transposed(&self) -> Self {
        let ([free], geometry) = self.geometry.transposed([self.free]);
        Floor { free, geometry }
    }

    /// By the places that are left to both; among equal moves by where the
    /// domino lies.
    fn promise(&self, option: &Self, player: Player) -> f32 {
        let places = match (option.bitboard8(), option.packed()) {
            (Some(free), _) => places::places(free),
            (_, Some(board)) => board.places(),
            _ => {
                let [left, right] = Player::BOTH.map(|player| option.mobility(player) as i32);
                left - right
            }
        };
        let places = match player {
            Player::Left => places,
            Player::Right => -places,
        };
        places as f32 + self.preference(option, player)
    }
}

/// A band has no more squares: larger ones have too many values to know.
const LARGEST_BAND: usize = 27;
/// The bits of a name that tell which squares of a band are free; the others
/// tell how many columns it has.
const BAND_BITS: u32 = 28;

impl<B: Bits> Floor<B> {
    /// Bands of rows for Left, who gives up the dominoes across; for Right of
    /// columns.
    fn cut(&self, player: Player, lines: &mut Lines) -> bool {
        let Some(board) = self.packed() else {
            return false;
        };
        let board = match player {
            Player::Left => board,
            Player::Right => board.transposed(),
        };
        let height = LARGEST_BAND / board.cols;
        if height < 2 {
            return false;
        }
        *lines = Lines::new(board.rows);
        lines.set_names(height, |from, height| {
            let squares = board.free.earlier(from * board.cols).widen() as u64;
            let mask = (1 << (height * board.cols)) - 1;
            (board.cols as u64) << BAND_BITS | squares & mask
        });
        true
    }

    /// All bands have as many rows as the highest, some of them covered.
    fn band(&self, name: u64) -> Self {
        let squares = name & ((1 << BAND_BITS) - 1);
        Floor {
            free: B::narrow(u128::from(squares)),
            geometry: Geometry::of(Lines::HIGHEST, (name >> BAND_BITS) as usize),
        }
    }
}

impl<B: Bits> Position for Floor<B> {
    type Move = Pair;

    const CAPABILITIES: Capabilities<Self> = Capabilities {
        bands: Some(Bands {
            cut: Self::cut,
            band: Self::band,
        }),
        judgement: Judgement {
            promise: Self::promise,
            ..Judgement::BY_MOBILITY
        },
        ..Capabilities::NONE
    };

    fn moves(&self, player: Player, each: &mut impl FnMut(Pair) -> Flow) -> Flow {
        self.each_domino(player, &mut |first, second| {
            each(Pair::new(first, second, "", self.geometry))
        })
    }

    fn play(&self, _player: Player, mv: &Pair) -> Self {
        self.without(usize::from(mv.from), usize::from(mv.to))
    }

    fn can_move(&self, player: Player) -> bool {
        !self.dominoes(player).is_empty()
    }

    fn mobility(&self, player: Player) -> usize {
        self.dominoes(player).len()
    }

    fn options(&self, player: Player, each: &mut impl FnMut(Self) -> Flow) -> Flow {
        self.each_domino(player, &mut |first, second| {
            each(self.without(first, second))
        })
    }

    /// Regions that do not touch are independent; single squares are nothing.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        if let Some(mut left) = self.bitboard8() {
            while !left.is_empty() {
                let region = left.take_region();
                if region.has_two() {
                    let (region, rows, cols) = region.cropped();
                    each(Floor::from_bitboard8(region, rows, cols));
                }
            }
            return;
        }
        if let Some(board) = self.packed() {
            board
                .parts()
                .for_each(|part| each(Floor::from_packed(part)));
            return;
        }
        self.geometry.regions(self.free, &mut |free| {
            if free.len() > 1 {
                each(Floor { free, ..*self }.cropped());
            }
        });
    }

    /// Reflections keep the value; exchanging rows and columns negates it.
    fn normal_form(&self) -> (Self, bool) {
        if let Some(set) = self.bitboard8() {
            return Floor::least(set, self.geometry.rows, self.geometry.cols);
        }
        if let Some(board) = self.packed() {
            let (least, negated) = board.least();
            return (Floor::from_packed(least), negated);
        }
        let least = |floor: Self| {
            let [a, b, c, d] = floor.geometry.reflections(floor.free);
            let free = a.min(b).min(c.min(d));
            Floor { free, ..floor }
        };
        let Geometry { rows, cols, .. } = *self.geometry;
        // With at most as many rows as columns.
        if rows < cols {
            return (least(*self), false);
        }
        let across = least(self.transposed());
        match rows == cols {
            true if least(*self).free <= across.free => (least(*self), false),
            _ => (across, true),
        }
    }

    /// Rows become columns, along one diagonal or along the other.
    fn negative(&self, symmetry: usize) -> Option<Self> {
        let across = self.transposed();
        let half_turn = &across.geometry.symmetries[3];
        match symmetry {
            0 => Some(across),
            1 => Some(Floor {
                free: across.geometry.image(across.free, half_turn),
                ..across
            }),
            _ => None,
        }
    }

    fn normal_options(
        &self,
        player: Player,
        each: &mut impl FnMut(Normal<'_, Self>) -> Flow,
    ) -> Flow {
        let mut parts = Vec::new();
        let Some(free) = self.bitboard8() else {
            let Some(board) = self.packed() else {
                return normal_parts_of_options(self, player, each);
            };
            return self.each_domino(player, &mut |first, second| {
                let left = Packed {
                    free: board.free & !(B::one(first) | B::one(second)),
                    ..board
                };
                parts.clear();
                parts.extend(left.parts().map(|part| {
                    let (least, negated) = part.least();
                    (Floor::from_packed(least), negated)
                }));
                each(Normal::Parts(&parts))
            });
        };
        let (mut dominoes, shape) = match player {
            Player::Left => (free.above_another().0, 0x101),
            Player::Right => (free.before_another().0, 0b11),
        };
        while dominoes != 0 {
            let domino = shape << dominoes.trailing_zeros();
            dominoes &= dominoes - 1;
            let left = Bitboard8(free.0 & !domino).cropped_parts();
            parts.clear();
            parts.extend(left.map(|(part, rows, cols)| Floor::least(part, rows, cols)));
            each(Normal::Parts(&parts))?;
        }
        ControlFlow::Continue(())
    }

    fn is_own_negative(&self) -> bool {
        // A symmetry beyond the fourth exchanges rows and columns.
        let mut exchanges = self.geometry.symmetries.iter().skip(4);
        exchanges.any(|symmetry| self.geometry.image(self.free, symmetry) == self.free)
    }

    fn pack(&self) -> Option<Key> {
        Some(Key::board([self.free, B::default()], self.geometry))
    }

    fn rank(&self) -> u64 {
        self.free.len() as u64
    }
}

impl<B: Bits> OnBoard for Floor<B> {
    fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    fn symbol(&self, square: usize) -> char {
        if self.free.has(square) { '.' } else { '#' }
    }
}

impl<B: Bits> Game for Domineering<B> {
    type Position = Floor<B>;

    one_ruleset!(INFO);

    fn unpack(&self, key: &Key) -> Option<Floor<B>> {
        let ([free, _], geometry) = (key.planes(), key.geometry()?);
        Some(Floor { free, geometry })
    }

    fn read(&self, text: &str) -> Result<Floor<B>, BadInput> {
        let board = Board::read(INFO.start(text).unwrap_or(text))?;
        if let Some(square) = board
            .cells
            .iter()
            .position(|c| matches!(c, Cell::Left | Cell::Right))
        {
            let name = Geometry::of(board.rows, board.cols).name(square);
            return Err(BadInput::new(
                format!("a piece stands on {name}"),
                "Domineering has only free squares `.` and covered ones `#`",
            ));
        }
        Ok(Floor {
            free: board.set(Cell::Empty),
            geometry: Geometry::of(board.rows, board.cols),
        })
    }

    text_of_board!();

    covering!(sided: true);

    fn scatter(&self, like: &Floor<B>, random: &mut dyn FnMut(u64) -> u64) -> Floor<B> {
        let free = like.geometry.scattered(random);
        Floor { free, ..*like }
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let step = match player {
            Player::Left => (1, 0),
            Player::Right => (0, 1),
        };
        Some(Picture::new(text).dominoes(&[step]))
    }

    fn all(&self, like: &Floor<B>) -> Option<AllPositions<Floor<B>>> {
        let like = *like;
        AllPositions::binary(like.geometry.squares(), move |set| Floor {
            free: B::narrow(set),
            ..like
        })
    }
}

static INFO: Info = Info {
    name: "domineering",
    title: "Domineering",
    cgsuite: &["game.grid.Domineering", "Domineering"],
    rules: "Left places a domino on two free squares one above the other, Right on two free \
            squares side by side. Who cannot move loses.",
    notation: "Rows from the top, parted by `/`: `.` free, `#` covered; `4x5` is an empty board. \
               A move names the two squares, a2a1.",
    starts: &[Start::new("8x8", "8x8", "a chess board")],
    example: "4x4",
    sides: ["Vertical", "Horizontal"],
    ..Info::BLANK
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The most promising move on a board.
    fn first_choice(text: &str, player: Player) -> String {
        let start = Domineering::<u64>::default().read(text).unwrap();
        let mut best: Option<(f32, Pair)> = None;
        let _ = start.moves(player, &mut |mv| {
            let promise = start.promise(&start.play(player, &mv), player);
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, mv));
            }
            ControlFlow::Continue(())
        });
        best.unwrap().1.to_string()
    }

    #[test]
    fn places_beside_the_edge_are_made_safe_first() {
        for (board, player, mv) in [
            ("8x8", Player::Left, "b8b7"),
            ("8x8", Player::Right, "a7b7"),
            ("4x10", Player::Left, "b4b3"),
            ("10x4", Player::Right, "a9b9"),
        ] {
            assert_eq!(first_choice(board, player), mv, "{board}");
        }
    }
}
