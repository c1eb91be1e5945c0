//! What expressions evaluate to.

use std::io::{self, Write};
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use values::{
    AdornedStop, Arena, Dyadic, Expansion, Form, Genus, Loopy, MisereForm, Notation, Outcome,
    Parity, Player, Thermograph, Trajectory, Value,
};

use super::closure::Closure;
use super::directions::Directions;
use super::failure::Problem;
use super::games::Games;
use super::ordinal::Ordinal;
use super::rational::Rational;
use super::tabulated::Tabulated;
use positions::Sum;

/// Lists in lists: bounds the recursion over them.
pub const MAX_DEPTH: u32 = 200;

/// A result. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Object {
    /// Any rational or an infinity. The values that are numbers are these.
    Number(Arc<Rational>),
    /// A value that is not a number.
    Value(Value),
    /// A game kept as it is written, or a compound that contains one.
    Form(Form),
    /// Positions of games, perhaps with a value beside them. It counts as its value.
    Sum(Arc<Sum>),
    /// A game, its variant included.
    Ruleset(Arc<str>),
    Boolean(bool),
    Player(Player),
    Outcome(Outcome),
    Parity(Parity),
    Stop(AdornedStop),
    Thermograph(Arc<Thermograph>),
    Trajectory(Arc<Trajectory>),
    Expansion(Arc<Expansion>),
    Genus(Arc<Genus>),
    /// A value with loops.
    Loopy(Arc<Loopy>),
    /// `pass` among the options of a game that is being read.
    Pass,
    /// A game with a loop that is not closed yet.
    Vertex(u32),
    /// Whole numbers in round brackets: a heap with several numbers.
    Coordinates(Arc<[u64]>),
    List(Items),
    /// Sorted, without repetition.
    Set(Items),
    /// What was typed in double quotes, or could be.
    Text(Arc<str>),
    /// Something to read, not to compute with.
    Prose(Arc<str>),
    /// A value to be printed in another notation than the reader's choice.
    Written(Value, Notation),
    /// A misère canonical form.
    Misere(MisereForm),
    /// An ordinal, perhaps with signs, that is not finite.
    Ordinal(Arc<Ordinal>),
    /// A heap of Nim whose size is an infinite ordinal.
    TransfiniteNimber(Arc<Ordinal>),
    /// A function that was defined.
    Function(Arc<Closure>),
    /// A game whose rules are functions, or are made of those of other games.
    Tabulated(Arc<Tabulated>),
    /// The directions of moves on a board.
    Directions(Directions),
    /// The answer of an empty input.
    Nothing,
}

/// The items of a list or a set.
#[derive(Clone, Debug)]
pub struct Items {
    items: Arc<[Object]>,
    depth: u32,
}

impl Items {
    fn new(items: Vec<Object>) -> Result<Self, Problem> {
        let depth = 1 + items.iter().map(Object::depth).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(Problem::limit(format!(
                "lists in lists: the bound is {MAX_DEPTH} levels"
            )));
        }
        Ok(Self {
            items: items.into(),
            depth,
        })
    }
}

impl std::ops::Deref for Items {
    type Target = [Object];

    fn deref(&self) -> &[Object] {
        &self.items
    }
}

