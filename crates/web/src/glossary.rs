//! The words of the theory, each explained in a sentence or two. Pages show
//! them where the words stand; `/learn/glossary` shows all of them.

use axum::Json;
use maud::{Markup, html};
use serde::Serialize;

/// A word and what it means.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// What it is known by in addresses.
    pub key: &'static str,
    /// As it is written in a sentence.
    pub term: &'static str,
    /// What it means.
    pub about: &'static str,
}

const fn entry(key: &'static str, term: &'static str, about: &'static str) -> Entry {
    Entry { key, term, about }
}

/// All words, in the order of the alphabet.
pub const ENTRIES: &[Entry] = &[
    entry(
        "atomic-weight",
        "atomic weight",
        "How many ups an infinitesimal game is like. If it is at least 2, Left wins; if it is at \
         most −2, Right wins.",
    ),
    entry(
        "canonical",
        "canonical",
        "A move is canonical if it is neither dominated by a better one nor reversible. The \
         canonical form of a game has only such moves, and equal games have the same one.",
    ),
    entry(
        "certificate",
        "certificate",
        "A file with an answer to every move of the loser. It can be checked by the rules alone, \
         without trust in the search that found it.",
    ),
    entry(
        "D",
        "D",
        "A draw: neither player can force a win, whoever begins. Only where play may not end.",
    ),
    entry(
        "dominated",
        "dominated",
        "A move is dominated if another move of the same player is at least as good in every sum. \
         Nobody misses it.",
    ),
    entry(
        "hot",
        "hot",
        "A game is hot if both players want to move in it: its temperature is above 0.",
    ),
    entry(
        "impartial",
        "impartial",
        "Both players have the same moves in every position. Each such game is worth a heap of Nim.",
    ),
    entry(
        "incentive",
        "incentive",
        "What a move gains for who makes it: the value after it compared with the value before.",
    ),
    entry(
        "infinitesimal",
        "infinitesimal",
        "Smaller than every positive number and greater than every negative one, such as ∗ and ↑. \
         Its mean is 0.",
    ),
    entry(
        "L",
        "L",
        "Left wins, whoever begins. The value is positive.",
    ),
    entry(
        "loopy",
        "loopy",
        "A game in which a position can come back, so that play may not end. There are draws, and \
         the value may have two sides, one for each player who may be served by endless play.",
    ),
    entry(
        "mast",
        "mast",
        "The vertical line at the top of a thermograph: above the temperature the value is the mean.",
    ),
    entry(
        "mean",
        "mean",
        "What a game is worth on the average in a sum of many copies of it: so many moves to Left's \
         advantage.",
    ),
    entry(
        "mex",
        "mex",
        "The least number that is missing, counted from 0. The nim value of a position is the mex \
         of the nim values after its moves.",
    ),
    entry(
        "misere",
        "misère",
        "Play in which who cannot move wins. Otherwise who cannot move loses: normal play.",
    ),
    entry(
        "N",
        "N",
        "The next player wins: whoever moves first. The value is confused with 0.",
    ),
    entry(
        "nim-sum",
        "nim sum",
        "Numbers added in binary without carrying: a column gets 1 if its ones are odd in number. \
         Who moves loses if the nim sum is 0.",
    ),
    entry(
        "nim-value",
        "nim value",
        "The size of the heap of Nim that an impartial game is equal to. It is 0 if the second \
         player wins.",
    ),
    entry(
        "number",
        "number",
        "A value such as 2 or −3/4: so many moves to Left's advantage. Nobody wants to move in it.",
    ),
    entry(
        "orthodox",
        "orthodox",
        "A move is orthodox at a temperature if no other gains more where every move elsewhere is \
         worth that much.",
    ),
    entry(
        "outcome",
        "outcome",
        "Who wins if both play well: the next player (N), the previous one (P), Left (L) or \
         Right (R).",
    ),
    entry(
        "P",
        "P",
        "The previous player wins: whoever moves second. The value is 0.",
    ),
    entry(
        "R",
        "R",
        "Right wins, whoever begins. The value is negative.",
    ),
    entry(
        "reversible",
        "reversible",
        "A move is reversible if the opponent has an answer that leaves him no worse off than before \
         it. What follows then counts in its place.",
    ),
    entry(
        "sides",
        "sides",
        "Two values of a game whose play may not end: one where endless play is won by Left, and \
         one where it is won by Right.",
    ),
    entry(
        "star",
        "∗",
        "Star: both players can move to 0 and no further. Who moves first wins it.",
    ),
    entry(
        "stop",
        "stop",
        "The number that is reached when the players move in turns until the value is a number.",
    ),
    entry(
        "stopper",
        "stopper",
        "A game in which moves made in turns come to an end, though one player alone might move \
         for ever. Its two sides are the same.",
    ),
    entry(
        "sum",
        "sum",
        "Several games at once: who is to move chooses one and moves in it.",
    ),
    entry(
        "temperature",
        "temperature",
        "How much a move is worth: as hot as the game is, so urgent is it to move there. In a sum \
         the hottest part is usually the best place to move.",
    ),
    entry(
        "thermograph",
        "thermograph",
        "A picture of what a game is worth to either player who begins, if every move costs a tax. \
         The tax is upward, and Left's values are to the left.",
    ),
    entry(
        "tiny",
        "tiny",
        "The value ₊G = {0||0|−G}: greater than 0, but less than every other positive thing in \
         common use. Its negative is miny, ₋G.",
    ),
    entry(
        "up",
        "↑",
        "Up, {0|∗}: the smallest common positive value. Left wins it, but it is less than every \
         positive number. Its negative is down, ↓.",
    ),
    entry(
        "value",
        "value",
        "What a game is worth in any sum. Games with the same value can replace each other.",
    ),
];

/// The word with this key.
pub fn find(key: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.key == key)
}

/// `words` with the meaning of a term: it shows under the pointer and under
/// the focus of the keyboard.
pub fn term(key: &str, words: &str) -> Markup {
    match find(key) {
        Some(entry) => html! {
            span.term tabindex="0" aria-describedby={ "means-" (key) } {
                (words)
                span.meaning role="tooltip" id={ "means-" (key) } { (entry.about) }
            }
        },
        None => html! { (words) },
    }
}

/// `GET /api/v1/glossary`: all words and what they mean.
pub async fn list() -> Json<&'static [Entry]> {
    Json(ENTRIES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_there_once() {
        let mut keys: Vec<&str> = ENTRIES.iter().map(|entry| entry.key).collect();
        let folded = |key: &&str| key.to_lowercase();
        assert!(keys.is_sorted_by_key(folded), "{keys:?}");
        keys.dedup();
        assert_eq!(keys.len(), ENTRIES.len());
        for entry in ENTRIES {
            assert!(entry.about.ends_with('.'), "{}", entry.key);
        }
    }

    #[test]
    fn a_term_says_what_it_means() {
        let shown = term("mean", "Mean").into_string();
        assert!(shown.contains("aria-describedby=\"means-mean\""), "{shown}");
        assert!(shown.contains("on the average"), "{shown}");
        assert_eq!(term("nothing", "Nothing").into_string(), "Nothing");
    }
}
