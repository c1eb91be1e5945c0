//! Every player plays every game that it is offered for.

use crate::reference::full;
use play::{Contest, Effort, First, Listed, State, Terms, default_player, find_player, players};
use rules::{Component, Game, Position, Random, Rules};
use solve::{Convention, Search, Term};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use values::{Arena, Player};

/// A small position of every game, variants that play differently included.
pub const TABLES: &[(&str, &str)] = &[
    ("legionnaires", "4x4"),
    ("legionnaires:mace", "4x4"),
    ("legionnaires:centurion", "3x3"),
    ("legionnaires:impartial", "3x3"),
    ("amazons", "L.../..../...R"),
    // More than 64 squares.
    (
        "amazons",
        "L..R####/########/########/########/########/########/########/########/..####..",
    ),
    ("domineering", "4x4"),
    ("cram", "3x4"),
    ("clobber", "BWBW/WBWB/BWBW"),
    ("konane", "BWBW/W.BW/WBWB/BWBW"),
    ("toads_and_frogs", "ttt..fff"),
    ("toppling_dominoes", "BWW#BWBBW"),
    ("hackenbush", "lr(le;l)"),
    ("col", ".../.../..."),
    ("snort", ".../.../..."),
    ("nim", "3,4,5"),
    ("one_two_three_nim", "7,9"),
    ("subtraction:1,4", "12,7"),
    ("kayles", "9"),
    ("dawsons_kayles", "9"),
    ("grundys_game", "9"),
    ("octal:0.137", "11"),
];

pub fn read(name: &str, position: &str, convention: Convention) -> State {
    State::read(name, position, convention).unwrap()
}

/// Plays, and checks every move against those that the game lists.
fn play_out(listed: &'static Listed, start: &State, games: u64, effort: &Effort) {
    for number in 0..games {
        let contest = Contest {
            terms: Terms {
                seed: 9,
                efforts: [effort.clone(), effort.clone()],
                ..Terms::default()
            },
            ..Contest::new(start.clone(), [listed, listed])
        };
        let game = contest.game(number).unwrap();
        let mut state = game.start.clone();
        for mv in &game.moves {
            assert!(state.ending().is_none());
            let legal = state.moves().unwrap();
            assert!(legal.contains(mv), "{} in {state:?}: {mv:?}", listed.name);
            state.play(mv);
        }
        assert_eq!(state.ending().unwrap().winner(), game.winner);
    }
}

#[test]
fn every_player_plays_every_game_it_is_offered_for() {
    for &(name, position) in TABLES {
        for convention in [Convention::Normal, Convention::Misere] {
            let start = read(name, position, convention);
            for listed in players().iter().filter(|listed| (listed.is_for)(&start)) {
                let (games, effort) = match full() {
                    true => (1000, Effort::level(3)),
                    false => (4, Effort::level(3)),
                };
                play_out(listed, &start, games, &effort);
            }
            let default = default_player(&start);
            assert!((default.is_for)(&start), "{name}: {}", default.name);
        }
    }
}

#[test]
fn players_play_sums() {
    for convention in [Convention::Normal, Convention::Misere] {
        let summands = [("clobber", "BWB/WB."), ("domineering", "2x3"), ("nim", "2")];
        let summands = summands.map(|(name, text)| {
            let component = Component::read(name, text).unwrap();
            let component = if name == "domineering" {
                component.negated()
            } else {
                component
            };
            (name.into(), component)
        });
        let start = State::new(summands.into(), convention);
        for listed in players().iter().filter(|listed| (listed.is_for)(&start)) {
            play_out(listed, &start, 20, &Effort::level(3));
        }
    }
}

#[test]
fn a_match_does_not_depend_on_threads() {
    for (name, position, players) in [
        ("legionnaires", "5x5-10", ["mobility", "search"]),
        ("nim", "3,4,5", ["nim", "random"]),
        ("legionnaires:centurion", "3x3", ["search", "mobility"]),
    ] {
        let start = read(name, position, Convention::Normal);
        let players = players.map(|player| find_player(player, &start).unwrap());
        for opening in [0, 2] {
            let contest = |threads| Contest {
                terms: Terms {
                    efforts: [Effort::level(2), Effort::level(2)],
                    games: 40,
                    seed: 3,
                    threads: Some(threads),
                    keep: true,
                    ..Terms::default()
                },
                opening,
                ..Contest::new(start.clone(), players)
            };
            let (one, many) = (contest(1).run(), contest(5).run());
            assert_eq!(one.tally, many.tally);
            assert_eq!(one.games.len(), 40);
            for (a, b) in one.games.iter().zip(&many.games) {
                assert_eq!((a.number, &a.moves), (b.number, &b.moves));
            }
        }
    }
}

