//! Konane: Hawaiian checkers.

use crate::Flow;
use crate::bad_input::BadInput;
use crate::bits::Bits;
use crate::game::{AllPositions, Game, Info, Start, one_ruleset, text_of_board};
use crate::grid::{Board, Cell, Geometry, OnBoard, STONES, read_size, stone};
use crate::key::Key;
use crate::layout::{Layout, Pair, checker};
use crate::picture::{Picture, STEPS, on, stones};
use crate::position::Position;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use values::Player;

/// The ruleset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Konane<B>(PhantomData<B>);

/// A position: Left's stones, Right's stones, empty squares. All other
/// squares are blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones<B: Bits>(Layout<B, 3>);

const EMPTY: usize = 2;

impl<B: Bits> Stones<B> {
    fn each_jump(&self, player: Player, each: &mut impl FnMut(usize, usize) -> Flow) -> Flow {
        let theirs = self.0.sets[player.opposite() as usize];
        for from in self.0.sets[player as usize].squares() {
            for ray in &self.0.geometry.rays[from][..4] {
                for hop in ray.chunks_exact(2) {
                    let (over, to) = (usize::from(hop[0]), usize::from(hop[1]));
                    if !theirs.has(over) || !self.0.sets[EMPTY].has(to) {
                        break;
                    }
                    each(from, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares that jumps connect, as groups of squares: every jump that
    /// could ever happen lies in one group.
    ///
    /// `held` is where a player's stones could come to stand if any stone
    /// could be anywhere the other's could: more than ever happens, so groups
    /// may be too large but never too small.
    fn groups(&self, each: &mut impl FnMut(B)) {
        let [left, right, empty] = self.0.sets;
        let open = left | right | empty;
        let mut held = [left, right];
        // Of three squares in a row, those first ones over which a jump goes.
        let mut jumps = self.axes().map(|axis| (axis, B::default()));
        loop {
            let before = held;
            for (axis, jumps) in &mut jumps {
                for player in Player::BOTH {
                    let theirs = axis.second(before[player.opposite() as usize]);
                    let mine = before[player as usize];
                    let away = axis.firsts & mine & theirs & axis.third(open);
                    let back = axis.firsts & open & theirs & axis.third(mine);
                    held[player as usize] |= back | away.later(2 * axis.step);
                    *jumps |= away | back;
                }
            }
            if held == before {
                break;
            }
        }
        let all = |region: B, (axis, jumps): &(Axis<B>, B)| {
            let met = *jumps & (region | axis.second(region) | axis.third(region));
            met | met.later(axis.step) | met.later(2 * axis.step)
        };
        let mut rest = jumps
            .iter()
            .fold(B::default(), |rest, jumps| rest | all(!B::default(), jumps));
        while !rest.is_empty() {
            let mut region = B::one(rest.first());
            loop {
                let wider = jumps
                    .iter()
                    .fold(region, |wider, jumps| wider | all(wider, jumps));
                if wider == region {
                    break;
                }
                region = wider;
            }
            rest &= !region;
            each(region);
        }
    }

    /// Rows and columns.
    fn axes(&self) -> [Axis<B>; 2] {
        let &Geometry {
            rows,
            cols,
            first_column,
            ..
        } = self.0.geometry;
        let columns = (0..cols.saturating_sub(2)).fold(B::default(), |set, col| {
            set | B::narrow(first_column).later(col)
        });
        let squares = match rows > 2 {
            true => (!B::default()).earlier(B::MAX - (rows - 2) * cols),
            false => B::default(),
        };
        // Nothing is moved over a board that is too short.
        let axis = |firsts: B, step: usize| Axis {
            firsts,
            step: if firsts.is_empty() { 0 } else { step },
        };
        [axis(columns, 1), axis(squares, cols)]
    }
}

/// A direction in which three squares may lie in a row.
struct Axis<B> {
    /// The squares that may be the first.
    firsts: B,
    /// From one to the next.
    step: usize,
}

impl<B: Bits> Axis<B> {
    /// The first squares whose second one is in a set.
    fn second(&self, set: B) -> B {
        set.earlier(self.step)
    }

    /// The first squares whose third one is in a set.
    fn third(&self, set: B) -> B {
        set.earlier(2 * self.step)
    }
}

impl<B: Bits> Position for Stones<B> {
    type Move = Pair;

    fn moves(&self, player: Player, each: &mut impl FnMut(Pair) -> Flow) -> Flow {
        self.each_jump(player, &mut |from, to| {
            each(Pair::new(from, to, "-", self.0.geometry))
        })
    }

    fn play(&self, player: Player, mv: &Pair) -> Self {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let cols = self.0.geometry.cols;
        let step = if from / cols == to / cols { 1 } else { cols };
        let mut swept = B::default();
        let (low, high) = (from.min(to), from.max(to));
        for square in (low..=high).step_by(step) {
            swept |= B::one(square);
        }
        let mut sets = self.0.sets.map(|set| set & !swept);
        sets[EMPTY] |= swept & !B::one(to);
        sets[player as usize] |= B::one(to);
        Stones(Layout { sets, ..self.0 })
    }

    fn parts(&self, each: &mut impl FnMut(Self)) {
        self.groups(&mut |group| each(Stones(self.0.cropped(group))));
    }

    /// The rules know no direction; exchanging the colours negates.
    fn normal_form(&self) -> (Self, bool) {
        let (least, negated) = self.0.least_image(EXCHANGE);
        (Stones(least), negated)
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        self.0.negative(symmetry, EXCHANGE).map(Stones)
    }

    /// An empty square is in both sets.
    fn pack(&self) -> Option<Key> {
        let [left, right, empty] = self.0.sets;
        Some(Key::board([left | empty, right | empty], self.0.geometry))
    }

    fn rank(&self) -> u64 {
        let [left, right, _] = self.0.sets;
        (left.len() + right.len()) as u64
    }
}

/// The players exchanged.
const EXCHANGE: [usize; 3] = [1, 0, EMPTY];

impl<B: Bits> OnBoard for Stones<B> {
    fn geometry(&self) -> &'static Geometry {
        self.0.geometry
    }

    fn symbol(&self, square: usize) -> char {
        match self.0.sets.map(|set| set.has(square)) {
            [false, false, false] => '#',
            [left, right, _] => stone([left, right]),
        }
    }
}

impl<B: Bits> Game for Konane<B> {
    type Position = Stones<B>;

    one_ruleset!(INFO);

    fn unpack(&self, key: &Key) -> Option<Stones<B>> {
        let ([left, right], geometry) = (key.planes::<B>(), key.geometry()?);
        let empty = left & right;
        let sets = [left & !empty, right & !empty, empty];
        Some(Stones(Layout { sets, geometry }))
    }

    fn read(&self, text: &str) -> Result<Stones<B>, BadInput> {
        let mut board = Board::read(INFO.start(text).unwrap_or(text))?;
        if read_size(text).is_some() {
            checker(&mut board);
            let centre = board.cols * ((board.rows - 1) / 2) + (board.cols - 1) / 2;
            board.cells[centre] = Cell::Empty;
            let beside = if board.cols > 1 { 1 } else { board.cols };
            if let Some(cell) = board.cells.get_mut(centre + beside) {
                *cell = Cell::Empty;
            }
        }
        Layout::new(&board, [Cell::Left, Cell::Right, Cell::Empty]).map(Stones)
    }

    text_of_board!();

    fn palette(&self) -> &'static [(char, &'static str)] {
        STONES
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let [mine, theirs] = stones(player);
        let picture = Picture::new(text);
        let mut options = Vec::new();
        for place in picture.places_of(mine) {
            for step in STEPS {
                let mut changes = vec![(place, '.')];
                for hop in 0.. {
                    let over = on(place, step, 2 * hop + 1);
                    let to = on(place, step, 2 * hop + 2);
                    if picture.at(over) != Some(theirs) || picture.at(to) != Some('.') {
                        break;
                    }
                    changes.extend([(over, '.'), (to, mine)]);
                    options.push(picture.with(&changes));
                    changes.push((to, '.'));
                }
            }
        }
        Some(options)
    }

    fn scatter(&self, like: &Stones<B>, random: &mut dyn FnMut(u64) -> u64) -> Stones<B> {
        // A blocked square now and then.
        let sets = like.0.geometry.thrown(|| random(10) / 3);
        Stones(Layout { sets, ..like.0 })
    }

    fn all(&self, like: &Stones<B>) -> Option<AllPositions<Stones<B>>> {
        let like = *like;
        let open = like.0.sets.into_iter().fold(B::default(), |a, b| a | b);
        AllPositions::ternary(open.len(), move |digits| {
            let mut sets = [B::default(); 3];
            for (square, digit) in open.squares().zip(digits) {
                // The first position is the empty one.
                sets[[EMPTY, 0, 1][digit]] |= B::one(square);
            }
            Stones(Layout { sets, ..like.0 })
        })
    }
}

static INFO: Info = Info {
    name: "konane",
    title: "Konane",
    cgsuite: &["game.grid.Konane", "Konane"],
    rules: "A stone jumps over an enemy stone beside it (not diagonally) onto the empty square \
            behind it and removes it; it may go on jumping in the same direction. Who cannot move \
            loses.",
    notation: "Rows from the top, parted by `/`: `B` a stone of Left (Black), `W` a stone of Right \
               (White), `.` empty, `#` not on the board; `6x6` is the board full of stones, \
               colours alternating, without two stones beside each other at the centre. A move \
               names where the stone starts and where it ends, a1-e1.",
    starts: &[
        Start::new(
            "6x6",
            "BWBWBW/WBWBWB/BW..BW/WBWBWB/BWBWBW/WBWBWB",
            "6 rows and columns; other sizes are written alike",
        ),
        Start::new(
            "8x8",
            "BWBWBWBW/WBWBWBWB/BWBWBWBW/WBW..BWB/BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB",
            "the board of Konane tournaments",
        ),
    ],
    example: "BW.W/W.B./.BWB",
    ..Info::BLANK
};
