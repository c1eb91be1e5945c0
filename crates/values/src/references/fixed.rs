//! The 64 references of every arena: small numbers, nimbers, ups and
//! switches, which tell values of different sizes apart.

use crate::dyadic::Dyadic;
use crate::player::Player;
use crate::up_star::UpStar;
use crate::uptimal::Expansion;

/// Bit i: how the value compares with reference i.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FixedMasks {
    /// The references that are at least the value.
    pub le: u64,
    /// The references that are at most the value.
    pub ge: u64,
}

const SYMMETRIC: u32 = 8;
const POSITIVE: u32 = 28;
const POSITIVE_MASK: u64 = (1 << POSITIVE) - 1;
const COUNT: usize = 64;

impl FixedMasks {
    /// The masks of the negative: references lie in the layout self-negative,
    /// positive, negative, so that negation swaps two fields.
    pub fn negated(self) -> FixedMasks {
        let swap = |m: u64| {
            (m & ((1 << SYMMETRIC) - 1))
                | (m >> SYMMETRIC & POSITIVE_MASK) << (SYMMETRIC + POSITIVE)
                | (m >> (SYMMETRIC + POSITIVE)) << SYMMETRIC
        };
        FixedMasks {
            le: swap(self.ge),
            ge: swap(self.le),
        }
    }

    /// What the masks alone say about G ≤ H.
    #[inline]
    pub fn decide_le(self, other: FixedMasks) -> Option<bool> {
        if (other.le & !self.le) | (self.ge & !other.ge) != 0 {
            return Some(false);
        }
        (self.le & other.ge != 0).then_some(true)
    }
}

/// A reference game, simple enough to compare with any number + ups + star
/// by formula.
enum Reference {
    Uptimal(Expansion),
    /// All options in closed form, Left's numbers above Right's.
    Hot([Vec<UpStar>; 2]),
}

impl Reference {
    fn negated(&self) -> Reference {
        let negate = |side: &Vec<UpStar>| {
            side.iter()
                .map(|g| UpStar::new(-&g.number, -g.ups, g.nimber))
                .collect()
        };
        match self {
            Reference::Uptimal(e) => Reference::Uptimal(e.negated()),
            Reference::Hot([left, right]) => Reference::Hot([negate(right), negate(left)]),
        }
    }

    /// (G ≤ R, G ≥ R) for a closed form G.
    fn compare(&self, g: &UpStar) -> (bool, bool) {
        match self {
            Reference::Uptimal(e) => {
                let g = Expansion::from_up_star(g);
                (g.le(e), e.le(&g))
            }
            // With G's number at Right's stop of R, G ≤ R fails only by a
            // Right move of R to something ≤ G: Left's moves from G stay
            // below R's Left stop.
            Reference::Hot([left, right]) => {
                let stop = |side: &[UpStar], best: fn(&Dyadic, &Dyadic) -> bool| {
                    let mut stop = &side[0].number;
                    for o in side {
                        if best(&o.number, stop) {
                            stop = &o.number;
                        }
                    }
                    stop.clone()
                };
                let left_stop = stop(left, |a, b| a > b);
                let right_stop = stop(right, |a, b| a < b);
                let le = g.number < right_stop
                    || (g.number == right_stop && !right.iter().any(|r| r.le(g)));
                let ge = g.number > left_stop
                    || (g.number == left_stop && !left.iter().any(|l| g.le(l)));
                (le, ge)
            }
        }
    }
}

/// The reference games with their option sets as masks.
pub(crate) struct FixedReferences {
    games: Vec<Reference>,
    /// Options before their game.
    order: Vec<u8>,
    options: [[u64; COUNT]; 2],
}

