//! Option lists met before, with the values they make.
//!
//! Positions of a game repeat the same options far more often than they make
//! new values, so most canonical forms are found here, without a comparison.

use crate::value::Value;
use hashbrown::HashTable;

/// Remembered option lists. When full, it forgets everything.
pub(crate) struct OptionCache {
    table: HashTable<u32>,
    entries: Vec<Entry>,
    options: Vec<Value>,
    /// How many options may be stored.
    most: usize,
}

struct Entry {
    start: u32,
    middle: u32,
    end: u32,
    value: Value,
}

const MOST_OPTIONS: usize = 1 << 26;

impl OptionCache {
    /// A memory that takes at most an eighth of the bytes allowed.
    pub fn new(bytes: Option<u64>) -> Self {
        let share = bytes.map_or(u64::MAX, |b| b / (8 * size_of::<Value>() as u64));
        OptionCache {
            table: HashTable::new(),
            entries: Vec::new(),
            options: Vec::new(),
            most: MOST_OPTIONS.min(usize::try_from(share).unwrap_or(usize::MAX)),
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.table.capacity() * 5
            + self.entries.capacity() * size_of::<Entry>()
            + self.options.capacity() * size_of::<Value>()) as u64
    }

    fn lists<'a>(options: &'a [Value], entry: &Entry) -> (&'a [Value], &'a [Value]) {
        let (start, middle) = (entry.start as usize, entry.middle as usize);
        (
            &options[start..middle],
            &options[middle..entry.end as usize],
        )
    }

    pub fn get(&self, hash: u64, left: &[Value], right: &[Value]) -> Option<Value> {
        let found = self.table.find(hash, |&i| {
            Self::lists(&self.options, &self.entries[i as usize]) == (left, right)
        });
        found.map(|&i| self.entries[i as usize].value)
    }

    /// Remembers {left|right} given as one list, parted at `middle`.
    pub fn insert(
        &mut self,
        hash: impl Fn(&[Value], &[Value]) -> u64,
        lists: &[Value],
        middle: usize,
        value: Value,
    ) {
        if self.options.len() + lists.len() > self.most {
            self.table.clear();
            self.entries.clear();
            self.options.clear();
        }
        if lists.len() > self.most {
            return;
        }
        let start = self.options.len();
        self.options.extend_from_slice(lists);
        let place = self.entries.len() as u32;
        self.entries.push(Entry {
            start: start as u32,
            middle: (start + middle) as u32,
            end: self.options.len() as u32,
            value,
        });
        let Self {
            table,
            entries,
            options,
            ..
        } = self;
        let rehash = |i: &u32| {
            let (left, right) = Self::lists(options, &entries[*i as usize]);
            hash(left, right)
        };
        let own = rehash(&place);
        table.insert_unique(own, place, rehash);
    }
}
