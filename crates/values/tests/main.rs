//! The algebra against its laws, slow references and CGSuite, in one program.

mod common;
mod cooling;
mod deep;
mod definitions;
mod forms;
mod infinitesimals;
mod laws;
mod limits;
mod long_texts;
mod printing;
mod reading;
mod reference;
mod regression;
mod signs;
