//! The stack machine that runs the parser's steps.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::arithmetic;
use super::closure::{Closure, Variables};
use super::failure::Problem;
use super::functions;
use super::games::Games;
use super::loops::{self, Loops};
use super::object::{Items, Object};
use super::placing;
use super::rational::Rational;
use super::syntax::{HigherUp, Operation, Range, Step};

/// Bound on the items that one evaluation may list, in the units of [`Object::weight`].
const MAX_WEIGHT: u64 = 1_000_000;

/// Bound on calls in calls.
const MAX_CALLS: usize = 10_000;
/// Bound on the rounds and calls of one evaluation.
const MAX_ROUNDS: u64 = 10_000_000;

/// Bound on functions that run because a function of the table called them.
const MAX_NESTED: usize = 12;

/// The result of the steps, or the byte where they failed and why.
pub fn run(games: &mut Games, steps: Arc<[Step]>) -> Result<Object, (usize, Problem)> {
    Machine::new(games, steps).run()
}

/// What a function gives.
pub fn call(
    games: &mut Games,
    function: &Arc<Closure>,
    arguments: Vec<Object>,
) -> Result<Object, Problem> {
    if games.nested >= MAX_NESTED {
        return Err(Problem::limit(format!(
            "functions in functions: the bound is {MAX_NESTED}; does {} end?",
            function.definition.text
        )));
    }
    games.nested += 1;
    let mut machine = Machine::new(games, Arc::new([]));
    let called = machine.call(Arc::clone(function), arguments);
    let answer = called.and_then(|_| machine.run().map_err(|(_, problem)| problem));
    games.nested -= 1;
    answer
}

enum Jump {
    On,
    Forward(usize),
    Back(usize),
    /// A function was called: the next step is its first.
    Called,
}

struct Machine<'a> {
    games: &'a mut Games,
    stack: Vec<Object>,
    loops: Vec<Loop>,
    /// Loopy games that are being read.
    open: Loops,
    /// Whom to go back to.
    calls: Vec<Call>,
    steps: Arc<[Step]>,
    next: usize,
}

/// A call that is running, and what it interrupted.
struct Call {
    function: Arc<Closure>,
    locals: Variables,
    /// Loops from here on are its own.
    loops: usize,
    steps: Arc<[Step]>,
    next: usize,
}

impl<'a> Machine<'a> {
    fn new(games: &'a mut Games, steps: Arc<[Step]>) -> Self {
        Machine {
            games,
            stack: Vec::new(),
            loops: Vec::new(),
            open: Loops::default(),
            calls: Vec::new(),
            steps,
            next: 0,
        }
    }

    fn run(mut self) -> Result<Object, (usize, Problem)> {
        loop {
            let steps = Arc::clone(&self.steps);
            let Some(Step { operation, at }) = steps.get(self.next) else {
                match self.calls.pop() {
                    Some(call) => self.back_to(call),
                    None => break,
                }
                continue;
            };
            let jump = match self.step(operation) {
                Ok(jump) => jump,
                Err(problem) => return Err(self.blame(*at, problem)),
            };
            match jump {
                Jump::On => self.next += 1,
                Jump::Forward(distance) => self.next += distance,
                Jump::Back(distance) => self.next -= distance,
                Jump::Called => {}
            }
        }
        Ok(self.stack.pop().unwrap_or(Object::Nothing))
    }

    /// Goes on behind a call that ended; its result is on the stack.
    fn back_to(&mut self, call: Call) {
        self.loops.truncate(call.loops);
        self.steps = call.steps;
        self.next = call.next + 1;
    }

    /// The place of a failure: in a function it is that of the first call.
    fn blame(&self, at: usize, mut problem: Problem) -> (usize, Problem) {
        let Some(outermost) = self.calls.first() else {
            return (at, problem);
        };
        if let Some(innermost) = self.calls.last() {
            problem.message = format!(
                "in {}: {}",
                innermost.function.definition.text, problem.message
            );
        }
        let place = outermost
            .steps
            .get(outermost.next)
            .map_or(at, |step| step.at);
        (place, problem)
    }

    /// Counts a round of a loop, or a call.
    fn count_round(&mut self) -> Result<(), Problem> {
        self.games.rounds += 1;
        if self.games.rounds > MAX_ROUNDS {
            return Err(Problem::limit(format!(
                "more than {MAX_ROUNDS} rounds and calls, the bound"
            )));
        }
        Ok(self.games.arena.budget().check()?)
    }

