//! Toads and Frogs: toads go right, frogs go left, and jump over each other.

use crate::Flow;
use crate::bad_input::BadInput;
use crate::bits::Bits;
use crate::game::{AllPositions, Game, Info, Start, one_ruleset};
use crate::grid::{Cell, stone};
use crate::key::Key;
use crate::layout::refuse;
use crate::picture::{Picture, on};
use crate::position::{Known, Position};
use crate::scene::{Figure, Scene};
use crate::strip::Strip;
use std::fmt;
use std::ops::ControlFlow;
use values::{Dyadic, Player};

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToadsAndFrogs;

/// A position: where toads (Left) and frogs (Right) sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pond(Strip);

/// A step or a jump, by the places from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    from: u8,
    to: u8,
}

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from + 1, self.to + 1)
    }
}

impl Pond {
    /// Seen by a player who goes right: her animals, the other's.
    fn seen_by(&self, player: Player) -> Strip {
        match player {
            Player::Left => self.0,
            Player::Right => self.0.reversed().exchanged(),
        }
    }

    /// The steps to the end that the animals of a player have before them.
    fn steps(&self, player: Player) -> i64 {
        let strip = self.seen_by(player);
        let last = i64::from(strip.len) - 1;
        let places = strip.sets[0].squares();
        places.map(|place| last - place as i64).sum()
    }

    /// The parts of the pond between blocks that can never move: two toads
    /// and then two frogs.
    fn each_part(&self, each: &mut impl FnMut(Strip)) {
        let [toads, frogs] = self.0.sets;
        let blocks = toads & toads >> 1 & frogs >> 2 & frogs >> 3;
        let mut from = 0;
        for block in blocks.squares() {
            trimmed(self.0.cut(from, block + 2 - from), each);
            from = block + 2;
        }
        trimmed(self.0.cut(from, usize::from(self.0.len) - from), each);
    }
}

/// Frogs at a part's left end and toads at its right end are stuck, too, and
/// are left out.
fn trimmed(mut strip: Strip, each: &mut impl FnMut(Strip)) {
    for _ in 0..2 {
        let stuck = strip.sets[1].trailing_ones() as usize;
        strip = strip.cut(stuck, usize::from(strip.len) - stuck);
        if strip.sets == [0, 0] {
            return;
        }
        // The other end, and then as it was.
        strip = strip.reversed().exchanged();
    }
    each(strip);
}

impl Position for Pond {
    type Move = Hop;

    fn moves(&self, player: Player, each: &mut impl FnMut(Hop) -> Flow) -> Flow {
        let strip = self.seen_by(player);
        let [mine, theirs] = strip.sets;
        let inside = u128::MAX >> (128 - u32::from(strip.len));
        let empty = inside & !(mine | theirs);
        let (steps, jumps) = (mine & empty >> 1, mine & theirs >> 1 & empty >> 2);
        for from in (steps | jumps).squares() {
            let to = if steps.has(from) { from + 1 } else { from + 2 };
            let place = |p: usize| match player {
                Player::Left => p as u8,
                Player::Right => strip.len - 1 - p as u8,
            };
            each(Hop {
                from: place(from),
                to: place(to),
            })?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, player: Player, mv: &Hop) -> Self {
        let mut strip = self.0;
        strip.sets[player as usize] ^= 1 << mv.from | 1 << mv.to;
        Pond(strip)
    }

    fn parts(&self, each: &mut impl FnMut(Self)) {
        self.each_part(&mut |strip| each(Pond(strip)));
    }

    /// Seen from the other side of the pond, toads are frogs.
    fn normal_form(&self) -> (Self, bool) {
        let mirrored = self.0.reversed().exchanged();
        if mirrored < self.0 {
            (Pond(mirrored), true)
        } else {
            (*self, false)
        }
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        (symmetry == 0).then(|| Pond(self.0.reversed().exchanged()))
    }

    fn pack(&self) -> Option<Key> {
        Some(self.0.pack())
    }

    /// The steps to the end that all animals have before them.
    fn rank(&self) -> u64 {
        (self.steps(Player::Left) + self.steps(Player::Right)) as u64
    }

    /// Where all frogs are left of all toads, they never meet: each side
    /// counts its free steps.
    fn known_value(&self) -> Option<Known> {
        let [toads, frogs] = self.0.sets;
        let last_frog = 128 - frogs.leading_zeros();
        if toads != 0 && last_frog > toads.trailing_zeros() {
            return None;
        }
        let free = |player: Player| {
            let count = i64::from(self.0.sets[player as usize].count_ones());
            self.steps(player) - count * (count - 1) / 2
        };
        let value = free(Player::Left) - free(Player::Right);
        Some(Known::number(Dyadic::from(value)))
    }
}

impl Game for ToadsAndFrogs {
    type Position = Pond;

