//! Walls of positions and of sums, found and remembered.

use super::Stop;
use super::duels::DuelWalls;
use crate::position_table::{PositionTable, map_bytes, position_at};
use crate::scalar::{Overflow, Scalar};
use crate::wall::trajectory;
use crate::walls::{Graph, Stamps, Walls};
use rules::{DuelPlace, Known, Normal, Place, Position};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use values::{Budget, Dyadic, Player, Result, Trajectory};

/// A part in normal form; its negative if said.
type Part<P> = (P, bool);

/// A sum of parts that are no numbers: twice the part's place in the list of
/// summands, plus one for its negative; sorted.
type Key = Box<[u32]>;

/// Something that has a thermograph of its own.
enum Node<P> {
    Part(P),
    Sum(Key),
}

/// An option that waits for the thermographs of its parts.
enum Pending<P> {
    One(Part<P>),
    Many(Vec<Part<P>>),
}

/// A node whose options are being looked at.
struct Frame<P> {
    node: Option<Node<P>>,
    /// The thermographs of each player's options found so far.
    seen: [Vec<Graph>; 2],
    pending: Vec<(Player, Pending<P>)>,
    /// What the pending options wait for.
    missing: Vec<Node<P>>,
}

/// Finds walls, with numbers of one kind.
pub(super) struct Solver<P, S> {
    duels: DuelWalls,
    table: PositionTable<P>,
    sums: FxHashMap<Key, Graph>,
    summands: Vec<P>,
    /// The bytes that the summands have elsewhere, in both lists.
    outside: usize,
    places: FxHashMap<P, u32>,
    pub walls: Walls<S>,
    /// Keeps repetitions out of the lists of a frame.
    stamps: Stamps,
    /// Frames to use again.
    spare: Vec<Frame<P>>,
    pub budget: Budget,
    ticks: u32,
}

impl<P: Position, S: Scalar> Solver<P, S> {
    pub fn new(budget: Budget) -> Self {
        Solver {
            duels: DuelWalls::default(),
            table: PositionTable::new(),
            sums: FxHashMap::default(),
            summands: Vec::new(),
            outside: 0,
            places: FxHashMap::default(),
            walls: Walls::new(),
            stamps: Stamps::default(),
            spare: Vec::new(),
            budget,
            ticks: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.duels.len() + self.table.len() + self.sums.len()
    }

    pub fn bytes(&self) -> u64 {
        let tables = self.duels.bytes()
            + self.table.bytes()
            + self.walls.bytes()
            + map_bytes(&self.places)
            + self.summands.capacity() * size_of::<P>()
            + self.outside
            + self.sums.len() * (size_of::<(Key, Graph)>() + 24);
        tables as u64
    }

    fn tick(&mut self) -> Result<()> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(512) {
            self.budget.advance(512);
            self.budget.check()?;
            let kept = rules::kept_bytes() as u64;
            self.budget.check_bytes(self.bytes() + kept)?;
        }
        Ok(())
    }

    pub fn graph_of_sum(&mut self, summands: &[(P, bool)]) -> std::result::Result<Graph, Stop> {
        let mut parts = Vec::new();
        for (position, negated) in summands {
            push_parts(position, *negated, &mut parts);
        }
        self.solved(&parts)
    }

    /// The thermograph of each option of `player`, with the moves.
    fn option_graphs(
        &mut self,
        position: &P,
        player: Player,
    ) -> std::result::Result<Vec<(P::Move, Graph)>, Stop> {
        let mut moves = Vec::new();
        let mut looked = Ok(());
        let _ = position.moves(player, &mut |mv| {
            moves.push(mv);
            self.budget.go_on(&mut looked)
        });
        looked?;
        let mut options = Vec::with_capacity(moves.len());
        for mv in moves {
            let graph = self.graph_of_sum(&[(position.play(player, &mv), false)])?;
            options.push((mv, graph));
        }
        Ok(options)
    }

