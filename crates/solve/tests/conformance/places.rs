//! Numbers that stand for positions.

use super::{Laws, options};
use rules::{EachCluster, Game, Key, Place, Position};
use std::collections::{HashMap, HashSet};
use values::Player;

impl Laws<'_> {
    /// Places on a board name their positions, and the options of a place
    /// are the places of the options.
    pub(super) fn board_places<P: Position>(&self, position: &P) {
        let Some(clusters) = P::CAPABILITIES.clusters else {
            return;
        };
        let Some(place) = (clusters.place)(position) else {
            return;
        };
        let name = |place: &Place, index: u32| {
            assert!(index < place.size, "{}: {place:?}", self.name);
            (place.cluster, index, place.size)
        };
        assert_eq!((clusters.at)(position, &place).as_ref(), Some(position));
        let mut expected = Vec::new();
        for player in Player::BOTH {
            if player == Player::Right && position.is_impartial() {
                continue;
            }
            let options: HashSet<P> = options(position, player).into_iter().flatten().collect();
            for option in options {
                let place = (clusters.place)(&option).expect("options have places, too");
                let read = (clusters.at)(position, &place);
                assert_eq!(read.as_ref(), Some(&option), "{}", self.name);
                expected.push(name(&place, place.index));
            }
        }
        expected.sort_unstable();
        let check = |options: &dyn Fn(&mut EachCluster<'_>)| {
            let mut found = Vec::new();
            options(&mut |place, indices| {
                found.extend(indices.iter().map(|&index| name(place, index)));
            });
            found.sort_unstable();
            assert_eq!(found, expected, "{}: {position:?}", self.name);
        };
        let index = [place.index];
        check(&|each| (clusters.options)(position, &place, &index, each));
        check(&|each| clusters.each_option(position, &place, &index, each));
    }

    /// Different positions have different keys, which give them back.
    pub(super) fn packings<G: Game>(&self, game: &G, samples: &[G::Position]) {
        let mut found: HashMap<Key, G::Position> = HashMap::new();
        for sample in samples {
            let mut positions = vec![sample.clone(), sample.normal_form().0];
            sample.parts(&mut |part| positions.push(part));
            for player in Player::BOTH {
                positions.extend(options(sample, player).into_iter().flatten());
            }
            for position in positions {
                if let Some(key) = position.pack() {
                    let there = found.entry(key).or_insert_with(|| position.clone());
                    assert_eq!(there, &position, "{}: packed alike", self.name);
                    let back = game.unpack(&key);
                    assert_eq!(back.as_ref(), Some(&position), "{}: unpacked", self.name);
                }
            }
        }
    }

    /// Different positions have different places.
    pub(super) fn places<P: Position>(&self, samples: &[P]) {
        let Some(places) = P::CAPABILITIES.places else {
            return;
        };
        let mut found: HashMap<(u64, u32), P> = HashMap::new();
        let mut sizes: HashMap<u64, u32> = HashMap::new();
        for sample in samples {
            let mut positions = vec![sample.clone()];
            for player in Player::BOTH {
                positions.extend(options(sample, player).into_iter().flatten());
            }
            for position in positions {
                let position = position.normal_form().0;
                let Some(place) = (places.place)(&position) else {
                    continue;
                };
                assert!(place.index < place.size, "{}: {place:?}", self.name);
                let size = *sizes.entry(place.cluster).or_insert(place.size);
                assert_eq!((places.at)(&place).as_ref(), Some(&position));
                assert_eq!(size, place.size, "{}: a cluster has one size", self.name);
                let key = (place.cluster, place.index);
                let there = found.entry(key).or_insert_with(|| position.clone());
                assert_eq!(
                    there, &position,
                    "{}: two positions in one place",
                    self.name
                );
            }
        }
    }
}
