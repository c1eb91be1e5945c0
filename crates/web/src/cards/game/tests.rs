//! Games beside cards as the server keeps and shows them.

use super::*;
use play::Accountant;
use serde_json::json;

fn begin(wanted: Value) -> Result<Game, Fault> {
    Cards::begin(
        serde_json::from_value(wanted).unwrap(),
        &Budget::unlimited(),
    )
}

fn view(game: &Game, ply: usize) -> Value {
    Cards::view(game, Some("0123456789abcdef"), ply, &Budget::unlimited()).unwrap()
}

/// The game as it is after it was kept.
fn kept(game: &Game) -> Game {
    Cards::read(&Cards::write(game).unwrap()).unwrap()
}

/// A game as the version before this one kept it, with what turns cost and
/// with turns that were taken back, is read and written as it was.
#[test]
fn games_from_before_are_read_and_written_as_they_were() {
    let bytes = include_bytes!("../../../tests/data/kept-cards.json");
    let game = Cards::read(bytes).unwrap();
    assert_eq!((game.session.ply(), game.changed), (2, 1_794_965_115));
    assert_eq!(game.session.now().net().to_string(), "-9/4");
    assert_eq!(Cards::write(&game).unwrap(), bytes);
}

/// The game of one click: the person moves first, wins with best play, and only
/// one first turn does so; to take the card is a mistake.
#[test]
fn the_game_of_one_click_begins_with_a_decision() {
    let game = begin(json!({"opponent": "medium"})).unwrap();
    let seen = view(&game, 0);
    assert_eq!(
        (&seen["you"], &seen["turn"]),
        (&json!("left"), &json!("left"))
    );
    assert_eq!(seen["right"]["strength"], "medium");
    assert_eq!(seen["cards"][0], "5/2");
    let mut accountant = Accountant::new(&Budget::unlimited(), 1 << 26);
    let now = game.session.now();
    let best = accountant.best(now).unwrap().unwrap();
    assert_eq!(best.net, 1.into());
    let [only] = &best.turns[..] else {
        panic!("{:?}", best.turns);
    };
    assert_eq!(now.words(only).unwrap(), "1: a1-a3/b3");
    let card = accountant.cost(now, &play::Turn::Card).unwrap();
    assert_eq!(card, Some(1.into()));
}

/// Dominoes lie where they were laid, each on its board.
#[test]
fn dominoes_lie_on_their_boards() {
    let board = json!({"game": "domineering", "position": "2x2"});
    let mut game = begin(json!({"boards": [board, board], "first": "left"})).unwrap();
    for turn in ["1: a1a2", CARD, "1: b1b2"] {
        Cards::answer(&mut game, turn).unwrap();
    }
    let tiles = |ply: usize, board: usize| {
        let svg = view(&game, ply)["boards"][board]["svg"].to_string();
        svg.matches("class=\\\"tile ").count()
    };
    assert_eq!([0, 1, 2, 3].map(|ply| tiles(ply, 0)), [0, 1, 1, 2]);
    assert_eq!(tiles(3, 1), 0);
}

/// Random games on one and on several boards, with a referee and without: what
/// the page shows is what the cards come to, and no turn costs less than
/// nothing.
#[test]
fn what_is_shown_agrees_with_the_accounts() {
    let mut random = Random::new(5);
    let boards = [
        json!([{"game": "amazons", "position": ".L..R"}]),
        json!([{"game": "amazons", "position": "R..L"}, {"game": "domineering", "position": "2x2"}]),
        json!([{"game": "clobber", "position": "XOX"}, {"game": "nim", "position": "1,2"},
               {"game": "toads_and_frogs", "position": "T.F"}]),
    ];
    for number in 0..24 {
        let stack = json!({"top": "2", "step": "1/2"});
        let first = ["left", "right"][number / 3 % 2];
        let wanted = json!({
            "boards": boards[number % 3], "stack": stack, "referee": number % 2 == 1,
            "first": first,
        });
        let mut game = begin(wanted).unwrap();
        let mut accountant = Accountant::new(&Budget::unlimited(), 1 << 24);
        let mut costs = [Dyadic::zero(), Dyadic::zero()];
        while game.ending(game.session.ply()).unwrap().is_none() {
            if let Some((_, player)) = game.asks() {
                let bid = ["2", "1/2", "-1"][random.below(3) as usize];
                let said = Said {
                    side: Some(Side::of(player)),
                    temperature: Some(bid.to_owned()),
                    ..Said::default()
                };
                assert!(game.turn(CARD).is_err(), "bids come first");
                game.hear(&said, true).unwrap();
                game = kept(&game);
                continue;
            }
            let now = game.session.now().clone();
            let mut turns = now.state().spoken_moves().unwrap();
            let any = random.below(1 + turns.len() as u64 / 2) as usize;
            let (text, turn) = match any < turns.len() && random.below(2) == 0 {
                true => {
                    let (text, mv) = turns.swap_remove(any);
                    (text, play::Turn::Board(mv))
                }
                false => (CARD.to_owned(), play::Turn::Card),
            };
            let cost = accountant.cost(&now, &turn).unwrap().unwrap();
            assert!(cost.signum() >= 0, "{text} costs {cost}");
            let total = &mut costs[now.turn() as usize];
            *total = &*total + &cost;
            game.turn(&text).unwrap();
            game = kept(&game);
        }
        let end = game.session.ply();
        let seen = view(&game, end);
        // The scores are the komi, the cards taken and what the referee gave.
        let mut sums = [Dyadic::zero(), Dyadic::zero()];
        let first = game.session.start().turn();
        sums[-first as usize] = game.kind.komi.clone();
        for turn in seen["turns"].as_array().unwrap() {
            let place = usize::from(turn["player"] == "right");
            let number = |value: &Value| value.as_str().map(|text| text.parse::<Dyadic>().unwrap());
            for points in [&turn["card"], &turn["skipped"]["given"]] {
                if let Some(points) = number(points) {
                    sums[place] = &sums[place] + &points;
                }
            }
        }
        let shown = ["left", "right"].map(|side| seen["scores"][side].as_str().unwrap());
        assert_eq!(shown.map(|text| text.parse::<Dyadic>().unwrap()), sums);
        assert_eq!(seen["net"], json!((&sums[0] - &sums[1]).to_string()));
        let winner = match (&sums[0] - &sums[1]).signum() {
            0 => Value::Null,
            1 => json!("left"),
            _ => json!("right"),
        };
        assert_eq!(seen["over"]["winner"], winner);
        // Every earlier position is shown as it was.
        for ply in 0..=end {
            assert_eq!(view(&game, ply)["ply"], ply);
        }
    }
}

