//! Facts about parts that fit in two words.

use crate::pages::Pages;

/// A part in two words, which are not those of another part.
pub(super) type Words = [u64; 2];

/// A hash table with linear probing in large pages. A search with many facts
/// does little else than wait for them, so it can ask for several at once.
pub(super) struct Dense {
    /// Three words a slot: the part and what is known, which is nothing (0) in
    /// an empty slot.
    words: Pages<u64>,
    slots: usize,
    len: usize,
}

const FIRST: usize = 1 << 10;
const WORDS: usize = 3;
const SLOT: u64 = (WORDS * size_of::<u64>()) as u64;

impl Dense {
    pub fn new() -> Self {
        Dense {
            words: Pages::zeroed(FIRST * WORDS),
            slots: FIRST,
            len: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        self.slots as u64 * SLOT
    }

    #[inline]
    fn first(&self, [a, b]: Words) -> usize {
        let mixed = a.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ b;
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let place = u128::from(mixed) * self.slots as u128;
        (place >> u64::BITS) as usize
    }

    /// Reads what looking the part up will read first.
    #[inline]
    pub fn touch(&self, part: Words) -> u64 {
        self.words[self.first(part) * WORDS]
    }

    /// What is known of a part; 0: nothing.
    #[inline]
    pub fn get(&self, part: Words) -> u64 {
        let words = &self.words[..];
        words[find(words, self.first(part), part) + 2]
    }

    /// Remembers what is known of a part, which is not nothing, with so many
    /// bytes more at most. Whether there was room.
    #[must_use]
    pub fn insert(&mut self, part: Words, fact: u64, room: u64) -> bool {
        debug_assert!(fact != 0);
        if 3 * self.len > 2 * self.slots {
            self.grow(room);
        }
        // Fuller, looking up would take long.
        if 16 * (self.len + 1) > 15 * self.slots {
            return false;
        }
        self.len += usize::from(self.put(part, fact));
        true
    }

    /// Whether nothing was known before.
    fn put(&mut self, part: Words, fact: u64) -> bool {
        let first = self.first(part);
        let words = &mut self.words[..];
        let at = find(words, first, part);
        let is_new = words[at + 2] == 0;
        words[at..at + WORDS].copy_from_slice(&[part[0], part[1], fact]);
        is_new
    }

    /// Doubles the slots, or takes all the room if there is none for doing so
    /// once more: while everything moves, the old slots are there, too.
    fn grow(&mut self, room: u64) {
        let doubled = 2 * self.slots as u64;
        let after_next = 2 * doubled * SLOT;
        let slots = match room.saturating_sub(self.bytes()) >= after_next {
            true => doubled,
            false => room / SLOT,
        };
        // Not for little.
        let Ok(slots) = usize::try_from(slots) else {
            return;
        };
        if slots < self.slots + self.slots / 8 {
            return;
        }
        self.slots = slots;
        let larger = Pages::zeroed(slots * WORDS);
        let old = std::mem::replace(&mut self.words, larger);
        for slot in old.chunks_exact(WORDS).filter(|slot| slot[2] != 0) {
            self.put([slot[0], slot[1]], slot[2]);
        }
    }
}

/// Where the slot of a part begins, or an empty one for it.
#[inline]
fn find(words: &[u64], slot: usize, [a, b]: Words) -> usize {
    let mut at = slot * WORDS;
    loop {
        let [x, y, fact] = [words[at], words[at + 1], words[at + 2]];
        if fact == 0 || (x == a && y == b) {
            return at;
        }
        at += WORDS;
        if at == words.len() {
            at = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Parts that differ in few bits, some of them twice.
    fn facts() -> impl Iterator<Item = (Words, u64)> {
        (0..20_000_u64).map(|i| ([((i % 5000) << 40) | 1, ((i % 7) << 48) | (i % 3)], i + 1))
    }

    #[test]
    fn what_is_known_is_what_was_put_in_last() {
        let all: HashMap<Words, u64> = facts().collect();
        // One that doubles, and one that takes all the room at last.
        for most in [u64::MAX, all.len() as u64 * SLOT * 2] {
            let mut dense = Dense::new();
            for (part, fact) in facts() {
                assert!(dense.insert(part, fact, most - dense.bytes()));
            }
            assert_eq!(dense.len(), all.len());
            for (&part, &fact) in &all {
                assert_eq!(dense.get(part), fact);
            }
            assert_eq!(dense.get([3, 3]), 0);
            assert!(dense.bytes() <= most);
        }
    }

    #[test]
    fn what_there_is_no_room_for_is_refused() {
        let mut dense = Dense::new();
        let most = 4000 * SLOT;
        let refused = facts().find(|&(part, fact)| !dense.insert(part, fact, most - dense.bytes()));
        assert!(refused.is_some());
        assert!(
            dense.bytes() <= most && dense.len() > 2500,
            "{}",
            dense.len()
        );
    }
}
