//! Number + tiny and number + miny: {x ‖ x | x − G} and its mirror image.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;

impl Arena {
    /// The parts of x + Tiny(G) = {x ‖ x | x − G} (`Player::Left`) or
    /// x + Miny(G) = {x + G | x ‖ x} (`Player::Right`), if the value is
    /// written so: one option on each side, one of them the number x, and
    /// the threat on the far side of x.
    pub(crate) fn number_tiny(&mut self, v: Value) -> Result<Option<(Dyadic, Player, Value)>> {
        self.list(v)?;
        for player in Player::BOTH {
            if let Some((x, threat)) = self.tiny_parts(v, player)? {
                let x_value = self.number(&x)?;
                let subscript = match player {
                    Player::Left => self.sub(x_value, threat)?,
                    Player::Right => self.sub(threat, x_value)?,
                };
                return Ok(Some((x, player, subscript)));
            }
        }
        Ok(None)
    }

    fn tiny_parts(&mut self, v: Value, player: Player) -> Result<Option<(Dyadic, Value)>> {
        let opponent = player.opposite();
        let (Some(base), Some(answer)) = (self.only(v, player), self.only(v, opponent)) else {
            return Ok(None);
        };
        let Some(x) = self.as_number(base) else {
            return Ok(None);
        };
        if self.is_number(answer) {
            return Ok(None);
        }
        self.list(answer)?;
        if self.only(answer, player) != Some(base) {
            return Ok(None);
        }
        let Some(threat) = self.only(answer, opponent) else {
            return Ok(None);
        };
        let mean = self.mean(threat)?;
        let beyond = match player {
            Player::Left => mean < x,
            Player::Right => mean > x,
        };
        Ok(beyond.then_some((x, threat)))
    }

    /// The option of `player` when there is exactly one.
    fn only(&self, v: Value, player: Player) -> Option<Value> {
        let mut options = self.listed(v, player);
        let first = options.next()?;
        options.next().is_none().then_some(first)
    }
}
