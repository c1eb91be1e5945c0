use super::*;
use rustc_hash::FxHashMap;

/// Order, P-portion, period and pre-period of a code.
fn settled(code: &str, last: usize) -> (usize, usize, u64, u64) {
    let mut quotient = Quotient::new(HeapRules::code(code).unwrap());
    let budget = Budget::unlimited();
    let found = quotient.settle(last, &budget).unwrap();
    let proved = found.unwrap_or_else(|| panic!("{code} is not settled"));
    (
        quotient.order(),
        quotient.lost_order(),
        proved.period,
        proved.preperiod,
    )
}

#[test]
fn quotients_of_the_literature() {
    for (code, expected) in [
        ("0.77", (40, 9, 12, 71)),
        ("0.75", (8, 2, 2, 8)),
        ("0.15", (42, 12, 10, 66)),
        ("0.72", (24, 5, 4, 16)),
        ("0.144", (30, 5, 10, 12)),
        ("0.31", (6, 2, 2, 3)),
    ] {
        assert_eq!(settled(code, 1000), expected, "{code}");
    }
}
