//! Talking with the players: questions, answers, and the bids for an
//! environment.

use play::{Bid, Bidding, CardPlayer, Stack};
use rules::{BadInput, Random};
use std::io::{self, StdinLock, Write};
use values::{Dyadic, Player};

use super::super::lines::Lines;
use super::super::{Interrupts, Stop};

/// A side.
pub enum Side {
    Human,
    Computer(Box<CardPlayer>),
}

/// What people type and read.
pub struct Talk<'o> {
    input: Lines<StdinLock<'static>>,
    out: &'o mut dyn Write,
    pub interrupts: &'o Interrupts,
}

impl<'o> Talk<'o> {
    pub fn new(out: &'o mut dyn Write, interrupts: &'o Interrupts) -> Self {
        Talk {
            input: Lines::new(io::stdin().lock(), 1 << 16),
            out,
            interrupts,
        }
    }

    pub fn say(&mut self, text: &str) -> Result<(), Stop> {
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// What somebody answers; nothing at the end of the input.
    pub fn ask(&mut self, question: &str) -> Result<Option<String>, Stop> {
        write!(self.out, "{question} ")?;
        self.out.flush()?;
        Ok(match self.input.next()? {
            None => None,
            Some(Ok(line)) => Some(line.trim().to_owned()),
            Some(Err(failure)) => Some(failure.message),
        })
    }

    /// Asks until the answer is one. Nothing if the input ends or somebody
    /// wants to leave.
    pub fn insist<T>(
        &mut self,
        question: &str,
        read: impl Fn(&str) -> Result<T, BadInput>,
    ) -> Result<Option<T>, Stop> {
        loop {
            let Some(answer) = self.ask(question)? else {
                return Ok(None);
            };
            if is_quit(&answer) {
                return Ok(None);
            }
            match read(&answer) {
                Ok(answer) => return Ok(Some(answer)),
                Err(bad) => self.say(&format!("{}; {}", bad.message, bad.hint))?,
            }
        }
    }
}

/// Whether somebody wants to leave.
pub fn is_quit(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "quit" | "exit" | "q")
}

pub fn number(text: &str) -> Result<Dyadic, BadInput> {
    text.parse()
        .map_err(|why| BadInput::new(format!("`{}`: {why}", text.escape_debug()), "such as 7/8"))
}

fn count(text: &str) -> Result<usize, BadInput> {
    text.parse().map_err(|_| {
        let text = text.escape_debug();
        BadInput::new(format!("`{text}` is not a whole number"), "such as 12")
    })
}

/// Both players bid for the environment of temperature `t`. Nothing if the
/// input ends or somebody leaves.
pub fn bid(
    talk: &mut Talk<'_>,
    sides: &[Side; 2],
    t: &Dyadic,
    run: u64,
    random: &mut Random,
) -> Result<Option<Stack>, Stop> {
    talk.say(
        "Each bids a bound on the step between cards and a number of cards of -1. Who bid the \
         larger step then names one below the other's, who bid fewer cards more than the other.",
    )?;
    let mut bids = Vec::new();
    for player in Player::BOTH {
        bids.push(match &sides[player as usize] {
            Side::Computer(computer) => computer.bid(run),
            Side::Human => {
                let delta = talk.insist(&format!("{player}, your step?"), |text| {
                    Ok(Bid::new(number(text)?, 1)?.delta)
                })?;
                let Some(delta) = delta else {
                    return Ok(None);
                };
                let ones = talk.insist(&format!("{player}, how many cards of -1?"), |text| {
                    Ok(Bid::new(1.into(), count(text)?)?.ones)
                })?;
                let Some(ones) = ones else {
                    return Ok(None);
                };
                Bid { delta, ones }
            }
        });
    }
    for (player, bid) in Player::BOTH.iter().zip(&bids) {
        talk.say(&format!(
            "{player} bids a step of {} and {} of -1",
            bid.delta, bid.ones
        ))?;
    }
    let [left, right] = &bids[..] else {
        return Ok(None);
    };
    let bidding = Bidding::new([left.clone(), right.clone()], random);
    loop {
        let namer = bidding.names_delta();
        let delta = match &sides[namer as usize] {
            Side::Computer(computer) => Some(computer.name_delta(&bidding)),
            Side::Human => {
                let question = format!("{namer}, name a step below {}:", bidding.delta_below());
                talk.insist(&question, number)?
            }
        };
        let Some(delta) = delta else {
            return Ok(None);
        };
        let namer = bidding.names_ones();
        let ones = match &sides[namer as usize] {
            Side::Computer(computer) => Some(computer.name_ones(&bidding)),
            Side::Human => {
                let above = bidding.ones_above();
                talk.insist(
                    &format!("{namer}, name a number of -1s above {above}:"),
                    count,
                )?
            }
        };
        let Some(ones) = ones else {
            return Ok(None);
        };
        match bidding.stack(t, &delta, ones) {
            Ok(stack) => return Ok(Some(stack)),
            Err(bad) => talk.say(&format!("{}; {}", bad.message, bad.hint))?,
        }
        // Nobody can be asked for anything else.
        if sides.iter().all(|side| matches!(side, Side::Computer(_))) {
            return Ok(None);
        }
    }
}
