//! Numbers, nim arithmetic, and lists.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::Zero;

use super::super::arithmetic;
use super::super::evaluate;
use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::super::rational::Rational;
use super::{Arguments, ordinals};

functions! { "Numbers and lists":
    /// The absolute value of a number or an ordinal.
    abs(x), "abs(-3/4)" => "3/4", |games, a| match a.get(0) {
        Object::Ordinal(ordinal) => Ok(Object::ordinal(ordinal.abs())),
        _ => Ok(a.number(games, 0)?.abs().into()),
    };
    /// The largest integer not above x.
    floor(x), "floor(-6/23)" => "-1", |games, a| Ok(a.number(games, 0)?.floor()?.into());
    /// The smallest integer not below x.
    ceiling(x), "ceiling(6/23)" => "1", |games, a| Ok(a.number(games, 0)?.ceiling()?.into());
    /// The numerator in lowest terms.
    numerator(x), "numerator(4/6)" => "2",
        |games, a| Ok(a.number(games, 0)?.numerator().clone().into());
    /// The denominator in lowest terms.
    denominator(x), "denominator(4/6)" => "3",
        |games, a| Ok(a.number(games, 0)?.denominator().clone().into());
    /// 1/x, which is inf for 0.
    reciprocal(x), "reciprocal(19)" => "1/19",
        |games, a| Ok(a.number(games, 0)?.reciprocal().into());
    /// The larger of two numbers.
    max(x, y).infix(), "4 Max 3 + 5" => "8", |games, a| larger(games, a, 0, 1);
    /// The smaller of two numbers.
    min(x, y).infix(), "min(inf, 6)" => "6", |games, a| larger(games, a, 1, 0);
    /// The quotient of two integers, rounded down.
    div(m, n).infix(), "17.Div(4)" => "4", |games, a| {
        let (m, n) = divisible(games, a)?;
        Ok(m.div_floor(n).into())
    };
    /// The remainder of the division of two integers, also written m % n.
    mod(m, n).infix(), "17 Mod 5" => "2", |games, a| {
        let (m, n) = divisible(games, a)?;
        Ok(m.mod_floor(n).into())
    };
    /// The square root of a non-negative integer, rounded down.
    isqrt(n), "isqrt(26)" => "5", |games, a| {
        let n = a.integer(games, 0)?;
        if n.sign() == Sign::Minus {
            return Err(a.wrong(games, 0, "0 or a positive integer"));
        }
        Ok(n.sqrt().into())
    };
    /// The binary logarithm of a positive integer, rounded down.
    lb(n), "lb(1000)" => "9", |games, a| {
        let n = a.integer(games, 0)?;
        if n.sign() != Sign::Plus {
            return Err(a.wrong(games, 0, "a positive integer"));
        }
        Ok(BigInt::from(n.bits() - 1).into())
    };
    /// The sum of two nim heaps.
    nim_sum(m, n).infix(), "5 NimSum 6" => "3", |games, a| {
        if let Some(sum) = ordinals::nim_sum(games, a)? {
            return Ok(sum);
        }
        let (m, n) = (a.integer(games, 0)?, a.integer(games, 1)?);
        for (i, integer) in [m, n].into_iter().enumerate() {
            if integer.sign() == Sign::Minus {
                return Err(a.wrong(games, i, "0 or a positive integer"));
            }
        }
        Ok((m ^ n).into())
    };
    /// The product of two nim heaps, for integers below 2^64 and ordinals below ω^ω^14.
    nim_product(m, n).infix(), "5 NimProduct 6" => "8", |games, a| {
        if let Some(product) = ordinals::nim_product(games, a)? {
            return Ok(product);
        }
        let product = values::nim_product(a.natural(games, 0)?, a.natural(games, 1)?);
        Ok(BigInt::from(product).into())
    };
    /// The nim reciprocal of a positive integer below 2^64.
    nim_inverse(n), "nim_inverse(4)" => "15",
        |games, a| match values::nim_inverse(a.natural(games, 0)?) {
            Some(inverse) => Ok(BigInt::from(inverse).into()),
            None => Err(a.wrong(games, 0, "a positive integer")),
        };
    /// The nim product of n copies of m, for integers below 2^64.
    nim_power(m, n).infix().also(&["NimExp", "nim_exp"]), "nim_power(4, 3)" => "14", |games, a| {
        if let Some(power) = ordinals::nim_power(games, a)? {
            return Ok(power);
        }
        let power = values::nim_power(a.natural(games, 0)?, a.natural(games, 1)?);
        Ok(BigInt::from(power).into())
    };
    /// The integer whose nim square is n, for n below 2^64.
    nim_sqrt(n), "nim_sqrt(2)" => "3",
        |games, a| Ok(BigInt::from(values::nim_sqrt(a.natural(games, 0)?)).into());
    /// Whether an even number of ones are in the binary digits of n.
    is_evil(n), "is_evil(23)" => "true", |games, a| Ok((ones(games, a)? % 2 == 0).into());
    /// Whether an odd number of ones are in the binary digits of n.
    is_odious(n), "is_odious(11)" => "true", |games, a| Ok((ones(games, a)? % 2 == 1).into());
    /// Whether n is a power of two.
    is_two_power(n), "is_two_power(32)" => "true", |games, a| {
        let n = a.integer(games, 0)?;
        Ok((n.sign() == Sign::Plus && n.magnitude().count_ones() == 1).into())
    };
    /// The number of items of a list or a set.
    length(list).also(&["Size", "size"]), "length([1,2,3])" => "3",
        |games, a| Ok(BigInt::from(a.items(games, 0)?.len()).into());
    /// What a function gives for every item of a list or a set.
    apply(list, f), "apply([1,2,3], n -> n^2)" => "[1,4,9]", |games, a| {
        let function = a.function(games, 1)?;
        let mut answers = Vec::new();
        for item in a.items(games, 0)? {
            answers.push(evaluate::call(games, function, vec![item.clone()])?);
        }
        match a.get(0) {
            Object::Set(_) => Object::set(games, answers),
            _ => Object::list(answers),
        }
    };
    /// The items of two sets together, or two sets of directions.
    union(a, b), "union({1,2}, {2,*})" => "{1,2,*}", |games, a| {
        if let (Object::Directions(one), Object::Directions(other)) = (a.get(0), a.get(1)) {
            return Ok(Object::Directions(one.union(*other)));
        }
        let items = [a.items(games, 0)?, a.items(games, 1)?].concat();
        Object::set(games, items)
    };
    /// The sum of the items of a list or a set.
    sum(list), "sum([^, *, 1])" => "1^*", |games, a| {
        let mut sum: Object = 0.into();
        for item in a.items(games, 0)? {
            sum = arithmetic::add(games, &sum, item)?;
        }
        Ok(sum)
    };
}

/// How many binary digits of a natural number are one.
fn ones(games: &mut Games, a: &Arguments) -> Result<u64, Problem> {
    let n = a.integer(games, 0)?;
    match n.sign() {
        Sign::Minus => Err(a.wrong(games, 0, "0 or a positive integer")),
        _ => Ok(n.magnitude().count_ones()),
    }
}

/// The argument at `yes` if the first is larger than the second, else that at `no`.
fn larger(games: &mut Games, a: &Arguments, yes: usize, no: usize) -> Result<Object, Problem> {
    let (x, y): (&Rational, &Rational) = (a.number(games, 0)?, a.number(games, 1)?);
    Ok(a.get(if x > y { yes } else { no }).clone())
}

fn divisible<'a>(
    games: &mut Games,
    a: &Arguments<'a>,
) -> Result<(&'a BigInt, &'a BigInt), Problem> {
    let (m, n) = (a.integer(games, 0)?, a.integer(games, 1)?);
    if n.is_zero() {
        return Err(a.wrong(games, 1, "an integer other than 0"));
    }
    Ok((m, n))
}
