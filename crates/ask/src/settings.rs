//! Settings that several questions have, and how they are read.

use std::time::Duration;
use values::{Dyadic, Player};

use crate::{Setting, Takes};

/// How values are printed.
pub const NOTATION: Setting = Setting::new(
    "notation",
    Takes::OneOf("NOTATION", &["ascii", "unicode", "latex"], false),
    "Print values in this notation",
)
.or("ascii")
.on_the_web();

/// How long each answer may take; every question has this setting that has
/// none of its own.
pub const SECONDS: Setting = Setting::new(
    "seconds",
    Takes::Readable("SECONDS", |text| seconds(text).map(drop)),
    "Stop after so many seconds; with `-`, so many for each line",
);

/// How much memory all may take; every question has this setting.
pub const MEMORY: Setting = Setting::new(
    "memory",
    Takes::Readable("SIZE", |text| memory(text).map(drop)),
    "Stop at this much memory, such as 2G or 500M [default: half of what the machine or its \
     container allows]",
);

/// The answer as JSON, of which `about` tells the members.
pub const fn json(about: &'static str) -> Setting {
    Setting::flag("json", about)
}

/// How many threads may be asked for: more than any machine has use for, and
/// few enough that each gets its stack.
pub const fn threads(about: &'static str) -> Setting {
    Setting::new("threads", Takes::Number("N", 1, 1024), about)
}

/// The player who cannot move wins.
pub const fn misere(about: &'static str) -> Setting {
    Setting::flag("misere", about).on_the_web()
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&s: &f64| s > 0.0 && s <= 1e6);
    let seconds = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.ok_or_else(|| "expected seconds such as 0.5 or 10".to_owned())
}

/// Reads a temperature or another dyadic number.
pub fn dyadic(text: &str) -> Result<Dyadic, String> {
    text.parse()
        .map_err(|_| "expected a dyadic number such as 1, 3/4 or -1/2".to_owned())
}

/// `left` or `black`, `right` or `white`.
pub fn side(text: &str) -> Result<Player, String> {
    play::read_side(text).ok_or_else(|| "expected left or right, black or white".to_owned())
}

/// Reads a side, or a word that stands for something else.
pub fn side_or<T>(text: &str, word: &str, other: T, of: fn(Player) -> T) -> Result<T, String> {
    match text == word {
        true => Ok(other),
        false => side(text)
            .map(of)
            .map_err(|reason| format!("{reason}, or {word}")),
    }
}

/// Reads a size such as `2G`, `500M`, `1.5GiB` or a number of bytes. The units
/// are binary, as in `ulimit` and in container settings.
pub fn memory(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a size such as 2G, 500M or 1.5G";
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(EXPECTED.into()),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    // Four decimals are more than anyone means, and keep the product exact.
    if whole.is_empty() || fraction.len() > 4 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return Err(EXPECTED.into());
    }
    let whole: u64 = whole.parse().map_err(|_| EXPECTED)?;
    let fraction: u64 = format!("{fraction:0<4}").parse().map_err(|_| EXPECTED)?;
    let bytes = whole
        .checked_mul(1 << shift)
        .and_then(|bytes| bytes.checked_add((fraction << shift) / 10_000))
        .ok_or("more memory than any machine has")?;
    match bytes {
        0 => Err("some memory is needed; try 100M".into()),
        _ => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("1000", 1000),
            ("2G", 2 << 30),
            ("500M", 500 << 20),
            ("1.5GiB", 3 << 29),
            ("64kb", 64 << 10),
            ("1T", 1 << 40),
        ] {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_size_is_refused() {
        for text in [
            "",
            "G",
            "-1G",
            "1X",
            "1.G.",
            "0",
            "99999999999T",
            "1.00001G",
            "½G",
            "1 G",
        ] {
            assert!(memory(text).is_err(), "{text}");
        }
    }
}
