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
        let Geometry { rows, cols, .. } = *self.geometry;
        let first = B::narrow(self.geometry.first_column);
        let last = first.later(cols - 1);
        let sides = (set & !last).later(1) | (set & !first).earlier(1);
        if rows == 1 {
            return sides;
        }
        let board = (!B::default()).earlier(B::MAX - rows * cols);
        sides | set.earlier(cols) | (set.later(cols) & board)
    }

    /// Calls `each` with the regions of a set: squares connected by edges.
    pub fn regions(&self, mut set: B, each: &mut impl FnMut(B)) {
        while !set.is_empty() {
            let mut region = B::one(set.first());
            let mut frontier = region;
            while !frontier.is_empty() {
                frontier = self.beside(frontier) & set & !region;
                region |= frontier;
            }
            set &= !region;
            each(region);
        }
    }

    /// Calls `each` with what stands on the regions of a set, each on the
    /// smallest board that holds the region.
    pub fn cropped_regions(&self, set: B, each: &mut impl FnMut(Self)) {
        let Geometry { rows, cols, .. } = *self.geometry;
        if !Bitboard8::fit(rows, cols) {
            return self.regions(set, &mut |region| each(self.cropped(region)));
        }
        let unpack = |set: B| Bitboard8::unpack(set.widen() as u64, cols);
        let (sets, mut rest) = (self.sets.map(unpack), unpack(set));
        while !rest.is_empty() {
            let region = rest.take_region();
            let (cropped, rows, cols) = region.cropped();
            // The first square shows how far the region has moved.
            let by = region.0.trailing_zeros() - cropped.0.trailing_zeros();
            let crop = |set: Bitboard8| Bitboard8((set.0 & region.0) >> by).pack(cols);
            each(Layout {
                sets: sets.map(|set| B::narrow(u128::from(crop(set)))),
                geometry: Geometry::of(rows, cols),
            });
        }
    }

    /// What stands on the squares of a region that is not empty, on the
    /// smallest board that holds the region.
    #[must_use]
    pub fn cropped(&self, region: B) -> Self {
        let cols = self.geometry.cols;
        let mut rows_used = (usize::MAX, 0);
        let mut cols_used = (usize::MAX, 0);
        for square in region.squares() {
            let (row, col) = (square / cols, square % cols);
            rows_used = (rows_used.0.min(row), rows_used.1.max(row));
            cols_used = (cols_used.0.min(col), cols_used.1.max(col));
        }
        let geometry = Geometry::of(rows_used.1 - rows_used.0 + 1, cols_used.1 - cols_used.0 + 1);
        let sets = self.sets.map(|set| {
            (set & region)
                .squares()
                .fold(B::default(), |moved, square| {
                    let (row, col) = (square / cols - rows_used.0, square % cols - cols_used.0);
                    moved | B::one(row * geometry.cols + col)
                })
        });
        Layout { sets, geometry }
    }

    /// The least image under the eight symmetries of the square lattice, and
    /// under `negation` of the sets (`true` if the image is negated).
    #[must_use]
    pub fn least_image(&self, negation: impl Fn([B; N]) -> [B; N]) -> (Self, bool) {
        if Bitboard8::fit(self.geometry.rows, self.geometry.cols) {
            return self.small_least_image(negation);
        }
        let mut best = (*self, false);
        for layout in [*self, self.transposed()] {
            let geometry = layout.geometry;
            // The first four symmetries keep rows rows.
            for symmetry in &geometry.symmetries[..4] {
                let sets = layout.sets.map(|set| geometry.image(set, symmetry));
                for (sets, negated) in [(sets, false), (negation(sets), true)] {
                    if (geometry.rows, sets) < (best.0.geometry.rows, best.0.sets) {
                        best = (Layout { sets, geometry }, negated);
                    }
                }
            }
        }
        best
    }

    /// The least image of a board of up to eight rows and columns.
    fn small_least_image(&self, negation: impl Fn([B; N]) -> [B; N]) -> (Self, bool) {
        let Geometry { rows, cols, .. } = *self.geometry;
        let mut upright = [Bitboard8(0); N];
        for (small, set) in upright.iter_mut().zip(self.sets) {
            *small = Bitboard8::unpack(set.widen() as u64, cols);
        }
        let mut best = ([!B::default(); N], false);
        let mut consider = |sets: [Bitboard8; N], rows: usize, cols: usize| {
            // Loops, for nested maps of arrays are not inlined.
            let mut images = [[B::default(); N]; 4];
            for (i, set) in sets.into_iter().enumerate() {
                for (image, set) in images.iter_mut().zip(set.reflections(rows, cols)) {
                    image[i] = B::narrow(u128::from(set.0));
                }
            }
            for sets in images {
                for candidate in [(sets, false), (negation(sets), true)] {
                    if candidate < best {
                        best = candidate;
                    }
                }
            }
        };
        let (low, high) = (rows.min(cols), rows.max(cols));
        if rows == low {
            consider(upright, low, high);
        }
        if cols == low {
            consider(upright.map(Bitboard8::transposed), low, high);
        }
        let pack = |set: B| B::narrow(u128::from(Bitboard8(set.widen() as u64).pack(high)));
        let least = Layout {
            sets: best.0.map(pack),
            geometry: Geometry::of(low, high),
        };
        (least, best.1)
    }

    /// The image under one of the board's symmetries that are their own
    /// inverses, and under `negation` of the sets.
    #[must_use]
    pub fn negative(&self, symmetry: usize, negation: impl Fn([B; N]) -> [B; N]) -> Option<Self> {
        let geometry = self.geometry;
        let symmetry = geometry.involutions().nth(symmetry)?;
        let sets = negation(self.sets.map(|set| geometry.image(set, symmetry)));
        Some(Layout { sets, geometry })
    }

    /// Rows and columns exchanged.
    fn transposed(&self) -> Self {
        let (sets, geometry) = self.geometry.transposed(self.sets);
        Layout { sets, geometry }
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
