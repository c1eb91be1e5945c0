//! Games as rule files beside the same games built in, and `cgt`: values of
//! the same positions.

use cgt::short::partizan::games::{amazons, domineering, konane, toads_and_frogs};
use rules::{Clobber, Domineering, Game, RuleFile, Rules};
use solve::Evaluator;
use std::cell::OnceCell;
use values::{Arena, Notation};

use crate::large::NO_LIMIT;
use crate::targets::{cgt_value, parse};

/// A position of a game that there is twice.
pub struct Twin {
    /// What it is called in the table.
    pub name: &'static str,
    game: &'static str,
    file: &'static str,
    position: &'static str,
    /// The value by `cgt`, if it knows the game.
    pub cgt: Option<fn() -> String>,
}

macro_rules! twin {
    ($name:literal, $game:literal, $position:literal, $cgt:expr) => {
        Twin {
            name: concat!("rule file, ", $name),
            game: $game,
            file: include_str!(concat!(
                "../../crates/rules/tests/data/twins/",
                $game,
                ".game"
            )),
            position: $position,
            cgt: $cgt,
        }
    };
}

/// All of them.
pub const TWINS: [Twin; 5] = [
    twin!("Clobber 4x4", "clobber", "BWBW/WBWB/BWBW/WBWB", None),
    twin!(
        "Domineering 5x5",
        "domineering",
        "...../...../...../...../.....",
        Some(|| cgt_value(&parse::<domineering::Domineering>(
            ".....|.....|.....|.....|....."
        )))
    ),
    twin!(
        "Toads and Frogs 5-4-5",
        "toads_and_frogs",
        "BBBBB....WWWWW",
        Some(|| cgt_value(&parse::<toads_and_frogs::ToadsAndFrogs>("TTTTT....FFFFF")))
    ),
    twin!(
        "Konane 4x5",
        "konane",
        "BWBWB/WB..W/BWBWB/WBWBW",
        Some(|| cgt_value(&parse::<konane::Konane>("xoxox|ox..o|xoxox|oxoxo")))
    ),
    twin!(
        "Amazons 3x4",
        "amazons",
        "B.../..../...W",
        Some(|| cgt_value(&parse::<amazons::Amazons>("x...|....|...o")))
    ),
];

impl Twin {
    /// The value by the file.
    pub fn by_file(&self) -> String {
        thread_local! {
            static RULES: OnceCell<Vec<(&'static str, Rules)>> = const { OnceCell::new() };
        }
        let read = |twin: &Twin| {
            let file = RuleFile::read(twin.file).expect("a rule file");
            (twin.game, file.rules(None).expect("the plain rules"))
        };
        RULES.with(|rules| {
            let rules = rules.get_or_init(|| TWINS.iter().map(read).collect());
            let found = rules.iter().find(|(game, _)| *game == self.game);
            value(&found.expect("every twin has rules").1, self.position)
        })
    }

    /// The value by the game that is built in, in its own type where its
    /// questions are compiled for it.
    pub fn built_in(&self) -> String {
        match self.game {
            "clobber" => value(&plain::<Clobber<u64>>(), self.position),
            "domineering" => value(&plain::<Domineering<u64>>(), self.position),
            "amazons" => value(&plain::<rules::Amazons<u64>>(), self.position),
            game => value(&Rules::find(game).expect("a game"), self.position),
        }
    }
}

fn plain<G: Game>() -> G {
    G::with_variant(None).expect("the plain game")
}

fn value<G: Game>(game: &G, text: &str) -> String {
    let position = game.read(text).expect("a position");
    let mut arena = Arena::new();
    let value = Evaluator::new()
        .value(&mut arena, &position)
        .expect(NO_LIMIT);
    arena.text(value, Notation::Ascii).expect(NO_LIMIT)
}
