//! Keys of fixed width: how positions lie in the files of a count.
//!
//! A key is known in two forms. The wide one does not depend on the file: 12
//! bytes of a place, or the characters of a text. The packed one leaves out
//! what no key of the file has. Both sort alike, byte by byte.

use crate::count::clusters::Members;
use rules::Place;

/// How the keys of a file are packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::count) enum Layout {
    /// Cluster and index.
    Places(PlaceKeys),
    /// The position as it is written.
    Texts(TextKeys),
}

/// Keys of places: those bits of the cluster that occur, then the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::count) struct PlaceKeys {
    /// The bits of all clusters.
    pub(in crate::count) mask: u64,
    /// How many bits an index takes.
    pub(in crate::count) index_bits: u32,
}

/// Keys of texts: the number of each character in the alphabet, from 1; 0
/// behind the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::count) struct TextKeys {
    /// The bytes that occur, ascending.
    pub(in crate::count) alphabet: Vec<u8>,
    /// How many the longest text has.
    pub(in crate::count) length: usize,
}

impl PlaceKeys {
    /// Makes room for a cluster.
    pub(in crate::count) fn include(&mut self, place: &Place) {
        self.mask |= place.cluster;
        let bits = u32::BITS - place.size.saturating_sub(1).leading_zeros();
        self.index_bits = self.index_bits.max(bits);
    }

    fn bits(&self) -> u32 {
        self.mask.count_ones() + self.index_bits
    }

    /// The bits of a cluster that the mask has, moved together.
    pub(in crate::count) fn compact(&self, cluster: u64) -> u64 {
        let (mut mask, mut compact) = (self.mask, 0);
        for bit in 0..self.mask.count_ones() {
            compact |= (cluster >> mask.trailing_zeros() & 1) << bit;
            mask &= mask - 1;
        }
        compact
    }

    /// The cluster of which these are the bits.
    pub(in crate::count) fn spread(&self, compact: u64) -> u64 {
        let (mut mask, mut cluster) = (self.mask, 0);
        for bit in 0..self.mask.count_ones() {
            cluster |= (compact >> bit & 1) << mask.trailing_zeros();
            mask &= mask - 1;
        }
        cluster
    }

    /// The compact cluster and the index of a packed key.
    pub(in crate::count) fn parts(&self, key: &[u8]) -> (u64, u32) {
        let number = key
            .iter()
            .fold(0, |n: u128, &byte| n << 8 | u128::from(byte));
        let index = number & ((1 << self.index_bits) - 1);
        ((number >> self.index_bits) as u64, index as u32)
    }

    /// Appends a packed key.
    pub(in crate::count) fn pack(&self, compact: u64, index: u32, out: &mut Vec<u8>) {
        let number = u128::from(compact) << self.index_bits | u128::from(index);
        let width = (self.bits() as usize).div_ceil(8).max(1);
        out.extend_from_slice(&number.to_be_bytes()[16 - width..]);
    }
}

impl TextKeys {
    /// Makes room for a text.
    pub(in crate::count) fn include(&mut self, text: &[u8]) {
        self.length = self.length.max(text.len());
        for byte in text {
            if let Err(at) = self.alphabet.binary_search(byte) {
                self.alphabet.insert(at, *byte);
            }
        }
    }

    fn bits_each(&self) -> u32 {
        usize::BITS - self.alphabet.len().leading_zeros()
    }

    /// Appends a packed key.
    fn pack(&self, text: &[u8], out: &mut Vec<u8>) {
        let each = self.bits_each();
        let end = out.len() + Layout::texts_width(self);
        let (mut waiting, mut bits) = (0u32, 0);
        for byte in text {
            let number = self.alphabet.partition_point(|other| other <= byte);
            waiting = waiting << each | number as u32;
            bits += each;
            while bits >= 8 {
                bits -= 8;
                out.push((waiting >> bits) as u8);
            }
            waiting &= (1 << bits) - 1;
        }
        if bits > 0 {
            out.push((waiting << (8 - bits)) as u8);
        }
        out.resize(end, 0);
    }

