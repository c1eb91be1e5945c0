//! The moves of games of the library against the same rules written plainly.

use crate::library::{library, position};
use crate::support::options;
use rules::Component;
use std::collections::{BTreeSet, HashSet};
use values::Player;

/// A board, row by row.
type Rows = Vec<Vec<char>>;

fn rows(text: &str) -> Rows {
    text.split('/').map(|row| row.chars().collect()).collect()
}

fn at(board: &Rows, row: i32, col: i32) -> char {
    let line = usize::try_from(row).ok().and_then(|row| board.get(row));
    let cell = line
        .zip(usize::try_from(col).ok())
        .and_then(|(line, col)| line.get(col));
    cell.copied().unwrap_or('#')
}

fn with(board: &Rows, cells: &[(i32, i32, char)]) -> Rows {
    let mut after = board.clone();
    for &(row, col, letter) in cells {
        after[row as usize][col as usize] = letter;
    }
    after
}

fn squares(board: &Rows) -> Vec<(i32, i32)> {
    let rows = 0..board.len() as i32;
    rows.flat_map(|row| (0..board[0].len() as i32).map(move |col| (row, col)))
        .collect()
}

fn letters(player: Player) -> [char; 2] {
    match player {
        Player::Left => ['B', 'W'],
        Player::Right => ['W', 'B'],
    }
}

const SIDES: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

const AROUND: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// Whether every group of stones has an empty square beside it.
fn all_breathe(board: &Rows) -> bool {
    squares(board).iter().all(|&start| {
        let colour = at(board, start.0, start.1);
        if colour != 'B' && colour != 'W' {
            return true;
        }
        let (mut open, mut seen) = (vec![start], HashSet::from([start]));
        while let Some((row, col)) = open.pop() {
            for (down, right) in SIDES {
                let near = (row + down, col + right);
                match at(board, near.0, near.1) {
                    '.' => return true,
                    other if other == colour && seen.insert(near) => open.push(near),
                    _ => (),
                }
            }
        }
        false
    })
}

fn nogo(board: &Rows, player: Player) -> Vec<Rows> {
    let free = squares(board);
    let free = free.iter().filter(|s| at(board, s.0, s.1) == '.');
    free.map(|&(row, col)| with(board, &[(row, col, letters(player)[0])]))
        .filter(all_breathe)
        .collect()
}

fn sliders(board: &Rows, player: Player, ways: &[(i32, i32)]) -> Vec<Rows> {
    let [mine, theirs] = letters(player);
    let mut after = Vec::new();
    for (row, col) in squares(board) {
        for &(down, right) in ways.iter().filter(|_| at(board, row, col) == mine) {
            let next = (1..)
                .map(|steps| (row + down * steps, col + right * steps))
                .find(|s| at(board, s.0, s.1) != '.')
                .unwrap();
            if at(board, next.0, next.1) == theirs {
                after.push(with(board, &[(row, col, '.'), (next.0, next.1, mine)]));
            }
        }
    }
    after
}

fn rooks(board: &Rows, player: Player) -> Vec<Rows> {
    sliders(board, player, &SIDES)
}

fn queens(board: &Rows, player: Player) -> Vec<Rows> {
    sliders(board, player, &AROUND)
}

fn chomp(board: &Rows, _: Player) -> Vec<Rows> {
    let bottom = board.len() as i32 - 1;
    let mut after = Vec::new();
    for (row, col) in squares(board) {
        if at(board, row, col) == 'o' && (row, col) != (bottom, 0) {
            let eaten = squares(board).into_iter();
            let eaten = eaten.filter(|&(r, c)| r <= row && c >= col);
            let eaten: Vec<_> = eaten.map(|(r, c)| (r, c, '.')).collect();
            after.push(with(board, &eaten));
        }
    }
    after
}

