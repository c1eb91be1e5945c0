//! Positions of different games in one sum.

use crate::bad::BadInput;
use crate::game::{Game, Info};
use crate::ground::{Ground, GroundPlace};
use crate::heaps::Heaps;
use crate::plan::Plan;
use crate::position::{Known, Position, allocated};
use crate::registry::{Visitor, has_grounds, survey, visit};
use crate::scene::Scene;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use values::Player;

/// A position of any game, or its negative.
///
/// It is a [`Position`] itself, so every question that can be asked of one
/// game can be asked of a sum across games. The price is an allocation and a
/// virtual call per move: for one game, use its own type.
///
/// ```
/// use rules::{Component, Position};
/// use values::Player;
/// let position = Component::read("clobber", "XXO").unwrap();
/// assert_eq!(position.mobility(Player::Left), 1);
/// assert_eq!(position.negated().mobility(Player::Right), 1);
/// ```
#[derive(Clone)]
pub struct Component {
    inner: Arc<dyn Erased>,
    negated: bool,
}

impl Component {
    /// The component for a position of a game.
    pub fn new<G: Game>(game: G, position: G::Position) -> Self {
        Component {
            inner: Arc::new(Typed { game, position }),
            negated: false,
        }
    }

    /// Reads a position of the game called `name`.
    pub fn read(name: &str, text: &str) -> Result<Component, BadInput> {
        struct Read<'t>(&'t str);
        impl Visitor for Read<'_> {
            type Output = Result<Component, BadInput>;
            fn visit<G: Game>(self, game: G) -> Self::Output {
                let position = game.read(self.0)?;
                Ok(game.component(position))
            }
        }
        visit(name, text, Read(text))?
    }

    /// The same position with the players exchanged.
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

    /// What game it is.
    #[must_use]
    pub fn game(&self) -> &'static Info {
        self.inner.info()
    }

    /// The position as its game writes it, without the sign.
    #[must_use]
    pub fn text(&self) -> String {
        self.inner.text()
    }

    /// The position as its game draws it, without the sign.
    #[must_use]
    pub fn drawing(&self) -> String {
        self.inner.drawing()
    }

    /// What it looks like, without the sign.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.inner.scene()
    }

    /// What to click in its scene for a move, in one or several ways.
    #[must_use]
    pub fn paths(&self, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        self.inner.paths(scene, text)
    }

    /// The position inside, without the sign, if it is one of this game.
    pub(crate) fn position<G: Game>(&self) -> Option<&G::Position> {
        let typed = self.inner.as_any().downcast_ref::<Typed<G>>()?;
        Some(&typed.position)
    }

    /// Whether play in it may not end.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.inner.is_loopy()
    }

    /// Its normal form in a few words; `None`: the game has no such words for
    /// it.
    #[must_use]
    pub fn key(&self) -> Option<Key> {
        let mut key = self.inner.key()?;
        key.negated ^= self.negated;
        Some(key)
    }

    /// Calls `each` with the keys of the options of the position of this game
    /// and board that has these words; the sign of this one plays no part.
    pub fn key_options(&self, words: [u64; 2], player: Player, each: &mut dyn FnMut(Key)) {
        self.inner.key_options(words, player, each);
    }

    fn with(&self, inner: Arc<dyn Erased>) -> Self {
        Component {
            inner,
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

/// A position in normal form, in a few words. Positions of one game and board
/// with equal words are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The words.
    pub words: [u64; 2],
    /// The rank.
    pub rank: u64,
    /// Whether the normal form is that of the negative.
    pub negated: bool,
}

impl Key {
    fn of<P: Position>(position: &P) -> Option<Self> {
        let (normal, negated) = position.normal_form();
        Some(Key {
            words: normal.packed()?.words,
            rank: normal.rank(),
            negated,
        })
    }
}

impl PartialEq for Component {
    fn eq(&self, other: &Self) -> bool {
        self.negated == other.negated && self.inner.equals(&*other.inner)
    }
}

impl Eq for Component {}

impl Hash for Component {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.negated.hash(state);
        self.inner.hash_into(state);
    }
}

impl fmt::Debug for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negated { "-" } else { "" };
        write!(f, "{sign}{}({:?})", self.game().name, self.text())
    }
}

/// A move in a component: its notation, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentMove {
    text: String,
    after: Component,
}

