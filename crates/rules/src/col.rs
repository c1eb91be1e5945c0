//! Col (Colin Vout): no two neighbours in one colour.

use crate::game::Info;
use crate::painting::{PaintGame, PaintRule, STAR, painting_notation};
use values::Player;

/// The ruleset.
pub type Col = PaintGame<ColRule>;

/// Nobody paints next to her own colour.
#[derive(Clone, Copy, Debug)]
pub struct ColRule;

impl PaintRule for ColRule {
    fn barred(painter: Player) -> Player {
        painter
    }

    const INFO: &'static Info = &INFO;
}

static INFO: Info = Info {
    name: "col",
    title: "Col",
    cgsuite: &["game.graph.Col", "game.grid.Col", "Col"],
    rules: "Left paints a free vertex in her colour, Right in his; nobody may paint a vertex next \
            to one of the same colour. Who cannot move loses. Every position is a number, or a \
            number and a star.",
    notation: painting_notation!(),
    starts: &[STAR],
    example: "../../.B",
    ..Info::BLANK
};
