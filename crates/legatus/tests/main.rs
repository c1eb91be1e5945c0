//! The program, driven as people, scripts and browsers drive it: one test
//! program, so that what they share is built once.

#[cfg(feature = "browser-tests")]
mod browser;
mod calculator;
mod cli;
mod common;
#[cfg(unix)]
mod console;
mod escapes;
mod facts;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(target_os = "linux")]
mod limits;
mod outside;
mod playing;
#[cfg(unix)]
mod prompt;
mod questions;
mod requests;
mod round_trip;
mod scripts;
mod tables;
mod web;
