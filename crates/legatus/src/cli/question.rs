//! What the questions about games have in common: what is asked about, one at
//! a time or line by line, and how an answer fails.

use clap::Args;
use rules::BadInput;
use solve::SumGraph;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use values::Arena;

use super::lines::Lines;
use super::progress::{Progress, Work};
use super::{Exit, Interrupts, Limits, Stop, exit::failure_line, json, known, players};
use crate::calc::{Calculator, Failure, FailureKind};
use positions::{self, Solvers, Sum};

/// What a question is about.
#[derive(Args)]
pub struct Subject {
    /// A game and a position, or one expression; `-` in place of the position
    /// or of the expression reads one per line of standard input
    #[arg(value_name = "GAME POSITION | EXPR", required = true, num_args = 1..)]
    #[arg(value_parser = known::subject(), hide_possible_values = true)]
    subject: Vec<String>,
}

impl Subject {
    /// A game and a position, or an expression.
    pub fn words(&self) -> Vec<String> {
        joined(&self.subject)
    }
}

/// A game and a position that the shell split, `nim 3 4 5`, as two words; what
/// does not begin with a name as it was typed.
pub fn joined(words: &[String]) -> Vec<String> {
    match words {
        [game, position @ ..] if position.len() > 1 && is_name(game) => {
            vec![game.clone(), position.join(" ")]
        }
        words => words.to_vec(),
    }
}

/// How long an answer may take.
#[derive(Args, Clone, Copy, Default)]
pub struct TimeLimit {
    /// Stop after so many seconds; with `-`, so many for each line
    #[arg(long, value_name = "SECONDS", value_parser = players::seconds)]
    seconds: Option<Duration>,
}

impl TimeLimit {
    /// When an answer that begins now must be there.
    pub fn deadline(self) -> Option<Instant> {
        self.seconds.map(|seconds| Instant::now() + seconds)
    }
}

/// How a question is answered: one at a time, or on one line for each line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    Page,
    Line,
}

/// Why there is no answer.
pub enum Trouble {
    /// Something about the question.
    Failure(Failure),
    /// Something about the output.
    Stop(Stop),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Failure(failure)
    }
}

impl From<values::Error> for Trouble {
    fn from(error: values::Error) -> Self {
        Trouble::Failure(plain(FailureKind::from(&error), error.to_string()))
    }
}

impl From<BadInput> for Trouble {
    fn from(bad: BadInput) -> Self {
        let mut failure = plain(FailureKind::Syntax, bad.message);
        if !bad.hint.is_empty() {
            failure.message.push_str("; ");
            failure.message.push_str(&bad.hint);
        }
        failure.column = bad.column;
        Trouble::Failure(failure)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Stop(error.into())
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Trouble::Stop(stop)
    }
}

/// A failure without a place.
pub fn plain(kind: FailureKind, message: String) -> Failure {
    Failure {
        line: 1,
        column: None,
        message,
        kind,
    }
}

/// Where questions are answered.
pub struct Desk {
    pub interrupts: Interrupts,
    calculator: Calculator,
    longest: u64,
    json: bool,
    silent: bool,
    time: TimeLimit,
    note: Option<String>,
}

impl Desk {
    pub fn new(limits: &Limits, json: bool) -> Result<Self, Stop> {
        let budget = limits.budget();
        Ok(Desk {
            interrupts: limits.interrupts(&budget)?,
            longest: budget.bytes().unwrap_or(u64::MAX) / 8,
            calculator: Calculator::new(budget),
            json,
            silent: limits.hosted.is_some(),
            time: TimeLimit::default(),
            note: None,
        })
    }

    /// The desk with a limit of time for each answer.
    pub fn within(mut self, time: &TimeLimit) -> Self {
        self.time = *time;
        self.start_clock();
        self
    }

    /// Begins the time of an answer.
    fn start_clock(&mut self) {
        if let Some(deadline) = self.time.deadline() {
            self.calculator.arena().set_deadline(Some(deadline));
        }
    }

    /// The solvers' memories and the values.
    pub fn workbench(&mut self) -> (&mut Solvers, &mut Arena) {
        self.calculator.workbench()
    }

