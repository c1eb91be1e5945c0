//! When a move exists.

use super::expression::{Expression, Linear, Places, Values};

/// What has to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// The first is not larger than the second.
    AtMost(Expression, Expression),
    /// The first is smaller than the second.
    Below(Expression, Expression),
    Equal(Expression, Expression),
    Unequal(Expression, Expression),
    /// The first divides the second.
    Divides(Expression, Expression),
    /// It is one of these.
    In(Expression, Vec<Expression>),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Condition {
    /// Every expression in it.
    fn each(&self, each: &mut dyn FnMut(&Expression)) {
        match self {
            Condition::AtMost(a, b)
            | Condition::Below(a, b)
            | Condition::Equal(a, b)
            | Condition::Unequal(a, b)
            | Condition::Divides(a, b) => {
                each(a);
                each(b);
            }
            Condition::In(a, set) => {
                each(a);
                set.iter().for_each(each);
            }
            Condition::Not(inner) => inner.each(each),
            Condition::All(list) | Condition::Any(list) => {
                list.iter().for_each(|inner| inner.each(each));
            }
        }
    }

    /// The places that it needs.
    pub fn places(&self) -> Places {
        let mut places = 0;
        self.each(&mut |expression| places |= expression.places());
        places
    }

    /// The largest number that is written in it.
    pub fn largest(&self) -> i128 {
        let mut largest = 0;
        self.each(&mut |expression| largest = largest.max(expression.largest()));
        largest
    }

    /// Whether it holds; `None`: a number in it does not exist.
    pub fn holds(&self, values: &Values) -> Option<bool> {
        let both = |a: &Expression, b: &Expression| Some((a.value(values)?, b.value(values)?));
        match self {
            Condition::AtMost(a, b) => both(a, b).map(|(a, b)| a <= b),
            Condition::Below(a, b) => both(a, b).map(|(a, b)| a < b),
            Condition::Equal(a, b) => both(a, b).map(|(a, b)| a == b),
            Condition::Unequal(a, b) => both(a, b).map(|(a, b)| a != b),
            Condition::Divides(a, b) => both(a, b).map(|(a, b)| match a {
                0 => b == 0,
                _ => b.checked_rem(a) == Some(0),
            }),
            Condition::In(a, set) => {
                let a = a.value(values)?;
                Some(set.iter().any(|one| one.value(values) == Some(a)))
            }
            Condition::Not(inner) => inner.holds(values).map(|holds| !holds),
            Condition::All(list) => list
                .iter()
                .try_fold(true, |all, inner| Some(all && inner.holds(values)?)),
            Condition::Any(list) => {
                let mut known = true;
                for inner in list {
                    match inner.holds(values) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => known = false,
                    }
                }
                known.then_some(false)
            }
        }
    }

    /// Adds the linear forms in the open places that are at most 0 where the
    /// condition holds. Nothing is added where it says nothing linear.
    pub fn bounds(&self, values: &Values, open: Places, into: &mut Vec<Linear>) {
        let mut difference = |a: &Expression, b: &Expression, more: i128| {
            let form = a.linear(values, open).zip(b.linear(values, open));
            let form = form.and_then(|(a, b)| a.plus(-1, &b));
            if let Some(mut form) = form
                && let Some(constant) = form.constant.checked_add(more)
            {
                form.constant = constant;
                into.push(form);
            }
        };
        match self {
            Condition::AtMost(a, b) => difference(a, b, 0),
            Condition::Below(a, b) => difference(a, b, 1),
            Condition::Equal(a, b) => {
                difference(a, b, 0);
                difference(b, a, 0);
            }
            // A divisor is not larger than what it divides.
            Condition::Divides(a, b) => {
                if b.places() & open == 0 && b.value(values).is_some_and(|b| b > 0) {
                    difference(a, b, 0);
                }
            }
            Condition::In(a, set) => {
                let known = |one: &Expression| one.places() & open == 0;
                if !set.iter().all(known) {
                    return;
                }
                let set = set.iter().filter_map(|one| one.value(values));
                let set: Vec<i128> = set.collect();
                if let (Some(&least), Some(&most)) = (set.iter().min(), set.iter().max()) {
                    difference(a, &Expression::Number(most), 0);
                    difference(&Expression::Number(least), a, 0);
                }
            }
            Condition::All(list) => list
                .iter()
                .for_each(|inner| inner.bounds(values, open, into)),
            Condition::Unequal(..) | Condition::Not(_) | Condition::Any(_) => {}
        }
    }

    /// The only values that a place can have, if the condition lists them.
    pub fn choices(&self, place: usize, values: &Values, open: Places) -> Option<Vec<i128>> {
        match self {
            Condition::In(Expression::At(at), set) if *at == place => {
                let known = set.iter().all(|one| one.places() & open == 0);
                let mut list: Vec<i128> =
                    known.then(|| set.iter().filter_map(|one| one.value(values)).collect())?;
                list.sort_unstable();
                list.dedup();
                Some(list)
            }
            _ => None,
        }
    }

    /// Whether it lists the values that a place can have, and they are numbers.
    pub fn lists(&self, place: usize) -> bool {
        match self {
            Condition::In(Expression::At(at), set) => {
                *at == place && set.iter().all(|one| one.places() == 0)
            }
            _ => false,
        }
    }

    /// What must hold for the indices in it to be in their lists, where the
    /// whole has no value otherwise.
    pub fn indices(&self, into: &mut Vec<Condition>) {
        match self {
            Condition::Any(_) => {}
            Condition::All(list) => list.iter().for_each(|inner| inner.indices(into)),
            // What is no number is not in the set.
            Condition::In(a, _) => in_lists(a, into),
            _ => self.each(&mut |expression| in_lists(expression, into)),
        }
    }

    /// With other places.
    pub fn moved(&self, to: &dyn Fn(usize) -> usize) -> Condition {
        let list = |list: &[Condition]| list.iter().map(|inner| inner.moved(to)).collect();
        match self {
            Condition::AtMost(a, b) => Condition::AtMost(a.moved(to), b.moved(to)),
            Condition::Below(a, b) => Condition::Below(a.moved(to), b.moved(to)),
            Condition::Equal(a, b) => Condition::Equal(a.moved(to), b.moved(to)),
            Condition::Unequal(a, b) => Condition::Unequal(a.moved(to), b.moved(to)),
            Condition::Divides(a, b) => Condition::Divides(a.moved(to), b.moved(to)),
            Condition::In(a, set) => {
                let set = set.iter().map(|one| one.moved(to)).collect();
                Condition::In(a.moved(to), set)
            }
            Condition::Not(inner) => Condition::Not(Box::new(inner.moved(to))),
            Condition::All(inner) => Condition::All(list(inner)),
            Condition::Any(inner) => Condition::Any(list(inner)),
        }
    }

    /// A text that two conditions share only if they are the same.
    pub fn spelled(&self, name: &mut dyn FnMut(usize) -> String) -> String {
        let (a, sign, b) = match self {
            Condition::AtMost(a, b) => (a, "<=", b),
            Condition::Below(a, b) => (a, "<", b),
            Condition::Equal(a, b) => (a, "=", b),
            Condition::Unequal(a, b) => (a, "!=", b),
            Condition::Divides(a, b) => (a, "divides", b),
            Condition::In(a, set) => {
                let a = a.spelled(name);
                let set: Vec<String> = set.iter().map(|one| one.spelled(name)).collect();
                return format!("{a} in {{{}}}", set.join(","));
            }
            Condition::Not(inner) => return format!("not ({})", inner.spelled(name)),
            Condition::All(list) | Condition::Any(list) => {
                let word = match self {
                    Condition::All(_) => " and ",
                    _ => " or ",
                };
                let list: Vec<String> = list.iter().map(|inner| inner.spelled(name)).collect();
                return format!("({})", list.join(word));
            }
        };
        let a = a.spelled(name);
        format!("{a} {sign} {}", b.spelled(name))
    }
}

/// What must hold for the indices in an expression to be in their lists.
pub(super) fn in_lists(expression: &Expression, into: &mut Vec<Condition>) {
    expression.indices(&mut |index, length| {
        let last = Expression::Number(length as i128 - 1);
        into.push(Condition::AtMost(Expression::Number(0), index.clone()));
        into.push(Condition::AtMost(index.clone(), last));
    });
}
