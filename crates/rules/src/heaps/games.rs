//! The heap games by name.

use super::{HeapRules, Heaps, Numbers, scene, slow};
use crate::bad_input::BadInput;
use crate::game::{Game, Info, Kind, Start, Variant};
use crate::key::Key;
use crate::scene::Scene;
use std::marker::PhantomData;
use std::sync::Arc;
use values::Player;

/// A heap game: its name and where its rules come from.
pub trait Named: Clone + Send + Sync + 'static {
    /// What `legatus games` says.
    const INFO: &'static Info;

    /// The rules of a variant.
    fn rules(variant: Option<&str>) -> Result<HeapRules, BadInput>;
}

/// The ruleset of a heap game.
#[derive(Clone, Debug)]
pub struct HeapGame<N> {
    rules: Arc<HeapRules>,
    name: PhantomData<N>,
}

impl<N: Named> HeapGame<N> {
    /// The game with rules that no variant names.
    pub(super) fn with_rules(rules: HeapRules) -> Self {
        HeapGame {
            rules: Arc::new(rules),
            name: PhantomData,
        }
    }
}

impl<N: Named> Game for HeapGame<N> {
    type Position = Heaps;

    fn info() -> &'static Info {
        N::INFO
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        Ok(HeapGame::with_rules(N::rules(variant)?))
    }

    fn unpack(&self, key: &Key) -> Option<Heaps> {
        Some(Heaps::unpack(&self.rules, key))
    }

    fn read(&self, text: &str) -> Result<Heaps, BadInput> {
        Heaps::read(&self.rules, N::INFO.start(text).unwrap_or(text))
    }

    fn write(&self, position: &Heaps) -> String {
        position.to_string()
    }

    /// A row of stones for every heap.
    fn draw(&self, position: &Heaps) -> String {
        const WIDEST: u64 = 60;
        let largest = position.heaps().iter().max();
        let width = largest.map_or(1, |h| h.to_string().len());
        let rows = position.heaps().iter().map(|&heap| {
            let stones = match usize::try_from(heap.min(WIDEST + 1)) {
                Ok(shown) if heap <= WIDEST => "o".repeat(shown),
                _ => format!("{} …", "o".repeat(WIDEST as usize)),
            };
            format!("{heap:>width$}  {stones}").trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    fn scene(&self, position: &Heaps) -> Scene {
        scene::scene(position)
    }

    fn traced(&self, position: &Heaps, start: &Heaps, moves: &[&str]) -> Scene {
        scene::traced(position, start, moves)
    }

    fn turned(&self, text: &str) -> Option<String> {
        scene::stands_in_rows(&self.rules)
            .then(|| scene::turned(text))
            .flatten()
    }

    fn paths(&self, position: &Heaps, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        scene::paths(position, scene, text)
    }

    fn scatter(&self, like: &Heaps, random: &mut dyn FnMut(u64) -> u64) -> Heaps {
        let largest = like.heaps().iter().max().copied().unwrap_or(5);
        let heaps = (0..like.heaps().len().max(1)).map(|_| random(largest + 1));
        Heaps::new(Arc::clone(&self.rules), heaps.collect()).unwrap_or_else(|_| like.clone())
    }

    fn heap_rules(&self) -> Option<&Arc<HeapRules>> {
        Some(&self.rules)
    }

    fn slow_options(&self, text: &str, _player: Player) -> Option<Vec<String>> {
        slow::options(&self.rules, text)
    }
}

macro_rules! heap_games {
    ($($(#[$doc:meta])* $name:ident, $marker:ident, $info:ident, $rules:expr;)*) => {
        $(
            $(#[$doc])*
            pub type $name = HeapGame<$marker>;

            #[doc = concat!("The name of [`", stringify!($name), "`].")]
            #[derive(Clone, Copy, Debug)]
            pub struct $marker;

            impl Named for $marker {
                const INFO: &'static Info = &$info;

                fn rules(variant: Option<&str>) -> Result<HeapRules, BadInput> {
                    let rules: fn(Option<&str>) -> Result<HeapRules, BadInput> = $rules;
                    rules(variant)
                }
            }
        )*
    };
}

heap_games! {
    /// Nim.
    Nim, NimName, NIM, |variant| plain(&NIM, variant, || Ok(HeapRules::Nim));
    /// 1-2-3 Nim of the lecture notes.
    OneTwoThreeNim, OneTwoThreeNimName, ONE_TWO_THREE_NIM, |variant| {
        plain(&ONE_TWO_THREE_NIM, variant, || Ok(HeapRules::Subtraction(Numbers::up_to(3))))
    };
    /// A subtraction game.
    Subtraction, SubtractionName, SUBTRACTION, |variant| {
        HeapRules::subtraction(given(&SUBTRACTION, variant, "set of numbers to take")?)
    };
    /// Kayles, 0.77.
    Kayles, KaylesName, KAYLES, |variant| plain(&KAYLES, variant, || HeapRules::code("0.77"));
    /// Dawson's Kayles, 0.07.
    DawsonsKayles, DawsonsKaylesName, DAWSONS_KAYLES, |variant| {
        plain(&DAWSONS_KAYLES, variant, || HeapRules::code("0.07"))
    };
    /// Grundy's game, 4!. in the notation of codes.
    GrundysGame, GrundysGameName, GRUNDYS_GAME, |variant| {
        plain(&GRUNDYS_GAME, variant, || HeapRules::code("4!."))
    };
    /// Any take-and-break code.
    Octal, OctalName, OCTAL, |variant| HeapRules::code(given(&OCTAL, variant, "code")?);
    /// Heaps that leave smaller ones, as coins that are turned.
    SpawningHeaps, SpawningName, SPAWNING, |variant| {
        HeapRules::spawning(given(&SPAWNING, variant, "code")?)
    };
}

fn plain(
    info: &Info,
    variant: Option<&str>,
    rules: impl Fn() -> Result<HeapRules, BadInput>,
) -> Result<HeapRules, BadInput> {
    match variant {
        None => rules(),
        Some(other) => Err(info.no_variant(other)),
    }
}

fn given<'v>(info: &Info, variant: Option<&'v str>, what: &str) -> Result<&'v str, BadInput> {
    variant.ok_or_else(|| {
        let example = info.variants.first().map_or("", |v| v.name);
        BadInput::new(
            format!("{} needs its {what}", info.name),
            format!("write it behind a colon, such as {}:{example}", info.name),
        )
    })
}

static NIM: Info = Info {
    name: "nim",
    title: "Nim",
    cgsuite: &["game.heap.Nim", "Nim"],
    rules: "Take any number of stones, at least one, from one heap. Who cannot move loses.",
    notation: "The sizes of the heaps, `3,4,5`, which keep their places, emptied ones as 0; a \
               move is `take 2 from heap 3`, heaps being called by their size, the second of a \
               size `2nd heap 3`.",
    kind: Kind::IMPARTIAL,
    starts: &[
        Start::new("classic", "3,4,5", "the usual first example"),
        Start::new("marienbad", "1,3,5,7", "the game of the film"),
    ],
    example: "3,4,5",
    ..Info::BLANK
};

static ONE_TWO_THREE_NIM: Info = Info {
    name: "one_two_three_nim",
    title: "1-2-3 Nim",
    rules: "Take one, two or three stones from one row. Who cannot move loses.",
    notation: "The lengths of the rows, `13` or `3,4,5`; a move is `take 2 from heap 3`.",
    kind: Kind::IMPARTIAL,
    example: "3,4,5",
    ..Info::BLANK
};

static SUBTRACTION: Info = Info {
    name: "subtraction",
    title: "Subtraction games",
    cgsuite: &["game.heap.Subtraction", "Subtraction"],
    rules: "Take from one heap a number of stones that is in the set of the game. Who cannot \
            move loses.",
    notation: "The set stands behind the name, `subtraction:2,3,7`; with `allbut:` any number \
               that is not in the set may be taken. A position is the sizes of the heaps, `20,7`.",
    kind: Kind::IMPARTIAL,
    variants: &[
        Variant::new("1,2,3", "take 1, 2 or 3; any set can be written"),
        Variant::new(
            "allbut:2,3,7",
            "take anything but 2, 3 or 7; any set can be written",
        ),
    ],
    example: "20,7",
    ..Info::BLANK
};

static KAYLES: Info = Info {
    name: "kayles",
    title: "Kayles",
    cgsuite: &["game.heap.Kayles", "Kayles"],
    rules: "Knock down one pin or two neighbouring pins of a row, which may split it in two. Who \
            cannot move loses.",
    notation: "The lengths of the rows, `12` or `5,7`; a move is `split 7 into 2+4 taking 1`.",
    kind: Kind::IMPARTIAL,
    example: "12",
    ..Info::BLANK
};

static DAWSONS_KAYLES: Info = Info {
    name: "dawsons_kayles",
    title: "Dawson's Kayles",
    cgsuite: &["game.heap.DawsonsKayles", "DawsonsKayles"],
    rules: "Knock down two neighbouring pins of a row, which may split it in two. Who cannot move \
            loses.",
    notation: "The lengths of the rows, `12` or `5,7`; a move is `split 7 into 2+3 taking 2`.",
    kind: Kind::IMPARTIAL,
    example: "12",
    ..Info::BLANK
};

static GRUNDYS_GAME: Info = Info {
    name: "grundys_game",
    title: "Grundy's game",
    cgsuite: &["game.heap.GrundysGame", "GrundysGame"],
    rules: "Split a heap into two heaps of different sizes. Who cannot move loses.",
    notation: "The sizes of the heaps, `12` or `5,7`; a move is `split 7 into 3+4`.",
    kind: Kind::IMPARTIAL,
    example: "12",
    ..Info::BLANK
};

static OCTAL: Info = Info {
    name: "octal",
    title: "Octal and other take-and-break games",
    cgsuite: &["game.heap.TakeAndBreak", "TakeAndBreak"],
    rules: "The digit at place t of the code says what may be left of a heap when t stones are \
            taken from it: 1 nothing, 2 one heap, 4 two heaps, 8 three heaps, or sums of these. \
            Who cannot move loses.",
    notation: "The code stands behind the name, `octal:0.137`; a digit before the point splits \
               without taking, `4.007`; digits go to F. `*` allows any number of heaps, \
               `{0,2,4+}` those listed; `!` behind a digit asks for heaps that are all different, \
               `?` for heaps not all equal, `=` for equal ones; digits in brackets at the end \
               repeat, `0.[3]`. A position is the sizes of the heaps, `12` or `5,7`.",
    kind: Kind::IMPARTIAL,
    variants: &[
        Variant::new("0.137", "Dawson's Chess; any code can be written"),
        Variant::new("0.007", "Treblecross"),
        Variant::new("0.6", "Officers"),
        Variant::new("0.3F", "a hexadecimal code"),
    ],
    example: "12",
    ..Info::BLANK
};

static SPAWNING: Info = Info {
    name: "spawning",
    title: "Spawning heaps",
    cgsuite: &["game.heap.Spawning", "Spawning"],
    rules: "A move takes a heap away and puts some smaller heaps, no two alike, in its place. The \
            code says how many heaps have a part in it, the one that goes included, and how their \
            sizes lie. A heap of n is as good as a coin at place n that shows its head in a game \
            of turning coins. Who cannot move loses.",
    notation: "The code stands behind the name: `spawning:1-3` for one to three heaps, `3` for \
               three, `1+` for any number. Behind it `C` asks for consecutive sizes, `E` for \
               equal distances, `S` for symmetric ones, `F` that a heap of one is among them, \
               `C(5)` that all lie within five; a comma parts several codes. A position is the \
               sizes of the heaps, `12` or `5,7`.",
    kind: Kind::IMPARTIAL,
    variants: &[
        Variant::new("1-3", "Mock Turtles; any code can be written"),
        Variant::new("1+C", "the Ruler game"),
        Variant::new("4FS", "Grunt"),
    ],
    example: "5",
    ..Info::BLANK
};
