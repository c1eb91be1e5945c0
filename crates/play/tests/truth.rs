//! What players say of who wins is so: in random games of every kind, for both
//! sides and both conventions, compared with a search that knows nothing but
//! the rules.

use crate::reference::full;
use play::{Effort, Engine, Ground, Seat, State, Strength, Thought, Voice, players};
use rules::{Component, Random};
use solve::Convention;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use values::Player;

/// Games that are short enough to be looked through, from which random play
/// starts.
const TABLES: &[(&str, &str)] = &[
    ("legionnaires", "4x4"),
    ("legionnaires:mace", "4x4"),
    ("legionnaires:impartial", "3x3"),
    ("amazons", "L../.../..R"),
    ("amazons:impartial", "L..R/...."),
    ("domineering", "4x4"),
    ("cram", "3x4"),
    ("clobber", "BWB/WBW/BWB"),
    ("konane", "BWBW/W.BW/WBWB/BWBW"),
    ("toads_and_frogs", "tt.t.f.ff"),
    ("toppling_dominoes", "BWW#BWBBW"),
    ("hackenbush", "lr(le;l)"),
    ("hackenbush:childish", "lr(le;l)"),
    ("col", ".../..."),
    ("snort", ".../..."),
    ("nim", "3,4,5"),
    ("one_two_three_nim", "7,6"),
    ("subtraction:1,4", "12,7"),
    ("kayles", "11"),
    ("dawsons_kayles", "12"),
    ("grundys_game", "13"),
    ("octal:0.137", "13"),
];

/// Who wins, by the rules alone.
#[derive(Default)]
struct Oracle(HashMap<(Vec<Component>, Player), bool>);

impl Oracle {
    /// Whether the player to move wins.
    fn wins(&mut self, state: &State) -> bool {
        if let Some(ending) = state.ending() {
            return ending.winner() == Some(state.turn());
        }
        let key = (state.components().to_vec(), state.turn());
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let wins = state.moves().unwrap().iter().any(|mv| {
            let mut after = state.clone();
            after.play(mv);
            !self.wins(&after)
        });
        self.0.insert(key, wins);
        wins
    }
}

/// What the words of a thought claim of the player who moved: that he wins, or
/// that he loses.
fn claimed(said: &str) -> Option<bool> {
    let wins = ["it wins with best play", "sees a win", "wins in", "wins:"];
    let loses = ["loses if", "sees a loss", "no move wins"];
    let is = |words: &[&str]| words.iter().any(|word| said.contains(word)) || said == "wins";
    match (is(&wins), loses.iter().any(|word| said.contains(word))) {
        (_, true) => Some(false),
        (true, false) => Some(true),
        (false, false) => None,
    }
}

/// Compares what is thought in a state with what is so.
fn check(state: &State, thought: &Thought, chosen: &play::Move, oracle: &mut Oracle, who: &str) {
    let wins = oracle.wins(state);
    let about = || {
        format!(
            "{who}: {:?} {:?} {thought:?}",
            state.names(),
            state.components()
        )
    };
    if let Some(said) = thought.wins {
        assert_eq!(said, wins, "{}", about());
    }
    if thought.wins == Some(true) {
        let mut after = state.clone();
        after.play(chosen);
        assert!(!oracle.wins(&after), "{}", about());
    }
    for voice in [
        Voice::COMPUTER,
        Voice {
            mover: "You",
            other: "the computer",
        },
    ] {
        assert_eq!(
            claimed(&thought.of_mover(voice)),
            thought.wins,
            "{}",
            about()
        );
        assert_eq!(
            claimed(&thought.of_advice(voice)),
            thought.wins,
            "{}",
            about()
        );
    }
}

/// Plays random games and asks `each` player in every position.
fn in_random_games(games: usize, mut each: impl FnMut(&State, &mut Oracle, &mut Random)) {
    let mut random = Random::new(11);
    for &(name, position) in TABLES {
        for convention in [Convention::Normal, Convention::Misere] {
            let mut oracle = Oracle::default();
            for number in 0..games {
                let start = State::read(name, position, convention).unwrap();
                let mut state = start.with_turn(Player::BOTH[number % 2]);
                while state.ending().is_none() {
                    each(&state, &mut oracle, &mut random);
                    let mut moves = state.moves().unwrap();
                    state.play(&moves.swap_remove(random.below(moves.len() as u64) as usize));
                }
            }
        }
    }
}

