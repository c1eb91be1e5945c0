//! `legatus analyse`: what a position with a die promises.

use clap::Args;
use play::Effort;
use play::latrunculus::{Chosen, best_turns, describe, hundredths};
use rules::latrunculus::{Piece, State, THROWS, colour, shots};
use std::io::Write;
use values::{Budget, Player};

use super::super::moves::table;
use super::super::players::{Thinking, side};
use super::super::question::{Desk, Layout, Subject};
use super::super::{Exit, Limits, Stop, json};

/// Say what a turn is worth, and which pieces are in danger
///
/// For the player who throws next: what the best turn for each throw is worth,
/// in Soldiers, and what that comes to on average; the best turns for a throw
/// with --roll. These are judgements of the player `dice`, which looks at the
/// other's best replies to all six throws. For every piece: how many of the
/// six throws of its enemy can kill it in one turn. That is exact.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus analyse latrunculus start --player white
  legatus analyse latrunculus start --player white --roll 5
  legatus analyse latrunculus behind --json")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// Who throws next: black (left) or white (right)
    #[arg(long, value_name = "PLAYER", default_value = "black", value_parser = side)]
    player: Player,

    /// What the die shows: the best turns for this throw
    #[arg(long, value_name = "PIPS", value_parser = super::throw)]
    roll: Option<u8>,

    /// How many of the best turns
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    turns: u32,

    #[command(flatten)]
    thinking: Thinking,

    /// Print a JSON object: player, expected, throws (roll, turns: move,
    /// position, value), pieces (square, player, piece, pips, chance)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    pub limits: Limits,
}

