//! Regions with amazons of one player.

use super::field::Field;
use crate::bits::Bits;
use crate::position::Position;
use std::ops::ControlFlow;
use values::Player;

/// How many positions the search for a longest play may look at. Regions that
/// can be filled are filled at once; to prove that one cannot may take long,
/// and is better left to a solver with a table.
const TERRITORY_NODES: u32 = 60;

impl<B: Bits> Field<B> {
    /// Where only one player has amazons: how many moves they can make, with
    /// the sign of the player. The value, because the opponent never moves.
    pub(super) fn moves_alone(&self) -> Option<i64> {
        let owner = match Player::BOTH.map(|player| self.amazons(player).is_empty()) {
            [false, false] => return None,
            [true, true] => return Some(0),
            [true, false] => Player::Right,
            [false, true] => Player::Left,
        };
        let mut nodes = TERRITORY_NODES;
        let moves = i64::try_from(self.longest_play(owner, &mut nodes)?).ok()?;
        Some(match owner {
            Player::Left => moves,
            Player::Right => -moves,
        })
    }

    /// How many moves the owner of all amazons can make in a row, if at most
    /// so many more positions need to be looked at.
    fn longest_play(&self, owner: Player, nodes: &mut u32) -> Option<u64> {
        let mut total = Some(0);
        self.parts(&mut |part| {
            if let Some(sum) = total {
                total = part.longest_in_region(owner, nodes).map(|n| n + sum);
            }
        });
        total
    }

    fn longest_in_region(&self, owner: Player, nodes: &mut u32) -> Option<u64> {
        // Every move burns a square, and the last free square can be entered.
        let bound = self.rank();
        if bound <= 1 {
            return Some(bound);
        }
        *nodes = nodes.checked_sub(1)?;
        let mut options: Vec<(u64, Self)> = Vec::new();
        let _ = self.options(owner, &mut |option| {
            let mut within = 1;
            option.parts(&mut |part| within += part.rank());
            options.push((within, option));
            ControlFlow::Continue(())
        });
        options.sort_by_key(|(within, _)| std::cmp::Reverse(*within));
        let mut best = 0;
        for (within, option) in options {
            if within <= best {
                break;
            }
            best = best.max(1 + option.longest_play(owner, nodes)?);
        }
        Some(best)
    }
}
