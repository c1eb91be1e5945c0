//! The exact value of a position.

use rules::{Known, Position};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use values::{Arena, Player, Result, Value};

/// Evaluates positions of one game and remembers every part it met, by
/// normal form.
///
/// ```
/// use rules::{Game, Legionnaires};
/// use solve::Evaluator;
/// use values::{Arena, Notation};
/// let game = Legionnaires::<u64>::with_variant(None).unwrap();
/// let mut arena = Arena::new();
/// let mut evaluator = Evaluator::new();
/// let start = game.read("2x3").unwrap();
/// let value = evaluator.value(&mut arena, &start).unwrap();
/// assert_eq!(arena.text(value, Notation::Ascii).unwrap(), "*");
/// ```
pub struct Evaluator<P> {
    table: FxHashMap<P, Value>,
}

impl<P: Position> Default for Evaluator<P> {
    fn default() -> Self {
        Self::new()
    }
}

/// A position whose options are being evaluated.
struct Frame<P> {
    position: P,
    /// The base, if the position is an ordinal sum; the parts are then those
    /// of its top.
    base: Option<Known>,
    /// What is still to do, the next at the end.
    queue: Vec<Step<P>>,
    /// Values of the parts of the option at hand.
    parts: Vec<Value>,
    sides: [Vec<Value>; 2],
}

enum Step<P> {
    /// Find the value of a part in normal form, negated if said.
    Part(P, bool),
    /// The parts seen since the last one of these make an option.
    Option(Player),
}

impl<P: Position> Evaluator<P> {
    /// An evaluator that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Evaluator {
            table: FxHashMap::default(),
        }
    }

    /// How many positions are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.table.capacity() * (size_of::<(P, Value)>() + 1)) as u64
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The canonical form of the position's value.
    ///
    /// Depth first over normal forms of parts, with an explicit stack; a
    /// position is expanded once.
    pub fn value(&mut self, arena: &mut Arena, position: &P) -> Result<Value> {
        let value = self.value_within(arena, position, usize::MAX)?;
        Ok(value.expect("no bound was set"))
    }

    /// The value if it takes at most `effort` new positions and values, else
    /// nothing; what was found on the way is remembered.
    pub fn value_within(
        &mut self,
        arena: &mut Arena,
        position: &P,
        effort: usize,
    ) -> Result<Option<Value>> {
        let most_positions = self.table.len().saturating_add(effort);
        let most_values = arena.len().saturating_add(effort);
        let mut stack = vec![Frame::for_sum(position)];
        loop {
            let frame = stack.last_mut().expect("a frame to finish");
            let Some(step) = frame.queue.pop() else {
                let frame = stack.pop().expect("a finished frame");
                if stack.is_empty() {
                    return total(arena, &frame.parts).map(Some);
                }
                let value = match frame.base {
                    Some(base) => {
                        let (base, top) = (closed(arena, base)?, total(arena, &frame.parts)?);
                        arena.ordinal_sum(base, top)?
                    }
                    None => {
                        let [left, right] = &frame.sides;
                        arena.game(left, right)?
                    }
                };
                self.table.insert(frame.position, value);
                if self.table.len().is_multiple_of(1024) {
                    let budget = arena.budget();
                    budget.check()?;
                    budget.check_bytes(arena.bytes() + self.bytes())?;
                }
                if self.table.len() > most_positions || arena.len() > most_values {
                    return Ok(None);
                }
                continue;
            };
            match step {
                Step::Option(player) => {
                    let sum = total(arena, &frame.parts)?;
                    frame.parts.clear();
                    frame.sides[player as usize].push(sum);
                }
                Step::Part(part, negated) => {
                    if let Some(value) = self.look_up(arena, &part)? {
                        frame.parts.push(if negated { -value } else { value });
                    } else {
                        let below = match part.ordinal_sum() {
                            Some((base, top)) => Frame::for_top(&part, base, &top),
                            None => Frame::for_options(&part),
                        };
                        frame.queue.push(Step::Part(part, negated));
                        stack.push(below);
                    }
                }
            }
        }
    }

    /// The value of a part in normal form, if it is remembered or known.
    pub(crate) fn look_up(&self, arena: &mut Arena, part: &P) -> Result<Option<Value>> {
        if let Some(&value) = self.table.get(part) {
            return Ok(Some(value));
        }
        part.known_value()
            .map(|known| closed(arena, known))
            .transpose()
    }
}

impl<P: Position> Frame<P> {
    fn new(position: P) -> Self {
        Frame {
            position,
            base: None,
            queue: Vec::new(),
            parts: Vec::new(),
            sides: [Vec::new(), Vec::new()],
        }
    }

    /// The frame at the bottom: the parts of the position asked about.
    fn for_sum(position: &P) -> Self {
        let mut frame = Frame::new(position.clone());
        frame.push_parts(position);
        frame
    }

    /// The frame of an ordinal sum: the parts of its top.
    fn for_top(position: &P, base: Known, top: &P) -> Self {
        let mut frame = Frame::new(position.clone());
        frame.base = Some(base);
        frame.push_parts(top);
        frame
    }

    fn for_options(position: &P) -> Self {
        let mut frame = Frame::new(position.clone());
        for player in Player::BOTH {
            let _ = position.options(player, &mut |option| {
                frame.queue.push(Step::Option(player));
                frame.push_parts(&option);
                ControlFlow::Continue(())
            });
        }
        frame
    }

    fn push_parts(&mut self, position: &P) {
        position.parts(&mut |part| {
            let (normal, negated) = part.normal_form();
            self.queue.push(Step::Part(normal, negated));
        });
    }
}

fn closed(arena: &mut Arena, known: Known) -> Result<Value> {
    arena.up_star(&known.number, known.ups, known.nimber)
}

fn total(arena: &mut Arena, parts: &[Value]) -> Result<Value> {
    let mut sum = Value::ZERO;
    for &part in parts {
        sum = arena.add(sum, part)?;
    }
    Ok(sum)
}