#[test]
fn openings_are_played_with_both_colours() {
    let start = read("legionnaires", "6x6-12", Convention::Normal);
    let random = find_player("random", &start).unwrap();
    let contest = Contest {
        opening: 3,
        ..Contest::new(start, [random, random])
    };
    let [one, two, three] = [0, 1, 2].map(|number| contest.game(number).unwrap());
    assert_eq!(one.moves[..3], two.moves[..3]);
    assert_ne!(one.moves[..3], three.moves[..3]);
    assert_eq!(
        [one.exchanged, two.exchanged, three.exchanged],
        [false, true, false]
    );
    assert_eq!(one.start.turn(), two.start.turn());
    assert_ne!(one.start.turn(), three.start.turn());
    // So are games from a book, in turn.
    let book: Vec<_> = [&one, &three]
        .map(|game| (game.start.clone(), game.moves[..2].to_vec()))
        .to_vec();
    let contest = Contest {
        book: book.clone(),
        ..contest
    };
    for number in 0..6 {
        let game = contest.game(number).unwrap();
        let (begun, moves) = &book[number as usize / 2 % 2];
        assert_eq!(game.start.turn(), begun.turn());
        assert_eq!(game.moves[..2], moves[..]);
        assert_eq!(game.exchanged, number % 2 == 1);
    }
    // Openings that leave nothing to play are refused.
    let short = read("nim", "1", Convention::Normal);
    let contest = Contest {
        opening: 3,
        ..Contest::new(short, [random, random])
    };
    assert!(contest.game(0).is_err());
    assert!(contest.run().stopped.is_some());
}

/// Calls `each` with every position of a board.
fn every_position(name: &str, board: &str, each: &mut dyn FnMut(State)) {
    let rules = Rules::find(name).unwrap();
    let like = rules.read(&rules::blank(board)).unwrap();
    let all = Game::all(&rules, &like).unwrap();
    for number in 0..all.count {
        let summands = vec![(name.into(), (all.get)(number))];
        each(State::new(summands, Convention::Normal));
    }
}

/// Who wins, from the definition.
fn starter_wins(state: &State) -> bool {
    fn wins(component: &Component, player: Player) -> bool {
        component
            .options(player, &mut |option| match wins(&option, -player) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            })
            .is_break()
    }
    wins(&state.components()[0], state.turn())
}

#[test]
fn exact_never_loses_a_won_game() {
    let boards: &[(&str, &str)] = match full() {
        true => &[
            ("legionnaires", "3x3"),
            ("legionnaires:mace", "3x3"),
            ("amazons", "2x3"),
            ("clobber", "3x3"),
            ("domineering", "3x4"),
            ("konane", "2x4"),
        ],
        false => &[
            ("legionnaires", "2x4"),
            ("amazons", "2x3"),
            ("clobber", "2x4"),
            ("domineering", "3x3"),
        ],
    };
    let mut won = 0u32;
    let mut seed = Random::new(1);
    for &(name, board) in boards {
        every_position(name, board, &mut |state| {
            let exact = find_player("exact", &state).unwrap();
            let mut player = (exact.fresh)();
            for first in Player::BOTH {
                let mut state = state.clone().with_turn(first);
                if !starter_wins(&state) {
                    continue;
                }
                won += 1;
                // Against an opponent who tries anything.
                while state.ending().is_none() {
                    let mv = if state.turn() == first {
                        let effort = Effort::level(6);
                        let choice = player.choose(&state, &effort, &mut seed).unwrap();
                        assert_eq!(choice.thought.wins, Some(true));
                        choice.mv
                    } else {
                        let mut moves = state.moves().unwrap();
                        moves.swap_remove(seed.below(moves.len() as u64) as usize)
                    };
                    state.play(&mv);
                }
                assert_eq!(state.ending().unwrap().winner(), Some(first), "{state:?}");
            }
        });
    }
    assert!(won > 1000, "{won}");
}

#[test]
fn search_sees_the_end() {
    // Where it can look to the end, it knows who wins.
    let mut seed = Random::new(2);
    let mut seen = 0u32;
    every_position("legionnaires", "2x4", &mut |state| {
        if seed.below(10) > 0 || state.ending().is_some() {
            return;
        }
        let search = find_player("search", &state).unwrap();
        let choice = (search.fresh)().choose(&state, &Effort::level(8), &mut seed);
        let thought = choice.unwrap().thought;
        // A single move is made without looking far.
        if state.moves().unwrap().len() > 1 {
            assert_eq!(thought.wins, Some(starter_wins(&state)), "{state:?}");
            seen += 1;
        }
    });
    assert!(seen > 50, "{seen}");
}

