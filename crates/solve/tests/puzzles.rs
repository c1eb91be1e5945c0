//! Puzzles for one player: solutions are replayed by code that knows the rules
//! and nothing of the solver, and where there is none, theorems and plain
//! backtracking say so too.

use rules::{KnightsTour, PegSolitaire, Puzzle, Random};
use solve::{Found, find_solution};
use std::collections::BTreeSet;
use values::{Budget, Error};

const ENGLISH: &str = "##ooo##/##ooo##/ooooooo/ooo.ooo/ooooooo/##ooo##/##ooo##";

/// The moves of a solution as text; `None` if it is proved that there is none.
fn solution<P: Puzzle>(puzzle: &P) -> Option<Vec<String>> {
    let solving = find_solution(puzzle, &Budget::unlimited()).unwrap();
    match solving.found {
        Found::Solution(line) => {
            let moves = line.into_iter().map(|mv| puzzle.write_move(mv));
            Some(moves.collect())
        }
        Found::Obstacle(_) | Found::Exhausted => None,
    }
}

fn pegs(text: &str, goal: Option<&str>) -> Option<Vec<String>> {
    solution(&PegSolitaire::read(text, goal).unwrap())
}

fn tour(text: &str) -> Option<Vec<String>> {
    solution(&KnightsTour::read(text, None).unwrap())
}

fn closed_tour(text: &str) -> Option<Vec<String>> {
    solution(&KnightsTour::read(text, Some("closed")).unwrap())
}

/// The file and the rank of `d4`, from 0.
fn place(name: &str) -> (i32, i32) {
    let file = i32::from(name.as_bytes()[0] - b'a');
    (file, name[1..].parse::<i32>().unwrap() - 1)
}

/// What a board written in rows has on a square.
fn at(rows: &[Vec<char>], (file, rank): (i32, i32)) -> char {
    rows[rows.len() - 1 - rank as usize][file as usize]
}

fn put(rows: &mut [Vec<char>], (file, rank): (i32, i32), symbol: char) {
    let row = rows.len() - 1 - rank as usize;
    rows[row][file as usize] = symbol;
}

/// Plays jumps on a board, and gives the squares of the pegs that are left.
fn jump(text: &str, jumps: &[String]) -> Vec<(i32, i32)> {
    let mut rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    for text in jumps {
        let (from, to) = text.split_once('-').unwrap();
        let (from, to) = (place(from), place(to));
        let (across, up) = (to.0 - from.0, to.1 - from.1);
        assert!(
            matches!((across.abs(), up.abs()), (2, 0) | (0, 2)),
            "{text}"
        );
        let over = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        let there = [from, over, to].map(|square| at(&rows, square));
        assert_eq!(there, ['o', 'o', '.'], "{text}");
        put(&mut rows, from, '.');
        put(&mut rows, over, '.');
        put(&mut rows, to, 'o');
    }
    let (files, ranks) = (rows[0].len() as i32, rows.len() as i32);
    let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
    squares.filter(|&square| at(&rows, square) == 'o').collect()
}

/// Checks that moves are a knight's, one after the other, over different
/// squares; gives them in order.
fn walk(moves: &[String]) -> Vec<(i32, i32)> {
    let mut squares: Vec<(i32, i32)> = Vec::new();
    for text in moves {
        match text.split_once('-') {
            None => squares.push(place(text)),
            Some((from, to)) => {
                if squares.is_empty() {
                    squares.push(place(from));
                }
                assert_eq!(squares.last(), Some(&place(from)), "{text}");
                squares.push(place(to));
            }
        }
    }
    assert!(squares.windows(2).all(|pair| is_leap(pair[0], pair[1])));
    let distinct: BTreeSet<_> = squares.iter().collect();
    assert_eq!(distinct.len(), squares.len());
    squares
}

fn is_leap(a: (i32, i32), b: (i32, i32)) -> bool {
    matches!(((a.0 - b.0).abs(), (a.1 - b.1).abs()), (1, 2) | (2, 1))
}

