//! Games with loops while they are read: `a{0|a}`, `{0|pass}`.

use std::sync::Arc;

use values::{Draft, Loopy, Player, Pseudonumber, Stopper};

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
    let mut game = Loopy::from(stoppers.upon(arena)?);
    if !series {
        let up = arena.up_star(&0.into(), 1, 0)?;
        let on = stoppers.pass(arena, Player::Left)?;
        game = stoppers.pow(arena, up.into(), &on.into())?;
    }
    if negative {
        game = stoppers.negative(arena, &game)?;
    }
    Ok(games.loopy_object(game))
}

/// The graph of the loops that are not closed yet.
#[derive(Default)]
pub struct Loops {
    draft: Draft,
    /// The names of the games that are being read, outermost first.
    open: Vec<(Arc<str>, u32)>,
}

impl Loops {
    /// A game begins that has a name in its own options.
    pub fn open(&mut self, name: &Arc<str>) {
        let vertex = self.draft.vertex();
        self.open.push((Arc::clone(name), vertex));
    }

    /// The game of that name that is being read.
    pub fn named(&self, name: &str) -> Option<Object> {
        let found = self.open.iter().rev().find(|(open, _)| **open == *name)?;
        Some(Object::Vertex(found.1))
    }

    /// The innermost game with a name is complete.
    pub fn close(&mut self, games: &mut Games, game: Object) -> Result<Object, Problem> {
        let Some((_, vertex)) = self.open.pop() else {
            return Ok(game);
        };
        let Object::Vertex(own) = game else {
            return Ok(game);
        };
        let options = Player::BOTH.map(|player| self.draft.graph().options(own, player).to_vec());
        self.draft.set(vertex, options);
        self.resolved(games, vertex)
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
        let vertex = self.draft.vertex();
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            for option in options {
                side.push(match option {
                    Object::Pass => vertex,
                    Object::Vertex(other) => *other,
                    _ => self.draft.leaf(arithmetic::loopy(games, option)?),
                });
            }
        }
        self.draft.set(vertex, sides);
        self.resolved(games, vertex)
    }

    /// The value of a vertex, once no name is open any more.
    fn resolved(&mut self, games: &mut Games, vertex: u32) -> Result<Object, Problem> {
        if !self.open.is_empty() {
            return Ok(Object::Vertex(vertex));
        }
        let draft = std::mem::take(&mut self.draft);
        let Games {
            arena, stoppers, ..
        } = games;
        let game = stoppers.resolve(arena, &draft, vertex)?;
        Ok(games.loopy_object(game))
    }
}

/// `onside & offside`.
pub fn sides(games: &mut Games, a: &Object, b: &Object) -> Result<Object, Problem> {
    let (g, h) = (arithmetic::loopy(games, a)?, arithmetic::loopy(games, b)?);
    let Games {
        arena, stoppers, ..
    } = games;
    let (on, off) = match (g.as_sides(), h.as_sides()) {
        (Some((on, _)), Some((_, off))) => (on, off),
        _ => {
            return Err(Problem::domain(
                "the sides of a & b must be stoppers: alternating play in them must end",
            ));
        }
    };
    if !stoppers.le(arena, off, on)? {
        let reason = "in a & b the onside a must be at least the offside b";
        return Err(Problem::domain(reason));
    }
    Ok(games.loopy_object(Loopy::sides(on, off)))
}

/// The object of a stopper.
pub fn stopper_object(games: &Games, stopper: Stopper) -> Object {
    games.loopy_object(stopper.into())
}
