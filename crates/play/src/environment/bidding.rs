//! Bids for an implementation of the fully enriched environment.

use super::stack::{BadStack, Stack};
use rules::{BadInput, Random};
use values::{Dyadic, Player};

/// What a player proposes: a bound on the difference δ of cards that follow
/// one another, and how many cards of −1 there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bid {
    /// δ, above 0.
    pub delta: Dyadic,
    /// At least 1.
    pub ones: usize,
}

impl Bid {
    /// A bid as the rules want it.
    pub fn new(delta: Dyadic, ones: usize) -> Result<Self, BadInput> {
        if delta.signum() <= 0 {
            let hint = "bid a positive number such as 1/8";
            return Err(BadInput::new(format!("a step of {delta}"), hint));
        }
        if ones == 0 {
            return Err(BadInput::new("no card of -1", "bid at least 1"));
        }
        Ok(Bid { delta, ones })
    }
}

/// Two bids that are revealed. The player who bid fewer cards of −1 now names
/// a number larger than the opponent's bid, the one who bid the larger δ a δ
/// smaller than the opponent's; so each can make δ as small and the cards of
/// −1 as many as he likes.
///
/// ```
/// use play::{Bid, Bidding};
/// use rules::Random;
/// use values::Player;
/// let bid = |delta: &str, ones| Bid::new(delta.parse().unwrap(), ones).unwrap();
/// let bidding = Bidding::new([bid("1/4", 9), bid("1/8", 20)], &mut Random::new(1));
/// assert_eq!(bidding.names_delta(), Player::Left);
/// assert_eq!(bidding.names_ones(), Player::Left);
/// let stack = bidding.stack(&3.into(), &"1/16".parse().unwrap(), 21).unwrap();
/// assert_eq!(stack.to_string(), "3 down to -15/16 in steps of 1/16, 21 of -1, -1/2");
/// assert!(bidding.stack(&3.into(), &"1/8".parse().unwrap(), 21).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Bidding {
    bids: [Bid; 2],
    names_delta: Player,
    names_ones: Player,
}

impl Bidding {
    /// Left's bid and Right's; ties are resolved by flipping a coin.
    #[must_use]
    pub fn new(bids: [Bid; 2], random: &mut Random) -> Self {
        let mut coin = || Player::BOTH[random.below(2) as usize];
        let [left, right] = &bids;
        let names_delta = match left.delta.cmp(&right.delta) {
            std::cmp::Ordering::Greater => Player::Left,
            std::cmp::Ordering::Less => Player::Right,
            std::cmp::Ordering::Equal => coin(),
        };
        let names_ones = match left.ones.cmp(&right.ones) {
            std::cmp::Ordering::Less => Player::Left,
            std::cmp::Ordering::Greater => Player::Right,
            std::cmp::Ordering::Equal => coin(),
        };
        Bidding {
            bids,
            names_delta,
            names_ones,
        }
    }

    /// The same when it was decided before who names δ and who the number of
    /// cards of −1.
    #[must_use]
    pub fn decided(bids: [Bid; 2], [names_delta, names_ones]: [Player; 2]) -> Self {
        Bidding {
            bids,
            names_delta,
            names_ones,
        }
    }

    /// Who names δ.
    #[must_use]
    pub fn names_delta(&self) -> Player {
        self.names_delta
    }

    /// Who names the number of cards of −1.
    #[must_use]
    pub fn names_ones(&self) -> Player {
        self.names_ones
    }

    /// The δ that the one named has to be smaller than.
    #[must_use]
    pub fn delta_below(&self) -> &Dyadic {
        &self.bids[self.names_delta.opposite() as usize].delta
    }

    /// The number that the one named has to be larger than.
    #[must_use]
    pub fn ones_above(&self) -> usize {
        self.bids[self.names_ones.opposite() as usize].ones
    }

    /// The environment of temperature `t` with what was named. The cards go
    /// down to −1 at equal decrements, which are at most δ.
    pub fn stack(&self, t: &Dyadic, delta: &Dyadic, ones: usize) -> Result<Stack, BadInput> {
        if delta.signum() <= 0 || delta >= self.delta_below() {
            let hint = format!("name a number above 0 and below {}", self.delta_below());
            return Err(BadInput::new(format!("a step of {delta}"), hint));
        }
        if ones <= self.ones_above() {
            let hint = format!("name a number above {}", self.ones_above());
            return Err(BadInput::new(format!("{ones} cards of -1"), hint));
        }
        Stack::enriched(t, delta, ones).map_err(|bad| {
            let hint = match bad {
                BadStack::Top(_) => "a temperature is at least -1",
                BadStack::Step(_) => "a step is above 0",
                BadStack::Limit(_) => "name a larger step or fewer cards",
            };
            BadInput::new(bad.to_string(), hint)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bid(delta: &str, ones: usize) -> Bid {
        Bid::new(delta.parse().unwrap(), ones).unwrap()
    }

    #[test]
    fn either_player_can_make_the_environment_rich() {
        let mut random = Random::new(1);
        // Left wants it rich: Right has to go further.
        let bidding = Bidding::new([bid("1/64", 50), bid("1", 2)], &mut random);
        assert_eq!(bidding.names_delta(), Player::Right);
        assert_eq!(bidding.names_ones(), Player::Right);
        let t = Dyadic::from(2);
        let number = |text: &str| -> Dyadic { text.parse().unwrap() };
        assert!(bidding.stack(&t, &number("1/32"), 51).is_err());
        assert!(bidding.stack(&t, &number("1/128"), 50).is_err());
        assert!(bidding.stack(&t, &number("0"), 51).is_err());
        assert!(bidding.stack(&number("-2"), &number("1/128"), 51).is_err());
        let stack = bidding.stack(&t, &number("1/128"), 51).unwrap();
        assert_eq!((stack.ones(), stack.step()), (51, &number("3/512")));
    }

    #[test]
    fn ties_are_resolved_by_chance() {
        let mut random = Random::new(2);
        let mut seen = [0; 2];
        for _ in 0..100 {
            let bidding = Bidding::new([bid("1/2", 3), bid("1/2", 3)], &mut random);
            seen[bidding.names_delta() as usize] += 1;
        }
        assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
        assert!(Bid::new(Dyadic::zero(), 1).is_err());
        assert!(Bid::new(1.into(), 0).is_err());
    }
}
