//! How the winner wins: winning moves, and lines of play.

use super::order::{MOST_MOVES, too_many_moves};
use super::{Action, Search, Step, Term};
use rules::Position;
use std::ops::ControlFlow;
use values::{Arena, Player, Result};

impl<P: Position> Search<P> {
    /// All moves with which the player wins, moves to equal positions
    /// included.
    pub fn winning_moves(
        &mut self,
        arena: &mut Arena,
        sum: &[Term<P>],
        player: Player,
    ) -> Result<Vec<Step<P>>> {
        let mut winning = Vec::new();
        for step in steps(arena, sum, player)? {
            if !self.wins(arena, &after(sum, &step), -player)? {
                winning.push(step);
            }
        }
        Ok(winning)
    }

    /// A move with which the player wins, if there is one. After the search
    /// has found that he wins it is known, unless it was forgotten.
    pub fn winning_move(
        &mut self,
        arena: &mut Arena,
        sum: &[Term<P>],
        player: Player,
    ) -> Result<Option<Step<P>>> {
        let mut nodes = u64::MAX;
        self.winning_move_within(arena, sum, player, &mut nodes)
    }

    /// A line of play to the end, if it can be told looking at no more than
    /// so many sums that are not remembered: the winner wins, the loser plays
    /// where most is left.
    pub fn line(
        &mut self,
        arena: &mut Arena,
        sum: &[Term<P>],
        starter: Player,
        mut nodes: u64,
    ) -> Result<Option<Vec<Step<P>>>> {
        let mut wins = match self.wins_within(arena, sum, starter, nodes)? {
            Some(wins) => wins,
            None => return Ok(None),
        };
        let mut line = Vec::new();
        let mut sum = sum.to_vec();
        let mut player = starter;
        loop {
            let mut steps = steps(arena, &sum, player)?;
            if steps.is_empty() {
                return Ok(Some(line));
            }
            let step = if wins {
                match self.winning_move_within(arena, &sum, player, &mut nodes)? {
                    Some(step) => step,
                    None => return Ok(None),
                }
            } else {
                // The first of the best.
                steps.reverse();
                let best = steps.into_iter().max_by_key(|step| match &step.action {
                    Action::Move { after, .. } => after.rank(),
                    Action::Value(_) => 0,
                });
                best.expect("there are moves")
            };
            sum = after(&sum, &step);
            line.push(step);
            player = -player;
            wins = !wins;
        }
    }

    /// The first winning move that is remembered or seen at a glance, else
    /// the first that is found. The nodes that it takes are taken off.
    fn winning_move_within(
        &mut self,
        arena: &mut Arena,
        sum: &[Term<P>],
        player: Player,
        nodes: &mut u64,
    ) -> Result<Option<Step<P>>> {
        let steps = steps(arena, sum, player)?;
        for step in &steps {
            let next = after(sum, step);
            if self.wins_at_a_glance(arena, &next, -player)? == Some(false) {
                return Ok(Some(step.clone()));
            }
        }
        for step in steps {
            let before = self.statistics().nodes;
            let wins = self.wins_within(arena, &after(sum, &step), -player, *nodes)?;
            *nodes = nodes.saturating_sub(self.statistics().nodes - before);
            match wins {
                Some(false) => return Ok(Some(step)),
                Some(true) => {}
                None => return Ok(None),
            }
        }
        Ok(None)
    }
}

/// Every move of the player in a sum as it was asked.
fn steps<P: Position>(arena: &mut Arena, sum: &[Term<P>], player: Player) -> Result<Vec<Step<P>>> {
    let mut steps = Vec::new();
    for (term, summand) in sum.iter().enumerate() {
        match summand {
            Term::Position(position) => {
                let all = position.moves(player, &mut |mv| {
                    let after = position.play(player, &mv);
                    steps.push(Step {
                        term,
                        player,
                        action: Action::Move { mv, after },
                    });
                    if steps.len() < MOST_MOVES {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
                if all.is_break() {
                    return Err(too_many_moves());
                }
            }
            Term::Value(value) => {
                let options = arena.options(*value, player)?;
                steps.extend(options.into_iter().map(|option| Step {
                    term,
                    player,
                    action: Action::Value(option),
                }));
            }
        }
    }
    Ok(steps)
}

fn after<P: Position>(sum: &[Term<P>], step: &Step<P>) -> Vec<Term<P>> {
    let mut sum = sum.to_vec();
    sum[step.term] = step.after();
    sum
}
