//! `legatus match`: many games of two players.

use clap::Args;
use play::{Contest, Effort, First, Move, Record, Results, Tally, Terms};
use rules::BadInput;
use rules::latrunculus::{State, Verdict};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use values::{Error, Player};

use super::asking::desk;
use super::play::read_games;
use super::players::{Table, Thinking, contestant};
use super::progress::{Progress, Work};
use super::{Exit, Limits, Stop, known, latrunculus};
use ask::replace::Replacement;
use ask::settings::side_or;
use ask::{Desk, Trouble};

/// Let two players play many games and count who wins
///
/// Left is Black, Right is White. The same seed gives the same games, however
/// many threads play them. A player is a name, or a name with a level of its
/// own such as search:3; `legatus games GAME` lists them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus match legionnaires 8x8 --left mobility --right random --games 1000
  legatus match legionnaires --black search:4 --white mobility --games 10
  legatus match nim 3,4,5 --left nim --right random --seed 7 --json
  legatus match latrunculus --left shots --right material --games 4
  legatus match amazons 6x6 --left search:3 --games 2 --record games.txt")]
pub struct Arguments {
    #[command(flatten)]
    table: Table,

    /// Left's player [default: the strongest for the game]
    #[arg(long, value_name = "PLAYER", visible_alias = "black")]
    #[arg(value_parser = known::computer(), hide_possible_values = true)]
    left: Option<String>,

    /// Right's player [default: the strongest for the game]
    #[arg(long, value_name = "PLAYER", visible_alias = "white")]
    #[arg(value_parser = known::computer(), hide_possible_values = true)]
    right: Option<String>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// What chance depends on
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Who moves first: left, right (black, white) or alternate, beginning
    /// with who does so by the rules
    #[arg(long, value_name = "WHO", default_value = "alternate", value_parser = first)]
    first: First,

    /// Begin with so many random moves, or with --book so many moves of each
    /// of its games; each opening is played twice, with the players' colours
    /// exchanged
    #[arg(long, value_name = "MOVES")]
    opening: Option<usize>,

    /// Begin with the moves of the games in a file, in turn; each is gone on
    /// with twice, with the players' colours exchanged. Of a game that has
    /// ended, only its opening is played: as many moves as it says, or 4
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    book: Option<String>,

    #[command(flatten)]
    thinking: Thinking,

    /// How many threads play [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = super::threads())]
    threads: Option<usize>,

    /// Write the games to a file, which is replaced when they are complete
    #[arg(long, value_name = "FILE")]
    record: Option<String>,

    /// Print a JSON object: games, left_wins, right_wins, draws, rate (Left's
    /// points per game), interval (of 95 %), mean_length
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print the same as two lines of comma-separated values
    #[arg(long)]
    csv: bool,

    #[command(flatten)]
    limits: Limits,
}

/// A game to be written down.
struct Written {
    number: u64,
    record: Record,
    /// The players of the two colours.
    names: [&'static str; 2],
    /// How many moves came from a book.
    opening: usize,
    /// The colour that won.
    winner: Option<Player>,
}

fn first(argument: &str) -> Result<First, String> {
    side_or(argument, "alternate", First::Alternate, First::Always)
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let mut desk = desk(&self.limits, self.json)?;
        let answer = self.play(&mut desk, out);
        desk.finish(answer, out)
    }

    fn play(&self, desk: &mut Desk, out: &mut dyn Write) -> Result<Exit, Trouble> {
        if let Some(asked) = latrunculus::asked(&self.table.words()) {
            let (options, board) = asked?;
            if self.opening.is_some() || self.book.is_some() {
                let message = "Latrunculus has no openings: the throws differ from game to game";
                return Err(BadInput::new(message, "leave --opening and --book out").into());
            }
            return self.dice(State::new(options, board, Player::Left)?, desk, out);
        }
        let start = self.table.start(desk)?;
        let budget = desk.workbench().1.budget().clone();
        let [left, right] = [&self.left, &self.right]
            .map(|name| contestant(name.as_deref(), &start, &self.thinking, &budget));
        let ((left, left_effort), (right, right_effort)) = (left?, right?);
        let contest = Contest {
            terms: self.terms([left_effort, right_effort]),
            opening: self.opening.unwrap_or(0),
            book: self.read_book(&start)?,
            ..Contest::new(start, [left, right])
        };
        self.hold(
            [left.name, right.name],
            &contest.terms,
            || contest.run(),
            |game| {
                let mut names = [left.name, right.name];
                let mut winner = game.winner;
                if game.exchanged {
                    names.reverse();
                    winner = winner.map(|player| -player);
                }
                let places = contest.book.len().max(1) as u64;
                let place = (game.number / 2 % places) as usize;
                let opening = contest.book.get(place).map_or(0, |(_, moves)| moves.len());
                Ok(Written {
                    number: game.number,
                    record: Record::of(&game.start, &game.moves)?,
                    names,
                    opening,
                    winner,
                })
            },
            desk,
            out,
        )
    }

