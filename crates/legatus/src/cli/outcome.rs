//! `legatus outcome`: who wins.

use clap::Args;
use positions::{Detail, Play, PlayMove, Searching, Started, Sum};
use solve::{Convention, Unproved};
use std::io::{self, BufWriter, Write};
use values::{Error, Player};

use super::check::totals;
use super::expected::{Expected, Tally};
use super::moves::table;
use super::question::{Desk, Layout, Subject, TimeLimit, Trouble, plain};
use super::replace::{Replacement, Tolerant};
use super::{Exit, Limits, Stop, json, loopy};
use crate::calc::FailureKind;

/// Find who wins, for each starter
///
/// A search, not an evaluation: it needs no canonical forms. P: who moved
/// last, that is the second player, wins; N: the next player; L: Left; R:
/// Right. With a winning move, and with a line of play if that takes little
/// more search.
///
/// Where play may not end, all positions that can be reached are analysed. D:
/// a draw, whoever starts. N^ and P^: Left wins if the next or the previous
/// player can, else it is a draw; Nv and Pv: the same for Right. The moves that
/// are left are counted with best play: the winner hurries, the loser does not.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus outcome legionnaires 4x4
  legatus outcome nim 3,4,5 --misere
  legatus outcome nim 1,2,2 --line
  legatus outcome 'amazons(\"X..|..O\") + clobber(\"XO|OX\") + *2' --all
  legatus outcome domineering 5x5 --brief --json
  legatus outcome legionnaires:centurion 3x3
  printf 'XO\\tN\\nXXO\\tL\\n' | legatus outcome clobber - --expected --seconds 10
  legatus outcome legionnaires 5x5-10 --proof proof && legatus check proof")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// The player who cannot move wins
    #[arg(long)]
    misere: bool,

    /// All winning moves, each of which takes a search
    #[arg(long)]
    all: bool,

    /// Only who wins, without winning moves and lines of play
    #[arg(long, conflicts_with = "all")]
    brief: bool,

    /// A line of play, however much search it takes, move by move with the
    /// summand after each
    #[arg(long, conflicts_with_all = ["all", "brief"])]
    line: bool,

    /// Write a certificate that `legatus check` verifies from the rules; a
    /// file of this name is replaced when the certificate is complete
    #[arg(long, value_name = "FILE")]
    proof: Option<String>,

    /// Use so many threads [default: as many as the machine has processors];
    /// a proof is found by one
    #[arg(long, value_name = "N", value_parser = super::threads())]
    threads: Option<usize>,

    /// Print a JSON object: outcome, left_starts and right_starts (the
    /// winner), and for each starter winning moves (one, or with --all all)
    /// and a line of play (null if it takes too much search); where play may
    /// not end also distances (null in a draw) and drawing moves
    #[arg(long)]
    json: bool,

    /// Compare with the outcome that each line of the input ends with, behind a
    /// tab: P, N, L or R, or {B win, W loss} for who wins when he starts; exit
    /// code 1 if one differs
    #[arg(long, conflicts_with = "proof")]
    expected: bool,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    pub(super) limits: Limits,
}

/// Who wins, in a game that ends or in one that may not.
enum Found {
    Short(Play),
    Loopy(loopy::Answer),
}

impl Found {
    fn class(&self) -> String {
        match self {
            Found::Short(play) => play.outcome.to_string(),
            Found::Loopy(answer) => answer.outcome.to_string(),
        }
    }

