//! Heap games: Nim, subtraction games, Kayles and other take-and-break games.

mod code;
mod games;
mod rules;
mod scene;
mod slow;
mod spawning;
mod table;
mod text;

pub use code::{Code, Digit, Shape};
use games::Named;
pub use games::{
    DawsonsKayles, GrundysGame, Kayles, Nim, Octal, OneTwoThreeNim, SpawningHeaps, Subtraction,
};
pub use rules::{HeapRules, MAX_HEAP, Numbers};
pub(crate) use scene::{column_paths, columns};
pub use spawning::Spawning;
pub use table::HeapTable;

use crate::Flow;
use crate::bad_input::BadInput;
use crate::capabilities::Capabilities;
use crate::key::Key;
use crate::position::{Known, Position, allocated};
use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use values::Player;

/// A position: heaps where they were put, those that were emptied too; at least
/// one. Two are equal when their heaps, place by place, and their rules are.
#[derive(Clone, Debug)]
pub struct Heaps {
    heaps: Vec<u64>,
    rules: Arc<HeapRules>,
}

impl Heaps {
    /// The heaps of a position, if it is one of a heap game.
    pub fn of<P: Position>(position: &P) -> Option<Cow<'_, Heaps>> {
        (P::CAPABILITIES.heaps)(position)
    }

    /// A position with these heaps, none above 2⁶³; no heap is an empty one.
    pub fn new(rules: Arc<HeapRules>, mut heaps: Vec<u64>) -> Result<Self, BadInput> {
        if let Some(heap) = heaps.iter().find(|&&heap| heap > MAX_HEAP) {
            return Err(BadInput::new(format!("a heap of {heap}"), RANGE));
        }
        let largest = rules.largest_heap();
        if let Some(heap) = heaps.iter().find(|&&heap| heap > largest) {
            return Err(BadInput::new(
                format!("a heap of {heap} in the game {rules}"),
                format!("its heaps are whole numbers from 0 to {largest}"),
            ));
        }
        if heaps.is_empty() {
            heaps.push(0);
        }
        Ok(Heaps { heaps, rules })
    }

    /// Reads heap sizes such as `3,4,5`.
    pub fn read(rules: &Arc<HeapRules>, text: &str) -> Result<Self, BadInput> {
        if text.trim().is_empty() {
            return Err(BadInput::new("there are no heaps", RANGE).at(1));
        }
        let mut heaps = Vec::new();
        for (column, word) in text::words(text, &[',', '+', '/', '|']) {
            let wrong = |message: String| BadInput::new(message, RANGE).at(column);
            match text::number(word) {
                Some(heap) if heap <= MAX_HEAP => heaps.push(heap),
                Some(_) => return Err(wrong(format!("a heap of {word}"))),
                None if word.is_empty() => return Err(wrong("a heap size is missing".into())),
                None if word.strip_prefix('-').and_then(text::number).is_some() => {
                    return Err(wrong(format!("the heap {word} is negative")));
                }
                None => return Err(wrong(format!("`{word}` is no heap size"))),
            }
        }
        Heaps::new(Arc::clone(rules), heaps)
    }

    /// The position that has a key.
    fn unpack(rules: &Arc<HeapRules>, key: &Key) -> Self {
        let (bits, len) = ((key.shape >> 8) as u32, key.shape & 0xff);
        let heap = |place| {
            let (word, by) = at(place, bits);
            key.words[word] >> by & (u64::MAX >> (64 - bits))
        };
        Heaps {
            heaps: (0..len as usize).map(heap).collect(),
            rules: Arc::clone(rules),
        }
    }

    /// The sizes, place by place; an emptied heap is 0.
    #[must_use]
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }

    /// The move that makes `into` of the heap at a place, from 0.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn move_at(&self, place: usize, into: &[u64]) -> HeapMove {
        let heap = self.heaps[place];
        HeapMove {
            place,
            heap,
            nth: self.heaps[..place].iter().filter(|h| **h == heap).count(),
            taken: heap.saturating_sub(into.iter().sum()),
            into: into.to_vec(),
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<HeapRules> {
        &self.rules
    }
}

