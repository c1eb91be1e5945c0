//! A game beside cards as it is kept.

use play::{BadStack, CardGame, CardPlayer, Move, Stack, Turn, Typed, longest_run};
use rules::{Component, Position, Random};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::Convention;
use values::{Budget, Dyadic, Player};

use super::super::api::{LONGEST_TEXT, cut};
use super::super::fault::Fault;
use super::super::kept::{LONGEST_GAME, Seat, Side, clickable, legal, over};
use super::super::shelf::Shelved;
use crate::draw;

/// How taking a card is written.
pub const CARD: &str = "card";
/// A cost that takes too much to find.
pub const UNKNOWN: &str = "unknown";
/// How many cards are told beforehand.
const SEEN: usize = 8;
/// How many options are looked at to find how long play can last.
const MOST_OPTIONS: u64 = 1 << 20;

/// A game to begin.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    game: String,
    position: String,
    #[serde(default = "left")]
    first: Side,
    #[serde(default = "Seat::human")]
    left: Seat,
    #[serde(default = "Seat::human")]
    right: Seat,
    /// The stack; the one of the paper unless said.
    stack: Option<Wanted>,
    /// What the second player is given; what cards alone come to unless said.
    komi: Option<String>,
}

fn left() -> Side {
    Side::Left
}

/// A stack by rule.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    top: String,
    step: String,
    /// As many as moves can be made on the board unless said.
    ones: Option<usize>,
    terminal: Option<String>,
}

/// A game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub changed: u64,
    pub game: String,
    pub start: String,
    pub first: Side,
    pub left: Seat,
    pub right: Seat,
    pub stack: Rule,
    pub komi: String,
    /// The turns, those that were taken back last.
    pub turns: Vec<Made>,
    /// How many of them stand.
    pub ply: usize,
    pub resigned: Option<Side>,
}

/// What a stack is made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rule {
    top: String,
    step: String,
    ones: usize,
    terminal: String,
}

/// A turn that was made, the position after it, and what it cost, once that
/// was asked; [`UNKNOWN`] if it takes too much to find.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    pub text: String,
    pub after: String,
    pub cost: Option<String>,
}

impl Made {
    /// What the turn cost, if that is known.
    fn known_cost(&self) -> Option<&String> {
        self.cost.as_ref().filter(|cost| *cost != UNKNOWN)
    }
}

impl Shelved for Kept {
    const SHELF: &'static str = "cards";

    fn changed(&mut self) -> &mut u64 {
        &mut self.changed
    }

    fn label(&self) -> (String, String) {
        let info = rules::find(self.game.split(':').next().unwrap_or(""));
        let title = info.map_or("", |info| info.title);
        let (left, right) = (&self.left.player, &self.right.player);
        let about = format!("{} turns; {left} against {right}", self.ply);
        (format!("{title} beside cards"), about)
    }
}

impl Rule {
    fn of(stack: &Stack) -> Rule {
        Rule {
            top: stack.top().to_string(),
            step: stack.step().to_string(),
            ones: stack.ones(),
            terminal: stack.terminal().to_string(),
        }
    }

    fn stack(&self) -> Result<Stack, Fault> {
        let [top, step, terminal] = [
            number("top", &self.top)?,
            number("step", &self.step)?,
            number("terminal", &self.terminal)?,
        ];
        // Refused before the cards are made.
        let few = Dyadic::from(LONGEST_GAME as i64);
        let height = &top + &Dyadic::from(1);
        if self.ones > LONGEST_GAME || (step.signum() > 0 && &step * &few < height) {
            return Err(Fault::bad(
                "the stack has too many cards",
                format!("play with at most {LONGEST_GAME}"),
            ));
        }
        Stack::with_terminal(&top, &step, self.ones, &terminal).map_err(|bad| match bad {
            BadStack::Limit(error) => error.into(),
            bad => Fault::bad(
                bad.to_string(),
                "the top card is at least -1, the step above 0",
            ),
        })
    }
}

/// A number with a name.
fn number(name: &str, text: &str) -> Result<Dyadic, Fault> {
    let text = text.trim();
    if text.len() > 40 {
        return Err(Fault::bad(
            format!("{name} is too long a number"),
            "such as 79/8",
        ));
    }
    text.parse()
        .map_err(|why| Fault::bad(format!("{name} {}: {why}", cut(text)), "such as 79/8"))
}

