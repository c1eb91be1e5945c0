//! Clobber (Albert, Grossman, Nowakowski, Wolfe, 2001): step onto an enemy.

mod long;

pub(crate) use long::LongStrips;

use crate::Flow;
use crate::bad_input::BadInput;
use crate::bitboard8::Bitboard8;
use crate::bits::{Bits, both};
use crate::game::{AllPositions, Game, Info, Start, one_ruleset, text_of_board};
use crate::grid::{Board, Cell, Geometry, OnBoard, STONES, read_size, stone};
use crate::key::Key;
use crate::layout::{Layout, Pair, checker, small_regions};
use crate::picture::{Picture, STEPS, on, stones};
use crate::position::{Normal, Position, normal_parts_of_options};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use values::Player;

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber<B>(PhantomData<B>);

/// A position: Left's and Right's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crowd<B: Bits>(Layout<B, 2>);

/// The colours exchanged.
const EXCHANGE: [usize; 2] = [1, 0];

impl<B: Bits> Crowd<B> {
    fn pieces(&self, player: Player) -> B {
        self.0.sets[player as usize]
    }
}

impl<B: Bits> Position for Crowd<B> {
    type Move = Pair;

    fn moves(&self, player: Player, each: &mut impl FnMut(Pair) -> Flow) -> Flow {
        let geometry = self.0.geometry;
        for from in self.pieces(player).squares() {
            let enemies = B::narrow(geometry.beside[from]) & self.pieces(player.opposite());
            for to in enemies.squares() {
                each(Pair::new(from, to, "x", geometry))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, player: Player, mv: &Pair) -> Self {
        let (from, to) = (B::one(usize::from(mv.from)), B::one(usize::from(mv.to)));
        let mut sets = both(self.0.sets, |set| set & !(from | to));
        sets[player as usize] |= to;
        Crowd(Layout { sets, ..self.0 })
    }

    fn can_move(&self, player: Player) -> bool {
        let near = self.0.beside(self.pieces(player));
        !(near & self.pieces(player.opposite())).is_empty()
    }

    /// Pieces stay on squares that held pieces, so groups that do not touch
    /// never meet; a group of one colour is nothing.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        let [left, right] = self.0.sets;
        self.0.cropped_regions(left | right, &mut |group| {
            if !group.sets.iter().any(|set| set.is_empty()) {
                each(Crowd(group));
            }
        });
    }

    /// The rules know no direction; exchanging the colours negates.
    fn normal_form(&self) -> (Self, bool) {
        let (least, negated) = self.0.least_image(EXCHANGE);
        (Crowd(least), negated)
    }

    fn normal_options(
        &self,
        player: Player,
        each: &mut impl FnMut(Normal<'_, Self>) -> Flow,
    ) -> Flow {
        let Some(sets) = self.0.bitboards() else {
            return normal_parts_of_options(self, player, each);
        };
        let (own, enemy) = (sets[player as usize], sets[player.opposite() as usize]);
        let mut parts = Vec::new();
        for from in own.0.squares() {
            let from = Bitboard8(1 << from);
            for to in (from.beside().0 & enemy.0).squares() {
                let mut after = sets;
                after[player as usize].0 ^= from.0 | 1 << to;
                after[player.opposite() as usize].0 ^= 1 << to;
                let all = Bitboard8(after[0].0 | after[1].0);
                parts.clear();
                small_regions(after, all, &mut |sets, rows, cols| {
                    if !sets[0].is_empty() && !sets[1].is_empty() {
                        let (least, negated) =
                            Layout::small_least_image(sets, rows, cols, EXCHANGE);
                        parts.push((Crowd(least), negated));
                    }
                });
                each(Normal::Parts(&parts))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_own_negative(&self) -> bool {
        self.0.geometry.exchanges(self.0.sets)
    }

    fn pack(&self) -> Option<Key> {
        Some(Key::board(self.0.sets, self.0.geometry))
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        let negative = self.0.negative(symmetry, EXCHANGE);
        negative.map(Crowd)
    }

    fn rank(&self) -> u64 {
        let [left, right] = self.0.sets;
        (left.len() + right.len()) as u64
    }
}

/// The board of a text, which may be [too long](long) for a [`Crowd`].
fn read_board(text: &str) -> Result<Board, BadInput> {
    let mut board = Board::read_strip(INFO.start(text).unwrap_or(text))?;
    if read_size(text).is_some() {
        checker(&mut board);
    }
    Ok(board)
}

impl<B: Bits> OnBoard for Crowd<B> {
    fn geometry(&self) -> &'static Geometry {
        self.0.geometry
    }

    fn symbol(&self, square: usize) -> char {
        stone(self.0.sets.map(|set| set.has(square)))
    }
}

impl<B: Bits> Game for Clobber<B> {
    type Position = Crowd<B>;

    one_ruleset!(INFO);

    fn unpack(&self, key: &Key) -> Option<Crowd<B>> {
        let (sets, geometry) = (key.planes(), key.geometry()?);
        Some(Crowd(Layout { sets, geometry }))
    }

    fn read(&self, text: &str) -> Result<Crowd<B>, BadInput> {
        Layout::new(&read_board(text)?, [Cell::Left, Cell::Right]).map(Crowd)
    }

    text_of_board!();

    fn palette(&self) -> &'static [(char, &'static str)] {
        &STONES[..3]
    }

    fn scatter(&self, like: &Crowd<B>, random: &mut dyn FnMut(u64) -> u64) -> Crowd<B> {
        let sets = like.0.geometry.thrown(|| random(3));
        Crowd(Layout { sets, ..like.0 })
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let [mine, theirs] = stones(player);
        let picture = Picture::new(text);
        let mut options = Vec::new();
        for place in picture.places() {
            for step in STEPS {
                let next = on(place, step, 1);
                if picture.at(place) == Some(mine) && picture.at(next) == Some(theirs) {
                    options.push(picture.with(&[(place, '.'), (next, mine)]));
                }
            }
        }
        Some(options)
    }

    fn all(&self, like: &Crowd<B>) -> Option<AllPositions<Crowd<B>>> {
        let like = *like;
        AllPositions::ternary(like.0.geometry.squares(), move |digits| {
            let mut sets = [B::default(); 2];
            for (square, digit) in digits.enumerate() {
                if digit > 0 {
                    sets[digit - 1] |= B::one(square);
                }
            }
            Crowd(Layout { sets, ..like.0 })
        })
    }
}

static INFO: Info = Info {
    name: "clobber",
    title: "Clobber",
    cgsuite: &["game.grid.Clobber", "Clobber"],
    rules: "A piece steps onto an enemy piece beside it (not diagonally), which is removed. Who \
            cannot move loses.",
    notation: "Rows from the top, parted by `/`: `B` a piece of Left (Black), `W` a piece of Right \
               (White), `.` or `#` no piece; `5x6` is the start on 5 rows and 6 columns, with \
               pieces on all squares, colours alternating. A single row or column may have up to \
               600 squares, other boards 128. A move is written a1xb1.",
    starts: &[Start::new(
        "5x6",
        "BWBWBW/WBWBWB/BWBWBW/WBWBWB/BWBWBW",
        "the board of the first Clobber tournament; other sizes are written alike",
    )],
    example: "BWB/WB.",
    ..Info::BLANK
};
