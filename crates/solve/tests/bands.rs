//! Bounds by giving up moves, on Domineering: that they are bounds, and that
//! what the search decides by them is true.

use crate::support::full;
use rules::{Component, Domineering, Game, Lines, Position, Random};
use solve::{Convention, Evaluator, Search, Term};
use values::{Arena, Player, Value};

type Floor = <Domineering<u64> as Game>::Position;

/// Boards with a share of squares covered, from none to most.
fn boards(sizes: &[&str], number: usize, random: &mut Random) -> Vec<Floor> {
    let game = Domineering::<u64>::default();
    let mut boards = Vec::new();
    for size in sizes {
        let empty = game.write(&game.read(size).unwrap());
        for number in 0..number {
            let covered = number as u64 * 7 / 10 % 8;
            let cover = |c| match c == '.' && random.below(10) < covered {
                true => '#',
                false => c,
            };
            let text: String = empty.chars().map(cover).collect();
            boards.push(game.read(&text).unwrap());
        }
    }
    boards
}

/// All ways to cut so many lines into bands.
fn cuts(lines: usize) -> impl Iterator<Item = Vec<(usize, usize)>> {
    (0..1u32 << (lines - 1)).filter_map(move |cut| {
        let (mut from, mut bands) = (0, Vec::new());
        for end in 1..=lines {
            if end == lines || cut >> (end - 1) & 1 != 0 {
                bands.push((from, end - from));
                from = end;
            }
        }
        let fit = bands.iter().all(|band| band.1 <= Lines::HIGHEST);
        fit.then_some(bands)
    })
}

#[test]
fn bands_are_worth_no_more_than_the_board() {
    let sizes = ["4x4", "3x6", "6x3", "2x8", "5x4", "1x9", "9x2"];
    let number = if full() { 3000 } else { 300 };
    let mut random = Random::new(51);
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let bands = Floor::CAPABILITIES.bands.expect("it has bands");
    let (mut looked, mut tight) = (0, 0);
    for board in boards(&sizes, number, &mut random) {
        let value = evaluator.value(&mut arena, &board).unwrap();
        for player in Player::BOTH {
            let value = if player == Player::Left {
                value
            } else {
                -value
            };
            let mut lines = Lines::default();
            assert!((bands.cut)(&board, player, &mut lines));
            for cut in cuts(lines.count()) {
                let mut sum = Value::ZERO;
                for (from, height) in cut {
                    let name = lines.name(from, height).expect("small bands have names");
                    let band = (bands.band)(&board, name);
                    let band = evaluator.value(&mut arena, &band).unwrap();
                    sum = arena.add(sum, band).unwrap();
                }
                assert!(arena.le(sum, value).unwrap(), "{player} {board:?}");
                looked += 1;
                tight += usize::from(sum == value);
            }
        }
    }
    assert!(
        looked > 20 * number && tight > looked / 20,
        "{looked} {tight}"
    );
}

#[test]
fn what_bounds_decide_is_what_values_say() {
    let sizes = ["4x4", "4x5", "5x4", "3x7", "2x9", "5x5"];
    let number = if full() { 3000 } else { 150 };
    let mut random = Random::new(52);
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let mut search = Search::new(Convention::Normal);
    let mut erased = Search::new(Convention::Normal);
    let game = Domineering::<u64>::default();
    let boards = boards(&sizes, number, &mut random);
    let hot = arena.read("{3|1||-1|-4}").unwrap();
    for (number, board) in boards.iter().enumerate() {
        let other = &boards[random.below(boards.len() as u64) as usize];
        let mut value = evaluator.value(&mut arena, board).unwrap();
        let mut sum = vec![Term::Position(*board)];
        if number % 3 > 0 {
            let part = evaluator.value(&mut arena, other).unwrap();
            value = arena.add(value, part).unwrap();
            sum.push(Term::Position(*other));
        }
        if number % 3 > 1 {
            value = arena.add(value, hot).unwrap();
            sum.push(Term::Value(hot));
        }
        let outcome = arena.outcome(value).unwrap();
        let found = search.outcome(&mut arena, &sum).unwrap();
        assert_eq!(found, outcome, "{sum:?}");
        // The negative, in the type for all games.
        let negatives = sum.into_iter().map(|term| match term {
            Term::Position(board) => {
                let text = game.write(&board);
                Term::Position(Component::read("domineering", &text).unwrap().negated())
            }
            Term::Value(value) => Term::Value(-value),
        });
        let negatives: Vec<_> = negatives.collect();
        let found = erased.outcome(&mut arena, &negatives).unwrap();
        let negative = arena.outcome(-value).unwrap();
        assert_eq!(found, negative, "{negatives:?}");
    }
}

/// Numbers that do not fit where bounds are added up are as good as others.
#[test]
fn bounds_are_true_beside_large_and_fine_numbers() {
    let game = Domineering::<u64>::default();
    let board = game.read("4x7").unwrap();
    let mut arena = Arena::new();
    let mut search = Search::new(Convention::Normal);
    for number in [
        "5000000",
        "-5000000",
        "4194304",
        "-2097152",
        "2097151",
        "-70000000000",
        "1/2048",
        "-1/2048",
        "9007199254740993/1024",
        "-1/1152921504606846976",
    ] {
        let value = arena.read(number).unwrap();
        let sum = [Term::Position(board), Term::Value(value)];
        let found = search.outcome(&mut arena, &sum).unwrap();
        let mut evaluator = Evaluator::new();
        let total = evaluator.value(&mut arena, &board).unwrap();
        let total = arena.add(total, value).unwrap();
        assert_eq!(found, arena.outcome(total).unwrap(), "{number}");
    }
}

/// The winners on empty boards: D. M. Breuker, J. W. H. M. Uiterwijk and
/// H. J. van den Herik, "Solving 8×8 Domineering" (2000), and N. Bullock,
/// "Domineering: Solving Large Combinatorial Search Spaces" (2002).
#[test]
fn empty_boards_have_the_winners_of_the_literature() {
    let mut checked = 0;
    for row in include_str!("data/domineering.tsv").lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[board, outcome, time] = fields.as_slice() else {
            panic!("a row has three fields: {row}");
        };
        if time == "long" && !full() {
            continue;
        }
        let position = Component::read("domineering", board).unwrap();
        let sum = [Term::Position(position)];
        let mut search = Search::new(Convention::Normal);
        let found = search.outcome(&mut Arena::new(), &sum).unwrap();
        assert_eq!(found.to_string(), outcome, "{board}");
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
}
