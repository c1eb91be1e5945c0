//! What an author knows of a value: `value n over 2 up 1 star n % 4`.
//!
//! It is a claim: solvers go by it, and the laws compare it with what the
//! moves give. Proofs do not use it, for they consist of moves.

use super::cursor::Cursor;
use crate::bad_input::BadInput;
use crate::position::Known;
use values::Dyadic;

/// A number, ups and a nimber, each from an expression of its kind of game.
#[derive(Clone, Debug)]
pub(crate) struct Worth<E> {
    /// The number, and the power of two that it is divided by.
    number: Option<(E, Option<E>)>,
    ups: Option<E>,
    star: Option<E>,
}

impl<E> Worth<E> {
    /// `[NUMBER ["over" NUMBER]] ["up" NUMBER] ["star" NUMBER]`, where `number`
    /// reads an expression from what `cursor` reads.
    pub fn read<'s, R>(
        reader: &mut R,
        cursor: impl Fn(&mut R) -> &mut Cursor<'s>,
        number: impl Fn(&mut R) -> Result<E, BadInput>,
    ) -> Result<Self, BadInput> {
        let next = cursor(reader).peek_word();
        let bare = !matches!(next.as_deref(), Some("up" | "star"));
        let behind = |reader: &mut R, word: &str| match cursor(reader).take_word(word) {
            true => number(reader).map(Some),
            false => Ok(None),
        };
        let whole = match bare {
            true => Some((number(reader)?, behind(reader, "over")?)),
            false => None,
        };
        Ok(Worth {
            number: whole,
            ups: behind(reader, "up")?,
            star: behind(reader, "star")?,
        })
    }

    /// The value, where `of` finds numbers; `None`: one of them does not exist,
    /// or is none that a value can have.
    pub fn known(&self, of: impl Fn(&E) -> Option<i128>) -> Option<Known> {
        let or_zero = |expression: &Option<E>| expression.as_ref().map_or(Some(0), &of);
        let number = match &self.number {
            None => Dyadic::zero(),
            Some((number, over)) => {
                let over = over.as_ref().map_or(Some(1), &of)?;
                let power = u128::try_from(over).ok()?.is_power_of_two();
                power.then(|| {
                    of(number).map(|number| Dyadic::new(number, over.trailing_zeros()))
                })??
            }
        };
        Some(Known {
            number,
            ups: i64::try_from(or_zero(&self.ups)?).ok()?,
            nimber: u64::try_from(or_zero(&self.star)?).ok()?,
        })
    }
}
