//! One thermograph of an SVG picture: axes, grid, walls, mast and labels.
//!
//! Coordinates are local: the mast is at x = 0, temperature 0 at y = 0.

use super::corners::{Corner, bottom, corners, temperatures};
use super::place::{Occupied, Rect};
use super::scale::{Scale, multiples};
use super::text::{Label, coordinate, text};
use std::fmt::Write;
use values::{Dyadic, Player, Thermograph};

/// The largest plot, and the length of 1 in the smallest.
const HEIGHT: f64 = 250.0;
const WIDTH: f64 = 400.0;
const UNIT: f64 = 88.0;
/// Pictures share a scale if it makes 1 at least this long: on a smaller one
/// the fractions at the corners of small games find no room.
const SHARED_UNIT: f64 = 60.0;
/// Walls closer than this cannot be told apart and are stretched; otherwise
/// they slope at 45°.
const NARROW: f64 = 24.0;
const STRETCHED: f64 = 70.0;
/// How far the mast rises above its base and above t = 0.
const MAST: f64 = 40.0;
/// Between the outermost wall and the edges of the plot.
const PAD: f64 = 22.0;
const TICK: f64 = 4.0;
/// Between lines of the grid.
const GRID: f64 = 24.0;
/// The least distance of a label from anything else: an incidental one should
/// not look crowded.
const AROUND: f64 = 1.5;
const AROUND_FAINT: f64 = 7.0;
/// Labels beyond this many have no chance of a place.
const LABELS: usize = 300;

const INK: &str = "#000";
const FAINT: &str = "#8a8a8a";

/// A drawn thermograph.
pub struct Panel {
    /// From the back to the front.
    layers: [String; LAYERS],
    bounds: Rect,
}

struct Geometry<'a> {
    graph: &'a Thermograph,
    across: Scale,
    up: Scale,
}

impl Panel {
    /// Draws graphs that will stand side by side.
    pub fn draw(graphs: &[&Thermograph]) -> Vec<Panel> {
        let own: Vec<Scale> = graphs.iter().map(|graph| natural_scale(graph)).collect();
        let common = own.iter().cloned().reduce(Scale::smaller);
        let shared = common.filter(|scale| scale.unit() >= SHARED_UNIT);
        graphs
            .iter()
            .zip(own)
            .map(|(graph, own)| {
                let geometry = Geometry::new(graph, shared.clone().unwrap_or(own));
                Painter::new(&geometry).paint()
            })
            .collect()
    }

    pub fn bounds(&self) -> &Rect {
        &self.bounds
    }

    pub fn write(&self, out: &mut String) {
        for layer in &self.layers {
            out.push_str(layer);
        }
    }
}

/// From t = −1 to the base of the mast or t = 0, whichever is higher.
fn height(graph: &Thermograph) -> Dyadic {
    let top = graph.temperature().max(&Dyadic::zero()).clone();
    &top - &bottom()
}

/// Between the walls at t = −1, where they are farthest apart.
fn spread(graph: &Thermograph) -> Dyadic {
    &graph.left.at(&bottom()) - &graph.right.at(&bottom())
}

fn natural_scale(graph: &Thermograph) -> Scale {
    let by_height = Scale::fit(&height(graph), HEIGHT, UNIT);
    by_height.smaller(Scale::fit(&spread(graph), WIDTH, UNIT))
}

impl<'a> Geometry<'a> {
    fn new(graph: &'a Thermograph, up: Scale) -> Self {
        let spread = spread(graph);
        let across = if !spread.is_zero() && up.length(&spread) < NARROW {
            Scale::fit(&spread, STRETCHED, f64::INFINITY)
        } else {
            up.clone()
        };
        Geometry { graph, across, up }
    }

    fn x(&self, value: &Dyadic) -> f64 {
        -self.across.length(&(value - self.graph.mean()))
    }

    fn y(&self, temperature: &Dyadic) -> f64 {
        -self.up.length(temperature)
    }

    /// A wall from t = −1 up to the base of the mast.
    fn wall(&self, player: Player) -> Vec<(f64, f64)> {
        let corners = self.graph.wall(player).corners();
        corners
            .iter()
            .map(|(temperature, value)| (self.x(value), self.y(temperature)))
            .collect()
    }
}

