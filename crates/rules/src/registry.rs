//! The list of games. To add one, write its file and add its line here.

use crate::bad_input::BadInput;
use crate::duels::DuelGround;
use crate::game::{Game, Info};
use crate::impartial::Impartial;
use crate::native::{Boards, Native};
use crate::outside;
use crate::rule_file::{files, is_rule_file, kept, library};
use crate::rulebook::Rules;
use crate::ruleset::Ruleset;
use strsim::levenshtein;

/// Something to do with a game whose type is known only at run time.
/// Questions are generic over the game; the choice is made once per question.
pub trait Visitor {
    /// The answer to the question.
    type Output;

    /// Asks the question of a game, whose type is known here.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// Games on boards, which have a narrow and a wide type, and one for larger
/// boards if it follows behind `and`, and other games; each by its file and its
/// name there.
macro_rules! games {
    (
        both: [$($both_file:ident::$both:ident $(and $larger:ident)?),* $(,)?],
        other: [$($other_file:ident::$other:ident),* $(,)?] $(,)?
    ) => {
        /// The games that are written in Rust, in the order of the registry.
        /// [All games](games) are those, and others.
        #[must_use]
        pub fn games_in_rust() -> Vec<&'static Info> {
            vec![
                $(<crate::$both_file::$both<u64> as Game>::info(),)*
                $(<crate::$other_file::$other as Game>::info(),)*
            ]
        }

        fn make(asked: &Asked<'_>) -> Result<Box<dyn Ruleset>, BadInput> {
            $(
                if asked.is_for::<crate::$both_file::$both<u64>>() {
                    return asked.boards::<
                        crate::$both_file::$both<u64>,
                        crate::$both_file::$both<u128>,
                    >([$(asked.game::<crate::$both_file::$larger>())?].into_iter().next());
                }
            )*
            $(
                if asked.is_for::<crate::$other_file::$other>() {
                    return asked.game::<crate::$other_file::$other>();
                }
            )*
            unreachable!("every listed game is made")
        }

        fn dispatch<V: Visitor>(
            asked: &Asked<'_>,
            rules: Rules,
            position: &str,
            visitor: V,
        ) -> Result<V::Output, BadInput> {
            let typeless = outside::has(asked.info)
                || library::file(asked.info).is_some()
                || kept::has(asked.info);
            if asked.impartial || typeless {
                return Ok(visitor.visit(rules));
            }
            $(
                if asked.is_for::<crate::$both_file::$both<u64>>() {
                    if rules.read(position).is_ok_and(|read| !read.key().is_narrow()) {
                        return Ok(visitor.visit(rules));
                    }
                    return asked.visit::<crate::$both_file::$both<u64>, V>(visitor);
                }
            )*
            $(
                if asked.is_for::<crate::$other_file::$other>() {
                    return asked.visit::<crate::$other_file::$other, V>(visitor);
                }
            )*
            unreachable!("every listed game is dispatched")
        }
    };
}

games! {
    both: [
        legionnaires::Legionnaires,
        amazons::Amazons,
        domineering::Domineering,
        cram::Cram,
        clobber::Clobber and LongStrips,
        konane::Konane,
    ],
    other: [
        toads_and_frogs::ToadsAndFrogs,
        toppling_dominoes::TopplingDominoes,
        hackenbush::Hackenbush,
        col::Col,
        snort::Snort,
        heaps::Nim,
        heaps::OneTwoThreeNim,
        heaps::Subtraction,
        heaps::Kayles,
        heaps::DawsonsKayles,
        heaps::GrundysGame,
        heaps::Octal,
        heaps::SpawningHeaps,
        turning::Turning,
    ],
}

/// What every registered game says about itself: those written in Rust in the
/// order of the registry, those that come with the program as rule files, and
/// those from outside.
#[must_use]
pub fn games() -> Vec<&'static Info> {
    let mut games = games_in_rust();
    games.extend(library::infos());
    let others = outside::infos();
    games.retain(|game| others.iter().all(|other| other.name != game.name));
    games.extend(others);
    games
}

/// The names of [all games](games). No file is read for them.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let others = outside::infos().into_iter().map(|info| info.name);
    let mut names: Vec<&str> = games_in_rust().iter().map(|info| info.name).collect();
    names.extend(library::names());
    names.extend(
        others
            .filter(|other| !names.contains(other))
            .collect::<Vec<_>>(),
    );
    names
}