const RANGE: &str = "heaps are whole numbers from 0 to 2^63, such as 3,4,5";

impl PartialEq for Heaps {
    fn eq(&self, other: &Self) -> bool {
        self.heaps == other.heaps
            && (Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
    }
}

impl Eq for Heaps {}

impl Hash for Heaps {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.heaps.hash(state);
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::list(&self.heaps, ","))
    }
}

/// No heap takes up less of a key.
const MIN_BITS: u32 = 8;

/// The word and the place there of a heap in a key.
fn at(place: usize, bits: u32) -> (usize, u32) {
    let from = place as u32 * bits;
    ((from / 64) as usize, from % 64)
}

/// A move: what becomes of one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapMove {
    /// Where the heap is, from 0.
    pub place: usize,
    /// Its size, by which it is called.
    pub heap: u64,
    /// How many heaps of this size come before it.
    pub nth: usize,
    /// How many are taken from it.
    pub taken: u64,
    /// The heaps that are left, in ascending order.
    pub into: Vec<u64>,
}

impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HeapMove { heap, taken, .. } = self;
        if self.into.len() < 2 {
            return write!(f, "take {taken} from {}heap {heap}", Nth(self.nth));
        }
        let into = text::list(&self.into, "+");
        write!(f, "split {}{heap} into {into}", Nth(self.nth))?;
        match taken {
            0 => Ok(()),
            _ => write!(f, " taking {taken}"),
        }
    }
}

/// Which of several heaps of one size: nothing for the first, then `2nd `,
/// `3rd `, and so on.
struct Nth(usize);

impl fmt::Display for Nth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.0 + 1;
        let ending = match (number % 10, number % 100) {
            _ if self.0 == 0 => return Ok(()),
            (1, n) if n != 11 => "st",
            (2, n) if n != 12 => "nd",
            (3, n) if n != 13 => "rd",
            _ => "th",
        };
        write!(f, "{number}{ending} ")
    }
}

impl Position for Heaps {
    type Move = HeapMove;

    const CAPABILITIES: Capabilities<Self> = Capabilities {
        heaps: |heaps| Some(Cow::Borrowed(heaps)),
        ..Capabilities::NONE
    };

