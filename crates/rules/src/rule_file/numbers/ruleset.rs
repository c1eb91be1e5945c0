//! Sums of heaps of numbers as a game.

use super::heap::{Heap, Sum, form, pack, read_heaps, times, unpack, write_heap, write_heaps};
use super::known::KnownHeap;
use super::moves::{Moves, Work};
use super::scene;
use super::symmetry::Symmetry;
use crate::bad_input::BadInput;
use crate::game::Info;
use crate::heaps::HeapMove;
use crate::interner::Interner;
use crate::key::Key;
use crate::position::{Known, allocated};
use crate::rule_file::{FileRules, Findings, claimed};
use crate::ruleset::{EachMove, Ruleset};
use crate::scene::Scene;
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use values::Player;

/// A position is a sum of heaps, in ascending order. Heaps in which nobody
/// can move are left out.
pub(super) struct NumberHeaps {
    info: &'static Info,
    names: Vec<String>,
    moves: Moves,
    /// Those that keep the players first; the numbers as they are is one.
    symmetries: Vec<Symmetry>,
    impartial: bool,
    interned: Interner<Vec<Heap>>,
    /// Values that the author knows.
    known: Vec<KnownHeap>,
}

/// Takes the place of a heap, the sum that is made of it, and the heaps in
/// that sum in which somebody can move.
type EachOption<'a> = dyn FnMut(usize, &Sum, Vec<Heap>) -> ControlFlow<()> + 'a;

/// What a move makes of a heap, for people.
struct Words<'a> {
    heap: &'a Heap,
    sum: &'a Sum,
    numbers: usize,
    /// An empty heap of one number is nothing.
    zero_is_nothing: bool,
}

/// A move that makes more equal heaps writes their number.
const MOST_WRITTEN: u32 = 16;

impl Words<'_> {
    /// The move as one of a heap game, if it takes and splits.
    fn take_and_break(&self) -> Option<HeapMove> {
        let few = self.sum.iter().all(|(_, count)| *count <= MOST_WRITTEN);
        if self.numbers != 1 || !few || !self.zero_is_nothing {
            return None;
        }
        let into: Vec<u64> = self
            .sum
            .iter()
            .filter(|(heap, _)| heap[0] > 0)
            .flat_map(|(heap, count)| std::iter::repeat_n(u64::from(heap[0]), *count as usize))
            .collect();
        let heap = u64::from(self.heap[0]);
        let taken = heap.checked_sub(into.iter().sum())?;
        Some(HeapMove {
            place: 0,
            heap,
            nth: 0,
            taken,
            into,
        })
    }
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mv) = self.take_and_break() {
            return mv.fmt(f);
        }
        write!(f, "{} -> ", write_heap(self.heap, self.numbers))?;
        if self.sum.is_empty() {
            return f.write_str("nothing");
        }
        let heaps = self.sum.iter();
        let words: Vec<String> = heaps
            .map(|(heap, count)| times(*count as usize, &write_heap(heap, self.numbers)))
            .collect();
        f.write_str(&words.join(" + "))
    }
}

impl NumberHeaps {
    pub fn new(
        names: Vec<String>,
        moves: Moves,
        symmetries: Vec<Symmetry>,
        known: Vec<KnownHeap>,
    ) -> Self {
        NumberHeaps {
            info: &Info::BLANK,
            impartial: moves.same_for_both,
            names,
            moves,
            symmetries,
            interned: Interner::new(),
            known,
        }
    }

    fn numbers(&self) -> usize {
        self.names.len()
    }

    fn key(&self, heaps: Vec<Heap>) -> Key {
        pack(&heaps, self.numbers()).unwrap_or_else(|| Key {
            words: [u64::from(self.interned.number(heaps, bytes)), 0, 0, 0],
            shape: Key::INTERNED,
        })
    }

    fn heaps(&self, key: &Key) -> Vec<Heap> {
        match key.is_interned() {
            true => self.interned.get(key.words[0] as u32).clone(),
            false => unpack(key, self.numbers()),
        }
    }

    fn zero_is_nothing(&self) -> bool {
        self.numbers() == 1 && !self.moves.is_alive(&[0; _])
    }

