//! Legionnaires (M. D. Boardman, 2005): run like bishops, fight like kings.

mod clusters;
mod objection;
mod starts;

use crate::Flow;
use crate::bad_input::BadInput;
use crate::bitboard8::Bitboard8;
use crate::bits::{Bits, both};
use crate::capabilities::{Capabilities, Judgement};
use crate::game::{AllPositions, Game, Info, Variant, text_of_board};
use crate::grid::{Board, Cell, DIRECTIONS, Geometry, OnBoard, stone};
use crate::key::Key;
use crate::objection::TypedSquares;
use crate::picture::{Picture, on, stones};
use crate::position::Position;
use crate::scene::{Figure, Scene};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use values::Player;

/// Legionnaires, Mace and Centurion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legionnaires<B> {
    rule: Rule,
    width: std::marker::PhantomData<B>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rule {
    /// Slide, then take one neighbour and stand on its square.
    Plain,
    /// Slide, then take all neighbours and stay.
    Mace,
    /// Either slide, or take a neighbour and stand on its square.
    Centurion,
}

/// A position: who stands where.
#[derive(Clone, Copy, Debug)]
pub struct Legion<B> {
    pieces: [B; 2],
    geometry: &'static Geometry,
    rule: Rule,
}

impl<B: Bits> PartialEq for Legion<B> {
    fn eq(&self, other: &Self) -> bool {
        // There is one geometry of each size.
        self.pieces == other.pieces
            && self.rule == other.rule
            && std::ptr::eq(self.geometry, other.geometry)
    }
}

impl<B: Bits> Eq for Legion<B> {}

impl<B: Bits> Hash for Legion<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Sizes and rules seldom mix in one table.
        self.pieces.hash(state);
    }
}

/// A pawn's move: from where, to where, and whether it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PawnMove {
    from: u8,
    to: u8,
    takes: bool,
    geometry: &'static Geometry,
}

impl fmt::Display for PawnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let link = if self.takes { "x" } else { "-" };
        let name = |square| self.geometry.name(usize::from(square));
        write!(f, "{}{link}{}", name(self.from), name(self.to))
    }
}

impl<B: Bits> Legion<B> {
    fn mine(&self, player: Player) -> B {
        self.pieces[player as usize]
    }

    fn theirs(&self, player: Player) -> B {
        self.pieces[player.opposite() as usize]
    }

    fn around(&self, square: usize) -> B {
        B::narrow(self.geometry.around[square])
    }

    fn occupied(&self) -> B {
        self.pieces[0] | self.pieces[1]
    }

    /// The empty squares that a pawn can slide to.
    fn slides(&self, from: usize) -> B {
        let occupied = self.occupied();
        let [.., a, b, c, d] = self.geometry.ray_sets[from];
        let ([a, b], [c, d]) = (both([a, b], B::narrow), both([c, d], B::narrow));
        // Two diagonals go to earlier squares, two to later ones.
        a & (a & occupied).after_last()
            | b & (b & occupied).after_last()
            | c & (c & occupied).before_first()
            | d & (d & occupied).before_first()
    }

    /// The empty squares that pawns of a set can slide to.
    fn slides_of(&self, set: B) -> B {
        let Geometry { rows, cols, .. } = *self.geometry;
        let first = B::narrow(self.geometry.first_column);
        let last = first.later(cols - 1);
        let board = B::default().before_first();
        let board = board.earlier(B::MAX - self.geometry.squares());
        let empty = board & !self.occupied();
        let mut reached = B::default();
        let mut slide = |step: usize, later: bool, open: B| {
            reached |= set.slid(step, later, open, rows.min(cols));
        };
        // Nobody slides from one side of the board to the other.
        slide(cols + 1, true, empty & !first);
        slide(cols - 1, true, empty & !last);
        slide(cols + 1, false, empty & !last);
        slide(cols - 1, false, empty & !first);
        reached & empty
    }

