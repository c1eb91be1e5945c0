//! Alpha-beta search with iterative deepening and a transposition table.
//!
//! The position is searched to depth 1, 2, 3, …, each time with the moves in
//! the order that the time before gave them, until the effort is spent or the
//! end is seen. Positions at the horizon are estimated.
//!
//! # Complexity
//! With b moves to a position and depth d about b^(d/2) positions where the
//! best moves come first, b^d where they come last; b counts at most
//! [`WIDEST`] moves below the root. Memory is that of the table, which does
//! not grow above the effort's bytes.
//!
//! # Literature
//! D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975;
//! D. J. Slate and L. R. Atkin, "Chess 4.5", 1977, on deepening and tables.

use super::judge::{Child, Halt, Judge, LOST, SEEN, WON, later};
use super::solver::Endgame;
use crate::effort::Effort;
use crate::player::{Choice, Engine, Listed};
use crate::state::{Move, State};
use crate::thought::{Ground, Thought};
use rules::{Component, Position, Random};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use values::{Player, Result};

/// On the list.
pub(crate) const SEARCH: Listed = Listed {
    name: "search",
    about: "looks as far ahead as it can (alpha-beta), and estimates what it does not see: by \
            moves, in Amazons by territory",
    suits: "games in which the players' moves differ",
    is_for: |state| !state.is_impartial(),
    fresh: || Box::new(Search::new(SHARE)),
};

/// What it says of the end is exact: moves are left out only where one of
/// those looked at does not lose.
pub(super) struct Search {
    table: TranspositionTable,
    endgame: Endgame,
}

impl Search {
    /// One whose solver looks at `share` sums for each node of the effort.
    pub(super) fn new(share: u64) -> Self {
        Search {
            table: TranspositionTable::default(),
            endgame: Endgame::new(share),
        }
    }
}

/// The sums that the solver looks at for each node of the effort.
const SHARE: u64 = 8;
/// The score of a move that was not searched, or is not better than another.
const UNKNOWN: i32 = -WON - 1;
/// The most moves that are looked ahead.
const DEEPEST: u32 = 200;
/// The most moves that are looked at below the root, the best ones first.
const WIDEST: usize = 60;

impl Engine for Search {
    fn choose(&mut self, state: &State, effort: &Effort, random: &mut Random) -> Result<Choice> {
        let table = &mut self.table;
        self.endgame
            .choose(state, effort, random, |mut moves, random| {
                // Games differ, though every move is chosen for a reason.
                random.shuffle(&mut moves);
                table.limit(effort);
                AlphaBeta {
                    turn: state.turn(),
                    judge: Judge::new(state.convention(), effort),
                    loopy: state.is_loopy(),
                    path: state.past().cloned().collect(),
                    table,
                }
                .deepen(state, moves)
            })
    }
}

/// The search for one move.
struct AlphaBeta<'s> {
    /// Who is to move at the root.
    turn: Player,
    judge: Judge<'s>,
    loopy: bool,
    /// In loopy games: the sums on the way here, to see repetitions.
    path: Vec<Vec<Component>>,
    table: &'s mut TranspositionTable,
}

