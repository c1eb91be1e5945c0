//! Games whose rules are functions of the calculator, and products of heap
//! games.
//!
//! A function is asked once for every number that a position needs, and what
//! it gives is kept in a table: the rules are plain data then, as those of any
//! other game. The function runs with the variables as they were when the game
//! was made, so that a table is right for ever.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use num_traits::ToPrimitive;
use positions::Sum;
use rules::{HeapRules, HeapTable, MAX_PAIR, PairRules, Rules};

use super::closure::{Closure, Variables};
use super::evaluate;
use super::failure::Problem;
use super::games::Games;
use super::object::{MAX_DEPTH, Object};
use super::placing;

/// Bound on the heaps of a game whose rules are a function.
const MAX_HEAP: u64 = 10_000;

/// A game. No two are the same, whatever their functions are.
pub struct Tabulated {
    /// The name that its positions have, with a number that no other game of
    /// the calculator has.
    name: Arc<str>,
    /// The name for people.
    text: String,
    rules: Rules,
    source: Source,
    depth: u32,
}

/// Where the tables come from.
enum Source {
    Heaps(Arc<HeapTable>, Told),
    Wythoff(Arc<RwLock<Vec<u32>>>, Told),
    Mem(Arc<RwLock<HashMap<u32, Vec<bool>>>>, Told),
    /// The factors that have tables.
    Cake(Vec<Arc<Tabulated>>),
}

/// A function, and the variables as they were when the game was made.
struct Told {
    function: Arc<Closure>,
    variables: Variables,
}

impl Told {
    fn new(games: &Games, function: &Arc<Closure>) -> Result<Self, Problem> {
        Ok(Told {
            function: Arc::clone(function),
            variables: function.environment(&games.variables)?,
        })
    }

    fn depth(&self) -> u32 {
        let known = self.variables.values().map(Object::depth).max();
        1 + self.function.depth.max(known.unwrap_or(0))
    }

    /// Asks the function with the variables as they were.
    fn ask<T>(
        &self,
        games: &mut Games,
        ask: impl FnOnce(&mut Games, &dyn Fn(&mut Games, &[u64]) -> Answer) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let outside = std::mem::replace(&mut games.variables, self.variables.clone());
        let answer = ask(games, &|games, numbers| {
            let arguments = numbers.iter().map(|&n| num_bigint::BigInt::from(n).into());
            evaluate::call(games, &self.function, arguments.collect())
        });
        games.variables = outside;
        answer
    }

    /// The game whose rules it tells.
    fn made(
        self,
        games: &mut Games,
        kind: &str,
        make: impl FnOnce(Self, &str) -> (Rules, Source),
    ) -> Answer {
        let (text, depth) = (self.function.definition.text.clone(), self.depth());
        made(games, kind, &text, depth, |name| make(self, name))
    }

    /// Why an answer will not do.
    fn wrong(&self, games: &mut Games, numbers: &[u64], expected: &str, found: &Object) -> Problem {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        Problem::domain(format!(
            "{} must give {expected}, not {} for {}",
            self.function.definition.text,
            found.described(games),
            numbers.join(",")
        ))
    }
}

type Answer = Result<Object, Problem>;

impl Tabulated {
    /// Heaps of which a function lists what may become of them.
    pub fn heaps(games: &mut Games, function: &Arc<Closure>) -> Answer {
        let (told, table) = (Told::new(games, function)?, Arc::new(HeapTable::new()));
        told.made(games, "heap_ruleset", |told, name| {
            let rules = Rules::listed_heaps(name, &table);
            (rules, Source::Heaps(table, told))
        })
    }

    /// Pairs of heaps of which i and j may be taken if j is below a function
    /// of i.
    pub fn wythoff(games: &mut Games, function: &Arc<Closure>) -> Answer {
        let (told, table) = (Told::new(games, function)?, Arc::new(RwLock::new(vec![0])));
        told.made(games, "gen_wythoff", |told, name| {
            let rules = Rules::pairs(name, PairRules::Wythoff(Arc::clone(&table)));
            (rules, Source::Wythoff(table, told))
        })
    }

    /// Heaps with a memory, of which a function says what may be taken.
    pub fn mem(games: &mut Games, function: &Arc<Closure>) -> Answer {
        let (told, table) = (Told::new(games, function)?, Arc::default());
        told.made(games, "gen_mem", |told, name| {
            let rules = Rules::pairs(name, PairRules::Mem(Arc::clone(&table)));
            (rules, Source::Mem(table, told))
        })
    }

