//! `legatus thermograph`: the picture of a value.

use clap::Args;
use std::fs;
use std::io::{self, Write};
use values::{Corner, Thermograph, Trajectory};

use super::question::{Desk, Trouble, is_game};
use super::{Exit, Limits, Stop, expressions, json, screen};
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
    #[arg(value_name = "GAME POSITION | EXPR", required = true, value_parser = expressions::parse)]
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
    limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let mut desk = Desk::new(&self.limits, self.json)?;
        let (game, mut subjects) = match self.expressions.as_slice() {
            [game, positions @ ..] if !positions.is_empty() && is_game(game) => {
                (Some(game.as_str()), positions.to_vec())
            }
            expressions => (None, expressions.to_vec()),
        };
        if subjects == ["-"] {
            let text = io::read_to_string(io::stdin().lock())
                .map_err(|error| Stop::file("standard input", &error))?;
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            subjects = lines.map(str::to_owned).collect();
        }
        let mut graphs = Vec::new();
        for subject in subjects {
            match desk.thermograph(game, &subject) {
                Ok(graph) => graphs.push((subject, graph)),
                Err(Trouble::Failure(failure)) if game.is_none() && !self.json => {
                    return Err(Stop::failure(&failure, &subject));
                }
                Err(trouble) => return desk.finish(Err(trouble), out),
            }
        }
        if let Some(file) = &self.svg {
            write_svg(file, &graphs, out)?;
        }
        if self.svg.as_deref() == Some("-") {
            return Ok(Exit::Answered);
        }
        for (expression, graph) in &graphs {
            if self.json {
                writeln!(out, "{}", object(expression, graph))?;
            } else {
                writeln!(out, "{graph}")?;
                if self.svg.is_none() {
                    writeln!(out, "{}", screen::drawing(graph))?;
                }
            }
        }
        Ok(Exit::Answered)
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

fn object(expression: &str, graph: &Thermograph) -> String {
    format!(
        "{{\"expression\":{},\"mean\":\"{}\",\"temperature\":\"{}\",\"left\":{},\"right\":{}}}",
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
