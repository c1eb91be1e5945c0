//! Walls of thermographs, each distinct one stored once.
//!
//! Left's wall is kept negated, so that every wall is a function of the
//! temperature with slopes 0 and 1, and −G has the walls of G exchanged.

use crate::scalar::{Overflow, Scalar, ground};
use crate::wall::{Wall, meeting, trajectory};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use values::{Dyadic, Player, Thermograph};

/// A stored wall.
pub(crate) type WallId = u32;

/// A stored thermograph, or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Graph(u32);

impl Graph {
    /// The stored thermograph with this number.
    #[inline]
    pub fn from_number(number: u32) -> Self {
        Graph(number << 1)
    }

    /// The number of a thermograph that is stored, not its negative.
    pub fn number(self) -> Option<u32> {
        (self.0 & 1 == 0).then_some(self.0 >> 1)
    }

    #[inline]
    pub fn signed(self, negated: bool) -> Self {
        Graph(self.0 ^ u32::from(negated))
    }
}

/// Graphs without repetition. A list is filled for one stamp at a time.
#[derive(Default)]
pub(crate) struct Stamps {
    last: Vec<u32>,
    stamp: u32,
}

impl Stamps {
    /// Everything is new again.
    pub fn renew(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.last.fill(0);
            self.stamp = 1;
        }
    }

    /// Whether the number was not seen since the last renewal.
    #[inline]
    pub fn is_new(&mut self, number: u32) -> bool {
        let number = number as usize;
        if number >= self.last.len() {
            self.last.resize((number + 1).next_power_of_two(), 0);
        }
        std::mem::replace(&mut self.last[number], self.stamp) != self.stamp
    }

    /// Whether the graph was not seen since the last renewal.
    #[inline]
    pub fn is_new_graph(&mut self, graph: Graph) -> bool {
        self.is_new(graph.0)
    }
}

/// The logarithm of the number of joins that are remembered.
const JOINS_LOG: u32 = 18;

/// The store.
pub(crate) struct Walls<S> {
    distinct: Vec<Wall<S>>,
    /// The least value of each wall and the largest, at the mast.
    bounds: Vec<[S; 2]>,
    index: HashTable<WallId>,
    /// The walls of each thermograph: Left's negated, and Right's.
    pairs: Vec<[WallId; 2]>,
    pair_index: FxHashMap<[WallId; 2], u32>,
    /// The number that each thermograph belongs to, if it is one's.
    numbers: Vec<Option<S>>,
    zero: Option<Graph>,
    /// Thermographs moved by numbers before.
    translations: FxHashMap<(u32, S), Graph>,
    /// Joins of two walls found before, those that share a slot the last.
    joins: Vec<(WallId, WallId, WallId)>,
    /// Thermographs of positions whose best options have these walls.
    duels: FxHashMap<[Option<WallId>; 2], [WallId; 2]>,
    constants: FxHashMap<i64, WallId>,
    bytes: usize,
    stamps: Stamps,
    /// Room for both players' scaffolds while a thermograph is made.
    room: [Wall<S>; 2],
    turns: Vec<S>,
}

