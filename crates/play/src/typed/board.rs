//! Why a move on a board is illegal.

use super::squares;
use crate::state::State;
use rules::{DIRECTIONS, Position};
use std::ops::ControlFlow;
use values::Player;

/// A board as it is written.
struct Grid {
    rows: Vec<Vec<char>>,
}

/// Row and column from the top left.
type Place = (usize, usize);

impl Grid {
    fn new(text: &str) -> Option<Grid> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let columns = rows.first()?.len();
        rows.iter()
            .all(|row| row.len() == columns)
            .then_some(Grid { rows })
    }

    fn place(&self, name: &str) -> Option<Place> {
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let (letters, digits) = name.split_at(digits);
        let file = match letters.as_bytes() {
            [one] => usize::from(one - b'a'),
            [one, two] => 26 * (usize::from(one - b'a') + 1) + usize::from(two - b'a'),
            _ => return None,
        };
        let rank: usize = digits.parse().ok()?;
        let row = self.rows.len().checked_sub(rank)?;
        (rank > 0 && file < self.rows[0].len()).then_some((row, file))
    }

    fn at(&self, (row, column): Place) -> char {
        self.rows[row][column]
    }

    fn name(&self, (row, column): Place) -> String {
        let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
        let rank = self.rows.len() - row;
        match column {
            0..26 => format!("{}{rank}", letter(column)),
            _ => format!("{}{}{rank}", letter(column / 26 - 1), letter(column)),
        }
    }

    fn step(&self, (row, column): Place, (down, right): (isize, isize)) -> Option<Place> {
        let row = row.checked_add_signed(down)?;
        let column = column.checked_add_signed(right)?;
        (row < self.rows.len() && column < self.rows[0].len()).then_some((row, column))
    }

    /// The places on a line from one to another, the last included, if a line
    /// joins them.
    fn line(&self, from: Place, to: Place, directions: &[(isize, isize)]) -> Option<Vec<Place>> {
        directions.iter().find_map(|&direction| {
            let next = |&place: &Place| self.step(place, direction);
            let line: Vec<Place> = std::iter::successors(next(&from), next).collect();
            let end = line.iter().position(|&place| place == to)?;
            Some(line[..=end].to_vec())
        })
    }
}

/// Why what was typed is no move in a summand, as far as squares tell.
pub(super) fn reason(state: &State, place: usize, typed: &str) -> Option<String> {
    let component = &state.components()[place];
    let grid = Grid::new(&component.text())?;
    let named = squares(typed);
    let first = named.first()?;
    let mut places = Vec::with_capacity(named.len());
    for name in &named {
        match grid.place(name) {
            Some(place) => places.push(place),
            None => {
                let corner = grid.name((0, grid.rows[0].len() - 1));
                return Some(format!(
                    "{name} is not on the board, which goes from a1 to {corner}"
                ));
            }
        }
    }
    let mover = state.turn();
    let inside = if component.is_negated() {
        -mover
    } else {
        mover
    };
    let told = match component.game().name {
        "legionnaires" if !component.is_loopy() => {
            legionnaires(&grid, &named, &places, mover, inside, &state.names()[place])
        }
        "amazons" => amazons(&grid, &named, &places, mover, inside),
        _ => None,
    };
    told.or_else(|| from_there(state, place, first))
}

/// What stands on the first square, if it is not the mover's.
fn not_mine(
    grid: &Grid,
    name: &str,
    place: Place,
    mover: Player,
    [mine, theirs]: [char; 2],
    piece: &str,
) -> Option<String> {
    match grid.at(place) {
        c if c == mine => None,
        c if c == theirs => Some(format!(
            "the {piece} on {name} is {}'s, and it is {mover}'s turn",
            -mover
        )),
        '#' => Some(format!("{name} is burned")),
        _ => Some(format!("there is no {piece} on {name}")),
    }
}

