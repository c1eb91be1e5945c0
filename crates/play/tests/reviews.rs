//! Everything that a review says, against exact outcomes found by plain
//! recursion, in random games of all games.

use crate::reference::{Reference, full};
use play::{Adjudicator, Explanation, Review, Seat, Session, State, TurningPoint, Verdict};
use rules::{Component, Game, Position, Random, Rules};
use solve::Convention;
use std::collections::HashMap;
use std::ops::ControlFlow;
use values::{Budget, Player};

/// Small positions of every game that ends, and of variants.
fn starts() -> Vec<(String, String)> {
    let mut starts = Vec::new();
    for info in rules::games_in_rust() {
        let mut names = vec![rules::example_name(info)];
        names.extend(
            info.variants
                .iter()
                .map(|v| format!("{}:{}", info.name, v.name)),
        );
        for name in names {
            let rules = Rules::find(&name).unwrap();
            if rules.is_loopy() {
                continue;
            }
            let texts = match rules.heap_rules().is_some() {
                // One heap makes many.
                true if info.name == "spawning" => vec!["2,3", "1,1,3"],
                true => vec!["3,4,5", "2,6"],
                false => vec![
                    "3x3",
                    "3x4",
                    "t.t.f.f",
                    "htthht",
                    "BW#WB.BW",
                    "lr(le;l)r(ll;e)",
                    "../L./.R/..",
                ],
            };
            let before = starts.len();
            for text in texts {
                if Component::read(&name, text).is_ok() {
                    starts.push((name.clone(), text.to_owned()));
                }
            }
            assert!(starts.len() > before, "{name} has no small start");
        }
    }
    starts
}

fn convention(misere: bool) -> Convention {
    if misere {
        Convention::Misere
    } else {
        Convention::Normal
    }
}

/// A random game, which is given up now and then.
fn random_game(start: State, random: &mut Random) -> Session<State> {
    let mut session = Session::new(start, [Seat::human(), Seat::computer("random", None)]);
    while session.finish().is_none() && session.ply() < 60 {
        if random.below(25) == 0 {
            session.resigned = Some(*random.pick(&Player::BOTH));
            break;
        }
        let moves = session.now().moves().unwrap();
        session.play(random.pick(&moves));
    }
    session
}

/// What the reference says of a state.
fn truth(reference: &mut Reference, state: &State) -> (Player, u32) {
    let known = reference.solve(&state.components()[0].text(), state.turn());
    let winner = if known.wins {
        state.turn()
    } else {
        -state.turn()
    };
    (winner, known.plies)
}

fn agrees(verdict: Verdict, (winner, plies): (Player, u32)) {
    assert_eq!(verdict.winner, Some(winner));
    assert!(
        verdict.plies.is_none_or(|said| said == plies),
        "{verdict:?} {plies}"
    );
}

/// Plays a move that is written in a line.
fn play_text(state: &mut State, text: &str) {
    let moves = state.spoken_moves().unwrap();
    let (_, mv) = moves.iter().find(|(known, _)| known == text).unwrap();
    state.play(mv);
}

/// In a line of best play the winner stays the winner.
fn line_is_best(reference: &mut Reference, mut state: State, line: &[String]) {
    let (winner, _) = truth(reference, &state);
    for text in line {
        play_text(&mut state, text);
        assert_eq!(truth(reference, &state).0, winner, "{line:?}");
    }
}

