//! Strips of Clobber that are longer than a board.

use crate::support::{full, keeps_positions};
use check::{Summand, Verdict};
use rules::{Component, MAX_SQUARES, MAX_STRIP, Position, Random};
use solve::{Convention, Evaluator, Search, Term};
use values::{Arena, Budget, Outcome, Player, Value};

fn clobber(text: &str) -> Component {
    Component::read("clobber", text).unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

fn column(row: &str) -> String {
    let squares: Vec<String> = row.chars().map(String::from).collect();
    squares.join("/")
}

/// Groups of up to eight pieces, and gaps between them.
fn groups(random: &mut Random, least: usize) -> Vec<String> {
    let mut groups = Vec::new();
    let mut len = 0;
    while len < least {
        let pieces = (0..2 + random.below(7)).map(|_| ['B', 'W'][random.below(2) as usize]);
        groups.push(pieces.collect::<String>());
        len += groups.last().map_or(0, String::len) + 1;
    }
    groups
}

#[test]
fn a_long_strip_is_worth_what_its_groups_are() {
    let _kept = keeps_positions();
    let mut random = Random::new(7);
    for least in [130, 200, MAX_STRIP - 9] {
        let groups = groups(&mut random, least);
        let text = groups.join(".");
        assert!((MAX_SQUARES + 1..=MAX_STRIP).contains(&text.len()));
        let arena = &mut Arena::new();
        let mut short = Evaluator::new();
        let mut sum = Value::ZERO;
        for group in &groups {
            let value = short.value(arena, &clobber(group)).unwrap();
            sum = arena.add(sum, value).unwrap();
        }
        for text in [column(&text), text] {
            let long = clobber(&text);
            let value = Evaluator::new().value(arena, &long);
            assert_eq!(value, Ok(sum), "{text}");
            let negative = long.negative(1).expect("the strip turned round");
            let value = Evaluator::new().value(arena, &negative);
            assert_eq!(value, Ok(-sum), "{text}");
        }
    }
}

/// (XXO)ⁿ = ⌊(n+1)/2⌋·↑.
#[test]
fn a_row_of_xxo_is_worth_ups() {
    let _kept = keeps_positions();
    let (arena, mut evaluator) = (&mut Arena::new(), Evaluator::new());
    let most = if full() { MAX_STRIP / 3 } else { 60 };
    for n in (42..=most).step_by(6) {
        let value = evaluator.value(arena, &clobber(&"XXO".repeat(n)));
        let expected = arena.up_star(&0.into(), n.div_ceil(2) as i64, 0);
        assert_eq!(value, expected, "{n}");
    }
}

#[test]
fn the_winner_of_a_row_of_xxo_is_found_by_its_value() {
    let _kept = keeps_positions();
    let strip = [Term::Position(clobber(&"XXO".repeat(44)))];
    for threads in [1, 2] {
        let mut search = Search::new(Convention::Normal).with_threads(threads);
        let outcome = search.outcome(&mut Arena::new(), &strip);
        assert_eq!(outcome, Ok(Outcome::L));
    }
}

#[test]
fn a_strip_has_one_normal_form_however_it_lies() {
    let _kept = keeps_positions();
    for text in ["XXO".repeat(43), "XO".repeat(64) + "X", "XOOXO".repeat(30)] {
        let (normal, negated) = clobber(&text).normal_form();
        let turned: String = text.chars().rev().collect();
        for text in [column(&text), column(&turned), turned] {
            assert_eq!(clobber(&text).normal_form(), (normal.clone(), negated));
        }
        let exchanged = clobber(&text).negative(0).unwrap();
        assert_eq!(exchanged.normal_form(), (normal, !negated), "{text}");
    }
    let own = clobber(&"XO".repeat(100));
    assert!(own.is_own_negative());
}

/// What is left of a long strip is the short strip, wherever it comes from.
#[test]
fn a_part_that_is_short_enough_is_a_part_of_any_board() {
    let _kept = keeps_positions();
    for len in [2, 8, 9, 64, 65, 127, 128] {
        let part: String = "XOXXO".chars().cycle().take(len).collect();
        let strip = part.clone() + ".." + &"X".repeat(MAX_SQUARES);
        for (strip, part) in [(column(&strip), column(&part)), (strip, part)] {
            let mut parts = Vec::new();
            clobber(&strip).parts(&mut |part| parts.push(part));
            assert!(parts == [clobber(&part)], "{len}");
        }
    }
}

#[test]
fn the_value_of_a_long_strip_is_proved() {
    let _kept = keeps_positions();
    let text = "XXO".repeat(6) + &".".repeat(120) + &"XXO".repeat(43);
    let positions = [clobber(&text)];
    let summand = Summand {
        game: "clobber".into(),
        position: positions[0].text(),
        negated: false,
    };
    let (arena, mut file) = (&mut Arena::new(), Vec::new());
    let (value, _) = solve::prove_value(arena, &positions, vec![summand], &mut file).unwrap();
    // 3·↑ and 22·↑.
    assert_eq!(Ok(value), arena.up_star(&0.into(), 25, 0));
    let verdict = check::verdict(&file[..], &Budget::unlimited()).expect("it is right");
    assert!(matches!(verdict, Verdict::Lemmas(_)));
}

#[test]
fn moves_are_named_far_to_the_right() {
    let _kept = keeps_positions();
    let row = ".".repeat(597) + "XO.";
    let mut names = Vec::new();
    for text in [column(&row), row] {
        let _ = clobber(&text).spoken_moves(Player::Left, &mut |mv, _| {
            names.push(mv.to_string());
            std::ops::ControlFlow::Continue(())
        });
    }
    assert_eq!(names, ["a3xa2", "vz1xwa1"]);
}
