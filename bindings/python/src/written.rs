//! Games written in Python.
//!
//! A class has `moves(position, player)`; positions are anything that can be
//! hashed. Each is called once for every position: what it answered is kept as
//! numbers, and the solvers work with these. Before a search all positions are
//! looked at, so that it need not wait for Python; what Python raises at any
//! time is raised in place of the answer.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyString, PyTuple};
use rules::{BadInput, EachMove, Info, Key, Keys, Kind, Ruleset};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use values::{Budget, Player};

use crate::errors::Fault;

/// The rules that an object of Python has.
pub struct Written {
    info: &'static Info,
    /// The number of every position that was met.
    numbers: Py<PyDict>,
    moves: Py<PyAny>,
    parts: Option<Py<PyAny>>,
    normal_form: Option<Py<PyAny>>,
    read: Option<Py<PyAny>>,
    known: Mutex<Known>,
}

/// What the object has answered.
#[derive(Default)]
struct Known {
    positions: Vec<Py<PyAny>>,
    texts: HashMap<String, u32>,
    moves: Vec<[Option<Arc<Moves>>; 2]>,
    parts: Vec<Option<Arc<[u32]>>>,
    ranks: Vec<Option<u64>>,
}

/// Where the moves of a position lead, and what they are called.
struct Moves {
    after: Box<[u32]>,
    names: Option<Vec<String>>,
}

/// Positions that are looked at before other threads may run.
const AT_A_STRETCH: u32 = 256;

thread_local! {
    /// Whether code of Python runs that rules have called.
    static ASKED: Cell<bool> = const { Cell::new(false) };
    /// Whether positions are read only to be held.
    static HOLDING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this runs in the code of a game, on behalf of a question.
pub fn is_asked() -> bool {
    ASKED.get()
}

/// What Python raised in the middle of a search.
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);
static HAS_RAISED: AtomicBool = AtomicBool::new(false);

/// Takes what Python raised, which no answer may hide.
pub fn take_raised() -> Option<PyErr> {
    if !HAS_RAISED.swap(false, Ordering::Relaxed) {
        return None;
    }
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn raise(error: PyErr) {
    let mut raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner);
    raised.get_or_insert(error);
    HAS_RAISED.store(true, Ordering::Relaxed);
}

impl Written {
    /// The rules of an object that has moves.
    pub fn new(object: &Bound<'_, PyAny>, info: &'static Info) -> PyResult<Self> {
        let method = |name| {
            let method = object.getattr_opt(name)?;
            Ok::<_, PyErr>(method.map(Bound::unbind))
        };
        Ok(Written {
            info,
            numbers: PyDict::new(object.py()).unbind(),
            moves: object.getattr("moves")?.unbind(),
            parts: method("parts")?,
            normal_form: method("normal_form")?,
            read: method("read")?,
            known: Mutex::default(),
        })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a position. No lock is held while Python compares.
    pub fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(position)? {
            return number.extract();
        }
        let next = {
            let mut known = self.known();
            let next = u32::try_from(known.positions.len())
                .map_err(|_| PyTypeError::new_err("too many positions"))?;
            known.positions.push(position.clone().unbind());
            known.moves.push([None, None]);
            known.parts.push(None);
            known.ranks.push(None);
            next
        };
        let number = numbers.call_method1(intern!(py, "setdefault"), (position, next))?;
        number.extract()
    }

