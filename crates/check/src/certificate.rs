//! Certificates as files: a readable header, the answers, a checksum.

use crate::{Rejection, lemmas};
use std::fmt;
use std::io::{self, Read, Write};
use std::iter::Peekable;
use std::str::{FromStr, Lines};
use values::Player;

pub(crate) const MAGIC: &str = "legatus proof 1";
/// How certificates of all kinds begin.
const KIND: &str = "legatus proof ";
/// Bound on the length of a header, against files that are none: room for the
/// rules of some games.
const LONGEST_HEADER: usize = 1 << 20;

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The statements of rule files whose games have a part in the sum, other
    /// than those that come with the program.
    pub rules: Vec<String>,
    /// The positions whose sum it is about, one or more.
    pub summands: Vec<Summand>,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// Whether the sum is said to be its own negative, so that a claim about
    /// one starter is a claim about the other.
    pub own_negative: bool,
    /// What is claimed, at most once for each starter.
    pub claims: Vec<Claim>,
}

/// A position in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summand {
    /// The game with its variant.
    pub game: String,
    /// The position.
    pub position: String,
    /// Whether the players are exchanged.
    pub negated: bool,
}

impl Summand {
    /// From the line with the game and that with the position.
    pub(crate) fn read(game: &str, position: &str) -> Result<Self, Rejection> {
        let plain = game.strip_prefix("minus ");
        let name = plain.unwrap_or(game).strip_prefix("game: ");
        let text = position.strip_prefix("position: ");
        Ok(Summand {
            game: name.ok_or_else(|| strange(game))?.to_owned(),
            position: text.ok_or_else(|| strange(position))?.to_owned(),
            negated: plain.is_some(),
        })
    }
}

impl fmt::Display for Summand {
    /// The two lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negated { "minus " } else { "" };
        writeln!(f, "{sign}game: {}", self.game)?;
        writeln!(f, "position: {}", self.position)
    }
}

/// Who wins when one of the players starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who starts.
    pub starter: Player,
    /// Who wins.
    pub winner: Player,
}

impl std::ops::Neg for Claim {
    type Output = Claim;

    /// The claim with the players exchanged.
    fn neg(self) -> Claim {
        Claim {
            starter: -self.starter,
            winner: -self.winner,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [starter, winner] = [self.starter, self.winner].map(Player::name);
        write!(f, "{starter} starts, {winner} wins")
    }
}

impl FromStr for Claim {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Player::BOTH
            .into_iter()
            .flat_map(|starter| Player::BOTH.map(|winner| Claim { starter, winner }))
            .find(|claim| claim.to_string() == text)
            .ok_or(())
    }
}

/// Before every line of a rule file.
const RULES: &str = "rules: ";
const OWN_NEGATIVE: &str = "symmetry: own negative";

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC}")?;
        write_rules(&self.rules, f)?;
        for summand in &self.summands {
            write!(f, "{summand}")?;
        }
        let convention = if self.misere { "misere" } else { "normal" };
        writeln!(f, "convention: {convention}")?;
        if self.own_negative {
            writeln!(f, "{OWN_NEGATIVE}")?;
        }
        for claim in &self.claims {
            writeln!(f, "claim: {claim}")?;
        }
        writeln!(f)
    }
}

impl FromStr for Header {
    type Err = Rejection;

    fn from_str(text: &str) -> Result<Self, Rejection> {
        let mut lines = lines_below(MAGIC, text)?;
        let mut header = Header {
            rules: read_rules(&mut lines),
            summands: Vec::new(),
            misere: false,
            own_negative: false,
            claims: Vec::new(),
        };
        let convention = loop {
            let line = lines.next().unwrap_or_default();
            if let Some(convention) = line.strip_prefix("convention: ") {
                break convention;
            }
            let position = lines.next().unwrap_or_default();
            header.summands.push(Summand::read(line, position)?);
        };
        header.misere = match convention {
            "misere" => true,
            "normal" => false,
            other => return Err(strange(other)),
        };
        header.own_negative = lines.next_if_eq(&OWN_NEGATIVE).is_some();
        for line in lines {
            let claim = line.strip_prefix("claim: ").and_then(|c| c.parse().ok());
            let claim: Claim = claim.ok_or_else(|| strange(line))?;
            if header.claims.iter().any(|c| c.starter == claim.starter) {
                return Err(Rejection::new("the header claims twice for one starter"));
            }
            header.claims.push(claim);
        }
        match (header.summands.is_empty(), header.claims.is_empty()) {
            (true, _) => Err(Rejection::new("the header names no position")),
            (_, true) => Err(Rejection::new("the header claims nothing")),
            _ => Ok(header),
        }
    }
}

/// The lines of a header below the first, which tells its kind.
pub(crate) fn lines_below<'t>(
    magic: &str,
    text: &'t str,
) -> Result<Peekable<Lines<'t>>, Rejection> {
    legible(text)?;
    let mut lines = text.lines().peekable();
    match lines.next() == Some(magic) {
        true => Ok(lines),
        false => Err(Rejection::new(format!(
            "this is no certificate: the first line is not `{magic}`"
        ))),
    }
}

/// That a header has no control characters.
fn legible(text: &str) -> Result<(), Rejection> {
    match text.chars().find(|c| c.is_control() && *c != '\n') {
        None => Ok(()),
        Some(c) => {
            let c = c.escape_debug();
            Err(Rejection::new(format!("the header has a character `{c}`")))
        }
    }
}

/// The lines of rules, a text for each file.
pub(crate) fn write_rules(rules: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut lines = rules.iter().flat_map(|text| text.lines());
    lines.try_for_each(|line| writeln!(f, "{RULES}{line}"))
}

