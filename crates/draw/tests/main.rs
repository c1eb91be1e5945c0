//! Drawings that the documentation shows.

mod rule_pictures;
