//! What a ruleset says about itself, and how its positions are written.

use crate::bad_input::BadInput;
use crate::grid::{plain_size, read_size};
use crate::heaps::HeapRules;
use crate::key::Key;
use crate::objection::TypedSquares;
use crate::position::Position;
use crate::scene::{Figure, Scene};
use std::sync::Arc;
use values::Player;

/// A ruleset: reads, writes and draws positions, and describes itself.
pub trait Game: Clone + Send + Sync + 'static {
    /// Its positions.
    type Position: Position;

    /// The description of the game that this type is.
    fn info() -> &'static Info;

    /// The description of this game, also where the type does not tell.
    fn about(&self) -> &'static Info {
        Self::info()
    }

    /// The ruleset with a variant, such as `mace`; `None` is the plain game.
    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput>;

    /// Reads a position: a board, or the name of a start.
    fn read(&self, text: &str) -> Result<Self::Position, BadInput>;

    /// Writes a position in the one form that [`read`](Self::read) accepts
    /// for it. Law: reading it gives the position back.
    fn write(&self, position: &Self::Position) -> String;

    /// Draws a position with characters.
    fn draw(&self, position: &Self::Position) -> String {
        self.write(position)
    }

    /// What a position looks like. Law: the spots have different names.
    fn scene(&self, position: &Self::Position) -> Scene {
        Scene::board(&self.write(position), Figure::Stone)
    }

    /// What a position looks like that was reached from `start` by moves: what
    /// was there keeps its place, and what a move did is seen where the text
    /// of the position does not tell. Law: it has the spots of
    /// [`scene`](Self::scene), by name.
    fn traced(&self, position: &Self::Position, start: &Self::Position, moves: &[&str]) -> Scene {
        let _ = (start, moves);
        self.scene(position)
    }

    /// The notation of a move as it looks from the other side, where it looks
    /// different: a pin from the other end of a row. It may be given to
    /// [`paths`](Self::paths) and [`traced`](Self::traced) and is understood
    /// where moves are typed.
    fn turned(&self, text: &str) -> Option<String> {
        let _ = text;
        None
    }

    /// What to click for a move, given in its notation: one or several ways,
    /// each of them spots of the scene. Law: there is one, and it is not
    /// empty, if the scene shows every stone.
    fn paths(&self, position: &Self::Position, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        let _ = position;
        vec![scene.named_in(text)]
    }

    /// Why squares that a person typed make no move. `None`: the game has
    /// nothing to say of its own.
    fn objection(&self, typed: &TypedSquares) -> Option<String> {
        let _ = typed;
        None
    }

    /// The characters of the squares of a board, and what they stand for.
    fn palette(&self) -> &'static [(char, &'static str)] {
        &[]
    }

    /// The position that is [packed](Position::pack) into a key. Law: it is
    /// the one that was packed. A game without it keeps its positions
    /// elsewhere when their type is not known, which takes more time and
    /// memory.
    fn unpack(&self, key: &Key) -> Option<Self::Position> {
        let _ = key;
        None
    }

    /// Whether play may not end.
    fn is_loopy(&self) -> bool {
        false
    }

    /// Whether both players have the same moves everywhere.
    fn is_impartial(&self) -> bool {
        self.about().kind.impartial
    }

    /// Positions for tests and searches: a random one of about the size of
    /// `like`, from `random(n)`, a number below n.
    fn scatter(&self, like: &Self::Position, random: &mut dyn FnMut(u64) -> u64) -> Self::Position;

    /// What may be done to one heap, if this is a heap game.
    fn heap_rules(&self) -> Option<&Arc<HeapRules>> {
        None
    }

    /// A second opinion for tests: the position after every move of `player`,
    /// as text, straight from the rules on the text that
    /// [`write`](Self::write) gave. Slow and obviously right; shares no code
    /// with the position. `None`: the game has no second opinion.
    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let _ = (text, player);
        None
    }

    /// All positions on the board of `like` with the same fixed features
    /// (blocked squares), if they can be counted: the number, and the i-th.
    fn all(&self, like: &Self::Position) -> Option<AllPositions<Self::Position>> {
        let _ = like;
        None
    }
}

