//! What a position is worth beside a stack of cards.

use play::{Appraiser, Payoffs, Stack};
use positions::{Solvers, Sum, Term};
use solve::{Bag, Interval, Parts, Taxed};
use std::io::{self, Write};
use std::time::Duration;
use values::{Arena, Budget, Dyadic, Error, Player};

use super::super::json;
use super::super::question::{Trouble, plain};
use super::super::thermograph::unfinished;
use super::{Length, MOST_BYTES, Rule};
use crate::calc::FailureKind;

/// Left's net scores, as far as they were found.
pub struct Answer {
    stack: Stack,
    /// The longest run of moves on the board; `None`: it takes too much
    /// memory to find.
    run: Option<u64>,
    /// By starter.
    pub nets: [Interval; 2],
    /// The turn that is known to bring most, where the score is not exact.
    best: [Option<String>; 2],
    /// The walls at the top of the stack.
    walls: [Option<Dyadic>; 2],
    /// Why scores are not exact.
    pub stopped: Option<Error>,
}

/// A board with its parts, and where each move leads.
struct Table<'a> {
    parts: Parts,
    arena: &'a mut Arena,
    bag: Bag,
    turns: [Vec<(String, Bag)>; 2],
}

impl Answer {
    pub fn find(
        sum: &Sum,
        rule: &Rule,
        time: Duration,
        solvers: &mut Solvers,
        arena: &mut Arena,
    ) -> Result<Self, Trouble> {
        // Bad cards are refused before the work begins.
        rule.stack(0)?;
        let budget = arena.budget().clone().with_bytes(MOST_BYTES);
        let length = Length::of(sum, arena, &budget)?;
        let stack = rule.stack(length.most())?;
        let run = length.exact();
        // What the search needs to know of the last cards.
        if *stack.terminal() == Dyadic::new(-1, 1) && stack.ones() as u64 >= length.most() {
            match Self::search(sum, &stack, time, arena) {
                Ok(mut answer) if !matches!(answer.stopped, Some(Error::TooLarge { .. })) => {
                    answer.run = run;
                    return Ok(answer);
                }
                Ok(_) | Err(Error::TooLarge { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        // Values of one arena mean nothing in another.
        let values = sum.terms.iter().any(|term| matches!(term, Term::Value(_)));
        if values {
            return Ok(Self::by_values(sum, stack, run, solvers, arena)?);
        }
        let limit = arena.budget().clone().with_time(time);
        let mut arena = Arena::with_budget(limit);
        let answer = Self::by_values(sum, stack, run, &mut Solvers::default(), &mut arena);
        answer.map_err(|error| match error {
            Error::Deadline => plain(
                FailureKind::Limit,
                "stopped at the time limit; allow more --seconds, or as many cards of \
                 -1 as there can be moves and a last card of -1/2, for a quicker search"
                    .to_owned(),
            )
            .into(),
            error => error.into(),
        })
    }

    /// By canonical forms, beside any stack.
    fn by_values(
        sum: &Sum,
        stack: Stack,
        run: Option<u64>,
        solvers: &mut Solvers,
        arena: &mut Arena,
    ) -> Result<Self, Error> {
        let graph = sum.thermograph(solvers, arena)?;
        let value = sum.value(solvers, arena)?;
        let payoff = Payoffs::new(arena, &[value], &stack, 0)?.payoff(0, 0);
        Ok(Answer {
            run,
            nets: [payoff.left, payoff.right].map(|net| Interval {
                low: net.clone(),
                high: net,
            }),
            best: [None, None],
            walls: Player::BOTH.map(|player| Some(graph.wall(player).at(stack.top()))),
            stack,
            stopped: None,
        })
    }

    fn search(sum: &Sum, stack: &Stack, time: Duration, arena: &mut Arena) -> Result<Self, Error> {
        let mut table = Table::new(sum, arena)?;
        let limit = table.arena.budget().clone().with_time(time);
        let walls = table.walls(stack.top(), limit.clone().with_time(time / 4))?;
        let budget = limit.clone().with_time(time / 2);
        let mut appraiser = Appraiser::new(&mut table.parts, table.arena, budget, stack)?;
        let mut left = appraiser.appraise(&table.bag, Player::Left)?;
        appraiser.set_budget(limit);
        let right = appraiser.appraise(&table.bag, Player::Right)?;
        // What Right's turn has left of the time; what was found is kept.
        if left.stopped == Some(Error::Deadline) {
            left = appraiser.appraise(&table.bag, Player::Left)?;
        }
        let mut best = [None, None];
        for (starter, found) in Player::BOTH.into_iter().zip([&left, &right]) {
            if found.stopped.is_some() {
                let turns = &table.turns[starter as usize];
                let turn = best_turn(&mut appraiser, &table.bag, turns, starter)?;
                best[starter as usize] = Some(turn);
            }
        }
        let stopped = left.stopped.or(right.stopped);
        Ok(Answer {
            run: None,
            nets: [left.net, right.net],
            best,
            walls,
            stack: stack.clone(),
            stopped,
        })
    }

    /// What each starter's score differs from the stack's and the wall's.
    fn difference(&self, starter: Player) -> Option<Interval> {
        let wall = self.walls[starter as usize].as_ref()?;
        let alone = &self.stack.payoff(starter) + wall;
        let Interval { low, high } = &self.nets[starter as usize];
        Some(Interval {
            low: low - &alone,
            high: high - &alone,
        })
    }

    /// 3Nδ, if the stack is as the theorem wants it.
    fn bound(&self) -> Option<Dyadic> {
        let run = self.run.filter(|&run| run <= self.stack.ones() as u64)?;
        let paper = *self.stack.terminal() == Dyadic::new(-1, 1);
        paper.then(|| &Dyadic::new(3 * u128::from(run), 0) * self.stack.step())
    }

    pub fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "stack S: {}", self.stack)?;
        let unknown = || "?".to_owned();
        let wall = format!("wall at {}", self.stack.top());
        let alone = Player::BOTH.map(|starter| self.stack.payoff(starter).to_string());
        let walls = self
            .walls
            .each_ref()
            .map(|wall| wall.as_ref().map_or_else(unknown, Dyadic::to_string));
        let differences = Player::BOTH.map(|starter| {
            let difference = self.difference(starter);
            difference.as_ref().map_or_else(unknown, written)
        });
        let mut rows = vec![
            ("", Player::BOTH.map(|starter| format!("{starter} starts"))),
            ("G + S", self.nets.each_ref().map(written)),
            ("S", alone),
            (&wall, walls),
            ("difference", differences),
        ];
        if self.stopped.is_some() {
            let best = self.best.clone().map(Option::unwrap_or_default);
            rows.insert(2, ("best so far", best));
        }
        let first = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let second = rows.iter().map(|(_, [left, _])| left.len()).max();
        let second = second.unwrap_or(0);
        for (name, [left, right]) in &rows {
            let row = format!("{name:first$}  {left:second$}  {right}");
            writeln!(out, "{}", row.trim_end())?;
        }
        if let Some(why) = self.missing() {
            writeln!(out, "not exact: {why}")?;
        }
        writeln!(out, "bound on the difference: {}", self.words_of_bound())
    }

    fn words_of_bound(&self) -> String {
        let run = self.run.map_or("?".to_owned(), |run| run.to_string());
        let ones = self.stack.ones();
        match self.bound() {
            Some(bound) => format!("3 x {run} moves x {} = {bound}", self.stack.step()),
            None if *self.stack.terminal() != Dyadic::new(-1, 1) => {
                "none, the last card is not -1/2".to_owned()
            }
            None if self.run.is_none() => "unknown, too many moves to count".to_owned(),
            None => format!("none, {ones} cards of -1 and {run} moves"),
        }
    }

    /// Why scores are not exact, and what to do.
    fn missing(&self) -> Option<String> {
        self.stopped.as_ref().map(unfinished)
    }

    pub fn object(&self) -> String {
        let pair = |name: &str, [left, right]: [Option<Dyadic>; 2]| {
            let [left, right] = [left, right].map(|number| match number {
                Some(number) => format!("\"{number}\""),
                None => "null".to_owned(),
            });
            format!("\"left_{name}\":{left},\"right_{name}\":{right}")
        };
        let exact = |interval: &Interval| interval.exact().cloned();
        let differences = Player::BOTH.map(|starter| self.difference(starter));
        let orelse = |number: Option<String>| number.unwrap_or_else(|| "null".to_owned());
        let stack = &self.stack;
        let mut members = vec![
            pair("starts", self.nets.each_ref().map(exact)),
            pair(
                "stack",
                Player::BOTH.map(|starter| Some(stack.payoff(starter))),
            ),
            pair("wall", self.walls.clone()),
            pair(
                "difference",
                differences.map(|d| d.as_ref().and_then(exact)),
            ),
            format!(
                "\"bound\":{}",
                orelse(self.bound().map(|bound| json::string(&bound.to_string())))
            ),
            format!(
                "\"longest_run\":{}",
                orelse(self.run.map(|run| run.to_string()))
            ),
            format!("\"top\":\"{}\",\"step\":\"{}\"", stack.top(), stack.step()),
            format!(
                "\"ones\":{},\"terminal\":\"{}\"",
                stack.ones(),
                stack.terminal()
            ),
            format!("\"cards\":{}", stack.len()),
        ];
        if let Some(why) = self.missing() {
            let bounds = self.nets.each_ref();
            members.push(pair("at_least", bounds.map(|net| Some(net.low.clone()))));
            members.push(pair("at_most", bounds.map(|net| Some(net.high.clone()))));
            let [left, right] = self.best.each_ref().map(|best| {
                let best = best.as_ref().map(|best| json::string(best));
                orelse(best)
            });
            members.push(format!("\"left_best\":{left},\"right_best\":{right}"));
            members.push(format!("\"missing\":{}", json::string(&why)));
        }
        format!("{{{}}}", members.join(","))
    }
}

impl<'a> Table<'a> {
    fn new(sum: &Sum, arena: &'a mut Arena) -> Result<Self, Error> {
        let mut parts = Parts::new(arena.budget().clone());
        let bag = sum.bag(&mut parts, arena)?;
        let mut turns = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for (text, after) in sum.moves(arena, player)? {
                let after = after.bag(&mut parts, arena)?;
                turns[player as usize].push((text, after));
            }
        }
        Ok(Table {
            parts,
            arena,
            bag,
            turns,
        })
    }

    /// The walls at a temperature, as far as the search finds them.
    fn walls(&mut self, t: &Dyadic, limit: Budget) -> Result<[Option<Dyadic>; 2], Error> {
        let taxes = std::slice::from_ref(t);
        let mut search = Taxed::new(&mut self.parts, self.arena, limit, taxes, None)?;
        let (left, _) = search.find(&self.bag, 0)?;
        let (right, _) = search.find(&-&self.bag, 0)?;
        Ok([left.exact().cloned(), right.exact().map(|wall| -wall)])
    }
}

/// The turn that is known to bring its player most.
fn best_turn(
    appraiser: &mut Appraiser<'_>,
    board: &Bag,
    turns: &[(String, Bag)],
    player: Player,
) -> Result<String, Error> {
    let gain = |net: Interval| match player {
        Player::Left => net.low,
        Player::Right => -net.high,
    };
    let mut best = ("card", gain(appraiser.after_card(board, player)?));
    for (text, after) in turns {
        let net = gain(appraiser.after_move(after, player)?);
        if net > best.1 {
            best = (text, net);
        }
    }
    Ok(best.0.to_owned())
}

/// A number, or the two that it lies between.
pub fn written(interval: &Interval) -> String {
    match interval.exact() {
        Some(number) => number.to_string(),
        None => format!("{}..{}", interval.low, interval.high),
    }
}
