//! The canonical form and what follows from it.

use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;
use values::{Arena, Dyadic, Loopy, Notation, Outcome, Stoppers, Value};

use crate::json::{self, as_text};
use crate::desk::About;
use crate::loopy::{self, LoopyAnswer};
use crate::proof::{self, LemmaAnswer};
use crate::settings::{self, NOTATION};
use crate::{
    Asked, Desk, Exit, Layout, Question, SUBJECT, Setting, Stop, Subject, Takes, Trouble, Web,
    Work,
};
use positions::Sum;
use solve::{KeepError, Keeping, Kept};

/// `legatus value`.
pub static QUESTION: Question = Question {
    name: "value",
    about: "Find the exact value of a position or a sum",
    help: "Prints the canonical form, the outcome, the mean, the temperature and, where it is \
           defined, the atomic weight. Where play may not end: the value with its loops, or its \
           onside & offside, the outcome and the stops.\n\n\
           With --dir, work that was stopped in any way goes on with the same command; when the \
           memory is used up, what was only of use on the way is dropped.",
    words: &[SUBJECT],
    settings: &[
        Setting::flag(
            "compress",
            "Print the parts of the value that repeat once, as definitions",
        )
        .on_the_web(),
        Setting::flag(
            "sizes",
            "Print instead of the value how many characters it has, how many distinct values are \
             in it, and how many characters it has compressed",
        )
        .not_with(&["compress", "json"]),
        Setting::flag("latex", "Print values for LaTeX, as --notation latex does"),
        Setting::new(
            "all",
            Takes::Text("FILE"),
            "Write the table of every position that can be reached, one per line: position, value, \
             outcome, mean, temperature; `-` is standard output, which with --json gets an object \
             for each position",
        ),
        Setting::new(
            "dir",
            Takes::Text("DIR"),
            "Keep the values of the positions that are done as a file in this directory, and go on \
             from what is there",
        ),
        proof::setting(
            "Write a certificate that `legatus check` verifies: a lemma for every position that \
             play can lead to; a file of this name is replaced when the certificate is complete",
        )
        .not_with(&["all", "dir", "sizes"]),
        settings::json("Print a JSON object: value, outcome, mean, temperature, atomic_weight"),
        NOTATION,
    ],
    examples: &[
        "legatus value legionnaires 3x3",
        "legatus value clobber 'XO/OX' --latex",
        "legatus value domineering 4x4 --json",
        "legatus value 'domineering(\"2x2\") + nim(3,5) - ^*2'",
        "legatus value legionnaires 4x4 --sizes",
        "legatus value legionnaires 3x3 --all table.tsv",
        "legatus value legionnaires 4x4 --dir four --sizes",
        "legatus value clobber 3x3 --proof proof && legatus check proof",
        "printf 'XO\\nXXO\\n' | legatus value clobber -",
    ],
    web: Some(Web {
        about: "the canonical form, outcome, mean, temperature and atomic weight",
        subject: Subject::Either,
        given: &[],
        example: "game=nim&position=3,4,5",
    }),
    answer,
};

/// How a value is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueOptions {
    /// In this notation.
    pub notation: Notation,
    /// What repeats once, as definitions.
    pub compress: bool,
}

/// A value and what follows from it.
#[derive(Clone, Debug, Serialize)]
pub struct ValueAnswer {
    /// The canonical form.
    pub value: String,
    /// Who wins.
    #[serde(serialize_with = "as_text")]
    pub outcome: Outcome,
    /// The mean.
    #[serde(serialize_with = "as_text")]
    pub mean: Dyadic,
    /// The temperature.
    #[serde(serialize_with = "as_text")]
    pub temperature: Dyadic,
    /// The atomic weight, where it is defined.
    pub atomic_weight: Option<String>,
    /// That a part of the expression has another meaning as a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The certificate, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<LemmaAnswer>,
}

/// Finds the value of a sum.
///
/// ```
/// use ask::{Budget, Desk, ValueOptions};
/// let mut desk = Desk::new(Budget::unlimited());
/// let sum = desk.sum("clobber XO/OX")?;
/// let answer = ask::value(&mut desk, &sum, &ValueOptions::default())?;
/// assert_eq!(answer.value, "*");
/// # Ok::<(), ask::Trouble>(())
/// ```
pub fn value(desk: &mut Desk, sum: &Sum, options: &ValueOptions) -> Result<ValueAnswer, Trouble> {
    let facts = find(desk, sum)?;
    let note = desk.note();
    facts.answer(desk.workbench().1, options, note)
}

