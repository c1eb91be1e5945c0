//! Who wins: how much search a fixed list of positions and sums takes.
//!
//! One thread, so that the number of nodes is the same in every run.

use rules::{Amazons, Clobber, Domineering, Game, Legionnaires};
use solve::{Convention, Search, Statistics, Term};
use values::{Arena, Outcome};

/// A position or a sum, and who wins it.
pub struct Instance {
    /// What it is called in the table.
    pub name: &'static str,
    /// Who wins.
    pub outcome: Outcome,
    /// Searches.
    pub solve: fn() -> (Outcome, Statistics),
}

macro_rules! instances {
    ($($name:literal, $game:ty, $outcome:ident, [$($text:literal),*];)*) => {
        /// All of them.
        pub const INSTANCES: &[Instance] = &[$(Instance {
            name: $name,
            outcome: Outcome::$outcome,
            solve: || solve::<$game>(&[$($text),*]),
        },)*];
    };
}

instances! {
    "Amazons 6x2 corners", Amazons<u64>, N, ["6x2:a6,b1"];
    "Amazons 9x2 corners", Amazons<u64>, N, ["9x2:a9,b1"];
    "Amazons 4x4 corners", Amazons<u64>, N, ["4x4:a4,d1"];
    "Amazons 5x5 corners", Amazons<u64>, N, ["5x5:a5,e1"];
    "Clobber 4x4", Clobber<u64>, N, ["4x4"];
    "Clobber 4x5", Clobber<u64>, N, ["4x5"];
    "Clobber 4x6", Clobber<u64>, P, ["4x6"];
    "Domineering 5x5", Domineering<u64>, P, ["5x5"];
    "Domineering 6x6", Domineering<u64>, N, ["6x6"];
    "Domineering 7x7", Domineering<u64>, N, ["7x7"];
    "Domineering 8x8", Domineering<u64>, N, ["8x8"];
    "three Amazons 3x3", Amazons<u64>, N, ["L../.../..R", "L../.../..R", "L../.../..R"];
    "four Clobber 3x3", Clobber<u64>, P, ["3x3", "3x3", "3x3", "3x3"];
    "two Amazons 3x4", Amazons<u64>, N, ["L.../..../...R", ".L../..../..R."];
    "Legionnaires 6x6-18", Legionnaires<u64>, N, ["6x6-18"];
    "Legionnaires 8x8", Legionnaires<u64>, P, ["8x8"];
    "Legionnaires 3x10", Legionnaires<u64>, N, ["3x10"];
}

fn solve<G: Game>(texts: &[&str]) -> (Outcome, Statistics) {
    let game = G::with_variant(None).expect("the plain game");
    let read = |text: &&str| Term::Position(game.read(text).expect("a position"));
    let sum: Vec<Term<G::Position>> = texts.iter().map(read).collect();
    let mut search = Search::new(Convention::Normal).with_threads(1);
    let outcome = search.outcome(&mut Arena::new(), &sum).expect("no limit");
    (outcome, search.statistics())
}
