//! Snort (Simon Norton): no two neighbours in different colours.

use crate::game::Info;
use crate::painting::{PaintGame, PaintRule, STAR, painting_notation};
use values::Player;

/// The ruleset.
pub type Snort = PaintGame<SnortRule>;

/// Nobody paints next to the other colour.
#[derive(Clone, Copy, Debug)]
pub struct SnortRule;

impl PaintRule for SnortRule {
    const INFO: &'static Info = &INFO;

    fn barred(painter: Player) -> Player {
        painter.opposite()
    }
}

static INFO: Info = Info {
    name: "snort",
    title: "Snort",
    cgsuite: &["game.graph.Snort", "game.grid.Snort", "Snort"],
    rules: "Left paints a free vertex in her colour, Right in his; nobody may paint a vertex next \
            to one of the other's colour. Who cannot move loses.",
    notation: painting_notation!(),
    starts: &[STAR],
    example: "../../..",
    ..Info::BLANK
};
