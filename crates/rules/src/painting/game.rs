//! The rulesets of Col and Snort: how positions are read, written and drawn.

use super::map::{Kind, Map};
use super::{PaintRule, Painting, SYMBOLS, next_to, on_board};
use crate::arrange;
use crate::bad_input::BadInput;
use crate::bits::Bits;
use crate::game::{AllPositions, Game, Info};
use crate::graph::{Alphabet, Graph};
use crate::grid::{Board, Geometry, MAX_SQUARES, read_size};
use crate::key::Key;
use crate::picture::{Picture, STEPS, on};
use crate::scene::{Figure, Holds, Outline, SIDE, Scene, Spot};
use std::marker::PhantomData;
use std::sync::Arc;
use values::Player;

/// A ruleset of painting.
#[derive(Clone, Copy, Debug)]
pub struct PaintGame<R>(PhantomData<R>);

/// How graphs are written.
struct Marks<R>(PhantomData<R>);

impl<R: PaintRule> Alphabet for Marks<R> {
    fn vertex(&self, symbol: char) -> Option<u8> {
        match symbol {
            'L' | 'l' => next_to::<R>(Player::Left),
            'R' | 'r' => next_to::<R>(Player::Right),
            symbol => on_board(symbol),
        }
    }

    fn edge(&self, symbol: char) -> Option<u8> {
        (symbol == '-').then_some(0)
    }

    fn vertex_text(&self, label: u8) -> &str {
        SYMBOLS[usize::from(label)]
    }

    fn edge_text(&self, _label: u8) -> &str {
        "-"
    }

    fn expected(&self) -> &str {
        "write `.` free, `B X` painted by Left, `W O` by Right, `-` edges, or a board"
    }
}

impl<R: PaintRule> PaintGame<R> {
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
        R::INFO
    }

    fn with_variant(variant: Option<&str>) -> Result<Self, BadInput> {
        match variant {
            None => Ok(PaintGame(PhantomData)),
            Some(other) => Err(R::INFO.no_variant(other)),
        }
    }

    fn unpack(&self, key: &Key) -> Option<Painting<R>> {
        let (map, [a, b, c, d]) = Map::unpack(key)?;
        Some(Painting {
            painted: [a, b],
            barred: [c, d],
            map: Arc::new(map),
            rule: PhantomData,
        })
    }

    fn read(&self, text: &str) -> Result<Painting<R>, BadInput> {
        let text = R::INFO.start(text).unwrap_or(text);
        if !text.contains(['-', '(', ')', ':', ';']) {
            return self.read_board(text);
        }
        let graph = Graph::read(text, &Marks::<R>(PhantomData))?;
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
                let text = labelled.write(&Marks::<R>(PhantomData));
                // A lone vertex would read as a board.
                if map.len() == 1 { text + ":A" } else { text }
            }
        }
    }

    fn draw(&self, position: &Painting<R>) -> String {
        let map = &position.map;
        let symbol = |v| SYMBOLS[usize::from(position.label(v))];
        match &map.kind {
            Kind::Grid(geometry) => Board::draw(geometry.rows, geometry.cols, |v| {
                symbol(v).chars().next().unwrap_or('.')
            }),
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
            spots: spots.collect(),
            lines: lines.collect(),
            ..Scene::blank([far(0), far(1)], Figure::Paint)
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
