//! Positions of games. Every game of the registry is a function too; what is
//! here takes the positions that those give.

use std::sync::Arc;

use num_bigint::BigInt;

use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::super::ordinal::Ordinal;
use super::super::placing;
use super::Arguments;
use positions::{self, Board, Sum};
use rules::HeapRules;
use solve::{NimSequence, Periodicity};
use values::Genus;

/// Bound on the squares of an empty board.
const MAX_SQUARES: u64 = 1024;
/// Bound on the items of a list of nim values.
const MAX_ITEMS: u64 = 1_000_000;
/// Bound on the items of a list of values.
const MAX_VALUES: u64 = 10_000;

functions! { "Positions":
    /// A game by its name, or by the path or the text of a rule file, whose game is known from then on.
    game(text).gives_game(), "game(\"clobber\")(\"xo\")" => "*", |games, a| {
        let text = a.text(games, 0)?;
        let name = match (text.contains('\n'), rules::name_and_variant(text)) {
            (true, _) => rules::open_text(text)?.info().name.to_owned(),
            (false, (path, variant)) => {
                if rules::is_rule_file(path) {
                    rules::open_file(path)?;
                }
                let name = rules::canonical_name(text)?;
                if variant.is_some() {
                    rules::Rules::find(&name)?;
                }
                name
            }
        };
        Ok(Object::Ruleset(name.into()))
    };
    /// The moves of a player in a position or a sum of positions.
    moves(g, player), "moves(domineering(\"2x2\"), Left)" => "[\"a2a1\",\"b2b1\"]", |games, a| {
        let sum = sum(games, a)?;
        let player = a.player(games, 1)?;
        let moves = sum.moves(&mut games.arena, player)?;
        Object::list(
            moves
                .into_iter()
                .map(|(text, _)| Object::text(text))
                .collect(),
        )
    };
    /// The nim value of an impartial game.
    nim_value(g).also(&["grundy", "Grundy"]), "nim_value(kayles(12))" => "4", |games, a| {
        if let Object::TransfiniteNimber(heap) = a.get(0) {
            return Ok(Object::ordinal(Ordinal::clone(heap)));
        }
        let sum = sum(games, a)?;
        sum.finite()?;
        match sum.nim_value(&mut games.solvers, &mut games.arena)? {
            Some(k) => Ok(BigInt::from(k).into()),
            None => Err(a.wrong(games, 0, "an impartial game")),
        }
    };
    /// The genus of an impartial game in misère play, where who cannot move wins.
    genus(g), "genus(kayles(5))" => "4^146", |games, a| {
        Ok(Object::Genus(Arc::new(genus(games, a)?)))
    };
    /// The nim value of an impartial game in misère play.
    misere_nim_value(g), "misere_nim_value(kayles(5))" => "1", |games, a| {
        Ok(BigInt::from(genus(games, a)?.misere_nim_value()).into())
    };
    /// The nim values of single heaps of 1 to n in a heap game.
    nim_value_sequence(game, n), "nim_value_sequence(kayles, 8)" => "[1,2,3,1,4,3,2,1]",
        |games, a| {
            let mut sequence = sequence(games, a)?;
            let n = a.natural(games, 1)?;
            if n > MAX_ITEMS {
                return Err(Problem::limit(format!(
                    "a list of {n} nim values: the bound is {MAX_ITEMS}"
                )));
            }
            let values = sequence.values(n, games.arena.budget())?;
            Object::list(values.into_iter().map(|k| BigInt::from(k).into()).collect())
        };
    /// The values of single heaps of 1 to n in a heap game.
    game_value_sequence(game, n).also(&["CanonicalFormSequence"]),
        "game_value_sequence(subtraction([1,3]), 4)" => "[*,0,*,0]", |games, a| {
            let n = a.natural(games, 1)?;
            if n > MAX_VALUES {
                return Err(Problem::limit(format!(
                    "a list of {n} values: the bound is {MAX_VALUES}"
                )));
            }
            let mut values = Vec::new();
            for heap in 1..=n {
                let sum = at(games, a, BigInt::from(heap).into(), "a heap game")?;
                let value = games.sum_value(&sum)?;
                values.push(games.object(value));
            }
            Object::list(values)
        };
    /// The nim values of a game of pairs, from (0,0) to (m,n): a row for every first number.
    nim_value_table(game, m, n), "nim_value_table(wythoff, 0, 3)" => "0 | 1 | 2 | 3",
        |games, a| {
            let (m, n) = (a.natural(games, 1)?, a.natural(games, 2)?);
            let cells = m.saturating_add(1).saturating_mul(n.saturating_add(1));
            if cells > MAX_VALUES {
                return Err(Problem::limit(format!(
                    "a table of {cells} values: the bound is {MAX_VALUES}"
                )));
            }
            let mut rows = Vec::new();
            for i in 0..=m {
                let mut row = Vec::new();
                for j in 0..=n {
                    let sum = at(games, a, Object::Coordinates([i, j].into()), "a game of pairs")?;
                    sum.finite()?;
                    match sum.nim_value(&mut games.solvers, &mut games.arena)? {
                        Some(k) => row.push(k.to_string()),
                        None => return Err(a.wrong(games, 0, "an impartial game")),
                    }
                }
                rows.push(row);
            }
            Ok(Object::prose(table(&rows)))
        };
    /// The period of the nim values of a heap game, if heaps up to n prove it.
    check_periodicity(game, n), "check_periodicity(kayles, 1000)" => "Periodicity(Period => 12, Preperiod => 71, Saltus => 0)",
        |games, a| {
            let mut sequence = sequence(games, a)?;
            let n = a.natural(games, 1)?;
            let found = sequence.periodicity(n, games.arena.budget())?;
            Ok(Object::prose(match found.filter(Periodicity::is_proved) {
                Some(periodicity) => periodicity.cgsuite(),
                None => "Nothing".to_owned(),
            }))
        };
    /// The game in which Left takes from a heap as in one subtraction game, Right as in another.
    partizan_join(game, other).gives_game(), "partizan_join(subtraction([1,3]), subtraction([2,3]))(4)" => "{1|1,{1|0}}",
        |games, a| {
            let sets = [0, 1].map(|place| subtraction_set(a.get(place)));
            let [Some(left), Some(right)] = sets else {
                let place = usize::from(sets[0].is_some());
                return Err(a.wrong(games, place, "a subtraction game of a finite set"));
            };
            let name = format!("partizan_subtraction:{left};{right}");
            rules::Rules::find(&name)?;
            Ok(Object::Ruleset(name.into()))
        };
    /// The code of a take-and-break game.
    code(game), "code(kayles)" => "\"0.77\"", |games, a| match heap_rules(games, a)?.as_deref() {
        Some(HeapRules::TakeAndBreak(code)) => Ok(Object::text(code.to_string())),
        _ => Err(a.wrong(games, 0, "a take-and-break game")),
    };
    /// A position drawn with characters.
    draw(g), "draw(nim(5))" => "5  ooooo", |games, a| match sum(games, a)?.board() {
        Some(board) => Ok(Object::prose(board.drawing())),
        None => Err(a.wrong(games, 0, "one position")),
    };
    /// A position or a sum as it can be typed.
    written(g), "written(clobber(\"xo|ox\") - ^)" => "clobber(\"BW/WB\") + v", |games, a| {
        let sum = sum(games, a)?;
        Ok(Object::prose(sum.expression(&mut games.arena)?))
    };
    /// The text of a board with Left's stones as x and Right's as o.
    grid_string(g), "grid_string(clobber(\"BW/.B\"))" => "\"xo|.x\"", |games, a| {
        let sum = sum(games, a)?;
        match sum.board().and_then(|board| grid_string(board)) {
            Some(text) => Ok(Object::text(text)),
            None => Err(a.wrong(games, 0, "a board of squares that are empty, blocked or have a stone")),
        }
    };
    /// The text of an empty board.
    empty_board(rows, columns).also(&["Grid.Empty"]), "empty_board(2, 3)" => "\".../...\"",
        |games, a| {
            let (rows, columns) = (a.natural(games, 0)?, a.natural(games, 1)?);
            if rows.saturating_mul(columns) > MAX_SQUARES {
                return Err(Problem::limit(format!(
                    "a board of {rows} by {columns}: the bound is {MAX_SQUARES} squares"
                )));
            }
            let row = ".".repeat(usize::try_from(columns).unwrap_or_default());
            let rows = usize::try_from(rows).unwrap_or_default();
            Ok(Object::text(vec![row; rows].join("/")))
        };
}

