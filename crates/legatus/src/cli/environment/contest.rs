//! Who plays beside the cards, and under which rules.

use clap::Args;
use play::{
    Accountant, CardGame, CardPlayer, Challenge, Contestable, Seat, Session, State, read_side,
};
use positions::{Sum, Term};
use rules::{BadInput, Random};
use solve::Convention;
use std::io::Write;
use std::sync::Arc;
use values::Player;

use super::super::play::{Keep, Kind, Left, Sitting, Start, Wish, board_of, nobody, offer};
use super::super::talk::Talk;
use super::super::{Exit, expressions, known};
use super::bidding::{Side, bid};
use super::session::Cards;
use super::{Length, Rule, number};
use ask::{Desk, Trouble};

/// A game in the terminal.
#[derive(Args)]
pub struct Contest {
    /// Play the game: the second player is given the komi, and after every
    /// turn the forecast and what the turn cost are shown
    #[arg(long, conflicts_with = "json")]
    play: bool,

    /// Left's player: human, exact, orthodox, thermostrat, sentestrat, hotstrat,
    /// novice or random
    #[arg(long, visible_alias = "black", value_name = "PLAYER")]
    #[arg(value_parser = known::card_player(), hide_possible_values = true)]
    #[arg(default_value = "human")]
    left: String,

    /// Right's player
    #[arg(long, visible_alias = "white", value_name = "PLAYER")]
    #[arg(value_parser = known::card_player(), hide_possible_values = true)]
    #[arg(default_value = "exact")]
    right: String,

    /// Who moves first: left (black) or right (white)
    #[arg(long, value_name = "PLAYER", default_value = "left")]
    first: String,

    /// Bid for the step and for the number of cards of -1: the fully enriched
    /// environment of temperature TOP
    #[arg(long, requires = "play", conflicts_with_all = ["step", "ones", "terminal"])]
    bid: bool,

    /// A referee skips ahead on sealed bids when both players take cards
    #[arg(long, requires = "play")]
    referee: bool,

    /// Who challenges the appraisal: left (black) says that it is too low,
    /// right (white) that it is too high
    #[arg(long, value_name = "PLAYER", requires_all = ["play", "appraisal", "epsilon"])]
    challenger: Option<String>,

    /// What Left's net score is claimed to be with best play
    #[arg(long, value_name = "NUMBER", requires = "challenger")]
    #[arg(value_parser = expressions::parse)]
    appraisal: Option<String>,

    /// By how much the claim is said to be wrong
    #[arg(long, value_name = "NUMBER", requires = "challenger")]
    #[arg(value_parser = expressions::parse)]
    epsilon: Option<String>,

    /// Go on with the game that was left from this position, without asking
    #[arg(long, requires = "play", conflicts_with_all = ["new", "bid"])]
    resume: bool,

    /// Begin a new game in place of the one that was left, without asking
    #[arg(long, requires = "play")]
    new: bool,

    /// The seed of everything that is left to chance
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// How many options are looked at to find how long play can last.
const MOST_OPTIONS: u64 = 1 << 20;

/// What the accountant, whose thermographs and values the players share, may
/// keep of each: enough for a board of 12x2.
const MOST_BYTES: u64 = 1 << 28;

impl Contest {
    /// Whether a game is wanted, not an answer.
    pub fn is_wanted(&self) -> bool {
        self.play
    }

    /// Plays it.
    pub fn run(
        &self,
        desk: &mut Desk,
        sum: &Sum,
        rule: &Rule,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let challenge = match (&self.challenger, &self.appraisal, &self.epsilon) {
            (Some(challenger), Some(appraisal), Some(epsilon)) => Some(Challenge::new(
                number("appraisal", appraisal)?,
                side(challenger)?,
                number("epsilon", epsilon)?,
            )?),
            _ => None,
        };
        let state = board(sum)?.with_turn(side(&self.first)?);
        let budget = desk.workbench().1.budget().clone();
        let bytes = (budget.bytes().unwrap_or(u64::MAX) / 4).min(MOST_BYTES);
        let random = Random::new(self.seed);
        let player = |name: &str, task: u64| match name.trim().eq_ignore_ascii_case("human") {
            true => Ok(Side::Human),
            false => CardPlayer::find(name, random.fork(task))
                .map(|player| Side::Computer(Box::new(player))),
        };
        let sides = [player(&self.left, 0)?, player(&self.right, 1)?];
        // Bad cards are refused before the work begins.
        rule.stack(0)?;
        // What is left open depends on how long play can last.
        let brief = budget.clone().with_bytes(bytes).with_steps(MOST_OPTIONS);
        let accountant = Accountant::new(&budget, bytes);
        let run = desk.working(|_, arena| Length::of(sum, arena, &brief))?;
        let run = run.most();
        let mut talk = Talk::new(out, &desk.interrupts)?;
        let mut keep = Keep::of(Cards::PREFIX, &state.headers());
        let wish = Wish {
            resume: self.resume,
            new: self.new,
        };
        let mut session = match offer(&mut keep, wish, &mut talk, describe)? {
            Start::Leave => return Ok(Exit::Answered),
            Start::Resumed(left) => left.session,
            Start::New => {
                let stack = match self.bid {
                    true => bid(&mut talk, &sides, &rule.top, run, &mut random.fork(2))?,
                    false => Some(rule.stack(run)?),
                };
                let Some(stack) = stack else {
                    talk.say("\nleft before the game began")?;
                    return Ok(Exit::Answered);
                };
                Session::new(CardGame::new(state, stack), nobody())
            }
        };
        session.seats =
            [(&self.left, &sides[0]), (&self.right, &sides[1])].map(|(name, side)| match side {
                Side::Human => Seat::human(),
                Side::Computer(_) => Seat::computer(name, None),
            });
        let sitting = Sitting {
            session,
            kind: Cards {
                sides,
                referee: self.referee,
                challenge,
                accountant,
                costs: Vec::new(),
            },
            talk,
            keep,
            budget,
        };
        Ok(sitting.run()?)
    }
}

/// A game that was left, in words and as it stands.
fn describe(left: &Left<CardGame>, colour: bool) -> String {
    let (game, turns) = (left.session.now(), left.session.ply());
    let names = game.state().names().join(" + ");
    let (stack, board) = (game.stack(), board_of(game.state(), None, colour));
    let (turn, card) = (game.turn(), game.top_card());
    format!(
        "A game of {names} beside the stack {stack} was left after {turns} turns:\n{board}\n\
         The top card is {card}, and {turn} is to move."
    )
}

/// The positions of a sum.
fn board(sum: &Sum) -> Result<State, BadInput> {
    let mut summands = Vec::new();
    for term in &sum.terms {
        match term {
            Term::Board(board, negated) => {
                let component = board.component();
                let component = match negated {
                    true => component.negated(),
                    false => component,
                };
                summands.push((Arc::clone(board.game()), component));
            }
            Term::Value(_) => {
                return Err(BadInput::new(
                    "a game is played with positions, not with values",
                    "write nim(2) for *2",
                ));
            }
        }
    }
    Ok(State::new(summands, Convention::Normal))
}

/// A player as people say it.
fn side(text: &str) -> Result<Player, BadInput> {
    read_side(text).ok_or_else(|| {
        BadInput::new(
            format!("`{}` is not a player", text.escape_debug()),
            "say left or right, black or white",
        )
    })
}