impl AlphaBeta<'_> {
    /// Looks one move further again and again.
    fn deepen(&mut self, state: &State, moves: Vec<Move>) -> Result<Choice> {
        let mut root: Vec<(i32, Move)> = moves.into_iter().map(|mv| (UNKNOWN, mv)).collect();
        let mut reached = 0;
        let mut depth = 1;
        while depth <= DEEPEST {
            let done = self.root(state, &mut root, depth);
            match done {
                Ok(()) => reached = depth,
                Err(Halt::Spent) => break,
                Err(Halt::Failed(error)) => return Err(error),
            }
            // Nothing is learnt by looking past the end.
            if root[0].0.abs() >= SEEN || root.len() == 1 {
                break;
            }
            depth += 1;
        }
        let (score, mv) = root.swap_remove(0);
        Ok(Choice::thinking(mv, self.thought(state, score, reached)))
    }

    /// What a score says after a search so many moves ahead.
    fn thought(&self, state: &State, score: i32, reached: u32) -> Thought {
        let seen = match score {
            UNKNOWN => return Thought::default(),
            SEEN.. => Some((true, (WON - score) as u32)),
            ..=LOST => Some((false, (WON + score) as u32)),
            _ => None,
        };
        match seen {
            // Draws by standing still or repetition may come before the end.
            Some((_, moves)) if state.may_be_drawn_within(moves as usize) => Thought::default(),
            Some((wins, moves)) => Thought::sees(wins, moves),
            None if reached == 0 => Thought::default(),
            None => Thought::guess(Ground::Searched {
                moves: reached,
                ahead: score,
            }),
        }
    }

    /// Searches all moves at the root and puts the best first. When there is
    /// no time for all, those that were searched count.
    fn root(
        &mut self,
        state: &State,
        root: &mut Vec<(i32, Move)>,
        depth: u32,
    ) -> std::result::Result<(), Halt> {
        let mut best = -WON - 1;
        let mut scores = Vec::with_capacity(root.len());
        let mut halted = Ok(());
        for (number, (_, mv)) in root.iter().enumerate() {
            let mut sum = state.components().to_vec();
            sum[mv.place] = mv.after.clone();
            let turn = -self.turn;
            self.path.push(state.components().to_vec());
            // A move that is no better than the best need not be known well,
            // except in the first round, which puts them in order.
            let floor = if depth == 1 { -WON - 1 } else { best };
            let score = self.look(sum, turn, depth - 1, -WON - 1, -floor);
            self.path.pop();
            match score {
                Ok(score) => {
                    let score = later(-score);
                    // What is not better is at most as good.
                    let kept = if score > best || depth == 1 {
                        score
                    } else {
                        UNKNOWN
                    };
                    scores.push((kept, number));
                    best = best.max(score);
                }
                Err(halt) => {
                    halted = Err(halt);
                    break;
                }
            }
        }
        if scores.is_empty() {
            return halted;
        }
        // Stable: the order of earlier rounds decides between equals.
        scores.sort_by_key(|&(score, number)| (std::cmp::Reverse(score), number));
        let mut searched: Vec<(i32, Move)> = Vec::with_capacity(root.len());
        for &(score, number) in &scores {
            searched.push((score, root[number].1.clone()));
        }
        let rest = scores.len();
        let unsearched = std::mem::take(root).into_iter().skip(rest);
        let unsearched = unsearched.map(|(_, mv)| (UNKNOWN, mv));
        if best <= LOST {
            // What was not looked at may be better than what loses.
            *root = unsearched.chain(searched).collect();
        } else {
            searched.extend(unsearched);
            *root = searched;
        }
        halted
    }

    /// What a sum is worth to the player to move, looking `depth` moves ahead:
    /// exact between the bounds, else a bound.
    fn look(
        &mut self,
        sum: Vec<Component>,
        turn: Player,
        depth: u32,
        mut low: i32,
        high: i32,
    ) -> std::result::Result<i32, Halt> {
        if depth == 0 {
            return self.judge.estimate(&sum, turn);
        }
        if self.loopy && self.path.contains(&sum) {
            return Ok(0);
        }
        let hash = hash(&sum, turn);
        let mut first = None;
        if let Some(entry) = self.table.get(hash, &sum, turn) {
            first = Some(entry.best);
            let certain = entry.score.abs() >= SEEN;
            if entry.depth >= depth || certain {
                match entry.bound {
                    Bound::Exact => return Ok(entry.score),
                    Bound::AtLeast if entry.score >= high => return Ok(entry.score),
                    Bound::AtMost if entry.score <= low => return Ok(entry.score),
                    _ => {}
                }
            }
        }
        let floor = low;
        let mut children = self.judge.children(&sum, turn)?;
        if children.is_empty() {
            return Ok(self.judge.over());
        }
        order(&mut children, first);
        if self.loopy {
            self.path.push(sum.clone());
        }
        let mut best = (-WON - 1, 0);
        let mut halted = None;
        for (place, child) in children.into_iter().enumerate() {
            // Moves beyond the widest count only if all before them lose.
            if place >= WIDEST && best.0 > -SEEN {
                break;
            }
            let score = if depth == 1 {
                Ok(child.estimate)
            } else {
                self.look(child.sum, -turn, depth - 1, -high, -low)
                    .map(|score| later(-score))
            };
            match score {
                Ok(score) if score > best.0 => best = (score, child.number),
                Ok(_) => {}
                Err(halt) => {
                    halted = Some(halt);
                    break;
                }
            }
            low = low.max(best.0);
            if low >= high {
                break;
            }
        }
        if self.loopy {
            self.path.pop();
        }
        if let Some(halt) = halted {
            return Err(halt);
        }
        let (score, best) = best;
        let bound = match score {
            _ if score >= high => Bound::AtLeast,
            _ if score <= floor => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.put(
            hash,
            Entry {
                sum: sum.into(),
                turn,
                depth,
                score,
                bound,
                best,
            },
        );
        Ok(score)
    }
}

