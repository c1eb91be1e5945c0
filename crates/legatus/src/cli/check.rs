//! `legatus check`: certificates, verified from the rules.

use check::{Proved, Summand};
use clap::Args;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use values::{Outcome, Player};

use super::question::plain;
use super::{Exit, Limits, Stop, json};
use crate::calc::FailureKind;

/// Verify a certificate that `legatus outcome --proof` wrote
///
/// Every move of the loser is answered, every answer is played by the rules,
/// and nothing else is believed: the code shares only the rules with the
/// search. A file that proves what it says is accepted with exit code 0; any
/// other file is rejected with exit code 1 and the reason; a file that cannot
/// be opened or read is exit code 2.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus outcome nim 1,2,3 --proof proof && legatus check proof
  legatus check proof --json
  legatus check - < proof")]
pub struct Arguments {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,

    /// Print a JSON object: accepted, and the reason if it is not; else the
    /// position, what is proved of it, and the numbers of positions and
    /// answers
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let input: Box<dyn Read> = match self.file.as_str() {
            "-" => Box::new(io::stdin().lock()),
            name => Box::new(File::open(name).map_err(|error| Stop::file(name, &error))?),
        };
        let budget = self.limits.budget();
        let interrupts = self.limits.interrupts(&budget)?;
        let input = BufReader::with_capacity(1 << 16, input);
        match interrupts.during(|| check::check(input, &budget)) {
            Ok(proved) if self.json => {
                writeln!(out, "{}", object(&proved))?;
                Ok(Exit::Answered)
            }
            Ok(proved) => {
                page(&proved, out)?;
                Ok(Exit::Answered)
            }
            Err(why) => {
                if let Some(error) = why.unreadable() {
                    return Err(Stop::file(&self.file, error));
                }
                if let Some(error) = why.stopped() {
                    let failure = plain(FailureKind::from(error), error.to_string());
                    return Err(Stop::failure(&failure, ""));
                }
                if self.json {
                    let reason = json::string(&why.to_string());
                    writeln!(out, "{{\"accepted\":false,\"reason\":{reason}}}")?;
                } else {
                    writeln!(out, "rejected: {why}")?;
                }
                Ok(Exit::Negative)
            }
        }
    }
}

/// Who wins, if both starters are proved.
fn outcome(proved: &Proved) -> Option<Outcome> {
    let [left, right] = Player::BOTH.map(|starter| proved.winner(starter));
    let second = |winner: Option<Player>, player| winner.map(|winner| winner == player);
    Some(Outcome::from_second_players(
        second(right, Player::Left)?,
        second(left, Player::Right)?,
    ))
}

/// As the calculator reads it.
fn expression(summands: &[Summand]) -> String {
    let mut text = String::new();
    for (index, summand) in summands.iter().enumerate() {
        text.push_str(match (index, summand.negated) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        });
        let position = &summand.position;
        text.push_str(&match summand.game.split_once(':') {
            Some((name, variant)) => format!("{name}(\"{variant}\", \"{position}\")"),
            None => format!("{}(\"{position}\")", summand.game),
        });
    }
    text
}

fn page(proved: &Proved, out: &mut dyn Write) -> io::Result<()> {
    let header = &proved.header;
    let convention = if header.misere { "misère" } else { "normal" };
    writeln!(out, "proved, in {convention} play, of")?;
    writeln!(out, "  {}", expression(&header.summands))?;
    for starter in Player::BOTH {
        if let Some(winner) = proved.winner(starter) {
            writeln!(out, "{starter} starts: {winner} wins")?;
        }
    }
    if header.own_negative {
        writeln!(out, "it is its own negative, so one starter proves both")?;
    }
    if value(proved).is_some() {
        writeln!(out, "the second player wins, so the value is 0")?;
    }
    writeln!(out, "{}", totals(proved.states as u64, proved.answers))
}

/// How much a certificate holds.
pub fn totals(states: u64, answers: u64) -> String {
    let [positions, moves] = [(states, "position"), (answers, "move")].map(|(n, what)| {
        let many = if n == 1 { "" } else { "s" };
        format!("{n} {what}{many}")
    });
    format!("{positions}, {moves} answered")
}

/// The value, where who wins tells.
fn value(proved: &Proved) -> Option<&'static str> {
    (!proved.header.misere && outcome(proved) == Some(Outcome::P)).then_some("0")
}

fn object(proved: &Proved) -> String {
    let header = &proved.header;
    let quoted = |text: Option<String>| text.map_or("null".into(), |text| json::string(&text));
    let winner = |starter| quoted(proved.winner(starter).map(|w| json::player(w).into()));
    format!(
        "{{\"accepted\":true,\"position\":{},\"misere\":{},\"outcome\":{},\"left_starts\":{},\"right_starts\":{},\"own_negative\":{},\"value\":{},\"positions\":{},\"answers\":{}}}",
        json::string(&expression(&header.summands)),
        header.misere,
        quoted(outcome(proved).map(|outcome| outcome.to_string())),
        winner(Player::Left),
        winner(Player::Right),
        header.own_negative,
        quoted(value(proved).map(str::to_owned)),
        proved.states,
        proved.answers,
    )
}
