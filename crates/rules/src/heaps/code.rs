//! Take-and-break codes: octal, hexadecimal, and CGSuite's extensions.

use crate::Flow;
use crate::bad_input::BadInput;
use std::fmt;
use std::ops::ControlFlow;

/// What heaps that a move leaves must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Anything.
    Any,
    /// Not all of one size (`?`).
    Unlike,
    /// No two of one size (`!`).
    Distinct,
    /// All of one size (`=`).
    Equal,
}

impl Shape {
    fn suffix(self) -> &'static str {
        match self {
            Shape::Any => "",
            Shape::Unlike => "?",
            Shape::Distinct => "!",
            Shape::Equal => "=",
        }
    }

    /// Whether heaps in ascending order have this shape.
    fn fits(self, heaps: &[u64]) -> bool {
        match self {
            _ if heaps.len() < 2 => true,
            Shape::Any => true,
            Shape::Unlike => heaps.first() != heaps.last(),
            Shape::Distinct => heaps.windows(2).all(|pair| pair[0] != pair[1]),
            Shape::Equal => heaps.first() == heaps.last(),
        }
    }
}

/// One digit: into how many heaps the rest may be split, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digit {
    /// By the number of heaps.
    counts: Vec<Option<Shape>>,
    /// For every larger number of heaps.
    beyond: Option<Shape>,
}

impl Digit {
    /// The digit that allows the numbers of heaps in the mask.
    fn mask(mask: u32, shape: Shape) -> Self {
        let counts = (0..4)
            .map(|c| (mask >> c & 1 == 1).then_some(shape))
            .collect();
        Digit {
            counts,
            beyond: None,
        }
        .tidied()
    }

    /// How `count` heaps may be left, if they may.
    #[must_use]
    pub fn shape(&self, count: usize) -> Option<Shape> {
        self.counts.get(count).copied().unwrap_or(self.beyond)
    }

    /// The largest number of heaps that may be left; `None` if there is no
    /// largest.
    #[must_use]
    pub fn most(&self) -> Option<usize> {
        match self.beyond {
            Some(_) => None,
            None => Some(self.counts.len().saturating_sub(1)),
        }
    }

