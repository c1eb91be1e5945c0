//! Reading and printing values: CGSuite's ASCII, Unicode and LaTeX.

mod compress;
mod layout;
mod read;
mod source;
mod style;

pub use compress::{Compressed, Sizes};
pub use read::ReadError;
pub use style::Notation;
