//! A game beside a stack of cards, as it is played.

use super::stack::Stack;
use crate::state::{Move, State};
use crate::thermal::{Situation, Turn};
use rules::Component;
use std::sync::Arc;
use values::{Dyadic, Player};

/// A board, a stack of cards, whose turn it is, and the score.
///
/// ```
/// use play::{CardGame, Stack, State, Turn};
/// use solve::Convention;
/// let board = State::new(Vec::new(), Convention::Normal);
/// let mut game = CardGame::new(board, Stack::berlekamp());
/// // Right has the komi; then both take cards until the last one.
/// assert_eq!(game.net().to_string(), "-5");
/// while !game.is_over() {
///     game.play(&Turn::Card);
/// }
/// assert_eq!(game.net().to_string(), "0");
/// ```
#[derive(Clone, Debug)]
pub struct CardGame {
    state: State,
    stack: Arc<Stack>,
    taken: usize,
    scores: [Dyadic; 2],
    /// Where the last move was made, and what was there before.
    last: Option<(usize, Component)>,
    /// How many cards were taken in a row, since the referee last came.
    cards_in_a_row: usize,
    /// The sealed bids on which the referee skipped ahead before this turn.
    bids: Option<[Dyadic; 2]>,
}

impl CardGame {
    /// The start: the player who is not to move is given the komi.
    #[must_use]
    pub fn new(state: State, stack: Stack) -> Self {
        let mut scores = [Dyadic::zero(), Dyadic::zero()];
        scores[state.turn().opposite() as usize] = stack.komi();
        CardGame {
            state,
            stack: Arc::new(stack),
            taken: 0,
            scores,
            last: None,
            cards_in_a_row: 0,
            bids: None,
        }
    }

    /// This start with another komi for the player who is not to move.
    #[must_use]
    pub fn with_komi(mut self, komi: Dyadic) -> Self {
        self.scores[self.turn().opposite() as usize] = komi;
        self
    }

    /// The same board and cards before the first turn, with this player to
    /// begin and no komi.
    #[must_use]
    pub fn begun_by(&self, player: Player) -> Self {
        let state = self.state.clone().with_turn(player);
        CardGame::new(state, (*self.stack).clone()).with_komi(Dyadic::zero())
    }

