//! Levels as rows that are many positions each, for engines that spread the
//! work over machines: a row is part of a cluster and the set of its indices
//! that were met, or some texts that share a hash. Rows are expanded with the
//! pools of the count, and merged by union.

use super::clusters::{BoardOf, ClusterBoard, ClusterPool};
use super::disk::Sorted;
use super::members::{self, Indices, MemberSet};
use super::pool::{Pool, Tally};
use super::sets::{Form, Options, SetPool};
use super::{CountError, Merge};
use rules::{Game, Place, Position};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;
use values::{Budget, Player};

/// Rows are spread over so many buckets. Whoever holds all rows of a bucket
/// can merge and sum up what is in it.
pub const BUCKETS: u64 = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 12;

/// A pool that is larger is emptied before it goes on.
const LARGE: u64 = 256 << 20;

/// The name of a row: its rank, its cluster, and which part of the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RowKey {
    /// What every move lowers.
    pub rank: u64,
    /// The cluster, or the hash of texts.
    pub cluster: u64,
    /// The upper half of the indices.
    pub block: u32,
}

/// Some positions of a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// Where the row belongs.
    pub key: RowKey,
    /// The positions, as [`union`](members::union) and [`Bundles`] write
    /// them: the same set is the same bytes.
    pub members: Vec<u8>,
}

/// Who wins the positions of a row.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'r> {
    /// Which row.
    pub key: RowKey,
    /// Its positions.
    pub members: &'r [u8],
    /// Two bits for each: whether Left wins when she begins, and Right.
    pub outcomes: &'r [u8],
}

/// The rows of all that can be reached from a start.
pub struct Bundles<'g, G: Game> {
    game: &'g G,
    start: &'g G::Position,
    form: Form,
    board: Option<BoardOf<'g, G::Position>>,
    /// The bits of a cluster that its bucket goes by.
    upper: u64,
}

/// Where a position is: its row, what names it there, and whether the row has
/// its negative instead.
struct Spot {
    key: RowKey,
    member: Vec<u8>,
    negated: bool,
}

impl<'g, G: Game> Bundles<'g, G> {
    /// The rows of what can be reached; every position, or those in normal
    /// form.
    ///
    /// # Errors
    ///
    /// Negatives alone cannot be merged here.
    pub fn new(game: &'g G, start: &'g G::Position, merge: Merge) -> Result<Self, CountError> {
        let form = match merge {
            Merge::Nothing => Form::Itself,
            Merge::Symmetries => Form::Normal,
            Merge::Negatives => return Err(CountError::NoNegatives),
        };
        let clusters = G::Position::CAPABILITIES.clusters;
        let board = clusters
            .filter(|numbering| form == Form::Itself && (numbering.place)(start).is_some())
            .map(|numbering| BoardOf {
                start,
                numbering,
                symmetry: None,
            });
        let cluster = board
            .as_ref()
            .and_then(|board| (board.numbering.place)(start))
            .map_or(0, |place| place.cluster);
        Ok(Bundles {
            game,
            start,
            form,
            board,
            upper: highest_bits(cluster, BUCKET_BITS),
        })
    }

    /// In which bucket a row is. Clusters go by the upper squares that the
    /// start has: those that differ in the others have many options in common,
    /// which meet in one bucket.
    #[must_use]
    pub fn bucket(&self, key: &RowKey) -> u64 {
        match &self.board {
            Some(_) => gathered_bits(key.cluster, self.upper),
            None => key.cluster,
        }
    }

    /// The row of the start alone.
    #[must_use]
    pub fn start(&self) -> Bundle {
        let start = match self.form {
            Form::Normal => self.start.normal_form().0,
            _ => self.start.clone(),
        };
        let spot = self.spot(&start);
        Bundle {
            key: spot.key,
            members: self.alone(&spot),
        }
    }

    /// The row that has a position, the position alone as members, and whether
    /// it is the position's negative that is there.
    #[must_use]
    pub fn find(&self, position: &G::Position) -> (RowKey, Vec<u8>, bool) {
        let spot = self.spot(position);
        (spot.key, self.alone(&spot), spot.negated)
    }

    fn alone(&self, spot: &Spot) -> Vec<u8> {
        match &self.board {
            Some(_) => members::write_indices([low(&spot.member)].into_iter()),
            None => members::write_texts(&[&spot.member]),
        }
    }

    fn spot(&self, position: &G::Position) -> Spot {
        if let Some(board) = &self.board
            && let Some(place) = (board.numbering.place)(position)
        {
            return Spot {
                key: row_of(position.rank(), place.cluster, place.index),
                member: (place.index as u16).to_be_bytes().to_vec(),
                negated: false,
            };
        }
        let (formed, negated) = match self.form {
            Form::Normal => position.normal_form(),
            _ => (position.clone(), false),
        };
        let member = self.game.write(&formed).into_bytes();
        Spot {
            key: text_row(formed.rank(), &member),
            member,
            negated,
        }
    }

