//! Every distinct result of a throw.
//!
//! A turn is a path through boards, each pip or kill an edge; the results are
//! the boards within reach, found cheapest first. What a piece may do depends
//! on where it was, that is on the path, and there are far more paths than
//! boards. So one cheapest path is kept for each board. A board is in doubt
//! that is reached only by a step that the kept path forbids: another path of
//! the same cost to the board before might allow it. These are few, and each
//! is settled by looking at all paths that lead to it.
//!
//! That is exact: the cheapest legal turn to a board ends with an action at a
//! board which is itself reached legally and at less cost, so the action was
//! looked at from there, and the board was found or is in doubt.

use super::action::{Action, Walk};
use super::board::{Board, LEAST_COST};
use super::moment::Moment;
use super::options::Options;
use super::square::{Square, members};
use super::table::Table;
use super::turn::THROWS;
use std::ops::ControlFlow;
use values::{Budget, Player, Result};

/// The distinct boards that a throw can lead to, the board itself excepted.
pub struct Results {
    root: Root,
    nodes: Vec<Node>,
    /// The nodes that are results, cheapest first.
    found: Vec<u32>,
}

/// The board before the turn.
#[derive(Clone, Copy)]
struct Root {
    board: Board,
    player: Player,
    options: Options,
}

/// A board within a turn, and the last action of one turn that leads to it.
#[derive(Clone, Copy)]
struct Node {
    /// The player's Soldiers.
    soldiers: u64,
    /// What the action stepped over.
    crossed: u64,
    /// The node before.
    parent: u32,
    /// The squares of the enemies killed, plus 1, in order, 7 bits each.
    dead: u32,
    /// The square of the player's King; [`NOWHERE`] if there is none.
    king: u8,
    cost: u8,
    /// The action goes from here; for a kill, the victim.
    from: u8,
    /// The action goes here; for a kill, [`NOWHERE`].
    to: u8,
}

const NOWHERE: u8 = 64;
const ROOT: u32 = u32::MAX;
/// The cost of a board that is in doubt, or that only leads to another.
const UNKNOWN: u8 = u8::MAX;

impl Node {
    fn key(&self) -> (u64, u64) {
        let rest = u64::from(self.dead) << 8 | u64::from(self.king);
        (self.soldiers, rest)
    }

    fn same(&self, other: &Node) -> bool {
        self.soldiers == other.soldiers && self.dead == other.dead && self.king == other.king
    }

    fn is_kill(&self) -> bool {
        self.to == NOWHERE
    }

    /// The dead with one more, kept in order: who died first is no matter.
    fn dead_with(&self, victim: Square) -> u32 {
        let mut list = [0, 7, 14].map(|shift| (self.dead >> shift) & 0x7f);
        list[0] = victim.index() as u32 + 1;
        list.sort_unstable();
        list[0] | list[1] << 7 | list[2] << 14
    }
}

impl Root {
    fn board(&self, node: &Node) -> Board {
        let mut killed = 0u64;
        for shift in [0, 7, 14] {
            let entry = (node.dead >> shift) & 0x7f;
            if entry > 0 {
                killed |= 1 << (entry - 1);
            }
        }
        let (own, enemy) = (self.player as usize, -self.player);
        let mut soldiers = [0; 2];
        let mut kings = [0; 2];
        soldiers[own] = node.soldiers;
        kings[own] = if node.king < NOWHERE {
            1 << node.king
        } else {
            0
        };
        soldiers[enemy as usize] = self.board.soldiers(enemy) & !killed;
        kings[enemy as usize] = self.board.kings(enemy) & !killed;
        Board::from_sets(soldiers, kings)
    }

    fn node(&self) -> Node {
        let king = self.board.king(self.player);
        Node {
            soldiers: self.board.soldiers(self.player),
            crossed: 0,
            parent: ROOT,
            dead: 0,
            king: king.map_or(NOWHERE, |king| king.index() as u8),
            cost: 0,
            from: NOWHERE,
            to: NOWHERE,
        }
    }

    fn moment(&self, left: u8) -> Moment {
        Moment::new(&self.board, self.player, left, &self.options)
    }
}

