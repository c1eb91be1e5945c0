//! The library behind the program: the calculator, drawings, the papers'
//! tables, the command line and the server.
//!
//! A thermograph as SVG, without a server or a terminal:
//!
//! ```
//! use values::Arena;
//!
//! let mut arena = Arena::new();
//! let hot = arena.read("{5||2|-1}")?;
//! let picture = draw::svg(&[("G".to_owned(), arena.thermograph(hot)?)]);
//! assert!(picture.contains("<svg") && picture.contains("11/4"));
//! // And a board:
//! let board = rules::Component::read("clobber", "XO/OX").unwrap();
//! let picture = draw::board(&board.scene(), "Clobber", &[]);
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`cli::run`] is the whole program, also for one that registers games of its
//! own.

pub mod cli;

/// The example of the documentation compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/api.md")]
struct Library;
