//! Rulesets of combinatorial games: positions, moves, how they are written.
//!
//! A game is one file that implements [`Position`] (moves, and what theory
//! knows about them) and [`Game`] (reading, writing, a description), and one
//! line in the registry. A puzzle for one player implements [`Puzzle`] instead.
//! Nothing here knows how a position is solved.
//!
//! ```
//! use rules::{Clobber, Component, Game, Position};
//! use values::Player;
//!
//! // In the game's own type, or in one for all games:
//! let game = Clobber::<u64>::with_variant(None)?;
//! let position = game.read("XXO")?;
//! assert_eq!(position.mobility(Player::Left), 1);
//! let position = Component::read("clobber", "XXO")?;
//! assert!(position.can_move(Player::Right));
//! # Ok::<(), rules::BadInput>(())
//! ```
//!
//! A program adds games of its own with [`register`]; the example `cutcake`
//! of the crate `legatus` is one.

mod amazons;
mod any;
mod arrange;
mod bad;
mod bits;
mod clobber;
mod col;
mod component;
mod cram;
mod domineering;
mod eights;
mod game;
mod graph;
mod grid;
mod ground;
mod hackenbush;
mod heaps;
mod impartial;
mod konane;
pub mod latrunculus;
mod layout;
mod legionnaires;
mod outside;
mod painting;
mod picture;
mod plan;
mod position;
mod puzzles;
mod random;
mod registry;
mod scene;
mod snort;
mod strip;
mod toads_and_frogs;
mod toppling_dominoes;

pub use amazons::{Amazons, TYPES as AMAZONS_TYPES};
pub use any::AnyGame;
pub use bad::BadInput;
pub use bits::{Bits, Squares};
pub use clobber::Clobber;
pub use col::Col;
pub use component::{Component, ComponentMove, Key};
pub use cram::Cram;
pub use domineering::Domineering;
pub use game::{AllPositions, Game, Info, Kind, Start, Variant};
pub use grid::{Board, Cell, DIRECTIONS, Geometry, MAX_SQUARES, blank, read_size};
pub use ground::{Ground, GroundPlace, MAX_POSTS, Region};
pub use hackenbush::Hackenbush;
pub use heaps::{
    Code, DawsonsKayles, Digit, GrundysGame, HeapMove, HeapRules, Heaps, Kayles, MAX_HEAP, Nim,
    Numbers, Octal, OneTwoThreeNim, Shape, Subtraction,
};
pub use impartial::Impartial;
pub use konane::Konane;
pub use layout::{Layout, Pair};
pub use legionnaires::Legionnaires;
pub use outside::register;
pub use plan::Plan;
pub use position::{Known, Normal, Packed, Place, Position};
pub use puzzles::{
    KnightsTour, PUZZLES, PegSolitaire, Puzzle, PuzzleInfo, PuzzleVisitor, find_puzzle,
    visit_puzzle,
};
pub use random::Random;
pub use registry::{
    Visitor, canonical_name, chance_games, distance, example_name, find, games, visit,
};
pub use scene::{Figure, Holds, Outline, SIDE, Scene, Spot};
pub use snort::Snort;
pub use toads_and_frogs::ToadsAndFrogs;
pub use toppling_dominoes::TopplingDominoes;
