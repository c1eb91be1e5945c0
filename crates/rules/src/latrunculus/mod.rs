//! Latrunculus glaucus, Anthony Hodson's Roman war game with a die (2006).
//!
//! A turn is a throw and many small actions, so this is not a
//! [`Position`](crate::Position): nothing about it is solved, and it has types
//! of its own.

mod action;
mod board;
mod moment;
mod options;
mod results;
mod shots;
mod square;
mod state;
mod table;
mod turn;

pub use action::{Action, Walk, write_actions};
pub use board::{Board, LEAST_COST, Piece, colour};
pub use moment::Moment;
pub use options::{Attack, Options};
pub use results::Results;
pub use shots::shots;
pub use square::Square;
pub use state::{State, Verdict};
pub use turn::{Stuck, THROWS, Turn};

use crate::game::{Info, Kind, Variant};

/// What `legatus games latrunculus` prints.
pub static INFO: Info = Info {
    name: "latrunculus",
    title: "Latrunculus glaucus",
    rules: "A war game on 8x8 squares. Each side has 16 Soldiers and a King. The players take \
            turns: throw a die and spend up to that many pips, in any order and with any pieces. \
            A step to one of the eight squares around, which must be empty, costs one pip. The \
            King may also step over his own Soldiers, one pip for each square, if he comes to an \
            empty square in the end. To kill an enemy costs 4 pips plus its Force (its worth and \
            that of its friends next to it) less the attacking Force (the worth of your pieces \
            next to it, of which there must be one), but at least 2; a Soldier is worth 1, a King \
            3. The victim is taken away and nobody moves. A piece may not come again to a square \
            where it was in this turn, unless something was killed since. Who can do something \
            must; who cannot passes, but if the King could go over an enemy, and nothing else can \
            be done, he must, and is killed. Who kills the King wins, and who has six Soldiers \
            more than the other at the end of a turn. After 80 turns without a kill who has more \
            Soldiers wins, and equal numbers are a draw.",
    notation: "Rows from the top, separated by /: w b Soldiers of White and Black, W B Kings, . \
               empty; Left is Black. A turn is written as steps and kills: e3-e4-f5 x g6 is two \
               steps of one piece and a kill on g6. Rules are chosen behind a colon, with commas \
               between: latrunculus:behind,lead=8.",
    kind: Kind {
        chance: true,
        perfect_information: true,
        finite: false,
        drawn: false,
        impartial: false,
    },
    variants: &[
        Variant::new(
            "behind",
            "another layout as the start: front (the default), behind, back, second",
        ),
        Variant::new(
            "lead=8",
            "a lead of so many Soldiers wins (6 unless said); lead=off: only the King's death",
        ),
        Variant::new(
            "stall=40",
            "turns without a kill that end the game (80 unless said); stall=off: none",
        ),
        Variant::new(
            "revisit=free",
            "pieces may come again to squares where they were in the turn",
        ),
        Variant::new(
            "attack=far",
            "a kill needs no attacker next to the victim, only the pips that the Forces ask for",
        ),
    ],
    starts: &options::STARTS,
    example: "start",
    ..Info::BLANK
};
