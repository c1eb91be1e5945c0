//! Values between arenas.

use std::collections::HashMap;
use values::{Arena, Dyadic, Player, Result, Value};

/// A value in no arena: what it is made of, options before the games that have
/// them.
#[derive(Clone, Debug)]
pub struct Parcel {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
enum Piece {
    /// number + ups·↑ + ∗nimber.
    Closed(Dyadic, i64, u64),
    /// The places of Left's options and of Right's.
    Game([Vec<usize>; 2]),
}

impl Parcel {
    /// A number.
    pub fn number(number: Dyadic) -> Self {
        Parcel {
            pieces: vec![Piece::Closed(number, 0, 0)],
        }
    }

    /// Packs a value; the last piece is itself.
    pub fn pack(arena: &Arena, value: Value) -> Result<Self> {
        let mut pieces = Vec::new();
        let mut places: HashMap<Value, usize> = HashMap::new();
        let mut todo = vec![value];
        while let Some(&next) = todo.last() {
            arena.budget().look()?;
            if places.contains_key(&next) {
                todo.pop();
                continue;
            }
            let piece = match arena.as_up_star(next) {
                Some((number, ups, nimber)) => Piece::Closed(number, ups, nimber),
                None => {
                    let before = todo.len();
                    let sides = Player::BOTH.map(|player| {
                        let options = arena.constituent_options(next, player);
                        let mut side = Vec::with_capacity(options.len());
                        for option in options {
                            match places.get(&option) {
                                Some(&place) => side.push(place),
                                None => todo.push(option),
                            }
                        }
                        side
                    });
                    if todo.len() > before {
                        continue;
                    }
                    Piece::Game(sides)
                }
            };
            places.insert(next, pieces.len());
            pieces.push(piece);
            todo.pop();
        }
        Ok(Parcel { pieces })
    }

    /// The value in an arena.
    pub fn open(&self, arena: &mut Arena) -> Result<Value> {
        let mut values: Vec<Value> = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            let value = match piece {
                Piece::Closed(number, ups, nimber) => arena.up_star(number, *ups, *nimber)?,
                Piece::Game(sides) => {
                    let [left, right] = sides
                        .each_ref()
                        .map(|side| side.iter().map(|&place| values[place]).collect::<Vec<_>>());
                    arena.rebuild(&left, &right)?
                }
            };
            values.push(value);
        }
        Ok(values.last().copied().unwrap_or(Value::ZERO))
    }
}
