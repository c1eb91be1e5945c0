//! Games as graphs: a vertex is a game, and play need not end.

use crate::player::Player;

/// A finite graph of games. A vertex has the options of both players, and a
/// path along them may come back to where it was.
///
/// ```
/// use values::{Graph, Player};
/// let mut graph = Graph::new();
/// let zero = graph.push([vec![], vec![]]);
/// let over = graph.vertex();
/// graph.set(over, [vec![zero], vec![over]]);
/// assert_eq!(graph.options(over, Player::Right), [over]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    options: [Vec<Vec<u32>>; 2],
}

impl Graph {
    /// A graph without vertices.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a vertex without options.
    pub fn vertex(&mut self) -> u32 {
        self.push([Vec::new(), Vec::new()])
    }

    /// Adds a vertex with these options of Left and of Right.
    pub fn push(&mut self, options: [Vec<u32>; 2]) -> u32 {
        let vertex = self.len() as u32;
        for (side, list) in self.options.iter_mut().zip(options) {
            side.push(sorted(list));
        }
        vertex
    }

    /// Gives a vertex its options.
    pub fn set(&mut self, vertex: u32, options: [Vec<u32>; 2]) {
        for (side, list) in self.options.iter_mut().zip(options) {
            side[vertex as usize] = sorted(list);
        }
    }

    /// Gives a vertex one player's options.
    pub(super) fn set_side(&mut self, vertex: u32, player: Player, options: Vec<u32>) {
        self.options[player as usize][vertex as usize] = sorted(options);
    }

    /// The number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.options[0].len()
    }

    /// Whether there is no vertex.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of moves of both players.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.options.iter().flatten().map(Vec::len).sum()
    }

    /// The options of a player, in increasing order.
    #[must_use]
    pub fn options(&self, vertex: u32, player: Player) -> &[u32] {
        &self.options[player as usize][vertex as usize]
    }

    /// What is known of the options of both players, if it is of all.
    pub(crate) fn known_options<T: Copy>(
        &self,
        vertex: u32,
        known: &[Option<T>],
    ) -> Option<[Vec<T>; 2]> {
        let side = |player| -> Option<Vec<T>> {
            let options = self.options(vertex, player).iter();
            options.map(|&option| known[option as usize]).collect()
        };
        Some([side(Player::Left)?, side(Player::Right)?])
    }

    /// Every game replaced by its negative.
    #[must_use]
    pub fn negated(&self) -> Graph {
        let [left, right] = self.options.clone();
        Graph {
            options: [right, left],
        }
    }

    /// Whose options each vertex is, for one player's moves.
    pub(super) fn reversed(&self, player: Player) -> Vec<Vec<u32>> {
        let mut reversed = vec![Vec::new(); self.len()];
        for (from, options) in self.options[player as usize].iter().enumerate() {
            for &to in options {
                reversed[to as usize].push(from as u32);
            }
        }
        reversed
    }

    /// What can be reached from `roots`, and a place there for each vertex.
    pub(super) fn reachable(&self, roots: &[u32]) -> (Graph, Vec<Option<u32>>) {
        let mut places = vec![None; self.len()];
        let mut order = Vec::new();
        let mut stack: Vec<u32> = roots.iter().rev().copied().collect();
        while let Some(v) = stack.pop() {
            if places[v as usize].is_some() {
                continue;
            }
            places[v as usize] = Some(order.len() as u32);
            order.push(v);
            for side in &self.options {
                stack.extend(side[v as usize].iter().rev());
            }
        }
        let mut graph = Graph::new();
        for &v in &order {
            let moved = Player::BOTH.map(|player| {
                let options = self.options(v, player).iter();
                options.filter_map(|&o| places[o as usize]).collect()
            });
            graph.push(moved);
        }
        (graph, places)
    }

    /// The strongly connected components, options before those who have
    /// them.
    pub(crate) fn components(&self) -> Vec<Vec<u32>> {
        components(self.len(), |v, place| {
            let left = &self.options[0][v as usize];
            let right = &self.options[1][v as usize];
            left.get(place)
                .or_else(|| right.get(place - left.len()))
                .copied()
        })
    }

    /// For each vertex with each player to move, the number of its component
    /// among those of *alternating* play, and whether that play can go on for
    /// ever in it. The state of `v` with a player to move is `2v + player`.
    pub(super) fn alternating(&self) -> Alternating {
        let lists = components(2 * self.len(), |state, place| {
            let (v, player) = (state / 2, state % 2);
            let options = &self.options[player as usize][v as usize];
            options.get(place).map(|o| 2 * o + 1 - player)
        });
        let mut component = vec![0; 2 * self.len()];
        let mut endless = vec![false; lists.len()];
        for (number, list) in lists.iter().enumerate() {
            for &state in list {
                component[state as usize] = number as u32;
            }
            // A state is not its own successor: the player to move changes.
            endless[number] = list.len() > 1;
        }
        Alternating { component, endless }
    }

    /// Whether alternating play must end from every vertex.
    #[must_use]
    pub fn is_stopper(&self) -> bool {
        !self.alternating().endless.contains(&true)
    }
}

