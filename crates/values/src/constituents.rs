//! Values taken apart and put together again, to keep them outside an arena.

use crate::arena::Arena;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;

impl Arena {
    /// What some values are made of: for every value in them, itself or its
    /// negative, each after its options. Closed forms
    /// ([`as_up_star`](Self::as_up_star)) are not taken apart.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{2||1|0}").unwrap();
    /// let constituents = arena.constituents([g]);
    /// assert_eq!(constituents.len(), 5);
    /// assert_eq!(constituents.last(), Some(&g));
    /// ```
    #[must_use]
    pub fn constituents(&self, values: impl IntoIterator<Item = Value>) -> Vec<Value> {
        let mut found = vec![None; self.nodes.len()];
        for value in values {
            found[value.index()] = Some(value.unsigned());
        }
        // Options have smaller numbers.
        for index in (0..found.len()).rev() {
            let Some(value) = found[index].filter(|value| !self.is_number_up_star(*value)) else {
                continue;
            };
            for player in Player::BOTH {
                for &option in self.stored(value, player).0 {
                    found[option.index()] = Some(option.unsigned());
                }
            }
        }
        found.into_iter().flatten().collect()
    }

    /// The options of a value that is no closed form, in no particular order.
    pub fn constituent_options(
        &self,
        value: Value,
        player: Player,
    ) -> impl ExactSizeIterator<Item = Value> + '_ {
        self.listed(value, player)
    }

    /// A value and whether it is the negative of the one that is among the
    /// [`constituents`](Self::constituents).
    #[must_use]
    pub fn constituent(&self, value: Value) -> (Value, bool) {
        (value.unsigned(), value.is_flipped())
    }

    /// The value whose canonical options these are. It is not looked at
    /// whether they are: for options from elsewhere there is
    /// [`game`](Self::game).
    pub fn rebuild(&mut self, left: &[Value], right: &[Value]) -> Result<Value> {
        // Only numbers lack the options of a side, and they are closed.
        if left.is_empty() || right.is_empty() {
            return self.game(left, right);
        }
        let mut sides = [left.to_vec(), right.to_vec()];
        for side in &mut sides {
            side.sort_unstable();
            side.dedup();
        }
        self.intern(&sides[0], &sides[1])
    }
}
