//! A game whose type is not known when questions are compiled.

use crate::bad_input::BadInput;
use crate::bands::Lines;
use crate::duels::DuelPlace;
use crate::game::{AllPositions, Info};
use crate::heaps::{HeapRules, Heaps};
use crate::key::Key;
use crate::objection::TypedSquares;
use crate::position::Known;
use crate::scene::{Figure, Scene};
use std::any::Any;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::Player;

/// The rules of a game, with positions given as [`Key`]s.
///
/// Every [`Game`](crate::Game) is one by its own type. Rules that exist only
/// at run time, in a file or in another language, implement it directly: five
/// methods are required, and the others say what the rules know beyond that,
/// with the laws of the methods of [`Position`](crate::Position) that have
/// their names.
///
/// Keys come from [`read`](Self::read) and from moves; no others are given
/// back. Equal positions have equal keys.
///
/// ```
/// use rules::{BadInput, Component, EachMove, Info, Key, Position, Rules, Ruleset};
/// use std::ops::ControlFlow;
/// use values::Player;
/// /// A heap; each player may take as many counters as the rules say.
/// struct Take([u64; 2]);
/// impl Ruleset for Take {
///     fn about(&self) -> &'static Info {
///         rules::find("subtraction").unwrap()
///     }
///     fn read(&self, text: &str) -> Result<Key, BadInput> {
///         let heap = text.parse().map_err(|_| BadInput::new("no heap", "write a number"))?;
///         Ok(Key { words: [heap, 0, 0, 0], shape: 0 })
///     }
///     fn write(&self, key: &Key) -> String {
///         key.words[0].to_string()
///     }
///     fn moves(&self, key: &Key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
///         let taken = self.0[player as usize];
///         let Some(left) = key.words[0].checked_sub(taken) else {
///             return ControlFlow::Continue(());
///         };
///         each(&format_args!("take {taken}"), Key { words: [left, 0, 0, 0], shape: 0 })
///     }
///     fn rank(&self, key: &Key) -> u64 {
///         key.words[0]
///     }
/// }
/// let rules = Rules::new("take", Box::new(Take([1, 2])));
/// let three = Component::new(rules.clone(), rules.read("3").unwrap());
/// assert_eq!(three.mobility(Player::Right), 1);
/// let mut words = Vec::new();
/// let _ = three.spoken_moves(Player::Right, &mut |mv, after| {
///     words.push(format!("{mv}: {}", after.text()));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(words, ["take 2: 1"]);
/// ```
pub trait Ruleset: Send + Sync + 'static {
    /// What the game says about itself.
    fn about(&self) -> &'static Info;

    /// Reads a position.
    fn read(&self, text: &str) -> Result<Key, BadInput>;

    /// Writes a position as [`read`](Self::read) reads it.
    fn write(&self, key: &Key) -> String;

    /// Calls `each` with every move of `player`, in words, and the position
    /// after it, until it says stop.
    fn moves(&self, key: &Key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()>;

    /// A number that every move lowers; if [loopy](Self::is_loopy), that no
    /// move raises.
    fn rank(&self, key: &Key) -> u64;

    /// The position after every move, into a buffer. One call serves all
    /// options of a position.
    fn options(&self, key: &Key, player: Player, out: &mut Keys<'_>) -> ControlFlow<()> {
        self.moves(key, player, &mut |_, after| out.push(after))
    }

    /// The words for the move with a number, counted from 0 in the order of
    /// [`moves`](Self::moves).
    fn move_text(&self, key: &Key, player: Player, number: usize) -> Option<String> {
        nth(number, |visit| {
            self.moves(key, player, &mut |mv, _| visit(mv))
        })
    }

    /// Whether `player` has a move.
    fn can_move(&self, key: &Key, player: Player) -> bool {
        let stop = &mut |_: &dyn Display, _: Key| ControlFlow::Break(());
        self.moves(key, player, stop).is_break()
    }

    /// How many moves `player` has.
    fn mobility(&self, key: &Key, player: Player) -> usize {
        let mut count = 0;
        let _ = self.moves(key, player, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// How free `player` is.
    fn freedom(&self, key: &Key, player: Player) -> usize {
        self.mobility(key, player)
    }

    /// How promising it is for `player` to move to `option`.
    fn promise(&self, key: &Key, option: &Key, player: Player) -> f32 {
        let _ = key;
        -(self.freedom(option, -player) as f32)
    }

    /// How much better Left stands than Right when `turn` is to move.
    fn standing(&self, key: &Key, turn: Player) -> i32 {
        let _ = turn;
        if self.is_impartial() {
            return 0;
        }
        let free = |player| self.freedom(key, player).min(1 << 20) as i32;
        10 * (free(Player::Left) - free(Player::Right))
    }

    /// Fills in the bands when a player gives up moves between them; `false`:
    /// there are none.
    fn cut(&self, key: &Key, player: Player, lines: &mut Lines) -> bool {
        let _ = (key, player, lines);
        false
    }

    /// The band of a position that has a name.
    fn band(&self, key: &Key, name: u64) -> Option<Key> {
        let _ = (key, name);
        None
    }

    /// Appends the independent parts.
    fn parts(&self, key: &Key, into: &mut Vec<Key>) {
        into.push(*key);
    }

    /// A representative, and whether it stands for the negative.
    fn normal_form(&self, key: &Key) -> (Key, bool) {
        (*key, false)
    }

    /// The parts of the position after every move, in normal form.
    fn normal_options(&self, key: &Key, player: Player, out: &mut Sums<'_>) -> ControlFlow<()> {
        let mut parts = Vec::new();
        self.moves(key, player, &mut |_, after| {
            self.parts(&after, &mut parts);
            for part in parts.drain(..) {
                let (normal, negated) = self.normal_form(&part);
                out.part(normal, negated);
            }
            out.end()
        })
    }

    /// The negative under one of the board's symmetries.
    fn negative(&self, key: &Key, symmetry: usize) -> Option<Key> {
        (symmetry == 0 && self.is_impartial()).then_some(*key)
    }

    /// Whether a symmetry is seen that makes the position its own negative.
    fn is_own_negative(&self, key: &Key) -> bool {
        let _ = key;
        self.is_impartial()
    }

    /// The position as an ordinal sum base:top.
    fn ordinal_sum(&self, key: &Key) -> Option<(Known, Key)> {
        let _ = key;
        None
    }

    /// The value where theory gives a closed form.
    fn known_value(&self, key: &Key) -> Option<Known> {
        let _ = key;
        None
    }

    /// The position as heaps of a heap game.
    fn heap_sum(&self, key: &Key) -> Option<Heaps> {
        let _ = key;
        None
    }

    /// Where the position is among the duels on its ground. Of no use to other
    /// rules than those of Amazons, whose grounds the solvers know.
    fn duel_place(&self, key: &Key) -> Option<DuelPlace> {
        let _ = key;
        None
    }

    /// The bytes that the rules keep for this position, if it does not fit in
    /// a key.
    fn outside_bytes(&self, key: &Key) -> usize {
        let _ = key;
        0
    }

    /// Whether play may not end.
    fn is_loopy(&self) -> bool {
        false
    }

    /// Whether both players have the same moves everywhere. It is asked once.
    fn is_impartial(&self) -> bool {
        self.about().kind.impartial
    }

    /// What may be done to one heap, if this is a heap game.
    fn heap_rules(&self) -> Option<&Arc<HeapRules>> {
        None
    }

    /// The characters of the squares of a board, and what they stand for.
    fn palette(&self) -> &'static [(char, &'static str)] {
        &[]
    }

    /// Draws a position with characters.
    fn draw(&self, key: &Key) -> String {
        self.write(key)
    }

    /// What a position looks like.
    fn scene(&self, key: &Key) -> Scene {
        Scene::board(&self.write(key), Figure::Stone)
    }

    /// What a position looks like that was reached from `start` by moves.
    fn traced(&self, key: &Key, start: &Key, moves: &[&str]) -> Scene {
        let _ = (start, moves);
        self.scene(key)
    }

    /// The notation of a move as it looks from the other side.
    fn turned(&self, text: &str) -> Option<String> {
        let _ = text;
        None
    }

    /// What to click for a move: one or several ways.
    fn paths(&self, key: &Key, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        let _ = key;
        vec![scene.named_in(text)]
    }

    /// Why squares that a person typed make no move.
    fn objection(&self, typed: &TypedSquares) -> Option<String> {
        let _ = typed;
        None
    }

    /// A random position of about the size of `like`, from `random(n)`, a
    /// number below n: some moves of either player after it.
    fn scatter(&self, like: &Key, random: &mut dyn FnMut(u64) -> u64) -> Key {
        let mut here = *like;
        let mut options = Vec::new();
        for _ in 0..random(self.rank(like).saturating_add(1).min(64)) {
            let player = Player::BOTH[random(2) as usize];
            options.clear();
            let _ = self.moves(&here, player, &mut |_, after| {
                options.push(after);
                match options.len() < 1 << 10 {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            if !options.is_empty() {
                here = options[random(options.len() as u64) as usize];
            }
        }
        here
    }

    /// A second opinion for tests.
    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let _ = (text, player);
        None
    }

    /// All positions on the board of `like`.
    fn all(&self, like: &Key) -> Option<AllPositions<Key>> {
        let _ = like;
        None
    }

    /// The rules in the type that is made for a position, for those that know
    /// it.
    #[doc(hidden)]
    fn native(&self, key: &Key) -> Option<&dyn Any> {
        let _ = key;
        None
    }
}

/// The words for the thing with a number, counted from 0 in the order in which
/// `each` visits them.
pub(crate) fn nth(
    number: usize,
    each: impl FnOnce(&mut dyn FnMut(&dyn Display) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Option<String> {
    let (mut text, mut seen) = (None, 0);
    let _ = each(&mut |words| {
        if seen == number {
            text = Some(words.to_string());
            return ControlFlow::Break(());
        }
        seen += 1;
        ControlFlow::Continue(())
    });
    text
}

/// Takes a move in words and the position after it.
pub type EachMove<'a> = dyn FnMut(&dyn Display, Key) -> ControlFlow<()> + 'a;

/// The number of options at which a buffer is emptied.
const FULL: usize = 256;

/// A buffer for options, used again from position to position. When it is
/// full, whoever asked takes them out and may say stop: a heap has more
/// options than fit in any memory. Options that do not fit in a key are taken
/// out at once, for they may take long to make.
pub struct Keys<'b> {
    keys: &'b mut Vec<Key>,
    each: &'b mut EachKeys<'b>,
}

type EachKeys<'a> = dyn FnMut(&[Key]) -> ControlFlow<()> + 'a;

impl<'b> Keys<'b> {
    pub(crate) fn new(keys: &'b mut Vec<Key>, each: &'b mut EachKeys<'b>) -> Self {
        Keys { keys, each }
    }

    /// Adds an option.
    #[inline]
    pub fn push(&mut self, key: Key) -> ControlFlow<()> {
        self.keys.push(key);
        match self.keys.len() < FULL && !key.is_interned() {
            true => ControlFlow::Continue(()),
            false => self.flush(),
        }
    }

    pub(crate) fn flush(&mut self) -> ControlFlow<()> {
        let flow = (self.each)(self.keys);
        self.keys.clear();
        flow
    }
}

/// A buffer for options that are sums of parts in normal form.
pub struct Sums<'b> {
    parts: &'b mut Vec<(Key, bool)>,
    /// Where the parts of each option end.
    ends: &'b mut Vec<usize>,
    /// A part does not fit in a key.
    large: bool,
    each: &'b mut EachSums<'b>,
}

type EachSums<'a> = dyn FnMut(&[(Key, bool)], &[usize]) -> ControlFlow<()> + 'a;

impl<'b> Sums<'b> {
    pub(crate) fn new(
        parts: &'b mut Vec<(Key, bool)>,
        ends: &'b mut Vec<usize>,
        each: &'b mut EachSums<'b>,
    ) -> Self {
        Sums {
            parts,
            ends,
            large: false,
            each,
        }
    }

    /// Adds a part to the option at hand, or its negative (`true`).
    #[inline]
    pub fn part(&mut self, key: Key, negated: bool) {
        self.parts.push((key, negated));
        self.large |= key.is_interned();
    }

    /// The option at hand has no more parts.
    #[inline]
    pub fn end(&mut self) -> ControlFlow<()> {
        self.ends.push(self.parts.len());
        match self.ends.len() < FULL && !self.large {
            true => ControlFlow::Continue(()),
            false => self.flush(),
        }
    }

    pub(crate) fn flush(&mut self) -> ControlFlow<()> {
        let flow = (self.each)(self.parts, self.ends);
        self.parts.clear();
        self.ends.clear();
        self.large = false;
        flow
    }
}