/// The best first; the move that was best before in front of all.
fn order(children: &mut [Child], first: Option<u32>) {
    children.sort_by_key(|child| {
        let known = Some(child.number) == first;
        (!known, std::cmp::Reverse(child.estimate), child.number)
    });
}

fn hash(sum: &[Component], turn: Player) -> u64 {
    let mut hasher = FxHasher::default();
    sum.hash(&mut hasher);
    turn.hash(&mut hasher);
    let hash = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 32)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

struct Entry {
    sum: Box<[Component]>,
    turn: Player,
    depth: u32,
    score: i32,
    bound: Bound,
    best: u32,
}

/// Sums already searched, each in the one place that its hash gives it.
#[derive(Default)]
struct TranspositionTable {
    entries: Vec<Slot>,
    filled: usize,
    /// The bytes that the entries have elsewhere.
    outside: u64,
    /// It does not grow above this.
    most_bytes: u64,
}

type Slot = Option<(u64, Entry)>;

const SMALLEST: usize = 1 << 8;

impl Entry {
    /// The bytes of the sum, which the entry keeps alive.
    fn outside(&self) -> u64 {
        let parts = self.sum.iter().map(Component::outside_bytes);
        (size_of_val::<[_]>(&self.sum) + parts.sum::<usize>()) as u64
    }
}

impl TranspositionTable {
    /// Says how much room there is.
    fn limit(&mut self, effort: &Effort) {
        self.most_bytes = effort.bytes();
        if self.entries.is_empty() {
            self.entries.resize_with(SMALLEST, || None);
        }
    }

    fn bytes_with(&self, slots: usize) -> u64 {
        (slots * size_of::<Slot>()) as u64 + self.outside
    }

    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.entries.len() - 1)
    }

    fn get(&self, hash: u64, sum: &[Component], turn: Player) -> Option<&Entry> {
        let (known, entry) = self.entries[self.place(hash)].as_ref()?;
        (*known == hash && entry.turn == turn && *entry.sum == *sum).then_some(entry)
    }

    fn put(&mut self, hash: u64, entry: Entry) {
        let double = 2 * self.entries.len();
        // Both are there while everything moves.
        if 2 * self.filled > self.entries.len() && self.bytes_with(3 * double / 2) < self.most_bytes
        {
            let old = std::mem::take(&mut self.entries);
            self.entries.resize_with(double, || None);
            // Entries that were in different places still are.
            for (hash, entry) in old.into_iter().flatten() {
                let place = self.place(hash);
                self.entries[place] = Some((hash, entry));
            }
        }
        let place = self.place(hash);
        match &self.entries[place] {
            Some((_, old)) => self.outside -= old.outside(),
            None if self.bytes_with(self.entries.len()) > self.most_bytes => return,
            None => self.filled += 1,
        }
        self.outside += entry.outside();
        self.entries[place] = Some((hash, entry));
    }
}
