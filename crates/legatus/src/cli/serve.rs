//! `legatus serve`: the workbench in the browser.

use clap::Args;
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;

use super::{Exit, Stop, data_directory};

/// Serve the workbench to a browser
///
/// Play, edit and analyse every game, see values and thermographs, use the
/// calculator and read the papers' tables. Prints its address; Ctrl-C stops
/// it. Games are kept, so that nothing is lost when the server stops.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus serve
  legatus serve --open
  legatus serve --port 9000 --data ./games
  legatus serve --address 0.0.0.0 --host games.example")]
pub struct Arguments {
    /// The port; an error if it is taken [default: 8642, or a free one]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// The address to listen at; the default is reached from this machine only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    address: IpAddr,

    /// A name under which others reach this machine; repeat it for more. Then,
    /// and with an address that others reach, a token is needed, which is
    /// printed
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// Where games are kept [default: legatus in XDG_DATA_HOME, or in
    /// ~/.local/share]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Show the page in a browser
    #[arg(long)]
    open: bool,

    /// How much memory all questions together may use [default: half of what
    /// the machine or its container allows]
    #[arg(long, value_name = "SIZE", value_parser = ask::settings::memory)]
    memory: Option<u64>,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let data = self.data.or_else(data_directory).ok_or_else(|| {
            Stop::new(
                Exit::BadInput,
                "there is no home directory; say where with --data",
            )
        })?;
        let options = web::Options {
            address: self.address,
            hosts: self.host,
            port: self.port,
            data,
            memory: self.memory.unwrap_or_else(ask::memory::default_limit),
            open: self.open,
        };
        web::serve(&options, out)
    }
}
