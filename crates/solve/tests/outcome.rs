//! Who wins: against other programs, against exact values, and against plain
//! recursion. Heavy rows run with `LEGATUS_FULL=1`.

use crate::mcgs;
use crate::support::{counts_bytes, full, options, reachable, rows, shrunk, visit, wins_plainly};
use rules::{Clobber, Component, Game, Legionnaires, Position, Random, Visitor, games_in_rust};
use solve::{Action, Convention, Evaluator, Search, Statistics, Term};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use values::{Arena, Budget, Error, Outcome, Player};

/// Something to try with the rules of every registered game whose play ends,
/// with variants and impartial versions.
trait Trial {
    /// Sums to try with each game; with `LEGATUS_FULL` 20 000 with each and
    /// its variants.
    const FEW: usize;

    fn run<G: Game>(&self, game: &G, name: &str, example: &G::Position, trials: usize);
}

fn for_every_game<T: Trial>(trial: &T) {
    struct Run<'t, T>(&'t T, String, &'static str, usize);
    impl<T: Trial> Visitor for Run<'_, T> {
        type Output = bool;
        fn visit<G: Game>(self, game: G) -> bool {
            if !game.is_loopy() {
                let example = game.read(self.2).expect("the example is a position");
                self.0.run(&game, &self.1, &example, self.3);
            }
            true
        }
    }
    for info in games_in_rust() {
        let variants = info.variants.iter().map(|v| format!(":{}", v.name));
        let kinds = 2 * (1 + info.variants.len());
        let trials = if full() {
            20_000_usize.div_ceil(kinds)
        } else {
            T::FEW
        };
        let mut asked = false;
        for variant in std::iter::once(String::new()).chain(variants) {
            for impartial in ["", ":impartial"] {
                let name = format!("{}{variant}{impartial}", info.name);
                // A game of codes has no plain rules.
                let run = Run(trial, name.clone(), info.example, trials);
                asked |= visit(&name, info.example, run).unwrap_or(false);
            }
        }
        assert!(asked, "{} cannot be asked for", info.name);
    }
}

/// A random position, made smaller by random play until at most `size`
/// positions can be reached from it.
fn small<G: Game>(
    game: &G,
    like: &G::Position,
    random: &mut Random,
    size: usize,
) -> Option<G::Position> {
    let mut position = game.scatter(like, &mut |n| random.below(n));
    for _ in 0..40 {
        if reachable(&position, size) <= size {
            return Some(position);
        }
        let player = Player::BOTH[random.below(2) as usize];
        let options = options(&position, player, 1000);
        if !options.is_empty() {
            position = options[random.below(options.len() as u64) as usize].clone();
        }
    }
    None
}

/// At most `terms` positions, each with at most `most` others below it.
fn small_sum<G: Game>(
    game: &G,
    example: &G::Position,
    random: &mut Random,
    [terms, most]: [usize; 2],
) -> Vec<G::Position> {
    let terms = (0..terms).filter_map(|_| small(game, example, random, most));
    terms.collect()
}

#[test]
fn normal_outcomes_agree_with_values() {
    struct Agree;
    impl Trial for Agree {
        const FEW: usize = 60;

        fn run<G: Game>(&self, game: &G, name: &str, example: &G::Position, trials: usize) {
            let mut random = Random::new(11);
            let mut arena = Arena::new();
            let mut evaluator = Evaluator::new();
            // One search that has to evaluate and forget, others that start
            // fresh.
            let mut old = Search::new(Convention::Normal).with_table_bytes(20_000);
            let mut checked = 0;
            for trial in 0..trials {
                let sum = small_sum(game, example, &mut random, [1 + trial % 3, 300]);
                let beside = match trial % 4 {
                    3 => ["*2", "^", "1/2", "{2|-1}", "v*"][trial / 4 % 5],
                    _ => "0",
                };
                let value = arena.read(beside).unwrap();
                let mut differs = |sum: &[G::Position]| {
                    let mut terms: Vec<_> = sum.iter().cloned().map(Term::Position).collect();
                    let mut total = value;
                    for position in sum {
                        let value = evaluator.value(&mut arena, position).unwrap();
                        total = arena.add(total, value).unwrap();
                    }
                    if beside != "0" {
                        terms.push(Term::Value(value));
                    }
                    let expected = arena.outcome(total).unwrap();
                    let mut fresh = Search::new(Convention::Normal);
                    let mut searches = [&mut old, &mut fresh].into_iter();
                    searches.any(|s| s.outcome(&mut arena, &terms).unwrap() != expected)
                };
                checked += usize::from(!sum.is_empty());
                if differs(&sum) {
                    panic!("{name} {:?} + {beside}", shrunk(sum, &mut differs));
                }
            }
            assert!(checked > trials / 2, "{name}: {checked}");
        }
    }
    for_every_game(&Agree);
}

