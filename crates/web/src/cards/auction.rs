//! The bids before a game beside cards: for the stack, as the paper has it, and
//! for the first move.

use play::{Bid, Bidding, Stack};
use rules::Random;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use values::{Dyadic, Player};

use super::super::fault::Fault;
use super::super::seat::Side;
use super::super::table::LONGEST_GAME;
use super::stack::{number, too_many_cards};

/// What is bid for before a game.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wanted {
    /// The step of the stack and its cards of −1.
    pub stack: bool,
    /// The komi: who bids more begins, and the other is given the bid.
    pub komi: bool,
}

/// Bids for richer environments than this are refused, so that the game comes
/// to its end: a step, a number of cards of −1, and a temperature.
const FINEST: (i64, u32) = (1, 5);
const MOST_ONES: usize = 500;
const HOTTEST: i64 = 10;

/// The bids of a game, open and made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Auction {
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<ForStack>,
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<ForKomi>,
    /// What coins depend on.
    seed: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ForStack {
    /// The temperature of the environment.
    top: String,
    /// How many moves can be made on the board.
    run: usize,
    bids: [Option<Rich>; 2],
    /// Who names the step, and who the number of cards of −1.
    names: Option<[Side; 2]>,
    step: Option<String>,
    ones: Option<usize>,
}

/// A bid for the stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Rich {
    step: String,
    ones: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ForKomi {
    bids: [Option<String>; 2],
    first: Option<Side>,
}

/// What somebody says when a bid is asked for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    pub side: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ones: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<String>,
    /// For the referee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
}

/// What is asked of somebody now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// A step and a number of cards of −1, sealed.
    Stack,
    /// A step that is smaller than the other's bid.
    Step,
    /// More cards of −1 than the other bid.
    Ones,
    /// A komi, sealed.
    Komi,
    /// The temperature of the next move on the board, sealed.
    Temperature,
}

impl Question {
    pub fn name(self) -> &'static str {
        match self {
            Question::Stack => "stack",
            Question::Step => "step",
            Question::Ones => "ones",
            Question::Komi => "komi",
            Question::Temperature => "temperature",
        }
    }
}

/// What came of a bid.
pub enum Outcome {
    /// Others are asked.
    Open,
    /// The stack is known.
    Stack(Stack),
    /// It is known who begins, and what the other is given.
    First(Player, Dyadic),
}

impl Auction {
    /// The bids for a board on which so many moves can be made.
    pub fn new(wanted: Wanted, top: &Dyadic, run: usize, seed: u64) -> Result<Self, Fault> {
        if wanted.stack && *top > Dyadic::from(HOTTEST) {
            let hint = format!("bid for a temperature of at most {HOTTEST}");
            return Err(Fault::bad(
                format!("{top} is too hot to bid for a stack"),
                hint,
            ));
        }
        Ok(Auction {
            stack: wanted.stack.then(|| ForStack {
                top: top.to_string(),
                run: run.clamp(1, MOST_ONES),
                bids: [None, None],
                names: None,
                step: None,
                ones: None,
            }),
            komi: wanted.komi.then_some(ForKomi {
                bids: [None, None],
                first: None,
            }),
            seed,
        })
    }

    /// Who is asked what; those who have an answer ready are asked last, as
    /// `people` says.
    pub fn asks(&self, people: [bool; 2]) -> Option<(Question, Player)> {
        let missing = |bids: [bool; 2]| {
            let mut both = Player::BOTH;
            both.sort_by_key(|player| !people[*player as usize]);
            both.into_iter().find(|player| !bids[*player as usize])
        };
        if let Some(stack) = &self.stack {
            if let Some(player) = missing(stack.bids.each_ref().map(Option::is_some)) {
                return Some((Question::Stack, player));
            }
            let [step, ones] = stack.names.map(|sides| sides.map(Side::player))?;
            if stack.step.is_none() {
                return Some((Question::Step, step));
            }
            if stack.ones.is_none() {
                return Some((Question::Ones, ones));
            }
        }
        let komi = self.komi.as_ref()?;
        let player = missing(komi.bids.each_ref().map(Option::is_some))?;
        Some((Question::Komi, player))
    }

