//! The workbench in the browser: a server for one person or a class room.
//!
//! The flow of a request: `server` (who may ask, which route) → `api`,
//! `play`, `latrunculus` and `cards` (what is asked), `page` (what is shown) → `work` (answers within
//! budgets) and `store` (what outlives the server). Boards and thermographs
//! are drawn by [`crate::draw`], and questions answered by the command line's
//! own code, so that page and command line cannot disagree.

mod api;
mod cards;
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
mod work;

pub use server::{Options, serve};
