//! Games of turning coins: Mock Turtles, the Ruler game, Grunt and others.

use crate::Flow;
use crate::bad_input::BadInput;
use crate::game::{AllPositions, Game, Info, Kind, Start, Variant};
use crate::heaps::HeapRules;
use crate::key::Key;
use crate::position::Position;
use crate::rulebook::Rules;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use values::Player;

/// A number below 2⁶³ says which coins show heads, and is the rank.
const MAX_COINS: usize = 63;

/// The ruleset: a coin at place n may be turned with those at the places to
/// which a heap of n may be made.
#[derive(Clone, Debug)]
pub struct Turning {
    rules: Arc<HeapRules>,
}

/// A row of coins.
#[derive(Clone, Debug)]
pub struct Coins {
    /// Which show heads, the first in the lowest bit.
    heads: u64,
    count: u8,
    rules: Arc<HeapRules>,
}

/// The coins that are turned, the first in the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn(u64);

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = places(self.0).map(|place| place.to_string()).collect();
        write!(f, "turn {}", places.join(","))
    }
}

/// The places of some coins, from 1.
fn places(coins: u64) -> impl Iterator<Item = u32> {
    (1..=64).filter(move |place| coins >> (place - 1) & 1 == 1)
}

impl Coins {
    fn same_rules(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules
    }
}

impl PartialEq for Coins {
    fn eq(&self, other: &Self) -> bool {
        (self.heads, self.count) == (other.heads, other.count) && self.same_rules(other)
    }
}

impl Eq for Coins {}

impl Hash for Coins {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.heads, self.count).hash(state);
    }
}

impl Position for Coins {
    type Move = Turn;

    fn moves(&self, _player: Player, each: &mut impl FnMut(Turn) -> Flow) -> Flow {
        for place in places(self.heads) {
            self.rules.each_option(place.into(), &mut |heaps| {
                // Twice turned is not turned at all.
                let turned = heaps
                    .iter()
                    .fold(0, |turned, heap| turned ^ 1 << (heap - 1));
                each(Turn(turned | 1 << (place - 1)))
            })?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, _player: Player, mv: &Turn) -> Self {
        Coins {
            heads: self.heads ^ mv.0,
            ..self.clone()
        }
    }

    /// The last coin that is turned showed its head.
    fn rank(&self) -> u64 {
        self.heads
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn pack(&self) -> Option<Key> {
        Some(Key {
            words: [self.heads, 0, 0, 0],
            shape: self.count.into(),
        })
    }
}

impl Game for Turning {
    type Position = Coins;

    fn info() -> &'static Info {
        &INFO
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        let Some(code) = variant else {
            return Err(BadInput::new(
                "turning needs its code",
                "write it behind a colon, such as turning:1-3",
            ));
        };
        let is_code = code.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let rules = match is_code {
            true => Arc::new(HeapRules::spawning(code)?),
            false => Rules::find(code)?.heap_rules().cloned().ok_or_else(|| {
                BadInput::new(
                    format!("{code} is no heap game"),
                    "coins are turned by a code such as 1-3, or as heaps are made: turning:kayles",
                )
            })?,
        };
        Ok(Turning { rules })
    }

    fn read(&self, text: &str) -> Result<Coins, BadInput> {
        let hint = "write a row of coins, h for heads and t for tails, such as htthh";
        let text = INFO.start(text).unwrap_or(text).trim();
        let (mut heads, mut count) = (0, 0);
        for (place, letter) in text.chars().enumerate() {
            let head = match letter.to_ascii_lowercase() {
                'h' => 1,
                't' => 0,
                _ => {
                    return Err(BadInput::new(
                        format!("`{}` is no coin", letter.escape_debug()),
                        hint,
                    )
                    .at(place + 1));
                }
            };
            if place >= MAX_COINS {
                let message = format!("more than {MAX_COINS} coins in a row");
                return Err(BadInput::new(message, hint).at(place + 1));
            }
            heads |= head << place;
            count += 1;
        }
        if count == 0 {
            return Err(BadInput::new("there are no coins", hint).at(1));
        }
        let rules = Arc::clone(&self.rules);
        Ok(Coins {
            heads,
            count,
            rules,
        })
    }

    fn scene(&self, position: &Coins) -> crate::Scene {
        let text = self.write(position).replace('h', "B").replace('t', ".");
        crate::Scene::row(&text, crate::Figure::Stone)
    }

    fn write(&self, position: &Coins) -> String {
        let coin = |place| match position.heads >> place & 1 {
            1 => 'h',
            _ => 't',
        };
        (0..position.count).map(coin).collect()
    }

    fn unpack(&self, key: &Key) -> Option<Coins> {
        Some(Coins {
            heads: key.words[0],
            count: u8::try_from(key.shape).ok()?,
            rules: Arc::clone(&self.rules),
        })
    }

    fn scatter(&self, like: &Coins, random: &mut dyn FnMut(u64) -> u64) -> Coins {
        Coins {
            heads: random(1 << like.count),
            ..like.clone()
        }
    }

    fn all(&self, like: &Coins) -> Option<AllPositions<Coins>> {
        let like = like.clone();
        Some(AllPositions {
            count: 1 << like.count,
            get: Box::new(move |n| Coins {
                heads: n as u64,
                ..like.clone()
            }),
        })
    }

    /// Every set of coins whose last shows its head, if the rules allow it.
    fn slow_options(&self, text: &str, _player: Player) -> Option<Vec<String>> {
        let HeapRules::Spawning(code) = &*self.rules else {
            return None;
        };
        let coins: Vec<char> = text.chars().collect();
        if coins.len() > 12 {
            return None;
        }
        let mut found = Vec::new();
        for set in 1..1u64 << coins.len() {
            let turned: Vec<u64> = places(set).map(u64::from).collect();
            let (last, others) = turned.split_last()?;
            if coins[*last as usize - 1] == 'h' && code.allows(*last, others) {
                let mut after = coins.clone();
                for place in turned {
                    let coin = &mut after[place as usize - 1];
                    *coin = if *coin == 'h' { 't' } else { 'h' };
                }
                found.push(after.into_iter().collect());
            }
        }
        Some(found)
    }
}

static INFO: Info = Info {
    name: "turning",
    title: "Turning coins",
    cgsuite: &["game.strip.Turning", "Turning"],
    rules: "Turn some coins of a row over, of which the last must go from heads to tails. The \
            code says how many, and how they lie. Who cannot move loses.",
    notation: "The code stands behind the name: `turning:1-3` turns one to three coins, `3` \
               three, `1+` any number. Behind it `C` asks for consecutive coins, `E` for equal \
               distances, `S` for symmetric ones, `F` that the first is among them, `C(5)` that \
               all lie within five; a comma parts several codes. A position is a row of `h` and \
               `t`; a move is `turn 1,4`.",
    kind: Kind::IMPARTIAL,
    variants: &[
        Variant::new("1-3", "Mock Turtles; any code can be written"),
        Variant::new("1-2", "Turning Turtles, which is Nim"),
        Variant::new("1+C", "the Ruler game"),
    ],
    starts: &[Start::new(
        "nine",
        "htththtth",
        "nine coins, four of them heads",
    )],
    example: "htth",
    ..Info::BLANK
};
