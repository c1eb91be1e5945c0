//! Who wins.

use rules::{Component, Position};
use serde::ser::{Serialize, SerializeMap, Serializer};
use solve::{Convention, Fate, Loopy, LoopyOutcome};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use values::{Budget, Error, Player};

use super::by_sides::{by_sides, starts_of_value};
use super::certificate::{proved_by_lemmas, proved_in_file};
use super::expected::compare;
use crate::desk::About;
use crate::loopy;
use crate::proof::LemmaAnswer;
use crate::settings;
use crate::{
    Asked, Desk, Exit, Layout, Question, SUBJECT, Setting, Stop, Subject, Takes, Trouble, Web,
    json, table,
};
use calc::{Failure, FailureKind};
use positions::{Detail, Play, PlayMove, Searching, Sum};

pub use super::certificate::{ProofAnswer, prove, totals};

/// `legatus outcome`.
pub static QUESTION: Question = Question {
    name: "outcome",
    about: "Find who wins, for each starter",
    help: "A search, not an evaluation: it needs no canonical forms. P: who moved last, that is \
           the second player, wins; N: the next player; L: Left; R: Right. With a winning move, \
           and with a line of play if that takes little more search.\n\n\
           Where play may not end, all positions that can be reached are analysed. D: a draw, \
           whoever starts. N^ and P^: Left wins if the next or the previous player can, else it is \
           a draw; Nv and Pv: the same for Right. The moves that are left are counted with best \
           play: the winner hurries, the loser does not.",
    words: &[SUBJECT],
    settings: &[
        settings::misere("The player who cannot move wins"),
        Setting::flag("all", "All winning moves, each of which takes a search").on_the_web(),
        Setting::flag(
            "brief",
            "Only who wins, without winning moves and lines of play",
        )
        .not_with(&["all"])
        .on_the_web(),
        Setting::flag(
            "line",
            "A line of play, however much search it takes, move by move with the summand after \
             each",
        )
        .not_with(&["all", "brief"]),
        Setting::new(
            "proof",
            Takes::Text("FILE"),
            "Write a certificate that `legatus check` verifies from the rules; a file of this name \
             is replaced when the certificate is complete",
        ),
        Setting::flag(
            "lemmas",
            "With --proof: prove the values of the independent parts, and answer moves in the sum \
             of these; much shorter for sums of small positions",
        )
        .not_with(&["misere"]),
        settings::threads(
            "Use so many threads [default: as many as the machine has processors]; a proof is \
             found by one",
        ),
        settings::json(
            "Print a JSON object: outcome, left_starts and right_starts (the winner), and for each \
             starter winning moves (one, or with --all all) and a line of play (null if it takes \
             too much search); where play may not end also distances (null in a draw) and drawing \
             moves",
        ),
        Setting::flag(
            "expected",
            "Compare with the outcome that each line of the input ends with, behind a tab: P, N, L \
             or R, or {B win, W loss} for who wins when he starts; exit code 1 if one differs",
        )
        .not_with(&["proof"]),
    ],
    examples: &[
        "legatus outcome legionnaires 4x4",
        "legatus outcome nim 3,4,5 --misere",
        "legatus outcome nim 1,2,2 --line",
        "legatus outcome 'amazons(\"X..|..O\") + clobber(\"XO|OX\") + *2' --all",
        "legatus outcome domineering 5x5 --brief --json",
        "legatus outcome legionnaires:centurion 3x3",
        "printf 'XO\\tN\\nXXO\\tL\\n' | legatus outcome clobber - --expected --seconds 10",
        "legatus outcome legionnaires 5x5-10 --proof proof && legatus check proof",
        "legatus outcome 'clobber(\"3x3\") + clobber(\"2x4\")' --proof proof --lemmas",
    ],
    web: Some(Web {
        about: "who wins, for each starter, with a winning move and a line of play",
        subject: Subject::Either,
        // Other questions have the other processors.
        given: &[("threads", "1")],
        example: "game=nim&position=3,4,5",
    }),
    answer,
};

/// How to find who wins, and what to tell of it.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeOptions {
    /// Who wins when there is no move left.
    pub convention: Convention,
    /// What to tell beside who wins.
    pub detail: Detail,
    /// How many threads search.
    pub threads: usize,
}

impl Default for OutcomeOptions {
    fn default() -> Self {
        OutcomeOptions {
            convention: Convention::Normal,
            detail: Detail::OneMove,
            threads: 1,
        }
    }
}

