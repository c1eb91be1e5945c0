//! The positions that can be reached as a graph of games, to be given a value.

use super::{MOST_POSITIONS, Normal, Watch, each_option, too_many_positions};
use rules::{Component, Key};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use values::{Arena, Draft, Player, Result, Stoppers};

/// The value of a position in which play may not end.
///
/// # Complexity
///
/// A vertex for each position that can be reached, mirror images merged; then
/// that of [`Stoppers::resolve`].
///
/// ```
/// use rules::Component;
/// use values::{Arena, Notation, Stoppers};
/// let (mut arena, mut stoppers) = (Arena::new(), Stoppers::new());
/// let start = Component::read("legionnaires:centurion", "W./B.").unwrap();
/// let value = solve::loopy_value(&start, &mut arena, &mut stoppers).unwrap();
/// assert!(value.as_sides().is_some());
/// ```
pub fn loopy_value(
    start: &Component,
    arena: &mut Arena,
    stoppers: &mut Stoppers,
) -> Result<values::Loopy> {
    let (draft, root) = position_graph(start, arena)?;
    stoppers.resolve(arena, &draft, root)
}

/// All positions that can be reached, as vertices.
fn position_graph(start: &Component, arena: &Arena) -> Result<(Draft, u32)> {
    let budget = arena.budget();
    let mut watch = Watch { budget, steps: 0 };
    let mut draft = Draft::new();
    // A position and its negative are different vertices.
    let mut vertices: HashMap<(Key, bool), u32> = HashMap::new();
    let mut fresh = Vec::new();
    let mut edges = 0;
    let mut place = |draft: &mut Draft, fresh: &mut Vec<_>, key: Key, negated: bool| match vertices
        .entry((key, negated))
    {
        Entry::Occupied(known) => *known.get(),
        Entry::Vacant(new) => {
            let vertex = draft.vertex();
            fresh.push((key, negated, vertex));
            *new.insert(vertex)
        }
    };
    let first = Normal::of(start);
    let root = place(&mut draft, &mut fresh, first.key, first.negated);
    while let Some((key, negated, vertex)) = fresh.pop() {
        if draft.graph().len() > MOST_POSITIONS {
            return Err(too_many_positions());
        }
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let mover = if negated { -player } else { player };
            each_option(start, key, mover, &mut |option| {
                let to = place(
                    &mut draft,
                    &mut fresh,
                    option.key,
                    option.negated != negated,
                );
                sides[player as usize].push(to);
            });
        }
        edges += sides[0].len() + sides[1].len();
        draft.set(vertex, sides);
        watch.step(|| draft.graph().len() * 160 + edges * 8)?;
    }
    Ok((draft, root))
}
