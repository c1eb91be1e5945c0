//! Games beside a stack of cards at the terminal.

mod bidding;
mod contest;
mod session;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::io::Write;

use super::asking::{self, asked};
use super::{Exit, Stop};
use ask::questions::cards::{Length, Rule, number};
use ask::{Layout, Question, Trouble};
use contest::Contest;

/// The command of the question, which can also play.
pub fn command(question: &'static Question) -> Command {
    asking::command_with(question, Contest::augment_args)
}

pub fn run(
    question: &'static Question,
    matches: &ArgMatches,
    out: &mut dyn Write,
) -> Result<Exit, Stop> {
    let asked = asked(question, matches);
    let contest = match Contest::from_arg_matches(matches) {
        Ok(contest) if contest.is_wanted() => contest,
        _ => return asking::run(question, &asked, out),
    };
    let (limits, _) = asking::limits(&asked);
    let mut desk = asking::desk(&limits, false)?;
    let answer = desk.ask(&asked.words, out, &mut |desk, sum, layout, out| {
        sum.finite()?;
        if layout == Layout::Line {
            let message = "a game is about one position, not one of each line";
            return Err(Trouble::domain(message));
        }
        contest.run(desk, sum, &Rule::read(&asked)?, out)
    });
    desk.finish(answer, out)
}
