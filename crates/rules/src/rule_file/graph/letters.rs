//! The letters of vertices and edges.

use crate::graph::{Alphabet, DOWN, ONE_WAY};
use crate::scene::Holds;

/// A file may have so many letters of vertices, and as many of edges.
pub(super) const MOST_LETTERS: usize = 60;

/// The label of the ground, which has no letter.
pub(super) const GROUND: u8 = 0x3e;

/// The label of a vertex or an edge that a move took away.
pub(super) const GONE: u8 = 0xff;

/// The letter of a label, without the way that its edge leads.
pub(super) fn letter(label: u8) -> usize {
    usize::from(label & !(ONE_WAY | DOWN))
}

/// A letter and what it looks like in a picture, if the file says so.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    pub symbol: char,
    pub holds: Option<Holds>,
}

/// The letters of a game, and how they are written.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    pub directed: bool,
    /// The first vertex of a text is the ground.
    pub ground: bool,
    pub vertices: Vec<Letter>,
    pub edges: Vec<Letter>,
    vertex_texts: Vec<String>,
    /// An edge that goes on, and one that goes back.
    edge_texts: [Vec<String>; 2],
    expected: String,
}

impl Letters {
    pub fn new(directed: bool, ground: bool, vertices: Vec<Letter>, edges: Vec<Letter>) -> Self {
        let edge_text = |number: usize, arrow: &str| match (directed, number) {
            (false, _) => edges[number].symbol.to_string(),
            (true, 0) => arrow.to_owned(),
            (true, _) => format!("{}{arrow}", edges[number].symbol),
        };
        let edge_texts = [">", "<"].map(|arrow| {
            let all = 0..edges.len();
            all.map(|number| edge_text(number, arrow)).collect()
        });
        let vertex_texts = vertices.iter().map(|l| l.symbol.to_string()).collect();
        let expected = format!(
            "write vertices {}, edges {}, branches as `(…;…)`, names as `:A`",
            quoted(&vertices),
            match directed {
                false => quoted(&edges),
                true if edges.len() == 1 => "`>` `<`".to_owned(),
                true => format!("{} with `>` or `<` behind", quoted(&edges)),
            }
        );
        Letters {
            directed,
            ground,
            vertices,
            edges,
            vertex_texts,
            edge_texts,
            expected,
        }
    }

    /// The label of the first edge letter.
    pub fn edge_label(&self, letter: u8) -> u8 {
        match self.directed {
            true => letter | ONE_WAY,
            false => letter,
        }
    }
}

/// `.` `B` `W`
pub(super) fn quoted(letters: &[Letter]) -> String {
    let quoted = letters.iter().map(|letter| format!("`{}`", letter.symbol));
    quoted.collect::<Vec<_>>().join(" ")
}

fn find(letters: &[Letter], symbol: char) -> Option<u8> {
    let place = letters.iter().position(|letter| letter.symbol == symbol);
    place.map(|place| place as u8)
}

impl Alphabet for Letters {
    fn vertex(&self, symbol: char) -> Option<u8> {
        find(&self.vertices, symbol)
    }

    fn edge(&self, symbol: char) -> Option<u8> {
        find(&self.edges, symbol)
    }

    fn directed(&self) -> bool {
        self.directed
    }

    fn vertex_text(&self, label: u8) -> &str {
        match label == GROUND || self.vertices.len() == 1 {
            true => "",
            false => &self.vertex_texts[usize::from(label)],
        }
    }

    fn lone_text(&self, label: u8) -> &str {
        match label == GROUND {
            true => &self.vertex_texts[0],
            false => &self.vertex_texts[usize::from(label)],
        }
    }

    fn edge_text(&self, label: u8) -> &str {
        &self.edge_texts[usize::from(label & DOWN != 0)][letter(label)]
    }

    fn expected(&self) -> &str {
        &self.expected
    }
}
