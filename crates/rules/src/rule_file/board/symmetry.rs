//! Rules as they look from elsewhere: the board turned, letters exchanged.

use super::direction::{Turn, Vector};
use super::field::Field;
use super::syntax::{
    Also, Becomes, Cell, Class, Condition, Ending, Item, KEEP, Leg, MOST_LETTERS, Moved, Pattern,
    Piece, Rule, Syntax, Test, letters,
};
use std::collections::HashSet;
use values::Player;

/// How rules look: the board turned, and letters exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Image {
    pub turn: Turn,
    /// A permutation that leaves `#` as it is.
    pub letters: Becomes,
}

/// An image under which the rules are the same, or the same with the players
/// exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    pub image: Image,
    pub negates: bool,
}

impl Image {
    fn class(&self, class: Class) -> Class {
        let mapped = letters(class).map(|letter| self.letters[usize::from(letter)]);
        mapped.fold(0, |class, letter| class | 1 << letter)
    }

    fn becomes(&self, becomes: &Becomes) -> Becomes {
        let mut image = KEEP;
        for letter in 0..MOST_LETTERS {
            let to = self.letters[usize::from(becomes[letter])];
            image[usize::from(self.letters[letter])] = to;
        }
        image
    }

    fn cell(&self, cell: &Cell) -> Cell {
        Cell {
            class: self.class(cell.class),
            becomes: self.becomes(&cell.becomes),
        }
    }

    fn pattern(&self, pattern: &Pattern) -> Pattern {
        let item = |item: &Item| match item {
            Item::One(cell) => Item::One(self.cell(cell)),
            Item::Many { cells, least, most } => Item::Many {
                cells: cells.iter().map(|cell| self.cell(cell)).collect(),
                least: *least,
                most: *most,
            },
        };
        let piece = |piece: &Piece| match piece {
            Piece::Letter(letter) => Piece::Letter(self.letters[usize::from(*letter)]),
            Piece::Block(block, becomes) => Piece::Block(*block, self.becomes(becomes)),
        };
        // A reflection turns the rows of a shape to the other side.
        let Turn {
            transposed,
            flipped,
            mirrored,
        } = self.turn;
        let reflected = transposed ^ flipped ^ mirrored;
        let lies = |&(below, along): &Vector| match reflected {
            true => (-below, along),
            false => (below, along),
        };
        Pattern {
            shape: pattern.shape.iter().map(lies).collect(),
            items: pattern.items.iter().map(item).collect(),
            moved: pattern.moved.as_ref().map(|moved| Moved {
                blocks: moved.blocks.clone(),
                line: moved.line.iter().map(piece).collect(),
            }),
        }
    }

    /// The directions of a pattern.
    fn along(&self, pattern: &Pattern, vectors: &[Vector]) -> Vec<Vector> {
        match pattern.is_single() {
            true => vectors.to_vec(),
            false => self.vectors(vectors),
        }
    }

    fn vectors(&self, vectors: &[Vector]) -> Vec<Vector> {
        let mut turned: Vec<_> = vectors.iter().map(|&v| self.turn.vector(v)).collect();
        turned.sort_unstable();
        turned
    }

    fn leg(&self, leg: &Leg) -> Leg {
        Leg {
            vectors: self.along(&leg.pattern, &leg.vectors),
            pattern: self.pattern(&leg.pattern),
            again: leg.again,
        }
    }

    fn condition(&self, condition: &Condition) -> Condition {
        let test = match &condition.test {
            Test::Seen {
                from,
                vectors,
                pattern,
            } => Test::Seen {
                from: *from,
                vectors: self.along(pattern, vectors),
                pattern: self.pattern(pattern),
            },
            Test::OnEdge { from, edge } => Test::OnEdge {
                from: *from,
                edge: self.turn.edge(*edge),
            },
            Test::Connected {
                class,
                edges,
                vectors,
            } => {
                let [one, other] = edges.map(|edge| self.turn.edge(edge));
                Test::Connected {
                    class: self.class(*class),
                    edges: [one.min(other), one.max(other)],
                    vectors: self.vectors(vectors),
                }
            }
            Test::Enclosed {
                class,
                free,
                vectors,
            } => Test::Enclosed {
                class: self.class(*class),
                free: self.class(*free),
                vectors: self.vectors(vectors),
            },
        };
        Condition {
            test,
            ..condition.clone()
        }
    }

    /// A rule as it looks.
    pub fn of(&self, rule: &Rule) -> Rule {
        Rule {
            legs: rule.legs.iter().map(|leg| self.leg(leg)).collect(),
            also: rule.also.iter().map(|leg: &Also| self.leg(leg)).collect(),
            conditions: rule.conditions.iter().map(|c| self.condition(c)).collect(),
        }
    }
}

