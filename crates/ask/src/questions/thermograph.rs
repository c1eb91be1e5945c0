//! The picture of a value.

use serde::{Serialize, Serializer};
use solve::{Patience, SumGraph};
use std::fs;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use values::{Corner, Dyadic, Error, Thermograph};

use crate::host::Picture;
use crate::json::{self, as_text, as_text_or_null};
use crate::loopy;
use crate::settings;
use crate::subject::is_game;
use crate::{
    Asked, Desk, Exit, Known, Question, Setting, Stop, Subject, Takes, Trouble, Web, Word,
};
use positions::Sum;

/// `legatus thermograph`.
pub static QUESTION: Question = Question {
    name: "thermograph",
    about: "Draw thermographs",
    help: "Temperature goes up and Left's values are to the left, as in the literature. The walls \
           begin at temperature -1. Positions are drawn without finding their canonical forms. For \
           a sum whose walls are not found in time the mean is printed, which is exact, and what \
           is known of the temperature.",
    words: &[Word::needed(
    "GAME POSITION | EXPR",
    "A game and positions, or expressions; several are drawn side by side in one \
                picture. `-` reads one per line of standard input",
).several().known(Known::Subjects)],
    settings: &[
        Setting::new(
            "svg",
            Takes::Text("FILE"),
            "Draw into a file, for a paper or a page; `-` is standard output",
        ),
        settings::json(
            "Print each thermograph as a JSON object: mean, temperature and the corners of both \
             walls as [temperature, value], from -1 to the base of the mast; if walls were not \
             found, left and right are null, and temperature_at_least, temperature_at_most, \
             walls_from, left_above, right_above and missing tell what is known and why",
        ),
        SEARCH_SECONDS,
    ],
    examples: &[
        "legatus thermograph '{3||1|-1}'",
        "legatus thermograph '{3||1|-1}' --svg picture.svg",
        "legatus thermograph '+-1' '{4||2|0}' --svg - > pictures.svg",
        "legatus thermograph amazons 'R..L...R'",
        "legatus thermograph domineering 2x3 3x3 --svg pictures.svg",
        "legatus thermograph 'domineering(\"2x3\") - amazons(\".L..R\")'",
        "legatus thermograph '{3||1|-1}' --json",
    ],
    web: Some(Web {
        about: "mean, temperature and the corners of both walls",
        subject: Subject::Either,
        given: &[],
        example: "game=nim&position=3,4,5",
    }),
    answer,
};

/// How long sums are searched; when the time is up what is known is told.
pub const SEARCH_SECONDS: Setting = Setting::new(
    "seconds",
    Takes::Readable("SECONDS", |text| search_seconds(text).map(drop)),
    "Answer within so many seconds, and tell what is known then; 0 tells what is known without a \
     search [default: 20 for the search alone]",
);

fn search_seconds(text: &str) -> Result<Duration, String> {
    match text {
        "0" => Ok(Duration::ZERO),
        _ => settings::seconds(text),
    }
}

/// The time for an answer that begins now; a server has a limit of its own.
pub(crate) fn patience(desk: &Desk, asked: &Asked) -> Result<Patience, Trouble> {
    Ok(match asked.read("seconds", search_seconds)? {
        Some(Duration::ZERO) => Patience::Search(Duration::ZERO),
        Some(seconds) => Patience::Until(Instant::now() + seconds),
        None => Patience::Search(desk.host().patience().unwrap_or(Duration::MAX)),
    })
}

/// A thermograph, as far as it was found.
#[derive(Clone, Debug, Serialize)]
pub struct ThermographAnswer {
    /// What was asked about.
    pub expression: String,
    /// The mean.
    #[serde(serialize_with = "as_text")]
    pub mean: Dyadic,
    /// The temperature, if it was found.
    #[serde(serialize_with = "as_text_or_null")]
    pub temperature: Option<Dyadic>,
    /// The corners of the Left wall, from -1 to the base of the mast.
    pub left: Option<Corners>,
    /// And of the Right wall.
    pub right: Option<Corners>,
    /// What is known if the walls were not found.
    #[serde(flatten)]
    pub partial: Option<PartialWalls>,
    /// That a part of the expression has another meaning as a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The walls themselves, for drawing.
    #[serde(skip)]
    pub graph: Option<Thermograph>,
}

