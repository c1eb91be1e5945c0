//! Estimates where a thermograph takes too much: from how free the players
//! are.

use rules::{Component, Position};
use std::ops::ControlFlow;
use values::{Budget, Dyadic, Player, Result};

/// More options than this are not looked at.
const MOST_OPTIONS: usize = 1 << 16;

/// A mean and a temperature: half of the sum and of the difference of what the
/// players' best moves make the share.
pub(super) fn estimate(part: &Component, budget: &Budget) -> Result<(Dyadic, Dyadic)> {
    let mut looked = Ok(());
    let mut best = |player: Player| {
        let mut best: Option<Dyadic> = None;
        let mut seen = 0;
        let _ = part.options(player, &mut |option| {
            let share = share(&option);
            best = Some(match best.take() {
                None => share,
                Some(best) if player == Player::Left => best.max(share),
                Some(best) => best.min(share),
            });
            seen += 1;
            if seen == MOST_OPTIONS {
                return ControlFlow::Break(());
            }
            budget.go_on(&mut looked)
        });
        best
    };
    let both = Player::BOTH.map(&mut best);
    looked?;
    Ok(match both {
        [Some(left), Some(right)] => {
            let temperature = (&left - &right).halve().max((-1).into());
            ((&left + &right).halve(), temperature)
        }
        _ => (share(part), (-1).into()),
    })
}

/// How many moves Left will probably have more than Right: the moves that are
/// left at most, divided as the players' freedom is.
pub(super) fn share(position: &Component) -> Dyadic {
    let [left, right] = Player::BOTH.map(|player| position.freedom(player) as i128);
    let moves = i128::from(position.rank().min(1 << 32));
    if left + right == 0 {
        return Dyadic::zero();
    }
    // In sixteenths, of half of the moves.
    let sixteenths = moves.saturating_mul(8 * (left - right)) / (left + right);
    Dyadic::new(sixteenths, 4)
}
