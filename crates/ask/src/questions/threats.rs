//! What it costs to kill each piece of Latrunculus.

use rules::latrunculus::{Board, Options, Piece, colour};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};

use crate::{
    Asked, Desk, Exit, Layout, Question, SUBJECT, Subject, Trouble, Web, json, latrunculus,
    settings, table,
};

/// `legatus threats`.
pub static QUESTION: Question = Question {
    name: "threats",
    about: "Say what it would cost to kill each piece now",
    help: "To kill takes 4 pips, plus the Force that defends, less the Force that attacks, but at \
           least 2; a piece with no enemy beside it cannot be killed, unless the rule attack=far \
           is agreed. What costs more than 6 is safe from this throw unless something moves.",
    words: &[SUBJECT],
    settings: &[settings::json(
        "Print a JSON object: for each square with a piece the pips, or null",
    )],
    examples: &[
        "legatus threats latrunculus start",
        "legatus threats latrunculus start --json",
        "legatus threats latrunculus:attack=far start",
    ],
    web: Some(Web {
        about: "in Latrunculus: the pips that it would cost to kill each piece now",
        subject: Subject::Position,
        given: &[],
        example: "game=latrunculus&position=start",
    }),
    answer,
};

/// What it costs to kill each piece: an object with the squares as members.
pub struct ThreatsAnswer<'a> {
    board: &'a Board,
    options: &'a Options,
}

impl Serialize for ThreatsAnswer<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        for square in self.board.squares() {
            let cost = self.board.kill_cost(square, self.options.attack);
            map.serialize_entry(&square.to_string(), &cost)?;
        }
        map.end()
    }
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let hint = "write `legatus threats latrunculus POSITION`";
    let mut print = |desk: &mut Desk, options: &_, board: &_, layout, out: &mut dyn Write| {
        let answer = ThreatsAnswer { board, options };
        match desk.json() {
            true => json::line(out, &answer)?,
            false => answer.print(layout, out)?,
        }
        Ok(())
    };
    latrunculus::ask(desk, &asked.words, hint, out, &mut print)
}

impl ThreatsAnswer<'_> {
    fn print(&self, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
        let board = self.board;
        let cost = |square| board.kill_cost(square, self.options.attack);
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
            let cost = match cost(square) {
                None => "nobody beside it".to_owned(),
                Some(cost) if cost > 6 => format!("{cost} pips, out of reach"),
                Some(cost) => format!("{cost} pips, {} throws of 6", 7 - cost),
            };
            Some(vec![
                square.to_string(),
                format!("{} {}", colour(owner), name(piece)),
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

/// A piece in words.
pub(super) fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Soldier => "Soldier",
        Piece::King => "King",
    }
}
