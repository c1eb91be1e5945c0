//! `legatus play`: a game in the terminal.

mod keep;
mod list;
mod rulebook;
mod session;
mod sitting;
mod view;
mod why;

use clap::Args;
use clap::builder::TypedValueParser;
use play::{Adjudicator, Contestable, Record, Seat, Session, State, Strength, Voice};
use rules::latrunculus::{INFO, State as DiceState};
use rules::{BadInput, Random};
use solve::Convention;
use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use values::{Budget, Player};

use super::asking::desk;
use super::latrunculus::view::describe as left_game;
use super::latrunculus::{self, session as dice};
use super::players::{Table, Thinking, seat};
use super::talk::Talk;
use super::{Exit, Limits, Stop, known};
use ask::settings::{side, side_or};
use ask::{Desk, Trouble};
pub use keep::{Keep, Left, Start, Wish, offer, read as read_games};
pub(super) use list::numbered;
pub use rulebook::{games as rules_of, of_game as game_rules};
use session::{Computer, Plain};
pub use sitting::{Kind, Sitting, Unread, nobody};
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
  legatus play legionnaires --opponent medium
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
    #[arg(long, value_name = "PLAYER", visible_alias = "black")]
    #[arg(value_parser = known::player(), hide_possible_values = true)]
    #[arg(default_value = "human")]
    left: String,

    /// Right's player [default: the strongest for the game]
    #[arg(long, value_name = "PLAYER", visible_alias = "white")]
    #[arg(value_parser = known::player(), hide_possible_values = true)]
    right: Option<String>,

    /// Play against a computer that is easy, medium, hard or perfect, on the
    /// side that --side says
    #[arg(long, value_name = "STRENGTH", conflicts_with_all = ["left", "right"])]
    #[arg(value_parser = known::strength().try_map(|name| strength(&name)))]
    #[arg(hide_possible_values = true)]
    opponent: Option<Strength>,

    /// Your side against --opponent: left or right (black, white), or best, the
    /// side that can win
    #[arg(long, value_name = "SIDE", requires = "opponent")]
    #[arg(default_value = "best", value_parser = chosen)]
    side: Chosen,

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
        let mut desk = desk(&self.limits, false)?;
        let answer = self.play(&mut desk, out);
        desk.finish(answer, out)
    }

    /// Plays the game with a die.
    fn dice(
        &self,
        start: DiceState,
        desk: &mut Desk,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let budget = desk.workbench().1.budget().clone();
        let mut talk = Talk::new(out, &desk.interrupts)?;
        let mut keep = Keep::of("", &start.headers());
        let Some((mut session, kept)) = self.begin(start, &mut keep, &mut talk, left_game)? else {
            return Ok(Exit::Answered);
        };
        let [left, right] = self
            .names(kept.as_ref())
            .map(|name| dice::seat(name.as_deref(), &self.thinking, &budget));
        let [(left, lefts), (right, rights)] = [left?, right?];
        session.seats = [left, right];
        // People expect another game each time; what is asked for is repeated.
        let seed = kept.as_ref().and_then(dice::seed);
        let sitting = Sitting {
            session,
            kind: dice::Dice {
                computers: [lefts, rights],
                seed: seed.or(self.seed).unwrap_or_else(clock),
                own_die: self.die,
            },
            talk,
            keep,
            budget,
        };
        Ok(sitting.run()?)
    }

    fn play(&self, desk: &mut Desk, out: &mut dyn Write) -> Result<Exit, Trouble> {
        if let Some(asked) = latrunculus::asked(&self.table.words()) {
            let (options, board) = asked?;
            let first = self.first.unwrap_or(INFO.first);
            return self.dice(DiceState::new(options, board, first)?, desk, out);
        }
        let start = self.table.start(desk)?;
        let first = self.first.unwrap_or(start.turn());
        let start = start.with_turn(first);
        let budget = desk.workbench().1.budget().clone();
        let mut talk = Talk::new(out, &desk.interrupts)?;
        let mut keep = Keep::of("", &start.headers());
        let Some((mut session, kept)) = self.begin(start, &mut keep, &mut talk, describe)? else {
            return Ok(Exit::Answered);
        };
        let names = match (&kept, self.opponent) {
            (None, Some(strength)) => self.against(strength, session.start(), &budget),
            _ => self.names(kept.as_ref()),
        };
        let [left, right] = names.map(|name| self.seat(name.as_deref(), session.start()));
        let [(left, lefts), (right, rights)] = [left?, right?];
        session.seats = [left, right];
        let sitting = Sitting {
            session,
            kind: Plain {
                computers: [lefts, rights],
                random: Random::new(self.seed.unwrap_or(1)),
                level: self.thinking.level,
                timed: self.thinking.seconds.is_some(),
            },
            talk,
            keep,
            budget,
        };
        Ok(sitting.run()?)
    }

    /// A new game, or the one that was left and its record; nothing if
    /// somebody leaves.
    fn begin<G: Contestable>(
        &self,
        start: G,
        keep: &mut Keep,
        talk: &mut Talk<'_>,
        describe: fn(&Left<G>, bool) -> String,
    ) -> Result<Option<Begun<G>>, Stop> {
        Ok(match offer(keep, self.wish(), talk, describe)? {
            Start::Leave => None,
            Start::New => Some((Session::new(start, nobody()), None)),
            Start::Resumed(left) => Some((left.session, Some(left.record))),
        })
    }

    /// Who plays a side: a person, or a player by name, the strongest if there
    /// is none.
    fn seat(
        &self,
        name: Option<&str>,
        start: &State,
    ) -> Result<(Seat, Option<Computer>), BadInput> {
        if name.is_some_and(|name| name.eq_ignore_ascii_case("human")) {
            return Ok((Seat::human(), None));
        }
        let seat = seat(name, start, &self.thinking)?;
        let (listed, _) = seat.who(start, start)?;
        let player = (listed.fresh)();
        Ok((seat, Some(Computer { listed, player })))
    }

    /// The players of a game against a computer of this strength.
    fn against(&self, strength: Strength, start: &State, budget: &Budget) -> [Option<String>; 2] {
        let person = match self.side {
            Chosen::Side(player) => player,
            Chosen::Best => {
                let budget = budget.clone().with_time(LOOKING);
                let mut adjudicator = Adjudicator::new(start.convention(), budget);
                adjudicator.winner(start).unwrap_or(start.turn())
            }
        };
        Player::BOTH.map(|player| match player == person {
            true => Some("human".to_owned()),
            false => Some(strength.name().to_owned()),
        })
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

/// The side of a person who plays against the computer.
#[derive(Clone, Copy)]
enum Chosen {
    Side(Player),
    /// The one that can win.
    Best,
}

fn chosen(text: &str) -> Result<Chosen, String> {
    side_or(text, "best", Chosen::Best, Chosen::Side)
}

fn strength(text: &str) -> Result<Strength, String> {
    Strength::read(text).map_err(|bad| bad.to_string())
}

/// How long is looked for who can win.
const LOOKING: Duration = Duration::from_secs(1);

/// A game that begins, and the record of it if it was left before.
type Begun<G> = (Session<G>, Option<Record>);

/// A game that was left, in words and as it stands.
fn describe(left: &Left<State>, colour: bool) -> String {
    let Left { record, session } = left;
    let (start, now) = (session.start(), session.now());
    let (names, board) = (start.names().join(" + "), view::board(now, None, colour));
    let [left, right] = ["Left", "Right"].map(|side| record.header(side).unwrap_or("?"));
    let count = match session.ply() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    let misere = match start.convention() {
        Convention::Normal => "",
        Convention::Misere => ", misère,",
    };
    let [lefts, rights] = Player::BOTH.map(|player| Voice::of_side(start, player).mover_within());
    format!(
        "A game of {names}{misere} from {} was left after {count}, {lefts} {left}, \
         {rights} {right}:\n\n{board}\n\n{} is to move.",
        positions(start),
        Voice::of_side(start, now.turn()).mover
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
