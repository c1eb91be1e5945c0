//! Values that are small as graphs and beyond reach as trees. The crate `cgt`
//! has no part in this: its values are trees.

use std::collections::HashSet;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use values::{Arena, Value};

use crate::text;

/// What to expect of a result.
pub const NO_LIMIT: &str = "no limit is set";

/// Reports one work: its name, its size, the time it took.
pub type Report<'a> = dyn FnMut(&str, usize, Duration) + 'a;

/// The numbers of rows of the triangle and of links of the chains, and the
/// bytes of the text.
pub struct Sizes {
    rows: usize,
    links: usize,
    text: usize,
}

impl Sizes {
    /// 10⁵ distinct values, chains of 10⁵, 50 MB.
    pub const FULL: Sizes = Sizes {
        rows: 447,
        links: 100_000,
        text: 50_000_000,
    };
    /// A hundredth of it.
    pub const QUICK: Sizes = Sizes {
        rows: 45,
        links: 1000,
        text: 500_000,
    };
}

/// The time of a work and its result.
pub fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

/// Runs all works.
///
/// # Errors
/// An answer is wrong, or the temporary file cannot be used.
pub fn run(
    sizes: &Sizes,
    wanted: impl Fn(&str) -> bool,
    report: &mut Report<'_>,
) -> Result<(), String> {
    type Build = fn(&mut Arena, usize) -> Vec<Value>;
    let values: [(&str, Build, usize); 3] = [
        ("triangle", triangle, sizes.rows),
        ("hot chain", hot_chain, sizes.links),
        ("cold chain", cold_chain, sizes.links),
    ];
    for (name, build, size) in values {
        if wanted(name) {
            algebra(name, build, size, report)?;
        }
    }
    if wanted("text") {
        text::run(sizes.text, report).map_err(|error| format!("text: {error}"))?;
    }
    Ok(())
}

/// A value with n(n+1)/2 hot followers and 2ⁿ lines of play: each row of
/// values has the one below as options and raises the stakes, so that nothing
/// is dominated or reversible. The apex is last.
pub fn triangle(arena: &mut Arena, rows: usize) -> Vec<Value> {
    let rows = rows as i64;
    let mut all = Vec::new();
    let mut row: Vec<Value> = Vec::new();
    for stake in 1..=rows {
        let [left, right] = [stake, -stake].map(|n| arena.integer(n).expect(NO_LIMIT));
        row.push(arena.game(&[left], &[right]).expect(NO_LIMIT));
    }
    for height in 1..=rows {
        all.extend_from_slice(&row);
        let pairs = row.windows(2).zip(height * rows..);
        row = pairs
            .map(|(pair, stake)| raise(arena, height, stake, pair))
            .collect();
    }
    all
}

/// {stake | options} or {options | −stake}, in turn.
fn raise(arena: &mut Arena, height: i64, stake: i64, options: &[Value]) -> Value {
    let stake = [arena.integer(stake).expect(NO_LIMIT)];
    let game = if height % 2 == 1 {
        arena.game(&stake, options)
    } else {
        arena.game(options, &[-stake[0]])
    };
    game.expect(NO_LIMIT)
}

/// {5‖{3‖{1|0}|−2}|−4} and so on.
fn hot_chain(arena: &mut Arena, links: usize) -> Vec<Value> {
    let mut all = vec![Value::ZERO];
    for height in 1..=links as i64 {
        all.push(raise(arena, height, height, &all[all.len() - 1..]));
    }
    all
}

/// {0‖0‖0|−1} and so on, all of temperature 0.
fn cold_chain(arena: &mut Arena, links: usize) -> Vec<Value> {
    let mut all = vec![arena.integer(-1).expect(NO_LIMIT)];
    for _ in 0..links {
        all.push(
            arena
                .game(&[Value::ZERO], &all[all.len() - 1..])
                .expect(NO_LIMIT),
        );
    }
    all
}

fn algebra(
    name: &str,
    build: fn(&mut Arena, usize) -> Vec<Value>,
    size: usize,
    report: &mut Report<'_>,
) -> Result<(), String> {
    let mut arena = Arena::new();
    let (time, all) = timed(|| build(&mut arena, size));
    let distinct = all.iter().collect::<HashSet<_>>().len();
    let g = *all.last().expect("not empty");
    let mut check = |what: &str, time: Duration, right: bool| {
        report(&format!("{name}: {what}"), distinct, time);
        if right {
            Ok(())
        } else {
            Err(format!("{name}: {what} is wrong"))
        }
    };
    check("build", time, distinct == all.len())?;
    let star = arena.nimber(1).expect(NO_LIMIT);
    let (time, difference) = timed(|| arena.sub(g, g).expect(NO_LIMIT));
    check("G - G = 0", time, difference == Value::ZERO)?;
    let (time, sum) = timed(|| arena.add(g, star).expect(NO_LIMIT));
    check("G + *", time, sum != g)?;
    let (time, sum) = timed(|| arena.add(sum, star).expect(NO_LIMIT));
    check("(G + *) + * = G", time, sum == g)?;
    if name == "cold chain" {
        // The walls of the others have a corner for nearly every row or link,
        // whose numbers are as long: they would fill the memory.
        let (time, temperature) = timed(|| arena.temperature(g).expect(NO_LIMIT));
        check("temperature = 0", time, temperature.is_zero())?;
    }
    Ok(())
}

/// The peak memory of this process since [`reset_peak`], in bytes; only Linux
/// tells.
pub fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Forgets the peak so far.
pub fn reset_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}
