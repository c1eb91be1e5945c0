//! Misère play of impartial positions: their canonical forms.
//!
//! Complexity: every part of a position is expanded once; the number of forms
//! can grow fast with wild games, and is bounded by the memory of the budget.
//!
//! Literature: see [`values::MisereArena`].

use crate::position_table::map_bytes;
use rules::Position;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use values::{Budget, Error, Genus, MAX_BIRTHDAY, MisereArena, MisereForm, Player, Result};

const TOO_LONG: Error = Error::TooLarge {
    what: "too long a game for its misère form: more moves",
    bound: MAX_BIRTHDAY as u64,
};

/// A heap can have more moves than fit in any memory.
const MAX_PARTS: usize = 1 << 22;

const TOO_MANY: Error = Error::TooLarge {
    what: "too many moves in one position for its misère form",
    bound: MAX_PARTS as u64,
};

use MisereForm as Form;

const ZERO: Form = Form::ZERO;

/// Misère canonical forms of positions, with a memory of every part met.
///
/// ```
/// use rules::{Game, Kayles};
/// use solve::MisereForms;
/// use values::Budget;
/// let kayles = Kayles::with_variant(None).unwrap();
/// let position = kayles.read("5").unwrap();
/// let genus = MisereForms::new().genus(&[position], &[], &Budget::unlimited()).unwrap();
/// assert_eq!(genus.to_string(), "4^146");
/// assert_eq!((genus.nim_value(), genus.misere_nim_value()), (4, 1));
/// ```
pub struct MisereForms<P> {
    arena: MisereArena,
    table: FxHashMap<P, Form>,
    /// The bytes that positions have elsewhere.
    outside: usize,
}

/// A position whose options are being found.
struct Frame<P> {
    position: P,
    /// What is still to do, the next at the end.
    queue: Vec<Work<P>>,
    /// The sum of the parts of the option at hand.
    sum: Form,
    /// The options that are finished.
    options: Vec<Form>,
}

enum Work<P> {
    /// Find the form of a part in normal form.
    Part(P),
    /// The parts seen since the last one of these make an option.
    Option,
}

impl<P: Position> Default for MisereForms<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Position> MisereForms<P> {
    /// Only the game without moves is known yet.
    #[must_use]
    pub fn new() -> Self {
        MisereForms {
            arena: MisereArena::new(),
            table: FxHashMap::default(),
            outside: 0,
        }
    }

    /// The genus of a sum of impartial positions and heaps of Nim.
    pub fn genus(&mut self, positions: &[P], nim: &[u64], budget: &Budget) -> Result<Genus> {
        let form = self.sum(positions, nim, budget)?;
        Ok(self.arena.genus(form).clone())
    }

    /// The form of a sum of impartial positions and heaps of Nim.
    pub fn sum(&mut self, positions: &[P], nim: &[u64], budget: &Budget) -> Result<MisereForm> {
        let mut sum = ZERO;
        for position in positions {
            let form = self.form(position, budget)?;
            sum = self.arena.add(sum, form, budget)?;
        }
        for &heap in nim {
            let form = self.arena.nim_heap(heap, budget)?;
            sum = self.arena.add(sum, form, budget)?;
        }
        Ok(sum)
    }

    /// Where the forms are.
    pub fn arena(&mut self) -> &mut MisereArena {
        &mut self.arena
    }

    /// The form of a position, depth first with an explicit stack.
    fn form(&mut self, position: &P, budget: &Budget) -> Result<Form> {
        let mut bottom = Frame::new(position.clone());
        bottom.push_parts(position);
        let mut stack = vec![bottom];
        loop {
            let frame = stack.last_mut().expect("a frame to finish");
            let Some(work) = frame.queue.pop() else {
                let frame = stack.pop().expect("a finished frame");
                if stack.is_empty() {
                    return Ok(frame.sum);
                }
                budget.check_bytes(self.bytes() + rules::kept_bytes() as u64)?;
                let form = self.arena.game(frame.options, budget)?;
                self.outside += frame.position.outside_bytes();
                self.table.insert(frame.position, form);
                continue;
            };
            match work {
                Work::Option => {
                    frame.options.push(frame.sum);
                    frame.sum = ZERO;
                }
                Work::Part(part) => match self.table.get(&part) {
                    Some(&form) => frame.sum = self.arena.add(frame.sum, form, budget)?,
                    None => {
                        let below = Frame::for_options(&part, budget)?;
                        frame.queue.push(Work::Part(part));
                        if stack.len() > MAX_BIRTHDAY as usize {
                            return Err(TOO_LONG);
                        }
                        stack.push(below);
                    }
                },
            }
        }
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.arena.bytes() + (map_bytes(&self.table) + self.outside) as u64
    }
}

impl<P: Position> Frame<P> {
    fn new(position: P) -> Self {
        Frame {
            position,
            queue: Vec::new(),
            sum: ZERO,
            options: Vec::new(),
        }
    }

    fn for_options(position: &P, budget: &Budget) -> Result<Self> {
        let mut frame = Frame::new(position.clone());
        let mut looked = Ok(());
        let _ = position.options(Player::Left, &mut |option| {
            frame.queue.push(Work::Option);
            frame.push_parts(&option);
            if frame.queue.len() > MAX_PARTS {
                looked = Err(TOO_MANY);
            }
            match looked {
                Ok(()) => budget.go_on(&mut looked),
                Err(_) => ControlFlow::Break(()),
            }
        });
        looked.map(|()| frame)
    }

    fn push_parts(&mut self, position: &P) {
        position.parts(&mut |part| self.queue.push(Work::Part(part.normal_form().0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Game, Heaps, Nim};

    fn genus(heaps: &str) -> Genus {
        let nim = Nim::with_variant(None).unwrap();
        let position = nim.read(heaps).unwrap();
        MisereForms::new()
            .genus(&[position], &[], &Budget::unlimited())
            .unwrap()
    }

    #[test]
    fn misere_nim_is_won_by_the_rule_of_bouton() {
        for a in 0..6 {
            for b in 0..=a {
                for c in 0..=b {
                    let heaps = format!("{a},{b},{c}");
                    let lost = match a {
                        0 | 1 => (a + b + c) % 2 == 1,
                        _ => a ^ b ^ c == 0,
                    };
                    assert_eq!(genus(&heaps).misere_nim_value() == 0, lost, "{heaps}");
                }
            }
        }
    }

    #[test]
    fn one_is_its_own_inverse_and_two_is_not() {
        assert_eq!(genus("1,1").to_string(), "0");
        assert_eq!(genus("1,5").to_string(), "4");
        assert_eq!(genus("2,2").to_string(), "0^0");
        assert_eq!(genus("2,3").to_string(), "1^1");
    }

    #[test]
    fn long_games_are_refused() {
        let mut forms = MisereForms::<Heaps>::new();
        let failed = forms.genus(&[], &[5000], &Budget::unlimited());
        assert_eq!(failed, Err(TOO_LONG));
        let nim = Nim::with_variant(None).unwrap();
        let huge = nim.read("9223372036854775808").unwrap();
        let failed = forms.genus(&[huge], &[], &Budget::unlimited());
        assert_eq!(failed, Err(TOO_MANY));
    }
}
