//! A slow reference: pairs played out from the definition, with sets that are
//! computed again until nothing changes, and no canonical forms.

use super::order::Order;
use super::{Draft, Graph, Loopy, Side, Stopper, Stoppers};
use crate::arena::Arena;
use crate::budget::Budget;
use crate::compare::Relation;
use crate::dyadic::Dyadic;
use crate::notation::Notation;
use crate::player::Player;
use crate::random::Random;

/// How many random graphs are tried.
fn rounds() -> u64 {
    match std::env::var_os("LEGATUS_FULL") {
        Some(_) => 50_000,
        None => 300,
    }
}

/// A random graph of at most `most` vertices.
fn random_graph(random: &mut Random, most: u64) -> Graph {
    let count = 1 + random.below(most);
    let density = 1 + random.below(3);
    let mut graph = Graph::new();
    for _ in 0..count {
        graph.vertex();
    }
    for v in 0..count as u32 {
        let sides = [(), ()].map(|()| {
            let moves = random.below(density + 1);
            (0..moves).map(|_| random.below(count) as u32).collect()
        });
        graph.set(v, sides);
    }
    graph
}

/// Random graphs of at most `most` vertices.
fn random_graphs(seed: u64, most: u64) -> impl Iterator<Item = Graph> {
    let mut random = Random::new(seed);
    (0..rounds()).map(move |_| random_graph(&mut random, most))
}

/// Whether Left, moving second, survives in g⁺ − h⁺, from the definition: the
/// greatest set of pairs from which she can always have a move in g follow
/// before play is endless in h alone, or have Right run out of moves.
fn survives(g: &Graph, h: &Graph) -> Vec<Vec<bool>> {
    let states: Vec<(u32, u32, Player)> = (0..g.len() as u32)
        .flat_map(|i| (0..h.len() as u32).map(move |j| (i, j)))
        .flat_map(|(i, j)| Player::BOTH.map(|player| (i, j, player)))
        .collect();
    let at =
        |i: u32, j: u32, player: Player| (i as usize * h.len() + j as usize) * 2 + player as usize;
    let mut outer = vec![true; states.len()];
    loop {
        let mut inner = vec![false; states.len()];
        loop {
            let next: Vec<bool> = states
                .iter()
                .map(|&(i, j, player)| {
                    let other = player.opposite();
                    let in_g = g.options(i, player).iter().map(|&o| outer[at(o, j, other)]);
                    let in_h = h.options(j, other).iter().map(|&o| inner[at(i, o, other)]);
                    let mut moves = in_g.chain(in_h);
                    match player {
                        Player::Left => moves.any(|survives| survives),
                        Player::Right => moves.all(|survives| survives),
                    }
                })
                .collect();
            if next == inner {
                break;
            }
            inner = next;
        }
        if inner == outer {
            break;
        }
        outer = inner;
    }
    (0..g.len() as u32)
        .map(|i| {
            (0..h.len() as u32)
                .map(|j| outer[at(i, j, Player::Right)])
                .collect()
        })
        .collect()
}

fn sum_graph(g: &Graph, h: &Graph) -> Graph {
    let at = |i: u32, j: u32| i * h.len() as u32 + j;
    let mut sum = Graph::new();
    for i in 0..g.len() as u32 {
        for j in 0..h.len() as u32 {
            sum.push(Player::BOTH.map(|player| {
                let in_g = g.options(i, player).iter().map(|&o| at(o, j));
                let in_h = h.options(j, player).iter().map(|&o| at(i, o));
                in_g.chain(in_h).collect()
            }));
        }
    }
    sum
}

fn spread(stoppers: &Stoppers, arena: &mut Arena, side: &Side) -> (Graph, u32) {
    let spread = stoppers.spread(arena, side).unwrap();
    (spread.graph, spread.root)
}

/// Whether a loopy value is what the vertex of a graph is, by the reference.
fn same(stoppers: &Stoppers, arena: &mut Arena, value: &Loopy, graph: &Graph, v: u32) -> bool {
    let (on, on_root) = spread(stoppers, arena, &value.on);
    let (off, off_root) = spread(stoppers, arena, &value.off);
    let (off, negative) = (off.negated(), graph.negated());
    survives(&on, graph)[on_root as usize][v as usize]
        && survives(graph, &on)[v as usize][on_root as usize]
        && survives(&off, &negative)[off_root as usize][v as usize]
        && survives(&negative, &off)[v as usize][off_root as usize]
}

#[test]
fn the_order_is_that_of_the_definition() {
    let mut random = Random::new(1);
    for _ in 0..rounds() {
        let (g, h) = (random_graph(&mut random, 8), random_graph(&mut random, 8));
        let order = Order::new(&g, &h, &Budget::unlimited()).unwrap();
        let slow = survives(&g, &h);
        for i in 0..g.len() as u32 {
            for j in 0..h.len() as u32 {
                assert_eq!(
                    order.ge(i, j),
                    slow[i as usize][j as usize],
                    "{g:?} {h:?} {i} {j}"
                );
            }
        }
    }
}