/// What is known of walls that were not found.
#[derive(Clone, Debug, Serialize)]
pub struct PartialWalls {
    /// The temperature is no less.
    #[serde(serialize_with = "as_text")]
    pub temperature_at_least: Dyadic,
    /// Nor more.
    #[serde(serialize_with = "as_text")]
    pub temperature_at_most: Dyadic,
    /// From where on the walls are known.
    #[serde(serialize_with = "as_text")]
    pub walls_from: Dyadic,
    /// The Left wall from there.
    pub left_above: Corners,
    /// And the Right wall.
    pub right_above: Corners,
    /// Why, and what to do.
    pub missing: String,
    #[serde(skip)]
    interrupted: bool,
}

/// The corners of a wall as temperature and value, upward.
#[derive(Clone, Debug)]
pub struct Corners(pub Vec<Corner>);

impl Serialize for Corners {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let corners = self.0.iter();
        to.collect_seq(corners.map(|(t, value)| [t.to_string(), value.to_string()]))
    }
}

/// Finds the thermograph of a sum, as far as it is found in time.
///
/// ```
/// use ask::{Budget, Desk};
/// let mut desk = Desk::new(Budget::unlimited());
/// let sum = desk.sum("{3||1|-1}")?;
/// let answer = ask::thermograph(&mut desk, &sum, None)?;
/// assert_eq!(answer.mean.to_string(), "3/2");
/// assert!(answer.graph.is_some());
/// # Ok::<(), ask::Trouble>(())
/// ```
pub fn thermograph(
    desk: &mut Desk,
    sum: &Sum,
    patience: Option<Patience>,
) -> Result<ThermographAnswer, Trouble> {
    let loopy = match sum.finite() {
        Ok(()) => None,
        Err(_) => Some(loopy::graph(desk, sum)?),
    };
    let (expression, found) = desk.working(|solvers, arena| {
        let found = match loopy {
            Some(graph) => graph,
            None => sum.graph(solvers, arena, patience)?,
        };
        Ok::<_, values::Error>((sum.text(arena)?, found))
    })?;
    Ok(ThermographAnswer::of(&expression, found, desk.note()))
}

impl ThermographAnswer {
    fn of(expression: &str, found: SumGraph, note: Option<String>) -> Self {
        let walls = found.graph.as_ref();
        let walls = walls.map(|graph| [&graph.left, &graph.right].map(|wall| wall.corners()));
        let corners = |corners: &[Corner]| Corners(corners.to_vec());
        let partial = match walls {
            Some(_) => None,
            None => {
                let [left_above, right_above] = found.above.each_ref().map(|wall| corners(wall));
                Some(PartialWalls {
                    temperature_at_least: found.temperature.low.clone(),
                    temperature_at_most: found.temperature.high.clone(),
                    walls_from: found.from.clone(),
                    left_above,
                    right_above,
                    missing: missing(&found),
                    interrupted: found.stopped == Some(Error::Interrupted),
                })
            }
        };
        ThermographAnswer {
            expression: expression.to_owned(),
            mean: found.mean.clone(),
            temperature: found.temperature.exact().cloned(),
            left: walls.map(|[left, _]| corners(left)),
            right: walls.map(|[_, right]| corners(right)),
            partial,
            note,
            graph: found.graph,
        }
    }

    /// Ctrl-C ends the command, with what was found until then.
    fn exit(&self) -> Exit {
        match &self.partial {
            Some(partial) if partial.interrupted => Exit::Interrupted,
            _ => Exit::Answered,
        }
    }

    /// Writes it, with the drawing unless there is a picture.
    fn print(&self, desk: &Desk, pictured: bool, out: &mut dyn Write) -> io::Result<()> {
        if desk.json() {
            return json::line(out, self);
        }
        match (&self.graph, &self.partial) {
            (Some(graph), _) => {
                writeln!(out, "{graph}")?;
                match pictured {
                    true => Ok(()),
                    false => writeln!(out, "{}", desk.host().sketch(graph)),
                }
            }
            (None, Some(partial)) => {
                writeln!(out, "mean         {}", self.mean)?;
                match &self.temperature {
                    Some(t) => writeln!(out, "temperature  {t}")?,
                    None => writeln!(
                        out,
                        "temperature  at least {}, at most {}",
                        partial.temperature_at_least, partial.temperature_at_most
                    )?,
                }
                writeln!(out, "walls        {}", partial.missing)
            }
            (None, None) => Ok(()),
        }
    }
}

