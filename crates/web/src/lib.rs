//! The workbench in the browser: a server for one person or a class room.
//!
//! The flow of a request: `connections` (how many, how long) → `admission`
//! (who may ask) → `server` (which route) → `api` (what is asked), `table` (what
//! is done to a game: of `play`, `latrunculus` or `cards`), `page` (what is
//! shown) → `work` (what takes long, as a `task` of a `worker` process) and
//! `store` (what outlives the server).
//! Boards and thermographs are drawn by [`draw`], and questions answered
//! by [`ask`], as on the command line, so that the two cannot disagree.

mod admission;
mod api;
mod body;
mod cards;
mod clicks;
mod client;
mod connections;
mod events;
mod explore;
mod fault;
mod glossary;
mod inquiry;
mod keys;
mod latrunculus;
mod lessons;
mod named;
mod nim;
mod notebooks;
mod opponent;
mod own_rules;
mod page;
mod parameters;
mod patient;
mod picture;
mod play;
mod puzzles;
mod reply;
mod review;
mod roster;
mod running;
mod saved;
mod seat;
mod seating;
mod server;
mod shelf;
mod store;
mod table;
mod task;
mod work;
mod worker;

pub use server::{Options, serve};
pub use worker::work;
