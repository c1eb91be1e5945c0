//! Random games that are small as trees, so that definitions can be played
//! out on them.

use super::{Draws, ascii, cases, d, read};
use values::{Arena, Player, Value};

pub const MIXED: &[&str] = &[
    "0", "1", "2", "1/2", "3/4", "*", "*2", "^", "^*", "^^", "1*", "-3",
];
pub const ALL_SMALL: &[&str] = &["0", "*", "*2", "^", "^*", "^^*", "{^|v*}"];

/// A game with one or two options on each side: of these texts and their
/// negatives or, while `depth` lasts, random themselves.
pub fn small_game(arena: &mut Arena, draws: &mut Draws, texts: &[&str], depth: usize) -> Value {
    let [left, right] = Player::BOTH.map(|_| {
        let count = 1 + draws.below(2);
        let options = (0..count).map(|_| match draws.below(2) {
            1 if depth > 0 => small_game(arena, draws, texts, depth - 1),
            _ => {
                let v = read(arena, draws.pick::<&str>(texts));
                if draws.below(2) == 0 { v } else { -v }
            }
        });
        options.collect::<Vec<Value>>()
    });
    arena.game(&left, &right).unwrap()
}

/// Checks `count` cases of N [small games](small_game).
pub fn small_games<const N: usize>(
    count: u64,
    texts: &[&str],
    mut check: impl FnMut(&mut Arena, [Value; N]),
) {
    cases(count, Arena::new, |arena, draws| {
        let games = [(); N].map(|()| small_game(arena, draws, texts, 3));
        draws.about = games.map(|g| ascii(arena, g)).join(" and ");
        check(arena, games);
    });
}

/// Every x + n·↑ + ∗k with small parts.
pub fn closed_forms(arena: &mut Arena) -> Vec<Value> {
    let mut forms = Vec::new();
    for x in [
        "0", "1", "-2", "1/2", "-1/4", "5/2", "-11/8", "21/16", "5/16",
    ] {
        for ups in -4..=4 {
            for k in 0..=6 {
                forms.push(arena.up_star(&d(x), ups, k).unwrap());
            }
        }
    }
    forms
}

/// Checks 500 small games and all closed forms, or every `thin`th of them.
pub fn sample(thin: u8, mut check: impl FnMut(&mut Arena, Value)) {
    let count = |all: u64| all / u64::from(thin);
    small_games(count(300), MIXED, |arena, [g]| check(arena, g));
    small_games(count(200), ALL_SMALL, |arena, [g]| check(arena, g));
    let mut arena = Arena::new();
    for g in closed_forms(&mut arena).into_iter().step_by(thin.into()) {
        check(&mut arena, g);
    }
}

pub fn options(arena: &mut Arena, g: Value, player: Player) -> Vec<Value> {
    arena.options(g, player).unwrap()
}

/// The number of positions in the tree, or about `bound` if there are more.
pub fn tree_size(arena: &mut Arena, g: Value, bound: usize) -> usize {
    let mut size = 1;
    for player in Player::BOTH {
        for option in options(arena, g, player) {
            if size >= bound {
                return size;
            }
            size += tree_size(arena, option, bound - size);
        }
    }
    size
}
