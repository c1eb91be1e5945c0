//! All questions. A new one is a file here and a line in the list.

mod by_sides;
pub mod cards;
mod certificate;
mod expected;
mod turns;

use std::sync::Arc;
use values::Budget;

use crate::bounded::Bounded;
use crate::{Asked, Desk, Exit, Interrupts, Question, Silent, Trouble};
use ::calc::{Failure, FailureKind};

macro_rules! questions {
    ($($name:ident)*) => {
        $(pub mod $name;)*

        /// Every question, in the order of the help.
        pub static QUESTIONS: &[&Question] = &[$(&$name::QUESTION),*];
    };
}

questions! {
    value
    outcome
    check
    moves
    threats
    analyse
    count
    find
    puzzles
    grundy
    quotient
    tree
    solve
    calc
    thermograph
    environment
    read
}

/// The question with this name.
#[must_use]
pub fn question(name: &str) -> Option<&'static Question> {
    let named = |question: &&&Question| question.name == name || question.alias() == Some(name);
    QUESTIONS.iter().find(named).copied()
}

/// The JSON that answers a request within a budget, in at most `longest` bytes.
///
/// ```
/// use ask::{Asked, Budget, question, request};
/// let asked = Asked::about(["nim", "3,4,5"]);
/// let value = question("value").unwrap();
/// let answer = request(value, &asked, Budget::unlimited(), 1 << 20).unwrap();
/// assert!(answer.starts_with(r#"{"value":"*2","outcome":"N","#));
/// ```
pub fn request(
    question: &Question,
    asked: &Asked,
    budget: Budget,
    longest: usize,
) -> Result<String, Failure> {
    let mut out = Bounded::new(longest);
    let mut desk = Desk::hosted(Arc::new(Silent), Interrupts::none(), budget, true);
    let answer = question.ask(&mut desk, asked, &mut out);
    if out.full {
        let message = format!(
            "the answer has more than {longest} bytes; ask for the value with compress=true, for \
             moves with count=true, or use the command line"
        );
        return Err(Failure::plain(FailureKind::Limit, message));
    }
    match answer.map_err(Trouble::into_failure)? {
        Exit::Answered | Exit::Negative => String::from_utf8(out.text)
            .map_err(|error| Failure::plain(FailureKind::Domain, error.to_string())),
        exit => Err(Failure::plain(exit.into(), "there is no answer")),
    }
}
