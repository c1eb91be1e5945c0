//! A position of any game.

use crate::bad_input::BadInput;
use crate::bands::{Bands, Lines};
use crate::capabilities::{Capabilities, Judgement};
use crate::duels::{DuelPlace, Duels};
use crate::game::Info;
use crate::heaps::Heaps;
use crate::key::Key;
use crate::objection::TypedSquares;
use crate::position::{Known, Normal, Position};
use crate::registry::{has_duels, survey};
use crate::rulebook::Rules;
use crate::ruleset::{Keys, Sums};
use crate::scene::Scene;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use values::Player;

/// A position of any game, or its negative: its rules, and a key.
///
/// It is a [`Position`] itself, so every question that can be asked of one
/// game can be asked of a game that is known only at run time, and of a sum
/// across games. A virtual call serves all options of a position; nothing is
/// allocated for them.
///
/// ```
/// use rules::{Component, Position};
/// use values::Player;
/// let position = Component::read("clobber", "XXO").unwrap();
/// assert_eq!(position.mobility(Player::Left), 1);
/// assert_eq!(position.negated().mobility(Player::Right), 1);
/// ```
#[derive(PartialEq, Eq)]
pub struct Component {
    key: Key,
    rules: Rules,
    negated: bool,
}

impl Clone for Component {
    #[inline]
    fn clone(&self) -> Self {
        Component {
            key: self.key,
            rules: self.rules.clone(),
            negated: self.negated,
        }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.key = other.key;
        self.rules.clone_from(&other.rules);
        self.negated = other.negated;
    }
}

impl Component {
    /// The position that has a key of these rules.
    #[must_use]
    pub fn new(rules: Rules, key: Key) -> Self {
        Component {
            key,
            rules,
            negated: false,
        }
    }

    /// Reads a position of the game called `name`.
    pub fn read(name: &str, text: &str) -> Result<Component, BadInput> {
        let rules = Rules::find(name)?;
        let key = rules.read(text)?;
        Ok(Component::new(rules, key))
    }

    /// The position with the players exchanged.
    #[must_use]
    pub fn negated(mut self) -> Self {
        self.negated = !self.negated;
        self
    }

    /// Whether the players are exchanged.
    #[must_use]
    pub fn is_negated(&self) -> bool {
        self.negated
    }

