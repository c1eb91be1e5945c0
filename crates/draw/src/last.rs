//! What the last move did to a position.

use rules::{Figure, Holds, Outline, Scene, Spot};
use std::fmt::Write;

/// The last move: what was there before it, and the spots of that scene that
/// it named, in the order of clicks.
pub struct Last<'a> {
    /// What the position looked like before.
    pub before: &'a Scene,
    /// What was clicked.
    pub path: &'a [usize],
}

/// What a spot was to the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Something went from there.
    From,
    /// Something came there.
    To,
    /// Something was shot at.
    Shot,
}

impl Role {
    /// The role of the n-th of `count` spots.
    fn of(figure: Figure, place: usize, count: usize) -> Role {
        match (figure, place) {
            (Figure::Amazon, 2..) => Role::Shot,
            (Figure::Amazon | Figure::Pawn | Figure::Stone | Figure::Animal, 0) if count > 1 => {
                Role::From
            }
            _ => Role::To,
        }
    }

    pub(super) fn class(self) -> &'static str {
        match self {
            Role::From => "from",
            Role::To => "to",
            Role::Shot => "shot",
        }
    }

    /// Corners around a square, broken where something left.
    pub(super) fn write(self, out: &mut String) {
        let (colour, dashes) = match self {
            Role::From => ("#6b3f00", " stroke-dasharray=\"5 7\""),
            Role::To => ("#6b3f00", ""),
            Role::Shot => ("#f0b93f", ""),
        };
        let _ = write!(
            out,
            "<path class=\"last\" d=\"M-44-22v-22h22M22-44h22v22M44 22v22h-22M-22 44h-22v-22\" \
             fill=\"none\" stroke=\"{colour}\" stroke-width=\"6\"{dashes}/>"
        );
    }
}

/// What is marked in a picture.
#[derive(Default)]
pub(super) struct Marks {
    spots: Vec<(usize, Role)>,
    /// The domino that was laid.
    pub(super) tile: Option<usize>,
    /// What was there and is no longer.
    pub(super) gone: Vec<Spot>,
    /// Where pins fell that the scene still shows.
    pub(super) fallen: Vec<[i32; 2]>,
}

impl Marks {
    /// Marks for spots of the scene in the order of a move.
    pub(super) fn of(scene: &Scene, marked: &[usize]) -> Marks {
        let roles = marked.iter().enumerate();
        let role = |(place, &spot)| (spot, Role::of(scene.figure, place, marked.len()));
        let mut marks = Marks {
            spots: roles.map(role).collect(),
            ..Marks::default()
        };
        marks.tile = scene
            .tiles
            .iter()
            .position(|pair| pair.iter().all(|spot| marked.contains(spot)));
        marks
    }

    pub(super) fn role(&self, spot: usize) -> Option<Role> {
        let found = self.spots.iter().find(|(marked, _)| *marked == spot);
        found.map(|(_, role)| *role)
    }
}

impl Last<'_> {
    /// What it did to a scene.
    pub(super) fn marks(&self, scene: &Scene) -> Marks {
        match scene.figure {
            Figure::Counter | Figure::Pin | Figure::Edge => self.taken(scene),
            Figure::Domino => self.toppled(scene),
            _ => {
                let here = self.path.iter().map(|&spot| &self.before.spots[spot]);
                let marked: Vec<usize> = here.filter_map(|spot| scene.like(spot)).collect();
                Marks::of(scene, &marked)
            }
        }
    }

    /// What was there is gone; or, if everything had to be moved, what is new
    /// is marked.
    fn taken(&self, scene: &Scene) -> Marks {
        let gone: Vec<&Spot> = self
            .before
            .spots
            .iter()
            .filter(|spot| scene.like(spot).is_none())
            .collect();
        if gone.len() + scene.spots.len() != self.before.spots.len() {
            let new = |spot: &usize| self.before.like(&scene.spots[*spot]).is_none();
            let new: Vec<usize> = (0..scene.spots.len()).filter(new).collect();
            return Marks::of(scene, &new);
        }
        let mut marks = Marks::default();
        for spot in gone {
            let shown = scene.gone.iter().any(|fallen| fallen.at == spot.at);
            match shown {
                true => marks.fallen.push(spot.at),
                false => marks.gone.push(spot.clone()),
            }
        }
        marks
    }

    /// Dominoes that stood lie in the direction in which one was pushed.
    fn toppled(&self, scene: &Scene) -> Marks {
        let pushed = self.path.first().map(|&spot| self.before.spots[spot].outline);
        let fell = self.before.spots.iter().zip(&scene.spots);
        let fell = fell.filter(|(before, after)| {
            Some(before.outline) == pushed
                && before.holds != Holds::Nothing
                && after.holds == Holds::Nothing
        });
        let mut marks = Marks::default();
        for (before, _) in fell {
            if let Outline::Half { .. } = before.outline {
                marks.gone.push(before.clone());
            }
        }
        marks
    }
}
