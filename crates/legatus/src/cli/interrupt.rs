//! Ctrl-C.

use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Exit;

/// Makes Ctrl-C raise the flag that stops the computation under way.
///
/// # Errors
///
/// When the system refuses the handler.
pub fn stop_on_interrupt(stop: Arc<AtomicBool>) -> io::Result<()> {
    flag::register(SIGINT, stop)?;
    Ok(())
}

/// Ctrl-C in a program that nobody talks to: while it computes, the first one
/// stops the computation, so that the end can be told from an answer; the
/// second one, and any at another time, ends the program.
pub struct Interrupts {
    deadly: Arc<AtomicBool>,
}

impl Interrupts {
    /// Watches for Ctrl-C; `stop` is the flag that stops a computation.
    ///
    /// # Errors
    ///
    /// When the system refuses the handler.
    pub fn watch(stop: Arc<AtomicBool>) -> io::Result<Self> {
        let deadly = Arc::new(AtomicBool::new(true));
        // In this order: a Ctrl-C that finds the flag up is the last one.
        let code = Exit::Interrupted as i32;
        flag::register_conditional_shutdown(SIGINT, code, Arc::clone(&deadly))?;
        flag::register(SIGINT, Arc::clone(&deadly))?;
        stop_on_interrupt(stop)?;
        Ok(Interrupts { deadly })
    }

    /// Nobody presses Ctrl-C.
    pub fn none() -> Self {
        let deadly = Arc::new(AtomicBool::new(true));
        Interrupts { deadly }
    }

    /// Does some work that Ctrl-C should stop gently.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        self.deadly.store(false, Ordering::SeqCst);
        let result = work();
        self.deadly.store(true, Ordering::SeqCst);
        result
    }
}
