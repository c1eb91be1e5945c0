//! Regions with amazons of one player.

use super::field::Field;
use crate::bits::Bits;
use crate::position::Position;
use std::ops::ControlFlow;
use values::Player;

/// How many moves the search for a longest play may look at. Regions that can
/// be filled are filled at once; to prove that one cannot may take long, and is
/// better left to a solver with a table.
const TERRITORY_MOVES: u32 = 2000;

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
        let mut left = TERRITORY_MOVES;
        let moves = i64::try_from(self.longest_play(owner, &mut left)?).ok()?;
        Some(match owner {
            Player::Left => moves,
            Player::Right => -moves,
        })
    }

    /// How many moves the owner of all amazons can make in a row, if no more
    /// than the `left` moves need to be looked at.
    fn longest_play(&self, owner: Player, left: &mut u32) -> Option<u64> {
        let mut total = Some(0);
        self.parts(&mut |part| {
            if let Some(sum) = total {
                total = part.longest_in_region(owner, left).map(|n| n + sum);
            }
        });
        total
    }

    fn longest_in_region(&self, owner: Player, left: &mut u32) -> Option<u64> {
        // Every move burns a square, and the last free square can be entered.
        let bound = self.rank();
        if bound <= 1 {
            return Some(bound);
        }
        let mut best = Some(0);
        let mut options: Vec<(u64, Self)> = Vec::new();
        let _ = self.options(owner, &mut |option| {
            let Some(fewer) = left.checked_sub(1) else {
                best = None;
                return ControlFlow::Break(());
            };
            *left = fewer;
            let mut within = 1;
            option.parts(&mut |part| within += part.rank());
            if within < bound {
                options.push((within, option));
                return ControlFlow::Continue(());
            }
            // A move that cuts nothing off is gone on with at once: mostly
            // there is no need to look at another.
            let play = option.longest_play(owner, left);
            best = play.map(|play| best.unwrap_or(0).max(1 + play));
            match best {
                Some(best) if best < bound => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        let mut best = best?;
        options.sort_by_key(|(within, _)| std::cmp::Reverse(*within));
        for (within, option) in options {
            if within <= best {
                break;
            }
            best = best.max(1 + option.longest_play(owner, left)?);
        }
        Some(best)
    }
}
