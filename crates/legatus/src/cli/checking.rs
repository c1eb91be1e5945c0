//! `legatus games NAME --check`: what was found out about the rules of a game,
//! and whether they keep the laws that all answers rely on.

use rules::{Game, Random, RuleFile, Rules};
use serde::Serialize;
use solve::{Breach, Examined, examine};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use super::asking::desk;
use super::{Exit, Limits, Stop};
use ask::{Desk, Trouble, json, table};

/// What is to be checked, and how much.
pub struct Checking<'a> {
    pub name: &'a str,
    pub positions: usize,
    pub seconds: Duration,
    pub limits: &'a Limits,
    pub json: bool,
}

impl Checking<'_> {
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let mut desk = desk(self.limits, self.json)?;
        let answer = self.check(&mut desk, out);
        desk.finish(answer, out)
    }

    fn check(&self, desk: &mut Desk, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let rules = Rules::find(self.name)?;
        let (_, variant) = rules::name_and_variant(self.name);
        let file = rules::rule_file(rules.about());
        let findings = Findings::of(&rules, file.as_ref(), variant)?;
        let start = Game::read(&rules, rules.about().standard())?;
        let examined = desk.working(|_, arena| {
            let budget = arena.budget().clone().with_time(self.seconds);
            examine(&rules, self.positions, &mut Random::new(1), &budget)
        })?;
        match self.json {
            true => json::line(out, &CheckedAnswer::of(&findings, &examined, &start.text()))?,
            false => {
                findings.page(out)?;
                laws(&examined, out)?;
                writeln!(out, "\n{}", start.drawing())?;
            }
        }
        Ok(match examined.breach {
            Some(_) => Exit::Negative,
            None => Exit::Answered,
        })
    }
}

/// What was found out.
struct Findings {
    name: &'static str,
    title: &'static str,
    impartial: bool,
    finite: bool,
    drawn: bool,
    /// A short name for the statements of the file.
    digest: Option<String>,
    others: Vec<(&'static str, String)>,
}

impl Findings {
    fn of(
        rules: &Rules,
        file: Option<&RuleFile>,
        variant: Option<&str>,
    ) -> Result<Self, rules::BadInput> {
        let about = rules.about();
        let variant = variant.map(|variant| variant.strip_suffix("impartial").unwrap_or(variant));
        let variant = variant.map(|variant| variant.trim_end_matches(':'));
        let variant = variant.filter(|variant| !variant.is_empty());
        let found = file.map(|file| file.findings(variant)).transpose()?;
        Ok(Findings {
            name: about.name,
            title: about.title,
            impartial: rules.is_impartial(),
            finite: !rules.is_loopy(),
            drawn: about.kind.drawn,
            digest: file.map(|file| check::digest(&file.statements())),
            others: found.map_or_else(Vec::new, |found| found.others),
        })
    }

    fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} ({})", self.title, self.name)?;
        let players = match self.impartial {
            true => "impartial: both have the same moves",
            false => "partizan",
        };
        let end = match (self.finite, self.drawn) {
            (true, _) => "play ends",
            (false, true) => "play ends, and may be drawn",
            (false, false) => "play may not end",
        };
        let row = |name: &str, text: &str| vec![name.to_owned(), text.to_owned()];
        let mut rows = vec![row("players", players), row("end", end)];
        rows.extend(self.others.iter().map(|(name, text)| row(name, text)));
        rows.extend(self.digest.iter().map(|digest| row("digest", digest)));
        out.write_all(table(&rows).as_bytes())
    }
}

/// How the laws were kept.
fn laws(examined: &Examined, out: &mut dyn Write) -> io::Result<()> {
    let Examined {
        positions,
        solved,
        in_time,
        breach,
    } = examined;
    if let Some(breach) = breach {
        return writeln!(out, "a law is broken: {breach}");
    }
    let more = if *in_time {
        ""
    } else {
        "; then the time ended"
    };
    writeln!(
        out,
        "the laws hold in {positions} positions, {solved} of them solved in two ways{more}"
    )
}

/// What was found, as data.
#[derive(Serialize)]
struct CheckedAnswer<'a> {
    game: &'a str,
    title: &'a str,
    impartial: bool,
    finite: bool,
    findings: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
    start: &'a str,
    positions: usize,
    solved: usize,
    in_time: bool,
    broken: Option<BrokenAnswer<'a>>,
}

/// A law that is broken.
#[derive(Serialize)]
struct BrokenAnswer<'a> {
    law: &'a str,
    position: &'a str,
    found: &'a str,
}

impl<'a> CheckedAnswer<'a> {
    fn of(findings: &'a Findings, examined: &'a Examined, start: &'a str) -> Self {
        let others = findings.others.iter();
        let broken = |breach: &'a Breach| BrokenAnswer {
            law: breach.law,
            position: &breach.position,
            found: &breach.found,
        };
        CheckedAnswer {
            game: findings.name,
            title: findings.title,
            impartial: findings.impartial,
            finite: findings.finite,
            findings: others.map(|(name, text)| (*name, text.as_str())).collect(),
            digest: findings.digest.as_deref(),
            start,
            positions: examined.positions,
            solved: examined.solved,
            in_time: examined.in_time,
            broken: examined.breach.as_ref().map(broken),
        }
    }
}
