//! Positions whose game is known only at run time. The registry is asked
//! once, when a position is read; every question then runs in the game's own
//! type, and only sums of several positions use erased components.

mod play;
mod sum;
mod words;

pub use play::{Detail, Play, PlayMove, Searching, Started};
pub use sum::{Sum, Term};
pub use words::{example_call, paragraph};

use check::Summand;
use rules::{BadInput, Component, Game, HeapRules, Heaps, Info, Position, Scene, Visitor};
use solve::{
    Bag, Count, CountError, Counting, Evaluator, Event, Finding, KeepError, Keeping, Merge,
    NimValues, Order, Parts, Property, Search, Statement, Step, Thermographer, Unproved,
    kept_value, prove,
};
use std::any::{Any, TypeId};
use std::collections::{HashMap, HashSet, VecDeque};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::{Arena, Budget, Error, Player, Result, Thermograph, Value};

/// A position of some game.
pub trait Board: Send + Sync {
    /// What game it is.
    fn info(&self) -> &'static Info;

    /// The name of the game with its variant.
    fn game(&self) -> &Arc<str>;

    /// The position as its game writes it.
    fn text(&self) -> String;

    /// The position as its game draws it.
    fn drawing(&self) -> String;

    /// What it looks like.
    fn scene(&self) -> Scene;

    /// What to click in its scene for a move, in one or several ways.
    fn paths(&self, scene: &Scene, text: &str) -> Vec<Vec<usize>>;

    /// The characters of the squares of a board, and what they stand for.
    fn palette(&self) -> &'static [(char, &'static str)];

    /// Whether play may not end.
    fn is_loopy(&self) -> bool;

    /// Whether both players have the same moves, here and from here on.
    fn is_impartial(&self) -> bool;

    /// The same position for a sum across games.
    fn component(&self) -> Component;

    /// The independent parts that it is the sum of.
    fn parts(&self) -> Vec<Arc<dyn Board>>;

    /// The moves of a player and where they lead.
    fn moves(&self, player: Player, budget: &Budget) -> Result<Vec<Moved>>;

    /// The canonical form of its value.
    fn value(&self, solvers: &mut Solvers, arena: &mut Arena) -> Result<Value>;

    /// The same, kept in a directory from which the work goes on when it was
    /// stopped. Ids of the arena from before may mean nothing afterwards.
    fn kept_value(
        &self,
        keeping: &mut Keeping<'_>,
        arena: &mut Arena,
    ) -> std::result::Result<Value, KeepError>;

    /// Its thermograph, without its canonical form.
    fn thermograph(&self, solvers: &mut Solvers, budget: &Budget) -> Result<Thermograph>;

    /// The parts that it is the sum of, with their thermographs.
    fn bag(&self, parts: &mut Parts, arena: &mut Arena) -> Result<Bag>;

    /// The nim value, if it is impartial.
    fn nim_value(&self, solvers: &mut Solvers, budget: &Budget) -> Result<u64>;

    /// The heaps, if it is a position of a heap game.
    fn heaps(&self) -> Option<Heaps>;

    /// Heaps in ascending order, where their places mean nothing; other
    /// positions as they are.
    fn arranged(&self) -> Arc<dyn Board>;

    /// Who wins, and how.
    fn play(&self, arena: &mut Arena, how: &mut Searching, detail: Detail) -> Result<Play>;

    /// The same with a certificate.
    fn prove(
        &self,
        arena: &mut Arena,
        how: &mut Searching,
        detail: Detail,
        out: &mut dyn Write,
    ) -> std::result::Result<Play, Unproved>;

    /// Calls `each` with every position that can be reached, this one first,
    /// and its value.
    fn reachable(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        each: &mut EachValue<'_>,
    ) -> Result<ControlFlow<()>>;

    /// How many positions can be reached.
    fn count(
        &self,
        how: &Counting,
        budget: &Budget,
        progress: &mut dyn FnMut(&Event<'_>),
    ) -> std::result::Result<Count, CountError>;

    /// How many positions the board has, if they can be numbered.
    fn board_count(&self) -> Option<u128>;

    /// A position on this board with properties, in text.
    fn find(
        &self,
        wanted: &Wanted<'_>,
        solvers: &mut Solvers,
        arena: &mut Arena,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Finding<String>>;
}

/// A move in words, and the position after it.
pub type Moved = (String, Arc<dyn Board>);

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

type EachValue<'a> = dyn FnMut(&mut Arena, &str, Value) -> Result<ControlFlow<()>> + 'a;

/// Reads a position of the game with this name.
pub fn read(name: &str, text: &str) -> std::result::Result<Arc<dyn Board>, BadInput> {
    struct Read<'t> {
        name: Arc<str>,
        text: &'t str,
    }
    impl Visitor for Read<'_> {
        type Output = std::result::Result<Arc<dyn Board>, BadInput>;

        fn visit<G: Game>(self, game: G) -> Self::Output {
            let position = game.read(self.text)?;
            Ok(Arc::new(Placed {
                game,
                name: self.name,
                position,
            }))
        }
    }
    let name = full_name(name)?;
    let visitor = Read {
        name: Arc::clone(&name),
        text,
    };
    rules::visit(&name, text, visitor)?
}

