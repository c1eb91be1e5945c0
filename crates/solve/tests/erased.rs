//! Positions in the type for all games against those in their own.

use rules::{
    BadInput, Component, Game, Heaps, Info, Key, Lines, Position, Random, Rules, Ruleset, Visitor,
};
use solve::{Convention, Evaluator, NimValues, Search, Statement, Term, Thermographer, prove};
use std::any::TypeId;
use std::collections::HashSet;
use std::fmt::Debug;
use std::ops::ControlFlow;
use values::{Arena, Budget, Notation, Outcome, Player};

use crate::conformance;
use crate::support::{self, full};

/// Everything that a position says, with positions in text.
fn told<G: Game>(game: &G, position: &G::Position) -> Vec<String> {
    let write = |position: &G::Position| game.write(position);
    let able = G::Position::CAPABILITIES;
    let mut told = vec![write(position), game.draw(position)];
    let mut tell = |what: &str, said: &dyn Debug| told.push(format!("{what}: {said:?}"));
    for player in Player::BOTH {
        let mut moves = Vec::new();
        let _ = position.moves(player, &mut |mv| {
            moves.push((mv.to_string(), write(&position.play(player, &mv))));
            match moves.len() < 500 {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        let all = moves.len() < 500;
        tell("moves", &moves);
        tell("can move", &position.can_move(player));
        if all {
            let (mut options, mut promises) = (Vec::new(), Vec::new());
            let _ = position.options(player, &mut |option| {
                options.push(write(&option));
                promises.push((able.judgement.promise)(position, &option, player));
                ControlFlow::Continue(())
            });
            tell("options", &options);
            tell("promises", &promises);
            tell("mobility", &position.mobility(player));
            tell("freedom", &(able.judgement.freedom)(position, player));
            tell("standing", &(able.judgement.standing)(position, player));
            tell("normal options", &normal_options(game, position, player));
        }
    }
    let mut parts = Vec::new();
    position.parts(&mut |part| parts.push(write(&part)));
    tell("parts", &parts);
    let (normal, negated) = position.normal_form();
    tell("normal form", &(write(&normal), negated));
    let negatives = (0..).map_while(|symmetry| position.negative(symmetry));
    tell(
        "negatives",
        &negatives.map(|p| write(&p)).collect::<Vec<_>>(),
    );
    tell("rank", &position.rank());
    tell("impartial", &position.is_impartial());
    tell("own negative", &position.is_own_negative());
    tell("known value", &position.known_value());
    for player in Player::BOTH {
        tell("bands", &bands(game, position, player));
    }
    let sum = (able.ordinal_sum)(position);
    tell("ordinal sum", &sum.map(|(base, top)| (base, write(&top))));
    tell("heaps", &Heaps::of(position).map(|heaps| heaps.to_string()));
    tell(
        "ground",
        &able.duels.and_then(|duels| (duels.place)(position)),
    );
    told
}

/// The bands of two lines when a player gives up moves.
fn bands<G: Game>(game: &G, position: &G::Position, player: Player) -> Option<Vec<String>> {
    let bands = <G::Position as Position>::CAPABILITIES.bands?;
    let mut lines = Lines::default();
    let names = (bands.cut)(position, player, &mut lines).then(|| {
        let all = 0..lines.count().saturating_sub(1);
        all.map(|from| lines.name(from, 2).expect("low bands have names"))
    })?;
    let bands = names.map(|name| game.write(&(bands.band)(position, name)));
    Some(bands.collect())
}

/// The options as sums of parts in normal form.
fn normal_options<G: Game>(
    game: &G,
    position: &G::Position,
    player: Player,
) -> Vec<Vec<(String, bool)>> {
    let written = |(part, negated): &(G::Position, bool)| (game.write(part), *negated);
    let options = conformance::normal_options(position, player).into_iter();
    options
        .map(|parts| parts.iter().map(written).collect())
        .collect()
}

/// What is said of a position with the players exchanged, by the plain one.
fn options(component: &Component, player: Player) -> Vec<String> {
    let options = support::options(component, player, 500).into_iter();
    options.map(|option| option.text()).collect()
}

#[derive(Clone, Copy)]
struct Agree<'a> {
    name: &'a str,
    like: &'a str,
}

impl Visitor for Agree<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        self.check(&game, self.name);
    }
}

