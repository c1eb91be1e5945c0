//! The payoffs against plain minimax, and the theorem of the paper's
//! Appendix A.

use super::*;
use rules::{Component, Game, Position, Random, Rules};
use solve::{Evaluator, Thermographer};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use values::{Arena, Budget, Dyadic, Player, Thermograph, Value};

pub(super) fn number(text: &str) -> Dyadic {
    text.parse().unwrap()
}

pub(super) fn stack(top: &str, step: &str, ones: usize) -> Stack {
    Stack::new(&number(top), &number(step), ones).unwrap()
}

/// Straight from the rules, without parts, values or memory.
pub(super) fn plain(board: &[Component], cards: &[Dyadic], player: Player) -> Dyadic {
    let better = |a: Dyadic, b: Dyadic| match player {
        Player::Left => a.max(b),
        Player::Right => a.min(b),
    };
    let (card, rest) = cards.split_first().unwrap();
    let later = match rest {
        [] => Dyadic::zero(),
        _ => plain(board, rest, -player),
    };
    let mut best = match player {
        Player::Left => &later + card,
        Player::Right => &later - card,
    };
    for place in 0..board.len() {
        let _ = board[place].options(player, &mut |option| {
            let mut after = board.to_vec();
            after[place] = option;
            best = better(best.clone(), plain(&after, cards, -player));
            ControlFlow::Continue(())
        });
    }
    best
}

