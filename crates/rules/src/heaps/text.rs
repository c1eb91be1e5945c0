//! Lists of numbers in text.

/// The words between separators with their columns, from 1. Two separators
/// other than blanks with nothing between them have an empty word there.
pub(super) fn words<'t>(text: &'t str, separators: &[char]) -> Vec<(usize, &'t str)> {
    let mut found = Vec::new();
    let mut column = 1;
    for piece in text.split(separators) {
        let mut inner = column;
        let mut any = false;
        for word in piece.split(char::is_whitespace) {
            if !word.is_empty() {
                found.push((inner, word));
                any = true;
            }
            inner += word.chars().count() + 1;
        }
        if !any {
            found.push((column, ""));
        }
        column += piece.chars().count() + 1;
    }
    found
}

/// A number written in plain digits; one that is too large is `u64::MAX`.
pub(super) fn number(word: &str) -> Option<u64> {
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| word.parse().unwrap_or(u64::MAX))
}

/// The numbers with something between them.
pub(super) fn list(numbers: &[u64], between: &str) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    words.join(between)
}
