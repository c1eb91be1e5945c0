//! Thermographs, cooling and heating.

use std::sync::Arc;

use values::{Arena, Player};

use super::super::failure::Problem;
use super::super::object::Object;
use super::{Arguments, Function, Group};

pub const GROUP: Group = Group {
    title: "Temperature",
    functions: &[
        Function::new(
            "mean",
            &["g"],
            "The mean value of a game, or the mast of a thermograph.",
            ("mean({3||2|1})", "9/4"),
            |arena, a| match a.get(0) {
                Object::Thermograph(thermograph) => Ok(thermograph.mean().into()),
                _ => {
                    let g = a.game(arena, 0)?;
                    Ok(arena.mean(g)?.into())
                }
            },
        ),
        Function::new(
            "temperature",
            &["g"],
            "The temperature of a game or of a thermograph.",
            ("temperature({3||2|1})", "3/4"),
            |arena, a| match a.get(0) {
                Object::Thermograph(thermograph) => Ok(thermograph.temperature().into()),
                _ => {
                    let g = a.game(arena, 0)?;
                    Ok(arena.temperature(g)?.into())
                }
            },
        ),
        Function::new(
            "thermograph",
            &["g"],
            "The thermograph: mast, critical temperatures from the top and slopes, Left wall then Right wall.",
            (
                "thermograph({3||2|1})",
                "Thermograph(9/4,[3/4],[0,-1],9/4,[3/4,1/2],[0,1,0])",
            ),
            |arena, a| {
                let g = a.game(arena, 0)?;
                Ok(Object::Thermograph(Arc::new(arena.thermograph(g)?)))
            },
        ),
        Function::new(
            "wall",
            &["g", "player"],
            "A wall of the thermograph.",
            ("wall({3||2|1}, Right)", "Trajectory(9/4,[3/4,1/2],[0,1,0])"),
            |arena, a| {
                let player = a.player(arena, 1)?;
                wall(arena, a, player)
            },
        ),
        Function::new(
            "left_wall",
            &["g"],
            "The Left wall of the thermograph.",
            ("left_wall({3||2|1})", "Trajectory(9/4,[3/4],[0,-1])"),
            |arena, a| wall(arena, a, Player::Left),
        ),
        Function::new(
            "right_wall",
            &["g"],
            "The Right wall of the thermograph.",
            ("right_wall({3||2|1})", "Trajectory(9/4,[3/4,1/2],[0,1,0])"),
            |arena, a| wall(arena, a, Player::Right),
        ),
        Function::new(
            "scaffold",
            &["g", "player"],
            "The scaffold of a player: the best of the options' walls, taxed.",
            ("scaffold({3|1}, Left)", "Trajectory(3,[],[-1])"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                let player = a.player(arena, 1)?;
                match arena.scaffold(g, player)? {
                    Some(scaffold) => Ok(Object::Trajectory(Arc::new(scaffold))),
                    None => Err(Problem::domain(format!(
                        "{player} has no options, so there is no scaffold"
                    ))),
                }
            },
        ),
        Function::new(
            "at",
            &["trajectory", "t"],
            "The value of a wall or a scaffold at temperature t.",
            ("left_wall({3|1}).at(1/2)", "5/2"),
            |arena, a| {
                let t = a.dyadic(arena, 1)?;
                match a.get(0) {
                    Object::Trajectory(trajectory) => Ok(trajectory.at(&t).into()),
                    _ => Err(a.wrong(arena, 0, "a wall or a scaffold")),
                }
            },
        ),
        Function::new(
            "orthodox_options",
            &["g", "player", "t"],
            "The options that attain the scaffold at temperature t; none above the temperature of g.",
            ("orthodox_options({3,{8|0}|-2}, Left, 1)", "{3}"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                let player = a.player(arena, 1)?;
                let t = a.dyadic(arena, 2)?;
                let options = arena.orthodox_options(g, player, &t)?;
                Object::options(arena, options)
            },
        ),
        Function::new(
            "cool",
            &["g", "t"],
            "g cooled by the number t: every move costs t.",
            ("cool({3||2|1}, 1/2)", "{5/2|2*}"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                let t = a.dyadic(arena, 1)?;
                let cooled = arena.cool(g, &t)?;
                Ok(Object::value(arena, cooled))
            },
        ),
        Function::new(
            "freeze",
            &["g"],
            "g cooled by its temperature.",
            ("freeze({3||2+*|1+*})", "9/4*"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                let frozen = arena.freeze(g)?;
                Ok(Object::value(arena, frozen))
            },
        ),
        Function::new(
            "heat",
            &["g", "t"],
            "g heated by the value t: every move but those in numbers gains t.",
            ("heat(*, 1)", "+-1"),
            |arena, a| {
                let (g, t) = (a.game(arena, 0)?, a.game(arena, 1)?);
                let heated = arena.heat(g, t)?;
                Ok(Object::value(arena, heated))
            },
        ),
        Function::new(
            "overheat",
            &["g", "s", "t"],
            "g overheated from s to t: integers n become n copies of s, other moves gain t.",
            ("overheat({1/2|^*}, 1, 1+*)", "{2|1||0,+-(1*)|-2}"),
            |arena, a| {
                let g = a.game(arena, 0)?;
                let (s, t) = (a.game(arena, 1)?, a.game(arena, 2)?);
                let overheated = arena.overheat(g, s, t)?;
                Ok(Object::value(arena, overheated))
            },
        ),
        Function::new(
            "norton_product",
            &["g", "u"],
            "The Norton product of g by a positive unit u.",
            ("norton_product({1|0}, ^)", "{^3*|vv*}"),
            |arena, a| {
                let (g, u) = (a.game(arena, 0)?, a.game(arena, 1)?);
                let product = arena.norton_product(g, u)?;
                Ok(Object::value(arena, product))
            },
        )
        .infix()
        .also(&["NortonMultiply", "norton_multiply"]),
    ],
};

fn wall(arena: &mut Arena, a: &Arguments, player: Player) -> Result<Object, Problem> {
    let wall = match a.get(0) {
        Object::Thermograph(thermograph) => thermograph.wall(player).clone(),
        _ => {
            let g = a.game(arena, 0)?;
            arena.thermograph(g)?.wall(player).clone()
        }
    };
    Ok(Object::Trajectory(Arc::new(wall)))
}
