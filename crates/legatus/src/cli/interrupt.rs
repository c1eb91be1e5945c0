//! Ctrl-C.

use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ask::{Exit, Interrupts};

/// Makes Ctrl-C raise the flag that stops the computation under way.
///
/// # Errors
///
/// When the system refuses the handler.
pub fn stop_on_interrupt(stop: Arc<AtomicBool>) -> io::Result<()> {
    flag::register(SIGINT, stop)?;
    Ok(())
}

/// Watches for Ctrl-C; `stop` is the flag that stops a computation.
///
/// # Errors
///
/// When the system refuses the handler.
pub fn watch(stop: Arc<AtomicBool>) -> io::Result<Interrupts> {
    let deadly = Arc::new(AtomicBool::new(true));
    // In this order: a Ctrl-C that finds the flag up is the last one.
    let code = Exit::Interrupted as i32;
    flag::register_conditional_shutdown(SIGINT, code, Arc::clone(&deadly))?;
    flag::register(SIGINT, Arc::clone(&deadly))?;
    stop_on_interrupt(stop)?;
    Ok(Interrupts::new(deadly))
}
