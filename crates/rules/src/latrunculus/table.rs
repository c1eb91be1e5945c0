//! A hash table of numbers of things that are kept elsewhere.

/// Open addressing with linear probing; a slot holds a number.
#[derive(Default)]
pub(super) struct Table {
    slots: Vec<u32>,
    used: usize,
}

const EMPTY: u32 = u32::MAX;

impl Table {
    /// The number of a thing with this key that passes the test.
    pub fn find(&self, key: (u64, u64), same: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        loop {
            match self.slots[slot] {
                EMPTY => return None,
                i if same(i) => return Some(i),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Takes a number in that is not there; `key` tells the key of any number.
    pub fn insert(&mut self, number: u32, key: impl Fn(u32) -> (u64, u64)) {
        if self.used * 3 >= self.slots.len() * 2 {
            let size = (self.slots.len() * 2).max(1 << 8);
            let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
            for number in old.into_iter().filter(|&number| number != EMPTY) {
                self.place(number, key(number));
            }
        }
        self.place(number, key(number));
        self.used += 1;
    }

    fn place(&mut self, number: u32, key: (u64, u64)) {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = number;
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }
}

fn hash((a, b): (u64, u64)) -> u64 {
    let mut z = a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