/// In an implementation of [`Game`]: the description, and the one ruleset that
/// a game without variants has.
macro_rules! one_ruleset {
    ($info:ident) => {
        fn info() -> &'static $crate::Info {
            &$info
        }

        fn with_variant(variant: Option<&str>) -> Result<Self, $crate::BadInput> {
            $info.plain(variant)
        }
    };
}
pub(crate) use one_ruleset;

/// In an implementation of [`Game`] whose positions are
/// [on boards](crate::grid::OnBoard): how they are written and drawn.
macro_rules! text_of_board {
    () => {
        fn write(&self, position: &Self::Position) -> String {
            position.written()
        }

        fn draw(&self, position: &Self::Position) -> String {
            position.drawn()
        }
    };
}
pub(crate) use text_of_board;

/// Every position of a board, by number.
pub struct AllPositions<P> {
    /// How many there are.
    pub count: u128,
    /// The i-th.
    pub get: Box<dyn Fn(u128) -> P + Send + Sync>,
}

impl<P: Position> AllPositions<P> {
    /// The positions given by a set of `squares` squares, a bit each.
    pub fn binary(
        squares: usize,
        make: impl Fn(u128) -> P + Send + Sync + 'static,
    ) -> Option<Self> {
        Some(AllPositions {
            count: 1u128.checked_shl(squares as u32)?,
            get: Box::new(make),
        })
    }

    /// The positions given by three choices on each of `squares` squares.
    pub fn ternary(
        squares: usize,
        make: impl Fn(&mut dyn Iterator<Item = usize>) -> P + Send + Sync + 'static,
    ) -> Option<Self> {
        let count = 3u128.checked_pow(u32::try_from(squares).ok()?)?;
        let get = move |mut n: u128| {
            make(&mut (0..squares).map(|_| {
                let digit = (n % 3) as usize;
                n /= 3;
                digit
            }))
        };
        Some(AllPositions {
            count,
            get: Box::new(get),
        })
    }
}

/// A named starting position.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// What to type.
    pub name: &'static str,
    /// The position.
    pub text: &'static str,
    /// Where it comes from.
    pub about: &'static str,
}

impl Start {
    /// What to type, the position, and where it comes from.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str, about: &'static str) -> Self {
        Start { name, text, about }
    }
}

/// A variant of the rules.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// What to type behind the colon.
    pub name: &'static str,
    /// What changes.
    pub about: &'static str,
}

impl Variant {
    /// What to type behind the colon, and what changes.
    #[must_use]
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Variant { name, about }
    }
}

/// The lecture notes' taxonomy of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Dice or cards decide something.
    pub chance: bool,
    /// Both players see everything.
    pub perfect_information: bool,
    /// Every line of play ends.
    pub finite: bool,
    /// Play ends by itself but for positions that are drawn, in which it is
    /// counted as going on.
    pub drawn: bool,
    /// Both players have the same moves.
    pub impartial: bool,
}

impl Kind {
    /// A finite game without chance in which the players' moves differ.
    pub const PARTIZAN: Kind = Kind {
        chance: false,
        perfect_information: true,
        finite: true,
        drawn: false,
        impartial: false,
    };
    /// A finite game without chance in which both have the same moves.
    pub const IMPARTIAL: Kind = Kind {
        impartial: true,
        ..Kind::PARTIZAN
    };
}

/// What `legatus games NAME` prints.
#[derive(Debug)]
pub struct Info {
    /// The name on the command line, in the calculator and in JSON.
    pub name: &'static str,
    /// The name people say.
    pub title: &'static str,
    /// CGSuite's qualified names for it.
    pub cgsuite: &'static [&'static str],
    /// The rules.
    pub rules: &'static str,
    /// How positions and moves are written.
    pub notation: &'static str,
    /// What kind of game it is.
    pub kind: Kind,
    /// What people call the two sides, Left's first, by their colours or by
    /// what they do.
    pub sides: [&'static str; 2],
    /// Who makes the first move, by the rules or by tradition; Left where
    /// neither says.
    pub first: Player,
    /// The names of the starts in which the first move has been made.
    pub answered: &'static [&'static str],
    /// The variants.
    pub variants: &'static [Variant],
    /// The named starting positions, the usual one first.
    pub starts: &'static [Start],
    /// A small position for examples.
    pub example: &'static str,
}

