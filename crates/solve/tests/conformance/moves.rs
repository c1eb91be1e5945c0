//! Moves, and the players exchanged.

use super::{Laws, options};
use rules::{Game, Position};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use values::Player;

impl Laws<'_> {
    /// Moves lead to the options, fall in rank, and are those of the rules.
    pub(super) fn moves<G: Game>(&self, game: &G, position: &G::Position, text: &str) {
        let at = format!("{} {text}", self.name);
        let mut both = Vec::new();
        for player in Player::BOTH {
            let Some(options) = options(position, player) else {
                return;
            };
            let mut by_text: HashMap<String, G::Position> = HashMap::new();
            let mut played = HashSet::new();
            let mut count = 0;
            let _ = position.moves(player, &mut |mv| {
                count += 1;
                let next = position.play(player, &mv);
                let same = by_text.entry(mv.to_string()).or_insert(next.clone());
                assert_eq!(same, &next, "{at}: `{mv}` means two moves");
                played.insert(next);
                ControlFlow::Continue(())
            });
            let distinct: HashSet<G::Position> = options.iter().cloned().collect();
            assert!(played == distinct, "{at}: playing differs from options");
            assert_eq!(position.can_move(player), count > 0, "{at}: can_move");
            let mobility = position.mobility(player);
            assert!(
                mobility == count || mobility == distinct.len(),
                "{at}: mobility {mobility} with {count} moves"
            );
            let mut calls = 0;
            let _ = position.moves(player, &mut |_| {
                calls += 1;
                ControlFlow::Break(())
            });
            assert_eq!(calls, count.min(1), "{at}: moves do not stop");
            for option in options.iter().filter(|_| !game.is_loopy()) {
                assert!(option.rank() < position.rank(), "{at}: rank does not fall");
            }
            if let Some(slow) = game.slow_options(text, player) {
                let slow: HashSet<String> = slow.into_iter().collect();
                let fast: HashSet<String> = distinct.iter().map(|o| game.write(o)).collect();
                let more: Vec<_> = fast.difference(&slow).collect();
                let fewer: Vec<_> = slow.difference(&fast).collect();
                assert!(
                    more.is_empty() && fewer.is_empty(),
                    "{at}: not by the rules {more:?}, missing {fewer:?}"
                );
            }
            both.push(distinct);
        }
        if game.is_impartial() || position.is_impartial() {
            assert!(both[0] == both[1], "{at}: the players' moves differ");
        }
    }

    /// Negatives exchange the players' options, and twice is nothing.
    pub(super) fn negatives<P: Position>(&self, position: &P, text: &str) {
        let at = format!("{} {text}", self.name);
        let negatives: Vec<P> = (0..).map_while(|s| position.negative(s)).collect();
        for (symmetry, negative) in negatives.iter().enumerate() {
            let again = negative.negative(symmetry);
            assert_eq!(again.as_ref(), Some(position), "{at}: {symmetry}");
            for player in Player::BOTH {
                let mine = options(position, player);
                let theirs = options(negative, player.opposite());
                let (Some(mine), Some(theirs)) = (mine, theirs) else {
                    continue;
                };
                let mine = mine.iter().map(|option| option.negative(symmetry));
                let mine: HashSet<P> = mine.map(Option::unwrap).collect();
                assert!(mine == theirs.into_iter().collect(), "{at}: {symmetry}");
            }
        }
    }
}
