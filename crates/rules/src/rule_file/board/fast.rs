//! Boards of up to 128 squares as machine words: moves, parts and normal
//! forms.

use super::field::Size;
use super::parts::{self, Needs, Separation};
use super::rank::Rank;
use super::stencil::{self, Planes, Stencils};
use super::symmetry::Symmetry;
use super::syntax::{KEEP, MOST_LETTERS, Syntax};
use crate::Flow;
use crate::bitboard8::Bitboard8;
use crate::bits::Bits;
use crate::grid::{Geometry, MAX_SQUARES};
use crate::key::Key;
use crate::layout::Layout;
use crate::ruleset::Keys;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use values::Player;

/// What is done with words.
pub(crate) struct Fast {
    syntax: Syntax,
    letters: usize,
    planes: usize,
    /// Moves are found with stencils.
    stencils: bool,
    separation: Separation,
    needs: Vec<Needs>,
    symmetries: Vec<Symmetry>,
    ways: Vec<Way>,
    /// Some symmetry exchanges rows and columns.
    turns: bool,
    narrow: Tables<u64>,
    wide: Tables<u128>,
}

/// Symmetries that are alike but for reflections.
struct Way {
    letters: [u8; MOST_LETTERS],
    negates: bool,
    /// Rows and columns are exchanged.
    transposed: bool,
    /// Then follow these [reflections](Bitboard8::reflections).
    reflections: Vec<usize>,
}

impl Way {
    fn all(symmetries: &[Symmetry]) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        for symmetry in symmetries {
            let (turn, letters) = (symmetry.image.turn, symmetry.image.letters);
            let reflection = match (turn.flipped, turn.mirrored) {
                (false, false) => 0,
                (true, false) => 1,
                (true, true) => 2,
                (false, true) => 3,
            };
            let alike = ways.iter_mut().find(|way| {
                (way.letters, way.negates, way.transposed)
                    == (letters, symmetry.negates, turn.transposed)
            });
            match alike {
                Some(way) => way.reflections.push(reflection),
                None => ways.push(Way {
                    letters,
                    negates: symmetry.negates,
                    transposed: turn.transposed,
                    reflections: vec![reflection],
                }),
            }
        }
        ways
    }
}

/// Tables for each size of a board.
type Tables<B> = OnceLock<Box<[OnceLock<Table<B>>]>>;

/// What is the same for all positions on boards of one size.
struct Table<B> {
    stencils: Option<Stencils<B>>,
    /// Where each letter is, with no stencil.
    bare: Stencils<B>,
    near: Vec<B>,
}

/// A board in words.
struct Words<B> {
    planes: Planes<B>,
    rows: usize,
    cols: usize,
}

impl<B: Bits> Words<B> {
    #[inline]
    fn load(key: &Key, count: usize) -> Self {
        let mut planes = [B::default(); 4];
        for (plane, set) in planes.iter_mut().enumerate().take(count) {
            *set = match B::MAX {
                64 => B::narrow(u128::from(key.words[plane])),
                _ => {
                    let [low, high] = [plane, plane + 2].map(|word| u128::from(key.words[word]));
                    B::narrow(low | high << 64)
                }
            };
        }
        Words {
            planes,
            rows: (key.shape >> 8) as usize,
            cols: (key.shape & 0xff) as usize,
        }
    }

    /// The key: a board of up to 64 squares has the same in words of either
    /// width.
    #[inline]
    fn store(&self, count: usize) -> Key {
        let mut words = [0; 4];
        let wide = self.rows * self.cols > 64;
        for (plane, set) in self.planes.iter().enumerate().take(count) {
            let set = set.widen();
            words[plane] = set as u64;
            if wide {
                words[plane + 2] = (set >> 64) as u64;
            }
        }
        Key {
            words,
            shape: (self.rows << 8 | self.cols) as u64,
        }
    }
}

/// Does work with the words that fit a board.
macro_rules! in_words {
    ($fast:expr, $key:expr, |$words:ident, $table:ident| $work:expr) => {{
        let squares = ($key.shape >> 8) * ($key.shape & 0xff);
        match squares {
            _ if $key.is_interned() || squares > MAX_SQUARES as u64 => None,
            ..=64 => {
                let $words = Words::<u64>::load($key, $fast.planes);
                let $table = $fast.table(&$fast.narrow, $words.rows, $words.cols);
                $work
            }
            _ => {
                let $words = Words::<u128>::load($key, $fast.planes);
                let $table = $fast.table(&$fast.wide, $words.rows, $words.cols);
                $work
            }
        }
    }};
}

impl Fast {
    pub fn new(syntax: &Syntax, letters: usize, symmetries: &[Symmetry], ring: bool) -> Self {
        let stencils = !ring && stencil::fit(syntax);
        Fast {
            syntax: syntax.clone(),
            letters,
            planes: (usize::BITS - (letters - 1).leading_zeros()) as usize,
            stencils,
            separation: Separation::of(syntax, stencils, ring),
            needs: Needs::all(syntax),
            symmetries: symmetries.to_vec(),
            ways: Way::all(symmetries),
            turns: symmetries.iter().any(Symmetry::turns),
            narrow: OnceLock::new(),
            wide: OnceLock::new(),
        }
    }