#[test]
fn misere_outcomes_agree_with_plain_recursion() {
    struct Agree;
    impl Trial for Agree {
        const FEW: usize = 30;

        fn run<G: Game>(&self, game: &G, name: &str, example: &G::Position, trials: usize) {
            let mut random = Random::new(12);
            let mut arena = Arena::new();
            let mut search = Search::new(Convention::Misere);
            for trial in 0..trials {
                let sum = small_sum(game, example, &mut random, [1 + trial % 2, 60]);
                let mut differs = |sum: &[G::Position]| {
                    let mut table = HashMap::new();
                    let asked: Vec<_> = sum.iter().cloned().map(Term::Position).collect();
                    Player::BOTH.iter().any(|&player| {
                        let expected = wins_plainly(sum, player, Convention::Misere, &mut table);
                        search.wins(&mut arena, &asked, player).unwrap() != expected
                    })
                };
                if differs(&sum) {
                    panic!("{name} {:?}", shrunk(sum, &mut differs));
                }
            }
        }
    }
    for_every_game(&Agree);
}

#[test]
fn misere_values_are_played_as_canonical_forms() {
    let mut arena = Arena::new();
    let mut search = Search::<Component>::new(Convention::Misere);
    for text in [
        "0",
        "1",
        "-2",
        "*",
        "*2",
        "^",
        "{1|-1}",
        "1/2",
        "^^*",
        "{2|0||-1}",
    ] {
        let value = arena.read(text).unwrap();
        let expected = arena.misere_outcome(value).unwrap();
        let outcome = search.outcome(&mut arena, &[Term::Value(value)]).unwrap();
        assert_eq!(outcome, expected, "{text}");
    }
    // 0 in normal play, but the mover wins when the last to move loses.
    let star = arena.nimber(1).unwrap();
    let two = arena.nimber(2).unwrap();
    let outcome = |search: &mut Search<Component>, arena: &mut Arena, values: &[_]| {
        let sum: Vec<_> = values.iter().copied().map(Term::Value).collect();
        search.outcome(arena, &sum).unwrap()
    };
    assert_eq!(outcome(&mut search, &mut arena, &[star, star]), Outcome::N);
    assert_eq!(outcome(&mut search, &mut arena, &[two, two]), Outcome::P);
    assert_eq!(
        outcome(&mut search, &mut arena, &[star, star, star]),
        Outcome::P
    );
}