    /// How a position without heaps is written.
    fn nothing(&self) -> &'static str {
        match self.numbers() {
            1 if !self.zero_is_nothing() => "nothing",
            _ => "0",
        }
    }

    /// Calls `each` with what a player can make of every heap: its place, the
    /// sum with all its heaps, and those in which somebody can move. Equal
    /// heaps are looked at once, and so is what becomes of them.
    fn each_option(
        &self,
        heaps: &[Heap],
        player: Player,
        each: &mut EachOption<'_>,
    ) -> ControlFlow<()> {
        let mut seen: HashSet<Vec<Heap>> = HashSet::new();
        for (place, heap) in heaps.iter().enumerate() {
            if place > 0 && heaps[place - 1] == *heap {
                continue;
            }
            seen.clear();
            let mut flow = ControlFlow::Continue(());
            let _ = self.moves.each(heap, player, &mut |sum| {
                let alive = self.moves.alive_parts(&sum);
                if !seen.contains(&alive) {
                    seen.insert(alive.clone());
                    flow = each(place, &sum, alive);
                }
                flow
            });
            flow?;
        }
        ControlFlow::Continue(())
    }
}

/// What kept heaps take.
fn bytes(heaps: &Vec<Heap>) -> usize {
    allocated(size_of::<Vec<Heap>>() + 2 * size_of::<usize>())
        + allocated(heaps.capacity() * size_of::<Heap>())
}

impl FileRules for NumberHeaps {
    fn describe(&mut self, info: &'static Info) {
        self.info = info;
    }

    fn findings(&self) -> Findings {
        let rank = match (&self.moves.falling, self.moves.loopy) {
            (_, true) => "none: play may return".to_owned(),
            (None, false) => "the longest play, found for every heap that is read".to_owned(),
            (Some(falling), false) => {
                let terms = self.names.iter().zip(&falling.weights);
                let terms: Vec<String> = terms
                    .filter(|(_, weight)| **weight > 0)
                    .map(|(name, weight)| match weight {
                        1 => name.clone(),
                        _ => format!("{weight}{name}"),
                    })
                    .collect();
                let less = match falling.constant {
                    0 => String::new(),
                    constant => format!(" - {}", -constant),
                };
                format!("{}{less} falls with every move", terms.join(" + "))
            }
        };
        let symmetries: Vec<String> = self
            .symmetries
            .iter()
            .filter(|symmetry| self.numbers() > 1 && !(self.impartial && symmetry.negates))
            .filter(|symmetry| symmetry.negates || !symmetry.order.is_sorted())
            .map(|symmetry| {
                let mut moved = self.names.clone();
                for (name, &to) in self.names.iter().zip(&symmetry.order) {
                    moved[to].clone_from(name);
                }
                let sign = if symmetry.negates { "-" } else { "" };
                let [from, to] = [&self.names, &moved].map(|names| names.join(","));
                format!("({from}) = {sign}({to})")
            })
            .collect();
        let mut others = vec![("rank", rank), ("parts", "every heap is one".to_owned())];
        if !symmetries.is_empty() {
            others.push(("symmetries", symmetries.join(", ")));
        }
        others.extend(claimed(self.known.len()));
        let moves = match self.numbers() {
            1 => "A move such as `take 3 from heap 5` or `split 5 into 1+3 taking 1`.",
            _ => "A move says what becomes of a heap, such as `(3,4) -> (2,4)`.",
        };
        let mut notation = form(self.numbers());
        if let Some(first) = notation.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Findings {
            impartial: self.impartial,
            loopy: self.moves.loopy,
            drawn: false,
            notation: format!("{notation}. {moves}"),
            others,
        }
    }
}