fn legionnaires(
    grid: &Grid,
    named: &[String],
    places: &[Place],
    mover: Player,
    inside: Player,
    game: &str,
) -> Option<String> {
    let pieces = match inside {
        Player::Left => ['B', 'W'],
        Player::Right => ['W', 'B'],
    };
    let (from, to) = (*places.first()?, *places.last()?);
    let (first, last) = (named.first()?, named.last()?);
    if let Some(reason) = not_mine(grid, first, from, mover, pieces, "pawn") {
        return Some(reason);
    }
    if places.len() < 2 {
        return None;
    }
    if game.contains(":mace") {
        return None;
    }
    match grid.at(to) {
        c if c == pieces[1] => {}
        c if c == pieces[0] => return Some(format!("{last} holds a pawn of {mover}'s own")),
        _ => {
            return Some(format!(
                "there is no enemy on {last}: a pawn slides and takes one beside where it stops"
            ));
        }
    }
    // The slide has to end next to the pawn that is taken.
    let diagonals = &DIRECTIONS[4..];
    let beside: Vec<Place> = DIRECTIONS
        .iter()
        .filter_map(|&d| grid.step(to, d))
        .collect();
    let lines = beside
        .iter()
        .filter_map(|&stop| grid.line(from, stop, diagonals));
    let blocked: Option<Place> = lines
        .filter_map(|line| line.into_iter().find(|&place| grid.at(place) != '.'))
        .min_by_key(|place| (place.0.abs_diff(from.0), *place));
    Some(match blocked {
        Some(place) => format!(
            "{} is in the way: no free diagonal from {first} comes next to {last}",
            grid.name(place)
        ),
        None => format!("no diagonal from {first} comes next to {last}"),
    })
}

fn amazons(
    grid: &Grid,
    named: &[String],
    places: &[Place],
    mover: Player,
    inside: Player,
) -> Option<String> {
    let pieces = match inside {
        Player::Left => ['L', 'R'],
        Player::Right => ['R', 'L'],
    };
    let from = *places.first()?;
    if let Some(reason) = not_mine(grid, &named[0], from, mover, pieces, "amazon") {
        return Some(reason);
    }
    let way = |from: Place, to: Place, left: Option<Place>, what: &str| {
        let Some(line) = grid.line(from, to, &DIRECTIONS) else {
            return Some(format!(
                "{what} goes straight or diagonally: no line from {} to {}",
                grid.name(from),
                grid.name(to)
            ));
        };
        // The amazon has left her square when she shoots.
        let blocked = line
            .into_iter()
            .find(|&p| grid.at(p) != '.' && Some(p) != left)?;
        let name = grid.name(blocked);
        Some(match grid.at(blocked) {
            '#' => format!("{name} is burned, and {what} cannot pass it"),
            _ => format!("an amazon on {name} is in the way of {what}"),
        })
    };
    match *places {
        [_] => None,
        [from, to] => way(from, to, None, "an amazon").or_else(|| {
            Some(format!(
                "where does she shoot? write {}-{}/SQUARE",
                named[0], named[1]
            ))
        }),
        [from, to, arrow, ..] => way(from, to, None, "an amazon")
            .or_else(|| way(to, arrow, Some(from), "the arrow"))
            .or_else(|| Some("a move has two squares and one for the arrow".to_owned())),
        [] => None,
    }
}

/// The moves that begin on a square.
fn from_there(state: &State, place: usize, first: &str) -> Option<String> {
    const SHOWN: usize = 8;
    let mut found = Vec::new();
    let _ = state.components()[place].moves(state.turn(), &mut |mv| {
        let text = mv.to_string();
        if squares(&text).first().is_some_and(|square| square == first) {
            found.push(text);
        }
        match found.len() <= SHOWN {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    let dots = if found.len() > SHOWN { ", …" } else { "" };
    found.truncate(SHOWN);
    Some(match found.is_empty() {
        true => format!(
            "{} has no move from {first}; `moves` lists all",
            state.turn()
        ),
        false => format!(
            "that is no move; from {first} there are {}{dots}",
            found.join(", ")
        ),
    })
}