impl Object {
    /// The object of a value: numbers become [`Object::Number`].
    pub fn value(arena: &Arena, value: Value) -> Self {
        match arena.as_number(value) {
            Some(number) => Rational::from(&number).into(),
            None => Object::Value(value),
        }
    }

    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Object::Text(text.into())
    }

    pub fn prose(text: impl Into<Arc<str>>) -> Self {
        Object::Prose(text.into())
    }

    pub fn list(items: Vec<Object>) -> Result<Self, Problem> {
        Items::new(items).map(Object::List)
    }

    /// The set of `items`, sorted as options are printed.
    pub fn set(games: &mut Games, items: Vec<Object>) -> Result<Self, Problem> {
        let mut values = Vec::new();
        let mut others = Vec::new();
        for item in items {
            match item.as_value(&mut games.arena)? {
                Some(value) => values.push(value),
                None => others.push(item),
            }
        }
        games.arena.sort(&mut values)?;
        values.dedup();
        let mut sorted: Vec<Object> = Vec::with_capacity(values.len() + others.len());
        sorted.extend(values.into_iter().map(|value| games.object(value)));
        // What is not a value has no order of its own; its text gives one.
        let mut keyed: Vec<(String, Object)> = Vec::with_capacity(others.len());
        for other in others {
            let key = match &other {
                Object::Sum(sum) => sum.expression(&mut games.arena)?,
                _ => other.short_text(games),
            };
            keyed.push((key, other));
        }
        keyed.sort_by(|a, b| a.0.cmp(&b.0));
        for same in keyed.chunk_by(|a, b| a.0 == b.0) {
            let first = sorted.len();
            for (_, other) in same {
                // Positions that are written alike are the same.
                let position = matches!(other, Object::Sum(_));
                let known = sorted[first..]
                    .iter()
                    .any(|item| position && matches!(item, Object::Sum(_)) || item == other);
                if !known {
                    sorted.push(other.clone());
                }
            }
        }
        Items::new(sorted).map(Object::Set)
    }

    /// The set of items that are sorted already.
    pub fn sorted_set(items: Vec<Object>) -> Result<Self, Problem> {
        Items::new(items).map(Object::Set)
    }

    /// The value it is, if it is one that short games can have. A form is not a value.
    pub fn as_value(&self, arena: &mut Arena) -> Result<Option<Value>, Problem> {
        Ok(match self {
            Object::Value(value) => Some(*value),
            Object::Number(number) => match number.to_dyadic() {
                Some(dyadic) => Some(arena.number(&dyadic)?),
                None => None,
            },
            _ => None,
        })
    }

    /// The object of an ordinal: integers become [`Object::Number`].
    pub fn ordinal(ordinal: Ordinal) -> Self {
        match ordinal.to_integer() {
            Some(integer) => integer.into(),
            None => Object::Ordinal(Arc::new(ordinal)),
        }
    }

    /// The ordinal it is, a finite one too.
    pub fn as_ordinal(&self) -> Option<Ordinal> {
        match self {
            Object::Ordinal(ordinal) => Some(Ordinal::clone(ordinal)),
            Object::Number(number) => Some(number.to_integer()?.clone().into()),
            _ => None,
        }
    }

    /// The name of its class in CGSuite's language.
    pub fn class(&self, games: &Games) -> Option<&'static str> {
        Some(match self {
            Object::Number(number) if number.is_zero() => "game.Zero",
            Object::Number(number) if number.is_integer() => "game.Integer",
            Object::Number(number) if number.is_dyadic() => "game.DyadicRational",
            Object::Number(_) => "game.Rational",
            Object::Value(value) if games.arena.is_nimber(*value) => "game.Nimber",
            Object::Value(value) if games.arena.is_uptimal(*value) => "game.Uptimal",
            Object::Value(_) => "game.CanonicalShortGame",
            Object::Misere(_) => "game.misere.MisereCanonicalGame",
            Object::Ordinal(_) => "game.GeneralizedOrdinal",
            Object::TransfiniteNimber(_) => "game.TransfiniteNimber",
            Object::Ruleset(name) => {
                let (game, _) = rules::name_and_variant(name);
                rules::find(game).ok()?.cgsuite.first()?
            }
            _ => return None,
        })
    }

    pub fn depth(&self) -> u32 {
        match self {
            Object::Function(function) => function.depth,
            Object::Tabulated(game) => game.depth(),
            Object::List(items) | Object::Set(items) => items.depth,
            _ => 0,
        }
    }

    /// Its size in memory, in units of about a hundred bytes.
    pub fn weight(&self) -> u64 {
        match self {
            Object::Number(number) => 1 + number.bits() / 800,
            Object::Text(text) | Object::Prose(text) => 1 + text.len() as u64 / 100,
            _ => 1,
        }
    }

    /// What it is, in a word.
    pub fn kind(&self) -> &'static str {
        match self {
            Object::Number(_) => "number",
            Object::Value(_) => "value",
            Object::Form(_) => "form",
            Object::Sum(_) => "position",
            Object::Ruleset(_) | Object::Tabulated(_) => "game",
            Object::Directions(_) => "directions",
            Object::Boolean(_) => "boolean",
            Object::Player(_) => "player",
            Object::Outcome(_) => "outcome",
            Object::Parity(_) => "parity",
            Object::Stop(_) => "stop",
            Object::Thermograph(_) => "thermograph",
            Object::Trajectory(_) => "trajectory",
            Object::Expansion(_) => "expansion",
            Object::Genus(_) => "genus",
            Object::Loopy(_) => "loopy value",
            Object::Pass => "pass",
            Object::Vertex(_) => "loop",
            Object::Coordinates(_) => "coordinates",
            Object::List(_) => "list",
            Object::Set(_) => "set",
            Object::Text(_) | Object::Prose(_) | Object::Written(..) => "text",
            Object::Misere(_) => "misère form",
            Object::Ordinal(_) => "ordinal",
            Object::TransfiniteNimber(_) => "nimber",
            Object::Function(_) => "function",
            Object::Nothing => "nothing",
        }
    }

    /// Its text, on one line, cut when it is long: for messages.
    fn short_text(&self, games: &mut Games) -> String {
        let mut buffer = Bounded {
            bytes: Vec::new(),
            bound: 60,
        };
        let cut = match self.write(games, Notation::Ascii, &mut buffer) {
            Ok(written) => written.is_err(),
            Err(_) => return format!("a {}", self.kind()),
        };
        let mut text = String::from_utf8_lossy(&buffer.bytes).replace('\u{fffd}', "");
        if cut {
            text.push_str("...");
        }
        text
    }

    /// Its text, or its kind where a text would not tell: for messages.
    pub fn described(&self, games: &mut Games) -> String {
        match self {
            Object::Text(text) | Object::Prose(text) if text.len() > 40 => "a text".to_owned(),
            Object::Text(text) | Object::Prose(text) => format!("the text {text:?}"),
            Object::List(items) => format!("a list of {}", items.len()),
            Object::Set(items) => format!("a set of {}", items.len()),
            Object::Nothing => "nothing".to_owned(),
            Object::Ruleset(name) => format!("the game {name}"),
            Object::Tabulated(game) => format!("the game {game}"),
            _ => self.short_text(games),
        }
    }

    /// Writes its text on one line. The outer result is about the arena.
    pub fn write(
        &self,
        games: &mut Games,
        notation: Notation,
        out: &mut dyn Write,
    ) -> Result<io::Result<()>, Problem> {
        match self {
            Object::List(items) => return write_items(items, games, notation, ["[", "]"], out),
            Object::Set(items) => {
                let braces = match notation {
                    Notation::Latex => ["\\{", "\\}"],
                    _ => ["{", "}"],
                };
                return write_items(items, games, notation, braces, out);
            }
            Object::Value(value) => return Ok(games.arena.write(*value, notation, out)?),
            Object::Written(value, notation) => {
                return Ok(games.arena.write(*value, *notation, out)?);
            }
            Object::Loopy(game) => {
                let text = games.stoppers.text(&mut games.arena, game, notation)?;
                return Ok(out.write_all(text.as_bytes()));
            }
            Object::Form(form) => {
                let text = games.form_text(*form, notation)?;
                return Ok(out.write_all(text.as_bytes()));
            }
            Object::Number(number) => return write_number(number, games, notation, out),
            Object::Misere(form) => {
                let (arena, budget) = games.misere();
                let text = arena.text(*form, &budget)?;
                return Ok(out.write_all(text.as_bytes()));
            }
            // What is asked about a position is its value; without one it is itself.
            Object::Sum(sum) if sum.finite().is_ok() => {
                let value = games.sum_value(sum)?;
                return Ok(games.arena.write(value, notation, out)?);
            }
            Object::Sum(sum) => {
                let text = sum.expression(&mut games.arena)?;
                return Ok(out.write_all(text.as_bytes()));
            }
            _ => {}
        }
        Ok(match self {
            Object::Boolean(truth) => write!(out, "{truth}"),
            Object::Player(player) => write!(out, "{player}"),
            Object::Outcome(outcome) => write!(out, "{outcome}"),
            Object::Parity(parity) => write!(out, "{parity}"),
            Object::Stop(stop) => write!(out, "{stop}"),
            Object::Thermograph(thermograph) => write!(out, "{thermograph}"),
            Object::Trajectory(trajectory) => write!(out, "{trajectory}"),
            Object::Expansion(expansion) => write!(out, "{expansion}"),
            Object::Genus(genus) => write!(out, "{genus}"),
            Object::Pass => out.write_all(b"pass"),
            Object::Vertex(_) => out.write_all(b"the name of a loop"),
            Object::Coordinates(numbers) => out.write_all(coordinates(numbers).as_bytes()),
            Object::Text(text) => write_quoted(text, out),
            Object::Function(function) => out.write_all(function.definition.text.as_bytes()),
            Object::Tabulated(game) => write!(out, "{game}"),
            Object::Directions(directions) => write!(out, "{directions}"),
            Object::Prose(text) | Object::Ruleset(text) => out.write_all(text.as_bytes()),
            Object::Ordinal(ordinal) => write_ordinal(&ordinal.to_string(), notation, out),
            Object::TransfiniteNimber(size) => {
                let size = size.to_string();
                let plain = size.chars().count() == 1 || size.bytes().all(|b| b.is_ascii_digit());
                let text = if plain {
                    format!("*{size}")
                } else {
                    format!("*({size})")
                };
                write_ordinal(&text, notation, out)
            }
            _ => Ok(()),
        })
    }
}

