//! Players of Latrunculus, and matches between them.

mod beam;
mod contest;
mod evaluation;

pub use contest::{Contest, Played, begin, replay};

use crate::effort::Effort;
use beam::{Beam, Judgement, lead};
use evaluation::{WON, Weights, judge};
use rules::latrunculus::{Action, Board, State, Stuck, Turn, write_actions};
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
#[derive(Clone, Debug)]
struct Breadth {
    /// Boards gone on from at each pip of the own turn.
    beam: usize,
    /// Rounds in which turns are weighed against the replies: how many turns,
    /// and how many boards a reply goes on from at each pip.
    rounds: Vec<(usize, usize)>,
}

impl Breadth {
    /// What so many boards are enough for.
    fn of(nodes: u64) -> Breadth {
        /// A beam of one judges about so many boards for a six.
        const BOARDS: u64 = 200;
        let beams = (nodes / BOARDS).clamp(4, 1 << 14) as usize;
        let beam = (beams / 4).clamp(32, 256);
        // Half of the work goes to a first look at many turns, half to a wider
        // look at the best of them. A narrow look misses replies and makes
        // bad turns look good.
        let turns = ((beams as f64 * 2.0).sqrt() as usize).max(4);
        let width = (beams / 2 / turns).clamp(1, 64);
        let rounds = vec![(turns, width), ((turns / 4).max(2), (4 * width).min(128))];
        Breadth { beam, rounds }
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
                let weights = Weights::SHOTS;
                let list = candidates(state, throw, SHOTS_WIDTH, 1, &weights);
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

/// Whether a value is that of a game that is over.
#[must_use]
pub fn is_won(value: i32) -> bool {
    value.abs() >= WON
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
    let weights = Weights::SHOTS;
    let mut judge = |board: &Board, left: u8| Judgement {
        score: material(board),
        promise: judge(board, player, left, &state.options, &weights).promise,
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
    let (player, options) = (state.player, &state.options);
    let mut judge = |board: &Board, left: u8| judge(board, player, left, options, weights);
    let beam = Beam::search(&state.board, player, throw, options, width, &mut judge);
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
    let breadth = Breadth::of(effort.nodes());
    let weights = Weights::TOGETHER;
    let deadline = effort.deadline();
    let late = || deadline.is_some_and(|end| Instant::now() >= end);
    let wanted = breadth.rounds.first().map_or(1, |round| round.0).max(most);
    let mut list = candidates(state, throw, breadth.beam, wanted, &weights);
    for &(turns, width) in &breadth.rounds {
        list.truncate(turns.max(most));
        let mut values = Vec::with_capacity(list.len());
        for chosen in &list {
            effort.budget().check()?;
            if late() {
                break;
            }
            values.push(expectation(state, &chosen.board, width, &weights));
        }
        // A round that was not finished is not compared with the one before.
        if values.len() < list.len() {
            break;
        }
        for (chosen, value) in list.iter_mut().zip(values) {
            chosen.value = Some(value);
        }
        // The sort is stable: among equals the better board comes first.
        list.sort_by_key(|chosen| Reverse(chosen.value));
    }
    list.truncate(most);
    Ok(list)
}

/// What a board is worth to the player who made it, over all six throws of
/// the other.
fn expectation(state: &State, board: &Board, width: usize, weights: &Weights) -> i32 {
    let (player, options) = (state.player, &state.options);
    let after = state.after(board);
    if let Some(verdict) = after.verdict {
        return match verdict.winner() {
            Some(winner) if winner == player => WON,
            Some(_) => -WON,
            None => 0,
        };
    }
    let mut judge = |board: &Board, left: u8| judge(board, -player, left, options, weights);
    // What a throw can do, a higher one can: one search tells of all six.
    let beam = Beam::search(board, -player, 6, options, width, &mut judge);
    let best = beam.best_scores();
    let sum: i32 = (1..=6u8)
        .map(|throw| {
            let reply = best[usize::from(throw)].unwrap_or_else(|| {
                // Who can do nothing passes, or loses the King.
                let end = after.turn(throw).end().unwrap_or(*board);
                judge(&end, 0).score
            });
            -reply
        })
        .sum();
    sum / 6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Terms;
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

    #[test]
    fn every_player_plays_by_the_rules() {
        for player in &COMMANDERS {
            let games = if player.name == "random" { 20 } else { 2 };
            let results = contest([player.name, "random"], games).run();
            assert_eq!(results.tally.games(), games, "{}", player.name);
            for game in &results.games {
                let states = replay(&game.record()).unwrap_or_else(|bad| panic!("{bad}"));
                assert_eq!(states.last().map(|state| state.verdict), Some(game.verdict));
                assert_eq!(states.len(), game.turns.len() + 1);
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
        let mut bad = record.clone();
        bad.plies[0].notes.clear();
        assert!(replay(&bad).unwrap_err().reason.contains("throw"));
        let mut bad = record.clone();
        bad.plies[0].player = -bad.plies[0].player;
        assert!(replay(&bad).unwrap_err().reason.contains("turn"));
        let mut bad = record;
        bad.plies[0].text = "e5-e6".into();
        assert!(replay(&bad).unwrap_err().reason.contains("e5"));
    }
}
