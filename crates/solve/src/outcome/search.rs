//! The search.

use super::bands::BandValues;
use super::decide::add;
use super::order::{Move, Scores, moves};
use super::parallel::{ALONE, Exchange};
use super::small::Small;
use super::spare::Spare;
use super::sum::Sum;
use super::transpositions::{TableKey, Transpositions};
use super::{Convention, Statistics, Term};
use crate::grundy::HeapValues;
use crate::quotient::MisereHeaps;
use rules::Position;
use std::sync::Arc;
use values::{Arena, Error, Outcome, Player, Result};

/// Finds out who wins sums of positions and values.
///
/// Depth first with an explicit stack over sums of normal forms, seen by the
/// player to move, so that a position and its negative are searched once. In
/// normal play numbers, ups and nimbers are folded into one summand, small
/// parts are replaced by their values, a part cancels against its negative,
/// and sums of known values are decided by comparison or by their stops. In
/// misère play none of this is valid: equal values may play differently.
///
/// All questions to one search must use one arena; its budget stops the
/// search. Play must end: the game is not loopy.
///
/// # Complexity
///
/// Exponential in the length of play at worst: to decide who wins a sum is
/// PSPACE-hard for games such as Amazons. A sum that is in the table is not
/// searched again; the memory of the table is fixed, and what took least work
/// makes room.
///
/// # Literature
///
/// Decomposition into parts: M. Müller, "Decomposition search" (IJCAI 1999).
/// Bounds by moves that a player gives up: M. Lachmann, C. Moore and
/// I. Rapaport, "Who wins Domineering on rectangular boards?" (2002). Stops
/// of sums: E. Berlekamp, J. Conway and R. Guy, *Winning Ways*, chapter 6.
///
/// ```
/// use rules::{Game, Legionnaires};
/// use solve::{Convention, Search, Term};
/// use values::{Arena, Outcome};
/// let game = Legionnaires::<u64>::with_variant(None).unwrap();
/// let start = [Term::Position(game.read("5x5-10").unwrap())];
/// let mut arena = Arena::new();
/// let mut search = Search::new(Convention::Normal);
/// assert_eq!(search.outcome(&mut arena, &start).unwrap(), Outcome::P);
/// ```
pub struct Search<P> {
    pub(super) convention: Convention,
    pub(super) table: Transpositions<P>,
    pub(super) table_bytes: Option<u64>,
    pub(super) small: Small<P>,
    /// Bounds on parts, for normal play.
    pub(super) bands: BandValues,
    /// Nim values of heaps, for normal play.
    pub(super) heap_values: HeapValues,
    /// Quotients of heap games, for misère play.
    pub(super) heaps: MisereHeaps,
    /// Whether there is memory for more values.
    pub(super) evaluates: bool,
    pub(super) nodes: u64,
    /// Whether a question took so long that several threads answer it, if
    /// there are.
    pub(super) is_long: bool,
    /// Where the search gives up.
    pub(super) last_node: u64,
    pub(super) threads: usize,
    /// What other searches tell.
    pub(super) exchange: Option<Arc<Exchange<P>>>,
    /// Whether others are searching for the same answer.
    pub(super) together: bool,
    /// The sums after the moves left to try in all open nodes, the next at
    /// the end.
    children: Vec<Child<P>>,
    /// The bytes that the sums of open nodes and children have elsewhere.
    pub(super) outside: usize,
    /// A list to use again.
    moves: Vec<Move<P>>,
    pub(super) spare: Spare<P>,
    /// Moves tried since the memory was counted.
    tried: usize,
    /// What was in use then.
    counted: u64,
    /// The bytes of the moves at hand.
    listed: u64,
}

/// Bytes of the table if no limit is set.
pub(super) const TABLE_BYTES: u64 = 512 << 20;
/// Bytes of exact values, if no limit is set.
pub(super) const VALUE_BYTES: u64 = 1 << 30;

