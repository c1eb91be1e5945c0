//! Values that print as millions of characters are streamed, measured and
//! compressed.

use crate::common::Draws;
use crate::printing::NOTATIONS;
use std::io::{self, Read, Write};
use values::{Arena, Notation, Value};

/// Hands out a few bytes at a time, so that every symbol is cut somewhere.
struct Trickle<'a> {
    bytes: &'a [u8],
    draws: Draws,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.draws.below(50) == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let n = (1 + self.draws.below(90))
            .min(buffer.len())
            .min(self.bytes.len());
        let (now, later) = self.bytes.split_at(n);
        buffer[..n].copy_from_slice(now);
        self.bytes = later;
        Ok(n)
    }
}

/// Counts what is written.
#[derive(Default)]
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A value whose text doubles with each level while its DAG grows by a few
/// values: the lower level occurs twice, behind different threats.
fn long_value(arena: &mut Arena, levels: i64) -> Value {
    let mut g = arena.read("{^*|-1||-2Tiny(1)}").unwrap();
    for level in 1..=levels {
        let [top, low, lower] =
            [level * 3, -10 * level - 10, -10 * level - 15].map(|n| arena.integer(n).unwrap());
        let deep = arena.game(&[low], &[lower]).unwrap();
        let threats = [low, deep].map(|threat| arena.game(&[g], &[threat]).unwrap());
        g = arena.game(&[top], &threats).unwrap();
    }
    g
}

#[test]
fn long_texts_stream_in_small_memory() {
    for notation in NOTATIONS {
        let mut arena = Arena::new();
        let g = long_value(&mut arena, 18);
        let mut text = Vec::new();
        arena.write(g, notation, &mut text).unwrap().unwrap();
        assert!(text.len() > 5_000_000, "{}", text.len());
        let characters = std::str::from_utf8(&text).unwrap().chars().count();
        assert_eq!(arena.text_length(g, notation).unwrap(), characters.into());

        let mut other = Arena::new();
        let input = Trickle {
            bytes: &text,
            draws: Draws::new(5),
        };
        let read = other.read_from(input).unwrap();
        let [one, two] = [(&mut arena, g), (&mut other, read)]
            .map(|(arena, v)| arena.compress(v, notation).unwrap());
        assert_eq!(one, two);
        assert!(other.bytes() < 1_000_000, "{}", other.bytes());
        assert!(one.sizes().compressed < 2_000, "{one}");
        assert_eq!(arena.read(&one.to_string()), Ok(g));
    }
}

#[test]
fn astronomic_texts_are_measured_and_compressed() {
    let mut arena = Arena::new();
    let g = long_value(&mut arena, 2_000);
    let length = arena.text_length(g, Notation::Ascii).unwrap();
    assert!(length.bits() > 2_000, "{}", length.bits());
    let short = arena.compress(g, Notation::Ascii).unwrap();
    assert_eq!(short.sizes().characters, length);
    let mut other = Arena::new();
    let read = other.read(&short.to_string()).unwrap();
    assert_eq!(other.compress(read, Notation::Ascii).unwrap(), short);
}

#[test]
fn lengths_are_counted_exactly() {
    let mut arena = Arena::new();
    for levels in [1, 2, 5, 12] {
        let g = long_value(&mut arena, levels);
        let mut count = Count::default();
        arena
            .write(g, Notation::Ascii, &mut count)
            .unwrap()
            .unwrap();
        let length = arena.text_length(g, Notation::Ascii).unwrap();
        assert_eq!(length, count.0.into(), "{levels} levels");
    }
}
