//! Every move, and what becomes of it.

use rules::{BadInput, Component, Position};
use serde::Serialize;
use solve::{Convention, Fate, Loopy};
use std::cmp::Reverse;
use std::io::{self, Write};
use values::{Arena, Budget, Dyadic, Error, Notation, Outcome, Player, Value};

use super::outcome::convention;
use super::turns;
use crate::json::{self, as_player};
use crate::latrunculus::{self, roll, throw};
use crate::settings::{self, NOTATION, dyadic, side};
use crate::{
    Asked, Desk, Exit, Layout, Question, SUBJECT, Setting, Subject, Takes, Trouble, Web, table,
};
use positions::{Detail, Searching, Solvers, Sum};

/// `legatus moves`.
pub static QUESTION: Question = Question {
    name: "moves",
    about: "List the moves of both players, with outcomes and values",
    help: "A move wins if the player who made it wins when the other is to move. It is canonical \
           if it is neither dominated nor reversible. It is orthodox at a temperature if it \
           attains the player's scaffold there. Where play may not end, small boards have the \
           moves that are left, and larger ones with --no-values.",
    words: &[SUBJECT],
    settings: &[
        Setting::new(
            "at",
            Takes::Readable("T", |text| dyadic(text).map(drop)),
            "Say which moves are orthodox at this temperature",
        )
        .on_the_web(),
        Setting::flag("incentives", "Print the incentives too: what a move gains").on_the_web(),
        Setting::flag("no-values", "Find outcomes by search, without values")
            .not_with(&["at", "incentives"])
            .on_the_web(),
        settings::misere("The player who cannot move wins; there are no values then")
            .not_with(&["at", "incentives"]),
        Setting::flag("plain", "Only the moves and where they lead")
            .not_with(&["at", "incentives", "no-values", "misere"])
            .on_the_web(),
        Setting::flag(
            "best-first",
            "Each player's best moves first: those that win, those that are canonical, those with \
             the best stop and mean",
        ),
        Setting::new(
            "player",
            Takes::Readable("PLAYER", |text| side(text).map(drop)),
            "Only the moves of this player: black (left) or white (right)",
        )
        .on_the_web(),
        roll("What the die shows, in games with a die: every distinct result").not_with(&[
            "at",
            "incentives",
            "no-values",
            "misere",
            "plain",
        ]),
        Setting::flag("count", "Only how many there are")
            .not_with(&["at", "incentives"])
            .on_the_web(),
        settings::json(
            "Print a JSON list of objects: player, move, position, outcome, value, winning, \
             canonical and what was asked for; distance where play may not end",
        ),
        NOTATION,
    ],
    examples: &[
        "legatus moves clobber 'XO/OX'",
        "legatus moves amazons '.L..R' --at 1 --incentives",
        "legatus moves legionnaires 4x4 --json",
        "legatus moves 'domineering(\"2x2\") + *2'",
        "legatus moves legionnaires:centurion 3x3",
        "legatus moves latrunculus start --player white --roll 2",
        "legatus moves latrunculus start --player white --roll 6 --count",
    ],
    web: Some(Web {
        about: "every move with its outcome and value, best moves first",
        subject: Subject::Either,
        given: &[("best-first", "")],
        example: "game=nim&position=3,4,5",
    }),
    answer,
};

/// Which moves, and what to tell of them.
#[derive(Clone, Debug, Default)]
pub struct MovesOptions {
    /// Which are orthodox at this temperature.
    pub at: Option<Dyadic>,
    /// What each gains.
    pub incentives: bool,
    /// Outcomes by search, without values.
    pub no_values: bool,
    /// The player who cannot move wins.
    pub misere: bool,
    /// Only the moves and where they lead.
    pub plain: bool,
    /// Each player's best moves first.
    pub best_first: bool,
    /// Only the moves of this player.
    pub player: Option<Player>,
    /// How values are written.
    pub notation: Notation,
}

/// A move and what is known about it.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    /// Who moves.
    #[serde(serialize_with = "as_player")]
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Where it leads.
    pub position: String,
    /// Who wins there.
    pub outcome: Option<String>,
    /// The value there.
    pub value: Option<String>,
    /// Whether the mover wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning: Option<bool>,
    /// Whether it is neither dominated nor reversible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<bool>,
    /// Whether it is orthodox at the temperature that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orthodox: Option<bool>,
    /// What becomes of the mover where play may not end.
    #[serde(rename = "distance", serialize_with = "as_distance")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fate: Option<Fate>,
    /// What it gains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incentive: Option<String>,
}

fn as_distance<S: serde::Serializer>(fate: &Option<Fate>, to: S) -> Result<S::Ok, S::Error> {
    fate.and_then(Fate::moves).serialize(to)
}

/// How many there are.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CountAnswer {
    count: usize,
}

impl CountAnswer {
    pub(super) fn of(count: usize) -> Self {
        CountAnswer { count }
    }

