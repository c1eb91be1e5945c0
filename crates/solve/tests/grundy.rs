//! Nim values of heap games: facts from other programs, a slow reference,
//! laws, proofs of periods, limits.

use rules::{BadInput, Game, HeapRules, Heaps, Kayles, Nim, Position, Random, Visitor};
use solve::{Basis, NimSequence, Theorem, explain, nim_value};
use std::ops::ControlFlow;
use std::sync::Arc;
use values::{Budget, Error, Outcome, Player};

use crate::support::{full, visit};

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn rules_of(name: &str) -> Result<HeapRules, BadInput> {
    struct Rules;
    impl Visitor for Rules {
        type Output = HeapRules;
        fn visit<G: Game>(self, game: G) -> HeapRules {
            HeapRules::clone(game.heap_rules().expect("a heap game"))
        }
    }
    visit(name, "1", Rules)
}

fn listed(values: &[u64]) -> String {
    let words: Vec<String> = values.iter().map(u64::to_string).collect();
    format!("[{}]", words.join(","))
}

fn options(rules: &HeapRules, heap: u64) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    let _ = rules.each_option(heap, &mut |heaps| {
        found.push(heaps.to_vec());
        ControlFlow::Continue(())
    });
    found
}

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let rest = text.split_once(before)?.1;
    Some(rest.split_once(after)?.0)
}

/// CGSuite's expression for a ruleset as our name, and what follows it.
fn ruleset(input: &str) -> (String, &str) {
    if let Some(code) = between(input, "TakeAndBreak(\"", "\")") {
        let rest = input.split_once("\")").unwrap().1;
        return (format!("game.heap.TakeAndBreak:{code}"), rest);
    }
    if let Some(set) = between(input, "Subtraction([", "]") {
        let all_but = if input.contains("allbut => true") {
            "allbut:"
        } else {
            ""
        };
        let rest = input.split_once(')').unwrap().1;
        return (format!("game.heap.Subtraction:{all_but}{set}"), rest);
    }
    let name = input.strip_prefix("game.heap.").unwrap();
    let end = name.find(['(', '.']).unwrap();
    (format!("game.heap.{}", &name[..end]), &name[end..])
}

fn answer(category: &str, input: &str) -> String {
    let budget = unlimited();
    match category {
        "takebreak-options" => {
            let heap = between(input, "heap ", " ").unwrap().parse().unwrap();
            let rules = HeapRules::code(between(input, "code ", " (").unwrap()).unwrap();
            let found = options(&rules, heap)
                .into_iter()
                .map(|heaps| match heaps.len() {
                    0 => "-".to_owned(),
                    _ => heaps
                        .iter()
                        .map(u64::to_string)
                        .collect::<Vec<_>>()
                        .join(","),
                });
            found.collect::<Vec<_>>().join("  ")
        }
        "takebreak-code-normalize" => {
            let code = input.strip_prefix("TakeAndBreak code ").unwrap();
            HeapRules::code(code).unwrap().to_string()
        }
        _ => {
            let (name, question) = ruleset(input);
            let rules = rules_of(&name).unwrap();
            let mut sequence = NimSequence::new(&rules);
            let argument = between(question, "(", ")").and_then(|n| n.parse().ok());
            if question.starts_with(".NimValueSequence") {
                listed(&sequence.values(argument.unwrap(), &budget).unwrap())
            } else if question.starts_with(".CheckPeriodicity") {
                let found = sequence.periodicity(argument.unwrap(), &budget).unwrap();
                let proved = found.filter(|p| p.is_proved());
                proved.map_or("Nothing".into(), |p| p.cgsuite())
            } else if question == ".code" {
                format!("\"{rules}\"")
            } else if question.ends_with(".NimValue") {
                sequence
                    .value(argument.unwrap(), &budget)
                    .unwrap()
                    .to_string()
            } else if question.ends_with(".Options.Size") {
                options(&rules, argument.unwrap()).len().to_string()
            } else {
                panic!("no such question: {input}")
            }
        }
    }
}

