//! Rules that a certificate carries, so that who has it needs nothing else.

use crate::{Rejection, Summand};
use rules::{BadInput, Component, Game, RuleFile, Rules};

/// The statements of the rule files, other than those that come with the
/// program, whose games have a part in a sum; each once.
#[must_use]
pub fn carried(summands: &[Summand]) -> Vec<String> {
    let mut texts = Vec::new();
    for summand in summands {
        let (base, _) = rules::name_and_variant(&summand.game);
        let file = rules::find(base).ok().and_then(rules::rule_file);
        let text = file.filter(|file| !file.is_shipped());
        let text = text.map(|file| file.statements());
        texts.extend(text.filter(|text| !texts.contains(text)));
    }
    texts
}

/// A short name for the rules in a file: the same for the same statements.
#[must_use]
pub fn digest(statements: &str) -> String {
    let hash = blake3::hash(statements.as_bytes());
    hash.to_hex()[..32].to_owned()
}

/// The positions of a header, by the rules that it carries: their names and
/// texts become those that the program has for them.
pub(crate) fn positions(
    rules: &[String],
    summands: &mut [Summand],
) -> Result<Vec<Component>, Rejection> {
    let mut games = Games::read(rules)?;
    let mut positions = Vec::with_capacity(summands.len());
    for summand in summands {
        let position = games.position(summand)?;
        if position.is_loopy() {
            let why = "play may not end, so answers prove nothing";
            return Err(Rejection::new(why));
        }
        summand.position = position.text();
        positions.push(match summand.negated {
            true => position.negated(),
            false => position,
        });
    }
    games.all_used()?;
    Ok(positions)
}

/// The games of a certificate: those whose rules it carries, and those of this
/// program.
struct Games {
    files: Vec<RuleFile>,
    /// Rules from files by the name that a summand has: positions of one
    /// handle can be compared.
    known: Vec<(String, Rules)>,
}

impl Games {
    /// Reads the rules of a header.
    fn read(texts: &[String]) -> Result<Self, Rejection> {
        let mut files: Vec<RuleFile> = Vec::new();
        for text in texts {
            let file = RuleFile::read(text)
                .map_err(|bad| Rejection::new(format!("its rules cannot be read: {bad}")))?;
            let name = file.info().name;
            if files.iter().any(|other| other.info().name == name) {
                return Err(Rejection::new(format!("it has rules of {name} twice")));
            }
            files.push(file);
        }
        let known = Vec::new();
        Ok(Games { files, known })
    }

    /// The position of a summand, whose game gets the name that it has in the
    /// program.
    fn position(&mut self, summand: &mut Summand) -> Result<Component, Rejection> {
        let found = self.find(summand);
        found.map_err(|bad| Rejection::new(bad.message))
    }

    fn find(&mut self, summand: &mut Summand) -> Result<Component, BadInput> {
        if let Some((_, rules)) = self.known.iter().find(|(name, _)| *name == summand.game) {
            return Game::read(rules, &summand.position);
        }
        let (base, variant) = rules::name_and_variant(&summand.game);
        let mut files = self.files.iter();
        let Some(file) = files.find(|file| file.info().name == base) else {
            // A name that a file gives leads to no other file.
            if rules::is_rule_file(base) {
                return Err(BadInput::new(format!("there is no game `{base}`"), ""));
            }
            summand.game = rules::canonical_name(&summand.game)?;
            return Component::read(&summand.game, &summand.position);
        };
        let rules = file.rules(variant)?;
        let position = Game::read(&rules, &summand.position);
        self.known.push((summand.game.clone(), rules));
        position
    }

    /// Whether all rules are of a position in the sum.
    fn all_used(&self) -> Result<(), Rejection> {
        let used = |file: &&RuleFile| {
            let name = file.info().name;
            let mut names = self.known.iter().map(|(name, _)| name);
            names.any(|known| rules::name_and_variant(known).0 == name)
        };
        match self.files.iter().find(|file| !used(file)) {
            Some(file) => Err(Rejection::new(format!(
                "it has rules of {}, but no position",
                file.info().name
            ))),
            None => Ok(()),
        }
    }
}
