//! Numbers, nim arithmetic, and lists.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::Zero;
use values::Arena;

use super::super::arithmetic;
use super::super::failure::Problem;
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
            |arena, a| Ok(a.number(arena, 0)?.abs().into()),
        ),
        Function::new(
            "floor",
            &["x"],
            "The largest integer not above x.",
            ("floor(-6/23)", "-1"),
            |arena, a| Ok(a.number(arena, 0)?.floor()?.into()),
        ),
        Function::new(
            "ceiling",
            &["x"],
            "The smallest integer not below x.",
            ("ceiling(6/23)", "1"),
            |arena, a| Ok(a.number(arena, 0)?.ceiling()?.into()),
        ),
        Function::new(
            "numerator",
            &["x"],
            "The numerator in lowest terms.",
            ("numerator(4/6)", "2"),
            |arena, a| Ok(a.number(arena, 0)?.numerator().clone().into()),
        ),
        Function::new(
            "denominator",
            &["x"],
            "The denominator in lowest terms.",
            ("denominator(4/6)", "3"),
            |arena, a| Ok(a.number(arena, 0)?.denominator().clone().into()),
        ),
        Function::new(
            "reciprocal",
            &["x"],
            "1/x, which is inf for 0.",
            ("reciprocal(19)", "1/19"),
            |arena, a| Ok(a.number(arena, 0)?.reciprocal().into()),
        ),
        Function::new(
            "max",
            &["x", "y"],
            "The larger of two numbers.",
            ("4 Max 3 + 5", "8"),
            |arena, a| larger(arena, a, 0, 1),
        )
        .infix(),
        Function::new(
            "min",
            &["x", "y"],
            "The smaller of two numbers.",
            ("min(inf, 6)", "6"),
            |arena, a| larger(arena, a, 1, 0),
        )
        .infix(),
        Function::new(
            "div",
            &["m", "n"],
            "The quotient of two integers, rounded down.",
            ("17.Div(4)", "4"),
            |arena, a| {
                let (m, n) = divisible(arena, a)?;
                Ok(m.div_floor(n).into())
            },
        )
        .infix(),
        Function::new(
            "mod",
            &["m", "n"],
            "The remainder of the division of two integers, also written m % n.",
            ("17 Mod 5", "2"),
            |arena, a| {
                let (m, n) = divisible(arena, a)?;
                Ok(m.mod_floor(n).into())
            },
        )
        .infix(),
        Function::new(
            "isqrt",
            &["n"],
            "The square root of a non-negative integer, rounded down.",
            ("isqrt(26)", "5"),
            |arena, a| {
                let n = a.integer(arena, 0)?;
                if n.sign() == Sign::Minus {
                    return Err(a.wrong(arena, 0, "0 or a positive integer"));
                }
                Ok(n.sqrt().into())
            },
        ),
        Function::new(
            "lb",
            &["n"],
            "The binary logarithm of a positive integer, rounded down.",
            ("lb(1000)", "9"),
            |arena, a| {
                let n = a.integer(arena, 0)?;
                if n.sign() != Sign::Plus {
                    return Err(a.wrong(arena, 0, "a positive integer"));
                }
                Ok(BigInt::from(n.bits() - 1).into())
            },
        ),
        Function::new(
            "nim_sum",
            &["m", "n"],
            "The sum of two nim heaps.",
            ("5 NimSum 6", "3"),
            |arena, a| {
                let (m, n) = (a.integer(arena, 0)?, a.integer(arena, 1)?);
                for (i, integer) in [m, n].into_iter().enumerate() {
                    if integer.sign() == Sign::Minus {
                        return Err(a.wrong(arena, i, "0 or a positive integer"));
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
            |arena, a| {
                let product = values::nim_product(a.natural(arena, 0)?, a.natural(arena, 1)?);
                Ok(BigInt::from(product).into())
            },
        )
        .infix(),
        Function::new(
            "nim_inverse",
            &["n"],
            "The nim reciprocal of a positive integer below 2^64.",
            ("nim_inverse(4)", "15"),
            |arena, a| match values::nim_inverse(a.natural(arena, 0)?) {
                Some(inverse) => Ok(BigInt::from(inverse).into()),
                None => Err(a.wrong(arena, 0, "a positive integer")),
            },
        ),
        Function::new(
            "nim_power",
            &["m", "n"],
            "The nim product of n copies of m, for integers below 2^64.",
            ("nim_power(4, 3)", "14"),
            |arena, a| {
                let power = values::nim_power(a.natural(arena, 0)?, a.natural(arena, 1)?);
                Ok(BigInt::from(power).into())
            },
        )
        .infix(),
        Function::new(
            "nim_sqrt",
            &["n"],
            "The integer whose nim square is n, for n below 2^64.",
            ("nim_sqrt(2)", "3"),
            |arena, a| Ok(BigInt::from(values::nim_sqrt(a.natural(arena, 0)?)).into()),
        ),
        Function::new(
            "length",
            &["list"],
            "The number of items of a list or a set.",
            ("length([1,2,3])", "3"),
            |arena, a| Ok(BigInt::from(a.items(arena, 0)?.len()).into()),
        )
        .also(&["Size", "size"]),
        Function::new(
            "sum",
            &["list"],
            "The sum of the items of a list or a set.",
            ("sum([^, *, 1])", "1^*"),
            |arena, a| {
                let mut sum: Object = 0.into();
                for item in a.items(arena, 0)? {
                    sum = arithmetic::add(arena, &sum, item)?;
                }
                Ok(sum)
            },
        ),
    ],
};

/// The argument at `yes` if the first is larger than the second, else that at `no`.
fn larger(arena: &mut Arena, a: &Arguments, yes: usize, no: usize) -> Result<Object, Problem> {
    let (x, y): (&Rational, &Rational) = (a.number(arena, 0)?, a.number(arena, 1)?);
    Ok(a.get(if x > y { yes } else { no }).clone())
}

fn divisible<'a>(
    arena: &mut Arena,
    a: &Arguments<'a>,
) -> Result<(&'a BigInt, &'a BigInt), Problem> {
    let (m, n) = (a.integer(arena, 0)?, a.integer(arena, 1)?);
    if n.is_zero() {
        return Err(a.wrong(arena, 1, "an integer other than 0"));
    }
    Ok((m, n))
}
