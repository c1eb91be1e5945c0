//! The kept puzzles, and new ones: each has exactly one winning move.

use crate::reference::{Reference, full};
use play::{KeptPuzzle, Puzzle, PuzzleMaker, PuzzleProof};
use rules::Position;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use values::Budget;

/// In a short run one puzzle in so many is looked at.
const SAMPLE: usize = 16;

fn sample() -> impl Iterator<Item = (usize, &'static KeptPuzzle)> {
    let step = if full() { 1 } else { SAMPLE };
    KeptPuzzle::all().iter().enumerate().step_by(step)
}

#[test]
fn at_least_a_thousand_of_all_games_are_kept() {
    let text = include_str!("../data/puzzles.tsv");
    let (head, lines) = text.split_once('\n').unwrap();
    assert_eq!(head, KeptPuzzle::head());
    let all = KeptPuzzle::all();
    assert!(all.len() >= 1000, "{}", all.len());
    assert_eq!(lines.lines().count(), all.len());
    for (line, kept) in lines.lines().zip(all) {
        assert_eq!(kept.to_string(), line);
    }
    let mut games: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut different = BTreeSet::new();
    for KeptPuzzle { puzzle, .. } in all {
        let game = puzzle.game.split(':').next().unwrap();
        games.entry(game).or_default()[usize::from(puzzle.misere)] += 1;
        let state = puzzle.state().unwrap();
        let (normal, negated) = state.components()[0].normal_form();
        let turn = if negated { -puzzle.turn } else { puzzle.turn };
        assert!(
            different.insert((&puzzle.game, normal.text(), turn.name(), puzzle.misere)),
            "{puzzle:?} is there twice"
        );
    }
    for info in rules::games_in_rust() {
        let [normal, misere] = games[info.name];
        assert!(
            normal >= 15 && misere >= 10,
            "{}: {normal}, {misere}",
            info.name
        );
    }
}

/// Every move of a puzzle, by plain recursion: one wins, the others lose, and
/// after as many moves as the puzzle says.
fn has_one_winning_move(puzzle: &Puzzle) {
    let mut reference = Reference::new(&puzzle.game, puzzle.misere);
    let state = puzzle.state().unwrap();
    let position = &state.components()[0];
    assert_eq!(position.text(), puzzle.position);
    let options = reference.options(&puzzle.position, puzzle.turn);
    assert_eq!(options.len(), puzzle.moves as usize, "{puzzle:?}");
    let mut winning = Vec::new();
    let mut longest = 0;
    for option in &options {
        let then = reference.solve(option, -puzzle.turn);
        match then.wins {
            false => winning.push((option.clone(), then.plies + 1)),
            true => longest = longest.max(then.plies),
        }
    }
    let [(after, depth)] = &winning[..] else {
        panic!("{puzzle:?}: {winning:?}");
    };
    assert_eq!(
        (*depth, longest),
        (puzzle.depth, puzzle.refutation),
        "{puzzle:?}"
    );
    // Whoever plays what the answer says makes that move, and nobody else.
    let mut answers = 0;
    let _ = position.spoken_moves(puzzle.turn, &mut |mv, option| {
        let (is_answer, wins) = (mv.to_string() == puzzle.answer, option.text() == *after);
        assert!(!is_answer || wins, "{puzzle:?}");
        answers += usize::from(is_answer);
        ControlFlow::Continue(())
    });
    assert!(answers > 0, "{puzzle:?}");
}

/// The answer is not the one that a hasty player makes.
fn has_no_cheap_tell(puzzle: &Puzzle) {
    assert!(puzzle.moves >= 4 && puzzle.depth >= 5, "{puzzle:?}");
    let state = puzzle.state().unwrap();
    let freedom = |mv: &play::Move| mv.after.mobility(-puzzle.turn);
    let moves = state.moves().unwrap();
    let is_answer = |mv: &&play::Move| state.text(mv).unwrap() == puzzle.answer;
    let answer = moves.iter().find(is_answer).unwrap();
    // In misère play it is good to leave many moves.
    let mut others = moves.iter().filter(|mv| *mv != answer).map(freedom);
    let tempting = match puzzle.misere {
        false => others.any(|left| left <= freedom(answer)),
        true => others.any(|left| left >= freedom(answer)),
    };
    assert!(tempting, "{puzzle:?}");
}

#[test]
fn kept_puzzles_have_one_winning_move_by_plain_recursion() {
    for (_, kept) in sample() {
        has_one_winning_move(&kept.puzzle);
        has_no_cheap_tell(&kept.puzzle);
    }
}

/// The certificates of the winning move and of every other are made again,
/// are accepted by the checker, and are those of the record. Where the prover
/// has become another, `LEGATUS_UPDATE_PUZZLES=1` writes new records instead.
#[test]
fn the_records_of_proofs_are_right() {
    if std::env::var_os("LEGATUS_UPDATE_PUZZLES").is_some() {
        return update_records();
    }
    for (place, kept) in sample() {
        let proof = PuzzleProof::find(&kept.puzzle, &Budget::unlimited());
        let proof = proof.unwrap_or_else(|error| panic!("puzzle {}: {error}", place + 1));
        assert_eq!(proof, kept.proof, "puzzle {}", place + 1);
        assert_eq!(proof.certificates, kept.puzzle.moves);
    }
}

fn update_records() {
    let mut lines = vec![KeptPuzzle::head().to_owned()];
    for KeptPuzzle { puzzle, .. } in KeptPuzzle::all() {
        let proof = PuzzleProof::find(puzzle, &Budget::unlimited()).unwrap();
        let puzzle = puzzle.clone();
        lines.push(KeptPuzzle { puzzle, proof }.to_string());
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/puzzles.tsv");
    std::fs::write(file, lines.join("\n") + "\n").unwrap();
}

/// A record of another answer is refused.
#[test]
fn a_wrong_answer_has_no_proof() {
    let mut puzzle = KeptPuzzle::all()[0].puzzle.clone();
    let state = puzzle.state().unwrap();
    let other = state.spoken_moves().unwrap();
    let other = other.iter().find(|(text, _)| *text != puzzle.answer);
    puzzle.answer = other.unwrap().0.clone();
    assert!(PuzzleProof::find(&puzzle, &Budget::unlimited()).is_err());
}

#[test]
fn a_seed_makes_the_same_puzzles_again() {
    let budget = Budget::unlimited();
    let games = match full() {
        true => vec![None],
        false => vec![Some("nim"), Some("konane"), Some("toppling_dominoes")],
    };
    for game in games {
        let count = if full() { 40 } else { 4 };
        let make = |seed| {
            let mut maker = PuzzleMaker::new(game, seed).unwrap();
            let made = (0..count).map(|_| maker.make(&budget).unwrap().unwrap());
            made.collect::<Vec<Puzzle>>()
        };
        let puzzles = make(11);
        assert_eq!(puzzles, make(11));
        assert_ne!(puzzles, make(12));
        for puzzle in &puzzles {
            has_one_winning_move(puzzle);
            has_no_cheap_tell(puzzle);
            PuzzleProof::find(puzzle, &budget).unwrap();
        }
    }
}

#[test]
fn play_without_end_makes_no_puzzles() {
    let refused = PuzzleMaker::new(Some("legionnaires:centurion"), 1);
    assert!(refused.err().unwrap().message.contains("may not end"));
    assert!(PuzzleMaker::new(Some("chess"), 1).is_err());
}
