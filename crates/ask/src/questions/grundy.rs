//! Nim values of impartial games.

use check::HeapPeriod;
use check::lemmas::{MOST_HEAPS, Octal};
use rules::{HeapRules, Heaps};
use serde::Serialize;
use solve::{
    Convention, MisereHeaps, NimSequence, Periodicity, QuotientWhy, explain, explain_by_quotient,
    explain_misere, prove_period,
};
use std::io::{self, Write};
use values::Outcome;

use crate::json::{self, as_text_or_null};
use crate::proof::{self, LemmaAnswer};
use crate::settings;
use crate::{
    Asked, Desk, Exit, Layout, Question, SUBJECT, Setting, Stop, Subject, Takes, Trouble, Web, Work,
    joined,
};
use positions::{self, Detail, Searching, Sum};

/// `legatus grundy`.
pub static QUESTION: Question = Question {
    name: "grundy",
    about: "Find nim values of impartial games, and their periods",
    help: "For heap games the winning moves are explained in nim sums. A period is proved by the \
           theorem that fits the rules, or said to be observed.",
    words: &[SUBJECT],
    settings: &[
        Setting::new(
            "sequence",
            Takes::Readable("N", |text| heaps(text).map(drop)),
            "The nim values of heaps of 1 to N of a heap game, and their period",
        ),
        Setting::flag(
            "misere",
            "The player who cannot move wins: the outcome, as no nim value decides sums there",
        )
        .not_with(&["sequence"]),
        proof::setting(
            "Write a certificate that `legatus check` verifies, of the nim value or, with \
             --sequence, of the period of an octal game; a file of this name is replaced when the \
             certificate is complete",
        )
        .not_with(&["misere"]),
        settings::json(
            "Print a JSON object: nim_value (null in misere play, where outcome follows); for \
             sequences values, period, preperiod, saltus (null if none is seen) and proved",
        ),
    ],
    examples: &[
        "legatus grundy nim 3,4,5",
        "legatus grundy cram 3x4",
        "legatus grundy kayles --sequence 100",
        "legatus grundy octal:0.137 --sequence 1000 --json",
        "legatus grundy nim 3,4,5 --misere",
        "legatus grundy 'nim(3,5) + cram(\"2x3\") + *2'",
        "legatus grundy cram 3x4 --proof proof && legatus check proof",
        "legatus grundy kayles --sequence 200 --proof proof && legatus check proof",
    ],
    web: Some(Web {
        about: "the nim value of a position of an impartial game",
        subject: Subject::Position,
        given: &[],
        example: "game=nim&position=3,4,5",
    }),
    answer,
};

/// The nim value of a sum.
#[derive(Clone, Debug, Serialize)]
pub struct GrundyAnswer {
    /// Nothing in misère play, where it decides nothing.
    pub nim_value: Option<u64>,
    /// Who wins in misère play.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "as_text_or_null"
    )]
    pub outcome: Option<Outcome>,
    /// The certificate, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<LemmaAnswer>,
}

/// The nim values of the heaps of a game, and their period if one is seen.
#[derive(Clone, Debug, Serialize)]
pub struct SequenceAnswer {
    /// Of heaps of 1, 2, ….
    pub values: Vec<u64>,
    /// How many heaps there are until the values come again.
    pub period: Option<u64>,
    /// How many heaps come before.
    pub preperiod: Option<u64>,
    /// By how much the values are larger then.
    pub saltus: Option<u64>,
    /// Whether a theorem says so.
    pub proved: bool,
    /// The certificate, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<LemmaAnswer>,
}

