//! Times the crate `values` against the crate `cgt` on the same work, in the
//! same run, and checks that both give the same answers.

mod graphs;
mod large;
mod library;
mod positions;
mod text;

use std::process::ExitCode;
use std::time::Duration;

use large::Sizes;
use library::{Cgt, Legatus};
use positions::{CASES, Case, Done, Repeat, WORKS};

const USAGE: &str = "\
Usage: cargo xtask bench [OPTION]... [FILTER]

Runs the works whose name contains FILTER (all of them without one).

Options:
  --quick         small positions only
  --only-legatus  do not run cgt
  --once          do each work once instead of repeating it (to profile)
  --dump NAME     print the option graph of a position instead
";

/// What was asked for on the command line.
struct Settings {
    filter: String,
    quick: bool,
    only_legatus: bool,
    repeat: Repeat,
    dump: Option<String>,
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Settings, String> {
    let repeat = Repeat {
        times: 50,
        spent: Duration::from_secs(2),
    };
    let mut settings = Settings {
        filter: String::new(),
        quick: false,
        only_legatus: false,
        repeat,
        dump: None,
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => settings.quick = true,
            "--only-legatus" => settings.only_legatus = true,
            "--once" => settings.repeat.times = 1,
            "--dump" => settings.dump = Some(arguments.next().ok_or(USAGE)?),
            option if option.starts_with('-') => return Err(USAGE.to_string()),
            filter => settings.filter = filter.to_string(),
        }
    }
    Ok(settings)
}

fn main() -> ExitCode {
    let outcome = parse(std::env::args().skip(1)).and_then(|settings| match &settings.dump {
        Some(name) => dump(name),
        None => bench(&settings),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn dump(name: &str) -> Result<(), String> {
    let case = CASES.iter().find(|case| case.name == name);
    let case = case.ok_or_else(|| format!("no position is called {name:?}"))?;
    print!("{}", (case.graph)());
    Ok(())
}

fn bench(settings: &Settings) -> Result<(), String> {
    // First, while the memory of this process is still small.
    large_values(settings)?;
    println!();
    row("work", "size", "legatus", "cgt", "ratio");
    for case in CASES.iter().filter(|case| case.quick || !settings.quick) {
        compare(settings, case)?;
    }
    Ok(())
}

fn large_values(settings: &Settings) -> Result<(), String> {
    row("work", "size", "legatus", "peak memory", "");
    let sizes = if settings.quick {
        Sizes::QUICK
    } else {
        Sizes::FULL
    };
    let wanted = |name: &str| name.contains(&settings.filter);
    large::reset_peak();
    large::run(&sizes, wanted, &mut |name, size, taken| {
        let peak = large::peak().map_or(String::new(), |bytes| format!("{} MB", bytes >> 20));
        row(name, &size.to_string(), &time(taken), &peak, "");
        large::reset_peak();
    })
}

fn compare(settings: &Settings, case: &Case) -> Result<(), String> {
    let names = WORKS.map(|work| format!("{work}, {}", case.name));
    let wanted = names.each_ref().map(|name| name.contains(&settings.filter));
    if wanted == [false; WORKS.len()] {
        return Ok(());
    }
    let graph = (case.graph)();
    let ours = positions::run::<Legatus>(case, &graph, &wanted, settings.repeat)?;
    let theirs = if settings.only_legatus {
        [const { None }; WORKS.len()]
    } else {
        positions::run::<Cgt>(case, &graph, &wanted, settings.repeat)?
    };
    for ((name, ours), theirs) in names.iter().zip(ours).zip(theirs) {
        let Some(ours) = ours else { continue };
        report(name, &ours, theirs.as_ref())?;
    }
    Ok(())
}

fn report(name: &str, ours: &Done, theirs: Option<&Done>) -> Result<(), String> {
    let size = ours.size.to_string();
    let Some(theirs) = theirs else {
        row(name, &size, &time(ours.time), "", "");
        return Ok(());
    };
    if ours.answer != theirs.answer {
        let pairs = ours.answer.iter().zip(&theirs.answer);
        let differing = pairs.filter(|(ours, theirs)| ours != theirs).count();
        return Err(format!("{name}: the answers differ, {differing} of {size}"));
    }
    let ratio = theirs.time.as_secs_f64() / ours.time.as_secs_f64();
    row(
        name,
        &size,
        &time(ours.time),
        &time(theirs.time),
        &format!("{ratio:.*}", usize::from(ratio < 1000.0)),
    );
    Ok(())
}

fn row(work: &str, size: &str, ours: &str, theirs: &str, ratio: &str) {
    println!("{work:<34} {size:>9} {ours:>12} {theirs:>12} {ratio:>9}");
}

fn time(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
