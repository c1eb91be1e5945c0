//! The accounts of a game beside cards, as the paper keeps them.

use axum::extract::Path;
use axum::response::Response;
use play::{Accountant, CARD, COST, CardGame, Contestable, Session, Turn, Warmth};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use values::{Budget, Dyadic};

use super::super::fault::Fault;
use super::super::inquiry::{Inquiry, Visitor};
use super::super::shelf;
use super::super::table::{Kind, at_table, ply, reply};
use super::super::task::{Lane, Task};
use super::accountants::accountants;
use super::game::{Cards, Game, UNKNOWN};
use super::{THINKING, going_on};

/// The costs of no more turns than this are told.
const MOST_LISTED: usize = 200;

/// `GET /api/v1/cards/ID/accounts?ply=`: the forecast, and what each turn has
/// cost. That may take longer than a move, so the page asks for it after the
/// move; what was found is kept.
pub async fn accounts(Path(id): Path<String>, inquiry: Inquiry) -> Result<Response, Fault> {
    let asked_ply = inquiry.only(&["ply"])?.get("ply").map(str::to_owned);
    let site = &inquiry.site;
    let asked = at_table(site, &id, move |game: Game, id, _| {
        let task = FindAccounts {
            id: id.to_owned(),
            game: game.text()?,
            ply: ply(asked_ply.as_deref(), &game)?,
        };
        Ok((game, task))
    });
    let (game, task) = asked.await?;
    let ply = task.ply;
    let (costs, mut answer) = inquiry.run_within(THINKING, task).await?;
    let then = &game.session.all_plies()[..ply];
    if then.iter().any(|ply| ply.note(COST).is_none()) {
        let _alone = site.alone(&id).await;
        let bytes = at_table(site, &id, move |now, _, _| with_costs(now, &game, costs));
        shelf::put::<Cards>(site, &id, Some(bytes.await?)).await?;
    }
    answer["ply"] = ply.into();
    Ok(reply(&answer))
}

/// What is kept of a game when it is known what its turns cost.
fn with_costs(mut now: Game, then: &Game, costs: Vec<String>) -> Result<Vec<u8>, Fault> {
    // Turns may have been taken back meanwhile.
    let plies = |game: &Game| game.session.all_plies().to_vec();
    let pairs = plies(&now).into_iter().zip(plies(then));
    let same = pairs.take_while(|(one, other)| one.is_as(other)).count();
    for (place, cost) in costs.into_iter().take(same).enumerate() {
        now.session.note(place, COST, cost);
    }
    now.kept_now()
}

/// A cost as it is kept.
fn told(cost: &Option<Dyadic>) -> String {
    cost.as_ref().map_or(UNKNOWN.to_owned(), Dyadic::to_string)
}

/// The accounts of a game after `ply` turns.
#[derive(Serialize, Deserialize)]
pub struct FindAccounts {
    id: String,
    /// The game as it is kept.
    game: String,
    ply: usize,
}

impl Task for FindAccounts {
    /// What each turn has cost, and what the page is told.
    type Answer = (Vec<String>, Value);

    fn game(&self) -> Option<&str> {
        Some(&self.id)
    }

    fn run(self, budget: &Budget) -> Result<(Vec<String>, Value), Fault> {
        let game = Cards::read(self.game.as_bytes())?;
        let (costs, answer) = accountants().with(&self.id, budget, |accountant| {
            find_accounts(&game.session, self.ply, accountant)
        })?;
        Ok((costs.iter().map(told).collect(), answer))
    }
}

