//! The laws that every game keeps. A game is tested by being registered.

mod duels;
mod moves;
mod notation;
mod places;
mod values;

pub use values::normal_options;

use crate::support::{full, keeps_positions, seed};
use ::values::Player;
use rules::{Game, Info, Position, Random, Rules, Visitor, games, games_in_rust, visit};

/// The most options of a position that is looked at.
const MOST_OPTIONS: usize = 5000;

/// The positions after a player's moves, or nothing if they are too many.
fn options<P: Position>(position: &P, player: Player) -> Option<Vec<P>> {
    let options = crate::support::options(position, player, MOST_OPTIONS + 1);
    (options.len() <= MOST_OPTIONS).then_some(options)
}

/// Every name under which rules can be asked for: the games, their variants,
/// and all of these with both players' moves open to both.
fn names(games: Vec<&'static Info>) -> Vec<(String, &'static str)> {
    let mut names = Vec::new();
    for info in games {
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
fn samples<G: Game>(
    game: &G,
    example: &str,
    number: usize,
    random: &mut Random,
) -> Vec<G::Position> {
    let example = game.read(example).expect("the example is a position");
    let mut samples = vec![example.clone()];
    for start in game.about().starts {
        // The type for small boards does not hold the large ones.
        samples.extend(game.read(start.name));
    }
    samples.extend((0..number).map(|_| game.scatter(&example, &mut |n| random.below(n))));
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
    /// How many random positions like the example are looked at.
    number: usize,
}

/// As many as a game in Rust gets; a rule file gets fewer in a short run, as
/// there are many.
const NUMBER: usize = 40;
const OF_A_FILE: usize = 2;

impl Visitor for Laws<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut random = Random::new(seed(self.name));
        let samples = samples(&game, self.example, self.number, &mut random);
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

impl<'a> Laws<'a> {
    fn of(name: &'a str, example: &'a str) -> Self {
        Laws {
            name,
            example,
            number: NUMBER,
        }
    }
}

/// The laws for rules that are in no registry.
pub fn keeps_the_laws(name: &str, example: &str, rules: Rules) {
    Laws::of(name, example).visit(rules);
}

#[test]
fn every_game_keeps_the_laws() {
    for (name, example) in names(games_in_rust()) {
        // Games on boards have a type for large ones; ask for both.
        for like in [example, "9x9"] {
            visit(&name, like, Laws::of(&name, example)).unwrap();
        }
        keeps_the_laws(&name, example, Rules::find(&name).unwrap());
    }
}

/// The laws of moves and of notation; plain values of positions so large are
/// out of reach.
struct Strips<'a>(Laws<'a>);

impl Visitor for Strips<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let Strips(laws) = self;
        let mut random = Random::new(seed(laws.example));
        for position in samples(&game, laws.example, laws.number, &mut random) {
            let text = laws.text(&game, &position);
            laws.moves(&game, &position, &text);
            laws.negatives(&position, &text);
        }
    }
}

#[test]
fn strips_longer_than_a_board_keep_the_laws() {
    let _kept = keeps_positions();
    let row = "BWWBW.".repeat(22);
    let column = ["B", "W", "."].repeat(50).join("/");
    for example in [&row, &column, "1x129"] {
        let mut laws = Laws::of("clobber", example);
        laws.number = 5;
        visit("clobber", example, Strips(laws)).unwrap();
    }
}

#[test]
fn every_rule_file_keeps_the_laws() {
    let files = games().split_off(games_in_rust().len());
    for (name, example) in names(files) {
        let number = if full() { NUMBER } else { OF_A_FILE };
        let laws = Laws {
            number,
            ..Laws::of(&name, example)
        };
        laws.visit(Rules::find(&name).unwrap());
    }
}