impl Results {
    /// Everything that `player` can make of a throw. Fails at the limits of
    /// the budget only.
    ///
    /// Time and memory grow with the number of results, which is about a
    /// million for a six at the start and ten million in open positions.
    pub fn find(
        board: &Board,
        player: Player,
        throw: u8,
        options: &Options,
        budget: &Budget,
    ) -> Result<Results> {
        let root = Root {
            board: *board,
            player,
            options: *options,
        };
        let mut finder = Finder {
            throw: throw.min(*THROWS.end()),
            nodes: vec![root.node()],
            table: Table::default(),
            layers: Default::default(),
            doubts: Vec::new(),
            root,
            budget,
        };
        finder.table.insert(0, |_| finder.nodes[0].key());
        finder.layers[0].push(0);
        finder.run()?;
        let mut found: Vec<u32> = (1..finder.nodes.len() as u32).collect();
        found.retain(|&i| finder.nodes[i as usize].cost <= finder.throw);
        found.sort_by_key(|&i| finder.nodes[i as usize].cost);
        Ok(Results {
            root,
            nodes: finder.nodes,
            found,
        })
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether nothing can be done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The i-th board, cheapest first.
    #[must_use]
    pub fn board(&self, i: usize) -> Board {
        self.root.board(&self.nodes[self.found[i] as usize])
    }

    /// The fewest pips that lead to the i-th board.
    #[must_use]
    pub fn pips(&self, i: usize) -> u8 {
        self.nodes[self.found[i] as usize].cost
    }

    /// A turn with the fewest pips that leads to the i-th board.
    #[must_use]
    pub fn actions(&self, i: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut node = &self.nodes[self.found[i] as usize];
        while node.parent != ROOT {
            actions.extend(action(node));
            node = &self.nodes[node.parent as usize];
        }
        actions.reverse();
        actions
    }
}

/// The action that led to a node.
fn action(node: &Node) -> Option<Action> {
    let square = |index: u8| Square::first(1u64.checked_shl(u32::from(index)).unwrap_or(0));
    let from = square(node.from)?;
    let Some(to) = square(node.to) else {
        return Some(Action::Kill(from));
    };
    // Any order of the squares stepped over that is a walk will do.
    let mut path = vec![from];
    order(&mut path, node.crossed, to);
    Walk::along(&path).map(Action::Walk)
}

/// Completes a path over all squares of a set and to the end; whether it can.
fn order(path: &mut Vec<Square>, crossed: u64, to: Square) -> bool {
    let [.., last] = path[..] else { return false };
    if crossed == 0 {
        path.push(to);
        return last.distance(to) == 1;
    }
    for next in members(crossed & last.around()) {
        path.push(next);
        let length = path.len();
        if order(path, crossed & !next.bit(), to) {
            return true;
        }
        path.truncate(length - 1);
    }
    false
}

/// Where the pieces that moved have been, told backwards.
#[derive(Clone, Copy, Default)]
struct Trails {
    /// Where a piece is, where it was at first, and where it has been.
    list: [(u8, u8, u64); 6],
    length: usize,
}

impl Trails {
    /// Takes in the action before all others.
    fn lengthen(&mut self, node: &Node) {
        let was = 1 << node.from | node.crossed;
        let known = self.list[..self.length]
            .iter_mut()
            .find(|(_, first, _)| *first == node.to);
        match known {
            Some((_, first, been)) => {
                *first = node.from;
                *been |= was;
            }
            None => {
                self.list[self.length] = (node.to, node.from, was);
                self.length += 1;
            }
        }
    }

    /// The squares to which a piece may not come again.
    fn barred(&self, square: Square) -> u64 {
        let here = |(here, _, _): &&(u8, u8, u64)| usize::from(*here) == square.index();
        let trail = self.list[..self.length].iter().find(here);
        trail.map_or(0, |(_, _, been)| *been)
    }
}

struct Finder<'b> {
    root: Root,
    throw: u8,
    nodes: Vec<Node>,
    table: Table,
    /// The nodes of each cost; those that were found cheaper since are stale.
    layers: [Vec<u32>; 7],
    /// Costs, and nodes that have them if any path allows it.
    doubts: Vec<(u8, u32)>,
    budget: &'b Budget,
}

