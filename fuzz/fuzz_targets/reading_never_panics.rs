//! Any bytes give a value or an error that can be shown.
//!
//! `cargo fuzz run --sanitizer none reading_never_panics -- -dict=fuzz/value.dict`

#![no_main]

use libfuzzer_sys::fuzz_target;
use values::{Arena, Budget};

fuzz_target!(|bytes: &[u8]| {
    let mut arena = Arena::with_budget(Budget::new(Some(1 << 28)));
    if let Err(error) = arena.read_from(bytes) {
        let line = error.to_string();
        assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
        if let Some(caret) = error.caret() {
            assert!(caret.ends_with('^'), "{caret}");
        }
    }
});