/// A sum whose moves are being tried.
pub(super) struct Frame<P> {
    pub(super) sum: Sum<P>,
    pub(super) key: TableKey,
    /// Where on the stack of children its own begin.
    pub(super) first: usize,
    /// The number of nodes when the frame was entered.
    since: u64,
    /// How many of its children, the first ones, other threads were busy with.
    deferred: usize,
    /// The sum, as other threads know it.
    pub(super) hash: Option<u64>,
}

/// A sum after a move.
struct Child<P> {
    sum: Sum<P>,
    key: TableKey,
    /// Which move.
    number: usize,
    score: f32,
}

/// Sums that are looked up at once.
const BATCH: usize = 16;
/// After so many nodes a thread looks whether others were sooner.
const LOOK: u64 = 64;
/// After so many moves the memory is counted: a heap has more of them than
/// many nodes of a board.
const UNCHECKED: usize = 1024;

impl<P: Position> Search<P> {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new(convention: Convention) -> Self {
        Search {
            convention,
            table: Transpositions::new(TABLE_BYTES),
            table_bytes: None,
            small: Small::new(),
            bands: BandValues::new(),
            heap_values: HeapValues::default(),
            heaps: MisereHeaps::default(),
            evaluates: true,
            nodes: 0,
            is_long: false,
            last_node: u64::MAX,
            threads: 1,
            exchange: None,
            together: false,
            children: Vec::new(),
            outside: 0,
            moves: Vec::new(),
            spare: Spare::new(),
            tried: 0,
            counted: 0,
            listed: 0,
        }
    }

    /// Gives the table of sums already searched this many bytes; it starts
    /// small. Otherwise it takes at most half of the budget, and 512 MiB if
    /// there is none.
    #[must_use]
    pub fn with_table_bytes(mut self, bytes: u64) -> Self {
        self.table_bytes = Some(bytes);
        self
    }

