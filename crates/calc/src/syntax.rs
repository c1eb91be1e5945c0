//! What the parser makes of a text: steps for a stack machine.
//!
//! A flat list in evaluation order, not a tree: a value may be nested a hundred
//! thousand braces deep, and neither evaluating nor dropping it may recurse.

use std::sync::Arc;

use super::functions::Function;
use super::rational::Rational;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Different,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Confused,
    LessOrConfused,
    GreaterOrConfused,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    OrdinalSum,
    /// `onside & offside`
    Sides,
    Compare(Comparison),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    Plus,
    Negate,
    PlusMinus,
    Not,
}

/// `^<n>`, or `^[n]` for the series up to there; `v` when negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HigherUp {
    pub negative: bool,
    pub series: bool,
    /// [`ON`](Self::ON) for `^<on>` and `^[on]`.
    pub n: u64,
}

impl HigherUp {
    /// Beyond all numbers.
    pub const ON: u64 = u64::MAX;
}

/// A step takes its operands from the stack and leaves its result there.
/// Jumps are relative, so that steps can be moved in one piece.
#[derive(Clone, Debug)]
pub enum Operation {
    Number(Box<Rational>),
    Text(Arc<str>),
    /// `^^` and the like.
    Ups(i64),
    /// That many ups, the number being on the stack.
    UpsOf {
        negative: bool,
    },
    HigherUp(HigherUp),
    Star,
    /// The nimber of that size, the number being on the stack.
    StarOf,
    Load(Arc<str>),
    /// `pass`, the game whose option it is.
    Pass,
    /// A game begins whose options may have it by this name.
    OpenLoop(Arc<str>),
    /// The game of that name that is being read.
    InLoop(Arc<str>),
    /// The innermost such game is complete.
    CloseLoop,
    Store(Arc<str>),
    /// Between two statements.
    Discard,
    /// What a statement without an answer leaves.
    Nothing,
    /// A jump forward if the condition on the stack is false.
    Unless {
        skip: usize,
    },
    /// A jump forward.
    Skip(usize),
    /// A jump back.
    Back(usize),
    /// The next round of a `for` statement, or a jump behind it.
    ForNext {
        skip: usize,
    },
    /// A function.
    Define(Arc<Definition>),
    Prefix(Prefix),
    Binary(Binary),
    Game {
        left: usize,
        right: usize,
    },
    /// A game in quotes, kept as it is written.
    Form {
        left: usize,
        right: usize,
    },
    List(usize),
    Set(usize),
    /// `(a,b)`
    Coordinates(usize),
    /// `list[i]`, counted from 1.
    Index,
    Call {
        function: &'static Function,
        arguments: usize,
    },
    /// A position of a game, or a game with its variant.
    Position {
        game: Arc<str>,
        arguments: usize,
        /// The arguments that have names, by their place.
        names: Arc<[(usize, Arc<str>)]>,
    },
    /// A game by its name.
    Ruleset(Arc<str>),
    /// `game(arguments)` where the game is on the stack below the arguments.
    Apply(usize),
    /// `and` (deciding on `false`) and `or` (on `true`): if decided skip the right operand.
    ShortCircuit {
        decided_by: bool,
        skip: usize,
    },
    /// The right operand of `and` or `or` must be a truth value too.
    Truth,
    /// Takes the bounds, or the list, that a comprehension runs over.
    LoopBegin {
        variable: Arc<str>,
        range: Range,
    },
    /// The next round, or the finished list and a jump.
    LoopNext {
        set: bool,
        skip: usize,
    },
    /// The `where` clause: back to `LoopNext` if false.
    LoopFilter {
        back: usize,
    },
    /// One more item, and back to `LoopNext`.
    LoopAppend {
        back: usize,
        /// How many loops further out the list is that gets the item.
        out: usize,
    },
}

/// What a comprehension runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// `in list`
    Items,
    /// `from a to b`
    FromTo,
    /// `from a to b by c`
    FromToBy,
}

/// A function that a script defines, or one without a name: `x -> x + 2`.
#[derive(Debug)]
pub struct Definition {
    /// How people see it: `f(x, y)` or `x -> x + 2`.
    pub text: Arc<str>,
    pub parameters: Vec<Arc<str>>,
    pub steps: Arc<[Step]>,
    /// The names that are looked up when it runs, its parameters too.
    pub uses: Vec<Arc<str>>,
}

impl Definition {
    pub fn new(text: String, parameters: Vec<Arc<str>>, steps: Vec<Step>) -> Self {
        let mut uses: Vec<Arc<str>> = Vec::new();
        for step in &steps {
            match &step.operation {
                Operation::Load(name) | Operation::InLoop(name) => uses.push(Arc::clone(name)),
                Operation::Define(inner) => uses.extend(inner.uses.iter().cloned()),
                _ => {}
            }
        }
        uses.sort_unstable();
        uses.dedup();
        Definition {
            text: text.into(),
            parameters,
            steps: steps.into(),
            uses,
        }
    }
}

/// An operation and the byte of the source it comes from.
#[derive(Clone, Debug)]
pub struct Step {
    pub operation: Operation,
    pub at: usize,
}
