//! Codes of games in which a heap leaves some smaller ones: coin turning.

use crate::Flow;
use crate::bad_input::BadInput;
use std::fmt;
use std::ops::ControlFlow;

/// What the sizes of the heaps in a move must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spacing {
    Any,
    /// `C`
    Consecutive,
    /// `E`
    Equal,
    /// `S`
    Symmetric,
}

/// One of the codes between commas.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Element {
    /// How many heaps have a part in a move, that which goes included.
    least: u64,
    /// `None`: there is no largest number.
    most: Option<u64>,
    spacing: Spacing,
    /// All lie within so many sizes.
    within: Option<u64>,
    /// A heap of one is among them.
    first: bool,
}

/// A code of heaps that leave smaller heaps: `1-3`, `1+C`, `3C(5)`, `4FS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spawning {
    elements: Vec<Element>,
    /// By the heap: the longest play, if every heap left as many as may be.
    ranks: Vec<u64>,
}

/// Positions of many heaps must have a rank, too.
const MAX_RANK: u64 = 1 << 48;
/// No heap is larger, however short its play.
const MAX_SPAWNING: usize = 4096;
const HINT: &str = "a code is how many heaps change, such as 3, 1-3 or 1+, and C, E, S, F or C(5)";

impl Spawning {
    /// Reads a code.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        let mut elements = Vec::new();
        let mut column = 1;
        for word in text.split(',') {
            let (blanks, word) = (word.len() - word.trim_start().len(), word);
            let element = Element::read(word.trim())
                .map_err(|(at, message)| BadInput::new(message, HINT).at(column + blanks + at))?;
            elements.push(element);
            column += word.chars().count() + 1;
        }
        let most = elements.iter().map(|e| e.most.unwrap_or(u64::MAX)).max();
        let spawned = usize::try_from(most.unwrap_or(1) - 1).unwrap_or(usize::MAX);
        let mut ranks: Vec<u64> = vec![0];
        while ranks.len() <= MAX_SPAWNING {
            let smaller = ranks[1..].iter().rev().take(spawned);
            let rank = smaller.fold(1u64, |sum, rank| sum.saturating_add(*rank));
            if rank > MAX_RANK {
                break;
            }
            ranks.push(rank);
        }
        Ok(Spawning { elements, ranks })
    }

    pub(super) fn largest_heap(&self) -> u64 {
        self.ranks.len() as u64 - 1
    }

    pub(super) fn rank(&self, heap: u64) -> u64 {
        let rank = usize::try_from(heap)
            .ok()
            .and_then(|heap| self.ranks.get(heap));
        rank.copied().unwrap_or(u64::MAX)
    }

    /// Whether a move from a heap may leave others, in ascending order.
    #[must_use]
    pub fn allows(&self, heap: u64, left: &[u64]) -> bool {
        self.elements
            .iter()
            .any(|element| element.allows(heap, left))
    }

    /// Calls `each` with the heaps that every move leaves, in ascending order.
    pub(crate) fn each_option(&self, heap: u64, each: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        for (place, element) in self.elements.iter().enumerate() {
            let before = &self.elements[..place];
            element.each_option(heap, &mut |left| match before
                .iter()
                .any(|earlier| earlier.allows(heap, left))
            {
                true => ControlFlow::Continue(()),
                false => each(left),
            })?;
        }
        ControlFlow::Continue(())
    }
}

impl fmt::Display for Spawning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.elements.iter().map(Element::to_string).collect();
        f.write_str(&words.join(","))
    }
}

impl Element {
    /// Reads one code; else the place, from 0, and what is wrong.
    fn read(text: &str) -> Result<Self, (usize, String)> {
        let mut reader = Reader {
            chars: text.to_ascii_uppercase().chars().collect(),
            at: 0,
        };
        let least = reader.number()?;
        let most = match reader.peek() {
            Some('+') => {
                reader.at += 1;
                None
            }
            Some('-') => {
                reader.at += 1;
                Some(reader.number()?)
            }
            _ => Some(least),
        };
        if least == 0 || most.is_some_and(|most| most < least) {
            let message = format!("`{text}` allows no number of heaps");
            return Err((0, message));
        }
        let mut element = Element {
            least,
            most,
            spacing: Spacing::Any,
            within: None,
            first: false,
        };
        while let Some(letter) = reader.peek() {
            reader.at += 1;
            match letter {
                'C' if reader.peek() == Some('(') => {
                    reader.at += 1;
                    element.within = Some(reader.number()?);
                    if reader.peek() != Some(')') {
                        return Err((reader.at, "expected `)`".into()));
                    }
                    reader.at += 1;
                }
                'C' => element.spacing = Spacing::Consecutive,
                'E' => element.spacing = Spacing::Equal,
                'S' => element.spacing = Spacing::Symmetric,
                'F' => element.first = true,
                _ => {
                    let message = format!("`{letter}` means nothing in a code");
                    return Err((reader.at - 1, message));
                }
            }
        }
        Ok(element)
    }

