//! What a rule file says about its game apart from the moves.

use super::cursor::Statement;
use super::{Findings, kind, unknown};
use crate::bad_input::BadInput;
use crate::game::{Info, Start, Variant};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use values::Player;

/// The statements that every kind of file may have.
pub(crate) const KEYWORDS: [&str; 12] = [
    "game",
    "title",
    "rules",
    "notation",
    "sides",
    "first",
    "start",
    "example",
    "cgsuite",
    "parameters",
    "variant",
    "misere",
];

/// What a rule file says about its game apart from the moves.
#[derive(Debug)]
pub(crate) struct Header {
    pub name: String,
    pub title: String,
    pub rules: String,
    pub notation: String,
    pub sides: [String; 2],
    pub first: Player,
    /// Name, position, where it comes from; and the line.
    pub starts: Vec<([String; 3], usize)>,
    pub example: Option<(String, usize)>,
    pub cgsuite: Vec<String>,
    /// The names of the numbers that a variant gives.
    pub parameters: Vec<String>,
    /// Values for the parameters that are worth naming, and why.
    pub variants: Vec<[String; 2]>,
    /// Who makes the last move loses.
    pub misere: bool,
    /// Words of the game's own about its line, for complaints.
    line: usize,
}

impl Header {
    /// Takes the statements about the game out of all.
    pub fn read(statements: Vec<Statement>) -> Result<(Header, Vec<Statement>), BadInput> {
        let Some(first) = statements.first() else {
            return Err(BadInput::new("the file is empty", "begin with `game NAME`"));
        };
        if first.keyword != "game" {
            return Err(first.wrong(
                "a file begins with the name of its game",
                "write `game NAME`",
            ));
        }
        let mut header = Header {
            name: name_of(first)?,
            title: String::new(),
            rules: String::new(),
            notation: String::new(),
            sides: ["Left".to_owned(), "Right".to_owned()],
            first: Player::Left,
            starts: Vec::new(),
            example: None,
            cgsuite: Vec::new(),
            parameters: Vec::new(),
            variants: Vec::new(),
            misere: false,
            line: first.line,
        };
        let mut rest = Vec::new();
        for statement in statements.into_iter().skip(1) {
            if KEYWORDS.contains(&statement.keyword.as_str()) {
                header.take(&statement)?;
            } else {
                rest.push(statement);
            }
        }
        if header.title.is_empty() {
            header.title = spoken(&header.name);
        }
        Ok((header, rest))
    }

