//! Times Legatus against the crate `cgt` on the same work, in the same run,
//! and checks that both give the same answers; and times the questions that
//! have a target.

mod files;
mod graphs;
mod large;
mod library;
mod load;
mod loopy;
mod octal;
mod positions;
mod solver;
mod targets;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use large::Sizes;
use library::{Cgt, Legatus};
use positions::{CASES, Case, Done, Repeat, WORKS};
use targets::{Goal, TARGETS, Target};

const USAGE: &str = "\
Usage: cargo xtask bench [OPTION]... [FILTER]

Runs the works whose name contains FILTER (all of them without one).

Options:
  --quick         small positions only, and no targets
  --only-legatus  do not run cgt
  --once          do each work once instead of repeating it (to profile)
  --program FILE  let clients load this program instead of building it
  --dump NAME     print the option graph of a position instead
";

/// What was asked for on the command line.
struct Settings {
    filter: String,
    quick: bool,
    only_legatus: bool,
    repeat: Repeat,
    program: Option<PathBuf>,
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
        program: None,
        dump: None,
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => settings.quick = true,
            "--only-legatus" => settings.only_legatus = true,
            "--once" => settings.repeat.times = 1,
            "--program" => settings.program = Some(arguments.next().ok_or(USAGE)?.into()),
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
    if !settings.quick {
        targets(settings)?;
        println!();
        heaps(settings)?;
        println!();
        outcomes(settings)?;
        println!();
        clients(settings)?;
        println!();
    }
    rule_files(settings)?;
    println!();
    loopy_games(settings);
    println!();
    row("work", "size", "legatus", "cgt", "ratio");
    for case in CASES.iter().filter(|case| case.quick || !settings.quick) {
        compare(settings, case)?;
    }
    Ok(())
}

/// Processor time, the time or the ratio that it should keep, and the peak
/// memory.
fn targets(settings: &Settings) -> Result<(), String> {
    let row = |cells: [&str; 7]| {
        let [work, size, ours, target, theirs, ratio, memory] = cells;
        println!(
            "{work:<34} {size:>9} {ours:>12} {target:>12} {theirs:>12} {ratio:>9} {memory:>16}"
        );
    };
    row([
        "work",
        "size",
        "legatus",
        "target",
        "cgt",
        "ratio",
        "peak memory",
    ]);
    let wanted = |target: &&Target| target.name.contains(&settings.filter);
    for target in TARGETS.iter().filter(wanted) {
        large::reset_peak();
        let (taken, found) = targets::best(target.work);
        let peak = large::peak();
        let (known, right) = found.known;
        if !right {
            return Err(format!("{} should be {known}", target.name));
        }
        let theirs = target.cgt.filter(|_| !settings.only_legatus);
        let theirs = theirs.map(targets::best);
        if let Some((_, text)) = &theirs
            && !targets::same(&found.text, text)
        {
            return Err(format!("{}: the answers differ", target.name));
        }
        let theirs = theirs.map(|(theirs, _)| theirs);
        let ratio = theirs.map(|theirs| theirs.as_secs_f64() / taken.as_secs_f64());
        let memory = peak.map_or(String::new(), |peak| {
            let most = target.most_memory.map(|most| format!(" of {}", most >> 20));
            format!("{}{} MB", peak >> 20, most.unwrap_or_default())
        });
        row([
            target.name,
            &found.size.to_string(),
            &time(taken),
            &match target.goal {
                Goal::Within(most) => time(most),
                Goal::Times(ratio) => format!("{ratio} x cgt"),
            },
            &theirs.map_or(String::new(), time),
            &ratio.map_or(String::new(), |ratio| format!("{ratio:.1}")),
            &memory,
        ]);
    }
    Ok(())
}

/// Octal games beside a plain program that uses sparse spaces: the ratio
/// should be at least 2.
fn heaps(settings: &Settings) -> Result<(), String> {
    row("work", "heaps", "legatus", "plain", "ratio");
    let wanted = |heaps: &&octal::Heaps| heaps.name.contains(&settings.filter);
    for heaps in octal::HEAPS.iter().filter(wanted) {
        let [ours, theirs] = heaps.compare()?;
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        let ratio = format!("{ratio:.1}");
        row(heaps.name, "100000", &time(ours), &time(theirs), &ratio);
    }
    Ok(())
}

