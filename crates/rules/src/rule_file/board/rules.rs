//! The rules of a game on a board, made from its file.

use super::super::{FileRules, Findings, claimed};
use super::alphabet::Alphabet;
use super::fast::Fast;
use super::field::{Field, Size};
use super::known::KnownBoard;
use super::machine::{Machine, holds};
use super::rank::Rank;
use super::symmetry::{Symmetry, is_impartial, symmetries};
use super::syntax::{Ending, Rule, Syntax};
use super::text::{Sizes, Text};
use super::words::Words;
use crate::Flow;
use crate::bad_input::BadInput;
use crate::game::{AllPositions, Info};
use crate::interner::Interner;
use crate::key::Key;
use crate::position::{Known, allocated};
use crate::ruleset::{EachMove, Keys, Ruleset, Sums};
use crate::scene::{Figure, Outline, Scene, Spot, middle, side};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::Player;

/// The rules of a game on a board.
pub(crate) struct BoardRules {
    info: &'static Info,
    palette: &'static [(char, &'static str)],
    pub text: Arc<Text>,
    pub syntax: Syntax,
    pub symmetries: Vec<Symmetry>,
    impartial: bool,
    words: Words,
    rank: Rank,
    /// Boards that do not fit in a key.
    large: Arc<Interner<Field>>,
    fast: Fast,
    /// Values that the author knows.
    known: Vec<KnownBoard>,
}

/// Somebody has won, and nobody moves any more.
const OVER: Key = Key {
    words: [0; 4],
    shape: 0xfffd,
};

const OVER_TEXT: &str = "over";

/// How many bits tell the letters of a game apart.
fn planes(letters: usize) -> usize {
    (usize::BITS - (letters - 1).leading_zeros()) as usize
}

impl BoardRules {
    pub fn new(
        alphabet: Alphabet,
        syntax: Syntax,
        sizes: Option<Sizes>,
        strip: bool,
        ring: bool,
    ) -> Self {
        let letters = alphabet.len();
        let symmetries = symmetries(&syntax, letters, strip);
        let rank = Rank::of(&syntax, letters, ring);
        let fast = Fast::new(&syntax, letters, &symmetries, ring);
        BoardRules {
            info: &Info::BLANK,
            palette: &[],
            impartial: is_impartial(&syntax),
            words: Words::of(&syntax),
            symmetries,
            rank,
            fast,
            syntax,
            text: Arc::new(Text {
                alphabet,
                sizes,
                strip,
                ring,
            }),
            large: Arc::new(Interner::new()),
            known: Vec::new(),
        }
    }

    /// The same rules, with values that their author knows.
    pub fn knowing(self, known: Vec<KnownBoard>) -> Self {
        BoardRules { known, ..self }
    }

    fn letters(&self) -> usize {
        self.text.alphabet.len()
    }

    /// The key of a board.
    pub fn key(&self, field: &Field) -> Key {
        pack(&self.large, planes(self.letters()), field)
    }

    /// The board that has a key.
    fn field(&self, key: &Key) -> Field {
        if key.is_interned() {
            return self.large.get(key.words[0] as u32).clone();
        }
        let size = self.size(key);
        let count = planes(self.letters());
        let wide = size.squares() > 64;
        let cells = (0..size.squares()).map(|square| {
            let bit = |plane: usize| {
                let word = if wide {
                    plane + 2 * (square / 64)
                } else {
                    plane
                };
                (key.words[word] >> (square % 64) & 1) as u8
            };
            (0..count).fold(0, |letter, plane| letter | bit(plane) << plane)
        });
        Field {
            size,
            cells: cells.collect(),
        }
    }

    fn size(&self, key: &Key) -> Size {
        Size {
            rows: (key.shape >> 8) as u16,
            cols: (key.shape & 0xff) as u16,
            ring: self.text.ring,
        }
    }

    /// How the game has ended, if it has: a win comes before other ends, and
    /// where both would have won nobody moves any more.
    fn ending(&self, field: &Field) -> Option<Ending> {
        let endings = self.syntax.endings.iter();
        let held = endings.filter(|(_, condition)| holds(condition, field, [0, 0]));
        Ending::of(&held.map(|(ending, _)| *ending).collect::<Vec<_>>())
    }

    /// Calls `each` with every move of a player: the board after it.
    fn each_move(
        &self,
        field: Field,
        player: Player,
        each: &mut dyn FnMut(&Machine) -> Flow,
    ) -> Flow {
        let mut machine = Machine::new(field);
        let rules: &[Rule] = &self.syntax.rules[player as usize];
        rules.iter().try_for_each(|rule| machine.moves(rule, each))
    }

