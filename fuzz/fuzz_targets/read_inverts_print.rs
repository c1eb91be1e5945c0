//! Whatever can be read prints, in every notation and compressed, as a text
//! that is read back to the same value.
//!
//! `cargo fuzz run --sanitizer none read_inverts_print -- -dict=fuzz/value.dict`

#![no_main]

use libfuzzer_sys::fuzz_target;
use values::{Arena, Budget, Notation, Result, Value};

fuzz_target!(|text: &str| {
    let mut arena = Arena::with_budget(Budget::new(Some(1 << 28)));
    if let Ok(value) = arena.read(text) {
        // Running into the budget, or into the bound on the options of a
        // nimber, is no fault.
        let _ = check(&mut arena, value);
    }
});

fn check(arena: &mut Arena, value: Value) -> Result<()> {
    for notation in [Notation::Ascii, Notation::Unicode, Notation::Latex] {
        let length = arena.text_length(value, notation)?;
        if length < 100_000_u32.into() {
            let text = arena.text(value, notation)?;
            assert_eq!(length, text.chars().count().into(), "{text}");
            assert_eq!(arena.read(&text), Ok(value), "{text}");
        }
        let short = arena.compress(value, notation)?.to_string();
        assert_eq!(arena.read(&short), Ok(value), "{short}");
    }
    Ok(())
}
