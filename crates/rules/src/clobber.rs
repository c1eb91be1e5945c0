//! Clobber (Albert, Grossman, Nowakowski, Wolfe, 2001): step onto an enemy.

use crate::bad::BadInput;
use crate::bits::Bits;
use crate::game::{AllPositions, Game, Info, Kind, Start};
use crate::grid::{Board, Cell, read_size};
use crate::layout::{Layout, Pair, checker};
use crate::picture::{Picture, STEPS, on};
use crate::position::{Packed, Position};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use values::Player;

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber<B>(PhantomData<B>);

/// A position: Left's and Right's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crowd<B: Bits>(Layout<B, 2>);

impl<B: Bits> Crowd<B> {
    fn pieces(&self, player: Player) -> B {
        self.0.sets[player as usize]
    }
}

impl<B: Bits> Position for Crowd<B> {
    type Move = Pair;

    fn moves(
        &self,
        player: Player,
        each: &mut impl FnMut(Pair) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let geometry = self.0.geometry;
        for from in self.pieces(player).squares() {
            let enemies = B::narrow(geometry.beside[from]) & self.pieces(player.opposite());
            for to in enemies.squares() {
                each(Pair {
                    from: from as u8,
                    to: to as u8,
                    link: "x",
                    geometry,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, player: Player, mv: &Pair) -> Self {
        let (from, to) = (B::one(usize::from(mv.from)), B::one(usize::from(mv.to)));
        let mut sets = self.0.sets.map(|set| set & !(from | to));
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
        let (least, negated) = self.0.least_image(|[left, right]| [right, left]);
        (Crowd(least), negated)
    }

    fn is_own_negative(&self) -> bool {
        self.0.geometry.exchanges(self.0.sets)
    }

    fn packed(&self) -> Option<Packed> {
        Packed::board(self.0.sets, self.0.geometry, 0)
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        let negative = self.0.negative(symmetry, |[left, right]| [right, left]);
        negative.map(Crowd)
    }

    fn rank(&self) -> u64 {
        let [left, right] = self.0.sets;
        (left.len() + right.len()) as u64
    }
}

fn symbol<B: Bits>(position: &Crowd<B>, square: usize) -> char {
    match position.0.sets.map(|set| set.has(square)) {
        [true, _] => 'B',
        [_, true] => 'W',
        _ => '.',
    }
}

impl<B: Bits> Game for Clobber<B> {
    type Position = Crowd<B>;

    fn info() -> &'static Info {
        &INFO
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        match variant {
            None => Ok(Clobber(PhantomData)),
            Some(other) => Err(INFO.no_variant(other)),
        }
    }

    fn read(&self, text: &str) -> Result<Crowd<B>, BadInput> {
        let mut board = Board::read(INFO.start(text).unwrap_or(text))?;
        if read_size(text).is_some() {
            checker(&mut board);
        }
        Layout::new(&board, [Cell::Left, Cell::Right]).map(Crowd)
    }

    fn write(&self, position: &Crowd<B>) -> String {
        let geometry = position.0.geometry;
        Board::write(geometry.rows, geometry.cols, |s| symbol(position, s))
    }

    fn draw(&self, position: &Crowd<B>) -> String {
        Board::draw(position.0.geometry, |s| symbol(position, s))
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        &[
            ('.', "empty"),
            ('B', "stone of Black (Left)"),
            ('W', "stone of White (Right)"),
        ]
    }

    fn scatter(&self, like: &Crowd<B>, random: &mut dyn FnMut(u64) -> u64) -> Crowd<B> {
        let mut sets = [B::default(); 2];
        for square in 0..like.0.geometry.squares() {
            if let side @ 0..2 = random(3) as usize {
                sets[side] |= B::one(square);
            }
        }
        Crowd(Layout { sets, ..like.0 })
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let [mine, theirs] = match player {
            Player::Left => ['B', 'W'],
            Player::Right => ['W', 'B'],
        };
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
               pieces on all squares, colours alternating. A move is written a1xb1.",
    kind: Kind::PARTIZAN,
    first: Player::Left,
    answered: &[],
    variants: &[],
    starts: &[Start {
        name: "5x6",
        text: "BWBWBW/WBWBWB/BWBWBW/WBWBWB/BWBWBW",
        about: "the board of the first Clobber tournament; other sizes are written alike",
    }],
    example: "BWB/WB.",
};
