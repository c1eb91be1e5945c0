//! The name that was probably meant.

/// The candidate nearest to `name`, if one is near.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // No candidate is near to a name longer than all of them.
    const LONGEST: usize = 60;
    let letters: String = name.chars().take(LONGEST).collect();
    let bound = (letters.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&letters, candidate), candidate))
        .filter(|((edits, _), _)| *edits <= bound)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions, substitutions and swaps of neighbours whatever the
/// case, then whether the case differs.
fn distance(from: &str, to: &str) -> (usize, bool) {
    let edits = strsim::osa_distance(&from.to_ascii_lowercase(), &to.to_ascii_lowercase());
    (edits, from.chars().next() != to.chars().next())
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
