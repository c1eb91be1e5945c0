//! Any text is a rule file or is refused in one line; and if it is one, a few
//! random moves keep the laws that are cheap to look at: positions are read as
//! they are written, and what is said to fall does.
//!
//! `cargo fuzz run --sanitizer none rule_file fuzz/corpus/rule_file games --
//! -dict=fuzz/rule_file.dict -rss_limit_mb=4096`

#![no_main]

#[path = "../../crates/rules/tests/random_play.rs"]
mod random_play;

use libfuzzer_sys::fuzz_target;
use rules::Random;

fuzz_target!(|text: &str| {
    let mut random = Random::new(text.len() as u64);
    if let Err(bad) = random_play::play(text, &mut random) {
        let line = bad.to_string();
        assert!(!line.is_empty() && !line.contains(['\n', '\r']), "{line:?}");
    }
});
