//! How long play on the board can last.

use rules::{Component, MOST_MOVES, Position, TOO_MANY_MOVES};
use std::collections::HashMap;
use std::ops::ControlFlow;
use values::{Budget, Error, Player, Result};

/// The length of the longest run of moves on the board, in any order of the
/// players. The budget's bytes bound what is remembered; a step is an option
/// looked at.
///
/// ```
/// use play::longest_run;
/// use rules::Component;
/// use values::Budget;
/// let position = Component::read("amazons", ".L..R").unwrap();
/// assert_eq!(longest_run(&position, &Budget::unlimited()), Ok(3));
/// ```
pub fn longest_run(position: &Component, budget: &Budget) -> Result<u64> {
    if position.is_loopy() {
        return Err(Error::TooLarge {
            what: "play on the board may not end",
            bound: u64::MAX,
        });
    }
    let mut known = HashMap::new();
    let mut bytes = 0;
    let mut stack: Vec<Frame> = Vec::new();
    let root = parts(position);
    let mut waiting = root.clone();
    loop {
        while let Some(part) = waiting.pop() {
            if !known.contains_key(&part) {
                let frame = Frame::new(part, budget)?;
                budget.advance(1 + frame.options.len() as u64);
                budget.check()?;
                stack.push(frame);
                break;
            }
        }
        let Some(frame) = stack.last_mut() else {
            return Ok(sum(&root, &known).expect("all parts are known"));
        };
        // No run is longer than the rank, so one that is as long ends it.
        while let Some(option) = frame.options.last() {
            budget.look()?;
            if frame.longest == frame.part.rank() {
                frame.options.clear();
                break;
            }
            let Some(run) = sum(option, &known) else {
                let missing = option.iter().filter(|part| !known.contains_key(*part));
                waiting.extend(missing.cloned());
                break;
            };
            frame.longest = frame.longest.max(run.saturating_add(1));
            frame.options.pop();
        }
        if waiting.is_empty() && frame.options.is_empty() {
            let frame = stack.pop().expect("the frame at hand");
            bytes += frame.part.outside_bytes();
            known.insert(frame.part, frame.longest);
            let slots = known.capacity() * (size_of::<(Component, u64)>() + 1);
            budget.check_bytes((bytes + slots) as u64)?;
            if stack.is_empty() {
                waiting.extend(
                    root.iter()
                        .filter(|part| !known.contains_key(*part))
                        .cloned(),
                );
            }
        }
    }
}

struct Frame {
    part: Component,
    longest: u64,
    /// The parts of the options, those that promise most last.
    options: Vec<Vec<Component>>,
}

impl Frame {
    fn new(part: Component, budget: &Budget) -> Result<Self> {
        let mut options = Vec::new();
        let mut looked = Ok(());
        let players = if part.is_impartial() { 1 } else { 2 };
        for &player in &Player::BOTH[..players] {
            let all = part.options(player, &mut |option| {
                if options.len() == MOST_MOVES {
                    return ControlFlow::Break(());
                }
                options.push(parts(&option));
                budget.go_on(&mut looked)
            });
            if all.is_break() {
                looked?;
                return Err(TOO_MANY_MOVES);
            }
        }
        let promise = |parts: &Vec<Component>| {
            let ranks = parts.iter().map(Component::rank);
            ranks.fold(0u64, u64::saturating_add)
        };
        options.sort_by_cached_key(promise);
        Ok(Frame {
            part,
            longest: 0,
            options,
        })
    }
}

/// The parts in normal form; a part and its negative last as long.
fn parts(position: &Component) -> Vec<Component> {
    let mut parts = Vec::new();
    position.parts(&mut |part| parts.push(part.normal_form().0));
    parts
}

fn sum(parts: &[Component], known: &HashMap<Component, u64>) -> Option<u64> {
    parts.iter().try_fold(0u64, |sum, part| {
        Some(sum.saturating_add(*known.get(part)?))
    })
}
