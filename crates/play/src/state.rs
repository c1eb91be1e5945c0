//! What is on the table: a sum of positions, and whose turn it is.

use rules::Flow;
use rules::{BadInput, Component, MOST_MOVES, MoveLimit, Position, TOO_MANY_MOVES};
use solve::Convention;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::{Budget, Player, Result};

/// A sum of positions that two players play, whose turn it is, and who wins
/// at the end.
///
/// Play in a sum with a loopy game (Centurion) may not end; it is a draw when
/// the same sum comes up for the third time with the same player to move, or
/// after [`STILL`](Self::STILL) moves in a row that took nothing.
///
/// ```
/// use play::{Ending, State};
/// use solve::Convention;
/// use values::Player;
/// let mut state = State::read("nim", "1", Convention::Normal).unwrap();
/// let moves = state.moves().unwrap();
/// assert_eq!(state.text(&moves[0]).unwrap(), "take 1 from heap 1");
/// state.play(&moves[0]);
/// assert_eq!(state.ending(), Some(Ending::Win(Player::Left)));
/// ```
#[derive(Clone, Debug)]
pub struct State {
    components: Vec<Component>,
    names: Arc<[Arc<str>]>,
    turn: Player,
    convention: Convention,
    loopy: bool,
    /// The last move: which summand, and what it was before.
    last: Option<(usize, Component)>,
    /// In loopy games: the sums since something was last taken.
    past: Vec<(Vec<Component>, Player)>,
}

/// A move: which summand, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which summand, from 0.
    pub place: usize,
    /// The summand after the move.
    pub after: Component,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player wins.
    Win(Player),
    /// The third time that the same sum came up.
    Repetition,
    /// Nothing was taken for too long.
    Standstill,
}

impl Ending {
    /// Who wins; nobody in a draw.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self {
            Ending::Win(player) => Some(player),
            Ending::Repetition | Ending::Standstill => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Win(player) => write!(f, "{player} wins"),
            Ending::Repetition => f.write_str("a draw: the same position for the third time"),
            Ending::Standstill => write!(f, "a draw: nothing was taken in {} moves", State::STILL),
        }
    }
}

impl State {
    /// The moves in a row that take nothing after which a loopy game is a draw.
    pub const STILL: usize = 100;

    /// The start of play in a sum of components, each with the name of its
    /// game and variant; Left begins.
    #[must_use]
    pub fn new(summands: Vec<(Arc<str>, Component)>, convention: Convention) -> Self {
        let (names, components): (Vec<_>, Vec<_>) = summands.into_iter().unzip();
        State {
            loopy: components.iter().any(Component::is_loopy),
            components,
            names: names.into(),
            turn: Player::Left,
            convention,
            last: None,
            past: Vec::new(),
        }
    }

    /// The start of play in one position of the game called `name`.
    pub fn read(
        name: &str,
        text: &str,
        convention: Convention,
    ) -> std::result::Result<Self, BadInput> {
        Ok(State::new(vec![summand(name, text)?], convention))
    }

    /// The state with this player to move.
    #[must_use]
    pub fn with_turn(mut self, turn: Player) -> Self {
        self.turn = turn;
        self
    }

