//! What a directory of a count holds, in one small file of text.

use super::file::KeyFile;
use super::keys::{Layout, PlaceKeys, TextKeys};
use crate::count::Level;
use crate::count::pool::Tally;
use std::fmt::Write;
use std::str::{FromStr, SplitWhitespace};

/// What is counted. A directory belongs to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::count) struct Question {
    /// The game with its variant.
    pub(in crate::count) game: String,
    /// The position, as its game writes it.
    pub(in crate::count) start: String,
    /// What counts once.
    pub(in crate::count) counted: &'static str,
}

impl Question {
    /// The lines that a manifest begins with. Another version of the program
    /// may have other rules or other keys.
    fn lines(&self) -> String {
        let Question {
            game,
            start,
            counted,
        } = self;
        let version = env!("CARGO_PKG_VERSION");
        let start = start.escape_default();
        format!("{FORMAT}\nprogram {version}\ngame {game}\nstart {start}\ncounted {counted}\n")
    }
}

const FORMAT: &str = "legatus count 1";

/// How far a count has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    /// The levels that are done.
    pub(super) levels: Vec<(Level, KeyFile)>,
    /// The level that is being expanded.
    pub(super) open: Option<Open>,
    /// Positions of lower levels: rank and file, each in order and without
    /// repetition, but not without each other's.
    pub(super) runs: Vec<(u64, KeyFile)>,
    /// The number of the next run.
    pub(super) next_run: u64,
    /// Whether all levels are done.
    pub(super) complete: bool,
}

/// A level that is being expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) rank: u64,
    pub(super) file: KeyFile,
    /// How many of its blocks are done.
    pub(super) done: u64,
    /// What was met in them.
    pub(super) tally: Tally,
}

/// The name of the file of a level.
pub(super) fn level_name(number: usize) -> String {
    format!("level-{number:04}")
}

/// The name of the file of a run.
pub(super) fn run_name(number: u64) -> String {
    format!("run-{number:04}")
}

/// Why a manifest cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// It is of another count; this is what it says.
    Foreign(String),
    /// It is not what was written.
    Damaged,
}

impl Manifest {
    pub(super) fn text(&self, question: &Question) -> String {
        let mut text = question.lines();
        for (number, (level, file)) in self.levels.iter().enumerate() {
            let Level {
                rank,
                positions,
                edges,
            } = level;
            let file = words(file);
            line(
                &mut text,
                format_args!(
                    "level {number} rank {rank} positions {positions} edges {edges} {file}"
                ),
            );
        }
        if let Some(open) = &self.open {
            let Open {
                rank,
                file,
                done,
                tally,
            } = open;
            let Tally {
                positions,
                edges,
                own,
                own_edges,
            } = tally;
            let file = words(file);
            line(
                &mut text,
                format_args!(
                    "open {} rank {rank} done {done} positions {positions} edges {edges} \
                     own {own} own_edges {own_edges} {file}",
                    self.levels.len()
                ),
            );
        }
        for (rank, file) in &self.runs {
            let number = file.name.rsplit('-').next().unwrap_or_default();
            let number: u64 = number.parse().unwrap_or_default();
            line(
                &mut text,
                format_args!("run {number} rank {rank} {}", words(file)),
            );
        }
        line(&mut text, format_args!("next_run {}", self.next_run));
        let complete = if self.complete { "yes" } else { "no" };
        line(&mut text, format_args!("complete {complete}"));
        let sum = blake3::hash(text.as_bytes());
        line(&mut text, format_args!("blake3 {sum}"));
        text
    }

    /// Reads what [`text`](Self::text) wrote for this question.
    pub(super) fn read(text: &str, question: &Question) -> Result<Manifest, Unusable> {
        let sum_at = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
        let (body, sum) = text.split_at(sum_at);
        let right = format!("blake3 {}\n", blake3::hash(body.as_bytes()));
        if sum != right {
            return Err(Unusable::Damaged);
        }
        let Some(rest) = body.strip_prefix(&question.lines()) else {
            return Err(Unusable::Foreign(differs(body, &question.lines())));
        };
        let mut manifest = Manifest::default();
        for line in rest.lines() {
            manifest.read_line(line).ok_or(Unusable::Damaged)?;
        }
        // Reading loses nothing.
        if manifest.text(question) != text {
            return Err(Unusable::Damaged);
        }
        Ok(manifest)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let mut words = Words(line.split_whitespace());
        match words.0.next()? {
            "level" => {
                let name = level_name(words.number()?);
                let level = Level {
                    rank: words.named("rank")?,
                    positions: words.named("positions")?,
                    edges: words.named("edges")?,
                };
                self.levels.push((level, words.file(name)?));
            }
            "open" => {
                let name = level_name(words.number()?);
                self.open = Some(Open {
                    rank: words.named("rank")?,
                    done: words.named("done")?,
                    tally: Tally {
                        positions: words.named("positions")?,
                        edges: words.named("edges")?,
                        own: words.named("own")?,
                        own_edges: words.named("own_edges")?,
                    },
                    file: words.file(name)?,
                });
            }
            "run" => {
                let name = run_name(words.number()?);
                let rank = words.named("rank")?;
                self.runs.push((rank, words.file(name)?));
            }
            "next_run" => self.next_run = words.number()?,
            "complete" => self.complete = words.0.next()? == "yes",
            _ => return None,
        }
        Some(())
    }