/// Who wins, and how.
pub struct OutcomeAnswer {
    /// P, N, L or R; where play may not end also D, N^, P^, Nv or Pv.
    pub outcome: String,
    /// What happens when Left starts, and when Right does.
    pub starts: [StartAnswer; 2],
    /// The certificate, if one was written.
    pub proof: Option<ProofAnswer>,
    /// The certificate, if one made of lemmas was written.
    pub lemmas: Option<LemmaAnswer>,
    /// How many positions were analysed, where play may not end.
    pub positions: Option<u64>,
    detail: Detail,
}

/// What happens when one of the players starts.
pub struct StartAnswer {
    /// Who starts.
    pub starter: Player,
    /// Who wins; nobody in a draw.
    pub winner: Option<Player>,
    /// In how many moves, where play may not end.
    pub moves: Option<u32>,
    /// Moves with which the starter wins: none, one or all, as was asked; or
    /// draws, if that is the best.
    pub good: Vec<PlayMove>,
    /// Best play; `None` if it was not asked for or takes more search than it
    /// is worth.
    pub line: Option<Vec<PlayMove>>,
    /// Whether the end of the line is a position that was there before.
    pub repeats: bool,
}

/// Finds who wins, for each starter.
///
/// ```
/// use ask::{Budget, Desk, OutcomeOptions, Player};
/// let mut desk = Desk::new(Budget::unlimited());
/// let sum = desk.sum("clobber XO")?;
/// let answer = ask::outcome(&mut desk, &sum, &OutcomeOptions::default())?;
/// assert_eq!(answer.outcome, "N");
/// assert_eq!(answer.starts[1].winner, Some(Player::Right));
/// # Ok::<(), ask::Trouble>(())
/// ```
pub fn outcome(
    desk: &mut Desk,
    sum: &Sum,
    options: &OutcomeOptions,
) -> Result<OutcomeAnswer, Trouble> {
    let OutcomeOptions {
        convention, detail, ..
    } = *options;
    if let Some(position) = sum.loopy() {
        let find = |budget: &Budget| OutcomeAnswer::loopy(&position, convention, detail, budget);
        return Ok(desk.working(|_, arena| find(arena.budget()))?);
    }
    if convention == Convention::Normal && sum.finite().is_err() {
        let starts = by_sides(desk, sum, detail)?;
        return Ok(OutcomeAnswer::by_sides(starts, detail));
    }
    sum.finite()?;
    let mut how = options.search();
    let play = desk.working(|_, arena| sum.play(arena, &mut how, detail));
    let play = play.map_err(|error| stopped(desk, error, &how))?;
    Ok(OutcomeAnswer::short(play, detail))
}

/// What is known when the search was stopped.
pub(super) fn stopped(desk: &Desk, error: Error, how: &Searching) -> Trouble {
    let Some(done) = how.done.filter(|done| done.nodes > 0) else {
        return error.into();
    };
    let known: Vec<String> = Player::BOTH
        .iter()
        .zip(how.winners)
        .map(|(starter, winner)| match winner {
            Some(winner) => format!("{starter} starts: {winner} wins"),
            None => format!("{starter} starts: not known"),
        })
        .collect();
    let message = format!(
        "{error}; {}; {} positions looked at, {} remembered in {} MB",
        known.join(", "),
        done.nodes,
        done.table_entries,
        done.table_bytes >> 20,
    );
    let kind = FailureKind::from(&error);
    match error {
        Error::Interrupted if !desk.json() => Stop::verbatim(Exit::Interrupted, message).into(),
        _ => Failure::plain(kind, message).into(),
    }
}

impl OutcomeOptions {
    pub(super) fn search(&self) -> Searching {
        Searching {
            threads: self.threads,
            ..Searching::new(self.convention)
        }
    }
}

impl OutcomeAnswer {
    /// Who wins in a game that ends.
    pub(super) fn short(play: Play, detail: Detail) -> Self {
        OutcomeAnswer {
            outcome: play.outcome.to_string(),
            starts: play.starts.map(|start| StartAnswer {
                starter: start.starter,
                winner: Some(start.winner),
                moves: None,
                good: start.winning,
                line: start.line,
                repeats: false,
            }),
            proof: None,
            lemmas: None,
            positions: None,
            detail,
        }
    }

    /// Who wins a sum in which play may not end.
    fn by_sides(starts: [StartAnswer; 2], detail: Detail) -> Self {
        let winners = starts.each_ref().map(|start| start.winner);
        OutcomeAnswer {
            outcome: LoopyOutcome { winners }.to_string(),
            starts,
            proof: None,
            lemmas: None,
            positions: None,
            detail,
        }
    }

