//! What is said of moves, compared with who wins by the rules alone.

use super::super::Subject;
use super::*;
use rules::{Position, Random};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Whether the player to move wins: every line to its end, without anything
/// that solvers know.
fn wins(
    sum: &[Component],
    turn: Player,
    convention: Convention,
    known: &mut HashMap<(Vec<Component>, Player), bool>,
) -> bool {
    let key = (sum.to_vec(), turn);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut options = Vec::new();
    for (place, part) in sum.iter().enumerate() {
        let _ = part.options(turn, &mut |after| {
            let mut next = sum.to_vec();
            next[place] = after;
            options.push(next);
            ControlFlow::Continue(())
        });
    }
    let win = match options.is_empty() {
        true => convention == Convention::Misere,
        false => options
            .iter()
            .any(|next| !wins(next, -turn, convention, known)),
    };
    known.insert(key, win);
    win
}

fn components(sum: &Sum) -> Vec<Component> {
    let parts = sum.search_terms().into_iter().map(|term| match term {
        solve::Term::Position(component) => component,
        solve::Term::Value(_) => panic!("a value"),
    });
    parts.collect()
}

/// The sum after a move that was told.
fn after(sum: &Sum, told: &Value, player: Player, arena: &mut Arena) -> Sum {
    let text = told["move"].as_str().unwrap();
    let made = moves(sum, arena, player).unwrap();
    let made = made.into_iter().find(|made| made.text == text);
    let made = made.unwrap_or_else(|| panic!("{text} is no move"));
    assert_eq!(
        made.after.text(arena).unwrap(),
        told["position"].as_str().unwrap()
    );
    made.after
}

const STARTS: [(&str, &str); 9] = [
    ("nim", "1,2,3"),
    ("kayles", "7"),
    ("clobber", "XOX/OXO"),
    ("domineering", "3x3"),
    ("cram", "2x4"),
    ("amazons", "L..R"),
    ("toppling_dominoes", "LRLR"),
    ("hackenbush", "(lr;re)"),
    ("legionnaires", "3x3"),
];

/// Every statement about who wins holds, in normal and misère play, for both
/// players, in boards and in sums of them.
#[test]
fn what_is_said_of_moves_is_true() {
    let mut random = Random::new(15);
    let mut said = [0; 2];
    for round in 0..STARTS.len() * 8 {
        let (game, position) = STARTS[round % STARTS.len()];
        let misere = round / STARTS.len() % 2 == 1;
        let subject = match round / STARTS.len() % 3 {
            2 => Subject::Expression {
                expression: format!("nim(2) - {game}(\"{position}\")"),
            },
            _ => Subject::Position {
                game: game.to_owned(),
                position: position.to_owned(),
            },
        };
        let mut arena = Arena::new();
        let sum = subject
            .sum(&mut Calculator::new(Budget::unlimited()))
            .unwrap();
        let (mut sum, mut player) = (sum, Player::BOTH[random.below(2) as usize]);
        let mut known = HashMap::new();
        for _ in 0..3 {
            let mut made = moves(&sum, &mut arena, player).unwrap();
            if made.is_empty() {
                break;
            }
            let one = made.swap_remove(random.below(made.len() as u64) as usize);
            let explored = Explored {
                subject: Subject::Expression {
                    expression: sum.expression(&mut arena).unwrap(),
                },
                misere,
            };
            let convention = explored.convention();
            let why = Why {
                explored,
                player: Side::of(player),
                made: one.text.clone(),
            };
            let answer = why.run(&Budget::unlimited()).unwrap();
            holds(&answer, &one.after, player, convention, &mut known);
            said[usize::from(answer["verdict"] == "wins")] += 1;
            sum = one.after;
            player = -player;
        }
    }
    assert!(said.iter().all(|&count| count > 20), "{said:?}");
}

/// Whether an answer about a move of `player` that led here is true.
fn holds(
    answer: &Value,
    here: &Sum,
    player: Player,
    convention: Convention,
    known: &mut HashMap<(Vec<Component>, Player), bool>,
) {
    let mut arena = Arena::new();
    let mut wins = |sum: &Sum, turn| wins(&components(sum), turn, convention, known);
    let loses = wins(here, -player);
    let verdict = if loses { "loses" } else { "wins" };
    assert_eq!(answer["verdict"], verdict, "{answer}");
    let replies = moves(here, &mut arena, -player).unwrap();
    assert_eq!(answer["over"], replies.is_empty());
    if loses {
        // The line begins with a refutation, and the winner never lets go.
        let (mut sum, mut turn) = (here.clone(), -player);
        for told in answer["line"].as_array().unwrap() {
            assert_eq!(told["player"], turn.name());
            sum = after(&sum, told, turn, &mut arena);
            turn = -turn;
            assert_eq!(wins(&sum, turn), turn == -player, "{answer}");
        }
        assert!(
            moves(&sum, &mut arena, turn).unwrap().is_empty(),
            "{answer}"
        );
    } else {
        assert_eq!(answer["count"], replies.len());
        for told in answer["replies"].as_array().unwrap() {
            let sum = after(here, told, -player, &mut arena);
            assert!(wins(&sum, player), "{answer}");
            match &told["answer"] {
                // Who has no move and wins needs none.
                Value::Null => assert!(moves(&sum, &mut arena, player).unwrap().is_empty()),
                answer => assert!(!wins(&after(&sum, answer, player, &mut arena), -player)),
            }
        }
    }
}

#[test]
fn play_that_may_not_end_has_reasons_too() {
    let why = |made: &str| {
        let task = Why {
            explored: Explored {
                subject: Subject::Position {
                    game: "legionnaires:centurion".to_owned(),
                    position: "3x3".to_owned(),
                },
                misere: false,
            },
            player: Side::Left,
            made: made.to_owned(),
        };
        task.run(&Budget::unlimited())
    };
    let board = positions::read("legionnaires:centurion", "3x3").unwrap();
    let loopy =
        Loopy::analyse(&board.component(), Convention::Normal, &Budget::unlimited()).unwrap();
    for (mv, fate) in loopy.moves(&board.component(), Player::Left).unwrap() {
        let answer = why(&mv.to_string()).unwrap();
        let verdict = match fate {
            Fate::Wins(_) => "wins",
            Fate::Loses(_) => "loses",
            Fate::Draws => "draws",
        };
        assert_eq!(answer["verdict"], verdict, "{mv}: {answer}");
    }
    assert!(why("nothing").is_err());
}
