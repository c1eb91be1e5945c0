//! How the winner wins: winning moves, and lines of play.

use super::order::{Scores, moves};
use super::sum::Sum;
use super::{Action, Search, Step, Term};
use rules::{MoveLimit, Position};
use values::{Arena, Player, Result};

/// Moves that may be listed for a line of play, for each sum that may be looked
/// at: large heaps have many moves, all of them known.
const LISTED: u64 = 10;

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
    /// `nodes` sums that are not remembered, and listing no more than
    /// ten moves for each of them: the winner wins, the loser plays
    /// where most is left. With such a bound there is none after a question
    /// that took long: what is remembered then depends on the threads.
    pub fn line(
        &mut self,
        arena: &mut Arena,
        sum: &[Term<P>],
        starter: Player,
        mut nodes: u64,
    ) -> Result<Option<Vec<Step<P>>>> {
        if self.is_long && nodes < u64::MAX {
            return Ok(None);
        }
        let mut wins = match self.wins_within(arena, sum, starter, nodes)? {
            Some(wins) => wins,
            None => return Ok(None),
        };
        let mut listed = nodes.saturating_mul(LISTED);
        let mut line = Vec::new();
        let mut sum = sum.to_vec();
        let mut player = starter;
        loop {
            let mut steps = steps(arena, &sum, player)?;
            if steps.is_empty() {
                return Ok(Some(line));
            }
            listed = listed.saturating_sub(steps.len() as u64);
            if listed == 0 {
                return Ok(None);
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

    /// The first winning move in the order in which the search tries moves
    /// that it knows nothing of. What the search remembers makes this faster,
    /// but does not change which move it is. The nodes that it takes are taken
    /// off.
    fn winning_move_within(
        &mut self,
        arena: &mut Arena,
        sum: &[Term<P>],
        player: Player,
        nodes: &mut u64,
    ) -> Result<Option<Step<P>>> {
        for step in ordered_steps(arena, sum, player)? {
            let before = self.statistics().nodes;
            let next = after(sum, &step);
            let wins = self.within(*nodes, |search| search.reply_wins(arena, &next, -player))?;
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

/// Every move of the player, the most promising first, of moves that lead to
/// the same sum the first before all others.
fn ordered_steps<P: Position>(
    arena: &mut Arena,
    sum: &[Term<P>],
    player: Player,
) -> Result<Vec<Step<P>>> {
    let mut root = Sum::of_terms(sum, player);
    root.arrange();
    let mut list = Vec::new();
    moves(arena, &root, &mut list, 0)?;
    let scores = Scores::new(&root);
    let mut order: Vec<(f32, usize)> = Vec::with_capacity(list.len());
    for (number, mv) in list.iter().enumerate() {
        arena.budget().look()?;
        order.push((scores.score(arena, &root, mv), number));
    }
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    // Which moves of the question lead there: by hashes, for there may be many.
    let steps = steps(arena, sum, player)?;
    let sum_after = |step: &Step<P>| {
        let mut next = Sum::of_terms(&after(sum, step), -player);
        next.arrange();
        next
    };
    let mut hashes: Vec<(u64, usize)> = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        arena.budget().look()?;
        hashes.push((sum_after(step).hash(), number));
    }
    hashes.sort_unstable();
    let mut places = Vec::with_capacity(steps.len());
    let mut next = Sum::empty();
    for (_, number) in order {
        arena.budget().look()?;
        list[number].play(&root, &mut next);
        next.settle();
        next.arrange();
        let hash = next.hash();
        let first = hashes.partition_point(|&(other, _)| other < hash);
        let same_hash = hashes[first..]
            .iter()
            .take_while(|(other, _)| *other == hash);
        let mut same = same_hash.map(|&(_, place)| place);
        places.extend(same.find(|&place| sum_after(&steps[place]).is_same(&next)));
    }
    // Moves that are like others, and those whose sum looks different here, as
    // a normal form may be simpler than the position.
    places.extend(0..steps.len());
    let mut seen = vec![false; steps.len()];
    places.retain(|&place| !std::mem::replace(&mut seen[place], true));
    let ordered = places
        .into_iter()
        .map(|place| steps[place].clone())
        .collect();
    Ok(ordered)
}

/// Every move of the player in a sum as it was asked.
fn steps<P: Position>(arena: &mut Arena, sum: &[Term<P>], player: Player) -> Result<Vec<Step<P>>> {
    let mut steps = Vec::new();
    let mut bytes = 0;
    for (term, summand) in sum.iter().enumerate() {
        match summand {
            Term::Position(position) => {
                let mut limit = MoveLimit::new(arena.budget()).beside(bytes);
                let _ = position.moves(player, &mut |mv| {
                    let after = position.play(player, &mv);
                    let bytes = size_of::<Step<P>>() + after.outside_bytes();
                    steps.push(Step {
                        term,
                        player,
                        action: Action::Move { mv, after },
                    });
                    limit.go_on(steps.len(), bytes)
                });
                bytes = limit.finish()?;
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
