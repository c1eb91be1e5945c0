//! Toppling Dominoes (Albert, Nowakowski, Wolfe): push one, and all fall.

use crate::Flow;
use crate::bad_input::BadInput;
use crate::game::{AllPositions, Game, Info, one_ruleset};
use crate::grid::Cell;
use crate::key::Key;
use crate::picture::Picture;
use crate::position::{Known, Position};
use crate::scene::{Figure, Holds, Outline, Scene, Spot};
use crate::strip::Strip;
use std::fmt;
use std::ops::ControlFlow;
use values::{Dyadic, Player};

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopplingDominoes;

/// A position: the dominoes that Left may push and those that Right may;
/// green ones are in both sets, fallen ones in none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dominoes(Strip);

/// A push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    place: u8,
    /// Towards higher places.
    right: bool,
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrow = if self.right { '>' } else { '<' };
        write!(f, "{}{arrow}", self.place + 1)
    }
}

impl Dominoes {
    fn standing(&self) -> u128 {
        self.0.sets[0] | self.0.sets[1]
    }

    /// The runs of standing dominoes: first place and length.
    fn runs(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut rest = self.standing();
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let from = rest.trailing_zeros() as usize;
            let len = (rest >> from).trailing_ones() as usize;
            rest &= !(u128::MAX >> (128 - len) << from);
            Some((from, len))
        })
    }
}

impl Position for Dominoes {
    type Move = Push;

    fn moves(&self, player: Player, each: &mut impl FnMut(Push) -> Flow) -> Flow {
        for place in self.0.places() {
            if self.0.at(place)[player as usize] {
                for right in [false, true] {
                    each(Push {
                        place: place as u8,
                        right,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, _player: Player, mv: &Push) -> Self {
        let standing = self.standing();
        let mut sets = self.0.sets;
        let mut place = u32::from(mv.place);
        while place < 128 && standing >> place & 1 == 1 {
            sets = sets.map(|set| set & !(1 << place));
            // Below place 0 is beyond the other end, too.
            place = if mv.right {
                place + 1
            } else {
                place.wrapping_sub(1)
            };
        }
        Dominoes(Strip { sets, ..self.0 })
    }

    /// A gap stops the fall.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        for (from, len) in self.runs() {
            each(Dominoes(self.0.cut(from, len)));
        }
    }

    /// Seen from behind the row is the same; exchanging the colours negates.
    fn normal_form(&self) -> (Self, bool) {
        let mut best = (self.0, false);
        for strip in [self.0, self.0.reversed()] {
            for (strip, negated) in [(strip, false), (strip.exchanged(), true)] {
                if strip < best.0 {
                    best = (strip, negated);
                }
            }
        }
        (Dominoes(best.0), best.1)
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        match symmetry {
            0 => Some(Dominoes(self.0.exchanged())),
            1 => Some(Dominoes(self.0.reversed().exchanged())),
            _ => None,
        }
    }

    fn pack(&self) -> Option<Key> {
        Some(self.0.pack())
    }

    fn rank(&self) -> u64 {
        u64::from(self.standing().count_ones())
    }

    /// A run of one colour is an integer or a nimber.
    fn known_value(&self) -> Option<Known> {
        let [left, right] = self.0.sets;
        if left == right {
            return Some(Known::nimber(
                self.runs().fold(0, |sum, (_, len)| sum ^ len as u64),
            ));
        }
        let count = |set: u128| i64::from(set.count_ones());
        (left == 0 || right == 0).then(|| Known::number(Dyadic::from(count(left) - count(right))))
    }
}

fn symbol(at: [bool; 2]) -> char {
    match at {
        [true, true] => '#',
        [true, false] => 'B',
        [false, true] => 'W',
        [false, false] => '.',
    }
}

impl Game for TopplingDominoes {
    type Position = Dominoes;

    one_ruleset!(INFO);

    fn read(&self, text: &str) -> Result<Dominoes, BadInput> {
        let letter = |c| if matches!(c, 'e' | 'E') { '#' } else { c };
        let (mut strip, board) = Strip::read(text, letter)?;
        let green = board.set::<u128>(Cell::Blocked);
        strip.sets = strip.sets.map(|set| set | green);
        Ok(Dominoes(strip))
    }

    fn unpack(&self, key: &Key) -> Option<Dominoes> {
        Strip::unpack(key).map(Dominoes)
    }

    fn write(&self, position: &Dominoes) -> String {
        position.0.write(symbol)
    }

    fn draw(&self, position: &Dominoes) -> String {
        position.0.draw(symbol)
    }

    /// Each domino has a half to push to the left and one to the right.
    fn scene(&self, position: &Dominoes) -> Scene {
        let row = Scene::row(&self.write(position), Figure::Domino);
        let halves = row.spots.iter().flat_map(|spot| {
            [(false, '<'), (true, '>')].map(|(right, direction)| Spot {
                name: format!("{}{direction}", spot.name),
                outline: Outline::Half { right },
                holds: match spot.holds {
                    Holds::Blocked => Holds::Both,
                    holds => holds,
                },
                ..*spot
            })
        });
        Scene {
            spots: halves.collect(),
            ..row
        }
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        &[
            ('.', "gap"),
            ('B', "domino of Black (Left)"),
            ('W', "domino of White (Right)"),
            ('#', "green: of both"),
        ]
    }

    fn scatter(&self, like: &Dominoes, random: &mut dyn FnMut(u64) -> u64) -> Dominoes {
        Dominoes(like.0.filled(|_| {
            // Gaps are rare.
            let kind = [1, 1, 1, 2, 2, 2, 3, 3, 0][random(9) as usize];
            [1, 2].map(|side| kind & side != 0)
        }))
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let mine = match player {
            Player::Left => 'B',
            Player::Right => 'W',
        };
        let picture = Picture::new(text);
        let mut options = Vec::new();
        for place in picture.places() {
            if !picture.at(place).is_some_and(|c| c == mine || c == '#') {
                continue;
            }
            for step in [-1, 1] {
                let fallen: Vec<_> = (0..)
                    .map(|n| (place.0, place.1 + n * step))
                    .take_while(|&p| picture.at(p).is_some_and(|c| c != '.'))
                    .map(|p| (p, '.'))
                    .collect();
                options.push(picture.with(&fallen));
            }
        }
        Some(options)
    }

    /// All rows without gaps.
    fn all(&self, like: &Dominoes) -> Option<AllPositions<Dominoes>> {
        let like = like.0;
        AllPositions::ternary(usize::from(like.len), move |digits| {
            let mut digits = digits.map(|digit| [digit != 1, digit != 0]);
            Dominoes(like.filled(|_| digits.next().unwrap_or_default()))
        })
    }
}

static INFO: Info = Info {
    name: "toppling_dominoes",
    title: "Toppling Dominoes",
    cgsuite: &["game.strip.TopplingDominoes", "TopplingDominoes"],
    rules: "Dominoes stand in a row. A player pushes one of her own colour, or a green one, to the \
            left or to the right; it falls with all dominoes on that side, up to a gap. Fallen \
            dominoes are removed. Who cannot move loses.",
    notation: "One row: `B` a domino of Left, `W` of Right, `#` or `e` a green one (both \
               players'), `.` a gap. A move names the place from 1 and the direction, 3> or 3<.",
    example: "BWW#B",
    ..Info::BLANK
};
