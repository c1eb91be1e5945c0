//! Any rules with both players' moves open to both.

use crate::bad_input::BadInput;
use crate::game::{AllPositions, Info};
use crate::heaps::{HeapRules, Heaps};
use crate::key::Key;
use crate::rulebook::Rules;
use crate::ruleset::{EachMove, Keys, Ruleset, Sums};
use crate::scene::Scene;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::Player;

/// The rules in which either player may make either player's move, over rules
/// in which that may not be so. Positions have the same keys in both.
///
/// ```
/// use rules::{Impartial, Position, Rules};
/// use values::Player;
/// let clobber = Rules::find("clobber").unwrap();
/// let both = Rules::new("both", Box::new(Impartial::new(clobber)));
/// let position = rules::Component::new(both.clone(), both.read("XXO").unwrap());
/// assert_eq!(Player::BOTH.map(|player| position.mobility(player)), [2, 2]);
/// ```
pub struct Impartial(Rules);

impl Impartial {
    /// Opens all moves of these rules to both.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Impartial(rules)
    }
}

impl Ruleset for Impartial {
    fn about(&self) -> &'static Info {
        self.0.about()
    }

    fn read(&self, text: &str) -> Result<Key, BadInput> {
        self.0.read(text)
    }

    fn write(&self, key: &Key) -> String {
        self.0.write(key)
    }

    fn moves(&self, key: &Key, _player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
        let mut owners = Player::BOTH.into_iter();
        owners.try_for_each(|owner| self.0.moves(key, owner, each))
    }

    fn rank(&self, key: &Key) -> u64 {
        self.0.rank(key)
    }

    fn options(&self, key: &Key, _player: Player, out: &mut Keys<'_>) -> ControlFlow<()> {
        let mut owners = Player::BOTH.into_iter();
        owners.try_for_each(|owner| self.0.options(key, owner, out))
    }

    fn move_text(&self, key: &Key, _player: Player, number: usize) -> Option<String> {
        match number.checked_sub(self.0.mobility(key, Player::Left)) {
            None => self.0.move_text(key, Player::Left, number),
            Some(number) => self.0.move_text(key, Player::Right, number),
        }
    }

    fn can_move(&self, key: &Key, _player: Player) -> bool {
        Player::BOTH
            .iter()
            .any(|&owner| self.0.can_move(key, owner))
    }

    fn mobility(&self, key: &Key, _player: Player) -> usize {
        Player::BOTH
            .iter()
            .map(|&owner| self.0.mobility(key, owner))
            .sum()
    }

    fn freedom(&self, key: &Key, _player: Player) -> usize {
        Player::BOTH
            .iter()
            .map(|&owner| self.0.freedom(key, owner))
            .sum()
    }

    fn parts(&self, key: &Key, into: &mut Vec<Key>) {
        self.0.parts(key, into);
    }

    /// A nimber is its own negative, so a symmetry that exchanges the players
    /// keeps the value here.
    fn normal_form(&self, key: &Key) -> (Key, bool) {
        (self.0.normal_form(key).0, false)
    }

    fn normal_options(&self, key: &Key, player: Player, out: &mut Sums<'_>) -> ControlFlow<()> {
        let (mut buffer, mut parts) = (Vec::new(), Vec::new());
        let mut take = |options: &[Key]| {
            options.iter().try_for_each(|option| {
                self.0.parts(option, &mut parts);
                for part in parts.drain(..) {
                    out.part(self.normal_form(&part).0, false);
                }
                out.end()
            })
        };
        let mut options = Keys::new(&mut buffer, &mut take);
        self.options(key, player, &mut options)?;
        options.flush()
    }

    fn heap_sum(&self, key: &Key) -> Option<Heaps> {
        self.0.heap_sum(key)
    }

    fn outside_bytes(&self, key: &Key) -> usize {
        self.0.outside_bytes(key)
    }

    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn heap_rules(&self) -> Option<&Arc<HeapRules>> {
        self.0.heap_rules()
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        self.0.palette()
    }

    fn draw(&self, key: &Key) -> String {
        self.0.draw(key)
    }

    fn scene(&self, key: &Key) -> Scene {
        self.0.scene(key)
    }

    fn traced(&self, key: &Key, start: &Key, moves: &[&str]) -> Scene {
        self.0.traced(key, start, moves)
    }

    fn turned(&self, text: &str) -> Option<String> {
        self.0.turned(text)
    }

    fn paths(&self, key: &Key, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        self.0.paths(key, scene, text)
    }

    fn scatter(&self, like: &Key, random: &mut dyn FnMut(u64) -> u64) -> Key {
        self.0.scatter(like, random)
    }

    fn slow_options(&self, text: &str, _player: Player) -> Option<Vec<String>> {
        let [mut left, right] =
            [Player::Left, Player::Right].map(|owner| self.0.slow_options(text, owner));
        left.as_mut()?.extend(right?);
        left
    }

    fn all(&self, like: &Key) -> Option<AllPositions<Key>> {
        self.0.all(like)
    }
}