impl fmt::Display for ComponentMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Position for Component {
    type Move = ComponentMove;

    fn moves(
        &self,
        player: Player,
        each: &mut impl FnMut(ComponentMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.inner.moves(self.inside(player), &mut |text, inner| {
            let after = self.with(inner);
            each(ComponentMove { text, after })
        })
    }

    fn play(&self, _player: Player, mv: &ComponentMove) -> Self {
        mv.after.clone()
    }

    fn options(
        &self,
        player: Player,
        each: &mut impl FnMut(Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.inner
            .options(self.inside(player), &mut |inner| each(self.with(inner)))
    }

    fn can_move(&self, player: Player) -> bool {
        self.inner.can_move(self.inside(player))
    }

    fn mobility(&self, player: Player) -> usize {
        self.inner.mobility(self.inside(player))
    }

    fn freedom(&self, player: Player) -> usize {
        self.inner.freedom(self.inside(player))
    }

    fn promise(&self, option: &Self, player: Player) -> f32 {
        self.inner.promise(&*option.inner, self.inside(player))
    }

    fn standing(&self, turn: Player) -> i32 {
        let standing = self.inner.standing(self.inside(turn));
        if self.negated { -standing } else { standing }
    }

    fn plans(&self) -> Option<[Plan; 2]> {
        let [left, right] = self.inner.plans()?;
        Some(if self.negated {
            [right, left]
        } else {
            [left, right]
        })
    }

    fn is_own_negative(&self) -> bool {
        self.inner.is_own_negative()
    }

    fn parts(&self, each: &mut impl FnMut(Self)) {
        self.inner.parts(&mut |inner| each(self.with(inner)));
    }

    fn normal_form(&self) -> (Self, bool) {
        let (inner, negated) = self.inner.normal_form();
        let normal = Component {
            inner,
            negated: false,
        };
        (normal, negated != self.negated)
    }

    fn rank(&self) -> u64 {
        self.inner.rank()
    }

    fn is_impartial(&self) -> bool {
        self.inner.is_impartial()
    }

    fn ordinal_sum(&self) -> Option<(Known, Self)> {
        let (base, top) = self.inner.ordinal_sum()?;
        Some((self.signed(base)?, self.with(top)))
    }

    fn outside_bytes(&self) -> usize {
        self.inner.bytes()
    }

    fn heap_sum(&self) -> Option<&Heaps> {
        self.inner.heap_sum()
    }

    fn known_value(&self) -> Option<Known> {
        self.signed(self.inner.known_value()?)
    }

    fn ground_place(&self) -> Option<GroundPlace> {
        if !has_grounds(self.game()) {
            return None;
        }
        let mut place = self.inner.ground_place()?;
        if self.negated {
            place.ranks.reverse();
        }
        Some(place)
    }

    fn survey(name: u64, ground: &mut Ground) {
        survey(name, ground);
    }
}

/// [`Position`] and what is needed of [`Game`], without generic arguments.
trait Erased: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Erased) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
    fn info(&self) -> &'static Info;
    fn text(&self) -> String;
    fn drawing(&self) -> String;
    fn scene(&self) -> Scene;
    fn paths(&self, scene: &Scene, text: &str) -> Vec<Vec<usize>>;
    fn is_loopy(&self) -> bool;
    fn moves(&self, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()>;
    fn options(&self, player: Player, each: &mut EachOption<'_>) -> ControlFlow<()>;
    fn can_move(&self, player: Player) -> bool;
    fn mobility(&self, player: Player) -> usize;
    fn freedom(&self, player: Player) -> usize;
    fn promise(&self, option: &dyn Erased, player: Player) -> f32;
    fn standing(&self, turn: Player) -> i32;
    fn plans(&self) -> Option<[Plan; 2]>;
    fn is_own_negative(&self) -> bool;
    fn parts(&self, each: &mut dyn FnMut(Arc<dyn Erased>));
    fn normal_form(&self) -> (Arc<dyn Erased>, bool);
    fn rank(&self) -> u64;
    fn is_impartial(&self) -> bool;
    fn ordinal_sum(&self) -> Option<(Known, Arc<dyn Erased>)>;
    /// The bytes that it takes in memory.
    fn bytes(&self) -> usize;
    fn heap_sum(&self) -> Option<&Heaps>;
    fn known_value(&self) -> Option<Known>;
    fn ground_place(&self) -> Option<GroundPlace>;
    fn key(&self) -> Option<Key>;
    fn key_options(&self, words: [u64; 2], player: Player, each: &mut dyn FnMut(Key));
}

type EachMove<'a> = dyn FnMut(String, Arc<dyn Erased>) -> ControlFlow<()> + 'a;
type EachOption<'a> = dyn FnMut(Arc<dyn Erased>) -> ControlFlow<()> + 'a;

struct Typed<G: Game> {
    game: G,
    position: G::Position,
}

impl<G: Game> Typed<G> {
    fn with(&self, position: G::Position) -> Arc<dyn Erased> {
        Arc::new(Typed {
            game: self.game.clone(),
            position,
        })
    }
}

impl<G: Game> Erased for Typed<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    // A position knows its rules, so positions of one type that are equal are
    // equal games.
    fn equals(&self, other: &dyn Erased) -> bool {
        other
            .as_any()
            .downcast_ref::<Self>()
            .is_some_and(|other| self.position == other.position)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.game.about().name.hash(&mut state);
        self.position.hash(&mut state);
    }

    fn info(&self) -> &'static Info {
        self.game.about()
    }