    /// The position with a number.
    fn position<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        self.known().positions[number as usize].bind(py).clone()
    }

    /// How a position is written: as Python does, and with its number where
    /// another is written so.
    pub fn text(&self, number: u32) -> PyResult<String> {
        let text = Python::attach(|py| {
            let position = self.position(py, number);
            Ok::<_, PyErr>(position.repr()?.to_string())
        })?;
        let mut known = self.known();
        Ok(match *known.texts.entry(text.clone()).or_insert(number) {
            same if same == number => text,
            _ => {
                let text = format!("{text} #{number}");
                known.texts.insert(text.clone(), number);
                text
            }
        })
    }

    fn known_moves(&self, number: u32, player: Player) -> Option<Arc<Moves>> {
        self.known().moves[number as usize][player as usize].clone()
    }

    fn find_moves(&self, number: u32, player: Player) -> PyResult<Arc<Moves>> {
        // Both have the same moves in an impartial game.
        let player = match self.info.kind.impartial {
            true => Player::Left,
            false => player,
        };
        match self.known_moves(number, player) {
            Some(moves) => Ok(moves),
            None => Python::attach(|py| self.ask_moves(py, number, player)),
        }
    }

    fn ask_moves(&self, py: Python<'_>, number: u32, player: Player) -> PyResult<Arc<Moves>> {
        let side = match player {
            Player::Left => intern!(py, "Left"),
            Player::Right => intern!(py, "Right"),
        };
        let found = asked(|| self.moves.bind(py).call1((self.position(py, number), side)))?;
        // Asked first of what is usual: whether something is a mapping takes long to find.
        let plain = found.is_instance_of::<PyList>() || found.is_instance_of::<PyTuple>();
        let named = match plain {
            true => None,
            false => found.cast::<PyMapping>().ok(),
        };
        let moves = match named {
            Some(named) => {
                let (mut after, mut names) = (Vec::new(), Vec::new());
                for item in named.items()?.iter() {
                    let (name, position): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
                    names.push(name.str()?.to_string());
                    after.push(self.number(&position)?);
                }
                Moves {
                    after: after.into(),
                    names: Some(names),
                }
            }
            None => Moves {
                after: self.number_all(&found)?.into(),
                names: None,
            },
        };
        let moves = Arc::new(moves);
        self.known().moves[number as usize][player as usize] = Some(Arc::clone(&moves));
        Ok(moves)
    }

    fn number_all(&self, positions: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let mut numbers = Vec::new();
        for position in positions.try_iter()? {
            numbers.push(self.number(&position?)?);
        }
        Ok(numbers)
    }

    /// The parts of a position in normal form; `None`: it is its own part.
    fn find_parts(&self, number: u32) -> PyResult<Option<Arc<[u32]>>> {
        if self.parts.is_none() && self.normal_form.is_none() {
            return Ok(None);
        }
        let kept = self.known().parts[number as usize].clone();
        let parts = match kept {
            Some(parts) => parts,
            None => Python::attach(|py| self.ask_parts(py, number))?,
        };
        Ok((*parts != [number]).then_some(parts))
    }

    fn ask_parts(&self, py: Python<'_>, number: u32) -> PyResult<Arc<[u32]>> {
        let position = self.position(py, number);
        let mut parts = Vec::new();
        let mut add = |part: Bound<'_, PyAny>| {
            let normal = match &self.normal_form {
                Some(normal_form) => asked(|| normal_form.bind(py).call1((part,)))?,
                None => part,
            };
            parts.push(self.number(&normal)?);
            Ok::<_, PyErr>(())
        };
        match &self.parts {
            Some(split) => {
                let found = asked(|| split.bind(py).call1((position,)))?;
                for part in found.try_iter()? {
                    add(part?)?;
                }
            }
            None => add(position)?,
        }
        let parts: Arc<[u32]> = parts.into();
        self.known().parts[number as usize] = Some(Arc::clone(&parts));
        Ok(parts)
    }

    /// Looks at all positions that a search may meet, and how long play in
    /// each may last.
    pub fn explore(&self, start: u32, budget: &Budget) -> Result<(), Fault> {
        if self.known().ranks[start as usize].is_some() {
            return Ok(());
        }
        let mut path = Path {
            todo: vec![Step::Part(start)],
            open: Vec::new(),
        };
        // Calls of Python need not take hold of it one by one.
        while !path.todo.is_empty() {
            Python::attach(|_| {
                (0..AT_A_STRETCH).try_for_each(|_| self.explore_step(&mut path, budget))
            })?;
        }
        Ok(())
    }

    fn explore_step(&self, path: &mut Path, budget: &Budget) -> Result<(), Fault> {
        let number = match path.todo.pop() {
            None => return Ok(()),
            Some(Step::Part(number)) => number,
            Some(Step::Done(number)) => {
                let rank = self.rank_of(number)?;
                path.open[number as usize] = false;
                budget.advance(1);
                self.known().ranks[number as usize] = Some(rank);
                return Ok(());
            }
        };
        if self.known().ranks[number as usize].is_some() {
            return Ok(());
        }
        budget.look()?;
        if !path.enter(number) {
            return Err(self.endless(number));
        }
        let parts = self.find_parts(number)?;
        path.todo.push(Step::Done(number));
        match parts {
            None => {
                for player in Player::BOTH {
                    path.reach(&self.find_moves(number, player)?.after);
                }
            }
            Some(parts) => path.reach(&parts),
        }
        Ok(())
    }

    /// The rank of a position, once those of its parts or options are known.
    fn rank_of(&self, number: u32) -> PyResult<u64> {
        let rank = |known: &Known, place: &u32| known.ranks[*place as usize].unwrap_or(0);
        if let Some(parts) = self.find_parts(number)? {
            let known = self.known();
            return Ok(parts.iter().map(|part| rank(&known, part)).sum());
        }
        let mut most = 0;
        for player in Player::BOTH {
            let moves = self.find_moves(number, player)?;
            let known = self.known();
            let ranks = moves.after.iter().map(|after| 1 + rank(&known, after));
            most = ranks.fold(most, u64::max);
        }
        Ok(most)
    }

    fn endless(&self, number: u32) -> Fault {
        let text = self.text(number).unwrap_or_default();
        let name = self.info.name;
        Fault::domain(format!(
            "play in {name} may not end: {text} comes again, so it has no exact value"
        ))
    }
}

