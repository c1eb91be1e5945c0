//! Simpler graphs with the same onside.
//!
//! An option is left out when another is at least as good, and a move that the
//! opponent reverses is replaced by the moves that follow. In stoppers both
//! always keep the value (A. N. Siegel, *Coping with cycles*). In other graphs
//! on the onside, where endless play is won by Left, it holds
//!
//! - for Left's dominated options and Right's reversible moves always. Right
//!   gains nothing by moves that are reversed again and again, so those that
//!   only lead to each other are left out;
//! - for Right's dominated options only if alternating play does not come back
//!   from the better one: otherwise Right could go round for ever to the option
//!   that was taken from him;
//! - for Left's reversible moves only if alternating play does not come back
//!   from the moves that take their place: otherwise Left could go round for
//!   ever without giving Right the chance to answer differently.
//!
//! In a stopper alternating play never comes back, so the conditions hold.

use super::graph::{Alternating, Graph};
use super::order::Order;
use super::stopper::Stopper;
use crate::budget::Budget;
use crate::error::Result;
use crate::player::Player;

/// Rewrites the options of the vertices in `own` until nothing changes. The
/// games stay what they are, so `order` holds throughout.
pub(super) fn simplify(
    graph: &mut Graph,
    known: &[Option<Stopper>],
    own: &[u32],
    order: &Order,
    budget: &Budget,
) -> Result<()> {
    substitute(graph, known, own, order);
    loop {
        budget.check()?;
        let alternating = graph.alternating();
        let mut changed = false;
        for &v in own {
            for player in Player::BOTH {
                let rules = Rules {
                    graph,
                    known,
                    order,
                    alternating: &alternating,
                    v,
                    player,
                };
                let options = rules.undominated(rules.unreversed());
                if options != graph.options(v, player) {
                    graph.set_side(v, player, options);
                    changed = true;
                }
            }
        }
        if !changed {
            return Ok(());
        }
    }
}

/// The stopper in the graph that a vertex is equal to.
pub(super) fn equal_to_known(
    known: &[Option<Stopper>],
    order: &Order,
    v: u32,
) -> Option<(u32, Stopper)> {
    let mut stoppers = known.iter().zip(0u32..);
    stoppers.find_map(|(stopper, at)| {
        let equal = stopper.is_some() && order.ge(v, at) && order.ge(at, v);
        stopper.filter(|_| equal).map(|stopper| (at, stopper))
    })
}

/// Options that are equal to a stopper become that stopper, from which no play
/// comes back.
fn substitute(graph: &mut Graph, known: &[Option<Stopper>], own: &[u32], order: &Order) {
    let mut stands_for: Vec<u32> = (0..graph.len() as u32).collect();
    for &v in own {
        if let Some((at, _)) = equal_to_known(known, order, v) {
            stands_for[v as usize] = at;
        }
    }
    for &v in own {
        for player in Player::BOTH {
            let options = graph.options(v, player).iter();
            let options = options.map(|&o| stands_for[o as usize]).collect();
            graph.set_side(v, player, options);
        }
    }
}

/// What may be done with one player's options of one vertex.
struct Rules<'a> {
    graph: &'a Graph,
    known: &'a [Option<Stopper>],
    order: &'a Order,
    alternating: &'a Alternating,
    v: u32,
    player: Player,
}

impl Rules<'_> {
    /// Whether `a` is at least as good as `b` for the player.
    fn better(&self, a: u32, b: u32) -> bool {
        match self.player {
            Player::Left => self.order.ge(a, b),
            Player::Right => self.order.ge(b, a),
        }
    }

    fn unreversed(&self) -> Vec<u32> {
        let mut waiting: Vec<u32> = self.graph.options(self.v, self.player).to_vec();
        let mut seen = waiting.clone();
        let mut kept = Vec::new();
        while let Some(option) = waiting.pop() {
            match self.reversal(option) {
                None => kept.push(option),
                Some(through) => {
                    for &next in self.graph.options(through, self.player) {
                        if !seen.contains(&next) {
                            seen.push(next);
                            waiting.push(next);
                        }
                    }
                }
            }
        }
        kept.sort_unstable();
        kept
    }

    /// The opponent's answer through which an option is reversible.
    fn reversal(&self, option: u32) -> Option<u32> {
        let answers = self.graph.options(option, self.player.opposite());
        let mut sound = answers.iter().copied().filter(|&answer| {
            self.better(self.v, answer)
                && (self.player == Player::Right
                    || self
                        .graph
                        .options(answer, self.player)
                        .iter()
                        .all(|&next| !self.alternating.returns(self.v, self.player, next)))
        });
        let first = sound.next()?;
        Some(match self.known[first as usize] {
            Some(_) => first,
            None => sound
                .find(|&answer| self.known[answer as usize].is_some())
                .unwrap_or(first),
        })
    }

    fn undominated(&self, options: Vec<u32>) -> Vec<u32> {
        let may_replace = |&option: &u32| {
            self.player == Player::Left || !self.alternating.returns(self.v, self.player, option)
        };
        // Of equal options the first is kept.
        let rank = |option: u32| {
            let unknown = self.known[option as usize].is_none();
            (!may_replace(&option), unknown, option)
        };
        let mut kept = options.clone();
        for &option in &options {
            let dominated = kept.iter().any(|&other| {
                other != option
                    && may_replace(&other)
                    && self.better(other, option)
                    && (!self.better(option, other) || rank(other) < rank(option))
            });
            if dominated {
                kept.retain(|&other| other != option);
            }
        }
        kept
    }
}
