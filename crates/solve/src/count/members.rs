//! The members of a row as bytes: a set of 16-bit indices, as a list or as
//! bits, whichever is shorter; or a sorted list of texts of one width. The
//! same set has the same bytes, whoever wrote it.

use super::CountError;
use std::collections::BTreeSet;

const LIST: u8 = b'I';
const BITS: u8 = b'B';
const TEXTS: u8 = b'T';
const WORDS: usize = (1 << 16) / 64;

/// Bytes that no row has.
pub(super) fn damaged() -> CountError {
    CountError::Directory("a row is damaged, or belongs to another game".into())
}

/// The lower halves of indices, ascending.
pub(super) struct Indices(pub(super) Vec<u16>);

impl Indices {
    pub(super) fn read(members: &[u8]) -> Result<Self, CountError> {
        let mut list = Vec::new();
        match members.split_first() {
            Some((&LIST, rest)) if rest.len() % 2 == 0 => {
                let numbers = rest.chunks_exact(2);
                list.extend(numbers.map(|pair| u16::from_be_bytes([pair[0], pair[1]])));
                if !list.is_sorted_by(|a, b| a < b) {
                    return Err(damaged());
                }
            }
            Some((&BITS, rest)) if rest.len() <= WORDS * 8 => {
                for (at, &byte) in rest.iter().enumerate() {
                    let mut byte = byte;
                    while byte != 0 {
                        list.push((at * 8) as u16 + byte.trailing_zeros() as u16);
                        byte &= byte - 1;
                    }
                }
            }
            _ => return Err(damaged()),
        }
        Ok(Indices(list))
    }
}

/// The bytes of some ascending indices.
pub(super) fn write_indices(indices: impl Iterator<Item = u16> + Clone) -> Vec<u8> {
    let (mut count, mut last) = (0, 0);
    for index in indices.clone() {
        (count, last) = (count + 1, index);
    }
    let bytes = usize::from(last) / 8 + 1;
    if bytes < 2 * count {
        let mut out = vec![0; 1 + bytes];
        out[0] = BITS;
        for index in indices {
            out[1 + usize::from(index) / 8] |= 1 << (index % 8);
        }
        return out;
    }
    let mut out = Vec::with_capacity(1 + 2 * count);
    out.push(LIST);
    for index in indices {
        out.extend_from_slice(&index.to_be_bytes());
    }
    out
}

/// The texts of a row, ascending.
pub(super) fn texts(members: &[u8]) -> Result<Vec<Vec<u8>>, CountError> {
    let [TEXTS, a, b, c, d, keys @ ..] = members else {
        return Err(damaged());
    };
    let width = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
    if width == 0 || keys.len() % width != 0 {
        return Err(damaged());
    }
    let text = |key: &[u8]| {
        let end = key
            .iter()
            .rposition(|&byte| byte != 0)
            .map_or(0, |at| at + 1);
        key[..end].to_vec()
    };
    Ok(keys.chunks_exact(width).map(text).collect())
}

/// The bytes of some ascending texts; behind the end of a text there are
/// zeros.
pub(super) fn write_texts(texts: &[&[u8]]) -> Vec<u8> {
    let width = texts
        .iter()
        .map(|text| text.len())
        .max()
        .unwrap_or(0)
        .max(1);
    let wide = u32::try_from(width).expect("texts fit in memory");
    let mut out = Vec::with_capacity(5 + width * texts.len());
    out.push(TEXTS);
    out.extend_from_slice(&wide.to_le_bytes());
    for text in texts {
        out.extend_from_slice(text);
        out.resize(out.len() + width - text.len(), 0);
    }
    out
}

/// How many members there are.
///
/// # Errors
///
/// If these are no members of a row.
pub fn size(members: &[u8]) -> Result<u64, CountError> {
    Ok(match members {
        [LIST, rest @ ..] if rest.len() % 2 == 0 => rest.len() as u64 / 2,
        [BITS, rest @ ..] => rest.iter().map(|byte| u64::from(byte.count_ones())).sum(),
        _ => texts(members)?.len() as u64,
    })
}

/// The members of all of several rows, each once.
///
/// # Errors
///
/// If some are no members of a row, or of rows of different kinds.
pub fn union(rows: &[impl AsRef<[u8]>]) -> Result<Vec<u8>, CountError> {
    if let [row] = rows {
        return Ok(row.as_ref().to_vec());
    }
    if rows
        .first()
        .is_some_and(|row| row.as_ref().first() == Some(&TEXTS))
    {
        let mut all = BTreeSet::new();
        for row in rows {
            all.extend(texts(row.as_ref())?);
        }
        let all: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
        return Ok(write_texts(&all));
    }
    let mut bits = vec![0u64; words(rows)?];
    for row in rows {
        let row = row.as_ref();
        if let [BITS, rest @ ..] = row {
            for (word, bytes) in bits.iter_mut().zip(rest.chunks(8)) {
                let mut whole = [0; 8];
                whole[..bytes.len()].copy_from_slice(bytes);
                *word |= u64::from_le_bytes(whole);
            }
        } else {
            for index in Indices::read(row)?.0 {
                bits[usize::from(index) / 64] |= 1 << (index % 64);
            }
        }
    }
    Ok(write_bits(&bits))
}

