//! Where the pieces stand, and what it costs to kill one.

use super::options::Attack;
use super::square::{Square, members};
use crate::bad_input::BadInput;
use values::Player;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// One of the sixteen.
    Soldier,
    /// Worth three Soldiers in attack and defence; who loses him has lost.
    King,
}

impl Piece {
    /// The Force it adds.
    #[must_use]
    pub fn worth(self) -> u8 {
        match self {
            Piece::Soldier => 1,
            Piece::King => 3,
        }
    }
}

/// The pieces on the board. Left is Black. Diagrams may lack a King; games do
/// not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    soldiers: [u64; 2],
    kings: [u64; 2],
}

/// The fewest pips that kill a piece.
pub const LEAST_COST: u8 = 2;

/// What a board looks like, for complaints.
const SHAPE: &str =
    "a board is 8 rows of 8, from rank 8 down, with / between: w b Soldiers, W B Kings, . empty";

impl Board {
    /// The board without pieces.
    pub(super) const EMPTY: Board = Board {
        soldiers: [0; 2],
        kings: [0; 2],
    };

    /// Reads eight rows from the top, separated by `/`, `|` or line breaks.
    pub fn read(text: &str) -> Result<Board, BadInput> {
        let mut board = Board::EMPTY;
        let separator = |c: char| matches!(c, '/' | '|' | '\n');
        let mut at = 1;
        let mut rows = 0;
        for row in text.trim_end_matches('\n').split(separator) {
            let row = row.trim_end_matches('\r');
            let length = row.chars().count();
            if length != 8 {
                let message = format!("row {} has {length} squares", rows + 1);
                return Err(BadInput::new(message, SHAPE).at(at));
            }
            for (file, symbol) in row.chars().enumerate() {
                // A ninth row is counted, not placed.
                let Some(square) = 7usize
                    .checked_sub(rows)
                    .and_then(|rank| Square::at(file, rank))
                else {
                    break;
                };
                let (piece, player) = match symbol {
                    '.' => continue,
                    'b' => (Piece::Soldier, Player::Left),
                    'w' => (Piece::Soldier, Player::Right),
                    'B' => (Piece::King, Player::Left),
                    'W' => (Piece::King, Player::Right),
                    _ => {
                        let message = format!("`{symbol}` is no piece");
                        return Err(BadInput::new(message, SHAPE).at(at + file));
                    }
                };
                if piece == Piece::King && board.king(player).is_some() {
                    let message = format!("{} has two Kings", colour(player));
                    let hint = "a side has one King at most; Soldiers are small letters";
                    return Err(BadInput::new(message, hint).at(at + file));
                }
                board.put(square, piece, player);
            }
            at += length + 1;
            rows += 1;
        }
        if rows != 8 {
            return Err(BadInput::new(format!("the board has {rows} rows"), SHAPE));
        }
        Ok(board)
    }

    /// Writes eight rows from the top, separated by `/`.
    #[must_use]
    pub fn write(&self) -> String {
        let rows = (0..8).rev().map(|rank| {
            let squares = (0..8).filter_map(|file| Square::at(file, rank));
            squares.map(|square| self.symbol(square)).collect()
        });
        rows.collect::<Vec<String>>().join("/")
    }

    /// The character for a square.
    #[must_use]
    pub fn symbol(&self, square: Square) -> char {
        match self.piece(square) {
            None => '.',
            Some((Piece::Soldier, Player::Left)) => 'b',
            Some((Piece::Soldier, Player::Right)) => 'w',
            Some((Piece::King, Player::Left)) => 'B',
            Some((Piece::King, Player::Right)) => 'W',
        }
    }

    /// What stands on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<(Piece, Player)> {
        let on = |player: &Player| self.pieces(*player) & square.bit() != 0;
        let player = Player::BOTH.into_iter().find(on)?;
        let king = self.kings[player as usize] & square.bit() != 0;
        let piece = if king { Piece::King } else { Piece::Soldier };
        Some((piece, player))
    }

    /// The squares with a player's Soldiers.
    #[must_use]
    pub fn soldiers(&self, player: Player) -> u64 {
        self.soldiers[player as usize]
    }

    /// The square of a player's King.
    #[must_use]
    pub fn king(&self, player: Player) -> Option<Square> {
        Square::first(self.kings[player as usize])
    }

    /// The set of a player's King.
    pub(super) fn kings(&self, player: Player) -> u64 {
        self.kings[player as usize]
    }

    /// The squares with a player's pieces.
    #[must_use]
    pub fn pieces(&self, player: Player) -> u64 {
        self.soldiers[player as usize] | self.kings[player as usize]
    }

    /// The squares with pieces.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.pieces(Player::Left) | self.pieces(Player::Right)
    }

    /// The squares with pieces, from a1 on.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        members(self.occupied())
    }

    /// How many Soldiers a player has.
    #[must_use]
    pub fn strength(&self, player: Player) -> u32 {
        self.soldiers(player).count_ones()
    }

    /// The Force of a player's pieces on some squares.
    #[must_use]
    pub fn force(&self, player: Player, squares: u64) -> u8 {
        let soldiers = (self.soldiers(player) & squares).count_ones() as u8;
        let kings = (self.kings(player) & squares).count_ones() as u8;
        soldiers * Piece::Soldier.worth() + kings * Piece::King.worth()
    }

    /// The attacking and the defending Force around a piece.
    #[must_use]
    pub fn forces(&self, victim: Square) -> Option<(u8, u8)> {
        let (_, owner) = self.piece(victim)?;
        let attack = self.force(-owner, victim.around());
        let defence = self.force(owner, victim.around() | victim.bit());
        Some((attack, defence))
    }

    /// The pips it costs to kill the piece on a square as the pieces stand:
    /// 4 less the Outnumbering, at least 2. `None`: there is none, or nobody
    /// is next to it and somebody must be.
    #[must_use]
    pub fn kill_cost(&self, victim: Square, attack: Attack) -> Option<u8> {
        let (force, defence) = self.forces(victim)?;
        let may = force > 0 || attack == Attack::Far;
        may.then(|| (4 + defence).saturating_sub(force).max(LEAST_COST))
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, square: Square, piece: Piece, player: Player) {
        match piece {
            Piece::Soldier => self.soldiers[player as usize] |= square.bit(),
            Piece::King => self.kings[player as usize] |= square.bit(),
        }
    }

    /// Empties a square.
    pub(super) fn remove(&mut self, square: Square) {
        for player in [0, 1] {
            self.soldiers[player] &= !square.bit();
            self.kings[player] &= !square.bit();
        }
    }

    /// Moves a player's piece to an empty square.
    pub(super) fn relocate(&mut self, player: Player, from: Square, to: Square) {
        let both = from.bit() | to.bit();
        if self.kings(player) & from.bit() != 0 {
            self.kings[player as usize] ^= both;
        } else {
            self.soldiers[player as usize] ^= both;
        }
    }

    /// The board turned by half a turn with the colours exchanged.
    #[must_use]
    pub fn rotated(&self) -> Board {
        let turn = |[left, right]: [u64; 2]| [right.reverse_bits(), left.reverse_bits()];
        Board {
            soldiers: turn(self.soldiers),
            kings: turn(self.kings),
        }
    }

    /// The pieces in these sets, for those that keep them packed.
    pub(super) fn from_sets(soldiers: [u64; 2], kings: [u64; 2]) -> Board {
        Board { soldiers, kings }
    }
}

/// What a player is called here.
#[must_use]
pub fn colour(player: Player) -> &'static str {
    match player {
        Player::Left => "Black",
        Player::Right => "White",
    }
}