#[test]
fn a_game_is_equal_to_its_sides() {
    let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    let (mut stopper, mut sided, mut neither) = (0, 0, 0);
    for graph in random_graphs(2, 8) {
        let game = stoppers
            .resolve(&mut arena, &graph.clone().into(), 0)
            .unwrap();
        assert!(same(&stoppers, &mut arena, &game, &graph, 0), "{graph:?}");
        match (game.as_stopper(), game.as_sides()) {
            (Some(_), _) => stopper += 1,
            (None, Some(_)) => sided += 1,
            _ => neither += 1,
        }
    }
    println!("{stopper} stoppers, {sided} with two sides, {neither} neither");
    assert!(stopper > 0 && sided > 0);
    // Most small graphs are stopper-sided.
    assert!(
        neither * 20 < rounds(),
        "{neither} of {} not sided",
        rounds()
    );
}

#[test]
fn canonical_forms_are_unique() {
    let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    for graph in random_graphs(3, 6) {
        let draft = Draft::from(graph.clone());
        let slow = survives(&graph, &graph);
        let games: Vec<Loopy> = (0..graph.len() as u32)
            .map(|v| stoppers.resolve(&mut arena, &draft, v).unwrap())
            .collect();
        for (i, g) in games.iter().enumerate() {
            for (j, h) in games.iter().enumerate() {
                if let (Side::Stopper(g), Side::Stopper(h)) = (&g.on, &h.on) {
                    assert_eq!(g == h, slow[i][j] && slow[j][i], "{graph:?} {i} {j}");
                    assert_eq!(stoppers.le(&mut arena, *h, *g).unwrap(), slow[i][j]);
                }
            }
        }
    }
}

#[test]
fn sums_are_sums_of_graphs() {
    let mut random = Random::new(4);
    let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    for _ in 0..rounds() / 3 {
        let (g, h) = (random_graph(&mut random, 4), random_graph(&mut random, 4));
        let [a, b] = [&g, &h].map(|graph| {
            stoppers
                .resolve(&mut arena, &graph.clone().into(), 0)
                .unwrap()
        });
        let sum = stoppers.add(&mut arena, &a, &b).unwrap();
        assert!(
            same(&stoppers, &mut arena, &sum, &sum_graph(&g, &h), 0),
            "{g:?} {h:?}"
        );
        let other = stoppers.add(&mut arena, &b, &a).unwrap();
        assert_eq!(
            stoppers.compare(&mut arena, &sum, &other).unwrap(),
            Relation::Equal
        );
        if sum.as_sides().is_some() {
            assert_eq!(sum, other);
        }
        if let Some((on, off)) = sum.as_sides() {
            assert!(stoppers.le(&mut arena, off, on).unwrap());
        }
    }
}

#[test]
fn sums_associate_and_keep_the_order() {
    let mut random = Random::new(5);
    let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    for _ in 0..rounds() / 6 {
        let games = [(), (), ()].map(|()| {
            let graph = random_graph(&mut random, 3);
            stoppers.resolve(&mut arena, &graph.into(), 0).unwrap()
        });
        let [a, b, c] = &games;
        let ab = stoppers.add(&mut arena, a, b).unwrap();
        let bc = stoppers.add(&mut arena, b, c).unwrap();
        let left = stoppers.add(&mut arena, &ab, c).unwrap();
        let right = stoppers.add(&mut arena, a, &bc).unwrap();
        assert!(stoppers.is_le(&mut arena, &left, &right).unwrap());
        assert!(stoppers.is_le(&mut arena, &right, &left).unwrap());
        let zero = Loopy::from(Stopper::ZERO);
        let plus_zero = stoppers.add(&mut arena, a, &zero).unwrap();
        assert_eq!(
            stoppers.compare(&mut arena, a, &plus_zero).unwrap(),
            Relation::Equal
        );
        // G ≥ H exactly when Left survives G − H moving second, for stoppers.
        if let (Some(g), Some(h)) = (a.as_stopper(), b.as_stopper()) {
            let ge = stoppers.le(&mut arena, h, g).unwrap();
            let negative = stoppers.negative(&mut arena, b).unwrap();
            let difference = stoppers.add(&mut arena, a, &negative).unwrap();
            let [_, right_starts] = stoppers.winners(&mut arena, &difference).unwrap();
            assert_eq!(ge, right_starts != Some(Player::Right));
        }
        if stoppers.is_le(&mut arena, a, b).unwrap() {
            let ac = stoppers.add(&mut arena, a, c).unwrap();
            assert!(stoppers.is_le(&mut arena, &ac, &bc).unwrap());
        }
    }
}

