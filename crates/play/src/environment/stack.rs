//! Stacks of cards.

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    rule: Rule,
    /// The cards from the top.
    cards: Vec<Dyadic>,
}

/// What a stack is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    top: Dyadic,
    step: Dyadic,
    ones: usize,
    terminal: Dyadic,
}

/// Why there is no such stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadStack {
    /// The top card is below −1.
    Top(Dyadic),
    /// The step is not above 0.
    Step(Dyadic),
    /// It has too many cards.
    Limit(Error),
}

impl fmt::Display for BadStack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadStack::Top(top) => write!(f, "the top card {top} is below -1"),
            BadStack::Step(step) => write!(f, "the step {step} is not above 0"),
            BadStack::Limit(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BadStack {}

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
        let mut cards = Vec::new();
        let mut card = top.clone();
        while card > ground {
            let next = &card - step;
            cards.push(card);
            card = next;
        }
        if ones > MOST_CARDS - cards.len() {
            return Err(TOO_MANY_CARDS);
        }
        cards.extend(std::iter::repeat_n(ground, ones));
        cards.push(terminal.clone());
        Ok(Stack {
            rule: Rule {
                top: top.clone(),
                step: step.clone(),
                ones,
                terminal: terminal.clone(),
            },
            cards,
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
        &self.rule.top
    }

    /// The difference of cards above −1 that follow one another.
    #[must_use]
    pub fn step(&self) -> &Dyadic {
        &self.rule.step
    }

    /// How many cards of −1 there are by the rule.
    #[must_use]
    pub fn ones(&self) -> usize {
        self.rule.ones
    }

    /// The last card.
    #[must_use]
    pub fn terminal(&self) -> &Dyadic {
        &self.rule.terminal
    }

    /// The cards, the top one first.
    #[must_use]
    pub fn cards(&self) -> &[Dyadic] {
        &self.cards
    }

    /// How many cards there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is a bottom card")]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// What the first player gets when there are only cards, and so what the
    /// second is given to make up for it: the alternating sum.
    #[must_use]
    pub fn komi(&self) -> Dyadic {
        komi(&self.cards)
    }

    /// The ambient temperature when `taken` cards are gone: that of the top
    /// card, and −1 when only the terminal komi is left.
    #[must_use]
    pub fn temperature(&self, taken: usize) -> Dyadic {
        if taken + 1 < self.cards.len() {
            self.cards[taken].clone()
        } else {
            (-1).into()
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

    /// The cards from `taken` on as whole multiples of a common unit 2⁻ᵏ, and
    /// the k; if sums of them fit.
    pub(super) fn scaled(&self, taken: usize) -> Result<(Vec<i64>, u32)> {
        let cards = &self.cards[taken.min(self.cards.len())..];
        let exponent = cards.iter().map(Dyadic::exponent).max().unwrap_or(0);
        let mut scaled = Vec::with_capacity(cards.len());
        let mut total = 0i64;
        for card in cards {
            let fits = card.as_small().and_then(|(n, e)| {
                let n = n.checked_mul(1i64.checked_shl(exponent - e)?)?;
                total = total.checked_add(n.checked_abs()?)?;
                Some(n)
            });
            scaled.push(fits.filter(|_| exponent < 62 && total < 1 << 62).ok_or(
                Error::TooLarge {
                    what: "the cards add up to too much to count in their smallest unit",
                    bound: 1 << 62,
                },
            )?);
        }
        Ok((scaled, exponent))
    }
}

/// The alternating sum of cards, the first one counted for.
pub(super) fn komi(cards: &[Dyadic]) -> Dyadic {
    let after = |rest: Dyadic, card: &Dyadic| card - &rest;
    cards.iter().rev().fold(Dyadic::zero(), after)
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule {
            top,
            step,
            ones,
            terminal,
        } = &self.rule;
        match self.cards.len() - ones - 1 {
            0 => {}
            1 => write!(f, "{top}, ")?,
            2 => write!(f, "{top}, {}, ", self.cards[1])?,
            many => write!(
                f,
                "{top} down to {} in steps of {step}, ",
                self.cards[many - 1]
            )?,
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
        let cards: Vec<String> = stack.cards().iter().map(Dyadic::to_string).collect();
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
