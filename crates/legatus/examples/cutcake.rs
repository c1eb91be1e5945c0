//! A game of one's own, in a program of one's own: Cutcake, in which Left cuts
//! a cake from north to south and Right from east to west.
//!
//! Everything that Legatus does with its own games it does with this one:
//!
//! ```sh
//! cargo run --example cutcake -- value cutcake 4x7
//! cargo run --example cutcake -- calc 'cutcake("2x5") + nim(3)'
//! ```

use rules::Flow;
use rules::{BadInput, Game, Info, Position};
use std::fmt;
use std::ops::ControlFlow;
use std::process::ExitCode;
use values::Player;

/// Pieces of cake: rows and columns of each, the largest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Cake(Vec<[u8; 2]>);

/// A cut through a piece, by the rows or columns before it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cut {
    piece: usize,
    after: u8,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.piece + 1, self.after)
    }
}

/// Which side of a piece a player cuts: Left its columns, Right its rows.
fn side(player: Player) -> usize {
    match player {
        Player::Left => 1,
        Player::Right => 0,
    }
}

impl Position for Cake {
    type Move = Cut;

    fn moves(&self, player: Player, each: &mut impl FnMut(Cut) -> Flow) -> Flow {
        for (piece, sides) in self.0.iter().enumerate() {
            for after in 1..sides[side(player)] {
                each(Cut { piece, after })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, player: Player, cut: &Cut) -> Self {
        let mut pieces = self.0.clone();
        let mut rest = pieces[cut.piece];
        pieces[cut.piece][side(player)] = cut.after;
        rest[side(player)] -= cut.after;
        pieces.push(rest);
        pieces.sort_unstable_by(|a, b| b.cmp(a));
        Cake(pieces)
    }

    fn parts(&self, each: &mut impl FnMut(Self)) {
        for piece in &self.0 {
            each(Cake(vec![*piece]));
        }
    }

    /// Every cut makes one piece more, and there are at most as many as
    /// squares.
    fn rank(&self) -> u64 {
        let squares = |piece: &[u8; 2]| u64::from(piece[0]) * u64::from(piece[1]) - 1;
        self.0.iter().map(squares).sum()
    }
}

#[derive(Clone)]
struct Cutcake;

impl Game for Cutcake {
    type Position = Cake;

    fn info() -> &'static Info {
        static INFO: Info = Info {
            name: "cutcake",
            title: "Cutcake",
            rules: "Left cuts a piece from north to south, Right from east to west, along a line.",
            notation: "pieces such as 3x5+1x2 (rows x columns); 2@3: the second piece after 3",
            sides: ["North to south", "East to west"],
            example: "4x7",
            ..Info::BLANK
        };
        &INFO
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        match variant {
            None => Ok(Cutcake),
            Some(variant) => Err(Self::info().no_variant(variant)),
        }
    }

    fn read(&self, text: &str) -> Result<Cake, BadInput> {
        let piece = |text: &str| {
            let (rows, columns) = text.trim().split_once('x')?;
            let sides = [rows.parse().ok()?, columns.parse().ok()?];
            sides
                .iter()
                .all(|side| (1..=100).contains(side))
                .then_some(sides)
        };
        let pieces: Option<Vec<[u8; 2]>> = text.split('+').map(piece).collect();
        let mut pieces = pieces.ok_or_else(|| {
            BadInput::new(
                format!("`{text}` is no cake"),
                "write pieces such as 3x5+1x2",
            )
        })?;
        pieces.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Cake(pieces))
    }

    fn write(&self, position: &Cake) -> String {
        let pieces: Vec<String> = position.0.iter().map(|[r, c]| format!("{r}x{c}")).collect();
        pieces.join("+")
    }

    fn scatter(&self, _like: &Cake, random: &mut dyn FnMut(u64) -> u64) -> Cake {
        Cake(vec![[1 + random(6) as u8, 1 + random(6) as u8]])
    }
}

fn main() -> ExitCode {
    if let Err(bad) = rules::register::<Cutcake>() {
        eprintln!("error: {}", bad.message);
        return ExitCode::FAILURE;
    }
    legatus::cli::run(std::env::args_os())
}
