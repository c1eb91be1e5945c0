//! Games that are written in a text file.
//!
//! A rule file names its game, says where it is played (a board, heaps of
//! numbers, a graph), and how each player moves:
//!
//! ```
//! use rules::{Position, RuleFile};
//! use values::Player;
//! let file = RuleFile::read("
//! game clobber
//! cells . B W
//! left  side: B W -> . B
//! right side: W B -> . W
//! example BWB/WB.
//! ")?;
//! let rules = file.rules(None)?;
//! let position = rules::Component::new(rules.clone(), rules.read("BWB")?);
//! assert_eq!(position.mobility(Player::Left), 2);
//! assert_eq!(position.mobility(Player::Right), 2);
//! # Ok::<(), rules::BadInput>(())
//! ```
//!
//! What holds of all positions is found out here and not taken from the
//! author: whether play ends, what falls with every move, the symmetries of
//! the rules, which parts of a position are independent.

mod board;
mod cursor;
pub(crate) mod files;
mod graph;
mod header;
pub(crate) mod kept;
pub(crate) mod library;
mod misere;
mod numbers;
mod worth;

use crate::bad_input::BadInput;
use crate::game::{Info, Kind};
use crate::outside;
use crate::registry::for_both;
use crate::rulebook::Rules;
use crate::ruleset::Ruleset;
use cursor::{Statement, suggestion};
use header::Header;
pub use numbers::{MAX_PAIR, PairRules};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game that is written in a text file.
#[derive(Clone, Debug)]
pub struct RuleFile {
    text: String,
    info: &'static Info,
}

/// Rules from a file. They are made before their description, which says what
/// was found out about them.
pub(crate) trait FileRules: Ruleset {
    /// Gives them their description.
    fn describe(&mut self, info: &'static Info);

    /// What was found out about them.
    fn findings(&self) -> Findings;
}

/// The descriptions of the texts that were read.
type Known = HashMap<String, &'static Info>;

fn known() -> MutexGuard<'static, Option<Known>> {
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was found out about the rules in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// Both players have the same moves everywhere.
    pub impartial: bool,
    /// Play may not end.
    pub loopy: bool,
    /// It does but for positions that are drawn.
    pub drawn: bool,
    /// How positions and moves are written, for people.
    pub notation: String,
    /// Further findings: what they are about, and what was found.
    pub others: Vec<(&'static str, String)>,
}

/// Where a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Board,
    Numbers,
    Graph,
}

impl RuleFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with line, column and what was expected.
    pub fn read(text: &str) -> Result<RuleFile, BadInput> {
        if let Some(info) = known().get_or_insert_default().get(text) {
            return Ok(RuleFile {
                text: text.to_owned(),
                info,
            });
        }
        let (header, made) = read(text, None)?;
        // The example and the starts are positions.
        for ([name, text, _], line) in &header.starts {
            let start = made
                .read(text)
                .map_err(|bad| header.misplaced(name, &bad))?;
            // Who writes its name means the start.
            if made.read(name).is_ok_and(|named| named != start) {
                return Err(BadInput::new(
                    format!("`{name}` is a position itself, and not this one"),
                    "give the start another name",
                )
                .on_line(*line));
            }
        }
        made.read(header.shown())
            .map_err(|bad| header.misplaced("example", &bad))?;
        // A description stays: positions refer to it from anywhere. The same
        // text is described once.
        let info = header.info(&made.findings());
        // Another thread may have read it meanwhile: the first one counts.
        let info = *known()
            .get_or_insert_default()
            .entry(text.to_owned())
            .or_insert(info);
        Ok(RuleFile {
            text: text.to_owned(),
            info,
        })
    }

    /// How many texts this process has read; what it knows of each stays in
    /// its memory.
    #[must_use]
    pub fn count() -> usize {
        known().as_ref().map_or(0, HashMap::len)
    }

    /// What the game says about itself.
    #[must_use]
    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text without comments and blank lines: what the game is.
    #[must_use]
    pub fn statements(&self) -> String {
        let lines = self.text.lines().filter_map(|line| {
            let line = line.split("//").next().unwrap_or_default();
            let line = line.replace('\t', " ");
            Some(format!("{}\n", line.trim_end())).filter(|line| line != "\n")
        });
        lines.collect()
    }

    /// The names of the numbers that a variant gives.
    #[must_use]
    pub fn parameters(&self) -> Vec<String> {
        let header = Statement::all(&self.text).and_then(Header::read);
        header.map_or_else(|_| Vec::new(), |(header, _)| header.parameters)
    }

    /// Whether it comes with the program.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        library::file(self.info).is_some()
    }

    /// The rules, with values for the game's parameters, and with both players'
    /// moves open to both if the variant is `impartial` or ends so.
    ///
    /// # Errors
    ///
    /// The game has no such parameters.
    pub fn rules(&self, variant: Option<&str>) -> Result<Rules, BadInput> {
        let name = format!(
            "{}:{}:{}",
            self.info.name,
            variant.unwrap_or_default(),
            self.text
        );
        let (variant, both) = for_both(variant);
        Ok(Rules::new(&name, self.make(variant, both)?))
    }

    /// What was found out about the rules.
    ///
    /// # Errors
    ///
    /// The game has no such parameters.
    pub fn findings(&self, variant: Option<&str>) -> Result<Findings, BadInput> {
        Ok(read(&self.text, variant)?.1.findings())
    }

    /// Makes the game known by its name in this process, in place of any
    /// other game of that name.
    pub fn register(&self) {
        outside::replace(self);
    }

    pub(crate) fn make(
        &self,
        variant: Option<&str>,
        both: bool,
    ) -> Result<Box<dyn Ruleset>, BadInput> {
        let (_, mut made) = read(&self.text, variant)?;
        made.describe(self.info);
        Ok(outside::open(self.info, made, both))
    }
}

