//! What a bush looks like.

use super::{GROUND, letter};
use crate::arrange;
use crate::graph::Graph;
use crate::scene::{Figure, Holds, Outline, SIDE, Scene, Spot};
use std::collections::HashMap;

/// Where the vertices of a bush are drawn, and how much room they take.
pub(super) struct Drawing {
    places: Vec<[i32; 2]>,
    high: i32,
    wide: i32,
}

impl Drawing {
    pub(super) fn new(graph: &Graph) -> Drawing {
        let places = arrange::layers(graph);
        let high = places.iter().map(|at| at[1]).max().unwrap_or(0).max(2);
        let wide = places.iter().map(|at| at[0]).max().unwrap_or(0) + 2;
        Drawing { places, high, wide }
    }

    /// Edges above the ground, from the places of the vertices that they are
    /// told from; edges between the same vertices bend apart.
    pub(super) fn of(&self, graph: &Graph, from: impl Fn(usize) -> usize) -> Scene {
        let ground = self.high * SIDE / 2 + SIDE / 4;
        let point = |vertex: usize| {
            let [column, layer] = self.places[from(vertex)];
            [(column + 1) * SIDE / 2, ground - layer * SIDE / 2]
        };
        let mut bows: HashMap<[usize; 2], i32> = HashMap::new();
        let spots = graph.edges.iter().enumerate().map(|(number, edge)| {
            let [lower, upper] = edge.ends();
            let times = bows.entry(edge.ends()).or_default();
            // To the left and to the right in turn, ever further.
            let bow = (*times + 1) / 2 * if *times % 2 == 0 { 1 } else { -1 } * SIDE / 4;
            *times += 1;
            let to = point(upper);
            // The ground is wide: what stands on it stands upright.
            let at = match lower {
                GROUND => [to[0], ground],
                _ => point(lower),
            };
            let colour = letter(edge.label);
            Spot {
                name: format!("{colour}{}", number + 1),
                at,
                outline: Outline::Edge { to, bow },
                holds: match colour {
                    "l" => Holds::Left,
                    "r" => Holds::Right,
                    _ => Holds::Both,
                },
            }
        });
        let wide = self.wide * SIDE / 2;
        Scene {
            spots: spots.collect(),
            lines: vec![[[0, ground], [wide, ground]]],
            ..Scene::blank([wide, ground + SIDE / 4], Figure::Edge)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Component;

    /// What is left of a bush stays where it stood, whatever its edges are
    /// called now.
    #[test]
    fn edges_keep_their_places() {
        let [start, after] =
            ["(lr;l(r;l);r)", "(lr;r)"].map(|text| Component::read("hackenbush", text).unwrap());
        let before = start.scene();
        let scene = after.traced(&start, &["l3"]);
        let places = |names: [&str; 3], scene: &crate::Scene| {
            names.map(|name| scene.spots[scene.spot(name).unwrap()].at)
        };
        let stood = places(["l1", "r2", "r6"], &before);
        assert_eq!(places(["l1", "r2", "r3"], &scene), stood);
        assert_eq!(scene.size, before.size);
        // Moves that do not lead there are not believed.
        let alone = after.traced(&start, &["r6"]);
        assert_eq!(alone, after.scene());
    }

    /// The usual start is worth nothing, so that it is worth playing.
    #[test]
    fn the_garden_is_a_zero_position() {
        use crate::{Game, Hackenbush, Known, Position};
        let hackenbush = Hackenbush::with_variant(None).unwrap();
        let garden = hackenbush.read("garden").unwrap();
        let zero = Known::number(values::Dyadic::zero());
        assert_eq!(garden.known_value(), Some(zero));
        assert_eq!(Hackenbush::info().standard(), "garden");
    }
}
