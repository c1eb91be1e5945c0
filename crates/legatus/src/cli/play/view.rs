//! What the board looks like.

use play::State;
use rules::Component;
use values::Player;

/// The last move, for its marks on the board.
pub struct Last {
    /// The number of the summand, from 0.
    pub place: usize,
    /// What was there before.
    pub before: Component,
    /// The move as it is written.
    pub text: String,
}

/// The sum as it lies, the squares of the last move marked.
pub fn board(state: &State, last: Option<&Last>, colour: bool) -> String {
    let mut text = String::new();
    let several = state.components().len() > 1;
    for (place, component) in state.components().iter().enumerate() {
        if several {
            let sign = if component.is_negated() { "-" } else { "" };
            text.push_str(&format!("{}: {sign}{}\n", place + 1, state.names()[place]));
        }
        let last = last.filter(|last| last.place == place);
        text.push_str(&drawing(component, last, colour));
        text.push('\n');
    }
    text.trim_end().to_owned()
}

/// The names of squares in a move, without the number of a summand.
pub fn named(notation: &str) -> Vec<String> {
    let bare = notation.split_once(": ").map_or(notation, |(_, bare)| bare);
    let words = bare.split(['x', '-', '/', ' ']);
    words
        .filter(|word| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.ends_with(|c: char| c.is_ascii_digit())
        })
        .map(str::to_owned)
        .collect()
}

fn drawing(component: &Component, last: Option<&Last>, colour: bool) -> String {
    let owner = |cell: &str| {
        let owner = match cell {
            "B" | "L" | "X" => Some(Player::Left),
            "W" | "R" | "O" => Some(Player::Right),
            _ => None,
        };
        match component.is_negated() {
            true => owner.map(|player| -player),
            false => owner,
        }
    };
    let drawing = component.drawing();
    let mut marks = Marks::default();
    if let Some(last) = last {
        marks = Marks::changes(&last.before.drawing(), &drawing);
        marks.name(&named(&last.text), &drawing);
    }
    marks.adorn(&drawing, colour, &owner)
}

/// A drawing with the squares of these names marked, and in colour if that
/// can be; what is no grid stays as it is.
pub fn adorn(
    drawing: &str,
    names: &[String],
    colour: bool,
    owner: &dyn Fn(&str) -> Option<Player>,
) -> String {
    let mut marks = Marks::default();
    marks.name(names, drawing);
    marks.adorn(drawing, colour, owner)
}

/// What is marked in a drawing.
#[derive(Default)]
struct Marks {
    /// Cells, by line and place in it, from 0.
    cells: Vec<(usize, usize)>,
    /// A whole line, such as a heap.
    line: Option<usize>,
}

impl Marks {
    /// What differs between two drawings: cells that stand between blanks, or
    /// else a line, if it is the only one.
    fn changes(before: &str, after: &str) -> Marks {
        let mut marks = Marks::default();
        let (before, after): (Vec<&str>, Vec<&str>) =
            (before.lines().collect(), after.lines().collect());
        if before.len() != after.len() {
            return marks;
        }
        let mut lines = Vec::new();
        for (row, (old, new)) in before.iter().zip(&after).enumerate() {
            let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
            let blank = |at: usize| new.get(at).is_none_or(|&c| c == ' ');
            let differing: Vec<usize> = (0..new.len())
                .filter(|&at| old.get(at) != Some(&new[at]))
                .collect();
            let cells = |&at: &usize| at > 0 && blank(at - 1) && blank(at + 1);
            if old.len() == new.len() && differing.iter().all(cells) {
                marks
                    .cells
                    .extend(differing.into_iter().map(|at| (row, at)));
            } else {
                lines.push(row);
            }
        }
        if let [line] = lines[..] {
            marks.line = Some(line);
        }
        marks
    }

