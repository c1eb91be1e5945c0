//! Columns of Arrow as plain buffers: whole numbers of 64 bits, and bytes with
//! the offsets where each row of them begins.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

/// Columns as Python hands them over.
pub type Given = (Vec<PyBackedBytes>, Vec<(PyBackedBytes, PyBackedBytes)>);

/// Columns as Python takes them.
pub type Taken<'py> = (
    Vec<Bound<'py, PyBytes>>,
    Vec<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)>,
);

/// Rows by column.
#[derive(Debug, Default)]
pub struct Frame {
    ints: Vec<Vec<i64>>,
    bytes: Vec<(Vec<i32>, Vec<u8>)>,
}

impl Frame {
    /// No rows of so many columns.
    pub fn new(ints: usize, bytes: usize) -> Self {
        Frame {
            ints: vec![Vec::new(); ints],
            bytes: vec![(vec![0], Vec::new()); bytes],
        }
    }

    /// The rows of some buffers, which must be as long as they say.
    pub fn read((ints, bytes): &Given) -> PyResult<Self> {
        let ints: Vec<Vec<i64>> = ints
            .iter()
            .map(|column| {
                let (words, _) = column.as_chunks::<8>();
                words.iter().map(|word| i64::from_le_bytes(*word)).collect()
            })
            .collect();
        let bytes: Vec<(Vec<i32>, Vec<u8>)> = bytes
            .iter()
            .map(|(offsets, data)| {
                let (words, _) = offsets.as_chunks::<4>();
                let offsets = words.iter().map(|word| i32::from_le_bytes(*word));
                (offsets.collect(), data.to_vec())
            })
            .collect();
        let rows = ints.first().map_or(0, Vec::len);
        let fits = |(offsets, data): &(Vec<i32>, Vec<u8>)| {
            let ends = offsets.first().is_none_or(|&first| first >= 0)
                && offsets
                    .last()
                    .is_none_or(|&last| last as usize <= data.len());
            offsets.len() == rows + 1 && ends && offsets.is_sorted()
        };
        if ints.iter().any(|column| column.len() != rows) || !bytes.iter().all(fits) {
            return Err(PyValueError::new_err("the columns do not fit together"));
        }
        Ok(Frame { ints, bytes })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.ints.first().map_or(0, Vec::len)
    }

    /// A number of a row.
    pub fn int(&self, column: usize, row: usize) -> i64 {
        self.ints[column][row]
    }

    /// The bytes of a row.
    pub fn bytes(&self, column: usize, row: usize) -> &[u8] {
        let (offsets, data) = &self.bytes[column];
        &data[offsets[row] as usize..offsets[row + 1] as usize]
    }

    /// The bytes of a row; nothing if there is no such column.
    pub fn bytes_if_any(&self, column: usize, row: usize) -> &[u8] {
        match self.bytes.len() > column {
            true => self.bytes(column, row),
            false => &[],
        }
    }

    /// Adds a row; columns of bytes that are not given are empty.
    pub fn push(&mut self, ints: &[i64], bytes: &[&[u8]]) {
        for (column, &int) in self.ints.iter_mut().zip(ints) {
            column.push(int);
        }
        for (at, (offsets, data)) in self.bytes.iter_mut().enumerate() {
            data.extend_from_slice(bytes.get(at).copied().unwrap_or_default());
            offsets.push(i32::try_from(data.len()).unwrap_or(i32::MAX));
        }
    }

    /// Whether more rows should go to another frame.
    fn is_full(&self) -> bool {
        const FULL: usize = 8 << 20;
        let data: usize = self.bytes.iter().map(|(_, data)| data.len()).sum();
        data + self.ints.len() * self.rows() * 8 >= FULL
    }

    /// The buffers.
    pub fn write<'py>(&self, py: Python<'py>) -> Taken<'py> {
        let words = |column: &Vec<i64>| {
            let words: Vec<u8> = column.iter().flat_map(|int| int.to_le_bytes()).collect();
            PyBytes::new(py, &words)
        };
        let both = |(offsets, data): &(Vec<i32>, Vec<u8>)| {
            let offsets: Vec<u8> = offsets.iter().flat_map(|at| at.to_le_bytes()).collect();
            (PyBytes::new(py, &offsets), PyBytes::new(py, data))
        };
        let ints = self.ints.iter().map(words).collect();
        (ints, self.bytes.iter().map(both).collect())
    }
}

/// Rows that wait until they are many.
#[derive(Debug)]
pub struct Frames {
    current: Frame,
    full: Vec<Frame>,
    columns: [usize; 2],
}

impl Frames {
    /// No rows of so many columns.
    pub fn new(ints: usize, bytes: usize) -> Self {
        Frames {
            current: Frame::new(ints, bytes),
            full: Vec::new(),
            columns: [ints, bytes],
        }
    }

    /// Adds a row.
    pub fn push(&mut self, ints: &[i64], bytes: &[&[u8]]) {
        self.current.push(ints, bytes);
        if self.current.is_full() {
            self.end();
        }
    }

    /// Whatever there is counts as full.
    pub fn end(&mut self) {
        if self.current.rows() > 0 {
            let [ints, bytes] = self.columns;
            let full = std::mem::replace(&mut self.current, Frame::new(ints, bytes));
            self.full.push(full);
        }
    }

    /// Those that are full.
    pub fn take<'py>(&mut self, py: Python<'py>) -> Vec<Taken<'py>> {
        self.full.drain(..).map(|frame| frame.write(py)).collect()
    }
}
