//! The list of games. To add one, write its file and add its line here.

use crate::any::AnyGame;
use crate::bad::BadInput;
use crate::game::{Game, Info};
use crate::grid::read_size;
use crate::ground::Ground;
use crate::impartial::Impartial;
use crate::outside;
use crate::position::Position;

/// Something to do with a game whose type is known only at run time.
/// Questions are generic over the game; the choice is made once per question.
pub trait Visitor {
    /// What it gives.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// Games on boards, which have a narrow and a wide type, and other games; each
/// by its file and its name there.
macro_rules! games {
    (
        both: [$($both_file:ident::$both:ident),* $(,)?],
        other: [$($other_file:ident::$other:ident),* $(,)?] $(,)?
    ) => {
        /// What every registered game says about itself, in the order of the
        /// registry, those from outside last.
        #[must_use]
        pub fn games() -> Vec<&'static Info> {
            let mut games = vec![
                $(<crate::$both_file::$both<u64> as Game>::info(),)*
                $(<crate::$other_file::$other as Game>::info(),)*
            ];
            games.extend(outside::infos());
            games
        }

        fn dispatch<V: Visitor>(
            info: &'static Info,
            rules: &Rules<'_>,
            position: &str,
            visitor: V,
        ) -> Result<V::Output, BadInput> {
            if let Some(game) = outside::make(info, rules.variant, rules.impartial) {
                return Ok(visitor.visit(game?));
            }
            $(
                if std::ptr::eq(info, <crate::$both_file::$both<u64> as Game>::info()) {
                    let squares = <crate::$both_file::$both<u128> as Game>::squares(position)
                        .unwrap_or_else(|| squares(position));
                    return if rules.impartial {
                        rules.impartial::<crate::$both_file::$both<u128>, V>(visitor)
                    } else if squares <= 64 {
                        rules.plain::<crate::$both_file::$both<u64>, V>(visitor)
                    } else {
                        rules.any::<crate::$both_file::$both<u128>, V>(visitor)
                    };
                }
            )*
            $(
                if std::ptr::eq(info, <crate::$other_file::$other as Game>::info()) {
                    return if rules.impartial {
                        rules.impartial::<crate::$other_file::$other, V>(visitor)
                    } else {
                        rules.plain::<crate::$other_file::$other, V>(visitor)
                    };
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
        clobber::Clobber,
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
    ],
}

/// Whether components of a game have grounds. Amazons have; another game's
/// names for them might be the same.
pub(crate) fn has_grounds(info: &'static Info) -> bool {
    std::ptr::eq(info, <crate::amazons::Amazons<u64> as Game>::info())
}

/// Looks at the ground of a component that has a name; it is of a size for one
/// word.
pub(crate) fn survey(name: u64, ground: &mut Ground) {
    <crate::amazons::Field<u64> as Position>::survey(name, ground);
}

/// The games in which chance has a part. They are no
/// [`Position`](crate::Position)s: [`find`] knows them, [`visit`] refuses them.
#[must_use]
pub fn chance_games() -> Vec<&'static Info> {
    vec![&crate::latrunculus::INFO]
}

/// The variant part of a name.
struct Rules<'n> {
    variant: Option<&'n str>,
    impartial: bool,
}

impl Rules<'_> {
    fn plain<G: Game, V: Visitor>(&self, visitor: V) -> Result<V::Output, BadInput> {
        Ok(visitor.visit(G::with_variant(self.variant)?))
    }

    fn impartial<G: Game, V: Visitor>(&self, visitor: V) -> Result<V::Output, BadInput> {
        let game = Impartial::new(G::with_variant(self.variant)?);
        Ok(visitor.visit(AnyGame::new(game)))
    }

    fn any<G: Game, V: Visitor>(&self, visitor: V) -> Result<V::Output, BadInput> {
        Ok(visitor.visit(AnyGame::new(G::with_variant(self.variant)?)))
    }
}

/// Visits the game called `name` (`legionnaires`, `legionnaires:mace`,
/// `domineering:impartial`, CGSuite's `game.grid.Domineering`), in the type
/// made for positions like `position`.
pub fn visit<V: Visitor>(name: &str, position: &str, visitor: V) -> Result<V::Output, BadInput> {
    let (base, variant) = match name.split_once(':') {
        Some((base, variant)) => (base, Some(variant)),
        None => (name, None),
    };
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
    let (variant, impartial) = match variant {
        Some("impartial") => (None, true),
        Some(v) => match v.strip_suffix(":impartial") {
            Some(v) => (Some(v), true),
            None => (Some(v), false),
        },
        None => (None, false),
    };
    let rules = Rules { variant, impartial };
    let position = info.start(position).unwrap_or(position);
    dispatch(info, &rules, position, visitor)
}

/// The name under which a game can be asked for: its own, or with its first
/// variant if it has no plain rules, as `octal:0.137`.
#[must_use]
pub fn example_name(info: &Info) -> String {
    struct Plain;
    impl Visitor for Plain {
        type Output = ();
        fn visit<G: Game>(self, _game: G) {}
    }
    match (visit(info.name, info.example, Plain), info.variants.first()) {
        (Err(_), Some(variant)) if !info.kind.chance => format!("{}:{}", info.name, variant.name),
        _ => info.name.into(),
    }
}

/// A name as [`visit`] takes it with the game's own name in place of a
/// synonym: `domineering:impartial` for `Game.Grid.Domineering:impartial`.
pub fn canonical_name(name: &str) -> Result<String, BadInput> {
    Ok(match name.split_once(':') {
        Some((base, variant)) => format!("{}:{variant}", find(base)?.name),
        None => find(name)?.name.to_owned(),
    })
}

/// The game with this name, its synonyms included.
pub fn find(name: &str) -> Result<&'static Info, BadInput> {
    let wanted = name.trim().to_lowercase().replace('-', "_");
    let matches = |info: &&Info| {
        info.name == wanted
            || info.name.replace('_', "") == wanted.replace('_', "")
            || info.cgsuite.iter().any(|c| c.to_lowercase() == wanted)
    };
    let all = || games().into_iter().chain(chance_games());
    if let Some(info) = all().find(matches) {
        return Ok(info);
    }
    // A third of the letters may be wrong, or missing at the end; a name that
    // shares less was not meant.
    let bound = (wanted.chars().count() / 3).max(1);
    let nearest = all()
        .map(|info| (distance(info.name, &wanted), info.name))
        .filter(|(edits, name)| *edits <= bound || wanted.len() > 2 && name.starts_with(&*wanted))
        .min();
    let hint = match nearest {
        Some((_, nearest)) => format!("did you mean `{nearest}`? `legatus games` lists them"),
        None => "`legatus games` lists them".to_owned(),
    };
    Err(BadInput::new(format!("there is no game `{name}`"), hint))
}

/// How many squares a position's text has, at most.
fn squares(text: &str) -> usize {
    match read_size(text) {
        Some((rows, cols)) => rows.saturating_mul(cols),
        None => text
            .chars()
            .filter(|c| !matches!(c, '/' | '|' | '\n'))
            .count(),
    }
}

/// Levenshtein's distance: how many letters have to be changed, put in or left
/// out to make one word of another.
#[must_use]
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
