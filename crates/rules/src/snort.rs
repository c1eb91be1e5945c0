//! Snort (Simon Norton): no two neighbours in different colours.

use crate::game::{Info, Kind, Start};
use crate::painting::{PaintGame, PaintRule, painting_notation};
use values::Player;

/// The ruleset.
pub type Snort = PaintGame<SnortRule>;

/// Nobody paints next to the other colour.
#[derive(Clone, Copy, Debug)]
pub struct SnortRule;

impl PaintRule for SnortRule {
    fn barred(painter: Player) -> Player {
        painter.opposite()
    }

    fn info() -> &'static Info {
        &INFO
    }
}

static INFO: Info = Info {
    name: "snort",
    title: "Snort",
    cgsuite: &["game.graph.Snort", "game.grid.Snort", "Snort"],
    rules: "Left paints a free vertex in her colour, Right in his; nobody may paint a vertex next \
            to one of the other's colour. Who cannot move loses.",
    notation: painting_notation!(),
    kind: Kind::PARTIZAN,
    first: Player::Left,
    answered: &[],
    variants: &[],
    starts: &[Start {
        name: "star",
        text: ".(-.;-.;-.;-.)",
        about: "a vertex with four neighbours",
    }],
    example: "../../..",
};
