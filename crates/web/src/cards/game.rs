//! A game beside cards: what the page shows of it, and how it is kept.

use play::{
    AFTER, BadStack, CARD, COST, CardGame, CardPlayer, Ply, Session, Stack, State, longest_run,
};
use rules::{Component, Position, Random};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use solve::Convention;
use std::time::{Duration, Instant};
use values::{Budget, Dyadic, Player};

use super::super::api::{LONGEST_TEXT, cut};
use super::super::clicks::{clickable, legal};
use super::super::fault::Fault;
use super::super::play::only;
use super::super::reply::Answer;
use super::super::seat::{Seat, Side};
use super::super::shelf::{Opening, from_json, to_json, turns};
use super::super::table::{Kind, LONGEST_GAME, Step, Table, fits};
use super::Reply;
use super::accountants::accountants;

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
    #[serde(default = "Side::left")]
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

/// Games beside cards.
#[derive(Clone)]
pub struct Cards {
    /// What the second player was given.
    komi: String,
}

/// A game beside cards.
pub type Game = Table<Cards>;

/// A game as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    changed: u64,
    game: String,
    #[serde(flatten)]
    opening: Opening,
    stack: Rule,
    komi: String,
    /// The turns, those that were taken back last.
    turns: Vec<Made>,
    /// How many of them stand.
    ply: usize,
    resigned: Option<Side>,
}

/// A turn that was made, the position after it, and what it cost, once that
/// was asked; [`UNKNOWN`] if it takes too much to find.
#[derive(Serialize, Deserialize)]
struct Made {
    text: String,
    after: String,
    cost: Option<String>,
}

/// What a stack is made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rule {
    top: String,
    step: String,
    ones: usize,
    terminal: String,
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

impl Game {
    /// The name of the game on the board.
    pub fn name(&self) -> String {
        self.session.start().state().names()[0].to_string()
    }
}

/// What a turn cost, if that is known.
fn known_cost(ply: &Ply) -> Option<&str> {
    ply.note(COST).filter(|cost| *cost != UNKNOWN)
}

