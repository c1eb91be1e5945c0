//! Thermographs with simple kos.
//!
//! A simple ko is two positions between which the players go back and forth:
//! Right takes from G to H, Left takes back from H to G; every other move ends
//! it. A rule forbids to take back at once, and who may break it, by threats
//! elsewhere, depends on these. Three environments are known:
//!
//! - a player is komaster: he may take back in spite of the rule, but must in
//!   the same turn make a second move, which ends the ko. The other player may
//!   not take back;
//! - the environment is neutral: both have equal threats, of the size at which
//!   it is the same to both who wins the ko. When a player has taken and the
//!   other fights on, they end with (s + r ± t)/2, where s and r are the two
//!   ends: with a threat of size w the one who takes wins r + w or the other
//!   s − w + t, and these are equal. Or the other lets him end the ko. The
//!   ends must be numbers.
//!
//! Of other loops no thermograph is generally accepted; they are refused.
//!
//! Literature: E. R. Berlekamp, "The economist's view of combinatorial games"
//! (1996), for komasters; W. L. Spight, "Evaluating kos in a neutral threat
//! environment" (2003).

use super::super::draft::Draft;
use super::super::graph::Graph;
use super::super::sides::{Loopy, Side};
use super::super::stopper::Stoppers;
use super::wall::{Line, Rational, Wall, settled, whole};
use super::{Walls, no_mast};
use crate::arena::Arena;
use crate::error::{Error, Result};
use crate::player::Player;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use std::fmt;

/// Who has threats elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// This player is komaster.
    Komaster(Player),
    /// Both have equal threats, as many as they need.
    Neutral,
}

/// A thermograph with kos, at temperatures t ≥ 0: slopes may be any, and the
/// mast any fraction.
///
/// ```
/// use values::{Arena, Stoppers, Threats};
/// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
/// let (draft, ko) = stoppers.read_graph(&mut arena, "a{1|{a|0}}").unwrap();
/// let graph = stoppers.ko_thermograph(&mut arena, &draft, ko, Threats::Neutral)?;
/// assert_eq!((graph.mean(), graph.temperature()), ("2/3".into(), "1/3".into()));
/// # Ok::<(), values::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoThermograph {
    left: Line,
    right: Line,
}

impl KoThermograph {
    /// The temperature from which on the walls are one vertical mast.
    #[must_use]
    pub fn temperature(&self) -> String {
        self.base().to_string()
    }

    /// The mast.
    #[must_use]
    pub fn mean(&self) -> String {
        self.left.at(&self.base()).to_string()
    }

    /// The score when a player starts at a temperature.
    #[must_use]
    pub fn at(&self, player: Player, t: &crate::dyadic::Dyadic) -> String {
        let line = match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        };
        line.at(&super::rational(t)).to_string()
    }

    fn base(&self) -> Rational {
        let last = |line: &Line| line.corners.last().map(|(t, _)| t.clone());
        last(&self.left)
            .max(last(&self.right))
            .unwrap_or_else(Rational::zero)
    }
}

impl fmt::Display for KoThermograph {
    /// Like other thermographs: for each wall the mast, the temperatures where
    /// it bends and the slopes between them, from the top down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |values: Vec<Rational>| {
            let texts: Vec<String> = values.iter().rev().map(Rational::to_string).collect();
            texts.join(",")
        };
        f.write_str("Thermograph(")?;
        for (place, line) in [&self.left, &self.right].into_iter().enumerate() {
            let slopes = (0..line.corners.len())
                .map(|corner| line.slope(corner))
                .collect();
            let bends = line.corners[1..].iter().map(|(t, _)| t.clone()).collect();
            let comma = if place > 0 { "," } else { "" };
            write!(
                f,
                "{comma}{},[{}],[{}]",
                self.mean(),
                listed(bends),
                listed(slopes)
            )?;
        }
        f.write_str(")")
    }
}

/// The two positions of a simple ko.
#[derive(Clone, Copy)]
struct Ko {
    /// Where Right may take; Left's moves end it in her favour.
    left: u32,
    /// Where Left may take.
    right: u32,
}

