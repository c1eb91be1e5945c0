//! Limits hold: whatever is asked about whatever position, the program stays
//! within its memory, and Ctrl-C and deadlines end the work at once.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Answer, interrupt, legatus, talk};
use crate::requests::{full, get, patience};
use crate::web::server::{Directory, Server};

/// Positions whose moves are many, large or slow to make, by a game and a
/// text.
fn hostile() -> Vec<(&'static str, String)> {
    let bush = format!("e({})", vec!["lre"; 200].join(";"));
    let heaps: Vec<String> = (1..=2000).map(|heap| heap.to_string()).collect();
    let mut positions = vec![
        ("kayles", "5000".to_owned()),
        ("nim", "1000000".to_owned()),
        ("hackenbush", bush.clone()),
        ("domineering", "8x8".to_owned()),
    ];
    if full() {
        positions.extend([
            ("kayles", heaps.join(",")),
            ("nim", heaps.join(",")),
            ("grundys_game", "5000".to_owned()),
            ("dawsons_kayles", "5000".to_owned()),
            ("octal:0.137", "100000".to_owned()),
            ("subtraction:1,3,7", "1000000".to_owned()),
            ("hackenbush:childish", bush),
            ("amazons", "6x6".to_owned()),
            ("legionnaires", "5x5".to_owned()),
            ("clobber", "6x6".to_owned()),
            ("konane", "6x6".to_owned()),
            ("toads_and_frogs", "TTTTTTTTTT......FFFFFFFFFF".to_owned()),
            (
                "toppling_dominoes",
                "XOXXOEOXOXXOOXOXEOXOXXOOXOX".to_owned(),
            ),
            ("snort", "8x8".to_owned()),
            ("col", "8x8".to_owned()),
        ]);
    }
    positions
}

/// Questions as they are asked on the command line.
fn questions() -> Vec<Vec<&'static str>> {
    let mut questions = vec![
        vec!["value"],
        vec!["outcome"],
        vec!["outcome", "--misere"],
        vec!["moves", "--no-values"],
        vec!["moves", "--plain"],
        vec!["count"],
        vec!["thermograph"],
        vec!["environment"],
        vec!["match", "--left=random", "--right=random", "--games=2"],
        vec!["match", "--games=2", "--level=10"],
    ];
    if full() {
        questions.extend([
            vec!["outcome", "--proof=/dev/null"],
            vec!["moves"],
            vec!["moves", "--misere"],
            vec!["tree", "--most=5000"],
            vec!["find", "--value=*7"],
            vec!["grundy"],
            vec!["match", "--left=mobility", "--games=2"],
            vec!["match", "--left=search:10", "--games=2"],
            vec!["match", "--left=mcts:10", "--games=2"],
        ]);
    }
    questions
}

fn ask(question: &[&str], game: &str, position: &str) -> Command {
    let mut command = legatus(&question[..1]);
    if question[0] == "thermograph" {
        command.arg(match game.split_once(':') {
            Some((name, variant)) => format!("{name}(\"{variant}\", \"{position}\")"),
            None => format!("{game}(\"{position}\")"),
        });
    } else {
        command.args([game, position]);
    }
    command.args(&question[1..]);
    command
}

/// What a process took so far.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    /// The most memory it had at any time.
    bytes: u64,
    /// The time of all its threads.
    time: Duration,
}

impl Taken {
    /// Looks at a process that runs.
    fn by(child: &Child, before: Taken) -> Taken {
        let read = |name| fs::read_to_string(format!("/proc/{}/{name}", child.id()));
        let status = read("status").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix("kB")?.trim().parse().ok());
        let stat = read("stat").unwrap_or_default();
        // Behind the name, which is in parentheses, the twelfth and thirteenth
        // are the ticks, of which a second has a hundred.
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let ticks = fields.split_whitespace().skip(11).take(2);
        let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        Taken {
            bytes: peak.map_or(before.bytes, |peak: u64| peak * 1024),
            time: before.time.max(Duration::from_millis(10 * ticks)),
        }
    }
}

/// Runs a question, with Ctrl-C when it has worked for the given time. What it
/// took before and in all, and its exit code.
fn run(mut command: Command, work: Duration) -> (Taken, Taken, Option<i32>, String) {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = quiet.spawn().unwrap();
    let mut taken = Taken::default();
    let mut before = None;
    let status = loop {
        taken = Taken::by(&child, taken);
        if before.is_none() && taken.time >= work {
            before = Some(taken);
            let pid = rustix::process::Pid::from_child(&child);
            rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        }
        // Nobody waits for what does not end.
        if taken.time > 4 * work + patience(Duration::from_secs(4)) {
            child.kill().unwrap();
        }
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        thread::sleep(Duration::from_millis(4));
    };
    let mut said = String::new();
    let _ = child.stderr.take().unwrap().read_to_string(&mut said);
    (before.unwrap_or(taken), taken, status.code(), said)
}