impl Kept {
    pub fn begin(begin: Begin, budget: &Budget) -> Result<Self, Fault> {
        if begin.position.len() > LONGEST_TEXT {
            let hint = format!("at most {LONGEST_TEXT} bytes are read");
            return Err(Fault::bad("the position is too long", hint));
        }
        let board = positions::read(&begin.game, &begin.position)?;
        if board.is_loopy() {
            return Err(Fault::bad(
                format!("play in {} may not end", board.game()),
                "choose a game that ends",
            ));
        }
        for player in Player::BOTH {
            clickable(&*board, player)?;
        }
        for seat in [&begin.left, &begin.right] {
            if !seat.is_human() {
                CardPlayer::find(&seat.player, Random::new(0))?;
            }
        }
        let stack = match begin.stack {
            None => Stack::berlekamp(),
            Some(wanted) => {
                let terminal = wanted.terminal.unwrap_or_else(|| "-1/2".to_owned());
                let mut rule = Rule {
                    top: wanted.top,
                    step: wanted.step,
                    ones: wanted.ones.unwrap_or(0),
                    terminal,
                };
                rule.stack()?;
                if wanted.ones.is_none() {
                    rule.ones = enough(&board.component(), budget)?;
                }
                rule.stack()?
            }
        };
        let komi = match begin.komi.as_deref().map(str::trim) {
            None | Some("") => stack.komi(),
            Some(text) => number("komi", text)?,
        };
        Ok(Kept {
            game: board.game().to_string(),
            start: board.text(),
            first: begin.first,
            left: begin.left,
            right: begin.right,
            stack: Rule::of(&stack),
            komi: komi.to_string(),
            turns: Vec::new(),
            ply: 0,
            resigned: None,
            changed: 0,
        })
    }