    pub(super) fn write(&self, is_json: bool, out: &mut dyn Write) -> io::Result<()> {
        match is_json {
            true => json::line(out, self),
            false => writeln!(out, "{}", self.count),
        }
    }
}

/// Finds the moves of both players.
///
/// ```
/// use ask::{Budget, Desk, MovesOptions};
/// let mut desk = Desk::new(Budget::unlimited());
/// let sum = desk.sum("nim 1,2")?;
/// let moves = ask::moves(&mut desk, &sum, &MovesOptions::default())?;
/// let winning = moves.iter().filter(|mv| mv.winning == Some(true));
/// assert_eq!(winning.map(|mv| &*mv.position).collect::<Vec<_>>(), ["1,1", "1,1"]);
/// # Ok::<(), ask::Trouble>(())
/// ```
pub fn moves(
    desk: &mut Desk,
    sum: &Sum,
    options: &MovesOptions,
) -> Result<Vec<MoveAnswer>, Trouble> {
    desk.working(|solvers, arena| options.moves(solvers, arena, sum))
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let count = asked.has("count");
    let options = MovesOptions {
        at: asked.read("at", dyadic)?,
        incentives: asked.has("incentives"),
        no_values: asked.has("no-values"),
        misere: convention(asked) == Convention::Misere,
        plain: asked.has("plain") || count,
        best_first: asked.has("best-first"),
        player: asked.read("player", side)?,
        notation: asked.notation(),
    };
    let roll = asked.read("roll", throw)?;
    if latrunculus::is_meant(&asked.words) {
        let asking = turns::Asking {
            player: options.player,
            roll,
            count,
        };
        let mut answer = |desk: &mut Desk, rules: &_, board: &_, layout, out: &mut dyn Write| {
            asking.answer(desk, rules, board, layout, out)
        };
        return latrunculus::ask(desk, &asked.words, "", out, &mut answer);
    }
    desk.ask(&asked.words, out, &mut |desk, sum, layout, out| {
        if roll.is_some() {
            return Err(BadInput::new("this game has no die", "leave --roll out").into());
        }
        let rows = moves(desk, sum, &options)?;
        match count {
            true => CountAnswer::of(rows.len()).write(desk.json(), out)?,
            false => print(&rows, desk.json(), layout, out)?,
        }
        Ok(Exit::Answered)
    })
}

