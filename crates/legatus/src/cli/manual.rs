//! `legatus completions` and `legatus man`: the command line describes itself.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::roff::{Roff, roman};
use std::io::Write;

use super::{Cli, Exit, Stop};

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus completions bash > legatus.bash
  legatus completions fish > legatus.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        // The generator panics when it cannot write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "legatus", &mut script);
        out.write_all(&script)?;
        Ok(Exit::Answered)
    }
}

/// Print the manual page of the program or of a command
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus man > legatus.1
  legatus man calc > legatus-calc.1")]
pub struct Man {
    /// A command; none is the program
    #[arg(value_parser = PossibleValuesParser::new(super::COMMANDS))]
    command: Option<String>,
}

impl Man {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let command = super::definition();
        let command = match &self.command {
            None => Some(&command),
            Some(name) => command.find_subcommand(name),
        };
        if let Some(command) = command {
            page(command, out)?;
        }
        Ok(Exit::Answered)
    }
}

fn page(command: &Command, out: &mut dyn Write) -> std::io::Result<()> {
    let man = clap_mangen::Man::new(command.clone())
        .source(concat!("Legatus ", env!("CARGO_PKG_VERSION")));
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    let mut roff = Roff::new();
    let after = command.get_after_help().map(ToString::to_string);
    for section in after.unwrap_or_default().split("\n\n") {
        // Examples and tables keep their lines.
        let (heading, lines) = section.split_once('\n').unwrap_or((section, ""));
        let heading = heading.trim_end_matches(':').to_uppercase();
        roff.control("SH", [heading.as_str()]).control("nf", []);
        for line in lines.lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    roff.to_writer(out)
}
