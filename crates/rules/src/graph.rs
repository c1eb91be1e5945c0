//! Graphs in a line of text, as CGSuite writes them.
//!
//! ```text
//! .-.-.          a path of three vertices; dots may be left out: --
//! -(-;--)-       branches in parentheses, parted by `;`; then it goes on
//! :A---:A        a cycle: vertices of the same name are one
//! :{root}--:{root}
//! .-.;.          a second component
//! .>.<.          a directed graph: the first edge goes on, the second back
//! ```
//!
//! Which characters stand for vertices and edges, and what they mean, the
//! game says.

use crate::bad_input::BadInput;
use std::cmp::Ordering;
use std::collections::HashMap;

/// The bound on vertices and on edges.
pub(crate) const MAX_SIZE: usize = 1000;

/// A multigraph with labels on vertices and edges; label 0 is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Graph {
    /// The labels of the vertices.
    pub(crate) vertices: Vec<u8>,
    /// The edges, sorted; see [`Edge`].
    pub(crate) edges: Vec<Edge>,
}

/// The mark of a label whose edge leads one way: from the lower end to the
/// upper unless it also has the mark [`DOWN`].
pub(crate) const ONE_WAY: u8 = 0x40;

/// The mark of a label whose edge leads from the upper end to the lower.
pub(crate) const DOWN: u8 = 0x80;

/// An edge. In text order an edge comes with the later of its ends, so that
/// one is the first field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Edge {
    pub(crate) upper: u16,
    pub(crate) lower: u16,
    pub(crate) label: u8,
}

/// A label as it looks from the other end of its edge.
pub(crate) fn turned(label: u8) -> u8 {
    label ^ (label & ONE_WAY) << 1
}

impl Edge {
    /// An edge whose label is told as it looks from `a`.
    pub(crate) fn new(a: usize, b: usize, label: u8) -> Self {
        Edge {
            upper: a.max(b) as u16,
            lower: a.min(b) as u16,
            label: match a.cmp(&b) {
                Ordering::Less => label,
                Ordering::Equal => label & !DOWN,
                Ordering::Greater => turned(label),
            },
        }
    }

    pub(crate) fn ends(&self) -> [usize; 2] {
        [usize::from(self.lower), usize::from(self.upper)]
    }

    /// The end that is not `vertex`.
    pub(crate) fn other(&self, vertex: usize) -> usize {
        let [lower, upper] = self.ends();
        if lower == vertex { upper } else { lower }
    }
}

/// The characters of a game's graphs.
pub(crate) trait Alphabet {
    /// The label that a character gives a vertex.
    fn vertex(&self, symbol: char) -> Option<u8>;

    /// The label that a character gives an edge.
    fn edge(&self, symbol: char) -> Option<u8>;

    /// Whether edges lead one way, which arrows tell: an edge is then a
    /// character that may be left out, and `>` or `<`.
    fn directed(&self) -> bool {
        false
    }

    /// What to write for a vertex, if anything.
    fn vertex_text(&self, label: u8) -> &str;

    /// What to write for a vertex that nothing else tells of.
    fn lone_text(&self, label: u8) -> &str {
        self.vertex_text(label)
    }

    /// What to write for an edge as it looks from where it is written.
    fn edge_text(&self, label: u8) -> &str;

    /// What is expected, for complaints.
    fn expected(&self) -> &str;
}

impl Graph {
    /// Reads a graph; its vertices come in text order.
    pub(crate) fn read(text: &str, alphabet: &impl Alphabet) -> Result<Graph, BadInput> {
        let mut reader = Reader {
            text: text.chars().collect(),
            place: 0,
            names: HashMap::new(),
            graph: Graph::default(),
            alphabet,
        };
        reader.run()?;
        let mut graph = reader.graph;
        graph.edges.sort_unstable();
        Ok(graph.in_text_order())
    }

