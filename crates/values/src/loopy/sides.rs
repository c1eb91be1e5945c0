//! The onside and the offside of a graph of games.

use super::draft::Draft;
use super::graph::Graph;
use super::order::Order;
use super::simplify::{equal_to_known, simplify};
use super::stopper::{Loaded, Stopper, Stoppers, labels};
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// One side of a loopy game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// A stopper in canonical form.
    Stopper(Stopper),
    /// A graph that no stopper was found to be equal to; the game is its
    /// first vertex.
    Graph(Arc<Graph>),
}

/// A game that may not end: its onside, where endless play is won by Left,
/// and its offside, where it is won by Right. It is a stopper when both are
/// the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loopy {
    /// The onside.
    pub on: Side,
    /// The offside.
    pub off: Side,
}

impl Loopy {
    /// The game with these stoppers as its sides.
    #[must_use]
    pub fn sides(on: Stopper, off: Stopper) -> Self {
        Loopy {
            on: Side::Stopper(on),
            off: Side::Stopper(off),
        }
    }

    /// The stopper that it is.
    #[must_use]
    pub fn as_stopper(&self) -> Option<Stopper> {
        match (&self.on, &self.off) {
            (Side::Stopper(on), Side::Stopper(off)) if on == off => Some(*on),
            _ => None,
        }
    }

    /// Its sides, where both are stoppers.
    #[must_use]
    pub fn as_sides(&self) -> Option<(Stopper, Stopper)> {
        match (&self.on, &self.off) {
            (Side::Stopper(on), Side::Stopper(off)) => Some((*on, *off)),
            _ => None,
        }
    }

    /// The ordinary value that it is.
    #[must_use]
    pub fn as_short(&self) -> Option<Value> {
        self.as_stopper()?.as_short()
    }
}

impl From<Stopper> for Loopy {
    fn from(stopper: Stopper) -> Self {
        Loopy::sides(stopper, stopper)
    }
}

impl From<Value> for Loopy {
    fn from(value: Value) -> Self {
        Stopper::Short(value).into()
    }
}

/// A graph, negated for the offside, and what is known of its vertices.
struct Work {
    graph: Graph,
    found: Vec<Option<Stopper>>,
}

/// A component of a graph whose onsides are sought, and the onsides that are
/// known of all vertices.
struct Sought<'g> {
    graph: &'g Graph,
    component: &'g [u32],
    found: &'g mut [Option<Stopper>],
}

/// How often sidling is tried before it is given up.
const SIDLING_ROUNDS: usize = 24;

/// With which integers a game is compared.
const MOST_INTEGER: usize = 16;

impl Stoppers {
    /// The game at a vertex of a draft.
    ///
    /// # Complexity
    /// Every strongly connected component is compared with what can be reached
    /// from it: linear in the moves of all these pairs. The result is compared
    /// with the whole draft once more.
    pub fn resolve(&mut self, arena: &mut Arena, draft: &Draft, root: u32) -> Result<Loopy> {
        let (on, plain) = self.onside(arena, draft, root)?;
        let off = match plain {
            true => on.clone(),
            false => self.offside(arena, draft, root)?,
        };
        Ok(Loopy { on, off })
    }

    /// Only the onside, and whether the offside is the same because
    /// alternating play must end everywhere.
    pub(super) fn onside(
        &mut self,
        arena: &mut Arena,
        draft: &Draft,
        root: u32,
    ) -> Result<(Side, bool)> {
        let mut plain = draft.leaves().values().all(|leaf| leaf.on == leaf.off);
        let work = self.prepare(arena, draft, false)?;
        plain = plain && work.graph.is_stopper();
        Ok((self.solve(arena, work, root)?, plain))
    }

    /// Only the offside.
    pub(super) fn offside(&mut self, arena: &mut Arena, draft: &Draft, root: u32) -> Result<Side> {
        let work = self.prepare(arena, draft, true)?;
        let side = self.solve(arena, work, root)?;
        self.negate_side(arena, &side)
    }

    /// −G on the other side.
    pub(super) fn negate_side(&mut self, arena: &mut Arena, side: &Side) -> Result<Side> {
        Ok(match side {
            Side::Stopper(stopper) => Side::Stopper(self.negate(arena, *stopper)?),
            Side::Graph(graph) => Side::Graph(Arc::new(graph.negated())),
        })
    }

