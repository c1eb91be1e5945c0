//! What somebody asks, as plain data.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::str::FromStr;
use values::Notation;

use crate::Trouble;

/// The words and settings of a question, as they were written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Asked {
    /// A game and a position, an expression, or what else the question is
    /// about.
    pub words: Vec<String>,
    /// What else was said, by name; a flag has no texts.
    pub settings: BTreeMap<String, Vec<String>>,
}

impl Asked {
    /// A question about these words.
    pub fn about<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Asked {
            words: words.into_iter().map(Into::into).collect(),
            settings: BTreeMap::new(),
        }
    }

    /// With a flag.
    #[must_use]
    pub fn with(mut self, name: &str) -> Self {
        self.settings.entry(name.to_owned()).or_default();
        self
    }

    /// With a setting; an empty text makes it a flag.
    pub fn set(&mut self, name: &str, text: impl Into<String>) {
        let texts = self.settings.entry(name.to_owned()).or_default();
        texts.push(text.into());
    }

    /// Whether a flag or a setting was given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.settings.contains_key(name)
    }

    /// The text of a setting.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).last().map(String::as_str)
    }

    /// All texts of a setting that may be given several times.
    #[must_use]
    pub fn texts(&self, name: &str) -> &[String] {
        self.settings.get(name).map_or(&[], Vec::as_slice)
    }

    /// A setting as what it stands for.
    pub fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Trouble> {
        let failed = |why| Trouble::syntax(format!("--{name}: {why}"));
        self.text(name).map(read).transpose().map_err(failed)
    }

    /// A setting that is a number.
    pub fn number<N: FromStr>(&self, name: &str) -> Result<Option<N>, Trouble>
    where
        N::Err: ToString,
    {
        self.read(name, |text| {
            text.parse().map_err(|error: N::Err| error.to_string())
        })
    }

    /// The notation in which values are printed.
    #[must_use]
    pub fn notation(&self) -> Notation {
        match self.text("notation") {
            Some("unicode") => Notation::Unicode,
            Some("latex") => Notation::Latex,
            _ => Notation::Ascii,
        }
    }
}
