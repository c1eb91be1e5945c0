//! `legatus outcome`: who wins.

use clap::Args;
use solve::Convention;
use std::io::{self, Write};

use super::question::{Desk, Layout, Subject};
use super::{Exit, Limits, Stop, json};
use positions::{Play, PlayMove, Started};

/// Find who wins, for each starter
///
/// A search, not an evaluation: it needs no canonical forms. P: who moved
/// last, that is the second player, wins; N: the next player; L: Left; R:
/// Right.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus outcome legionnaires 4x4
  legatus outcome nim 3,4,5 --misere
  legatus outcome 'amazons(\"X..|..O\") + clobber(\"XO|OX\") + *2'
  legatus outcome domineering 5x5 --brief --json")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// The player who cannot move wins
    #[arg(long)]
    misere: bool,

    /// Only who wins, without the winning moves and a line of play
    #[arg(long)]
    brief: bool,

    /// Print a JSON object: outcome, left_starts and right_starts (the
    /// winner), and the winning moves and a line of play for each starter
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let convention = match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let desk = Desk::new(&self.limits, self.json)?;
        desk.ask(&self.subject, out, &mut |desk, sum, layout, out| {
            sum.finite()?;
            let details = !self.brief && (self.json || layout == Layout::Page);
            let play = desk.working(|_, arena| sum.play(arena, convention, details))?;
            if self.json {
                writeln!(out, "{}", object(&play, details))?;
            } else if layout == Layout::Line {
                writeln!(out, "{}", play.outcome)?;
            } else {
                page(&play, details, out)?;
            }
            Ok(Exit::Answered)
        })
    }
}

fn page(play: &Play, details: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", play.outcome)?;
    for start in &play.starts {
        writeln!(out, "{} starts: {} wins", start.starter, start.winner)?;
        if details && !start.winning.is_empty() {
            writeln!(out, "  winning moves: {}", words(&start.winning))?;
        }
        if details && !start.line.is_empty() {
            writeln!(out, "  line of play:  {}", words(&start.line))?;
        }
    }
    Ok(())
}

fn words(moves: &[PlayMove]) -> String {
    let texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
    texts.join(", ")
}

fn object(play: &Play, details: bool) -> String {
    let mut object = format!("{{\"outcome\":\"{}\"", play.outcome);
    for start in &play.starts {
        let starter = json::player(start.starter);
        let winner = json::player(start.winner);
        object.push_str(&format!(",\"{starter}_starts\":\"{winner}\""));
    }
    if details {
        for start in &play.starts {
            object.push_str(&lists(start));
        }
    }
    object.push('}');
    object
}

fn lists(start: &Started) -> String {
    let list = |moves: &[PlayMove]| {
        let moves: Vec<String> = moves.iter().map(|mv| json::string(&mv.text)).collect();
        format!("[{}]", moves.join(","))
    };
    let starter = json::player(start.starter);
    format!(
        ",\"{starter}_winning_moves\":{},\"{starter}_line\":{}",
        list(&start.winning),
        list(&start.line)
    )
}
