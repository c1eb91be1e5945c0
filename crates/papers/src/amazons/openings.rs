//! Figs. 5 and 6: Black's orthodox opening moves.

use super::shapes::Shape;
use super::{Figure, LARGER, longest, read, thermographer, write};
use crate::{Agreement, Context, Printed, Table, Trouble};
use draw::{Map, Tile, map};
use rules::Position;
use std::cmp::Ordering;
use values::{Player, Thermograph};

/// Whether the amazons start on the same file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Files {
    Opposite,
    Same,
}

/// The amazons' rows on a board of `rows` rows, counted from 1 at the bottom.
#[derive(Clone, Copy)]
pub struct Start {
    rows: usize,
    pub black: usize,
    pub white: usize,
    files: Files,
}

/// What Black should do.
pub struct Opening {
    graph: Thermograph,
    /// The types of positions that orthodox moves at the base of the mast
    /// lead to.
    pub shapes: Vec<Shape>,
    /// How many orthodox moves lead to positions without a letter.
    nameless: usize,
}

impl Start {
    fn text(&self) -> String {
        let file = match self.files {
            Files::Opposite => 'b',
            Files::Same => 'a',
        };
        format!("{}x2:a{},{file}{}", self.rows, self.black, self.white)
    }

    /// Every start; those that differ by turning the board upside down once,
    /// if `once` says so.
    pub fn all(rows: usize, files: Files, once: bool) -> impl Iterator<Item = Start> {
        let pairs = (1..=rows).flat_map(move |white| (1..=rows).map(move |black| (black, white)));
        pairs
            .filter(move |&(black, white)| files == Files::Opposite || black != white)
            .filter(move |&(black, white)| {
                !once || (white, black) <= (rows + 1 - white, rows + 1 - black)
            })
            .map(move |(black, white)| Start {
                rows,
                black,
                white,
                files,
            })
    }

    pub fn opening(&self, context: &mut Context<'_>) -> Result<Opening, Trouble> {
        let position = read(&self.text())?;
        let solver = thermographer(context);
        let graph = solver.thermograph(&position)?;
        let moves = solver.orthodox_moves(&position, Player::Left, graph.temperature())?;
        let (mut shapes, mut nameless) = (Vec::new(), 0);
        for mv in moves {
            match Shape::of(&write(&position.play(Player::Left, &mv))) {
                Some(shape) => shapes.push(shape),
                None => nameless += 1,
            }
        }
        shapes.sort();
        shapes.dedup();
        Ok(Opening {
            graph,
            shapes,
            nameless,
        })
    }

    /// The number of rows from a row to the nearer end, with it.
    fn near(&self, row: usize) -> i64 {
        row.min(self.rows + 1 - row) as i64
    }

    /// The index m of option A against an amazon in this row.
    pub fn option_a(&self, row: usize) -> i64 {
        2 * self.rows as i64 - 4 * self.near(row) - 1
    }

    /// The index n of option B against White: B[-m-4,n].
    pub fn option_b(&self) -> i64 {
        2 * self.near(self.white) - 3
    }

    /// How option B compares with A at the base of the mast, by the two
    /// conditions of section 5, if White must stand in the central one of so
    /// many parts.
    pub fn expected(&self, parts: i64) -> Ordering {
        let [m, other] = [self.white, self.black].map(|row| self.option_a(row));
        if m < 1 {
            return Ordering::Less;
        }
        let central = (2 * parts * self.near(self.white)).cmp(&((parts - 1) * self.rows as i64));
        let far = (other + 1).cmp(&(3 * m + 3));
        central.min(far)
    }

    /// What the text of section 5 says about opposite files: nothing near the
    /// centre, else A (upright or upside down) or C, or B.
    fn predicted(&self, parts: i64) -> Option<&'static str> {
        let central = |row| self.option_a(row) < 1;
        if self.files == Files::Same || central(self.white) || central(self.black) {
            return None;
        }
        Some(match self.expected(parts) {
            Ordering::Greater => "B",
            _ => "A or C",
        })
    }
}

impl Opening {
    /// The letters of the orthodox moves.
    fn letters(&self) -> Vec<String> {
        let letter = |shape: &Shape| match shape.primed {
            true => format!("{}′", shape.letter),
            false => shape.letter.to_string(),
        };
        let mut letters: Vec<String> = self.shapes.iter().map(letter).collect();
        letters.dedup();
        letters
    }

    /// How option B compares with all others: whether it is the only orthodox
    /// move, one of them, or none.
    pub fn option_b(&self) -> Ordering {
        let is_b = |shape: &Shape| shape.letter == 'B' && !shape.primed;
        match self.nameless == 0 && self.shapes.iter().all(is_b) {
            true => Ordering::Greater,
            false if self.shapes.iter().any(is_b) => Ordering::Equal,
            false => Ordering::Less,
        }
    }

