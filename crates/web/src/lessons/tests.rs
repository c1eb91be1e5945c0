//! What lessons assert is true, and what they ask has an answer.

use rules::{Component, Position};
use serde_json::Value;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use values::{Budget, Dyadic, Player};

use super::super::glossary;
use super::super::page::lesson_body;
use super::view::seen;
use super::*;

fn full() -> bool {
    std::env::var_os("LEGATUS_FULL").is_some()
}

fn exercises() -> impl Iterator<Item = (String, &'static Exercise)> {
    all().iter().flat_map(|lesson| {
        let name = |number| format!("{} {number}", lesson.name);
        lesson
            .exercises()
            .map(move |exercise| (name(exercise.number), exercise))
    })
}

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap()).collect()
}

/// The moves, each once.
fn legal(view: &Value) -> Vec<&str> {
    let legal = view["legal"].as_array().unwrap().iter();
    let once = legal.filter(|mv| mv.get("as").is_none());
    once.map(|mv| mv["move"].as_str().unwrap()).collect()
}

#[test]
fn there_are_lessons_enough() {
    assert!(all().len() >= 10);
    for lesson in all() {
        assert!(lesson.questions() >= 4, "{}", lesson.name);
        let boards = lesson
            .exercises()
            .filter(|exercise| exercise.board.is_some());
        assert!(boards.count() >= 3, "{}", lesson.name);
        assert!(lesson.about.ends_with('.'), "{}", lesson.name);
        for word in &lesson.words {
            assert!(glossary::find(word).is_some(), "{}: {word}", lesson.name);
        }
    }
}

