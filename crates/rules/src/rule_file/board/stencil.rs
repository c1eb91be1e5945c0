//! Rules as stencils for boards of one size: where they fit is found for all
//! squares at once.

use super::direction::Vector;
use super::field::Size;
use super::syntax::{Becomes, Class, Condition, Item, Place, Rule, Syntax, Test, letters};
use crate::bits::Bits;
use values::Player;

/// The sets of squares of the letters' bits.
pub(crate) type Planes<B> = [B; 4];

/// The rules of both players on boards of one size.
pub(crate) struct Stencils<B> {
    /// Left's, then Right's.
    pub all: Vec<Stencil<B>>,
    /// Where Right's begin.
    middle: usize,
    /// The classes that cells are compared with.
    pub classes: Vec<Class>,
    letters: usize,
    /// The bits of a letter.
    planes: usize,
    /// All squares.
    pub board: B,
}

/// A pattern of cells to lay on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stencil<B> {
    /// Where its first cell may lie so that it is on the board.
    pub anchors: B,
    /// Cells by their distance from the first, and the numbers of the classes
    /// that they must have.
    pub reads: Vec<(u8, u8)>,
    /// The cells that change, laid at square 0.
    pub touched: B,
    /// What they become, bit by bit.
    planes: Planes<B>,
    /// What they become, by their distance from the first.
    pub writes: Vec<(u8, u8)>,
    pub conditions: Vec<Looks<B>>,
}

/// A condition on cells near the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Looks<B> {
    negated: bool,
    pub ways: Vec<Way<B>>,
}

/// Cells in a line from where a condition looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way<B> {
    /// Where the first cell of the stencil may lie so that they are on the
    /// board.
    pub anchors: B,
    /// Their distances from it, and the numbers of the classes.
    pub reads: Vec<(i16, u8)>,
}

/// The most stencils for one size: for more, looking at every cell is as fast.
const MOST_STENCILS: usize = 400;

/// The most classes of letters.
pub(crate) const MOST_CLASSES: usize = 16;

/// Whether rules can be made into stencils, apart from their number.
pub(crate) fn fit(syntax: &Syntax) -> bool {
    syntax.endings.is_empty() && syntax.rules.iter().flatten().all(rule_fits)
}

fn rule_fits(rule: &Rule) -> bool {
    let [leg] = &rule.legs[..] else {
        return false;
    };
    let on_board = |class: Class| class & 1 == 0;
    let constant = |cell: &super::syntax::Cell| {
        let mut results = cell
            .letters()
            .map(|letter| cell.becomes[usize::from(letter)]);
        let first = results.next();
        cell.keeps() || results.all(|result| Some(result) == first)
    };
    let cells = leg.pattern.items.iter().all(|item| {
        let whole = item.cells().iter().all(|cell| on_board(cell.class));
        whole && (matches!(item, Item::One(_)) || item.cells().iter().all(constant))
    });
    let looks = rule.conditions.iter().all(|condition| {
        matches!(
            &condition.test,
            Test::Seen { from: Place::Here, pattern, .. }
                if !condition.after
                    && pattern.is_plain()
                    && pattern.cells().all(|cell| on_board(cell.class))
        )
    });
    cells && looks && !leg.again && leg.pattern.moved.is_none() && rule.also.is_empty()
}

/// The cells of a pattern in order: class, and what becomes of each.
type Run = Vec<(Class, Becomes)>;

impl<B: Bits> Stencils<B> {
    /// The stencils of rules that [fit]; `None`: there are too many.
    pub fn new(syntax: &Syntax, letters: usize, size: Size) -> Option<Self> {
        let mut stencils = Stencils {
            all: Vec::new(),
            middle: 0,
            classes: Vec::new(),
            letters,
            planes: (usize::BITS - (letters - 1).leading_zeros()) as usize,
            board: (!B::default()).earlier(B::MAX - size.squares()),
        };
        for player in Player::BOTH {
            stencils.middle = stencils.all.len();
            for rule in &syntax.rules[player as usize] {
                stencils.add(rule, size)?;
            }
        }
        Some(stencils)
    }

    pub fn of(&self, player: Player) -> &[Stencil<B>] {
        match player {
            Player::Left => &self.all[..self.middle],
            Player::Right => &self.all[self.middle..],
        }
    }

