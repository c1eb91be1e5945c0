//! Any bytes are a certificate or are rejected for a reason that can be
//! shown. The checksum is looked at last, so that the fuzzer need not guess
//! it.
//!
//! `cargo fuzz run --sanitizer none checking_never_panics -- -dict=fuzz/certificate.dict`

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(why) = check::check(bytes, &values::Budget::unlimited()) {
        let line = why.to_string();
        assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
    }
});
