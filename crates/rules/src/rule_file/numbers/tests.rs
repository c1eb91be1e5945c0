//! Rule files of heaps: what they make, and what is wrong with others.

use crate::{Component, Position, RuleFile};
use std::ops::ControlFlow;
use values::Player;

fn position(text: &str, position: &str) -> Component {
    let file = RuleFile::read(text).unwrap_or_else(|bad| panic!("{text}\n{bad}"));
    let rules = file.rules(None).unwrap();
    Component::new(rules.clone(), rules.read(position).unwrap())
}

/// The moves of a player, and where they lead.
fn moves(position: &Component, player: Player) -> Vec<String> {
    let mut told = Vec::new();
    let _ = position.spoken_moves(player, &mut |mv, after| {
        told.push(format!("{mv}: {}", after.text()));
        ControlFlow::Continue(())
    });
    assert_eq!(position.mobility(player), told.len());
    told
}

const CUTCAKE: &str = "game cutcake
heaps (a, b)
left (a, b) -> (a, c) + (a, b - c) where 1 <= c < b
mirror (a, b) (b, a)
example (2,2)";

#[test]
fn a_mirror_gives_the_other_player_the_rules() {
    let cake = position(CUTCAKE, "(2,5)");
    assert_eq!(
        moves(&cake, Player::Left),
        [
            "(2,5) -> (2,1) + (2,4): (2,1)+(2,4)",
            "(2,5) -> (2,2) + (2,3): (2,2)+(2,3)",
        ]
    );
    assert_eq!(moves(&cake, Player::Right), ["(2,5) -> 2*(1,5): 2*(1,5)"]);
    // The squares that are left have no moves and are not kept.
    assert_eq!(position(CUTCAKE, "(1,1)+(2,1)").text(), "(2,1)");
    assert_eq!(position(CUTCAKE, "(1,1)").text(), "0");
}

#[test]
fn every_solution_is_a_move() {
    let rows = include_str!("../../../tests/data/heap_moves.tsv").lines();
    for row in rows.filter(|row| !row.starts_with("# ")) {
        let mut fields = row.split('\t');
        let [heaps, rule, from, expected] = [(); 4].map(|()| fields.next().unwrap_or(""));
        let text = format!("game some\nheaps {heaps}\nboth {rule}\nexample {from}");
        let position = position(&text, from);
        let told = moves(&position, Player::Left);
        let mut expected: Vec<&str> = expected.split('|').filter(|m| !m.is_empty()).collect();
        let mut sorted: Vec<&str> = told.iter().map(String::as_str).collect();
        expected.sort_unstable();
        sorted.sort_unstable();
        assert_eq!(sorted, expected, "{rule} from {from}");
    }
}

#[test]
fn every_move_can_be_clicked() {
    let grundy = "game g\nheaps n\nboth n -> a + b where a + b = n, 1 <= a < b\nexample 7,9,30";
    let grows = "game h\nheaps n\nleft 0 -> 3\nleft 3 -> 4\nright n -> n - 1\nexample 3";
    let euclid = "game e\nheaps (a, b)\nboth (a, b) -> (b, a % b) where a > b >= 1\n\
                  both (0, 0) -> (2, 1)\nexample (5,3)";
    for (file, text) in [
        (CUTCAKE, "(3,4)+(2,30)"),
        (grundy, "7,9,30"),
        (grows, "3"),
        (euclid, "(5,3)+(0,0)"),
    ] {
        let position = position(file, text);
        let scene = position.scene();
        for player in Player::BOTH {
            let _ = position.spoken_moves(player, &mut |mv, _| {
                let paths = position.paths(&scene, &mv.to_string());
                assert!(
                    !paths.is_empty() && paths.iter().all(|path| !path.is_empty()),
                    "{mv}"
                );
                ControlFlow::Continue(())
            });
        }
    }
    let cake = position(CUTCAKE, "(2,2)+(3,4)");
    let scene = cake.scene();
    let names = |text: &str| -> Vec<Vec<&str>> {
        let paths = cake.paths(&scene, text).into_iter();
        let named = |path: Vec<usize>| {
            path.into_iter()
                .map(|spot| &*scene.spots[spot].name)
                .collect()
        };
        paths.map(named).collect()
    };
    // The third column is the first number of the second cake.
    assert_eq!(names("(3,4) -> (1,4) + (2,4)"), [["3.2"], ["3.3"]]);
}

#[test]
fn play_that_may_return_is_found_out() {
    let walk = "game walk\nheaps n\nboth n -> n - 1\nboth n -> (n + 1) where n < 9\nexample 3";
    let walk = position(walk, "3");
    assert!(walk.is_loopy());
    assert_eq!(walk.rank(), 0);
    // Small heaps do not return, this one does.
    let late = "game late\nheaps n\nboth n -> n - 1 where n < 50\nboth n -> (n + 1) where 50 <= n < 60\n\
                both 60 -> 50\nexample 3";
    let file = RuleFile::read(late).unwrap();
    let rules = file.rules(None).unwrap();
    assert!(!rules.is_loopy());
    let bad = rules.read("55").unwrap_err().to_string();
    assert_eq!(
        bad,
        "play from 55 may come back to 55; on small heaps play ends under these rules; ask about smaller ones"
    );
}

