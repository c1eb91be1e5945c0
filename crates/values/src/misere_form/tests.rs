use super::*;

fn arena() -> (MisereArena, Budget) {
    (MisereArena::new(), Budget::unlimited())
}

#[test]
fn misere_nim_is_won_by_the_rule_of_bouton() {
    let (mut arena, budget) = arena();
    for a in 0..6u64 {
        for b in 0..=a {
            for c in 0..=b {
                let mut sum = MisereForm::ZERO;
                for heap in [a, b, c] {
                    let heap = arena.nim_heap(heap, &budget).unwrap();
                    sum = arena.add(sum, heap, &budget).unwrap();
                }
                let lost = match a {
                    0 | 1 => (a + b + c) % 2 == 1,
                    _ => a ^ b ^ c == 0,
                };
                assert_eq!(arena.is_lost(sum), lost, "{a},{b},{c}");
            }
        }
    }
}

/// All forms born by a day.
fn born(arena: &mut MisereArena, day: u32, budget: &Budget) -> Vec<MisereForm> {
    let mut forms = vec![MisereForm::ZERO];
    for _ in 0..day {
        let mut next = Vec::new();
        for set in 0u32..1 << forms.len() {
            let chosen = (0..forms.len()).filter(|place| set >> place & 1 == 1);
            let options = chosen.map(|place| forms[place]).collect();
            next.push(arena.game(options, budget).unwrap());
        }
        next.sort_unstable();
        next.dedup();
        forms = next;
    }
    forms
}

fn pairs(forms: &[MisereForm]) -> impl Iterator<Item = [MisereForm; 2]> {
    let seconds = |&g: &MisereForm| forms.iter().map(move |&h| [g, h]);
    forms.iter().flat_map(seconds)
}

#[test]
fn what_is_printed_is_read() {
    let (mut arena, budget) = arena();
    let mut forms = born(&mut arena, 4, &budget);
    // Sums and games of these, subscripts and brackets included.
    let mut random = crate::random::Random::new(5);
    for _ in 0..200 {
        let mut pick = || forms[random.below(forms.len() as u64) as usize];
        let (a, b, c) = (pick(), pick(), pick());
        let small = arena.birthday(a) + arena.birthday(b) < 9;
        let next = match small {
            true => arena.add(a, b, &budget).unwrap(),
            false => continue,
        };
        forms.push(next);
        if arena.birthday(c) < 7 {
            forms.push(arena.game(vec![a, next, c], &budget).unwrap());
        }
    }
    forms.push(arena.nim_heap(12, &budget).unwrap());
    for form in forms {
        let text = arena.text(form, &budget).unwrap();
        assert_eq!(arena.read(&text, &budget), Ok(form), "{text}");
    }
    for (text, reason) in [
        ("*2", "column 1: expected `*[`"),
        ("*[]", "column 4: expected a size"),
        ("*[2[3]", "column 7: expected a size"),
        ("*[2[-4]]", "column 7: a heap is taken away"),
        ("*[&12]", "column 6: expected a size"),
        ("*[(21]", "column 6: expected a size, `(` or `)`"),
        ("*[2] 3", "column 5: expected the end"),
    ] {
        let error = arena.read(text, &budget).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn as_many_forms_as_conway_counts() {
    let (mut arena, budget) = arena();
    let counts = [0, 1, 2, 3, 4].map(|day| born(&mut arena, day, &budget).len());
    assert_eq!(counts, [1, 2, 3, 5, 22]);
}

#[test]
fn parts_are_all_that_sums_of_early_forms_show() {
    let (mut arena, budget) = arena();
    for [g, h] in pairs(&born(&mut arena, 4, &budget)) {
        let sum = arena.add(g, h, &budget).unwrap();
        assert_eq!(arena.difference(sum, h, &budget), Ok(Some(g)));
    }
}

#[test]
fn distinguishers_and_links_do_as_they_say() {
    let (mut arena, budget) = arena();
    let forms = born(&mut arena, 4, &budget);
    let lost = |arena: &mut MisereArena, a, b| {
        let sum = arena.add(a, b, &budget).unwrap();
        arena.is_lost(sum)
    };
    for [g, h] in pairs(&forms) {
        match arena.distinguisher(g, h, &budget).unwrap() {
            Some(test) => assert!(lost(&mut arena, g, test) && !lost(&mut arena, h, test)),
            None => assert_eq!(g, h),
        }
        if let Some(link) = arena.link(g, h, &budget).unwrap() {
            assert!(lost(&mut arena, g, link) && lost(&mut arena, h, link));
        }
    }
    for g in forms {
        let mate = arena.mate(g, &budget).unwrap();
        assert!(lost(&mut arena, g, mate));
    }
}

#[test]
fn long_games_are_refused() {
    let (mut arena, budget) = arena();
    assert_eq!(arena.nim_heap(5000, &budget), Err(TOO_LONG));
}
