//! Best play beside a stack by search, where canonical forms are out of
//! reach.

use super::stack::Stack;
use solve::{Bag, Interval, Parts, Taxed};
use values::{Arena, Budget, Dyadic, Error, Player, Result};

/// Left's net score with best play when one player starts, as far as it was
/// found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appraisal {
    /// Where the net score lies.
    pub net: Interval,
    /// Why it was not found exactly.
    pub stopped: Option<Error>,
}

/// Searches for payoffs beside a stack.
///
/// Let Kᵢ be the payoff of the stack alone when i cards are taken, with cᵢ on
/// top: Kᵢ = cᵢ − Kᵢ₊₁. Then Q(G, i) = LP(G + Sᵢ) − Kᵢ is the larger one of
/// −Q(−G, i + 1), by taking the card, and −Q(−Gᴸ, i) − 2Kᵢ, by a move: play
/// with [taxes](Taxed) 2Kᵢ, which fall from the top of the stack to −1. At
/// the first card of −1 the rest is the wall at −1, if there are at least as
/// many cards of −1 as moves on the board:
///
/// with m ≥ N such cards LP(G) ≤ −½ + LW(G, −1), and with m ≥ N − 1 of them
/// RP(G) ≤ ½ + RW(G, −1), by induction; Right answers with a move that attains
/// the wall, which he has unless G is an integer n ≥ 0, and then he takes
/// cards; no number of cards gives Left more than n then. By symmetry they are
/// equal.
///
/// With that number of cards of −1, an integer n on the board only adds n:
/// RP(G) ≤ LP(G) + 1, since LP(G + Sᵢ) ≤ LP(G + Sᵢ₊₁) + 1 + cᵢ and the same for
/// Right, each by induction from the others; so a move in n gains nothing
/// before −1.
///
/// # Complexity
/// That of [`Taxed`] play: in the worst case every sum of followers of the
/// parts at every card. The budget ends it with an interval.
///
/// # Literature
/// E. R. Berlekamp, "Sums of N × 2 Amazons", section 2 and Appendix A.
///
/// ```
/// use play::{Appraiser, Stack};
/// use solve::Parts;
/// use values::{Arena, Budget, Player};
/// let mut arena = Arena::new();
/// let mut parts = Parts::new(Budget::unlimited());
/// let g = arena.read("{4||-1|-3}").unwrap();
/// let bag = parts.value(&mut arena, g).unwrap();
/// let stack = Stack::berlekamp();
/// let budget = Budget::unlimited();
/// let mut appraiser = Appraiser::new(&mut parts, &mut arena, budget, &stack).unwrap();
/// let net = appraiser.appraise(&bag, Player::Left).unwrap().net;
/// assert_eq!(net.exact().unwrap().to_string(), "6");
/// ```
pub struct Appraiser<'p> {
    search: Taxed<'p>,
    /// What the stack is worth to who starts.
    komi: Dyadic,
}

impl<'p> Appraiser<'p> {
    /// For a stack with the terminal komi −½ and at least as many cards of −1
    /// as moves can be made on the boards that are asked about.
    pub fn new(
        parts: &'p mut Parts,
        arena: &'p mut Arena,
        budget: Budget,
        stack: &Stack,
    ) -> Result<Self> {
        // Net scores are sums of cards.
        let exponent = stack.exponent(0)?;
        let above = stack.falling();
        let bytes = (above + 1) * size_of::<Dyadic>();
        budget.check_bytes(arena.bytes() + parts.bytes() + bytes as u64)?;
        let mut taxes = Vec::with_capacity(above + 1);
        taxes.push(Dyadic::from(-1));
        let mut komi = Dyadic::new(-1, 1);
        for place in (0..above).rev() {
            let card = stack.card(place).expect("a card above -1");
            komi = &card - &komi;
            taxes.push(&komi + &komi);
        }
        taxes.reverse();
        let grain = Dyadic::new(1, exponent);
        Ok(Appraiser {
            search: Taxed::new(parts, arena, budget, &taxes, Some(&grain))?,
            komi,
        })
    }

    /// What further searches may take.
    pub fn set_budget(&mut self, budget: Budget) {
        self.search.set_budget(budget);
    }

    /// Left's net score with best play on a board when `starter` starts.
    pub fn appraise(&mut self, board: &Bag, starter: Player) -> Result<Appraisal> {
        let (found, stopped) = self.search.find(&mine(board, starter), 0)?;
        let net = self.net(found, starter);
        Ok(Appraisal { net, stopped })
    }

    /// What is known of the net score after `player` has moved to a board.
    pub fn after_move(&mut self, board: &Bag, player: Player) -> Result<Interval> {
        let found = self.search.bounds(&mine(board, -player), 0)?;
        Ok(self.net(found, -player))
    }

    /// What is known of the net score after `player` has taken the top card
    /// beside a board.
    pub fn after_card(&mut self, board: &Bag, player: Player) -> Result<Interval> {
        let Interval { low, high } = match self.search.levels() {
            // It is a card of −1, and the next one too.
            1 => self.search.bounds(&mine(board, -player), 0)?,
            _ => self.search.bounds(&mine(board, -player), 1)?,
        };
        let passed = Interval {
            low: -high,
            high: -low,
        };
        Ok(self.net(passed, player))
    }

    /// How many boards were looked into.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// What a player who starts adds to the stack's payoff, as Left's net
    /// score.
    fn net(&self, added: Interval, starter: Player) -> Interval {
        let [low, high] = [added.low, added.high].map(|q| &self.komi + &q);
        match starter {
            Player::Left => Interval { low, high },
            Player::Right => Interval {
                low: -high,
                high: -low,
            },
        }
    }
}

/// The board as Left would see it who is in this player's place.
fn mine(board: &Bag, player: Player) -> Bag {
    match player {
        Player::Left => board.clone(),
        Player::Right => -board,
    }
}