#[test]
fn the_central_game_is_solved() {
    let jumps = pegs(ENGLISH, Some("d4")).unwrap();
    assert_eq!(jumps.len(), 31);
    assert_eq!(jump(ENGLISH, &jumps), [place("d4")]);
}

/// On the English board every game can end where its first hole was (Beasley,
/// The Ins and Outs of Peg Solitaire). The seven holes that symmetry leaves,
/// the slow one with `LEGATUS_FULL`.
#[test]
fn every_first_hole_of_the_english_board_can_be_the_last_peg() {
    let full = std::env::var_os("LEGATUS_FULL").is_some();
    let slow = ["d7"].into_iter().filter(|_| full);
    for hole in ["d4", "d5", "d6", "c5", "c6", "c7"].into_iter().chain(slow) {
        let full = ENGLISH.replace('.', "o");
        let mut rows: Vec<Vec<char>> = full.split('/').map(|row| row.chars().collect()).collect();
        put(&mut rows, place(hole), '.');
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let text = rows.join("/");
        let jumps = pegs(&text, Some(hole)).unwrap();
        assert_eq!(jump(&text, &jumps), [place(hole)], "{hole}");
    }
}

/// M. Reiss (1857): the French board cannot be solved from the middle.
#[test]
fn the_french_board_is_solved_or_not() {
    let middle = "##ooo##/#ooooo#/ooooooo/ooo.ooo/ooooooo/#ooooo#/##ooo##";
    assert_eq!(pegs(middle, None), None);
    let corner = "##.oo##/#ooooo#/ooooooo/ooooooo/ooooooo/#ooooo#/##ooo##";
    let jumps = pegs(corner, None).unwrap();
    assert_eq!(jump(corner, &jumps).len(), 1);
}

#[test]
fn the_chessboard_is_toured_from_every_square() {
    for file in 'a'..='h' {
        for rank in 1..=8 {
            let moves = tour(&format!("8x8:{file}{rank}")).unwrap();
            let squares = walk(&moves);
            assert_eq!(squares.len(), 64);
            assert_eq!(squares[0], place(&format!("{file}{rank}")));
        }
    }
    assert_eq!(walk(&tour("8x8").unwrap()).len(), 64);
}

/// P. Cull and J. De Curtins (1978): with rows no longer than columns there is
/// an open tour but for 1 and 2 rows, 3 x 3, 3 x 5, 3 x 6 and 4 x 4.
#[test]
fn open_tours_are_where_the_theorem_has_them() {
    for rows in 1..=6usize {
        for cols in rows..=8 {
            let none = match rows {
                1 => cols > 1,
                2 => true,
                3 => [3, 5, 6].contains(&cols),
                4 => cols == 4,
                _ => false,
            };
            let found = tour(&format!("{rows}x{cols}"));
            assert_eq!(found.is_none(), none, "{rows}x{cols}");
            if let Some(moves) = found {
                assert_eq!(walk(&moves).len(), rows * cols, "{rows}x{cols}");
            }
        }
    }
}

/// A. J. Schwenk (1991): with rows no longer than columns there is a closed
/// tour unless both are odd, or there are 1, 2 or 4 rows, or 3 rows and 4, 6
/// or 8 columns.
#[test]
fn closed_tours_are_where_the_theorem_has_them() {
    for rows in 1..=6usize {
        let last = if rows == 3 { 12 } else { 8 };
        for cols in rows..=last {
            let none = (rows % 2 == 1 && cols % 2 == 1)
                || [1, 2, 4].contains(&rows)
                || (rows == 3 && [4, 6, 8].contains(&cols));
            let found = closed_tour(&format!("{rows}x{cols}"));
            assert_eq!(found.is_none(), none, "{rows}x{cols}");
            if let Some(moves) = found {
                let squares = walk(&moves);
                assert_eq!(squares.len(), rows * cols, "{rows}x{cols}");
                assert!(is_leap(squares[0], squares[rows * cols - 1]));
            }
        }
    }
}