    /// Where the pawn on `from` can end its move.
    fn targets(&self, player: Player, from: usize) -> B {
        let enemies = self.theirs(player);
        let slides = self.slides(from);
        match self.rule {
            Rule::Plain => self.geometry.neighbourhood(slides) & enemies,
            Rule::Mace => slides & self.geometry.neighbourhood(enemies),
            Rule::Centurion => slides | (self.around(from) & enemies),
        }
    }

    fn after(&self, player: Player, from: usize, to: usize) -> Self {
        let (mut mine, mut theirs) = (self.mine(player), self.theirs(player));
        mine = (mine & !B::one(from)) | B::one(to);
        theirs &= !B::one(to);
        if self.rule == Rule::Mace {
            theirs &= !self.around(to);
        }
        let pieces = match player {
            Player::Left => [mine, theirs],
            Player::Right => [theirs, mine],
        };
        Legion { pieces, ..*self }
    }

    /// The normal form on a board of up to eight rows and columns.
    fn small_normal_form(&self) -> Option<(Self, bool)> {
        let Geometry { rows, cols, .. } = *self.geometry;
        if !Bitboard8::fit(rows, cols) {
            return None;
        }
        let upright = both(self.pieces, |set| {
            Bitboard8::unpack(set.widen() as u64, cols)
        });
        // Both colours in one number, and with the colours exchanged.
        let (mut kept, mut exchanged) = (u128::MAX, u128::MAX);
        let mut consider = |pieces: [Bitboard8; 2]| {
            let [left, right] = both(pieces, |set| set.reflections(rows, cols));
            for i in 0..4 {
                let (left, right) = (u128::from(left[i].0), u128::from(right[i].0));
                kept = kept.min(left << 64 | right);
                exchanged = exchanged.min(right << 64 | left);
            }
        };
        consider(upright);
        if rows == cols {
            consider(both(upright, Bitboard8::transposed));
        }
        let least = kept.min(exchanged);
        let pieces = both([(least >> 64) as u64, least as u64], |set| {
            B::narrow(u128::from(Bitboard8(set).pack(cols)))
        });
        Some((Legion { pieces, ..*self }, exchanged < kept))
    }

    /// Several pawns that can move are better than one with as many moves,
    /// which all go with it when it is taken.
    fn freedom(&self, player: Player) -> usize {
        let pawns = self.mine(player).squares();
        let moves = pawns.map(|from| self.targets(player, from).len());
        moves.map(|n| if n > 0 { n + 2 } else { 0 }).sum()
    }