    /// Does some work that Ctrl-C should stop gently; a terminal shows how
    /// many positions were looked at.
    pub fn working<T>(&mut self, work: impl FnOnce(&mut Solvers, &mut Arena) -> T) -> T {
        let _progress = self.progress();
        self.working_silently(work)
    }

    /// The same for work that tells of its progress itself.
    pub fn working_silently<T>(&mut self, work: impl FnOnce(&mut Solvers, &mut Arena) -> T) -> T {
        let (solvers, arena) = self.calculator.workbench();
        self.interrupts.during(|| work(solvers, arena))
    }

    /// Does some work on so many things, which the solvers count as steps.
    pub fn working_on<T>(
        &mut self,
        work: Work,
        doing: impl FnOnce(&mut Solvers, &mut Arena) -> T,
    ) -> T {
        let steps = self.calculator.arena().budget().steps();
        let _progress = match self.silent {
            true => Progress::silent(steps),
            false => Progress::watch(work, steps),
        };
        self.working_silently(doing)
    }

    fn progress(&mut self) -> Progress {
        let steps = self.calculator.arena().budget().steps();
        match self.silent {
            true => Progress::silent(steps),
            false => Progress::watch(Work::on("positions", None), steps),
        }
    }

    /// The lines of standard input.
    pub fn lines_of_input(&self) -> Lines<io::StdinLock<'static>> {
        Lines::new(io::stdin().lock(), self.longest)
    }

    /// The sum that an expression is, or `GAME POSITION` in one text.
    pub fn sum(&mut self, text: &str) -> Result<Sum, Trouble> {
        self.note = None;
        if let Some((game, position)) = game_and_position(text) {
            return Ok(positions::read(game, position)?.into());
        }
        with_position(text)?;
        let progress = self.progress();
        let calculator = &mut self.calculator;
        let sum = self.interrupts.during(|| calculator.sum(text))?;
        drop(progress);
        self.take_note();
        Ok(sum)
    }

    /// What the calculator notes about the reading of an expression is said
    /// on standard error, or is a member of the JSON object.
    fn take_note(&mut self) {
        self.note = self.calculator.note().map(str::to_owned);
        if let Some(note) = &self.note
            && !self.json
            && !self.silent
        {
            // The answer does not depend on it.
            let _ = writeln!(io::stderr(), "note: {note}");
        }
    }

    /// The member `note` of a JSON object, if there is something to note about
    /// the expression that was read last.
    pub fn note_member(&self) -> String {
        match &self.note {
            Some(note) => format!(",\"note\":{}", json::string(note)),
            None => String::new(),
        }
    }

    /// The thermograph of a position of a game, or of what an expression is:
    /// of a sum as far as it is found in `time`.
    pub fn graph(
        &mut self,
        game: Option<&str>,
        text: &str,
        time: Duration,
    ) -> Result<SumGraph, Trouble> {
        self.note = None;
        let Some((game, position)) = game.map(|game| (game, text)).or(game_and_position(text))
        else {
            with_position(text)?;
            let progress = self.progress();
            let calculator = &mut self.calculator;
            let graph = self
                .interrupts
                .during(|| calculator.graph(text, Some(time)))?;
            drop(progress);
            self.take_note();
            return Ok(graph);
        };
        let sum = Sum::from(positions::read(game, position)?);
        sum.finite()?;
        Ok(self.working(|solvers, arena| sum.graph(solvers, arena, Some(time)))?)
    }

    /// Answers the question for every subject.
    pub fn ask(
        mut self,
        subject: &Subject,
        out: &mut dyn Write,
        question: &mut Question<'_>,
    ) -> Result<Exit, Stop> {
        match subject.words().as_slice() {
            [only] if only == "-" => self.lines(out, &mut |desk, text, out| {
                let sum = desk.sum(text)?;
                question(desk, &sum, Layout::Line, out)
            }),
            [game, dash] if dash == "-" => self.lines(out, &mut |desk, text, out| {
                let sum = positions::read(game, text)?.into();
                question(desk, &sum, Layout::Line, out)
            }),
            [game, position] => {
                let sum = positions::read(game, position).map(Sum::from);
                self.page(sum.map_err(Trouble::from), position, false, out, question)
            }
            [text] => {
                let sum = self.sum(text);
                let caret = game_and_position(text).is_none() && !is_game(text);
                self.page(sum, text, caret, out, question)
            }
            words => {
                let bad = BadInput::new(
                    format!("{} words are no expression", words.len()),
                    "quote it: 'nim(3) + *2'",
                );
                self.page(Err(bad.into()), "", false, out, question)
            }
        }
    }

    /// One answer; a failure in an expression is shown with its place.
    fn page(
        &mut self,
        sum: Result<Sum, Trouble>,
        text: &str,
        caret: bool,
        out: &mut dyn Write,
        question: &mut Question<'_>,
    ) -> Result<Exit, Stop> {
        match sum {
            Ok(sum) => {
                let answer = question(self, &sum, Layout::Page, out);
                self.finish(answer, out)
            }
            Err(Trouble::Failure(failure)) if caret && !self.json => {
                Err(Stop::failure(&failure, text))
            }
            Err(trouble) => self.finish(Err(trouble), out),
        }
    }

    /// The end of a question that stands alone.
    pub fn finish(&self, answer: Result<Exit, Trouble>, out: &mut dyn Write) -> Result<Exit, Stop> {
        match answer {
            Ok(exit) => Ok(exit),
            Err(Trouble::Stop(stop)) => Err(stop),
            Err(Trouble::Failure(failure)) if self.json => {
                self.refuse(&failure, out)?;
                Ok(Exit::of(&failure))
            }
            Err(Trouble::Failure(failure)) => match Exit::of(&failure) {
                Exit::Interrupted => Err(Stop::failure(&failure, "")),
                exit => Err(Stop::new(exit, failure)),
            },
        }
    }

    /// One line of output for each line of input, as `calc -` does.
    pub fn lines(mut self, out: &mut dyn Write, answer: &mut Answer<'_>) -> Result<Exit, Stop> {
        let mut lines = self.lines_of_input();
        let mut worst = Exit::Answered;
        while let Some(line) = lines.next()? {
            self.start_clock();
            let answer = match line.map(str::trim) {
                Ok("") => {
                    writeln!(out)?;
                    continue;
                }
                Ok(text) => answer(&mut self, text, out),
                Err(failure) => Err(failure.into()),
            };
            let exit = match answer {
                Ok(exit) => exit,
                Err(Trouble::Stop(stop)) => return Err(stop),
                Err(Trouble::Failure(failure)) => {
                    self.refuse(&failure, out)?;
                    Exit::of(&failure)
                }
            };
            out.flush()?;
            worst = worst.with(exit);
            if exit == Exit::Interrupted {
                return Ok(exit);
            }
        }
        Ok(worst)
    }

    /// A failure in place of the answer to a line.
    pub fn refuse(&self, failure: &Failure, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", failure_line(failure, self.json))
    }
}

