//! Reads conditions such as `1 <= k < n, k in s or k divides n`.

use super::condition::Condition;
use super::expression::Expression;
use super::reader::Reader;
use crate::bad_input::BadInput;
use crate::rule_file::cursor::suggestion;

impl Reader<'_> {
    /// Conditions, all of which hold.
    pub(super) fn list(&mut self) -> Result<Vec<Condition>, BadInput> {
        let mut list = Vec::new();
        loop {
            match self.any()? {
                Condition::All(inner) => list.extend(inner),
                condition => list.push(condition),
            }
            if !self.cursor.take(",") {
                return Ok(list);
            }
        }
    }

    fn any(&mut self) -> Result<Condition, BadInput> {
        let mut list = vec![self.all()?];
        while self.cursor.take_word("or") {
            list.push(self.all()?);
        }
        Ok(match list.len() {
            1 => list.remove(0),
            _ => Condition::Any(list),
        })
    }

    fn all(&mut self) -> Result<Condition, BadInput> {
        let mut list = self.one()?;
        while self.cursor.take_word("and") {
            list.extend(self.one()?);
        }
        Ok(match list.len() {
            1 => list.remove(0),
            _ => Condition::All(list),
        })
    }

    fn one(&mut self) -> Result<Vec<Condition>, BadInput> {
        if self.cursor.take_word("not") {
            self.deeper()?;
            let inner = Condition::All(self.one()?);
            self.depth -= 1;
            return Ok(vec![Condition::Not(Box::new(inner))]);
        }
        if self.cursor.peek() != Some('(') {
            return self.comparison();
        }
        // A parenthesis opens an expression or a condition.
        let start = (self.cursor.clone(), self.unknowns.len(), self.depth);
        let expression = match self.comparison() {
            Ok(comparison) => return Ok(comparison),
            Err(bad) => bad,
        };
        self.cursor = start.0;
        self.unknowns.truncate(start.1);
        self.depth = start.2;
        self.cursor.take("(");
        self.deeper()?;
        let condition = self.list().and_then(|list| match self.cursor.take(")") {
            true => Ok(list),
            false => Err(self.cursor.expected("close the parenthesis with `)`")),
        });
        self.depth -= 1;
        // Whoever understood more says what is wrong.
        let place = |bad: &BadInput| (bad.line, bad.column);
        condition.map_err(|bad| match place(&bad) > place(&expression) {
            true => bad,
            false => expression,
        })
    }

    /// `1 <= k < n`, `d divides n`, `k in s`.
    fn comparison(&mut self) -> Result<Vec<Condition>, BadInput> {
        let mut first = self.expression()?;
        if self.cursor.take_word("divides") {
            let whole = self.expression()?;
            return Ok(vec![Condition::Divides(first, whole)]);
        }
        if self.cursor.take_word("in") {
            return self.set(first);
        }
        let mut found = Vec::new();
        loop {
            type Make = fn(Expression, Expression) -> Condition;
            const SIGNS: [(&str, Make); 7] = [
                ("<=", Condition::AtMost),
                (">=", |a, b| Condition::AtMost(b, a)),
                ("!=", Condition::Unequal),
                ("==", Condition::Equal),
                ("<", Condition::Below),
                (">", |a, b| Condition::Below(b, a)),
                ("=", Condition::Equal),
            ];
            let sign = SIGNS.iter().find(|(sign, _)| self.cursor.take(sign));
            let Some((_, make)) = sign else {
                return match found.is_empty() {
                    true => Err(self.cursor.expected(
                        "write a comparison (`<`, `<=`, `=`, `!=`, `>=`, `>`), `divides` or `in`",
                    )),
                    false => Ok(found),
                };
            };
            let next = self.expression()?;
            found.push(make(first, next.clone()));
            first = next;
        }
    }

    /// `s`, `{1, 2, 5}` or `1..3`.
    fn set(&mut self, of: Expression) -> Result<Vec<Condition>, BadInput> {
        let number = |&value: &u64| Expression::Number(i128::from(value));
        if self.cursor.take("{") {
            let mut set = Vec::new();
            loop {
                set.push(self.expression()?);
                if self.cursor.take("}") {
                    return Ok(vec![Condition::In(of, set)]);
                }
                if !self.cursor.take(",") {
                    return Err(self.cursor.expected("write numbers parted by `,`, and `}`"));
                }
            }
        }
        let here = self.cursor.clone();
        let word = self.cursor.word();
        let parameter = self
            .parameters
            .iter()
            .find(|(name, _)| Some(name) == word.as_ref());
        let alone = self
            .cursor
            .peek()
            .is_none_or(|symbol| matches!(symbol, ',' | ')'))
            || self.cursor.peek_word().is_some();
        if let Some((_, values)) = parameter.filter(|_| alone) {
            return Ok(vec![Condition::In(of, values.iter().map(number).collect())]);
        }
        self.cursor = here;
        let start = self.cursor.clone();
        let least = self.expression()?;
        if !self.cursor.take("..") {
            let known: Vec<&str> = self.parameters.iter().map(|(name, _)| &**name).collect();
            let mut start = start;
            return Err(match word {
                Some(word) if !known.is_empty() => {
                    start.wrong(format!("`{word}` is no set"), suggestion(&word, &known))
                }
                _ => self.cursor.expected(
                    "a set is a parameter of the game, `{1, 2, 5}`, or a range such as `1..3`",
                ),
            });
        }
        let most = self.expression()?;
        Ok(vec![
            Condition::AtMost(least, of.clone()),
            Condition::AtMost(of, most),
        ])
    }
}
