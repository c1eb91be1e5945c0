//! Games with a type of their own as rulesets without one.

use crate::bad_input::BadInput;
use crate::bands::Lines;
use crate::capabilities::{Capabilities, Place};
use crate::duels::DuelPlace;
use crate::game::{AllPositions, Game, Info};
use crate::heaps::{HeapRules, Heaps};
use crate::interner::Interner;
use crate::key::Key;
use crate::objection::TypedSquares;
use crate::position::{Known, Normal, Position, allocated};
use crate::ruleset::{EachMove, Keys, Ruleset, Sums, nth};
use crate::scene::Scene;
use std::any::Any;
use std::borrow::Cow;
use std::ops::{ControlFlow, Deref};
use std::sync::Arc;
use values::Player;

/// A game as a [`Ruleset`]: positions are packed into keys, and those that do
/// not fit are kept here.
pub(crate) struct Native<G: Game> {
    pub(crate) game: G,
    interned: Arc<Interner<G::Position>>,
}

/// A position that was made from its key, or one that is kept.
enum Held<'n, P> {
    Made(P),
    Kept(&'n P),
}

impl<P> Deref for Held<'_, P> {
    type Target = P;

    #[inline]
    fn deref(&self) -> &P {
        match self {
            Held::Made(position) => position,
            Held::Kept(position) => position,
        }
    }
}

impl<G: Game> Native<G> {
    const CAPABILITIES: Capabilities<G::Position> = G::Position::CAPABILITIES;

    pub(crate) fn new(game: G) -> Self {
        Native {
            game,
            interned: Arc::new(Interner::new()),
        }
    }

    #[inline]
    fn key(&self, position: G::Position) -> Key {
        key(&self.interned, position)
    }

    #[inline]
    fn at(&self, key: &Key) -> Held<'_, G::Position> {
        if key.is_interned() {
            return Held::Kept(self.interned.get(key.words[0] as u32));
        }
        let position = self.game.unpack(key);
        Held::Made(position.expect("keys are packed positions"))
    }

    /// The position that has a key.
    pub(crate) fn position(&self, key: &Key) -> G::Position {
        match self.at(key) {
            Held::Made(position) => position,
            Held::Kept(position) => position.clone(),
        }
    }

    fn placed(&self, (place, negated): &(Place, bool), out: &mut Sums<'_>) {
        let places = Self::CAPABILITIES.places.as_ref().expect("it has places");
        let part = (places.at)(place).expect("a place names its position");
        out.part(self.key(part), *negated);
    }
}

#[inline]
fn key<P: Position>(interned: &Interner<P>, position: P) -> Key {
    position.pack().unwrap_or_else(|| {
        let number = interned.number(position, bytes);
        Key {
            words: [u64::from(number), 0, 0, 0],
            shape: Key::INTERNED,
        }
    })
}

/// What a kept position takes.
fn bytes<P: Position>(position: &P) -> usize {
    // Beside it are two counts of those who share it.
    allocated(size_of::<P>() + 2 * size_of::<usize>()) + position.outside_bytes()
}