impl<S: Scalar> Walls<S> {
    pub fn new() -> Self {
        let nothing = Wall::constant(S::zero());
        Walls {
            distinct: Vec::new(),
            bounds: Vec::new(),
            joins: Vec::new(),
            duels: FxHashMap::default(),
            constants: FxHashMap::default(),
            index: HashTable::new(),
            pairs: Vec::new(),
            pair_index: FxHashMap::default(),
            numbers: Vec::new(),
            zero: None,
            translations: FxHashMap::default(),
            bytes: 0,
            stamps: Stamps::default(),
            room: [nothing.clone(), nothing],
            turns: Vec::new(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The wall that `player` faces when about to move: negated for Left.
    #[inline]
    pub fn wall(&self, graph: Graph, player: Player) -> WallId {
        let side = player as usize ^ (graph.0 & 1) as usize;
        self.pairs[(graph.0 >> 1) as usize][side]
    }

    pub fn get(&self, id: WallId) -> &Wall<S> {
        &self.distinct[id as usize]
    }

    fn intern(&mut self, wall: &Wall<S>) -> Result<WallId, Overflow> {
        if !wall.is_safe() {
            return Err(Overflow);
        }
        let hash = FxBuildHasher.hash_one(wall);
        let distinct = &self.distinct;
        if let Some(&id) = self.index.find(hash, |&i| distinct[i as usize] == *wall) {
            return Ok(id);
        }
        let id = self.distinct.len() as WallId;
        self.bytes += size_of::<Wall<S>>() + (wall.turns.len() + 2) * size_of::<S>() + 16;
        self.bounds.push([wall.start.clone(), wall.top()]);
        self.distinct.push(wall.clone());
        let distinct = &self.distinct;
        self.index
            .insert_unique(hash, id, |&i| FxBuildHasher.hash_one(&distinct[i as usize]));
        Ok(id)
    }

    fn graph(&mut self, walls: [&Wall<S>; 2]) -> Result<Graph, Overflow> {
        let [left, right] = walls;
        let pair = [self.intern(left)?, self.intern(right)?];
        let number = *self.pair_index.entry(pair).or_insert_with(|| {
            let base = left.turns.last().max(right.turns.last());
            let is_number = base.is_none_or(|base| *base < S::zero());
            self.numbers.push(is_number.then(|| right.top()));
            self.bytes += 32 + size_of::<Option<S>>();
            self.pairs.push(pair);
            self.pairs.len() as u32 - 1
        });
        Ok(Graph::from_number(number))
    }

    /// The thermograph of a game plus a number.
    pub fn translated(&mut self, graph: Graph, by: &S) -> Result<Graph, Overflow> {
        if *by == S::zero() {
            return Ok(graph);
        }
        let key = (graph.0, by.clone());
        if let Some(&translated) = self.translations.get(&key) {
            return Ok(translated);
        }
        let [left, right] = Player::BOTH.map(|player| self.get(self.wall(graph, player)));
        let left = left.translated(&S::zero().minus(by));
        let right = right.translated(by);
        let translated = self.graph([&left, &right])?;
        self.bytes += 2 * size_of::<(u32, S, Graph)>();
        self.translations.insert(key, translated);
        Ok(translated)
    }

    /// The thermograph of 0.
    pub fn zero(&mut self) -> Result<Graph, Overflow> {
        match self.zero {
            Some(zero) => Ok(zero),
            None => {
                let zero = self.infinitesimal(true, true)?;
                self.zero = Some(zero);
                Ok(zero)
            }
        }
    }

    /// The thermograph of an infinitesimal: walls vertical down to 0, and
    /// below it going apart where the player who moves can do harm.
    pub fn infinitesimal(&mut self, at_most_0: bool, at_least_0: bool) -> Result<Graph, Overflow> {
        let [left, right] = [at_most_0, at_least_0].map(|vertical| {
            if vertical {
                Wall::constant(S::zero())
            } else {
                Wall {
                    start: ground(),
                    turns: vec![ground(), S::zero()],
                }
            }
        });
        self.graph([&left, &right])
    }

    /// The mast, if the thermograph is that of a number.
    #[inline]
    pub fn as_number(&self, graph: Graph) -> Option<S> {
        let number = self.numbers[(graph.0 >> 1) as usize].as_ref()?;
        Some(if graph.0 & 1 == 0 {
            number.clone()
        } else {
            S::zero().minus(number)
        })
    }

    /// What `player` gets by moving first to one of `options`, negated for
    /// Left: the scaffold, if there are options.
    pub fn scaffold(&mut self, options: &[Graph], player: Player) -> Option<&Wall<S>> {
        // Walls are kept so that larger is better for the mover.
        let id = |graph: Graph, pairs: &[[WallId; 2]]| {
            let side = player.opposite() as usize ^ (graph.0 & 1) as usize;
            pairs[(graph.0 >> 1) as usize][side]
        };
        let best = &mut self.room[player as usize];
        let (&first, others) = options.split_first()?;
        self.stamps.renew();
        let first = id(first, &self.pairs);
        self.stamps.is_new(first);
        best.clone_from(&self.distinct[first as usize]);
        for &other in others {
            let other = id(other, &self.pairs);
            // Walls never fall: one that ends no higher than the best begins
            // is no better anywhere.
            if self.stamps.is_new(other) && self.bounds[other as usize][1] > best.start {
                best.raise(&self.distinct[other as usize], &mut self.turns);
            }
        }
        best.tax();
        Some(best)
    }

    /// The thermograph of a position with these options.
    pub fn game(&mut self, options: [&[Graph]; 2]) -> Result<Graph, Overflow> {
        let starts = Player::BOTH.map(|player| {
            let scaffold = self.scaffold(options[player as usize], player)?;
            Some(scaffold.start.clone())
        });
        self.built(starts)
    }

    /// The thermograph with the scaffolds that lie ready and start so, if
    /// the players have moves.
    fn built(&mut self, [low, high]: [Option<S>; 2]) -> Result<Graph, Overflow> {
        let zero = S::zero();
        let low = low.map(|start| zero.minus(&start));
        match (&low, &high) {
            (Some(low), Some(high)) if low > high => {}
            _ => return self.integer(low.as_ref(), high.as_ref()),
        }
        let nothing = Wall::constant(zero);
        let mut walls = std::mem::replace(&mut self.room, [nothing.clone(), nothing]);
        let tau = meeting(&walls[0], &walls[1])?;
        for wall in &mut walls {
            let below = wall.turns.partition_point(|turn| *turn < tau);
            wall.turns.truncate(below);
            if below % 2 == 1 {
                wall.turns.push(tau.clone());
            }
        }
        let graph = self.graph([&walls[0], &walls[1]]);
        self.room = walls;
        graph
    }

    /// The larger of two walls, at every temperature.
    #[inline]
    pub fn join(&mut self, a: WallId, b: WallId) -> Result<WallId, Overflow> {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let bounds = [&self.bounds[a as usize], &self.bounds[b as usize]];
        if bounds[0][1] <= bounds[1][0] {
            return Ok(b);
        }
        if bounds[1][1] <= bounds[0][0] {
            return Ok(a);
        }
        let mixed = (u64::from(a) << 32 | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (mixed >> (64 - JOINS_LOG)) as usize;
        if let Some(&(c, d, join)) = self.joins.get(slot)
            && (a, b) == (c, d)
        {
            return Ok(join);
        }
        self.new_join(a, b, slot)
    }

    #[cold]
    fn new_join(&mut self, a: WallId, b: WallId, slot: usize) -> Result<WallId, Overflow> {
        if self.joins.is_empty() {
            self.joins.resize(1 << JOINS_LOG, (0, 0, 0));
            self.bytes += size_of_val(self.joins.as_slice());
        }
        let mut room = std::mem::replace(&mut self.room[0], Wall::constant(S::zero()));
        room.clone_from(&self.distinct[a as usize]);
        room.raise(&self.distinct[b as usize], &mut self.turns);
        let join = self.intern(&room)?;
        self.room[0] = room;
        self.joins[slot] = (a, b, join);
        Ok(join)
    }

    /// A wall that is the same number at every temperature.
    pub fn constant(&mut self, n: i64) -> Result<WallId, Overflow> {
        if let Some(&wall) = self.constants.get(&n) {
            return Ok(wall);
        }
        let value = S::new(&Dyadic::from(n)).ok_or(Overflow)?;
        let wall = self.intern(&Wall::constant(value))?;
        self.constants.insert(n, wall);
        Ok(wall)
    }

    /// The walls of a position of which the best walls that each player can
    /// move to are these.
    pub fn duel(&mut self, best: [Option<WallId>; 2]) -> Result<[WallId; 2], Overflow> {
        if let Some(&walls) = self.duels.get(&best) {
            return Ok(walls);
        }
        for (room, best) in self.room.iter_mut().zip(best) {
            if let Some(best) = best {
                room.clone_from(&self.distinct[best as usize]);
                room.tax();
            }
        }
        let starts = [0, 1].map(|i| best[i].map(|_| self.room[i].start.clone()));
        let graph = self.built(starts)?;
        let walls = Player::BOTH.map(|player| self.wall(graph, player));
        self.bytes += 48;
        self.duels.insert(best, walls);
        Ok(walls)
    }

    /// The thermograph with two stored walls.
    pub fn pair(&mut self, [left, right]: [WallId; 2]) -> Result<Graph, Overflow> {
        if let Some(&number) = self.pair_index.get(&[left, right]) {
            return Ok(Graph::from_number(number));
        }
        let [left, right] = [left, right].map(|id| self.distinct[id as usize].clone());
        self.graph([&left, &right])
    }

    /// The integer nearest 0 that is not below `low` nor above `high`: what a
    /// position is whose scaffolds do not cross above t = −1.
    fn integer(&mut self, low: Option<&S>, high: Option<&S>) -> Result<Graph, Overflow> {
        let zero = S::zero();
        let n = match (low, high) {
            (Some(low), _) if *low > zero => low.clone(),
            (_, Some(high)) if *high < zero => high.clone(),
            _ => zero.clone(),
        };
        let negative = Wall::constant(zero.minus(&n));
        self.graph([&negative, &Wall::constant(n)])
    }

    /// The thermograph as plain data.
    pub fn thermograph(&self, graph: Graph) -> Thermograph {
        let [left, right] = Player::BOTH.map(|player| {
            let wall = self.get(self.wall(graph, player));
            trajectory(wall, player)
        });
        Thermograph::from_walls(left, right)
    }
}
