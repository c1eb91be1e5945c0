//! Who plays beside cards.

use super::accounts::Accountant;
use super::bidding::{Bid, Bidding};
use super::game::CardGame;
use crate::thermal::{Strategy, Turn};
use rules::{BadInput, Random};
use values::{Dyadic, Player, Result};

/// A player of games beside cards. What it knows of a game is what the
/// accountant of the game knows.
pub struct CardPlayer {
    mind: Mind,
    random: Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mind {
    Exact,
    Thermal(Strategy),
    Novice,
    Random,
}

/// The players by name, and how they play.
pub const CARD_PLAYERS: [(&str, &str); 7] = [
    (
        "exact",
        "best play against the cards on the stack; orthodox where that is too much",
    ),
    (
        "orthodox",
        "a turn that attains the wall of the whole board at the ambient temperature",
    ),
    (
        "thermostrat",
        "plays where the thermograph is widest at the temperature that promises most",
    ),
    (
        "sentestrat",
        "answers a move that left something hotter than the stack, else hotstrat",
    ),
    (
        "hotstrat",
        "plays in the hottest region, or takes the card if that is hotter",
    ),
    ("novice", "hotstrat, but one turn in three by chance"),
    ("random", "a card or any move, by chance"),
];

/// One turn of a novice in so many is a turn by chance.
const LAPSE: u64 = 3;

/// A turn, and what the player says to it.
#[derive(Clone, Debug)]
pub struct CardChoice {
    /// The turn.
    pub turn: Turn,
    /// Why; may be empty.
    pub remark: String,
}

impl CardPlayer {
    /// The player with this name.
    pub fn find(name: &str, random: Random) -> std::result::Result<Self, BadInput> {
        let mind = match name.trim().to_lowercase().as_str() {
            "exact" => Mind::Exact,
            "orthodox" => Mind::Thermal(Strategy::Orthodox),
            "thermostrat" => Mind::Thermal(Strategy::Thermostrat),
            "sentestrat" => Mind::Thermal(Strategy::Sentestrat),
            "hotstrat" => Mind::Thermal(Strategy::Hotstrat),
            "novice" => Mind::Novice,
            "random" => Mind::Random,
            _ => {
                let names: Vec<&str> = CARD_PLAYERS.iter().map(|(name, _)| *name).collect();
                return Err(BadInput::new(
                    format!("nobody called `{}` plays beside cards", name.escape_debug()),
                    format!("players: human, {}", names.join(", ")),
                ));
            }
        };
        Ok(CardPlayer { mind, random })
    }

    /// A turn of the player to move; the game is not over.
    pub fn choose(&mut self, game: &CardGame, accountant: &mut Accountant) -> Result<CardChoice> {
        match self.mind {
            Mind::Exact => {
                if let Some(best) = accountant.best(game)?
                    && let Some(turn) = best.turns.into_iter().next()
                {
                    let remark = format!("best play: net {}", best.net);
                    return Ok(CardChoice { turn, remark });
                }
                thermal(Strategy::Orthodox, game, accountant)
            }
            Mind::Thermal(strategy) => thermal(strategy, game, accountant),
            Mind::Novice if self.random.below(LAPSE) > 0 => {
                thermal(Strategy::Hotstrat, game, accountant)
            }
            Mind::Novice | Mind::Random => self.any(game),
        }
    }

    /// A card or any move, by chance.
    fn any(&mut self, game: &CardGame) -> Result<CardChoice> {
        let mut moves = game.state().moves()?;
        let any = self.random.below(moves.len() as u64 + 1) as usize;
        let turn = match any < moves.len() {
            true => Turn::Board(moves.swap_remove(any)),
            false => Turn::Card,
        };
        let remark = String::new();
        Ok(CardChoice { turn, remark })
    }

    /// The sealed bid for the referee: the temperature at which this player,
    /// who plays `side`, next plans to play on the board.
    pub fn sealed_bid(
        &mut self,
        game: &CardGame,
        side: Player,
        accountant: &mut Accountant,
    ) -> Result<Dyadic> {
        let mut game = game.clone();
        if game.turn() != side {
            game.play(&Turn::Card);
        }
        match self.mind {
            Mind::Exact => match accountant.next_temperature(&game)? {
                Some(t) => Ok(t),
                None => accountant.thermal().hottest(game.board()),
            },
            Mind::Thermal(_) | Mind::Novice => accountant.thermal().hottest(game.board()),
            // Who plays by chance may do so at once.
            Mind::Random => Ok(game.temperature()),
        }
    }

    /// The komi that this player would give to move first: the fair one, where
    /// that can be found, and else what moving first seems to bring.
    pub fn komi(&mut self, game: &CardGame, accountant: &mut Accountant) -> Result<Dyadic> {
        if self.mind == Mind::Exact
            && let Some(fair) = accountant.fair_komi(game)?
        {
            return Ok(fair);
        }
        match self.mind {
            Mind::Random => Ok(game.stack().komi()),
            _ => accountant.likely_komi(game),
        }
    }

    /// A bid for an environment: rich enough for a board on which at most
    /// `run` moves can be made.
    #[must_use]
    pub fn bid(&self, run: u64) -> Bid {
        Bid {
            delta: Dyadic::new(1, 3),
            ones: usize::try_from(run).unwrap_or(usize::MAX).clamp(1, 1 << 16),
        }
    }

    /// What this player names after the bids, if it is to: no more than the
    /// rules want.
    #[must_use]
    pub fn name_delta(&self, bidding: &Bidding) -> Dyadic {
        bidding.delta_below().halve()
    }

    /// The number of cards of −1 that this player names after the bids.
    #[must_use]
    pub fn name_ones(&self, bidding: &Bidding) -> usize {
        bidding.ones_above().saturating_add(1)
    }
}

/// The turn of a strategy.
fn thermal(strategy: Strategy, game: &CardGame, accountant: &mut Accountant) -> Result<CardChoice> {
    let ambient = game.temperature();
    let situation = game.situation(&ambient);
    let decision = accountant.thermal().decide(strategy, &situation)?;
    let Some(decision) = decision else {
        return Ok(CardChoice {
            turn: Turn::Card,
            remark: String::new(),
        });
    };
    let about = if decision.estimated { "about " } else { "" };
    let remark = match decision.turn {
        Turn::Card => format!("the board is at {about}{}", decision.temperature),
        Turn::Board(_) => format!(
            "there it is at {about}{}, the stack at {ambient}",
            decision.temperature
        ),
    };
    let turn = decision.turn;
    Ok(CardChoice { turn, remark })
}
