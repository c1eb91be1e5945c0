//! Stacks of cards.

use std::cmp::Ordering;
use std::fmt;
use values::{Dyadic, Error, Player, Result};

/// A stack of cards, the top one first. The bottom card is the terminal komi;
/// the initial komi is not part of it.
///
/// ```
/// use play::Stack;
/// let stack = Stack::berlekamp();
/// assert_eq!(stack.len(), 51);
/// assert_eq!(stack.komi().to_string(), "5");
/// assert_eq!(stack.to_string(), "79/8 down to -7/8 in steps of 1/4, 6 of -1, -1/2");
/// ```
///
/// Cards are made when somebody looks at them: there may be one for every move
/// that is possible on a board, and that can be millions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    top: Dyadic,
    step: Dyadic,
    /// How many cards are above −1.
    falling: usize,
    ones: usize,
    terminal: Dyadic,
}

/// Why there is no such stack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadStack {
    /// The top card is below −1.
    #[error("the top card {0} is below -1")]
    Top(Dyadic),
    /// The step is not above 0.
    #[error("the step {0} is not above 0")]
    Step(Dyadic),
    /// It has too many cards.
    #[error(transparent)]
    Limit(Error),
}

/// More cards than this nobody waits for.
const MOST_CARDS: usize = 1 << 22;

const TOO_MANY_CARDS: BadStack = BadStack::Limit(Error::TooLarge {
    what: "too many cards on the stack",
    bound: MOST_CARDS as u64,
});

impl Stack {
    /// The stack of the paper: 9⅞ down to −⅞ in steps of ¼, six cards of −1,
    /// the terminal komi −½.
    #[must_use]
    pub fn berlekamp() -> Self {
        let (top, step) = (Dyadic::new(79, 3), Dyadic::new(1, 2));
        Stack::new(&top, &step, 6).expect("a stack of 51 cards")
    }

    /// `top`, `top` − `step`, … while above −1, then `ones` cards of −1, then
    /// the terminal komi −½.
    pub fn new(top: &Dyadic, step: &Dyadic, ones: usize) -> std::result::Result<Self, BadStack> {
        Stack::with_terminal(top, step, ones, &Dyadic::new(-1, 1))
    }

    /// [`new`](Self::new) with another terminal komi.
    pub fn with_terminal(
        top: &Dyadic,
        step: &Dyadic,
        ones: usize,
        terminal: &Dyadic,
    ) -> std::result::Result<Self, BadStack> {
        let ground = Dyadic::from(-1);
        if *top < ground {
            return Err(BadStack::Top(top.clone()));
        }
        if step.signum() <= 0 {
            return Err(BadStack::Step(step.clone()));
        }
        // Refused before they are made, which takes long.
        if top - &ground > &Dyadic::from(MOST_CARDS as i64) * step {
            return Err(TOO_MANY_CARDS);
        }
        let falling = count_above(top, step, &ground);
        if ones > MOST_CARDS - falling {
            return Err(TOO_MANY_CARDS);
        }
        Ok(Stack {
            top: top.clone(),
            step: step.clone(),
            falling,
            ones,
            terminal: terminal.clone(),
        })
    }

    /// An implementation of the fully enriched environment of temperature
    /// `t`: cards from `t` down to −1 at equal decrements of at most `delta`,
    /// and at least as many cards of −1 as said.
    pub fn enriched(
        t: &Dyadic,
        delta: &Dyadic,
        ones: usize,
    ) -> std::result::Result<Self, BadStack> {
        if delta.signum() <= 0 {
            return Err(BadStack::Step(delta.clone()));
        }
        // Equal steps that reach −1: the range, halved until it is small enough.
        let mut step = t + &1.into();
        if step.signum() <= 0 {
            step = delta.clone();
        }
        while step > *delta {
            step = step.halve();
        }
        Stack::new(t, &step, ones)
    }

    /// The first card.
    #[must_use]
    pub fn top(&self) -> &Dyadic {
        &self.top
    }

    /// The difference of cards above −1 that follow one another.
    #[must_use]
    pub fn step(&self) -> &Dyadic {
        &self.step
    }

    /// How many cards of −1 there are by the rule.
    #[must_use]
    pub fn ones(&self) -> usize {
        self.ones
    }

    /// The last card.
    #[must_use]
    pub fn terminal(&self) -> &Dyadic {
        &self.terminal
    }

    /// How many cards are above −1.
    #[must_use]
    pub fn falling(&self) -> usize {
        self.falling
    }

