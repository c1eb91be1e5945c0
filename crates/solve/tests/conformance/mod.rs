//! The laws that every game keeps. A game is tested by being registered.

mod duels;
mod moves;
mod notation;
mod places;
mod values;

use crate::support::seed;
use ::values::Player;
use rules::{Game, Position, Random, Rules, Visitor, games, visit};

/// The most options of a position that is looked at.
const MOST_OPTIONS: usize = 5000;

/// The positions after a player's moves, or nothing if they are too many.
fn options<P: Position>(position: &P, player: Player) -> Option<Vec<P>> {
    let options = crate::support::options(position, player, MOST_OPTIONS + 1);
    (options.len() <= MOST_OPTIONS).then_some(options)
}

/// Every name under which rules can be asked for: the games, their variants,
/// and all of these with both players' moves open to both.
fn names() -> Vec<(String, &'static str)> {
    let mut names = Vec::new();
    for info in games() {
        let variants = info.variants.iter().map(|v| format!(":{}", v.name));
        let before = names.len();
        for variant in std::iter::once(String::new()).chain(variants) {
            let name = format!("{}{variant}", info.name);
            // A game of codes has no plain rules.
            if Rules::find(&name).is_ok() {
                names.push((format!("{name}:impartial"), info.example));
                names.push((name, info.example));
            }
        }
        assert!(names.len() > before, "{} cannot be asked for", info.name);
    }
    names
}

/// Random positions like the example and the starts, and what random play
/// makes of them.
fn samples<G: Game>(game: &G, example: &str, random: &mut Random) -> Vec<G::Position> {
    let example = game.read(example).expect("the example is a position");
    let mut samples = vec![example.clone()];
    for start in game.about().starts {
        // The type for small boards does not hold the large ones.
        samples.extend(game.read(start.name));
    }
    samples.extend((0..40).map(|_| game.scatter(&example, &mut |n| random.below(n))));
    for number in 0..samples.len() {
        let mut position = samples[number].clone();
        for _ in 0..3 {
            let player = Player::BOTH[random.below(2) as usize];
            let Some(mut options) = options(&position, player).filter(|o| !o.is_empty()) else {
                break;
            };
            position = options.swap_remove(random.below(options.len() as u64) as usize);
        }
        samples.push(position);
    }
    samples
}

struct Laws<'a> {
    name: &'a str,
    example: &'a str,
}

impl Visitor for Laws<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut random = Random::new(seed(self.name));
        let samples = samples(&game, self.example, &mut random);
        let mut asked = 0;
        for position in &samples {
            let text = self.text(&game, position);
            self.moves(&game, position, &text);
            self.negatives(position, &text);
            asked += usize::from(game.slow_options(&text, Player::Left).is_some());
        }
        assert!(asked > 0, "{}: no second opinion on moves", self.name);
        self.places(&samples);
        self.duels(&samples);
        self.packings(&game, &samples);
        for position in &samples {
            self.board_places(position);
        }
        if !game.is_loopy() {
            self.values(&game, &samples);
        }
    }
}

/// The laws for rules that are in no registry.
pub fn keeps_the_laws(name: &str, example: &str, rules: Rules) {
    Laws { name, example }.visit(rules);
}

#[test]
fn every_game_keeps_the_laws() {
    for (name, example) in names() {
        // Games on boards have a type for large ones; ask for both.
        for like in [example, "9x9"] {
            let name = name.as_str();
            visit(name, like, Laws { name, example }).unwrap();
        }
        let name = name.as_str();
        Laws { name, example }.visit(Rules::find(name).unwrap());
    }
}
