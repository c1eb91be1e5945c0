//! Lessons: texts with boards to play on and questions that the engine knows
//! the answers to.
//!
//! A lesson is a file of the folder `texts`, read by [`text`]. What it asserts
//! about a game is a [`Claim`], written beside the words, and a test has the
//! engine confirm every one of them. Which answers to an [`Exercise`] are right
//! is not in the file: it is computed when somebody answers.

mod claim;
mod engine;
mod exercise;
mod text;
mod view;

#[cfg(test)]
mod tests;

pub use claim::{Claim, Shown};
pub use engine::Engine;
pub use exercise::{Exercise, Start, Task};
pub use text::{Block, Figure, Lesson, Span};
pub use view::{exercise, picture};

use std::sync::OnceLock;

/// Files of the folder `texts`, by name.
macro_rules! texts {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("texts/", $name, ".txt")))),*]
    };
}

/// The lessons, in the order in which they build on one another.
const TEXTS: &[(&str, &str)] = texts! {
    "first-or-second" "nim-sum" "misere" "sums" "kayles"
    "numbers" "avoidance" "switches" "thermographs" "infinitesimals"
    "legionnaires" "amazons" "latrunculus" "search"
};

/// All lessons.
pub fn all() -> &'static [Lesson] {
    static ALL: OnceLock<Vec<Lesson>> = OnceLock::new();
    ALL.get_or_init(|| {
        let read = |(name, text): &(&'static str, &str)| match Lesson::read(name, text) {
            Ok(lesson) => lesson,
            // They are part of the program, and a test reads them.
            Err(why) => panic!("the lesson {name}: {why}"),
        };
        TEXTS.iter().map(read).collect()
    })
}

/// The place of a lesson among all.
pub fn find(name: &str) -> Option<usize> {
    all().iter().position(|lesson| lesson.name == name)
}
