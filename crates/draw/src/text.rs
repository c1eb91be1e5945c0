//! Text for SVG: escaping, measuring, shortening, and stacked fractions.

use super::numeral::{Charset, Numeral};
use super::place::Rect;
use std::fmt::Write;
use values::Dyadic;

/// The size of a label, and of the two halves of a fraction.
pub const SIZE: f64 = 12.5;
const PART: f64 = 10.5;

/// Text as XML: escaped, and without the characters XML forbids.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// An upper estimate of the width of a text: the reader's serif font is not
/// known, so it is generous.
pub fn width(text: &str, size: f64) -> f64 {
    let ems: f64 = text
        .chars()
        .map(|c| match c {
            '.' | ',' | '|' | '!' | '\'' | ':' | ';' | '·' => 0.36,
            '{' | '}' | '(' | ')' | '[' | ']' | ' ' | '/' => 0.45,
            '⁰'..='⁹' | '¹' | '²' | '³' => 0.42,
            '−' => 0.62,
            c if c.is_ascii() => 0.58,
            c if c < '\u{1100}' => 0.68,
            '\u{2000}'..='\u{2BFF}' => 0.9,
            _ => 1.05,
        })
        .sum();
    ems * size
}

/// The text if it is narrow enough, else its beginning and its end.
pub fn elide(text: &str, size: f64, most: f64) -> String {
    // No character is narrower than 0.36 em, so this many are enough.
    let enough = (most / size * 3.0) as usize + 2;
    if text.len() <= 4 * enough && width(text, size) <= most {
        return text.to_string();
    }
    let most = most - width("…", size);
    let (mut head, mut tail) = (String::new(), String::new());
    let (mut front, mut back) = (text.chars().take(enough), text.chars().rev().take(enough));
    let mut used = 0.0;
    // Two thirds from the front: that is where values differ.
    for turn in 0.. {
        let next = if turn % 3 == 2 {
            back.next()
        } else {
            front.next()
        };
        let Some(c) = next else { break };
        used += width(c.encode_utf8(&mut [0; 4]), size);
        if used > most {
            break;
        }
        if turn % 3 == 2 {
            tail.push(c)
        } else {
            head.push(c)
        }
    }
    let tail: String = tail.chars().rev().collect();
    format!("{}…{}", head.trim_end(), tail.trim_start())
}

/// A number to be written into a drawing.
pub struct Label {
    numeral: Numeral,
}

impl Label {
    pub fn new(number: &Dyadic) -> Self {
        Label {
            numeral: Numeral::new(number, Charset::Unicode),
        }
    }

    /// Width and height.
    pub fn size(&self) -> (f64, f64) {
        match &self.numeral.denominator {
            None => (width(&self.numeral.line(), SIZE), 0.8 * SIZE),
            Some(_) => (self.sign_width() + self.fraction_width(), 1.9 * PART),
        }
    }

    /// The room for the sign before a fraction, apart from its bar.
    fn sign_width(&self) -> f64 {
        if self.numeral.negative {
            width(self.numeral.sign(), SIZE) + 1.5
        } else {
            0.0
        }
    }

    fn fraction_width(&self) -> f64 {
        let denominator = self.numeral.denominator.as_deref().unwrap_or("");
        width(&self.numeral.numerator, PART).max(width(denominator, PART))
    }

    /// The label as SVG, centred in its box.
    pub fn write(&self, place: &Rect, colour: &str, out: &mut String) {
        let (x, y) = place.centre();
        // A digit is about 0.68 em tall.
        let lowered = |y: f64, size: f64| y + 0.34 * size;
        match &self.numeral.denominator {
            None => text(
                &self.numeral.line(),
                (x, lowered(y, SIZE)),
                SIZE,
                colour,
                out,
            ),
            Some(denominator) => {
                let sign = self.sign_width();
                let middle = x + sign / 2.0;
                if self.numeral.negative {
                    let at = (place.left + sign / 2.0 - 0.75, lowered(y, SIZE));
                    text(self.numeral.sign(), at, SIZE, colour, out);
                }
                let half = 0.54 * PART;
                let numerator = &self.numeral.numerator;
                text(
                    numerator,
                    (middle, lowered(y - half, PART)),
                    PART,
                    colour,
                    out,
                );
                text(
                    denominator,
                    (middle, lowered(y + half, PART)),
                    PART,
                    colour,
                    out,
                );
                let bar = self.fraction_width() / 2.0 - 0.3;
                let _ = writeln!(
                    out,
                    r#"<path d="M{} {y}H{}" stroke="{colour}" stroke-width="0.7"/>"#,
                    coordinate(middle - bar),
                    coordinate(middle + bar),
                    y = coordinate(y),
                );
            }
        }
    }
}

/// Writes a text centred on `at`.
pub fn text(content: &str, at: (f64, f64), size: f64, colour: &str, out: &mut String) {
    let _ = writeln!(
        out,
        r#"<text x="{}" y="{}" font-size="{size}" fill="{colour}">{}</text>"#,
        coordinate(at.0),
        coordinate(at.1),
        escape(content),
    );
}

/// A coordinate to a hundredth, in the shortest way to write it.
pub fn coordinate(x: f64) -> String {
    let rounded = (x * 100.0).round() / 100.0;
    // Adding 0 turns −0 into 0.
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escape("a<b & \"c\"\u{1}\n>"),
            "a&lt;b &amp; &quot;c&quot;\u{FFFD} &gt;"
        );
    }

    #[test]
    fn long_text_is_shortened_in_the_middle() {
        let long = format!("{{{}|1}}", "12345,".repeat(1000));
        let short = elide(&long, 14.0, 200.0);
        assert!(short.starts_with("{123") && short.ends_with("|1}") && short.contains('…'));
        assert!(width(&short, 14.0) <= 200.0);
        assert_eq!(elide("{1|−1}", 14.0, 200.0), "{1|−1}");
    }

    #[test]
    fn coordinates_are_short() {
        for (x, text) in [
            (-0.001, "0"),
            (1.0, "1"),
            (2.345_678, "2.35"),
            (-7.5, "-7.5"),
        ] {
            assert_eq!(coordinate(x), text);
        }
    }
}
