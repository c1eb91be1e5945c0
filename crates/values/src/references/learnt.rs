//! The references that an arena chooses as a job goes on.
//!
//! The values of one game are often alike, so that the fixed references leave
//! their comparisons to deep searches; but then a few values are met again and
//! again. These become references.

use super::FixedMasks;
use crate::arena::{Arena, PROVISIONAL};
use crate::error::Result;
use crate::player::Player;
use crate::value::Value;

/// The most references, not counting their negatives.
const COUNT: usize = Word::BITS as usize;
/// The searches, in compared values, before references are chosen first.
const FIRST_CHOICE: usize = 1 << 12;
/// The searches per value of the arena that cost as much as choosing anew,
/// which masks every value again.
const SEARCHES_PER_VALUE: usize = 4;
/// The length of the ring of compared values.
const RECENT: usize = 1 << 13;
/// The largest nimber that may be a reference: its options are, too.
const MOST_NIMBER: u64 = COUNT as u64;

/// A set of references, a bit each.
type Word = u64;

/// A set of references, and a set of negatives of references.
type Set = [Word; 2];

/// The references that are at least, and at most, a value.
#[derive(Clone, Copy, Default)]
pub(crate) struct LearntMasks {
    le: Set,
    ge: Set,
}

impl LearntMasks {
    #[inline]
    fn negated(self) -> Self {
        LearntMasks {
            le: [self.ge[1], self.ge[0]],
            ge: [self.le[1], self.le[0]],
        }
    }

    /// What the masks alone say about G ≤ H.
    #[inline]
    fn decide_le(self, other: LearntMasks) -> Option<bool> {
        let parts = |sign: usize| {
            let against = (other.le[sign] & !self.le[sign]) | (self.ge[sign] & !other.ge[sign]);
            (against, self.le[sign] & other.ge[sign])
        };
        let ((against, between), (more_against, more_between)) = (parts(0), parts(1));
        if against | more_against != 0 {
            return Some(false);
        }
        (between | more_between != 0).then_some(true)
    }
}

/// The references, and the masks of values.
#[derive(Default)]
pub(crate) struct LearntReferences {
    references: Vec<Value>,
    /// By reference: who has it, and who its negative, as an option.
    users: Vec<[Users; 2]>,
    /// By fixed reference that some learnt one has as an option: who.
    fixed_users: Vec<(usize, Users)>,
    /// By record; the latest ones may have none yet.
    masks: Vec<LearntMasks>,
    /// The values that searches were about, a ring.
    recent: Vec<Value>,
    /// Compared values since references were chosen last.
    searched: usize,
}

/// The references that have a game as Left's option, and as Right's.
type Users = [Set; 2];

fn add(set: &mut Set, more: Set) {
    set[0] |= more[0];
    set[1] |= more[1];
}

impl LearntReferences {
    pub fn bytes(&self) -> u64 {
        let masks = self.masks.capacity() * size_of::<LearntMasks>();
        (masks + self.recent.capacity() * size_of::<Value>()) as u64
    }

    /// Notes that G ≤ H had to be searched.
    #[inline]
    pub fn searched(&mut self, g: Value, h: Value) {
        for v in [g.unsigned(), h.unsigned()] {
            if self.recent.len() < RECENT {
                self.recent.push(v);
            } else {
                self.recent[self.searched % RECENT] = v;
            }
            self.searched += 1;
        }
    }

    #[inline]
    fn get(&self, v: Value) -> Option<LearntMasks> {
        let masks = *self.masks.get(v.index())?;
        Some(if v.is_flipped() {
            masks.negated()
        } else {
            masks
        })
    }

    /// What the masks say about G ≤ H, if there are any.
    #[inline]
    pub fn decide_le(&self, g: Value, h: Value) -> Option<bool> {
        self.get(g)?.decide_le(self.get(h)?)
    }

    /// The values searched most often first.
    fn candidates(&mut self) -> Vec<Value> {
        self.recent.sort_unstable();
        let runs = self.recent.chunk_by(|a, b| a == b);
        let mut counted: Vec<(usize, Value)> = runs.map(|run| (run.len(), run[0])).collect();
        counted.retain(|&(_, v)| v != PROVISIONAL);
        counted.sort_unstable_by_key(|&(count, v)| (std::cmp::Reverse(count), v));
        counted.into_iter().map(|(_, v)| v).collect()
    }

