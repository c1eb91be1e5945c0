//! The laws that the solvers rely on, tried on random positions of any rules.

use crate::loopy::Loopy;
use crate::outcome::{Convention, Search, Term};
use crate::value::Evaluator;
use rules::{Component, Game, Position, Random, Rules};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use values::{Arena, Budget, Error, Notation, Outcome, Player, Value};

/// A law that rules break, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The law.
    pub law: &'static str,
    /// A position in which it does not hold.
    pub position: String,
    /// What was found instead.
    pub found: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; at {}: {}", self.law, self.position, self.found)
    }
}

/// What was looked at, and the first law that was found broken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// How many positions were looked at.
    pub positions: usize,
    /// In how many of them the winner, and the value if play ends, were also
    /// found by going through all moves.
    pub solved: usize,
    /// Whether the time ended before all positions were looked at.
    pub in_time: bool,
    /// The first breach.
    pub breach: Option<Breach>,
}

/// More options than this are not looked at.
const MOST_OPTIONS: usize = 2000;
/// A position from which more can be reached is not solved move by move.
const MOST_REACHED: usize = 1500;
/// Of each position, so many like it.
const LIKE_IT: usize = 8;
/// A position whose text is longer is not solved.
const LONGEST: usize = 4096;

const TEXT: &str = "reading what was written gives the position back";
const RANK: &str = "every move leads nearer to the end, unless play may not end";
const CHANGE: &str = "a move changes the position";
const MOVES: &str = "moves that are found quickly are those of the rules";
const IMPARTIAL: &str = "in an impartial game both players have the same moves";
const NEGATIVE: &str = "the negative has the moves of the other player";
const SYMMETRY: &str = "a position is worth what its normal form is";
const PARTS: &str = "a position is the sum of its parts";
const KNOWN: &str = "a value that is known is that of the moves";
const VALUE: &str = "the value is that of the options";
const OUTCOME: &str = "the winner is found by going through all moves";

/// Looks at `number` positions: the example, the starts, random ones like
/// them and what random play makes of those. It ends early at the deadline of
/// the budget, without an error.
///
/// ```
/// use rules::{Random, Rules};
/// let clobber = Rules::find("clobber").unwrap();
/// let budget = values::Budget::unlimited();
/// let examined = solve::examine(&clobber, 20, &mut Random::new(1), &budget).unwrap();
/// assert_eq!((examined.positions, examined.breach), (20, None));
/// ```
///
/// # Errors
///
/// The memory was too small, or somebody stopped it.
pub fn examine(
    rules: &Rules,
    number: usize,
    random: &mut Random,
    budget: &Budget,
) -> Result<Examined, Error> {
    let mut examined = Examined {
        in_time: true,
        ..Examined::default()
    };
    let samples = samples(rules, number, random);
    let mut examiner = Examiner {
        rules,
        budget,
        arena: Arena::with_budget(budget.clone()),
        evaluator: Evaluator::new(),
    };
    let mut tried = Ok(());
    // What is wrong with a move is better said of the move than of a winner.
    for position in &samples {
        tried = tried.and_then(|()| examiner.look(position));
        examined.positions += usize::from(tried.is_ok());
    }
    for position in &samples {
        let solved = tried.and_then(|()| examiner.solve(position));
        examined.solved += usize::from(matches!(solved, Ok(true)));
        tried = solved.map(drop);
    }
    match tried {
        Ok(()) => {}
        Err(Stop::Broken(breach)) => examined.breach = Some(breach),
        Err(Stop::Error(Error::Deadline)) => examined.in_time = false,
        Err(Stop::Error(error)) => return Err(error),
    }
    Ok(examined)
}

/// Positions of a game, small ones first.
fn samples(rules: &Rules, number: usize, random: &mut Random) -> Vec<Component> {
    let about = rules.about();
    let starts = about.starts.iter().map(|start| start.text);
    let texts = std::iter::once(about.example).chain(starts);
    let mut models: Vec<Component> = texts.filter_map(|t| Game::read(rules, t).ok()).collect();
    models.sort_by_key(|model| model.text().len());
    let mut samples = models.clone();
    while samples.len() < number && !models.is_empty() {
        for model in &models {
            for _ in 0..LIKE_IT {
                let mut position = Game::scatter(rules, model, &mut |n| random.below(n));
                for _ in 0..random.below(4) {
                    let player = Player::BOTH[random.below(2) as usize];
                    let options = options(&position, player);
                    if options.is_empty() {
                        break;
                    }
                    position = options[random.below(options.len() as u64) as usize].clone();
                }
                samples.push(position);
            }
        }
    }
    samples.truncate(number);
    samples
}