/// A rule with one direction for each leg, and the one form of those that
/// are the same from both ends.
fn expanded(rule: &Rule, into: &mut HashSet<Rule>) {
    let mut rules = vec![Vec::new()];
    for leg in &rule.legs {
        let mut longer = Vec::new();
        for legs in &rules {
            for &vector in &leg.vectors {
                let mut legs: Vec<Leg> = legs.clone();
                legs.push(Leg {
                    vectors: vec![vector],
                    ..leg.clone()
                });
                longer.push(legs);
            }
        }
        rules = longer;
    }
    let mut conditions = rule.conditions.clone();
    conditions.sort();
    conditions.dedup();
    let mut also = rule.also.clone();
    also.sort();
    for legs in rules {
        let mut rule = Rule {
            legs,
            also: also.clone(),
            conditions: conditions.clone(),
        };
        if rule.also.is_empty()
            && rule.conditions.is_empty()
            && let [leg] = &mut rule.legs[..]
            && !leg.again
            && leg.pattern.moved.is_none()
        {
            if !leg.pattern.shape.is_empty() {
                settle(leg);
                into.insert(rule);
                continue;
            }
            if leg.pattern.is_single() {
                into.insert(rule);
                continue;
            }
            let mut items = leg.pattern.items.clone();
            for item in &mut items {
                if let Item::Many { cells, .. } = item {
                    cells.reverse();
                }
            }
            items.reverse();
            let (down, right) = leg.vectors[0];
            let reversed = ((-down, -right), items);
            if reversed < (leg.vectors[0], leg.pattern.items.clone()) {
                leg.vectors = vec![reversed.0];
                leg.pattern.items = reversed.1;
            }
        }
        into.insert(rule);
    }
}

/// Writes a shape from its first row on, as it lies on the board.
fn settle(leg: &mut Leg) {
    let vector = leg.vectors[0];
    let items = leg.pattern.items.iter().enumerate();
    let mut cells: Vec<(Vector, Item)> = items
        .map(|(number, item)| (leg.pattern.offset(number, vector), item.clone()))
        .collect();
    cells.sort_unstable();
    let (down, right) = cells[0].0;
    leg.pattern.shape = cells
        .iter()
        .map(|(at, _)| (at.0 - down, at.1 - right))
        .collect();
    leg.pattern.items = cells.into_iter().map(|(_, item)| item).collect();
    leg.vectors = vec![(0, 1)];
}

/// The rules of a player with one direction for each leg.
pub(crate) fn expansion(rules: &[Rule]) -> HashSet<Rule> {
    let mut all = HashSet::new();
    rules.iter().for_each(|rule| expanded(rule, &mut all));
    all
}

/// Whether both players have the same rules.
pub(crate) fn is_impartial(syntax: &Syntax) -> bool {
    let [left, right] = &syntax.rules;
    let shared = |(ending, _): &(Ending, Condition)| !matches!(ending, Ending::Won(_));
    expansion(left) == expansion(right) && syntax.endings.iter().all(shared)
}

/// The images under which rules are the same, or the same with the players
/// exchanged. The first leaves everything as it is.
pub(crate) fn symmetries(syntax: &Syntax, letters: usize, strip: bool) -> Vec<Symmetry> {
    let mut found = Vec::new();
    let plain = syntax.rules.each_ref().map(|rules| expansion(rules));
    for permutation in permutations(letters) {
        if !is_likely(syntax, permutation) {
            continue;
        }
        for turn in Turn::all() {
            if strip && (turn.transposed || turn.flipped) {
                continue;
            }
            let image = Image {
                turn,
                letters: permutation,
            };
            let images = syntax.rules.each_ref().map(|rules| {
                let images: Vec<Rule> = rules.iter().map(|rule| image.of(rule)).collect();
                expansion(&images)
            });
            for negates in [false, true] {
                let same = match negates {
                    false => images == plain,
                    true => images[0] == plain[1] && images[1] == plain[0],
                };
                if same && same_endings(syntax, &image, negates) {
                    found.push(Symmetry { image, negates });
                }
            }
        }
    }
    found
}

fn same_endings(syntax: &Syntax, image: &Image, negates: bool) -> bool {
    let turned = |(ending, condition): &(Ending, Condition)| {
        let ending = match (ending, negates) {
            (Ending::Won(player), true) => Ending::Won(-*player),
            (ending, _) => *ending,
        };
        (ending, image.condition(condition))
    };
    let mut before = syntax.endings.clone();
    let mut after: Vec<_> = syntax.endings.iter().map(turned).collect();
    before.sort_by_key(key);
    after.sort_by_key(key);
    before == after
}

