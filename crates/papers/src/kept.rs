//! Answers that outlast a run.

/// What earlier runs have found, and where this one leaves what it finds. A
/// key says what was asked; it has no tabs, and neither it nor an answer has
/// more than one line.
pub trait Answers {
    /// The answer that is kept under this key.
    fn kept(&self, key: &str) -> Option<&str>;

    /// Keeps an answer for later runs, or says why it cannot.
    fn keep(&mut self, key: &str, answer: &str) -> Result<(), String>;
}

#[cfg(test)]
use super::{Context, Table, Trouble};
#[cfg(test)]
use std::collections::BTreeMap;

#[cfg(test)]
impl Answers for BTreeMap<String, String> {
    fn kept(&self, key: &str) -> Option<&str> {
        self.get(key).map(String::as_str)
    }

    fn keep(&mut self, key: &str, answer: &str) -> Result<(), String> {
        self.insert(key.to_owned(), answer.to_owned());
        Ok(())
    }
}

/// Verifies that a table is the same without keeping, with keeping, and where
/// one answer or none is missing; and that what is kept is not computed.
#[cfg(test)]
pub fn goes_on(table: impl Fn(&mut Context<'_>) -> Result<Table, Trouble>) {
    use std::sync::atomic::Ordering;
    use values::{Budget, Notation};

    let run = |kept: Option<&mut BTreeMap<String, String>>| {
        let budget = Budget::unlimited();
        let mut context = Context::new(&budget, true, Notation::Ascii);
        if let Some(kept) = kept {
            context = context.with_answers(kept);
        }
        let text = format!("{:?}", table(&mut context).unwrap());
        (text, budget.steps().load(Ordering::Relaxed))
    };
    let (mut kept, (known, _)) = (BTreeMap::new(), run(None));
    assert_eq!(run(Some(&mut kept)).0, known);
    assert!(!kept.is_empty());
    assert_eq!(run(Some(&mut kept.clone())), (known.clone(), 0));
    for key in kept.keys() {
        let mut cut = kept.clone();
        cut.remove(key);
        assert_eq!(run(Some(&mut cut)).0, known, "without {key}");
        assert_eq!(cut, kept);
    }
}
