//! The laws as a program checks them: every game keeps them, and rules that
//! break one are found out.

use rules::{BadInput, EachMove, Info, Key, Random, Rules, Ruleset};
use solve::examine;
use std::ops::ControlFlow;
use std::time::Duration;
use values::{Budget, Player};

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