const MIB: u64 = 1 << 20;

/// At most 1.3 times what is allowed and 50 MiB, of which the program's own
/// pages, which are larger in builds for tests, are some.
fn most(limit: u64) -> u64 {
    limit * 13 / 10 + 50 * MIB
}

#[test]
fn every_question_keeps_to_its_memory_and_ends_when_told() {
    let work = Duration::from_millis(if full() { 1000 } else { 250 });
    let limit = 50 * MIB;
    let mut wrong = Vec::new();
    for (place, (game, position)) in hostile().into_iter().enumerate() {
        // In a short run every question meets every other position.
        let (skipped, step) = if full() { (0, 1) } else { (place % 2, 2) };
        for question in questions().into_iter().skip(skipped).step_by(step) {
            let mut command = ask(&question, game, &position);
            command.args(["--memory", "50M"]);
            let (before, taken, code, said) = run(command, work);
            let late = taken.time - before.time;
            // Two threads may work.
            let late_at_most = patience(Duration::from_millis(2 * 500 + 100));
            let ended = match code {
                Some(3) => said.contains("error: "),
                Some(0..=2 | 130) => true,
                _ => false,
            };
            if taken.bytes > most(limit) || late > late_at_most || !ended {
                let short: String = position.chars().take(20).collect();
                let peak = taken.bytes / MIB;
                wrong.push(format!(
                    "{question:?} {game} {short}: {peak} MiB, {late:?} late, {code:?}, {said}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Larger limits are kept to as well: tables grow by doubling.
#[test]
fn large_tables_keep_to_their_memory() {
    let limits: &[u64] = if full() {
        &[100, 150, 200, 300]
    } else {
        &[100]
    };
    let corners = "L...L/...../...../...../R...R";
    for &mebibytes in limits {
        for (question, game, position) in [
            (vec!["value"], "amazons", corners),
            (vec!["outcome", "--misere"], "dawsons_kayles", "5000"),
            (vec!["count"], "clobber", "6x6"),
            (vec!["thermograph"], "amazons", corners),
        ] {
            let mut command = ask(&question, game, position);
            command.args(["--memory", &format!("{mebibytes}M")]);
            let work = Duration::from_secs(if full() { 20 } else { 1 });
            let (_, taken, code, said) = run(command, work);
            let asked = format!("{question:?} {game} {mebibytes}M: {taken:?} {said}");
            assert!(taken.bytes <= most(mebibytes * MIB), "{asked}");
            assert!(matches!(code, Some(0 | 3 | 130)), "{code:?} {asked}");
        }
    }
}

/// Questions that a server gives up hold none of its threads.
#[test]
fn a_deadline_frees_the_server() {
    let data = Directory::new();
    let server = Server::start(&data);
    let bush = vec!["lre"; 200].join("%3B");
    for question in ["thermograph", "outcome", "value", "moves"] {
        let subject = match question {
            "thermograph" => format!("expression=hackenbush(%22e({bush})%22)"),
            _ => format!("game=hackenbush&position=e({bush})"),
        };
        let before = std::time::Instant::now();
        let (status, body) = get(&server, &format!("/api/v1/{question}?{subject}&seconds=1"));
        let took = before.elapsed();
        assert!(
            status == 200 || body.contains("time limit"),
            "{status} {body}"
        );
        assert!(
            took < patience(Duration::from_secs(6)),
            "{question}: {took:?}"
        );
    }
}

/// The thermographs of a sum's parts count too, alone and beside cards; more
/// lines have more time.
#[test]
fn the_parts_of_a_sum_keep_to_the_time() {
    let long = Duration::from_secs(60);
    let sum = "amazons(\"12x2:a1,b5\") + amazons(\"11x2:a3,b7\")";
    for arguments in [
        &["thermograph", sum][..],
        &["environment", sum],
        &["thermograph", "amazons", "12x2:a1,b5"],
    ] {
        let mut command = legatus(arguments);
        command.args(["--seconds", "0.5"]);
        let (_, taken, code, said) = run(command, long);
        let advice = "error: stopped at the time limit; allow more --seconds\n";
        assert_eq!((code, said.as_str()), (Some(3), advice), "{arguments:?}");
        assert!(taken.time < patience(Duration::from_secs(1)), "{taken:?}");
    }
}

/// Each line of the input has its own time, also in what remembers the line
/// before.
#[test]
fn the_time_of_one_line_is_not_that_of_the_next() {
    let lines = [
        "thermograph(amazons(\"3x2:a1,b2\"))",
        "thermograph(amazons(\"4x2:a2,b4\"))",
    ];
    let mut questions = vec![(vec!["calc", "-"], lines)];
    for question in ["thermograph", "value", "moves", "outcome", "environment"] {
        questions.push((vec![question, "amazons", "-"], ["3x2:a1,b2", "4x2:a2,b4"]));
    }
    questions.push((
        vec!["moves", "amazons", "-", "--at=1"],
        ["3x2:a1,b2", "4x2:a2,b4"],
    ));
    questions.push((vec!["grundy", "kayles", "-"], ["3", "70"]));
    let time = Duration::from_secs(3);
    let children: Vec<_> = questions
        .iter()
        .map(|(arguments, [first, _])| {
            let child = talk(&[&arguments[..], &["--seconds=3"]].concat());
            writeln!(child.stdin.as_ref().unwrap(), "{first}").unwrap();
            child
        })
        .collect();
    thread::sleep(time + Duration::from_millis(500));
    for ((arguments, [_, second]), child) in questions.iter().zip(children) {
        writeln!(child.stdin.as_ref().unwrap(), "{second}").unwrap();
        let answer = Answer::from(child.wait_with_output().unwrap());
        assert_eq!(answer.code, Some(0), "{arguments:?}: {}", answer.out);
    }
}

/// Positions with thousands of long moves are shown, or refused in time.
#[test]
fn a_position_is_shown_soon_or_refused() {
    let data = Directory::new();
    let server = Server::start(&data);
    let heaps = vec!["9"; 2000].join(",");
    let path = format!("/api/v1/position?game=subtraction:1,2&position={heaps}");
    let before = std::time::Instant::now();
    let (status, body) = get(&server, &path);
    let took = before.elapsed();
    let refused = status == 422 && body.contains("time limit");
    assert!(status == 200 || refused, "{status}");
    // Five seconds, two for what does not look at the clock, and a long answer.
    assert!(took < patience(Duration::from_secs(12)), "{took:?}");
}

/// A stack of cards is as long as play can be on the board, or has as many
/// steps as were asked for; neither fills the memory.
#[test]
fn long_stacks_keep_to_their_memory() {
    let heaps: Vec<String> = (1..=2000).map(|heap| heap.to_string()).collect();
    for arguments in [
        &["kayles", &heaps.join(",")][..],
        &["nim", "3", "--step", "1/262144"],
        &["nim", "3", "--step", "1/262144", "--ones", "0"],
        &["nim", "3", "--ones", "4000000"],
    ] {
        let mut command = legatus(&["environment", "--memory", "50M"]);
        command.args(arguments);
        let (_, taken, code, said) = run(command, Duration::from_secs(60));
        let asked = format!("{:.40}: {taken:?} {said}", arguments.join(" "));
        assert!(taken.bytes <= most(50 * MIB), "{asked}");
        assert!(matches!(code, Some(0 | 3)), "{code:?} {asked}");
    }
}

/// A count that keeps its levels in files ends soon, and goes on later, where
/// positions are slow to expand.
#[test]
fn a_count_in_files_ends_when_told() {
    let directory = Directory::new();
    let bush = format!("e({})", vec!["lre"; 200].join(";"));
    let work = Duration::from_millis(if full() { 3000 } else { 500 });
    for _ in 0..2 {
        let mut command = legatus(&["count", "hackenbush", &bush, "--dir"]);
        command.arg(&directory.0);
        let (before, taken, code, said) = run(command, work);
        let late = taken.time - before.time;
        assert_eq!(code, Some(130), "{said}");
        assert!(said.contains("goes on from here"), "{said}");
        // Two threads may work, and what was found is written down.
        assert!(late < patience(Duration::from_secs(3)), "{late:?}");
    }
}

/// Where there is much to write down, that is said at once; who does not want
/// to wait for it leaves, and the count goes on from what was written before.
#[test]
fn a_count_says_that_it_writes_down_what_it_found() {
    let directory = Directory::new();
    let begin = || {
        let mut command = legatus(&["count", "konane", "6x6", "--memory", "1G", "--dir"]);
        command.arg(&directory.0).stdout(Stdio::null());
        command.stderr(Stdio::piped()).spawn().unwrap()
    };
    let wait_for = |child: &Child, time| {
        while Taken::by(child, Taken::default()).time < time {
            thread::sleep(Duration::from_millis(10));
        }
    };
    let mut child = begin();
    wait_for(&child, Duration::from_secs(4));
    let mut said = String::new();
    interrupt(&child);
    let told = std::time::Instant::now();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    errors.read_line(&mut said).unwrap();
    assert!(said.starts_with("interrupted: writing down"), "{said}");
    let late = told.elapsed();
    assert!(late < patience(Duration::from_millis(500)), "{late:?}");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let late = told.elapsed();
    assert!(late < patience(Duration::from_secs(1)), "{late:?}");
    let mut child = begin();
    wait_for(&child, Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}
