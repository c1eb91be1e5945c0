//! One amazon against one, for all squares where they can stand.

use super::clusters::{CLUSTER_SQUARES, DUEL, cluster};
use super::field::Field;
use crate::bits::Bits;
use crate::duels::{DuelGround, DuelPlace, DuelRegion, MAX_POSTS};
use crate::grid::Geometry;
use values::Player;

/// A set of open squares in normal form: on the smallest board that stands
/// upright, the least of its images.
struct Plan<B> {
    geometry: &'static Geometry,
    open: B,
    /// Where a square of the old board goes: its row and column, less those
    /// of the corner, exchanged if said, and moved by a symmetry.
    corner: (usize, usize),
    lies: bool,
    symmetry: usize,
}

impl<B: Bits> Plan<B> {
    /// The normal form of a set that is not empty.
    #[inline]
    fn new(field: &Field<B>, region: B) -> Self {
        let old = field.geometry;
        if old.rows > old.cols && field.fills(region) {
            return Plan::least(old, region, (0, 0), false);
        }
        let cols = old.cols;
        let column = B::narrow(old.first_column);
        let used = |col: &usize| !(region & column.later(*col)).is_empty();
        let left = (0..cols).find(used).unwrap_or(0);
        let right = (0..cols).rfind(used).unwrap_or(0);
        let (top, bottom) = (region.first() / cols, region.last() / cols);
        let (rows, width) = (bottom - top + 1, right - left + 1);
        let lies = rows < width;
        let geometry = Geometry::of(rows.max(width), rows.min(width));
        let open = if width == cols && !lies {
            region.earlier(top * cols)
        } else {
            region.squares().fold(B::default(), |set, square| {
                let (row, col) = (square / cols - top, square % cols - left);
                let (row, col) = if lies { (col, row) } else { (row, col) };
                set | B::one(row * geometry.cols + col)
            })
        };
        Plan::least(geometry, open, (top, left), lies)
    }

    #[inline]
    fn least(geometry: &'static Geometry, open: B, corner: (usize, usize), lies: bool) -> Self {
        let planes = [open; 2];
        let images = Field { planes, geometry }.images(open);
        let (mut least, mut symmetry) = (open, 0);
        for (i, &image) in images.iter().enumerate() {
            if image < least {
                (least, symmetry) = (image, i);
            }
        }
        // Square boards have four more.
        for (i, moved) in geometry.symmetries.iter().enumerate().skip(images.len()) {
            let image = geometry.image(open, moved);
            if image < least {
                (least, symmetry) = (image, i);
            }
        }
        Plan {
            geometry,
            open: least,
            corner,
            lies,
            symmetry,
        }
    }

    /// How many open squares come before the one that a square of the old
    /// board becomes.
    #[inline]
    fn rank(&self, old: &Geometry, square: usize) -> u8 {
        let moved = &self.geometry.symmetries[self.symmetry];
        let square = if std::ptr::eq(old, self.geometry) && !self.lies {
            square
        } else {
            let (row, col) = (
                square / old.cols - self.corner.0,
                square % old.cols - self.corner.1,
            );
            let (row, col) = if self.lies { (col, row) } else { (row, col) };
            row * self.geometry.cols + col
        };
        let before = B::one(usize::from(moved[square])).before_first();
        (before & self.open).len() as u8
    }

    fn name(&self) -> u64 {
        cluster(self.open, self.geometry, DUEL)
    }
}

impl<B: Bits> Field<B> {
    /// Where a position with at most one amazon of each player in one region
    /// is on its ground.
    pub(super) fn on_ground(&self) -> Option<DuelPlace> {
        let open = self.open();
        let amazons = Player::BOTH.map(|player| self.amazons(player));
        let several = amazons
            .iter()
            .any(|set| !set.is_empty() && !set.rest().is_empty());
        if several
            || open.is_empty()
            || self.geometry.squares() > CLUSTER_SQUARES
            || self.first_region(open) != open
        {
            return None;
        }
        let plan = Plan::new(self, open);
        let rank = |set: B| (!set.is_empty()).then(|| plan.rank(self.geometry, set.first()));
        Some(DuelPlace {
            ground: plan.name(),
            posts: open.len() as u8,
            ranks: amazons.map(rank),
        })
    }

    /// Looks at the ground with a name.
    pub(crate) fn survey_ground(name: u64, ground: &mut DuelGround) {
        let shape = name >> CLUSTER_SQUARES;
        let geometry = Geometry::of((shape >> 8) as usize, (shape >> 2 & 63) as usize);
        let open = B::narrow(u128::from(name & ((1 << CLUSTER_SQUARES) - 1)));
        let field = Field {
            planes: [open; 2],
            geometry,
        };
        ground.clear(open.widen() as u64);
        for from in open.squares() {
            let alone = field.reach(from, open);
            for enemy in open.squares() {
                // An enemy out of sight is not in the way.
                let reach = if alone.has(enemy) {
                    field.reach(from, open & !B::one(enemy))
                } else {
                    alone
                };
                ground.set_reach(from, enemy, reach.widen() as u64);
            }
        }
        for shot in open.squares() {
            let mut rest = open & !B::one(shot);
            while !rest.is_empty() {
                let region = field.first_region(rest);
                rest &= !region;
                let plan = Plan::new(&field, region);
                let mut ranks = [0; MAX_POSTS];
                for square in region.squares() {
                    ranks[square] = plan.rank(geometry, square);
                }
                ground.push(DuelRegion {
                    shot: shot as u8,
                    posts: region.widen() as u64,
                    ground: plan.name(),
                    ranks,
                });
            }
        }
    }
}
