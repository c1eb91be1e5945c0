//! What the calculator answers, in no arena, and as objects of Python.

use ask::Desk;
use calc::Plain;
use num_bigint::BigInt;
use num_traits::Zero;
use positions::{Board, Sum, Term};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyList, PyString, PyTuple};
use std::sync::Arc;
use values::{Arena, Outcome, Player, Thermograph};

use crate::errors::Fault;
use crate::games::Game;
use crate::numbers;
use crate::parcel::Parcel;
use crate::positions::Position;
use crate::thermographs::Graph;
use crate::values::Value;

/// An object of the calculator that belongs to no arena.
#[derive(Clone)]
pub enum Thing {
    Number(BigInt, BigInt),
    Value(Parcel),
    Sum(Vec<Part>),
    Game(String),
    Boolean(bool),
    Player(Player),
    Outcome(Outcome),
    Thermograph(Thermograph),
    List(Vec<Thing>),
    Text(String),
    Nothing,
    Other(&'static str, String),
}

/// A summand that belongs to no arena.
#[derive(Clone)]
pub enum Part {
    /// A position, or its negative.
    Board(Arc<Board>, bool),
    /// A value.
    Value(Arc<Parcel>),
}

/// Takes a sum out of an arena.
pub fn take_sum(arena: &Arena, sum: &Sum) -> Result<Vec<Part>, Fault> {
    let part = |term: &Term| {
        Ok(match term {
            Term::Board(board, negated) => Part::Board(Arc::clone(board), *negated),
            Term::Value(value) => Part::Value(Arc::new(Parcel::pack(arena, *value)?)),
        })
    };
    sum.terms.iter().map(part).collect()
}

/// Puts a sum into an arena.
pub fn put_sum(arena: &mut Arena, parts: &[Part]) -> Result<Sum, Fault> {
    let mut terms = Vec::with_capacity(parts.len());
    for part in parts {
        terms.push(match part {
            Part::Board(board, negated) => Term::Board(Arc::clone(board), *negated),
            Part::Value(parcel) => Term::Value(parcel.open(arena)?),
        });
    }
    Ok(Sum { terms })
}

impl Thing {
    /// Takes an object out of an arena.
    pub fn take(arena: &Arena, plain: Plain) -> Result<Self, Fault> {
        let all = |items: Vec<Plain>| {
            let things = items.into_iter().map(|item| Thing::take(arena, item));
            things.collect::<Result<Vec<_>, _>>()
        };
        Ok(match plain {
            Plain::Number(numerator, denominator) => Thing::Number(numerator, denominator),
            Plain::Value(value) => Thing::Value(Parcel::pack(arena, value)?),
            Plain::Sum(sum) => Thing::Sum(take_sum(arena, &sum)?),
            Plain::Game(name) => Thing::Game(name),
            Plain::Boolean(truth) => Thing::Boolean(truth),
            Plain::Player(player) => Thing::Player(player),
            Plain::Outcome(outcome) => Thing::Outcome(outcome),
            Plain::Thermograph(graph) => Thing::Thermograph(graph),
            Plain::List(items) | Plain::Set(items) => Thing::List(all(items)?),
            Plain::Text(text) => Thing::Text(text),
            Plain::Nothing => Thing::Nothing,
            Plain::Other(kind, text) => Thing::Other(kind, text),
        })
    }

    /// Puts it into the arena of a desk.
    pub fn put(&self, desk: &mut Desk) -> Result<Plain, Fault> {
        let arena = desk.workbench().1;
        Ok(match self {
            Thing::Number(numerator, denominator) => {
                Plain::Number(numerator.clone(), denominator.clone())
            }
            Thing::Value(parcel) => Plain::Value(parcel.open(arena)?),
            Thing::Sum(parts) => Plain::Sum(put_sum(arena, parts)?),
            Thing::Game(name) => Plain::Game(name.clone()),
            Thing::Boolean(truth) => Plain::Boolean(*truth),
            Thing::Player(player) => Plain::Player(*player),
            Thing::Outcome(outcome) => Plain::Outcome(*outcome),
            Thing::Thermograph(graph) => Plain::Thermograph(graph.clone()),
            Thing::List(items) => {
                let items: Result<_, Fault> = items.iter().map(|item| item.put(desk)).collect();
                Plain::List(items?)
            }
            Thing::Text(text) => Plain::Text(text.clone()),
            Thing::Nothing => Plain::Nothing,
            Thing::Other(kind, text) => Plain::Other(kind, text.clone()),
        })
    }

