//! Thermographs.

use pyo3::prelude::*;
use values::{Corner, Dyadic, Player, Thermograph, Trajectory};

use crate::errors::Fault;
use crate::notebook::{Ignored, MimeBundle};
use crate::numbers;

/// A thermograph: both walls, from temperature -1 up to the mast.
///
/// >>> from legatus import Value
/// >>> graph = Value("{3||2|1}").thermograph()
/// >>> graph.mean, graph.temperature
/// (Fraction(9, 4), Fraction(3, 4))
/// >>> graph.at(0)
/// (Fraction(3, 1), Fraction(2, 1))
#[pyclass(frozen, name = "Thermograph", module = "legatus")]
#[derive(Clone)]
pub struct Graph {
    /// The walls.
    pub graph: Thermograph,
    /// What it is the thermograph of.
    pub title: String,
}

impl Graph {
    /// With a title.
    pub fn new(graph: Thermograph, title: String) -> Self {
        Graph { graph, title }
    }
}

/// Temperature and value.
type Point<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

fn wall<'py>(py: Python<'py>, wall: &Trajectory) -> PyResult<Vec<Point<'py>>> {
    let corners = wall.corners().iter();
    corners
        .map(|(t, value)| Ok((numbers::dyadic(py, t)?, numbers::dyadic(py, value)?)))
        .collect()
}

/// A wall as texts, and its slope above.
type Kept = (Vec<(String, String)>, i32);

#[pymethods]
impl Graph {
    /// The mean.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numbers::dyadic(py, self.graph.mean())
    }

    /// The temperature.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        numbers::dyadic(py, self.graph.temperature())
    }

    /// The corners of the Left wall as pairs of temperature and value, upward.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Vec<Point<'py>>> {
        wall(py, &self.graph.left)
    }

    /// The corners of the Right wall.
    #[getter]
    fn right<'py>(&self, py: Python<'py>) -> PyResult<Vec<Point<'py>>> {
        wall(py, &self.graph.right)
    }

    /// What it is the thermograph of.
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    /// The same with another title.
    fn titled(&self, title: String) -> Self {
        Graph::new(self.graph.clone(), title)
    }

    /// Both walls at a temperature.
    fn at<'py>(&self, temperature: &Bound<'py, PyAny>) -> PyResult<Point<'py>> {
        let py = temperature.py();
        let number = numbers::read(temperature)?;
        let (numerator, denominator) =
            number.ok_or_else(|| Fault::domain("a temperature is an int or a fraction"))?;
        let t = numbers::need_dyadic(&numerator, &denominator)?;
        if t < Dyadic::from(-1) {
            return Err(Fault::domain("walls begin at temperature -1").into());
        }
        let [left, right] = Player::BOTH.map(|player| self.graph.wall(player).at(&t));
        Ok((numbers::dyadic(py, &left)?, numbers::dyadic(py, &right)?))
    }

    /// The drawing as a standalone SVG document.
    fn svg(&self) -> String {
        draw::svg(&[(self.title.clone(), self.graph.clone())])
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    #[pyo3(signature = (include=None, exclude=None))]
    fn _repr_mimebundle_(&self, include: Ignored, exclude: Ignored) -> MimeBundle {
        let _ = (include, exclude);
        MimeBundle::from([
            ("text/plain", self.__repr__()),
            ("image/svg+xml", self.svg()),
        ])
    }

    /// The drawing with characters, in a number of columns.
    #[pyo3(signature = (width=60))]
    fn sketch(&self, width: usize) -> String {
        draw::terminal(&self.graph, width.clamp(20, 1000), false)
    }

    fn __str__(&self) -> String {
        self.graph.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Thermograph {}>", self.graph)
    }

    fn __neg__(&self) -> Self {
        let title = if self.title.is_empty() {
            String::new()
        } else {
            format!("-({})", self.title)
        };
        Graph::new(self.graph.negated(), title)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Graph>()
            .is_ok_and(|other| other.get().graph == self.graph)
    }

    fn __hash__(&self) -> u64 {
        numbers::hash(self.graph.mean()) ^ numbers::hash(self.graph.temperature()).rotate_left(7)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Kept, Kept, String))> {
        let kept = |wall: &Trajectory| {
            let texts = wall
                .corners()
                .iter()
                .map(|(t, x)| (t.to_string(), x.to_string()));
            (texts.collect(), wall.top_slope())
        };
        let make = py.import("legatus._legatus")?.getattr("_thermograph")?;
        let walls = (
            kept(&self.graph.left),
            kept(&self.graph.right),
            self.title.clone(),
        );
        Ok((make, walls))
    }
}

/// Puts a thermograph together again that was kept.
#[pyfunction]
pub fn _thermograph(left: Kept, right: Kept, title: String) -> PyResult<Graph> {
    let wall = |(corners, slope): Kept| {
        let number = |text: &str| ask::settings::dyadic(text).map_err(Fault::syntax);
        let corners: Result<Vec<Corner>, Fault> = corners
            .iter()
            .map(|(t, x)| Ok((number(t)?, number(x)?)))
            .collect();
        let corners = corners?;
        let rising = corners.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let begins = corners.first().is_some_and(|(t, _)| *t == Dyadic::from(-1));
        if !rising || !begins || !(-1..=1).contains(&slope) {
            return Err(Fault::domain("these corners are no wall"));
        }
        Ok(Trajectory::new(corners, slope))
    };
    let (left, right) = (wall(left)?, wall(right)?);
    let tops = [&left, &right].map(|wall| wall.corners().last().map(|(t, _)| t.clone()));
    let top = tops
        .into_iter()
        .flatten()
        .max()
        .unwrap_or_else(Dyadic::zero);
    if left.at(&top) != right.at(&top) || left.top_slope() != right.top_slope() {
        return Err(Fault::domain("these walls do not meet").into());
    }
    Ok(Graph::new(Thermograph::from_walls(left, right), title))
}

/// Draws several thermographs in one pair of axes; side by side in a number of
/// columns, or with 0 in as many as fit.
#[pyfunction]
pub fn _plot(graphs: Vec<PyRef<'_, Graph>>, columns: Option<usize>) -> String {
    let pictures: Vec<_> = graphs
        .iter()
        .map(|graph| (graph.title.clone(), graph.graph.clone()))
        .collect();
    match columns {
        None if pictures.len() > 1 => draw::together(&pictures),
        None | Some(0) => draw::svg(&pictures),
        Some(columns) => draw::array(&pictures, columns),
    }
}