#[test]
fn lines_are_won_by_the_winner_and_winning_moves_win() {
    struct Line;
    impl Trial for Line {
        const FEW: usize = 10;

        fn run<G: Game>(&self, game: &G, name: &str, example: &G::Position, trials: usize) {
            let mut random = Random::new(13);
            for convention in [Convention::Normal, Convention::Misere] {
                let mut arena = Arena::new();
                let mut search = Search::new(convention);
                for _ in 0..trials.min(500) {
                    let Some(position) = small(game, example, &mut random, 60) else {
                        continue;
                    };
                    let two = arena.nimber(2).unwrap();
                    let mut sum = vec![Term::Position(position), Term::Value(two)];
                    for starter in Player::BOTH {
                        let wins = search.wins(&mut arena, &sum, starter).unwrap();
                        let winning = search.winning_moves(&mut arena, &sum, starter).unwrap();
                        let one = search.winning_move(&mut arena, &sum, starter).unwrap();
                        assert_eq!(wins, one.is_some_and(|one| winning.contains(&one)));
                        let line = search.line(&mut arena, &sum, starter, u64::MAX).unwrap();
                        let line = line.expect("no bound");
                        let mut player = starter;
                        for step in &line {
                            assert_eq!(step.player, player);
                            player = -player;
                        }
                        // The player whose turn it is at the end cannot move.
                        let normal = convention == Convention::Normal;
                        let winner = if normal { -player } else { player };
                        assert_eq!(wins, winner == starter, "{name} {sum:?}");
                        if !line.is_empty() {
                            assert_eq!(wins, winning.contains(&line[0]), "{name} {sum:?}");
                            assert_eq!(wins, !winning.is_empty());
                        }
                        for step in winning {
                            let mut after = sum.clone();
                            after[step.term] = step.after();
                            assert!(!search.wins(&mut arena, &after, -starter).unwrap());
                        }
                    }
                    sum.truncate(1);
                }
            }
        }
    }
    for_every_game(&Line);
}

#[test]
fn sums_across_games_agree_with_values() {
    let pool = [
        ("amazons", "X..|..O"),
        ("clobber", "XO|OX"),
        ("clobber", "XXOX"),
        ("domineering", "3x3"),
        ("legionnaires", "W.W/B.B"),
        ("nim", "3,4"),
        ("kayles", "5"),
        ("toads_and_frogs", "tt.f.f"),
        ("hackenbush", "l(l;rl)"),
    ];
    let pool: Vec<Component> = pool
        .iter()
        .map(|(name, text)| Component::read(name, text).unwrap())
        .collect();
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    let mut search = Search::new(Convention::Normal);
    let mut random = Random::new(14);
    for _ in 0..200 {
        let mut sum = Vec::new();
        let mut total = values::Value::ZERO;
        for _ in 0..1 + random.below(4) {
            let mut component = pool[random.below(pool.len() as u64) as usize].clone();
            if random.below(2) == 1 {
                component = component.negated();
            }
            let value = evaluator.value(&mut arena, &component).unwrap();
            total = arena.add(total, value).unwrap();
            sum.push(Term::Position(component));
        }
        let expected = arena.outcome(total).unwrap();
        assert_eq!(
            search.outcome(&mut arena, &sum).unwrap(),
            expected,
            "{sum:?}"
        );
    }
}

/// A row of MCGS's test suite: whether the search agrees, if it is asked.
struct Row<'a> {
    position: &'a str,
    expected: &'a str,
}

impl Visitor for Row<'_> {
    type Output = Option<bool>;

    fn visit<G: Game>(self, game: G) -> Option<bool> {
        let terms = self.position.split(" + ");
        let positions: Vec<_> = terms.map(|t| game.read(t).unwrap()).collect();
        if !full() && positions.iter().any(|p| !is_quick(game.about().name, p)) {
            return None;
        }
        let mut sum: Vec<_> = positions.into_iter().map(Term::Position).collect();
        let mut arena = Arena::new();
        let mut search = Search::new(Convention::Normal);
        let words: Vec<&str> = self.expected.split(' ').collect();
        Some(match words[..] {
            ["nimvalue", k] => {
                let nimber = arena.nimber(k.parse().unwrap()).unwrap();
                sum.push(Term::Value(nimber));
                search.outcome(&mut arena, &sum).unwrap() == Outcome::P
            }
            [player, "first:", "first", "player", result] => {
                let starter = if player == "Left" {
                    Player::Left
                } else {
                    Player::Right
                };
                let wins = search.wins(&mut arena, &sum, starter).unwrap();
                wins == (result == "wins")
            }
            ["winning", "moves", player, ref moves @ ..] => {
                let player = if player == "W" {
                    Player::Right
                } else {
                    Player::Left
                };
                let winning = search.winning_moves(&mut arena, &sum, player).unwrap();
                let rows: Vec<usize> = (self.position.split(" + "))
                    .map(|text| text.split('|').count())
                    .collect();
                let found: BTreeSet<String> = winning
                    .iter()
                    .map(|step| match &step.action {
                        Action::Move { mv, .. } => mcgs::written(&mv.to_string(), step.term, &rows),
                        Action::Value(value) => panic!("{value:?} is no position"),
                    })
                    .collect();
                found == moves.iter().map(|mv| mcgs::named(mv)).collect()
            }
            _ => panic!("unknown question {}", self.expected),
        })
    }
}