    /// The games that were begun, all of the game that is played.
    fn read_book(&self, start: &play::State) -> Result<Vec<(play::State, Vec<Move>)>, Trouble> {
        let Some(file) = &self.book else {
            return Ok(Vec::new());
        };
        let wrong = |reason: String, hint: &str| BadInput::new(format!("{file}: {reason}"), hint);
        let records = read_games(Path::new(file)).map_err(|error| Stop::file(file, &error))?;
        let records = records.map_err(|bad| wrong(bad.to_string(), FILES))?;
        let mut book = Vec::with_capacity(records.len());
        for (number, record) in (1..).zip(&records) {
            let (begun, moves) = record
                .replay()
                .map_err(|bad| wrong(bad.to_string(), FILES))?;
            if begun.names() != start.names() || begun.convention() != start.convention() {
                let hint = "all games of a book are of the game that is played";
                return Err(wrong(format!("game {number} is another one"), hint).into());
            }
            let Some(moves) = self.opening_of(record, &begun, moves) else {
                let hint = "leave the game out";
                return Err(wrong(format!("game {number} is over at its start"), hint).into());
            };
            book.push((begun, moves));
        }
        match book.is_empty() {
            true => Err(wrong("no games".to_owned(), FILES).into()),
            false => Ok(book),
        }
    }

    /// The moves of a game that are its opening: as many as are asked for, else
    /// all that were made if it has not ended, else as many as it says. Nothing
    /// if the game was over before it began.
    fn opening_of(
        &self,
        record: &Record,
        begun: &play::State,
        mut moves: Vec<Move>,
    ) -> Option<Vec<Move>> {
        let is_over = |moves: &[Move]| {
            let mut end = begun.clone();
            moves.iter().for_each(|mv| end.play(mv));
            end.ending().is_some()
        };
        if let Some(most) = self.opening {
            moves.truncate(most);
        } else if is_over(&moves) {
            moves.truncate(recorded_opening(record).unwrap_or(OPENING));
        }
        if is_over(&moves) {
            // Only its last move has ended the game.
            moves.pop()?;
        }
        Some(moves)
    }

    /// The match with a die.
    fn dice(&self, start: State, desk: &mut Desk, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let budget = desk.workbench().1.budget().clone();
        let player = |name: &Option<String>| {
            latrunculus::commander(name.as_deref(), &self.thinking, &budget)
        };
        let ((left, left_effort), (right, right_effort)) =
            (player(&self.left)?, player(&self.right)?);
        let contest = play::latrunculus::Contest {
            start,
            players: [left, right],
            terms: self.terms([left_effort, right_effort]),
        };
        let names = [left.name, right.name];
        self.hold(
            names,
            &contest.terms,
            || contest.run(),
            |game| {
                Ok(Written {
                    number: game.number,
                    record: game.record(),
                    names,
                    opening: 0,
                    winner: game.verdict.and_then(Verdict::winner),
                })
            },
            desk,
            out,
        )
    }

    fn terms(&self, efforts: [Effort; 2]) -> Terms {
        Terms {
            efforts,
            games: self.games,
            seed: self.seed,
            first: self.first,
            threads: self.threads,
            keep: self.record.is_some(),
            ..Terms::default()
        }
    }