    /// Who wins when Left starts, and when Right does.
    fn winners(&self) -> [Option<Player>; 2] {
        match self {
            Found::Short(play) => [0, 1].map(|i| Some(play.starts[i].winner)),
            Found::Loopy(answer) => answer.winners(),
        }
    }
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, self.json)?.within(&self.time);
        if self.expected {
            return self.compare(desk, out);
        }
        desk.ask(&self.subject, out, &mut |desk, sum, layout, out| {
            let (found, unwritten) = self.find(desk, sum, layout)?;
            if self.json {
                writeln!(out, "{}", self.object(&found, layout))?;
            } else if layout == Layout::Line {
                writeln!(out, "{}", found.class())?;
            } else {
                match &found {
                    Found::Short(play) => page(play, self.detail(layout), out)?,
                    Found::Loopy(answer) => answer.page(out)?,
                }
            }
            unwritten.map_or(Ok(Exit::Answered), |stop| Err(stop.into()))
        })
    }

    /// Compares each line of the input with what it expects.
    fn compare(&self, desk: Desk, out: &mut dyn Write) -> Result<Exit, Stop> {
        let words = self.subject.words();
        let game = match words.as_slice() {
            [only] if only == "-" => None,
            [game, dash] if dash == "-" => Some(game.as_str()),
            _ => {
                let why = "--expected compares lines of standard input; write `-` in place of \
                           the position or the expression";
                return Err(Stop::new(Exit::BadInput, why));
            }
        };
        let mut tally = Tally::default();
        let exit = desk.lines(out, &mut |desk, line, out| {
            let (question, expected) = Expected::split(line)?;
            let sum = match game {
                Some(game) => positions::read(game, question)?.into(),
                None => desk.sum(question)?,
            };
            let found = self.find(desk, &sum, Layout::Line);
            let (found, _) = found.inspect_err(|_| tally.undecided += 1)?;
            let agrees = expected.agrees(&found.class(), found.winners());
            if self.json {
                let mut object = self.object(&found, Layout::Line);
                object.pop();
                let expected = json::string(expected.text());
                writeln!(
                    out,
                    "{object},\"expected\":{expected},\"agrees\":{agrees}}}"
                )?;
            } else if agrees {
                writeln!(out, "{}\tagrees", found.class())?;
            } else {
                writeln!(out, "{}\texpected {}", found.class(), expected.text())?;
            }
            Ok(match agrees {
                true => {
                    tally.agree += 1;
                    Exit::Answered
                }
                false => {
                    tally.disagree += 1;
                    Exit::Negative
                }
            })
        })?;
        // The lines are on standard output; this is for a person.
        let _ = writeln!(io::stderr(), "{}", tally.line());
        Ok(exit)
    }

    fn detail(&self, layout: Layout) -> Detail {
        match layout {
            _ if self.brief => Detail::Winner,
            Layout::Line if !self.json => Detail::Winner,
            _ if self.all => Detail::AllMoves,
            _ if self.line => Detail::Line,
            _ => Detail::OneMove,
        }
    }

    fn object(&self, found: &Found, layout: Layout) -> String {
        match found {
            Found::Short(play) => {
                let file = self.proof.as_deref().unwrap_or_default();
                object(play, self.detail(layout), file)
            }
            Found::Loopy(answer) => answer.object(),
        }
    }

    /// Who wins, and why the certificate could not be written.
    fn find(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        layout: Layout,
    ) -> Result<(Found, Option<Stop>), Trouble> {
        let convention = match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        let detail = self.detail(layout);
        if let (Some(position), None) = (sum.loopy(), &self.proof) {
            let answer = desk.working(|_, arena| {
                loopy::Answer::find(&position, convention, detail, arena.budget())
            })?;
            return Ok((Found::Loopy(answer), None));
        }
        sum.finite()?;
        let mut how = Searching {
            threads: super::threads_or_processors(self.threads),
            ..Searching::new(convention)
        };
        let (play, unwritten) = match &self.proof {
            None => {
                let play = desk.working(|_, arena| sum.play(arena, &mut how, detail));
                (play.map_err(|error| self.stopped(error, &how))?, None)
            }
            Some(_) if layout == Layout::Line => {
                let message = "a proof is about one position, not one of each line";
                return Err(plain(FailureKind::Domain, message.to_owned()).into());
            }
            Some(file) => self.prove(desk, sum, &mut how, detail, file)?,
        };
        Ok((Found::Short(play), unwritten))
    }

    fn prove(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        how: &mut Searching,
        detail: Detail,
        file: &str,
    ) -> Result<(Play, Option<Stop>), Trouble> {
        sum.provable()?;
        if file == "-" {
            let message = "a proof is written to a file, not to standard output";
            return Err(plain(FailureKind::Domain, message.to_owned()).into());
        }
        let unwritten = |error: io::Error| Stop::file(file, &error);
        let replacement = Replacement::new(file).map_err(unwritten)?;
        // A disk that is full must not cost the answer.
        let mut out = Tolerant::new(BufWriter::new(replacement.file()));
        let play = desk.working(|_, arena| sum.prove(arena, how, detail, &mut out));
        let written = out.end();
        let mut play = play.map_err(|unproved| match unproved {
            Unproved::Stopped(error) => self.stopped(error, how),
            Unproved::Io(error) => unwritten(error).into(),
            Unproved::Contradiction(_) => plain(FailureKind::Domain, unproved.to_string()).into(),
        })?;
        let written = written.and_then(|()| replacement.complete());
        let unwritten = written.err().map(unwritten);
        if unwritten.is_some() {
            play.proof = None;
        }
        Ok((play, unwritten))
    }

    /// What is known when the search was stopped.
    fn stopped(&self, error: Error, how: &Searching) -> Trouble {
        let Some(done) = how.done.filter(|done| done.nodes > 0) else {
            return error.into();
        };
        let known: Vec<String> = Player::BOTH
            .iter()
            .zip(how.winners)
            .map(|(starter, winner)| match winner {
                Some(winner) => format!("{starter} starts: {winner} wins"),
                None => format!("{starter} starts: not known"),
            })
            .collect();
        let message = format!(
            "{error}; {}; {} positions looked at, {} remembered in {} MB",
            known.join(", "),
            done.nodes,
            done.table_entries,
            done.table_bytes >> 20,
        );
        let kind = FailureKind::from(&error);
        match error {
            Error::Interrupted if !self.json => Stop::verbatim(Exit::Interrupted, message).into(),
            _ => plain(kind, message).into(),
        }
    }
}

