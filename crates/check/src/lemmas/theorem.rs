//! What a certificate made of lemmas says.

use crate::certificate::{lines_below, read_rules, strange, write_rules};
use crate::{Claim, Rejection, Summand};
use std::fmt;
use std::str::FromStr;

pub(crate) const MAGIC: &str = "legatus proof 2";

/// The header of a certificate made of lemmas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The statements of rule files whose games have a part in the sum, other
    /// than those that come with the program.
    pub rules: Vec<String>,
    /// What it is about.
    pub about: About,
}

/// What a certificate made of lemmas is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The value of a sum.
    Value(Vec<Summand>),
    /// The nim value of a sum of impartial positions.
    NimValue(Vec<Summand>, u64),
    /// Who wins a sum in normal play, by the values of its parts.
    Winners(Vec<Summand>, Vec<Claim>),
    /// The period of the nim values of heaps.
    Period(HeapPeriod),
}

/// That the nim values of a game's heaps repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapPeriod {
    /// The game, `octal:` and a code.
    pub game: String,
    /// How many heaps later the values come again.
    pub period: u64,
    /// From this heap on, at least 1.
    pub start: u64,
}

impl About {
    pub(super) fn summands_mut(&mut self) -> &mut [Summand] {
        match self {
            About::Value(summands) | About::NimValue(summands, _) | About::Winners(summands, _) => {
                summands
            }
            About::Period(_) => &mut [],
        }
    }
}

impl Theorem {
    /// The positions whose sum it is about.
    #[must_use]
    pub fn summands(&self) -> &[Summand] {
        match &self.about {
            About::Value(summands) | About::NimValue(summands, _) | About::Winners(summands, _) => {
                summands
            }
            About::Period(_) => &[],
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC}")?;
        write_rules(&self.rules, f)?;
        for summand in self.summands() {
            write!(f, "{summand}")?;
        }
        match &self.about {
            About::Value(_) => writeln!(f, "claim: value")?,
            About::NimValue(_, value) => writeln!(f, "claim: nim value {value}")?,
            About::Winners(_, claims) => {
                for claim in claims {
                    writeln!(f, "claim: {claim}")?;
                }
            }
            About::Period(found) => {
                writeln!(f, "game: {}", found.game)?;
                writeln!(f, "claim: period {} from {}", found.period, found.start)?;
            }
        }
        writeln!(f)
    }
}

impl FromStr for Theorem {
    type Err = Rejection;

    fn from_str(text: &str) -> Result<Self, Rejection> {
        let mut lines = lines_below(MAGIC, text)?;
        let rules = read_rules(&mut lines);
        let mut summands = Vec::new();
        let mut claims = Vec::new();
        while let Some(line) = lines.next() {
            if let Some(claim) = line.strip_prefix("claim: ") {
                claims.push(claim);
                continue;
            }
            let next = lines.peek().copied().unwrap_or_default();
            if let Some(game) = line.strip_prefix("game: ")
                && let Some(claim) = next.strip_prefix("claim: ")
                && summands.is_empty()
                && rules.is_empty()
            {
                lines.next();
                let found = period(game, claim).ok_or_else(|| strange(next))?;
                return match lines.next() {
                    None => Ok(Theorem {
                        rules,
                        about: About::Period(found),
                    }),
                    Some(line) => Err(strange(line)),
                };
            }
            lines.next();
            match claims.is_empty() {
                true => summands.push(Summand::read(line, next)?),
                false => return Err(strange(line)),
            }
        }
        if summands.is_empty() {
            return Err(Rejection::new("the header names no position"));
        }
        let about = match claims[..] {
            [] => return Err(Rejection::new("the header claims nothing")),
            ["value"] => About::Value(summands),
            [claim] if claim.starts_with(NIM) => {
                let value = number(&claim[NIM.len()..]).ok_or_else(|| strange(claim))?;
                About::NimValue(summands, value)
            }
            _ => About::Winners(summands, winners(&claims)?),
        };
        Ok(Theorem { rules, about })
    }
}

const NIM: &str = "nim value ";

fn winners(claims: &[&str]) -> Result<Vec<Claim>, Rejection> {
    let mut read: Vec<Claim> = Vec::new();
    for claim in claims {
        let claim: Claim = claim.parse().map_err(|()| strange(claim))?;
        if read.iter().any(|other| other.starter == claim.starter) {
            return Err(Rejection::new("the header claims twice for one starter"));
        }
        read.push(claim);
    }
    Ok(read)
}

fn period(game: &str, claim: &str) -> Option<HeapPeriod> {
    let (period, start) = claim.strip_prefix("period ")?.split_once(" from ")?;
    Some(HeapPeriod {
        game: game.to_owned(),
        period: number(period).filter(|&p| p > 0)?,
        start: number(start).filter(|&s| s > 0)?,
    })
}

/// A number as this program writes it.
fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