/// Everything that a lesson asserts beside its words is what the engine says.
#[test]
fn every_claim_is_true() {
    let mut engine = Engine::new(&Budget::unlimited());
    let (mut claims, mut wrong) = (0, Vec::new());
    for lesson in all() {
        for span in lesson.texts() {
            let Span::Claim(claim) = span else { continue };
            if claim.is_slow() && !full() {
                continue;
            }
            claims += 1;
            if let Err(why) = claim.check(&mut engine) {
                wrong.push(format!("{}: {why}", lesson.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(claims > 100, "{claims}");
}

/// A claim that is wrong is found out.
#[test]
fn a_false_claim_is_refuted() {
    let mut engine = Engine::new(&Budget::unlimited());
    for (text, holds) in [
        ("outcome(nim(\"3,4,5\")) => N", true),
        ("outcome(nim(\"3,4,5\")) => P", false),
        ("hackenbush(\"lr\") => 2/4", true),
        ("hackenbush(\"lr\") => 1/4", false),
        ("winning nim 4,5,6 => 3", true),
        ("winning nim 3,4,5 misere => 2", false),
        ("count legionnaires W./B. => 3", true),
    ] {
        let claim = Claim::read(text).unwrap();
        assert_eq!(claim.check(&mut engine).is_ok(), holds, "{text}");
    }
    assert!(Claim::read("outcome(nim(3))").is_err());
}

/// Who wins, by trying everything, with nothing of the engine but the rules.
#[derive(Default)]
struct Oracle {
    known: HashMap<(Component, Player), bool>,
}

impl Oracle {
    fn wins(&mut self, position: &Component, player: Player, misere: bool) -> bool {
        let key = (position.clone(), player);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut options = Vec::new();
        let _ = position.options(player, &mut |option| {
            options.push(option.clone());
            ControlFlow::Continue(())
        });
        let wins = match options.is_empty() {
            true => misere,
            false => options
                .iter()
                .any(|option| !self.wins(option, -player, misere)),
        };
        self.known.insert(key, wins);
        wins
    }

    /// The moves that win.
    fn winning(&mut self, start: &Start) -> Vec<String> {
        let position = Component::read(&start.game, &start.position).unwrap();
        let mut moves = Vec::new();
        let _ = position.spoken_moves(start.side, &mut |mv, option| {
            moves.push((mv.to_string(), option.clone()));
            ControlFlow::Continue(())
        });
        moves.retain(|(_, option)| !self.wins(option, -start.side, start.misere));
        moves.into_iter().map(|(text, _)| text).collect()
    }
}

/// The moves that a page takes for right are those that win, found by trying
/// everything; there are some, and others are wrong.
#[test]
fn the_right_moves_are_those_that_win() {
    for (name, exercise) in exercises() {
        let Some(start) = &exercise.board else {
            continue;
        };
        if matches!(
            exercise.task,
            Task::Kill(_) | Task::Choose(_) | Task::Orthodox(_)
        ) {
            continue;
        }
        let mut oracle = Oracle::default();
        let mut right = oracle.winning(start);
        right.sort();
        if matches!(exercise.task, Task::Who) {
            let wins = |oracle: &mut Oracle, side| {
                let position = Component::read(&start.game, &start.position).unwrap();
                oracle.wins(&position, side, start.misere)
            };
            let place = match Player::BOTH.map(|side| wins(&mut oracle, side)) {
                [true, true] => 0,
                [false, false] => 1,
                [true, false] => 2,
                [false, true] => 3,
            };
            let view = seen(exercise, &[], &Budget::unlimited()).unwrap();
            assert_eq!(view["right"], serde_json::json!([place]), "{name}");
            continue;
        }
        let view = seen(exercise, &[], &Budget::unlimited()).unwrap();
        let mut good: Vec<&str> = texts(&view["good"]);
        good.sort_unstable();
        assert_eq!(good, right, "{name}");
        let legal = legal(&view);
        assert!(good.iter().all(|mv| legal.contains(mv)), "{name}");
        if exercise.task.asks() {
            assert!(
                !good.is_empty() && good.len() < legal.len(),
                "{name}: {good:?}"
            );
        }
        assert!(view["over"].is_null(), "{name}");
    }
}

/// Orthodox moves reach the scaffold: no other option has a better wall at the
/// temperature.
#[test]
fn orthodox_moves_reach_the_scaffold() {
    for (name, exercise) in exercises() {
        let (Task::Orthodox(at), Some(start)) = (&exercise.task, &exercise.board) else {
            continue;
        };
        let mut engine = Engine::new(&Budget::unlimited());
        let moves = engine.moves(start, None).unwrap();
        let mut wall = |position: &str| -> Dyadic {
            let graph = engine.graph(&format!("{}(\"{position}\")", start.game));
            let graph = graph.unwrap().graph.unwrap();
            let wall = graph.wall(-start.side).at(at);
            match start.side {
                Player::Left => wall,
                Player::Right => -wall,
            }
        };
        let walls = moves
            .iter()
            .map(|mv| (wall(&mv.position), mv.text.as_str()));
        let walls: Vec<_> = walls.collect();
        let best = walls.iter().map(|(wall, _)| wall).max().unwrap();
        let orthodox: Vec<&str> = walls
            .iter()
            .filter(|(w, _)| w == best)
            .map(|(_, m)| *m)
            .collect();
        let view = seen(exercise, &[], &Budget::unlimited()).unwrap();
        assert_eq!(texts(&view["good"]), orthodox, "{name}");
        assert!(orthodox.len() < moves.len() / 2, "{name}");
    }
}

#[test]
fn choices_have_one_right_answer() {
    for (name, exercise) in exercises() {
        if let Task::Choose(choices) = &exercise.task {
            let view = seen(exercise, &[], &Budget::unlimited()).unwrap();
            assert_eq!(view["right"].as_array().unwrap().len(), 1, "{name}");
            assert!(choices.choices.len() >= 2, "{name}");
        }
    }
}

/// The kills of the rules' own examples, by hand.
#[test]
fn kills_are_priced_as_in_the_rules() {
    let board = "......../......../......../..b...../wbbb..../wwww..../......../........";
    let mut engine = Engine::new(&Budget::unlimited());
    for (square, pips) in [("b4", "3"), ("c4", "5"), ("c3", "4"), ("c5", "never")] {
        let asked = format!("kill {board} {square}");
        assert_eq!(engine.answer(&asked).unwrap(), pips);
    }
    let kills = exercises().filter(|(_, exercise)| matches!(exercise.task, Task::Kill(_)));
    let mut seen_kills = 0;
    for (name, exercise) in kills {
        let view = seen(exercise, &[], &Budget::unlimited()).unwrap();
        let (good, legal) = (texts(&view["good"]), legal(&view));
        assert!(!good.is_empty() && good.len() < legal.len(), "{name}");
        seen_kills += 1;
    }
    assert!(seen_kills >= 3);
}

/// Whoever makes right moves wins against the computer, and whoever makes a wrong
/// one is refuted, in every exercise.
#[test]
fn play_goes_as_foretold() {
    let budget = Budget::unlimited();
    for (name, exercise) in exercises() {
        if !matches!(exercise.task, Task::Try | Task::Move | Task::All) {
            continue;
        }
        let me = seen(exercise, &[], &budget).unwrap()["turn"].clone();
        for wins in [true, false] {
            let mut moves: Vec<String> = Vec::new();
            loop {
                let played: Vec<&str> = moves.iter().map(String::as_str).collect();
                let view = seen(exercise, &played, &budget).unwrap();
                if !view["over"].is_null() {
                    assert_eq!(view["over"] == me, wins, "{name} {moves:?}");
                    break;
                }
                let good = texts(&view["good"]);
                let legal = legal(&view);
                let mine = view["turn"] == me;
                let mv = match mine {
                    false => view["reply"].as_str(),
                    true if wins => good.first().copied(),
                    true => legal.iter().find(|mv| !good.contains(mv)).copied(),
                };
                // Who begins a game that is even cannot be held to win it.
                let Some(mv) = mv.map(str::to_owned) else {
                    assert!(mine && moves.is_empty() || !wins, "{name} {moves:?}");
                    break;
                };
                moves.push(mv);
            }
        }
    }
}

#[test]
fn exercises_are_quick_and_pages_are_whole() {
    for (name, exercise) in exercises() {
        let begun = Instant::now();
        seen(exercise, &[], &Budget::unlimited()).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(20), "{name}");
    }
    for (place, lesson) in all().iter().enumerate() {
        let page = lesson_body(place, &Budget::unlimited())
            .unwrap()
            .into_string();
        let sections = page.matches("<section").count();
        assert_eq!(sections, lesson.exercises().count(), "{}", lesson.name);
        assert!(!page.contains(" :: "), "{}", lesson.name);
        // The script is not told the answers.
        assert!(!page.contains("\"good\""), "{}", lesson.name);
    }
}

#[test]
fn what_is_written_wrong_is_refused() {
    let head = "title: T\nabout: A.\n\n";
    for (text, why) in [
        ("title: T\nabout: A.\n\nA [word](", "has no )"),
        ("title: T", "about"),
        ("title: T\nabout: A.\n\n@move nim", "no game and position"),
        ("title: T\nabout: A.\n\n@sing nim 3", "no @sing"),
        ("title: T\nabout: A.\n\nA [[claim]]", "no =>"),
        ("title: T\nabout: A.\n\nA *word", "has no *"),
        ("title: T\nabout: A.\n\n@choose\nasked: 1", "choices"),
    ] {
        let error = Lesson::read("x", text).err().unwrap();
        assert!(error.contains(why), "{error}");
    }
    let lesson = Lesson::read(
        "x",
        &format!("{head}A *b* `c` $d$ [e](/f) [[g :: 1 => 1]]."),
    )
    .unwrap();
    assert_eq!(lesson.texts().count(), 11);
}
