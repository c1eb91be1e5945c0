//! Painting a map: the positions of Col and Snort, on grids and graphs.

mod game;
mod map;

pub use game::PaintGame;

use crate::Flow;
use crate::bits::Bits;
use crate::game::{Info, Start};
use crate::graph::{Edge, Graph};
use crate::key::Key;
use crate::position::{Known, Position};
use map::Map;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;
use values::{Dyadic, Player};

/// How a painted vertex restricts its neighbours.
pub trait PaintRule: Copy + fmt::Debug + Send + Sync + 'static {
    /// Who may no longer paint next to what `painter` painted.
    fn barred(painter: Player) -> Player;

    /// What the game says about itself.
    const INFO: &'static Info;
}

/// A position: what each player has painted, and which other vertices she may
/// not paint, apart from the neighbours that the rule bars.
#[derive(Clone, Debug)]
pub struct Painting<R> {
    painted: [u128; 2],
    barred: [u128; 2],
    map: Arc<Map>,
    rule: PhantomData<R>,
}

impl<R> PartialEq for Painting<R> {
    fn eq(&self, other: &Self) -> bool {
        (self.painted, self.barred) == (other.painted, other.barred)
            && (Arc::ptr_eq(&self.map, &other.map) || self.map.kind == other.map.kind)
    }
}

impl<R> Eq for Painting<R> {}

impl<R> Hash for Painting<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.painted, self.barred, &self.map.near).hash(state);
    }
}

/// A vertex painted.
#[derive(Clone, Debug)]
pub struct Stroke {
    vertex: u8,
    painter: Player,
    map: Arc<Map>,
}

impl PartialEq for Stroke {
    fn eq(&self, other: &Self) -> bool {
        (self.vertex, self.painter) == (other.vertex, other.painter)
    }
}

impl Eq for Stroke {}

impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = match self.painter {
            Player::Left => 'B',
            Player::Right => 'W',
        };
        write!(f, "{}={colour}", self.map.name(usize::from(self.vertex)))
    }
}

impl<R: PaintRule> Painting<R> {
    fn new(map: Map, labels: impl Iterator<Item = u8>) -> Self {
        let mut position = Painting {
            painted: [0; 2],
            barred: [0; 2],
            map: Arc::new(map),
            rule: PhantomData,
        };
        for (vertex, label) in labels.enumerate() {
            let bit = 1 << vertex;
            match label {
                LEFT => position.painted[0] |= bit,
                RIGHT => position.painted[1] |= bit,
                LEFT_ONLY => position.barred[1] |= bit,
                RIGHT_ONLY => position.barred[0] |= bit,
                BLOCKED => position.barred = position.barred.map(|set| set | bit),
                _ => {}
            }
        }
        position
    }

    fn label(&self, vertex: usize) -> u8 {
        let painted = self.painted.map(|set| set.has(vertex));
        let barred = self.barred.map(|set| set.has(vertex));
        match (painted, barred) {
            ([true, _], _) => LEFT,
            ([_, true], _) => RIGHT,
            (_, [true, true]) => BLOCKED,
            (_, [false, true]) => LEFT_ONLY,
            (_, [true, false]) => RIGHT_ONLY,
            _ => FREE,
        }
    }

    /// The vertices that each player may paint.
    fn open(&self) -> [u128; 2] {
        let free = self.map.vertices() & !(self.painted[0] | self.painted[1]);
        let mut open = self.barred.map(|barred| free & !barred);
        for painter in Player::BOTH {
            let near = self.map.near(self.painted[painter as usize]);
            open[R::barred(painter) as usize] &= !near;
        }
        open
    }

    /// The neighbours of a vertex that matter to it: those where painting one
    /// takes a possibility from the other.
    fn linked(&self, open: [u128; 2], vertex: usize) -> u128 {
        let mut linked = 0;
        for painter in Player::BOTH {
            let [paints, loses] = [painter, R::barred(painter)].map(|p| open[p as usize]);
            if paints.has(vertex) {
                linked |= loses;
            }
            if loses.has(vertex) {
                linked |= paints;
            }
        }
        linked & self.map.near[vertex]
    }

    /// The vertices of a set that someone may paint, as a graph of its own
    /// with the edges that matter.
    fn reduced(&self, open: [u128; 2], set: u128) -> Graph {
        let vertices: Vec<usize> = set.squares().collect();
        let number = |v: usize| (set & !(u128::MAX << v)).len();
        let mut graph = Graph::default();
        for (new, &old) in vertices.iter().enumerate() {
            graph.vertices.push(match open.map(|o| o.has(old)) {
                [true, false] => LEFT_ONLY,
                [false, true] => RIGHT_ONLY,
                _ => FREE,
            });
            let linked = self.linked(open, old) & set & !(u128::MAX << old);
            for near in linked.squares() {
                graph.edges.push(Edge::new(new, number(near), 0));
            }
        }
        graph
    }

    /// From a graph in text order.
    fn from_graph(mut graph: Graph) -> Self {
        if graph.vertices.is_empty() {
            graph.vertices.push(BLOCKED);
        }
        let labels = graph.vertices.clone();
        Painting::new(Map::graph(graph), labels.into_iter())
    }
}

impl<R: PaintRule> Position for Painting<R> {
    type Move = Stroke;

