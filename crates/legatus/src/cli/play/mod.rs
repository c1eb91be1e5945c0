//! `legatus play`: a game in the terminal.

mod keep;
mod list;
mod rulebook;
mod session;
mod view;
mod why;

use clap::Args;
use play::latrunculus::{begin, replay};
use play::{Record, State};
use rules::latrunculus::{Board, INFO, Options};
use rules::{BadInput, Random};
use solve::Convention;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};
use values::Player;

use super::latrunculus::view::describe as left_game;
use super::latrunculus::{self, session as dice};
use super::players::{Table, Thinking, listed, side};
use super::question::{Desk, Trouble};
use super::talk::Talk;
use super::{Exit, Limits, Stop, known};
pub use keep::{KEPT, Keep, Start, Wish, offer, read as read_games, write as write_game};
pub(super) use list::numbered;
pub use rulebook::{games as rules_of, of_game as game_rules};
pub use session::split;
use session::{Session, Side};
pub use view::{Last, adorn, board as board_of, named};

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
    #[arg(value_parser = known::player(), hide_possible_values = true)]
    left: String,

    /// Right's player [default: the strongest for the game]
    #[arg(long, value_name = "PLAYER", visible_alias = "white")]
    #[arg(value_parser = known::player(), hide_possible_values = true)]
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

    /// Go on with the game that was left from this position, without asking
    #[arg(long, conflicts_with = "new")]
    resume: bool,

    /// Begin a new game in place of the one that was left, without asking
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

    /// Plays the game with a die.
    fn play_dice(
        &self,
        asked: Result<(Options, Board), BadInput>,
        desk: &mut Desk,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let (options, board) = asked?;
        let first = self.first.unwrap_or(INFO.first);
        let start = rules::latrunculus::State::new(options, board, first)?;
        let budget = desk.workbench().1.budget().clone();
        let mut talk = Talk::new(out, &desk.interrupts)?;
        let mut keep = Keep::of("", &begin(&start));
        let kept = offer(
            &mut keep,
            self.wish(),
            &mut talk,
            |record| {
                let states = replay(&record).map_err(|bad| bad.to_string())?;
                Ok((record, states))
            },
            |(record, states), colour| left_game(record, states, colour),
        )?;
        let kept = match kept {
            Start::Leave => return Ok(Exit::Answered),
            Start::New => None,
            Start::Resumed(kept) => Some(kept),
        };
        let [left, right] = self
            .names(kept.as_ref().map(|(record, _)| record))
            .map(|name| dice::Side::find(name.as_deref(), &self.thinking, &budget));
        // People expect another game each time; what is asked for is repeated.
        let seed = self.seed.unwrap_or_else(clock);
        let mut session =
            dice::Session::new(start, [left?, right?], seed, self.die, talk, keep, &budget);
        if let Some((record, states)) = kept {
            session.resume(record, states);
        }
        Ok(session.run()?)
    }

    fn play(&self, desk: &mut Desk, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let start = self.table.start(desk)?;
        let first = self.first.unwrap_or(start.turn());
        let start = start.with_turn(first);
        let budget = desk.workbench().1.budget().clone();
        let mut talk = Talk::new(out, &desk.interrupts)?;
        let mut keep = Keep::new(&start);
        let kept = offer(
            &mut keep,
            self.wish(),
            &mut talk,
            |record| {
                let (start, moves) = record.replay().map_err(|bad| bad.to_string())?;
                Ok((start, moves, record))
            },
            |(start, moves, record), colour| describe(start, moves, record, colour),
        )?;
        let (start, moves, names) = match kept {
            Start::Leave => return Ok(Exit::Answered),
            Start::New => (start, Vec::new(), self.names(None)),
            Start::Resumed((start, moves, record)) => (start, moves, self.names(Some(&record))),
        };
        let side = |name: &Option<String>| -> Result<Side, BadInput> {
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
        Ok(session.run()?)
    }

    fn wish(&self) -> Wish {
        Wish {
            resume: self.resume,
            new: self.new,
        }
    }

    /// The players of a game that is gone on with, or those that were asked
    /// for.
    fn names(&self, kept: Option<&Record>) -> [Option<String>; 2] {
        match kept {
            Some(record) => ["Left", "Right"].map(|side| record.header(side).map(str::to_owned)),
            None => [Some(self.left.clone()), self.right.clone()],
        }
    }
}

/// A game that was left, in words and as it stands.
fn describe(start: &State, moves: &[play::Move], record: &Record, colour: bool) -> String {
    let mut now = start.clone();
    moves.iter().for_each(|mv| now.play(mv));
    let (names, board) = (start.names().join(" + "), view::board(&now, None, colour));
    let [left, right] = ["Left", "Right"].map(|side| record.header(side).unwrap_or("?"));
    let count = match moves.len() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    let misere = match start.convention() {
        Convention::Normal => "",
        Convention::Misere => ", misère,",
    };
    format!(
        "A game of {names}{misere} from {} was left after {count}, Left (Black) {left}, \
         Right (White) {right}:\n\n{board}\n\n{} is to move.",
        positions(start),
        now.turn()
    )
}

/// The positions of a sum, as they are written.
fn positions(state: &State) -> String {
    let texts = state.components().iter().map(|component| component.text());
    texts.collect::<Vec<_>>().join(" + ")
}

/// A number that differs from game to game.
fn clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(1, |since| since.as_millis() as u64)
}
