//! Values of sums in which play may not end.

use serde::Serialize;
use solve::{LoopyOutcome, SumGraph};
use std::io::{self, Write};
use values::{Loopy, Notation, Player, Side, Stoppers};

use crate::{Desk, Trouble};
use positions::Sum;

/// A value with loops and what follows from it. The members that only values
/// without loops have are null.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyAnswer {
    /// The canonical form; where the sides differ, `onside & offside`.
    pub value: String,
    /// Who wins: P, N, L, R, or with draws D, N^, P^, Nv or Pv.
    pub outcome: String,
    /// The mast of the thermograph, if it is a stopper and has one.
    pub mean: Option<String>,
    /// And its temperature.
    pub temperature: Option<String>,
    /// A game that may not end has no atomic weight.
    pub atomic_weight: Option<String>,
    /// The value when endless play is won by Left, if it is a stopper.
    pub onside: Option<String>,
    /// The value when endless play is won by Right, if it is a stopper.
    pub offside: Option<String>,
    /// Whether alternating play must end.
    pub stopper: bool,
    /// Where play stops when Left starts, for a stopper.
    pub left_stop: Option<String>,
    /// Where play stops when Right starts, for a stopper.
    pub right_stop: Option<String>,
}

/// The loopy value of a sum, in a store of its own.
pub(crate) fn resolve(desk: &mut Desk, sum: &Sum) -> Result<(Loopy, Stoppers), Trouble> {
    Ok(desk.working(|solvers, arena| {
        let mut stoppers = Stoppers::new();
        let value = sum.loopy_value(solvers, arena, &mut stoppers)?;
        Ok::<_, values::Error>((value, stoppers))
    })?)
}

/// The value that a text with loops says, in a store of its own.
pub(crate) fn read(desk: &mut Desk, text: &str) -> Result<(Loopy, Stoppers), Trouble> {
    let mut stoppers = Stoppers::new();
    let value = desk.working(|_, arena| stoppers.read(arena, text));
    let value = value.map_err(|error| Trouble::domain(error.to_string()))?;
    Ok((value, stoppers))
}

/// The thermograph of a sum in which play may not end, if it is a stopper.
pub(crate) fn graph(desk: &mut Desk, sum: &Sum) -> Result<SumGraph, Trouble> {
    let (value, mut stoppers) = resolve(desk, sum)?;
    let Some(stopper) = value.as_stopper() else {
        return Err(Trouble::domain(
            "alternating play in that game can go on for ever, and no thermograph of such games \
             is generally accepted; legatus value tells its value",
        ));
    };
    let graph = desk.working(|_, arena| stoppers.thermograph(arena, stopper))?;
    Ok(graph.into())
}

impl LoopyAnswer {
    /// What there is to say about a value with loops.
    pub(crate) fn of(
        desk: &mut Desk,
        value: &Loopy,
        stoppers: &mut Stoppers,
        notation: Notation,
    ) -> Result<Self, Trouble> {
        Ok(desk.working(|_, arena| {
            let mut side = |side: &Side| match side {
                Side::Stopper(stopper) => {
                    let text = stoppers.text(arena, &(*stopper).into(), notation);
                    text.map(Some)
                }
                Side::Graph(_) => Ok(None),
            };
            let (onside, offside) = (side(&value.on)?, side(&value.off)?);
            let mut stops = [None, None];
            let (mut mean, mut temperature) = (None, None);
            if let Some(stopper) = value.as_stopper() {
                match stoppers.thermograph(arena, stopper) {
                    Ok(graph) => {
                        mean = Some(graph.mean().to_string());
                        temperature = Some(graph.temperature().to_string());
                    }
                    Err(values::Error::Undefined(_)) => {}
                    Err(error) => return Err(error),
                }
                for player in Player::BOTH {
                    let stop = stoppers.stop(arena, stopper, player)?;
                    let stop = stoppers.from_pseudonumber(arena, &stop)?;
                    stops[player as usize] = Some(stoppers.text(arena, &stop.into(), notation)?);
                }
            }
            let [left_stop, right_stop] = stops;
            let winners = stoppers.winners(arena, value)?;
            Ok::<_, values::Error>(LoopyAnswer {
                value: stoppers.text(arena, value, notation)?,
                outcome: LoopyOutcome { winners }.to_string(),
                mean,
                temperature,
                atomic_weight: None,
                onside,
                offside,
                stopper: value.as_stopper().is_some(),
                left_stop,
                right_stop,
            })
        })?)
    }

    /// The answer for people.
    pub(crate) fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.value)?;
        writeln!(out, "outcome        {}", self.outcome)?;
        let kind = match (
            self.stopper,
            self.onside.is_some() && self.offside.is_some(),
        ) {
            (true, _) => "a stopper",
            (_, true) => "two sides",
            _ => "not known to be stopper-sided",
        };
        writeln!(out, "kind           {kind}")?;
        let known = [
            ("left stop  ", &self.left_stop),
            ("right stop ", &self.right_stop),
            ("mean       ", &self.mean),
            ("temperature", &self.temperature),
        ];
        for (name, known) in known {
            if let Some(known) = known {
                writeln!(out, "{name}    {known}")?;
            }
        }
        Ok(())
    }
}