/// Sums and canonical forms of large graphs of games that may not end.
fn loopy_games(settings: &Settings) {
    row("work", "vertices", "moves", "stoppers", "time");
    let wanted = |work: &&loopy::Work| {
        work.name.contains(&settings.filter) && (!work.slow || !settings.quick)
    };
    for work in loopy::WORKS.iter().filter(wanted) {
        let (taken, result) = targets::best(|| work.run());
        row(
            work.name,
            &result.vertices.to_string(),
            &result.edges.to_string(),
            &result.stoppers.to_string(),
            &time(taken),
        );
    }
}

/// Rule files beside games that are built in: the ratio should be at least a
/// third, and `cgt` should not be faster.
fn rule_files(settings: &Settings) -> Result<(), String> {
    row("work", "built in", "file", "cgt", "ratio");
    let wanted = |twin: &&files::Twin| twin.name.contains(&settings.filter);
    for twin in files::TWINS.iter().filter(wanted) {
        let (built_in, value) = targets::best(|| twin.built_in());
        let (file, same) = targets::best(|| twin.by_file());
        if value != same {
            return Err(format!("{}: the values differ", twin.name));
        }
        let theirs = twin.cgt.filter(|_| !settings.only_legatus);
        let theirs = theirs.map(targets::best);
        if let Some((_, text)) = &theirs
            && !targets::same(&value, text)
        {
            return Err(format!("{}: cgt says {text}", twin.name));
        }
        let ratio = built_in.as_secs_f64() / file.as_secs_f64();
        row(
            twin.name,
            &time(built_in),
            &time(file),
            &theirs.map_or(String::new(), |(theirs, _)| time(theirs)),
            &format!("{ratio:.2}"),
        );
    }
    Ok(())
}

/// How much search it takes to find out who wins.
fn outcomes(settings: &Settings) -> Result<(), String> {
    let row = |cells: [&str; 5]| {
        let [work, nodes, taken, rate, memory] = cells;
        println!("{work:<34} {nodes:>9} {taken:>12} {rate:>12} {memory:>12}");
    };
    row(["outcome", "nodes", "time", "nodes/s", "peak memory"]);
    for instance in solver::INSTANCES {
        let name = format!("outcome, {}", instance.name);
        if !name.contains(&settings.filter) {
            continue;
        }
        large::reset_peak();
        let (taken, (outcome, statistics)) = targets::best(instance.solve);
        let peak = large::peak().map_or(String::new(), |peak| format!("{} MB", peak >> 20));
        if outcome != instance.outcome {
            return Err(format!("{name} should be {}", instance.outcome));
        }
        let rate = statistics.nodes as f64 / taken.as_secs_f64();
        let nodes = statistics.nodes.to_string();
        row([&name, &nodes, &time(taken), &format!("{rate:.0}"), &peak]);
    }
    Ok(())
}

/// How soon the workbench answers many clients while an analysis runs.
fn clients(settings: &Settings) -> Result<(), String> {
    let row = |cells: [&str; 6]| {
        let [work, requests, median, most, worst, target] = cells;
        println!("{work:<34} {requests:>9} {median:>12} {most:>12} {worst:>12} {target:>12}");
    };
    row([
        "200 clients",
        "requests",
        "50 %",
        "99 %",
        "all",
        "99 % within",
    ]);
    if !"200 clients".contains(&settings.filter) {
        return Ok(());
    }
    let measured = load::run(settings.program.as_deref())?;
    for (kind, times) in load::KINDS.iter().zip(&measured.times) {
        let at = |part: usize| times.get((times.len() * part / 100).min(times.len() - 1));
        let at = |part| at(part).map_or(String::new(), |taken| time(*taken));
        row([
            &format!("200 clients, {kind}"),
            &times.len().to_string(),
            &at(50),
            &at(99),
            &at(100),
            &time(load::TARGET),
        ]);
    }
    println!("{} analyses were asked for meanwhile", measured.analyses);
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
