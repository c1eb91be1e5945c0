//! One amazon against one: where a position belongs in a table, and its
//! options by their places.

use super::field::Field;
use crate::Flow;
use crate::bits::Bits;
use crate::capabilities::Place;
use crate::grid::Geometry;
use crate::position::Normal;
use std::ops::ControlFlow;
use values::Player;

/// Boards with more squares have no clusters: 50 bits for the squares, 6 for
/// each side and 2 for the kind fill a word.
pub(super) const CLUSTER_SQUARES: usize = 50;

/// Each player has an amazon.
pub(super) const DUEL: u64 = 0;
/// Only Right has one.
const ALONE: u64 = 1;

/// How many pairs there are of n things.
fn pairs(n: u32) -> u32 {
    n * n.saturating_sub(1) / 2
}

/// The name of the cluster of all positions on these open squares.
#[inline]
pub(super) fn cluster<B: Bits>(open: B, geometry: &Geometry, kind: u64) -> u64 {
    let shape = (geometry.rows as u64) << 6 | geometry.cols as u64;
    (open.widen() as u64) | (shape << 2 | kind) << CLUSTER_SQUARES
}

/// How many open squares come before the first one of a set.
#[inline]
fn rank<B: Bits>(set: B, open: B) -> u32 {
    (set.before_first() & open).len() as u32
}

impl<B: Bits> Field<B> {
    /// Positions with the same open squares are a cluster, if each player has
    /// one amazon or only Right has one: the places of the amazons among the
    /// open squares are the index. In normal form Left's comes first, and a
    /// lonely one is Right's.
    #[inline]
    pub(super) fn cluster_place(&self) -> Option<Place> {
        let geometry = self.geometry;
        let [left, right] = Player::BOTH.map(|player| self.amazons(player));
        let several = !left.rest().is_empty() || !right.rest().is_empty();
        if several || right.is_empty() || geometry.squares() > CLUSTER_SQUARES {
            return None;
        }
        let open = self.open();
        let count = open.len() as u32;
        let (kind, index, size) = if left.is_empty() {
            (ALONE, rank(right, open), count)
        } else if left < right {
            let index = pairs(rank(right, open)) + rank(left, open);
            (DUEL, index, pairs(count))
        } else {
            return None;
        };
        Some(Place {
            cluster: cluster(open, geometry, kind),
            index,
            size,
        })
    }

    /// The position at a place.
    pub(super) fn from_cluster(place: &Place) -> Option<Self> {
        let shape = place.cluster >> CLUSTER_SQUARES;
        let (rows, cols) = ((shape >> 8) as usize, (shape >> 2 & 63) as usize);
        let open = B::narrow(u128::from(place.cluster & ((1 << CLUSTER_SQUARES) - 1)));
        let square = |rank: u32| open.squares().nth(rank as usize).map(B::one);
        let (left, right) = if shape & 3 == ALONE {
            (B::default(), square(place.index)?)
        } else {
            let second = (1..64).rfind(|&n| pairs(n) <= place.index)?;
            (square(place.index - pairs(second))?, square(second)?)
        };
        Some(Field {
            planes: [open & !right, open & !left],
            geometry: Geometry::of(rows, cols),
        })
    }

    /// The position as a duel of two amazons in one region that fills its
    /// board, if it is one.
    #[inline]
    pub(super) fn duel(&self, player: Player) -> Option<Duel<'_, B>> {
        let [mine, theirs] = [player, player.opposite()].map(|p| self.amazons(p));
        let single = |set: B| !set.is_empty() && set.rest().is_empty();
        let geometry = self.geometry;
        let open = self.open();
        let fits = geometry.rows > geometry.cols && geometry.squares() <= CLUSTER_SQUARES;
        let duel = fits
            && single(mine)
            && single(theirs)
            && self.fills(open)
            && self.first_region(open) == open;
        duel.then(|| Duel {
            field: self,
            player,
            from: mine.first(),
            enemy: theirs.first(),
            open,
            images: self.images(open),
        })
    }
}

/// A position with one amazon each, from the view of the player to move.
pub(super) struct Duel<'f, B> {
    field: &'f Field<B>,
    player: Player,
    from: usize,
    enemy: usize,
    open: B,
    /// The open squares under the four symmetries.
    images: [B; 4],
}