impl Finder<'_> {
    fn run(&mut self) -> Result<()> {
        for cost in 0..=self.throw {
            self.settle(cost)?;
            if cost == self.throw {
                break;
            }
            let layer = std::mem::take(&mut self.layers[usize::from(cost)]);
            for (i, &node) in layer.iter().enumerate() {
                if i % 1024 == 0 {
                    self.look_at_budget()?;
                }
                if self.nodes[node as usize].cost == cost {
                    self.expand(node);
                }
            }
            self.budget.advance(layer.len() as u64);
        }
        Ok(())
    }

    fn look_at_budget(&self) -> Result<()> {
        self.budget.check()?;
        let layers: usize = self.layers.iter().map(Vec::capacity).sum();
        let bytes = self.nodes.capacity() * size_of::<Node>()
            + self.table.bytes()
            + layers * size_of::<u32>();
        // The next growth doubles the greatest part.
        self.budget.check_bytes(bytes as u64 * 2)
    }

    fn expand(&mut self, index: u32) {
        let node = self.nodes[index as usize];
        let board = self.root.board(&node);
        let player = self.root.player;
        let over = self.root.board.king(-player).is_some() && board.king(-player).is_none();
        if over {
            return;
        }
        let left = self.throw - node.cost;
        let trails = self.trails(&node);
        let empty = !board.occupied();
        for from in members(node.soldiers) {
            let barred = trails.barred(from);
            for to in members(from.around() & empty) {
                let next = Node {
                    soldiers: node.soldiers ^ (from.bit() | to.bit()),
                    crossed: 0,
                    parent: index,
                    cost: node.cost + 1,
                    from: from.index() as u8,
                    to: to.index() as u8,
                    ..node
                };
                self.offer(next, barred & to.bit() == 0);
            }
        }
        if let Some(king) = board.king(player) {
            let barred = trails.barred(king);
            self.walk_king(index, &board, king, left, barred, true);
            if barred != 0 {
                self.walk_king(index, &board, king, left, 0, false);
            }
        }
        if left < LEAST_COST {
            return;
        }
        for victim in members(self.root.options.attack.victims(&board, player)) {
            let cost = board.kill_cost(victim, self.root.options.attack);
            if let Some(cost) = cost.filter(|&cost| cost <= left) {
                let next = Node {
                    crossed: 0,
                    parent: index,
                    dead: node.dead_with(victim),
                    cost: node.cost + cost,
                    from: victim.index() as u8,
                    to: NOWHERE,
                    ..node
                };
                self.offer(next, true);
            }
        }
    }

    /// Where the pieces that moved since the last kill have been.
    fn trails(&self, node: &Node) -> Trails {
        let mut trails = Trails::default();
        let mut node = node;
        while self.root.options.no_revisit && node.parent != ROOT && !node.is_kill() {
            trails.lengthen(node);
            node = &self.nodes[node.parent as usize];
        }
        trails
    }

    /// Offers the King's shortest walks to empty squares, over his Soldiers
    /// but not over what is barred.
    fn walk_king(
        &mut self,
        index: u32,
        board: &Board,
        king: Square,
        left: u8,
        barred: u64,
        legal: bool,
    ) {
        let node = self.nodes[index as usize];
        let own = board.soldiers(self.root.player) & !barred;
        let empty = !board.occupied() & !barred;
        // The squares stepped over on a shortest way to each square.
        let mut ways = [0u64; 64];
        let mut front = king.bit();
        let mut reached = king.bit();
        for pips in 1..=left {
            let mut next = 0;
            for here in members(front) {
                let way = ways[here.index()] | (here.bit() & !king.bit());
                for there in members(here.around() & !reached) {
                    if empty & there.bit() != 0 {
                        let next = Node {
                            crossed: way,
                            parent: index,
                            king: there.index() as u8,
                            cost: node.cost + pips,
                            from: king.index() as u8,
                            to: there.index() as u8,
                            ..node
                        };
                        self.offer(next, legal);
                    } else if own & there.bit() != 0 {
                        ways[there.index()] = way;
                        next |= there.bit();
                    } else {
                        continue;
                    }
                    reached |= there.bit();
                }
            }
            front = next;
            if front == 0 {
                break;
            }
        }
    }

    /// Keeps a node if its board is new or cheaper than known; if the way to
    /// it is not legal, it is in doubt.
    fn offer(&mut self, node: Node, legal: bool) {
        let nodes = &self.nodes;
        let known = self
            .table
            .find(node.key(), |i| nodes[i as usize].same(&node));
        let index = match known {
            Some(i) if self.nodes[i as usize].cost <= node.cost => return,
            Some(i) => i,
            None => {
                // The budget stops long before there are 2³² nodes.
                let i = self.nodes.len() as u32;
                self.nodes.push(Node {
                    cost: UNKNOWN,
                    ..node
                });
                let nodes = &self.nodes;
                self.table.insert(i, |i| nodes[i as usize].key());
                i
            }
        };
        if legal {
            self.nodes[index as usize] = node;
            self.layers[usize::from(node.cost)].push(index);
        } else {
            self.doubts.push((node.cost, index));
        }
    }

    /// Settles for every node that could cost this much whether it does.
    fn settle(&mut self, cost: u8) -> Result<()> {
        let mut doubts = std::mem::take(&mut self.doubts);
        doubts.sort_unstable_by_key(|&(since, index)| (index, since));
        doubts.dedup_by_key(|(_, index)| *index);
        doubts.retain(|&(since, index)| since > cost || self.nodes[index as usize].cost > cost);
        for &(since, index) in &doubts {
            if since > cost {
                continue;
            }
            self.budget.check()?;
            let goal = self.root.board(&self.nodes[index as usize]);
            let mut actions = Vec::new();
            if lead_to(&self.root, &self.root.moment(cost), &goal, &mut actions) {
                self.adopt(index, cost, &actions);
            }
        }
        self.doubts = doubts;
        Ok(())
    }

    /// Gives a node a path of its own; the boards on the way have others.
    fn adopt(&mut self, index: u32, cost: u8, actions: &[Action]) {
        let mut node = self.root.node();
        let mut parent = 0;
        for (i, &action) in actions.iter().enumerate() {
            node.parent = parent;
            node.cost = UNKNOWN;
            match action {
                Action::Kill(victim) => {
                    node.dead = node.dead_with(victim);
                    (node.crossed, node.from, node.to) = (0, victim.index() as u8, NOWHERE);
                }
                Action::Walk(walk) => {
                    let (from, to) = (walk.from(), walk.to());
                    if usize::from(node.king) == from.index() {
                        node.king = to.index() as u8;
                    } else {
                        node.soldiers ^= from.bit() | to.bit();
                    }
                    node.crossed = walk.crossed();
                    (node.from, node.to) = (from.index() as u8, to.index() as u8);
                }
            }
            if i + 1 == actions.len() {
                node.cost = cost;
                self.nodes[index as usize] = node;
                self.layers[usize::from(cost)].push(index);
            } else {
                parent = self.nodes.len() as u32;
                self.nodes.push(node);
            }
        }
    }
}

