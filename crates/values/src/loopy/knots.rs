//! Games while they are written down: `a{0|a}`, `{0|pass}`.

use super::draft::Draft;
use super::sides::Loopy;
use super::stopper::Stoppers;
use crate::arena::Arena;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;
use std::sync::Arc;

/// An option of a game that is being written down.
#[derive(Clone, Debug)]
pub enum Knot {
    /// A game that is complete.
    Game(Loopy),
    /// The game itself among whose options it stands.
    Pass,
    /// A game with a loop that is not closed yet: a vertex of the graph.
    Vertex(u32),
}

/// The graph of the games whose loops are not closed yet.
///
/// ```
/// use values::{Arena, Knot, Knots, Loopy, Stoppers, Value};
/// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
/// let mut knots = Knots::default();
/// // a{0|a}
/// knots.open(&"a".into());
/// let options = [vec![Knot::Game(Value::ZERO.into())], vec![knots.named("a").unwrap()]];
/// let game = knots.game(&mut stoppers, &mut arena, &options)?;
/// let Knot::Game(over) = knots.close(&mut stoppers, &mut arena, game)? else { unreachable!() };
/// assert!(over.as_stopper().is_some());
/// # Ok::<(), values::Error>(())
/// ```
#[derive(Default)]
pub struct Knots {
    draft: Draft,
    /// The names of the games that are being read, outermost first.
    open: Vec<(Arc<str>, u32)>,
    /// Whether loops stay in the graph when they are closed.
    keeps: bool,
}

impl Knots {
    /// A graph that is kept as it is written.
    #[must_use]
    pub fn kept() -> Self {
        Knots {
            keeps: true,
            ..Knots::default()
        }
    }

    /// A game begins that has a name in its own options.
    pub fn open(&mut self, name: &Arc<str>) {
        let vertex = self.draft.vertex();
        self.open.push((Arc::clone(name), vertex));
    }

    /// The game of that name that is being written.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Knot> {
        let found = self.open.iter().rev().find(|(open, _)| **open == *name)?;
        Some(Knot::Vertex(found.1))
    }

    /// The innermost game with a name is complete.
    pub fn close(
        &mut self,
        stoppers: &mut Stoppers,
        arena: &mut Arena,
        game: Knot,
    ) -> Result<Knot> {
        let Some((_, vertex)) = self.open.pop() else {
            return Ok(game);
        };
        let Knot::Vertex(own) = game else {
            return Ok(game);
        };
        let options = Player::BOTH.map(|player| self.draft.graph().options(own, player).to_vec());
        self.draft.set(vertex, options);
        self.resolved(stoppers, arena, vertex)
    }

    /// {left|right}.
    pub fn game(
        &mut self,
        stoppers: &mut Stoppers,
        arena: &mut Arena,
        options: &[Vec<Knot>; 2],
    ) -> Result<Knot> {
        let complete = options.each_ref().map(|side| {
            let games = side.iter().map(|option| match option {
                Knot::Game(game) => Some(game.clone()),
                Knot::Pass | Knot::Vertex(_) => None,
            });
            games.collect::<Option<Vec<Loopy>>>()
        });
        if let [Some(left), Some(right)] = complete {
            let short = |side: &[Loopy]| side.iter().map(Loopy::as_short).collect();
            let values: [Option<Vec<Value>>; 2] = [short(&left), short(&right)];
            return Ok(Knot::Game(match values {
                [Some(left), Some(right)] => arena.game(&left, &right)?.into(),
                _ => stoppers.join(arena, &[left, right])?,
            }));
        }
        let vertex = self.draft.vertex();
        let sides = options.each_ref().map(|side| {
            let options = side.iter().map(|option| match option {
                Knot::Pass => vertex,
                Knot::Vertex(other) => *other,
                Knot::Game(game) => self.draft.leaf(game.clone()),
            });
            options.collect()
        });
        self.draft.set(vertex, sides);
        self.resolved(stoppers, arena, vertex)
    }

    /// The value of a vertex, once no name is open any more.
    fn resolved(
        &mut self,
        stoppers: &mut Stoppers,
        arena: &mut Arena,
        vertex: u32,
    ) -> Result<Knot> {
        if self.keeps || !self.open.is_empty() {
            return Ok(Knot::Vertex(vertex));
        }
        let draft = std::mem::take(&mut self.draft);
        Ok(Knot::Game(stoppers.resolve(arena, &draft, vertex)?))
    }

    /// The graph as it is written, and the vertex of a game in it.
    #[must_use]
    pub fn graph(mut self, game: Knot) -> (Draft, u32) {
        let vertex = match game {
            Knot::Vertex(vertex) => vertex,
            Knot::Game(game) => self.draft.leaf(game),
            Knot::Pass => self.draft.vertex(),
        };
        (self.draft, vertex)
    }
}
