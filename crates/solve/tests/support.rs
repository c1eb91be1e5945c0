//! What several tests use.

use rules::{BadInput, Component, Position, Random, RuleFile, Rules, Visitor};
use solve::Convention;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{PoisonError, RwLock};
use values::Player;

/// Positions that do not fit in a key count against the budgets of all tests
/// that run at the time.
static KEPT: RwLock<()> = RwLock::new(());

/// Held by a test that keeps many such positions.
pub fn keeps_positions() -> impl Drop {
    KEPT.read().unwrap_or_else(PoisonError::into_inner)
}

/// Held by a test whose budget has no room for what others keep.
pub fn counts_bytes() -> impl Drop {
    KEPT.write().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the tests may take long.
pub fn full() -> bool {
    std::env::var_os("LEGATUS_FULL").is_some()
}

/// A rule file of the project or of its tests, by name.
pub fn rule_file(name: &str) -> RuleFile {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = ["games", "crates/rules/tests/data/twins"]
        .iter()
        .find_map(|folder| {
            let path = project.join(folder).join(format!("{name}.game"));
            std::fs::read_to_string(path).ok()
        });
    let text = text.unwrap_or_else(|| panic!("there is no file {name}.game"));
    RuleFile::read(&text).unwrap_or_else(|bad| panic!("{name}: {bad}"))
}

/// The rules of such a file, `game` or `game:variant`.
pub fn file_rules(name: &str) -> Rules {
    let (name, variant) = rules::name_and_variant(name);
    rule_file(name).rules(variant).unwrap()
}

/// The fields of the rows of a table, without its remarks.
pub fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    lines.map(|line| line.split('\t').collect())
}

/// Asks a question of a game in the type in which the program asks it: its own
/// if its solvers must be fast, else that of all games. The first summand of a
/// position decides.
pub fn visit<V: Visitor>(name: &str, position: &str, visitor: V) -> Result<V::Output, BadInput> {
    let first = position.split(" + ").next().unwrap_or(position);
    let component = Component::read(name, first)?;
    Ok(rules::in_its_type!(&component, |game, _position| visitor.visit(game)))
}

/// A seed for random numbers that depends on a name.
pub fn seed(name: &str) -> u64 {
    let letters = name.bytes().map(u64::from);
    letters.fold(7, |seed, letter| seed * 31 % 1_000_003 + letter)
}

/// The positions after a player's moves, the first `most` of them.
pub fn options<P: Position>(position: &P, player: Player, most: usize) -> Vec<P> {
    let mut options = Vec::new();
    let _ = position.options(player, &mut |option| {
        options.push(option);
        match options.len() < most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    options
}

/// Whether a player who starts wins a sum, by the definition: no parts, no
/// symmetries.
pub fn wins_plainly<P: Position>(
    sum: &[P],
    player: Player,
    convention: Convention,
    known: &mut HashMap<(Vec<P>, Player), bool>,
) -> bool {
    let key = (sum.to_vec(), player);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let (mut stuck, mut wins) = (true, false);
    for (index, position) in sum.iter().enumerate() {
        for option in options(position, player, usize::MAX) {
            stuck = false;
            let mut next = sum.to_vec();
            next[index] = option;
            wins = wins || !wins_plainly(&next, -player, convention, known);
        }
    }
    let wins = wins || stuck && convention == Convention::Misere;
    known.insert(key, wins);
    wins
}

/// A text in which up to three random letters were added, changed or removed.
pub fn damaged(text: &str, letters: &[char], random: &mut Random) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let place = random.below(text.len() as u64 + 1) as usize;
        let letter = letters[random.below(letters.len() as u64) as usize];
        match random.below(3) {
            0 => text.insert(place, letter),
            1 if place < text.len() => text[place] = letter,
            _ if place < text.len() => drop(text.remove(place)),
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// How many positions can be reached, or more than `most`.
pub fn reachable<P: Position>(position: &P, most: usize) -> usize {
    let mut seen = HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        for player in Player::BOTH {
            let _ = position.options(player, &mut |option| {
                if seen.insert(option.clone()) {
                    open.push(option);
                }
                match seen.len() > most {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
        }
        if seen.len() > most {
            break;
        }
    }
    seen.len()
}

/// A small sum for which a law fails, given one for which it does: as long as
/// the law still fails when a summand is left out or a move is made, that is
/// done. Play ends, so does this.
pub fn shrunk<P: Position>(mut sum: Vec<P>, fails: &mut dyn FnMut(&[P]) -> bool) -> Vec<P> {
    while let Some(smaller) = smaller(&sum).into_iter().find(|smaller| fails(smaller)) {
        sum = smaller;
    }
    sum
}

fn smaller<P: Position>(sum: &[P]) -> Vec<Vec<P>> {
    const MOST_MOVES: usize = 200;
    let mut smaller = Vec::new();
    for place in 0..sum.len() {
        let mut without = sum.to_vec();
        without.remove(place);
        smaller.push(without);
    }
    for place in 0..sum.len() {
        for player in Player::BOTH {
            for option in options(&sum[place], player, MOST_MOVES) {
                let mut moved = sum.to_vec();
                moved[place] = option;
                smaller.push(moved);
            }
        }
    }
    smaller
}

#[test]
fn failures_shrink() {
    use rules::{Game, Nim};
    let nim = Nim::with_variant(None).unwrap();
    let sum: Vec<_> = ["3,4,5", "7", "2"]
        .map(|text| nim.read(text).unwrap())
        .into();
    // "No sum has more than three counters", which four disprove.
    let counters = |sum: &[rules::Heaps]| sum.iter().flat_map(|p| p.heaps()).sum::<u64>();
    let found = shrunk(sum, &mut |sum| counters(sum) > 3);
    assert_eq!((found.len(), counters(&found)), (1, 4));
}
