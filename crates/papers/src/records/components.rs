//! Components of Domineering: the values of connected sets of free squares.

use super::line::SLOW;
use super::polyominoes::{Polyomino, free_polyominoes};
use crate::{Context, Printed, Table, Trouble};
use rules::{Bits, Domineering, Game, Geometry, Key};
use solve::Evaluator;
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use values::{Arena, Dyadic, Value};

const GAME: &str = "domineering";

/// The most squares by default, and with --full.
const SQUARES: (usize, usize) = (15, 16);

/// The numbers of free polyominoes in print, from one square on.
const COUNTS: [u64; 16] = [
    1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600, 238_591, 901_971, 3_426_576, 13_079_255,
];

/// The most squares of the positions in print.
const PRINTED: usize = 15;

type Position<B> = <Domineering<B> as Game>::Position;

/// What is known of all components that were looked at.
#[derive(Default)]
struct Survey {
    /// The values, one of each and its negative.
    values: HashSet<Value>,
    /// How many there are with their negatives.
    count: u64,
    /// Those of values that are not numbers.
    temperatures: BTreeSet<Dyadic>,
    /// The largest nimber, and a component that has it.
    nimber: Option<(u64, String)>,
    /// The hottest component, and how many are as hot.
    hottest: Option<(Dyadic, String, u64)>,
}

impl Survey {
    fn add(
        &mut self,
        arena: &mut Arena,
        value: Value,
        component: &Polyomino,
    ) -> values::Result<()> {
        // A quarter turn makes the negative.
        let is_new = self.values.insert(value.min(-value));
        if let Some(nimber) = arena.as_nimber(value)
            && self.nimber.as_ref().is_none_or(|(most, _)| nimber > *most)
        {
            self.nimber = Some((nimber, board(component)));
        }
        if is_new {
            self.count += if value == -value { 1 } else { 2 };
        }
        if arena.is_number(value) {
            return Ok(());
        }
        let temperature = arena.temperature(value)?;
        match &mut self.hottest {
            Some((hottest, _, _)) if temperature < *hottest => {}
            Some((hottest, _, count)) if temperature == *hottest => *count += 1,
            hottest => *hottest = Some((temperature.clone(), board(component), 1)),
        }
        if is_new {
            self.temperatures.insert(temperature);
        }
        Ok(())
    }

    /// What is asked, for each the answer and a board that shows it; of some
    /// there is none. There are so many components of the largest size.
    fn says(&self, count: u64) -> [String; 2 * WHAT.len()] {
        let (nimber, nimber_at) = self.nimber.as_ref().expect("one square is 0");
        let nimber = match nimber {
            0 => "0".to_owned(),
            1 => "*".to_owned(),
            nimber => format!("*{nimber}"),
        };
        let (hottest, hottest_at) = match &self.hottest {
            None => ("only numbers".to_owned(), ""),
            Some((temperature, at, 1)) => (format!("{temperature}, of 1 component"), &**at),
            Some((temperature, at, count)) => {
                (format!("{temperature}, of {count} components"), &**at)
            }
        };
        let (temperatures, values) = (self.temperatures.len(), self.count);
        [
            count.to_string(),
            String::new(),
            nimber,
            nimber_at.clone(),
            hottest,
            hottest_at.to_owned(),
            temperatures.to_string(),
            String::new(),
            values.to_string(),
            String::new(),
        ]
    }
}

/// The board as one writes it.
fn board(component: &Polyomino) -> String {
    let row = |row| {
        let square = |col| component.squares >> (row * component.cols + col) & 1;
        let symbol = |col| if square(col) == 1 { '.' } else { '#' };
        (0..component.cols).map(symbol).collect::<String>()
    };
    (0..component.rows).map(row).collect::<Vec<_>>().join("/")
}

fn position<B: Bits>(component: &Polyomino) -> Option<Position<B>> {
    let geometry = Geometry::of(component.rows, component.cols);
    let squares = B::narrow(component.squares);
    Domineering::<B>::default().unpack(&Key::board([squares, B::default()], geometry))
}

/// Evaluators of boards up to 64 squares and of larger ones. Components of 15
/// squares lie on the former; a few of 16 are stairs on 8x9.
#[derive(Default)]
struct Evaluators {
    small: Evaluator<Position<u64>>,
    large: Evaluator<Position<u128>>,
}

impl Evaluators {
    fn value(&mut self, arena: &mut Arena, component: &Polyomino) -> Result<Value, Trouble> {
        let unread = || Trouble::Data(format!("{GAME} {}", board(component)));
        let value = match component.rows * component.cols <= 64 {
            true => {
                let position = position(component).ok_or_else(unread)?;
                self.small.value(arena, &position)?
            }
            false => {
                let position = position(component).ok_or_else(unread)?;
                self.large.value(arena, &position)?
            }
        };
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        self.small.bytes() + self.large.bytes()
    }
}

/// Adds all components of so many squares: how many there are.
fn look_at(
    context: &mut Context<'_>,
    evaluators: &mut Evaluators,
    survey: &mut Survey,
    squares: usize,
) -> Result<u64, Trouble> {
    let budget = context.budget().clone();
    let arena = &mut context.arena;
    let mut count = 0;
    let mut one = |component: &Polyomino| -> Result<(), Trouble> {
        let value = evaluators.value(arena, component)?;
        survey.add(arena, value, component)?;
        budget.look()?;
        count += 1;
        if count % (1 << 16) == 0 {
            let values = survey.values.capacity() * size_of::<(Value, u8)>();
            budget.check_bytes(arena.bytes() + evaluators.bytes() + values as u64)?;
        }
        Ok(())
    };
    let end = free_polyominoes(squares, &mut |component| match one(&component) {
        Ok(()) => ControlFlow::Continue(()),
        Err(trouble) => ControlFlow::Break(trouble),
    });
    match end {
        ControlFlow::Continue(()) => Ok(count),
        ControlFlow::Break(trouble) => Err(trouble),
    }
}