/// In LaTeX ω has a name.
fn write_ordinal(text: &str, notation: Notation, out: &mut dyn Write) -> io::Result<()> {
    match notation {
        Notation::Latex => {
            let text = text.replace('ω', "\\omega ").replace('×', "\\cdot ");
            out.write_all(text.as_bytes())
        }
        _ => out.write_all(text.as_bytes()),
    }
}

/// `(10,3)`
pub fn coordinates(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("({})", numbers.join(","))
}

fn write_number(
    number: &Rational,
    games: &mut Games,
    notation: Notation,
    out: &mut dyn Write,
) -> Result<io::Result<()>, Problem> {
    let dyadic = match notation {
        Notation::Ascii => None,
        _ => number.to_dyadic(),
    };
    if let Some(dyadic) = dyadic {
        let value = games.arena.number(&dyadic)?;
        return Ok(games.arena.write(value, notation, out)?);
    }
    let sign = if number.signum() < 0 { "-" } else { "" };
    let size = number.abs();
    Ok(match notation {
        Notation::Latex if number.is_infinite() => write!(out, "{sign}\\infty"),
        Notation::Unicode if number.is_infinite() => write!(out, "{sign}∞"),
        Notation::Latex => {
            let (numerator, denominator) = (size.numerator(), size.denominator());
            write!(out, "{sign}\\frac{{{numerator}}}{{{denominator}}}")
        }
        _ => write!(out, "{number}"),
    })
}