    one_ruleset!(INFO);

    fn unpack(&self, key: &Key) -> Option<Pond> {
        Strip::unpack(key).map(Pond)
    }

    fn read(&self, text: &str) -> Result<Pond, BadInput> {
        let letter = |c| match c {
            't' | 'T' => 'B',
            'f' | 'F' => 'W',
            c => c,
        };
        let (strip, board) = Strip::read(INFO.start(text).unwrap_or(text), letter)?;
        refuse(
            &board,
            |cell| cell == Cell::Blocked,
            "is blocked",
            "Toads and Frogs has no blocked places; write `.`",
        )?;
        Ok(Pond(strip))
    }

    fn write(&self, position: &Pond) -> String {
        position.0.write(stone)
    }

    fn draw(&self, position: &Pond) -> String {
        position.0.draw(|at| match at {
            [true, _] => 't',
            [_, true] => 'f',
            _ => '.',
        })
    }

    fn scene(&self, position: &Pond) -> Scene {
        Scene::row(&self.write(position), Figure::Animal)
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        &[('.', "empty"), ('B', "toad (Left)"), ('W', "frog (Right)")]
    }

    fn scatter(&self, like: &Pond, random: &mut dyn FnMut(u64) -> u64) -> Pond {
        Pond(like.0.filled(|_| {
            let kind = random(3);
            [kind == 0, kind == 1]
        }))
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let (mine, theirs, step) = match player {
            Player::Left => ('B', 'W', (0, 1)),
            Player::Right => ('W', 'B', (0, -1)),
        };
        let picture = Picture::new(text);
        let mut options = Vec::new();
        for place in picture.places() {
            let seen = [0, 1, 2].map(|n| picture.at(on(place, step, n)).unwrap_or('#'));
            if seen[0] == mine && seen[1] == '.' {
                options.push(picture.with(&[(place, '.'), (on(place, step, 1), mine)]));
            }
            if seen == [mine, theirs, '.'] {
                options.push(picture.with(&[(place, '.'), (on(place, step, 2), mine)]));
            }
        }
        Some(options)
    }

    fn all(&self, like: &Pond) -> Option<AllPositions<Pond>> {
        let like = like.0;
        AllPositions::ternary(usize::from(like.len), move |digits| {
            let mut digits = digits.map(|digit| [1, 2].map(|side| digit == side));
            Pond(like.filled(|_| digits.next().unwrap_or_default()))
        })
    }
}

static INFO: Info = Info {
    name: "toads_and_frogs",
    title: "Toads and Frogs",
    cgsuite: &["game.strip.ToadsAndFrogs", "ToadsAndFrogs"],
    rules: "Left moves a toad one place to the right onto an empty place, or over one frog onto \
            the empty place behind it; Right moves a frog to the left in the same way. Nothing is \
            removed. Who cannot move loses.",
    notation: "One row: `B` or `t` a toad (Left), `W` or `f` a frog (Right), `.` empty. A move \
               names the places from 1, 2-4.",
    starts: &[
        Start::new("2-1-2", "tt.ff", "two toads, one empty place, two frogs"),
        Start::new(
            "3-2-3",
            "ttt..fff",
            "three toads, two empty places, three frogs",
        ),
    ],
    example: "t.t.f.f",
    sides: ["Toads", "Frogs"],
    ..Info::BLANK
};
