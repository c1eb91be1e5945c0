//! Cram: both players place dominoes either way.

use crate::bad::BadInput;
use crate::bits::Bits;
use crate::game::{AllPositions, Game, Info, Kind, Start};
use crate::grid::{Board, Cell, Geometry, MAX_SQUARES};
use crate::layout::{Layout, Pair, refuse};
use crate::picture::{Picture, on};
use crate::position::{Known, Packed, Position};
use crate::scene::Scene;
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

    fn geometry(&self) -> &'static Geometry {
        self.0.geometry
    }
}

impl<B: Bits> Position for CramBoard<B> {
    type Move = Pair;

    fn moves(
        &self,
        _player: Player,
        each: &mut impl FnMut(Pair) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let geometry = self.geometry();
        for from in self.free().squares() {
            let near = B::narrow(geometry.beside[from]) & self.free();
            for to in near.squares().filter(|&to| to > from) {
                each(Pair {
                    from: from as u8,
                    to: to as u8,
                    link: "",
                    geometry,
                })?;
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

    /// Regions that do not touch are independent; single squares are nothing.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        self.0.cropped_regions(self.free(), &mut |region| {
            if region.sets[0].len() > 1 {
                each(CramBoard(region));
            }
        });
    }

    fn normal_form(&self) -> (Self, bool) {
        let (least, _) = self.0.least_image(|sets| sets);
        (CramBoard(least), false)
    }

    fn packed(&self) -> Option<Packed> {
        Packed::board([self.free(), B::default()], self.0.geometry, 0)
    }

    fn rank(&self) -> u64 {
        self.free().len() as u64
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// A row is a heap of Dawson's Kayles. On a rectangle with both sides even
    /// the second player answers through the centre, so it is 0.
    fn known_value(&self) -> Option<Known> {
        let geometry = self.geometry();
        if self.free().len() < geometry.squares() {
            return None;
        }
        if geometry.rows.min(geometry.cols) == 1 {
            return Some(Known::nimber(row(geometry.squares())));
        }
        (geometry.rows.is_multiple_of(2) && geometry.cols.is_multiple_of(2))
            .then(|| Known::nimber(0))
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

fn symbol<B: Bits>(position: &CramBoard<B>, square: usize) -> char {
    if position.free().has(square) {
        '.'
    } else {
        '#'
    }
}

impl<B: Bits> Game for Cram<B> {
    type Position = CramBoard<B>;

    fn info() -> &'static Info {
        &INFO
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        match variant {
            None => Ok(Cram(PhantomData)),
            Some(other) => Err(INFO.no_variant(other)),
        }
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

    fn write(&self, position: &CramBoard<B>) -> String {
        let geometry = position.geometry();
        Board::write(geometry.rows, geometry.cols, |s| symbol(position, s))
    }

    fn draw(&self, position: &CramBoard<B>) -> String {
        Board::draw(position.geometry(), |s| symbol(position, s))
    }

    /// The squares of a domino in either order.
    fn paths(&self, _position: &CramBoard<B>, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        let path = scene.named_in(text);
        let reversed = path.iter().rev().copied().collect();
        vec![path, reversed]
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        &[('.', "empty"), ('#', "covered")]
    }

    fn scatter(&self, like: &CramBoard<B>, random: &mut dyn FnMut(u64) -> u64) -> CramBoard<B> {
        let mut free = B::default();
        for square in 0..like.geometry().squares() {
            if random(3) > 0 {
                free |= B::one(square);
            }
        }
        CramBoard(Layout {
            sets: [free],
            ..like.0
        })
    }

    fn slow_options(&self, text: &str, _player: Player) -> Option<Vec<String>> {
        let picture = Picture::new(text);
        let mut options = Vec::new();
        for place in picture.places() {
            for step in [(0, 1), (1, 0)] {
                let next = on(place, step, 1);
                if picture.at(place) == Some('.') && picture.at(next) == Some('.') {
                    options.push(picture.with(&[(place, '#'), (next, '#')]));
                }
            }
        }
        Some(options)
    }

    fn all(&self, like: &CramBoard<B>) -> Option<AllPositions<CramBoard<B>>> {
        let like = *like;
        let count = 1u128.checked_shl(like.geometry().squares() as u32)?;
        Some(AllPositions {
            count,
            get: Box::new(move |set| {
                CramBoard(Layout {
                    sets: [B::narrow(set)],
                    ..like.0
                })
            }),
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
    first: Player::Left,
    answered: &[],
    variants: &[],
    starts: &[Start {
        name: "5x5",
        text: "5x5",
        about: "small, but not easily seen through",
    }],
    example: "3x3",
};