fn write_items(
    items: &[Object],
    games: &mut Games,
    notation: Notation,
    [open, close]: [&str; 2],
    out: &mut dyn Write,
) -> Result<io::Result<()>, Problem> {
    let mut between = open;
    for item in items {
        let mut written = out.write_all(between.as_bytes());
        between = ",";
        if written.is_ok() {
            written = match item {
                // Inside a list a sentence needs its bounds.
                Object::Prose(text) => write_quoted(text, out),
                // A set holds positions, not their values: these may be equal.
                Object::Sum(sum) if open != "[" => {
                    let text = sum.expression(&mut games.arena)?;
                    out.write_all(text.as_bytes())
                }
                _ => item.write(games, notation, out)?,
            };
        }
        if written.is_err() {
            return Ok(written);
        }
    }
    let open = if items.is_empty() { open } else { "" };
    Ok(write!(out, "{open}{close}"))
}

/// As the lexer reads it.
fn write_quoted(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    out.write_all(quoted.as_bytes())
}

/// Keeps the first bytes and refuses the rest.
struct Bounded {
    bytes: Vec<u8>,
    bound: usize,
}

impl Write for Bounded {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let room = self.bound - self.bytes.len();
        if room == 0 && !buffer.is_empty() {
            return Err(io::Error::other("enough"));
        }
        let taken = room.min(buffer.len());
        self.bytes.extend_from_slice(&buffer[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl From<Rational> for Object {
    fn from(number: Rational) -> Self {
        Object::Number(Arc::new(number))
    }
}

impl From<i64> for Object {
    fn from(integer: i64) -> Self {
        Rational::from(integer).into()
    }
}

impl From<BigInt> for Object {
    fn from(integer: BigInt) -> Self {
        Rational::from(integer).into()
    }
}

impl From<BigUint> for Object {
    fn from(integer: BigUint) -> Self {
        BigInt::from(integer).into()
    }
}

impl From<&Dyadic> for Object {
    fn from(dyadic: &Dyadic) -> Self {
        Rational::from(dyadic).into()
    }
}

impl From<Dyadic> for Object {
    fn from(dyadic: Dyadic) -> Self {
        (&dyadic).into()
    }
}

impl From<bool> for Object {
    fn from(truth: bool) -> Self {
        Object::Boolean(truth)
    }
}

/// Whether two objects are of one of these kinds and equal.
macro_rules! equal {
    ($a:expr, $b:expr; $($kind:ident)*) => {
        match ($a, $b) {
            $((Object::$kind(a), Object::$kind(b)) => a == b,)*
            _ => false,
        }
    };
}

/// Objects of different kinds are different, and forms are equal when they are written alike;
/// the operator `==` compares games.
impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Object::Sum(a), Object::Sum(b)) => Arc::ptr_eq(a, b),
            (Object::Function(a), Object::Function(b)) => Arc::ptr_eq(a, b),
            (Object::List(a), Object::List(b)) | (Object::Set(a), Object::Set(b)) => a[..] == b[..],
            (Object::Written(a, m), Object::Written(b, n)) => a == b && m == n,
            (Object::Tabulated(a), Object::Tabulated(b)) => Arc::ptr_eq(a, b),
            (Object::Directions(a), Object::Directions(b)) => a == b,
            (Object::Nothing, Object::Nothing) => true,
            _ => equal!(
                self, other;
                Number Value Form Ruleset Boolean Player Outcome Parity Stop Thermograph Trajectory
                Expansion Genus Loopy Coordinates Text Prose Misere Ordinal TransfiniteNimber
            ),
        }
    }
}