impl Agree<'_> {
    fn check<G: Game>(&self, game: &G, name: &str) {
        let rules = Rules::find(name).unwrap();
        let mut random = Random::new(5);
        let like = game.read(self.like).unwrap();
        let mut samples = vec![like.clone()];
        let number = if full() { 12 } else { 3 };
        samples.extend((0..number).map(|_| game.scatter(&like, &mut |n| random.below(n))));
        for number in 0..samples.len() {
            samples[number]
                .clone()
                .parts(&mut |part| samples.push(part));
        }
        for position in &samples {
            let text = game.write(position);
            let erased = rules.read(&text).unwrap();
            let said = told(&rules, &erased);
            for (one, other) in said.iter().zip(&told(game, position)) {
                assert_eq!(one, other, "{name} {text}");
            }
            let again = Component::read(name, &text).unwrap();
            assert!(
                HashSet::from([erased.clone()]).contains(&again),
                "{name} {text}"
            );
            let negative = again.negated();
            assert_ne!(negative, erased, "{name} {text}");
            for player in Player::BOTH {
                let exchanged = options(&negative, -player);
                assert_eq!(exchanged, options(&erased, player), "{name} {text}");
            }
            let typed = erased.typed::<G>().map(|(_, position)| position);
            // Rules from a file have no other type.
            let own = (TypeId::of::<G>() != TypeId::of::<Rules>()).then_some(position);
            assert_eq!(typed.as_ref(), own, "{name} {text}");
        }
    }
}

/// Where both players have all moves, these are the moves of either.
fn opened_to_both(name: &str, like: &str) {
    let plain = Rules::find(name).unwrap();
    let start = plain.read(like).unwrap();
    let both = format!("{name}:impartial");
    let mut random = Random::new(11);
    for _ in 0..if full() { 12 } else { 3 } {
        let position = Game::scatter(&plain, &start, &mut |n| random.below(n));
        let opened = Component::read(&both, &position.text()).unwrap();
        let sorted = |mut texts: Vec<String>| {
            texts.sort();
            texts
        };
        let either = Player::BOTH
            .map(|player| options(&position, player))
            .concat();
        let either = sorted(either);
        if either.len() >= 500 {
            continue;
        }
        for player in Player::BOTH {
            let all = sorted(options(&opened, player));
            assert_eq!(all, either, "{both} {}", position.text());
            let mobilities = Player::BOTH.map(|owner| position.mobility(owner));
            assert_eq!(opened.mobility(player), mobilities.iter().sum::<usize>());
            assert_eq!(opened.can_move(player), !either.is_empty());
            let mut moves = Vec::new();
            let _ = opened.spoken_moves(player, &mut |mv, _| {
                moves.push(mv.to_string());
                ControlFlow::Continue(())
            });
            for (number, mv) in moves.iter().enumerate() {
                let again = opened.rules().move_text(opened.key(), player, number);
                assert_eq!(again.as_ref(), Some(mv), "{both} {}", position.text());
            }
        }
        assert!(opened.is_impartial() && opened.normal_form().0.rules() == opened.rules());
    }
}

#[test]
fn positions_say_the_same_in_the_type_for_all_games() {
    for info in rules::games() {
        let variants = info.variants.iter().map(|v| format!(":{}", v.name));
        for variant in std::iter::once(String::new()).chain(variants) {
            let name = format!("{}{variant}", info.name);
            if Rules::find(&name).is_ok() {
                let (name, like) = (name.as_str(), info.example);
                let agree = Agree { name, like };
                rules::visit(name, like, agree).unwrap();
                opened_to_both(name, like);
            }
        }
    }
    // Some that do not fit in words.
    for (name, like) in [
        ("nim", "300,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"),
        ("hackenbush", "BBBBBBBBBBBBBBBBBBWWWWWWWWWWWWWWWWW(B;W)"),
        ("snort", "5x14"),
        ("col", "....../.B..../..W.../......"),
    ] {
        rules::visit(name, like, Agree { name, like }).unwrap();
    }
}

/// Heaps of counters of two kinds, with the numbers that each player may take
/// held in data: rules that no type was written for.
struct Take {
    taken: [Vec<u64>; 2],
}

