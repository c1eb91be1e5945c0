//! The challenge to an appraisal.

use rules::BadInput;
use std::fmt;
use values::{Dyadic, Player};

/// Somebody claims what Left's net score is with best play; a challenger says
/// on which side that is wrong, and by more than ε. A contest decides: the
/// challenger plays the side that gains from the error, and has to do at
/// least ε better than the appraisal.
///
/// ```
/// use play::Challenge;
/// use values::{Dyadic, Player};
/// let number = |text: &str| -> Dyadic { text.parse().unwrap() };
/// // "It is more than 1, by at least 1/4."
/// let challenge = Challenge::new(1.into(), Player::Left, number("1/4")).unwrap();
/// assert!(!challenge.succeeds(&number("9/8")));
/// assert!(challenge.succeeds(&number("5/4")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    appraisal: Dyadic,
    challenger: Player,
    epsilon: Dyadic,
}

impl Challenge {
    /// A challenge by the player of a side: Left says that the appraisal is
    /// too low, Right that it is too high.
    pub fn new(appraisal: Dyadic, challenger: Player, epsilon: Dyadic) -> Result<Self, BadInput> {
        if epsilon.signum() <= 0 {
            let hint = "say by how much the appraisal is wrong, such as 1/4";
            return Err(BadInput::new(format!("an error of {epsilon}"), hint));
        }
        Ok(Challenge {
            appraisal,
            challenger,
            epsilon,
        })
    }

    /// The net score that the challenger needs.
    #[must_use]
    pub fn needed(&self) -> Dyadic {
        match self.challenger {
            Player::Left => &self.appraisal + &self.epsilon,
            Player::Right => &self.appraisal - &self.epsilon,
        }
    }

    /// Whether the challenge succeeds when Left's net score is this.
    #[must_use]
    pub fn succeeds(&self, net: &Dyadic) -> bool {
        match self.challenger {
            Player::Left => *net >= self.needed(),
            Player::Right => *net <= self.needed(),
        }
    }
}

impl fmt::Display for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (side, least) = match self.challenger {
            Player::Left => ("low", "at least"),
            Player::Right => ("high", "at most"),
        };
        let Challenge {
            appraisal,
            challenger,
            epsilon,
        } = self;
        write!(
            f,
            "{challenger} says that {appraisal} is too {side} by {epsilon}: needs a net score of \
             {least} {}",
            self.needed()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_challenges_what_is_too_high() {
        let half = Dyadic::new(1, 1);
        let challenge = Challenge::new(2.into(), Player::Right, half.clone()).unwrap();
        assert!(challenge.succeeds(&Dyadic::new(3, 1)));
        assert!(!challenge.succeeds(&Dyadic::new(7, 2)));
        assert!(Challenge::new(2.into(), Player::Left, Dyadic::zero()).is_err());
        assert_eq!(
            challenge.to_string(),
            "Right says that 2 is too high by 1/2: needs a net score of at most 3/2"
        );
    }
}
