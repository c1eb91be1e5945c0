//! What theory says of a position, in words.

use play::{Adjudicator, Session, State, Voice};
use rules::Component;
use solve::{
    Convention, Evaluator, NimSequence, NimValues, Thermographer, explain, explain_misere,
};
use std::time::{Duration, Instant};
use values::{Arena, Budget, Notation, Player};

/// So long may an explanation take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the prediction before a game may take.
const GLANCE: Duration = Duration::from_secs(2);
/// Longer values are not printed.
const LONGEST: usize = 200;

fn arena(budget: &Budget, patience: Duration) -> Arena {
    Arena::with_budget(budget.clone().with_deadline(Instant::now() + patience))
}

/// Who wins with each starter, if that is found in time.
fn winners(state: &State, budget: &Budget, patience: Duration) -> Option<[Player; 2]> {
    let budget = budget.clone().with_deadline(Instant::now() + patience);
    let mut adjudicator = Adjudicator::new(state.convention(), budget);
    let mut winner = |starter| adjudicator.winner(&state.clone().with_turn(starter));
    Some([winner(Player::Left)?, winner(Player::Right)?])
}

/// Who will win with perfect play.
pub fn prediction(session: &Session<State>, budget: &Budget) -> Option<String> {
    let start = session.start();
    let winners = winners(start, budget, GLANCE)?;
    let winner = Voice::of(session, winners[start.turn() as usize]);
    let rule = match winners {
        [Player::Left, Player::Right] => "whoever starts wins",
        [Player::Right, Player::Left] => "whoever starts loses",
        _ => "whoever starts",
    };
    let (who, wins) = (winner.mover_within(), winner.does("win", "wins"));
    Some(format!("with best play {who} {wins}: {rule}"))
}

/// All that is found in time.
pub fn explanation(session: &Session<State>, budget: &Budget) -> Vec<String> {
    let state = session.now();
    let mut lines = Vec::new();
    let normal = state.convention() == Convention::Normal;
    if state.is_loopy() {
        lines.push("play may not end here, so the position has no value of this kind".to_owned());
        return lines;
    }
    if let Some(winners) = winners(state, budget, PATIENCE) {
        let turn = state.turn();
        let winner = winners[turn as usize];
        let [turn, winner] = [turn, winner].map(|player| Voice::of(session, player));
        let (is, wins) = (turn.does("are", "is"), winner.does("win", "wins"));
        let (mover, winner) = (turn.mover, winner.mover_within());
        lines.push(format!(
            "{mover} {is} to move, and {winner} {wins} with best play"
        ));
    } else {
        lines.push("who wins is not found in a few seconds".to_owned());
    }
    if !normal {
        let heaps = match state.components() {
            [component] => component.heap_sum(),
            _ => None,
        };
        match heaps.and_then(|heaps| explain_misere(&heaps)) {
            Some(why) => lines.extend(why.to_string().lines().map(str::to_owned)),
            None => {
                lines.push("who cannot move wins: values and temperatures do not apply".to_owned());
            }
        }
        return lines;
    }
    if let [component] = state.components()
        && let Some(heaps) = component.heap_sum()
    {
        let mut sequence = NimSequence::new(heaps.rules());
        if let Ok(why) = explain(&heaps, &mut sequence, arena(budget, PATIENCE).budget()) {
            lines.extend(why.to_string().lines().map(str::to_owned));
            return lines;
        }
    }
    if state.is_impartial() {
        let mut values = NimValues::<Component>::new();
        let arena = arena(budget, PATIENCE);
        let each: values::Result<Vec<u64>> = state
            .components()
            .iter()
            .map(|component| values.value(component, arena.budget()))
            .collect();
        if let Ok(each) = each {
            let sum = each.iter().fold(0, |sum, value| sum ^ value);
            let texts: Vec<String> = each.iter().map(u64::to_string).collect();
            lines.push(match sum {
                0 => format!("nim sum {} = 0: whoever moves loses", texts.join(" xor ")),
                _ => format!("nim sum {} = {sum}: move to 0", texts.join(" xor ")),
            });
        }
        return lines;
    }
    lines.extend(value(state, budget));
    lines.extend(heat(session, budget));
    lines
}

/// The canonical form, if it is short.
fn value(state: &State, budget: &Budget) -> Option<String> {
    let mut arena = arena(budget, PATIENCE);
    let mut evaluator = Evaluator::<Component>::new();
    let mut sum = values::Value::ZERO;
    for component in state.components() {
        let value = evaluator.value(&mut arena, component).ok()?;
        sum = arena.add(sum, value).ok()?;
    }
    let length = arena.text_length(sum, Notation::Ascii).ok()?;
    if length > LONGEST.into() {
        return Some(format!("the value has {length} characters"));
    }
    let text = arena.text(sum, Notation::Ascii).ok()?;
    Some(format!("the value is {text}"))
}

/// Mean and temperature.
fn heat(session: &Session<State>, budget: &Budget) -> Option<String> {
    let state = session.now();
    let budget = budget.clone().with_deadline(Instant::now() + PATIENCE);
    let mut thermographer = Thermographer::<Component>::with_budget(budget);
    let parts: Vec<(Component, bool)> = state
        .components()
        .iter()
        .map(|component| (component.clone(), false))
        .collect();
    let graph = thermographer.sum(&parts).ok()?;
    let (mean, temperature) = (graph.mean(), graph.temperature());
    let moves = match mean {
        one if *one == 1.into() || *one == (-1).into() => "move",
        _ => "moves",
    };
    let is = |player| {
        let voice = Voice::of(session, player);
        format!("{} {}", voice.mover_within(), voice.does("are", "is"))
    };
    let who = match mean.cmp(&0.into()) {
        std::cmp::Ordering::Greater => {
            format!("{} ahead by {mean} {moves} on average", is(Player::Left))
        }
        std::cmp::Ordering::Less => {
            format!(
                "{} ahead by {} {moves} on average",
                is(Player::Right),
                -mean
            )
        }
        std::cmp::Ordering::Equal => "on average nobody is ahead".to_owned(),
    };
    let heat = match temperature.cmp(&0.into()) {
        std::cmp::Ordering::Greater => format!("a move gains up to {temperature}"),
        std::cmp::Ordering::Equal => {
            "moves gain next to nothing: only who is last counts".to_owned()
        }
        std::cmp::Ordering::Less => "every move costs: the position is a number".to_owned(),
    };
    Some(format!(
        "mean {mean}, temperature {temperature}: {who}; {heat}"
    ))
}
