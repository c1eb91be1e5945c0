//! Mates, links and distinguishers.
//!
//! G and its mate have a lost sum. G and H are linked by T if both G + T and
//! H + T are lost; they are unless one is an option of the other. What is not
//! equal is told apart by some T.
//!
//! Literature: J. H. Conway, "On Numbers and Games" (1976), chapter 12,
//! theorems 75 and 76.

use super::{MisereArena, MisereForm};
use crate::budget::Budget;
use crate::error::Result;

impl MisereArena {
    /// The game of the mates of all options; the mate of 0 is 1, that of 1 is 0.
    pub fn mate(&mut self, g: MisereForm, budget: &Budget) -> Result<MisereForm> {
        match g {
            MisereForm::ZERO => return Ok(MisereForm::ONE),
            MisereForm::ONE => return Ok(MisereForm::ZERO),
            _ => {}
        }
        let mut options = Vec::new();
        for &option in self.options(g, budget)?.iter() {
            options.push(self.mate(option, budget)?);
        }
        self.game(options, budget)
    }

    /// Whether some game makes both sums lost.
    #[must_use]
    pub fn are_linked(&self, g: MisereForm, h: MisereForm) -> bool {
        !self.has_option(g, h) && !self.has_option(h, g)
    }

    /// A game whose sums with g and with h are lost, if there is one.
    pub fn link(
        &mut self,
        g: MisereForm,
        h: MisereForm,
        budget: &Budget,
    ) -> Result<Option<MisereForm>> {
        if !self.are_linked(g, h) {
            return Ok(None);
        }
        if g == MisereForm::ZERO && h == MisereForm::ZERO {
            return Ok(Some(MisereForm::ONE));
        }
        let mut options = Vec::new();
        for (from, to) in [(g, h), (h, g)] {
            for &option in self.options(from, budget)?.iter() {
                options.extend(self.distinguisher(option, to, budget)?);
            }
        }
        self.game(options, budget).map(Some)
    }

    /// A game whose sum with g is lost and that with h is not; `None` if the
    /// two are equal.
    pub fn distinguisher(
        &mut self,
        g: MisereForm,
        h: MisereForm,
        budget: &Budget,
    ) -> Result<Option<MisereForm>> {
        if g == h {
            return Ok(None);
        }
        if let Some(&known) = self.distinguishers.get(&(g, h)) {
            return Ok(Some(known));
        }
        let test = self.some_test(g, h, budget)?;
        let sum = self.add(g, test, budget)?;
        let found = if self.is_lost(sum) {
            test
        } else {
            let mut options = vec![test];
            for &option in self.options(g, budget)?.iter() {
                options.push(self.mate(option, budget)?);
            }
            self.game(options, budget)?
        };
        self.distinguishers.insert((g, h), found);
        Ok(Some(found))
    }

    /// A game whose sums with g and h, which differ, have different outcomes.
    fn some_test(&mut self, g: MisereForm, h: MisereForm, budget: &Budget) -> Result<MisereForm> {
        let zero = MisereForm::ZERO;
        if g == zero && self.is_lost(h) || h == zero && self.is_lost(g) {
            return Ok(zero);
        }
        for (from, to) in [(g, h), (h, g)] {
            for &option in self.options(from, budget)?.iter() {
                if let Some(link) = self.link(to, option, budget)? {
                    return Ok(link);
                }
            }
        }
        unreachable!("different forms have an option that is linked to the other")
    }
}
