//! Legionnaires (M. D. Boardman, 2005): run like bishops, fight like kings.

mod starts;

use crate::bad::BadInput;
use crate::bits::Bits;
use crate::eights::Eights;
use crate::game::{AllPositions, Game, Info, Kind, Variant};
use crate::grid::{Board, Cell, DIRECTIONS, Geometry};
use crate::picture::{Picture, on};
use crate::position::{Packed, Place, Position, each_option_of_cluster};
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
        let [.., a, b, c, d] = self.geometry.ray_sets[from].map(B::narrow);
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
            let shift = |set: B, by: usize| {
                if later {
                    set.later(by)
                } else {
                    set.earlier(by)
                }
            };
            let (mut slid, mut open, mut by) = (set, open, 1);
            // Each round doubles how far the slides have come.
            while by < rows.min(cols) {
                slid |= open & shift(slid, by * step);
                open &= shift(open, by * step);
                by *= 2;
            }
            reached |= slid;
        };
        // Nobody slides from one side of the board to the other.
        slide(cols + 1, true, empty & !first);
        slide(cols - 1, true, empty & !last);
        slide(cols + 1, false, empty & !last);
        slide(cols - 1, false, empty & !first);
        reached & empty
    }

    /// The squares of a set and those next to them.
    fn neighbourhood(&self, set: B) -> B {
        let cols = self.geometry.cols;
        let first = B::narrow(self.geometry.first_column);
        let last = first.later(cols - 1);
        let wide = set | (set & !last).later(1) | (set & !first).earlier(1);
        if cols < B::MAX {
            wide | wide.later(cols) | wide.earlier(cols)
        } else {
            wide
        }
    }

    /// Where the pawn on `from` can end its move.
    fn targets(&self, player: Player, from: usize) -> B {
        let enemies = self.theirs(player);
        let slides = self.slides(from);
        match self.rule {
            Rule::Plain => self.neighbourhood(slides) & enemies,
            Rule::Mace => slides & self.neighbourhood(enemies),
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
        if !Eights::fit(rows, cols) {
            return None;
        }
        let upright = self
            .pieces
            .map(|set| Eights::unpack(set.widen() as u64, cols));
        // Both colours in one number, and with the colours exchanged.
        let (mut kept, mut exchanged) = (u128::MAX, u128::MAX);
        let mut consider = |pieces: [Eights; 2]| {
            let [left, right] = pieces.map(|set| set.reflections(rows, cols));
            for (left, right) in left.into_iter().zip(right) {
                let (left, right) = (u128::from(left.0), u128::from(right.0));
                kept = kept.min(left << 64 | right);
                exchanged = exchanged.min(right << 64 | left);
            }
        };
        consider(upright);
        if rows == cols {
            consider(upright.map(Eights::transposed));
        }
        let least = kept.min(exchanged);
        let pieces = [(least >> 64) as u64, least as u64]
            .map(|set| B::narrow(u128::from(Eights(set).pack(cols))));
        Some((Legion { pieces, ..*self }, exchanged < kept))
    }

    fn each_target(
        &self,
        player: Player,
        each: &mut impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
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

    fn moves(
        &self,
        player: Player,
        each: &mut impl FnMut(PawnMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
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

    fn options(
        &self,
        player: Player,
        each: &mut impl FnMut(Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_target(player, &mut |from, to| each(self.after(player, from, to)))
    }

    fn can_move(&self, player: Player) -> bool {
        let (mine, enemies) = (self.mine(player), self.theirs(player));
        let slides = self.slides_of(mine);
        let targets = match self.rule {
            Rule::Plain => self.neighbourhood(slides) & enemies,
            Rule::Mace => slides & self.neighbourhood(enemies),
            Rule::Centurion => slides | (self.neighbourhood(mine) & enemies),
        };
        !targets.is_empty()
    }

    fn mobility(&self, player: Player) -> usize {
        let pawns = self.mine(player).squares();
        pawns.map(|from| self.targets(player, from).len()).sum()
    }

    /// Several pawns that can move are better than one with as many moves,
    /// which all go with it when it is taken.
    fn freedom(&self, player: Player) -> usize {
        let pawns = self.mine(player).squares();
        let moves = pawns.map(|from| self.targets(player, from).len());
        moves.map(|n| if n > 0 { n + 2 } else { 0 }).sum()
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

    fn packed(&self) -> Option<Packed> {
        Packed::board(self.pieces, self.geometry, self.rule as u8)
    }

    fn unpacked(&self, words: [u64; 2]) -> Option<Self> {
        let pieces = words.map(|set| B::narrow(u128::from(set)));
        Some(Legion { pieces, ..*self })
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

    /// The occupied squares are the cluster; a bit of the index per pawn, in
    /// the order of the squares, says whether it is Left's.
    fn board_place(&self) -> Option<Place> {
        let occupied = self.occupied();
        if self.geometry.squares() > 64 || occupied.len() > 31 {
            return None;
        }
        let mut index = 0;
        for (bit, square) in occupied.squares().enumerate() {
            index |= u32::from(self.pieces[0].has(square)) << bit;
        }
        Some(place(occupied, index))
    }

    fn at_board_place(&self, place: &Place) -> Option<Self> {
        let occupied = B::narrow(u128::from(place.cluster));
        let mut left = B::default();
        for (bit, square) in occupied.squares().enumerate() {
            if (place.index >> bit) & 1 != 0 {
                left |= B::one(square);
            }
        }
        let pieces = [left, occupied & !left];
        Some(Legion { pieces, ..*self })
    }

    /// In the plain game the occupied squares lose the one moved from, so all
    /// moves of a pawn lead to one cluster; and the squares that it reaches
    /// depend on the occupied ones alone. Different moves lead to different
    /// positions.
    fn cluster_options(
        &self,
        cluster: &Place,
        indices: &[u32],
        each: &mut impl FnMut(&Place, &[u32]),
    ) {
        if self.rule != Rule::Plain {
            return each_option_of_cluster(self, cluster, indices, each);
        }
        let occupied = B::narrow(u128::from(cluster.cluster));
        let board = Legion {
            pieces: [occupied, B::default()],
            ..*self
        };
        let mut options = Vec::new();
        for (gone, from) in occupied.squares().enumerate() {
            let reached = board.neighbourhood(board.slides(from));
            let others = occupied & !B::one(from);
            let mut targets = 0u32;
            for (bit, to) in others.squares().enumerate() {
                targets |= u32::from(reached.has(to)) << bit;
            }
            if targets == 0 {
                continue;
            }
            let below = (1 << gone) - 1;
            options.clear();
            for &index in indices {
                let left = (index >> gone) & 1 != 0;
                let others = (index & below) | (index >> 1 & !below);
                // Enemies change sides when they are taken.
                let mut enemies = targets & if left { !others } else { others };
                while enemies != 0 {
                    let taken = enemies & enemies.wrapping_neg();
                    options.push(others ^ taken);
                    enemies ^= taken;
                }
            }
            each(&place(others, 0), &options);
        }
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

fn place<B: Bits>(occupied: B, index: u32) -> Place {
    Place {
        cluster: occupied.widen() as u64,
        index,
        size: 1 << occupied.len(),
    }
}

fn symbol<B: Bits>(position: &Legion<B>, square: usize) -> char {
    match position.pieces.map(|set| set.has(square)) {
        [true, _] => 'B',
        [_, true] => 'W',
        _ => '.',
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

    fn squares(text: &str) -> Option<usize> {
        starts::board(text).ok().map(|board| board.cells.len())
    }

    fn read(&self, text: &str) -> Result<Legion<B>, BadInput> {
        self.position(&starts::board(text)?)
    }

    fn write(&self, position: &Legion<B>) -> String {
        let geometry = position.geometry;
        Board::write(geometry.rows, geometry.cols, |s| symbol(position, s))
    }

    fn draw(&self, position: &Legion<B>) -> String {
        Board::draw(position.geometry, |s| symbol(position, s))
    }

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

    fn palette(&self) -> &'static [(char, &'static str)] {
        &[
            ('.', "empty"),
            ('B', "pawn of Black (Left)"),
            ('W', "pawn of White (Right)"),
        ]
    }

    fn scatter(&self, like: &Legion<B>, random: &mut dyn FnMut(u64) -> u64) -> Legion<B> {
        let mut pieces = [B::default(); 2];
        for square in 0..like.geometry.squares() {
            if let side @ 0..2 = random(4) as usize {
                pieces[side] |= B::one(square);
            }
        }
        Legion { pieces, ..*like }
    }

    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let [mine, theirs] = match player {
            Player::Left => ['B', 'W'],
            Player::Right => ['W', 'B'],
        };
        let picture = Picture::new(text);
        let mut options = Vec::new();
        for from in picture.places() {
            if picture.at(from) != Some(mine) {
                continue;
            }
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
    cgsuite: &[],
    rules: "A pawn slides diagonally over empty squares, at least one step, and then takes an \
            enemy pawn next to where it stopped, in any of eight directions, and stands on its \
            square. White begins. Who cannot move loses.",
    notation: "Rows from the top, parted by `/`: `B` a pawn of Left (Black), `W` a pawn of Right \
               (White), `.` empty. A move is written e6xg3: the pawn on e6 takes the one on g3. \
               Besides the names below there are families by number: 3xN (N other than 3) and \
               fig8-N are two full rows with an empty one between them, fig10-N a row of N White \
               pawns against one, fig12-N one White pawn against N, and RxC-P a checkered board of \
               R rows with P pawns, such as 7x7-22.",
    kind: Kind::PARTIZAN,
    first: Player::Right,
    answered: &["8x8-e6xg3", "8x8-e6xb2"],
    variants: &[
        Variant {
            name: "mace",
            about: "the pawn stays where its slide ends and takes all enemies next to it, at least one",
        },
        Variant {
            name: "centurion",
            about: "either slide or take a neighbour, one of the two per turn: play may not end",
        },
    ],
    starts: starts::STARTS,
    example: "W.W/.../B.B",
};
