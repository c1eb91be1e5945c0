//! Handles of rules that are known at run time.

use crate::bad_input::BadInput;
use crate::component::Component;
use crate::game::{AllPositions, Game, Info};
use crate::heaps::HeapRules;
use crate::key::Key;
use crate::registry::ruleset;
use crate::ruleset::Ruleset;
use crate::scene::Scene;
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use values::Player;

/// A handle of the rules of any game, with their variant. Its positions are
/// [`Component`]s.
///
/// While somebody has a handle of some rules, everybody who asks for them by
/// name gets the same: so equal positions are equal however they were read.
///
/// ```
/// use rules::{Game, Rules};
/// let rules = Rules::find("legionnaires:mace").unwrap();
/// let position = Game::read(&rules, "W./.B").unwrap();
/// assert_eq!(position, rules::Component::read("legionnaires:mace", "W./.B").unwrap());
/// ```
pub struct Rules(Arc<Entry>);

impl Clone for Rules {
    #[inline]
    fn clone(&self) -> Self {
        Rules(Arc::clone(&self.0))
    }

    /// Counts nobody anew where both are the same.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.0, &other.0) {
            *self = other.clone();
        }
    }
}

struct Entry {
    /// From the name: hashes must not depend on what else was read before.
    mark: u64,
    /// No other rules of this process have had it.
    number: u64,
    impartial: bool,
    ruleset: Arc<dyn Ruleset>,
}

/// The rules that somebody has a handle of, by name, and their numbers.
type Known = HashMap<String, (Weak<dyn Ruleset>, u64)>;

impl Rules {
    /// The rules called `name` (`legionnaires`, `legionnaires:mace`,
    /// `domineering:impartial`, CGSuite's `game.grid.Domineering`).
    pub fn find(name: &str) -> Result<Rules, BadInput> {
        static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
        let (name, ruleset) = ruleset(name)?;
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        // A game from a file may have taken the place of another.
        if let Some((other, number)) = known.get(&name)
            && let Some(other) = other.upgrade()
            && std::ptr::eq(other.about(), ruleset.about())
        {
            return Ok(Rules::with(&name, *number, other));
        }
        let rules = Rules::new(&name, ruleset);
        known.retain(|_, (ruleset, _)| ruleset.strong_count() > 0);
        known.insert(name, (Arc::downgrade(&rules.0.ruleset), rules.0.number));
        Ok(rules)
    }

    /// A handle of rules that are in no registry. Positions of two such
    /// handles are different.
    #[must_use]
    pub fn new(name: &str, ruleset: Box<dyn Ruleset>) -> Self {
        static MADE: AtomicU64 = AtomicU64::new(1);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        Rules::with(name, number, ruleset.into())
    }

    fn with(name: &str, number: u64, ruleset: Arc<dyn Ruleset>) -> Self {
        let mark = name.bytes().fold(0xcbf2_9ce4_8422_2325, |mark, byte| {
            (mark ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        Rules(Arc::new(Entry {
            mark,
            number,
            impartial: ruleset.is_impartial(),
            ruleset,
        }))
    }

    /// Another handle of the same rules. Copies of one handle are counted
    /// together, which is slow if several threads do it.
    #[must_use]
    pub(crate) fn detached(&self) -> Self {
        Rules(Arc::new(Entry {
            ruleset: Arc::clone(&self.0.ruleset),
            ..*self.0
        }))
    }

    #[inline]
    pub(crate) fn mark(&self) -> u64 {
        self.0.mark
    }

    #[inline]
    pub(crate) fn are_impartial(&self) -> bool {
        self.0.impartial
    }

    pub(crate) fn number(&self) -> u64 {
        self.0.number
    }
}

impl Deref for Rules {
    type Target = dyn Ruleset;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &*self.0.ruleset
    }
}

impl PartialEq for Rules {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || Arc::ptr_eq(&self.0.ruleset, &other.0.ruleset)
    }
}

impl Eq for Rules {}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.ruleset.about().name)
    }
}

impl Game for Rules {
    type Position = Component;

    fn info() -> &'static Info {
        &INFO
    }

    fn about(&self) -> &'static Info {
        self.0.ruleset.about()
    }

    fn with_variant(_variant: Option<&str>) -> Result<Self, BadInput> {
        Err(BadInput::new("any game is no game", "name one"))
    }

    fn read(&self, text: &str) -> Result<Component, BadInput> {
        let key = self.0.ruleset.read(text)?;
        Ok(Component::new(self.clone(), key))
    }

    fn write(&self, position: &Component) -> String {
        position.text()
    }

    fn draw(&self, position: &Component) -> String {
        position.drawing()
    }

    fn scene(&self, position: &Component) -> Scene {
        position.scene()
    }

    fn traced(&self, position: &Component, start: &Component, moves: &[&str]) -> Scene {
        position.traced(start, moves)
    }

    fn turned(&self, text: &str) -> Option<String> {
        self.0.ruleset.turned(text)
    }

    fn paths(&self, position: &Component, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        position.paths(scene, text)
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        self.0.ruleset.palette()
    }

    fn unpack(&self, key: &Key) -> Option<Component> {
        let shape = key.shape & 0xffff;
        Some(Component::new(self.clone(), Key { shape, ..*key }))
    }

    fn is_loopy(&self) -> bool {
        self.0.ruleset.is_loopy()
    }

    fn is_impartial(&self) -> bool {
        self.0.impartial
    }

    fn scatter(&self, like: &Component, random: &mut dyn FnMut(u64) -> u64) -> Component {
        let key = self.0.ruleset.scatter(like.key(), random);
        Component::new(self.clone(), key)
    }

    fn heap_rules(&self) -> Option<&Arc<HeapRules>> {
        self.0.ruleset.heap_rules()
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        self.0.ruleset.slow_options(text, player)
    }

    fn all(&self, like: &Component) -> Option<AllPositions<Component>> {
        let AllPositions { count, get } = self.0.ruleset.all(like.key())?;
        let rules = self.clone();
        Some(AllPositions {
            count,
            get: Box::new(move |n| Component::new(rules.clone(), get(n))),
        })
    }
}

/// Nobody asks for a game by this name.
static INFO: Info = Info {
    name: "any",
    title: "Any game",
    ..Info::BLANK
};
