//! What a question says about itself. The command line, its help, its manual
//! and its completions, the server and its description are made from this.

use std::io::Write;

use crate::{Asked, Desk, Exit, Trouble};

/// A question, declared once.
pub struct Question {
    /// The command, and the last part of the address.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// And in paragraphs.
    pub help: &'static str,
    /// What it is about.
    pub words: &'static [Word],
    /// What else can be said. How long the answer may take and how much memory
    /// is added for every question.
    pub settings: &'static [Setting],
    /// Commands to try.
    pub examples: &'static [&'static str],
    /// How a server offers it, if it does.
    pub web: Option<Web>,
    /// Answers it at a desk, which has the budget.
    pub answer: Answer,
}

/// Commands that are spelled in two ways: the other one, and the name.
const SPELLINGS: [(&str, &str); 1] = [("analyze", "analyse")];

impl Question {
    /// Another spelling of the command.
    #[must_use]
    pub fn alias(&self) -> Option<&'static str> {
        let found = SPELLINGS.iter().find(|(_, name)| *name == self.name);
        found.map(|(spelling, _)| *spelling)
    }
}

/// How a question is answered: what was asked, and where the answer goes.
pub type Answer = fn(&mut Desk, &Asked, &mut dyn Write) -> Result<Exit, Trouble>;

/// A word, or several, that are no settings.
pub struct Word {
    /// What stands for it in help.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// Whether one must be given, and whether several may be.
    pub required: bool,
    /// Whether several may be given.
    pub several: bool,
    /// Which words a shell completes.
    pub known: Known,
}

/// Words that a shell may complete; anything else may be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// None.
    Nothing,
    /// The names of games.
    Games,
    /// The names of starting positions.
    Starts,
    /// Both.
    Subjects,
}

/// A game and a position, or an expression.
pub const SUBJECT: Word = Word::needed(
    "GAME POSITION | EXPR",
    "A game and a position, or one expression; `-` in place of the position or of the expression \
     reads one per line of standard input",
)
.several()
.known(Known::Subjects);

impl Word {
    /// One that must be given.
    pub const fn needed(name: &'static str, about: &'static str) -> Self {
        Word {
            name,
            about,
            required: true,
            several: false,
            known: Known::Nothing,
        }
    }

    /// It may be left out.
    #[must_use]
    pub const fn or_none(mut self) -> Self {
        self.required = false;
        self
    }

    /// Several may be given.
    #[must_use]
    pub const fn several(mut self) -> Self {
        self.several = true;
        self
    }

    /// A shell completes these.
    #[must_use]
    pub const fn known(mut self, known: Known) -> Self {
        self.known = known;
        self
    }
}

/// Something that may be said with a question.
#[derive(Clone, Copy)]
pub struct Setting {
    /// `--name`, or the parameter of a request.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What may follow it.
    pub takes: Takes,
    /// What it is if it is not given, as help says it.
    pub default: Option<&'static str>,
    /// With which others it makes no sense.
    pub not_with: &'static [&'static str],
    /// Whether a server understands it.
    pub on_the_web: bool,
}

/// What may follow the name of a setting.
#[derive(Clone, Copy)]
pub enum Takes {
    /// Nothing: it is given or not.
    Nothing,
    /// Any text, such as the name of a file; this stands for it in help.
    Text(&'static str),
    /// What can be read, or else why not.
    Readable(&'static str, fn(&str) -> Result<(), String>),
    /// One of a few words, several times if `true`.
    OneOf(&'static str, &'static [&'static str], bool),
    /// A number from the first to the second.
    Number(&'static str, u64, u64),
}

impl Setting {
    /// One that is given or not.
    pub const fn flag(name: &'static str, about: &'static str) -> Self {
        Setting::new(name, Takes::Nothing, about)
    }

    /// One that something follows.
    pub const fn new(name: &'static str, takes: Takes, about: &'static str) -> Self {
        Setting {
            name,
            about,
            takes,
            default: None,
            not_with: &[],
            on_the_web: false,
        }
    }

    /// What it is if it is not given.
    #[must_use]
    pub const fn or(mut self, default: &'static str) -> Self {
        self.default = Some(default);
        self
    }

    /// It makes no sense with these.
    #[must_use]
    pub const fn not_with(mut self, others: &'static [&'static str]) -> Self {
        self.not_with = others;
        self
    }

    /// A server understands it too.
    #[must_use]
    pub const fn on_the_web(mut self) -> Self {
        self.on_the_web = true;
        self
    }

    /// Refuses what does not fit.
    fn check(&self, text: &str) -> Result<(), Trouble> {
        let (what, why) = match self.takes {
            Takes::Nothing | Takes::Text(_) => return Ok(()),
            Takes::Readable(what, read) => (what, read(text).err()),
            Takes::OneOf(what, words, _) => {
                let expected = || format!("[possible values: {}]", words.join(", "));
                (what, (!words.contains(&text)).then(expected))
            }
            Takes::Number(what, least, most) => {
                let why = match text.parse::<u64>() {
                    Ok(number) if (least..=most).contains(&number) => None,
                    Ok(number) => Some(format!("{number} is not in {least}..={most}")),
                    Err(error) => Some(error.to_string()),
                };
                (what, why)
            }
        };
        match why {
            None => Ok(()),
            Some(why) => {
                let name = self.name;
                let message = format!("invalid value '{text}' for '--{name} <{what}>': {why}");
                Err(Trouble::syntax(message))
            }
        }
    }
}

/// How a server offers a question.
pub struct Web {
    /// What it answers.
    pub about: &'static str,
    /// What can be asked about.
    pub subject: Subject,
    /// What is always said, in the words of the settings.
    pub given: &'static [(&'static str, &'static str)],
    /// The query of an example.
    pub example: &'static str,
}

/// What a request asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A position of a game.
    Position,
    /// An expression.
    Expression,
    /// One or the other.
    Either,
}

impl Subject {
    /// The parameters of a request.
    #[must_use]
    pub fn parameters(self) -> &'static [&'static str] {
        match self {
            Subject::Position => &["game", "position"],
            Subject::Expression => &["expression"],
            Subject::Either => &["game", "position", "expression"],
        }
    }
}

impl Question {
    /// Answers, once it is known that everything fits.
    pub fn ask(
        &self,
        desk: &mut Desk,
        asked: &Asked,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        for setting in self.settings {
            let Some(texts) = asked.settings.get(setting.name) else {
                continue;
            };
            for text in texts {
                setting.check(text)?;
            }
            let other = setting.not_with.iter().find(|other| asked.has(other));
            if let Some(other) = other {
                let message = format!(
                    "the argument '--{}' cannot be used with '--{other}'",
                    setting.name
                );
                return Err(Trouble::syntax(message));
            }
        }
        (self.answer)(desk, asked, out)
    }

    /// Whether its words are positions or expressions, which may begin with a
    /// minus sign, and not names of files.
    #[must_use]
    pub fn takes_expressions(&self) -> bool {
        self.words.iter().all(|word| word.name != "FILE")
    }

    /// Its own settings that a server understands.
    pub fn web_settings(&self) -> impl Iterator<Item = &'static Setting> {
        self.settings.iter().filter(|setting| setting.on_the_web)
    }
}
