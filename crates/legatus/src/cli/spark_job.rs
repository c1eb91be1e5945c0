//! `legatus spark-job`: a count or a solution on Apache Spark. The work is
//! done by the Python package; here its program is handed to spark-submit.

use clap::{Args, ValueEnum};
use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio, id};

use super::{Exit, Stop, known};

/// Count or solve on Apache Spark, with levels as Parquet files
///
/// Runs spark-submit of SPARK_HOME, or the one on the PATH, with the Python
/// package legatus, which executors need too. The same command goes on with a
/// job that was stopped.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus spark-job count legionnaires 6x6-18 --master 'local[2]' --path six
  legatus spark-job solve legionnaires 4x4 --path four --keep --json
  legatus spark-job count legionnaires 8x8 --master yarn --path hdfs:///8x8
  legatus spark-job count legionnaires 8x8 --path x8 -- --num-executors 9")]
pub struct Arguments {
    /// What to do
    what: What,

    /// The game
    #[arg(value_parser = known::game(), hide_possible_values = true)]
    game: String,

    /// The position, or the name of a start
    #[arg(value_parser = known::start(), hide_possible_values = true)]
    position: String,

    /// Where Spark runs, such as local[4], spark://host:7077, k8s://... or yarn
    /// [default: what Spark is configured for]
    #[arg(long, value_name = "MASTER")]
    master: Option<String>,

    /// A directory that all machines reach, or an address of a file system,
    /// for the levels
    #[arg(long, value_name = "DIR")]
    path: Option<String>,

    /// Divide a level into at least so many parts [default: 2 per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    partitions: Option<u16>,

    /// Do levels with fewer positions without Spark [default: 50000]
    #[arg(long, value_name = "N")]
    small: Option<u64>,

    /// Keep the rows of all levels, and all outcomes
    #[arg(long)]
    keep: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// A setting of Spark; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    conf: Vec<String>,

    /// Further arguments of spark-submit
    #[arg(last = true, value_name = "ARGUMENT")]
    submit: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Count the positions that can be reached, and their options
    Count,
    /// Find who wins the start, and how many positions each wins
    Solve,
}

/// What spark-submit runs.
const PROGRAM: &str = "\
import sys

from legatus.spark.job import main

sys.exit(main())
";

const HINT: &str = "install Java 17 or newer, and PySpark with the package \
                    legatus: pip install 'pyspark>=4.1' 'pandas>=2.2' pyarrow; \
                    or set SPARK_HOME";

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        // What is wrong with the position is said before Spark begins.
        positions::read(&self.game, &self.position).map_err(|bad| {
            let mut stop = Stop::new(Exit::BadInput, bad.message);
            stop.hint(&bad.hint);
            stop
        })?;
        out.flush()?;
        let submit = spark_submit();
        let program =
            Program::write().map_err(|error| Stop::file("a program for Spark", &error))?;
        let mut command = Command::new(&submit);
        if let Some(python) = python_beside(&submit) {
            command.env("PYSPARK_PYTHON", &python);
            command.env("PYSPARK_DRIVER_PYTHON", python);
        }
        if let Some(master) = &self.master {
            command.args(["--master", master]);
        }
        for setting in &self.conf {
            command.args(["--conf", setting]);
        }
        command.args(&self.submit).arg(&program.place);
        command.args(self.words()).stdin(Stdio::null());
        let status = answered(command.stdout(Stdio::piped()), out).map_err(|error| {
            let (submit, why) = (submit.display(), ask::reason(&error));
            Stop::new(Exit::BadInput, format!("{submit}: {why}; {HINT}"))
        })?;
        ended(status)
    }

    /// The arguments of the program.
    fn words(&self) -> Vec<String> {
        let what = match self.what {
            What::Count => "count",
            What::Solve => "solve",
        };
        let mut words = vec![what.to_string()];
        let numbers = [
            ("--partitions", self.partitions.map(u64::from)),
            ("--small", self.small),
        ];
        for (name, number) in numbers {
            words.extend(number.map(|number| format!("{name}={number}")));
        }
        words.extend(self.path.iter().map(|path| format!("--path={path}")));
        for (name, given) in [("--keep", self.keep), ("--json", self.json)] {
            words.extend(given.then(|| name.to_string()));
        }
        words.push("--".to_string());
        words.extend([self.game.clone(), self.position.clone()]);
        words
    }
}

/// What a line begins with that the job says beside its answer.
const ASIDE: [&str; 2] = ["legatus: ", "error: "];

/// Runs a job. On a machine of its own spark-submit puts what Python says on
/// standard error into its output; what is no answer is taken out again.
fn answered(command: &mut Command, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut job = command.spawn()?;
    let mut said = BufReader::new(job.stdout.take().expect("it is piped"));
    let mut line = Vec::new();
    while said.read_until(b'\n', &mut line)? > 0 {
        match ASIDE.iter().any(|aside| line.starts_with(aside.as_bytes())) {
            true => io::stderr().write_all(&line)?,
            false => out.write_all(&line)?,
        }
        line.clear();
    }
    job.wait()
}

/// What the exit code of the job means. It has said itself what was wrong.
fn ended(status: ExitStatus) -> Result<Exit, Stop> {
    match status.code() {
        Some(0) => Ok(Exit::Answered),
        Some(2) => Ok(Exit::BadInput),
        Some(3) => Ok(Exit::Limit),
        _ => Err(Stop::new(
            Exit::BadInput,
            format!("the job has ended early: {status}; what was complete is kept under --path"),
        )),
    }
}

/// That of SPARK_HOME, or the first on the PATH.
fn spark_submit() -> PathBuf {
    if let Some(home) = env::var_os("SPARK_HOME") {
        return Path::new(&home).join("bin/spark-submit");
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = env::split_paths(&path).map(|place| place.join("spark-submit"));
    places
        .find(|place| place.is_file())
        .unwrap_or("spark-submit".into())
}

/// The Python of an environment that PySpark is installed in, unless another
/// was chosen.
fn python_beside(submit: &Path) -> Option<PathBuf> {
    if env::var_os("PYSPARK_PYTHON").is_some() {
        return None;
    }
    let directory = submit.parent()?;
    let python = directory.join("python3");
    let is_environment = directory.parent()?.join("pyvenv.cfg").is_file();
    (is_environment && python.is_file()).then_some(python)
}

/// A file that is there while the job runs.
struct Program {
    directory: PathBuf,
    place: PathBuf,
}

impl Program {
    fn write() -> io::Result<Self> {
        let mut number = 0;
        let directory = loop {
            let name = format!("legatus-spark-job-{}-{number}", id());
            let directory = env::temp_dir().join(name);
            match fs::create_dir(&directory) {
                Ok(()) => break directory,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        };
        let place = directory.join("legatus_spark_job.py");
        let program = Program { directory, place };
        fs::write(&program.place, PROGRAM)?;
        Ok(program)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // What is left in a directory for temporary files is no harm.
        let _ = fs::remove_dir_all(&self.directory);
    }
}
