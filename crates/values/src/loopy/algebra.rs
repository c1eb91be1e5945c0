//! Order and arithmetic of loopy games.

use super::draft::Draft;
use super::graph::Graph;
use super::order::Order;
use super::sides::{Loopy, Side};
use super::stopper::{Loaded, Stopper, Stoppers};
use crate::arena::Arena;
use crate::compare::Relation;
use crate::error::Result;
use crate::player::Player;
use rustc_hash::FxHashMap;

/// A side as vertices; the game is the vertex `root`.
pub(super) struct Spread {
    pub graph: Graph,
    pub known: Vec<Option<Stopper>>,
    pub root: u32,
}

impl Stoppers {
    pub(super) fn spread(&self, arena: &mut Arena, side: &Side) -> Result<Spread> {
        match side {
            Side::Graph(graph) => Ok(Spread {
                graph: Graph::clone(graph),
                known: vec![None; graph.len()],
                root: 0,
            }),
            Side::Stopper(stopper) => {
                let mut loaded = Loaded::default();
                let root = loaded.load(self, arena, *stopper)?;
                Ok(Spread {
                    graph: loaded.graph,
                    known: loaded.known,
                    root,
                })
            }
        }
    }

    /// Whether G ≤ H, for stoppers.
    pub fn le(&mut self, arena: &mut Arena, g: Stopper, h: Stopper) -> Result<bool> {
        if g == h {
            return Ok(true);
        }
        if let (Stopper::Short(g), Stopper::Short(h)) = (g, h) {
            return arena.le(g, h);
        }
        if let Some(&known) = self.comparisons.get(&(g, h)) {
            return Ok(known);
        }
        let answer = self.side_ge(arena, &Side::Stopper(h), &Side::Stopper(g))?;
        self.comparisons.insert((g, h), answer);
        Ok(answer)
    }

    /// Whether G ≥ H for onsides.
    fn side_ge(&mut self, arena: &mut Arena, g: &Side, h: &Side) -> Result<bool> {
        let (g, h) = (self.spread(arena, g)?, self.spread(arena, h)?);
        let order = Order::new(&g.graph, &h.graph, arena.budget())?;
        Ok(order.ge(g.root, h.root))
    }

    fn onside_ge(&mut self, arena: &mut Arena, g: &Side, h: &Side) -> Result<bool> {
        match (g, h) {
            (Side::Stopper(g), Side::Stopper(h)) => self.le(arena, *h, *g),
            _ => self.side_ge(arena, g, h),
        }
    }

    /// On the offside G ≥ H means −H ≥ −G on the onside.
    fn offside_ge(&mut self, arena: &mut Arena, g: &Side, h: &Side) -> Result<bool> {
        if let (Side::Stopper(g), Side::Stopper(h)) = (g, h) {
            return self.le(arena, *h, *g);
        }
        let (g, h) = (self.negate_side(arena, g)?, self.negate_side(arena, h)?);
        self.side_ge(arena, &h, &g)
    }

    /// Whether G ≤ H: on both sides.
    ///
    /// # Literature
    /// *Winning Ways* chapter 11; A. N. Siegel, *Combinatorial Game Theory*
    /// section VI.1, the swivel chair theorem.
    pub fn is_le(&mut self, arena: &mut Arena, g: &Loopy, h: &Loopy) -> Result<bool> {
        Ok(self.onside_ge(arena, &h.on, &g.on)? && self.offside_ge(arena, &h.off, &g.off)?)
    }

