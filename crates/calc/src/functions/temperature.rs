//! Thermographs, cooling and heating.

use std::sync::Arc;

use values::Player;

use super::super::arithmetic;
use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::{Arguments, by_player};

functions! { "Temperature":
    /// The mean value of a game, or the mast of a thermograph.
    mean(g), "mean({3||2|1})" => "9/4", |games, a| match a.get(0) {
        Object::Thermograph(thermograph) => Ok(thermograph.mean().into()),
        _ => {
            let g = a.game(games, 0)?;
            Ok(games.arena.mean(g)?.into())
        }
    };
    /// The temperature of a game or of a thermograph.
    temperature(g), "temperature({3||2|1})" => "3/4", |games, a| match a.get(0) {
        Object::Thermograph(thermograph) => Ok(thermograph.temperature().into()),
        _ => {
            let g = a.game(games, 0)?;
            Ok(games.arena.temperature(g)?.into())
        }
    };
    /// The thermograph: mast, critical temperatures from the top and slopes, Left wall then Right wall.
    thermograph(g), "thermograph({3||2|1})" => "Thermograph(9/4,[3/4],[0,-1],9/4,[3/4,1/2],[0,1,0])",
        |games, a| {
            let graph = match a.get(0) {
                Object::Sum(sum) => {
                    sum.finite()?;
                    sum.thermograph(&mut games.solvers, &mut games.arena)?
                }
                _ => {
                    let g = a.game(games, 0)?;
                    games.arena.thermograph(g)?
                }
            };
            Ok(Object::Thermograph(Arc::new(graph)))
        };
    /// A wall of the thermograph.
    wall(g, player), "wall({3||2|1}, Right)" => "Trajectory(9/4,[3/4,1/2],[0,1,0])",
        |games, a| by_player(games, a, wall);
    /// The Left wall of the thermograph.
    left_wall(g), "left_wall({3||2|1})" => "Trajectory(9/4,[3/4],[0,-1])",
        |games, a| wall(games, a, Player::Left);
    /// The Right wall of the thermograph.
    right_wall(g), "right_wall({3||2|1})" => "Trajectory(9/4,[3/4,1/2],[0,1,0])",
        |games, a| wall(games, a, Player::Right);
    /// The scaffold of a player: the best of the options' walls, taxed.
    scaffold(g, player), "scaffold({3|1}, Left)" => "Trajectory(3,[],[-1])", |games, a| {
        let g = a.game(games, 0)?;
        let player = a.player(games, 1)?;
        match games.arena.scaffold(g, player)? {
            Some(scaffold) => Ok(Object::Trajectory(Arc::new(scaffold))),
            None => Err(Problem::domain(format!(
                "{player} has no options, so there is no scaffold"
            ))),
        }
    };
    /// The value of a wall or a scaffold at temperature t.
    at(trajectory, t), "left_wall({3|1}).at(1/2)" => "5/2", |games, a| {
        let t = a.dyadic(games, 1)?;
        match a.get(0) {
            Object::Trajectory(trajectory) => Ok(trajectory.at(&t).into()),
            _ => Err(a.wrong(games, 0, "a wall or a scaffold")),
        }
    };
    /// The options that attain the scaffold at temperature t; none above the temperature of g.
    orthodox_options(g, player, t), "orthodox_options({3,{8|0}|-2}, Left, 1)" => "{3}",
        |games, a| {
            let g = a.game(games, 0)?;
            let player = a.player(games, 1)?;
            let t = a.dyadic(games, 2)?;
            let options = games.arena.orthodox_options(g, player, &t)?;
            games.options(options)
        };
    /// g cooled by the number t: every move costs t.
    cool(g, t).infix(), "cool({3||2|1}, 1/2)" => "{5/2|2*}", |games, a| {
        let g = a.game(games, 0)?;
        let t = a.dyadic(games, 1)?;
        let cooled = games.arena.cool(g, &t)?;
        Ok(games.object(cooled))
    };
    /// g cooled by its temperature.
    freeze(g), "freeze({3||2+*|1+*})" => "9/4*", |games, a| {
        let g = a.game(games, 0)?;
        let frozen = games.arena.freeze(g)?;
        Ok(games.object(frozen))
    };
    /// g heated by the value t: every move but those in numbers gains t.
    heat(g, t).infix(), "heat(*, 1)" => "+-1", |games, a| {
        let (g, t) = (a.game(games, 0)?, a.game(games, 1)?);
        let heated = games.arena.heat(g, t)?;
        Ok(games.object(heated))
    };
    /// g overheated from s to t: integers n become n copies of s, other moves gain t.
    overheat(g, s [t]).infix(), "{1/2|^*} Overheat [1, 1+*]" => "{2|1||0,+-(1*)|-2}", |games, a| {
        let g = a.game(games, 0)?;
        // Between two operands s and t are a list.
        let (s, t) = match a.len() {
            3 => (a.get(1), a.get(2)),
            _ => match a.items(games, 1)? {
                [s, t] => (s, t),
                _ => return Err(a.wrong(games, 1, "a list of two games, from and to")),
            },
        };
        let (s, t) = (arithmetic::value(games, s)?, arithmetic::value(games, t)?);
        let overheated = games.arena.overheat(g, s, t)?;
        Ok(games.object(overheated))
    };
    /// The Norton product of g by a positive unit u.
    norton_product(g, u).infix().also(&["NortonMultiply", "norton_multiply"]), "norton_product({1|0}, ^)" => "{^3*|vv*}",
        |games, a| {
            let (g, u) = (a.game(games, 0)?, a.game(games, 1)?);
            let product = games.arena.norton_product(g, u)?;
            Ok(games.object(product))
        };
}

fn wall(games: &mut Games, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let wall = match a.get(0) {
        Object::Thermograph(thermograph) => thermograph.wall(player).clone(),
        _ => {
            let g = a.game(games, 0)?;
            games.arena.thermograph(g)?.wall(player).clone()
        }
    };
    Ok(Object::Trajectory(Arc::new(wall)))
}