    /// All files.
    pub(super) fn files(&self) -> impl Iterator<Item = &KeyFile> {
        let levels = self.levels.iter().map(|(_, file)| file);
        let open = self.open.iter().map(|open| &open.file);
        let runs = self.runs.iter().map(|(_, file)| file);
        levels.chain(open).chain(runs)
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "{line}");
}

/// The first line that is another one.
fn differs(body: &str, expected: &str) -> String {
    let pairs = expected
        .lines()
        .zip(body.lines().chain(std::iter::repeat("")));
    let other = pairs
        .into_iter()
        .find(|(expected, found)| expected != found);
    let (expected, found) = other.unwrap_or_default();
    format!("it says `{found}`, and this count is `{expected}`")
}

/// What a line says about a file.
fn words(file: &KeyFile) -> String {
    let layout = match &file.layout {
        Layout::Places(PlaceKeys { mask, index_bits }) => {
            format!("places {mask:016x} {index_bits}")
        }
        Layout::Texts(TextKeys { alphabet, length }) => {
            let alphabet: String = alphabet.iter().map(|byte| format!("{byte:02x}")).collect();
            let alphabet = if alphabet.is_empty() { "-" } else { &alphabet };
            format!("texts {alphabet} {length}")
        }
    };
    format!(
        "keys {} width {} block {} {layout} sums {}",
        file.keys,
        file.layout.width(),
        file.block,
        file.sums
    )
}

struct Words<'l>(SplitWhitespace<'l>);

impl Words<'_> {
    fn number<T: FromStr>(&mut self) -> Option<T> {
        self.0.next()?.parse().ok()
    }

    fn word(&mut self, name: &str) -> Option<&str> {
        if self.0.next()? == name {
            self.0.next()
        } else {
            None
        }
    }

    fn named<T: FromStr>(&mut self, name: &str) -> Option<T> {
        self.word(name)?.parse().ok()
    }

    fn file(&mut self, name: String) -> Option<KeyFile> {
        let keys = self.named("keys")?;
        let width: usize = self.named("width")?;
        let block = self.named("block").filter(|block| *block > 0)?;
        let layout = match self.0.next()? {
            "places" => Layout::Places(PlaceKeys {
                mask: u64::from_str_radix(self.0.next()?, 16).ok()?,
                index_bits: self.number().filter(|bits| *bits <= 32)?,
            }),
            "texts" => {
                let digits = self.0.next()?.trim_start_matches('-').as_bytes();
                let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
                Layout::Texts(TextKeys {
                    alphabet: digits.chunks(2).map(byte).collect::<Option<_>>()?,
                    length: self.number()?,
                })
            }
            _ => return None,
        };
        let sums = blake3::Hash::from_hex(self.word("sums")?).ok()?;
        let file = KeyFile {
            name,
            layout,
            keys,
            block,
            sums,
        };
        (file.layout.width() == width).then_some(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Question {
        Question {
            game: "clobber".into(),
            start: "BW/WB".into(),
            counted: "every position",
        }
    }

    fn manifest() -> Manifest {
        let file = |name: String, layout| KeyFile {
            name,
            layout,
            keys: 12,
            block: 5,
            sums: blake3::hash(b"x"),
        };
        let places = Layout::Places(PlaceKeys {
            mask: 0xf0,
            index_bits: 4,
        });
        let mut texts = TextKeys::default();
        texts.include(b"BW/.");
        let level = Level {
            rank: 4,
            positions: 12,
            edges: 40,
        };
        Manifest {
            levels: vec![(level, file(level_name(0), places))],
            open: Some(Open {
                rank: 3,
                file: file(level_name(1), Layout::Texts(texts)),
                done: 2,
                tally: Tally::default(),
            }),
            runs: vec![(2, file(run_name(0), Layout::Texts(TextKeys::default())))],
            next_run: 1,
            complete: false,
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = manifest().text(&question());
        assert_eq!(Manifest::read(&text, &question()), Ok(manifest()));
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let text = manifest().text(&question());
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            let read = Manifest::read(&changed, &question());
            assert_eq!(read, Err(Unusable::Damaged), "{at}");
            let cut = Manifest::read(&text[..at], &question());
            assert_eq!(cut, Err(Unusable::Damaged), "{at}");
        }
    }

    #[test]
    fn another_question_is_named() {
        let text = manifest().text(&question());
        let other = Question {
            start: "BW".into(),
            ..question()
        };
        let foreign = "it says `start BW/WB`, and this count is `start BW`";
        assert_eq!(
            Manifest::read(&text, &other),
            Err(Unusable::Foreign(foreign.into()))
        );
    }
}
