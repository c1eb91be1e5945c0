//! Games: those of the registry, rule files, and objects of Python.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use rules::{BadInput, Files, Info};
use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::errors::Fault;
use crate::positions::Position;
use crate::things::Part;
use crate::written::{self, Written};

/// A game, whose positions it makes when it is called.
///
/// >>> import legatus
/// >>> mace = legatus.game("legionnaires:mace")
/// >>> mace("3x3").outcome()
/// 'N'
/// >>> mace.title
/// 'Legionnaires'
#[pyclass(frozen, module = "legatus")]
pub struct Game {
    /// The name with its variant.
    pub name: Arc<str>,
    info: &'static Info,
    /// The name people say.
    #[pyo3(get)]
    title: &'static str,
    /// The rules, in words.
    #[pyo3(get)]
    rules: &'static str,
    /// How positions and moves are written.
    #[pyo3(get)]
    notation: &'static str,
    /// A small position.
    #[pyo3(get)]
    example: &'static str,
}

/// The rules of objects of Python, by the names of their games.
static WRITTEN: LazyLock<Mutex<HashMap<Arc<str>, Arc<Written>>>> = LazyLock::new(Mutex::default);

impl Game {
    /// The game with a name, or in a rule file.
    pub fn find(name: &str) -> PyResult<Self> {
        let find = || {
            let full = ::positions::full_name(name)?;
            let info = rules::find(rules::name_and_variant(&full).0)?;
            // A game with a die is known but has no positions of this kind.
            if !info.kind.chance {
                rules::Rules::find(&full).or_else(|bad| match full.contains(':') {
                    true => Err(bad),
                    // Some have rules only with a variant.
                    false => rules::Rules::find(&rules::example_name(info)),
                })?;
            }
            Ok(Game {
                name: full,
                info,
                title: info.title,
                rules: info.rules,
                notation: info.notation,
                example: info.example,
            })
        };
        Ok(find().map_err(|bad: BadInput| Fault::from(bad))?)
    }

    /// The rules of an object of Python.
    pub fn written(name: &str) -> Option<Arc<Written>> {
        let games = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(name).cloned()
    }
}

#[pymethods]
impl Game {
    /// The position that a text is; without one, the usual start. Games that
    /// are written in Python take the position itself.
    #[pyo3(signature = (position=None, /))]
    fn __call__(&self, py: Python<'_>, position: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        if let (Some(written), Some(position)) = (Game::written(&self.name), position) {
            let number = written.number(position)?;
            let text = written.text(number)?;
            return crate::positions::position(py, &self.name, Some(&text), None);
        }
        let text = match position {
            None => self.info.standard().to_owned(),
            Some(text) if text.is_instance_of::<PyString>() => text.extract()?,
            Some(number) if crate::numbers::read(number)?.is_some() => number.str()?.to_string(),
            Some(several) => {
                let Ok(items) = several.try_iter() else {
                    let class = several.get_type();
                    let why = format!("a position is a text, not {}", class.name()?);
                    return Err(PyTypeError::new_err(why));
                };
                let mut texts = Vec::new();
                for item in items {
                    texts.push(item?.str()?.to_string());
                }
                texts.join(",")
            }
        };
        let board = ::positions::read(&self.name, &text).map_err(Fault::from)?;
        Ok(Position::new(vec![Part::Board(board, false)]))
    }

    /// The name, with its variant.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The variants and what they change.
    #[getter]
    fn variants(&self) -> HashMap<&str, &str> {
        self.info
            .variants
            .iter()
            .map(|v| (v.name, v.about))
            .collect()
    }

    /// The named starting positions.
    #[getter]
    fn starts(&self) -> Vec<(&str, &str)> {
        self.info
            .starts
            .iter()
            .map(|start| (start.name, start.text))
            .collect()
    }

    /// Whether both players have the same moves everywhere.
    #[getter]
    fn is_impartial(&self) -> bool {
        self.info.kind.impartial
    }

    fn __repr__(&self) -> String {
        format!("game('{}')", self.name)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Game>()
            .is_ok_and(|other| other.get().name == self.name)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.name).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let make = py.import("legatus._legatus")?.getattr("game")?;
        Ok((make, (self.name.to_string(),)))
    }
}

/// A game: by its name, perhaps with a variant; by the path or the text of a
/// rule file; or an object or a class that has `moves(position, player)`.
///
/// Such an object answers with the positions that `player`, "Left" or "Right",
/// can move to, or with a dict of them by the names of the moves. Positions
/// are anything that can be hashed. It may also have `parts(position)`, the
/// independent parts of a position, `normal_form(position)`, one for all
/// positions that are equal, `read(text)`, and `impartial = True`.
///
/// >>> import legatus
/// >>> class Heap:
/// ...     "Left takes one or two counters, Right takes one or three."
/// ...     def moves(self, heap, player):
/// ...         return [heap - n for n in {"Left": (1, 2), "Right": (1, 3)}[player] if n <= heap]
/// >>> heap = legatus.game(Heap)
/// >>> [str(heap(n).value()) for n in range(6)]
/// ['0', '*', '^', '^*', '^[2]', '^^*']
#[pyfunction]
pub fn game(game: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(name) = game.cast::<PyString>() {
        let name = name.to_str()?;
        if name.contains('\n') {
            let file = rules::open_text(name).map_err(Fault::from)?;
            file.register();
            return Game::find(file.info().name);
        }
        return Game::find(name);
    }
    if let Ok(path) = game.call_method0("__fspath__") {
        return Game::find(&path.extract::<String>()?);
    }
    let object = match game.is_instance_of::<PyType>() {
        true => game.call0()?,
        false => game.clone(),
    };
    let (written, name) = written::register(&object)?;
    let mut games = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    games.insert(name.into(), written);
    drop(games);
    Game::find(name)
}

/// The names of all games.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    rules::names()
}

/// Lets rule files be read by their paths, and by the names of those in the
/// directory `LEGATUS_GAMES`.
pub fn allow_files() {
    rules::allow_files(Files {
        read: file_text,
        path: |name| {
            let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let path = directory()?.join(format!("{name}.game"));
            (plain && path.exists()).then(|| path.to_str().map(str::to_owned))?
        },
        names: || {
            let entries = directory().and_then(|directory| fs::read_dir(directory).ok());
            let files = entries.into_iter().flatten().flatten();
            let names = files.filter_map(|entry| entry.file_name().into_string().ok());
            names
                .filter_map(|name| Some(name.strip_suffix(".game")?.to_owned()))
                .collect()
        },
    });
}

fn directory() -> Option<PathBuf> {
    std::env::var_os("LEGATUS_GAMES").map(PathBuf::from)
}

fn file_text(path: &str) -> Result<String, BadInput> {
    // Rules have at most 65536 characters.
    const MOST_BYTES: u64 = 1 << 18;
    let mut text = String::new();
    let read =
        fs::File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text));
    match read {
        Ok(_) => Ok(text),
        Err(error) => Err(BadInput::new(
            format!("{path}: {}", ask::reason(&error)),
            "",
        )),
    }
}