/// What follows from a value, as ids of its arena: the text may be longer than
/// memory is.
struct Facts {
    value: Value,
    outcome: Outcome,
    mean: Dyadic,
    temperature: Dyadic,
    atomic_weight: Option<Value>,
}

/// A value without loops, or one with loops in its store.
enum Found {
    Short(Facts),
    Loopy(Loopy, Box<Stoppers>),
}

fn search(desk: &mut Desk, sum: &Sum) -> Result<Found, Trouble> {
    if sum.finite().is_ok() {
        return Ok(Found::Short(desk.working(|solvers, arena| {
            let value = sum.value(solvers, arena)?;
            Facts::of(arena, value)
        })?));
    }
    let (value, stoppers) = loopy::resolve(desk, sum)?;
    match value.as_short() {
        Some(value) => Ok(Found::Short(desk.working(|_, arena| Facts::of(arena, value))?)),
        None => Ok(Found::Loopy(value, Box::new(stoppers))),
    }
}

fn find(desk: &mut Desk, sum: &Sum) -> Result<Facts, Trouble> {
    match search(desk, sum)? {
        Found::Short(facts) => Ok(facts),
        Found::Loopy(..) => Err(Trouble::domain("the value has loops; ask for `loopy_value`")),
    }
}

/// Finds the value of a sum in which play may not end.
///
/// ```
/// use ask::{Budget, Desk, Notation};
/// let mut desk = Desk::new(Budget::unlimited());
/// let sum = desk.sum("backsliding_toads_and_frogs T.T")?;
/// let answer = ask::loopy_value(&mut desk, &sum, Notation::Ascii)?;
/// assert_eq!(answer.value, "on");
/// # Ok::<(), ask::Trouble>(())
/// ```
pub fn loopy_value(
    desk: &mut Desk,
    sum: &Sum,
    notation: Notation,
) -> Result<LoopyAnswer, Trouble> {
    let (value, mut stoppers) = loopy::resolve(desk, sum)?;
    LoopyAnswer::of(desk, &value, &mut stoppers, notation)
}

impl Facts {
    fn of(arena: &mut Arena, value: Value) -> values::Result<Self> {
        let atomic_weight = match arena.atomic_weight(value) {
            Ok(weight) => Some(weight),
            Err(values::Error::NotAtomic(_)) => None,
            Err(error) => return Err(error),
        };
        Ok(Facts {
            value,
            outcome: arena.outcome(value)?,
            mean: arena.mean(value)?,
            temperature: arena.temperature(value)?,
            atomic_weight,
        })
    }

    fn answer(
        self,
        arena: &mut Arena,
        options: &ValueOptions,
        note: Option<String>,
    ) -> Result<ValueAnswer, Trouble> {
        let notation = options.notation;
        let weight = self
            .atomic_weight
            .map(|weight| arena.text(weight, notation));
        Ok(ValueAnswer {
            value: match options.compress {
                true => arena.compress(self.value, notation)?.to_string(),
                false => arena.text(self.value, notation)?,
            },
            outcome: self.outcome,
            mean: self.mean,
            temperature: self.temperature,
            atomic_weight: weight.transpose()?,
            note,
            proof: None,
        })
    }
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let latex = asked.has("latex").then_some(Notation::Latex);
    let asking = Asking {
        options: ValueOptions {
            notation: latex.unwrap_or(asked.notation()),
            compress: asked.has("compress"),
        },
        sizes: asked.has("sizes"),
        all: asked.text("all"),
        directory: asked.text("dir").map(Path::new),
        proof: asked.text("proof"),
    };
    desk.ask_of_all(&asked.words, out, &mut |desk, about, layout, out| match about {
        About::Sum(sum) => asking.answer(desk, &sum, layout, out),
        // These options are about positions.
        About::Loopy(_, refused) if asking.directory.is_some() || asking.proof.is_some() => {
            Err(refused)
        }
        About::Loopy(text, _) => {
            let (value, stoppers) = loopy::read(desk, &text)?;
            asking.loopy(desk, &value, stoppers, layout, out)
        }
    })
}

