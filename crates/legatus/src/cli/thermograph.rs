//! `legatus thermograph`: the picture of a value.

use clap::Args;
use std::fs;
use std::io::Write;
use values::{Corner, Thermograph, Trajectory};

use super::{Exit, Interrupts, Limits, Stop, expressions, json, screen};
use crate::calc::Calculator;
use crate::draw;

/// Draw thermographs
///
/// Temperature goes up and Left's values are to the left, as in the
/// literature. The walls begin at temperature -1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus thermograph '{3||1|-1}'
  legatus thermograph '{3||1|-1}' --svg picture.svg
  legatus thermograph '+-1' '{4||2|0}' --svg - > pictures.svg
  legatus thermograph '{3||1|-1}' --json")]
pub struct Arguments {
    /// Expressions; several are drawn side by side in one picture
    #[arg(value_name = "EXPR", required = true, value_parser = expressions::parse)]
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
        let budget = self.limits.budget();
        let interrupts = Interrupts::watch(budget.stop_flag())?;
        let mut calculator = Calculator::new(budget);
        let mut graphs = Vec::new();
        for expression in &self.expressions {
            let graph = match interrupts.during(|| calculator.thermograph(expression)) {
                Ok(graph) => graph,
                Err(failure) if self.json => {
                    writeln!(out, "{}", json::failure(&failure))?;
                    return Ok(Exit::of(&failure));
                }
                Err(failure) => return Err(Stop::failure(&failure, expression)),
            };
            graphs.push((expression.clone(), graph));
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
