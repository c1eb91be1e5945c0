//! Operands of value text: signs, closed forms, words, and brackets that open.

use super::meaning::Meaning;
use super::read::{Bracket, Reader, Signs};
use super::scan::{Outcome, Ups, shown};
use crate::dyadic::Dyadic;
use crate::uptimal::Expansion;
use std::io::Read;

impl<M: Meaning, R: Read> Reader<M, R> {
    fn signs(&mut self) -> Outcome<Signs> {
        let mut signs = Signs::default();
        while let Some('+' | '±' | '-' | '−' | '\\') = self.scan.peek()? {
            if self.scan.minus_of_a_number()? {
                break;
            } else if self.scan.eat("+-")?
                || self.scan.eat("+−")?
                || self.scan.eat("±")?
                || self.scan.eat_command("\\pm")?
            {
                signs.switches += 1;
                signs.negate = false;
            } else if self.scan.eat("-")? || self.scan.eat("−")? {
                signs.negate = !signs.negate;
            } else if !self.scan.eat("+")? {
                break;
            }
            self.scan.blanks(true)?;
        }
        Ok(signs)
    }

    /// Signs and the beginning of an operand: either all of it, or a bracket
    /// that opens a level.
    pub fn operand(&mut self) -> Outcome<()> {
        let signs = self.signs()?;
        if let Some(miny) = self.scan.tiny_opening()? {
            return self.open_tiny(miny, signs, None);
        }
        if M::LOOPS && (self.word(&Dyadic::zero(), signs)? || self.loop_begins(signs)?) {
            return Ok(());
        }
        match self.scan.peek()? {
            Some('{') if !self.scan.latex_group()? => {
                self.scan.bump()?;
                self.open(Bracket::Brace { latex: false }, signs, None);
                Ok(())
            }
            Some('\\') if self.scan.eat("\\{")? => {
                self.open(Bracket::Brace { latex: true }, signs, None);
                Ok(())
            }
            Some('(') => {
                self.scan.bump()?;
                self.open(Bracket::Paren, signs, None);
                Ok(())
            }
            Some(c) if c.is_ascii_alphabetic() && self.scan.name_length()?.is_some() => {
                self.named(signs)
            }
            _ => self.closed_form(signs),
        }
    }

    fn open_tiny(&mut self, miny: bool, signs: Signs, number: Option<Dyadic>) -> Outcome<()> {
        let latex = self.scan.peek()? == Some('{');
        let last = if latex { "_{" } else { "(" };
        while !self.scan.eat(last)? {
            self.scan.bump()?;
        }
        self.open(Bracket::Tiny { miny, latex }, signs, number);
        Ok(())
    }

    fn named(&mut self, signs: Signs) -> Outcome<()> {
        let length = self.scan.name_length()?.unwrap_or(0);
        let mut name = String::new();
        for i in 0..length {
            name.extend(self.scan.nth(i)?);
        }
        let known = self.meaning.begun(&name);
        let Some(value) = known.or_else(|| self.names.get(&name).cloned()) else {
            return self.scan.fail(format!("`{name}` is not defined"));
        };
        self.scan.skip(&name);
        self.deliver_signed(value, signs)
    }

    /// A word such as over, behind a number or alone.
    fn word(&mut self, number: &Dyadic, signs: Signs) -> Outcome<bool> {
        let Some((word, text)) = self.scan.word()? else {
            return Ok(false);
        };
        let Some(value) = self.meaning.word(number, word)? else {
            return Ok(false);
        };
        self.scan.skip(text);
        self.deliver_signed(value, signs)?;
        Ok(true)
    }

    /// `a{`: a game that has a name among its own options.
    fn loop_begins(&mut self, signs: Signs) -> Outcome<bool> {
        let Some(length) = self.scan.name_length()? else {
            return Ok(false);
        };
        let latex = match (self.scan.nth(length)?, self.scan.nth(length + 1)?) {
            (Some('{'), _) => false,
            (Some('\\'), Some('{')) => true,
            _ => return Ok(false),
        };
        let mut name = String::new();
        for i in 0..length {
            name.extend(self.scan.nth(i)?);
        }
        self.scan.skip(&name);
        self.scan.skip(if latex { "\\{" } else { "{" });
        self.meaning.begin(&name);
        self.open(Bracket::Brace { latex }, signs, None);
        self.levels.last_mut().expect("an open level").named = true;
        Ok(true)
    }

    /// number, ups and nimber in this order, at least one of them.
    fn closed_form(&mut self, signs: Signs) -> Outcome<()> {
        let number = self.scan.number()?;
        if number.is_some()
            && let Some(miny) = self.scan.tiny_opening()?
        {
            return self.open_tiny(miny, signs, number);
        }
        if M::LOOPS {
            let x = number.clone().unwrap_or_else(Dyadic::zero);
            if self.word(&x, signs)? || self.endless_up(&x, signs)? {
                return Ok(());
            }
        }
        let ups = self.scan.ups()?;
        let nimber = self.scan.nimber()?;
        if number.is_none() && ups.is_none() && nimber.is_none() {
            let found = self
                .scan
                .peek()?
                .map_or("the end of the text".into(), shown);
            return self.scan.fail(format!("expected a value, found {found}"));
        }
        let number = number.unwrap_or_else(Dyadic::zero);
        let nimber = nimber.unwrap_or(0);
        let value = match ups {
            None => self.meaning.arena().up_star(&number, 0, nimber)?,
            Some(Ups::Count(n)) => self.meaning.arena().up_star(&number, n, nimber)?,
            Some(Ups::Power { n, sum, negative }) => {
                let expansion = Expansion::power(number, n, sum, negative, nimber);
                self.meaning.arena().uptimal(&expansion)?
            }
        };
        let value = self.meaning.closed_form(value);
        self.deliver_signed(value, signs)
    }

    /// ↑[on] or ↑^on behind a number, perhaps with a star.
    fn endless_up(&mut self, number: &Dyadic, signs: Signs) -> Outcome<bool> {
        let Some((negative, sum)) = self.scan.endless_up()? else {
            return Ok(false);
        };
        let Some(mut value) = self.meaning.endless_up(negative, sum)? else {
            return Ok(false);
        };
        if let Some(nimber) = self.scan.nimber()? {
            let nimber = self.meaning.arena().nimber(nimber)?;
            value = self.meaning.plus(&value, nimber)?;
        }
        if !number.is_zero() {
            value = self.meaning.shifted(number, &value)?;
        }
        self.deliver_signed(value, signs)?;
        Ok(true)
    }
}