/// Whether the starter wins, from the definition.
fn starter_wins_heaps(component: &Component, player: Player, convention: Convention) -> bool {
    let mut stuck = true;
    let found = component.options(player, &mut |option| {
        stuck = false;
        match starter_wins_heaps(&option, -player, convention) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    found.is_break() || (stuck && convention == Convention::Misere)
}

#[test]
fn nim_wins_what_is_won() {
    for convention in [Convention::Normal, Convention::Misere] {
        let mut arena = Arena::new();
        let mut search = Search::new(convention);
        for (game, heaps) in [
            ("nim", "1"),
            ("nim", "1,1"),
            ("nim", "2"),
            ("nim", "2,2"),
            ("nim", "1,2"),
            ("nim", "3,4,5"),
            ("nim", "1,2,3"),
            ("nim", "1,1,1,2"),
            ("nim", "1,3,5,7"),
            ("kayles", "5"),
            ("kayles", "4,4,1"),
            ("kayles", "2,5,4"),
            ("kayles", "7,2"),
        ] {
            let start = read(game, heaps, convention);
            let terms = [Term::Position(start.components()[0].clone())];
            let wins = search.wins(&mut arena, &terms, Player::Left).unwrap();
            if game == "kayles" {
                let truth = starter_wins_heaps(&start.components()[0], Player::Left, convention);
                assert_eq!(wins, truth, "{heaps} {convention:?}");
            }
            let winner = if wins { Player::Left } else { Player::Right };
            let [nim, random] = ["nim", "random"].map(|name| find_player(name, &start).unwrap());
            let players = match winner {
                Player::Left => [nim, random],
                Player::Right => [random, nim],
            };
            let contest = Contest {
                terms: Terms {
                    games: 50,
                    first: First::Always(Player::Left),
                    ..Terms::default()
                },
                ..Contest::new(start, players)
            };
            let tally = contest.run().tally;
            let wins = [tally.left_wins, tally.right_wins][winner as usize];
            assert_eq!(wins, 50, "{game} {heaps} {convention:?}");
        }
    }
}

#[test]
fn players_that_make_no_sense_are_refused() {
    let legionnaires = read("legionnaires", "3x3", Convention::Normal);
    let nim = read("nim", "3,4,5", Convention::Normal);
    let cram = read("cram", "3x3", Convention::Misere);
    for (name, state, expected) in [
        ("nim", &legionnaires, "`nim` plays impartial games"),
        (
            "nim",
            &cram,
            "`nim` plays impartial games, in misere play heaps of one game only",
        ),
        ("blocker", &nim, "`blocker` plays Legionnaires only"),
        ("search", &nim, "`search` plays games in which"),
        (
            "nobody",
            &nim,
            "there is no player `nobody`; players here: random, ",
        ),
    ] {
        let said = find_player(name, state).unwrap_err().to_string();
        assert!(said.starts_with(expected), "{said}");
    }
}

/// Two equal heaps are lost for the player to move; who leaves as few moves as
/// he can finds the answer at once only if a whole heap is taken.
#[test]
fn exact_sets_traps_when_it_is_lost() {
    for heap in 2..8 {
        let state = read("nim", &format!("{heap},{heap}"), Convention::Normal);
        let mut exact = (find_player("exact", &state).unwrap().fresh)();
        let choice = exact.choose(&state, &Effort::level(6), &mut Random::new(heap));
        let choice = choice.unwrap();
        assert_eq!(choice.thought.wins, Some(false));
        let heaps = format!("{:?}", choice.mv.after);
        assert!(heaps.contains(','), "{heap},{heap} to {heaps}");
    }
}

/// However much a level would look at, a move is made by the end that was
/// set, and the remark says that there was more to look at.
#[test]
fn every_player_moves_in_time() {
    let tables = [
        ("amazons", "10x10"),
        ("clobber", "5x6"),
        ("konane", "8x8"),
        ("domineering", "10x10"),
        ("legionnaires:centurion", "8x8"),
        ("cram", "9x9"),
    ];
    let time = Duration::from_millis(if full() { 1000 } else { 100 });
    let mut cut_short = 0;
    for (name, position) in tables {
        let state = read(name, position, Convention::Normal);
        let moves = state.moves().unwrap();
        for listed in players().iter().filter(|listed| (listed.is_for)(&state)) {
            let end = Instant::now() + time;
            let effort = Effort::level(10).with_bytes(1 << 24).until(end);
            let choice = listed.reply(&state, &effort, &mut Random::new(1)).unwrap();
            let over = Instant::now().saturating_duration_since(end);
            let player = listed.name;
            assert!(
                over < Duration::from_secs(3),
                "{player}, {name}: {over:?} late"
            );
            assert!(moves.contains(&choice.mv), "{player}, {name}");
            cut_short += usize::from(choice.thought.cut_short);
        }
    }
    assert!(cut_short > 10, "{cut_short}");
}
