//! A game whose type is not known when questions are compiled.
//!
//! Every question is compiled for every type of game. Boards of more than 64
//! squares and impartial variants share one type instead: they are seldom
//! asked about, and would double the time it takes to build the program.

use crate::bad::BadInput;
use crate::component::Component;
use crate::game::{AllPositions, Game, Info, Kind};
use crate::heaps::HeapRules;
use crate::scene::Scene;
use std::sync::Arc;
use values::Player;

/// A ruleset of any game; its positions are [`Component`]s.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn Ruleset>);

impl AnyGame {
    /// The ruleset without its type.
    pub fn new<G: Game>(game: G) -> Self {
        AnyGame(Arc::new(game))
    }
}

/// [`Game`] without types.
trait Ruleset: Send + Sync {
    fn about(&self) -> &'static Info;
    fn read(&self, text: &str) -> Result<Component, BadInput>;
    fn is_loopy(&self) -> bool;
    fn is_impartial(&self) -> bool;
    fn scatter(&self, like: &Component, random: &mut dyn FnMut(u64) -> u64) -> Component;
    fn heap_rules(&self) -> Option<&Arc<HeapRules>>;
    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>>;
    fn all(&self, like: &Component) -> Option<AllPositions<Component>>;
    fn palette(&self) -> &'static [(char, &'static str)];
}

/// A component's position, which is one of the game that made it.
fn position<G: Game>(component: &Component) -> &G::Position {
    component.position::<G>().expect("a position of this game")
}

impl<G: Game> Ruleset for G {
    fn about(&self) -> &'static Info {
        Game::about(self)
    }

    fn read(&self, text: &str) -> Result<Component, BadInput> {
        Ok(self.component(Game::read(self, text)?))
    }

    fn is_loopy(&self) -> bool {
        Game::is_loopy(self)
    }

    fn is_impartial(&self) -> bool {
        Game::is_impartial(self)
    }

    fn scatter(&self, like: &Component, random: &mut dyn FnMut(u64) -> u64) -> Component {
        self.component(Game::scatter(self, position::<G>(like), random))
    }

    fn heap_rules(&self) -> Option<&Arc<HeapRules>> {
        Game::heap_rules(self)
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        Game::slow_options(self, text, player)
    }

    fn all(&self, like: &Component) -> Option<AllPositions<Component>> {
        let AllPositions { count, get } = Game::all(self, position::<G>(like))?;
        let game = self.clone();
        Some(AllPositions {
            count,
            get: Box::new(move |n| game.component(get(n))),
        })
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        Game::palette(self)
    }
}

impl Game for AnyGame {
    type Position = Component;

    fn info() -> &'static Info {
        &INFO
    }

    fn about(&self) -> &'static Info {
        self.0.about()
    }

    fn with_variant(_variant: Option<&str>) -> Result<Self, BadInput> {
        Err(BadInput::new("any game is no game", "name one"))
    }

    fn read(&self, text: &str) -> Result<Component, BadInput> {
        self.0.read(text)
    }

    fn write(&self, position: &Component) -> String {
        position.text()
    }

    fn draw(&self, position: &Component) -> String {
        position.drawing()
    }

    fn scene(&self, position: &Component) -> Scene {
        position.scene()
    }

    fn paths(&self, position: &Component, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        position.paths(scene, text)
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        self.0.palette()
    }

    fn component(&self, position: Component) -> Component {
        position
    }

    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn scatter(&self, like: &Component, random: &mut dyn FnMut(u64) -> u64) -> Component {
        self.0.scatter(like, random)
    }

    fn heap_rules(&self) -> Option<&Arc<HeapRules>> {
        self.0.heap_rules()
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        self.0.slow_options(text, player)
    }

    fn all(&self, like: &Component) -> Option<AllPositions<Component>> {
        self.0.all(like)
    }
}

/// Nobody asks for a game by this name.
static INFO: Info = Info {
    name: "any",
    title: "Any game",
    cgsuite: &[],
    rules: "",
    notation: "",
    kind: Kind::PARTIZAN,
    first: Player::Left,
    answered: &[],
    variants: &[],
    starts: &[],
    example: "",
};
