//! `legatus thermograph`: the picture of a value.

use clap::Args;
use std::fs;
use std::io::{self, Write};
use values::{Corner, Thermograph, Trajectory};

use super::question::{Desk, Trouble, is_game};
use super::{Exit, Limits, Stop, json, known, screen};
use crate::draw;

/// Draw thermographs
///
/// Temperature goes up and Left's values are to the left, as in the
/// literature. The walls begin at temperature -1. Positions are drawn without
/// finding their canonical forms.
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
    /// the mast
    #[arg(long)]
    json: bool,

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
            match desk.thermograph(game, subject) {
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
        if self.svg.as_deref() != Some("-") {
            for ((expression, graph), note) in graphs.iter().zip(&notes) {
                self.print(expression, graph, note, out)?;
            }
        }
        Ok(Exit::Answered)
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
                Ok(text) => desk.thermograph(game, text).map(|graph| (text, graph)),
                Err(failure) => Err(failure.into()),
            };
            match drawn {
                Ok((text, graph)) if self.svg.is_some() => graphs.push((text.to_owned(), graph)),
                Ok((text, graph)) => self.print(text, &graph, &desk.note_member(), out)?,
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

    fn picture(&self, graphs: &[(String, Thermograph)], out: &mut dyn Write) -> Result<(), Stop> {
        match &self.svg {
            Some(file) => write_svg(file, graphs, out),
            None => Ok(()),
        }
    }

    fn print(
        &self,
        text: &str,
        graph: &Thermograph,
        note: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.json {
            return writeln!(out, "{}", object(text, graph, note));
        }
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

fn object(expression: &str, graph: &Thermograph, note: &str) -> String {
    format!(
        "{{\"expression\":{},\"mean\":\"{}\",\"temperature\":\"{}\",\"left\":{},\"right\":{}{note}}}",
        json::string(expression),
        graph.mean(),
        graph.temperature(),
        corners(&graph.left),
        corners(&graph.right),
    )
}

fn corners(wall: &Trajectory) -> String {
    let corner = |(temperature, value): &Corner| format!("[\"{temperature}\",\"{value}\"]");
    let corners: Vec<String> = wall.corners().iter().map(corner).collect();
    format!("[{}]", corners.join(","))
}
