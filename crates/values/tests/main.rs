//! The algebra against its laws, slow references and CGSuite, in one program.

mod common;
mod deep;
mod forms;
mod laws;
mod notation;
mod operators;
mod reference;
mod regression;
mod signs;