    pub fn scaffold(
        &mut self,
        position: &P,
        player: Player,
    ) -> std::result::Result<Option<Trajectory>, Stop> {
        let options = self.option_graphs(position, player)?;
        let graphs: Vec<Graph> = options.into_iter().map(|(_, graph)| graph).collect();
        let scaffold = self.walls.scaffold(&graphs, player);
        Ok(scaffold.map(|wall| trajectory(wall, player)))
    }

    pub fn orthodox_moves(
        &mut self,
        position: &P,
        player: Player,
        t: &Dyadic,
    ) -> std::result::Result<Vec<P::Move>, Stop> {
        let graph = self.graph_of_sum(&[(position.clone(), false)])?;
        if self.walls.thermograph(graph).temperature() < t {
            return Ok(Vec::new());
        }
        let options = self.option_graphs(position, player)?;
        // Walls are kept so that larger is better for the mover.
        let height = |graph: Graph| {
            let wall = self.walls.wall(graph, player.opposite());
            trajectory(self.walls.get(wall), Player::Right).at(t)
        };
        let heights: Vec<Dyadic> = options.iter().map(|(_, graph)| height(*graph)).collect();
        let best = heights.iter().max();
        let orthodox = options.into_iter().zip(&heights);
        Ok(orthodox
            .filter(|(_, height)| Some(*height) == best)
            .map(|((mv, _), _)| mv)
            .collect())
    }

    /// The walls of a sum of parts, found if need be.
    fn solved(&mut self, parts: &[Part<P>]) -> std::result::Result<Graph, Stop> {
        let mut missing = Vec::new();
        loop {
            if let Some(graph) = self.look_up(parts, &mut missing)? {
                return Ok(graph);
            }
            for node in missing.drain(..) {
                self.solve(node)?;
            }
        }
    }

    /// Depth first with an explicit stack. All options of a node are looked
    /// up at once, so that the processor can overlap the accesses; those that
    /// are not known yet wait.
    fn solve(&mut self, node: Node<P>) -> std::result::Result<(), Stop> {
        if self.knows(&node) || self.fought(&node)? {
            return Ok(());
        }
        let mut stack = vec![self.opened(node)?];
        while let Some(frame) = stack.last_mut() {
            if let Some(node) = frame.missing.pop() {
                if !self.knows(&node) && !self.fought(&node)? {
                    let below = self.opened(node)?;
                    stack.push(below);
                }
                continue;
            }
            for (player, pending) in std::mem::take(&mut frame.pending) {
                self.budget.look()?;
                let parts = match &pending {
                    Pending::One(part) => std::slice::from_ref(part),
                    Pending::Many(parts) => parts,
                };
                match self.look_up(parts, &mut frame.missing)? {
                    Some(graph) => frame.seen[player as usize].push(graph),
                    None => frame.pending.push((player, pending)),
                }
            }
            if frame.missing.is_empty() {
                let frame = stack.pop().expect("the frame at hand");
                self.close(frame)?;
            }
        }
        Ok(())
    }

    /// Finds the thermograph of a duel, with all others on its ground;
    /// whether the node is one.
    fn fought(&mut self, node: &Node<P>) -> std::result::Result<bool, Stop> {
        let Node::Part(part) = node else {
            return Ok(false);
        };
        let Some(place) = duel(part) else {
            return Ok(false);
        };
        self.duels
            .solve::<P, S>(place.ground, &mut self.walls, &self.budget)?;
        Ok(true)
    }

    fn knows(&self, node: &Node<P>) -> bool {
        match node {
            Node::Part(part) => self.table.get(part).is_some(),
            Node::Sum(key) => self.sums.contains_key(key),
        }
    }

    fn remember(&mut self, part: P, graph: Graph) {
        let number = graph.number().expect("made by the store, not negated");
        self.table.insert(part, number);
    }

    /// Every option is known: finds the walls and remembers them.
    fn close(&mut self, mut frame: Frame<P>) -> std::result::Result<(), Stop> {
        let [left, right] = &frame.seen;
        let graph = self.walls.game([left, right])?;
        match frame.node.take() {
            Some(Node::Part(part)) => self.remember(part, graph),
            Some(Node::Sum(key)) => {
                self.sums.insert(key, graph);
            }
            None => {}
        }
        frame.seen.iter_mut().for_each(Vec::clear);
        self.spare.push(frame);
        Ok(())
    }