impl Ruleset for NumberHeaps {
    fn about(&self) -> &'static Info {
        self.info
    }

    fn read(&self, text: &str) -> Result<Key, BadInput> {
        let text = self.info.start(text.trim()).unwrap_or(text);
        if matches!(text.trim(), "nothing") {
            return Ok(self.key(Vec::new()));
        }
        let mut heaps = read_heaps(text, self.numbers())?;
        heaps.sort_unstable();
        let mut work = Work::default();
        for run in heaps.chunk_by(|a, b| a == b) {
            let heap = &run[0];
            self.moves
                .explore(heap, &mut work)
                .map_err(|trouble| self.moves.refusal(heap, &trouble))?;
        }
        heaps.retain(|heap| self.moves.is_alive(heap));
        if self.moves.loopy && heaps.len() > 1 {
            return Err(BadInput::new(
                "play may not end, and there are several heaps",
                "write one heap, and sums of positions with `+` between games",
            ));
        }
        Ok(self.key(heaps))
    }

    fn write(&self, key: &Key) -> String {
        write_heaps(&self.heaps(key), self.numbers(), self.nothing())
    }

    fn moves(&self, key: &Key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
        let heaps = self.heaps(key);
        let zero_is_nothing = self.zero_is_nothing();
        self.each_option(&heaps, player, &mut |place, sum, alive| {
            let words = Words {
                heap: &heaps[place],
                sum,
                numbers: self.numbers(),
                zero_is_nothing,
            };
            let mut after = heaps.clone();
            after.splice(place..=place, alive);
            after.sort_unstable();
            each(&words, self.key(after))
        })
    }

    fn rank(&self, key: &Key) -> u64 {
        let heaps = self.heaps(key);
        heaps.iter().map(|heap| self.moves.rank(heap)).sum()
    }

    fn parts(&self, key: &Key, into: &mut Vec<Key>) {
        let heaps = self.heaps(key);
        into.extend(heaps.iter().map(|heap| self.key(vec![*heap])));
    }

    fn normal_form(&self, key: &Key) -> (Key, bool) {
        let heaps = self.heaps(key);
        // Impartial positions are their own negatives.
        let signed = |symmetry: &Symmetry| symmetry.negates && !self.impartial;
        let forms = self.symmetries.iter();
        let least = forms
            .map(|symmetry| (symmetry.of(&heaps), signed(symmetry)))
            .min();
        match least {
            Some((heaps, negated)) => (self.key(heaps), negated),
            None => (*key, false),
        }
    }

    fn negative(&self, key: &Key, symmetry: usize) -> Option<Key> {
        let mut negating = self.symmetries.iter().filter(|symmetry| symmetry.negates);
        let symmetry = negating.nth(symmetry)?;
        Some(self.key(symmetry.of(&self.heaps(key))))
    }

    fn is_own_negative(&self, key: &Key) -> bool {
        let heaps = self.heaps(key);
        let mut negating = self.symmetries.iter().filter(|symmetry| symmetry.negates);
        self.impartial || negating.any(|symmetry| symmetry.of(&heaps) == heaps)
    }

    /// Of one heap: a sum is asked part by part.
    fn known_value(&self, key: &Key) -> Option<Known> {
        if self.known.is_empty() {
            return None;
        }
        match self.heaps(key)[..] {
            [heap] => self.known.iter().find_map(|known| known.of(&heap)),
            _ => None,
        }
    }

    fn outside_bytes(&self, key: &Key) -> usize {
        match key.is_interned() {
            true => bytes(self.interned.get(key.words[0] as u32)),
            false => 0,
        }
    }

    fn is_loopy(&self) -> bool {
        self.moves.loopy
    }

    fn is_impartial(&self) -> bool {
        self.impartial
    }

    fn scene(&self, key: &Key) -> Scene {
        scene::scene(&self.heaps(key), self.numbers())
    }

    fn paths(&self, key: &Key, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        scene::paths(&self.heaps(key), self.numbers(), scene, text)
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let heaps = match text == self.nothing() {
            true => Vec::new(),
            false => read_heaps(text, self.numbers()).ok()?,
        };
        let mut found = Vec::new();
        for (place, heap) in heaps.iter().enumerate() {
            for sum in self.moves.slowly(heap, player)? {
                let mut after = heaps.clone();
                after.remove(place);
                for (part, count) in sum {
                    let alive = Player::BOTH
                        .iter()
                        .map(|&player| self.moves.slowly(&part, player));
                    let alive: Option<Vec<Vec<Sum>>> = alive.collect();
                    if alive?.iter().any(|sums| !sums.is_empty()) {
                        after.extend(std::iter::repeat_n(part, count as usize));
                    }
                }
                after.sort_unstable();
                found.push(write_heaps(&after, self.numbers(), self.nothing()));
            }
        }
        Some(found)
    }
}
