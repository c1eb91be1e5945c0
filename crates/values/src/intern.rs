//! Finding and storing games by their options.

use crate::arena::{
    ALL_SMALL, Arena, LEFT_AT_STOP, NOT_UP_STAR, Node, PROVISIONAL, RIGHT_AT_STOP, flags,
};
use crate::error::Result;
use crate::player::Player;
use crate::references::FixedMasks;
use crate::stop_key::StopKey;
use crate::up_star::UpStar;
use crate::uptimal::Expansion;
use crate::value::Value;
use std::cmp::Ordering;

/// The two stops of a game and whether it reaches them as bounds.
#[derive(Clone, Copy)]
pub(crate) struct Stops {
    pub keys: [StopKey; 2],
    pub at: [bool; 2],
}

impl Arena {
    /// Looks up the game with exactly these sorted canonical options.
    pub(crate) fn find_game(&mut self, left: &[Value], right: &[Value]) -> Option<Value> {
        let mut mirror = std::mem::take(&mut self.scratch);
        let (order, left, right) = orient(left, right, &mut mirror);
        let index = self.lookup(hash_options(left, right), left, right);
        let found = index.map(|index| oriented(index, order));
        self.scratch = mirror;
        found
    }

    pub(crate) fn lookup(&self, hash: u64, left: &[Value], right: &[Value]) -> Option<u32> {
        self.games
            .find(hash, |&i| {
                let v = Value::new(i, false, false);
                self.stored(v, Player::Left).0 == left && self.stored(v, Player::Right).0 == right
            })
            .copied()
    }

    /// The value with these canonical options, sorted by id, that are known
    /// not to make a number.
    pub(crate) fn intern(&mut self, left: &[Value], right: &[Value]) -> Result<Value> {
        if let Some(found) = self.find_game(left, right) {
            return Ok(found);
        }
        if let Some(g) = self.recognise_up_star(left, right) {
            return self.intern_up_star(g);
        }
        self.make_room()?;
        let mut mirror = std::mem::take(&mut self.scratch);
        let (order, left, right) = orient(left, right, &mut mirror);
        let index = self.push_game(left, right);
        self.scratch = mirror;
        Ok(oriented(index?, order))
    }

    fn recognise_up_star(&self, left: &[Value], right: &[Value]) -> Option<UpStar> {
        let small = |side: &[Value]| side.iter().all(|&v| self.is_number_up_star(v));
        if !small(left) || !small(right) {
            return None;
        }
        let forms = |side: &[Value]| -> Vec<UpStar> {
            side.iter().filter_map(|&v| self.up_star_form(v)).collect()
        };
        let (left, right) = (forms(left), forms(right));
        UpStar::from_options(
            &left.iter().collect::<Vec<_>>(),
            &right.iter().collect::<Vec<_>>(),
        )
    }

    fn push_game(&mut self, left: &[Value], right: &[Value]) -> Result<u32> {
        let index = self.nodes.len() as u32;
        let stops = self.stops_of(left, right);
        let masks = self.masks_of(left, right);
        let all_small = left.iter().chain(right).all(|&v| self.is_all_small(v));
        let (start, counts) = self.push_edges(left, right)?;
        let flags = flags([
            (LEFT_AT_STOP, stops.at[0]),
            (RIGHT_AT_STOP, stops.at[1]),
            (ALL_SMALL, all_small),
        ]);
        self.nodes.push(Node {
            start,
            counts,
            up_star: NOT_UP_STAR,
            stops: stops.keys,
            masks,
            flags,
        });
        let Self {
            games,
            nodes,
            edges,
            ..
        } = self;
        let rehash = |i: &u32| {
            let node = &nodes[*i as usize];
            let start = node.start as usize;
            let middle = start + node.counts[0] as usize;
            let end = middle + node.counts[1] as usize;
            hash_options(&edges[start..middle], &edges[middle..end])
        };
        games.insert_unique(hash_options(left, right), index, rehash);
        if let Some(expansion) = self.recognise_uptimal(left, right) {
            self.uptimal_bytes += 2 * expansion.bytes();
            self.uptimal_records.insert(expansion.clone(), index);
            self.uptimals.insert(index, expansion);
        }
        Ok(index)
    }

