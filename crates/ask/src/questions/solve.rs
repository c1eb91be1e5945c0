//! Puzzles for one player.

use rules::{PUZZLES, Puzzle, PuzzleInfo, PuzzleVisitor, find_puzzle, visit_puzzle};
use serde::Serialize;
use solve::{Found, Solving, find_solution};
use std::io::Write;
use values::Budget;

use crate::{Asked, Desk, Exit, Layout, Question, Trouble, Word, json, settings, table};
use positions::paragraph;

/// `legatus solve`.
pub static QUESTION: Question = Question {
    name: "solve",
    about: "Solve a puzzle for one player, or prove that it has no solution",
    help: "Without arguments, lists the puzzles; with a puzzle alone, explains it. The search \
           tries every move and takes it back if what is left has no solution. If there is none, \
           the exit code is 1.",
    words: &[
        Word::needed(
            "PUZZLE",
            "The puzzle, perhaps with a variant behind a colon",
        ).or_none(),
        Word::needed(
            "POSITION",
            "The position: a name, or as the puzzle writes it; `-` reads one per line of \
                    standard input",
        ).or_none(),
    ],
    settings: &[settings::json(
        "Print a JSON object: moves (null if there is no solution), final (the position that they \
         lead to), reason (why there is none) and positions (how many were searched)",
    )],
    examples: &[
        "legatus solve",
        "legatus solve peg_solitaire",
        "legatus solve peg_solitaire:d4 english",
        "legatus solve knights_tour 8x8:a1",
        "legatus solve knights_tour:closed 6x6 --seconds 10",
        "legatus solve peg_solitaire oo.o --json",
    ],
    web: None,
    answer,
};

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    match asked.words.as_slice() {
        [] => {
            list(desk.json(), out)?;
            Ok(Exit::Answered)
        }
        [puzzle] => {
            let info = find_puzzle(puzzle.split(':').next().unwrap_or(puzzle))?;
            match desk.json() {
                true => json::line(out, &PuzzleAnswer::of(info))?,
                false => out.write_all(page(info).as_bytes())?,
            }
            Ok(Exit::Answered)
        }
        [puzzle, dash, ..] if dash == "-" => desk.lines(out, &mut |desk, text, out| {
            solve(desk, puzzle, text, Layout::Line, out)
        }),
        [puzzle, position, ..] => solve(desk, puzzle, position, Layout::Page, out),
    }
}

fn list(is_json: bool, out: &mut dyn Write) -> std::io::Result<()> {
    if is_json {
        let puzzles: Vec<PuzzleAnswer> = PUZZLES.into_iter().map(PuzzleAnswer::of).collect();
        return json::line(out, &puzzles);
    }
    let rows = PUZZLES.iter().map(|info| {
        let [name, position] = info.example;
        let example = format!("legatus solve {name} {position}");
        vec![info.name.into(), info.title.into(), example]
    });
    out.write_all(table(&rows.collect::<Vec<_>>()).as_bytes())
}

fn solve(
    desk: &mut Desk,
    puzzle: &str,
    position: &str,
    layout: Layout,
    out: &mut dyn Write,
) -> Result<Exit, Trouble> {
    let (answer, shown) = desk.working(|_, arena| {
        let budget = arena.budget().clone();
        visit_puzzle(puzzle, position, Solve { budget })
    })??;
    let moves = answer.moves.as_deref().unwrap_or_default();
    match (desk.json(), layout, &answer.reason) {
        (true, ..) => json::line(out, &answer)?,
        (_, _, Some(reason)) => writeln!(out, "no solution: {reason}")?,
        (_, Layout::Line, None) => writeln!(out, "{}", moves.join(" "))?,
        (_, Layout::Page, None) => {
            writeln!(out, "solved in {}", count(moves.len() as u64, "move"))?;
            write!(out, "{shown}")?;
            writeln!(out, "line      {}", moves.join(" "))?;
            writeln!(out, "searched  {}", count(answer.positions, "position"))?;
        }
    }
    Ok(match answer.reason {
        None => Exit::Answered,
        Some(_) => Exit::Negative,
    })
}