/// The positions after a player's moves, not more than are looked at.
fn options(position: &Component, player: Player) -> Vec<Component> {
    let mut options = Vec::new();
    let _ = position.options(player, &mut |option| {
        options.push(option);
        match options.len() <= MOST_OPTIONS {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    options
}

/// The independent parts of a position.
fn parts(position: &Component) -> Vec<Component> {
    let mut parts = Vec::new();
    position.parts(&mut |part| parts.push(part));
    parts
}

enum Stop {
    Broken(Breach),
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Error(error)
    }
}

struct Examiner<'a> {
    rules: &'a Rules,
    budget: &'a Budget,
    arena: Arena,
    evaluator: Evaluator<Component>,
}

impl Examiner<'_> {
    /// Looks at a position: its text, its moves and the next.
    fn look(&self, position: &Component) -> Result<(), Stop> {
        self.budget.check()?;
        let parts = parts(position);
        for each in parts.iter().chain([position]) {
            self.text(each)?;
            self.text(&each.normal_form().0)?;
        }
        self.moves(position)?;
        self.negatives(position)?;
        self.mobility(position, &parts)
    }

    /// Solves a position in two ways, if it is small enough.
    fn solve(&mut self, position: &Component) -> Result<bool, Stop> {
        if position.text().len() > LONGEST {
            return Ok(false);
        }
        let Some(graph) = Graph::of(position, self.budget)? else {
            return Ok(false);
        };
        match self.rules.is_loopy() {
            true => self.fates(position, &graph)?,
            false => self.values(position, &parts(position), &graph)?,
        }
        Ok(true)
    }

    fn broken<T>(&self, law: &'static str, at: &Component, found: String) -> Result<T, Stop> {
        Err(Stop::Broken(Breach {
            law,
            position: at.text(),
            found,
        }))
    }

    fn text(&self, position: &Component) -> Result<(), Stop> {
        match Game::read(self.rules, &position.text()) {
            Ok(read) if read == *position => Ok(()),
            Ok(read) => self.broken(TEXT, position, format!("it is read as {}", read.text())),
            Err(bad) => self.broken(TEXT, position, bad.to_string()),
        }
    }

    fn moves(&self, position: &Component) -> Result<(), Stop> {
        let mut sides = Vec::new();
        for player in Player::BOTH {
            let options = options(position, player);
            if options.len() > MOST_OPTIONS {
                return Ok(());
            }
            self.budget.check()?;
            let mut spoken = HashMap::new();
            let _ = position.spoken_moves(player, &mut |mv, after| {
                spoken.insert(after, mv.to_string());
                ControlFlow::Continue(())
            });
            let distinct: HashSet<Component> = options.into_iter().collect();
            for option in &distinct {
                let Some(words) = spoken.get(option) else {
                    let found = format!("{player} has no move to {}", option.text());
                    return self.broken(MOVES, position, found);
                };
                if option == position && words != "pass" {
                    let found = format!("{player}'s move {words} leaves it as it is");
                    return self.broken(CHANGE, position, found);
                }
                let (before, after) = (position.rank(), option.rank());
                if after > before || after == before && !self.rules.is_loopy() {
                    let found = format!(
                        "{player}'s move {words} to {} does not, by what falls: {before}, then \
                         {after}",
                        option.text()
                    );
                    return self.broken(RANK, position, found);
                }
            }
            if let Some(missing) = spoken.keys().find(|after| !distinct.contains(*after)) {
                let found = format!("{player}'s move to {} is not found", missing.text());
                return self.broken(MOVES, position, found);
            }
            if position.can_move(player) == distinct.is_empty() {
                let found = format!("{player} has {} moves", distinct.len());
                return self.broken(MOVES, position, found);
            }
            if let Some(slow) = self.rules.slow_options(&position.text(), player) {
                let slow: HashSet<String> = slow.into_iter().collect();
                let fast: HashSet<String> = distinct.iter().map(Component::text).collect();
                if let Some(other) = slow.symmetric_difference(&fast).next() {
                    let found = format!("{player}'s move to {other} is found one way only");
                    return self.broken(MOVES, position, found);
                }
            }
            sides.push(distinct);
        }
        if self.rules.is_impartial() && sides[0] != sides[1] {
            let other = sides[0].symmetric_difference(&sides[1]).next();
            let other = other.map(Component::text).unwrap_or_default();
            let found = format!("only one of them can move to {other}");
            return self.broken(IMPARTIAL, position, found);
        }
        Ok(())
    }

    fn negatives(&self, position: &Component) -> Result<(), Stop> {
        let negatives = (0..).map_while(|symmetry| position.negative(symmetry));
        for (symmetry, negative) in negatives.enumerate() {
            for player in Player::BOTH {
                let (mine, theirs) = (options(position, player), options(&negative, -player));
                if mine.len().max(theirs.len()) > MOST_OPTIONS {
                    continue;
                }
                let mine: Option<HashSet<Component>> = mine
                    .iter()
                    .map(|option| option.negative(symmetry))
                    .collect();
                if mine != Some(theirs.into_iter().collect()) {
                    let found = format!("{} has others", negative.text());
                    return self.broken(NEGATIVE, position, found);
                }
            }
        }
        Ok(())
    }

    /// Parts and normal forms leave the players as free as they were.
    fn mobility(&self, position: &Component, parts: &[Component]) -> Result<(), Stop> {
        for player in Player::BOTH {
            if parts.iter().any(|part| part.can_move(player)) != position.can_move(player) {
                let found = format!("{player} can move in one of them only");
                return self.broken(PARTS, position, found);
            }
            for part in parts {
                let (normal, negated) = part.normal_form();
                let other = if negated { -player } else { player };
                if normal.can_move(other) != part.can_move(player) {
                    let found = format!("{player} can move in {} only", part.text());
                    return self.broken(SYMMETRY, position, found);
                }
            }
        }
        Ok(())
    }

    /// Values and winners against those by definition.
    fn values(
        &mut self,
        position: &Component,
        parts: &[Component],
        graph: &Graph,
    ) -> Result<(), Stop> {
        if let Some((here, option)) = graph.level() {
            let (law, found) = match here == option {
                true => (CHANGE, "a move leaves it as it is".to_owned()),
                false => (RANK, format!("the move to {} does not", option.text())),
            };
            return self.broken(law, here, found);
        }
        let value = self.known(graph)?;
        let mut sum = Value::ZERO;
        for part in parts {
            let Some(graph) = Graph::of(part, self.budget)? else {
                return Ok(());
            };
            let value = self.known(&graph)?;
            sum = self.arena.add(sum, value)?;
            let (normal, negated) = part.normal_form();
            let Some(graph) = Graph::of(&normal, self.budget)? else {
                return Ok(());
            };
            let normal_value = self.known(&graph)?;
            let normal_value = if negated { -normal_value } else { normal_value };
            if normal_value != value {
                let values = self.differ(normal_value, value)?;
                let found = format!("{} as {}: {values}", part.text(), normal.text());
                return self.broken(SYMMETRY, position, found);
            }
        }
        if sum != value {
            let found = self.differ(sum, value)?;
            return self.broken(PARTS, position, found);
        }
        let found = self.evaluator.value(&mut self.arena, position)?;
        if found != value {
            let found = self.differ(found, value)?;
            return self.broken(VALUE, position, found);
        }
        for convention in [Convention::Normal, Convention::Misere] {
            let mut search = Search::new(convention);
            let sum = [Term::Position(position.clone())];
            let found = search.outcome(&mut self.arena, &sum)?;
            let wins = graph.fates(convention);
            let outcome = Outcome::from_second_players(
                wins[Player::Right as usize] == Some(false),
                wins[Player::Left as usize] == Some(false),
            );
            if found != outcome {
                return self.broken(OUTCOME, position, format!("{found:?} is {outcome:?}"));
            }
        }
        Ok(())
    }

    /// The value by definition, and the same for all positions that can be
    /// reached: it is the known one where there is one.
    fn known(&mut self, graph: &Graph) -> Result<Value, Stop> {
        let values = graph.values(&mut self.arena)?;
        for (here, &value) in graph.reached.iter().zip(&values) {
            let Some(known) = here.known_value() else {
                continue;
            };
            // What is beyond all bounds is not the value of a small position.
            let found = self.arena.up_star(&known.number, known.ups, known.nimber);
            if let Err(error @ Error::TooLarge { .. }) = found {
                return self.broken(KNOWN, here, error.to_string());
            }
            let found = found?;
            if found != value {
                let found = self.differ(found, value)?;
                return self.broken(KNOWN, here, found);
            }
        }
        Ok(values[0])
    }

    fn differ(&mut self, found: Value, value: Value) -> Result<String, Error> {
        let found = self.arena.text(found, Notation::Ascii)?;
        let value = self.arena.text(value, Notation::Ascii)?;
        Ok(format!("{found} is {value}"))
    }

    /// Who wins where play may not end.
    fn fates(&self, position: &Component, graph: &Graph) -> Result<(), Stop> {
        let analysed = Loopy::analyse(position, Convention::Normal, self.budget)?;
        let wins = graph.fates(Convention::Normal);
        for player in Player::BOTH {
            let winner = wins[player as usize].map(|wins| if wins { player } else { -player });
            let found = analysed.fate(position, player);
            let found = found.map(|fate| fate.winner(player));
            if found != Some(winner) {
                let found = format!("when {player} starts, {found:?} is {winner:?}");
                return self.broken(OUTCOME, position, found);
            }
        }
        Ok(())
    }
}