/// The name of a game as the registry has it, with the variant that was asked for.
pub fn full_name(name: &str) -> std::result::Result<Arc<str>, BadInput> {
    Ok(match name.split_once(':') {
        Some((base, variant)) => format!("{}:{variant}", rules::find(base)?.name).into(),
        None => rules::find(name)?.name.into(),
    })
}

/// The rules of a heap game; `None` for other games.
pub fn heap_rules(name: &str) -> std::result::Result<Option<Arc<HeapRules>>, BadInput> {
    struct Rules;
    impl Visitor for Rules {
        type Output = Option<Arc<HeapRules>>;

        fn visit<G: Game>(self, game: G) -> Self::Output {
            game.heap_rules().cloned()
        }
    }
    rules::visit(name, "", Rules)
}

/// Whether a game has no rules without a variant, as take-and-break games
/// have none without their code.
pub fn needs_variant(info: &Info) -> bool {
    rules::example_name(info) != info.name
}

/// What solvers remember from one question to the next, each in its own type.
#[derive(Default)]
pub struct Solvers {
    memories: HashMap<TypeId, Box<dyn Any + Send>>,
}

impl Solvers {
    /// The memory of this type.
    pub fn memory<T: Any + Send>(&mut self, new: impl FnOnce() -> T) -> &mut T {
        let memory = self
            .memories
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Box::new(new()));
        memory.downcast_mut().expect("a memory is kept by its type")
    }
}

struct Placed<G: Game> {
    game: G,
    name: Arc<str>,
    position: G::Position,
}

impl<G: Game> Placed<G> {
    fn with(&self, position: G::Position) -> Arc<dyn Board> {
        Arc::new(Placed {
            game: self.game.clone(),
            name: Arc::clone(&self.name),
            position,
        })
    }

    fn search(
        &self,
        how: &mut Searching,
        search: &mut Search<G::Position>,
        arena: &mut Arena,
        detail: Detail,
    ) -> Result<Play> {
        let sum = [solve::Term::Position(self.position.clone())];
        let mut name = |_: &mut Arena, step: &Step<G::Position>| {
            Ok(match &step.action {
                solve::Action::Move { mv, after } => (mv.to_string(), self.game.write(after)),
                solve::Action::Value(_) => (String::new(), String::new()),
            })
        };
        Play::find(how, search, arena, &sum, detail, &mut name)
    }
}

/// A position as a certificate names it.
fn summand(board: &dyn Board, negated: bool) -> Summand {
    Summand {
        game: board.game().to_string(),
        position: board.text(),
        negated,
    }
}