    /// Looks at the options of a node.
    fn opened(&mut self, node: Node<P>) -> std::result::Result<Frame<P>, Stop> {
        self.tick()?;
        let mut frame = self.spare.pop().unwrap_or_else(|| Frame {
            node: None,
            seen: [Vec::new(), Vec::new()],
            pending: Vec::new(),
            missing: Vec::new(),
        });
        match &node {
            Node::Part(part) => {
                for player in Player::BOTH {
                    self.look_at_options(&mut frame, player, part, false, &[])?;
                }
            }
            Node::Sum(key) => {
                for (i, &signed) in key.iter().enumerate() {
                    if i > 0 && key[i - 1] == signed {
                        continue;
                    }
                    let moved = self.summand(signed);
                    let others = key.iter().enumerate().filter(|&(j, _)| j != i);
                    let others: Vec<Part<P>> =
                        others.map(|(_, &other)| self.summand(other)).collect();
                    for player in Player::BOTH {
                        self.look_at_options(&mut frame, player, &moved.0, moved.1, &others)?;
                    }
                }
            }
        }
        frame.node = Some(node);
        Ok(frame)
    }

    /// Looks up `player`'s options in `position`, or in its negative, beside
    /// other parts.
    fn look_at_options(
        &mut self,
        frame: &mut Frame<P>,
        player: Player,
        position: &P,
        negated: bool,
        others: &[Part<P>],
    ) -> std::result::Result<(), Stop> {
        self.stamps.renew();
        let mover = if negated { player.opposite() } else { player };
        let mut together = Vec::new();
        let mut stopped: std::result::Result<(), Stop> = Ok(());
        let _ = position.normal_options(mover, &mut |option| {
            if let Err(error) = self.budget.look() {
                stopped = Err(error.into());
                return ControlFlow::Break(());
            }
            let (one, two);
            let at = |(place, flip): (Place, bool)| {
                let part = position_at(&place).expect("a place names its position");
                (part, flip)
            };
            let parts = match option {
                Normal::Placed(place, flip) => {
                    one = [at((place, flip))];
                    one.as_slice()
                }
                Normal::Split(places) => {
                    two = places.map(at);
                    two.as_slice()
                }
                Normal::Parts(parts) => parts,
            };
            let parts = if negated || !others.is_empty() {
                together.clear();
                let signed = parts
                    .iter()
                    .map(|(part, flip)| (part.clone(), *flip != negated));
                together.extend(signed);
                together.extend_from_slice(others);
                &together
            } else {
                parts
            };
            match self.look_up(parts, &mut frame.missing) {
                Ok(Some(graph)) => {
                    if self.stamps.is_new_graph(graph) {
                        frame.seen[player as usize].push(graph);
                    }
                }
                Ok(None) => {
                    let pending = match parts {
                        [part] => Pending::One(part.clone()),
                        _ => Pending::Many(parts.to_vec()),
                    };
                    frame.pending.push((player, pending));
                }
                Err(overflow) => {
                    stopped = Err(overflow.into());
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        stopped
    }

    /// The walls of a sum of parts, if they are known; else what is missing.
    #[inline(always)]
    fn look_up(
        &mut self,
        parts: &[Part<P>],
        missing: &mut Vec<Node<P>>,
    ) -> std::result::Result<Option<Graph>, Overflow> {
        if let [(part, negated)] = parts {
            let graph = self.part(part)?;
            if graph.is_none() {
                missing.push(Node::Part(part.clone()));
            }
            return Ok(graph.map(|graph| graph.signed(*negated)));
        }
        self.look_up_sum(parts, missing)
    }

    fn look_up_sum(
        &mut self,
        parts: &[Part<P>],
        missing: &mut Vec<Node<P>>,
    ) -> std::result::Result<Option<Graph>, Overflow> {
        let mut number = S::zero();
        let mut rest = Vec::new();
        let before = missing.len();
        for (part, negated) in parts {
            let Some(graph) = self.part(part)? else {
                missing.push(Node::Part(part.clone()));
                continue;
            };
            let graph = graph.signed(*negated);
            match self.walls.as_number(graph) {
                Some(x) => {
                    number = number.plus(&x);
                    if !number.is_safe() {
                        return Err(Overflow);
                    }
                }
                None => rest.push((part, *negated, graph)),
            }
        }
        if missing.len() > before {
            return Ok(None);
        }
        let graph = match rest.as_slice() {
            [] => self.walls.zero()?,
            [(_, _, graph)] => *graph,
            _ => {
                let key = rest.iter().map(|(part, negated, _)| {
                    let place = self.place(part);
                    2 * place + u32::from(*negated)
                });
                let key = without_opposites(key.collect());
                match key.as_slice() {
                    [] => self.walls.zero()?,
                    &[one] => {
                        let (part, negated) = self.summand(one);
                        let graph = self.part(&part)?.expect("it was found above");
                        graph.signed(negated)
                    }
                    _ => match self.sums.get(key.as_slice()) {
                        Some(&graph) => graph,
                        None => {
                            missing.push(Node::Sum(key.into()));
                            return Ok(None);
                        }
                    },
                }
            }
        };
        self.walls.translated(graph, &number).map(Some)
    }

    /// The walls of a part, if it was met before, alone or with others on its
    /// ground, or theory knows its value.
    #[inline(always)]
    fn part(&mut self, part: &P) -> std::result::Result<Option<Graph>, Overflow> {
        match self.table.get(part) {
            Some(number) => Ok(Some(Graph::from_number(number))),
            None => self.new_part(part),
        }
    }

    #[cold]
    fn new_part(&mut self, part: &P) -> std::result::Result<Option<Graph>, Overflow> {
        let graph = if let Some(known) = part.known_value() {
            self.known(&known)?
        } else if let Some(place) = duel(part)
            && let Some(walls) = self.duels.walls(&place)
        {
            self.walls.pair(walls)?
        } else {
            return Ok(None);
        };
        self.remember(part.clone(), graph);
        Ok(Some(graph))
    }

    /// Ups and a nimber are at least 0 when there are two ups, or one and no
    /// ∗ to confuse it, or nothing.
    fn known(&mut self, known: &Known) -> std::result::Result<Graph, Overflow> {
        let at_least_0 = |ups: i64| match ups {
            0 => known.nimber == 0,
            1 => known.nimber != 1,
            _ => ups > 1,
        };
        let graph = self.walls.infinitesimal(
            at_least_0(known.ups.saturating_neg()),
            at_least_0(known.ups),
        )?;
        let number = S::new(&known.number).ok_or(Overflow)?;
        self.walls.translated(graph, &number)
    }

    fn place(&mut self, part: &P) -> u32 {
        if let Some(&place) = self.places.get(part) {
            return place;
        }
        let place = self.summands.len() as u32;
        self.outside += 2 * part.outside_bytes();
        self.summands.push(part.clone());
        self.places.insert(part.clone(), place);
        place
    }

    fn summand(&self, signed: u32) -> Part<P> {
        (self.summands[signed as usize / 2].clone(), signed % 2 == 1)
    }
}

/// Where the position is on its ground, if it is a duel.
fn duel<P: Position>(position: &P) -> Option<DuelPlace> {
    let place = (P::CAPABILITIES.duels?.place)(position)?;
    place.ranks.iter().all(Option::is_some).then_some(place)
}

fn push_parts<P: Position>(position: &P, negated: bool, parts: &mut Vec<Part<P>>) {
    position.parts(&mut |part| {
        let (normal, flipped) = part.normal_form();
        parts.push((normal, flipped != negated));
    });
}

/// Sorts a key and takes away what cancels: G + (−G) = 0.
fn without_opposites(mut key: Vec<u32>) -> Vec<u32> {
    key.sort_unstable();
    let mut kept: Vec<u32> = Vec::with_capacity(key.len());
    // Copies of one summand stand together, those not negated first.
    for signed in key {
        match kept.last() {
            Some(&last) if last ^ 1 == signed => {
                kept.pop();
            }
            _ => kept.push(signed),
        }
    }
    kept
}