impl Info {
    /// What most descriptions share: Left begins, and there is nothing but the
    /// plain rules and the example.
    pub const BLANK: Info = Info {
        name: "",
        title: "",
        cgsuite: &[],
        rules: "",
        notation: "",
        kind: Kind::PARTIZAN,
        sides: ["Black", "White"],
        first: Player::Left,
        answered: &[],
        variants: &[],
        starts: &[],
        example: "",
    };

    /// The ruleset of a game without variants.
    pub fn plain<G: Default>(&self, variant: Option<&str>) -> Result<G, BadInput> {
        variant.map_or_else(|| Ok(G::default()), |other| Err(self.no_variant(other)))
    }

    /// The complaint about a variant that the game does not have.
    #[must_use]
    pub fn no_variant(&self, variant: &str) -> BadInput {
        let known: Vec<String> = self
            .variants
            .iter()
            .map(|v| format!("{}:{}", self.name, v.name))
            .collect();
        let hint = if known.is_empty() {
            format!("write `{}`", self.name)
        } else {
            format!("write `{}`, or one of {}", self.name, known.join(", "))
        };
        BadInput::new(format!("{} has no variant `{variant}`", self.name), hint)
    }

    /// What people call a side in this game; nothing where the sides do not
    /// differ.
    ///
    /// ```
    /// let hackenbush = rules::find("hackenbush").unwrap();
    /// assert_eq!(hackenbush.side(values::Player::Left), Some("Blue"));
    /// assert_eq!(rules::find("nim").unwrap().side(values::Player::Left), None);
    /// ```
    #[must_use]
    pub fn side(&self, player: Player) -> Option<&'static str> {
        let [left, right] = self.sides;
        let name = match player {
            Player::Left => left,
            Player::Right => right,
        };
        (!self.kind.impartial).then_some(name)
    }

    /// Where play starts unless told otherwise: the first start, or the
    /// example.
    #[must_use]
    pub fn standard(&self) -> &'static str {
        self.starts.first().map_or(self.example, |start| start.name)
    }

    /// The text of the start with this name, however a size in it is spelled.
    #[must_use]
    pub fn start(&self, name: &str) -> Option<&'static str> {
        let name = plain_size(name);
        let found = self.starts.iter().find(|s| s.name == name)?;
        Some(found.text)
    }

    /// Who is to move at the start of a game from a position: a start by its
    /// name, or any other text.
    #[must_use]
    pub fn first_at(&self, position: &str) -> Player {
        match self.answered.contains(&&*plain_size(position)) {
            true => -self.first,
            false => self.first,
        }
    }

    /// The complaint about a size that is no start, in a game that is not
    /// played from an empty board. `others` are names of boards of this size
    /// that have one, besides the listed starts.
    #[must_use]
    pub fn no_start(&self, rows: usize, cols: usize, others: &[String]) -> BadInput {
        let size = format!("{rows}x{cols}");
        let sized = |name: &str| {
            name.strip_prefix(&size)
                .is_some_and(|rest| rest.starts_with('-'))
        };
        let names = self.starts.iter().map(|start| start.name);
        let mut known: Vec<&str> = names.clone().filter(|name| sized(name)).collect();
        if known.is_empty() {
            known = others.iter().map(String::as_str).collect();
        }
        let starts = match known.is_empty() {
            true => {
                let sizes: Vec<&str> = names.filter(|name| read_size(name).is_some()).collect();
                format!("starts are {}", sizes.join(", "))
            }
            false => format!("of this size there are {}", known.join(", ")),
        };
        BadInput::new(
            format!("{size} is no start of {}", self.title),
            format!(
                "{starts}; or write the board out, such as `{}`",
                self.example
            ),
        )
    }
}
