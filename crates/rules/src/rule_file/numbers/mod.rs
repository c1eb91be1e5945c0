//! Games on heaps of numbers.
//!
//! A position is a sum of heaps, each of one to four numbers; a rule says what
//! a player may make of a heap:
//!
//! ```
//! use rules::{Component, Position, RuleFile};
//! use values::Player;
//! let file = RuleFile::read("
//! game wythoff
//! heaps (a, b)
//! both (a, b) -> (a - k, b) where k >= 1
//! both (a, b) -> (a, b - k) where k >= 1
//! both (a, b) -> (a - k, b - k) where k >= 1
//! example (3,5)
//! ")?;
//! let rules = file.rules(None)?;
//! let position = Component::new(rules.clone(), rules.read("(10,10)")?);
//! assert_eq!(position.mobility(Player::Left), 30);
//! # Ok::<(), rules::BadInput>(())
//! ```
//!
//! Names that the pattern does not bind are unknowns: natural numbers, and
//! every solution of the conditions is a move. Ranges are narrowed by the
//! linear conditions before anything is tried.

mod condition;
mod condition_reader;
mod expression;
mod falling;
mod heap;
mod known;
mod moves;
mod pairs;
mod reader;
mod rule;
mod ruleset;
mod scene;
mod solutions;
mod symmetry;
#[cfg(test)]
mod tests;

use super::cursor::Statement;
use super::header::Header;
use super::{FileRules, unknown};
use crate::bad_input::BadInput;
use expression::MOST_NUMBERS;
use falling::Falling;
use heap::{Heap, write_heap};
use known::KnownHeap;
use moves::{Moves, Trouble, Work};
pub use pairs::{MAX_PAIR, PairRules};
use reader::Reader;
use rule::Rule;
use ruleset::NumberHeaps;
use symmetry::Symmetry;
use values::Player;

/// The statements of games on heaps.
const KEYWORDS: [&str; 6] = ["heaps", "left", "right", "both", "mirror", "value"];

/// The most rules of a player.
const MOST_RULES: usize = 64;
/// The most values of a parameter.
const MOST_VALUES: usize = 1000;

/// The rules that statements make.
pub(crate) fn compile(
    header: &Header,
    statements: &[Statement],
    variant: Option<&str>,
) -> Result<Box<dyn FileRules>, BadInput> {
    let parameters = header.parameter_values(variant)?;
    for (name, values) in &parameters {
        if values.len() > MOST_VALUES {
            return Err(BadInput::new(
                format!("the parameter {name} has {} values", values.len()),
                format!("at most {MOST_VALUES} are allowed"),
            ));
        }
    }
    let mut names = Vec::new();
    let mut rules: [Vec<Rule>; 2] = [Vec::new(), Vec::new()];
    let mut mirror: Option<(&Statement, Vec<usize>)> = None;
    let mut known = Vec::new();
    // What a heap is comes first, wherever it is written.
    for statement in statements.iter().filter(|s| s.keyword == "heaps") {
        names = reader::names(statement)?;
        if let Some(name) = names.iter().find(|name| header.parameters.contains(name)) {
            return Err(statement.wrong(
                format!("`{name}` is a parameter of the game"),
                "give the numbers of a heap other names",
            ));
        }
    }
    let numbers = names.len();
    for statement in statements {
        let players: &[Player] = match statement.keyword.as_str() {
            "heaps" => continue,
            "left" => &[Player::Left],
            "right" => &[Player::Right],
            "both" => &Player::BOTH,
            "mirror" => {
                let order = reader::mirror(statement, numbers)?;
                if let Some((before, _)) = mirror.replace((statement, order)) {
                    return Err(statement.wrong(
                        format!("line {} has a mirror already", before.line),
                        "write one",
                    ));
                }
                continue;
            }
            "value" => {
                known.push(KnownHeap::read(statement, numbers, &parameters)?);
                continue;
            }
            _ => return Err(unknown(statement, &KEYWORDS)),
        };
        let rule = Reader::rule(statement, numbers, &parameters)?;
        for &player in players {
            rules[player as usize].push(rule.clone());
            if rules[player as usize].len() > MOST_RULES {
                return Err(statement.wrong(
                    format!("a player has at most {MOST_RULES} rules"),
                    "join some with `or`, or write the game in Rust",
                ));
            }
        }
    }
    if let Some((statement, order)) = mirror {
        let [left, right] = &mut rules;
        if !right.is_empty() {
            return Err(statement.wrong(
                "a mirror gives Right all rules, and there are others",
                "write `left` rules only, or no `mirror`",
            ));
        }
        right.extend(left.iter().map(|rule| rule.permuted(&order)));
    }
    if rules.iter().all(Vec::is_empty) {
        let heaps = statements.iter().find(|s| s.keyword == "heaps");
        let bad = (
            "nobody has a move",
            "write a rule, such as `both n -> n - 1`",
        );
        return Err(match heaps {
            Some(heaps) => heaps.wrong(bad.0, bad.1),
            None => BadInput::new(bad.0, bad.1),
        });
    }
    let mut symmetries = symmetry::symmetries([&rules[0], &rules[1]], numbers);
    let falling = Falling::find([&rules[0], &rules[1]], numbers).filter(|falling| {
        let kept = |symmetry: &Symmetry| falling.is_kept_by(&symmetry.order);
        symmetries.iter().all(kept)
    });
    let mut moves = Moves::new(numbers, rules);
    survey(&mut moves, falling)?;
    symmetries.sort_by_key(|symmetry| symmetry.negates);
    Ok(Box::new(NumberHeaps::new(names, moves, symmetries, known)))
}

/// Looks at all small heaps: whether play ends, and whether the rules make
/// sense.
fn survey(moves: &mut Moves, falling: Option<Falling>) -> Result<(), BadInput> {
    let most: u32 = match moves.numbers {
        1 => 24,
        2 => 8,
        3 => 4,
        _ => 3,
    };
    let samples: Vec<Heap> = (0..(most + 1).pow(moves.numbers as u32))
        .map(|mut number| {
            let mut heap = [0; MOST_NUMBERS];
            for place in &mut heap[..moves.numbers] {
                *place = number % (most + 1);
                number /= most + 1;
            }
            heap
        })
        .collect();
    for _ in 0..2 {
        let mut work = Work::default();
        let mut returns = false;
        for heap in &samples {
            match moves.explore(heap, &mut work) {
                Err(trouble @ Trouble::Stays(_, line)) => {
                    let bad = moves.refusal(heap, &trouble);
                    let from = write_heap(heap, moves.numbers);
                    let message = format!("a move from {from} changes nothing");
                    return Err(BadInput::new(message, bad.hint).on_line(line));
                }
                Err(ref trouble @ Trouble::Unbounded(_, ref name, line)) => {
                    let message = moves.refusal(heap, trouble).message;
                    let hint = format!("add a condition such as `{name} <= 10`");
                    return Err(BadInput::new(message, hint).on_line(line));
                }
                Err(Trouble::Returns(_)) => {
                    returns = true;
                    break;
                }
                Err(trouble @ Trouble::Breaks(_)) => return Err(moves.refusal(heap, &trouble)),
                // Heaps that are too large are refused when they are read.
                Err(Trouble::TooLong) => break,
                Ok(()) | Err(Trouble::TooLarge(_) | Trouble::Unknown(_)) => {}
            }
        }
        if !returns {
            break;
        }
        // Once more, as for a game that may not end.
        moves.loopy = true;
    }
    if !moves.loopy {
        moves.falling = falling;
    }
    Ok(())
}
