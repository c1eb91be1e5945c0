//! What lessons ask of the engine.

use ask::{Desk, MoveAnswer, MovesOptions, ThermographAnswer};
use positions::Sum;
use rules::latrunculus::{Board, Options, Square, shots};
use solve::Counting;
use values::{Budget, Dyadic, Notation, Player};

use super::super::fault::Fault;
use super::Start;

/// The engine, with what it has found out so far.
pub struct Engine {
    desk: Desk,
    budget: Budget,
}

impl Engine {
    pub fn new(budget: &Budget) -> Self {
        Engine {
            desk: Desk::new(budget.clone()),
            budget: budget.clone(),
        }
    }

    /// The answer to a question, as text:
    ///
    /// - `kill POSITION SQUARE`: the pips that it costs to kill the piece there;
    /// - `throws POSITION SQUARE`: the least throw with which a turn can kill it;
    /// - `count GAME POSITION`: how many positions can be reached;
    /// - `winning GAME POSITION …`: how many moves win;
    /// - anything else is for the calculator.
    pub fn answer(&mut self, asked: &str) -> Result<String, String> {
        let words: Vec<&str> = asked.split_whitespace().collect();
        match words.as_slice() {
            ["kill", position, square] => {
                let (board, square) = placed(position, square)?;
                let cost = board.kill_cost(square, Options::default().attack);
                Ok(cost.map_or("never".to_owned(), |pips| pips.to_string()))
            }
            ["throws", position, square] => self.least_throw(position, square),
            ["count", game, position] => {
                let board = positions::read(game, position).map_err(|bad| bad.to_string())?;
                let count = board.count(&Counting::default(), &self.budget, &mut |_| {});
                let count = count.map_err(|error| error.to_string())?;
                Ok(count.positions.to_string())
            }
            ["winning", rest @ ..] => {
                let start = Start::read(&rest.join(" "))?;
                let moves = self.moves(&start, None).map_err(|fault| fault.error)?;
                let winning = moves.iter().filter(|mv| mv.winning == Some(true));
                Ok(winning.count().to_string())
            }
            _ => self.value(asked),
        }
    }

    /// What an answer means: outcomes and the like are what they say, other
    /// answers are questions themselves, so that `1/2` and `2/4` mean the same.
    pub fn meaning(&mut self, text: &str) -> Result<String, String> {
        match text {
            "N" | "P" | "L" | "R" | "<" | ">" | "==" | "<>" | "never" => Ok(text.to_owned()),
            _ => self.answer(text),
        }
    }

    fn least_throw(&self, position: &str, square: &str) -> Result<String, String> {
        let (board, square) = placed(position, square)?;
        let (_, victim) = board.piece(square).ok_or("nobody stands there")?;
        let found = shots(&board, -victim, &Options::default(), &self.budget);
        let found = found.map_err(|error| error.to_string())?[square.index()];
        Ok(found.map_or("never".to_owned(), |pips| pips.to_string()))
    }

    /// What the calculator says.
    pub fn value(&mut self, expression: &str) -> Result<String, String> {
        let calculator = self.desk.calculator();
        let answer = calculator.evaluate(expression);
        let text = answer.and_then(|mut answer| answer.text(Notation::Ascii));
        text.map_err(|failure| format!("{expression}: {}", failure.message))
    }

    /// The thermograph of an expression.
    pub fn graph(&mut self, expression: &str) -> Result<ThermographAnswer, Fault> {
        let sum = self.desk.sum(expression);
        let graph = sum.and_then(|sum| ask::thermograph(&mut self.desk, &sum, None));
        graph.map_err(|trouble| Fault::unanswered(&trouble.into_failure()))
    }

    /// Every move of the player to move, and whether it wins: by exact search.
    /// Asked for a temperature, whether it is orthodox there, too.
    pub fn moves(&mut self, start: &Start, at: Option<&Dyadic>) -> Result<Vec<MoveAnswer>, Fault> {
        let sum = Sum::from(positions::read(&start.game, &start.position)?);
        let options = MovesOptions {
            at: at.cloned(),
            no_values: at.is_none(),
            misere: start.misere,
            player: Some(start.side),
            ..MovesOptions::default()
        };
        let moves = ask::moves(&mut self.desk, &sum, &options);
        moves.map_err(|trouble| Fault::unanswered(&trouble.into_failure()))
    }

    /// The move of a perfect player: one that wins, or, where none does, one
    /// after which the fewest answers are right.
    pub fn reply(&mut self, start: &Start) -> Result<Option<String>, Fault> {
        let moves = self.moves(start, None)?;
        let wins = |mv: &&MoveAnswer| mv.winning == Some(true);
        if let Some(winning) = moves.iter().find(wins) {
            return Ok(Some(winning.text.clone()));
        }
        let mut best: Option<(usize, String)> = None;
        for mv in moves {
            let after = start.after(&mv.position);
            let answers = self.moves(&after, None)?;
            let right = answers.iter().filter(wins).count();
            if best.as_ref().is_none_or(|(least, _)| right < *least) {
                best = Some((right, mv.text));
            }
        }
        Ok(best.map(|(_, text)| text))
    }
}

/// A board and a square.
fn placed(position: &str, square: &str) -> Result<(Board, Square), String> {
    let board = Options::default().position(position);
    let square = Square::read(square);
    match (board, square) {
        (Ok(board), Ok(square)) => Ok((board, square)),
        (Err(bad), _) | (_, Err(bad)) => Err(bad.to_string()),
    }
}

/// The other player's name in a text.
pub fn side(text: &str) -> Option<Player> {
    match text {
        "left" | "black" => Some(Player::Left),
        "right" | "white" => Some(Player::Right),
        _ => None,
    }
}