    /// Appends the text of a packed key.
    pub(in crate::count) fn unpack(&self, key: &[u8], text: &mut Vec<u8>) {
        let each = self.bits_each();
        let (mut waiting, mut bits) = (0u32, 0);
        for &byte in key {
            waiting = waiting << 8 | u32::from(byte);
            bits += 8;
            while bits >= each {
                bits -= each;
                let number = (waiting >> bits) as usize;
                waiting &= (1 << bits) - 1;
                match number.checked_sub(1).and_then(|n| self.alphabet.get(n)) {
                    Some(&byte) => text.push(byte),
                    None => return,
                }
            }
        }
    }
}

impl Layout {
    /// The bytes of a packed key.
    pub(in crate::count) fn width(&self) -> usize {
        match self {
            Layout::Places(places) => (places.bits() as usize).div_ceil(8).max(1),
            Layout::Texts(texts) => Self::texts_width(texts),
        }
    }

    fn texts_width(texts: &TextKeys) -> usize {
        (texts.length * texts.bits_each() as usize)
            .div_ceil(8)
            .max(1)
    }

    /// A layout for the keys of both.
    pub(in crate::count) fn union(&self, other: &Layout) -> Layout {
        match (self, other) {
            (Layout::Places(a), Layout::Places(b)) => Layout::Places(PlaceKeys {
                mask: a.mask | b.mask,
                index_bits: a.index_bits.max(b.index_bits),
            }),
            (Layout::Texts(a), Layout::Texts(b)) => {
                let mut both = a.clone();
                both.include(&b.alphabet);
                both.length = a.length.max(b.length);
                Layout::Texts(both)
            }
            // A count has one kind of keys.
            _ => self.clone(),
        }
    }

    /// Replaces `packed` by a wide key's packed form.
    pub(in crate::count) fn pack(&self, wide: &[u8], packed: &mut Vec<u8>) {
        packed.clear();
        match self {
            Layout::Places(places) => {
                let number = wide.iter().fold(0, |n: u128, &b| n << 8 | u128::from(b));
                let compact = places.compact((number >> 32) as u64);
                places.pack(compact, number as u32, packed);
            }
            Layout::Texts(texts) => texts.pack(wide, packed),
        }
    }

    /// Replaces `wide` by a packed key's wide form.
    pub(in crate::count) fn unpack(&self, packed: &[u8], wide: &mut Vec<u8>) {
        wide.clear();
        match self {
            Layout::Places(places) => {
                let (compact, index) = places.parts(packed);
                wide.extend_from_slice(&places.spread(compact).to_be_bytes());
                wide.extend_from_slice(&index.to_be_bytes());
            }
            Layout::Texts(texts) => texts.unpack(packed, wide),
        }
    }
}

/// Positions in the order of their keys, each once.
pub(in crate::count) enum Sorted {
    /// Clusters and their members.
    Clusters(PlaceKeys, Vec<(u64, Members)>),
    /// Texts.
    Texts(TextList),
}

/// Many texts.
#[derive(Default)]
pub(in crate::count) struct TextList {
    keys: TextKeys,
    /// All of them, one behind the other.
    text: Vec<u8>,
    /// Where each begins and ends.
    places: Vec<(usize, usize)>,
}

impl TextList {
    pub(in crate::count) fn push(&mut self, text: &str) {
        let from = self.text.len();
        self.text.extend_from_slice(text.as_bytes());
        self.keys.include(text.as_bytes());
        self.places.push((from, self.text.len()));
    }

    /// The texts, in the order of the list.
    pub(in crate::count) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.places.iter().map(|&(from, to)| &self.text[from..to])
    }

    /// The list in the order of the texts.
    pub(in crate::count) fn sorted(mut self) -> Self {
        let text = |&(from, to): &(usize, usize)| &self.text[from..to];
        self.places.sort_unstable_by(|a, b| text(a).cmp(text(b)));
        self
    }
}

