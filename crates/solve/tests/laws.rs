//! The laws as a program checks them: every game keeps them, and rules that
//! break one are found out.

use rules::{BadInput, Component, EachMove, Info, Key, Random, RuleFile, Rules, Ruleset};
use solve::{Convention, Evaluator, Search, Statement, Unproved, examine, prove};
use std::ops::ControlFlow;
use std::time::Duration;
use values::{Arena, Budget, Notation, Player};

#[test]
fn every_game_keeps_the_laws_that_are_checked() {
    for info in rules::games() {
        let name = rules::example_name(info);
        let rules = Rules::find(&name).unwrap();
        let budget = Budget::unlimited().with_time(Duration::from_secs(60));
        let examined = examine(&rules, 30, &mut Random::new(3), &budget).unwrap();
        assert_eq!(examined.breach, None, "{name}");
        assert!(examined.positions > 0, "{name}");
    }
}

/// How the rules below go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Nothing,
    Text,
    Rank,
    Idle,
    Quick,
    Players,
    Symmetry,
    Parts,
}

/// A heap from which each player takes one or two counters.
struct Heap(Wrong);

static INFO: Info = Info {
    name: "heap",
    example: "5",
    ..Info::BLANK
};

fn heap(n: u64) -> Key {
    Key {
        words: [n, 0, 0, 0],
        shape: 0,
    }
}

impl Ruleset for Heap {
    fn about(&self) -> &'static Info {
        &INFO
    }

    fn read(&self, text: &str) -> Result<Key, BadInput> {
        let n = text.parse().map_err(|_| BadInput::new("no heap", ""))?;
        Ok(heap(n))
    }

    fn write(&self, key: &Key) -> String {
        match self.0 {
            Wrong::Text => (key.words[0] / 4).to_string(),
            _ => key.words[0].to_string(),
        }
    }

    fn moves(&self, key: &Key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
        let n = key.words[0];
        let most = match (self.0, player) {
            (Wrong::Players, Player::Right) => 1,
            _ => 2,
        };
        for k in 1..=most.min(n) {
            each(&k, heap(n - k))?;
        }
        match self.0 {
            Wrong::Idle if n == 3 => each(&"nothing", heap(3)),
            Wrong::Rank if n == 3 => each(&"more", heap(4)),
            _ => ControlFlow::Continue(()),
        }
    }

    fn can_move(&self, key: &Key, _: Player) -> bool {
        key.words[0] > u64::from(self.0 == Wrong::Quick)
    }

    fn rank(&self, key: &Key) -> u64 {
        key.words[0]
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn normal_form(&self, key: &Key) -> (Key, bool) {
        match (self.0, key.words[0]) {
            (Wrong::Symmetry, 5) => (heap(4), false),
            _ => (*key, false),
        }
    }

    fn parts(&self, key: &Key, into: &mut Vec<Key>) {
        match (self.0, key.words[0]) {
            (Wrong::Parts, 5) => into.extend([heap(1), heap(4)]),
            _ => into.push(*key),
        }
    }
}

#[test]
fn a_broken_law_is_named_with_a_position() {
    for (wrong, law) in [
        (Wrong::Nothing, None),
        (Wrong::Text, Some("reading what was written")),
        (Wrong::Rank, Some("nearer to the end")),
        (Wrong::Idle, Some("a move changes the position")),
        (Wrong::Quick, Some("found quickly")),
        (Wrong::Players, Some("both players have the same moves")),
        (Wrong::Symmetry, Some("normal form")),
        (Wrong::Parts, Some("the sum of its parts")),
    ] {
        let rules = Rules::new("heap", Box::new(Heap(wrong)));
        let examined = examine(&rules, 60, &mut Random::new(1), &Budget::unlimited()).unwrap();
        match (law, examined.breach) {
            (None, None) => assert_eq!((examined.positions, examined.solved), (60, 60)),
            (Some(law), Some(breach)) => {
                assert!(breach.law.contains(law), "{wrong:?}: {breach}");
                assert!(
                    breach.position.parse::<u64>().is_ok(),
                    "{wrong:?}: {breach}"
                );
            }
            (_, breach) => panic!("{wrong:?}: {breach:?}"),
        }
    }
}

