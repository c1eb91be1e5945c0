//! Players of Latrunculus, and matches between them.

mod beam;
mod contest;
mod evaluation;
mod progress;

pub use contest::{Contest, Played};
pub use progress::Thrown;

use crate::effort::Effort;
use beam::{Beam, Judgement, lead};
use evaluation::{Judge, WON, Weights, chance, value};
use rules::latrunculus::{Action, Board, State, Stuck, THROWS, Turn, write_actions};
use rules::{BadInput, Random};
use std::cmp::Reverse;
use std::time::Instant;
use values::Result;

/// A player of Latrunculus.
#[derive(Debug)]
pub struct Commander {
    /// What to type.
    pub name: &'static str,
    /// How it plays.
    pub about: &'static str,
    way: Way,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Random,
    Material,
    Shots,
    Dice,
}

/// All players, the strongest first.
pub static COMMANDERS: [Commander; 4] = [
    Commander {
        name: "dice",
        about: "weighs the best turns against all six throws of the other",
        way: Way::Dice,
    },
    Commander {
        name: "shots",
        about: "one turn: Soldiers, and the chances to kill and to be killed next",
        way: Way::Shots,
    },
    Commander {
        name: "material",
        about: "one turn: kills what it can, else anything",
        way: Way::Material,
    },
    Commander {
        name: "random",
        about: "any action, until the pips are spent",
        way: Way::Random,
    },
];

/// The player with this name.
pub fn find_commander(name: &str) -> std::result::Result<&'static Commander, BadInput> {
    let wanted = name.trim().to_lowercase();
    let found = COMMANDERS.iter().find(|player| player.name == wanted);
    found.ok_or_else(|| {
        let names = COMMANDERS.iter().map(|player| player.name);
        let names: Vec<&str> = names.collect();
        BadInput::new(
            format!("there is no player `{}`", name.escape_debug()),
            format!("players here: {}", names.join(", ")),
        )
    })
}

/// A whole turn.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// What is done; nothing if nothing can be.
    pub actions: Vec<Action>,
    /// What happens if nothing can be done.
    pub stuck: Option<Stuck>,
    /// Where it leads.
    pub board: Board,
    /// How good it is for the player, in hundredths of a Soldier, if the
    /// player has looked.
    pub value: Option<i32>,
}

impl Chosen {
    /// The turn as text.
    #[must_use]
    pub fn text(&self) -> String {
        match self.stuck {
            Some(stuck) => stuck.text().to_owned(),
            None => write_actions(&self.actions),
        }
    }
}

/// How widely is looked.
#[derive(Clone, Copy, Debug)]
struct Breadth {
    /// Boards gone on from at each pip of the own turn.
    beam: usize,
    /// Turns that are weighed against the replies.
    turns: usize,
    /// Boards that a reply goes on from at each pip. A narrow look misses
    /// replies and makes bad turns look good.
    width: usize,
}

impl Breadth {
    /// What can be afforded with `nodes` boards to look at: to go on from one
    /// board at each pip of a six takes a thousand, about.
    fn of(nodes: u64) -> Breadth {
        let root = nodes.isqrt().min(5120) as usize;
        Breadth {
            beam: (root / 10).clamp(2, 256),
            turns: root / 53,
            width: root / 40,
        }
    }

    /// One look for an effort that is counted; by the clock one look wider
    /// than the other until time is up.
    fn looks(effort: &Effort) -> Vec<Breadth> {
        match effort.is_timed() {
            false => vec![Breadth::of(effort.nodes())],
            true => (5..=10)
                .map(|level| Breadth::of(Effort::level(level).nodes()))
                .collect(),
        }
    }
}

