//! Arithmetic in rules.

/// The most numbers of a heap.
pub(super) const MOST_NUMBERS: usize = 4;
/// The most unknowns of a rule.
pub(super) const MOST_UNKNOWNS: usize = 8;
/// The places for the numbers of the heap and for the unknowns behind them.
pub(super) const PLACES: usize = MOST_NUMBERS + MOST_UNKNOWNS;

/// The numbers of a heap, and the unknowns as far as they are chosen.
pub(super) type Values = [i128; PLACES];

/// A set of places.
pub(super) type Places = u16;

/// Arithmetic on the numbers of a heap and on unknowns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Number(i128),
    /// The number of the heap at a place, or an unknown.
    At(usize),
    /// The number with an index, from 0, in a list.
    Index(Vec<i128>, Box<Expression>),
    Absolute(Box<Expression>),
    Both(Operator, Box<[Expression; 2]>),
}

/// What is made of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Without a rest, or there is no result.
    Divide,
    /// Rounded down.
    Floor,
    Rest,
    Least,
    Most,
    Divisor,
    Xor,
}

impl Operator {
    /// The result, unless there is none or it is too large.
    fn apply(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Operator::Add => a.checked_add(b),
            Operator::Subtract => a.checked_sub(b),
            Operator::Multiply => a.checked_mul(b),
            Operator::Divide => (a.checked_rem(b)? == 0).then_some(a / b),
            Operator::Floor => a.checked_div_euclid(b).filter(|_| b > 0),
            Operator::Rest => a.checked_rem_euclid(b).filter(|_| b > 0),
            Operator::Least => Some(a.min(b)),
            Operator::Most => Some(a.max(b)),
            Operator::Divisor => {
                let (mut a, mut b) = (a.checked_abs()?, b.checked_abs()?);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                Some(a)
            }
            Operator::Xor => (a >= 0 && b >= 0).then_some(a ^ b),
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Floor => "div",
            Operator::Rest => "%",
            Operator::Least => "min",
            Operator::Most => "max",
            Operator::Divisor => "gcd",
            Operator::Xor => "xor",
        }
    }
}

/// constant + Σ coefficient · unknown, for the unknowns that are not chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub constant: i128,
    pub coefficients: Values,
}

impl Linear {
    fn constant(constant: i128) -> Self {
        Linear {
            constant,
            coefficients: [0; PLACES],
        }
    }

    /// self + factor · other
    pub fn plus(mut self, factor: i128, other: &Linear) -> Option<Linear> {
        let add = |a: i128, b: i128| a.checked_add(factor.checked_mul(b)?);
        self.constant = add(self.constant, other.constant)?;
        for (a, b) in self.coefficients.iter_mut().zip(other.coefficients) {
            *a = add(*a, b)?;
        }
        Some(self)
    }

    pub fn is_constant(&self) -> bool {
        self.coefficients.iter().all(|&c| c == 0)
    }
}

impl Expression {
    pub fn both(operator: Operator, a: Expression, b: Expression) -> Expression {
        Expression::Both(operator, Box::new([a, b]))
    }

    /// The places that it needs.
    pub fn places(&self) -> Places {
        match self {
            Expression::Number(_) => 0,
            Expression::At(place) => 1 << place,
            Expression::Index(_, inner) | Expression::Absolute(inner) => inner.places(),
            Expression::Both(_, both) => both[0].places() | both[1].places(),
        }
    }

    /// The value, if there is one.
    pub fn value(&self, values: &Values) -> Option<i128> {
        match self {
            Expression::Number(number) => Some(*number),
            Expression::At(place) => Some(values[*place]),
            Expression::Index(list, index) => {
                let index = usize::try_from(index.value(values)?).ok()?;
                list.get(index).copied()
            }
            Expression::Absolute(inner) => inner.value(values)?.checked_abs(),
            Expression::Both(operator, both) => {
                operator.apply(both[0].value(values)?, both[1].value(values)?)
            }
        }
    }

