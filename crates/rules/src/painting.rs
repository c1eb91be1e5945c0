//! Painting a map: the positions of Col and Snort, on grids and graphs.

use crate::arrange;
use crate::bad::BadInput;
use crate::bits::Bits;
use crate::game::{AllPositions, Game, Info};
use crate::graph::{Alphabet, Edge, Graph};
use crate::grid::{Board, Geometry, MAX_SQUARES, read_size};
use crate::picture::{Picture, STEPS, on};
use crate::position::{Known, Position};
use crate::scene::{Figure, Holds, Outline, SIDE, Scene, Spot};
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
    fn info() -> &'static Info;
}

/// A ruleset of painting.
#[derive(Clone, Copy, Debug)]
pub struct PaintGame<R>(PhantomData<R>);

/// What is painted: the vertices of a grid or a graph.
#[derive(Debug)]
struct Map {
    /// The neighbours of each vertex.
    near: Vec<u128>,
    kind: Kind,
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Grid(&'static Geometry),
    Graph(Graph),
}

impl Map {
    fn grid(geometry: &'static Geometry) -> Self {
        Map {
            near: geometry.beside.clone(),
            kind: Kind::Grid(geometry),
        }
    }

    /// A graph without labels.
    fn graph(mut graph: Graph) -> Self {
        graph.vertices.fill(0);
        let mut near = vec![0; graph.vertices.len()];
        for edge in &graph.edges {
            let [a, b] = edge.ends();
            near[a] |= 1 << b;
            near[b] |= 1 << a;
        }
        Map {
            near,
            kind: Kind::Graph(graph),
        }
    }

    fn len(&self) -> usize {
        self.near.len()
    }

    /// All vertices; there is at least one.
    fn vertices(&self) -> u128 {
        u128::MAX >> (128 - self.len())
    }

    fn near(&self, set: u128) -> u128 {
        set.squares().fold(0, |near, v| near | self.near[v])
    }

    fn name(&self, vertex: usize) -> String {
        match &self.kind {
            Kind::Grid(geometry) => geometry.name(vertex),
            Kind::Graph(_) => (vertex + 1).to_string(),
        }
    }
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

