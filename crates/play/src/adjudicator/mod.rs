//! Who wins from here: exactly, or not at all.

mod known;
mod line;
mod table;

pub use line::{Judged, Reply};
pub use table::EndTable;

use crate::state::{Ending, State};
use rules::Component;
use solve::{Convention, Fate, Loopy, Search, Term};
use values::{Arena, Budget, Error, Player, Result};

/// What becomes of a game when both players play best from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins; nobody in a draw.
    pub winner: Option<Player>,
    /// After how many moves, when the winner hurries and the loser puts it
    /// off, if that is known.
    pub plies: Option<u32>,
}

impl Verdict {
    /// What a player wants has more of it: to win soon, to draw, to lose late.
    #[must_use]
    pub fn merit(self, player: Player) -> (u8, i64) {
        let plies = self.plies.map_or(0, i64::from);
        match self.winner {
            Some(winner) if winner == player => (2, -plies),
            None => (1, 0),
            Some(_) => (0, plies),
        }
    }

    /// Whether a player does as well as in another verdict, however long it
    /// takes.
    #[must_use]
    pub fn is_as_good(self, other: Verdict, player: Player) -> bool {
        self.merit(player).0 >= other.merit(player).0
    }

    fn of(fate: Fate, turn: Player) -> Self {
        Verdict {
            winner: fate.winner(turn),
            plies: fate.moves(),
        }
    }
}

/// Says who wins a game, exactly or not at all: it solves what it can within
/// its budget, and remembers that.
///
/// ```
/// use play::{Adjudicator, State};
/// use solve::Convention;
/// use values::{Budget, Player};
/// let state = State::read("nim", "1,2", Convention::Normal).unwrap();
/// let mut adjudicator = Adjudicator::new(Convention::Normal, Budget::unlimited());
/// let verdict = adjudicator.verdict(&state).unwrap().unwrap();
/// assert_eq!((verdict.winner, verdict.plies), (Some(Player::Left), Some(3)));
/// ```
pub struct Adjudicator {
    convention: Convention,
    arena: Arena,
    search: Search<Component>,
    table: Option<EndTable>,
    loopy: Option<Loopy>,
    /// How many positions a table has at most.
    most: usize,
    /// Whether a game without end was too large, so that larger ones are, too.
    too_large: bool,
}

/// The positions of a table.
const MOST: usize = 40_000;
/// The positions of a game in which play may not end.
const MOST_LOOPY: u64 = 400_000;
/// The sums that are looked at for one verdict.
const NODES: u64 = 400_000;

impl Adjudicator {
    /// One that knows nothing yet.
    #[must_use]
    pub fn new(convention: Convention, budget: Budget) -> Self {
        let bytes = budget.bytes().unwrap_or(1 << 29);
        Adjudicator {
            convention,
            arena: Arena::with_budget(budget),
            search: Search::new(convention).with_table_bytes(bytes / 4),
            table: None,
            loopy: None,
            most: MOST,
            too_large: false,
        }
    }

    /// One that never lists all that follows: it finds who wins, and not in
    /// how many moves, as with a game that is too large for that.
    #[must_use]
    pub fn by_search(convention: Convention, budget: Budget) -> Self {
        Adjudicator {
            most: 0,
            ..Adjudicator::new(convention, budget)
        }
    }

    /// Who wins; `None` if that is not found within the limits. What stops
    /// everything, such as Ctrl-C, is an error.
    pub fn verdict(&mut self, state: &State) -> Result<Option<Verdict>> {
        debug_assert_eq!(state.convention(), self.convention, "one kind of end");
        if let Some(ending) = state.ending() {
            return Ok(Some(ended(ending)));
        }
        let found = match state.is_loopy() {
            true => self.in_loopy(state),
            false => self.in_finite(state),
        };
        match found {
            Err(error) if error.is_limit() => Ok(None),
            found => found,
        }
    }

    fn in_finite(&mut self, state: &State) -> Result<Option<Verdict>> {
        let turn = state.turn();
        if let [position] = state.components()
            && self.most > 0
        {
            if let Some(fate) = self.known(position, turn) {
                return Ok(Some(Verdict::of(fate, turn)));
            }
            let budget = self.arena.budget().clone();
            let table = EndTable::explore(position, turn, self.convention, self.most, &budget)?;
            if let Some(table) = table {
                self.table = Some(table);
                let fate = self.known(position, turn);
                return Ok(fate.map(|fate| Verdict::of(fate, turn)));
            }
        }
        let winner = self.search(state, NODES)?;
        Ok(winner.map(|winner| Verdict {
            winner: Some(winner),
            plies: None,
        }))
    }

    /// Who wins by a search that looks at no more than `nodes` sums.
    fn search(&mut self, state: &State, nodes: u64) -> Result<Option<Player>> {
        let parts = state.components().iter().cloned();
        let sum: Vec<Term<Component>> = parts.map(Term::Position).collect();
        let turn = state.turn();
        let wins = self
            .search
            .wins_within(&mut self.arena, &sum, turn, nodes)?;
        Ok(wins.map(|wins| if wins { turn } else { -turn }))
    }

    /// Who wins with best play, if that is known of a start or found within
    /// the budget, however many sums that takes; what is known to take long is
    /// not looked for. Nobody is named where play may not end.
    ///
    /// # Complexity
    /// That of [`Search::wins`], unless the start is one of those that were
    /// solved before.
    #[must_use]
    pub fn winner(&mut self, state: &State) -> Option<Player> {
        if state.is_loopy() {
            return None;
        }
        match known::known_winner(state) {
            Some(winner) => winner,
            None => self.search(state, u64::MAX).ok()?,
        }
    }

    fn known(&self, position: &Component, turn: Player) -> Option<Fate> {
        self.table.as_ref()?.fate(position, turn)
    }

    /// Where play may not end it is a draw after a third repetition and after
    /// many moves that took nothing, which the analysis does not know. That
    /// can take a win away, and nothing else, so a win is believed only where
    /// it comes in time and by positions that were there once at most.
    fn in_loopy(&mut self, state: &State) -> Result<Option<Verdict>> {
        let [position] = state.components() else {
            return Ok(None);
        };
        let Some(fate) = self.loopy_fate(position, state.turn())? else {
            return Ok(None);
        };
        let in_time = match fate.moves() {
            None => true,
            Some(moves) => {
                let still = state.past().count() + moves as usize;
                still < State::STILL && !state.is_repeated()
            }
        };
        Ok(in_time.then(|| Verdict::of(fate, state.turn())))
    }

    fn loopy_fate(&mut self, position: &Component, turn: Player) -> Result<Option<Fate>> {
        let known = self.loopy.as_ref().and_then(|l| l.fate(position, turn));
        if known.is_some() || self.too_large {
            return Ok(known);
        }
        let budget = self.arena.budget().clone().with_steps(MOST_LOOPY);
        match Loopy::analyse(position, self.convention, &budget) {
            Ok(loopy) => Ok(self.loopy.insert(loopy).fate(position, turn)),
            Err(error @ Error::Interrupted) => Err(error),
            Err(error) => {
                self.too_large = true;
                Err(error)
            }
        }
    }
}

fn ended(ending: Ending) -> Verdict {
    Verdict {
        winner: ending.winner(),
        plies: Some(0),
    }
}
