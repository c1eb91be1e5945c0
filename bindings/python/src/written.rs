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
use pyo3::types::{PyDict, PyMapping, PyString};
use rules::{BadInput, EachMove, Info, Key, Kind, Ruleset};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use values::{Budget, Player};

use crate::errors::Fault;

/// The rules that an object of Python has.
pub struct Written {
    object: Py<PyAny>,
    info: &'static Info,
    /// The number of every position that was met.
    numbers: Py<PyDict>,
    has_parts: bool,
    has_normal_form: bool,
    has_read: bool,
    known: Mutex<Known>,
}

/// What the object has answered.
#[derive(Default)]
struct Known {
    positions: Vec<Arc<Py<PyAny>>>,
    texts: HashMap<String, u32>,
    moves: Vec<[Option<Arc<Moves>>; 2]>,
    parts: Vec<Option<Arc<[u32]>>>,
    ranks: Vec<Option<u64>>,
}

/// Where the moves of a position lead, and what they are called.
struct Moves {
    after: Vec<u32>,
    names: Option<Vec<String>>,
}

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
        let has = |name| object.hasattr(name);
        Ok(Written {
            object: object.clone().unbind(),
            info,
            numbers: PyDict::new(object.py()).unbind(),
            has_parts: has("parts")?,
            has_normal_form: has("normal_form")?,
            has_read: has("read")?,
            known: Mutex::default(),
        })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a position. No lock is held while Python compares.
    pub fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(position.py());
        if let Some(number) = numbers.get_item(position)? {
            return number.extract();
        }
        let next = {
            let mut known = self.known();
            let next = u32::try_from(known.positions.len())
                .map_err(|_| PyTypeError::new_err("too many positions"))?;
            known.positions.push(Arc::new(position.clone().unbind()));
            known.moves.push([None, None]);
            known.parts.push(None);
            known.ranks.push(None);
            next
        };
        let number = numbers.call_method1("setdefault", (position, next))?;
        number.extract()
    }

    /// The position with a number.
    pub fn position(&self, number: u32) -> Arc<Py<PyAny>> {
        Arc::clone(&self.known().positions[number as usize])
    }

    /// How a position is written: as Python does, and with its number where
    /// another is written so.
    pub fn text(&self, number: u32) -> PyResult<String> {
        let position = self.position(number);
        let text = Python::attach(|py| Ok::<_, PyErr>(position.bind(py).repr()?.to_string()))?;
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

    fn call<'py, A>(&self, py: Python<'py>, name: &str, arguments: A) -> PyResult<Bound<'py, PyAny>>
    where
        A: pyo3::call::PyCallArgs<'py>,
    {
        let before = ASKED.replace(true);
        let answer = self.object.bind(py).call_method1(name, arguments);
        ASKED.set(before);
        answer
    }

    fn find_moves(&self, number: u32, player: Player) -> PyResult<Arc<Moves>> {
        // Both have the same moves in an impartial game.
        let player = if self.info.kind.impartial {
            Player::Left
        } else {
            player
        };
        let kept = self.known().moves[number as usize][player as usize].clone();
        if let Some(moves) = kept {
            return Ok(moves);
        }
        let moves = Python::attach(|py| {
            let position = self.position(number);
            let side = match player {
                Player::Left => intern!(py, "Left"),
                Player::Right => intern!(py, "Right"),
            };
            let found = self.call(py, "moves", (position.bind(py), side))?;
            let mut moves = Moves {
                after: Vec::new(),
                names: None,
            };
            if let Ok(named) = found.cast::<PyMapping>() {
                let mut names = Vec::new();
                for item in named.items()?.iter() {
                    let (name, after): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
                    names.push(name.str()?.to_string());
                    moves.after.push(self.number(&after)?);
                }
                moves.names = Some(names);
            } else {
                for after in found.try_iter()? {
                    moves.after.push(self.number(&after?)?);
                }
            }
            Ok::<_, PyErr>(Arc::new(moves))
        })?;
        self.known().moves[number as usize][player as usize] = Some(Arc::clone(&moves));
        Ok(moves)
    }

    /// The parts of a position in normal form; `None`: it is its own part.
    fn find_parts(&self, number: u32) -> PyResult<Option<Arc<[u32]>>> {
        if !self.has_parts && !self.has_normal_form {
            return Ok(None);
        }
        let parts = self.split(number)?;
        Ok((*parts != [number]).then_some(parts))
    }

    fn split(&self, number: u32) -> PyResult<Arc<[u32]>> {
        let kept = self.known().parts[number as usize].clone();
        if let Some(parts) = kept {
            return Ok(parts);
        }
        let parts: Arc<[u32]> = Python::attach(|py| {
            let position = self.position(number);
            let mut parts = Vec::new();
            let mut add = |part: &Bound<'_, PyAny>| {
                let normal = match self.has_normal_form {
                    true => self.call(py, "normal_form", (part,))?,
                    false => part.clone(),
                };
                parts.push(self.number(&normal)?);
                Ok::<_, PyErr>(())
            };
            match self.has_parts {
                true => {
                    for part in self.call(py, "parts", (position.bind(py),))?.try_iter()? {
                        add(&part?)?;
                    }
                }
                false => add(position.bind(py))?,
            }
            Ok::<_, PyErr>(parts.into())
        })?;
        self.known().parts[number as usize] = Some(Arc::clone(&parts));
        Ok(parts)
    }

    /// Looks at all positions that a search may meet, and how long play in
    /// each may last.
    pub fn explore(&self, start: u32, budget: &Budget) -> Result<(), Fault> {
        let mut todo: Vec<Step> = vec![Step::Part(start)];
        // What is on the way from the start to here.
        let mut open = HashSet::new();
        while let Some(step) = todo.pop() {
            let (number, rank) = match step {
                Step::Part(number) => {
                    if self.known().ranks[number as usize].is_some() {
                        continue;
                    }
                    budget.look()?;
                    if !open.insert(number) {
                        return Err(self.endless(number));
                    }
                    let parts = self.find_parts(number)?;
                    todo.push(Step::Done(number));
                    match parts {
                        None => {
                            for player in Player::BOTH {
                                let moves = self.find_moves(number, player)?;
                                todo.extend(moves.after.iter().map(|&after| Step::Part(after)));
                            }
                        }
                        Some(parts) => todo.extend(parts.iter().map(|&part| Step::Part(part))),
                    }
                    continue;
                }
                Step::Done(number) => (number, self.rank_of(number)?),
            };
            open.remove(&number);
            budget.advance(1);
            self.known().ranks[number as usize] = Some(rank);
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

/// What is to be done with a position.
enum Step {
    Part(u32),
    Done(u32),
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
        let read = || {
            Python::attach(|py| {
                let position = self.0.call(py, "read", (text,))?;
                self.0.number(&position)
            })
        };
        let found = match kept {
            Some(found) => found,
            None if self.0.has_read => read().map_err(|error| {
                raise(error);
                BadInput::new("the game could not read it", "")
            })?,
            None => {
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
