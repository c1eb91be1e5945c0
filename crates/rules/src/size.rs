//! The sizes of boards: how they are written, and which are too large.

use crate::bad_input::BadInput;
use crate::grid::Board;
use std::borrow::Cow;

/// The largest number of squares of a board.
pub const MAX_SQUARES: usize = 128;

/// The largest number of squares of a single row or column, in games that keep
/// [more than a board has](crate::Board::read_strip). From column 624 on names of
/// squares begin with an `x`, which parts the squares in moves.
pub const MAX_STRIP: usize = 600;

/// `4x5`, `4×5`, `4 X 5`: rows and columns.
#[must_use]
pub fn read_size(text: &str) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once(['x', 'X', '×'])?;
    Some((rows.trim().parse().ok()?, cols.trim().parse().ok()?))
}

/// A board to be filled: the empty one of a size such as `2x4`, written out as
/// `..../....`; any other text as it is.
///
/// A size alone names the start of a game, and some games have none of every
/// size.
#[must_use]
pub fn blank(text: &str) -> Cow<'_, str> {
    match read_size(text) {
        Some((rows, cols)) if check_size(rows, cols, MAX_STRIP).is_ok() => {
            Cow::Owned(Board::write(rows, cols, |_| '.'))
        }
        _ => Cow::Borrowed(text),
    }
}

/// A name such as `6x6-12` whose size was written in another way, `6 X 6 -12`;
/// any other text as it is, without blanks around it.
pub(crate) fn plain_size(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let spelled = || {
        let (rows, rest) = text.split_once(['x', 'X', '×'])?;
        let rest = rest.trim_start();
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (cols, rest) = rest.split_at(digits);
        let (rows, cols): (usize, usize) = (rows.trim().parse().ok()?, cols.parse().ok()?);
        Some(format!("{rows}x{cols}{}", rest.trim_start()))
    };
    spelled().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Refuses a board of no squares and one of too many.
pub(crate) fn check_size(rows: usize, cols: usize, strip: usize) -> Result<(), BadInput> {
    if rows == 0 || cols == 0 {
        return Err(BadInput::new(
            "the board has no squares",
            "write rows such as `W.W/.../B.B`, or a size such as `4x4`",
        ));
    }
    let most = if rows.min(cols) == 1 {
        strip
    } else {
        MAX_SQUARES
    };
    match rows.checked_mul(cols) {
        Some(n) if n <= most => Ok(()),
        _ => Err(too_big(rows, cols, strip)),
    }
}

/// The complaint about a board of this size, where a single row or column may
/// have `strip` squares.
pub(crate) fn too_big(rows: usize, cols: usize, strip: usize) -> BadInput {
    if strip > MAX_SQUARES && rows.min(cols) == 1 {
        return BadInput::new(
            format!("the strip has more than {strip} squares"),
            "ask for a shorter one",
        );
    }
    let hint = match strip > MAX_SQUARES {
        true => format!("ask for a smaller one, or for one row or column of up to {strip}"),
        false => "ask for a smaller one".to_owned(),
    };
    BadInput::new(
        format!("the board has more than {MAX_SQUARES} squares"),
        hint,
    )
}
