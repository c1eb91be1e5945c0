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

/// Who loses a sum of heaps in misère play, from the definition.
fn is_lost(rules: &HeapRules, heaps: &[u64], known: &mut FxHashMap<Vec<u64>, bool>) -> bool {
    if let Some(&lost) = known.get(heaps) {
        return lost;
    }
    let mut options = Vec::new();
    for (place, &heap) in heaps.iter().enumerate() {
        let _ = rules.each_option(heap, &mut |parts| {
            let mut option = heaps.to_vec();
            option.swap_remove(place);
            option.extend(parts);
            option.sort_unstable();
            options.push(option);
            std::ops::ControlFlow::Continue(())
        });
    }
    let lost = !options.is_empty() && !options.iter().any(|option| is_lost(rules, option, known));
    known.insert(heaps.to_vec(), lost);
    lost
}

/// Compares all sums of at most `most` heaps up to `largest` with the quotient.
fn agrees(code: &str, largest: u64, most: usize) {
    let rules = HeapRules::code(code).unwrap();
    let mut quotient = Quotient::new(rules.clone());
    let budget = Budget::unlimited();
    quotient.extend(largest as usize, &budget).unwrap();
    let mut known = FxHashMap::default();
    let mut sums: Vec<Vec<u64>> = vec![Vec::new()];
    while let Some(sum) = sums.pop() {
        let lost = is_lost(&rules, &sum, &mut known);
        assert_eq!(quotient.is_lost(&sum), Some(lost), "{code}: {sum:?}");
        if sum.len() < most {
            let from = sum.last().copied().unwrap_or(1);
            sums.extend((from..=largest).map(|heap| [&sum[..], &[heap]].concat()));
        }
    }
}

/// Octal codes of every sort: tame, wild, with splits and without.
const CODES: [&str; 60] = [
    "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.01", "0.02", "0.03", "0.04", "0.05",
    "0.06", "0.07", "0.11", "0.12", "0.13", "0.14", "0.15", "0.16", "0.17", "0.22", "0.23", "0.26",
    "0.27", "0.31", "0.33", "0.34", "0.35", "0.36", "0.37", "0.44", "0.45", "0.51", "0.52", "0.53",
    "0.54", "0.56", "0.57", "0.64", "0.71", "0.72", "0.74", "0.75", "0.76", "0.77", "0.115",
    "0.123", "0.144", "0.152", "0.167", "0.204", "0.312", "0.404", "0.644", "0.3102", "4.3", "4.4",
    "4.5", "4.7",
];

#[test]
fn quotients_tell_who_wins_all_small_sums() {
    let full = std::env::var_os("LEGATUS_FULL").is_some();
    let (largest, most) = if full { (9, 4) } else { (6, 3) };
    for code in CODES {
        agrees(code, largest, most);
    }
}

#[test]
fn a_state_is_gone_on_from() {
    let budget = Budget::unlimited();
    let mut first = Quotient::new(HeapRules::code("0.77").unwrap());
    first.extend(14, &budget).unwrap();
    let mut second = Quotient::new(HeapRules::code("0.77").unwrap());
    assert_eq!(second.restore(&first.state(), &budget), Ok(true));
    assert_eq!((second.heaps(), second.order()), (14, first.order()));
    assert_eq!(second.restore("nonsense", &budget), Ok(false));
    assert_eq!(second.heaps(), 14);
    let mut other = Quotient::new(HeapRules::code("0.15").unwrap());
    assert_eq!(other.restore(&first.state(), &budget), Ok(false));
    assert_eq!(other.heaps(), 0);
}

#[test]
fn the_structure_of_misere_nim_with_small_heaps() {
    let mut quotient = Quotient::new(HeapRules::code("0.31").unwrap());
    quotient.settle(100, &Budget::unlimited()).unwrap();
    let structure = quotient.structure();
    // The quotient of misère Nim with heaps up to 2.
    let relations: Vec<String> = structure
        .relations
        .iter()
        .map(|(left, right)| format!("{left}={right}"))
        .collect();
    assert_eq!(relations, ["a^2=1", "b^3=b"]);
    assert_eq!(structure.elements.len(), 6);
    assert_eq!(structure.kernel.len(), 4);
    let division = quotient.division();
    assert_eq!(division.classes[0], [0, 1]);
    assert_eq!(division.covers.len(), division.classes.len() - 1);
}

#[test]
fn an_order_beyond_the_bound_stops_and_keeps_what_there_is() {
    let mut quotient = Quotient::new(HeapRules::code("0.77").unwrap()).with_largest_order(20);
    assert!(quotient.settle(200, &Budget::unlimited()).is_err());
    assert!(quotient.order() <= 20 && quotient.heaps() > 3);
    assert_eq!(quotient.is_lost(&[1]), Some(true));
}