/// Whether a position takes no more than a moment.
fn is_quick<P: Position>(game: &str, position: &P) -> bool {
    let mobility: usize = Player::BOTH.iter().map(|&p| position.mobility(p)).sum();
    match game {
        "amazons" => position.rank() <= 8,
        _ => mobility <= 30,
    }
}

/// Cram of 3x17, a second player's win by MCGS: the search had not decided it
/// when it had taken as long as all other rows together, four minutes. The
/// largest board beside it, 4x10, takes half a minute.
const TOO_LONG: (&str, &str) = (
    "domineering:impartial",
    "...|...|...|...|...|...|...|...|...|...|...|...|...|...|...|...|...",
);

#[test]
fn outcomes_are_those_of_mcgs() {
    let mut wrong = Vec::new();
    let (mut checked, mut left_out) = (0, 0);
    for row in rows(include_str!("data/outcomes.tsv")) {
        if (row[0], row[1]) == TOO_LONG {
            left_out += 1;
            continue;
        }
        let question = Row {
            position: row[1],
            expected: row[2],
        };
        let name = row[0];
        if let Some(agrees) = visit(name, row[1], question).unwrap() {
            checked += 1;
            if !agrees {
                wrong.push(row.join(" "));
            }
        }
    }
    assert!(wrong.is_empty(), "of {checked}:\n{}", wrong.join("\n"));
    assert!(checked > 400, "{checked}");
    assert_eq!(left_out, 1);
}

#[test]
fn outcomes_of_legionnaires_are_the_known_ones() {
    let mut checked = 0;
    for row in rows(include_str!("data/legionnaires_counts.tsv")) {
        let quick = row[2].parse::<u64>().is_ok_and(|n| n < 10_000_000);
        if !quick && !full() {
            continue;
        }
        let outcome = visit("legionnaires", row[1], Ask(row[1])).unwrap();
        assert_eq!(outcome.to_string(), row[4], "{row:?}");
        checked += 1;
    }
    assert!(checked > 70, "{checked}");
}

struct Ask<'a>(&'a str);

impl Visitor for Ask<'_> {
    type Output = Outcome;

    fn visit<G: Game>(self, game: G) -> Outcome {
        let sum = [Term::Position(game.read(self.0).unwrap())];
        Search::new(Convention::Normal)
            .outcome(&mut Arena::new(), &sum)
            .unwrap()
    }
}

/// The outcome, the winning moves and lines of both players, and what the
/// search did, with these bytes for its table and this number of threads.
struct Within<'a>(&'a str, Option<u64>, usize);

impl Visitor for Within<'_> {
    type Output = (Outcome, [String; 2], Statistics);

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let sum = [Term::Position(game.read(self.0).unwrap())];
        let mut search = Search::new(Convention::Normal).with_threads(self.2);
        if let Some(bytes) = self.1 {
            search = search.with_table_bytes(bytes);
        }
        let arena = &mut Arena::new();
        let outcome = search.outcome(arena, &sum).unwrap();
        let statistics = search.statistics();
        let lines = Player::BOTH.map(|starter| {
            let line = search.line(arena, &sum, starter, u64::MAX).unwrap();
            let winning = search.winning_move(arena, &sum, starter).unwrap();
            format!("{winning:?} {line:?}")
        });
        (outcome, lines, statistics)
    }
}

