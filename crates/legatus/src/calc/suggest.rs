//! The name that was probably meant.

/// The candidate nearest to `name`, if one is near.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // No candidate is near to a name longer than all of them.
    const LONGEST: usize = 60;
    let letters: Vec<char> = name.chars().take(LONGEST).collect();
    let bound = (letters.len() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&letters, candidate), candidate))
        .filter(|((edits, _), _)| *edits <= bound)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions, substitutions and swaps of neighbours (optimal string
/// alignment) whatever the case, then whether the case differs.
fn distance(from: &[char], to: &str) -> (usize, bool) {
    let to: Vec<char> = to.chars().collect();
    let same = |i: usize, j: usize| from[i].eq_ignore_ascii_case(&to[j]);
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for i in 0..from.len() {
        let mut row = vec![i + 1];
        for j in 0..to.len() {
            let mut edits = (above[j] + usize::from(!same(i, j)))
                .min(above[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && same(i - 1, j) && same(i, j - 1) {
                edits = edits.min(before[j - 1] + 1);
            }
            row.push(edits);
        }
        before = above;
        above = row;
    }
    (above[to.len()], from.first() != to.first())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let names = ["mean", "Mean", "cool", "Cool", "temperature", "Left"];
        assert_eq!(nearest("maen", names), Some("mean"));
        assert_eq!(nearest("Maen", names), Some("Mean"));
        assert_eq!(nearest("tempurature", names), Some("temperature"));
        assert_eq!(nearest("left", names), Some("Left"));
        assert_eq!(nearest("xyzzy", names), None);
        assert_eq!(nearest("", names), None);
    }
}