const TAKE_THREE: &str = "heaps n\nboth n -> n - k where 1 <= k <= 3\nexample 7\n";
const COUNTERS: &str =
    "strip\ncells . B W X=both\nleft {B X} -> .\nright {W X} -> .\nexample BWXB\n";
const HALVES: &str = "heaps n\nleft n -> 0 where n >= 1\nright 2 -> 1\nexample 2,3\n";
const UPS: &str = "heaps n\nboth 1 -> 0\nleft 3 -> 0\nright 3 -> 1\nexample 3\n";

/// Rules, what their author knows, a position, and its value if he is right.
const KNOWN: [(&str, &str, &str, Option<&str>); 10] = [
    (TAKE_THREE, "value n -> star n % 4", "7", Some("*3")),
    (TAKE_THREE, "value n -> star n", "7", None),
    (TAKE_THREE, "value n -> n", "7", None),
    (
        COUNTERS,
        "value count B - count W when nowhere X",
        "BBW.B",
        Some("2"),
    ),
    (COUNTERS, "value count B - count W", "BBW.X", None),
    (
        COUNTERS,
        "value 2 count B - count {B W} star 1 when nowhere X and nowhere B",
        "BBW.B",
        None,
    ),
    (
        HALVES,
        "value 2 -> 1 over 2\nvalue n -> 1 where n != 2",
        "2,3",
        Some("3/2"),
    ),
    (HALVES, "value 2 -> 1 over 4", "2,3", None),
    (UPS, "value 3 -> up 1\nvalue 1 -> star 1", "3", Some("^")),
    (UPS, "value 3 -> up 1 star 1", "3", None),
];

#[test]
fn what_an_author_knows_is_compared_with_the_moves() {
    for (number, (rules, known, text, value)) in KNOWN.iter().enumerate() {
        let file = format!("game knowing{number}\n{rules}{known}\n");
        let rules = RuleFile::read(&file).unwrap().rules(None).unwrap();
        let examined = examine(&rules, 60, &mut Random::new(1), &Budget::unlimited()).unwrap();
        let law = examined.breach.map(|breach| breach.law);
        let broken = "a value that is known is that of the moves";
        assert_eq!(law, value.is_none().then_some(broken), "{known}");
        if let Some(value) = value {
            let mut arena = Arena::new();
            let position = Component::new(rules.clone(), rules.read(text).unwrap());
            let found = Evaluator::new().value(&mut arena, &position).unwrap();
            assert_eq!(arena.text(found, Notation::Ascii).unwrap(), *value);
        }
    }
}

/// The search goes by a false value, and no certificate comes of it.
#[test]
fn nothing_is_proved_by_what_an_author_knows() {
    let text = format!("game misled\n{TAKE_THREE}value n -> 0 where n >= 1\n");
    let file = RuleFile::read(&text).unwrap();
    file.register();
    let rules = file.rules(None).unwrap();
    let position = Component::new(rules.clone(), rules.read("7").unwrap());
    let summand = check::Summand {
        game: "misled".into(),
        position: "7".into(),
        negated: false,
    };
    let statement = Statement {
        positions: &[position],
        summands: vec![summand],
        write: &Component::text,
    };
    let (mut search, mut arena) = (Search::new(Convention::Normal), Arena::new());
    let proof = prove(&mut search, &mut arena, statement, &mut Vec::new());
    assert!(
        matches!(proof, Err(Unproved::Contradiction(_))),
        "{proof:?}"
    );
}

#[test]
fn the_time_ends_a_check_and_an_interrupt_stops_it() {
    let rules = Rules::find("amazons").unwrap();
    let budget = Budget::unlimited().with_time(Duration::ZERO);
    let examined = examine(&rules, 10, &mut Random::new(1), &budget).unwrap();
    assert!(!examined.in_time && examined.positions == 0);
    let budget = Budget::unlimited();
    budget
        .stop_flag()
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(examine(&rules, 10, &mut Random::new(1), &budget).is_err());
}
