//! Even and odd forms, and the order in which forms are printed.

use super::{MisereArena, MisereForm};
use crate::budget::Budget;
use crate::error::Result;
use std::cmp::Ordering;
use std::sync::Arc;

impl MisereArena {
    /// g is its even part, or its even part and a heap of one: of these two,
    /// which are the other's sum with 1, the even one is born first.
    pub fn even_part(&mut self, g: MisereForm, budget: &Budget) -> Result<(MisereForm, bool)> {
        let other = self.add(g, MisereForm::ONE, budget)?;
        Ok(match self.birthday(other) < self.birthday(g) {
            true => (other, true),
            false => (g, false),
        })
    }

    /// The options in printing order.
    pub fn options(&mut self, g: MisereForm, budget: &Budget) -> Result<Arc<[MisereForm]>> {
        if let Some(known) = self.sorted.get(&g) {
            return Ok(Arc::clone(known));
        }
        let options = Arc::clone(&self.entry(g).options);
        let mut options = options.to_vec();
        // The order of forms asks for that of the options of their even parts.
        for &option in &options {
            let (even, _) = self.even_part(option, budget)?;
            self.options(even, budget)?;
        }
        self.sort(&mut options, budget)?;
        let sorted: Arc<[MisereForm]> = options.into();
        self.sorted.insert(g, Arc::clone(&sorted));
        Ok(sorted)
    }

    /// Puts forms in printing order.
    pub fn sort(&mut self, forms: &mut [MisereForm], budget: &Budget) -> Result<()> {
        // By insertion, since every comparison may fail at a limit.
        for end in 1..forms.len() {
            let mut place = end;
            while place > 0
                && self
                    .compare(forms[place - 1], forms[place], budget)?
                    .is_gt()
            {
                forms.swap(place - 1, place);
                place -= 1;
            }
        }
        Ok(())
    }

    /// Printing order: by birthday, number of options, nim value, misère nim
    /// value and options of the even parts; of equal even parts the even form
    /// is first.
    pub fn compare(&mut self, g: MisereForm, h: MisereForm, budget: &Budget) -> Result<Ordering> {
        let (mut g, mut h) = (g, h);
        loop {
            if g == h {
                return Ok(Ordering::Equal);
            }
            let ((g_even, g_odd), (h_even, h_odd)) =
                (self.even_part(g, budget)?, self.even_part(h, budget)?);
            if g_even == h_even {
                return Ok(g_odd.cmp(&h_odd));
            }
            let key = |arena: &MisereArena, form| {
                let genus = arena.genus(form);
                (
                    arena.birthday(form),
                    arena.entry(form).options.len(),
                    genus.nim_value(),
                    genus.misere_nim_value(),
                )
            };
            let order = key(self, g_even).cmp(&key(self, h_even));
            if order.is_ne() {
                return Ok(order);
            }
            let (of_g, of_h) = (self.options(g_even, budget)?, self.options(h_even, budget)?);
            let differ = of_g.iter().zip(of_h.iter()).find(|(a, b)| a != b);
            // Different forms have different options.
            let Some((&a, &b)) = differ else {
                return Ok(Ordering::Equal);
            };
            (g, h) = (a, b);
        }
    }
}
