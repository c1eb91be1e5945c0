//! Thermographs of all duels on a ground at once.

use super::Stop;
use crate::position_table::ClusterIndex;
use crate::scalar::{Overflow, Scalar};
use crate::walls::{WallId, Walls};
use rules::{Bits, DuelGround, DuelPlace, DuelRegion, MAX_POSTS, Position};
use values::Budget;

/// No move leads to a wall.
const NONE: WallId = WallId::MAX;

/// The walls of positions on grounds.
///
/// On a ground of n posts a table of n × n walls says what a player faces who
/// is to move with the piece on one post and the enemy on another; both
/// players' pieces are alike, so Left and Right need no tables of their own.
/// On the diagonal the enemy is gone: it holds the number of moves that the
/// piece can make alone.
///
/// What a shot from a post is worth at best does not depend on where the walk
/// to that post began, so it is found once for all positions with the enemy
/// on the same post.
#[derive(Default)]
pub(crate) struct DuelWalls {
    grounds: ClusterIndex,
    cells: Vec<WallId>,
    positions: usize,
    /// What the best shot is worth, by the enemy's post and the shooter's.
    best: Vec<[WallId; MAX_POSTS]>,
    spare: Vec<DuelGround>,
}

/// A ground that waits for its regions.
struct Frame {
    name: u64,
    ground: DuelGround,
    /// How many regions are known to be done.
    done: usize,
}

/// The table of a region.
#[derive(Clone, Copy)]
struct Sheet<'d> {
    region: &'d DuelRegion,
    cells: &'d [WallId],
    count: usize,
}

impl<'d> Sheet<'d> {
    /// What a player on `mover` faces who is to move.
    #[inline]
    fn row(&self, mover: usize) -> &'d [WallId] {
        let rank = usize::from(self.region.ranks[mover]);
        &self.cells[rank * self.count..][..self.count]
    }

    /// How often a piece can move alone.
    #[inline]
    fn alone(&self, post: usize) -> u32 {
        let rank = usize::from(self.region.ranks[post]);
        self.cells[rank * self.count + rank]
    }
}

impl DuelWalls {
    pub fn len(&self) -> usize {
        self.positions
    }

    pub fn bytes(&self) -> usize {
        self.grounds.bytes() + self.cells.capacity() * size_of::<WallId>()
    }

    /// The walls of a duel: Left's negated, and Right's.
    pub fn walls(&self, place: &DuelPlace) -> Option<[WallId; 2]> {
        let start = self.grounds.get(place.ground)?;
        let [left, right] = place.ranks.map(|rank| rank.map(usize::from));
        let (left, right) = (left?, right?);
        let count = usize::from(place.posts);
        Some([left * count + right, right * count + left].map(|i| self.cells[start + i]))
    }

    /// Finds the walls of all positions on a ground.
    pub fn solve<P: Position, S: Scalar>(
        &mut self,
        name: u64,
        walls: &mut Walls<S>,
        budget: &Budget,
    ) -> Result<(), Stop> {
        if self.grounds.get(name).is_some() {
            return Ok(());
        }
        let mut stack = vec![self.opened::<P>(name)];
        while let Some(frame) = stack.last_mut() {
            let missing = loop {
                match frame.ground.regions().get(frame.done) {
                    Some(region) if self.grounds.get(region.ground).is_some() => frame.done += 1,
                    other => break other.map(|region| region.ground),
                }
            };
            if let Some(name) = missing {
                let below = self.opened::<P>(name);
                stack.push(below);
                continue;
            }
            let Some(frame) = stack.pop() else { break };
            let found = self.finish(&frame, walls)?;
            self.spare.push(frame.ground);
            budget.advance(found as u64);
            budget.check()?;
            budget.check_bytes((self.bytes() + walls.bytes()) as u64)?;
        }
        Ok(())
    }

    fn opened<P: Position>(&mut self, name: u64) -> Frame {
        let mut ground = self.spare.pop().unwrap_or_default();
        let duels = P::CAPABILITIES.duels.expect("the name is one of a duel");
        (duels.survey)(name, &mut ground);
        Frame {
            name,
            ground,
            done: 0,
        }
    }