    pub fn seat(&self, player: Player) -> &Seat {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The beginning.
    fn start(&self) -> Result<CardGame, Fault> {
        let state = play::State::read(&self.game, &self.start, Convention::Normal)?;
        let state = state.with_turn(self.first.player());
        let game = CardGame::new(state, self.stack.stack()?);
        Ok(game.with_komi(number("komi", &self.komi)?))
    }

    /// What a kept turn did.
    fn turn(&self, made: &Made) -> Result<Turn, Fault> {
        if made.text == CARD {
            return Ok(Turn::Card);
        }
        let after = Component::read(&self.game, &made.after)?;
        Ok(Turn::Board(Move { place: 0, after }))
    }

    /// The game after so many turns.
    pub fn game(&self, ply: usize) -> Result<CardGame, Fault> {
        let mut game = self.start()?;
        for made in self.turns.iter().take(ply) {
            game.play(&self.turn(made)?);
        }
        Ok(game)
    }

    /// The game before each of so many turns, and the turn.
    pub fn history(&self, ply: usize) -> Result<Vec<(CardGame, Turn)>, Fault> {
        let mut game = self.start()?;
        let mut history = Vec::with_capacity(ply);
        for made in self.turns.iter().take(ply) {
            let turn = self.turn(made)?;
            let before = game.clone();
            game.play(&turn);
            history.push((before, turn));
        }
        Ok(history)
    }

    /// How the game has ended, if it has: the winner, and why.
    fn ending(&self, game: &CardGame, ply: usize) -> Option<(Option<Side>, String)> {
        if let Some(side) = self.resigned.filter(|_| ply == self.ply) {
            let winner = side.player().opposite();
            let reason = format!("{} resigns: {winner} wins", side.player());
            return Some((Some(Side::of(winner)), reason));
        }
        if !game.is_over() {
            return None;
        }
        let net = game.net();
        let (winner, paid) = match net.signum() {
            0 => (None, "a tie".to_owned()),
            1 => (Some(Side::Left), format!("Right pays Left {net}")),
            _ => (Some(Side::Right), format!("Left pays Right {}", net.abs())),
        };
        let [left, right] = Player::BOTH.map(|player| game.score(player));
        Some((winner, format!("Left has {left}, Right {right}: {paid}")))
    }

    /// Refuses to do anything in a game that is over.
    pub fn going_on(&self) -> Result<(), Fault> {
        match self.ending(&self.game(self.ply)?, self.ply) {
            None => Ok(()),
            Some((_, reason)) => Err(over(&reason)),
        }
    }

    /// The game as the page sees it after so many turns.
    pub fn view(&self, id: &str, ply: usize) -> Result<Value, Fault> {
        let game = self.game(ply)?;
        let position = game.board()[0].text();
        let board = positions::read(&self.game, &position)?;
        let scene = board.scene();
        let turn = game.turn();
        let over = self.ending(&game, ply);
        let marked = match ply.checked_sub(1).map(|last| &self.turns[last].text) {
            Some(text) if text != CARD => scene.named_in(text),
            _ => Vec::new(),
        };
        let legal = match over {
            Some(_) => Vec::new(),
            None => legal(&*board, turn, &scene, false)?,
        };
        let title = format!("{} beside cards, {turn} to move", board.info().title);
        let mut mover = self.first.player();
        let mut turns = Vec::with_capacity(self.turns.len());
        let cards = game.stack().cards();
        let mut taken = 0;
        for made in &self.turns {
            let card = (made.text == CARD).then(|| {
                taken += 1;
                cards[taken - 1].to_string()
            });
            turns.push(json!({
                "player": Side::of(mover),
                "move": made.text,
                "card": card,
                "cost": made.known_cost(),
            }));
            mover = -mover;
        }
        let left: Vec<String> = game
            .cards()
            .iter()
            .take(SEEN)
            .map(Dyadic::to_string)
            .collect();
        Ok(json!({
            "id": id,
            "game": self.game,
            "title": board.info().title,
            "start": self.start,
            "first": self.first,
            "left": self.left,
            "right": self.right,
            "stack": game.stack().to_string(),
            "komi": self.komi,
            "turns": turns,
            "ply": ply,
            "plies": self.turns.len(),
            "current": self.ply,
            "turn": Side::of(turn),
            "impartial": board.is_impartial(),
            "cards": left,
            "cards_left": game.cards().len(),
            "scores": {
                "left": game.score(Player::Left).to_string(),
                "right": game.score(Player::Right).to_string(),
            },
            "net": game.net().to_string(),
            "over": over.map(|(winner, reason)| json!({"winner": winner, "reason": reason})),
            "position": position,
            "svg": draw::board(&scene, &title, &marked),
            "legal": legal,
        }))
    }

    /// Makes a move or takes the card.
    pub fn play(&mut self, text: &str) -> Result<(), Fault> {
        self.going_on()?;
        if text.len() > LONGEST_TEXT {
            return Err(Fault::bad("no move is as long", "type a move, or card"));
        }
        let game = self.game(self.ply)?;
        let made = match text.trim().to_lowercase().as_str() {
            CARD => Made {
                text: CARD.to_owned(),
                after: game.board()[0].text(),
                cost: None,
            },
            _ => match game.state().understand(text)? {
                Typed::Move(text, mv) => Made {
                    text,
                    after: mv.after.text(),
                    cost: None,
                },
                Typed::Illegal(reason) => {
                    return Err(Fault::bad(reason, "type a move, or card"));
                }
            },
        };
        self.turns.truncate(self.ply);
        self.turns.push(made);
        self.ply += 1;
        Ok(())
    }

    /// Whether what stands of the game is what stood of it then.
    pub fn stands_as(&self, then: &Kept) -> bool {
        // What turns have cost may be known by now.
        let same = |(a, b): (&Made, &Made)| a.text == b.text && a.after == b.after;
        let mut pairs = self.turns[..self.ply].iter().zip(&then.turns);
        self.ply == then.ply && self.resigned == then.resigned && pairs.all(same)
    }

    pub fn resign(&mut self, side: Option<Side>) -> Result<(), Fault> {
        self.going_on()?;
        let turn = self.game(self.ply)?.turn();
        self.resigned = Some(side.unwrap_or(Side::of(turn)));
        Ok(())
    }

    /// Takes turns back until a person is to move again.
    pub fn undo(&mut self) -> Result<(), Fault> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        if self.ply == 0 {
            return Err(Fault::bad("no move was made yet", "make one"));
        }
        while self.ply > 0 {
            self.ply -= 1;
            if self.seat(self.mover(self.ply)).is_human() {
                break;
            }
        }
        Ok(())
    }

    /// Makes turns again that were taken back.
    pub fn redo(&mut self) -> Result<(), Fault> {
        if self.ply == self.turns.len() {
            return Err(Fault::bad("no move was taken back", "make one"));
        }
        self.ply += 1;
        while self.ply < self.turns.len() && !self.seat(self.mover(self.ply)).is_human() {
            self.ply += 1;
        }
        Ok(())
    }

    fn mover(&self, ply: usize) -> Player {
        let first = self.first.player();
        if ply.is_multiple_of(2) { first } else { -first }
    }
}

/// How many cards of −1 are enough: as many as moves can be made.
fn enough(board: &Component, budget: &Budget) -> Result<usize, Fault> {
    let brief = budget
        .clone()
        .with_bytes(super::bytes(budget))
        .with_steps(MOST_OPTIONS);
    let run = match longest_run(board, &brief) {
        Err(error) if error.is_limit() => board.rank(),
        run => run?,
    };
    Ok(usize::try_from(run).unwrap_or(usize::MAX))
}
