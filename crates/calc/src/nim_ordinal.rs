//! Nim arithmetic of ordinals below ω^ω^ω, the algebraic closure of 2.
//!
//! Let p be the k-th odd prime, from 3 for k = 0. The ordinal ω^(ω^k·p^n) is
//! the p-th root of ω^(ω^k·p^(n−1)), and ω^ω^k is the p-th root of a smaller
//! ordinal α. Every ordinal here is a nim sum of nim products of such roots, by
//! the digits of the coefficients of its exponents to the base p, and of a
//! finite number.
//!
//! Literature: J. H. Conway, "On Numbers and Games" (1976), chapter 6, with
//! the α for p ≤ 43; H. W. Lenstra, "On the algebraic closure of two" (1977).

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use super::failure::Problem;
use super::ordinal::Ordinal;

type Result<T> = std::result::Result<T, Problem>;

/// A finite number times at most one root, by its k and n.
type Term = (u64, Option<(usize, u32)>);

/// Odd primes p, and α, the p-th power of ω^ω^k, as a nim sum of products of a
/// finite number and at most one root: the number, and k and n of the root.
const ALPHAS: [(u64, &[Term]); 14] = [
    (3, &[(2, None)]),
    (5, &[(4, None)]),
    (7, &[(1, Some((0, 0))), (1, None)]),
    (11, &[(1, Some((1, 0))), (1, None)]),
    (13, &[(1, Some((0, 0))), (4, None)]),
    (17, &[(16, None)]),
    (19, &[(1, Some((0, 1))), (4, None)]),
    (23, &[(1, Some((3, 0))), (1, None)]),
    (29, &[(1, Some((2, 0))), (4, None)]),
    (31, &[(1, Some((1, 0))), (1, None)]),
    (37, &[(1, Some((0, 1))), (4, None)]),
    (41, &[(1, Some((1, 0))), (1, None)]),
    (43, &[(1, Some((2, 0))), (1, None)]),
    (47, &[(1, Some((7, 0))), (1, None)]),
];

/// Bound on the terms that a product is worked out with.
const MAX_TERMS: usize = 1 << 16;

/// By root (k, n): how often it is multiplied, at least once and below p.
type Roots = BTreeMap<(usize, u32), u64>;
/// By product of roots: the finite factor, not 0. The terms are nim added.
type Sum = BTreeMap<Roots, u64>;

/// The nim sum.
pub fn nim_sum(a: &Ordinal, b: &Ordinal) -> Result<Ordinal> {
    natural(a)?;
    natural(b)?;
    let mut terms: BTreeMap<Ordinal, BigInt> = BTreeMap::new();
    for (exponent, coefficient) in a.terms().iter().chain(b.terms()) {
        let entry = terms.entry(exponent.clone()).or_default();
        *entry = &*entry ^ coefficient;
    }
    Ordinal::from_terms(terms.into_iter().collect())
}

/// The nim product.
pub fn nim_product(a: &Ordinal, b: &Ordinal) -> Result<Ordinal> {
    to_ordinal(&multiply(&of_ordinal(a)?, &of_ordinal(b)?)?)
}

/// The nim product of `times` copies.
pub fn nim_power(a: &Ordinal, times: u64) -> Result<Ordinal> {
    let mut square = of_ordinal(a)?;
    let mut power = Sum::from([(Roots::new(), 1)]);
    let mut left = times;
    while left > 0 {
        if left & 1 == 1 {
            power = multiply(&power, &square)?;
        }
        left >>= 1;
        if left > 0 {
            square = multiply(&square, &square)?;
        }
    }
    to_ordinal(&power)
}

fn natural(a: &Ordinal) -> Result<()> {
    match a.is_ordinal() {
        true => Ok(()),
        false => Err(Problem::domain(format!(
            "nim arithmetic is about ordinals, and {a} is none"
        ))),
    }
}

fn of_ordinal(a: &Ordinal) -> Result<Sum> {
    natural(a)?;
    let mut sum = Sum::new();
    for (exponent, coefficient) in a.terms() {
        let finite = coefficient.to_u64().ok_or_else(|| {
            Problem::domain("nim products take finite factors below 2^64 only".to_owned())
        })?;
        let mut roots = Roots::new();
        for (power, digits) in exponent.terms() {
            let k = power.to_integer().and_then(|k| k.to_usize());
            let Some((k, (p, _))) = k.and_then(|k| Some((k, ALPHAS.get(k)?))) else {
                return Err(Problem::domain(format!(
                    "nim products of ordinals are known below ω^ω^{} here, not of {a}",
                    ALPHAS.len()
                )));
            };
            let (mut rest, mut n) = (digits.clone(), 0);
            while !rest.is_zero() {
                let digit = (&rest % *p).to_u64().unwrap_or(0);
                if digit > 0 {
                    roots.insert((k, n), digit);
                }
                rest /= *p;
                n += 1;
            }
        }
        sum.insert(roots, finite);
    }
    Ok(sum)
}

fn to_ordinal(sum: &Sum) -> Result<Ordinal> {
    let mut terms = Vec::new();
    for (roots, finite) in sum {
        let mut exponent = Vec::new();
        for (&(k, n), &digit) in roots {
            let size = BigInt::from(ALPHAS[k].0).pow(n) * digit;
            exponent.push((Ordinal::from(BigInt::from(k)), size));
        }
        terms.push((Ordinal::from_terms(exponent)?, BigInt::from(*finite)));
    }
    Ordinal::from_terms(terms)
}

fn multiply(a: &Sum, b: &Sum) -> Result<Sum> {
    let mut product = Sum::new();
    for (left, m) in a {
        for (right, n) in b {
            let mut roots = left.clone();
            for (&root, &times) in right {
                *roots.entry(root).or_default() += times;
            }
            nim_add(&mut product, &reduce(roots, values::nim_product(*m, *n))?)?;
        }
    }
    Ok(product)
}

/// A product of roots, some of which may occur p times or more: from the last
/// root of each prime to the first p of them become one of the root before, and
/// p of the first become α. The α have only roots of smaller primes, or of the
/// same kind that come later in no circle, so this ends.
fn reduce(mut roots: Roots, finite: u64) -> Result<Sum> {
    let over = |roots: &Roots| {
        let found = roots
            .iter()
            .rev()
            .find(|&(&(k, _), &times)| times >= ALPHAS[k].0);
        found.map(|(&root, &times)| (root, times))
    };
    while let Some(((k, n), times)) = over(&roots) {
        let (p, alpha) = ALPHAS[k];
        match times % p {
            0 => roots.remove(&(k, n)),
            rest => roots.insert((k, n), rest),
        };
        if n > 0 {
            *roots.entry((k, n - 1)).or_default() += times / p;
            continue;
        }
        let mut factor = Sum::new();
        for &(size, root) in alpha {
            let one = root.map_or_else(Roots::new, |root| Roots::from([(root, 1)]));
            nim_add(&mut factor, &Sum::from([(one, size)]))?;
        }
        let mut product = reduce(roots, finite)?;
        for _ in 0..times / p {
            product = multiply(&product, &factor)?;
        }
        return Ok(product);
    }
    Ok(Sum::from([(roots, finite)]))
}

fn nim_add(sum: &mut Sum, more: &Sum) -> Result<()> {
    for (roots, finite) in more {
        let entry = sum.entry(roots.clone()).or_default();
        *entry ^= finite;
        if *entry == 0 {
            sum.remove(roots);
        }
    }
    if sum.len() > MAX_TERMS {
        return Err(Problem::limit(format!(
            "a nim product of more than {MAX_TERMS} terms, the bound"
        )));
    }
    Ok(())
}