/// Finds the nim value of a sum.
///
/// ```
/// use ask::{Budget, Desk};
/// let mut desk = Desk::new(Budget::unlimited());
/// let sum = desk.sum("kayles 5")?;
/// assert_eq!(ask::grundy(&mut desk, &sum)?.nim_value, Some(4));
/// # Ok::<(), ask::Trouble>(())
/// ```
pub fn grundy(desk: &mut Desk, sum: &Sum) -> Result<GrundyAnswer, Trouble> {
    sum.finite()?;
    let nim_value = desk.working(|solvers, arena| sum.nim_value(solvers, arena))?;
    Ok(GrundyAnswer {
        nim_value: Some(nim_value.ok_or_else(not_impartial)?),
        outcome: None,
        proof: None,
    })
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    if let Some(n) = asked.read("sequence", heaps)? {
        return sequence(desk, &asked.words, n, asked.text("proof"), out);
    }
    desk.ask(&asked.words, out, &mut |desk, sum, layout, out| {
        sum.finite()?;
        let (answer, why) = match asked.has("misere") {
            true => misere(desk, sum)?,
            false => (grundy(desk, sum)?, None),
        };
        if let Some(file) = asked.text("proof") {
            if layout == Layout::Line {
                return Err(Trouble::domain("a proof is about one position, not one of each line"));
            }
            return proved(desk, sum, answer, file, out);
        }
        if desk.json() {
            json::line(out, &answer)?;
            return Ok(Exit::Answered);
        }
        match answer {
            GrundyAnswer {
                outcome: Some(outcome),
                ..
            } => writeln!(out, "{outcome}")?,
            GrundyAnswer { nim_value, .. } => writeln!(out, "{}", nim_value.unwrap_or_default())?,
        }
        let heaps = sum.board().and_then(|board| board.heaps());
        if layout == Layout::Page {
            if let Some(why) = why {
                writeln!(out, "{why}")?;
            } else if let Some(heaps) = heaps {
                let mut sequence = NimSequence::new(heaps.rules());
                let why =
                    desk.working(|_, arena| explain(&heaps, &mut sequence, arena.budget()))?;
                writeln!(out, "{why}")?;
            }
        }
        Ok(Exit::Answered)
    })
}

/// The nim value with a certificate. Whatever the certificate fails of, the
/// nim value is told before.
fn proved(
    desk: &mut Desk,
    sum: &Sum,
    mut answer: GrundyAnswer,
    file: &str,
    out: &mut dyn Write,
) -> Result<Exit, Trouble> {
    sum.provable()?;
    if !sum.is_impartial(desk.workbench().1) {
        return Err(Trouble::domain(
            "a nim value is proved of impartial games; see legatus value --proof",
        ));
    }
    let written = proof::in_file(file, |certificate| {
        let proved = desk.working(|_, arena| sum.prove_nim_value(arena.budget(), certificate));
        proved.map_err(|why| proof::unproved(file, why))
    });
    let (proof, failed) = proof::parted(written);
    answer.proof = proof.map(|proof| LemmaAnswer::new(file, &proof));
    match desk.json() {
        true => json::line(out, &answer)?,
        false => {
            writeln!(out, "{}", answer.nim_value.unwrap_or_default())?;
            if let Some(proof) = answer.proof {
                proof.page(out)?;
            }
        }
    }
    failed.map_or(Ok(Exit::Answered), Err)
}

/// A certificate of a period that is proved.
fn proved_period(
    desk: &mut Desk,
    sequence: &mut NimSequence,
    rules: &HeapRules,
    period: Option<&Periodicity>,
    file: &str,
) -> Result<(LemmaAnswer, Option<Stop>), Trouble> {
    let no_octal = || Trouble::domain("a period is proved of octal games, such as kayles");
    let period = period.filter(|period| period.is_proved());
    let period = period.ok_or_else(|| Trouble::domain("no period is proved yet: ask for more heaps"))?;
    let HeapRules::TakeAndBreak(code) = rules else {
        return Err(no_octal());
    };
    let found = HeapPeriod {
        game: format!("octal:{code}"),
        period: period.period,
        start: period.preperiod.max(1),
    };
    let octal = Octal::named(&found.game).filter(|_| period.saltus == 0);
    let octal = octal.ok_or_else(no_octal)?;
    let heaps = octal.needed(found.period, found.start).unwrap_or(u64::MAX);
    let (proof, unwritten) = proof::in_file(file, |certificate| {
        let proved = desk.working(|_, arena| {
            let mut values = vec![0];
            values.extend(sequence.values(heaps.min(MOST_HEAPS), arena.budget())?);
            prove_period(&found, &values, arena.budget(), certificate)
        });
        proved.map_err(|why| proof::unproved(file, why))
    })?;
    let proof = proof.ok_or_else(no_octal)?;
    Ok((LemmaAnswer::new(file, &proof), unwritten))
}