/// A region in normal form.
struct Home<B> {
    geometry: &'static Geometry,
    /// A square of the board is `(square - offset) >> shift` in the region.
    offset: usize,
    shift: u32,
    open: B,
    count: u32,
    /// The cluster of duels on the region.
    cluster: u64,
    /// A symmetry that makes the open squares least.
    symmetry: usize,
    /// All that do.
    least: u8,
}

/// The mover's region when the arrow parts the amazons, and the place of the
/// enemy's.
struct Split<B> {
    home: Home<B>,
    enemy: Place,
}

/// The amazon that does not move, in a region in normal form: its square and
/// the number of open squares before it.
struct Resident {
    square: usize,
    image: u8,
    rank: u32,
}

impl<B: Bits> Duel<'_, B> {
    /// Gives every option. Where an arrow falls decides which region and
    /// which cluster the position is in, so arrows are looked at one by one.
    #[inline]
    pub fn each_option(&self, each: &mut impl FnMut(Normal<'_, Field<B>>) -> Flow) -> Flow {
        let free = self.field.free();
        let shots = free | B::one(self.from);
        let mut targets = [(0u8, B::default()); CLUSTER_SQUARES];
        let (mut count, mut arrows) = (0, B::default());
        for to in self.field.reach(self.from, free).squares() {
            let reached = self.field.reach(to, shots);
            arrows |= reached;
            targets[count] = (to as u8, reached);
            count += 1;
        }
        let mut parts = Vec::new();
        for arrow in arrows.squares() {
            let region = self.enemy_region(arrow);
            let home = self.home(region, arrow);
            let enemy = home.as_ref().map(|home| home.resident(self.enemy));
            let mut split: Option<Option<Split<B>>> = None;
            for &(to, reached) in &targets[..count] {
                if !reached.has(arrow) {
                    continue;
                }
                let to = usize::from(to);
                if region.has(to) {
                    if let (Some(home), Some(enemy)) = (&home, &enemy) {
                        let (place, negated) = home.duel(enemy, to);
                        let negated = negated != (self.player == Player::Right);
                        each(Normal::Placed(place, negated))?;
                        continue;
                    }
                } else {
                    let split = split.get_or_insert_with(|| {
                        let enemy = home.as_ref()?.alone(self.enemy);
                        let open = self.open & !B::one(arrow) & !region;
                        let mine = self.field.first_region(open);
                        let only = open == mine;
                        let home = if only { self.home(mine, arrow) } else { None };
                        home.map(|home| Split { home, enemy })
                    });
                    if let Some(Split { home, enemy }) = split {
                        // Lonely amazons are Right's in normal form.
                        let mine = (home.alone(to), self.player == Player::Left);
                        let theirs = (*enemy, self.player == Player::Right);
                        each(Normal::Split([mine, theirs]))?;
                        continue;
                    }
                }
                let option = self.field.after(self.player, self.from, to, arrow);
                option.each_part(&mut parts, each)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The region of the enemy after an arrow.
    #[inline]
    fn enemy_region(&self, arrow: usize) -> B {
        let open = self.open & !B::one(arrow);
        if self.joined_around(arrow, open) {
            return open;
        }
        let mut rest = open;
        loop {
            let region = self.field.first_region(rest);
            if region.has(self.enemy) {
                return region;
            }
            rest &= !region;
        }
    }

    /// Whether the open squares around a burned one hang together without it.
    #[inline]
    fn joined_around(&self, burned: usize, open: B) -> bool {
        if self.field.geometry.cols == 2 {
            // The other square of the row touches both neighbouring rows.
            return open.has(burned ^ 1);
        }
        let near = B::narrow(self.field.geometry.around[burned]) & open;
        let mut joined = B::default();
        let mut frontier = near & !near.rest();
        while !frontier.is_empty() {
            joined |= frontier;
            let next = frontier.squares().fold(B::default(), |set, square| {
                set | B::narrow(self.field.geometry.around[square])
            });
            frontier = next & near & !joined;
        }
        joined == near
    }

    /// The normal form of a region, unless it is of a kind that needs more
    /// work than it is met.
    #[inline]
    fn home(&self, region: B, arrow: usize) -> Option<Home<B>> {
        let geometry = self.field.geometry;
        if self.field.fills(region) {
            let images = if region == self.open & !B::one(arrow) {
                let burned = &geometry.images[arrow];
                std::array::from_fn(|i| self.images[i] & !B::narrow(burned[i]))
            } else {
                self.field.images(region)
            };
            return Some(Home::new(geometry, 0, 0, &images));
        }
        self.cropped_home(region)
    }

    fn cropped_home(&self, region: B) -> Option<Home<B>> {
        let cols = self.field.geometry.cols;
        let column = B::narrow(self.field.geometry.first_column);
        let used = [0, cols - 1].map(|col| !(region & column.later(col)).is_empty());
        let (top, bottom) = (region.first() / cols, region.last() / cols);
        let rows = bottom - top + 1;
        let (mut offset, mut shift) = (top * cols, 0);
        let mut open = region.earlier(offset);
        let geometry = match (used, cols) {
            ([true, true], _) if rows > cols => Geometry::of(rows, cols),
            ([true, true], 2) if rows == 2 => Geometry::of(2, 2),
            // A row of two stands upright as a column.
            ([true, true], 2) => Geometry::of(2, 1),
            (_, 2) => {
                let col = usize::from(used[1]);
                (offset, shift) = (offset + col, 1);
                open = region.squares().fold(B::default(), |set, square| {
                    set | B::one((square - offset) / 2)
                });
                Geometry::of(rows, 1)
            }
            _ => return None,
        };
        if geometry.rows == geometry.cols {
            let symmetries = geometry.symmetries.iter();
            let images: Vec<B> = symmetries.map(|s| geometry.image(open, s)).collect();
            return Some(Home::new(geometry, offset, shift, &images));
        }
        let planes = [open; 2];
        let images = Field { planes, geometry }.images(open);
        Some(Home::new(geometry, offset, shift, &images))
    }
}

impl<B: Bits> Home<B> {
    /// From the images of the region under all symmetries.
    #[inline]
    fn new(geometry: &'static Geometry, offset: usize, shift: u32, images: &[B]) -> Self {
        let mut symmetry = 0;
        for i in 1..images.len() {
            symmetry = if images[i] < images[symmetry] {
                i
            } else {
                symmetry
            };
        }
        let open = images[symmetry];
        let least = (0..images.len()).fold(0, |set, i| set | u8::from(images[i] == open) << i);
        Home {
            geometry,
            offset,
            shift,
            open,
            count: open.len() as u32,
            cluster: cluster(open, geometry, DUEL),
            symmetry,
            least,
        }
    }

    #[inline]
    fn image(&self, square: usize, symmetry: usize) -> u8 {
        self.geometry.symmetries[symmetry][(square - self.offset) >> self.shift]
    }

    /// The symmetries that make the open squares least, if there are several.
    #[inline]
    fn ties(&self) -> impl Iterator<Item = usize> {
        let ties = if self.least.is_power_of_two() {
            0
        } else {
            self.least
        };
        u64::from(ties).squares()
    }

    #[inline]
    fn rank(&self, image: u8) -> u32 {
        rank(B::one(usize::from(image)), self.open)
    }

    #[inline]
    fn resident(&self, square: usize) -> Resident {
        let image = self.image(square, self.symmetry);
        Resident {
            square,
            image,
            rank: self.rank(image),
        }
    }

    /// The place of the normal form of the position with Left's amazon on a
    /// square and Right's the resident, and whether that is the negative.
    #[inline]
    fn duel(&self, resident: &Resident, square: usize) -> (Place, bool) {
        let image = self.image(square, self.symmetry);
        let mut ranks = (self.rank(image), resident.rank);
        let mut negated = image > resident.image;
        for symmetry in self.ties() {
            // The larger square counts most, as the order of positions has it.
            let ordered = |(a, b): (u32, u32)| (a.max(b), a.min(b));
            let [mine, theirs] =
                [square, resident.square].map(|square| self.image(square, symmetry));
            let other = (self.rank(mine), self.rank(theirs));
            if ordered(other) > ordered(ranks) {
                ranks = other;
                negated = mine > theirs;
            }
        }
        let (first, second) = (ranks.0.min(ranks.1), ranks.0.max(ranks.1));
        let place = Place {
            cluster: self.cluster,
            index: pairs(second) + first,
            size: pairs(self.count),
        };
        (place, negated)
    }

    /// The place of the normal form with Right's amazon alone on a square.
    #[inline]
    fn alone(&self, square: usize) -> Place {
        let mut best = self.rank(self.image(square, self.symmetry));
        for symmetry in self.ties() {
            best = best.max(self.rank(self.image(square, symmetry)));
        }
        Place {
            cluster: self.cluster | ALONE << CLUSTER_SQUARES,
            index: best,
            size: self.count,
        }
    }
}
