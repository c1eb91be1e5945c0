//! Everything that can be made of a throw in Latrunculus.

use rules::BadInput;
use rules::latrunculus::{Board, Options, Results, Turn, write_actions};
use serde::Serialize;
use std::io::Write;
use values::Player;

use super::moves::CountAnswer;
use crate::json::{self, as_player};
use crate::{Desk, Layout, Trouble};

/// What is asked.
pub struct Asking {
    pub player: Option<Player>,
    pub roll: Option<u8>,
    pub count: bool,
}

/// A turn and where it leads.
#[derive(Serialize)]
struct TurnAnswer {
    #[serde(serialize_with = "as_player")]
    player: Player,
    #[serde(rename = "move")]
    text: String,
    position: String,
    pips: u8,
    #[serde(serialize_with = "as_player")]
    winner: Option<Player>,
}

impl Asking {
    pub fn answer(
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
            return Ok(CountAnswer::of(results.len()).write(desk.json(), out)?);
        }
        let turn = Turn::new(board, player, throw, options);
        let stuck = turn.stuck();
        let answer = |text, after: Board, pips| TurnAnswer {
            player,
            text,
            position: after.write(),
            pips,
            winner: options.winner(board, &after, player),
        };
        let turns = (0..results.len()).map(|i| {
            let text = write_actions(&results.actions(i));
            answer(text, results.board(i), results.pips(i))
        });
        // Who can do nothing has one turn all the same.
        let turns = turns.chain(
            stuck.and_then(|stuck| Some(answer(stuck.text().to_owned(), turn.end().ok()?, 0))),
        );
        Ok(write(turns, desk.json(), layout, out)?)
    }
}

/// Writes the turns one by one: there can be millions.
fn write(
    turns: impl Iterator<Item = TurnAnswer>,
    is_json: bool,
    layout: Layout,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let (open, between, close) = match (is_json, layout) {
        (true, _) => ("[", ",", "]\n"),
        (false, Layout::Line) => ("", "; ", "\n"),
        (false, Layout::Page) => ("", "\n", "\n"),
    };
    let mut empty = true;
    out.write_all(open.as_bytes())?;
    for turn in turns {
        if !empty {
            out.write_all(between.as_bytes())?;
        }
        empty = false;
        let TurnAnswer { player, text, .. } = &turn;
        match (is_json, layout) {
            (true, _) => json::to(out, &turn)?,
            (false, Layout::Line) => write!(out, "{player} {text}")?,
            (false, Layout::Page) => {
                let won = turn.winner.map_or(String::new(), |w| format!("  {w} wins"));
                write!(out, "{text:<24}  {}{won}", turn.position)?;
            }
        }
    }
    match (is_json, layout) {
        (false, Layout::Page) if empty => Ok(()),
        _ => out.write_all(close.as_bytes()),
    }
}
