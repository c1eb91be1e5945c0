//! `legatus completions`, `legatus man` and `legatus help`: the command line
//! describes itself.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::roff::{Roff, roman};
use std::io::{self, IsTerminal, Write};

use super::{Exit, Stop};

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
        clap_complete::generate(self.shell, &mut super::command(), "legatus", &mut script);
        if self.shell == Shell::Zsh {
            // With two colons the shell takes all that follows such an
            // argument for more of them, options too.
            let text = String::from_utf8_lossy(&script);
            script = text.replace("\n'*::", "\n'*:").into_bytes();
        }
        out.write_all(&script)?;
        if self.shell == Shell::Fish {
            fish_arguments(out)?;
        }
        Ok(Exit::Answered)
    }
}

/// What the generator leaves out for this shell: the words that arguments
/// without a name may be.
fn fish_arguments(out: &mut dyn Write) -> io::Result<()> {
    for command in super::command().get_subcommands() {
        let arguments = command.get_positionals();
        let words = arguments.flat_map(|argument| argument.get_possible_values());
        let words: Vec<String> = words.map(|word| word.get_name().to_owned()).collect();
        if words.is_empty() {
            continue;
        }
        for name in [command.get_name()]
            .into_iter()
            .chain(command.get_all_aliases())
        {
            writeln!(
                out,
                "complete -c legatus -n \"__fish_legatus_using_subcommand {name}\" -a \"{}\"",
                words.join(" ")
            )?;
        }
    }
    Ok(())
}

/// Print the manual page of the program or of a command
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus man > legatus.1
  legatus man calc > legatus-calc.1")]
pub struct Man {
    /// A command; none is the program
    #[arg(value_parser = commands())]
    command: Option<String>,
}

/// The names of the commands, with the spelling that is also understood.
fn commands() -> PossibleValuesParser {
    let named = super::names().into_iter().map(|name| {
        let alias = ask::question(name).and_then(ask::Question::alias);
        PossibleValue::new(name).aliases(alias)
    });
    PossibleValuesParser::new(named)
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

/// Explain the program or a command
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus help
  legatus help play")]
pub struct Help {
    /// A command; none is the program
    #[arg(value_parser = commands())]
    command: Option<String>,
}

impl Help {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        // What `--help` shows is the parser's answer to it.
        let words = ["legatus"].into_iter().chain(self.command.as_deref());
        if let Err(help) = super::command().try_get_matches_from(words.chain(["--help"])) {
            let help = help.render();
            let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            match io::stdout().is_terminal() && !plain {
                true => write!(out, "{}", help.ansi())?,
                false => write!(out, "{help}")?,
            }
        }
        Ok(Exit::Answered)
    }
}
