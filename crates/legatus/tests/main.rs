//! The program, driven as people, scripts and browsers drive it: one test
//! program, so that what they share is built once.

#[cfg(unix)]
mod admission;
#[cfg(target_os = "linux")]
mod bearing;
#[cfg(feature = "browser-tests")]
mod browser;
mod calculator;
mod cards;
mod cli;
mod common;
#[cfg(unix)]
mod completing;
#[cfg(unix)]
mod console;
mod crowd;
mod escapes;
mod facts;
#[cfg(target_os = "linux")]
mod faults;
mod heaps;
mod keeping;
mod latrunculus;
mod learning;
#[cfg(target_os = "linux")]
mod limits;
mod options;
mod outside;
mod playing;
#[cfg(unix)]
mod prompt;
#[cfg(feature = "browser-tests")]
mod puzzles_page;
mod questions;
mod requests;
mod round_trip;
mod scripts;
mod serving;
mod solving;
mod starts;
mod sums;
mod tables;
#[cfg(unix)]
mod terminal;
mod web;