    fn text(&self) -> String {
        self.game.write(&self.position)
    }

    fn drawing(&self) -> String {
        self.game.draw(&self.position)
    }

    fn scene(&self) -> Scene {
        self.game.scene(&self.position)
    }

    fn paths(&self, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        self.game.paths(&self.position, scene, text)
    }

    fn is_loopy(&self) -> bool {
        self.game.is_loopy()
    }

    fn moves(&self, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
        self.position.moves(player, &mut |mv| {
            each(mv.to_string(), self.with(self.position.play(player, &mv)))
        })
    }

    fn options(&self, player: Player, each: &mut EachOption<'_>) -> ControlFlow<()> {
        self.position
            .options(player, &mut |option| each(self.with(option)))
    }

    fn can_move(&self, player: Player) -> bool {
        self.position.can_move(player)
    }

    fn mobility(&self, player: Player) -> usize {
        self.position.mobility(player)
    }

    fn freedom(&self, player: Player) -> usize {
        self.position.freedom(player)
    }

    fn promise(&self, option: &dyn Erased, player: Player) -> f32 {
        match option.as_any().downcast_ref::<Self>() {
            Some(option) => self.position.promise(&option.position, player),
            None => -(option.freedom(-player) as f32),
        }
    }

    fn standing(&self, turn: Player) -> i32 {
        self.position.standing(turn)
    }

    fn plans(&self) -> Option<[Plan; 2]> {
        self.position.plans()
    }

    fn is_own_negative(&self) -> bool {
        self.position.is_own_negative()
    }

    fn parts(&self, each: &mut dyn FnMut(Arc<dyn Erased>)) {
        self.position.parts(&mut |part| each(self.with(part)));
    }

    fn normal_form(&self) -> (Arc<dyn Erased>, bool) {
        let (normal, negated) = self.position.normal_form();
        (self.with(normal), negated)
    }

    fn rank(&self) -> u64 {
        self.position.rank()
    }

    fn is_impartial(&self) -> bool {
        self.position.is_impartial()
    }

    fn ordinal_sum(&self) -> Option<(Known, Arc<dyn Erased>)> {
        let (base, top) = self.position.ordinal_sum()?;
        Some((base, self.with(top)))
    }

    fn bytes(&self) -> usize {
        // Beside it are two counts of those who share it.
        allocated(size_of::<Self>() + 2 * size_of::<usize>()) + self.position.outside_bytes()
    }

    fn heap_sum(&self) -> Option<&Heaps> {
        self.position.heap_sum()
    }

    fn known_value(&self) -> Option<Known> {
        self.position.known_value()
    }

    fn ground_place(&self) -> Option<GroundPlace> {
        self.position.ground_place()
    }

    fn key(&self) -> Option<Key> {
        // Words are of use to who can go back from them.
        let packed = self.position.packed()?;
        self.position.unpacked(packed.words)?;
        Key::of(&self.position)
    }

    fn key_options(&self, words: [u64; 2], player: Player, each: &mut dyn FnMut(Key)) {
        let Some(position) = self.position.unpacked(words) else {
            return;
        };
        let _ = position.options(player, &mut |option| match Key::of(&option) {
            Some(key) => {
                each(key);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        });
    }
}
