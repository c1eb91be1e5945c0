//! Heaps, each of a few numbers, and how they are written and kept.

use super::expression::MOST_NUMBERS;
use crate::bad_input::BadInput;
use crate::key::Key;

/// The numbers of a heap; those that its game does not have are 0.
pub(super) type Heap = [u32; MOST_NUMBERS];

/// The most heaps of a position that is read.
pub(super) const MOST_HEAPS: usize = 4096;

/// Heaps that differ, and how many there are of each.
pub(super) type Sum = Vec<(Heap, u32)>;

/// The numbers of a heap as a move and a position write it.
pub(super) fn write_heap(heap: &Heap, numbers: usize) -> String {
    let words: Vec<String> = heap[..numbers].iter().map(u32::to_string).collect();
    match numbers {
        1 => words.concat(),
        _ => format!("({})", words.join(",")),
    }
}

/// Heaps in ascending order, `3,4,5` or `(3,4)+2*(5,6)`; `nothing` is what
/// is written where there are none.
pub(super) fn write_heaps(heaps: &[Heap], numbers: usize, nothing: &str) -> String {
    if heaps.is_empty() {
        return nothing.to_owned();
    }
    let runs = heaps.chunk_by(|a, b| a == b);
    let words: Vec<String> = match numbers {
        1 => heaps.iter().map(|heap| heap[0].to_string()).collect(),
        _ => runs
            .map(|run| times(run.len(), &write_heap(&run[0], numbers)))
            .collect(),
    };
    words.join(if numbers == 1 { "," } else { "+" })
}

/// A number of equal things.
pub(super) fn times(count: usize, thing: &str) -> String {
    match count {
        1 => thing.to_owned(),
        _ => format!("{count}*{thing}"),
    }
}

/// Reads heaps of one number, `3,4,5` or `3+4+5`, or of several,
/// `(3,4)+2*(5,6)`.
pub(super) fn read_heaps(text: &str, numbers: usize) -> Result<Vec<Heap>, BadInput> {
    let mut reader = Reader {
        symbols: text.chars().collect(),
        place: 0,
        numbers,
    };
    reader.heaps()
}

struct Reader {
    symbols: Vec<char>,
    place: usize,
    numbers: usize,
}

impl Reader {
    fn heaps(&mut self) -> Result<Vec<Heap>, BadInput> {
        let mut heaps = Vec::new();
        loop {
            let (count, heap) = match self.numbers {
                1 => (1, [self.number()?, 0, 0, 0]),
                _ => self.tuples()?,
            };
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            if count > MOST_HEAPS - heaps.len() {
                return Err(self.wrong(format!("there are more than {MOST_HEAPS} heaps")));
            }
            heaps.extend(std::iter::repeat_n(heap, count));
            let Some(symbol) = self.peek() else {
                return Ok(heaps);
            };
            let parted = match self.numbers {
                1 => {
                    let before = self.place.checked_sub(1).map(|place| self.symbols[place]);
                    self.take(&[',', '+']) || before.is_some_and(char::is_whitespace)
                }
                _ => self.take(&['+']) || symbol == '(',
            };
            if !parted {
                return Err(self.wrong(format!("`{symbol}` is not expected here")));
            }
        }
    }

    /// `(3,4)` or `2*(3,4)`, or `0` for no heap.
    fn tuples(&mut self) -> Result<(u32, Heap), BadInput> {
        let mut count = 1;
        if self.peek().is_some_and(|symbol| symbol.is_ascii_digit()) {
            count = self.number()?;
            if !self.take(&['*', '×']) {
                if count == 0 {
                    return Ok((0, [0; MOST_NUMBERS]));
                }
                return Err(self.wrong("a number alone is no heap".to_owned()));
            }
        }
        let mut heap = [0; MOST_NUMBERS];
        if !self.take(&['(']) {
            return Err(self.missing("("));
        }
        for (place, number) in heap[..self.numbers].iter_mut().enumerate() {
            if place > 0 && !self.take(&[',']) {
                return Err(self.missing(","));
            }
            *number = self.number()?;
        }
        if !self.take(&[')']) {
            return Err(self.missing(")"));
        }
        Ok((count, heap))
    }

    fn peek(&mut self) -> Option<char> {
        while self
            .symbols
            .get(self.place)
            .is_some_and(|c| c.is_whitespace())
        {
            self.place += 1;
        }
        self.symbols.get(self.place).copied()
    }

    fn take(&mut self, wanted: &[char]) -> bool {
        let found = self.peek().is_some_and(|symbol| wanted.contains(&symbol));
        self.place += usize::from(found);
        found
    }

    fn number(&mut self) -> Result<u32, BadInput> {
        self.peek();
        let rest = &self.symbols[self.place..];
        let digits: String = rest.iter().take_while(|c| c.is_ascii_digit()).collect();
        if digits.is_empty() {
            return Err(self.missing("a number"));
        }
        let Ok(number) = digits.parse() else {
            return Err(self.wrong(format!("{digits} is above {}", u32::MAX)));
        };
        self.place += digits.len();
        Ok(number)
    }

