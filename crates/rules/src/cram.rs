//! Cram: both players place dominoes either way.

use crate::Flow;
use crate::bad_input::BadInput;
use crate::bitboard8::Bitboard8;
use crate::bitboard16::Bitboard16;
use crate::bits::Bits;
use crate::game::{AllPositions, Game, Info, Kind, Start, one_ruleset, text_of_board};
use crate::grid::{Board, Cell, Geometry, MAX_SQUARES, OnBoard};
use crate::key::Key;
use crate::layout::covering;
use crate::layout::{Layout, Pair, refuse};
use crate::picture::Picture;
use crate::position::{Known, Normal, Position, normal_parts_of_options};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use values::Player;

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cram<B>(PhantomData<B>);

/// A position: the squares that are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CramBoard<B: Bits>(Layout<B, 1>);

impl<B: Bits> CramBoard<B> {
    fn free(&self) -> B {
        self.0.sets[0]
    }

    /// The normal form of a region of a small board.
    #[inline]
    fn least(region: Bitboard8, rows: usize, cols: usize) -> (Self, bool) {
        let (least, rows, cols) = region.least_image(rows, cols);
        let free = B::narrow(u128::from(least.pack(cols)));
        (CramBoard::new(free, rows, cols), false)
    }

    #[inline]
    fn new(free: B, rows: usize, cols: usize) -> Self {
        CramBoard(Layout {
            sets: [free],
            geometry: Geometry::of(rows, cols),
        })
    }

