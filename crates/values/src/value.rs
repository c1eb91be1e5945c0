//! Ids of values.

use crate::signed_id::signed_id;

/// A short partizan game value: an id of a canonical form in an
/// [`Arena`](crate::Arena).
///
/// Canonical forms are unique, so two values of one arena are equal games
/// exactly when they are `==`. Negation is free. Ids are meaningless outside
/// their arena and their order means nothing: never print or sort by them.
///
/// ```
/// use values::{Arena, Value};
/// let mut arena = Arena::new();
/// let star = arena.nimber(1).unwrap();
/// assert_eq!(-star, star);
/// assert_eq!(arena.game(&[star], &[star]).unwrap(), Value::ZERO);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(u32);

signed_id!(Value, "");

impl Value {
    /// The game 0.
    pub const ZERO: Value = Value(Value::SYMMETRIC);

    /// The second record, which games under construction borrow.
    pub(crate) const PROVISIONAL: Value = Value(1 << 2);

    /// The largest record index that ids can carry; the ids above are used
    /// as keys of provisional games.
    pub(crate) const MAX_INDEX: u32 = (1 << 28) - 1;

    pub(crate) fn raw(self) -> u32 {
        self.0
    }
}
