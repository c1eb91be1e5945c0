//! Values of positions of board, strip and graph games, as CGSuite gives them.

use rules::{Game, Visitor};
use solve::Evaluator;
use values::{Arena, Notation};

use crate::support::visit;

/// Evaluates a position and asks CGSuite's question.
struct Question<'a> {
    position: &'a str,
    method: &'a str,
}

impl Visitor for Question<'_> {
    type Output = String;

    fn visit<G: Game>(self, game: G) -> String {
        let position = match game.read(self.position) {
            Ok(position) => position,
            Err(bad) => return bad.to_string(),
        };
        let mut arena = Arena::new();
        let mut evaluator = Evaluator::new();
        let value = evaluator.value(&mut arena, &position).unwrap();
        let answer = match self.method {
            "CanonicalForm" => value,
            "AtomicWeight" => arena.atomic_weight(value).unwrap(),
            "NimValue" => {
                return match arena.as_nimber(value) {
                    Some(k) => k.to_string(),
                    None => "no nimber".into(),
                };
            }
            method => return format!("unknown method {method}"),
        };
        arena.text(answer, Notation::Ascii).unwrap()
    }
}

/// `game.grid.Clobber("xo|ox").CanonicalForm`
fn answer(input: &str) -> String {
    let parts = || {
        let (name, rest) = input.split_once('(')?;
        let (argument, method) = rest.rsplit_once(").")?;
        let position = match argument.strip_prefix("Grid.Empty(") {
            Some(size) => size.trim_end_matches(')').replace(',', "x"),
            None => argument.trim_matches('"').to_owned(),
        };
        Some((name, position, method))
    };
    let Some((name, position, method)) = parts() else {
        return "not of the form GAME(POSITION).METHOD".into();
    };
    let name = match name {
        "game.graph.ChildishHackenbush" => "hackenbush:childish",
        name => name,
    };
    let question = Question {
        position: &position,
        method,
    };
    visit(name, &position, question).unwrap_or_else(|bad| bad.to_string())
}

#[test]
fn values_are_those_of_cgsuite() {
    let rows = include_str!("data/board_values.tsv").lines().skip(1);
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for row in rows {
        let mut fields = row.split('\t');
        let (input, expected) = (fields.next().unwrap(), fields.next().unwrap());
        let answer = answer(input);
        asked += 1;
        if answer != expected {
            wrong.push(format!("{input}: {answer}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "of {asked}:\n{}", wrong.join("\n"));
    assert!(asked > 100, "the rows are there");
}