impl<G: Game> Ruleset for Native<G> {
    fn about(&self) -> &'static Info {
        self.game.about()
    }

    fn read(&self, text: &str) -> Result<Key, BadInput> {
        Ok(self.key(self.game.read(text)?))
    }

    fn write(&self, key: &Key) -> String {
        self.game.write(&self.at(key))
    }

    fn moves(&self, key: &Key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
        let position = self.at(key);
        position.moves(player, &mut |mv| {
            each(&mv, self.key(position.play(player, &mv)))
        })
    }

    fn rank(&self, key: &Key) -> u64 {
        self.at(key).rank()
    }

    fn options(&self, key: &Key, player: Player, out: &mut Keys<'_>) -> ControlFlow<()> {
        let position = self.at(key);
        position.options(player, &mut |option| out.push(self.key(option)))
    }

    /// Without playing the moves before it.
    fn move_text(&self, key: &Key, player: Player, number: usize) -> Option<String> {
        let position = self.at(key);
        nth(number, |visit| position.moves(player, &mut |mv| visit(&mv)))
    }

    fn can_move(&self, key: &Key, player: Player) -> bool {
        self.at(key).can_move(player)
    }

    fn mobility(&self, key: &Key, player: Player) -> usize {
        self.at(key).mobility(player)
    }

    fn freedom(&self, key: &Key, player: Player) -> usize {
        (Self::CAPABILITIES.judgement.freedom)(&self.at(key), player)
    }

    fn promise(&self, key: &Key, option: &Key, player: Player) -> f32 {
        (Self::CAPABILITIES.judgement.promise)(&self.at(key), &self.at(option), player)
    }

    fn standing(&self, key: &Key, turn: Player) -> i32 {
        (Self::CAPABILITIES.judgement.standing)(&self.at(key), turn)
    }

    fn cut(&self, key: &Key, player: Player, lines: &mut Lines) -> bool {
        let bands = Self::CAPABILITIES.bands.as_ref();
        bands.is_some_and(|bands| (bands.cut)(&self.at(key), player, lines))
    }

    fn band(&self, key: &Key, name: u64) -> Option<Key> {
        let bands = Self::CAPABILITIES.bands.as_ref()?;
        Some(self.key((bands.band)(&self.at(key), name)))
    }

    fn parts(&self, key: &Key, into: &mut Vec<Key>) {
        self.at(key).parts(&mut |part| into.push(self.key(part)));
    }

    fn normal_form(&self, key: &Key) -> (Key, bool) {
        let (normal, negated) = self.at(key).normal_form();
        (self.key(normal), negated)
    }

    fn normal_options(&self, key: &Key, player: Player, out: &mut Sums<'_>) -> ControlFlow<()> {
        self.at(key).normal_options(player, &mut |normal| {
            match normal {
                Normal::Placed(place, negated) => self.placed(&(place, negated), out),
                Normal::Split(both) => both.iter().for_each(|place| self.placed(place, out)),
                Normal::Parts(parts) => {
                    for (part, negated) in parts {
                        out.part(self.key(part.clone()), *negated);
                    }
                }
            }
            out.end()
        })
    }

    fn negative(&self, key: &Key, symmetry: usize) -> Option<Key> {
        let negative = self.at(key).negative(symmetry)?;
        Some(self.key(negative))
    }

    fn is_own_negative(&self, key: &Key) -> bool {
        self.at(key).is_own_negative()
    }

    fn ordinal_sum(&self, key: &Key) -> Option<(Known, Key)> {
        let (base, top) = (Self::CAPABILITIES.ordinal_sum)(&self.at(key))?;
        Some((base, self.key(top)))
    }

    fn known_value(&self, key: &Key) -> Option<Known> {
        self.at(key).known_value()
    }

    fn heap_sum(&self, key: &Key) -> Option<Heaps> {
        self.game.heap_rules()?;
        Heaps::of(&*self.at(key)).map(Cow::into_owned)
    }

    fn duel_place(&self, key: &Key) -> Option<DuelPlace> {
        (Self::CAPABILITIES.duels.as_ref()?.place)(&self.at(key))
    }

    fn outside_bytes(&self, key: &Key) -> usize {
        match key.shape {
            Key::INTERNED => bytes(&*self.at(key)),
            _ => 0,
        }
    }

    fn is_loopy(&self) -> bool {
        self.game.is_loopy()
    }

    fn is_impartial(&self) -> bool {
        self.game.is_impartial()
    }

    fn heap_rules(&self) -> Option<&Arc<HeapRules>> {
        self.game.heap_rules()
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        self.game.palette()
    }

    fn draw(&self, key: &Key) -> String {
        self.game.draw(&self.at(key))
    }

    fn scene(&self, key: &Key) -> Scene {
        self.game.scene(&self.at(key))
    }

    fn traced(&self, key: &Key, start: &Key, moves: &[&str]) -> Scene {
        self.game.traced(&self.at(key), &self.at(start), moves)
    }

    fn turned(&self, text: &str) -> Option<String> {
        self.game.turned(text)
    }

    fn paths(&self, key: &Key, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        self.game.paths(&self.at(key), scene, text)
    }

    fn objection(&self, typed: &TypedSquares) -> Option<String> {
        self.game.objection(typed)
    }

    fn scatter(&self, like: &Key, random: &mut dyn FnMut(u64) -> u64) -> Key {
        self.key(self.game.scatter(&self.at(like), random))
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        self.game.slow_options(text, player)
    }

    fn all(&self, like: &Key) -> Option<AllPositions<Key>> {
        let AllPositions { count, get } = self.game.all(&self.at(like))?;
        let interned = Arc::clone(&self.interned);
        Some(AllPositions {
            count,
            get: Box::new(move |n| key(&interned, get(n))),
        })
    }

    fn native(&self, _key: &Key) -> Option<&dyn Any> {
        Some(self)
    }
}