    fn prepare(&mut self, arena: &mut Arena, draft: &Draft, negated: bool) -> Result<Work> {
        let mut graph = match negated {
            true => draft.graph().negated(),
            false => draft.graph().clone(),
        };
        let mut found = vec![None; graph.len()];
        for (&v, leaf) in draft.leaves() {
            let side = match negated {
                true => self.negate_side(arena, &leaf.off)?,
                false => leaf.on.clone(),
            };
            match side {
                Side::Stopper(stopper) => found[v as usize] = Some(stopper),
                Side::Graph(part) => {
                    let first = graph.len() as u32;
                    let moved = |w: u32| {
                        Player::BOTH.map(|player| {
                            let options = part.options(w, player).iter();
                            options.map(|o| o + first).collect::<Vec<u32>>()
                        })
                    };
                    for w in 0..part.len() as u32 {
                        graph.push(moved(w));
                        found.push(None);
                    }
                    graph.set(v, moved(0));
                }
            }
        }
        Ok(Work { graph, found })
    }

    /// The onside of a vertex.
    fn solve(&mut self, arena: &mut Arena, work: Work, root: u32) -> Result<Side> {
        let (graph, places) = work.graph.reachable(&[root]);
        let mut found = vec![None; graph.len()];
        for (place, stopper) in places.iter().zip(&work.found) {
            if let Some(place) = place {
                found[*place as usize] = *stopper;
            }
        }
        let leaves = found.clone();
        for component in graph.components() {
            arena.budget().advance(1);
            self.check(arena)?;
            let sought = Sought {
                graph: &graph,
                component: &component,
                found: &mut found,
            };
            self.solve_component(arena, sought)?;
        }
        let mut whole = Loaded::default();
        let whole_root = self.expand(arena, &graph, &leaves, &mut whole, 0)?;
        match found[0] {
            Some(stopper) if self.verify(arena, &whole.graph, whole_root, stopper)? => {
                Ok(Side::Stopper(stopper))
            }
            _ => {
                let (graph, _) = whole.graph.reachable(&[whole_root]);
                Ok(Side::Graph(Arc::new(graph)))
            }
        }
    }

    /// Whether a vertex is equal to a stopper on the onside: the two are
    /// played against each other, whatever led from one to the other.
    fn verify(
        &mut self,
        arena: &mut Arena,
        graph: &Graph,
        v: u32,
        stopper: Stopper,
    ) -> Result<bool> {
        let mut loaded = Loaded::default();
        let at = loaded.load(self, arena, stopper)?;
        let budget = arena.budget();
        let above = Order::new(graph, &loaded.graph, budget)?.ge(v, at);
        Ok(above && Order::new(&loaded.graph, graph, budget)?.ge(at, v))
    }

    /// Adds a vertex and what can be reached from it to `loaded`; stoppers
    /// that are known are added with their own followers.
    fn expand(
        &mut self,
        arena: &mut Arena,
        graph: &Graph,
        found: &[Option<Stopper>],
        loaded: &mut Loaded,
        root: u32,
    ) -> Result<u32> {
        let roots = self.expand_all(arena, graph, found, loaded, &[root])?;
        Ok(roots[0])
    }