    /// The vertices connected with `start`, itself included, by paths over
    /// vertices that `through` allows.
    pub(crate) fn reached(&self, start: usize, through: impl Fn(usize) -> bool) -> Vec<usize> {
        let near = self.near();
        let mut seen = vec![false; self.vertices.len()];
        let (mut stack, mut reached) = (vec![start], Vec::new());
        while let Some(vertex) = stack.pop() {
            if !seen[vertex] && through(vertex) {
                seen[vertex] = true;
                reached.push(vertex);
                stack.extend(&near[vertex]);
            }
        }
        reached
    }

    /// The graph numbered depth first, neighbours with low numbers first: the
    /// order in which [`write`](Self::write) meets them. A graph in text order
    /// stays as it is.
    pub(crate) fn in_text_order(&self) -> Graph {
        self.renumbered(&self.text_order())
    }

    /// The graph in an order of the vertices that isomorphic graphs nearly
    /// always agree on, with `root` first if there is one; in text order.
    pub(crate) fn canonical(&self, root: Option<usize>) -> Graph {
        let mut order = self.canonical_order();
        order.sort_by_key(|&vertex| Some(vertex) != root);
        self.renumbered(&order).in_text_order()
    }

    /// The vertices depth first, neighbours with low numbers first.
    pub(crate) fn text_order(&self) -> Vec<usize> {
        let near = self.near();
        let mut seen = vec![false; self.vertices.len()];
        let mut order = Vec::with_capacity(seen.len());
        for start in 0..seen.len() {
            let mut stack = vec![start];
            while let Some(vertex) = stack.pop() {
                if !seen[vertex] {
                    seen[vertex] = true;
                    order.push(vertex);
                    stack.extend(near[vertex].iter().rev());
                }
            }
        }
        order
    }

    /// The neighbours of each vertex, ascending.
    pub(crate) fn near(&self) -> Vec<Vec<usize>> {
        let mut near = vec![Vec::new(); self.vertices.len()];
        for edge in &self.edges {
            let [a, b] = edge.ends();
            near[a].push(b);
            near[b].push(a);
        }
        for list in &mut near {
            list.sort_unstable();
        }
        near
    }

    /// The vertices of `order`, renumbered in that order, and the edges
    /// between them.
    pub(crate) fn renumbered(&self, order: &[usize]) -> Graph {
        let mut number = vec![None; self.vertices.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = Some(new);
        }
        let edge = |edge: &Edge| {
            let [a, b] = edge.ends();
            Some(Edge::new(number[a]?, number[b]?, edge.label))
        };
        let mut edges: Vec<Edge> = self.edges.iter().filter_map(edge).collect();
        edges.sort_unstable();
        Graph {
            vertices: order.iter().map(|&old| self.vertices[old]).collect(),
            edges,
        }
    }

    /// Colours are refined by the neighbours' colours (Weisfeiler and
    /// Leman), and while some vertices look alike the first of them is set
    /// apart. Where vertices look alike without being so, isomorphic graphs
    /// may get different orders: that costs time, not truth.
    fn canonical_order(&self) -> Vec<usize> {
        let n = self.vertices.len();
        let mut colours: Vec<u64> = self.vertices.iter().map(|&l| mix(u64::from(l))).collect();
        let mut order: Vec<usize> = (0..n).collect();
        let mut distinct = 0;
        loop {
            let mut sums = vec![0u64; n];
            for edge in &self.edges {
                let [a, b] = edge.ends();
                let from_a = u64::from(edge.label);
                let from_b = u64::from(turned(edge.label));
                sums[a] = sums[a].wrapping_add(mix(colours[b] ^ from_a));
                sums[b] = sums[b].wrapping_add(mix(colours[a] ^ from_b));
            }
            for (colour, sum) in colours.iter_mut().zip(sums) {
                *colour = mix(colour.wrapping_add(mix(sum)));
            }
            order.sort_unstable_by_key(|&v| (colours[v], v));
            let twin = order.windows(2).find(|w| colours[w[0]] == colours[w[1]]);
            let now = order.chunk_by(|&a, &b| colours[a] == colours[b]).count();
            match twin {
                None => return order,
                Some(pair) if now <= distinct => {
                    colours[pair[0]] = mix(colours[pair[0]] ^ 1);
                    distinct = 0;
                }
                Some(_) => distinct = now,
            }
        }
    }

