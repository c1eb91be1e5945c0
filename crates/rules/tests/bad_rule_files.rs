//! Wrong rule files, and what is said about each.

use rules::RuleFile;

#[test]
fn complaints_say_where_what_and_how() {
    let list = include_str!("data/wrong_rule_files.txt");
    let (mut example, mut checked) = ("", 0);
    for block in list.split("\n\n") {
        let Some((lines, expected)) = block.trim_end().split_once("\n=> ") else {
            example = block.rsplit('\n').next().unwrap();
            continue;
        };
        let text = format!("game some\n{lines}\n{example}\n");
        let said = match RuleFile::read(&text) {
            Ok(_) => "nothing".to_owned(),
            Err(bad) => bad.to_string(),
        };
        assert_eq!(said, expected, "{lines}");
        checked += 1;
    }
    assert_eq!(checked, 130);
}
