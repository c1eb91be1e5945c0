//! Kinds of squares on a board: what positions of most grid games are.

use crate::bad_input::BadInput;
use crate::bitboard8::Bitboard8;
use crate::bits::Bits;
use crate::grid::{Board, Cell, Geometry};
use std::fmt;
use std::hash::{Hash, Hasher};

/// `N` sets of squares of one board.
#[derive(Clone, Copy, Debug)]
pub struct Layout<B, const N: usize> {
    /// The sets.
    pub sets: [B; N],
    /// The board.
    pub geometry: &'static Geometry,
}

impl<B: Bits, const N: usize> PartialEq for Layout<B, N> {
    fn eq(&self, other: &Self) -> bool {
        // There is one geometry of each size.
        self.sets == other.sets && std::ptr::eq(self.geometry, other.geometry)
    }
}

impl<B: Bits, const N: usize> Eq for Layout<B, N> {}

impl<B: Bits, const N: usize> Hash for Layout<B, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The sets of one game are equally many: their number tells nothing.
        for set in &self.sets {
            set.hash(state);
        }
        (self.geometry.rows as u8).hash(state);
    }
}

impl<B: Bits, const N: usize> Layout<B, N> {
    /// Where the kinds of cells stand.
    pub fn new(board: &Board, kinds: [Cell; N]) -> Result<Self, BadInput> {
        if board.cells.len() > B::MAX {
            return Err(BadInput::new(
                format!("the board has more than {} squares", B::MAX),
                "ask for a smaller one",
            ));
        }
        Ok(Layout {
            sets: kinds.map(|kind| board.set(kind)),
            geometry: Geometry::of(board.rows, board.cols),
        })
    }

    /// The squares that share an edge with a square of the set.
    #[must_use]
    pub fn beside(&self, set: B) -> B {
        self.geometry.beside_set(set)
    }

    /// Calls `each` with what stands on the regions of a set, each on the
    /// smallest board that holds the region.
    pub fn cropped_regions(&self, set: B, each: &mut impl FnMut(Self)) {
        let Some(sets) = self.bitboards() else {
            let regions = &mut |region| each(self.cropped(region));
            return self.geometry.regions(set, regions);
        };
        let set = Bitboard8::unpack(set.widen() as u64, self.geometry.cols);
        small_regions(sets, set, &mut |sets, rows, cols| {
            each(Layout::packed(sets, rows, cols));
        });
    }

    /// The sets with a byte for each row, if the board is small enough.
    #[inline]
    pub(crate) fn bitboards(&self) -> Option<[Bitboard8; N]> {
        let Geometry { rows, cols, .. } = *self.geometry;
        if !Bitboard8::fit(rows, cols) {
            return None;
        }
        let mut sets = [Bitboard8(0); N];
        for (small, set) in sets.iter_mut().zip(self.sets) {
            *small = Bitboard8::unpack(set.widen() as u64, cols);
        }
        Some(sets)
    }

    /// From sets with a byte for each row.
    #[inline]
    fn packed(small: [Bitboard8; N], rows: usize, cols: usize) -> Self {
        let mut sets = [B::default(); N];
        for (set, small) in sets.iter_mut().zip(small) {
            *set = B::narrow(u128::from(small.pack(cols)));
        }
        Layout {
            sets,
            geometry: Geometry::of(rows, cols),
        }
    }

    /// What stands on the squares of a region that is not empty, on the
    /// smallest board that holds the region.
    #[must_use]
    pub fn cropped(&self, region: B) -> Self {
        let frame = self.geometry.frame(region);
        let mut sets = self.sets;
        for set in &mut sets {
            *set = self.geometry.framed(*set & region, frame);
        }
        let geometry = frame.1;
        Layout { sets, geometry }
    }

    /// The least image under the eight symmetries of the square lattice, and
    /// under the exchange of sets that negates: `exchange` says for each place
    /// which set comes there. `true` if the image is negated.
    #[must_use]
    pub fn least_image(&self, exchange: [usize; N]) -> (Self, bool) {
        if let Some(sets) = self.bitboards() {
            let Geometry { rows, cols, .. } = *self.geometry;
            return Layout::small_least_image(sets, rows, cols, exchange);
        }
        let Geometry { rows, cols, .. } = *self.geometry;
        let mut best = ([!B::default(); N], false);
        let mut consider = |layout: &Self| {
            let mut images = [[B::default(); N]; 4];
            for (place, set) in layout.sets.into_iter().enumerate() {
                let reflections = layout.geometry.reflections(set);
                for (image, set) in images.iter_mut().zip(reflections) {
                    image[place] = set;
                }
            }
            for sets in images {
                for (sets, negated) in [(sets, false), (exchange.map(|from| sets[from]), true)] {
                    best = best.min((sets, negated));
                }
            }
        };
        // With at most as many rows as columns.
        if rows <= cols {
            consider(self);
        }
        let across = (cols <= rows).then(|| self.transposed());
        across.iter().for_each(consider);
        let geometry = across.filter(|_| cols < rows).unwrap_or(*self).geometry;
        let (sets, negated) = best;
        (Layout { sets, geometry }, negated)
    }

