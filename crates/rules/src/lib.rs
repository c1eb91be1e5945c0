//! Rulesets of combinatorial games: positions, moves, how they are written.
//!
//! A game is one file that implements [`Position`] (moves, and what theory
//! knows about them) and [`Game`] (reading, writing, a description), and one
//! line in the registry. What only few games can do, such as to number the
//! positions of a board, they state as [`Capabilities`]. A puzzle for one
//! player implements [`Puzzle`] instead. Nothing here knows how a position is
//! solved.
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
//!
//! # Where to look
//!
//! | what | modules |
//! |---|---|
//! | the traits | `position`, `capabilities`, `bands`, `duels`, `move_limit`, `game` |
//! | games on boards | `amazons`, `clobber`, `cram`, `domineering`, `konane`, `legionnaires` |
//! | games on strips | `toads_and_frogs`, `toppling_dominoes` |
//! | games on graphs | `hackenbush`, `painting` (`col`, `snort`) |
//! | heaps | `heaps` |
//! | a game with a die | [`latrunculus`] |
//! | puzzles | `puzzles` |
//! | boards and sets of squares | `grid`, `bits`, `bitboard8`, `bitboard16`, `layout` |
//! | how positions are read and drawn | `bad_input`, `scene`, `picture`, `arrange`, `strip`, `graph` |
//! | games in text files | [`RuleFile`] |
//! | every game by its name | `registry`, `outside`, `impartial` |
//! | games known at run time | `ruleset`, `rulebook`, `key`, `native`, `interner`, `component`, `hot` |

mod amazons;
mod arrange;
mod bad_input;
mod bands;
mod bitboard16;
mod bitboard8;
mod bits;
mod capabilities;
mod clobber;
mod col;
mod component;
mod cram;
mod domineering;
mod duels;
mod game;
mod graph;
mod grid;
mod hackenbush;
mod heaps;
mod hot;
mod impartial;
mod interner;
mod key;
mod konane;
pub mod latrunculus;
mod layout;
mod legionnaires;
mod move_limit;
mod native;
mod objection;
mod outside;
mod painting;
mod picture;
mod position;
mod puzzles;
mod registry;
mod rule_file;
mod rulebook;
mod ruleset;
mod scene;
mod size;
mod snort;
mod strip;
mod toads_and_frogs;
mod toppling_dominoes;
mod turning;

pub use amazons::{Amazons, TYPES as AMAZONS_TYPES};
pub use bad_input::BadInput;
pub use bands::{Bands, Lines};
pub use bits::{Bits, Squares};
pub use capabilities::{Capabilities, Clusters, EachCluster, Judgement, Place, Places};
pub use clobber::Clobber;
pub use col::Col;
pub use component::{Component, ComponentMove};
pub use cram::Cram;
pub use domineering::Domineering;
pub use duels::{DuelGround, DuelPlace, DuelRegion, Duels, MAX_POSTS};
pub use game::{AllPositions, Game, Info, Kind, Start, Variant};
pub use grid::{Board, Cell, DIRECTIONS, Geometry, MAX_SQUARES, MAX_STRIP, blank, read_size};
pub use hackenbush::Hackenbush;
pub use heaps::{
    Code, DawsonsKayles, Digit, GrundysGame, HeapMove, HeapRules, HeapTable, Heaps, Kayles,
    MAX_HEAP, Nim, Numbers, Octal, OneTwoThreeNim, Shape, Spawning, SpawningHeaps, Subtraction,
};
pub use impartial::Impartial;
pub use interner::kept_bytes;
pub use key::Key;
pub use konane::Konane;
pub use layout::{Layout, Pair};
pub use legionnaires::Legionnaires;
pub use move_limit::{MOST_MOVES, MoveLimit, TOO_MANY_MOVES};
pub use objection::TypedSquares;
pub use outside::{register, register_ruleset};
pub use position::{Flow, Known, Normal, Position};
pub use puzzles::{
    KnightsTour, PUZZLES, PegSolitaire, Puzzle, PuzzleInfo, PuzzleVisitor, find_puzzle,
    visit_puzzle,
};
pub use registry::{
    Visitor, canonical_name, chance_games, example_name, find, games, games_in_rust,
    name_and_variant, names, visit,
};
pub use rule_file::files::{Files, allow as allow_files, open as open_file, open_text};
pub use rule_file::{Findings, MAX_PAIR, PairRules, RuleFile, is_rule_file, rule_file};
pub use rulebook::Rules;
pub use ruleset::{EachMove, Keys, Ruleset, Sums};
pub use scene::{Figure, Holds, Label, Outline, SIDE, Scene, Spot};
pub use snort::Snort;
/// The letters that have to be changed, put in or left out to make one word
/// of another.
pub use strsim::levenshtein as distance;
pub use toads_and_frogs::ToadsAndFrogs;
pub use toppling_dominoes::TopplingDominoes;
pub use turning::Turning;
pub use values::Random;