    /// Calls `each` with the options of the positions of some rows, merged as
    /// far as they were met together, and gives how many positions and edges
    /// there were.
    ///
    /// # Errors
    ///
    /// If the budget ends, or rows are not of this game.
    pub fn expand(
        &self,
        rows: &[Bundle],
        budget: &Budget,
        each: &mut dyn FnMut(Bundle),
    ) -> Result<(u64, u64), CountError> {
        let tally = match &self.board {
            Some(board) => expand_clusters(board, rows, budget, each)?,
            None => self.expand_texts(rows, budget, each)?,
        };
        Ok((tally.positions, tally.edges))
    }

    fn expand_texts(
        &self,
        rows: &[Bundle],
        budget: &Budget,
        each: &mut dyn FnMut(Bundle),
    ) -> Result<Tally, CountError> {
        let pool = SetPool::new(self.game, self.form, 64);
        let mut tally = Tally::default();
        let mut options = Options::default();
        for row in rows {
            for text in members::texts(&row.members)? {
                let position = self.read(&text)?;
                tally.edges += pool.expand_position(&position, &mut options, budget)?;
                tally.positions += 1;
                if tally.positions % 1024 == 0 {
                    look(budget, &pool)?;
                }
            }
            empty_if_large(&pool, each);
        }
        empty(&pool, each);
        Ok(tally)
    }

    fn read(&self, text: &[u8]) -> Result<G::Position, CountError> {
        let text = std::str::from_utf8(text).map_err(|_| members::damaged())?;
        self.game.read(text).map_err(|_| members::damaged())
    }

    /// Calls `each` with the positions of a row, in the order of its members.
    fn each_position(
        &self,
        row: &Bundle,
        budget: &Budget,
        each: &mut dyn FnMut(G::Position) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        match &self.board {
            Some(board) => {
                let (_, size) = board.rank_and_size(row.key.cluster);
                for index in indices(row)? {
                    budget.look()?;
                    let place = Place {
                        cluster: row.key.cluster,
                        index,
                        size,
                    };
                    each((board.numbering.at)(board.start, &place).ok_or_else(members::damaged)?)?;
                }
            }
            None => {
                for text in members::texts(&row.members)? {
                    budget.look()?;
                    each(self.read(&text)?)?;
                }
            }
        }
        Ok(())
    }

    /// The rows that the options of some rows' positions are in, each once.
    ///
    /// # Errors
    ///
    /// If the budget ends, or a row is not of this game.
    pub fn option_rows(&self, rows: &[Bundle], budget: &Budget) -> Result<Vec<RowKey>, CountError> {
        let mut keys = FxHashSet::default();
        for row in rows {
            budget.look()?;
            let Some(board) = &self.board else {
                self.each_position(row, budget, &mut |position| {
                    for player in Player::BOTH {
                        let _ = position.options(player, &mut |option| {
                            keys.insert(self.spot(&option).key);
                            ControlFlow::Continue(())
                        });
                    }
                    Ok(())
                })?;
                continue;
            };
            let (_, size) = board.rank_and_size(row.key.cluster);
            let cluster = Place {
                cluster: row.key.cluster,
                index: 0,
                size,
            };
            board.options(&cluster, &indices(row)?, &mut |place, options| {
                let (rank, _) = board.rank_and_size(place.cluster);
                let each = options.iter();
                keys.extend(each.map(|&index| row_of(rank, place.cluster, index)));
            });
        }
        let mut keys: Vec<RowKey> = keys.into_iter().collect();
        keys.sort_unstable();
        Ok(keys)
    }

    /// Who wins the positions of a row in normal play, from who wins their
    /// options: whoever begins wins if she has an option that her opponent
    /// does not win who begins there.
    ///
    /// # Errors
    ///
    /// If the budget ends, or the answer to an option is not there.
    pub fn outcomes(
        &self,
        row: &Bundle,
        options: &Answers<'_>,
        budget: &Budget,
    ) -> Result<Vec<u8>, CountError> {
        let mut answers = Vec::new();
        self.each_position(row, budget, &mut |position| {
            let mut answer = 0;
            for (bit, player) in Player::BOTH.into_iter().enumerate() {
                let mut missing = false;
                let found = position.options(player, &mut |option| {
                    let spot = self.spot(&option);
                    let opponent = (1 - bit) ^ usize::from(spot.negated);
                    match options.of(&spot) {
                        Some(won) if won >> opponent & 1 == 0 => ControlFlow::Break(()),
                        Some(_) => ControlFlow::Continue(()),
                        None => {
                            missing = true;
                            ControlFlow::Break(())
                        }
                    }
                });
                if missing {
                    return Err(members::damaged());
                }
                answer |= u8::from(found.is_break()) << bit;
            }
            answers.push(answer);
            Ok(())
        })?;
        let pack = |four: &[u8]| {
            let bits = four.iter().enumerate();
            bits.fold(0, |byte, (i, answer)| byte | answer << (2 * i))
        };
        Ok(answers.chunks(4).map(pack).collect())
    }
}