    fn recognise_uptimal(&self, left: &[Value], right: &[Value]) -> Option<Expansion> {
        let candidates = [(right, left, Player::Right), (left, right, Player::Left)];
        for (single, several, side) in candidates {
            let [single] = single else { continue };
            let Some(single) = self.uptimal_expansion(*single) else {
                continue;
            };
            let several: Option<Vec<Expansion>> =
                several.iter().map(|&v| self.uptimal_expansion(v)).collect();
            let Some(several) = several else { continue };
            if let Some(found) = Expansion::from_options(&single, &several, side) {
                return Some(found);
            }
        }
        None
    }

    /// The stops of {left|right}, which is not a number.
    pub(crate) fn stops_of(&self, left: &[Value], right: &[Value]) -> Stops {
        let (left_stop, left_held) = self.best_stop(left, Player::Left);
        let (right_stop, right_held) = self.best_stop(right, Player::Right);
        Stops {
            keys: [left_stop, right_stop],
            // G ≤ its Left stop x when no Gᴸ is ≥ x.
            at: [!left_held, !right_held],
        }
    }

    /// The best stop that `player` can move to, and whether some move there
    /// holds it: Gᴸ ≥ its Right stop, for Left.
    pub(crate) fn best_stop(&self, options: &[Value], player: Player) -> (StopKey, bool) {
        let opponent = player.opposite();
        let mut best = self.stop_key_of(options[0], opponent);
        let mut held = self.is_at_stop(options[0], opponent);
        for &option in &options[1..] {
            let stop = self.stop_key_of(option, opponent);
            match self.compare_stops(stop, best) {
                Ordering::Equal => held |= self.is_at_stop(option, opponent),
                order if order == player.better() => {
                    best = stop;
                    held = self.is_at_stop(option, opponent);
                }
                _ => {}
            }
        }
        (best, held)
    }

    fn masks_of(&self, left: &[Value], right: &[Value]) -> FixedMasks {
        self.references.of_options(
            left.iter().map(|&v| self.masks(v)),
            right.iter().map(|&v| self.masks(v)),
        )
    }

    /// Lends the provisional record to {left|right}, which is not a number,
    /// so that it can be compared before its canonical form is known.
    pub(crate) fn lend_provisional(&mut self, left: &[Value], right: &[Value]) -> Result<()> {
        let stops = self.stops_of(left, right);
        let masks = self.masks_of(left, right);
        let (start, counts) = self.push_edges(left, right)?;
        let node = &mut self.nodes[PROVISIONAL.index()];
        node.start = start;
        node.counts = counts;
        node.stops = stops.keys;
        node.masks = masks;
        self.mask_provisional(left, right, masks);
        self.comparisons.next_provisional();
        Ok(())
    }

    /// Takes the provisional record back. Its options are dropped unless
    /// others were stored behind them meanwhile.
    pub(crate) fn return_provisional(&mut self) {
        let node = &mut self.nodes[PROVISIONAL.index()];
        let start = node.start as usize;
        let end = start + (node.counts[0] + node.counts[1]) as usize;
        node.counts = [0, 0];
        if end == self.edges.len() {
            self.edges.truncate(start);
        }
    }
}

/// The option lists of the one of G and −G to store. Equal means G = −G,
/// Greater that it is −G, with its lists in `mirror`.
pub(crate) fn orient<'a>(
    left: &'a [Value],
    right: &'a [Value],
    mirror: &'a mut Vec<Value>,
) -> (Ordering, &'a [Value], &'a [Value]) {
    mirror.clear();
    mirror.extend(right.iter().map(|&v| -v));
    mirror.sort_unstable();
    let order = left.cmp(mirror.as_slice());
    if order != Ordering::Greater {
        return (order, left, right);
    }
    let middle = mirror.len();
    mirror.extend(left.iter().map(|&v| -v));
    mirror[middle..].sort_unstable();
    let (left, right) = mirror.split_at(middle);
    (order, left, right)
}

/// G, given the record of the one to store.
pub(crate) fn oriented(index: u32, order: Ordering) -> Value {
    Value::new(index, order == Ordering::Equal, order == Ordering::Greater)
}

pub(crate) fn hash_options(left: &[Value], right: &[Value]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut h = left.len() as u64;
    for v in left.iter().chain(right) {
        h = (h.rotate_left(5) ^ u64::from(v.raw())).wrapping_mul(K);
    }
    h ^ (h >> 29)
}
