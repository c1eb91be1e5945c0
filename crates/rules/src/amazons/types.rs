//! Named boards: the types of Berlekamp's "Sums of N × 2 Amazons", and boards
//! given by their size and where the amazons stand.

use crate::bad_input::BadInput;
use crate::grid::{Board, Cell, Geometry, MAX_SQUARES, read_size};

/// The types of Berlekamp's paper (page 12; G from what section 7 says about
/// it): what stands around the two amazons, rows from the top. Free squares in
/// Left's row or higher count in n, those in Right's row or lower count in
/// k = n − m.
pub const TYPES: [(char, &str); 8] = [
    ('A', "L#/.R"),
    ('B', ".#/LR"),
    ('C', "#L/.R"),
    ('D', "LR"),
    ('E', "L./.R"),
    ('F', ".L/.R"),
    ('G', "L./.#/.R"),
    ('Z', "#./LR/.#"),
];

/// The board that a name stands for; `None` if the text is no such name.
pub(super) fn named(text: &str) -> Option<Result<Board, BadInput>> {
    let (negative, name) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    if let Some(parsed) = TypeName::parse(name) {
        let board = parsed.board(name);
        return Some(board.map(|board| if negative { swapped(board) } else { board }));
    }
    let (size, amazons) = text.split_once(':')?;
    let (rows, cols) = read_size(size)?;
    Some(placed(size, rows, cols, amazons))
}

/// The board with the colours exchanged: the negative.
fn swapped(mut board: Board) -> Board {
    for cell in &mut board.cells {
        *cell = match *cell {
            Cell::Left => Cell::Right,
            Cell::Right => Cell::Left,
            other => other,
        };
    }
    board
}

/// `A[1,7]tl`, taken apart.
struct TypeName {
    core: Board,
    m: i64,
    n: i64,
    /// The column of the one free square of a jagged top and bottom row.
    jags: [Option<usize>; 2],
}

impl TypeName {
    fn parse(name: &str) -> Option<Self> {
        let mut chars = name.chars();
        let letter = chars.next()?;
        let (_, core) = TYPES.iter().find(|(l, _)| *l == letter)?;
        let (indices, edges) = chars.as_str().strip_prefix('[')?.split_once(']')?;
        let (m, n) = indices.split_once(',')?;
        let mut edges = edges;
        let jags = ["t", "b"].map(|edge| {
            let rest = edges.strip_prefix(edge)?;
            let col = match rest.chars().next()? {
                'l' => 0,
                'r' => 1,
                _ => return None,
            };
            edges = &rest[1..];
            Some(col)
        });
        edges.is_empty().then_some(())?;
        Some(TypeName {
            core: Board::read(core).ok()?,
            m: m.trim().parse().ok()?,
            n: n.trim().parse().ok()?,
            jags,
        })
    }

    /// Fills the rows above and below.
    fn board(&self, name: &str) -> Result<Board, BadInput> {
        let row_of = |piece| {
            let square = self.core.cells.iter().position(|c| *c == piece);
            square.map_or(0, |s| s / 2)
        };
        let free_in = |rows: std::ops::RangeInclusive<usize>| {
            let within = |(square, _): &(usize, &Cell)| rows.contains(&(square / 2));
            let cells = self.core.cells.iter().enumerate().filter(within);
            cells.filter(|(_, c)| **c == Cell::Empty).count() as i64
        };
        let inside = [
            free_in(0..=row_of(Cell::Left)),
            free_in(row_of(Cell::Right)..=self.core.rows - 1),
        ];
        let too_big = || {
            BadInput::new(
                format!("{name} has more than {MAX_SQUARES} squares"),
                "ask for a smaller board",
            )
        };
        let k = self.n.checked_sub(self.m).ok_or_else(too_big)?;
        let mut edges = [Vec::new(), Vec::new()];
        for (i, (count, letter)) in [(self.n, 'n'), (k, 'k')].into_iter().enumerate() {
            let outside = count.checked_sub(inside[i]).ok_or_else(too_big)?;
            if outside < 0 {
                let k_is = if i == 0 { "" } else { " (k = n - m)" };
                return Err(BadInput::new(
                    format!("{name} has {letter} = {count}{k_is}, too few for its type"),
                    format!("take {letter} at least {}", inside[i]),
                ));
            }
            if outside > MAX_SQUARES as i64 {
                return Err(too_big());
            }
            let edge = ["top", "bottom"][i];
            let short = ["t", "b"][i];
            match (outside % 2, self.jags[i]) {
                (1, None) => {
                    return Err(BadInput::new(
                        format!("the {edge} row of {name} has one free square, left or right"),
                        format!("write `{short}l` or `{short}r` behind the name"),
                    ));
                }
                (0, Some(_)) => {
                    return Err(BadInput::new(
                        format!("the {edge} row of {name} has two free squares"),
                        format!("leave out `{short}l` or `{short}r`"),
                    ));
                }
                _ => {}
            }
            if let Some(col) = self.jags[i] {
                edges[i].extend((0..2).map(|c| if c == col { Cell::Empty } else { Cell::Blocked }));
            }
            let full = (outside - outside % 2) as usize;
            let place = if i == 0 { edges[i].len() } else { 0 };
            edges[i].splice(place..place, std::iter::repeat_n(Cell::Empty, full));
        }
        let [top, bottom] = edges;
        let cells = [top, self.core.cells.clone(), bottom].concat();
        if cells.len() > MAX_SQUARES {
            return Err(too_big());
        }
        Ok(Board {
            rows: cells.len() / 2,
            cols: 2,
            cells,
        })
    }
}

/// `10x2:a3,b7`: an empty board with Left's amazons and Right's, several of
/// one player joined by `+`.
fn placed(size: &str, rows: usize, cols: usize, amazons: &str) -> Result<Board, BadInput> {
    let mut board = Board::read(size)?;
    let geometry = Geometry::of(rows, cols);
    let hint =
        "write Left's squares, a comma, Right's squares, such as `10x2:a3,b7` or `4x4:a1+d1,a4+d4`";
    let sides: Vec<&str> = amazons.split(',').collect();
    if sides.len() > 2 {
        return Err(BadInput::new("there are more than two players", hint));
    }
    for (side, piece) in sides.into_iter().zip([Cell::Left, Cell::Right]) {
        for name in side
            .split('+')
            .map(str::trim)
            .filter(|name| !name.is_empty())
        {
            let Some(square) = (0..geometry.squares()).find(|&s| geometry.name(s) == name) else {
                let message = format!("`{}` is no square of the board", name.escape_debug());
                return Err(BadInput::new(message, hint));
            };
            if board.cells[square] != Cell::Empty {
                return Err(BadInput::new(format!("two amazons stand on {name}"), hint));
            }
            board.cells[square] = piece;
        }
    }
    Ok(board)
}
