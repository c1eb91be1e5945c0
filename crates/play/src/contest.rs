//! Matches.

use crate::effort::Effort;
use crate::player::Listed;
use crate::state::{Move, State};
use crate::tally::Tally;
use rules::Random;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use values::{Error, Player, Result};

/// Who moves first in the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Always this player.
    Always(Player),
    /// In the games with even numbers, from 0, who is to move at the start;
    /// the other player in the others.
    Alternate,
}

/// The terms of a match, whatever is played.
///
/// Every game has its own chance, forked from the seed by the game's number:
/// the results do not depend on how many threads play.
#[derive(Clone)]
pub struct Terms {
    /// How much Left's player and Right's may think.
    pub efforts: [Effort; 2],
    /// How many games are played.
    pub games: u64,
    /// What chance depends on.
    pub seed: u64,
    /// Who moves first.
    pub first: First,
    /// How many threads play; `None`: as many as the machine has.
    pub threads: Option<usize>,
    /// Whether games are kept with their moves.
    pub keep: bool,
    /// Counts games as they end, for those who watch.
    pub done: Arc<AtomicU64>,
}

impl Default for Terms {
    /// A hundred games of players who move first in turn.
    fn default() -> Self {
        Terms {
            efforts: Default::default(),
            games: 100,
            seed: 0,
            first: First::Alternate,
            threads: None,
            keep: false,
            done: Arc::default(),
        }
    }
}

/// What a match came to.
#[derive(Clone, Debug)]
pub struct Results<G = Played> {
    /// The score.
    pub tally: Tally,
    /// Why not all games were played, if they were not. The score is that of
    /// the games that ended before.
    pub stopped: Option<Error>,
    /// The games, if they were to be kept, in the order of their numbers.
    pub games: Vec<G>,
}

/// A game of a match that has ended.
pub(crate) trait Ended: Send {
    fn winner(&self) -> Option<Player>;
    /// The moves of both players.
    fn length(&self) -> usize;
}

impl Terms {
    /// Plays all games by their numbers, unless it is stopped or a player
    /// cannot go on.
    pub(crate) fn run<G: Ended>(&self, play: impl Fn(u64) -> Result<G> + Sync) -> Results<G> {
        let machine = || thread::available_parallelism().map_or(1, NonZero::get);
        // More threads than games would have nothing to do, or no memory.
        let games = usize::try_from(self.games).unwrap_or(usize::MAX).max(1);
        let room = self.efforts.iter().map(Effort::most_games).min();
        let most = games.min(room.unwrap_or(1)).max(1);
        let threads = self.threads.unwrap_or_else(machine).clamp(1, most);
        let next = AtomicU64::new(0);
        let score = Mutex::new((Tally::default(), None, Vec::new()));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return;
                }
                let ended = play(number);
                // Nobody panics while holding it.
                let mut score = score.lock().unwrap_or_else(PoisonError::into_inner);
                let (tally, stopped, games) = &mut *score;
                match ended {
                    Ok(game) => {
                        self.done.fetch_add(1, Ordering::Relaxed);
                        tally.add(game.winner(), game.length() as u64);
                        if self.keep {
                            games.push((number, game));
                        }
                    }
                    Err(error) => {
                        next.store(self.games, Ordering::Relaxed);
                        stopped.get_or_insert(error);
                    }
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        let (tally, stopped, mut games) =
            score.into_inner().unwrap_or_else(PoisonError::into_inner);
        games.sort_by_key(|(number, _)| *number);
        Results {
            tally,
            stopped,
            games: games.into_iter().map(|(_, game)| game).collect(),
        }
    }

    /// Who moves first in the game with this number, if by the rules it is
    /// `usual`.
    pub(crate) fn first(&self, number: u64, usual: Player) -> Player {
        match self.first {
            First::Always(player) => player,
            First::Alternate if number.is_multiple_of(2) => usual,
            First::Alternate => -usual,
        }
    }
}

