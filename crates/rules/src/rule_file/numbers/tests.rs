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
    for (heaps, rule, from, expected) in [
        (
            "n",
            "n -> n - k where k in {1, 4, n - 1}, k >= 1",
            "5",
            "take 4 from heap 5: 1|take 1 from heap 5: 4",
        ),
        (
            "n",
            "n -> a + b where a * b = n, 2 <= a <= b, b <= n",
            "12",
            "split 12 into 3+4 taking 5: 4|split 12 into 2+6 taking 4: 6",
        ),
        (
            "n",
            "n -> n div 2 where n >= 1",
            "7",
            "take 4 from heap 7: 3",
        ),
        ("n", "n -> n / 2 where n >= 1", "6", "take 3 from heap 6: 0"),
        ("n", "n -> n / 2 where n >= 1", "7", ""),
        (
            "n",
            "n -> n - 1 where n % 3 = 1 or n = 5",
            "5",
            "take 1 from heap 5: 4",
        ),
        (
            "n",
            "n -> n - gcd(n, 4) where (n > 2 and n != 7), not (n = 4 or n = 5)",
            "6",
            "take 2 from heap 6: 0",
        ),
        (
            "n",
            "n -> k times 1 where 2 <= k < n",
            "4",
            "split 4 into 1+1 taking 2: 0",
        ),
        (
            "n",
            "n -> a + b + c where a + b + c = n, 1 <= a <= b <= c",
            "5",
            "split 5 into 1+1+3: 3|split 5 into 1+2+2: 0",
        ),
        (
            "n",
            "n -> xor(n, 1) where n % 2 = 1",
            "5",
            "take 1 from heap 5: 0",
        ),
        (
            "n",
            "n -> max(n, 3) - abs(2 - n) where n > 3",
            "5",
            "take 3 from heap 5: 0",
        ),
        (
            "(a, b)",
            "(a, 0) -> (a - 1, 0)",
            "(2,0)+(2,1)",
            "(2,0) -> (1,0): (1,0)",
        ),
        (
            "(a, b)",
            "(a, a) -> (a - 1, a) where a >= 1",
            "(2,2)",
            "(2,2) -> (1,2): 0",
        ),
        (
            "(a, b)",
            "(a, b) -> nothing where a > b",
            "(2,1)",
            "(2,1) -> nothing: 0",
        ),
        (
            "(a, b)",
            "(a, b) -> (a - 1, b) + 0 where a > b",
            "(2,1)",
            "(2,1) -> (1,1): 0",
        ),
        (
            "(a, b)",
            "(a, b) -> (a - k * b, b) where b >= 1, k >= 1",
            "(7,3)",
            "(7,3) -> (1,3): 0|(7,3) -> (4,3): (4,3)",
        ),
        (
            "(a, b, c)",
            "(a, b, c) -> (b, c, a - 1)",
            "(2,0,0)",
            "(2,0,0) -> (0,0,1): 0",
        ),
    ] {
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

/// Files that are wrong, and what is said about them.
#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place() {
    for (text, complaint) in [
        (
            "heaps",
            "line 2, column 6: the end of the statement is not expected here; write `heaps n`, or `heaps (a, b)` with up to 4 names",
        ),
        (
            "heaps (a, b",
            "line 2, column 12: the end of the statement is not expected here; write `heaps n`, or `heaps (a, b)` with up to 4 names",
        ),
        (
            "heaps (a, a)",
            "line 2, column 11: `a` is no name for a number here; write `heaps n`, or `heaps (a, b)` with up to 4 names",
        ),
        (
            "heaps (a, b, c, d, e)",
            "line 2, column 20: a heap has at most 4 numbers; write `heaps n`, or `heaps (a, b)` with up to 4 names",
        ),
        (
            "heaps where",
            "line 2, column 7: `where` is no name for a number here; write `heaps n`, or `heaps (a, b)` with up to 4 names",
        ),
        (
            "heaps n",
            "line 2, column 1: nobody has a move; write a rule, such as `both n -> n - 1`",
        ),
        (
            "heaps n\nboht n -> n - 1",
            "line 3, column 1: `boht` is no statement here; did you mean `both`?",
        ),
        (
            "heaps n\nboth n",
            "line 3, column 7: the end of the statement is not expected here; write `->` and the heaps that a move makes",
        ),
        (
            "heaps n\nboth (a, b) -> a",
            "line 3, column 8: `,` is not expected here; write a name for the number of the heap, or a number",
        ),
        (
            "heaps (a, b)\nboth n -> n",
            "line 3, column 6: `n` is not expected here; write 2 names or numbers in parentheses",
        ),
        (
            "heaps (a, b)\nboth (a, b) -> a",
            "line 3, column 17: the end of the statement is not expected here; write a heap of 2 numbers in parentheses, or `k * (…)`",
        ),
        (
            "heaps (a, b)\nboth (a, b) -> (a - 1)",
            "line 3, column 23: the end of the statement is not expected here; write a heap of 2 numbers in parentheses, or `k * (…)`",
        ),
        (
            "heaps (a, b)\nboth (a, b) -> (a - 1, b, 2)",
            "line 3, column 25: `,` is not expected here; write a heap of 2 numbers in parentheses, or `k * (…)`",
        ),
        (
            "heaps n\nboth n -> n -",
            "line 3, column 14: the end of the statement is not expected here; write a number, a name, or an expression in parentheses",
        ),
        (
            "heaps n\nboth n -> n - k where",
            "line 3, column 22: the end of the statement is not expected here; write a number, a name, or an expression in parentheses",
        ),
        (
            "heaps n\nboth n -> n - k where k",
            "line 3, column 24: the end of the statement is not expected here; write a comparison (`<`, `<=`, `=`, `!=`, `>=`, `>`), `divides` or `in`",
        ),
        (
            "heaps n\nboth n -> n - k where k > 0 or",
            "line 3, column 31: the end of the statement is not expected here; write a number, a name, or an expression in parentheses",
        ),
        (
            "heaps n\nboth n -> n - k where (k > 0",
            "line 3, column 29: the end of the statement is not expected here; close the parenthesis with `)`",
        ),
        (
            "heaps n\nboth n -> n - k where (k > 0 and (k < 3)",
            "line 3, column 41: the end of the statement is not expected here; close the parenthesis with `)`",
        ),
        (
            "heaps n\nboth n -> n - k where k in",
            "line 3, column 27: the end of the statement is not expected here; write a number, a name, or an expression in parentheses",
        ),
        (
            "heaps n\nboth n -> n - k where k in {1, 2",
            "line 3, column 33: the end of the statement is not expected here; write numbers parted by `,`, and `}`",
        ),
        (
            "heaps n\nboth n -> n - k where k in 1",
            "line 3, column 29: the end of the statement is not expected here; a set is a parameter of the game, `{1, 2, 5}`, or a range such as `1..3`",
        ),
        (
            "heaps n\nparameters sets\nvariant 1,2\nboth n -> n - k where k in sts",
            "line 5, column 28: `sts` is no set; did you mean `sets`?",
        ),
        (
            "heaps n\nparameters s\nvariant 1,2\nboth n -> n - s",
            "line 5, column 15: `s` is not one number but 2; write `k in s`, or `s[i]` for one of them, from 0",
        ),
        (
            "heaps n\nparameters n\nvariant 1,2\nboth n -> n - s",
            "line 2, column 1: `n` is a parameter of the game; give the numbers of a heap other names",
        ),
        (
            "heaps n\nparameters s\nboth n -> n - s",
            "line 1: the parameters of some have no values; name some with a statement such as `variant 1,2;3`",
        ),
        (
            "heaps n\nboth n -> mim(n, 3)",
            "line 3, column 11: there is no function `mim`; did you mean `min`?",
        ),
        (
            "heaps n\nboth n -> min n",
            "line 3, column 15: `n` is not expected here; write `min(…)` with numbers parted by `,`",
        ),
        (
            "heaps n\nboth n -> n - k where 1 <= k <= 3 n",
            "line 3, column 35: `n` is not expected here; write `where` and conditions, or end here",
        ),
        (
            "heaps n\nboth n -> n - k where 1 <= k whre k",
            "line 3, column 30: `whre` is not expected here; write `where` and conditions, or end here",
        ),
        (
            "heaps n\nboth n -> n - 99999999999999999999",
            "line 3, column 15: the number is too large; use smaller ones",
        ),
        (
            "heaps n\nboth n -> n + k where k >= 1",
            "line 3: nothing bounds `k` for the heap 0; add a condition such as `k <= 10`",
        ),
        (
            "heaps n\nboth n -> n - 1 where k > m",
            "line 3: nothing bounds `k` for the heap 1; add a condition such as `k <= 10`",
        ),
        (
            "heaps (a, b)\nboth (a, b) -> (a - k * b, b) where k >= 1",
            "line 3: nothing bounds `k` for the heap (0,0); add a condition such as `k <= 10`",
        ),
        (
            "heaps n\nboth n -> n - k",
            "line 3: a move from 0 changes nothing; add a condition that forbids it",
        ),
        (
            "heaps n\nleft n -> n - 1\nboth n -> n + 1 + n where n < 5",
            "play may not end, and 0 breaks in several heaps; games that may not end have one heap at a time",
        ),
        (
            "heaps n\nleft n -> n - 1\nmirror (a, b) (b, a)",
            "line 4, column 1: a mirror puts the numbers of a heap in another order; write the names in two orders, such as `mirror (a, b) (b, a)`",
        ),
        (
            "heaps (a, b)\nleft (a, b) -> (a - 1, b)\nmirror (a, b) (b, c)",
            "line 4, column 1: a mirror puts the numbers of a heap in another order; write the names in two orders, such as `mirror (a, b) (b, a)`",
        ),
        (
            "heaps (a, b)\nboth (a, b) -> (a - 1, b)\nmirror (a, b) (b, a)",
            "line 4, column 1: a mirror gives Right all rules, and there are others; write `left` rules only, or no `mirror`",
        ),
        (
            "heaps n\nheaps m\nboth n -> n - 1",
            "line 3, column 1: line 2 says already where the game is played; a game is played in one place; sums of games are written with `+`",
        ),
        (
            "heaps n\nboth n -> n - a - b - c - d - e - f - g - h - i",
            "line 3, column 47: a rule has at most 8 unknowns; write several rules",
        ),
        (
            "heaps n\nboth n -> ((((((((((((((((((((((((((((((((((((((((((n))))",
            "line 3, column 52: parentheses are more than 40 deep; write it in a simpler way",
        ),
    ] {
        let text = format!("game some\n{text}\nexample 3");
        let bad = RuleFile::read(&text).map(|_| ()).unwrap_err().to_string();
        assert_eq!(bad, complaint, "{text}");
    }
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
    const WORDS: &[&str] = &[
        "n",
        "n",
        "k",
        "a",
        "b",
        "s",
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "/",
        "%",
        "div",
        "->",
        "where",
        "and",
        "or",
        "not",
        "in",
        "{",
        "}",
        "..",
        "[",
        "]",
        "<",
        "<=",
        "=",
        "!=",
        ">=",
        "1",
        "2",
        "0",
        "7",
        "divides",
        "min(",
        "gcd(",
        "times",
        "nothing",
        "999999999999",
    ];
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
            let word = WORDS[random.below(WORDS.len() as u64) as usize];
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
