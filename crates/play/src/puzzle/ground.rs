//! Where puzzles come from: positions of all games, small enough to be
//! searched as a whole.

use crate::state::State;
use rules::{BadInput, Component, Game, Random, Rules};
use solve::Convention;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::{Player, Result};

/// The positions of one game from which others are made.
pub struct Ground {
    name: Arc<str>,
    rules: Rules,
    models: Vec<Component>,
}

/// Boards by their size, in games that have such.
const SIZES: &[&str] = &[
    "3x4", "4x4", "4x4", "4x5", "5x4", "5x5", "5x5", "5x6", "6x6",
];
/// Heaps, in games of heaps.
const HEAPS: &[&str] = &["7,8,9", "9,10,12", "6,7,8,9", "12,13,15", "5,6,6,7,8"];
/// Rows, in games on strips.
const ROWS: &[usize] = &[8, 10, 11, 12, 13, 14, 15, 16, 17];
/// Coins, in games on rows of them.
const COINS: &[usize] = &[5, 6, 7, 8, 9];
/// Bushes have so many edges: the branches of a trunk.
const BRANCHES: &[usize] = &[7, 9, 11, 13];
/// The random moves that are made before it is looked again whether a
/// position is small enough.
const STRIDE: usize = 2;

impl Ground {
    /// That of a game, by its name with the variant.
    pub fn new(game: &str) -> std::result::Result<Self, BadInput> {
        let name: Arc<str> = rules::canonical_name(game)?.into();
        let rules = Rules::find(&name)?;
        if rules.is_loopy() {
            return Err(BadInput::new(
                format!("play in {name} may not end, so no search proves a puzzle"),
                "choose another game, or leave --game out",
            ));
        }
        let models = models(&rules);
        Ok(Ground {
            name,
            rules,
            models,
        })
    }

    /// All games whose play ends, by the names under which they can be played.
    pub fn all() -> Vec<Ground> {
        let mut grounds = Vec::new();
        for info in rules::games_in_rust() {
            let plain = rules::example_name(info);
            let variants = info.variants.iter();
            let variants = variants.map(|variant| format!("{}:{}", info.name, variant.name));
            let mut names = vec![plain];
            for name in variants {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let made = names.iter().filter_map(|name| Ground::new(name).ok());
            grounds.extend(made);
        }
        grounds
    }

    /// The name of the game.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// A random position, with a random player to move.
    pub fn draw(&self, convention: Convention, random: &mut Random) -> State {
        let model = random.pick(&self.models);
        let drawn = match random.below(3) {
            0 => model.clone(),
            _ => self.rules.scatter(model, &mut |n| random.below(n)),
        };
        // Where both have the same moves it does not matter who is to move.
        let turn = match self.rules.is_impartial() {
            true => Player::Left,
            false => *random.pick(&Player::BOTH),
        };
        self.state(drawn, convention, turn)
    }

    fn state(&self, position: Component, convention: Convention, turn: Player) -> State {
        let summand = (Arc::clone(&self.name), position);
        State::new(vec![summand], convention).with_turn(turn)
    }

    /// The state without heaps in which there is nothing to do.
    pub fn tidied(&self, state: &State) -> State {
        let position = &state.components()[0];
        let tidied = position.heap_sum().and_then(|heaps| {
            let is_alive = |&&heap: &&u64| {
                let options = heaps
                    .rules()
                    .each_option(heap, &mut |_| ControlFlow::Break(()));
                options.is_break()
            };
            let left = heaps.heaps().iter().filter(is_alive);
            let left: Vec<String> = left.map(u64::to_string).collect();
            Game::read(&self.rules, &left.join(",")).ok()
        });
        match tidied {
            Some(tidied) => self.state(tidied, state.convention(), state.turn()),
            None => state.clone(),
        }
    }

    /// Some random moves; false where there are none.
    pub fn stride(&self, state: &mut State, random: &mut Random) -> Result<bool> {
        for _ in 0..STRIDE {
            let moves = state.moves()?;
            if moves.is_empty() {
                return Ok(false);
            }
            state.play(random.pick(&moves));
        }
        Ok(true)
    }
}

/// The first kind of position that the game can read.
fn models(rules: &Rules) -> Vec<Component> {
    let read = |texts: Vec<String>| -> Vec<Component> {
        let read = texts.iter().filter_map(|text| Game::read(rules, text).ok());
        read.collect()
    };
    let named = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    if rules.heap_rules().is_some() {
        return read(named(HEAPS));
    }
    let info = rules.about();
    let rows = ROWS.iter().map(|&length| ".".repeat(length)).collect();
    let bushes = BRANCHES.iter().map(|&n| "l".repeat(n)).collect();
    let coins = COINS.iter().map(|&length| "h".repeat(length)).collect();
    for texts in [named(SIZES), bushes, rows, coins] {
        let models = read(texts);
        if !models.is_empty() {
            return models;
        }
    }
    let starts = info.starts.iter().map(|start| start.name.to_owned());
    read(starts.chain([info.example.to_owned()]).collect())
}