/// Whether legal actions lead from a moment to a board, and which.
fn lead_to(root: &Root, now: &Moment, goal: &Board, actions: &mut Vec<Action>) -> bool {
    let found = now.actions(&mut |action| {
        let next = now.after(action);
        actions.push(action);
        if next.board() == goal {
            return ControlFlow::Break(());
        }
        if !next.regicide(&root.board)
            && distance(next.board(), goal, root.player) <= u32::from(next.pips())
            && lead_to(root, &next, goal, actions)
        {
            return ControlFlow::Break(());
        }
        actions.pop();
        ControlFlow::Continue(())
    });
    found.is_break()
}

/// A lower bound on the pips that lead from one board to the other.
fn distance(board: &Board, goal: &Board, player: Player) -> u32 {
    let enemies = board.pieces(-player);
    let wanted = goal.pieces(-player);
    if wanted & !enemies != 0 {
        return u32::MAX;
    }
    let kills = (enemies & !wanted).count_ones() * u32::from(LEAST_COST);
    let soldiers = (goal.soldiers(player) & !board.soldiers(player)).count_ones();
    let king = match (board.king(player), goal.king(player)) {
        (Some(here), Some(there)) => u32::from(here.distance(there)),
        _ => 0,
    };
    kills + soldiers + king
}
