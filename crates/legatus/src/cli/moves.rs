//! `legatus moves`: every move, and what becomes of it.

use clap::Args;
use rules::{BadInput, Component, Position};
use solve::{Convention, Fate, Loopy};
use std::cmp::Reverse;
use std::io::Write;
use values::{Arena, Budget, Dyadic, Error, Outcome, Player, Value};

use super::question::{Desk, Layout, Subject, TimeLimit, Trouble};
use super::{Exit, Limits, Printing, Stop, expressions, json, latrunculus};
use positions::{Detail, Searching, Solvers, Sum};

/// List the moves of both players, with outcomes and values
///
/// A move wins if the player who made it wins when the other is to move. It is
/// canonical if it is neither dominated nor reversible. It is orthodox at a
/// temperature if it attains the player's scaffold there. Where play may not
/// end, small boards have the moves that are left, and larger ones with
/// --no-values.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus moves clobber 'XO/OX'
  legatus moves amazons '.L..R' --at 1 --incentives
  legatus moves legionnaires 4x4 --json
  legatus moves 'domineering(\"2x2\") + *2'
  legatus moves legionnaires:centurion 3x3
  legatus moves latrunculus start --player white --roll 2
  legatus moves latrunculus start --player white --roll 6 --count")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// Say which moves are orthodox at this temperature
    #[arg(long, value_name = "T", value_parser = temperature)]
    at: Option<Dyadic>,

    /// Print the incentives too: what a move gains
    #[arg(long)]
    incentives: bool,

    /// Find outcomes by search, without values
    #[arg(long, conflicts_with_all = ["at", "incentives"])]
    no_values: bool,

    /// The player who cannot move wins; there are no values then
    #[arg(long, conflicts_with_all = ["at", "incentives"])]
    misere: bool,

    /// Only the moves and where they lead
    #[arg(long, conflicts_with_all = ["at", "incentives", "no_values", "misere"])]
    plain: bool,

    /// Each player's best moves first: those that win, those that are
    /// canonical, those with the best stop and mean
    #[arg(long)]
    best_first: bool,

    /// Only the moves of this player: black (left) or white (right)
    #[arg(long, value_name = "PLAYER", value_parser = super::players::side)]
    player: Option<Player>,

    /// What the die shows, in games with a die: every distinct result
    #[arg(long, value_name = "PIPS", value_parser = latrunculus::throw)]
    #[arg(conflicts_with_all = ["at", "incentives", "no_values", "misere", "plain"])]
    roll: Option<u8>,

    /// Only how many there are
    #[arg(long, conflicts_with_all = ["at", "incentives"])]
    count: bool,

    /// Print a JSON list of objects: player, move, position, outcome, value,
    /// winning, canonical and what was asked for; distance where play may not
    /// end
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    printing: Printing,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    pub(super) limits: Limits,
}

/// A temperature as an argument.
pub fn temperature(argument: &str) -> Result<Dyadic, String> {
    let text = expressions::parse(argument)?;
    text.parse()
        .map_err(|_| "expected a dyadic number such as 1, 3/4 or -1/2".to_owned())
}

