//! What a match comes to.

use values::Player;

/// How many games each player won, and how long they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that Left won.
    pub left_wins: u64,
    /// Games that Right won.
    pub right_wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Moves in all games.
    pub moves: u64,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, winner: Option<Player>, moves: u64) {
        match winner {
            Some(Player::Left) => self.left_wins += 1,
            Some(Player::Right) => self.right_wins += 1,
            None => self.draws += 1,
        }
        self.moves += moves;
    }

    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.left_wins + self.right_wins + self.draws
    }

    /// Left's points per game, a draw being half a point.
    #[must_use]
    pub fn rate(&self) -> f64 {
        match self.games() {
            0 => 0.0,
            games => (self.left_wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// Wilson's interval that holds Left's true rate with 95 % confidence.
    /// With draws, which vary less than wins and losses, it is wider than it
    /// had to be.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        // The standard deviations that hold 95 % of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        let n = self.games() as f64;
        if n == 0.0 {
            return [0.0, 1.0];
        }
        let rate = self.rate();
        let centre = rate + Z * Z / (2.0 * n);
        let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        [
            ((centre - half) / whole).max(0.0),
            ((centre + half) / whole).min(1.0),
        ]
    }

    /// Moves per game.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        match self.games() {
            0 => 0.0,
            games => self.moves as f64 / games as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        let mut tally = Tally::default();
        for game in 0..10 {
            tally.add(
                (game < 8).then_some(Player::Left).or(Some(Player::Right)),
                7,
            );
        }
        assert_eq!(
            (tally.games(), tally.rate(), tally.mean_length()),
            (10, 0.8, 7.0)
        );
        // The standard example: 8 of 10.
        let [low, high] = tally.interval();
        assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
        assert_eq!(Tally::default().interval(), [0.0, 1.0]);
    }
}