    pub fn parts_words(&self) -> &'static str {
        self.separation.words()
    }

    pub fn moves_words(&self) -> &'static str {
        match self.stencils {
            true => "found for all squares at once",
            false => "found square by square",
        }
    }

    #[inline]
    fn table<'t, B: Bits>(&self, tables: &'t Tables<B>, rows: usize, cols: usize) -> &'t Table<B> {
        let all = tables.get_or_init(|| {
            let places = 0..(MAX_SQUARES + 1) * (MAX_SQUARES + 1);
            places.map(|_| OnceLock::new()).collect()
        });
        all[rows * (MAX_SQUARES + 1) + cols].get_or_init(|| self.make(rows, cols))
    }

    fn make<B: Bits>(&self, rows: usize, cols: usize) -> Table<B> {
        let size = Size {
            rows: rows as u16,
            cols: cols as u16,
            ring: false,
        };
        let none = Syntax {
            rules: [Vec::new(), Vec::new()],
            endings: Vec::new(),
        };
        let make = |syntax| Stencils::new(syntax, self.letters, size);
        Table {
            stencils: self.stencils.then(|| make(&self.syntax)).flatten(),
            bare: make(&none).expect("no rules are not too many"),
            near: match &self.separation {
                Separation::BySteps { vectors, .. } => parts::near(vectors, size),
                _ => Vec::new(),
            },
        }
    }

    /// The options; `None`: they are not found with stencils.
    pub fn options(&self, key: &Key, player: Player, out: &mut Keys<'_>) -> Option<Flow> {
        in_words!(self, key, |words, table| {
            let stencils = table.stencils.as_ref()?;
            let classes = stencils.class_sets(&stencils.letter_sets(&words.planes));
            for stencil in stencils.of(player) {
                for place in stencil.moves(&classes).squares() {
                    let planes = stencil.play(&words.planes, place);
                    let after = Words { planes, ..words };
                    if out.push(after.store(self.planes)).is_break() {
                        return Some(ControlFlow::Break(()));
                    }
                }
            }
            Some(ControlFlow::Continue(()))
        })
    }

    /// How many moves a player has, those counted twice that lead to the same
    /// position.
    pub fn count(&self, key: &Key, player: Player) -> Option<usize> {
        in_words!(self, key, |words, table| {
            let stencils = table.stencils.as_ref()?;
            let classes = stencils.class_sets(&stencils.letter_sets(&words.planes));
            let all = stencils.of(player).iter();
            Some(all.map(|stencil| stencil.moves(&classes).len()).sum())
        })
    }

    pub fn can_move(&self, key: &Key, player: Player) -> Option<bool> {
        in_words!(self, key, |words, table| {
            let stencils = table.stencils.as_ref()?;
            let classes = stencils.class_sets(&stencils.letter_sets(&words.planes));
            let mut all = stencils.of(player).iter();
            Some(all.any(|stencil| !stencil.moves(&classes).is_empty()))
        })
    }

    /// The rank, if it is a sum of weights of letters.
    pub fn rank(&self, key: &Key, rank: &Rank) -> Option<u64> {
        let weights = rank.plain_weights()?;
        if !self.syntax.endings.is_empty() {
            return None;
        }
        in_words!(self, key, |words, table| {
            let sets = table.bare.letter_sets(&words.planes);
            let weighed = sets.iter().zip(&weights[..MOST_LETTERS]);
            Some(weighed.map(|(set, weight)| set.len() as u64 * weight).sum())
        })
    }

    /// Appends the parts; `false`: the rules look at the whole board.
    pub fn parts(&self, key: &Key, into: &mut Vec<Key>) -> bool {
        if self.separation == Separation::Never {
            return false;
        }
        let done = in_words!(self, key, |words, table| self.cut(&words, table, into));
        done.is_some()
    }

    fn cut<B: Bits>(&self, words: &Words<B>, table: &Table<B>, into: &mut Vec<Key>) -> Option<()> {
        let mut each = |region: B| into.push(self.cropped(words, region));
        match (&self.separation, &table.stencils) {
            (Separation::ByMoves, Some(stencils)) => {
                let mut places = Vec::with_capacity(stencils.all.len());
                parts::by_moves(stencils, &words.planes, &mut places, &mut each);
                Some(())
            }
            (Separation::BySteps { class, .. }, _) => {
                let sets = table.bare.letter_sets(&words.planes);
                parts::by_steps_of(&sets, *class, &table.near, &self.needs, &mut each);
                Some(())
            }
            _ => None,
        }
    }

    /// What is in a region, on the smallest board that holds it.
    #[inline]
    fn cropped<B: Bits>(&self, words: &Words<B>, region: B) -> Key {
        let Words { planes, rows, cols } = *words;
        if !Bitboard8::fit(rows, cols) {
            let layout = Layout {
                sets: planes,
                geometry: Geometry::of(rows, cols),
            };
            let cropped = layout.cropped(region);
            let words = Words {
                planes: cropped.sets,
                rows: cropped.geometry.rows,
                cols: cropped.geometry.cols,
            };
            return words.store(self.planes);
        }
        let unpack = |set: B| Bitboard8::unpack(set.widen() as u64, cols);
        let region = unpack(region);
        let (cropped, rows, new_cols) = region.cropped();
        let by = region.0.trailing_zeros() - cropped.0.trailing_zeros();
        let mut words = [0; 4];
        for (word, plane) in words.iter_mut().zip(planes).take(self.planes) {
            *word = Bitboard8((unpack(plane).0 & region.0) >> by).pack(new_cols);
        }
        Key {
            words,
            shape: (rows << 8 | new_cols) as u64,
        }
    }

    /// The least image under the symmetries of the rules, and whether it is
    /// that of the negative.
    pub fn normal_form(&self, key: &Key) -> Option<(Key, bool)> {
        if self.symmetries.len() < 2 {
            return Some((*key, false));
        }
        let [rows, cols] = [(key.shape >> 8) as usize, (key.shape & 0xff) as usize];
        match Bitboard8::fit(rows, cols) && !key.is_interned() {
            true => Some(self.least_small(key, rows, cols)),
            false => in_words!(self, key, |words, _table| Some(self.least(&words))),
        }
    }

    fn least_small(&self, key: &Key, rows: usize, cols: usize) -> (Key, bool) {
        let count = self.planes;
        // Of the boards that are turned and those that are not, the wider.
        let low = match self.turns {
            true => rows.min(cols),
            false => rows,
        };
        let high = rows + cols - low;
        let mut upright = [0; 4];
        for (set, word) in upright.iter_mut().zip(key.words).take(count) {
            *set = Bitboard8::unpack(word, cols).0;
        }
        let mut best = ([u64::MAX; 4], true);
        for way in &self.ways {
            if low != if way.transposed { cols } else { rows } {
                continue;
            }
            let mut planes = match way.letters == KEEP {
                true => upright,
                false => self.exchanged(upright, &way.letters),
            };
            if way.transposed {
                for set in &mut planes[..count] {
                    *set = Bitboard8(*set).transposed().0;
                }
            }
            let images = |plane: usize| Bitboard8(planes[plane]).reflections(low, high);
            let first = images(0);
            for &reflection in &way.reflections {
                // Most often the first plane tells that another image is less.
                if first[reflection].0 > best.0[0] {
                    continue;
                }
                let mut image = [0; 4];
                image[0] = first[reflection].0;
                for (plane, set) in image.iter_mut().enumerate().take(count).skip(1) {
                    *set = images(plane)[reflection].0;
                }
                best = best.min((image, way.negates));
            }
        }
        let mut words = [0; 4];
        for (word, set) in words.iter_mut().zip(best.0).take(count) {
            *word = Bitboard8(set).pack(high);
        }
        let shape = (low << 8 | high) as u64;
        (Key { words, shape }, best.1)
    }

    /// Sets with letters exchanged.
    #[inline]
    fn exchanged<B: Bits>(&self, planes: Planes<B>, letters: &[u8; MOST_LETTERS]) -> Planes<B> {
        let mut after = [B::default(); 4];
        for (letter, &to) in letters.iter().enumerate().take(self.letters).skip(1) {
            let mut set = !B::default();
            for (bit, plane) in planes.iter().enumerate().take(self.planes) {
                set &= match letter >> bit & 1 {
                    1 => *plane,
                    _ => !*plane,
                };
            }
            for (bit, plane) in after.iter_mut().enumerate().take(self.planes) {
                if to >> bit & 1 == 1 {
                    *plane |= set;
                }
            }
        }
        after
    }

    fn least<B: Bits>(&self, words: &Words<B>) -> (Key, bool) {
        let size = [words.rows, words.cols];
        let low = match self.turns {
            true => words.rows.min(words.cols),
            false => words.rows,
        };
        let mut best: Option<(Planes<B>, bool, [usize; 2])> = None;
        for symmetry in &self.symmetries {
            let (_, image_size) = symmetry.square(0, size);
            if image_size[0] != low {
                continue;
            }
            let image = words.planes.map(|set| {
                set.squares().fold(B::default(), |image, square| {
                    image | B::one(symmetry.square(square, size).0)
                })
            });
            let image = self.exchanged(image, &symmetry.image.letters);
            let candidate = (image, symmetry.negates, image_size);
            if best.is_none_or(|best| candidate < best) {
                best = Some(candidate);
            }
        }
        let (planes, negated, [rows, cols]) = best.unwrap_or((words.planes, false, size));
        (Words { planes, rows, cols }.store(self.planes), negated)
    }
}