/// Whether components of a game have duels. Amazons have; another game's
/// names for their grounds might be the same.
pub(crate) fn has_duels(info: &'static Info) -> bool {
    std::ptr::eq(info, <crate::amazons::Amazons<u64> as Game>::info())
}

/// Looks at the ground of a component that has a name; it is of a size for one
/// word.
pub(crate) fn survey(name: u64, ground: &mut DuelGround) {
    crate::amazons::Field::<u64>::survey_ground(name, ground);
}

/// The games in which chance has a part. They are no
/// [`Position`](crate::Position)s: [`find`] knows them, [`visit`] refuses them.
#[must_use]
pub fn chance_games() -> Vec<&'static Info> {
    vec![&crate::latrunculus::INFO]
}

/// A name taken apart.
struct Asked<'n> {
    info: &'static Info,
    variant: Option<&'n str>,
    impartial: bool,
}

impl<'n> Asked<'n> {
    fn read(name: &'n str) -> Result<Self, BadInput> {
        let (base, variant) = name_and_variant(name);
        let info = find(base)?;
        if info.kind.chance {
            return Err(BadInput::new(
                format!(
                    "{} is played with a die and has no exact answers",
                    info.name
                ),
                format!("`legatus games {}` tells what can be asked", info.name),
            ));
        }
        let (variant, impartial) = for_both(variant);
        Ok(Asked {
            info,
            variant,
            impartial,
        })
    }

    fn is_for<G: Game>(&self) -> bool {
        std::ptr::eq(self.info, G::info())
    }

    fn game<G: Game>(&self) -> Result<Box<dyn Ruleset>, BadInput> {
        Ok(Box::new(Native::new(G::with_variant(self.variant)?)))
    }

    fn boards<N: Game, W: Game>(
        &self,
        larger: Option<Result<Box<dyn Ruleset>, BadInput>>,
    ) -> Result<Box<dyn Ruleset>, BadInput> {
        let narrow = N::with_variant(self.variant)?;
        let wide = W::with_variant(self.variant)?;
        Ok(Box::new(Boards::new(narrow, wide, larger.transpose()?)))
    }

    fn visit<G: Game, V: Visitor>(&self, visitor: V) -> Result<V::Output, BadInput> {
        Ok(visitor.visit(G::with_variant(self.variant)?))
    }
}

/// A variant without the word that opens both players' moves to both, and
/// whether it has that word.
pub(crate) fn for_both(variant: Option<&str>) -> (Option<&str>, bool) {
    match variant {
        Some("impartial") => (None, true),
        Some(v) => match v.strip_suffix(":impartial") {
            Some(v) => (Some(v), true),
            None => (Some(v), false),
        },
        None => (None, false),
    }
}

/// The name of a game and its variant, which stands behind a colon. The name
/// may be the path of a rule file.
///
/// ```
/// use rules::name_and_variant;
/// assert_eq!(name_and_variant("legionnaires:mace"), ("legionnaires", Some("mace")));
/// assert_eq!(name_and_variant("a:b/my.game:1,2"), ("a:b/my.game", Some("1,2")));
/// ```
#[must_use]
pub fn name_and_variant(name: &str) -> (&str, Option<&str>) {
    let behind_path = name.find(".game:").map(|at| at + ".game".len());
    let at = match name.ends_with(".game") {
        true => None,
        false => behind_path.or_else(|| name.find(':')),
    };
    match at {
        Some(at) => (&name[..at], Some(&name[at + 1..])),
        None => (name, None),
    }
}

