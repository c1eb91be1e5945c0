//! One piece against one.

use super::Laws;
use rules::{Bits, DuelGround, Position};
use std::ops::ControlFlow;
use values::Player;

/// A ground, and which players have pieces there.
type Held = (u64, bool, bool);

/// The regions with pieces and free posts after every move of one of two
/// pieces.
fn surveyed(ground: &DuelGround, [mine, theirs]: [Option<usize>; 2]) -> Vec<Vec<Held>> {
    let Some(from) = mine else {
        return Vec::new();
    };
    let enemy = |piece| theirs.unwrap_or(piece);
    let mut moves = Vec::new();
    for to in ground.reach(from, enemy(from)).squares() {
        for shot in ground.reach(to, enemy(to)).squares() {
            assert!(ground.reach(shot, theirs.unwrap_or(shot)).has(to));
            let after = ground.regions().iter();
            let mut regions: Vec<Held> = after
                .filter(|region| usize::from(region.shot) == shot)
                .map(|region| {
                    (
                        region,
                        region.posts.has(to),
                        theirs.is_some_and(|t| region.posts.has(t)),
                    )
                })
                .filter(|(region, mine, theirs)| {
                    let pieces = usize::from(*mine) + usize::from(*theirs);
                    pieces > 0 && region.posts.len() > pieces
                })
                .map(|(region, mine, theirs)| (region.ground, mine, theirs))
                .collect();
            regions.sort_unstable();
            moves.push(regions);
        }
    }
    moves
}

impl Laws<'_> {
    /// What a survey of a ground finds are the moves of the positions there.
    pub(super) fn duels<P: Position>(&self, samples: &[P]) {
        let Some(duels) = P::CAPABILITIES.duels else {
            return;
        };
        let mut parts = Vec::new();
        samples
            .iter()
            .for_each(|s| s.parts(&mut |part| parts.push(part)));
        let mut ground = DuelGround::default();
        for part in parts {
            let Some(place) = (duels.place)(&part) else {
                continue;
            };
            (duels.survey)(place.ground, &mut ground);
            let posts: Vec<usize> = ground.posts().squares().collect();
            assert_eq!(posts.len(), usize::from(place.posts), "{}", self.name);
            let pieces = place
                .ranks
                .map(|rank| rank.map(|rank| posts[usize::from(rank)]));
            for player in Player::BOTH {
                let pieces = [player, player.opposite()].map(|p| pieces[p as usize]);
                let mut found = surveyed(&ground, pieces);
                let mut expected = Vec::new();
                let _ = part.options(player, &mut |option| {
                    let mut regions = Vec::new();
                    option.parts(&mut |part| {
                        let place = (duels.place)(&part).expect("one region");
                        let has = |p: Player| place.ranks[p as usize].is_some();
                        regions.push((place.ground, has(player), has(player.opposite())));
                    });
                    regions.sort_unstable();
                    expected.push(regions);
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{}: {part:?}", self.name);
            }
        }
    }
}
