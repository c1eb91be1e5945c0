//! The one table of functions: it feeds evaluation, completion, `help` and the documents.

/// The group of a module, entry by entry: the summary, a call with the
/// parameters that may be left out in brackets, further traits, an example
/// and its exact answer, and what is run.
macro_rules! functions {
    ($title:literal: $(
        #[doc = $summary:literal]
        $name:ident($($needed:ident),* $([$optional:ident])*) $(.$extra:ident($($value:expr)?))*,
        $input:literal => $answer:literal,
        $run:expr;
    )*) => {
        pub const GROUP: super::Group = super::Group {
            title: $title,
            functions: &[$(
                super::Function {
                    name: stringify!($name),
                    synonyms: &[],
                    parameters: &[$(stringify!($needed),)* $(stringify!($optional),)*],
                    optional: <[&str]>::len(&[$(stringify!($optional)),*]),
                    infix: false,
                    gives_game: false,
                    summary: $summary.trim_ascii_start(),
                    example: ($input, $answer),
                    run: $run,
                }
                $(.$extra($($value)?))*
            ),*],
        };
    };
}
mod arguments;
mod integers;
pub mod loopy;
mod misere;
mod operators;
mod order;
pub mod ordinals;
mod positions;
mod predicates;
mod rulesets;
mod stops;
mod structure;
mod temperature;
mod text;

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use values::Player;

pub use arguments::Arguments;

use super::directions::Directions;
use super::failure::Problem;
use super::games::Games;
use super::object::Object;
use super::ordinal::Ordinal;
use super::rational::Rational;
use super::suggest;

type Run = fn(&mut Games, &Arguments) -> Result<Object, Problem>;

/// A function of the calculator; also a method of its first argument.
pub struct Function {
    /// Our name, in snake_case; the same in CamelCase is accepted too.
    pub name: &'static str,
    /// Further names: CGSuite's, where it has another word.
    pub synonyms: &'static [&'static str],
    pub parameters: &'static [&'static str],
    /// How many of the last parameters may be left out.
    optional: usize,
    /// Whether its name may stand between its two arguments.
    pub infix: bool,
    /// Whether its answer is a game, which takes a position in brackets.
    pub gives_game: bool,
    /// One sentence.
    pub summary: &'static str,
    /// An input and its exact answer.
    pub example: (&'static str, &'static str),
    pub run: Run,
}

impl Function {
    const fn also(mut self, synonyms: &'static [&'static str]) -> Self {
        self.synonyms = synonyms;
        self
    }

    const fn gives_game(mut self) -> Self {
        self.gives_game = true;
        self
    }

    const fn infix(mut self) -> Self {
        self.infix = true;
        self
    }

    /// `cool(g, t)`, `options(g, [player])`
    pub fn signature(&self) -> String {
        let (needed, optional) = self
            .parameters
            .split_at(self.parameters.len() - self.optional);
        let words = needed.iter().map(|word| (*word).to_owned());
        let words = words.chain(optional.iter().map(|word| format!("[{word}]")));
        format!("{}({})", self.name, words.collect::<Vec<_>>().join(", "))
    }

    /// Every name it answers to, our own first.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let further = self.synonyms.iter().map(|name| (*name).to_owned());
        [self.name.to_owned(), camel_case(self.name)]
            .into_iter()
            .chain(further)
    }

    pub fn call(&'static self, games: &mut Games, objects: &[Object]) -> Result<Object, Problem> {
        let most = self.parameters.len();
        let least = most - self.optional;
        if !(least..=most).contains(&objects.len()) {
            let plural = if most == 1 { "" } else { "s" };
            let number = match least == most {
                true => most.to_string(),
                false => format!("{least} or {most}"),
            };
            return Err(Problem::domain(format!(
                "{} takes {number} argument{plural}, not {}",
                self.signature(),
                objects.len()
            )));
        }
        let arguments = Arguments::new(self, objects);
        if let [only] = objects
            && let Some(answer) = ordinals::question(self.name, only)
        {
            return Ok(answer.into());
        }
        match loopy::call(self.name, games, &arguments)? {
            Some(answer) => Ok(answer),
            None => (self.run)(games, &arguments),
        }
    }
}

