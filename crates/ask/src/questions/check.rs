//! Certificates, verified from the rules.

use check::lemmas::Explicit;
use check::{About, Established, Proved, Rejection, Summand, Verdict};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use values::{Arena, Notation, Outcome, Player, Value};

use super::outcome::totals;
use crate::json::{self, as_player};
use crate::proof;
use crate::{Asked, Bounded, Desk, Exit, Question, Stop, Trouble, Word, settings};
use calc::{Failure, FailureKind};

/// `legatus check`.
pub static QUESTION: Question = Question {
    name: "check",
    about: "Verify a certificate that `--proof` wrote",
    help: "Who wins: every move of the loser is answered, every answer is played by the rules, and nothing \
           else is believed: the code shares only the rules with the search. A value, a nim value or \
           a period: every lemma follows from those before it. A file that proves \
           what it says is accepted with exit code 0; any other file is rejected with exit code 1 \
           and the reason; a file that cannot be opened or read is exit code 2. A certificate about \
           a game from a rule file of somebody's own carries the rules, which are printed: they \
           are what the proof is about, and nothing else is needed.",
    words: &[Word::needed(
    "FILE",
    "The file; `-` is standard input",
)],
    settings: &[settings::json(
        "Print a JSON object: accepted, and the reason if it is not; else the position, what is \
         proved of it, and the numbers of positions and answers",
    )],
    examples: &[
        "legatus outcome nim 1,2,3 --proof proof && legatus check proof",
        "legatus value clobber 3x3 --proof proof && legatus check proof",
        "legatus check proof --json",
        "legatus check - < proof",
    ],
    web: None,
    answer,
};

/// What a certificate proves.
#[derive(Clone, Debug, Serialize)]
pub struct CheckAnswer {
    accepted: bool,
    /// The sum, as the calculator reads it.
    pub position: String,
    /// The rules that it carries, where the games are none of this program's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RulesAnswer>,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// Who wins, if both starters are proved.
    pub outcome: Option<String>,
    /// Who wins when Left starts.
    #[serde(serialize_with = "as_player")]
    pub left_starts: Option<Player>,
    /// And when Right starts.
    #[serde(serialize_with = "as_player")]
    pub right_starts: Option<Player>,
    /// Whether one starter proves both.
    pub own_negative: bool,
    /// The value, where who wins tells.
    pub value: Option<&'static str>,
    /// How many positions are in it.
    pub positions: u64,
    /// How many moves are answered.
    pub answers: u64,
}

/// What a certificate made of lemmas proves.
#[derive(Clone, Debug, Serialize)]
pub struct LemmaCheckAnswer {
    accepted: bool,
    /// The sum, as the calculator reads it; the game, if a period is proved.
    pub position: String,
    /// The rules that it carries, where the games are none of this program's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RulesAnswer>,
    /// What is proved, in words.
    pub claims: Vec<String>,
    /// The value, if it is proved and not too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// How many positions have lemmas, or how many heaps are in the table.
    pub lemmas: u64,
    /// How many comparisons were proved, and moves answered.
    pub steps: u64,
}

/// What a certificate of any kind proves.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum CheckedAnswer {
    /// Who wins, by answers to all moves.
    Winner(CheckAnswer),
    /// Anything else, by lemmas.
    Lemmas(LemmaCheckAnswer),
}

/// Verifies a certificate of any kind.
pub fn checked(input: impl Read, arena: &mut Arena) -> Result<CheckedAnswer, Rejection> {
    let budget = arena.budget().clone();
    Ok(match check::verdict(input, &budget)? {
        Verdict::Winner(proved) => CheckedAnswer::Winner(CheckAnswer::from(&proved)),
        Verdict::Lemmas(found) => CheckedAnswer::Lemmas(LemmaCheckAnswer::of(&found, arena)?),
    })
}

/// A longer value is not printed.
const LONGEST_VALUE: usize = 1 << 14;

impl LemmaCheckAnswer {
    fn of(found: &Established, arena: &mut Arena) -> Result<Self, Rejection> {
        let value = match &found.value {
            Some(explicit) => text(explicit, arena)?,
            None => None,
        };
        let claims = match &found.theorem.about {
            About::Value(_) => vec![match &value {
                Some(value) => format!("value {value}"),
                None => "a value too long to print".to_owned(),
            }],
            About::NimValue(_, value) => vec![format!("nim value {value}")],
            About::Winners(_, claims) => {
                let claims = claims.iter();
                claims.map(|c| format!("{} starts: {} wins", c.starter, c.winner)).collect()
            }
            About::Period(p) => vec![format!(
                "nim values have period {} from heap {} on",
                p.period, p.start
            )],
        };
        Ok(LemmaCheckAnswer {
            accepted: true,
            position: match &found.theorem.about {
                About::Period(period) => period.game.clone(),
                _ => expression(found.theorem.summands()),
            },
            rules: found.theorem.rules.iter().map(|text| RulesAnswer::of(text)).collect(),
            claims,
            value,
            lemmas: found.lemmas,
            steps: found.steps,
        })
    }

    fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "proved, in normal play, of")?;
        writeln!(out, "  {}", self.position)?;
        self.rules.iter().try_for_each(|rules| rules.page(out))?;
        for claim in &self.claims {
            writeln!(out, "{claim}")?;
        }
        writeln!(out, "{}", proof::totals(self.lemmas, self.steps))
    }
}

