//! Reading and printing values: CGSuite's ASCII, Unicode and LaTeX.

mod compress;
mod error;
mod layout;
mod loopy;
mod meaning;
mod operand;
mod read;
mod scan;
mod source;
mod style;

pub use compress::{Compressed, Sizes};
pub use error::ReadError;
pub use style::Notation;
