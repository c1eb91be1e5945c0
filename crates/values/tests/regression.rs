//! Bugs that were found and mended, one test each.

use values::{Arena, Notation, Player};

/// Listing the options of 0 while a provisional game was on loan left a
/// place behind the end of the option store.
#[test]
fn options_of_zero_survive_a_provisional_game() {
    let mut arena = Arena::new();
    let g = arena.read("{{{3/4|*,^^*}|{*|-1}}|3/4}").unwrap();
    assert_eq!(arena.text(g, Notation::Ascii).unwrap(), "0");
    for player in Player::BOTH {
        assert!(arena.options(g, player).unwrap().is_empty());
    }
}
