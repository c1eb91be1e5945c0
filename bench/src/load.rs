//! Many clients at once: how soon the workbench answers those who click while
//! an analysis runs.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many people click.
const CLIENTS: usize = 200;
/// For how long.
const TIME: Duration = Duration::from_secs(20);
/// How long a client looks at a position before the next click: half to one
/// and a half times this.
const PAUSE: Duration = Duration::from_millis(500);
/// 99 of 100 answers should come within this time.
pub const TARGET: Duration = Duration::from_millis(100);

/// What clients do.
pub const KINDS: [&str; 3] = ["pages", "moves", "positions"];

/// How long answers took, sorted, for each kind of request.
pub struct Measured {
    pub times: [Vec<Duration>; KINDS.len()],
    /// How many analyses were asked for meanwhile.
    pub analyses: usize,
}

/// Starts the server, lets the clients click, and stops it.
pub fn run(program: Option<&Path>) -> Result<Measured, String> {
    let server = match program {
        Some(program) => Server::start(program)?,
        None => Server::start(&build()?)?,
    };
    let stop = AtomicBool::new(false);
    let analyses = Mutex::new(0);
    let times = thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let mut client = Client::new(server.port, 0);
                // It does not end within its time.
                let path = "/api/v1/value?game=amazons&position=6x6&seconds=5";
                let answered = client.ask("GET", path, "").map(|(status, _)| status);
                if answered == Ok(422) {
                    *analyses.lock().unwrap() += 1;
                }
            }
        });
        let clients: Vec<_> = (1..=CLIENTS as u64)
            .map(|number| {
                let port = server.port;
                let builder = thread::Builder::new().stack_size(256 << 10);
                builder.spawn_scoped(scope, move || Client::new(port, number).click())
            })
            .collect();
        let mut times: [Vec<Duration>; KINDS.len()] = Default::default();
        let mut trouble = None;
        for client in clients {
            match client.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(Ok(measured))) => {
                    for (kind, time) in measured {
                        times[kind].push(time);
                    }
                }
                Ok(Ok(Err(error))) => trouble = Some(error),
                _ => trouble = Some("a client failed".to_string()),
            }
        }
        stop.store(true, Ordering::Relaxed);
        trouble.map_or(Ok(times), Err)
    });
    let mut times = times?;
    times.iter_mut().for_each(|times| times.sort_unstable());
    let analyses = *analyses.lock().unwrap();
    match analyses {
        0 => Err("no analysis ran".to_string()),
        _ => Ok(Measured { times, analyses }),
    }
}

/// The program, built as people run it.
fn build() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--release", "--package", "legatus"])
        .args([
            "--manifest-path".as_ref(),
            root.join("Cargo.toml").as_os_str(),
        ])
        // Where the benchmarks are built is not where the program is.
        .env_remove("CARGO_TARGET_DIR")
        .status();
    match built {
        Ok(status) if status.success() => Ok(root.join("target/release/legatus")),
        _ => Err("the program cannot be built".to_string()),
    }
}

struct Server {
    child: Child,
    port: u16,
    data: PathBuf,
}

