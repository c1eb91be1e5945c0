//! Rules under which the player who cannot move wins, as rules of normal play.

use super::{FileRules, Findings};
use crate::bad_input::BadInput;
use crate::game::{AllPositions, Info};
use crate::key::Key;
use crate::ruleset::{EachMove, Ruleset};
use crate::scene::Scene;
use std::ops::ControlFlow;
use values::Player;

/// Rules with a last move more: who has no other move says so and has won, and
/// nobody moves any more.
///
/// Parts of a position are not independent now, for nobody says so in one
/// while the others go on.
pub(crate) struct LastLoses(Box<dyn FileRules>);

/// Somebody had no move and has won.
const OVER: Key = Key {
    words: [0; 4],
    shape: 0xfffe,
};

const OVER_TEXT: &str = "over";

impl LastLoses {
    pub fn new(rules: Box<dyn FileRules>) -> Self {
        LastLoses(rules)
    }
}

impl FileRules for LastLoses {
    fn describe(&mut self, info: &'static Info) {
        self.0.describe(info);
    }

    fn findings(&self) -> Findings {
        let mut findings = self.0.findings();
        findings.others.retain(|(what, _)| *what != "parts");
        findings
            .others
            .push(("parts", "none: who makes the last move of all loses".into()));
        findings
    }
}

impl Ruleset for LastLoses {
    fn about(&self) -> &'static Info {
        self.0.about()
    }

    fn read(&self, text: &str) -> Result<Key, BadInput> {
        match text.trim() {
            OVER_TEXT => Ok(OVER),
            text => self.0.read(text),
        }
    }

    fn write(&self, key: &Key) -> String {
        match *key == OVER {
            true => OVER_TEXT.to_owned(),
            false => self.0.write(key),
        }
    }

    fn moves(&self, key: &Key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
        if *key == OVER {
            return ControlFlow::Continue(());
        }
        if !self.0.can_move(key, player) {
            return each(&"no move", OVER);
        }
        self.0.moves(key, player, each)
    }

    fn rank(&self, key: &Key) -> u64 {
        match *key == OVER {
            true => 0,
            false => self.0.rank(key).saturating_add(1),
        }
    }

    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn outside_bytes(&self, key: &Key) -> usize {
        match *key == OVER {
            true => 0,
            false => self.0.outside_bytes(key),
        }
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        self.0.palette()
    }

    fn draw(&self, key: &Key) -> String {
        match *key == OVER {
            true => OVER_TEXT.to_owned(),
            false => self.0.draw(key),
        }
    }

    fn scene(&self, key: &Key) -> Scene {
        match *key == OVER {
            true => Scene::blank([crate::scene::SIDE; 2], crate::scene::Figure::Stone),
            false => self.0.scene(key),
        }
    }

    fn scatter(&self, like: &Key, random: &mut dyn FnMut(u64) -> u64) -> Key {
        match *like == OVER {
            true => OVER,
            false => self.0.scatter(like, random),
        }
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        if text == OVER_TEXT {
            return Some(Vec::new());
        }
        let options = self.0.slow_options(text, player)?;
        Some(match options.is_empty() {
            true => vec![OVER_TEXT.to_owned()],
            false => options,
        })
    }

    fn all(&self, like: &Key) -> Option<AllPositions<Key>> {
        match *like == OVER {
            true => None,
            false => self.0.all(like),
        }
    }
}