/// A question: what it is about, how to lay the answer out, and where.
pub type Question<'q> =
    dyn FnMut(&mut Desk, &Sum, Layout, &mut dyn Write) -> Result<Exit, Trouble> + 'q;

/// The answer to a line of the input.
pub type Answer<'a> = dyn FnMut(&mut Desk, &str, &mut dyn Write) -> Result<Exit, Trouble> + 'a;

/// `nim 3,4,5` in one text: no expression begins with a game and a blank.
fn game_and_position(text: &str) -> Option<(&str, &str)> {
    let (game, position) = text.trim().split_once(char::is_whitespace)?;
    is_game(game).then(|| (game, position.trim()))
}

/// Whether a word is the name of a game, perhaps with a variant.
pub fn is_game(word: &str) -> bool {
    is_name(word) && rules::find(base(word)).is_ok()
}

/// Whether a word could be the name of a game.
fn is_name(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let base = base(word);
    base.starts_with(|c: char| c.is_ascii_alphabetic()) && base.chars().all(plain)
}

/// A name without its variant.
fn base(word: &str) -> &str {
    word.split(':').next().unwrap_or(word)
}

/// Asks for the position if a text is only the name of a game.
fn with_position(text: &str) -> Result<(), BadInput> {
    let game = text.trim();
    if !is_game(game) {
        return Ok(());
    }
    let info = rules::find(base(game))?;
    let name = match positions::needs_variant(info) && !game.contains(':') {
        true => rules::example_name(info),
        false => game.to_owned(),
    };
    let message = format!("which position? for example {name} '{}'", info.example);
    Err(BadInput::new(message, ""))
}