    /// The board, with its moves.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &[Component] {
        self.state.components()
    }

    /// The stack as it was at the start.
    #[must_use]
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    /// How many cards are gone.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.state.turn()
    }

    /// The cards that are left, the top one first.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = Dyadic> {
        self.stack.cards(self.taken)
    }

    /// The top card, unless the game is over.
    #[must_use]
    pub fn card(&self) -> Option<Dyadic> {
        self.stack.card(self.taken)
    }

    /// The top card of a game that goes on.
    ///
    /// # Panics
    /// When the game is over.
    #[must_use]
    pub fn top_card(&self) -> Dyadic {
        self.card().expect("a game that goes on has a card")
    }

    /// Whether the bottom card is taken.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.cards().len() == 0
    }

    /// The ambient temperature.
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        self.stack.temperature(self.taken)
    }

    /// What a player has, the komi included.
    #[must_use]
    pub fn score(&self, player: Player) -> &Dyadic {
        &self.scores[player as usize]
    }

    /// Left's score less Right's.
    #[must_use]
    pub fn net(&self) -> Dyadic {
        &self.scores[0] - &self.scores[1]
    }

    /// Where the last turn moved on the board, and what was there before;
    /// nothing if it took a card.
    #[must_use]
    pub fn last(&self) -> Option<(usize, &Component)> {
        self.last.as_ref().map(|(place, before)| (*place, before))
    }

    /// What a player who thinks in temperatures sees.
    #[must_use]
    pub fn situation<'g>(&'g self, ambient: &'g Dyadic) -> Situation<'g> {
        Situation {
            sum: self.board(),
            player: self.turn(),
            last: self.last(),
            card: Some(ambient),
        }
    }

    /// The board after a turn.
    #[must_use]
    pub fn board_after(&self, turn: &Turn) -> Vec<Component> {
        let mut board = self.board().to_vec();
        if let Turn::Board(Move { place, after }) = turn {
            board[*place] = after.clone();
        }
        board
    }

    /// Plays a turn: a card while there is one, or a legal move.
    pub fn play(&mut self, turn: &Turn) {
        self.bids = None;
        match turn {
            Turn::Card => {
                let Some(card) = self.card() else {
                    return;
                };
                self.award(&card);
                self.taken += 1;
                self.last = None;
                self.cards_in_a_row += 1;
                let next = -self.turn();
                self.state = self.state.clone().with_turn(next);
            }
            Turn::Board(mv) => {
                self.last = Some((mv.place, self.board()[mv.place].clone()));
                self.cards_in_a_row = 0;
                self.state.play(mv);
            }
        }
    }

    /// Gives the player to move some points.
    fn award(&mut self, points: &Dyadic) {
        let score = &mut self.scores[self.state.turn() as usize];
        *score = &*score + points;
    }

    /// Whether a referee may skip ahead now: both players have just taken a
    /// card.
    #[must_use]
    pub fn may_skip(&self) -> bool {
        self.cards_in_a_row >= 2 && self.cards().len() > 2
    }

    /// The referee picks a new temperature: the higher one of two bids, or
    /// that of the next card above it with an even number of cards before it.
    /// Those are removed; in lieu of dealing them out, the player to move is
    /// given what they come to, (t − t′)/2 if the steps are equal. Gives how
    /// many cards were removed.
    ///
    /// The bids are not told, so that nobody learns the lower one.
    pub fn skip(&mut self, bids: [Dyadic; 2]) -> usize {
        self.cards_in_a_row = 0;
        let ground = Dyadic::from(-1);
        let bid = (&bids[0]).max(&bids[1]).max(&ground);
        // The terminal komi stays.
        let first = self.stack.above(bid).saturating_sub(self.taken);
        let next = self.stack.card(self.taken + first);
        let is_last = self.taken + first + 1 == self.stack.len();
        let last = match next.as_ref() == Some(bid) && !is_last {
            true => first,
            false => first.saturating_sub(1),
        };
        let removed = last - last % 2;
        let award = self.stack.alternating(self.taken, self.taken + removed);
        self.taken += removed;
        self.award(&award);
        self.bids = Some(bids);
        removed
    }

    /// The sealed bids on which the referee skipped ahead before this turn.
    #[must_use]
    pub fn bids(&self) -> Option<&[Dyadic; 2]> {
        self.bids.as_ref()
    }

    /// Who pays whom at the end, in words.
    #[must_use]
    pub fn payment(&self) -> String {
        let net = self.net();
        match net.signum() {
            0 => "a tie".to_owned(),
            1 => format!("Right pays Left {net}"),
            _ => format!("Left pays Right {}", net.abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::Convention;

    fn number(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    /// A referee changes nothing.
    #[test]
    fn the_referee_awards_what_the_cards_would_have() {
        for bid in ["9", "39/4", "5/8", "-1/4", "-1", "-3"].map(number) {
            let stack = Stack::berlekamp();
            let board = State::new(Vec::new(), Convention::Normal).with_turn(Player::Right);
            let mut game = CardGame::new(board, stack);
            assert!(!game.may_skip());
            game.play(&Turn::Card);
            game.play(&Turn::Card);
            assert!(game.may_skip());
            let t = game.temperature();
            let before = game.net();
            let removed = game.skip([bid.clone(), number("-1")]);
            assert!(removed.is_multiple_of(2));
            assert!(!game.may_skip());
            // The new temperature is the bid, or at most two steps above it;
            // a bid above the temperature changes nothing.
            let now = game.temperature();
            let bid = bid.min(t.clone());
            let bid = bid.max(number("-1"));
            assert!(now >= bid && now <= &bid + &number("1/2"));
            // The step from -7/8 to -1 is a short one.
            let award = &before - &game.net();
            let off = (&award - &(&t - &now).halve()).abs();
            assert!(off.is_zero() || (now == number("-1") && off < number("1/8")));
            while !game.is_over() {
                game.play(&Turn::Card);
            }
            assert_eq!(game.net(), Dyadic::zero(), "bid {bid}");
        }
    }
}