    /// Lets this number of threads work on questions about positions that take
    /// long; one without the feature `system`. Answers are the same with any
    /// number; what is looked at is the same in every run with one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        let most = if cfg!(feature = "system") {
            usize::MAX
        } else {
            1
        };
        self.threads = threads.clamp(1, most);
        self
    }

    /// Who wins when there is no move left.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// What was done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics {
            nodes: self.nodes + self.exchange.as_ref().map_or(0, |e| e.helpers_nodes()),
            table_entries: self.table.len(),
            table_bytes: self.table.bytes(),
            values: self.small.len(),
        }
    }

    /// Who wins the sum.
    pub fn outcome(&mut self, arena: &mut Arena, sum: &[Term<P>]) -> Result<Outcome> {
        let left = self.wins(arena, sum, Player::Left)?;
        let right = self.wins(arena, sum, Player::Right)?;
        Ok(Outcome::from_second_players(!right, !left))
    }

    /// Whether the starter wins the sum.
    pub fn wins(&mut self, arena: &mut Arena, sum: &[Term<P>], starter: Player) -> Result<bool> {
        let sum = self.enter(arena, sum, starter)?;
        self.answer(arena, sum)
    }

    /// Whether the starter wins a sum that has come up in the search, whose
    /// parts need no further look.
    pub(super) fn reply_wins(
        &mut self,
        arena: &mut Arena,
        sum: &[Term<P>],
        starter: Player,
    ) -> Result<bool> {
        self.start(arena)?;
        let sum = self.sum(arena, sum, starter)?;
        self.answer(arena, sum)
    }

    fn answer(&mut self, arena: &mut Arena, sum: Sum<P>) -> Result<bool> {
        let before = self.nodes;
        let wins = self.solve_question(arena, sum);
        self.is_long |= self.nodes - before > ALONE;
        wins
    }

    /// Whether the player to move wins a sum of parts in normal form; he is
    /// Left, and Right in the negated ones.
    pub(crate) fn mover_wins<'p>(
        &mut self,
        arena: &mut Arena,
        parts: impl Iterator<Item = (&'p P, bool)>,
    ) -> Result<bool> {
        self.check(arena)?;
        self.solve(arena, Sum::of_parts(parts))
    }

    /// Whether the starter wins the sum, if the search needs to look at so
    /// few sums more.
    pub fn wins_within(
        &mut self,
        arena: &mut Arena,
        sum: &[Term<P>],
        starter: Player,
        nodes: u64,
    ) -> Result<Option<bool>> {
        self.within(nodes, |search| search.wins(arena, sum, starter))
    }

    /// An answer, if the search looks at so few sums more.
    pub(super) fn within(
        &mut self,
        nodes: u64,
        ask: impl FnOnce(&mut Self) -> Result<bool>,
    ) -> Result<Option<bool>> {
        self.last_node = self.nodes.saturating_add(nodes);
        let wins = ask(self);
        let gave_up = self.nodes > self.last_node;
        self.last_node = u64::MAX;
        match wins {
            Err(_) if gave_up => Ok(None),
            wins => wins.map(Some),
        }
    }

    /// Whether the player to move wins a sum of parts in normal form, if it
    /// can be told without search.
    pub(crate) fn glance_at<'p>(
        &mut self,
        arena: &mut Arena,
        parts: impl Iterator<Item = (&'p P, bool)>,
    ) -> Result<Option<bool>> {
        self.known(arena, &mut Sum::of_parts(parts))
    }

    fn known(&mut self, arena: &mut Arena, sum: &mut Sum<P>) -> Result<Option<bool>> {
        if let Some(wins) = self.glance(arena, sum)? {
            return Ok(Some(wins));
        }
        let key = self.table.key(arena, sum);
        Ok(self.table.get(&key, sum))
    }

    /// The sum as the search sees it, its parts looked at if that is not too
    /// much.
    fn enter(&mut self, arena: &mut Arena, terms: &[Term<P>], starter: Player) -> Result<Sum<P>> {
        self.start(arena)?;
        let mut sum = self.sum(arena, terms, starter)?;
        if self.convention == Convention::Normal {
            sum.cancel();
            if sum.len() > 1 {
                self.look_at_parts(arena, &mut sum)?;
            }
        }
        Ok(sum)
    }

    /// Gets ready for questions in an arena.
    pub(super) fn start(&mut self, arena: &Arena) -> Result<()> {
        self.table.set_limit(self.table_limit(arena));
        self.check(arena)
    }

    /// The bytes that the table may take.
    pub(super) fn table_limit(&self, arena: &Arena) -> u64 {
        let budget = arena.budget().bytes();
        let bytes = budget.map_or(TABLE_BYTES, |b| b / 2);
        self.table_bytes.unwrap_or(bytes / self.threads as u64)
    }

    fn sum(&self, arena: &mut Arena, terms: &[Term<P>], starter: Player) -> Result<Sum<P>> {
        let mut sum = Sum::of_terms(terms, starter);
        if self.convention == Convention::Normal {
            let values = std::mem::take(&mut sum.values);
            for value in values {
                add(arena, &mut sum, value)?;
            }
        }
        Ok(sum)
    }

    /// Finds out more about the parts of a question than about others: their
    /// values, or that they are zero, as a part is that is its own negative
    /// and lost for whoever begins.
    fn look_at_parts(&mut self, arena: &mut Arena, sum: &mut Sum<P>) -> Result<()> {
        let (mut i, parts) = (0, sum.parts.len());
        while i < sum.parts.len() {
            let position = &sum.parts[i].position;
            let mut value = self.heap_value(arena, position)?;
            if value.is_none() && self.evaluates {
                value = self.small.first_value(arena, position, parts)?;
            }
            if value.is_none() && position.is_own_negative() && !position.is_impartial() {
                let alone = Sum::of_parts([(position, false)].into_iter());
                if !self.solve(arena, alone)? {
                    sum.parts.swap_remove(i);
                    continue;
                }
            }
            i += 1;
        }
        Ok(())
    }

    pub(super) fn solve(&mut self, arena: &mut Arena, mut sum: Sum<P>) -> Result<bool> {
        self.children.clear();
        self.outside = 0;
        self.listed = 0;
        if let Some(wins) = self.glance(arena, &mut sum)? {
            return Ok(wins);
        }
        let key = self.table.key(arena, &sum);
        if let Some(wins) = self.looked_up(arena, &key, &sum) {
            return Ok(wins);
        }
        let mut stack: Vec<Frame<P>> = Vec::new();
        let mut answer = self.expand(arena, sum, key, &mut stack)?;
        let mut looked = self.nodes;
        loop {
            if self.together && self.nodes - looked >= LOOK {
                looked = self.nodes;
                if self.go_up(arena, &mut stack) {
                    answer = None;
                }
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(answer.expect("a sum that is not on the stack is decided"));
            };
            if answer == Some(false) {
                // The opponent loses after this move.
                answer = Some(true);
            } else if self.together
                && let Some(wins) = self.known_by_now(arena, frame)
            {
                answer = Some(wins);
            } else if let Some(Child { sum, key, .. }) = self.next_child(arena, frame) {
                // It may have come up since the frame was entered.
                answer = match self.looked_up(arena, &key, &sum) {
                    Some(wins) => {
                        self.spare.keep(sum);
                        Some(wins)
                    }
                    None => self.expand(arena, sum, key, &mut stack)?,
                };
                continue;
            } else {
                answer = Some(false);
            }
            let frame = stack.pop().expect("the frame at hand");
            self.forget_children(frame.first);
            self.outside = self.outside.saturating_sub(frame.sum.bytes());
            let (wins, nodes) = (answer == Some(true), self.nodes - frame.since);
            self.table.insert(&frame.key, &frame.sum, wins, nodes);
            self.tell(arena, &frame.key, &frame.sum, wins, nodes);
            self.leave(&frame);
            self.spare.keep(frame.sum);
        }
    }

    /// Who wins, if that is remembered, or another thread has told.
    pub(super) fn looked_up(&self, arena: &Arena, key: &TableKey, sum: &Sum<P>) -> Option<bool> {
        let known = self.table.get(key, sum);
        known.or_else(|| self.told(arena, key, sum))
    }

    /// The next of the moves that are left to try.
    fn next_child(&mut self, arena: &Arena, frame: &mut Frame<P>) -> Option<Child<P>> {
        if let Some(exchange) = &self.exchange
            && self.together
        {
            // Later what others are busy with, unless nothing else is left.
            while let Some(child) = self.children[frame.first + frame.deferred..].last()
                && let Some(hash) = self.common_hash(arena, &child.key, &child.sum)
                && exchange.is_busy(hash)
            {
                let last = self.children.len() - 1;
                self.children.swap(frame.first + frame.deferred, last);
                frame.deferred += 1;
            }
            if self.children.len() == frame.first + frame.deferred {
                frame.deferred = 0;
            }
        }
        if self.children.len() == frame.first {
            return None;
        }
        let child = self.children.pop()?;
        self.outside = self.outside.saturating_sub(child.sum.bytes());
        Some(child)
    }

    pub(super) fn forget_children(&mut self, first: usize) {
        for child in self.children.drain(first..) {
            self.outside = self.outside.saturating_sub(child.sum.bytes());
            self.spare.keep(child.sum);
        }
    }

    /// Looks at the moves of a sum: one of them may win at once, or all lose.
    /// If not, the sum goes on the stack with the moves that are open.
    fn expand(
        &mut self,
        arena: &mut Arena,
        sum: Sum<P>,
        key: TableKey,
        stack: &mut Vec<Frame<P>>,
    ) -> Result<Option<bool>> {
        self.nodes += 1;
        if self.nodes > self.last_node {
            return Err(Error::Interrupted);
        }
        if self.nodes.is_multiple_of(64) {
            arena.budget().advance(64);
            self.check(arena)?;
            self.table.renew();
            let exchange = self.exchange.as_ref();
            if self.together && exchange.is_some_and(|exchange| exchange.is_over()) {
                return Err(Error::Interrupted);
            }
        }
        let mut list = std::mem::take(&mut self.moves);
        let all = moves(arena, &sum, &mut list, self.counted)?;
        self.listed = all - self.counted;
        let first = self.children.len();
        let answer = if list.is_empty() {
            Some(self.convention == Convention::Misere)
        } else if self.find_answer(arena, &sum, &list)? {
            Some(true)
        } else if self.children.len() == first {
            Some(false)
        } else {
            None
        };
        if answer.is_none() {
            let scores = Scores::new(&sum);
            for child in &mut self.children[first..] {
                arena.budget().look()?;
                child.score = scores.score(arena, &sum, &list[child.number]);
            }
            self.children[first..]
                .sort_unstable_by(|a, b| a.score.total_cmp(&b.score).then(a.number.cmp(&b.number)));
        }
        list.clear();
        self.moves = list;
        self.listed = 0;
        match answer {
            Some(wins) => {
                self.forget_children(first);
                self.table.insert(&key, &sum, wins, 1);
                self.spare.keep(sum);
            }
            None => {
                self.outside += sum.bytes();
                let hash = self.common_hash(arena, &key, &sum);
                if let (Some(hash), Some(exchange)) = (hash, &self.exchange) {
                    exchange.begin(hash);
                }
                stack.push(Frame {
                    sum,
                    key,
                    first,
                    since: self.nodes,
                    deferred: 0,
                    hash,
                });
            }
        }
        Ok(answer)
    }

    /// Whether one of the moves is seen to win. If not, the sums after those
    /// that may win are the new children.
    fn find_answer(&mut self, arena: &mut Arena, sum: &Sum<P>, list: &[Move<P>]) -> Result<bool> {
        let mut unseen = self.children.len();
        for (number, mv) in list.iter().enumerate() {
            arena.budget().look()?;
            self.tried += 1;
            if self.tried >= UNCHECKED {
                self.check(arena)?;
            }
            let mut next = self.spare.take();
            mv.play(sum, &mut next);
            match self.glance(arena, &mut next)? {
                Some(wins) => {
                    self.spare.keep(next);
                    if !wins {
                        return Ok(true);
                    }
                }
                None => {
                    let key = self.table.key(arena, &next);
                    self.outside += next.bytes();
                    self.children.push(Child {
                        sum: next,
                        key,
                        number,
                        score: 0.0,
                    });
                }
            }
            if self.children.len() == unseen + BATCH {
                if self.look_up(unseen) {
                    return Ok(true);
                }
                unseen = self.children.len();
            }
        }
        Ok(self.look_up(unseen))
    }

    /// Looks the last children up and drops those that are known to lose.
    /// Whether one is known to win.
    fn look_up(&mut self, first: usize) -> bool {
        let touched = self.children[first..]
            .iter()
            .fold(0, |all, child| all ^ self.table.touch(&child.key));
        std::hint::black_box(touched);
        let mut place = first;
        for i in first..self.children.len() {
            let child = &self.children[i];
            match self.table.get(&child.key, &child.sum) {
                Some(true) => {}
                Some(false) => return true,
                None => {
                    self.children.swap(place, i);
                    place += 1;
                }
            }
        }
        self.forget_children(place);
        false
    }

    fn check(&mut self, arena: &Arena) -> Result<()> {
        self.tried = 0;
        let budget = arena.budget();
        budget.check()?;
        let heaps = self.heap_values.bytes() + self.heaps.bytes();
        let mut values = arena.bytes() + self.bands.bytes() + heaps + self.small.bytes();
        let most = budget.bytes().map_or(VALUE_BYTES, |b| b / 3);
        // Without values many times as many sums would be looked at: rather
        // find those again that come up again.
        if values >= most && self.small.bytes() >= most / 2 {
            values -= self.small.forget();
        }
        self.evaluates = values < most;
        let kept = rules::kept_bytes() as u64;
        self.counted = values + self.table.bytes() + self.stack_bytes() + kept;
        budget.check_bytes(self.counted + self.listed)
    }

    /// The bytes of what is left to try.
    fn stack_bytes(&self) -> u64 {
        let children = self.children.capacity() * size_of::<Child<P>>();
        (children + self.outside + self.spare.bytes()) as u64
    }
}