#[test]
fn runs_repeat_and_neither_memory_nor_threads_change_an_answer() {
    for (name, text, outcome) in [
        ("legionnaires", "6x6-18", Outcome::N),
        ("legionnaires", "8x8-16", Outcome::P),
        // These are long enough for helpers.
        ("legionnaires", "7x7-22", Outcome::N),
        ("legionnaires", "3x8", Outcome::P),
        ("domineering", "5x5", Outcome::P),
        ("domineering", "6x6", Outcome::N),
        ("clobber", "4x5", Outcome::N),
        ("amazons", "L.../..../..../...R", Outcome::N),
    ] {
        let ask = |bytes, threads| visit(name, text, Within(text, bytes, threads)).unwrap();
        let first = ask(None, 1);
        assert_eq!(first.0, outcome, "{name} {text}");
        assert_eq!(first, ask(None, 1), "{name} {text}");
        for (bytes, threads) in [(1 << 20, 1), (1 << 16, 1), (1 << 12, 1), (1 << 22, 3)] {
            if bytes < 1 << 20 && first.2.nodes > 20_000 {
                continue;
            }
            let at = format!("{name} {text} in {bytes} bytes with {threads} threads");
            let (outcome, lines, statistics) = ask(Some(bytes), threads);
            assert_eq!((outcome, &lines), (first.0, &first.1), "{at}");
            assert!(statistics.table_bytes <= (2 * bytes).max(1 << 16), "{at}");
        }
        let many = ask(None, 4);
        assert_eq!((many.0, many.1), (first.0, first.1), "{name} {text}");
    }
}

/// A position that is its own negative takes one search for both players.
#[test]
fn symmetric_positions_are_searched_once() {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let sum = [Term::Position(game.read("8x8-16").unwrap())];
    let mut arena = Arena::new();
    let mut search = Search::new(Convention::Normal);
    search.wins(&mut arena, &sum, Player::Left).unwrap();
    let once = search.statistics();
    search.wins(&mut arena, &sum, Player::Right).unwrap();
    assert_eq!(search.statistics(), once);
}

/// What is its own negative and lost for whoever begins is nothing in a sum.
#[test]
fn symmetric_losses_vanish_in_sums() {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let part = |text| Term::Position(game.read(text).unwrap());
    let mut arena = Arena::new();
    let mut search = Search::new(Convention::Normal);
    let nodes = |search: &mut Search<_>, arena: &mut Arena, sum: &[Term<_>]| {
        let before = search.statistics().nodes;
        let outcome = search.outcome(arena, sum).unwrap();
        (outcome, search.statistics().nodes - before)
    };
    let zero = nodes(&mut search, &mut arena, &[part("8x8-16")]);
    assert_eq!(zero.0, Outcome::P);
    let other = nodes(&mut search, &mut arena, &[part("6x6-18")]);
    let both = [part("8x8-16"), part("6x6-18")];
    let sum = nodes(&mut search, &mut arena, &both);
    assert_eq!(sum, (other.0, 0), "all is known: {zero:?} {other:?}");
}

#[test]
fn budgets_stop_the_search() {
    let game = Legionnaires::<u64>::with_variant(None).unwrap();
    let sum = [Term::Position(game.read("8x8").unwrap())];
    let ask = |budget: Budget| {
        let mut arena = Arena::with_budget(budget);
        Search::new(Convention::Normal).outcome(&mut arena, &sum)
    };
    let stopped = Budget::unlimited();
    stopped.stop_flag().store(true, Ordering::Relaxed);
    assert_eq!(ask(stopped), Err(Error::Interrupted));
    let deadline = Instant::now() + Duration::from_millis(20);
    let late = Budget::unlimited().with_deadline(deadline);
    assert_eq!(ask(late), Err(Error::Deadline));
    // The table keeps within its memory; only a tiny budget is an error.
    let tiny = ask(Budget::new(Some(10_000)));
    assert_eq!(tiny, Err(Error::Memory { limit: 10_000 }));
}