/// Why a search did not find all, and what to do.
pub(crate) fn unfinished(stopped: &Error) -> String {
    match stopped {
        Error::Deadline => "the search took too long; allow more --seconds".to_owned(),
        Error::Memory { .. } => {
            "the search took too much memory; allow more with --memory".to_owned()
        }
        error => error.to_string(),
    }
}

/// Why there are no walls, and what to do.
fn missing(found: &SumGraph) -> String {
    let above = match found.temperature.high > found.from {
        true => format!("found only from temperature {} up: ", found.from),
        false => "not found: ".to_owned(),
    };
    let why = found.stopped.as_ref().map(unfinished);
    above + &why.unwrap_or_default()
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let svg = asked.text("svg");
    let (game, subjects) = match asked.words.as_slice() {
        [game, positions @ ..] if !positions.is_empty() && is_game(game) => {
            (Some(game.as_str()), positions)
        }
        expressions => (None, expressions),
    };
    if matches!(subjects, [only] if only == "-") {
        return lines(desk, game, asked, out);
    }
    let mut answers = Vec::new();
    for subject in subjects {
        let found = desk.graph(game, subject, patience(desk, asked)?);
        let found = found.map_err(|trouble| match trouble {
            Trouble::Failure(failure) if game.is_none() => {
                Trouble::Expression(failure, subject.clone())
            }
            other => other,
        })?;
        answers.push(ThermographAnswer::of(subject, found, desk.note()));
    }
    if let Some(file) = svg {
        picture(desk, &answers, file, out)?;
    }
    let mut worst = Exit::Answered;
    for answer in &answers {
        if svg != Some("-") {
            answer.print(desk, svg.is_some(), out)?;
        }
        worst = worst.with(answer.exit());
    }
    Ok(worst)
}

/// The thermographs of the lines of standard input; one that has none does not
/// keep the others from theirs, unless there is one picture of all.
fn lines(
    desk: &mut Desk,
    game: Option<&str>,
    asked: &Asked,
    out: &mut dyn Write,
) -> Result<Exit, Trouble> {
    let find = |desk: &mut Desk, text: &str| {
        let found = desk.graph(game, text, patience(desk, asked)?)?;
        Ok::<_, Trouble>(ThermographAnswer::of(text, found, desk.note()))
    };
    let Some(file) = asked.text("svg") else {
        return desk.lines(out, &mut |desk, text, out| {
            let answer = find(desk, text)?;
            answer.print(desk, false, out)?;
            Ok(answer.exit())
        });
    };
    let mut answers = Vec::new();
    let mut lines = desk.lines_of_input();
    while let Some(line) = lines.next_line()? {
        match line.map(str::trim)? {
            "" => {}
            text => answers.push(find(desk, text)?),
        }
    }
    picture(desk, &answers, file, out)?;
    Ok(Exit::Answered)
}

/// Writes one picture of all thermographs, which has all walls or none.
fn picture(
    desk: &Desk,
    answers: &[ThermographAnswer],
    file: &str,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let mut walls = Vec::with_capacity(answers.len());
    for answer in answers {
        match (&answer.graph, &answer.partial) {
            (Some(graph), _) => walls.push((answer.expression.clone(), graph.clone())),
            (None, partial) => {
                let missing = partial.as_ref().map_or("", |partial| &partial.missing);
                let reason = format!("{}: no picture, {missing}", answer.expression);
                return Err(Stop::new(answer.exit().max(Exit::Limit), reason));
            }
        }
    }
    let picture = desk.host().picture(&Picture::Thermographs(&walls));
    match file {
        "-" => Ok(out.write_all(picture.as_bytes())?),
        _ => fs::write(file, picture).map_err(|error| Stop::file(file, &error)),
    }
}
