//! The partial order: G ≤ H.

use crate::arena::{Arena, PROVISIONAL};
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;
use std::cmp::Ordering;
use std::fmt;

/// How two games compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// G < H.
    Less,
    /// G = H.
    Equal,
    /// G > H.
    Greater,
    /// G ‖ H: neither G ≤ H nor G ≥ H.
    Confused,
}

/// Who wins a game, with both players playing well.
///
/// ```
/// use values::Arena;
/// let mut arena = Arena::new();
/// let up = arena.read("^").unwrap();
/// assert_eq!(arena.outcome(up).unwrap().to_string(), "L");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The previous player wins: G = 0.
    P,
    /// The next player wins: G ‖ 0.
    N,
    /// Left wins: G > 0.
    L,
    /// Right wins: G < 0.
    R,
}

impl Outcome {
    /// From whether Left wins moving second and Right wins moving second.
    #[must_use]
    pub fn from_second_players(left: bool, right: bool) -> Outcome {
        match (left, right) {
            (true, true) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::N,
        }
    }

    /// Whether `player` wins moving first.
    pub(crate) fn wins_starting(self, player: Player) -> bool {
        match player {
            Player::Left => matches!(self, Outcome::L | Outcome::N),
            Player::Right => matches!(self, Outcome::R | Outcome::N),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Remembered answers to G ≤ H: a table that forgets by overwriting and
/// checks the whole key.
pub(crate) struct Comparisons {
    /// A key of two ids in the high bits, then the answer, then 1.
    slots: Vec<u64>,
    filled: usize,
    /// The table grows no further than this.
    most: usize,
    /// Counts provisional games, so that no answer about one is taken for an
    /// answer about another.
    provisional: u32,
    stack: Vec<Frame>,
}

/// G ≤ H, with the next option to try: first Left's of G, then Right's of H.
struct Frame {
    g: Value,
    h: Value,
    next: u32,
}

const FIRST_SLOTS: usize = 1 << 14;
const MAX_SLOTS: usize = 1 << 26;
/// Ids of provisional games start here; real ids stay below.
const PROVISIONAL_IDS: u32 = 1 << 30;

impl Comparisons {
    /// A table that takes at most a quarter of the bytes allowed.
    pub fn new(bytes: Option<u64>) -> Self {
        let share = bytes.map_or(u64::MAX, |b| b / (4 * size_of::<u64>() as u64));
        Comparisons {
            slots: vec![0; FIRST_SLOTS],
            filled: 0,
            most: MAX_SLOTS.min(usize::try_from(share).unwrap_or(usize::MAX)),
            provisional: 0,
            stack: Vec::new(),
        }
    }

    pub fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<u64>()) as u64
    }

    pub fn next_provisional(&mut self) {
        self.provisional += 1;
        if self.provisional >= PROVISIONAL_IDS >> 1 {
            self.provisional = 0;
            self.slots.fill(0);
            self.filled = 0;
        }
    }

    fn id(&self, v: Value) -> u64 {
        u64::from(if v.unsigned() == PROVISIONAL {
            PROVISIONAL_IDS | self.provisional << 1 | u32::from(v.is_flipped())
        } else {
            v.raw()
        })
    }

    /// G ≤ H and −H ≤ −G share a key.
    fn key(&self, g: Value, h: Value) -> u64 {
        let direct = (self.id(g), self.id(h));
        let mirrored = (self.id(-h), self.id(-g));
        let (a, b) = direct.min(mirrored);
        (a << 31 | b) << 2
    }

    fn slot(&self, key: u64) -> usize {
        let h = (key >> 2).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (h >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn get(&self, key: u64) -> Option<bool> {
        let entry = self.slots[self.slot(key)];
        (entry & !2 == key | 1).then_some(entry & 2 != 0)
    }

    fn set(&mut self, key: u64, answer: bool) {
        if self.filled > self.slots.len() && self.slots.len() * 4 <= self.most {
            self.grow();
        }
        let slot = self.slot(key);
        self.slots[slot] = key | u64::from(answer) << 1 | 1;
        self.filled += 1;
    }

    fn grow(&mut self) {
        let larger = vec![0; self.slots.len() * 4];
        let old = std::mem::replace(&mut self.slots, larger);
        self.filled = 0;
        for entry in old.into_iter().filter(|&e| e != 0) {
            let slot = self.slot(entry & !3);
            self.slots[slot] = entry;
            self.filled += 1;
        }
    }
}

impl Arena {
    /// Whether G ≤ H: Left, moving second, loses nothing by having H for G.
    ///
    /// Equality, reference games, stops and formulas are asked first; what
    /// they leave open is searched from the definition (no Gᴸ ≥ H, no
    /// Hᴿ ≤ G), with a table of answers and an explicit stack.
    ///
    /// # Complexity
    /// Constant where the first round decides; else at most one step for
    /// each option of each pair of followers that is met, as long as the
    /// table, a quarter of the budget, does not forget. The size of the trees
    /// plays no part.
    ///
    /// # Literature
    /// J. H. Conway, *On Numbers and Games*, chapter 7.
    ///
    /// ```
    /// use values::Arena;
    /// let mut arena = Arena::new();
    /// let (star, up) = (arena.read("*").unwrap(), arena.read("^^").unwrap());
    /// assert!(arena.le(star, up).unwrap());
    /// assert!(!arena.le(up, star).unwrap());
    /// ```
    pub fn le(&mut self, g: Value, h: Value) -> Result<bool> {
        match self.le_at_once(g, h) {
            Some(answer) => Ok(answer),
            None => self.le_by_search(g, h),
        }
    }

    /// How G and H compare.
    pub fn compare(&mut self, g: Value, h: Value) -> Result<Relation> {
        if g == h {
            return Ok(Relation::Equal);
        }
        Ok(if self.le(g, h)? {
            Relation::Less
        } else if self.le(h, g)? {
            Relation::Greater
        } else {
            Relation::Confused
        })
    }

    /// Who wins.
    pub fn outcome(&mut self, g: Value) -> Result<Outcome> {
        let left = self.le(Value::ZERO, g)?;
        let right = self.le(g, Value::ZERO)?;
        Ok(Outcome::from_second_players(left, right))
    }

    /// Equality, masks, stops, formulas.
    #[inline]
    fn le_at_once(&self, g: Value, h: Value) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if let Some(answer) = self.masks(g).decide_le(self.masks(h)) {
            return Some(answer);
        }
        let stop = |v, player| self.stop_key_of(v, player);
        let (gl, hl) = (stop(g, Player::Left), stop(h, Player::Left));
        if self.compare_stops(gl, hl) == Ordering::Greater {
            return Some(false);
        }
        let (gr, hr) = (stop(g, Player::Right), stop(h, Player::Right));
        if self.compare_stops(gr, hr) == Ordering::Greater {
            return Some(false);
        }
        if self.compare_stops(gl, hr) == Ordering::Less {
            return Some(true);
        }
        if self.is_number_up_star(g) && self.is_number_up_star(h) {
            return Some(self.up_star_le(g, h));
        }
        self.learnt.decide_le(g, h)
    }

    /// G ≤ H unless some Gᴸ ≥ H or some Hᴿ ≤ G.
    fn le_by_search(&mut self, g: Value, h: Value) -> Result<bool> {
        let mut stack = std::mem::take(&mut self.comparisons.stack);
        stack.clear();
        let answer = self.search(g, h, &mut stack);
        self.comparisons.stack = stack;
        answer
    }

    fn search(&mut self, g: Value, h: Value, stack: &mut Vec<Frame>) -> Result<bool> {
        let key = self.comparisons.key(g, h);
        if let Some(answer) = self.comparisons.get(key) {
            return Ok(answer);
        }
        self.list(g)?;
        self.list(h)?;
        stack.push(Frame { g, h, next: 0 });
        let mut returned = None;
        loop {
            self.tick()?;
            let Some(frame) = stack.last_mut() else {
                return Ok(returned == Some(true));
            };
            let (g, h) = (frame.g, frame.h);
            let mut answer = (returned.take() == Some(true)).then_some(false);
            let mut below = None;
            if answer.is_none() {
                let (left, flip_g) = self.stored(g, Player::Left);
                let (right, flip_h) = self.stored(h, Player::Right);
                answer = Some(true);
                while let Some(pair) = {
                    let i = frame.next as usize;
                    if i < left.len() {
                        Some((h, left[i].negated_if(flip_g)))
                    } else {
                        right.get(i - left.len()).map(|o| (o.negated_if(flip_h), g))
                    }
                } {
                    frame.next += 1;
                    let known = self
                        .le_at_once(pair.0, pair.1)
                        .or_else(|| self.comparisons.get(self.comparisons.key(pair.0, pair.1)));
                    match known {
                        Some(true) => {
                            answer = Some(false);
                            break;
                        }
                        Some(false) => {}
                        None => {
                            answer = None;
                            below = Some(pair);
                            break;
                        }
                    }
                }
            }
            if let Some((g, h)) = below {
                self.list(g)?;
                self.list(h)?;
                stack.push(Frame { g, h, next: 0 });
                continue;
            }
            let key = self.comparisons.key(g, h);
            self.comparisons.set(key, answer == Some(true));
            self.learnt.searched(g, h);
            returned = answer;
            stack.pop();
            if stack.is_empty() {
                return Ok(answer == Some(true));
            }
        }
    }
}
