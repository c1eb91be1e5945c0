//! Legionnaires by number: the occupied squares, and who stands on them.

use super::{Legion, Rule};
use crate::bits::Bits;
use crate::capabilities::{Clusters, EachCluster, Place};

impl<B: Bits> Legion<B> {
    pub(super) const CLUSTERS: Clusters<Self> = Clusters {
        place: Self::place,
        at: Self::at,
        options: Self::options_in,
    };

    /// The occupied squares are the cluster; a bit of the index per pawn, in
    /// the order of the squares, says whether it is Left's.
    fn place(&self) -> Option<Place> {
        let occupied = self.occupied();
        if self.geometry.squares() > 64 || occupied.len() > 31 {
            return None;
        }
        let mut index = 0;
        for (bit, square) in occupied.squares().enumerate() {
            index |= u32::from(self.pieces[0].has(square)) << bit;
        }
        Some(place_of(occupied, index))
    }

    fn at(&self, place: &Place) -> Option<Self> {
        let occupied = B::narrow(u128::from(place.cluster));
        let mut left = B::default();
        for (bit, square) in occupied.squares().enumerate() {
            if (place.index >> bit) & 1 != 0 {
                left |= B::one(square);
            }
        }
        let pieces = [left, occupied & !left];
        Some(Legion { pieces, ..*self })
    }

    /// In the plain game the occupied squares lose the one moved from, so all
    /// moves of a pawn lead to one cluster; and the squares that it reaches
    /// depend on the occupied ones alone. Different moves lead to different
    /// positions.
    fn options_in(&self, cluster: &Place, indices: &[u32], each: &mut EachCluster<'_>) {
        if self.rule != Rule::Plain {
            return Self::CLUSTERS.each_option(self, cluster, indices, each);
        }
        let occupied = B::narrow(u128::from(cluster.cluster));
        let board = Legion {
            pieces: [occupied, B::default()],
            ..*self
        };
        let mut options = Vec::new();
        for (gone, from) in occupied.squares().enumerate() {
            let reached = board.geometry.neighbourhood(board.slides(from));
            let others = occupied & !B::one(from);
            let mut targets = 0u32;
            for (bit, to) in others.squares().enumerate() {
                targets |= u32::from(reached.has(to)) << bit;
            }
            if targets == 0 {
                continue;
            }
            let below = (1 << gone) - 1;
            options.clear();
            for &index in indices {
                let left = (index >> gone) & 1 != 0;
                let others = (index & below) | (index >> 1 & !below);
                // Enemies change sides when they are taken.
                let mut enemies = targets & if left { !others } else { others };
                while enemies != 0 {
                    let taken = enemies & enemies.wrapping_neg();
                    options.push(others ^ taken);
                    enemies ^= taken;
                }
            }
            each(&place_of(others, 0), &options);
        }
    }
}

fn place_of<B: Bits>(occupied: B, index: u32) -> Place {
    Place {
        cluster: occupied.widen() as u64,
        index,
        size: 1 << occupied.len(),
    }
}
