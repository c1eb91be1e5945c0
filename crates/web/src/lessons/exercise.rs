//! Something to do in a lesson.

use values::{Dyadic, Player};

use super::engine::side;
use super::text::{Fields, Span, spans};

/// Something to do: a board to play on, or a question.
pub struct Exercise {
    /// Its number in the lesson, from 1.
    pub number: usize,
    pub task: Task,
    /// The position that it is about.
    pub board: Option<Start>,
    pub question: Vec<Span>,
    pub hint: Vec<Span>,
    /// Why the answer is right.
    pub why: Vec<Span>,
}

/// What is to be done.
pub enum Task {
    /// `@try`: play against the computer.
    Try,
    /// `@move`: find a move that wins.
    Move,
    /// `@all`: find all moves that win.
    All,
    /// `@orthodox T`: find a move that is orthodox at this temperature.
    Orthodox(Dyadic),
    /// `@kill PIPS`: in Latrunculus, find all pieces that can be killed with
    /// these pips, without a step.
    Kill(u8),
    /// `@who`: say who wins.
    Who,
    /// `@choose`: choose the answer.
    Choose(Choices),
}

/// Answers to choose from.
pub struct Choices {
    /// What the engine is asked.
    pub asked: String,
    /// What is shown, and what it stands for: the same answer, if it is right.
    pub choices: Vec<(Vec<Span>, String)>,
}

/// A position, who is to move, and who wins in the end.
#[derive(Clone, Debug)]
pub struct Start {
    pub game: String,
    pub position: String,
    pub side: Player,
    pub misere: bool,
}

impl Start {
    /// Reads `GAME POSITION [left|right] [misere]`.
    pub fn read(text: &str) -> Result<Start, String> {
        let mut words = text.split_whitespace();
        let (Some(game), Some(position)) = (words.next(), words.next()) else {
            return Err(format!("`{text}` is no game and position"));
        };
        let mut start = Start {
            game: game.to_owned(),
            position: position.to_owned(),
            side: Player::Left,
            misere: false,
        };
        for word in words {
            match side(word) {
                Some(player) => start.side = player,
                None if word == "misere" => start.misere = true,
                None => return Err(format!("`{word}` is neither a side nor `misere`")),
            }
        }
        Ok(start)
    }

    /// Where a move leads.
    pub fn after(&self, position: &str) -> Start {
        Start {
            position: position.to_owned(),
            side: -self.side,
            ..self.clone()
        }
    }
}

impl Task {
    /// Whether there is a right answer.
    pub fn asks(&self) -> bool {
        !matches!(self, Task::Try)
    }

    /// Whether the answer is given on the board.
    pub fn is_on_board(&self) -> bool {
        !matches!(self, Task::Who | Task::Choose(_))
    }

    /// Its name for the script.
    pub fn name(&self) -> &'static str {
        match self {
            Task::Try => "try",
            Task::Move => "move",
            Task::All => "all",
            Task::Orthodox(_) => "orthodox",
            Task::Kill(_) => "kill",
            Task::Who | Task::Choose(_) => "choose",
        }
    }
}

impl Exercise {
    pub fn read(
        number: usize,
        kind: &str,
        subject: &str,
        fields: &Fields,
    ) -> Result<Exercise, String> {
        let (more, subject) = match kind {
            "orthodox" | "kill" => subject.split_once(' ').unwrap_or((subject, "")),
            _ => ("", subject),
        };
        let board = (!subject.is_empty()).then(|| Start::read(subject));
        let board = board.transpose()?;
        let task = match kind {
            "try" => Task::Try,
            "move" => Task::Move,
            "all" => Task::All,
            "orthodox" => Task::Orthodox(more.parse().map_err(|_| format!("`{more}`?"))?),
            "kill" => Task::Kill(more.parse().map_err(|_| format!("`{more}`?"))?),
            "who" => Task::Who,
            "choose" => Task::Choose(Choices::read(fields)?),
            _ => return Err(format!("there is no @{kind}")),
        };
        if board.is_none() && !matches!(task, Task::Choose(_)) {
            return Err(format!("@{kind} needs a position"));
        }
        Ok(Exercise {
            number,
            task,
            board,
            question: fields.spans("question")?,
            hint: fields.spans("hint")?,
            why: fields.spans("why")?,
        })
    }

    /// All its texts.
    #[cfg(test)]
    pub fn texts(&self) -> impl Iterator<Item = &Span> {
        let choices = match &self.task {
            Task::Choose(choices) => &choices.choices[..],
            _ => &[],
        };
        let choices = choices.iter().flat_map(|(shown, _)| shown);
        let texts = [&self.question, &self.hint, &self.why];
        texts.into_iter().flatten().chain(choices)
    }
}

impl Choices {
    /// `asked:` is a question to the engine, `choices:` are its answers, parted by
    /// ` ; `; `WORDS = ANSWER` shows the words.
    fn read(fields: &Fields) -> Result<Choices, String> {
        let choice = |text: &str| {
            let (shown, answer) = match text.trim().split_once(" = ") {
                Some((words, answer)) => (words.to_owned(), answer),
                None => (format!("${}$", text.trim()), text.trim()),
            };
            Ok::<_, String>((spans(&shown)?, answer.to_owned()))
        };
        let choices = fields.need("choices")?.split(" ; ").map(choice);
        Ok(Choices {
            asked: fields.need("asked")?.to_owned(),
            choices: choices.collect::<Result<_, _>>()?,
        })
    }
}