/// A match: many games of two players from one start.
#[derive(Clone)]
pub struct Contest {
    /// Where games start.
    pub start: State,
    /// Left's player and Right's.
    pub players: [&'static Listed; 2],
    /// How many games, and how they are played.
    pub terms: Terms,
    /// The random moves that are made before the players are asked, the most
    /// balanced of sixteen tries. Each opening is played twice, the second
    /// time with the two players' colours exchanged, so that a lopsided one
    /// favours neither.
    pub opening: usize,
    /// Games that were begun, in turn: each is gone on with twice, with
    /// colours exchanged. If there are any, `opening` and `first` are idle.
    pub book: Vec<(State, Vec<Move>)>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its number, from 0.
    pub number: u64,
    /// Where it began.
    pub start: State,
    /// Whether the players' colours were exchanged: Left's player had Right's
    /// pieces.
    pub exchanged: bool,
    /// The moves, those of a random opening included.
    pub moves: Vec<Move>,
    /// Who won: one of the two players, called by the side of the match that
    /// it plays for.
    pub winner: Option<Player>,
}

impl Ended for Played {
    fn winner(&self) -> Option<Player> {
        self.winner
    }

    fn length(&self) -> usize {
        self.moves.len()
    }
}

impl Contest {
    /// A hundred games of Left's player and Right's, who move first in turn.
    #[must_use]
    pub fn new(start: State, players: [&'static Listed; 2]) -> Self {
        Contest {
            start,
            players,
            terms: Terms::default(),
            opening: 0,
            book: Vec::new(),
        }
    }

    /// Plays all games, unless it is stopped or a player cannot go on.
    #[must_use]
    pub fn run(&self) -> Results {
        self.terms.run(|number| self.game(number))
    }

    /// Plays the game with this number.
    pub fn game(&self, number: u64) -> Result<Played> {
        let seed = Random::new(self.terms.seed);
        let mut random = seed.fork(number);
        let paired = self.opening > 0 || !self.book.is_empty();
        let exchanged = paired && number % 2 == 1;
        let (start, mut moves) = if paired {
            // The two games of an opening begin alike.
            self.opening(number / 2, &seed)?
        } else {
            (self.start_of(number), Vec::new())
        };
        let mut state = start.clone();
        for mv in &moves {
            state.play(mv);
        }
        let mut players = self.players.map(|listed| (listed.fresh)());
        let winner = loop {
            if let Some(ending) = state.ending() {
                break ending.winner();
            }
            let side = if exchanged {
                -state.turn()
            } else {
                state.turn()
            };
            let effort = &self.terms.efforts[side as usize];
            effort.budget().check()?;
            let choice = match effort.is_timed() {
                true => players[side as usize].reply(&state, effort, &mut random)?,
                false => players[side as usize].choose(&state, effort, &mut random)?,
            };
            state.play(&choice.mv);
            moves.push(choice.mv);
        };
        Ok(Played {
            number,
            start,
            exchanged,
            moves,
            winner: winner.map(|player| if exchanged { -player } else { player }),
        })
    }

    /// Where a game starts, and who moves first.
    fn start_of(&self, number: u64) -> State {
        let first = self.terms.first(number, self.start.turn());
        self.start.clone().with_turn(first)
    }

    /// The opening with this number: where it starts, and its moves.
    fn opening(&self, number: u64, seed: &Random) -> Result<(State, Vec<Move>)> {
        if let Some(len) = NonZero::new(self.book.len() as u64) {
            return Ok(self.book[(number % len) as usize].clone());
        }
        let start = self.start_of(number);
        let moves = self.random_opening(&start, &mut seed.fork(!number))?;
        Ok((start, moves))
    }

    /// Random moves after which the game is not over: of several such
    /// openings the one that is most balanced, as far as can be estimated.
    fn random_opening(&self, start: &State, random: &mut Random) -> Result<Vec<Move>> {
        const TRIES: usize = 1000;
        const CHOICE: usize = 16;
        let mut openings: Vec<(u64, Vec<Move>)> = Vec::new();
        'tries: for _ in 0..TRIES {
            let mut state = start.clone();
            let mut opening = Vec::new();
            for _ in 0..self.opening {
                if state.ending().is_some() {
                    continue 'tries;
                }
                let moves = state.moves_within(self.terms.efforts[0].budget())?;
                let mv = random.pick(&moves).clone();
                state.play(&mv);
                opening.push(mv);
            }
            if state.ending().is_none() {
                let standings = state.components().iter();
                let standings = standings.map(|part| i64::from(part.standing(state.turn())));
                openings.push((standings.sum::<i64>().unsigned_abs(), opening));
            }
            if openings.len() == CHOICE {
                break;
            }
        }
        let balanced = openings.into_iter().min_by_key(|(standing, _)| *standing);
        let (_, opening) = balanced.ok_or(Error::TooLarge {
            what: "openings of so many moves end the game",
            bound: self.opening as u64,
        })?;
        Ok(opening)
    }
}
