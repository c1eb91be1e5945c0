//! What a position is worth beside a stack of cards.

use play::{Appraiser, Payoffs, Stack};
use positions::{Solvers, Sum, Term};
use serde::ser::{Serialize, SerializeMap, Serializer};
use solve::{Bag, Interval, Parts, Patience, Taxed};
use std::io::{self, Write};
use values::{Arena, Budget, Dyadic, Error, Player};

use super::cards::{Length, MOST_BYTES, Rule};
use super::thermograph::{SEARCH_SECONDS, patience, unfinished};
use crate::{
    Asked, Desk, Exit, Layout, Question, SUBJECT, Setting, Subject, Takes, Trouble, Web, json,
    settings,
};

/// `legatus environment`.
pub static QUESTION: Question = Question {
    name: "environment",
    about: "Play best beside a stack of cards",
    help: "At each turn a player moves on the board or takes the top card, which scores its value; \
           taking the bottom card ends the game. The stack is TOP, TOP - STEP, TOP - 2 STEP, ... \
           while above -1, then cards of -1, then the terminal komi; the initial komi is not part \
           of it. Printed are Left's net scores with best play, LP and RP, when Left and when \
           Right starts, with and without the board, the walls of the thermograph at TOP, which \
           they come to as the step gets small, and the difference, which is at most 3 N STEP for \
           a board on which at most N moves can be made. When the time is up, or Ctrl-C is \
           pressed, the interval is printed in which each score lies, and the turn that is known \
           to bring most.",
    words: &[SUBJECT],
    settings: &[
        Setting::new(
            "top",
            Takes::Text("T"),
            "The first card, which is the temperature [default: 79/8, as in the paper of Berlekamp]",
        )
        .on_the_web(),
        Setting::new(
            "step",
            Takes::Text("D"),
            "The difference of cards that follow one another [default: 1/4]",
        )
        .on_the_web(),
        Setting::new(
            "ones",
            Takes::Text("M"),
            "How many cards of -1 there are [default: enough for every possible move; without \
             --top and --step at least 6]",
        )
        .on_the_web(),
        Setting::new("terminal", Takes::Text("K"), "The last card [default: -1/2]").on_the_web(),
        settings::json(
            "Print a JSON object: left_starts and right_starts are LP(G+S) and RP(G+S), left_stack \
             and right_stack LP(S) and RP(S), then the walls at TOP, the differences, the bound on \
             them (null if the cards of -1 are too few for it), the longest run of moves on the \
             board, and the stack; if scores were not found, they and the differences are null, \
             and left_at_least, left_at_most, left_best, the same for right, and missing tell what \
             is known and why",
        ),
        SEARCH_SECONDS,
    ],
    examples: &[
        "legatus environment amazons 'R..L...R'",
        "legatus environment amazons 'R..L...R' --top 4 --step 1/8",
        "legatus environment domineering 3x3 --top 2 --step 3/4 --ones 6 --json",
        "legatus environment 'domineering(\"2x3\") - *2' --top 3 --step 1/4",
        "legatus environment amazons 'R..L...R' --play --left human --right exact",
        "legatus environment amazons R..L...R --play --left sentestrat --referee",
        "legatus environment amazons 'R..L...R' --play --bid --top 4",
        "legatus environment nim 2 --play --challenger left --appraisal 0 --epsilon 1",
    ],
    web: Some(Web {
        about: "best play beside a stack of cards, for each starter",
        subject: Subject::Either,
        given: &[],
        example: "game=amazons&position=R..L...R&top=4&step=1/4",
    }),
    answer,
};

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    desk.ask(&asked.words, out, &mut |desk, sum, layout, out| {
        sum.finite()?;
        let rule = Rule::read(asked)?;
        let answer = environment(desk, sum, &rule, patience(desk, asked)?)?;
        match (desk.json(), layout) {
            (true, _) => json::line(out, &answer)?,
            (false, Layout::Line) => {
                let [left, right] = answer.nets.each_ref().map(written);
                writeln!(out, "{left} {right}")?;
            }
            (false, Layout::Page) => answer.page(out)?,
        }
        Ok(match answer.stopped {
            Some(Error::Interrupted) => Exit::Interrupted,
            _ => Exit::Answered,
        })
    })
}

/// Finds what a sum is worth beside a stack, as far as it is found in time.
pub fn environment(
    desk: &mut Desk,
    sum: &Sum,
    rule: &Rule,
    patience: Patience,
) -> Result<EnvironmentAnswer, Trouble> {
    sum.finite()?;
    desk.begin(patience);
    let find = |solvers: &mut _, arena: &mut _| {
        EnvironmentAnswer::find(sum, rule, patience, solvers, arena)
    };
    desk.working(find).map_err(Trouble::advised)
}

