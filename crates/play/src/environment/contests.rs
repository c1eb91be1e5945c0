//! Games beside cards, played to the end.

use super::losses::POSITIONS;
use super::*;
use crate::state::State;
use crate::thermal::Turn;
use rules::{Component, Random};
use solve::Convention;
use values::{Budget, Dyadic, Player};

fn number(text: &str) -> Dyadic {
    text.parse().unwrap()
}

fn state(positions: &[(&str, &str)]) -> State {
    let summands = positions.iter().map(|(game, position)| {
        let component = Component::read(game, position).unwrap();
        ((*game).into(), component)
    });
    State::new(summands.collect(), Convention::Normal)
}

fn accountant() -> Accountant {
    Accountant::new(&Budget::unlimited(), 1 << 26)
}

fn player(name: &str) -> CardPlayer {
    CardPlayer::find(name, Random::new(7)).unwrap()
}

/// Plays to the end and gives Left's net score.
fn played(
    mut game: CardGame,
    players: &mut [CardPlayer; 2],
    accountant: &mut Accountant,
    referee: bool,
) -> Dyadic {
    while !game.is_over() {
        if referee && game.may_skip() {
            let [left, right] = players;
            let bids = [
                left.sealed_bid(&game, Player::Left, accountant).unwrap(),
                right.sealed_bid(&game, Player::Right, accountant).unwrap(),
            ];
            game.skip(bids);
        }
        let mover = &mut players[game.turn() as usize];
        let choice = mover.choose(&game, accountant).unwrap();
        game.play(&choice.turn);
    }
    game.net()
}

/// Random small sums beside random stacks, both players to begin.
fn games(number_of_games: usize, seed: u64) -> Vec<CardGame> {
    let mut random = Random::new(seed);
    let mut games = Vec::new();
    for _ in 0..number_of_games {
        let mut any = || POSITIONS[random.below(POSITIONS.len() as u64) as usize];
        let positions = [any(), any(), any()];
        let turn = Player::BOTH[random.below(2) as usize];
        let board = state(&positions).with_turn(turn);
        let top = Dyadic::new(random.below(40), 3);
        let step = Dyadic::new(1 + random.below(4), 3);
        let stack = Stack::new(&top, &step, 40).unwrap();
        games.push(CardGame::new(board, stack));
    }
    games
}

#[test]
fn the_forecast_is_the_mean_and_half_the_temperature() {
    let board = state(&[("amazons", "R..L...R")]);
    let mut game = CardGame::new(board, Stack::berlekamp());
    let mut accountant = accountant();
    let forecast = accountant.forecast(&game).unwrap();
    assert_eq!(forecast.mean, 1.into());
    assert_eq!(forecast.temperature, 3.into());
    // Right has the komi: -5 + 1 + 79/16.
    assert_eq!(forecast.forecast, number("15/16"));
    assert_eq!(accountant.best(&game).unwrap().unwrap().net, 1.into());
    // A move above the temperature costs what is missing; a card nothing.
    assert_eq!(
        accountant.cost(&game, &Turn::Card).unwrap().unwrap(),
        Dyadic::zero()
    );
    let moves = game.state().moves().unwrap();
    let costs = moves
        .into_iter()
        .map(|mv| accountant.cost(&game, &Turn::Board(mv)).unwrap().unwrap());
    // The best one leads to 4, which is 3 above the mean: 79/8 - 3.
    assert_eq!(costs.min().unwrap(), number("55/8"));
    // Below it, a card costs the width of the thermograph.
    while game.temperature() > 2.into() {
        game.play(&Turn::Card);
    }
    let t = game.temperature();
    assert_eq!(t, number("15/8"));
    assert_eq!(game.turn(), Player::Left);
    assert_eq!(
        accountant.cost(&game, &Turn::Card).unwrap().unwrap(),
        number("9/4")
    );
    let moves = game.state().moves().unwrap();
    let costs = moves
        .into_iter()
        .map(|mv| accountant.cost(&game, &Turn::Board(mv)).unwrap().unwrap());
    assert_eq!(costs.min().unwrap(), Dyadic::zero());
}

/// No turn gains, and there is an orthodox one.
#[test]
fn costs_are_never_negative() {
    let mut accountant = accountant();
    let mut random = Random::new(3);
    for mut game in games(6, 3) {
        while !game.is_over() {
            let mut turns = vec![Turn::Card];
            turns.extend(game.state().moves().unwrap().into_iter().map(Turn::Board));
            let costs = turns
                .iter()
                .map(|turn| accountant.cost(&game, turn).unwrap().unwrap());
            let least = costs.min().unwrap();
            assert_eq!(least, Dyadic::zero(), "{game:?}");
            let any = random.below(2 * turns.len() as u64) as usize;
            let turn = turns.get(any).cloned().unwrap_or(Turn::Card);
            game.play(&turn);
        }
    }
}

/// Two exact players reach what best play promises, also with a referee.
#[test]
fn exact_players_reach_the_payoff() {
    let mut accountant = accountant();
    for game in games(8, 5) {
        let best = accountant.best(&game).unwrap().unwrap().net;
        for referee in [false, true] {
            let mut players = [player("exact"), player("exact")];
            assert_eq!(
                played(game.clone(), &mut players, &mut accountant, referee),
                best,
                "{game:?}"
            );
        }
    }
}

#[test]
fn nobody_of_another_name_plays() {
    let find = |name| CardPlayer::find(name, Random::new(1));
    for (name, _) in CARD_PLAYERS {
        assert!(find(name).is_ok(), "{name}");
    }
    let bad = find("nobody").map(|_| ()).unwrap_err();
    assert!(bad.hint.contains("sentestrat"), "{}", bad.hint);
}
