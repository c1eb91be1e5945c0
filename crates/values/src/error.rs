//! What can keep an operation from giving its answer.

use std::fmt;

/// Why there is no answer. The text is one line and says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The memory limit was reached.
    Memory {
        /// The limit in bytes.
        limit: u64,
    },
    /// The stop flag was set.
    Interrupted,
    /// The deadline passed.
    Deadline,
    /// A bound that protects from runaway work was exceeded.
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// The bound.
        bound: u64,
    },
    /// The value has no atomic weight; the text says why.
    NotAtomic(String),
    /// The exponent does not make sense for the base.
    InvalidExponent(String),
    /// Cooling needs a temperature above −1.
    InvalidTemperature(String),
    /// There is no such thing; the text says why.
    Undefined(String),
}

/// An answer, or why there is none.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Whether the work stopped at a limit that the user can raise.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            Error::Memory { .. } | Error::Deadline | Error::TooLarge { .. }
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Memory { limit } => write!(
                f,
                "stopped at the memory limit of {}; raise it with --memory or ask for something smaller",
                Bytes(*limit)
            ),
            Error::Interrupted => f.write_str("interrupted"),
            Error::Deadline => f.write_str("stopped at the time limit"),
            Error::TooLarge { what, bound } => {
                write!(f, "{what}: the bound is {bound}; ask for something smaller")
            }
            Error::NotAtomic(why) => write!(f, "that game is not atomic: {why}"),
            Error::InvalidExponent(why) => write!(f, "invalid exponent: {why}"),
            Error::Undefined(why) => f.write_str(why),
            Error::InvalidTemperature(t) => {
                write!(f, "cannot cool by {t}: the temperature must be above -1")
            }
        }
    }
}

impl std::error::Error for Error {}

struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
        let mut n = self.0;
        let mut unit = 0;
        while n >= 10 * 1024 && unit + 1 < units.len() {
            n /= 1024;
            unit += 1;
        }
        write!(f, "{n} {}", units[unit])
    }
}