fn sorted(mut list: Vec<u32>) -> Vec<u32> {
    list.sort_unstable();
    list.dedup();
    list
}

/// The components of alternating play.
pub(super) struct Alternating {
    component: Vec<u32>,
    endless: Vec<bool>,
}

impl Alternating {
    /// Whether alternating play that begins with `player` moving from `v` to
    /// `option` can come back to `v` with `player` to move.
    pub fn returns(&self, v: u32, player: Player, option: u32) -> bool {
        let here = self.component[2 * v as usize + player as usize];
        let there = self.component[2 * option as usize + player.opposite() as usize];
        here == there
    }

    /// Whether all endless play goes back and forth between two of these
    /// positions with a player to move.
    pub fn is_endless_only_between(&self, states: &[(u32, Player)]) -> bool {
        let mut sizes = vec![0u32; self.endless.len()];
        for &component in &self.component {
            sizes[component as usize] += 1;
        }
        let allowed: Vec<u32> = states.iter().map(|&(v, p)| 2 * v + p as u32).collect();
        (0u32..).zip(&self.component).all(|(state, &component)| {
            let component = component as usize;
            !self.endless[component] || (sizes[component] == 2 && allowed.contains(&state))
        })
    }

    /// Whether `v` lies on no endless alternating play.
    pub fn ends(&self, v: u32) -> bool {
        Player::BOTH
            .iter()
            .all(|&player| !self.endless[self.component[2 * v as usize + player as usize] as usize])
    }
}

/// Tarjan's strongly connected components, without recursion: `next` gives
/// the successors of a vertex one by one.
///
/// # Complexity
/// Linear in vertices and edges.
fn components(count: usize, next: impl Fn(u32, usize) -> Option<u32>) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let mut low = vec![NEW; count];
    let mut index = vec![NEW; count];
    let mut on_stack = vec![false; count];
    let (mut stack, mut found, mut clock) = (Vec::new(), Vec::new(), 0);
    for root in 0..count as u32 {
        if index[root as usize] != NEW {
            continue;
        }
        let mut calls: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some(&mut (v, ref mut place)) = calls.last_mut() {
            let at = v as usize;
            if *place == 0 && index[at] == NEW {
                (index[at], low[at]) = (clock, clock);
                clock += 1;
                stack.push(v);
                on_stack[at] = true;
            }
            if let Some(w) = next(v, *place) {
                *place += 1;
                if index[w as usize] == NEW {
                    calls.push((w, 0));
                } else if on_stack[w as usize] {
                    low[at] = low[at].min(index[w as usize]);
                }
                continue;
            }
            if low[at] == index[at] {
                let start = stack.iter().rposition(|&w| w == v).unwrap_or(0);
                let mut component: Vec<u32> = stack.split_off(start);
                component.sort_unstable();
                for &w in &component {
                    on_stack[w as usize] = false;
                }
                found.push(component);
            }
            let reached = low[at];
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                let parent = parent as usize;
                low[parent] = low[parent].min(reached);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_options_first() {
        let mut graph = Graph::new();
        for _ in 0..4 {
            graph.vertex();
        }
        graph.set(0, [vec![1], vec![]]);
        graph.set(1, [vec![], vec![2]]);
        graph.set(2, [vec![1], vec![3]]);
        assert_eq!(graph.components(), [vec![3], vec![1, 2], vec![0]]);
    }

    #[test]
    fn a_pass_for_one_player_stops_and_for_both_does_not() {
        let mut graph = Graph::new();
        let on = graph.vertex();
        graph.set(on, [vec![on], vec![]]);
        assert!(graph.is_stopper());
        graph.set(on, [vec![on], vec![on]]);
        assert!(!graph.is_stopper());
    }
}