    /// A cake that Left divides as one heap game says and Right as another.
    pub fn cake(
        games: &mut Games,
        factors: [&Object; 2],
        rules: [Arc<HeapRules>; 2],
        twisted: bool,
    ) -> Answer {
        let tables: Vec<Arc<Tabulated>> = factors
            .iter()
            .filter_map(|factor| match factor {
                Object::Tabulated(game) => Some(Arc::clone(game)),
                _ => None,
            })
            .collect();
        let depth = 1 + tables.iter().map(|game| game.depth).max().unwrap_or(0);
        let text = factors.map(|factor| match factor {
            Object::Ruleset(name) => name.to_string(),
            Object::Tabulated(game) => game.text.clone(),
            _ => String::new(),
        });
        let text = format!("{}, {}, twisted => {twisted}", text[0], text[1]);
        made(games, "gen_cutcake", &text, depth, |name| {
            let rules = Rules::pairs(name, PairRules::Cake { rules, twisted });
            (rules, Source::Cake(tables))
        })
    }

    /// How deep it is as an object.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// What may be done to one heap, if it is a game of heaps; for heaps up to
    /// `largest`.
    pub fn heap_rules(
        &self,
        games: &mut Games,
        largest: u64,
    ) -> Result<Option<Arc<HeapRules>>, Problem> {
        if let Source::Heaps(..) = &self.source {
            self.tabulate(games, largest, 0)?;
        }
        Ok(self.rules.heap_rules().cloned())
    }

    /// The position that arguments describe.
    pub fn place(&self, games: &mut Games, arguments: &[Object]) -> Answer {
        let mut words = Vec::with_capacity(arguments.len());
        for argument in arguments {
            words.push(placing::word(games, &self.text, argument)?);
        }
        let single = matches!(self.source, Source::Heaps(..));
        let text = words.join(if single { "," } else { "+" });
        for heap in numbers_in(&text, single) {
            let number = |place: usize| heap.get(place).copied().unwrap_or(0);
            self.tabulate(games, number(0), number(1))?;
        }
        let board = positions::read_with(&self.rules, &self.name, &text)?;
        Ok(Object::Sum(Arc::new(Sum::from(board))))
    }

    /// Asks the function for all that a heap needs.
    fn tabulate(&self, games: &mut Games, a: u64, b: u64) -> Result<(), Problem> {
        let most = match self.source {
            Source::Heaps(..) => MAX_HEAP,
            _ => MAX_PAIR.into(),
        };
        let largest = a.max(b);
        if largest > most {
            return Err(Problem::limit(format!(
                "{largest} is too large for {self}: the bound is {most}"
            )));
        }
        match &self.source {
            Source::Heaps(table, told) => tabulate_heaps(games, table, told, a),
            Source::Wythoff(table, told) => tabulate_wythoff(games, table, told, a.min(b)),
            Source::Mem(table, told) => tabulate_mem(games, table, told, [a, b]),
            Source::Cake(factors) => factors
                .iter()
                .try_for_each(|factor| factor.tabulate(games, largest, 0)),
        }
    }
}

/// `gen_wythoff(x -> x + 2)`
impl fmt::Display for Tabulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Tabulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn made(
    games: &mut Games,
    kind: &str,
    of: &str,
    depth: u32,
    make: impl FnOnce(&str) -> (Rules, Source),
) -> Answer {
    if depth > MAX_DEPTH {
        return Err(Problem::limit(format!(
            "games of functions of games: the bound is {MAX_DEPTH} levels"
        )));
    }
    games.made += 1;
    let name = format!("{kind}#{}", games.made);
    let (rules, source) = make(&name);
    Ok(Object::Tabulated(Arc::new(Tabulated {
        name: name.into(),
        text: format!("{kind}({of})"),
        rules,
        source,
        depth,
    })))
}

/// The rules of a heap game; `None` for other games.
pub fn heap_rules(game: &Object) -> Result<Option<Arc<HeapRules>>, Problem> {
    Ok(match game {
        Object::Ruleset(name) => positions::heap_rules(name)?,
        Object::Tabulated(game) => game.rules.heap_rules().cloned(),
        _ => None,
    })
}