impl Ruleset for Take {
    fn about(&self) -> &'static Info {
        &TAKE
    }

    fn read(&self, text: &str) -> Result<Key, BadInput> {
        let wrong = || BadInput::new(format!("`{text}` is no heap"), "write a number");
        let heap = text.parse().map_err(|_| wrong())?;
        Ok(heap_of(heap))
    }

    fn write(&self, key: &Key) -> String {
        key.words[0].to_string()
    }

    fn moves(&self, key: &Key, player: Player, each: &mut rules::EachMove<'_>) -> ControlFlow<()> {
        for taken in &self.taken[player as usize] {
            if let Some(left) = key.words[0].checked_sub(*taken) {
                each(&format_args!("take {taken}"), heap_of(left))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn rank(&self, key: &Key) -> u64 {
        key.words[0]
    }
}

fn heap_of(counters: u64) -> Key {
    Key {
        words: [counters, 0, 0, 0],
        shape: 0,
    }
}

static TAKE: Info = Info {
    name: "take_some",
    title: "Take some",
    example: "5",
    ..Info::BLANK
};

/// The value from the definition.
fn value(arena: &mut Arena, taken: &[Vec<u64>; 2], heap: u64) -> values::Value {
    let sides = Player::BOTH.map(|player| {
        let options = taken[player as usize].iter();
        let options: Vec<u64> = options.filter_map(|t| heap.checked_sub(*t)).collect();
        options
            .into_iter()
            .map(|left| value(arena, taken, left))
            .collect::<Vec<_>>()
    });
    arena.game(&sides[0], &sides[1]).unwrap()
}

#[test]
fn rules_that_are_known_at_run_time_only_are_asked_like_others() {
    let taken = |variant: Option<&str>| match variant {
        None => [vec![1, 2], vec![1, 3]],
        Some(_) => [vec![1, 4], vec![1, 4]],
    };
    rules::register_ruleset(&TAKE, move |variant| {
        let taken = taken(variant);
        Ok(Box::new(Take { taken }))
    })
    .unwrap();
    assert!(rules::register_ruleset(&TAKE, |_| unreachable!()).is_err());
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new();
    for heap in 0..9 {
        let position = Component::read("take_some", &heap.to_string()).unwrap();
        let expected = value(&mut arena, &taken(None), heap);
        let found = evaluator.value(&mut arena, &position).unwrap();
        assert!(found == expected, "{heap}");
        let graph = Thermographer::new().thermograph(&position).unwrap();
        assert_eq!(graph, arena.thermograph(expected).unwrap(), "{heap}");
        let mut search = Search::new(Convention::Normal);
        let sum = [Term::Position(position.clone()), Term::Value(-expected)];
        let outcome = search.outcome(&mut arena, &sum).unwrap();
        assert_eq!(outcome, Outcome::P, "{heap}");

        let mut file = Vec::new();
        let summand = check::Summand {
            game: "take_some".into(),
            position: position.text(),
            negated: false,
        };
        let statement = Statement {
            positions: &[position],
            summands: vec![summand],
            write: &Component::text,
        };
        prove(&mut search, &mut arena, statement, &mut file).unwrap();
        let proved = check::check(&file[..], &Budget::unlimited()).unwrap();
        for starter in Player::BOTH {
            let outcome = arena.outcome(expected).unwrap();
            let winner = match (outcome, starter) {
                (Outcome::L, _) => Player::Left,
                (Outcome::R, _) => Player::Right,
                (Outcome::N, starter) => starter,
                (Outcome::P, starter) => -starter,
            };
            assert_eq!(proved.winner(starter), Some(winner), "{heap}");
        }
    }
    // Four moves: {3|2}, then moves in words, a variant, and both players
    // with all moves.
    let position = Component::read("take_some", "3").unwrap();
    let mut said = Vec::new();
    let _ = position.moves(Player::Right, &mut |mv| {
        said.push(mv.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(said, ["take 1", "take 3"]);
    let other = Component::read("take_some:other", "4").unwrap();
    assert_ne!(other, Component::read("take_some", "4").unwrap());
    let four = evaluator.value(&mut arena, &other).unwrap();
    assert_eq!(arena.text(four, Notation::Ascii).unwrap(), "*2");
    let mut nim_values = NimValues::new();
    for (heap, expected) in [(1, 1), (2, 2), (3, 3), (4, 0)] {
        let text = heap.to_string();
        let both = Component::read("take_some:impartial", &text).unwrap();
        let found = nim_values.value(&both, &Budget::unlimited()).unwrap();
        assert_eq!(found, expected, "{heap}");
    }
}
