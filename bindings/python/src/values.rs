//! Values.

use num_bigint::BigInt;
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyNotImplemented, PyString};
use std::cmp::Ordering;
use std::sync::Arc;
use values::{Arena, Dyadic, Notation, Player, Relation};

use crate::budget::Limits;
use crate::calculator::{self, Function};
use crate::errors::{Fault, Undefined};
use crate::notebook::{Ignored, MimeBundle};
use crate::numbers;
use crate::operators;
use crate::parcel::Parcel;
use crate::positions::Position;
use crate::shelf::{Placed, Shelf};
use crate::thermographs::Graph;

/// The exact value of a short game.
///
/// It is made from its text in any notation, from an int, from a fraction
/// whose denominator is a power of two, or from a position.
///
/// Values are added and subtracted, and multiplied by integers. They are
/// ordered as games are: of two values neither may be `<=` the other, and then
/// `g | h` is true: they are confused. Equal values have equal hashes, and
/// numbers have those of Python.
///
/// Everything that the calculator knows about values is a method: `g.cool(1)`,
/// `g.left_options()`, `g.birthday()`; `dir(g)` lists them.
///
/// >>> from legatus import Value
/// >>> g = Value("{3||2|1}")
/// >>> g + g
/// Value('{5||4,{5|4}|3}')
/// >>> g.mean, g.temperature
/// (Fraction(9, 4), Fraction(3, 4))
/// >>> Value("*") | 0, Value("^") > 0, Value("1/2") + Value("1/2") == 1
/// (True, True, True)
/// >>> g.cool(1)
/// Value('9/4')
#[pyclass(frozen, module = "legatus")]
#[derive(Clone)]
pub struct Value(Held);

/// Numbers are kept by themselves: they need no shelf.
#[derive(Clone)]
enum Held {
    Number(Dyadic),
    /// It is not a number.
    Placed(Placed),
}

impl Value {
    /// A value that was packed.
    pub fn of(py: Python<'_>, parcel: &Parcel) -> PyResult<Self> {
        Value::found(py, &Shelf::current(), None, |arena| Ok(parcel.open(arena)?))
    }

    fn number(number: Dyadic) -> Self {
        Value(Held::Number(number))
    }

    /// What is found on a shelf.
    fn found(
        py: Python<'_>,
        shelf: &Arc<Shelf>,
        limits: Option<&Limits>,
        mut find: impl FnMut(&mut Arena) -> Result<values::Value, Fault> + Send,
    ) -> PyResult<Self> {
        let (id, number) = shelf.with(py, limits, |inside| {
            let arena = inside.arena();
            let id = find(arena)?;
            Ok((id, arena.as_number(id)))
        })?;
        Ok(match number {
            Some(number) => Value::number(number),
            None => Value(Held::Placed(Placed {
                shelf: Arc::clone(shelf),
                id,
            })),
        })
    }

    /// Where it is, or a number is put.
    fn place(&self, py: Python<'_>) -> PyResult<Placed> {
        match &self.0 {
            Held::Placed(place) => Ok(place.clone()),
            Held::Number(number) => {
                let shelf = Shelf::current();
                let id = shelf.with(py, None, |inside| Ok(inside.arena().number(number)?))?;
                Ok(Placed { shelf, id })
            }
        }
    }

    /// It alone, for anywhere.
    pub fn parcel(&self, py: Python<'_>) -> PyResult<Parcel> {
        match &self.0 {
            Held::Placed(place) => place.parcel(py),
            Held::Number(number) => Ok(Parcel::number(number.clone())),
        }
    }