    /// Writes a graph in text order.
    pub(crate) fn write(&self, alphabet: &impl Alphabet) -> String {
        Writer::new(self, alphabet).text()
    }
}

/// Mixes bits (the finaliser of SplitMix64).
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

struct Reader<'a, A> {
    text: Vec<char>,
    place: usize,
    names: HashMap<String, usize>,
    graph: Graph,
    alphabet: &'a A,
}

impl<A: Alphabet> Reader<'_, A> {
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.place).is_some_and(|c| c.is_whitespace()) {
            self.place += 1;
        }
        self.text.get(self.place).copied()
    }

    fn run(&mut self) -> Result<(), BadInput> {
        let mut at = self.vertex()?;
        let mut open = Vec::new();
        while let Some(c) = self.peek() {
            if let Some(label) = self.edge(c)? {
                let next = self.vertex()?;
                if self.graph.edges.len() == MAX_SIZE {
                    return Err(self.too_big());
                }
                self.graph.edges.push(Edge::new(at, next, label));
                at = next;
                continue;
            }
            match (c, open.last()) {
                ('(', _) => open.push(at),
                (')', Some(&branch)) => {
                    at = branch;
                    open.pop();
                }
                (';', Some(&branch)) => at = branch,
                (';', None) => {
                    self.place += 1;
                    at = self.vertex()?;
                    continue;
                }
                (')', None) => return Err(self.bad("no `(` is open", "write as many `(` as `)`")),
                _ => {
                    let what = format!("`{}` is unexpected here", c.escape_debug());
                    return Err(self.bad(&what, self.alphabet.expected()));
                }
            }
            self.place += 1;
        }
        if open.is_empty() {
            Ok(())
        } else {
            Err(self.bad("a `(` is not closed", "write `)`"))
        }
    }

    /// The label of an edge that begins with a character, if one does.
    fn edge(&mut self, symbol: char) -> Result<Option<u8>, BadInput> {
        let given = self.alphabet.edge(symbol);
        self.place += usize::from(given.is_some());
        if !self.alphabet.directed() {
            return Ok(given);
        }
        let label = given.unwrap_or(0) | ONE_WAY;
        let way = match self.peek() {
            Some('>') => label,
            Some('<') => label | DOWN,
            _ if given.is_none() => return Ok(None),
            _ => return Err(self.bad("an arrow is missing", "write `>` or `<` behind an edge")),
        };
        self.place += 1;
        Ok(Some(way))
    }

    /// A vertex: its character if there is one, its name if it has one.
    fn vertex(&mut self) -> Result<usize, BadInput> {
        let mut label = 0;
        if let Some(given) = self.peek().and_then(|c| self.alphabet.vertex(c)) {
            label = given;
            self.place += 1;
        }
        if self.peek() != Some(':') {
            return self.new_vertex(label);
        }
        self.place += 1;
        let name = self.name()?;
        match self.names.get(&name) {
            None => {
                let vertex = self.new_vertex(label)?;
                self.names.insert(name, vertex);
                Ok(vertex)
            }
            Some(&vertex) => {
                let known = &mut self.graph.vertices[vertex];
                if label != 0 && *known != 0 && *known != label {
                    let what = format!("`{}` is written in two ways", name.escape_debug());
                    return Err(self.bad(&what, "write a vertex alike wherever it appears"));
                }
                *known = (*known).max(label);
                Ok(vertex)
            }
        }
    }

    fn new_vertex(&mut self, label: u8) -> Result<usize, BadInput> {
        if self.graph.vertices.len() == MAX_SIZE {
            return Err(self.too_big());
        }
        self.graph.vertices.push(label);
        Ok(self.graph.vertices.len() - 1)
    }

    /// One character, or any number in braces.
    fn name(&mut self) -> Result<String, BadInput> {
        let rest = &self.text[self.place.min(self.text.len())..];
        let (name, len) = match rest.first() {
            Some('{') => match rest.iter().position(|&c| c == '}') {
                Some(end) => (rest[1..end].iter().collect(), end + 1),
                None => return Err(self.bad("a `{` is not closed", "write a name as `{name}`")),
            },
            Some(c) if c.is_alphanumeric() => (c.to_string(), 1),
            _ => return Err(self.bad("a name is missing behind `:`", "write `:A` or `:{name}`")),
        };
        self.place += len;
        Ok(name)
    }

    fn bad(&self, what: &str, hint: &str) -> BadInput {
        BadInput::new(what, hint).at(self.place.min(self.text.len()) + 1)
    }

    fn too_big(&self) -> BadInput {
        let what = format!("the graph has more than {MAX_SIZE} vertices or edges");
        self.bad(&what, "ask for a smaller one")
    }
}

