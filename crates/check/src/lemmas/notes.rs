//! What was looked up.

use std::cell::RefCell;

/// Notes of what was looked up. Who writes a certificate wants to know; a
/// checker never starts them.
pub struct Notes<T>(Option<RefCell<Vec<T>>>);

impl<T> Default for Notes<T> {
    fn default() -> Self {
        Notes(None)
    }
}

impl<T> Notes<T> {
    /// From now on notes are kept.
    pub fn start(&mut self) {
        self.0 = Some(RefCell::default());
    }

    /// From now on none are.
    pub fn stop(&mut self) {
        self.0 = None;
    }

    /// What was noted since this was asked last.
    pub fn take(&mut self) -> Vec<T> {
        self.0.as_mut().map_or(Vec::new(), |notes| notes.take())
    }

    pub(super) fn add(&self, note: impl FnOnce() -> T) {
        if let Some(notes) = &self.0 {
            notes.borrow_mut().push(note());
        }
    }
}
