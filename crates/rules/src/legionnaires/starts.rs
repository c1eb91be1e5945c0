//! Boards by name: the figures of Boardman's paper, its sequences for any n,
//! and positions of its museum. Most diagrams of the paper are lost; the
//! layouts here are those whose counts and values are the printed ones.

use crate::bad_input::BadInput;
use crate::game::Start;
use crate::grid::{Board, Cell, MAX_SQUARES, plain_size, read_size};

/// The board that a text describes: a name, a family with its number, rows
/// of squares, or a size.
pub(super) fn board(text: &str) -> Result<Board, BadInput> {
    let text = &*plain_size(text);
    if let Some(start) = STARTS.iter().find(|start| start.name == text) {
        return Board::read(start.text);
    }
    match family(text) {
        Some(board) => board,
        None => Board::read(text),
    }
}

/// A board of one of the families; `None` if the text is no such name.
fn family(name: &str) -> Option<Result<Board, BadInput>> {
    if let Some((rows, cols)) = read_size(name) {
        return Some(match rows {
            3 => rank_and_file(cols, cols),
            // Without pawns there is no game.
            _ => Board::read(name).and_then(|_| Err(no_start(rows, cols))),
        });
    }
    let (family, n) = name.split_once('-')?;
    let n: usize = n.parse().ok()?;
    match family {
        "fig8" => Some(rank_and_file(n, n)),
        "fig10" => Some(rank_and_file(n, 1)),
        "fig12" => Some(one_against(n)),
        _ => {
            let (rows, cols) = read_size(family)?;
            Some(checkered(rows, cols, n))
        }
    }
}

/// A row of n White pawns, an empty row, and Black pawns from the left.
fn rank_and_file(n: usize, black: usize) -> Result<Board, BadInput> {
    filled(3, n, |row, col| match row {
        0 => Cell::Right,
        2 if col < black => Cell::Left,
        _ => Cell::Empty,
    })
}

/// A White pawn and n Black ones, a square between any two, over an empty row.
fn one_against(n: usize) -> Result<Board, BadInput> {
    let cols = n.saturating_mul(2).saturating_add(1);
    filled(2, cols, |row, col| match (row, col) {
        (0, 0) => Cell::Right,
        (0, col) if col % 2 == 0 => Cell::Left,
        _ => Cell::Empty,
    })
}

/// Rows of pawns on every other square, White's from the top, Black's their
/// mirror image.
fn checkered(rows: usize, cols: usize, pawns: usize) -> Result<Board, BadInput> {
    // Rows begin in turn with a pawn and with an empty square.
    let in_row = |row: usize| (cols + 1 - row % 2) / 2;
    let mut deep = 0;
    let mut each = 0;
    while 2 * (deep + 1) <= rows.min(MAX_SQUARES) && 2 * each < pawns {
        each += in_row(deep).min(MAX_SQUARES);
        deep += 1;
    }
    let board = filled(rows, cols, |row, col| {
        let (depth, pawn) = match (row < deep, rows - 1 - row < deep) {
            (true, _) => (row, Cell::Right),
            (_, true) => (rows - 1 - row, Cell::Left),
            _ => return Cell::Empty,
        };
        if (depth + col) % 2 == 0 {
            pawn
        } else {
            Cell::Empty
        }
    })?;
    if 2 * each != pawns || pawns == 0 {
        return Err(BadInput::new(
            format!("{pawns} pawns do not fill rows of a checkered {rows}x{cols} board"),
            "ask for whole rows on both sides, such as `8x8-16`",
        ));
    }
    Ok(board)
}

/// The complaint about a size that does not say which pawns stand on it.
fn no_start(rows: usize, cols: usize) -> BadInput {
    let in_row = |row: usize| (cols + 1 - row % 2) / 2;
    let pawns = (0..rows / 2).scan(0, |pawns, row| {
        *pawns += 2 * in_row(row);
        Some(*pawns)
    });
    let mut names: Vec<String> = pawns
        .map(|pawns| format!("{rows}x{cols}-{pawns}"))
        .collect();
    // On a board of one column every other row has no pawns.
    names.dedup();
    super::INFO.no_start(rows, cols, &names)
}