    /// [`least_image`](Self::least_image) of sets on a board of up to eight
    /// rows and columns.
    pub(crate) fn small_least_image(
        sets: [Bitboard8; N],
        rows: usize,
        cols: usize,
        exchange: [usize; N],
    ) -> (Self, bool) {
        let (low, high) = (rows.min(cols), rows.max(cols));
        let mut across = sets;
        for set in &mut across {
            *set = set.transposed();
        }
        let upright = [sets, across];
        let upright = &upright[usize::from(rows != low)..1 + usize::from(cols == low)];
        // Most often the first set of the image tells which is the least. A bit
        // for each image whose first set is: four for each place that the
        // first set may come from and each way the board may lie.
        let (mut first, mut least) = (Bitboard8(u64::MAX), 0u16);
        for (way, sets) in upright.iter().enumerate() {
            for (negated, from) in [0, exchange[0]].into_iter().enumerate() {
                let images = sets[from].reflections(low, high);
                for (reflection, image) in images.into_iter().enumerate() {
                    if image <= first {
                        let bit = 1 << (8 * way + 4 * negated + reflection);
                        least = if image < first { bit } else { least | bit };
                        first = image;
                    }
                }
            }
        }
        let image = |number: usize| {
            let (way, negated, reflection) = (number / 8, number & 4 != 0, number % 4);
            let mut image = [first; N];
            for place in 1..N {
                let from = if negated { exchange[place] } else { place };
                image[place] = upright[way][from].reflections(low, high)[reflection];
            }
            (image, negated)
        };
        let mut best = image(least.trailing_zeros() as usize);
        least &= least - 1;
        while least != 0 {
            best = best.min(image(least.trailing_zeros() as usize));
            least &= least - 1;
        }
        (Layout::packed(best.0, low, high), best.1)
    }

    /// The image under one of the board's symmetries that are their own
    /// inverses, and under the exchange of sets that negates.
    #[must_use]
    pub fn negative(&self, symmetry: usize, exchange: [usize; N]) -> Option<Self> {
        let geometry = self.geometry;
        let symmetry = geometry.involutions().nth(symmetry)?;
        let sets = exchange.map(|from| geometry.image(self.sets[from], symmetry));
        Some(Layout { sets, geometry })
    }

    /// Rows and columns exchanged.
    fn transposed(&self) -> Self {
        let (sets, geometry) = self.geometry.transposed(self.sets);
        Layout { sets, geometry }
    }
}

/// Calls `each` with what stands on the regions of a set, moved to the first
/// row and column, and the rows and columns that it then needs.
#[inline]
pub(crate) fn small_regions<const N: usize>(
    sets: [Bitboard8; N],
    mut rest: Bitboard8,
    each: &mut impl FnMut([Bitboard8; N], usize, usize),
) {
    while !rest.is_empty() {
        let region = rest.take_region();
        let (cropped, rows, cols) = region.cropped();
        // The first square shows how far the region has moved.
        let by = region.0.trailing_zeros() - cropped.0.trailing_zeros();
        let mut standing = sets;
        for set in &mut standing {
            set.0 = (set.0 & region.0) >> by;
        }
        each(standing, rows, cols);
    }
}

/// A move from one square to another, or a domino on two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The first square.
    pub from: u8,
    /// The second.
    pub to: u8,
    /// What is written between them.
    pub link: &'static str,
    /// The board.
    pub geometry: &'static Geometry,
}

impl Pair {
    pub(crate) fn new(from: usize, to: usize, link: &'static str, on: &'static Geometry) -> Self {
        Pair {
            from: from as u8,
            to: to as u8,
            link,
            geometry: on,
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square| self.geometry.name(usize::from(square));
        write!(f, "{}{}{}", name(self.from), self.link, name(self.to))
    }
}

/// In an implementation of [`Game`](crate::Game) in which dominoes cover a
/// board: what stands on squares, where dominoes lie, which may be `sided`,
/// and a domino's squares in either order.
macro_rules! covering {
    (sided: $sided:literal) => {
        fn scene(&self, position: &Self::Position) -> crate::Scene {
            let figure = crate::Figure::Tile { sided: $sided };
            crate::Scene::board(&self.write(position), figure)
        }

        fn traced(
            &self,
            position: &Self::Position,
            _: &Self::Position,
            moves: &[&str],
        ) -> crate::Scene {
            self.scene(position).tiled(moves)
        }

        fn paths(&self, _: &Self::Position, scene: &crate::Scene, text: &str) -> Vec<Vec<usize>> {
            scene.either_way(text)
        }

        fn palette(&self) -> &'static [(char, &'static str)] {
            &[('.', "empty"), ('#', "covered")]
        }
    };
}
pub(crate) use covering;

/// The complaint if a board has cells of a kind that the game does not know.
pub(crate) fn refuse(
    board: &Board,
    unknown: impl Fn(Cell) -> bool,
    what: &str,
    hint: &str,
) -> Result<(), BadInput> {
    match board.cells.iter().position(|&cell| unknown(cell)) {
        None => Ok(()),
        Some(square) => {
            let name = Geometry::of(board.rows, board.cols).name(square);
            Err(BadInput::new(format!("{name} {what}"), hint))
        }
    }
}

/// Pieces on all squares, colours alternating, Left's in the top left corner.
pub(crate) fn checker(board: &mut Board) {
    for (square, cell) in board.cells.iter_mut().enumerate() {
        let odd = (square / board.cols + square % board.cols) % 2 == 1;
        *cell = if odd { Cell::Right } else { Cell::Left };
    }
}
