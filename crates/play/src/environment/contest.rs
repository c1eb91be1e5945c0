//! Matches beside cards.

use super::accounts::Accountant;
use super::game::CardGame;
use super::player::CardPlayer;
use super::stack::Stack;
use crate::contest::{Ended, Results, Terms};
use crate::state::State;
use rules::{BadInput, Random};
use std::sync::{Mutex, PoisonError};
use values::{Dyadic, Player, Result};

/// A match: many games of two players beside the same board and cards. The
/// player who does not begin is given the komi.
///
/// ```
/// use play::{CardContest, Stack, State, Terms};
/// use rules::Component;
/// use solve::Convention;
/// let board = vec![("amazons".into(), Component::read("amazons", "R..L")?)];
/// let state = State::new(board, Convention::Normal);
/// let terms = Terms { games: 4, ..Terms::default() };
/// let contest = CardContest::new(state, Stack::berlekamp(), ["exact", "random"], terms)?;
/// let results = contest.run();
/// assert_eq!(results.tally.games(), 4);
/// assert_eq!(results.tally.right_wins, 0);
/// # Ok::<(), rules::BadInput>(())
/// ```
#[derive(Clone)]
pub struct CardContest {
    start: State,
    stack: Stack,
    players: [String; 2],
    terms: Terms,
}

/// A game beside cards that was played.
#[derive(Clone, Debug)]
pub struct CardPlayed {
    /// Its number, from 0.
    pub number: u64,
    /// Who began.
    pub first: Player,
    /// The turns, in words.
    pub turns: Vec<String>,
    /// Left's score less Right's, the komi included.
    pub net: Dyadic,
}

impl Ended for CardPlayed {
    fn winner(&self) -> Option<Player> {
        match self.net.signum() {
            0 => None,
            1 => Some(Player::Left),
            _ => Some(Player::Right),
        }
    }

    fn length(&self) -> usize {
        self.turns.len()
    }
}

/// What the accountants of all games together may keep in memory.
const MOST_BYTES: u64 = 1 << 29;

impl CardContest {
    /// A match of two players by their names among
    /// [`CARD_PLAYERS`](super::CARD_PLAYERS).
    ///
    /// # Errors
    ///
    /// Nobody has such a name.
    pub fn new(
        start: State,
        stack: Stack,
        players: [&str; 2],
        terms: Terms,
    ) -> std::result::Result<Self, BadInput> {
        for name in players {
            CardPlayer::find(name, Random::new(terms.seed))?;
        }
        Ok(CardContest {
            start,
            stack,
            players: players.map(|name| name.trim().to_lowercase()),
            terms,
        })
    }

    /// The names of Left's player and Right's.
    #[must_use]
    pub fn players(&self) -> &[String; 2] {
        &self.players
    }

    /// Plays all games, unless it is stopped.
    #[must_use]
    pub fn run(&self) -> Results<CardPlayed> {
        let budget = self.terms.efforts[0].budget();
        let threads = self.terms.threads.unwrap_or(16).max(1) as u64;
        let bytes = (budget.bytes().unwrap_or(u64::MAX) / 4).min(MOST_BYTES) / threads;
        // What is known of the board serves the next game of a thread.
        let idle: Mutex<Vec<Accountant>> = Mutex::default();
        let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
        self.terms.run(|number| {
            let taken = idle().pop();
            let mut accountant = taken.unwrap_or_else(|| Accountant::new(budget, bytes));
            let played = self.game(number, &mut accountant);
            idle().push(accountant);
            played
        })
    }

    /// Plays the game with this number.
    fn game(&self, number: u64, accountant: &mut Accountant) -> Result<CardPlayed> {
        let random = Random::new(self.terms.seed).fork(number);
        let first = self.terms.first(number, self.start.turn());
        let start = self.start.clone().with_turn(first);
        let mut game = CardGame::new(start, self.stack.clone());
        let mut players = [0, 1].map(|side| {
            CardPlayer::find(&self.players[side], random.fork(side as u64))
                .expect("the names were looked up when the match was made")
        });
        let mut turns = Vec::new();
        while !game.is_over() {
            self.terms.efforts[0].budget().check()?;
            let choice = players[game.turn() as usize].choose(&game, accountant)?;
            turns.push(game.words(&choice.turn)?);
            game.play(&choice.turn);
        }
        Ok(CardPlayed {
            number,
            first,
            turns,
            net: game.net(),
        })
    }
}
