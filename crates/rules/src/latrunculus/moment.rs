//! A moment in a turn: what may be done now.

use super::action::{Action, Walk};
use super::board::{Board, Piece, colour};
use super::options::{Attack, Options};
use super::square::{Square, members, spread};
use crate::Flow;
use crate::bad_input::BadInput;
use std::ops::ControlFlow;
use values::Player;

/// Where the pieces that moved since the last kill are, and where they were.
#[derive(Clone, Copy, Debug, Default)]
struct Trails {
    list: [(u8, u64); 6],
    length: usize,
}

impl Trails {
    fn was(&self, here: Square) -> u64 {
        let known = self.list[..self.length].iter();
        let mut known = known.filter(|(at, _)| usize::from(*at) == here.index());
        known.next().map_or(0, |(_, was)| *was)
    }

    fn lengthen(&mut self, walk: &Walk) {
        let was = walk.from().bit() | walk.crossed();
        let from = walk.from().index();
        let known = self.list[..self.length]
            .iter()
            .position(|(at, _)| usize::from(*at) == from);
        let place = known.unwrap_or(self.length);
        // Each pip moves one piece more at most, and there are six.
        if let Some(trail) = self.list.get_mut(place) {
            trail.0 = walk.to().index() as u8;
            trail.1 |= was;
            self.length = self.length.max(place + 1);
        }
    }
}

/// The board in the middle of a turn, the pips left, and where the pieces
/// that moved have been: all that decides what may be done next.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    board: Board,
    player: Player,
    left: u8,
    trails: Trails,
    /// Whether squares may not be visited twice.
    no_revisit: bool,
    attack: Attack,
}

impl Moment {
    /// The beginning of a turn in which a die shows `pips`.
    #[must_use]
    pub fn new(board: &Board, player: Player, pips: u8, options: &Options) -> Moment {
        Moment {
            board: *board,
            player,
            left: pips.min(6),
            trails: Trails::default(),
            no_revisit: options.no_revisit,
            attack: options.attack,
        }
    }

    /// The board now.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// The pips left.
    #[must_use]
    pub fn pips(&self) -> u8 {
        self.left
    }

    /// The squares a piece may not come to again.
    fn barred(&self, here: Square) -> u64 {
        match self.no_revisit {
            true => self.trails.was(here),
            false => 0,
        }
    }

    /// Whether the game is over: the enemy King is dead. Diagrams without one
    /// are told by what stood on the board before.
    pub(super) fn regicide(&self, before: &Board) -> bool {
        before.king(-self.player).is_some() && self.board.king(-self.player).is_none()
    }

