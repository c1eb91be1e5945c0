//! Who wins where play may not end, in words.

use positions::{Detail, PlayMove};
use rules::{Component, Position};
use solve::{Convention, Fate, Loopy, LoopyLine, LoopyOutcome};
use std::io::{self, Write};
use values::{Budget, Player, Result};

use super::json;
use super::outcome::numbered;

/// What `legatus outcome` says about such a position.
pub struct Answer {
    pub outcome: LoopyOutcome,
    starts: [Start; 2],
    positions: u64,
    detail: Detail,
}

struct Start {
    starter: Player,
    fate: Fate,
    /// Moves with which the starter wins, or draws if he cannot win.
    good: Vec<String>,
    line: Option<Vec<PlayMove>>,
    /// Whether the end of the line is a position that was there before.
    repeats: bool,
}

impl Answer {
    pub fn find(
        position: &Component,
        convention: Convention,
        detail: Detail,
        budget: &Budget,
    ) -> Result<Self> {
        let loopy = Loopy::analyse(position, convention, budget)?;
        let outcome = loopy.outcome(position).expect(REACHED);
        let starts = Player::BOTH.map(|starter| Start::find(&loopy, position, starter, detail));
        Ok(Answer {
            outcome,
            starts,
            positions: loopy.positions(),
            detail,
        })
    }

    /// Who wins when Left starts, and when Right does; nobody in a draw.
    pub fn winners(&self) -> [Option<Player>; 2] {
        [0, 1].map(|i: usize| self.starts[i].fate.winner(self.starts[i].starter))
    }

    pub fn page(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.outcome)?;
        for start in &self.starts {
            let starter = start.starter;
            match (start.fate.winner(starter), start.fate.moves()) {
                (Some(winner), Some(moves)) => {
                    let s = if moves == 1 { "" } else { "s" };
                    writeln!(out, "{starter} starts: {winner} wins in {moves} move{s}")?;
                }
                _ => writeln!(out, "{starter} starts: a draw, as play does not end")?,
            }
            if !start.good.is_empty() {
                let kind = if start.fate == Fate::Draws {
                    "drawing"
                } else {
                    "winning"
                };
                let s = if self.detail == Detail::AllMoves {
                    "s: "
                } else {
                    ":  "
                };
                writeln!(out, "  {kind} move{s}{}", start.good.join(", "))?;
            }
            match &start.line {
                Some(line) if self.detail == Detail::Line => {
                    out.write_all(numbered(line).as_bytes())?;
                    if start.repeats {
                        writeln!(out, "         and so on for ever")?;
                    }
                }
                Some(line) if !line.is_empty() => {
                    let again = if start.repeats {
                        ", and so on for ever"
                    } else {
                        ""
                    };
                    writeln!(out, "  line of play:  {}{again}", texts(line).join(", "))?;
                }
                _ => {}
            }
        }
        let s = if self.positions == 1 { "" } else { "s" };
        writeln!(out, "{} position{s} analysed", self.positions)
    }

    pub fn object(&self) -> String {
        let mut object = format!("{{\"outcome\":\"{}\"", self.outcome);
        for start in &self.starts {
            let winner = start.fate.winner(start.starter);
            let winner = winner.map_or("draw", json::player);
            object.push_str(&format!(",\"{}_starts\":\"{winner}\"", start.name()));
        }
        for start in &self.starts {
            let moves = start
                .fate
                .moves()
                .map_or("null".to_owned(), |n| n.to_string());
            object.push_str(&format!(",\"{}_distance\":{moves}", start.name()));
        }
        if self.detail != Detail::Winner {
            for start in &self.starts {
                object.push_str(&start.lists());
            }
        }
        object.push_str(&format!(",\"positions\":{}}}", self.positions));
        object
    }
}

const REACHED: &str = "a position is reached from itself";

impl Start {
    fn find(loopy: &Loopy, position: &Component, starter: Player, detail: Detail) -> Self {
        let fate = loopy.fate(position, starter).expect(REACHED);
        let mut good = Vec::new();
        // Whoever loses has no good move.
        if !matches!(fate, Fate::Loses(_)) && detail != Detail::Winner {
            if detail == Detail::AllMoves {
                let moves = loopy.moves(position, starter).expect(REACHED);
                let as_good = |other: Fate| other.winner(starter) == fate.winner(starter);
                let moves = moves.iter().filter(|(_, other)| as_good(*other));
                good.extend(moves.map(|(mv, _)| mv.to_string()));
            } else if let Some((mv, _)) = loopy.best(position, starter) {
                good.push(mv.to_string());
            }
        }
        let line = (detail != Detail::Winner)
            .then(|| loopy.line(position, starter))
            .flatten();
        Start {
            starter,
            fate,
            good,
            repeats: line.as_ref().is_some_and(|line| line.repeats),
            line: line.map(|line| played(position, &line)),
        }
    }

    fn name(&self) -> &'static str {
        json::player(self.starter)
    }

    fn lists(&self) -> String {
        let list = |moves: &[String]| {
            let moves: Vec<String> = moves.iter().map(|mv| json::string(mv)).collect();
            format!("[{}]", moves.join(","))
        };
        let (winning, drawing) = match self.fate {
            Fate::Draws => (&[][..], &self.good[..]),
            _ => (&self.good[..], &[][..]),
        };
        let name = self.name();
        let line = self.line.as_deref().map_or(Vec::new(), texts);
        format!(
            ",\"{name}_winning_moves\":{},\"{name}_drawing_moves\":{},\"{name}_line\":{}",
            list(winning),
            list(drawing),
            list(&line)
        )
    }
}

fn texts(line: &[PlayMove]) -> Vec<String> {
    line.iter().map(|mv| mv.text.clone()).collect()
}

/// A line of play in words.
fn played(position: &Component, line: &LoopyLine) -> Vec<PlayMove> {
    let mut here = position.clone();
    let moves = line.moves.iter().map(|(player, mv)| {
        here = here.play(*player, mv);
        PlayMove {
            player: *player,
            text: mv.to_string(),
            after: here.text(),
        }
    });
    moves.collect()
}
