//! `legatus worker`: a process in which `legatus serve` answers questions.

use clap::Args;
use std::io::Write;

use super::{Exit, Stop};

/// Answer the questions of a server; started by `legatus serve`
#[derive(Args)]
pub struct Arguments {
    /// How many bytes a question may use
    #[arg(long, value_name = "BYTES")]
    memory: u64,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        web::work(self.memory, out)?;
        Ok(Exit::Answered)
    }
}
