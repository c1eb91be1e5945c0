//! What expressions evaluate to, as data for programs in other languages.

use num_bigint::BigInt;
use positions::Sum;
use std::sync::Arc;
use values::{Notation, Outcome, Player, Thermograph, Value};

use super::Calculator;
use super::failure::{Failure, Problem};
use super::functions;
use super::games::Games;
use super::object::Object;
use super::rational::Rational;

/// An object of the calculator. Ids of values belong to its arena.
#[derive(Clone, Debug)]
pub enum Plain {
    /// A fraction in lowest terms; with the denominator 0 it is an infinity.
    Number(BigInt, BigInt),
    /// A value that is no number.
    Value(Value),
    /// Positions, perhaps with values beside them.
    Sum(Sum),
    /// The name of a game.
    Game(String),
    /// A truth.
    Boolean(bool),
    /// A player.
    Player(Player),
    /// Who wins.
    Outcome(Outcome),
    /// A thermograph.
    Thermograph(Thermograph),
    /// A list.
    List(Vec<Plain>),
    /// A set, in the order in which it is printed.
    Set(Vec<Plain>),
    /// A text.
    Text(String),
    /// The answer of a blank input.
    Nothing,
    /// Anything else: what it is, in a word, and how the calculator writes it.
    Other(&'static str, String),
}

impl Calculator {
    /// The answer to `source`, in which these names stand for these objects.
    ///
    /// ```
    /// use calc::{Calculator, Plain};
    /// use values::Budget;
    /// let mut calculator = Calculator::new(Budget::unlimited());
    /// let half = Plain::Number(1.into(), 2.into());
    /// let answer = calculator.evaluate_with("x + x", [("x".into(), half)]).unwrap();
    /// assert!(matches!(answer, Plain::Number(n, _) if n == 1.into()));
    /// ```
    pub fn evaluate_with(
        &mut self,
        source: &str,
        names: impl IntoIterator<Item = (String, Plain)>,
    ) -> Result<Plain, Failure> {
        let mut hidden = Vec::new();
        let mut given = Ok(());
        for (name, plain) in names {
            match self.object_of(plain) {
                Ok(object) => {
                    let name: Arc<str> = name.into();
                    let before = self.games.variables.insert(Arc::clone(&name), object);
                    hidden.push((name, before));
                }
                Err(failure) => {
                    given = Err(failure);
                    break;
                }
            }
        }
        let answer = given.and_then(|()| self.object(source));
        for (name, before) in hidden.into_iter().rev() {
            match before {
                Some(object) => self.games.variables.insert(name, object),
                None => self.games.variables.remove(&name),
            };
        }
        self.plain(&answer?)
    }

    /// What a function answers. Its failures have no place in a text.
    pub fn call(
        &mut self,
        function: &str,
        arguments: impl IntoIterator<Item = Plain>,
    ) -> Result<Plain, Failure> {
        let unplaced = |problem: Problem| Failure::plain(problem.kind, problem.message);
        let found = functions::find(function)
            .ok_or_else(|| unplaced(functions::unknown(function, "function", Vec::new())))?;
        let arguments: Result<Vec<Object>, Failure> = arguments
            .into_iter()
            .map(|plain| self.object_of(plain))
            .collect();
        self.games.begin();
        let answer = found.call(&mut self.games, &arguments?).map_err(unplaced)?;
        self.plain(&answer)
    }

    /// The names of the variables.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.games.variables.keys().map(|name| &**name)
    }

    fn plain(&mut self, object: &Object) -> Result<Plain, Failure> {
        plain(&mut self.games, object)
            .map_err(|problem| Failure::plain(problem.kind, problem.message))
    }

