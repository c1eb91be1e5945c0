//! Bounds on a position that come from tying one hand of a player.

/// Positions on lines, one after the other, in which the moves of one player
/// stay on their lines: when the other player gives up those moves that go
/// from one band of neighbouring lines to the next, the bands are independent.
/// To have fewer moves is no gain, so what he can reach in the bands he can
/// reach in the position.
pub struct Bands<P> {
    /// Fills in what bands there are when a player gives up moves; `false`:
    /// there are none. Law: however the lines are cut into bands that have
    /// names, the sum of the bands is worth no more to him than the position: their values no
    /// more than its value if he is Left, and no more than its negative if he
    /// is Right.
    pub cut: fn(&P, values::Player, &mut Lines) -> bool,
    /// The band that has a name in the lines of this position, as if the
    /// player who gave up moves was Left. Law: the same name in the lines of
    /// two positions is the same band.
    pub band: fn(&P, u64) -> P,
}

/// The names of the bands of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    count: usize,
    names: [[u64; Lines::HIGHEST]; Lines::MOST],
}

impl Lines {
    /// How many lines there may be.
    pub const MOST: usize = 16;
    /// How many lines a band may have.
    pub const HIGHEST: usize = 3;
    const NONE: u64 = 0;

    /// Lines without names, at most [`MOST`](Self::MOST).
    #[must_use]
    pub fn new(count: usize) -> Self {
        assert!(count <= Lines::MOST, "{count} lines");
        Lines {
            count,
            ..Lines::default()
        }
    }

    /// How many lines there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The name of the band of so many lines from this line on, if it has one.
    #[must_use]
    pub fn name(&self, from: usize, height: usize) -> Option<u64> {
        Some(self.names[from][height - 1]).filter(|&name| name != Lines::NONE)
    }

    /// Gives names other than 0, below 2³², to all bands of up to `height`
    /// lines.
    pub(crate) fn set_names(&mut self, height: usize, name: impl Fn(usize, usize) -> u64) {
        let highest = height.min(Lines::HIGHEST);
        for from in 0..self.count {
            for height in 1..=highest.min(self.count - from) {
                self.names[from][height - 1] = name(from, height);
            }
        }
    }

    /// Puts a number below 2³² into all names: those of different rules are to
    /// be different.
    pub(crate) fn mark(&mut self, number: u64) {
        let names = self.names.iter_mut().flatten();
        for name in names.filter(|name| **name != Lines::NONE) {
            *name |= number << 32;
        }
    }
}
