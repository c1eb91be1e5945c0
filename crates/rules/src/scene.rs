//! What a position looks like: the spots one can point at, and what they
//! hold. A picture is drawn from it, and a click on the picture is a spot.

use crate::grid::square_name;
use values::Player;

/// The length of a square's side; all coordinates are in this unit, x to the
/// right and y downward.
pub const SIDE: i32 = 100;

/// A position as something to look at.
///
/// ```
/// use rules::{Game, Nim};
/// let nim = Nim::with_variant(None).unwrap();
/// let scene = nim.scene(&nim.read("3,4").unwrap());
/// assert_eq!(scene.spots.len(), 7);
/// // The second stone from below in the heap of 4 goes with the two above it.
/// let paths = nim.paths(&nim.read("3,4").unwrap(), &scene, "take 3 from heap 4");
/// assert_eq!(scene.spots[paths[0][0]].name, "2.2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Width and height.
    pub size: [i32; 2],
    /// What can be pointed at, in reading order.
    pub spots: Vec<Spot>,
    /// Lines behind the spots, from one point to another.
    pub lines: Vec<[[i32; 2]; 2]>,
    /// What the players' pieces look like.
    pub figure: Figure,
    /// Rows and columns, if the text of the position is rows of squares, one
    /// character for each, parted by `/`.
    pub grid: Option<[usize; 2]>,
    /// Words beside the spots: how many a heap has.
    pub labels: Vec<Label>,
    /// Pairs of spots that were covered together, as far as it is known.
    pub tiles: Vec<[usize; 2]>,
    /// What earlier moves took away and is still to be seen where it was.
    pub gone: Vec<Spot>,
}

/// A word beside the spots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its middle.
    pub at: [i32; 2],
    /// The word.
    pub text: String,
}

/// Something to point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its name, as moves write it where they do.
    pub name: String,
    /// Its middle, or where an edge begins.
    pub at: [i32; 2],
    /// Its form.
    pub outline: Outline,
    /// What is there.
    pub holds: Holds,
}

/// The form of a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A square of a board.
    Square,
    /// A round place: a vertex or a stone.
    Disc,
    /// Half of a standing domino: the half to push to the left or right.
    Half {
        /// Whether it is the right half.
        right: bool,
    },
    /// An edge to another point, which may be bent to the side.
    Edge {
        /// Where it ends.
        to: [i32; 2],
        /// How far its middle is from the straight line.
        bow: i32,
    },
    /// A flat stone of a heap that is higher than wide.
    Counter,
    /// A pin that stands in a row.
    Pin,
    /// A heap of more stones than can be drawn.
    Heap {
        /// How many there are.
        stones: u64,
    },
}

/// What a spot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Nothing.
    Nothing,
    /// Something of Left's.
    Left,
    /// Something of Right's.
    Right,
    /// Left's King.
    LeftKing,
    /// Right's King.
    RightKing,
    /// Something of both.
    Both,
    /// It is burned, covered, or not on the board.
    Blocked,
    /// Nothing, and only Left may put something there.
    OnlyLeft,
    /// Nothing, and only Right may put something there.
    OnlyRight,
}

impl Holds {
    /// What a character of a board stands for.
    #[must_use]
    pub fn of(symbol: char) -> Holds {
        match symbol {
            '#' => Holds::Blocked,
            'B' | 'b' | 'L' | 'l' | 'X' | 'x' => Holds::Left,
            'W' | 'w' | 'R' | 'r' | 'O' | 'o' => Holds::Right,
            '<' => Holds::OnlyLeft,
            '>' => Holds::OnlyRight,
            _ => Holds::Nothing,
        }
    }
}

/// What the players' pieces look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Flat round stones.
    Stone,
    /// Legionnaires' pawns.
    Pawn,
    /// Soldiers and Kings of Latrunculus.
    Soldier,
    /// Amazons.
    Amazon,
    /// Toads and frogs.
    Animal,
    /// The spot is painted.
    Paint,
    /// Dominoes that stand.
    Domino,
    /// Dominoes that lie on two squares. If they are `sided`, those that lie
    /// upright are Left's, and those that lie across are Right's.
    Tile {
        /// Whether they have owners.
        sided: bool,
    },
    /// Stones in heaps.
    Counter,
    /// Pins in rows.
    Pin,
    /// Edges of a graph.
    Edge,
}