fn page(play: &Play, detail: Detail, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", play.outcome)?;
    for start in &play.starts {
        writeln!(out, "{} starts: {} wins", start.starter, start.winner)?;
        if !start.winning.is_empty() {
            let what = match detail {
                Detail::AllMoves => "winning moves:",
                _ => "winning move: ",
            };
            writeln!(out, "  {what} {}", words(&start.winning))?;
        }
        match &start.line {
            Some(line) if detail == Detail::Line => out.write_all(numbered(line).as_bytes())?,
            Some(line) if !line.is_empty() => writeln!(out, "  line of play:  {}", words(line))?,
            None if detail != Detail::Winner => {
                writeln!(out, "  line of play:  left out, as it takes more search")?;
            }
            _ => {}
        }
    }
    if let Some(proof) = &play.proof {
        let totals = totals(proof.states as u64, proof.answers);
        writeln!(out, "proof: {totals}, {} bytes", proof.bytes)?;
    }
    Ok(())
}

/// A line of play, move by move.
pub fn numbered(line: &[PlayMove]) -> String {
    let row = |(number, mv): (usize, &PlayMove)| {
        let number = format!("{:>5}.", number + 1);
        let player = mv.player.to_string();
        vec![number, player, mv.text.clone(), mv.after.clone()]
    };
    let rows: Vec<Vec<String>> = line.iter().enumerate().map(row).collect();
    table(&rows)
}

fn words(moves: &[PlayMove]) -> String {
    let texts: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
    texts.join(", ")
}

fn object(play: &Play, detail: Detail, file: &str) -> String {
    let mut object = format!("{{\"outcome\":\"{}\"", play.outcome);
    for start in &play.starts {
        let starter = json::player(start.starter);
        let winner = json::player(start.winner);
        object.push_str(&format!(",\"{starter}_starts\":\"{winner}\""));
    }
    if detail != Detail::Winner {
        for start in &play.starts {
            object.push_str(&lists(start));
        }
    }
    if let Some(proof) = &play.proof {
        object.push_str(&format!(
            ",\"proof\":{{\"file\":{},\"positions\":{},\"answers\":{},\"bytes\":{}}}",
            json::string(file),
            proof.states,
            proof.answers,
            proof.bytes
        ));
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
        start.line.as_deref().map_or("null".to_owned(), list)
    )
}