    /// Holds a match and tells of it.
    fn hold<G>(
        &self,
        names: [&str; 2],
        terms: &Terms,
        run: impl FnOnce() -> Results<G>,
        write: impl Fn(&G) -> values::Result<Written>,
        desk: &Desk,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        // A file that cannot be written is told of before the work begins.
        let replacement = match &self.record {
            Some(file) => {
                let replacement = Replacement::new(file);
                Some((file, replacement.map_err(|error| Stop::file(file, &error))?))
            }
            None => None,
        };
        let games = Work::on("games", Some(self.games.into()));
        let mut progress = Progress::watch(games, Arc::clone(&terms.done));
        let results = desk.interrupts.during(run);
        progress.end();
        match &results.stopped {
            None | Some(Error::Interrupted) => {}
            Some(error) => return Err(error.clone().into()),
        }
        if let Some((file, replacement)) = replacement {
            let mut out = BufWriter::new(replacement.file());
            for (i, game) in results.games.iter().enumerate() {
                let written = write(game)?;
                let mut record = written.record;
                record.set("Left", written.names[0]);
                record.set("Right", written.names[1]);
                record.set("Seed", format!("{} game {}", self.seed, written.number + 1));
                if let Some(file) = &self.book {
                    record.set("Opening", format!("{file}, {} moves", written.opening));
                } else if let Some(moves) = self.opening.filter(|&moves| moves > 0) {
                    record.set("Opening", format!("{moves} random moves"));
                }
                record.set("Result", written.winner.map_or("draw", Player::name));
                let blank = if i == 0 { "" } else { "\n" };
                write!(out, "{blank}{record}")?;
            }
            out.flush()?;
            drop(out);
            replacement
                .complete()
                .map_err(|error| Stop::file(file, &error))?;
        }
        let stopped = results.stopped.is_some();
        self.print(names, &results.tally, stopped, out)?;
        Ok(match stopped {
            false => Exit::Answered,
            true => Exit::Interrupted,
        })
    }

    fn print(
        &self,
        [left, right]: [&str; 2],
        tally: &Tally,
        stopped: bool,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        if self.json {
            return writeln!(out, "{}", object(tally));
        }
        if self.csv {
            return write!(out, "{}", values(tally));
        }
        let title = self.table.title();
        writeln!(
            out,
            "{title}: {left} as Left against {right} as Right, seed {}",
            self.seed
        )?;
        if let Some(file) = &self.book {
            writeln!(
                out,
                "every game of {file} gone on with twice, with colours exchanged"
            )?;
        }
        if let (None, Some(moves @ 1..)) = (&self.book, self.opening) {
            writeln!(
                out,
                "every second game from the same opening of {moves} random moves with colours exchanged"
            )?;
        }
        if stopped {
            writeln!(
                out,
                "interrupted after {} of {} games",
                tally.games(),
                self.games
            )?;
        }
        writeln!(
            out,
            "{} games: {left} wins {}, {right} wins {}, draws {}",
            tally.games(),
            tally.left_wins,
            tally.right_wins,
            tally.draws
        )?;
        let [low, high] = tally.interval().map(percent);
        let rate = percent(tally.rate());
        writeln!(
            out,
            "rate of {left}: {rate} %, 95 % interval {low} % to {high} %"
        )?;
        writeln!(out, "mean length: {:.2} moves", tally.mean_length())?;
        if self.thinking.seconds.is_some() {
            writeln!(
                out,
                "played by the clock: another run may come out differently"
            )?;
        }
        Ok(())
    }
}

/// Where the form of files of games is told.
const FILES: &str = "`legatus match --record` and `save` in `legatus play` write such files";

/// So many moves of a game that has ended are its opening, unless it says how
/// many.
const OPENING: usize = 4;

/// How many moves of a game were its opening, as `--record` writes it.
fn recorded_opening(record: &Record) -> Option<usize> {
    let words = record.header("opening")?.strip_suffix("moves")?.trim_end();
    let words = words.strip_suffix("random").unwrap_or(words).trim_end();
    words.split_whitespace().last()?.parse().ok()
}

fn percent(rate: f64) -> String {
    format!("{:.2}", 100.0 * rate)
}

/// The names and the numbers of a tally.
fn numbers(tally: &Tally) -> [(&'static str, String); 8] {
    let [low, high] = tally.interval();
    [
        ("games", tally.games().to_string()),
        ("left_wins", tally.left_wins.to_string()),
        ("right_wins", tally.right_wins.to_string()),
        ("draws", tally.draws.to_string()),
        ("rate", format!("{:.6}", tally.rate())),
        ("interval_low", format!("{low:.6}")),
        ("interval_high", format!("{high:.6}")),
        ("mean_length", format!("{:.4}", tally.mean_length())),
    ]
}

fn object(tally: &Tally) -> String {
    let members = numbers(tally).map(|(name, number)| match name {
        "interval_low" => format!("\"interval\":[{number}"),
        "interval_high" => format!("{number}]"),
        _ => format!("\"{name}\":{number}"),
    });
    format!("{{{}}}", members.join(","))
}

fn values(tally: &Tally) -> String {
    let numbers = numbers(tally);
    let names = numbers.each_ref().map(|(name, _)| *name);
    let values = numbers.each_ref().map(|(_, number)| number.as_str());
    format!("{}\n{}\n", names.join(","), values.join(","))
}
