//! Development tasks, run as `cargo xtask TASK`.
//!
//! `test` is everything a change must pass, on any machine with Rust; `bench`
//! measures against the crate `cgt`.

mod python;

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::thread;
use std::time::Instant;

const USAGE: &str = "\
Usage: cargo xtask TASK

Tasks:
  test           check format, lints, documentation and tests;
                 installs Chromium, its driver and axe-core for the browser
                 tests
                 (--no-browser leaves those tests out),
                 an environment for the tests of the Python package
                 (--no-python leaves those out),
                 and Java and PySpark for those of counting on a cluster
                 (--no-cluster leaves those out)
  bench [ARG]... run the benchmarks in bench/ (arguments are passed on)";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let outcome = match args.next().as_deref() {
        Some("test") => {
            let options: Vec<String> = args.collect();
            let known = ["--no-browser", "--no-python", "--no-cluster"];
            match options
                .iter()
                .all(|option| known.contains(&option.as_str()))
            {
                true => {
                    let [browser, python, cluster] =
                        known.map(|option| options.iter().all(|given| given != option));
                    test(browser, python, python && cluster)
                }
                false => Err(USAGE.to_string()),
            }
        }
        Some("bench") => bench(args.collect()),
        Some("help" | "--help" | "-h") => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Everything a change must pass, cheapest first.
fn test(browser: bool, python: bool, cluster: bool) -> Result<(), String> {
    let started = Instant::now();
    let judged = browser && install_browser()?;
    if cluster {
        python::install_java()?;
    }
    // Downloads, while the compiler works.
    let environment = python.then(|| thread::spawn(move || python::environment(cluster)));
    if component("fmt", "rustfmt") {
        run("format", &mut cargo(["fmt", "--all", "--check"]))?;
    }
    if component("clippy", "clippy") {
        let lints = [
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--",
            "-Dwarnings",
        ];
        run("lints", &mut cargo(lints))?;
        let bare = ["clippy", "-psolve", "--no-default-features"];
        let mut bare = cargo(bare);
        run("lints without files", bare.args(["--", "-Dwarnings"]))?;
    }
    let mut doc = cargo(["doc", "--workspace", "--no-deps"]);
    run("documentation", doc.env("RUSTDOCFLAGS", "-Dwarnings"))?;
    run(
        "build of the tests",
        rust_tests(browser, judged).arg("--no-run"),
    )?;
    let beside = match environment {
        Some(environment) => {
            let prepared = environment.join();
            prepared.map_err(|_| "xtask: no environment for the Python tests")??;
            python::build()?;
            Some(thread::spawn(move || python::test(cluster)))
        }
        None => None,
    };
    // Both wait for others now and then: for a browser, for Spark.
    let tested = run("tests", &mut rust_tests(browser, judged));
    let beside = beside.map_or(Ok(Ok(())), thread::JoinHandle::join);
    tested?;
    beside.map_err(|_| "xtask: the Python tests were not run")??;
    eprintln!("xtask: all passed in {} s", started.elapsed().as_secs());
    if !browser {
        eprintln!("NOT RUN: browser tests");
    } else if !judged {
        eprintln!("NOT RUN: the judgement of pages by axe-core, which npm did not install");
    }
    if !python {
        eprintln!("NOT RUN: Python tests");
    }
    if !cluster {
        eprintln!(
            "NOT RUN: cluster tests (bindings/python/{})",
            python::CLUSTER_TESTS
        );
    }
    Ok(())
}

/// All tests that are written in Rust.
fn rust_tests(browser: bool, judged: bool) -> Command {
    let mut tests = cargo(["test", "--workspace", "--no-fail-fast"]);
    if browser {
        tests.args(["--features", "legatus/browser-tests"]);
    }
    if !judged {
        tests.env("LEGATUS_NO_AXE", "1");
    }
    // Many wait for a browser or a server: one more than there are cores.
    if env::var_os("RUST_TEST_THREADS").is_none() {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        tests.env("RUST_TEST_THREADS", (cores + 1).to_string());
    }
    tests
}