/// There are 13 squares of the corners' colour and 12 of the other.
#[test]
fn a_tour_of_five_by_five_begins_on_the_corners_colour() {
    for file in 0..5 {
        for rank in 0..5 {
            let square = format!("{}{}", char::from(b'a' + file), rank + 1);
            let found = tour(&format!("5x5:{square}"));
            assert_eq!(found.is_some(), (file + rank) % 2 == 0, "{square}");
        }
    }
}

/// The notes' `find_solution`, without a table, an order or a theorem.
fn plainly<P: Puzzle>(puzzle: &P, state: &P::State) -> bool {
    if puzzle.is_solved(state) {
        return true;
    }
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    moves
        .into_iter()
        .any(|mv| plainly(puzzle, &puzzle.play(state, mv)))
}

/// Rows of squares, each of `symbols` by chance.
fn scatter(random: &mut Random, rows: u64, cols: u64, symbols: &str) -> String {
    let symbols: Vec<char> = symbols.chars().collect();
    let row = |random: &mut Random| -> String {
        let any = (0..cols).map(|_| symbols[random.below(symbols.len() as u64) as usize]);
        any.collect()
    };
    let rows: Vec<String> = (0..rows).map(|_| row(random)).collect();
    rows.join("/")
}

#[test]
fn what_is_pruned_has_no_solution() {
    let mut random = Random::new(5);
    let mut counts = [0; 4];
    for _ in 0..600 {
        let text = scatter(&mut random, 4, 4, "ooo..#");
        let goal = ["a1", "b2", "c4"][random.below(3) as usize];
        for goal in [None, Some(goal)] {
            let Ok(puzzle) = PegSolitaire::read(&text, goal) else {
                continue;
            };
            let expected = plainly(&puzzle, &puzzle.start());
            assert_eq!(solution(&puzzle).is_some(), expected, "{text} {goal:?}");
            counts[usize::from(expected)] += 1;
        }
    }
    for _ in 0..600 {
        let text = scatter(&mut random, 3, 4, ".......#");
        for variant in [None, Some("closed")] {
            let text = match random.below(2) {
                0 => text.replacen('.', "N", 1),
                _ => text.clone(),
            };
            let puzzle = KnightsTour::read(&text, variant).unwrap();
            let expected = plainly(&puzzle, &puzzle.start());
            assert_eq!(solution(&puzzle).is_some(), expected, "{text} {variant:?}");
            counts[2 + usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn limits_stop_the_search() {
    let puzzle = PegSolitaire::read(ENGLISH, Some("d4")).unwrap();
    let small = Budget::new(Some(10_000));
    let stopped = find_solution(&puzzle, &small).unwrap_err();
    assert_eq!(stopped, Error::Memory { limit: 10_000 });
    let stopped = Budget::unlimited();
    stopped
        .stop_flag()
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let error = find_solution(&puzzle, &stopped).unwrap_err();
    assert_eq!(error, Error::Interrupted);
    let late = Budget::unlimited().with_deadline(std::time::Instant::now());
    assert_eq!(find_solution(&puzzle, &late).unwrap_err(), Error::Deadline);
}

#[test]
fn what_is_no_puzzle_is_refused() {
    for text in ["", "o.x", "oo/o", "...", "##", "o?o"] {
        assert!(PegSolitaire::read(text, None).is_err(), "{text}");
    }
    assert!(PegSolitaire::read("oo.", Some("d1")).is_err());
    assert!(PegSolitaire::read("oo#", Some("c1")).is_err());
    for text in [
        "", "0x4", "12x12", "3x3:d1", "3x3:", "N.N", "..x", "../.", "##/##",
    ] {
        assert!(KnightsTour::read(text, None).is_err(), "{text}");
    }
    assert!(KnightsTour::read("5x5", Some("open")).is_err());
}