    fn moves(
        &self,
        player: Player,
        each: &mut impl FnMut(Stroke) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
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

impl<R: PaintRule> PaintGame<R> {
    const GRAPHS: Alphabet = Alphabet {
        vertex: |c| match c {
            'L' | 'l' => next_to::<R>(Player::Left),
            'R' | 'r' => next_to::<R>(Player::Right),
            c => on_board(c),
        },
        edge: |c| (c == '-').then_some(0),
        vertex_text: |label| SYMBOLS[usize::from(label)],
        edge_text: |_| "-",
        expected: "write `.` free, `B X` painted by Left, `W O` by Right, `-` edges, or a board",
    };

    fn read_board(&self, text: &str) -> Result<Painting<R>, BadInput> {
        // The marks stand where boards know no letter; read them as free.
        let plain: String = text
            .chars()
            .map(|c| if matches!(c, '<' | '>') { '.' } else { c })
            .collect();
        let board = Board::read(&plain)?;
        let map = Map::grid(Geometry::of(board.rows, board.cols));
        let labels: Vec<u8> = if read_size(text).is_some() {
            Vec::new()
        } else {
            text.chars().filter_map(on_board).collect()
        };
        Ok(Painting::new(map, labels.into_iter()))
    }
}

impl<R: PaintRule> Game for PaintGame<R> {
    type Position = Painting<R>;

    fn info() -> &'static Info {
        R::info()
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        match variant {
            None => Ok(PaintGame(PhantomData)),
            Some(other) => Err(R::info().no_variant(other)),
        }
    }

    fn read(&self, text: &str) -> Result<Painting<R>, BadInput> {
        let text = R::info().start(text).unwrap_or(text);
        if !text.contains(['-', '(', ')', ':', ';']) {
            return self.read_board(text);
        }
        let graph = Graph::read(text, &Self::GRAPHS)?;
        if graph.vertices.len() > MAX_SQUARES {
            return Err(BadInput::new(
                format!("the graph has more than {MAX_SQUARES} vertices"),
                "ask for a smaller one",
            ));
        }
        let labels = graph.vertices.clone();
        let mut edges = graph.edges;
        edges.dedup();
        edges.retain(|edge| edge.upper != edge.lower);
        let graph = Graph {
            vertices: graph.vertices,
            edges,
        };
        Ok(Painting::new(Map::graph(graph), labels.into_iter()))
    }

    fn write(&self, position: &Painting<R>) -> String {
        let map = &position.map;
        match &map.kind {
            Kind::Grid(geometry) => Board::write(geometry.rows, geometry.cols, |v| {
                SYMBOLS[usize::from(position.label(v))]
                    .chars()
                    .next()
                    .unwrap_or('.')
            }),
            Kind::Graph(graph) => {
                let labelled = Graph {
                    vertices: (0..map.len()).map(|v| position.label(v)).collect(),
                    edges: graph.edges.clone(),
                };
                let text = labelled.write(&Self::GRAPHS);
                // A lone vertex would read as a board.
                if map.len() == 1 { text + ":A" } else { text }
            }
        }
    }

    fn draw(&self, position: &Painting<R>) -> String {
        let map = &position.map;
        let symbol = |v| SYMBOLS[usize::from(position.label(v))];
        match &map.kind {
            Kind::Grid(geometry) => {
                Board::draw(geometry, |v| symbol(v).chars().next().unwrap_or('.'))
            }
            Kind::Graph(_) => (0..map.len())
                .map(|v| {
                    let near: Vec<String> = map.near[v].squares().map(|w| map.name(w)).collect();
                    let line = format!("{:>3} {} - {}", map.name(v), symbol(v), near.join(" "));
                    line.trim_end_matches([' ', '-']).to_owned() + "\n"
                })
                .collect(),
        }
    }

    fn scene(&self, position: &Painting<R>) -> Scene {
        let map = &position.map;
        let graph = match &map.kind {
            Kind::Grid(_) => return Scene::board(&self.write(position), Figure::Paint),
            Kind::Graph(graph) => graph,
        };
        // Trees grow to the right; anything else stands in a circle.
        let places = if graph.edges.len() < graph.vertices.len() {
            let upright = arrange::layers(graph).into_iter();
            upright
                .map(|[row, column]| [column, row].map(|halves| (halves + 1) * SIDE / 2))
                .collect()
        } else {
            arrange::circle(graph.vertices.len())
        };
        let symbol = |v| SYMBOLS[usize::from(position.label(v))].chars().next();
        let spots = places.iter().enumerate().map(|(v, &at)| Spot {
            name: map.name(v),
            at,
            outline: Outline::Disc,
            holds: Holds::of(symbol(v).unwrap_or('.')),
        });
        let far = |axis: usize| places.iter().map(|at| at[axis]).max().unwrap_or(0) + SIDE / 2;
        let lines = graph
            .edges
            .iter()
            .map(|edge| edge.ends().map(|end| places[end]));
        Scene {
            size: [far(0), far(1)],
            spots: spots.collect(),
            lines: lines.collect(),
            figure: Figure::Paint,
            grid: None,
        }
    }

    fn palette(&self) -> &'static [(char, &'static str)] {
        &[
            ('.', "free"),
            ('B', "painted by Black (Left)"),
            ('W', "painted by White (Right)"),
            ('<', "only Left may paint it"),
            ('>', "only Right may paint it"),
            ('#', "not there"),
        ]
    }

    fn scatter(&self, like: &Painting<R>, random: &mut dyn FnMut(u64) -> u64) -> Painting<R> {
        let mut position = like.clone();
        position.painted = [0; 2];
        for vertex in 0..like.map.len() {
            let [left, right] = like.barred.map(|set| set.has(vertex));
            if let side @ 0..2 = random(6) as usize
                && !(left || right)
            {
                position.painted[side] |= 1 << vertex;
            }
        }
        position
    }

    /// On boards only: a graph's text does not show what is next to what.
    fn slow_options(&self, text: &str, player: Player) -> Option<Vec<String>> {
        if text.contains([':', '-', ';']) {
            return None;
        }
        let picture = Picture::new(text);
        let colour = |p| if p == Player::Left { 'B' } else { 'W' };
        let bars = Player::BOTH
            .into_iter()
            .filter(|&painter| R::barred(painter) == player)
            .map(colour)
            .collect::<Vec<_>>();
        let mark = if player == Player::Left { '<' } else { '>' };
        let mut options = Vec::new();
        for place in picture.places() {
            let free = picture.at(place).is_some_and(|c| c == '.' || c == mark);
            let mut near = STEPS
                .iter()
                .filter_map(|&step| picture.at(on(place, step, 1)));
            if free && !near.any(|c| bars.contains(&c)) {
                options.push(picture.with(&[(place, colour(player))]));
            }
        }
        Some(options)
    }

    fn all(&self, like: &Painting<R>) -> Option<AllPositions<Painting<R>>> {
        let like = like.clone();
        let places = like.map.vertices() & !(like.barred[0] & like.barred[1]);
        AllPositions::ternary(places.len(), move |digits| {
            let mut position = like.clone();
            position.painted = [0; 2];
            for (vertex, digit) in places.squares().zip(digits) {
                if digit > 0 {
                    position.painted[digit - 1] |= 1 << vertex;
                    position.barred = position.barred.map(|set| set & !(1 << vertex));
                }
            }
            position
        })
    }
}
