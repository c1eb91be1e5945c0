//! Stops and incentives.

use values::{Arena, Player};

use super::super::failure::Problem;
use super::super::object::Object;
use super::{Arguments, Function, Group};

pub const GROUP: Group = Group {
    title: "Stops and incentives",
    functions: &[
        Function::new(
            "left_stop",
            &["g"],
            "The number reached when Left begins and both play for the best number.",
            ("left_stop({3|1||-1})", "1"),
            |arena, a| stop(arena, a, Player::Left),
        ),
        Function::new(
            "right_stop",
            &["g"],
            "The number reached when Right begins and both play for the best number.",
            ("right_stop({3|1||-1})", "-1"),
            |arena, a| stop(arena, a, Player::Right),
        ),
        Function::new(
            "stop",
            &["g", "player"],
            "The stop when that player begins.",
            ("stop({3|1||-1}, Right)", "-1"),
            |arena, a| {
                let player = a.player(arena, 1)?;
                stop(arena, a, player)
            },
        ),
        Function::new(
            "adorned_left_stop",
            &["g"],
            "The Left stop and who is to move when it is reached.",
            ("adorned_left_stop({3|1||-1})", "1 (Left to move)"),
            |arena, a| adorned_stop(arena, a, Player::Left),
        ),
        Function::new(
            "adorned_right_stop",
            &["g"],
            "The Right stop and who is to move when it is reached.",
            ("adorned_right_stop({3|1||-1})", "-1 (Left to move)"),
            |arena, a| adorned_stop(arena, a, Player::Right),
        ),
        Function::new(
            "adorned_stop",
            &["g", "player"],
            "The stop when that player begins, and who is to move when it is reached.",
            ("adorned_stop(^, Right)", "0 (Right to move)"),
            |arena, a| {
                let player = a.player(arena, 1)?;
                adorned_stop(arena, a, player)
            },
        ),
        Function::new(
            "stop_count",
            &["g"],
            "The number of ways to reach a number, counted as leaves of the game tree.",
            ("stop_count(^)", "3"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                Ok(arena.stop_count(g)?.into())
            },
        ),
        Function::new(
            "incentives",
            &["g"],
            "What a move gains either player: the maximal ones of g^L - g and g - g^R.",
            ("incentives({3|1})", "{{2|0}}"),
            |arena, a| incentives(arena, a, None),
        ),
        Function::new(
            "left_incentives",
            &["g"],
            "What a move gains Left: the maximal g^L - g.",
            ("left_incentives(^)", "{v}"),
            |arena, a| incentives(arena, a, Some(Player::Left)),
        ),
        Function::new(
            "right_incentives",
            &["g"],
            "What a move gains Right: the maximal g - g^R.",
            ("right_incentives(^)", "{^*}"),
            |arena, a| incentives(arena, a, Some(Player::Right)),
        ),
    ],
};

fn stop(arena: &mut Arena, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let g = a.game(arena, 0)?;
    Ok(arena.stop(g, player).into())
}

fn adorned_stop(arena: &mut Arena, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let g = a.game(arena, 0)?;
    Ok(Object::Stop(arena.adorned_stop(g, player)))
}

fn incentives(arena: &mut Arena, a: &Arguments, player: Option<Player>) -> Result<Object, Problem> {
    let g = a.game(arena, 0)?;
    let incentives = arena.incentives(g, player)?;
    Object::options(arena, incentives)
}
