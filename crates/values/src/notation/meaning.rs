//! What the parts of a text mean: values, or games that may not end.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::loopy::{Draft, Knot, Knots, Loopy, Pseudonumber, Stoppers};
use crate::player::Player;
use crate::value::Value;

/// A word for a loopy value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    On,
    Off,
    /// over or under, perhaps behind a number.
    Beside(i8),
    /// The sum of all powers of ↑.
    Upon,
    Dud,
    /// The game among whose options it stands.
    Pass,
}

/// What a reader makes of the parts of a text.
pub(super) trait Meaning {
    /// What a part means.
    type Game: Clone;
    /// Whether there are loops: names of games that are open, words and sides.
    const LOOPS: bool;

    fn arena(&mut self) -> &mut Arena;
    /// Number, ups and nimber.
    fn closed_form(&mut self, value: Value) -> Self::Game;
    /// {left|right}; the lists may be used again.
    fn join(&mut self, sides: &mut [Vec<Self::Game>; 2]) -> Result<Self::Game>;
    fn negative(&mut self, game: &Self::Game) -> Result<Self::Game>;
    /// The sum of a game and a value.
    fn plus(&mut self, game: &Self::Game, value: Value) -> Result<Self::Game>;

    /// A number in front of a game.
    fn shifted(&mut self, number: &Dyadic, game: &Self::Game) -> Result<Self::Game> {
        let number = self.arena().number(number)?;
        self.plus(game, number)
    }

    /// A word, behind a number.
    fn word(&mut self, _: &Dyadic, _: Word) -> Result<Option<Self::Game>> {
        Ok(None)
    }
    /// ↑[on] or ↑^on, or their negatives.
    fn endless_up(&mut self, _negative: bool, _sum: bool) -> Result<Option<Self::Game>> {
        Ok(None)
    }
    /// A game begins that has a name in its own options.
    fn begin(&mut self, _: &str) {}
    /// The game of that name that has begun.
    fn begun(&self, _: &str) -> Option<Self::Game> {
        None
    }
    /// The last game that has begun is complete.
    fn end(&mut self, game: Self::Game) -> Result<Self::Game> {
        Ok(game)
    }
    /// Onside and offside; nothing if they are none.
    fn sides(&mut self, _: [Self::Game; 2]) -> Result<Option<Self::Game>> {
        Ok(None)
    }
}

impl Meaning for &mut Arena {
    type Game = Value;
    const LOOPS: bool = false;

    fn arena(&mut self) -> &mut Arena {
        self
    }

    fn closed_form(&mut self, value: Value) -> Value {
        value
    }

    fn join(&mut self, sides: &mut [Vec<Value>; 2]) -> Result<Value> {
        self.canonicalise(sides)
    }

    fn negative(&mut self, game: &Value) -> Result<Value> {
        Ok(-*game)
    }

    fn plus(&mut self, game: &Value, value: Value) -> Result<Value> {
        self.add(*game, value)
    }
}

/// Games that may not end.
pub(super) struct Looping<'a> {
    arena: &'a mut Arena,
    stoppers: &'a mut Stoppers,
    knots: Knots,
}

/// The game that a part is; one whose loop leads out of it has no negative
/// and no sums yet.
fn complete(game: &Knot) -> Result<&Loopy> {
    match game {
        Knot::Game(game) => Ok(game),
        Knot::Pass | Knot::Vertex(_) => Err(Error::Undefined(
            "no sign or number can stand before a game whose loop is open".to_owned(),
        )),
    }
}

impl<'a> Looping<'a> {
    pub fn new(arena: &'a mut Arena, stoppers: &'a mut Stoppers, knots: Knots) -> Self {
        Looping {
            arena,
            stoppers,
            knots,
        }
    }

    /// The graph of a game as it was written.
    pub fn graph(self, game: Knot) -> (Draft, u32) {
        self.knots.graph(game)
    }
}

impl Meaning for Looping<'_> {
    type Game = Knot;
    const LOOPS: bool = true;

    fn arena(&mut self) -> &mut Arena {
        self.arena
    }

    fn closed_form(&mut self, value: Value) -> Knot {
        Knot::Game(value.into())
    }

    fn join(&mut self, sides: &mut [Vec<Knot>; 2]) -> Result<Knot> {
        self.knots.game(self.stoppers, self.arena, sides)
    }

    fn negative(&mut self, game: &Knot) -> Result<Knot> {
        let negative = self.stoppers.negative(self.arena, complete(game)?)?;
        Ok(Knot::Game(negative))
    }

    fn plus(&mut self, game: &Knot, value: Value) -> Result<Knot> {
        let sum = self
            .stoppers
            .add(self.arena, complete(game)?, &value.into())?;
        Ok(Knot::Game(sum))
    }

    fn word(&mut self, number: &Dyadic, word: Word) -> Result<Option<Knot>> {
        let pass = |this: &mut Self, player| this.stoppers.pass(this.arena, player);
        let game: Loopy = match word {
            Word::Beside(side) => {
                let number = number.clone();
                let near = Pseudonumber::Near { number, side };
                self.stoppers.from_pseudonumber(self.arena, &near)?.into()
            }
            _ if !number.is_zero() => return Ok(None),
            Word::On => pass(self, Player::Left)?.into(),
            Word::Off => pass(self, Player::Right)?.into(),
            Word::Dud => Loopy::sides(pass(self, Player::Left)?, pass(self, Player::Right)?),
            Word::Upon => self.stoppers.upon(self.arena)?.into(),
            Word::Pass => return Ok(Some(Knot::Pass)),
        };
        Ok(Some(Knot::Game(game)))
    }

    fn endless_up(&mut self, negative: bool, sum: bool) -> Result<Option<Knot>> {
        let up = self.stoppers.endless_up(self.arena, negative, sum)?;
        Ok(Some(Knot::Game(up.into())))
    }

    fn begin(&mut self, name: &str) {
        self.knots.open(&name.into());
    }

    fn begun(&self, name: &str) -> Option<Knot> {
        self.knots.named(name)
    }

    fn end(&mut self, game: Knot) -> Result<Knot> {
        self.knots.close(self.stoppers, self.arena, game)
    }

    fn sides(&mut self, sides: [Knot; 2]) -> Result<Option<Knot>> {
        let [Knot::Game(on), Knot::Game(off)] = &sides else {
            return Ok(None);
        };
        let found = self.stoppers.beside(self.arena, on, off)?;
        Ok(found.map(Knot::Game))
    }
}
