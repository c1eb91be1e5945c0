//! Stoppers in canonical form, each stored once.

use super::graph::Graph;
use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::player::Player;
use crate::value::Value;
use rustc_hash::FxHashMap;

/// A stopper in canonical form: a game in which alternating play must end.
/// Equal stoppers of one store are `==`. Ids mean nothing outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stopper {
    /// A game in which all play must end.
    Short(Value),
    /// A game from which a loop can be reached.
    Loopy(Loop),
}

/// The id of a stopper with loops in its [`Stoppers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loop(u32);

impl From<Value> for Stopper {
    fn from(value: Value) -> Self {
        Stopper::Short(value)
    }
}

impl Stopper {
    /// The game 0.
    pub const ZERO: Stopper = Stopper::Short(Value::ZERO);

    /// The ordinary value, if there are no loops.
    #[must_use]
    pub fn as_short(self) -> Option<Value> {
        match self {
            Stopper::Short(value) => Some(value),
            Stopper::Loopy(_) => None,
        }
    }
}

/// The options of Left and of Right.
type Options = [Box<[Stopper]>; 2];

/// A store of stoppers. Values without loops stay in the [`Arena`], which
/// every method takes along.
///
/// A component of a canonical graph is found again by its options in a
/// labelling that does not depend on how it was built: its vertices are
/// pairwise different games, so refining them by their options tells them all
/// apart.
#[derive(Default)]
pub struct Stoppers {
    options: Vec<Options>,
    /// A component by its labelled options, and the id of its first vertex.
    components: FxHashMap<Vec<Label>, u32>,
    negatives: FxHashMap<Loop, Stopper>,
    pub(super) games: FxHashMap<Options, Stopper>,
    pub(super) comparisons: FxHashMap<(Stopper, Stopper), bool>,
    pub(super) sums: FxHashMap<(Stopper, Stopper), super::Loopy>,
    pub(super) names: FxHashMap<Stopper, Option<super::names::Name>>,
    bytes: u64,
}

/// A place in a component, a stopper outside of it, or the end of a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Label {
    End,
    Inside(u32),
    Outside(Stopper),
}

/// Components beyond this are refused: ids are 32 bits.
const MOST: usize = 1 << 30;

impl Stoppers {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many stoppers with loops are stored.
    #[must_use]
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether none is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The options of a player, in no particular order.
    pub(super) fn unsorted(
        &self,
        arena: &mut Arena,
        g: Stopper,
        player: Player,
    ) -> Result<Vec<Stopper>> {
        match g {
            Stopper::Short(value) => {
                let options = arena.unsorted_options(value, player)?;
                Ok(options.into_iter().map(Stopper::Short).collect())
            }
            Stopper::Loopy(id) => Ok(self.options[id.0 as usize][player as usize].to_vec()),
        }
    }

    /// The vertices of a graph that is in canonical form as stoppers. Where
    /// `known` has a stopper it is taken for its vertex.
    pub(super) fn intern(
        &mut self,
        arena: &mut Arena,
        graph: &Graph,
        known: &[Option<Stopper>],
    ) -> Result<Vec<Stopper>> {
        let mut found: Vec<Option<Stopper>> = known.to_vec();
        for component in graph.components() {
            if component.iter().all(|&v| found[v as usize].is_some()) {
                continue;
            }
            arena.tick()?;
            let stoppers = self.component(arena, graph, &component, &found)?;
            for (&v, stopper) in component.iter().zip(stoppers) {
                found[v as usize] = Some(stopper);
            }
        }
        Ok(found.into_iter().flatten().collect())
    }

