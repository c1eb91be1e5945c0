//! Turns worth a thought, found pip by pip: beam search.
//!
//! # Complexity
//! At most the beam's width times the actions of a board, for each pip.
//!
//! # Literature
//! B. T. Lowerre, *The Harpy Speech Recognition System*, 1976.

use rules::latrunculus::{Action, Board, Moment, Options};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;
use values::Player;

/// A turn, or the beginning of one.
#[derive(Clone, Copy)]
struct BeamStep {
    moment: Moment,
    parent: u32,
    action: Option<Action>,
    judgement: Judgement,
}

/// How good a board is for the player whose turn it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement {
    /// If the turn ends here.
    pub score: i32,
    /// If it goes on: which boards are gone on from first.
    pub promise: i32,
}

/// What a beam found: the boards on the way, each the end of a legal turn.
pub struct Beam {
    steps: Vec<BeamStep>,
}

/// The mixing is done by multiplication; boards are not chosen by an enemy.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        // A board is hashed as the bytes of its sets.
        for chunk in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(eight));
        }
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(23) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

impl Beam {
    /// Spends pip after pip; at each number of pips spent only the `width`
    /// most promising boards are gone on from. A judge is shown a board and
    /// the pips left.
    pub fn search(
        board: &Board,
        player: Player,
        throw: u8,
        options: &Options,
        width: usize,
        judge: &mut dyn FnMut(&Board, u8) -> Judgement,
    ) -> Beam {
        let start = Moment::new(board, player, throw, options);
        let mut beam = Beam {
            steps: vec![BeamStep {
                moment: start,
                parent: 0,
                action: None,
                judgement: Judgement::default(),
            }],
        };
        let mut seen: HashSet<Board, BuildHasherDefault<Mixer>> = HashSet::default();
        seen.insert(*board);
        // The steps by the pips spent.
        let mut layers: [Vec<u32>; 7] = Default::default();
        layers[0].push(0);
        let king = board.king(-player);
        for spent in 0..throw.min(6) {
            let mut layer = std::mem::take(&mut layers[usize::from(spent)]);
            // Ties go to those found first, so that play can be repeated.
            let promise = |&i: &u32| (Reverse(beam.steps[i as usize].judgement.promise), i);
            if layer.len() > width {
                layer.select_nth_unstable_by_key(width, promise);
                layer.truncate(width);
            }
            layer.sort_unstable_by_key(promise);
            for &parent in &layer {
                let from = beam.steps[parent as usize];
                if king.is_some() && from.moment.board().king(-player).is_none() {
                    continue;
                }
                let steps = &mut beam.steps;
                let _ = from.moment.actions(&mut |action| {
                    let moment = from.moment.after(action);
                    if seen.insert(*moment.board()) {
                        let used = usize::from(throw.min(6) - moment.pips());
                        layers[used].push(steps.len() as u32);
                        steps.push(BeamStep {
                            moment,
                            parent,
                            action: Some(action),
                            judgement: judge(moment.board(), moment.pips()),
                        });
                    }
                    ControlFlow::Continue(())
                });
            }
        }
        beam
    }

    /// The best turns, best first; none if nothing can be done.
    pub fn best(&self, most: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (1..self.steps.len()).collect();
        let key = |&i: &usize| (Reverse(self.steps[i].judgement.score), i);
        if order.len() > most && most > 0 {
            order.select_nth_unstable_by_key(most - 1, key);
            order.truncate(most);
        }
        order.sort_by_key(key);
        order
    }

    /// The board at the end of a turn.
    pub fn board(&self, i: usize) -> &Board {
        self.steps[i].moment.board()
    }

    /// How good it was judged.
    pub fn score(&self, i: usize) -> i32 {
        self.steps[i].judgement.score
    }

    /// The best score with each number of pips up to the throw; `None` while
    /// nothing can be done.
    pub fn best_scores(&self) -> [Option<i32>; 7] {
        let throw = self.steps[0].moment.pips();
        let mut best: [Option<i32>; 7] = [None; 7];
        for step in &self.steps[1..] {
            let used = usize::from(throw - step.moment.pips());
            best[used] = best[used].max(Some(step.judgement.score));
        }
        for pips in 1..best.len() {
            best[pips] = best[pips].max(best[pips - 1]);
        }
        best
    }

    /// What was done in a turn.
    pub fn actions(&self, mut i: usize) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Some(action) = self.steps[i].action {
            actions.push(action);
            i = self.steps[i].parent as usize;
        }
        actions.reverse();
        actions
    }
}

/// How many Soldiers more a player has.
pub fn lead(board: &Board, player: Player) -> i32 {
    board.strength(player) as i32 - board.strength(-player) as i32
}
