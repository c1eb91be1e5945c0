//! What a player can be sure of without looking ahead.

/// A way for a player to make moves, whatever the opponent does: how many
/// more than the opponent, counted in half moves.
///
/// Some of them are sure. The others are stakes that the players take in
/// turn: the player's to use, the opponent's to spoil, one with each move.
/// Plans for the summands of a sum add up to a plan for the sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Half moves more than the opponent's, if all stakes are spoilt.
    pub sure: i32,
    /// How many stakes there are, by the half moves that one is worth.
    pub stakes: [u8; Plan::WORTHS],
}

impl Plan {
    /// Stakes are worth less than this.
    pub const WORTHS: usize = 16;

    /// Adds the plan for another summand.
    pub fn add(&mut self, other: &Plan) {
        self.sure += other.sure;
        for (stakes, more) in self.stakes.iter_mut().zip(other.stakes) {
            // A plan may leave stakes out.
            *stakes = stakes.saturating_add(more);
        }
    }

    /// The moves that the player makes more than the opponent, at least, when
    /// the opponent begins.
    #[must_use]
    pub fn answering(&self) -> i64 {
        self.moves(0)
    }

    /// The moves that the player makes more than the opponent, at least, when
    /// the player begins; the first move counts.
    #[must_use]
    pub fn beginning(&self) -> i64 {
        self.moves(1)
    }

    /// The best stakes go first. The player gets those with odd numbers, with
    /// the first being number `begin`.
    fn moves(&self, begin: i64) -> i64 {
        let (mut halves, mut seen) = (i64::from(self.sure), begin);
        for (worth, &stakes) in self.stakes.iter().enumerate().rev() {
            let stakes = i64::from(stakes);
            halves += worth as i64 * ((seen + stakes) / 2 - seen / 2);
            seen += stakes;
        }
        // The difference is a whole number.
        (halves + 1).div_euclid(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stakes_are_taken_in_turn_the_best_first() {
        let mut plan = Plan {
            sure: -3,
            ..Plan::default()
        };
        plan.stakes[6] = 2;
        plan.stakes[4] = 1;
        plan.stakes[2] = 1;
        // 6 and 2 of 6, 6, 4, 2 when the opponent begins, 6 and 4 otherwise.
        assert_eq!(plan.answering(), 3);
        assert_eq!(plan.beginning(), 4);
        let more = plan;
        plan.add(&more);
        assert_eq!(plan.sure, -6);
        assert_eq!(plan.stakes[6], 4);
        assert_eq!(plan.answering(), 6);
    }

    #[test]
    fn half_moves_are_rounded_in_the_players_favour() {
        for (sure, moves) in [(-3, -1), (-2, -1), (-1, 0), (0, 0), (1, 1), (2, 1)] {
            let plan = Plan {
                sure,
                ..Plan::default()
            };
            assert_eq!(plan.answering(), moves);
        }
    }
}