#[test]
fn facts_of_other_programs() {
    let kayles = Kayles::with_variant(None).unwrap();
    let mut rows = 0;
    for line in include_str!("data/heaps.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [category, input, expected, _source] = fields[..] else {
            panic!("{line}");
        };
        if category == "kayles" {
            let position = kayles.read(input).unwrap();
            let value = nim_value(&position, &unlimited()).unwrap();
            match expected.strip_prefix("nimvalue ") {
                Some(expected) => assert_eq!(value.to_string(), expected, "{line}"),
                None => assert_eq!(value != 0, expected.ends_with("wins"), "{line}"),
            }
        } else {
            assert_eq!(answer(category, input), expected, "{line}");
        }
        rows += 1;
    }
    assert!(rows > 200, "{rows} rows");
}

/// Plain recursion from the definition, with a table.
fn reference(rules: &HeapRules, n: u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=n {
        let mut seen = std::collections::BTreeSet::new();
        for heaps in options(rules, heap) {
            seen.insert(heaps.iter().fold(0, |sum, &h| sum ^ values[h as usize]));
        }
        values.push((0..).find(|v| !seen.contains(v)).unwrap());
    }
    values
}

#[test]
fn the_shortest_sequences_have_no_period_and_do_not_fail() {
    let kayles = HeapRules::code("0.77").unwrap();
    for n in 0..=3 {
        let mut sequence = NimSequence::new(&kayles);
        assert_eq!(sequence.periodicity(n, &unlimited()), Ok(None), "{n}");
        let expected = &[1, 2, 3][..n as usize];
        assert_eq!(sequence.values(n, &unlimited()).unwrap(), expected);
    }
}

fn agrees(rules: &HeapRules, n: u64) {
    let expected = reference(rules, n);
    let mut sequence = NimSequence::new(rules);
    let values = sequence.values(n, &unlimited()).unwrap();
    assert_eq!(values, expected[1..], "{rules}");
    let shorter = sequence.values(n / 2, &unlimited()).unwrap();
    assert_eq!(shorter, expected[1..=n as usize / 2], "{rules}");
    if let Some(found) = NimSequence::new(rules)
        .periodicity(n, &unlimited())
        .unwrap()
    {
        for heap in found.preperiod as usize..expected.len() - found.period as usize {
            let later = expected[heap + found.period as usize];
            assert_eq!(later, expected[heap] + found.saltus, "{rules}: {found}");
        }
        if let Some(before) = found.preperiod.checked_sub(1) {
            let later = expected[(before + found.period) as usize];
            assert_ne!(
                later,
                expected[before as usize] + found.saltus,
                "{rules}: {found}"
            );
        }
    }
}

#[test]
fn octal_codes_agree_with_the_reference() {
    let mut random = Random::new(0x1234_5678_9abc_def1);
    for _ in 0..400 {
        let first = ["0", "4"][random.below(2) as usize];
        let digits: String = (0..=random.below(4))
            .map(|_| random.below(8).to_string())
            .collect();
        agrees(&HeapRules::code(&format!("{first}.{digits}")).unwrap(), 300);
    }
}

#[test]
fn other_codes_agree_with_the_reference() {
    let mut random = Random::new(0xfeed_beef_1234_5678);
    for _ in 0..300 {
        let first = ["0", "4", "8", "C", "4!", "8?"][random.below(6) as usize];
        let shapes = ["", "", "", "!", "?"];
        let digits: String = (0..=random.below(3))
            .map(|_| format!("{:X}{}", random.below(16), shapes[random.below(5) as usize]))
            .collect();
        agrees(&HeapRules::code(&format!("{first}.{digits}")).unwrap(), 70);
    }
    for code in [
        "0.*3",
        "0.*?3",
        "0.{0,1,3+}",
        "0.{1,3+}",
        "{2+}!.",
        "0.0{2,5}!7",
    ] {
        agrees(&HeapRules::code(code).unwrap(), 22);
    }
}