    /// How two games compare.
    pub fn compare(&mut self, arena: &mut Arena, g: &Loopy, h: &Loopy) -> Result<Relation> {
        let le = self.is_le(arena, g, h)?;
        let ge = self.is_le(arena, h, g)?;
        Ok(match (le, ge) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        })
    }

    /// The game with the onside of one game and the offside of another; `None`
    /// if these are no stoppers, or the offside is not at most the onside.
    pub fn beside(&mut self, arena: &mut Arena, on: &Loopy, off: &Loopy) -> Result<Option<Loopy>> {
        let (Some((on, _)), Some((_, off))) = (on.as_sides(), off.as_sides()) else {
            return Ok(None);
        };
        let fits = self.le(arena, off, on)?;
        Ok(fits.then(|| Loopy::sides(on, off)))
    }

    /// Who wins when Left starts and when Right starts; none in a draw.
    pub fn winners(&mut self, arena: &mut Arena, g: &Loopy) -> Result<[Option<Player>; 2]> {
        let zero = Side::Stopper(Stopper::ZERO);
        let best = |wins: bool, draws: bool| match (wins, draws) {
            (true, _) => Some(Player::Left),
            (_, true) => None,
            _ => Some(Player::Right),
        };
        let left = best(
            !self.offside_ge(arena, &zero, &g.off)?,
            !self.onside_ge(arena, &zero, &g.on)?,
        );
        let right = best(
            self.offside_ge(arena, &g.off, &zero)?,
            self.onside_ge(arena, &g.on, &zero)?,
        );
        Ok([left, right])
    }

    /// −G: its onside is the negative of the offside.
    pub fn negative(&mut self, arena: &mut Arena, g: &Loopy) -> Result<Loopy> {
        Ok(Loopy {
            on: self.negate_side(arena, &g.off)?,
            off: self.negate_side(arena, &g.on)?,
        })
    }

    /// G + H, by sides: the onside of the sum of the onsides, and so on.
    ///
    /// # Complexity
    /// That of resolving a graph with a vertex for each pair of followers.
    ///
    /// ```
    /// use values::{Arena, Player, Stoppers};
    /// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    /// let on = stoppers.pass(&mut arena, Player::Left)?;
    /// let off = stoppers.pass(&mut arena, Player::Right)?;
    /// let dud = stoppers.add(&mut arena, &on.into(), &off.into())?;
    /// assert_eq!(dud.as_sides(), Some((on, off)));
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn add(&mut self, arena: &mut Arena, g: &Loopy, h: &Loopy) -> Result<Loopy> {
        if let (Some(g), Some(h)) = (g.as_stopper(), h.as_stopper()) {
            return self.add_stoppers(arena, g, h);
        }
        Ok(Loopy {
            on: self.upsum(arena, g, h)?,
            off: self.downsum(arena, g, h)?,
        })
    }

    fn add_stoppers(&mut self, arena: &mut Arena, g: Stopper, h: Stopper) -> Result<Loopy> {
        if let (Stopper::Short(g), Stopper::Short(h)) = (g, h) {
            return Ok(arena.add(g, h)?.into());
        }
        let key = (g.min(h), g.max(h));
        if let Some(sum) = self.sums.get(&key) {
            return Ok(sum.clone());
        }
        let (draft, root) = self.sum_draft(arena, &Side::Stopper(g), &Side::Stopper(h))?;
        let sum = self.resolve(arena, &draft, root)?;
        self.sums.insert(key, sum.clone());
        Ok(sum)
    }

    /// The onside of G + H.
    pub fn upsum(&mut self, arena: &mut Arena, g: &Loopy, h: &Loopy) -> Result<Side> {
        if let (Side::Stopper(g), Side::Stopper(h)) = (&g.on, &h.on) {
            return Ok(self.add_stoppers(arena, *g, *h)?.on);
        }
        let (draft, root) = self.sum_draft(arena, &g.on, &h.on)?;
        Ok(self.onside(arena, &draft, root)?.0)
    }

    /// The offside of G + H.
    pub fn downsum(&mut self, arena: &mut Arena, g: &Loopy, h: &Loopy) -> Result<Side> {
        if let (Side::Stopper(g), Side::Stopper(h)) = (&g.off, &h.off) {
            return Ok(self.add_stoppers(arena, *g, *h)?.off);
        }
        let (draft, root) = self.sum_draft(arena, &g.off, &h.off)?;
        self.offside(arena, &draft, root)
    }

    /// All pairs of followers, with sums of short games as leaves.
    fn sum_draft(&mut self, arena: &mut Arena, g: &Side, h: &Side) -> Result<(Draft, u32)> {
        let (g, h) = (self.spread(arena, g)?, self.spread(arena, h)?);
        let mut draft = Draft::new();
        let mut places: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut fresh = Vec::new();
        let mut place =
            |arena: &mut Arena, draft: &mut Draft, fresh: &mut Vec<_>, i: u32, j: u32| {
                if let Some(&place) = places.get(&(i, j)) {
                    return Ok(place);
                }
                let at = match leaf_sum(arena, g.known[i as usize], h.known[j as usize])? {
                    Some(sum) => draft.leaf(sum.into()),
                    None => {
                        let at = draft.vertex();
                        fresh.push((i, j, at));
                        at
                    }
                };
                places.insert((i, j), at);
                Ok(at)
            };
        let root = place(arena, &mut draft, &mut fresh, g.root, h.root)?;
        while let Some((i, j, at)) = fresh.pop() {
            arena.tick()?;
            let mut sides = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                let side = &mut sides[player as usize];
                for &o in g.graph.options(i, player) {
                    side.push(place(arena, &mut draft, &mut fresh, o, j)?);
                }
                for &o in h.graph.options(j, player) {
                    side.push(place(arena, &mut draft, &mut fresh, i, o)?);
                }
            }
            draft.set(at, sides);
        }
        Ok((draft, root))
    }

    /// n·G.
    pub fn multiple(&mut self, arena: &mut Arena, n: i64, g: &Loopy) -> Result<Loopy> {
        let mut doubled = match n < 0 {
            true => self.negative(arena, g)?,
            false => g.clone(),
        };
        let mut left = n.unsigned_abs();
        let mut sum = Loopy::from(Stopper::ZERO);
        while left > 0 {
            if left % 2 == 1 {
                sum = self.add(arena, &sum, &doubled)?;
            }
            left /= 2;
            if left > 0 {
                doubled = self.add(arena, &doubled, &doubled)?;
            }
        }
        Ok(sum)
    }
}

/// The sum where no pairs are needed: of short games, or with 0.
fn leaf_sum(arena: &mut Arena, g: Option<Stopper>, h: Option<Stopper>) -> Result<Option<Stopper>> {
    Ok(match (g, h) {
        (Some(Stopper::Short(g)), Some(Stopper::Short(h))) => Some(arena.add(g, h)?.into()),
        (Some(Stopper::ZERO), Some(other)) | (Some(other), Some(Stopper::ZERO)) => Some(other),
        _ => None,
    })
}