/// Moves a stone and what it meets, or all before it, one place to the west.
fn pushed(board: &Rows, player: Player, all: bool) -> Vec<Rows> {
    let strip = &board[0];
    let mine = letters(player)[0];
    let stones = (0..strip.len()).filter(|&place| strip[place] == mine);
    stones
        .map(|place| {
            let gap = strip[..place].iter().rposition(|&letter| letter == '.');
            let mut after = strip.clone();
            // What is taken out closes the row up to the stone.
            after.remove(if all { 0 } else { gap.unwrap_or(0) });
            after.insert(place, '.');
            vec![after]
        })
        .collect()
}

fn push(board: &Rows, player: Player) -> Vec<Rows> {
    pushed(board, player, false)
}

fn shove(board: &Rows, player: Player) -> Vec<Rows> {
    pushed(board, player, true)
}

fn roll_the_lawn(board: &Rows, player: Player) -> Vec<Rows> {
    let mut strip = board[0].clone();
    // Right rolls as Left does on the strip turned round.
    if player == Player::Right {
        strip.reverse();
    }
    let roller = strip.iter().position(|&letter| letter == '@').unwrap();
    let mut after = Vec::new();
    for over in 1..=roller {
        let bumps = &strip[roller - over..roller];
        let lower = |&bump: &char| char::from((bump as u8 - 1).max(b'0'));
        if bumps.iter().any(|&bump| bump > '0') {
            let mut rolled = strip.clone();
            rolled[roller - over] = '@';
            rolled.splice(roller - over + 1..=roller, bumps.iter().map(lower));
            if player == Player::Right {
                rolled.reverse();
            }
            after.push(vec![rolled]);
        }
    }
    after
}

fn kotzig(board: &Rows, _: Player) -> Vec<Rows> {
    let ring = &board[0];
    let last = ring.iter().position(|&letter| letter == 'L').unwrap();
    let mut after = Vec::new();
    for steps in [1, 3] {
        let next = (last + steps) % ring.len();
        if ring[next] == '.' && steps < ring.len() {
            after.push(with(board, &[(0, last as i32, 'o'), (0, next as i32, 'L')]));
        }
    }
    after
}

fn tiles(board: &Rows, shapes: &[&[(i32, i32)]]) -> Vec<Rows> {
    let mut after = Vec::new();
    for (row, col) in squares(board) {
        for shape in shapes {
            let cells: Vec<_> = shape.iter().map(|(r, c)| (row + r, col + c, '#')).collect();
            if cells.iter().all(|&(r, c, _)| at(board, r, c) == '.') {
                after.push(with(board, &cells));
            }
        }
    }
    after
}

fn trominoes(board: &Rows, _: Player) -> Vec<Rows> {
    tiles(
        board,
        &[
            &[(0, 0), (0, 1), (1, 0)],
            &[(0, 0), (0, 1), (1, 1)],
            &[(0, 0), (1, 0), (1, 1)],
            &[(0, 1), (1, 0), (1, 1)],
        ],
    )
}

fn t_tetrominoes(board: &Rows, player: Player) -> Vec<Rows> {
    match player {
        Player::Left => tiles(
            board,
            &[
                &[(0, 0), (0, 1), (0, 2), (1, 1)],
                &[(0, 1), (1, 0), (1, 1), (1, 2)],
            ],
        ),
        Player::Right => tiles(
            board,
            &[
                &[(0, 0), (1, 0), (2, 0), (1, 1)],
                &[(0, 1), (1, 0), (1, 1), (2, 1)],
            ],
        ),
    }
}

fn l_tetrominoes(board: &Rows, _: Player) -> Vec<Rows> {
    let drawn = [(0, 0), (0, 1), (0, 2), (1, 0)];
    let mut shapes = Vec::new();
    for turns in 0..8 {
        let turned = drawn.map(|(row, col)| {
            let (row, col) = if turns & 1 == 1 {
                (col, row)
            } else {
                (row, col)
            };
            let row = if turns & 2 == 2 { -row } else { row };
            (row, if turns & 4 == 4 { -col } else { col })
        });
        shapes.push(turned);
    }
    let shapes: Vec<&[(i32, i32)]> = shapes.iter().map(|shape| &shape[..]).collect();
    tiles(board, &shapes)
}