/// Who wins in misère play, and why.
fn misere(desk: &mut Desk, sum: &Sum) -> Result<(GrundyAnswer, Option<String>), Trouble> {
    const NO_VALUES: &str = "no nim value decides sums in misere play: two positions that are \
                             alike in normal play may differ here";
    if !sum.is_impartial(desk.workbench().1) {
        return Err(not_impartial());
    }
    let heaps = sum.board().and_then(|board| board.heaps());
    let quotient = match heaps.as_ref() {
        Some(heaps) if explain_misere(heaps).is_none() => by_quotient(desk, heaps)?,
        _ => None,
    };
    let (outcome, why) = match (heaps.as_ref().and_then(explain_misere), quotient) {
        (Some(why), _) => (why.outcome, why.to_string()),
        (None, Some(why)) => (why.outcome, format!("{NO_VALUES}\n{why}")),
        (None, None) => {
            let mut how = Searching::new(Convention::Misere);
            let play = desk.working(|_, arena| sum.play(arena, &mut how, Detail::Winner))?;
            (play.outcome, NO_VALUES.to_owned())
        }
    };
    let answer = GrundyAnswer {
        nim_value: None,
        outcome: Some(outcome),
        proof: None,
    };
    Ok((answer, Some(why)))
}

/// Who wins heaps in misère play by the quotient of the heaps of the game, if
/// that is found soon.
fn by_quotient(desk: &mut Desk, heaps: &Heaps) -> Result<Option<QuotientWhy>, Trouble> {
    let mut quotients = MisereHeaps::default();
    let why =
        desk.working(|_, arena| explain_by_quotient(heaps, &mut quotients, arena.budget()))?;
    Ok(why)
}

fn sequence(
    desk: &mut Desk,
    words: &[String],
    n: u64,
    file: Option<&str>,
    out: &mut dyn Write,
) -> Result<Exit, Trouble> {
    let rules = match joined(words).as_slice() {
        [game] => positions::full_name(game).and_then(|name| positions::heap_rules(&name))?,
        _ => None,
    };
    let Some(rules) = rules else {
        return Err(Trouble::domain("--sequence needs a heap game and no position, such as kayles"));
    };
    let rules: &HeapRules = &rules;
    let mut sequence = NimSequence::new(rules);
    // Heap 0 is one, too.
    let heaps = Work::on("heaps", Some(u128::from(n) + 1));
    let (values, period) = desk.working_on(heaps, |_, arena| {
        let values = sequence.values(n, arena.budget())?;
        let period = sequence.periodicity(n, arena.budget())?;
        // As many heaps again are worth a proof, but not a failure.
        let needs = period.as_ref().and_then(Periodicity::needs);
        let period = match needs.filter(|&needs| needs / 2 <= n) {
            Some(needs) => sequence
                .periodicity(needs, arena.budget())
                .unwrap_or(period),
            None => period,
        };
        Ok::<_, values::Error>((values, period))
    })?;
    let written = file.map(|file| {
        proved_period(desk, &mut sequence, rules, period.as_ref(), file)
    });
    let (proof, failed) = match written {
        None => (None, None),
        Some(written) => proof::parted(written),
    };
    if desk.json() {
        let seen = period.as_ref();
        let answer = SequenceAnswer {
            period: seen.map(|p| p.period),
            preperiod: seen.map(|p| p.preperiod),
            saltus: seen.map(|p| p.saltus),
            proved: seen.is_some_and(|p| p.is_proved()),
            values: values.to_vec(),
            proof,
        };
        json::line(out, &answer)?;
        return failed.map_or(Ok(Exit::Answered), Err);
    }
    writeln!(out, "nim values of heaps 1 to {n}:")?;
    list(values.iter(), out)?;
    let outcomes = desk.working(|_, arena| sequence.outcomes(n, arena.budget()))?;
    writeln!(out, "outcomes of heaps 0 to {n}:")?;
    list(outcomes.iter(), out)?;
    let lost = outcomes.iter().enumerate();
    let lost = lost.filter(|(_, outcome)| **outcome == Outcome::P);
    write!(out, "P-positions, all others are N: ")?;
    list(lost.map(|(heap, _)| heap), out)?;
    match period {
        Some(period) => writeln!(out, "{period}")?,
        None => writeln!(out, "no period seen")?,
    }
    if let Some(proof) = proof {
        proof.page(out)?;
    }
    failed.map_or(Ok(Exit::Answered), Err)
}

fn list(items: impl Iterator<Item = impl ToString>, out: &mut dyn Write) -> io::Result<()> {
    let words: Vec<String> = items.map(|item| item.to_string()).collect();
    writeln!(out, "{}", words.join(" "))
}

fn heaps(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&n: &u64| n > 0);
    number.ok_or_else(|| "expected how many heaps, 1 or more".to_owned())
}

fn not_impartial() -> Trouble {
    let message = "only impartial games have nim values; see legatus value".to_owned();
    Trouble::domain(message)
}
