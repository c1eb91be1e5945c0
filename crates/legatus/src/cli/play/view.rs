//! What the board looks like.

use play::State;
use rules::Component;
use values::Player;

/// The sum as it lies, the squares of the last move marked.
pub fn board(state: &State, last: Option<&(usize, String)>, colour: bool) -> String {
    let mut text = String::new();
    let several = state.components().len() > 1;
    for (place, component) in state.components().iter().enumerate() {
        if several {
            let sign = if component.is_negated() { "-" } else { "" };
            text.push_str(&format!("{}: {sign}{}\n", place + 1, state.names()[place]));
        }
        let marked = match last {
            Some((moved, notation)) if *moved == place => named(notation),
            _ => Vec::new(),
        };
        text.push_str(&drawing(component, &marked, colour));
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

fn drawing(component: &Component, marked: &[String], colour: bool) -> String {
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
    adorn(component.drawing(), marked, colour, &owner)
}

/// A drawing with some squares marked, and in colour if that can be; what is
/// no grid stays as it is.
pub fn adorn(
    drawing: String,
    marked: &[String],
    colour: bool,
    owner: &dyn Fn(&str) -> Option<Player>,
) -> String {
    let lines: Vec<&str> = drawing.lines().collect();
    let Some(grid) = Grid::find(&lines) else {
        return drawing;
    };
    let mut text = String::new();
    for (row, line) in lines.iter().enumerate() {
        let mut chars: Vec<String> = line.chars().map(String::from).collect();
        if row < grid.rows {
            for column in 0..grid.columns {
                let at = grid.column(column);
                let mark = marked.contains(&grid.name(row, column));
                let Some(cell) = chars.get(at).cloned() else {
                    continue;
                };
                if colour {
                    chars[at] = paint(&cell, mark, owner(&cell));
                } else if mark {
                    chars[at - 1] = if chars[at - 1] == "]" { "|" } else { "[" }.to_owned();
                    match chars.get_mut(at + 1) {
                        Some(after) => *after = "]".to_owned(),
                        None => chars.push("]".to_owned()),
                    }
                }
            }
        }
        text.push_str(&chars.concat());
        text.push('\n');
    }
    text
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

    fn name(&self, row: usize, column: usize) -> String {
        let file = char::from(b'a' + column as u8);
        format!("{file}{}", self.rows - row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::Convention;

    #[test]
    fn the_last_move_is_marked() {
        let state = State::read("legionnaires", "2x3", Convention::Normal).unwrap();
        let last = (0, "a1xc2".to_owned());
        assert_eq!(
            board(&state, Some(&last), false),
            "2  W .[W]\n1 [B]. B\n   a b c"
        );
        let coloured = board(&state, Some(&last), true);
        assert!(coloured.contains("\x1b[1;36;7mB\x1b[0m"), "{coloured}");
        assert!(coloured.contains("\x1b[1;33mW\x1b[0m"), "{coloured}");
    }

    #[test]
    fn what_is_no_grid_is_drawn_as_it_is() {
        let state = State::read("nim", "3,12", Convention::Normal).unwrap();
        assert_eq!(board(&state, None, true), " 3  ooo\n12  oooooooooooo");
    }
}