/// The heaps in the text of a position, each of one number or of those in
/// brackets. What is wrong with a text is told where it is read.
fn numbers_in(text: &str, single: bool) -> Vec<Vec<u64>> {
    let numbers = |text: &str| -> Vec<u64> {
        let words = text.split(|c: char| !c.is_ascii_digit());
        let words = words.filter(|word| !word.is_empty());
        // A number that is too long is too large.
        words.map(|word| word.parse().unwrap_or(u64::MAX)).collect()
    };
    match single {
        true => numbers(text).into_iter().map(|heap| vec![heap]).collect(),
        false => {
            let heaps = text.split('(').skip(1);
            let inner = heaps.map(|heap| heap.split(')').next().unwrap_or_default());
            inner.map(numbers).collect()
        }
    }
}

fn tabulate_heaps(
    games: &mut Games,
    table: &HeapTable,
    told: &Told,
    largest: u64,
) -> Result<(), Problem> {
    if table.largest() >= largest && largest > 0 {
        return Ok(());
    }
    told.ask(games, |games, function| {
        if table.largest() == 0 {
            let answer = function(games, &[0])?;
            if options(&answer).is_none_or(|options| !options.is_empty()) {
                let expected = "an empty list for the empty heap";
                return Err(told.wrong(games, &[0], expected, &answer));
            }
        }
        for heap in table.largest() + 1..=largest {
            let answer = function(games, &[heap])?;
            let Some(options) = options(&answer) else {
                let expected = "a list of moves, each a list of heaps, such as [[1,2],[3]]";
                return Err(told.wrong(games, &[heap], expected, &answer));
            };
            table.push(options)?;
        }
        Ok(())
    })
}

/// The moves that a function lists.
fn options(answer: &Object) -> Option<Vec<Vec<u64>>> {
    let items = |object: &Object| match object {
        Object::List(items) | Object::Set(items) => Some(items.clone()),
        _ => None,
    };
    let heap = |object: &Object| match object {
        Object::Number(number) => number.to_integer()?.to_u64(),
        _ => None,
    };
    let moves = items(answer)?;
    moves
        .iter()
        .map(|heaps| items(heaps)?.iter().map(heap).collect())
        .collect()
}

fn tabulate_wythoff(
    games: &mut Games,
    table: &RwLock<Vec<u32>>,
    told: &Told,
    most: u64,
) -> Result<(), Problem> {
    let known = || {
        let table = table.read().unwrap_or_else(PoisonError::into_inner);
        table.len() as u64
    };
    if known() > most {
        return Ok(());
    }
    told.ask(games, |games, function| {
        for i in known()..=most {
            let answer = function(games, &[i])?;
            let Object::Number(number) = &answer else {
                return Err(told.wrong(games, &[i], "a number", &answer));
            };
            let above = number.is_infinite() && number.signum() > 0;
            let bound = match number.signum() {
                0 | -1 => 0,
                _ if above => u32::MAX,
                // j < f is j < ⌈f⌉ for whole numbers; what is larger than all
                // heaps is no bound.
                _ => number
                    .ceiling()?
                    .to_integer()
                    .and_then(ToPrimitive::to_u32)
                    .unwrap_or(u32::MAX),
            };
            let mut table = table.write().unwrap_or_else(PoisonError::into_inner);
            table.push(bound);
        }
        Ok(())
    })
}

fn tabulate_mem(
    games: &mut Games,
    table: &RwLock<HashMap<u32, Vec<bool>>>,
    told: &Told,
    [counters, memory]: [u64; 2],
) -> Result<(), Problem> {
    told.ask(games, |games, function| {
        let rows = (1..=counters).map(|taken| (taken, counters - taken));
        for (memory, most) in std::iter::once((memory, counters)).chain(rows) {
            // Both are at most the bound on pairs.
            let row = memory as u32;
            let known = {
                let table = table.read().unwrap_or_else(PoisonError::into_inner);
                table.get(&row).map_or(0, Vec::len) as u64
            };
            let mut found = Vec::new();
            for taken in known + 1..=most {
                let answer = function(games, &[memory, taken])?;
                let Object::Boolean(allowed) = answer else {
                    return Err(told.wrong(games, &[memory, taken], "true or false", &answer));
                };
                found.push(allowed);
            }
            if !found.is_empty() {
                let mut table = table.write().unwrap_or_else(PoisonError::into_inner);
                table.entry(row).or_default().extend(found);
            }
        }
        Ok(())
    })
}
