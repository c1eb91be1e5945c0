//! Positions and sums.

use ask::{Desk, TreeOptions};
use num_traits::Zero;
use positions::Sum;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::sync::Arc;
use values::{Notation, Player};

use crate::budget::{Limits, work};
use crate::errors::Fault;
use crate::games::Game;
use crate::numbers;
use crate::operators;
use crate::parcel::Parcel;
use crate::shelf::at_desk;
use crate::thermographs::Graph;
use crate::things::{Part, put_sum, take_sum};
use crate::values::Value;
use crate::written;

/// A position of a game, or a sum of positions and values.
///
/// >>> from legatus import clobber, nim, Value
/// >>> position = clobber("XOX/OX.")
/// >>> position.value(), position.outcome()
/// (Value('{^^*|*,v}'), 'N')
/// >>> (clobber("XO") + nim(3) - Value("^")).value()
/// Value('v*2')
/// >>> [move.name for move in clobber("XXO").moves("Left")]
/// ['b1xc1']
#[pyclass(frozen, module = "legatus", subclass)]
pub struct Position {
    /// The summands.
    pub parts: Vec<Part>,
}

impl Position {
    /// A sum.
    pub fn new(parts: Vec<Part>) -> Self {
        Position { parts }
    }

    /// Has games of Python look at what a search may meet.
    pub fn explore(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<()> {
        for part in &self.parts {
            let Part::Board(board, _) = part else {
                continue;
            };
            if let Some(written) = Game::written(board.game()) {
                let number = written::number(board.component().key());
                work(py, limits, |mode| written.explore(number, mode.budget))?;
            }
        }
        Ok(())
    }

    /// Asks about it at a desk.
    pub fn ask<T: Send>(
        &self,
        py: Python<'_>,
        limits: Option<&Limits>,
        mut question: impl FnMut(&mut Desk, &Sum) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        self.explore(py, limits)?;
        at_desk(py, limits, |desk| {
            let sum = put_sum(desk.workbench().1, &self.parts)?;
            question(desk, &sum)
        })
    }

    /// Its value.
    pub fn find_value(&self, py: Python<'_>, limits: Option<&Limits>) -> PyResult<Value> {
        let parcel = self.ask(py, limits, |desk, sum| {
            sum.finite()?;
            let (solvers, arena) = desk.workbench();
            let value = sum.value(solvers, arena)?;
            Ok(Parcel::pack(arena, value)?)
        })?;
        Value::of(py, &parcel)
    }

    /// As the calculator reads it.
    fn expression(&self, py: Python<'_>) -> PyResult<String> {
        at_desk(py, None, |desk| {
            let arena = desk.workbench().1;
            let sum = put_sum(arena, &self.parts)?;
            Ok(sum.expression(arena)?)
        })
    }

    /// The summands of something that can be added to a position.
    fn summands(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Part>>> {
        let py = object.py();
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Some(position.get().parts.clone()));
        }
        if let Ok(value) = object.cast::<Value>() {
            let parcel = value.get().parcel(py)?;
            return Ok(Some(vec![Part::Value(Arc::new(parcel))]));
        }
        Ok(match numbers::read(object)? {
            // So that sum() works.
            Some((numerator, _)) if numerator.is_zero() => Some(Vec::new()),
            Some((numerator, denominator)) => {
                let number = numbers::need_dyadic(&numerator, &denominator)?;
                Some(vec![Part::Value(Arc::new(Parcel::number(number)))])
            }
            None => None,
        })
    }

    fn with(&self, more: Vec<Part>) -> Position {
        Position::new(self.parts.iter().cloned().chain(more).collect())
    }

    fn negated(parts: &[Part], py: Python<'_>) -> PyResult<Vec<Part>> {
        let negated = |part: &Part| {
            Ok(match part {
                Part::Board(board, negated) => Part::Board(Arc::clone(board), !negated),
                Part::Value(parcel) => {
                    let negative = Value::of(py, parcel)?.__neg__();
                    Part::Value(Arc::new(negative.parcel(py)?))
                }
            })
        };
        parts.iter().map(negated).collect()
    }
}

/// Reads a player, or both.
pub fn players(player: Option<&str>) -> PyResult<Vec<Player>> {
    match player {
        None => Ok(Player::BOTH.to_vec()),
        Some(player) => Ok(vec![self::player(player)?]),
    }
}

/// Reads a player.
pub fn player(player: &str) -> PyResult<Player> {
    let word = player.to_lowercase();
    Ok(ask::settings::side(&word).map_err(Fault::syntax)?)
}

#[pymethods]
impl Position {
    /// The name of its game; None for a sum.
    #[getter]
    fn game(&self) -> Option<String> {
        match self.parts.as_slice() {
            [Part::Board(board, false)] => Some(board.game().to_string()),
            _ => None,
        }
    }

