//! Figs. 9 and 11: how the numbers of positions grow.

use super::GAME;
use super::growth::{COUNTED, FIG10_COUNTED, LARGEST, counted};
use crate::{Context, Figure, Trouble};
use draw::{Curve, Plot, Series, plot};

/// What the paper had of the positions of 8x8 with its 24 pawns when memory
/// ran out.
const UNFINISHED: (f64, f64) = (24.0, 33.55e6);

pub fn growth(context: &mut Context<'_>) -> Result<Vec<Figure>, Trouble> {
    let largest = context.full.then_some(LARGEST);
    let mut starts = Vec::new();
    for start in COUNTED.into_iter().chain(largest) {
        let (pawns, positions) = counted(context, start)?;
        starts.push((f64::from(pawns), positions as f64));
    }
    let fig9 = Plot {
        title: "Legionnaires, Fig. 9: positions that can be reached from starting positions".into(),
        axes: ["pawns p", "positions"],
        series: vec![
            Series {
                label: "counted".into(),
                points: starts,
                hollow: false,
            },
            Series {
                label: "8×8, at least (the paper)".into(),
                points: vec![UNFINISHED],
                hollow: true,
            },
        ],
        curves: vec![Curve {
            label: "2.3ᵖ".into(),
            at: |p| 2.3f64.powf(p),
        }],
    };
    let mut against_one = Vec::new();
    for n in 2..=FIG10_COUNTED {
        let edges = context.count(GAME, &format!("fig10-{n}"))?.edges;
        against_one.push((f64::from(n), edges as f64));
    }
    let fig11 = Plot {
        title: "Legionnaires, Fig. 11: options in the game of n pawns against one".into(),
        axes: ["White pawns p", "options"],
        series: vec![Series {
            label: "counted".into(),
            points: against_one,
            hollow: false,
        }],
        curves: vec![Curve {
            label: "9.5 × 1.63ᵖ".into(),
            at: |p| 9.5 * 1.63f64.powf(p),
        }],
    };
    let figure = |number, picture: &Plot| Figure {
        file: format!("legionnaires-{number}.svg"),
        svg: plot(picture),
    };
    Ok(vec![figure(9, &fig9), figure(11, &fig11)])
}