    /// Hears what a player says to a question.
    pub fn hear(
        &mut self,
        question: Question,
        player: Player,
        said: &Said,
    ) -> Result<Outcome, Fault> {
        let mut coin = Random::new(self.seed);
        match (question, &mut self.stack, &mut self.komi) {
            (Question::Stack, Some(stack), _) => stack.bid(player, said, &mut coin),
            (Question::Step | Question::Ones, Some(stack), _) => stack.name(question, said),
            (Question::Komi, _, Some(komi)) => komi.bid(player, said, &mut coin),
            _ => Err(Fault::broken("nobody asked for a bid")),
        }
    }

    /// The number of moves for which a player bids.
    pub fn run(&self) -> u64 {
        self.stack.as_ref().map_or(1, |stack| stack.run as u64)
    }

    /// Both bids for the stack, when they are revealed.
    pub fn bidding(&self) -> Option<Bidding> {
        self.stack.as_ref()?.bidding().ok().flatten()
    }

    /// What a page may know: what was bid, once both have.
    pub fn seen(&self) -> Value {
        let stack = self.stack.as_ref().and_then(|stack| {
            let [Some(left), Some(right)] = &stack.bids else {
                return None;
            };
            let [step, ones] = stack.names?;
            Some(json!({
                "left": left, "right": right, "names_step": step, "names_ones": ones,
                "step": stack.step, "ones": stack.ones,
            }))
        });
        let komi = self.komi.as_ref().and_then(|komi| {
            let [Some(left), Some(right)] = &komi.bids else {
                return None;
            };
            Some(json!({"left": left, "right": right, "first": komi.first}))
        });
        json!({
            "top": self.stack.as_ref().map(|stack| &stack.top),
            "stack": stack,
            "komi": komi,
        })
    }
}

impl ForStack {
    fn bid(&mut self, player: Player, said: &Said, coin: &mut Random) -> Result<Outcome, Fault> {
        let hint = "bid a step such as 1/8 and a number of cards such as 12";
        let (Some(step), Some(ones)) = (&said.step, said.ones) else {
            return Err(Fault::bad("a bid is a step and a number of cards", hint));
        };
        let bid = Bid::new(number("step", step)?, ones)?;
        let (top, exponent) = FINEST;
        let finest = Dyadic::new(top, exponent);
        if bid.delta < finest || ones > MOST_ONES {
            return Err(Fault::bad(
                format!("{step} and {ones} is richer than a game here can be"),
                format!("bid a step of at least {finest} and at most {MOST_ONES} cards"),
            ));
        }
        self.bids[player as usize] = Some(Rich {
            step: bid.delta.to_string(),
            ones,
        });
        if let Some(bids) = self.both()? {
            let bidding = Bidding::new(bids, coin);
            let names = [bidding.names_delta(), bidding.names_ones()];
            self.names = Some(names.map(Side::of));
        }
        Ok(Outcome::Open)
    }

    fn both(&self) -> Result<Option<[Bid; 2]>, Fault> {
        let [Some(left), Some(right)] = &self.bids else {
            return Ok(None);
        };
        let bid = |rich: &Rich| Ok::<_, Fault>(Bid::new(number("step", &rich.step)?, rich.ones)?);
        Ok(Some([bid(left)?, bid(right)?]))
    }

    fn bidding(&self) -> Result<Option<Bidding>, Fault> {
        let (Some(bids), Some(names)) = (self.both()?, self.names) else {
            return Ok(None);
        };
        Ok(Some(Bidding::decided(bids, names.map(Side::player))))
    }

    fn name(&mut self, question: Question, said: &Said) -> Result<Outcome, Fault> {
        let Some(bidding) = self.bidding()? else {
            return Err(Fault::broken("the bids are not made"));
        };
        // What is still open is tried with what would do.
        let (mut step, mut ones) = (self.step.clone(), self.ones);
        match question {
            Question::Step => {
                let hint = format!("name a step below {}", bidding.delta_below());
                let named = said.step.as_ref();
                let named = named.ok_or_else(|| Fault::bad("no step is named", hint))?;
                step = Some(number("step", named)?.to_string());
            }
            _ => {
                let hint = format!("name a number above {}", bidding.ones_above());
                let named = said.ones;
                ones = Some(named.ok_or_else(|| Fault::bad("no number is named", hint))?);
            }
        }
        let some = step.clone().unwrap_or_default();
        let top = number("top", &self.top)?;
        let tried = ones.unwrap_or(bidding.ones_above() + 1);
        let named = number("step", &some)?;
        let few = Dyadic::from(LONGEST_GAME as i64);
        if tried > LONGEST_GAME || (named.signum() > 0 && &named * &few < &top + &Dyadic::from(2)) {
            return Err(too_many_cards());
        }
        let stack = bidding.stack(&top, &named, tried)?;
        if stack.len() > LONGEST_GAME {
            return Err(too_many_cards());
        }
        (self.step, self.ones) = (step, ones);
        Ok(match self.step.is_some() && self.ones.is_some() {
            true => Outcome::Stack(stack),
            false => Outcome::Open,
        })
    }
}

