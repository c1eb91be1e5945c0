//! The tests of the Python package: an environment of its own in
//! `target/python`, the wheel in the profile of the tests, and pytest.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{INSTALL, UPDATE, built_once, install, present, root, run, run_beside};

/// What the tests need from PyPI. The package itself needs nothing.
const PACKAGES: [&str; 9] = [
    "maturin>=1.7,<2",
    "pytest>=8",
    "hypothesis>=6",
    "mypy>=1.10",
    "nbclient>=0.10",
    "nbformat>=5",
    "ipykernel>=6",
    "numpy>=1.26",
    "pyarrow>=15",
];

/// What the tests of counting on a cluster need besides. Spark comes as its
/// sources, 450 MB of which pip makes a wheel: to compress that would take a
/// minute.
const CLUSTER_PACKAGES: [&str; 2] = ["pyspark>=4.1,<5", "pandas>=2.2,<3"];

/// Those tests.
pub const CLUSTER_TESTS: &str = "tests/test_cluster.py";

/// Installs the Java that Spark runs on, if there is none.
pub fn install_java() -> Result<(), String> {
    const JAVA: &str = "default-jre-headless";
    if !present("java") {
        install(&[JAVA]);
    }
    match present("java") {
        true => Ok(()),
        false => Err(format!(
            "xtask: the cluster tests need Java 17 or newer; install it with\n  \
             sudo {UPDATE} && sudo {INSTALL} {JAVA}\n\
             or leave those tests out: cargo xtask test --no-cluster"
        )),
    }
}

fn place() -> PathBuf {
    root().join("target/python")
}

/// Builds the wheel with the crates that the tests have compiled, and installs
/// it.
pub fn build() -> Result<(), String> {
    let place = place();
    let wheels = place.join("wheels");
    let mut build = Command::new(place.join("bin/maturin"));
    build
        .current_dir(root())
        .args(["build", "--profile", "dev", "--features", "as-tested"])
        .args(["--manifest-path", "bindings/python/Cargo.toml"])
        .arg("--target-dir")
        .arg(root().join("target"))
        .arg("--out")
        .arg(&wheels);
    built_once(&mut build);
    run("wheel", &mut build)?;
    let mut install = Command::new(place.join("bin/python"));
    install
        .args(["-m", "pip", "install", "--quiet", "--no-deps"])
        .args(["--force-reinstall", "--no-index", "--find-links"])
        .arg(&wheels)
        .arg("legatus");
    run("installation of the wheel", &mut install)
}

/// Runs pytest, beside other tests.
pub fn test(cluster: bool) -> Result<(), String> {
    let mut tests = Command::new(place().join("bin/python"));
    tests.current_dir(root().join("bindings/python")).args([
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
    ]);
    if !cluster {
        tests.args(["--ignore", CLUSTER_TESTS]);
    }
    run_beside("Python tests", &mut tests)
}

/// Makes the environment and installs what the tests need there, unless it
/// was done before with the same packages.
pub fn environment(cluster: bool) -> Result<(), String> {
    let place = place();
    let done = place.join("packages");
    let mut wanted = PACKAGES.to_vec();
    if cluster {
        wanted.extend(CLUSTER_PACKAGES);
    }
    let before = std::fs::read_to_string(&done).unwrap_or_default();
    if wanted
        .iter()
        .all(|package| before.lines().any(|line| line == *package))
    {
        return Ok(());
    }
    let make = || {
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv", "--clear"]).arg(&place);
        venv
    };
    if !present("python3") || run("Python environment", &mut make()).is_err() {
        install(&["python3", "python3-venv"]);
        run("Python environment", &mut make()).map_err(|why| {
            format!("{why}\nor leave those tests out: cargo xtask test --no-python")
        })?;
    }
    pip(&place, &[], &PACKAGES)?;
    if cluster {
        let stored = "--config-settings=--build-option=--compression=stored";
        pip(&place, &["--no-compile", stored], &CLUSTER_PACKAGES)
            .or_else(|_| pip(&place, &[], &CLUSTER_PACKAGES))?;
    }
    std::fs::write(&done, wanted.join("\n"))
        .map_err(|error| format!("xtask: {}: {error}", done.display()))
}

/// Installs packages in the environment, and says so.
fn pip(place: &Path, options: &[&str], packages: &[&str]) -> Result<(), String> {
    eprintln!(
        "xtask: installing what the Python tests need: pip install {}",
        packages.join(" ")
    );
    let mut pip = Command::new(place.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet"]);
    run("Python packages", pip.args(options).args(packages))
}