    /// Its rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What its rules know it by, without the sign.
    #[must_use]
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// What game it is.
    #[must_use]
    pub fn game(&self) -> &'static Info {
        self.rules.about()
    }

    /// The position as its game writes it, without the sign.
    #[must_use]
    pub fn text(&self) -> String {
        self.rules.write(&self.key)
    }

    /// The position as its game draws it, without the sign.
    #[must_use]
    pub fn drawing(&self) -> String {
        self.rules.draw(&self.key)
    }

    /// What it looks like, without the sign.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.rules.scene(&self.key)
    }

    /// What it looks like, without the sign, when it was reached from `start`
    /// by moves: what was there keeps its place.
    #[must_use]
    pub fn traced(&self, start: &Component, moves: &[&str]) -> Scene {
        match self.rules == start.rules {
            true => self.rules.traced(&self.key, &start.key, moves),
            false => self.scene(),
        }
    }

    /// The notation of a move as it looks from the other side of the board,
    /// if it looks different there.
    ///
    /// ```
    /// use rules::Component;
    /// let row = Component::read("kayles", "7").unwrap();
    /// let turned = row.turned("split 7 into 2+4 taking 1");
    /// assert_eq!(turned.as_deref(), Some("split 7 into 4+2 taking 1"));
    /// ```
    #[must_use]
    pub fn turned(&self, text: &str) -> Option<String> {
        self.rules.turned(text)
    }

    /// What to click in its scene for a move, in one or several ways.
    #[must_use]
    pub fn paths(&self, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        self.rules.paths(&self.key, scene, text)
    }

    /// Whether play in it may not end.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.rules.is_loopy()
    }

    /// Calls `each` with every move of `player` in words, and the position
    /// after it, until it says stop.
    pub fn spoken_moves(
        &self,
        player: Player,
        each: &mut impl FnMut(&dyn fmt::Display, Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let player = self.inside(player);
        self.rules
            .moves(&self.key, player, &mut |mv, key| each(mv, self.with(key)))
    }

    /// Why squares that a person typed make no move, if its game says so.
    #[must_use]
    pub fn objection(&self, typed: &TypedSquares) -> Option<String> {
        self.rules.objection(typed)
    }

    /// [`Judgement::freedom`].
    #[must_use]
    pub fn freedom(&self, player: Player) -> usize {
        self.rules.freedom(&self.key, self.inside(player))
    }

    /// [`Judgement::promise`].
    #[must_use]
    pub fn promise(&self, option: &Self, player: Player) -> f32 {
        let player = self.inside(player);
        self.rules.promise(&self.key, &option.key, player)
    }

    /// [`Judgement::standing`].
    #[must_use]
    pub fn standing(&self, turn: Player) -> i32 {
        let standing = self.rules.standing(&self.key, self.inside(turn));
        if self.negated { -standing } else { standing }
    }

    fn cut(&self, player: Player, lines: &mut Lines) -> bool {
        let has_bands = self.rules.cut(&self.key, self.inside(player), lines);
        if has_bands {
            lines.mark(self.rules.number());
        }
        has_bands
    }

    fn band(&self, name: u64) -> Self {
        let name = u64::from(name as u32);
        let key = self.rules.band(&self.key, name);
        Component::new(self.rules.clone(), key.expect("it has bands"))
    }

    fn ordinal_sum(&self) -> Option<(Known, Self)> {
        let (base, top) = self.rules.ordinal_sum(&self.key)?;
        Some((self.signed(base)?, self.with(top)))
    }

    /// The heaps, if it is a position of a heap game.
    #[must_use]
    pub fn heap_sum(&self) -> Option<Cow<'_, Heaps>> {
        self.rules.heap_sum(&self.key).map(Cow::Owned)
    }

    /// Where it is among the duels on its ground.
    #[must_use]
    pub fn duel_place(&self) -> Option<DuelPlace> {
        if !has_duels(self.game()) {
            return None;
        }
        let mut place = self.rules.duel_place(&self.key)?;
        if self.negated {
            place.ranks.reverse();
        }
        Some(place)
    }

    /// The position with another key, and this sign.
    #[inline]
    fn with(&self, key: Key) -> Self {
        Component {
            key,
            rules: self.rules.clone(),
            negated: self.negated,
        }
    }

    /// A value inside as it is outside.
    fn signed(&self, mut known: Known) -> Option<Known> {
        if self.negated {
            known.number = -&known.number;
            known.ups = known.ups.checked_neg()?;
        }
        Some(known)
    }

    /// Who moves inside when `player` moves outside.
    fn inside(&self, player: Player) -> Player {
        if self.negated { -player } else { player }
    }
}

impl Hash for Component {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Multipliers from the digits of the golden ratio and of π.
        const FACTORS: [u64; 4] = [
            0x9e37_79b9_7f4a_7c15,
            0x243f_6a88_85a3_08d3,
            0x1319_8a2e_0370_7345,
            0xa409_3822_299f_31d1,
        ];
        let kind = self.rules.mark() ^ self.key.shape << 1 ^ u64::from(self.negated);
        let words = self.key.words.iter().zip(FACTORS).zip([0, 32, 16, 48]);
        let mixed = words.fold(kind, |mixed, ((word, factor), by)| {
            mixed ^ word.wrapping_mul(factor).rotate_left(by)
        });
        state.write_u64(mixed);
    }
}

impl fmt::Debug for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negated { "-" } else { "" };
        write!(f, "{sign}{}({:?})", self.game().name, self.text())
    }
}

/// A move in a component: which of its moves it is, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentMove {
    before: Component,
    player: Player,
    number: usize,
    after: Key,
}

impl fmt::Display for ComponentMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Component { rules, key, .. } = &self.before;
        let player = self.before.inside(self.player);
        let text = rules.move_text(key, player, self.number);
        f.write_str(&text.unwrap_or_default())
    }
}

/// Buffers to use again. A solver may ask for options while it is given some,
/// so there are several.
#[derive(Default)]
struct Buffer {
    keys: Vec<Key>,
    parts: Vec<(Key, bool)>,
    ends: Vec<usize>,
}

thread_local! {
    static SPARE: RefCell<Vec<Buffer>> = const { RefCell::new(Vec::new()) };
}

fn with_buffer<R>(work: impl FnOnce(&mut Buffer) -> R) -> R {
    let mut buffer = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = work(&mut buffer);
    buffer.keys.clear();
    buffer.parts.clear();
    buffer.ends.clear();
    SPARE.with_borrow_mut(|spare| spare.push(buffer));
    result
}

impl Position for Component {
    type Move = ComponentMove;

    const CAPABILITIES: Capabilities<Self> = Capabilities {
        heaps: Self::heap_sum,
        ordinal_sum: Self::ordinal_sum,
        bands: Some(Bands {
            cut: Self::cut,
            band: Self::band,
        }),
        duels: Some(Duels {
            place: Self::duel_place,
            survey,
        }),
        judgement: Judgement {
            freedom: Self::freedom,
            promise: Self::promise,
            standing: Self::standing,
        },
        ..Capabilities::NONE
    };