impl Commander {
    /// A turn of the player whose throw it is.
    pub fn choose(
        &self,
        state: &State,
        throw: u8,
        effort: &Effort,
        random: &mut Random,
    ) -> Result<Chosen> {
        let turn = state.turn(throw);
        if let Some(stuck) = turn.stuck() {
            return Ok(Chosen {
                actions: Vec::new(),
                stuck: Some(stuck),
                board: turn.end().unwrap_or(state.board),
                value: None,
            });
        }
        match self.way {
            Way::Random => Ok(any(turn, random)),
            Way::Material => Ok(greedy(state, throw, random)),
            Way::Shots => {
                let list = candidates(state, throw, SHOTS_WIDTH, 1, &Weights::SHOTS);
                Ok(first(list, turn, random))
            }
            Way::Dice => {
                let list = best_turns(state, throw, effort, 1)?;
                Ok(first(list, turn, random))
            }
        }
    }
}

/// A value in hundredths as a decimal number of Soldiers.
#[must_use]
pub fn hundredths(value: i32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let size = value.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// A value in words.
#[must_use]
pub fn describe(value: i32) -> String {
    match value.abs() >= WON {
        true if value > 0 => "wins".to_owned(),
        true => "loses".to_owned(),
        false => format!("{} Soldiers", hundredths(value)),
    }
}

/// How many boards the one-turn players go on from at each pip.
const SHOTS_WIDTH: usize = 64;

/// The first of a list; a random turn if there is none, which cannot be.
fn first(list: Vec<Chosen>, turn: Turn, random: &mut Random) -> Chosen {
    list.into_iter().next().unwrap_or_else(|| any(turn, random))
}

/// Actions at random until the pips are spent, each as likely as the others.
fn any(mut turn: Turn, random: &mut Random) -> Chosen {
    loop {
        let actions = turn.actions();
        if actions.is_empty() {
            break;
        }
        let action = actions[random.below(actions.len() as u64) as usize];
        if turn.act(action).is_err() {
            break;
        }
    }
    Chosen {
        actions: turn.done().to_vec(),
        stuck: None,
        board: *turn.board(),
        value: None,
    }
}

/// The turn that kills most, the King before all; among equals any.
fn greedy(state: &State, throw: u8, random: &mut Random) -> Chosen {
    let player = state.player;
    let material = |board: &Board| match board.king(-player) {
        None => WON,
        Some(_) => lead(board, player) * 100,
    };
    // Steps towards a kill come before other steps, or it would miss most.
    let judge = Judge::new(state, &Weights::SHOTS);
    let mut judge = |board: &Board, left: u8| Judgement {
        score: material(board),
        promise: judge.judge(board, left).promise,
    };
    let beam = Beam::search(
        &state.board,
        player,
        throw,
        &state.options,
        SHOTS_WIDTH,
        &mut judge,
    );
    let all = beam.best(usize::MAX);
    let most = all.iter().map(|&i| material(beam.board(i))).max();
    let best: Vec<usize> = all
        .into_iter()
        .filter(|&i| Some(material(beam.board(i))) == most)
        .collect();
    match best.get(random.below(best.len().max(1) as u64) as usize) {
        None => any(state.turn(throw), random),
        Some(&i) => Chosen {
            actions: beam.actions(i),
            stuck: None,
            board: *beam.board(i),
            value: most,
        },
    }
}

/// The best turns by the judgement of the boards alone.
fn candidates(
    state: &State,
    throw: u8,
    width: usize,
    most: usize,
    weights: &Weights,
) -> Vec<Chosen> {
    let judge = Judge::new(state, weights);
    let mut judge = |board: &Board, left: u8| judge.judge(board, left);
    let (board, options) = (&state.board, &state.options);
    let beam = Beam::search(board, state.player, throw, options, width, &mut judge);
    let best = beam.best(most);
    let chosen = best.into_iter().map(|i| Chosen {
        actions: beam.actions(i),
        stuck: None,
        board: *beam.board(i),
        value: Some(beam.score(i)),
    });
    chosen.collect()
}

/// The best turns for a throw, best first, with what they are worth to the
/// player if the other answers each of the six throws as well as can be seen.
pub fn best_turns(state: &State, throw: u8, effort: &Effort, most: usize) -> Result<Vec<Chosen>> {
    let weights = Weights::LEARNT;
    let deadline = effort.deadline();
    let late = || effort.is_cut_short() || deadline.is_some_and(|end| Instant::now() >= end);
    let looks = Breadth::looks(effort);
    let wanted = looks.iter().map(|look| look.turns).max().unwrap_or(1);
    let beam = looks.iter().map(|look| look.beam).max().unwrap_or(1);
    let mut list = candidates(state, throw, beam, wanted.max(most), &weights);
    for Breadth { turns, width, .. } in looks {
        // One turn needs no comparison, unless it is to be told what it is worth.
        let turns = turns.max(most).min(list.len());
        if turns < 2 && list.len() > 1 {
            continue;
        }
        let mut values = Vec::with_capacity(turns);
        for chosen in &list[..turns] {
            if late() {
                break;
            }
            effort.budget().check()?;
            values.push(expectation(state, &chosen.board, width.max(1), &weights));
        }
        // A look that was not finished is not compared with the one before.
        let turns = match values.len() {
            some if some == turns || (some > 0 && !effort.is_timed()) => some,
            _ => break,
        };
        for (chosen, value) in list.iter_mut().zip(values) {
            chosen.value = Some(value);
        }
        // The sort is stable: among equals the better board comes first.
        list[..turns].sort_by_key(|chosen| Reverse(chosen.value));
    }
    list.truncate(most);
    Ok(list)
}

/// What a board is worth to the player who made it, over all six throws of
/// the other: it stands for the mean of the chances to win. A mean of the
/// values would fear one throw that loses the game more than any number of
/// lost Soldiers.
fn expectation(state: &State, board: &Board, width: usize, weights: &Weights) -> i32 {
    let player = state.player;
    let after = state.after(board);
    if let Some(verdict) = after.verdict {
        return match verdict.winner() {
            Some(winner) if winner == player => WON,
            Some(_) => -WON,
            None => 0,
        };
    }
    let judge = Judge::new(&after, weights);
    let mut judge = |board: &Board, left: u8| judge.judge(board, left);
    // What a throw can do, a higher one can: one search tells of all six.
    let beam = Beam::search(board, -player, 6, &state.options, width, &mut judge);
    let best = beam.best_scores();
    let chances = THROWS.map(|throw| {
        let reply = best[usize::from(throw)].unwrap_or_else(|| {
            // Who can do nothing passes, or loses the King.
            let end = after.turn(throw).end().unwrap_or(*board);
            judge(&end, 0).score
        });
        chance(-reply)
    });
    value(chances.sum::<f64>() / 6.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Terms;
    use crate::session::replay;
    use rules::latrunculus::Options;
    use values::Player;

    fn contest(players: [&str; 2], games: u64) -> Contest {
        let options = Options::default();
        let board = options.position("start").unwrap();
        Contest {
            start: State::new(options, board, Player::Left).unwrap(),
            players: players.map(|name| find_commander(name).unwrap()),
            terms: Terms {
                efforts: [Effort::level(1), Effort::level(1)],
                games,
                seed: 5,
                keep: true,
                ..Terms::default()
            },
        }
    }

    /// Every turn is read again as text, so that each action is checked.
    #[test]
    fn every_player_plays_by_the_rules() {
        let full = std::env::var_os("LEGATUS_FULL").is_some();
        for player in &COMMANDERS {
            let games = match player.name {
                _ if full => 1000,
                "dice" | "shots" => 5,
                _ => 20,
            };
            let results = contest([player.name, "random"], games).run();
            assert!(results.stopped.is_none(), "{}", player.name);
            assert_eq!(results.tally.games(), games, "{}", player.name);
            for game in &results.games {
                let mut turns = 0;
                let end = replay(&game.record(), |_: &State, _| turns += 1);
                let end = end.unwrap_or_else(|bad| panic!("{bad}"));
                assert_eq!(end.verdict, game.verdict);
                assert_eq!(turns, game.turns.len());
            }
        }
    }

    #[test]
    fn games_depend_on_the_seed_and_on_nothing_else() {
        let texts = |seed: u64, threads: usize| {
            let mut contest = contest(["shots", "random"], 3);
            contest.terms.seed = seed;
            contest.terms.threads = Some(threads);
            let games = contest.run().games;
            let texts = games.iter().map(|game| game.record().to_string());
            texts.collect::<Vec<_>>()
        };
        assert_eq!(texts(1, 1), texts(1, 2));
        assert_ne!(texts(1, 1), texts(2, 1));
    }

    #[test]
    fn chances_and_values_are_the_same_thing() {
        assert_eq!([value(1.0), value(0.5), value(0.0)], [WON, 0, -WON]);
        for worth in [-700, -230, -1, 0, 1, 99, 1200] {
            assert_eq!(value(chance(worth)), worth);
            assert!(chance(worth) < chance(worth + 1));
        }
        assert_eq!([chance(WON), chance(-WON)], [1.0, 0.0]);
    }

    /// By the clock a look at all is finished, and the budget stops it.
    #[test]
    fn time_and_budget_are_kept() {
        let options = Options::default();
        let board = options.position("start").unwrap();
        let state = State::new(options, board, Player::Left).unwrap();
        let effort = Effort::time(std::time::Duration::from_millis(30));
        let began = Instant::now();
        let list = best_turns(&state, 5, &effort, 3).unwrap();
        assert_eq!(list.len(), 3);
        assert!(list.is_sorted_by(|a, b| a.value >= b.value));
        assert!(began.elapsed().as_secs() < 20);
        let budget = values::Budget::unlimited();
        budget
            .stop_flag()
            .store(true, std::sync::atomic::Ordering::Relaxed);
        let effort = Effort::level(7).with_budget(budget);
        assert!(best_turns(&state, 5, &effort, 1).is_err());
    }

    #[test]
    fn a_king_within_reach_is_killed() {
        let text = "......../......../......../.bB...../.wW...../.ww...../......../........";
        let board = Options::default().position(text).unwrap();
        let state = State::new(Options::default(), board, Player::Right).unwrap();
        let mut random = Random::new(1);
        for name in ["dice", "shots", "material"] {
            let player = find_commander(name).unwrap();
            let chosen = player.choose(&state, 6, &Effort::level(1), &mut random);
            let chosen = chosen.unwrap();
            assert_eq!(
                chosen.board.king(Player::Left),
                None,
                "{name} {}",
                chosen.text()
            );
        }
    }

    #[test]
    fn who_can_do_nothing_does_nothing() {
        let text = ".......B/......../......../......../......../......../bb....../Wb......";
        let board = Options::default().position(text).unwrap();
        let state = State::new(Options::default(), board, Player::Right).unwrap();
        for player in &COMMANDERS {
            let turn = |throw| {
                let mut random = Random::new(1);
                player.choose(&state, throw, &Effort::level(1), &mut random)
            };
            assert_eq!(turn(1).unwrap().text(), "pass");
            let fallen = turn(2).unwrap();
            assert_eq!(fallen.text(), "king falls");
            assert_eq!(
                state.after(&fallen.board).verdict.and_then(|v| v.winner()),
                Some(Player::Left)
            );
        }
    }

    #[test]
    fn records_that_lie_are_refused() {
        let game = contest(["random", "random"], 1).run().games.remove(0);
        let record = game.record();
        let refusal = |bad: &_| replay(bad, |_: &State, _| ()).unwrap_err().reason;
        let mut bad = record.clone();
        bad.plies[0].notes.clear();
        assert!(refusal(&bad).contains("throw"));
        let mut bad = record.clone();
        bad.plies[0].player = -bad.plies[0].player;
        assert!(refusal(&bad).contains("turn"));
        let mut bad = record;
        bad.plies[0].text = "e5-e6".into();
        assert!(refusal(&bad).contains("e5"));
    }
}