    /// What is to be done where the game has ended; `None`: it goes on.
    fn ended(&self, key: &Key, player: Player) -> Option<Option<Key>> {
        if *key == OVER {
            return Some(None);
        }
        if self.syntax.endings.is_empty() {
            return None;
        }
        match self.ending(&self.field(key))? {
            Ending::Over => Some(None),
            Ending::Won(winner) => Some((winner == player).then_some(OVER)),
            // Nobody wins if both may pass for ever.
            Ending::Drawn => Some(Some(*key)),
        }
    }
}

/// The key of a board; one that does not fit is kept.
fn pack(large: &Interner<Field>, count: usize, field: &Field) -> Key {
    let squares = field.cells.len();
    let wide = squares > 64;
    if squares > 128 || wide && count > 2 {
        let number = large.number(field.clone(), |field| allocated(field.cells.len()));
        return Key {
            words: [u64::from(number), 0, 0, 0],
            shape: Key::INTERNED,
        };
    }
    let mut words = [0; 4];
    for (square, &letter) in field.cells.iter().enumerate() {
        for plane in 0..count {
            let word = if wide {
                plane + 2 * (square / 64)
            } else {
                plane
            };
            words[word] |= u64::from(letter >> plane & 1) << (square % 64);
        }
    }
    Key {
        words,
        shape: u64::from(field.size.rows) << 8 | u64::from(field.size.cols),
    }
}

impl FileRules for BoardRules {
    fn describe(&mut self, info: &'static Info) {
        self.info = info;
        let alphabet = &self.text.alphabet;
        let letters = (1..alphabet.len() as u8).chain([0]);
        let about = |letter: u8| match alphabet.holds(letter) {
            crate::scene::Holds::Nothing => "empty",
            crate::scene::Holds::Left => "Left's",
            crate::scene::Holds::Right => "Right's",
            crate::scene::Holds::LeftKing => "Left's king",
            crate::scene::Holds::RightKing => "Right's king",
            crate::scene::Holds::Blocked if letter == 0 => "not on the board",
            crate::scene::Holds::Blocked => "blocked",
            _ => "anybody's",
        };
        let palette = letters.map(|letter| (alphabet.letter(letter), about(letter)));
        // As long as the description, which stays.
        self.palette = Vec::leak(palette.collect());
    }

    fn findings(&self) -> Findings {
        let words = |symmetry: &Symmetry| {
            let mut words = symmetry.image.turn.words().to_owned();
            for letter in 1..self.letters() as u8 {
                let to = symmetry.image.letters[usize::from(letter)];
                if letter < to {
                    let [a, b] = [letter, to].map(|letter| self.text.alphabet.letter(letter));
                    words.push_str(&format!(", {a} and {b} exchanged"));
                }
            }
            let sign = if symmetry.negates { "negates" } else { "keeps" };
            format!("{words}: {sign}")
        };
        let symmetries: Vec<String> = self.symmetries[1..].iter().map(words).collect();
        let shape = match self.text.strip {
            true => "one row; a move names places from 1",
            false => {
                "rows from the top, parted by `/`; squares are called a1, a2, … from the \
                      bottom left"
            }
        };
        let mut findings = Findings {
            impartial: self.impartial,
            loopy: self.is_loopy(),
            drawn: self.rank.falls && self.is_loopy(),
            notation: format!("Cells are {}; {shape}.", self.text.alphabet.words()),
            others: vec![
                ("falls", self.rank.words()),
                (
                    "symmetries",
                    match symmetries.is_empty() {
                        true => "none".to_owned(),
                        false => symmetries.join("; "),
                    },
                ),
                ("parts", self.fast.parts_words().to_owned()),
                ("moves", self.fast.moves_words().to_owned()),
            ],
        };
        findings.others.extend(claimed(self.known.len()));
        findings
    }
}

