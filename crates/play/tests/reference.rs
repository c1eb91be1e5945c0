//! Who wins, by the definition: plain recursion with a memory, over positions
//! as text. Shares nothing with solvers and tables; uses the games' second
//! opinions on their rules where there are such.

use rules::{Component, Game, Position, Rules};
use std::collections::HashMap;
use std::ops::ControlFlow;
use values::Player;

/// Whether everything is tested, however long it takes.
pub fn full() -> bool {
    std::env::var_os("LEGATUS_FULL").is_some()
}

/// What becomes of the player to move: whether he wins, and after how many
/// moves when the winner hurries and the loser puts it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub wins: bool,
    pub plies: u32,
}

/// One game, by one convention.
pub struct Reference {
    rules: Rules,
    game: String,
    misere: bool,
    known: HashMap<(String, Player), Known>,
}

impl Reference {
    pub fn new(game: &str, misere: bool) -> Self {
        Reference {
            rules: Rules::find(game).unwrap(),
            game: game.to_owned(),
            misere,
            known: HashMap::new(),
        }
    }

    /// The different positions after the moves of a player.
    pub fn options(&self, text: &str, player: Player) -> Vec<String> {
        let mut options = self
            .rules
            .slow_options(text, player)
            .unwrap_or_else(|| self.plain_options(text, player));
        for option in &mut options {
            *option = Component::read(&self.game, option).unwrap().text();
        }
        options.sort();
        options.dedup();
        options
    }

    fn plain_options(&self, text: &str, player: Player) -> Vec<String> {
        let mut options = Vec::new();
        let position = Component::read(&self.game, text).unwrap();
        let _ = position.options(player, &mut |option| {
            options.push(option.text());
            ControlFlow::Continue(())
        });
        options
    }

    pub fn solve(&mut self, text: &str, player: Player) -> Known {
        let key = (text.to_owned(), player);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let (mut soonest, mut latest) = (None::<u32>, None::<u32>);
        for option in self.options(text, player) {
            let then = self.solve(&option, -player);
            let plies = then.plies + 1;
            match then.wins {
                false => soonest = Some(soonest.map_or(plies, |known| known.min(plies))),
                true => latest = Some(latest.map_or(plies, |known| known.max(plies))),
            }
        }
        let known = match (soonest, latest) {
            (Some(plies), _) => Known { wins: true, plies },
            (None, Some(plies)) => Known { wins: false, plies },
            (None, None) => Known {
                wins: self.misere,
                plies: 0,
            },
        };
        self.known.insert(key, known);
        known
    }
}
