//! The program, driven as people, scripts and browsers drive it: one test
//! program, so that what they share is built once.

#[cfg(feature = "browser-tests")]
mod accessibility;
#[cfg(unix)]
mod admission;
#[cfg(target_os = "linux")]
mod bearing;
#[cfg(feature = "browser-tests")]
mod board_page;
#[cfg(feature = "browser-tests")]
mod browser;
mod calculator;
mod cards;
#[cfg(feature = "browser-tests")]
mod cards_page;
#[cfg(feature = "browser-tests")]
mod chance_page;
mod cli;
mod common;
#[cfg(unix)]
mod completing;
#[cfg(unix)]
mod console;
mod crowd;
mod escapes;
#[cfg(feature = "browser-tests")]
mod explore_page;
#[cfg(target_os = "linux")]
mod faults;
mod heaps;
mod keeping;
mod latrunculus;
mod learning;
mod lessons;
#[cfg(target_os = "linux")]
mod limits;
mod links;
#[cfg(feature = "browser-tests")]
mod newcomer_page;
#[cfg(feature = "browser-tests")]
mod notebook_page;
mod options;
mod outside;
mod own_rules;
#[cfg(feature = "browser-tests")]
mod own_rules_page;
mod playing;
#[cfg(unix)]
mod prompt;
#[cfg(feature = "browser-tests")]
mod puzzles_page;
mod questions;
mod requests;
mod round_trip;
mod rule_files;
mod scripts;
mod serving;
mod solving;
#[cfg(unix)]
mod spark_job;
mod starts;
#[cfg(feature = "browser-tests")]
mod statements_page;
mod sums;
#[cfg(feature = "browser-tests")]
mod table_page;
mod tables;
mod tables_state;
#[cfg(unix)]
mod terminal;
mod web;