    /// The masks of a game whose options have theirs: G ≤ R when no Gᴸ is ≥ R
    /// and no Rᴿ is ≤ G.
    fn of_options(
        &self,
        left: impl Iterator<Item = Value>,
        right: impl Iterator<Item = Value>,
        fixed: FixedMasks,
    ) -> LearntMasks {
        // The references that the game is not ≤, and not ≥.
        let (mut not_le, mut not_ge) = ([0; 2], [0; 2]);
        left.filter_map(|option| self.get(option))
            .for_each(|option| add(&mut not_le, option.ge));
        right
            .filter_map(|option| self.get(option))
            .for_each(|option| add(&mut not_ge, option.le));
        for (i, [left, right]) in &self.fixed_users {
            if fixed.ge >> i & 1 != 0 {
                add(&mut not_le, *right);
            }
            if fixed.le >> i & 1 != 0 {
                add(&mut not_ge, *left);
            }
        }
        let all = Word::MAX >> (COUNT - self.references.len());
        let mut waiting = all;
        // The users of a reference come after it.
        loop {
            let confused = not_le[0] & not_le[1] & not_ge[0] & not_ge[1];
            let open = waiting & !confused;
            if open == 0 {
                break;
            }
            let first = open & open.wrapping_neg();
            waiting &= !(first | (first - 1));
            let users = &self.users[first.trailing_zeros() as usize];
            for (sign, [left, right]) in users.iter().enumerate() {
                if not_le[sign] & first == 0 {
                    add(&mut not_ge, *left);
                }
                if not_ge[sign] & first == 0 {
                    add(&mut not_le, *right);
                }
            }
        }
        LearntMasks {
            le: not_le.map(|set| all & !set),
            ge: not_ge.map(|set| all & !set),
        }
    }
}

impl Arena {
    /// Masks all values, against new references if the old ones left too much
    /// to search.
    pub(crate) fn update_learnt(&mut self) -> Result<()> {
        let due = FIRST_CHOICE.max(SEARCHES_PER_VALUE * self.nodes.len());
        if self.learnt.searched >= due {
            self.choose_references()?;
        }
        if self.learnt.references.is_empty() {
            return Ok(());
        }
        // Comparing closed forms may list their options, which are more
        // values: these follow.
        while self.learnt.masks.len() < self.nodes.len() {
            let v = Value::new(self.learnt.masks.len() as u32, false, false);
            let masks = if v == PROVISIONAL {
                LearntMasks::default()
            } else if self.is_number_up_star(v) {
                self.masks_by_search(v)?
            } else {
                let fixed = self.masks(v);
                let [left, right] = Player::BOTH.map(|player| self.listed(v, player));
                self.learnt.of_options(left, right, fixed)
            };
            self.learnt.masks.push(masks);
        }
        Ok(())
    }

    /// Masks the provisional game.
    pub(crate) fn mask_provisional(&mut self, left: &[Value], right: &[Value], fixed: FixedMasks) {
        if self.learnt.masks.len() > PROVISIONAL.index() {
            let [left, right] = [left, right].map(|side| side.iter().copied());
            let masks = self.learnt.of_options(left, right, fixed);
            self.learnt.masks[PROVISIONAL.index()] = masks;
        }
    }

    fn masks_by_search(&mut self, v: Value) -> Result<LearntMasks> {
        let v = Value::new(v.index() as u32, self.as_nimber(v).is_some(), false);
        let mut masks = LearntMasks::default();
        for i in 0..self.learnt.references.len() {
            for sign in 0..2 {
                let reference = self.learnt.references[i].negated_if(sign == 1);
                masks.le[sign] |= Word::from(self.le(v, reference)?) << i;
                masks.ge[sign] |= Word::from(self.le(reference, v)?) << i;
            }
        }
        Ok(masks)
    }

    /// Takes the values that were searched most often, and what is needed to
    /// have their options among the references.
    fn choose_references(&mut self) -> Result<()> {
        let mut chosen: Vec<Value> = Vec::new();
        for candidate in self.learnt.candidates() {
            let before = chosen.len();
            if !self.choose(candidate, &mut chosen)? {
                chosen.truncate(before);
            }
            if chosen.len() == COUNT {
                break;
            }
        }
        let references = self.options_first(chosen);
        self.link(&references);
        self.learnt.references = references;
        self.learnt.masks.clear();
        self.learnt.recent.clear();
        self.learnt.searched = 0;
        Ok(())
    }

    /// Adds a value and its followers, and says whether there was room.
    fn choose(&mut self, candidate: Value, chosen: &mut Vec<Value>) -> Result<bool> {
        let mut waiting = vec![candidate];
        while let Some(v) = waiting.pop() {
            if chosen.contains(&v) || self.fixed_reference(v).is_some() {
                continue;
            }
            let many = self.as_up_star(v).is_some_and(|(.., k)| k > MOST_NIMBER);
            if many || chosen.len() == COUNT {
                return Ok(false);
            }
            chosen.push(v);
            self.list(v)?;
            for player in Player::BOTH {
                waiting.extend(self.listed(v, player).map(Value::unsigned));
            }
        }
        Ok(true)
    }

    fn fixed_reference(&self, v: Value) -> Option<usize> {
        self.references.find(&self.uptimal_expansion(v)?)
    }

