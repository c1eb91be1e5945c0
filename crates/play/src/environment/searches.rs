//! Best play by search against plain minimax and against canonical forms.

use super::tests::{later, lines, number, plain, run_below, scattered, short_runs, stack, value};
use super::*;
use rules::{Amazons, Component, Game, Random};
use solve::{Bag, Evaluator, Parts};
use values::{Arena, Budget, Error, Player};

/// A board as a bag, with canonical forms where they take no more new
/// positions than `effort`.
fn bag(arena: &mut Arena, effort: usize, board: &[Component]) -> (Parts, Bag) {
    let mut parts = Parts::with_effort(Budget::unlimited(), effort);
    let component = |component| parts.position(arena, component).unwrap();
    let bags: Vec<Bag> = board.iter().map(component).collect();
    let bag = parts.sum(arena, &bags).unwrap();
    (parts, bag)
}

/// Sums of two and of three small positions, on which few lines of moves can
/// be played.
fn small_boards(seed: u64, most_lines: usize) -> Vec<Vec<Component>> {
    let mut random = Random::new(seed);
    let positions = scattered(40, seed).into_iter();
    let positions: Vec<Component> = positions
        .filter(|position| !position.is_loopy())
        .map(|position| later(position, &mut random))
        .filter(|position| lines(std::slice::from_ref(position), 40) < 40)
        .collect();
    let mut boards = Vec::new();
    for i in 2..positions.len() {
        let mut board = vec![positions[i].clone(), positions[i - 1].clone().negated()];
        if i % 2 == 0 {
            board.push(positions[i - 2].clone());
        }
        if lines(&board, most_lines) < most_lines {
            boards.push(board);
        }
    }
    boards
}

#[test]
fn searches_find_what_plain_minimax_finds() {
    let mut arena = Arena::new();
    let mut compared = 0;
    for board in small_boards(17, 120) {
        let Some(run) = board
            .iter()
            .map(|component| run_below(component, 8))
            .sum::<Option<u64>>()
        else {
            continue;
        };
        for (top, step) in [("1", "1"), ("5/4", "3/4"), ("1/2", "1/2"), ("-1", "1")] {
            let stack = stack(top, step, run as usize);
            for effort in [0, 1000] {
                let (mut parts, bag) = bag(&mut arena, effort, &board);
                let budget = Budget::unlimited();
                let mut appraiser = Appraiser::new(&mut parts, &mut arena, budget, &stack).unwrap();
                for player in Player::BOTH {
                    let slow = plain(&board, &stack.cards(0).collect::<Vec<_>>(), player);
                    let found = appraiser.appraise(&bag, player).unwrap();
                    assert_eq!(
                        found.net.exact(),
                        Some(&slow),
                        "{board:?} beside {stack}, {player} starts"
                    );
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} compared");
    assert!(compared > 1000, "{compared}");
}

/// On larger sums and longer stacks, also when the search is stopped: the
/// score lies in the interval, and the best turn so far brings at least what
/// is said.
#[test]
fn intervals_hold_what_canonical_forms_say() {
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let (mut exact, mut open, mut closer) = (0, 0, 0);
    let mut before = Component::read("domineering", "2x3").unwrap();
    for (position, _) in short_runs(8, 19, 9) {
        let board = [position.clone(), before.negated()];
        before = position;
        let runs = board.iter().filter_map(|component| run_below(component, 9));
        let run = runs.sum::<u64>() as usize;
        let total = value(&mut arena, &mut evaluator, &board);
        for (top, step) in [("4", "1/4"), ("25/8", "3/4"), ("2", "5/16")] {
            let stack = stack(top, step, run);
            let payoffs = Payoffs::new(&mut arena, &[total], &stack, 0).unwrap();
            for steps in [0, 300, 1_000_000] {
                let (mut parts, bag) = bag(&mut arena, 0, &board);
                let budget = Budget::unlimited().with_steps(steps);
                let mut appraiser = Appraiser::new(&mut parts, &mut arena, budget, &stack).unwrap();
                for player in Player::BOTH {
                    let payoff = payoffs.payoff(0, 0);
                    let right = payoff.of(player);
                    let about = || format!("{board:?} beside {stack}, {player} starts");
                    let before = appraiser.after_card(&bag, player).unwrap();
                    let found = appraiser.appraise(&bag, player).unwrap();
                    assert!(found.net.low <= *right, "{}: {found:?}", about());
                    assert!(*right <= found.net.high, "{}: {found:?}", about());
                    let card = appraiser.after_card(&bag, player).unwrap();
                    match player {
                        Player::Left => assert!(card.low <= *right),
                        Player::Right => assert!(card.high >= *right),
                    }
                    closer += usize::from(card != before);
                    match found.stopped {
                        None => exact += 1,
                        Some(error) => {
                            assert!(matches!(error, Error::TooLarge { .. }), "{error}");
                            open += 1;
                        }
                    }
                }
            }
        }
    }
    println!("{exact} exact, {open} intervals, the card closer {closer} times");
    assert!(exact > 200 && open > 20, "{exact} {open}");
}

/// Play with the canonical form gives 7/4 and −8 for this board of eight rows.
#[test]
fn large_boards_are_searched_as_positions() {
    let game = Amazons::<u64>::with_variant(None).unwrap();
    let board = game.read("8x2:a2,b4").unwrap();
    let mut arena = Arena::new();
    let mut parts = Parts::with_effort(Budget::unlimited(), 0);
    let bag = parts.position(&mut arena, &board).unwrap();
    let stack = stack("79/8", "1/4", 14);
    let budget = Budget::unlimited();
    let mut appraiser = Appraiser::new(&mut parts, &mut arena, budget, &stack).unwrap();
    for (player, net) in [(Player::Left, "7/4"), (Player::Right, "-8")] {
        let found = appraiser.appraise(&bag, player).unwrap();
        assert_eq!(found.net.exact(), Some(&number(net)), "{player} starts");
    }
    println!("{} boards looked into", appraiser.nodes());
}
