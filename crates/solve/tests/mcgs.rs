//! Moves as the solver MCGS writes them: `0:a1-b1` in the first part of a sum,
//! rows counted from the top; in a row that stands alone, `7-6` for the places
//! where pieces move.

/// A move in the part with this number of a sum whose parts have these rows.
pub fn written(mv: &str, part: usize, rows: &[usize]) -> String {
    let mut squares = squares(mv, rows[part]);
    if !mv.contains('x') {
        squares.sort();
    }
    let text = squares.join("-");
    match rows.len() {
        1 => text,
        _ => format!("{part}:{text}"),
    }
}

/// The squares named in a move, with rows counted from the top.
fn squares(mv: &str, rows: usize) -> Vec<String> {
    let mut squares: Vec<(char, usize)> = Vec::new();
    for c in mv.chars().filter(|c| *c != 'x') {
        match (c.to_digit(10), squares.last_mut()) {
            (Some(digit), Some(square)) => square.1 = square.1 * 10 + digit as usize,
            _ => squares.push((c, 0)),
        }
    }
    let name = |(file, rank): (char, usize)| format!("{file}{}", rows + 1 - rank);
    squares.into_iter().map(name).collect()
}

/// `7-6` as `g1-f1`; other moves as they are.
pub fn named(mv: &str) -> String {
    let letter = |place: &str| {
        let place: u8 = place.parse().ok()?;
        Some(format!("{}1", char::from(b'a' + place - 1)))
    };
    let places = mv.split_once('-');
    let named = places.and_then(|(from, to)| Some(format!("{}-{}", letter(from)?, letter(to)?)));
    named.unwrap_or_else(|| mv.to_owned())
}
