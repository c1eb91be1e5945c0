//! Games of texts that somebody brought along: each is known by its name and
//! the digest of its text, so that none takes the place of another.

use super::RuleFile;
use crate::bad_input::BadInput;
use crate::game::Info;
use crate::outside::Made;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

/// A process keeps at most so many texts.
const MOST_KEPT: usize = 1000;

/// How many digits of the digest are in a name.
const DIGITS: usize = 16;

/// Says the text that has a digest, if it is kept anywhere.
type Library = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

static KEPT: RwLock<BTreeMap<&'static str, RuleFile>> = RwLock::new(BTreeMap::new());
static LIBRARY: RwLock<Option<Library>> = RwLock::new(None);

impl RuleFile {
    /// Makes the game known in this process by its name and the digest of its
    /// text, as in `clobber@0123456789abcdef`, beside all others of that name.
    /// No list of games has it: only who knows the name finds it.
    ///
    /// ```
    /// use rules::{RuleFile, Rules};
    /// let text = "game take\nheaps n\nboth n -> n - k where 1 <= k <= 2\nexample 5";
    /// let kept = RuleFile::read(text)?.keep()?;
    /// assert!(kept.info().name.starts_with("take@"));
    /// assert!(Rules::find(kept.info().name)?.is_impartial());
    /// assert!(Rules::find("take").is_err());
    /// # Ok::<(), rules::BadInput>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The process keeps many already, or another text with the same digest.
    pub fn keep(&self) -> Result<RuleFile, BadInput> {
        let base = self.info.name.split('@').next().unwrap_or_default();
        let name = format!("{base}@{}", self.digest());
        if let Some(kept) = known(&name) {
            return match kept.text == self.text {
                true => Ok(kept),
                false => Err(BadInput::new(
                    format!("other rules are known as {name}"),
                    "change a word of yours",
                )),
            };
        }
        let mut all = KEPT.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_KEPT {
            return Err(BadInput::new(
                format!("{MOST_KEPT} games of other people's rules are known already"),
                "start the program again",
            ));
        }
        // Positions refer to a description from anywhere.
        let name: &'static str = Box::leak(name.into_boxed_str());
        let info: &'static Info = Box::leak(Box::new(Info {
            name,
            cgsuite: &[],
            ..*self.info
        }));
        let text = self.text.clone();
        let kept = all.entry(name).or_insert(RuleFile { text, info });
        Ok(kept.clone())
    }

    /// The game that is kept under this name, such as
    /// `clobber@0123456789abcdef`; a [library](RuleFile::set_library) may have
    /// its text.
    #[must_use]
    pub fn kept(name: &str) -> Option<RuleFile> {
        let digest = digest_of(name)?;
        if let Some(kept) = known(name) {
            return Some(kept);
        }
        let library = LIBRARY.read().unwrap_or_else(PoisonError::into_inner);
        let library = library.clone()?;
        let text = library(digest)?;
        let kept = RuleFile::read(&text).ok()?.keep().ok()?;
        (kept.info.name == name).then_some(kept)
    }

    /// Where texts are looked for that this process has not met yet: by their
    /// digest.
    pub fn set_library(library: impl Fn(&str) -> Option<String> + Send + Sync + 'static) {
        let mut place = LIBRARY.write().unwrap_or_else(PoisonError::into_inner);
        *place = Some(Arc::new(library));
    }

    /// What tells this text from others: sixteen hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        let hex = blake3::hash(self.text.as_bytes()).to_hex();
        hex[..DIGITS].to_owned()
    }

    /// The names in a text that games of kept rules could have, each once.
    #[must_use]
    pub fn names_in(text: &str) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (at, _) in text.match_indices('@') {
            let plain = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
            let before = text.as_bytes()[..at].iter().rev();
            let begin = at - before.take_while(|byte| plain(byte)).count();
            let Some(name) = text.get(begin..at + 1 + DIGITS) else {
                continue;
            };
            if digest_of(name).is_some() && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// The digest in the name of a game, if it has one.
fn digest_of(name: &str) -> Option<&str> {
    let (base, digest) = name.split_once('@')?;
    let hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    (!base.is_empty() && digest.len() == DIGITS && digest.bytes().all(hex)).then_some(digest)
}

fn known(name: &str) -> Option<RuleFile> {
    let all = KEPT.read().unwrap_or_else(PoisonError::into_inner);
    all.get(name).cloned()
}

/// The description of the game with such a name.
pub(crate) fn find(name: &str) -> Result<&'static Info, BadInput> {
    let kept = RuleFile::kept(name).ok_or_else(|| {
        BadInput::new(
            format!("the rules of `{name}` are not known here"),
            "open the page of rules with their text",
        )
    })?;
    Ok(kept.info)
}