    fn class(&mut self, class: Class) -> Option<u8> {
        let found = self.classes.iter().position(|known| *known == class);
        let number = found.unwrap_or_else(|| {
            self.classes.push(class);
            self.classes.len() - 1
        });
        (number < MOST_CLASSES).then_some(number as u8)
    }

    fn add(&mut self, rule: &Rule, size: Size) -> Option<()> {
        let leg = &rule.legs[0];
        let longest = match leg.pattern.shape.len() {
            0 => usize::from(size.rows.max(size.cols)),
            cells => cells,
        };
        for run in runs(&leg.pattern.items, longest)? {
            for &vector in &leg.vectors {
                let offset = |step| leg.pattern.offset(step, vector);
                let offsets: Vec<Vector> = (0..run.len()).map(offset).collect();
                self.lay(rule, &run, &offsets, size)?;
            }
        }
        Some(())
    }

    /// The stencil of cells that lie somewhere, seen from the first.
    fn lay(&mut self, rule: &Rule, run: &Run, offsets: &[Vector], size: Size) -> Option<()> {
        let cols = size.cols as i16;
        let distance = |steps: usize| offsets[steps].0 * cols + offsets[steps].1;
        let least = (0..run.len()).map(distance).min()?;
        let inside = |square: usize| {
            let (row, col) = size.point(square);
            let mut points = offsets
                .iter()
                .map(|(down, right)| (row + down, col + right));
            points.all(|point| size.square(point).is_some())
        };
        let starts = (0..size.squares()).filter(|&square| inside(square));
        let first = |square: usize| (square as i16 + least) as usize;
        let starts: Vec<usize> = starts.collect();
        let anchors = starts
            .iter()
            .fold(B::default(), |set, &s| set | B::one(first(s)));
        if anchors.is_empty() {
            return Some(());
        }
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let (mut touched, mut planes) = (B::default(), [B::default(); 4]);
        for (steps, (class, becomes)) in run.iter().enumerate() {
            let place = (distance(steps) - least) as u8;
            reads.push((place, self.class(*class)?));
            let mut changed = letters(*class).filter(|l| becomes[usize::from(*l)] != *l);
            if let Some(letter) = changed.next() {
                let letter = becomes[usize::from(letter)];
                writes.push((place, letter));
                touched |= B::one(usize::from(place));
                for (plane, set) in planes.iter_mut().enumerate() {
                    if letter >> plane & 1 == 1 {
                        *set |= B::one(usize::from(place));
                    }
                }
            }
        }
        reads.sort_unstable();
        writes.sort_unstable();
        let mut conditions = Vec::new();
        for condition in &rule.conditions {
            conditions.push(self.looks(condition, size, &starts, least)?);
        }
        let stencil = Stencil {
            anchors,
            reads,
            touched,
            planes,
            writes,
            conditions,
        };
        if !self.all[self.middle..].contains(&stencil) {
            self.all.push(stencil);
        }
        (self.all.len() <= MOST_STENCILS).then_some(())
    }

    fn looks(
        &mut self,
        condition: &Condition,
        size: Size,
        starts: &[usize],
        least: i16,
    ) -> Option<Looks<B>> {
        let Test::Seen {
            vectors, pattern, ..
        } = &condition.test
        else {
            return None;
        };
        let mut ways = Vec::new();
        for &vector in vectors {
            let mut reads = Vec::new();
            for (number, cell) in pattern.cells().enumerate() {
                let (down, right) = pattern.offset(number, vector);
                let from_start = down * size.cols as i16 + right;
                reads.push((from_start - least, self.class(cell.class)?));
            }
            let inside = |square: usize| {
                let (row, col) = size.point(square);
                (0..reads.len()).all(|number| {
                    let (down, right) = pattern.offset(number, vector);
                    size.square((row + down, col + right)).is_some()
                })
            };
            let anchors = starts.iter().filter(|&&square| inside(square));
            let anchors = anchors.fold(B::default(), |set, &square| {
                set | B::one((square as i16 + least) as usize)
            });
            // Where the board has no room for it, distances mean nothing.
            if !anchors.is_empty() {
                ways.push(Way { anchors, reads });
            }
        }
        Some(Looks {
            negated: condition.negated,
            ways,
        })
    }