    /// What is asked of it on its shelf.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        limits: Option<&Limits>,
        mut question: impl FnMut(&mut Arena, values::Value) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        let Placed { shelf, id } = self.place(py)?;
        shelf.with(py, limits, |inside| question(inside.arena(), id))
    }

    /// The value that an object is: a value, an int or a fraction.
    fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
        if let Ok(value) = object.cast::<Value>() {
            return Ok(Some(value.get().clone()));
        }
        let Some((numerator, denominator)) = numbers::read(object)? else {
            return Ok(None);
        };
        let number = numbers::need_dyadic(&numerator, &denominator)?;
        Ok(Some(Value::number(number)))
    }

    fn text_in(
        &self,
        py: Python<'_>,
        notation: Notation,
        limits: Option<&Limits>,
    ) -> PyResult<String> {
        self.ask(py, limits, |arena, id| Ok(arena.text(id, notation)?))
    }

    fn need_number(&self, py: Python<'_>) -> PyResult<&Dyadic> {
        match &self.0 {
            Held::Number(number) => Ok(number),
            Held::Placed(_) => {
                let text = self.short(py)?;
                Err(Undefined::new_err(format!("{text} is no number")))
            }
        }
    }

    /// The beginning of its text.
    fn short(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text_in(py, Notation::Ascii, None)?;
        Ok(match text.char_indices().nth(60) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        })
    }

    fn plus(&self, py: Python<'_>, other: &Value) -> PyResult<Value> {
        if let (Held::Number(g), Held::Number(h)) = (&self.0, &other.0) {
            return Ok(Value::number(g + h));
        }
        let (shelf, g, h) = self.place(py)?.meeting(py, &other.place(py)?)?;
        Value::found(py, &shelf, None, |arena| Ok(arena.add(g, h)?))
    }

    fn equals(&self, py: Python<'_>, other: &Value) -> PyResult<bool> {
        Ok(match (&self.0, &other.0) {
            (Held::Number(g), Held::Number(h)) => g == h,
            (Held::Placed(g), Held::Placed(h)) => {
                let (_, g, h) = g.meeting(py, h)?;
                g == h
            }
            _ => false,
        })
    }

    fn relation(&self, py: Python<'_>, other: &Value) -> PyResult<Relation> {
        if let (Held::Number(g), Held::Number(h)) = (&self.0, &other.0) {
            return Ok(match g.cmp(h) {
                Ordering::Less => Relation::Less,
                Ordering::Equal => Relation::Equal,
                Ordering::Greater => Relation::Greater,
            });
        }
        let (shelf, g, h) = self.place(py)?.meeting(py, &other.place(py)?)?;
        shelf.with(py, None, |inside| Ok(inside.arena().compare(g, h)?))
    }
}

#[pymethods]
impl Value {
    #[new]
    #[pyo3(signature = (value=None, /, *, budget=None))]
    fn new(value: Option<&Bound<'_, PyAny>>, budget: Option<Limits>) -> PyResult<Self> {
        let Some(value) = value else {
            return Ok(Value::number(Dyadic::zero()));
        };
        let py = value.py();
        if let Ok(text) = value.cast::<PyString>() {
            let text = text.to_str()?;
            return Value::found(py, &Shelf::current(), budget.as_ref(), |arena| {
                Ok(arena.read(text)?)
            });
        }
        if let Ok(position) = value.cast::<Position>() {
            return position.get().find_value(py, budget.as_ref());
        }
        match Value::operand(value)? {
            Some(value) => Ok(value),
            None => Err(PyTypeError::new_err(format!(
                "a value is made from a text, an int, a fraction or a position, not from {}",
                value.get_type().name()?
            ))),
        }
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        operators::answer(py, Value::operand(other)?, |other| self.plus(py, &other))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        operators::answer(py, Value::operand(other)?, |other| {
            self.plus(py, &other.__neg__())
        })
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__neg__().__add__(other)
    }

    pub fn __neg__(&self) -> Value {
        Value(match &self.0 {
            Held::Number(number) => Held::Number(-number),
            Held::Placed(Placed { shelf, id }) => Held::Placed(Placed {
                shelf: Arc::clone(shelf),
                id: -*id,
            }),
        })
    }

