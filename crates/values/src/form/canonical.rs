//! What forms are worth: canonical forms and misère outcomes.

use super::{Compound, Form, Forms, Kind};
use crate::arena::Arena;
use crate::compare::Outcome;
use crate::error::Result;
use crate::player::Player;
use crate::recursion::Mirror;
use crate::value::Value;

impl Forms {
    /// The canonical form: the value of the form as a game.
    ///
    /// It is found from the options and remembered. Sums need only the values
    /// of their parts, and an ordinal sum only the value of its second part
    /// (the colon principle); a product depends on how its factors are written.
    ///
    /// # Complexity
    /// A canonical form and a record for each different position, of which a
    /// product of big games has huge numbers: the arena's budget is the limit.
    ///
    /// # Literature
    /// J. H. Conway, *On Numbers and Games*, chapters 7 and 14; E. R.
    /// Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 7, on
    /// the colon principle.
    ///
    /// ```
    /// use values::{Arena, Compound, Forms};
    /// let (mut arena, mut forms) = (Arena::new(), Forms::new());
    /// let (two, star) = (arena.integer(2)?, arena.nimber(1)?);
    /// let zero = forms.value(&mut arena, values::Value::ZERO)?;
    /// let one = arena.integer(1)?;
    /// let one = forms.value(&mut arena, one)?;
    /// let star = forms.value(&mut arena, star)?;
    /// let form = forms.explicit(&mut arena, &[zero, one], &[])?;
    /// assert_eq!(forms.canonical(&mut arena, form)?, two);
    /// // As a factor, {0,1|} is not the same as 2.
    /// let product = forms.compound(&mut arena, Compound::ConwayProduct, form, star)?;
    /// assert_eq!(forms.canonical(&mut arena, product)?, arena.nimber(2)?);
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn canonical(&mut self, arena: &mut Arena, form: Form) -> Result<Value> {
        // Alone, a product of values needs no forms for what follows it.
        if let Kind::Compound(Compound::ConwayProduct, g, h) = self.nodes[form.index()].kind
            && let (Some(x), Some(y)) = (self.as_value(g), self.as_value(h))
        {
            let product = arena.product(x, y)?;
            self.nodes[form.index()].value = Some(product);
        }
        let mut stack = vec![form.unsigned()];
        while let Some(&top) = stack.last() {
            self.tick(arena, stack.capacity() * size_of::<Form>())?;
            if self.nodes[top.index()].value.is_none() {
                let Some(value) = self.evaluate(arena, top, &mut stack)? else {
                    continue;
                };
                self.nodes[top.index()].value = Some(value);
            }
            stack.pop();
        }
        let value = self.nodes[form.index()].value;
        Ok(value
            .expect("the stack ran empty")
            .negated_if(form.is_flipped()))
    }

    /// The value of the form that a record holds, or the forms whose values
    /// it takes are pushed.
    fn evaluate(
        &mut self,
        arena: &mut Arena,
        form: Form,
        missing: &mut Vec<Form>,
    ) -> Result<Option<Value>> {
        let Kind::Compound(compound, g, h) = self.nodes[form.index()].kind else {
            return match self.as_value(form) {
                Some(v) => Ok(Some(v)),
                None => self.value_of_options(arena, form, missing),
            };
        };
        match compound {
            Compound::Sum => match self.values_of([g, h], missing) {
                Some([x, y]) => arena.add(x, y).map(Some),
                None => Ok(None),
            },
            Compound::OrdinalSum => {
                // The colon principle: G:H depends on the value of H only.
                let Some([y]) = self.values_of([h], missing) else {
                    return Ok(None);
                };
                if let Some(x) = self.as_value(g) {
                    return arena.ordinal_sum(x, y).map(Some);
                }
                let top = self.value(arena, y)?;
                // (A:B):H is A:(B:H), which has fewer moves to look at.
                let same = match self.parts(g) {
                    Some((Compound::OrdinalSum, a, b)) => {
                        let top = self.join(arena, compound, [b, top])?;
                        self.join(arena, compound, [a, top])?
                    }
                    _ => self.join(arena, compound, [g, top])?,
                };
                self.value_like(arena, form, same, missing)
            }
            Compound::ConwayProduct => self.value_of_product(arena, form, g, h, missing),
            _ => self.value_of_options(arena, form, missing),
        }
    }

