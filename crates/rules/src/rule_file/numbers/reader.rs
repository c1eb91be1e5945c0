//! Reads rules such as `left (a, b) -> (c, b) + (a - c, b) where 1 <= c < a`.

use super::condition::Condition;
use super::expression::{Expression, MOST_NUMBERS, MOST_UNKNOWNS, Operator};
use super::rule::{Made, Rule};
use crate::bad_input::BadInput;
use crate::rule_file::cursor::{Cursor, Statement, suggestion};

/// Words that are no names of numbers.
const WORDS: [&str; 17] = [
    "where", "and", "or", "not", "in", "divides", "div", "times", "nothing", "min", "max", "gcd",
    "xor", "abs", "over", "up", "star",
];

const FUNCTIONS: [(&str, Operator); 4] = [
    ("min", Operator::Least),
    ("max", Operator::Most),
    ("gcd", Operator::Divisor),
    ("xor", Operator::Xor),
];

/// Expressions and conditions may be nested so deep.
const DEEPEST: usize = 40;
/// A rule may have as many numbers and names, those that are read twice
/// counted twice.
const MOST_READ: usize = 1000;
/// The most heaps and conditions that a rule writes.
const MOST_WRITTEN: usize = 64;

/// The names of the numbers of a heap in `heaps n` or `heaps (a, b)`.
pub(super) fn names(statement: &Statement) -> Result<Vec<String>, BadInput> {
    let mut cursor = statement.cursor();
    let hint = "write `heaps n`, or `heaps (a, b)` with up to 4 names";
    let several = cursor.take("(");
    let mut names: Vec<String> = Vec::new();
    loop {
        let Some(name) = cursor.peek_word() else {
            return Err(cursor.expected(hint));
        };
        if WORDS.contains(&name.as_str()) || names.contains(&name) {
            return Err(cursor.wrong(format!("`{name}` is no name for a number here"), hint));
        }
        if names.len() == MOST_NUMBERS {
            return Err(cursor.wrong("a heap has at most 4 numbers", hint));
        }
        let _ = cursor.word();
        names.push(name);
        if !several {
            break;
        }
        if cursor.take(")") {
            break;
        }
        if !cursor.take(",") {
            return Err(cursor.expected(hint));
        }
    }
    cursor.end()?;
    Ok(names)
}

/// The orders of the numbers in `mirror (a, b) (b, a)`: where each number of
/// the first goes in the second.
pub(super) fn mirror(statement: &Statement, numbers: usize) -> Result<Vec<usize>, BadInput> {
    let mut cursor = statement.cursor();
    let hint = "write the names in two orders, such as `mirror (a, b) (b, a)`";
    let mut orders: [Vec<String>; 2] = Default::default();
    for order in &mut orders {
        if !cursor.take("(") {
            return Err(cursor.expected(hint));
        }
        while let Some(name) = cursor.word() {
            order.push(name);
            cursor.take(",");
        }
        if !cursor.take(")") {
            return Err(cursor.expected(hint));
        }
    }
    cursor.end()?;
    let [from, to] = orders;
    let place = |name: &String| to.iter().position(|other| other == name);
    let moved: Option<Vec<usize>> = from.iter().map(place).collect();
    let mut seen: Vec<usize> = moved.clone().unwrap_or_default();
    seen.sort_unstable();
    seen.dedup();
    match moved {
        Some(moved) if seen.len() == numbers && to.len() == numbers && from.len() == numbers => {
            Ok(moved)
        }
        _ => Err(statement.wrong("a mirror puts the numbers of a heap in another order", hint)),
    }
}

/// Reads one rule.
pub(super) struct Reader<'s> {
    pub(super) cursor: Cursor<'s>,
    pub(super) parameters: &'s [(String, Vec<u64>)],
    /// The names in the pattern, by place; literals have none.
    names: Vec<Option<String>>,
    pub(super) unknowns: Vec<String>,
    pub(super) depth: usize,
    /// How many numbers and names were read.
    read: usize,
}

