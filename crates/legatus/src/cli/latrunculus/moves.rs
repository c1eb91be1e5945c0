//! `legatus moves latrunculus`: everything that can be made of a throw.

use rules::BadInput;
use rules::latrunculus::{Board, Options, Results, Turn, write_actions};
use std::io::Write;
use values::Player;

use super::super::json;
use super::super::question::{Desk, Layout, Trouble};

/// What is asked.
pub struct Question {
    pub player: Option<Player>,
    pub roll: Option<u8>,
    pub count: bool,
    pub json: bool,
}

impl Question {
    pub fn print(
        &self,
        desk: &mut Desk,
        options: &Options,
        board: &Board,
        layout: Layout,
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        let (Some(player), Some(throw)) = (self.player, self.roll) else {
            let missing = match self.player {
                None => BadInput::new("who throws?", "add --player black or --player white"),
                Some(_) => BadInput::new("what was thrown?", "add --roll 1 to --roll 6"),
            };
            return Err(missing.into());
        };
        let results =
            desk.working(|_, arena| Results::find(board, player, throw, options, arena.budget()))?;
        if self.count {
            return Ok(match self.json {
                true => writeln!(out, "{{\"count\":{}}}", results.len()),
                false => writeln!(out, "{}", results.len()),
            }?);
        }
        let turn = Turn::new(board, player, throw, options);
        let stuck = turn.stuck();
        let rows = (0..results.len()).map(|i| Row {
            text: write_actions(&results.actions(i)),
            after: results.board(i),
            pips: results.pips(i),
        });
        // Who can do nothing has one turn all the same.
        let rows = rows.chain(stuck.and_then(|stuck| {
            Some(Row {
                text: stuck.text().to_owned(),
                after: turn.end().ok()?,
                pips: 0,
            })
        }));
        let winner = |after: &Board| options.winner(board, after, player);
        if self.json {
            out.write_all(b"[")?;
        }
        for (i, row) in rows.enumerate() {
            let winner = winner(&row.after);
            if self.json {
                let comma = if i > 0 { "," } else { "" };
                let winner = winner.map_or("null".into(), |w| json::string(json::player(w)));
                write!(
                    out,
                    "{comma}{{\"player\":\"{}\",\"move\":{},\"position\":\"{}\",\"pips\":{},\"winner\":{winner}}}",
                    json::player(player),
                    json::string(&row.text),
                    row.after.write(),
                    row.pips,
                )?;
            } else if layout == Layout::Line {
                let and = if i > 0 { "; " } else { "" };
                write!(out, "{and}{player} {}", row.text)?;
            } else {
                let won = winner.map_or(String::new(), |w| format!("  {w} wins"));
                writeln!(out, "{:<24}  {}{won}", row.text, row.after.write())?;
            }
        }
        match (self.json, layout) {
            (true, _) => out.write_all(b"]\n")?,
            (false, Layout::Line) => out.write_all(b"\n")?,
            (false, Layout::Page) => {}
        }
        Ok(())
    }
}

/// A turn and where it leads.
struct Row {
    text: String,
    after: Board,
    pips: u8,
}
