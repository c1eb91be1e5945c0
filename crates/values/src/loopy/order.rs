//! The order of loopy games, by a retrograde game on pairs.
//!
//! G ≥ H on the onside when Left, moving second, survives in G⁺ − H⁺: an
//! endless play is won by Left if it goes on for ever in G, and lost if it goes
//! on for ever in H only (J. H. Conway's swivel chair; *Winning Ways*
//! chapter 11, A. N. Siegel, *Combinatorial Game Theory* section VI.1). When H
//! is a stopper the second case cannot happen, and surviving is all.

use super::graph::Graph;
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::player::Player;

/// Left, who is to move, cannot survive.
const LEFT_TO_MOVE: u8 = 1;
/// Left cannot survive Right's move.
const RIGHT_TO_MOVE: u8 = 2;

/// For all vertices g of one graph and h of another, whether g ≥ h on the
/// onside.
///
/// # Complexity
/// Linear in the moves of all pairs for stoppers. Otherwise every round that
/// finds play that is endless in h alone costs as much again.
pub(super) struct Order {
    columns: usize,
    lost: Vec<u8>,
}

/// Pairs are looked at this often between two looks at the budget.
const PATIENCE: usize = 1 << 14;

impl Order {
    /// Whether the vertex g is at least h.
    pub fn ge(&self, g: u32, h: u32) -> bool {
        self.lost[g as usize * self.columns + h as usize] & RIGHT_TO_MOVE == 0
    }

    /// Decides on all pairs.
    pub fn new(g: &Graph, h: &Graph, budget: &Budget) -> Result<Order> {
        let pairs = (g.len() as u64).saturating_mul(h.len() as u64);
        // A byte for the answers, two for a counter and four on the stack.
        budget.check_bytes(pairs.saturating_mul(7))?;
        let pairs = usize::try_from(pairs)
            .ok()
            .filter(|&pairs| pairs < 1 << 31)
            .ok_or(Error::TooLarge {
                what: "too many pairs of loopy games to compare",
                bound: 1 << 31,
            })?;
        let mut search = Search {
            g,
            h,
            before: [g, h].map(|graph| Player::BOTH.map(|player| graph.reversed(player))),
            columns: h.len(),
            lost: vec![0; pairs],
            moves: vec![0; pairs],
            stack: Vec::new(),
            budget,
        };
        search.stuck()?;
        search.attract()?;
        if !h.is_stopper() {
            while search.idle()? {
                search.attract()?;
            }
        }
        Ok(Order {
            columns: h.len(),
            lost: search.lost,
        })
    }
}

struct Search<'a> {
    g: &'a Graph,
    h: &'a Graph,
    /// Who has each vertex as an option: in g and h, of Left and of Right.
    before: [[Vec<Vec<u32>>; 2]; 2],
    columns: usize,
    lost: Vec<u8>,
    /// How many moves of Left are not known to lose.
    moves: Vec<u16>,
    /// Pairs that are newly lost, twice the place plus who is to move.
    stack: Vec<u32>,
    budget: &'a Budget,
}

impl Search<'_> {
    fn lose(&mut self, place: usize, state: u8) {
        if self.lost[place] & state == 0 {
            self.lost[place] |= state;
            self.stack
                .push(2 * place as u32 + u32::from(state == RIGHT_TO_MOVE));
        }
    }

    /// Left moves in g with her moves and in h with Right's.
    fn stuck(&mut self) -> Result<()> {
        for i in 0..self.g.len() {
            self.budget.check()?;
            let own = self.g.options(i as u32, Player::Left).len();
            for j in 0..self.columns {
                let count = own + self.h.options(j as u32, Player::Right).len();
                let place = i * self.columns + j;
                self.moves[place] = u16::try_from(count).map_err(|_| Error::TooLarge {
                    what: "too many options of a loopy game",
                    bound: u64::from(u16::MAX),
                })?;
                if count == 0 {
                    self.lose(place, LEFT_TO_MOVE);
                }
            }
        }
        Ok(())
    }

    /// Spreads what is lost to those who must or may move there.
    fn attract(&mut self) -> Result<()> {
        let mut steps = 0;
        while let Some(top) = self.stack.pop() {
            steps += 1;
            if steps % PATIENCE == 0 {
                self.budget.advance(PATIENCE as u64);
                self.budget.check()?;
            }
            let place = (top / 2) as usize;
            let (i, j) = (place / self.columns, place % self.columns);
            let right_moved_here = top % 2 == 0;
            let mover = match right_moved_here {
                true => Player::Right,
                false => Player::Left,
            };
            for side in 0..2 {
                let mover = if side == 0 { mover } else { mover.opposite() };
                let vertex = if side == 0 { i } else { j };
                for k in 0..self.before[side][mover as usize][vertex].len() {
                    let other = self.before[side][mover as usize][vertex][k] as usize;
                    let from = match side {
                        0 => other * self.columns + j,
                        _ => i * self.columns + other,
                    };
                    if right_moved_here {
                        self.lose(from, RIGHT_TO_MOVE);
                    } else {
                        self.moves[from] -= 1;
                        if self.moves[from] == 0 {
                            self.lose(from, LEFT_TO_MOVE);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Loses the pairs from which Right can keep play in h for ever; whether
    /// there were any.
    fn idle(&mut self) -> Result<bool> {
        let mut found = false;
        for i in 0..self.g.len() {
            self.budget.check()?;
            let busy = self.busy(i);
            for (j, &busy) in busy.iter().enumerate() {
                let place = i * self.columns + j;
                for state in [LEFT_TO_MOVE, RIGHT_TO_MOVE] {
                    if busy & state == 0 && self.lost[place] & state == 0 {
                        self.lose(place, state);
                        found = true;
                    }
                }
            }
        }
        Ok(found)
    }

    /// From which h, with g at `i`, Left can have play leave h: by a move in g
    /// that is not lost, or because Right has no move in h.
    fn busy(&self, i: usize) -> Vec<u8> {
        let mut busy = vec![0; self.columns];
        let mut waiting: Vec<usize> = Vec::with_capacity(self.columns);
        let mut stack = Vec::new();
        for (j, busy) in busy.iter_mut().enumerate() {
            let place = i * self.columns + j;
            let moves = self.h.options(j as u32, Player::Left).len();
            waiting.push(moves);
            if moves == 0 && self.lost[place] & RIGHT_TO_MOVE == 0 {
                *busy |= RIGHT_TO_MOVE;
                stack.push((j, RIGHT_TO_MOVE));
            }
            let moves = self.g.options(i as u32, Player::Left);
            let leaves = moves
                .iter()
                .any(|&o| self.lost[o as usize * self.columns + j] & RIGHT_TO_MOVE == 0);
            if leaves && self.lost[place] & LEFT_TO_MOVE == 0 {
                *busy |= LEFT_TO_MOVE;
                stack.push((j, LEFT_TO_MOVE));
            }
        }
        while let Some((j, state)) = stack.pop() {
            let mover = match state {
                LEFT_TO_MOVE => Player::Left,
                _ => Player::Right,
            };
            for &from in &self.before[1][mover as usize][j] {
                let from = from as usize;
                let state = LEFT_TO_MOVE + RIGHT_TO_MOVE - state;
                if state == RIGHT_TO_MOVE {
                    waiting[from] -= 1;
                    if waiting[from] > 0 {
                        continue;
                    }
                }
                let lost = self.lost[i * self.columns + from] & state != 0;
                if !lost && busy[from] & state == 0 {
                    busy[from] |= state;
                    stack.push((from, state));
                }
            }
        }
        busy
    }
}
