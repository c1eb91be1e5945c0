//! Any game with both players' moves open to both.

use crate::Flow;
use crate::bad_input::BadInput;
use crate::capabilities::{Capabilities, Judgement};
use crate::game::{AllPositions, Game, Info};
use crate::heaps::{HeapRules, Heaps};
use crate::key::Key;
use crate::position::Position;
use crate::scene::Scene;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::Player;

/// The ruleset in which either player may make either player's move.
#[derive(Clone, Debug)]
pub struct Impartial<G>(G);

impl<G> Impartial<G> {
    /// The impartial version of a game.
    pub fn new(game: G) -> Self {
        Impartial(game)
    }
}

/// A position of the underlying game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shared<P>(P);

/// Whose move it was in the underlying game, and the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedMove<M> {
    owner: Player,
    mv: M,
}

impl<M: fmt::Display> fmt::Display for SharedMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.fmt(f)
    }
}

impl<P: Position> Position for Shared<P> {
    type Move = SharedMove<P::Move>;

    const CAPABILITIES: Capabilities<Self> = Capabilities {
        heaps: |shared| Heaps::of(&shared.0),
        judgement: Judgement {
            freedom: |shared, _| {
                let freedom = |&player| (P::CAPABILITIES.judgement.freedom)(&shared.0, player);
                Player::BOTH.iter().map(freedom).sum()
            },
            ..Judgement::BY_MOBILITY
        },
        ..Capabilities::NONE
    };

    fn moves(&self, _player: Player, each: &mut impl FnMut(Self::Move) -> Flow) -> Flow {
        for owner in Player::BOTH {
            self.0
                .moves(owner, &mut |mv| each(SharedMove { owner, mv }))?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, _player: Player, mv: &Self::Move) -> Self {
        Shared(self.0.play(mv.owner, &mv.mv))
    }

    fn options(&self, _player: Player, each: &mut impl FnMut(Self) -> Flow) -> Flow {
        for owner in Player::BOTH {
            self.0.options(owner, &mut |p| each(Shared(p)))?;
        }
        ControlFlow::Continue(())
    }

    fn parts(&self, each: &mut impl FnMut(Self)) {
        self.0.parts(&mut |part| each(Shared(part)));
    }

    /// A nimber is its own negative, so a symmetry that exchanges the players
    /// keeps the value here.
    fn normal_form(&self) -> (Self, bool) {
        (Shared(self.0.normal_form().0), false)
    }

    fn mobility(&self, _player: Player) -> usize {
        Player::BOTH.iter().map(|&p| self.0.mobility(p)).sum()
    }

    fn pack(&self) -> Option<Key> {
        self.0.pack()
    }

    fn rank(&self) -> u64 {
        self.0.rank()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn outside_bytes(&self) -> usize {
        self.0.outside_bytes()
    }
}

impl<G: Game> Game for Impartial<G> {
    type Position = Shared<G::Position>;

    fn info() -> &'static Info {
        G::info()
    }

    fn about(&self) -> &'static Info {
        self.0.about()
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        G::with_variant(variant).map(Impartial)
    }

    fn read(&self, text: &str) -> Result<Self::Position, BadInput> {
        self.0.read(text).map(Shared)
    }

    fn write(&self, position: &Self::Position) -> String {
        self.0.write(&position.0)
    }

    fn draw(&self, position: &Self::Position) -> String {
        self.0.draw(&position.0)
    }

    fn scene(&self, position: &Self::Position) -> Scene {
        self.0.scene(&position.0)
    }

    fn traced(&self, position: &Self::Position, start: &Self::Position, moves: &[&str]) -> Scene {
        self.0.traced(&position.0, &start.0, moves)
    }

    fn turned(&self, text: &str) -> Option<String> {
        self.0.turned(text)
    }

    fn paths(&self, position: &Self::Position, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        self.0.paths(&position.0, scene, text)
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        self.0.palette()
    }

    fn unpack(&self, key: &Key) -> Option<Self::Position> {
        self.0.unpack(key).map(Shared)
    }

    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn scatter(&self, like: &Self::Position, random: &mut dyn FnMut(u64) -> u64) -> Self::Position {
        Shared(self.0.scatter(&like.0, random))
    }

    fn heap_rules(&self) -> Option<&Arc<HeapRules>> {
        self.0.heap_rules()
    }

    fn slow_options(&self, text: &str, _player: Player) -> Option<Vec<String>> {
        let mut options = Vec::new();
        for owner in Player::BOTH {
            options.extend(self.0.slow_options(text, owner)?);
        }
        Some(options)
    }

    fn all(&self, like: &Self::Position) -> Option<AllPositions<Self::Position>> {
        let AllPositions { count, get } = self.0.all(&like.0)?;
        Some(AllPositions {
            count,
            get: Box::new(move |n| Shared(get(n))),
        })
    }
}
