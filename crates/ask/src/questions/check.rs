//! Certificates, verified from the rules.

use check::{Proved, Summand};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use values::{Outcome, Player};

use super::outcome::totals;
use crate::json::{self, as_player};
use crate::{Asked, Desk, Exit, Question, Stop, Trouble, Word, settings};
use calc::{Failure, FailureKind};

/// `legatus check`.
pub static QUESTION: Question = Question {
    name: "check",
    alias: None,
    about: "Verify a certificate that `legatus outcome --proof` wrote",
    help: "Every move of the loser is answered, every answer is played by the rules, and nothing \
           else is believed: the code shares only the rules with the search. A file that proves \
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
    let checked = desk.working_silently(|_, arena| check::check(input, arena.budget()));
    let why = match checked {
        Ok(proved) => {
            let answer = CheckAnswer::from(&proved);
            match desk.json() {
                true => json::line(out, &answer)?,
                false => answer.page(out)?,
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