struct Painter<'a> {
    geometry: &'a Geometry<'a>,
    layers: [String; LAYERS],
    occupied: Occupied,
    bounds: Rect,
    /// Where the mast ends.
    top: f64,
    /// Where the walls end, at t = −1.
    base: f64,
}

/// Layers of a drawing, from the back to the front.
#[derive(Clone, Copy)]
enum Layer {
    Ground,
    Axes,
    Walls,
    Text,
}

const LAYERS: usize = Layer::Text as usize + 1;

impl<'a> Painter<'a> {
    fn new(geometry: &'a Geometry<'a>) -> Self {
        let mast = geometry.y(geometry.graph.temperature());
        let (top, base) = (mast.min(0.0) - MAST, geometry.y(&bottom()));
        let mut occupied = Occupied::default();
        let mut bounds = Rect {
            left: 0.0,
            top,
            right: 0.0,
            bottom: base,
        };
        occupied.stroke([(0.0, top), (0.0, mast)]);
        for player in Player::BOTH {
            let wall = geometry.wall(player);
            for ends in wall.windows(2) {
                occupied.stroke([ends[0], ends[1]]);
            }
            for &(x, y) in &wall {
                bounds = bounds.union(&Rect::centred(x, y, (0.0, 0.0)));
            }
        }
        for y in [0.0, base] {
            occupied.stroke([(-10.0 * WIDTH, y), (10.0 * WIDTH, y)]);
        }
        Painter {
            geometry,
            layers: Default::default(),
            occupied,
            bounds,
            top,
            base,
        }
    }

    fn paint(mut self) -> Panel {
        self.walls();
        self.mast();
        self.corner_labels();
        let (left, right) = self.sides();
        self.value_axis(left, right);
        self.temperature_axis(left, right);
        Panel {
            layers: self.layers,
            bounds: self.bounds,
        }
    }

    /// The left and the right edge of the plot. Axis labels lie outside them,
    /// where no stroke is in the way.
    fn sides(&mut self) -> (f64, f64) {
        self.occupied.forget_strokes();
        let pad = if spread(self.geometry.graph).is_zero() {
            // Room for a neighbour on either side shows the direction.
            self.geometry.across.unit().clamp(PAD, UNIT) + 10.0
        } else {
            PAD
        };
        self.bounds.left -= pad;
        self.bounds.right += pad;
        (self.bounds.left, self.bounds.right)
    }

    /// A stroke, with attributes of its own.
    fn line(&mut self, layer: Layer, points: &[(f64, f64)], attributes: &str) {
        let mut written: Vec<String> = points
            .iter()
            .map(|&(x, y)| format!("{} {}", coordinate(x), coordinate(y)))
            .collect();
        // A thousand corners within a hundredth are one point.
        written.dedup();
        let path = written.join("L");
        let _ = writeln!(
            self.layers[layer as usize],
            r#"<path d="M{path}" {attributes}/>"#
        );
    }

    /// Writes a number at the first free candidate.
    fn label(&mut self, label: &Label, colour: &str, candidates: &[(f64, f64)]) -> Option<Rect> {
        let size = label.size();
        let boxes = candidates.iter().map(|&(x, y)| Rect::centred(x, y, size));
        let clearance = if colour == FAINT {
            AROUND_FAINT
        } else {
            AROUND
        };
        let place = self.occupied.place(boxes, clearance)?;
        label.write(&place, colour, &mut self.layers[Layer::Text as usize]);
        self.bounds = self.bounds.union(&place);
        Some(place)
    }