    /// Who wins where play may not end.
    fn loopy(
        position: &Component,
        convention: Convention,
        detail: Detail,
        budget: &Budget,
    ) -> values::Result<Self> {
        let loopy = Loopy::analyse(position, convention, budget)?;
        let start = |starter| StartAnswer::loopy(&loopy, position, starter, detail);
        Ok(OutcomeAnswer {
            outcome: loopy.outcome(position).expect(REACHED).to_string(),
            starts: Player::BOTH.map(start),
            proof: None,
            lemmas: None,
            positions: Some(loopy.positions()),
            detail,
        })
    }

    /// Who wins when Left starts, and when Right does; nobody in a draw.
    #[must_use]
    pub fn winners(&self) -> [Option<Player>; 2] {
        self.starts.each_ref().map(|start| start.winner)
    }

    fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.outcome)?;
        for start in &self.starts {
            start.page(self.detail, out)?;
        }
        if let Some(proof) = &self.proof {
            let totals = totals(proof.positions, proof.answers);
            writeln!(out, "proof: {totals}, {} bytes", proof.bytes)?;
        }
        if let Some(lemmas) = &self.lemmas {
            lemmas.page(out)?;
        }
        match self.positions {
            None => Ok(()),
            Some(1) => writeln!(out, "1 position analysed"),
            Some(positions) => writeln!(out, "{positions} positions analysed"),
        }
    }
}

const REACHED: &str = "a position is reached from itself";

impl StartAnswer {
    fn loopy(loopy: &Loopy, position: &Component, starter: Player, detail: Detail) -> Self {
        let fate = loopy.fate(position, starter).expect(REACHED);
        let told = detail != Detail::Winner;
        let moves = match detail {
            // Whoever loses has no good move.
            _ if !told || matches!(fate, Fate::Loses(_)) => Vec::new(),
            Detail::AllMoves => {
                let as_good = |other: Fate| other.winner(starter) == fate.winner(starter);
                let moves = loopy.moves(position, starter).expect(REACHED).into_iter();
                moves.filter(|(_, other)| as_good(*other)).collect()
            }
            _ => loopy.best(position, starter).into_iter().collect(),
        };
        let played = |here: &Component, player: Player, mv: &<Component as Position>::Move| {
            let after = here.play(player, mv);
            let (text, here) = (mv.to_string(), after.text());
            let mv = PlayMove {
                player,
                text,
                after: here,
            };
            (mv, after)
        };
        let line = told.then(|| loopy.line(position, starter)).flatten();
        let repeats = line.as_ref().is_some_and(|line| line.repeats);
        let line = line.map(|line| {
            let mut here = position.clone();
            let mut moves = Vec::with_capacity(line.moves.len());
            for (player, mv) in &line.moves {
                let (mv, after) = played(&here, *player, mv);
                moves.push(mv);
                here = after;
            }
            moves
        });
        StartAnswer {
            starter,
            winner: fate.winner(starter),
            moves: fate.moves(),
            good: moves
                .iter()
                .map(|(mv, _)| played(position, starter, mv).0)
                .collect(),
            line: line.or(told.then(Vec::new)),
            repeats,
        }
    }

    fn page(&self, detail: Detail, out: &mut dyn Write) -> io::Result<()> {
        let starter = self.starter;
        match (self.winner, self.moves) {
            (Some(winner), Some(moves)) => {
                let s = if moves == 1 { "" } else { "s" };
                writeln!(out, "{starter} starts: {winner} wins in {moves} move{s}")?;
            }
            (Some(winner), None) => writeln!(out, "{starter} starts: {winner} wins")?,
            _ => writeln!(out, "{starter} starts: a draw, as play does not end")?,
        }
        if !self.good.is_empty() {
            let kind = match self.winner {
                None => "drawing",
                Some(_) => "winning",
            };
            let what = match detail {
                Detail::AllMoves => "moves:",
                _ => "move: ",
            };
            writeln!(out, "  {kind} {what} {}", texts(&self.good).join(", "))?;
        }
        match &self.line {
            Some(line) if detail == Detail::Line => {
                out.write_all(numbered(line).as_bytes())?;
                match self.repeats {
                    true => writeln!(out, "         and so on for ever"),
                    false => Ok(()),
                }
            }
            Some(line) if !line.is_empty() => {
                let again = if self.repeats {
                    ", and so on for ever"
                } else {
                    ""
                };
                writeln!(out, "  line of play:  {}{again}", texts(line).join(", "))
            }
            None if detail != Detail::Winner => {
                writeln!(out, "  line of play:  left out, as it takes more search")
            }
            _ => Ok(()),
        }
    }
}

