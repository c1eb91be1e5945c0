//! Numbers, nim arithmetic, and lists.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::Zero;

use super::super::arithmetic;
use super::super::failure::Problem;
use super::super::games::Games;
use super::super::object::Object;
use super::super::rational::Rational;
use super::{Arguments, Function, Group};

pub const GROUP: Group = Group {
    title: "Numbers and lists",
    functions: &[
        Function::new(
            "abs",
            &["x"],
            "The absolute value of a number.",
            ("abs(-3/4)", "3/4"),
            |games, a| Ok(a.number(games, 0)?.abs().into()),
        ),
        Function::new(
            "floor",
            &["x"],
            "The largest integer not above x.",
            ("floor(-6/23)", "-1"),
            |games, a| Ok(a.number(games, 0)?.floor()?.into()),
        ),
        Function::new(
            "ceiling",
            &["x"],
            "The smallest integer not below x.",
            ("ceiling(6/23)", "1"),
            |games, a| Ok(a.number(games, 0)?.ceiling()?.into()),
        ),
        Function::new(
            "numerator",
            &["x"],
            "The numerator in lowest terms.",
            ("numerator(4/6)", "2"),
            |games, a| Ok(a.number(games, 0)?.numerator().clone().into()),
        ),
        Function::new(
            "denominator",
            &["x"],
            "The denominator in lowest terms.",
            ("denominator(4/6)", "3"),
            |games, a| Ok(a.number(games, 0)?.denominator().clone().into()),
        ),
        Function::new(
            "reciprocal",
            &["x"],
            "1/x, which is inf for 0.",
            ("reciprocal(19)", "1/19"),
            |games, a| Ok(a.number(games, 0)?.reciprocal().into()),
        ),
        Function::new(
            "max",
            &["x", "y"],
            "The larger of two numbers.",
            ("4 Max 3 + 5", "8"),
            |games, a| larger(games, a, 0, 1),
        )
        .infix(),
        Function::new(
            "min",
            &["x", "y"],
            "The smaller of two numbers.",
            ("min(inf, 6)", "6"),
            |games, a| larger(games, a, 1, 0),
        )
        .infix(),
        Function::new(
            "div",
            &["m", "n"],
            "The quotient of two integers, rounded down.",
            ("17.Div(4)", "4"),
            |games, a| {
                let (m, n) = divisible(games, a)?;
                Ok(m.div_floor(n).into())
            },
        )
        .infix(),
        Function::new(
            "mod",
            &["m", "n"],
            "The remainder of the division of two integers, also written m % n.",
            ("17 Mod 5", "2"),
            |games, a| {
                let (m, n) = divisible(games, a)?;
                Ok(m.mod_floor(n).into())
            },
        )
        .infix(),
        Function::new(
            "isqrt",
            &["n"],
            "The square root of a non-negative integer, rounded down.",
            ("isqrt(26)", "5"),
            |games, a| {
                let n = a.integer(games, 0)?;
                if n.sign() == Sign::Minus {
                    return Err(a.wrong(games, 0, "0 or a positive integer"));
                }
                Ok(n.sqrt().into())
            },
        ),
        Function::new(
            "lb",
            &["n"],
            "The binary logarithm of a positive integer, rounded down.",
            ("lb(1000)", "9"),
            |games, a| {
                let n = a.integer(games, 0)?;
                if n.sign() != Sign::Plus {
                    return Err(a.wrong(games, 0, "a positive integer"));
                }
                Ok(BigInt::from(n.bits() - 1).into())
            },
        ),
        Function::new(
            "nim_sum",
            &["m", "n"],
            "The sum of two nim heaps.",
            ("5 NimSum 6", "3"),
            |games, a| {
                let (m, n) = (a.integer(games, 0)?, a.integer(games, 1)?);
                for (i, integer) in [m, n].into_iter().enumerate() {
                    if integer.sign() == Sign::Minus {
                        return Err(a.wrong(games, i, "0 or a positive integer"));
                    }
                }
                Ok((m ^ n).into())
            },
        )
        .infix(),
        Function::new(
            "nim_product",
            &["m", "n"],
            "The product of two nim heaps, for integers below 2^64.",
            ("5 NimProduct 6", "8"),
            |games, a| {
                let product = values::nim_product(a.natural(games, 0)?, a.natural(games, 1)?);
                Ok(BigInt::from(product).into())
            },
        )
        .infix(),
        Function::new(
            "nim_inverse",
            &["n"],
            "The nim reciprocal of a positive integer below 2^64.",
            ("nim_inverse(4)", "15"),
            |games, a| match values::nim_inverse(a.natural(games, 0)?) {
                Some(inverse) => Ok(BigInt::from(inverse).into()),
                None => Err(a.wrong(games, 0, "a positive integer")),
            },
        ),
        Function::new(
            "nim_power",
            &["m", "n"],
            "The nim product of n copies of m, for integers below 2^64.",
            ("nim_power(4, 3)", "14"),
            |games, a| {
                let power = values::nim_power(a.natural(games, 0)?, a.natural(games, 1)?);
                Ok(BigInt::from(power).into())
            },
        )
        .infix(),
        Function::new(
            "nim_sqrt",
            &["n"],
            "The integer whose nim square is n, for n below 2^64.",
            ("nim_sqrt(2)", "3"),
            |games, a| Ok(BigInt::from(values::nim_sqrt(a.natural(games, 0)?)).into()),
        ),
        Function::new(
            "length",
            &["list"],
            "The number of items of a list or a set.",
            ("length([1,2,3])", "3"),
            |games, a| Ok(BigInt::from(a.items(games, 0)?.len()).into()),
        )
        .also(&["Size", "size"]),
        Function::new(
            "sum",
            &["list"],
            "The sum of the items of a list or a set.",
            ("sum([^, *, 1])", "1^*"),
            |games, a| {
                let mut sum: Object = 0.into();
                for item in a.items(games, 0)? {
                    sum = arithmetic::add(games, &sum, item)?;
                }
                Ok(sum)
            },
        ),
    ],
};

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
