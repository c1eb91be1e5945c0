//! Moves as people type them.

mod board;
mod heaps;

use crate::state::{Move, State};
use rules::distance;
use values::Result;

/// What a typed text means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A move, with its notation.
    Move(String, Move),
    /// No move of the player to move; the text says why.
    Illegal(String),
}

impl State {
    /// The move that a text means: the notation of the game, forgiving of
    /// case, blanks and signs between squares, or a number from the list of
    /// [`spoken_moves`](Self::spoken_moves), from 1, unless moves are called by
    /// numbers. In a sum the number of the summand comes first, as in
    /// `2: a1-a3/b2`, where it is needed.
    pub fn understand(&self, text: &str) -> Result<Typed> {
        let moves = self.spoken_moves()?;
        let typed = text.trim().to_lowercase();
        let is_number = |text: &str| text.parse::<usize>().is_ok();
        if let Ok(number) = typed.trim_end_matches('.').parse::<usize>()
            && !moves.iter().any(|(text, _)| is_number(bare(text)))
        {
            return Ok(match number.checked_sub(1).and_then(|i| moves.get(i)) {
                Some((text, mv)) => Typed::Move(text.clone(), mv.clone()),
                None => Typed::Illegal(format!(
                    "the list of moves goes from 1 to {}; `moves` shows it",
                    moves.len()
                )),
            });
        }
        let (place, rest) = self.summand_of(&typed);
        if place.is_some_and(|place| place >= self.components().len()) {
            return Ok(Typed::Illegal(format!(
                "there are {} summands",
                self.components().len()
            )));
        }
        let here: Vec<&(String, Move)> = moves
            .iter()
            .filter(|(_, mv)| place.is_none_or(|place| place == mv.place))
            .collect();
        for same in [exactly, by_squares, by_set_of_squares] {
            let mut found = here.iter().filter(|(text, _)| same(bare(text), rest));
            if let Some((text, mv)) = found.next() {
                // What two summands understand differently is asked back.
                if place.is_none() && found.any(|(_, other)| other.place != mv.place) {
                    return Ok(Typed::Illegal(format!(
                        "several summands have this move; write `{text}` for the first"
                    )));
                }
                return Ok(Typed::Move(text.clone(), mv.clone()));
            }
        }
        let one = place.or((self.components().len() == 1).then_some(0));
        if let Some(place) = one {
            if let Some(mv) = heaps::read(self, place, rest) {
                let found = here.iter().find(|(text, _)| bare(text) == mv);
                if let Some((text, mv)) = found {
                    return Ok(Typed::Move(text.clone(), mv.clone()));
                }
            }
            let reason =
                heaps::reason(self, place, rest).or_else(|| board::reason(self, place, rest));
            if let Some(reason) = reason {
                return Ok(Typed::Illegal(reason));
            }
        }
        Ok(Typed::Illegal(nearest(rest, &here)))
    }

    /// The summand that a text begins with, from 0, and the rest.
    fn summand_of<'t>(&self, typed: &'t str) -> (Option<usize>, &'t str) {
        if self.components().len() > 1
            && let Some((number, rest)) = typed.split_once(':')
            && let Ok(number) = number.trim().parse::<usize>()
        {
            return (Some(number.wrapping_sub(1)), rest.trim());
        }
        (None, typed)
    }
}

/// The notation without the number of the summand.
fn bare(text: &str) -> &str {
    text.split_once(": ").map_or(text, |(_, bare)| bare)
}

fn exactly(text: &str, typed: &str) -> bool {
    let plain = |text: &str| -> String {
        let text = text
            .to_lowercase()
            .replace('×', "x")
            .replace(['–', '—'], "-");
        text.chars().filter(|c| !c.is_whitespace()).collect()
    };
    plain(text) == plain(typed)
}

fn by_squares(text: &str, typed: &str) -> bool {
    let named = squares(text);
    !named.is_empty() && squares_only(typed).is_some_and(|typed| typed == named)
}

fn by_set_of_squares(text: &str, typed: &str) -> bool {
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    // Where a piece goes from and to is no set.
    let named = squares(text);
    !named.is_empty()
        && !text.contains(['-', 'x', '/'])
        && squares_only(typed).map(sorted) == Some(sorted(named))
}

/// The names of squares in a text, such as a1 and c12.
pub(crate) fn squares(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let chars: Vec<char> = text.to_lowercase().chars().collect();
    let mut i = 0;
    while i < chars.len() {
        let letters = chars[i..].iter().take_while(|c| c.is_ascii_lowercase());
        let letters = letters.count();
        let digits = chars[i + letters..]
            .iter()
            .take_while(|c| c.is_ascii_digit());
        let digits = digits.count();
        let end = i + letters + digits;
        if letters > 0 && digits > 0 {
            let name: String = chars[i..end].iter().collect();
            // The x of a capture is no part of the name: boards have fewer
            // than 24 columns where pieces take.
            let name = match name.strip_prefix('x') {
                Some(rest) if rest.starts_with(|c: char| c.is_ascii_lowercase()) => rest.to_owned(),
                _ => name,
            };
            found.push(name);
        }
        i = end.max(i + 1);
    }
    found
}

/// The squares of a text that names squares and nothing else.
fn squares_only(text: &str) -> Option<Vec<String>> {
    let found = squares(text);
    let letters = |text: &str| text.chars().filter(char::is_ascii_lowercase).count();
    let named: usize = found.iter().map(|name| letters(name)).sum();
    let signs = text.chars().filter(|&c| c == 'x' || c == '×').count();
    (!found.is_empty() && letters(text) <= named + signs).then_some(found)
}

/// What could have been meant.
fn nearest(typed: &str, moves: &[&(String, Move)]) -> String {
    // No move is as long.
    let typed: String = typed.chars().take(100).collect();
    let mut texts: Vec<(usize, &str)> = moves
        .iter()
        .map(|(text, _)| (distance(&bare(text).to_lowercase(), &typed), text.as_str()))
        .collect();
    texts.sort_by_key(|(distance, _)| *distance);
    let texts: Vec<&str> = texts.iter().take(3).map(|(_, text)| *text).collect();
    format!(
        "`{}` is no move here; the nearest are {}; `moves` lists all",
        typed.escape_debug(),
        texts.join(", ")
    )
}
