//! Several files of keys made one.

use super::file::{KeyFile, Reader, Writer};
use crate::count::CountError;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::Path;
use values::Budget;

/// Writes the keys of all files, each once.
pub(super) fn merge(
    directory: &Path,
    name: String,
    files: &[KeyFile],
    block: usize,
    budget: &Budget,
) -> Result<KeyFile, CountError> {
    let layouts = files.iter().map(|file| file.layout.clone());
    let layout = layouts.reduce(|a, b| a.union(&b));
    let layout = layout.expect("there is something to merge");
    let mut writer = Writer::new(directory, name, layout.clone(), block)?;
    let mut cursors = Vec::new();
    let mut heap = BinaryHeap::new();
    for (number, file) in files.iter().enumerate() {
        let mut cursor = Cursor::open(directory, file)?;
        let mut key = Vec::new();
        if cursor.next(&mut key)? {
            heap.push(Reverse((key, number)));
        }
        cursors.push(cursor);
    }
    let (mut last, mut packed) = (None, Vec::new());
    let mut count = 0u64;
    while let Some(mut least) = heap.peek_mut() {
        let Reverse((key, number)) = &mut *least;
        if last.as_ref() != Some(key) {
            layout.pack(key, &mut packed);
            writer.push(&packed)?;
            last.get_or_insert_with(Vec::new).clone_from(key);
        }
        if !cursors[*number].next(key)? {
            std::collections::binary_heap::PeekMut::pop(least);
        }
        count += 1;
        if count.is_multiple_of(1 << 16) {
            budget.check()?;
        }
    }
    writer.finish()
}

/// A place in a file.
struct Cursor<'f> {
    file: &'f KeyFile,
    reader: Reader,
    next_block: u64,
    block: Vec<u8>,
    at: usize,
}

impl<'f> Cursor<'f> {
    fn open(directory: &Path, file: &'f KeyFile) -> Result<Self, CountError> {
        Ok(Cursor {
            file,
            reader: Reader::open(directory, file)?,
            next_block: 0,
            block: Vec::new(),
            at: 0,
        })
    }

    /// Replaces `wide` by the next key, if there is one.
    fn next(&mut self, wide: &mut Vec<u8>) -> Result<bool, CountError> {
        if self.at == self.block.len() {
            if self.next_block == self.file.blocks() {
                return Ok(false);
            }
            self.reader.verified(self.next_block, &mut self.block)?;
            self.next_block += 1;
            self.at = 0;
        }
        let width = self.file.layout.width();
        let key = &self.block[self.at..self.at + width];
        self.file.layout.unpack(key, wide);
        self.at += width;
        Ok(true)
    }
}