    /// The summands.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The names of the summands' games, with their variants.
    #[must_use]
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Who wins when there is no move left.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Whether play may not end.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.loopy
    }

    /// The summand that was moved in last, and what it was before.
    #[must_use]
    pub fn last(&self) -> Option<(usize, &Component)> {
        let (place, before) = self.last.as_ref()?;
        Some((*place, before))
    }

    /// In loopy games the sums since something was last taken.
    pub(crate) fn past(&self) -> impl Iterator<Item = &Vec<Component>> {
        self.past.iter().map(|(components, _)| components)
    }

    /// In loopy games: whether some sum came up twice since something was last
    /// taken, so that it is a draw if it comes up again.
    pub(crate) fn is_repeated(&self) -> bool {
        let mut past = self.past.iter().enumerate();
        past.any(|(number, one)| self.past[..number].contains(one))
    }

    /// Whether both players have the same moves, here and from here on.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.components.iter().all(Component::is_impartial)
    }

    /// Whether the player to move has a move.
    #[must_use]
    pub fn can_move(&self) -> bool {
        let mut components = self.components.iter();
        components.any(|component| component.can_move(self.turn))
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if !self.can_move() {
            return Some(Ending::Win(match self.convention {
                Convention::Normal => -self.turn,
                Convention::Misere => self.turn,
            }));
        }
        if self.past.len() >= Self::STILL {
            return Some(Ending::Standstill);
        }
        let same = |(components, turn): &&(Vec<Component>, Player)| {
            *turn == self.turn && *components == self.components
        };
        (self.past.iter().filter(same).count() >= 2).then_some(Ending::Repetition)
    }

    /// Whether a draw may come within so many moves that take nothing.
    pub(crate) fn may_be_drawn_within(&self, moves: usize) -> bool {
        let repeated = |sum: &(Vec<Component>, Player)| {
            let now = sum.1 == self.turn && sum.0 == self.components;
            now || self.past.iter().filter(|other| *other == sum).count() > 1
        };
        self.loopy && (self.past.len() + moves >= Self::STILL || self.past.iter().any(repeated))
    }

    /// The moves of the player to move.
    pub fn moves(&self) -> Result<Vec<Move>> {
        self.moves_within(&Budget::unlimited())
    }

    /// The moves of the player to move, listed within a budget.
    pub fn moves_within(&self, budget: &Budget) -> Result<Vec<Move>> {
        let mut moves = Vec::new();
        let mut limit = MoveLimit::new(budget);
        for (place, component) in self.components.iter().enumerate() {
            let all = component.options(self.turn, &mut |after| {
                let bytes = size_of::<Move>() + after.outside_bytes();
                moves.push(Move { place, after });
                limit.go_on(moves.len(), bytes)
            });
            if all.is_break() {
                break;
            }
        }
        limit.finish()?;
        Ok(moves)
    }

    /// The first moves of the player to move, however many there are.
    pub(crate) fn some_moves(&self, most: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        for (place, component) in self.components.iter().enumerate() {
            let all = component.options(self.turn, &mut |after| {
                moves.push(Move { place, after });
                match moves.len() < most {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            if all.is_break() {
                break;
            }
        }
        moves
    }

    /// The moves of the player to move in the notation of their games. In a sum the number of
    /// the summand comes first, from 1: `2: a1-a3/b2`.
    pub fn spoken_moves(&self) -> Result<Vec<(String, Move)>> {
        let mut moves = Vec::new();
        let mut bytes = 0;
        for (place, component) in self.components.iter().enumerate() {
            let all = component.spoken_moves(self.turn, &mut |mv, after| {
                let text = self.spoken(place, mv);
                bytes += size_of::<(String, Move)>() + after.outside_bytes();
                moves.push((text, Move { place, after }));
                match bytes < MOST_BYTES {
                    true => bound(moves.len()),
                    false => ControlFlow::Break(()),
                }
            });
            if all.is_break() {
                return Err(TOO_MANY_MOVES);
            }
        }
        Ok(moves)
    }

    /// A move of the player to move in notation. Of several moves that do
    /// the same it is the first.
    pub fn text(&self, mv: &Move) -> Result<String> {
        let mut found = None;
        if let Some(component) = self.components.get(mv.place) {
            let mut looked = 0;
            let _ = component.spoken_moves(self.turn, &mut |spoken, after| {
                looked += 1;
                if after == mv.after {
                    found = Some(self.spoken(mv.place, spoken));
                    return ControlFlow::Break(());
                }
                bound(looked)
            });
        }
        found.ok_or(TOO_MANY_MOVES)
    }

    fn spoken(&self, place: usize, mv: impl fmt::Display) -> String {
        match self.components.len() {
            1 => mv.to_string(),
            _ => format!("{}: {mv}", place + 1),
        }
    }

    /// Plays a move that [`moves`](Self::moves) reported.
    pub fn play(&mut self, mv: &Move) {
        let before = self.components[mv.place].clone();
        if self.loopy {
            // In a loopy game the rank says what is left to take.
            if mv.after.rank() < before.rank() {
                self.past.clear();
            } else {
                self.past.push((self.components.clone(), self.turn));
            }
        }
        self.components[mv.place] = mv.after.clone();
        self.last = Some((mv.place, before));
        self.turn = -self.turn;
    }
}

/// A position of the game called `name`, and that name as the registry has it.
pub(crate) fn summand(
    name: &str,
    text: &str,
) -> std::result::Result<(Arc<str>, Component), BadInput> {
    let component = Component::read(name, text)?;
    let name = match rules::name_and_variant(name) {
        (_, Some(variant)) => format!("{}:{variant}", component.game().name).into(),
        (_, None) => component.game().name.into(),
    };
    Ok((name, component))
}

fn bound(moves: usize) -> Flow {
    if moves < MOST_MOVES {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

/// Positions after moves that somebody may choose from take no more.
const MOST_BYTES: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_count_against_the_memory() {
        let heaps: Vec<String> = (1..=200).map(|heap| heap.to_string()).collect();
        let state = State::read("nim", &heaps.join(","), Convention::Normal).unwrap();
        let moves = |bytes| state.moves_within(&Budget::new(Some(bytes)));
        let limit = 1_000_000;
        assert_eq!(moves(limit).err(), Some(values::Error::Memory { limit }));
        assert_eq!(moves(1 << 30).unwrap().len(), 200 * 201 / 2);
    }

    #[test]
    fn play_that_does_not_end_is_a_draw() {
        // Two pawns that may walk about for ever.
        let start = State::read(
            "legionnaires:centurion",
            "W.../..../..../...B",
            Convention::Normal,
        );
        let mut state = start.unwrap();
        let mut seen = Vec::new();
        while state.ending().is_none() {
            let moves = state.spoken_moves().unwrap();
            let there = ["d1-c2", "a4-b3", "c2-d1", "b3-a4"][seen.len() % 4];
            let (text, mv) = moves.iter().find(|(text, _)| text == there).unwrap();
            assert_eq!(&state.text(mv).unwrap(), text);
            state.play(mv);
            seen.push(text.clone());
        }
        assert_eq!(state.ending(), Some(Ending::Repetition));
        assert_eq!(seen.len(), 8);
        assert_eq!(&*state.names()[0], "legionnaires:centurion");
    }

    #[test]
    fn who_cannot_move_wins_in_misere_play() {
        for (convention, winner) in [
            (Convention::Normal, Player::Left),
            (Convention::Misere, Player::Right),
        ] {
            let state = State::read("nim", "0", convention).unwrap();
            let state = state.with_turn(Player::Right);
            assert_eq!(state.ending(), Some(Ending::Win(winner)));
        }
    }

    #[test]
    fn moves_in_a_sum_name_the_summand() {
        let summands = ["clobber XO", "nim 2"].map(|text| {
            let (game, position) = text.split_once(' ').unwrap();
            (game.into(), Component::read(game, position).unwrap())
        });
        let state = State::new(summands.into(), Convention::Normal);
        let moves = state.spoken_moves().unwrap();
        let texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(
            texts,
            ["1: a1xb1", "2: take 1 from heap 2", "2: take 2 from heap 2"]
        );
    }

    #[test]
    fn huge_heaps_are_refused() {
        let state = State::read("nim", "9223372036854775808", Convention::Normal).unwrap();
        assert_eq!(state.moves(), Err(TOO_MANY_MOVES));
    }
}
