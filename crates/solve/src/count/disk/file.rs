//! A file of keys, in blocks with a checksum each.

use super::keys::{Layout, Sorted};
use crate::count::CountError;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What is known about a file of keys: `name` has the keys, and nothing else;
/// `name` with `.keys` replaced by `.blake3` the checksum of each block, one
/// on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyFile {
    /// The name without its ending.
    pub(super) name: String,
    pub(super) layout: Layout,
    /// How many keys.
    pub(super) keys: u64,
    /// How many keys a block has, but for the last.
    pub(super) block: u64,
    /// The checksum of the checksums.
    pub(super) sums: blake3::Hash,
}

impl KeyFile {
    /// How many blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.keys.div_ceil(self.block)
    }

    /// The bytes of the keys.
    pub(super) fn bytes(&self) -> u64 {
        self.keys * self.layout.width() as u64
    }

    pub(super) fn paths(&self, directory: &Path) -> [PathBuf; 2] {
        paths(directory, &self.name)
    }
}

fn paths(directory: &Path, name: &str) -> [PathBuf; 2] {
    ["keys", "blake3"].map(|ending| directory.join(format!("{name}.{ending}")))
}

/// A file that is being written.
pub(super) struct Writer {
    name: String,
    layout: Layout,
    paths: [PathBuf; 2],
    file: File,
    keys: u64,
    /// The block that is being filled.
    waiting: Vec<u8>,
    block: usize,
    sums: String,
}

impl Writer {
    /// A file with this name; `block` is about the number of bytes of a block.
    pub(super) fn new(
        directory: &Path,
        name: String,
        layout: Layout,
        block: usize,
    ) -> Result<Self, CountError> {
        let paths = paths(directory, &name);
        let file = File::create(&paths[0]).map_err(|error| CountError::io(&paths[0], &error))?;
        let width = layout.width();
        Ok(Writer {
            name,
            layout,
            paths,
            file,
            keys: 0,
            waiting: Vec::new(),
            block: (block / width).max(1) * width,
            sums: String::new(),
        })
    }

    /// Appends a packed key, which must be above the last.
    pub(super) fn push(&mut self, packed: &[u8]) -> Result<(), CountError> {
        self.waiting.extend_from_slice(packed);
        self.keys += 1;
        if self.waiting.len() >= self.block {
            self.write_block()?;
        }
        Ok(())
    }

    fn write_block(&mut self) -> Result<(), CountError> {
        self.sums.push_str(&blake3::hash(&self.waiting).to_hex());
        self.sums.push('\n');
        let written = self.file.write_all(&self.waiting);
        self.waiting.clear();
        written.map_err(|error| CountError::io(&self.paths[0], &error))
    }

    /// Writes the rest.
    pub(super) fn finish(mut self) -> Result<KeyFile, CountError> {
        if !self.waiting.is_empty() {
            self.write_block()?;
        }
        let written = std::fs::write(&self.paths[1], &self.sums);
        written.map_err(|error| CountError::io(&self.paths[1], &error))?;
        Ok(KeyFile {
            name: self.name,
            block: (self.block / self.layout.width()) as u64,
            layout: self.layout,
            keys: self.keys,
            sums: blake3::hash(self.sums.as_bytes()),
        })
    }

    /// Writes all of a list.
    pub(super) fn write(
        directory: &Path,
        name: String,
        sorted: Sorted,
        block: usize,
    ) -> Result<KeyFile, CountError> {
        let mut writer = Writer::new(directory, name, sorted.layout(), block)?;
        sorted.each(|key| writer.push(key))?;
        writer.finish()
    }
}

/// A file that is being read, in any order of its blocks.
pub(super) struct Reader {
    path: PathBuf,
    file: File,
    sums: Vec<blake3::Hash>,
    block_bytes: u64,
    bytes: u64,
}

impl Reader {
    pub(super) fn open(directory: &Path, keys: &KeyFile) -> Result<Self, CountError> {
        let [path, sums_path] = keys.paths(directory);
        let sums = std::fs::read(&sums_path).map_err(|error| CountError::io(&sums_path, &error))?;
        if blake3::hash(&sums) != keys.sums {
            return Err(CountError::damaged(&sums_path, "its checksum is another"));
        }
        let sums = String::from_utf8_lossy(&sums);
        let sums: Option<Vec<_>> = sums
            .lines()
            .map(|line| blake3::Hash::from_hex(line).ok())
            .collect();
        let sums = sums.filter(|sums| sums.len() as u64 == keys.blocks());
        let sums = sums.ok_or_else(|| CountError::damaged(&sums_path, "it has other blocks"))?;
        let file = File::open(&path).map_err(|error| CountError::io(&path, &error))?;
        let length = file.metadata().map(|data| data.len());
        let length = length.map_err(|error| CountError::io(&path, &error))?;
        if length != keys.bytes() {
            let why = format!("it has {length} bytes instead of {}", keys.bytes());
            return Err(CountError::damaged(&path, &why));
        }
        Ok(Reader {
            path,
            file,
            sums,
            block_bytes: keys.block * keys.layout.width() as u64,
            bytes: keys.bytes(),
        })
    }

    /// Replaces `keys` by those of a block, which are as yet unverified.
    pub(super) fn read(&mut self, block: u64, keys: &mut Vec<u8>) -> Result<(), CountError> {
        let from = block * self.block_bytes;
        let length = self.block_bytes.min(self.bytes.saturating_sub(from));
        keys.resize(length as usize, 0);
        let read = self
            .file
            .seek(SeekFrom::Start(from))
            .and_then(|_| self.file.read_exact(keys));
        read.map_err(|error| CountError::io(&self.path, &error))
    }

    /// The checksum that a block should have.
    pub(super) fn sum(&self, block: u64) -> blake3::Hash {
        self.sums[block as usize]
    }

    /// What to say when it has another.
    pub(super) fn damaged(&self, block: u64) -> CountError {
        let why = format!("block {block} has another checksum than it should");
        CountError::damaged(&self.path, &why)
    }

    /// Reads a block and verifies it.
    pub(super) fn verified(&mut self, block: u64, keys: &mut Vec<u8>) -> Result<(), CountError> {
        self.read(block, keys)?;
        if blake3::hash(keys) == self.sum(block) {
            Ok(())
        } else {
            Err(self.damaged(block))
        }
    }
}
