//! Exact best play beside a finite stack.

use super::stack::{Stack, scaled};
use std::collections::HashMap;
use values::{Arena, Budget, Dyadic, Player, Result, Value};

/// Left's net score with best play, for each starter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payoff {
    /// When Left starts: LP.
    pub left: Dyadic,
    /// When Right starts: RP.
    pub right: Dyadic,
}

impl Payoff {
    /// When `starter` starts.
    #[must_use]
    pub fn of(&self, starter: Player) -> &Dyadic {
        match starter {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

/// What some games are worth beside a stack.
///
/// The payoff depends on the value of a game alone, whatever the stack: beside
/// a game that is 0, a player who answers every move in it there does as well
/// as without it, so both do, and G + S, G − H + H + S and H + S have one
/// payoff if G = H. So the games are canonical forms, of which there are far
/// fewer than positions.
///
/// ```
/// use play::{Payoffs, Stack};
/// use values::Arena;
/// let mut arena = Arena::new();
/// let g = arena.read("{4||-1|-3}").unwrap();
/// let stack = Stack::berlekamp();
/// let payoffs = Payoffs::new(&mut arena, &[g], &stack, 0).unwrap();
/// // The mean is 1, and the komi 5.
/// assert_eq!(payoffs.payoff(0, 0).left.to_string(), "6");
/// assert_eq!(payoffs.payoff(0, 0).right.to_string(), "-4");
/// ```
pub struct Payoffs {
    /// The payoffs of all games, in units of 2⁻ᵏ, with no card on the stack,
    /// with one, and so on.
    layers: Vec<[i64; 2]>,
    games: usize,
    exponent: u32,
}

impl Payoffs {
    /// Finds the payoffs of `games` beside what is left of `stack` when
    /// `taken` cards are gone: card by card from the bottom, all followers of
    /// the games at once.
    ///
    /// # Complexity
    /// Time is the number of cards times the options of all followers; memory
    /// two numbers for each card and game.
    ///
    /// # Literature
    /// E. R. Berlekamp, "Sums of N × 2 Amazons", section 2.
    pub fn new(arena: &mut Arena, games: &[Value], stack: &Stack, taken: usize) -> Result<Self> {
        let exponent = stack.exponent(taken)?;
        let cards = stack.len().saturating_sub(taken);
        let graph = Graph::new(arena, games)?;
        let budget = arena.budget().clone();
        let answers = (cards + 1).saturating_mul(games.len());
        let bytes = answers.saturating_mul(size_of::<[i64; 2]>());
        budget.check_bytes(arena.bytes() + graph.bytes().saturating_add(bytes) as u64)?;
        let mut here = vec![[0; 2]; graph.ends.len()];
        let mut after = here.clone();
        let mut layers = Vec::with_capacity(answers);
        layers.extend(graph.answers(&here));
        for place in (taken..stack.len()).rev() {
            let card = stack.card(place).and_then(|card| scaled(&card, exponent));
            std::mem::swap(&mut here, &mut after);
            graph.layer(card.expect("cards fit"), &after, &mut here, &budget)?;
            layers.extend(graph.answers(&here));
        }
        Ok(Payoffs {
            layers,
            games: games.len(),
            exponent,
        })
    }

    /// The payoff of the game at this place when `taken` more cards are gone,
    /// not counting them.
    ///
    /// # Panics
    /// If there are not as many games or cards.
    #[must_use]
    pub fn payoff(&self, game: usize, taken: usize) -> Payoff {
        assert!(game < self.games, "{} games", self.games);
        let cards = self.layers.len() / self.games - 1;
        let layer = cards.checked_sub(taken).expect("as many cards");
        let payoff = self.layers[layer * self.games + game];
        let [left, right] = payoff.map(|n| Dyadic::new(n, self.exponent));
        Payoff { left, right }
    }
}

/// A node, or its negative.
#[derive(Clone, Copy)]
struct Signed(u32);

impl Signed {
    fn payoff(self, layer: &[[i64; 2]], starter: Player) -> i64 {
        let payoffs = &layer[(self.0 >> 1) as usize];
        if self.0 & 1 == 0 {
            payoffs[starter as usize]
        } else {
            -payoffs[starter.opposite() as usize]
        }
    }
}

/// Games with their followers, options before games, of G and −G only one.
struct Graph {
    roots: Vec<Signed>,
    /// All options, game by game, Left's first.
    options: Vec<Signed>,
    /// For each game where its Left options and its Right options end.
    ends: Vec<[usize; 2]>,
}

impl Graph {
    fn new(arena: &mut Arena, games: &[Value]) -> Result<Self> {
        let mut graph = Graph {
            roots: Vec::new(),
            options: Vec::new(),
            ends: Vec::new(),
        };
        let mut places: HashMap<Value, u32> = HashMap::new();
        let place = |places: &HashMap<Value, u32>, value: Value| {
            let found = places.get(&value).map(|&place| Signed(2 * place));
            found.or_else(|| places.get(&-value).map(|&place| Signed(2 * place + 1)))
        };
        for &game in games {
            let mut stack = vec![game];
            while let Some(&value) = stack.last() {
                if place(&places, value).is_some() {
                    stack.pop();
                    continue;
                }
                let mut sides = Vec::with_capacity(2);
                for player in Player::BOTH {
                    sides.push(arena.options(value, player)?);
                }
                let waiting = stack.len();
                let all = sides.iter().flatten().copied();
                stack.extend(all.filter(|&option| place(&places, option).is_none()));
                if stack.len() > waiting {
                    continue;
                }
                let ends = [0, 1].map(|side: usize| {
                    let known = sides[side]
                        .iter()
                        .filter_map(|&option| place(&places, option));
                    graph.options.extend(known);
                    graph.options.len()
                });
                places.insert(value, graph.ends.len() as u32);
                graph.ends.push(ends);
                stack.pop();
                if graph.ends.len().is_multiple_of(1024) {
                    let bytes = graph.bytes() + places.capacity() * 16;
                    arena.budget().check_bytes(arena.bytes() + bytes as u64)?;
                    arena.budget().check()?;
                }
            }
            graph.roots.extend(place(&places, game));
        }
        Ok(graph)
    }

    /// The payoffs of the games that were asked for.
    fn answers(&self, layer: &[[i64; 2]]) -> impl Iterator<Item = [i64; 2]> {
        let answer = |root: &Signed| Player::BOTH.map(|starter| root.payoff(layer, starter));
        self.roots.iter().map(answer)
    }

    /// With the two layers.
    fn bytes(&self) -> usize {
        self.options.capacity() * size_of::<Signed>()
            + self.ends.capacity() * (size_of::<[usize; 2]>() + 2 * size_of::<[i64; 2]>())
    }

    /// The payoffs with one more card on top.
    fn layer(
        &self,
        card: i64,
        after: &[[i64; 2]],
        here: &mut [[i64; 2]],
        budget: &Budget,
    ) -> Result<()> {
        let mut start = 0;
        for (place, &[middle, end]) in self.ends.iter().enumerate() {
            let mut left = card + after[place][Player::Right as usize];
            for option in &self.options[start..middle] {
                left = left.max(option.payoff(here, Player::Right));
            }
            let mut right = after[place][Player::Left as usize] - card;
            for option in &self.options[middle..end] {
                right = right.min(option.payoff(here, Player::Left));
            }
            here[place] = [left, right];
            start = end;
            if place % 4096 == 0 {
                budget.check()?;
            }
        }
        budget.advance(self.ends.len() as u64);
        Ok(())
    }
}