    /// The linear form in the places that are open, if it is one.
    pub fn linear(&self, values: &Values, open: Places) -> Option<Linear> {
        if self.places() & open == 0 {
            return self.value(values).map(Linear::constant);
        }
        match self {
            Expression::At(place) => {
                let mut form = Linear::constant(0);
                form.coefficients[*place] = 1;
                Some(form)
            }
            Expression::Both(operator, both) => {
                let [a, b] = [&both[0], &both[1]].map(|side| side.linear(values, open));
                let (a, b) = (a?, b?);
                match operator {
                    Operator::Add => a.plus(1, &b),
                    Operator::Subtract => a.plus(-1, &b),
                    Operator::Multiply if a.is_constant() => {
                        Linear::constant(0).plus(a.constant, &b)
                    }
                    Operator::Multiply if b.is_constant() => {
                        Linear::constant(0).plus(b.constant, &a)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Calls `each` with every index into a list, and the length of the list.
    pub fn indices(&self, each: &mut dyn FnMut(&Expression, usize)) {
        match self {
            Expression::Number(_) | Expression::At(_) => {}
            Expression::Index(list, inner) => {
                each(inner, list.len());
                inner.indices(each);
            }
            Expression::Absolute(inner) => inner.indices(each),
            Expression::Both(_, both) => both.iter().for_each(|side| side.indices(each)),
        }
    }

    /// With other places.
    pub fn moved(&self, to: &dyn Fn(usize) -> usize) -> Expression {
        let inner = |inner: &Expression| Box::new(inner.moved(to));
        match self {
            Expression::Number(number) => Expression::Number(*number),
            Expression::At(place) => Expression::At(to(*place)),
            Expression::Index(list, index) => Expression::Index(list.clone(), inner(index)),
            Expression::Absolute(of) => Expression::Absolute(inner(of)),
            Expression::Both(operator, both) => {
                Expression::both(*operator, both[0].moved(to), both[1].moved(to))
            }
        }
    }

    /// The largest number that is written in it.
    pub fn largest(&self) -> i128 {
        match self {
            Expression::Number(number) => number.abs(),
            Expression::At(_) => 0,
            Expression::Index(list, inner) => inner.largest().max(list.len() as i128),
            Expression::Absolute(inner) => inner.largest(),
            Expression::Both(_, both) => both[0].largest().max(both[1].largest()),
        }
    }

    /// A text that two expressions share only if they are the same. `name`
    /// says what a place is called.
    pub fn spelled(&self, name: &mut dyn FnMut(usize) -> String) -> String {
        match self {
            Expression::Number(number) => number.to_string(),
            Expression::At(place) => name(*place),
            Expression::Index(list, inner) => format!("{list:?}[{}]", inner.spelled(name)),
            Expression::Absolute(inner) => format!("abs({})", inner.spelled(name)),
            Expression::Both(operator, both) => {
                let [a, b] = [&both[0], &both[1]].map(|side| side.spelled(name));
                format!("({a} {} {b})", operator.symbol())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_result_is_nothing() {
        for (operator, a, b, result) in [
            (Operator::Divide, 12, 4, Some(3)),
            (Operator::Divide, 12, 5, None),
            (Operator::Divide, 12, 0, None),
            (Operator::Floor, 12, 5, Some(2)),
            (Operator::Floor, -1, 5, Some(-1)),
            (Operator::Floor, 12, 0, None),
            (Operator::Rest, -1, 5, Some(4)),
            (Operator::Rest, 1, 0, None),
            (Operator::Divisor, 12, 18, Some(6)),
            (Operator::Divisor, 0, 0, Some(0)),
            (Operator::Xor, 5, 3, Some(6)),
            (Operator::Xor, -5, 3, None),
            (Operator::Multiply, i128::MAX, 2, None),
        ] {
            assert_eq!(
                operator.apply(a, b),
                result,
                "{a} {} {b}",
                operator.symbol()
            );
        }
    }
}
