//! The workbench in the browser: a server for one person or a class room.
//!
//! The flow of a request: `connections` (how many, how long) → `admission`
//! (who may ask) → `server` (which route) → `api`, `play`, `latrunculus` and
//! `cards` (what is asked), `page` (what is shown) → `work` (what takes long,
//! as a `task` of a `worker` process) and `store` (what outlives the server).
//! Boards and thermographs are drawn by [`crate::draw`], and questions answered
//! by the command line's own code, so that page and command line cannot
//! disagree.

mod admission;
mod api;
mod cards;
mod client;
mod connections;
mod fault;
mod kept;
mod latrunculus;
mod nim;
mod page;
mod picture;
mod play;
mod running;
mod saved;
mod server;
mod shelf;
mod store;
mod task;
mod work;
mod worker;

pub use server::{Options, serve};
pub use worker::work;