#[test]
fn subtraction_games_agree_with_the_reference() {
    let mut random = Random::new(0xabcd_ef01_2345_6789);
    for round in 0..400 {
        let set: Vec<String> = (0..=random.below(5))
            .map(|_| (1 + random.below(12)).to_string())
            .collect();
        let prefix = if round % 2 == 0 { "" } else { "allbut:" };
        agrees(
            &HeapRules::subtraction(&format!("{prefix}{}", set.join(","))).unwrap(),
            400,
        );
    }
    agrees(&HeapRules::Nim, 100);
}

#[test]
fn proofs_hold_far_beyond_what_they_saw() {
    let mut random = Random::new(0x0bad_cafe_dead_beef);
    let mut proved = 0;
    let rounds = if full() { 300 } else { 75 };
    for _ in 0..rounds {
        let digits: String = (0..=random.below(3))
            .map(|_| format!("{:X}", random.below(16)))
            .collect();
        let rules = HeapRules::code(&format!("0.{digits}")).unwrap();
        let mut sequence = NimSequence::new(&rules);
        let Some(found) = sequence.periodicity(120, &unlimited()).unwrap() else {
            continue;
        };
        if found.is_proved() {
            proved += 1;
            // From here on `sequence` follows the proof.
            assert_eq!(
                sequence.values(260, &unlimited()).unwrap(),
                reference(&rules, 260)[1..]
            );
        }
    }
    assert!(proved > rounds / 6, "{proved} proofs");
}

#[test]
fn periods_are_proved_by_the_theorem_that_fits() {
    for (name, n, period, preperiod, saltus, theorem) in [
        ("kayles", 1000, 12, 71, 0, Theorem::Octal),
        ("dawsons_kayles", 1000, 34, 53, 0, Theorem::Octal),
        ("one_two_three_nim", 100, 4, 0, 0, Theorem::Window),
        ("subtraction:3,7,9", 100, 2, 14, 0, Theorem::Window),
        (
            "subtraction:allbut:2,3,7",
            200,
            4,
            0,
            2,
            Theorem::AllButWindow,
        ),
        ("nim", 5, 1, 0, 1, Theorem::Nim),
        ("octal:0.33", 100, 3, 0, 0, Theorem::Window),
        ("octal:0.F", 100, 2, 0, 0, Theorem::Splitting),
        ("octal:0.FF", 100, 1, 0, 1, Theorem::Arithmetic),
        ("octal:0.8F", 200, 7, 7, 4, Theorem::Arithmetic),
        ("octal:0.80", 200, 3, 1, 1, Theorem::Arithmetic),
    ] {
        let mut sequence = NimSequence::new(&rules_of(name).unwrap());
        let found = sequence.periodicity(n, &unlimited()).unwrap().unwrap();
        assert_eq!(found.basis, Basis::Proved(theorem), "{name}: {found}");
        assert_eq!(
            (found.period, found.preperiod, found.saltus),
            (period, preperiod, saltus),
            "{name}"
        );
    }
    let mut sequence = NimSequence::new(&rules_of("octal:0.3F").unwrap());
    let found = sequence.periodicity(200, &unlimited()).unwrap().unwrap();
    assert_eq!(
        found.to_string(),
        "period 6, pre-period 0, saltus 3: observed to 200"
    );
}

/// A little before the proof the values have repeated for 1.6 periods.
#[test]
fn a_period_is_observed_before_it_is_proved() {
    let mut sequence = NimSequence::new(&rules_of("octal:0.16").unwrap());
    let found = sequence.periodicity(500_000, &unlimited()).unwrap();
    let found = found.unwrap();
    assert_eq!(
        found.to_string(),
        "period 149459, pre-period 105351, saltus 0: observed to 500000; a proof needs the heaps \
         to 509621"
    );
    let needs = found.needs().unwrap();
    let before = sequence.periodicity(needs - 1, &unlimited()).unwrap();
    assert!(!before.unwrap().is_proved());
    let proved = sequence.periodicity(needs, &unlimited()).unwrap();
    assert_eq!(
        proved.unwrap().to_string(),
        "period 149459, pre-period 105351, saltus 0: proved by the octal periodicity theorem"
    );
}

