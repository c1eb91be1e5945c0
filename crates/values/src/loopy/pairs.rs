//! The order of stoppers, one question at a time: only the pairs that play can
//! reach are looked at, and all answers on the way are remembered.

use super::stopper::{Options, Stopper, Stoppers};
use crate::arena::Arena;
use crate::error::Result;
use crate::player::Player;
use rustc_hash::FxHashMap;

/// A stopper, or the game that is being made canonical.
pub(super) type Node = Option<Stopper>;

/// g − h with a player to move.
type State = (Node, Node, Player);

/// The pairs that are reached from some questions.
struct Pairs<'a> {
    stoppers: &'a Stoppers,
    /// The options of the game that is not a stopper yet.
    new: &'a Options,
    places: FxHashMap<State, u32>,
    states: Vec<State>,
    /// Who moves to each state.
    before: Vec<Vec<u32>>,
    /// How many moves are not known to lose, for Left.
    moves: Vec<u32>,
    lost: Vec<bool>,
    /// States that are lost and not yet spread.
    stack: Vec<u32>,
}

impl Stoppers {
    /// Whether g ≥ h for each pair, where a game without an id has the options
    /// `new`: whether Left survives g − h moving second.
    ///
    /// # Complexity
    /// Linear in the moves of the pairs that are reached and not remembered.
    pub(super) fn all_ge(
        &mut self,
        arena: &mut Arena,
        new: &Options,
        questions: &[(Node, Node)],
    ) -> Result<Vec<bool>> {
        let mut pairs = Pairs {
            stoppers: self,
            new,
            places: FxHashMap::default(),
            states: Vec::new(),
            before: Vec::new(),
            moves: Vec::new(),
            lost: Vec::new(),
            stack: Vec::new(),
        };
        let mut asked = Vec::with_capacity(questions.len());
        for &(g, h) in questions {
            asked.push(pairs.place(arena, (g, h, Player::Right))?);
        }
        pairs.explore(arena)?;
        pairs.spread();
        let Pairs { states, lost, .. } = pairs;
        for (&(g, h, player), &lost) in states.iter().zip(&lost) {
            if let (Some(g @ Stopper::Loopy(_)), Some(h)) | (Some(g), Some(h @ Stopper::Loopy(_))) =
                (g, h)
            {
                self.comparisons.insert((g, h, player), !lost);
            }
        }
        Ok(asked.into_iter().map(|at| !lost[at as usize]).collect())
    }
}

impl Pairs<'_> {
    fn place(&mut self, arena: &mut Arena, state: State) -> Result<u32> {
        if let Some(&place) = self.places.get(&state) {
            return Ok(place);
        }
        let place = self.states.len() as u32;
        self.places.insert(state, place);
        self.states.push(state);
        self.before.push(Vec::new());
        self.lost.push(false);
        // Those that are decided have no moves to be explored.
        let decided = self.decided(arena, state)?;
        self.moves.push(match decided {
            Some(_) => DECIDED,
            None => 0,
        });
        if decided == Some(false) {
            self.lose(place);
        }
        Ok(place)
    }

    fn decided(&self, arena: &mut Arena, (g, h, player): State) -> Result<Option<bool>> {
        let (Some(g), Some(h)) = (g, h) else {
            return Ok(None);
        };
        if let (Stopper::Short(g), Stopper::Short(h)) = (g, h) {
            return Ok(Some(match player {
                Player::Right => arena.le(h, g)?,
                Player::Left => !arena.le(g, h)?,
            }));
        }
        Ok(self.stoppers.comparisons.get(&(g, h, player)).copied())
    }

    fn lose(&mut self, place: u32) {
        if !std::mem::replace(&mut self.lost[place as usize], true) {
            self.stack.push(place);
        }
    }

    fn explore(&mut self, arena: &mut Arena) -> Result<()> {
        let mut next = 0;
        while next < self.states.len() {
            arena.tick()?;
            if next % 4096 == 0 {
                let bytes = 160 * self.states.len() as u64;
                arena.budget().check_bytes(arena.bytes() + bytes)?;
            }
            if self.moves[next] != DECIDED {
                self.expand(arena, next as u32)?;
            }
            next += 1;
        }
        Ok(())
    }

    fn expand(&mut self, arena: &mut Arena, from: u32) -> Result<()> {
        let (g, h, player) = self.states[from as usize];
        let other = player.opposite();
        let mut after = Vec::new();
        after.extend(
            self.options(arena, g, player)?
                .into_iter()
                .map(|o| (Some(o), h, other)),
        );
        after.extend(
            self.options(arena, h, other)?
                .into_iter()
                .map(|o| (g, Some(o), other)),
        );
        self.moves[from as usize] = after.len() as u32;
        if after.is_empty() && player == Player::Left {
            self.lose(from);
        }
        for state in after {
            let to = self.place(arena, state)?;
            self.before[to as usize].push(from);
        }
        Ok(())
    }

    fn options(&self, arena: &mut Arena, g: Node, player: Player) -> Result<Vec<Stopper>> {
        match g {
            Some(g) => self.stoppers.unsorted(arena, g, player),
            None => Ok(self.new[player as usize].to_vec()),
        }
    }

    fn spread(&mut self) {
        while let Some(place) = self.stack.pop() {
            let right_moved = self.states[place as usize].2 == Player::Left;
            for from in std::mem::take(&mut self.before[place as usize]) {
                if right_moved {
                    self.lose(from);
                    continue;
                }
                let moves = &mut self.moves[from as usize];
                *moves -= 1;
                if *moves == 0 {
                    self.lose(from);
                }
            }
        }
    }
}

/// In place of a number of moves.
const DECIDED: u32 = u32::MAX;
