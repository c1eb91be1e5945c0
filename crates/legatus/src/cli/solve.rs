//! `legatus solve`: puzzles for one player.

use clap::Args;
use rules::{PUZZLES, Puzzle, PuzzleInfo, PuzzleVisitor, find_puzzle, visit_puzzle};
use solve::{Found, Solving, find_solution};
use std::io::Write;
use values::Budget;

use super::moves::table;
use super::question::{Desk, Layout, TimeLimit, Trouble};
use super::{Exit, Limits, Stop, json};
use positions::paragraph;

/// Solve a puzzle for one player, or prove that it has no solution
///
/// Without arguments, lists the puzzles; with a puzzle alone, explains it. The
/// search tries every move and takes it back if what is left has no solution.
/// If there is none, the exit code is 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus solve
  legatus solve peg_solitaire
  legatus solve peg_solitaire:d4 english
  legatus solve knights_tour 8x8:a1
  legatus solve knights_tour:closed 6x6 --seconds 10
  legatus solve peg_solitaire oo.o --json")]
pub struct Arguments {
    /// The puzzle, perhaps with a variant behind a colon
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// The position: a name, or as the puzzle writes it; `-` reads one per line
    /// of standard input
    #[arg(value_name = "POSITION")]
    position: Option<String>,

    /// Print a JSON object: moves (null if there is no solution), final (the
    /// position that they lead to), reason (why there is none) and positions
    /// (how many were searched)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, self.json)?.within(&self.time);
        let Some(puzzle) = &self.puzzle else {
            self.list(out)?;
            return Ok(Exit::Answered);
        };
        match self.position.as_deref() {
            None => {
                let answer = self.explain(puzzle, out);
                desk.finish(answer, out)
            }
            Some("-") => desk.lines(out, &mut |desk, text, out| {
                self.answer(desk, puzzle, text, Layout::Line, out)
            }),
            Some(position) => {
                let mut desk = desk;
                let answer = self.answer(&mut desk, puzzle, position, Layout::Page, out);
                desk.finish(answer, out)
            }
        }
    }

    fn list(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.json {
            let objects: Vec<String> = PUZZLES.into_iter().map(object).collect();
            return writeln!(out, "[{}]", objects.join(","));
        }
        let rows = PUZZLES.iter().map(|info| {
            let [name, position] = info.example;
            let example = format!("legatus solve {name} {position}");
            vec![info.name.into(), info.title.into(), example]
        });
        out.write_all(table(&rows.collect::<Vec<_>>()).as_bytes())
    }

    fn explain(&self, name: &str, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let info = find_puzzle(name.split(':').next().unwrap_or(name))?;
        match self.json {
            true => writeln!(out, "{}", object(info))?,
            false => out.write_all(page(info).as_bytes())?,
        }
        Ok(Exit::Answered)
    }

    fn answer(
        &self,
        desk: &mut Desk,
        puzzle: &str,
        position: &str,
        layout: Layout,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let answer = desk.working(|_, arena| {
            let budget = arena.budget().clone();
            visit_puzzle(puzzle, position, Solve { budget })
        })??;
        let searched = answer.positions;
        if self.json {
            writeln!(out, "{}", answer.object())?;
        } else if layout == Layout::Line {
            writeln!(out, "{}", answer.line())?;
        } else if let Some(reason) = &answer.reason {
            writeln!(out, "no solution: {reason}")?;
        } else {
            writeln!(
                out,
                "solved in {}",
                count(answer.moves.len() as u64, "move")
            )?;
            write!(out, "{}", answer.shown)?;
            writeln!(out, "line      {}", answer.moves.join(" "))?;
            writeln!(out, "searched  {}", count(searched, "position"))?;
        }
        Ok(match answer.reason {
            None => Exit::Answered,
            Some(_) => Exit::Negative,
        })
    }
}

/// What a search has found, as text.
struct Answer {
    moves: Vec<String>,
    /// The position that the moves lead to.
    last: String,
    /// The solution for people.
    shown: String,
    /// Why there is no solution.
    reason: Option<String>,
    positions: u64,
}

impl Answer {
    fn line(&self) -> String {
        match &self.reason {
            None => self.moves.join(" "),
            Some(reason) => format!("no solution: {reason}"),
        }
    }

    fn object(&self) -> String {
        let (moves, last, reason) = match &self.reason {
            None => {
                let moves: Vec<String> = self.moves.iter().map(|mv| json::string(mv)).collect();
                let moves = format!("[{}]", moves.join(","));
                (moves, json::string(&self.last), "null".into())
            }
            Some(reason) => ("null".into(), "null".into(), json::string(reason)),
        };
        let positions = self.positions;
        format!(
            "{{\"moves\":{moves},\"final\":{last},\"reason\":{reason},\"positions\":{positions}}}"
        )
    }
}

/// Solves whatever puzzle it is shown.
struct Solve {
    budget: Budget,
}

impl PuzzleVisitor for Solve {
    type Output = values::Result<Answer>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> values::Result<Answer> {
        let Solving { found, positions } = find_solution(puzzle, &self.budget)?;
        let (line, reason) = match found {
            Found::Solution(line) => (line, None),
            Found::Obstacle(reason) => (Vec::new(), Some(reason)),
            Found::Exhausted => {
                let all = count(positions, "position");
                (Vec::new(), Some(format!("everything was tried, {all}")))
            }
        };
        let play = |state, &mv: &P::Move| puzzle.play(&state, mv);
        let last = line.iter().fold(puzzle.start(), play);
        Ok(Answer {
            moves: line.iter().map(|&mv| puzzle.write_move(mv)).collect(),
            last: puzzle.write(&last),
            shown: puzzle.show(&line),
            reason,
            positions,
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

fn object(info: &'static PuzzleInfo) -> String {
    let variants = info.variants.iter().map(|v| {
        let (name, about) = (json::string(v.name), json::string(v.about));
        format!("{{\"name\":{name},\"about\":{about}}}")
    });
    let starts = info.starts.iter().map(|s| {
        let (name, about) = (json::string(s.name), json::string(s.about));
        let position = json::string(s.text);
        format!("{{\"name\":{name},\"position\":{position},\"about\":{about}}}")
    });
    let [name, position] = info.example.map(json::string);
    format!(
        "{{\"name\":\"{}\",\"title\":{},\"rules\":{},\"notation\":{},\"variants\":[{}],\"starts\":[{}],\"example\":[{name},{position}]}}",
        info.name,
        json::string(info.title),
        json::string(info.rules),
        json::string(info.notation),
        variants.collect::<Vec<_>>().join(","),
        starts.collect::<Vec<_>>().join(","),
    )
}
