//! Questions on the command line, made from what each declares.

use clap::builder::{PossibleValuesParser, StringValueParser, TypedValueParser, ValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};
use std::any::Any;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use values::Thermograph;

use super::progress::Progress;
use super::{Exit, Limits, Stop, expressions, interrupt, known, screen};
use ask::settings::{self, MEMORY, SECONDS};
use ask::{Asked, Desk, Host, Known, Picture, Question, Setting, Takes, TreeNode, Word, Work};

/// The command of a question.
pub fn command(question: &'static Question) -> Command {
    command_with(question, |command| command)
}

/// The command of a question, which has more arguments than the question.
pub fn command_with(question: &'static Question, more: impl FnOnce(Command) -> Command) -> Command {
    let command = Command::new(question.name)
        .args(question.words.iter().map(word))
        .args(settings(question).map(setting));
    let long = match question.help {
        "" => question.about.to_owned(),
        help => format!("{}\n\n{help}", question.about),
    };
    more(command)
        .about(question.about)
        .long_about(long)
        .after_help(format!("Examples:\n  {}", question.examples.join("\n  ")))
        .aliases(question.alias())
}

/// The settings of a question with those that all have.
fn settings(question: &'static Question) -> impl Iterator<Item = &'static Setting> {
    let own = |name| move |setting: &Setting| setting.name == name;
    let common = [&SECONDS, &MEMORY].into_iter();
    let common = common.filter(move |common| !question.settings.iter().any(own(common.name)));
    question.settings.iter().chain(common)
}

fn word(word: &'static Word) -> Arg {
    let arg = Arg::new(word.name)
        .value_name(word.name)
        .help(word.about)
        .required(word.required)
        .hide_possible_values(true)
        .value_parser(match word.known {
            Known::Nothing => ValueParser::new(expressions::parse),
            Known::Games => known::game().into(),
            Known::Starts => known::start().into(),
            Known::Subjects => known::subject().into(),
        });
    match word.several {
        true => arg.num_args(1..).action(ArgAction::Append),
        false => arg,
    }
}

fn setting(setting: &'static Setting) -> Arg {
    let arg = Arg::new(setting.name)
        .long(setting.name)
        .help(setting.about)
        .conflicts_with_all(setting.not_with);
    let arg = match setting.takes {
        Takes::Nothing => return arg.action(ArgAction::SetTrue),
        Takes::Text(what) => {
            let arg = arg.value_name(what).value_parser(expressions::parse);
            match what {
                "FILE" | "DIR" => arg.value_hint(ValueHint::AnyPath),
                _ => arg,
            }
        }
        Takes::Readable(what, read) => arg.value_name(what).value_parser(move |text: &str| {
            let text = expressions::typed(text);
            read(&text).map(|()| text)
        }),
        Takes::OneOf(what, words, several) => {
            let arg = arg
                .value_name(what)
                .value_parser(PossibleValuesParser::new(words));
            match several {
                true => arg.action(ArgAction::Append),
                false => arg,
            }
        }
        Takes::Number(what, least, most) => {
            arg.value_name(what)
                .value_parser(StringValueParser::new().try_map(move |text| {
                    let number: u64 = text.parse().map_err(|error| format!("{error}"))?;
                    match (least..=most).contains(&number) {
                        true => Ok(text),
                        false => Err(format!("{number} is not in {least}..={most}")),
                    }
                }))
        }
    };
    match setting.default {
        Some(default) => arg.default_value(default),
        None => arg,
    }
}

/// What was asked, as data.
pub fn asked(question: &'static Question, matches: &ArgMatches) -> Asked {
    let mut asked = Asked::default();
    for word in question.words {
        let words = matches.get_many::<String>(word.name);
        asked.words.extend(words.into_iter().flatten().cloned());
    }
    for setting in settings(question) {
        match setting.takes {
            Takes::Nothing if matches.get_flag(setting.name) => asked = asked.with(setting.name),
            Takes::Nothing => {}
            // What is not said is not asked: the question knows the default.
            _ if matches.value_source(setting.name) != Some(ValueSource::CommandLine) => {}
            _ => {
                let texts = matches.get_many::<String>(setting.name);
                texts
                    .into_iter()
                    .flatten()
                    .for_each(|text| asked.set(setting.name, text));
            }
        }
    }
    asked
}

/// Answers a question.
pub fn run(question: &Question, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Stop> {
    let (limits, seconds) = limits(asked);
    // A question may have another meaning for them.
    let own = question.settings.iter().any(|own| own.name == SECONDS.name);
    let seconds = seconds.filter(|_| !own);
    let mut desk = desk(&limits, asked.has("json"))?.within(seconds);
    let answer = question.ask(&mut desk, asked, out);
    desk.finish(answer, out)
}

/// What an answer may take of memory and of time.
pub fn limits(asked: &Asked) -> (Limits, Option<Duration>) {
    let memory = asked.text(MEMORY.name);
    let memory = memory.and_then(|text| settings::memory(text).ok());
    let seconds = asked.text(SECONDS.name);
    (
        Limits { memory },
        seconds.and_then(|text| settings::seconds(text).ok()),
    )
}

/// A desk for who sits at this terminal.
pub fn desk(limits: &Limits, json: bool) -> Result<Desk, Stop> {
    let budget = limits.budget();
    let interrupts = interrupt::watch(budget.stop_flag())?;
    Ok(Desk::hosted(Arc::new(Terminal), interrupts, budget, json))
}

/// Who sits at a terminal, or reads what was printed there.
struct Terminal;

impl Host for Terminal {
    fn watch(&self, work: Work, steps: Arc<AtomicU64>) -> Box<dyn Any> {
        Box::new(Progress::watch(work, steps))
    }

    fn think(&self) -> Box<dyn Any> {
        Box::new(Progress::thinking())
    }

    fn say(&self, text: &str) {
        // The answer does not depend on it.
        let _ = writeln!(io::stderr(), "{text}");
    }

    fn input(&self) -> Box<dyn BufRead> {
        Box::new(io::stdin().lock())
    }

    fn patience(&self) -> Option<Duration> {
        Some(Duration::from_secs(20))
    }

    fn sketch(&self, graph: &Thermograph) -> String {
        screen::drawing(graph)
    }

    fn picture(&self, picture: &Picture<'_>) -> String {
        match picture {
            Picture::Thermographs(graphs) => draw::svg(graphs),
            Picture::Tree(nodes) => draw::tree(&nodes.iter().map(drawn).collect::<Vec<_>>()),
            Picture::Division(structure, division) => {
                let nodes = ask::class_texts(structure, division);
                draw::order("Which elements divide which", &nodes, &division.covers)
            }
        }
    }

    fn sees_output(&self) -> bool {
        io::stdout().is_terminal()
    }
}

fn drawn(node: &TreeNode) -> draw::TreeNode {
    draw::TreeNode::new(node.depth, node.player, &node.text, node.label())
}