    fn walls(&mut self) {
        let outline: Vec<(f64, f64)> = self
            .geometry
            .wall(Player::Left)
            .into_iter()
            .chain(self.geometry.wall(Player::Right).into_iter().rev())
            .collect();
        self.line(Layer::Ground, &outline, r##"fill="#f4f4f4""##);
        for player in Player::BOTH {
            let zero = (
                self.geometry
                    .x(&self.geometry.graph.wall(player).at(&Dyadic::zero())),
                0.0,
            );
            let wall = self.geometry.wall(player);
            let split = wall.partition_point(|&(_, y)| y > 0.0);
            let (mut below, mut above) = (wall[..split].to_vec(), wall[split..].to_vec());
            if !above.is_empty() {
                below.push(zero);
                above.insert(0, zero);
                self.line(
                    Layer::Walls,
                    &above,
                    &format!(r#"stroke="{INK}" stroke-width="1.6""#),
                );
            }
            self.line(
                Layer::Walls,
                &below,
                &format!(r#"stroke="{INK}" stroke-width="1""#),
            );
        }
    }

    fn mast(&mut self) {
        let graph = self.geometry.graph;
        let base = self.geometry.y(graph.temperature());
        let top = self.top;
        let stroke = format!(r#"stroke="{INK}" stroke-width="1.6""#);
        self.line(Layer::Walls, &[(0.0, base), (0.0, top + 3.0)], &stroke);
        self.line(
            Layer::Walls,
            &[(-3.2, top + 7.0), (0.0, top), (3.2, top + 7.0)],
            &format!(r#"fill="{INK}""#),
        );
        let label = Label::new(graph.mean());
        let at = (0.0, top - 5.0 - label.size().1 / 2.0);
        self.label(&label, INK, &[at]);
    }

    /// The values of the walls where they turn and where they cross t = 0;
    /// what they are at t = −1 is on the axis.
    fn corner_labels(&mut self) {
        let mut found: Vec<(Player, Corner)> = Player::BOTH
            .into_iter()
            .flat_map(|player| {
                let wall = corners(self.geometry.graph, player);
                wall.into_iter().map(move |corner| (player, corner))
            })
            .filter(|(_, corner)| corner.temperature > bottom())
            .collect();
        found.sort_by_key(|(_, corner)| (!corner.temperature.is_zero(), corner.value.exponent()));
        for (player, corner) in found.into_iter().take(LABELS) {
            let label = Label::new(&corner.value);
            let (width, height) = label.size();
            let outward = match player {
                Player::Left => -1.0,
                Player::Right => 1.0,
            };
            let (x, y) = (
                self.geometry.x(&corner.value),
                self.geometry.y(&corner.temperature),
            );
            let beside = |distance: f64| x + outward * (distance + width / 2.0);
            let (over, under) = (y - 4.0 - height / 2.0, y + 4.0 + height / 2.0);
            let candidates = [
                (beside(5.0), y),
                (beside(5.0), over),
                (beside(3.0), over),
                (beside(5.0), under),
                (beside(12.0), over),
                (beside(12.0), under),
            ];
            self.label(&label, INK, &candidates);
        }
    }

    fn value_axis(&mut self, left: f64, right: f64) {
        let geometry = self.geometry;
        let graph = geometry.graph;
        let ends = Player::BOTH.map(|player| graph.wall(player).at(&bottom()));
        let widest = ends
            .iter()
            .map(|end| Label::new(end).size().0)
            .fold(0.0, f64::max);
        let step = geometry.across.step(GRID.max(widest + 10.0));
        // An integer has its neighbours, to show the direction of the axis.
        let alone = Dyadic::from(i64::from(ends[0] == ends[1]));
        let lines: Vec<Dyadic> = multiples(&step, &(&ends[1] - &alone), &(&ends[0] + &alone));
        for value in &lines {
            let x = geometry.x(value);
            self.line(Layer::Ground, &[(x, self.top), (x, self.base)], GRID_LINE);
        }
        self.line(
            Layer::Axes,
            &[(left, self.base), (right, self.base)],
            AXIS_LINE,
        );
        self.line(Layer::Axes, &[(left, 0.0), (right, 0.0)], AXIS_LINE);
        let marked = ends.iter().map(|value| (value, INK));
        for (value, colour) in marked.chain(lines.iter().map(|value| (value, FAINT))) {
            let label = Label::new(value);
            let x = geometry.x(value);
            let at = (x, self.base + TICK + 4.0 + label.size().1 / 2.0);
            if self.label(&label, colour, &[at]).is_some() {
                let tick = [(x, self.base), (x, self.base + TICK)];
                self.line(Layer::Axes, &tick, AXIS_LINE);
            }
        }
    }

    fn temperature_axis(&mut self, left: f64, right: f64) {
        let geometry = self.geometry;
        let graph = geometry.graph;
        self.line(
            Layer::Axes,
            &[(left, self.base), (left, self.top)],
            AXIS_LINE,
        );
        let step = geometry.up.step(GRID);
        let top = graph.temperature().max(&Dyadic::zero()).clone();
        let lines = multiples(&step, &bottom(), &top);
        for temperature in &lines {
            let y = geometry.y(temperature);
            self.line(Layer::Ground, &[(left, y), (right, y)], GRID_LINE);
        }
        let turns = temperatures(graph);
        let marked = turns.iter().take(LABELS).map(|turn| (turn, INK));
        let mut placed: Vec<(&Dyadic, f64)> = Vec::new();
        for (temperature, colour) in marked.chain(lines.iter().map(|line| (line, FAINT))) {
            let label = Label::new(temperature);
            let y = geometry.y(temperature);
            let x = left - 3.0 * TICK - label.size().0 / 2.0;
            let moved = if colour == INK { MOVED } else { &MOVED[..1] };
            let candidates: Vec<(f64, f64)> = moved
                .iter()
                .map(|by| (x, y + by))
                .filter(|&(_, y)| in_order(&placed, temperature, y))
                .collect();
            if let Some(place) = self.label(&label, colour, &candidates) {
                let middle = place.centre().1;
                placed.push((temperature, middle));
                let leader = [(place.right + 2.0, middle), (left - TICK, y), (left, y)];
                let straight = (middle - y).abs() < 1.0;
                self.line(Layer::Axes, &leader[usize::from(straight)..], AXIS_LINE);
                if colour == INK {
                    self.guide(left, temperature);
                }
            }
        }
        let spots = [(left, self.top - 8.0), (left - 9.0, self.top + 7.0)];
        let spots = spots.map(|(x, y)| Rect::centred(x, y, (8.0, 10.0)));
        if let Some(place) = self.occupied.place(spots, AROUND) {
            let (x, y) = place.centre();
            self.layers[Layer::Text as usize].push_str(r#"<g font-style="italic">"#);
            text(
                "t",
                (x, y + 4.0),
                14.0,
                INK,
                &mut self.layers[Layer::Text as usize],
            );
            self.layers[Layer::Text as usize].push_str("</g>\n");
            self.bounds = self.bounds.union(&place);
        }
    }

    /// A dotted line from the temperature axis to where a wall turns,
    /// interrupted by labels.
    fn guide(&mut self, left: f64, temperature: &Dyadic) {
        let turning = Player::BOTH.into_iter().find_map(|player| {
            let mut corners = self.geometry.graph.wall(player).corners().iter();
            corners.find(|(at, _)| at == temperature)
        });
        let Some((_, value)) = turning else { return };
        if temperature.is_zero() || *temperature == bottom() {
            return;
        }
        let (y, end) = (self.geometry.y(temperature), self.geometry.x(value));
        let mut start = left;
        for (from, to) in self.occupied.along(y) {
            if from > start && to < end {
                self.line(Layer::Axes, &[(start, y), (from, y)], GUIDE_LINE);
                start = to;
            }
        }
        self.line(Layer::Axes, &[(start, y), (end, y)], GUIDE_LINE);
    }
}

/// Whether a temperature label here would be above the colder ones and below
/// the hotter ones.
fn in_order(placed: &[(&Dyadic, f64)], temperature: &Dyadic, y: f64) -> bool {
    placed
        .iter()
        .all(|&(other, at)| (temperature > other) == (y < at))
}

/// How far a temperature label may be moved from its tick, nearest first.
const MOVED: &[f64] = &[0.0, -4.0, 4.0, -8.0, 8.0, -12.0, 12.0, -17.0, 17.0];
const GRID_LINE: &str = r##"stroke="#e6e6e6" stroke-width="0.6""##;
const AXIS_LINE: &str = r##"stroke="#555" stroke-width="0.7""##;
const GUIDE_LINE: &str = r##"stroke="#777" stroke-width="0.7" stroke-dasharray="0.5 2.5""##;