/// An explicit value in the usual notation, unless it is very long.
fn text(explicit: &Explicit, arena: &mut Arena) -> Result<Option<String>, Rejection> {
    let mut made: Vec<Value> = Vec::with_capacity(explicit.forms.len());
    for sides in &explicit.forms {
        let side = |player: Player| -> Vec<Value> {
            let options = sides[player as usize].iter();
            let signed = |&(place, negated): &(usize, bool)| match negated {
                true => -made[place],
                false => made[place],
            };
            options.map(signed).collect()
        };
        let [left, right] = Player::BOTH.map(side);
        made.push(arena.game(&left, &right)?);
    }
    let last = made.last().copied().unwrap_or(Value::ZERO);
    let value = if explicit.negated { -last } else { last };
    let mut out = Bounded::new(LONGEST_VALUE);
    let written = arena.write(value, Notation::Ascii, &mut out)?;
    Ok(match written {
        Ok(()) => String::from_utf8(out.text).ok(),
        Err(_) => None,
    })
}

/// Rules that a certificate carries.
#[derive(Clone, Debug, Serialize)]
pub struct RulesAnswer {
    /// The name that they have in the certificate.
    pub game: String,
    /// A short name for the text: the same for the same statements.
    pub digest: String,
    /// The statements.
    pub text: String,
}

impl RulesAnswer {
    fn of(text: &str) -> Self {
        let first = text.lines().next().unwrap_or_default();
        RulesAnswer {
            game: first.strip_prefix("game").unwrap_or(first).trim().to_owned(),
            digest: check::digest(text),
            text: text.to_owned(),
        }
    }

    fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        let RulesAnswer { game, digest, text } = self;
        writeln!(out, "by the rules of {game} in the certificate, {digest}:")?;
        for line in text.lines() {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }
}

/// Why a certificate proves nothing.
#[derive(Serialize)]
struct RejectedAnswer {
    accepted: bool,
    reason: String,
}

impl From<&Proved> for CheckAnswer {
    fn from(proved: &Proved) -> Self {
        let header = &proved.header;
        let outcome = outcome(proved);
        let zero = !header.misere && outcome == Some(Outcome::P);
        CheckAnswer {
            accepted: true,
            position: expression(&header.summands),
            rules: header.rules.iter().map(|text| RulesAnswer::of(text)).collect(),
            misere: header.misere,
            outcome: outcome.map(|outcome| outcome.to_string()),
            left_starts: proved.winner(Player::Left),
            right_starts: proved.winner(Player::Right),
            own_negative: header.own_negative,
            value: zero.then_some("0"),
            positions: proved.states as u64,
            answers: proved.answers,
        }
    }
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let file = asked.words.first().map_or("-", String::as_str);
    let input: Box<dyn BufRead> = match file {
        "-" => desk.host().input(),
        name => {
            let file = File::open(name).map_err(|error| Stop::file(name, &error))?;
            Box::new(BufReader::with_capacity(1 << 16, file))
        }
    };
    let checked = desk.working_silently(|_, arena| checked(input, arena));
    let why = match checked {
        Ok(answer) => {
            match (desk.json(), &answer) {
                (true, _) => json::line(out, &answer)?,
                (false, CheckedAnswer::Winner(answer)) => answer.page(out)?,
                (false, CheckedAnswer::Lemmas(answer)) => answer.page(out)?,
            }
            return Ok(Exit::Answered);
        }
        Err(why) => why,
    };
    if let Some(error) = why.unreadable() {
        return Err(Stop::file(file, error).into());
    }
    if let Some(error) = why.stopped() {
        let failure = Failure::plain(FailureKind::from(error), error.to_string());
        return Err(Stop::failure(&failure, "").into());
    }
    match desk.json() {
        true => {
            let answer = RejectedAnswer {
                accepted: false,
                reason: why.to_string(),
            };
            json::line(out, &answer)?;
        }
        false => writeln!(out, "rejected: {why}")?,
    }
    Ok(Exit::Negative)
}

/// Who wins, if both starters are proved.
fn outcome(proved: &Proved) -> Option<Outcome> {
    let [left, right] = Player::BOTH.map(|starter| proved.winner(starter));
    let second = |winner: Option<Player>, player| winner.map(|winner| winner == player);
    Some(Outcome::from_second_players(
        second(right, Player::Left)?,
        second(left, Player::Right)?,
    ))
}

/// As the calculator reads it.
fn expression(summands: &[Summand]) -> String {
    let mut text = String::new();
    for (index, summand) in summands.iter().enumerate() {
        text.push_str(match (index, summand.negated) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        });
        let position = &summand.position;
        text.push_str(&match summand.game.split_once(':') {
            Some((name, variant)) => format!("{name}(\"{variant}\", \"{position}\")"),
            None => format!("{}(\"{position}\")", summand.game),
        });
    }
    text
}

impl CheckAnswer {
    fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        let convention = if self.misere { "misère" } else { "normal" };
        writeln!(out, "proved, in {convention} play, of")?;
        writeln!(out, "  {}", self.position)?;
        self.rules.iter().try_for_each(|rules| rules.page(out))?;
        for (starter, winner) in Player::BOTH
            .iter()
            .zip([self.left_starts, self.right_starts])
        {
            if let Some(winner) = winner {
                writeln!(out, "{starter} starts: {winner} wins")?;
            }
        }
        if self.own_negative {
            writeln!(out, "it is its own negative, so one starter proves both")?;
        }
        if self.value.is_some() {
            writeln!(out, "the second player wins, so the value is 0")?;
        }
        writeln!(out, "{}", totals(self.positions, self.answers))
    }
}
