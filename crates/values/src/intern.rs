//! Finding and storing games by their options.

use crate::arena::{ALL_SMALL, Arena, LEFT_AT_STOP, NOT_CLOSED, Node, PROVISIONAL, RIGHT_AT_STOP};
use crate::closed::UpStar;
use crate::error::Result;
use crate::marks::Marks;
use crate::player::Player;
use crate::stop_key::StopKey;
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
        let found = match orient(left, right, &mut mirror) {
            Ordering::Equal => self
                .lookup(hash_options(left, right), left, right)
                .map(|i| Value::new(i, true, false)),
            Ordering::Less => self
                .lookup(hash_options(left, right), left, right)
                .map(|i| Value::new(i, false, false)),
            Ordering::Greater => {
                let split = mirror.len();
                mirror.extend(left.iter().map(|&v| -v));
                mirror[split..].sort_unstable();
                let (l, r) = mirror.split_at(split);
                self.lookup(hash_options(l, r), l, r)
                    .map(|i| Value::new(i, false, true))
            }
        };
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
        if let Some(g) = self.recognise_closed(left, right) {
            return self.closed(g);
        }
        self.make_room()?;
        let mut mirror = std::mem::take(&mut self.scratch);
        let order = orient(left, right, &mut mirror);
        let result = if order == Ordering::Greater {
            let split = mirror.len();
            mirror.extend(left.iter().map(|&v| -v));
            mirror[split..].sort_unstable();
            let (l, r) = mirror.split_at(split);
            self.push_game(l, r)
        } else {
            self.push_game(left, right)
        };
        self.scratch = mirror;
        let index = result?;
        Ok(Value::new(
            index,
            order == Ordering::Equal,
            order == Ordering::Greater,
        ))
    }

    fn recognise_closed(&self, left: &[Value], right: &[Value]) -> Option<UpStar> {
        let small = |side: &[Value]| side.iter().all(|&v| self.is_closed(v));
        if !small(left) || !small(right) {
            return None;
        }
        let forms = |side: &[Value]| -> Vec<UpStar> {
            side.iter().filter_map(|&v| self.closed_form(v)).collect()
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
        let marks = self.marks_of(left, right);
        let all_small = left.iter().chain(right).all(|&v| self.is_all_small(v));
        let (start, counts) = self.push_edges(left, right)?;
        let mut flags = 0;
        for (flag, set) in [
            (LEFT_AT_STOP, stops.at[0]),
            (RIGHT_AT_STOP, stops.at[1]),
            (ALL_SMALL, all_small),
        ] {
            if set {
                flags |= flag;
            }
        }
        self.nodes.push(Node {
            start,
            counts,
            closed: NOT_CLOSED,
            stops: stops.keys,
            marks,
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
        let better = match player {
            Player::Left => Ordering::Greater,
            Player::Right => Ordering::Less,
        };
        let mut best = self.stop_key_of(options[0], opponent);
        let mut held = self.is_at_stop(options[0], opponent);
        for &option in &options[1..] {
            let stop = self.stop_key_of(option, opponent);
            match self.compare_stops(stop, best) {
                Ordering::Equal => held |= self.is_at_stop(option, opponent),
                order if order == better => {
                    best = stop;
                    held = self.is_at_stop(option, opponent);
                }
                _ => {}
            }
        }
        (best, held)
    }

    fn marks_of(&self, left: &[Value], right: &[Value]) -> Marks {
        self.references.of_options(
            left.iter().map(|&v| self.marks(v)),
            right.iter().map(|&v| self.marks(v)),
        )
    }

    /// Lends the provisional record to {left|right}, which is not a number,
    /// so that it can be compared before its canonical form is known.
    pub(crate) fn lend_provisional(&mut self, left: &[Value], right: &[Value]) -> Result<()> {
        let stops = self.stops_of(left, right);
        let marks = self.marks_of(left, right);
        let (start, counts) = self.push_edges(left, right)?;
        let node = &mut self.nodes[PROVISIONAL.index()];
        node.start = start;
        node.counts = counts;
        node.stops = stops.keys;
        node.marks = marks;
        self.study_provisional(left, right, marks);
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

/// Compares Left's options with the negatives of Right's, which are left in
/// `mirror`: Equal means G = −G, Greater that −G is the one to store.
pub(crate) fn orient(left: &[Value], right: &[Value], mirror: &mut Vec<Value>) -> Ordering {
    mirror.clear();
    mirror.extend(right.iter().map(|&v| -v));
    mirror.sort_unstable();
    left.cmp(mirror.as_slice())
}

pub(crate) fn hash_options(left: &[Value], right: &[Value]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut h = left.len() as u64;
    for v in left.iter().chain(right) {
        h = (h.rotate_left(5) ^ u64::from(v.raw())).wrapping_mul(K);
    }
    h ^ (h >> 29)
}
