//! Any text is a rule file or is refused in one line; and if it is one, a few
//! random moves keep the laws that are cheap to look at: positions are read as
//! they are written, and what is said to fall does.
//!
//! `cargo fuzz run --sanitizer none rule_file fuzz/corpus/rule_file games --
//! -dict=fuzz/rule_file.dict -rss_limit_mb=4096`

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{BadInput, Component, Game, Position, Random, RuleFile};
use std::ops::ControlFlow;
use values::Player;

fuzz_target!(|text: &str| {
    if let Err(bad) = play(text) {
        let line = bad.to_string();
        assert!(!line.is_empty() && !line.contains(['\n', '\r']), "{line:?}");
    }
});

fn play(text: &str) -> Result<(), BadInput> {
    let rules = RuleFile::read(text)?.rules(None)?;
    let mut random = Random::new(text.len() as u64);
    let mut position = rules.read(rules.about().example)?;
    for _ in 0..4 {
        let written = rules.write(&position);
        assert_eq!(rules.read(&written).as_ref(), Ok(&position), "{written}");
        let _ = position.known_value();
        let player = Player::BOTH[random.below(2) as usize];
        let mut options = first_options(&position, player);
        assert_eq!(position.can_move(player), !options.is_empty(), "{written}");
        if options.is_empty() {
            break;
        }
        let next = options.swap_remove(random.below(options.len() as u64) as usize);
        assert!(
            rules.is_loopy() || next.rank() < position.rank(),
            "{written} becomes {}",
            next.text()
        );
        position = next;
    }
    Ok(())
}

fn first_options(position: &Component, player: Player) -> Vec<Component> {
    let mut options = Vec::new();
    let _ = position.options(player, &mut |option| {
        options.push(option);
        match options.len() < 50 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    options
}