/// Left's net scores, as far as they were found.
pub struct EnvironmentAnswer {
    stack: Stack,
    /// The longest run of moves on the board; `None`: it takes too much
    /// memory to find.
    run: Option<u64>,
    /// By starter.
    nets: [Interval; 2],
    /// The turn that is known to bring most, where the score is not exact.
    best: [Option<String>; 2],
    /// The walls at the top of the stack.
    walls: [Option<Dyadic>; 2],
    /// Why scores are not exact.
    stopped: Option<Error>,
}

/// A board with its parts, and where each move leads.
struct Table<'a> {
    parts: Parts,
    arena: &'a mut Arena,
    bag: Bag,
    turns: [Vec<(String, Bag)>; 2],
}

impl EnvironmentAnswer {
    fn find(
        sum: &Sum,
        rule: &Rule,
        patience: Patience,
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
            match Self::search(sum, &stack, patience, arena) {
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
        let limit = patience.budget(arena.budget());
        let mut arena = Arena::with_budget(limit);
        let answer = Self::by_values(sum, stack, run, &mut Solvers::default(), &mut arena);
        answer.map_err(|error| match error {
            Error::Deadline => Trouble::limit("stopped at the time limit; allow more --seconds, or as many cards of \
                 -1 as there can be moves and a last card of -1/2, for a quicker search"),
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
        Ok(EnvironmentAnswer {
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

    fn search(
        sum: &Sum,
        stack: &Stack,
        patience: Patience,
        arena: &mut Arena,
    ) -> Result<Self, Error> {
        let mut table = Table::new(sum, arena)?;
        let limit = patience.budget(table.arena.budget());
        let time = patience.left();
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
        Ok(EnvironmentAnswer {
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

    fn page(&self, out: &mut dyn Write) -> io::Result<()> {
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
}

/// The names of members begin with the starter.
impl Serialize for EnvironmentAnswer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let text = |number: Option<&Dyadic>| number.map(Dyadic::to_string);
        let exact = |interval: &Interval| text(interval.exact());
        let stack = &self.stack;
        let alone = Player::BOTH.map(|starter| Some(stack.payoff(starter).to_string()));
        let differences = Player::BOTH.map(|starter| self.difference(starter));
        let differences = differences.map(|difference| exact(difference.as_ref()?));
        let mut map = to.serialize_map(None)?;
        let pair = |map: &mut S::SerializeMap, name: &str, pair: [Option<String>; 2]| {
            Player::BOTH
                .into_iter()
                .zip(pair)
                .try_for_each(|(player, member)| {
                    map.serialize_entry(&format!("{}_{name}", player.name()), &member)
                })
        };
        pair(&mut map, "starts", self.nets.each_ref().map(exact))?;
        pair(&mut map, "stack", alone)?;
        pair(
            &mut map,
            "wall",
            self.walls.each_ref().map(|wall| text(wall.as_ref())),
        )?;
        pair(&mut map, "difference", differences)?;
        map.serialize_entry("bound", &text(self.bound().as_ref()))?;
        map.serialize_entry("longest_run", &self.run)?;
        map.serialize_entry("top", &stack.top().to_string())?;
        map.serialize_entry("step", &stack.step().to_string())?;
        map.serialize_entry("ones", &stack.ones())?;
        map.serialize_entry("terminal", &stack.terminal().to_string())?;
        map.serialize_entry("cards", &stack.len())?;
        if let Some(why) = self.missing() {
            let bounds = self.nets.each_ref();
            pair(&mut map, "at_least", bounds.map(|net| text(Some(&net.low))))?;
            pair(&mut map, "at_most", bounds.map(|net| text(Some(&net.high))))?;
            pair(&mut map, "best", self.best.clone())?;
            map.serialize_entry("missing", &why)?;
        }
        map.end()
    }
}

impl<'a> Table<'a> {
    fn new(sum: &Sum, arena: &'a mut Arena) -> Result<Self, Error> {
        let mut parts = Parts::new(arena.budget().clone());
        let bag = sum.bag(&mut parts, arena)?;
        let mut turns = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for (text, after) in sum.moves(arena, player)? {
                arena.budget().look()?;
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
fn written(interval: &Interval) -> String {
    match interval.exact() {
        Some(number) => number.to_string(),
        None => format!("{}..{}", interval.low, interval.high),
    }
}