/// The rules that the next lines have.
pub(crate) fn read_rules(lines: &mut Peekable<Lines<'_>>) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    while let Some(line) = lines.next_if(|line| line.starts_with(RULES)) {
        let line = &line[RULES.len()..];
        match rules.last_mut().filter(|_| !names_game(line)) {
            Some(text) => text.push_str(&format!("{line}\n")),
            None => rules.push(format!("{line}\n")),
        }
    }
    rules
}

/// Whether a line of rules is the first of a file.
fn names_game(line: &str) -> bool {
    let rest = line.strip_prefix("game");
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

pub(crate) fn strange(line: &str) -> Rejection {
    Rejection::new(format!("the header has a line `{}`", line.escape_debug()))
}

/// Writes a certificate as it comes.
pub struct Writer<W> {
    out: W,
    hash: blake3::Hasher,
    bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Begins with the header, a [`Header`] or a [`Theorem`](crate::Theorem).
    pub fn new(out: W, header: &impl fmt::Display) -> io::Result<Self> {
        let mut writer = Writer {
            out,
            hash: blake3::Hasher::new(),
            bytes: 0,
        };
        let header = header.to_string();
        if header.len() >= LONGEST_HEADER {
            let why = "the rules and positions are too long for a certificate";
            return Err(io::Error::other(why));
        }
        writer.put(header.as_bytes())?;
        Ok(writer)
    }

    /// Adds a number.
    pub fn number(&mut self, mut n: u64) -> io::Result<()> {
        let mut bytes = [0; 10];
        let mut len = 0;
        loop {
            bytes[len] = (n & 0x7f) as u8 | if n > 0x7f { 0x80 } else { 0 };
            len += 1;
            n >>= 7;
            if n == 0 {
                return self.put(&bytes[..len]);
            }
        }
    }

    /// Adds bytes as they are.
    pub fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Ends with the checksum; gives the number of bytes.
    pub fn finish(mut self) -> io::Result<u64> {
        let sum = self.hash.finalize();
        self.out.write_all(sum.as_bytes())?;
        self.out.flush()?;
        Ok(self.bytes + sum.as_bytes().len() as u64)
    }
}

/// Reads a certificate as it comes; nothing is believed before
/// [`finish`](Self::finish) has seen the checksum.
pub struct Reader<R> {
    input: R,
    hash: blake3::Hasher,
    /// How many bytes were read.
    bytes: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header of a certificate of who wins.
    pub fn new(input: R) -> Result<(Self, Header), Rejection> {
        let (reader, text) = Reader::open(input)?;
        Ok((reader, text.parse()?))
    }

    /// Reads the header of a certificate of any kind, as text.
    pub fn open(input: R) -> Result<(Self, String), Rejection> {
        let mut reader = Reader {
            input,
            hash: blake3::Hasher::new(),
            bytes: 0,
        };
        let mut text = Vec::new();
        while !text.ends_with(b"\n\n") {
            // A file of another kind is known by its first bytes.
            let known = text.len().min(KIND.len());
            if text.len() >= LONGEST_HEADER || text[..known] != KIND.as_bytes()[..known] {
                return Err(Rejection::new(format!(
                    "this is no certificate: it does not begin with `{MAGIC}` or `{}` and a header",
                    lemmas::MAGIC
                )));
            }
            text.push(reader.byte()?);
        }
        text.pop();
        let text = String::from_utf8(text)
            .map_err(|_| Rejection::new("this is no certificate: the header is not text"))?;
        Ok((reader, text))
    }

    /// How many bytes were read.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next bytes, as text.
    pub fn text(&mut self, length: usize) -> Result<String, Rejection> {
        let mut text = Vec::new();
        for _ in 0..length {
            text.push(self.byte()?);
        }
        String::from_utf8(text).map_err(|_| Rejection::new("a position in it is not text"))
    }

    fn byte(&mut self) -> Result<u8, Rejection> {
        let mut byte = [0];
        self.input.read_exact(&mut byte).map_err(cut_off)?;
        self.hash.update(&byte);
        self.bytes += 1;
        Ok(byte[0])
    }

    /// The next number.
    pub fn number(&mut self) -> Result<u64, Rejection> {
        let mut n = 0;
        for shift in (0..).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift > 63 || (bits << shift) >> shift != bits {
                return Err(Rejection::new("a number in it is too large"));
            }
            n |= bits << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        Ok(n)
    }

    /// The next number, in as few bytes as it takes.
    pub fn exact_number(&mut self) -> Result<u64, Rejection> {
        let before = self.bytes;
        let number = self.number()?;
        let needed = number.checked_ilog2().unwrap_or(0) / 7 + 1;
        match self.bytes - before == u64::from(needed) {
            true => Ok(number),
            false => Err(Rejection::new("a number in it has too many bytes")),
        }
    }

    /// Sees that the checksum comes next, that it is right, and that nothing
    /// follows.
    pub fn finish(mut self) -> Result<(), Rejection> {
        let expected = self.hash.finalize();
        let mut found = [0; 32];
        self.input.read_exact(&mut found).map_err(cut_off)?;
        if found != *expected.as_bytes() {
            return Err(Rejection::new(
                "the checksum is wrong: the file was changed",
            ));
        }
        match self.input.read(&mut found[..1]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(Rejection::new("something follows after the checksum")),
            Err(error) => Err(error.into()),
        }
    }
}

fn cut_off(error: io::Error) -> Rejection {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => Rejection::new("the file ends too early"),
        _ => error.into(),
    }
}