    fn expand_all(
        &mut self,
        arena: &mut Arena,
        graph: &Graph,
        found: &[Option<Stopper>],
        loaded: &mut Loaded,
        roots: &[u32],
    ) -> Result<Vec<u32>> {
        let mut places: FxHashMap<u32, u32> = FxHashMap::default();
        let mut fresh = Vec::new();
        let mut placed = Vec::new();
        for &root in roots {
            placed.push(self.put(arena, found, loaded, &mut places, &mut fresh, root)?);
        }
        while let Some((v, at)) = fresh.pop() {
            let mut sides = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                for &o in graph.options(v, player) {
                    let place = self.put(arena, found, loaded, &mut places, &mut fresh, o)?;
                    sides[player as usize].push(place);
                }
            }
            loaded.graph.set(at, sides);
        }
        Ok(placed)
    }

    fn put(
        &mut self,
        arena: &mut Arena,
        found: &[Option<Stopper>],
        loaded: &mut Loaded,
        places: &mut FxHashMap<u32, u32>,
        fresh: &mut Vec<(u32, u32)>,
        v: u32,
    ) -> Result<u32> {
        if let Some(stopper) = found[v as usize] {
            return loaded.load(self, arena, stopper);
        }
        if let Some(&place) = places.get(&v) {
            return Ok(place);
        }
        arena.tick()?;
        let place = loaded.vertex();
        places.insert(v, place);
        fresh.push((v, place));
        Ok(place)
    }

    /// Finds the onsides of the vertices of a component, where they are
    /// stoppers, when those of all that they lead to are known.
    fn solve_component(&mut self, arena: &mut Arena, mut sought: Sought<'_>) -> Result<()> {
        let Sought {
            graph,
            component,
            ref mut found,
        } = sought;
        if component.iter().all(|&v| found[v as usize].is_some()) {
            return Ok(());
        }
        if let [only] = *component
            && let Some([left, right]) = graph.known_options(only, found)
        {
            found[only as usize] = Some(self.game(arena, &left, &right)?);
            return Ok(());
        }
        let mut loaded = Loaded::default();
        let own = self.expand_all(arena, graph, found, &mut loaded, component)?;
        let stoppers = self.settle(arena, loaded, &own)?;
        for (&v, stopper) in component.iter().zip(&stoppers) {
            found[v as usize] = *stopper;
        }
        if stoppers.contains(&None) {
            self.sidle(arena, sought)?;
        }
        Ok(())
    }

    /// {left | right}.
    ///
    /// ```
    /// use values::{Arena, Stopper, Stoppers};
    /// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
    /// let zero = Stopper::ZERO;
    /// let star = stoppers.game(&mut arena, &[zero], &[zero])?;
    /// assert_eq!(star.as_short(), Some(arena.nimber(1)?));
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn game(
        &mut self,
        arena: &mut Arena,
        left: &[Stopper],
        right: &[Stopper],
    ) -> Result<Stopper> {
        let short = [left, right].map(|side| {
            let values = side.iter().map(|o| o.as_short());
            values.collect::<Option<Vec<Value>>>()
        });
        if let [Some(left), Some(right)] = short {
            return Ok(arena.game(&left, &right)?.into());
        }
        let key = [left, right].map(|side| {
            let mut side = side.to_vec();
            side.sort_unstable();
            side.dedup();
            side.into_boxed_slice()
        });
        if let Some(&game) = self.games.get(&key) {
            return Ok(game);
        }
        let mut loaded = Loaded::default();
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            for &option in options {
                side.push(loaded.load(self, arena, option)?);
            }
        }
        let v = loaded.vertex();
        loaded.graph.set(v, sides);
        let settled = self.settle(arena, loaded, &[v])?;
        let game = settled[0].expect("options of stoppers make a stopper");
        self.games.insert(key, game);
        Ok(game)
    }

    /// The stoppers that the vertices `own` are equal to on the onside.
    fn settle(
        &mut self,
        arena: &mut Arena,
        mut loaded: Loaded,
        own: &[u32],
    ) -> Result<Vec<Option<Stopper>>> {
        if !loaded.graph.is_stopper() {
            for player in Player::BOTH {
                let pass = self.pass(arena, player)?;
                loaded.load(self, arena, pass)?;
            }
            // Integers, too, that a vertex may be equal to though no way of
            // leaving out options shows it.
            let most = loaded.graph.len().min(MOST_INTEGER) as i64;
            for n in -most..=most {
                let integer = arena.number(&Dyadic::from(n))?;
                loaded.load(self, arena, integer.into())?;
            }
        }
        let Loaded { graph, known, .. } = &mut loaded;
        let order = Order::new(graph, graph, arena.budget())?;
        let unknown: Vec<u32> = (0..graph.len() as u32)
            .filter(|&v| known[v as usize].is_none())
            .collect();
        simplify(graph, known, &unknown, &order, arena.budget())?;
        let canonical = self.harvest(arena, graph, known, &unknown)?;
        Ok(own
            .iter()
            .map(|&v| match equal_to_known(known, &order, v) {
                Some((_, stopper)) => Some(stopper),
                None => canonical[v as usize],
            })
            .collect())
    }

    /// on = {pass|} for Left, off = {|pass} for Right.
    pub fn pass(&mut self, arena: &mut Arena, player: Player) -> Result<Stopper> {
        let mut graph = Graph::new();
        let v = graph.vertex();
        graph.set_side(v, player, vec![v]);
        Ok(self.intern(arena, &graph, &[None])?[0])
    }

    /// Interns the vertices from which alternating play must end.
    fn harvest(
        &mut self,
        arena: &mut Arena,
        graph: &Graph,
        known: &[Option<Stopper>],
        own: &[u32],
    ) -> Result<Vec<Option<Stopper>>> {
        let alternating = graph.alternating();
        let mut endless: Vec<bool> = (0..graph.len() as u32)
            .map(|v| known[v as usize].is_none() && !alternating.ends(v))
            .collect();
        let before = Player::BOTH.map(|player| graph.reversed(player));
        let mut stack: Vec<u32> = (0..graph.len() as u32)
            .filter(|&v| endless[v as usize])
            .collect();
        while let Some(v) = stack.pop() {
            for &w in before.iter().flat_map(|before| &before[v as usize]) {
                if !std::mem::replace(&mut endless[w as usize], true) {
                    stack.push(w);
                }
            }
        }
        let good: Vec<u32> = own
            .iter()
            .copied()
            .filter(|&v| !endless[v as usize])
            .collect();
        let classes = labels(graph, &good, known);
        let (fused, fused_known) = fuse(graph, &good, &classes, known);
        let stoppers = self.intern(arena, &fused, &fused_known)?;
        let mut result = known.to_vec();
        for (&v, &class) in good.iter().zip(&classes) {
            result[v as usize] = Some(stoppers[class as usize]);
        }
        Ok(result)
    }

    /// Sidling (*Winning Ways* chapter 11): the unknown onsides are first taken
    /// to be on, and then again and again to be what their options make of
    /// them. When nothing changes any more, they are found if they are equal
    /// to the games that they came from.
    fn sidle(&mut self, arena: &mut Arena, sought: Sought<'_>) -> Result<()> {
        let on = self.pass(arena, Player::Left)?;
        let graph = sought.graph;
        let mut guess = sought.found.to_vec();
        let mut unknown = Vec::new();
        let mut stack = sought.component.to_vec();
        while let Some(v) = stack.pop() {
            if guess[v as usize].is_none() {
                guess[v as usize] = Some(on);
                unknown.push(v);
                for player in Player::BOTH {
                    stack.extend(graph.options(v, player));
                }
            }
        }
        for _ in 0..SIDLING_ROUNDS {
            let mut changed = false;
            for &v in unknown.iter().rev() {
                self.check(arena)?;
                let sides = Player::BOTH.map(|player| {
                    let options = graph.options(v, player).iter();
                    options
                        .filter_map(|&o| guess[o as usize])
                        .collect::<Vec<_>>()
                });
                let game = self.game(arena, &sides[0], &sides[1])?;
                changed |= guess[v as usize] != Some(game);
                guess[v as usize] = Some(game);
            }
            if !changed {
                return self.accept(arena, sought, &guess);
            }
        }
        Ok(())
    }

    /// Takes guesses for found that are equal to their vertices.
    fn accept(
        &mut self,
        arena: &mut Arena,
        sought: Sought<'_>,
        guess: &[Option<Stopper>],
    ) -> Result<()> {
        let Sought {
            graph,
            component,
            found,
        } = sought;
        let mut loaded = Loaded::default();
        let roots = self.expand_all(arena, graph, found, &mut loaded, component)?;
        for (&v, root) in component.iter().zip(roots) {
            if let Some(guess) = guess[v as usize]
                && found[v as usize].is_none()
                && self.verify(arena, &loaded.graph, root, guess)?
            {
                found[v as usize] = Some(guess);
            }
        }
        Ok(())
    }
}

/// One vertex for each class of `good`, and one for each known stopper that
/// they lead to.
fn fuse(
    graph: &Graph,
    good: &[u32],
    classes: &[u32],
    known: &[Option<Stopper>],
) -> (Graph, Vec<Option<Stopper>>) {
    let count = classes.iter().max().map_or(0, |most| most + 1);
    let mut fused = Graph::new();
    let mut stoppers = vec![None; count as usize];
    for _ in 0..count {
        fused.vertex();
    }
    let mut places: FxHashMap<u32, u32> =
        good.iter().copied().zip(classes.iter().copied()).collect();
    for (&v, &class) in good.iter().zip(classes) {
        let sides = Player::BOTH.map(|player| {
            let options = graph.options(v, player).iter();
            options
                .map(|&o| {
                    *places.entry(o).or_insert_with(|| {
                        stoppers.push(known[o as usize]);
                        fused.vertex()
                    })
                })
                .collect()
        });
        fused.set(class, sides);
    }
    (fused, stoppers)
}