/// Installs what the browser tests need, if it is not there: Chromium and its
/// driver from Debian, and axe-core, which judges whether everybody can use the
/// pages, by npm. Whether axe-core is there.
fn install_browser() -> Result<bool, String> {
    let browser = || present("chromium") && present("chromedriver");
    if !browser() {
        install(&["chromium", "chromium-driver"]);
    }
    if !browser() {
        return Err(format!(
            "xtask: the browser tests need Chromium and its driver; install them with\n  \
             sudo {UPDATE} && sudo {INSTALL} chromium chromium-driver\n\
             or leave those tests out: cargo xtask test --no-browser"
        ));
    }
    let place = root().join("target/accessibility");
    if place.join("node_modules/axe-core/axe.min.js").exists() {
        return Ok(true);
    }
    if !present("npm") {
        install(&["npm"]);
    }
    eprintln!("xtask: installing what the browser tests need: npm install {AXE}");
    let npm = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--prefix"])
        .arg(&place)
        .arg(AXE)
        .status();
    Ok(npm.is_ok_and(|status| status.success()))
}

/// What judges whether everybody can use the pages.
const AXE: &str = "axe-core@4.14.0";

/// Whether a program runs.
fn present(program: &str) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|output| output.status.success())
}

const UPDATE: &str = "apt-get update";
const INSTALL: &str = "apt-get install -y --no-install-recommends";

/// Tries to install packages of Debian, as root or by sudo.
fn install(packages: &[&str]) {
    let root = Command::new("id").arg("-u").output();
    let root = root.is_ok_and(|output| output.stdout.starts_with(b"0\n"));
    let prefix = if root { "" } else { "sudo -n " };
    let install = format!("{INSTALL} {}", packages.join(" "));
    for step in [UPDATE, &install] {
        let step = format!("{prefix}{step}");
        eprintln!("xtask: installing what the tests need: {step}");
        let mut words = step.split(' ');
        let status = Command::new(words.next().unwrap_or_default())
            .args(words)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .status();
        if !status.is_ok_and(|status| status.success()) {
            break;
        }
    }
}

/// The benchmarks live outside the workspace, so that nobody who uses Legatus
/// builds what they compare it with.
fn bench(args: Vec<String>) -> Result<(), String> {
    let bench = root().join("bench");
    let mut command = cargo(["run", "--release", "--manifest-path"]);
    command
        .arg(bench.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(bench.join("target"))
        .arg("--")
        .args(args);
    run("benchmarks", &mut command)
}

/// Whether `cargo SUBCOMMAND` works, after trying to install its component.
fn component(subcommand: &str, component: &str) -> bool {
    let present = || {
        cargo([subcommand, "--version"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if present() {
        return true;
    }
    eprintln!("xtask: installing {component}: rustup component add {component}");
    let installed = Command::new("rustup")
        .current_dir(root())
        .args(["component", "add", component])
        .status()
        .is_ok_and(|status| status.success());
    if !(installed && present()) {
        eprintln!("xtask: {component} cannot be installed here: its check is left out");
        return false;
    }
    true
}

fn run(what: &str, command: &mut Command) -> Result<(), String> {
    watch(what, command, Command::status)
}

/// Runs a command whose output is shown when it has ended, as other work goes
/// on beside it.
fn run_beside(what: &str, command: &mut Command) -> Result<(), String> {
    watch(what, command, |command| {
        let output = command.output()?;
        io::stdout().write_all(&output.stdout)?;
        io::stderr().write_all(&output.stderr)?;
        Ok(output.status)
    })
}

fn watch(
    what: &str,
    command: &mut Command,
    end: impl FnOnce(&mut Command) -> io::Result<ExitStatus>,
) -> Result<(), String> {
    eprintln!("xtask: {what}");
    let started = Instant::now();
    match end(command) {
        Ok(status) if status.success() => {
            eprintln!("xtask: {what} done in {} s", started.elapsed().as_secs());
            Ok(())
        }
        Ok(status) => Err(format!("xtask: {what} failed ({status}): {command:?}")),
        Err(error) => Err(format!("xtask: {what} did not start: {error}")),
    }
}

fn cargo<const N: usize>(args: [&str; N]) -> Command {
    // Cargo names itself to the programs it runs.
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(root()).args(args);
    built_once(&mut command);
    command
}

/// Where nothing will be built again, nothing is prepared for it.
fn built_once(command: &mut Command) {
    if env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
}

fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}
