//! The rules of what is played, for somebody in the middle of a game.

use play::State;
use positions::paragraph;
use solve::Convention;

/// The rules of a sum: those of its games, and who wins.
pub fn rules(state: &State) -> String {
    let end = match state.convention() {
        Convention::Normal => "Who cannot move loses.",
        Convention::Misere => "Who cannot move wins.",
    };
    games(state) + end
}

/// The rules of every game of a sum, each once, and how moves are written.
pub fn games(state: &State) -> String {
    let mut text = String::new();
    for (place, name) in state.names().iter().enumerate() {
        if !state.names()[..place].contains(name) {
            text.push_str(&of_game(name));
        }
    }
    text
}

/// The rules of one game, perhaps of a variant.
pub fn of_game(name: &str) -> String {
    let (base, variant) = name.split_once(':').unwrap_or((name, ""));
    let Ok(info) = rules::find(base) else {
        return String::new();
    };
    let mut text = format!(
        "{}\n{}{}",
        info.title,
        paragraph(info.rules),
        paragraph(info.notation)
    );
    let about = info.variants.iter().find(|known| known.name == variant);
    if let Some(variant) = about {
        text.push_str(&paragraph(&format!("{name}: {}", variant.about)));
    }
    text
}