#[test]
fn every_claim_of_every_player_is_right() {
    let (mut asked, mut certain) = (0, 0);
    in_random_games(if full() { 40 } else { 2 }, |state, oracle, random| {
        for listed in players().iter().filter(|listed| (listed.is_for)(state)) {
            for level in [1, 3, 5] {
                let effort = Effort::level(level).with_bytes(1 << 22);
                let choice = listed.reply(state, &effort, random).unwrap();
                check(state, &choice.thought, &choice.mv, oracle, listed.name);
                asked += 1;
                certain += usize::from(choice.thought.wins.is_some());
            }
        }
    });
    assert!(certain * 4 > asked, "{certain} of {asked}");
}

/// Players that are cut short at any time, or hurried, claim nothing that is
/// not so.
#[test]
fn claims_are_right_when_there_is_no_time() {
    let mut random_time = Random::new(5);
    in_random_games(if full() { 20 } else { 1 }, |state, oracle, random| {
        for listed in players().iter().filter(|listed| (listed.is_for)(state)) {
            let time = Duration::from_micros(random_time.below(2000));
            let effort = Effort::level(8).with_bytes(1 << 22);
            let effort = effort.until(Instant::now() + time);
            let choice = listed.reply(state, &effort, random).unwrap();
            check(state, &choice.thought, &choice.mv, oracle, listed.name);
        }
    });
}

/// Every strength plays everything, the perfect one perfectly where the game
/// is short.
#[test]
fn strengths_play_everything() {
    let mut found = 0;
    in_random_games(if full() { 10 } else { 1 }, |state, oracle, random| {
        for strength in Strength::ALL {
            let seat = Seat::strong(strength);
            let (listed, level) = seat.who(state, state).unwrap();
            let effort = Effort::level(level.unwrap()).with_bytes(1 << 22);
            let effort = effort.within(strength.clock());
            let choice = listed.reply(state, &effort, random).unwrap();
            check(state, &choice.thought, &choice.mv, oracle, strength.name());
            if strength == Strength::Perfect {
                assert_eq!(choice.thought.wins, Some(oracle.wins(state)), "{state:?}");
                found += 1;
            }
        }
    });
    assert!(found > 100, "{found}");
    // Also where play may not end, which has no oracle here.
    let mut state = State::read("legionnaires:centurion", "4x4", Convention::Normal).unwrap();
    let mut random = Random::new(3);
    for number in 0.. {
        if state.ending().is_some() {
            break;
        }
        let strength = Strength::ALL[number % 2];
        let (listed, level) = strength.player(&state);
        let effort = Effort::level(level).within(strength.clock());
        let choice = listed.reply(&state, &effort, &mut random).unwrap();
        state.play(&choice.mv);
    }
}

/// The easy opponent loses to who plays right from a won position, most of the
/// time, and beats who plays at random.
#[test]
fn easy_is_easy_but_not_silly() {
    let (mut right, mut chance, mut games) = (0, 0, 0);
    let mut random = Random::new(8);
    for (name, position) in [
        ("legionnaires", "4x4"),
        ("nim", "3,4,5"),
        ("domineering", "4x4"),
    ] {
        let start = State::read(name, position, Convention::Normal).unwrap();
        for number in 0..40 {
            let first = Player::BOTH[number % 2];
            let start = start.clone().with_turn(first);
            games += 1;
            let mut fight = |other: &str| {
                let other = play::find_player(other, &start).unwrap();
                let mut engines: [Box<dyn Engine>; 2] = [
                    (play::find_player("novice", &start).unwrap().fresh)(),
                    (other.fresh)(),
                ];
                let mut state = start.clone();
                loop {
                    if let Some(ending) = state.ending() {
                        break ending.winner() == Some(Player::Left);
                    }
                    let (engine, level) = match state.turn() {
                        Player::Left => (&mut engines[0], 1),
                        Player::Right => (&mut engines[1], 6),
                    };
                    let effort = Effort::level(level);
                    let choice = engine.reply(&state, &effort, &mut random).unwrap();
                    state.play(&choice.mv);
                }
            };
            right += usize::from(fight("exact"));
            chance += usize::from(fight("random"));
        }
    }
    assert!(right * 5 < games, "{right} of {games} won against exact");
    assert!(
        chance * 3 > games * 2,
        "{chance} of {games} won against random"
    );
}

/// A thought that is no claim is called an estimate or a guess.
#[test]
fn estimates_say_that_they_are() {
    for ground in [
        Ground::Searched { moves: 3, ahead: 4 },
        Ground::Tried {
            lines: 5,
            percent: 60,
        },
    ] {
        let thought = Thought {
            wins: None,
            ground,
            cut_short: false,
        };
        let said = thought.of_mover(Voice::COMPUTER);
        assert!(said.contains("Estimate:"), "{said}");
        let said = thought.of_advice(Voice::COMPUTER);
        assert!(said.starts_with("an estimate"), "{said}");
    }
}
