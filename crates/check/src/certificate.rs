//! Certificates as files: a readable header, the answers, a checksum.

use crate::Rejection;
use std::fmt;
use std::io::{self, Read, Write};
use std::str::FromStr;
use values::Player;

const MAGIC: &str = "legatus proof 1";
/// Bound on the length of a header, against files that are none.
const LONGEST_HEADER: usize = 1 << 16;

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game with its variant.
    pub game: String,
    /// The position.
    pub position: String,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// What is claimed.
    pub claims: Vec<Claim>,
}

/// Who wins when one of the players starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who starts.
    pub starter: Player,
    /// Who wins.
    pub winner: Player,
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [starter, winner] = [self.starter, self.winner].map(name);
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

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC}")?;
        writeln!(f, "game: {}", self.game)?;
        writeln!(f, "position: {}", self.position)?;
        let convention = if self.misere { "misere" } else { "normal" };
        writeln!(f, "convention: {convention}")?;
        for claim in &self.claims {
            writeln!(f, "claim: {claim}")?;
        }
        writeln!(f)
    }
}

impl FromStr for Header {
    type Err = Rejection;

    fn from_str(text: &str) -> Result<Self, Rejection> {
        let bad = |line: &str| Rejection::new(format!("the header has a line `{line}`"));
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(Rejection::new(format!(
                "this is no certificate: the first line is not `{MAGIC}`"
            )));
        }
        let mut field = |name: &str| {
            let line = lines.next().unwrap_or_default();
            let value = line.strip_prefix(name).and_then(|l| l.strip_prefix(": "));
            value.map(str::to_owned).ok_or_else(|| bad(line))
        };
        let (game, position) = (field("game")?, field("position")?);
        let convention = field("convention")?;
        let misere = match convention.as_str() {
            "misere" => true,
            "normal" => false,
            other => return Err(bad(other)),
        };
        let mut claims = Vec::new();
        for line in lines {
            let claim = line.strip_prefix("claim: ").and_then(|c| c.parse().ok());
            claims.push(claim.ok_or_else(|| bad(line))?);
        }
        if claims.is_empty() {
            return Err(Rejection::new("the header claims nothing"));
        }
        Ok(Header {
            game,
            position,
            misere,
            claims,
        })
    }
}

/// Writes a certificate as it comes.
pub struct Writer<W> {
    out: W,
    hash: blake3::Hasher,
    bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Begins with the header.
    pub fn new(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = Writer {
            out,
            hash: blake3::Hasher::new(),
            bytes: 0,
        };
        writer.put(header.to_string().as_bytes())?;
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

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
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
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    pub fn new(input: R) -> Result<(Self, Header), Rejection> {
        let mut reader = Reader {
            input,
            hash: blake3::Hasher::new(),
        };
        let mut text = Vec::new();
        while !text.ends_with(b"\n\n") {
            if text.len() >= LONGEST_HEADER {
                return Err(Rejection::new("this is no certificate: no header ends"));
            }
            text.push(reader.byte()?);
        }
        text.pop();
        let text = String::from_utf8(text)
            .map_err(|_| Rejection::new("this is no certificate: the header is not text"))?;
        Ok((reader, text.parse()?))
    }

    fn byte(&mut self) -> Result<u8, Rejection> {
        let mut byte = [0];
        self.input.read_exact(&mut byte).map_err(cut_off)?;
        self.hash.update(&byte);
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