fn print(
    rows: &[MoveAnswer],
    is_json: bool,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<()> {
    if is_json {
        return json::line(out, &rows);
    }
    if layout == Layout::Line {
        let moves = rows
            .iter()
            .map(|row| format!("{} {}", row.player, row.text));
        return writeln!(out, "{}", moves.collect::<Vec<_>>().join("; "));
    }
    if rows.is_empty() {
        return writeln!(out, "no moves");
    }
    let lines: Vec<Vec<String>> = rows.iter().map(MoveAnswer::cells).collect();
    out.write_all(table(&lines).as_bytes())
}

impl MovesOptions {
    fn moves(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        sum: &Sum,
    ) -> Result<Vec<MoveAnswer>, Trouble> {
        let convention = match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        if let Some(position) = sum.loopy().filter(|_| !self.plain)
            && let Some(rows) = self.loopy_rows(&position, convention, arena.budget())?
        {
            return Ok(rows);
        }
        let mut rows = Vec::new();
        // Play that may not end has moves and nothing else.
        let plain = self.plain || sum.finite().is_err();
        let valued = !plain && !self.no_values && !self.misere;
        let whole = match valued {
            true => Some(sum.value(solvers, arena)?),
            false => None,
        };
        let asked = |player: &Player| self.player.is_none_or(|only| only == *player);
        for player in Player::BOTH.into_iter().filter(asked) {
            let canonical = match whole {
                Some(whole) => arena.options(whole, player)?,
                None => Vec::new(),
            };
            let mut values = Vec::new();
            let first = rows.len();
            for (text, after) in sum.moves(arena, player)? {
                let mut row = MoveAnswer::new(player, text, after.text(arena)?);
                if let Some(whole) = whole {
                    let value = after.value(solvers, arena)?;
                    values.push(value);
                    row.judge(arena.outcome(value)?);
                    row.value = Some(arena.text(value, self.notation)?);
                    row.canonical = Some(canonical.contains(&value));
                    if self.incentives {
                        let incentive = match player {
                            Player::Left => arena.sub(value, whole)?,
                            Player::Right => arena.sub(whole, value)?,
                        };
                        row.incentive = Some(arena.text(incentive, self.notation)?);
                    }
                } else if !plain {
                    let how = &mut Searching::new(convention);
                    row.judge(after.play(arena, how, Detail::Winner)?.outcome);
                }
                rows.push(row);
            }
            if let (Some(t), Some(whole)) = (&self.at, whole) {
                let orthodox = orthodox(arena, whole, &values, player, t)?;
                for (row, orthodox) in rows[first..].iter_mut().zip(orthodox) {
                    row.orthodox = Some(orthodox);
                }
            }
            if self.best_first {
                sort(arena, &mut rows, first, &values)?;
            }
        }
        Ok(rows)
    }

    /// The moves where play may not end, unless it takes more memory than a
    /// list of moves is worth; who wants no values is ready to wait.
    fn loopy_rows(
        &self,
        position: &Component,
        convention: Convention,
        budget: &Budget,
    ) -> values::Result<Option<Vec<MoveAnswer>>> {
        const QUICK: u64 = 64 << 20;
        let bytes = budget.bytes().unwrap_or(u64::MAX).min(QUICK);
        let quick = budget.clone().with_bytes(bytes);
        let loopy = match Loopy::analyse(position, convention, &quick) {
            Err(Error::Memory { .. } | Error::TooLarge { .. }) if !self.no_values => {
                return Ok(None);
            }
            Err(Error::Memory { .. }) => Loopy::analyse(position, convention, budget)?,
            loopy => loopy?,
        };
        let mut rows = Vec::new();
        let asked = |player: &Player| self.player.is_none_or(|only| only == *player);
        for player in Player::BOTH.into_iter().filter(asked) {
            let mut moves = loopy.moves(position, player).unwrap_or_default();
            if self.best_first {
                moves.sort_by_key(|(_, fate)| Reverse(fate.merit()));
            }
            for (mv, fate) in moves {
                let after = position.play(player, &mv);
                rows.push(MoveAnswer {
                    outcome: loopy.outcome(&after).map(|outcome| outcome.to_string()),
                    winning: Some(fate.winner(player) == Some(player)),
                    fate: Some(fate),
                    ..MoveAnswer::new(player, mv.to_string(), after.text())
                });
            }
        }
        Ok(Some(rows))
    }
}

/// Puts the rows from `first` on in order, best moves first; they lead to
/// these values, if those are known.
fn sort(
    arena: &mut Arena,
    rows: &mut Vec<MoveAnswer>,
    first: usize,
    values: &[Value],
) -> values::Result<()> {
    let mut keyed = Vec::with_capacity(rows.len() - first);
    for (place, row) in rows.drain(first..).enumerate() {
        let gain = match values.get(place) {
            None => None,
            Some(&value) => {
                // The other player moves next.
                let gains = [arena.stop(value, row.player.opposite()), arena.mean(value)?];
                Some(match row.player {
                    Player::Left => gains,
                    Player::Right => gains.map(|gain| -&gain),
                })
            }
        };
        keyed.push(((row.winning, row.canonical, gain), row));
    }
    keyed.sort_by(|(a, _), (b, _)| b.cmp(a));
    rows.extend(keyed.into_iter().map(|(_, row)| row));
    Ok(())
}

/// Which moves to these values attain the scaffold at temperature t; none
/// does above the temperature of the whole.
fn orthodox(
    arena: &mut Arena,
    whole: Value,
    values: &[Value],
    player: Player,
    t: &Dyadic,
) -> values::Result<Vec<bool>> {
    if *t > arena.temperature(whole)? {
        return Ok(vec![false; values.len()]);
    }
    let mut walls = Vec::with_capacity(values.len());
    for &value in values {
        // Left wants the greatest Right wall, Right the least Left wall.
        let at = arena.thermograph(value)?.wall(player.opposite()).at(t);
        walls.push(match player {
            Player::Left => at,
            Player::Right => -&at,
        });
    }
    let best = walls.iter().max().cloned();
    Ok(walls.into_iter().map(|wall| Some(wall) == best).collect())
}

impl MoveAnswer {
    fn new(player: Player, text: String, position: String) -> Self {
        MoveAnswer {
            player,
            text,
            position,
            outcome: None,
            value: None,
            winning: None,
            canonical: None,
            orthodox: None,
            fate: None,
            incentive: None,
        }
    }

    fn judge(&mut self, outcome: Outcome) {
        let good = match self.player {
            Player::Left => Outcome::L,
            Player::Right => Outcome::R,
        };
        self.outcome = Some(outcome.to_string());
        self.winning = Some(outcome == Outcome::P || outcome == good);
    }

    fn marks(&self) -> String {
        let marks = [
            (self.winning.filter(|_| self.fate.is_none()), "winning"),
            (self.canonical, "canonical"),
            (self.orthodox, "orthodox"),
        ];
        let words = marks.iter().filter(|(mark, _)| *mark == Some(true));
        let words = words.map(|(_, word)| (*word).to_owned());
        let fate = self.fate.map(|fate| match fate {
            Fate::Wins(moves) => format!("wins in {moves}"),
            Fate::Loses(moves) => format!("loses in {moves}"),
            Fate::Draws => "draws".to_owned(),
        });
        words.chain(fate).collect::<Vec<_>>().join(" ")
    }

    fn cells(&self) -> Vec<String> {
        let mut cells = vec![self.player.to_string(), self.text.clone()];
        cells.extend(self.outcome.clone());
        cells.extend(self.value.clone());
        cells.extend(self.incentive.clone());
        if self.outcome.is_some() {
            cells.push(self.marks());
        }
        cells.push(self.position.clone());
        cells
    }
}