    fn missing(&mut self, what: &str) -> BadInput {
        let quoted = match what.len() {
            1 => format!("`{what}`"),
            _ => what.to_owned(),
        };
        match self.peek() {
            Some(symbol) => self.wrong(format!("`{symbol}` stands where {quoted} should be")),
            None => self.wrong(format!("the text ends where {quoted} should be")),
        }
    }

    fn wrong(&mut self, message: String) -> BadInput {
        self.peek();
        BadInput::new(message, form(self.numbers)).at(self.place + 1)
    }
}

/// How positions are written.
pub(super) fn form(numbers: usize) -> String {
    if numbers == 1 {
        return "write the numbers of the heaps, such as 3,4,5".to_owned();
    }
    let [one, other] = [3, 2].map(|first| {
        let words: Vec<String> = (first..)
            .take(numbers)
            .map(|n: u32| n.to_string())
            .collect();
        format!("({})", words.join(","))
    });
    format!("write heaps such as {one} or {one}+{other}")
}

/// The heaps in words, if they fit: as many bits for each number as the
/// largest needs, in a power of two.
pub(super) fn pack(heaps: &[Heap], numbers: usize) -> Option<Key> {
    let largest = heaps.iter().flatten().max().copied().unwrap_or(0);
    let bits = match largest {
        0..=0xff => 8,
        0x100..=0xffff => 16,
        _ => 32,
    };
    if heaps.len() * numbers * bits > 256 {
        return None;
    }
    let mut words = [0; 4];
    let all = heaps.iter().flat_map(|heap| &heap[..numbers]);
    for (place, &number) in all.enumerate() {
        let from = place * bits;
        words[from / 64] |= u64::from(number) << (from % 64);
    }
    let shape = (bits as u64) << 8 | heaps.len() as u64;
    Some(Key { words, shape })
}

/// The heaps that were packed.
pub(super) fn unpack(key: &Key, numbers: usize) -> Vec<Heap> {
    let (bits, length) = ((key.shape >> 8) as usize, (key.shape & 0xff) as usize);
    let number = |place: usize| {
        let from = place * bits;
        (key.words[from / 64] >> (from % 64) & (u64::MAX >> (64 - bits))) as u32
    };
    (0..length)
        .map(|heap| {
            let mut made = [0; MOST_NUMBERS];
            for (i, place) in made[..numbers].iter_mut().enumerate() {
                *place = number(heap * numbers + i);
            }
            made
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_fit_in_keys_as_they_are() {
        for (heaps, numbers) in [
            (vec![], 1),
            (vec![[0, 0, 0, 0], [255, 0, 0, 0]], 1),
            (vec![[7, 0, 0, 0]; 32], 1),
            (vec![[300, 2, 0, 0], [0xffff, 0, 0, 0]], 2),
            (vec![[u32::MAX, 1, 2, 0], [3, 4, 5, 0]], 3),
            (vec![[1, 2, 3, u32::MAX]; 2], 4),
        ] {
            let key = pack(&heaps, numbers).unwrap();
            assert!(key.shape < Key::INTERNED);
            assert_eq!(unpack(&key, numbers), heaps);
        }
        assert_eq!(pack(&[[7, 0, 0, 0]; 33], 1), None);
    }

    #[test]
    fn heaps_are_written_as_they_are_read() {
        for (text, numbers, written) in [
            ("3,4,5", 1, "3,4,5"),
            (" 3 + 4 5", 1, "3,4,5"),
            ("0", 2, "-"),
            ("(3,4)", 2, "(3,4)"),
            ("(3, 4) (5,6)+2*(5,6)", 2, "(3,4)+3*(5,6)"),
            ("(1,2,3,4)", 4, "(1,2,3,4)"),
        ] {
            let heaps = read_heaps(text, numbers).unwrap();
            assert_eq!(write_heaps(&heaps, numbers, "-"), written);
        }
        for (text, numbers, complaint) in [
            (
                "",
                1,
                "column 1: the text ends where a number should be; write the numbers of the heaps, such as 3,4,5",
            ),
            (
                "3;4",
                1,
                "column 2: `;` is not expected here; write the numbers of the heaps, such as 3,4,5",
            ),
            (
                "4294967296",
                1,
                "column 1: 4294967296 is above 4294967295; write the numbers of the heaps, such as 3,4,5",
            ),
            (
                "3",
                2,
                "column 2: a number alone is no heap; write heaps such as (3,4) or (3,4)+(2,3)",
            ),
            (
                "(3,4",
                2,
                "column 5: the text ends where `)` should be; write heaps such as (3,4) or (3,4)+(2,3)",
            ),
            (
                "(3,4,5)",
                2,
                "column 5: `,` stands where `)` should be; write heaps such as (3,4) or (3,4)+(2,3)",
            ),
            (
                "9999*(3,4)",
                2,
                "column 11: there are more than 4096 heaps; write heaps such as (3,4) or (3,4)+(2,3)",
            ),
        ] {
            let bad = read_heaps(text, numbers).unwrap_err();
            assert_eq!(bad.to_string(), complaint);
        }
    }
}
