//! Positions of Amazons as two sets of squares.

use crate::Flow;
use crate::bits::{Bits, both};
use crate::capabilities::{Capabilities, Judgement, Places};
use crate::duels::Duels;
use crate::grid::{Cell, Geometry, OnBoard};
use crate::key::Key;
use crate::position::{Known, Normal, Position, normal_parts_of_options};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use values::{Dyadic, Player};

/// A position: for each player, the squares that are free or hold one of the
/// player's amazons. A square in neither set is burned, one in both is free.
#[derive(Clone, Copy)]
pub struct Field<B> {
    pub(super) planes: [B; 2],
    pub(super) geometry: &'static Geometry,
}

impl<B: Bits> PartialEq for Field<B> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // There is one geometry of each size.
        self.planes == other.planes && std::ptr::eq(self.geometry, other.geometry)
    }
}

impl<B: Bits> Eq for Field<B> {}

impl<B: Bits> Hash for Field<B> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Multipliers from the digits of the golden ratio and of π.
        let fold = |set: B| {
            let wide = set.widen();
            (wide as u64) ^ ((wide >> 64) as u64).wrapping_mul(0xff51_afd7_ed55_8ccd)
        };
        let mixed = fold(self.planes[0]).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ fold(self.planes[1])
                .wrapping_mul(0x243f_6a88_85a3_08d3)
                .rotate_left(32);
        state.write_u64(mixed ^ self.geometry.rows as u64);
    }
}

impl<B: Bits> fmt::Debug for Field<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written())
    }
}

/// An amazon's move: from where, to where, and where the arrow lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    from: u8,
    to: u8,
    arrow: u8,
    geometry: &'static Geometry,
}

impl fmt::Display for Shot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square| self.geometry.name(usize::from(square));
        write!(
            f,
            "{}-{}/{}",
            name(self.from),
            name(self.to),
            name(self.arrow)
        )
    }
}

impl<B: Bits> Field<B> {
    /// The position with these cells, row by row from the top.
    pub(super) fn new(geometry: &'static Geometry, cells: impl Iterator<Item = Cell>) -> Self {
        let mut planes = [B::default(); 2];
        for (square, cell) in cells.enumerate() {
            if matches!(cell, Cell::Empty | Cell::Left) {
                planes[0] |= B::one(square);
            }
            if matches!(cell, Cell::Empty | Cell::Right) {
                planes[1] |= B::one(square);
            }
        }
        Field { planes, geometry }
    }

    pub(super) fn unpacked(key: &Key) -> Option<Self> {
        Some(Field {
            planes: key.planes(),
            geometry: key.geometry()?,
        })
    }

    pub(super) fn cell(&self, square: usize) -> Cell {
        match self.planes.map(|plane| plane.has(square)) {
            [true, true] => Cell::Empty,
            [true, false] => Cell::Left,
            [false, true] => Cell::Right,
            [false, false] => Cell::Blocked,
        }
    }

    #[inline]
    pub(super) fn free(&self) -> B {
        self.planes[0] & self.planes[1]
    }

    /// The squares that are not burned.
    #[inline]
    pub(super) fn open(&self) -> B {
        self.planes[0] | self.planes[1]
    }

    #[inline]
    pub(super) fn amazons(&self, player: Player) -> B {
        self.planes[player as usize] & !self.planes[player.opposite() as usize]
    }

    /// Where a queen on `from` can go over `free` squares.
    #[inline]
    pub(super) fn reach(&self, from: usize, free: B) -> B {
        let rays = &self.geometry.ray_sets[from];
        let later = |direction: usize| {
            let ray = B::narrow(rays[direction]);
            ray & (ray & !free).before_first()
        };
        let earlier = |direction: usize| {
            let ray = B::narrow(rays[direction]);
            ray & (ray & !free).after_last()
        };
        // The directions are those of `DIRECTIONS`.
        let vertical = earlier(0) | later(1);
        if self.geometry.cols <= 2 {
            // Sideways there is at most one step.
            return vertical | (B::narrow(self.geometry.around[from]) & free);
        }
        vertical | earlier(2) | later(3) | earlier(4) | earlier(5) | later(6) | later(7)
    }