/// The names of members begin with the starter.
impl Serialize for OutcomeAnswer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let loopy = self.positions.is_some();
        let name = |start: &StartAnswer, what| format!("{}_{what}", start.starter.name());
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("outcome", &self.outcome)?;
        for start in &self.starts {
            let winner = start.winner.map_or("draw", Player::name);
            map.serialize_entry(&name(start, "starts"), winner)?;
        }
        for start in self.starts.iter().filter(|_| loopy) {
            map.serialize_entry(&name(start, "distance"), &start.moves)?;
        }
        for start in self.starts.iter().filter(|_| self.detail != Detail::Winner) {
            let good = texts(&start.good);
            let (winning, drawing) = match start.winner {
                None => (Vec::new(), good),
                Some(_) => (good, Vec::new()),
            };
            map.serialize_entry(&name(start, "winning_moves"), &winning)?;
            if loopy {
                map.serialize_entry(&name(start, "drawing_moves"), &drawing)?;
            }
            map.serialize_entry(&name(start, "line"), &start.line.as_deref().map(texts))?;
        }
        if let Some(proof) = &self.proof {
            map.serialize_entry("proof", proof)?;
        }
        if let Some(lemmas) = &self.lemmas {
            map.serialize_entry("proof", lemmas)?;
        }
        if let Some(positions) = &self.positions {
            map.serialize_entry("positions", positions)?;
        }
        map.end()
    }
}

fn texts(moves: &[PlayMove]) -> Vec<&str> {
    moves.iter().map(|mv| mv.text.as_str()).collect()
}

/// A line of play, move by move.
fn numbered(line: &[PlayMove]) -> String {
    let row = |(number, mv): (usize, &PlayMove)| {
        let number = format!("{:>5}.", number + 1);
        let player = mv.player.to_string();
        vec![number, player, mv.text.clone(), mv.after.clone()]
    };
    let rows: Vec<Vec<String>> = line.iter().enumerate().map(row).collect();
    table(&rows)
}

/// As many threads as were asked for, or as the machine has processors.
pub(crate) fn threads(asked: &Asked) -> Result<usize, Trouble> {
    let processors = || available_parallelism().map_or(1, NonZeroUsize::get);
    Ok(asked.number("threads")?.unwrap_or_else(processors))
}

/// Which player wins who cannot move.
pub(crate) fn convention(asked: &Asked) -> Convention {
    match asked.has("misere") {
        true => Convention::Misere,
        false => Convention::Normal,
    }
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let threads = threads(asked)?;
    let options = |detail| OutcomeOptions {
        convention: convention(asked),
        detail,
        threads,
    };
    let detail = match desk.json() {
        _ if asked.has("brief") => [Detail::Winner; 2],
        is_json => {
            let page = match (asked.has("all"), asked.has("line")) {
                (true, _) => Detail::AllMoves,
                (_, true) => Detail::Line,
                _ => Detail::OneMove,
            };
            [page, if is_json { page } else { Detail::Winner }]
        }
    };
    let [page, line] = detail.map(options);
    if asked.has("lemmas") && asked.text("proof").is_none() {
        return Err(Trouble::domain("--lemmas is for a proof: give --proof FILE, too"));
    }
    if asked.has("expected") {
        return compare(desk, asked, &line, out);
    }
    let found = |desk: &mut Desk, sum: &Sum, layout| match (asked.text("proof"), layout) {
        (None, Layout::Page) => Ok((outcome(desk, sum, &page)?, None)),
        (None, Layout::Line) => Ok((outcome(desk, sum, &line)?, None)),
        (Some(_), Layout::Line) => {
            sum.finite()?;
            Err(Trouble::domain("a proof is about one position, not one of each line"))
        }
        (Some(file), Layout::Page) if asked.has("lemmas") => {
            proved_by_lemmas(desk, sum, &page, file)
        }
        (Some(file), Layout::Page) => {
            let (found, unwritten) = proved_in_file(desk, sum, &page, file)?;
            Ok((found, unwritten.map(Trouble::from)))
        }
    };
    desk.ask_of_all(&asked.words, out, &mut |desk, about, layout, out| {
        let (found, unwritten) = match about {
            About::Sum(sum) => found(desk, &sum, layout)?,
            // Those ask for positions.
            About::Loopy(_, refused) if asked.has("misere") || asked.has("proof") => {
                return Err(refused);
            }
            About::Loopy(text, _) => {
                let (value, mut stoppers) = loopy::read(desk, &text)?;
                let starts = starts_of_value(desk, &value, &mut stoppers)?;
                (OutcomeAnswer::by_sides(starts, Detail::Winner), None)
            }
        };
        match (desk.json(), layout) {
            (true, _) => json::line(out, &found)?,
            (false, Layout::Line) => writeln!(out, "{}", found.outcome)?,
            (false, Layout::Page) => found.page(out)?,
        }
        unwritten.map_or(Ok(Exit::Answered), Err)
    })
}
