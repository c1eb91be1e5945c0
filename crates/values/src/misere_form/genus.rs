//! The genus of an impartial game in misère play.

use std::fmt;

/// A nim value, and the misère nim values of the sums with 0, 1, 2, … heaps of
/// two.
///
/// It is written as CGSuite writes it: `4^146`, the last two digits repeating
/// for ever. Only the first digit is told of a tame or restive game, which
/// follows from it, and none of a heap of Nim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    nim_value: u32,
    /// At least two; the last two repeat.
    digits: Box<[u32]>,
    kind: Kind,
}

/// How a game behaves in sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    NimHeap,
    /// Like heaps of Nim, among tame games.
    Tame,
    /// Changes once, among tame games.
    Restive,
    Wild,
}

impl Kind {
    fn is_tame(self) -> bool {
        matches!(self, Kind::NimHeap | Kind::Tame)
    }
}

impl Genus {
    /// The genus of the game whose options have the given genera, in canonical
    /// form; `answers` gives those of the options of the option at a place.
    pub(super) fn of<'g>(options: &[&Genus], answers: &dyn Fn(usize) -> Vec<&'g Genus>) -> Self {
        let nim_value = mex(options.iter().map(|option| option.nim_value));
        let digits = digits(options);
        let pair = Pair(nim_value, digits[0]);
        Genus {
            nim_value,
            digits,
            kind: kind(pair, options, answers),
        }
    }

    /// The nim value in normal play.
    #[must_use]
    pub fn nim_value(&self) -> u64 {
        self.nim_value.into()
    }

    /// The size of the heap of Nim with which the player to move loses in
    /// misère play.
    #[must_use]
    pub fn misere_nim_value(&self) -> u64 {
        self.digits[0].into()
    }

    pub(super) fn bytes(&self) -> usize {
        self.digits.len() * size_of::<u32>()
    }

    fn at(&self, twos: usize) -> u32 {
        let known = self.digits.len();
        let place = match twos < known {
            true => twos,
            false => known - 2 + ((known ^ twos) & 1),
        };
        self.digits[place]
    }

    fn pair(&self) -> Pair {
        Pair(self.nim_value, self.digits[0])
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.nim_value)?;
        let told = match self.kind {
            Kind::NimHeap => return Ok(()),
            Kind::Tame | Kind::Restive => &self.digits[..1],
            Kind::Wild => &self.digits,
        };
        let digits: Vec<String> = told.iter().map(u32::to_string).collect();
        match told.iter().all(|digit| *digit < 10) {
            true => write!(f, "^{}", digits.concat()),
            false => write!(f, "^({})", digits.join(",")),
        }
    }
}

/// The digits of the game with these options. A heap of two adds its own two
/// options, and a heap of one changes a misère nim value by one.
fn digits(options: &[&Genus]) -> Box<[u32]> {
    let settled = options.iter().map(|option| option.digits.len()).max();
    // From here on the digits of the options repeat.
    let settled = settled.unwrap_or(2) - 2;
    let first = match options.is_empty() {
        true => 1,
        false => mex(options.iter().map(|option| option.at(0))),
    };
    let mut found = vec![first];
    loop {
        let twos = found.len();
        let before = found[twos - 1];
        let values = options.iter().map(|option| option.at(twos));
        found.push(mex(values.chain([before, before ^ 1])));
        // What follows depends on the last digit and the parity alone. That
        // the period becomes two is a theorem.
        if twos >= settled + 2 && found[twos] == found[twos - 2] {
            break;
        }
    }
    while found.len() > 2 && found[found.len() - 1] == found[found.len() - 3] {
        found.pop();
    }
    found.into()
}

/// A nim value and a misère nim value.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair(u32, u32);

impl Pair {
    /// Whether sums of heaps of Nim have it.
    fn is_tame(self) -> bool {
        self.0 == self.1 || self.0 < 2 && self.1 < 2
    }

    /// Whether it is no larger than one in normal play only.
    fn is_restive(self) -> bool {
        !self.is_tame() && self.0 < 2
    }
}

fn kind<'g>(pair: Pair, options: &[&Genus], answers: &dyn Fn(usize) -> Vec<&'g Genus>) -> Kind {
    let kind = match pair {
        pair if pair.is_tame() => Kind::Tame,
        pair if pair.is_restive() => Kind::Restive,
        _ => return Kind::Wild,
    };
    let heaps = options.iter().all(|option| option.kind == Kind::NimHeap);
    if heaps && kind == Kind::Tame && (pair.0 > 1 || pair.0 != pair.1) {
        return Kind::NimHeap;
    }
    let mut tame = Vec::new();
    for (place, option) in options.iter().enumerate() {
        match option.kind.is_tame() {
            true => tame.push(option.pair()),
            false if is_answered(pair, kind, &answers(place)) => {}
            false => return Kind::Wild,
        }
    }
    let alone = Pair(
        mex(tame.iter().map(|pair| pair.0)),
        mex(tame.iter().map(|pair| pair.1)),
    );
    match tame.len() == options.len() || alone == pair {
        true => kind,
        false => Kind::Wild,
    }
}

/// Whether a wild option does not matter: it can be answered by moves that
/// restore the nim value, and the misère nim value, in a game of the kind.
fn is_answered(pair: Pair, kind: Kind, answers: &[&Genus]) -> bool {
    let near = |a: u32, b: u32| a ^ b < 2;
    let mut restored = Pair(0, 0);
    for answer in answers {
        let Pair(normal, misere) = answer.pair();
        let (normal_fits, misere_fits) = match kind {
            Kind::Restive if answer.kind.is_tame() || answer.kind == Kind::Restive => (
                misere < 2 || near(misere, pair.1),
                normal < 2 || near(normal, pair.1),
            ),
            Kind::Tame if answer.kind.is_tame() => (true, true),
            _ => continue,
        };
        restored.0 |= u32::from(normal == pair.0 && normal_fits);
        restored.1 |= u32::from(misere == pair.1 && misere_fits);
    }
    restored == Pair(1, 1)
}

/// The least number that is not given.
fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable();
    values.dedup();
    let gap = values
        .iter()
        .zip(0..)
        .find(|&(&value, least)| value != least);
    gap.map_or(values.len() as u32, |(_, least)| least)
}