    fn __pos__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// n copies for an integer n; of two values what the calculator makes of
    /// `g * h`.
    fn __mul__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        match numbers::read(other)? {
            Some((n, denominator)) if denominator == BigInt::from(1) => {
                let Placed { shelf, id } = slf.get().place(py)?;
                Value::found(py, &shelf, None, |arena| Ok(arena.multiple(&n, id)?))?
                    .into_bound_py_any(py)
            }
            None if !other.is_instance_of::<Value>() => {
                Ok(PyNotImplemented::get(py).to_owned().into_any())
            }
            _ => calculator::combine(slf.as_any(), "*", other),
        }
    }

    fn __rmul__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Value::__mul__(slf, other)
    }

    /// Whether the two are confused: neither is less than, equal to or greater
    /// than the other.
    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        operators::answer(py, Value::operand(other)?, |other| {
            Ok(self.relation(py, &other)? == Relation::Confused)
        })
    }

    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__or__(other)
    }

    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let equality = matches!(operator, CompareOp::Eq | CompareOp::Ne);
        let other = match Value::operand(other) {
            Ok(Some(other)) => other,
            // A fraction that is no value is just not equal to one.
            Err(error) if equality && error.is_instance_of::<Undefined>(py) => {
                return matches!(operator, CompareOp::Ne).into_bound_py_any(py);
            }
            Ok(None) => return Ok(PyNotImplemented::get(py).to_owned().into_any()),
            Err(error) => return Err(error),
        };
        if equality {
            let equal = self.equals(py, &other)?;
            return (equal == matches!(operator, CompareOp::Eq)).into_bound_py_any(py);
        }
        let relation = self.relation(py, &other)?;
        let holds = match operator {
            CompareOp::Lt => relation == Relation::Less,
            CompareOp::Le => matches!(relation, Relation::Less | Relation::Equal),
            CompareOp::Gt => relation == Relation::Greater,
            _ => matches!(relation, Relation::Greater | Relation::Equal),
        };
        holds.into_bound_py_any(py)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        Ok(match &self.0 {
            Held::Number(number) => numbers::hash(number),
            Held::Placed(Placed { shelf, id }) => {
                shelf.with(py, None, |inside| inside.hash(*id))?
            }
        } as isize)
    }

    /// Whether it is not 0.
    fn __bool__(&self) -> bool {
        !matches!(&self.0, Held::Number(number) if number.is_zero())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text_in(py, Notation::Ascii, None)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text_in(py, Notation::Ascii, None)?;
        Ok(format!("Value('{text}')"))
    }

    /// `f"{g:unicode}"`; ascii, unicode or latex.
    fn __format__(&self, py: Python<'_>, notation: &str) -> PyResult<String> {
        self.text(
            py,
            if notation.is_empty() {
                "ascii"
            } else {
                notation
            },
            None,
        )
    }

    /// Its text: in ascii, unicode or latex.
    #[pyo3(signature = (notation="ascii", *, budget=None))]
    fn text(&self, py: Python<'_>, notation: &str, budget: Option<Limits>) -> PyResult<String> {
        let notation = match notation {
            "ascii" => Notation::Ascii,
            "unicode" => Notation::Unicode,
            "latex" => Notation::Latex,
            other => {
                let why = format!("no notation is `{other}`; ascii, unicode and latex are");
                return Err(PyValueError::new_err(why));
            }
        };
        self.text_in(py, notation, budget.as_ref())
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        // What a page can show.
        const LONGEST: usize = 5000;
        let text = self.text_in(py, Notation::Latex, None)?;
        Ok((text.len() < LONGEST).then(|| format!("${text}$")))
    }

    #[pyo3(signature = (include=None, exclude=None))]
    fn _repr_mimebundle_(
        &self,
        py: Python<'_>,
        include: Ignored,
        exclude: Ignored,
    ) -> PyResult<MimeBundle> {
        let _ = (include, exclude);
        let mut bundle = MimeBundle::from([("text/plain", self.__repr__(py)?)]);
        bundle.extend(self._repr_latex_(py)?.map(|latex| ("text/latex", latex)));
        Ok(bundle)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Value>().into_any(), (self.__str__(py)?,)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memory: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<BigInt> {
        let number = self.need_number(py)?;
        match number.is_integer() {
            true => Ok(number.numerator()),
            false => Err(Undefined::new_err(format!("{number} is no integer"))),
        }
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.need_number(py)?.to_f64())
    }

    /// Numerator and denominator of a number, so that `Fraction(g)` works
    /// where Python asks for them.
    fn as_integer_ratio(&self, py: Python<'_>) -> PyResult<(BigInt, BigInt)> {
        Ok(numbers::ratio(self.need_number(py)?))
    }

    /// The number as a fraction.
    ///
    /// >>> from legatus import Value
    /// >>> Value("3/4").fraction()
    /// Fraction(3, 4)
    fn fraction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numbers::dyadic(py, self.need_number(py)?)
    }

    /// The mean, as a fraction.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mean = self.ask(py, None, |arena, id| Ok(arena.mean(id)?))?;
        numbers::dyadic(py, &mean)
    }

    /// The temperature, as a fraction.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let temperature = self.ask(py, None, |arena, id| Ok(arena.temperature(id)?))?;
        numbers::dyadic(py, &temperature)
    }

    /// The Left stop and the Right stop, as fractions.
    #[getter]
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let [left, right] = self.ask(py, None, |arena, id| {
            Ok(Player::BOTH.map(|player| arena.stop(id, player)))
        })?;
        Ok((numbers::dyadic(py, &left)?, numbers::dyadic(py, &right)?))
    }

    /// Who wins: L, R, N or P.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        let outcome = self.ask(py, None, |arena, id| Ok(arena.outcome(id)?))?;
        Ok(outcome.to_string())
    }

    /// The atomic weight. It raises Undefined where there is none.
    #[getter]
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Value> {
        let Placed { shelf, id } = self.place(py)?;
        Value::found(py, &shelf, None, |arena| Ok(arena.atomic_weight(id)?))
    }

    /// The thermograph.
    #[pyo3(signature = (*, budget=None))]
    fn thermograph(&self, py: Python<'_>, budget: Option<Limits>) -> PyResult<Graph> {
        let graph = self.ask(py, budget.as_ref(), |arena, id| Ok(arena.thermograph(id)?))?;
        Ok(Graph::new(graph, self.short(py)?))
    }

    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Function> {
        Function::of(slf.as_any(), name)
    }

    fn __dir__(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let class = slf.get_type().dir()?;
        let mut names: Vec<String> = class.extract()?;
        names.extend(calculator::names().map(str::to_owned));
        names.sort();
        names.dedup();
        Ok(names)
    }
}

/// {left | right}, in canonical form; options are whatever values are made
/// from.
///
/// >>> import legatus
/// >>> legatus.form([3], [legatus.Value("{2|1}")])
/// Value('{3||2|1}')
#[pyfunction]
#[pyo3(signature = (left, right, *, budget=None))]
pub fn form(
    left: &Bound<'_, PyAny>,
    right: &Bound<'_, PyAny>,
    budget: Option<Limits>,
) -> PyResult<Value> {
    let py = left.py();
    let shelf = Shelf::current();
    let options = |side: &Bound<'_, PyAny>| {
        let mut options = Vec::new();
        for option in side.try_iter()? {
            let option = Value::new(Some(&option?), None)?;
            options.push(option.place(py)?.on(py, &shelf)?);
        }
        Ok::<_, PyErr>(options)
    };
    let (left, right) = (options(left)?, options(right)?);
    Value::found(py, &shelf, budget.as_ref(), |arena| {
        Ok(arena.game(&left, &right)?)
    })
}
