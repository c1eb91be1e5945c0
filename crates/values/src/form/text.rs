//! How forms are written.

use super::{Compound, Form, Forms, Kind};
use crate::arena::Arena;
use crate::error::Result;
use crate::notation::Notation;
use crate::player::Player;

/// What is still to be written.
enum Piece {
    Form(Form),
    /// A form inside `*[…]`, where 3 stands for ∗3.
    Heap(Form),
    Text(&'static str),
}

/// How tightly a form holds together, tightest first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Whole,
    OrdinalSum,
    /// n copies of a form, or a negative.
    Multiple,
    Sum,
    Word,
}

impl Forms {
    /// The text of a form, as CGSuite prints it: explicit options in quotes,
    /// compounds with their symbol or name between the parts.
    ///
    /// ```
    /// use values::{Arena, Compound, Forms, Notation, Value};
    /// let (mut arena, mut forms) = (Arena::new(), Forms::new());
    /// let one = arena.integer(1)?;
    /// let one = forms.value(&mut arena, one)?;
    /// let zero = forms.value(&mut arena, Value::ZERO)?;
    /// let form = forms.explicit(&mut arena, &[one], &[zero])?;
    /// let product = forms.compound(&mut arena, Compound::OrdinalProduct, one, form)?;
    /// let text = forms.text(&mut arena, -product, Notation::Ascii)?;
    /// assert_eq!(text, "-(1 OrdinalProduct '{1|0}')");
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn text(&self, arena: &mut Arena, form: Form, notation: Notation) -> Result<String> {
        // The text of a small store may be huge: it counts.
        const STEP: usize = 1 << 20;
        let mut next_check = STEP;
        let mut out = String::new();
        let mut pieces = Vec::new();
        let mut stack = vec![Piece::Form(form)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Form(form) => match self.as_value(form) {
                    Some(v) => out.push_str(&arena.text(v, notation)?),
                    None => self.pieces(arena, form, notation, &mut pieces),
                },
                Piece::Heap(form) => match self.as_value(form).and_then(|v| arena.as_nimber(v)) {
                    Some(k) => out.push_str(&k.to_string()),
                    None => self.heap_pieces(form, &mut pieces),
                },
            }
            stack.extend(pieces.drain(..).rev());
            if out.len() >= next_check {
                next_check = out.len() + STEP;
                self.checkpoint(arena, out.capacity())?;
            }
        }
        Ok(out)
    }

    /// Takes a form that is not a value apart.
    fn pieces(&self, arena: &Arena, form: Form, notation: Notation, out: &mut Vec<Piece>) {
        let latex = notation == Notation::Latex;
        match self.nodes[form.index()].kind {
            // Written by the arena.
            Kind::Value(_) => {}
            Kind::Explicit => {
                let (open, bar, close) = match notation {
                    Notation::Latex => (r"'\{", r"\,|\,", r"\}'"),
                    _ => ("'{", "|", "}'"),
                };
                out.push(Piece::Text(open));
                listed(self.listed(form, Player::Left).map(Piece::Form), out);
                out.push(Piece::Text(bar));
                listed(self.listed(form, Player::Right).map(Piece::Form), out);
                out.push(Piece::Text(close));
            }
            Kind::Impartial => {
                out.push(Piece::Text(match notation {
                    Notation::Ascii => "*",
                    Notation::Unicode => "∗",
                    Notation::Latex => r"{\ast}",
                }));
                self.heap_pieces(form, out);
            }
            Kind::Compound(..) => {
                let Some((compound, g, h)) = self.parts(form) else {
                    out.push(Piece::Text("-("));
                    out.push(Piece::Form(-form));
                    out.push(Piece::Text(")"));
                    return;
                };
                let shape = self.shape(arena, form);
                let symbol = match (compound, latex) {
                    (Compound::Sum, _) => " + ",
                    (Compound::OrdinalSum, _) => " : ",
                    (Compound::ConwayProduct, _) if shape == Shape::Multiple => {
                        if latex {
                            r" \cdot "
                        } else {
                            " * "
                        }
                    }
                    (Compound::ConwayProduct, false) => " ConwayProduct ",
                    (Compound::OrdinalProduct, false) => " OrdinalProduct ",
                    (Compound::SelectiveSum, false) => " SelectiveSum ",
                    (Compound::ConjunctiveSum, false) => " ConjunctiveSum ",
                    (Compound::ConwayProduct, true) => r" \mathbin{\mathrm{ConwayProduct}} ",
                    (Compound::OrdinalProduct, true) => r" \mathbin{\mathrm{OrdinalProduct}} ",
                    (Compound::SelectiveSum, true) => r" \mathbin{\mathrm{SelectiveSum}} ",
                    (Compound::ConjunctiveSum, true) => r" \mathbin{\mathrm{ConjunctiveSum}} ",
                };
                // Sums and ordinal sums associate; under the others every
                // compound is put in parentheses.
                let bare = match shape {
                    Shape::Sum => Shape::Sum,
                    Shape::OrdinalSum => Shape::OrdinalSum,
                    _ => Shape::Whole,
                };
                for (part, before) in [(g, ""), (h, symbol)] {
                    let whole = self.shape(arena, part) <= bare;
                    out.push(Piece::Text(before));
                    if !whole {
                        out.push(Piece::Text("("));
                    }
                    out.push(Piece::Form(part));
                    if !whole {
                        out.push(Piece::Text(")"));
                    }
                }
            }
        }
    }

    fn heap_pieces(&self, form: Form, out: &mut Vec<Piece>) {
        out.push(Piece::Text("["));
        listed(self.listed(form, Player::Left).map(Piece::Heap), out);
        out.push(Piece::Text("]"));
    }

    fn shape(&self, arena: &Arena, form: Form) -> Shape {
        let Kind::Compound(compound, g, _) = self.nodes[form.index()].kind else {
            return Shape::Whole;
        };
        let integer = |g| {
            let number = self.as_value(g).and_then(|v| arena.as_number(v));
            number.is_some_and(|x| x.is_integer())
        };
        match compound {
            Compound::Sum => Shape::Sum,
            Compound::OrdinalSum => Shape::OrdinalSum,
            Compound::ConwayProduct if integer(g) => Shape::Multiple,
            _ if form.is_flipped() && !compound.is_sum() => Shape::Multiple,
            _ => Shape::Word,
        }
    }
}

/// Puts commas between.
fn listed(items: impl Iterator<Item = Piece>, out: &mut Vec<Piece>) {
    for (i, item) in items.enumerate() {
        if i > 0 {
            out.push(Piece::Text(","));
        }
        out.push(item);
    }
}
