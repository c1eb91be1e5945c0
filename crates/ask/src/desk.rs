//! Where questions are answered: the memory of the solvers, the budget, and
//! who asks. What is asked about comes one at a time or line by line.

use rules::BadInput;
use solve::{Patience, SumGraph};
use std::any::Any;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use values::{Arena, Budget};

use crate::exit::failure_line;
use crate::lines::Lines;
use crate::loopy;
use crate::subject::{game_and_position, is_game, joined, with_position};
use crate::{Exit, Host, Interrupts, Silent, Stop, Trouble, Work};
use calc::{Calculator, Failure, Summed};
use positions::{Solvers, Sum};

/// How a question is answered: one at a time, or on one line for each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One answer, which may have several lines.
    Page,
    /// One line.
    Line,
}

/// Where questions are answered.
///
/// ```
/// use ask::{Budget, Desk};
/// let mut desk = Desk::new(Budget::unlimited());
/// let sum = desk.sum("domineering(\"2x2\") + *2")?;
/// let (solvers, arena) = desk.workbench();
/// let value = sum.value(solvers, arena)?;
/// assert_eq!(arena.text(value, ask::Notation::Ascii)?, "+-(1*2)");
/// # Ok::<(), ask::Trouble>(())
/// ```
pub struct Desk {
    /// Ctrl-C.
    pub interrupts: Interrupts,
    host: Arc<dyn Host>,
    calculator: Calculator,
    longest: u64,
    json: bool,
    seconds: Option<Duration>,
    /// When a server wants every answer, whatever was asked for.
    latest: Option<Instant>,
    note: Option<String>,
}

/// Work that somebody watches until this is dropped.
pub struct Watched {
    done: Arc<AtomicU64>,
    _shown: Box<dyn Any>,
}

impl Watched {
    /// Some more are done.
    pub fn step(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }
}