fn blocking_queens(board: &Rows, _: Player) -> Vec<Rows> {
    let mut after = Vec::new();
    for (row, col) in squares(board) {
        if at(board, row, col) == '.' {
            let mut cells = vec![(row, col, 'Q')];
            for (down, right) in AROUND {
                let ray = (1..).map(|n| (row + down * n, col + right * n));
                let ray = ray.take_while(|s| at(board, s.0, s.1) != '#');
                cells.extend(ray.map(|(row, col)| (row, col, 'x')));
            }
            after.push(with(board, &cells));
        }
    }
    after
}

/// The rules of a game, written plainly.
type Plain = fn(&Rows, Player) -> Vec<Rows>;

#[test]
fn moves_are_those_of_rules_written_plainly() {
    let games: [(&str, Plain, &str); 14] = [
        ("nogo", nogo, "1x6 2x3 3x3"),
        ("rooks", rooks, "3x3 B.W/.WB/W.B 2x5"),
        ("queens", queens, "3x3 B.W/.WB/W.B"),
        ("chomp", chomp, "3x4 4x4"),
        ("push", push, "BW.BWB.W ..BWBB"),
        ("shove", shove, "BW.BWB.W ..BWBB"),
        ("roll_the_lawn", roll_the_lawn, "21@32 0210@0103 555@"),
        ("kotzigs_nim:1,3", kotzig, "L....... L.......... L.."),
        ("trominoes", trominoes, "3x4 #.../..../...#"),
        ("t_tetrominoes", t_tetrominoes, "4x4 3x5 ..#../...../....."),
        ("l_tetrominoes", l_tetrominoes, "3x4 4x4 .#../..../...#"),
        ("blocking_queens", blocking_queens, "4x4 3x6"),
        ("anti_clobber", anti_clobber, "B.W/..B/W.B"),
        ("general_toads_and_frogs:2", jumping, "TTT..FFF T.TFF.F"),
    ];
    for (name, plain, starts) in games {
        let rules = library(name);
        for start in starts.split(' ') {
            let mut open = vec![position(&rules, start)];
            let mut seen = BTreeSet::from([open[0].text()]);
            while let Some(here) = open.pop() {
                let board = rows(&here.text());
                for player in Player::BOTH {
                    let after = options(&here, player, 10_000);
                    let ours: BTreeSet<String> = after.iter().map(Component::text).collect();
                    let written = plain(&board, player).into_iter().map(|rows| {
                        let rows = rows.into_iter().map(String::from_iter);
                        rows.collect::<Vec<_>>().join("/")
                    });
                    let theirs: BTreeSet<String> = written.collect();
                    assert_eq!(ours, theirs, "{name} {} {player:?}", here.text());
                    for option in after {
                        if seen.len() < 3000 && seen.insert(option.text()) {
                            open.push(option);
                        }
                    }
                }
            }
            assert!(seen.len() > 2, "{name} {start}");
        }
    }
}

fn anti_clobber(board: &Rows, player: Player) -> Vec<Rows> {
    let [mine, theirs] = letters(player);
    let mut after = Vec::new();
    for (row, col) in squares(board) {
        for (down, right) in SIDES {
            let (r, c) = (row + down, col + right);
            if at(board, row, col) == mine && at(board, r, c) == '.' {
                after.push(with(board, &[(row, col, theirs), (r, c, mine)]));
            }
        }
    }
    after
}

/// Toads and frogs that jump over one or two.
fn jumping(board: &Rows, player: Player) -> Vec<Rows> {
    let (mine, theirs, way) = match player {
        Player::Left => ('T', 'F', 1),
        Player::Right => ('F', 'T', -1),
    };
    let mut after = Vec::new();
    for (_, col) in squares(board) {
        let over = (1..=3).find(|n| at(board, 0, col + way * n) != theirs);
        if let Some(steps) = over
            && at(board, 0, col) == mine
            && at(board, 0, col + way * steps) == '.'
        {
            after.push(with(board, &[(0, col, '.'), (0, col + way * steps, mine)]));
        }
    }
    after
}