    /// Sorts references so that options come before the games that have them.
    fn options_first(&self, mut waiting: Vec<Value>) -> Vec<Value> {
        let mut sorted = Vec::with_capacity(waiting.len());
        while !waiting.is_empty() {
            let (ready, later) = waiting.iter().partition(|&&v| {
                let mut options = Player::BOTH
                    .into_iter()
                    .flat_map(|player| self.listed(v, player));
                options.all(|option| !waiting.contains(&option.unsigned()))
            });
            sorted.extend::<Vec<Value>>(ready);
            waiting = later;
        }
        sorted
    }

    /// Notes who has whom as an option.
    fn link(&mut self, references: &[Value]) {
        let mut users = vec![[Users::default(); 2]; references.len()];
        let mut fixed_users: Vec<(usize, Users)> = Vec::new();
        for (i, &reference) in references.iter().enumerate() {
            for sign in 0..2 {
                for player in Player::BOTH {
                    for option in self.listed(reference.negated_if(sign == 1), player) {
                        let place = references.iter().position(|&r| r == option.unsigned());
                        let users = match (place, self.fixed_reference(option)) {
                            (Some(place), _) => &mut users[place][usize::from(option.is_flipped())],
                            (None, Some(fixed)) => {
                                let known = fixed_users.iter().position(|(f, _)| *f == fixed);
                                let place = known.unwrap_or_else(|| {
                                    fixed_users.push((fixed, Users::default()));
                                    fixed_users.len() - 1
                                });
                                &mut fixed_users[place].1
                            }
                            (None, None) => unreachable!("options of references are references"),
                        };
                        users[player as usize][sign] |= 1 << i;
                    }
                }
            }
        }
        self.learnt.users = users;
        self.learnt.fixed_users = fixed_users;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::HashMap;

    /// G ≤ H by its definition.
    fn le(
        arena: &mut Arena,
        known: &mut HashMap<(Value, Value), bool>,
        g: Value,
        h: Value,
    ) -> bool {
        if let Some(&answer) = known.get(&(g, h)) {
            return answer;
        }
        let left = arena.unsorted_options(g, Player::Left).unwrap();
        let right = arena.unsorted_options(h, Player::Right).unwrap();
        let answer = !left.into_iter().any(|option| le(arena, known, h, option))
            && !right.into_iter().any(|option| le(arena, known, option, g));
        known.insert((g, h), answer);
        answer
    }

    /// Games with options from the start of the pool, so that they have few
    /// followers.
    fn random_games(arena: &mut Arena, pool: &mut Vec<Value>, count: usize) {
        let mut random = Random::new(pool.len() as u64);
        for _ in 0..count {
            let sides: [Vec<Value>; 2] = std::array::from_fn(|_| {
                let size = 1 + random.below(3);
                (0..size)
                    .map(|_| {
                        let option = *random.pick(&pool[..pool.len().min(40)]);
                        option.negated_if(random.below(2) == 1)
                    })
                    .collect()
            });
            pool.push(arena.game(&sides[0], &sides[1]).unwrap());
        }
    }

    #[test]
    fn masks_say_what_the_definition_says() {
        let mut arena = Arena::new();
        let mut pool: Vec<Value> = ["0", "*", "^", "^*", "{^|v*}", "*4", "1", "{1|0}"]
            .iter()
            .map(|text| arena.read(text).unwrap())
            .collect();
        random_games(&mut arena, &mut pool, 250);
        for &g in &pool {
            for &h in &pool {
                arena.le(g, h).unwrap();
            }
        }
        // Enough was searched to choose from; that it is time is pretended.
        assert!(arena.learnt.recent.len() > COUNT);
        arena.learnt.searched = FIRST_CHOICE + SEARCHES_PER_VALUE * arena.nodes.len();
        arena.update_learnt().unwrap();
        // Some games are masked when references are chosen, others later.
        random_games(&mut arena, &mut pool, 50);
        arena.update_learnt().unwrap();
        let references = arena.learnt.references.clone();
        assert!(references.len() > COUNT / 2, "{}", references.len());

        let mut known = HashMap::new();
        let mut decided = 0;
        for &g in &pool {
            let masks = arena.learnt.get(g).unwrap();
            for (i, &reference) in references.iter().enumerate() {
                for (sign, reference) in [reference, -reference].into_iter().enumerate() {
                    let below = le(&mut arena, &mut known, g, reference);
                    let above = le(&mut arena, &mut known, reference, g);
                    assert_eq!(masks.le[sign] >> i & 1 != 0, below, "{g:?} {reference:?}");
                    assert_eq!(masks.ge[sign] >> i & 1 != 0, above, "{g:?} {reference:?}");
                }
            }
            for &h in &pool {
                if let Some(answer) = arena.learnt.decide_le(g, h) {
                    assert_eq!(answer, le(&mut arena, &mut known, g, h), "{g:?} {h:?}");
                    decided += 1;
                }
            }
        }
        assert!(decided > pool.len() * pool.len() / 2);
    }
}
