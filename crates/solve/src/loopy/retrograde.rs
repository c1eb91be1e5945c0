//! From the ends of play backwards.

use super::layer::{Layer, node};
use super::{Fate, Watch, each_option};
use crate::outcome::Convention;
use rules::Component;
use std::collections::BTreeMap;
use values::{Budget, Error, Player, Result};

/// Finds what becomes of both players in all positions.
pub(super) fn solve(
    start: &Component,
    layers: &mut BTreeMap<u64, Layer>,
    convention: Convention,
    budget: &Budget,
) -> Result<()> {
    let ranks: Vec<u64> = layers.keys().copied().collect();
    let mut watch = Watch { budget, steps: 0 };
    for rank in ranks {
        // The others are read while this one is written.
        let mut layer = layers.remove(&rank).expect("a rank that was found");
        layer.begin();
        let waiting = Waiting::find(start, rank, &layer, layers, convention, &mut watch)?;
        waiting.settle(&mut layer);
        layers.insert(rank, layer);
    }
    Ok(())
}

/// Moves are numbered too; one position has fewer than are left here.
const MOST_EDGES: usize = 1 << 31;

const TOO_MANY_EDGES: Error = Error::TooLarge {
    what: "too many moves between positions of one rank",
    bound: MOST_EDGES as u64,
};

/// The nodes of one rank, a position and who is to move each: what is known
/// from lower ranks, and which wait for which.
struct Waiting {
    /// How many moves within the rank are not yet known to lose.
    open: Vec<u32>,
    /// The moves that a loss takes as far as is known, or that it is none.
    loss: Vec<Option<u32>>,
    /// The nodes to be looked at, by the moves that they take.
    by_moves: Vec<Vec<(u32, Fate)>>,
    /// The nodes with a move to each node, in one list, and where those of
    /// each start.
    origins: Vec<u32>,
    starts: Vec<u32>,
}

impl Waiting {
    fn find(
        start: &Component,
        rank: u64,
        layer: &Layer,
        lower: &BTreeMap<u64, Layer>,
        convention: Convention,
        watch: &mut Watch<'_>,
    ) -> Result<Self> {
        let nodes = 2 * layer.len();
        let others: usize = lower.values().map(Layer::bytes).sum();
        let mut waiting = Waiting {
            open: Vec::with_capacity(nodes),
            loss: Vec::with_capacity(nodes),
            by_moves: Vec::new(),
            origins: Vec::new(),
            starts: Vec::new(),
        };
        let mut targets: Vec<u32> = Vec::new();
        for number in 0..layer.len() {
            for player in Player::BOTH {
                let here = node(number, player) as u32;
                let (mut loss, mut win) = (Some(0), None);
                let mut ended = true;
                let first = targets.len();
                each_option(start, layer.key(number), player, &mut |option| {
                    ended = false;
                    let next = option.mover(-player);
                    if option.rank == rank {
                        let target = layer.find(&option.key).expect("options were found");
                        targets.push(node(target, next) as u32);
                        return;
                    }
                    let target = &lower[&option.rank];
                    let number = target.find(&option.key).expect("options were found");
                    match target.fate(number, next).before() {
                        Fate::Wins(moves) => win = Some(win.map_or(moves, |w: u32| w.min(moves))),
                        Fate::Loses(moves) => loss = loss.map(|l: u32| l.max(moves)),
                        Fate::Draws => loss = None,
                    }
                });
                // Two moves may lead to mirror images.
                targets[first..].sort_unstable();
                let mut kept = first;
                for i in first..targets.len() {
                    if i == first || targets[i] != targets[kept - 1] {
                        targets[kept] = targets[i];
                        kept += 1;
                    }
                }
                targets.truncate(kept);
                if ended && convention == Convention::Misere {
                    win = Some(0);
                }
                if let Some(moves) = win {
                    loss = None;
                    waiting.push(here, Fate::Wins(moves));
                }
                let open = (targets.len() - first) as u32;
                if let (0, Some(moves)) = (open, loss) {
                    waiting.push(here, Fate::Loses(moves));
                }
                waiting.open.push(open);
                waiting.loss.push(loss);
            }
            if targets.len() > MOST_EDGES {
                return Err(TOO_MANY_EDGES);
            }
            watch.step(|| {
                // The moves are turned round into a list of the same length.
                others + layer.bytes() + waiting.bytes() + 2 * targets.capacity() * 4
            })?;
        }
        let bytes = others + layer.bytes() + waiting.bytes();
        watch.check(bytes + (targets.capacity() + targets.len() + nodes) * 4)?;
        waiting.turn_round(&targets);
        Ok(waiting)
    }

    fn bytes(&self) -> usize {
        let lists: usize = self.by_moves.iter().map(Vec::capacity).sum();
        self.open.capacity() * size_of::<u32>()
            + self.loss.capacity() * size_of::<Option<u32>>()
            + lists * size_of::<(u32, Fate)>()
            + (self.origins.capacity() + self.starts.capacity()) * size_of::<u32>()
    }

    fn push(&mut self, node: u32, fate: Fate) {
        let moves = fate.moves().unwrap_or(0) as usize;
        if self.by_moves.len() <= moves {
            self.by_moves.resize(moves + 1, Vec::new());
        }
        self.by_moves[moves].push((node, fate));
    }

    /// From the targets of every node, one after the other, to the origins.
    fn turn_round(&mut self, targets: &[u32]) {
        let mut starts = vec![0u32; self.open.len() + 1];
        for &target in targets {
            starts[target as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        self.origins = vec![0; targets.len()];
        let mut targets = targets.iter();
        let mut ends = starts.clone();
        for (origin, &open) in self.open.iter().enumerate() {
            for &target in targets.by_ref().take(open as usize) {
                let end = &mut ends[target as usize];
                self.origins[*end as usize] = origin as u32;
                *end += 1;
            }
        }
        self.starts = starts;
    }

    /// Settles nodes in the order of the moves that are left; those that are
    /// never settled are draws.
    fn settle(mut self, layer: &mut Layer) {
        let mut moves = 0;
        while moves < self.by_moves.len() {
            // Settling these pushes others to later lists only.
            for (node, fate) in std::mem::take(&mut self.by_moves[moves]) {
                if layer.is_settled(node as usize) {
                    continue;
                }
                layer.settle(node as usize, fate);
                let (from, to) = (self.starts[node as usize], self.starts[node as usize + 1]);
                for i in from..to {
                    let origin = self.origins[i as usize];
                    if !layer.is_settled(origin as usize) {
                        self.hear(origin, fate.before());
                    }
                }
            }
            moves += 1;
        }
    }

    /// One of the moves of a node has become known.
    fn hear(&mut self, node: u32, fate: Fate) {
        let place = node as usize;
        match fate {
            Fate::Wins(_) => {
                self.loss[place] = None;
                self.push(node, fate);
            }
            Fate::Loses(moves) => {
                self.open[place] -= 1;
                self.loss[place] = self.loss[place].map(|known| known.max(moves));
                if let (0, Some(moves)) = (self.open[place], self.loss[place]) {
                    self.push(node, Fate::Loses(moves));
                }
            }
            Fate::Draws => {}
        }
    }
}
