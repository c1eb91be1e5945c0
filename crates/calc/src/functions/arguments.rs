//! The arguments of a call, as what the function needs them to be.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use values::{Dyadic, MisereForm, Player, Value};

use super::super::closure::Closure;
use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::super::rational::Rational;
use super::Function;

/// The objects a function was called with; there are as many as it has parameters,
/// but for optional ones.
pub struct Arguments<'a> {
    function: &'static Function,
    objects: &'a [Object],
}

/// Names in the order of the sentences below.
const ORDINALS: [&str; 3] = ["first", "second", "third"];

impl<'a> Arguments<'a> {
    pub fn new(function: &'static Function, objects: &'a [Object]) -> Self {
        Self { function, objects }
    }

    pub fn get(&self, index: usize) -> &'a Object {
        &self.objects[index]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// The value of a short game.
    pub fn game(&self, games: &mut Games, index: usize) -> Result<Value, Problem> {
        match games.as_value(self.get(index))? {
            Some(value) => Ok(value),
            None => Err(self.wrong(games, index, "the value of a short game")),
        }
    }

    /// The misère canonical form of an impartial game.
    pub fn misere(&self, games: &mut Games, index: usize) -> Result<MisereForm, Problem> {
        match games.as_misere(self.get(index))? {
            Some(form) => Ok(form),
            None => Err(self.wrong(games, index, "an impartial game")),
        }
    }

    pub fn number(&self, games: &mut Games, index: usize) -> Result<&'a Rational, Problem> {
        match self.get(index) {
            Object::Number(number) => Ok(number),
            _ => Err(self.wrong(games, index, "a number")),
        }
    }

    pub fn dyadic(&self, games: &mut Games, index: usize) -> Result<Dyadic, Problem> {
        match self.number(games, index)?.to_dyadic() {
            Some(dyadic) => Ok(dyadic),
            None => Err(self.wrong(games, index, "a dyadic number, such as 3/4")),
        }
    }

    pub fn integer(&self, games: &mut Games, index: usize) -> Result<&'a BigInt, Problem> {
        match self.number(games, index)?.to_integer() {
            Some(integer) => Ok(integer),
            None => Err(self.wrong(games, index, "an integer")),
        }
    }

    /// A non-negative integer below 2⁶⁴.
    pub fn natural(&self, games: &mut Games, index: usize) -> Result<u64, Problem> {
        self.integer(games, index)?
            .to_u64()
            .ok_or_else(|| self.wrong(games, index, "an integer from 0 to 2^64-1"))
    }

    pub fn player(&self, games: &mut Games, index: usize) -> Result<Player, Problem> {
        match self.get(index) {
            Object::Player(player) => Ok(*player),
            _ => Err(self.wrong(games, index, "Left or Right")),
        }
    }

    pub fn truth(&self, games: &mut Games, index: usize) -> Result<bool, Problem> {
        match self.get(index) {
            Object::Boolean(truth) => Ok(*truth),
            _ => Err(self.wrong(games, index, "true or false")),
        }
    }

    pub fn function(&self, games: &mut Games, index: usize) -> Result<&'a Arc<Closure>, Problem> {
        match self.get(index) {
            Object::Function(function) => Ok(function),
            _ => Err(self.wrong(games, index, "a function, such as x -> x + 2")),
        }
    }

    pub fn text(&self, games: &mut Games, index: usize) -> Result<&'a str, Problem> {
        match self.get(index) {
            Object::Text(text) => Ok(text),
            _ => Err(self.wrong(games, index, "a text in double quotes")),
        }
    }

    pub fn items(&self, games: &mut Games, index: usize) -> Result<&'a [Object], Problem> {
        match self.get(index) {
            Object::List(items) | Object::Set(items) => Ok(items),
            _ => Err(self.wrong(games, index, "a list or a set")),
        }
    }

    /// Why an argument will not do.
    pub fn wrong(&self, games: &mut Games, index: usize, expected: &str) -> Problem {
        let place = match self.function.parameters.len() {
            1 => "argument".to_owned(),
            _ => format!("{} argument", ORDINALS[index.min(2)]),
        };
        Problem::domain(format!(
            "the {place} of {} must be {expected}, not {}",
            self.function.signature(),
            self.get(index).described(games)
        ))
    }
}