#[test]
fn few_repetitions_are_no_period() {
    for (name, n) in [("kayles", 3), ("octal:0.007", 3000), ("kayles", 60)] {
        let mut sequence = NimSequence::new(&rules_of(name).unwrap());
        let found = sequence.periodicity(n, &unlimited()).unwrap();
        assert_eq!(found, None, "{name} {n}");
    }
}

#[test]
fn a_proved_period_reaches_the_largest_heaps() {
    let budget = unlimited();
    let mut kayles = NimSequence::new(&rules_of("kayles").unwrap());
    assert_eq!(kayles.value(1 << 63, &budget), kayles.value(80, &budget));
    let mut nim = NimSequence::new(&HeapRules::Nim);
    assert_eq!(nim.value(1 << 63, &budget), Ok(1 << 63));
    assert_eq!(nim.values(3, &budget).unwrap(), [1, 2, 3]);
    let mut all_but = NimSequence::new(&rules_of("subtraction:allbut:2,3,7").unwrap());
    assert_eq!(all_but.value((1 << 62) + 4, &budget), Ok((1 << 61) + 2));
}

#[test]
fn heap_positions_are_nim_sums() {
    let nim = Nim::with_variant(None).unwrap();
    let position = nim.read("9223372036854775808,3,5").unwrap();
    assert_eq!(nim_value(&position, &unlimited()), Ok((1 << 63) ^ 6));
    let rules = Arc::new(rules_of("grundys_game").unwrap());
    let position = Heaps::read(&rules, "5+8+13").unwrap();
    assert_eq!(nim_value(&position, &unlimited()), Ok(3));
}

