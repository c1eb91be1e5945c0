//! The numbered list of moves.

/// More moves than this are not listed at once.
const MOST: usize = 200;
/// The width of a terminal, less the prompt's margin.
const WIDTH: usize = 78;

/// Moves in columns, each with its number among all. With `wanted`, only
/// those that begin with it, as `e6` or `2: e6`, or at least contain it.
pub(in crate::cli) fn numbered(moves: &[&str], wanted: &str) -> String {
    let wanted = wanted.to_lowercase();
    let begins = |text: &str| {
        let move_alone = text.split_once(": ").map_or(text, |(_, rest)| rest);
        text.starts_with(&wanted) || move_alone.starts_with(&wanted)
    };
    let all = || (1..).zip(moves.iter().map(|text| text.to_lowercase()));
    let mut shown: Vec<usize> = all().filter(|(_, text)| begins(text)).map(first).collect();
    if shown.is_empty() {
        let contains = |text: &str| text.contains(&wanted);
        shown = all()
            .filter(|(_, text)| contains(text))
            .map(first)
            .collect();
    }
    if shown.is_empty() {
        return format!("no move begins with `{wanted}`; `moves` lists all");
    }
    let digits = moves.len().to_string().len().max(3);
    let cell = |&number: &usize| format!("{number:>digits$} {}", moves[number - 1]);
    let cells: Vec<String> = shown.iter().take(MOST).map(cell).collect();
    let widest = cells.iter().map(|cell| cell.chars().count()).max();
    let width = widest.unwrap_or(0) + 2;
    let columns = (WIDTH / width).max(1);
    let row = |row: &[String]| {
        let row: String = row.iter().map(|cell| format!("{cell:<width$}")).collect();
        row.trim_end().to_owned()
    };
    let mut lines: Vec<String> = cells.chunks(columns).map(row).collect();
    if shown.len() > MOST {
        let begin = moves[shown[MOST] - 1];
        let begin = begin.split(['-', 'x', ' ']).next().unwrap_or(begin);
        lines.push(format!(
            "and {} more; `moves {begin}` lists those that begin so",
            shown.len() - MOST
        ));
    }
    lines.join("\n")
}

fn first(pair: (usize, String)) -> usize {
    pair.0
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn moves_keep_their_numbers() {
        let moves = ["a1-a2/a3", "a1-b1/a1", "b4-a1/c3"];
        assert_eq!(
            numbered(&moves, ""),
            "  1 a1-a2/a3    2 a1-b1/a1    3 b4-a1/c3"
        );
        assert_eq!(numbered(&moves, "B4"), "  3 b4-a1/c3");
        assert_eq!(numbered(&moves, "/c3"), "  3 b4-a1/c3");
        assert_eq!(
            numbered(&moves, "c7"),
            "no move begins with `c7`; `moves` lists all"
        );
        assert_eq!(numbered(&["1: a", "2: a1xa2"], "a1"), "  2 2: a1xa2");
    }
}