/// How many lines of moves there are on a board, up to a bound.
pub(super) fn lines(board: &[Component], bound: usize) -> usize {
    let mut count = 1;
    if bound <= 1 {
        return bound;
    }
    for (place, component) in board.iter().enumerate() {
        for player in Player::BOTH {
            let _ = component.options(player, &mut |option| {
                let mut after = board.to_vec();
                after[place] = option;
                count += lines(&after, bound - count);
                match count >= bound {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            if count >= bound {
                return bound;
            }
        }
    }
    count
}

fn plain_run(position: &Component) -> u64 {
    let mut longest = 0;
    for player in Player::BOTH {
        let _ = position.options(player, &mut |option| {
            longest = longest.max(1 + plain_run(&option));
            ControlFlow::Continue(())
        });
    }
    longest
}

/// Positions of all games, about as large as their examples and smaller.
pub(super) fn scattered(each: usize, seed: u64) -> Vec<Component> {
    let mut all = Vec::new();
    for info in rules::games_in_rust() {
        let rules = Rules::find(&rules::example_name(info)).unwrap();
        let mut random = Random::new(seed);
        let like = rules.read(info.example).unwrap();
        let one = |_| Game::scatter(&rules, &like, &mut |n| random.below(n));
        all.extend((0..each).map(one));
    }
    all
}

/// A few random moves on, by anybody.
pub(super) fn later(mut position: Component, random: &mut Random) -> Component {
    for _ in 0..random.below(4) {
        let player = Player::BOTH[random.below(2) as usize];
        let mut options = Vec::new();
        let _ = position.options(player, &mut |option| {
            options.push(option);
            match options.len() {
                256 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        if !options.is_empty() {
            position = options.swap_remove(random.below(options.len() as u64) as usize);
        }
    }
    position
}

#[test]
fn payoffs_are_those_of_plain_minimax() {
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let mut random = Random::new(5);
    let stacks = [
        stack("1", "1", 2),
        stack("2", "3/2", 1),
        stack("1/2", "1/2", 0),
        stack("-1", "1", 4),
        Stack::with_terminal(&number("1"), &number("3/4"), 1, &number("3")).unwrap(),
    ];
    let mut compared = 0;
    let mut before = Component::read("nim", "0").unwrap();
    for position in scattered(40, 5) {
        let position = later(position, &mut random);
        if position.is_loopy() {
            continue;
        }
        // Alone, and beside the one before.
        for board in [
            vec![position.clone()],
            vec![position.clone(), before.clone().negated()],
        ] {
            if lines(&board, 100) == 100 {
                continue;
            }
            let value = value(&mut arena, &mut evaluator, &board);
            for stack in &stacks {
                for taken in [0, 1] {
                    let payoffs = Payoffs::new(&mut arena, &[value], stack, taken).unwrap();
                    for player in Player::BOTH {
                        let slow = plain(&board, &stack.cards(taken).collect::<Vec<_>>(), player);
                        let fast = payoffs.payoff(0, 0);
                        assert_eq!(
                            *fast.of(player),
                            slow,
                            "{board:?} beside {stack}, {player} starts"
                        );
                    }
                    if taken == 1 {
                        let above = Payoffs::new(&mut arena, &[value], stack, 0).unwrap();
                        assert_eq!(above.payoff(0, 1), payoffs.payoff(0, 0));
                    }
                    compared += 1;
                }
            }
        }
        before = position;
    }
    println!("{compared} compared");
    assert!(compared > 1000, "{compared}");
}

#[test]
fn the_longest_run_is_that_of_plain_search() {
    let mut random = Random::new(9);
    let mut compared = 0;
    for position in scattered(30, 9) {
        let position = later(later(position, &mut random), &mut random);
        if position.is_loopy() || position.rank() > 9 {
            continue;
        }
        let run = longest_run(&position, &Budget::unlimited()).unwrap();
        assert_eq!(run, plain_run(&position), "{position:?}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

/// More cards of −1 than moves change nothing.
#[test]
fn enough_ones_are_enough() {
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    for (position, run) in short_runs(20, 11, 12) {
        let value = evaluator.value(&mut arena, &position).unwrap();
        for (top, step) in [("2", "1/2"), ("3/4", "5/8"), ("-1", "1")] {
            let payoff = |arena: &mut Arena, ones| {
                let stack = stack(top, step, ones);
                let payoffs = Payoffs::new(arena, &[value], &stack, 0).unwrap();
                payoffs.payoff(0, 0)
            };
            let enough = payoff(&mut arena, run as usize);
            for more in 1..4 {
                let payoff = payoff(&mut arena, run as usize + more);
                assert_eq!(payoff, enough, "{position:?}: {more} more than {run}");
            }
        }
    }
}

/// Random positions in which the longest run of moves is below a bound, with
/// its length.
pub(super) fn short_runs(
    each: usize,
    seed: u64,
    bound: u64,
) -> impl Iterator<Item = (Component, u64)> {
    let mut random = Random::new(seed);
    scattered(each, seed)
        .into_iter()
        .filter_map(move |position| {
            let position = later(position, &mut random);
            let run = run_below(&position, bound)?;
            Some((position, run))
        })
}

pub(super) fn run_below(position: &Component, bound: u64) -> Option<u64> {
    if position.is_loopy() || position.rank() > 40 {
        return None;
    }
    let run = longest_run(position, &Budget::new(Some(1 << 22))).ok()?;
    (run < bound).then_some(run)
}

/// What the theorem was tried on.
#[derive(Default)]
struct Trials {
    positions: u64,
    pairs: u64,
    /// The largest difference for each step.
    worst: BTreeMap<Dyadic, Dyadic>,
    /// Where it was more than the step.
    excesses: Vec<String>,
}

impl Trials {
    fn check(&mut self, arena: &mut Arena, board: &Board, top: &Dyadic, step: &Dyadic) {
        let stack = Stack::new(top, step, board.run as usize).unwrap();
        let payoffs = Payoffs::new(arena, &[board.value], &stack, 0).unwrap();
        self.pairs += 1;
        for player in Player::BOTH {
            let net = payoffs.payoff(0, 0).of(player) - &stack.payoff(player);
            let difference = (&net - &board.graph.wall(player).at(top)).abs();
            let bound = &Dyadic::from(3 * board.run as i64) * step;
            let about = || format!("{:?} beside {stack}, {player} starts", board.sum);
            assert!(difference <= bound, "{}: off by {difference}", about());
            if difference > *step {
                self.excesses.push(format!("{difference}: {}", about()));
            }
            let most = self.worst.entry(step.clone()).or_insert(Dyadic::zero());
            *most = most.clone().max(difference);
        }
    }
}

/// A sum with what the theorem speaks of.
struct Board {
    sum: Vec<Component>,
    value: Value,
    graph: Thermograph,
    run: u64,
}

/// Appendix A: |LP(G + S) − LP(S) − LW(G, t)| ≤ 3Nδ for a stack with top card
/// t and step δ, and at least N cards of −1; the same for Right.
///
/// The difference is hardly ever more than δ, but it can be (below). With
/// LEGATUS_FULL=1 on many more positions.
#[test]
fn walls_are_payoffs_beside_cards() {
    let full = std::env::var_os("LEGATUS_FULL").is_some();
    let each = if full { 400 } else { 16 };
    let mut random = Random::new(13);
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let mut thermographer = Thermographer::new();
    let mut trials = Trials::default();
    // From stacks that reach −1 in whole steps to those that just miss it.
    let lengths = [0, 1, 3, 4, 6, 9, 13, 40];
    let offsets = ["0", "1/4", "1/2", "3/4"].map(number);
    let steps = ["1", "3/4", "1/2", "5/16", "1/4", "1/16", "1/64"].map(number);
    let mut before = Component::read("domineering", "2x3").unwrap();
    for position in scattered(each, 13) {
        let position = later(position, &mut random);
        if run_below(&position, 16).is_none() {
            continue;
        }
        let sum = match random.below(3) {
            0 => vec![position.clone(), before.clone().negated()],
            _ => vec![position.clone()],
        };
        before = position;
        let runs = sum.iter().filter_map(|component| run_below(component, 16));
        let parts: Vec<(Component, bool)> = sum.iter().map(|c| (c.clone(), false)).collect();
        let board = Board {
            value: value(&mut arena, &mut evaluator, &sum),
            graph: thermographer.sum(&parts).unwrap(),
            run: runs.sum(),
            sum,
        };
        trials.positions += 1;
        for step in &steps {
            for (i, length) in lengths.iter().enumerate() {
                let offset = &offsets[(i + trials.positions as usize) % offsets.len()];
                let steps = &Dyadic::from(*length) + offset;
                let top = &(&steps * step) - &1.into();
                trials.check(&mut arena, &board, &top, step);
            }
        }
    }
    let Trials {
        positions,
        pairs,
        worst,
        excesses,
    } = trials;
    println!("{pairs} pairs of {positions} positions; the worst difference for each step:");
    for (step, most) in &worst {
        println!("  {step}: {most}");
    }
    println!("more than the step in {} of {}:", excesses.len(), 2 * pairs);
    for excess in excesses.iter().take(20) {
        println!("  {excess}");
    }
    assert!(pairs >= if full { 200_000 } else { 10_000 }, "only {pairs}");
    assert!(excesses.len() as u64 * 1000 < 2 * pairs);
    let differences: Vec<&Dyadic> = worst.values().collect();
    assert!(
        differences.windows(2).all(|pair| pair[0] <= pair[1]),
        "the difference shrinks with the step: {worst:?}"
    );
    assert!(differences[0] < differences[differences.len() - 1]);
}

/// One board, and a stack that reaches −1 evenly.
#[test]
fn the_difference_can_be_more_than_the_step() {
    let mut arena = Arena::new();
    let board = Component::read("domineering", "##.#/.#../..#./##..").unwrap();
    let value = value(
        &mut arena,
        &mut Evaluator::new(),
        std::slice::from_ref(&board),
    );
    let wall = Thermographer::new()
        .thermograph(&board)
        .unwrap()
        .left
        .at(&1.into());
    let mut difference = |step| {
        let stack = stack("1", step, 4);
        let payoffs = Payoffs::new(&mut arena, &[value], &stack, 0).unwrap();
        let net = &payoffs.payoff(0, 0).left - &stack.komi();
        (&net - &wall).abs()
    };
    assert_eq!(difference("1/2"), number("3/4"));
    assert_eq!(difference("1/4"), number("1/4"));
}

pub(super) fn value(
    arena: &mut Arena,
    evaluator: &mut Evaluator<Component>,
    sum: &[Component],
) -> Value {
    let mut total = Value::ZERO;
    for component in sum {
        let term = evaluator.value(arena, component).unwrap();
        total = arena.add(total, term).unwrap();
    }
    total
}