impl Ko {
    /// From where a player takes, and where he takes to.
    fn taking(self, player: Player) -> (u32, u32) {
        match player {
            Player::Left => (self.right, self.left),
            Player::Right => (self.left, self.right),
        }
    }
}

impl Stoppers {
    /// The thermograph of a game as it is written, in which the only loops
    /// without a stopper's end are simple kos.
    pub fn ko_thermograph(
        &mut self,
        arena: &mut Arena,
        draft: &Draft,
        root: u32,
        threats: Threats,
    ) -> Result<KoThermograph> {
        let (graph, places) = draft.graph().reachable(&[root]);
        let mut leaves: FxHashMap<u32, Loopy> = FxHashMap::default();
        for (&v, leaf) in draft.leaves() {
            if let Some(place) = places[v as usize] {
                leaves.insert(place, leaf.clone());
            }
        }
        let kos = simple_kos(&graph)?;
        let mut work = Work {
            graph: &graph,
            kos,
            threats,
            walls: vec![None; graph.len()],
        };
        for v in work.order()? {
            self.check(arena)?;
            let walls = match self.without_ko(arena, &work, &leaves, v)? {
                Some(walls) => walls,
                None => work.walls_of(v)?,
            };
            work.walls[v as usize] = Some(walls);
        }
        match work.walls[0].take() {
            Some([Wall::Finite(left), Wall::Finite(right)]) => Ok(KoThermograph { left, right }),
            _ => Err(no_mast()),
        }
    }

    /// The walls of a vertex from which no ko can be reached, which is a
    /// stopper.
    fn without_ko(
        &mut self,
        arena: &mut Arena,
        work: &Work<'_>,
        leaves: &FxHashMap<u32, Loopy>,
        v: u32,
    ) -> Result<Option<Walls>> {
        let (part, places) = work.graph.reachable(&[v]);
        let has_ko = |ko: &Ko| places[ko.left as usize].is_some();
        if work.kos.iter().any(has_ko) {
            return Ok(None);
        }
        let mut draft = Draft::from(part);
        for (leaf, game) in leaves {
            if let Some(place) = places[*leaf as usize] {
                draft.put(place, game.clone());
            }
        }
        let game = self.resolve(arena, &draft, 0)?;
        match game.on {
            Side::Stopper(stopper) if game.off == game.on => self.walls(arena, stopper).map(Some),
            _ => Err(refused("a part of it is no stopper and no simple ko")),
        }
    }
}

fn refused(why: &str) -> Error {
    Error::Undefined(format!(
        "{why}: no thermograph of such a game is generally accepted"
    ))
}

/// The simple kos, if all endless alternating play is in them.
fn simple_kos(graph: &Graph) -> Result<Vec<Ko>> {
    let mut kos: Vec<Ko> = Vec::new();
    let alternating = graph.alternating();
    for v in 0..graph.len() as u32 {
        for &to in graph.options(v, Player::Right) {
            let back = graph.options(to, Player::Left).contains(&v);
            if to != v && back && alternating.returns(v, Player::Right, to) {
                kos.push(Ko { left: v, right: to });
            }
        }
    }
    let states = kos
        .iter()
        .map(|ko| [(ko.left, Player::Right), (ko.right, Player::Left)]);
    let states: Vec<(u32, Player)> = states.flatten().collect();
    if !alternating.is_endless_only_between(&states) {
        return Err(refused(
            "play in it can go round in other ways than in simple kos",
        ));
    }
    Ok(kos)
}

struct Work<'a> {
    graph: &'a Graph,
    kos: Vec<Ko>,
    threats: Threats,
    walls: Vec<Option<Walls>>,
}

