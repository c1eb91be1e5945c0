//! `legatus games`: what can be played, as the registry tells.

use clap::Args;
use play::latrunculus::COMMANDERS;
use play::{State, default_player};
use rules::{BadInput, Info, Kind};
use serde::Serialize;
use solve::Convention;
use std::io::{self, Write};
use std::time::Duration;
use values::Player;

use super::{Exit, Limits, Stop, checking, files, known};
use ask::json::{self, as_player};
use ask::questions::solve::{AboutAnswer, StartAnswer};
use ask::table;
use papers::kinds::{HEADINGS, taxonomy};
use positions::{self, example_call, paragraph};

/// List the games, or explain one
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus games
  legatus games legionnaires
  legatus games fission --check
  legatus games --kinds
  legatus games --json")]
pub struct Arguments {
    /// A game, or the path of a rule file, which ends in .game: its rules,
    /// notation, variants, starting positions, and an example of every command
    #[arg(value_name = "NAME", value_parser = known::game(), hide_possible_values = true)]
    name: Option<String>,

    /// Tell what kinds of games they are, by the questions of the lecture
    /// notes, with the notes' other examples
    #[arg(long, conflicts_with = "name")]
    kinds: bool,

    /// Tell what was found out about the rules of the game, try on random
    /// positions the laws that all answers rely on, and draw the start; a law
    /// that is broken is exit code 1
    #[arg(long, requires = "name")]
    check: bool,

    /// How many positions --check looks at
    #[arg(long, value_name = "N", default_value_t = 400, requires = "check")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    positions: u64,

    /// How long --check may take
    #[arg(long, value_name = "SECONDS", default_value = "20", requires = "check")]
    #[arg(value_parser = ask::settings::seconds)]
    seconds: Duration,

    #[command(flatten)]
    limits: Limits,

    /// Print a JSON object, or a list of them
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        match &self.name {
            None if self.kinds && self.json => {
                json::line(out, &taxonomy().collect::<Vec<_>>())?;
            }
            None if self.kinds => {
                let rows = taxonomy().map(|taxon| taxon.cells());
                let rows = std::iter::once(HEADINGS).chain(rows);
                let rows = rows.map(|row| row.map(str::to_owned).to_vec());
                out.write_all(table(&rows.collect::<Vec<_>>()).as_bytes())?;
            }
            None => {
                let (games, bad) = all();
                if self.json {
                    let games = games.into_iter().map(GameAnswer::of);
                    json::line(out, &games.collect::<Vec<_>>())?;
                } else {
                    let rows: Vec<Vec<String>> = games.into_iter().map(row).collect();
                    out.write_all(table(&rows).as_bytes())?;
                }
                out.flush()?;
                for bad in bad {
                    // The list does not depend on it.
                    let _ = writeln!(io::stderr(), "warning: {bad}");
                }
            }
            Some(name) if self.check => {
                let checking = checking::Checking {
                    name,
                    positions: self.positions as usize,
                    seconds: self.seconds,
                    limits: &self.limits,
                    json: self.json,
                };
                return checking.run(out);
            }
            Some(name) => {
                let (base, _) = rules::name_and_variant(name);
                let info = rules::find(base).map_err(|bad| Stop::new(Exit::BadInput, bad))?;
                if self.json {
                    json::line(out, &GameAnswer::of(info))?;
                } else {
                    out.write_all(page(info).as_bytes())?;
                }
            }
        }
        Ok(Exit::Answered)
    }
}

/// Every game, those in the user's directory last; and what is wrong with the
/// files there that are none.
fn all() -> (Vec<&'static Info>, Vec<BadInput>) {
    let mut games: Vec<&Info> = rules::games();
    games.extend(rules::chance_games());
    let mut bad = Vec::new();
    for name in files::names() {
        match files::in_directory(&name) {
            Ok(info) => games.push(info),
            Err(why) => bad.push(why),
        }
    }
    (games, bad)
}

fn row(info: &'static Info) -> Vec<String> {
    vec![info.name.into(), info.title.into(), kind(info.kind)]
}

/// The lecture notes' words for a kind of game.
fn kind(kind: Kind) -> String {
    let words = [
        if kind.impartial {
            "impartial"
        } else {
            "partizan"
        },
        match (kind.finite, kind.drawn) {
            (true, _) => "finite",
            (false, true) => "may be drawn",
            (false, false) => "loopy",
        },
        if kind.chance { "chance" } else { "no chance" },
        if kind.perfect_information {
            "perfect information"
        } else {
            "hidden information"
        },
    ];
    words.join(", ")
}