impl<G: Game> Board for Placed<G> {
    fn info(&self) -> &'static Info {
        self.game.about()
    }

    fn game(&self) -> &Arc<str> {
        &self.name
    }

    fn text(&self) -> String {
        self.game.write(&self.position)
    }

    fn drawing(&self) -> String {
        self.game.draw(&self.position)
    }

    fn scene(&self) -> Scene {
        self.game.scene(&self.position)
    }

    fn paths(&self, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        self.game.paths(&self.position, scene, text)
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        self.game.palette()
    }

    fn is_loopy(&self) -> bool {
        self.game.is_loopy()
    }

    fn is_impartial(&self) -> bool {
        self.game.is_impartial() || self.position.is_impartial()
    }

    fn component(&self) -> Component {
        self.game.component(self.position.clone())
    }

    fn parts(&self) -> Vec<Arc<dyn Board>> {
        let mut parts = Vec::new();
        self.position.parts(&mut |part| parts.push(self.with(part)));
        parts
    }

    fn moves(&self, player: Player, budget: &Budget) -> Result<Vec<Moved>> {
        let mut moves = Vec::new();
        let mut looked = Ok(());
        let all = self.position.moves(player, &mut |mv| {
            if moves.len() == MOST_MOVES {
                return ControlFlow::Break(());
            }
            let after = self.with(self.position.play(player, &mv));
            moves.push((mv.to_string(), after));
            budget.go_on(&mut looked)
        });
        looked?;
        match all {
            ControlFlow::Continue(()) => Ok(moves),
            ControlFlow::Break(()) => Err(TOO_MANY_MOVES),
        }
    }

    fn value(&self, solvers: &mut Solvers, arena: &mut Arena) -> Result<Value> {
        // A period reaches heaps that have more moves than memory holds.
        if self.position.heap_sum().is_some() {
            let budget = arena.budget().clone();
            let k = self.nim_value(solvers, &budget)?;
            return arena.nimber(k);
        }
        let evaluator = solvers.memory(Evaluator::<G::Position>::new);
        evaluator.value(arena, &self.position)
    }

    fn kept_value(
        &self,
        keeping: &mut Keeping<'_>,
        arena: &mut Arena,
    ) -> std::result::Result<Value, KeepError> {
        kept_value(&self.game, &self.position, keeping, arena)
    }

    fn thermograph(&self, solvers: &mut Solvers, budget: &Budget) -> Result<Thermograph> {
        let new = || Thermographer::<G::Position>::with_budget(budget.clone());
        solvers.memory(new).thermograph(&self.position)
    }

    fn bag(&self, parts: &mut Parts, arena: &mut Arena) -> Result<Bag> {
        // A period reaches heaps that have more moves than memory holds.
        if self.position.heap_sum().is_some() {
            let budget = arena.budget().clone();
            let k = self.nim_value(&mut Solvers::default(), &budget)?;
            let value = arena.nimber(k)?;
            return parts.value(arena, value);
        }
        parts.position(arena, &self.position)
    }

    fn nim_value(&self, solvers: &mut Solvers, budget: &Budget) -> Result<u64> {
        let values = solvers.memory(NimValues::<G::Position>::new);
        values.value(&self.position, budget)
    }

    fn heaps(&self) -> Option<Heaps> {
        self.position.heap_sum().cloned()
    }

    fn arranged(&self) -> Arc<dyn Board> {
        match self.position.heap_sum() {
            Some(_) => self.with(self.position.normal_form().0),
            None => self.with(self.position.clone()),
        }
    }

    fn play(&self, arena: &mut Arena, how: &mut Searching, detail: Detail) -> Result<Play> {
        self.search(how, &mut how.search(), arena, detail)
    }

    fn prove(
        &self,
        arena: &mut Arena,
        how: &mut Searching,
        detail: Detail,
        out: &mut dyn Write,
    ) -> std::result::Result<Play, Unproved> {
        // With one thread certificates are the same in every run.
        let mut search = Search::new(how.convention);
        let statement = Statement {
            positions: std::slice::from_ref(&self.position),
            summands: vec![summand(self, false)],
            write: &|position| self.game.write(position),
        };
        let proof = prove(&mut search, arena, statement, out);
        how.done = Some(search.statistics());
        let proof = proof?;
        let play = self.search(how, &mut search, arena, detail)?;
        Ok(Play {
            proof: Some(proof),
            ..play
        })
    }

    fn reachable(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        each: &mut EachValue<'_>,
    ) -> Result<ControlFlow<()>> {
        let evaluator = solvers.memory(Evaluator::<G::Position>::new);
        let mut seen = HashSet::from([self.position.clone()]);
        let mut queue = VecDeque::from([self.position.clone()]);
        while let Some(position) = queue.pop_front() {
            let value = evaluator.value(arena, &position)?;
            if each(arena, &self.game.write(&position), value)?.is_break() {
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

    fn count(
        &self,
        how: &Counting,
        budget: &Budget,
        progress: &mut dyn FnMut(&Event<'_>),
    ) -> std::result::Result<Count, CountError> {
        let mut how = how.clone();
        // Where a heap stands makes no other position.
        if self.position.heap_sum().is_some() {
            how.merge = Merge::Symmetries;
        }
        solve::count(&self.game, &self.position, &how, budget, progress)
    }

    fn board_count(&self) -> Option<u128> {
        Some(self.game.all(&self.position)?.count)
    }

    fn find(
        &self,
        wanted: &Wanted<'_>,
        solvers: &mut Solvers,
        arena: &mut Arena,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Finding<String>> {
        let evaluator = solvers.memory(Evaluator::<G::Position>::new);
        let (game, like) = (&self.game, &self.position);
        let Wanted { properties, order } = *wanted;
        let finding = solve::find(game, like, properties, order, evaluator, arena, progress)?;
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
    }
}
