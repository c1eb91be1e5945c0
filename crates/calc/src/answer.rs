//! A result and the ways to show it.

use std::io::{self, Write};

use values::{Notation, Thermograph, Trajectory};

use super::failure::{Failure, Problem};
use super::games::Games;
use super::json::Escaped;
use super::object::Object;
use positions::{Sum, Term};

/// What an expression evaluated to, with the games it is about.
pub struct Answer<'a> {
    object: Object,
    note: Option<&'a str>,
    games: &'a mut Games,
}

impl<'a> Answer<'a> {
    pub(super) fn new(object: Object, note: Option<&'a str>, games: &'a mut Games) -> Self {
        Self {
            object,
            note,
            games,
        }
    }

    /// That a part of the input has another meaning as the text of a value.
    pub fn note(&self) -> Option<&'a str> {
        self.note
    }

    /// The text on one line. For values that may be huge see [`Answer::write`].
    pub fn text(&mut self, notation: Notation) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        self.write(notation, &mut bytes)?
            .map_err(|error| stopped(Problem::limit(error.to_string())))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Writes the text on one line, without holding it in memory.
    ///
    /// The outer result tells whether the arena could lay the value out (memory,
    /// interrupts), the inner one whether `out` took it.
    pub fn write(
        &mut self,
        notation: Notation,
        out: &mut dyn Write,
    ) -> Result<io::Result<()>, Failure> {
        self.object
            .write(self.games, notation, out)
            .map_err(stopped)
    }

    /// Writes a JSON object on one line: `{"type": …, "text": …}` and what belongs to
    /// the type: the `items` of lists and sets, the `value` of booleans, the corners of
    /// thermographs and trajectories, the `terms` of positions and their sums; and the
    /// `note`, if there is one. The results are those of [`Answer::write`].
    pub fn write_json(&mut self, out: &mut dyn Write) -> Result<io::Result<()>, Failure> {
        let mut json = Json {
            games: self.games,
            out,
        };
        match json.answer(&self.object, self.note) {
            Ok(()) => Ok(Ok(())),
            Err(Unwritten::Output(error)) => Ok(Err(error)),
            Err(Unwritten::Arena(problem)) => Err(stopped(problem)),
        }
    }

    /// The thermographs to draw: that of the answer, or those in a list.
    pub fn thermographs(&self) -> Vec<&Thermograph> {
        let mut found = Vec::new();
        collect_thermographs(&self.object, &mut found);
        found
    }

    /// What the answer is, in a word: `value`, `number`, `boolean`, `list`, ….
    pub fn kind(&self) -> &'static str {
        self.object.kind()
    }
}

fn collect_thermographs<'a>(object: &'a Object, found: &mut Vec<&'a Thermograph>) {
    match object {
        Object::Thermograph(thermograph) => found.push(thermograph),
        Object::List(items) | Object::Set(items) => {
            for item in items.iter() {
                collect_thermographs(item, found);
            }
        }
        _ => {}
    }
}

fn stopped(problem: Problem) -> Failure {
    Failure::plain(problem.kind, problem.message)
}

/// Why a text was not written to the end.
enum Unwritten {
    Output(io::Error),
    Arena(Problem),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Unwritten::Output(error)
    }
}

impl From<Problem> for Unwritten {
    fn from(problem: Problem) -> Self {
        Unwritten::Arena(problem)
    }
}

struct Json<'a> {
    games: &'a mut Games,
    out: &'a mut dyn Write,
}

impl Json<'_> {
    fn answer(&mut self, object: &Object, note: Option<&str>) -> Result<(), Unwritten> {
        self.members(object)?;
        if let Some(note) = note {
            self.out.write_all(b",\"note\":\"")?;
            Escaped(self.out).write_all(note.as_bytes())?;
            self.out.write_all(b"\"")?;
        }
        self.out.write_all(b"}")?;
        Ok(())
    }

    fn object(&mut self, object: &Object) -> Result<(), Unwritten> {
        self.members(object)?;
        self.out.write_all(b"}")?;
        Ok(())
    }

    /// The object without its closing brace.
    fn members(&mut self, object: &Object) -> Result<(), Unwritten> {
        write!(self.out, "{{\"type\":\"{}\",\"text\":\"", object.kind())?;
        match object {
            // Its quotes are those of JSON.
            Object::Text(text) => Escaped(self.out).write_all(text.as_bytes())?,
            _ => object.write(self.games, Notation::Ascii, &mut Escaped(self.out))??,
        }
        self.out.write_all(b"\"")?;
        match object {
            Object::Boolean(truth) => write!(self.out, ",\"value\":{truth}")?,
            Object::List(items) | Object::Set(items) => {
                self.out.write_all(b",\"items\":[")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        self.out.write_all(b",")?;
                    }
                    self.object(item)?;
                }
                self.out.write_all(b"]")?;
            }
            Object::Stop(stop) => write!(
                self.out,
                ",\"number\":\"{}\",\"next\":\"{}\"",
                stop.number, stop.next
            )?,
            Object::Thermograph(thermograph) => {
                write!(
                    self.out,
                    ",\"mean\":\"{}\",\"temperature\":\"{}\",\"left\":",
                    thermograph.mean(),
                    thermograph.temperature()
                )?;
                self.corners(&thermograph.left)?;
                self.out.write_all(b",\"right\":")?;
                self.corners(&thermograph.right)?;
            }
            Object::Trajectory(trajectory) => {
                self.out.write_all(b",\"corners\":")?;
                self.corners(trajectory)?;
            }
            Object::Sum(sum) => self.terms(sum)?,
            _ => {}
        }
        Ok(())
    }

    /// `[{"game":…,"position":…,"negated":…},{"value":…},…]`
    fn terms(&mut self, sum: &Sum) -> Result<(), Unwritten> {
        self.out.write_all(b",\"terms\":[")?;
        for (i, term) in sum.terms.iter().enumerate() {
            if i > 0 {
                self.out.write_all(b",")?;
            }
            match term {
                Term::Board(board, negated) => {
                    self.out.write_all(b"{\"game\":\"")?;
                    Escaped(self.out).write_all(board.game().as_bytes())?;
                    self.out.write_all(b"\",\"position\":\"")?;
                    Escaped(self.out).write_all(board.text().as_bytes())?;
                    write!(self.out, "\",\"negated\":{negated}}}")?;
                }
                Term::Value(value) => {
                    self.out.write_all(b"{\"value\":\"")?;
                    let arena = &mut self.games.arena;
                    arena
                        .write(*value, Notation::Ascii, &mut Escaped(self.out))
                        .map_err(Problem::from)??;
                    self.out.write_all(b"\"}")?;
                }
            }
        }
        self.out.write_all(b"]")?;
        Ok(())
    }

    /// `[["temperature","value"],…]` upward from −1.
    fn corners(&mut self, trajectory: &Trajectory) -> io::Result<()> {
        self.out.write_all(b"[")?;
        for (i, (temperature, value)) in trajectory.corners().iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(self.out, "{comma}[\"{temperature}\",\"{value}\"]")?;
        }
        self.out.write_all(b"]")
    }
}
