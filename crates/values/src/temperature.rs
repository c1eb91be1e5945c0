//! Thermographs of values, computed bottom up over the DAG and shared.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::player::Player;
use crate::thermograph::{Thermograph, Trajectory};
use crate::up_star::UpStar;
use crate::value::Value;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The thermographs found so far, each distinct one once.
#[derive(Default)]
pub(crate) struct Thermographs {
    /// Of each record: 1 + its place in `distinct`, 0 where not computed.
    of_record: Vec<u32>,
    distinct: Vec<Thermograph>,
    index: HashTable<u32>,
    /// The bytes of all corners.
    corners: usize,
}

impl Thermographs {
    pub fn bytes(&self) -> u64 {
        (self.of_record.capacity() * 4
            + self.distinct.capacity() * size_of::<Thermograph>()
            + self.index.capacity() * 5
            + self.corners) as u64
    }

    fn get(&self, record: usize) -> Option<&Thermograph> {
        match self.of_record.get(record) {
            None | Some(0) => None,
            Some(&i) => Some(&self.distinct[i as usize - 1]),
        }
    }

    fn set(&mut self, record: usize, thermograph: Thermograph) {
        let hash = FxBuildHasher.hash_one(&thermograph);
        let distinct = &self.distinct;
        let found = self
            .index
            .find(hash, |&i| distinct[i as usize] == thermograph)
            .copied();
        let place = found.unwrap_or_else(|| {
            let place = self.distinct.len() as u32;
            let walls = [&thermograph.left, &thermograph.right];
            self.corners += walls.map(Trajectory::bytes).iter().sum::<usize>();
            self.distinct.push(thermograph);
            let distinct = &self.distinct;
            self.index.insert_unique(hash, place, |&i| {
                FxBuildHasher.hash_one(&distinct[i as usize])
            });
            place
        });
        if self.of_record.len() <= record {
            self.of_record.resize(record + 1, 0);
        }
        self.of_record[record] = place + 1;
    }
}

impl Arena {
    /// The thermograph of G, both walls exact, down to t = −1: each wall is
    /// the best opposing wall among the options, taxed by t, up to where the
    /// two meet.
    ///
    /// # Complexity
    /// Once for each follower of G and then remembered, equal ones shared:
    /// the options times the corners of their walls.
    ///
    /// # Literature
    /// J. H. Conway, *On Numbers and Games*, chapter 9; E. R. Berlekamp, "The
    /// economist's view of combinatorial games", on t < 0.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2|1}").unwrap();
    /// let thermograph = arena.thermograph(g).unwrap();
    /// assert_eq!(thermograph.temperature().to_string(), "3/4");
    /// assert_eq!(thermograph.mean().to_string(), "9/4");
    /// ```
    pub fn thermograph(&mut self, g: Value) -> Result<Thermograph> {
        let record = self.with_thermograph(g)?;
        Ok(self.thermograph_of(record, g.is_flipped()))
    }

    fn thermograph_of(&self, record: usize, flip: bool) -> Thermograph {
        let t = self.thermographs.get(record).expect("computed");
        if flip { t.negated() } else { t.clone() }
    }

    /// The mean value: the mast of the thermograph.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let g = arena.read("{3||2|1}").unwrap();
    /// assert_eq!(arena.mean(g).unwrap().to_string(), "9/4");
    /// ```
    pub fn mean(&mut self, g: Value) -> Result<Dyadic> {
        let record = self.with_thermograph(g)?;
        let mean = self.thermographs.get(record).expect("computed").mean();
        Ok(if g.is_flipped() { -mean } else { mean.clone() })
    }

    /// The temperature: −1/2ⁿ for a number with denominator 2ⁿ.
    pub fn temperature(&mut self, g: Value) -> Result<Dyadic> {
        let record = self.with_thermograph(g)?;
        let t = self.thermographs.get(record).expect("computed");
        Ok(t.temperature().clone())
    }

    /// What `player` can reach by moving first, at each temperature: the best
    /// opposing wall among the options, taxed by t. `None` when the player
    /// has no options.
    pub fn scaffold(&mut self, g: Value, player: Player) -> Result<Option<Trajectory>> {
        let options = self.unsorted_options(g, player)?;
        for &option in &options {
            self.with_thermograph(option)?;
        }
        Ok(self.scaffold_over(options.into_iter(), player))
    }

