//! Who is nearer to which squares: what players of Amazons look at before
//! the amazons are apart.

use super::field::Field;
use crate::bits::Bits;
use values::Player;

/// Distances are told apart up to this one.
const FAR: usize = 8;

/// Who is nearer to how many squares.
#[derive(Default)]
struct Race<B> {
    /// Squares that Left is nearer to less those that Right is nearer to.
    lead: i32,
    /// Squares to which both are equally near.
    ties: i32,
    /// The squares at each distance from a player's amazons, from one on.
    rings: [[B; FAR]; 2],
}

impl<B: Bits> Field<B> {
    /// How much better Left stands, in tenths of a square: squares that a
    /// player's amazons reach sooner are likely to be that player's. How
    /// sooner is counted in moves of a queen and in moves of a king: where
    /// much is open, queens come everywhere, and the king's way tells more of
    /// who will be there in the end. J. Lieberum, An evaluation function for
    /// the game of Amazons (2005).
    pub(super) fn territory(&self, turn: Player) -> i32 {
        let queens = self.race(|field, set| field.slide(set));
        let contest = queens.contest();
        let tempo = match turn {
            Player::Left => 2,
            Player::Right => -2,
        };
        let sure = 10 * queens.lead + tempo * queens.ties;
        if contest == 0 {
            return sure;
        }
        let kings = self.race(|field, set| field.step(set));
        let open = 10 * kings.lead + tempo * kings.ties + queens.nearness();
        // All is open when half of the squares are contested.
        let whole = (16 * self.geometry.squares() as i32) / 2;
        let opened = contest.min(whole);
        ((2 * whole - opened) * sure + opened * open) / (2 * whole)
    }

    fn race(&self, spread: impl Fn(&Self, B) -> B) -> Race<B> {
        let mut race = Race::default();
        let mut reached = Player::BOTH.map(|player| self.amazons(player));
        let mut front = reached;
        for distance in 0.. {
            let fresh: [B; 2] =
                std::array::from_fn(|side| spread(self, front[side]) & !reached[side]);
            if fresh[0].is_empty() && fresh[1].is_empty() {
                break;
            }
            for side in 0..2 {
                reached[side] |= fresh[side];
                race.rings[side][distance.min(FAR - 1)] |= fresh[side];
            }
            let nearer = |side: usize| (fresh[side] & !reached[1 - side]).len() as i32;
            race.lead += nearer(0) - nearer(1);
            race.ties += (fresh[0] & fresh[1]).len() as i32;
            front = fresh;
        }
        race
    }

    /// The free squares that queens on a set can go to.
    fn slide(&self, set: B) -> B {
        let (rows, cols) = (self.geometry.rows, self.geometry.cols);
        let first = B::narrow(self.geometry.first_column);
        let last = first.later(cols - 1);
        let free = self.free();
        let mut reached = B::default();
        let mut ray = |step: usize, later: bool, open: B| {
            reached |= set.slid(step, later, open, rows.max(cols));
        };
        // Nobody goes from one side of the board to the other.
        ray(cols, true, free);
        ray(cols, false, free);
        ray(1, true, free & !first);
        ray(1, false, free & !last);
        ray(cols + 1, true, free & !first);
        ray(cols + 1, false, free & !last);
        if cols > 1 {
            ray(cols - 1, true, free & !last);
            ray(cols - 1, false, free & !first);
        }
        reached & free
    }

    /// The free squares next to a set.
    fn step(&self, set: B) -> B {
        self.geometry.neighbourhood(set) & self.free()
    }
}

impl<B: Bits> Race<B> {
    /// How many squares both can come to, in sixteenths; one that a player is
    /// nearer to by a move counts half, by two a quarter.
    fn contest(&self) -> i32 {
        let mut contest = 0;
        for (near, left) in self.rings[0].iter().enumerate() {
            for (far, right) in self.rings[1].iter().enumerate() {
                let both = (*left & *right).len() as i32;
                contest += (16 * both) >> near.abs_diff(far);
            }
        }
        contest
    }

    /// What it is worth to be near, in tenths: ten for each square at one
    /// move, five at two.
    fn nearness(&self) -> i32 {
        let near = |side: usize| {
            let rings = self.rings[side].iter().zip(0..);
            rings
                .map(|(ring, distance)| (10 * ring.len() as i32) >> distance)
                .sum::<i32>()
        };
        near(0) - near(1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Amazons;
    use super::*;
    use crate::game::Game;

    /// Squares that a queen reaches, one at a time.
    fn walk(field: &Field<u128>, player: Player) -> Vec<Option<usize>> {
        let squares = field.geometry.squares();
        let mut distances = vec![None; squares];
        let mut front: Vec<usize> = field.amazons(player).squares().collect();
        for distance in 1.. {
            let mut fresh = Vec::new();
            for from in front {
                for to in field.reach(from, field.free()).squares() {
                    if distances[to].is_none() {
                        distances[to] = Some(distance);
                        fresh.push(to);
                    }
                }
            }
            if fresh.is_empty() {
                return distances;
            }
            front = fresh;
        }
        unreachable!()
    }

    #[test]
    fn races_are_those_of_single_queens() {
        let game = Amazons::<u128>::with_variant(None).unwrap();
        let mut seed = crate::Random::new(5);
        for like in ["10x10", "8x8", "3x7", "10x2", "1x12", "12x1", "6x6"] {
            let like = game.read(&crate::blank(like)).unwrap();
            for _ in 0..50 {
                let field = game.scatter(&like, &mut |n| seed.below(n));
                let [left, right] = Player::BOTH.map(|player| walk(&field, player));
                let (mut lead, mut ties) = (0, 0);
                for pair in left.iter().zip(&right) {
                    match pair {
                        (None, None) => {}
                        (Some(_), None) => lead += 1,
                        (None, Some(_)) => lead -= 1,
                        (Some(l), Some(r)) if l == r => ties += 1,
                        (Some(l), Some(r)) => lead += if l < r { 1 } else { -1 },
                    }
                }
                let race = field.race(|field, set| field.slide(set));
                assert_eq!((race.lead, race.ties), (lead, ties), "{field:?}");
            }
        }
    }
}