/// Bids for the stack, then for the first move; a computer bids by itself, and
/// the game goes on where the bids were when it was kept.
#[test]
fn a_game_is_bid_for() {
    let wanted = json!({
        "boards": [{"game": "amazons", "position": "R..L...R"}],
        "stack": {"top": "2", "step": "1"}, "bid": {"stack": true, "komi": true},
        "opponent": "perfect", "side": "left",
    });
    let mut game = begin(wanted).unwrap();
    let think = |game: &Game| {
        let time = Duration::from_secs(30);
        let asked = Reply::at(game, "0123456789abcdef", false, time, 1).unwrap();
        Cards::think(game, &asked, &Budget::unlimited())
            .unwrap()
            .text
    };
    let person = |game: &mut Game, said: Value| {
        let said = serde_json::from_value(said).unwrap();
        game.hear(&said, true)
    };
    let shown = |game: &Game| view(game, 0)["asks"].clone();
    assert_eq!(shown(&game)["what"], "stack");
    assert!(game.turn(CARD).is_err());
    assert!(person(&mut game, json!({"step": "1/4"})).is_err());
    person(&mut game, json!({"side": "left", "step": "1/2", "ones": 3})).unwrap();
    game = kept(&game);
    assert_eq!(shown(&game)["side"], "right");
    assert!(person(&mut game, json!({"step": "1/4", "ones": 3})).is_err());
    let bid = think(&game);
    Cards::answer(&mut game, &bid).unwrap();
    game = kept(&game);
    // The computer bids a step of 1/8, and as many cards as moves: 5.
    let asked = shown(&game);
    assert_eq!(
        (&asked["what"], &asked["side"]),
        (&json!("step"), &json!("left"))
    );
    assert_eq!(asked["below"], "1/8");
    assert!(person(&mut game, json!({"step": "1/8"})).is_err());
    person(&mut game, json!({"step": "1/16"})).unwrap();
    assert_eq!(shown(&game)["above"], 5);
    person(&mut game, json!({"ones": 6})).unwrap();
    game = kept(&game);
    assert_eq!(game.session.now().stack().ones(), 6);
    // The komi that is fair is what the computer bids; who bids more begins.
    assert_eq!(shown(&game)["what"], "komi");
    person(&mut game, json!({"komi": "1"})).unwrap();
    let mut accountant = Accountant::new(&Budget::unlimited(), 1 << 24);
    let fair = accountant.fair_komi(game.session.now()).unwrap().unwrap();
    let bid = think(&game);
    Cards::answer(&mut game, &bid).unwrap();
    game = kept(&game);
    assert!(shown(&game).is_null());
    assert_eq!(game.kind.komi, fair);
    assert_eq!(game.session.start().turn(), Player::Right);
    assert_eq!(*game.session.start().score(Player::Left), fair);
    game.turn(CARD).unwrap();
    assert_eq!(kept(&game).session.now().bids(), None);
}

/// A computer moves in time, whatever the board.
#[test]
fn a_computer_beside_cards_keeps_its_clock() {
    for strength in ["easy", "medium"] {
        let wanted = json!({
            "boards": [{"game": "amazons", "position": "10x10"}], "opponent": strength,
            "side": "right", "stack": "paper",
        });
        let game = begin(wanted).unwrap();
        let time = Cards::clock(&game, false);
        let asked = Reply::at(&game, "0123456789abcdef", false, time, 1).unwrap();
        let begun = Instant::now();
        let answer = Cards::think(&game, &asked, &Budget::new(Some(1 << 28)));
        let text = answer.unwrap().text;
        assert!(!text.is_empty());
        let late = begun.elapsed();
        assert!(late < Duration::from_secs(15), "{strength}: {late:?}");
    }
}

/// A claim is contested by the side that gains from its error.
#[test]
fn a_challenge_is_decided_by_the_net_score() {
    let wanted = json!({
        "boards": [{"game": "amazons", "position": "R..L...R"}],
        "stack": {"top": "1", "step": "1"}, "opponent": "hard",
        "challenge": {"challenger": "right", "appraisal": "3", "epsilon": "1/2"},
    });
    let mut game = begin(wanted).unwrap();
    let seen = view(&game, 0);
    assert_eq!(seen["you"], "right");
    assert_eq!(seen["challenge"]["needed"], "5/2");
    assert!(seen["challenge"]["succeeds"].is_null());
    while game.ending(game.session.ply()).unwrap().is_none() {
        game.turn(CARD).unwrap();
    }
    let net = game.session.now().net();
    let shown = view(&game, game.session.ply())["challenge"]["succeeds"].clone();
    assert_eq!(shown, json!(net <= "5/2".parse().unwrap()));
    let bad = json!({"challenge": {"challenger": "left", "appraisal": "3", "epsilon": "0"}});
    assert!(begin(bad).is_err());
}