fn point_is_right(reference: &mut Reference, session: &Session<State>, point: &TurningPoint) {
    let state = session.position(point.ply).unwrap();
    agrees(point.before, truth(reference, state));
    assert_eq!(point.before.winner, Some(point.player));
    let mut winning = Vec::new();
    if state.turn() == point.player {
        for (text, mv) in state.spoken_moves().unwrap() {
            let mut after = state.clone();
            after.play(&mv);
            if truth(reference, &after).0 == point.player {
                winning.push(text);
            }
        }
        assert!(point.complete);
    }
    assert_eq!(point.better, winning);
    assert_eq!(point.is_puzzle(), winning.len() == 1);
    line_is_best(reference, state.clone(), &point.line);
    let Some(played) = &point.played else {
        assert_eq!(session.resigned, Some(point.player));
        return;
    };
    assert_eq!(*played, session.plies()[point.ply].text);
    let after = session.position(point.ply + 1).unwrap();
    agrees(point.after, truth(reference, after));
    assert_eq!(point.after.winner, Some(-point.player));
    line_is_best(reference, after.clone(), &point.punished);
}

#[test]
fn every_statement_of_a_review_is_true() {
    let mut random = Random::new(3);
    let games = if full() { 40 } else { 3 };
    let mut points = 0;
    for (game, text) in starts() {
        for misere in [false, true] {
            let mut reference = Reference::new(&game, misere);
            for number in 0..games {
                let start = State::read(&game, &text, convention(misere)).unwrap();
                let first = Player::BOTH[number % 2];
                let session = random_game(start.with_turn(first), &mut random);
                let review = Review::of(&session, &Budget::unlimited()).unwrap();
                assert_eq!(review.verdicts.len(), session.ply() + 1);
                let mut expected = Vec::new();
                let mut before = None;
                for (ply, verdict) in review.verdicts.iter().enumerate() {
                    let state = session.position(ply).unwrap();
                    let now = truth(&mut reference, state);
                    agrees(verdict.expect("small games are solved"), now);
                    if before.is_some_and(|(winner, _)| winner != now.0) {
                        expected.push(ply - 1);
                    }
                    before = Some(now);
                }
                // A resignation of a player who could win turns the game, too.
                let last = before.unwrap();
                let over = session.now().ending().is_some();
                if session.resigned == Some(last.0) && !over {
                    expected.push(session.ply());
                }
                let found = review.turning_points.iter().map(|point| point.ply);
                assert_eq!(found.collect::<Vec<_>>(), expected, "{game} {text}");
                for point in &review.turning_points {
                    point_is_right(&mut reference, &session, point);
                }
                points += review.turning_points.len();
            }
        }
    }
    assert!(points > 100, "{points}");
}

/// A review that has no time says nothing, and one with little nothing wrong.
#[test]
fn what_was_not_solved_is_not_said() {
    let start = State::read("amazons", "10x10", Convention::Normal).unwrap();
    let mut session = Session::new(start, [Seat::human(), Seat::human()]);
    for _ in 0..2 {
        let mv = session.now().moves().unwrap().remove(0);
        session.play(&mv);
    }
    let budget = Budget::unlimited().with_deadline(std::time::Instant::now());
    let review = Review::of(&session, &budget).unwrap();
    assert_eq!(review.verdicts.len(), 3);
    assert!(review.verdicts.iter().all(Option::is_none));
    assert!(review.turning_points.is_empty());
}

/// The search that is asked where a table would be too large says the same.
#[test]
fn search_and_table_say_the_same() {
    let mut random = Random::new(8);
    for (game, text) in starts() {
        for misere in [false, true] {
            let convention = convention(misere);
            let mut reference = Reference::new(&game, misere);
            let mut search = Adjudicator::by_search(convention, Budget::unlimited());
            let start = State::read(&game, &text, convention).unwrap();
            let session = random_game(start, &mut random);
            for ply in 0..=session.ply() {
                let state = session.position(ply).unwrap();
                let verdict = search.verdict(state).unwrap().expect("it is small");
                agrees(verdict, truth(&mut reference, state));
            }
            let state = session.position(0).unwrap();
            let line = search.line(state).unwrap();
            assert!(!line.is_empty() || state.ending().is_some());
            line_is_best(&mut reference, state.clone(), &line);
        }
    }
}