/// Helpers have arenas of their own, in which the values of a sum are others.
#[test]
fn threads_do_not_take_one_value_for_another() {
    let board = Component::read("amazons", "X...|....|...O|....").unwrap();
    let mut outcomes = Vec::new();
    for threads in [1, 2] {
        let arena = &mut Arena::new();
        let values = ["{3|{1|-5}}", "{7||5|{4|-9}}"];
        let values = values.map(|text| Term::Value(arena.read(text).unwrap()));
        let sum = [&[Term::Position(board.clone())][..], &values].concat();
        let mut search = Search::new(Convention::Normal).with_threads(threads);
        outcomes.push(search.outcome(arena, &sum).unwrap());
        assert!(search.statistics().nodes > 20_000);
    }
    assert_eq!(outcomes[0], outcomes[1]);
}

/// Small parts have values however long the search is: the memory of those
/// that were found is used again.
#[test]
fn a_search_without_memory_for_more_values_forgets_some() {
    let _alone = counts_bytes();
    let game = Clobber::<u64>::with_variant(None).unwrap();
    let sum = [Term::Position(game.read("4x5").unwrap())];
    let ask = |budget: Budget| {
        let mut search = Search::new(Convention::Normal);
        let outcome = search.outcome(&mut Arena::with_budget(budget), &sum);
        (outcome.unwrap(), search.statistics())
    };
    let (outcome, all) = ask(Budget::unlimited());
    for bytes in [1_700_000, 1_500_000] {
        let (same, some) = ask(Budget::new(Some(bytes)));
        assert_eq!(same, outcome);
        assert!(some.values < all.values, "{bytes}: {some:?}");
        assert!(some.nodes < 2 * all.nodes, "{bytes}: {some:?}");
    }
}

/// Few nodes can take much: those of heaps with thousands of moves, and those
/// of sums with thousands of parts.
#[test]
fn memory_is_counted_by_moves_not_by_nodes() {
    let heaps: Vec<String> = (1..=1000).map(|heap| heap.to_string()).collect();
    // Whose misère quotient is not found, so that it is searched.
    let name = "dawsons_kayles";
    for text in ["5000", &heaps.join(",")] {
        let sum = [Term::Position(Component::read(name, text).unwrap())];
        let mut arena = Arena::with_budget(Budget::new(Some(10_000_000)));
        let mut search = Search::new(Convention::Misere);
        let stopped = search.outcome(&mut arena, &sum);
        assert_eq!(stopped, Err(Error::Memory { limit: 10_000_000 }));
        let nodes = search.statistics().nodes;
        assert!(nodes < 16, "{name} {text:.20}: {nodes}");
    }
}

#[test]
fn large_heaps_of_normal_play_take_no_search() {
    let kayles = rules::Kayles::with_variant(None).unwrap();
    // Guy and Smith: from heap 71 on the nim values have period 12, and none
    // of those is 0.
    let heap = [Term::Position(kayles.read("5000").unwrap())];
    let twins = [Term::Position(kayles.read("100000,99988").unwrap())];
    let mut arena = Arena::new();
    let mut search = Search::new(Convention::Normal);
    assert_eq!(search.outcome(&mut arena, &heap), Ok(Outcome::N));
    assert_eq!(search.outcome(&mut arena, &twins), Ok(Outcome::P));
    assert_eq!(search.statistics().nodes, 0);
    let answer = search.winning_move(&mut arena, &heap, Player::Left);
    let answer = answer.unwrap().expect("the next player wins").after();
    assert_eq!(search.outcome(&mut arena, &[answer]), Ok(Outcome::P));
    // Each of thousands of moves to the end is one of thousands.
    assert!(matches!(
        search.line(&mut arena, &heap, Player::Left, 10_000),
        Ok(None)
    ));
}
