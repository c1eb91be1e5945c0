//! A position of some game, and what can be asked of it.

use crate::{Detail, Play, Searching, Solvers};
use check::Summand;
use rules::Flow;
use rules::{BadInput, Component, Game, Heaps, Info, Position, Scene, in_its_type};
use solve::{
    Bag, Count, CountError, Counting, Evaluator, Event, Finding, KeepError, Keeping, Merge,
    NimValues, Order, Parts, Property, Search, Statement, Step, Thermographer, Unproved,
    kept_value, prove,
};
use std::collections::{HashSet, VecDeque};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::{Arena, Budget, Error, Player, Result, Thermograph, Value};

/// A position of some game, with the name by which the game was asked for.
///
/// A question runs in the type of the game if that is one of the few whose
/// solvers are compiled on their own, else in the type for all games.
pub struct Board {
    name: Arc<str>,
    component: Component,
}

/// A move in words, and the position after it.
pub type Moved = (String, Arc<Board>);

/// A heap can have more moves than fit in any memory.
const MOST_MOVES: usize = 1 << 20;

const TOO_MANY_MOVES: Error = Error::TooLarge {
    what: "too many moves in one position",
    bound: MOST_MOVES as u64,
};

/// What to find, and where to look.
pub struct Wanted<'p> {
    /// All of these must hold.
    pub properties: &'p [Property],
    /// All positions, or random ones.
    pub order: Order,
}

/// What is told about a board: how it is written, if that matters, and its value.
type EachBoard<'a> = dyn FnMut(&mut Arena, &dyn Fn() -> String, Value) -> Result<Flow> + 'a;
type EachValue<'a> = dyn FnMut(&mut Arena, &str, Value) -> Result<Flow> + 'a;

/// A board on which more moves may follow one another is too large for a
/// thermograph without the value, unless it falls into parts soon.
const MANY_PIECES: u64 = 40;
/// More than so many times that makes no difference.
const MOST_TIMES: u64 = 10;
/// New positions and values that finding the value of one of so many moves may
/// take; the square of that many times for one of many times as many.
const VALUE_EFFORT: usize = 20_000;

impl Board {
    pub(crate) fn new(name: Arc<str>, component: Component) -> Self {
        Board { name, component }
    }

    fn with(&self, component: Component) -> Arc<Board> {
        Arc::new(Board::new(Arc::clone(&self.name), component))
    }