    /// Calls `each` with everything that may be done now, until it breaks. Of
    /// the King's walks to a square all are told, whatever he steps over.
    pub fn actions(&self, each: &mut dyn FnMut(Action) -> Flow) -> Flow {
        if self.left == 0 {
            return ControlFlow::Continue(());
        }
        let empty = !self.board.occupied();
        for from in members(self.board.soldiers(self.player)) {
            for to in members(from.around() & empty & !self.barred(from)) {
                each(Action::Walk(Walk::step(from, to)))?;
            }
        }
        if let Some(king) = self.board.king(self.player) {
            self.king_walks(&mut vec![king], self.barred(king), each)?;
        }
        for victim in self.victims() {
            if self.kill_cost(victim).is_some_and(|cost| cost <= self.left) {
                each(Action::Kill(victim))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The enemy pieces that may be killed if the pips suffice.
    fn victims(&self) -> impl Iterator<Item = Square> {
        members(self.attack.victims(&self.board, self.player))
    }

    /// The pips that it costs to kill a piece.
    #[must_use]
    pub fn kill_cost(&self, victim: Square) -> Option<u8> {
        self.board.kill_cost(victim, self.attack)
    }

    /// Every walk of the King that goes on from `path` over his Soldiers to
    /// an empty square.
    fn king_walks(
        &self,
        path: &mut Vec<Square>,
        barred: u64,
        each: &mut dyn FnMut(Action) -> Flow,
    ) -> Flow {
        let [.., last] = path[..] else {
            return ControlFlow::Continue(());
        };
        let barred = barred | last.bit();
        let next = last.around() & !barred;
        for to in members(next & !self.board.occupied()) {
            path.push(to);
            let walk = Walk::along(path);
            path.pop();
            if let Some(walk) = walk {
                each(Action::Walk(walk))?;
            }
        }
        if path.len() < usize::from(self.left) {
            for over in members(next & self.board.soldiers(self.player)) {
                path.push(over);
                let flow = self.king_walks(path, barred, each);
                path.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether anything may be done.
    pub fn can_act(&self) -> bool {
        self.actions(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether the King, if he must go, can only go over an enemy: he can come
    /// to an empty square within the pips left if he may step over anything.
    pub(super) fn king_falls(&self) -> bool {
        let Some(king) = self.board.king(self.player) else {
            return false;
        };
        let mut reached = king.bit();
        for _ in 0..self.left {
            reached = spread(reached);
            if reached & !self.board.occupied() != 0 {
                return true;
            }
        }
        false
    }

    /// The moment after an action that may be done.
    #[must_use]
    pub fn after(&self, action: Action) -> Moment {
        let mut next = *self;
        match action {
            Action::Walk(walk) => {
                next.board.relocate(self.player, walk.from(), walk.to());
                next.left = next.left.saturating_sub(walk.pips());
                next.trails.lengthen(&walk);
            }
            Action::Kill(victim) => {
                let cost = self.kill_cost(victim).unwrap_or(0);
                next.left = next.left.saturating_sub(cost);
                next.board.remove(victim);
                next.trails = Trails::default();
            }
        }
        next
    }

    /// Why an action may not be done.
    pub(super) fn check(&self, action: Action) -> Result<(), BadInput> {
        match action {
            Action::Walk(walk) => self.check_walk(&walk),
            Action::Kill(victim) => self.check_kill(victim),
        }
    }

    fn pays(&self, what: &str, pips: u8) -> Result<(), BadInput> {
        if pips <= self.left {
            return Ok(());
        }
        let left = match self.left {
            0 => "none is left".to_owned(),
            1 => "1 is left".to_owned(),
            n => format!("{n} are left"),
        };
        let hint = "end the turn, undo a step, or spend the pips otherwise";
        let s = if pips == 1 { "" } else { "s" };
        Err(BadInput::new(
            format!("{what} takes {pips} pip{s}, and {left}"),
            hint,
        ))
    }

    fn check_walk(&self, walk: &Walk) -> Result<(), BadInput> {
        let bad = |message: String, hint: &str| Err(BadInput::new(message, hint));
        let (from, to) = (walk.from(), walk.to());
        let king = match self.board.piece(from) {
            None => return bad(format!("{from} is empty"), "begin with one of your pieces"),
            Some((_, owner)) if owner != self.player => {
                let message = format!("the piece on {from} is {}'s", colour(owner));
                return bad(message, "you move your own pieces, and kill the others");
            }
            Some((piece, _)) => piece == Piece::King,
        };
        let barred = self.barred(from);
        for pair in walk.squares().windows(2) {
            let &[here, next] = pair else { continue };
            if here.distance(next) != 1 {
                let message = format!("{next} is not next to {here}");
                return bad(message, "a step goes to one of the eight squares around");
            }
            if barred & next.bit() != 0 {
                let message = format!("the piece from {from} was on {next} in this turn");
                return bad(message, "it may go there again only after a kill");
            }
            match self.board.piece(next) {
                Some(_) if !king => {
                    let message = format!("{next} is occupied");
                    return bad(message, "a Soldier steps onto empty squares only");
                }
                Some((_, owner)) if owner != self.player => {
                    let message = format!("the King cannot step over the enemy on {next}");
                    return bad(message, "he steps over his own Soldiers only");
                }
                Some(_) if next == to => {
                    let message = format!("the King cannot stay on {next} with a Soldier");
                    return bad(
                        message,
                        "he steps over his Soldiers and ends on an empty square",
                    );
                }
                _ => {}
            }
        }
        let mut seen = from.bit();
        for square in &walk.squares()[1..] {
            if seen & square.bit() != 0 && self.no_revisit {
                let message = format!("the walk goes over {square} twice");
                return bad(message, "a piece may visit a square once");
            }
            seen |= square.bit();
        }
        self.pays("that", walk.pips())
    }

    fn check_kill(&self, victim: Square) -> Result<(), BadInput> {
        match self.board.piece(victim) {
            None => {
                let message = format!("there is nobody to kill on {victim}");
                Err(BadInput::new(message, "name the square of an enemy"))
            }
            Some((_, owner)) if owner == self.player => {
                let message = format!("the piece on {victim} is your own");
                Err(BadInput::new(message, "name the square of an enemy"))
            }
            Some(_) => match self.kill_cost(victim) {
                None => {
                    let message = format!("none of your pieces is next to {victim}");
                    Err(BadInput::new(message, "a kill needs an attacker beside it"))
                }
                Some(cost) => self.pays(&format!("to kill {victim}"), cost),
            },
        }
    }
}
