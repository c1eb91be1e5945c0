//! Values: what is known without search agrees with the definition.

use super::{Laws, options};
use rules::{Game, Known, Lines, Normal, Position};
use solve::Evaluator;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use values::{Arena, Player, Value};

/// A player's options by the short way: each as parts in normal form.
pub fn normal_options<P: Position>(position: &P, player: Player) -> Vec<Vec<(P, bool)>> {
    let at_place = |(place, negated)| {
        let part = (P::CAPABILITIES.places.expect("it placed an option").at)(&place)
            .expect("a place has a position");
        (part, negated)
    };
    let mut options = Vec::new();
    let _ = position.normal_options(player, &mut |normal| {
        options.push(match normal {
            Normal::Placed(place, negated) => vec![at_place((place, negated))],
            Normal::Split(places) => places.map(at_place).to_vec(),
            Normal::Parts(parts) => parts.to_vec(),
        });
        ControlFlow::Continue(())
    });
    options
}

/// The value from the definition: all options of all positions, nothing else.
/// Nothing if there are more than a few thousand positions.
struct Reference<P> {
    table: HashMap<P, Value>,
    left: usize,
}

impl<P: Position> Reference<P> {
    fn value(&mut self, arena: &mut Arena, position: &P) -> Option<Value> {
        if let Some(&value) = self.table.get(position) {
            return Some(value);
        }
        self.left = self.left.checked_sub(1)?;
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in options(position, player)? {
                sides[player as usize].push(self.value(arena, &option)?);
            }
        }
        let value = arena.game(&sides[0], &sides[1]).unwrap();
        self.table.insert(position.clone(), value);
        Some(value)
    }
}

fn closed(arena: &mut Arena, known: &Known) -> Value {
    arena
        .up_star(&known.number, known.ups, known.nimber)
        .unwrap()
}

impl Laws<'_> {
    /// However the lines of a position are cut into bands, these are worth no
    /// more to the player than the position. How often that was looked at.
    fn bands<P: Position>(
        at: &str,
        arena: &mut Arena,
        position: &P,
        value: Value,
        slow: &mut impl FnMut(&mut Arena, &P) -> Option<Value>,
    ) -> usize {
        let Some(bands) = &P::CAPABILITIES.bands else {
            return 0;
        };
        let mut cuts = 0;
        for player in Player::BOTH {
            let mut lines = Lines::default();
            if !(bands.cut)(position, player, &mut lines) {
                continue;
            }
            let value = if player == Player::Left {
                value
            } else {
                -value
            };
            // A bit for each line: whether a cut goes along it.
            for cut in 0..1u32 << (lines.count() - 1).min(8) {
                let (mut from, mut sum) = (0, Some(Value::ZERO));
                for end in 1..=lines.count() {
                    let height = end - from;
                    if end < lines.count() && height < Lines::HIGHEST && cut >> (end - 1) & 1 == 0 {
                        continue;
                    }
                    let band = lines.name(from, height);
                    let band = band.and_then(|name| slow(arena, &(bands.band)(position, name)));
                    sum = sum.zip(band).map(|(a, b)| arena.add(a, b).unwrap());
                    from = end;
                }
                let Some(sum) = sum else { continue };
                assert!(arena.le(sum, value).unwrap(), "{at}: {player} {cut:b}");
                cuts += 1;
            }
        }
        cuts
    }

    /// The evaluator, the parts, the symmetries and the closed forms agree
    /// with the definition.
    pub(super) fn values<G: Game>(&self, game: &G, samples: &[G::Position]) {
        let capabilities = G::Position::CAPABILITIES;
        let mut arena = Arena::new();
        let mut evaluator = Evaluator::new();
        let mut reference = Reference {
            table: HashMap::new(),
            left: 0,
        };
        let mut compared = 0;
        let mut cuts = 0;
        for position in samples {
            let mut slow = |arena: &mut Arena, position: &G::Position| {
                reference.left = 3000;
                reference.value(arena, position)
            };
            let arena = &mut arena;
            let Some(value) = slow(arena, position) else {
                continue;
            };
            compared += 1;
            let at = format!("{} {}", self.name, game.write(position));
            let fast = evaluator.value(arena, position).unwrap();
            assert!(fast == value, "{at}: evaluator and definition differ");

            let mut parts = Vec::new();
            position.parts(&mut |part| parts.push(part));
            let mut sum = Some(Value::ZERO);
            for part in &parts {
                let part = slow(arena, part);
                sum = sum.zip(part).map(|(a, b)| arena.add(a, b).unwrap());
            }
            assert!(
                sum.is_none_or(|sum| sum == value),
                "{at}: the parts' sum differs"
            );

            for player in Player::BOTH {
                let long: Option<HashSet<Value>> = options(position, player)
                    .and_then(|all| all.iter().map(|option| slow(arena, option)).collect());
                let short: Option<HashSet<Value>> = normal_options(position, player)
                    .iter()
                    .map(|parts| {
                        let mut sum = Value::ZERO;
                        for (part, negated) in parts {
                            let part = slow(arena, part)?;
                            sum = arena.add(sum, if *negated { -part } else { part }).unwrap();
                        }
                        Some(sum)
                    })
                    .collect();
                assert!(
                    long.zip(short).is_none_or(|(long, short)| long == short),
                    "{at}: normal_options differ"
                );
            }

            for position in parts.iter().chain([position]) {
                let at = format!("{at}, {}", game.write(position));
                let Some(value) = slow(arena, position) else {
                    continue;
                };
                let (normal, negated) = position.normal_form();
                if let Some(normal) = slow(arena, &normal) {
                    let normal = if negated { -normal } else { normal };
                    assert!(normal == value, "{at}: the normal form differs");
                }
                if let Some(known) = position.known_value() {
                    let known_value = closed(arena, &known);
                    assert!(known_value == value, "{at}: it is not {known:?}");
                }
                if position.is_own_negative() {
                    assert!(value == -value, "{at}: not its own negative");
                }
                cuts += Self::bands(&at, arena, position, value, &mut slow);
                if let Some((base, top)) = (capabilities.ordinal_sum)(position)
                    && let Some(top) = slow(arena, &top)
                {
                    let base = closed(arena, &base);
                    let sum = arena.ordinal_sum(base, top).unwrap();
                    assert!(sum == value, "{at}: the ordinal sum differs");
                }
            }
        }
        assert!(cuts == 0 || cuts > 100, "{}: {cuts} cuts", self.name);
        let enough = self.number.min(10);
        assert!(compared >= enough, "{}: too few small positions", self.name);
    }
}
