//! Numbers of Python and of games.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyInt, PyType};
use values::Dyadic;

use crate::errors::Fault;

/// The largest numbers, in binary digits, as in the calculator.
const MOST_BITS: u64 = 1_000_000;

/// Python's class of fractions.
pub fn fraction_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "fractions", "Fraction")
}

/// A fraction.
pub fn fraction<'py>(
    py: Python<'py>,
    numerator: &BigInt,
    denominator: &BigInt,
) -> PyResult<Bound<'py, PyAny>> {
    fraction_class(py)?.call1((numerator, denominator))
}

/// A number of a game as a fraction.
pub fn dyadic<'py>(py: Python<'py>, number: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    let (numerator, denominator) = ratio(number);
    fraction(py, &numerator, &denominator)
}

/// Numerator and denominator.
pub fn ratio(number: &Dyadic) -> (BigInt, BigInt) {
    (number.numerator(), BigInt::from(1) << number.exponent())
}

/// The number that an int or a fraction is; `None`: it is neither.
pub fn read(object: &Bound<'_, PyAny>) -> PyResult<Option<(BigInt, BigInt)>> {
    if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
        return Ok(Some((integer(object)?, BigInt::from(1))));
    }
    if object.is_instance(fraction_class(object.py())?)? {
        let numerator = integer(&object.getattr("numerator")?)?;
        let denominator = integer(&object.getattr("denominator")?)?;
        return Ok(Some((numerator, denominator)));
    }
    Ok(None)
}

fn integer(object: &Bound<'_, PyAny>) -> PyResult<BigInt> {
    // Asked first: the digits of a huge number would be copied.
    let bits: u64 = object.call_method0("bit_length")?.extract()?;
    if bits > MOST_BITS {
        return Err(Fault::from(values::Error::TooLarge {
            what: "too many binary digits in one number",
            bound: MOST_BITS,
        })
        .into());
    }
    object.extract()
}

/// The number of a game that a fraction is.
pub fn as_dyadic(numerator: &BigInt, denominator: &BigInt) -> Option<Dyadic> {
    let shift = denominator.trailing_zeros()?;
    let plain = denominator.is_positive() && (denominator >> shift) == BigInt::from(1);
    plain.then(|| Dyadic::new(numerator.clone(), u32::try_from(shift).unwrap_or(u32::MAX)))
}

/// The number of a game, or why it is none.
pub fn need_dyadic(numerator: &BigInt, denominator: &BigInt) -> Result<Dyadic, Fault> {
    as_dyadic(numerator, denominator).ok_or_else(|| {
        Fault::domain(format!(
            "{numerator}/{denominator} is no value of a short game: the denominator must be a \
             power of two"
        ))
    })
}

/// Python's hash of a number: numerator / denominator modulo 2⁶¹ − 1.
pub fn hash(number: &Dyadic) -> u64 {
    const P: u64 = (1 << 61) - 1;
    let numerator = number.numerator();
    let size: u64 = (numerator.abs() % P).to_u64().unwrap_or(0);
    // 2⁶¹ = 1, so the inverse of 2ⁿ is 2⁶¹⁻ⁿ.
    let shift = (61 - number.exponent() % 61) % 61;
    let product = (u128::from(size) << shift) % u128::from(P);
    let hash = product as i64;
    let signed = if numerator.is_negative() { -hash } else { hash };
    debug_assert!(!numerator.is_zero() || signed == 0);
    // -1 means an error to Python.
    (if signed == -1 { -2 } else { signed }) as u64
}
