//! Small graphs in a few words.

use super::letters::{GROUND, Letters, letter};
use crate::graph::{DOWN, Edge, Graph};
use crate::key::Key;

/// How the letters of a game fit in bits.
pub(super) struct Packing {
    vertex_bits: u32,
    edge_bits: u32,
    /// What every edge label has beside its letter.
    edge_mark: u8,
    ground: bool,
}

/// The bits that hold numbers below `count`.
fn bits(count: usize) -> u32 {
    count.next_power_of_two().ilog2()
}

impl Packing {
    pub fn new(letters: &Letters) -> Self {
        Packing {
            vertex_bits: bits(letters.vertices.len()),
            edge_bits: bits(letters.edges.len()) + u32::from(letters.directed),
            edge_mark: letters.edge_label(0),
            ground: letters.ground,
        }
    }

    /// Vertices one after the other, then edges: their lower ends, and how far
    /// the upper end is from that of the edge before, which takes a bit in
    /// connected graphs.
    pub fn pack(&self, graph: &Graph) -> Option<Key> {
        let (n, m) = (graph.vertices.len(), graph.edges.len());
        if n >= 1 << 7 || m >= 1 << 7 {
            return None;
        }
        let end_bits = bits(n);
        let steps = || {
            let before = std::iter::once(0).chain(graph.edges.iter().map(|edge| edge.upper));
            graph
                .edges
                .iter()
                .zip(before)
                .map(|(edge, before)| edge.upper - before)
        };
        let connected = steps().all(|step| step < 2);
        let step_bits = if connected { 1 } else { end_bits };
        let mut words = Words::default();
        for label in &graph.vertices[usize::from(self.ground)..] {
            words.put(u64::from(*label), self.vertex_bits)?;
        }
        for (edge, step) in graph.edges.iter().zip(steps()) {
            let down = usize::from(edge.label & DOWN != 0);
            let label = letter(edge.label) << usize::from(self.edge_mark != 0) | down;
            words.put(u64::from(step), step_bits)?;
            words.put(u64::from(edge.lower), end_bits)?;
            words.put(label as u64, self.edge_bits)?;
        }
        Some(Key {
            words: words.words,
            shape: (usize::from(connected) << 14 | n << 7 | m) as u64,
        })
    }

    pub fn unpack(&self, key: &Key) -> Graph {
        let shape = key.shape as usize;
        let (n, m) = (shape >> 7 & 0x7f, shape & 0x7f);
        let end_bits = bits(n);
        let step_bits = if shape >> 14 != 0 { 1 } else { end_bits };
        let mut words = Words {
            words: key.words,
            place: 0,
        };
        let ground = usize::from(self.ground);
        let mut vertices = vec![GROUND; ground];
        vertices.extend((ground..n).map(|_| words.take(self.vertex_bits) as u8));
        let mut upper = 0;
        let edges = (0..m).map(|_| {
            upper += words.take(step_bits) as u16;
            let lower = words.take(end_bits) as u16;
            let label = words.take(self.edge_bits) as u8;
            let label = match self.edge_mark {
                0 => label,
                mark => mark | label >> 1 | if label & 1 != 0 { DOWN } else { 0 },
            };
            Edge {
                upper,
                lower,
                label,
            }
        });
        let edges = edges.collect();
        Graph { vertices, edges }
    }
}

/// Bits one after the other.
#[derive(Default)]
struct Words {
    words: [u64; 4],
    place: u32,
}

impl Words {
    /// A number of fewer than 64 bits, if there is room.
    fn put(&mut self, number: u64, bits: u32) -> Option<()> {
        if self.place + bits > 256 {
            return None;
        }
        let (word, by) = ((self.place / 64) as usize, self.place % 64);
        if bits > 0 {
            self.words[word] |= number << by;
            if by + bits > 64 {
                self.words[word + 1] |= number >> (64 - by);
            }
        }
        self.place += bits;
        Some(())
    }

    fn take(&mut self, bits: u32) -> u64 {
        if bits == 0 {
            return 0;
        }
        let (word, by) = ((self.place / 64) as usize, self.place % 64);
        let mut number = self.words[word] >> by;
        if by + bits > 64 {
            number |= self.words[word + 1] << (64 - by);
        }
        self.place += bits;
        number & !(u64::MAX << bits)
    }
}