    /// As its game writes it; a sum as the calculator reads it.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        match self.parts.as_slice() {
            [Part::Board(board, false)] => {
                let text = board.text();
                written::take_raised().map_or(Ok(text), Err)
            }
            _ => self.expression(py),
        }
    }

    /// What a question is asked about: game and position, or an expression.
    fn _words(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(match self.game() {
            Some(game) => vec![game, self.text(py)?],
            None => vec![self.expression(py)?],
        })
    }

    /// The positions and values that it is written as the sum of.
    #[getter]
    fn _summands<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let one = |part: &Part| match part {
            Part::Board(..) => Position::new(vec![part.clone()]).into_bound_py_any(py),
            Part::Value(parcel) => Value::of(py, parcel)?.into_bound_py_any(py),
        };
        self.parts.iter().map(one).collect()
    }

    /// The independent parts that it falls into.
    fn parts(&self) -> PyResult<Vec<Position>> {
        let mut found = Vec::new();
        for part in &self.parts {
            match part {
                Part::Board(board, negated) => {
                    let parts = board.parts().into_iter();
                    found
                        .extend(parts.map(|part| Position::new(vec![Part::Board(part, *negated)])));
                }
                Part::Value(_) => found.push(Position::new(vec![part.clone()])),
            }
        }
        written::take_raised().map_or(Ok(found), Err)
    }

    /// Whether both players have the same moves, here and from here on.
    #[getter]
    fn is_impartial(&self, py: Python<'_>) -> PyResult<bool> {
        at_desk(py, None, |desk| {
            let arena = desk.workbench().1;
            Ok(put_sum(arena, &self.parts)?.is_impartial(arena))
        })
    }

    /// Whether play may not end.
    #[getter]
    fn is_loopy(&self) -> bool {
        let loopy = |part: &Part| matches!(part, Part::Board(board, _) if board.is_loopy());
        self.parts.iter().any(loopy)
    }

    /// The exact value.
    #[pyo3(signature = (*, budget=None))]
    fn value(&self, py: Python<'_>, budget: Option<Limits>) -> PyResult<Value> {
        self.find_value(py, budget.as_ref())
    }

    /// The thermograph, found without the value.
    #[pyo3(signature = (*, budget=None))]
    fn thermograph(&self, py: Python<'_>, budget: Option<Limits>) -> PyResult<Graph> {
        let (graph, title) = self.ask(py, budget.as_ref(), |desk, sum| {
            sum.finite()?;
            let (solvers, arena) = desk.workbench();
            Ok((sum.thermograph(solvers, arena)?, sum.text(arena)?))
        })?;
        Ok(Graph::new(graph, title))
    }

    /// The moves of a player, or of both.
    #[pyo3(signature = (player=None, *, budget=None))]
    fn moves(
        &self,
        py: Python<'_>,
        player: Option<&str>,
        budget: Option<Limits>,
    ) -> PyResult<Vec<Move>> {
        let players = players(player)?;
        let found = at_desk(py, budget.as_ref(), |desk| {
            let arena = desk.workbench().1;
            let sum = put_sum(arena, &self.parts)?;
            let mut found = Vec::new();
            for &player in &players {
                for (name, after) in sum.moves(arena, player)? {
                    found.push((player, name, take_sum(arena, &after)?));
                }
            }
            Ok(found)
        })?;
        let mut moves = Vec::with_capacity(found.len());
        for (player, name, parts) in found {
            moves.push(Move {
                player,
                name,
                after: Py::new(py, Position::new(parts))?,
            });
        }
        Ok(moves)
    }

    /// The position after a move, which is one of `moves()` or its name; if
    /// both players have a move of that name, the player has to be given.
    #[pyo3(signature = (mv, player=None))]
    fn play(
        &self,
        py: Python<'_>,
        mv: &Bound<'_, PyAny>,
        player: Option<&str>,
    ) -> PyResult<Py<Position>> {
        if let Ok(mv) = mv.cast::<Move>() {
            return Ok(mv.get().after.clone_ref(py));
        }
        let Ok(name) = mv.cast::<PyString>() else {
            return Err(PyTypeError::new_err(
                "a move is one of moves(), or its name",
            ));
        };
        let name = name.to_str()?.trim();
        let moves = self.moves(py, player, None)?;
        let named: Vec<&Move> = moves.iter().filter(|mv| mv.name == name).collect();
        match named.as_slice() {
            [] => {
                let all = moves.iter().map(|mv| mv.name.as_str());
                let hint = match calc::nearest(name, all) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {} moves; see moves()", moves.len()),
                };
                let why = format!("there is no move `{name}`");
                Err(Fault::from(rules::BadInput::new(why, hint)).into())
            }
            [only] => Ok(only.after.clone_ref(py)),
            [first, rest @ ..] if rest.iter().all(|mv| mv.player == first.player) => {
                Ok(first.after.clone_ref(py))
            }
            _ => {
                let why = format!("both players have a move `{name}`");
                Err(Fault::from(rules::BadInput::new(why, "say whose it is")).into())
            }
        }
    }

    /// The position drawn as a standalone SVG document; a sum side by side is
    /// no drawing.
    fn svg(&self) -> PyResult<Option<String>> {
        let [Part::Board(board, _)] = self.parts.as_slice() else {
            return Ok(None);
        };
        if Game::written(board.game()).is_some() {
            return Ok(None);
        }
        Ok(Some(draw::board(&board.scene(), &board.text(), &[])))
    }

    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        self.svg()
    }

    /// The game tree: pairs of a depth and what is at it, and its picture.
    #[pyo3(signature = (depth=None, most=500, *, budget=None))]
    fn _tree(
        &self,
        py: Python<'_>,
        depth: Option<u32>,
        most: u16,
        budget: Option<Limits>,
    ) -> PyResult<(Vec<TreeRow>, String)> {
        let options = TreeOptions {
            depth: depth.unwrap_or(u32::MAX),
            most,
            notation: Notation::Ascii,
        };
        self.ask(py, budget.as_ref(), |desk, sum| {
            let tree = ask::tree(desk, sum, &options)?;
            let drawn = tree
                .nodes
                .iter()
                .map(|node| draw::TreeNode::new(node.depth, node.player, &node.text, node.label()));
            let rows = tree.nodes.iter().map(|node| {
                let player = node.player.map(|player| player.to_string());
                (node.depth, player, node.text.clone(), node.value.clone())
            });
            Ok((rows.collect(), draw::tree(&drawn.collect::<Vec<_>>())))
        })
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let parts = Position::summands(other)?;
        operators::answer(other.py(), parts, |parts| Ok(self.with(parts)))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operators::answer(other.py(), Position::summands(other)?, |parts| {
            Ok(Position::new(parts).with(self.parts.clone()))
        })
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        operators::answer(py, Position::summands(other)?, |parts| {
            Ok(self.with(Position::negated(&parts, py)?))
        })
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__neg__(other.py())?.__radd__(other)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Position> {
        Ok(Position::new(Position::negated(&self.parts, py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Position>() {
            Ok(other) => Ok(self.expression(py)? == other.get().expression(py)?),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let text = self.expression(py)?;
        PyString::new(py, &text).hash()
    }

    /// The drawing with characters.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        match self.parts.as_slice() {
            [Part::Board(board, false)] => Ok(board.drawing()),
            _ => self.expression(py),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match self.game() {
            Some(game) => {
                let text = PyString::new(py, &self.text(py)?).repr()?;
                format!("position('{game}', {text})")
            }
            None => {
                let text = PyString::new(py, &self.expression(py)?).repr()?;
                format!("position({text})")
            }
        })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.import("legatus._legatus")?.getattr("position")?;
        Ok((make, PyTuple::new(py, self._words(py)?)?))
    }
}

/// Depth, player, position and value.
type TreeRow = (u32, Option<String>, String, Option<String>);

/// A move: who makes it, what it is called, and where it leads.
#[pyclass(frozen, module = "legatus")]
pub struct Move {
    player: Player,
    #[pyo3(get)]
    name: String,
    after: Py<Position>,
}

#[pymethods]
impl Move {
    /// Who moves: Left or Right.
    #[getter]
    fn player(&self) -> String {
        self.player.to_string()
    }

    /// The position after it.
    #[getter]
    fn position(&self, py: Python<'_>) -> Py<Position> {
        self.after.clone_ref(py)
    }

    /// The position after it.
    fn play(&self, py: Python<'_>) -> Py<Position> {
        self.after.clone_ref(py)
    }

    fn __str__(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.player, self.name)
    }
}

/// A position: of a game by its name, or what an expression is.
///
/// >>> import legatus
/// >>> legatus.position("clobber", "XOX")
/// position('clobber', 'BWB')
/// >>> legatus.position("nim(3) + *2").value()
/// Value('*')
#[pyfunction]
#[pyo3(signature = (subject, position=None, *, budget=None))]
pub fn position(
    py: Python<'_>,
    subject: &str,
    position: Option<&str>,
    budget: Option<Limits>,
) -> PyResult<Position> {
    match position {
        Some(text) => {
            let board = written::holding(|| ::positions::read(subject, text));
            let board = board.map_err(Fault::from);
            if let Some(raised) = written::take_raised() {
                return Err(raised);
            }
            Ok(Position::new(vec![Part::Board(board?, false)]))
        }
        None => {
            let parts = at_desk(py, budget.as_ref(), |desk| {
                let sum = desk.sum(subject)?;
                take_sum(desk.workbench().1, &sum)
            })?;
            Ok(Position::new(parts))
        }
    }
}
