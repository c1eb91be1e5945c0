//! What CGSuite 2.2 answers, through the calculator.
//!
//! `data/cgsuite-values.tsv` has the columns category, input, expected, source;
//! an expected answer that starts with `!!` is an error whose words are CGSuite's.
//! `data/cgsuite-excluded.tsv` lists the rows that are out of reach, with the reason.
//! `data/cgsuite-games.tsv`, `data/cgsuite-theory.tsv` and their list of exclusions
//! are the same for positions, `data/cgsuite-loopy.tsv` for games that may not end, and
//! `data/cgsuite-misere.tsv` for misère forms and ordinals.
//!
//! `data/sessions.txt` has what no other program need say so.

use std::collections::HashMap;

use calc::Calculator;
use values::{Budget, Notation};

const FACTS: &str = include_str!("data/cgsuite-values.tsv");
const EXCLUDED: &str = include_str!("data/cgsuite-excluded.tsv");
const GAMES: &str = include_str!("data/cgsuite-games.tsv");
const THEORY: &str = include_str!("data/cgsuite-theory.tsv");
const LOOPY: &str = include_str!("data/cgsuite-loopy.tsv");
const MISERE: &str = include_str!("data/cgsuite-misere.tsv");
const GAMES_EXCLUDED: &str = include_str!("data/cgsuite-games-excluded.tsv");

struct Fact {
    category: &'static str,
    input: &'static str,
    expected: &'static str,
}

impl Fact {
    /// What is wrong with our answer, if anything.
    fn complaint(&self) -> Option<String> {
        let source = self.input.replace("\\n", "\n");
        let expected = self.expected.replace("\\n", "\n");
        let mut calculator = Calculator::new(Budget::unlimited());
        let answer = calculator
            .evaluate(&source)
            .and_then(|mut answer| answer.text(Notation::Ascii));
        let shown = match (&answer, self.expected.starts_with("!!")) {
            (Err(_), true) => return None,
            (Ok(text), false) if *text == expected => return None,
            (Ok(text), _) => text.clone(),
            (Err(failure), false) => format!("error: {failure}"),
        };
        Some(format!(
            "{}\t{}\n  expected {}\n  not      {shown}",
            self.category, self.input, self.expected
        ))
    }
}

fn facts() -> Vec<Fact> {
    rows(FACTS)
        .chain(rows(GAMES))
        .chain(rows(THEORY))
        .chain(rows(LOOPY))
        .chain(rows(MISERE))
        .map(|row| match row[..] {
            [category, input, expected, _source] => Fact {
                category,
                input,
                expected,
            },
            _ => panic!("not four columns: {row:?}"),
        })
        .collect()
}

/// The reasons by category and input.
fn excluded() -> HashMap<(&'static str, &'static str), &'static str> {
    rows(EXCLUDED)
        .chain(rows(GAMES_EXCLUDED))
        .map(|row| match row[..] {
            [category, input, reason] => ((category, input), reason),
            _ => panic!("not three columns: {row:?}"),
        })
        .collect()
}

/// The rows of a table after its heading.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

#[test]
fn the_calculator_answers_as_cgsuite_does() {
    let excluded = excluded();
    let facts = facts();
    assert!(facts.len() > 1000);
    let wrong: Vec<String> = facts
        .iter()
        .filter(|fact| !excluded.contains_key(&(fact.category, fact.input)))
        .filter_map(Fact::complaint)
        .collect();
    assert!(wrong.is_empty(), "{}: \n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn only_what_is_out_of_reach_is_excluded() {
    let facts = facts();
    let mut answered = Vec::new();
    for ((category, input), reason) in excluded() {
        let fact = facts
            .iter()
            .find(|fact| (fact.category, fact.input) == (category, input))
            .unwrap_or_else(|| panic!("no fact {category}\t{input}"));
        if fact.complaint().is_none() {
            answered.push(format!("answered now: {category}\t{input}"));
        }
        assert!(!reason.is_empty(), "{input} has no reason");
    }
    assert!(answered.is_empty(), "{}", answered.join("\n"));
}

#[test]
fn sessions_go_as_they_are_written() {
    let mut asked = 0;
    for session in include_str!("data/sessions.txt").split("\n\n") {
        let mut calculator = Calculator::new(Budget::unlimited());
        let lines = session.lines().filter(|line| !line.starts_with("# "));
        let mut lines = lines.peekable();
        while let Some(line) = lines.next() {
            let mut source = line.strip_prefix("> ").expect(line).to_owned();
            while let Some(more) = lines.next_if(|line| line.starts_with("| ")) {
                source = format!("{source}\n{}", &more[2..]);
            }
            let expected = lines.next_if(|line| !line.starts_with("> "));
            let answer = calculator
                .evaluate(&source)
                .and_then(|mut answer| answer.text(Notation::Ascii))
                .unwrap_or_else(|failure| format!("error: {failure}"));
            assert_eq!(answer, expected.unwrap_or(""), "{source}");
            asked += 1;
        }
    }
    assert_eq!(asked, 169);
}