fn filled(
    rows: usize,
    cols: usize,
    cell: impl Fn(usize, usize) -> Cell,
) -> Result<Board, BadInput> {
    // The empty board of this size says what is wrong with it.
    let mut board = Board::read(&format!("{rows}x{cols}"))?;
    for (square, place) in board.cells.iter_mut().enumerate() {
        *place = cell(square / cols, square % cols);
    }
    Ok(board)
}

/// What has a name of its own: the name, the board and where it is from; then
/// the positions of the museum, by their value, with the figure that has one.
macro_rules! starts {
    ($($name:literal $text:literal $about:literal;)* museum: $($value:literal $board:literal $($figure:literal)?;)*) => {
        pub(super) const STARTS: &[Start] = &[
            $(Start::new($name, $text, $about),)*
            $(Start {
                name: concat!("museum-", $value),
                text: $board,
                about: concat!("a position of value ", $value $(, ", as Boardman, ", $figure)?),
            },)*
        ];
    };
}

starts! {
    "8x8" "W.W.W.W./.W.W.W.W/W.W.W.W./......../......../B.B.B.B./.B.B.B.B/B.B.B.B." "Boardman, Fig. 1";
    "2x2" "W./B." "Boardman, Fig. 4(a)";
    "2x3" "W.W/B.B" "Boardman, Fig. 4(b)";
    "3x3" "W.W/.../B.B" "Boardman, Fig. 4(c)";
    "4x4" "W.W./.W.W/.B.B/B.B." "Boardman, Fig. 4(d)";
    "5x5-10" "W.W.W/.W.W./...../.B.B./B.B.B" "Boardman, Fig. 4(e)";
    "5x5-12" "W.W.W/.W.W./W...B/.B.B./B.B.B" "Boardman, Fig. 4(f)";
    "6x6-12" "W.W.W./.W.W.W/....../....../.B.B.B/B.B.B." "Boardman, Fig. 4(g)";
    "6x6-18" "W.W.W./.W.W.W/W.W.W./B.B.B./.B.B.B/B.B.B." "for Boardman, Fig. 4(h): the only checkered layout whose count fits; its value is hot, not the infinitesimal of the paper";
    "8x8-e6xg3" "W.W.W.W./.W.W.W.W/W.W...W./......../......../B.B.B.W./.B.B.B.B/B.B.B.B." "Boardman, Fig. 14(a): after e6xg3";
    "8x8-e6xb2" "W.W.W.W./.W.W.W.W/W.W...W./......../......../B.B.B.B./.W.B.B.B/B.B.B.B." "after e6xb2, which blocks two pawns in the back row, as Boardman, Fig. 14(b)";
    "fig13" "B.WW..B/B...BB." "a position of value ^*3, as Boardman, Fig. 13";
    museum:
    "1" "BW./B.." "Fig. 6";
    "2" "WBW/BB." "Fig. 6";
    "3" "WBW/BBB/W..";
    "4" "BWB/WBW/BW." "Fig. 6";
    "5" "WBWBBW/BW.WB.";
    "6" "WBBWBBW/.WW.WB.";
    "1/2" "BB./BW./..." "Fig. 7(a)";
    "3/4" "BBB/W.W/B.." "Fig. 7(b)";
    "1/4" "BB./BWB/..." "Fig. 7(c)";
    "-3/8" "WW.BB./WW...." "Fig. 7(d)";
    "-3/2" "WW.W.B/.WB..." "Fig. 7(e)";
    "1/16" "BB..WB/BB.B..";
    "1*" "BBB/.WB/W.." "Fig. 6(b)";
    "*2" "W..B/.WB." "Fig. 7(f)";
    "*3" ".WB.W.B/W..B...";
    "^*2" "W..B.WB/.WB.B..";
    "^^*2" "B..BBWB/WBB.B..";
    "^" "WBB/...";
    "^*" ".W./WBW/...";
    "^^*" "BWB/B..";
    "^3" "BB./WBB/...";
    "+-1" "WWB/B../..." "Fig. 6(c)";
    "+-3" "BWBW../WBWB..";
    "+-1/2" "BBW/W.B/...";
    "Tiny(1)" "BBW/B../B..";
    "Tiny(1/2)" "WBWB../WB....";
    "Tiny(2)" "BBBW./B...B/.....";
    "+-{*,^}" ".W./WBB/..." "Fig. 6(a)";
    "{2|0}" "WBW/BBW/B..";
    "{2|-1}" "WBW/WWB/W..";
    "^[2]" ".W./BWB/...";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legionnaires::Legionnaires;
    use crate::{Game, Position};
    use std::ops::ControlFlow;
    use values::Player;

    fn text(name: &str) -> String {
        let game = Legionnaires::<u128>::with_variant(None).unwrap();
        game.write(&game.read(name).unwrap())
    }

    #[test]
    fn families_are_read_by_rule() {
        for (name, board) in [
            ("3x7", "WWWWWWW/......./BBBBBBB"),
            ("3x1", "W/./B"),
            ("3x3", "W.W/.../B.B"),
            ("fig8-3", "WWW/.../BBB"),
            ("fig10-4", "WWWW/..../B..."),
            ("fig12-3", "W.B.B.B/......."),
            (
                "7x7-14",
                "W.W.W.W/.W.W.W./......./......./......./.B.B.B./B.B.B.B",
            ),
            (
                "7x7-22",
                "W.W.W.W/.W.W.W./W.W.W.W/......./B.B.B.B/.B.B.B./B.B.B.B",
            ),
            ("7X7-14", &text("7x7-14")),
            (" 8 × 8 ", &text("8x8")),
            ("6 X 6 -12", &text("6x6-12")),
        ] {
            assert_eq!(text(name), board, "{name}");
        }
        let same = [("2x2-2", "2x2"), ("4x4-8", "4x4"), ("8x8-24", "8x8")];
        for (name, other) in same {
            assert_eq!(text(name), text(other));
        }
        // The rule agrees with the names it would also read.
        for start in STARTS.iter().filter(|s| s.name != "5x5-12") {
            if let (Some(board), true) = (family(start.name), start.name.contains('-')) {
                assert_eq!(board.unwrap(), Board::read(start.text).unwrap());
            }
        }
    }

    #[test]
    fn names_that_no_board_fits_say_why() {
        for (name, reason) in [
            ("3x0", "no squares"),
            ("3x43", "more than 128 squares"),
            ("fig12-32", "more than 128 squares"),
            ("fig8-18446744073709551615", "more than 128 squares"),
            ("fig12-18446744073709551615", "more than 128 squares"),
            ("5x5-11", "do not fill rows"),
            ("4x4-12", "do not fill rows"),
            ("4x4-0", "do not fill rows"),
            ("99999999999x99999999999-4", "more than 128 squares"),
            ("museum-7/3", "is no square"),
            ("6x6", "of this size there are 6x6-12, 6x6-18; or"),
            ("5x5", "of this size there are 5x5-10, 5x5-12; or"),
            ("7x7", "of this size there are 7x7-8, 7x7-14, 7x7-22; or"),
            ("2x7", "of this size there are 2x7-8; or"),
            ("5x1", "of this size there are 5x1-2; or"),
            ("8x1", "of this size there are 8x1-2, 8x1-4; or"),
            ("1x7", "starts are 8x8, 2x2, 2x3, 3x3, 4x4; or"),
        ] {
            let bad = board(name).unwrap_err();
            assert!(bad.to_string().contains(reason), "{name}: {bad}");
        }
    }

    #[test]
    fn the_blocking_moves_are_moves_and_block() {
        let game = Legionnaires::<u64>::with_variant(None).unwrap();
        let start = game.read("8x8").unwrap();
        for (mv, blocked) in [("e6xg3", ["f2", "h2"]), ("e6xb2", ["a1", "c1"])] {
            let after = game.read(&format!("8x8-{mv}")).unwrap();
            let mut found = false;
            let _ = start.moves(Player::Right, &mut |m| {
                found |= m.to_string() == mv && start.play(Player::Right, &m) == after;
                ControlFlow::Continue(())
            });
            assert!(found, "{mv}");
            let _ = after.moves(Player::Left, &mut |m| {
                assert!(
                    !blocked
                        .iter()
                        .any(|square| m.to_string().starts_with(square))
                );
                ControlFlow::Continue(())
            });
        }
    }
}
