//! Stops and incentives.

use values::Player;

use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::{Arguments, by_player};

functions! { "Stops and incentives":
    /// The number reached when Left begins and both play for the best number.
    left_stop(g), "left_stop({3|1||-1})" => "1", |games, a| stop(games, a, Player::Left);
    /// The number reached when Right begins and both play for the best number.
    right_stop(g), "right_stop({3|1||-1})" => "-1", |games, a| stop(games, a, Player::Right);
    /// The stop when that player begins.
    stop(g, player), "stop({3|1||-1}, Right)" => "-1", |games, a| by_player(games, a, stop);
    /// The Left stop and who is to move when it is reached.
    adorned_left_stop(g), "adorned_left_stop({3|1||-1})" => "1 (Left to move)",
        |games, a| adorned_stop(games, a, Player::Left);
    /// The Right stop and who is to move when it is reached.
    adorned_right_stop(g), "adorned_right_stop({3|1||-1})" => "-1 (Left to move)",
        |games, a| adorned_stop(games, a, Player::Right);
    /// The stop when that player begins, and who is to move when it is reached.
    adorned_stop(g, player), "adorned_stop(^, Right)" => "0 (Right to move)",
        |games, a| by_player(games, a, adorned_stop);
    /// The number of ways to reach a number, counted as leaves of the game tree.
    stop_count(g), "stop_count(^)" => "3", |games, a| {
        let g = a.game(games, 0)?;
        Ok(games.arena.stop_count(g)?.into())
    };
    /// What a move gains either player: the maximal ones of g^L - g and g - g^R.
    incentives(g), "incentives({3|1})" => "{{2|0}}", |games, a| incentives(games, a, None);
    /// What a move gains Left: the maximal g^L - g.
    left_incentives(g), "left_incentives(^)" => "{v}",
        |games, a| incentives(games, a, Some(Player::Left));
    /// What a move gains Right: the maximal g - g^R.
    right_incentives(g), "right_incentives(^)" => "{^*}",
        |games, a| incentives(games, a, Some(Player::Right));
}

fn stop(games: &mut Games, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let g = a.game(games, 0)?;
    Ok(games.arena.stop(g, player).into())
}

fn adorned_stop(games: &mut Games, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let g = a.game(games, 0)?;
    Ok(Object::Stop(games.arena.adorned_stop(g, player)))
}

fn incentives(games: &mut Games, a: &Arguments, player: Option<Player>) -> Result<Object, Problem> {
    let g = a.game(games, 0)?;
    let incentives = games.arena.incentives(g, player)?;
    games.options(incentives)
}
