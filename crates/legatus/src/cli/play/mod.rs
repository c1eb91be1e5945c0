//! `legatus play`: a game in the terminal.

mod keep;
mod list;
mod session;
mod view;
mod why;

use clap::Args;
pub(super) use list::numbered;
use play::{Record, State};
use rules::latrunculus::{Board, Options};
use rules::{BadInput, Random};
use std::io::{self, IsTerminal, Write};
use values::Player;

use super::latrunculus::{self, session as dice};
use super::players::{Table, Thinking, listed, side};
use super::question::{Desk, Trouble};
use super::{Exit, Limits, Stop};
pub use keep::{Keep, read as read_games, write as write_game};
pub use session::Talk;
use session::{Session, Side};

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

    /// Who moves first
    #[arg(long, value_name = "WHO", default_value = "left", value_parser = side)]
    first: Player,

    #[command(flatten)]
    thinking: Thinking,

    /// What chance depends on
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

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
        let answer = match latrunculus::asked(self.table.words()) {
            Some(asked) => self.play_dice(asked, &desk, out),
            None => self.play(&mut desk, out),
        };
        desk.finish(answer, out)
    }

    /// The same with a die.
    fn play_dice(
        &self,
        asked: Result<(Options, Board), BadInput>,
        desk: &Desk,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let (options, board) = asked?;
        let start = rules::latrunculus::State::new(options, board, self.first)?;
        let keep = Keep::named("latrunculus");
        let budget = self.limits.budget();
        let sides = [
            dice::side(Some(&self.left), &self.thinking, &budget)?,
            dice::side(self.right.as_deref(), &self.thinking, &budget)?,
        ];
        let mut talk = Talk::new(out)?;
        let kept = if self.new { None } else { keep.load() };
        let wanted = match &kept {
            Some(_) if self.resume => true,
            Some(record) if io::stdin().is_terminal() => {
                let turns = record.plies.len();
                let question = format!("A game was left after {turns} turns. Go on with it? [Y/n]");
                let answer = talk.ask(&question)?.unwrap_or_default();
                !answer.trim().to_lowercase().starts_with('n')
            }
            _ => false,
        };
        let names = [self.left.as_str(), self.right.as_deref().unwrap_or("dice")];
        let (states, record) = dice::resume(kept.filter(|_| wanted), start, names);
        let session = dice::Session {
            states,
            record,
            sides,
            random: Random::new(self.seed),
            talk,
            keep,
        };
        Ok(session.run(&desk.interrupts)?)
    }

    fn play(&self, desk: &mut Desk, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let start = self.table.start(desk)?.with_turn(self.first);
        let keep = Keep::new(&start);
        let mut talk = Talk::new(out)?;
        let kept = if self.new { None } else { keep.load() };
        let resumed = match kept {
            Some(record) => self.offer(record, &mut talk)?,
            None => None,
        };
        if self.resume && resumed.is_none() {
            talk.say("no game was left; a new one begins")?;
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
        session.random = Random::new(self.seed);
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
        let resumed = if self.resume {
            true
        } else if io::stdin().is_terminal() {
            let question = format!(
                "A game of {} was left after {} moves. Go on with it? [Y/n]",
                start.names().join(" + "),
                moves.len()
            );
            match talk.ask(&question)? {
                Some(answer) => !answer.trim().to_lowercase().starts_with('n'),
                None => true,
            }
        } else {
            talk.say("A game that was left is kept; --resume goes on with it, --new leaves it.")?;
            false
        };
        Ok(resumed.then_some((start, moves, record)))
    }
}