/// What a search has found.
#[derive(Clone, Debug, Serialize)]
pub struct SolveAnswer {
    /// The solution, if there is one.
    pub moves: Option<Vec<String>>,
    /// The position that the moves lead to.
    #[serde(rename = "final")]
    pub last: Option<String>,
    /// Why there is no solution.
    pub reason: Option<String>,
    /// How many positions were searched.
    pub positions: u64,
}

/// Solves whatever puzzle it is shown; with the solution for people.
struct Solve {
    budget: Budget,
}

impl PuzzleVisitor for Solve {
    type Output = values::Result<(SolveAnswer, String)>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let Solving { found, positions } = find_solution(puzzle, &self.budget)?;
        let unsolved = |reason| SolveAnswer {
            moves: None,
            last: None,
            reason: Some(reason),
            positions,
        };
        Ok(match found {
            Found::Solution(line) => {
                let play = |state, &mv: &P::Move| puzzle.play(&state, mv);
                let last = line.iter().fold(puzzle.start(), play);
                let answer = SolveAnswer {
                    moves: Some(line.iter().map(|&mv| puzzle.write_move(mv)).collect()),
                    last: Some(puzzle.write(&last)),
                    reason: None,
                    positions,
                };
                (answer, puzzle.show(&line))
            }
            Found::Obstacle(reason) => (unsolved(reason), String::new()),
            Found::Exhausted => {
                let all = count(positions, "position");
                let reason = format!("everything was tried, {all}");
                (unsolved(reason), String::new())
            }
        })
    }
}

fn count(number: u64, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {what}{s}")
}

fn page(info: &PuzzleInfo) -> String {
    let mut page = format!("{} ({})\n", info.title, info.name);
    for (title, text) in [("Rules", info.rules), ("Notation", info.notation)] {
        page.push_str(&format!("\n{title}\n{}", paragraph(text)));
    }
    let variants = info.variants.iter();
    let variants = variants.map(|v| vec![format!("{}:{}", info.name, v.name), v.about.into()]);
    let starts = info.starts.iter();
    let starts = starts.map(|s| vec![s.name.into(), s.about.into()]);
    let [name, position] = info.example;
    let example = vec![vec![format!("legatus solve {name} {position}")]];
    for (title, rows) in [
        ("Variants", variants.collect()),
        ("Positions", starts.collect()),
        ("Example", example),
    ] {
        page.push_str(&format!("\n{title}\n"));
        for line in table(&rows).lines() {
            page.push_str(&format!("  {line}\n"));
        }
    }
    page
}

/// A puzzle, as it is explained.
#[derive(Serialize)]
struct PuzzleAnswer {
    name: &'static str,
    title: &'static str,
    rules: &'static str,
    notation: &'static str,
    variants: Vec<AboutAnswer>,
    starts: Vec<StartAnswer>,
    example: [&'static str; 2],
}

impl PuzzleAnswer {
    fn of(info: &'static PuzzleInfo) -> Self {
        PuzzleAnswer {
            name: info.name,
            title: info.title,
            rules: info.rules,
            notation: info.notation,
            variants: AboutAnswer::list(info.variants.iter().map(|v| (v.name, v.about))),
            starts: StartAnswer::list(info.starts.iter().map(|s| (s.name, s.text, s.about))),
            example: info.example,
        }
    }
}

/// Something with a name, explained.
#[derive(Serialize)]
pub struct AboutAnswer {
    name: &'static str,
    about: &'static str,
}

impl AboutAnswer {
    /// All of them.
    pub fn list(all: impl Iterator<Item = (&'static str, &'static str)>) -> Vec<Self> {
        all.map(|(name, about)| AboutAnswer { name, about })
            .collect()
    }
}

/// A position to start from.
#[derive(Serialize)]
pub struct StartAnswer {
    name: &'static str,
    position: &'static str,
    about: &'static str,
}

impl StartAnswer {
    /// All of them: names, positions, and what is to say about them.
    pub fn list(
        all: impl Iterator<Item = (&'static str, &'static str, &'static str)>,
    ) -> Vec<Self> {
        let start = |(name, position, about)| StartAnswer {
            name,
            position,
            about,
        };
        all.map(start).collect()
    }
}