impl<'s> Reader<'s> {
    pub fn new(statement: &'s Statement, parameters: &'s [(String, Vec<u64>)]) -> Self {
        Reader {
            cursor: statement.cursor(),
            parameters,
            names: Vec::new(),
            unknowns: Vec::new(),
            depth: 0,
            read: 0,
        }
    }

    /// What stands behind `left`, `right` or `both`.
    pub fn rule(
        statement: &'s Statement,
        numbers: usize,
        parameters: &'s [(String, Vec<u64>)],
    ) -> Result<Rule, BadInput> {
        let mut reader = Reader::new(statement, parameters);
        let mut conditions = reader.pattern(numbers)?;
        if !reader.cursor.take("->") {
            return Err(reader
                .cursor
                .expected("write `->` and the heaps that a move makes"));
        }
        let sum = reader.sum(numbers)?;
        if reader.cursor.take_word("where") {
            conditions.extend(reader.list()?);
        }
        if !reader.cursor.at_end() {
            return Err(reader
                .cursor
                .expected("write `where` and conditions, or end here"));
        }
        if conditions.len() > MOST_WRITTEN {
            return Err(statement.wrong(
                format!("a rule has at most {MOST_WRITTEN} conditions"),
                "write several rules",
            ));
        }
        Ok(Rule::new(
            numbers,
            reader.unknowns,
            sum,
            conditions,
            statement.line,
        ))
    }

    /// `n`, `(a, b)` or `(a, 0)`: the names, and what literals demand.
    pub(super) fn pattern(&mut self, numbers: usize) -> Result<Vec<Condition>, BadInput> {
        let hint = match numbers {
            1 => "write a name for the number of the heap, or a number".to_owned(),
            _ => format!("write {numbers} names or numbers in parentheses"),
        };
        let mut conditions = Vec::new();
        let parentheses = self.cursor.take("(");
        if !parentheses && numbers > 1 {
            return Err(self.cursor.expected(&hint));
        }
        for place in 0..numbers {
            if place > 0 && !self.cursor.take(",") {
                return Err(self.cursor.expected(&hint));
            }
            let at = Expression::At(place);
            let Some(name) = self.cursor.peek_word() else {
                let Some(number) = self.cursor.number() else {
                    return Err(self.cursor.expected(&hint));
                };
                let number = Expression::Number(i128::from(number));
                conditions.push(Condition::Equal(at, number));
                self.names.push(None);
                continue;
            };
            self.check_name(&name)?;
            let _ = self.cursor.word();
            // A parameter stands for its value, and a name for one number.
            if let Some((_, values)) = self.parameters.iter().find(|(known, _)| *known == name) {
                let values = values.iter().map(|&value| Expression::Number(value.into()));
                conditions.push(Condition::In(at, values.collect()));
                self.names.push(None);
                continue;
            }
            let before = self
                .names
                .iter()
                .position(|known| known.as_ref() == Some(&name));
            if let Some(before) = before {
                conditions.push(Condition::Equal(Expression::At(before), at));
                self.names.push(None);
            } else {
                self.names.push(Some(name));
            }
        }
        if parentheses && !self.cursor.take(")") {
            return Err(self.cursor.expected(&hint));
        }
        Ok(conditions)
    }

    fn check_name(&mut self, name: &str) -> Result<(), BadInput> {
        match WORDS.contains(&name) {
            false => Ok(()),
            true => Err(self.cursor.expected("write a number here, or its name")),
        }
    }

    /// Heaps, joined by `+`.
    fn sum(&mut self, numbers: usize) -> Result<Vec<Made>, BadInput> {
        let mut sum = Vec::new();
        loop {
            if self.cursor.take_word("nothing") {
                // No heap at all.
            } else if numbers == 1 {
                sum.push(self.single()?);
            } else {
                sum.extend(self.tuple(numbers)?);
            }
            if sum.len() > MOST_WRITTEN {
                let message = format!("a rule makes at most {MOST_WRITTEN} heaps");
                return Err(self.cursor.wrong(message, "write copies as `k times n`"));
            }
            if !self.cursor.take("+") {
                return Ok(sum);
            }
        }
    }

