//! A few random moves by a rule file, with the laws that are cheap to look at.

use rules::{BadInput, Component, Game, Position, Random, RuleFile};
use std::ops::ControlFlow;
use values::Player;

/// The first options of a position.
fn options(position: &Component, player: Player) -> Vec<Component> {
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

/// Plays a few random moves from the first start or the example, and looks
/// whether positions are read as they are written and what should fall falls.
pub fn play(text: &str, random: &mut Random) -> Result<(), BadInput> {
    let rules = RuleFile::read(text)?.rules(None)?;
    let about = rules.about();
    let start = match about.starts.first() {
        Some(start) if random.below(2) == 0 => start.text,
        _ => about.example,
    };
    let mut position = rules.read(start)?;
    for _ in 0..4 {
        let written = rules.write(&position);
        let read = rules.read(&written).map(|read| read == position);
        assert_eq!(read, Ok(true), "{written} in {text}");
        let _ = position.known_value();
        let player = Player::BOTH[random.below(2) as usize];
        let mut after = options(&position, player);
        assert_eq!(
            position.can_move(player),
            !after.is_empty(),
            "{written} in {text}"
        );
        if after.is_empty() {
            break;
        }
        let next = after.swap_remove(random.below(after.len() as u64) as usize);
        assert!(
            rules.is_loopy() || next.rank() < position.rank(),
            "{written} -> {} in {text}",
            next.text()
        );
        position = next;
    }
    Ok(())
}