    /// Marks the squares with these names, if the drawing is a grid.
    fn name(&mut self, names: &[String], drawing: &str) {
        let lines: Vec<&str> = drawing.lines().collect();
        let Some(grid) = Grid::find(&lines) else {
            return;
        };
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                if names.contains(&grid.name(row, column)) {
                    self.cells.push((row, grid.column(column)));
                }
            }
        }
    }

    fn adorn(&self, drawing: &str, colour: bool, owner: &dyn Fn(&str) -> Option<Player>) -> String {
        let lines: Vec<&str> = drawing.lines().collect();
        let grid = Grid::find(&lines);
        let mut text = String::new();
        for (row, line) in lines.iter().enumerate() {
            let mut chars: Vec<String> = line.chars().map(String::from).collect();
            let is_square = |at: usize| grid.as_ref().is_some_and(|grid| grid.is_square(row, at));
            for at in 0..chars.len() {
                let mark = self.cells.contains(&(row, at));
                if colour && (mark || is_square(at)) {
                    chars[at] = paint(&chars[at], mark, owner(&chars[at]));
                } else if mark && at > 0 {
                    chars[at - 1] = if chars[at - 1] == "]" { "|" } else { "[" }.to_owned();
                    match chars.get_mut(at + 1) {
                        Some(after) => *after = "]".to_owned(),
                        None => chars.push("]".to_owned()),
                    }
                }
            }
            text.push_str(&chars.concat());
            if self.line == Some(row) {
                text.push_str("  <");
            }
            text.push('\n');
        }
        text
    }
}

/// A square in colour: Left's pieces, Right's, burned and empty squares.
fn paint(cell: &str, mark: bool, owner: Option<Player>) -> String {
    let style = match (owner, cell) {
        (Some(Player::Left), _) => "1;36",
        (Some(Player::Right), _) => "1;33",
        (None, "#") => "31",
        (None, _) => "2",
    };
    let mark = if mark { ";7" } else { "" };
    format!("\x1b[{style}{mark}m{cell}\x1b[0m")
}

/// Where the squares of a drawing are: rows with their numbers in front, and
/// a line of letters below.
struct Grid {
    rows: usize,
    columns: usize,
    margin: usize,
}

impl Grid {
    fn find(lines: &[&str]) -> Option<Grid> {
        let (files, rows) = lines.split_last()?;
        let names: Vec<&str> = files.split_whitespace().collect();
        let numbered = rows.iter().enumerate().all(|(row, line)| {
            let number = line.split_whitespace().next();
            number.and_then(|number| number.parse().ok()) == Some(rows.len() - row)
        });
        if rows.is_empty() || names.first() != Some(&"a") || names.len() > 26 || !numbered {
            return None;
        }
        Some(Grid {
            rows: rows.len(),
            columns: names.len(),
            margin: rows.len().to_string().len() + 1,
        })
    }

    /// Where in a line a column is.
    fn column(&self, column: usize) -> usize {
        self.margin + 2 * column + 1
    }

    fn is_square(&self, row: usize, at: usize) -> bool {
        let place = at.checked_sub(self.margin + 1);
        row < self.rows && place.is_some_and(|at| at % 2 == 0 && at / 2 < self.columns)
    }

    fn name(&self, row: usize, column: usize) -> String {
        let file = char::from(b'a' + column as u8);
        format!("{file}{}", self.rows - row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::Convention;

    /// The board after the first move that begins so, in plain and in colour.
    fn after(game: &str, position: &str, begins: &str) -> [String; 2] {
        let mut state = State::read(game, position, Convention::Normal).unwrap();
        let moves = state.spoken_moves().unwrap();
        let (text, mv) = moves
            .into_iter()
            .find(|(text, _)| text.starts_with(begins))
            .unwrap();
        let last = Last {
            place: mv.place,
            before: state.components()[mv.place].clone(),
            text,
        };
        state.play(&mv);
        [false, true].map(|colour| board(&state, Some(&last), colour))
    }

    #[test]
    fn the_last_move_is_marked() {
        let [plain, coloured] = after("legionnaires", "2x3", "a1xc2");
        assert_eq!(plain, "2  W .[B]\n1 [.]. B\n   a b c");
        assert!(coloured.contains("\x1b[1;36;7mB\x1b[0m"), "{coloured}");
        assert!(coloured.contains("\x1b[1;33mW\x1b[0m"), "{coloured}");
        let [plain, _] = after("domineering", "2x3", "a");
        assert_eq!(plain, "2 [#]. .\n1 [#]. .\n   a b c");
        let [plain, coloured] = after("toads_and_frogs", "tt.ff", "");
        assert_eq!(plain, " t[.|t]f f\n 1 2 3 4 5");
        assert!(coloured.contains("\x1b[2;7m.\x1b[0m"), "{coloured}");
        let [plain, _] = after("nim", "3,12", "take 2 from heap 12");
        assert_eq!(plain, " 3  ooo\n10  oooooooooo  <");
    }

    #[test]
    fn what_is_no_grid_is_drawn_as_it_is() {
        let state = State::read("nim", "3,12", Convention::Normal).unwrap();
        assert_eq!(board(&state, None, true), " 3  ooo\n12  oooooooooooo");
    }
}