    /// Whether it allows nothing.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.counts.is_empty() && self.beyond.is_none()
    }

    /// Fewer than two heaps have every shape; counts that say what `beyond`
    /// says are left out.
    fn tidied(mut self) -> Self {
        for shape in self.counts.iter_mut().take(2).flatten() {
            *shape = Shape::Any;
        }
        let told = |digit: &Self| {
            let count = digit.counts.len().wrapping_sub(1);
            digit.counts.last().is_some_and(|&last| {
                let beyond = if count < 2 {
                    digit.beyond.map(|_| Shape::Any)
                } else {
                    digit.beyond
                };
                last == beyond
            })
        };
        while told(&self) {
            self.counts.pop();
        }
        self
    }

    /// Calls `each` with every way to leave `rest`, in ascending heaps:
    /// fewer heaps first, then by the smallest heaps.
    pub(super) fn each_split(&self, rest: u64, each: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        if rest == 0 {
            return match self.shape(0) {
                Some(_) => each(&[]),
                None => ControlFlow::Continue(()),
            };
        }
        let most = match self.most() {
            Some(most) => (most as u64).min(rest),
            None => rest,
        };
        for count in 1..=most {
            let Some(shape) = self.shape(usize::try_from(count).unwrap_or(usize::MAX)) else {
                continue;
            };
            // There are few of these among all partitions.
            if shape == Shape::Equal {
                if rest.is_multiple_of(count) {
                    each(&vec![rest / count; count as usize])?;
                }
                continue;
            }
            each_partition(rest, count as usize, &mut |heaps| {
                if shape.fits(heaps) {
                    each(heaps)
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// The partitions of `total` into `count` positive parts, each ascending, in
/// lexicographic order.
fn each_partition(total: u64, count: usize, each: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
    let mut parts = vec![1; count];
    parts[count - 1] = total - (count as u64 - 1);
    loop {
        each(&parts)?;
        // The last part that can grow by one when all parts behind it are
        // made as small as they can be.
        let mut rest = parts[count - 1];
        let Some(grows) = (0..count - 1).rev().find(|&i| {
            rest += parts[i];
            (parts[i] + 1) <= rest / (count - i) as u64
        }) else {
            return ControlFlow::Continue(());
        };
        let least = parts[grows] + 1;
        parts[grows..count - 1].fill(least);
        parts[count - 1] = rest - least * (count - 1 - grows) as u64;
    }
}

/// A take-and-break code: the digit at place t says what may be left when t
/// are taken from a heap.
///
/// In an octal digit 1 means that the whole heap may go, 2 that one heap may
/// be left, 4 that two may; 8 makes it three in a hexadecimal digit. `*` is
/// any number of heaps, `{0,2,4+}` lists the numbers, and `!`, `?` or `=` behind
/// either asks for heaps that are all different, not all equal, or all equal.
/// Digits in brackets at the end repeat for ever: `0.[3]` is Nim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    digits: Vec<Digit>,
    /// How many of the last digits repeat.
    period: usize,
}

/// No game in the literature comes near it.
const MAX_DIGITS: usize = 4096;

impl Code {
    /// Reads a code such as `0.77`.
    pub fn read(text: &str) -> Result<Self, BadInput> {
        Reader {
            chars: text.chars().collect(),
            at: 0,
        }
        .code(text)
    }

    /// The digits, by how many are taken; the last ones may
    /// [repeat](Self::period).
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// How many of the last digits repeat for ever.
    #[must_use]
    pub fn period(&self) -> usize {
        self.period
    }

    /// What may be left when so many are taken.
    #[must_use]
    pub fn digit(&self, taken: usize) -> Option<&Digit> {
        match taken.checked_sub(self.digits.len()) {
            Some(beyond) if self.period > 0 => {
                let first = self.digits.len() - self.period;
                self.digits.get(first + beyond % self.period)
            }
            _ => self.digits.get(taken),
        }
    }

    /// The most that a move can take.
    #[must_use]
    pub fn reach(&self) -> usize {
        self.digits.iter().rposition(|d| !d.is_zero()).unwrap_or(0)
    }

    pub(super) fn each_option(&self, heap: u64, each: &mut dyn FnMut(&[u64]) -> Flow) -> Flow {
        let mut taken = 0;
        while let (Some(digit), Some(rest)) = (self.digit(taken), heap.checked_sub(taken as u64)) {
            if heap > 0 {
                digit.each_split(rest, each)?;
            }
            taken += 1;
        }
        ControlFlow::Continue(())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digits, repeated) = self.digits.split_at(self.digits.len() - self.period);
        write!(f, "{}.", digits[0])?;
        if self.digits.len() == 1 {
            return f.write_str("0");
        }
        digits[1..].iter().try_for_each(|digit| digit.fmt(f))?;
        if self.period > 0 {
            f.write_str("[")?;
            repeated.iter().try_for_each(|digit| digit.fmt(f))?;
            f.write_str("]")?;
        }
        Ok(())
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shapes: Vec<Shape> = (2..self.counts.len())
            .filter_map(|count| self.shape(count))
            .chain(self.beyond)
            .collect();
        // One shape for all is said once, behind the digit.
        let common = match shapes.first() {
            Some(&first) if shapes.iter().all(|&s| s == first) => Some(first),
            None => Some(Shape::Any),
            _ => None,
        };
        let own = |shape: Shape| if common.is_some() { "" } else { shape.suffix() };
        if self.beyond.is_some() && self.counts.is_empty() {
            f.write_str("*")?;
        } else if let (None, Some(_), true) = (self.beyond, common, self.counts.len() <= 4) {
            let bits = (0..4).filter(|&c| self.shape(c).is_some()).map(|c| 1 << c);
            write!(f, "{:X}", bits.sum::<u32>())?;
        } else {
            let listed = (0..self.counts.len())
                .filter_map(|c| self.shape(c).map(|shape| format!("{c}{}", own(shape))));
            let tail = self
                .beyond
                .map(|shape| format!("{}{}+", self.counts.len(), own(shape)));
            write!(
                f,
                "{{{}}}",
                listed.chain(tail).collect::<Vec<_>>().join(",")
            )?;
        }
        f.write_str(common.unwrap_or(Shape::Any).suffix())
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn code(mut self, text: &str) -> Result<Code, BadInput> {
        if self.chars.is_empty() {
            return Err(self.wrong("there is no code".into()));
        }
        let mut digits = vec![Digit::default()];
        while self.peek().is_some_and(|c| c != '.') {
            if !digits[0].is_zero() {
                return Err(self.wrong("expected the point of the code".into()));
            }
            digits[0] = self.digit()?;
        }
        if !self.eat('.') {
            return Err(self.wrong("expected the point of the code".into()));
        }
        if digits[0].shape(0).is_some() || digits[0].shape(1).is_some() {
            return Err(BadInput::new(
                format!("the code `{text}` has moves that change nothing"),
                "the digit before the point may only split: 0, 4, 8 or C",
            )
            .at(1));
        }
        let mut repeats = None;
        while self.at < self.chars.len() {
            if repeats.is_none() && self.eat('[') {
                repeats = Some(digits.len());
            }
            if digits.len() > MAX_DIGITS {
                return Err(BadInput::new(
                    format!("a code of more than {MAX_DIGITS} digits"),
                    "shorten it",
                )
                .at(self.at + 1));
            }
            digits.push(self.digit()?);
            if repeats.is_some() && self.eat(']') {
                if self.at < self.chars.len() {
                    return Err(self.wrong("digits behind those that repeat".into()));
                }
                break;
            }
            if repeats.is_some() && self.at == self.chars.len() {
                return Err(self.unexpected());
            }
        }
        let mut period = repeats.map_or(0, |first| digits.len() - first);
        if digits[digits.len() - period..].iter().all(Digit::is_zero) {
            period = 0;
        }
        if period == 0 {
            let last = digits.iter().rposition(|digit| !digit.is_zero());
            digits.truncate(last.unwrap_or(0) + 1);
        }
        Ok(Code { digits, period })
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn wrong(&self, message: String) -> BadInput {
        let hint = "a code is digits 0 to 7 (or to F) with a point, such as 0.137 or 4.007";
        BadInput::new(message, hint).at(self.at + 1)
    }

    fn unexpected(&self) -> BadInput {
        match self.peek() {
            Some(found) => self.wrong(format!("`{found}` is no digit of a take-and-break code")),
            None => self.wrong("the code ends too early".into()),
        }
    }

    fn shape(&mut self) -> Option<Shape> {
        if self.eat('!') {
            Some(Shape::Distinct)
        } else if self.eat('?') {
            Some(Shape::Unlike)
        } else if self.eat('=') {
            Some(Shape::Equal)
        } else {
            None
        }
    }

    fn digit(&mut self) -> Result<Digit, BadInput> {
        let Some(first) = self.peek() else {
            return Err(self.unexpected());
        };
        if let Some(mask) = first.to_digit(16) {
            self.at += 1;
            let shape = self.shape().unwrap_or(Shape::Any);
            Ok(Digit::mask(mask, shape))
        } else if self.eat('*') {
            let beyond = Some(self.shape().unwrap_or(Shape::Any));
            Ok(Digit {
                counts: Vec::new(),
                beyond,
            })
        } else if self.eat('{') {
            self.list()
        } else {
            Err(self.unexpected())
        }
    }

    /// The rest of `{0,2!,4?+}`.
    fn list(&mut self) -> Result<Digit, BadInput> {
        let mut entries = Vec::new();
        let mut from = None;
        loop {
            let count = self.count()?;
            let shape = self.shape();
            if entries.iter().any(|&(c, _)| c == count) || from.is_some() {
                return Err(self.wrong("the numbers of heaps do not rise".into()));
            }
            if self.eat('+') {
                from = Some((count, shape));
            } else {
                entries.push((count, shape));
            }
            if self.eat('}') {
                break;
            }
            if !self.eat(',') {
                return Err(self.unexpected());
            }
        }
        let common = self.shape().unwrap_or(Shape::Any);
        let length = entries.iter().map(|&(c, _)| c + 1).max().unwrap_or(0);
        let mut counts = vec![None; length.max(from.map_or(0, |(c, _)| c))];
        for (count, shape) in entries {
            counts[count] = Some(shape.unwrap_or(common));
        }
        if from.is_some_and(|(c, _)| c < length) {
            return Err(self.wrong("the numbers of heaps do not rise".into()));
        }
        let beyond = from.map(|(_, shape)| shape.unwrap_or(common));
        Ok(Digit { counts, beyond }.tidied())
    }

    fn count(&mut self) -> Result<usize, BadInput> {
        let mut count = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            let so_far = count.unwrap_or(0) * 10 + digit as usize;
            if so_far > MAX_DIGITS {
                return Err(self.wrong(format!("more than {MAX_DIGITS} heaps from one")));
            }
            count = Some(so_far);
            self.at += 1;
        }
        count.ok_or_else(|| self.unexpected())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_print_in_one_form() {
        for (text, printed) in [
            ("0.77", "0.77"),
            (".137", "0.137"),
            ("4.007", "4.007"),
            ("0.3f", "0.3F"),
            ("0.3F?", "0.3F?"),
            ("C.", "C.0"),
            ("0.{0!,2!,3!+}", "0.{0,2+}!"),
            ("0.{0!,2!,4?+}", "0.{0,2!,4?+}"),
            ("0.{0,1,2!,3!,4!+}", "0.*!"),
            ("0.{0,1}", "0.3"),
            ("0.{1,3+}", "0.{1,3+}"),
            ("4!.", "4!.0"),
            ("04.00[00]", "4.0"),
            ("0.[3]", "0.[3]"),
            ("0.7[03]", "0.7[03]"),
            ("{2+}=.0", "{2+}=.0"),
        ] {
            let code = Code::read(text).unwrap();
            assert_eq!(code.to_string(), printed, "{text}");
            assert_eq!(Code::read(printed).unwrap(), code, "{text}");
        }
    }

    #[test]
    fn bad_codes_are_refused_with_their_place() {
        for (text, column) in [
            ("", 1),
            ("77", 2),
            ("0.7x", 4),
            ("0.8g", 4),
            ("1.7", 1),
            ("44.7", 2),
            ("0.[3", 5),
            ("0.[3]3", 6),
            ("0.[]", 4),
            ("*.7", 1),
            ("0.{", 4),
            ("0.{1", 5),
            ("0.{3,3}", 7),
            ("0.{1+,3}", 8),
            ("-0.7", 1),
            ("0.7.7", 4),
            ("0.{99999}", 7),
        ] {
            let bad = Code::read(text).unwrap_err();
            assert_eq!(bad.column, Some(column), "{text}: {bad}");
            assert!(!bad.to_string().contains('\n'));
        }
    }

    #[test]
    fn partitions_come_in_order_and_are_all_there() {
        let mut seen = Vec::new();
        let _ = each_partition(9, 3, &mut |p| {
            seen.push(p.to_vec());
            ControlFlow::Continue(())
        });
        assert!(seen.is_sorted());
        assert_eq!(seen.len(), 7);
        assert!(
            seen.iter()
                .all(|p| p.iter().sum::<u64>() == 9 && p.is_sorted())
        );
    }
}