    /// The options of `player` that attain the scaffold at temperature `t`;
    /// none above the temperature of the game.
    ///
    /// ```
    /// use values::{Arena, Player};
    /// let mut arena = Arena::new();
    /// let g = arena.read("{1,{4|0}|-1}").unwrap();
    /// let mut orthodox = |t: &str| {
    ///     let options = arena.orthodox_options(g, Player::Left, &t.parse().unwrap());
    ///     options.unwrap().len()
    /// };
    /// assert_eq!(orthodox("0"), 1);
    /// assert_eq!(orthodox("1"), 2);
    /// assert_eq!(orthodox("3"), 0);
    /// ```
    pub fn orthodox_options(&mut self, g: Value, player: Player, t: &Dyadic) -> Result<Vec<Value>> {
        if *t > self.temperature(g)? {
            return Ok(vec![]);
        }
        let options = self.options(g, player)?;
        let mut heights = Vec::with_capacity(options.len());
        for &option in &options {
            let thermograph = self.thermograph(option)?;
            heights.push(thermograph.wall(player.opposite()).at(t));
        }
        let best = match player {
            Player::Left => heights.iter().max(),
            Player::Right => heights.iter().min(),
        };
        Ok(options
            .iter()
            .zip(&heights)
            .filter(|(_, height)| Some(*height) == best)
            .map(|(&option, _)| option)
            .collect())
    }

    /// Computes the thermographs of the record that decides G's and of all
    /// that it needs; returns that record.
    fn with_thermograph(&mut self, g: Value) -> Result<usize> {
        let g = self.thermal_twin(g)?;
        self.in_turn(g, |arena, v, missing| {
            if arena.thermographs.get(v.index()).is_some() {
                return Ok(());
            }
            if let Some(x) = arena.as_number(v).filter(Dyadic::is_integer) {
                arena.thermographs.set(v.index(), Thermograph::integer(x));
                return Ok(());
            }
            arena.list(v)?;
            let waiting = missing.len();
            for player in Player::BOTH {
                for i in 0..arena.stored(v, player).0.len() {
                    let option = arena.stored(v, player).0[i];
                    let option = arena.thermal_twin(option)?;
                    if arena.thermographs.get(option.index()).is_none() {
                        missing.push(option);
                    }
                }
            }
            if missing.len() > waiting {
                return Ok(());
            }
            let [left, right] = Player::BOTH.map(|player| {
                arena
                    .scaffold_over(arena.listed(v, player), player)
                    .expect("options of a game that is not an integer")
            });
            let thermograph = Thermograph::from_scaffolds(&left, &right);
            arena.thermographs.set(v.index(), thermograph);
            Ok(())
        })?;
        Ok(g.index())
    }

    /// The record, unsigned, that has the same thermograph: with three ups
    /// for more and ∗2 for larger nimbers. Below t = 0 the wall that meets
    /// number + n·↑ + ∗k does not depend on n from 3 on nor on k from 2 on,
    /// as one sees from {x | x + (n−1)·↑ + ∗(k⊕1)} by induction.
    fn thermal_twin(&mut self, v: Value) -> Result<Value> {
        let v = v.unsigned();
        if !self.is_number_up_star(v) {
            return Ok(v);
        }
        match self.as_up_star(v) {
            Some((number, ups, nimber)) if ups.abs() > 3 || nimber > 2 => {
                let twin = UpStar::new(number, ups.clamp(-3, 3), nimber.min(2));
                self.intern_up_star(twin)
            }
            _ => Ok(v),
        }
    }

    /// The twin's record, which exists once thermographs were computed.
    fn twin_record(&self, v: Value) -> usize {
        match self.up_star_form(v.unsigned()) {
            Some(g) if g.ups.abs() > 3 || g.nimber > 2 => self
                .find_up_star(&UpStar::new(g.number, g.ups.clamp(-3, 3), g.nimber.min(2)))
                .expect("the twin was computed"),
            _ => v.index(),
        }
    }

    fn scaffold_over(
        &self,
        options: impl Iterator<Item = Value>,
        player: Player,
    ) -> Option<Trajectory> {
        let opponent = player.opposite();
        let wall = |v: Value| {
            let t = self
                .thermographs
                .get(self.twin_record(v))
                .expect("options come first");
            if v.is_flipped() {
                t.wall(player).negated()
            } else {
                t.wall(opponent).clone()
            }
        };
        options
            .map(wall)
            .reduce(|a, b| a.best(&b, player))
            .map(|best| best.tilted(-player.sign()))
    }
}
