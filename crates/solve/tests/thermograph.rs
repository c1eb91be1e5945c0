//! Laws of thermographs, on random positions of every game.

use crate::support::{shrunk, visit};
use rules::{Game, Random, Visitor, games_in_rust};
use solve::{Evaluator, Thermographer};
use values::{Arena, Value};

/// Random positions like a game's example. Larger ones than the effort
/// allows have no value and are left out.
const POSITIONS: usize = 30;
const EFFORT: usize = 2000;

struct Laws {
    name: &'static str,
    example: &'static str,
}

impl Visitor for Laws {
    /// How many positions were looked at.
    type Output = usize;

    fn visit<G: Game>(self, game: G) -> usize {
        if game.is_loopy() {
            return 0;
        }
        let example = game.read(self.example).unwrap();
        let mut random = Random::new(self.name.len() as u64);
        let mut arena = Arena::new();
        let mut evaluator = Evaluator::new();
        let mut thermographer = Thermographer::new();
        let smalls = ["0", "*", "^", "v*", "*2"].map(|small| arena.read(small).unwrap());
        let mut before = (example.clone(), Value::ZERO);
        let mut checked = 0;
        for _ in 0..POSITIONS {
            let position = game.scatter(&example, &mut |n| random.below(n));
            let value = evaluator.value_within(&mut arena, &position, EFFORT);
            let Some(value) = value.unwrap() else {
                continue;
            };
            let text = || format!("{} {}", self.name, game.write(&position));
            let mut differs = |sum: &[G::Position]| {
                let [position] = sum else { return false };
                let value = evaluator.value(&mut arena, position).unwrap();
                let graph = thermographer.thermograph(position).unwrap();
                graph != arena.thermograph(value).unwrap()
            };
            if differs(std::slice::from_ref(&position)) {
                let small = shrunk(vec![position], &mut differs);
                panic!("{} {}", self.name, game.write(&small[0]));
            }
            // Beside the last position, so that the sum has two hot parts.
            let sum = [(position.clone(), false), (before.0.clone(), true)];
            if checked > 0 {
                let difference = arena.sub(value, before.1).unwrap();
                let expected = arena.thermograph(difference).unwrap();
                let found = thermographer.sum(&sum).unwrap();
                assert_eq!(found, expected, "{} - {}", text(), game.write(&before.0));
            }
            for small in smalls {
                let total = arena.add(value, small).unwrap();
                let expected = arena.outcome(total).unwrap();
                let found = thermographer.outcome_beside(&mut arena, &position, small);
                assert_eq!(found.unwrap(), expected, "{}", text());
            }
            before = (position, value);
            checked += 1;
        }
        checked
    }
}

/// The thermograph of a position is that of its canonical form, that of a
/// difference too, and the outcome beside a small value that of the sum.
#[test]
fn thermographs_and_values_agree() {
    for info in games_in_rust() {
        let laws = Laws {
            name: info.name,
            example: info.example,
        };
        let name = rules::example_name(info);
        let checked = visit(&name, info.example, laws).unwrap();
        assert!(checked >= POSITIONS / 2, "{name}: only {checked}");
    }
}