/// What is asked of each sum.
struct Asking<'a> {
    options: ValueOptions,
    sizes: bool,
    all: Option<&'a str>,
    directory: Option<&'a Path>,
    proof: Option<&'a str>,
}

/// How often what is known is kept, and how many positions are evaluated
/// before the clock is looked at.
const INTERVAL: Duration = Duration::from_secs(60);
const STRETCH: usize = 4096;

impl Asking<'_> {
    fn answer(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        layout: Layout,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let (facts, unwritten) = match self.directory {
            Some(directory) => kept(desk, sum, layout, directory)?,
            None => match search(desk, sum)? {
                Found::Short(facts) => (facts, None),
                Found::Loopy(value, stoppers) => {
                    return self.loopy(desk, &value, *stoppers, layout, out);
                }
            },
        };
        if let Some(file) = self.proof {
            if layout == Layout::Line {
                return Err(Trouble::domain("a proof is about one position, not one of each line"));
            }
            return self.proved(desk, sum, facts, file, out);
        }
        let (note, is_json) = (desk.note(), desk.json());
        let (_, arena) = desk.workbench();
        if is_json {
            json::line(out, &facts.answer(arena, &self.options, note)?)?;
        } else if layout == Layout::Line && !self.sizes {
            arena.write(facts.value, self.options.notation, out)??;
            writeln!(out)?;
        } else {
            self.page(arena, &facts, out)?;
        }
        if let Some(file) = self.all {
            self.table(desk, sum, file, out)?;
        }
        match unwritten {
            None => Ok(Exit::Answered),
            Some(why) => {
                let why = format!("{why}; the value was found but not kept");
                Err(Stop::new(Exit::BadInput, why).into())
            }
        }
    }

    /// A value with loops, which has no compressed text and no table.
    fn loopy(
        &self,
        desk: &mut Desk,
        value: &Loopy,
        mut stoppers: Stoppers,
        layout: Layout,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        if self.sizes || self.options.compress || self.all.is_some() {
            let reason = "--sizes, --compress and --all are for values without loops";
            return Err(Trouble::domain(reason));
        }
        let answer = LoopyAnswer::of(desk, value, &mut stoppers, self.options.notation)?;
        match (desk.json(), layout) {
            (true, _) => json::line(out, &answer)?,
            (false, Layout::Line) => writeln!(out, "{}", answer.value)?,
            (false, Layout::Page) => answer.page(out)?,
        }
        Ok(Exit::Answered)
    }

    /// The answer with a certificate. Whatever the certificate fails of, the
    /// value is told before.
    fn proved(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        facts: Facts,
        file: &str,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        sum.provable()?;
        let written = proof::in_file(file, |certificate| {
            let proved = desk.working(|_, arena| sum.prove_value(arena, certificate));
            proved.map_err(|why| proof::unproved(file, why))
        });
        let (proof, failed) = match written {
            Ok(((value, _), _)) if value != facts.value => {
                let why = "the certificate proves another value: please report this";
                (None, Some(Trouble::domain(why)))
            }
            Ok(((_, proof), None)) => (Some(LemmaAnswer::new(file, &proof)), None),
            Ok((_, Some(stop))) => (None, Some(stop.into())),
            Err(trouble) => (None, Some(trouble)),
        };
        let (note, is_json) = (desk.note(), desk.json());
        let (_, arena) = desk.workbench();
        match is_json {
            true => {
                let answer = facts.answer(arena, &self.options, note)?;
                json::line(out, &ValueAnswer { proof, ..answer })?;
            }
            false => {
                self.page(arena, &facts, out)?;
                if let Some(proof) = proof {
                    proof.page(out)?;
                }
            }
        }
        failed.map_or(Ok(Exit::Answered), Err)
    }

    fn page(&self, arena: &mut Arena, facts: &Facts, out: &mut dyn Write) -> Result<(), Trouble> {
        let notation = self.options.notation;
        if self.sizes {
            let compressed = arena.compress(facts.value, notation)?;
            let sizes = compressed.sizes();
            writeln!(out, "characters     {}", sizes.characters)?;
            writeln!(out, "distinct       {}", sizes.distinct)?;
            writeln!(out, "compressed     {}", sizes.compressed)?;
        } else if self.options.compress {
            writeln!(out, "{}", arena.compress(facts.value, notation)?)?;
        } else {
            arena.write(facts.value, notation, out)??;
            writeln!(out)?;
        }
        writeln!(out, "outcome        {}", facts.outcome)?;
        writeln!(out, "mean           {}", facts.mean)?;
        writeln!(out, "temperature    {}", facts.temperature)?;
        if let Some(weight) = facts.atomic_weight {
            write!(out, "atomic weight  ")?;
            arena.write(weight, notation, out)??;
            writeln!(out)?;
        }
        Ok(())
    }

    fn table(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        file: &str,
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        let Some(board) = sum.board() else {
            return Err(Trouble::domain("--all needs a game and a position, not a sum"));
        };
        let unwritten = |error| Stop::file(file, &error);
        let mut target: Box<dyn Write + '_> = match file {
            "-" => Box::new(out),
            _ => Box::new(BufWriter::new(File::create(file).map_err(unwritten)?)),
        };
        let objects = desk.json() && file == "-";
        if !objects {
            writeln!(target, "position\tvalue\toutcome\tmean\ttemperature").map_err(unwritten)?;
        }
        // The rows themselves show how far it is.
        let watched = (file != "-" || !desk.host().sees_output())
            .then(|| desk.watch(Work::on("positions", None)));
        let mut written = Ok(());
        let visited = desk.working_silently(|solvers, arena| {
            board.reachable(solvers, arena, &mut |arena, position, value| {
                if let Some(watched) = &watched {
                    watched.step(1);
                }
                let row = Row {
                    position,
                    value: arena.text(value, self.options.notation)?,
                    outcome: arena.outcome(value)?,
                    mean: arena.mean(value)?,
                    temperature: arena.temperature(value)?,
                };
                written = row.write(objects, &mut target);
                Ok(match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                })
            })
        });
        drop(watched);
        // What was written before an interrupt stays.
        written.and_then(|()| target.flush()).map_err(unwritten)?;
        let _ = visited?;
        Ok(())
    }
}