#[test]
fn heaps_that_are_too_large_are_refused() {
    let read = |rules: &str, text: &str| {
        let file = RuleFile::read(&format!("game some\n{rules}")).unwrap();
        file.rules(None)
            .unwrap()
            .read(text)
            .map(drop)
            .unwrap_err()
            .to_string()
    };
    let squares = "heaps n\nboth n -> a + b where a * a + b * b = n, a < n, b < n\nexample 5";
    assert_eq!(
        read(squares, "9999999"),
        "the heap 9999999 is too large; there is too much to look at to see how play ends; use smaller numbers"
    );
    assert_eq!(
        read("heaps n\nboth n -> n * n where n >= 9\nexample 5", "9"),
        "the heap 9 is too large; a move from 43046721 makes a number above 4294967295, too many heaps, or play of more than 2^51 moves"
    );
    assert_eq!(
        read("heaps n\nboth n -> n - 1\nexample 5", "99999999"),
        "the heap 99999999 is too large; numbers go up to 16777216"
    );
}

#[test]
fn hostile_files_stop_at_limits() {
    let long = format!("heaps n\nboth n -> {}0", "n - ".repeat(9_000));
    let many = format!("heaps n\n{}", "both n -> n - 1\n".repeat(65));
    let values = format!(
        "heaps n\nparameters s\nvariant {}1\nboth n -> n - k where k in s",
        "2,".repeat(1000)
    );
    // No sum of three squares is 7 mod 8.
    let slow = "heaps n\nboth n -> n - 1 where (a * a + b * b + c * c) % 8 = 7, a < 9999, b < 9999, \
                c < 9999";
    let grows = "heaps n\nboth n -> (2 * n) + n where n >= 1";
    for (text, complaint) in [
        (
            &*long,
            "line 3, column 4011: a rule has at most 1000 numbers and names; write several rules",
        ),
        (
            &many,
            "line 67, column 1: a player has at most 64 rules; join some with `or`, or write the game in Rust",
        ),
        (
            &values,
            "the parameter s has 1001 values; at most 1000 are allowed",
        ),
        (
            slow,
            "line 4: example: the heap 3 is too large; there is too much to look at to see how play ends; use smaller numbers",
        ),
        (
            grows,
            "line 4: example: the heap 3 is too large; a move from 3221225472 makes a number above 4294967295, too many heaps, or play of more than 2^51 moves",
        ),
    ] {
        let text = format!("game some\n{}\nexample 3", text.trim_end());
        let bad = RuleFile::read(&text).map(|_| ()).unwrap_err().to_string();
        assert_eq!(bad, complaint);
    }
}

/// Whatever words a file has, it makes rules or is refused in one line.
#[test]
fn any_words_are_rules_or_refused() {
    let words = "n n k a b s ( ) , + - * / % div -> where and or not in { } .. [ ] < <= = != >= \
                 1 2 0 7 divides min( gcd( times nothing 999999999999";
    let all: Vec<&str> = words.split(' ').collect();
    let mut random = crate::Random::new(5);
    let mut made = 0;
    for round in 0..4000 {
        let mut words: Vec<&str> = match round % 3 {
            0 => vec!["n", "->"],
            1 => "n -> n - k + a where 1 <= k , a < k".split(' ').collect(),
            _ => "n -> a + b where a + b = n - k , k in s"
                .split(' ')
                .collect(),
        };
        for _ in 0..random.below(3) {
            let place = random.below(words.len() as u64 + 1) as usize;
            let word = *random.pick(&all);
            match random.below(3) {
                0 => words.insert(place, word),
                1 if place < words.len() => words[place] = word,
                _ => words.insert(place, word),
            }
        }
        let text = format!(
            "game some\nheaps n\nparameters s\nvariant 1,2\nboth {}\nleft n -> n - 1\nexample 4",
            words.join(" ")
        );
        match RuleFile::read(&text) {
            Ok(file) => {
                made += 1;
                let rules = file.rules(None).unwrap();
                if let Ok(key) = rules.read("4,7") {
                    let position = Component::new(rules, key);
                    for player in Player::BOTH {
                        let _ = position.options(player, &mut |option| {
                            let falls = option.rank() < position.rank();
                            assert!(falls || position.is_loopy(), "{text}");
                            ControlFlow::Continue(())
                        });
                    }
                }
            }
            Err(bad) => assert!(!bad.to_string().contains('\n'), "{text}"),
        }
    }
    assert!(made > 200, "{made}");
}