/// Who wins the positions of some rows, for looking up.
#[derive(Default)]
pub struct Answers<'r> {
    rows: FxHashMap<RowKey, (MemberSet, &'r [u8])>,
}

impl<'r> Answers<'r> {
    /// Takes the answers of a row.
    ///
    /// # Errors
    ///
    /// If it is no row.
    pub fn insert(&mut self, row: &Answered<'r>) -> Result<(), CountError> {
        let members = MemberSet::read(row.members)?;
        self.rows.insert(row.key, (members, row.outcomes));
        Ok(())
    }

    fn of(&self, spot: &Spot) -> Option<u8> {
        let (members, outcomes) = self.rows.get(&spot.key)?;
        bits_of(outcomes, members.number(&spot.member)?)
    }
}

/// The two bits of a member.
#[must_use]
pub fn bits_of(outcomes: &[u8], number: usize) -> Option<u8> {
    Some(outcomes.get(number / 4)? >> (number % 4 * 2) & 3)
}

fn low(member: &[u8]) -> u16 {
    member.iter().fold(0, |n, &byte| n << 8 | u16::from(byte))
}

fn row_of(rank: u64, cluster: u64, index: u32) -> RowKey {
    RowKey {
        rank,
        cluster,
        block: index >> 16,
    }
}

/// Texts share a row by their hash.
fn text_row(rank: u64, text: &[u8]) -> RowKey {
    let hash = blake3::hash(text);
    let hash = hash.as_bytes()[..8].iter();
    let hash = hash.fold(0, |n: u64, &byte| n << 8 | u64::from(byte));
    RowKey {
        rank,
        cluster: hash % BUCKETS,
        block: 0,
    }
}

/// The highest of the bits that are set.
fn highest_bits(mut bits: u64, most: u32) -> u64 {
    while bits.count_ones() > most {
        bits &= bits - 1;
    }
    bits
}

/// The bits under a mask, moved together.
fn gathered_bits(bits: u64, mut mask: u64) -> u64 {
    let mut gathered = 0;
    for place in 0..mask.count_ones() {
        gathered |= (bits >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
    }
    gathered
}

fn indices(row: &Bundle) -> Result<Vec<u32>, CountError> {
    let Indices(low) = Indices::read(&row.members)?;
    let block = row.key.block << 16;
    Ok(low.into_iter().map(|low| block | u32::from(low)).collect())
}

fn expand_clusters<P: Position>(
    board: &BoardOf<'_, P>,
    rows: &[Bundle],
    budget: &Budget,
    each: &mut dyn FnMut(Bundle),
) -> Result<Tally, CountError> {
    let pool = ClusterPool::new(board);
    let mut tally = Tally::default();
    for run in rows.chunk_by(|a, b| a.key.cluster == b.key.cluster) {
        let cluster = run[0].key.cluster;
        let (_, size) = board.rank_and_size(cluster);
        let place = Place {
            cluster,
            index: 0,
            size,
        };
        let mut all = Vec::new();
        for row in run {
            all.extend(indices(row)?);
        }
        if all.iter().any(|&index| index >= size) {
            return Err(members::damaged());
        }
        for some in all.chunks(1024) {
            tally += pool.expand_members(&place, some);
            budget.advance(some.len() as u64);
            look(budget, &pool)?;
        }
        empty_if_large(&pool, each);
    }
    empty(&pool, each);
    Ok(tally)
}

/// Whether there is time, and memory for what waits in a pool.
fn look(budget: &Budget, pool: &dyn Pool) -> values::Result<()> {
    budget.check()?;
    budget.check_bytes(pool.bytes())
}

fn empty_if_large(pool: &dyn Pool, each: &mut dyn FnMut(Bundle)) {
    if pool.bytes() > LARGE {
        empty(pool, each);
    }
}

/// Makes rows of all that waits in a pool.
fn empty(pool: &dyn Pool, each: &mut dyn FnMut(Bundle)) {
    while let Some(rank) = pool.highest() {
        match pool.take(rank).sorted() {
            Sorted::Clusters(_, clusters) => {
                for (cluster, members) in clusters {
                    let list = members.into_list();
                    for block in list.chunk_by(|a, b| a >> 16 == b >> 16) {
                        each(Bundle {
                            key: row_of(rank, cluster, block[0]),
                            members: members::write_indices(block.iter().map(|&i| i as u16)),
                        });
                    }
                }
            }
            Sorted::Texts(texts) => {
                let mut rows: FxHashMap<RowKey, Vec<&[u8]>> = FxHashMap::default();
                for text in texts.texts() {
                    rows.entry(text_row(rank, text)).or_default().push(text);
                }
                for (key, texts) in rows {
                    let members = members::write_texts(&texts);
                    each(Bundle { key, members });
                }
            }
        }
    }
}