/// The rules called `name`, and what they are known by: other names for the
/// same rules of heaps, such as `subtraction:2,1` for `subtraction:1,2`, give
/// the same.
pub(crate) fn ruleset(name: &str) -> Result<(String, Box<dyn Ruleset>), BadInput> {
    let asked = Asked::read(name)?;
    let Asked {
        info,
        variant,
        impartial,
    } = asked;
    let made = match library::file(info) {
        // Its positions are those that everybody has who asks for the rules.
        _ if impartial && !outside::has(info) && !kept::has(info) => {
            let plain = match variant {
                Some(variant) => format!("{}:{variant}", info.name),
                None => info.name.to_owned(),
            };
            let both = Impartial::new(Rules::find(&plain)?);
            Some(Ok(Box::new(both) as Box<dyn Ruleset>))
        }
        file => kept::make(info, variant, impartial)
            .or_else(|| outside::make(info, variant, impartial))
            .or_else(|| Some(file?.make(variant, impartial))),
    };
    let ruleset = made.unwrap_or_else(|| make(&asked))?;
    let variant = match ruleset.heap_rules() {
        Some(rules) => format!("{rules:?}"),
        None => variant.unwrap_or_default().to_owned(),
    };
    Ok((format!("{}:{variant}:{impartial}", info.name), ruleset))
}

/// Visits the game called `name` (`legionnaires`, `legionnaires:mace`,
/// `domineering:impartial`, CGSuite's `game.grid.Domineering`) in its own
/// type: that for boards of up to 64 squares, if there are two. A larger
/// `position`, an impartial variant and a game from outside are visited as
/// [`Rules`].
pub fn visit<V: Visitor>(name: &str, position: &str, visitor: V) -> Result<V::Output, BadInput> {
    let asked = Asked::read(name)?;
    dispatch(&asked, Rules::find(name)?, position, visitor)
}

/// The name under which a game can be asked for: its own, or with its first
/// variant if it has no plain rules, as `octal:0.137`.
#[must_use]
pub fn example_name(info: &Info) -> String {
    let has_file =
        || library::file(info).is_some() || kept::has(info) || outside::file(info).is_some();
    match info.variants.first() {
        // A file was read without a variant; to make its rules again takes
        // milliseconds.
        Some(variant) if !info.kind.chance && !has_file() && Rules::find(info.name).is_err() => {
            format!("{}:{}", info.name, variant.name)
        }
        _ => info.name.into(),
    }
}

/// A name as [`visit`] takes it with the game's own name in place of a
/// synonym: `domineering:impartial` for `Game.Grid.Domineering:impartial`.
pub fn canonical_name(name: &str) -> Result<String, BadInput> {
    Ok(match name_and_variant(name) {
        (base, Some(variant)) => format!("{}:{variant}", find(base)?.name),
        (base, None) => find(base)?.name.to_owned(),
    })
}

/// The game with this name, its synonyms included, or of kept rules with their
/// digest. If the program reads [files](crate::allow_files), a game of its user
/// or the path of a rule file will do, which is read and made known.
pub fn find(name: &str) -> Result<&'static Info, BadInput> {
    if is_rule_file(name) {
        return files::at(name.trim());
    }
    let wanted = name.trim().to_lowercase().replace('-', "_");
    if wanted.contains('@') {
        return kept::find(&wanted);
    }
    let matches = |info: &&Info| {
        info.name == wanted
            || info.name.replace('_', "") == wanted.replace('_', "")
            || info.cgsuite.iter().any(|c| c.to_lowercase() == wanted)
    };
    let outside = outside::infos();
    let unhidden = |info: &&Info| outside.iter().all(|other| other.name != info.name);
    let in_rust = games_in_rust().into_iter().chain(chance_games());
    let mut known = outside.iter().copied().chain(in_rust.filter(unhidden));
    let found = known
        .find(matches)
        .or_else(|| library::find(&wanted).filter(unhidden));
    if let Some(info) = found {
        return Ok(info);
    }
    if let Some(found) = files::named(&wanted) {
        return found;
    }
    // A third of the letters may be wrong, or missing at the end; a name that
    // shares less was not meant.
    let bound = (wanted.chars().count() / 3).max(1);
    let others = files::names();
    let nearest = names()
        .into_iter()
        .chain(chance_games().iter().map(|info| info.name))
        .chain(others.iter().map(String::as_str))
        .map(|name| (levenshtein(name, &wanted), name))
        .filter(|(edits, name)| *edits <= bound || wanted.len() > 2 && name.starts_with(&*wanted))
        .min();
    let hint = match nearest {
        Some((_, nearest)) => format!("did you mean `{nearest}`? `legatus games` lists them"),
        None => "`legatus games` lists them".to_owned(),
    };
    Err(BadInput::new(format!("there is no game `{name}`"), hint))
}