/// How many words have the bits of all of these.
fn words(rows: &[impl AsRef<[u8]>]) -> Result<usize, CountError> {
    let mut words = 0;
    for row in rows {
        words = words.max(match row.as_ref() {
            [BITS, rest @ ..] if rest.len() <= WORDS * 8 => rest.len().div_ceil(8),
            [LIST, .., high, low] => usize::from(u16::from_be_bytes([*high, *low])) / 64 + 1,
            [LIST] => 0,
            _ => return Err(damaged()),
        });
    }
    Ok(words)
}

/// [`write_indices`] of those whose bits are set.
fn write_bits(bits: &[u64]) -> Vec<u8> {
    let count: usize = bits.iter().map(|word| word.count_ones() as usize).sum();
    let Some(at) = bits.iter().rposition(|&word| word != 0) else {
        return vec![LIST];
    };
    let bytes = at * 8 + (71 - bits[at].leading_zeros() as usize) / 8;
    if bytes < 2 * count {
        let mut out = Vec::with_capacity(1 + bits.len() * 8);
        out.push(BITS);
        for word in &bits[..=at] {
            out.extend_from_slice(&word.to_le_bytes());
        }
        out.truncate(1 + bytes);
        return out;
    }
    let mut out = Vec::with_capacity(1 + 2 * count);
    out.push(LIST);
    for (at, &word) in bits.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            let index = (at * 64) as u16 + word.trailing_zeros() as u16;
            out.extend_from_slice(&index.to_be_bytes());
            word &= word - 1;
        }
    }
    out
}

/// Members that are looked up.
pub(super) enum MemberSet {
    Indices(Vec<u16>),
    Texts(Vec<Vec<u8>>),
}

impl MemberSet {
    pub(super) fn read(members: &[u8]) -> Result<Self, CountError> {
        if members.first() == Some(&TEXTS) {
            return Ok(MemberSet::Texts(texts(members)?));
        }
        Ok(MemberSet::Indices(Indices::read(members)?.0))
    }

    /// The number of a member among all.
    pub(super) fn number(&self, member: &[u8]) -> Option<usize> {
        match self {
            MemberSet::Indices(list) => {
                let index = u16::from_be_bytes(member.try_into().ok()?);
                list.binary_search(&index).ok()
            }
            MemberSet::Texts(list) => list
                .binary_search_by(|text| text.as_slice().cmp(member))
                .ok(),
        }
    }
}

/// The number of the one member of `alone` among these.
///
/// # Errors
///
/// If these are no members of a row.
pub fn number_among(members: &[u8], alone: &[u8]) -> Result<Option<usize>, CountError> {
    let member = match MemberSet::read(alone)? {
        MemberSet::Indices(list) => list.first().map(|index| index.to_be_bytes().to_vec()),
        MemberSet::Texts(list) => list.into_iter().next(),
    };
    let member = member.ok_or_else(damaged)?;
    Ok(MemberSet::read(members)?.number(&member))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_one_form() {
        let few = write_indices([3u16, 700, 65535].into_iter());
        assert_eq!((few[0], size(&few).unwrap()), (LIST, 3));
        let many = write_indices((0..500).map(|n| n * 3));
        assert_eq!((many[0], size(&many).unwrap()), (BITS, 500));
        assert_eq!(
            Indices::read(&many).unwrap().0,
            (0..500).map(|n| n * 3).collect::<Vec<u16>>()
        );
        // However it came about.
        let halves: Vec<Vec<u8>> = (0..2)
            .map(|half| write_indices((0..250).map(move |n| (2 * n + half) * 3)))
            .collect();
        assert_eq!(union(&halves).unwrap(), many);
        assert_eq!(union(&[&few, &few]).unwrap(), few);
        assert_eq!(
            number_among(&many, &write_indices([6u16].into_iter())),
            Ok(Some(2))
        );
        assert_eq!(
            number_among(&many, &write_indices([7u16].into_iter())),
            Ok(None)
        );
    }

    #[test]
    fn texts_keep_their_order_whatever_their_width() {
        let a = write_texts(&[b"12", b"7"]);
        let b = write_texts(&[b"1,2", b"12"]);
        let both = union(&[&a, &b]).unwrap();
        assert_eq!(both, write_texts(&[b"1,2", b"12", b"7"]));
        assert_eq!(size(&both), Ok(3));
        assert_eq!(number_among(&both, &write_texts(&[b"7"])), Ok(Some(2)));
    }

    #[test]
    fn damage_is_seen() {
        for bytes in [
            &b""[..],
            b"X",
            b"I1",
            b"T",
            b"T\0\0\0\0",
            b"T\x02\0\0\0abc",
            b"I\x00\x02\x00\x01",
        ] {
            assert!(MemberSet::read(bytes).is_err(), "{bytes:?}");
        }
        assert!(union(&[write_texts(&[b"1"]), write_indices([1u16].into_iter())]).is_err());
    }
}
