//! Where a server runs, for somebody who starts a second one in its directory.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ask::{Exit, Stop};

/// The file that says where, while the server runs.
const FILE: &str = "server.txt";
/// How long a server that runs takes to answer at most.
const PATIENCE: Duration = Duration::from_millis(500);

/// The note of a server that runs; it goes away in the end.
pub struct Running {
    file: PathBuf,
}

impl Running {
    /// Notes that this process serves a directory at an address.
    pub fn note(directory: &Path, address: SocketAddr) -> Self {
        let file = directory.join(FILE);
        // Without the note a second server says less.
        let _ = fs::write(&file, format!("{} {address}\n", std::process::id()));
        Running { file }
    }

    /// What to say to somebody who starts another server in a directory: where
    /// the first one runs, if it answers there.
    pub fn elsewhere(directory: &Path) -> Option<Stop> {
        let note = fs::read_to_string(directory.join(FILE)).ok()?;
        let (process, address) = note.trim().split_once(' ')?;
        let process: u32 = process.parse().ok()?;
        let address = reachable(address.parse().ok()?);
        TcpStream::connect_timeout(&address, PATIENCE).ok()?;
        let shown = directory.display();
        Some(Stop::new(
            Exit::BadInput,
            format!(
                "{shown} is served already, at http://{address}/ by process {process}; \
                 use that one, or give another directory with --data"
            ),
        ))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A note that stays is found to be old.
        let _ = fs::remove_file(&self.file);
    }
}

/// Where a server that listens at an address is reached from this machine.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}
