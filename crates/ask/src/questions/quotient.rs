//! Misère quotients of heap games.

use serde::Serialize;
use solve::{Division, Quotient, Structure};
use std::fs;
use std::io::Write;

use crate::{
    Asked, Desk, Exit, Picture, Question, Setting, Stop, Takes, Trouble, Word, Work, joined, json,
    settings,
};

/// Heaps beyond which no proof is awaited.
const HEAPS: usize = 1000;
/// Elements beyond which a quotient is given up, unless more are asked for.
const ORDER: usize = 200;
/// Elements up to which a quotient is printed in full and drawn.
const SMALL: usize = 64;

/// `legatus quotient`.
pub static QUESTION: Question = Question {
    name: "quotient",
    about: "Find the misère quotient of a heap game",
    help: "Sums of heaps that do the same in every sum of the game are one element of a \
           commutative monoid; those that the player to move loses are its P-portion. When the \
           elements of single heaps repeat for long enough, a theorem proves that they do so for \
           ever; otherwise the answer holds to the largest heap that it names.",
    words: &[Word::needed(
        "GAME",
        "A heap game, such as kayles, octal:0.77 or subtraction:1,2,5",
    )],
    settings: &[
        Setting::new(
            "heaps",
            Takes::Number("N", 1, 1 << 20),
            "Look at heaps of at most N [default: 1000, or as many as a proof needs]",
        ),
        Setting::new(
            "order",
            Takes::Number("N", 1, 1 << 14),
            "Stop at a quotient of more than N elements [default: 200]",
        ),
        Setting::new(
            "state",
            Takes::Text("FILE"),
            "Keep what is found in this file, and go on from what is there",
        ),
        Setting::new(
            "svg",
            Takes::Text("FILE"),
            "Draw which elements divide which, if there are at most 64; - is the output",
        ),
        settings::json(
            "Print a JSON object: order, p_order, period and preperiod (null if no period is \
             proved), proved, heaps (the largest), phi (the element of each heap from 0), \
             elements, lost, generators, relations, kernel and stopped (why it went no further)",
        ),
    ],
    examples: &[
        "legatus quotient octal:0.77",
        "legatus quotient kayles --json",
        "legatus quotient octal:0.07 --heaps 24",
        "legatus quotient octal:0.15 --svg order.svg",
    ],
    web: None,
    answer,
};

/// A misère quotient.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientAnswer {
    /// The number of elements.
    pub order: usize,
    /// The number of those that the player to move loses.
    pub p_order: usize,
    /// The proved period of single heaps.
    pub period: Option<u64>,
    /// The first heap from which they repeat.
    pub preperiod: Option<u64>,
    /// Whether this is the quotient of all heaps.
    pub proved: bool,
    /// The largest heap that was looked at.
    pub heaps: usize,
    /// The elements of heaps, from 0.
    pub phi: Vec<String>,
    /// All elements.
    pub elements: Vec<String>,
    /// Those that the player to move loses.
    pub lost: Vec<String>,
    /// The generators and their heaps.
    pub generators: Vec<(String, usize)>,
    /// Equations that define the monoid.
    pub relations: Vec<(String, String)>,
    /// The smallest ideal, a group.
    pub kernel: Vec<String>,
    /// Why no proof was found, in words.
    pub stopped: Option<String>,
}

impl QuotientAnswer {
    fn new(quotient: &Quotient, stopped: Option<String>) -> Self {
        let Structure {
            generators,
            elements,
            lost,
            relations,
            kernel,
            phi,
            ..
        } = quotient.structure();
        let named = |places: Vec<usize>| places.iter().map(|&x| elements[x].clone()).collect();
        let proved = quotient.periodicity();
        QuotientAnswer {
            order: quotient.order(),
            p_order: quotient.lost_order(),
            period: proved.map(|proved| proved.period),
            preperiod: proved.map(|proved| proved.preperiod),
            proved: proved.is_some(),
            heaps: quotient.heaps(),
            phi: named(phi),
            lost: named(lost),
            kernel: named(kernel),
            generators,
            relations,
            stopped,
            elements,
        }
    }

    fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let known = match (self.period, self.preperiod) {
            (Some(period), Some(preperiod)) => {
                format!("proved: heaps from {preperiod} on repeat with period {period}")
            }
            _ => format!("to heap {}", self.heaps),
        };
        writeln!(out, "order      {}", self.order)?;
        writeln!(out, "P-portion  {}", self.p_order)?;
        writeln!(out, "kernel     {}", self.kernel.len())?;
        writeln!(out, "known      {known}")?;
        if let Some(stopped) = &self.stopped {
            writeln!(out, "stopped    {stopped}")?;
        }
        let pairs = |pairs: Vec<String>| pairs.join(", ");
        let heaps = self.generators.iter().map(|(name, heap)| format!("{name} = {heap}"));
        writeln!(out, "generators {}", pairs(heaps.collect()))?;
        let equations = self.relations.iter().map(|(left, right)| format!("{left} = {right}"));
        writeln!(out, "relations  {}", pairs(equations.collect()))?;
        if self.order <= SMALL {
            writeln!(out, "lost       {}", self.lost.join(", "))?;
            writeln!(out, "kernel of  {}", self.kernel.join(", "))?;
        }
        writeln!(out, "phi        {}", self.phi.join(" "))
    }
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let rules = match joined(&asked.words).as_slice() {
        [game] => positions::full_name(game).and_then(|name| positions::heap_rules(&name))?,
        _ => None,
    };
    let Some(rules) = rules else {
        return Err(Trouble::domain("quotient needs a heap game and no position, such as kayles"));
    };
    let last = asked.number("heaps")?.unwrap_or(HEAPS);
    let order = asked.number("order")?.unwrap_or(ORDER);
    let file = asked.text("state");
    let mut quotient = Quotient::new((*rules).clone()).with_largest_order(order);
    if let Some(file) = file.filter(|file| fs::exists(file).unwrap_or(false)) {
        let kept = fs::read_to_string(file).map_err(|error| Stop::file(file, &error))?;
        if !desk.working(|_, arena| quotient.restore(&kept, arena.budget()))? {
            return Err(Trouble::domain(format!(
                "{file} is there and no state of this quotient; give another file to --state"
            )));
        }
    }
    let work = Work::on("heaps", None);
    let found = desk.working_on(work, |_, arena| {
        let budget = arena.budget().clone();
        quotient.settle(last, &budget)
    });
    // Whatever ended it, what was found is kept.
    if let Some(file) = file {
        fs::write(file, quotient.state()).map_err(|error| Stop::file(file, &error))?;
    }
    let stopped = match found {
        Ok(Some(_)) => None,
        Ok(None) => Some(format!("at heap {last}, as --heaps says")),
        Err(error @ values::Error::Interrupted) => return Err(error.into()),
        Err(error) => Some(error.to_string()),
    };
    if let Some(file) = asked.text("svg") {
        if quotient.order() > SMALL {
            return Err(Trouble::domain(format!(
                "a picture shows at most {SMALL} elements; these are {}",
                quotient.order()
            )));
        }
        let (structure, division) = (quotient.structure(), quotient.division());
        let picture = desk.host().picture(&Picture::Division(&structure, &division));
        if file == "-" {
            out.write_all(picture.as_bytes())?;
            return Ok(Exit::Answered);
        }
        fs::write(file, picture).map_err(|error| Stop::file(file, &error))?;
    }
    let answer = QuotientAnswer::new(&quotient, stopped);
    match desk.json() {
        true => json::line(out, &answer)?,
        false => answer.print(out)?,
    }
    Ok(Exit::Answered)
}

/// The classes of a division as texts, the lost elements marked.
#[must_use]
pub fn class_texts(structure: &Structure, division: &Division) -> Vec<String> {
    let written = |&x: &usize| match structure.lost.contains(&x) {
        true => format!("[{}]", structure.elements[x]),
        false => structure.elements[x].clone(),
    };
    let class = |class: &Vec<usize>| class.iter().map(written).collect::<Vec<_>>().join(" ");
    division.classes.iter().map(class).collect()
}
