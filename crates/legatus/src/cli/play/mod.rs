//! `legatus play`: a game in the terminal.

mod keep;
mod list;
mod session;
mod view;
mod why;

use clap::Args;
use play::latrunculus::replay;
use play::{Record, State};
use rules::latrunculus::{Board, INFO, Options};
use rules::{BadInput, Random};
use std::io::{self, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};
use values::Player;

use super::latrunculus::{self, session as dice};
use super::players::{Table, Thinking, listed, side};
use super::question::{Desk, Trouble};
use super::{Exit, Limits, Stop};
pub use keep::{Keep, read as read_games, write as write_game};
pub(super) use list::numbered;
use session::{Session, Side};
pub use session::{Talk, split};
pub use view::{adorn, named};

/// Play a game against the computer, or watch it
///
/// Moves are typed as `legatus moves` writes them, or by their numbers in the
/// list that `moves` shows; `help` tells the rest. A game that is left is kept
/// and offered again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus play legionnaires
  legatus play legionnaires:mace 6x6-12 --black human --white human
  legatus play amazons 6x6 --left search:4 --right human --first right
  legatus play nim 3,4,5 --misere
  legatus play latrunculus --white dice:4
  legatus play 'amazons(\"6x6\") + clobber(\"5x6\")'")]
pub struct Arguments {
    #[command(flatten)]
    table: Table,

    /// Left's player: human, or a player that `legatus games GAME` lists,
    /// such as search or search:3
    #[arg(
        long,
        value_name = "PLAYER",
        visible_alias = "black",
        default_value = "human"
    )]
    left: String,

    /// Right's player [default: the strongest for the game]
    #[arg(long, value_name = "PLAYER", visible_alias = "white")]
    right: Option<String>,

    /// Who moves first, left or right (black, white) [default: as the rules of
    /// the game say: White in Legionnaires and Amazons, else Black]
    #[arg(long, value_name = "WHO", value_parser = side)]
    first: Option<Player>,

    #[command(flatten)]
    thinking: Thinking,

    /// What chance depends on [default: 1; of a die, the time]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Type what a die of your own shows before every turn, in games with one
    #[arg(long)]
    die: bool,

    /// Go on with the game that was left, without asking
    #[arg(long, conflicts_with = "new")]
    resume: bool,

    /// Begin a new game, without asking
    #[arg(long)]
    new: bool,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let mut desk = Desk::new(&self.limits, false)?;
        let answer = match latrunculus::asked(&self.table.words()) {
            Some(asked) => self.play_dice(asked, &mut desk, out),
            None => self.play(&mut desk, out),
        };
        desk.finish(answer, out)
    }

    /// The same with a die.
    fn play_dice(
        &self,
        asked: Result<(Options, Board), BadInput>,
        desk: &mut Desk,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let (options, board) = asked?;
        let start =
            rules::latrunculus::State::new(options, board, self.first.unwrap_or(INFO.first))?;
        let keep = Keep::named("latrunculus");
        let mut talk = Talk::new(out)?;
        let replayed = |record: Record| Some((replay(&record).ok()?, record));
        let kept = if self.new { None } else { keep.load() };
        // What cannot be read any more is no game.
        let kept = match kept.and_then(replayed) {
            Some((states, record)) => {
                let turns = record.plies.len();
                let what = format!("A game of latrunculus was left after {turns} turns.");
                self.is_wanted(&what, &mut talk)?
                    .then_some((states, record))
            }
            None => None,
        };
        if self.resume && kept.is_none() {
            talk.say(NO_GAME)?;
        }
        let mut names = [Some(self.left.clone()), self.right.clone()];
        if let Some((_, record)) = &kept {
            names = ["Left", "Right"].map(|side| record.header(side).map(str::to_owned));
        }
        let budget = desk.workbench().1.budget().clone();
        let [left, right] =
            names.map(|name| dice::Side::find(name.as_deref(), &self.thinking, &budget));
        // People expect another game each time; what is asked for is repeated.
        let seed = self.seed.unwrap_or_else(clock);
        let mut session =
            dice::Session::new(start, [left?, right?], seed, self.die, talk, keep, &budget);
        if let Some((states, record)) = kept {
            session.resume(record, states);
        }
        Ok(session.run(&desk.interrupts)?)
    }

    fn play(&self, desk: &mut Desk, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let start = self.table.start(desk)?;
        let first = self.first.unwrap_or(start.turn());
        let start = start.with_turn(first);
        let keep = Keep::new(&start);
        let mut talk = Talk::new(out)?;
        let kept = if self.new { None } else { keep.load() };
        let resumed = match kept {
            Some(record) => self.offer(record, &mut talk)?,
            None => None,
        };
        if self.resume && resumed.is_none() {
            talk.say(NO_GAME)?;
        }
        let (start, moves, names) = match resumed {
            Some((start, moves, record)) => {
                let name = |header: &str| record.header(header).map(str::to_owned);
                (start, moves, [name("Left"), name("Right")])
            }
            None => (
                start,
                Vec::new(),
                [Some(self.left.clone()), self.right.clone()],
            ),
        };
        let budget = desk.workbench().1.budget().clone();
        let side = |name: &Option<String>| -> Result<Side, rules::BadInput> {
            if name
                .as_deref()
                .is_some_and(|name| name.eq_ignore_ascii_case("human"))
            {
                return Ok(Side::Human);
            }
            let (listed, level) = listed(name.as_deref(), &start)?;
            Ok(Side::computer(listed, level, &self.thinking, &budget))
        };
        let sides = [side(&names[0])?, side(&names[1])?];
        let mut session = Session::new(start, moves, sides, talk, keep, &budget);
        session.random = Random::new(self.seed.unwrap_or(1));
        session.timed = self.thinking.time.is_some();
        Ok(session.run(&desk.interrupts)?)
    }

    /// Asks whether to go on with a game that was left.
    fn offer(
        &self,
        record: Record,
        talk: &mut Talk<'_>,
    ) -> Result<Option<(State, Vec<play::Move>, Record)>, Stop> {
        // What cannot be read any more is no game.
        let Ok((start, moves)) = record.replay() else {
            return Ok(None);
        };
        let (names, moves_made) = (start.names().join(" + "), moves.len());
        let what = format!("A game of {names} was left after {moves_made} moves.");
        let wanted = self.is_wanted(&what, talk)?;
        Ok(wanted.then_some((start, moves, record)))
    }

    /// Whether a game that was left is gone on with.
    fn is_wanted(&self, what: &str, talk: &mut Talk<'_>) -> Result<bool, Stop> {
        if self.resume {
            return Ok(true);
        }
        if !io::stdin().is_terminal() {
            talk.say("A game that was left is kept; --resume goes on with it, --new leaves it.")?;
            return Ok(false);
        }
        let answer = talk.ask(&format!("{what} Go on with it? [Y/n]"))?;
        Ok(answer.is_none_or(|answer| !answer.trim().to_lowercase().starts_with('n')))
    }
}

const NO_GAME: &str = "no game was left; a new one begins";

/// A number that differs from game to game.
fn clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(1, |since| since.as_millis() as u64)
}