    /// The card at this place from the top.
    #[must_use]
    pub fn card(&self, place: usize) -> Option<Dyadic> {
        if place < self.falling {
            return Some(self.fallen(place));
        }
        match place.cmp(&(self.len() - 1)) {
            Ordering::Less => Some((-1).into()),
            Ordering::Equal => Some(self.terminal.clone()),
            Ordering::Greater => None,
        }
    }

    /// The cards when `taken` are gone, the top one first.
    pub fn cards(&self, taken: usize) -> impl ExactSizeIterator<Item = Dyadic> {
        let taken = taken.min(self.len());
        (0..self.len() - taken).map(move |place| {
            let card = self.card(taken + place);
            card.expect("a place on the stack")
        })
    }

    /// The card at this place among those that fall by steps.
    fn fallen(&self, place: usize) -> Dyadic {
        &self.top - &(&Dyadic::from(place as i64) * &self.step)
    }

    /// How many cards are above a number that is at least −1, the terminal
    /// komi aside.
    pub(super) fn above(&self, least: &Dyadic) -> usize {
        count_above(&self.top, &self.step, least).min(self.falling)
    }

    /// How many cards there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is a bottom card")]
    pub fn len(&self) -> usize {
        self.falling + self.ones + 1
    }

    /// What the first player gets when there are only cards, and so what the
    /// second is given to make up for it: the alternating sum.
    #[must_use]
    pub fn komi(&self) -> Dyadic {
        let ones = Dyadic::from(-i64::from(self.ones % 2 == 1));
        let rest = match self.ones.is_multiple_of(2) {
            true => &ones + &self.terminal,
            false => &ones - &self.terminal,
        };
        let falling = self.alternating(0, self.falling);
        match self.falling.is_multiple_of(2) {
            true => &falling + &rest,
            false => &falling - &rest,
        }
    }

    /// The alternating sum of cards above −1, the first one counted for: of
    /// each two that follow one another the step is left.
    pub(super) fn alternating(&self, from: usize, to: usize) -> Dyadic {
        debug_assert!(from == to || from < to && to <= self.falling);
        let cards = to - from;
        let pairs = &Dyadic::from((cards / 2) as i64) * &self.step;
        match cards.is_multiple_of(2) {
            true => pairs,
            false => &pairs + &self.fallen(to - 1),
        }
    }

    /// The ambient temperature when `taken` cards are gone: that of the top
    /// card, and −1 when only the terminal komi is left.
    #[must_use]
    pub fn temperature(&self, taken: usize) -> Dyadic {
        match taken < self.falling {
            true => self.fallen(taken),
            false => (-1).into(),
        }
    }

    /// Left's net score of the cards alone, when `starter` begins.
    #[must_use]
    pub fn payoff(&self, starter: Player) -> Dyadic {
        match starter {
            Player::Left => self.komi(),
            Player::Right => -self.komi(),
        }
    }

    /// The k such that all cards from `taken` on are whole multiples of 2⁻ᵏ;
    /// if sums of them fit in that unit.
    pub(super) fn exponent(&self, taken: usize) -> Result<u32> {
        const TOO_MUCH: Error = Error::TooLarge {
            what: "the cards add up to too much to count in their smallest unit",
            bound: 1 << 62,
        };
        let exponents = self.cards(taken).map(|card| card.exponent());
        let exponent = exponents.max().unwrap_or(0);
        let mut total = 0u64;
        for card in self.cards(taken) {
            let units = scaled(&card, exponent).ok_or(TOO_MUCH)?;
            total = total.saturating_add(units.unsigned_abs());
        }
        match exponent < 62 && total < 1 << 62 {
            true => Ok(exponent),
            false => Err(TOO_MUCH),
        }
    }
}

/// How many units of 2⁻ᵏ a card is, if they fit.
pub(super) fn scaled(card: &Dyadic, k: u32) -> Option<i64> {
    let (n, exponent) = card.as_small()?;
    n.checked_mul(1i64.checked_shl(k.checked_sub(exponent)?)?)
}