/// What is explained of every move is so.
#[test]
fn explanations_are_true() {
    for (game, text) in starts() {
        for (misere, turn) in [(false, Player::Left), (true, Player::Right)] {
            let mut reference = Reference::new(&game, misere);
            let state = State::read(&game, &text, convention(misere)).unwrap();
            let state = state.with_turn(turn);
            let mut adjudicator = Adjudicator::new(state.convention(), Budget::unlimited());
            let explanation = Explanation::of(&state, &mut adjudicator).unwrap();
            assert!(explanation.complete);
            assert_eq!(explanation.moves.len(), state.spoken_moves().unwrap().len());
            for explained in &explanation.moves {
                let mut after = state.clone();
                play_text(&mut after, &explained.text);
                assert_eq!(after.components()[0].text(), explained.after);
                agrees(explained.verdict.unwrap(), truth(&mut reference, &after));
                line_is_best(&mut reference, after.clone(), &explained.line);
                let wins = truth(&mut reference, &after).0 == turn;
                let replies = after.spoken_moves().unwrap().len();
                let answered = if wins { replies.min(40) } else { 0 };
                assert_eq!(explained.answers.len(), answered);
                for (reply, answer) in &explained.answers {
                    let mut then = after.clone();
                    play_text(&mut then, reply);
                    match answer {
                        Some(answer) => play_text(&mut then, answer),
                        None => assert!(then.ending().is_some()),
                    }
                    assert_eq!(truth(&mut reference, &then).0, turn);
                }
            }
        }
    }
}

/// Who wins where play may not end, by going through all positions until
/// nothing changes.
fn loopy_truth(start: &Component, misere: bool) -> HashMap<(String, Player), bool> {
    let mut options: HashMap<(String, Player), Vec<String>> = HashMap::new();
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        for player in Player::BOTH {
            let key = (position.text(), player);
            if options.contains_key(&key) {
                continue;
            }
            let mut list = Vec::new();
            let _ = position.options(player, &mut |option| {
                list.push(option.text());
                open.push(option);
                ControlFlow::Continue(())
            });
            options.insert(key, list);
        }
    }
    let mut known = HashMap::new();
    loop {
        let before = known.len();
        for ((text, player), list) in &options {
            let key = (text.clone(), *player);
            let then = |option: &String| known.get(&(option.clone(), -*player)).copied();
            let wins = match list.is_empty() {
                true => Some(misere),
                false if list.iter().any(|option| then(option) == Some(false)) => Some(true),
                false if list.iter().all(|option| then(option) == Some(true)) => Some(false),
                false => None,
            };
            if let Some(wins) = wins {
                known.insert(key, wins);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

#[test]
fn reviews_of_play_without_end_are_true() {
    let mut random = Random::new(5);
    let (mut points, mut draws) = (0, 0);
    for text in ["W.W/.../B.B", "W../.../..B", "WW./.../.BB"] {
        for misere in [false, true] {
            let start = State::read("legionnaires:centurion", text, convention(misere)).unwrap();
            let known = loopy_truth(&start.components()[0], misere);
            let truth = |state: &State| {
                let key = (state.components()[0].text(), state.turn());
                let wins = known.get(&key).copied();
                wins.map(|wins| if wins { state.turn() } else { -state.turn() })
            };
            for _ in 0..6 {
                let session = random_game(start.clone(), &mut random);
                let review = Review::of(&session, &Budget::unlimited()).unwrap();
                for (ply, verdict) in review.verdicts.iter().enumerate() {
                    let state = session.position(ply).unwrap();
                    if let (Some(verdict), None) = (verdict, state.ending()) {
                        assert_eq!(verdict.winner, truth(state), "{text} {ply}");
                        draws += usize::from(verdict.winner.is_none());
                    }
                }
                for point in &review.turning_points {
                    let state = session.position(point.ply).unwrap();
                    assert_eq!(point.before.winner, truth(state));
                    assert_ne!(point.before.winner, Some(-point.player));
                    points += 1;
                }
            }
        }
    }
    assert!(points > 5 && draws > 5, "{points} {draws}");
}