impl Desk {
    /// A desk at which a program asks, within a budget.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Desk::hosted(Arc::new(Silent), Interrupts::none(), budget, false)
    }

    /// A desk at which somebody asks, perhaps for JSON.
    #[must_use]
    pub fn hosted(host: Arc<dyn Host>, interrupts: Interrupts, budget: Budget, json: bool) -> Self {
        Desk {
            interrupts,
            host,
            longest: budget.bytes().unwrap_or(u64::MAX) / 8,
            latest: budget.deadline(),
            calculator: Calculator::new(budget),
            json,
            seconds: None,
            note: None,
        }
    }

    /// Sets the limits of what is asked next.
    pub fn set_budget(&mut self, budget: Budget) {
        self.longest = budget.bytes().unwrap_or(u64::MAX) / 8;
        self.latest = budget.deadline();
        self.calculator.arena().set_budget(budget);
    }

    /// The desk with a limit of time for each answer.
    #[must_use]
    pub fn within(mut self, seconds: Option<Duration>) -> Self {
        self.seconds = seconds;
        self.start_clock();
        self
    }

    /// Begins the time of an answer.
    pub(crate) fn start_clock(&mut self) {
        if let Some(seconds) = self.seconds {
            self.stop_at(Instant::now() + seconds);
        }
    }

    /// Ends the work at hand then, or when the server wants it.
    fn stop_at(&mut self, deadline: Instant) {
        let deadline = self.latest.map_or(deadline, |latest| latest.min(deadline));
        self.calculator.arena().set_deadline(Some(deadline));
    }

    /// Begins work on an answer that somebody waits for. What a search found
    /// in time is told after it.
    pub(crate) fn begin(&mut self, patience: Patience) {
        const TO_TELL: Duration = Duration::from_millis(250);
        if let Patience::Until(end) = patience {
            self.stop_at(end + TO_TELL);
        }
    }

    /// Whether answers are JSON.
    #[must_use]
    pub fn json(&self) -> bool {
        self.json
    }

    /// Who asks.
    #[must_use]
    pub fn host(&self) -> Arc<dyn Host> {
        Arc::clone(&self.host)
    }

    /// The calculator.
    pub fn calculator(&mut self) -> &mut Calculator {
        &mut self.calculator
    }

    /// The solvers' memories and the values.
    pub fn workbench(&mut self) -> (&mut Solvers, &mut Arena) {
        self.calculator.workbench()
    }

    /// Does some work that Ctrl-C should stop gently; a person is shown how
    /// many positions were looked at.
    pub fn working<T>(&mut self, work: impl FnOnce(&mut Solvers, &mut Arena) -> T) -> T {
        self.working_on(Work::on("positions", None), work)
    }

    /// Does some work that tells of its progress itself.
    pub fn working_silently<T>(&mut self, work: impl FnOnce(&mut Solvers, &mut Arena) -> T) -> T {
        let (solvers, arena) = self.calculator.workbench();
        self.interrupts.during(|| work(solvers, arena))
    }

    /// Lets the calculator work, and Ctrl-C stop it gently.
    pub(crate) fn gently<T>(&mut self, work: impl FnOnce(&mut Calculator) -> T) -> T {
        let calculator = &mut self.calculator;
        self.interrupts.during(|| work(calculator))
    }

    /// Does some work on things that the solvers count as steps.
    pub fn working_on<T>(
        &mut self,
        work: Work,
        doing: impl FnOnce(&mut Solvers, &mut Arena) -> T,
    ) -> T {
        let _shown = self.watch_steps(work);
        self.working_silently(doing)
    }

    /// Shows how far work is that the solvers count as steps.
    pub fn watch_steps(&mut self, work: Work) -> Box<dyn Any> {
        let steps = self.calculator.arena().budget().steps();
        self.host.watch(work, steps)
    }

    /// Shows how far work is whose steps are told one by one.
    #[must_use]
    pub fn watch(&self, work: Work) -> Watched {
        let done = Arc::default();
        Watched {
            _shown: self.host.watch(work, Arc::clone(&done)),
            done,
        }
    }

    /// The lines of the input.
    #[must_use]
    pub fn lines_of_input(&self) -> Lines<Box<dyn BufRead>> {
        Lines::new(self.host.input(), self.longest)
    }

    /// The sum that an expression is, or `GAME POSITION` in one text.
    pub fn sum(&mut self, text: &str) -> Result<Sum, Trouble> {
        match self.summed(text)? {
            About::Sum(sum) => Ok(sum),
            About::Loopy(_, refused) => Err(refused),
        }
    }

    fn summed(&mut self, text: &str) -> Result<About, Trouble> {
        self.note = None;
        if let Some((game, position)) = game_and_position(text) {
            return About::position(game, position);
        }
        with_position(text)?;
        let shown = self.watch_steps(Work::on("positions", None));
        let summed = self.gently(|calculator| calculator.summed(text))?;
        drop(shown);
        self.take_note();
        Ok(match summed {
            Summed::Sum(sum) => About::Sum(sum),
            Summed::Loopy(value, refused) => About::Loopy(value, refused.into()),
        })
    }

    /// What the calculator notes about the reading of an expression is said
    /// beside the answer, or is a member of the JSON object.
    fn take_note(&mut self) {
        self.note = self.calculator.note().map(str::to_owned);
        if let Some(note) = &self.note
            && !self.json
        {
            self.host.say(&format!("note: {note}"));
        }
    }

    /// What there is to note about the expression that was read last.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        self.note.clone()
    }

    /// The thermograph of a position of a game, or of what an expression is:
    /// of a sum as far as it is found in time.
    pub fn graph(
        &mut self,
        game: Option<&str>,
        text: &str,
        patience: Patience,
    ) -> Result<SumGraph, Trouble> {
        self.begin(patience);
        self.find_graph(game, text, patience)
            .map_err(Trouble::advised)
    }

    fn find_graph(
        &mut self,
        game: Option<&str>,
        text: &str,
        patience: Patience,
    ) -> Result<SumGraph, Trouble> {
        self.note = None;
        let Some((game, position)) = game.map(|game| (game, text)).or(game_and_position(text))
        else {
            with_position(text)?;
            let shown = self.watch_steps(Work::on("positions", None));
            let graph = self.gently(|calculator| calculator.graph(text, Some(patience)))?;
            drop(shown);
            self.take_note();
            return Ok(graph);
        };
        let sum = Sum::from(positions::read(game, position)?);
        if sum.finite().is_err() {
            return loopy::graph(self, &sum);
        }
        Ok(self.working(|solvers, arena| sum.graph(solvers, arena, Some(patience)))?)
    }

    /// Answers a question for every sum that the words mean.
    pub fn ask(
        &mut self,
        words: &[String],
        out: &mut dyn Write,
        answer: &mut ForSum<'_>,
    ) -> Result<Exit, Trouble> {
        self.ask_of_all(words, out, &mut |desk, about, layout, out| match about {
            About::Sum(sum) => answer(desk, &sum, layout, out),
            About::Loopy(_, refused) => Err(refused),
        })
    }

    /// Answers a question for every sum that the words mean, and for every
    /// value with loops.
    pub(crate) fn ask_of_all(
        &mut self,
        words: &[String],
        out: &mut dyn Write,
        answer: &mut ForAll<'_>,
    ) -> Result<Exit, Trouble> {
        match joined(words).as_slice() {
            [only] if only == "-" => self.lines(out, &mut |desk, text, out| {
                let about = desk.summed(text)?;
                answer(desk, about, Layout::Line, out)
            }),
            [game, dash] if dash == "-" => self.lines(out, &mut |desk, text, out| {
                let about = About::position(game, text)?;
                answer(desk, about, Layout::Line, out)
            }),
            [game, position] => {
                let about = About::position(game, position)?;
                answer(self, about, Layout::Page, out)
            }
            [text] => {
                let marked = game_and_position(text).is_none() && !is_game(text);
                let shown = |trouble| match trouble {
                    Trouble::Failure(failure) if marked => {
                        Trouble::Expression(failure, text.clone())
                    }
                    other => other,
                };
                let about = match self.summed(text).map_err(shown)? {
                    About::Loopy(value, refused) => About::Loopy(value, shown(refused)),
                    sum => sum,
                };
                answer(self, about, Layout::Page, out)
            }
            words => {
                let message = format!("{} words are no expression", words.len());
                Err(BadInput::new(message, "quote it: 'nim(3) + *2'").into())
            }
        }
    }

    /// One line of output for each line of input, blanks around it aside.
    pub fn lines(
        &mut self,
        out: &mut dyn Write,
        answer: &mut ForLine<'_>,
    ) -> Result<Exit, Trouble> {
        self.whole_lines(out, &mut |desk, text, out| answer(desk, text.trim(), out))
    }

    /// One line of output for each line of input, in which places are counted
    /// from its beginning.
    pub(crate) fn whole_lines(
        &mut self,
        out: &mut dyn Write,
        answer: &mut ForLine<'_>,
    ) -> Result<Exit, Trouble> {
        let mut lines = self.lines_of_input();
        let mut worst = Exit::Answered;
        while let Some(line) = lines.next_line()? {
            self.start_clock();
            let answer = match line {
                Ok(text) if text.trim().is_empty() => {
                    writeln!(out)?;
                    Ok(Exit::Answered)
                }
                Ok(text) => answer(self, text, out),
                Err(failure) => Err(failure.into()),
            };
            let exit = match answer {
                Ok(exit) => exit,
                Err(Trouble::Stop(stop)) => return Err(stop.into()),
                Err(Trouble::Failure(failure) | Trouble::Expression(failure, _)) => {
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

    /// The end of a question that stands alone, for a person or as JSON.
    pub fn finish(&self, answer: Result<Exit, Trouble>, out: &mut dyn Write) -> Result<Exit, Stop> {
        match answer {
            Ok(exit) => Ok(exit),
            Err(Trouble::Stop(stop)) => Err(stop),
            Err(Trouble::Failure(failure) | Trouble::Expression(failure, _)) if self.json => {
                self.refuse(&failure, out)?;
                Ok(Exit::of(&failure))
            }
            Err(Trouble::Expression(failure, text)) => Err(Stop::failure(&failure, &text)),
            Err(Trouble::Failure(failure)) => match Exit::of(&failure) {
                Exit::Interrupted => Err(Stop::failure(&failure, "")),
                exit => Err(Stop::new(exit, failure)),
            },
        }
    }
}

/// What a question is about.
pub(crate) enum About {
    Sum(Sum),
    /// A value with loops, as it is written; and what is said where only sums
    /// are understood.
    Loopy(String, Trouble),
}

impl About {
    fn position(game: &str, position: &str) -> Result<Self, Trouble> {
        Ok(About::Sum(positions::read(game, position)?.into()))
    }
}

/// The answer for whatever an expression is.
pub(crate) type ForAll<'a> =
    dyn FnMut(&mut Desk, About, Layout, &mut dyn Write) -> Result<Exit, Trouble> + 'a;

/// The answer for a sum: how to lay it out, and where.
pub type ForSum<'a> =
    dyn FnMut(&mut Desk, &Sum, Layout, &mut dyn Write) -> Result<Exit, Trouble> + 'a;

/// The answer to a line of the input.
pub type ForLine<'a> = dyn FnMut(&mut Desk, &str, &mut dyn Write) -> Result<Exit, Trouble> + 'a;