#[test]
fn what_is_printed_is_read() {
    let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    let mut read = 0;
    for graph in random_graphs(7, 6) {
        let game = stoppers.resolve(&mut arena, &graph.into(), 0).unwrap();
        if game.as_sides().is_none() {
            continue;
        }
        for notation in [Notation::Ascii, Notation::Unicode, Notation::Latex] {
            let text = stoppers.text(&mut arena, &game, notation).unwrap();
            let again = stoppers.read(&mut arena, &text);
            assert_eq!(again.as_ref(), Ok(&game), "{text}");
        }
        read += 1;
    }
    assert!(read > rounds() / 2);
}

#[test]
fn texts_with_loops_are_read_or_refused_with_the_place() {
    let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    for (text, printed) in [
        ("{0|pass}", "over"),
        ("a = over; {1|a}", "{1|over}"),
        ("1/2over", "1/2over"),
        ("-5under", "-5under"),
        ("-(5under)", "-5over"),
        ("3^[on]*", "3^[on]*"),
        ("1v<on>", "1v<on>"),
        ("+-(5over)", "+-(5over)"),
        ("2Tiny(over)", "2Tiny(over)"),
        ("a{0||||0|||a|*||*}", "a{0||||0|||a|*||*}"),
        ("dud", "dud"),
        ("1 & 0", "1 & 0"),
        ("9*2", "9*2"),
    ] {
        let game = stoppers.read(&mut arena, text).unwrap();
        let found = stoppers.text(&mut arena, &game, Notation::Ascii).unwrap();
        assert_eq!(found, printed, "{text}");
    }
    for (text, reason) in [
        ("a{0|b}", "column 5: `b` is not defined"),
        ("pass", "`pass` is an option of a game"),
        ("a{0}", "column 4: expected `|`"),
        ("0 & 1", "column 6: the sides of a & b"),
        ("3on", "column 2: expected"),
        ("a{0|-a}", "no sign or number"),
        ("{0|over", "column 8: expected `}`"),
    ] {
        let error = stoppers.read(&mut arena, text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn negatives_are_negatives() {
    let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    for graph in random_graphs(6, 6) {
        let game = stoppers
            .resolve(&mut arena, &graph.clone().into(), 0)
            .unwrap();
        let negative = stoppers.negative(&mut arena, &game).unwrap();
        assert!(same(&stoppers, &mut arena, &negative, &graph.negated(), 0));
        assert_eq!(stoppers.negative(&mut arena, &negative).unwrap(), game);
    }
}

#[test]
fn names() {
    let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    let zero = Stopper::ZERO;
    let on = stoppers.pass(&mut arena, Player::Left).unwrap();
    let upon = stoppers.upon(&mut arena).unwrap();
    let over = stoppers.stop(&mut arena, on, Player::Left).unwrap();
    let on_again = stoppers.from_pseudonumber(&mut arena, &over).unwrap();
    assert_eq!(on, on_again);
    let tiny = {
        let off = stoppers.negate(&mut arena, on).unwrap();
        let threat = stoppers.game(&mut arena, &[zero], &[off]).unwrap();
        stoppers.game(&mut arena, &[zero], &[threat]).unwrap()
    };
    for (game, text) in [(on, "on"), (upon, "^[on]"), (tiny, "Tiny(on)")] {
        assert_eq!(
            stoppers
                .text(&mut arena, &game.into(), Notation::Ascii)
                .unwrap(),
            text
        );
    }
}

/// A token on a strip, which Left moves one way and Right the other, is a
/// number of moves for whoever is served by endless play, whichever way that is.
#[test]
fn a_token_on_a_strip_has_integers_for_sides() {
    let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    for last in 1..8u32 {
        for left_moves_up in [true, false] {
            let mut graph = Graph::new();
            for _ in 0..=last {
                graph.vertex();
            }
            for v in 0..=last {
                let up = (v < last).then_some(v + 1).into_iter().collect();
                let down = v.checked_sub(1).into_iter().collect();
                graph.set(
                    v,
                    if left_moves_up {
                        [up, down]
                    } else {
                        [down, up]
                    },
                );
            }
            let draft = Draft::from(graph);
            for v in 0..=last {
                let ahead = i64::from(if left_moves_up { last - v } else { v });
                let sides = [ahead, ahead - i64::from(last)].map(|moves| {
                    let number = arena.number(&Dyadic::from(moves)).unwrap();
                    Stopper::from(number)
                });
                let found = stoppers.resolve(&mut arena, &draft, v).unwrap();
                assert_eq!(found.as_sides(), Some(sides.into()), "{v} of {last}");
            }
        }
    }
}
