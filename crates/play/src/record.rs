//! Games as text: headers and moves, as PGN has them.

use std::fmt::{self, Write};
use values::Player;

/// A game as it is written down. It knows no rules: a game with dice or cards
/// keeps them as [notes](Ply::notes) of its moves.
///
/// ```
/// use play::Record;
/// let text = "[Legatus \"1\"]\n[Game \"nim\"]\n[Position \"3\"]\n\n1. left take 3 from heap 3\n";
/// let games = Record::read_all(text).unwrap();
/// assert_eq!(games[0].header("game"), Some("nim"));
/// assert_eq!(games[0].to_string(), text);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Names and values in their order; those that nobody knows are kept.
    pub headers: Vec<(String, String)>,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A move as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who moves.
    pub player: Player,
    /// What goes with the move, as `[roll 4]`: a name and a value.
    pub notes: Vec<(String, String)>,
    /// The move in the game's notation.
    pub text: String,
    /// The line of the text it was read from.
    pub line: usize,
}

impl Ply {
    /// A move that was read from nowhere.
    #[must_use]
    pub fn new(player: Player, notes: Vec<(String, String)>, text: impl Into<String>) -> Self {
        Ply {
            player,
            notes,
            text: text.into(),
            line: 0,
        }
    }

    /// The value of a note.
    #[must_use]
    pub fn note(&self, name: &str) -> Option<&str> {
        let found = self.notes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// The version of the format.
pub(crate) const VERSION: &str = "1";

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BadRecord {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl BadRecord {
    pub(crate) fn at(line: usize, reason: impl fmt::Display) -> Self {
        let reason = reason.to_string();
        BadRecord { line, reason }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[Legatus \"{VERSION}\"]")?;
        for (name, value) in &self.headers {
            write!(f, "[{name} \"")?;
            for c in value.chars() {
                match c {
                    '"' | '\\' => write!(f, "\\{c}")?,
                    '\n' => f.write_char('/')?,
                    c => f.write_char(c)?,
                }
            }
            writeln!(f, "\"]")?;
        }
        if !self.plies.is_empty() {
            writeln!(f)?;
        }
        for (number, turn) in (1..).zip(&self.plies) {
            write!(f, "{number}. {}", turn.player.name())?;
            for (name, value) in &turn.notes {
                write!(f, " [{name} {value}]")?;
            }
            writeln!(f, " {}", turn.text)?;
        }
        Ok(())
    }
}

/// The player with this name: `left` and `black` are one, `right` and `white`
/// the other.
#[must_use]
pub fn read_side(word: &str) -> Option<Player> {
    match word.to_ascii_lowercase().as_str() {
        "left" | "black" => Some(Player::Left),
        "right" | "white" => Some(Player::Right),
        _ => None,
    }
}

/// The value of a header, its name in any case.
pub(crate) fn value_of<'h>(headers: &'h [(String, String)], name: &str) -> Option<&'h str> {
    let mut headers = headers.iter();
    let found = headers.find(|(other, _)| other.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

impl Record {
    /// The value of a header, its name in any case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        value_of(&self.headers, name)
    }

    /// Adds a header.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.headers.push((name.to_owned(), value.into()));
    }

    /// Adds a move.
    pub fn push(&mut self, player: Player, notes: Vec<(String, String)>, text: impl Into<String>) {
        self.plies.push(Ply::new(player, notes, text));
    }

    /// Reads all games of a text; each begins with its version.
    pub fn read_all(text: &str) -> Result<Vec<Record>, BadRecord> {
        let mut games: Vec<Record> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |reason: String| BadRecord {
                line: number,
                reason,
            };
            let line = line.trim();
            if line.is_empty() || line.starts_with(';') {
                continue;
            }
            if line.starts_with('[') {
                let (name, value) = header(line)
                    .ok_or_else(|| wrong("expected a header such as [Game \"nim\"]".to_owned()))?;
                if name.eq_ignore_ascii_case("legatus") {
                    if value != VERSION {
                        return Err(wrong(format!(
                            "version {value} of the format; this program reads version {VERSION}"
                        )));
                    }
                    games.push(Record::default());
                    continue;
                }
                match games.last_mut() {
                    Some(game) if game.plies.is_empty() => game.headers.push((name, value)),
                    Some(_) => {
                        let reason = "a header among the moves; a game begins with [Legatus \"1\"]";
                        return Err(wrong(reason.to_owned()));
                    }
                    None => return Err(wrong(BEGIN.to_owned())),
                }
                continue;
            }
            let game = games.last_mut().ok_or_else(|| wrong(BEGIN.to_owned()))?;
            let due = game.plies.len() + 1;
            let turn = turn(line, due).ok_or_else(|| {
                wrong(format!(
                    "expected move {due}, such as `{due}. left MOVE` or `{due}. right [roll 4] MOVE`"
                ))
            })?;
            game.plies.push(Ply {
                line: number,
                ..turn
            });
        }
        Ok(games)
    }
}

pub(crate) const BEGIN: &str = "a game begins with [Legatus \"1\"]";

/// `[Name "value"]`.
pub(crate) fn header(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, quoted) = inside.split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::with_capacity(quoted.len());
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next().filter(|c| matches!(c, '"' | '\\'))?),
            '"' => return None,
            c => value.push(c),
        }
    }
    Some((name.to_owned(), value))
}

/// `12. left [roll 4] MOVE`, if it is this number's turn.
pub(crate) fn turn(line: &str, due: usize) -> Option<Ply> {
    let (number, rest) = line.split_once('.')?;
    if number.trim().parse() != Ok(due) {
        return None;
    }
    let (word, mut rest) = rest.trim().split_once(char::is_whitespace)?;
    let player = read_side(word)?;
    let mut notes = Vec::new();
    while let Some(inside) = rest.trim_start().strip_prefix('[') {
        let (note, after) = inside.split_once(']')?;
        let (name, value) = note.trim().split_once(char::is_whitespace)?;
        notes.push((name.to_owned(), value.trim().to_owned()));
        rest = after;
    }
    let text = rest.trim();
    (!text.is_empty()).then(|| Ply::new(player, notes, text))
}