    /// A heap of one number: a difference of products.
    fn single(&mut self) -> Result<Made, BadInput> {
        let number = self.difference()?;
        match self.cursor.take_word("times") {
            false => Ok(Made {
                count: Expression::Number(1),
                heap: vec![number],
            }),
            true => Ok(Made {
                count: number,
                heap: vec![self.difference()?],
            }),
        }
    }

    fn difference(&mut self) -> Result<Expression, BadInput> {
        let mut number = self.product()?;
        while !self.arrow_follows() && self.cursor.take("-") {
            let next = self.product()?;
            number = Expression::both(Operator::Subtract, number, next);
        }
        Ok(number)
    }

    fn arrow_follows(&mut self) -> bool {
        self.cursor.clone().take("->")
    }

    /// `(a, b)`, `k * (a, b)`, or 0 for no heap.
    fn tuple(&mut self, numbers: usize) -> Result<Option<Made>, BadInput> {
        let hint = format!("write a heap of {numbers} numbers in parentheses, or `k * (…)`");
        let start = self.cursor.clone();
        let mut count = Expression::Number(1);
        if !self.opens_tuple()? {
            self.cursor = start;
            count = self.primary()?;
            if !self.cursor.take("*") && !self.cursor.take_word("times") {
                return match count {
                    Expression::Number(0) => Ok(None),
                    _ => Err(self.cursor.expected(&hint)),
                };
            }
        } else {
            self.cursor = start;
        }
        if !self.cursor.take("(") {
            return Err(self.cursor.expected(&hint));
        }
        let mut heap = Vec::new();
        for place in 0..numbers {
            if place > 0 && !self.cursor.take(",") {
                return Err(self.cursor.expected(&hint));
            }
            heap.push(self.expression()?);
        }
        match self.cursor.take(")") {
            true => Ok(Some(Made { count, heap })),
            false => Err(self.cursor.expected(&hint)),
        }
    }

    /// Whether a heap begins here, and not a number in parentheses.
    fn opens_tuple(&mut self) -> Result<bool, BadInput> {
        if !self.cursor.take("(") {
            return Ok(false);
        }
        self.expression()?;
        Ok(self.cursor.take(","))
    }

    pub(super) fn expression(&mut self) -> Result<Expression, BadInput> {
        self.deeper()?;
        let first = self.product()?;
        let sum = self.sum_from(first)?;
        self.depth -= 1;
        Ok(sum)
    }

    /// The sum or difference of a first number and those behind it.
    fn sum_from(&mut self, first: Expression) -> Result<Expression, BadInput> {
        let mut sum = first;
        loop {
            let operator = if self.cursor.take("+") {
                Operator::Add
            } else if !self.arrow_follows() && self.cursor.take("-") {
                Operator::Subtract
            } else {
                return Ok(sum);
            };
            let next = self.product()?;
            sum = Expression::both(operator, sum, next);
        }
    }

    /// An expression that may begin with a minus.
    pub(super) fn signed(&mut self) -> Result<Expression, BadInput> {
        match self.cursor.take("-") {
            false => self.expression(),
            true => {
                let zero = Expression::Number(0);
                let first = self.product()?;
                let negative = Expression::both(Operator::Subtract, zero, first);
                self.sum_from(negative)
            }
        }
    }