impl Work<'_> {
    /// The ko in which a player's move from v to `to` takes.
    fn taken(&self, v: u32, to: u32, player: Player) -> Option<Ko> {
        let mut kos = self.kos.iter().copied();
        kos.find(|ko| ko.taking(player) == (v, to))
    }

    /// The vertices whose walls those of v need.
    fn needs(&self, v: u32) -> Vec<u32> {
        let mut needs = Vec::new();
        for player in Player::BOTH {
            for &o in self.graph.options(v, player) {
                match self.taken(v, o, player) {
                    Some(_) if self.threats != Threats::Komaster(player.opposite()) => {
                        needs.extend(self.ends(v, o, player));
                        let back = player.opposite();
                        needs.extend(self.ends(o, v, back));
                    }
                    _ if o == v => {}
                    _ => needs.push(o),
                }
            }
        }
        needs
    }

    /// Where a player can end the ko that he has just taken, from `v` to `at`.
    fn ends(&self, v: u32, at: u32, player: Player) -> Vec<u32> {
        let options = self.graph.options(at, player).iter().copied();
        options.filter(|&end| end != v).collect()
    }

    /// The vertices in an order in which their walls can be found.
    fn order(&self) -> Result<Vec<u32>> {
        let needs = (0..self.graph.len() as u32).map(|v| self.needs(v));
        let mut needed = Graph::new();
        for list in needs {
            needed.push([list, Vec::new()]);
        }
        let mut order = Vec::new();
        for component in needed.components() {
            let ko_reached = |v: &u32| {
                let (_, places) = self.graph.reachable(&[*v]);
                self.kos.iter().any(|ko| places[ko.left as usize].is_some())
            };
            if component.len() > 1 && component.iter().any(ko_reached) {
                return Err(refused("a loop leads from a ko back to it"));
            }
            order.extend(component);
        }
        Ok(order)
    }

    fn walls_of(&self, v: u32) -> Result<Walls> {
        let [left, right] = Player::BOTH.map(|player| self.scaffold(v, player));
        settled(left?, right?, None).ok_or_else(|| {
            refused("where there is a ko, neither player wants to move at temperature 0")
        })
    }

    /// The best of a player's moves, each taxed.
    fn scaffold(&self, v: u32, player: Player) -> Result<Wall> {
        let mut best = Wall::nothing(player);
        for &o in self.graph.options(v, player) {
            // A pass costs the tax and gains nothing.
            if o == v {
                continue;
            }
            let wall = match self.taken(v, o, player) {
                None => self.moved(o, player, 1)?,
                Some(_) => match self.threats {
                    Threats::Komaster(master) if master != player => self.moved(o, player, 1)?,
                    Threats::Komaster(_) => self.ended(v, o, player, 2)?,
                    Threats::Neutral => self.fought(v, o, player)?,
                },
            };
            best = best.best(&wall, player);
        }
        Ok(best)
    }

    /// What a player has when it is the other's turn and he has moved so often.
    fn moved(&self, to: u32, player: Player, moves: i64) -> Result<Wall> {
        let walls = self.walls[to as usize].as_ref().ok_or_else(no_mast)?;
        let tax = whole(-moves * i64::from(player.sign()));
        Ok(walls[player.opposite() as usize].tilted(&tax))
    }

    /// What a player has who takes a ko and ends it.
    fn ended(&self, v: u32, at: u32, player: Player, moves: i64) -> Result<Wall> {
        let mut best = Wall::nothing(player);
        for end in self.ends(v, at, player) {
            best = best.best(&self.moved(end, player, moves)?, player);
        }
        Ok(best)
    }

    /// What a player has who takes a ko between equal threats.
    fn fought(&self, v: u32, at: u32, player: Player) -> Result<Wall> {
        let own = self.number(self.ended(v, at, player, 0)?)?;
        let other = self.number(self.ended(at, v, player.opposite(), 0)?)?;
        let half = Rational::new((-i64::from(player.sign())).into(), 2.into());
        let fight = Wall::straight((&own + other) / whole(2), half);
        let left_alone = self.ended(v, at, player, 2)?;
        Ok(fight.best(&left_alone, player.opposite()))
    }

    /// The number that an end of a ko is.
    fn number(&self, wall: Wall) -> Result<Rational> {
        match wall {
            Wall::Finite(line) if line.corners.len() == 1 && line.top.is_zero() => {
                Ok(line.corners[0].1.clone())
            }
            _ => Err(refused(
                "in a neutral environment the ends of a ko must be numbers, which they are not here",
            )),
        }
    }
}