impl Kind for Cards {
    const SHELF: &'static str = "cards";
    const KEYS: &'static str = "cards/";
    const STEPS: &'static [&'static str] = &["move", "reply", "undo", "redo", "resign", "delete"];
    const BEGIN: &'static str = "begin beside cards";
    const REPLY: &'static str = "turn beside cards";
    const REMEMBERED: bool = true;

    type Game = CardGame;
    type Begin = Begin;
    type Step = Step;

    /// How many cards of -1 are enough may take a while to find.
    fn begin(begin: Begin, budget: &Budget) -> Result<Game, Fault> {
        fits(&begin.position, "the position is too long")?;
        let start = State::read(&begin.game, &begin.position, Convention::Normal)?;
        if start.is_loopy() {
            return Err(Fault::bad(
                format!("play in {} may not end", start.names()[0]),
                "choose a game that ends",
            ));
        }
        for player in Player::BOTH {
            clickable(only(&start), player, budget)?;
        }
        let seats = [begin.left.taken(), begin.right.taken()];
        for seat in seats.iter().filter(|seat| !seat.is_human()) {
            CardPlayer::find(&seat.player, Random::new(0))?;
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
                    rule.ones = enough(only(&start), budget)?;
                }
                rule.stack()?
            }
        };
        let komi = match begin.komi.as_deref().map(str::trim) {
            None | Some("") => stack.komi(),
            Some(text) => number("komi", text)?,
        };
        let start = CardGame::new(start.with_turn(begin.first.player()), stack);
        let kind = Cards {
            komi: komi.to_string(),
        };
        Ok(Table::new(Session::new(start.with_komi(komi), seats), kind))
    }

    fn read(bytes: &[u8]) -> Result<Game, Fault> {
        let kept: Kept = from_json(bytes)?;
        let first = kept.opening.first.player();
        let state = State::read(&kept.game, &kept.opening.start, Convention::Normal)?;
        let start = CardGame::new(state.with_turn(first), kept.stack.stack()?);
        let start = start.with_komi(number("komi", &kept.komi)?);
        let plies = kept.turns.into_iter().map(|made| {
            let cost = made.cost.map(|cost| (COST, cost));
            let notes = [(AFTER, made.after)].into_iter().chain(cost);
            (notes.collect(), made.text)
        });
        let (seats, plies) = (kept.opening.seats(), turns(first, plies));
        let mut session = Session::recall(start, seats, plies, kept.ply)?;
        session.resigned = kept.resigned.map(Side::player);
        Ok(Table {
            session,
            changed: kept.changed,
            kind: Cards { komi: kept.komi },
        })
    }

    fn write(game: &Game) -> Result<Vec<u8>, Fault> {
        let (session, start) = (&game.session, game.session.start());
        let note = |ply: &Ply, name| ply.note(name).map(str::to_owned);
        let turns = session.all_plies().iter().map(|ply| Made {
            text: ply.text.clone(),
            after: note(ply, AFTER).unwrap_or_default(),
            cost: note(ply, COST),
        });
        to_json(&Kept {
            changed: game.changed,
            game: game.name(),
            opening: Opening::of(session, only(start.state()).text()),
            stack: Rule::of(start.stack()),
            komi: game.kind.komi.clone(),
            turns: turns.collect(),
            ply: session.ply(),
            resigned: session.resigned.map(Side::of),
        })
    }

    fn label(bytes: &[u8]) -> Option<(String, String)> {
        let kept: Kept = from_json(bytes).ok()?;
        let info = rules::find(kept.game.split(':').next().unwrap_or(""));
        let title = info.map_or("", |info| info.title);
        let about = kept.opening.about(kept.ply);
        Some((format!("{title} beside cards"), about))
    }

    fn view(table: &Game, id: Option<&str>, ply: usize, budget: &Budget) -> Result<Value, Fault> {
        let session = &table.session;
        let (start, game) = (session.start(), session.position(ply)?);
        let (component, turn) = (only(game.state()), game.turn());
        let info = component.game();
        let scene = component.scene();
        let over = table.over(ply)?;
        let last = ply.checked_sub(1).map(|last| &session.all_plies()[last]);
        let marked = match last.filter(|last| last.text != CARD) {
            Some(last) => scene.named_in(&last.text),
            None => Vec::new(),
        };
        let legal = match over.is_null() {
            false => Vec::new(),
            true => legal(component, turn, &scene, false, budget)?,
        };
        let title = format!("{} beside cards, {turn} to move", info.title);
        let mut cards = game.stack().cards().iter();
        let turns = session.all_plies().iter().map(|ply| {
            let card = (ply.text == CARD).then(|| cards.next()).flatten();
            json!({
                "player": Side::of(ply.player),
                "move": ply.text,
                "card": card.map(Dyadic::to_string),
                "cost": known_cost(ply),
            })
        });
        let turns: Vec<Value> = turns.collect();
        let left = game.cards().iter().take(SEEN).map(Dyadic::to_string);
        Ok(json!({
            "id": id,
            "game": &*start.state().names()[0],
            "title": info.title,
            "start": only(start.state()).text(),
            "first": Side::of(start.turn()),
            "left": Seat::of(&session.seats[0]),
            "right": Seat::of(&session.seats[1]),
            "stack": game.stack().to_string(),
            "komi": table.kind.komi,
            "turns": turns,
            "ply": ply,
            "plies": session.all_plies().len(),
            "current": session.ply(),
            "turn": Side::of(turn),
            "impartial": component.rules().is_impartial() || component.is_impartial(),
            "cards": left.collect::<Vec<_>>(),
            "cards_left": game.cards().len(),
            "scores": {
                "left": game.score(Player::Left).to_string(),
                "right": game.score(Player::Right).to_string(),
            },
            "net": game.net().to_string(),
            "over": over,
            "position": component.text(),
            "svg": draw::board(&scene, &title, &marked),
            "legal": legal,
        }))
    }

    fn make(game: &mut Game, _: &str, step: &Step, _: &mut Random) -> Result<(), Fault> {
        Cards::answer(game, step.needed("card")?)
    }

    fn answer(game: &mut Game, text: &str) -> Result<(), Fault> {
        game.going_on()?;
        if text.len() > LONGEST_TEXT {
            return Err(Fault::bad("no move is as long", "type a move, or card"));
        }
        let session = &mut game.session;
        match session.now().understand(text)? {
            Ok((text, turn)) => {
                session.play_as(&turn, Vec::new(), text);
                let after = only(session.now().state()).text();
                session.note(session.ply() - 1, AFTER, after);
                Ok(())
            }
            Err(reason) => Err(Fault::bad(reason, "type a move, or card")),
        }
    }

    fn think(table: &Game, asked: &Reply, budget: &Budget) -> Result<Answer, Fault> {
        let game = table.session.now();
        let name = asked.player(table, "make a move")?;
        let name = name.map_or_else(String::new, |seat| seat.player);
        // Who does not find a turn in half of the time leaves the rest to
        // simpler players.
        let mut time = Duration::from_millis(asked.millis);
        let mut too_hard = "";
        for name in [&*name, "orthodox", "random"] {
            time /= 2;
            let budget = budget.clone().with_deadline(Instant::now() + time);
            let random = Random::new(table.changed ^ table.session.ply() as u64);
            let mut player = CardPlayer::find(name, random)?;
            let choice = accountants().with(&asked.id, &budget, |accountant| {
                player.choose(game, accountant)
            });
            let choice = match choice {
                Err(error) if error.is_limit() => {
                    too_hard = "too hard for more: ";
                    continue;
                }
                choice => choice?,
            };
            let text = game.words(&choice.turn)?;
            return Ok(Answer::saying(text, format!("{too_hard}{}", choice.remark)));
        }
        Err(values::Error::Deadline.into())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A game as the version before this one kept it, with what turns cost and
    /// with turns that were taken back, is read and written as it was.
    #[test]
    fn games_from_before_are_read_and_written_as_they_were() {
        let bytes = include_bytes!("../../tests/data/kept-cards.json");
        let game = Cards::read(bytes).unwrap();
        assert_eq!((game.session.ply(), game.changed), (2, 1_794_965_115));
        assert_eq!(game.session.now().net().to_string(), "-9/4");
        assert_eq!(Cards::write(&game).unwrap(), bytes);
    }
}