    pub(super) fn deeper(&mut self) -> Result<(), BadInput> {
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(self.cursor.wrong(
                format!("parentheses are more than {DEEPEST} deep"),
                "write it in a simpler way",
            )),
            false => Ok(()),
        }
    }

    fn product(&mut self) -> Result<Expression, BadInput> {
        let mut product = self.primary()?;
        loop {
            let operator = if self.cursor.take("*") {
                Operator::Multiply
            } else if self.cursor.take("/") {
                Operator::Divide
            } else if self.cursor.take("%") {
                Operator::Rest
            } else if self.cursor.take_word("div") {
                Operator::Floor
            } else {
                return Ok(product);
            };
            let next = self.primary()?;
            product = Expression::both(operator, product, next);
        }
    }

    fn primary(&mut self) -> Result<Expression, BadInput> {
        let hint = "write a number, a name, or an expression in parentheses";
        self.read += 1;
        if self.read > MOST_READ {
            let message = format!("a rule has at most {MOST_READ} numbers and names");
            return Err(self.cursor.wrong(message, "write several rules"));
        }
        if self.cursor.take("(") {
            let inner = self.expression()?;
            return match self.cursor.take(")") {
                true => Ok(inner),
                false => Err(self.cursor.expected("close the parenthesis with `)`")),
            };
        }
        if self
            .cursor
            .peek()
            .is_some_and(|symbol| symbol.is_ascii_digit())
        {
            return match self.cursor.number() {
                Some(number) => Ok(Expression::Number(i128::from(number))),
                None => Err(self
                    .cursor
                    .wrong("the number is too large", "use smaller ones")),
            };
        }
        let here = self.cursor.clone();
        let Some(word) = self.cursor.word() else {
            return Err(self.cursor.expected(hint));
        };
        if self.cursor.raw() == Some('(') || FUNCTIONS.iter().any(|(name, _)| *name == word) {
            return self.function(&word, here);
        }
        if WORDS.contains(&word.as_str()) {
            self.cursor = here;
            return Err(self.cursor.expected(hint));
        }
        self.named(word, here)
    }

    /// `min(a, b)` and its like.
    fn function(&mut self, word: &str, mut here: Cursor<'s>) -> Result<Expression, BadInput> {
        let operator = FUNCTIONS.iter().find(|(name, _)| *name == word);
        if operator.is_none() && word != "abs" {
            let known: Vec<&str> = FUNCTIONS.iter().map(|(name, _)| *name).collect();
            let known = [&known[..], &["abs"]].concat();
            let message = format!("there is no function `{word}`");
            return Err(here.wrong(message, suggestion(word, &known)));
        }
        let hint = format!("write `{word}(…)` with numbers parted by `,`");
        if !self.cursor.take("(") {
            return Err(self.cursor.expected(&hint));
        }
        let mut result = self.expression()?;
        if let Some((_, operator)) = operator {
            while self.cursor.take(",") {
                let next = self.expression()?;
                result = Expression::both(*operator, result, next);
            }
        } else {
            result = Expression::Absolute(Box::new(result));
        }
        match self.cursor.take(")") {
            true => Ok(result),
            false => Err(self.cursor.expected(&hint)),
        }
    }

    /// A number of the heap, a parameter, or an unknown.
    fn named(&mut self, word: String, mut here: Cursor<'s>) -> Result<Expression, BadInput> {
        if let Some((_, values)) = self.parameters.iter().find(|(name, _)| *name == word) {
            if self.cursor.take("[") {
                let index = self.expression()?;
                if !self.cursor.take("]") {
                    return Err(self.cursor.expected("close the bracket with `]`"));
                }
                let list = values.iter().map(|&value| i128::from(value)).collect();
                return Ok(Expression::Index(list, Box::new(index)));
            }
            return match values[..] {
                [value] => Ok(Expression::Number(i128::from(value))),
                _ => Err(here.wrong(
                    format!("`{word}` is not one number but {}", values.len()),
                    format!("write `k in {word}`, or `{word}[i]` for one of them, from 0"),
                )),
            };
        }
        let pattern = self
            .names
            .iter()
            .position(|name| name.as_ref() == Some(&word));
        if let Some(place) = pattern {
            return Ok(Expression::At(place));
        }
        let known = self.unknowns.iter().position(|name| *name == word);
        let number = known.unwrap_or(self.unknowns.len());
        if known.is_none() {
            if self.unknowns.len() == MOST_UNKNOWNS {
                return Err(here.wrong(
                    format!("a rule has at most {MOST_UNKNOWNS} unknowns"),
                    "write several rules",
                ));
            }
            self.unknowns.push(word);
        }
        Ok(Expression::At(self.names.len() + number))
    }
}