    fn take(&mut self, statement: &Statement) -> Result<(), BadInput> {
        let mut cursor = statement.cursor();
        let words = statement.words();
        let said = |text: &mut String| {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&words);
        };
        match statement.keyword.as_str() {
            "title" => said(&mut self.title),
            "rules" => said(&mut self.rules),
            "notation" => said(&mut self.notation),
            "sides" => {
                let names: Vec<&str> = words.split(' ').collect();
                let [left, right] = names[..] else {
                    return Err(cursor.expected("write two names, such as `sides Black White`"));
                };
                self.sides = [left.to_owned(), right.to_owned()];
            }
            "first" => {
                self.first = match words.as_str() {
                    "left" => Player::Left,
                    "right" => Player::Right,
                    _ => return Err(cursor.expected("write `first left` or `first right`")),
                };
            }
            "start" => {
                let start = [cursor.run(), cursor.run()];
                let [Some(name), Some(text)] = start else {
                    return Err(cursor.expected(
                        "write a name and a position, such as `start 2x2 BW/WB the smallest`",
                    ));
                };
                if self.starts.iter().any(|(start, _)| start[0] == name) {
                    return Err(statement.wrong(
                        format!("there are two starts `{name}`"),
                        "give them different names",
                    ));
                }
                self.starts
                    .push(([name, text, cursor.rest()], statement.line));
            }
            "example" => {
                if words.is_empty() {
                    return Err(cursor.expected("write a small position"));
                }
                self.example = Some((words, statement.line));
            }
            "cgsuite" => self.cgsuite.extend(words.split(' ').map(str::to_owned)),
            "parameters" => {
                while let Some(name) = cursor.word() {
                    if self.parameters.contains(&name) {
                        return Err(cursor.wrong(
                            format!("there are two parameters `{name}`"),
                            "give them different names",
                        ));
                    }
                    self.parameters.push(name);
                }
                cursor.end()?;
            }
            "variant" => {
                let Some(values) = cursor.run() else {
                    return Err(cursor.expected("write the values of the parameters"));
                };
                self.variants.push([values, cursor.rest()]);
            }
            "misere" => {
                self.misere = true;
                cursor.end()?;
            }
            _ => return Err(unknown(statement, &[])),
        }
        Ok(())
    }

    /// The values of the parameters: lists of numbers, parted by `;`.
    pub fn check_variant(&self, variant: Option<&str>) -> Result<(), BadInput> {
        match variant {
            Some(text) => self.values(text).map(drop),
            None => Ok(()),
        }
    }

    /// The numbers that a variant such as `1,2;3` gives to each parameter.
    pub fn values(&self, variant: &str) -> Result<Vec<Vec<u64>>, BadInput> {
        let form = match self.parameters.len() {
            0 => format!("{} has no variants", self.name),
            _ => format!(
                "write whole numbers for {}, parted by `,` within one and by `;` between them",
                self.parameters.join(" and ")
            ),
        };
        let wrong = || {
            let message = format!("{} has no variant `{variant}`", self.name);
            BadInput::new(message, form.clone())
        };
        let number = |word: &str| word.trim().parse().ok().filter(|n: &u64| *n <= 1 << 32);
        let lists: Option<Vec<Vec<u64>>> = variant
            .split(';')
            .map(|list| list.split(',').map(number).collect())
            .collect();
        let lists = lists.ok_or_else(wrong)?;
        match lists.len() == self.parameters.len() {
            true => Ok(lists),
            false => Err(wrong()),
        }
    }

    /// The values of the parameters where none are given: those of the first
    /// variant that is named.
    pub fn parameter_values(
        &self,
        variant: Option<&str>,
    ) -> Result<Vec<(String, Vec<u64>)>, BadInput> {
        if self.parameters.is_empty() {
            return Ok(Vec::new());
        }
        let Some(variant) = variant.or(self.variants.first().map(|named| named[0].as_str())) else {
            return Err(BadInput::new(
                format!("the parameters of {} have no values", self.name),
                "name some with a statement such as `variant 1,2;3`",
            )
            .on_line(self.line));
        };
        Ok(self
            .parameters
            .iter()
            .cloned()
            .zip(self.values(variant)?)
            .collect())
    }

    /// The description.
    pub fn info(&self, findings: &Findings) -> &'static Info {
        let starts: Vec<Start> = self
            .starts
            .iter()
            .map(|([name, text, about], _)| Start::new(keep(name), keep(text), keep(about)))
            .collect();
        let variants: Vec<Variant> = self
            .variants
            .iter()
            .map(|[name, about]| Variant::new(keep(name), keep(about)))
            .collect();
        let cgsuite: Vec<&'static str> = self.cgsuite.iter().map(|name| keep(name)).collect();
        let notation = match self.notation.is_empty() {
            true => &findings.notation,
            false => &self.notation,
        };
        let example = keep(self.shown());
        Box::leak(Box::new(Info {
            name: keep(&self.name),
            title: keep(&self.title),
            cgsuite: Vec::leak(cgsuite),
            rules: keep(&self.rules),
            notation: keep(notation),
            kind: kind(findings),
            sides: [keep(&self.sides[0]), keep(&self.sides[1])],
            first: self.first,
            answered: &[],
            variants: Vec::leak(variants),
            starts: Vec::leak(starts),
            example,
        }))
    }

    /// The example, or the first start.
    pub fn shown(&self) -> &str {
        match (&self.example, self.starts.first()) {
            (Some((example, _)), _) => example,
            (None, Some(([_, text, _], _))) => text,
            (None, None) => "",
        }
    }

    /// The complaint about a start or the example, which is no position.
    pub fn misplaced(&self, name: &str, bad: &BadInput) -> BadInput {
        let start = self.starts.iter().find(|(start, _)| start[0] == name);
        let line = match (start, &self.example) {
            (Some((_, line)), _) => *line,
            (None, Some((_, line))) => *line,
            (None, None) => {
                return BadInput::new(
                    "there is no position to show",
                    "add a line `example` with a small one",
                )
                .on_line(self.line);
            }
        };
        BadInput::new(format!("{name}: {bad}"), "").on_line(line)
    }
}

/// A text that stays as long as the program runs. Equal texts, of which a file
/// that is being written has many, are kept once.
fn keep(text: &str) -> &'static str {
    static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    if let Some(same) = kept.get(text) {
        return same;
    }
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    kept.insert(text);
    text
}

/// The name in `game NAME`.
fn name_of(statement: &Statement) -> Result<String, BadInput> {
    let mut cursor = statement.cursor();
    let hint = "write a name of small letters, digits and `_`, such as `game fox_and_geese`";
    let Some(name) = cursor.peek_word() else {
        return Err(cursor.expected(hint));
    };
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !name.chars().all(plain) {
        return Err(cursor.wrong(format!("`{name}` is no name for a game"), hint));
    }
    let _ = cursor.word();
    cursor.end()?;
    Ok(name)
}

/// A name as people say it: `fox_and_geese` is Fox and Geese.
fn spoken(name: &str) -> String {
    let word = |word: &str| match word {
        "and" | "of" | "the" => word.to_owned(),
        _ => {
            let mut letters = word.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            first.into_iter().chain(letters).collect()
        }
    };
    name.split('_').map(word).collect::<Vec<_>>().join(" ")
}