struct Writer<'a, A> {
    graph: &'a Graph,
    alphabet: &'a A,
    /// The edge by which each vertex is reached.
    tree: Vec<Option<usize>>,
    names: Vec<Option<String>>,
}

impl<'a, A: Alphabet> Writer<'a, A> {
    fn new(graph: &'a Graph, alphabet: &'a A) -> Self {
        let n = graph.vertices.len();
        let mut writer = Writer {
            graph,
            alphabet,
            tree: vec![None; n],
            names: vec![None; n],
        };
        // In text order a vertex hangs on its last neighbour before it.
        for (number, edge) in graph.edges.iter().enumerate() {
            let [lower, upper] = edge.ends();
            if lower < upper {
                writer.tree[upper] = Some(number);
            }
        }
        let mut named = 0..;
        for (number, edge) in graph.edges.iter().enumerate() {
            let [lower, upper] = edge.ends();
            if writer.tree[upper] != Some(number) && writer.names[lower].is_none() {
                writer.names[lower] = named.next().map(name);
            }
        }
        writer
    }

    fn text(&self) -> String {
        let n = self.graph.vertices.len();
        // What is written behind each vertex: edges back, then branches.
        let mut behind = vec![Vec::new(); n];
        for (number, edge) in self.graph.edges.iter().enumerate() {
            let [lower, upper] = edge.ends();
            if self.tree[upper] != Some(number) {
                let back = self.names[lower].as_deref().unwrap_or_default();
                let label = turned(edge.label);
                behind[upper].push(format!("{}:{back}", self.alphabet.edge_text(label)));
            }
        }
        let mut components = Vec::new();
        // Vertices come before what hangs on them, so last first; branches
        // therefore arrive last first, too.
        let mut branches = vec![Vec::new(); n];
        for vertex in (0..n).rev() {
            let mut items = std::mem::take(&mut behind[vertex]);
            items.extend(std::mem::take(&mut branches[vertex]).into_iter().rev());
            let name = match &self.names[vertex] {
                Some(name) => format!(":{name}"),
                None => String::new(),
            };
            let label = self.graph.vertices[vertex];
            let lone = items.is_empty() && name.is_empty() && self.tree[vertex].is_none();
            let label = match lone {
                true => self.alphabet.lone_text(label),
                false => self.alphabet.vertex_text(label),
            };
            let rest = match items.len() {
                0 => String::new(),
                1 => items.remove(0),
                _ => format!("({})", items.join(";")),
            };
            let text = format!("{label}{name}{rest}");
            match self.tree[vertex] {
                Some(edge) => {
                    let edge = &self.graph.edges[edge];
                    let edge_text = self.alphabet.edge_text(edge.label);
                    branches[edge.other(vertex)].push(format!("{edge_text}{text}"));
                }
                None => components.push(text),
            }
        }
        components.reverse();
        components.join(";")
    }
}

/// A, …, Z, then {26}, …
fn name(n: usize) -> String {
    match u8::try_from(n) {
        Ok(n @ 0..26) => char::from(b'A' + n).to_string(),
        _ => format!("{{{n}}}"),
    }
}
