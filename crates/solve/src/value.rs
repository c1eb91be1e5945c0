//! The exact value of a position.

#[cfg(feature = "system")]
mod checkpoint;
#[cfg(feature = "system")]
mod file;

#[cfg(feature = "system")]
pub use checkpoint::{KeepError, Keeping, Kept, kept_value};

use crate::position_table::{ClusterStart, PositionTable, position_at};
use rules::{Known, Normal, Place, Position};
use std::ops::ControlFlow;
use values::{Arena, Player, Result, Value};

/// Evaluates positions of one game and remembers every part it met, by
/// normal form.
///
/// The value of a position is the canonical form of the game whose options are
/// the values of its options; that of a sum of parts is the sum of theirs, and
/// an ordinal sum is that of its base and its top.
///
/// # Complexity
///
/// Every normal form of a part is expanded once: time is linear in the options
/// of these, apart from the arithmetic of their values, which may grow
/// exponentially; memory is an entry for each.
///
/// # Literature
///
/// J. Conway, *On Numbers and Games*, chapters 7 to 10; A. Siegel,
/// *Combinatorial Game Theory*, chapter II. The colon principle for ordinal
/// sums: *Winning Ways*, chapter 7.
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
    /// Where in the values each position's is.
    table: PositionTable<P>,
    values: Vec<Value>,
}

impl<P: Position> Default for Evaluator<P> {
    fn default() -> Self {
        Self::new()
    }
}

/// A position whose options are being evaluated. What belongs to it lies on
/// the common stacks, from these places on.
struct Frame<P> {
    position: P,
    /// The base, if the position is an ordinal sum; the parts are then those
    /// of its top.
    base: Option<Known>,
    steps: usize,
    parts: usize,
    sides: [usize; 2],
}

struct Stacks<P> {
    frames: Vec<Frame<P>>,
    /// What is still to do, the next at the end.
    steps: Vec<EvaluationStep<P>>,
    /// Values of the parts of the option at hand.
    parts: Vec<Value>,
    /// Values of the options.
    sides: [Vec<Value>; 2],
}

