//! `legatus thermograph`: the picture of a value.

use clap::Args;
use solve::SumGraph;
use std::fs;
use std::io::{self, Write};
use std::time::Duration;
use values::{Corner, Error, Thermograph, Trajectory};

use super::question::{Desk, Trouble, is_game};
use super::{Exit, Limits, Stop, json, known, players, screen};
use crate::draw;

/// Draw thermographs
///
/// Temperature goes up and Left's values are to the left, as in the
/// literature. The walls begin at temperature -1. Positions are drawn without
/// finding their canonical forms. For a sum whose walls are not found in time
/// the mean is printed, which is exact, and what is known of the temperature.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus thermograph '{3||1|-1}'
  legatus thermograph '{3||1|-1}' --svg picture.svg
  legatus thermograph '+-1' '{4||2|0}' --svg - > pictures.svg
  legatus thermograph amazons 'R..L...R'
  legatus thermograph domineering 2x3 3x3 --svg pictures.svg
  legatus thermograph 'domineering(\"2x3\") - amazons(\".L..R\")'
  legatus thermograph '{3||1|-1}' --json")]
pub struct Arguments {
    /// A game and positions, or expressions; several are drawn side by side in
    /// one picture. `-` reads one per line of standard input
    #[arg(value_name = "GAME POSITION | EXPR", required = true)]
    #[arg(value_parser = known::subject(), hide_possible_values = true)]
    expressions: Vec<String>,

    /// Draw into a file, for a paper or a page; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,

    /// Print each thermograph as a JSON object: mean, temperature and the
    /// corners of both walls as [temperature, value], from -1 to the base of
    /// the mast; if walls were not found, left and right are null, and
    /// temperature_at_least, temperature_at_most, walls_from, left_above,
    /// right_above and missing tell what is known and why
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: Time,

    #[command(flatten)]
    pub(super) limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let mut desk = Desk::new(&self.limits, self.json)?;
        let (game, subjects) = match self.expressions.as_slice() {
            [game, positions @ ..] if !positions.is_empty() && is_game(game) => {
                (Some(game.as_str()), positions)
            }
            expressions => (None, expressions),
        };
        if matches!(subjects, [only] if only == "-") {
            return self.lines(desk, game, out);
        }
        let mut graphs = Vec::new();
        let mut notes = Vec::new();
        for subject in subjects {
            match desk.graph(game, subject, self.time.allowed(&self.limits)) {
                Ok(graph) => {
                    notes.push(desk.note_member());
                    graphs.push((subject.clone(), graph));
                }
                Err(Trouble::Failure(failure)) if game.is_none() && !self.json => {
                    return Err(Stop::failure(&failure, subject));
                }
                Err(trouble) => return desk.finish(Err(trouble), out),
            }
        }
        self.picture(&graphs, out)?;
        let mut worst = Exit::Answered;
        for ((expression, graph), note) in graphs.iter().zip(&notes) {
            if self.svg.as_deref() != Some("-") {
                self.print(expression, graph, note, out)?;
            }
            worst = worst.with(exit(graph));
        }
        Ok(worst)
    }

    /// The thermographs of the lines of standard input; one that has none
    /// does not keep the others from theirs, unless there is one picture of
    /// all.
    fn lines(&self, mut desk: Desk, game: Option<&str>, out: &mut dyn Write) -> Result<Exit, Stop> {
        let mut worst = Exit::Answered;
        let mut graphs = Vec::new();
        let mut lines = desk.lines_of_input();
        while let Some(line) = lines.next()? {
            let drawn = match line.map(str::trim) {
                Ok("") if self.svg.is_some() => continue,
                Ok("") => {
                    writeln!(out)?;
                    continue;
                }
                Ok(text) => desk
                    .graph(game, text, self.time.allowed(&self.limits))
                    .map(|graph| (text, graph)),
                Err(failure) => Err(failure.into()),
            };
            match drawn {
                Ok((text, graph)) if self.svg.is_some() => graphs.push((text.to_owned(), graph)),
                Ok((text, graph)) => {
                    self.print(text, &graph, &desk.note_member(), out)?;
                    worst = worst.with(exit(&graph));
                }
                Err(Trouble::Failure(failure)) if self.svg.is_none() => {
                    desk.refuse(&failure, out)?;
                    worst = worst.with(Exit::of(&failure));
                }
                Err(trouble) => return desk.finish(Err(trouble), out),
            }
            out.flush()?;
            if worst == Exit::Interrupted {
                return Ok(worst);
            }
        }
        self.picture(&graphs, out)?;
        Ok(worst)
    }

    /// A picture has all walls or none.
    fn picture(&self, graphs: &[(String, SumGraph)], out: &mut dyn Write) -> Result<(), Stop> {
        let Some(file) = &self.svg else {
            return Ok(());
        };
        let mut walls = Vec::with_capacity(graphs.len());
        for (text, found) in graphs {
            match &found.graph {
                Some(graph) => walls.push((text.clone(), graph.clone())),
                None => {
                    let reason = format!("{text}: no picture, {}", missing(found));
                    return Err(Stop::new(exit(found).max(Exit::Limit), reason));
                }
            }
        }
        write_svg(file, &walls, out)
    }

    fn print(
        &self,
        text: &str,
        found: &SumGraph,
        note: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.json {
            return writeln!(out, "{}", object(text, found, note));
        }
        let Some(graph) = &found.graph else {
            return partial(found, out);
        };
        writeln!(out, "{graph}")?;
        if self.svg.is_none() {
            writeln!(out, "{}", screen::drawing(graph))?;
        }
        Ok(())
    }
}