/// A move and what is known about it.
struct Row {
    player: Player,
    text: String,
    position: String,
    outcome: Option<String>,
    /// Whether the mover wins.
    winning: Option<bool>,
    /// What becomes of the mover where play may not end.
    fate: Option<Fate>,
    value: Option<String>,
    canonical: Option<bool>,
    orthodox: Option<bool>,
    incentive: Option<String>,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, self.json)?.within(&self.time);
        let words = &self.subject.words();
        if latrunculus::is_meant(words) {
            let question = latrunculus::moves::Question {
                player: self.player,
                roll: self.roll,
                count: self.count,
                json: self.json,
            };
            return latrunculus::ask(
                desk,
                words,
                "",
                out,
                &mut |desk, options, board, layout, out| {
                    question.print(desk, options, board, layout, out)
                },
            );
        }
        desk.ask(&self.subject, out, &mut |desk, sum, layout, out| {
            if self.roll.is_some() {
                let bad = BadInput::new("this game has no die", "leave --roll out");
                return Err(bad.into());
            }
            let rows = desk.working(|solvers, arena| self.rows(solvers, arena, sum))?;
            self.print(&rows, layout, out)?;
            Ok(Exit::Answered)
        })
    }

    fn rows(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        sum: &Sum,
    ) -> Result<Vec<Row>, Trouble> {
        let convention = match self.misere {
            true => Convention::Misere,
            false => Convention::Normal,
        };
        if let Some(position) = sum.loopy().filter(|_| !self.plain && !self.count)
            && let Some(rows) = self.loopy_rows(&position, convention, arena.budget())?
        {
            return Ok(rows);
        }
        let mut rows = Vec::new();
        // Play that may not end has moves and nothing else.
        let plain = self.plain || self.count || sum.finite().is_err();
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
                let mut row = Row {
                    player,
                    text,
                    position: after.text(arena)?,
                    outcome: None,
                    winning: None,
                    fate: None,
                    value: None,
                    canonical: None,
                    orthodox: None,
                    incentive: None,
                };
                if let Some(whole) = whole {
                    let value = after.value(solvers, arena)?;
                    values.push(value);
                    row.judge(arena.outcome(value)?);
                    row.value = Some(arena.text(value, self.printing.notation)?);
                    row.canonical = Some(canonical.contains(&value));
                    if self.incentives {
                        let incentive = match player {
                            Player::Left => arena.sub(value, whole)?,
                            Player::Right => arena.sub(whole, value)?,
                        };
                        row.incentive = Some(arena.text(incentive, self.printing.notation)?);
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
    ) -> values::Result<Option<Vec<Row>>> {
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
                rows.push(Row {
                    player,
                    text: mv.to_string(),
                    outcome: loopy.outcome(&after).map(|outcome| outcome.to_string()),
                    winning: Some(fate.winner(player) == Some(player)),
                    fate: Some(fate),
                    position: after.text(),
                    value: None,
                    canonical: None,
                    orthodox: None,
                    incentive: None,
                });
            }
        }
        Ok(Some(rows))
    }

    fn print(&self, rows: &[Row], layout: Layout, out: &mut dyn Write) -> std::io::Result<()> {
        if self.count {
            return match self.json {
                true => writeln!(out, "{{\"count\":{}}}", rows.len()),
                false => writeln!(out, "{}", rows.len()),
            };
        }
        if self.json {
            let objects: Vec<String> = rows.iter().map(Row::object).collect();
            return writeln!(out, "[{}]", objects.join(","));
        }
        if layout == Layout::Line {
            let moves: Vec<String> = rows
                .iter()
                .map(|row| format!("{} {}", row.player, row.text))
                .collect();
            return writeln!(out, "{}", moves.join("; "));
        }
        if rows.is_empty() {
            return writeln!(out, "no moves");
        }
        let lines: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
        out.write_all(table(&lines).as_bytes())
    }
}

/// Puts the rows from `first` on in order, best moves first; they lead to
/// these values, if those are known.
fn sort(
    arena: &mut Arena,
    rows: &mut Vec<Row>,
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

impl Row {
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

    fn object(&self) -> String {
        let text = |text: &Option<String>| text.as_deref().map_or("null".into(), json::string);
        let mut object = format!(
            "{{\"player\":\"{}\",\"move\":{},\"position\":{},\"outcome\":{},\"value\":{}",
            json::player(self.player),
            json::string(&self.text),
            json::string(&self.position),
            text(&self.outcome),
            text(&self.value),
        );
        let marks = [
            ("winning", self.winning),
            ("canonical", self.canonical),
            ("orthodox", self.orthodox),
        ];
        for (name, mark) in marks {
            if let Some(mark) = mark {
                object.push_str(&format!(",\"{name}\":{mark}"));
            }
        }
        if let Some(fate) = self.fate {
            let distance = fate
                .moves()
                .map_or("null".into(), |moves| moves.to_string());
            object.push_str(&format!(",\"distance\":{distance}"));
        }
        if self.incentive.is_some() {
            object.push_str(&format!(",\"incentive\":{}", text(&self.incentive)));
        }
        object.push('}');
        object
    }
}

/// Columns of equal width; a value longer than the widest makes its row longer.
pub fn table(rows: &[Vec<String>]) -> String {
    const WIDEST: usize = 40;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
            .min(WIDEST)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            if width > 0 {
                line.push_str(&format!("{cell:<width$}  "));
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