impl Ruleset for BoardRules {
    fn about(&self) -> &'static Info {
        self.info
    }

    fn read(&self, text: &str) -> Result<Key, BadInput> {
        let text = self.info.start(text).unwrap_or(text);
        if text.trim() == OVER_TEXT && !self.syntax.endings.is_empty() {
            return Ok(OVER);
        }
        let field = self.text.read(text)?;
        if !self.rank.fits(field.size) {
            return Err(BadInput::new(
                "the board is too large for these rules",
                "ask for a smaller one",
            ));
        }
        Ok(self.key(&field))
    }

    fn write(&self, key: &Key) -> String {
        match *key == OVER {
            true => OVER_TEXT.to_owned(),
            false => self.text.write(&self.field(key)),
        }
    }

    fn moves(&self, key: &Key, player: Player, each: &mut EachMove<'_>) -> ControlFlow<()> {
        if let Some(last) = self.ended(key, player) {
            let words = if last == Some(OVER) { "win" } else { "pass" };
            return last.map_or(ControlFlow::Continue(()), |key| each(&words, key));
        }
        let field = self.field(key);
        let (mut met, mut used) = (HashSet::new(), HashSet::new());
        self.each_move(field, player, &mut |machine| {
            let after = self.key(machine.field());
            if !met.insert(after) {
                return ControlFlow::Continue(());
            }
            let text = self.words.spoken(&self.text, machine, &used);
            used.insert(text.clone());
            each(&text, after)
        })
    }

    fn options(&self, key: &Key, player: Player, out: &mut Keys<'_>) -> ControlFlow<()> {
        if let Some(last) = self.ended(key, player) {
            return last.map_or(ControlFlow::Continue(()), |key| out.push(key));
        }
        if let Some(flow) = self.fast.options(key, player, out) {
            return flow;
        }
        let count = planes(self.letters());
        let field = self.field(key);
        self.each_move(field, player, &mut |machine| {
            out.push(self.after(key, machine, count))
        })
    }

    fn can_move(&self, key: &Key, player: Player) -> bool {
        if let Some(last) = self.ended(key, player) {
            return last.is_some();
        }
        if let Some(can) = self.fast.can_move(key, player) {
            return can;
        }
        let stop = &mut |_: &Machine| ControlFlow::Break(());
        self.each_move(self.field(key), player, stop).is_break()
    }

    fn mobility(&self, key: &Key, player: Player) -> usize {
        let mut met = HashSet::new();
        let _ = self.moves(key, player, &mut |_, after| {
            met.insert(after);
            ControlFlow::Continue(())
        });
        met.len()
    }

    fn freedom(&self, key: &Key, player: Player) -> usize {
        match self.fast.count(key, player) {
            Some(count) => count,
            None => self.mobility(key, player),
        }
    }

    fn rank(&self, key: &Key) -> u64 {
        if *key == OVER {
            return 0;
        }
        if let Some(rank) = self.fast.rank(key, &self.rank) {
            return rank;
        }
        // The move to the end comes after all others.
        let more = u64::from(!self.syntax.endings.is_empty());
        self.rank.rank(&self.field(key)).saturating_add(more)
    }

    fn parts(&self, key: &Key, into: &mut Vec<Key>) {
        if *key == OVER || !self.fast.parts(key, into) {
            into.push(*key);
        }
    }

    fn normal_form(&self, key: &Key) -> (Key, bool) {
        match *key == OVER {
            true => (*key, false),
            false => self.fast.normal_form(key).unwrap_or((*key, false)),
        }
    }

    fn normal_options(&self, key: &Key, player: Player, out: &mut Sums<'_>) -> ControlFlow<()> {
        let mut parts = Vec::new();
        let mut flow = ControlFlow::Continue(());
        let mut take = |after: &Key| {
            parts.clear();
            self.parts(after, &mut parts);
            for part in &parts {
                let (normal, negated) = self.normal_form(part);
                out.part(normal, negated);
            }
            out.end()
        };
        let mut buffer = Vec::new();
        let mut each = |keys: &[Key]| {
            flow = keys.iter().try_for_each(&mut take);
            flow
        };
        let mut keys = Keys::new(&mut buffer, &mut each);
        self.options(key, player, &mut keys)?;
        keys.flush()
    }

    fn negative(&self, key: &Key, symmetry: usize) -> Option<Key> {
        let field = (*key != OVER).then(|| self.field(key));
        let square = field.as_ref().is_none_or(|f| f.size.rows == f.size.cols);
        let mut negating = self.symmetries.iter().filter(|symmetry| {
            symmetry.negates && symmetry.is_involution() && (square || !symmetry.turns())
        });
        let symmetry = negating.nth(symmetry)?;
        Some(field.map_or(OVER, |field| self.key(&symmetry.apply(&field))))
    }

    fn is_own_negative(&self, key: &Key) -> bool {
        if self.impartial {
            return true;
        }
        let images = (0..).map_while(|symmetry| self.negative(key, symmetry));
        images.into_iter().any(|image| image == *key)
    }

    fn known_value(&self, key: &Key) -> Option<Known> {
        if self.known.is_empty() || *key == OVER {
            return None;
        }
        let field = self.field(key);
        let known = || self.known.iter().find_map(|known| known.of(&field));
        match self.ending(&field) {
            Some(_) => None,
            None => known(),
        }
    }

    fn is_loopy(&self) -> bool {
        let drawn = |(ending, _): &(Ending, _)| matches!(ending, Ending::Drawn);
        !self.rank.falls || self.syntax.endings.iter().any(drawn)
    }

    fn is_impartial(&self) -> bool {
        self.impartial
    }

    fn outside_bytes(&self, key: &Key) -> usize {
        match key.is_interned() {
            true => allocated(self.large.get(key.words[0] as u32).cells.len()),
            false => 0,
        }
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        self.palette
    }

    fn draw(&self, key: &Key) -> String {
        if *key == OVER {
            return OVER_TEXT.to_owned();
        }
        let field = self.field(key);
        match self.text.strip || field.cells.len() > crate::grid::MAX_SQUARES {
            true => self.text.write(&field).replace('/', "\n"),
            false => {
                let Size { rows, cols, .. } = field.size;
                crate::grid::Board::draw(usize::from(rows), usize::from(cols), |square| {
                    self.text.alphabet.letter(field.cells[square])
                })
            }
        }
    }

    fn scene(&self, key: &Key) -> Scene {
        if *key == OVER {
            return Scene::blank([side(1), side(1)], Figure::Stone);
        }
        let field = self.field(key);
        let Size { rows, cols, .. } = field.size;
        let [rows, cols] = [usize::from(rows), usize::from(cols)];
        let spots = field
            .cells
            .iter()
            .enumerate()
            .map(|(square, &letter)| Spot {
                name: self.text.name(field.size, square),
                at: [middle(square % cols), middle(square / cols)],
                outline: Outline::Square,
                holds: self.text.alphabet.holds(letter),
            });
        Scene {
            spots: spots.collect(),
            grid: Some([rows, cols]),
            ..Scene::blank([side(cols), side(rows)], Figure::Stone)
        }
    }

    fn paths(&self, _: &Key, scene: &Scene, text: &str) -> Vec<Vec<usize>> {
        // A letter behind `=` tells moves apart that are clicked alike.
        let squares = text.split('=').next().unwrap_or(text);
        vec![scene.named_in(squares)]
    }

    fn scatter(&self, like: &Key, random: &mut dyn FnMut(u64) -> u64) -> Key {
        if *like == OVER {
            return OVER;
        }
        let mut field = self.field(like);
        if random(2) == 0 {
            // Somewhere in a game from there.
            for _ in 0..random(12) {
                let player = Player::BOTH[random(2) as usize];
                let mut options = Vec::new();
                let _ = self.each_move(field.clone(), player, &mut |machine| {
                    options.push(machine.field().clone());
                    match options.len() < 1 << 10 {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                });
                if !options.is_empty() {
                    field = options.swap_remove(random(options.len() as u64) as usize);
                }
            }
            return self.key(&field);
        }
        let letters = self.letters() as u64 - 1;
        for cell in field.cells.iter_mut().filter(|cell| **cell != 0) {
            *cell = 1 + random(letters) as u8;
        }
        self.key(&field)
    }

    /// By looking at every cell, where moves are found with masks.
    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        let key = self.read(text).ok()?;
        let mut options = Vec::new();
        let _ = self.moves(&key, player, &mut |_, after| {
            options.push(self.write(&after));
            ControlFlow::Continue(())
        });
        Some(options)
    }

    fn all(&self, like: &Key) -> Option<AllPositions<Key>> {
        if *like == OVER || like.is_interned() {
            return None;
        }
        let field = self.field(like);
        let free: Vec<usize> = (0..field.cells.len())
            .filter(|&square| field.cells[square] != 0)
            .collect();
        let letters = self.letters() as u128 - 1;
        let count = letters.checked_pow(u32::try_from(free.len()).ok()?)?;
        let (large, planes) = (Arc::clone(&self.large), planes(self.letters()));
        let get = move |mut number: u128| {
            let mut field = field.clone();
            for &square in &free {
                field.cells[square] = 1 + (number % letters) as u8;
                number /= letters;
            }
            pack(&large, planes, &field)
        };
        Some(AllPositions {
            count,
            get: Box::new(get),
        })
    }
}

impl BoardRules {
    /// The key after the move that was made on the machine.
    fn after(&self, key: &Key, machine: &Machine, count: usize) -> Key {
        if key.is_interned() {
            return self.key(machine.field());
        }
        let mut after = *key;
        let cells = &machine.field().cells;
        let wide = cells.len() > 64;
        for &(square, _) in machine.changes() {
            let square = usize::from(square);
            let letter = cells[square];
            for plane in 0..count {
                let word = if wide {
                    plane + 2 * (square / 64)
                } else {
                    plane
                };
                let bit = 1 << (square % 64);
                match letter >> plane & 1 {
                    0 => after.words[word] &= !bit,
                    _ => after.words[word] |= bit,
                }
            }
        }
        after
    }
}