    #[inline]
    fn each_shot(
        &self,
        player: Player,
        each: &mut impl FnMut(usize, usize, usize) -> Flow,
    ) -> Flow {
        let free = self.free();
        for from in self.amazons(player).squares() {
            let left = free | B::one(from);
            for to in self.reach(from, free).squares() {
                for arrow in self.reach(to, left).squares() {
                    each(from, to, arrow)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    pub(super) fn after(&self, player: Player, from: usize, to: usize, arrow: usize) -> Self {
        let (mine, theirs) = (player as usize, player.opposite() as usize);
        let burned = B::one(arrow);
        let mut planes = self.planes;
        planes[mine] &= !burned;
        planes[theirs] = (planes[theirs] | B::one(from)) & !(B::one(to) | burned);
        Field { planes, ..*self }
    }

    /// The region of open squares around the first of `open`.
    pub(super) fn first_region(&self, open: B) -> B {
        match self.geometry.cols {
            1 => open.first_run(),
            // Neighbouring rows always touch: a region is a run of rows.
            2 => {
                let first = B::narrow(self.geometry.first_column);
                let rows = (open | open.earlier(1)) & first;
                (rows | rows.later(1)).first_run() & open
            }
            _ => {
                let mut region = B::one(open.first());
                let mut frontier = region;
                while !frontier.is_empty() {
                    let near = frontier.squares().fold(B::default(), |near, square| {
                        near | B::narrow(self.geometry.around[square])
                    });
                    frontier = near & open & !region;
                    region |= frontier;
                }
                region
            }
        }
    }

    /// Only the squares of `region`, on the smallest board that holds them.
    #[inline]
    fn cropped(&self, region: B) -> Self {
        let geometry = self.geometry;
        let cols = geometry.cols;
        let planes = both(self.planes, |plane| plane & region);
        let column = B::narrow(geometry.first_column);
        if self.fills(region) {
            return Field { planes, geometry };
        }
        let touches = |set: B| !(region & set).is_empty();
        let wide = touches(column) && touches(column.later(cols - 1));
        if !wide {
            return Field { planes, geometry }.repacked(region);
        }
        let (top, bottom) = (region.first() / cols, region.last() / cols);
        Field {
            planes: both(planes, |plane| plane.earlier(top * cols)),
            geometry: Geometry::of(bottom - top + 1, cols),
        }
    }

    /// Only the squares of `region`, when columns of the board fall away.
    fn repacked(&self, region: B) -> Self {
        let frame = self.geometry.frame(region);
        Field {
            planes: both(self.planes, |plane| self.geometry.framed(plane, frame)),
            geometry: frame.1,
        }
    }

    /// Rows and columns exchanged.
    fn transposed(&self) -> Self {
        let (planes, geometry) = self.geometry.transposed(self.planes);
        Field { planes, geometry }
    }

    /// The set after each of the four symmetries of a rectangle, in the order
    /// of [`Geometry::images`].
    #[inline]
    pub(super) fn images(&self, set: B) -> [B; 4] {
        self.geometry.reflections(set)
    }

    /// The smallest image under the symmetries of a rectangle, by open
    /// squares first, and whether the colours are exchanged.
    #[inline]
    fn least_image(&self) -> ((B, [B; 2]), bool) {
        let [a, b] = both(self.planes, |plane| self.images(plane));
        least([[a[0], b[0]], [a[1], b[1]], [a[2], b[2]], [a[3], b[3]]])
    }

    /// Gives the parts of the position in normal form.
    pub(super) fn each_part(
        &self,
        parts: &mut Vec<(Self, bool)>,
        each: &mut impl FnMut(Normal<'_, Self>) -> Flow,
    ) -> Flow {
        parts.clear();
        self.parts(&mut |part| parts.push(part.normal_form()));
        each(Normal::Parts(parts))
    }

    /// Whether a region reaches all four edges of the board.
    #[inline]
    pub(super) fn fills(&self, region: B) -> bool {
        let cols = self.geometry.cols;
        let column = B::narrow(self.geometry.first_column);
        let touches = |set: B| !(region & set).is_empty();
        touches(column)
            && touches(column.later(cols - 1))
            && region.first() < cols
            && !region.earlier(self.geometry.squares() - cols).is_empty()
    }
}

/// The smallest of four images of a position, by open squares first, with
/// Left's set the smaller one; and whether the colours are exchanged for it.
#[inline]
fn least<B: Bits>(images: [[B; 2]; 4]) -> ((B, [B; 2]), bool) {
    let ordered = |[x, y]: [B; 2]| {
        if y < x {
            ([y, x], true)
        } else {
            ([x, y], false)
        }
    };
    let [a, b, c, d] = images;
    let opens = [a[0] | a[1], b[0] | b[1], c[0] | c[1], d[0] | d[1]];
    let smaller = |i: usize, j: usize| if opens[j] < opens[i] { j } else { i };
    let first = smaller(smaller(0, 1), smaller(2, 3));
    let open = opens[first];
    let mut best = ordered(images[first]);
    // Mostly one image is the least; the others count only if they tie.
    let tie = |i: usize| i != first && opens[i] == open;
    if tie(0) | tie(1) | tie(2) | tie(3) {
        for i in (0..4).filter(|&i| tie(i)) {
            let candidate = ordered(images[i]);
            if candidate.0 < best.0 {
                best = candidate;
            }
        }
    }
    ((open, best.0), best.1)
}

impl<B: Bits> OnBoard for Field<B> {
    fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    fn symbol(&self, square: usize) -> char {
        match self.cell(square) {
            Cell::Empty => '.',
            Cell::Left => 'L',
            Cell::Right => 'R',
            Cell::Blocked => '#',
        }
    }
}

impl<B: Bits> Position for Field<B> {
    type Move = Shot;

    const CAPABILITIES: Capabilities<Self> = Capabilities {
        places: Some(Places {
            place: Self::cluster_place,
            at: Self::from_cluster,
        }),
        duels: Some(Duels {
            place: Self::on_ground,
            survey: Self::survey_ground,
        }),
        judgement: Judgement {
            standing: Self::territory,
            ..Judgement::BY_MOBILITY
        },
        ..Capabilities::NONE
    };

    fn moves(&self, player: Player, each: &mut impl FnMut(Shot) -> Flow) -> Flow {
        self.each_shot(player, &mut |from, to, arrow| {
            each(Shot {
                from: from as u8,
                to: to as u8,
                arrow: arrow as u8,
                geometry: self.geometry,
            })
        })
    }

    fn play(&self, player: Player, mv: &Shot) -> Self {
        self.after(
            player,
            usize::from(mv.from),
            usize::from(mv.to),
            usize::from(mv.arrow),
        )
    }

    #[inline]
    fn options(&self, player: Player, each: &mut impl FnMut(Self) -> Flow) -> Flow {
        self.each_shot(player, &mut |from, to, arrow| {
            each(self.after(player, from, to, arrow))
        })
    }

    /// Who has a free neighbour can go there and shoot back.
    fn can_move(&self, player: Player) -> bool {
        let free = self.free();
        self.amazons(player)
            .squares()
            .any(|from| !(B::narrow(self.geometry.around[from]) & free).is_empty())
    }

    /// Regions parted by burned squares are independent. One without amazons,
    /// or without free squares, is nothing.
    #[inline]
    fn parts(&self, each: &mut impl FnMut(Self)) {
        let mut open = self.open();
        let free = self.free();
        let amazons = open & !free;
        while !open.is_empty() {
            let region = self.first_region(open);
            open &= !region;
            if !(region & free).is_empty() && !(region & amazons).is_empty() {
                each(self.cropped(region));
            }
        }
    }

    /// The rules know no direction, so every symmetry of the board keeps the
    /// value; exchanging the colours negates it. Boards stand upright.
    #[inline]
    fn normal_form(&self) -> (Self, bool) {
        let (rows, cols) = (self.geometry.rows, self.geometry.cols);
        let upright = if rows < cols {
            self.transposed()
        } else {
            *self
        };
        let mut best = upright.least_image();
        if rows == cols {
            let across = self.transposed().least_image();
            if across.0 < best.0 {
                best = across;
            }
        }
        let ((_, planes), negated) = best;
        let geometry = upright.geometry;
        (Field { planes, geometry }, negated)
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        let geometry = self.geometry;
        let symmetry = geometry.involutions().nth(symmetry)?;
        let [left, right] = self.planes.map(|plane| geometry.image(plane, symmetry));
        let planes = [right, left];
        Some(Field { planes, geometry })
    }

    fn normal_options(
        &self,
        player: Player,
        each: &mut impl FnMut(Normal<'_, Self>) -> Flow,
    ) -> Flow {
        match self.duel(player) {
            Some(duel) => duel.each_option(each),
            None => normal_parts_of_options(self, player, each),
        }
    }

    fn is_own_negative(&self) -> bool {
        self.geometry.exchanges(self.planes)
    }

    #[inline]
    fn pack(&self) -> Option<Key> {
        Some(Key::board(self.planes, self.geometry))
    }

    /// Every move burns a square.
    fn rank(&self) -> u64 {
        self.free().len() as u64
    }

    /// Where only one player has amazons, the value is the number of moves
    /// they can make: the longest play, if a short search finds it.
    fn known_value(&self) -> Option<Known> {
        let moves = self.moves_alone()?;
        Some(Known::number(Dyadic::from(moves)))
    }
}