    fn object_of(&mut self, plain: Plain) -> Result<Object, Failure> {
        let unplaced = |problem: Problem| Failure::plain(problem.kind, problem.message);
        Ok(match plain {
            Plain::Number(numerator, denominator) => Rational::new(numerator, denominator)
                .map_err(unplaced)?
                .into(),
            Plain::Value(value) => self.games.object(value),
            Plain::Sum(sum) => Object::Sum(Arc::new(sum)),
            Plain::Game(name) => Object::Ruleset(name.into()),
            Plain::Boolean(truth) => truth.into(),
            Plain::Player(player) => Object::Player(player),
            Plain::Outcome(outcome) => Object::Outcome(outcome),
            Plain::Thermograph(graph) => Object::Thermograph(Arc::new(graph)),
            Plain::Text(text) => Object::text(text),
            Plain::Nothing => Object::Nothing,
            Plain::Other(_, text) => self.object(&text)?,
            Plain::List(items) => {
                let items: Result<_, Failure> =
                    items.into_iter().map(|item| self.object_of(item)).collect();
                Object::list(items?).map_err(unplaced)?
            }
            Plain::Set(items) => {
                let items: Result<_, Failure> =
                    items.into_iter().map(|item| self.object_of(item)).collect();
                Object::set(&mut self.games, items?).map_err(unplaced)?
            }
        })
    }
}

/// Lists in lists are no deeper than the calculator allows.
fn plain(games: &mut Games, object: &Object) -> Result<Plain, Problem> {
    Ok(match object {
        Object::Number(number) => {
            Plain::Number(number.numerator().clone(), number.denominator().clone())
        }
        Object::Value(value) => Plain::Value(*value),
        Object::Sum(sum) => Plain::Sum(Sum::clone(sum)),
        Object::Ruleset(name) => Plain::Game(name.to_string()),
        Object::Boolean(truth) => Plain::Boolean(*truth),
        Object::Player(player) => Plain::Player(*player),
        Object::Outcome(outcome) => Plain::Outcome(*outcome),
        Object::Thermograph(graph) => Plain::Thermograph(Thermograph::clone(graph)),
        Object::List(items) => {
            let items: Result<_, _> = items.iter().map(|item| plain(games, item)).collect();
            Plain::List(items?)
        }
        Object::Set(items) => {
            let items: Result<_, _> = items.iter().map(|item| plain(games, item)).collect();
            Plain::Set(items?)
        }
        Object::Text(text) | Object::Prose(text) => Plain::Text(text.to_string()),
        Object::Written(value, notation) => Plain::Text(games.arena.text(*value, *notation)?),
        Object::Nothing => Plain::Nothing,
        other => {
            let mut text = Vec::new();
            other
                .write(games, Notation::Ascii, &mut text)?
                .map_err(|error| Problem::limit(error.to_string()))?;
            Plain::Other(other.kind(), String::from_utf8_lossy(&text).into_owned())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use values::Budget;

    #[test]
    fn names_hide_variables_only_while_they_are_used() {
        let mut calculator = Calculator::new(Budget::unlimited());
        calculator.evaluate("x = 7").unwrap();
        let star = calculator.evaluate_with("*", []).unwrap();
        let answer = calculator.evaluate_with("x + *", [("x".into(), star)]);
        assert!(matches!(answer, Ok(Plain::Number(zero, _)) if zero == 0.into()));
        assert!(
            calculator
                .evaluate_with("x +", [("y".into(), Plain::Nothing)])
                .is_err()
        );
        assert_eq!(calculator.variables().collect::<Vec<_>>(), ["x"]);
        let answer = calculator.evaluate_with("x", []);
        assert!(matches!(answer, Ok(Plain::Number(seven, _)) if seven == 7.into()));
    }

    #[test]
    fn functions_take_what_they_answer() {
        let mut calculator = Calculator::new(Budget::unlimited());
        let game = calculator.evaluate_with("{3||2|1}", []).unwrap();
        let set = calculator.call("followers", [game]).unwrap();
        let Plain::Set(followers) = set else {
            panic!("a set");
        };
        assert_eq!(followers.len(), 6);
        // What has no type of its own comes back by its text.
        let form = calculator.evaluate_with("'{*|*}'", []).unwrap();
        assert!(matches!(&form, Plain::Other("form", text) if text == "'{*|*}'"));
        let zero = calculator.call("canonical_form", [form]).unwrap();
        assert!(matches!(zero, Plain::Number(zero, _) if zero == 0.into()));
        let failure = calculator.call("followerz", []).unwrap_err();
        assert!(failure.message.contains("did you mean `followers`"));
        assert_eq!(failure.column, None);
    }
}
