//! Heaps whose splits are looked at first.

use super::block::LANES;
use std::cmp::Reverse;

/// How many heaps may lead. Tests do everything with small heaps.
const MOST: usize = if cfg!(test) { 32 } else { 4096 };

/// Some heaps with their values. Those whose splits were of most use lead;
/// leaders and others are each in ascending order, as memory is read fastest.
#[derive(Default)]
pub(super) struct Sample {
    heaps: Vec<u32>,
    values: Vec<u16>,
    leading: usize,
}

/// Heaps and their values.
#[derive(Clone, Copy)]
pub(super) struct Known<'s> {
    heaps: &'s [u32],
    values: &'s [u16],
}

impl Sample {
    pub fn bytes(&self) -> u64 {
        (self.heaps.capacity() * 4 + self.values.capacity() * 2) as u64
    }

    pub fn leading(&self) -> usize {
        self.leading
    }

    pub fn all(&self) -> Known<'_> {
        Known {
            heaps: &self.heaps,
            values: &self.values,
        }
    }

    /// Those leaders with which heaps from `rest` on, as many as there are
    /// lanes, leave neither small nor unknown heaps.
    pub fn leaders(&self, rest: usize) -> Known<'_> {
        self.all().slice(0..self.leading).between(rest)
    }

    /// Those other heaps.
    pub fn others(&self, rest: usize) -> Known<'_> {
        self.all().slice(self.leading..usize::MAX).between(rest)
    }

    /// The heaps below `rest`: leaders, and others.
    pub fn below(&self, rest: usize) -> [Known<'_>; 2] {
        let ranges = [0..self.leading, self.leading..usize::MAX];
        ranges.map(|range| {
            let part = self.all().slice(range);
            part.slice(0..part.heaps.partition_point(|&a| (a as usize) < rest))
        })
    }

    /// Adds a heap that is larger than all.
    pub fn push(&mut self, heap: u32, value: u16) {
        if self.leading == self.heaps.len() && self.leading < MOST {
            self.leading += 1;
        }
        self.heaps.push(heap);
        self.values.push(value);
    }

    /// Lets the heaps with the highest scores lead.
    pub fn rank(&mut self, scores: &[u64]) {
        let mut order: Vec<usize> = (0..self.heaps.len()).collect();
        order.sort_unstable_by_key(|&place| Reverse(scores[place]));
        self.leading = order.len().min(MOST);
        let (leaders, others) = order.split_at_mut(self.leading);
        for part in [leaders, others] {
            part.sort_unstable_by_key(|&place| self.heaps[place]);
        }
        self.heaps = order.iter().map(|&place| self.heaps[place]).collect();
        self.values = order.iter().map(|&place| self.values[place]).collect();
    }
}

impl<'s> Known<'s> {
    pub fn iter(self) -> impl Iterator<Item = (usize, u16)> + Clone {
        let heaps = self.heaps.iter().zip(self.values);
        heaps.map(|(&heap, &value)| (heap as usize, value))
    }

    /// A part, as far as there is one.
    pub fn slice(self, range: std::ops::Range<usize>) -> Self {
        let clamped = |place: usize| place.min(self.heaps.len());
        let range = clamped(range.start)..clamped(range.end);
        Known {
            heaps: &self.heaps[range.clone()],
            values: &self.values[range],
        }
    }

    pub fn chunks(self, length: usize) -> impl Iterator<Item = Self> {
        let parts = self.heaps.chunks(length).zip(self.values.chunks(length));
        parts.map(|(heaps, values)| Known { heaps, values })
    }

    fn between(self, rest: usize) -> Self {
        let from = self.heaps.partition_point(|&a| (a as usize) < LANES);
        let to = self.heaps.partition_point(|&a| a as usize + LANES <= rest);
        self.slice(from..to)
    }
}