impl Scene {
    /// Nothing, of a size and with figures of a kind.
    #[must_use]
    pub fn blank(size: [i32; 2], figure: Figure) -> Scene {
        Scene {
            size,
            spots: Vec::new(),
            lines: Vec::new(),
            figure,
            grid: None,
            labels: Vec::new(),
            tiles: Vec::new(),
            gone: Vec::new(),
        }
    }

    /// A board from the text of a position, rows from the top parted by `/`.
    #[must_use]
    pub fn board(text: &str, figure: Figure) -> Scene {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
        let ranks = rows.len();
        let spots = rows.iter().enumerate().flat_map(|(row, symbols)| {
            symbols.iter().enumerate().map(move |(col, &symbol)| Spot {
                name: square_name(ranks, cols, row * cols + col),
                at: [middle(col), middle(row)],
                outline: Outline::Square,
                holds: Holds::of(symbol),
            })
        });
        Scene {
            spots: spots.collect(),
            grid: Some([ranks, cols]),
            ..Scene::blank([side(cols), side(ranks)], figure)
        }
    }

    /// A row of places, numbered from 1.
    #[must_use]
    pub fn row(text: &str, figure: Figure) -> Scene {
        let mut scene = Scene::board(text, figure);
        for (place, spot) in scene.spots.iter_mut().enumerate() {
            spot.name = (place + 1).to_string();
        }
        scene
    }

    /// Dominoes lie where moves put them that name two squares each.
    #[must_use]
    pub fn tiled(mut self, moves: &[&str]) -> Scene {
        for text in moves {
            if let [one, other] = self.named_in(text)[..]
                && [one, other]
                    .iter()
                    .all(|&spot| self.spots[spot].holds == Holds::Blocked)
            {
                self.tiles.push([one, other]);
            }
        }
        self
    }

    /// What to click for a move whose notation names its spots, in this order
    /// or the other way round.
    #[must_use]
    pub fn either_way(&self, text: &str) -> Vec<Vec<usize>> {
        let path = self.named_in(text);
        let reversed = path.iter().rev().copied().collect();
        vec![path, reversed]
    }

    /// The spots that a text names, in its order: what to click for a move
    /// whose notation tells it all.
    #[must_use]
    pub fn named_in(&self, text: &str) -> Vec<usize> {
        let mut path = Vec::new();
        let mut rest = text;
        // Notation is in ASCII, so every byte is a character.
        while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
            rest = &rest[start..];
            let letters = rest.len()
                - rest
                    .trim_start_matches(|c: char| c.is_ascii_lowercase())
                    .len();
            let digits = rest[letters..]
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len() - letters);
            let mut end = letters + digits;
            if rest[end..].starts_with(['<', '>']) {
                end += 1;
            }
            match self.spot(&rest[..end]) {
                Some(spot) => path.push(spot),
                // The x of a capture, or a word.
                None => end = 1,
            }
            rest = &rest[end..];
        }
        path
    }

    /// Whose pieces stand clearly lower than the other's, so that she sees the
    /// board as it is drawn.
    #[must_use]
    pub fn bottom(&self) -> Option<Player> {
        let height = |holds: Holds| {
            let standing = self.spots.iter().filter(|spot| spot.holds == holds);
            let heights: Vec<i64> = standing.map(|spot| i64::from(spot.at[1])).collect();
            let count = i64::try_from(heights.len()).ok().filter(|n| *n > 0)?;
            Some(heights.iter().sum::<i64>() / count)
        };
        let lower = height(Holds::Left)? - height(Holds::Right)?;
        match self.figure {
            Figure::Pawn | Figure::Amazon | Figure::Soldier if lower.abs() > i64::from(SIDE) => {
                Some(if lower > 0 {
                    Player::Left
                } else {
                    Player::Right
                })
            }
            _ => None,
        }
    }

    /// The spot that is in the same place and has the same form.
    #[must_use]
    pub fn like(&self, spot: &Spot) -> Option<usize> {
        let same = |other: &Spot| other.at == spot.at && other.outline == spot.outline;
        self.spots.iter().position(same)
    }

    /// The spot with this name.
    #[must_use]
    pub fn spot(&self, name: &str) -> Option<usize> {
        self.spots.iter().position(|spot| spot.name == name)
    }
}

