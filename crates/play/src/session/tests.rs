//! Laws of every game in progress, on random play.

use super::*;
use crate::state::State;
use rules::Random;
use solve::Convention;

/// A random game of two people with where its moves lead, and everything it
/// went through.
fn random_game(game: &str, position: &str, random: &mut Random) -> (Session<State>, Vec<String>) {
    let start = State::read(game, position, Convention::Normal).unwrap();
    let mut session = Session::new(start, [Seat::human(), Seat::computer("random", Some(2))]);
    let mut seen = vec![session.now().components()[0].text()];
    while session.finish().is_none() && session.ply() < 40 {
        let mut moves = session.now().moves().unwrap();
        let mv = moves.swap_remove(random.below(moves.len() as u64) as usize);
        session.play(&mv);
        seen.push(mv.after.text());
        session.note(session.ply() - 1, AFTER, mv.after.text());
    }
    (session, seen)
}

const GAMES: [(&str, &str); 4] = [
    ("legionnaires", "4x4"),
    ("legionnaires:centurion", "4x4"),
    ("nim", "3,4,5"),
    ("amazons", "L../.../..R"),
];

/// A kept game is recalled as it was, and one that anybody wrote is read so.
#[test]
fn records_bring_back_what_was_written() {
    let mut random = Random::new(7);
    for (game, position) in GAMES {
        let (mut session, seen) = random_game(game, position, &mut random);
        session.go_to(session.ply() / 2).unwrap();
        session.resigned = Some(Player::Right);
        let whole = session.whole_record().unwrap().to_string();
        let read = || Record::read_all(&whole).unwrap().remove(0);
        let again = Session::<State>::recall_record(read()).unwrap();
        assert_eq!(again.whole_record().unwrap().to_string(), whole);
        assert!(again.stands_as(&session) && session.stands_as(&again));
        assert_eq!(again.seats, session.seats);
        for (ply, text) in seen.iter().enumerate() {
            let [then, now] = [&session, &again].map(|one| one.position(ply).unwrap());
            assert_eq!(&now.components()[0].text(), text, "{game} {ply}");
            assert_eq!((now.turn(), now.ending()), (then.turn(), then.ending()));
            let finish = again.finish_at(ply).unwrap();
            assert_eq!(finish, session.finish_at(ply).unwrap());
        }
        let bare = session.record().unwrap();
        let checked = Session::<State>::read(&bare, session.seats.clone()).unwrap();
        assert_eq!(checked.plies().len(), session.ply());
        assert!(!bare.to_string().contains(AFTER), "{bare}");
    }
}

/// What is trusted in a kept game is checked in one that anybody wrote.
#[test]
fn only_what_was_written_here_is_trusted() {
    let text = "[Legatus \"1\"]\n[Game \"nim\"]\n[Position \"3\"]\n[First \"left\"]\n\n\
                1. left [after 7] take 1 from heap 3\n";
    let record = Record::read_all(text).unwrap().remove(0);
    let recalled = Session::<State>::recall_record(record.clone()).unwrap();
    assert_eq!(recalled.now().components()[0].text(), "7");
    let read = Session::<State>::read(&record, recalled.seats.clone()).unwrap();
    assert_eq!(read.now().components()[0].text(), "2");
}

#[test]
fn turns_are_taken_back_to_a_person_and_made_again() {
    let mut random = Random::new(9);
    let (mut session, seen) = random_game("legionnaires", "4x4", &mut random);
    let all = session.ply();
    assert!(!session.redo().unwrap());
    let mut back = 0;
    while session.undo().unwrap() {
        assert!(session.seat(session.mover()).is_human());
        back += 1;
    }
    assert_eq!((session.ply(), session.all_plies().len()), (0, all));
    for _ in 0..back {
        assert!(session.redo().unwrap());
        assert_eq!(session.now().components()[0].text(), seen[session.ply()]);
    }
    assert_eq!(session.ply(), all);
    // Nobody can take back what a computer did first.
    session.seats.swap(0, 1);
    session.go_to(1).unwrap();
    assert!(!session.undo().unwrap());
    // Another turn puts an end to what was taken back.
    session.go_to(0).unwrap();
    let mv = session.now().moves().unwrap().remove(0);
    session.play(&mv);
    assert_eq!((session.ply(), session.all_plies().len()), (1, 1));
}

#[test]
fn a_game_ends_by_resignation_or_length() {
    let (mut session, _) = random_game("nim", "3,4,5", &mut Random::new(2));
    session.go_to(2).unwrap();
    assert_eq!(session.finish(), None);
    session.longest = 2;
    assert_eq!(session.record().unwrap().header("Result"), Some("draw"));
    session.resigned = Some(Player::Left);
    assert_eq!(session.record().unwrap().header("Result"), Some("right"));
}