    fn value_of_product(
        &mut self,
        arena: &mut Arena,
        form: Form,
        g: Form,
        h: Form,
        missing: &mut Vec<Form>,
    ) -> Result<Option<Value>> {
        // The canonical integer n times H is the sum of n copies of H.
        for (factor, other) in [(g, h), (h, g)] {
            let number = self.as_value(factor).and_then(|v| arena.as_number(v));
            if let Some(n) = number.filter(|n| n.is_integer()) {
                return match self.values_of([other], missing) {
                    Some([x]) => arena.multiple(&n.numerator(), x).map(Some),
                    None => Ok(None),
                };
            }
        }
        if let (Some(x), Some(y)) = (self.as_value(g), self.as_value(h)) {
            let numbers = arena.is_number(x) && arena.is_number(y);
            if numbers || (arena.as_nimber(x).is_some() && arena.as_nimber(y).is_some()) {
                return arena.product(x, y).map(Some);
            }
        }
        // GH, HG and −((−G)H) differ only in the order of their options.
        let flip = g.is_flipped() != h.is_flipped();
        let (a, b) = (g.unsigned(), h.unsigned());
        let same = self.compound(arena, Compound::ConwayProduct, a.min(b), a.max(b))?;
        self.value_like(arena, form, same.negated_if(flip), missing)
    }

    /// The value of `form` through `same`, which has the same value and may
    /// be the same form.
    fn value_like(
        &mut self,
        arena: &mut Arena,
        form: Form,
        same: Form,
        missing: &mut Vec<Form>,
    ) -> Result<Option<Value>> {
        if same == form {
            return self.value_of_options(arena, form, missing);
        }
        Ok(self.values_of([same], missing).map(|[value]| value))
    }

    fn value_of_options(
        &mut self,
        arena: &mut Arena,
        form: Form,
        missing: &mut Vec<Form>,
    ) -> Result<Option<Value>> {
        self.list(arena, form)?;
        let waiting = missing.len();
        let sides = Player::BOTH.map(|player| {
            let mut values = Vec::new();
            for option in self.listed(form, player) {
                values.extend(self.values_of([option], missing).into_iter().flatten());
            }
            values
        });
        if missing.len() > waiting {
            return Ok(None);
        }
        arena.game(&sides[0], &sides[1]).map(Some)
    }

    /// The values of the forms, if all are known; those that are not are
    /// pushed.
    fn values_of<const N: usize>(
        &self,
        forms: [Form; N],
        missing: &mut Vec<Form>,
    ) -> Option<[Value; N]> {
        let known = |form: Form| self.nodes[form.index()].value;
        let unknown = forms.iter().filter(|f| known(**f).is_none());
        let waiting = missing.len();
        missing.extend(unknown.map(|f| f.unsigned()));
        if missing.len() > waiting {
            return None;
        }
        Some(forms.map(|form| {
            let value = known(form).expect("the missing ones were pushed");
            value.negated_if(form.is_flipped())
        }))
    }

    /// Who wins the form in misère play, where the player who cannot move
    /// wins. Here the form matters, not its value: nothing is simplified.
    ///
    /// # Complexity
    /// One look at each option of each different position, then remembered.
    ///
    /// # Literature
    /// J. H. Conway, *On Numbers and Games*, chapter 12.
    ///
    /// ```
    /// use values::{Arena, Compound, Forms, Outcome};
    /// let (mut arena, mut forms) = (Arena::new(), Forms::new());
    /// let star = arena.nimber(1)?;
    /// let star = forms.value(&mut arena, star)?;
    /// let two = forms.compound(&mut arena, Compound::Sum, star, star)?;
    /// assert_eq!(forms.misere_outcome(&mut arena, star)?, Outcome::P);
    /// assert_eq!(forms.misere_outcome(&mut arena, two)?, Outcome::N);
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn misere_outcome(&mut self, arena: &mut Arena, form: Form) -> Result<Outcome> {
        let mut stack = vec![form.unsigned()];
        while let Some(&top) = stack.last() {
            self.tick(arena, stack.capacity() * size_of::<Form>())?;
            if !self.misere.contains_key(&top.index()) {
                let outcome = match self.as_value(top) {
                    Some(v) => Some(arena.misere_outcome(v)?),
                    None => self.misere_by_options(arena, top, &mut stack)?,
                };
                let Some(outcome) = outcome else { continue };
                self.misere.insert(top.index(), outcome);
            }
            stack.pop();
        }
        Ok(self.misere[&form.index()].mirrored_if(form.is_flipped()))
    }

    fn misere_by_options(
        &mut self,
        arena: &mut Arena,
        form: Form,
        missing: &mut Vec<Form>,
    ) -> Result<Option<Outcome>> {
        self.list(arena, form)?;
        let waiting = missing.len();
        let holds = Player::BOTH.map(|player| {
            // The opponent starts: having no move would win, and so would a
            // move to where `player` does not win starting.
            let mut moves = 0;
            let mut all_lose = true;
            for option in self.listed(form, player.opposite()) {
                moves += 1;
                match self.misere.get(&option.index()) {
                    None => missing.push(option.unsigned()),
                    Some(outcome) => {
                        let outcome = outcome.mirrored_if(option.is_flipped());
                        all_lose &= outcome.wins_starting(player);
                    }
                }
            }
            moves > 0 && all_lose
        });
        Ok((missing.len() == waiting).then(|| Outcome::from_second_players(holds[0], holds[1])))
    }
}