    fn call(&mut self, function: Arc<Closure>, arguments: Vec<Object>) -> Result<Jump, Problem> {
        self.count_round()?;
        let Closure {
            definition,
            captured,
            ..
        } = &*function;
        if arguments.len() != definition.parameters.len() {
            let (wanted, given) = (definition.parameters.len(), arguments.len());
            return Err(Problem::domain(format!(
                "{} takes {wanted} argument{}, not {given}",
                definition.text,
                if wanted == 1 { "" } else { "s" },
            )));
        }
        if self.calls.len() >= MAX_CALLS {
            return Err(Problem::limit(format!(
                "calls in calls: the bound is {MAX_CALLS}; does {} end?",
                definition.text
            )));
        }
        let mut locals = captured.clone();
        locals.extend(definition.parameters.iter().cloned().zip(arguments));
        let steps = std::mem::replace(&mut self.steps, Arc::clone(&definition.steps));
        self.calls.push(Call {
            locals,
            loops: self.loops.len(),
            steps,
            next: std::mem::take(&mut self.next),
            function,
        });
        Ok(Jump::Called)
    }
}

/// A comprehension that is running.
struct Loop {
    variable: Arc<str>,
    current: Option<Object>,
    source: Source,
    items: Vec<Object>,
}

enum Source {
    Items {
        items: Items,
        next: usize,
    },
    Range {
        next: Rational,
        last: Rational,
        by: Rational,
    },
}

impl Source {
    fn next(&mut self) -> Result<Option<Object>, Problem> {
        match self {
            Source::Items { items, next } => {
                let item = items.get(*next).cloned();
                *next += 1;
                Ok(item)
            }
            Source::Range { next, last, by } => {
                let beyond = if by.signum() > 0 {
                    *next > *last
                } else {
                    *next < *last
                };
                if beyond {
                    return Ok(None);
                }
                let following = next.add(by)?;
                Ok(Some(std::mem::replace(next, following).into()))
            }
        }
    }
}