    /// What game it is.
    #[must_use]
    pub fn info(&self) -> &'static Info {
        self.component.game()
    }

    /// The name of the game with its variant.
    #[must_use]
    pub fn game(&self) -> &Arc<str> {
        &self.name
    }

    /// The position as its game writes it.
    #[must_use]
    pub fn text(&self) -> String {
        self.component.text()
    }

    /// The position as its game draws it.
    #[must_use]
    pub fn drawing(&self) -> String {
        self.component.drawing()
    }

    /// What it looks like.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.component.scene()
    }

    /// The characters of the squares of a board, and what they stand for.
    #[must_use]
    pub fn palette(&self) -> &'static [(char, &'static str)] {
        self.component.rules().palette()
    }

    /// Whether play may not end.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.component.is_loopy()
    }

    /// Whether both players have the same moves, here and from here on.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.component.is_impartial()
    }

    /// The position alone.
    #[must_use]
    pub fn component(&self) -> Component {
        self.component.clone()
    }

    /// The independent parts that it is the sum of.
    #[must_use]
    pub fn parts(&self) -> Vec<Arc<Board>> {
        let mut parts = Vec::new();
        let with = |part| self.with(part);
        self.component.parts(&mut |part| parts.push(with(part)));
        parts
    }

    /// The moves of a player and where they lead.
    pub fn moves(&self, player: Player, budget: &Budget) -> Result<Vec<Moved>> {
        let mut moves = Vec::new();
        let mut looked = Ok(());
        let all = self.component.spoken_moves(player, &mut |mv, after| {
            if moves.len() == MOST_MOVES {
                return ControlFlow::Break(());
            }
            moves.push((mv.to_string(), self.with(after)));
            budget.go_on(&mut looked)
        });
        looked?;
        match all {
            ControlFlow::Continue(()) => Ok(moves),
            ControlFlow::Break(()) => Err(TOO_MANY_MOVES),
        }
    }

    /// The canonical form of its value.
    pub fn value(&self, solvers: &mut Solvers, arena: &mut Arena) -> Result<Value> {
        // A period reaches heaps that have more moves than memory holds.
        if self.is_heaps() {
            let budget = arena.budget().clone();
            let k = self.nim_value(solvers, &budget)?;
            return arena.nimber(k);
        }
        in_its_type!(&self.component, |_game, position| {
            solvers.memory(Evaluator::new).value(arena, &position)
        })
    }

    /// Its value, kept in a directory from which the work goes on when it was
    /// stopped. Ids of the arena from before may mean nothing afterwards.
    pub fn kept_value(
        &self,
        keeping: &mut Keeping<'_>,
        arena: &mut Arena,
    ) -> std::result::Result<Value, KeepError> {
        in_its_type!(&self.component, |game, position| {
            kept_value(&game, &position, keeping, arena)
        })
    }

    /// Its thermograph, without its canonical form.
    pub fn thermograph(&self, solvers: &mut Solvers, budget: &Budget) -> Result<Thermograph> {
        // All nimbers but 0 have the thermograph of *.
        if self.component.rules().is_impartial() {
            let k = self.nim_value(solvers, budget)?;
            let mut arena = Arena::with_budget(budget.clone());
            let nimber = arena.nimber(k.min(1))?;
            return arena.thermograph(nimber);
        }
        if self.component.rank() > MANY_PIECES
            && let Some(graph) = self.thermograph_of_value(budget)?
        {
            return Ok(graph);
        }
        in_its_type!(&self.component, |_game, position| {
            let solver = solvers.memory(Thermographer::new);
            // The limits of the question before are not those of this one.
            solver.set_budget(budget.clone());
            solver.thermograph(&position)
        })
    }

    /// The thermograph of the value, if that is not too much to find: a strip
    /// falls into parts of few kinds, but there are many sums of them.
    fn thermograph_of_value(&self, budget: &Budget) -> Result<Option<Thermograph>> {
        let mut arena = Arena::with_budget(budget.clone());
        let mut evaluator = Evaluator::new();
        let times = (self.component.rank() / MANY_PIECES)
            .clamp(1, MOST_TIMES)
            .pow(2);
        let effort = VALUE_EFFORT * times as usize;
        let value = evaluator.value_within(&mut arena, &self.component, effort)?;
        value.map(|value| arena.thermograph(value)).transpose()
    }

    /// The parts that it is the sum of, with their thermographs.
    pub fn bag(&self, parts: &mut Parts, arena: &mut Arena) -> Result<Bag> {
        // A period reaches heaps that have more moves than memory holds.
        if self.is_heaps() {
            let budget = arena.budget().clone();
            let k = self.nim_value(&mut Solvers::default(), &budget)?;
            let value = arena.nimber(k)?;
            return parts.value(arena, value);
        }
        in_its_type!(&self.component, |_game, position| {
            parts.position(arena, &position)
        })
    }

    /// The nim value, if it is impartial.
    pub fn nim_value(&self, solvers: &mut Solvers, budget: &Budget) -> Result<u64> {
        rules::in_its_type!(
            &self.component,
            _game,
            position,
            solvers.memory(NimValues::new).value(&position, budget),
            [rules::Cram<u64>]
        )
    }

    fn is_heaps(&self) -> bool {
        self.component.rules().heap_rules().is_some()
    }

    /// The heaps, if it is a position of a heap game.
    #[must_use]
    pub fn heaps(&self) -> Option<Heaps> {
        Some(self.component.heap_sum()?.into_owned())
    }

    /// Heaps in ascending order, where their places mean nothing; other
    /// positions as they are.
    #[must_use]
    pub fn arranged(&self) -> Arc<Board> {
        self.with(match self.is_heaps() {
            true => self.component.normal_form().0,
            false => self.component.clone(),
        })
    }

    /// Who wins, and how.
    pub fn play(&self, arena: &mut Arena, how: &mut Searching, detail: Detail) -> Result<Play> {
        in_its_type!(&self.component, |game, position| {
            let mut found = how.search();
            search(&game, &position, how, &mut found, arena, detail)
        })
    }

    /// Who wins, and how, with a certificate.
    pub fn prove(
        &self,
        arena: &mut Arena,
        how: &mut Searching,
        detail: Detail,
        out: &mut dyn Write,
    ) -> std::result::Result<Play, Unproved> {
        in_its_type!(&self.component, |game, position| {
            // With one thread certificates are the same in every run.
            let mut found = Search::new(how.convention);
            let statement = Statement {
                positions: std::slice::from_ref(&position),
                summands: vec![self.summand(false)],
                write: &|position| game.write(position),
            };
            let proof = prove(&mut found, arena, statement, out);
            how.done = Some(found.statistics());
            let proof = proof?;
            let play = search(&game, &position, how, &mut found, arena, detail)?;
            Ok(Play {
                proof: Some(proof),
                ..play
            })
        })
    }

    /// The name of the game by which files know what they keep for it: rules
    /// from a file may change, and what was kept is of no use then.
    ///
    /// # Errors
    ///
    /// No other program can know the game by its name.
    pub fn lasting_name(&self) -> std::result::Result<String, BadInput> {
        self.registered()?;
        Ok(match rules::rule_file(self.info()) {
            Some(file) => format!("{} {}", self.name, check::digest(&file.statements())),
            None => self.name.to_string(),
        })
    }

    /// Whether others can ask for the game by its name.
    pub(crate) fn registered(&self) -> std::result::Result<(), BadInput> {
        match rules::find(rules::name_and_variant(&self.name).0) {
            Ok(_) => Ok(()),
            Err(_) => Err(BadInput::new(
                format!("{} is a game of this calculation only", self.name),
                "files can be about games that `legatus games` lists or that have a rule file",
            )),
        }
    }

    /// The position, or its negative, as a certificate names it.
    pub(crate) fn summand(&self, negated: bool) -> Summand {
        Summand {
            game: self.name.to_string(),
            position: self.text(),
            negated,
        }
    }

    /// Calls `each` with every position that can be reached, this one first,
    /// and its value.
    pub fn reachable(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        each: &mut EachValue<'_>,
    ) -> Result<Flow> {
        in_its_type!(&self.component, |game, position| {
            let evaluator = solvers.memory(Evaluator::new);
            reachable(&game, position, evaluator, arena, each)
        })
    }

    /// Calls `each` with every position of this board, the smallest first,
    /// and its value; see [`solve::survey`].
    pub fn survey(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        each: &mut EachBoard<'_>,
    ) -> Result<()> {
        in_its_type!(&self.component, |game, like| {
            let evaluator = solvers.memory(Evaluator::new);
            let mut told = |arena: &mut Arena, position: &_, value| {
                each(arena, &|| game.write(position), value)
            };
            solve::survey(&game, &like, evaluator, arena, &mut told)
        })
    }

    /// How many positions can be reached.
    pub fn count(
        &self,
        how: &Counting,
        budget: &Budget,
        progress: &mut dyn FnMut(&Event<'_>),
    ) -> std::result::Result<Count, CountError> {
        let mut how = how.clone();
        // Where a heap stands makes no other position.
        if self.is_heaps() {
            how.merge = Merge::Symmetries;
        }
        in_its_type!(&self.component, |game, position| {
            solve::count(&game, &position, &how, budget, progress)
        })
    }

    /// How many positions the board has, if they can be numbered.
    #[must_use]
    pub fn board_count(&self) -> Option<u128> {
        let rules = self.component.rules();
        Some(rules.all(&self.component)?.count)
    }

    /// A position on this board with properties, in text.
    pub fn find(
        &self,
        wanted: &Wanted<'_>,
        solvers: &mut Solvers,
        arena: &mut Arena,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Finding<String>> {
        let Wanted { properties, order } = *wanted;
        in_its_type!(&self.component, |game, like| {
            let evaluator = solvers.memory(Evaluator::new);
            let finding = solve::find(&game, &like, properties, order, evaluator, arena, progress)?;
            let Finding {
                found,
                searched,
                complete,
            } = finding;
            Ok(Finding {
                found: found.map(|(position, value)| (game.write(&position), value)),
                searched,
                complete,
            })
        })
    }
}

/// Who wins one position, and how, in words.
fn search<G: Game>(
    game: &G,
    position: &G::Position,
    how: &mut Searching,
    search: &mut Search<G::Position>,
    arena: &mut Arena,
    detail: Detail,
) -> Result<Play> {
    let sum = [solve::Term::Position(position.clone())];
    let mut name = |_: &mut Arena, step: &Step<G::Position>| {
        Ok(match &step.action {
            solve::Action::Move { mv, after } => (mv.to_string(), game.write(after)),
            solve::Action::Value(_) => (String::new(), String::new()),
        })
    };
    Play::find(how, search, arena, &sum, detail, &mut name)
}

fn reachable<G: Game>(
    game: &G,
    start: G::Position,
    evaluator: &mut Evaluator<G::Position>,
    arena: &mut Arena,
    each: &mut EachValue<'_>,
) -> Result<Flow> {
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([start]);
    while let Some(position) = queue.pop_front() {
        let value = evaluator.value(arena, &position)?;
        if each(arena, &game.write(&position), value)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        for player in Player::BOTH {
            let mut options = 0;
            let mut looked = Ok(());
            let all = position.options(player, &mut |option| {
                options += 1;
                if options > MOST_MOVES {
                    return ControlFlow::Break(());
                }
                if seen.insert(option.clone()) {
                    queue.push_back(option);
                }
                arena.budget().go_on(&mut looked)
            });
            if all.is_break() {
                looked?;
                return Err(TOO_MANY_MOVES);
            }
        }
        arena.budget().check()?;
        let bytes = seen.capacity() * 2 * size_of::<G::Position>();
        arena.budget().check_bytes(arena.bytes() + bytes as u64)?;
    }
    Ok(ControlFlow::Continue(()))
}
