//! The calculator without a conversation.

use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;
use values::Notation;

use crate::settings::{self, NOTATION};
use crate::spool::Spool;
use crate::{
    Asked, Desk, Exit, Question, Stop, Subject, Trouble, Web, Word, failure_line, json,
};
use calc::{Answer, Calculator, Failure};

/// `legatus calc`.
pub static QUESTION: Question = Question {
    name: "calc",
    about: "Evaluate expressions, or talk to the calculator",
    help: "Each expression is answered on one line; variables keep their values from one to the \
           next. Without an expression, a terminal gets a prompt; any other input is read line by \
           line, as with `-`: each line yields exactly one line of output, errors included, and a \
           blank line a blank one. The exit code is 2 if any line failed, or 3 if limits were all \
           that stopped lines.\n\n\
           A value can be typed as it is printed. Where that has another meaning, as 5*2 has, the \
           answer is that of arithmetic and a note says so.",
    words: &[Word::needed(
    "EXPR",
    "Expressions, or `-` for the lines of standard input; `help` and `help NAME` \
                explain the language",
).or_none().several()],
    settings: &[
        settings::json("Print each answer and each error as a JSON object"),
        NOTATION,
    ],
    examples: &[
        "legatus calc",
        "legatus calc '{1|-1}.Thermograph'",
        "legatus calc 'x = {3||1|-1}' 'mean(x)' 'temperature(x)'",
        "legatus calc '-^ + *'",
        "legatus calc 'help atomic_weight'",
        "echo '{0||0|v3}.AtomicWeight' | legatus calc -",
    ],
    web: Some(Web {
        about: "the answer of the calculator",
        subject: Subject::Expression,
        given: &[],
        example: "expression=%7B1%7C-1%7D",
    }),
    answer,
};

/// How answers are printed.
#[derive(Clone, Copy)]
pub struct Style {
    /// The notation of values.
    pub notation: Notation,
    /// As JSON.
    pub json: bool,
}

/// A page of help.
#[derive(Serialize)]
struct HelpAnswer<'a> {
    r#type: &'static str,
    text: &'a str,
}

impl Style {
    /// What was asked for.
    #[must_use]
    pub fn of(asked: &Asked) -> Self {
        Style {
            notation: asked.notation(),
            json: asked.has("json"),
        }
    }

    /// Writes an answer without its end of line. The outer result tells whether
    /// there is a text, the inner one whether `out` took it.
    pub fn answer(
        self,
        answer: &mut Answer<'_>,
        out: &mut dyn Write,
    ) -> Result<io::Result<()>, Failure> {
        if self.json {
            answer.write_json(out)
        } else {
            answer.write(self.notation, out)
        }
    }

    /// Writes a page of help without its end of line.
    pub fn help(self, page: &str, out: &mut dyn Write) -> io::Result<()> {
        let text = page.trim_end();
        let r#type = "text";
        match self.json {
            true => json::to(out, &HelpAnswer { r#type, text }),
            false => write!(out, "{text}"),
        }
    }

    /// Writes a failure on one line.
    pub fn failure(self, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", failure_line(failure, self.json))
    }
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let style = Style {
        json: desk.json(),
        ..Style::of(asked)
    };
    match asked.words.as_slice() {
        [] => lines(desk, style, out),
        [only] if only == "-" => lines(desk, style, out),
        expressions => arguments(desk, style, expressions, out),
    }
}

fn lines(desk: &mut Desk, style: Style, out: &mut dyn Write) -> Result<Exit, Trouble> {
    desk.whole_lines(out, &mut |desk, text, out| {
        evaluate(desk, style, text, out)??;
        Ok(Exit::Answered)
    })
}

fn arguments(
    desk: &mut Desk,
    style: Style,
    expressions: &[String],
    out: &mut dyn Write,
) -> Result<Exit, Trouble> {
    for expression in expressions {
        desk.start_clock();
        let outcome = match Calculator::help_request(expression) {
            Some(topic) => desk.calculator().help(topic).map(|page| {
                style.help(&page, out)?;
                writeln!(out)
            }),
            None => evaluate(desk, style, expression, out),
        };
        match outcome {
            Ok(written) => written?,
            Err(failure) if style.json || expressions.len() == 1 => {
                return Err(Trouble::Expression(failure, expression.clone()));
            }
            Err(failure) => {
                let mut stop = Stop::failure(&failure, expression);
                if stop.exit == Exit::BadInput {
                    // Words that the shell split are the likeliest mistake.
                    stop.hint("each argument is an expression; quote it to keep it whole");
                }
                return Err(stop.into());
            }
        }
    }
    Ok(Exit::Answered)
}

/// Evaluates and prints on one line.
fn evaluate(
    desk: &mut Desk,
    style: Style,
    text: &str,
    out: &mut dyn Write,
) -> Result<io::Result<()>, Failure> {
    let host = desk.host();
    let stop = desk.workbench().1.budget().stop_flag();
    let mut spool = Spool::new(out, Arc::clone(&stop));
    let shown = host.think();
    let written = desk.gently(|calculator| {
        let mut answer = calculator.evaluate(text)?;
        style.answer(&mut answer, &mut OneLine(&mut spool))
    });
    drop(shown);
    let written = match written {
        Ok(Err(_)) if spool.is_stopped() => Err(Failure::interrupted()),
        written => written,
    };
    match written {
        Ok(Ok(())) => Ok(spool.complete().and_then(|()| {
            out.write_all(b"\n")?;
            // A note about the reading of the input is for the person who typed it.
            if let (Some(note), false) = (desk.calculator().note(), style.json) {
                out.flush()?;
                host.say(&format!("note: {note}"));
            }
            Ok(())
        })),
        Ok(Err(error)) => Ok(Err(error)),
        Err(failure) => match spool.abandon() {
            Ok(()) => Err(failure),
            Err(error) => Ok(Err(error)),
        },
    }
}

/// Keeps an answer on its line: a text in quotes may contain line breaks.
struct OneLine<'a>(&'a mut dyn Write);

impl Write for OneLine<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(0) => self.0.write(b" "),
            Some(end) => self.0.write(&bytes[..end]),
            None => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