/// Whether a game has kept rules.
pub(crate) fn has(info: &Info) -> bool {
    info.name.contains('@')
}

/// Its rules; `None`: it is none of them.
pub(crate) fn make(info: &'static Info, variant: Option<&str>, impartial: bool) -> Option<Made> {
    let kept = has(info).then(|| known(info.name)).flatten()?;
    Some(kept.make(variant, impartial))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::component::Component;
    use crate::rulebook::Rules;
    use crate::{Position, canonical_name, example_name, games};
    use std::ops::ControlFlow;
    use values::Player;

    const CLOBBER: &str = "game clobber\ncells . B W\nleft side: B W -> . B\nmirror B W\n\
                           example BWB";

    #[test]
    fn two_texts_of_one_name_are_two_games() {
        let backwards = CLOBBER.replace("-> . B", "-> B .");
        let [one, other] = [CLOBBER, &backwards]
            .map(|text| RuleFile::read(text).unwrap().keep().unwrap().info().name);
        assert_ne!(one, other);
        // The built-in game and the list of games stay as they are.
        assert_eq!(Rules::find("clobber").unwrap().about().name, "clobber");
        assert!(games().iter().all(|info| !info.name.contains('@')));
        let after = |name: &str| {
            let position = Component::read(name, "BW").unwrap();
            let mut texts = Vec::new();
            let _ = position.options(Player::Left, &mut |after: Component| {
                texts.push(after.text());
                ControlFlow::Continue(())
            });
            texts
        };
        assert_ne!(after(one), after(other));
        assert_eq!(canonical_name(one).unwrap(), one);
        assert_eq!(example_name(Rules::find(one).unwrap().about()), one);
        assert!(
            Rules::find(&format!("{one}:impartial"))
                .unwrap()
                .is_impartial()
        );
        let again = RuleFile::read(CLOBBER).unwrap().keep().unwrap();
        assert_eq!(again.info().name, one);
        assert_eq!(again.keep().unwrap().info().name, one);
    }

    #[test]
    fn names_are_found_in_texts() {
        let text = r#"{"game":"clobber@0123456789abcdef:impartial","x":"a@b nim@0123456789abcdeF
            @0123456789abcdef go_2@fedcba9876543210ab clobber@0123456789abcdef é@"#;
        let names = RuleFile::names_in(text);
        let expected = ["clobber@0123456789abcdef", "go_2@fedcba9876543210"];
        assert_eq!(names, expected);
        assert!(Rules::find("clobber@0123456789abcdef").is_err());
        assert!(Rules::find("clobber@").is_err());
    }

    #[test]
    fn a_library_has_texts() {
        let text = "game from_a_library\nheaps n\nboth n -> n - 1 where n >= 1\nexample 3";
        let file = RuleFile::read(text).unwrap();
        let (digest, name) = (file.digest(), format!("from_a_library@{}", file.digest()));
        assert!(Rules::find(&name).is_err());
        RuleFile::set_library(move |asked| (asked == digest).then(|| text.to_owned()));
        assert_eq!(Rules::find(&name).unwrap().about().name, name);
        // A text has one name.
        let wrong = name.replace("from_a", "of_no");
        assert!(Rules::find(&wrong).is_err());
    }
}