/// Writes one picture of all thermographs.
pub fn write_svg(
    file: &str,
    graphs: &[(String, Thermograph)],
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let picture = draw::svg(graphs);
    if file == "-" {
        out.write_all(picture.as_bytes())?;
        return Ok(());
    }
    fs::write(file, picture).map_err(|error| Stop::file(file, &error))
}

/// How long sums are searched.
#[derive(Args)]
pub struct Time {
    /// Search for so many seconds; 0 tells what is known without [default: 20]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<Duration>,
}

/// Reads a number of seconds, which may be 0.
fn seconds(argument: &str) -> Result<Duration, String> {
    match argument {
        "0" => Ok(Duration::ZERO),
        _ => players::seconds(argument),
    }
}

impl Time {
    /// A server has a limit of its own.
    pub fn allowed(&self, limits: &Limits) -> Duration {
        match (self.seconds, &limits.hosted) {
            (Some(seconds), _) => seconds,
            (None, None) => Duration::from_secs(20),
            (None, Some(_)) => Duration::MAX,
        }
    }
}

/// Why a search did not find all, and what to do.
pub fn unfinished(stopped: &Error) -> String {
    match stopped {
        Error::Deadline => "the search took too long; allow more --seconds".to_owned(),
        Error::Memory { .. } => {
            "the search took too much memory; allow more with --memory".to_owned()
        }
        error => error.to_string(),
    }
}

/// Ctrl-C ends the command, with what was found until then.
fn exit(found: &SumGraph) -> Exit {
    match found.stopped {
        Some(Error::Interrupted) => Exit::Interrupted,
        _ => Exit::Answered,
    }
}

/// What is known of a sum whose walls were not found.
fn partial(found: &SumGraph, out: &mut dyn Write) -> io::Result<()> {
    let SumGraph {
        mean, temperature, ..
    } = found;
    writeln!(out, "mean         {mean}")?;
    match temperature.exact() {
        Some(t) => writeln!(out, "temperature  {t}")?,
        None => writeln!(
            out,
            "temperature  at least {}, at most {}",
            temperature.low, temperature.high
        )?,
    }
    writeln!(out, "walls        {}", missing(found))
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

fn object(expression: &str, found: &SumGraph, note: &str) -> String {
    let expression = json::string(expression);
    let mean = &found.mean;
    let temperature = match found.temperature.exact() {
        Some(t) => format!("\"{t}\""),
        None => "null".to_owned(),
    };
    let Some(graph) = &found.graph else {
        let [left, right] = found.above.each_ref().map(|wall| corners(wall));
        return format!(
            "{{\"expression\":{expression},\"mean\":\"{mean}\",\"temperature\":{temperature},\
             \"left\":null,\"right\":null,\"temperature_at_least\":\"{}\",\
             \"temperature_at_most\":\"{}\",\"walls_from\":\"{}\",\"left_above\":{left},\
             \"right_above\":{right},\"missing\":{}{note}}}",
            found.temperature.low,
            found.temperature.high,
            found.from,
            json::string(&missing(found)),
        );
    };
    let walls = |wall: &Trajectory| corners(wall.corners());
    format!(
        "{{\"expression\":{expression},\"mean\":\"{mean}\",\"temperature\":{temperature},\
         \"left\":{},\"right\":{}{note}}}",
        walls(&graph.left),
        walls(&graph.right),
    )
}

fn corners(wall: &[Corner]) -> String {
    let corner = |(temperature, value): &Corner| format!("[\"{temperature}\",\"{value}\"]");
    let corners: Vec<String> = wall.iter().map(corner).collect();
    format!("[{}]", corners.join(","))
}