/// The middle of the n-th square of a row.
pub(crate) fn middle(n: usize) -> i32 {
    side(n) + SIDE / 2
}

/// The length of n squares.
pub(crate) fn side(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX / SIDE) * SIDE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::game::Game;
    use crate::position::Position;
    use crate::registry::{Visitor, example_name, games, visit};
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    #[test]
    fn moves_name_their_spots_in_order() {
        let board = Scene::board("../../..", Figure::Amazon);
        let names = |text| -> Vec<String> {
            let path = board.named_in(text).into_iter();
            path.map(|spot| board.spots[spot].name.clone()).collect()
        };
        assert_eq!(names("a1-b3/a2"), ["a1", "b3", "a2"]);
        assert_eq!(names("a1xb3"), ["a1", "b3"]);
        assert_eq!(names("a2a1"), ["a2", "a1"]);
        assert_eq!(names("b2=B"), ["b2"]);
        let row = Scene::row("B.W", Figure::Animal);
        assert_eq!(row.named_in("3-2"), [2, 1]);
    }

    #[test]
    fn who_sits_at_the_bottom_is_seen() {
        let bottom = |text, figure| Scene::board(text, figure).bottom();
        assert_eq!(bottom(".L./.../.R.", Figure::Amazon), Some(Player::Right));
        assert_eq!(bottom("W.W/.../B.B", Figure::Pawn), Some(Player::Left));
        // On a checkered board, and where pieces have no direction, nobody.
        assert_eq!(bottom("BWB/WBW/BWB", Figure::Pawn), None);
        assert_eq!(bottom("B/./W", Figure::Stone), None);
    }

    #[test]
    fn dominoes_lie_where_they_were_put() {
        let scene = Scene::board("##./.#./.#.", Figure::Tile { sided: true });
        let names = |scene: &Scene| -> Vec<String> {
            let name = |spot: &usize| scene.spots[*spot].name.clone();
            scene.tiles.iter().flatten().map(name).collect()
        };
        let tiled = scene.clone().tiled(&["a3b3", "b2b1"]);
        assert_eq!(names(&tiled), ["a3", "b3", "b2", "b1"]);
        // Where nothing is covered no domino lies.
        assert!(scene.tiled(&["a1a2"]).tiles.is_empty());
    }

    /// Every move of every game's example can be clicked, also some moves on.
    #[test]
    fn every_move_has_a_path() {
        struct Clicks<'t>(&'t str);
        impl Visitor for Clicks<'_> {
            type Output = ();

            fn visit<G: Game>(self, game: G) {
                let mut position = game.read(self.0).expect("an example can be read");
                let mut random = Random::new(1);
                for ply in 0..6 {
                    let player = Player::BOTH[ply % 2];
                    let scene = game.scene(&position);
                    let names: HashSet<&str> = scene.spots.iter().map(|s| &*s.name).collect();
                    assert_eq!(names.len(), scene.spots.len(), "{}", self.0);
                    let mut moves = Vec::new();
                    let _ = position.moves(player, &mut |mv| {
                        moves.push(mv);
                        ControlFlow::Continue(())
                    });
                    for mv in &moves {
                        let paths = game.paths(&position, &scene, &mv.to_string());
                        let fine = !paths.is_empty() && paths.iter().all(|path| !path.is_empty());
                        assert!(
                            fine,
                            "{}: {} {mv}",
                            game.about().name,
                            game.write(&position)
                        );
                    }
                    let Some(mv) = moves.get(random.below(moves.len().max(1) as u64) as usize)
                    else {
                        break;
                    };
                    position = position.play(player, mv);
                }
            }
        }
        for info in games() {
            let name = example_name(info);
            for text in [info.example]
                .into_iter()
                .chain(info.starts.iter().map(|s| s.name))
            {
                visit(&name, text, Clicks(text)).expect("a registered game");
            }
        }
        visit("col", ".:A-.-.(-.;-.)-:A", Clicks(".:A-.-.(-.;-.)-:A")).expect("a graph");
    }
}