/// What was found.
struct Findings {
    /// The best turns for each throw that was looked at.
    throws: Vec<(u8, Vec<Chosen>)>,
    /// For each piece the fewest pips that kill it, if six suffice.
    pieces: Vec<(rules::latrunculus::Square, Piece, Player, Option<u8>)>,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&self.limits, self.json)?;
        let words = &self.subject.words();
        let hint =
            "write `legatus analyse latrunculus POSITION`; `legatus value` answers for others";
        super::ask(
            desk,
            words,
            hint,
            out,
            &mut |desk, options, board, layout, out| {
                let state = State::new(*options, *board, self.player)?;
                let budget = desk.workbench().1.budget().clone();
                let effort = self.thinking.effort(None, &budget);
                let found = desk.working(|_, _| self.find(&state, &effort, &budget))?;
                match (self.json, layout) {
                    (true, _) => self.print_json(&found, out)?,
                    (false, Layout::Page) => self.print(&found, out)?,
                    (false, Layout::Line) => self.print_line(&found, out)?,
                }
                Ok(())
            },
        )
    }

    fn find(&self, state: &State, effort: &Effort, budget: &Budget) -> values::Result<Findings> {
        let mut throws = Vec::new();
        for throw in self.roll.map_or(THROWS, |roll| roll..=roll) {
            let most = if self.roll.is_some() { self.turns } else { 1 };
            throws.push((throw, best_turns(state, throw, effort, most as usize)?));
        }
        let mut pieces = Vec::new();
        let [left, right] = [
            shots(&state.board, Player::Left, &state.options, budget)?,
            shots(&state.board, Player::Right, &state.options, budget)?,
        ];
        for square in state.board.squares() {
            let Some((piece, owner)) = state.board.piece(square) else {
                continue;
            };
            let shots = if owner == Player::Left { &right } else { &left };
            pieces.push((square, piece, owner, shots[square.index()]));
        }
        Ok(Findings { throws, pieces })
    }

    /// The mean over the six throws, if all were looked at.
    fn expected(&self, found: &Findings) -> Option<i32> {
        let best = found.throws.iter();
        let best = best.map(|(_, turns)| turns.first().and_then(|turn| turn.value));
        let values: Option<Vec<i32>> = best.collect();
        let values = values.filter(|values| values.len() == 6)?;
        Some(values.iter().sum::<i32>() / 6)
    }

    fn print_line(&self, found: &Findings, out: &mut dyn Write) -> std::io::Result<()> {
        let expected = self.expected(found);
        let expected = expected.map(|value| format!("expected {}", describe(value)));
        let turns = found.throws.iter().flat_map(|(throw, turns)| {
            turns.iter().map(move |turn| {
                let value = turn.value.map_or("-".to_owned(), describe);
                format!("{throw}: {} ({value})", turn.text())
            })
        });
        let parts: Vec<String> = expected.into_iter().chain(turns).collect();
        writeln!(out, "{}", parts.join("; "))
    }

    fn print(&self, found: &Findings, out: &mut dyn Write) -> std::io::Result<()> {
        let who = colour(self.player);
        if let Some(expected) = self.expected(found) {
            writeln!(
                out,
                "{who} throws next; expected after the turn and the reply: {}\n",
                describe(expected)
            )?;
        }
        let rows = found.throws.iter().flat_map(|(throw, turns)| {
            turns.iter().map(move |turn| {
                let value = turn.value.map_or("-".to_owned(), describe);
                vec![throw.to_string(), value, turn.text()]
            })
        });
        let mut rows: Vec<Vec<String>> = rows.collect();
        rows.insert(
            0,
            ["throw", "worth", "best turn"].map(String::from).to_vec(),
        );
        out.write_all(table(&rows).as_bytes())?;
        let rows = found
            .pieces
            .iter()
            .filter_map(|(square, piece, owner, pips)| {
                let pips = (*pips)?;
                let piece = match piece {
                    Piece::Soldier => "Soldier",
                    Piece::King => "King",
                };
                Some(vec![
                    square.to_string(),
                    format!("{} {piece}", colour(*owner)),
                    format!("{pips} pips"),
                    format!("{} of 6 throws", 7 - pips),
                ])
            });
        let rows: Vec<Vec<String>> = rows.collect();
        match rows.is_empty() {
            true => writeln!(out, "\nno piece can be killed in one turn"),
            false => {
                writeln!(out, "\npieces that one turn of the enemy can kill")?;
                out.write_all(table(&rows).as_bytes())
            }
        }
    }

    fn print_json(&self, found: &Findings, out: &mut dyn Write) -> std::io::Result<()> {
        let throws = found.throws.iter().map(|(throw, turns)| {
            let turns = turns.iter().map(|turn| {
                format!(
                    "{{\"move\":{},\"position\":\"{}\",\"value\":{}}}",
                    json::string(&turn.text()),
                    turn.board.write(),
                    turn.value.map_or("null".to_owned(), hundredths),
                )
            });
            let turns: Vec<String> = turns.collect();
            format!("{{\"roll\":{throw},\"turns\":[{}]}}", turns.join(","))
        });
        let throws: Vec<String> = throws.collect();
        let pieces = found.pieces.iter().map(|(square, piece, owner, pips)| {
            let piece = match piece {
                Piece::Soldier => "soldier",
                Piece::King => "king",
            };
            format!(
                "{{\"square\":\"{square}\",\"player\":\"{}\",\"piece\":\"{piece}\",\"pips\":{},\"chance\":\"{}\"}}",
                json::player(*owner),
                pips.map_or("null".to_owned(), |pips| pips.to_string()),
                chance(*pips),
            )
        });
        let pieces: Vec<String> = pieces.collect();
        writeln!(
            out,
            "{{\"player\":\"{}\",\"expected\":{},\"throws\":[{}],\"pieces\":[{}]}}",
            json::player(self.player),
            self.expected(found).map_or("null".to_owned(), hundredths),
            throws.join(","),
            pieces.join(","),
        )
    }
}

/// The chance of a throw that kills, as a fraction.
fn chance(pips: Option<u8>) -> &'static str {
    match pips.map_or(0, |pips| 7u8.saturating_sub(pips)) {
        0 => "0",
        1 => "1/6",
        2 => "1/3",
        3 => "1/2",
        4 => "2/3",
        5 => "5/6",
        _ => "1",
    }
}