/// All positions that can be reached from one, which is the first, and the
/// options of each: straight from the moves, without parts and normal forms.
struct Graph {
    reached: Vec<Component>,
    options: Vec<[Vec<usize>; 2]>,
}

impl Graph {
    /// `None`: they are too many.
    fn of(position: &Component, budget: &Budget) -> Result<Option<Graph>, Error> {
        let mut numbers = HashMap::from([(position.clone(), 0)]);
        let mut reached = vec![position.clone()];
        let mut all = Vec::new();
        while all.len() < reached.len() {
            budget.check()?;
            let here = reached[all.len()].clone();
            let sides = Player::BOTH.map(|player| {
                let after = options(&here, player);
                let number = |option: Component| {
                    *numbers.entry(option).or_insert_with_key(|option| {
                        reached.push(option.clone());
                        reached.len() - 1
                    })
                };
                after.into_iter().map(number).collect::<Vec<usize>>()
            });
            if reached.len() > MOST_REACHED || sides.iter().any(|side| side.len() > MOST_OPTIONS) {
                return Ok(None);
            }
            all.push(sides);
        }
        Ok(Some(Graph {
            reached,
            options: all,
        }))
    }

    /// A position that can be reached, with an option that is not nearer to
    /// the end.
    fn level(&self) -> Option<(&Component, &Component)> {
        let all = self.reached.iter().zip(&self.options);
        let mut pairs = all.flat_map(|(here, sides)| {
            let options = sides.iter().flatten().map(|&option| &self.reached[option]);
            options.map(move |option| (here, option))
        });
        pairs.find(|(here, option)| option.rank() >= here.rank())
    }

