//! Games with loops while they are read: `a{0|a}`, `{0|pass}`.

use std::sync::Arc;

use values::{Knot, Knots, Loopy, Player, Pseudonumber, Stopper};

use super::arithmetic;
use super::failure::Problem;
use super::games::Games;
use super::object::Object;

/// The loopy values that have a name of their own.
pub const NAMES: [&str; 6] = ["dud", "off", "on", "over", "under", "upon"];

/// The loopy value of that name.
pub fn constant(games: &mut Games, name: &str) -> Result<Option<Object>, Problem> {
    let Games {
        arena, stoppers, ..
    } = games;
    let beside = |side| Pseudonumber::Near {
        number: 0.into(),
        side,
    };
    let game: Loopy = match name {
        "on" => stoppers.pass(arena, Player::Left)?.into(),
        "off" => stoppers.pass(arena, Player::Right)?.into(),
        "over" => stoppers.from_pseudonumber(arena, &beside(1))?.into(),
        "under" => stoppers.from_pseudonumber(arena, &beside(-1))?.into(),
        "upon" => stoppers.upon(arena)?.into(),
        "dud" => Loopy::sides(
            stoppers.pass(arena, Player::Left)?,
            stoppers.pass(arena, Player::Right)?,
        ),
        _ => return Ok(None),
    };
    Ok(Some(games.loopy_object(game)))
}

/// The sum of all powers of ↑, or ↑^on; or its negative.
pub fn endless_up(games: &mut Games, series: bool, negative: bool) -> Result<Object, Problem> {
    let Games {
        arena, stoppers, ..
    } = games;
    let game = stoppers.endless_up(arena, negative, series)?;
    Ok(stopper_object(games, game))
}

/// The loops that are not closed yet.
#[derive(Default)]
pub struct Loops(Knots);

impl Loops {
    /// A game begins that has a name in its own options.
    pub fn open(&mut self, name: &Arc<str>) {
        self.0.open(name);
    }

    /// The game of that name that is being read.
    pub fn named(&self, games: &Games, name: &str) -> Option<Object> {
        Some(object(games, self.0.named(name)?))
    }

    /// The innermost game with a name is complete.
    pub fn close(&mut self, games: &mut Games, game: Object) -> Result<Object, Problem> {
        let Games {
            arena, stoppers, ..
        } = games;
        let Object::Vertex(own) = game else {
            // A game without loops, which needed no name.
            self.0.close(stoppers, arena, Knot::Pass)?;
            return Ok(game);
        };
        let closed = self.0.close(stoppers, arena, Knot::Vertex(own))?;
        Ok(object(games, closed))
    }

    /// {left|right}, of which some options may be `pass` or names.
    pub fn game(
        &mut self,
        games: &mut Games,
        left: &[Object],
        right: &[Object],
    ) -> Result<Object, Problem> {
        let looping = |option: &Object| matches!(option, Object::Pass | Object::Vertex(_));
        if !left.iter().chain(right).any(looping) {
            return arithmetic::game(games, left, right);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            for option in options {
                side.push(knot(games, option)?);
            }
        }
        let game = self.0.game(&mut games.stoppers, &mut games.arena, &sides)?;
        Ok(object(games, game))
    }
}

fn knot(games: &mut Games, object: &Object) -> Result<Knot, Problem> {
    Ok(match object {
        Object::Pass => Knot::Pass,
        Object::Vertex(vertex) => Knot::Vertex(*vertex),
        _ => Knot::Game(arithmetic::loopy(games, object)?),
    })
}

fn object(games: &Games, knot: Knot) -> Object {
    match knot {
        Knot::Pass => Object::Pass,
        Knot::Vertex(vertex) => Object::Vertex(vertex),
        Knot::Game(game) => games.loopy_object(game),
    }
}

/// `onside & offside`.
pub fn sides(games: &mut Games, a: &Object, b: &Object) -> Result<Object, Problem> {
    let (g, h) = (arithmetic::loopy(games, a)?, arithmetic::loopy(games, b)?);
    let Games {
        arena, stoppers, ..
    } = games;
    if let Some(game) = stoppers.beside(arena, &g, &h)? {
        return Ok(games.loopy_object(game));
    }
    let stoppers = g.as_sides().is_some() && h.as_sides().is_some();
    Err(Problem::domain(match stoppers {
        true => "in a & b the onside a must be at least the offside b",
        false => "the sides of a & b must be stoppers: alternating play in them must end",
    }))
}

/// The object of a stopper.
pub fn stopper_object(games: &Games, stopper: Stopper) -> Object {
    games.loopy_object(stopper.into())
}