impl Sorted {
    pub(in crate::count) fn layout(&self) -> Layout {
        match self {
            Sorted::Clusters(places, _) => Layout::Places(*places),
            Sorted::Texts(texts) => Layout::Texts(texts.keys.clone()),
        }
    }

    /// Calls `each` with the packed keys, in order.
    pub(in crate::count) fn each<E>(
        self,
        mut each: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut packed = Vec::new();
        match self {
            Sorted::Clusters(places, clusters) => {
                for (cluster, members) in clusters {
                    let compact = places.compact(cluster);
                    for index in members.into_list() {
                        packed.clear();
                        places.pack(compact, index, &mut packed);
                        each(&packed)?;
                    }
                }
            }
            Sorted::Texts(TextList { keys, text, places }) => {
                for (from, to) in places {
                    packed.clear();
                    keys.pack(&text[from..to], &mut packed);
                    each(&packed)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorts_alike(layout: &Layout, wide: &[Vec<u8>]) {
        assert!(wide.is_sorted_by(|a, b| a < b));
        let pack = |wide: &Vec<u8>| {
            let mut packed = Vec::new();
            layout.pack(wide, &mut packed);
            assert_eq!(packed.len(), layout.width());
            let mut again = Vec::new();
            layout.unpack(&packed, &mut again);
            assert_eq!(&again, wide);
            packed
        };
        let packed: Vec<Vec<u8>> = wide.iter().map(pack).collect();
        assert!(packed.is_sorted_by(|a, b| a < b), "{packed:?}");
    }

    #[test]
    fn places_keep_their_order_and_come_back() {
        let mut places = PlaceKeys::default();
        let clusters = [0, 1 << 3, 1 << 3 | 1, 1 << 63, 1 << 63 | 9];
        let mut wide = Vec::new();
        for cluster in clusters {
            let size = 1 << 31;
            places.include(&Place {
                cluster,
                index: 0,
                size,
            });
            for index in [0u32, 5, size - 1] {
                wide.push([&cluster.to_be_bytes()[..], &index.to_be_bytes()].concat());
            }
        }
        wide.sort();
        assert_eq!((places.mask.count_ones(), places.index_bits), (3, 31));
        let layout = Layout::Places(places);
        assert_eq!(layout.width(), 5);
        sorts_alike(&layout, &wide);
        // A wider layout has the same order.
        let all = PlaceKeys {
            mask: u64::MAX,
            index_bits: 32,
        };
        let union = layout.union(&Layout::Places(all));
        assert_eq!(union, Layout::Places(all));
        sorts_alike(&union, &wide);
    }

    #[test]
    fn texts_keep_their_order_and_come_back() {
        for letters in ["ab", "abc", "./BW", "0123456789,", "ab\u{e9}xyz(){}[]/."] {
            let mut texts = TextKeys::default();
            let mut wide: Vec<Vec<u8>> = vec![Vec::new()];
            for n in 0..200usize {
                let mut n = n * 37 + 1;
                let mut text = String::new();
                let count = letters.chars().count();
                while n > 0 {
                    text.extend(letters.chars().nth(n % count));
                    n /= count;
                }
                wide.push(text.into_bytes());
            }
            wide.sort();
            wide.dedup();
            for text in &wide {
                texts.include(text);
            }
            sorts_alike(&Layout::Texts(texts.clone()), &wide);
            let mut other = TextKeys::default();
            other.include(b"something else");
            let union = Layout::Texts(texts).union(&Layout::Texts(other));
            sorts_alike(&union, &wide);
        }
    }

    #[test]
    fn a_key_without_bits_is_a_byte() {
        let layout = Layout::Places(PlaceKeys::default());
        sorts_alike(&layout, &[vec![0; 12]]);
        assert_eq!(layout.width(), 1);
    }
}
