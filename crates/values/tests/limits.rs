//! What is out of range is refused, and what has a formula needs no listing.

use crate::common::{d, read};
use num_bigint::BigUint;
use values::{Arena, Birthday, Error, Outcome, Parity, Value};

#[test]
fn exponents_and_temperatures_out_of_range_are_refused() {
    let mut arena = Arena::new();
    let (up, star) = (read(&mut arena, "^"), read(&mut arena, "*"));
    for x in ["1/2", "-1"] {
        let result = arena.pow(up, &d(x));
        assert!(matches!(result, Err(Error::InvalidExponent(_))));
    }
    let result = arena.pow_to(up, &d("-1/2"));
    assert!(matches!(result, Err(Error::InvalidExponent(_))));
    assert!(
        arena
            .pow_to(up, &d("1000000000000"))
            .unwrap_err()
            .is_limit()
    );
    let result = arena.cool(star, &d("-1"));
    assert!(matches!(result, Err(Error::InvalidTemperature(_))));
    // {∗|0} is not of the form {0|H}.
    let down = arena.pow(-up, &d("2"));
    assert!(matches!(down, Err(Error::InvalidExponent(_))));
}

#[test]
fn huge_closed_forms_are_answered_by_formula() {
    let mut arena = Arena::new();
    let a = &mut arena;
    let huge = a
        .number(&"1000000000000000000000001/2".parse().unwrap())
        .unwrap();
    let half = BigUint::parse_bytes(b"500000000000000000000001", 10).unwrap();
    assert_eq!(a.birthday(huge, Birthday::default()).unwrap(), &half + 1u32);
    assert_eq!(a.follower_count(huge).unwrap(), &half + 2u32);
    assert_eq!(a.misere_outcome(huge).unwrap(), Outcome::R);
    assert_eq!(a.companion(huge).unwrap(), huge);
    assert!(a.followers(huge).unwrap_err().is_limit());
    assert_eq!(a.incentives(huge, None).unwrap().len(), 1);
    let nimber = a.nimber(1 << 63).unwrap();
    assert_eq!(a.atomic_weight(nimber).unwrap(), Value::ZERO);
    assert_eq!(a.reduced(nimber).unwrap(), Value::ZERO);
    assert_eq!(a.misere_outcome(nimber).unwrap(), Outcome::N);
    assert_eq!(a.follower_count(nimber).unwrap(), ((1u64 << 63) + 1).into());
    assert!(a.stop_count(nimber).unwrap_err().is_limit());
    let one = a.nimber(1).unwrap();
    assert!(a.ordinal_sum(nimber, one).unwrap_err().is_limit());
    let ups = a.up_star(&d("3/4"), 1 << 40, 5).unwrap();
    assert_eq!(a.parity(ups).unwrap(), Parity::Mixed);
    assert_eq!(
        a.cool(ups, &d("1/8")).unwrap(),
        a.number(&d("3/4")).unwrap()
    );
    let count = a.stop_count(ups).unwrap();
    assert_eq!(count, ((1u64 << 40) + 162).into());
}