/// Asks of the player that the second argument names.
fn by_player(
    games: &mut Games,
    a: &Arguments,
    ask: fn(&mut Games, &Arguments, Player) -> Result<Object, Problem>,
) -> Result<Object, Problem> {
    let player = a.player(games, 1)?;
    ask(games, a, player)
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Functions that belong together.
pub struct Group {
    pub title: &'static str,
    pub functions: &'static [Function],
}

/// The table.
pub static GROUPS: [Group; 13] = [
    order::GROUP,
    structure::GROUP,
    stops::GROUP,
    temperature::GROUP,
    loopy::GROUP,
    operators::GROUP,
    predicates::GROUP,
    integers::GROUP,
    text::GROUP,
    positions::GROUP,
    rulesets::GROUP,
    misere::GROUP,
    ordinals::GROUP,
];

pub fn all() -> impl Iterator<Item = &'static Function> {
    GROUPS.iter().flat_map(|group| group.functions)
}

/// The function of that name, ours or CGSuite's.
pub fn find(name: &str) -> Option<&'static Function> {
    static NAMES: OnceLock<HashMap<String, &'static Function>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        all()
            .flat_map(|function| function.names().map(move |name| (name, function)))
            .collect()
    });
    names.get(name).copied()
}

/// The names that stand for one object.
pub const CONSTANTS: [&str; 15] = [
    "Coordinates.Diagonal",
    "Coordinates.KnightMoves",
    "Coordinates.Orthogonal",
    "Left",
    "Right",
    "dud",
    "false",
    "inf",
    "off",
    "omega",
    "on",
    "over",
    "true",
    "under",
    "upon",
];

/// The object that a constant names.
pub fn constant(name: &str) -> Option<Object> {
    Some(match name {
        "Left" => Object::Player(Player::Left),
        "Right" => Object::Player(Player::Right),
        "false" => Object::Boolean(false),
        "inf" => Rational::infinity().into(),
        "omega" | "ω" => Object::ordinal(Ordinal::omega()),
        "true" => Object::Boolean(true),
        _ => Object::Directions(Directions::named(name)?),
    })
}

/// What to say of a name that means nothing.
pub fn unknown(name: &str, what: &str, variables: Vec<&str>) -> Problem {
    let functions: Vec<String> = all().flat_map(Function::names).collect();
    let names = functions.iter().map(String::as_str);
    let games = rules::names();
    let candidates = variables
        .into_iter()
        .chain(CONSTANTS)
        .chain(names)
        .chain(games);
    Problem::missing(match suggest::nearest(name, candidates) {
        Some(near) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{name}`; `help` lists what there is"),
    })
}

/// `atomic_weight` → `AtomicWeight`
fn camel_case(name: &str) -> String {
    let capitalised = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    name.split('_').map(capitalised).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Calculator;
    use super::*;
    use values::{Budget, Notation};

    #[test]
    fn examples_are_true() {
        let mut calculator = Calculator::new(Budget::unlimited());
        let mut wrong = Vec::new();
        for function in all() {
            let (input, expected) = function.example;
            let answer = calculator
                .evaluate(input)
                .and_then(|mut answer| answer.text(Notation::Ascii))
                .unwrap_or_else(|failure| failure.to_string());
            if answer != expected {
                wrong.push(format!("{input}: expected {expected}, not {answer}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn examples_show_their_function() {
        for function in all() {
            let (input, _) = function.example;
            assert!(
                function.names().any(|name| input.contains(&name)),
                "{}: {input}",
                function.name
            );
        }
    }

    #[test]
    fn names_are_unique() {
        let mut seen = HashMap::new();
        for function in all() {
            for name in function.names() {
                let before = seen.insert(name.clone(), function.name);
                assert!(
                    before.is_none_or(|before| before == function.name),
                    "{name}: {before:?} and {}",
                    function.name
                );
            }
        }
    }

    #[test]
    fn infix_functions_take_two() {
        for function in all().filter(|function| function.infix) {
            let most = function.parameters.len();
            assert!(
                (most - function.optional..=most).contains(&2),
                "{}",
                function.name
            );
        }
    }

    #[test]
    fn suggestions() {
        assert_eq!(
            unknown("Atomicweight", "function", Vec::new()).message,
            "there is no function `Atomicweight`; did you mean `AtomicWeight`?"
        );
    }
}