    fn moves(&self, player: Player, each: &mut impl FnMut(Stroke) -> Flow) -> Flow {
        for vertex in self.open()[player as usize].squares() {
            each(Stroke {
                vertex: vertex as u8,
                painter: player,
                map: self.map.clone(),
            })?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, player: Player, mv: &Stroke) -> Self {
        let mut next = self.clone();
        let bit = 1 << mv.vertex;
        next.painted[player as usize] |= bit;
        // What is painted needs no other mark.
        next.barred = next.barred.map(|set| set & !bit);
        next
    }

    fn can_move(&self, player: Player) -> bool {
        self.open()[player as usize] != 0
    }

    /// Painted vertices are marks on their neighbours; then edges that no
    /// longer matter go, and the connected components are independent.
    fn parts(&self, each: &mut impl FnMut(Self)) {
        let open = self.open();
        let mut rest = open[0] | open[1];
        while rest != 0 {
            let mut region = rest & rest.wrapping_neg();
            let mut frontier = region;
            while frontier != 0 {
                let near = frontier
                    .squares()
                    .fold(0, |near, v| near | self.linked(open, v));
                frontier = near & rest & !region;
                region |= frontier;
            }
            rest &= !region;
            each(Painting::from_graph(
                self.reduced(open, region).in_text_order(),
            ));
        }
    }

    /// The numbering of the vertices means nothing; exchanging the players
    /// negates.
    fn normal_form(&self) -> (Self, bool) {
        let open = self.open();
        let plain = self.reduced(open, open[0] | open[1]);
        let mut exchanged = plain.clone();
        for label in &mut exchanged.vertices {
            *label = match *label {
                LEFT_ONLY => RIGHT_ONLY,
                RIGHT_ONLY => LEFT_ONLY,
                label => label,
            };
        }
        let [plain, exchanged] = [plain, exchanged].map(|graph| graph.canonical(None));
        if exchanged < plain {
            (Painting::from_graph(exchanged), true)
        } else {
            (Painting::from_graph(plain), false)
        }
    }

    fn negative(&self, symmetry: usize) -> Option<Self> {
        let exchanged = |[left, right]: [u128; 2]| [right, left];
        (symmetry == 0).then(|| Painting {
            painted: exchanged(self.painted),
            barred: exchanged(self.barred),
            ..self.clone()
        })
    }

    fn pack(&self) -> Option<Key> {
        let [[a, b], [c, d]] = [self.painted, self.barred];
        self.map.pack([a, b, c, d])
    }

    /// The vertices that are not painted and not barred to both.
    fn rank(&self) -> u64 {
        let painted = self.painted[0] | self.painted[1];
        let gone = painted | (self.barred[0] & self.barred[1]);
        (self.map.len() - gone.len()) as u64
    }

    /// A position without edges that matter: free vertices are ∗, others one
    /// move for a player.
    fn known_value(&self) -> Option<Known> {
        let open = self.open();
        let all = open[0] | open[1];
        if all.squares().any(|v| self.linked(open, v) != 0) {
            return None;
        }
        let [left, right] = [open[0] & !open[1], open[1] & !open[0]].map(|set| set.len() as i64);
        Some(Known {
            number: Dyadic::from(left - right),
            ups: 0,
            nimber: (open[0] & open[1]).len() as u64 % 2,
        })
    }
}

/// The labels of vertices in text.
const FREE: u8 = 0;
const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const LEFT_ONLY: u8 = 3;
const RIGHT_ONLY: u8 = 4;
const BLOCKED: u8 = 5;

const SYMBOLS: [&str; 6] = [".", "B", "W", "<", ">", "#"];

/// What a character means on a board; on a graph the letters `L` and `R` mean
/// something else.
fn on_board(c: char) -> Option<u8> {
    match c {
        '.' => Some(FREE),
        'B' | 'b' | 'L' | 'l' | 'X' | 'x' => Some(LEFT),
        'W' | 'w' | 'R' | 'r' | 'O' | 'o' => Some(RIGHT),
        '<' => Some(LEFT_ONLY),
        '>' => Some(RIGHT_ONLY),
        '#' => Some(BLOCKED),
        _ => None,
    }
}

/// The mark of a free vertex next to one that `painter` painted.
fn next_to<R: PaintRule>(painter: Player) -> Option<u8> {
    match R::barred(painter) {
        Player::Left => Some(RIGHT_ONLY),
        Player::Right => Some(LEFT_ONLY),
    }
}

/// What every painting's notation has; the games add their colours' meaning.
macro_rules! painting_notation {
    () => {
        "A board, rows from the top, parted by `/`, or a graph as CGSuite writes it: `.-B-.` a \
         path, `.(-.;-.-.)` branches, `.:A-.-.-:A` a cycle by named vertices. `.` free, `B` \
         painted by Left, `W` by Right, `#` not there, `<` only Left may paint it, `>` only \
         Right; `3x4` is an empty board. On a graph `L` and `R` are as in CGSuite: a free vertex \
         next to one that Left or Right painted and that is not drawn any more. A move is \
         written a1=B, on a graph 2=B: the second vertex of the text."
    };
}
pub(crate) use painting_notation;

/// A start that both games have.
pub(crate) const STAR: Start =
    Start::new("star", ".(-.;-.;-.;-.)", "a vertex with four neighbours");