/// How many of `top`, `top` − `step`, … are above a number; at most
/// [`MOST_CARDS`] and some are looked at.
fn count_above(top: &Dyadic, step: &Dyadic, least: &Dyadic) -> usize {
    let (mut low, mut high) = (0, MOST_CARDS + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        let card = top - &(&Dyadic::from(middle as i64) * step);
        match card > *least {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stack {
            top,
            step,
            falling,
            ones,
            terminal,
        } = self;
        match *falling {
            0 => {}
            1 => write!(f, "{top}, ")?,
            2 => write!(f, "{top}, {}, ", self.fallen(1))?,
            many => {
                let last = self.fallen(many - 1);
                write!(f, "{top} down to {last} in steps of {step}, ")?;
            }
        }
        match ones {
            0 => {}
            1 => write!(f, "-1, ")?,
            _ => write!(f, "{ones} of -1, ")?,
        }
        write!(f, "{terminal}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    fn stack(top: &str, step: &str, ones: usize) -> std::result::Result<Stack, BadStack> {
        Stack::new(&number(top), &number(step), ones)
    }

    #[test]
    fn stacks_are_made_by_rule() {
        let stack = stack("1", "3/4", 2).unwrap();
        let cards: Vec<String> = stack.cards(0).map(|card| card.to_string()).collect();
        assert_eq!(cards, ["1", "1/4", "-1/2", "-1", "-1", "-1/2"]);
        assert_eq!(stack.komi(), number("3/4"));
        assert_eq!(stack.payoff(Player::Right), number("-3/4"));
        assert_eq!(stack.temperature(1), number("1/4"));
        assert_eq!(stack.temperature(5), number("-1"));
        assert_eq!(
            stack.to_string(),
            "1 down to -1/2 in steps of 3/4, 2 of -1, -1/2"
        );
    }

    #[test]
    fn only_ones_have_a_komi_of_minus_a_half() {
        for ones in 0..6 {
            let stack = stack("-1", "1", ones).unwrap();
            assert_eq!(stack.len(), ones + 1);
            assert_eq!(stack.komi(), number("-1/2"));
        }
        assert_eq!(stack("-1", "1", 0).unwrap().to_string(), "-1/2");
    }

    #[test]
    fn cards_are_counted_and_added_up_without_being_made() {
        for (top, step) in [
            ("1", "3/4"),
            ("79/8", "1/4"),
            ("-1", "1"),
            ("0", "1"),
            ("5", "7"),
        ] {
            for ones in 0..4 {
                let stack = stack(top, step, ones).unwrap();
                let cards: Vec<Dyadic> = stack.cards(0).collect();
                assert_eq!(cards.len(), stack.len());
                let after = |rest: Dyadic, card: &Dyadic| card - &rest;
                let komi = |cards: &[Dyadic]| cards.iter().rev().fold(Dyadic::zero(), after);
                assert_eq!(stack.komi(), komi(&cards), "{stack}");
                for from in 0..=stack.falling() {
                    assert_eq!(stack.card(from), cards.get(from).cloned());
                    assert!(stack.cards(from).eq(cards[from..].iter().cloned()));
                    for to in from..=stack.falling() {
                        assert_eq!(stack.alternating(from, to), komi(&cards[from..to]));
                    }
                }
                for least in ["-1", "-1/2", "1/4", "1", "79/8", "100"].map(number) {
                    let above = cards[..cards.len() - 1]
                        .iter()
                        .filter(|card| **card > least);
                    assert_eq!(stack.above(&least), above.count(), "{stack}, {least}");
                }
                assert_eq!(stack.card(stack.len()), None);
            }
        }
    }

    #[test]
    fn bad_stacks_are_refused() {
        assert_eq!(stack("-3/2", "1", 1), Err(BadStack::Top(number("-3/2"))));
        assert_eq!(stack("1", "0", 1), Err(BadStack::Step(number("0"))));
        assert_eq!(stack("1", "1/1073741824", 1), Err(TOO_MANY_CARDS));
        assert_eq!(stack("1", "1", usize::MAX), Err(TOO_MANY_CARDS));
        let begun = std::time::Instant::now();
        assert_eq!(stack(&"9".repeat(20), "1/4", 1), Err(TOO_MANY_CARDS));
        assert!(begun.elapsed() < std::time::Duration::from_secs(20));
        // As many as can be.
        let most = MOST_CARDS as i64;
        let all = |top: i64| Stack::new(&top.into(), &most.into(), 0);
        assert_eq!(all(most * most - 1).err(), None);
        assert_eq!(all(most * most).err(), Some(TOO_MANY_CARDS));
    }

    /// The komi of an enriched environment is between t/2 and t/2 + δ, as the
    /// paper says.
    #[test]
    fn enriched_environments_have_the_komi_of_the_paper() {
        for t in ["-1", "-1/2", "0", "1/4", "1", "3", "21/4", "79/8"].map(number) {
            for delta in ["1", "3/8", "1/4", "1/64"].map(number) {
                for ones in 0..3 {
                    let stack = Stack::enriched(&t, &delta, ones).unwrap();
                    let half = t.halve();
                    assert!(*stack.step() <= delta);
                    let komi = stack.komi();
                    assert!(
                        half <= komi && komi <= &half + &delta,
                        "t = {t}, delta = {delta}: komi {komi}"
                    );
                }
            }
        }
    }
}
