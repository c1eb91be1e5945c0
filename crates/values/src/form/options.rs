//! The options of compound games, from the options of their parts.

use super::{Compound, Form, Forms, Kind};
use crate::arena::Arena;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;

impl Forms {
    /// The options of `player` as forms, by the definition of the compound;
    /// parts that are over are left out (0 + H is H).
    ///
    /// ```
    /// use values::{Arena, Compound, Forms, Notation, Player};
    /// let (mut arena, mut forms) = (Arena::new(), Forms::new());
    /// let g = arena.read("*2").unwrap();
    /// let g = forms.value(&mut arena, g)?;
    /// let form = forms.explicit(&mut arena, &[g], &[])?;
    /// let sum = forms.compound(&mut arena, Compound::SelectiveSum, form, g)?;
    /// let mut texts = Vec::new();
    /// for option in forms.options(&mut arena, sum, Player::Right)? {
    ///     texts.push(forms.text(&mut arena, option, Notation::Ascii)?);
    /// }
    /// assert_eq!(texts, ["'{*2|}'", "'{*2|}' SelectiveSum *"]);
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn options(&mut self, arena: &mut Arena, form: Form, player: Player) -> Result<Vec<Form>> {
        self.list(arena, form)?;
        Ok(self.listed(form, player).collect())
    }

    /// Makes sure that the options of `form` are stored. Compounds may be
    /// nested as deep as a game is long, hence the stack.
    pub(super) fn list(&mut self, arena: &mut Arena, form: Form) -> Result<()> {
        let mut stack = vec![form.index()];
        while let Some(&top) = stack.last() {
            let node = &self.nodes[top];
            if node.options.is_some() {
                stack.pop();
                continue;
            }
            let kind = node.kind;
            let waiting = stack.len();
            if let Kind::Compound(_, g, h) = kind {
                let parts = [g.index(), h.index()];
                let unlisted = |&i: &usize| self.nodes[i].options.is_none();
                stack.extend(parts.into_iter().filter(unlisted));
            }
            if stack.len() > waiting {
                continue;
            }
            let left = self.derive(arena, kind, Player::Left)?;
            let right = self.derive(arena, kind, Player::Right)?;
            self.nodes[top].options = Some(self.store([&left, &right])?);
            stack.pop();
        }
        Ok(())
    }

    /// The options of a form whose parts have theirs stored.
    fn derive(&mut self, arena: &mut Arena, kind: Kind, player: Player) -> Result<Vec<Form>> {
        let mut options = Vec::new();
        match kind {
            Kind::Value(v) => {
                self.listing.prepare(arena, v)?;
                for option in self.listing.options(v, player).to_vec() {
                    options.push(self.value(arena, option)?);
                }
            }
            // Stored when they were made.
            Kind::Explicit | Kind::Impartial => {}
            Kind::Compound(compound, g, h) => {
                let moves = |form, player| self.listed(form, player).collect::<Vec<_>>();
                let (in_g, in_h) = (moves(g, player), moves(h, player));
                match compound {
                    Compound::Sum => {
                        self.each(arena, compound, &in_g, &[h], &mut options)?;
                        self.each(arena, compound, &[g], &in_h, &mut options)?;
                    }
                    Compound::OrdinalSum => {
                        options.extend_from_slice(&in_g);
                        self.each(arena, compound, &[g], &in_h, &mut options)?;
                    }
                    Compound::SelectiveSum => {
                        self.each(arena, compound, &in_g, &[h], &mut options)?;
                        self.each(arena, compound, &[g], &in_h, &mut options)?;
                        self.each(arena, compound, &in_g, &in_h, &mut options)?;
                    }
                    Compound::ConjunctiveSum => {
                        self.each(arena, compound, &in_g, &in_h, &mut options)?;
                    }
                    Compound::ConwayProduct => {
                        for side in Player::BOTH {
                            let other = match player {
                                Player::Left => side,
                                Player::Right => side.opposite(),
                            };
                            let in_h: Vec<Form> = self.listed(h, other).collect();
                            for a in self.listed(g, side).collect::<Vec<_>>() {
                                for &b in &in_h {
                                    options.push(self.product_option(arena, [g, h], [a, b])?);
                                    self.tick(arena, options.capacity() * size_of::<Form>())?;
                                }
                            }
                        }
                    }
                    Compound::OrdinalProduct => {
                        for side in Player::BOTH {
                            let copy = g.negated_if(side == Player::Right);
                            let tops: Vec<Form> = self.listed(copy, player).collect();
                            for b in self.listed(h, side).collect::<Vec<_>>() {
                                let base = self.join(arena, compound, [g, b])?;
                                let sum = Compound::OrdinalSum;
                                self.each(arena, sum, &[base], &tops, &mut options)?;
                            }
                        }
                    }
                }
            }
        }
        Ok(options)
    }

    /// Adds the compound of each of `first` with each of `second`.
    fn each(
        &mut self,
        arena: &mut Arena,
        compound: Compound,
        first: &[Form],
        second: &[Form],
        options: &mut Vec<Form>,
    ) -> Result<()> {
        for &a in first {
            for &b in second {
                options.push(self.join(arena, compound, [a, b])?);
                self.tick(arena, options.capacity() * size_of::<Form>())?;
            }
        }
        Ok(())
    }

    /// aH + Gb − ab.
    fn product_option(
        &mut self,
        arena: &mut Arena,
        [g, h]: [Form; 2],
        [a, b]: [Form; 2],
    ) -> Result<Form> {
        let product = Compound::ConwayProduct;
        let x = self.join(arena, product, [a, h])?;
        let y = self.join(arena, product, [g, b])?;
        let z = self.join(arena, product, [a, b])?;
        let sum = self.join(arena, Compound::Sum, [x, y])?;
        self.join(arena, Compound::Sum, [sum, -z])
    }

    /// The compound, written shorter where a part is the empty game.
    pub(super) fn join(
        &mut self,
        arena: &mut Arena,
        compound: Compound,
        [g, h]: [Form; 2],
    ) -> Result<Form> {
        let over = |form| self.as_value(form) == Some(Value::ZERO);
        let (g_over, h_over) = (over(g), over(h));
        match compound {
            Compound::Sum | Compound::OrdinalSum | Compound::SelectiveSum => {
                if g_over {
                    return Ok(h);
                }
                if h_over {
                    return Ok(g);
                }
            }
            Compound::ConwayProduct | Compound::OrdinalProduct | Compound::ConjunctiveSum => {
                if g_over || h_over {
                    return self.value(arena, Value::ZERO);
                }
            }
        }
        self.compound(arena, compound, g, h)
    }
}