/// Rows of cells as CGSuite prints them.
fn table(rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        widths.resize(row.len().max(widths.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let rows = rows.iter().map(|row| {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, &width)| format!("{cell:>width$}"))
            .collect();
        cells.join(" | ")
    });
    let rows: Vec<String> = rows.collect();
    rows.join(&format!("\n{}\n", line.join("-+-")))
}

fn sum(games: &mut Games, a: &Arguments) -> Result<Sum, Problem> {
    match games.as_sum(a.get(0))? {
        Some(sum) => Ok(sum),
        None => Err(a.wrong(games, 0, "a position")),
    }
}

/// A board in CGSuite's letters, if it is read in them.
fn grid_string(board: &Board) -> Option<String> {
    let text = board.text();
    let letter = |c: char| {
        Some(match c {
            'B' | 'L' => 'x',
            'W' | 'R' => 'o',
            '/' => '|',
            '.' | '#' => c,
            _ => return None,
        })
    };
    let written: String = text.chars().map(letter).collect::<Option<_>>()?;
    let read = positions::read(board.game(), &written).ok()?;
    (read.text() == text).then_some(written)
}

fn genus(games: &mut Games, a: &Arguments) -> Result<Genus, Problem> {
    if let Object::Misere(form) = a.get(0) {
        return Ok(games.misere().0.genus(*form).clone());
    }
    let sum = sum(games, a)?;
    sum.finite()?;
    match sum.genus(&mut games.solvers, &mut games.arena)? {
        Some(genus) => Ok(genus),
        None => Err(a.wrong(games, 0, "an impartial game")),
    }
}