    fn component(
        &mut self,
        arena: &mut Arena,
        graph: &Graph,
        component: &[u32],
        found: &[Option<Stopper>],
    ) -> Result<Vec<Stopper>> {
        if let [only] = *component {
            let short = Player::BOTH.map(|player| {
                let options = graph.options(only, player).iter();
                options
                    .map(|&o| found[o as usize].and_then(Stopper::as_short))
                    .collect::<Option<Vec<Value>>>()
            });
            if let [Some(left), Some(right)] = short {
                return Ok(vec![Stopper::Short(arena.game(&left, &right)?)]);
            }
        }
        let places = labels(graph, component, found);
        let mut order: Vec<usize> = (0..component.len()).collect();
        order.sort_unstable_by_key(|&at| places[at]);
        let place = |v: u32| component.binary_search(&v).map(|at| places[at]).ok();
        let mut key = Vec::new();
        for &at in &order {
            for player in Player::BOTH {
                let mut list: Vec<Label> = graph
                    .options(component[at], player)
                    .iter()
                    .map(|&o| label(o, found, place))
                    .collect();
                list.sort_unstable();
                key.extend(list);
                key.push(Label::End);
            }
        }
        let first = self.stored(key, component.len())?;
        Ok(places
            .iter()
            .map(|&place| Stopper::Loopy(Loop(first + place)))
            .collect())
    }

    /// The id of the first vertex of a component, stored if it is new.
    fn stored(&mut self, key: Vec<Label>, count: usize) -> Result<u32> {
        if let Some(&first) = self.components.get(&key) {
            return Ok(first);
        }
        if self.options.len() + count > MOST {
            return Err(Error::TooLarge {
                what: "too many loopy values in one store",
                bound: MOST as u64,
            });
        }
        let first = self.options.len() as u32;
        let mut lists = key.split(|label| *label == Label::End);
        let mut side = || -> Box<[Stopper]> {
            let list = lists.next().unwrap_or_default().iter();
            list.filter_map(|label| match *label {
                Label::Inside(place) => Some(Stopper::Loopy(Loop(first + place))),
                Label::Outside(stopper) => Some(stopper),
                Label::End => None,
            })
            .collect()
        };
        for _ in 0..count {
            self.options.push([side(), side()]);
        }
        self.bytes += 64 + 32 * key.len() as u64;
        self.components.insert(key, first);
        Ok(first)
    }

    /// Looks whether what is stored still fits into the arena's budget.
    pub(super) fn check(&self, arena: &Arena) -> Result<()> {
        let maps = (self.games.len() + self.comparisons.len() + self.sums.len()) as u64;
        let used = arena.bytes() + self.bytes + 96 * maps;
        arena.budget().check()?;
        arena.budget().check_bytes(used)
    }

    /// −G.
    pub fn negate(&mut self, arena: &mut Arena, g: Stopper) -> Result<Stopper> {
        let id = match g {
            Stopper::Short(value) => return Ok(Stopper::Short(-value)),
            Stopper::Loopy(id) => id,
        };
        if let Some(&negative) = self.negatives.get(&id) {
            return Ok(negative);
        }
        let mut loaded = Loaded::default();
        loaded.load(self, arena, g)?;
        let known: Vec<Option<Stopper>> = loaded
            .known
            .iter()
            .map(|known| known.and_then(Stopper::as_short).map(|v| (-v).into()))
            .collect();
        let negatives = self.intern(arena, &loaded.graph.negated(), &known)?;
        for (known, &negative) in loaded.known.iter().zip(&negatives) {
            if let (Some(Stopper::Loopy(id)), Stopper::Loopy(other)) = (known, negative) {
                self.negatives.insert(*id, negative);
                self.negatives.insert(other, Stopper::Loopy(*id));
            }
        }
        Ok(self.negatives[&id])
    }
}

fn label(o: u32, found: &[Option<Stopper>], place: impl Fn(u32) -> Option<u32>) -> Label {
    match (place(o), found[o as usize]) {
        (Some(place), _) => Label::Inside(place),
        (None, Some(stopper)) => Label::Outside(stopper),
        (None, None) => Label::End,
    }
}

