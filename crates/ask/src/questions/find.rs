//! A position with a property, for the museum of values.

use serde::Serialize;
use solve::{Order, Predicate, Property};
use std::io::Write;
use std::sync::Arc;
use values::Outcome;

use crate::settings::{self, NOTATION, dyadic};
use crate::{Asked, Desk, Exit, Known, Question, Setting, Takes, Trouble, Word, Work, json};
use positions::{self, Sum, Wanted};

/// `legatus find`.
pub static QUESTION: Question = Question {
    name: "find",
    about: "Find a position with a property, the smallest first",
    help: "All positions on the board are searched, or so many random ones. If none has the \
           property, the exit code is 1, and the answer says whether everything was searched.",
    words: &[
        Word::needed(
            "GAME",
            "The game",
        ).known(Known::Games),
        Word::needed(
            "BOARD",
            "The board: a size such as 3x4, or any position on it; blocked squares stay \
                    blocked",
        ).known(Known::Starts),
    ],
    settings: &[
        Setting::new("value", Takes::Text("EXPR"), "With this value"),
        Setting::new(
            "outcome",
            Takes::OneOf("OUTCOME", &["P", "N", "L", "R"], false),
            "With this outcome",
        ),
        Setting::new("temperature", NUMBER_T, "With this temperature"),
        Setting::new("mean", NUMBER_X, "With this mean"),
        Setting::new(
            "atomic-weight",
            Takes::Text("EXPR"),
            "With this atomic weight",
        ),
        Setting::new(
            "is",
            Takes::OneOf("KIND", &KIND_NAMES, true),
            "With a value that is one of these",
        ),
        Setting::new(
            "random",
            Takes::Number("TRIES", 0, u64::MAX),
            "Try this many random positions instead of all",
        ),
        Setting::new(
            "seed",
            Takes::Number("N", 0, u64::MAX),
            "Where the random numbers start",
        )
        .or("1"),
        settings::json("Print a JSON object: position, value, searched, complete"),
        NOTATION,
    ],
    examples: &[
        "legatus find legionnaires 3x3 --value 2",
        "legatus find legionnaires 2x4 --value '*2' --json",
        "legatus find domineering 3x3 --temperature 1/2 --outcome L",
        "legatus find clobber 2x4 --is nimber --random 1000",
    ],
    web: None,
    answer,
};

const NUMBER_T: Takes = Takes::Readable("T", |text| dyadic(text).map(drop));
const NUMBER_X: Takes = Takes::Readable("X", |text| dyadic(text).map(drop));

/// Predicates by name.
const KINDS: [(&str, Predicate); 7] = [
    ("number", |arena, g| Ok(arena.as_number(g).is_some())),
    ("integer", |arena, g| {
        Ok(arena.as_number(g).is_some_and(|number| number.is_integer()))
    }),
    ("nimber", |arena, g| Ok(arena.as_nimber(g).is_some())),
    ("infinitesimal", |arena, g| Ok(arena.is_infinitesimal(g))),
    ("all-small", |arena, g| Ok(arena.is_all_small(g))),
    ("hot", |arena, g| Ok(arena.temperature(g)?.signum() > 0)),
    ("switch", |arena, g| Ok(arena.is_switch(g))),
];

const KIND_NAMES: [&str; 7] = {
    let mut names = [""; 7];
    let mut i = 0;
    while i < names.len() {
        names[i] = KINDS[i].0;
        i += 1;
    }
    names
};

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct FindAnswer {
    /// The position, if there is one.
    pub position: Option<String>,
    /// Its value.
    pub value: Option<String>,
    /// How many positions were searched.
    pub searched: u64,
    /// Whether these are all.
    pub complete: bool,
    /// That a part of an expression has another meaning as a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let answer = find(desk, asked)?;
    let searched = answer.searched;
    match (&answer.position, &answer.value) {
        _ if desk.json() => json::line(out, &answer)?,
        (Some(position), Some(value)) => {
            writeln!(out, "{position}\nvalue     {value}\nsearched  {searched}")?;
        }
        _ if answer.complete => writeln!(
            out,
            "not found: all {searched} positions on this board were searched"
        )?,
        _ => writeln!(
            out,
            "not found among {searched} positions; these are not all there are"
        )?,
    }
    Ok(match answer.position {
        Some(_) => Exit::Answered,
        None => Exit::Negative,
    })
}

fn find(desk: &mut Desk, asked: &Asked) -> Result<FindAnswer, Trouble> {
    let word = |place: usize| asked.words.get(place).map_or("", String::as_str);
    let board = positions::read(word(0), &rules::blank(word(1)))?;
    Sum::from(Arc::clone(&board)).finite()?;
    let properties = properties(desk, asked)?;
    if properties.is_empty() {
        return Err(Trouble::domain("find what? Say --value, --outcome, --temperature, --mean, --atomic-weight \
                       or --is"));
    }
    let random: Option<u64> = asked.number("random")?;
    let order = match random {
        Some(tries) => Order::Random {
            seed: asked.number("seed")?.unwrap_or(1),
            tries,
        },
        None => Order::All,
    };
    let total = random.map(u128::from).or_else(|| board.board_count());
    if total.is_none() {
        let message = format!(
            "the positions of {} on this board cannot be numbered; try --random 100000",
            board.game()
        );
        return Err(Trouble::limit(message));
    }
    let watched = desk.watch(Work {
        instead: random.is_none().then_some("--random 100000"),
        ..Work::on("positions", total)
    });
    let mut before = 0;
    let finding = desk.working_silently(|solvers, arena| {
        let wanted = Wanted {
            properties: &properties,
            order,
        };
        board.find(&wanted, solvers, arena, &mut |searched| {
            watched.step(searched.saturating_sub(before));
            before = searched;
        })
    });
    drop(watched);
    let finding = finding?;
    let note = desk.note();
    let (_, arena) = desk.workbench();
    let (position, value) = match finding.found {
        Some((position, value)) => (Some(position), Some(arena.text(value, asked.notation())?)),
        None => (None, None),
    };
    Ok(FindAnswer {
        position,
        value,
        searched: finding.searched,
        complete: finding.complete,
        note,
    })
}

fn properties(desk: &mut Desk, asked: &Asked) -> Result<Vec<Property>, Trouble> {
    let mut properties = Vec::new();
    let mut value = |text: &str| {
        let sum = desk.sum(text)?;
        sum.finite()?;
        Ok::<_, Trouble>(desk.working(|solvers, arena| sum.value(solvers, arena))?)
    };
    if let Some(text) = asked.text("value") {
        properties.push(Property::Value(value(text)?));
    }
    if let Some(text) = asked.text("atomic-weight") {
        properties.push(Property::AtomicWeight(value(text)?));
    }
    if let Some(outcome) = asked.text("outcome") {
        properties.push(Property::Outcome(match outcome {
            "P" => Outcome::P,
            "N" => Outcome::N,
            "L" => Outcome::L,
            _ => Outcome::R,
        }));
    }
    properties.extend(
        asked
            .read("temperature", dyadic)?
            .map(Property::Temperature),
    );
    properties.extend(asked.read("mean", dyadic)?.map(Property::Mean));
    for (name, predicate) in KINDS {
        if asked.texts("is").iter().any(|kind| kind == name) {
            properties.push(Property::Predicate(predicate));
        }
    }
    Ok(properties)
}