    fn moves(&self, _player: Player, each: &mut impl FnMut(HeapMove) -> Flow) -> Flow {
        for (place, &heap) in self.heaps.iter().enumerate() {
            self.rules
                .each_option(heap, &mut |into| each(self.move_at(place, into)))?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, _player: Player, mv: &HeapMove) -> Self {
        let mut heaps = self.heaps.clone();
        // An emptied heap keeps its place, so that the others keep theirs.
        let left: &[u64] = if mv.into.is_empty() { &[0] } else { &mv.into };
        heaps.splice(mv.place..=mv.place, left.iter().copied());
        Heaps {
            heaps,
            rules: Arc::clone(&self.rules),
        }
    }

    /// The heaps in ascending order, none empty unless all are.
    fn normal_form(&self) -> (Self, bool) {
        let mut heaps = self.heaps.clone();
        heaps.sort_unstable();
        let empty = heaps.partition_point(|&heap| heap == 0);
        heaps.drain(..empty.min(heaps.len() - 1));
        let rules = Arc::clone(&self.rules);
        (Heaps { heaps, rules }, false)
    }

    fn can_move(&self, _player: Player) -> bool {
        self.heaps.iter().any(|&heap| self.rules.can_move(heap))
    }

    /// Every heap on its own; heaps without a move are nothing.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        for &heap in &self.heaps {
            if self.rules.can_move(heap) {
                each(Heaps {
                    heaps: vec![heap],
                    rules: Arc::clone(&self.rules),
                });
            }
        }
    }

    fn outside_bytes(&self) -> usize {
        allocated(self.heaps.capacity() * size_of::<u64>())
    }

    /// The ranks of the heaps. Positions with more than 2⁶³ counters, which
    /// nobody plays to the end, all have the largest rank.
    fn rank(&self) -> u64 {
        let ranks = self.heaps.iter().map(|&heap| self.rules.rank(heap));
        u64::try_from(ranks.sum::<u128>()).unwrap_or(u64::MAX)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn known_value(&self) -> Option<Known> {
        let mut values = self.heaps.iter().map(|&heap| self.rules.formula(heap));
        let sum = values.try_fold(0, |sum, value| Some(sum ^ value?))?;
        Some(Known::nimber(sum))
    }

    /// As many bits for each heap as the largest needs, in a power of two.
    fn pack(&self) -> Option<Key> {
        let largest = self.heaps.iter().max()?;
        let bits = (64 - largest.leading_zeros())
            .next_power_of_two()
            .max(MIN_BITS);
        if self.heaps.len() * bits as usize > 4 * 64 {
            return None;
        }
        let mut words = [0; 4];
        for (place, heap) in self.heaps.iter().enumerate() {
            let (word, by) = at(place, bits);
            words[word] |= heap << by;
        }
        let shape = u64::from(bits) << 8 | self.heaps.len() as u64;
        Some(Key { words, shape })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use std::collections::BTreeSet;

    fn moves(position: &Heaps) -> Vec<HeapMove> {
        let mut found = Vec::new();
        let _ = position.moves(Player::Left, &mut |mv| {
            found.push(mv);
            ControlFlow::Continue(())
        });
        found
    }

    fn games() -> Vec<(&'static str, Arc<HeapRules>)> {
        let rules = |rules: Result<HeapRules, BadInput>| Arc::new(rules.unwrap());
        vec![
            ("nim", Arc::new(HeapRules::Nim)),
            ("subtraction", rules(HeapRules::subtraction("2,3,7"))),
            ("all but", rules(HeapRules::subtraction("allbut:1,4"))),
            ("kayles", rules(HeapRules::code("0.77"))),
            ("grundy", rules(HeapRules::code("4!."))),
            ("octal", rules(HeapRules::code("4.007"))),
            ("hexadecimal", rules(HeapRules::code("C.3F?8!"))),
            ("equal", rules(HeapRules::code("C=.3"))),
            ("periodic", rules(HeapRules::code("0.7[03]"))),
            ("spawning", rules(HeapRules::spawning("1-3"))),
            ("ruler", rules(HeapRules::spawning("1-3C,3E"))),
            ("symmetric", rules(HeapRules::spawning("2-4S,1F"))),
        ]
    }

    #[test]
    fn positions_are_written_as_they_were_put() {
        let nim = Nim::with_variant(None).unwrap();
        for (text, written) in [
            ("3,4,5", "3,4,5"),
            ("5 3  4", "5,3,4"),
            ("5+0+3", "5,0,3"),
            (" 7/7|1\n2 ", "7,7,1,2"),
            ("0", "0"),
            ("9223372036854775808", "9223372036854775808"),
            ("marienbad", "1,3,5,7"),
        ] {
            let position = nim.read(text).unwrap();
            assert_eq!(nim.write(&position), written);
            assert_eq!(nim.read(written).unwrap(), position);
        }
        assert_eq!(
            nim.draw(&nim.read("3,12").unwrap()),
            " 3  ooo\n12  oooooooooooo"
        );
    }

    #[test]
    fn heaps_stay_where_they_were_put() {
        let play = |rules: &Arc<HeapRules>, start: &str, moves: &[&str]| {
            let mut position = Heaps::read(rules, start).unwrap();
            for text in moves {
                let all = super::tests::moves(&position);
                let mv = all.iter().find(|mv| mv.to_string() == *text).unwrap();
                position = position.play(Player::Left, mv);
            }
            position.to_string()
        };
        let nim = Arc::new(HeapRules::Nim);
        for (start, moves, after) in [
            ("5,4,3", &["take 4 from heap 5"][..], "1,4,3"),
            (
                "5,4,3",
                &["take 4 from heap 4", "take 1 from heap 5"],
                "4,0,3",
            ),
            ("3,3,3", &["take 1 from heap 3"], "2,3,3"),
            ("3,3,3", &["take 1 from 2nd heap 3"], "3,2,3"),
            ("3,3,3", &["take 3 from 3rd heap 3"], "3,3,0"),
            ("1", &["take 1 from heap 1"], "0"),
        ] {
            assert_eq!(play(&nim, start, moves), after, "{start} {moves:?}");
        }
        let kayles = Arc::new(HeapRules::code("0.77").unwrap());
        let split = &["split 2nd 4 into 1+2 taking 1", "take 2 from heap 2"];
        assert_eq!(play(&kayles, "4,9,4,7", split), "4,9,1,0,7");
    }

    #[test]
    fn the_order_of_heaps_does_not_matter_to_their_normal_form() {
        let nim = Arc::new(HeapRules::Nim);
        let normal = |text: &str| Heaps::read(&nim, text).unwrap().normal_form().0.to_string();
        assert_eq!(normal("5,0,3,4"), "3,4,5");
        assert_eq!(normal("0,0"), "0");
    }

    #[test]
    fn moves_are_readable() {
        let rules = Arc::new(HeapRules::code("0.77").unwrap());
        let position = Heaps::read(&rules, "4").unwrap();
        let told: Vec<String> = moves(&position).iter().map(HeapMove::to_string).collect();
        assert_eq!(
            told,
            [
                "take 1 from heap 4",
                "split 4 into 1+2 taking 1",
                "take 2 from heap 4",
                "split 4 into 1+1 taking 2",
            ]
        );
        let rules = Arc::new(HeapRules::code("4!.").unwrap());
        let position = Heaps::read(&rules, "5,2").unwrap();
        let told: Vec<String> = moves(&position).iter().map(HeapMove::to_string).collect();
        assert_eq!(told, ["split 5 into 1+4", "split 5 into 2+3"]);
    }

    #[test]
    fn moves_are_those_of_the_slow_rules_and_lower_the_rank() {
        for (name, rules) in games() {
            for text in ["0", "1", "2,2", "7", "9,3,3", "12,1"] {
                let position = Heaps::read(&rules, text).unwrap();
                let played: BTreeSet<String> = moves(&position)
                    .iter()
                    .map(|mv| {
                        let after = position.play(Player::Right, mv);
                        assert!(after.rank() < position.rank(), "{name} {text}: {mv}");
                        after.to_string()
                    })
                    .collect();
                let slow = slow::options(&rules, &position.to_string()).unwrap();
                assert_eq!(played, slow.into_iter().collect(), "{name} {text}");
                assert_eq!(position.can_move(Player::Left), !played.is_empty());
            }
        }
    }

    #[test]
    fn huge_heaps_can_be_moved_from() {
        for (name, rules) in games() {
            if rules.largest_heap() < MAX_HEAP {
                let refused = Heaps::new(Arc::clone(&rules), vec![rules.largest_heap() + 1]);
                assert!(refused.is_err(), "{name}");
                continue;
            }
            let position = Heaps::new(Arc::clone(&rules), vec![MAX_HEAP; 3]).unwrap();
            assert!(position.can_move(Player::Left), "{name}");
            assert_eq!(position.rank(), u64::MAX);
        }
        let nim = Heaps::read(&Arc::new(HeapRules::Nim), "9223372036854775808,1").unwrap();
        assert_eq!(nim.known_value(), Some(Known::nimber((1 << 63) + 1)));
    }
}