    /// Where each letter is.
    #[inline]
    pub fn letter_sets(&self, planes: &Planes<B>) -> [B; 16] {
        let mut sets = [B::default(); 16];
        for (letter, set) in sets.iter_mut().enumerate().take(self.letters) {
            *set = self.board;
            for (bit, plane) in planes.iter().enumerate().take(self.planes) {
                *set &= match letter >> bit & 1 {
                    1 => *plane,
                    _ => !*plane,
                };
            }
        }
        sets
    }

    /// Where the letters of each class are.
    #[inline]
    pub fn class_sets(&self, letter_sets: &[B; 16]) -> [B; MOST_CLASSES] {
        let mut sets = [B::default(); MOST_CLASSES];
        for (set, class) in sets.iter_mut().zip(&self.classes) {
            for (letter, squares) in letter_sets.iter().enumerate().take(self.letters) {
                if class >> letter & 1 == 1 {
                    *set |= *squares;
                }
            }
        }
        sets
    }
}

/// A set moved back by a distance.
#[inline]
pub(crate) fn back<B: Bits>(set: B, distance: i16) -> B {
    match distance {
        0.. => set.earlier(distance as usize),
        _ => set.later(distance.unsigned_abs().into()),
    }
}

impl<B: Bits> Stencil<B> {
    /// Where it fits, whatever the conditions say.
    #[inline]
    pub fn places(&self, classes: &[B; MOST_CLASSES]) -> B {
        let reads = self.reads.iter();
        reads.fold(self.anchors, |places, &(distance, class)| {
            places & classes[usize::from(class)].earlier(usize::from(distance))
        })
    }

    /// Where its moves are allowed.
    #[inline]
    pub fn moves(&self, classes: &[B; MOST_CLASSES]) -> B {
        let mut places = self.places(classes);
        for condition in &self.conditions {
            if places.is_empty() {
                break;
            }
            let seen = condition
                .ways
                .iter()
                .fold(B::default(), |seen, way| seen | way.places(classes));
            places &= if condition.negated { !seen } else { seen };
        }
        places
    }

    /// The board after the move at a place.
    #[inline]
    pub fn play(&self, planes: &Planes<B>, place: usize) -> Planes<B> {
        let kept = !self.touched.later(place);
        let mut after = *planes;
        for (plane, set) in after.iter_mut().zip(&self.planes) {
            *plane = *plane & kept | set.later(place);
        }
        after
    }
}

impl<B: Bits> Way<B> {
    /// Where the cells are seen.
    #[inline]
    pub fn places(&self, classes: &[B; MOST_CLASSES]) -> B {
        let reads = self.reads.iter();
        reads.fold(self.anchors, |places, &(distance, class)| {
            places & back(classes[usize::from(class)], distance)
        })
    }
}

/// The lines that items make when each repetition gets a number, and each cell
/// that may become different things a letter.
fn runs(items: &[Item], longest: usize) -> Option<Vec<Run>> {
    let mut runs: Vec<Run> = vec![Vec::new()];
    for item in items {
        let mut longer = Vec::new();
        for run in &runs {
            match item {
                Item::One(cell) => {
                    let mut results: Vec<u8> = cell
                        .letters()
                        .map(|l| cell.becomes[usize::from(l)])
                        .collect();
                    results.sort_unstable();
                    results.dedup();
                    let whole = results.len() == 1 || cell.keeps();
                    let classes: Vec<Class> = match whole {
                        true => vec![cell.class],
                        false => cell.letters().map(|letter| 1 << letter).collect(),
                    };
                    for class in classes {
                        let mut run = run.clone();
                        run.push((class, cell.becomes));
                        longer.push(run);
                    }
                }
                Item::Many { cells, least, most } => {
                    let mut run = run.clone();
                    for times in 0..=*most {
                        if times >= *least {
                            longer.push(run.clone());
                        }
                        if run.len() + cells.len() > longest {
                            break;
                        }
                        run.extend(cells.iter().map(|cell| (cell.class, cell.becomes)));
                    }
                }
            }
            if longer.len() > MOST_STENCILS {
                return None;
            }
        }
        longer.retain(|run| run.len() <= longest);
        runs = longer;
    }
    Some(runs)
}