enum EvaluationStep<P> {
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
            table: PositionTable::new(),
            values: Vec::new(),
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
        (self.table.bytes() + self.values.capacity() * size_of::<Value>()) as u64
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.len() == 0
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
        let mut stacks = Stacks::new();
        stacks.push(position.clone(), None);
        stacks.push_parts(position);
        loop {
            let frame = stacks.frames.last().expect("a frame to finish");
            if stacks.steps.len() > frame.steps
                && let Some(step) = stacks.steps.pop()
            {
                match step {
                    EvaluationStep::Option(player) => stacks.finish_option(arena, player)?,
                    EvaluationStep::Part(part, negated) => match self.look_up(arena, &part)? {
                        Some(value) => stacks.parts.push(if negated { -value } else { value }),
                        None => self.expand(arena, &mut stacks, part, negated)?,
                    },
                }
                continue;
            }
            if stacks.frames.len() == 1 {
                return total(arena, &stacks.parts).map(Some);
            }
            let (position, value) = stacks.finish(arena)?;
            self.insert(position, value);
            if self.table.len().is_multiple_of(1024) {
                let budget = arena.budget();
                budget.advance(1024);
                budget.check()?;
                budget.check_bytes(arena.bytes() + self.bytes() + rules::kept_bytes() as u64)?;
            }
            if self.table.len() > most_positions || arena.len() > most_values {
                return Ok(None);
            }
        }
    }

    fn insert(&mut self, position: P, value: Value) {
        let number = u32::try_from(self.values.len()).expect("ids of values are shorter");
        self.table.insert(position, number);
        self.values.push(value);
    }

    /// The value of a part in normal form, if it is remembered or known.
    pub(crate) fn look_up(&self, arena: &mut Arena, part: &P) -> Result<Option<Value>> {
        if let Some(number) = self.table.get(part) {
            return Ok(Some(self.values[number as usize]));
        }
        part.known_value()
            .map(|known| closed(arena, known))
            .transpose()
    }

    /// Starts on a position that is new, to come back to it as a part.
    fn expand(
        &self,
        arena: &mut Arena,
        stacks: &mut Stacks<P>,
        position: P,
        negated: bool,
    ) -> Result<()> {
        stacks
            .steps
            .push(EvaluationStep::Part(position.clone(), negated));
        if let Some((base, top)) = (P::CAPABILITIES.ordinal_sum)(&position) {
            stacks.push(position, Some(base));
            stacks.push_parts(&top);
            return Ok(());
        }
        stacks.push(position.clone(), None);
        let mut failed = Ok(());
        let mut last = ClusterStart::default();
        for player in Player::BOTH {
            let _ = position.normal_options(player, &mut |normal| {
                let looked = arena.budget().look();
                let known = looked.and_then(|()| self.known_option(arena, &normal, &mut last));
                match known {
                    Ok(Some(value)) => stacks.sides[player as usize].push(value),
                    Ok(None) => stacks.push_option(player, &normal),
                    Err(error) => {
                        failed = Err(error);
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            });
            if failed.is_err() {
                break;
            }
        }
        failed
    }

    /// The value of an option all of whose parts are remembered.
    fn known_option(
        &self,
        arena: &mut Arena,
        option: &Normal<'_, P>,
        last: &mut ClusterStart,
    ) -> Result<Option<Value>> {
        let mut sum = Value::ZERO;
        let mut add = |number: Option<u32>, negated: bool| {
            let Some(number) = number else {
                return Ok(false);
            };
            let value = self.values[number as usize];
            sum = arena.add(sum, if negated { -value } else { value })?;
            Ok(true)
        };
        let mut placed = |place: &Place| self.table.get_at(place, last);
        let known = match option {
            Normal::Placed(place, negated) => add(placed(place), *negated)?,
            Normal::Split([(a, negate_a), (b, negate_b)]) => {
                let numbers = [placed(a), placed(b)];
                !numbers.contains(&None)
                    && add(numbers[0], *negate_a)?
                    && add(numbers[1], *negate_b)?
            }
            Normal::Parts(parts) => {
                let mut known = true;
                for (part, negated) in *parts {
                    known = known && add(self.table.get(part), *negated)?;
                }
                known
            }
        };
        Ok(known.then_some(sum))
    }
}

impl<P: Position> Stacks<P> {
    fn new() -> Self {
        Stacks {
            frames: Vec::new(),
            steps: Vec::new(),
            parts: Vec::new(),
            sides: [Vec::new(), Vec::new()],
        }
    }

    fn push(&mut self, position: P, base: Option<Known>) {
        self.frames.push(Frame {
            position,
            base,
            steps: self.steps.len(),
            parts: self.parts.len(),
            sides: [self.sides[0].len(), self.sides[1].len()],
        });
    }

    /// All parts of a position are to be found.
    fn push_parts(&mut self, position: &P) {
        position.parts(&mut |part| {
            let (normal, negated) = part.normal_form();
            self.steps.push(EvaluationStep::Part(normal, negated));
        });
    }

    /// An option is to be found.
    fn push_option(&mut self, player: Player, option: &Normal<'_, P>) {
        self.steps.push(EvaluationStep::Option(player));
        let mut placed = |place: &Place, negated: bool| {
            let part = position_at(place).expect("a place names its position");
            self.steps.push(EvaluationStep::Part(part, negated));
        };
        match option {
            Normal::Placed(place, negated) => placed(place, *negated),
            Normal::Split(both) => both.iter().for_each(|(place, n)| placed(place, *n)),
            Normal::Parts(parts) => {
                let parts = parts.iter().cloned();
                self.steps
                    .extend(parts.map(|(part, n)| EvaluationStep::Part(part, n)));
            }
        }
    }

    /// The values of the parts of one option make its value.
    fn finish_option(&mut self, arena: &mut Arena, player: Player) -> Result<()> {
        let first = self.frames.last().map_or(0, |frame| frame.parts);
        let sum = total(arena, &self.parts[first..])?;
        self.parts.truncate(first);
        self.sides[player as usize].push(sum);
        Ok(())
    }

    /// The values of all options make the value of the position.
    fn finish(&mut self, arena: &mut Arena) -> Result<(P, Value)> {
        let frame = self.frames.pop().expect("a finished frame");
        let value = match frame.base {
            Some(base) => {
                let (base, top) = (
                    closed(arena, base)?,
                    total(arena, &self.parts[frame.parts..])?,
                );
                self.parts.truncate(frame.parts);
                arena.ordinal_sum(base, top)?
            }
            None => {
                let [left, right] = &self.sides;
                arena.game(&left[frame.sides[0]..], &right[frame.sides[1]..])?
            }
        };
        for (side, start) in self.sides.iter_mut().zip(frame.sides) {
            side.truncate(start);
        }
        Ok((frame.position, value))
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