impl Server {
    fn start(program: &Path) -> Result<Self, String> {
        let data = env::temp_dir().join(format!("legatus-load-{}", std::process::id()));
        let child = Command::new(program)
            .args(["serve", "--data"])
            .arg(&data)
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|error| format!("the server does not start: {error}"))?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            // Without a line there is no port.
            let _ = BufReader::new(out).read_line(&mut line);
        }
        let port = line.split("127.0.0.1:").nth(1).and_then(|rest| {
            let digits = rest.split('/').next()?;
            digits.parse().ok()
        });
        let server = Server {
            child,
            port: port.unwrap_or(0),
            data,
        };
        match port {
            Some(_) => Ok(server),
            None => Err(format!("the server says {line:?}")),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// A browser: one connection, one name.
struct Client {
    port: u16,
    number: u64,
    random: u64,
    connection: Option<BufReader<TcpStream>>,
}

const STARTS: [(&str, &str); 5] = [
    ("legionnaires", "8x8"),
    ("amazons", "L..../...../...../...../....R"),
    ("nim", "5,6,7"),
    ("domineering", "8x8"),
    ("clobber", "BWBWBW/WBWBWB/BWBWBW"),
];

impl Client {
    fn new(port: u16, number: u64) -> Self {
        Client {
            port,
            number,
            random: number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            connection: None,
        }
    }

    /// A number below `n` (xorshift).
    fn below(&mut self, n: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % n
    }

    /// Clicks through games and positions; what each click was and how long
    /// its answer took.
    fn click(mut self) -> Result<Vec<(usize, Duration)>, String> {
        let mut measured = Vec::new();
        let begun = Instant::now();
        // Nobody clicks with the others' beat.
        let first = self.below(PAUSE.as_millis() as u64 * 2);
        thread::sleep(Duration::from_millis(first));
        while begun.elapsed() < TIME {
            let (game, position) = STARTS[self.below(STARTS.len() as u64) as usize];
            let body = format!("{{\"game\":\"{game}\",\"position\":\"{position}\"}}");
            let mut view = self.timed(1, "POST", "/api/v1/play", &body, &mut measured)?;
            let id = field(&view, "id").ok_or("a game has no name")?.to_string();
            self.timed(0, "GET", &format!("/play/{id}"), "", &mut measured)?;
            for ply in 0.. {
                let moves: Vec<&str> = view.split("\"move\":\"").skip(1).collect();
                if moves.is_empty() || begun.elapsed() >= TIME {
                    break;
                }
                let chosen = self.below(moves.len() as u64) as usize;
                let text = moves[chosen].split('"').next().unwrap_or("").to_string();
                let body = format!("{{\"ply\":{ply},\"move\":\"{text}\"}}");
                let path = format!("/api/v1/play/{id}/move");
                view = self.timed(1, "POST", &path, &body, &mut measured)?;
                match self.below(4) {
                    0 => {
                        let path = format!("/api/v1/play/{id}?ply={ply}");
                        self.timed(2, "GET", &path, "", &mut measured)?;
                    }
                    1 => {
                        let position = field(&view, "position").unwrap_or("");
                        let position = position.replace('#', "%23");
                        let path = format!("/api/v1/position?game={game}&position={position}");
                        self.timed(2, "GET", &path, "", &mut measured)?;
                    }
                    2 => {
                        let page = ["/", "/help", "/analyse", "/calculator", "/papers"];
                        let page = page[self.below(5) as usize];
                        self.timed(0, "GET", page, "", &mut measured)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(measured)
    }

    fn timed(
        &mut self,
        kind: usize,
        method: &str,
        path: &str,
        body: &str,
        measured: &mut Vec<(usize, Duration)>,
    ) -> Result<String, String> {
        let begun = Instant::now();
        let (status, answer) = self.ask(method, path, body)?;
        measured.push((kind, begun.elapsed()));
        if status != 200 {
            return Err(format!("{method} {path} {body}: {status} {answer}"));
        }
        let half = PAUSE.as_millis() as u64 / 2;
        let pause = half + self.below(2 * half);
        thread::sleep(Duration::from_millis(pause));
        Ok(answer)
    }

    /// Asks and waits for all of the answer.
    fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<(u16, String), String> {
        let failed = |error: std::io::Error| format!("{method} {path}: {error}");
        if self.connection.is_none() {
            let stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(failed)?;
            stream.set_nodelay(true).map_err(failed)?;
            let patience = Some(Duration::from_secs(60));
            stream.set_read_timeout(patience).map_err(failed)?;
            self.connection = Some(BufReader::new(stream));
        }
        let connection = self.connection.as_mut().ok_or("no connection")?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: legatus_client=load{}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            self.number,
            body.len()
        );
        let stream = connection.get_mut();
        stream.write_all(head.as_bytes()).map_err(failed)?;
        let mut line = String::new();
        connection.read_line(&mut line).map_err(failed)?;
        let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.ok_or_else(|| format!("{method} {path}: {line:?}"))?;
        let mut length = 0;
        loop {
            line.clear();
            connection.read_line(&mut line).map_err(failed)?;
            if line.trim().is_empty() {
                break;
            }
            let header = line.to_ascii_lowercase();
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        connection.read_exact(&mut body).map_err(failed)?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }
}

/// The text of a field of a JSON object, which has nothing to unescape.
fn field<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let rest = object.rsplit_once(&format!("\"{name}\":\""))?.1;
    rest.split('"').next()
}