    /// As an object of Python.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(match self {
            Thing::Number(numerator, denominator) if denominator.is_zero() => {
                let sign = if numerator < BigInt::zero() {
                    -1.0
                } else {
                    1.0
                };
                PyFloat::new(py, sign * f64::INFINITY).into_any()
            }
            Thing::Number(numerator, denominator) => {
                match numbers::as_dyadic(&numerator, &denominator) {
                    Some(number) => {
                        let value = Value::of(py, &Parcel::number(number))?;
                        Bound::new(py, value)?.into_any()
                    }
                    None => numbers::fraction(py, &numerator, &denominator)?,
                }
            }
            Thing::Value(parcel) => Bound::new(py, Value::of(py, &parcel)?)?.into_any(),
            Thing::Sum(parts) => Bound::new(py, Position::new(parts))?.into_any(),
            Thing::Game(name) => Bound::new(py, Game::find(&name)?)?.into_any(),
            Thing::Boolean(truth) => PyBool::new(py, truth).to_owned().into_any(),
            Thing::Player(player) => PyString::new(py, &player.to_string()).into_any(),
            Thing::Outcome(outcome) => PyString::new(py, &outcome.to_string()).into_any(),
            Thing::Thermograph(graph) => {
                Bound::new(py, Graph::new(graph, String::new()))?.into_any()
            }
            Thing::List(items) => {
                let items: PyResult<Vec<_>> =
                    items.into_iter().map(|item| item.into_python(py)).collect();
                PyList::new(py, items?)?.into_any()
            }
            Thing::Text(text) => PyString::new(py, &text).into_any(),
            Thing::Nothing => py.None().into_bound(py),
            Thing::Other(kind, text) => Bound::new(py, Answer { kind, text })?.into_any(),
        })
    }

    /// Lists in lists, as deep as the calculator allows.
    const DEPTH: u32 = 200;

    /// Reads an object of Python.
    pub fn read(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Thing::read_within(object, Thing::DEPTH)
    }

    fn read_within(object: &Bound<'_, PyAny>, depth: u32) -> PyResult<Self> {
        let py = object.py();
        if let Ok(value) = object.cast::<Value>() {
            return Ok(Thing::Value(value.get().parcel(py)?));
        }
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Thing::Sum(position.get().parts.clone()));
        }
        if let Ok(truth) = object.cast::<PyBool>() {
            return Ok(Thing::Boolean(truth.is_true()));
        }
        if let Some((numerator, denominator)) = numbers::read(object)? {
            return Ok(Thing::Number(numerator, denominator));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(match text.to_str()? {
                "Left" => Thing::Player(Player::Left),
                "Right" => Thing::Player(Player::Right),
                text => Thing::Text(text.to_owned()),
            });
        }
        if let Ok(graph) = object.cast::<Graph>() {
            return Ok(Thing::Thermograph(graph.get().graph.clone()));
        }
        if let Ok(game) = object.cast::<Game>() {
            return Ok(Thing::Game(game.get().name.to_string()));
        }
        if let Ok(answer) = object.cast::<Answer>() {
            let Answer { kind, text } = answer.get();
            return Ok(Thing::Other(kind, text.clone()));
        }
        let items = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
        if items && depth > 0 {
            let mut things = Vec::new();
            for item in object.try_iter()? {
                things.push(Thing::read_within(&item?, depth - 1)?);
            }
            return Ok(Thing::List(things));
        }
        let class = object.get_type();
        Err(PyTypeError::new_err(format!(
            "the calculator knows nothing like {}",
            class.name()?
        )))
    }
}

/// Something the calculator answers that has no class of its own here, such as
/// a form, a genus or a stop: what it is, and its text, which the calculator
/// reads.
///
/// >>> import legatus
/// >>> form = legatus.calc("'{*|*}'")
/// >>> form.kind, form.text
/// ('form', "'{*|*}'")
/// >>> form.canonical_form()
/// Value('0')
#[pyclass(frozen, module = "legatus")]
#[derive(Clone)]
pub struct Answer {
    kind: &'static str,
    text: String,
}

#[pymethods]
impl Answer {
    /// What it is, in a word.
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind
    }

    /// How the calculator writes it.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.kind, self.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Answer| (self.kind, &self.text) == (other.kind, &other.text);
        other.cast::<Answer>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.kind, &self.text).hash(&mut hasher);
        hasher.finish()
    }

    fn __add__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        crate::calculator::combine(slf.as_any(), "+", other)
    }

    fn __sub__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        crate::calculator::combine(slf.as_any(), "-", other)
    }

    fn __neg__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::calculator::negative(slf.as_any())
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<crate::calculator::Function> {
        crate::calculator::Function::of(slf.as_any(), name)
    }
}