    fn each_target(&self, player: Player, each: &mut impl FnMut(usize, usize) -> Flow) -> Flow {
        for from in self.mine(player).squares() {
            for to in self.targets(player, from).squares() {
                each(from, to)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<B: Bits> Position for Legion<B> {
    type Move = PawnMove;

    const CAPABILITIES: Capabilities<Self> = Capabilities {
        judgement: Judgement {
            freedom: Self::freedom,
            ..Judgement::BY_MOBILITY
        },
        clusters: Some(Self::CLUSTERS),
        ..Capabilities::NONE
    };

    fn moves(&self, player: Player, each: &mut impl FnMut(PawnMove) -> Flow) -> Flow {
        self.each_target(player, &mut |from, to| {
            each(PawnMove {
                from: from as u8,
                to: to as u8,
                takes: self.theirs(player).has(to),
                geometry: self.geometry,
            })
        })
    }

    fn play(&self, player: Player, mv: &PawnMove) -> Self {
        self.after(player, usize::from(mv.from), usize::from(mv.to))
    }

    fn options(&self, player: Player, each: &mut impl FnMut(Self) -> Flow) -> Flow {
        self.each_target(player, &mut |from, to| each(self.after(player, from, to)))
    }

    fn can_move(&self, player: Player) -> bool {
        let (mine, enemies) = (self.mine(player), self.theirs(player));
        let slides = self.slides_of(mine);
        let targets = match self.rule {
            Rule::Plain => self.geometry.neighbourhood(slides) & enemies,
            Rule::Mace => slides & self.geometry.neighbourhood(enemies),
            Rule::Centurion => slides | (self.geometry.neighbourhood(mine) & enemies),
        };
        !targets.is_empty()
    }

    fn mobility(&self, player: Player) -> usize {
        let pawns = self.mine(player).squares();
        pawns.map(|from| self.targets(player, from).len()).sum()
    }

    /// The rules know no direction, so every symmetry of the board keeps the
    /// value; exchanging the colours negates it.
    fn normal_form(&self) -> (Self, bool) {
        if let Some(normal) = self.small_normal_form() {
            return normal;
        }
        let mut best = self.pieces;
        let mut negated = false;
        for symmetry in &self.geometry.symmetries {
            let [left, right] = self.pieces.map(|set| self.geometry.image(set, symmetry));
            for (pieces, swapped) in [([left, right], false), ([right, left], true)] {
                if pieces < best {
                    best = pieces;
                    negated = swapped;
                }
            }
        }
        let normal = Legion {
            pieces: best,
            ..*self
        };
        (normal, negated)
    }

    fn is_own_negative(&self) -> bool {
        self.geometry.exchanges(self.pieces)
    }

    fn pack(&self) -> Option<Key> {
        Some(Key::board(self.pieces, self.geometry))
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        let symmetry = self.geometry.involutions().nth(symmetry)?;
        let [left, right] = self.pieces.map(|set| self.geometry.image(set, symmetry));
        let pieces = [right, left];
        Some(Legion { pieces, ..*self })
    }

    fn rank(&self) -> u64 {
        (self.pieces[0].len() + self.pieces[1].len()) as u64
    }
}

impl<B: Bits> Legionnaires<B> {
    fn position(&self, board: &Board) -> Result<Legion<B>, BadInput> {
        if let Some(square) = board.cells.iter().position(|c| *c == Cell::Blocked) {
            let name = Geometry::of(board.rows, board.cols).name(square);
            return Err(BadInput::new(
                format!("{name} is blocked"),
                "Legionnaires has no blocked squares; write `.`",
            ));
        }
        if board.cells.len() > 64 && board.rows.min(board.cols) > 3 {
            return Err(BadInput::new(
                format!("a board of {} squares is too big", board.cells.len()),
                "the bound is 64 squares, or 128 on boards of up to three rows",
            ));
        }
        Ok(Legion {
            pieces: [board.set(Cell::Left), board.set(Cell::Right)],
            geometry: Geometry::of(board.rows, board.cols),
            rule: self.rule,
        })
    }
}

impl<B: Bits> OnBoard for Legion<B> {
    fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    fn symbol(&self, square: usize) -> char {
        stone(self.pieces.map(|set| set.has(square)))
    }
}

impl<B: Bits> Game for Legionnaires<B> {
    type Position = Legion<B>;

    fn info() -> &'static Info {
        &INFO
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        let rule = match variant {
            None => Rule::Plain,
            Some("mace") => Rule::Mace,
            Some("centurion") => Rule::Centurion,
            Some(other) => return Err(INFO.no_variant(other)),
        };
        Ok(Legionnaires {
            rule,
            width: std::marker::PhantomData,
        })
    }

    fn unpack(&self, key: &Key) -> Option<Legion<B>> {
        Some(Legion {
            pieces: key.planes(),
            geometry: key.geometry()?,
            rule: self.rule,
        })
    }

    fn read(&self, text: &str) -> Result<Legion<B>, BadInput> {
        self.position(&starts::board(text)?)
    }

    text_of_board!();

    fn is_loopy(&self) -> bool {
        self.rule == Rule::Centurion
    }

    fn scene(&self, position: &Legion<B>) -> Scene {
        Scene::board(&self.write(position), Figure::Pawn)
    }

    /// The pawn and what it takes, or its slide's end between them.
    fn paths(&self, position: &Legion<B>, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        let direct = scene.named_in(text);
        let [from, to] = direct[..] else {
            return vec![direct];
        };
        let mut paths = vec![direct];
        if self.rule == Rule::Plain {
            let stops = position.slides(from) & position.around(to);
            paths.extend(stops.squares().map(|stop| vec![from, stop, to]));
        }
        paths
    }

    fn objection(&self, typed: &TypedSquares) -> Option<String> {
        objection::objection(self.rule, typed)
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        &[
            ('.', "empty"),
            ('B', "pawn of Black (Left)"),
            ('W', "pawn of White (Right)"),
        ]
    }

    fn scatter(&self, like: &Legion<B>, random: &mut dyn FnMut(u64) -> u64) -> Legion<B> {
        let pieces = like.geometry.thrown(|| random(4));
        Legion { pieces, ..*like }
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let [mine, theirs] = stones(player);
        let picture = Picture::new(text);
        let mut options = Vec::new();
        for from in picture.places_of(mine) {
            let enemies = |place| {
                let near = DIRECTIONS.map(|step| on(place, step, 1));
                near.into_iter().filter(|&p| picture.at(p) == Some(theirs))
            };
            if self.rule == Rule::Centurion {
                let takes = enemies(from).map(|to| picture.with(&[(from, '.'), (to, mine)]));
                options.extend(takes);
            }
            for &diagonal in &DIRECTIONS[4..] {
                let slide = (1..).map(|n| on(from, diagonal, n));
                for stop in slide.take_while(|&p| picture.at(p) == Some('.')) {
                    match self.rule {
                        Rule::Plain => {
                            let takes =
                                enemies(stop).map(|to| picture.with(&[(from, '.'), (to, mine)]));
                            options.extend(takes);
                        }
                        Rule::Mace => {
                            let mut changes = vec![(from, '.'), (stop, mine)];
                            changes.extend(enemies(stop).map(|p| (p, '.')));
                            if changes.len() > 2 {
                                options.push(picture.with(&changes));
                            }
                        }
                        Rule::Centurion => options.push(picture.with(&[(from, '.'), (stop, mine)])),
                    }
                }
            }
        }
        Some(options)
    }

    fn all(&self, like: &Legion<B>) -> Option<AllPositions<Legion<B>>> {
        let like = *like;
        AllPositions::ternary(like.geometry.squares(), move |digits| {
            let mut pieces = [B::default(); 2];
            for (square, digit) in digits.enumerate() {
                if digit > 0 {
                    pieces[digit - 1] |= B::one(square);
                }
            }
            Legion { pieces, ..like }
        })
    }
}

static INFO: Info = Info {
    name: "legionnaires",
    title: "Legionnaires",
    rules: "A pawn slides diagonally over empty squares, at least one step, and then takes an \
            enemy pawn next to where it stopped, in any of eight directions, and stands on its \
            square. White begins. Who cannot move loses.",
    notation: "Rows from the top, parted by `/`: `B` a pawn of Left (Black), `W` a pawn of Right \
               (White), `.` empty. A move is written e6xg3: the pawn on e6 takes the one on g3. \
               Besides the names below there are families by number: 3xN (N other than 3) and \
               fig8-N are two full rows with an empty one between them, fig10-N a row of N White \
               pawns against one, fig12-N one White pawn against N, and RxC-P a checkered board of \
               R rows with P pawns, such as 7x7-22.",
    first: Player::Right,
    answered: &["8x8-e6xg3", "8x8-e6xb2"],
    variants: &[
        Variant::new(
            "mace",
            "the pawn stays where its slide ends and takes all enemies next to it, at least one",
        ),
        Variant::new(
            "centurion",
            "either slide or take a neighbour, one of the two per turn: play may not end",
        ),
    ],
    starts: starts::STARTS,
    example: "W.W/.../B.B",
    ..Info::BLANK
};