impl ForKomi {
    fn bid(&mut self, player: Player, said: &Said, coin: &mut Random) -> Result<Outcome, Fault> {
        let hint = "bid a number such as 3/2, what you would give to begin";
        let komi = said.komi.as_ref();
        let komi = komi.ok_or_else(|| Fault::bad("no komi is bid", hint))?;
        self.bids[player as usize] = Some(number("komi", komi)?.to_string());
        let [Some(left), Some(right)] = &self.bids else {
            return Ok(Outcome::Open);
        };
        let [left, right] = [number("komi", left)?, number("komi", right)?];
        let first = match left.cmp(&right) {
            std::cmp::Ordering::Greater => Player::Left,
            std::cmp::Ordering::Less => Player::Right,
            std::cmp::Ordering::Equal => Player::BOTH[coin.below(2) as usize],
        };
        self.first = Some(Side::of(first));
        Ok(Outcome::First(first, left.max(right)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auction(stack: bool, komi: bool) -> Auction {
        Auction::new(Wanted { stack, komi }, &3.into(), 9, 1).unwrap()
    }

    fn rich(step: &str, ones: usize) -> Said {
        Said {
            step: Some(step.to_owned()),
            ones: Some(ones),
            ..Said::default()
        }
    }

    /// The rules of the paper: who bid the larger step names one below the
    /// other's, who bid fewer cards of −1 more than the other.
    #[test]
    fn a_stack_is_bid_for_and_named() {
        let mut auction = auction(true, false);
        let people = [false, true];
        // People are asked first.
        assert_eq!(auction.asks(people), Some((Question::Stack, Player::Right)));
        for bad in [
            rich("0", 3),
            rich("1/4", 0),
            rich("1/1024", 3),
            rich("1/4", 9999),
        ] {
            assert!(auction.hear(Question::Stack, Player::Right, &bad).is_err());
        }
        let mut say = |question, player, said: &Said| auction.hear(question, player, said);
        assert!(say(Question::Stack, Player::Right, &rich("1/2", 20)).is_ok());
        assert!(say(Question::Stack, Player::Left, &rich("1/8", 9)).is_ok());
        assert_eq!(auction.asks(people), Some((Question::Step, Player::Right)));
        let mut say = |question, player, said: &Said| auction.hear(question, player, said);
        for bad in ["1/8", "0", "-1", "x", "1/1048576"] {
            assert!(
                say(Question::Step, Player::Right, &rich(bad, 1)).is_err(),
                "{bad}"
            );
        }
        assert!(say(Question::Step, Player::Right, &rich("1/16", 1)).is_ok());
        assert_eq!(auction.asks(people), Some((Question::Ones, Player::Left)));
        assert!(
            auction
                .hear(Question::Ones, Player::Left, &rich("1", 20))
                .is_err()
        );
        let done = auction
            .hear(Question::Ones, Player::Left, &rich("1", 21))
            .unwrap();
        let Outcome::Stack(stack) = done else {
            panic!("the stack is known")
        };
        assert_eq!(
            (stack.ones(), stack.step().to_string()),
            (21, "1/16".into())
        );
        assert_eq!(auction.asks(people), None);
    }

    #[test]
    fn who_bids_more_begins_and_gives_it() {
        let mut auction = auction(false, true);
        let komi = |text: &str| Said {
            komi: Some(text.to_owned()),
            ..Said::default()
        };
        assert!(
            auction
                .hear(Question::Komi, Player::Left, &komi("?"))
                .is_err()
        );
        let first = auction.hear(Question::Komi, Player::Left, &komi("3/2"));
        assert!(matches!(first, Ok(Outcome::Open)));
        // Nobody learns a bid before both are made.
        assert!(auction.seen()["komi"].is_null());
        let second = auction
            .hear(Question::Komi, Player::Right, &komi("7/4"))
            .unwrap();
        let Outcome::First(first, paid) = second else {
            panic!("it is known who begins")
        };
        assert_eq!((first, paid), (Player::Right, Dyadic::new(7, 2)));
        assert_eq!(auction.seen()["komi"]["first"], "right");
    }
}