    /// The values of all positions by definition, if every move leads nearer
    /// to the end.
    fn values(&self, arena: &mut Arena) -> Result<Vec<Value>, Error> {
        let mut order: Vec<usize> = (0..self.reached.len()).collect();
        order.sort_by_key(|&here| self.reached[here].rank());
        let mut values = vec![Value::ZERO; order.len()];
        for here in order {
            let [left, right] = self.options[here].each_ref().map(|side| {
                side.iter()
                    .map(|&option| values[option])
                    .collect::<Vec<_>>()
            });
            values[here] = arena.game(&left, &right)?;
        }
        Ok(values)
    }

    /// For each player who starts, whether he wins; `None`: play need not end.
    /// Whatever can be said is said again and again until nothing is new.
    fn fates(&self, convention: Convention) -> [Option<bool>; 2] {
        let stuck = convention == Convention::Misere;
        let mut wins = vec![[None; 2]; self.options.len()];
        let mut news = true;
        while news {
            news = false;
            for here in (0..self.options.len()).rev() {
                for player in Player::BOTH {
                    let (me, you) = (player as usize, (-player) as usize);
                    if wins[here][me].is_some() {
                        continue;
                    }
                    let options = &self.options[here][me];
                    let fate = if options.is_empty() {
                        Some(stuck)
                    } else if options.iter().any(|&n| wins[n][you] == Some(false)) {
                        Some(true)
                    } else if options.iter().all(|&n| wins[n][you] == Some(true)) {
                        Some(false)
                    } else {
                        None
                    };
                    wins[here][me] = fate;
                    news |= fate.is_some();
                }
            }
        }
        wins[0]
    }
}