impl FixedReferences {
    pub fn new() -> FixedReferences {
        let mut games: Vec<Reference> = Vec::new();
        let closed = |number: Dyadic, ups: i64, nimber: u64| UpStar::new(number, ups, nimber);
        let infinitesimal = |coefficients: &[i64], nimber: u64| {
            Reference::Uptimal(Expansion::new(
                Dyadic::zero(),
                coefficients.iter().copied(),
                nimber,
            ))
        };
        let number = |num: i64, exp: u32| Dyadic::new(num, exp);
        let n = |num: i64, exp: u32| closed(number(num, exp), 0, 0);
        let inf = |ups: i64, nimber: u64| closed(Dyadic::zero(), ups, nimber);
        let hot =
            |left: &[UpStar], right: &[UpStar]| Reference::Hot([left.to_vec(), right.to_vec()]);

        games.extend((0..5).map(|k| infinitesimal(&[], k)));
        for x in [n(1, 0), n(2, 0), n(1, 1)] {
            let minus = UpStar::new(-&x.number, 0, 0);
            games.push(hot(&[x], &[minus]));
        }
        debug_assert_eq!(games.len(), SYMMETRIC as usize);

        for (num, exp, nimber) in [(1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 2, 0), (1, 0, 1)] {
            games.push(Reference::Uptimal(Expansion::new(
                number(num, exp),
                [],
                nimber,
            )));
        }
        for (ups, nimber) in [
            (1, 0),
            (1, 1),
            (1, 2),
            (1, 3),
            (2, 0),
            (2, 1),
            (3, 0),
            (3, 1),
        ] {
            games.push(infinitesimal(&[ups], nimber));
        }
        for (coefficients, nimber) in [([0, 1], 0), ([0, 1], 1), ([1, 1], 0), ([1, 1], 1)] {
            games.push(infinitesimal(&coefficients, nimber));
        }
        games.extend([
            hot(&[n(1, 0)], &[n(0, 0)]),
            hot(&[n(1, 0)], &[inf(0, 1)]),
            hot(&[n(1, 0)], &[n(0, 0), inf(0, 1)]),
            hot(&[n(2, 0)], &[n(0, 0)]),
            hot(&[n(2, 0)], &[n(1, 0)]),
            hot(&[n(1, 1)], &[n(0, 0)]),
            hot(&[n(1, 0)], &[n(1, 1)]),
            hot(&[n(1, 0)], &[inf(1, 0)]),
            hot(&[n(1, 0)], &[inf(-1, 0)]),
            hot(&[n(2, 0)], &[n(-1, 0)]),
            hot(&[closed(number(1, 0), 0, 1)], &[n(0, 0)]),
        ]);
        debug_assert_eq!(games.len(), (SYMMETRIC + POSITIVE) as usize);
        let negatives: Vec<_> = games[SYMMETRIC as usize..]
            .iter()
            .map(Reference::negated)
            .collect();
        games.extend(negatives);
        debug_assert_eq!(games.len(), COUNT);
        FixedReferences::linked(games)
    }

    fn linked(games: Vec<Reference>) -> FixedReferences {
        let find = |option: &Expansion| {
            games
                .iter()
                .position(|r| matches!(r, Reference::Uptimal(e) if e == option))
                .expect("the references are closed under options")
        };
        let mut options = [[0u64; COUNT]; 2];
        for (i, game) in games.iter().enumerate() {
            for player in Player::BOTH {
                let list: Vec<Expansion> = match game {
                    Reference::Hot(sides) => sides[player as usize]
                        .iter()
                        .map(Expansion::from_up_star)
                        .collect(),
                    Reference::Uptimal(e) => e.canonical_options(player).expect("small games"),
                };
                for option in &list {
                    options[player as usize][i] |= 1 << find(option);
                }
            }
        }
        // Options first: repeatedly take the games all of whose options are taken.
        let mut order: Vec<u8> = Vec::new();
        let mut taken = 0u64;
        while order.len() < COUNT {
            for (i, (left, right)) in options[0].iter().zip(&options[1]).enumerate() {
                let needs = left | right;
                if taken >> i & 1 == 0 && needs & !taken == 0 {
                    order.push(i as u8);
                    taken |= 1 << i;
                }
            }
        }
        FixedReferences {
            games,
            order,
            options,
        }
    }

    /// The place of an uptimal among the references.
    pub fn find(&self, g: &Expansion) -> Option<usize> {
        self.games
            .iter()
            .position(|r| matches!(r, Reference::Uptimal(e) if e == g))
    }

    /// The masks of a closed form.
    pub fn of_up_star(&self, g: &UpStar) -> FixedMasks {
        let mut masks = FixedMasks::default();
        for (i, reference) in self.games.iter().enumerate() {
            let (le, ge) = reference.compare(g);
            masks.le |= u64::from(le) << i;
            masks.ge |= u64::from(ge) << i;
        }
        masks
    }

    /// The masks of a game from the masks of its options: G ≤ R when no Gᴸ is
    /// ≥ R and no Rᴿ is ≤ G.
    pub fn of_options(
        &self,
        left: impl Iterator<Item = FixedMasks>,
        right: impl Iterator<Item = FixedMasks>,
    ) -> FixedMasks {
        let reached_by_left = left.fold(0, |m, o| m | o.ge);
        let reached_by_right = right.fold(0, |m, o| m | o.le);
        let mut masks = FixedMasks::default();
        for &i in &self.order {
            let (i, bit) = (usize::from(i), 1u64 << i);
            if reached_by_left & bit == 0 && masks.ge & self.options[1][i] == 0 {
                masks.le |= bit;
            }
            if reached_by_right & bit == 0 && masks.le & self.options[0][i] == 0 {
                masks.ge |= bit;
            }
        }
        masks
    }
}