/// A row of the table of all positions.
#[derive(Serialize)]
struct Row<'a> {
    position: &'a str,
    value: String,
    #[serde(serialize_with = "as_text")]
    outcome: Outcome,
    #[serde(serialize_with = "as_text")]
    mean: Dyadic,
    #[serde(serialize_with = "as_text")]
    temperature: Dyadic,
}

impl Row<'_> {
    fn write(&self, object: bool, out: &mut dyn Write) -> std::io::Result<()> {
        if object {
            return json::line(out, self);
        }
        let Row {
            position,
            value,
            outcome,
            mean,
            temperature,
        } = self;
        writeln!(out, "{position}\t{value}\t{outcome}\t{mean}\t{temperature}")
    }
}

/// The value with what is known kept in a directory, and why the last of it
/// could not be kept.
fn kept(
    desk: &mut Desk,
    sum: &Sum,
    layout: Layout,
    directory: &Path,
) -> Result<(Facts, Option<String>), Trouble> {
    sum.finite()?;
    let Some(board) = sum.board().filter(|_| layout == Layout::Page) else {
        return Err(Trouble::domain("--dir is for one position of a game"));
    };
    let game = board.lasting_name()?;
    let host = desk.host();
    let mut written = 0;
    let mut unwritten = None;
    let facts = desk.working(|_, arena| {
        let mut keeping = Keeping {
            directory,
            game: &game,
            interval: INTERVAL,
            stretch: STRETCH,
            tell: &mut |kept| match kept {
                Kept::Read(positions) => {
                    host.say(&format!("going on after {positions} positions"));
                }
                Kept::Written(positions) => {
                    written = positions;
                    unwritten = None;
                }
                Kept::Unwritten(why) => unwritten = Some(why),
            },
        };
        let value = board.kept_value(&mut keeping, arena)?;
        Ok(Facts::of(arena, value)?)
    });
    if facts.is_err() {
        if let Some(why) = &unwritten {
            host.say(why);
        }
        if written > 0 {
            host.say(&format!("{written} positions are kept"));
        }
    }
    let facts = facts.map_err(|error: KeepError| match error {
        KeepError::Stopped(error) => error.into(),
        KeepError::File(why) => Trouble::domain(why),
    });
    Ok((facts?, unwritten))
}
