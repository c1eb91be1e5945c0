//! The calculator's language, and its functions as methods.

use calc::{Calculator as Language, Described};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::budget::Limits;
use crate::errors::Fault;
use crate::shelf::Shelf;
use crate::things::Thing;

/// A calculator with variables of its own, whose language is that of
/// `legatus calc`. Names that are given with a text stand for what they are
/// given; variables stay.
///
/// >>> import legatus
/// >>> calculator = legatus.Calculator()
/// >>> calculator("g = {3||2|1}")
/// Value('{3||2|1}')
/// >>> calculator("g.Cool(1/2) + h", h=legatus.Value("*"))
/// Value('{5/2*|2}')
/// >>> calculator.variables
/// ['g']
#[pyclass(frozen, module = "legatus")]
pub struct Calculator {
    shelf: Mutex<Arc<Shelf>>,
}

#[pymethods]
impl Calculator {
    #[new]
    fn new() -> Self {
        Calculator {
            shelf: Mutex::new(Shelf::new()),
        }
    }

    #[pyo3(signature = (text, /, *, budget=None, **names))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        budget: Option<Limits>,
        names: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut given = Vec::new();
        for (name, object) in names.into_iter().flatten() {
            given.push((name.extract::<String>()?, Thing::read(&object)?));
        }
        evaluate(py, &self.shelf(py)?, text, &given, budget.as_ref())?.into_python(py)
    }

    /// The names of the variables.
    #[getter]
    fn variables(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let shelf = Arc::clone(&self.shelf.lock().unwrap_or_else(PoisonError::into_inner));
        shelf.with(py, None, |inside| {
            Ok(inside
                .desk
                .calculator()
                .variables()
                .map(str::to_owned)
                .collect())
        })
    }

    /// Forgets all variables, and frees what they took.
    fn clear(&self) {
        *self.shelf.lock().unwrap_or_else(PoisonError::into_inner) = Shelf::new();
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<Calculator with {} variables>",
            self.variables(py)?.len()
        ))
    }
}

impl Calculator {
    /// The shelf; a new one if this is large and no variable needs it.
    fn shelf(&self, py: Python<'_>) -> PyResult<Arc<Shelf>> {
        let shelf = Arc::clone(&self.shelf.lock().unwrap_or_else(PoisonError::into_inner));
        if shelf.is_full() && self.variables(py)?.is_empty() {
            self.clear();
            return Ok(Arc::clone(
                &self.shelf.lock().unwrap_or_else(PoisonError::into_inner),
            ));
        }
        Ok(shelf)
    }
}

fn evaluate(
    py: Python<'_>,
    shelf: &Arc<Shelf>,
    text: &str,
    names: &[(String, Thing)],
    limits: Option<&Limits>,
) -> PyResult<Thing> {
    shelf.with(py, limits, |inside| {
        let mut given = Vec::with_capacity(names.len());
        for (name, thing) in names {
            given.push((name.clone(), thing.put(&mut inside.desk)?));
        }
        let plain = inside.desk.calculator().evaluate_with(text, given)?;
        Thing::take(inside.arena(), plain)
    })
}

/// `a ∘ b` in the calculator's language.
pub fn combine<'py>(
    a: &Bound<'py, PyAny>,
    operator: &str,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let names = [
        ("a".to_owned(), Thing::read(a)?),
        ("b".to_owned(), Thing::read(b)?),
    ];
    let text = format!("a {operator} b");
    let answer = evaluate(py, &Shelf::current(), &text, &names, None)?;
    answer.into_python(py)
}

/// `-a` in the calculator's language.
pub fn negative<'py>(a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let names = [("a".to_owned(), Thing::read(a)?)];
    let answer = evaluate(a.py(), &Shelf::current(), "-a", &names, None)?;
    answer.into_python(a.py())
}

/// The functions by all their names.
static FUNCTIONS: LazyLock<HashMap<String, Arc<Described>>> = LazyLock::new(|| {
    let mut functions = HashMap::new();
    for described in Language::functions() {
        let described = Arc::new(described);
        for name in &described.names {
            functions.insert(name.clone(), Arc::clone(&described));
        }
    }
    functions
});

/// A function of the calculator. As the method of an object it takes that as
/// its first argument.
///
/// >>> import legatus
/// >>> legatus.Value("{3||2|1}").cool("1/2")
/// Traceback (most recent call last):
///     ...
/// legatus.Undefined: the second argument of cool(g, t) must be a number, not the text "1/2"
#[pyclass(frozen, module = "legatus")]
pub struct Function {
    described: Arc<Described>,
    first: Option<Py<PyAny>>,
}

impl Function {
    /// The method with a name.
    pub fn of(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let class = object.get_type();
        let unknown = || match class.name() {
            Ok(class) => PyAttributeError::new_err(format!("{class} has no attribute '{name}'")),
            Err(error) => error,
        };
        let described = FUNCTIONS.get(name).ok_or_else(unknown)?;
        Ok(Function {
            described: Arc::clone(described),
            first: Some(object.clone().unbind()),
        })
    }

    fn name(&self) -> &str {
        self.described.names.first().map_or("", String::as_str)
    }
}

#[pymethods]
impl Function {
    #[pyo3(signature = (*arguments, budget=None))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        arguments: &Bound<'py, PyTuple>,
        budget: Option<Limits>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut things = Vec::new();
        if let Some(first) = &self.first {
            things.push(Thing::read(first.bind(py))?);
        }
        for argument in arguments {
            things.push(Thing::read(&argument)?);
        }
        let answer = Shelf::current().with(py, budget.as_ref(), |inside| {
            let mut plain = Vec::with_capacity(things.len());
            for thing in &things {
                plain.push(thing.put(&mut inside.desk)?);
            }
            let answer = inside.desk.calculator().call(self.name(), plain);
            Thing::take(inside.arena(), answer.map_err(Fault::from)?)
        })?;
        answer.into_python(py)
    }

    #[getter]
    fn __name__(&self) -> &str {
        self.name()
    }

    #[getter]
    fn __doc__(&self) -> String {
        let Described {
            call,
            summary,
            example: (input, answer),
            ..
        } = &*self.described;
        format!("{call}\n\n{summary}\n\nIn the calculator: {input} is {answer}")
    }

    /// How it is called.
    #[getter]
    fn call(&self) -> &str {
        &self.described.call
    }

    fn __repr__(&self) -> String {
        format!("<function {}>", self.described.call)
    }
}

/// All functions of the calculator: name, call, heading, summary, example and
/// its answer.
#[pyfunction]
pub fn _functions() -> Vec<(
    String,
    String,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
)> {
    let all = Language::functions();
    all.map(|f| {
        (
            f.names[0].clone(),
            f.call,
            f.group,
            f.summary,
            f.example.0,
            f.example.1,
        )
    })
    .collect()
}

/// A function of the calculator by its name.
#[pyfunction]
pub fn function(name: &str) -> PyResult<Function> {
    let described = FUNCTIONS
        .get(name)
        .ok_or_else(|| Fault::syntax(format!("there is no function `{name}` in the calculator")))?;
    Ok(Function {
        described: Arc::clone(described),
        first: None,
    })
}

/// The names of all functions, for completion.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS
        .values()
        .filter_map(|described| described.names.first().map(String::as_str))
}
