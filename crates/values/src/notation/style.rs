//! The symbols of the three notations.

use crate::dyadic::Dyadic;
use crate::uptimal::{Expansion, UpShape};
use std::fmt::Write;

/// How a value is written. Reading accepts all of them.
///
/// ```
/// use values::{Arena, Notation};
/// let mut arena = Arena::new();
/// let g = arena.read("+-{*,^}").unwrap();
/// assert_eq!(arena.text(g, Notation::Unicode).unwrap(), "±{∗,↑}");
/// assert_eq!(arena.text(g, Notation::Latex).unwrap(), r"\pm \{{\ast},{\uparrow}\}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Notation {
    /// As CGSuite prints: `{1*|vv||+-1/2}`.
    #[default]
    Ascii,
    /// With the symbols of the literature: `{1∗|⇓‖…`, `±½`.
    Unicode,
    /// For papers.
    Latex,
}

const FRACTIONS: [(i64, u32, &str); 7] = [
    (1, 1, "½"),
    (1, 2, "¼"),
    (3, 2, "¾"),
    (1, 3, "⅛"),
    (3, 3, "⅜"),
    (5, 3, "⅝"),
    (7, 3, "⅞"),
];

/// The numerator and exponent of a one-character fraction.
pub(super) fn vulgar_fraction(c: char) -> Option<(i64, u32)> {
    FRACTIONS
        .iter()
        .find(|(_, _, text)| text.starts_with(c))
        .map(|&(num, exp, _)| (num, exp))
}

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// The digit that a superscript character stands for.
pub(super) fn superscript_digit(c: char) -> Option<char> {
    let digit = SUPERSCRIPTS.iter().position(|&s| s == c)?;
    char::from_digit(digit as u32, 10)
}

impl Notation {
    fn pick(self, ascii: &'static str, unicode: &'static str, latex: &'static str) -> &'static str {
        match self {
            Notation::Ascii => ascii,
            Notation::Unicode => unicode,
            Notation::Latex => latex,
        }
    }

    pub(super) fn open(self) -> &'static str {
        self.pick("{", "{", r"\{")
    }

    pub(super) fn close(self) -> &'static str {
        self.pick("}", "}", r"\}")
    }

    pub(super) fn slashes(self, n: u8) -> &'static str {
        let all = [
            ["|", r"\,|\,"],
            ["||", r"\,||\,"],
            ["|||", r"\,|||\,"],
            ["||||", r"\,||||\,"],
        ];
        all[usize::from(n) - 1][usize::from(self == Notation::Latex)]
    }

    pub(super) fn plus_minus(self) -> &'static str {
        self.pick("+-", "±", r"\pm ")
    }

    pub(super) fn tiny(self, miny: bool) -> &'static str {
        if miny {
            self.pick("Miny(", "⧿(", "{-}_{")
        } else {
            self.pick("Tiny(", "⧾(", "{+}_{")
        }
    }

    pub(super) fn tiny_close(self) -> &'static str {
        self.pick(")", ")", "}")
    }

    pub(super) fn number(self, x: &Dyadic, out: &mut String) {
        let plain = |out: &mut String| write!(out, "{x}").expect("writing to a string");
        if x.is_integer() || self == Notation::Ascii {
            return plain(out);
        }
        if self == Notation::Latex {
            let sign = if x.signum() < 0 { "-" } else { "" };
            let text = x.abs().to_string();
            let (num, den) = text.split_once('/').expect("a fraction");
            return write!(out, r"{sign}\frac{{{num}}}{{{den}}}").expect("writing to a string");
        }
        let known = x.as_small().and_then(|(num, exp)| {
            let found = FRACTIONS.iter().find(|f| f.0 == num.abs() && f.1 == exp)?;
            Some((num < 0, found.2))
        });
        match known {
            Some((negative, text)) => {
                if negative {
                    out.push('-');
                }
                out.push_str(text);
            }
            None => plain(out),
        }
    }

    pub(super) fn star(self) -> &'static str {
        self.pick("*", "∗", r"{\ast}")
    }

    pub(super) fn up_symbol(self, positive: bool) -> &'static str {
        if positive {
            self.pick("^", "↑", r"{\uparrow}")
        } else {
            self.pick("v", "↓", r"{\downarrow}")
        }
    }

    fn double_up_symbol(self, positive: bool) -> &'static str {
        if positive {
            self.pick("^^", "⇑", r"{\Uparrow}")
        } else {
            self.pick("vv", "⇓", r"{\Downarrow}")
        }
    }

    fn ups(self, shape: UpShape, out: &mut String) {
        let result = match shape {
            UpShape::None => Ok(()),
            UpShape::Ups(n) => match n.unsigned_abs() {
                1 => out.write_str(self.up_symbol(n > 0)),
                2 => out.write_str(self.double_up_symbol(n > 0)),
                k => write!(out, "{}{k}", self.up_symbol(n > 0)),
            },
            UpShape::Power(n, sign) => {
                let up = self.up_symbol(sign > 0);
                match self {
                    Notation::Ascii => write!(out, "{up}<{n}>"),
                    Notation::Latex => write!(out, "{up}^{{{n}}}"),
                    Notation::Unicode => {
                        out.push_str(up);
                        out.extend(
                            n.to_string()
                                .bytes()
                                .map(|b| SUPERSCRIPTS[usize::from(b - b'0')]),
                        );
                        Ok(())
                    }
                }
            }
            UpShape::Sum(n, sign) => {
                let up = self.up_symbol(sign > 0);
                match self {
                    Notation::Latex => write!(out, "{up}^{{[{n}]}}"),
                    _ => write!(out, "{up}[{n}]"),
                }
            }
        };
        result.expect("writing to a string");
    }

    /// The text of an uptimal with a short notation, and whether it has more
    /// than one of number, ups and nimber.
    pub(super) fn uptimal(self, e: &Expansion) -> Option<(String, bool)> {
        let shape = e.shape()?;
        let mut out = String::new();
        let infinitesimal = shape != UpShape::None || e.nimber() != 0;
        if !e.number().is_zero() || !infinitesimal {
            self.number(e.number(), &mut out);
        }
        self.ups(shape, &mut out);
        if e.nimber() != 0 {
            out.push_str(self.star());
        }
        if e.nimber() > 1 {
            write!(out, "{}", e.nimber()).expect("writing to a string");
        }
        let parts = usize::from(!e.number().is_zero())
            + usize::from(shape != UpShape::None)
            + usize::from(e.nimber() != 0);
        Some((out, parts > 1))
    }
}