/// The commands that show what can be asked about a game, on its example.
pub fn examples(info: &Info) -> Vec<String> {
    let name = rules::example_name(info);
    let example = info.example;
    if info.kind.chance {
        return super::latrunculus::EXAMPLES.map(str::to_owned).to_vec();
    }
    // What may not end has no value.
    let questions: &[&str] = match info.kind.finite {
        true => &["value", "moves", "outcome", "thermograph", "count"],
        false => &["moves", "outcome"],
    };
    let mut commands: Vec<String> = questions
        .iter()
        .map(|question| format!("legatus {question} {name} '{example}'"))
        .collect();
    if !info.kind.finite {
        return commands;
    }
    if info.kind.impartial {
        commands.push(format!("legatus grundy {name} '{example}'"));
    }
    if positions::heap_rules(&name).is_ok_and(|rules| rules.is_some()) {
        commands.push(format!("legatus grundy {name} --sequence 20"));
    }
    commands.push(format!("legatus tree {name} '{example}' --depth 1"));
    commands.push(format!(
        "legatus find {name} '{example}' --outcome P --random 100"
    ));
    commands.push(format!("legatus calc '{}'", example_call(info)));
    commands
}

/// Who plays a game from its usual start, the default player first: the names
/// and how they play.
fn players(info: &Info) -> Vec<(&'static str, &'static str)> {
    if info.kind.chance {
        let players = COMMANDERS.iter();
        return players.map(|player| (player.name, player.about)).collect();
    }
    let name = rules::example_name(info);
    let Ok(state) = State::read(&name, info.standard(), Convention::Normal) else {
        return Vec::new();
    };
    let default = default_player(&state);
    let others = play::players().iter().copied();
    let others = others.filter(|listed| (listed.is_for)(&state) && listed.name != default.name);
    let all = std::iter::once(default).chain(others);
    all.map(|listed| (listed.name, listed.about)).collect()
}

fn page(info: &'static Info) -> String {
    let mut page = format!("{} ({})\n{}\n", info.title, info.name, kind(info.kind));
    let mut section = |title: &str, text: &str| {
        page.push_str(&format!("\n{title}\n{}", paragraph(text)));
    };
    for (title, text) in [("Rules", info.rules), ("Notation", info.notation)] {
        if !text.is_empty() {
            section(title, text);
        }
    }
    let mut list = |title: &str, rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            page.push_str(&format!("\n{title}\n"));
            for line in table(&rows).lines() {
                page.push_str(&format!("  {line}\n"));
            }
        }
    };
    let variants = info.variants.iter();
    let variants = variants.map(|v| vec![format!("{}:{}", info.name, v.name), v.about.into()]);
    let mut variants: Vec<Vec<String>> = variants.collect();
    if !info.kind.impartial && !info.kind.chance {
        let name = format!("{}:impartial", info.name);
        variants.push(vec![
            name,
            "either player may make either player's move".into(),
        ]);
    }
    list("Variants", variants);
    let starts = info.starts.iter();
    let starts = starts.map(|s| vec![s.name.into(), s.about.into()]);
    list("Starting positions", starts.collect());
    let players = players(info).into_iter();
    let players = players.map(|(name, about)| vec![name.into(), about.into()]);
    list("Players", players.collect());
    let names = info.cgsuite.iter().map(|name| vec![(*name).to_owned()]);
    list("Also called", names.collect());
    let commands = examples(info).into_iter().map(|command| vec![command]);
    list("Examples", commands.collect());
    page
}

/// A game, as it is explained.
#[derive(Serialize)]
struct GameAnswer {
    name: &'static str,
    title: &'static str,
    rules: &'static str,
    notation: &'static str,
    impartial: bool,
    finite: bool,
    chance: bool,
    perfect_information: bool,
    #[serde(serialize_with = "as_player")]
    first: Player,
    variants: Vec<AboutAnswer>,
    starts: Vec<StartAnswer>,
    players: Vec<AboutAnswer>,
    example: &'static str,
}

impl GameAnswer {
    fn of(info: &'static Info) -> Self {
        GameAnswer {
            name: info.name,
            title: info.title,
            rules: info.rules,
            notation: info.notation,
            impartial: info.kind.impartial,
            finite: info.kind.finite,
            chance: info.kind.chance,
            perfect_information: info.kind.perfect_information,
            first: info.first,
            variants: AboutAnswer::list(info.variants.iter().map(|v| (v.name, v.about))),
            starts: StartAnswer::list(info.starts.iter().map(|s| (s.name, s.text, s.about))),
            players: AboutAnswer::list(players(info).into_iter()),
            example: info.example,
        }
    }
}