/// The nim values of the heaps of a heap game.
fn sequence(games: &mut Games, a: &Arguments) -> Result<NimSequence, Problem> {
    match heap_rules(games, a)? {
        Some(rules) => Ok(NimSequence::new(&rules)),
        None => Err(a.wrong(games, 0, "a heap game")),
    }
}

/// What may be taken in a subtraction game.
fn subtraction_set(object: &Object) -> Option<String> {
    let Object::Ruleset(name) = object else {
        return None;
    };
    match positions::heap_rules(name).ok()?.as_deref() {
        Some(HeapRules::Subtraction(set)) => Some(set.to_string()),
        _ => None,
    }
}

/// The rules of the heap game that the first argument is; the second, if there
/// is one, is the largest heap that they are needed for.
fn heap_rules(games: &mut Games, a: &Arguments) -> Result<Option<Arc<HeapRules>>, Problem> {
    match a.get(0) {
        Object::Ruleset(name) => Ok(positions::heap_rules(name)?),
        Object::Tabulated(game) => {
            let largest = if a.len() > 1 { a.natural(games, 1)? } else { 0 };
            game.heap_rules(games, largest)
        }
        _ => Ok(None),
    }
}

/// The position of the game that the first argument is.
fn at(
    games: &mut Games,
    a: &Arguments,
    position: Object,
    expected: &str,
) -> Result<Arc<Sum>, Problem> {
    let placed = match a.get(0) {
        Object::Ruleset(name) => placing::place(games, name, &[position], &[])?,
        Object::Tabulated(game) => game.place(games, &[position])?,
        _ => return Err(a.wrong(games, 0, expected)),
    };
    match placed {
        Object::Sum(sum) => Ok(sum),
        _ => Err(a.wrong(games, 0, expected)),
    }
}