/// Calls code of a game.
fn asked<T>(call: impl FnOnce() -> T) -> T {
    let before = ASKED.replace(true);
    let answer = call();
    ASKED.set(before);
    answer
}

/// What is to be done with a position.
enum Step {
    Part(u32),
    Done(u32),
}

/// The way from the start to where an exploration is.
struct Path {
    todo: Vec<Step>,
    /// Which positions are on it.
    open: Vec<bool>,
}

impl Path {
    /// Whether a position was not on it.
    fn enter(&mut self, number: u32) -> bool {
        let place = number as usize;
        if place >= self.open.len() {
            self.open.resize(place + 1, false);
        }
        !std::mem::replace(&mut self.open[place], true)
    }

    fn reach(&mut self, numbers: &[u32]) {
        self.todo
            .extend(numbers.iter().map(|&part| Step::Part(part)));
    }
}

/// The key of a number.
pub fn key(number: u32) -> Key {
    Key {
        words: [u64::from(number), 0, 0, 0],
        shape: 1,
    }
}

/// The number in a key.
pub fn number(key: &Key) -> u32 {
    key.words[0] as u32
}

/// The rules as the registry hands them out.
pub struct Handed(pub Arc<Written>);

/// A move without a name.
struct Unnamed<'w>(&'w Written, u32);

impl fmt::Display for Unnamed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.text(self.1) {
            Ok(text) => write!(f, "to {text}"),
            Err(error) => {
                raise(error);
                Ok(())
            }
        }
    }
}

