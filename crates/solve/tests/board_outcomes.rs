//! Outcomes, nim values and winning moves of positions whose value is quickly
//! found, as the solver MCGS and the crate cgt give them.

use crate::mcgs;
use rules::{Game, Position, Visitor};
use solve::Evaluator;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use values::{Arena, Notation, Outcome, Player, Value};

use crate::support::{full, visit};

/// Checks what is said about a sum of positions of one game.
struct Check<'a> {
    position: &'a str,
    expected: &'a str,
}

impl Visitor for Check<'_> {
    /// What is the case instead.
    type Output = Result<(), String>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let mut arena = Arena::new();
        let mut evaluator = Evaluator::new();
        let mut parts = Vec::new();
        let mut sum = Value::ZERO;
        for text in self.position.split(" + ") {
            let part = game.read(text).map_err(|bad| bad.to_string())?;
            let value = evaluator.value(&mut arena, &part).unwrap();
            sum = arena.add(sum, value).unwrap();
            parts.push((part, text.split('|').count(), value));
        }
        let found = if self.expected.starts_with("nimvalue") {
            let k = arena.as_nimber(sum).ok_or("no nimber")?;
            format!("nimvalue {k}")
        } else if self.expected.starts_with("value") {
            format!("value {}", arena.text(sum, Notation::Ascii).unwrap())
        } else if self.expected.starts_with("thermograph") {
            thermograph(&mut arena, sum)
        } else if let Some(rest) = self.expected.strip_prefix("winning moves ") {
            let (player, moves) = rest.split_once(' ').unwrap_or((rest, ""));
            let player = if player == "W" {
                Player::Right
            } else {
                Player::Left
            };
            let moves: BTreeSet<String> = moves.split(' ').map(mcgs::named).collect();
            let found = winning(&mut arena, &mut evaluator, &parts, sum, player);
            return (found == moves).then_some(()).ok_or(format!("{found:?}"));
        } else {
            let starter = match self.expected.split_once(' ') {
                Some(("Left", _)) => Outcome::L,
                _ => Outcome::R,
            };
            let outcome = arena.outcome(sum).unwrap();
            let wins = outcome == Outcome::N || outcome == starter;
            let side = if starter == Outcome::L {
                "Left"
            } else {
                "Right"
            };
            let verb = if wins { "wins" } else { "loses" };
            format!("{side} first: first player {verb}")
        };
        (found == self.expected).then_some(()).ok_or(found)
    }
}

/// `L: (value, temperature) … R: …`, as MCGS prints walls.
fn thermograph(arena: &mut Arena, value: Value) -> String {
    let graph = arena.thermograph(value).unwrap();
    let walls = [("L", &graph.left), ("R", &graph.right)].map(|(side, wall)| {
        let corners = wall.corners().iter();
        let corners: Vec<String> = corners.map(|(t, v)| format!("({v}, {t})")).collect();
        format!("{side}: {}", corners.join(" "))
    });
    format!("thermograph(value,temp) {}", walls.join(" "))
}

/// The moves that win for the player who makes them, as MCGS writes them.
fn winning<P: Position>(
    arena: &mut Arena,
    evaluator: &mut Evaluator<P>,
    parts: &[(P, usize, Value)],
    sum: Value,
    player: Player,
) -> BTreeSet<String> {
    let rows: Vec<usize> = parts.iter().map(|part| part.1).collect();
    let mut winning = BTreeSet::new();
    for (number, (part, _, value)) in parts.iter().enumerate() {
        let _ = part.moves(player, &mut |mv| {
            let after = part.play(player, &mv);
            let after = evaluator.value(arena, &after).unwrap();
            let rest = arena.sub(sum, *value).unwrap();
            let result = arena.add(rest, after).unwrap();
            let wins = match player {
                Player::Left => arena.le(Value::ZERO, result),
                Player::Right => arena.le(result, Value::ZERO),
            };
            if wins.unwrap() {
                winning.insert(mcgs::written(&mv.to_string(), number, &rows));
            }
            ControlFlow::Continue(())
        });
    }
    winning
}

#[test]
fn outcomes_are_those_of_other_solvers() {
    let rows = include_str!("data/board_outcomes.tsv").lines().skip(1);
    let mut wrong = Vec::new();
    let mut asked = 0;
    // Neighbours ask for similar things.
    for row in rows.step_by(if full() { 1 } else { 4 }) {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[game, position, expected, _source] = fields.as_slice() else {
            panic!("a row has four fields: {row}");
        };
        let names: &[&str] = match game {
            "clobber_1xn" => &["clobber"],
            "impartial clobber" => &["clobber:impartial"],
            "impartial domineering" => &["domineering:impartial", "cram"],
            game => &[game],
        };
        for name in names {
            asked += 1;
            let check = Check { position, expected };
            if let Err(found) = visit(name, position, check).unwrap() {
                wrong.push(format!("{name} {position}: {found}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "of {asked}:\n{}", wrong.join("\n"));
    assert!(asked > if full() { 500 } else { 125 }, "the rows are there");
}
