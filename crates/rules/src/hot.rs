//! The games whose questions are compiled in their own types.

use crate::component::Component;
use crate::game::Game;
use crate::native::Native;

impl Component {
    /// The rules and the position in the type of a game, if they have it; a
    /// negative has no type but this.
    #[must_use]
    pub fn typed<G: Game>(&self) -> Option<(G, G::Position)> {
        if self.is_negated() {
            return None;
        }
        let native = self.rules().native(self.key())?;
        let native = native.downcast_ref::<Native<G>>()?;
        Some((native.game.clone(), native.position(self.key())))
    }
}

/// Asks a question about a [`Component`] in the type made for it: that of a
/// game whose solvers must be fast, else [`Rules`](crate::Rules) and
/// `Component`. The question is compiled for each game in this list, and once
/// for all others.
///
/// ```
/// use rules::{Component, Position};
/// fn moves<P: Position>(position: &P) -> usize {
///     position.mobility(values::Player::Left)
/// }
/// let position = Component::read("domineering", "3x3").unwrap();
/// let count = rules::in_its_type!(&position, |_game, position| moves(&position));
/// assert_eq!(count, 6);
/// ```
#[macro_export]
macro_rules! in_its_type {
    ($component:expr, |$game:ident, $position:ident| $answer:expr) => {
        $crate::in_its_type!(
            $component, $game, $position, $answer,
            [
                $crate::Legionnaires<u64>,
                $crate::Amazons<u64>,
                $crate::Domineering<u64>,
                $crate::Clobber<u64>,
            ]
        )
    };
    ($component:expr, $game:ident, $position:ident, $answer:expr, [$($hot:ty),* $(,)?]) => {{
        let component: &$crate::Component = $component;
        $(if let Some(($game, $position)) = component.typed::<$hot>() {
            $answer
        } else)* {
            let ($game, $position) = (component.rules().clone(), component.clone());
            $answer
        }
    }};
}