    /// Fills the table of a ground whose regions are done; returns the number
    /// of positions.
    fn finish<S: Scalar>(
        &mut self,
        frame: &Frame,
        walls: &mut Walls<S>,
    ) -> Result<usize, Overflow> {
        let ground = &frame.ground;
        let posts = ground.posts();
        let count = posts.len();
        let alone = self.look_at_shots(ground, walls)?;
        let start = self.cells.len();
        // Doubling would ask for much more than is used.
        if self.cells.capacity() < start + count * count {
            self.cells.reserve_exact(start / 4 + MAX_POSTS * MAX_POSTS);
        }
        self.cells.resize(start + count * count, NONE);
        let cells = &mut self.cells[start..];
        for (i, first) in posts.squares().enumerate() {
            let walks = ground.reach(first, first).squares();
            cells[i * count + i] = walks.map(|to| 1 + alone[to]).max().unwrap_or(0);
            for (j, second) in posts.squares().take(i).enumerate() {
                let mut sides = [NONE; 2];
                for (side, [from, enemy]) in
                    sides.iter_mut().zip([[first, second], [second, first]])
                {
                    for to in ground.reach(from, enemy).squares() {
                        *side = join(walls, *side, self.best[enemy][to])?;
                    }
                }
                let sides = sides.map(|side| (side != NONE).then_some(side));
                [cells[i * count + j], cells[j * count + i]] = walls.duel(sides)?;
            }
        }
        self.grounds.insert(frame.name, start);
        let positions = count * (count + 1) / 2;
        self.positions += positions;
        Ok(positions)
    }

    /// Finds what shots are worth at best: the walls in `best`, and how many
    /// moves are left to a piece that is alone.
    fn look_at_shots<S: Scalar>(
        &mut self,
        ground: &DuelGround,
        walls: &mut Walls<S>,
    ) -> Result<[u32; MAX_POSTS], Overflow> {
        self.best.resize(MAX_POSTS, [NONE; MAX_POSTS]);
        for post in ground.posts().squares() {
            self.best[post] = [NONE; MAX_POSTS];
        }
        let mut alone = [0; MAX_POSTS];
        let mut sheets: Vec<Sheet<'_>> = Vec::new();
        for regions in ground.regions().chunk_by(|a, b| a.shot == b.shot) {
            sheets.clear();
            for region in regions {
                let count = region.posts.len();
                let start = self.grounds.get(region.ground).expect("done before");
                sheets.push(Sheet {
                    region,
                    cells: &self.cells[start..][..count * count],
                    count,
                });
            }
            let shot = usize::from(regions[0].shot);
            for sheet in &sheets {
                let inside = sheet.region.posts;
                for enemy in inside.squares() {
                    // Reaching goes both ways.
                    let shooters = ground.reach(shot, enemy);
                    let best = &mut self.best[enemy];
                    let row = sheet.row(enemy);
                    for shooter in (shooters & inside).squares() {
                        let wall = row[usize::from(sheet.region.ranks[shooter])];
                        best[shooter] = join(walls, best[shooter], wall)?;
                    }
                    if shooters & !inside == 0 {
                        continue;
                    }
                    // The shot parts the pieces: each has moves of its own.
                    let theirs = i64::from(sheet.alone(enemy));
                    for other in &sheets {
                        let outside = other.region.posts & !inside;
                        for shooter in (shooters & outside).squares() {
                            let wall = walls.constant(i64::from(other.alone(shooter)) - theirs)?;
                            best[shooter] = join(walls, best[shooter], wall)?;
                        }
                    }
                }
                for shooter in (ground.reach(shot, shot) & inside).squares() {
                    alone[shooter] = sheet.alone(shooter).max(alone[shooter]);
                }
            }
        }
        Ok(alone)
    }
}

/// The better of two walls, of which one may be missing.
#[inline]
fn join<S: Scalar>(walls: &mut Walls<S>, a: WallId, b: WallId) -> Result<WallId, Overflow> {
    if a == b || b == NONE {
        return Ok(a);
    }
    if a == NONE {
        return Ok(b);
    }
    walls.join(a, b)
}