/// What is asked: how many components have so many squares, and the others of
/// all that have at most so many.
const WHAT: [&str; 5] = [
    "components",
    "largest nimber",
    "hottest",
    "temperatures",
    "values",
];

pub fn table(context: &mut Context<'_>) -> Result<Table, Trouble> {
    let mut table = sizes(context, SQUARES)?;
    table.note(NOTE);
    Ok(table)
}

/// Rows about every size to one, and with --full to the other.
fn sizes(context: &mut Context<'_>, (last, most): (usize, usize)) -> Result<Table, Trouble> {
    let mut table = Table::new(&["squares", "what", "command"]);
    let (mut evaluators, mut survey) = (Evaluators::default(), Survey::default());
    let mut surveyed = 0;
    for squares in 1..=most {
        let key = squares.to_string();
        let count = COUNTS[squares - 1].to_string();
        // The values of print are of all components of at most 15 squares.
        let value = |printed| match squares == PRINTED {
            true => Printed::cell(printed),
            false => Printed::blank(),
        };
        let printed = [
            Printed::cell(&count),
            value("*3"),
            value("2, of 1 component"),
            Printed::blank(),
            Printed::blank(),
        ];
        if squares > last && !context.full {
            for (what, printed) in WHAT.iter().zip(printed) {
                table.skip(&[&key, what, &again(last, squares)], &printed, SLOW);
            }
            continue;
        }
        let sweep = format!("{}: {squares} squares", again(last, most));
        let found: [String; 2 * WHAT.len()] = context.answer(&sweep, |context| {
            let mut count = 0;
            // What is said of this size is about all smaller ones too, so that
            // those whose answers were kept have to be looked at again.
            while surveyed < squares {
                surveyed += 1;
                count = look_at(context, &mut evaluators, &mut survey, surveyed)?;
            }
            Ok(survey.says(count))
        })?;
        let (rows, _) = found.as_chunks::<2>();
        for (([computed, board], what), printed) in rows.iter().zip(WHAT).zip(printed) {
            let command = match board.as_str() {
                "" => again(last, squares),
                board => format!("legatus value {GAME} {board}"),
            };
            table.text(&[&key, what, &command], &printed, computed);
            if !board.is_empty() {
                table.about(GAME, board);
            }
        }
    }
    Ok(table)
}

/// The command that counts.
fn again(last: usize, squares: usize) -> String {
    let full = if squares > last { " --full" } else { "" };
    format!("legatus tables records domineering-components{full}")
}

const NOTE: &str = "A component is a connected set of free squares; one stands for all that rotations \
                    and reflections make of it. Components are those of so many squares, the free \
                    polyominoes (printed: OEIS A000105); all else is about those of at most so many. \
                    A quarter turn makes the negative: values are counted with their negatives. \
                    Temperatures are those of values that are not numbers. Print, to 15 squares: J. \
                    Uiterwijk and M. Barton, New results for Domineering from combinatorial game \
                    theory endgame databases (2015): nimbers up to *3, one position of temperature 2, \
                    none hotter; the rows of 16 squares are beyond it. A. Shankar and M. Sridharan, \
                    New temperatures in Domineering (2005), have 219 temperatures that were new then, \
                    of positions on grids of several sizes; which of them have at most 16 squares is \
                    not at hand here, so the rows on temperatures fill blanks.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::goes_on;
    use values::{Budget, Notation};

    #[test]
    fn sizes_that_are_kept_are_looked_at_again_for_larger_ones() {
        goes_on(|context| sizes(context, (6, 6)));
    }

    /// Every set of at most four squares of a board of 4x4, if it is connected.
    #[test]
    fn small_components_have_the_values_of_their_boards() {
        const SIDE: usize = 4;
        let budget = Budget::unlimited();
        let mut context = Context::new(&budget, false, Notation::Ascii);
        let (mut evaluators, mut survey) = (Evaluators::default(), Survey::default());
        for squares in 1..=SIDE {
            look_at(&mut context, &mut evaluators, &mut survey, squares).unwrap();
        }
        let (mut values, mut temperatures) = (HashSet::new(), BTreeSet::new());
        for set in 1_u128..1 << (SIDE * SIDE) {
            let component = Polyomino {
                rows: SIDE,
                cols: SIDE,
                squares: set,
            };
            if set.count_ones() as usize > SIDE || !is_connected(set, SIDE) {
                continue;
            }
            let value = context.value(GAME, &board(&component)).unwrap();
            values.insert(value);
            if !context.arena.is_number(value) {
                temperatures.insert(context.arena.temperature(value).unwrap());
            }
        }
        assert_eq!(survey.count, values.len() as u64);
        assert_eq!(survey.temperatures, temperatures);
        let (hottest, at, count) = survey.hottest.unwrap();
        assert_eq!((hottest, at.as_str(), count), (1.into(), "../..", 1));
        assert_eq!(survey.nimber.unwrap().0, 1);
    }

    fn is_connected(set: u128, side: usize) -> bool {
        let mut reached = set & set.wrapping_neg();
        loop {
            let mut more = reached;
            for square in (0..side * side).filter(|square| reached >> square & 1 == 1) {
                let col = square % side;
                more |= 1 << (square + side) & set;
                more |= 1_u128 << square >> side & set;
                more |= if col + 1 < side {
                    1 << (square + 1) & set
                } else {
                    0
                };
                more |= if col > 0 { 1 << (square - 1) & set } else { 0 };
            }
            if more == reached {
                return reached == set;
            }
            reached = more;
        }
    }
}