    fn moves(
        &self,
        player: Player,
        each: &mut impl FnMut(ComponentMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut number = 0;
        let inside = self.inside(player);
        self.rules.moves(&self.key, inside, &mut |_, after| {
            let mv = ComponentMove {
                before: self.clone(),
                player,
                number,
                after,
            };
            number += 1;
            each(mv)
        })
    }

    fn play(&self, _player: Player, mv: &ComponentMove) -> Self {
        self.with(mv.after)
    }

    fn options(
        &self,
        player: Player,
        each: &mut impl FnMut(Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut take = |keys: &[Key]| {
            let mut options = keys.iter().map(|key| self.with(*key));
            options.try_for_each(&mut *each)
        };
        with_buffer(|buffer| {
            let mut out = Keys::new(&mut buffer.keys, &mut take);
            let inside = self.inside(player);
            self.rules.options(&self.key, inside, &mut out)?;
            out.flush()
        })
    }

    fn can_move(&self, player: Player) -> bool {
        self.rules.can_move(&self.key, self.inside(player))
    }

    fn mobility(&self, player: Player) -> usize {
        self.rules.mobility(&self.key, self.inside(player))
    }

    fn is_own_negative(&self) -> bool {
        self.rules.is_own_negative(&self.key)
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        Some(self.with(self.rules.negative(&self.key, symmetry)?))
    }

    fn parts(&self, each: &mut impl FnMut(Self)) {
        with_buffer(|buffer| {
            self.rules.parts(&self.key, &mut buffer.keys);
            buffer.keys.iter().for_each(|key| each(self.with(*key)));
        });
    }

    fn normal_form(&self) -> (Self, bool) {
        let (key, negated) = self.rules.normal_form(&self.key);
        let normal = Component::new(self.rules.clone(), key);
        (normal, negated != self.negated)
    }

    fn normal_options(
        &self,
        player: Player,
        each: &mut impl FnMut(Normal<'_, Self>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // The parts of one option after the other; only their keys change.
        let mut sum: Vec<(Component, bool)> = Vec::new();
        let mut take = |parts: &[(Key, bool)], ends: &[usize]| {
            let mut start = 0;
            ends.iter().try_for_each(|&end| {
                let parts = &parts[start..end];
                start = end;
                while sum.len() < parts.len() {
                    sum.push((Component::new(self.rules.clone(), self.key), false));
                }
                for ((part, sign), (key, negated)) in sum.iter_mut().zip(parts) {
                    part.key = *key;
                    *sign = *negated != self.negated;
                }
                each(Normal::Parts(&sum[..parts.len()]))
            })
        };
        with_buffer(|buffer| {
            let mut out = Sums::new(&mut buffer.parts, &mut buffer.ends, &mut take);
            let inside = self.inside(player);
            self.rules.normal_options(&self.key, inside, &mut out)?;
            out.flush()
        })
    }

    fn rank(&self) -> u64 {
        self.rules.rank(&self.key)
    }

    fn is_impartial(&self) -> bool {
        self.rules.are_impartial()
    }

    fn detached(&self) -> Self {
        Component {
            rules: self.rules.detached(),
            ..*self
        }
    }

    fn outside_bytes(&self) -> usize {
        self.rules.outside_bytes(&self.key)
    }

    /// With a number for the rules in the shape: a search may look at
    /// positions of several games.
    fn pack(&self) -> Option<Key> {
        let plain = !self.negated && self.key.shape >> 16 == 0;
        plain.then_some(Key {
            shape: self.key.shape | self.rules.number() << 16,
            ..self.key
        })
    }

    fn known_value(&self) -> Option<Known> {
        self.signed(self.rules.known_value(&self.key)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bush with a number of stalks on one edge.
    fn bush(stalks: usize) -> Component {
        let text = format!("e({})", vec!["lre"; stalks].join(";"));
        Component::read("hackenbush", &text).unwrap()
    }

    #[test]
    fn large_options_are_handed_over_one_by_one() {
        let position = bush(30);
        let number = |position: &Component| {
            assert_eq!(position.key.shape, Key::INTERNED);
            position.key.words[0]
        };
        let mut options = Vec::new();
        let _ = position.options(Player::Left, &mut |option| {
            options.push(option);
            match options.len() < 3 {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        // No other options were made: the next to come has the next number.
        assert_eq!(number(&bush(31)), number(&options[2]) + 1);
    }
}
