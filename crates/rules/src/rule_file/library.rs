//! The games that come with the program as rule files: those in `games/`.

use super::RuleFile;
use crate::game::Info;
use std::sync::OnceLock;

/// A rule file in the program. It is read when its game is asked for.
struct Shipped {
    name: &'static str,
    text: &'static str,
    read: OnceLock<RuleFile>,
}

macro_rules! shipped {
    ($($name:literal,)*) => {
        static FILES: [Shipped; [$($name),*].len()] = [$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../../games/", $name, ".game")),
            read: OnceLock::new(),
        },)*];
    };
}

// The files by their names, which are the names of their games.
shipped! {
    "anti_clobber",
    "arc_kayles",
    "backsliding_toads_and_frogs",
    "blocking_kings",
    "blocking_knights",
    "blocking_queens",
    "breakthrough",
    "ceylonese_fox_and_geese",
    "childish_hackenbush",
    "chomp",
    "cutcake",
    "diagonal_clobber",
    "eatcake",
    "elephants_and_rhinos",
    "fibonacci_nim",
    "fission",
    "fjords",
    "fox_and_geese",
    "general_toads_and_frogs",
    "geography",
    "hex",
    "hot_clobber",
    "kings",
    "knights",
    "kotzigs_nim",
    "l_tetrominoes",
    "maundy_cake",
    "maze",
    "mem",
    "mock_turtles",
    "nimstring",
    "node_kayles",
    "nogo",
    "northcott",
    "partizan_arc_kayles",
    "partizan_euclid",
    "partizan_splittles",
    "partizan_subtraction",
    "partizan_take_and_break",
    "peaceable_queens",
    "peg_duotaire",
    "push",
    "queens",
    "roll_the_lawn",
    "rooks",
    "ruler",
    "shove",
    "silver_dollar",
    "splittles",
    "t_tetrominoes",
    "take_away",
    "tic_tac_toe",
    "treblecross",
    "triomineering",
    "trominoes",
    "turn_and_eatcake",
    "turning_turtles",
    "twisted_maundy_cake",
    "undirected_geography",
    "weighted_arc_kayles",
    "welter",
    "wythoff",
}

impl Shipped {
    fn file(&self) -> &RuleFile {
        self.read.get_or_init(|| {
            let read = RuleFile::read(self.text);
            read.unwrap_or_else(|bad| unreachable!("{}.game is in the program: {bad}", self.name))
        })
    }

    /// Whether this is another name of it, written as [`find`](crate::find)
    /// compares them. The file is not read for that.
    fn has_synonym(&self, wanted: &str) -> bool {
        let mut synonyms = self
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("cgsuite "))
            .flat_map(str::split_whitespace);
        synonyms.any(|name| name.to_lowercase() == wanted)
    }
}

/// The names of the games, in the order of the list.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|shipped| shipped.name)
}

/// What the games say about themselves, in the order of the list. All files
/// are read for that.
pub(crate) fn infos() -> impl Iterator<Item = &'static Info> {
    FILES.iter().map(|shipped| shipped.file().info())
}

/// The game with this name or synonym. Few are asked for by a synonym: for a
/// name no text is looked through.
pub(crate) fn find(wanted: &str) -> Option<&'static Info> {
    let plain = wanted.replace('_', "");
    let named = |shipped: &&Shipped| shipped.name.replace('_', "") == plain;
    let named = FILES.iter().find(named);
    let found = named.or_else(|| FILES.iter().find(|shipped| shipped.has_synonym(wanted)))?;
    Some(found.file().info())
}

/// The file of a game; `None`: it is none of these.
pub(crate) fn file(info: &Info) -> Option<&'static RuleFile> {
    let found = FILES.iter().find(|shipped| shipped.name == info.name)?;
    Some(found.file()).filter(|file| std::ptr::eq(file.info(), info))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_in_games_is_in_the_program_under_its_own_name() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
        let files = std::fs::read_dir(directory).unwrap();
        let files: BTreeSet<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        let shipped: BTreeSet<String> = names().map(|name| format!("{name}.game")).collect();
        assert_eq!(files, shipped);
        for shipped in &FILES {
            let read = RuleFile::read(shipped.text);
            let info = read
                .unwrap_or_else(|bad| panic!("{}.game: {bad}", shipped.name))
                .info();
            assert_eq!(info.name, shipped.name);
            assert!(!info.rules.is_empty(), "{}: no rules in words", info.name);
            for name in info.cgsuite.iter().chain([&info.name]) {
                let found = crate::find(name).unwrap();
                assert!(std::ptr::eq(found, info), "{name} is {}", found.name);
            }
        }
    }
}