    fn allows(&self, heap: u64, left: &[u64]) -> bool {
        let count = left.len() as u64 + 1;
        if count < self.least || self.most.is_some_and(|most| count > most) {
            return false;
        }
        let all: Vec<u64> = left.iter().copied().chain([heap]).collect();
        let lowest = all[0];
        if self.within.is_some_and(|within| heap - lowest >= within) || self.first && lowest != 1 {
            return false;
        }
        let mut gaps = all.windows(2).map(|pair| pair[1] - pair[0]);
        match self.spacing {
            Spacing::Any => true,
            Spacing::Consecutive => gaps.all(|gap| gap == 1),
            Spacing::Equal => match gaps.next() {
                Some(first) => gaps.all(|gap| gap == first),
                None => true,
            },
            Spacing::Symmetric => {
                let mirrored = all.iter().rev().map(|place| lowest + heap - place);
                mirrored.eq(all.iter().copied())
            }
        }
    }

    fn each_option(&self, heap: u64, each: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        let within = self.within.unwrap_or(heap);
        let lowest = heap.saturating_sub(within.saturating_sub(1)).max(1);
        let most = self.most.unwrap_or(heap).min(heap);
        for count in self.least..=most {
            let spawned = count - 1;
            let mut told = |left: &[u64]| match self.allows(heap, left) {
                true => each(left),
                false => ControlFlow::Continue(()),
            };
            if spawned == 0 {
                told(&[])?;
                continue;
            }
            match self.spacing {
                Spacing::Consecutive => {
                    told(&(heap - spawned..heap).collect::<Vec<_>>())?;
                }
                Spacing::Equal => {
                    for gap in (1..=(heap - lowest) / spawned).rev() {
                        let places = (1..=spawned).rev().map(|back| heap - back * gap);
                        told(&places.collect::<Vec<_>>())?;
                    }
                }
                Spacing::Any => {
                    let from = lowest;
                    let to = heap - 1;
                    each_choice(from, to, spawned as usize, &mut |left| told(left))?;
                }
                Spacing::Symmetric => {
                    for lowest in lowest..heap {
                        // Those between the lowest and the heap, half of them.
                        let inner = (spawned - 1) as usize;
                        let middle = lowest + heap;
                        if inner % 2 == 1 && middle % 2 == 1 {
                            continue;
                        }
                        let to = (middle - 1) / 2;
                        each_choice(lowest + 1, to, inner / 2, &mut |half| {
                            let mut left = vec![lowest];
                            left.extend(half);
                            if inner % 2 == 1 {
                                left.push(middle / 2);
                            }
                            left.extend(half.iter().rev().map(|place| middle - place));
                            told(&left)
                        })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            None => write!(f, "{}+", self.least)?,
            Some(most) if most == self.least => write!(f, "{most}")?,
            Some(most) => write!(f, "{}-{most}", self.least)?,
        }
        if let Some(within) = self.within {
            write!(f, "C({within})")?;
        }
        f.write_str(if self.first { "F" } else { "" })?;
        f.write_str(match self.spacing {
            Spacing::Any => "",
            Spacing::Consecutive => "C",
            Spacing::Equal => "E",
            Spacing::Symmetric => "S",
        })
    }
}

/// The ways to choose numbers between two, each ascending, in lexicographic
/// order.
fn each_choice(from: u64, to: u64, count: usize, each: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
    let room = (to + 1).saturating_sub(from);
    if count as u64 > room {
        return ControlFlow::Continue(());
    }
    let mut chosen: Vec<u64> = (from..from + count as u64).collect();
    loop {
        each(&chosen)?;
        // The last number that can grow.
        let grows = (0..count).rev().find(|&place| {
            let behind = (count - 1 - place) as u64;
            chosen[place] + behind < to
        });
        let Some(place) = grows else {
            return ControlFlow::Continue(());
        };
        let first = chosen[place] + 1;
        for (number, later) in (first..).zip(&mut chosen[place..]) {
            *later = number;
        }
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn number(&mut self) -> Result<u64, (usize, String)> {
        let from = self.at;
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            let so_far: u64 = number.unwrap_or(0) * 10 + u64::from(digit);
            if so_far > MAX_SPAWNING as u64 {
                return Err((from, format!("more than {MAX_SPAWNING} heaps in one move")));
            }
            number = Some(so_far);
            self.at += 1;
        }
        number.ok_or_else(|| match self.peek() {
            Some(found) => (self.at, format!("expected a number, found `{found}`")),
            None => (self.at, "expected a number, found the end".into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_written_as_they_are_read() {
        for text in [
            "3", "1-9", "1+C", "3C(5)", "1-5C", "3E", "4FS", "1+S", "2-3,6C",
        ] {
            assert_eq!(Spawning::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Spawning::read("4sf").unwrap().to_string(), "4FS");
    }

    #[test]
    fn bad_codes_are_refused_with_their_place() {
        for (text, column) in [
            ("", 1),
            ("C", 1),
            ("0", 1),
            ("3-2", 1),
            ("3-", 3),
            ("1-3X", 4),
            ("1, 2Q", 5),
            ("3C(", 4),
            ("3C(5", 5),
            ("99999", 1),
        ] {
            let bad = Spawning::read(text).unwrap_err();
            assert_eq!(bad.column, Some(column), "{text}: {bad}");
        }
    }
}
