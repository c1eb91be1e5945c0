//! `legatus threats`: what it costs to kill each piece.

use clap::Args;
use rules::latrunculus::{Board, Options, Piece, colour};
use std::io::Write;

use super::super::moves::table;
use super::super::question::{Desk, Layout, Subject};
use super::super::{Exit, Limits, Stop};

/// Say what it would cost to kill each piece now
///
/// To kill takes 4 pips, plus the Force that defends, less the Force that
/// attacks, but at least 2; a piece with no enemy beside it cannot be killed,
/// unless the rule attack=far is agreed.
/// What costs more than 6 is safe from this throw unless something moves.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus threats latrunculus start
  legatus threats latrunculus start --json
  legatus threats latrunculus:attack=far start")]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,

    /// Print a JSON object: for each square with a piece the pips, or null
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let desk = Desk::new(&Limits::default(), self.json)?;
        let words = &self.subject.words();
        let hint = "write `legatus threats latrunculus POSITION`";
        super::ask(
            desk,
            words,
            hint,
            out,
            &mut |_, options, board, layout, out| Ok(self.print(options, board, layout, out)?),
        )
    }

    fn print(
        &self,
        options: &Options,
        board: &Board,
        layout: Layout,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let cost = |square| board.kill_cost(square, options.attack);
        if self.json {
            let members = board.squares().map(|square| {
                let cost = cost(square).map_or("null".to_owned(), |cost| cost.to_string());
                format!("\"{square}\":{cost}")
            });
            let members: Vec<String> = members.collect();
            return writeln!(out, "{{{}}}", members.join(","));
        }
        if layout == Layout::Line {
            let costs = board.squares().filter_map(|square| {
                let cost = cost(square)?;
                Some(format!("{square} {cost}"))
            });
            return writeln!(out, "{}", costs.collect::<Vec<_>>().join("; "));
        }
        let rows = board.squares().filter_map(|square| {
            let (piece, owner) = board.piece(square)?;
            let (attack, defence) = board.forces(square)?;
            let piece = match piece {
                Piece::Soldier => "Soldier",
                Piece::King => "King",
            };
            let cost = match cost(square) {
                None => "nobody beside it".to_owned(),
                Some(cost) if cost > 6 => format!("{cost} pips, out of reach"),
                Some(cost) => format!("{cost} pips, {} throws of 6", 7 - cost),
            };
            Some(vec![
                square.to_string(),
                format!("{} {piece}", colour(owner)),
                format!("{attack} v {defence}"),
                cost,
            ])
        });
        let rows: Vec<Vec<String>> = rows.collect();
        match rows.is_empty() {
            true => writeln!(out, "no pieces"),
            false => out.write_all(table(&rows).as_bytes()),
        }
    }
}
