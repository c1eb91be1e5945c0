//! Words that shells complete: games, starts, players. What is typed may be
//! anything else.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use play::latrunculus::COMMANDERS;
use std::ffi::OsStr;

use super::{expressions, files};
use papers::PAPERS;

/// Reads any text, and tells shells which words are known.
#[derive(Clone)]
pub struct Known(fn() -> Vec<&'static str>);

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let text = StringValueParser::new().parse_ref(command, argument, value)?;
        Ok(expressions::typed(&text))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // Scripts of shells quote nothing.
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let mut words = (self.0)();
        words.retain(|word| word.chars().all(plain));
        words.sort_unstable();
        words.dedup();
        Some(Box::new(words.into_iter().map(PossibleValue::new)))
    }
}

/// The name of a game.
pub fn game() -> Known {
    Known(games)
}

/// A game, a start or another position, or an expression.
pub fn subject() -> Known {
    Known(|| [games(), starts()].concat())
}

/// A start or another position.
pub fn start() -> Known {
    Known(starts)
}

/// A player of the computer.
pub fn computer() -> Known {
    Known(computers)
}

/// How strong an opponent is.
pub fn strength() -> Known {
    Known(strengths)
}

/// A player of the computer, or a person.
pub fn player() -> Known {
    Known(|| [vec!["human"], computers()].concat())
}

/// A player beside cards.
pub fn card_player() -> Known {
    Known(|| {
        let strategies = [
            "exact",
            "orthodox",
            "sentestrat",
            "hotstrat",
            "thermostrat",
            "random",
        ];
        [vec!["human"], strategies.to_vec()].concat()
    })
}

/// A paper with tables.
pub fn paper() -> Known {
    Known(|| {
        let papers = PAPERS.iter().map(|paper| paper.name);
        papers.chain(["all"]).collect()
    })
}

/// A table of a paper.
pub fn table() -> Known {
    Known(|| {
        let exhibits = PAPERS.iter().flat_map(|paper| paper.exhibits);
        exhibits.map(|exhibit| exhibit.id).collect()
    })
}

fn infos() -> impl Iterator<Item = &'static rules::Info> {
    rules::games().into_iter().chain(rules::chance_games())
}

fn games() -> Vec<&'static str> {
    let mut games = rules::names();
    games.extend(rules::chance_games().iter().map(|info| info.name));
    // A script for a shell is made once in the life of the program.
    games.extend(files::names().into_iter().map(|name| &*name.leak()));
    games
}

fn starts() -> Vec<&'static str> {
    let starts = infos().flat_map(|info| info.starts);
    starts.map(|start| start.name).collect()
}

fn computers() -> Vec<&'static str> {
    let listed = play::players().iter().map(|listed| listed.name);
    let commanders = COMMANDERS.iter().map(|player| player.name);
    listed.chain(commanders).chain(strengths()).collect()
}

fn strengths() -> Vec<&'static str> {
    play::Strength::ALL.map(play::Strength::name).to_vec()
}