impl Machine<'_> {
    fn step(&mut self, operation: &Operation) -> Result<Jump, Problem> {
        let result = match operation {
            Operation::Number(number) => (**number).clone().into(),
            Operation::Text(text) => Object::Text(Arc::clone(text)),
            Operation::Ups(count) => arithmetic::ups(self.games, &(*count).into(), false)?,
            Operation::UpsOf { negative } => {
                let count = self.pop()?;
                arithmetic::ups(self.games, &count, *negative)?
            }
            Operation::HigherUp(up) => self.higher_up(up)?,
            Operation::Star => arithmetic::star(self.games, &1.into())?,
            Operation::StarOf => {
                let size = self.pop()?;
                arithmetic::star(self.games, &size)?
            }
            Operation::Load(name) => self.load(name)?,
            Operation::Pass => Object::Pass,
            Operation::OpenLoop(name) => {
                self.open.open(name);
                return Ok(Jump::On);
            }
            Operation::InLoop(name) => match self.open.named(self.games, name) {
                Some(vertex) => vertex,
                None => self.load(name)?,
            },
            Operation::CloseLoop => {
                let game = self.pop()?;
                self.open.close(self.games, game)?
            }
            Operation::Store(name) => {
                let object = self.pop()?;
                let variables = match self.calls.last_mut() {
                    Some(call) => &mut call.locals,
                    None => &mut self.games.variables,
                };
                variables.insert(Arc::clone(name), object.clone());
                object
            }
            Operation::Discard => {
                self.pop()?;
                return Ok(Jump::On);
            }
            Operation::Nothing => Object::Nothing,
            Operation::Unless { skip } => {
                return Ok(match self.pop_truth()? {
                    true => Jump::On,
                    false => Jump::Forward(*skip),
                });
            }
            Operation::Skip(distance) => return Ok(Jump::Forward(*distance)),
            Operation::Back(distance) => {
                self.count_round()?;
                return Ok(Jump::Back(*distance));
            }
            Operation::ForNext { skip } => {
                self.games.arena.budget().check()?;
                let running = self.innermost()?;
                running.current = running.source.next()?;
                if running.current.is_some() {
                    return Ok(Jump::On);
                }
                self.loops.pop();
                self.stack.push(Object::Nothing);
                return Ok(Jump::Forward(*skip));
            }
            Operation::Define(definition) => {
                let closure = Closure::new(definition, |name| self.local(name).cloned())?;
                Object::Function(Arc::new(closure))
            }
            Operation::Prefix(prefix) => {
                let operand = self.pop()?;
                arithmetic::prefix(self.games, *prefix, operand)?
            }
            Operation::Binary(binary) => {
                let b = self.pop()?;
                let a = self.pop()?;
                arithmetic::binary(self.games, *binary, &a, &b)?
            }
            Operation::Game { left, right } => {
                let right = self.pop_many(*right)?;
                let left = self.pop_many(*left)?;
                self.open.game(self.games, &left, &right)?
            }
            Operation::Form { left, right } => {
                let right = self.pop_many(*right)?;
                let left = self.pop_many(*left)?;
                arithmetic::form(self.games, &left, &right)?
            }
            Operation::List(count) => Object::list(self.pop_many(*count)?)?,
            Operation::Set(count) => {
                let items = self.pop_many(*count)?;
                Object::set(self.games, items)?
            }
            Operation::Coordinates(count) => {
                let numbers = self.pop_many(*count)?;
                arithmetic::coordinates(self.games, &numbers)?
            }
            Operation::Index => self.index()?,
            Operation::Call {
                function,
                arguments,
            } => {
                let arguments = self.pop_many(*arguments)?;
                function.call(self.games, &arguments)?
            }
            Operation::Position {
                game,
                arguments,
                names,
            } => {
                let arguments = self.pop_many(*arguments)?;
                placing::place(self.games, game, &arguments, names)?
            }
            Operation::Ruleset(name) => Object::Ruleset(Arc::clone(name)),
            Operation::Apply(arguments) => {
                let arguments = self.pop_many(*arguments)?;
                match self.pop()? {
                    Object::Function(function) => return self.call(function, arguments),
                    Object::Ruleset(game) => placing::place(self.games, &game, &arguments, &[])?,
                    Object::Tabulated(game) => game.place(self.games, &arguments)?,
                    other => {
                        return Err(Problem::domain(format!(
                            "only a game takes a position, not {}",
                            other.described(self.games)
                        )));
                    }
                }
            }
            Operation::ShortCircuit { decided_by, skip } => {
                let left = self.pop_truth()?;
                if left != *decided_by {
                    return Ok(Jump::On);
                }
                self.stack.push(left.into());
                return Ok(Jump::Forward(*skip));
            }
            Operation::Truth => self.pop_truth()?.into(),
            Operation::LoopBegin { variable, range } => {
                let source = self.source(*range)?;
                self.loops.push(Loop {
                    variable: Arc::clone(variable),
                    current: None,
                    source,
                    items: Vec::new(),
                });
                return Ok(Jump::On);
            }
            Operation::LoopNext { set, skip } => return self.loop_next(*set, *skip),
            Operation::LoopFilter { back } => {
                return Ok(if self.pop_truth()? {
                    Jump::On
                } else {
                    Jump::Back(*back)
                });
            }
            Operation::LoopAppend { back, out } => {
                let item = self.pop()?;
                self.games.weight += item.weight();
                if self.games.weight > MAX_WEIGHT {
                    return Err(Problem::limit(format!(
                        "the lists have more than {MAX_WEIGHT} items, the bound"
                    )));
                }
                let place = self.loops.len().checked_sub(1 + out);
                if let Some(place) = place {
                    self.loops[place].items.push(item);
                }
                return Ok(Jump::Back(*back));
            }
        };
        self.stack.push(result);
        Ok(Jump::On)
    }

    fn pop(&mut self) -> Result<Object, Problem> {
        self.stack
            .pop()
            .ok_or_else(|| Problem::domain("a value is missing here"))
    }

    fn pop_many(&mut self, count: usize) -> Result<Vec<Object>, Problem> {
        match self.stack.len().checked_sub(count) {
            Some(start) => Ok(self.stack.split_off(start)),
            None => Err(Problem::domain("a value is missing here")),
        }
    }

    fn pop_truth(&mut self) -> Result<bool, Problem> {
        match self.pop()? {
            Object::Boolean(truth) => Ok(truth),
            other => Err(arithmetic::not_a_truth(self.games, &other)),
        }
    }

    fn innermost(&mut self) -> Result<&mut Loop, Problem> {
        self.loops
            .last_mut()
            .ok_or_else(|| Problem::domain("no comprehension is running"))
    }

    /// What a name stands for in the loops and the function that are running.
    fn local(&self, name: &str) -> Option<&Object> {
        let looping = self
            .loops
            .iter()
            .skip(self.calls.last().map_or(0, |call| call.loops))
            .rev()
            .find(|running| &*running.variable == name)
            .and_then(|running| running.current.as_ref());
        looping.or_else(|| self.calls.last()?.locals.get(name))
    }

    fn load(&mut self, name: &str) -> Result<Object, Problem> {
        if let Some(object) = self.local(name).or_else(|| self.games.variables.get(name)) {
            return Ok(object.clone());
        }
        if let Some(constant) = functions::constant(name) {
            return Ok(constant);
        }
        if let Some(game) = loops::constant(self.games, name)? {
            return Ok(game);
        }
        if functions::find(name).is_none()
            && let Ok(game) = rules::find(name)
        {
            return Ok(Object::Ruleset(game.name.into()));
        }
        Err(match functions::find(name) {
            Some(function) => Problem::domain(format!(
                "`{name}` is a function; write {}",
                function.signature()
            )),
            None => {
                let variables = self.games.variables.keys().map(|key| &**key).collect();
                functions::unknown(name, "name", variables)
            }
        })
    }

    /// ↑ⁿ or ↑[n], or its negative.
    fn higher_up(&mut self, higher: &HigherUp) -> Result<Object, Problem> {
        if higher.n == HigherUp::ON {
            return loops::endless_up(self.games, higher.series, higher.negative);
        }
        let arena = &mut self.games.arena;
        let up = arena.up_star(&0.into(), 1, 0)?;
        let n = BigInt::from(higher.n).into();
        let value = match higher.series {
            true => arena.pow_to(up, &n)?,
            false => arena.pow(up, &n)?,
        };
        let value = if higher.negative { -value } else { value };
        Ok(self.games.object(value))
    }

    fn index(&mut self) -> Result<Object, Problem> {
        let index = self.pop()?;
        let list = self.pop()?;
        let (Object::List(items) | Object::Set(items)) = &list else {
            return Err(Problem::domain(format!(
                "only a list has items, not {}",
                list.described(self.games)
            )));
        };
        let position = match &index {
            Object::Number(number) => number.to_integer().and_then(ToPrimitive::to_usize),
            _ => None,
        };
        let item = position
            .and_then(|position| position.checked_sub(1))
            .and_then(|position| items.get(position));
        item.cloned().ok_or_else(|| {
            Problem::domain(format!(
                "the list has items 1 to {}, not {}",
                items.len(),
                index.described(self.games)
            ))
        })
    }

    /// What the comprehension that begins will run over.
    fn source(&mut self, range: Range) -> Result<Source, Problem> {
        if range == Range::Items {
            return match self.pop()? {
                Object::List(items) | Object::Set(items) => Ok(Source::Items { items, next: 0 }),
                other => Err(Problem::domain(format!(
                    "`in` needs a list or a set, not {}",
                    other.described(self.games)
                ))),
            };
        }
        let by = match range {
            Range::FromToBy => self.pop_number()?,
            _ => 1.into(),
        };
        let last = self.pop_number()?;
        let next = self.pop_number()?;
        if by.is_zero() {
            return Err(Problem::domain("`by` 0 would never end"));
        }
        if by.is_infinite() || next.is_infinite() {
            return Err(Problem::domain("`from` and `by` must be finite"));
        }
        Ok(Source::Range { next, last, by })
    }

    fn pop_number(&mut self) -> Result<Rational, Problem> {
        match self.pop()? {
            Object::Number(number) => Ok((*number).clone()),
            other => Err(Problem::domain(format!(
                "a comprehension runs over numbers, not to {}",
                other.described(self.games)
            ))),
        }
    }

    fn loop_next(&mut self, set: bool, skip: usize) -> Result<Jump, Problem> {
        self.games.arena.budget().check()?;
        let running = self.innermost()?;
        running.current = running.source.next()?;
        if running.current.is_some() {
            return Ok(Jump::On);
        }
        let items = match self.loops.pop() {
            Some(finished) => finished.items,
            None => Vec::new(),
        };
        let result = if set {
            Object::set(self.games, items)?
        } else {
            Object::list(items)?
        };
        self.stack.push(result);
        Ok(Jump::Forward(skip))
    }
}
