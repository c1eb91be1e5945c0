//! One piece against one, for all places where they can stand.

/// How a game describes positions with at most one piece of each player, so
/// that all of them on one ground are solved together.
pub struct Duels<P> {
    /// Where the position is on its ground, if it has one. Law: what
    /// [`survey`](Self::survey) finds are the moves of the position, and a
    /// piece that is alone is worth the number of its moves.
    pub place: fn(&P) -> Option<DuelPlace>,
    /// Looks at the ground that a place or a region names.
    pub survey: fn(u64, &mut DuelGround),
}

/// The most posts of a ground.
pub const MAX_POSTS: usize = 64;

/// Where a position with at most one piece of each player is among all
/// positions on its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelPlace {
    /// The name of the ground.
    pub ground: u64,
    /// How many posts it has.
    pub posts: u8,
    /// How many posts the ground has before those of Left's piece and of
    /// Right's, if there are such pieces.
    pub ranks: [Option<u8>; 2],
}

/// What pieces can do on a ground: a set of posts, numbered below
/// [`MAX_POSTS`]. A piece in turn walks to another post and shoots at one;
/// the ground then falls apart into regions without that post. What a piece
/// reaches, on foot or with a shot, depends on where it stands and on the
/// enemy, who is in the way; both players' pieces are alike. Who cannot walk
/// cannot move.
///
/// So the moves of all positions on a ground have much in common: what a shot
/// leads to does not depend on where the walk began.
pub struct DuelGround {
    posts: u64,
    reach: Box<[[u64; MAX_POSTS]; MAX_POSTS]>,
    regions: Vec<DuelRegion>,
}

/// What is left of a ground, as a ground of its own.
#[derive(Clone, Debug)]
pub struct DuelRegion {
    /// The post that was shot at.
    pub shot: u8,
    /// The posts of the old ground that are left.
    pub posts: u64,
    /// The name of the new ground.
    pub ground: u64,
    /// For each post that is left, how many posts the new ground has before
    /// what it is there.
    pub ranks: [u8; MAX_POSTS],
}

impl Default for DuelGround {
    fn default() -> Self {
        DuelGround {
            posts: 0,
            reach: Box::new([[0; MAX_POSTS]; MAX_POSTS]),
            regions: Vec::new(),
        }
    }
}

impl DuelGround {
    /// Starts on another ground; what pieces reach is to be set.
    pub(crate) fn clear(&mut self, posts: u64) {
        self.posts = posts;
        self.regions.clear();
    }

    pub(crate) fn set_reach(&mut self, from: usize, enemy: usize, reach: u64) {
        self.reach[enemy][from] = reach;
    }

    pub(crate) fn push(&mut self, region: DuelRegion) {
        self.regions.push(region);
    }

    /// The posts.
    #[must_use]
    pub fn posts(&self) -> u64 {
        self.posts
    }

    /// What a piece on `from` can walk to or shoot at when the enemy is on
    /// another post, or is not there if that is said to be `from` too.
    ///
    /// Law: reaching goes both ways.
    #[inline]
    #[must_use]
    pub fn reach(&self, from: usize, enemy: usize) -> u64 {
        self.reach[enemy][from]
    }

    /// The regions that shots leave, by the post that was shot at.
    #[must_use]
    pub fn regions(&self) -> &[DuelRegion] {
        &self.regions
    }
}
