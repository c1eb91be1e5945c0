//! Playing: players, matches between them, and play beside a stack of cards.
//!
//! A sum of positions of any games is played as [`rules::Component`]s, so a
//! player is written once for all games.