/// The file that a game comes from, unless it is written in Rust.
#[must_use]
pub fn rule_file(info: &'static Info) -> Option<RuleFile> {
    let kept = || kept::has(info).then(|| RuleFile::kept(info.name)).flatten();
    outside::file(info)
        .or_else(|| library::file(info).cloned())
        .or_else(kept)
}

/// Whether the name of a game, without its variant, is the path of a rule
/// file: it ends in `.game`.
#[must_use]
pub fn is_rule_file(name: &str) -> bool {
    name.trim().ends_with(".game")
}

/// The statements of a file, and the rules that they make.
fn read(text: &str, variant: Option<&str>) -> Result<(Header, Box<dyn FileRules>), BadInput> {
    let statements = Statement::all(text)?;
    let (header, rest) = Header::read(statements)?;
    header.check_variant(variant)?;
    let space = space(&rest)?;
    let made = match space {
        Space::Board => board::compile(&header, &rest, variant)?,
        Space::Numbers => numbers::compile(&header, &rest, variant)?,
        Space::Graph => graph::compile(&header, &rest, variant)?,
    };
    if let Some(value) = rest.iter().find(|statement| statement.keyword == "value")
        && (header.misere || made.is_loopy())
    {
        return Err(value.wrong(
            "values are known of normal play that ends",
            "leave it out: in this game play may not end, or who moves last loses",
        ));
    }
    Ok(match header.misere {
        true => (header, Box::new(misere::LastLoses::new(made))),
        false => (header, made),
    })
}

/// Where the game is played: on a board unless it is said.
fn space(statements: &[Statement]) -> Result<Space, BadInput> {
    let mut found: Option<(&Statement, Space)> = None;
    for statement in statements {
        let space = match statement.keyword.as_str() {
            "board" | "strip" | "ring" => Space::Board,
            "heaps" => Space::Numbers,
            "graph" => Space::Graph,
            _ => continue,
        };
        if let Some((before, _)) = found {
            return Err(statement.wrong(
                format!("line {} says already where the game is played", before.line),
                "a game is played in one place; sums of games are written with `+`",
            ));
        }
        found = Some((statement, space));
    }
    Ok(found.map_or(Space::Board, |(_, space)| space))
}

/// The complaint about a statement that does not belong here.
pub(crate) fn unknown(statement: &Statement, known: &[&str]) -> BadInput {
    let mut all: Vec<&str> = known.to_vec();
    all.extend(header::KEYWORDS);
    match statement.keyword.is_empty() {
        true => statement
            .cursor()
            .expected("a statement begins with a word, such as `left`"),
        false => statement.wrong(
            format!("`{}` is no statement here", statement.keyword),
            suggestion(&statement.keyword, &all),
        ),
    }
}

/// What is found where an author knows a number of values.
fn claimed(values: usize) -> Option<(&'static str, String)> {
    let words = match values {
        0 => return None,
        1 => "a value, which the laws compare with that of the moves".to_owned(),
        _ => format!("{values} values, which the laws compare with those of the moves"),
    };
    Some(("knows", words))
}

/// The kind of game that was found.
pub(crate) fn kind(findings: &Findings) -> Kind {
    Kind {
        finite: !findings.loopy,
        drawn: findings.drawn,
        impartial: findings.impartial,
        ..Kind::PARTIZAN
    }
}
