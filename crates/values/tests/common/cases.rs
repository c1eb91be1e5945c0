//! Random cases that shrink when they fail.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::Once;
use values::Random;

/// What a case is drawn from. The draws are kept, so that a case that fails
/// can be tried again with fewer and smaller ones.
pub struct Draws {
    random: Random,
    /// Given for a case that is tried again: zeros follow.
    again: Option<Vec<usize>>,
    taken: Vec<usize>,
    /// What was drawn, as far as the case says so.
    pub about: String,
}

impl Draws {
    pub fn new(seed: u64) -> Self {
        Draws {
            random: Random::new(seed),
            again: None,
            taken: Vec::new(),
            about: String::new(),
        }
    }

    fn again(draws: &[usize]) -> Self {
        Draws {
            again: Some(draws.to_vec()),
            ..Draws::new(0)
        }
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        let drawn = match &self.again {
            None => self.random.below(n as u64) as usize,
            Some(draws) => draws.get(self.taken.len()).map_or(0, |&x| x.min(n - 1)),
        };
        self.taken.push(drawn);
        drawn
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Checks cases drawn from the seeds below `count`. All share a state, such
/// as an arena. One that fails is tried again, each time with a fresh state,
/// until no fewer or smaller draws are found to fail: the last report is that
/// of the smallest case.
pub fn cases<S>(count: u64, fresh: impl Fn() -> S, mut check: impl FnMut(&mut S, &mut Draws)) {
    let mut state = fresh();
    for seed in 0..count {
        let mut draws = Draws::new(seed);
        let Err(panic) = attempt(&mut state, &mut draws, &mut check) else {
            continue;
        };
        let least = silently(|| {
            smallest(draws.taken, |candidate| {
                let mut draws = Draws::again(candidate);
                attempt(&mut fresh(), &mut draws, &mut check).is_err()
            })
        });
        let mut last = Draws::again(&least);
        let again = attempt(&mut fresh(), &mut last, &mut check);
        eprintln!("seed {seed} fails, and draws {least:?} {}", last.about);
        // Some fail only in a state that has seen the cases before.
        resume_unwind(again.err().unwrap_or(panic));
    }
}

fn attempt<S>(
    state: &mut S,
    draws: &mut Draws,
    check: &mut impl FnMut(&mut S, &mut Draws),
) -> Result<(), Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(|| check(state, draws)))
}

/// Fewer or smaller draws that still fail, as few and small as can be found:
/// without a run of them, without one of them that an earlier one counted, or
/// with one of them nearer to 0.
fn smallest(mut draws: Vec<usize>, mut fails: impl FnMut(&[usize]) -> bool) -> Vec<usize> {
    'smaller: loop {
        let halves = std::iter::successors(Some(draws.len()), |run| Some(run / 2));
        for run in halves.take_while(|&run| run > 0) {
            for start in (0..draws.len()).step_by(run) {
                let end = draws.len().min(start + run);
                let mut fewer = draws.clone();
                fewer.drain(start..end);
                if fails(&fewer) {
                    draws = fewer;
                    continue 'smaller;
                }
            }
        }
        for count in (0..draws.len()).filter(|&i| draws[i] > 0) {
            for counted in count + 1..draws.len() {
                let mut fewer = draws.clone();
                fewer[count] -= 1;
                fewer.remove(counted);
                if fails(&fewer) {
                    draws = fewer;
                    continue 'smaller;
                }
            }
        }
        for i in 0..draws.len() {
            let x = draws[i];
            for nearer in [0, x / 2, x.saturating_sub(1)] {
                draws[i] = nearer;
                if nearer < x && fails(&draws) {
                    continue 'smaller;
                }
            }
            draws[i] = x;
        }
        return draws;
    }
}

thread_local! {
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f` without reports of the panics in it.
fn silently<T>(f: impl FnOnce() -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = take_hook();
        set_hook(Box::new(move |info| {
            if !SILENT.get() {
                report(info);
            }
        }));
    });
    SILENT.set(true);
    let result = f();
    SILENT.set(false);
    result
}

#[test]
fn a_case_that_fails_is_shrunk() {
    let mut tried = Vec::new();
    let failed = silently(|| {
        catch_unwind(AssertUnwindSafe(|| {
            cases(
                1000,
                || (),
                |(), draws| {
                    let length = draws.below(10);
                    let list: Vec<usize> = (0..length).map(|_| draws.below(1000)).collect();
                    tried.push(list.clone());
                    assert!(list.iter().all(|&x| x < 500), "{list:?}");
                },
            );
        }))
    });
    assert!(failed.is_err());
    assert!(tried[0].len() > 1, "{:?}", tried[0]);
    assert_eq!(tried.last().unwrap(), &[500]);
}