fn key((ending, condition): &(Ending, Condition)) -> (u8, Condition) {
    let number = match ending {
        Ending::Over => 0,
        Ending::Won(Player::Left) => 1,
        Ending::Won(Player::Right) => 2,
        Ending::Drawn => 3,
    };
    (number, condition.clone())
}

/// Whether the cells of the rules, wherever they lie, are the same with
/// letters exchanged: few permutations are worth a closer look.
fn is_likely(syntax: &Syntax, letters: Becomes) -> bool {
    let image = Image {
        turn: Turn {
            transposed: false,
            flipped: false,
            mirrored: false,
        },
        letters,
    };
    let profile = |rules: &[Rule], image: Option<&Image>| {
        let cells = |rule: &Rule| {
            let legs = rule.legs.iter().chain(&rule.also);
            let cells = legs.flat_map(|leg| leg.pattern.cells());
            let mut cells: Vec<Cell> = match image {
                Some(image) => cells.map(|cell| image.cell(cell)).collect(),
                None => cells.copied().collect(),
            };
            cells.sort_unstable();
            cells
        };
        rules.iter().map(cells).collect::<HashSet<Vec<Cell>>>()
    };
    let plain = syntax.rules.each_ref().map(|rules| profile(rules, None));
    let [left, right] = syntax
        .rules
        .each_ref()
        .map(|rules| profile(rules, Some(&image)));
    left == plain[0] && right == plain[1] || left == plain[1] && right == plain[0]
}

/// The permutations of letters that are tried: the one that changes nothing
/// first. All of up to five letters, of more the exchanges of two.
fn permutations(letters: usize) -> Vec<Becomes> {
    /// More than the permutations of five letters.
    const MOST: usize = 130;
    let mut all = vec![KEEP];
    if letters <= 6 {
        let mut rest = Vec::new();
        permute(&mut (1..letters as u8).collect(), 0, &mut rest);
        rest.retain(|permutation| *permutation != KEEP);
        rest.sort_unstable();
        all.extend(rest);
    } else {
        for one in 1..letters {
            for other in one + 1..letters {
                let mut exchanged = KEEP;
                exchanged.swap(one, other);
                all.push(exchanged);
            }
        }
    }
    all.truncate(MOST);
    all
}

fn permute(letters: &mut Vec<u8>, from: usize, into: &mut Vec<Becomes>) {
    if from == letters.len() {
        let mut becomes = KEEP;
        for (i, &letter) in letters.iter().enumerate() {
            becomes[i + 1] = letter;
        }
        into.push(becomes);
        return;
    }
    for other in from..letters.len() {
        letters.swap(from, other);
        permute(letters, from + 1, into);
        letters.swap(from, other);
    }
}

impl Symmetry {
    /// Whether it exchanges rows and columns.
    pub fn turns(&self) -> bool {
        self.image.turn.transposed
    }

    /// Whether everything is back in its place when it is applied twice.
    pub fn is_involution(&self) -> bool {
        let Image { turn, letters } = self.image;
        let back = |vector| turn.vector(turn.vector(vector)) == vector;
        let all = (0..MOST_LETTERS).all(|letter| {
            let to = usize::from(letters[letter]);
            usize::from(letters[to]) == letter
        });
        all && back((0, 1)) && back((1, 0))
    }

    /// Where a square of a board goes, and the rows and columns of the board
    /// on which it then is.
    pub fn square(&self, square: usize, [rows, cols]: [usize; 2]) -> (usize, [usize; 2]) {
        let Turn {
            transposed,
            flipped,
            mirrored,
        } = self.image.turn;
        let (mut row, mut col) = (square / cols, square % cols);
        let mut size = [rows, cols];
        if transposed {
            std::mem::swap(&mut row, &mut col);
            size.reverse();
        }
        if flipped {
            row = size[0] - 1 - row;
        }
        if mirrored {
            col = size[1] - 1 - col;
        }
        (row * size[1] + col, size)
    }

    /// A board as it looks.
    pub fn apply(&self, field: &Field) -> Field {
        let size = [field.size.rows, field.size.cols].map(usize::from);
        let mut image = field.clone();
        if self.turns() {
            std::mem::swap(&mut image.size.rows, &mut image.size.cols);
        }
        for (square, &letter) in field.cells.iter().enumerate() {
            let (to, _) = self.square(square, size);
            image.cells[to] = self.image.letters[usize::from(letter)];
        }
        image
    }
}
