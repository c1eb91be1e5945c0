//! The accounts of a game beside cards, as the paper keeps them.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use play::{Accountant, CardGame, Strategy, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use values::{Budget, Dyadic, Player};

use super::super::api::Parameters;
use super::super::client::Client;
use super::super::fault::Fault;
use super::super::play::reply;
use super::super::server::Site;
use super::super::shelf::{find, keep};
use super::super::task::{Lane, Task};
use super::accountants::accountants;
use super::kept::{CARD, Kept, UNKNOWN};
use super::{ply, thinking};

/// The costs of no more turns than this are told.
const MOST_LISTED: usize = 200;

/// `GET /api/v1/cards/ID/accounts?ply=`: the forecast, and what each turn has
/// cost. That may take longer than a move, so the page asks for it after the
/// move; what was found is kept.
pub async fn accounts(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    uri: Uri,
    client: Client,
) -> Result<Response, Fault> {
    let parameters = Parameters::read(&uri)?;
    parameters.only(&["ply"])?;
    let kept: Kept = find(&site, &id)?;
    let ply = ply(&parameters, &kept)?;
    let task = FindAccounts {
        id: id.clone(),
        kept: kept.clone(),
        ply,
    };
    let (costs, mut answer) = site.workers.run(thinking(client), task).await?;
    if kept.turns.iter().take(ply).any(|made| made.cost.is_none()) {
        let _alone = site.alone(&id).await;
        let mut now: Kept = find(&site, &id)?;
        let same =
            |a: &super::kept::Made, b: &super::kept::Made| a.text == b.text && a.after == b.after;
        // Turns may have been taken back meanwhile.
        for (place, cost) in costs.iter().enumerate() {
            match now.turns.get_mut(place) {
                Some(made) if same(made, &kept.turns[place]) => made.cost = Some(cost.clone()),
                _ => break,
            }
        }
        keep(&site, &id, &mut now).await?;
    }
    answer["ply"] = ply.into();
    Ok(reply(&answer))
}

/// A cost as it is kept.
fn told(cost: &Option<Dyadic>) -> String {
    cost.as_ref().map_or(UNKNOWN.to_owned(), Dyadic::to_string)
}

/// The accounts of a game after so many turns.
#[derive(Serialize, Deserialize)]
pub struct FindAccounts {
    id: String,
    kept: Kept,
    ply: usize,
}

impl Task for FindAccounts {
    const NAME: &'static str = "accounts";
    const LANE: Lane = Lane::Questions;
    /// What each turn has cost, and what the page is told.
    type Answer = (Vec<String>, Value);

    fn run(self, budget: &Budget) -> Result<(Vec<String>, Value), Fault> {
        let history = self.kept.history(self.ply)?;
        let game = self.kept.game(self.ply)?;
        let known: Vec<Option<String>> =
            self.kept.turns.into_iter().map(|made| made.cost).collect();
        let (costs, answer) = accountants().with(&self.id, budget, |accountant| {
            find_accounts(&history, &game, &known, accountant)
        })?;
        Ok((costs.iter().map(told).collect(), answer))
    }
}

/// The costs, `None` where they take too much to find, and what the page is
/// told.
fn find_accounts(
    history: &[(CardGame, Turn)],
    game: &CardGame,
    known: &[Option<String>],
    accountant: &mut Accountant,
) -> Result<(Vec<Option<Dyadic>>, Value), Fault> {
    let mut costs = Vec::with_capacity(history.len());
    let mut totals = [Dyadic::zero(), Dyadic::zero()];
    for ((before, turn), known) in history.iter().zip(known) {
        let cost = match known {
            Some(cost) => cost.parse().ok(),
            None => accountant.cost(before, turn)?,
        };
        if let Some(cost) = &cost {
            let total = &mut totals[before.turn() as usize];
            *total = &*total + cost;
        }
        costs.push(cost);
    }
    let forecast = accountant.forecast(game)?;
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
        "costs": costs.iter().map(|cost| cost.as_ref().map(Dyadic::to_string)).collect::<Vec<_>>(),
        "totals": {"left": left.to_string(), "right": right.to_string()},
    });
    Ok((costs, answer))
}

/// `GET /api/v1/cards/ID/hint`: the orthodox turn, or an estimate of it, the
/// best ones where they can be found, and what each turn costs as far as that
/// can be found, cheapest first.
pub async fn hint(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    client: Client,
) -> Result<Response, Fault> {
    let kept = find(&site, &id)?;
    let task = FindHint { id, kept };
    Ok(reply(&site.workers.run(thinking(client), task).await?))
}

/// Advice in a game.
#[derive(Serialize, Deserialize)]
pub struct FindHint {
    id: String,
    kept: Kept,
}

impl Task for FindHint {
    const NAME: &'static str = "hint beside cards";
    const LANE: Lane = Lane::Games;
    type Answer = Value;

    fn run(self, budget: &Budget) -> Result<Value, Fault> {
        self.kept.going_on()?;
        let game = self.kept.game(self.kept.ply)?;
        accountants().with(&self.id, budget, |accountant| find_hint(&game, accountant))
    }
}

fn find_hint(game: &CardGame, accountant: &mut Accountant) -> Result<Value, Fault> {
    let text = |turn: &Turn| match turn {
        Turn::Card => Ok(CARD.to_owned()),
        Turn::Board(mv) => game.state().text(mv),
    };
    let ambient = game.temperature();
    let situation = game.situation(&ambient);
    let decision = accountant
        .thermal()
        .decide(Strategy::Orthodox, &situation)?;
    let estimated = decision.as_ref().is_some_and(|found| found.estimated);
    let orthodox = decision.map_or(Turn::Card, |decision| decision.turn);
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
    let player = match game.turn() {
        Player::Left => "left",
        Player::Right => "right",
    };
    let orthodox = text(&orthodox)?;
    Ok(json!({
        "player": player,
        "move": orthodox,
        "estimated": estimated,
        "best": best,
        "costs": costs,
    }))
}