/// The costs, `None` where they take too much to find, and what the page is
/// told.
fn find_accounts(
    session: &Session<CardGame>,
    ply: usize,
    accountant: &mut Accountant,
) -> Result<(Vec<Option<Dyadic>>, Value), Fault> {
    let mut costs = Vec::with_capacity(ply);
    let mut totals = [Dyadic::zero(), Dyadic::zero()];
    for (place, made) in session.all_plies()[..ply].iter().enumerate() {
        let before = session.position(place)?;
        let cost = match made.note(COST) {
            Some(cost) => cost.parse().ok(),
            None => accountant.cost(before, &before.recall(made).map_err(Fault::broken)?)?,
        };
        if let Some(cost) = &cost {
            let total = &mut totals[before.turn() as usize];
            *total = &*total + cost;
        }
        costs.push(cost);
    }
    let forecast = accountant.forecast(session.position(ply)?)?;
    let warmths = accountant.warmths(session.position(ply)?)?;
    let [left, right] = totals;
    let answer = json!({
        "net": forecast.net.to_string(),
        "mean": forecast.mean.to_string(),
        "mean_is_estimated": forecast.mean_is_estimated,
        "temperature_is_bound": forecast.temperature_is_bound,
        "temperature": forecast.temperature.to_string(),
        "ambient": forecast.ambient.to_string(),
        "wall": forecast.wall.to_string(),
        "forecast": forecast.forecast.to_string(),
        "estimated": forecast.estimated,
        "boards": warmths.iter().map(warmth).collect::<Vec<_>>(),
        "costs": costs.iter().map(|cost| cost.as_ref().map(Dyadic::to_string)).collect::<Vec<_>>(),
        "totals": {"left": left.to_string(), "right": right.to_string()},
    });
    Ok((costs, answer))
}

/// How hot a board is, as a page is told.
fn warmth(warmth: &Warmth) -> Value {
    json!({
        "mean": warmth.mean.to_string(),
        "mean_is_estimated": warmth.mean_is_estimated,
        "temperature": warmth.temperature.to_string(),
        "temperature_is_bound": warmth.temperature_is_bound,
    })
}

/// `GET /api/v1/cards/ID/hint`: the orthodox turn and why it is one, or an
/// estimate of it, the best ones where they can be found, and what each turn costs as far as that
/// can be found, cheapest first.
pub async fn hint(visitor: Visitor, Path(id): Path<String>) -> Result<Response, Fault> {
    let game = at_table(&visitor.site, &id, |game: Game, _, _| game.text()).await?;
    let task = FindHint { id, game };
    Ok(reply(&visitor.run(THINKING, task).await?))
}

/// Advice in a game.
#[derive(Serialize, Deserialize)]
pub struct FindHint {
    id: String,
    /// The game as it is kept.
    game: String,
}

impl Task for FindHint {
    const LANE: Lane = Lane::Games;
    type Answer = Value;

    fn game(&self) -> Option<&str> {
        Some(&self.id)
    }

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        let game = going_on(&self.game)?;
        accountants().with(&self.id, budget, |accountant| {
            find_hint(game.session.now(), accountant)
        })
    }
}

fn find_hint(game: &CardGame, accountant: &mut Accountant) -> Result<Value, Fault> {
    let text = |turn: &Turn| game.words(turn);
    let advice = accountant.advice(game)?;
    let best = accountant.best(game)?;
    let best = match best {
        None => Value::Null,
        Some(best) => {
            let turns = best.turns.iter().take(5).map(text);
            let turns = turns.collect::<values::Result<Vec<_>>>()?;
            json!({"moves": turns, "net": best.net.to_string()})
        }
    };
    let mut words = vec![CARD.to_owned()];
    let mut turns = vec![Turn::Card];
    for (word, mv) in game.state().spoken_moves()?.into_iter().take(MOST_LISTED) {
        words.push(word);
        turns.push(Turn::Board(mv));
    }
    let costs = accountant.costs(game, &turns)?;
    let known = costs.into_iter().zip(words);
    let mut costs: Vec<(Dyadic, String)> = known
        .filter_map(|(cost, word)| Some((cost?, word)))
        .collect();
    costs.sort();
    let costs: Vec<Value> = costs
        .into_iter()
        .map(|(cost, word)| json!({"move": word, "cost": cost.to_string()}))
        .collect();
    Ok(json!({
        "player": game.turn().name(),
        "move": text(&advice.turn)?,
        "estimated": advice.estimated,
        "reason": advice.reason,
        "best": best,
        "costs": costs,
    }))
}