/// A game on boards, in a type for those of up to 64 squares and one for all.
/// Positions of both have the same keys, so what is left of a large board
/// goes on in the type for small ones.
pub(crate) struct Boards<N: Game, W: Game> {
    narrow: Native<N>,
    wide: Native<W>,
    /// Rules for boards that are too large even for the wide type. They keep
    /// those, and give all others the keys of both types.
    larger: Option<Box<dyn Ruleset>>,
}

impl<N: Game, W: Game> Boards<N, W> {
    pub(crate) fn new(narrow: N, wide: W, larger: Option<Box<dyn Ruleset>>) -> Self {
        Boards {
            narrow: Native::new(narrow),
            wide: Native::new(wide),
            larger,
        }
    }

    /// The rules that keep the position, if one is kept.
    #[inline]
    fn keeper(&self, key: &Key) -> Option<&dyn Ruleset> {
        self.larger.as_deref().filter(|_| key.is_interned())
    }
}

/// Asks the rules in the type for the position.
macro_rules! by_size {
    ($(fn $name:ident(key $(, $argument:ident: $type:ty)*) $(-> $answer:ty)?;)*) => {$(
        fn $name(&self, key: &Key $(, $argument: $type)*) $(-> $answer)? {
            if key.is_narrow() {
                return self.narrow.$name(key $(, $argument)*);
            }
            match self.keeper(key) {
                Some(larger) => larger.$name(key $(, $argument)*),
                None => self.wide.$name(key $(, $argument)*),
            }
        }
    )*};
}

impl<N: Game, W: Game> Ruleset for Boards<N, W> {
    by_size! {
        fn write(key) -> String;
        fn moves(key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()>;
        fn rank(key) -> u64;
        fn options(key, player: Player, out: &mut Keys<'_>) -> ControlFlow<()>;
        fn move_text(key, player: Player, number: usize) -> Option<String>;
        fn can_move(key, player: Player) -> bool;
        fn mobility(key, player: Player) -> usize;
        fn freedom(key, player: Player) -> usize;
        fn promise(key, option: &Key, player: Player) -> f32;
        fn standing(key, turn: Player) -> i32;
        fn cut(key, player: Player, lines: &mut Lines) -> bool;
        fn band(key, name: u64) -> Option<Key>;
        fn parts(key, into: &mut Vec<Key>);
        fn normal_form(key) -> (Key, bool);
        fn normal_options(key, player: Player, out: &mut Sums<'_>) -> ControlFlow<()>;
        fn negative(key, symmetry: usize) -> Option<Key>;
        fn is_own_negative(key) -> bool;
        fn ordinal_sum(key) -> Option<(Known, Key)>;
        fn known_value(key) -> Option<Known>;
        fn duel_place(key) -> Option<DuelPlace>;
        fn draw(key) -> String;
        fn scene(key) -> Scene;
        fn paths(key, scene: &Scene, text: &str) -> Vec<Vec<usize>>;
        fn scatter(key, random: &mut dyn FnMut(u64) -> u64) -> Key;
        fn all(key) -> Option<AllPositions<Key>>;
        fn native(key) -> Option<&dyn Any>;
    }

    fn about(&self) -> &'static Info {
        self.wide.about()
    }

    fn traced(&self, key: &Key, start: &Key, moves: &[&str]) -> Scene {
        match [key, start].map(|key| (key.is_narrow(), self.keeper(key))) {
            [(true, _), (true, _)] => self.narrow.traced(key, start, moves),
            [(_, Some(larger)), (_, Some(_))] => larger.traced(key, start, moves),
            [(false, None), (false, None)] => self.wide.traced(key, start, moves),
            _ => self.scene(key),
        }
    }

    fn turned(&self, text: &str) -> Option<String> {
        self.wide.turned(text)
    }

    /// What is wrong with a text is wrong for all types: those for larger
    /// boards refuse a board only for its size.
    fn read(&self, text: &str) -> Result<Key, BadInput> {
        match (self.wide.read(text), &self.larger) {
            (Err(_), Some(larger)) => larger.read(text),
            (read, _) => read,
        }
    }

    fn outside_bytes(&self, key: &Key) -> usize {
        self.keeper(key)
            .map_or(0, |larger| larger.outside_bytes(key))
    }

    fn is_loopy(&self) -> bool {
        self.wide.is_loopy()
    }

    fn is_impartial(&self) -> bool {
        self.wide.is_impartial()
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        self.wide.palette()
    }

    fn objection(&self, typed: &TypedSquares) -> Option<String> {
        self.wide.objection(typed)
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        self.wide.slow_options(text, player)
    }
}