    /// [`Position::normal_options`] of a board of at most eight rows and
    /// columns.
    fn small_options(&self, each: &mut impl FnMut(Normal<'_, Self>) -> Flow) -> Flow {
        let free = Bitboard8::unpack(self.free().widen() as u64, self.geometry().cols);
        let mut parts = Vec::new();
        let dominoes = [(free.above_another(), 0x101), (free.before_another(), 0b11)];
        for (places, domino) in dominoes {
            for place in places.0.squares() {
                let left = Bitboard8(free.0 & !(domino << place)).cropped_parts();
                parts.clear();
                parts.extend(left.map(|(part, rows, cols)| CramBoard::least(part, rows, cols)));
                each(Normal::Parts(&parts))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// [`Position::normal_options`] of a board of at most sixteen columns that
    /// has no more rows than columns.
    fn wide_options<W: Bits>(&self, each: &mut impl FnMut(Normal<'_, Self>) -> Flow) -> Flow {
        let free = Bitboard16::<W>::unpack(self.free(), self.geometry().cols);
        let mut parts = Vec::new();
        let dominoes = [(free.above_another(), 16), (free.before_another(), 1)];
        for (places, step) in dominoes {
            for place in places.squares() {
                let domino = W::one(place) | W::one(place + step);
                let mut left = Bitboard16(free.0 & !domino);
                parts.clear();
                while !left.0.is_empty() {
                    let region = left.take_region();
                    if region.0.rest().is_empty() {
                        continue;
                    }
                    let (region, rows, cols) = region.cropped();
                    parts.push(match cols <= 8 {
                        true => CramBoard::least(region.narrowed(), rows, cols),
                        false => {
                            let least = region.least_reflection(rows, cols);
                            (CramBoard::new(least.pack(cols), rows, cols), false)
                        }
                    });
                }
                each(Normal::Parts(&parts))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the second player wins by answering through the centre: half a
    /// turn maps the board onto itself, and no domino onto squares of its own.
    /// A domino that meets its image lies on both squares beside the centre,
    /// or on the square that is the centre.
    fn is_answered_through_the_centre(&self) -> bool {
        let Geometry { rows, cols, .. } = *self.geometry();
        let unused = B::MAX - rows * cols;
        let even = rows.is_multiple_of(2) && cols.is_multiple_of(2);
        self.free().reversed().earlier(unused) == self.free()
            && (even || !self.free().has(rows / 2 * cols + cols / 2))
    }
}

impl<B: Bits> Position for CramBoard<B> {
    type Move = Pair;

    fn moves(&self, _player: Player, each: &mut impl FnMut(Pair) -> Flow) -> Flow {
        let geometry = self.geometry();
        for from in self.free().squares() {
            let near = B::narrow(geometry.beside[from]) & self.free();
            for to in near.squares().filter(|&to| to > from) {
                each(Pair::new(from, to, "", geometry))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, _player: Player, mv: &Pair) -> Self {
        let domino = B::one(usize::from(mv.from)) | B::one(usize::from(mv.to));
        CramBoard(Layout {
            sets: [self.free() & !domino],
            ..self.0
        })
    }

    fn mobility(&self, _player: Player) -> usize {
        let Geometry {
            rows,
            cols,
            first_column,
            ..
        } = *self.geometry();
        let free = self.free();
        let across = free & (free & !B::narrow(first_column)).earlier(1);
        let down = match rows {
            1 => B::default(),
            _ => free & free.earlier(cols),
        };
        across.len() + down.len()
    }

    /// Regions that do not touch are independent; single squares are nothing.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        self.0.cropped_regions(self.free(), &mut |region| {
            if region.sets[0].len() > 1 {
                each(CramBoard(region));
            }
        });
    }

    fn normal_form(&self) -> (Self, bool) {
        let (least, _) = self.0.least_image([0]);
        (CramBoard(least), false)
    }

    fn normal_options(
        &self,
        player: Player,
        each: &mut impl FnMut(Normal<'_, Self>) -> Flow,
    ) -> Flow {
        let Geometry { rows, cols, .. } = *self.geometry();
        if Bitboard8::fit(rows, cols) {
            self.small_options(each)
        } else if rows > cols {
            normal_parts_of_options(self, player, each)
        } else if Bitboard16::<u64>::fit(rows, cols) {
            self.wide_options::<u64>(each)
        } else if Bitboard16::<u128>::fit(rows, cols) {
            self.wide_options::<u128>(each)
        } else {
            normal_parts_of_options(self, player, each)
        }
    }

    fn pack(&self) -> Option<Key> {
        Some(Key::board([self.free(), B::default()], self.0.geometry))
    }

    fn rank(&self) -> u64 {
        self.free().len() as u64
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// A row is a heap of Dawson's Kayles. A board on which the second player
    /// can answer through the centre is 0.
    fn known_value(&self) -> Option<Known> {
        if self.is_answered_through_the_centre() {
            return Some(Known::nimber(0));
        }
        let geometry = self.geometry();
        let is_row = geometry.rows.min(geometry.cols) == 1;
        (is_row && self.free().len() == geometry.squares())
            .then(|| Known::nimber(row(geometry.squares())))
    }
}

/// The nim value of a row of n squares: a domino leaves two rows.
fn row(n: usize) -> u64 {
    static ROWS: OnceLock<Vec<u64>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| {
        let mut rows: Vec<u64> = vec![0, 0];
        for n in 2..=MAX_SQUARES {
            let options: Vec<u64> = (0..=n - 2).map(|k| rows[k] ^ rows[n - 2 - k]).collect();
            rows.extend((0..).find(|value| !options.contains(value)));
        }
        rows
    });
    rows[n]
}

impl<B: Bits> OnBoard for CramBoard<B> {
    fn geometry(&self) -> &'static Geometry {
        self.0.geometry
    }

    fn symbol(&self, square: usize) -> char {
        if self.free().has(square) { '.' } else { '#' }
    }
}

impl<B: Bits> Game for Cram<B> {
    type Position = CramBoard<B>;

    one_ruleset!(INFO);

    fn unpack(&self, key: &Key) -> Option<CramBoard<B>> {
        let ([free, _], geometry) = (key.planes(), key.geometry()?);
        let sets = [free];
        Some(CramBoard(Layout { sets, geometry }))
    }

    fn read(&self, text: &str) -> Result<CramBoard<B>, BadInput> {
        let board = Board::read(text)?;
        refuse(
            &board,
            |cell| matches!(cell, Cell::Left | Cell::Right),
            "has a piece on it",
            "Cram has only free squares `.` and covered ones `#`",
        )?;
        Layout::new(&board, [Cell::Empty]).map(CramBoard)
    }

    text_of_board!();

    covering!(sided: false);

    fn scatter(&self, like: &CramBoard<B>, random: &mut dyn FnMut(u64) -> u64) -> CramBoard<B> {
        let sets = [like.geometry().scattered(random)];
        CramBoard(Layout { sets, ..like.0 })
    }

    fn slow_options(&self, text: &str, _player: Player) -> Option<Vec<String>> {
        Some(Picture::new(text).dominoes(&[(0, 1), (1, 0)]))
    }

    fn all(&self, like: &CramBoard<B>) -> Option<AllPositions<CramBoard<B>>> {
        let like = *like;
        AllPositions::binary(like.geometry().squares(), move |set| {
            let sets = [B::narrow(set)];
            CramBoard(Layout { sets, ..like.0 })
        })
    }
}

static INFO: Info = Info {
    name: "cram",
    title: "Cram",
    cgsuite: &["game.grid.Cram", "Cram"],
    rules: "Both players place dominoes on two free squares side by side or one above the other. \
            Who cannot move loses.",
    notation: "Rows from the top, parted by `/`: `.` free, `#` covered; `4x5` is an empty board. \
               A move names the two squares, a1b1.",
    kind: Kind::IMPARTIAL,
    starts: &[Start::new(
        "5x5",
        "5x5",
        "small, but not easily seen through",
    )],
    example: "3x3",
    ..Info::BLANK
};