/// A place for each vertex of a component, by refinement: vertices are told
/// apart by the places of their options until all are apart. Equal vertices
/// cannot be told apart, and a canonical graph has none.
pub(super) fn labels(graph: &Graph, component: &[u32], found: &[Option<Stopper>]) -> Vec<u32> {
    debug_assert!(component.is_sorted());
    let mut places = vec![0; component.len()];
    let mut classes = 1;
    loop {
        let mut signatures: Vec<(Vec<Label>, usize)> = (0..component.len())
            .map(|at| {
                let mut signature = vec![Label::Inside(places[at])];
                for player in Player::BOTH {
                    let place = |v: u32| component.binary_search(&v).map(|at| places[at]).ok();
                    let options = graph.options(component[at], player).iter();
                    let mut list: Vec<Label> = options.map(|&o| label(o, found, place)).collect();
                    list.sort_unstable();
                    signature.extend(list);
                    signature.push(Label::End);
                }
                (signature, at)
            })
            .collect();
        signatures.sort_unstable();
        let (mut count, mut next) = (0, vec![0; component.len()]);
        for (i, (signature, at)) in signatures.iter().enumerate() {
            if i > 0 && signatures[i - 1].0 != *signature {
                count += 1;
            }
            next[*at] = count;
        }
        places = next;
        let count = count as usize + 1;
        if count == classes || count == component.len() {
            return places;
        }
        classes = count;
    }
}

/// Stoppers as vertices of a graph with all their followers.
#[derive(Default)]
pub(super) struct Loaded {
    pub graph: Graph,
    /// The stopper that each vertex is; none for those that are added.
    pub known: Vec<Option<Stopper>>,
    places: FxHashMap<Stopper, u32>,
}

/// More are never compared in any time.
const MOST_VERTICES: usize = 1 << 22;
const TOO_MANY: Error = Error::TooLarge {
    what: "too many positions of a value beside loops",
    bound: MOST_VERTICES as u64,
};
/// What a vertex takes: itself, its place by its game, and its options, of
/// which most vertices have one or two.
const VERTEX_BYTES: usize = 256;

impl Loaded {
    /// The vertex of a stopper.
    pub fn load(&mut self, stoppers: &Stoppers, arena: &mut Arena, g: Stopper) -> Result<u32> {
        let before = self.known.len();
        let root = self.place(g);
        if self.known.len() == before {
            return Ok(root);
        }
        // Without counting that far.
        if let Stopper::Short(value) = g
            && let Some(number) = arena.as_number(value)
            && number.abs() > Dyadic::from(MOST_VERTICES as i64)
        {
            return Err(TOO_MANY);
        }
        let mut fresh = vec![(g, root)];
        while let Some((g, v)) = fresh.pop() {
            arena.tick()?;
            self.check(arena, fresh.len())?;
            let mut sides = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                for option in stoppers.unsorted(arena, g, player)? {
                    let before = self.known.len();
                    let place = self.place(option);
                    if self.known.len() > before {
                        fresh.push((option, place));
                    }
                    sides[player as usize].push(place);
                }
            }
            self.graph.set(v, sides);
        }
        Ok(root)
    }

    /// Whether there is room for more.
    fn check(&self, arena: &Arena, waiting: usize) -> Result<()> {
        let vertices = self.known.len();
        if vertices > MOST_VERTICES {
            return Err(TOO_MANY);
        }
        let bytes = VERTEX_BYTES * vertices + waiting * size_of::<(Stopper, u32)>();
        arena.budget().check_bytes(arena.bytes() + bytes as u64)
    }

    fn place(&mut self, g: Stopper) -> u32 {
        if let Some(&place) = self.places.get(&g) {
            return place;
        }
        let place = self.vertex();
        self.known[place as usize] = Some(g);
        self.places.insert(g, place);
        place
    }

    /// A vertex that is no stopper yet.
    pub fn vertex(&mut self) -> u32 {
        self.known.push(None);
        self.graph.vertex()
    }
}
