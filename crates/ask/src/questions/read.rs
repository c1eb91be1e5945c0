//! Value text of any length.

use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use values::{Arena, Compressed, Notation, ReadError, Value};

use crate::settings::{self, NOTATION};
use crate::{Asked, Desk, Exit, Question, Setting, Stop, Trouble, Word, json};
use calc::{Failure, FailureKind};

/// `legatus read`.
pub static QUESTION: Question = Question {
    name: "read",
    about: "Read value text, also compressed, and print the value",
    help: "Value text is what Legatus and CGSuite print; in it `3^4` is 3 plus four ups. It is \
           read and printed piece by piece: a text of many megabytes takes as much memory as its \
           distinct values do.",
    words: &[Word::needed(
    "FILE",
    "The file; `-` is standard input",
)],
    settings: &[
        Setting::flag(
            "compress",
            "Print the parts that repeat once, as definitions",
        ),
        Setting::flag(
            "sizes",
            "Print how many characters the value has, how many distinct values are in it, and how \
             many characters it has compressed, instead of the value",
        )
        .not_with(&["compress"]),
        settings::json("Print a JSON object"),
        NOTATION,
    ],
    examples: &[
        "legatus read value.txt",
        "legatus read --compress value.txt > short.txt",
        "legatus read --sizes short.txt",
        "echo '{1||2|0}' | legatus read --notation latex -",
    ],
    web: None,
    answer,
};

/// A value compressed, or only how long it is.
#[derive(Serialize)]
struct SizesAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// It may have more digits than a JSON number is good for.
    characters: String,
    distinct: usize,
    compressed: usize,
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let file = asked.words.first().map_or("-", String::as_str);
    let (notation, is_json) = (asked.notation(), desk.json());
    let read = |arena: &mut Arena, input: &mut dyn io::Read| {
        let value = arena.read_from(input)?;
        if asked.has("compress") || asked.has("sizes") {
            let compressed = arena.compress(value, notation)?;
            return Ok(Reading::Compressed(compressed));
        }
        Ok(Reading::Value(value))
    };
    let input: &mut dyn io::Read = match file {
        "-" => &mut desk.host().input(),
        name => &mut File::open(name).map_err(|error| Stop::file(name, &error))?,
    };
    let reading = desk.working_silently(|_, arena| read(arena, input));
    let written = match reading {
        Ok(Reading::Compressed(compressed)) => Ok(print_compressed(
            &compressed,
            asked.has("sizes"),
            is_json,
            out,
        )),
        Ok(Reading::Value(value)) => {
            print_value(desk.workbench().1, value, notation, is_json, out).map_err(ReadError::from)
        }
        Err(error) => Err(error),
    };
    match written {
        Ok(written) => {
            written?;
            Ok(Exit::Answered)
        }
        Err(error) if is_json => Err(failure(&error).into()),
        Err(error) => Err(refused(file, &error).into()),
    }
}

/// What was read.
enum Reading {
    Value(Value),
    Compressed(Compressed),
}

fn print_value(
    arena: &mut Arena,
    value: Value,
    notation: Notation,
    is_json: bool,
    out: &mut dyn Write,
) -> values::Result<io::Result<()>> {
    if !is_json {
        let written = arena.write(value, notation, out)?;
        return Ok(written.and_then(|()| out.write_all(b"\n")));
    }
    // The text is laid out before its first character is written, so a
    // failure does not leave half an object behind.
    let mut object = json::Member::new("value", out);
    let written = arena.write(value, notation, &mut object)?;
    Ok(written.and_then(|()| object.end()))
}

fn print_compressed(
    compressed: &Compressed,
    only_sizes: bool,
    is_json: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let sizes = compressed.sizes();
    match (only_sizes, is_json) {
        (false, false) => writeln!(out, "{compressed}"),
        (true, false) => {
            writeln!(out, "characters  {}", sizes.characters)?;
            writeln!(out, "distinct    {}", sizes.distinct)?;
            writeln!(out, "compressed  {}", sizes.compressed)
        }
        (_, true) => {
            let answer = SizesAnswer {
                value: (!only_sizes).then(|| compressed.to_string()),
                characters: sizes.characters.to_string(),
                distinct: sizes.distinct,
                compressed: sizes.compressed,
            };
            json::line(out, &answer)
        }
    }
}

fn refused(file: &str, error: &ReadError) -> Stop {
    let failure = failure(error);
    let place = match file {
        "-" => "standard input",
        file => file,
    };
    match error.caret() {
        Some(caret) => {
            let text = format!("{caret}\nerror: {place}: {error}");
            Stop::verbatim(Exit::of(&failure), text)
        }
        None if Exit::of(&failure) == Exit::BadInput => {
            Stop::new(Exit::BadInput, format!("{place}: {error}"))
        }
        None => Stop::failure(&failure, ""),
    }
}

/// The error in the calculator's terms.
fn failure(error: &ReadError) -> Failure {
    match error {
        ReadError::Syntax {
            line,
            column,
            message,
            ..
        } => Failure {
            line: *line,
            column: Some(*column),
            message: message.clone(),
            kind: FailureKind::Syntax,
        },
        ReadError::Input(why) => Failure::plain(FailureKind::Syntax, why.clone()),
        ReadError::Stopped(stopped) => {
            Failure::plain(FailureKind::from(stopped), stopped.to_string())
        }
    }
}