impl Ruleset for Handed {
    fn about(&self) -> &'static Info {
        self.0.info
    }

    fn read(&self, text: &str) -> Result<Key, BadInput> {
        let kept = self.0.known().texts.get(text.trim()).copied();
        let found = match (kept, &self.0.read) {
            (Some(found), _) => found,
            (None, Some(read)) => Python::attach(|py| {
                let position = asked(|| read.bind(py).call1((text,)))?;
                self.0.number(&position)
            })
            .map_err(|error| {
                raise(error);
                BadInput::new("the game could not read it", "")
            })?,
            (None, None) => {
                let name = self.0.info.name;
                return Err(BadInput::new(
                    format!("{name} has not met the position `{text}`"),
                    "give the position itself, or the class a method read(text)",
                ));
            }
        };
        if !HOLDING.get()
            && let Err(fault) = self.0.explore(found, &Budget::unlimited())
        {
            let text = match fault {
                Fault::Raised(error) => {
                    let text = error.to_string();
                    raise(error);
                    text
                }
                Fault::Failure(failure) => failure.message,
                _ => String::new(),
            };
            return Err(BadInput::new(text, ""));
        }
        Ok(key(found))
    }

    fn write(&self, key: &Key) -> String {
        self.0.text(number(key)).unwrap_or_else(|error| {
            raise(error);
            String::new()
        })
    }

    fn moves(&self, at: &Key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
        let moves = match self.0.find_moves(number(at), player) {
            Ok(moves) => moves,
            Err(error) => {
                raise(error);
                return ControlFlow::Break(());
            }
        };
        for (place, &after) in moves.after.iter().enumerate() {
            match &moves.names {
                Some(names) => each(&names[place], key(after))?,
                None => each(&Unnamed(&self.0, after), key(after))?,
            }
        }
        ControlFlow::Continue(())
    }

    fn options(&self, at: &Key, player: Player, out: &mut Keys<'_>) -> ControlFlow<()> {
        match self.0.find_moves(number(at), player) {
            Ok(moves) => moves
                .after
                .iter()
                .try_for_each(|&after| out.push(key(after))),
            Err(error) => {
                raise(error);
                ControlFlow::Break(())
            }
        }
    }

    fn can_move(&self, at: &Key, player: Player) -> bool {
        self.mobility(at, player) > 0
    }

    fn mobility(&self, at: &Key, player: Player) -> usize {
        match self.0.find_moves(number(at), player) {
            Ok(moves) => moves.after.len(),
            Err(error) => {
                raise(error);
                0
            }
        }
    }

    fn rank(&self, key: &Key) -> u64 {
        self.0.known().ranks[number(key) as usize].unwrap_or(0)
    }

    fn parts(&self, at: &Key, into: &mut Vec<Key>) {
        match self.0.find_parts(number(at)) {
            Ok(None) => into.push(*at),
            Ok(Some(parts)) => into.extend(parts.iter().map(|&part| key(part))),
            Err(error) => {
                raise(error);
                into.push(*at);
            }
        }
    }
}

/// Reads a position only to hold it: nothing is looked at yet.
pub fn holding<T>(read: impl FnOnce() -> T) -> T {
    let before = HOLDING.replace(true);
    let read = read();
    HOLDING.set(before);
    read
}

/// Adds the rules of an object to the registry, under a name that is free.
pub fn register(object: &Bound<'_, PyAny>) -> PyResult<(Arc<Written>, &'static str)> {
    if !object.hasattr("moves")? {
        return Err(PyTypeError::new_err(
            "a game has a method moves(position, player)",
        ));
    }
    let class = object.get_type();
    let title = match object.getattr("name") {
        Ok(name) if name.is_instance_of::<PyString>() => name.to_string(),
        _ => class.name()?.to_string(),
    };
    let impartial = match object.getattr("impartial") {
        Ok(impartial) => impartial.is_truthy()?,
        Err(_) => false,
    };
    let about = match object.getattr("__doc__") {
        Ok(about) if about.is_instance_of::<PyString>() => about.to_string(),
        _ => String::new(),
    };
    let plain = plain_name(&title);
    let mut tries = 1;
    let name = loop {
        let name = match tries {
            1 => plain.clone(),
            _ => format!("{plain}_{tries}"),
        };
        match rules::find(&name) {
            Err(_) => break name,
            Ok(_) => tries += 1,
        }
    };
    // The registry of the process keeps games for ever.
    let leaked = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let info: &'static Info = Box::leak(Box::new(Info {
        name: leaked(name),
        title: leaked(title),
        rules: leaked(about),
        notation: "Positions are written as Python does.",
        kind: if impartial {
            Kind::IMPARTIAL
        } else {
            Kind::PARTIZAN
        },
        ..Info::BLANK
    }));
    let written = Arc::new(Written::new(object, info)?);
    let handed = Arc::clone(&written);
    rules::register_ruleset(info, move |variant| match variant {
        Some(variant) => Err(info.no_variant(variant)),
        None => Ok(Box::new(Handed(Arc::clone(&handed)))),
    })
    .map_err(Fault::from)?;
    Ok((written, info.name))
}

/// Small letters, digits and `_`.
fn plain_name(title: &str) -> String {
    let mut name = String::new();
    let mut before_small = false;
    for c in title.chars() {
        if c.is_ascii_uppercase() && before_small {
            name.push('_');
        }
        before_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        match c.is_ascii_alphanumeric() {
            true => name.push(c.to_ascii_lowercase()),
            false => name.push('_'),
        }
    }
    match name.starts_with(|c: char| c.is_ascii_lowercase()) {
        true => name,
        false => format!("game_{name}"),
    }
}
