//! The points of a thermograph worth naming.

use values::{Dyadic, Player, Thermograph};

/// Where every thermograph begins.
pub fn bottom() -> Dyadic {
    Dyadic::from(-1)
}

/// A point of a wall whose value is worth a label.
pub struct Corner {
    pub temperature: Dyadic,
    pub value: Dyadic,
}

/// The corners of a wall from the mast down, with the stop at t = 0 and the
/// end at t = −1 added and the base of the mast left out.
///
/// A value that a vertical stretch repeats is given once, at the top of the
/// stretch; walls are monotone, so repeats are neighbours.
pub fn corners(graph: &Thermograph, player: Player) -> Vec<Corner> {
    let wall = graph.wall(player);
    let mut points: Vec<Corner> = wall
        .corners()
        .iter()
        .map(|(temperature, value)| Corner {
            temperature: temperature.clone(),
            value: value.clone(),
        })
        .collect();
    if graph.temperature().signum() > 0 {
        points.push(Corner {
            temperature: Dyadic::zero(),
            value: wall.at(&Dyadic::zero()),
        });
    }
    points.sort_by(|a, b| b.temperature.cmp(&a.temperature));
    points.dedup_by(|later, earlier| later.value == earlier.value);
    let mean = graph.mean();
    points.retain(|corner| corner.value != *mean);
    points
}

/// Every temperature at which a wall turns, with −1, 0 and the temperature of
/// the game; the most important first, then the simplest.
pub fn temperatures(graph: &Thermograph) -> Vec<Dyadic> {
    let top = graph.temperature();
    let mut turns: Vec<Dyadic> = [Player::Left, Player::Right]
        .iter()
        .flat_map(|&player| graph.wall(player).corners())
        .map(|(temperature, _)| temperature.clone())
        .chain([bottom(), Dyadic::zero()])
        .collect();
    let rank = |t: &Dyadic| {
        if t.is_zero() {
            0
        } else if t == top {
            1
        } else if *t == bottom() {
            2
        } else {
            3 + u64::from(t.exponent())
        }
    };
    turns.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| b.cmp(a)));
    turns.dedup();
    turns
}
