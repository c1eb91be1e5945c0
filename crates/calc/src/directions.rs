//! CGSuite's sets of directions on a board, such as `Coordinates.Diagonal`.

use std::fmt;

/// Which of them a stone may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directions(u8);

/// By place: the name here, and the word in a rule file.
const SETS: [(&str, &str); 3] = [
    ("Coordinates.Orthogonal", "side"),
    ("Coordinates.Diagonal", "diagonal"),
    ("Coordinates.KnightMoves", "knight"),
];

impl Directions {
    pub const ORTHOGONAL: Directions = Directions(1);
    pub const DIAGONAL: Directions = Directions(2);

    /// Those with a name.
    pub fn named(name: &str) -> Option<Self> {
        let place = SETS.iter().position(|(known, _)| *known == name)?;
        Some(Directions(1 << place))
    }

    /// These and others.
    pub fn union(self, other: Self) -> Self {
        Directions(self.0 | other.0)
    }

    /// What a rule file calls them.
    pub fn words(self) -> String {
        let words: Vec<&str> = self.sets().map(|(_, word)| word).collect();
        words.join(" ")
    }

    fn sets(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let sets = SETS.into_iter().enumerate();
        sets.filter_map(move |(place, set)| (self.0 >> place & 1 == 1).then_some(set))
    }
}

/// As it can be typed.
impl fmt::Display for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, _)) in self.sets().enumerate() {
            match number {
                0 => f.write_str(name)?,
                _ => write!(f, ".Union({name})")?,
            }
        }
        Ok(())
    }
}
