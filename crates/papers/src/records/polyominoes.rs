//! Sets of squares joined by edges.

use std::ops::ControlFlow;

/// More squares than any that are asked for: rows fit in a word, boards in a
/// set of 128 squares.
const MOST: usize = 16;

/// A connected set of squares on the smallest board that holds it.
pub struct Polyomino {
    pub rows: usize,
    pub cols: usize,
    /// Square `row * cols + col` is bit that many.
    pub squares: u128,
}

/// Calls `each` with every polyomino of so many squares, one of those that
/// rotations and reflections make of each other; none of them has more rows
/// than columns.
///
/// All are made, each once, and one that is not the least of its images is
/// passed over. So nothing has to be remembered.
///
/// # Literature
///
/// D. H. Redelmeier, Counting polyominoes: yet another attack, Discrete
/// Mathematics 36 (1981).
pub fn free_polyominoes<B>(
    squares: usize,
    each: &mut impl FnMut(Polyomino) -> ControlFlow<B>,
) -> ControlFlow<B> {
    assert!((1..=MOST).contains(&squares), "{squares} squares");
    let mut growth = Growth {
        squares,
        rows: [0; MOST],
        seen: [0; MOST],
        untried: vec![(0, MOST)],
    };
    growth.seen[0] = 1 << MOST;
    growth.extend(0, 0, each)
}

/// A polyomino that grows from a square of its lowest row: nothing to the left
/// of that square in its row, and nothing below, belongs to it.
struct Growth {
    squares: usize,
    /// The columns of the squares in each row.
    rows: [u64; MOST],
    /// Those that are in it or were next to it.
    seen: [u64; MOST],
    /// Row and column of those that were next to it, in the order in which
    /// they were seen.
    untried: Vec<(usize, usize)>,
}

impl Growth {
    /// Adds one of the squares from this one on, in all ways.
    fn extend<B>(
        &mut self,
        from: usize,
        has: usize,
        each: &mut impl FnMut(Polyomino) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for next in from..self.untried.len() {
            let (row, col) = self.untried[next];
            self.rows[row] |= 1 << col;
            if has + 1 == self.squares {
                if let Some(polyomino) = least(&self.rows) {
                    each(polyomino)?;
                }
            } else {
                let known = self.untried.len();
                self.look_around(row, col);
                self.extend(next + 1, has + 1, each)?;
                for (row, col) in self.untried.drain(known..) {
                    self.seen[row] &= !(1 << col);
                }
            }
            self.rows[row] &= !(1 << col);
        }
        ControlFlow::Continue(())
    }

    /// Lists the squares next to this one that were not seen before.
    fn look_around(&mut self, row: usize, col: usize) {
        let above = (row + 1 < MOST).then_some((row + 1, col));
        let below = row.checked_sub(1).map(|row| (row, col));
        let beside = [Some((row, col + 1)), Some((row, col - 1))];
        for place in beside.into_iter().chain([above, below]).flatten() {
            let (row, col) = place;
            let is_allowed = row > 0 || col > MOST;
            if is_allowed && self.seen[row] & 1 << col == 0 {
                self.seen[row] |= 1 << col;
                self.untried.push(place);
            }
        }
    }
}

/// The polyomino with these rows, unless an image comes before it.
fn least(rows: &[u64; MOST]) -> Option<Polyomino> {
    let height = rows.iter().take_while(|row| **row != 0).count();
    let all = rows.iter().fold(0, |all, row| all | row);
    let first = all.trailing_zeros();
    let width = (all >> first).count_ones() as usize;
    if height > width {
        return None;
    }
    let mut upright = [0; MOST];
    for (row, from) in upright.iter_mut().zip(&rows[..height]) {
        *row = (from >> first) as u16;
    }
    let upright = &upright[..height];
    let turned = |row: &u16| row.reverse_bits() >> (u16::BITS as usize - width);
    let comes_first = |image: &[u16]| {
        let order = |image: &mut dyn Iterator<Item = u16>| upright.iter().copied().le(image);
        order(&mut image.iter().copied())
            && order(&mut image.iter().rev().copied())
            && order(&mut image.iter().map(turned))
            && order(&mut image.iter().rev().map(turned))
    };
    let is_least =
        comes_first(upright) && (height < width || comes_first(&transposed(upright)[..height]));
    is_least.then(|| Polyomino {
        rows: height,
        cols: width,
        squares: upright
            .iter()
            .rev()
            .fold(0, |squares, row| squares << width | u128::from(*row)),
    })
}

/// As many columns as rows, exchanged.
fn transposed(rows: &[u16]) -> [u16; MOST] {
    let mut columns = [0; MOST];
    for (number, row) in rows.iter().enumerate() {
        for (col, column) in columns[..rows.len()].iter_mut().enumerate() {
            *column |= (row >> col & 1) << number;
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A000105.
    #[test]
    fn there_are_as_many_as_is_known() {
        let known = [1, 1, 2, 5, 12, 35, 108, 369, 1285];
        for (squares, known) in (1..).zip(known) {
            let mut count = 0;
            let _ = free_polyominoes(squares, &mut |polyomino| {
                assert_eq!(polyomino.squares.count_ones() as usize, squares);
                assert!(polyomino.rows <= polyomino.cols);
                count += 1;
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(count, known, "{squares} squares");
        }
    }
}