    /// Whether only toss-aways are orthodox.
    pub fn is_tossed(&self) -> bool {
        self.nameless == 0 && self.shapes.iter().all(|shape| shape.toss)
    }

    fn says(&self, cell: &str) -> bool {
        let mut shapes = self.shapes.iter().filter(|shape| !shape.primed);
        shapes.any(|shape| cell.contains(shape.letter))
    }

    fn text(&self) -> String {
        let mut names: Vec<String> = self.shapes.iter().map(ToString::to_string).collect();
        if self.nameless > 0 {
            names.push(format!("{} without a letter", self.nameless));
        }
        names.join(" ")
    }
}

/// The central part of the board where White must stand for option B: of how
/// many, as printed and as computed.
pub const ELEVENTH: i64 = 11;
pub const NINTH: i64 = 9;
pub const NOT_ELEVENTH: &str = "Option B is orthodox already when White stands in the central ninth, not eleventh: see \
     figure-7.";

fn openings(context: &mut Context<'_>, files: Files) -> Result<Table, Trouble> {
    let mut table = Table::new(&["start", "mean", "temperature"]);
    for rows in 2..=longest(context) {
        for start in Start::all(rows, files, true) {
            let opening = start.opening(context)?;
            context.step(1);
            let text = start.text();
            let mean = opening.graph.mean().to_string();
            let temperature = opening.graph.temperature().to_string();
            let keys = [text.as_str(), &mean, &temperature];
            let cell = start.predicted(ELEVENTH);
            let printed = cell.map_or(Printed::blank(), Printed::cell);
            let mut agreement = printed.judge(|cell| opening.says(cell));
            let corrected = start.predicted(NINTH).filter(|_| cell.is_some());
            if agreement == Agreement::Disagrees
                && corrected != cell
                && corrected.is_some_and(|cell| opening.says(cell))
            {
                agreement = Agreement::Explained(NOT_ELEVENTH.into());
            }
            table.push(&keys, &printed, Some(opening.text()), agreement);
        }
    }
    let more = if context.full { "" } else { LARGER };
    table.note(format!(
        "a is Black's file; N rows, `Nx2:` Black's square, White's square; boards upside down are \
         left out. Shown are the types of positions that Black's orthodox moves at the base of \
         the mast lead to, upside down ones under the same letter.{more}"
    ));
    Ok(table)
}

pub fn opposite(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = openings(context, Files::Opposite)?;
    table.note(
        "The paper column is what section 5 says in words, away from the centre (m and m' at least 1 in A[m,.] and \
         A'[m',.]): A or C, or B by its two conditions. Fig. 5 itself is lost.",
    );
    Ok(table)
}

pub fn same(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = openings(context, Files::Same)?;
    table.note("Fig. 6 is lost, and the text gives no rule for the same file.");
    Ok(table)
}

pub fn opposite_maps(context: &mut Context<'_>) -> Result<Vec<Figure>, Trouble> {
    maps(context, Files::Opposite)
}

pub fn same_maps(context: &mut Context<'_>) -> Result<Vec<Figure>, Trouble> {
    maps(context, Files::Same)
}

/// The map of every board that is computed.
fn maps(context: &mut Context<'_>, files: Files) -> Result<Vec<Figure>, Trouble> {
    let (number, what) = match files {
        Files::Opposite => ("5", "opposite files"),
        Files::Same => ("6", "the same file"),
    };
    let mut figures = Vec::new();
    for rows in 4..=longest(context) {
        let mut tiles = Vec::new();
        for start in Start::all(rows, files, false) {
            let opening = start.opening(context)?;
            tiles.push(Tile {
                column: start.white - 1,
                row: start.black - 1,
                letters: opening.letters(),
                mark: if opening.is_tossed() { "t" } else { "" },
            });
        }
        let picture = Map {
            title: format!("Black's orthodox opening on {rows} × 2, amazons on {what}"),
            axes: ["White's row", "Black's row"],
            size: rows,
            tiles,
            legend: &LEGEND,
        };
        figures.push(Figure {
            file: format!("amazons-{number}-{rows}.svg"),
            svg: map(&picture),
        });
    }
    Ok(figures)
}

/// What the letters mean; those that are met often have the darker colours.
const LEGEND: [(&str, &str); 11] = [
    ("A", "diagonally next to White, arrow beside Black"),
    ("B", "into White's row, arrow behind White"),
    ("C", "before White in her file, arrow beside Black"),
    ("D", "into White's row, arrow away"),
    ("E", "diagonally next to White, arrow away"),
    ("F", "before White in her file, arrow away (t: toss-away)"),
    ("G", "two rows from White, arrow between"),
    ("A′", "diagonally next to White, arrow beside White"),
    ("B′", "into White's row, arrow behind Black"),
    ("C′", "before White in her file, arrow beside White"),
    ("G′", "two rows from White, arrow before Black"),
];