/// The impartial version of a game goes through the search for any position.
#[test]
fn any_impartial_position_has_a_nim_value() {
    struct Value(&'static str);
    impl Visitor for Value {
        type Output = u64;
        fn visit<G: Game>(self, game: G) -> u64 {
            nim_value(&game.read(self.0).unwrap(), &unlimited()).unwrap()
        }
    }
    for (name, position, value) in [
        ("domineering:impartial", "1x2", 1),
        ("domineering:impartial", "2x2", 0),
        ("domineering:impartial", "##../..../..../..#.", 2),
        // Cram on one row is Dawson's Kayles.
        ("domineering:impartial", "1x12", 2),
        ("kayles:impartial", "12", 4),
    ] {
        assert_eq!(
            visit(name, position, Value(position)),
            Ok(value),
            "{name} {position}"
        );
    }
}

#[test]
fn outcomes_are_listed_as_in_the_lecture_notes() {
    let mut sequence = NimSequence::new(&rules_of("one_two_three_nim").unwrap());
    let outcomes = sequence.outcomes(13, &unlimited()).unwrap();
    let row: Vec<String> = outcomes.iter().map(Outcome::to_string).collect();
    assert_eq!(row.join(" "), "P N N N P N N N P N N N P N");
}

#[test]
fn winning_moves_win_and_are_all_there() {
    let budget = unlimited();
    let mut random = Random::new(0x5555_1234_8765_4321);
    for name in [
        "nim",
        "kayles",
        "grundys_game",
        "subtraction:2,3,7",
        "octal:4.37",
        "octal:0.9F",
    ] {
        let rules = Arc::new(rules_of(name).unwrap());
        let mut sequence = NimSequence::new(&rules);
        for _ in 0..60 {
            let heaps = (0..=random.below(4)).map(|_| random.below(20)).collect();
            let position = Heaps::new(Arc::clone(&rules), heaps).unwrap();
            let why = explain(&position, &mut sequence, &budget).unwrap();
            let mut winning = Vec::new();
            let _ = position.moves(Player::Left, &mut |mv| {
                let after = position.play(Player::Left, &mv);
                // What wins in one heap of a size wins in the others.
                if mv.nth == 0 && nim_value(&after, &budget) == Ok(0) {
                    winning.push(mv);
                }
                ControlFlow::Continue(())
            });
            let mut explained: Vec<_> = why.winning.iter().map(|w| w.mv.clone()).collect();
            explained.sort_by_key(|mv| (mv.heap, mv.taken, mv.into.clone()));
            winning.sort_by_key(|mv| (mv.heap, mv.taken, mv.into.clone()));
            assert!(why.complete);
            assert_eq!(explained, winning, "{name} {position}");
            assert_eq!(why.nim_sum == 0, winning.is_empty());
        }
    }
}

#[test]
fn explanations_speak_of_nim_sums() {
    let told = |name: &str, text: &str| {
        let rules = Arc::new(rules_of(name).unwrap());
        let position = Heaps::read(&rules, text).unwrap();
        explain(&position, &mut NimSequence::new(&rules), &unlimited())
            .unwrap()
            .to_string()
    };
    assert_eq!(
        told("kayles", "5,7"),
        "heaps 5, 7 have nim values 4 xor 2 = 6, which is not 0: the next player wins (an \
         N-position)\n\
         split 5 into 1+3 taking 1: nim values 4 xor 2 = 6; heap 5 has 4, and 4 xor 6 = 2; \
         1+3 has 1 xor 3 = 2; 2 xor 2 = 0\n\
         take 2 from heap 7: nim values 4 xor 2 = 6; heap 7 has 2, and 2 xor 6 = 4; heap 5 has \
         4; 4 xor 4 = 0"
    );
    assert_eq!(
        told("kayles", "12"),
        "heap 12 has nim value 4, which is not 0: the next player wins (an N-position)\n\
         split 12 into 5+5 taking 2: heap 12 has nim value 4; 5+5 has 4 xor 4 = 0"
    );
    assert_eq!(
        told("nim", "1,2,3"),
        "1 xor 2 xor 3 = 0 is 0, and no move keeps it 0: the previous player wins (a P-position)"
    );
    assert_eq!(
        told("nim", "0"),
        "no heap is left: the previous player wins (a P-position)"
    );
}

#[test]
fn work_stops_at_its_budget() {
    let rules = rules_of("octal:0.007").unwrap();
    let small = Budget::new(Some(10_000));
    let error = NimSequence::new(&rules)
        .value(1_000_000, &small)
        .unwrap_err();
    assert_eq!(error, Error::Memory { limit: 10_000 });
    let stopped = unlimited();
    stopped
        .stop_flag()
        .store(true, std::sync::atomic::Ordering::Relaxed);
    for name in [
        "octal:0.007",
        "octal:0.3F",
        "octal:0.*3",
        "subtraction:1,4,9",
        "grundys_game",
    ] {
        let mut sequence = NimSequence::new(&rules_of(name).unwrap());
        assert_eq!(
            sequence.value(1_000, &stopped),
            Err(Error::Interrupted),
            "{name}"
        );
    }
}

#[test]
fn bad_input_is_told_in_one_line() {
    for (name, column) in [
        ("octal:0.9x", Some(4)),
        ("octal:77", Some(2)),
        ("octal:", Some(1)),
        ("octal", None),
        ("subtraction:", Some(1)),
        ("subtraction:1,0", Some(3)),
        ("subtraction:1,-2", Some(3)),
        ("subtraction:1,,2", Some(3)),
        ("subtraction:allbut:", Some(8)),
        ("subtraction", None),
        ("kayles:x", None),
    ] {
        let bad = rules_of(name).unwrap_err();
        assert_eq!(bad.column, column, "{name}: {bad}");
        assert!(
            !bad.to_string().contains('\n') && !bad.hint.is_empty(),
            "{name}: {bad}"
        );
    }
    let nim = Nim::with_variant(None).unwrap();
    for (text, column) in [
        ("", 1),
        ("3,-4", 3),
        ("3,x", 3),
        ("3,,4", 3),
        ("9223372036854775809", 1),
        ("1,99999999999999999999999", 3),
        ("3.5", 1),
    ] {
        let bad = nim.read(text).unwrap_err();
        assert_eq!(bad.column, Some(column), "{text}: {bad}");
        assert!(!bad.to_string().contains('\n'));
    }
}
