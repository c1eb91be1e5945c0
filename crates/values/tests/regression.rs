//! Bugs that were found and mended, one test each.

use values::{Arena, Notation, Player};

/// Listing the options of 0 while a provisional game was on loan left a
/// place behind the end of the option store.
#[test]
fn options_of_zero_survive_a_provisional_game() {
    let mut arena = Arena::new();
    let g = arena.read("{{{3/4|*,^^*}|{*|-1}}|3/4}").unwrap();
    let options = arena.options(g, Player::Left).unwrap();
    let text: Vec<String> = options
        .iter()
        .map(|&o| arena.text(o, Notation::Ascii).unwrap())
        .collect();
    assert_eq!(text, ["1/2"]);
}
