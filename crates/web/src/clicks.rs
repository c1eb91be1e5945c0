//! Moves as a page offers them.

use rules::{Component, Position, Scene};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use values::{Budget, Player};

use super::fault::Fault;

/// Positions with more moves are not for clicking.
const MOST_MOVES: usize = 5_000;

/// Whether a player's moves can be listed.
pub fn clickable(component: &Component, player: Player, budget: &Budget) -> Result<(), Fault> {
    let (mut count, mut looked) = (0, Ok(()));
    let all = component.options(player, &mut |_| {
        count += 1;
        up_to(count, MOST_MOVES)?;
        budget.go_on(&mut looked)
    });
    looked?;
    listed((), all)
}

/// The moves of a player and what to click for them; `after` tells where they
/// lead, too. A move that looks different from the other side is listed as it
/// looks from there, too, with its proper notation in `as`.
pub fn legal(
    component: &Component,
    player: Player,
    scene: &Scene,
    after: bool,
    budget: &Budget,
) -> Result<Vec<Value>, Fault> {
    clickable(component, player, budget)?;
    let (mut moves, mut looked) = (Vec::new(), Ok(()));
    let all = component.spoken_moves(player, &mut |mv, option| {
        let text = mv.to_string();
        let turned = component.turned(&text);
        let position = after.then(|| option.text());
        let mut offer = |said: &str| {
            let mut object = json!({"paths": component.paths(scene, said), "move": said});
            if said != text {
                object["as"] = text.as_str().into();
            }
            if let Some(position) = &position {
                object["position"] = position.as_str().into();
            }
            moves.push(object);
        };
        offer(&text);
        if let Some(turned) = turned {
            offer(&turned);
        }
        // Several moves may lead to the same option.
        up_to(moves.len(), 4 * MOST_MOVES)?;
        budget.go_on(&mut looked)
    });
    looked?;
    listed(moves, all)
}

fn up_to(count: usize, most: usize) -> ControlFlow<()> {
    match count > most {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// What was found, if it is all.
fn listed<T>(found: T, all: ControlFlow<()>) -> Result<T, Fault> {
    match all {
        ControlFlow::Continue(()) => Ok(found),
        ControlFlow::Break(()) => Err(Fault::bad(
            format!("the position has more than {MOST_MOVES} moves"),
            "choose a smaller one, or ask the command line",
        )),
    }
}
